r"""The normal law of a class: its ellipse, densities, and how far out a point may lie.

A class is described by its mean :math:`\mu` and its covariance :math:`\Sigma`, over n - 1.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import f as f_law

from ._validate import Array, as_points, as_positive


class NormalLaw(NamedTuple):
    """Mean and covariance of a class, and of how many points they were taken (H-q02).

    >>> normal_law([[0.0], [2.0]]).covariance  # over n - 1
    array([[2.]])
    """

    n: int
    mean: Array
    covariance: Array


def normal_law(X: ArrayLike, ridge: float = 1e-9) -> NormalLaw:
    """Mean and covariance (over n - 1) of a class, with a little ridge so that it is invertible.

    >>> normal_law([[1.0, 0.0], [3.0, 0.0]]).mean
    array([2., 0.])
    """
    X = as_points(X)
    mean = X.mean(axis=0)
    covariance = (X - mean).T @ (X - mean) / max(len(X) - 1, 1)
    floor = as_positive(ridge, "ridge") * max(np.trace(covariance), ridge)
    return NormalLaw(len(X), mean, covariance + floor * np.eye(len(mean)))


def mahalanobis_squared(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""Squared distance in units of the class's own spread (H-q02).

    .. math:: (z - \mu)' \Sigma^{-1} (z - \mu)

    >>> mahalanobis_squared([[3.0]], NormalLaw(9, np.array([1.0]), np.array([[4.0]])))
    array([1.])
    """
    gap = as_points(Z, "Z", d=len(fitted.mean)) - fitted.mean
    return (gap * np.linalg.solve(fitted.covariance, gap.T).T).sum(axis=1)


def log_density(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""Log-density of each point: the distance *and* the spread count (H-q02, mended).

    .. math:: -\tfrac12 \bigl(d^2 + \ln|\Sigma| + p \ln 2\pi\bigr)

    >>> log_density([[0.0]], NormalLaw(9, np.zeros(1), np.eye(1))).round(6)
    array([-0.918939])
    """
    log_det = np.linalg.slogdet(fitted.covariance)[1]
    p = len(fitted.mean)
    return -(mahalanobis_squared(Z, fitted) + log_det + p * np.log(2 * np.pi)) / 2


def tail_probability(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""How probable a *new* point at least as far out is, both moments estimated (H-q02, mended).

    .. math:: d^2 \sim \frac{p (n^2 - 1)}{n (n - p)} F_{p,\, n - p}

    The chi-squared law of the slides holds for known moments only, and rejects far too often.

    >>> tail_probability([[0.0]], NormalLaw(9, np.zeros(1), np.eye(1)))
    array([1.])
    """
    n, p = fitted.n, len(fitted.mean)
    if n <= p:
        return np.ones(len(as_points(Z, "Z")))  # too few points to call anything atypical
    return f_law.sf(mahalanobis_squared(Z, fitted) * n * (n - p) / (p * (n**2 - 1)), p, n - p)
