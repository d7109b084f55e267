"""Chapter 2, statement by statement: projections, Gram–Schmidt, Cholesky, rank, pivots."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.linalg import null_space, sqrtm

from featurespace.kernels import Gaussian, Linear
from featurespace.linalg import is_orthogonal_projection, is_projection, projection_matrix
from featurespace.means import parzen
from featurespace.orthogonal import (
    cholesky,
    deflate,
    dual_projection,
    gram_schmidt,
    incomplete_cholesky,
    incomplete_features,
    kernel_rank,
)

X = np.array([[2.0, 0.5, 0.0, 1.0], [1.0, 2.0, -1.0, 0.0], [0.0, 1.0, 3.0, 1.0]])  # independent
Z = np.array([[1.0, -2.0, 0.5, 3.0], [-1.0, 0.0, 2.0, 1.0]])
ALPHA = np.array([1.0, -2.0, 0.5])


def close(actual, expected, tol=1e-12):
    """Equal to twelve digits of the largest entry."""
    scale = max(np.abs(expected).max(initial=0.0), 1.0)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tol * scale)


def nearest(points, basis):
    """The nearest combination of the basis' rows to each point, by least squares."""
    if not len(basis):
        return np.zeros_like(points)
    weights = np.linalg.lstsq(basis.T, points.T, rcond=None)[0]
    return (basis.T @ weights).T


# --- projections ---------------------------------------------------------------------------------


def test_the_threshold_may_be_dropped_only_where_it_is_zero():
    """Class means of one length have b = 0; moved by (5, 5), half of the points change sides."""
    F = np.array([[3.0, 1.0], [1.0, 3.0], [-1.0, -3.0], [-3.0, -1.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    for shift, b, wrong in ((0.0, 0.0, 0), (5.0, 40.0, 2)):
        moved = F + shift
        w = moved[y > 0].mean(axis=0) - moved[y < 0].mean(axis=0)
        rule = parzen(Linear()(moved), y)
        assert rule.b == pytest.approx(b, abs=1e-12)
        close(moved.T @ rule.alpha, w)
        assert (np.sign(moved @ w - rule.b) == y).all()
        assert (np.sign(moved @ w) != y).sum() == wrong


def test_the_shadow_is_the_nearest_point_of_the_line():
    w, both = ALPHA @ X, np.vstack([Z, -Z])  # on either side of the origin
    shadow = np.outer(both @ w / (w @ w), w)
    close(shadow, nearest(both, w[None]))
    length = dual_projection(both @ X.T, X @ X.T, ALPHA, (both**2).sum(axis=1)).signed_length
    close(np.outer(length, w / np.linalg.norm(w)), shadow)


def test_coordinates_on_orthonormal_dual_vectors_are_kernel_values_times_weights():
    """Two directions of the span of three points, at right angles and one long."""
    K, K_new = X @ X.T, Z @ X.T
    A = np.linalg.inv(np.linalg.cholesky(K)).T[:, :2]  # dual weights, a column per direction
    W = X.T @ A
    close(W.T @ W, np.eye(2))
    close(W @ (K_new @ A).T, nearest(Z, W.T).T)
    for j in (0, 1):
        close(dual_projection(K_new, K, A[:, j], (Z**2).sum(axis=1))[0], (K_new @ A)[:, j])


@pytest.mark.parametrize("angle", [0.2, 0.7, np.pi / 2, 2.5])
def test_a_linear_projection_of_the_book_is_an_orthogonal_one(angle):
    """P projects on the first axis along a line: right angles, or the second condition breaks."""
    along = np.array([np.cos(angle), np.sin(angle)])
    P = np.outer([1.0, 0.0], [1.0, -along[0] / along[1]])  # sends the line to zero
    close(P @ along, np.zeros(2))
    assert is_projection(P)
    x = np.random.default_rng(0).standard_normal((200, 2))
    inner = ((x @ P.T) * (x - x @ P.T)).sum(axis=1)
    right = angle == np.pi / 2
    assert (np.abs(inner).max() < 1e-12) == right
    assert is_orthogonal_projection(P) == right


def test_without_linearity_the_dimensions_need_not_add_up():
    """Setting negative coordinates to zero obeys both conditions, and so does what it leaves."""
    x = np.random.default_rng(0).standard_normal((100, 4))
    P, rest = np.maximum(x, 0), np.minimum(x, 0)
    np.testing.assert_array_equal(np.maximum(P, 0), P)
    assert not (P * rest).any()
    assert np.linalg.matrix_rank(P) + np.linalg.matrix_rank(rest) == 8


@pytest.mark.parametrize("k", [1, 2, 3])
def test_what_a_projection_leaves_fills_the_orthogonal_complement(k):
    """I - P keeps all that is orthogonal to the image, and nothing else; dimensions add to 4."""
    P = projection_matrix(X[:k].T)
    rest, orthogonal = np.eye(4) - P, null_space(X[:k])
    close(rest @ orthogonal, orthogonal)
    close(rest @ X[:k].T, np.zeros((4, k)))
    assert is_orthogonal_projection(rest)
    assert np.linalg.matrix_rank(P) + np.linalg.matrix_rank(rest) == 4
    assert np.linalg.matrix_rank(P) == k
    if k == 1:
        close(deflate(Z, X[0]), Z @ rest)


def test_a_unit_vector_times_its_transpose_projects_and_deflation_is_the_rest():
    w = np.array([1.0, -2.0, 2.0, 4.0]) / 5
    close(Z @ np.outer(w, w), nearest(Z, w[None]))
    close(deflate(Z, w), Z @ (np.eye(4) - np.outer(w, w)))
    close(deflate(Z, w), nearest(Z, null_space(w[None]).T))  # the nearest point at right angles


# --- Gram–Schmidt --------------------------------------------------------------------------------

each_method = pytest.mark.parametrize("method", ["classical", "modified", "twice"])


@each_method
def test_the_first_axis_is_the_first_point_made_one_long(method):
    Q, R = gram_schmidt([[3.0, 4.0, 0.0], [1.0, 1.0, 1.0]], method)
    close(Q[:, 0], [0.6, 0.8, 0.0])
    assert R[0, 0] == pytest.approx(5, rel=1e-15)


@each_method
def test_each_axis_is_what_the_earlier_points_leave_made_one_long(method):
    """The rest by least squares on the earlier points, without any axis."""
    Q, R = gram_schmidt(X, method)
    for i, x in enumerate(X):
        rest = x - nearest(x[None], X[:i])[0]
        nu = np.linalg.norm(rest)
        close(x - Q[:, :i] @ (Q[:, :i].T @ x), rest)
        close(R[i, i], nu)
        close(Q[:, i], rest / nu)


@each_method
def test_coordinates_are_shadows_then_the_new_length_then_zeros(method):
    Q, R = gram_schmidt(X, method)
    for i, x in enumerate(X):
        column = np.concatenate([Q[:, :i].T @ x, [R[i, i]], np.zeros(len(X) - i - 1)])
        close(R[:, i], column)
        close(Q @ column, x)


def test_whatever_images_have_this_kernel_matrix_gram_schmidt_finds_the_same_triangle():
    """Cholesky is unique for a positive definite K: images, a symmetric root, turned axes."""
    K = X @ X.T
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    for images in (X, sqrtm(K).real, sqrtm(K).real @ turn):
        close(images @ images.T, K)
        close(gram_schmidt(images)[1], cholesky(K))


def test_a_singular_matrix_has_many_triangles():
    K = np.diag([0.0, 1.0])
    for angle in (0.0, 0.5, 1.0):
        R = np.array([[0.0, np.sin(angle)], [0.0, np.cos(angle)]])  # upper, diagonal not negative
        close(R.T @ R, K)


def test_the_inner_product_with_an_axis_is_a_kernel_value_minus_what_earlier_axes_explain():
    K = X @ X.T
    Q, R = np.linalg.qr(X.T)
    Q, nu = Q * np.sign(R.diagonal()), np.abs(R.diagonal())
    for j in range(3):
        for i in range(j + 1, 3):
            explained = sum((Q[:, t] @ X[j]) * (Q[:, t] @ X[i]) for t in range(j))
            assert nu[j] * (Q[:, j] @ X[i]) == pytest.approx(K[j, i] - explained, rel=1e-12)
            assert cholesky(K)[j, i] == pytest.approx(Q[:, j] @ X[i], rel=1e-12)


def test_the_account_of_squared_residuals_is_the_squared_distance_from_the_earlier_points():
    """d_i = K_ii minus the squares above; after j points by least squares on them."""
    R = cholesky(X @ X.T)
    for j in range(4):
        d = (X**2).sum(axis=1) - (R[:j] ** 2).sum(axis=0)
        close(d, ((X - nearest(X, X[:j])) ** 2).sum(axis=1))
        if j < 3:
            assert R[j, j] == pytest.approx(np.sqrt(d[j]), rel=1e-12)


# --- rank ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (5, 5)])
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_images_kernel_matrix_and_covariance_have_one_rank(shape, rank):
    i, j = np.arange(1.0, shape[0] + 1), np.arange(1.0, shape[1] + 1)
    F = sum(np.outer(i**t, (-j) ** t) for t in range(rank))  # independent columns times rows
    of_images = np.linalg.matrix_rank(F)
    assert of_images == np.linalg.matrix_rank(F.T @ F) == kernel_rank(F @ F.T) == rank


def exact_pivots(K):
    """Gaussian elimination in fractions: the squared residuals, without round-off."""
    K = [row.copy() for row in K]
    for j in range(len(K)):
        for i in range(j + 1, len(K)):
            factor = K[i][j] / K[j][j]
            K[i] = [a - factor * b for a, b in zip(K[i], K[j], strict=True)]
    return [K[j][j] for j in range(len(K))]


def test_a_gaussian_matrix_of_distinct_points_has_full_rank_in_exact_arithmetic_only():
    """On whole numbers with exp(-1 / 2 sigma^2) = 0.99 its entries are fractions: 0.99^(i-j)^2."""
    q, n = Fraction(99, 100), 16
    K = [[q ** ((i - j) ** 2) for j in range(n)] for i in range(n)]
    assert all(d > 0 for d in exact_pivots(K))
    sigma = np.sqrt(-0.5 / np.log(0.99))
    on_a_machine = Gaussian(sigma)(np.arange(float(n))[:, None])
    close(on_a_machine, np.array(K, dtype=float))
    assert kernel_rank(on_a_machine) < n
    assert len(incomplete_cholesky(on_a_machine).pivots) < n


# --- pivots --------------------------------------------------------------------------------------


def printed_program(K, eta, cap):
    """Code Fragment 5.4, number by number: the same bits on every machine."""
    n, R, pivots, nu = len(K), [], [], []
    d = [K[i][i] for i in range(n)]
    while max(d) > eta and len(pivots) < cap:
        pivot = d.index(max(d))
        pivots.append(pivot)
        nu.append(max(d) ** 0.5)
        row = []
        for i in range(n):
            explained = 0.0
            for earlier in R:
                explained += earlier[i] * earlier[pivot]
            row.append((K[pivot][i] - explained) / nu[-1])
        R.append(row)
        d = [d[i] - row[i] * row[i] for i in range(n)]
    return R, pivots, nu


def printed_features(k, R, pivots, nu):
    """The last lines of Code Fragment 5.4: features of a new example."""
    r = []
    for j, pivot in enumerate(pivots):
        r.append((k[pivot] - sum(r[t] * R[t][pivot] for t in range(j))) / nu[j])
    return r


@pytest.mark.parametrize("eta", [3.0, 0.5, 0.05])
def test_the_library_is_the_printed_program(eta):
    points = np.random.default_rng(0).standard_normal((12, 4)) * [2.0, 1.0, 0.5, 0.25]
    K, k = points @ points.T, points @ Z[0]
    R, pivots, nu = printed_program(K.tolist(), eta, cap=12)
    factor = incomplete_cholesky(K, eta)
    assert factor.pivots.tolist() == pivots
    close(factor.R, R)
    close(incomplete_features(k[None], factor)[0], printed_features(k.tolist(), R, pivots, nu))


def test_the_printed_program_need_not_end_without_a_cut_off():
    """Points in space: three pivots span them, and then round-off is picked for ever."""
    points = [[(7919 * i + 104729 * k) % 1009 / 1009 - 0.5 for k in range(3)] for i in range(1, 60)]
    K = [[a[0] * b[0] + a[1] * b[1] + a[2] * b[2] for b in points] for a in points]
    assert len(printed_program(K, 1e-9, cap=200)[1]) == 3
    endless = printed_program(K, 0.0, cap=200)[1]
    assert len(endless) == 200 > 59 > len(set(endless))
    assert len(incomplete_cholesky(K, 0.0).pivots) == 3


def test_the_smaller_the_cut_off_the_more_points_are_kept():
    """Squared residuals of orthogonal points are 1, 1/4, 1/9 ...: norms 1, 1/2, 1/3 ..."""
    K = np.diag(1 / np.arange(1.0, 9) ** 2)
    for eta, T in ((0.3, 1), (0.2, 2), (0.05, 4), (0.0, 8)):
        factor = incomplete_cholesky(K, eta)
        assert len(factor.pivots) == T
        assert factor.residuals.max() <= eta
    assert np.sqrt(incomplete_cholesky(K, 0.2).residuals.max()) == pytest.approx(1 / 3)  # above eta


def test_incomplete_cholesky_is_gram_schmidt_on_the_points_that_were_picked():
    points = np.random.default_rng(2).standard_normal((9, 5))
    factor = incomplete_cholesky(points @ points.T, max_rank=3)
    Q, R = gram_schmidt(points[factor.pivots])
    close(factor.R[:, factor.pivots], R)
    close(factor.R.T, points @ Q)
    left = points - nearest(points, points[factor.pivots])
    close(factor.residuals, (left**2).sum(axis=1))


def test_the_largest_residual_first_can_leave_most_in_total():
    """One point of length 1.1 at right angles to ten of length one that coincide."""
    points = np.array([[1.1, 0.0]] + 10 * [[0.0, 1.0]])
    K = points @ points.T
    greedy = incomplete_cholesky(K, max_rank=1)
    assert greedy.pivots.tolist() == [0]
    assert greedy.residuals.sum() == pytest.approx(10)
    other = deflate(points, points[1])
    assert (other**2).sum() == pytest.approx(1.21)
    assert K.trace() - np.linalg.eigvalsh(K)[-1] == pytest.approx(1.21)  # and none leaves less


def test_no_subspace_leaves_less_than_that_of_the_largest_eigenvalues():
    rng = np.random.default_rng(3)
    points = rng.standard_normal((20, 6))
    vectors = np.linalg.eigh(points.T @ points)[1]
    for k in range(1, 6):
        least = np.sort(np.linalg.eigvalsh(points @ points.T))[:-k].sum()
        best = ((points - nearest(points, vectors[:, -k:].T)) ** 2).sum()
        assert best == pytest.approx(least, rel=1e-10)
        for _ in range(50):
            rival = points - nearest(points, rng.standard_normal((k, 6)))
            assert (rival**2).sum() >= least
        assert incomplete_cholesky(points @ points.T, max_rank=k).residuals.sum() >= least
