"""Neighbours, the graph that links them, and the shortest ways along it.

Ids like DME-F3.8 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial import cKDTree

from ._slabs import thin_slabs
from ._validate import Array, as_at_most, as_count, as_points, as_symmetric, fail


def nearest(X: Array, m: int) -> tuple[Array, NDArray[np.intp]]:
    """Distances to the m nearest other points, sorted, and their numbers.

    Parameters
    ----------
    X : (n, d) points that have been checked.
    m : neighbours of each point, at most n - 1.

    Returns
    -------
    (n, m) distances, and numbers (n, m) of the points they lead to.

    >>> nearest(np.array([[0.0], [1.0], [3.0]]), m=1)[1].ravel()
    array([1, 0, 1])
    """
    n = len(X)
    distance, index = cKDTree(X).query(X, m + 1)
    oneself = index == np.arange(n)[:, None]  # need not come first where points coincide,
    oneself[~oneself.any(axis=1), -1] = True  # nor at all where more than m do
    return distance[~oneself].reshape(n, m), index[~oneself].reshape(n, m)


def _as_neighbours(m: int, n: int, low: int = 1) -> int:
    """A number of neighbours that each of n points can have."""
    if n < 2:
        raise fail("X", "have at least two points", n, "One point has no neighbours")
    return as_at_most(m, "m", n - 1, f"Each of {n} points has {n - 1} others", low)


def neighbour_graph(X: ArrayLike, m: int) -> csr_array:
    """Edges from each point to its m nearest, both ways, weighted by distance (DME-F3.8).

    Parameters
    ----------
    X : (n, d) points.
    m : neighbours of each point, at most n - 1.

    Returns
    -------
    (n, n) symmetric lengths; points that coincide are linked by the least positive number.

    >>> neighbour_graph([[0.0], [1.0], [3.0]], m=1).toarray()
    array([[0., 1., 0.],
           [1., 0., 2.],
           [0., 2., 0.]])
    """
    X = as_points(X)
    graph = _links(X, _as_neighbours(m, len(X)))
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

    Parameters
    ----------
    X : (n, d) points, at least two.
    least : number of neighbours to begin with; where there are fewer points, all of them.

    Returns
    -------
    A number of neighbours for :func:`neighbour_graph`.

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
    """Lengths of the shortest ways between all points of a graph in one piece (DME-u34).

    By the method of Dijkstra 1959, from every point.

    Parameters
    ----------
    graph : (n, n) symmetric lengths of the edges, sparse or dense; 0 means: no edge.

    Returns
    -------
    (n, n) lengths of the shortest ways, a table of distances.

    >>> geodesic_distances(neighbour_graph([[0.0], [1.0], [3.0]], m=1))
    array([[0., 1., 3.],
           [1., 0., 2.],
           [3., 2., 0.]])
    """
    return _shortest(_as_graph(graph))


def _geodesics(X: Array, m: int) -> Array:
    """The same from points and a number of neighbours that have been checked."""
    graph = _links(X, m)
    return _shortest(graph.maximum(graph.T))


def _shortest(graph: csr_array) -> Array:
    """Shortest ways along a symmetric graph, unless it falls apart."""
    pieces, label = connected_components(graph, directed=False)
    if pieces > 1:
        sizes = sorted(np.bincount(label).tolist(), reverse=True)
        shown = f"{pieces} pieces of sizes {sizes[:6]}"
        raise fail("the neighbour graph", "be connected", shown, "Use more neighbours m")
    return shortest_path(graph, method="D")  # symmetric, so both directions are there already


def new_geodesics(X_new: ArrayLike, X: ArrayLike, D: ArrayLike, m: int) -> Array:
    r"""Lengths of the shortest ways from new points to all training points.

    .. math:: \delta(z, x_i) = \min_{j} \bigl(\|z - x_j\| + \delta(x_j, x_i)\bigr)

    over the m training points j nearest to z. A training point given again has its old distances.

    Parameters
    ----------
    X_new : (M, d) new points.
    X : (n, d) training points.
    D : (n, n) lengths of the ways between them, ``geodesic_distances(neighbour_graph(X, m))``.
    m : how many of the nearest training points a way may begin with, at most n.

    Returns
    -------
    (M, n) lengths.

    >>> x = np.array([[0.0], [1.0], [3.0]])
    >>> new_geodesics([[2.5]], x, geodesic_distances(neighbour_graph(x, m=1)), m=1)
    array([[3.5, 2.5, 0.5]])
    """
    X, D = as_points(X), as_symmetric(D, "D")
    X_new = as_points(X_new, "X_new", d=X.shape[1])
    if len(D) != len(X):
        remedy = "Pass geodesic_distances(neighbour_graph(X, m))"
        raise fail("D", f"have {len(X)} rows, like X", len(D), remedy)
    m = as_at_most(m, "m", len(X), f"There are {len(X)} training points to begin with")
    return _ways_from(X_new, cKDTree(X), D, m)


def _ways_from(X_new: Array, tree: cKDTree, D: Array, m: int) -> Array:
    """The same, given a tree that finds the nearest training points; nothing is checked."""
    distance, index = tree.query(X_new, [*range(1, m + 1)])
    ways = np.full((len(X_new), len(D)), np.inf)
    for rows in thin_slabs(ways):
        for step, j in zip(distance[rows].T, index[rows].T, strict=True):  # the nearest, the next
            np.minimum(ways[rows], step[:, None] + D[j], out=ways[rows])
    return ways
