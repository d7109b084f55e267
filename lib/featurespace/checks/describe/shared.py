"""Built from exercises/sources/00_exploring_data/shared.py by `make notebooks`: do not edit."""

"""What several checks of the chapter use: data, and comparisons."""

import numpy as np

from featurespace.checks.compare import Problem, kind
from featurespace.checks.compare import numbers as as_numbers


def lists(rng: np.random.Generator) -> list[tuple]:
    """Unsorted lists of numbers, of odd and of even length; one of them whole, with doubles."""
    drawn = [(rng.normal(3, 2, n),) for n in (5, 8, 11, 6, 2)]
    return [*drawn, (np.array([5, 0, 4, 1, 9, 2, 1, 3, 1, 4]),)]


def skewness(x) -> float:
    """The mean cubed standard score (DME-1.13)."""
    d = x - np.mean(x)
    return np.mean(d**3) / np.mean(d**2) ** 1.5


def several(answer, n: int) -> np.ndarray:
    """The answer as n finite numbers, or a Problem that says what it is instead."""
    one_by_one = isinstance(answer, (set, range, tuple))
    try:
        got = as_numbers(list(answer) if one_by_one else answer, np.zeros(n))
    except Problem:
        raise Problem(f"Expected {n} numbers; your function returned {kind(answer)}.") from None
    if got.shape != (n,):
        raise Problem(f"Expected {n} numbers; your function returned {kind(got)}.")
    if not np.isfinite(got).all():
        raise Problem(
            "Your numbers hold NaN or infinity; finite ones are asked for. (Is there a division by zero?)"
        )
    return got
