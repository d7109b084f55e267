"""Chapter 1: everything from K alone, checked against plain vectors, loops and exact numbers."""

import math

import numpy as np
import pandas as pd
import pytest
from cases import every
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist, pdist, squareform
from scipy.stats import binom, gaussian_kde, norm
from sklearn.neighbors import NearestCentroid
from sklearn.preprocessing import KernelCenterer

from featurespace import means
from featurespace.kernels import Gaussian, Gram, Linear, Polynomial
from featurespace.means import (
    centre,
    centre_error_bound,
    centre_norm,
    combination_norm,
    normalise,
    norms,
    novelty_threshold,
    parzen,
    spread,
    squared_distances,
    squared_distances_to_centre,
)

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
TRIPLE = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])


def close(actual, expected, *matrices):
    """Equal up to round-off in sums of n terms as large as the matrices' entries."""
    terms = max([np.size(expected), *(len(K) for K in matrices)])
    scale = max(np.abs(K).max() for K in (*matrices, np.asarray(expected)))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=8 * terms * EPS * scale + TINY)


# --- lengths and distances -----------------------------------------------------------------------


def test_norms_are_the_lengths_of_the_vectors(world):
    """ST-u03"""
    close(norms(world.K), np.linalg.norm(world.F, axis=1), world.K)


def test_normalise_gives_the_inner_products_of_unit_vectors(world):
    """ST-5.1"""
    U = world.F / np.linalg.norm(world.F, axis=1, keepdims=True)
    close(normalise(world.K), U @ U.T)


def test_normalise_is_scaling_by_inverse_norms_on_both_sides(world):
    """ST-C5.1: K <- D K D."""
    D = np.diag(1 / np.sqrt(world.K.diagonal()))
    close(normalise(world.K), D @ world.K @ D)


def test_normalised_points_have_length_exactly_one(world):
    """ST-A5.1"""
    assert (norms(normalise(world.K)) == 1.0).all()


def test_normalising_twice_changes_nothing(world):
    np.testing.assert_array_equal(normalise(normalise(world.K)), normalise(world.K))


def test_a_gaussian_matrix_is_normalised_already():
    K = Gaussian()(np.random.default_rng(0).standard_normal((6, 2)))
    np.testing.assert_array_equal(normalise(K), K)


def test_combination_norm_is_the_length_of_the_weighted_sum(world):
    """ST-u04"""
    alpha = np.array([3.0, -1.0, 0.0, 2.0, 0.5, -2.0, 1.0, -1.0])
    close(combination_norm(world.K, alpha), np.linalg.norm(alpha @ world.F), world.K)


def test_combination_norm_of_one_point_is_its_norm(world):
    for i, length in enumerate(norms(world.K)):
        assert combination_norm(world.K, np.eye(8)[i]) == length


def test_a_combination_that_cancels_has_length_zero():
    X = np.array([[0.1, 0.7], [0.1, 0.7]])
    assert combination_norm(X @ X.T, [1.0, -1.0]) == 0.0


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e8])
def test_a_square_that_round_off_made_negative_is_zero(size):
    """(1, 1, -1) spans the null space of the golden triple; weights of any size may meet it."""
    null = np.array([1.0, 1.0, -1.0])
    assert combination_norm(TRIPLE - 2 * EPS * np.outer(null, null), size * null) == 0.0


def test_squared_distances_are_those_of_the_vectors(world):
    """ST-u05"""
    close(squared_distances(world.K), cdist(world.F, world.F, "sqeuclidean"), world.K)


def test_squared_distances_by_a_double_loop(world):
    """ST-u05"""
    K, n = world.K, len(world.K)
    loop = [[K[i, i] - 2 * K[i, j] + K[j, j] for j in range(n)] for i in range(n)]
    close(squared_distances(K), loop, K)


def test_squared_distances_of_a_linear_kernel_agree_with_scipy():
    X = np.random.default_rng(0).standard_normal((9, 3))
    close(squared_distances(Linear()(X)), squareform(pdist(X)) ** 2)


def test_a_point_is_at_distance_exactly_zero_from_itself(world):
    assert (squared_distances(world.K).diagonal() == 0).all()


# --- the centre of mass --------------------------------------------------------------------------


def test_centre_norm_is_the_length_of_the_mean_vector(world):
    """ST-u07"""
    close(centre_norm(world.K), np.linalg.norm(world.F.mean(axis=0)), world.K)


def test_centre_norm_is_the_norm_of_the_average_combination(world):
    close(centre_norm(world.K), combination_norm(world.K, np.full(8, 1 / 8)), world.K)


def test_the_centre_of_mass_is_zero_when_the_origin_lies_there():
    """ST-u07"""
    assert centre_norm(Linear()([[1.0, 2.0], [-3.0, 0.0], [2.0, -2.0]])) == 0.0


def test_squared_distances_to_centre_are_those_of_the_vectors(world):
    """ST-5.2"""
    explicit = ((world.F - world.F.mean(axis=0)) ** 2).sum(axis=1)
    close(squared_distances_to_centre(world.K), explicit, world.K)


def test_squared_distances_of_new_points_to_centre_are_those_of_the_vectors(world):
    """ST-5.6"""
    explicit = ((world.F_new - world.F.mean(axis=0)) ** 2).sum(axis=1)
    squared = squared_distances_to_centre(world.K, world.K_new, world.diag_new)
    close(squared, explicit, world.K, world.diag_new)


def test_training_points_may_be_passed_as_new_points(world):
    again = squared_distances_to_centre(world.K, world.K, world.K.diagonal())
    close(again, squared_distances_to_centre(world.K), world.K)


def test_the_centre_of_gaussian_images_is_the_image_of_no_point():
    """ST-u06: every image has length one, the centre is shorter."""
    assert centre_norm(Gaussian()([[0.0], [1.0], [5.0]])) < 0.8


def test_spread_is_the_mean_squared_distance_to_the_centre(world):
    """ST-5.3..5.4"""
    close(spread(world.K), squared_distances_to_centre(world.K).mean(), world.K)
    close(spread(world.K), world.F.var(axis=0).sum(), world.K)


def test_spread_is_half_the_mean_squared_distance_of_pairs(world):
    close(spread(world.K), squared_distances(world.K).mean() / 2, world.K)


def test_spread_by_a_double_loop(world):
    """ST-5.3..5.4"""
    K, n = world.K, len(world.K)
    pairs = sum(K[i, j] for i in range(n) for j in range(n)) / n**2
    close(spread(K), sum(K[i, i] for i in range(n)) / n - pairs, K)


def test_spread_is_the_average_eigenvalue_of_the_centred_matrix(world):
    """ST-u09"""
    close(spread(world.K), np.trace(centre(world.K)) / 8, world.K)


def test_moving_the_origin_changes_norms_but_not_the_spread(world):
    """ST-u08"""
    moved = world.F + 3.0
    K = moved @ moved.T
    close(spread(K), spread(world.K), K)
    close(squared_distances(K), squared_distances(world.K), K)
    assert (np.abs(norms(K) - norms(world.K)) > 1e-6).all()


def test_any_other_point_costs_the_spread_plus_its_squared_distance_to_the_centre(world):
    """ST-P5.2, for any point of feature space."""
    for mu in np.random.default_rng(1).standard_normal((10, world.F.shape[1])):
        cost = ((world.F - mu) ** 2).sum(axis=1).mean()
        extra = ((mu - world.F.mean(axis=0)) ** 2).sum()
        close(cost, spread(world.K) + extra, world.K)


def test_the_centre_of_mass_is_the_cheapest_combination_of_images(world):
    """ST-P5.2, from K alone: mu = sum beta_i phi(x_i)."""
    for beta in np.random.default_rng(2).standard_normal((10, 8)):
        cost = np.mean([combination_norm(world.K, e - beta) ** 2 for e in np.eye(8)])
        extra = combination_norm(world.K, beta - 1 / 8) ** 2
        close(cost, spread(world.K) + extra, world.K * np.abs(beta).sum() ** 2)


# --- centring ------------------------------------------------------------------------------------


def test_centre_is_the_gram_matrix_of_centred_vectors(world):
    """ST-u10"""
    C = world.F - world.F.mean(axis=0)
    close(centre(world.K), C @ C.T, world.K)


def test_centre_is_the_product_with_centring_matrices(world):
    """ST-u11: (I - jj'/n) K (I - jj'/n)."""
    C = np.eye(8) - 1 / 8
    close(centre(world.K), C @ world.K @ C, world.K)


def test_centre_by_column_averages(world):
    """ST-C5.2: K - J - J' + E with J repeating the column averages."""
    J = np.tile(world.K.mean(axis=0), (8, 1))
    close(centre(world.K), world.K - J - J.T + world.K.mean(), world.K)


def test_centring_twice_changes_nothing(world):
    close(centre(centre(world.K)), centre(world.K), world.K)


def test_rows_of_a_centred_matrix_sum_to_zero(world):
    """ST-u08"""
    close(centre(world.K).sum(axis=1), np.zeros(8), world.K)


def test_centring_keeps_distances(world):
    """ST-u08"""
    close(squared_distances(centre(world.K)), squared_distances(world.K), world.K)


def test_centring_puts_the_origin_at_the_centre(world):
    """ST-u09: the norms become the distances to the centre."""
    close(norms(centre(world.K)) ** 2, squared_distances_to_centre(world.K), world.K)


def test_centre_of_new_rows_is_that_of_the_vectors(world):
    """ST-u10: new points are measured from the training points' centre."""
    mean = world.F.mean(axis=0)
    close(centre(world.K_new, world.K), (world.F_new - mean) @ (world.F - mean).T, world.K)


def test_centre_of_the_training_rows_is_the_centred_matrix(world):
    close(centre(world.K, world.K), centre(world.K), world.K)


def test_a_new_point_is_centred_alone_as_in_company(world):
    """errata 22: the test rows' own averages play no part."""
    close(centre(world.K_new[:1], world.K), centre(world.K_new, world.K)[:1], world.K)


def test_centre_agrees_with_scikit_learn(world):
    theirs = KernelCenterer().fit(world.K)
    close(centre(world.K), theirs.transform(world.K), world.K)
    close(centre(world.K_new, world.K), theirs.transform(world.K_new), world.K)


def test_normalising_and_centring_do_not_commute():
    assert np.abs(normalise(centre(TRIPLE)) - centre(normalise(TRIPLE))).max() > 0.1


# --- exact numbers -------------------------------------------------------------------------------


def test_golden_triple():
    """the points (1,0), (0,1), (1,1) under the linear kernel."""
    r2 = math.sqrt(2)
    np.testing.assert_array_equal(norms(TRIPLE), [1, 1, r2])
    np.testing.assert_allclose(normalise(TRIPLE)[0], [1, 0, 1 / r2], rtol=2 * EPS)
    np.testing.assert_array_equal(squared_distances(TRIPLE), [[0, 2, 1], [2, 0, 1], [1, 1, 0]])
    assert centre_norm(TRIPLE) ** 2 == pytest.approx(8 / 9, rel=4 * EPS)
    assert spread(TRIPLE) == pytest.approx(4 / 9, rel=4 * EPS)
    ninths = np.array([[5, -4, -1], [-4, 5, -1], [-1, -1, 2]])
    np.testing.assert_allclose(9 * centre(TRIPLE), ninths, rtol=0, atol=32 * EPS)
    to_centre = 9 * squared_distances_to_centre(TRIPLE)
    np.testing.assert_allclose(to_centre, [5, 5, 2], rtol=0, atol=32 * EPS)


@pytest.mark.parametrize(
    ("n", "delta", "bound"),
    [(100, 0.01, 0.5034854), (100, 0.05, 0.4447747), (1000, 0.01, 0.1592161)],
)
def test_centre_error_bound_has_the_printed_values(n, delta, bound):
    """ST-5.5: exact values."""
    assert centre_error_bound(1.0, n, delta) == pytest.approx(bound, abs=5e-8)


# --- the bound -----------------------------------------------------------------------------------


def test_the_bound_is_the_formula():
    """ST-5.5"""
    formula = math.sqrt(2 * 3.0**2 / 50) * (math.sqrt(2) + math.sqrt(math.log(1 / 0.2)))
    assert centre_error_bound(3.0, 50, 0.2) == pytest.approx(formula, rel=4 * EPS)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("radius", [1e-200, 1e-3, 7.0, 1e200])
def test_the_bound_is_proportional_to_the_radius(radius):
    unit = centre_error_bound(1.0, 100, 0.01)
    assert centre_error_bound(radius, 100, 0.01) == pytest.approx(radius * unit, rel=4 * EPS, abs=0)


def test_four_times_the_points_halve_the_bound():
    assert centre_error_bound(1.0, 400, 0.01) == pytest.approx(
        centre_error_bound(1.0, 100, 0.01) / 2, rel=4 * EPS
    )


@pytest.mark.filterwarnings("error")
def test_the_bound_is_finite_for_every_positive_delta():
    expected = math.sqrt(2) * (math.sqrt(2) + math.sqrt(-math.log(1e-310)))
    assert centre_error_bound(1.0, 1, 1e-310) == pytest.approx(expected, rel=8 * EPS)


def test_the_bound_holds_with_the_promised_confidence():
    """ST-5.5 on the unit circle, R = 1 known, true centre 0: misses in at most delta of samples."""
    angle = np.random.default_rng(0).uniform(0, 2 * np.pi, (2000, 20))
    error = np.hypot(np.cos(angle).mean(axis=1), np.sin(angle).mean(axis=1))
    misses = (error > centre_error_bound(1.0, 20, 0.5)).sum()
    assert misses <= binom.ppf(1 - 1e-7, 2000, 0.5)


@pytest.mark.parametrize("radius", [0, -1.0, np.nan, np.inf, None, "1"])
def test_a_radius_is_positive(radius):
    with pytest.raises(ValueError, match="radius must be a number > 0"):
        centre_error_bound(radius, 10, 0.1)


@pytest.mark.parametrize("n", [0, -1, 1.5, True])
def test_a_number_of_points_is_a_whole_number(n):
    with pytest.raises(ValueError, match="n must be a whole number >= 1"):
        centre_error_bound(1.0, n, 0.1)


@pytest.mark.parametrize("delta", [0, 1, -0.1, np.nan])
def test_a_delta_lies_strictly_between_zero_and_one(delta):
    with pytest.raises(ValueError, match="delta must lie strictly between 0 and 1"):
        centre_error_bound(1.0, 10, delta)
    with pytest.raises(ValueError, match="delta must lie strictly between 0 and 1"):
        novelty_threshold(TRIPLE, delta)


# --- novelty: the printed threshold --------------------------------------------------------------


def test_the_book_threshold_is_the_largest_distance_plus_twice_the_bound(world):
    """ST-5.7, ST-C5.3: R is the largest norm seen."""
    farthest = np.linalg.norm(world.F - world.F.mean(axis=0), axis=1).max()
    R = np.linalg.norm(world.F, axis=1).max()
    expected = farthest + 2 * centre_error_bound(R, 8, 0.05)
    close(novelty_threshold(world.K, 0.05, "book"), expected, world.K)


def test_a_radius_known_beforehand_replaces_the_largest_norm_seen():
    """errata 5"""
    slack = novelty_threshold(TRIPLE, 0.1, "book", radius=9.0) - math.sqrt(5 / 9)
    assert slack == pytest.approx(2 * centre_error_bound(9.0, 3, 0.1), rel=1e-14)


@pytest.mark.parametrize("sigma", [0.1, 0.3, 1.0])
def test_the_book_threshold_exceeds_every_reachable_distance(sigma):
    """errata 6: no point of the plane can ring a Gaussian detector trained on 1000 points."""
    K = Gaussian(sigma)(np.random.default_rng(0).standard_normal((1000, 2)))
    reachable = math.sqrt(1 + centre_norm(K) ** 2)
    assert novelty_threshold(K, 0.01, "book") > reachable


def test_the_printed_guarantee_fails():
    """errata 4 (ST-P5.5), exactly: x = 1 with probability p, else 0; linear kernel, R = 1 known.

    A training set without a single 1 makes a detector that calls every 1 novel: a rate p above
    1/(n + 1). Such training sets come far more often than the delta that is allowed.
    """
    n, delta = 1000, 0.01
    p = 1.2 / (n + 1)
    assert novelty_threshold(np.zeros((n, n)), delta, "book", radius=1.0) < 1.0
    assert (1 - p) ** n > 29 * delta


def test_the_plug_in_radius_moves_with_the_origin():
    """errata 5: the same cloud, far from the origin, gets a threshold that says nothing."""
    X = np.random.default_rng(0).standard_normal((50, 2))
    near, far = (novelty_threshold(Linear()(X + shift), 0.01, "book") for shift in (0, 100))
    assert far > 10 * near


# --- novelty: the split threshold ----------------------------------------------------------------


def test_the_split_threshold_ranks_the_second_half_around_the_first_half_s_centre(world):
    distances = np.linalg.norm(world.F[4:] - world.F[:4].mean(axis=0), axis=1)
    for delta, rank in ((0.01, 4), (0.2, 4), (0.4, 3), (0.6, 2), (0.9, 1)):
        threshold = novelty_threshold(world.K, delta, "split")
        assert threshold == pytest.approx(np.sort(distances)[rank - 1], rel=1e-13)


def test_an_odd_point_goes_to_the_second_half():
    x = np.array([[0.0], [2.0], [7.0], [1.0], [4.0]])
    assert novelty_threshold(x @ x.T) == 6.0


@pytest.mark.parametrize("m", [1, 9, 19, 99])
def test_the_rank_is_exact_for_every_delta_in_hundredths(m):
    """m points at 0 make the centre, m at 1, 2, ..., m are ranked: the threshold is the rank."""
    x = np.r_[np.zeros(m), np.arange(1.0, m + 1)]
    K = np.outer(x, x)
    for hundredths in range(1, 100):
        rank = min(-(-(100 - hundredths) * (m + 1) // 100), m)
        assert novelty_threshold(K, hundredths / 100) == rank, hundredths


def split_draws(draws, n, delta, rng):
    """Centre and threshold of many training sets of n standard Gaussian numbers."""
    for x in rng.standard_normal((draws, n)):
        yield x[: n // 2].mean(), novelty_threshold(np.outer(x, x), delta)


def inside_binomial_band(count, draws, p):
    """A right p fails this once in a million seeds."""
    low, high = binom.interval(1 - 1e-6, draws, p)
    return low <= count <= high


def test_the_split_threshold_rings_once_in_m_plus_one_draws():
    """ST-u15 repaired: over joint draws a new point is novel with probability 1/(m + 1)."""
    rng, draws = np.random.default_rng(0), 3000
    new = rng.standard_normal(draws)
    fitted = split_draws(draws, 20, 0.01, rng)
    alarms = sum(abs(z - c) > t for z, (c, t) in zip(new, fitted, strict=True))
    assert inside_binomial_band(alarms, draws, 1 / 11)


def test_a_larger_delta_rings_more_often_but_never_above_delta():
    """rank ceil(0.75 * 21) = 16 of 20: rate 5/21 = 0.238 <= 0.25"""
    rng, draws = np.random.default_rng(1), 3000
    new = rng.standard_normal(draws)
    fitted = split_draws(draws, 40, 0.25, rng)
    alarms = sum(abs(z - c) > t for z, (c, t) in zip(new, fitted, strict=True))
    assert inside_binomial_band(alarms, draws, 5 / 21)


def conditional_rates(draws, n, rng):
    """Exact false-alarm rate of each training set, for a new standard Gaussian number."""
    return np.array([norm.sf(c + t) + norm.cdf(c - t) for c, t in split_draws(draws, n, 0.01, rng)])


def test_more_than_a_third_of_training_sets_ring_more_often_than_promised():
    """errata 4: the rate given the training set exceeds 1/(m + 1) on 37.7 %."""
    rates = conditional_rates(3000, 40, np.random.default_rng(2))
    assert inside_binomial_band((rates > 1 / 21).sum(), 3000, (20 / 21) ** 20)


def test_on_average_over_training_sets_the_promise_is_kept():
    """the mean rate is 1/(m + 1); each is 1 - max of m uniforms, Beta(1, m)."""
    rates = conditional_rates(3000, 40, np.random.default_rng(3))
    sd = math.sqrt(20 / (21**2 * 22))
    assert abs(rates.mean() - 1 / 21) < 6 * sd / math.sqrt(3000)


def test_one_point_cannot_be_split():
    with pytest.raises(ValueError, match="K must hold at least two points; got 1"):
        novelty_threshold([[1.0]])


def test_an_unknown_method_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match=r"method must be one of \['book', 'split'\]; got 'loo'"):
        novelty_threshold(TRIPLE, method="loo")


@pytest.mark.parametrize("radius", [0, -1.0, np.nan])
def test_a_given_radius_is_checked(radius):
    with pytest.raises(ValueError, match="radius must be a number > 0"):
        novelty_threshold(TRIPLE, method="book", radius=radius)


def test_for_unit_vectors_the_sphere_test_is_a_linear_rule(world):
    """ST-u20: distance > t  iff  <phi(z), phi_S> < (1 + ||phi_S||^2 - t^2) / 2."""
    F = np.r_[world.F, world.F_new]
    K = normalise(F @ F.T)
    K_train, K_new = K[:8, :8], K[8:, :8]
    squared = squared_distances_to_centre(K_train, K_new, np.ones(5))
    t2 = np.sort(squared)[1:4].mean()  # between the new points, so that both labels occur
    linear = K_new.mean(axis=1) < (1 + centre_norm(K_train) ** 2 - t2) / 2
    np.testing.assert_array_equal(squared > t2, linear)
    assert 0 < linear.sum() < 5


# --- Parzen --------------------------------------------------------------------------------------


def test_parzen_chooses_the_nearer_class_centre(world):
    """ST-A5.6"""
    alpha, b = parzen(world.K, world.y)
    plus, minus = (world.F[world.y == sign].mean(axis=0) for sign in (1, -1))
    nearer = cdist(world.F_new, [minus]) > cdist(world.F_new, [plus])
    np.testing.assert_array_equal(world.K_new @ alpha - b > 0, nearer[:, 0])


def test_parzen_decision_is_half_the_difference_of_squared_distances(world):
    """ST-u22"""
    alpha, b = parzen(world.K, world.y)
    plus, minus = (world.F[world.y == sign].mean(axis=0) for sign in (1, -1))
    difference = ((world.F_new - minus) ** 2 - (world.F_new - plus) ** 2).sum(axis=1)
    close(world.K_new @ alpha - b, difference / 2, world.K, world.diag_new)


def test_parzen_direction_joins_the_class_centres(world):
    """w = phi_S+ - phi_S-"""
    w = world.F[world.y > 0].mean(axis=0) - world.F[world.y < 0].mean(axis=0)
    close(parzen(world.K, world.y).alpha @ world.F, w, world.K)


def test_parzen_offset_is_half_the_difference_of_block_averages(world):
    """ST-u22"""
    K, p = world.K, world.y > 0
    blocks = K[np.ix_(p, p)].mean() - K[np.ix_(~p, ~p)].mean()
    close(parzen(K, world.y).b, blocks / 2, K)


def test_parzen_offset_vanishes_when_the_centres_are_equally_far_from_the_origin():
    x = np.array([[1.0, 2.0], [3.0, 0.0], [-1.0, -2.0], [-3.0, 0.0]])
    assert parzen(x @ x.T, [1, 1, -1, -1]).b == 0.0


def test_parzen_border_lies_midway_between_the_centres(world):
    alpha, b = parzen(world.K, world.y)
    score = world.K @ alpha - b
    close(score[world.y > 0].mean(), -score[world.y < 0].mean(), world.K)


def test_exchanging_the_classes_changes_the_sign(world):
    alpha, b = parzen(world.K, world.y)
    np.testing.assert_array_equal(parzen(world.K, -world.y).alpha, -alpha)
    assert parzen(world.K, -world.y).b == -b


def test_parzen_with_a_gaussian_is_a_difference_of_window_densities():
    """ST-u22: decision + b is proportional to p+(z) - p-(z)."""
    rng, sigma, d = np.random.default_rng(0), 0.7, 2
    X, Z, y = (
        rng.standard_normal((9, d)),
        rng.standard_normal((6, d)),
        np.repeat([1.0, -1.0], [4, 5]),
    )
    kernel = Gaussian(sigma)
    alpha, _ = parzen(kernel(X), y)

    def density(z, points):
        windows = [math.exp(-sum((z - x) ** 2) / (2 * sigma**2)) for x in points]
        return sum(windows) / len(points) / (2 * math.pi * sigma**2) ** (d / 2)

    difference = [density(z, X[y > 0]) - density(z, X[y < 0]) for z in Z]
    close(kernel(Z, X) @ alpha, np.array(difference) * 2 * math.pi * sigma**2, np.ones((9, 9)))


def test_parzen_with_a_gaussian_agrees_with_scipy_densities():
    rng, sigma = np.random.default_rng(0), 0.4
    plus, minus, z = rng.standard_normal(12), rng.standard_normal(7) + 1, np.linspace(-3, 3, 11)
    p, q = (gaussian_kde(x, bw_method=sigma / x.std(ddof=1))(z) for x in (plus, minus))
    x = np.r_[plus, minus][:, None]
    alpha, _ = parzen(Gaussian(sigma)(x), np.repeat([1, -1], [12, 7]))
    decision = Gaussian(sigma)(z[:, None], x) @ alpha
    np.testing.assert_allclose(decision / (sigma * math.sqrt(2 * math.pi)), p - q, atol=1e-13)


@pytest.mark.parametrize("sizes", [(20, 20), (35, 5), (1, 39)])
def test_parzen_with_a_linear_kernel_agrees_with_scikit_learn(sizes):
    rng = np.random.default_rng(0)
    X, Z, y = rng.standard_normal((40, 3)), rng.standard_normal((200, 3)), np.repeat([1, -1], sizes)
    alpha, b = parzen(Linear()(X), y)
    theirs = NearestCentroid().fit(X, y).predict(Z)
    np.testing.assert_array_equal(np.sign(Z @ X.T @ alpha - b), theirs)


def test_parzen_result_has_names(world):
    rule = parzen(world.K, world.y)
    assert rule._fields == ("alpha", "b")
    assert isinstance(rule.b, float)


# --- properties ----------------------------------------------------------------------------------

clouds = arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-9, 9))
MATRIX_FUNCTIONS = [normalise, squared_distances, centre]
POINT_FUNCTIONS = [norms, squared_distances_to_centre]
NUMBER_FUNCTIONS = [centre_norm, spread]


def gram(X, kernel):
    K = kernel(X)
    assume(K.diagonal().min() > 1e-6)
    K = (K + K.T) / 2
    assume(has_digits(K))
    return K


def has_digits(K):
    """Points that coincide, or differ by so much that K shows it; test_digits has the others.

    Twice as far from the limit as need be, so that scaling and turning K does not cross it.
    """
    relative = (K.diagonal().mean() - K.mean()) / K.diagonal().max()
    return np.ptp(K) <= 2 * EPS * K.max() or relative > 2e3 * (8 + len(K) / 4) * EPS


kernels = st.sampled_from([Linear(), Polynomial(), Gaussian()])


@given(X=clouds, kernel=kernels)
def test_distances_obey_the_triangle_inequality(X, kernel):
    K = gram(X, kernel)
    D = np.sqrt(squared_distances(K))
    slack = 3 * math.sqrt(16 * sum(X.shape) * EPS * K.max())  # round-off of K under the root
    assert (D[:, None, :] <= D[:, :, None] + D[None, :, :] + slack).all()


@given(X=clouds, kernel=kernels)
def test_cosines_obey_cauchy_schwarz(X, kernel):
    K = gram(X, kernel)
    assert np.abs(normalise(K)).max() <= 1 + 8 * X.shape[1] * EPS


@given(X=clouds, kernel=kernels)
def test_a_centred_matrix_has_no_negative_eigenvalue(X, kernel):
    K = gram(X, kernel)
    scale = K.max() + cdist(X, X, "sqeuclidean").max()
    assert np.linalg.eigvalsh(centre(K))[0] >= -8 * len(X) * sum(X.shape) * EPS * scale


@given(X=clouds, kernel=kernels)
def test_the_spread_is_at_most_the_mean_squared_norm(X, kernel):
    """ST-u09: the origin at the centre makes the trace smallest."""
    K = gram(X, kernel)
    assert 0 <= spread(K) <= K.diagonal().mean() * (1 + 8 * len(K) * EPS)


@pytest.mark.parametrize("function", MATRIX_FUNCTIONS + POINT_FUNCTIONS + NUMBER_FUNCTIONS)
@given(X=clouds, kernel=kernels, data=st.data())
def test_permuting_the_points_permutes_the_answer(function, X, kernel, data):
    K = gram(X, kernel)
    order = np.array(data.draw(st.permutations(range(len(K)))))
    answer, permuted = function(K), function(K[np.ix_(order, order)])
    if function in MATRIX_FUNCTIONS:
        answer = answer[np.ix_(order, order)]
    elif function in POINT_FUNCTIONS:
        answer = answer[order]
    if function is centre_norm:  # a root: compare what is under it
        answer, permuted = answer**2, permuted**2
    close(permuted, answer, K)


@given(X=clouds, kernel=kernels, c=st.floats(0.01, 100))
def test_scaling_the_images_scales_lengths_and_their_squares(X, kernel, c):
    K = gram(X, kernel)
    scaled = c**2 * K
    close(norms(scaled), c * norms(K))
    ones = np.ones(len(K))
    close(
        combination_norm(scaled, ones) ** 2,
        c**2 * combination_norm(K, ones) ** 2,
        len(K) * scaled,
    )
    close(normalise(scaled), normalise(K))
    close(squared_distances(scaled), c**2 * squared_distances(K), scaled)
    close(squared_distances_to_centre(scaled), c**2 * squared_distances_to_centre(K), scaled)
    close(spread(scaled), c**2 * spread(K), scaled)
    close(centre(scaled), c**2 * centre(K), scaled)


@given(X=clouds, shift=arrays(float, 4, elements=st.floats(-100, 100)))
def test_the_spread_does_not_depend_on_the_origin(X, shift):
    """ST-u08"""
    moved = X + shift[: X.shape[1]]
    K, K_moved = Linear()(X), Linear()(moved)
    assume(K.any() and K_moved.any() and has_digits(K) and has_digits(K_moved))
    close(spread(K_moved), spread(K), K, K_moved)


@given(X=clouds, kernel=kernels)
def test_points_that_coincide_have_no_distance_and_no_spread(X, kernel):
    K = gram(np.repeat(X[:1], 5, axis=0), kernel)
    close(squared_distances(K), np.zeros((5, 5)), K)
    close(spread(K), 0.0, K)


# --- one contract for all inputs -----------------------------------------------------------------

ALPHA, LABELS, NEW, DIAG_NEW = [1.0, -1.0, 0.5], [1, -1, 1], [[1.0, 0.0, 1.0]], [3.0]

FUNCTIONS = {
    "norms": norms,
    "normalise": normalise,
    "combination_norm": lambda K: combination_norm(K, ALPHA),
    "squared_distances": squared_distances,
    "centre_norm": centre_norm,
    "squared_distances_to_centre": squared_distances_to_centre,
    "spread": spread,
    "centre": centre,
    "novelty_threshold.book": lambda K: novelty_threshold(K, 0.1, "book"),
    "novelty_threshold.split": lambda K: novelty_threshold(K, 0.1, "split"),
    "parzen": lambda K: parzen(K, LABELS).b,
}


def to_centre_reference(K):
    return K.diagonal() - 2 * K.mean(axis=1) + K.mean()


def book_reference(K):
    R = np.sqrt(K.diagonal().max())
    return np.sqrt(to_centre_reference(K).max()) + 2 * R * centre_error_bound(1.0, len(K), 0.1)


REFERENCES = {
    "norms": lambda K: np.sqrt(K.diagonal()),
    "normalise": lambda K: K / np.sqrt(np.outer(K.diagonal(), K.diagonal())),
    "combination_norm": lambda K: np.sqrt(ALPHA @ K @ ALPHA),
    "squared_distances": lambda K: np.add.outer(K.diagonal(), K.diagonal()) - 2 * K,
    "centre_norm": lambda K: np.sqrt(K.mean()),
    "squared_distances_to_centre": to_centre_reference,
    "spread": lambda K: to_centre_reference(K).mean(),
    "centre": lambda K: K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean(),
    "novelty_threshold.book": book_reference,
    "novelty_threshold.split": lambda K: np.sqrt((K.diagonal()[1:] - 2 * K[1:, 0] + K[0, 0]).max()),
    "parzen": lambda K: ((K[0, 0] + 2 * K[0, 2] + K[2, 2]) / 4 - K[1, 1]) / 2,
}
ROOTS = {"combination_norm", "centre_norm", "novelty_threshold.book", "novelty_threshold.split"}
each_function = pytest.mark.parametrize("name", FUNCTIONS)

JUNK = {
    "nothing": [],
    "no rows": np.empty((0, 0)),
    "a number": 5.0,
    "None": None,
    "a word": "abc",
    "words": [["a", "b"], ["b", "a"]],
    "one axis": [1.0, 2.0, 3.0],
    "three axes": np.ones((3, 3, 3)),
    "ragged": [[1.0], [1.0, 2.0]],
    "not square": np.ones((3, 2)),
    "not symmetric": [[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "nan": np.diag([1.0, np.nan, 1.0]),
    "inf": np.diag([1.0, np.inf, 1.0]),
    "a gap": [[1.0, 0.0, 0.0], [0.0, None, 0.0], [0.0, 0.0, 1.0]],
    "complex": [[1, 1j, 0], [1j, 1, 0], [0, 0, 1]],
    "sparse": csr_array(np.eye(3)),
    "points": np.arange(6.0).reshape(3, 2),
}

DEGENERATE = {
    "all zero": np.zeros((3, 3)),
    "one point thrice": np.full((3, 3), 0.25),
    "orthogonal": np.eye(3),
    "on a line": np.outer([1.0, 2.0, -3.0], [1.0, 2.0, -3.0]),
    "one at the origin": np.outer([0.0, 2.0, 4.0], [0.0, 2.0, 4.0]),
    "sum zero": np.array([[2.0, -1.0, -1.0], [-1.0, 2.0, -1.0], [-1.0, -1.0, 2.0]]),
    "round-off below zero": TRIPLE - 2 * EPS * np.outer([1, 1, -1], [1, 1, -1]),
    "tiny": 1e-300 * TRIPLE,
    "unequal": np.diag([1e-150, 1.0, 1e150]),
    "huge": 8e307 * TRIPLE,
    "largest": np.full((3, 3), 1e308),
}


def answer_or_refusal(function, argument):
    """The answer, or None where the argument was refused by name."""
    try:
        return function(argument)
    except (ValueError, TypeError) as error:
        if not str(error).startswith("K must "):
            raise
        return None


@each_function
def test_junk_is_refused_by_name(name):
    def judge(junk):
        with pytest.raises((ValueError, TypeError), match=r"^K must "):
            FUNCTIONS[name](junk)

    every(JUNK, judge)


@each_function
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_a_degenerate_matrix_gets_the_right_answer_or_a_named_refusal(name):
    """Extended precision says what is right; what no float can hold must be refused."""

    def judge(matrix):
        K = np.array(matrix)
        answer = answer_or_refusal(FUNCTIONS[name], K)
        if answer is None:
            return
        with np.errstate(invalid="ignore", divide="ignore"):
            right = np.asarray(REFERENCES[name](K.astype(np.longdouble)), dtype=float)
        assert np.isfinite(answer).all()
        scale = {"norms": 0.0, "normalise": 0.0}.get(name, K.max())  # one term an entry: no sums
        if name in ROOTS:
            scale = math.sqrt(scale)
        np.testing.assert_allclose(answer, right, rtol=8 * EPS, atol=16 * EPS * scale)

    every(DEGENERATE, judge)


NEGATIVE = -np.eye(3)
TOO_ALIKE = np.array([[1.0, 2.0, 2.0], [2.0, 1.0, 2.0], [2.0, 2.0, 1.0]])  # "cosines" of 2


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("centre", "parzen")])
def test_a_matrix_with_negative_squared_norms_is_refused_with_its_smallest_eigenvalue(name):
    with pytest.raises(ValueError, match=r"K must be positive semi-def.+smallest eigenvalue -1\."):
        FUNCTIONS[name](NEGATIVE)


@pytest.mark.parametrize(
    "name",
    [
        "normalise",
        "squared_distances",
        "combination_norm",
        "squared_distances_to_centre",
        "spread",
        "novelty_threshold.book",
        "novelty_threshold.split",
    ],
)
def test_a_matrix_with_negative_squared_distances_is_refused_with_its_smallest_eigenvalue(name):
    with pytest.raises(ValueError, match=r"K must be positive semi-def.+smallest eigenvalue -1\."):
        FUNCTIONS[name](TOO_ALIKE)


def test_a_point_at_the_origin_has_no_direction():
    """errata 22: the printed code divides by zero."""
    with pytest.raises(
        ValueError, match=r"K must have a positive diagonal; got norm 0 at points \[1\]"
    ):
        normalise(np.diag([1.0, 0.0, 2.0]))


READ_ONLY = TRIPLE.copy()
READ_ONLY.flags.writeable = False
KINDS = {
    "integers": TRIPLE.astype(int),
    "lists": TRIPLE.tolist(),
    "float32": TRIPLE.astype(np.float32),
    "Fortran": np.asfortranarray(TRIPLE),
    "read-only": READ_ONLY,
    "DataFrame": pd.DataFrame(TRIPLE),
    "objects": TRIPLE.astype(object),
    "strided": np.repeat(TRIPLE, 2, axis=0)[::2],
    "Gram": Gram(Linear(), [[1, 0], [0, 1], [1, 1]]),
}


@each_function
def test_a_matrix_in_every_container_gives_the_same_answer(name):
    expected = FUNCTIONS[name](TRIPLE)

    def judge(matrix):
        np.testing.assert_allclose(FUNCTIONS[name](matrix), expected, rtol=0, atol=16 * EPS)

    every(KINDS, judge)


def test_a_matrix_of_booleans_counts_as_zeros_and_ones():
    np.testing.assert_array_equal(squared_distances(np.eye(2, dtype=bool)), [[0, 2], [2, 0]])


@each_function
def test_the_matrix_is_never_changed(name):
    K = TRIPLE.copy()
    answer = FUNCTIONS[name](K)
    np.testing.assert_array_equal(K, TRIPLE)
    assert not np.shares_memory(answer, K)


def test_the_other_arguments_are_never_changed(world):
    alpha = np.ones(8)
    before = world.K_new.copy(), world.diag_new.copy(), world.y.copy()
    combination_norm(world.K, alpha)
    centre(world.K_new, world.K)
    squared_distances_to_centre(world.K, world.K_new, world.diag_new)
    parzen(world.K, world.y)
    np.testing.assert_array_equal(alpha, np.ones(8))
    for now, then in zip((world.K_new, world.diag_new, world.y), before, strict=True):
        np.testing.assert_array_equal(now, then)


VECTOR_JUNK = {
    "too short": [1.0, -1.0],
    "too long": [1.0, -1.0, 1.0, 1.0],
    "a column": [[1.0], [-1.0], [1.0]],
    "nothing": [],
    "a number": 1.0,
    "nan": [1.0, -1.0, np.nan],
    "inf": [1.0, -1.0, np.inf],
    "words": ["a", "b", "a"],
    "complex": [1j, 1, -1],
}


@pytest.mark.parametrize("junk", VECTOR_JUNK)
def test_weights_that_do_not_fit_are_refused_by_name(junk):
    with pytest.raises(ValueError, match=r"^alpha must "):
        combination_norm(TRIPLE, VECTOR_JUNK[junk])


@pytest.mark.parametrize("junk", [*VECTOR_JUNK, "one class", "not signs"])
def test_labels_that_do_not_fit_are_refused_by_name(junk):
    y = VECTOR_JUNK | {"one class": [1, 1, 1], "not signs": [0, 1, 1]}
    with pytest.raises(ValueError, match=r"^y must "):
        parzen(TRIPLE, y[junk])


@pytest.mark.parametrize("junk", VECTOR_JUNK)
def test_new_squared_norms_that_do_not_fit_are_refused_by_name(junk):
    with pytest.raises(ValueError, match=r"^diag_new must "):
        squared_distances_to_centre(TRIPLE, TRIPLE, VECTOR_JUNK[junk])


def test_sparse_weights_are_refused_by_name():
    with pytest.raises(TypeError, match="alpha must be a dense array"):
        combination_norm(TRIPLE, csr_array([[1.0, 1.0, 1.0]]))


@pytest.mark.parametrize(
    "rows",
    [np.ones((2, 4)), np.ones(3), np.empty((0, 3)), [[1.0, np.nan, 0.0]], [["a", "b", "c"]], 1.0],
    ids=["columns", "one axis", "empty", "nan", "words", "number"],
)
def test_new_rows_that_do_not_fit_are_refused_by_name(rows):
    with pytest.raises(ValueError, match=r"^K_new must "):
        squared_distances_to_centre(TRIPLE, rows, [1.0])
    with pytest.raises(ValueError, match=r"^K must "):
        centre(rows, TRIPLE)


def test_the_training_matrix_of_centre_is_refused_by_its_own_name():
    with pytest.raises(ValueError, match=r"^K_train must be square"):
        centre(NEW, NEW)


@pytest.mark.parametrize("arguments", [{"K_new": NEW}, {"diag_new": DIAG_NEW}], ids=str)
def test_new_rows_and_their_squared_norms_come_together(arguments):
    with pytest.raises(
        ValueError, match=r"K_new and diag_new must come together.+kernel\.diag\(Z\)"
    ):
        squared_distances_to_centre(TRIPLE, **arguments)


def test_new_squared_norms_that_contradict_the_rows_are_refused():
    with pytest.raises(
        ValueError, match=r"K_new and diag_new must fit K; got a squared length of -"
    ):
        squared_distances_to_centre(TRIPLE, [[5.0, 5.0, 10.0]], [1.0])


@pytest.mark.parametrize("d", [10, 1000, 100_000])
def test_a_training_point_in_many_dimensions_is_at_its_centre(d):
    """Sums of d squares taken in another order differ by round-off, which is no error."""
    for x in np.random.default_rng(0).uniform(0, 255, (30, 1, d)):
        kernel, Z = Linear(), np.repeat(x, 3, axis=0)
        squared = squared_distances_to_centre(kernel(x), kernel(Z, x), kernel.diag(Z))
        np.testing.assert_allclose(squared, 0, atol=d * EPS * kernel.diag(x).item())


@pytest.mark.parametrize("function", [norms, normalise, squared_distances, centre])
def test_one_point_alone_has_an_answer(function):
    one = {norms: [3.0], normalise: [[1.0]], squared_distances: [[0.0]], centre: [[0.0]]}
    np.testing.assert_array_equal(function([[9.0]]), one[function])


def test_one_point_alone_is_its_own_centre():
    assert centre_norm([[9.0]]) == 3.0
    assert spread([[9.0]]) == 0.0
    assert squared_distances_to_centre([[9.0]]) == [0.0]


def test_the_contract_covers_every_public_function():
    public = {
        name
        for name, thing in vars(means).items()
        if getattr(thing, "__module__", "") == means.__name__ and not name.startswith("_")
    }
    covered = {name.split(".")[0] for name in FUNCTIONS}
    assert public - covered == {"DualRule", "centre_error_bound"}  # a result, and no matrix
