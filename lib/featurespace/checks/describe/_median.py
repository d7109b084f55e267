"""Built from exercises/sources/00_exploring_data/01_median.py by `make notebooks`: do not edit."""

import numpy as np


def median(x):
    x = np.sort(x)
    n = len(x)
    if n % 2 == 1:
        return x[n // 2]
    return (x[n // 2 - 1] + x[n // 2]) / 2


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.describe.shared import lists


def _middle(x):
    n = len(x)
    return x[n // 2] if n % 2 else (x[n // 2 - 1] + x[n // 2]) / 2


def _uneven(x, share):
    """The two in the middle of an even list added, the upper one with a share only."""
    n = len(x)
    return x[n // 2] if n % 2 else x[n // 2 - 1] + share * x[n // 2]


CHECK = Check(
    answer=median,
    section="Location: where are the numbers?",
    difficulty=1,
    minutes=3,
    kind="practice",
    example=((np.array([5, 1, 4, 2]),), 3),
    twin=np.median,
    inputs=lambda rng: [*lists(rng), (np.array([7.5]),), (np.array([-4.5, 3, 1, -2, 6]),)],
    misconceptions=(
        Misconception(
            _middle,
            "You took the middle of the list as it came. The median is the middle of the sorted list: put a copy in order first.",
        ),
        Misconception(
            lambda x: _middle(np.unique(x)),
            "Right if all numbers differ. Where a number comes twice you count it once, but each has its vote: sort without dropping doubles, by `np.sort`.",
        ),
        Misconception(
            lambda x: np.sort(x)[len(x) // 2],
            "Right for odd n. For even n there are two numbers in the middle, and you return the upper one: return their mean.",
        ),
        Misconception(
            lambda x: np.sort(x)[(len(x) - 1) // 2],
            "Right for odd n. For even n there are two numbers in the middle, and you return the lower one: return their mean.",
        ),
        Misconception(
            np.mean,
            "That is the mean. The median is the number in the middle once they are sorted.",
        ),
        Misconception(
            lambda x: (np.min(x) + np.max(x)) / 2,
            "That is halfway between the smallest and the largest number, wherever the others are. The median has as many numbers below it as above.",
        ),
        Misconception(
            lambda x: _middle(x[np.argsort(np.abs(x), kind="stable")]),
            "Right if no number is negative. You sort by size without the sign, but −2 lies below 1: sort the numbers as they are, by `np.sort(x)`.",
        ),
        Misconception(
            lambda x: _middle(np.argsort(x)),
            "Those are places, not numbers: `np.argsort` says where the sorted numbers stand. `np.sort` gives the numbers themselves.",
        ),
        Misconception(
            lambda x: _middle(np.sort(np.trunc(x))),
            "Decimals are cut off on the way, as `int` does. The numbers need not be whole: sort them as they are.",
        ),
        Misconception(
            lambda x: np.floor(_middle(np.sort(x))) if len(x) % 2 == 0 else _middle(np.sort(x)),
            "Right for odd n. For even n the mean of the two in the middle need not be whole, and `//` rounds it down: divide by `/`.",
        ),
        Misconception(
            lambda x: _uneven(np.sort(x), 1 / 2),
            "Right for odd n. For even n brackets are missing: `a + b / 2` halves only `b`. The sum comes first: `(a + b) / 2`.",
        ),
        Misconception(
            lambda x: _uneven(np.sort(x), 1),
            "Right for odd n. For even n you add the two in the middle; halve the sum.",
        ),
        Misconception(
            lambda x: np.sort(x)[1:-1].mean() if len(x) > 2 else np.mean(x),
            "You leave out the smallest and the largest number and take the mean of the others. The median leaves out all but the one, or the two, in the middle.",
        ),
        Misconception(
            lambda x: np.sort(x)[
                [len(x) // 2, min(len(x) // 2 + (len(x) + 1) % 2, len(x) - 1)]
            ].mean(),
            "Right for odd n. For even n your two are one place too high: Python counts from 0, so the middle two are `x[n // 2 - 1]` and `x[n // 2]`.",
        ),
    ),
    hints=(
        "The lines below your gap take the middle of `x` as it is. In which order should `x` be by then?",
        "`np.sort(x)` returns a sorted copy; give it the name `x`.",
        "`x = np.sort(x)`",
    ),
    praise="The middle one, or the mean of the middle two.",
)
