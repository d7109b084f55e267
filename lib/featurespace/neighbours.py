"""Neighbours, the graph that links them, and the shortest ways along it."""

from bisect import bisect_left

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial import cKDTree

from ._validate import Array, as_count, as_points, as_symmetric, fail


def nearest(X: Array, m: int) -> tuple[Array, NDArray[np.intp]]:
    """Distances to the m nearest other points, sorted, and their numbers, both (n, m).

    >>> nearest(np.array([[0.0], [1.0], [3.0]]), m=1)[1].ravel()
    array([1, 0, 1])
    """
    n = len(X)
    distance, index = cKDTree(X).query(X, m + 1)
    oneself = index == np.arange(n)[:, None]  # need not come first where points coincide,
    oneself[~oneself.any(axis=1), -1] = True  # nor at all where more than m do
    return distance[~oneself].reshape(n, m), index[~oneself].reshape(n, m)


def neighbour_graph(X: ArrayLike, m: int) -> csr_array:
    """Edges from each point to its m nearest, both ways, weighted by distance (DME-F3.8).

    >>> neighbour_graph([[0.0], [1.0], [3.0]], m=1).toarray()
    array([[0., 1., 0.],
           [1., 0., 2.],
           [0., 2., 0.]])
    """
    X = as_points(X)
    n = len(X)
    if n < 2:
        raise fail("X", "have at least two points", n, "One point has no neighbours")
    graph = _links(X, as_count(m, "m", high=n - 1))
    return graph.maximum(graph.T)


def _links(X: Array, m: int) -> csr_array:
    """Edges one way only: row i holds the distances from point i to its m nearest."""
    n, (distance, index) = len(X), nearest(X, m)
    weight = np.maximum(distance.ravel(), np.finfo(float).tiny)  # a zero would mean: no edge
    return csr_array((weight, (np.repeat(np.arange(n), m), index.ravel())), shape=(n, n))


def connecting_neighbours(X: ArrayLike, least: int = 10) -> int:
    """Smallest number of neighbours, from ``least`` on, whose graph hangs together.

    More neighbours only add edges. So the number is doubled until the graph hangs together, and
    then sought by halving between the last two: the graphs made are few, not one a number.

    >>> connecting_neighbours([[0.0], [1.0], [8.0], [9.0]], least=1)
    2
    """
    X = as_points(X)
    if len(X) < 2:
        raise fail("X", "have at least two points", len(X), "One point has no neighbours")
    most = len(X) - 1  # then everybody is linked to everybody
    low = high = min(as_count(least, "least"), most)
    while high < most and not _hangs_together(X, high):
        low, high = high + 1, min(2 * high, most)
    between = range(low, high)  # below low the graph falls apart, or was not asked for
    return low + bisect_left(between, True, key=lambda m: _hangs_together(X, m))


def _hangs_together(X: Array, m: int) -> bool:
    """Whether the graph of m neighbours is in one piece."""
    return connected_components(_links(X, m), directed=False)[0] == 1


def _as_graph(graph: csr_array | ArrayLike) -> csr_array:
    """A sparse graph with the same lengths both ways; in a dense table 0 means: no edge."""
    links: csr_array = graph if issparse(graph) else csr_array(as_symmetric(graph, "graph"))
    remedy = "Make one with neighbour_graph(X, m)"
    n = links.shape[0]
    if links.shape != (n, n) or n == 0 or links.dtype.kind not in "biuf":
        raise fail("graph", "be square, with real lengths", f"{links.shape} {links.dtype}", remedy)
    if not np.isfinite(links.data).all() or links.data.min(initial=0.0) < 0:
        raise fail("graph", "hold finite lengths >= 0", "others", remedy)
    if abs(links - links.T).max() > 0:
        raise fail("graph", "be symmetric", "different lengths", "Pass graph.maximum(graph.T)")
    return links


def geodesic_distances(graph: csr_array) -> Array:
    """Lengths of the shortest paths between all points (DME-u34); the graph must hang together.

    >>> geodesic_distances(neighbour_graph([[0.0], [1.0], [3.0]], m=1))
    array([[0., 1., 3.],
           [1., 0., 2.],
           [3., 2., 0.]])
    """
    graph = _as_graph(graph)
    pieces, label = connected_components(graph, directed=False)
    if pieces > 1:
        sizes = sorted(np.bincount(label).tolist(), reverse=True)
        shown = f"{pieces} pieces of sizes {sizes[:6]}"
        raise fail("the neighbour graph", "be connected", shown, "Use more neighbours m")
    return shortest_path(graph, method="D")  # symmetric, so both directions are there already
