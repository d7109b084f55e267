"""A student's course folder: which release it is at, what was delivered, and its backups."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import __version__
from . import material, safe
from .cli import CannotDo
from .notebook import Notebook, fingerprint, load, origin, parse, pristine

COURSE = "Feature Space"
NAME = "featurespace-course"  # of the folder, unless its owner has another
NEWER = 'pip install --upgrade "featurespace[course]" (or the wheel that you were given)'
BACKUPS = "backups"
UNKNOWN = "0"  # the release of a folder that was adopted


@dataclass
class Release:
    """What a release hands out: texts as they are, notebooks, and a fingerprint of each."""

    version: str
    texts: dict[str, bytes]
    books: dict[str, Notebook]

    @cached_property
    def prints(self) -> dict[str, str]:
        """What tells one release of a file from another."""
        books = {name: fingerprint(book) for name, book in self.books.items()}
        return {**books, **{name: digest(data) for name, data in self.texts.items()}}


def installed() -> Release:
    """The release that is installed."""
    files = material.files()
    books = {name: load(path) for name, path in files.items() if path.suffix == ".ipynb"}
    texts = {name: path.read_bytes() for name, path in files.items() if name not in books}
    return Release(__version__, texts, books)


def digest(data: bytes) -> str:
    """A fingerprint of bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def number(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


class Home:
    """A student's course folder."""

    def __init__(self, place: Path):
        self.place, self.mark = place, place / material.MARK
        self.record: dict[str, Any] = {}
        if (self.mark / "release.json").is_file():
            self.record = _record((self.mark / "release.json").read_bytes())
        other = self.record.get("course", COURSE)
        if other != COURSE:
            raise CannotDo(f"{place} is a folder of another course ({other}); name one of this.")

    @property
    def version(self) -> str:
        """The release it is at; nothing if its first copy was never finished."""
        return str(self.record.get("version") or "")

    @property
    def files(self) -> dict[str, str]:
        """Fingerprints of what was delivered."""
        known = self.record.get("files")
        return known if isinstance(known, dict) else {}

    def is_newer_than(self, release: Release) -> bool:
        """Whether somebody with a later release has been at work here."""
        return number(self.version) > number(release.version)

    def is_at(self, release: Release) -> bool:
        """Whether nothing of the release is missing here."""
        return self.version == release.version and self.files == release.prints

    def base(self, name: str, book: Notebook) -> tuple[str, Notebook | None]:
        """As which fingerprint a notebook was delivered, and what it was, if that is known."""
        was = origin(book)[1] or self.files.get(name, "")
        path = self._delivered(was)
        if not re.fullmatch("[0-9a-f]{16}", was) or not path.is_file():
            return was, None
        try:
            return was, dict(json.loads(gzip.decompress(path.read_bytes())))
        except (OSError, EOFError, ValueError):
            return was, None

    def remember(self, name: str, release: Release) -> None:
        """Store what is delivered, for the merges to come."""
        path = self._delivered(release.prints[name])
        if not path.exists():
            words = json.dumps(pristine(release.books[name]), sort_keys=True)
            safe.write(path, gzip.compress(words.encode(), mtime=0))

    def _delivered(self, was: str) -> Path:
        return self.mark / "delivered" / f"{was}.json.gz"

    def finish(self, release: Release | None) -> None:
        """Note which release the folder is at now; none while its first copy is under way."""
        self.note(*((release.version, release.prints) if release else (None, {})))

    def note(self, version: str | None, files: dict[str, str]) -> None:
        """Write down a release and the fingerprints of what was delivered."""
        record = {"course": COURSE, "version": version, "files": files}
        if record != self.record:
            words = json.dumps(record, indent=1, sort_keys=True) + "\n"
            safe.write(self.mark / "release.json", words.encode())
            self.record = record

    def found(self) -> dict[str, str]:
        """Notebooks of ours that lie where we gave them: as which fingerprint each was delivered.

        They say so themselves, also in a copy that was made without ``.featurespace``.
        """
        paths = [p for kind in material.kinds(self.place) for p in sorted(kind.glob("*.ipynb"))]
        books = {f"{p.parent.name}/{p.name}": parse(p.read_bytes()) for p in paths if p.is_file()}
        said = {name: origin(book) for name, book in books.items() if book}
        return {name: base for name, (known, base) in said.items() if known == name and base}

    def is_lost(self) -> bool:
        """Whether this was a course folder, and only its ``.featurespace`` is missing."""
        return self.place.is_dir() and not self.record and bool(self.found())

    def adopt(self, release: Release) -> None:
        """Make it a course folder again, at what its notebooks say that they are.

        What was delivered is not known any more: the next update leaves every answer, and puts what
        it cannot tell from ours into notes.
        """
        self.mark.mkdir(exist_ok=True)
        with safe.alone(self.mark):
            pages = [n for n, data in release.texts.items() if _holds(self.place / n, data)]
            files = self.found() | {name: release.prints[name] for name in pages}
            self.note(release.version if files == release.prints else UNKNOWN, files)
        print(
            f"{self.place} had lost what its hidden folder {material.MARK} remembers. "
            "It is a course folder again, and no notebook was changed. If you still have the old "
            f"{material.MARK}, put its progress.jsonl into the new one: that is your progress."
        )

    def renamed(self) -> dict[str, list[Path]]:
        """Notebooks of ours that lie under another name or in another place than we gave them."""
        found: dict[str, list[Path]] = {}
        for path in sorted([*self.place.glob("*.ipynb"), *self.place.glob("*/*.ipynb")]):
            name = path.relative_to(self.place).as_posix()
            book = None if name in self.files or name[0] == "." else parse(path.read_bytes())
            if book and origin(book)[0] not in ("", name):
                found.setdefault(origin(book)[0], []).append(path)
        return found


def _record(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def home(given: str | None) -> Home:
    """The course folder that somebody means: named, around us, or below us by its usual name."""
    places = [Path(given).expanduser()] if given else [Path.cwd(), Path.cwd() / NAME]
    for place in places:
        found = material.course_folder(place)
        if found and (found / material.MARK / "release.json").is_file():
            return Home(found)
        if Home(place).is_lost():
            lost = Home(place.resolve())
            lost.adopt(installed())
            return lost
    if given and not places[0].exists():
        raise CannotDo(f"there is no folder {places[0]}; `featurespace start` makes one.")
    where = places[0].resolve()
    raise CannotDo(
        f"{where} is not a folder that `featurespace start` has made; name yours: "
        "featurespace update FOLDER."
    )
