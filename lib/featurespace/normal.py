r"""The normal law of a class: its ellipse, densities, and how far out a point may lie.

A class is described by its mean :math:`\mu` and its covariance :math:`\Sigma`, over n - 1.

Ids like H-q02 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import f as f_law

from ._validate import Array, as_made, as_points, as_positive, fail


class NormalLaw(NamedTuple):
    """Mean and covariance of a class, and of how many points they were taken (H-q02).

    Attributes
    ----------
    n : number of points.
    mean : (d,) their mean.
    covariance : (d, d), over n - 1, with the ridge that made it invertible.

    >>> normal_law([[0.0], [2.0]]).covariance  # over n - 1
    array([[2.]])
    """

    n: int
    mean: Array
    covariance: Array


def normal_law(X: ArrayLike, ridge: float = 1e-9) -> NormalLaw:
    r"""Mean and covariance (over n - 1) of a class, with a little ridge so that it is invertible.

    .. math:: \Sigma = \frac1{n-1} \sum_i (x_i - \mu)(x_i - \mu)' + r \operatorname{tr}(\cdot)\, I

    Parameters
    ----------
    X : (n, d) points, not all the same.
    ridge : r > 0, relative to the total variance, so that the unit of the data does not matter.
        1e-9, if left out, is far above round-off and far below what n points can tell.

    Returns
    -------
    ``n``, ``mean`` (d,) and ``covariance`` (d, d), ridge included.

    >>> normal_law([[1.0, 0.0], [3.0, 0.0]]).mean
    array([2., 0.])
    """
    X = as_points(X)
    mean = X[0] + (X - X[0]).mean(axis=0)
    covariance = (X - mean).T @ (X - mean) / max(len(X) - 1, 1)
    floor = as_positive(ridge, "ridge") * np.trace(covariance)
    if floor == 0:
        remedy = "Points that coincide have no covariance; add points or leave the class out"
        raise fail("X", "hold points that differ", f"{len(X)} points in one place", remedy)
    return NormalLaw(len(X), mean, covariance + floor * np.eye(len(mean)))


def mahalanobis_squared(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""Squared distance in units of the class's own spread (H-q02).

    .. math:: (z - \mu)' \Sigma^{-1} (z - \mu)

    The distance is that of Mahalanobis 1936.

    Parameters
    ----------
    Z : (m, d) points.
    fitted : the class, from :func:`normal_law`.

    Returns
    -------
    (m,) squared distances.

    >>> mahalanobis_squared([[3.0]], NormalLaw(9, np.array([1.0]), np.array([[4.0]])))
    array([1.])
    """
    _, mean, _ = as_made(fitted, NormalLaw, "fitted", "normal_law(X)")
    gap = as_points(Z, "Z", d=len(mean)) - mean
    return (gap * np.linalg.solve(fitted.covariance, gap.T).T).sum(axis=1)


def log_density(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""Log-density of each point: the distance *and* the spread count (H-q02, mended).

    .. math:: -\tfrac12 \bigl(d^2 + \ln|\Sigma| + p \ln 2\pi\bigr)

    Parameters
    ----------
    Z : (m, p) points.
    fitted : the class, from :func:`normal_law`.

    Returns
    -------
    (m,) logarithms of the density.

    >>> log_density([[0.0]], NormalLaw(9, np.zeros(1), np.eye(1))).round(6)
    array([-0.918939])
    """
    squared = mahalanobis_squared(Z, fitted)
    log_det = np.linalg.slogdet(fitted.covariance)[1]
    return -(squared + log_det + len(fitted.mean) * np.log(2 * np.pi)) / 2


def tail_probability(Z: ArrayLike, fitted: NormalLaw) -> Array:
    r"""How probable a *new* point at least as far out is, both moments estimated (H-q02, mended).

    .. math:: d^2 \sim \frac{p (n^2 - 1)}{n (n - p)} F_{p,\, n - p}

    The chi-squared law of the slides holds for known moments only, and rejects far too often.

    The law of the squared distance is that of Hotelling 1931.

    Parameters
    ----------
    Z : (m, p) points.
    fitted : the class, from :func:`normal_law`.

    Returns
    -------
    (m,) probabilities; all 1 if the class has no more points than dimensions.

    >>> tail_probability([[0.0]], NormalLaw(9, np.zeros(1), np.eye(1)))
    array([1.])
    """
    squared = mahalanobis_squared(Z, fitted)
    n, p = fitted.n, len(fitted.mean)
    if n <= p:
        return np.ones(len(squared))  # too few points to call anything atypical
    return f_law.sf(squared * n * (n - p) / (p * (n**2 - 1)), p, n - p)
