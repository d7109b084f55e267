"""How far a map can be trusted."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from .._validate import as_count, as_points, fail
from ..neighbours import nearest


def trustworthiness(X: ArrayLike, Z: ArrayLike, m: int = 5) -> float:
    r"""Share of neighbours in the map that were neighbours before, by rank (one is perfect).

    .. math:: 1 - \frac{2}{n m (2n - 3m - 1)} \sum_i \sum_{j \in U_i} (r_{ij} - m)

    where :math:`U_i` are the intruders among the m nearest in Z and :math:`r_{ij}` their rank in X.

    >>> X = np.arange(10.0)[:, None]
    >>> trustworthiness(X, 2 * X, m=3)
    1.0
    """
    X, Z = as_points(X), as_points(Z, "Z")
    n = len(X)
    if len(Z) != n:
        raise fail("Z", f"have {n} rows, like X", len(Z), "Give one row per point")
    if n < 3:
        raise fail("X", "have at least three points", n, "Fewer have no order of neighbours")
    near = nearest(Z, m := as_count(m, "m", high=(n - 1) // 2))[1]
    intrusion = 0
    for start in range(0, n, 512):  # slabs of rows, so that n x n ranks are never held
        rows = np.arange(start, min(start + 512, n))
        order = cdist(X[rows], X)
        order[np.arange(len(rows)), rows] = -1.0  # oneself first
        rank = np.empty_like(order, dtype=int)
        np.put_along_axis(rank, order.argsort(axis=1, kind="stable"), np.arange(n)[None, :], axis=1)
        r = np.take_along_axis(rank, near[rows], axis=1)
        intrusion += int(np.maximum(r - m, 0).sum())
    return 1.0 - 2.0 * intrusion / (n * m * (2 * n - 3 * m - 1))
