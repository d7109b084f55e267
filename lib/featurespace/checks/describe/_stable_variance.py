"""Built from exercises/sources/00_exploring_data/14_stable_variance.py by `make notebooks`: do not edit."""

import numpy as np


def stable_variance(x):
    deviations = x - np.mean(x)
    return np.mean(deviations**2)


from fractions import Fraction

import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match


def _printed(x):
    return np.mean(x**2) - np.mean(x) ** 2


def _old_mean_twice(x):
    mean, total = 0.0, 0.0
    for n, value in enumerate(x, 1):
        step = value - mean
        mean += step / n
        total += step**2
    return total / len(x)


_CANCELS = "around {place:.0e} the variance came out as {got:.4g}; {right:.4g} was expected. If yours is right for small numbers, digits are lost far from zero: subtract the mean, or any number near it, before you square or multiply. (Dividing does not help.)"


_SINGLE = "Your function computes in single precision, which holds seven digits: around 1e9 the numbers themselves are lost in it. Leave `x` in double precision."


def _verify_variance(answer, x) -> None:
    right = np.var(x)
    single = np.size(answer) == 1 and getattr(answer, "dtype", None) in (np.float32, np.float16)
    if single and abs(right - np.asarray(answer).item()) > right / 10:
        raise Problem(_SINGLE)
    try:
        match(float(answer) if isinstance(answer, Fraction) else answer, right, 1e-5)
    except Problem:
        if abs(x[0]) < 1e6 or np.size(answer) != 1 or not np.isfinite(answer):
            raise
        place, got = np.abs(x).max(), np.asarray(answer).item()
        raise Problem(_CANCELS.format(place=place, got=got, right=right)) from None


CHECK = Check(
    answer=stable_variance,
    section="Find the slip",
    difficulty=2,
    minutes=10,
    kind="slip",
    inputs=lambda rng: [
        (rng.normal(2, 3, 3),),
        (rng.normal(2, 3, 7),),
        (1e9 + np.array([3.0, 1.0, 4.0, 1.0, 5.0]),),
        (-3e9 + np.array([2.0, 7.0, 1.0, 8.0]),),
        (1e12 + np.arange(5.0),),
    ],
    example=((np.array([0.0, 1.0, 2.0]),), 2 / 3),
    twin=np.var,
    tolerance=1e-5,
    verify=_verify_variance,
    misconceptions=(
        Misconception(
            _printed,
            "That is the printed program still: the mean of the squares minus the square of the mean. Far from zero both are huge, all digits that matter are beyond the sixteenth. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: abs(_printed(x)),
            "`abs` hides that a variance came out negative. The digits are lost all the same, in the subtraction before it. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: max(_printed(x), 0.0),
            "Cutting off at zero hides that a variance came out negative. The digits are lost all the same, in the subtraction before it. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: np.var(x, ddof=1),
            "Stable, but divided by n − 1. Variances of this course divide by n.",
        ),
        Misconception(
            lambda x: np.mean(np.abs(x - x.mean())),
            "Stable, but that is the mean absolute deviation. Square the deviations.",
        ),
        Misconception(
            lambda x: np.mean((x - np.median(x)) ** 2),
            "Stable, but these are deviations from the median. The variance takes them from the mean.",
        ),
        Misconception(np.std, "Stable, but that is the standard deviation. Leave the root out."),
        Misconception(
            lambda x: len(x) * np.var(x),
            "Stable, but that is the sum of the squared deviations. Divide by n.",
        ),
        Misconception(
            lambda x: np.mean((x - x[0]) ** 2),
            "Shifting first is the right idea. But these are deviations from `x[0]`; subtract the square of their mean as well, or shift by the mean.",
        ),
        Misconception(
            lambda x: np.mean((x - x.min()) ** 2),
            "Shifting first is the right idea. But these are deviations from the smallest number; subtract the square of their mean as well, or shift by the mean.",
        ),
        Misconception(
            lambda x: _printed(x - 1e9),
            "Shifting first is the right idea, but 1e9 is near only some of the numbers. Shift by one of their own: `x[0]`, or the mean.",
        ),
        Misconception(
            lambda x: 0.0,
            "That is zero on every input. Deviations from the mean cancel when they are added: square each of them first, then average.",
        ),
        Misconception(
            lambda x: np.mean(np.diff(x) ** 2) / 2,
            "Those are differences of neighbours in the list. The variance takes the deviations from the mean, in whatever order the numbers come.",
        ),
        Misconception(
            lambda x: np.mean((x - np.round(x.mean())) ** 2),
            "Right if the mean is a whole number. You round it before you subtract; leave it as it is.",
        ),
        Misconception(
            _old_mean_twice,
            "A running mean is the right idea. But you square the step from the old mean; multiply it by the step from the new one, `(v - old) * (v - new)`.",
        ),
        Misconception(
            lambda x: np.var(x) - np.mean(x) ** 2,
            "The mean comes off twice: once from each number, and its square once more at the end. After the first nothing is left to subtract.",
        ),
    ),
    hints=(
        "Follow the definition, the mean squared deviation, to the letter. And look at what gets squared: the square of 1e9 needs eighteen digits, and a float has sixteen.",
        "Subtract the mean from x, then square, then average: two passes over the data.",
        "`return np.mean((x - np.mean(x)) ** 2)`",
    ),
    praise="On paper both forms are equal; in sixteen digits only one of them is right.",
)
