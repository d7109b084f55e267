"""Where the notebooks of this release are, and where those of the student are.

A release has them in the wheel, or in the checkout that one works in; a student has a copy of them
in a course folder, which is known by its ``.featurespace``.
"""

from pathlib import Path

from .._progress import MARK as MARK
from .._progress import course_folder as course_folder

LIBRARY = Path(__file__).resolve().parent.parent
WHERE = (LIBRARY / "_material", LIBRARY.parent.parent)  # of a wheel, of a checkout
KINDS = ("course", "exercises", "solutions")


def folder() -> Path:
    """The folder with ``course``, ``exercises`` and ``solutions`` of this release."""
    return next(place for place in WHERE if (place / "course").is_dir())


def chapters() -> list[str]:
    """The names of the chapters in reading order, for instance ``01_means_and_distances``."""
    return sorted(path.stem for path in (folder() / "course").glob("*.ipynb"))
