"""Where the notebooks of this release are, and where those of the student are.

A release has them in the wheel, or in the checkout that one works in; a student has a copy of them
in a course folder, which is known by its ``.featurespace``.
"""

from pathlib import Path

from .._progress import MARK as MARK
from .._progress import course_folder as course_folder

LIBRARY = Path(__file__).resolve().parent.parent
WHERE = (LIBRARY / "_material", LIBRARY.parent.parent)  # of a wheel, of a checkout
SUFFIXES = (".ipynb", ".md", ".tsv")  # setup.py puts the same into the wheel
KINDS = ("course", "exercises", "solutions")


def folder() -> Path:
    """The folder with ``course``, ``exercises`` and ``solutions`` of this release."""
    return next(place for place in WHERE if (place / "course").is_dir())


def chapters() -> list[str]:
    """The names of the chapters in reading order, for instance ``01_means_and_distances``."""
    return sorted(path.stem for path in (folder() / "course").glob("*.ipynb"))


def kinds(place: Path) -> list[Path]:
    """The folders of notebooks that there are in a course folder."""
    return [place / kind for kind in KINDS if (place / kind).is_dir()]


def files() -> dict[str, Path]:
    """Everything that a student gets, by its name within the folder."""
    found = [path for kind in KINDS for path in sorted((folder() / kind).iterdir())]
    return {f"{p.parent.name}/{p.name}": p for p in found if p.suffix in SUFFIXES}
