"""Least squares with powers and with kernels, against numpy, scikit-learn and loops of refits."""

import numpy as np
import pytest
from cases import squared
from numpy.polynomial import polynomial
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import LeaveOneOut, cross_val_predict

from featurespace import generalisation
from featurespace.datasets import cubic_world
from featurespace.generalisation import CUBIC, cross_validate, kfold
from featurespace.kernels import Gaussian, Linear
from featurespace.regression import (
    kernel_ridge,
    least_squares,
    leave_one_out,
    polynomial_regression,
    powers,
)

LAMBDAS = [1e-4, 1e-2, 0.1, 1.0, 100.0]


@pytest.fixture(params=[Linear(), Gaussian(0.7)], ids=str)
def problem(request, data):
    X, y = data
    return request.param(X), y


def test_the_chapter_offers_what_it_teaches():
    assert generalisation.polynomial_regression is polynomial_regression
    assert generalisation.leave_one_out is leave_one_out
    assert not {"powers", "least_squares", "kernel_ridge"} & set(vars(generalisation))


# --- polynomials ---------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", range(7))
def test_without_a_ridge_it_is_numpy_s_polyfit(degree, rng):
    """DME-4.12..4.20"""
    x, y = cubic_world(40, rng)
    ours = polynomial_regression(x, y, degree)
    assert ours.shape == (degree + 1,)
    np.testing.assert_allclose(ours, np.polyfit(x, y, degree)[::-1], rtol=0, atol=1e-8)


@pytest.mark.parametrize("degree", [1, 3, 5])
@pytest.mark.parametrize("lam", [1e-3, 0.1, 10.0])
def test_with_a_ridge_it_solves_the_normal_equations(degree, lam, rng):
    """DME-4.27: the constant is not penalised."""
    x, y = cubic_world(40, rng)
    A = np.vander(x, degree + 1, increasing=True)
    free = np.diag([0.0] + [1.0] * degree)
    explicit = np.linalg.solve(A.T @ A / 40 + lam * free, A.T @ y / 40)
    np.testing.assert_allclose(polynomial_regression(x, y, degree, lam), explicit, rtol=1e-7)


def test_no_other_coefficients_cost_less(rng):
    """DME-4.27, by trying."""
    x, y = cubic_world(30, rng)

    def cost(theta):
        return ((y - polynomial.polyval(x, theta)) ** 2).mean() + 0.2 * (theta[1:] ** 2).sum()

    theta = polynomial_regression(x, y, 3, 0.2)
    for step in rng.standard_normal((50, 4)):
        assert cost(theta + 0.1 * step) > cost(theta)


def test_a_huge_ridge_leaves_the_mean(rng):
    """The constant is free: adding 1000 to y adds 1000 to the predictions."""
    x, y = cubic_world(30, rng)
    np.testing.assert_allclose(
        polynomial_regression(x, y, 3, 1e60), [y.mean(), 0, 0, 0], atol=1e-12 * np.abs(y).max()
    )
    moved = polynomial_regression(x, y + 1000, 3, 0.5) - polynomial_regression(x, y, 3, 0.5)
    np.testing.assert_allclose(moved, [1000, 0, 0, 0], rtol=0, atol=1e-9)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_unit_of_x_does_not_matter(scale, rng):
    """Powers of 1e6 reach 1e18; none of the columns may drown."""
    x = rng.uniform(-1, 1, 30)
    theta = polynomial_regression(scale * x, polynomial.polyval(x, CUBIC), 3)
    np.testing.assert_allclose(theta * scale ** np.arange(4.0), CUBIC, rtol=0, atol=1e-12)


def test_as_many_powers_as_points_fit_exactly(rng):
    x, y = cubic_world(6, rng)
    theta = polynomial_regression(x, y, 5)
    np.testing.assert_allclose(polynomial.polyval(x, theta), y, rtol=0, atol=1e-8)


@pytest.mark.parametrize("degree", [2, 3, 100])
def test_too_few_distinct_x_are_refused(degree):
    """errata 35: zero training loss needs distinct x."""
    with pytest.raises(ValueError, match="degree must be below the number of distinct x; got"):
        polynomial_regression([1.0, 1.0, 2.0, 2.0], [0.0, 1.0, 2.0, 3.0], degree)


def test_a_ridge_makes_up_for_too_few_x():
    theta = polynomial_regression([1.0, 1.0], [2.0, 4.0], 3, lam=0.1)
    np.testing.assert_allclose(theta, [3, 0, 0, 0], rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [1.0], 1), "y must have 2 entries; got 1"),
        (([1.0, 2.0], [1.0, 2.0], -1), "degree must be a whole number >= 0; got -1"),
        (([1.0, 2.0], [1.0, 2.0], 1.0), "degree must be a whole number >= 0; got 1.0"),
        (([1.0, 2.0], [1.0, 2.0], 1, -1.0), "lam must be a number >= 0; got -1.0"),
        (([1.0, 2.0], [1.0, 2.0], 1, np.inf), "lam must be a number >= 0; got inf"),
        (([[1.0], [2.0]], [1.0, 2.0], 1), "x must have 1 axes"),
        (([1e40, 2.0, 3.0], [1.0, 2.0, 3.0], 2), r"degree must keep all powers below 1e\+75"),
        (([10.0, 2.0], [1.0, 2.0], 500, 0.1), r"degree must keep all powers below 1e\+75"),
    ],
)
def test_polynomials_name_the_argument_at_fault(arguments, message):
    with pytest.raises(ValueError, match=message):
        polynomial_regression(*arguments)


def test_powers_and_least_squares_name_the_argument_at_fault():
    with pytest.raises(ValueError, match=r"degree must be a whole number >= 0; got 1\.5"):
        powers([[1.0]], 1.5)
    with pytest.raises(ValueError, match="lam must be a number >= 0; got -1"):
        least_squares([[1.0], [2.0]], [1.0, 2.0], -1)


def test_powers_of_several_columns_stand_power_by_power():
    """DME-4.19"""
    np.testing.assert_array_equal(powers([[2.0, 3.0]], 2), [[1, 2, 3, 4, 9]])
    np.testing.assert_array_equal(powers([[2.0, 3.0]], 0), [[1]])


# --- kernel ridge --------------------------------------------------------------------------------


@pytest.mark.parametrize("lam", LAMBDAS)
def test_dual_weights_solve_the_printed_system(lam, problem):
    K, y = problem
    left = (K + lam * np.eye(23)) @ kernel_ridge(K, y, lam)
    np.testing.assert_allclose(left, y, rtol=0, atol=1e-9)


@pytest.mark.parametrize("lam", LAMBDAS)
def test_kernel_ridge_agrees_with_scikit_learn(lam, problem):
    K, y = problem
    theirs = KernelRidge(alpha=lam, kernel="precomputed").fit(K, y).dual_coef_
    np.testing.assert_allclose(kernel_ridge(K, y, lam), theirs, rtol=1e-7, atol=1e-7)


def test_with_the_linear_kernel_it_is_ridge_regression(data):
    """DME-4.27: w = X' alpha, without a constant."""
    X, y = data
    w = np.linalg.solve(X.T @ X + 0.3 * np.eye(2), X.T @ y)
    np.testing.assert_allclose(X.T @ kernel_ridge(X @ X.T, y, 0.3), w, rtol=1e-10)


def test_no_other_function_costs_less(problem, rng):
    """DME-4.26: squared residuals plus lam times the squared norm of f, by trying."""
    K, y = problem
    alpha = kernel_ridge(K, y, 0.2)

    def cost(a):
        return ((y - K @ a) ** 2).sum() + 0.2 * a @ K @ a

    for step in rng.standard_normal((50, 23)):
        assert cost(alpha + 0.1 * step) > cost(alpha)


def test_as_points_become_unrelated_each_keeps_its_own_value():
    np.testing.assert_allclose(kernel_ridge(np.eye(3), [1.0, 2.0, 3.0], 1.0), [0.5, 1, 1.5])


@pytest.mark.parametrize(
    ("K", "y", "lam", "message"),
    [
        (np.diag([1.0, -1.0]), [1.0, 2.0], 0.1, "K must be positive semi-definite; got smallest"),
        ([[1.0, 0.5], [0.0, 1.0]], [1.0, 2.0], 0.1, "K must be symmetric"),
        (np.eye(2), [1.0], 0.1, "y must have 2 entries; got 1"),
        (np.eye(2), [1.0, np.nan], 0.1, "y must be finite; got nan at row 1"),
        (np.eye(2), [1.0, 2.0], 0.0, "lam must be > 0; got 0"),
        (np.eye(2), [1.0, 2.0], -1.0, "lam must be > 0; got -1"),
        (np.eye(2), [1.0, 2.0], np.nan, "lam must be a finite number; got nan"),
        (np.eye(2), [1.0, 2.0], [0.1], r"lam must be a finite number; got \[0\.1\]"),
        (np.ones((5, 5)), np.ones(5), 1e-16, "lam must be well above the round-off of K, 9e-12; g"),
    ],
)
def test_kernel_ridge_names_the_argument_at_fault(K, y, lam, message):
    with pytest.raises(ValueError, match=message):
        kernel_ridge(K, y, lam)


# --- leave one out -------------------------------------------------------------------------------


def test_leave_one_out_equals_the_loop_of_refits(problem):
    """DME-u42: n fits without ever fitting n times."""
    K, y = problem
    residuals = leave_one_out(K, y, LAMBDAS)
    assert residuals.shape == (len(LAMBDAS), 23)
    for row, lam in zip(residuals, LAMBDAS, strict=True):
        for i in range(23):
            rest = np.delete(np.arange(23), i)
            alpha = kernel_ridge(K[np.ix_(rest, rest)], y[rest], lam)
            np.testing.assert_allclose(row[i], y[i] - K[i, rest] @ alpha, rtol=0, atol=1e-7)


def test_leave_one_out_is_the_closed_form_of_the_hat_matrix(problem):
    """DME-u42: residual over one minus leverage."""
    K, y = problem
    for row, lam in zip(leave_one_out(K, y, LAMBDAS), LAMBDAS, strict=True):
        H = K @ np.linalg.inv(K + lam * np.eye(23))
        np.testing.assert_allclose(row, (y - H @ y) / (1 - H.diagonal()), rtol=0, atol=1e-7)


def test_leave_one_out_agrees_with_scikit_learn(problem):
    K, y = problem
    for row, lam in zip(leave_one_out(K, y, LAMBDAS), LAMBDAS, strict=True):
        ridge = KernelRidge(alpha=lam, kernel="precomputed")
        theirs = cross_val_predict(ridge, K, y, cv=LeaveOneOut())
        np.testing.assert_allclose(row, y - theirs, rtol=0, atol=1e-7)


def test_leave_one_out_is_cross_validation_with_n_folds(data):
    X, y = data

    def ridge(X, y):
        alpha = np.linalg.solve(X @ X.T + 0.5 * np.eye(len(X)), y)
        return lambda Z: Z @ (X.T @ alpha)

    folds = cross_validate(ridge, X, y, squared, kfold(23, 23))
    np.testing.assert_allclose(leave_one_out(X @ X.T, y, 0.5)[0] ** 2, folds, rtol=1e-9)


def test_a_single_lam_gives_a_single_row(problem):
    K, y = problem
    np.testing.assert_array_equal(leave_one_out(K, y, 0.1), leave_one_out(K, y, [0.1]))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lam", [1e-300, 5e-324, 1e74])
def test_extreme_ridges_do_not_overflow(lam, problem):
    """Without a K there is no round-off of K, and any ridge will do; beside one, a tiny one not."""
    K, y = problem
    assert np.isfinite(leave_one_out(np.zeros((23, 23)), 1e70 * y, lam)).all()
    if lam > 1:
        assert np.isfinite(leave_one_out(K, y, lam)).all()
    else:
        with pytest.raises(ValueError, match="lam must be well above the round-off of K"):
            leave_one_out(K, y, lam)


def test_eigenvalues_that_round_off_made_negative_do_no_harm():
    """Four points that coincide, up to 1e-13: each is predicted by the (shrunk) mean of the others.

    (A ridge of 2.5e-13 is refused here: alpha would have no right digit.)
    """
    K, y = np.ones((4, 4)) - 1e-13 * np.diag([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 5.0, 2.0, 8.0])
    assert np.linalg.eigvalsh(K)[0] < 0
    others = (y.sum() - y) / (3 + 1e-4)
    np.testing.assert_allclose(leave_one_out(K, y, 1e-4)[0], y - others, rtol=0, atol=1e-9)


@pytest.mark.parametrize("points", [5, 40])
def test_a_ridge_below_round_off_is_refused_and_just_above_it_three_digits_are_right(points):
    """The points 1 .. n on a line, against refits in their one coordinate."""
    x = np.arange(1.0, points + 1)[:, None]
    y = np.sin(3 * x[:, 0])
    K = x @ x.T
    for function in (leave_one_out, kernel_ridge):
        with pytest.raises(ValueError, match="lam must be well above the round-off of K"):
            function(K, y, 1e-16)
    lam = 9000 * np.finfo(float).eps * np.trace(K)
    others = x.T @ x - x[:, 0] ** 2, x[:, 0] @ y - x[:, 0] * y  # sums over the other points
    exact = y - x[:, 0] * others[1] / (others[0] + lam)
    np.testing.assert_allclose(leave_one_out(K, y, lam), exact, rtol=0, atol=1e-3)


def test_a_large_ridge_predicts_zero(problem):
    K, y = problem
    np.testing.assert_allclose(leave_one_out(K, y, 1e30)[0], y, rtol=1e-12)


@pytest.mark.parametrize("lam", [0.0, -1.0, [1.0, 0.0]])
def test_a_ridge_is_positive(lam):
    with pytest.raises(ValueError, match="lam must be > 0; got"):
        leave_one_out(np.eye(2), [1.0, 2.0], lam)


@pytest.mark.parametrize(
    ("K", "y", "lam", "message"),
    [
        (np.diag([1.0, -1.0]), [1.0, 2.0], 0.1, "K must be positive semi-definite; got smallest"),
        ([[1.0, 0.5], [0.0, 1.0]], [1.0, 2.0], 0.1, "K must be symmetric"),
        (np.eye(2), [1.0], 0.1, "y must have 2 entries; got 1"),
        (np.eye(2), [1.0, np.nan], 0.1, "y must be finite; got nan at row 1"),
        (np.eye(2), [1.0, 2.0], [], "lam must not be empty"),
        (np.eye(2), [1.0, 2.0], [[1.0]], "lam must have 1 axes"),
        (np.eye(2), [1.0, 2.0], np.nan, "lam must be finite"),
    ],
)
def test_leave_one_out_names_the_argument_at_fault(K, y, lam, message):
    with pytest.raises(ValueError, match=message):
        leave_one_out(K, y, lam)
