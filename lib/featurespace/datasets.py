"""Small data: generators that draw from a given ``rng``, and real data that load offline."""

import numpy as np

from ._validate import Array, as_count, as_generator, as_number, fail


def gaussian_cloud(n: int, rng: np.random.Generator, d: int = 2) -> Array:
    """N points of the standard Gaussian in d dimensions, (n, d).

    >>> gaussian_cloud(3, np.random.default_rng(0)).shape
    (3, 2)
    """
    return as_generator(rng).standard_normal((as_count(n, "n"), as_count(d, "d")))


def moons(n: int, rng: np.random.Generator, noise: float = 0.15) -> tuple[Array, Array]:
    """Two interleaved half circles, (n, 2), with labels +1 (upper) and -1 (lower).

    No straight line separates them.

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

    >>> X, t = horseshoe(100, np.random.default_rng(0))
    >>> X.shape, bool((np.abs(X) < 2).all())
    ((100, 2), True)
    """
    noise = as_number(noise, "noise", "be a number >= 0", lambda v: v >= 0)
    t = as_generator(rng).uniform(-np.pi / 2 + 0.45, 3 * np.pi / 2 - 0.45, size=as_count(n, "n"))
    X = np.column_stack([np.cos(t), 1.6 * np.sin(t)])
    return X + noise * rng.standard_normal((n, 2)), t


def digits(positive: int = 3, negative: int = 8) -> tuple[Array, Array]:
    """Two classes of handwritten digits: 8 x 8 pixels with values 0 to 16, labels +1 and -1.

    The 1797 digits come with scikit-learn (from the UCI repository), so no network is needed.

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
