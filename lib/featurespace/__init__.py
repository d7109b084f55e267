"""Feature Space: elementary algorithms in kernel feature space, small enough to read.

The rooms of the house, in the order of the chapters; each loads when it is first used.

>>> import featurespace as fs
>>> fs.means.spread([[1, 0, 1], [0, 1, 1], [1, 1, 2]])  # 4/3 - 8/9
0.4444444444444444
"""

from ._rooms import doors

__version__ = "0.3.0"
__all__ = [
    "checks",
    "classroom",
    "datasets",
    "demos",
    "describe",
    "embedding",
    "estimators",
    "evidence",
    "fisher",
    "generalisation",
    "kernels",
    "linalg",
    "losses",
    "means",
    "neighbours",
    "normal",
    "orthogonal",
    "pca",
    "plots",
    "regression",
]


__getattr__ = doors(__name__, __all__)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
