"""The progress of a student: read, shown in a terminal or a notebook, and saved.

In a notebook: ``from featurespace.classroom import progress; progress.show()``. All of it comes
from one small file, ``.featurespace/progress.jsonl`` in the course folder, and goes nowhere.
"""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from .. import _progress
from . import history, material
from .cli import CannotDo
from .home import NAME
from .report import Report

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Progress</title><style>
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
th, td { padding: .15rem .8rem; text-align: right; border-bottom: 1px solid #ccc }
table { border-collapse: collapse } caption { text-align: left; font-weight: bold }
</style><body>"""


def report(start: Path | None = None, now: datetime | None = None) -> Report:
    """The progress in the course folder that ``start`` is or is in.

    Left out, it is where we are, or what ``featurespace start`` has made there.
    """
    place = Path.cwd() if start is None else start
    try:
        return _report(place, start is None, now)
    except OSError as error:
        where = error.filename or place
        words = f"{where} cannot be read ({error.strerror}); look at its permissions"
        raise CannotDo(words) from None


def _report(place: Path, here: bool, now: datetime | None) -> Report:
    if not place.is_dir():
        raise CannotDo(f"there is no folder {place}; name your course folder, or go into it")
    usual = place / NAME if here else place
    folder = material.course_folder(place) or material.course_folder(usual)
    if folder is None:
        words = f"{place} is not a course folder, nor in one; go into yours"
        raise CannotDo(f"{words}, or make one with: featurespace start")
    path = folder / _progress.MARK / _progress.FILE
    lines, broken = history.read(path)
    notes = remarks(path, len(lines), broken)
    return Report(folder, now or datetime.now(UTC), history.past(lines), notes)


def remarks(path: Path, lines: int, broken: int) -> tuple[str, ...]:
    """What there is to say about the file."""
    said = []
    if not lines:
        said.append("Nothing is recorded yet: it begins with the first check that you run.")
    if broken:
        number = "A line" if broken == 1 else f"{broken} lines"
        said.append(f"{number} of {path} could not be read and will be left out.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        said.append(f"Nothing new is recorded: you have no permission to write to {path}.")
    return tuple(said)


def show(folder: str | os.PathLike[str] | None = None) -> Report | None:
    """In a notebook: the table, the picture, and what to recall."""
    try:
        return report(None if folder is None else Path(folder))
    except CannotDo as reason:
        print(f"{str(reason)[0].upper()}{str(reason)[1:]}.")
        return None


def save(what: Report, path: Path) -> None:
    """Write the table and picture as a page (.html), or the picture alone (.png)."""
    if path.suffix not in (".html", ".png"):
        raise CannotDo(f"{path} must end in .html (a page) or .png (the picture)")
    try:
        from ..plots import png

        page = PAGE + what._repr_html_()
        data = page.encode() if path.suffix == ".html" else png(what.figure())
        with path.open("xb") as file:
            file.write(data)
    except ModuleNotFoundError as error:
        words = f"a picture needs {error.name}; pip install 'featurespace[course]' brings it"
        raise CannotDo(words) from None
    except FileExistsError:
        raise CannotDo(f"{path} exists already, and was left as it is") from None
    except OSError as error:
        raise CannotDo(f"{path} cannot be written ({error.strerror})") from None


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words after ``featurespace progress``."""
    about = "your course folder; if left out, the one you are in, or that `start` made here"
    parser.add_argument("folder", nargs="?", type=Path, help=about)
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="as a page or picture: .html, .png"
    )


def run(options: argparse.Namespace) -> None:
    """Print the progress, or save it."""
    what = report(options.folder)
    if options.save:
        save(what, options.save)
    elif hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # where a terminal does not know a letter
        print(what)
