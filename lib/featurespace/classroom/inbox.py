"""What was handed in: whose notebook lies where, whatever made the folder.

A folder holds notebooks named by student, or a folder for each student (as learning platforms and
nbgrader's ``submitted`` have them), or both. Links are never followed: they may lead anywhere.
"""

import os
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .cli import CannotDo
from .submission import Unreadable, chapter_of, parsed

LARGEST = 20_000_000  # bytes; a notebook of the course has 60,000
ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2"}
DEEPEST = 6  # folders below a student's own


@dataclass(frozen=True)
class Submission:
    """The notebook of a student that counts, or one sentence on why there is none."""

    student: str
    path: Path | None
    verdict: str = ""


@dataclass
class Handed:
    """Everything that lies under a student's name."""

    notebooks: list[Path] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def handed_in(folder: Path) -> dict[str, Handed]:
    """What lies under each name, in alphabetical order."""
    if not folder.is_dir():
        what = "is a file; put the notebooks into a folder" if folder.exists() else "is not there"
        raise CannotDo(f"{folder} {what}.")
    folder = folder / "submitted" if (folder / "submitted").is_dir() else folder  # nbgrader's
    found: dict[str, Handed] = {}
    spelt: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        folders = path.is_dir()
        if is_ours(path) and (folders or is_notebook(path)):
            name = told_apart(path.name if folders else path.stem, spelt)
            collect(path, found.setdefault(name, Handed()))
    if not found:
        raise CannotDo(f"there is no notebook and no student's folder in {folder}{only(folder)}.")
    return found


def told_apart(name: str, spelt: dict[str, str]) -> str:
    """A name as text; with a number, if a name that is spelt differently reads the same."""
    text, n = readable(name), 1
    while spelt.setdefault(text, name) != name:
        n += 1
        text = f"{readable(name)} ({n})"
    return text


def only(folder: Path) -> str:
    """What a folder without submissions holds instead."""
    others = left_aside(folder)
    packed = any(Path(name).suffix.lower() in ARCHIVES for name in others)
    named = f", only {', '.join(others[:5])}" if others else ""
    return f"{named}; unpack what is packed" if packed else named


def is_notebook(path: Path) -> bool:
    """Whether it is one by its name."""
    return path.suffix.lower() == ".ipynb"


def left_aside(folder: Path) -> list[str]:
    """Files beside the submissions that are no notebooks, such as an archive not yet unpacked."""
    known = {".ipynb", ".txt", ".csv", ".py", ".db"}
    files = (path for path in sorted(folder.iterdir()) if path.is_file() and is_ours(path))
    return [readable(path.name) for path in files if path.suffix.lower() not in known]


def is_ours(path: Path) -> bool:
    """Not what systems leave behind: ``.ipynb_checkpoints``, ``._anna.ipynb``, ``__MACOSX``."""
    return not path.name.startswith((".", "__MACOSX"))


def collect(path: Path, into: Handed, depth: int = 0) -> None:
    """Sort a file, or all of a folder, into notebooks, links and others."""
    if path.is_symlink():
        into.links.append(readable(path.name))
    elif path.is_dir():
        if depth <= DEEPEST and readable_folder(path):
            for below in within(path):
                collect(below, into, depth + 1)
    elif is_notebook(path) and path.is_file():  # neither a pipe nor a device
        into.notebooks.append(path)
    else:
        into.others.append(readable(path.name))


def within(folder: Path) -> list[Path]:
    """What lies in a folder and counts: of a whole course folder only its exercises."""
    exercises = folder / "exercises"
    if (folder / "course").is_dir() and exercises.is_dir() and not exercises.is_symlink():
        return [exercises]
    return sorted(filter(is_ours, folder.iterdir()))


def readable_folder(path: Path) -> bool:
    """Whether the folder may be looked into."""
    return os.access(path, os.R_OK | os.X_OK)


def readable(name: str) -> str:
    """A name as text: composed letters, and nothing that breaks a line or turns its direction."""
    text = unicodedata.normalize("NFC", os.fsencode(name).decode("utf-8", "replace"))
    return "".join("�" if unicodedata.category(c)[0] in "CZ" and c != " " else c for c in text)


def chapters_in(handed: dict[str, Handed]) -> dict[Path, str | None]:
    """The chapter that each notebook belongs to; None, if it cannot be told."""
    paths = [path for one in handed.values() for path in one.notebooks]
    return {path: chapter_in(path) for path in paths}


def chapter_in(path: Path) -> str | None:
    """The chapter of one notebook; None for what is no notebook of the course."""
    try:
        return chapter_of(parsed(path.read_bytes(), LARGEST)) if fit(path) else None
    except (OSError, Unreadable):
        return None


def the_chapter(of: dict[Path, str | None]) -> str:
    """The one chapter that was handed in; several are for the instructor to choose from."""
    counts = Counter(chapter for chapter in of.values() if chapter)
    if len(counts) == 1:
        return next(iter(counts))
    if not counts:
        raise CannotDo("none of the notebooks tells its chapter; name it: --chapter 02.")
    told = ", ".join(f"{name} ({count})" for name, count in counts.most_common())
    raise CannotDo(f"notebooks of several chapters: {told}; choose one with --chapter.")


def choose(student: str, handed: Handed, chapter: str, of: dict[Path, str | None]) -> Submission:
    """The notebook that counts, or why none does."""
    mine = [path for path in handed.notebooks if of[path] == chapter]
    chosen = mine or handed.notebooks
    if not chosen:
        return Submission(student, None, nothing(handed))
    if len(chosen) > 1 and len({content(path) for path in chosen}) > 1:
        names = ", ".join(sorted(readable(f"{path.parent.name}/{path.name}") for path in chosen))
        which = "of this chapter; keep the one" if mine else "and none tells its chapter; keep one"
        several = f"{len(chosen)} notebooks were handed in ({names}), {which} that counts."
        return Submission(student, None, several)
    return Submission(student, chosen[0], unfit(chosen[0], of[chosen[0]], chapter))


def nothing(handed: Handed) -> str:
    """Why there is no notebook at all."""
    if handed.links:
        return f"No notebook, only a link ({', '.join(handed.links)}); links are not followed."
    if handed.others:
        return f"No notebook was handed in, only {', '.join(handed.others[:5])}."
    return "No notebook was handed in."


def unfit(path: Path, found: str | None, chapter: str) -> str:
    """Why a notebook cannot be graded here, or nothing."""
    if not os.access(path, os.R_OK):
        return "The notebook cannot be read: its permissions forbid it."
    if path.stat().st_size > LARGEST:
        return f"The notebook is larger than {LARGEST // 1_000_000} MB; clear its outputs."
    if found not in (None, chapter):
        return f"This is a notebook of chapter {found}, not of {chapter}."
    return ""


def content(path: Path) -> bytes:
    """The bytes of a notebook; of one that cannot be read, its path."""
    return path.read_bytes() if fit(path) else os.fsencode(path)


def fit(path: Path) -> bool:
    """Whether a notebook may be read, and is no larger than a notebook can be."""
    return os.access(path, os.R_OK) and path.stat().st_size <= LARGEST
