"""Prelude: descriptions of one or two columns, checked against printed numbers and brute force."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.integrate import trapezoid
from scipy.stats import gaussian_kde, kendalltau, kurtosis, norm, skew
from sklearn.preprocessing import StandardScaler

from featurespace.describe import (
    galton_skewness,
    kernel_density,
    pair_counts,
    quartiles,
    robust_kurtosis,
    standardise,
    tukey_fences,
)

EPS = np.finfo(float).eps
TEN = [0, 1, 1, 1, 2, 3, 4, 4, 5, 9]  # labels of ten images
SPOILT = [*TEN[:-1], 9000]
FINE = (np.arange(400_001) + 0.5) / 400_001  # probabilities: quantiles at these are a population
GAUSSIAN = norm.ppf(FINE)
LOG_NORMAL = np.exp(GAUSSIAN)


def tau(x, y):
    """Kendall's tau-a (DME-1.43)."""
    concordant, discordant, tied = pair_counts(x, y)
    return (concordant - discordant) / (concordant + discordant + tied)


# --- printed numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("x", [TEN, SPOILT], ids=["ten", "9 becomes 9000"])
def test_the_ten_labels(x):
    """one wild number changes none of these."""
    assert quartiles(x) == (1, 2.5, 4)
    assert galton_skewness(x) == 0
    assert tukey_fences(x) == (-3.5, 8.5)


def test_robust_and_classical_skewness_disagree():
    """Exact values."""
    assert skew(TEN) == pytest.approx(1.0746803, abs=5e-8)
    assert skew(SPOILT) == pytest.approx(2.6666650, abs=5e-8)
    assert galton_skewness(TEN) == galton_skewness(SPOILT) == 0


def test_nine_is_the_only_outlier():
    """Exact values."""
    low, high = tukey_fences(TEN)
    assert [v for v in TEN if not low <= v <= high] == [9]


def test_zero_skewness_is_not_symmetry():
    """Exact values."""
    x = [-5, -1, -1, -1, 4, 4]
    assert skew(x) == 0
    assert galton_skewness(x) == 1  # Q = (-1, -1, 4)


def test_the_log_normal_figure():
    """Exact values."""
    q1, q2, q3 = quartiles(LOG_NORMAL)
    assert (q1, q2, q3) == pytest.approx((0.509416, 1, 1.963031), abs=1e-5)
    assert (round(q3 - q1, 2), round(q3 - q2, 2), round(q2 - q1, 2)) == (1.45, 0.96, 0.49)
    assert galton_skewness(LOG_NORMAL) == pytest.approx(math.tanh(norm.ppf(0.75) / 2), abs=1e-5)
    assert galton_skewness(LOG_NORMAL) == pytest.approx(0.325016, abs=1e-5)


def test_the_gaussian_reference():
    """errata 42: robust kurtosis 1.233, not 3 and not 0."""
    q1, q2, q3 = quartiles(GAUSSIAN)
    assert q3 - q1 == pytest.approx(1.3489795, abs=2e-5)
    assert q2 == pytest.approx(0, abs=1e-9)
    assert tukey_fences(GAUSSIAN)[1] == pytest.approx(2.6979590, abs=5e-5)
    assert 2 * norm.sf(tukey_fences(GAUSSIAN)[1]) == pytest.approx(0.0069766, abs=2e-6)
    assert robust_kurtosis(GAUSSIAN) == pytest.approx(1.2330951, abs=2e-5)
    assert galton_skewness(GAUSSIAN) == pytest.approx(0, abs=1e-9)


def test_robust_kurtosis_is_the_formula_in_octiles():
    """DME-1.16, with the Gaussian's own octiles, and by hand where the halves differ."""
    q = norm.ppf(np.arange(9) / 8)
    expected = ((q[7] - q[5]) + (q[3] - q[1])) / (q[6] - q[2])
    nine = np.r_[-9, q[1:8], 9]  # numpy's octiles of nine numbers are the inner seven
    assert robust_kurtosis(nine) == pytest.approx(expected, rel=16 * EPS)
    assert expected == pytest.approx(1.2330951, abs=5e-8)
    lopsided = [0, 1, 3, 4, 8, 9, 13, 20, 50]  # its octiles are 1, 3, 4, 8, 9, 13, 20
    assert robust_kurtosis(lopsided) == pytest.approx((11 + 3) / 10, rel=16 * EPS)


def test_robust_kurtosis_orders_the_tails():
    uniform, heavy = FINE, np.tan(np.pi * (FINE - 0.5))  # Cauchy
    assert robust_kurtosis(uniform) == pytest.approx(1, rel=1e-9)
    assert robust_kurtosis(uniform) < robust_kurtosis(GAUSSIAN) < robust_kurtosis(heavy)
    assert robust_kurtosis(heavy) == pytest.approx(2, abs=1e-4)


def test_kurtosis_bounds_skewness():
    """errata 42: kurt >= 1 + skew^2, so it is not blind to asymmetry."""
    for x in (TEN, SPOILT, [0, 0, 0, 1], LOG_NORMAL):
        assert kurtosis(x, fisher=False) >= (1 + skew(x) ** 2) * (1 - 1e-12)


# --- quartiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 30))
def test_quartiles_are_medians_of_halves(n):
    """DME-u05: for odd n both halves hold the median."""
    x = sorted(np.random.default_rng(n).standard_normal(n))
    half = math.ceil(n / 2)
    assert quartiles(x) == (np.median(x[:half]), np.median(x), np.median(x[n - half :]))


@pytest.mark.parametrize("n", range(1, 40, 2))
def test_numpy_agrees_for_odd_n(n):
    """errata 35"""
    x = np.random.default_rng(n).standard_normal(n)
    np.testing.assert_allclose(quartiles(x), np.quantile(x, [0.25, 0.5, 0.75]), rtol=8 * EPS)


@pytest.mark.parametrize("n", range(2, 40, 2))
def test_numpy_disagrees_for_even_n(n):
    """errata 35: 1..10 gives 3 and 8 against 3.25 and 7.75."""
    x = np.arange(1, n + 1)
    ours, theirs = quartiles(x), np.quantile(x, [0.25, 0.5, 0.75])
    np.testing.assert_allclose(ours - theirs, [-0.25, 0, 0.25], atol=n * EPS)


def test_quartiles_of_one_to_ten():
    """errata 35"""
    assert quartiles(range(1, 11)) == (3, 5.5, 8)


@pytest.mark.parametrize("factor", [0, 1, 1.5, 3.0])
def test_fences_stand_off_by_multiples_of_the_interquartile_range(factor):
    """DME-1.68"""
    assert tukey_fences(TEN, factor) == (1 - 3 * factor, 4 + 3 * factor)


# --- pairs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "counts", "expected"),
    [
        ([1, 2, 3], [1, 3, 2], (2, 1, 0), 1 / 3),
        ([1, 2, 3, 4], [2, 4, 1, 3], (3, 3, 0), 0),
        ([1, 2, 3], [1, 2, 1], (1, 1, 1), 0),
        ([1, 2, 3, 4], [5, 6, 7, 8], (6, 0, 0), 1),
        ([1, 2, 3, 4], [8, 7, 6, 5], (0, 6, 0), -1),
        ([1, 2, 2], [1, 2, 2], (2, 0, 1), 2 / 3),
        ([-1, 0, 1], [1, 0, 1], (1, 1, 1), 0),
        ([5, 5], [5, 5], (0, 0, 1), 0),
    ],
)
def test_the_printed_pairs(x, y, counts, expected):
    """errata 35: a tie counts in the denominator of tau-a."""
    assert pair_counts(x, y) == counts
    assert tau(x, y) == expected


@pytest.mark.parametrize("values", [2, 5, 10**6])
def test_pairs_by_brute_force(values):
    """DME-u12"""
    x, y = np.random.default_rng(0).integers(0, values, (2, 25))
    order = [(a - b) * (c - d) for (a, c), (b, d) in combinations(zip(x, y, strict=True), 2)]
    signs = np.sign(order).tolist()
    assert pair_counts(x, y) == (signs.count(1), signs.count(-1), signs.count(0))


@pytest.mark.parametrize("n", [2, 3, 10, 100])
def test_without_ties_it_is_the_tau_of_scipy(n):
    rng = np.random.default_rng(n)
    x, y = rng.permutation(n), rng.permutation(n)
    assert tau(x, y) == pytest.approx(kendalltau(x, y).statistic, abs=8 * EPS)


def test_with_ties_scipy_computes_another_tau():
    """errata 35: tau-a 0.667 against tau-b 1."""
    x = [1, 2, 2]
    assert tau(x, x) == pytest.approx(0.667, abs=5e-4)
    assert kendalltau(x, x).statistic == pytest.approx(1)


# --- densities -----------------------------------------------------------------------------------

SAMPLE = np.random.default_rng(1).standard_normal(20)


@pytest.mark.parametrize("h", [0.1, 0.5, 2.0])
@pytest.mark.parametrize("window", ["gaussian", "boxcar"])
def test_a_density_integrates_to_one(window, h):
    """004:491"""
    low, high = SAMPLE.min() - 9 * h, SAMPLE.max() + 9 * h
    grid = np.linspace(low, high, 20_001)
    density = kernel_density(grid, SAMPLE, h, window)
    assert (density >= 0).all()
    assert trapezoid(density, grid) == pytest.approx(1, abs=2 * (grid[1] - grid[0]) / h)


@pytest.mark.parametrize("h", [0.1, 0.5, 2.0])
def test_the_gaussian_window_by_brute_force(h):
    """DME-1.47: an average of normal densities of standard deviation h."""
    grid = np.linspace(-3, 3, 41)
    loop = [sum(norm.pdf(t, x, h) for x in SAMPLE) / len(SAMPLE) for t in grid]
    np.testing.assert_allclose(kernel_density(grid, SAMPLE, h), loop, rtol=1e-12)


@pytest.mark.parametrize("h", [0.1, 0.5, 2.0])
def test_the_boxcar_window_by_brute_force(h):
    """DME-1.48: the share of points within h/2, over h."""
    grid = np.linspace(-3, 3, 41)
    loop = [sum(abs(t - x) <= h / 2 for x in SAMPLE) / len(SAMPLE) / h for t in grid]
    np.testing.assert_allclose(kernel_density(grid, SAMPLE, h, "boxcar"), loop, rtol=4 * EPS)


def test_the_boxcar_is_a_box_and_the_gaussian_a_bell():
    """DME-1.48, DME-1.49"""
    np.testing.assert_array_equal(
        kernel_density([-1.001, -1.0, 0.0, 1.0, 1.001], [0.0], 2.0, "boxcar"), [0, 0.5, 0.5, 0.5, 0]
    )
    assert kernel_density([0.0], [0.0], 2.0)[0] == pytest.approx(1 / (2 * math.sqrt(2 * math.pi)))


def test_scipy_computes_the_same_density():
    """Its bandwidth is a multiple of the (n - 1) standard deviation."""
    theirs = gaussian_kde(SAMPLE, bw_method=0.5 / SAMPLE.std(ddof=1))
    grid = np.linspace(-3, 3, 41)
    np.testing.assert_allclose(kernel_density(grid, SAMPLE, 0.5), theirs(grid), rtol=1e-10)


def test_a_gaussian_density_keeps_the_mean_and_adds_h_squared_to_the_variance():
    grid, h = np.linspace(-15, 15, 30_001), 0.7
    density = kernel_density(grid, SAMPLE, h)
    mean = trapezoid(grid * density, grid)
    assert mean == pytest.approx(SAMPLE.mean(), abs=1e-9)
    variance = trapezoid((grid - mean) ** 2 * density, grid)
    assert variance == pytest.approx(SAMPLE.var() + h**2, abs=1e-9)


# --- standardising -------------------------------------------------------------------------------


def test_columns_get_mean_zero_and_deviation_one():
    """ST-u55"""
    X = np.random.default_rng(0).standard_normal((50, 3)) * [1, 1e-3, 1e6] + [5, 0, -1e5]
    Xs, mean, sd = standardise(X)
    np.testing.assert_allclose(Xs.mean(axis=0), 0, atol=50 * EPS)
    np.testing.assert_allclose(Xs.std(axis=0), 1, rtol=50 * EPS)
    np.testing.assert_allclose(Xs * sd + mean, X, atol=8 * EPS * np.abs(X).max())


def test_standardising_agrees_with_scikit_learn():
    X = np.random.default_rng(0).standard_normal((50, 3)) * [1, 10, 100] + 7
    np.testing.assert_allclose(standardise(X).X, StandardScaler().fit_transform(X), atol=1e-13)


@pytest.mark.parametrize("size", [1e6, 1e7, 1e8, 1e9, 1e12])
def test_the_variance_survives_a_large_mean(size):
    """errata 21: the one-pass form gives 0 at 1e9, the truth is 2/3."""
    x = size + np.array([[0.0], [1.0], [2.0]])
    assert standardise(x).sd[0] ** 2 == pytest.approx(2 / 3, rel=4 * EPS)
    if size >= 1e8:
        assert abs((x**2).mean() - x.mean() ** 2 - 2 / 3) > 0.5


def test_many_points_with_a_large_mean_still_centre():
    """A sum of 1e5 numbers near 1e9 loses what the second look at the mean finds again."""
    x = 1e9 + np.random.default_rng(0).standard_normal((100_000, 2))
    assert np.abs(standardise(x).X.mean(axis=0)).max() <= 2e-7  # the spacing of numbers there


def test_new_points_use_the_training_mean_and_deviation():
    """errata 21: a single new point has no deviation of its own."""
    X, z = np.array([[0.0, 10.0], [2.0, 30.0]]), np.array([[3.0, 20.0]])
    _, mean, sd = standardise(X)
    np.testing.assert_array_equal((z - mean) / sd, [[2, 0]])


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, -1e9])
@pytest.mark.parametrize("n", [1, 2, 7, 1000])
def test_a_constant_column_is_refused_by_number(value, n):
    """errata 21: 0.1 has M2 - M^2 = 1.7e-18, which is no variance."""
    X = np.random.default_rng(0).standard_normal((n, 4))
    X[:, [1, 3]] = value
    columns = r"\[1, 3\]" if n > 1 else r"\[0, 1, 2, 3\]"
    with pytest.raises(ValueError, match=f"X must have no constant column; got columns {columns}"):
        standardise(X)


def test_standardising_twice_changes_nothing():
    once = standardise(np.random.default_rng(0).standard_normal((20, 3)) + 4).X
    np.testing.assert_allclose(standardise(once).X, once, atol=64 * EPS)


# --- degenerate input and refusals ---------------------------------------------------------------


@pytest.mark.parametrize("x", [[3.0], [3.0] * 7, [0.1] * 10])
def test_numbers_that_coincide_have_quartiles_but_no_shape(x):
    assert quartiles(x) == (x[0], x[0], x[0])
    assert tukey_fences(x) == (x[0], x[0])
    for function in (galton_skewness, robust_kurtosis):
        with pytest.raises(ValueError, match=r"^x must have quartiles that differ; got Q1 = Q3 = "):
            function(x)


def test_half_the_numbers_coinciding_is_enough():
    with pytest.raises(ValueError, match="no scale to divide by"):
        galton_skewness([0, 1, 1, 1, 1, 1, 9])


def test_one_point_forms_no_pair():
    assert pair_counts([1.0], [2.0]) == (0, 0, 0)


JUNK = {
    "nan": [1.0, np.nan],
    "inf": [1.0, np.inf],
    "words": ["one", "two"],
    "empty": [],
    "two axes": [[1.0, 2.0]],
    "a number": 1.0,
    "gap": [1.0, None],
    "complex": [1j, 2.0],
}
ONE_COLUMN = [quartiles, galton_skewness, robust_kurtosis, tukey_fences]


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
def test_junk_is_refused_by_name(junk):
    for function in ONE_COLUMN:
        with pytest.raises(ValueError, match=r"^x must "):
            function(junk)
    for name, call in {
        "x": lambda: pair_counts(junk, [1.0, 2.0]),
        "y": lambda: pair_counts([1.0, 2.0], junk),
        "grid": lambda: kernel_density(junk, [1.0], 1.0),
        "x ": lambda: kernel_density([1.0], junk, 1.0),
    }.items():
        with pytest.raises(ValueError, match=f"^{name.strip()} must "):
            call()


def test_the_place_of_a_gap_is_named():
    with pytest.raises(ValueError, match=r"x must be finite; got nan at row 2\. Drop or fill"):
        quartiles([1.0, 2.0, np.nan])


def test_columns_have_one_length():
    with pytest.raises(ValueError, match="y must have 3 entries; got 2"):
        pair_counts([1, 2, 3], [1, 2])


@pytest.mark.parametrize("h", [0, -1.0, np.nan, np.inf, "wide"])
def test_a_width_is_positive(h):
    with pytest.raises(ValueError, match="h must be a number > 0"):
        kernel_density([0.0], [0.0], h)


@pytest.mark.parametrize("factor", [-1, np.nan, "1.5"])
def test_a_factor_is_not_negative(factor):
    with pytest.raises(ValueError, match="factor must be a number >= 0"):
        tukey_fences(TEN, factor)


def test_a_window_is_one_of_two():
    with pytest.raises(ValueError, match=r"window must be one of .+boxcar.+; got 'triangle'"):
        kernel_density([0.0], [0.0], 1.0, "triangle")


def test_the_numbers_are_never_changed():
    x = np.array([3.0, 1.0, 2.0, 9.0])
    for function in ONE_COLUMN:
        function(x)
    pair_counts(x, x)
    kernel_density(x, x, 1.0)
    np.testing.assert_array_equal(x, [3, 1, 2, 9])


# --- properties ----------------------------------------------------------------------------------

columns = st.integers(2, 12).flatmap(
    lambda n: arrays(float, n, elements=st.integers(-20, 20).map(float))
)


def has_shape(x):
    octiles = np.quantile(x, [0.25, 0.75])
    return quartiles(x).q3 > quartiles(x).q1 and octiles[1] > octiles[0]


@given(x=columns, shift=st.integers(-1000, 1000), factor=st.sampled_from([0.25, 0.5, 2.0, 8.0]))
def test_translation_and_scaling_move_quartiles_and_fences_and_keep_the_shape(x, shift, factor):
    """These numbers and factors are exact in binary, so the answers are, too."""
    moved = factor * x + shift
    for function in (quartiles, tukey_fences):
        np.testing.assert_array_equal(function(moved), factor * np.array(function(x)) + shift)
    assume(has_shape(x))
    for function in (galton_skewness, robust_kurtosis):
        assert function(moved) == pytest.approx(function(x), rel=64 * EPS, abs=64 * EPS)


@given(x=columns)
def test_reflection_exchanges_the_quartiles_and_turns_the_skewness(x):
    q1, q2, q3 = quartiles(x)
    assert quartiles(-x) == (-q3, -q2, -q1)
    assume(has_shape(x))
    assert galton_skewness(-x) == -galton_skewness(x)
    assert -1 <= galton_skewness(x) <= 1
    assert robust_kurtosis(-x) == pytest.approx(robust_kurtosis(x), rel=64 * EPS)
    assert robust_kurtosis(x) >= 0


@given(x=columns, data=st.data())
def test_the_order_of_the_numbers_does_not_matter(x, data):
    order = np.array(data.draw(st.permutations(range(len(x)))))
    y = np.cos(x) + np.arange(len(x))
    assert quartiles(x[order]) == quartiles(x)
    assert pair_counts(x[order], y[order]) == pair_counts(x, y)
    ours, other = (kernel_density(y, v, 1.0) for v in (x, x[order]))
    np.testing.assert_allclose(ours, other, rtol=32 * EPS)


@given(x=columns, y=columns)
def test_pairs_are_all_counted_and_only_their_order_matters(x, y):
    n = min(len(x), len(y))
    x, y = x[:n], y[:n]
    agree, disagree, tied = pair_counts(x, y)
    assert agree + disagree + tied == n * (n - 1) // 2
    assert pair_counts(y, x) == (agree, disagree, tied)
    assert pair_counts(-x, y) == (disagree, agree, tied)
    assert pair_counts(x**3, np.exp(y)) == (agree, disagree, tied)


@given(x=columns, shift=st.integers(-1000, 1000), factor=st.sampled_from([0.25, 2.0, 8.0]))
def test_a_density_moves_and_stretches_with_its_points(x, shift, factor):
    grid = np.linspace(-16, 16, 9)
    for window in ("gaussian", "boxcar"):
        moved = kernel_density(factor * grid + shift, factor * x + shift, factor * 2.0, window)
        np.testing.assert_allclose(
            factor * moved, kernel_density(grid, x, 2.0, window), rtol=64 * EPS
        )
