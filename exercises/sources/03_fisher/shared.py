"""What several checks of the chapter use: data, and comparisons."""

from collections.abc import Callable

import numpy as np
from numpy.linalg import norm, solve

from featurespace import fisher
from featurespace.kernels import Gaussian, Linear, Polynomial

FOUR = np.array([[4, 1], [0, -1], [1, 1], [-1, -1]])  # points whose numbers come out by hand
SIDES = np.array([1, 1, -1, -1])
RIDGE = "Does the ridge stand on the diagonal only? A number added to a matrix goes to every entry; `np.eye(n)` keeps it on the diagonal."


def labelled(rng: np.random.Generator, n_plus: int, n_minus: int, d: int = 3):
    """Two slanted clouds away from the origin, their points in mixed order."""
    y = rng.permutation(np.repeat([1.0, -1.0], [n_plus, n_minus]))
    slant = np.triu(rng.uniform(0.3, 1.2, (d, d)))
    return rng.normal(size=(len(y), d)) @ slant + 0.5 * np.outer(y, np.ones(d)) + 1.5, y


def labelled_kernels(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices of two classes of unequal sizes."""
    cases = ((3, 5, Linear()), (7, 2, Polynomial(2)), (2, 4, Gaussian(1.5)))
    worlds = [(kernel, labelled(rng, p, m)) for p, m, kernel in cases]
    return [(kernel(X), y) for kernel, (X, y) in worlds]


def sizes(y) -> tuple[int, int, int]:
    """How many points there are in all, and in each class."""
    return len(y), int((y > 0).sum()), int((y < 0).sum())


def signed(y):
    """The weights 1/n₊ and −1/n₋, with which f becomes μ₊ − μ₋."""
    _, p, m = sizes(y)
    return np.where(y > 0, 1 / p, -1 / m)


def systems(rng: np.random.Generator) -> list[tuple]:
    """K, y, the matrix B and a ridge."""
    return [
        (K, y, fisher.within_class_matrix(y), lam)
        for (K, y), lam in zip(labelled_kernels(rng), (0.5, 2.0, 0.25), strict=True)
    ]


def ridged(A, lam):
    """The matrix with a ridge on its diagonal."""
    return A + lam * np.eye(len(A))


def harmonic(lam, n, p, m):
    """The ridge λ' that belongs to B."""
    return lam * 2 * p * m / n


def book_alpha(K, y, B, lam):
    """The weights of the printed system."""
    return solve(ridged(B @ K, lam), y)


def halfway(plus, minus):
    """The place halfway between two means."""
    return (plus.mean() + minus.mean()) / 2


# What is seen in an answer that no mistake on the list explains

ORDER = "You took the first n₊ points as class +1, but the labels stand in any order: `y > 0` and `y < 0` select the classes."


def positives_first(rule: Callable) -> Callable:
    """The rule as if the points of class +1 came first."""
    return lambda first, y, *rest: rule(first, -np.sort(-y), *rest)


def shown(numbers) -> str:
    """A few numbers as they would be typed."""
    return "[" + ", ".join(f"{v + 0.0:.3g}" for v in np.round(numbers, 9)) + "]"


def close(one, two) -> bool:
    """Whether two values agree, measured by the larger."""
    one, two = np.asarray(one, dtype=float), np.asarray(two, dtype=float)
    return bool(np.abs(one - two).max() <= 1e-6 * max(np.abs(one).max(), np.abs(two).max(), 1e-300))


# What is free: each makes one value of all that are equally right


def same_rule(value):
    """A direction and its cut, both over the length of the direction."""
    try:
        direction, cut = value
        w = np.asarray(direction)
        length = norm(w)
        if w.ndim == 1 and 0 < length < np.inf:
            exact = w.dtype if w.dtype.kind == "f" else float
            return w / length, np.asarray(cut, dtype=exact) / length
    except Exception:  # no direction and no cut: the comparison will say so
        return value
    return value


def of_length_one(value):
    """A list of numbers, over its length."""
    try:
        v = np.asarray(value)
        length = norm(v)
        return v / length if v.ndim == 1 and 0 < length < np.inf else value
    except Exception:  # no numbers: the comparison will say so
        return value


def as_rows(value):
    """Tables of one row or one column as plain lists of numbers."""
    try:
        if isinstance(value, np.ndarray) and value.ndim == 3:
            value = tuple(value)
        if isinstance(value, (tuple, list)):
            flat = (np.ndim(part) == 2 and 1 in np.shape(part) for part in value)
            return tuple(
                np.ravel(part) if is_flat else part
                for part, is_flat in zip(value, flat, strict=True)
            )
    except Exception:  # no tables: the comparison will say so
        return value
    return value
