"""Chapter 6: what errors cost, by formula, by slope, and by counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import mannwhitneyu
from sklearn import metrics

from featurespace import losses
from featurespace.losses import (
    absolute,
    auc,
    confusion_rates,
    exponential,
    hinge,
    huber,
    huberised_hinge,
    log,
    roc_curve,
    square,
    squared_hinge,
    zero_one,
)

EPS = np.finfo(float).eps
MARGINS = [-2.0, -1.0, 0.0, 1.0, 2.0]
RESIDUAL_LOSSES = [square, absolute, huber]
MARGIN_LOSSES = [zero_one, hinge, squared_hinge, huberised_hinge, log, exponential]


def slope(loss, at, side=0):
    """Finite difference: of both sides, or of the right (+1) or left (-1) one alone."""
    h = 1e-6
    a, b = (at - h, at + h) if side == 0 else sorted((at, at + side * h))
    return (loss(b) - loss(a)) / (b - a)


# --- losses of a residual ------------------------------------------------------------------------


def test_square_and_absolute_loss():
    """DME-4.50, DME-4.51"""
    np.testing.assert_array_equal(square([-3.0, 0.0, 2.0]), [4.5, 0, 2])
    np.testing.assert_array_equal(absolute([-3.0, 0.0, 2.0]), [3, 0, 2])


@pytest.mark.parametrize("delta", [0.1, 1.0, 2.5])
def test_huber_is_quadratic_then_linear(delta):
    """DME-4.52"""
    r = np.linspace(-delta, delta, 9)
    np.testing.assert_array_equal(huber(r, delta), square(r))
    far = delta + np.array([0.5, 1.0, 7.0])
    np.testing.assert_allclose(huber(far, delta), delta * (far - delta / 2), rtol=4 * EPS)
    np.testing.assert_array_equal(huber(-far, delta), huber(far, delta))


@pytest.mark.parametrize("delta", [0.1, 1.0, 2.5])
@pytest.mark.parametrize("sign", [-1, 1])
def test_huber_and_its_slope_are_continuous_at_the_join(delta, sign):
    """Exact values."""
    join, step = sign * delta, 1e-9
    assert huber(join * (1 + step), delta) == pytest.approx(huber(join, delta), abs=1e-7)
    for side in (-1, 1):
        assert slope(lambda r: huber(r, delta), join, side) == pytest.approx(join, abs=1e-5)


def test_huber_lies_between_absolute_and_square_loss():
    r = np.linspace(-5, 5, 101)
    assert (huber(r) <= np.minimum(square(r), absolute(r))).all()
    np.testing.assert_array_equal(huber(r, 1e3), square(r))
    np.testing.assert_allclose(huber(r, 1e-9) / 1e-9, absolute(r), rtol=0, atol=1e-9)


def test_the_mean_the_median_and_something_between_minimise_them():
    """Numbers 0, 0, 0, 10: the square loss asks for the mean, the absolute for the median."""
    x, c = np.array([0.0, 0.0, 0.0, 10.0]), np.linspace(-1, 11, 1201)
    best = {f: c[f(c[:, None] - x).sum(axis=1).argmin()] for f in RESIDUAL_LOSSES}
    assert best[absolute] == pytest.approx(0.0, abs=1e-9)
    assert best[square] == pytest.approx(2.5, abs=1e-9)
    assert best[huber] == pytest.approx(1 / 3, abs=0.005)  # 3c = delta


@pytest.mark.parametrize("delta", [0, -1, np.nan, "1"])
def test_a_delta_is_positive(delta):
    with pytest.raises(ValueError, match="delta must be a number > 0"):
        huber([1.0], delta)


# --- losses of a margin --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "values"),
    [
        (lambda m: 2 * square(m - 1.0), [9, 4, 1, 0, 1]),  # (h - y)^2 = (1 - m)^2 for y = +-1
        (hinge, [3, 2, 1, 0, 0]),
        (squared_hinge, [9, 4, 1, 0, 0]),
        (huberised_hinge, [8, 4, 1, 0, 0]),
        (zero_one, [1, 1, 1, 0, 0]),
    ],
    ids=["square", "hinge", "squared hinge", "Huberised", "zero-one"],
)
def test_the_margin_losses_have_the_printed_values(loss, values):
    """Exact values."""
    np.testing.assert_array_equal(loss(np.array(MARGINS)), values)


def test_the_smooth_losses_have_their_formulas():
    """DME-4.72, DME-4.73"""
    m = np.array(MARGINS)
    np.testing.assert_allclose(log(m), np.log(1 + np.exp(-m)), rtol=8 * EPS)
    np.testing.assert_allclose(exponential(m), np.exp(-m), rtol=4 * EPS)
    assert log(0.0) == np.log(2)


def test_a_zero_margin_is_an_error():
    """errata 16: else the rule h = 0 would never be wrong."""
    assert zero_one(0.0) == 1
    assert zero_one(-0.0) == 1
    assert zero_one(5e-324) == 0


@pytest.mark.parametrize(
    ("loss", "join", "expected"),
    [
        (huberised_hinge, -1.0, -4.0),
        (huberised_hinge, 1.0, 0.0),
        (squared_hinge, 1.0, 0.0),
        (squared_hinge, -1.0, -4.0),
    ],
)
def test_the_smooth_hinges_have_continuous_slopes(loss, join, expected):
    """Exact values."""
    for side in (-1, 1):
        assert loss(join + side * 1e-9) == pytest.approx(loss(join), abs=1e-8)
        assert slope(loss, join, side) == pytest.approx(expected, abs=1e-5)


def test_the_hinge_has_a_corner():
    assert slope(hinge, 1.0, -1) == pytest.approx(-1, abs=1e-8)
    assert slope(hinge, 1.0, +1) == 0


@pytest.mark.parametrize("m", [-3.0, -0.5, 0.0, 0.7, 4.0])
def test_slopes_of_the_smooth_losses(m):
    """The slope of the log loss is minus the probability of the other class."""
    assert slope(log, m) == pytest.approx(-1 / (1 + np.exp(m)), abs=1e-8)
    assert slope(exponential, m) == pytest.approx(-np.exp(-m), rel=1e-8)


@pytest.mark.filterwarnings("error")
def test_extreme_margins_do_not_overflow():
    np.testing.assert_array_equal(log([-1e70, -1000.0]), [1e70, 1000])
    np.testing.assert_allclose(log([40.0, 700.0]), np.exp([-40.0, -700.0]), rtol=4 * EPS)
    np.testing.assert_array_equal(log([1e70]), [0])
    np.testing.assert_array_equal(exponential([1e4, -1e4]), [0, np.inf])


@pytest.mark.parametrize("loss", [hinge, squared_hinge, exponential, lambda m: log(m) / np.log(2)])
def test_every_surrogate_bounds_the_zero_one_loss(loss):
    m = np.linspace(-3, 3, 121)
    assert (loss(m) >= zero_one(m)).all()


@pytest.mark.parametrize("loss", MARGIN_LOSSES)
def test_a_larger_margin_never_costs_more(loss):
    assert (np.diff(loss(np.linspace(-3, 3, 121))) <= 0).all()


@pytest.mark.parametrize("loss", [*RESIDUAL_LOSSES, *MARGIN_LOSSES[1:]])
def test_all_but_the_zero_one_loss_are_convex(loss):
    t = np.linspace(-3, 3, 121)
    assert (loss(t[:-2]) + loss(t[2:]) >= 2 * loss(t[1:-1]) - 64 * EPS * loss(t).max()).all()


@pytest.mark.parametrize("loss", RESIDUAL_LOSSES + MARGIN_LOSSES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (1, 2, 3)], ids=str)
def test_losses_work_entry_by_entry(loss, shape):
    values = np.linspace(-2, 2, int(np.prod(shape))).reshape(shape)
    before = values.copy()
    out = loss(values)
    assert np.shape(out) == shape
    assert np.ravel(out).tolist() == [float(loss(v)) for v in values.flat]
    np.testing.assert_array_equal(values, before)


@pytest.mark.parametrize("junk", [np.nan, [1.0, np.inf], ["a"], [], None, 1j], ids=str)
@pytest.mark.parametrize("loss", RESIDUAL_LOSSES + MARGIN_LOSSES)
def test_junk_is_refused_by_name(loss, junk):
    name = "r" if loss in RESIDUAL_LOSSES else "m"
    with pytest.raises(ValueError, match=f"^{name} must "):
        loss(junk)


# --- rates ---------------------------------------------------------------------------------------


def world(n=40, seed=0, values=8):
    """Labels of both classes, and scores with many ties."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=n) < 0.4, 1, -1)
    y[:2] = 1, -1
    return y, rng.integers(0, values, n) + y


def test_rates_by_counting():
    """DME-4.59..4.62"""
    y, score = world()
    guess = np.where(score > 4, 1, -1)
    pairs = list(zip(y.tolist(), guess.tolist(), strict=True))
    count = {pair: pairs.count(pair) for pair in [(1, 1), (-1, 1), (-1, -1), (1, -1)]}
    of_class = [count[t, g] / (count[t, g] + count[t, -g]) for t, g in count]
    assert confusion_rates(y, guess) == pytest.approx(of_class, rel=4 * EPS)


def test_rates_of_a_class_sum_to_one():
    """DME-T4.1"""
    for seed in range(20):
        y, score = world(seed=seed)
        rates = confusion_rates(y, np.where(score > 4, 1, -1))
        assert rates.true_positive + rates.false_negative == 1
        assert rates.false_positive + rates.true_negative == 1


def test_rates_agree_with_scikit_learn():
    y, score = world()
    guess = np.where(score > 4, 1, -1)
    table = metrics.confusion_matrix(y, guess, normalize="true")  # rows: true class -1, +1
    ours = confusion_rates(y, guess)
    theirs = (table[1, 1], table[0, 1], table[0, 0], table[1, 0])
    assert ours == pytest.approx(theirs, rel=4 * EPS, abs=EPS)


def test_rates_of_simple_rules():
    """ "always -1" has both rates 0."""
    y = [1, 1, -1, -1, -1]
    assert confusion_rates(y, y) == (1, 0, 1, 0)
    assert confusion_rates(y, -np.array(y)) == (0, 1, 0, 1)
    assert confusion_rates(y, [-1] * 5) == (0, 0, 1, 1)
    assert confusion_rates(y, [1] * 5) == (1, 1, 0, 0)


def test_a_guess_of_zero_calls_nothing_positive():
    """Positive is what lies above zero: a point on the boundary is not."""
    assert confusion_rates([1, 1, -1, -1], [0.0, 1.0, 0.0, -1.0]) == (0.5, 0, 1, 0.5)
    assert confusion_rates([1, -1], [0.0, 0.0]) == (0, 0, 1, 1)


def test_rates_do_not_depend_on_the_sizes_of_the_classes():
    y, score = world()
    guess = np.where(score > 4, 1, -1)
    again = np.r_[y, np.repeat(y[y > 0], 6)], np.r_[guess, np.repeat(guess[y > 0], 6)]
    assert confusion_rates(*again) == pytest.approx(confusion_rates(y, guess), rel=8 * EPS)


# --- the ROC curve -------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [1, 2, 8, 10**6])
def test_the_curve_climbs_from_corner_to_corner(values):
    """DME-u47"""
    fpr, tpr, thresholds = roc_curve(*world(values=values))
    assert (fpr[0], tpr[0], thresholds[0]) == (0, 0, np.inf)
    assert (fpr[-1], tpr[-1]) == (1, 1)
    assert (np.diff(fpr) >= 0).all()
    assert (np.diff(tpr) >= 0).all()
    assert (np.diff(fpr) + np.diff(tpr) > 0).all()
    assert (np.diff(thresholds) < 0).all()


def test_each_point_of_the_curve_is_the_rule_with_that_threshold():
    y, score = world()
    for fpr, tpr, threshold in zip(*roc_curve(y, score), strict=True):
        rates = confusion_rates(y, np.where(score >= threshold, 1, -1))
        assert (rates.false_positive, rates.true_positive) == pytest.approx((fpr, tpr), rel=4 * EPS)


def test_equal_scores_are_one_step():
    """Points that tie cannot be told apart by any threshold, in whatever order they come."""
    for y in ([1, -1, 1, -1], [-1, 1, -1, 1]):
        fpr, tpr, thresholds = roc_curve(y, [2.0] * 4)
        assert [fpr.tolist(), tpr.tolist(), thresholds.tolist()] == [[0, 1], [0, 1], [np.inf, 2]]
        assert auc(y, [2.0] * 4) == 0.5


def test_the_curve_agrees_with_scikit_learn():
    y, score = world()
    theirs = metrics.roc_curve(y, score, drop_intermediate=False)
    for ours, other in zip(roc_curve(y, score), theirs, strict=True):
        np.testing.assert_allclose(ours, other, rtol=4 * EPS)


def test_a_perfect_score_passes_through_the_corner():
    fpr, tpr, _ = roc_curve([1, 1, -1, -1], [4.0, 3.0, 2.0, 1.0])
    assert (0.0, 1.0) in zip(fpr.tolist(), tpr.tolist(), strict=True)
    assert auc([1, 1, -1, -1], [4.0, 3.0, 2.0, 1.0]) == 1
    assert auc([1, 1, -1, -1], [1.0, 2.0, 3.0, 4.0]) == 0


@pytest.mark.parametrize("values", [1, 2, 8, 10**6])
@pytest.mark.parametrize("seed", range(5))
def test_the_area_is_the_share_of_pairs_in_order(values, seed):
    """DME-u47: by counting, by trapezoids, by scikit-learn, by Mann and Whitney."""
    y, score = world(seed=seed, values=values)
    above = score[y > 0][:, None] - score[y < 0]
    pairs = ((above > 0) + (above == 0) / 2).mean()
    fpr, tpr, _ = roc_curve(y, score)
    u = mannwhitneyu(score[y > 0], score[y < 0]).statistic / above.size
    for other in (pairs, np.trapezoid(tpr, fpr), metrics.roc_auc_score(y, score), u):
        assert auc(y, score) == pytest.approx(other, rel=0, abs=len(y) * EPS)


@pytest.mark.parametrize("function", [auc, roc_curve, confusion_rates])
def test_labels_and_answers_that_do_not_fit_are_refused_by_name(function):
    answer = "y_hat" if function is confusion_rates else "score"
    with pytest.raises(ValueError, match=r"y must hold both classes; got only \+1"):
        function([1, 1], [1, -1])
    with pytest.raises(ValueError, match=r"y must hold only -1 and \+1; got values \[0"):
        function([0, 1], [1, -1])
    with pytest.raises(ValueError, match=f"{answer} must have 2 entries; got 3"):
        function([1, -1], [1, -1, 1])
    with pytest.raises(ValueError, match=f"{answer} must be finite; got nan at row 1"):
        function([1, -1], [1, np.nan])
    with pytest.raises(ValueError, match=f"{answer} must hold (real numbers|only .+ text such as)"):
        function([1, -1], ["yes", "no"])
    for y in ([], [[1], [-1]], ["a", "b"], 1.0):
        with pytest.raises(ValueError, match=r"^y must "):
            function(y, [1, -1])


def test_every_public_loss_is_tested_here():
    public = {
        name
        for name, thing in vars(losses).items()
        if getattr(thing, "__module__", "") == losses.__name__ and not name.startswith("_")
    }
    tested = {loss.__name__ for loss in RESIDUAL_LOSSES + MARGIN_LOSSES}
    assert public - tested == {"Rates", "confusion_rates", "roc_curve", "auc"}


# --- properties ----------------------------------------------------------------------------------

scores = st.integers(2, 12).flatmap(
    lambda n: arrays(float, n, elements=st.integers(-5, 5).map(float))
)


def alternate(score):
    return np.where(np.arange(len(score)) % 2, 1, -1)


@given(score=scores, shift=st.integers(-99, 99), factor=st.floats(0.125, 8))
def test_only_the_order_of_the_scores_counts(score, shift, factor):
    """Any rising function of the scores has the same curve and the same area."""
    y = alternate(score)
    for other in (score + shift, factor * score, np.exp(score), score**3):
        assert auc(y, other) == auc(y, score)
        np.testing.assert_array_equal(roc_curve(y, other)[:2], roc_curve(y, score)[:2])


@given(score=scores)
def test_turning_the_scores_or_the_labels_round_turns_the_area(score):
    y = alternate(score)
    assert auc(y, -score) == pytest.approx(1 - auc(y, score), abs=4 * EPS)
    assert auc(-y, score) == pytest.approx(1 - auc(y, score), abs=4 * EPS)


@given(score=scores, data=st.data())
def test_the_order_of_the_points_does_not_matter(score, data):
    y, order = alternate(score), data.draw(st.permutations(range(len(score))))
    assert auc(y[order], score[order]) == auc(y, score)
    np.testing.assert_array_equal(roc_curve(y[order], score[order]), roc_curve(y, score))


@given(r=st.floats(-1e3, 1e3), delta=st.floats(1e-2, 1e2), factor=st.floats(1e-2, 1e2))
def test_huber_scales_by_the_square(r, delta, factor):
    scaled = huber(factor * r, factor * delta)
    assert scaled == pytest.approx(factor**2 * huber(r, delta), rel=16 * EPS)
