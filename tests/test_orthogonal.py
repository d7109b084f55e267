"""Chapter 2: Gram–Schmidt on vectors, Cholesky on K, and what round-off does to both."""

import math
import tracemalloc
from contextlib import nullcontext
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.linalg import cholesky as scipy_cholesky
from scipy.linalg import hilbert, qr
from scipy.linalg.lapack import dpstrf

from featurespace import orthogonal
from featurespace.kernels import Gaussian, Gram, Linear, Polynomial, quadratic_features
from featurespace.orthogonal import (
    cholesky,
    deflate,
    deflate_gram,
    dual_projection,
    gram_schmidt,
    incomplete_cholesky,
    incomplete_features,
    kernel_rank,
)

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
TRIPLE = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])
METHODS = ("classical", "modified", "twice")
each_method = pytest.mark.parametrize("method", METHODS)
each_seed = pytest.mark.parametrize("seed", range(5))


def close(actual, expected, *matrices, factor=8):
    """Equal up to round-off in sums of n terms as large as the matrices' entries."""
    terms = max([np.size(expected), *(len(K) for K in matrices)])
    scale = max(np.abs(K).max(initial=0.0) for K in (*matrices, np.asarray(expected)))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=factor * terms * EPS * scale + TINY)


def independent_points(n, d, seed=0):
    """Points with singular values between 1 and 2, so that round-off is never amplified."""
    rng = np.random.default_rng(seed)
    U, _, Vt = np.linalg.svd(rng.standard_normal((n, d)), full_matrices=False)
    return U * np.linspace(1, 2, min(n, d)) @ Vt


def smooth(n=100, sigma=0.3):
    """A Gaussian matrix that theory calls regular and a computer cannot: errata 20."""
    return Gaussian(sigma)(np.linspace(0, 1, n)[:, None])


ALPHA = np.array([3.0, -1.0, 0.0, 2.0, 0.5, -2.0, 1.0, -1.0])


# --- projections ---------------------------------------------------------------------------------


def test_dual_projection_is_the_coordinate_along_the_vector(world):
    """ST-u29"""
    w = ALPHA @ world.F
    length, _ = dual_projection(world.K_new, world.K, ALPHA, world.diag_new)
    close(length, world.F_new @ w / np.linalg.norm(w), world.K, world.K_new, factor=64)


def test_the_residual_is_the_squared_distance_from_the_line(world):
    """ST-u30"""
    w = ALPHA @ world.F
    _, squared = dual_projection(world.K_new, world.K, ALPHA, world.diag_new)
    expected = (deflate(world.F_new, w) ** 2).sum(axis=1)
    close(squared, expected, world.K, world.diag_new, factor=64)


def test_length_and_residual_obey_pythagoras(world):
    """ST-u30: ||phi||^2 = length^2 + residual^2."""
    length, squared = dual_projection(world.K_new, world.K, ALPHA, world.diag_new)
    close(length**2 + squared, world.diag_new)


def test_the_length_is_a_signed_coordinate_not_a_norm():
    """errata 18: the printed formula equals ||P_w phi|| only where it is positive."""
    length, _ = dual_projection([[-3.0], [3.0]], [[1.0]], [1.0], [9.0, 9.0])
    np.testing.assert_array_equal(length, [-3, 3])
    assert length.mean() == 0
    assert np.abs(length).mean() == 3


@pytest.mark.parametrize("c", [1e-100, 0.1, 7.0, 1e30])
def test_the_length_of_the_direction_does_not_matter(world, c):
    once = dual_projection(world.K_new, world.K, ALPHA, world.diag_new)
    scaled = dual_projection(world.K_new, world.K, c * ALPHA, world.diag_new)
    close(scaled.signed_length, once.signed_length, world.diag_new)
    close(scaled.squared_residual, once.squared_residual, world.diag_new)


def test_a_point_on_the_line_has_no_residual():
    length, squared = dual_projection([[6.0, 4.0]], np.diag([3.0, 2.0]), [2, 2], [20.0])
    assert length[0] == pytest.approx(math.sqrt(20), rel=4 * EPS)
    assert 0 <= squared[0] <= 16 * EPS * 20


def test_a_norm_that_does_not_fit_the_inner_products_is_refused():
    with pytest.raises(ValueError, match="K_new and diag_new must fit K; got a squared length of"):
        dual_projection([[3.0]], [[1.0]], [1.0], [1.0])


# --- deflation -----------------------------------------------------------------------------------


def test_deflated_points_are_orthogonal_to_the_direction():
    """ST-5.8"""
    X, w = independent_points(7, 4), np.array([1.0, -2.0, 0.5, 3.0])
    close(deflate(X, w) @ w, np.zeros(7), X, w)


def test_deflation_subtracts_a_rank_one_term_from_the_covariance():
    """ST-u34: X'X - lambda w w' for an eigenvector w; one step of sequential PCA (DME-2.11)."""
    X = independent_points(9, 4)
    values, vectors = np.linalg.eigh(X.T @ X)
    w = vectors[:, -1]
    deflated = deflate(X, w)
    close(deflated.T @ deflated, X.T @ X - values[-1] * np.outer(w, w), X, factor=32)


def test_repeated_deflation_visits_every_eigenvalue():
    """DME-2.11: the largest eigenvalue that is left is the next one."""
    X = independent_points(9, 4)
    expected = np.linalg.svd(X)[1] ** 2
    found = []
    for _ in range(4):
        values, vectors = np.linalg.eigh(X.T @ X)
        found.append(values[-1])
        X = deflate(X, vectors[:, -1])
    close(found, expected, factor=32)
    assert np.abs(X).max() <= 64 * EPS


def test_the_complement_projector_is_idempotent():
    """ST-u33, H-p44: P = I - ww'/w'w, P = P', P^2 = P, trace d - 1."""
    P = deflate(np.eye(4), [1.0, -2.0, 0.5, 3.0])
    close(P @ P, P)
    close(P, P.T)
    assert np.trace(P) == pytest.approx(3, rel=8 * EPS)


def test_deflating_twice_changes_nothing():
    X, w = independent_points(7, 4), np.array([1.0, -2.0, 0.5, 3.0])
    close(deflate(deflate(X, w), w), deflate(X, w), X)


def test_deflate_gram_is_the_kernel_of_the_deflated_points(world):
    """ST-5.8 in dual form; the explicit twin."""
    F = deflate(world.F, ALPHA @ world.F)
    close(deflate_gram(world.K, ALPHA), F @ F.T, world.K, factor=32)


def test_a_deflated_matrix_knows_the_direction_no_more(world):
    """alpha is in the null space of the deflated K."""
    scale = np.abs(world.K).max() * np.abs(ALPHA).sum()
    assert np.abs(deflate_gram(world.K, ALPHA) @ ALPHA).max() <= 64 * EPS * scale


def test_deflating_along_each_point_in_turn_leaves_the_cholesky_diagonal():
    """ST-u43: nu_j^2 is what the first j - 1 deflations leave of K_jj."""
    K = Linear()(independent_points(5, 6))
    left, squares = K, []
    for j in range(5):
        squares.append(left[j, j])
        left = deflate_gram(left, np.eye(5)[j])
    close(squares, cholesky(K).diagonal() ** 2, K, factor=32)


@pytest.mark.parametrize("w", [[0.0, 0.0], [-0.0, 0.0]])
def test_a_zero_vector_is_no_direction(w):
    with pytest.raises(ValueError, match="w must not be zero; got a zero vector"):
        deflate(np.eye(2), w)


@pytest.mark.parametrize("alpha", [[0.0, 0.0, 0.0], [1.0, 1.0, -1.0]])
def test_weights_that_cancel_are_no_direction(alpha):
    """(1, 1, -1) spans the null space of the golden triple."""
    with pytest.raises(ValueError, match="alpha must give a direction of positive length"):
        deflate_gram(TRIPLE, alpha)
    with pytest.raises(ValueError, match="alpha must give a direction of positive length"):
        dual_projection([[1.0, 0.0, 1.0]], TRIPLE, alpha, [3.0])


# --- Gram–Schmidt --------------------------------------------------------------------------------

SHAPES = [(1, 1), (1, 5), (4, 4), (3, 7), (7, 3), (20, 2)]


@each_method
@each_seed
@pytest.mark.parametrize("shape", SHAPES)
def test_the_factors_give_the_points_back(method, seed, shape):
    """ST-u40: X' = QR, for more points than dimensions too."""
    X = np.random.default_rng(seed).standard_normal(shape)
    Q, R = gram_schmidt(X, method)
    assert (Q.shape, R.shape) == (X.T.shape, (len(X), len(X)))
    close(Q @ R, X.T, factor=32)


@each_method
def test_r_is_upper_triangular_with_a_diagonal_that_is_not_negative(method):
    _, R = gram_schmidt(np.random.default_rng(0).standard_normal((9, 4)), method)
    assert (np.tril(R, -1) == 0).all()
    assert (R.diagonal() >= 0).all()


@each_method
@each_seed
def test_q_is_orthonormal_for_independent_points(method, seed):
    """ST-u36"""
    Q, _ = gram_schmidt(independent_points(5, 8, seed), method)
    close(Q.T @ Q, np.eye(5))


@each_method
def test_a_dependent_point_gets_a_zero_column(method):
    """ST-u37: x_3 = x_1 + x_2, and a point at the origin."""
    X = np.array([[1.0, 0, 0], [0, 0, 0], [0, 2, 0], [1, 2, 0], [0, 0, 3]])
    Q, R = gram_schmidt(X, method)
    np.testing.assert_array_equal(R.diagonal(), [1, 0, 2, 0, 3])
    np.testing.assert_array_equal(Q[:, [1, 3]], 0)
    np.testing.assert_array_equal(Q @ R, X.T)


@each_seed
def test_as_many_directions_as_dimensions(seed):
    X = np.random.default_rng(seed).standard_normal((12, 3))
    Q, R = gram_schmidt(X, "twice")
    assert np.count_nonzero(R.diagonal()) == 3
    close(Q @ Q.T, np.eye(3))


@each_method
def test_gram_schmidt_agrees_with_numpy_up_to_signs(method):
    X = independent_points(5, 7)
    Q, R = gram_schmidt(X, method)
    Q_numpy, R_numpy = np.linalg.qr(X.T)
    signs = np.sign(R_numpy.diagonal())
    close(Q, Q_numpy * signs, factor=32)
    close(R, signs[:, None] * R_numpy, factor=32)


@each_method
def test_r_is_the_cholesky_factor_of_the_kernel_matrix(method):
    """ST-u42: Gram–Schmidt is Cholesky."""
    X = independent_points(5, 7)
    close(gram_schmidt(X, method)[1], cholesky(Linear()(X)), factor=64)


@each_method
def test_the_explicit_twin_has_the_cholesky_factor_of_the_quadratic_kernel(method):
    X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 2.0]])
    _, R = gram_schmidt(quadratic_features(X), method)
    close(R, cholesky(Polynomial(2, 1.0)(X)), factor=256)


@each_method
def test_the_columns_of_r_hold_the_points_in_new_coordinates(method):
    """ST-u41: R'R = K, so no inner product has changed."""
    X = independent_points(5, 7)
    _, R = gram_schmidt(X, method)
    close(R.T @ R, X @ X.T, factor=32)


@each_method
def test_the_seeds_basis_has_exact_factors(method):
    """Exact values."""
    Q, R = gram_schmidt([[1, 1, 0], [0, 1, 1]], method)
    exact = [[math.sqrt(2), 1 / math.sqrt(2)], [0, math.sqrt(3 / 2)]]
    np.testing.assert_allclose(R, exact, rtol=4 * EPS)
    projector = np.array([[2, 1, -1], [1, 2, 1], [-1, 1, 2]]) / 3
    np.testing.assert_allclose(Q @ Q.T, projector, rtol=8 * EPS)
    assert np.prod(R.diagonal() ** 2) == pytest.approx(3, rel=8 * EPS)


@each_seed
def test_the_product_of_squared_residuals_is_the_determinant(seed):
    """prod nu_i^2 = det K"""
    X = independent_points(5, 7, seed)
    product = np.prod(gram_schmidt(X)[1].diagonal() ** 2)
    assert product == pytest.approx(np.linalg.det(X @ X.T), rel=256 * EPS)


def test_only_the_second_pass_keeps_orthogonality():
    """errata 20, style.md: the 10 x 10 Hilbert matrix, ||Q'Q - I||."""
    loss = [
        np.linalg.norm(Q.T @ Q - np.eye(10), 2)
        for Q, _ in (gram_schmidt(hilbert(10), method) for method in METHODS)
    ]
    assert loss[0] > 1 > 1e-2 > loss[1] > 1e-8 > 1e-14 >= loss[2]


@each_method
def test_lost_orthogonality_does_not_show_in_the_product(method):
    Q, R = gram_schmidt(hilbert(10), method)
    close(Q @ R, hilbert(10))


def test_gram_schmidt_sees_what_the_kernel_matrix_cannot():
    """errata 20 (Läuchli): nu_2 = sqrt(2) * 1e-9 from the points, 0 from K."""
    X = np.array([[1.0, 1e-9, 0.0], [1.0, 0.0, 1e-9]])
    nu = gram_schmidt(X)[1][1, 1]
    assert nu == pytest.approx(math.sqrt(2) * 1e-9, rel=1e-6)
    assert cholesky(X @ X.T)[1, 1] == 0


def test_an_unknown_method_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"method must be one of \['classical', 'modified', 'twi"):
        gram_schmidt(np.eye(2), "householder")


# --- Cholesky ------------------------------------------------------------------------------------


def printed_cholesky(K):
    """ST-u42 .. ST-u46, one number at a time."""
    R = np.zeros(K.shape)
    for j in range(len(K)):
        R[j, j] = math.sqrt(K[j, j] - sum(R[t, j] ** 2 for t in range(j)))
        for i in range(j + 1, len(K)):
            R[j, i] = (K[j, i] - sum(R[t, j] * R[t, i] for t in range(j))) / R[j, j]
    return R


def test_cholesky_of_the_golden_triple():
    """the third residual is 0."""
    close(cholesky(TRIPLE), [[1, 0, 1], [0, 1, 1], [0, 0, 0]])


@each_seed
def test_cholesky_is_the_printed_recursion_and_scipys(seed):
    """ST-D5.10"""
    K = Linear()(independent_points(6, 8, seed))
    close(cholesky(K), printed_cholesky(K), factor=64)
    close(cholesky(K), scipy_cholesky(K), factor=64)


SINGULAR = {
    "zero": np.zeros((3, 3)),
    "one point": np.array([[4.0]]),
    "one point thrice": np.full((3, 3), 0.25),
    "triple": TRIPLE,
    "round-off below zero": TRIPLE - 2 * EPS * np.outer([1, 1, -1], [1, 1, -1]),
    "one at the origin": np.diag([0.0, 2.0, 1.0]),
    "smooth": smooth(),
    "very smooth": smooth(60, 3.0),
    "cubes": Polynomial(3)(np.linspace(0, 1, 60)[:, None]),
    "duplicates": Gaussian(0.5)(np.repeat(np.arange(10.0), 3)[:, None]),
}
each_singular = pytest.mark.parametrize("K", SINGULAR.values(), ids=SINGULAR)


@each_singular
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_singular_matrices_have_a_factor_too(K, scale):
    """ST-D5.10 without K > 0; unpivoted sums are off by more than K itself on some of these."""
    R = cholesky(scale * K)
    assert (np.tril(R, -1) == 0).all()
    assert (R.diagonal() >= 0).all()
    assert np.abs(R.T @ R - scale * K).max() <= max(len(K), 32) * EPS * 2 * scale * K.max()


def test_the_recursion_alone_serves_where_every_point_adds_enough(monkeypatch):
    monkeypatch.delattr(orthogonal, "_cholesky_by_pivots")
    cholesky(Gaussian(0.5)(np.random.default_rng(0).standard_normal((30, 2))))
    cholesky(np.array([[1.0, 1.0], [1.0, 1.0 + 1e-7]]))
    with pytest.raises(NameError):
        cholesky(np.array([[1.0, 1.0], [1.0, 1.0 + 1e-9]]))


def test_a_residual_of_a_few_units_in_the_last_place_is_round_off_for_few_points_too():
    """An entry of K is itself a sum: n = 2 does not make it exact to 2 eps."""
    assert incomplete_cholesky([[1.0, 1.0], [1.0, 1.0 + 10 * EPS]]).pivots.tolist() == [1]
    assert incomplete_cholesky([[1.0, 1.0], [1.0, 1.0 + 100 * EPS]]).pivots.tolist() == [1, 0]


def test_weights_that_cancel_but_for_round_off_have_no_direction():
    """1 - 2 + 1 + h: four terms of size one, of which 64 eps may be round-off."""
    for h, refused in ((16 * EPS, True), (256 * EPS, False)):
        K, alpha = np.array([[1.0, 1.0], [1.0, 1.0 + h]]), [1.0, -1.0]
        with pytest.raises(ValueError, match="no direction") if refused else nullcontext():
            deflate_gram(K, alpha)


@pytest.mark.parametrize(("rows", "most", "room"), [(2, 9, 2), (3, 9, 4), (7, 9, 7), (3, 3, 3)])
def test_room_is_doubled_where_it_is_short_so_that_few_moves_are_made(rows, most, room):
    R = np.ones((2, 5))
    orthogonal._make_room(R, rows, most)
    assert R.shape == (room, 5)
    assert (R[:2] == 1).all()


@each_seed
def test_more_points_than_dimensions_have_a_factor(seed):
    rng = np.random.default_rng(seed)
    for _ in range(100):
        X = rng.standard_normal((rng.integers(3, 8), 2))
        K = X @ X.T
        R = cholesky(K)
        assert np.count_nonzero(R.diagonal()) == 2
        close(R.T @ R, K)


def test_a_zero_on_the_diagonal_does_not_bound_the_rank_in_natural_order():
    """errata 17: e1, e1, e2 has d_2 = 0, yet rank 2; with pivots a zero ends it."""
    X = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    K = X @ X.T
    np.testing.assert_array_equal(cholesky(K).diagonal(), [1, 0, 1])
    assert kernel_rank(K) == 2
    assert len(incomplete_cholesky(K).pivots) == 2


# --- incomplete Cholesky -------------------------------------------------------------------------


def entrywise_error(K, factor):
    return np.abs(K - factor.R.T @ factor.R).max()


def round_off(K):
    """The named floor: below it a residual says nothing."""
    return max(len(K), 32) * EPS * K.diagonal().max()


@each_singular
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("eta", [0.0, 1e-300, 1e-20, 1e-15, 1e-8, 1e-2, 1e9])
def test_every_matrix_ends_at_every_eta_with_the_promised_error(K, scale, eta):
    """errata 20: the printed loop does not end. Here |K - R'R| <= max d <= eta."""
    K = scale * K
    factor = incomplete_cholesky(K, eta)
    assert len(set(factor.pivots)) == len(factor.pivots) == len(factor.R) <= len(K)
    assert (factor.residuals[factor.pivots] == 0).all()
    assert 0 <= factor.residuals.min() <= factor.residuals.max() <= max(eta, round_off(K))
    assert entrywise_error(K, factor) <= factor.residuals.max() + round_off(K)


def test_the_smooth_gaussian_ends_at_its_numerical_rank():
    """errata 20: T = 16 and an error of 3e-15, where the printed loop ran for ever."""
    factor = incomplete_cholesky(smooth(), eta=0)
    assert 15 <= len(factor.pivots) <= 17
    assert entrywise_error(smooth(), factor) <= 1e-14


@each_seed
@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1.0, 1e3, 1e6])
def test_the_rank_does_not_depend_on_the_unit(seed, scale):
    """errata 20: an absolute eta was endless for the same data times 1000."""
    X = np.random.default_rng(seed).standard_normal((40, 3)) * scale
    assert len(incomplete_cholesky(Linear()(X)).pivots) == 3


@pytest.mark.parametrize("eta", [1e-2, 1e-4, 1e-8])
def test_eta_bounds_squared_norms_and_the_error_of_k(eta):
    """errata 19: residual norms are at most sqrt(eta), not eta."""
    factor = incomplete_cholesky(smooth(), eta)
    longest = math.sqrt(factor.residuals.max())
    assert eta < longest <= math.sqrt(eta)
    assert entrywise_error(smooth(), factor) <= eta


def test_residuals_are_the_diagonal_of_what_is_left():
    K = smooth(40)
    for T in range(1, 10):
        R, _, residuals = incomplete_cholesky(K, max_rank=T)
        close(residuals, (K - R.T @ R).diagonal(), K)


def test_residuals_are_squared_distances_from_the_span_of_the_pivots(world):
    """ST-u51 in plain vectors"""
    _, pivots, residuals = incomplete_cholesky(world.K, max_rank=2)
    Q = np.linalg.qr(world.F[pivots].T)[0]
    expected = ((world.F - world.F @ Q @ Q.T) ** 2).sum(axis=1)
    close(residuals, expected, world.K, factor=64)


def test_the_point_with_the_largest_residual_is_next():
    """ST-A5.12: greedy; C4 starts with point 3, the longest."""
    assert incomplete_cholesky(TRIPLE).pivots[0] == 2
    X = independent_points(12, 6)
    pivots = incomplete_cholesky(X @ X.T).pivots
    left = X
    for i in pivots:
        squares = (left**2).sum(axis=1)
        assert squares[i] >= squares.max() * (1 - 64 * EPS)
        left = deflate(left, left[i])


@each_seed
def test_pivots_and_rows_agree_with_scipys_pivoted_qr(seed):
    """numpy's cousin for the points themselves: QR with column pivoting."""
    X = np.random.default_rng(seed).standard_normal((9, 5))
    factor = incomplete_cholesky(X @ X.T)
    _, R, order = qr(X.T, mode="economic", pivoting=True)
    np.testing.assert_array_equal(factor.pivots, order[:5])
    signs = np.sign(R.diagonal())[:, None]
    np.testing.assert_allclose(factor.R[:, order], signs * R, atol=1e-6 * np.abs(R).max())


@each_seed
def test_pivots_and_rows_agree_with_lapack(seed):
    K = Gaussian(1.0)(np.random.default_rng(seed).standard_normal((12, 2)))
    K[np.diag_indices(12)] += np.linspace(0.1, 0.5, 12)  # no ties, nothing small
    factor = incomplete_cholesky(K)
    R, order, rank, _ = dpstrf(K)
    assert len(factor.pivots) == rank == 12
    np.testing.assert_array_equal(factor.pivots, order - 1)
    close(factor.R[:, order - 1], np.triu(R), K)


def test_pivot_columns_are_upper_triangular():
    R, pivots, _ = incomplete_cholesky(smooth(), 1e-6)
    assert np.abs(np.tril(R[:, pivots], -1)).max() <= 1e-9
    assert (R[:, pivots].diagonal() > 0).all()


@pytest.mark.parametrize("T", [1, 3, 8])
def test_max_rank_stops_early_on_the_same_path(T):
    full, short = incomplete_cholesky(smooth()), incomplete_cholesky(smooth(), max_rank=T)
    np.testing.assert_array_equal(short.pivots, full.pivots[:T])
    np.testing.assert_array_equal(short.R, full.R[:T])


def test_more_rows_than_the_first_allocation():
    """32 rows are set aside, then 64, then 100."""
    K = np.diag(np.arange(100.0, 0, -1))
    factor = incomplete_cholesky(K)
    np.testing.assert_array_equal(factor.pivots, np.arange(100))
    close(factor.R.T @ factor.R, K)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(), Gaussian(2.0)])
def test_a_matrix_and_a_gram_give_the_same(kernel):
    X = independent_points(30, 3) * 5
    array, lazy = incomplete_cholesky(kernel(X), 1e-6), incomplete_cholesky(Gram(kernel, X), 1e-6)
    np.testing.assert_array_equal(lazy.pivots, array.pivots)
    np.testing.assert_allclose(lazy.R, array.R, atol=1e-9 * np.abs(array.R).max())


class Counting:
    """A kernel that notes how many entries were asked for."""

    def __init__(self, kernel):
        self.kernel, self.diag, self.entries = kernel, kernel.diag, []

    def __call__(self, X, Z=None):
        K = self.kernel(X, Z)
        self.entries.append(K.size)
        return K


def test_only_the_rows_of_the_pivots_are_asked_for():
    """ST-u51: n T kernel evaluations instead of n^2."""
    kernel = Counting(Gaussian(0.3))
    factor = incomplete_cholesky(Gram(kernel, np.linspace(0, 1, 500)[:, None]), 1e-6)
    assert kernel.entries == [500] * len(factor.pivots)
    assert len(factor.pivots) < 20


def test_the_greedy_choice_never_beats_the_best_of_that_rank():
    """DME-2.54: the squared error is at least the sum of the discarded squared eigenvalues."""
    K = smooth(40)
    values = np.sort(np.linalg.eigvalsh(K))[::-1]
    for T in range(1, 8):
        R = incomplete_cholesky(K, max_rank=T).R
        assert np.linalg.norm(K - R.T @ R) >= np.linalg.norm(values[T:]) * (1 - 1e-9)


def test_nothing_is_changed_by_factoring():
    for function in (cholesky, incomplete_cholesky, kernel_rank):
        K = smooth(20)
        function(K)
        np.testing.assert_array_equal(K, smooth(20))
    X = independent_points(5, 3)
    gram_schmidt(X), deflate(X, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(X, independent_points(5, 3))


@pytest.mark.parametrize("eta", [-1e-9, np.nan, np.inf, "1", None])
def test_eta_is_a_number_that_is_not_negative(eta):
    with pytest.raises(ValueError, match="eta must be a number >= 0"):
        incomplete_cholesky(TRIPLE, eta)


@pytest.mark.parametrize("max_rank", [0, 4, 1.5, True])
def test_max_rank_is_a_number_of_points(max_rank):
    with pytest.raises(ValueError, match="max_rank must be a whole number >= 1 and <= 3"):
        incomplete_cholesky(TRIPLE, max_rank=max_rank)


# --- features of new points ----------------------------------------------------------------------


def test_training_points_get_their_own_columns_back(world):
    """ST-u48"""
    factor = incomplete_cholesky(world.K)
    np.testing.assert_allclose(
        incomplete_features(world.K, factor), factor.R.T, atol=1e-9 * np.abs(factor.R).max()
    )


def test_the_last_point_is_new_to_the_factor_of_the_others():
    """Fit on n - 1, extend to n: inner products of coordinates are inner products of images."""
    X = independent_points(8, 4)
    K = X @ X.T
    factor = incomplete_cholesky(K[:-1, :-1])
    last = incomplete_features(K[-1:, :-1], factor)
    close(last @ factor.R, K[-1:, :-1], K, factor=64)
    close(last @ last.T, K[-1:, -1:], K, factor=64)


@pytest.mark.parametrize("max_rank", [2, None])
def test_all_columns_or_only_those_of_the_pivots(world, max_rank):
    """Also where every point was picked, and both tables have the same shape."""
    factor = incomplete_cholesky(world.K, max_rank=max_rank)
    wide = incomplete_features(world.K_new, factor)
    narrow = incomplete_features(world.K_new[:, factor.pivots], factor, at_pivots=True)
    np.testing.assert_array_equal(narrow, wide)
    assert wide.shape == (5, len(factor.pivots))


def test_a_full_factor_takes_the_columns_in_the_order_of_the_points():
    K = np.diag([1.0, 4.0])  # picked in the order 1, 0
    features = incomplete_features(K, incomplete_cholesky(K))
    np.testing.assert_allclose(features @ features.T, K)


def test_coordinates_of_new_points_are_projections_on_the_chosen_span(world):
    """ST-u48 in plain vectors"""
    factor = incomplete_cholesky(world.K, max_rank=2)
    Q, _ = gram_schmidt(world.F[factor.pivots], "twice")
    coordinates = incomplete_features(world.K_new, factor)
    close(coordinates, world.F_new @ Q, world.K, factor=64)


def test_a_wrong_number_of_columns_is_refused(world):
    factor = incomplete_cholesky(world.K, max_rank=2)
    with pytest.raises(ValueError, match=r"K_new must have 8 columns.*got shape \(5, 3\)"):
        incomplete_features(world.K_new[:, :3], factor)


# --- rank ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sigma", "rank"), [(0.02, 50), (0.05, 50), (0.3, 15), (3.0, 6)])
def test_the_rank_of_a_gaussian_depends_on_the_width(sigma, rank):
    """errata 20: in theory it is always 50."""
    assert abs(kernel_rank(smooth(50, sigma)) - rank) <= (0 if rank == 50 else 1)


def test_rank_is_a_statement_about_a_tolerance():
    K = np.diag([1.0, 1e-3, 1e-6, 1e-9, 0.0])
    assert [kernel_rank(K, tol) for tol in (None, 0, 1e-7, 1e-6, 1e-2, 2)] == [4, 4, 3, 2, 1, 0]


def test_the_rank_of_the_images_is_the_rank_of_the_vectors(world):
    assert kernel_rank(world.K) == np.linalg.matrix_rank(world.F)


def test_no_images_no_rank():
    assert kernel_rank(np.zeros((3, 3))) == 0


@pytest.mark.parametrize("tol", [-1.0, np.nan, "1"])
def test_a_tolerance_is_a_number_that_is_not_negative(tol):
    with pytest.raises(ValueError, match="tol must be a number >= 0"):
        kernel_rank(TRIPLE, tol)


# --- properties ----------------------------------------------------------------------------------

clouds = arrays(
    float, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-9, 9, width=32)
)
kernels = st.sampled_from([Linear(), Polynomial(), Gaussian()])


@given(X=clouds, method=st.sampled_from(METHODS))
def test_any_points_are_given_back(X, method):
    Q, R = gram_schmidt(X, method)
    close(Q @ R, X.T, factor=32)


@given(X=clouds)
def test_directions_are_orthonormal_or_zero(X):
    Q, R = gram_schmidt(X, "twice")
    close(Q.T @ Q, np.diag((R.diagonal() > 0).astype(float)), X / max(np.abs(X).max(), 1))


@given(X=clouds, kernel=kernels)
def test_any_kernel_matrix_has_a_factor(X, kernel):
    K = kernel(X)
    R = cholesky(K)
    assert np.abs(R.T @ R - K).max() <= 2 * round_off(K)


@given(X=clouds, kernel=kernels, data=st.data())
def test_permuting_the_points_leaves_residuals_within_the_promise(X, kernel, data):
    K = kernel(X)
    order = np.array(data.draw(st.permutations(range(len(K)))))
    for eta in (0.0, 0.1 * K.max()):
        factor = incomplete_cholesky(K[np.ix_(order, order)], eta)
        assert entrywise_error(K[np.ix_(order, order)], factor) <= max(eta, 2 * round_off(K))


@given(order=st.permutations(range(6)))
def test_permuting_the_points_permutes_pivots_and_columns(order):
    K, order = Linear()(independent_points(6, 7)), np.array(order)
    here, there = incomplete_cholesky(K), incomplete_cholesky(K[np.ix_(order, order)])
    np.testing.assert_array_equal(order[there.pivots], here.pivots)
    close(there.R, here.R[:, order], factor=64)


@given(c=st.floats(1e-3, 1e3))
def test_scaling_the_images_scales_every_factor(c):
    X = independent_points(4, 6)
    K = X @ X.T
    np.testing.assert_array_equal(
        incomplete_cholesky(c**2 * K).pivots, incomplete_cholesky(K).pivots
    )
    close(incomplete_cholesky(c**2 * K).R, c * incomplete_cholesky(K).R, factor=256)
    close(gram_schmidt(c * X)[0], gram_schmidt(X)[0], factor=64)
    assert kernel_rank(c**2 * K) == 4


@given(seed=st.integers(0, 2**32 - 1))
def test_rotating_the_points_rotates_q_and_leaves_r(seed):
    X = independent_points(5, 6)
    rotation = np.linalg.qr(np.random.default_rng(seed).standard_normal((6, 6)))[0]
    (Q, R), (Q_turned, R_turned) = gram_schmidt(X), gram_schmidt(X @ rotation)
    close(R_turned, R, factor=64)
    close(Q_turned, rotation.T @ Q, factor=64)


@given(X=clouds, data=st.data())
def test_a_projection_never_lengthens(X, data):
    K = Polynomial()(X)
    i = data.draw(st.integers(0, len(K) - 1))
    alpha = np.eye(len(K))[i]
    assume(K[i, i] > 0.5)
    length, squared = dual_projection(K, K, alpha, K.diagonal())
    assert (squared >= 0).all()
    assert (np.abs(length) <= np.sqrt(K.diagonal()) * (1 + 64 * EPS)).all()


# --- one contract for all matrices ---------------------------------------------------------------

FUNCTIONS = {
    "dual_projection": lambda K: dual_projection([[1.0, 0.0, 1.0]], K, [1.0, 0.0, 0.0], [9.0]),
    "deflate_gram": lambda K: deflate_gram(K, [1.0, 0.0, 0.0]),
    "cholesky": cholesky,
    "incomplete_cholesky": incomplete_cholesky,
    "kernel_rank": kernel_rank,
}
each_function = pytest.mark.parametrize("name", FUNCTIONS)
JUNK = {
    "nothing": ([], "K must have 2 axes"),
    "words": ([["a", "b"], ["b", "a"]], "K must hold real numbers"),
    "not square": (np.ones((3, 2)), r"K must be square; got shape \(3, 2\)"),
    "not symmetric": ([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], "K must be symmetric; got max .* 0.5"),
    "nan": (np.diag([1.0, np.nan, 1.0]), "K must be finite; got nan at row 1, column 1"),
}


@each_function
@pytest.mark.parametrize(("junk", "message"), JUNK.values(), ids=JUNK)
def test_what_is_no_kernel_matrix_is_refused(name, junk, message):
    with pytest.raises(ValueError, match=message):
        FUNCTIONS[name](junk)


INDEFINITE = {
    "negative length": np.diag([1.0, -1.0, 1.0]),
    "hollow": np.ones((3, 3)) - np.eye(3),
    "hollow block": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]]),
    "cosine of two": np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
}


class Plain:
    """A kernel of the reader's own: no more than the protocol asks."""

    def __call__(self, X, Z=None):
        return np.exp(-np.abs(X[:, None] - (X if Z is None else Z)[None]).sum(axis=-1))

    def diag(self, X):
        return np.ones(len(X))


def in_blocks(monkeypatch, pool, block, width):
    """Let pivots be picked in blocks, however few the points."""
    for name, value in {"MANY": 1, "POOL": pool, "BLOCK": block, "WIDTH": width}.items():
        monkeypatch.setattr(orthogonal, name, value)


BLOCKS = [(1, 1, 7), (5, 3, 64), (60, 8, 50), (200, 90, 999)]  # pool, block, width
STOPS = [{"max_rank": 45}, {"eta": 0.05}, {"eta": 1e-4, "max_rank": 80}]


@pytest.mark.parametrize(
    "kernel",
    [Linear(), Polynomial(3), Gaussian(1.0), Gaussian(0.2), Plain()],
    ids=lambda kernel: type(kernel).__name__,
)
def test_picking_in_blocks_is_picking_one_by_one(kernel, monkeypatch):
    """The same points in the same order, the same rows and residuals to round-off."""
    gram = Gram(kernel, np.random.default_rng(0).standard_normal((300, 4)))
    plain = [incomplete_cholesky(gram, **stop) for stop in STOPS]
    for sizes, (stop, (R, pivots, residuals)) in product(BLOCKS, zip(STOPS, plain, strict=True)):
        in_blocks(monkeypatch, *sizes)
        together = incomplete_cholesky(gram, **stop)
        np.testing.assert_array_equal(together.pivots, pivots)
        smallest = np.abs(R[np.arange(len(pivots)), pivots]).min()
        close(together.R, R, gram.diagonal()[None] / min(smallest, 1.0))
        close(together.residuals, residuals, gram.diagonal()[None])
        assert not together.residuals[pivots].any()


def test_picking_in_blocks_multiplies_matrices(monkeypatch):
    """Thirty picks from a pool of a hundred take few blocks, and no row of K is asked for twice."""
    calls, real = [], orthogonal._best_of
    monkeypatch.setattr(orthogonal, "_best_of", lambda *a: calls.append(len(a[1])) or real(*a))
    in_blocks(monkeypatch, 100, 16, 64)
    factor = incomplete_cholesky(
        Gram(Gaussian(0.5), np.random.default_rng(0).standard_normal((400, 3))), max_rank=30
    )
    assert len(factor.pivots) == len(set(factor.pivots)) == 30
    assert len(calls) <= 6
    assert max(calls) < 100


@pytest.mark.parametrize("pool", [1, 10, 100])
def test_ties_are_broken_alike_one_by_one_and_in_blocks(pool, monkeypatch):
    """Orthogonal images of equal length: the residuals of all that are left tie at every step."""
    gram = Gram(Linear(), 2 * np.eye(120))
    in_blocks(monkeypatch, pool, 16, 32)
    factor = incomplete_cholesky(gram, max_rank=50)
    np.testing.assert_array_equal(factor.pivots, np.arange(50))
    np.testing.assert_array_equal(factor.R, 2 * np.eye(120)[:50])


def test_many_points_are_picked_in_blocks_and_the_bound_holds():
    """n above the switch, as a reader meets it: |K - R'R| <= eta at pairs drawn at random."""
    X = np.random.default_rng(0).standard_normal((orthogonal.MANY, 2))
    R, pivots, residuals = incomplete_cholesky(Gram(Gaussian(1.0), X), eta=1e-3)
    some = np.random.default_rng(1).choice(len(X), 300, replace=False)
    assert np.abs(Gaussian(1.0)(X[some]) - R[:, some].T @ R[:, some]).max() <= 1e-3
    assert R.shape == (len(pivots), len(X))
    assert residuals.max() <= 1e-3


@pytest.mark.parametrize(("max_rank", "factors"), [(None, 3), (50, 1)])
def test_the_factor_is_the_most_that_is_held(max_rank, factors):
    """A known rank needs R alone; else twice its rows and, while they move, half of that more."""
    gram = Gram(Gaussian(1.0), np.random.default_rng(0).standard_normal((8000, 2)))
    tracemalloc.start()
    R = incomplete_cholesky(gram, 1e-3, max_rank).R
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < factors * R.nbytes + 20 * 8000 * 8


@pytest.mark.parametrize("K", INDEFINITE.values(), ids=INDEFINITE)
@pytest.mark.parametrize("function", [cholesky, incomplete_cholesky, kernel_rank])
def test_an_indefinite_matrix_is_refused_with_its_smallest_eigenvalue(function, K):
    smallest = f"{np.linalg.eigvalsh(K)[0]:.3g}"
    message = f"K must be positive semi-definite; got smallest eigenvalue {smallest}"
    with pytest.raises(ValueError, match=message):
        function(K)


def test_deflation_notices_a_cosine_of_two():
    with pytest.raises(ValueError, match="K must be positive semi-definite"):
        deflate_gram(INDEFINITE["cosine of two"], [1.0, 0.0, 0.0])


@pytest.mark.parametrize("junk", [[], [1.0, 2.0], [["a"]], [[np.nan]], np.ones((2, 2, 2))])
def test_points_are_checked(junk):
    with pytest.raises(ValueError, match="X must"):
        gram_schmidt(junk)
    with pytest.raises(ValueError, match="X must"):
        deflate(junk, [1.0])


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="w must have 2 entries; got 3"):
        deflate(np.eye(2), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="alpha must have 3 entries; got 2"):
        deflate_gram(TRIPLE, [1.0, 2.0])
    with pytest.raises(ValueError, match="diag_new must have 1 entries; got 2"):
        dual_projection([[1.0, 0.0, 1.0]], TRIPLE, [1.0, 0.0, 0.0], [1.0, 1.0])
