"""Chapter 6: each test states one thing the chapter teaches, and takes another way to it."""

import itertools
import math

import numpy as np
import pytest
from numpy.polynomial import hermite_e
from numpy.polynomial.polynomial import polyval
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import ks_2samp
from sklearn.linear_model import Lasso

from featurespace import losses
from featurespace.datasets import cubic_world
from featurespace.generalisation import (
    CUBIC,
    Selection,
    cross_validate,
    one_standard_error,
    prediction_loss,
    select_cross_validation,
    select_hold_out,
)
from featurespace.losses import Rates, confusion_rates, roc_curve
from featurespace.regression import least_squares, polynomial_regression, powers


def squared(guess, y):
    return (guess - y) ** 2


def constant(X, y):
    return lambda Z: np.full(len(Z), y.mean())


def polynomials(X, y, degree):
    theta = polynomial_regression(X[:, 0], y, degree)
    return lambda Z: polyval(Z[:, 0], theta)


def training_loss(x, y, theta):
    return squared(polyval(x, theta), y).mean()


# --- prediction and training loss ----------------------------------------------------------------


def test_the_conditional_mean_minimises_the_expected_square_loss_over_all_functions():
    """In a world of three x and three y every function is a list of three numbers."""
    p = np.array([[0.10, 0.05, 0.15], [0.20, 0.00, 0.10], [0.05, 0.30, 0.05]])  # joint: x by y
    y = np.array([-1.0, 0.0, 4.0])

    def expected(h):
        return (p * 2 * losses.square(h[:, None] - y)).sum()

    best = minimize(expected, np.zeros(3), tol=1e-12).x
    means = p @ y / p.sum(axis=1)
    np.testing.assert_allclose(best, means, rtol=0, atol=1e-6)
    variances = p @ y**2 / p.sum(axis=1) - means**2
    assert expected(means) == pytest.approx(p.sum(axis=1) @ variances, rel=1e-14)


@pytest.mark.parametrize("h", [np.sin, np.abs, np.sign, lambda x: polyval(x, CUBIC) + 0.1])
def test_no_function_beats_the_true_curve_of_the_cubic_world(h):
    """The loss by two integrals, over x and over the noise; the true curve itself pays 1."""
    nodes, weights = hermite_e.hermegauss(40)
    weights = weights / weights.sum()
    g = polyval(nodes, CUBIC)

    def loss(guess):
        return weights @ squared(guess[:, None], g[:, None] + nodes) @ weights

    assert loss(g) == pytest.approx(prediction_loss(CUBIC), rel=1e-12)
    assert loss(h(nodes)) == pytest.approx(1 + weights @ (h(nodes) - g) ** 2, rel=1e-12)
    assert loss(h(nodes)) > loss(g) + 0.009


def test_pairs_of_a_sample_are_independent_and_of_one_law():
    x, y = cubic_world(20_000, np.random.default_rng(0))
    noise = y - polyval(x, CUBIC)
    for sample in (x, noise):
        assert ks_2samp(sample[:10_000], sample[10_000:]).pvalue > 1e-6
    for one, next_one in itertools.product((x, noise), repeat=2):
        assert abs((one[:-1] * next_one[1:]).mean()) < 6 / math.sqrt(20_000)


def test_training_on_another_law_of_x_damages_the_line_but_not_the_truth():
    """The best line for x around 0 and around 2, each at home and abroad."""
    nodes, weights = hermite_e.hermegauss(20)
    weights = weights / weights.sum()

    def loss(theta, centre):
        x = nodes + centre
        return 1 + weights @ (polyval(x, theta) - polyval(x, CUBIC)) ** 2

    def best_line(centre):
        A = np.vander(nodes + centre, 2, increasing=True) * np.sqrt(weights)[:, None]
        return np.linalg.lstsq(A, np.sqrt(weights) * polyval(nodes + centre, CUBIC))[0]

    here, there = best_line(0), best_line(2)
    np.testing.assert_allclose(here, [3 / 4, 13 / 4], rtol=1e-12)
    assert loss(here, 2) > 4 * loss(there, 2)
    assert loss(there, 0) > 4 * loss(here, 0)
    np.testing.assert_allclose([loss(CUBIC, 0), loss(CUBIC, 2)], 1, rtol=1e-14)


POINTS = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0])


def test_fitted_parameters_and_the_least_training_loss_by_hand():
    """Slope 5/2, intercept -1/2, residuals 1/2, -1, 1/2: the mean of their squares is 1/2."""
    x, y = POINTS
    theta = polynomial_regression(x, y, 1)
    np.testing.assert_allclose(theta, [-0.5, 2.5], rtol=1e-14)
    assert training_loss(x, y, theta) == pytest.approx(0.5, rel=1e-14)


@pytest.mark.parametrize("degree", range(5))
def test_other_parameters_cost_the_mean_square_of_what_they_change(degree):
    """So the fitted ones minimise the training loss, and by how much is known."""
    rng = np.random.default_rng(degree)
    x, y = cubic_world(15, rng)
    theta = polynomial_regression(x, y, degree)
    least = training_loss(x, y, theta)
    for step in rng.standard_normal((20, degree + 1)):
        more = training_loss(x, y, theta + step) - least
        assert more == pytest.approx((polyval(x, step) ** 2).mean(), rel=1e-8)
        assert more > 0


@pytest.mark.parametrize("slope", [-3.0, 0.0, 2.5, 10.0])
def test_the_best_intercept_for_any_slope_puts_the_line_through_the_mean_point(slope):
    """The loss is a parabola over the intercept; three of its values give its vertex."""
    x, y = cubic_world(20, np.random.default_rng(1))
    low, middle, high = (training_loss(x, y, [c, slope]) for c in (-1.0, 0.0, 1.0))
    vertex = (low - high) / (2 * (low - 2 * middle + high))
    assert vertex == pytest.approx(y.mean() - slope * x.mean(), rel=1e-9)
    centred = (((y - y.mean()) - slope * (x - x.mean())) ** 2).mean()
    assert training_loss(x, y, [vertex, slope]) == pytest.approx(centred, rel=1e-12)


def test_the_least_loss_of_a_line_is_the_variance_that_correlation_leaves():
    """And it is another number on every training set."""
    rng, least = np.random.default_rng(2), []
    for _ in range(20):
        x, y = cubic_world(20, rng)
        theta = polynomial_regression(x, y, 1)
        assert polyval(x.mean(), theta) == pytest.approx(y.mean(), rel=1e-10, abs=1e-10)
        least.append(training_loss(x, y, theta))
        left = y.var() * (1 - np.corrcoef(x, y)[0, 1] ** 2)
        assert least[-1] == pytest.approx(left, rel=1e-10)
    assert len(set(np.round(least, 6))) == 20


def test_more_powers_never_raise_the_training_loss_and_mislead_the_choice():
    """The least training loss names degree 5 on every set, the exact loss hardly ever."""
    rng, misled = np.random.default_rng(3), 0
    for _ in range(100):
        x, y = cubic_world(20, rng)
        fits = [polynomial_regression(x, y, q) for q in range(6)]
        training = [training_loss(x, y, theta) for theta in fits]
        assert (np.diff(training) < 0).all()
        misled += np.argmin([prediction_loss(theta) for theta in fits]) < 5
    assert misled > 80


def test_mean_and_variance_of_the_training_loss_of_every_coin_sequence():
    """All 64 sequences of six coins: with the degree the mean falls, and the variance grows."""
    x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
    coins = list(itertools.product([-1.0, 1.0], repeat=6))
    by_degree = [
        [training_loss(x, np.array(y), polynomial_regression(x, y, q)) for y in coins]
        for q in (0, 1)
    ]
    np.testing.assert_allclose(np.mean(by_degree, axis=1), [5 / 6, 4 / 6], rtol=1e-12)
    assert np.var(by_degree[1]) > 1.4 * np.var(by_degree[0])


def test_a_storing_model_is_perfect_only_if_no_two_points_share_an_x():
    """With y = 0 and y = 2 at one x the best any function can do is 1, at 1."""
    x, y = cubic_world(50, np.random.default_rng(4))
    memory = dict(zip(x, y, strict=True))
    assert [memory.get(v, 0.0) for v in x] == y.tolist()
    new, _ = cubic_world(50, np.random.default_rng(5))
    assert not set(new) & set(memory)  # so it says zero, and pays for that:
    assert prediction_loss([0.0]) == 1 + 1 / 16 + 3 * 9 / 16 + 15 + 2 * 3 / 4  # 1 + E g^2
    assert prediction_loss([0.0]) > prediction_loss([3 / 4])
    shared = [squared(c, np.array([0.0, 2.0])).mean() for c in np.linspace(-1, 3, 41)]
    assert min(shared) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(("degree", "floor"), [(0, 299 / 16), (1, 65 / 8), (2, 7), (3, 1)])
def test_as_many_points_as_parameters_cost_nothing_to_fit_and_no_less_to_predict(degree, floor):
    """Training loss zero, prediction loss above the floor of the degree, on whatever set."""
    for seed in range(20):
        x, y = cubic_world(degree + 1, np.random.default_rng(seed))
        theta = polynomial_regression(x, y, degree)
        assert training_loss(x, y, theta) < 1e-10
        assert prediction_loss(theta) > floor


def test_the_expected_loss_of_the_method_averages_over_all_training_sets():
    """The mean of two points, by quadrature over both x and both noises: (299/16)(1 + 1/2)."""
    x, weights = hermite_e.hermegauss(8)
    noise, chances = hermite_e.hermegauss(2)
    pairs = itertools.product(
        zip(x, weights / weights.sum(), strict=True), zip(noise, chances / 2.0, strict=True)
    )
    points = [(polyval(at, CUBIC) + e, w * c) for (at, w), (e, c) in pairs]
    total = sum(c for _, c in points)
    loss = {
        (i, j): prediction_loss([(y + z) / 2])
        for (i, (y, _)), (j, (z, _)) in itertools.product(enumerate(points), repeat=2)
    }
    expected = sum(v * points[i][1] * points[j][1] for (i, j), v in loss.items()) / total**2
    assert expected == pytest.approx(299 / 16 * (1 + 1 / 2), rel=1e-12)
    assert (
        min(loss.values()) < 299 / 16 + 1 < expected
    )  # single rules are better or worse than that


# --- penalties -----------------------------------------------------------------------------------


def test_a_penalised_fit_minimises_training_loss_plus_lambda_times_penalty():
    """Any step away costs its own mean square plus lam times its own penalty: never less."""
    rng = np.random.default_rng(6)
    x, y = cubic_world(20, rng)
    A, lam = powers(x[:, None], 4), 0.3

    def cost(theta):
        return ((A @ theta - y) ** 2).mean() + lam * (theta[1:] ** 2).sum()  # the constant is free

    theta = least_squares(A, y, lam)
    for step in rng.standard_normal((20, 5)):
        own = ((A @ step) ** 2).mean() + lam * (step[1:] ** 2).sum()
        assert cost(theta + step) - cost(theta) == pytest.approx(own, rel=1e-9)


def test_the_l1_penalty_on_orthonormal_columns_moves_each_coefficient_by_half_lambda():
    """By hand 3, -1 and 0.1 become 2.75, -0.75 and 0; no other coefficients cost less."""
    A = np.array([[1.0, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])  # columns of mean square 1
    y, lam = A @ [3.0, -1.0, 0.1], 0.5

    def cost(theta):
        return ((A @ theta - y) ** 2).mean() + lam * np.abs(theta).sum()

    theta = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-14).fit(A, y).coef_
    np.testing.assert_allclose(theta, [2.75, -0.75, 0], rtol=0, atol=1e-12)
    assert theta[2] == 0
    for step in np.random.default_rng(7).standard_normal((50, 3)):
        assert cost(theta + 0.1 * step) > cost(theta)


# --- hold-out and cross-validation ---------------------------------------------------------------


def test_points_held_out_estimate_the_loss_of_the_rule_in_hand():
    """A cubic fitted to 20 points, judged by 50 000 others, is priced as by the formula."""
    x, y = cubic_world(50_020, np.random.default_rng(8))
    fit, held = np.arange(20), np.arange(20, 50_020)
    theta = polynomial_regression(x[fit], y[fit], 3)
    cubic = lambda X, y: polynomials(X, y, 3)  # noqa: E731
    (estimate,) = cross_validate(cubic, x[:, None], y, squared, [held])
    each = squared(polyval(x[held], theta), y[held])
    error = each.std() / math.sqrt(50_000)
    assert error < 0.02  # so that the next line says something
    assert estimate == pytest.approx(each.mean(), rel=1e-12)
    assert abs(estimate - prediction_loss(theta)) < 6 * error
    assert (
        estimate - training_loss(x[fit], y[fit], theta) > 12 * error
    )  # the chosen rule's flattery


def test_the_score_is_the_mean_over_folds_by_hand():
    """y = 0, 0, 6, 3: fold {3} costs 1, the other, larger one (9 + 9 + 9)/3; the mean is 5."""
    y = np.array([0.0, 0.0, 6.0, 3.0])
    folds = [np.array([3]), np.array([0, 1, 2])]
    scores = cross_validate(constant, np.zeros((4, 1)), y, squared, folds)
    np.testing.assert_array_equal(scores, [1, 9])
    family = lambda X, y, shift: lambda Z: np.full(len(Z), y.mean() + shift)  # noqa: E731
    chosen = select_cross_validation(family, [5.0, 0.0], np.zeros((4, 1)), y, squared, folds)
    assert chosen == Selection(0.0, chosen.predict, 5.0)
    assert chosen.predict(np.zeros((2, 1))).tolist() == [2.25, 2.25]  # refitted on all four


@pytest.fixture(scope="module")
def every_sample():
    """Fold losses of the mean on all 3^6 samples of six draws from {0, 1, 5}, in three folds."""
    folds = [np.array([0, 1]), np.array([2, 3]), np.array([4, 5])]
    samples = np.array(list(itertools.product([0.0, 1.0, 5.0], repeat=6)))
    X = np.zeros((6, 1))
    return samples, np.array([cross_validate(constant, X, y, squared, folds) for y in samples])


def test_on_average_the_score_is_the_loss_of_the_method_on_the_fewer_points(every_sample):
    """Not a mean over many draws but over all: four points fit, so 1 + 1/4, not 1 + 1/6."""
    _, scores = every_sample
    variance = np.var([0, 1, 5])
    assert scores.mean() == pytest.approx(variance * (1 + 1 / 4), rel=1e-12)
    assert scores.mean() > variance * (1 + 1 / 6)


def test_no_single_rule_determines_the_score(every_sample):
    """Samples with the same mean have the same final rule, and scores that differ."""
    samples, scores = every_sample
    same = np.isclose(samples.mean(axis=1), 2)
    assert np.ptp(scores[same].mean(axis=1)) > 1


def test_the_printed_variance_of_the_score_is_too_small_over_all_samples(every_sample):
    """Divisor K - 1 mends a part of it; the folds' correlation is the rest."""
    _, scores = every_sample
    true = scores.mean(axis=1).var()
    printed, mended = (scores.var(axis=1, ddof=k).mean() / 3 for k in (0, 1))
    assert mended == pytest.approx(1.5 * printed, rel=1e-12)
    assert printed < mended < true
    between = np.cov(scores.T, bias=True)[np.triu_indices(3, 1)].mean()
    assert true - mended == pytest.approx(between, rel=1e-9)


# --- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["hold-out", "cross-validation"])
def test_the_vault_prices_the_rule_refitted_on_all_points_outside_it(way):
    """Choose on 100 points, refit, open a vault so large that its luck is known to be small."""
    x, y = cubic_world(200_100, np.random.default_rng(9))
    X, dev, vault = x[:, None], np.arange(100), np.arange(100, 200_100)
    task = polynomials, range(6), X[dev], y[dev], squared
    if way == "hold-out":
        chosen = select_hold_out(*task, np.random.default_rng(0), share=0.2)
    else:
        chosen = select_cross_validation(*task, [np.arange(k, 100, 5) for k in range(5)])
    theta = np.polyfit(x[dev], y[dev], chosen.value)[::-1]
    np.testing.assert_allclose(chosen.predict(X[vault]), polyval(x[vault], theta), rtol=1e-6)
    each = squared(chosen.predict(X[vault]), y[vault])
    assert abs(each.mean() - prediction_loss(theta)) < 6 * each.std() / math.sqrt(200_000)
    final = polynomials(X, y, chosen.value)  # the last refit, on everything
    assert squared(final(X[vault]), y[vault]).mean() < each.mean()


def test_one_standard_error_by_hand():
    """Scores 2, 4, 6 have mean 4 and standard error 2/sqrt(3) = 1.15: 5.1 is near, 5.2 is not."""
    best = [2.0, 4.0, 6.0]
    assert one_standard_error([[5.1] * 3, best]) == 0
    assert one_standard_error([[5.2] * 3, best]) == 1


def test_the_least_of_several_fair_scores_is_optimistic():
    """All 2^8 outcomes of two rules that are right by coin on four points each."""
    wrong = np.array(list(itertools.product([0, 1], repeat=8))).reshape(-1, 2, 4).mean(axis=2)
    np.testing.assert_allclose(wrong.mean(axis=0), 0.5)  # each by itself is fair
    assert wrong.min(axis=1).mean() == pytest.approx(0.5 - 35 / 256, rel=1e-14)  # the better is not


# --- losses of a margin --------------------------------------------------------------------------


@pytest.mark.parametrize("y", [-1, 1])
def test_the_sign_is_right_exactly_if_the_margin_is_positive(y):
    """At h = 0 there is no sign, and a tie is an error."""
    h = np.array([-2.0, -1e-300, 0.0, 1e-300, 3.0])
    np.testing.assert_array_equal(losses.zero_one(y * h), np.sign(h) != y)
    printed = (y * h < 0).astype(float)
    np.testing.assert_array_equal(losses.zero_one(y * h) - printed, h == 0)


@pytest.mark.parametrize("y", [-1, 1])
def test_the_square_loss_of_a_label_is_a_loss_of_the_margin(y):
    """Also right by 4 costs 9: the square rises again beyond margin one."""
    h = np.array([-2.0, -0.5, 0.0, 1.0, 4.0])
    np.testing.assert_array_equal(2 * losses.square(h - y), (1 - y * h) ** 2)
    np.testing.assert_array_equal(2 * losses.square(np.array([4.0 * y]) - y), [9])


def test_the_two_logistic_probabilities_sum_to_one_and_the_log_loss_is_their_logarithm():
    h = np.linspace(-4, 4, 17)
    yes, no = np.exp(-losses.log(h)), np.exp(-losses.log(-h))
    np.testing.assert_allclose(yes + no, 1, rtol=1e-14)
    np.testing.assert_allclose(yes, expit(h), rtol=1e-14)
    np.testing.assert_allclose(np.log(yes / no), h, rtol=1e-13, atol=1e-14)


def test_maximum_likelihood_is_least_log_loss_by_hand():
    """Of four equal points three are positive: P = 3/4 is likeliest, and h = ln 3 costs least."""
    y = np.array([1, 1, 1, -1])
    best = minimize(lambda h: losses.log(y * h).sum(), [0.0], tol=1e-12).x
    np.testing.assert_allclose(best, math.log(3), rtol=1e-6)
    likelihood = math.log((3 / 4) ** 3 * (1 / 4))
    assert -losses.log(y * math.log(3)).sum() == pytest.approx(likelihood, rel=1e-14)


# --- kinds of mistakes ---------------------------------------------------------------------------


def test_the_expected_entry_of_the_loss_matrix_weighs_it_with_the_joint_probability():
    """Row: said; column: true. One at a time, by the table, and neither transposed."""
    rng = np.random.default_rng(10)
    said, true = rng.integers(0, 3, (2, 60))
    L = np.array([[0.0, 1.0, 9.0], [2.0, 0.0, 3.0], [5.0, 4.0, 0.0]])
    p = np.zeros((3, 3))
    np.add.at(p, (said, true), 1 / 60)
    average = np.mean([L[i, j] for i, j in zip(said, true, strict=True)])
    assert average == pytest.approx((L * p).sum(), rel=1e-12)
    assert average != pytest.approx((L.T * p).sum(), rel=1e-3)


def test_the_expected_zero_one_loss_is_the_error_rate_only_for_joint_probabilities():
    rng = np.random.default_rng(11)
    said, true = rng.integers(0, 3, (2, 60))
    p = np.zeros((3, 3))
    np.add.at(p, (said, true), 1 / 60)
    zero_one = 1 - np.eye(3)
    error = np.mean(said != true)
    assert (zero_one * p).sum() == pytest.approx(error, rel=1e-12)
    given_truth = p / p.sum(axis=0)  # as the wording would have it: three times too much, or so
    assert (zero_one * given_truth).sum() > 2 * error


def test_the_four_rates_and_their_joint_probabilities_by_hand():
    """Of 100 people 58 are called well and are, 12 ill and are not, 5 are missed, 25 are found."""
    truth = np.repeat([-1, -1, 1, 1], [58, 12, 5, 25])
    said = np.repeat([-1, 1, -1, 1], [58, 12, 5, 25])
    rates = confusion_rates(truth, said)
    assert rates == pytest.approx(Rates(25 / 30, 12 / 70, 58 / 70, 5 / 30), rel=1e-14)
    assert rates.false_positive == pytest.approx(1 - rates.true_negative, rel=1e-14)
    assert rates.false_negative == pytest.approx(1 - rates.true_positive, rel=1e-14)
    share = {1: 0.30, -1: 0.70}
    joint = rates * np.array([share[1], share[-1], share[-1], share[1]])
    np.testing.assert_allclose(joint, [0.25, 0.12, 0.58, 0.05], rtol=1e-14)


@pytest.mark.parametrize("ill", [3, 60, 3000])
def test_the_balanced_loss_is_the_sum_of_both_error_rates_however_rare_a_class(ill):
    """A third of the ill are missed, a tenth of the well are alarmed; prices by the true class."""
    truth = np.repeat([1, 1, -1, -1], [ill // 3, ill - ill // 3, 10, 90])
    said = np.repeat([-1, 1, 1, -1], [ill // 3, ill - ill // 3, 10, 90])
    share = {v: np.mean(truth == v) for v in (-1, 1)}
    price = np.array([[0, 1 / share[1]], [1 / share[-1], 0]])  # rows and columns -1, 1
    places = (said + 1) // 2, (truth + 1) // 2
    rates = confusion_rates(truth, said)
    assert price[places].mean() == pytest.approx(1 / 3 + 1 / 10, rel=1e-12)
    assert rates.false_positive + rates.false_negative == pytest.approx(1 / 3 + 1 / 10, rel=1e-12)
    reversed_order = price[1 - places[0], 1 - places[1]].mean()  # the same matrix, class 1 first
    assert reversed_order != pytest.approx(1 / 3 + 1 / 10, rel=1e-3)


def test_one_rate_alone_is_made_perfect_by_never_ringing():
    never = confusion_rates(np.repeat([-1, 1], [99, 1]), -np.ones(100))
    assert (never.false_positive, never.true_positive) == (0, 0)
    assert never.false_positive + never.false_negative == 1  # as good as guessing, in both together


def test_the_nearest_corner_the_least_sum_and_the_least_cost_can_be_three_points():
    """Twenty negatives, ten positives; scores such that the curve has the corners below."""
    runs = [(1, 6), (-1, 5), (1, 2), (-1, 7), (1, 2), (-1, 8)]  # label and how many, best first
    y = np.repeat(*np.transpose(runs))
    fpr, tpr, _ = roc_curve(y, -np.arange(30.0))
    nearest = np.hypot(fpr, 1 - tpr).argmin()
    least_sum = (fpr + 1 - tpr).argmin()
    dear_misses = (fpr + 9 * (1 - tpr)).argmin()
    points = [(fpr[i].round(9), tpr[i].round(9)) for i in (nearest, least_sum, dear_misses)]
    assert points == [(0.25, 0.8), (0.0, 0.6), (0.6, 1.0)]


# --- quantising ----------------------------------------------------------------------------------


def test_the_last_of_k_equal_bins_has_number_k_minus_one():
    """The printed last index leaves K - 1 empty, and a table of K cells has none called K."""
    p, K = np.linspace(0, 1, 1001), 8
    printed = np.where(p >= (K - 1) / K, K, np.floor(K * p)).astype(int)
    repaired = np.minimum(np.floor(K * p), K - 1).astype(int)
    assert sorted(set(printed)) == [0, 1, 2, 3, 4, 5, 6, 8]
    assert sorted(set(repaired)) == list(range(8))
    with pytest.raises(IndexError):
        np.zeros(K)[printed]


def test_bins_of_equal_mass_must_be_closed_on_the_right():
    """Twelve values in four bins: as printed 2, 3, 3, 4, and with the printed last bin 2, 0, 0, 10.

    The printed rule calls p at or above the third smallest value last.
    """
    p = np.arange(1, 13) / 20
    cuts = p[[2, 5, 8]]  # the 3rd, 6th and 9th smallest
    bins = list(itertools.pairwise([0, *cuts, 1]))
    repaired = [np.sum((low < p) & (p <= high)) for low, high in bins]
    half_open = [np.sum((low <= p) & (p < high)) for low, high in bins]
    assert repaired == [3, 3, 3, 3]
    assert half_open == [2, 3, 3, 4]
    printed = np.where(p >= p[2], 3, np.searchsorted(cuts, p, side="right"))
    assert np.bincount(printed, minlength=4).tolist() == [2, 0, 0, 10]
