r"""Prelude: descriptions of one or two columns that numpy and scipy lack or define differently.

Ids like DME-1.68 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._validate import (
    Array,
    as_array,
    as_number,
    as_points,
    as_positive,
    as_vector,
    fail,
    one_of,
    round_off,
)


class Quartiles(NamedTuple):
    """Lower quartile, median, upper quartile (DME-u05).

    Attributes
    ----------
    q1 : lower quartile.
    q2 : median.
    q3 : upper quartile.

    >>> quartiles([1, 2, 3]).q2
    2.0
    """

    q1: float
    q2: float
    q3: float


class Pairs(NamedTuple):
    """How many pairs of points agree in order, disagree, or are tied (DME-u12).

    Attributes
    ----------
    concordant : pairs in the same order in x and in y.
    discordant : pairs in opposite order.
    tied : pairs that tie in x, in y or in both.

    >>> pair_counts([1, 2, 3], [1, 3, 2]).concordant
    2
    """

    concordant: int
    discordant: int
    tied: int


class Standardised(NamedTuple):
    """Standard scores, and the mean and deviation to apply to new points (ST-A5.13).

    Attributes
    ----------
    X : (n, d) standard scores.
    mean : (d,) mean of each column.
    sd : (d,) standard deviation of each column, over n.

    >>> standardise([[0.0], [2.0]]).sd
    array([1.])
    """

    X: Array
    mean: Array
    sd: Array


def quartiles(x: ArrayLike) -> Quartiles:
    """Medians of the lower half, of all, and of the upper half (DME-u05).

    For odd n both halves share the median. (numpy's default agrees for odd n only.)

    Parameters
    ----------
    x : (n,) numbers, in any order.

    Returns
    -------
    ``q1``, ``q2`` and ``q3``.

    >>> quartiles([0, 1, 1, 1, 2, 3, 4, 4, 5, 9])
    Quartiles(q1=1.0, q2=2.5, q3=4.0)
    """
    x = np.sort(as_array(x, "x", 1))
    half = (len(x) + 1) // 2
    return Quartiles(*(float(np.median(part)) for part in (x[:half], x, x[-half:])))


def _iqr(q1: float, q3: float) -> float:
    if q3 <= q1:
        remedy = "Half of the numbers coincide, so there is no scale to divide by"
        raise fail("x", "have quartiles that differ", f"Q1 = Q3 = {q1:g}", remedy)
    return q3 - q1


def galton_skewness(x: ArrayLike) -> float:
    r"""Skewness from quartiles: which side of the middle half is longer (DME-1.14).

    .. math:: \frac{(Q_3 - Q_2) - (Q_2 - Q_1)}{Q_3 - Q_1}

    Parameters
    ----------
    x : (n,) numbers whose quartiles differ.

    Returns
    -------
    A number from -1 to 1, 0 for symmetric quartiles.

    >>> galton_skewness([1, 2, 3, 4, 9])
    0.0
    """
    q1, q2, q3 = quartiles(x)
    return ((q3 - q2) - (q2 - q1)) / _iqr(q1, q3)


def robust_kurtosis(x: ArrayLike) -> float:
    r"""Weight of the tails from octiles; 1.233 for a Gaussian (DME-1.16).

    .. math:: \frac{(q_{7/8} - q_{5/8}) + (q_{3/8} - q_{1/8})}{q_{6/8} - q_{2/8}}

    See Moors 1988.

    Parameters
    ----------
    x : (n,) numbers whose quartiles differ. Their octiles are numpy's, by linear interpolation.

    Returns
    -------
    The ratio above, 1 for numbers spread evenly.

    >>> robust_kurtosis(np.arange(9.0))  # evenly spread
    1.0
    """
    q = np.quantile(as_array(x, "x", 1), np.arange(1, 8) / 8)  # q[i - 1] is the i-th octile
    return float((q[6] - q[4] + q[2] - q[0]) / _iqr(q[1], q[5]))


def tukey_fences(x: ArrayLike, factor: float = 1.5) -> tuple[float, float]:
    r"""Limits beyond which a number counts as an outlier (DME-1.68).

    .. math:: [Q_1 - c\, (Q_3 - Q_1),\ Q_3 + c\, (Q_3 - Q_1)]

    See Tukey 1977.

    Parameters
    ----------
    x : (n,) numbers.
    factor : c >= 0, how many interquartile ranges the fences stand off; Tukey's 1.5, if left out.

    Returns
    -------
    The lower and the upper limit.

    >>> tukey_fences([0, 1, 1, 1, 2, 3, 4, 4, 5, 9])  # 9 is outside
    (-3.5, 8.5)
    """
    factor = as_number(factor, "factor", "be a number >= 0", lambda v: v >= 0)
    q1, _, q3 = quartiles(x)
    return q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)


def pair_counts(x: ArrayLike, y: ArrayLike) -> Pairs:
    r"""Concordant, discordant and tied pairs (DME-u12), the stuff of Kendall's tau-a (DME-1.43).

    .. math:: \tau = \frac{n_c - n_d}{n (n - 1) / 2}

    See Kendall 1938.

    Parameters
    ----------
    x : (n,) numbers.
    y : (n,) numbers, of the same points.

    Returns
    -------
    The three counts, whose sum is n (n - 1) / 2.

    >>> pair_counts([1, 2, 3], [1, 3, 2])  # tau = 1/3
    Pairs(concordant=2, discordant=1, tied=0)
    """
    x = as_array(x, "x", 1)
    y = as_vector(y, len(x), "y")
    agree = disagree = 0
    for i in range(len(x) - 1):
        order = np.sign(x[i + 1 :] - x[i]) * np.sign(y[i + 1 :] - y[i])
        agree, disagree = agree + int((order > 0).sum()), disagree + int((order < 0).sum())
    return Pairs(agree, disagree, len(x) * (len(x) - 1) // 2 - agree - disagree)


def kernel_density(grid: ArrayLike, x: ArrayLike, h: float, window: str = "gaussian") -> Array:
    r"""Density estimate: an average of windows of width h, one on each point (DME-1.47..1.49).

    .. math:: \hat p(t) = \frac1n \sum_i K_h(t - x_i)

    "gaussian": standard deviation h; "boxcar": height 1/h on [-h/2, h/2].

    See Rosenblatt 1956, Parzen 1962.

    Parameters
    ----------
    grid : (t,) numbers at which the density is wanted.
    x : (n,) numbers that were observed.
    h : width of a window, > 0, in the unit of x.
    window : "gaussian", if left out, or "boxcar".

    Returns
    -------
    (t,) densities.

    >>> kernel_density([0.0, 5.0], [0.0, 0.4], h=1.0, window="boxcar")
    array([1., 0.])
    """
    grid, x, h = as_array(grid, "grid", 1), as_array(x, "x", 1), as_positive(h, "h")
    t = (grid[:, None] - x) / h
    if one_of(window, "window", ("gaussian", "boxcar")) == "boxcar":
        return (np.abs(t) <= 0.5).mean(axis=1) / h
    return np.exp(-(t**2) / 2).mean(axis=1) / (h * np.sqrt(2 * np.pi))


def standardise(X: ArrayLike) -> Standardised:
    r"""Columns with mean 0 and standard deviation 1 (ST-u55, ST-A5.13, ST-C5.5, DME-1.67).

    .. math:: \hat x = \frac{x - \mu}{\sigma}, \qquad \sigma^2 = \frac1n \sum_i (x_i - \mu)^2

    The deviations are squared *after* the mean is taken out: the printed one-pass form
    :math:`\overline{x^2} - \mu^2` loses all digits when the mean is large.

    Parameters
    ----------
    X : (n, d) points. A column whose deviation is at most n * eps times its largest entry counts as
        constant, and is refused.

    Returns
    -------
    ``X`` (n, d), ``mean`` (d,) and ``sd`` (d,).

    >>> standardise([[1e9], [1e9 + 2]]).X
    array([[-1.],
           [ 1.]])
    """
    X = as_points(X)
    mean = X.mean(axis=0)
    mean += (X - mean).mean(axis=0)  # what a long sum of large numbers has lost
    centred = X - mean
    sd = np.sqrt((centred**2).mean(axis=0))
    constant = np.flatnonzero(sd <= round_off(len(X), np.abs(X).max(axis=0)))
    if len(constant):
        remedy = "Such a feature has no scale; drop it"
        raise fail("X", "have no constant column", f"columns {constant[:5].tolist()}", remedy)
    return Standardised(centred / sd, mean, sd)
