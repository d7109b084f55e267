r"""Chapter 6: what a wrong prediction costs.

Regression losses take a residual r = h(x) - y, margin losses the margin m = y h(x) of a label
y = ±1: positive means right. All work entry by entry.

Ids like DME-4.50 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import rankdata

from ._validate import Array, as_array, as_labels, as_positive, as_signs, as_vector


def _numbers(values: ArrayLike, name: str) -> Array:
    """Any shape of finite numbers."""
    return as_array(values, name, None)


def square(r: ArrayLike) -> Array:
    """Half the squared residual, r^2 / 2 (DME-4.50).

    Parameters
    ----------
    r : array of any shape, residuals h(x) - y.

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> square([-2.0, 0.0, 1.0])
    array([2. , 0. , 0.5])
    """
    return _numbers(r, "r") ** 2 / 2


def absolute(r: ArrayLike) -> Array:
    r"""Size of the residual, :math:`|r|` (DME-4.51).

    Parameters
    ----------
    r : array of any shape, residuals h(x) - y.

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> absolute([-2.0, 0.0, 1.0])
    array([2., 0., 1.])
    """
    return np.abs(_numbers(r, "r"))


def huber(r: ArrayLike, delta: float = 1.0) -> Array:
    r"""Quadratic within delta, linear beyond, with a smooth join (DME-4.52).

    .. math:: \tfrac12 r^2 \text{ for } |r| \le \delta, \quad \delta (|r| - \tfrac12 \delta)

    See Huber 1964.

    Parameters
    ----------
    r : array of any shape, residuals h(x) - y.
    delta : > 0, where the line takes over; 1, if left out.

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> huber([-3.0, 0.5, 1.0])
    array([2.5  , 0.125, 0.5  ])
    """
    r, delta = absolute(r), as_positive(delta, "delta")
    return np.where(r <= delta, r**2 / 2, delta * (r - delta / 2))


def zero_one(m: ArrayLike) -> Array:
    """One for a margin that is not positive: a tie is an error (DME-4.70, mended at 0).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> zero_one([-2.0, 0.0, 2.0])
    array([1., 1., 0.])
    """
    return (_numbers(m, "m") <= 0).astype(float)


def hinge(m: ArrayLike) -> Array:
    """Linear in what is missing to margin one, max(0, 1 - m) (DME-4.74).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> hinge([-2.0, 0.0, 2.0])
    array([3., 1., 0.])
    """
    return np.maximum(0.0, 1.0 - _numbers(m, "m"))


def squared_hinge(m: ArrayLike) -> Array:
    """Square of the hinge loss, max(0, 1 - m)^2 (DME-4.75).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> squared_hinge([-2.0, 0.0, 2.0])
    array([9., 1., 0.])
    """
    return hinge(m) ** 2


def huberised_hinge(m: ArrayLike) -> Array:
    """Squared hinge that goes on linearly, as -4m, below margin -1 (DME-u49).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> huberised_hinge([-2.0, -1.0, 0.0, 2.0])
    array([8., 4., 1., 0.])
    """
    m = _numbers(m, "m")
    return np.where(m < -1.0, -4.0 * m, squared_hinge(m))


def log(m: ArrayLike) -> Array:
    """Minus the log-likelihood of a logistic model, ln(1 + exp(-m)) (DME-4.72).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape.

    >>> log([0.0, -1000.0])  # no overflow
    array([6.93147181e-01, 1.00000000e+03])
    """
    return np.logaddexp(0.0, -_numbers(m, "m"))


def exponential(m: ArrayLike) -> Array:
    """Loss that explodes with the margin's deficit, exp(-m) (DME-4.73).

    Parameters
    ----------
    m : array of any shape, margins y h(x).

    Returns
    -------
    The loss of each entry, an array of the same shape. It is infinite where the number range ends,
    for margins below about -709.

    >>> exponential([0.0])
    array([1.])
    """
    with np.errstate(over="ignore"):  # infinitely bad
        return np.exp(-_numbers(m, "m"))


class Rates(NamedTuple):
    """Shares of right and wrong answers among the points of each class (DME-4.59..4.62).

    Attributes
    ----------
    true_positive : share of the positive points that are called positive.
    false_positive : share of the negative points that are called positive.
    true_negative : share of the negative points that are called negative.
    false_negative : share of the positive points that are called negative.

    >>> confusion_rates([1, 1, -1, -1], [1, -1, -1, -1]).true_positive
    0.5
    """

    true_positive: float
    false_positive: float
    true_negative: float
    false_negative: float


def confusion_rates(y: ArrayLike, y_hat: ArrayLike) -> Rates:
    """How often each class is recognised: conditional on the true class (DME-4.59..4.62, DME-T4.1).

    Parameters
    ----------
    y : (n,) true labels -1 and +1, both present.
    y_hat : (n,) predicted labels -1 and +1; scores are refused, they need a threshold first.

    Returns
    -------
    The four rates, each over the points of its true class.

    >>> confusion_rates([1, 1, 1, 1, -1, -1], [1, 1, 1, -1, 1, -1])
    Rates(true_positive=0.75, false_positive=0.5, true_negative=0.5, false_negative=0.25)
    """
    y = as_labels(y)
    hint = "Turn scores into labels first: np.where(score > 0, 1, -1)"
    guess = as_signs(y_hat, len(y), "y_hat", hint) > 0
    tpr, fpr = float(guess[y > 0].mean()), float(guess[y < 0].mean())
    return Rates(tpr, fpr, 1 - fpr, 1 - tpr)


def roc_curve(y: ArrayLike, score: ArrayLike) -> tuple[Array, Array, Array]:
    """False- and true-positive rates as the threshold falls, and the thresholds (DME-u47).

    A point is called positive if its score is at least the threshold; the first one is infinite.

    Parameters
    ----------
    y : (n,) true labels -1 and +1, both present.
    score : (n,) numbers, the higher the more positive.

    Returns
    -------
    Three arrays (t,): false-positive rates, true-positive rates, and thresholds, falling. Tied
    scores share one threshold.

    >>> roc_curve([1, -1, 1], [3.0, 2.0, 1.0])
    (array([0., 0., 1., 1.]), array([0. , 0.5, 0.5, 1. ]), array([inf,  3.,  2.,  1.]))
    """
    y = as_labels(y)
    score = as_vector(score, len(y), "score")
    order = np.argsort(-score, kind="stable")
    last = np.append(np.flatnonzero(np.diff(score[order])), len(y) - 1)  # of each run of ties
    positive = np.cumsum(y[order] > 0)[last]
    negative = last + 1 - positive
    fpr, tpr = negative / negative[-1], positive / positive[-1]
    return np.append(0.0, fpr), np.append(0.0, tpr), np.append(np.inf, score[order][last])


def auc(y: ArrayLike, score: ArrayLike) -> float:
    r"""Chance that a positive point scores above a negative one, ties counting half (DME-u47).

    .. math:: P(s_+ > s_-) + \tfrac12 P(s_+ = s_-)

    It is the area under the ROC curve, found here from ranks by one sort.

    As a statistic of ranks: Mann and Whitney 1947.

    Parameters
    ----------
    y : (n,) true labels -1 and +1, both present.
    score : (n,) numbers, the higher the more positive.

    Returns
    -------
    A number from 0 to 1; one half for scores that tell nothing.

    >>> auc([1, -1, 1], [3.0, 2.0, 1.0])
    0.5
    """
    y = as_labels(y)
    rank = rankdata(as_vector(score, len(y), "score"))
    n_plus, n_minus = (y > 0).sum(), (y < 0).sum()
    return float((rank[y > 0].sum() - n_plus * (n_plus + 1) / 2) / (n_plus * n_minus))
