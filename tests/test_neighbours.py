"""Neighbours and their graph: the nearest by brute force, the fewest that connect by a scan."""

import numpy as np
import pytest
from cases import close, cloud, distances, seeds
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from featurespace import neighbours
from featurespace.neighbours import (
    connecting_neighbours,
    geodesic_distances,
    nearest,
    neighbour_graph,
)


def pieces(X, m):
    return connected_components(neighbour_graph(X, m), directed=False)[0]


def scan(X, least):
    """One graph after the other."""
    return next(m for m in range(min(least, len(X) - 1), len(X)) if pieces(X, m) == 1)


X = cloud()


# --- the nearest ---------------------------------------------------------------------------------


@given(seed=seeds, n=st.integers(2, 20), m=st.integers(1, 6), repeat=st.integers(1, 4))
def test_each_point_has_m_nearest_others_even_where_points_coincide(seed, n, m, repeat):
    Y = np.repeat(np.random.default_rng(seed).standard_normal((n, 2)), repeat, axis=0)
    m = min(m, len(Y) - 1)
    distance, index = nearest(Y, m)
    assert (index != np.arange(len(Y))[:, None]).all()
    assert all(len(set(row)) == m for row in index.tolist())
    close(distance, np.sort(distances(Y), axis=1)[:, 1 : m + 1], 10)


def test_the_graph_is_symmetric_and_links_each_point_to_its_nearest():
    """DME-F3.8"""
    graph, D = neighbour_graph(X, 4).toarray(), distances(X)
    np.testing.assert_array_equal(graph, graph.T)
    rank = D.argsort(axis=1).argsort(axis=1)
    linked = (rank <= 4) | (rank.T <= 4)
    close(graph, np.where(linked, D, 0), 10)


# --- the fewest that connect ---------------------------------------------------------------------


def test_the_fewest_neighbours_that_connect_are_found():
    Y = np.concatenate([cloud(6), cloud(9) + 100])
    m = connecting_neighbours(Y, least=2)
    pieces = [connected_components(neighbour_graph(Y, j))[0] for j in (m - 1, m)]
    assert pieces == [2, 1]
    assert connecting_neighbours(Y, least=12) == 12
    assert connecting_neighbours(Y, least=99) == 14


@given(seed=seeds, n=st.integers(2, 60), groups=st.integers(1, 4), least=st.integers(1, 12))
def test_halving_finds_what_a_scan_finds(seed, n, groups, least):
    rng = np.random.default_rng(seed)
    Y = rng.standard_normal((n, 2)) + 50 * rng.integers(groups, size=(n, 1))
    assert connecting_neighbours(Y, least) == scan(Y, least)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["grid", "two grids", "each four times", "all the same"])
def test_so_it_does_among_ties_and_twins(seed, kind):
    rng = np.random.default_rng(seed)
    Y = {
        "grid": rng.integers(4, size=(40, 2)),
        "two grids": rng.integers(3, size=(40, 2)) + 40 * rng.integers(2, size=(40, 1)),
        "each four times": np.repeat(rng.standard_normal((10, 2)), 4, axis=0),
        "all the same": np.ones((20, 2)),
    }[kind]
    for least in (1, 3, 10):
        assert connecting_neighbours(Y, least) == scan(Y, least)


@given(seed=seeds, n=st.integers(2, 40), side=st.integers(1, 5))
def test_among_ties_too_the_graph_hangs_together_and_with_one_neighbour_less_it_does_not(
    seed, n, side
):
    Y = np.random.default_rng(seed).integers(side, size=(n, 2))
    m = connecting_neighbours(Y, least=1)
    assert pieces(Y, m) == 1
    assert m == 1 or pieces(Y, m - 1) > 1


def test_few_graphs_are_made(monkeypatch):
    """Two far groups of 200: the answer is 200, and a scan would make 191 graphs."""
    made, links = [], neighbours._links
    monkeypatch.setattr(neighbours, "_links", lambda X, m: made.append(m) or links(X, m))
    Y = np.concatenate([cloud(200), cloud(200, seed=1) + 1000])
    assert connecting_neighbours(Y) == 200
    assert len(made) <= 14


@pytest.mark.parametrize("function", [connecting_neighbours, lambda X: neighbour_graph(X, 1)])
def test_a_single_point_has_no_neighbours(function):
    with pytest.raises(ValueError, match="X must have at least two points; got 1"):
        function([[1.0, 2.0]])


# --- the graph and its paths ---------------------------------------------------------------------


def test_paths_are_the_shortest():
    D = geodesic_distances(neighbour_graph(X, 5))
    assert (D >= distances(X) - 1e-12).all()
    assert (D[:, None, :] <= D[:, :, None] + D[None, :, :] + 1e-12).all()


@pytest.mark.parametrize(
    ("graph", "rule"),
    [
        (csr_array(np.ones((2, 3))), "graph must be square, with real lengths"),
        (csr_array(np.eye(2, dtype=complex)), "graph must be square, with real lengths"),
        (csr_array([[0.0, -1.0], [-1.0, 0.0]]), "graph must hold finite lengths >= 0"),
        (csr_array([[0.0, np.nan], [1.0, 0.0]]), "graph must hold finite lengths >= 0"),
        (csr_array([[0.0, 1.0], [2.0, 0.0]]), "graph must be symmetric"),
    ],
)
def test_what_is_no_graph_of_lengths_is_refused(graph, rule):
    with pytest.raises(ValueError, match=rule):
        geodesic_distances(graph)


@pytest.mark.parametrize(
    ("graph", "rule"),
    [
        ([[0.0, 1.0], [2.0, 0.0]], r"graph must be symmetric; got max \|graph - graph'\| = 1"),
        (np.ones((2, 3)), r"graph must be square; got shape \(2, 3\)\. Rows and columns"),
        ([0.0, 1.0], r"graph must have 2 axes; got shape \(2,\)\. Check its shape"),
    ],
)
def test_a_table_that_is_no_graph_is_refused_as_a_graph_not_as_a_kernel(graph, rule):
    with pytest.raises(ValueError, match=rule) as caught:
        geodesic_distances(graph)
    assert "K" not in str(caught.value)
