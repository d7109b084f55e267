"""Chapter 3: Fisher's direction from K alone, checked against plain vectors and brute force."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from featurespace.fisher import (
    fisher_ratio,
    kernel_fisher,
    projection_variance,
    within_class_matrix,
)
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features
from featurespace.means import centre, parzen

EPS = np.finfo(float).eps
SIZES = [(5, 5), (7, 3), (1, 9), (12, 2)]
each_size = pytest.mark.parametrize("sizes", SIZES)
each_seed = pytest.mark.parametrize("seed", range(5))


class World(NamedTuple):
    """Labelled points: as inner products, and as the vectors behind them."""

    K: np.ndarray
    F: np.ndarray
    y: np.ndarray


@pytest.fixture(
    params=[(Linear(), np.asarray), (Polynomial(2, 1.0), quadratic_features)],
    ids=["linear", "quadratic"],
)
def world(request):
    kernel, features = request.param
    X, y = two_classes((5, 9), 0)
    return World(kernel(X), features(X), y)


def two_classes(sizes, seed, d=2, origin=1.0):
    """Classes of the given sizes, two units apart, away from the origin and well mixed."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([1.0, -1.0], sizes))
    return rng.standard_normal((len(y), d)) + y[:, None] + origin, y


def targets(y):
    """errata 1: t_i = 1/n+ or -1/n-, so that mu+ - mu- = t'Xw."""
    return np.where(y > 0, 1 / (y > 0).sum(), -1 / (y < 0).sum())


def harmonic(y):
    """2 n+ n- / n, the factor between lam of (5.11) and lam' of the printed system."""
    return 2 * (y > 0).sum() * (y < 0).sum() / len(y)


def printed_direction(K, y, lam, target):
    """ST-A5.16 as printed, apart from the right-hand side: (BK + lam I)^-1 target."""
    return np.linalg.solve(within_class_matrix(y) @ K + lam * np.eye(len(K)), target)


def primal_direction(F, y, lam):
    """The maximiser of (5.11) as a d x d system."""
    plus, minus = F[y > 0], F[y < 0]
    scatter = sum(np.atleast_2d(np.cov(part.T, bias=True)) for part in (plus, minus))
    return np.linalg.solve(scatter + lam * np.eye(F.shape[1]), plus.mean(axis=0) - minus.mean(0))


def explicit_ratio(F, y, w, lam):
    """(5.11), word for word."""
    plus, minus = F[y > 0] @ w, F[y < 0] @ w
    return (plus.mean() - minus.mean()) ** 2 / (plus.var() + minus.var() + lam * w @ w)


def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


# --- variance of projections ---------------------------------------------------------------------


@each_seed
def test_the_dual_variance_is_the_variance_along_the_unit_vector(world, seed):
    """ST-5.9 = DME-2.1"""
    alpha = np.random.default_rng(seed).standard_normal(14)
    w = alpha @ world.F
    expected = np.var(world.F @ w / np.linalg.norm(w))
    assert projection_variance(world.K, alpha) == pytest.approx(expected, rel=1e-10)


def test_the_dual_variance_is_the_printed_quotient(world):
    """ST-u62, ST-u64"""
    K, n = world.K, 14
    alpha, j = np.arange(n) - 3.0, np.ones(n)
    numerator = alpha @ K @ K @ alpha / n - (alpha @ K @ j) ** 2 / n**2
    expected = numerator / (alpha @ K @ alpha)
    assert projection_variance(K, alpha) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("c", [-1e-30, 0.1, 1e30])
def test_the_variance_does_not_depend_on_the_length_of_alpha(world, c):
    """errata 34: the numerator alone needs alpha' K alpha = 1."""
    alpha = np.arange(14) - 3.0
    once = projection_variance(world.K, alpha)
    assert projection_variance(world.K, c * alpha) == pytest.approx(once, rel=1e-13)


def test_no_direction_varies_more_than_the_first_principal_axis(world):
    """DME-2.1: the largest eigenvalue of the covariance; reached at centred weights."""
    values, vectors = np.linalg.eigh(centre(world.K))
    largest = values[-1] / 14
    assert projection_variance(world.K, vectors[:, -1]) == pytest.approx(largest, rel=1e-10)
    for alpha in np.random.default_rng(0).standard_normal((100, 14)):
        assert projection_variance(world.K, alpha) <= largest * (1 + 1e-10)


# --- the matrix B --------------------------------------------------------------------------------


@each_size
def test_b_is_a_pair_of_weighted_centring_matrices(sizes):
    """ST-5.12 .. ST-5.15"""
    p, m = sizes
    blocks = np.zeros((p + m, p + m))
    blocks[:p, :p] = 2 * m / (p + m) * (np.eye(p) - 1 / p)
    blocks[p:, p:] = 2 * p / (p + m) * (np.eye(m) - 1 / m)
    B = within_class_matrix(np.repeat([1, -1], sizes))
    np.testing.assert_allclose(B, blocks, atol=4 * EPS)


@each_size
def test_b_is_the_printed_difference(sizes):
    """ST-5.12: D - C+ - C-, entry by entry."""
    y = two_classes(sizes, 0)[1]
    n, p, m = len(y), *sizes
    D = np.diag(np.where(y > 0, 2 * m / n, 2 * p / n))
    plus, minus = np.outer(y > 0, y > 0), np.outer(y < 0, y < 0)
    printed = D - 2 * m / (n * p) * plus - 2 * p / (n * m) * minus
    np.testing.assert_allclose(within_class_matrix(y), printed, atol=4 * EPS)


@each_size
def test_b_takes_constants_and_labels_to_zero_and_nothing_below(sizes):
    """B1 = 0, By = 0; B >= 0."""
    y = two_classes(sizes, 0)[1]
    B = within_class_matrix(y)
    np.testing.assert_array_equal(B, B.T)
    np.testing.assert_allclose(B @ np.ones(len(y)), 0, atol=4 * len(y) * EPS)
    np.testing.assert_allclose(B @ y, 0, atol=4 * len(y) * EPS)
    values = np.linalg.eigvalsh(B)
    assert values[0] >= -8 * len(y) * EPS
    assert (values > 1e-8).sum() == sum(max(size - 1, 0) for size in sizes)


@pytest.mark.parametrize("half", [1, 2, 5])
def test_balanced_b_is_a_projection_far_from_the_identity(half):
    """errata 36: B^2 = B, rank n - 2 and ||B - I|| = 1, not "close to I"."""
    B = within_class_matrix(np.repeat([1, -1], half))
    np.testing.assert_allclose(B @ B, B, atol=8 * EPS)
    assert np.trace(B) == pytest.approx(2 * half - 2, abs=8 * half * EPS)
    assert np.linalg.norm(B - np.eye(2 * half), 2) == pytest.approx(1, rel=8 * EPS)


@each_size
@each_seed
def test_the_quadratic_form_is_the_sum_of_the_class_variances(sizes, seed):
    """(n / 2 n+ n-) w'X'BXw = var+ + var-."""
    X, y = two_classes(sizes, seed)
    f = X @ np.random.default_rng(seed).standard_normal(2)
    form = f @ within_class_matrix(y) @ f / harmonic(y)
    expected = f[y > 0].var() + f[y < 0].var()
    assert form == pytest.approx(expected, abs=8 * len(y) * EPS * (f @ f))


# --- the quotient --------------------------------------------------------------------------------


@each_seed
@pytest.mark.parametrize("lam", [0.0, 1e-3, 1.0, 100.0])
def test_the_ratio_is_the_explicit_quotient(world, lam, seed):
    """ST-5.10, ST-5.11"""
    alpha = np.random.default_rng(seed).standard_normal(14)
    expected = explicit_ratio(world.F, world.y, alpha @ world.F, lam)
    assert fisher_ratio(world.K, world.y, alpha, lam) == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("c", [-1e-30, 0.1, 1e30])
def test_the_ratio_does_not_depend_on_the_length_of_alpha(world, c):
    alpha = np.arange(14) - 3.0
    once = fisher_ratio(world.K, world.y, alpha, 0.1)
    assert fisher_ratio(world.K, world.y, c * alpha, 0.1) == pytest.approx(once, rel=1e-12)


@pytest.mark.parametrize("c", [1e-12, 1e-9, 1e-3, 1e9])
def test_without_a_ridge_the_ratio_has_no_unit(c):
    """Means 1 and 10, variances 1 and 1, in any unit of length: 81 / 2."""
    x = c * np.array([[0.0], [2.0], [9.0], [11.0]])
    ratio = fisher_ratio(x @ x.T, [-1, -1, 1, 1], [0.0, 0.0, 0.0, 1.0])
    assert ratio == pytest.approx(40.5, rel=1e-12)


@pytest.mark.parametrize("c", [1e-6, 1.0, 1e6])
def test_no_spread_within_the_classes_needs_a_ridge(c):
    x = c * np.array([[0.1], [0.1], [0.7], [0.7]])
    with pytest.raises(ValueError, match=r"lam must be > 0 here; got 0\.0 and no spread"):
        fisher_ratio(x @ x.T, [-1, -1, 1, 1], [1.0, 0.0, 0.0, 1.0])
    ratio = fisher_ratio(x @ x.T, [-1, -1, 1, 1], [1.0, 0.0, 0.0, 1.0], lam=c**2)
    assert ratio == pytest.approx(0.36, rel=1e-12)


# --- kernel Fisher: the maximiser ----------------------------------------------------------------


@each_size
@each_seed
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(), Gaussian(1.0)])
def test_no_random_direction_is_better(sizes, seed, kernel):
    """ST-K5.15: (5.11) is maximised; far and near rivals."""
    X, y = two_classes(sizes, seed)
    K, rng = kernel(X), np.random.default_rng(seed)
    alpha = kernel_fisher(K, y, 0.1).alpha
    best = fisher_ratio(K, y, alpha, 0.1)
    for rival in rng.standard_normal((10, len(y))):
        for step in (1e-3, 1.0, 1e3):
            rival_alpha = alpha + step * np.linalg.norm(alpha) * rival
            assert fisher_ratio(K, y, rival_alpha, 0.1) <= best * (1 + 1e-9)


@pytest.mark.parametrize("sizes", [(10, 10), (18, 2)])
def test_three_hundred_random_directions_are_no_better(sizes):
    X, y = two_classes(sizes, 0)
    K = Gaussian(1.0)(X)
    best = fisher_ratio(K, y, kernel_fisher(K, y, 0.01).alpha, 0.01)
    rivals = np.random.default_rng(0).standard_normal((300, len(y)))
    assert max(fisher_ratio(K, y, rival, 0.01) for rival in rivals) < best


@each_size
def test_the_gradient_vanishes_at_the_maximum(sizes):
    X, y = two_classes(sizes, 0)
    K = Gaussian(1.0)(X)
    alpha = kernel_fisher(K, y, 0.5).alpha
    alpha /= np.linalg.norm(alpha)

    def slope(at):
        return np.linalg.norm(approx_fprime(at, lambda a: fisher_ratio(K, y, a, 0.5)))

    elsewhere = slope(np.random.default_rng(0).standard_normal(len(y)))
    assert slope(alpha) <= 1e-5 < 1e-3 < elsewhere


@each_size
@each_seed
@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
def test_dual_and_primal_give_the_same_vector(sizes, seed, lam):
    """errata 1: not only the direction; the length agrees too."""
    X, y = two_classes(sizes, seed)
    for K, F in ((Linear()(X), X), (Polynomial()(X), quadratic_features(X))):
        w = kernel_fisher(K, y, lam).alpha @ F
        expected = primal_direction(F, y, lam)
        np.testing.assert_allclose(w, expected, atol=1e-7 * np.linalg.norm(expected))


@each_size
def test_dual_and_primal_agree_with_more_dimensions_than_points(sizes):
    X, y = two_classes(sizes, 0, d=40)
    w, expected = kernel_fisher(X @ X.T, y, 0.1).alpha @ X, primal_direction(X, y, 0.1)
    np.testing.assert_allclose(w, expected, atol=1e-9 * np.linalg.norm(expected))


@each_size
@each_seed
def test_the_system_is_the_printed_one_with_t_and_a_scaled_ridge(sizes, seed):
    """errata 1: (BK + lam' I) alpha = t with lam' = (2 n+ n- / n) lam."""
    X, y = two_classes(sizes, seed)
    K, lam = Gaussian(1.0)(X), 0.1
    alpha = kernel_fisher(K, y, lam).alpha
    expected = harmonic(y) * printed_direction(K, y, harmonic(y) * lam, targets(y))
    np.testing.assert_allclose(alpha, expected, atol=1e-10 * np.abs(expected).max())


@each_size
def test_the_class_sums_of_the_weights_are_fixed(sizes):
    """1'alpha over a class is +-1/lam, since 1'W = 0 on each class."""
    X, y = two_classes(sizes, 0)
    alpha = kernel_fisher(Gaussian()(X), y, 0.1).alpha
    assert [alpha[y > 0].sum(), alpha[y < 0].sum()] == pytest.approx([10, -10], rel=1e-12)


# --- kernel Fisher: what is printed --------------------------------------------------------------


def cosine_with_printed(K, F, y, lam=0.1):
    """Angle in feature space between the printed right-hand side y and the maximiser."""
    printed = printed_direction(K, y, harmonic(y) * lam, y)
    return cosine(printed @ F, kernel_fisher(K, y, lam).alpha @ F)


@each_seed
def test_printed_labels_give_the_direction_for_equal_classes(seed):
    """errata 1"""
    X, y = two_classes((8, 8), seed)
    assert cosine_with_printed(X @ X.T, X, y) == pytest.approx(1, abs=1e-12)


@each_size
@each_seed
def test_printed_labels_give_the_direction_for_a_centred_kernel(sizes, seed):
    """errata 1: phi_S = 0."""
    X, y = two_classes(sizes, seed)
    X = X - X.mean(axis=0)
    assert cosine_with_printed(centre(X @ X.T), X, y) == pytest.approx(1, abs=1e-12)


def test_printed_labels_miss_the_direction_otherwise():
    """errata 1: unequal classes, shifted at right angles to the difference of their means."""
    X, y = two_classes((45, 5), 0)
    shifted = X + np.array([50.0, -50.0])
    assert abs(cosine_with_printed(shifted @ shifted.T, shifted, y)) < 0.9


@each_seed
def test_printed_labels_can_reverse_the_classifier(seed):
    """errata 1: classes at -10 (180 points) and -14 (20 points); error 0.978 against 0.022."""
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], [180, 20])
    x = np.where(y > 0, -10, -14)[:, None] + rng.standard_normal((200, 1))
    K = x @ x.T
    alpha, b = kernel_fisher(K, y, 0.1)
    wrong = printed_direction(K, y, 0.1, y)
    f = K @ wrong
    midway = (f[y > 0].mean() + f[y < 0].mean()) / 2
    assert (np.sign(f - midway) != y).mean() > 0.9
    assert (np.sign(K @ alpha - b) != y).mean() < 0.1


@each_size
def test_the_border_lies_midway_between_the_projected_means(sizes):
    """ST-u71, errata 2: w'mu+ - b = b - w'mu-."""
    X, y = two_classes(sizes, 0)
    for kernel in (Linear(), Polynomial(), Gaussian()):
        K = kernel(X)
        alpha, b = kernel_fisher(K, y, 0.1)
        f = K @ alpha
        gap = (f[y > 0].mean() - b) - (b - f[y < 0].mean())
        assert abs(gap) <= 8 * len(y) * EPS * np.abs(K).max() * np.abs(alpha).sum()


@each_size
def test_the_printed_offset_lacks_a_factor_n(sizes):
    """errata 2: Code 5.6 divides by n once too often."""
    X, y = two_classes(sizes, 0, origin=5.0)
    K, n = X @ X.T, len(y)
    alpha, b = kernel_fisher(K, y, 0.1)
    rescale = np.where(y > 0, 2 * sizes[1] / n, 2 * sizes[0] / n)
    printed = 0.25 * (alpha @ K @ rescale) / (sizes[0] * sizes[1])
    assert n * printed == pytest.approx(b, rel=1e-9)
    assert abs(b) > 0


@each_seed
def test_the_printed_offset_ruins_a_good_direction(seed):
    """errata 2: balanced data at (5, 5), error about one half."""
    X, y = two_classes((100, 100), seed, origin=5.0)
    K = X @ X.T
    alpha, b = kernel_fisher(K, y, 0.1)
    assert (np.sign(K @ alpha - b) != y).mean() < 0.2
    assert (np.sign(K @ alpha - b / 200) != y).mean() > 0.4


@each_size
def test_the_transposed_inverse_forgets_the_within_class_spread(sizes):
    """errata 3: By = 0, so y'(BK + lam I)^-1 of Prop 5.17 is y'/lam."""
    X, y = two_classes(sizes, 0)
    lam, system = 0.1, within_class_matrix(y) @ Gaussian()(X)
    row = np.linalg.solve((system + 0.1 * np.eye(len(y))).T, y)
    np.testing.assert_allclose(row, y / lam, atol=1e-11 / lam)


# --- kernel Fisher: limits -----------------------------------------------------------------------


@each_size
def test_a_large_ridge_gives_the_parzen_direction(sizes):
    """lam alpha tends to t; the border to Parzen's for equal spreads."""
    X, y = two_classes(sizes, 0)
    K, lam = Gaussian()(X), 1e8
    alpha = lam * kernel_fisher(K, y, lam).alpha
    np.testing.assert_allclose(alpha, targets(y), atol=10 / lam)
    np.testing.assert_allclose(alpha, parzen(K, y).alpha, atol=10 / lam)


@each_size
def test_the_parzen_offset_is_the_limit_too(sizes):
    """Midway between the projected class means, both times."""
    X, y = two_classes(sizes, 0)
    K, lam = Gaussian()(X), 1e8
    assert lam * kernel_fisher(K, y, lam).b == pytest.approx(parzen(K, y).b, abs=10 / lam)


@each_seed
def test_a_small_ridge_gives_linear_discriminant_analysis(seed):
    """For equal class sizes var+ + var- is twice the pooled variance."""
    X, y = two_classes((30, 30), seed, d=3)
    w = kernel_fisher(X @ X.T, y, 1e-8).alpha @ X
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    assert cosine(w, theirs.coef_[0]) == pytest.approx(1, abs=1e-9)


def test_for_unequal_sizes_and_spreads_it_is_not_the_pooled_analysis():
    """errata 34: (5.10) weighs the class variances equally, pooling weighs them by size."""
    rng = np.random.default_rng(0)
    y = np.repeat([1.0, -1.0], [900, 100])
    X = rng.standard_normal((1000, 2)) * np.where(y[:, None] > 0, [3, 0.3], [0.3, 3]) + y[:, None]
    w = kernel_fisher(X @ X.T, y, 1e-6).alpha @ X
    pooled = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y).coef_[0]
    assert cosine(w, pooled) < 0.95


def test_a_wide_gaussian_tells_the_classes_apart():
    X, y = two_classes((200, 100), 0)
    K = Gaussian(2.0)(X)
    alpha, b = kernel_fisher(K, y)
    assert isinstance(b, float)
    assert (np.sign(K @ alpha - b) == y).mean() > 0.8


# --- properties ----------------------------------------------------------------------------------

seeds = st.integers(0, 2**32 - 1)
sizes_drawn = st.tuples(st.integers(2, 8), st.integers(2, 8))
kernels = st.sampled_from([Linear(), Polynomial(), Gaussian()])


@given(seed=seeds, sizes=sizes_drawn, kernel=kernels)
def test_permuting_the_points_permutes_the_weights(seed, sizes, kernel):
    X, y = two_classes(sizes, seed)
    order = np.random.default_rng(seed).permutation(len(y))
    rule, permuted = (kernel_fisher(kernel(P), q, 0.1) for P, q in ((X, y), (X[order], y[order])))
    scale = np.abs(rule.alpha).max()
    np.testing.assert_allclose(permuted.alpha, rule.alpha[order], atol=1e-9 * scale)


@given(seed=seeds, sizes=sizes_drawn, kernel=kernels, c=st.floats(1e-3, 1e3))
def test_scaling_the_images_and_the_ridge_scales_the_weights(seed, sizes, kernel, c):
    """K -> c K with lam -> c lam divides alpha by c; the border stays."""
    X, y = two_classes(sizes, seed)
    K = kernel(X)
    alpha, b = kernel_fisher(K, y, 0.1)
    scaled, border = kernel_fisher(c * K, y, c * 0.1)
    np.testing.assert_allclose(c * scaled, alpha, atol=1e-9 * np.abs(alpha).max())
    assert border == pytest.approx(b, abs=1e-9 * np.abs(K @ alpha).max())


@given(seed=seeds, sizes=sizes_drawn)
def test_rotating_the_points_changes_nothing(seed, sizes):
    X, y = two_classes(sizes, seed, d=3)
    rotation = np.linalg.qr(np.random.default_rng(seed).standard_normal((3, 3)))[0]
    (alpha, b), (turned, border) = (kernel_fisher(Linear()(P), y, 0.1) for P in (X, X @ rotation))
    np.testing.assert_allclose(turned, alpha, atol=1e-9 * np.abs(alpha).max())
    assert border == pytest.approx(b, abs=1e-9 * np.abs(X @ X.T @ alpha).max())


@given(seed=seeds, sizes=sizes_drawn, kernel=kernels)
def test_exchanging_the_classes_changes_the_sign(seed, sizes, kernel):
    X, y = two_classes(sizes, seed)
    (alpha, b), (swapped, border) = (kernel_fisher(kernel(X), q, 0.1) for q in (y, -y))
    np.testing.assert_allclose(swapped, -alpha, atol=1e-9 * np.abs(alpha).max())
    assert border == pytest.approx(-b, abs=1e-9 * np.abs(kernel(X) @ alpha).max())


@given(seed=seeds, sizes=sizes_drawn, shift=st.floats(-10, 10))
def test_the_direction_does_not_depend_on_the_origin(seed, sizes, shift):
    """errata 1: what the printed right-hand side gets wrong."""
    X, y = two_classes(sizes, seed)
    moved = X + shift
    w, w_moved = (kernel_fisher(P @ P.T, y, 0.1).alpha @ P for P in (X, moved))
    np.testing.assert_allclose(w_moved, w, atol=1e-8 * np.linalg.norm(w))


@given(seed=seeds, sizes=sizes_drawn)
def test_the_variance_is_between_zero_and_the_total(seed, sizes):
    X, _ = two_classes(sizes, seed, d=3)
    alpha = np.random.default_rng(seed).standard_normal(len(X))
    total = X.var(axis=0).sum()
    assert 0 <= projection_variance(X @ X.T, alpha) <= total * (1 + 1e-9)


# --- one contract for all inputs -----------------------------------------------------------------

Y3 = [1, -1, 1]
FUNCTIONS = {
    "projection_variance": lambda K: projection_variance(K, [1.0, 0.0, 0.0]),
    "fisher_ratio": lambda K: fisher_ratio(K, Y3, [1.0, 0.0, 0.0], 1.0),
    "kernel_fisher": lambda K: kernel_fisher(K, Y3, 1e-3),
}
JUNK = {
    "nothing": ([], "K must have 2 axes"),
    "not square": (np.ones((3, 2)), r"K must be square; got shape \(3, 2\)"),
    "not symmetric": ([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], "K must be symmetric; got max .* 0.5"),
    "nan": (np.diag([1.0, np.nan, 1.0]), "K must be finite; got nan at row 1, column 1"),
    "negative length": (np.diag([-1.0, 1.0, 1.0]), "K must be positive semi-definite; got .* -1"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize(("junk", "message"), JUNK.values(), ids=JUNK)
def test_what_is_no_kernel_matrix_is_refused(name, junk, message):
    with pytest.raises(ValueError, match=message):
        FUNCTIONS[name](junk)


@pytest.mark.parametrize("K", [np.ones((3, 3)) - np.eye(3), 3 * np.ones((3, 3)) - 2 * np.eye(3)])
def test_kernel_fisher_refuses_an_indefinite_matrix(K):
    with pytest.raises(ValueError, match="K must be positive semi-definite; got smallest eigenval"):
        kernel_fisher(K, Y3, 1e-3)


@pytest.mark.parametrize("lam", [0, 0.0, -1.0, np.nan, np.inf, None, "1"])
def test_the_ridge_of_kernel_fisher_is_positive(lam):
    """errata 34: B has rank n - 2, so lam = 0 has no unique answer."""
    with pytest.raises(ValueError, match="lam must be a number > 0"):
        kernel_fisher(np.eye(3), Y3, lam)


@pytest.mark.parametrize("lam", [-1.0, np.nan, "1"])
def test_the_ridge_of_the_ratio_is_not_negative(lam):
    with pytest.raises(ValueError, match="lam must be a number >= 0"):
        fisher_ratio(np.eye(3), Y3, [1.0, 0.0, 0.0], lam)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_ridge_below_round_off_is_refused(scale):
    X, y = two_classes((20, 5), 0)
    K = scale * X @ X.T
    with pytest.raises(ValueError, match="lam must be well above the round-off of K"):
        kernel_fisher(K, y, 1e-18 * scale)


LABELS = {
    "one class": ([1, 1, 1], r"y must hold both classes; got only \+1"),
    "zero and one": ([0, 1, 1], "y must hold only -1 and .*got values"),
    "words": (["a", "b", "a"], r"y must hold only -1 and \+1; got text such as 'a'"),
    "nan": ([1, np.nan, -1], "y must be finite"),
}


@pytest.mark.parametrize(("y", "message"), LABELS.values(), ids=LABELS)
def test_labels_are_checked(y, message):
    for function in (
        within_class_matrix,
        lambda y: kernel_fisher(np.eye(3), y),
        lambda y: fisher_ratio(np.eye(3), y, [1.0, 0.0, 0.0]),
    ):
        with pytest.raises(ValueError, match=message):
            function(y)


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="y must have 3 entries; got 2"):
        kernel_fisher(np.eye(3), [1, -1])
    with pytest.raises(ValueError, match="alpha must have 3 entries; got 2"):
        projection_variance(np.eye(3), [1.0, 2.0])


@pytest.mark.parametrize("alpha", [[0.0, 0.0, 0.0], [1.0, 1.0, -1.0]])
def test_weights_that_cancel_are_no_direction(alpha):
    """(1, 1, -1) spans the null space of the golden triple."""
    K = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])
    for function in (projection_variance, lambda K, a: fisher_ratio(K, Y3, a)):
        with pytest.raises(ValueError, match="alpha must give a direction of positive length"):
            function(K, alpha)


def test_nothing_is_changed():
    X, y = two_classes((7, 3), 0)
    K, alpha = X @ X.T, np.arange(10.0)
    copies = X.copy(), y.copy(), K.copy(), alpha.copy()
    within_class_matrix(y), projection_variance(K, alpha)
    fisher_ratio(K, y, alpha), kernel_fisher(K, y)
    for now, before in zip((X, y, K, alpha), copies, strict=True):
        np.testing.assert_array_equal(now, before)
