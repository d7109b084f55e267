"""Exercise checks, one module per chapter: ``from featurespace.checks import means as check``.

A check is data: a reference answer, fresh inputs, and the mistakes people make, each as code with
the sentence that names it. ``all_checks()`` lists those of the whole course, for their self-test.
"""

from importlib import import_module
from pkgutil import iter_modules

from .check import Check, Misconception, Result

__all__ = ["Check", "Misconception", "Result", "all_checks"]


def all_checks() -> dict[str, Check]:
    """Every check of the course by its full name, e.g. ``means.centre``."""
    names = [module.name for module in iter_modules(__path__) if module.name != "check"]
    rooms = {name: import_module(f"{__name__}.{name}") for name in names}
    return {
        f"{name}.{title}": check
        for name, room in rooms.items()
        for title, check in vars(room).items()
        if isinstance(check, Check)
    }
