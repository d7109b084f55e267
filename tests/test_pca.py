"""Chapter 4: one set of components by four routes, and the likelihood that PCA maximises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.stats import multivariate_normal, ortho_group
from sklearn.decomposition import PCA as SklearnPCA

from featurespace._spectral import fix_signs, top_eigenpairs
from featurespace.kernels import Polynomial, quadratic_features
from featurespace.linalg import best_rank_k, is_projection
from featurespace.means import centre, spread
from featurespace.orthogonal import deflate
from featurespace.pca import (
    components_needed,
    explained_fraction,
    pca,
    ppca,
    ppca_log_likelihood,
    ppca_posterior,
    scores_from_gram,
)

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
ROUTES = ["svd", "eigen", "gram", "power"]


def cloud(n, d, spectrum, seed=0):
    """Centred points (n, d) whose covariance has these eigenvalues, in a random position."""
    rng, r = np.random.default_rng(seed), len(spectrum)
    A = rng.standard_normal((n, r))
    Z = np.linalg.qr(A - A.mean(axis=0))[0] * np.sqrt(n)
    V = np.linalg.qr(rng.standard_normal((d, r)))[0]
    return Z * np.sqrt(spectrum) @ V.T


def centred(X):
    """In two steps, so that points far away lose nothing."""
    return (X - X[0]) - (X - X[0]).mean(axis=0)


def covariance(X):
    """Divided by n, whatever numpy's habit."""
    return np.atleast_2d(np.cov(X, rowvar=False, bias=True))


SPECTRUM = np.array([5.0, 3.0, 1.0, 0.5])
WORLDS = {
    "tall": cloud(12, 4, SPECTRUM) + np.arange(-2.0, 2.0),
    "wide": cloud(5, 9, SPECTRUM) - 1.0,
    "rank-deficient": cloud(12, 7, SPECTRUM),
    "constant columns": np.insert(cloud(12, 4, SPECTRUM), [0, 2], 0.1, axis=1),
    "far away": cloud(12, 4, SPECTRUM) + 1e8,
    "tiny": 1e-60 * cloud(12, 4, SPECTRUM),
    "huge": 1e30 * cloud(12, 4, SPECTRUM),
}
each_world = pytest.mark.parametrize("X", WORLDS.values(), ids=WORLDS)
each_route = pytest.mark.parametrize("route", ROUTES)


def close(actual, expected, scale=1.0):
    """Equal up to round-off; the spectra above have gaps of the order of their sum."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1000 * EPS * scale + TINY)


# --- one answer by four routes -------------------------------------------------------------------


@each_world
@each_route
def test_the_four_routes_agree(X, route):
    """DME-2.3, DME-2.39, DME-2.56, DME-2.11; one idea, many names 10."""
    ours, svd = pca(X, route=route), pca(X)
    close(ours.eigenvalues, svd.eigenvalues, svd.eigenvalues.sum())
    close(ours.directions, svd.directions)
    close(ours.scores, svd.scores, np.sqrt(svd.eigenvalues.sum()))
    np.testing.assert_array_equal(ours.mean, svd.mean)


@each_world
@each_route
def test_asking_for_fewer_components_gives_the_first_ones(X, route):
    full, two = pca(X, route=route), pca(X, 2, route)
    close(two.directions, full.directions[:2])
    close(two.eigenvalues, full.eigenvalues[:2], full.eigenvalues.sum())
    assert (two.directions.shape, two.scores.shape) == ((2, X.shape[1]), (len(X), 2))


@each_route
def test_known_eigenvalues_are_found(route):
    for X in (WORLDS["tall"], WORLDS["wide"], WORLDS["rank-deficient"]):
        close(pca(X, route=route).eigenvalues, SPECTRUM, SPECTRUM.sum())


@each_route
def test_of_tied_eigenvalues_the_subspace_is_found(route):
    """errata 14: the directions within it are not unique."""
    _, U, values, _ = pca(cloud(12, 6, [3.0, 3.0, 1.0, 1.0, 1.0]), route=route)
    _, V, _, _ = pca(cloud(12, 6, [4.0, 3.0, 1.5, 1.2, 1.0]))  # the same subspaces
    close(values, [3, 3, 1, 1, 1], 9)
    close(U[:2].T @ U[:2], V[:2].T @ V[:2])
    close(U[2:].T @ U[2:], V[2:].T @ V[2:])


@each_route
@pytest.mark.parametrize("seed", range(20))
def test_tied_variances_come_in_order_however_they_lie(route, seed):
    """Power iteration needs a new start each time: what is left of the old one is orthogonal."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(3, 9))
    sd = np.sort(rng.choice([1.0, 2.0, 3.0], d - 1))[::-1]
    U = rng.standard_normal((2 * d, d - 1))
    U = np.linalg.qr(U - U.mean(axis=0))[0] * np.sqrt(2 * d)
    V = np.linalg.qr(rng.standard_normal((d, d - 1)))[0]
    X = (U * sd) @ V.T
    close(pca(X, route=route).eigenvalues, sd**2, 9)
    close(pca(X, k=1, route=route).eigenvalues, sd[:1] ** 2, 9)


@pytest.mark.filterwarnings("error")
@each_route
@pytest.mark.parametrize("size", [1e-120, 1e-95, 1e60])
def test_tiny_and_huge_points_have_the_same_directions(route, size):
    X = cloud(12, 4, [3.0, 2.0, 1.0])
    close(pca(size * X, route=route).directions, pca(X, route=route).directions)


@pytest.mark.parametrize("gap", [1e-1, 1e-3])
def test_the_power_route_parts_close_eigenvalues(gap):
    X = cloud(50, 6, [1.0, 1.0 - gap, 0.5, 0.25, 0.1])
    power, svd = pca(X, route="power"), pca(X)
    close(power.eigenvalues, svd.eigenvalues)
    close(power.directions, svd.directions, 1 / gap)


@each_route
def test_directions_are_orthonormal_even_where_almost_nothing_varies(route):
    X = cloud(30, 6, [1.0, 1e-3, 1e-6, 1e-9, 1e-12])
    U = pca(X, route=route).directions
    close(U @ U.T, np.eye(5))


@each_route
def test_points_far_away_have_the_components_of_the_same_points_near(route):
    far = WORLDS["far away"]
    near = far - 1e8  # exactly
    close(pca(far, route=route).eigenvalues, pca(near, route=route).eigenvalues, SPECTRUM.sum())
    close(pca(far, route=route).directions, pca(near, route=route).directions)


@each_route
def test_a_constant_column_takes_no_part(route):
    X = WORLDS["constant columns"]
    components = pca(X, route=route)
    assert len(components.eigenvalues) == 4
    close(components.directions[:, [0, 3]], 0)
    assert (components.mean[[0, 3]] == 0.1).all()


@each_route
@pytest.mark.parametrize("value", [0.0, 0.1, 1e8 + 0.1])
def test_points_that_coincide_have_no_component(route, value):
    X = np.full((10, 3), value)
    components = pca(X, route=route)
    assert components.eigenvalues.size == 0
    np.testing.assert_array_equal(components.mean + components.scores @ components.directions, X)
    with pytest.raises(ValueError, match="k must be at most the rank 0 of the centred data; got 1"):
        pca(X, 1, route)


@each_route
def test_the_largest_entry_of_each_direction_is_positive(route):
    U = pca(WORLDS["wide"], route=route).directions
    assert (U[np.arange(4), np.abs(U).argmax(axis=1)] > 0).all()


@each_route
def test_where_all_entries_are_equally_large_the_first_is_positive(route):
    X = [[2.0, -2.0], [-2.0, 2.0], [1.0, 1.0], [-1.0, -1.0]]
    r = np.sqrt(0.5)
    close(pca(X, route=route).directions, [[r, -r], [r, r]])


@pytest.mark.parametrize(("shape", "seen"), [((40, 4), (4, 4)), ((8, 4), (8, 4)), ((3, 9), (3, 9))])
def test_of_a_tall_table_only_its_triangle_is_decomposed(shape, seen, monkeypatch):
    """The time is what it saves: the answer is the same."""
    X, sizes, svd = np.random.default_rng(0).standard_normal(shape), [], np.linalg.svd
    expected = svd(X - X.mean(axis=0), compute_uv=False)[:2] ** 2 / len(X)
    monkeypatch.setattr(np.linalg, "svd", lambda A, **how: sizes.append(A.shape) or svd(A, **how))
    close(pca(X, 2).eigenvalues, expected)
    assert sizes == [seen]


# --- what components are -------------------------------------------------------------------------


@each_world
def test_eigenvalues_are_squared_singular_values_over_n(X):
    """DME-2.39: exact values."""
    s, values = np.linalg.svd(centred(X), compute_uv=False)[:4], pca(X).eigenvalues
    close(values, s**2 / len(X), values.sum())


@each_world
@each_route
def test_scores_are_uncorrelated_with_the_eigenvalues_as_variances(X, route):
    """DME-2.30"""
    _, _, values, scores = pca(X, route=route)
    close(scores.mean(axis=0), 0, np.sqrt(values.sum()))
    close(covariance(scores), np.diag(values), values.sum())


@each_world
@each_route
def test_points_are_the_mean_and_all_components(X, route):
    mean, U, _, scores = pca(X, route=route)
    close(mean + scores @ U, X, np.abs(X).max())


@each_world
@each_route
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_error_is_the_sum_of_the_discarded_eigenvalues(X, route, k):
    """DME-2.26: exact values."""
    values = pca(X).eigenvalues
    _, U, _, scores = pca(X, k, route)
    error = ((centred(X) - scores @ U) ** 2).sum() / len(X)
    close(error, values[k:].sum(), values.sum())


def test_the_eigenvalues_sum_to_the_total_variance():
    """DME-1.34; one idea, many names 2."""
    X = WORLDS["tall"]
    close(pca(X).eigenvalues.sum(), X.var(axis=0).sum(), 10)
    close(pca(X).eigenvalues.sum(), spread(X @ X.T), (X**2).sum())


def test_no_other_direction_has_more_variance():
    """DME-2.1"""
    X = WORLDS["tall"]
    U = np.random.default_rng(1).standard_normal((200, 4))
    variances = (X @ U.T / np.linalg.norm(U, axis=1)).var(axis=0)
    assert variances.max() <= pca(X, 1).eigenvalues[0] * (1 + 64 * EPS)


def test_the_second_component_is_the_first_of_what_deflation_leaves():
    """DME-2.11; one idea, many names 4."""
    mean, U, values, _ = pca(WORLDS["tall"])
    rest = pca(deflate(WORLDS["tall"] - mean, U[0]), 1)
    close(rest.eigenvalues, values[1:2], values.sum())
    close(rest.directions, U[1:2])


def test_k_components_are_the_best_matrix_of_rank_k():
    """DME-2.43"""
    mean, U, _, scores = pca(WORLDS["wide"], 2)
    close(scores @ U, best_rank_k(WORLDS["wide"] - mean, 2), 10)


def test_the_centre_is_the_best_of_all_origins():
    """DME-2.23: a plane through any other point fits worse."""
    X = WORLDS["tall"]
    U = pca(X, 2).directions
    for shift in np.random.default_rng(2).standard_normal((50, 4)):
        R = (X - X.mean(axis=0) - shift) @ (np.eye(4) - U.T @ U)
        assert (R**2).sum() / len(X) >= SPECTRUM[2:].sum() - 1000 * EPS


@pytest.mark.parametrize("solver", ["full", "covariance_eigh"])
def test_scikit_learn_agrees(solver):
    """Its variances divide by n - 1."""
    X = WORLDS["tall"]
    theirs = SklearnPCA(3, svd_solver=solver).fit(X)
    ours = pca(X, 3)
    close(ours.mean, theirs.mean_)
    close(ours.eigenvalues * 12 / 11, theirs.explained_variance_, 10)
    close(ours.directions, fix_signs(theirs.components_.T).T)
    close(explained_fraction(pca(X).eigenvalues)[:3], theirs.explained_variance_ratio_.cumsum())


# --- eigenpairs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        np.arange(600.0),
        np.repeat([3.0, 1.0], [4, 596]),
        np.ones(600),
        np.eye(600)[0],
        np.zeros(600),
    ],
    ids=["distinct", "tied", "identity", "rank one", "zero"],
)
def test_few_eigenpairs_of_a_large_matrix_are_those_of_the_small_way(values):
    """Lanczos and LAPACK agree, ties or none."""
    Q = np.linalg.qr(np.random.default_rng(3).standard_normal((600, 600)))[0]
    A = (Q * values) @ Q.T
    found, V = top_eigenpairs((A + A.T) / 2, 5)
    scale = 600 * EPS * max(values.max(), TINY)
    np.testing.assert_allclose(found, np.sort(values)[::-1][:5], rtol=0, atol=8 * scale)
    np.testing.assert_allclose(A @ V, V * found, rtol=0, atol=64 * scale)
    np.testing.assert_allclose(V.T @ V, np.eye(5), rtol=0, atol=600 * EPS)


@each_route
def test_many_points_that_coincide_have_no_component(route):
    with pytest.raises(ValueError, match="k must be at most the rank 0"):
        pca(np.ones((510, 510)), 1, route)


# --- scores from inner products ------------------------------------------------------------------


@each_world
def test_scores_from_inner_products_are_the_scores_up_to_sign(X):
    """DME-2.56..2.57, DME-3.6..3.7"""
    _, _, values, scores = pca(X)
    ours = scores_from_gram(centred(X) @ centred(X).T, 4)
    close(ours, fix_signs(scores), np.sqrt(len(X) * values.sum()))


def test_the_explicit_twin_of_a_kernel_has_the_same_scores():
    """One idea, many names 10 and 11: PCA in feature space needs inner products alone."""
    X = np.random.default_rng(4).standard_normal((9, 2))
    _, _, values, scores = pca(quadratic_features(X))  # six features, one of them constant
    assert len(values) == 5
    ours = scores_from_gram(centre(Polynomial(2, 1.0)(X)), 5)
    gap = np.abs(np.diff(values, append=0.0)).min() / values.sum()
    close(ours, fix_signs(scores), np.sqrt(9 * values.sum()) / gap)


def test_scores_from_inner_products_reproduce_them():
    G = centre(Polynomial(2, 1.0)(np.random.default_rng(5).standard_normal((9, 2))))
    Z = scores_from_gram(G, 5)
    close(Z @ Z.T, G, np.abs(G).max() * 9)


@pytest.mark.parametrize(("G", "k"), [(np.zeros((3, 3)), 1), (-np.eye(3), 1), (np.ones((3, 3)), 2)])
def test_more_scores_than_positive_eigenvalues_are_refused(G, k):
    with pytest.raises(ValueError, match=rf"^k must be at most .+ positive eigenvalues; got {k} >"):
        scores_from_gram(G, k)


# --- how many ------------------------------------------------------------------------------------


def test_the_shares_rise_to_exactly_one():
    """DME-2.26"""
    for values in ([0.1] * 10, SPECTRUM, [1.0, 0.0, 0.0], np.full(1000, 0.3)):
        share = explained_fraction(values)
        assert share[-1] == 1.0
        assert (np.diff(share) >= 0).all()


@pytest.mark.parametrize(
    ("values", "threshold", "k"),
    [
        ([0.85, 0.15], 0.85, 2),  # strictly more
        ([0.86, 0.14], 0.85, 1),
        ([6, 3, 1], 0.6, 2),
        ([6, 3, 1], 0.9, 3),
        ([6, 3, 1], 0.5999, 1),
        ([1, 1, 1], 1 / 3, 2),
        ([0.1] * 10, 0.3, 4),  # 0.1 + 0.1 + 0.1 > 0.3 is round-off
        ([0.1] * 10, 1 - EPS / 2, 10),  # all of them always suffice
        ([7], 0.999, 1),
        ([1, 0, 0], 0.999, 1),
    ],
)
def test_the_share_must_exceed_the_threshold(values, threshold, k):
    """H-u10: strictly."""
    assert components_needed(values, threshold) == k


def test_the_default_threshold_is_the_one_of_the_source():
    """003:758"""
    assert components_needed([84, 2, 14]) == components_needed([84, 2, 14], 0.85) == 2


@pytest.mark.parametrize("values", [[1.0, -1.0], [0.0, 0.0], [], [np.nan], ["a"], 1.0])
def test_shares_need_variances(values):
    for function in (explained_fraction, components_needed):
        with pytest.raises(ValueError, match=r"^eigenvalues must "):
            function(values)


@pytest.mark.parametrize("threshold", [0, 1, 1.5, np.nan, "much"])
def test_a_threshold_lies_strictly_between_zero_and_one(threshold):
    with pytest.raises(ValueError, match="threshold must lie strictly between 0 and 1"):
        components_needed([1.0], threshold)


# --- probabilistic PCA ---------------------------------------------------------------------------

MODELS = {"tall": (cloud(30, 5, [5.0, 3.0, 1.0, 0.5, 0.2]) + 2.0, 2), "wide": (WORLDS["wide"], 2)}
each_model = pytest.mark.parametrize(("X", "k"), MODELS.values(), ids=MODELS)


def model_covariance(model):
    return model.W @ model.W.T + model.sigma2 * np.eye(len(model.W))


@each_model
def test_the_noise_is_the_mean_of_the_discarded_eigenvalues(X, k):
    """DME-2.85, DME-2.86: all d - k of them, those that are 0 as well."""
    values, V = np.linalg.eigh(covariance(X))
    model = ppca(X, k)
    close(model.sigma2, values[:-k].mean(), values.sum())
    close(model.W, fix_signs(V[:, ::-1][:, :k]) * np.sqrt(values[::-1][:k] - model.sigma2), 10)
    close(model.mean, X.mean(axis=0))


@each_model
def test_the_model_has_the_total_variance_of_the_data(X, k):
    """trace Sigma = trace Sigmahat, and trace(Sigma^-1 Sigmahat) = d."""
    Sigma, S = model_covariance(ppca(X, k)), covariance(X)
    close(np.trace(Sigma), np.trace(S), 10)
    close(np.trace(np.linalg.solve(Sigma, S)), X.shape[1], 100)


@each_model
def test_within_the_components_the_model_is_exact(X, k):
    """M = W'W + sigma^2 I is the diagonal of the first eigenvalues."""
    _, W, sigma2 = ppca(X, k)
    close(W.T @ W + sigma2 * np.eye(k), np.diag(pca(X, k).eigenvalues), 10)


@each_model
def test_the_log_likelihood_is_the_sum_of_gaussian_log_densities(X, k):
    """DME-2.81"""
    model = ppca(X, k)
    scipy = multivariate_normal(model.mean, model_covariance(model)).logpdf(X).sum()
    assert ppca_log_likelihood(X, *model) == pytest.approx(scipy, rel=1000 * EPS)


def test_the_log_likelihood_holds_for_any_parameters_even_more_latents_than_features():
    rng = np.random.default_rng(6)
    X, mean, W = rng.standard_normal((7, 3)), rng.standard_normal(3), rng.standard_normal((3, 5))
    scipy = multivariate_normal(mean, W @ W.T + 0.7 * np.eye(3)).logpdf(X).sum()
    assert ppca_log_likelihood(X, mean, W, 0.7) == pytest.approx(scipy, rel=1000 * EPS)


@each_model
def test_the_largest_log_likelihood_has_a_closed_form(X, k):
    """DME-2.84 with trace(Sigma^-1 Sigmahat) = d."""
    (n, d), model = X.shape, ppca(X, k)
    log_det = np.linalg.slogdet(model_covariance(model))[1]
    expected = -n / 2 * (d * np.log(2 * np.pi) + log_det + d)
    assert ppca_log_likelihood(X, *model) == pytest.approx(expected, rel=1000 * EPS)


@each_model
@pytest.mark.parametrize("size", [1.0, 0.1, 0.01])
def test_no_other_parameters_are_more_likely(X, k, size):
    """DME-2.85: every step away from the solution, in W, sigma^2 or the mean, loses."""
    (mean, W, sigma2), rng = ppca(X, k), np.random.default_rng(7)
    best = ppca_log_likelihood(X, mean, W, sigma2)
    for _ in range(30):
        elsewhere = mean + size * rng.standard_normal(len(mean))
        assert ppca_log_likelihood(X, elsewhere, W, sigma2) < best
        assert ppca_log_likelihood(X, mean, W + size * rng.standard_normal(W.shape), sigma2) < best
    for factor in (1 + size, 1 / (1 + size)):
        assert ppca_log_likelihood(X, mean, W, factor * sigma2) < best
        assert ppca_log_likelihood(X, mean, factor * W, sigma2) < best


@each_model
def test_other_components_than_the_first_are_less_likely(X, k):
    """DME-2.86: every subset of eigenvectors is stationary, the largest ones win."""
    mean, U, values, _ = pca(X)
    best = ppca_log_likelihood(X, *ppca(X, k))
    for chosen in ([0, 2], [1, 2], [0, 3]):
        sigma2 = (values.sum() - values[chosen].sum()) / (X.shape[1] - k)
        W = U[chosen].T * np.sqrt(np.maximum(values[chosen] - sigma2, 0))
        assert ppca_log_likelihood(X, mean, W, sigma2) < best


@each_model
def test_a_rotation_of_the_latent_space_changes_nothing(X, k):
    """DME-2.85: W R for any R."""
    mean, W, sigma2 = ppca(X, k)
    R = ortho_group.rvs(k, random_state=8)
    ours, rotated = (ppca_log_likelihood(X, mean, V, sigma2) for V in (W, W @ R))
    assert ours == pytest.approx(rotated, rel=1000 * EPS)
    close(
        ppca_posterior(X, mean, W @ R, sigma2)[0] @ R.T, ppca_posterior(X, mean, W, sigma2)[0], 10
    )


@each_model
def test_the_posterior_is_gaussian_conditioning(X, k):
    """DME-2.87..2.91: from the joint covariance [[I, W'], [W, Sigma]]."""
    model = ppca(X, k)
    gain = np.linalg.solve(model_covariance(model), model.W).T  # W' Sigma^-1
    means, covariance = ppca_posterior(X, *model)
    close(means, (X - model.mean) @ gain.T, 10)
    close(covariance, np.eye(k) - gain @ model.W, 10)


@each_model
def test_reconstruction_shrinks_the_components(X, k):
    """errata 39, by (lambda - sigma^2) / lambda."""
    model, (_, U, values, scores) = ppca(X, k), pca(X, k)
    shrunk = scores * (values - model.sigma2) / values
    close(ppca_posterior(X, *model)[0] @ model.W.T, shrunk @ U, 10)


def test_shrinkage_is_no_projection_but_can_be_undone():
    """errata 39: W M^-1 W' is none; W (W'W)^-1 M E[z|x] is the PCA reconstruction."""
    X, k = MODELS["tall"]
    model, (_, U, _, scores) = ppca(X, k), pca(X, k)
    _, W, sigma2 = model
    M = W.T @ W + sigma2 * np.eye(k)
    assert not is_projection(W @ np.linalg.solve(M, W.T))
    means, _ = ppca_posterior(X, *model)
    close(means @ M @ np.linalg.solve(W.T @ W, W.T), scores @ U, 10)


def test_a_noisy_subspace_is_recovered():
    """W-u14; alpha^2 + sigma^2, then sigma^2."""
    X = cloud(20, 5, [4.25, 4.25, 0.25, 0.25, 0.25])
    _, W, sigma2 = ppca(X, 2)
    close(sigma2, 0.25, 10)
    V = pca(X, 2).directions
    close(W @ W.T, 4 * V.T @ V, 10)


def test_isotropic_data_leave_nothing_to_the_components():
    X = cloud(20, 3, [1.0, 1.0, 1.0])
    _, W, sigma2 = ppca(X, 1)
    close(sigma2, 1.0)
    np.testing.assert_allclose(W, 0, atol=np.sqrt(1000 * EPS))


def test_scikit_learn_scores_the_same_likelihood():
    """Its covariances divide by n - 1: the same model, larger by n / (n - 1)."""
    X, k = MODELS["tall"]
    n, (mean, W, sigma2) = len(X), ppca(X, k)
    theirs = SklearnPCA(k, svd_solver="full").fit(X)
    larger = n / (n - 1)
    assert theirs.noise_variance_ == pytest.approx(larger * sigma2, rel=1000 * EPS)
    ours = ppca_log_likelihood(X, mean, np.sqrt(larger) * W, larger * sigma2)
    assert theirs.score(X) * n == pytest.approx(ours, rel=1000 * EPS)
    assert ours < ppca_log_likelihood(X, mean, W, sigma2)


@pytest.mark.parametrize(
    ("X", "k"),
    [
        (cloud(12, 4, [2.0, 1.0]), 2),
        (cloud(3, 8, [2.0, 1.0]), 2),
        (cloud(12, 4, [2.0, 1.0]) + 1e3, 2),
        ([[0.0], [1.0], [3.0]], 1),
        ([[0.0, 0.0], [1.0, 2.0]], 1),
    ],
    ids=["rank", "n < d", "shifted", "one column", "two points"],
)
def test_the_noise_needs_variance(X, k):
    """errata 35: the rank must exceed k."""
    with pytest.raises(ValueError, match=r"^k must leave some variance; got .+ smaller k"):
        ppca(X, k)


# --- refusals ------------------------------------------------------------------------------------


@each_route
def test_more_components_than_the_rank_are_refused(route):
    for name in ("rank-deficient", "constant columns"):
        with pytest.raises(ValueError, match=r"k must be at most the rank 4 .+; got 5\. Ask for"):
            pca(WORLDS[name], 5, route)
    with pytest.raises(ValueError, match="k must be at most the rank 4"):
        pca(WORLDS["wide"], 5, route)


@pytest.mark.parametrize("k", [0, -1, 5, 1.0, True, "all"])
def test_a_number_of_components_is_a_whole_number_that_fits(k):
    with pytest.raises(ValueError, match=r"^k must be a whole number >= 1 and <= 4"):
        pca(WORLDS["tall"], k)
    with pytest.raises(ValueError, match=r"^k must be a whole number >= 1 and <= 3"):
        ppca(WORLDS["tall"], k)


def test_a_route_is_one_of_four():
    with pytest.raises(ValueError, match=r"route must be one of .+power.+got 'qr'"):
        pca(WORLDS["tall"], route="qr")


JUNK = {
    "nan": [[1.0, np.nan]],
    "words": [["a", "b"]],
    "empty": np.empty((0, 2)),
    "one axis": [1.0, 2.0],
    "inf": [[np.inf, 1.0]],
}


@pytest.mark.parametrize("X", JUNK.values(), ids=JUNK)
def test_junk_is_refused_by_name(X):
    for function in (pca, lambda X: ppca(X, 1)):
        with pytest.raises(ValueError, match=r"^X must "):
            function(X)
    with pytest.raises(ValueError, match=r"^G must "):
        scores_from_gram(X, 1)
    for function in (ppca_log_likelihood, ppca_posterior):
        with pytest.raises(ValueError, match=r"^X must "):
            function(X, [0.0, 0.0], [[1.0], [1.0]], 1.0)
        with pytest.raises(ValueError, match=r"^W must "):
            function([[0.0, 0.0]], [0.0, 0.0], X, 1.0)


def test_parameters_that_do_not_fit_are_refused_by_name():
    for function in (ppca_log_likelihood, ppca_posterior):
        with pytest.raises(ValueError, match="X must have 2 columns"):
            function([[1.0]], [0.0, 0.0], [[1.0], [1.0]], 1.0)
        with pytest.raises(ValueError, match="mean must have 2 entries"):
            function([[1.0, 1.0]], [0.0], [[1.0], [1.0]], 1.0)
        with pytest.raises(ValueError, match="sigma2 must be a number > 0"):
            function([[1.0]], [0.0], [[1.0]], 0.0)


def test_the_data_are_never_changed():
    X = WORLDS["tall"].copy()
    for route in ROUTES:
        pca(X, route=route)
    ppca_posterior(X, *ppca(X, 2))
    np.testing.assert_array_equal(X, WORLDS["tall"])


@each_route
def test_one_point_alone_has_no_component(route):
    assert pca([[1.0, 2.0]], route=route).eigenvalues.size == 0


# --- properties ----------------------------------------------------------------------------------

clouds = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(-9, 9))


def spectrum(X, route="svd"):
    """All eigenvalues, those that are zero as well."""
    values = pca(X, route=route).eigenvalues
    return np.pad(values, (0, min(X.shape) - len(values)))


@given(X=clouds)
def test_the_routes_have_one_spectrum(X):
    for route in ROUTES:
        close(spectrum(X, route), spectrum(X), X.var(axis=0).sum())


@each_route
@given(X=clouds)
def test_whatever_is_left_out_is_round_off(X, route):
    mean, U, _, scores = pca(X, route=route)
    left = ((X - mean - scores @ U) ** 2).sum()
    assert left <= 36 * len(X) * EPS * ((X - mean) ** 2).sum() + (64 * EPS * np.abs(X).max()) ** 2


@given(X=clouds, shift=st.floats(-1e6, 1e6))
def test_translation_moves_the_mean_alone(X, shift):
    scale = np.abs(X).max() + abs(shift)
    close(pca(X + shift).mean, pca(X).mean + shift, scale)
    close(spectrum(X + shift), spectrum(X), scale * 9)  # X + shift is itself rounded


@given(X=clouds, seed=st.integers(0, 2**32 - 1))
def test_rotation_keeps_the_spectrum(X, seed):
    R = np.linalg.qr(np.random.default_rng(seed).standard_normal((X.shape[1],) * 2))[0]
    close(spectrum(X @ R), spectrum(X), (X**2).sum())


@given(X=clouds, data=st.data())
def test_the_order_of_the_points_does_not_matter(X, data):
    order = data.draw(st.permutations(range(len(X))))
    close(spectrum(X[order]), spectrum(X), (X**2).sum())


@given(X=clouds, factor=st.floats(1e-3, 1e3))
def test_scaling_scales_variances_by_the_square(X, factor):
    close(spectrum(factor * X), factor**2 * spectrum(X), factor**2 * (X**2).sum())
