"""Built from exercises/sources/05_dimensionality_reduction/shared.py by `make notebooks`: do not edit."""

"""What several checks of the chapter use."""

import numpy as np
from scipy.spatial.distance import cdist


def squared(X):
    """Squared distances between all rows."""
    return cdist(X, X, "sqeuclidean")


def uneven(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Points off the origin, with a different spread in each direction: no ties anywhere."""
    return rng.normal(size=(n, d)) * np.geomspace(2, 0.5, d) + rng.uniform(1, 3, d)


def cycle(n: int) -> np.ndarray:
    """Squared path lengths on a ring of n points."""
    hops = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return np.minimum(hops, n - hops) ** 2.0


def bipartite(n: int) -> np.ndarray:
    """Squared path lengths between two groups of n: 4 inside, 1 across; no map has them."""
    group = np.arange(2 * n) // n
    D2 = np.where(group[:, None] == group, 4.0, 1.0)
    return D2 - np.diag(D2.diagonal())


def top(A, k: int):
    """The k largest eigenvalues of a symmetric matrix and their eigenvectors."""
    values, V = np.linalg.eigh(A)
    return values[::-1][:k], V[:, ::-1][:, :k]
