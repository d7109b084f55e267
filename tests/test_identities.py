"""One idea, many names: the twelve identities that tie the chapters together."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from featurespace import embedding, fisher, means, orthogonal, pca
from featurespace.describe import kernel_density
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features
from featurespace.linalg import best_rank_k, is_orthogonal_projection


@pytest.fixture(params=range(3))
def X(request):
    return np.random.default_rng(request.param).normal(1.0, 2.0, size=(12, 3))


def same_up_to_signs(A, B):
    np.testing.assert_allclose(np.abs((A * B).sum(axis=0)), (A**2).sum(axis=0), rtol=1e-9)
    np.testing.assert_allclose(np.abs(A), np.abs(B), rtol=1e-7, atol=1e-9)


def test_identity_01_centring_is_a_projection_on_both_sides(X):
    """ST-u11 = DME-3.10 = DME-3.28, with C of DME-1.54 an orthogonal projector of trace n - 1."""
    n, K = len(X), Polynomial(2)(X)
    C = np.eye(n) - 1 / n
    np.testing.assert_allclose(means.centre(K), C @ K @ C, rtol=0, atol=1e-11 * K.max())
    assert is_orthogonal_projection(C)
    assert np.trace(C) == pytest.approx(n - 1)


def test_identity_02_spread_is_total_variance_is_trace(X):
    """ST-5.4 = DME-1.34 = H-p46."""
    F, K = quadratic_features(X), Polynomial(2)(X)
    assert means.spread(K) == pytest.approx(F.var(axis=0).sum(), rel=1e-10)
    assert means.spread(K) == pytest.approx(np.trace(means.centre(K)) / len(X), rel=1e-10)


def test_identity_03_distances_and_centred_inner_products_hold_the_same(X):
    """ST-u05 = DME-3.13, undone by DME-3.22."""
    K = Polynomial(2)(X)
    back = embedding.gram_from_distances(np.sqrt(means.squared_distances(K)))
    np.testing.assert_allclose(back, means.centre(K), rtol=0, atol=1e-11 * K.max())


def test_identity_04_deflating_again_and_again_is_pca(X):
    """ST-u34 = one step of DME-2.11."""
    left = X - X.mean(axis=0)
    _, directions, values, _ = pca.pca(X)
    for u, value in zip(directions, values, strict=True):
        assert pca.pca(left, 1, "power").eigenvalues[0] == pytest.approx(value, rel=1e-9)
        left = orthogonal.deflate(left, u)
    assert np.abs(left).max() < 1e-12


def test_identity_05_gram_schmidt_is_cholesky_and_pca_is_its_best_rival(X):
    """ST-u42; prod nu^2 = det K; DME-2.54."""
    points = X[:3]
    K = points @ points.T
    R = orthogonal.gram_schmidt(points)[1]
    np.testing.assert_allclose(R, orthogonal.cholesky(K), rtol=0, atol=1e-10 * np.abs(R).max())
    assert np.prod(np.diag(R) ** 2) == pytest.approx(np.linalg.det(K), rel=1e-8)
    K = Gaussian(2.0)(X)
    greedy = orthogonal.incomplete_cholesky(K, max_rank=4).R
    assert np.linalg.norm(K - best_rank_k(K, 4)) <= np.linalg.norm(K - greedy.T @ greedy)


def test_identity_06_one_variance_along_a_direction_for_pca_and_fisher(X):
    """ST-5.9 = DME-2.1."""
    alpha = np.random.default_rng(5).normal(size=len(X))
    w = X.T @ alpha
    w = w / np.linalg.norm(w)
    dual = fisher.projection_variance(Linear()(X), alpha)
    assert dual == pytest.approx(w @ np.cov(X.T, bias=True) @ w, rel=1e-10)
    assert dual <= pca.pca(X, 1).eigenvalues[0] * (1 + 1e-12)


def test_identity_07_parzen_is_a_difference_of_densities_and_fisher_with_a_heavy_ridge():
    """ST-A5.6 = DME-1.47 up to b = the limit of ST-K5.15."""
    x = np.random.default_rng(6).normal(size=9)
    y = np.where(np.arange(9) < 3, 1.0, -1.0)
    grid, h = np.linspace(-2, 2, 7), 0.5
    K = Gaussian(h)(x[:, None])
    alpha, _ = means.parzen(K, y)
    value = Gaussian(h)(grid[:, None], x[:, None]) @ alpha / np.sqrt(2 * np.pi * h**2)
    plus, minus = (kernel_density(grid, x[y == sign], h) for sign in (1.0, -1.0))
    np.testing.assert_allclose(value, plus - minus, rtol=0, atol=1e-13)
    heavy = fisher.kernel_fisher(K, y, lam=1e9).alpha
    np.testing.assert_allclose(1e9 * heavy, alpha, rtol=1e-6)


def test_identity_08_the_within_class_matrix_is_two_centring_matrices():
    """ST-5.12."""
    y = np.array([1.0, 1.0, 1.0, -1.0, -1.0])
    B = fisher.within_class_matrix(y)
    np.testing.assert_allclose(B[:3, :3], 4 / 5 * (np.eye(3) - 1 / 3), atol=1e-15)
    np.testing.assert_allclose(B[3:, 3:], 6 / 5 * (np.eye(2) - 1 / 2), atol=1e-15)
    assert not B[:3, 3:].any()


def test_identity_09_the_noisy_subspace_is_probabilistic_pca(X):
    """W-u14 = DME-2.75."""
    _, W, sigma2 = pca.ppca(X, 1)
    size = np.linalg.norm(W)
    V = W / size  # one orthonormal column
    noisy = size**2 * V @ V.T + sigma2 * np.eye(3)
    np.testing.assert_allclose(noisy, W @ W.T + sigma2 * np.eye(3), rtol=1e-12)
    top = np.linalg.eigvalsh(noisy)[-1]
    assert top == pytest.approx(pca.pca(X, 1).eigenvalues[0], rel=1e-9)


def test_identity_10_one_set_of_scores_by_every_route(X):
    """DME-2.3, DME-2.39, DME-2.56, W-u25."""
    scores = pca.pca(X, 2).scores
    for route in ("eigen", "gram", "power"):
        same_up_to_signs(pca.pca(X, 2, route).scores, scores)
    K = Linear()(X)
    same_up_to_signs(pca.scores_from_gram(means.centre(K), 2), scores)
    same_up_to_signs(embedding.kernel_pca(K, 2).scores, scores)


def test_identity_11_scaling_pca_and_isomap_are_one_method_on_different_distances(X):
    """DME-3.35, DME-u34, DME-3.29."""
    same_up_to_signs(embedding.classical_mds(cdist(X, X), 2), pca.pca(X, 2).scores)
    K = Gaussian(2.0)(X)
    feature_distances = np.sqrt(means.squared_distances(K))
    same_up_to_signs(
        embedding.classical_mds(feature_distances, 2), embedding.kernel_pca(K, 2).scores
    )
    complete = len(X) - 1  # with every point a neighbour, paths are straight
    same_up_to_signs(embedding.isomap(X, 2, complete), pca.pca(X, 2).scores)


def test_identity_12_probabilistic_reconstruction_is_pca_with_shrinkage(X):
    """DME-2.93..2.94: factors (lambda - sigma^2) / lambda, the medicine of every ridge."""
    mean, W, sigma2 = pca.ppca(X, 2)
    _, directions, values, scores = pca.pca(X, 2)
    z, _ = pca.ppca_posterior(X, mean, W, sigma2)
    shrunk = scores * (values - sigma2) / values
    np.testing.assert_allclose(z @ W.T, shrunk @ directions, rtol=0, atol=1e-10 * np.abs(X).max())
