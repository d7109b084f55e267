"""No silent wrong answer: where digits are lost the result is right to three, or refused."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.polynomial import polynomial

from featurespace import fisher, linalg, losses, means, normal, orthogonal, regression
from featurespace import pca as components
from featurespace.estimators import SubspaceClassifier
from featurespace.kernels import Gaussian, Linear, Polynomial
from featurespace.plots import CLASSES, scatter

EPS = np.finfo(float).eps

# --- K that has lost its digits ------------------------------------------------------------------

POINTS = np.random.default_rng(0).integers(-40, 40, (30, 3)) / 8.0  # X + 1e9 is exact
Y = np.where(np.arange(30) % 3 == 0, 1.0, -1.0)
ALPHA = np.cos(np.arange(30.0))
ALPHA -= ALPHA.mean()  # a direction that does not hang on the origin


def decisions(K):
    alpha, b = means.parzen(K, Y)
    return K @ alpha - b


QUANTITIES = {
    "squared_distances": means.squared_distances,
    "squared_distances_to_centre": means.squared_distances_to_centre,
    "of new points": lambda K: means.squared_distances_to_centre(K, K[:5], K.diagonal()[:5]),
    "spread": means.spread,
    "centre": means.centre,
    "centre of new points": lambda K: means.centre(K[:5], K),
    "novelty_threshold": means.novelty_threshold,
    "parzen": decisions,
    "projection_variance": lambda K: fisher.projection_variance(K, ALPHA),
    "fisher_ratio": lambda K: fisher.fisher_ratio(K, Y, ALPHA),
}


def tried(function, *arguments):
    """The answer, or the words of its refusal."""
    try:
        return function(*arguments), ""
    except ValueError as error:
        return None, str(error)


SHIFTS = [10.0**p for p in range(10)]


@pytest.mark.parametrize("name", QUANTITIES)
@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(4.0)], ids=str)
def test_shifted_points_are_answered_with_three_digits_or_refused(name, shift, kernel):
    """Neither kernel's distances hang on the origin, so the answer is that for the points as is."""
    exact = np.asarray(QUANTITIES[name](kernel(POINTS)))
    answer, refusal = tried(QUANTITIES[name], kernel(POINTS + shift))
    if refusal:
        assert "must have a spread above its round-off" in refusal
        assert "Centre the points first: kernel(X - X.mean(axis=0))" in refusal
        assert (shift >= 1e5, kernel) == (True, Linear())
    else:
        np.testing.assert_allclose(answer, exact, rtol=0, atol=1e-3 * np.abs(exact).max())
        assert shift <= 1e7 or kernel != Linear()


@pytest.mark.parametrize("name", QUANTITIES)
@pytest.mark.parametrize("shift", [1e8, 1e9])
def test_the_remedy_helps(name, shift):
    X = POINTS + shift
    exact = QUANTITIES[name](Linear()(POINTS - POINTS.mean(axis=0)))
    answer = QUANTITIES[name](Linear()(X - X.mean(axis=0)))
    np.testing.assert_allclose(answer, exact, rtol=0, atol=1e-6 * np.abs(exact).max())


def test_the_three_points_of_the_report():
    X = np.array([[0.0], [1.0], [3.0]])
    for function in (means.spread, means.squared_distances, means.centre):
        with pytest.raises(ValueError, match="K must have a spread above its round-off"):
            function((X + 1e8) @ (X + 1e8).T)
    far = X + 1e5
    assert means.spread(far @ far.T) == pytest.approx(14 / 9, rel=1e-3, abs=0)


@pytest.mark.parametrize("n", [3, 300, 2000])
def test_just_above_the_limit_three_digits_are_right(n):
    """The limit grows with n, as does the round-off of a long sum."""
    x = np.random.default_rng(n).normal(size=(n, 1))
    for shift in 10.0 ** np.arange(3, 9, 0.25):
        far = x + shift
        exact = np.var(far - far.mean())
        try:
            assert means.spread(far @ far.T) == pytest.approx(exact, rel=1e-3, abs=0)
            last = shift
        except ValueError:
            break
    assert 1e4 < last < 1e7


def test_the_limit_grows_with_the_number_of_points():
    """A mean of n numbers may be off by n/4 units in the last place."""
    few, many = (np.full((n, n), 1.0) + 1e-11 * np.eye(n) * n / (n - 1) for n in (3, 2000))
    assert means.spread(few) == pytest.approx(1e-11, rel=1e-3, abs=0)
    with pytest.raises(ValueError, match=r"K must have a spread above its round-off, 1\.13e-10"):
        means.spread(many)


@pytest.mark.parametrize(
    "K",
    [
        np.zeros((4, 4)),
        np.full((4, 4), 7.3),
        np.ones((1, 1)),
        Gaussian(1e12)(POINTS),
        Linear()(np.tile([[0.1, 1e6, 3.3e7]], (50, 1))),
        Polynomial(3)(np.tile([[0.1, 0.7, 3.3]], (7, 1))),
    ],
    ids=["zero", "constant", "one", "wide", "linear", "cubic"],
)
def test_points_that_coincide_have_no_spread_and_are_no_false_alarm(K):
    scale = np.abs(K).max()
    assert means.spread(K) <= 64 * EPS * scale
    assert means.squared_distances(K).max() <= 64 * EPS * scale
    assert np.abs(means.centre(K)).max() <= 64 * EPS * scale


def test_a_table_of_squared_distances_is_centred_as_ever():
    """-1/2 C D2 C is the centred kernel matrix; its diagonal is zero and its mean is not."""
    D2 = means.squared_distances(Linear()(POINTS))
    np.testing.assert_allclose(-means.centre(D2) / 2, means.centre(Linear()(POINTS)), atol=1e-11)


# --- indefinite matrices -------------------------------------------------------------------------

HIDDEN = np.array([[1.0, 0.0, 0.0], [0.0, 0.1, 0.15], [0.0, 0.15, 0.1]])


@pytest.mark.parametrize("arguments", [{"eta": 0.1}, {"eta": 0.12}, {"max_rank": 1}], ids=str)
def test_an_entry_beyond_the_bound_of_incomplete_cholesky_is_refused(arguments):
    with pytest.raises(ValueError, match="K must be positive semi-definite; got smallest eigenv"):
        orthogonal.incomplete_cholesky(HIDDEN, **arguments)


@pytest.mark.parametrize(("i", "j"), [(0, 1), (0, 599), (300, 100), (598, 599)])
def test_no_pair_of_many_points_breaks_the_bound_unseen(i, j):
    K = 0.1 * np.eye(600)
    K[i, j] = K[j, i] = 0.15
    with pytest.raises(ValueError, match="K must be positive semi-definite; got smallest eigenv"):
        orthogonal.incomplete_cholesky(K, eta=0.1)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_incomplete_cholesky_returns_obeys_its_bound(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(12, 12))
    K = A @ A.T + rng.uniform(-8, 1) * np.eye(12)  # definite or not
    for eta in (0.0, 0.5, 3.0):
        factor, refusal = tried(orthogonal.incomplete_cholesky, K, eta)
        if refusal:
            assert np.linalg.eigvalsh(K)[0] < 0
            continue
        R, _, d = factor
        assert np.abs(K - R.T @ R).max() <= d.max() + 1e-9 * K.max()
        assert d.max() <= max(eta, 32 * EPS * K.max())


# --- principal components ------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", [1e3, 1e6, 1e9, 1e12])
def test_pca_keeps_small_components(ratio):
    X = np.random.default_rng(0).normal(size=(200, 2)) * [ratio, 1.0]
    values = components.pca(X).eigenvalues
    assert len(values) == len(components.pca(X, 2).eigenvalues) == 2
    exact = np.linalg.det(np.cov((X / [ratio, 1]).T, ddof=0)) * ratio**2  # of both together
    assert values[0] * values[1] == pytest.approx(exact, rel=1e-2, abs=0)


@pytest.mark.parametrize("ratio", [1e17, 1e30])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_pca_drops_what_is_round_off(ratio, offset):
    t = np.random.default_rng(0).normal(size=(200, 1))
    assert len(components.pca(np.hstack([t, -2 * t, t]) + offset).eigenvalues) == 1
    X = np.random.default_rng(1).normal(size=(200, 2)) * [ratio, 1.0]
    assert len(components.pca(X + offset).eigenvalues) == 1


@pytest.mark.parametrize(("small", "rank"), [(100 * EPS, 1), (1e4 * EPS, 2)])
def test_a_deviation_counts_from_n_eps_of_the_largest(small, rank):
    X = np.tile([[1.0, 1], [1, -1], [-1, 1], [-1, -1]], (250, 1)) * [1.0, small]
    assert len(components.pca(X).eigenvalues) == rank


def test_other_routes_name_the_one_that_sees_more():
    X = np.random.default_rng(0).normal(size=(200, 2)) * [1e12, 1]
    for route in ("eigen", "gram", "power"):
        with pytest.raises(ValueError, match=r'k must be at most the rank 1 .+"svd" sees smaller'):
            components.pca(X, 2, route)


@pytest.mark.parametrize("gap", [1e-5, 1e-7])
def test_power_iteration_refuses_what_would_turn_for_hours(gap):
    """(Squaring the matrix parted these too, but hid the multiplication that the chapter shows.)"""
    U = np.linalg.qr(np.random.default_rng(0).normal(size=(50, 3)))[0]
    X = (U - U.mean(axis=0)) * [1.0, 1.0 - gap, 0.5]
    X = np.linalg.qr(X)[0] * [1.0, 1.0 - gap, 0.5]
    with pytest.raises(ValueError, match="route must not be power here; got variances so close"):
        components.pca(X, route="power")


def test_power_iteration_does_not_part_what_only_round_off_parts():
    """Two variances of 1e-14 beside 1, whose difference is far below the round-off of the first."""
    H = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1.0]])  # centred, orthogonal
    values = components.pca(H * [1.0, 1e-7, 1e-7 * (1 - 1e-9)], route="power").eigenvalues
    np.testing.assert_allclose(values, [1.0, 1e-14, 1e-14], rtol=1e-2)


@pytest.mark.parametrize("small", [1e-2, 1e-4, 1e-6, 1e-7])
def test_the_noise_of_ppca_is_the_mean_of_the_small_eigenvalues(small):
    """Orthogonal columns of known length, so that the variances are exact."""
    H = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1.0]])  # centred, orthogonal
    X = H * [1.0, small, small / 2]
    sigma2 = components.ppca(X, 1).sigma2
    assert sigma2 == pytest.approx((small**2 + small**2 / 4) / 2, rel=1e-8, abs=0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("small", [1e-3, 1e-5, 1e-6])
@pytest.mark.parametrize("shape", [(200, 20), (20, 60)])
def test_the_noise_of_ppca_near_its_threshold(shape, small, seed):
    """Turned at random: total variance minus the large ones would be off by a thousandth."""
    rng, r = np.random.default_rng(seed), min(shape) - 1
    U = rng.standard_normal((shape[0], r))
    U = np.linalg.qr(U - U.mean(axis=0))[0] * np.sqrt(shape[0])
    V = np.linalg.qr(rng.standard_normal((shape[1], r)))[0]
    sd = small * rng.uniform(1, 2, r)
    sd[:2] = 1.0, 0.5
    exact = (sd[2:] ** 2).sum() / (shape[1] - 2)
    assert components.ppca((U * sd) @ V.T, 2).sigma2 == pytest.approx(exact, rel=1e-7, abs=0)


@pytest.mark.parametrize("sigma2", [1e-16, 1e-8, 1.0, 1e8])
def test_the_likelihood_keeps_its_digits_however_small_the_noise(sigma2):
    """One loading w: ln|Sigma| = ln(w'w + s) + 2 ln s, the rest in rational numbers."""
    X, w = np.random.default_rng(0).normal(size=(5, 3)), np.array([1.5, -0.25, 2.0])
    s, ww = Fraction(sigma2), sum(Fraction(v) ** 2 for v in w)
    misfit = 0
    for x in X:
        along = sum(Fraction(a) * Fraction(b) for a, b in zip(x, w, strict=True))
        misfit += (sum(Fraction(a) ** 2 for a in x) - along**2 / (ww + s)) / s
    log_det = np.log(float(ww + s)) + 2 * np.log(sigma2)
    exact = -(5 * (3 * np.log(2 * np.pi) + log_det) + float(misfit)) / 2
    ours = components.ppca_log_likelihood(X, np.zeros(3), w[:, None], sigma2)
    assert ours == pytest.approx(exact, rel=1e-12, abs=0)


def test_ppca_refuses_noise_below_round_off():
    H = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1.0]])
    with pytest.raises(ValueError, match="k must leave some variance"):
        components.ppca(H * [1.0, 1e-9, 1e-9], 1)


@pytest.mark.parametrize("sigma2", [1.0, 1e-4, 1e-8, 1e-12, 1e-16])
def test_the_likelihood_of_a_model_with_little_noise(sigma2):
    """W = (1, 1, 0)': variances 2 + sigma2 along it, sigma2 across; the points are t W + noise."""
    noise = np.sqrt(sigma2) * np.array([[1.0, -1.0, 2.0], [0.0, 0.0, 1.0]])
    X = np.array([[0.5, 0.5, 0.0], [-1.0, -1.0, 0.0]]) + noise
    along, across = (X[:, 0] + X[:, 1]) ** 2 / 2, ((X[:, 0] - X[:, 1]) ** 2 / 2 + X[:, 2] ** 2)
    logs = np.log([2 + sigma2, sigma2, sigma2]).sum() + 3 * np.log(2 * np.pi)
    exact = -(2 * logs + (along / (2 + sigma2) + across / sigma2).sum()) / 2
    ours = components.ppca_log_likelihood(X, np.zeros(3), [[1.0], [1.0], [0.0]], sigma2)
    assert ours == pytest.approx(exact, rel=1e-6, abs=0)


# --- normal laws ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-60, 1e-9, 1.0, 1e9, 1e30])
def test_the_normal_law_does_not_hang_on_the_unit(scale):
    X = np.random.default_rng(0).normal(size=(40, 3)) * [1.0, 2.0, 0.0]
    once, scaled = normal.normal_law(X), normal.normal_law(scale * X)
    np.testing.assert_allclose(scaled.covariance / scale**2, once.covariance, rtol=1e-12)
    np.testing.assert_allclose(
        normal.mahalanobis_squared(scale * X, scaled),
        normal.mahalanobis_squared(X, once),
        rtol=1e-6,
    )


def test_the_covariance_of_two_close_numbers():
    assert normal.normal_law([[0.0], [2e-9]]).covariance[0, 0] == pytest.approx(
        2e-18, rel=1e-8, abs=0
    )


@pytest.mark.parametrize("X", [[[1.0, 2.0]], [[0.1, 0.2]] * 7, np.zeros((3, 2))], ids=str)
def test_points_in_one_place_have_no_normal_law(X):
    with pytest.raises(ValueError, match="X must hold points that differ; got"):
        normal.normal_law(X)


# --- ridges --------------------------------------------------------------------------------------


@pytest.mark.parametrize("factor", [1.1, 10.0, 1e4])
@pytest.mark.parametrize("n", [6, 60])
def test_kernel_fisher_just_above_its_floor_has_three_digits(n, factor):
    """One point n times: alpha is constant on each class, and its class sums are ±1/lam."""
    y = np.where(np.arange(n) < n // 3, 1.0, -1.0)
    lam = factor * 8000 * EPS * 2  # two classes, each of trace one
    alpha = fisher.kernel_fisher(np.ones((n, n)), y, lam).alpha
    exact = np.where(y > 0, 3 / n, -1.5 / n) / lam
    np.testing.assert_allclose(alpha, exact, rtol=1e-3)


@pytest.mark.parametrize("lam", [1e-18, 3e-15, 1e-13])
def test_kernel_fisher_refuses_a_ridge_that_leaves_no_digits(lam):
    with pytest.raises(ValueError, match="lam must be well above the round-off of K, 4e-12; got"):
        fisher.kernel_fisher(np.ones((6, 6)), [1, 1, 1, -1, -1, -1], lam)


# --- appendix and regression ---------------------------------------------------------------------


@pytest.mark.parametrize("d", [1e-17, 1e-16, 3e-15])
def test_a_block_inverse_without_digits_is_refused(d):
    with pytest.raises(ValueError, match="D must be far from singular; got a product off by"):
        linalg.block_inverse([[1.0]], [[1.0]], [[1.0]], [[d]])


@pytest.mark.parametrize("d", [1e-14, 1e-13, 1e-12, 1e-9, 1e-6, 1.5])
def test_a_block_inverse_that_is_given_is_right(d):
    exact = np.array([[d, -1.0], [-1.0, 1.0]]) / (d - 1)
    ours = linalg.block_inverse([[1.0]], [[1.0]], [[1.0]], [[d]])
    np.testing.assert_allclose(ours, exact, rtol=0, atol=1e-3 * np.abs(exact).max())


@pytest.mark.parametrize("size", [1e-17, 1e-200, 1.0, 1e70])
def test_the_span_does_not_hang_on_the_length_of_a_column(size):
    P = linalg.projection_matrix([[1.0, 0.0], [0.0, size], [0.0, 0.0]])
    np.testing.assert_allclose(P, np.diag([1.0, 1.0, 0.0]), atol=4 * EPS)
    B = np.array([[1.0, size, 0.0], [2.0, 2 * size, 0.0]])  # one direction twice, and nothing
    np.testing.assert_allclose(linalg.projection_matrix(B), [[0.2, 0.4], [0.4, 0.8]], atol=4 * EPS)
    np.testing.assert_array_equal(linalg.projection_matrix(np.zeros((2, 3))), np.zeros((2, 2)))


def exact_polynomial(x, y, degree, lam):
    """The normal equations (DME-4.27), solved in rational numbers by Gauss."""
    A = [[Fraction(v) ** j for j in range(degree + 1)] for v in x]
    y = [Fraction(v) for v in y]
    rows = [
        [
            sum(a[i] * a[j] for a in A) + len(x) * Fraction(lam) * (i == j > 0)
            for j in range(degree + 1)
        ]
        + [sum(a[i] * v for a, v in zip(A, y, strict=True))]
        for i in range(degree + 1)
    ]
    for i, pivot in enumerate(rows):
        for k, row in enumerate(rows):
            if k != i:
                factor = row[i] / pivot[i]
                rows[k] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
        pivot[:] = rows[i]
    return np.array([float(row[-1] / row[i]) for i, row in enumerate(rows)])


@pytest.mark.parametrize("degree", range(9))
@pytest.mark.parametrize("lam", [0.0, 1e-6, 1.0])
def test_polynomials_in_years_are_exact_to_three_digits_or_refused(degree, lam):
    x = np.arange(1990.0, 2025)
    y = 2 + np.sin((x - x.mean()) / 6)
    theta, refusal = tried(regression.polynomial_regression, x, y, degree, lam)
    if refusal:
        assert "x must have powers that round-off can tell apart" in refusal
        assert "(x - x.mean()) / x.std()" in refusal
        assert degree >= 3
    else:
        assert degree <= 7
        size = 2024.0 ** np.arange(degree + 1)
        exact = exact_polynomial(x, y, degree, lam) * size
        np.testing.assert_allclose(theta * size, exact, rtol=0, atol=1e-3 * np.abs(exact).max())


def test_the_polynomial_of_the_report_is_refused():
    x = np.arange(1990.0, 2025)
    with pytest.raises(ValueError, match="x must have powers that round-off can tell apart"):
        regression.polynomial_regression(x, np.sin(x), 8)


def test_high_degrees_near_the_origin_are_no_false_alarm():
    x = np.linspace(-1, 1, 40)
    theta = regression.polynomial_regression(x, np.sin(3 * x), 15)
    np.testing.assert_allclose(polynomial.polyval(x, theta), np.sin(3 * x), atol=1e-9)


# --- numbers near the ends of the range ----------------------------------------------------------


@pytest.mark.parametrize("size", [1e-300, 1e-200, 1e-160, 1.0, 1e70])
def test_deflation_does_not_hang_on_the_length_of_the_direction(size):
    np.testing.assert_allclose(orthogonal.deflate([[3.0, 4.0]], [0.0, size]), [[3.0, 0.0]])


@pytest.mark.parametrize("method", ["classical", "modified", "twice"])
@pytest.mark.parametrize("size", [1e-300, 1e-170, 1e-150, 1e70])
def test_gram_schmidt_of_tiny_and_huge_points(method, size):
    X = np.array([[3.0, 4.0, 0.0], [0.0, 5.0, 0.0], [1.0, 1.0, 1.0]])
    Q, R = orthogonal.gram_schmidt(X, method)
    for scales in (np.full(3, size), np.array([1.0, size, 1.0])):
        Q_scaled, R_scaled = orthogonal.gram_schmidt(X * scales[:, None], method)
        np.testing.assert_allclose(Q_scaled, Q, atol=8 * EPS)
        np.testing.assert_allclose(R_scaled, R * scales, rtol=1e-12, atol=0)


@pytest.mark.parametrize("size", [1e-300, 1e-170, 1e-100, 1.0, 1e70])
@pytest.mark.parametrize("far", [1.0, 200.0, 1e4])
def test_a_gaussian_does_not_hang_on_the_unit(size, far):
    X = np.array([[0.0], [1.0], [far], [far + 0.5]])
    np.testing.assert_allclose(Gaussian(size)(size * X), Gaussian()(X), rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("delta", [1 - 1e-16, 1 - 1e-12, 0.999, 0.9])
def test_a_delta_near_one_takes_the_smallest_distance(delta):
    x = np.array([0.0, 2.0, 4.0, 1.5, 6.0, 3.0])[:, None]  # centre 2; distances 0.5, 4, 1
    assert means.novelty_threshold(x @ x.T, delta) == pytest.approx(0.5, rel=1e-12, abs=0)


# --- silent misuse -------------------------------------------------------------------------------


def test_scores_are_no_labels():
    with pytest.raises(
        ValueError, match=r"y_hat must hold only -1 and \+1; got values .+np\.where"
    ):
        losses.confusion_rates([1, 1, -1, -1], [0.9, 0.8, 0.2, 0.1])
    assert losses.confusion_rates([1, 1, -1, -1], [1, 1, 1, 1]).false_positive == 1


def drawn(ax):
    """Positions, colour, marker path and label of each group."""
    return [
        (len(c.get_offsets()), tuple(c.get_facecolor()[0]), len(c.get_paths()[0]), c.get_label())
        for c in ax.collections
        if len(c.get_offsets())
    ]


@pytest.mark.parametrize(
    ("y", "names"),
    [
        ([0, 1, 1, 0], ["class 0", "class 1"]),
        ([2.5, 7, 7, 1], ["class 1", "class 2.5", "class 7"]),
        (["yes", "no", "yes", "maybe"], ["maybe", "no", "yes"]),
        ([True, False, True, True], ["class 0", "class 1"]),
        ([-1, 1, 1, -1], ["class +1", "class −1"]),
    ],
    ids=str,
)
def test_any_classes_are_drawn_each_with_a_look_of_its_own(y, names):
    groups = drawn(scatter(np.arange(8.0).reshape(4, 2), y))
    assert [label for *_, label in groups] == names
    assert sum(count for count, *_ in groups) == 4
    assert len({(colour, marker) for _, colour, marker, _ in groups}) == len(names)


def test_many_classes_have_different_looks_and_too_many_are_refused():
    X = np.arange(112.0).reshape(56, 2)
    scatter(X[:55], np.arange(55))
    with pytest.raises(ValueError, match="y must have few enough classes to tell apart; got 56"):
        scatter(X, np.arange(56))


def test_plus_and_minus_one_look_as_ever():
    ax = scatter(np.eye(2), [1, -1])
    assert [c.get_label() for c in ax.collections] == [name for _, _, name in CLASSES.values()]


@pytest.mark.parametrize("scale", [1e-12, 1e-9, 1e6])
def test_the_subspace_classifier_predicts_the_same_in_every_unit(scale):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4)) + np.repeat([[0.0], [1.0], [2.0]], 40, axis=0)
    y, Z = np.repeat(["a", "b", "c"], 40), rng.normal(size=(500, 4)) + 1
    once = SubspaceClassifier().fit(X, y).predict(Z)
    scaled = SubspaceClassifier().fit(scale * X, y).predict(scale * Z)
    np.testing.assert_array_equal(scaled, once)
