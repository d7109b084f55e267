"""Rooms that open on first use: how the house, its demos and its checks load their modules."""

from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

Thing = TypeVar("Thing")


def chapters(path: Iterable[str], *framework: str) -> list[str]:
    """Names of a package's modules, apart from the framework that they share.

    >>> chapters(import_module("featurespace.demos").__path__, "panel")[:2]
    ['describe', 'embedding']
    """
    return [room.name for room in iter_modules(path) if room.name not in framework]


def doors(package: str, rooms: list[str]) -> Callable[[str], ModuleType]:
    """A ``__getattr__`` for a package: it imports a room when that is first asked for.

    >>> doors("featurespace", ["kernels", "means"])("means").__name__
    'featurespace.means'
    """

    def open_room(name: str) -> ModuleType:
        if name in rooms:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}; it has {rooms}")

    return open_room


def furniture(package: str, rooms: list[str], kind: type[Thing]) -> dict[str, Thing]:
    """Everything of one kind in these rooms by its full name, e.g. ``means.centre``.

    >>> list(furniture("featurespace", ["fisher"], type(doors)))[-1]
    'fisher.kernel_fisher'
    """
    return {
        f"{room}.{name}": thing
        for room in rooms
        for name, thing in vars(import_module(f"{package}.{room}")).items()
        if isinstance(thing, kind)
    }
