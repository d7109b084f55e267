"""``featurespace update``: a newer release comes into a student's folder, and nothing is lost.

Each file is replaced at once and kept in ``backups`` before; which release a notebook was delivered
as stands in the notebook itself. So after a crash, on a full disk or with an old file put back, the
next update finds every file either old or new, and goes on.
"""

import argparse
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from . import safe
from .cli import CannotDo
from .home import BACKUPS, NAME, NEWER, Home, Release, digest, home, installed
from .matching import related
from .merge import Merged, merge
from .notebook import Notebook, origin, parse, signed, written

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command can be told."""
    about = f"your course folder (default: the one you are in, or {NAME} in it)"
    parser.add_argument("folder", nargs="?", help=about)


def run(options: argparse.Namespace) -> None:
    """Bring the installed release into a folder, and say what is new."""
    with in_words(Path(options.folder or ".")):
        place, release = home(options.folder), installed()
    if place.is_newer_than(release):
        raise CannotDo(
            f"your folder is at release {place.version}, but release {release.version} is "
            f"installed; install the newer one: {NEWER}."
        )
    print(f"Bringing release {release.version} into {place.place} ...", flush=True)
    for line in bring(place, release):
        print(line)


def bring(place: Home, release: Release) -> list[str]:
    """Make a folder one of this release; returns what its owner should know."""
    with in_words(place.place), safe.alone(place.mark):
        update = Update(Home(place.place), release)  # as it is now that nobody else is at it
        try:
            update.all()
        except BaseException:
            print(*update.lines, sep="\n", end="\n" * bool(update.lines))  # what is done is done
            raise
        return update.report()


@contextmanager
def in_words(place: Path) -> Iterator[None]:
    """Say in a sentence why a disk refused."""
    try:
        yield
    except OSError as error:
        where = error.filename or place
        if error.errno in FULL:
            reason = f"the disk is full (at {where}). Make room"
        elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            verb = "written to" if readable(Path(where)) else "read"
            reason = f"{where} may not be {verb}. Choose a folder of your own or ask for leave"
        else:
            reason = f"{where}: {error.strerror or error}. Put that right"
        raise CannotDo(
            f"{reason} and run the command again; every file is whole, nothing is lost."
        ) from error


def readable(path: Path) -> bool:
    """Whether we may read a file, or what there is of the way to it."""
    there = next(place for place in (path, *path.absolute().parents) if os.path.exists(place))
    return os.access(there, os.R_OK)


class Update:
    """One run over all files of a folder."""

    def __init__(self, place: Home, release: Release):
        self.home, self.release = place, release
        self.first = not place.version
        self.lines: list[str] = []  # for the owner to read now
        self.changes: list[str] = []  # all of them, for a page among the backups
        stamp = f"{datetime.now():%Y-%m-%d_%H-%M-%S}_release-{place.version or 'none'}"
        folders = [place.place / BACKUPS / f"{stamp}{end}" for end in ("", *"abcdefgh")]
        self.backups = next(folder for folder in folders if not folder.exists())

    def all(self) -> None:
        """Every file of the release; then the folder is at it."""
        place = self.home.place
        safe.sweep(place / part for part in (".", *_folders(self.release), self.home.mark.name))
        for name in self.release.books:
            self.home.remember(name, self.release)
        strangers = {name: self.stranger(name) for name in self.release.books}  # reads all, first
        for name, reason in strangers.items():
            if reason:
                self.set_aside(name, reason)
        renamed = self.home.renamed()
        for name in self.release.books:
            here = place / name
            for path in [here] if here.exists() else renamed.get(name, [here]):
                self.book(name, path)
        for name in self.release.texts:
            self.page(name)
        self.retired()
        self.home.finish(self.release)

    def stranger(self, name: str) -> str:
        """Why a file is no notebook, or not the one it should be; nothing if it is."""
        path = self.home.place / name
        book = parse(path.read_bytes()) if path.exists() else Notebook()
        if book is None:
            return "could not be read (broken off in a save?)"
        return "is another notebook" if book and not self.belongs(name, book) else ""

    def set_aside(self, name: str, reason: str) -> None:
        """Rename a stranger: a fresh notebook takes its place."""
        path = self.home.place / name
        endings = (".kept", *(f".kept-{count}" for count in range(2, 1000)))
        others = (path.with_name(f"{path.stem}{end}.ipynb") for end in endings)
        kept = next(other for other in others if not other.exists())
        path.rename(kept)
        self.tell(f"{name} {reason}; it is now {kept.name}")

    def belongs(self, name: str, book: Notebook) -> bool:
        """Whether a notebook is, or once was, ours of that name."""
        said = origin(book)[0]
        base = self.home.base(name, book)[1] or Notebook(cells=[])
        return said == name or (
            not said and (related(base, book) or related(self.release.books[name], book))
        )

    def book(self, name: str, path: Path) -> None:
        """Bring a notebook up to the release."""
        ours, now = self.release.books[name], self.release.prints[name]
        if not path.exists():
            safe.write(path, written(signed(ours, name, now)))
            self.fresh(name)
            return
        data = path.read_bytes()
        mine = parse(data) or Notebook()
        was, base = self.home.base(name, mine)
        if was == now:
            return
        answers = name.startswith("exercises/")
        merged = merge(base, mine, ours, answers, self.release.version)
        self.back_up(path, data)
        safe.write(path, written(signed(merged.notebook, name, now)))
        self.note(path.relative_to(self.home.place).as_posix(), merged)

    def page(self, name: str) -> None:
        """Bring a text up to the release; what its owner wrote into it is among the backups."""
        path, ours = self.home.place / name, self.release.texts[name]
        data = path.read_bytes() if path.exists() else None
        was = self.home.files.get(name)
        if data is None:
            safe.write(path, ours)
            self.fresh(name)
        elif data != ours and was != self.release.prints[name]:
            self.back_up(path, data)
            safe.write(path, ours)
            self.changes.append(f"{name}: new")
            if digest(data) != was:
                self.tell(f"{name} is new; what you had changed in it is in {self.shown()}")

    def retired(self) -> None:
        """What is no longer part of the course stays, and is named."""
        for name in sorted(set(self.home.files) - set(self.release.prints)):
            if (self.home.place / name).exists():
                self.tell(f"{name} is no longer part of the course; yours stays where it is")

    def fresh(self, name: str) -> None:
        """Note a file that was not there."""
        if name in self.home.files:
            path = self.home.place / name
            kept = sorted(other.name for other in path.parent.glob(f"{path.stem}.kept*.ipynb"))
            beside = f", beside {', '.join(kept)}" if kept else ""
            self.tell(f"{name} was missing; a fresh one is there{beside}")
        elif not self.first:
            self.tell(f"{name} is new")

    def note(self, name: str, merged: Merged) -> None:
        """Note what has changed in a notebook; now, where it concerns what its owner wrote."""
        count = len(merged.answered)
        if count:
            self.tell(f"{name}: {count} answer{'s' * (count > 1)} carried over")
        for heading, words in merged.events:
            touched = heading in merged.answered
            advice = ": look at your answer again" if touched else ""
            line = f"{name}, “{heading}”: {words}{advice}"
            self.changes.append(line)
            if touched or "you wrote" in words:
                self.lines.append(line)

    def tell(self, line: str) -> None:
        """Note something that its owner should know now."""
        self.lines.append(line)
        self.changes.append(line)

    def back_up(self, path: Path, data: bytes) -> None:
        """Keep a file as it was."""
        safe.write(self.backups / path.relative_to(self.home.place), data)

    def shown(self) -> str:
        """Where the backups are, as its owner would say."""
        return self.backups.relative_to(self.home.place).as_posix()

    def report(self) -> list[str]:
        """What to say at the end."""
        if not self.backups.exists():
            return self.lines or [
                f"Nothing to do: the folder is at release {self.release.version}."
            ]
        page = "".join(f"- {line}\n" for line in self.changes)
        safe.write(self.backups / "changes.md", f"# What changed\n\n{page}".encode())
        return [
            *self.lines,
            f"Your folder is at release {self.release.version}. Your files as they were, and a "
            f"list of all that changed, are in {self.shown()}",
        ]


def _folders(release: Release) -> list[str]:
    return sorted({name.split("/")[0] for name in release.prints})
