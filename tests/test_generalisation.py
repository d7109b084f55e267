"""Chapter 6: splits, scores and choices, checked by loops, exact numbers and simulation."""

import math

import numpy as np
import pytest
from cases import squared
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial import hermite_e, polynomial
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from featurespace.datasets import cubic_world
from featurespace.generalisation import (
    CUBIC,
    cross_validate,
    kfold,
    one_standard_error,
    polynomial_regression,
    prediction_loss,
    select_cross_validation,
    select_hold_out,
)
from featurespace.regression import least_squares, powers


def constant(X, y):
    return lambda Z: np.full(len(Z), y.mean())


def linear(X, y):
    theta = least_squares(powers(X, 1), y)
    return lambda Z: powers(Z, 1) @ theta


def polynomials(X, y, degree):
    theta = least_squares(powers(X, degree), y)
    return lambda Z: powers(Z, degree) @ theta


# --- folds ---------------------------------------------------------------------------------------

sizes = st.integers(2, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(2, n)))
seeds = st.one_of(st.none(), st.integers(0, 2**32))


def generator(seed):
    return None if seed is None else np.random.default_rng(seed)


@given(sizes, seeds)
def test_folds_hold_every_point_once_in_nearly_equal_shares(size, seed):
    """DME-4.32"""
    n, k = size
    folds = kfold(n, k, generator(seed))
    assert len(folds) == k
    assert sorted(np.concatenate(folds).tolist()) == list(range(n))
    assert {len(fold) for fold in folds} <= {n // k, -(-n // k)}


@given(sizes, seeds, st.data())
def test_stratified_folds_share_every_class_evenly(size, seed, data):
    """DME-u41"""
    n, k = size
    labels = np.array(data.draw(st.lists(st.sampled_from("abc"), min_size=n, max_size=n)))
    folds = kfold(n, k, generator(seed), labels)
    assert sorted(np.concatenate(folds).tolist()) == list(range(n))
    assert np.ptp([len(fold) for fold in folds]) <= 1
    for label in set(labels):
        assert np.ptp([(labels[fold] == label).sum() for fold in folds]) <= 1


@pytest.mark.parametrize("labels", [None, [0, 1] * 20])
def test_the_same_generator_state_gives_the_same_folds(labels):
    first, second, other = (kfold(40, 4, np.random.default_rng(s), labels) for s in (1, 1, 2))
    np.testing.assert_array_equal(first, second)
    assert (np.array(first) != np.array(other)).any()


def test_a_shuffle_reaches_every_pair_of_points(rng):
    """Both of two points share a fold in 9 of 19 shuffles, not always or never."""
    together = sum(any({0, 2} <= set(f.tolist()) for f in kfold(20, 2, rng)) for _ in range(400))
    assert 90 < together < 290  # 10 standard deviations of 400 draws at 9/19


@pytest.mark.parametrize("n", [0, 1, -3, 2.5, "9", None, True])
def test_folds_need_two_points(n):
    with pytest.raises(ValueError, match="n must be a whole number >= 2; got"):
        kfold(n, 2)


@pytest.mark.parametrize("k", [1, 0, 6, 2.0, None])
def test_there_are_two_to_n_folds(k):
    with pytest.raises(ValueError, match="k must be a whole number >= 2 and <= 5; got"):
        kfold(5, k)


@pytest.mark.parametrize("labels", [[1, 2, 3], [[1], [2], [3], [4], [5]], 7])
def test_labels_are_one_per_point(labels):
    with pytest.raises(ValueError, match="labels must have 5 entries; got shape"):
        kfold(5, 2, labels=labels)


def test_a_seed_is_not_a_generator():
    with pytest.raises(ValueError, match="rng must be a numpy Generator; got 0"):
        kfold(5, 2, 0)


# --- cross-validation ----------------------------------------------------------------------------


def test_cross_validation_by_hand():
    """DME-4.33: without {0, 2} the mean is 7, without {1, 3} it is 1."""
    y = np.array([0.0, 6.0, 2.0, 8.0])
    scores = cross_validate(constant, np.zeros((4, 1)), y, squared, [[0, 2], [1, 3]])
    np.testing.assert_array_equal(scores, [(49 + 25) / 2, (25 + 49) / 2])


def test_cross_validation_by_a_loop(data, rng):
    """DME-4.33..4.35"""
    X, y = data
    folds = kfold(23, 4, rng)
    loop = []
    for fold in folds:
        rest = [i for i in range(23) if i not in fold]
        predict = linear(X[rest], y[rest])
        loop.append(np.mean([(predict(X[[i]])[0] - y[i]) ** 2 for i in fold]))
    np.testing.assert_allclose(cross_validate(linear, X, y, squared, folds), loop, rtol=1e-12)


def test_cross_validation_agrees_with_scikit_learn(data, rng):
    X, y = data
    folds = kfold(23, 5, rng)
    which = np.empty(23, dtype=int)
    for number, fold in enumerate(folds):
        which[fold] = number
    theirs = cross_val_score(
        LinearRegression(), X, y, cv=PredefinedSplit(which), scoring="neg_mean_squared_error"
    )
    np.testing.assert_allclose(cross_validate(linear, X, y, squared, folds), -theirs, rtol=1e-10)


def test_a_rule_never_sees_the_points_it_is_judged_on(data):
    def suspicious(X_rest, y_rest):
        return lambda Z: np.array([(X_rest == z).all(axis=1).any() for z in Z], dtype=float)

    X, y = data
    folds = kfold(23, 23)
    assert (cross_validate(suspicious, X, y, lambda seen, y: seen, folds) == 0).all()


def test_labels_may_be_words(data):
    X, _ = data
    y = np.where(X[:, 0] > 0, "yes", "no")
    majority = lambda X, y: lambda Z: np.full(len(Z), max(set(y), key=list(y).count))  # noqa: E731
    wrong = cross_validate(majority, X, y, lambda guess, y: guess != y, kfold(23, 4))
    assert ((wrong >= 0) & (wrong <= 1)).all()


@pytest.mark.parametrize(
    "fold",
    [[], [0, 1, 2, 3], [4], [-1], [0, 0], [0.0], [[0]], [True], ["0"]],
    ids=str,
)
def test_a_fold_names_some_but_not_all_rows(fold):
    with pytest.raises(ValueError, match=r"folds must name some, not all, of the rows 0 \.\. 3"):
        cross_validate(constant, np.zeros((4, 1)), np.arange(4.0), squared, [fold])


@pytest.mark.parametrize(
    ("folds", "rule", "k"), [([], "that is not empty", 5), (3, "of row numbers", 3), (None, "", 5)]
)
def test_there_must_be_folds(folds, rule, k):
    with pytest.raises(ValueError, match=rf"folds must be a list {rule}.+kfold\(4, {k}\)"):
        cross_validate(constant, np.zeros((4, 1)), np.arange(4.0), squared, folds)


@pytest.mark.parametrize("y", [[1.0, 2.0], 1.0, np.ones((4, 1))], ids=str)
def test_targets_are_one_per_point(y):
    with pytest.raises(ValueError, match="y must have 4 entries; got shape"):
        cross_validate(constant, np.zeros((4, 1)), y, squared, kfold(4, 2))


def test_a_loss_that_mixes_rows_and_columns_is_refused():
    """A column of predictions minus a row of targets would be a table."""
    column = lambda X, y: lambda Z: np.zeros((len(Z), 1))  # noqa: E731
    with pytest.raises(ValueError, match=r"loss must return one number per point"):
        cross_validate(column, np.zeros((4, 1)), np.arange(4.0), squared, kfold(4, 2))


def test_a_loss_that_is_not_a_number_is_refused():
    with pytest.raises(ValueError, match=r"loss must return one number per point; got \[nan nan\]"):
        cross_validate(
            constant, np.zeros((4, 1)), np.ones(4), lambda guess, y: guess * np.nan, kfold(4, 2)
        )


# --- the variance of a cross-validation score ----------------------------------------------------


def test_the_spread_between_folds_understates_the_variance_of_the_score():
    """errata 13: (4.39) gives half of Var(CV) for least squares, n = 50, d = 10, K = 5."""
    rng = np.random.default_rng(0)
    folds, scores = kfold(50, 5), []
    for _ in range(500):
        X, y = rng.standard_normal((50, 10)), rng.standard_normal(50)
        scores.append(cross_validate(linear, X, y, squared, folds))
    scores = np.array(scores)
    true = scores.mean(axis=1).var(ddof=1)
    printed = (scores.var(axis=1) / 5).mean()
    assert printed < 0.75 * true  # the ratio is 0.49, and its standard error below 0.04


# --- selection -----------------------------------------------------------------------------------


@pytest.fixture
def cubic(rng):
    x, y = cubic_world(300, rng)
    return x[:, None], y


def test_cross_validation_chooses_the_value_of_least_score(cubic):
    """DME-4.46..4.49"""
    X, y = cubic
    folds = kfold(300, 5)
    score = [
        cross_validate(lambda X, y, L=L: polynomials(X, y, L), X, y, squared, folds).mean()
        for L in range(6)
    ]
    chosen = select_cross_validation(polynomials, range(6), X, y, squared, folds)
    assert chosen.value == np.argmin(score)
    assert chosen.loss == min(score)


def test_the_chosen_rule_is_refitted_on_all_points(cubic):
    """DME-4.48"""
    X, y = cubic
    chosen = select_cross_validation(polynomials, [1, 3], X, y, squared, kfold(300, 5))
    assert chosen.value == 3
    np.testing.assert_array_equal(chosen.predict(X), polynomials(X, y, 3)(X))


@pytest.mark.parametrize("seed", range(3))
def test_hold_out_chooses_by_the_points_held_out_and_refits_on_all(seed, cubic):
    """DME-4.40..4.45"""
    X, y = cubic
    chosen = select_hold_out(polynomials, [0, 1, 3], X, y, squared, np.random.default_rng(seed))
    held = np.random.default_rng(seed).permutation(300)[:75]
    rest = np.setdiff1d(np.arange(300), held)
    score = [squared(polynomials(X[rest], y[rest], L)(X[held]), y[held]).mean() for L in (0, 1, 3)]
    assert chosen.value == [0, 1, 3][np.argmin(score)]
    assert chosen.loss == pytest.approx(min(score), rel=1e-12)
    np.testing.assert_array_equal(chosen.predict(X), polynomials(X, y, chosen.value)(X))


@pytest.mark.parametrize(("n", "share", "held"), [(2, 0.01, 1), (10, 0.99, 9), (10, 0.3, 3)])
def test_hold_out_keeps_points_on_both_sides(n, share, held, rng):
    seen = []

    def family(X, y, value):
        seen.append(len(X))
        return constant(X, y)

    select_hold_out(family, ["only"], np.zeros((n, 1)), np.arange(n), squared, rng, share)
    assert seen == [n - held, n]


def test_of_equal_values_the_first_is_chosen():
    X, y = np.zeros((4, 1)), np.arange(4.0)
    family = lambda X, y, name: constant(X, y)  # noqa: E731
    assert select_cross_validation(family, ["a", "b"], X, y, squared, kfold(4, 2)).value == "a"


def test_values_may_come_from_a_generator():
    X, y = np.zeros((4, 1)), np.arange(4.0)
    values, folds = (v for v in (1, 2)), (fold for fold in kfold(4, 2))
    family = lambda X, y, v: lambda Z: np.full(len(Z), 1.5 * v)  # noqa: E731
    assert select_cross_validation(family, values, X, y, squared, folds).value == 1


def test_the_winners_score_is_too_good(rng):
    """DME-u45: fifty useless rules, and one of them looks better than chance."""
    X, y = np.arange(20)[:, None], rng.choice([-1.0, 1.0], 20)
    coins = rng.choice([-1.0, 1.0], (50, 20))
    family = lambda X, y, rule: lambda Z: coins[rule, Z[:, 0].astype(int)]  # noqa: E731
    wrong = lambda guess, y: (guess != y).astype(float)  # noqa: E731
    chosen = select_cross_validation(family, range(50), X, y, wrong, kfold(20, 2))
    assert chosen.loss < 0.5  # P(all fifty at least 10 wrong of 20) = 0.59^50 < 1e-11


@pytest.mark.parametrize("values", [[], None, 3])
def test_there_must_be_values_to_choose_from(values, rng):
    X, y = np.zeros((4, 1)), np.arange(4.0)
    with pytest.raises(ValueError, match="values must be a list that is not empty"):
        select_cross_validation(polynomials, values, X, y, squared, kfold(4, 2))
    with pytest.raises(ValueError, match="values must be a list that is not empty"):
        select_hold_out(polynomials, values, X, y, squared, rng)


def test_a_value_whose_loss_is_not_a_number_is_not_chosen():
    X, y = np.zeros((4, 1)), np.arange(4.0)
    family = lambda X, y, v: lambda Z: np.full(len(Z), v)  # noqa: E731
    with pytest.raises(ValueError, match="loss must return one number per point"):
        select_cross_validation(family, [1.0, np.nan], X, y, squared, kfold(4, 2))


@pytest.mark.parametrize("share", [0, 1, -0.5, np.nan, "half"])
def test_a_share_lies_strictly_between_zero_and_one(share, rng):
    with pytest.raises(ValueError, match="share must lie strictly between 0 and 1"):
        select_hold_out(polynomials, [1], np.zeros((4, 1)), np.arange(4.0), squared, rng, share)


def test_one_point_cannot_be_held_out_and_learnt_from(rng):
    with pytest.raises(ValueError, match="X must have at least two points; got 1"):
        select_hold_out(polynomials, [1], [[0.0]], [0.0], squared, rng)


# --- one standard error --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "first"),
    [
        ([[9, 9], [1.2, 1.4], [1.0, 1.5]], 1),  # 1.3 <= 1.25 + 0.25
        ([[9, 9], [1.6, 1.6], [1.0, 1.5]], 2),  # 1.6 > 1.5
        ([[1.5, 1.5], [1.0, 1.5], [9, 9]], 0),  # exactly on the bar
        ([[1, 1], [1, 1], [1, 1]], 0),
        ([[2, 2], [1, 1], [1, 1]], 1),  # no spread: a tie goes to the simpler
        ([[1, 3], [3, 1]], 0),
        ([[5, 5, 5]], 0),
    ],
)
def test_the_simplest_model_within_one_standard_error(scores, first):
    """DME-u44"""
    assert one_standard_error(scores) == first


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1, max_size=8))
def test_the_rule_is_never_less_simple_than_the_best_model(rows):
    scores = np.array(rows, dtype=float)
    first, means = one_standard_error(scores), scores.mean(axis=1)
    best = means.argmin()
    bar = means[best] + scores[best].std(ddof=1) / 2
    assert first <= best
    assert means[first] <= bar
    assert (means[:first] > bar).all()


def test_one_fold_has_no_standard_error():
    with pytest.raises(ValueError, match="scores must have at least two folds; got 1"):
        one_standard_error([[1.0], [2.0]])


# --- the cubic world -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theta", "floor"),
    [([3 / 4], 299 / 16), ([3 / 4, 13 / 4], 65 / 8), ([0, 13 / 4, 3 / 4], 7), (CUBIC, 1)],
    ids=str,
)
def test_the_best_loss_of_each_degree_is_exact_and_nothing_near_it_is_better(theta, floor):
    """DME-4.21: exact values."""
    assert prediction_loss(theta) == floor
    for step in np.random.default_rng(0).standard_normal((50, len(theta))):
        assert prediction_loss(np.asarray(theta) + 0.1 * step) > floor


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=7))
def test_the_exact_loss_is_the_integral(theta):
    """Gauss–Hermite quadrature with 12 nodes is exact up to degree 23."""
    x, w = hermite_e.hermegauss(12)
    gap = polynomial.polyval(x, theta) - polynomial.polyval(x, CUBIC)
    integral = 1 + (w * gap**2).sum() / math.sqrt(2 * math.pi)
    assert prediction_loss(theta) == pytest.approx(integral, rel=1e-9)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=7))
def test_trailing_zeros_change_nothing(theta):
    assert prediction_loss([*theta, 0.0, 0.0]) == pytest.approx(prediction_loss(theta), rel=1e-12)


def test_the_exact_loss_is_the_average_over_many_draws(rng):
    x, y = cubic_world(200_000, rng)
    theta = np.array([0.5, 2.0, 0.5])
    loss = squared(polynomial.polyval(x, theta), y)
    error = loss.std() / math.sqrt(len(x))
    assert abs(loss.mean() - prediction_loss(theta)) < 6 * error


@pytest.mark.parametrize("degree", [3, 4, 5])
def test_expected_training_loss_of_a_rich_enough_polynomial(degree, rng):
    """1 - (L + 1)/n; the residuals are chi-squared with n - L - 1 degrees."""
    n, sets = 20, 1000
    losses = []
    for _ in range(sets):
        x, y = cubic_world(n, rng)
        theta = polynomial_regression(x, y, degree)
        losses.append(squared(polynomial.polyval(x, theta), y).mean())
    error = math.sqrt(2 * (n - degree - 1)) / n / math.sqrt(sets)
    assert abs(np.mean(losses) - (1 - (degree + 1) / n)) < 6 * error


def test_expected_losses_of_the_constant(rng):
    """training (299/16)(1 - 1/n), prediction (299/16)(1 + 1/n)."""
    training, prediction = [], []
    for _ in range(2000):
        x, y = cubic_world(20, rng)
        theta = polynomial_regression(x, y, 0)
        training.append(y.var())
        prediction.append(prediction_loss(theta))
    for losses, expected in ((training, 17.753125), (prediction, 19.621875)):
        assert abs(np.mean(losses) - expected) < 8 * np.std(losses) / math.sqrt(2000)


def test_degree_three_predicts_best_in_the_median(rng):
    """the medians at n = 20 are 19.0, 9.2, 10.1, 1.4, 3.0, 26."""
    sets = [cubic_world(20, rng) for _ in range(300)]
    losses = [[prediction_loss(polynomial_regression(*s, L)) for L in range(6)] for s in sets]
    assert np.median(losses, axis=0).argmin() == 3


@pytest.mark.filterwarnings("error")
def test_the_largest_polynomials_have_a_finite_loss():
    assert np.isfinite(prediction_loss(np.full(80, 1e75)))


@pytest.mark.parametrize(
    ("theta", "message"),
    [
        ([], "theta must not be empty"),
        ([[1.0]], "theta must have 1 axes"),
        ([np.nan], "theta must be finite"),
        (["a"], "theta must hold real numbers"),
        (np.zeros(81), "theta must have at most 80 entries; got 81"),
    ],
    ids=str,
)
def test_coefficients_are_checked(theta, message):
    with pytest.raises(ValueError, match=message):
        prediction_loss(theta)
