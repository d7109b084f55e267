"""Eigenpairs as the whole library wants them: largest first, signs fixed, no more than needed."""

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh

from ._validate import EPS, Array

MANY, FEW = 500, 50  # Lanczos is quicker from so many rows on, for at most one eigenpair in so many
ROOM = 30  # least number of vectors that Lanczos holds; with scipy's 20 it restarts more often


def fix_signs(vectors: Array) -> Array:
    """Columns with their largest entry (by size) positive: only the sign was open.

    Of entries that differ by round-off alone the first decides.

    >>> fix_signs(np.array([[0.6, 0.8], [-0.8, 0.6]]))
    array([[-0.6,  0.8],
           [ 0.8,  0.6]])
    """
    size = np.abs(vectors)
    first = (size >= (1 - np.sqrt(EPS)) * size.max(axis=0)).argmax(axis=0)
    return vectors * np.where(vectors[first, np.arange(len(first))] < 0, -1.0, 1.0)


def top_eigenpairs(A: Array, k: int) -> tuple[Array, Array]:
    """The k largest eigenvalues of a symmetric matrix, and their eigenvectors as columns.

    Lanczos where a few are asked of many, LAPACK otherwise. A restart of Lanczos draws from a
    generator of its own, so that the same matrix always gives the same answer.

    >>> top_eigenpairs(np.diag([1.0, 3.0, 2.0]), 2)[0]
    array([3., 2.])
    """
    n = len(A)
    if n > MANY and k <= n // FEW and A.diagonal().any():  # of zeros Lanczos makes nothing
        start, room = np.cos(np.arange(1.0, n + 1)), max(2 * k + 1, ROOM)
        rng = np.random.default_rng(0)
        values, vectors = eigsh(A, k, which="LA", v0=start, ncv=room, rng=rng)
        order = values.argsort()[::-1]
        return values[order], fix_signs(vectors[:, order])
    values, vectors = eigh(A, subset_by_index=[n - k, n - 1])
    return values[::-1], fix_signs(vectors[:, ::-1])
