"""Blocks of rows small enough to stay in the cache: one pass over a large matrix does many jobs."""

from collections.abc import Iterator


def slabs(n: int, size: int = 256) -> Iterator[slice]:
    """Slices that cover 0 .. n-1.

    >>> [(s.start, s.stop) for s in slabs(5, size=2)]
    [(0, 2), (2, 4), (4, 5)]
    """
    return (slice(start, min(start + size, n)) for start in range(0, n, size))
