"""How far a map can be trusted."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist
from scipy.stats import rankdata

from .._slabs import slabs
from .._validate import as_at_most, as_points, fail


def trustworthiness(X: ArrayLike, Z: ArrayLike, m: int = 5) -> float:
    r"""Share of neighbours in the map that were neighbours before, by rank (one is perfect).

    .. math:: 1 - \frac{2}{n m (2n - 3m - 1)} \sum_i \sum_{j \in U_i} \max(0, r_{ij} - m)

    where :math:`U_i` are the m nearest of i in Z, and :math:`r_{ij}` is one more than the number of
    points that are strictly nearer to i in X than j is. Where several are equally far in Z and not
    all of them have room in :math:`U_i`, they share the places left. So the order of points that
    tie does not matter.

    See Venna and Kaski 2001.

    Parameters
    ----------
    X : (n, d) points, at least three.
    Z : their map (n, k).
    m : neighbours that count, less than n / 2: else the worst map would not have trust zero.

    Returns
    -------
    From 0, where the farthest have become the nearest, to 1.

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
    m = as_at_most(m, "m", (n - 1) // 2, f"Trust is defined for less than half of {n} points")
    intrusion = 0.0
    for rows in slabs(n, 512):  # so that n x n ranks are never held
        rank = rankdata(cdist(X[rows], X), "min", axis=1) - 1  # strictly nearer, and oneself
        d = cdist(Z[rows], Z)
        d[np.arange(len(d)), np.arange(n)[rows]] = np.inf  # nobody is a neighbour of oneself
        edge = np.partition(d, m - 1, axis=1)[:, m - 1 : m]
        inside, tied = d < edge, d == edge
        left = m - inside.sum(axis=1, keepdims=True)
        place = inside + tied * (left / tied.sum(axis=1, keepdims=True))
        intrusion += float((place * np.maximum(rank - m, 0)).sum())
    return 1.0 - 2.0 * intrusion / (n * m * (2 * n - 3 * m - 1))
