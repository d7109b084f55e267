"""Small data: generators that draw from a given ``rng``, and real data that load offline.

Ids like DME-4.9..4.10 are looked up in the concordance: ``course/concordance.tsv``, on the site
under Concordance.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ._validate import Array, as_count, as_generator, as_number, fail
from .generalisation import CUBIC


def gaussian_cloud(n: int, rng: np.random.Generator, d: int = 2) -> Array:
    """Points of the standard Gaussian in d dimensions, (n, d).

    Parameters
    ----------
    n : number of points.
    rng : draws the numbers; the same seed gives the same data.
    d : dimensions; 2, if left out.

    Returns
    -------
    (n, d) points.

    >>> gaussian_cloud(3, np.random.default_rng(0)).shape
    (3, 2)
    """
    return as_generator(rng).standard_normal((as_count(n, "n"), as_count(d, "d")))


def moons(n: int, rng: np.random.Generator, noise: float = 0.15) -> tuple[Array, Array]:
    """Two interleaved half circles, (n, 2), with labels +1 (upper) and -1 (lower).

    No straight line separates them.

    Parameters
    ----------
    n : number of points, at least 2; the upper moon gets the odd one.
    rng : draws the numbers; the same seed gives the same data.
    noise : standard deviation >= 0 of what is added to both coordinates, where the circles have
        radius 1.

    Returns
    -------
    ``X`` (n, 2) and ``y`` (n,), the upper moon first.

    >>> X, y = moons(5, np.random.default_rng(0))
    >>> X.shape, y.tolist()
    ((5, 2), [1.0, 1.0, 1.0, -1.0, -1.0])
    """
    n = as_count(n, "n", low=2)
    noise = as_number(noise, "noise", "be a number >= 0", lambda v: v >= 0)
    y = np.where(np.arange(n) < (n + 1) // 2, 1.0, -1.0)
    t = np.pi * as_generator(rng).uniform(size=n)
    arc = np.column_stack([np.cos(t), np.sin(t)])
    X = np.where(y[:, None] > 0, arc, [1.0, 0.5] - arc)
    return X + noise * rng.standard_normal((n, 2)), y


def horseshoe(n: int, rng: np.random.Generator, noise: float = 0.08) -> tuple[Array, Array]:
    """Points along a horseshoe open at the bottom, (n, 2), and their position t along it.

    Parameters
    ----------
    n : number of points.
    rng : draws the numbers; the same seed gives the same data.
    noise : standard deviation >= 0 of what is added to both coordinates.

    Returns
    -------
    ``X`` (n, 2), and ``t`` (n,) in radians.

    >>> X, t = horseshoe(100, np.random.default_rng(0))
    >>> X.shape, bool((np.abs(X) < 2).all())
    ((100, 2), True)
    """
    noise = as_number(noise, "noise", "be a number >= 0", lambda v: v >= 0)
    # a circle without 0.45 radians on either side of its lowest point, 1.6 times as high
    t = as_generator(rng).uniform(-np.pi / 2 + 0.45, 3 * np.pi / 2 - 0.45, size=as_count(n, "n"))
    X = np.column_stack([np.cos(t), 1.6 * np.sin(t)])
    return X + noise * rng.standard_normal((n, 2)), t


def cubic_world(n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    r"""Regression data with a known truth (DME-4.9..4.10): x, y, each (n,).

    .. math:: x \sim N(0, 1), \qquad y \mid x \sim N(\tfrac14 x + \tfrac34 x^2 + x^3,\ 1)

    Parameters
    ----------
    n : number of points.
    rng : draws the numbers; the same seed gives the same data.

    Returns
    -------
    ``x`` and ``y``.

    >>> x, y = cubic_world(5, np.random.default_rng(0))
    >>> x.shape, y.shape
    ((5,), (5,))
    """
    x = as_generator(rng).standard_normal(as_count(n, "n"))
    truth = sum(c * x**power for power, c in enumerate(CUBIC))
    return x, truth + rng.standard_normal(n)


def swiss_roll(n: int, rng: np.random.Generator, noise: float = 0.05) -> tuple[Array, Array]:
    """A rolled-up sheet in space, (n, 3), and the position of each point along the roll.

    Parameters
    ----------
    n : number of points.
    rng : draws the numbers; the same seed gives the same data.
    noise : standard deviation >= 0 of what is added to each coordinate.

    Returns
    -------
    ``X`` (n, 3), and ``t`` (n,), the angle in radians, which is the radius too.

    >>> X, t = swiss_roll(10, np.random.default_rng(0))
    >>> X.shape, t.shape
    ((10, 3), (10,))
    """
    noise = as_number(noise, "noise", "be a number >= 0", lambda v: v >= 0)
    # from three to nine quarters of a turn, and 21 wide: the roll of scikit-learn
    t = 1.5 * np.pi * (1 + 2 * as_generator(rng).uniform(size=as_count(n, "n")))
    X = np.column_stack([t * np.cos(t), 21 * rng.uniform(size=n), t * np.sin(t)])
    return X + noise * rng.standard_normal((n, 3)), t


def blobs(
    sizes: tuple[int, ...], rng: np.random.Generator, distance: float = 4.0
) -> tuple[Array, NDArray[np.int_]]:
    """Round Gaussian clouds on a circle, (n, 2), and the number of each point's cloud.

    Parameters
    ----------
    sizes : number of points of each cloud.
    rng : draws the numbers; the same seed gives the same data.
    distance : diameter >= 0 of the circle, in standard deviations of a cloud: for two clouds, how
        far apart they are.

    Returns
    -------
    ``X`` (n, 2), and the labels (n,), from 0 on.

    >>> X, label = blobs((2, 3), np.random.default_rng(0))
    >>> X.shape, label.tolist()
    ((5, 2), [0, 0, 1, 1, 1])
    """
    if np.ndim(sizes) != 1 or len(sizes) == 0:
        raise fail("sizes", "list the size of each cloud", repr(sizes), "Pass e.g. (20, 30)")
    distance = as_number(distance, "distance", "be a number >= 0", lambda v: v >= 0)
    label = np.repeat(np.arange(len(sizes)), [as_count(size, "sizes") for size in sizes])
    angle = 2 * np.pi * label / len(sizes)
    centre = distance / 2 * np.column_stack([np.cos(angle), np.sin(angle)])
    return centre + as_generator(rng).standard_normal((len(label), 2)), label


def digits(positive: int = 3, negative: int = 8) -> tuple[Array, Array]:
    """Two classes of handwritten digits: 8 x 8 pixels with values 0 to 16, labels +1 and -1.

    The 1797 digits come with scikit-learn (from the UCI repository), so no network is needed.

    Parameters
    ----------
    positive : the digit, 0 to 9, that is labelled +1.
    negative : another, that is labelled -1.

    Returns
    -------
    ``X`` (n, 64) and ``y`` (n,).

    >>> X, y = digits(3, 8)
    >>> X.shape, int((y > 0).sum())
    ((357, 64), 183)
    """
    from sklearn.datasets import load_digits

    as_count(positive, "positive", low=0, high=9)
    if as_count(negative, "negative", low=0, high=9) == positive:
        raise fail("negative", "differ from positive", f"{negative} twice", "Name two digits")
    X, label = load_digits(return_X_y=True)
    chosen = (label == positive) | (label == negative)
    return X[chosen], np.where(label[chosen] == positive, 1.0, -1.0)


CITIES = {  # longitude and latitude in degrees
    "Barcelona": (2.2, 41.4),
    "Brussels": (4.4, 50.8),
    "Cologne": (7.0, 50.9),
    "Copenhagen": (12.6, 55.7),
    "Geneva": (6.1, 46.2),
    "Lisbon": (-9.1, 38.7),
    "Madrid": (-3.7, 40.4),
    "Milan": (9.2, 45.5),
    "Paris": (2.3, 48.9),
    "Rome": (12.5, 41.9),
    "Stockholm": (18.1, 59.3),
    "Vienna": (16.4, 48.2),
}
ROADS = (  # km, one line per city: to each of those before it
    (1318,),
    (1498, 206),
    (2218, 966, 760),
    (803, 677, 1662, 1418),
    (1305, 2084, 2290, 2971, 1936),
    (636, 1558, 1764, 2498, 1439, 668),
    (1014, 925, 911, 1537, 328, 2250, 1724),
    (1033, 285, 465, 1176, 513, 1799, 1273, 856),
    (1460, 1511, 1497, 2050, 995, 2700, 2097, 586, 1476),
    (2868, 1616, 1403, 650, 2068, 3231, 3188, 2187, 1827, 2707),
    (1802, 1175, 937, 1455, 1019, 2937, 2409, 898, 1249, 1209, 2105),
)


def cities() -> tuple[list[str], Array, Array]:
    """Twelve European cities: names, road distances in km (12, 12), longitude and latitude.

    The distances are as printed in *The Cambridge Encyclopaedia* (D. Crystal, ed., 1990) and as R
    hands them on under the name ``eurodist``. Look twice at Cologne to Geneva: by way of Brussels
    it is 883 km.

    Returns
    -------
    A list of 12 names, the distances (12, 12), and the places (12, 2) in degrees.

    >>> names, D, place = cities()
    >>> names[2], names[4], float(D[2, 4])
    ('Cologne', 'Geneva', 1662.0)
    """
    return list(CITIES), _mirrored(ROADS), np.array(list(CITIES.values()))


ALIKE = (  # hundredths, one line per wavelength: with each of those before it
    (86,),
    (42, 50),
    (42, 44, 81),
    (18, 22, 47, 54),
    (6, 9, 17, 25, 61),
    (7, 7, 10, 10, 31, 62),
    (4, 7, 8, 9, 26, 45, 73),
    (2, 2, 2, 2, 7, 14, 22, 33),
    (7, 4, 1, 1, 2, 8, 14, 19, 58),
    (9, 7, 2, 0, 2, 2, 5, 4, 37, 74),
    (12, 11, 1, 1, 1, 2, 2, 3, 27, 50, 76),
    (13, 13, 5, 2, 2, 2, 2, 2, 20, 41, 62, 85),
    (16, 14, 3, 4, 0, 1, 0, 2, 23, 28, 55, 68, 76),
)


def colours() -> tuple[list[int], Array]:
    """Fourteen spectral colours: wavelengths in nm, and how unlike people judged them, (14, 14).

    One minus the mean similarity (0 to 1) that 31 observers gave to each pair: G. Ekman,
    *Dimensions of color vision*, Journal of Psychology 38 (1954), 467-474.

    Returns
    -------
    A list of 14 wavelengths, and the dissimilarities (14, 14).

    >>> wavelength, D = colours()
    >>> wavelength[0], wavelength[-1], round(float(D[0, -1]), 2)  # violet and red
    (434, 674, 0.84)
    """
    wavelength = [434, 445, 465, 472, 490, 504, 537, 555, 584, 600, 610, 628, 651, 674]
    return wavelength, _mirrored(ALIKE, lambda similarity: 1 - similarity / 100)


def _mirrored(
    lower: tuple[tuple[float, ...], ...], distance: Callable[[float], float] = float
) -> Array:
    """A full symmetric table from its rows below the diagonal, which is zero."""
    D = np.zeros((len(lower) + 1, len(lower) + 1))
    for i, row in enumerate(lower, start=1):
        D[i, :i] = D[:i, i] = [distance(value) for value in row]
    return D
