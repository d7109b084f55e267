"""``featurespace start``: the course in a folder of one's own, open in JupyterLab.

A new folder is filled as an update from nothing is, so that one that was broken off goes on; one
that is there is opened as it is.
"""

import argparse
import os
from pathlib import Path

from . import material
from .cli import CannotDo
from .home import NAME, NEWER, Home, Release, installed
from .lab import PORT, open_lab
from .update import bring, in_words


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command can be told."""
    parser.add_argument("folder", nargs="?", help=f"where the course is to be (default: {NAME})")
    parser.add_argument("--no-open", action="store_true", help="only copy")
    parser.add_argument("--no-browser", action="store_true", help="print the address instead")
    parser.add_argument("--port", type=int, default=PORT, help=f"default: {PORT}, or the next free")
    parser.add_argument(
        "--jupyter",
        action="append",
        default=[],
        metavar="OPTION",
        help="for JupyterLab itself, for instance --jupyter=--ip=0.0.0.0",
    )


def run(options: argparse.Namespace) -> None:
    """Have a course folder, and open it."""
    with in_words(Path(options.folder or ".")):
        place = wanted(options.folder)
    if not is_checkout(place):
        with in_words(place):
            prepare(place)
        if not may_write(place):
            print(
                f"You may not write in {place}: your answers cannot be saved there. "
                "Ask for leave, or copy the folder to a place of your own."
            )
    if options.no_open:
        print(f'To open it: featurespace start "{place}"')
    else:
        open_lab(place, options.port, not options.no_browser, options.jupyter)


def wanted(given: str | None) -> Path:
    """The folder that somebody means: named, the one we are in, or the usual one below us."""
    around = None if given else material.course_folder(Path.cwd())
    if not given and not around and Home(Path.cwd()).is_lost():
        return Path.cwd()
    return around or Path(given or NAME).expanduser().absolute()


def is_checkout(place: Path) -> bool:
    """Whether this is where notebooks are built: a contributor opens those themselves."""
    return material.folder() != material.WHERE[0] and place.resolve() == material.folder()


def may_write(place: Path) -> bool:
    """Whether answers can be saved: in the folder, and in those of its notebooks."""
    return all(os.access(path, os.W_OK) for path in (place, *material.kinds(place)))


def prepare(place: Path) -> None:
    """Fill a folder that is new; of one that is not, say if something newer is installed."""
    release, home = installed(), Home(place)
    if home.is_lost():
        home.adopt(release)
    if not home.version:
        fill(home, release)
    elif home.is_newer_than(release):
        print(
            f"{place} is at release {home.version}, but release {release.version} is "
            f"installed; get the newer one: {NEWER}."
        )
    elif not home.is_at(release):
        print(
            f"A newer course is installed (release {release.version}) than the one in {place}. "
            f'To bring it in: featurespace update "{place}"{or_make()}; what you wrote stays.'
        )
    else:
        print(f"{place} is there already, at release {home.version}; it stays as it is.")


def or_make() -> str:
    """The other way, for whoever works in a clone."""
    return "" if material.folder() == material.WHERE[0] else ", or make update"


def fill(home: Home, release: Release) -> None:
    """Copy the course into a folder that is new, empty, or was not filled to the end."""
    if home.place.exists() and not home.place.is_dir():
        raise CannotDo(f"{home.place} is a file; name a folder that is new or empty.")
    others = {path.name for path in home.place.glob("*")} - {material.MARK}
    if others and not home.record:
        raise CannotDo(
            f"{home.place} holds other things ({sorted(others)[0]} ...) and is no course folder; "
            "name one that is new or empty. Nothing was changed."
        )
    print(f"Copying the course into {home.place} ...", flush=True)
    home.mark.mkdir(parents=True, exist_ok=True)
    home.finish(None)
    bring(home, release)
