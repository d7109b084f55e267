"""Statements of chapter 4, each by a route of its own: components, and a model behind them."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import null_space
from scipy.stats import multivariate_normal, norm

from featurespace.estimators import PCA, ProbabilisticPCA, SubspaceClassifier
from featurespace.kernels import Linear
from featurespace.linalg import best_rank_k, block_inverse
from featurespace.means import spread
from featurespace.normal import NormalLaw, log_density, mahalanobis_squared
from featurespace.orthogonal import deflate
from featurespace.pca import (
    Components,
    Ppca,
    components_needed,
    explained_fraction,
    pca,
    ppca,
    ppca_log_likelihood,
    ppca_posterior,
    scores_from_gram,
)

SPECTRUM = np.array([5.0, 3.0, 2.0, 1.0, 0.5])
each_k = pytest.mark.parametrize("k", [1, 2, 3, 4])


def close(actual, expected, scale=1.0):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-11 * scale)


def uncorrelated(n, m, seed=0):
    """A table (n, m) whose columns have mean 0, variance 1 and no correlation, exactly."""
    A = np.random.default_rng(seed).normal(size=(n, m))
    return np.linalg.qr(A - A.mean(axis=0))[0] * np.sqrt(n)


def orthonormal(d, k, seed=0):
    return np.linalg.qr(np.random.default_rng(seed).normal(size=(d, k)))[0]


def frames(d, k, times=200, seed=1):
    """Random sets of k orthonormal directions (times, d, k)."""
    return np.linalg.qr(np.random.default_rng(seed).normal(size=(times, d, k)))[0]


U = orthonormal(5, 5)  # the eigenvectors, as columns
MU = np.array([3.0, -1.0, 0.5, 2.0, -4.0])
X = uncorrelated(12, 5) * np.sqrt(SPECTRUM) @ U.T + MU
CENTRED = X - MU
SIGMA = U * SPECTRUM @ U.T


# --- how much variance there is ------------------------------------------------------------------


def test_the_covariance_is_the_average_of_all_products_of_two_arrow_coordinates():
    points = np.array([[0.0, 0.0], [2.0, 0.0], [1.0, 3.0]])  # mean (1, 1)
    close(np.cov(points.T, bias=True), [[2 / 3, 0], [0, 2]])
    close(pca(points).eigenvalues, [2, 2 / 3])
    by_loop = sum(np.outer(x - MU, x - MU) for x in X) / len(X)
    close(by_loop, SIGMA, 10)
    _, directions, values, _ = pca(X)
    close(directions.T * values @ directions, by_loop, 10)


def test_the_trace_of_the_covariance_is_the_mean_squared_length_of_the_arrows():
    squared = [np.linalg.norm(x - X.mean(axis=0)) ** 2 for x in X]
    close(np.trace(np.cov(X.T, bias=True)), np.mean(squared), 10)
    close(np.trace(np.cov(X.T)), np.sum(squared) / 11, 10)  # the unbiased one
    close(spread(Linear()(X)), np.mean(squared), 100)


def test_the_unbiased_covariance_has_the_same_directions_and_shares():
    values, vectors = np.linalg.eigh(sum(np.outer(x - MU, x - MU) for x in X) / 11)
    found = pca(X)
    close(values[::-1], found.eigenvalues * 12 / 11, 10)
    close(np.abs((vectors[:, ::-1] * found.directions.T).sum(axis=0)), 1)
    close(explained_fraction(values[::-1]), explained_fraction(found.eigenvalues))


def test_the_variances_along_all_components_add_up_to_the_total_variance():
    found = pca(X)
    assert found.scores.shape[1] == 5
    close(np.trace(SIGMA), SPECTRUM.sum(), 10)  # trace(U L U') = trace(L U'U)
    close(found.eigenvalues.sum(), X.var(axis=0).sum(), 10)
    squared = ((X - X.mean(axis=0)) ** 2).sum()
    close(found.scores.var(axis=0, ddof=1).sum(), squared / 11, 10)


@each_k
def test_k_components_explain_the_sum_of_their_eigenvalues(k):
    found = pca(X)
    explained = found.scores[:, :k].var(axis=0).sum()
    close(explained, found.eigenvalues[:k].sum(), 10)
    close(explained, SPECTRUM[:k].sum(), 10)
    close(explained_fraction(found.eigenvalues)[k - 1], explained / X.var(axis=0).sum())


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.7, 0.85, 0.99])
def test_the_rule_keeps_the_fewest_components_whose_running_share_exceeds_the_threshold(threshold):
    running, kept = 0.0, 0
    while running / 11.5 <= threshold:  # 5 + 3 + 2 + 1 + 0.5
        running += SPECTRUM[kept]
        kept += 1
    assert components_needed(SPECTRUM, threshold) == kept
    shares = explained_fraction(SPECTRUM)
    assert shares[kept - 1] > threshold
    assert kept == 1 or shares[kept - 2] <= threshold


# --- the first direction -------------------------------------------------------------------------


def test_the_variance_of_a_projection_is_a_quadratic_form_of_the_covariance():
    for w in frames(5, 1)[:, :, 0]:
        close(np.var([w @ x for x in X]), w @ SIGMA @ w, 10)


@pytest.mark.parametrize("route", ["svd", "eigen", "gram", "power"])
def test_the_covariance_is_rebuilt_from_ordered_eigenpairs_none_negative(route):
    _, directions, values, _ = pca(X, route=route)
    close(directions @ directions.T, np.eye(5))
    close(directions.T * values @ directions, SIGMA, 10)
    assert (np.diff(values) < 0).all()
    assert values[-1] > 0


def test_a_projected_variance_is_an_average_of_the_eigenvalues():
    for w in frames(5, 1)[:, :, 0]:
        a = U.T @ w
        close((a**2).sum(), 1)
        close(w @ SIGMA @ w, (a**2) @ SPECTRUM, 10)


def test_the_first_direction_is_the_only_one_of_largest_variance_up_to_sign():
    """Whoever turns away from u1 loses at least the gap times the squared sine."""
    u1 = pca(X, 1).directions[0]
    close(np.var(X @ u1), 5, 10)
    close(pca(X, 1).eigenvalues, [5], 10)
    close(np.var(X @ -u1), 5, 10)
    close(np.abs(u1 @ U[:, 0]), 1)
    for w in frames(5, 1)[:, :, 0]:
        lost, sine = 5 - np.var(X @ w), 1 - (w @ u1) ** 2
        assert lost >= (5 - 3) * sine - 1e-12


def test_of_tied_eigenvalues_every_unit_mix_is_as_good():
    tied = uncorrelated(12, 3) * np.sqrt([3.0, 3.0, 1.0]) @ orthonormal(3, 3)
    u1, u2 = pca(tied).directions[:2]
    for angle in np.linspace(0, np.pi, 13):
        close(np.var(tied @ (np.cos(angle) * u1 + np.sin(angle) * u2)), 3, 10)


def test_scores_average_to_zero_and_are_the_row_w_times_the_points_as_columns():
    found = pca(X)
    close(found.scores.mean(axis=0), 0, 10)
    columns = CENTRED.T  # (d, n), as the notes have it
    for u, z in zip(found.directions, found.scores.T, strict=True):
        close(z, u @ columns, 10)
    assert np.abs((X @ found.directions.T).mean(axis=0)).max() > 1  # not so without centring


# --- further directions --------------------------------------------------------------------------


@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_the_next_direction_is_the_best_of_those_orthogonal_to_all_earlier_ones(m):
    """Over the unit vectors of a subspace with basis N the largest variance is that of N'SN."""
    found = pca(X)
    N = null_space(found.directions[: m - 1])
    values, vectors = np.linalg.eigh(N.T @ np.cov(X.T, bias=True) @ N)
    close(values[-1], SPECTRUM[m - 1], 10)
    close(found.eigenvalues[m - 1], values[-1], 10)
    close(np.abs(N @ vectors[:, -1]), np.abs(found.directions[m - 1]))
    close(np.abs(found.directions[m - 1] @ U[:, m - 1]), 1)
    by_class = PCA(k=m).fit(X).transform(X)[:, m - 1]
    close(by_class.var(), values[-1], 10)
    close(by_class, found.scores[:, m - 1], 10)


def test_orthogonal_to_the_first_direction_the_first_eigenvalue_has_no_weight():
    N = null_space(U[:, :1].T)
    for v in frames(4, 1)[:, :, 0]:
        b = U.T @ (N @ v)
        close(b[0], 0)
        close((b[1:] ** 2).sum(), 1)
        close(np.var(X @ N @ v), b[1:] ** 2 @ SPECTRUM[1:], 10)
        assert np.var(X @ N @ v) <= 3 + 1e-12


def test_what_deflation_leaves_has_the_second_direction_as_its_first():
    rest = deflate(CENTRED, U[:, 0])
    again = pca(rest, 1)
    close(np.abs(again.directions[0] @ U[:, 1]), 1)
    close(again.eigenvalues, [3], 10)


def test_different_components_are_uncorrelated():
    z = pca(X).scores
    for i in range(5):
        for j in range(i):
            close(np.mean(z[:, i] * z[:, j]), 0, 10)
            close(U[:, i] @ SIGMA @ U[:, j], 0, 10)


# --- all directions at once ----------------------------------------------------------------------


@each_k
def test_no_k_orthonormal_directions_have_more_summed_variance_than_the_first_eigenvectors(k):
    best = SPECTRUM[:k].sum()
    assert k == 1 or best != pytest.approx(k * SPECTRUM[k - 1])  # the sum is not k times the last
    close(pca(X, k).scores.var(axis=0).sum(), best, 10)
    for W in frames(5, k):
        assert (X @ W).var(axis=0).sum() <= best + 1e-12


def test_without_orthogonality_the_first_direction_would_be_taken_twice():
    """The misprint: a constraint on one vector alone says nothing about two, or is impossible."""
    u1 = U[:, 0]
    assert 2 * np.var(X @ u1) > SPECTRUM[:2].sum() + 1
    close(u1 @ u1, 1)  # and so never 0


@each_k
def test_the_weights_of_the_eigenvalues_lie_between_0_and_1_and_add_up_to_k(k):
    for W in frames(5, k):
        A = U.T @ W  # w_j = U a_j
        close(A.T @ A, np.eye(k))
        whole = np.hstack([A, null_space(A.T)])  # completed to an orthogonal matrix
        close((whole**2).sum(axis=1), 1)
        b = (A**2).sum(axis=1)
        assert b.min() >= 0
        assert b.max() <= 1 + 1e-12
        close(b.sum(), k)
        variances = [w @ SIGMA @ w for w in W.T]
        close(sum(variances), sum(a @ np.diag(SPECTRUM) @ a for a in A.T), 10)
        close(sum(variances), b[:k] @ SPECTRUM[:k] + b[k:] @ SPECTRUM[k:], 10)


@each_k
def test_each_step_of_the_bound_on_the_summed_variance_holds(k):
    last, best = SPECTRUM[k - 1], SPECTRUM[:k].sum()
    for W in frames(5, k):
        b = ((U.T @ W) ** 2).sum(axis=1)
        replaced = b[:k] @ SPECTRUM[:k] + last * b[k:].sum()
        assert (X @ W).var(axis=0).sum() <= replaced + 1e-12
        close(replaced, b[:k] @ (SPECTRUM[:k] - last) + k * last, 10)
        assert replaced <= best + 1e-12


@each_k
def test_the_best_subspace_is_unique_if_there_is_a_gap_but_not_its_vectors(k):
    """A projector Q loses at least the gap times k - tr(QP), which is 0 for Q = P alone."""
    P, best = U[:, :k] @ U[:, :k].T, SPECTRUM[:k].sum()
    for W in frames(5, k):
        Q = W @ W.T
        away = k - np.trace(Q @ P)
        close(away, np.linalg.norm(Q - P) ** 2 / 2)
        assert best - np.trace(Q @ SIGMA) >= (SPECTRUM[k - 1] - SPECTRUM[k]) * away - 1e-12
    turned = U[:, :k] @ orthonormal(k, k, seed=3)
    close((X @ turned).var(axis=0).sum(), best, 10)
    if k > 1:
        assert np.linalg.norm(SIGMA @ turned - turned * np.diag(turned.T @ SIGMA @ turned)) > 0.1
        # in turn the printed uniqueness fails: the eigenvalues are all different
        assert len(set(SPECTRUM)) == 5


def test_without_a_gap_the_best_subspace_is_not_unique():
    tied = U * [5.0, 3.0, 3.0, 1.0, 0.5] @ U.T
    for second in (U[:, 1], U[:, 2], (U[:, 1] + U[:, 2]) / np.sqrt(2)):
        W = np.column_stack([U[:, 0], second])
        close(np.trace(W.T @ tied @ W), 8, 10)


@each_k
@pytest.mark.parametrize("points", [X, CENTRED], ids=["second moment", "covariance"])
def test_no_projector_of_rank_k_keeps_more_than_the_one_on_the_top_eigenvectors(points, k):
    values, vectors = np.linalg.eigh(sum(np.outer(x, x) for x in points))
    top = vectors[:, -k:] @ vectors[:, -k:].T
    best = sum(x @ top @ x for x in points)
    close(best, values[-k:].sum(), 1000)
    for W in frames(5, k, times=50):
        assert sum(x @ W @ W.T @ x for x in points) < best
    U_k = pca(X, k).directions
    same = np.allclose(U_k.T @ U_k, top)
    assert same == (points is CENTRED)  # of points off the origin it is another subspace


# --- least error ---------------------------------------------------------------------------------


def test_the_squared_residual_is_the_squared_length_less_the_squared_coordinates():
    for W in frames(5, 3, times=20):
        for x in CENTRED:
            residual = np.linalg.norm(x - W @ (W.T @ x)) ** 2
            close(residual, x @ x - x @ W @ W.T @ x, 10)
            close(residual, x @ x - sum(w @ np.outer(x, x) @ w for w in W.T), 10)


@each_k
def test_lost_and_captured_add_up_to_the_total_so_least_error_is_largest_variance(k):
    found = pca(X, k)
    best = found.mean + found.scores @ found.directions
    least = ((X - best) ** 2).sum(axis=1).mean()
    close(least, SPECTRUM[k:].sum(), 10)
    close(least, X.var(axis=0).sum() - found.eigenvalues.sum(), 10)
    errors, captured = [], []
    for W in frames(5, k):
        errors.append(((CENTRED - CENTRED @ W @ W.T) ** 2).sum(axis=1).mean())
        captured.append(sum(w @ SIGMA @ w for w in W.T))
    close(np.add(errors, captured), SPECTRUM.sum(), 10)
    assert min(errors) > least  # with gaps everywhere, only the subspace itself reaches it


@each_k
def test_the_projector_on_orthonormal_directions_leaves_a_residual_orthogonal_to_them(k):
    for W in (*frames(5, k, times=20), pca(X, k).directions.T):
        P = sum(np.outer(w, w) for w in W.T)
        close(P, W @ W.T)
        close(P @ P, P)
        close(W.T @ (CENTRED - CENTRED @ P).T, 0, 10)  # the residual
        close(P @ W, W)  # the span stays


@each_k
def test_the_nearest_point_of_the_subspace_is_the_projection(k):
    found = pca(X, k)
    B = found.directions.T
    for x, score in zip(CENTRED, found.scores, strict=True):
        coordinates = np.linalg.lstsq(B, x)[0]  # the nearest point B c, by least squares
        close(coordinates, B.T @ x, 10)
        close(score, coordinates, 10)
        close(B @ coordinates, sum(np.outer(b, b) for b in B.T) @ x, 10)


@each_k
def test_scores_are_the_coordinates_of_the_best_approximation(k):
    found = pca(X, k)
    assert isinstance(found, Components)
    for x, z in zip(X, found.scores, strict=True):
        approx = U[:, :k] @ U[:, :k].T @ (x - MU)
        close(approx, sum(z_i * u for z_i, u in zip(z, found.directions, strict=True)), 10)
        close(found.directions @ approx, z, 10)


@each_k
def test_the_error_expands_into_three_terms_and_is_one_minus_the_share(k):
    approx = CENTRED @ U[:, :k] @ U[:, :k].T
    z = pca(X, k).scores
    error = ((CENTRED - approx) ** 2).sum(axis=1).mean()
    total, cross, own = (
        (a * b).sum(axis=1).mean()
        for a, b in ((CENTRED, CENTRED), (CENTRED, approx), (approx, approx))
    )
    close(error, total - 2 * cross + own, 10)
    close(cross, (z**2).mean(axis=0).sum(), 10)
    close(own, cross, 10)
    close(error, SPECTRUM[k:].sum(), 10)
    close(error / total, 1 - explained_fraction(pca(X).eigenvalues)[k - 1])


def test_on_the_first_direction_points_lie_farthest_from_the_mean_and_closest_to_the_line():
    """The slides say closest to the mean."""
    from_mean = [np.mean((CENTRED @ u) ** 2) for u in pca(X).directions]
    from_line = [((CENTRED - np.outer(CENTRED @ u, u)) ** 2).sum() for u in pca(X).directions]
    close(sum(from_mean), np.trace(SIGMA), 10)
    assert np.argmax(from_mean) == np.argmin(from_line) == 0
    assert list(np.argsort(from_mean)) == [4, 3, 2, 1, 0]


def test_the_centre_must_be_put_back():
    """A subspace through the origin is far from points that are not."""
    P = pca(X, 4).directions.T @ pca(X, 4).directions
    affine = ((X - MU - (X - MU) @ P) ** 2).sum(axis=1).mean()
    close(affine, 0.5, 10)
    through_origin = ((X - X @ P) ** 2).sum(axis=1).mean()
    close(through_origin, 0.5 + (MU - P @ MU) @ (MU - P @ MU), 100)
    assert through_origin > affine + 1e-3


def test_a_second_moment_is_the_covariance_and_the_square_of_the_mean():
    moment = sum(np.outer(x, x) for x in X) / 12
    close(moment, SIGMA + np.outer(MU, MU), 100)
    assert np.abs(moment - SIGMA).max() > 1
    close(sum(np.outer(x, x) for x in CENTRED) / 12, SIGMA, 10)


def test_top_eigenvectors_of_the_second_moment_find_the_mean_those_of_the_covariance_the_spread():
    away = uncorrelated(20, 2) * [3.0, 0.3] + [0.0, 20.0]
    moment = sum(np.outer(x, x) for x in away) / 20
    close(np.abs(np.linalg.eigh(moment)[1][:, -1]), [0, 1])
    found = pca(away, 1)
    close(found.directions, [[1, 0]])
    assert found.scores.shape == (20, 1)


# --- tables of low rank --------------------------------------------------------------------------


def test_the_centred_table_is_a_sum_of_rank_one_layers():
    V, s, Ut = np.linalg.svd(CENTRED, full_matrices=False)
    close(CENTRED, sum(s[i] * np.outer(V[:, i], Ut[i]) for i in range(5)), 10)
    close(s, np.sqrt(12 * SPECTRUM), 10)  # positive and ordered
    close(V.T @ V, np.eye(5))


def test_singular_values_and_vectors_hold_eigenvalues_directions_and_scores():
    V, s, Ut = np.linalg.svd(CENTRED, full_matrices=False)
    close(CENTRED.T @ CENTRED / 12, np.cov(X.T, bias=True), 10)
    close(Ut.T * (s**2 / 12) @ Ut, SIGMA, 10)
    found = pca(X)
    close(found.eigenvalues, s**2 / 12, 10)
    for i, z in enumerate(found.scores.T):
        close(Ut[i] @ CENTRED.T, s[i] * V[:, i], 10)  # u'X = s v'
        close(np.abs(z), np.abs(s[i] * V[:, i]), 10)
        close(np.abs(z @ V[:, i]), s[i], 10)  # one sign for all of it


@each_k
def test_directions_times_scores_is_the_best_table_of_rank_k(k):
    found = pca(X, k)
    table = found.scores @ found.directions
    close(table, best_rank_k(CENTRED, k), 10)
    assert np.linalg.matrix_rank(table) == k
    left, s = ((CENTRED - table) ** 2).sum(), np.linalg.svd(CENTRED, compute_uv=False)
    close(left, (s[k:] ** 2).sum(), 100)
    assert np.sqrt(left) < (s[k:] ** 2).sum() - 1  # what is printed as the norm is its square
    rng = np.random.default_rng(4)
    for size in np.geomspace(1e-2, 10, 50):
        rival = (found.scores + size * rng.normal(size=(12, k))) @ (
            found.directions + size * rng.normal(size=(k, 5))
        )
        assert ((CENTRED - rival) ** 2).sum() > left


@each_k
@pytest.mark.parametrize("S", [SIGMA, CENTRED @ CENTRED.T], ids=["covariance", "Gram matrix"])
def test_the_best_symmetric_matrix_of_rank_k_keeps_the_leading_eigenpairs(S, k):
    values, vectors = np.linalg.eigh(S)
    values, vectors = values[::-1], vectors[:, ::-1]
    best = sum(values[i] * np.outer(vectors[:, i], vectors[:, i]) for i in range(k))
    close(best_rank_k(S, k), best, 100)
    error = np.linalg.norm(S - best)
    close(error, np.linalg.norm(values[k:]), 100)
    rng = np.random.default_rng(5)
    for size in np.geomspace(1e-2, 10, 50):
        L = vectors[:, :k] * np.sqrt(values[:k]) + size * rng.normal(size=(len(S), k))
        assert np.linalg.norm(S - L @ L.T) > error


def test_a_gram_matrix_holds_inner_products_and_has_no_negative_eigenvalue():
    G = np.array([[x @ y for x in CENTRED] for y in CENTRED])
    close(G, Linear()(CENTRED), 10)
    values, vectors = np.linalg.eigh(G)
    close(values[:7], 0, 100)
    s, V = np.linalg.svd(CENTRED)[1], np.linalg.svd(CENTRED)[0][:, :5]
    close(values[:6:-1], s**2, 100)
    close(np.abs((vectors[:, :6:-1] * V).sum(axis=0)), 1)  # its eigenvectors are the v
    z = scores_from_gram(G, 5)
    for weights in np.random.default_rng(6).normal(size=(50, 12)):
        close(weights @ G @ weights, ((weights @ z) ** 2).sum(), 1000)  # a sum of squares


@each_k
def test_scores_come_from_the_gram_matrix_alone_and_keep_inner_products_best(k):
    G = CENTRED @ CENTRED.T
    z, found = scores_from_gram(G, k), pca(X, k)
    close(np.abs(z), np.abs(found.scores), 10)
    close(np.abs((z * found.scores).sum(axis=0)), (found.scores**2).sum(axis=0), 100)
    close(z @ z.T, found.scores @ found.scores.T, 100)
    close(z @ z.T, sum(np.outer(column, column) for column in found.scores.T), 100)
    close(z @ z.T, best_rank_k(G, k), 100)
    assert (np.linalg.eigh(G)[1] < 0).any()  # so the root cannot cover the eigenvectors too


# --- a subspace under noise ----------------------------------------------------------------------


def test_a_noisy_subspace_has_the_covariance_of_the_subspace_and_of_the_noise():
    """x = Vz + w with k entries in z: drawn so that z and w are uncorrelated exactly."""
    parts, V = uncorrelated(30, 7, seed=7), orthonormal(5, 2, seed=8)
    z, w = 2 * parts[:, :2], 0.5 * parts[:, 2:]
    x = z @ V.T + w
    truth = 4 * V @ V.T + 0.25 * np.eye(5)
    close(np.cov(x.T, bias=True), truth, 10)
    with pytest.raises(ValueError, match="mismatch"):
        V @ np.zeros(5)  # d entries, as printed, do not fit
    close(truth @ V, (4 + 0.25) * V, 10)
    close(np.linalg.eigvalsh(truth), [0.25, 0.25, 0.25, 4.25, 4.25], 10)
    found = pca(x, 2).directions
    close(found.T @ found, V @ V.T)  # the span is recovered


def test_columns_of_other_lengths_lift_the_eigenvalues_by_their_squares():
    V = orthonormal(5, 2, seed=8) * [1.5, 0.5]  # orthogonal, not orthonormal
    truth = 4 * V @ V.T + np.eye(5)
    close(truth @ V, V * [4 * 2.25 + 1, 4 * 0.25 + 1], 10)
    assert np.abs(truth @ V - (4 + 1) * V).max() > 1


def test_equal_columns_of_the_noisy_subspace_are_known_up_to_a_rotation():
    V, R = orthonormal(5, 2, seed=8), orthonormal(2, 2, seed=9)
    close(V @ R @ (V @ R).T, V @ V.T)
    assert np.abs(V @ R - V).max() > 0.1


def test_of_a_hundred_times_the_points_the_sample_covariance_is_ten_times_nearer():
    """In the spectral norm, on average; the ratio of two means of 20 strays by a few per cent."""
    rng, V = np.random.default_rng(17), orthonormal(5, 2, seed=8)
    truth, miss = 4 * V @ V.T + np.eye(5), []
    for n in (100, 10_000):
        x = 2 * rng.normal(size=(20, n, 2)) @ V.T + rng.normal(size=(20, n, 5))
        sampled = x.transpose(0, 2, 1) @ x / n  # the mean is known to be 0
        miss.append(np.mean([np.linalg.norm(S - truth, 2) for S in sampled]))
    assert 7 < miss[0] / miss[1] < 14


# --- a model that makes the data -----------------------------------------------------------------

W = np.array([[1.6, 0.2], [0.8, -0.5], [0.1, 0.9]])
M3, NOISE = np.array([1.0, -2.0, 0.5]), 0.3
MODEL_COVARIANCE = W @ W.T + NOISE * np.eye(3)
JOINT_COVARIANCE = np.block([[np.eye(2), W.T], [W, MODEL_COVARIANCE]])
SOME = np.random.default_rng(10).normal(size=(20, 5))  # values of (z, x)


def test_the_normal_density_is_its_formula():
    for x in SOME[:, 2:]:
        gap = x - M3
        exponent = -gap @ np.linalg.inv(MODEL_COVARIANCE) @ gap / 2
        root = np.sqrt((2 * np.pi) ** 3 * np.linalg.det(MODEL_COVARIANCE))
        expected = multivariate_normal(M3, MODEL_COVARIANCE).pdf(x)
        assert np.exp(exponent) / root == pytest.approx(expected, rel=1e-10)


def test_latent_density_times_density_given_it_is_the_joint_normal_density():
    """Mean (0, mu), covariance [[I, W'], [W, WW' + sigma^2 I]]: every constant included."""
    joint = multivariate_normal(np.append([0, 0], M3), JOINT_COVARIANCE)
    for zx in SOME:
        z, x = zx[:2], zx[2:]
        prior, misfit = norm.logpdf(z).sum(), x - W @ z - M3
        given = norm(scale=np.sqrt(NOISE)).logpdf(misfit).sum()
        assert prior + given == pytest.approx(joint.logpdf(zx), rel=1e-10)
        exponent = -(misfit @ misfit / NOISE + z @ z) / 2
        constant = np.log(2 * np.pi) * 5 / 2 + np.log(NOISE) * 3 / 2
        assert exponent - constant == pytest.approx(joint.logpdf(zx), rel=1e-10)


def test_given_the_latent_point_an_observation_is_a_round_cloud_about_its_image():
    """By conditioning the joint law: the observation, not the noise, has the mean Wz + mu."""
    gain = JOINT_COVARIANCE[2:, :2] @ np.linalg.inv(JOINT_COVARIANCE[:2, :2])
    close(JOINT_COVARIANCE[2:, 2:] - gain @ JOINT_COVARIANCE[:2, 2:], NOISE * np.eye(3))
    for z in SOME[:, :2]:
        close(M3 + gain @ z, W @ z + M3, 10)
    noise = np.sqrt(NOISE) * uncorrelated(10, 3, seed=11)
    close((W @ SOME[0, :2] + M3 + noise).mean(axis=0), W @ SOME[0, :2] + M3, 10)
    close(noise.mean(axis=0), 0)


def test_completing_the_square_reads_off_mean_and_covariance():
    A = JOINT_COVARIANCE + np.eye(5)  # any positive definite matrix
    linear = np.arange(5.0) - 1
    covariance = np.linalg.inv(A)
    law = multivariate_normal(covariance @ linear, covariance)
    difference = [law.logpdf(x) - (-x @ A @ x / 2 + x @ linear) for x in SOME]
    close(difference, difference[0], 100)


def test_the_joint_precision_is_inverted_block_by_block_and_gives_the_mean():
    blocks = np.eye(2) + W.T @ W / NOISE, -W.T / NOISE, -W / NOISE, np.eye(3) / NOISE
    precision = np.block([[blocks[0], blocks[1]], [blocks[2], blocks[3]]])
    close(block_inverse(*blocks), JOINT_COVARIANCE, 10)
    close(precision @ JOINT_COVARIANCE, np.eye(5), 10)
    close(JOINT_COVARIANCE @ np.append(-W.T @ M3, M3) / NOISE, np.append([0, 0], M3), 100)
    for zx in SOME:  # the second-order terms of the joint exponent
        z, x = zx[:2], zx[2:]
        misfit = x - W @ z
        close(zx @ precision @ zx, misfit @ misfit / NOISE + z @ z, 1000)


def test_summing_over_the_latent_coordinate_leaves_a_normal_law():
    """One latent coordinate, summed up numerically."""
    w, mu = np.array([1.6, 0.8]), np.array([1.0, 1.0])
    marginal = multivariate_normal(mu, np.outer(w, w) + NOISE * np.eye(2))
    for x in SOME[:6, :2]:

        def joint(z, x=x):
            return norm.pdf(z) * norm(scale=np.sqrt(NOISE)).pdf(x - w * z - mu).prod()

        assert quad(joint, -12, 12, epsabs=1e-13)[0] == pytest.approx(marginal.pdf(x), rel=1e-7)
        one = ppca_log_likelihood([x], mu, w[:, None], NOISE)
        assert one == pytest.approx(marginal.logpdf(x), rel=1e-10)


def drawn():
    """Points of the model x = Wz + mu + noise, with the moments of the model exactly."""
    parts = uncorrelated(40, 5, seed=12)
    return parts[:, :2] @ W.T + M3 + np.sqrt(NOISE) * parts[:, 2:]


def test_the_parameters_of_the_model_that_made_the_points_are_found():
    x = drawn()
    close(np.cov(x.T, bias=True), MODEL_COVARIANCE, 10)
    model = ppca(x, 2)
    assert isinstance(model, Ppca)
    close(model.mean, M3, 10)
    close(model.sigma2, NOISE, 10)
    close(model.W @ model.W.T, W @ W.T, 10)
    fitted = ProbabilisticPCA(k=2).fit(x)
    expected = multivariate_normal(M3, MODEL_COVARIANCE).logpdf(x).mean()
    assert fitted.score(x) == pytest.approx(expected, rel=1e-10)


# --- the most likely model -----------------------------------------------------------------------


def test_quadratic_forms_add_up_to_a_trace_with_the_sample_covariance():
    A = np.arange(25.0).reshape(5, 5)  # of no particular kind
    sample_covariance = sum(np.outer(x, x) for x in CENTRED) / 12
    close(sample_covariance, CENTRED.T @ CENTRED / 12, 10)
    for x in CENTRED:
        close(x @ A @ x, np.trace(A @ np.outer(x, x)), 1000)
    close(sum(x @ A @ x for x in CENTRED), 12 * np.trace(A @ sample_covariance), 10_000)


def test_the_log_likelihood_is_a_sum_over_points_and_one_line_with_traces():
    x = SOME[:, 2:] - SOME[:, 2:].mean(axis=0)
    by_points = multivariate_normal(np.zeros(3), MODEL_COVARIANCE).logpdf(x).sum()
    log_det = np.linalg.slogdet(MODEL_COVARIANCE)[1]
    misfit = np.trace(np.linalg.solve(MODEL_COVARIANCE, x.T @ x / 20))
    in_a_line = -20 / 2 * (3 * np.log(2 * np.pi) + log_det + misfit)
    assert in_a_line == pytest.approx(by_points, rel=1e-10)
    assert ppca_log_likelihood(x, np.zeros(3), W, NOISE) == pytest.approx(by_points, rel=1e-10)


def test_at_the_most_likely_parameters_the_likelihood_is_flat_and_lower_all_around():
    """The gradient by differences, for W turned by any R: no direction of ascent is left."""
    mean, found, sigma2 = ppca(X, 2)
    turned = found @ orthonormal(2, 2, seed=13)
    close(sigma2, SPECTRUM[2:].mean(), 10)
    close(found @ found.T, U[:, :2] * (SPECTRUM[:2] - sigma2) @ U[:, :2].T, 10)
    best = ppca_log_likelihood(X, mean, turned, sigma2)
    assert best == pytest.approx(ppca_log_likelihood(X, mean, found, sigma2), rel=1e-12)
    rng, h = np.random.default_rng(14), 1e-4
    for _ in range(20):
        dW, ds = rng.normal(size=(5, 2)), rng.normal()
        up, down = (
            ppca_log_likelihood(X, mean, turned + t * dW, sigma2 * np.exp(t * ds)) for t in (h, -h)
        )
        assert abs(up - down) / (2 * h) < 1e-4  # the second order of a step is 1e-8 of a curvature
        assert max(up, down) < best


def test_without_variance_left_the_likelihood_grows_without_end():
    flat = uncorrelated(12, 2) @ orthonormal(5, 2).T
    mean, directions, values, _ = pca(flat, 2)
    loadings = directions.T * np.sqrt(values)
    rising = [ppca_log_likelihood(flat, mean, loadings, 10.0**-e) for e in range(2, 13)]
    steps = np.diff(rising)  # each tenth of the noise gains 12 * 3 / 2 * ln 10
    np.testing.assert_allclose(steps[3:], 18 * np.log(10), rtol=1e-4)
    with pytest.raises(ValueError, match="k must leave some variance"):
        ppca(flat, 2)


# --- back to the latent point --------------------------------------------------------------------


def test_the_posterior_is_the_joint_density_seen_from_one_point():
    """As a function of z the joint density has one shape: that of N(M^-1 W'(x - mu), s M^-1)."""
    joint = multivariate_normal(np.append([0, 0], M3), JOINT_COVARIANCE)
    M = W.T @ W + NOISE * np.eye(2)
    x = np.array([0.7, -1.0, 2.0])
    means, covariance = ppca_posterior([x], M3, W, NOISE)
    close(covariance, NOISE * np.linalg.inv(M))
    close(covariance, np.linalg.inv(np.eye(2) + W.T @ W / NOISE))
    close(means[0], np.linalg.inv(M) @ W.T @ (x - M3), 10)
    posterior, evidence = (
        multivariate_normal(means[0], covariance),
        multivariate_normal(M3, MODEL_COVARIANCE).logpdf(x),
    )
    for z in SOME[:, :2]:
        expected = joint.logpdf(np.append(z, x)) - evidence
        assert posterior.logpdf(z) == pytest.approx(expected, rel=1e-9)


def test_the_regularised_pseudo_inverse_solves_ridge_regression_and_recovers_without_noise():
    x = SOME[:, 2:]
    means, _ = ppca_posterior(x, np.zeros(3), W, NOISE)
    stacked = np.vstack([W, np.sqrt(NOISE) * np.eye(2)])  # ridge as least squares with more rows
    ridge = np.linalg.lstsq(stacked, np.hstack([x, np.zeros((20, 2))]).T)[0].T
    close(means, ridge, 10)
    z = SOME[:, :2]
    for tiny in (1e-6, 1e-9, 1e-12):
        back, _ = ppca_posterior(z @ W.T, np.zeros(3), W, tiny)
        np.testing.assert_allclose(back, z, rtol=0, atol=100 * tiny + 1e-13)
    flat = np.column_stack([W[:, 0], 2 * W[:, 0]])  # of rank 1: there is an answer all the same
    M = flat.T @ flat + NOISE * np.eye(2)
    close(ppca_posterior(x, np.zeros(3), flat, NOISE)[0], np.linalg.solve(M, flat.T @ x.T).T, 10)


def test_the_reconstruction_shrinks_each_component_by_its_own_factor_and_is_no_projection():
    mean, found, sigma2 = ppca(X, 2)
    M = found.T @ found + sigma2 * np.eye(2)
    shrink = found @ np.linalg.inv(M) @ found.T
    factors = (SPECTRUM[:2] - sigma2) / SPECTRUM[:2]
    for u, factor in zip(U[:, :2].T, factors, strict=True):
        close(shrink @ u, factor * u)
    close(shrink @ U[:, 2:], 0)
    close(ppca_posterior(X, mean, found, sigma2)[0] @ found.T, CENTRED @ shrink, 10)
    assert np.abs(shrink @ shrink - shrink).max() > 0.05


def test_as_the_noise_goes_to_zero_the_reconstruction_becomes_the_projection():
    P, R = U[:, :2] @ U[:, :2].T, orthonormal(2, 2, seed=15)
    for tiny in (1e-2, 1e-4, 1e-6):
        turned = U[:, :2] * np.sqrt(SPECTRUM[:2] - tiny) @ R
        M = turned.T @ turned + tiny * np.eye(2)
        close(M, R.T * SPECTRUM[:2] @ R, 10)
        away = turned @ np.linalg.inv(M) @ turned.T - P
        np.testing.assert_allclose(np.linalg.norm(away, 2), tiny / 3, rtol=1e-6)  # lambda_2 = 3
        back = ppca_posterior(X, MU, turned, tiny)[0] @ turned.T
        assert np.abs(back - CENTRED @ P).max() < tiny * np.abs(CENTRED).max()


# --- classes in a subspace -----------------------------------------------------------------------


def test_the_subspace_is_found_without_labels_and_classes_are_told_apart_by_scores():
    rng = np.random.default_rng(16)
    y = np.repeat([0, 1], 30)
    points = rng.normal(size=(60, 4)) * [3, 2, 0.1, 0.1] + np.outer(y, [8, 0, 0, 0])
    rule = SubspaceClassifier(k=2).fit(points, y)
    close(rule.directions_, pca(points, 2).directions)
    swapped = SubspaceClassifier(k=2).fit(points, rng.permutation(y))
    close(swapped.directions_, rule.directions_)  # whatever the labels say
    outside = null_space(rule.directions_)[:, 0]  # a step that no score sees
    np.testing.assert_array_equal(rule.predict(points + 5 * outside), rule.predict(points))
    assert (rule.predict(points) == y).mean() > 0.8


def test_for_equal_covariances_the_nearest_class_is_the_likeliest_and_else_it_need_not_be():
    """The squared distance decides alone only where the price of being wide is the same."""
    at = np.random.default_rng(18).normal(size=(200, 2)) * 5
    C = np.array([[2.0, 0.5], [0.5, 1.0]])
    means = [0.0, 0.0], [3.0, 1.0], [-2.0, 4.0]
    same = [NormalLaw(100, np.array(mean), C) for mean in means]
    distance, density = (
        np.column_stack([f(at, law) for law in same]) for f in (mahalanobis_squared, log_density)
    )
    np.testing.assert_array_equal(distance.argmin(axis=1), density.argmax(axis=1))
    narrow, wide = (NormalLaw(100, np.zeros(2), size * C) for size in (1, 16))
    close(mahalanobis_squared(at, narrow), 16 * mahalanobis_squared(at, wide), 1000)
    centre = [[0.5, 0.5]]
    assert mahalanobis_squared(centre, wide) < mahalanobis_squared(centre, narrow)
    assert log_density(centre, wide) < log_density(centre, narrow)
