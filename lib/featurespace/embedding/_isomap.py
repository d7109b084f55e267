"""Isomap: classical scaling of distances along the data."""

from numpy.typing import ArrayLike

from .._validate import LARGEST, Array, fail
from ..neighbours import geodesic_distances, neighbour_graph
from .mds import classical_mds


def isomap(X: ArrayLike, k: int, m: int = 10) -> Array:
    """Classical scaling of distances along the neighbour graph, (n, k) (DME-u34).

    >>> import numpy as np
    >>> t = np.linspace(0, np.pi, 50)
    >>> Z = isomap(np.column_stack([np.cos(t), np.sin(t)]), k=1, m=2)
    >>> round(float(np.ptp(Z)), 2)  # the length of the half circle
    3.14
    """
    D = geodesic_distances(neighbour_graph(X, m))
    if D.max() ** 2 > LARGEST:
        remedy = "Use another unit: squared distances leave the number range"
        raise fail("X", "have moderate distances", f"{D.max():.3g}", remedy)
    return classical_mds(D**2, k)
