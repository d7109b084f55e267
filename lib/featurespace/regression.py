"""Regression: least squares with powers and with kernels, and a ridge to tame either."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ._validate import (
    LARGEST,
    TERMS,
    Array,
    as_array,
    as_count,
    as_gram,
    as_number,
    as_points,
    as_vector,
    fail,
    not_a_kernel,
    round_off,
)


def powers(X: ArrayLike, degree: int) -> Array:
    """A column of ones, then each column of X to the powers 1 .. degree (DME-4.19).

    >>> powers([[2.0], [3.0]], 2)
    array([[1., 2., 4.],
           [1., 3., 9.]])
    """
    X, degree = as_points(X), as_count(degree, "degree", low=0)
    if degree * np.log10(np.abs(X).max().clip(1.0)) > np.log10(LARGEST):
        remedy = "Rescale the data or use a smaller degree"
        raise fail("degree", f"keep all powers below {LARGEST:g}", degree, remedy)
    return np.hstack([np.ones((len(X), 1)), *(X**j for j in range(1, degree + 1))])


def least_squares(A: ArrayLike, y: ArrayLike, lam: float = 0.0) -> Array:
    r"""Coefficients of least mean squared error with a ridge on all but the first (DME-4.26, 4.27).

    .. math:: \min_\theta \frac1n \|y - A \theta\|^2 + \lambda \sum_{j \ge 1} \theta_j^2

    >>> least_squares([[1.0, 0.0], [1.0, 2.0]], [1.0, 5.0]).round(9)
    array([1., 2.])
    """
    A = as_points(A, "A")
    y = as_vector(y, len(A), "y")
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    root = np.sqrt(lam) * np.sqrt(len(A))
    B = np.vstack([A, root * np.eye(A.shape[1])[1:]])  # a ridge is extra rows; the constant is free
    size = np.abs(B).max(axis=0)
    size[size == 0] = 1.0  # columns of one size, so that no power looks negligible
    return np.linalg.lstsq(B / size, np.pad(y, (0, len(B) - len(y))))[0] / size


def polynomial_regression(x: ArrayLike, y: ArrayLike, degree: int, lam: float = 0.0) -> Array:
    r"""Coefficients, constant first, of the least-squares polynomial (DME-4.12..4.20, DME-4.27).

    .. math:: \min_\theta \frac1n \sum_i \Bigl(y_i - \sum_j \theta_j x_i^j\Bigr)^2
              + \lambda \sum_{j \ge 1} \theta_j^2

    >>> polynomial_regression([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], degree=1).round(9)
    array([1., 2.])
    """
    x = as_array(x, "x", 1)
    y = as_vector(y, len(x), "y")
    degree = as_count(degree, "degree", low=0)
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    if lam == 0 and len(np.unique(x)) <= degree:
        remedy = "Use fewer powers, more points, or lam > 0"
        raise fail("degree", "be below the number of distinct x", degree, remedy)
    return least_squares(powers(x[:, None], degree), y, lam)


def kernel_ridge(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    r"""Dual weights of kernel ridge regression (DME-4.26, DME-4.27, in feature space).

    .. math:: (K + \lambda I)\, \alpha = y, \qquad f(z) = \sum_i \alpha_i\, \kappa(x_i, z)

    f minimises :math:`\sum_i (y_i - f(x_i))^2 + \lambda \|f\|^2`. A K with negative eigenvalues is
    refused only where one lies below :math:`-\lambda`: smaller ones only a spectrum would show.

    >>> kernel_ridge([[3.0, 2.0], [2.0, 4.0]], [2.0, 9.0], lam=1.0)  # 4a + 2b = 2, 2a + 5b = 9
    array([-0.5,  2. ])
    """
    K, y = as_gram(K), as_vector(y, len(K), "y")
    lam = _as_ridge(as_number(lam, "lam")).item()
    if lam <= (floor := round_off(len(K), np.abs(K.diagonal()).max())):
        raise fail("lam", f"be above the round-off of K, {floor:.1g}", lam, "Choose a larger one")
    try:
        factor = cho_factor(K + lam * np.eye(len(K)), check_finite=False)
    except LinAlgError:
        raise not_a_kernel(K) from None
    return cho_solve(factor, y, check_finite=False)


def leave_one_out(K: ArrayLike, y: ArrayLike, lam: ArrayLike) -> Array:
    r"""Leave-one-out residuals of :func:`kernel_ridge`, in closed form, for many lam (DME-u42).

    .. math:: y_i - \hat f_{-i}(x_i) = \frac{\alpha_i}{\bigl[(K + \lambda I)^{-1}\bigr]_{ii}},
              \qquad \alpha = (K + \lambda I)^{-1} y

    One eigendecomposition serves all lam; the result has a row for each.

    >>> leave_one_out(np.eye(2), [1.0, 3.0], [1.0])  # unrelated points: predictions are 0
    array([[1., 3.]])
    """
    K, y = as_gram(K), as_vector(y, len(K), "y")
    lam = _as_ridge(as_array(np.atleast_1d(lam), "lam", 1))
    values, V = np.linalg.eigh(K)
    if values[0] < -8 * round_off(max(len(K), TERMS), values[-1]):
        raise not_a_kernel(K)
    values = np.maximum(values, 0.0)
    inverse = (values[0] + lam[:, None]) / (values + lam[:, None])  # (L, n) in units of the largest
    return ((inverse * (y @ V)) @ V.T) / (inverse @ (V**2).T)


def _as_ridge(lam: ArrayLike) -> Array:
    """Numbers > 0."""
    lam = np.asarray(lam)
    if lam.min() <= 0:
        raise fail("lam", "be > 0", f"{lam.min():.3g}", "A ridge keeps K + lam I invertible")
    return lam
