"""Interactive demos, one module per chapter.

A demo is a pure function that draws one frame, a table of controls, and a question to answer
before anything moves. ``all_demos()`` lists those of the whole course, for the tests.
"""

from importlib import import_module
from pkgutil import iter_modules

from .panel import Choice, Demo, Notes, Panel, Slider

__all__ = ["Choice", "Demo", "Notes", "Panel", "Slider", "all_demos"]


def all_demos() -> dict[str, Demo]:
    """Every demo of the course by its full name, e.g. ``means.where_is_the_centre``."""
    names = [module.name for module in iter_modules(__path__) if module.name != "panel"]
    rooms = {name: import_module(f"{__name__}.{name}") for name in names}
    return {
        f"{name}.{title}": demo
        for name, room in rooms.items()
        for title, demo in vars(room).items()
        if isinstance(demo, Demo)
    }


def __getattr__(name: str):
    """Load a chapter's demos on first use: ``demos.means``."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
