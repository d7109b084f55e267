"""Interactive demos, one module per chapter.

A demo is a pure function that draws one frame, a table of controls, and a question to answer
before anything moves. ``all_demos()`` lists those of the whole course, for the tests.
"""

from .._rooms import chapters, doors, furniture
from .panel import Choice, Demo, Handle, Notes, Panel, Slider

__all__ = ["Choice", "Demo", "Handle", "Notes", "Panel", "Slider", "all_demos"]

_chapters = chapters(__path__, "panel")
__getattr__ = doors(__name__, _chapters)


def all_demos() -> dict[str, Demo]:
    """Every demo of the course by its full name, e.g. ``means.where_is_the_centre``."""
    return furniture(__name__, _chapters, Demo)


def __dir__() -> list[str]:
    return [*__all__, *_chapters]
