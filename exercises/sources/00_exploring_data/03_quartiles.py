# %% [markdown]
# ## Quartiles
#
# Return the three quartiles $Q_1,Q_2,Q_3$ of the numbers `x`: the medians of the lower half, of all numbers, and of the upper half. If `n` is odd, **both** halves contain the number in the middle. For (5, 1, 4, 2, 3) the halves are (1, 2, 3) and (3, 4, 5), and the quartiles are 2, 3, 4. The first two lines are given: `ordered` is the sorted list, and `half` is how many numbers a half has. One line is missing; `np.median` may help.

# %%
import numpy as np


def quartiles(x):
    ordered = np.sort(x)
    half = (len(x) + 1) // 2
    ### BEGIN SOLUTION
    return np.median(ordered[:half]), np.median(ordered), np.median(ordered[-half:])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# `ordered[:half]` are the first `half` numbers, `ordered[-half:]` the last. Counting one half from each end gets odd and even right without asking which it is. numpy's own `np.quantile` interpolates by another rule and disagrees for even n:

# %% tags=["solution"]
six = np.array([1, 2, 4, 8, 16, 32])
print("halves:", *(f"{q:g}" for q in quartiles(six)))
print("numpy: ", *(f"{q:g}" for q in np.quantile(six, (0.25, 0.5, 0.75))))

# %% tags=["check"]
import numpy as np

from featurespace import describe
from featurespace.checks.check import Check, Misconception
from featurespace.checks.describe.shared import lists


def _of_halves(lower, upper, middle=np.median):
    """Three quartiles, with the halves cut by the two given rules."""

    def three(x):
        x, n = np.sort(x), len(x)
        return middle(lower(x, n)), np.median(x), middle(upper(x, n))

    return three


def _looked_up(seen, x):
    """The first quartile that is wrong, and the numbers that it is the median of."""
    ordered, half = np.sort(x), (len(x) + 1) // 2
    parts = {"lower half": ordered[:half], "whole list": ordered, "upper half": ordered[-half:]}
    for got, (name, part) in zip(seen, parts.items(), strict=True):
        if not np.isclose(got, np.median(part)) and len(part) <= 6:
            listed = ", ".join(f"{v:.5g}" for v in part)
            return f"the {name}, sorted, is {listed}. Its median is not {float(got):.5g}."
    return ""


CHECK = Check(
    answer=quartiles,
    section="Scale: how far do they scatter?",
    difficulty=1,
    minutes=5,
    kind="practice",
    twin=lambda x: tuple(describe.quartiles(x)),
    example=((np.array([5, 1, 4, 2, 3]),), (2, 3, 4)),
    inputs=lists,
    explain=_looked_up,
    misconceptions=(
        Misconception(
            lambda x: (
                np.median(x[: (len(x) + 1) // 2]),
                np.median(x),
                np.median(x[-((len(x) + 1) // 2) :]),
            ),
            "The halves are those of `x` as it came. The lower half holds the smaller numbers: cut the sorted list, `ordered`.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: n // 2], lambda x, n: x[-(n // 2) :]),
            "Right for even n. For odd n you left the median out of both halves. Some books do; here both halves keep it, so each has `(n + 1) // 2` numbers.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[(n + 1) // 2 :]),
            "Right for even n. For odd n the lower half keeps the median and the upper half loses it. Count the upper half from the end.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: n // 2], lambda x, n: x[n // 2 :]),
            "Right for even n. For odd n the upper half keeps the median and the lower half loses it. Use `half`, which is rounded up.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[(n + 1) // 2 - 1 :]),
            "Right for odd n. For even n your upper half has one number too many: it begins inside the lower half. Count it from the end.",
        ),
        Misconception(
            lambda x: tuple(np.quantile(x, (0.25, 0.5, 0.75))),
            "Right for odd n. For even n numpy interpolates at another place than the halves rule. (More than ten rules are in use; a report should say which.) Take medians of the halves.",
        ),
        Misconception(
            lambda x: tuple(np.sort(x)[[int(np.ceil(len(x) * q)) - 1 for q in (0.25, 0.5, 0.75)]]),
            "You picked one observation for each quartile. Here a quartile is the median of a half, which may lie between two observations.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[-((n + 1) // 2) :], np.mean),
            "The halves are right, but you took their means. Take their medians: quartiles should not move when the largest number does.",
        ),
        Misconception(
            lambda x: (*describe.quartiles(x)[:1], np.mean(x), describe.quartiles(x)[2]),
            "The outer two are right. The one in the middle is the median of all numbers; you took their mean.",
        ),
        Misconception(
            lambda x: (np.min(x), np.median(x), np.max(x)),
            "The median is right. The smallest and the largest number are the ends of the list; the other two quartiles are the medians of its halves.",
        ),
        Misconception(
            lambda x: tuple(describe.quartiles(x))[::-1],
            "Right numbers, wrong order: from the lowest to the highest.",
        ),
        Misconception(
            _of_halves(
                lambda x, n: x[: (n + 1) // 2],
                lambda x, n: x[-((n + 1) // 2) :],
                lambda part: part[len(part) // 2],
            ),
            "The halves and the median are right. But where a half has two numbers in its middle, you take the upper one: take the mean of both, as `np.median` does.",
        ),
        Misconception(
            _of_halves(
                lambda x, n: x[: (n + 1) // 2],
                lambda x, n: x[-((n + 1) // 2) :],
                lambda part: part[(len(part) - 1) // 2],
            ),
            "The halves and the median are right. But where a half has two numbers in its middle, you take the lower one: take the mean of both, as `np.median` does.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: n // 2 + 1], lambda x, n: x[-(n // 2 + 1) :]),
            "Right for odd n. For even n each of your halves has one number too many and reaches into the other: `half` numbers, not `n // 2 + 1`.",
        ),
        Misconception(
            _of_halves(
                lambda x, n: x[: (n + 1) // 2], lambda x, n: x[-((n + 1) // 2) :], lambda part: part
            ),
            "The median is right, and so are the two halves. But they are whole halves still: return the median of each.",
        ),
        Misconception(
            lambda x: (
                np.mean(np.sort(x)[: (len(x) + 1) // 2]),
                np.mean(x),
                np.mean(np.sort(x)[-((len(x) + 1) // 2) :]),
            ),
            "The halves are right, but you took means, three times. Quartiles are medians: they should not move when the largest number does.",
        ),
        Misconception(
            lambda x: tuple(np.sort(x)[[len(x) // 4, len(x) // 2, 3 * len(x) // 4]]),
            "You took the sorted numbers at the places n/4, n/2 and 3n/4. A quartile is a median: if a half, or the list, has two numbers in its middle, it lies halfway between them.",
        ),
        Misconception(
            lambda x: (
                describe.quartiles(x)[0],
                (describe.quartiles(x)[0] + describe.quartiles(x)[2]) / 2,
                describe.quartiles(x)[2],
            ),
            "The outer two are right. The one in the middle is the median of all numbers; you took the point halfway between the outer two.",
        ),
        Misconception(
            lambda x: tuple(describe.quartiles(np.unique(x))),
            "Right if all numbers differ. Where a number comes twice you count it once, as `np.unique` does; each has its vote, so cut `ordered` as it is.",
        ),
        Misconception(
            _of_halves(
                lambda x, n: x[: max((n - 1) // 2, 1)], lambda x, n: x[-max((n - 1) // 2, 1) :]
            ),
            "Each of your halves has one number too few: `ordered[:half]` holds `half` numbers, for the last place is not counted.",
        ),
    ),
    hints=(
        "Each quartile is a median: of the lower half, of everything, of the upper half. Which numbers are the upper half?",
        "`ordered[:half]` holds the first `half` numbers, `ordered[-half:]` the last `half` numbers, whether n is odd or even.",
        "`return np.median(ordered[:half]), np.median(ordered), np.median(ordered[-half:])`",
    ),
    praise="About half of the numbers lie between the first and the third; from five numbers on, the largest can grow as it likes and moves none of the three.",
)
