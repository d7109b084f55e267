"""Chapter 5: maps from inner products, distances and neighbours, against twins and oracles."""

import tracemalloc

import numpy as np
import pytest
from cases import EPS, close, cloud, distances, every, seeds
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime, minimize
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.stats import spearmanr
from sklearn.datasets import load_digits
from sklearn.decomposition import KernelPCA as SklearnKernelPCA
from sklearn.manifold import Isomap as SklearnIsomap
from sklearn.manifold import smacof
from sklearn.manifold import trustworthiness as sklearn_trustworthiness

from featurespace import _slabs, _validate
from featurespace.datasets import horseshoe, swiss_roll
from featurespace.embedding import (
    _kernel_pca,
    classical_mds,
    connecting_neighbours,
    geodesic_distances,
    gram_from_distances,
    isomap,
    kernel_pca,
    kernel_pca_project,
    mercer,
    metric_mds,
    neighbour_graph,
    new_geodesics,
    nonmetric_mds,
    place_new,
    sammon,
    stress,
    trustworthiness,
    umap,
)
from featurespace.embedding._umap import (
    NEGATIVES,
    _attract,
    _repel,
    fuzzy_graph,
    link_curve,
    neighbour_weights,
)
from featurespace.embedding.mds import SPREAD, _laplacian_solver, _monotone_fit, _pull, _start
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features
from featurespace.means import centre, squared_distances
from featurespace.neighbours import nearest
from featurespace.pca import pca


def same_up_to_sign(A, B, scale=1.0):
    """Columns are free to point the other way."""
    close(A * np.where((A * B).sum(axis=0) < 0, -1.0, 1.0), B, scale)


X, NEW = cloud(), cloud(7, seed=1)
CYCLE = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]], dtype=float)
STAR = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]], dtype=float)
KERNELS = [Linear(), Polynomial(2, 1.0), Gaussian(2.0)]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: type(k).__name__)


# --- kernel PCA ----------------------------------------------------------------------------------


def test_with_the_linear_kernel_it_is_pca():
    """DME-3.28; one idea, many names 10."""
    ours, theirs = kernel_pca(Linear()(X), 3), pca(X)
    same_up_to_sign(ours.scores, theirs.scores, 10)
    close(ours.eigenvalues, theirs.eigenvalues)


def test_with_a_quadratic_kernel_it_is_pca_of_the_quadratic_features():
    """DME-3.29: the explicit twin."""
    ours, theirs = kernel_pca(Polynomial(2, 1.0)(X), 5), pca(quadratic_features(X), 5)
    same_up_to_sign(ours.scores, theirs.scores, 1000)
    close(ours.eigenvalues, theirs.eigenvalues, 100)


@each_kernel
def test_directions_have_length_one_and_are_orthogonal(kernel):
    """errata 26: alpha' K alpha = 1 needs alpha = v / sqrt(n lambda)."""
    alpha = kernel_pca(kernel(X), 3).alpha
    close(alpha.T @ centre(kernel(X)) @ alpha, np.eye(3))


def test_unit_dual_weights_are_no_unit_direction():
    """errata 26: the direction of a unit v has squared length n lambda."""
    K = Gaussian(2.0)(X)
    alpha, values, *_ = kernel_pca(K, 1)
    v = alpha[:, 0] / np.linalg.norm(alpha)
    close(v @ centre(K) @ v, len(X) * values[0], 10)


@each_kernel
def test_scores_are_uncorrelated_with_the_eigenvalues_as_variances(kernel):
    _, values, scores, _ = kernel_pca(kernel(X), 3)
    close(scores.mean(axis=0), 0, 10)
    close(scores.T @ scores / len(X), np.diag(values), 100)


@each_kernel
def test_all_components_rebuild_the_centred_kernel_matrix(kernel):
    K = kernel(X[:8, :2])
    Z = kernel_pca(K, min(7, {Linear: 2, Polynomial: 5}.get(type(kernel), 7))).scores
    close(Z @ Z.T, centre(K), 100)


@each_kernel
def test_training_points_project_onto_their_own_scores(kernel):
    """W-u21"""
    components = kernel_pca(kernel(X), 3)
    close(kernel_pca_project(kernel(X), components), components.scores, 100)


def test_new_points_project_as_their_quadratic_features_do():
    """W-u21: the explicit twin."""
    kernel = Polynomial(2, 1.0)
    ours = kernel_pca_project(kernel(NEW, X), kernel_pca(kernel(X), 4))
    mean, U, _, _ = pca(quadratic_features(X), 4)
    same_up_to_sign(ours, (quadratic_features(NEW) - mean) @ U.T, 1000)


@each_kernel
def test_scikit_learn_gives_the_same_scores(kernel):
    oracle = SklearnKernelPCA(3, kernel="precomputed").fit(kernel(X))
    components = kernel_pca(kernel(X), 3)
    same_up_to_sign(components.scores, oracle.transform(kernel(X)), 1000)
    ours = kernel_pca_project(kernel(NEW, X), components)
    same_up_to_sign(ours, oracle.transform(kernel(NEW, X)), 1000)


def test_without_centring_the_first_eigenvector_is_nearly_constant():
    """errata 25: it finds where the data are, not how they vary."""
    K = Gaussian(10.0)(X)
    v = np.linalg.eigh(K)[1][:, -1]
    assert abs(v.sum()) / np.sqrt(len(X)) > 0.99
    assert abs(kernel_pca(K, 1).alpha.sum()) < 1e-8


def test_without_centring_the_direction_is_that_of_the_mean():
    """errata 25: mean (0, 20), standard deviations 3 and 0.3."""
    Y = np.random.default_rng(0).standard_normal((200, 2)) * [3.0, 0.3] + [0.0, 20.0]
    v = np.linalg.eigh(Y @ Y.T)[1][:, -1]
    wrong, right = v @ Y, kernel_pca(Y @ Y.T, 1).alpha[:, 0] @ Y
    assert abs(wrong[1]) / np.linalg.norm(wrong) > 0.99
    assert abs(right[0]) / np.linalg.norm(right) > 0.99


def test_dual_weights_may_gain_a_null_vector_and_the_scores_stay():
    """errata 28: K^2 a = n lambda K a has more solutions, but no more functions."""
    K, K_new = Linear()(X), Linear()(NEW, X)
    components = kernel_pca(K, 2)
    null = np.linalg.svd(X - X.mean(axis=0))[0][:, 3:]  # centred K times these is zero
    other = components._replace(alpha=components.alpha + null[:, :2])
    close(
        kernel_pca_project(K_new, other),
        kernel_pca_project(K_new, components),
        np.abs(K).max(),
    )


def test_nonlinear_components_need_not_tell_more():
    """errata 15: with features (x, 3 x^2) the first score knows nothing of x."""
    x = np.linspace(-2, 2, 41)
    F = np.column_stack([x, 3 * x**2])
    close(x @ kernel_pca(F @ F.T, 1).scores, 0, 100)
    close(np.abs(np.corrcoef(x, pca(x[:, None]).scores[:, 0])[0, 1]), 1)


@each_kernel
def test_many_points_go_through_lanczos_to_the_same_components(kernel):
    Y = cloud(600)
    K = kernel(Y)
    values, V = np.linalg.eigh(centre(K))
    _, ours, scores, _ = kernel_pca(K, 3)
    close(ours, values[::-1][:3] / 600, 1000)
    same_up_to_sign(scores, V[:, ::-1][:, :3] * np.sqrt(values[::-1][:3]), 1e5)


@pytest.mark.parametrize("n", [10, 600])
def test_more_components_than_the_rank_are_refused(n):
    with pytest.raises(
        ValueError, match=r"^k must be at most the rank of the centred K; got 4 > 3"
    ):
        kernel_pca(Linear()(cloud(n)), 4)


@pytest.mark.parametrize("n", [4, 30, 600])
@pytest.mark.parametrize("power", [1, 2])
def test_distances_in_place_of_k_have_no_components(n, power):
    D = distances(cloud(n)) ** power
    with pytest.raises(ValueError, match="K must be positive semi-definite; got smallest eigenv"):
        kernel_pca(D, 1)


@pytest.mark.parametrize("n", [10, 600])
def test_minus_half_the_squared_distances_will_do_as_k(n):
    """Centring makes inner products of them; their diagonal is zero, their round-off is not."""
    K = -(distances(cloud(n)) ** 2) / 2
    close(kernel_pca(K, 3).eigenvalues, kernel_pca(Linear()(cloud(n)), 3).eigenvalues, 1000)
    with pytest.raises(ValueError, match="k must be at most the rank of the centred K; got 4 > 3"):
        kernel_pca(K, 4)


@pytest.mark.parametrize("k", [1, 2])
def test_components_with_more_variance_than_there_is_are_refused(k):
    K = [[1.0, 0.0, 0.0], [0.0, 0.1, 0.15], [0.0, 0.15, 0.1]]
    with pytest.raises(ValueError, match=r"semi-definite; got smallest eigenvalue -0\.05"):
        kernel_pca(K, k)


def test_points_that_coincide_have_no_component():
    with pytest.raises(ValueError, match=r"got 1 > 0\. Ask for fewer components"):
        kernel_pca(np.full((5, 5), 0.1), 1)


@given(seed=seeds, n=st.integers(3, 12), scale=st.floats(1e-3, 1e3))
def test_kernel_pca_is_classical_scaling_of_the_feature_distances(seed, n, scale):
    """One idea, many names 11: compared by inner products, which no sign or rotation changes."""
    K = scale * Gaussian()(np.random.default_rng(seed).standard_normal((n, 2)))
    A, B = kernel_pca(K, 2).scores, classical_mds(np.sqrt(squared_distances(K)), 2)
    gap = np.linalg.eigvalsh(centre(K))[-3:]
    if n == 3 or gap[1] - gap[0] > 1e-3 * scale:
        close(A @ A.T, B @ B.T, 100 * scale)


# --- distances and inner products ----------------------------------------------------------------


@each_kernel
def test_inner_products_come_back_from_distances(kernel):
    """DME-3.22 inverts DME-3.13 after centring; one idea, many names 3."""
    K = kernel(X)
    close(gram_from_distances(np.sqrt(squared_distances(K))), centre(K), K.max())


@given(seed=seeds, n=st.integers(2, 12), d=st.integers(1, 4))
def test_euclidean_distances_give_a_positive_semi_definite_matrix(seed, n, d):
    """DME-3.34, Schoenberg."""
    Y = np.random.default_rng(seed).standard_normal((n, d))
    values = np.linalg.eigvalsh(gram_from_distances(distances(Y)))
    assert values[0] > -100 * n * EPS * max(values[-1], 1)
    assert (values > 1e-9 * values[-1]).sum() <= min(d, n - 1)


@pytest.mark.parametrize(
    ("D", "values"), [(CYCLE, [2, 2, 0, -1]), (STAR, [2, 2, 0, -0.25])], ids=["cycle", "star"]
)
def test_distances_along_a_graph_need_not_be_euclidean(D, values):
    """the negative eigenvalue says that no map has these distances."""
    close(np.linalg.eigvalsh(gram_from_distances(D))[::-1], values)


@given(seed=seeds, n=st.integers(3, 12), d=st.integers(1, 4))
def test_squared_distances_themselves_are_never_positive_semi_definite(seed, n, d):
    """errata 9: trace 0 and exactly one positive eigenvalue."""
    D2 = distances(np.random.default_rng(seed).standard_normal((n, d))) ** 2
    values = np.linalg.eigvalsh(D2)
    close(values.sum(), 0, n * D2.max())
    assert (values > 100 * n * EPS * D2.max()).sum() == 1
    assert values[0] < 0


# --- classical scaling ---------------------------------------------------------------------------


def test_a_known_map_is_recovered():
    """errata 30: distances of the result are the distances given."""
    Z = classical_mds(distances(X), 3)
    close(distances(Z), distances(X), 10)


def test_unsquared_distances_do_not_recover_the_map():
    """errata 30: (3.34) needs squares; of the roots of distances it makes another map."""
    Z = classical_mds(np.sqrt(distances(X)), 3)
    assert np.abs(distances(Z) - distances(X)).max() > 1


def test_classical_scaling_of_euclidean_distances_is_pca():
    """DME-3.36; one idea, many names 11."""
    same_up_to_sign(classical_mds(distances(X), 3), pca(X).scores, 10)


def test_maps_of_fewer_dimensions_are_the_first_columns():
    for D in (distances(X), distances(X) ** 0.8):
        three = classical_mds(D, 3)
        for k in (1, 2):
            close(classical_mds(D, k), three[:, :k], 10)


def test_the_flat_map_of_a_cycle_keeps_the_diagonals_and_stretches_the_sides():
    """Exact values."""
    D = distances(classical_mds(CYCLE, 2))
    close(D, np.where(CYCLE == 1, np.sqrt(2), CYCLE))


def test_negative_eigenvalues_are_left_out():
    """Where the printed square root would be NaN."""
    Z = classical_mds(CYCLE, 2)
    close(np.linalg.eigvalsh(Z @ Z.T), [0, 0, 2, 2])
    with pytest.raises(
        ValueError, match=r"^k must be at most the number of positive eigenvalues; got 3 > 2"
    ):
        classical_mds(CYCLE, 3)


def test_no_other_map_has_closer_inner_products():
    """DME-3.35: the error is the sum of the squared eigenvalues left out."""
    G, Z = gram_from_distances(STAR), classical_mds(STAR, 1)
    close(((G - Z @ Z.T) ** 2).sum(), 2**2 + 0.25**2)


def test_round_off_in_distances_is_no_error():
    D = distances(X)
    D[0, 1] = D[1, 0] = -1e-16
    assert np.isfinite(classical_mds(D, 2)).all()


# --- distances, not squares ----------------------------------------------------------------------

TAKES_DISTANCES = {
    "gram_from_distances": gram_from_distances,
    "classical_mds": lambda D: classical_mds(D, 1),
    "place_new": lambda D: place_new(D, D, np.ones((len(D), 1))),
    "stress": lambda D: stress(np.ones((len(D), 1)), D),
    "metric_mds": lambda D: metric_mds(D, 1),
    "sammon": lambda D: sammon(D, 1),
}


@pytest.mark.parametrize("name", TAKES_DISTANCES)
@given(seed=seeds, n=st.integers(6, 60), d=st.integers(1, 3))
def test_squares_of_points_on_both_sides_of_another_are_refused(name, seed, n, d):
    Y = np.random.default_rng(seed).standard_normal((n, d))
    Y[:3] = [[-9.0] * d, [0.0] * d, [9.0] * d]  # the square of 18 is more than twice that of 9
    with pytest.raises(ValueError, match=r"^D must hold distances, not their squares; .+sqrt\(D\)"):
        TAKES_DISTANCES[name](distances(Y) ** 2)


@given(seed=seeds, n=st.integers(5, 30), power=st.sampled_from([0.5, 1.0, 1.5, 3.0]))
def test_other_dissimilarities_are_not_taken_for_squares(seed, n, power):
    """Where triangle inequalities fail but roots do not mend them, or none fails."""
    rng = np.random.default_rng(seed)
    Y = rng.standard_normal((n, 3))
    judged = squareform(rng.uniform(0.1, 2, n * (n - 1) // 2))
    hamming = cdist(Y > 0, Y > 0, "hamming")  # roots of these are distances: of a cube's corners
    twice = np.kron(distances(Y) ** power, np.ones((2, 2)))  # every point twice
    for D in (distances(Y) ** power, judged, hamming + 1 - np.eye(n), twice):
        assert np.isfinite(gram_from_distances(D)).all()


@pytest.mark.parametrize("x", [[0.0, 1.0, 2.0], [0.0, 1.0, 2.0, 5.0], [0.0, 1.0, 2.0, 2.0, 2.0]])
def test_four_points_or_fewer_are_never_taken_for_squares(x):
    """Any table of three that breaks the triangle inequality might be the squares of a line."""
    D = np.subtract.outer(x, x) ** 2
    assert 0 < stress(np.array(x)[:, None], D) < 1


def test_only_the_order_counts_so_squares_will_do():
    D = distances(cloud(20, 2))
    assert nonmetric_mds(D**2, 2).stress < 1e-3


# --- new points ----------------------------------------------------------------------------------


def test_new_points_land_on_their_pca_scores():
    D, found = distances(X), pca(X, 2)
    expected = (NEW - found.mean) @ found.directions.T
    same_up_to_sign(place_new(cdist(NEW, X), D, classical_mds(D, 2)), expected, 10)


@each_kernel
def test_placing_by_distances_is_projecting_by_inner_products(kernel):
    """Gower's formula is kernel PCA's projection of new points."""
    K, K_new = kernel(X), kernel(NEW, X)
    D = np.sqrt(squared_distances(K))
    squared = kernel.diag(NEW)[:, None] - 2 * K_new + kernel.diag(X)
    placed = place_new(np.sqrt(np.maximum(squared, 0)), D, classical_mds(D, 2))
    same_up_to_sign(placed, kernel_pca_project(K_new, kernel_pca(K, 2)), K.max())


@given(seed=seeds, n=st.integers(4, 15), unit=st.sampled_from([1e-30, 1.0, 1e30]))
def test_training_points_land_on_themselves_whatever_the_table(seed, n, unit):
    D = unit * squareform(np.random.default_rng(seed).uniform(1, 2, n * (n - 1) // 2))
    Z = classical_mds(D, 1)
    close(place_new(D[:2], D, Z) / unit, Z[:2] / unit, 100)


def test_a_map_by_other_means_has_no_formula():
    D = distances(X) ** 0.8
    Z = classical_mds(D, 2)
    for other in (metric_mds(D, 2).Z, 2 * Z, Z + 1, Z[::-1], 0 * Z):
        with pytest.raises(ValueError, match=r"^Z must be classical_mds\(D, k\); got another map"):
            place_new(D, D, other)


def test_new_distances_that_do_not_fit_are_refused_by_name():
    D = distances(X)
    Z = classical_mds(D, 2)
    with pytest.raises(ValueError, match=r"^D_new must have 30 columns.+\(30, 7\).+cdist\(Z, X\)"):
        place_new(cdist(X, NEW), D, Z)
    with pytest.raises(ValueError, match=r"^D_new must hold no negative distance; got -1"):
        place_new(-np.ones((1, 30)), D, Z)
    for size in (1e-60, 1e60):
        with pytest.raises(ValueError, match=r"^D_new must lie between 1e-37 and 1e\+37; got 1e"):
            place_new(np.full((1, 30), size), D, Z)
    with pytest.raises(ValueError, match=r"^Z must have 30 rows, like D; got 29"):
        place_new(D, D, Z[1:])


@pytest.mark.parametrize("m", [3, 10])
def test_a_training_point_keeps_its_ways(m):
    Y = np.concatenate([horseshoe(100, np.random.default_rng(0))[0], np.zeros((20, 2))])
    D = geodesic_distances(neighbour_graph(Y, m := connecting_neighbours(Y, m)))
    close(new_geodesics(Y, Y, D, m), D, 10)


def test_the_way_of_a_new_point_is_the_shortest_of_m():
    D = geodesic_distances(neighbour_graph(X, 5))
    expected = []
    for z in NEW:
        step = np.linalg.norm(X - z, axis=1)
        expected.append(np.min([step[j] + D[j] for j in step.argsort()[:4]], axis=0))
    close(new_geodesics(NEW, X, D, 4), expected, 10)


def test_a_way_may_begin_with_any_of_all_training_points():
    D = geodesic_distances(neighbour_graph(X, 5))
    expected = (cdist(NEW, X)[:, :, None] + D).min(axis=1)
    close(new_geodesics(NEW, X, D, len(X)), expected, 10)


def test_new_points_find_their_ways_two_at_a_time_as_all_at_once(monkeypatch):
    D = geodesic_distances(neighbour_graph(X, 5))
    whole = new_geodesics(NEW, X, D, 3)
    monkeypatch.setattr(_slabs, "CACHED", 2 * len(X))
    np.testing.assert_array_equal(new_geodesics(NEW, X, D, 3), whole)


def test_new_ways_need_the_table_of_their_points():
    D = distances(X)
    with pytest.raises(ValueError, match=r"^D must have 30 rows, like X; got 29"):
        new_geodesics(NEW, X, D[1:, 1:], 3)
    with pytest.raises(ValueError, match=r"^X_new must have 3 columns"):
        new_geodesics(NEW[:, :2], X, D, 3)
    with pytest.raises(ValueError, match=r"^m must be .+ got 31. There are 30 training points"):
        new_geodesics(NEW, X, D, 31)


def test_scikit_learn_places_new_points_of_the_roll_alike():
    Y, _ = swiss_roll(300, np.random.default_rng(0))
    more, _ = swiss_roll(50, np.random.default_rng(1))
    oracle = SklearnIsomap(n_neighbors=10, n_components=2, eigen_solver="dense").fit(Y)
    D = geodesic_distances(neighbour_graph(Y, 10))
    ours = place_new(new_geodesics(more, Y, D, 10), D, isomap(Y, 2, 10))
    same_up_to_sign(ours, oracle.transform(more), 1e4)


# --- metric scaling ------------------------------------------------------------------------------


def never_rises(history):
    return (np.diff(history) <= 100 * EPS).all()


@given(seed=seeds, n=st.integers(3, 15), k=st.integers(1, 2), weighted=st.booleans())
def test_no_step_raises_the_stress(seed, n, k, weighted):
    """DME-3.31: majorisation, from any start, for any dissimilarities and weights."""
    rng = np.random.default_rng(seed)
    D = squareform(rng.uniform(0.1, 2, n * (n - 1) // 2))
    w = squareform(rng.uniform(0, 1, n * (n - 1) // 2)) if weighted else None
    for start in (None, rng):
        Z, last, history, _ = metric_mds(D, k, w, start)
        assert never_rises(history)
        assert last == history[-1] == stress(Z, D, w)
        assert last >= 0


@given(seed=seeds, n=st.integers(3, 10), d=st.integers(1, 2), side=st.integers(1, 5))
def test_no_step_raises_the_stress_where_points_meet(seed, n, d, side):
    """Points of a grid, on a line: some coincide, others come within round-off of each other."""
    rng = np.random.default_rng(seed)
    Y = rng.integers(0, side, (n, d), endpoint=True)
    Y[0], Y[1] = 0, side
    D = distances(Y.astype(float))
    for start in (None, rng):
        for method in (metric_mds, nonmetric_mds):
            Z, last, history, _ = method(D, 1, rng=start)
            assert (np.diff(history) <= 0).all()
            assert last == history.min()
        Z, last, history, _ = metric_mds(D, 1, rng=start)
        close(last, stress(Z, D))


def test_points_that_meet_do_not_spoil_the_others():
    """Both once ended above their best: a quotient by a distance of 1e-17."""
    Y = np.array([[3, 1], [0, 3], [2, 0], [1, 3], [4, 2], [1, 4.0]])
    assert metric_mds(distances(Y), 1).stress < 0.09  # it was 0.1255, after 0.116
    Y = np.array([[6.0], [4], [3], [2], [6]])
    result = metric_mds(distances(Y), 1, rng=np.random.default_rng(1871))
    assert (np.diff(result.history) <= 0).all()
    assert result.converged


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-12])
def test_a_step_is_exact_for_points_however_near(gap):
    """Against sums over pairs in twice the digits."""
    Z = cloud(12, 2) - 1
    Z[1] = Z[0] + [gap, 0]
    d, D = distances(Z), distances(cloud(12, 3, seed=3))
    wide = Z.astype(np.longdouble)
    apart = wide[:, None] - wide[None]
    length = np.sqrt((apart**2).sum(axis=2)) + np.eye(12)
    expected = (D[:, :, None] * apart / length[:, :, None]).sum(axis=1)
    close(_pull(Z, d, D), expected.astype(float), 10)


def test_noise_does_not_decide_which_way_points_part():
    Z, D = cloud(12, 2) - 1, distances(cloud(12, 3, seed=3))
    Z[1] = Z[0]
    expected = _pull(Z, distances(Z), D)
    for noise in (1e-15, -1e-15):
        Z[1] = Z[0] + noise
        close(_pull(Z, distances(Z), D), expected, 10)


@pytest.mark.parametrize("D", [CYCLE, STAR], ids=["cycle", "star"])
def test_every_dimension_of_the_start_has_room_to_move(D):
    """A third coordinate of zeros, or one that is the same for all, would stay so for ever."""
    spread = _start(D, 3, None).var(axis=0)
    assert spread.min() >= 0.99 * SPREAD * spread.max()


ITERATIVE = [metric_mds, sammon, nonmetric_mds]
each_iterative = pytest.mark.parametrize("method", ITERATIVE, ids=lambda m: m.__name__)


@each_iterative
def test_of_several_starts_the_best_is_kept(method):
    """More starts repeat the fewer and add to them, whoever drew from the generator before."""
    D = distances(load_digits().data[:20])
    found = [method(D, 1, rng=np.random.default_rng(3), n_init=n).stress for n in (1, 2, 4, 8)]
    assert (np.diff(found) <= 0).all()
    assert found[-1] < found[0]
    alone = [method(D, 1, rng=g).stress for g in np.random.default_rng(3).spawn(7)]
    assert found[-1] == min([found[0], *alone])


@each_iterative
def test_restarts_without_a_generator_are_refused(method):
    with pytest.raises(ValueError, match=r"^rng must be given where n_init > 1; got None"):
        method(CYCLE, 1, n_init=2)


@each_iterative
def test_it_says_whether_it_settled(method):
    D = distances(load_digits().data[:30])
    short, long = method(D, 2, max_iter=3), method(D, 2, max_iter=20_000)
    assert not short.converged
    assert len(short.history) == 4
    assert long.converged
    assert 4 < len(long.history) < 20_000
    np.testing.assert_array_equal(long.history[:4], short.history)


@each_iterative
def test_a_wider_tolerance_stops_earlier(method):
    D = distances(load_digits().data[:30])
    rough, fine = method(D, 2, tol=1e-2), method(D, 2, tol=1e-6)
    assert rough.converged
    assert len(rough.history) < len(fine.history)
    gain = -np.diff(rough.history) / rough.history[1:]
    assert gain[-1] <= 1e-2 < gain[:-1].min()


def test_a_step_that_gains_no_more_than_round_off_is_the_last():
    """The stress of distances that fit falls for ever, by a share; its round-off is n eps."""
    found = metric_mds(distances(X), 3, rng=np.random.default_rng(0), max_iter=3000, tol=0.0)
    gain = -np.diff(found.history)
    assert found.converged
    assert gain[-1] <= len(X) * EPS < gain[:-1].min()


@pytest.mark.parametrize("tol", [-1e-9, np.nan, "small", None])
@each_iterative
def test_a_tolerance_that_is_none_is_refused(method, tol):
    with pytest.raises(ValueError, match=r"^tol must be a number >= 0"):
        method(CYCLE, 1, tol=tol)


def test_the_stress_is_the_share_of_squared_distances_missed():
    rng = np.random.default_rng(0)
    Z, w = rng.standard_normal((30, 2)), squareform(rng.uniform(size=435))
    delta, d, u = pdist(X), pdist(Z), squareform(w)
    close(stress(Z, distances(X)), ((d - delta) ** 2).sum() / (delta**2).sum())
    close(stress(Z, distances(X), w), (u * (d - delta) ** 2).sum() / (u * delta**2).sum())


def test_the_collapsed_map_has_stress_one():
    """So the stress of an optimal map lies in [0, 1] whatever the unit."""
    close(stress(np.zeros((30, 2)), distances(X)), 1)
    close(stress(np.zeros((30, 2)), distances(X), distances(X)), 1)


def test_the_stress_does_not_depend_on_the_unit():
    Z = cloud(30, 2, seed=2)
    close(stress(1e6 * Z, 1e6 * distances(X)), stress(Z, distances(X)))


def test_euclidean_distances_are_met_at_once_from_classical_scaling():
    result = metric_mds(distances(X), 3)
    assert result.stress < 1e-25
    close(distances(result.Z), distances(X), 10)


@given(seed=seeds)
def test_euclidean_distances_are_met_from_random_starts(seed):
    """In n - 1 dimensions the only minimum is the global one."""
    Y = np.random.default_rng(0).standard_normal((5, 4))
    start = np.random.default_rng(seed)
    assert metric_mds(distances(Y), 4, rng=start, max_iter=3000).stress < 1e-6


def test_a_random_start_finds_a_flat_map():
    Y = cloud(20, 2)
    best = min(metric_mds(distances(Y), 2, rng=np.random.default_rng(s)).stress for s in range(5))
    assert best < 1e-9


def test_the_stress_is_no_larger_than_that_of_classical_scaling():
    D = distances(load_digits().data[:60])
    assert metric_mds(D, 2).stress < stress(classical_mds(D, 2), D)


@pytest.mark.parametrize("weighted", [False, True])
def test_at_the_optimum_the_gradient_vanishes(weighted):
    rng = np.random.default_rng(0)
    D = squareform(rng.uniform(1, 2, 28))
    w = squareform(rng.uniform(size=28)) if weighted else None
    Z = metric_mds(D, 2, w, max_iter=20_000).Z
    gradient = approx_fprime(Z.ravel(), lambda z: stress(z.reshape(8, 2), D, w), 1e-6)
    np.testing.assert_allclose(gradient, 0, atol=1e-4)
    moved = approx_fprime(1.1 * Z.ravel(), lambda z: stress(z.reshape(8, 2), D, w), 1e-6)
    assert np.abs(moved).max() > 1e-3


def test_with_weights_a_general_optimiser_finds_the_same_stress():
    rng = np.random.default_rng(1)
    D, w = squareform(rng.uniform(1, 2, 15)), squareform(rng.uniform(size=15) * (np.arange(15) % 3))
    ours = metric_mds(D, 2, w, max_iter=20_000)
    oracle = minimize(
        lambda z: stress(z.reshape(6, 2), D, w), _start(D, 2, None).ravel(), options={"gtol": 1e-9}
    )
    np.testing.assert_allclose(ours.stress, oracle.fun, rtol=1e-4)


def test_equal_weights_are_no_weights():
    D = distances(X) ** 0.7
    for w in (np.full((30, 30), 2.5), squareform(np.full(435, 2.5))):
        np.testing.assert_allclose(metric_mds(D, 2, w).history, metric_mds(D, 2).history, rtol=1e-6)


def test_the_laplacian_is_solved_as_by_its_pseudo_inverse():
    w = squareform(np.random.default_rng(0).uniform(size=45))
    Y = centre(np.eye(10))[:, :3]
    V = np.diag(w.sum(axis=1)) - w
    close(_laplacian_solver(w)(Y), np.linalg.pinv(V) @ Y)


def test_a_distance_of_weight_zero_does_not_matter():
    """Where all points are linked, some distances may be unknown."""
    D, w = distances(cloud(12, 2)), np.ones((12, 12))
    wrong = D.copy()
    wrong[0, 1] = wrong[1, 0] = 50.0
    w[0, 1] = w[1, 0] = 0.0
    result = metric_mds(wrong, 2, w, max_iter=5000)
    assert result.stress < 1e-9
    np.testing.assert_allclose(distances(result.Z), D, atol=1e-3)


def test_a_start_that_lies_flat_leaves_the_plane_where_weights_ask_for_it():
    """Classical scaling knows no weights; without a nudge its empty columns stay empty."""
    D = squareform([1.0, 5, 2, 4, 4, 2, 2, 2, 5, 5])
    w = squareform([1.0, 0, 2, 2, 1, 1, 0, 2, 1, 2])  # in the plane the least stress is 1.6e-3
    assert (np.linalg.eigvalsh(gram_from_distances(D**2)) > 1e-9).sum() == 2
    assert metric_mds(D, 4, w).stress < 1e-4


def test_weights_that_leave_pieces_unlinked_are_refused():
    w = np.kron(np.eye(2), np.ones((2, 2)))
    with pytest.raises(ValueError, match=r"^weights must link all points; got 2 separate pieces"):
        metric_mds(CYCLE, 2, w)


@pytest.mark.parametrize("steps", [1, 5, 50])
def test_scikit_learn_takes_the_same_steps(steps):
    D = distances(load_digits().data[:50])
    Z, _ = smacof(
        D,
        n_components=2,
        init=_start(D, 2, None),
        n_init=1,
        max_iter=steps,
        eps=0,
        normalized_stress=False,
    )
    close(metric_mds(D, 2, max_iter=steps).Z, Z, 1000)


def test_scikit_learn_finds_no_better_map_from_the_same_start():
    D = distances(load_digits().data[:50])
    Z, _ = smacof(D, n_components=2, init=_start(D, 2, None), n_init=1, eps=1e-9)
    assert metric_mds(D, 2).stress <= 1.001 * stress(Z, D)


def test_points_may_coincide():
    Y = np.repeat(cloud(6, 2), 2, axis=0)
    assert metric_mds(distances(Y), 2).stress < 1e-25
    assert np.isfinite(metric_mds(distances(Y), 2, rng=np.random.default_rng(0)).Z).all()


@pytest.mark.parametrize("method", [metric_mds, sammon, nonmetric_mds])
def test_the_same_generator_gives_the_same_scaling(method):
    D = distances(X)
    one, two, other = (method(D, 2, rng=np.random.default_rng(s)).Z for s in (3, 3, 4))
    np.testing.assert_array_equal(one, two)
    assert np.abs(one - other).max() > 0.01
    np.testing.assert_array_equal(method(D, 2).Z, method(D, 2).Z)


# --- Sammon --------------------------------------------------------------------------------------


def test_sammon_weighs_by_inverse_distances():
    """DME-u29"""
    D = distances(X)
    Z, value, history, _ = sammon(D, 2)
    delta, d = pdist(X), pdist(Z)
    close(value, ((d - delta) ** 2 / delta).sum() / delta.sum())
    assert never_rises(history)


def test_sammon_keeps_small_distances_better_than_metric_scaling():
    D = distances(load_digits().data[:60])
    small = (np.quantile(pdist(load_digits().data[:60]), 0.1) > D) & (D > 0)
    error = [np.abs(distances(method(D, 2).Z) - D)[small].mean() for method in (sammon, metric_mds)]
    assert error[0] < error[1]


def test_sammon_refuses_points_that_coincide():
    """errata 30: its weights are 1/distance."""
    Y = X[[0, 1, 2, 1]]
    with pytest.raises(
        ValueError, match=r"^D must be positive off the diagonal; got 0 at \(1, 3\)"
    ):
        sammon(distances(Y), 2)


# --- nonmetric scaling ---------------------------------------------------------------------------


@given(seed=seeds, n=st.integers(3, 12), k=st.integers(1, 2), ties=st.booleans())
def test_no_step_raises_the_normalised_stress(seed, n, k, ties):
    """DME-3.33: cos(d, f) grows from step to step, ties or not."""
    rng = np.random.default_rng(seed)
    delta = rng.uniform(0.1, 2, n * (n - 1) // 2)
    D = squareform(np.ceil(3 * delta) if ties else delta)
    for start in (None, rng):
        Z, last, history, _ = nonmetric_mds(D, k, start)
        assert never_rises(history)
        assert 0 <= last <= 1
        assert last == history[-1] == _monotone_fit(Z, squareform(D))[1]


@pytest.mark.parametrize("max_iter", [1, 7, 1000])
def test_the_stress_reported_is_that_of_the_map_returned(max_iter):
    D = distances(load_digits().data[:30])
    Z, last, _, _ = nonmetric_mds(D, 2, max_iter=max_iter)
    assert last == _monotone_fit(Z, squareform(D))[1]


@pytest.mark.parametrize("f", [lambda D: D**3, np.sqrt, np.expm1], ids=["cube", "root", "exp"])
def test_only_the_order_of_the_dissimilarities_counts(f):
    D = distances(load_digits().data[:25]) / 30
    one, two = (nonmetric_mds(d, 2, np.random.default_rng(0), max_iter=100) for d in (D, f(D)))
    np.testing.assert_allclose(two.history, one.history, rtol=1e-6)
    ratio = pdist(two.Z) / pdist(one.Z)
    np.testing.assert_allclose(ratio, ratio.mean(), rtol=1e-4)


def test_the_order_of_cubed_distances_is_nearly_met():
    Y = cloud(25, 2)
    result = nonmetric_mds(distances(Y) ** 3, 2)
    assert result.stress < 1e-3 < stress(classical_mds(distances(Y) ** 3, 2), distances(Y) ** 3)
    assert spearmanr(pdist(result.Z), pdist(Y)).statistic > 0.999


def test_the_fit_is_monotone_and_closest():
    """DME-3.33: and the best monotone fit is orthogonal to what it misses."""
    Z, delta = cloud(10, 2), pdist(cloud(10, 2, seed=1))
    fitted, error = _monotone_fit(Z, delta)
    d = pdist(Z)
    assert (np.diff(fitted[delta.argsort()]) >= 0).all()
    close(fitted @ (d - fitted), 0, 100)
    close(error, ((d - fitted) ** 2).sum() / (d**2).sum())


def test_tied_dissimilarities_may_lie_at_any_distances():
    close(_monotone_fit(cloud(10, 2), np.ones(45))[1], 0)


def test_without_normalising_the_map_could_shrink_but_does_not():
    """errata 30: (3.33) alone has its minimum 0 at a single point."""
    D = squareform(np.random.default_rng(0).uniform(1, 2, 190))
    Z = nonmetric_mds(D, 1, max_iter=2000).Z
    assert (pdist(Z) ** 2).sum() > 0.5 * (squareform(D) ** 2).sum()


# --- Isomap --------------------------------------------------------------------------------------


def test_with_all_as_neighbours_it_is_classical_scaling():
    """One idea, many names 11."""
    close(geodesic_distances(neighbour_graph(X, 29)), distances(X), 10)
    same_up_to_sign(isomap(X, 3, m=29), classical_mds(distances(X), 3), 10)


def test_along_a_curve_it_finds_the_arc_length():
    """DME-u34: an Archimedean spiral, within 2 %."""
    t = np.linspace(0, 3 * np.pi, 400) + np.pi
    spiral = np.column_stack([t * np.cos(t), t * np.sin(t)])
    length = np.concatenate([[0], np.linalg.norm(np.diff(spiral, axis=0), axis=1).cumsum()])
    z = isomap(spiral, 1, m=4)[:, 0]
    np.testing.assert_allclose(np.abs(z - z[0]), length, atol=0.02 * length[-1])
    assert abs(np.ptp(z) / length[-1] - 1) < 0.02


def test_a_graph_in_pieces_is_refused_with_their_number_and_sizes():
    Y = np.concatenate([cloud(12), cloud(7) + 100, cloud(5) - 100])
    message = r"graph must be connected; got 3 pieces of sizes \[12, 7, 5\]\. Use more neighbours"
    with pytest.raises(ValueError, match=message):
        isomap(Y, 2, m=4)
    with pytest.raises(ValueError, match=message):
        geodesic_distances(neighbour_graph(Y, 4))


def test_points_that_coincide_get_the_same_place():
    Y = np.repeat(X, 3, axis=0)
    Z = isomap(Y, 2, m=connecting_neighbours(Y)).reshape(30, 3, 2)
    close(np.ptp(Z, axis=1), 0)


def test_scikit_learn_unrolls_the_same_roll():
    Y, _ = swiss_roll(400, np.random.default_rng(0))
    oracle = SklearnIsomap(n_neighbors=10, n_components=2, eigen_solver="dense").fit(Y)
    np.testing.assert_allclose(geodesic_distances(neighbour_graph(Y, 10)), oracle.dist_matrix_)
    same_up_to_sign(isomap(Y, 2, m=10), oracle.embedding_, 1e4)


@given(seed=seeds)
def test_it_orders_the_horseshoe(seed):
    """where the graph of ten neighbours hangs together; n = 400."""
    Y, t = horseshoe(400, np.random.default_rng(seed))
    if connected_components(neighbour_graph(Y, 10))[0] == 1:
        assert abs(spearmanr(isomap(Y, 1, m=10)[:, 0], t).statistic) > 0.99
        assert abs(spearmanr(pca(Y, 1).scores[:, 0], t).statistic) < 0.5


@given(seed=seeds)
def test_one_edge_across_the_opening_spoils_the_order(seed):
    """With n = 100 ten neighbours reach across it for four seeds of ten (C8 says never)."""
    Y, t = horseshoe(100, np.random.default_rng(seed))
    graph = neighbour_graph(Y, 10).tocoo()
    short_cut = np.abs(t[graph.row] - t[graph.col]).max() > 4
    if connected_components(graph)[0] == 1:
        ordered = abs(spearmanr(isomap(Y, 1, m=10)[:, 0], t).statistic) > 0.98
        assert ordered != short_cut


# --- UMAP ----------------------------------------------------------------------------------------


@given(seed=seeds, n=st.integers(1, 9), m=st.integers(2, 20), scale=st.floats(1e-20, 1e20))
def test_link_probabilities_sum_to_the_logarithm_of_their_number(seed, n, m, scale):
    """DME-3.37: and the nearest neighbour has probability one, in any unit."""
    w = neighbour_weights(scale * np.sort(np.random.default_rng(seed).uniform(1, 2, (n, m))))
    np.testing.assert_allclose(w.sum(axis=1), np.log2(m), rtol=1e-6)
    assert (w[:, 0] == 1).all()
    assert (np.diff(w, axis=1) <= 0).all()


@pytest.mark.parametrize("copies", [1, 3, 15])
def test_points_that_coincide_are_linked_with_probability_one(copies):
    """errata 11: without the maximum it would be 3.49."""
    d = np.sort(np.random.default_rng(0).uniform(1, 2, (4, 15)), axis=1)
    d[:, :copies] = 0.0
    w = neighbour_weights(d)
    assert (w[:, :copies] == 1).all()
    assert ((w >= 0) & (w <= 1)).all()


def test_either_direction_suffices_for_a_link():
    """DME-3.38: a + b - ab."""
    distance, index = nearest(X, 5)
    P = np.zeros((30, 30))
    np.put_along_axis(P, index, neighbour_weights(distance), axis=1)
    union = fuzzy_graph(X, 5).toarray()
    close(union, P + P.T - P * P.T)
    close(union, 1 - (1 - P) * (1 - P.T))


@given(seed=seeds, n=st.integers(6, 20), repeat=st.integers(1, 8))
def test_the_graph_holds_symmetric_probabilities(seed, n, repeat):
    Y = np.repeat(np.random.default_rng(seed).standard_normal((n, 2)), repeat, axis=0)
    W = fuzzy_graph(Y, 5).toarray()
    np.testing.assert_array_equal(W, W.T)
    assert ((W >= 0) & (W <= 1)).all()
    assert (W.diagonal() == 0).all()
    close(W.max(axis=1), 1)


def test_the_link_curve_is_that_of_umap_learn():
    """Their a and b at the default min_dist = 0.1."""
    np.testing.assert_allclose(link_curve(0.1), (1.576943460405378, 0.8950608781227859), rtol=1e-6)


def test_linked_points_are_pulled_down_the_gradient():
    """DME-3.40: minus the gradient of -w ln v."""
    (a, b), Z, graph = link_curve(0.1), cloud(30, 2), fuzzy_graph(X, 5)
    w = squareform(graph.toarray())

    def attraction(z):
        return (w * np.log1p(a * pdist(z.reshape(30, 2)) ** (2 * b))).sum()

    step = _attract(Z, *graph.nonzero(), graph.data, a, b)
    gradient = approx_fprime(Z.ravel(), attraction, 1e-7).reshape(30, 2)
    np.testing.assert_allclose(step, -gradient, atol=1e-4)


def test_random_pairs_are_pushed_down_the_gradient():
    """DME-3.40: minus the gradient of -ln(1 - v); a thousandth keeps it finite."""

    class Always:
        def integers(self, n, size):
            return np.full(size, 1)  # everyone meets the second point

    (a, b), Z = link_curve(0.1), np.array([[0.0, 0.0], [1.5, 2.0], [-3.0, 1.0]])
    step = _repel(Z, np.array([1.0, 1.0, 2.0]), Always(), a, b)
    for i, degree in [(0, 1), (2, 2)]:

        def repulsion(z):
            return -np.log(1 - 1 / (1 + a * np.linalg.norm(z - Z[1]) ** (2 * b)))

        slope = approx_fprime(Z[i], repulsion, 1e-7)
        np.testing.assert_allclose(step[i], -NEGATIVES * degree * slope, rtol=1e-3)
    np.testing.assert_array_equal(step[1], 0)


def effective_entropy(Z, W, a, b):
    """DME-3.39 with 1 - w replaced by how often a pair is drawn to be pushed apart."""
    d, degree = pdist(Z), W.sum(axis=1)
    drawn = squareform(NEGATIVES * np.add.outer(degree, degree) / (2 * len(W)), checks=False)
    v = 1 / (1 + a * d ** (2 * b))
    return -(squareform(W) * np.log(v) + drawn * np.log(1 - v)).sum()


def test_the_map_has_less_cross_entropy_than_classical_scaling_of_any_size():
    Y = load_digits().data[:200]
    (a, b), W = link_curve(0.1), fuzzy_graph(Y, 15).toarray()
    flat = classical_mds(distances(Y), 2)
    sizes = np.geomspace(1, 20, 20) / np.abs(flat).max()
    ours = effective_entropy(umap(Y, 2, rng=np.random.default_rng(0)), W, a, b)
    assert ours < 0.9 * min(effective_entropy(size * flat, W, a, b) for size in sizes)


def test_the_same_generator_gives_the_same_map():
    one, two, other = (umap(X, 2, 5, np.random.default_rng(s), epochs=30) for s in (3, 3, 4))
    np.testing.assert_array_equal(one, two)
    assert np.abs(one - other).max() > 0.01
    np.testing.assert_array_equal(umap(X, 2, 5, epochs=30), umap(X, 2, 5, epochs=30))


@pytest.mark.parametrize("seed", [0, 1])
def test_on_the_digits_it_is_as_trustworthy_as_umap_learn(seed):
    """umap-learn gives 0.9885 to 0.9899 with its defaults."""
    Y = load_digits().data
    Z = umap(Y, 2, rng=np.random.default_rng(seed))
    assert trustworthiness(Y, Z, 5) > 0.9885 - 0.01


@pytest.mark.parametrize("seed", range(5))
def test_separate_clouds_stay_separate(seed):
    rng = np.random.default_rng(seed)
    Y = np.concatenate([rng.standard_normal((30, 5)) + 20 * np.eye(5)[c] for c in range(3)])
    D = distances(umap(Y, 2, 10, rng, epochs=200))
    same = np.kron(np.eye(3), np.ones((30, 30))) > 0
    assert D[~same].min() > 0
    nearest_label = (D + 1e9 * np.eye(90)).argmin(axis=1) // 30
    np.testing.assert_array_equal(nearest_label, np.arange(90) // 30)
    assert np.median(D[~same]) > 2 * np.median(D[same])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_maps_have_k_columns_and_mean_zero(k):
    Z = umap(X, k, 5, epochs=20)
    assert Z.shape == (30, k)
    close(Z.mean(axis=0), 0, 100)


def test_points_that_coincide_still_have_a_map():
    assert np.isfinite(umap(np.repeat(X, 4, axis=0), 2, 5, epochs=20)).all()
    assert np.isfinite(umap(np.zeros((20, 2)), 2, 5, epochs=20)).all()


# --- Mercer --------------------------------------------------------------------------------------


def minimum(x):
    return np.minimum(x, x.T)


def midpoints(n):
    return (np.arange(n) + 0.5) / n, np.full(n, 1 / n)


def legendre(n):
    t, w = np.polynomial.legendre.leggauss(n)
    return (t + 1) / 2, w / 2


def test_the_minimum_kernel_has_the_known_eigenvalues():
    """1/((i - 1/2)^2 pi^2)."""
    values = mercer(minimum, *midpoints(200)).eigenvalues
    i = np.arange(1, 6)
    np.testing.assert_allclose(values[:5], 1 / ((i - 0.5) ** 2 * np.pi**2), rtol=1e-3)
    assert round(values[0], 7) == 0.4052868


def test_the_minimum_kernel_has_sines_as_eigenfunctions():
    t, w = midpoints(400)
    sines = np.sqrt(2) * np.sin((np.arange(3) + 0.5) * np.pi * t[:, None])
    functions = mercer(minimum, t, w).functions[:, :3]
    signs = np.sign((functions * sines).sum(axis=0))
    np.testing.assert_allclose(functions * signs, sines, atol=1e-3)


@pytest.mark.parametrize("rule", [midpoints, legendre])
@pytest.mark.parametrize(
    "kernel", [minimum, Gaussian(0.5), Polynomial(2)], ids=["min", "rbf", "p2"]
)
def test_eigenfunctions_are_orthonormal_and_rebuild_the_kernel(kernel, rule):
    """W-T7.1, W-u07: with any quadrature weights."""
    t, w = rule(40)
    values, functions = mercer(kernel, t, w)
    K = kernel(t[:, None])
    close(functions.T * w @ functions, np.eye(40))
    close(functions * values @ functions.T, K, 10)
    close(K * w @ functions, functions * values, 10)
    close(values.sum(), w @ K.diagonal())
    assert (np.diff(values) <= 0).all()


def test_a_smooth_kernel_needs_few_grid_points():
    coarse, fine = (mercer(Gaussian(0.5), *legendre(n)).eigenvalues for n in (20, 60))
    close(coarse[:8], fine[:8])


def test_on_a_finite_set_it_is_the_spectral_theorem():
    """errata 24: K(i, j) = sum of lambda psi(i) psi(j)."""
    K = Gaussian()(X)
    values, functions = mercer(lambda _: K, np.arange(30), np.ones(30))
    close(values, np.linalg.eigvalsh(K)[::-1])
    close(functions.T @ functions, np.eye(30))


def test_eigenfunctions_on_the_data_are_kernel_principal_components():
    """W-u25; one idea, many names 10."""
    values, functions = mercer(lambda x: centre(Gaussian(2.0)(x)), X, np.full(30, 1 / 30))
    _, variances, scores, _ = kernel_pca(Gaussian(2.0)(X), 3)
    close(values[:3], variances)
    same_up_to_sign(functions[:, :3] * np.sqrt(values[:3]), scores, 10)


def test_a_kernel_that_is_not_symmetric_is_refused():
    """errata 24: 1 + (x - y) meets all printed hypotheses."""
    with pytest.raises(ValueError, match=r"^kernel\(grid\) must be symmetric"):
        mercer(lambda x: 1 + x - x.T, *midpoints(10))


# --- the same question, the same answer ----------------------------------------------------------


@pytest.mark.parametrize(
    "restarted",
    [  # so symmetric that Lanczos has to start again with numbers of its own
        lambda: kernel_pca(np.eye(600), 3).scores,
        lambda: umap(np.eye(12), k=2, m=5, rng=np.random.default_rng(0), epochs=50),
    ],
    ids=["kernel_pca", "umap"],
)
def test_the_same_seed_gives_the_same_bits_however_often(restarted):
    first = restarted()
    for _ in range(3):
        np.testing.assert_array_equal(restarted(), first)


# --- trustworthiness -----------------------------------------------------------------------------


def by_definition(Y, Z, m):
    """Ranks counted one by one."""
    n, total = len(Y), 0
    for i in range(n):
        others = [j for j in range(n) if j != i]
        by_Y = sorted(others, key=lambda j: np.linalg.norm(Y[i] - Y[j]))
        by_Z = sorted(others, key=lambda j: np.linalg.norm(Z[i] - Z[j]))
        total += sum(max(by_Y.index(j) + 1 - m, 0) for j in by_Z[:m])
    return 1 - 2 * total / (n * m * (2 * n - 3 * m - 1))


@given(seed=seeds, m=st.integers(1, 3))
def test_trustworthiness_counts_intruders_by_rank(seed, m):
    rng = np.random.default_rng(seed)
    Y, Z = rng.standard_normal((8, 3)), rng.standard_normal((8, 2))
    close(trustworthiness(Y, Z, m), by_definition(Y, Z, m))


@given(seed=seeds, n=st.integers(11, 60), m=st.integers(1, 5))
def test_scikit_learn_trusts_a_map_as_much(seed, n, m):
    rng = np.random.default_rng(seed)
    Y, Z = rng.standard_normal((n, 3)), rng.standard_normal((n, 2))
    ours = trustworthiness(Y, Z, m)
    close(ours, sklearn_trustworthiness(Y, Z, n_neighbors=m))
    assert 0 <= ours <= 1


def test_slabs_do_not_change_the_trust():
    rng = np.random.default_rng(0)
    Y, Z = rng.standard_normal((1100, 3)), rng.standard_normal((1100, 2))
    close(trustworthiness(Y, Z, 7), sklearn_trustworthiness(Y, Z, n_neighbors=7))


def test_ranks_count_those_strictly_nearer():
    X = [[0.0], [-1.0], [1.0], [5.0], [9.0]]  # seen from 0, the points at -1 and 1 tie
    close(trustworthiness(X, X, 1), 1.0)
    Z = [[0.0], [2.5], [1.0], [50.0], [90.0]]  # its neighbour may be either of them
    swapped = [[0.0], [1.0], [2.5], [50.0], [90.0]]
    close(trustworthiness(X, Z, 1), 1 - 2 / (5 * 6) * 1)  # -1's nearest is 1, its second
    close(trustworthiness(X, swapped, 1), 1 - 2 / (5 * 6) * 1)  # and the other way round


def test_points_equally_far_in_the_map_share_the_places_left():
    X = [[0.0], [1.0], [3.0], [7.0]]
    Z = [[0.0], [1.0], [-1.0], [9.0]]  # seen from 0, ranks one and two share one place
    close(trustworthiness(X, Z, 1), 1 - 2 / (4 * 4) * (1 / 2 + 0 + 1 + 1))


@given(seed=seeds, m=st.integers(1, 4))
def test_trust_does_not_hang_on_the_order_of_ties(seed, m):
    rng = np.random.default_rng(seed)
    Y, Z = rng.integers(4, size=(15, 3)), rng.integers(4, size=(15, 2))
    order = rng.permutation(15)
    close(trustworthiness(Y[order], Z[order], m), trustworthiness(Y, Z, m))


@given(seed=seeds)
def test_rotating_moving_and_scaling_keeps_all_neighbours(seed):
    rng = np.random.default_rng(seed)
    Y, Q = rng.standard_normal((20, 3)), np.linalg.qr(rng.standard_normal((3, 3)))[0]
    assert trustworthiness(Y, 3 * Y @ Q + 1, 5) == 1.0


def test_a_map_where_the_farthest_are_nearest_has_no_trust_at_all():
    close(trustworthiness([[0.0], [1.0], [10.0]], [[1.0], [-2.0], [0.0]], 1), 0)


@given(seed=seeds, m=st.integers(1, 9))
def test_a_collapsed_map_counts_m_others_and_never_oneself(seed, m):
    Y = np.random.default_rng(seed).standard_normal((20, 3))
    assert 0 <= trustworthiness(Y, np.zeros((20, 2)), m) <= 1


# --- one contract for all inputs -----------------------------------------------------------------

GRAM_FUNCTIONS = {
    "kernel_pca": ("K", lambda K: kernel_pca(K, 1)),
    "gram_from_distances": ("D", gram_from_distances),
    "classical_mds": ("D", lambda D: classical_mds(D, 1)),
    "stress": ("D", lambda D: stress(np.eye(4), D)),
    "stress.weights": ("weights", lambda w: stress(np.eye(4), CYCLE, w)),
    "metric_mds": ("D", lambda D: metric_mds(D, 1)),
    "metric_mds.weights": ("weights", lambda w: metric_mds(CYCLE, 1, w)),
    "sammon": ("D", lambda D: sammon(D, 1)),
    "nonmetric_mds": ("D", lambda D: nonmetric_mds(D, 1)),
}
POINT_FUNCTIONS = {
    "neighbour_graph": ("X", lambda X: neighbour_graph(X, 1)),
    "connecting_neighbours": ("X", connecting_neighbours),
    "isomap": ("X", lambda X: isomap(X, 1, 2)),
    "umap": ("X", lambda X: umap(X, 1, 2)),
    "stress.Z": ("Z", lambda Z: stress(Z, CYCLE)),
    "trustworthiness": ("X", lambda X: trustworthiness(X, np.eye(4), 1)),
    "trustworthiness.Z": ("Z", lambda Z: trustworthiness(np.eye(4), Z, 1)),
    "mercer": ("grid", lambda t: mercer(minimum, t, np.ones(4))),
}
POINT_JUNK = {
    "nothing": [],
    "None": None,
    "a word": "abc",
    "words": [["a"], ["b"], ["c"], ["d"]],
    "three axes": np.ones((4, 2, 2)),
    "ragged": [[1.0], [1.0, 2.0], [1.0], [3.0]],
    "nan": [[0.0], [np.nan], [1.0], [2.0]],
    "inf": [[0.0], [np.inf], [1.0], [2.0]],
}
GRAM_JUNK = POINT_JUNK | {
    "one axis": [1.0, 2.0, 3.0, 4.0],
    "not square": np.ones((4, 3)),
    "not symmetric": np.triu(CYCLE),
    "nan": np.where(CYCLE == 2, np.nan, CYCLE),
    "words": [["a"] * 4] * 4,
}
DISTANCE_FUNCTIONS = [name for name, (argument, _) in GRAM_FUNCTIONS.items() if argument[0] == "D"]


@pytest.mark.parametrize("name", GRAM_FUNCTIONS)
def test_junk_in_place_of_a_matrix_is_refused_by_name(name):
    argument, function = GRAM_FUNCTIONS[name]

    def judge(junk):
        with pytest.raises(ValueError, match=rf"^{argument} must "):
            function(junk)

    none = {"None"} if argument == "weights" else set()  # no weights at all are no junk
    every({kind: GRAM_JUNK[kind] for kind in GRAM_JUNK.keys() - none}, judge)


@pytest.mark.parametrize("name", POINT_FUNCTIONS)
def test_junk_in_place_of_points_is_refused_by_name(name):
    argument, function = POINT_FUNCTIONS[name]

    def judge(junk):
        with pytest.raises(ValueError, match=rf"^{argument} must "):
            function(junk)

    every(POINT_JUNK, judge)


@pytest.mark.parametrize("name", DISTANCE_FUNCTIONS)
def test_a_similarity_table_is_refused(name):
    argument, function = GRAM_FUNCTIONS[name]
    with pytest.raises(ValueError, match=rf"^{argument} must have a zero diagonal; got 1\..+simil"):
        function(CYCLE + np.eye(4))


@pytest.mark.parametrize("name", DISTANCE_FUNCTIONS)
def test_negative_distances_are_refused(name):
    argument, function = GRAM_FUNCTIONS[name]
    with pytest.raises(ValueError, match=rf"^{argument} must hold no negative distance; got -2"):
        function(-CYCLE)


@pytest.mark.parametrize("name", ["stress", "metric_mds", "sammon", "nonmetric_mds"])
def test_points_that_all_coincide_have_nothing_to_scale(name):
    with pytest.raises(ValueError, match=r"^D must "):
        GRAM_FUNCTIONS[name][1](np.zeros((4, 4)))


@pytest.mark.parametrize("w", [np.ones((3, 3)), -np.ones((4, 4)), np.zeros((4, 4))])
def test_weights_that_do_not_fit_are_refused_by_name(w):
    for name in ("stress.weights", "metric_mds.weights"):
        with pytest.raises(ValueError, match=r"^weights must "):
            GRAM_FUNCTIONS[name][1](w)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: classical_mds(X, 2), r"D must be square; got shape \(30, 3\).+cdist\(X, X\)"),
        (lambda: classical_mds(X @ X.T, 2), r"D must .+ zero diagonal.+sqrt\(means.squared_dist"),
        (lambda: classical_mds(np.zeros((4, 4)), 1), "got 1 > 0. All points coincide"),
        (lambda: classical_mds(CYCLE, 3), "Ask for 2 dimensions or fewer"),
        (lambda: metric_mds(CYCLE, 4), "k must .+ got 4. 4 points lie in at most 3 dimensions"),
        (lambda: isomap(X, 2, 30), "m must .+ got 30. Each of 30 points has 29 others"),
        (lambda: isomap(X, 30, 5), "k must .+ got 30. 30 points lie in at most 29 dimensions"),
        (lambda: umap(X, 28), "k must .+ got 28. The start is made of eigenvectors"),
        (lambda: trustworthiness(X, X, 15), "m must .+ got 15. .+ less than half of 30 points"),
    ],
)
def test_the_message_says_what_to_do(call, words):
    with pytest.raises(ValueError, match=words):
        call()


CALLS = {
    "k must be a whole number >= 1 and <= 4": lambda k: kernel_pca(Linear()(np.eye(4)), k),
    "k must be a whole number >= 1 and <= 3; got": lambda k: classical_mds(CYCLE, k),
    "k must be a whole number >= 1 and <= 3": lambda k: metric_mds(CYCLE, k),
    "k must be a whole number >= 1 and <= 3;": lambda k: nonmetric_mds(CYCLE, k),
    "k must be a whole number >= 1 and <= 27": lambda k: umap(X, k),
    "m must be a whole number >= 1 and <= 29": lambda m: neighbour_graph(X, m),
    "m must be a whole number >= 1 and <= 29;": lambda m: isomap(X, 2, m),
    "m must be a whole number >= 2 and <= 29": lambda m: umap(X, 2, m),
    "m must be a whole number >= 1 and <= 14": lambda m: trustworthiness(X, X, m),
    "max_iter must be a whole number >= 1": lambda n: metric_mds(CYCLE, 2, max_iter=min(n, 0)),
    "max_iter must be a whole number >= 1;": lambda n: nonmetric_mds(CYCLE, 2, max_iter=min(n, 0)),
    "n_init must be a whole number >= 1": lambda n: sammon(CYCLE, 2, n_init=min(n, 0)),
    "epochs must be a whole number >= 1": lambda n: umap(X, 2, epochs=min(n, 0)),
    "least must be a whole number >= 1": lambda n: connecting_neighbours(X, min(n, 0)),
}


@pytest.mark.parametrize("count", [0, -1, 30, 1.5])
@pytest.mark.parametrize("message", CALLS)
def test_counts_out_of_range_are_refused_by_name(message, count):
    with pytest.raises(ValueError, match=f"^{message}"):
        CALLS[message](count)


@pytest.mark.parametrize(
    ("function", "fewest"),
    [(isomap, "two"), (umap, "four"), (lambda X, k: trustworthiness(X, X, k), "three")],
    ids=["isomap", "umap", "trustworthiness"],
)
def test_a_single_point_has_no_neighbours(function, fewest):
    with pytest.raises(ValueError, match=f"^X must have at least {fewest} points; got 1"):
        function([[1.0, 2.0]], 1)


@pytest.mark.parametrize("method", [metric_mds, sammon, nonmetric_mds, umap])
def test_a_seed_is_no_generator(method):
    with pytest.raises(ValueError, match=r"^rng must be a numpy Generator; got 7"):
        method(distances(X), 2, rng=7)


def test_maps_of_another_number_of_points_are_refused():
    with pytest.raises(ValueError, match=r"^Z must have 4 rows, like D; got 3"):
        stress(np.eye(3), CYCLE)
    with pytest.raises(ValueError, match=r"^Z must have 30 rows, like X; got 3"):
        trustworthiness(X, np.eye(3))


def test_new_rows_must_fit_the_components():
    components = kernel_pca(Linear()(X), 2)
    with pytest.raises(ValueError, match=r"^K_new must have 30 columns"):
        kernel_pca_project(np.ones((2, 4)), components)


@pytest.mark.parametrize("other", [Linear()(X), pca(X), None], ids=lambda it: type(it).__name__)
def test_what_kernel_pca_did_not_return_is_no_components(other):
    """A kernel matrix in the second place, too: it is not needed any more."""
    with pytest.raises(
        ValueError, match=r"^components must be a KernelComponents; got .*kernel_pca"
    ):
        kernel_pca_project(Linear()(NEW, X), other)


def count(monkeypatch, module, name):
    """Calls of one function of a module, as a list that grows."""
    calls, real = [], getattr(module, name)

    def counted(matrix, *rest, **options):
        calls.append(np.shape(matrix))
        return real(matrix, *rest, **options)

    monkeypatch.setattr(module, name, counted)
    return calls


def test_from_points_to_a_projected_new_point_each_pass_over_K_is_made_once(monkeypatch):
    """One check, one mean, one centring of K; a new point meets only its own row."""
    checks = count(monkeypatch, _validate, "as_symmetric")
    centrings = count(monkeypatch, _kernel_pca, "_centre")
    eigenpairs = count(monkeypatch, _kernel_pca, "top_eigenpairs")
    components = kernel_pca(Gaussian(2.0)(X), 2)
    assert checks == centrings == eigenpairs == [(30, 30)]
    kernel_pca_project(Gaussian(2.0)(NEW, X), components)
    assert checks == eigenpairs == [(30, 30)]
    assert centrings == [(30, 30), (len(NEW), 30)]


def test_projecting_holds_nothing_of_the_size_of_K():
    """n = 2000: K has 32 MB, a row 16 kB."""
    Y = cloud(2000)
    components = kernel_pca(Gaussian(2.0)(Y), 2)
    assert sum(array.nbytes for array in components) < 100_000
    K_new = Gaussian(2.0)(Y[:1], Y)
    tracemalloc.start()
    kernel_pca_project(K_new, components)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize("weights", [[1.0], [1.0, 0.0], [1.0, np.nan], ["a", "b"]], ids=str)
def test_quadrature_weights_that_do_not_fit_are_refused_by_name(weights):
    with pytest.raises(ValueError, match=r"^weights must "):
        mercer(minimum, [0.0, 1.0], weights)


def test_a_kernel_that_answers_for_other_points_is_refused():
    with pytest.raises(ValueError, match=r"^kernel\(grid\) must have 2 rows; got 3"):
        mercer(lambda x: np.eye(3), [0.0, 1.0], [1.0, 1.0])


@pytest.mark.parametrize("value", [0.0, -1.0, np.nan, "0.1"])
def test_a_least_distance_that_is_not_positive_is_refused(value):
    with pytest.raises(ValueError, match=r"^min_dist must be a number > 0"):
        umap(X, 2, 5, min_dist=value)


FITTING = {"K": np.eye(4), "X": cloud(14, 2), "Z": cloud(4, 2), "grid": np.arange(4.0)}


@pytest.mark.parametrize("name", [*GRAM_FUNCTIONS, *POINT_FUNCTIONS])
def test_arguments_are_never_changed(name):
    argument, function = (GRAM_FUNCTIONS | POINT_FUNCTIONS)[name]
    array = FITTING.get(argument, CYCLE)[: 4 if name == "trustworthiness" else None].copy()
    array.flags.writeable = False
    function(array)


def test_points_too_far_apart_to_square_are_refused():
    with pytest.raises(ValueError, match="X must have distances between 1e-37 and 1e\\+37"):
        isomap([[0.0], [1e40], [3e40]], 1, m=2)


@pytest.mark.parametrize("m", [1, 2, 4])
def test_in_a_collapsed_map_all_others_share_the_m_places(m):
    """Each of the eight others has m/8 of a place, whatever its rank r, and r - m counts."""
    X = np.random.default_rng(0).standard_normal((9, 3))
    excess = sum(r - m for r in range(m + 1, 9))
    expected = 1 - 2 / (m * (17 - 3 * m)) * m / 8 * excess
    close(trustworthiness(X, np.zeros((9, 2)), m), expected)


def test_two_points_have_no_order_of_neighbours():
    with pytest.raises(ValueError, match=r"^X must have at least three points; got 2"):
        trustworthiness([[0.0], [1.0]], [[0.0], [1.0]], 1)
