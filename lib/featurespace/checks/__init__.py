"""Exercise checks, one module per chapter: ``from featurespace.checks import means as check``.

A check is data: a worked answer, fresh inputs, and the mistakes people make, each as code with the
sentence that names it. They are built from ``exercises/sources``; what works on them stands here:
``check`` judges, ``run`` runs an answer, ``compare`` compares, ``relations`` names what any answer
may get wrong. ``all_checks()`` lists the checks of the whole course, for their self-test.
"""

from .._rooms import chapters, doors, furniture
from .check import Check, Misconception, Result

__all__ = ["Check", "Misconception", "Result", "all_checks"]

_chapters = chapters(__path__, "check", "compare", "relations", "run")
__getattr__ = doors(__name__, _chapters)


def all_checks() -> dict[str, Check]:
    """Every check of the course by its full name, e.g. ``means.centre``."""
    return furniture(__name__, _chapters, Check)


def __dir__() -> list[str]:
    return [*__all__, *_chapters]
