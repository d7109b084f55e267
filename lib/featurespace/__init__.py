"""Feature Space: elementary algorithms in kernel feature space, small enough to read.

The rooms of the house, in the order of the chapters; each loads when it is first used.

>>> import featurespace as fs
>>> fs.means.spread([[1, 0, 1], [0, 1, 1], [1, 1, 2]])  # 4/3 - 8/9
0.4444444444444444
"""

from importlib import import_module

__version__ = "0.3.0"
__all__ = [
    "checks",
    "datasets",
    "demos",
    "describe",
    "embedding",
    "estimators",
    "fisher",
    "generalisation",
    "kernels",
    "linalg",
    "losses",
    "means",
    "orthogonal",
    "pca",
    "plots",
]


def __getattr__(name: str):
    """Import a room on first use, so that ``import featurespace`` stays light."""
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {__all__}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
