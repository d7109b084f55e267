"""Chapter 5: what its sources state of maps from inner products, distances and neighbours."""

import math

import numpy as np
import pytest
from cases import close, cloud, distances
from scipy.integrate import quad
from scipy.optimize import approx_fprime, minimize, minimize_scalar
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.stats import entropy

from featurespace.datasets import horseshoe
from featurespace.embedding import (
    classical_mds,
    fuzzy_graph,
    gram_from_distances,
    isomap,
    kernel_pca,
    kernel_pca_project,
    link_curve,
    mercer,
    metric_mds,
    neighbour_graph,
    neighbour_weights,
    nonmetric_mds,
    sammon,
    stress,
)
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features
from featurespace.means import centre
from featurespace.neighbours import geodesic_distances, nearest
from featurespace.pca import pca, scores_from_gram

X = cloud()
N = len(X)
C = np.eye(N) - 1 / N
RING = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]], dtype=float)


def same_up_to_sign(A, B, scale=1.0):
    close(A * np.where((A * B).sum(axis=0) < 0, -1.0, 1.0), B, scale)


# --- one map, three inputs -----------------------------------------------------------------------


def test_scores_from_points_are_coordinates_along_eigenvectors_of_the_covariance():
    """Points as columns, as in the notes; the library goes by singular values."""
    columns = X.T @ C
    close(columns.sum(axis=1), 0, N)
    covariance = columns @ columns.T / N
    close(covariance, np.cov(X.T, bias=True))
    U = np.linalg.eigh(covariance)[1][:, [2, 1]]
    Z = U.T @ columns
    assert Z.shape == (2, N)
    same_up_to_sign(pca(X, 2).scores, Z.T, 10)


def test_scores_are_roots_of_eigenvalues_times_eigenvectors_of_the_gram_matrix():
    columns = X.T @ C
    values, V = np.linalg.eigh(columns.T @ columns)
    Z = np.sqrt(np.diag(values[[-1, -2]])) @ V[:, [-1, -2]].T
    same_up_to_sign(scores_from_gram(columns.T @ columns, 2), Z.T, 10)
    same_up_to_sign(pca(X, 2).scores, Z.T, 10)


def test_centring_turns_inner_products_of_points_into_those_of_centred_points():
    """Pair by pair, without a matrix product."""
    mean = sum(X) / N
    raw = np.array([[sum(a * b) for b in X] for a in X])
    close(Linear()(X), raw)
    expected = [[sum((a - mean) * (b - mean)) for b in X] for a in X]
    close(centre(raw), expected)
    close(C @ raw @ C, expected)


def test_distances_are_squared_before_inner_products_are_made_of_them():
    """Three points of a line, 0, 1 and 5, by hand: their centred places are -2, -1 and 3."""
    x = np.array([0.0, 1.0, 5.0])
    Delta = np.array([[0, 1, 25], [1, 0, 16], [25, 16, 0]])
    close(np.subtract.outer(x, x) ** 2, Delta)
    centred = [[4, 2, -6], [2, 1, -3], [-6, -3, 9]]
    close(gram_from_distances(np.sqrt(Delta)), centred, 10)


def test_the_steps_from_squared_distances_to_inner_products():
    """Pair by pair: what the row average is, what is left of a row, what is left of a column."""
    x, n = np.array([[-2.0, 1.0], [-1.0, -3.0], [3.0, 2.0]]), 3  # they sum to zero
    Delta = np.array([[sum((a - b) ** 2) for b in x + 7] for a in x + 7])
    norm2, centring = (x**2).sum(axis=1), np.eye(n) - 1 / n
    s = sum(norm2) / n
    one_side, both = Delta @ centring, centring @ Delta @ centring
    for i in range(n):
        row_mean = sum(Delta[i, k] for k in range(n)) / n  # an index of its own
        close(row_mean, norm2[i] + s)
        for j in range(n):
            close(Delta[i, j], norm2[i] + norm2[j] - 2 * x[i] @ x[j], 10)
            close(one_side[i, j], Delta[i, j] - row_mean, 10)
            close(one_side[i, j], norm2[j] - 2 * x[i] @ x[j] - s, 10)
            close(both[i, j], -2 * x[i] @ x[j], 10)


# --- classical scaling ---------------------------------------------------------------------------


def test_hypothetical_inner_products_are_minus_half_the_centred_squares_for_any_table():
    """Judged differences, which no points have: some eigenvalue is negative."""
    D = squareform(np.random.default_rng(0).uniform(1, 3, 45))
    centring = np.eye(10) - 1 / 10
    close(gram_from_distances(D), -0.5 * centring @ D**2 @ centring, 10)
    assert np.linalg.eigvalsh(gram_from_distances(D))[0] < -0.1
    unsquared = -0.5 * centring @ D @ centring
    assert np.abs(unsquared - gram_from_distances(D)).max() > 0.5


def test_without_squares_points_do_not_get_their_places_back():
    D = distances(X)
    wrong = scores_from_gram(centre(-0.5 * D), 3)
    assert np.abs(distances(wrong) - D).max() > 0.1 * D.max()
    close(distances(classical_mds(D, 3)), D, 10)


def test_classical_scaling_takes_the_top_eigenpairs_of_a_table_that_is_no_map():
    D = squareform(np.random.default_rng(1).uniform(1, 3, 45))
    values, V = np.linalg.eigh(gram_from_distances(D))
    Z = classical_mds(D, 3)
    same_up_to_sign(Z, V[:, [-1, -2, -3]] * np.sqrt(values[[-1, -2, -3]]), 100)
    close(Z.T @ Z, np.diag(values[[-1, -2, -3]]), 100)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_descent_finds_a_map_with_closer_inner_products(k):
    """A general optimiser, from random starts, on a table that no points have."""
    rng = np.random.default_rng(k)
    G = gram_from_distances(D := squareform(rng.uniform(1, 3, 28)))
    values = np.linalg.eigvalsh(G)

    def error(z):
        Z = z.reshape(8, k)
        return ((G - Z @ Z.T) ** 2).sum()

    def slope(z):
        Z = z.reshape(8, k)
        return (-4 * (G - Z @ Z.T) @ Z).ravel()

    ours = error(classical_mds(D, k).ravel())
    close(ours, (values[:-k] ** 2).sum(), 100)
    found = [
        minimize(error, rng.standard_normal(8 * k), jac=slope, options={"gtol": 1e-8}).fun
        for _ in range(5)
    ]
    assert min(found) == pytest.approx(ours, rel=1e-6)


def test_squared_distances_have_negative_eigenvalues_where_their_inner_products_have_none():
    """Points of a plane; the nearest positive semi-definite matrix of their table has rank one."""
    D = distances(cloud(8, 2))
    values = np.linalg.eigvalsh(D**2)
    assert (values > 1e-9 * values[-1]).sum() == 1
    assert values[0] < -0.1 * values[-1]
    inner = np.linalg.eigvalsh(gram_from_distances(D))
    assert inner[0] > -1e-12 * inner[-1]
    assert (inner > 1e-9 * inner[-1]).sum() == 2


# --- where straight lines fail -------------------------------------------------------------------


def test_a_subspace_holds_its_lines_and_a_circle_does_not():
    """A plane is a manifold, too: it is the curvature that lets lines leave."""
    rng = np.random.default_rng(0)
    basis = rng.standard_normal((2, 4))
    a, b = rng.standard_normal((2, 2)) @ basis
    for share in (-1.0, 0.25, 0.5, 3.0):
        point = a + share * (b - a)
        rest = point - np.linalg.lstsq(basis.T, point, rcond=None)[0] @ basis
        close(rest, 0, 10)
    angles = rng.uniform(0, 2 * np.pi, (50, 2))
    ends = np.stack([np.cos(angles), np.sin(angles)], axis=-1)  # pairs, ends, coordinates
    assert (np.linalg.norm(ends.mean(axis=1), axis=1) < 1).all()
    chord = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    along = np.abs(np.angle(np.exp(1j * (angles[:, 0] - angles[:, 1]))))
    assert (chord < along).all()


def test_products_of_coordinates_bring_in_moments_of_higher_order():
    """Their covariance holds the mean of x1 x2 x3^2, which that of the coordinates does not."""
    points = X - X.mean(axis=0)
    F = quadratic_features(points)
    a, b, c = points.T
    column = {
        name: np.abs(F - values[:, None]).max(axis=0).argmin()
        for name, values in {"product": math.sqrt(2) * a * b, "square": c**2}.items()
    }
    close(F[:, column["product"]], math.sqrt(2) * a * b)
    close(F[:, column["square"]], c**2)
    covariance = np.cov(F.T, bias=True)[column["product"], column["square"]]
    expected = (a * b * c**2).mean() - (a * b).mean() * (c**2).mean()
    close(covariance, math.sqrt(2) * expected)


def test_the_angle_jumps_at_the_left_and_needs_both_coordinates():
    above, below = np.arctan2([1e-9, -1e-9], -1.0)
    close(above - below, 2 * np.pi - 2e-9)
    for x, y in [(1.0, 1.0), (-1.0, -1.0), (-2.0, 0.5)]:
        close(np.cos(np.arctan2(y, x)) * math.hypot(x, y), x)
        close(np.sin(np.arctan2(y, x)) * math.hypot(x, y), y)
    assert np.arctan(1 / 1) == np.arctan(-1 / -1)  # one argument takes opposite points for one


# --- Mercer --------------------------------------------------------------------------------------


def sine(i, t):
    """The i-th eigenfunction of min(s, t) on [0, 1], found by differentiating twice."""
    return math.sqrt(2) * np.sin((i - 0.5) * np.pi * t)


def eigenvalue(i):
    return 1 / ((i - 0.5) * np.pi) ** 2


@pytest.mark.parametrize("i", [1, 2, 5])
@pytest.mark.parametrize("s", [0.2, 0.7, 1.0])
def test_the_sines_solve_the_integral_equation_of_the_minimum(i, s):
    """By adaptive quadrature, on both sides of the kink."""
    left = quad(lambda t: t * sine(i, t), 0, s)[0]
    right = quad(lambda t: s * sine(i, t), s, 1)[0]
    assert left + right == pytest.approx(eigenvalue(i) * sine(i, s), abs=1e-10)


def test_the_sines_are_orthonormal_on_the_interval():
    for i in range(1, 5):
        for j in range(1, 5):
            inner = quad(lambda t, i=i, j=j: sine(i, t) * sine(j, t), 0, 1)[0]
            assert inner == pytest.approx(float(i == j), abs=1e-10)


@pytest.mark.parametrize("terms", [1, 10, 1000])
def test_the_series_converges_to_the_kernel_uniformly(terms):
    """At most 2/(pi^2 terms) are missing, everywhere at once: the squares of sines are at most 2,
    and 1/(i - 1/2)^2 is at most the integral of 1/x^2 from i - 1 to i.
    """
    t, i = np.linspace(0, 1, 101), np.arange(1, terms + 1)
    waves = sine(i, t[:, None])
    gap = np.abs(np.minimum(t[:, None], t) - (eigenvalue(i) * waves) @ waves.T).max()
    assert gap <= 2 / (np.pi**2 * terms)


def test_mercer_features_of_the_minimum_are_square_summable_with_the_kernel_as_inner_product():
    t, i = np.linspace(0, 1, 21), np.arange(1, 20_001)
    features = np.sqrt(eigenvalue(i)) * sine(i, t[:, None])
    lengths = (features**2).cumsum(axis=1)
    assert (lengths <= t[:, None] + 1e-12).all()  # never above k(t, t) = t, however many
    np.testing.assert_allclose(lengths[:, -1], t, atol=2e-5)
    np.testing.assert_allclose(features @ features.T, np.minimum(t[:, None], t), atol=2e-5)


def test_features_from_the_grid_have_the_kernel_as_inner_product():
    grid, weights = (np.arange(60) + 0.5) / 60, np.full(60, 1 / 60)
    values, functions = mercer(Gaussian(0.3), grid, weights)
    features = functions * np.sqrt(np.maximum(values, 0))
    expected = [[math.exp(-((s - t) ** 2) / (2 * 0.3**2)) for t in grid] for s in grid]
    close(features @ features.T, expected, 10)
    assert values.min() > -1e-13


def test_what_the_measure_does_not_charge_the_series_does_not_reach():
    """Eigenfunctions of min(s, t) on [0, 1/2] alone, carried on to 1, give 1/2 there and not 1."""
    grid, weights = (np.arange(100) + 0.5) / 200, np.full(100, 1 / 200)
    values, functions = mercer(lambda x: np.minimum(x, x.T), grid, weights)
    at_one = (weights * np.minimum(1.0, grid)) @ functions / values  # by the integral equation
    assert (values * at_one**2).sum() == pytest.approx(0.5, abs=0.005)


def test_the_printed_conditions_do_not_make_a_kernel_symmetric():
    """1 + (s - t) is continuous, and its form is the square of an integral; no series is it."""
    grid = (np.arange(50) + 0.5) / 50
    K = 1 + grid[:, None] - grid
    for seed in range(5):
        f = np.random.default_rng(seed).standard_normal(50)
        close(f @ K @ f / 50**2, f.mean() ** 2)
    series = (K + K.T) / 2  # the nearest sum of symmetric terms
    assert np.abs(K - series).max() > 0.9
    with pytest.raises(ValueError, match="must be symmetric"):
        mercer(lambda _: K, grid, np.full(50, 1 / 50))


def test_the_spectral_theorem_is_mercer_on_five_points():
    K = Gaussian(1.0)(X[:5])
    values, functions = mercer(Gaussian(1.0), X[:5], np.ones(5))
    close(sum(v * np.outer(psi, psi) for v, psi in zip(values, functions.T, strict=True)), K)
    close(K @ functions, functions * values)
    close(functions.T @ functions, np.eye(5))
    assert values.min() > 0


def test_linear_forms_in_eigenvectors_rebuild_the_form_but_are_not_orthonormal():
    """The sum holds for all x and y; the integrals over the unit square are 1/4 and 1/3."""
    rng = np.random.default_rng(0)
    B = rng.standard_normal((4, 4))
    values, Psi = np.linalg.eigh(B @ B.T)
    x, y = rng.standard_normal((2, 4))
    close(sum(values * (Psi.T @ x) * (Psi.T @ y)), x @ B @ B.T @ y, 100)
    nodes, weights = np.polynomial.legendre.leggauss(3)  # exact for squares
    t, w = (nodes + 1) / 2, weights / 2
    close((w @ t) * (w @ t), 1 / 4)
    close(w @ t**2, 1 / 3)


# --- kernel PCA ----------------------------------------------------------------------------------


def designed():
    """All sign combinations of two latents and six noises: uncorrelated to the last bit."""
    signs = np.array(np.meshgrid(*[[-1.0, 1.0]] * 8)).reshape(8, -1).T
    return signs[:, :2] * [2.0, 1.0], 0.1 * signs[:, 2:]


def generators():
    return np.linalg.qr(np.random.default_rng(0).standard_normal((6, 2)))[0].T


def test_images_of_the_model_have_its_covariance_if_nothing_is_correlated():
    (z, w), F = designed(), generators()
    close(F @ F.T, np.eye(2))  # orthonormal: none is orthogonal to itself
    images = z @ F + w
    covariance = np.mean([np.outer(image, image) for image in images], axis=0)
    expected = 4 * np.outer(F[0], F[0]) + np.outer(F[1], F[1]) + 0.01 * np.eye(6)
    close(images.mean(axis=0), 0)
    close(covariance, expected, 10)
    f = np.arange(6.0)
    by_parts = 4 * (F[0] @ f) * F[0] + (F[1] @ f) * F[1] + 0.01 * f
    close(covariance @ f, by_parts, 100)
    correlated = z @ F + w + 0.5 * z[:, :1]  # noise that knows the first latent
    noise = w + 0.5 * z[:, :1]
    wrong = expected - 0.01 * np.eye(6) + noise.T @ noise / len(noise)
    assert np.abs(correlated.T @ correlated / len(z) - wrong).max() > 0.1


def test_the_outer_product_sends_a_function_to_a_multiple():
    rng = np.random.default_rng(0)
    phi, f = rng.standard_normal((2, 6))
    operator = np.outer(phi, phi)
    close(operator @ f, sum(phi * f) * phi, 10)
    assert np.linalg.matrix_rank(operator) == 1


def test_coordinates_are_inner_products_with_the_generators_and_not_squared_lengths():
    (z, _), F = designed(), generators()
    images = z @ F  # no noise
    close(images @ F.T, z)
    printed = (images**2).sum(axis=1)  # the same number for every generator
    assert np.abs(printed[:, None] - z).min() > 0.1


def images(points):
    """Centred quadratic features, found without a kernel."""
    F = quadratic_features(points)
    return F - F.mean(axis=0)


def test_dual_weights_are_combinations_of_images_that_solve_the_eigenfunction_equation():
    F, K = images(X), Polynomial(2, 1.0)(X)
    covariance = np.mean([np.outer(image, image) for image in F], axis=0)
    alpha, values, *_ = kernel_pca(K, 4)
    U = alpha.T @ F
    close(covariance @ U.T, U.T * values, 100)
    close(U @ U.T, np.eye(4))
    close(np.linalg.eigvalsh(covariance)[::-1][:4], values, 100)
    raw = quadratic_features(X)
    uncentred = np.linalg.eigvalsh(raw.T @ raw / N)[-1]
    assert uncentred > 1.5 * values[0]  # the average must be over centred images


def test_the_covariance_operator_answers_with_combinations_of_images():
    F = images(X)
    covariance = np.mean([np.outer(image, image) for image in F], axis=0)
    f = np.random.default_rng(0).standard_normal(10)
    close(covariance @ f, sum((image @ f) * image for image in F) / N, 100)
    weights = np.linalg.lstsq(F.T, covariance @ f, rcond=None)[0]
    close(weights @ F, covariance @ f, 100)


def test_eigenfunctions_are_combinations_of_images_unless_their_eigenvalue_is_zero():
    F = images(X)
    covariance = F.T @ F / N
    values, U = np.linalg.eigh(covariance)
    for value, u in zip(values, U.T, strict=True):
        weights = np.linalg.lstsq(F.T, u, rcond=None)[0]
        missed = np.linalg.norm(weights @ F - u)
        assert missed < 1e-8 if value > 1e-8 else missed > 0.99


def test_the_squared_equation_has_more_solutions_but_no_more_functions():
    F = images(X)
    K = F @ F.T
    alpha, values, *_ = kernel_pca(Polynomial(2, 1.0)(X), 1)
    null = np.linalg.svd(F)[0][:, -1]
    assert np.abs(K @ null).max() < 1e-10
    other = alpha[:, 0] + null
    for weights in (alpha[:, 0], other):
        close(K @ (K @ weights), N * values[0] * (K @ weights), np.abs(K @ K).max())
        close(weights @ F, alpha[:, 0] @ F, 10)
    close(K @ alpha[:, 0], N * values[0] * alpha[:, 0], np.abs(K).max())
    assert np.linalg.norm(K @ other - N * values[0] * other) > 0.5 * N * values[0]


def test_kernel_values_are_inner_products_of_features_entry_by_entry():
    F = quadratic_features(X)
    expected = [[sum(a * b) for b in F] for a in F]
    close(Polynomial(2, 1.0)(X), expected, np.max(expected))
    scores = pca(F, 3).scores
    same_up_to_sign(kernel_pca(np.array(expected), 3).scores, scores, 1000)


def test_kernel_scores_are_roots_of_eigenvalues_times_eigenvectors_of_the_centred_matrix():
    K = Gaussian(2.0)(X)
    values, V = np.linalg.eigh(C @ K @ C)
    expected = V[:, [-1, -2]] * np.sqrt(values[[-1, -2]])
    same_up_to_sign(kernel_pca(K, 2).scores, expected, 10)
    raw = np.linalg.eigh(K)
    forgotten = raw[1][:, [-1, -2]] * np.sqrt(raw[0][[-1, -2]])
    assert np.abs(np.abs(forgotten) - np.abs(expected)).max() > 0.1


def test_new_points_get_the_coordinates_of_their_images():
    kernel, new = Polynomial(2, 1.0), cloud(7, seed=1)
    components = kernel_pca(kernel(X), 3)
    U = np.linalg.eigh(images(X).T @ images(X))[1][:, [-1, -2, -3]]
    image = quadratic_features(new) - quadratic_features(X).mean(axis=0)
    same_up_to_sign(kernel_pca_project(kernel(new, X), components), image @ U, 1000)


@pytest.mark.parametrize("a", [0.5, 1.5, 2.5])
def test_fractional_powers_of_inner_products_are_no_kernel_and_whole_ones_are(a):
    """Inner products 1, cos, ... of unit vectors in a quarter circle: all positive."""
    angle = np.linspace(0, np.pi / 2, 8)
    base = np.cos(np.subtract.outer(angle, angle)).clip(0)
    values = np.linalg.eigvalsh(base**a)
    assert values[0] < -1e-5 * values[-1]
    whole = np.linalg.eigvalsh(base ** math.ceil(a))
    assert whole[0] > -1e-13 * whole[-1]


def test_polynomial_and_gaussian_kernels_by_hand():
    x, z = [[1.0, 2.0]], [[3.0, -1.0]]  # inner product 1, squared distance 13
    assert Polynomial(3, 0.0)(x, [[3.0, 1.0]]).item() == 125
    assert Gaussian(2.0)(x, z).item() == pytest.approx(math.exp(-13 / 8), rel=1e-14)


def test_a_line_of_images_is_a_single_point_and_a_conic_is_one_equation():
    """The constant feature fixes the multiple; a circle leaves five dimensions of six."""
    points = cloud(20, 2)
    F = quadratic_features(points)
    direction = F[0] / np.linalg.norm(F[0])
    off = np.linalg.norm(F - np.outer(F @ direction, direction), axis=1)
    assert (off[1:] > 1e-3).all()  # no other image lies on the line through the first
    angle = np.linspace(0, 5, 30)
    circle = quadratic_features(np.column_stack([np.cos(angle), np.sin(angle)]))
    lengths, directions = np.linalg.svd(circle)[1:]
    assert (lengths > 1e-9).sum() == 5
    close(directions[-1] / directions[-1, 0], [1, 0, 0, 0, -1, -1], 10)
    assert lengths[0] ** 2 < 0.9 * (lengths**2).sum()


def test_the_first_component_of_features_may_forget_the_data():
    """Features (x, 3 x^2) of symmetric x: the score is an even function, so x is lost."""
    x = np.linspace(-2, 2, 41)
    score = pca(np.column_stack([x, 3 * x**2]), 1).scores[:, 0]
    close(score, score[::-1], 10)
    close(np.corrcoef(pca(x[:, None], 1).scores[:, 0], x)[0, 1] ** 2, 1)


# --- scaling -------------------------------------------------------------------------------------


def test_distances_in_a_map_are_euclidean():
    """A triangle with sides 3, 4 and 5 meets its distances; stretched by two it misses each."""
    Z = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])
    D = squareform([3.0, 5.0, 4.0])  # pairs 01, 02, 12
    assert stress(Z, D) == 0
    close(stress(2 * Z, D), (9 + 25 + 16) / (9 + 25 + 16))


def test_stress_weighs_squared_misses_pair_by_pair():
    """Points 0, 1, 3 of a line; asked 2, 3, 3; weights 1, 10, 2."""
    Z, D = np.array([[0.0], [1.0], [3.0]]), squareform([2.0, 3.0, 3.0])
    w = squareform([1.0, 10.0, 2.0])
    close(stress(Z, D, w), (1 * 1 + 10 * 0 + 2 * 1) / (1 * 4 + 10 * 9 + 2 * 9))


def test_classical_and_metric_scaling_draw_different_squares():
    """The ring of four: sides of root two, and the side that makes the stress of a square least."""
    classical = distances(classical_mds(RING, 2))
    close(classical[RING == 1], math.sqrt(2))
    best = minimize_scalar(lambda s: 4 * (s - 1) ** 2 + 2 * (math.sqrt(2) * s - 2) ** 2).x
    metric = distances(metric_mds(RING, 2).Z)
    np.testing.assert_allclose(metric[RING == 1], best, rtol=1e-4)
    assert best == pytest.approx((1 + math.sqrt(2)) / 2, rel=1e-6)
    gram = gram_from_distances(RING)
    Z, Y = classical_mds(RING, 2), metric_mds(RING, 2).Z
    assert ((gram - Z @ Z.T) ** 2).sum() < ((gram - Y @ Y.T) ** 2).sum() - 0.1
    assert stress(Y, RING) < stress(Z, RING) - 0.01


def test_sammon_is_metric_scaling_with_inverse_distances_as_weights():
    D = distances(cloud(12, 3))
    w = np.divide(1.0, D, out=np.zeros_like(D), where=D > 0)
    found = sammon(D, 1)
    delta, d = squareform(D), pdist(found.Z)
    close(found.stress, ((d - delta) ** 2 / delta).sum() / delta.sum())
    assert found.stress == pytest.approx(metric_mds(D, 1, w).stress, rel=1e-6)
    with pytest.raises(ValueError, match="must be positive off the diagonal"):
        sammon(np.zeros((3, 3)) + squareform([1.0, 0.0, 1.0]), 1)


def test_sammon_on_the_horseshoe_ends_folded_or_unrolled():
    """From ten starts, both kinds and no third."""
    Y, t = horseshoe(100, np.random.default_rng(3))
    rank = t.argsort().argsort()
    follows = []
    for seed in range(10):
        z = sammon(distances(Y), 1, np.random.default_rng(seed)).Z[:, 0]
        follows.append(abs(np.corrcoef(z.argsort().argsort(), rank)[0, 1]))
    follows = np.array(follows)
    assert ((follows > 0.95) | (follows < 0.5)).all()
    assert 0 < (follows > 0.95).sum() < 10


def test_a_single_point_would_solve_nonmetric_scaling_were_the_stress_not_normalised():
    D = squareform(np.random.default_rng(0).uniform(1, 2, 28))
    collapsed, f = pdist(np.zeros((8, 2))), np.zeros(28)
    assert ((collapsed - f) ** 2).sum() == 0  # for every table, and f does not decrease
    found = nonmetric_mds(D, 2)
    d, order = pdist(found.Z), squareform(D).argsort()
    assert (d**2).sum() > 1
    fitted = pooled(d[order])
    close(found.stress, ((d[order] - fitted) ** 2).sum() / (d**2).sum())


def pooled(d):
    """The closest sequence that never falls: blocks are merged while one falls behind the last."""
    blocks = []
    for value in d:
        blocks.append([value, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m), (b, n) = blocks[-2:]
            blocks[-2:] = [[(m * a + n * b) / (m + n), m + n]]
    return np.concatenate([np.full(n, value) for value, n in blocks])


# --- Isomap and UMAP -----------------------------------------------------------------------------


def test_isomap_is_three_steps_neighbours_paths_and_classical_scaling():
    """Neighbours by sorting, paths by one more stop-over at a time, scaling by eigenvectors."""
    Y, m = cloud(25, 2), 6
    straight = distances(Y)
    walk = np.full((25, 25), np.inf)
    for i in range(25):
        for j in straight[i].argsort()[: m + 1]:
            walk[i, j] = walk[j, i] = straight[i, j]
    for stop in range(25):
        walk = np.minimum(walk, walk[:, [stop]] + walk[stop])
    assert np.isfinite(walk).all()
    close(geodesic_distances(neighbour_graph(Y, m)), walk, 10)
    centring = np.eye(25) - 1 / 25
    values, V = np.linalg.eigh(-0.5 * centring @ walk**2 @ centring)
    same_up_to_sign(isomap(Y, 1, m), V[:, [-1]] * np.sqrt(values[-1]), 100)


def test_link_probabilities_by_hand():
    """Distances 1, 2, 3 and 4: powers of one number q with 1 + q + q^2 + q^3 = log2 4."""
    w = neighbour_weights(np.array([[1.0, 2.0, 3.0, 4.0]]))[0]
    np.testing.assert_allclose(w, w[1] ** np.arange(4), rtol=1e-9)
    assert 1 + w[1] + w[1] ** 2 + w[1] ** 3 == pytest.approx(2, rel=1e-9)


def test_a_link_is_missing_only_if_both_directions_are():
    """The probability that at least one of two independent coins falls."""
    Y = cloud(20)
    distance, index = nearest(Y, 4)
    weight = neighbour_weights(distance)
    P = {(i, j): w for i in range(20) for j, w in zip(index[i], weight[i], strict=True)}
    union = fuzzy_graph(Y, 4).toarray()
    for i in range(20):
        for j in range(20):
            a, b = P.get((i, j), 0.0), P.get((j, i), 0.0)
            outcomes = [a * b, a * (1 - b), (1 - a) * b]
            close(union[i, j], sum(outcomes))


def bernoulli(w, v):
    """Divergence of coins with probabilities w from coins with probabilities v."""
    return (w * np.log(w / v) + (1 - w) * np.log((1 - w) / (1 - v))).sum()


def test_the_cost_of_links_is_a_sum_of_divergences_with_its_minimum_where_they_agree():
    rng = np.random.default_rng(0)
    w, v = rng.uniform(0.05, 0.95, (2, 40))
    close(bernoulli(w, v), entropy([w, 1 - w], [v, 1 - v]).sum(), 10)
    assert bernoulli(w, v) > 0
    assert bernoulli(w, w) == 0
    cross = -(w * np.log(v) + (1 - w) * np.log(1 - v)).sum()
    own = -(w * np.log(w) + (1 - w) * np.log(1 - w)).sum()
    close(bernoulli(w, v), cross - own, 100)  # a constant apart: the same minimum


def test_a_neighbour_graph_of_the_map_costs_infinity_and_does_not_see_its_size():
    """What the notes print; plain distances in the map make the cost finite."""
    W = squareform(fuzzy_graph(cloud(40), 5).toarray())
    Z = cloud(40, 2, seed=5)
    in_map = fuzzy_graph(Z, 5).toarray()
    assert ((W > 0) & (squareform(in_map) == 0)).any()  # each of these costs w ln(w/0)
    np.testing.assert_allclose(fuzzy_graph(8.0 * Z, 5).toarray(), in_map, atol=1e-9)
    a, b = link_curve(0.1)
    near, far = (1 / (1 + a * pdist(size * Z) ** (2 * b)) for size in (1.0, 8.0))
    assert ((near > 0) & (near < 1)).all()
    assert (far < near).all()


def test_going_down_the_gradient_of_the_cost_lowers_it():
    """With the links of the map fading with plain distance; the slope by differences."""
    a, b = link_curve(0.1)
    w = squareform(fuzzy_graph(cloud(12), 4).toarray())
    inside = (w > 0) & (w < 1)

    def cost(z):
        v = 1 / (1 + a * pdist(z.reshape(12, 2)) ** (2 * b))
        return (
            bernoulli(w[inside], v[inside]) - np.log(v[w == 1]).sum() - np.log1p(-v[w == 0]).sum()
        )

    start = 3 * classical_mds(cdist(cloud(12), cloud(12)), 2).ravel()
    slope = approx_fprime(start, cost, 1e-7)
    assert cost(start - 1e-4 * slope) < cost(start) - 0.5e-4 * (slope @ slope)
    assert np.isfinite(cost(start))
