"""Statements of chapter 0, exploring data: each by a route that is not its own formula.

Small laws and tables are worked out in fractions, so that equal means equal.
"""

import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from matplotlib.cbook import boxplot_stats
from scipy import stats
from scipy.integrate import quad

from featurespace.demos.describe import (
    HUMPS,
    LINE,
    TEN,
    bin_edges,
    correlations,
    corrupt,
    estimate,
    humps,
    summaries,
)
from featurespace.describe import (
    Pairs,
    Quartiles,
    Standardised,
    galton_skewness,
    kernel_density,
    pair_counts,
    quartiles,
    standardise,
    tukey_fences,
)

EPS = np.finfo(float).eps
SIZES = range(2, 14)


def draws(n, seed=0):
    """Whole numbers with ties, and numbers without."""
    rng = np.random.default_rng([seed, n])
    return rng.integers(-5, 6, n).astype(float), rng.standard_cauchy(n)


def exact_mean(values):
    return sum(map(Fraction, values)) / len(values)


def exact_cov(x, y):
    mx, my = exact_mean(x), exact_mean(y)
    return exact_mean([(Fraction(a) - mx) * (Fraction(b) - my) for a, b in zip(x, y, strict=True)])


# --- location ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", SIZES)
def test_the_mean_is_the_number_from_which_the_deviations_cancel(n):
    """DME-1.1"""
    for x in draws(n):
        assert x.mean() == pytest.approx(float(exact_mean(x)), abs=n * EPS * np.abs(x).max())
        assert sum(Fraction(v) - exact_mean(x) for v in x) == 0


@pytest.mark.parametrize("n", SIZES)
def test_the_median_has_as_many_numbers_below_as_above(n):
    """DME-1.4: the middle one, or halfway between the two in the middle; ours and numpy's."""
    for x in draws(n):
        order = sorted(x)
        middle = order[n // 2] if n % 2 else (order[n // 2 - 1] + order[n // 2]) / 2
        assert quartiles(x).q2 == np.median(x) == middle
        assert (x < middle).sum() <= n / 2 >= (x > middle).sum()


@pytest.mark.parametrize("n", SIZES)
def test_the_median_minimises_the_mean_absolute_deviation(n):
    """DME-1.4"""
    x = draws(n)[0]  # whole numbers: sums are exact
    places = np.arange(-6, 6.25, 0.25)
    costs = np.abs(x[:, None] - places).sum(axis=0)
    assert np.abs(x - quartiles(x).q2).sum() == costs.min()


def test_the_ten_labels_have_mean_three_and_median_two_and_a_half():
    """DME-1.5"""
    assert TEN.tolist() == [0, 1, 1, 1, 2, 3, 4, 4, 5, 9]
    found = summaries(TEN)
    assert (found["mean"], found["median"]) == (3.0, 2.5)


def test_nine_thousand_for_nine_moves_the_mean_and_not_the_median():
    """DME-1.6"""
    assert corrupt(9000).tolist() == [0, 1, 1, 1, 2, 3, 4, 4, 5, 9000]
    found = summaries(corrupt(9000))
    assert (found["mean"], found["median"]) == (902.1, 2.5)


@pytest.mark.parametrize("n", [3, 7, 8, 12])
def test_one_corrupted_number_moves_the_mean_by_its_share_and_the_median_by_one_place(n):
    """DME-u02, repaired: to a neighbour for odd n; for even n both halves may move on."""
    x = sorted(draws(n, seed=1)[1])
    middle = (n - 1) // 2, n // 2
    low, high = (sum(x[i + step] for i in middle) / 2 for step in (-1, 1))
    reached = set()
    for i, wild in product(range(n), (-1e9, 1e9)):
        spoilt = [*x[:i], wild, *x[i + 1 :]]
        moved = exact_mean(spoilt) - exact_mean(x)
        assert moved == (Fraction(wild) - Fraction(x[i])) / n
        assert low <= np.median(spoilt) <= high
        reached.add(np.median(spoilt))
    assert {low, high} <= reached  # so nothing better can be promised
    neighbours = x[middle[0] - 1 : middle[1] + 2]
    assert reached <= set(neighbours) if n % 2 else not {low, high} & set(neighbours)


@pytest.mark.parametrize("k", range(5))
def test_a_trimmed_mean_goes_from_the_mean_to_the_median(k):
    """DME-1.7: the k smallest and the k largest are crossed out one by one."""
    for x in (TEN, corrupt(50), *draws(10)):
        left = [Fraction(v) for v in x]
        for _ in range(k):
            left.remove(min(left))
            left.remove(max(left))
        assert len(left) == 10 - 2 * k
        expected = float(sum(left) / len(left))
        assert stats.trim_mean(x, k / 10) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        assert summaries(x, k)[f"trimmed mean, k = {k}"] == pytest.approx(expected, abs=1e-4)
        if k in (0, 4):
            end = {0: exact_mean(x), 4: Fraction(sorted(x)[4] + sorted(x)[5]) / 2}[k]
            assert expected == pytest.approx(float(end), rel=1e-12, abs=1e-12)


def test_the_mode_is_the_most_frequent_value_and_there_may_be_several():
    """DME-u03: no order needed."""

    def modes(values):
        found, counts = np.unique(values, return_counts=True)
        return found[counts == counts.max()].tolist()

    assert modes(TEN) == [1]
    assert modes(["red", "blue", "red", "green", "blue"]) == ["blue", "red"]
    assert modes(np.where(TEN == 1, 700, TEN)) == [700]  # a new name for a value, a new name for it


@pytest.mark.parametrize("n", SIZES)
def test_a_ranked_quantile_is_the_first_number_with_that_share_up_to_it(n):
    """DME-u04: x of rank ceil(n alpha); the minimum for alpha = 0, the maximum for 1."""
    x = draws(n)[1]
    shares = {v: Fraction(int((x <= v).sum()), n) for v in x}
    for alpha in (Fraction(k, 24) for k in range(25)):
        ranked = sorted(x)[max(math.ceil(n * alpha), 1) - 1]
        assert ranked == min(v for v in x if shares[v] >= alpha)
        if alpha in (0, 1):
            assert ranked == (x.max() if alpha else x.min()) == np.quantile(x, float(alpha))


def test_quartiles_of_odd_and_even_lists_by_hand():
    """DME-u05: 1 2 3 and 3 4 5; 1 2 3 and 4 5 6."""
    assert quartiles([5, 3, 1, 2, 4]) == Quartiles(q1=2, q2=3, q3=4)
    assert quartiles([6, 5, 3, 1, 2, 4]) == Quartiles(q1=2, q2=3.5, q3=5)


def test_the_expected_value_is_where_the_means_of_all_samples_balance():
    """DME-1.2: exactly, over all samples of three from a small law."""
    law = {0: Fraction(1, 2), 1: Fraction(1, 3), 5: Fraction(1, 6)}
    expected = sum(value * p for value, p in law.items())
    average = sum(
        exact_mean(sample) * math.prod(law[v] for v in sample) for sample in product(law, repeat=3)
    )
    assert average == expected == Fraction(7, 6)


def test_the_expected_value_is_the_integral():
    """DME-1.2: of exp(z) it is the root of e."""
    law = stats.lognorm(1)
    left, right = (quad(lambda t: t * law.pdf(t), *ends)[0] for ends in ((0, 1), (1, np.inf)))
    assert left + right == pytest.approx(math.sqrt(math.e), rel=1e-7)


# --- scale ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", SIZES)
def test_the_variance_is_the_mean_square_less_the_squared_mean(n):
    """DME-1.8: in fractions to the letter."""
    for x in draws(n):
        by_squares = exact_mean([Fraction(v) ** 2 for v in x]) - exact_mean(x) ** 2
        assert exact_cov(x, x) == by_squares
        assert x.var() == pytest.approx(float(by_squares), rel=1e-12, abs=1e-12)


def test_the_variance_of_a_law_is_its_second_moment_less_the_squared_mean():
    """DME-1.9: a die in fractions; exp(z), where all is known in closed form, by integrals."""
    sides = range(1, 7)
    assert exact_cov(sides, sides) == Fraction(91, 6) - Fraction(7, 2) ** 2 == Fraction(35, 12)
    law, mean = stats.lognorm(1), math.sqrt(math.e)
    pieces = (0, 1), (1, 10), (10, np.inf)
    variance = sum(quad(lambda t: (t - mean) ** 2 * law.pdf(t), *ends)[0] for ends in pieces)
    assert variance == pytest.approx(
        math.e**2 - mean**2, rel=1e-6
    )  # the second moment is e squared


@pytest.mark.parametrize("n", [2, 3, 4])
def test_dividing_by_n_loses_one_nth_of_the_variance_and_n_minus_one_restores_it(n):
    """DME-u06: exactly, over all samples of a small law."""
    law = {0: Fraction(1, 2), 1: Fraction(1, 3), 5: Fraction(1, 6)}
    mean = sum(v * p for v, p in law.items())
    truth = sum((v - mean) ** 2 * p for v, p in law.items())
    average = sum(
        exact_cov(sample, sample) * math.prod(law[v] for v in sample)
        for sample in product(law, repeat=n)
    )
    assert average == truth * Fraction(n - 1, n)
    assert average * Fraction(n, n - 1) == truth


@pytest.mark.parametrize("unit", [2.0, -4.0, 0.125])
def test_a_standard_deviation_has_the_unit_of_the_data_and_a_variance_its_square(unit):
    """DME-u07: these units are exact in binary."""
    x = draws(9)[1]
    assert (unit * x).std() == abs(unit) * x.std()
    assert (unit * x).var() == unit**2 * x.var()
    assert x.std() == pytest.approx(math.sqrt(exact_cov(x, x)), rel=1e-12)


@pytest.mark.parametrize("n", SIZES)
def test_half_of_the_numbers_lie_within_one_mad_of_the_median(n):
    """DME-1.10"""
    x = draws(n)[1]
    mad, gaps = stats.median_abs_deviation(x), np.abs(x - np.median(x))
    assert (gaps < mad).sum() <= n / 2 >= (gaps > mad).sum()
    order = sorted(gaps)
    assert mad == (order[(n - 1) // 2] + order[n // 2]) / 2


def test_the_scales_of_the_ten_labels():
    """DME-1.10, DME-1.11, DME-1.12, DME-u08"""
    found = summaries(TEN)
    assert found["standard deviation"] == round(math.sqrt(6.4), 4)
    names = "MAD", "IQR", "range"
    assert [found[name] for name in names] == [1.5, 4 - 1, 9 - 0]


def test_one_wild_number_moves_the_range_without_limit_and_neither_mad_nor_iqr():
    """DME-1.10, DME-1.11, DME-u08"""
    for wild in (1e3, 1e6, 1e9):
        found = summaries(corrupt(wild))
        assert (found["range"], found["MAD"], found["IQR"]) == (wild, 1.5, 3)


# --- shape ---------------------------------------------------------------------------------------


def test_skewness_and_kurtosis_of_the_ten_labels_by_hand():
    """DME-1.13, DME-1.15: the deviations from 3 are whole numbers."""
    gaps = [-3, -2, -2, -2, -1, 0, 1, 1, 2, 6]
    cubes, fourths = sum(g**3 for g in gaps), sum(g**4 for g in gaps)
    assert (cubes, fourths) == (174, 1444)
    assert summaries(TEN)["skewness"] == round(17.4 / 6.4**1.5, 4)
    assert summaries(TEN)["kurtosis"] == round(144.4 / 6.4**2, 4)


def test_a_right_tail_has_positive_skewness_its_mirror_negative_and_symmetry_none():
    """DME-u09"""
    right = np.array([0.0, 1, 1, 2, 2, 2, 3, 9])
    assert stats.skew(right) > 0 > stats.skew(-right) == -stats.skew(right)
    for half in draws(6):
        both = np.concatenate([5 + half, 5 - half])
        assert stats.skew(both) == pytest.approx(0, abs=1e-12)


def test_mirroring_keeps_the_kurtosis_but_skewness_forces_it_up():
    """DME-1.15: two values, one of them rare, reach 1 + skewness squared."""
    for share in (0.5, 0.2, 0.05):
        x = (np.arange(100) < 100 * share).astype(float)
        assert stats.kurtosis(-x) == pytest.approx(stats.kurtosis(x), rel=1e-12)
        bound = 1 + (1 - 2 * share) ** 2 / (share * (1 - share))
        assert stats.kurtosis(x, fisher=False) == pytest.approx(bound, rel=1e-12)
        assert bound == pytest.approx(1 + stats.skew(x) ** 2, rel=1e-12)


def test_kurtosis_hears_the_tails():
    """DME-1.15, DME-F1.2: u to the fourth is below one inside (-1, 1) and 16 at two."""
    within, nearby = (2 * quad(lambda u: u**4 * stats.norm.pdf(u), 0, end)[0] / 3 for end in (1, 2))
    assert within == pytest.approx(0.0374, abs=5e-5)
    assert 1 - nearby == pytest.approx(0.5494, abs=5e-5)


def test_galton_compares_the_third_quarter_with_the_second_not_the_first():
    """DME-1.14: a long first quarter does not enter."""
    for first in (-1, -100, -1e6):
        x = [first, 0, 1, 2, 3, 4, 5.5, 7, 8]
        assert quartiles(x) == (1, 3, 5.5)
        assert galton_skewness(x) == (2.5 - 2) / 4.5 > 0


# --- two columns ---------------------------------------------------------------------------------

JOINT = {
    (0, 1): Fraction(1, 2),
    (2, 1): Fraction(1, 4),
    (2, 5): Fraction(1, 8),
    (-3, 4): Fraction(1, 8),
}


def expected(function):
    """Of a pair whose law is JOINT."""
    return sum(p * function(x, y) for (x, y), p in JOINT.items())


def test_the_covariance_of_a_law_is_the_mean_product_less_the_product_of_means():
    """DME-1.18; ST-u54 for a law whose means are taken out."""
    mx, my = expected(lambda x, y: x), expected(lambda x, y: y)
    central = expected(lambda x, y: (x - mx) * (y - my))
    assert central == expected(lambda x, y: x * y) - mx * my
    moved = {(x - mx, y - my): p for (x, y), p in JOINT.items()}
    assert sum(p * x for (x, _), p in moved.items()) == 0
    assert sum(p * x * y for (x, y), p in moved.items()) == central != 0


def test_the_sample_covariance_estimates_that_of_the_law():
    """DME-1.17, DME-1.18: over all samples of three its average is two thirds of it."""
    mx, my = expected(lambda x, y: x), expected(lambda x, y: y)
    truth = expected(lambda x, y: (x - mx) * (y - my))
    average = sum(
        exact_cov(*zip(*sample, strict=True)) * math.prod(JOINT[pair] for pair in sample)
        for sample in product(JOINT, repeat=3)
    )
    assert average == truth * Fraction(2, 3)


@pytest.mark.parametrize("n", SIZES)
def test_the_sample_covariance_is_half_the_mean_product_of_differences(n):
    """DME-1.17: over all pairs of points, without a mean; numpy's with 1/n."""
    x, y = np.random.default_rng(n).normal(size=(2, n))
    pairs = (np.subtract.outer(x, x) * np.subtract.outer(y, y)).mean() / 2
    assert np.cov(x, y, ddof=0)[0, 1] == pytest.approx(pairs, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize(("a", "b"), [(2, 3), (-5, 1), (Fraction(1, 7), -4)])
def test_covariance_is_symmetric_and_bilinear_and_variance_on_itself(a, b):
    """DME-u10, DME-1.20..1.22, DME-1.23..1.25: in fractions."""
    x, y = [1, 4, 4, 7, -2], [3, 0, 8, 5, 1]
    line = [a * v + b for v in x]
    assert exact_cov(x, y) == exact_cov(y, x)
    assert exact_cov(line, y) == a * exact_cov(x, y)
    assert exact_cov(x, line) == a * exact_cov(x, x)
    assert exact_cov(line, line) == a**2 * exact_cov(x, x)
    floats = np.array(x, float)
    assert np.std(float(a) * floats + float(b)) == pytest.approx(abs(float(a)) * floats.std())


@pytest.mark.parametrize("seed", range(20))
def test_correlation_is_the_covariance_of_standard_scores_and_their_cosine(seed):
    """DME-1.19, ST-u55, ST-u56: within [-1, 1], and no unit changes it."""
    x, y = np.random.default_rng(seed).normal(size=(2, 7))
    scores = standardise(np.column_stack([x, y])).X
    cosine = scores[:, 0] @ scores[:, 1] / math.prod(np.linalg.norm(scores, axis=0))
    assert -1 <= cosine <= 1
    assert cosine == pytest.approx((scores[:, 0] * scores[:, 1]).mean(), abs=1e-14)
    assert cosine == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-14)
    assert cosine == pytest.approx(stats.pearsonr(32 + 1.8 * x, y / 1000).statistic, abs=1e-13)
    other = standardise(np.column_stack([32 + 1.8 * x, y / 1000])).X
    np.testing.assert_allclose(other, scores, rtol=0, atol=1e-13)


@pytest.mark.parametrize("w", [3.0, 0.01, -0.01, -3.0])
def test_correlation_is_the_sign_of_the_slope_of_a_line(w):
    """DME-1.26, ST-u57: from the line to the scores and to the correlation."""
    x = draws(12)[1]
    scores = standardise(np.column_stack([x, 5 + w * x])).X
    np.testing.assert_allclose(scores[:, 1], np.sign(w) * scores[:, 0], rtol=0, atol=1e-11)
    assert np.corrcoef(x, 5 + w * x)[0, 1] == pytest.approx(np.sign(w), abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_one_less_the_correlation_is_half_the_mean_squared_gap_of_the_scores(seed):
    """ST-u57, backwards: no gap, so equal or opposite scores, so a line."""
    x, noise = np.random.default_rng(seed).normal(size=(2, 9))
    for size in (0.0, 1e-3, 1.0):
        y = 2 - 3 * x + size * noise
        a, b = standardise(np.column_stack([x, y])).X.T
        rho = np.corrcoef(x, y)[0, 1]
        assert ((a - b) ** 2).mean() / 2 == pytest.approx(1 - rho, abs=1e-13)
        assert ((a + b) ** 2).mean() / 2 == pytest.approx(1 + rho, abs=1e-13)
        line = y.mean() - y.std() / x.std() * (x - x.mean())
        assert ((y - line) ** 2).mean() == pytest.approx(2 * y.var() * (1 + rho), abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_what_the_best_line_leaves_over_is_one_less_squared_correlation(seed):
    """ST-u58, repaired: as a share of the variance of y."""
    x, y = np.random.default_rng(seed).normal(size=(2, 15))
    A = np.column_stack([np.ones(15), x])
    left = y - A @ np.linalg.lstsq(A, y, rcond=None)[0]
    rho = np.corrcoef(x, y)[0, 1]
    assert (left**2).mean() / y.var() == pytest.approx(1 - rho**2, abs=1e-12)


def test_a_column_may_be_as_near_a_line_as_one_likes_and_uncorrelated():
    """ST-u58, as printed, fails: the distance to the line y = 5 shrinks, rho stays zero."""
    x = np.array([-1.0, 0, 1])
    for size in (1.0, 2.0**-10, 2.0**-30):  # exact in binary
        y = 5 + size * np.array([1.0, -2, 1])
        assert np.abs(y - 5).max() <= 2 * size
        assert ((x - x.mean()) * (y - y.mean())).mean() == 0


def test_zero_correlation_rules_out_a_trend_and_not_dependence():
    """DME-u11: three points on a parabola, in fractions."""
    x, y = [-1, 0, 1], [1, 0, 1]
    assert exact_mean([a * b for a, b in zip(x, y, strict=True)]) == exact_mean(x) * exact_mean(y)
    assert exact_cov(x, y) == 0  # so the best line is flat
    both_zero, x_zero, y_zero = Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)
    assert both_zero != x_zero * y_zero  # and yet x = 0 makes y = 0 certain


def test_absolute_values_show_what_the_correlation_of_a_cross_and_a_fan_hides():
    """DME-1.42, DME-F1.4: exactly for a cross; for a fan the law gives the root of 2/(2 + pi)."""
    side = np.arange(-4.0, 5)
    x, y = np.concatenate([side, side]), np.concatenate([side, -side])
    found = correlations(x, y)
    assert (found.rho, found.absolute) == (0, 1)
    z = stats.norm.ppf((np.arange(800) + 0.5) / 800)  # as Gaussian as 800 numbers can be
    a, e = (part.ravel() for part in np.meshgrid(z, z))
    assert np.corrcoef(a, a * e)[0, 1] == pytest.approx(0, abs=1e-10)
    expected = math.sqrt(2 / (2 + math.pi))
    assert np.corrcoef(abs(a), abs(a * e))[0, 1] == pytest.approx(expected, abs=5e-3)


# --- pairs ---------------------------------------------------------------------------------------


def test_pairs_by_hand():
    """DME-u12: (1, 1) and (1, 2) tie in x, (1, 1) and (3, 1) in y; the last rise and fall."""
    assert pair_counts([1, 1, 3], [1, 2, 1]) == Pairs(concordant=0, discordant=1, tied=2)
    assert pair_counts([1, 2, 3], [1, 3, 2]) == Pairs(concordant=2, discordant=1, tied=0)


@pytest.mark.parametrize("wild", [-1e9, 0.0, 1e9])
def test_one_wild_number_turns_only_its_own_pairs(wild):
    """DME-1.43: robust, between -1 and 1, and the same for every increasing map."""
    x = np.arange(10.0)
    tau = correlations(x, np.append(x[:-1], wild)).tau
    assert {-1e9: 0.6, 0.0: 0.6 + 1 / 45, 1e9: 1.0}[wild] == pytest.approx(tau, abs=1e-12)
    assert correlations(np.exp(x), np.append(x[:-1], wild) ** 3).tau == tau
    assert correlations(x, x[::-1]).tau == -1


# --- counting ------------------------------------------------------------------------------------


def test_counts_are_sums_of_indicators_and_add_up_to_n():
    """DME-1.44, DME-1.45: over all values; over some only if no number lies elsewhere."""
    indicator = {v: [1 if x in {v} else 0 for x in TEN] for v in range(10)}
    counts = [sum(indicator[v]) for v in range(10)]
    assert counts == np.bincount(TEN.astype(int)).tolist() == [1, 3, 1, 1, 2, 1, 0, 0, 0, 1]
    assert sum(counts) == len(TEN)
    assert sum(Fraction(count, 10) for count in counts) == 1
    assert sum(counts[:9]) == 9  # the nine is missing


@pytest.mark.parametrize(("start", "h", "k"), [(0, 3, 3), (-2, 2, 6), (-0.5, 1, 10), (1, 2, 4)])
def test_bins_are_closed_on_the_left_and_the_last_on_both_sides(start, h, k):
    """DME-1.46, DME-u17: bin j is [L + (j-1)h, L + jh), about L + jh - h/2."""
    counts, edges = np.histogram(TEN, bins=k, range=(start, start + k * h))
    by_hand = [0] * k
    for x in TEN:
        j = math.floor((x - start) / h)
        j -= x == start + k * h  # the right end belongs to the last bin
        if 0 <= j < k:
            by_hand[int(j)] += 1
    assert counts.tolist() == by_hand
    middles = [start + j * h - h / 2 for j in range(1, k + 1)]
    np.testing.assert_allclose([(a + b) / 2 for a, b in pairwise(edges)], middles, atol=1e-12)
    whole = start <= TEN.min() and start + k * h >= TEN.max()
    assert (sum(by_hand) == 10) == whole


def test_another_start_makes_another_histogram():
    """DME-F1.7: one hump from -6, two from -5, of the same eighty numbers."""
    found = [humps(np.r_[0, np.histogram(HUMPS, np.arange(L, 8, 2))[0], 0]) for L in (-6, -5)]
    assert found == [1, 2]


def test_two_dimensional_bins_are_products_of_intervals():
    """DME-u18"""
    points = np.random.default_rng(0).integers(0, 6, (200, 2))
    edges = np.array([0, 2, 4, 6])
    counts = np.histogram2d(*points.T, bins=edges)[0]
    for i, j in product(range(3), repeat=2):
        assert counts[i, j] == sum(
            a in (2 * i, 2 * i + 1) and b in (2 * j, 2 * j + 1) for a, b in points
        )


@pytest.mark.parametrize("n", [9, 25, 101])
def test_a_box_plot_draws_quartiles_and_whiskers_end_at_the_last_number_inside(n):
    """DME-u15, repaired; for odd n matplotlib's quartiles are ours."""
    x = draws(n)[1]
    (drawn,) = boxplot_stats(x)
    assert (drawn["q1"], drawn["med"], drawn["q3"]) == pytest.approx(quartiles(x), rel=1e-12)
    low, high = tukey_fences(x)
    inside = [v for v in x if low <= v <= high]
    assert (drawn["whislo"], drawn["whishi"]) == (min(inside), max(inside))
    assert sorted(drawn["fliers"]) == sorted(set(x) - set(inside))
    assert low < drawn["whislo"]
    assert drawn["whishi"] < high  # a fence is not where the whisker ends


@pytest.mark.parametrize("window", ["boxcar", "gaussian"])
@pytest.mark.parametrize("h", [0.5, 2.0])
def test_a_density_is_the_average_of_the_densities_of_single_points(window, h):
    """DME-1.47: each of them of area one."""
    x, grid = np.array([-1.0, 0.25, 0.25, 3]), np.linspace(-20, 20, 16_001)
    single = [kernel_density(grid, [v], h, window) for v in x]
    np.testing.assert_allclose(
        kernel_density(grid, x, h, window), np.mean(single, axis=0), rtol=1e-12, atol=1e-14
    )
    areas = np.array(single).sum(axis=1) * (grid[1] - grid[0])
    np.testing.assert_allclose(areas, 1, atol=0.006)


@pytest.mark.parametrize("h", [0.5, 2.0])
def test_the_gaussian_window_falls_by_the_root_of_e_at_h(h):
    """DME-1.49: a bell of standard deviation h and area one."""
    top, at_h, at_two = kernel_density([3.0, 3 + h, 3 - 2 * h], [3.0], h)
    assert (at_h / top, at_two / top) == pytest.approx((math.exp(-1 / 2), math.exp(-2)), rel=1e-12)
    assert top == pytest.approx(stats.norm.pdf(0, scale=h), rel=1e-12)
    area = quad(lambda t: kernel_density([t], [3.0], h)[0], 3 - 9 * h, 3 + 9 * h, points=[3])[0]
    assert area == pytest.approx(1, abs=1e-8)


def test_the_three_drawings_of_a_density_have_area_one():
    """DME-F1.9: the histogram too, once it is divided by n h."""
    edges = bin_edges(1.0, 0.0)
    heights = estimate("histogram", 1.0, 0.0)
    bins = [heights[(LINE >= a) & (LINE < b)] for a, b in pairwise(edges)]
    assert sum(part[0] * 1.0 for part in bins if len(part)) == pytest.approx(1, abs=1e-12)
    for drawing, h in (("boxcar windows", 1.0), ("Gaussian windows", 0.4)):
        assert estimate(drawing, h, 0.0).sum() * (LINE[1] - LINE[0]) == pytest.approx(1, abs=2e-3)


# --- many columns --------------------------------------------------------------------------------

TABLE = [[2, 0, 1], [0, 3, 1], [4, 1, 1], [2, 4, 5]]  # four points, equally likely


def exact_matrix(rows):
    return [[exact_cov(a, b) for b in zip(*rows, strict=True)] for a in zip(*rows, strict=True)]


def test_the_vector_mean_is_the_mean_of_every_coordinate():
    """DME-1.3, DME-1.50..1.52: centred rows add up to zero."""
    by_column = [exact_mean(column) for column in zip(*TABLE, strict=True)]
    total = [Fraction(0)] * 3
    for row in TABLE:
        total = [t + v for t, v in zip(total, row, strict=True)]
    assert [t / 4 for t in total] == by_column == [2, 2, 2]
    assert np.mean(TABLE, axis=0).tolist() == by_column
    centred = [[v - m for v, m in zip(row, by_column, strict=True)] for row in TABLE]
    assert [sum(column) for column in zip(*centred, strict=True)] == [0, 0, 0]


def test_the_covariance_matrix_is_symmetric_with_variances_on_its_diagonal():
    """DME-1.27: in fractions, and numpy's with 1/n."""
    S = exact_matrix(TABLE)
    assert S == [[2, -1, 0], [-1, Fraction(5, 2), 2], [0, 2, 3]]
    assert [S[j][j] for j in range(3)] == np.var(TABLE, axis=0).tolist()
    assert np.cov(np.transpose(TABLE), ddof=0).tolist() == S


def test_the_covariance_of_a_law_is_the_expected_outer_product():
    """DME-1.28: and samples estimate it, on average (n - 1)/n of it, over all samples of two."""
    law = np.array(TABLE, float)
    gaps = law - law.mean(axis=0)
    outer = sum(np.outer(gap, gap) for gap in gaps) / 4
    assert outer.tolist() == exact_matrix(TABLE)
    samples = [np.cov(np.transpose(pair), ddof=0) for pair in product(law, repeat=2)]
    np.testing.assert_allclose(np.mean(samples, axis=0), outer / 2, rtol=0, atol=1e-14)


@pytest.mark.parametrize("w", [(1, 0, 0), (1, 1, 1), (1, -2, 3), (-4, 7, 2)])
def test_a_mixture_of_columns_has_the_variance_that_the_matrix_says(w):
    """DME-1.29: a mean of squares, so never negative."""
    S = exact_matrix(TABLE)
    mixed = [sum(a * b for a, b in zip(w, row, strict=True)) for row in TABLE]
    form = sum(w[i] * S[i][j] * w[j] for i, j in product(range(3), repeat=2))
    assert form == exact_cov(mixed, mixed) >= 0


def test_the_covariance_matrix_has_orthogonal_eigenvectors_and_no_negative_eigenvalue():
    """DME-1.29, DME-1.30..1.34: along each of them the data have the variance of its eigenvalue."""
    X = np.random.default_rng(3).normal(size=(40, 4)) @ np.triu(np.ones((4, 4)))
    S = np.cov(X.T, ddof=0)
    values, U = np.linalg.eigh(S)
    np.testing.assert_allclose(U @ np.diag(values) @ U.T, S, atol=1e-12)
    np.testing.assert_allclose(U.T @ U, np.eye(4), atol=1e-12)
    np.testing.assert_allclose((X @ U).var(axis=0), values, atol=1e-12)
    assert values.min() > 0
    assert values.sum() == pytest.approx(X.var(axis=0).sum(), rel=1e-12)
    assert np.trace(S) == pytest.approx(X.var(axis=0).sum(), rel=1e-12)


def test_an_affine_map_of_the_points_sandwiches_the_covariance_matrix():
    """DME-1.35..1.40: in whole numbers."""
    A, b = np.array([[1, 2, -1], [0, 3, 5]]), np.array([7, -9])
    S = np.array(exact_matrix(TABLE))
    moved = [(A @ row + b).tolist() for row in np.array(TABLE)]
    assert exact_matrix(moved) == (A @ S @ A.T).tolist()


def test_the_correlation_matrix_holds_the_correlations_and_ones():
    """DME-1.41"""
    X = np.random.default_rng(5).normal(size=(30, 3)) * [1, 10, 0.1] + [0, 4, 9]
    scale = np.diag(1 / X.std(axis=0))
    R = scale @ np.cov(X.T, ddof=0) @ scale
    np.testing.assert_allclose(np.diag(R), 1, rtol=1e-12)
    for i, j in product(range(3), repeat=2):
        assert R[i, j] == pytest.approx(stats.pearsonr(X[:, i], X[:, j]).statistic, abs=1e-12)


# --- centring and scaling ------------------------------------------------------------------------


def centring(n):
    """I minus 11'/n, in fractions."""
    return np.array([[Fraction(int(i == j)) - Fraction(1, n) for j in range(n)] for i in range(n)])


def test_centring_is_a_product_from_the_right_for_points_in_columns():
    """DME-1.50..1.52, DME-1.53..1.54, DME-1.55..1.57, DME-1.58..1.61: in fractions."""
    points = [(1, 5), (2, 7), (6, 3)]
    X = np.array(points, dtype=object).T  # d x n, as in the notes
    by_hand = [[-2, -1, 3], [0, 2, -2]]  # the means are 3 and 5
    assert (X @ centring(3)).tolist() == by_hand
    ones = np.array([Fraction(1)] * 3)
    assert (X @ ones / 3).tolist() == [3, 5]
    assert (X @ np.outer(ones, ones) / 3).tolist() == [[3, 3, 3], [5, 5, 5]]
    assert (centring(3) @ X.T).T.tolist() == by_hand  # and with points in rows, from the left


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_centring_matrix_keeps_what_sums_to_zero_and_kills_what_is_constant(n):
    """DME-1.62, DME-u21: in fractions, on a basis; hence the projection at right angles to ones."""
    C = centring(n)
    assert (C @ np.array([1] * n)).tolist() == [0] * n
    for i in range(n - 1):
        difference = np.array([int(j == i) - int(j == n - 1) for j in range(n)])
        assert (C @ difference).tolist() == difference.tolist()
    v = np.array([Fraction(j * j) for j in range(n)])
    assert (C @ v).tolist() == [value - exact_mean(v) for value in v]
    assert (C @ C).tolist() == C.tolist() == C.T.tolist()


def test_the_covariance_matrix_by_the_centring_matrix():
    """DME-1.63..1.66: in fractions, points in columns."""
    X, C = np.array(TABLE, dtype=object).T, centring(4)
    centred = X @ C
    outer = sum(np.outer(column, column) for column in centred.T) * Fraction(1, 4)
    expected = exact_matrix(TABLE)
    assert outer.tolist() == expected
    assert (centred @ centred.T * Fraction(1, 4)).tolist() == expected
    assert (X @ C @ X.T * Fraction(1, 4)).tolist() == expected


def test_standardised_points_keep_their_correlations_and_lose_their_scales():
    """DME-1.67, DME-u20"""
    X = np.random.default_rng(8).normal(size=(30, 3)) @ np.array(
        [[5.0, 1, 0], [0, 1, 2], [0, 0, 1]]
    )
    X += [3, -40, 0.5]
    Z = standardise(X).X
    np.testing.assert_allclose(Z, (X - X.mean(axis=0)) @ np.diag(1 / X.std(axis=0)), atol=1e-12)
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-13)
    np.testing.assert_allclose(Z.var(axis=0), 1, rtol=1e-12)
    np.testing.assert_allclose(np.cov(Z.T, ddof=0), np.corrcoef(X.T), atol=1e-12)
    assert np.abs(np.corrcoef(Z.T) - np.eye(3)).max() > 0.3  # still correlated


def test_standardising_a_point_is_affine_and_not_linear():
    """DME-1.67, repaired: mixtures with weights that add up to one are kept, sums are not."""
    X = np.array([[0.0, 10.0], [2.0, 30.0], [4.0, 20.0]])
    fitted = standardise(X)

    def scaled(point):
        return (point - fitted.mean) / fitted.sd

    p, q = X[0], X[1]
    np.testing.assert_allclose(scaled(p / 4 + 3 * q / 4), scaled(p) / 4 + 3 * scaled(q) / 4)
    assert np.abs(scaled(np.zeros(2))).min() > 1
    assert np.abs(scaled(p + q) - scaled(p) - scaled(q)).min() > 1


def test_training_points_give_the_constants_for_new_points():
    """ST-A5.13: training points 0 and 2 have mean 1 and deviation 1; the new one is 4."""
    fitted = standardise([[0.0], [2.0]])
    assert isinstance(fitted, Standardised)
    assert (fitted.X.tolist(), fitted.mean.tolist(), fitted.sd.tolist()) == ([[-1], [1]], [1], [1])
    assert ((np.array([4.0]) - fitted.mean) / fitted.sd).tolist() == [3]


def test_the_printed_program_standardises_while_the_mean_is_not_large():
    """ST-C5.5: line by line from the book; right at mean 5, wrong at mean 1e8."""

    def printed(X):
        ell = len(X)
        M = X.sum(axis=0) / ell
        M2 = (X**2).sum(axis=0) / ell
        SD = np.sqrt(np.abs(M2 - M**2))
        return (X - np.ones((ell, 1)) * M) / (np.ones((ell, 1)) * SD)

    X = np.random.default_rng(0).normal(size=(20, 2)) * [1, 100] + 5
    np.testing.assert_allclose(printed(X), standardise(X).X, rtol=0, atol=1e-12)
    readings = np.array([[0.0], [1], [2]])
    far = readings + 1e8
    np.testing.assert_allclose(standardise(far).X, standardise(readings).X, rtol=0, atol=1e-14)
    assert np.abs(printed(far) - standardise(readings).X).max() > 0.1


def test_the_menu_of_scalings():
    """DME-u20: the unit interval, rows without their mean, rows of length one, logarithms."""
    X = np.array([[1.0, 2, 6], [3, 4, 0], [5, 5, 5]])
    unit = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    assert (unit.min(axis=0).tolist(), unit.max(axis=0).tolist()) == ([0] * 3, [1] * 3)
    rows = X - X.mean(axis=1, keepdims=True)
    by_hand = [[-2, -1, 3], [2 / 3, 5 / 3, -7 / 3], [0, 0, 0]]
    np.testing.assert_allclose(rows, by_hand, atol=1e-14)
    length = X / np.linalg.norm(X, axis=1, keepdims=True)
    np.testing.assert_allclose((length**2).sum(axis=1), 1, rtol=1e-14)
    doubling = np.log(2.0 ** np.arange(5))
    np.testing.assert_allclose(np.diff(doubling), math.log(2), rtol=1e-12)
