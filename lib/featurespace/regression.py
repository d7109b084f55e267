"""Regression: least squares with powers and with kernels, and a ridge to tame either.

Ids like DME-4.26 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ._validate import (
    DIGITS,
    EPS,
    LARGEST,
    Array,
    as_array,
    as_count,
    as_gram,
    as_number,
    as_points,
    as_ridge,
    as_vector,
    clip_squares,
    fail,
    not_a_kernel,
)


def powers(X: ArrayLike, degree: int) -> Array:
    """A column of ones, then each column of X to the powers 1 .. degree (DME-4.19).

    Parameters
    ----------
    X : (n, d) points.
    degree : highest power, >= 0.

    Returns
    -------
    (n, 1 + d * degree) table, power by power.

    >>> powers([[2.0], [3.0]], 2)
    array([[1., 2., 4.],
           [1., 3., 9.]])
    """
    return _powers(as_points(X), as_count(degree, "degree", low=0))


def _powers(X: Array, degree: int) -> Array:
    """The same for what has been checked, unless a power leaves the number range."""
    if degree * np.log10(np.abs(X).max().clip(1.0)) > np.log10(LARGEST):
        remedy = "Rescale the data or use a smaller degree"
        raise fail("degree", f"keep all powers below {LARGEST:g}", degree, remedy)
    return np.hstack([np.ones((len(X), 1)), *(X**j for j in range(1, degree + 1))])


def least_squares(A: ArrayLike, y: ArrayLike, lam: float = 0.0) -> Array:
    r"""Coefficients of least mean squared error with a ridge on all but the first (DME-4.26, 4.27).

    .. math:: \min_\theta \frac1n \|y - A \theta\|^2 + \lambda \sum_{j \ge 1} \theta_j^2

    Parameters
    ----------
    A : (n, p) table whose first column is the constant.
    y : (n,) targets.
    lam : ridge >= 0.

    Returns
    -------
    (p,) coefficients; where many are equally good (columns that depend on one another, up to
    round-off), those of least length after every column is scaled to a largest entry of one.

    >>> least_squares([[1.0, 0.0], [1.0, 2.0]], [1.0, 5.0]).round(9)
    array([1., 2.])
    """
    A = as_points(A, "A")
    y = as_vector(y, len(A), "y")
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    return _fit(A, y, lam)[0]


def _fit(A: Array, y: Array, lam: float) -> tuple[Array, float]:
    """The coefficients, and how many times smaller the least singular value is than the largest."""
    root = np.sqrt(lam) * np.sqrt(len(A))
    B = np.vstack([A, root * np.eye(A.shape[1])[1:]])  # a ridge is extra rows; the constant is free
    size = np.abs(B).max(axis=0)
    size[size == 0] = 1.0  # columns of one size, so that no power looks negligible
    theta, _, _, s = np.linalg.lstsq(B / size, np.pad(y, (0, len(B) - len(y))))
    return theta / size, s[-1] / s[0] if len(s) == B.shape[1] and s[0] > 0 else 0.0


def polynomial_regression(x: ArrayLike, y: ArrayLike, degree: int, lam: float = 0.0) -> Array:
    r"""Coefficients, constant first, of the least-squares polynomial (DME-4.12..4.20, DME-4.27).

    .. math:: \min_\theta \frac1n \sum_i \Bigl(y_i - \sum_j \theta_j x_i^j\Bigr)^2
              + \lambda \sum_{j \ge 1} \theta_j^2

    Parameters
    ----------
    x : (n,) numbers; refused if round-off cannot tell their powers apart (years to the power 8),
        for then no coefficient has three right digits.
    y : (n,) targets.
    degree : highest power, >= 0; below the number of distinct x, or lam > 0.
    lam : ridge >= 0, not on the constant.

    Returns
    -------
    (degree + 1,) coefficients, constant first.

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
    theta, condition = _fit(_powers(x[:, None], degree), y, lam)
    if condition < DIGITS * EPS:
        remedy = "Measure x from its mean, in units of its spread: (x - x.mean()) / x.std()"
        got = f"numbers from {x.min():.4g} to {x.max():.4g} to the power {degree}"
        raise fail("x", "have powers that round-off can tell apart", got, remedy)
    return theta


def kernel_ridge(K: ArrayLike, y: ArrayLike, lam: float) -> Array:
    r"""Dual weights of kernel ridge regression (DME-4.26, DME-4.27, in feature space).

    .. math:: (K + \lambda I)\, \alpha = y, \qquad f(z) = \sum_i \alpha_i\, \kappa(x_i, z)

    f minimises :math:`\sum_i (y_i - f(x_i))^2 + \lambda \|f\|^2`. A K with negative eigenvalues is
    refused only where one lies below :math:`-\lambda`: smaller ones only a spectrum would show.

    A ridge: Hoerl and Kennard 1970. With kernels: Saunders and others 1998.

    Parameters
    ----------
    K : (n, n) kernel matrix.
    y : (n,) targets.
    lam : ridge > 0, above 8000 eps times the trace of K: below, fewer than three digits of alpha
        would be right.

    Returns
    -------
    (n,) dual weights alpha.

    >>> kernel_ridge([[3.0, 2.0], [2.0, 4.0]], [2.0, 9.0], lam=1.0)  # 4a + 2b = 2, 2a + 5b = 9
    array([-0.5,  2. ])
    """
    K, y = as_gram(K), as_vector(y, len(K), "y")
    lam = as_ridge(as_number(lam, "lam"), np.trace(K)).item()
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

    Parameters
    ----------
    K : (n, n) kernel matrix; one with a negative eigenvalue (beyond round-off) is refused.
    y : (n,) targets.
    lam : a ridge or L of them, each > 0 and above 8000 eps times the trace of K, as for
        :func:`kernel_ridge`.

    Returns
    -------
    (L, n) residuals, a row for each lam.

    >>> leave_one_out(np.eye(2), [1.0, 3.0], [1.0])  # unrelated points: predictions are 0
    array([[1., 3.]])
    """
    K, y = as_gram(K), as_vector(y, len(K), "y")
    lam = as_ridge(as_array(np.atleast_1d(lam), "lam", 1), np.trace(K))
    values, V = np.linalg.eigh(K)
    values = clip_squares(values, K, values[-1])
    inverse = (values[0] + lam[:, None]) / (values + lam[:, None])  # (L, n) in units of the largest
    return ((inverse * (y @ V)) @ V.T) / (inverse @ (V**2).T)
