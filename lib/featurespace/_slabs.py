"""Blocks of rows small enough to stay in the cache: one pass over a large matrix does many jobs."""

from collections.abc import Iterator

import numpy as np

CACHED = 2**16  # numbers that the second-level cache of any recent processor holds


def slabs(n: int, size: int = 64) -> Iterator[slice]:
    """Slices that cover 0 .. n-1.

    >>> [(s.start, s.stop) for s in slabs(5, size=2)]
    [(0, 2), (2, 4), (4, 5)]
    """
    return (slice(start, min(start + size, n)) for start in range(0, n, size))


def thin_slabs(A: np.ndarray) -> Iterator[slice]:
    """Slices of rows of A, so few at a time that several passes over them cost as much as one.

    >>> len(list(thin_slabs(np.zeros((100, 2**16)))))
    100
    """
    return slabs(len(A), max(1, CACHED // A.shape[1]))
