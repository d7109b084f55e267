# %% [markdown]
# ## Not symmetric, yet not skewed
#
# Skewness is the mean cubed standard score, $\frac1n\sum_i\bigl(\frac{x_i-\bar x}s\bigr)^3$, with $s$ the standard deviation. Symmetric numbers have skewness zero. Do numbers with skewness zero have to be symmetric? Return six **different** integers, with skewness exactly zero, that are not symmetric about their mean. Thinking will do it, and so will a search by program (`combinations` from `itertools` is imported).

# %%
from itertools import combinations


def lopsided():
    ### BEGIN SOLUTION
    for x in combinations(range(-9, 10), 6):
        balanced = sum(x) == 0 and sum(v**3 for v in x) == 0
        symmetric = sorted(-v for v in x) == list(x)
        if balanced and not symmetric:
            return x
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With mean 0 only the cubes count. Work with integers and no round-off can blur "exactly zero". The search finds the list below. Smaller numbers will not do: between −6 and 6 there is no such list at all, whatever its mean, as a second search shows. (If a number may come twice, −5, −1, −1, −1, 4, 4 is smaller.)

# %% tags=["solution"]
print(lopsided())
for x in combinations(range(-6, 7), 6):
    d = [6 * v - sum(x) for v in x]  # six times the deviations: integers, with mean 0
    assert sum(v**3 for v in d) != 0 or sorted(-v for v in d) == d

# %% tags=["check"]
from types import GeneratorType

import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem
from featurespace.checks.describe.shared import several, skewness

_SYMMETRIC = "The skewness is zero, but your numbers are symmetric: turned round about their mean they are the same numbers. Any other way to make it zero?"


_REPEATED = "Six different integers are asked for; one of yours comes twice or more."


_ABOUT_ZERO = "Your cubes sum to zero, but the mean of your numbers is not 0. Skewness cubes the deviations from the mean: make the sum of the numbers zero too, or subtract the mean first."


_MEAN_IS_MEDIAN = "Mean and median of your numbers agree, but that does not make the skewness zero: the cubed deviations must cancel."


_ABOUT_MEDIAN = "Your cubed deviations from the median sum to zero. Skewness takes deviations from the mean, and that is another number here."


def _verify_lopsided(answer) -> None:
    if isinstance(answer, GeneratorType):
        raise Problem("Your function yields its finds one by one: `return` the first of them.")
    if isinstance(answer, (list, np.ndarray)) and len(np.shape(answer)) == 2:
        raise Problem("You returned a list of lists. One list of six numbers is asked for.")
    got = several(answer, 6)
    if (got != np.round(got)).any():
        raise Problem(
            "All six numbers should be integers. (A common factor does not change the skewness.)"
        )
    x = [int(v) for v in got]
    d = [6 * v - sum(x) for v in x]  # six times the deviations from the mean, exactly
    if len(set(x)) < 6:
        raise Problem(_REPEATED)
    if sum(v**3 for v in d) == 0:
        if sorted(d) == sorted(-v for v in d):
            raise Problem(_SYMMETRIC)
        return
    if sum(v**3 for v in x) == 0:
        raise Problem(_ABOUT_ZERO)
    if sum((v - np.median(x)) ** 3 for v in x) == 0:
        raise Problem(_ABOUT_MEDIAN)
    if np.median(d) == 0:
        raise Problem(_MEAN_IS_MEDIAN)
    raise Problem(f"The skewness of your numbers is {skewness(got):.3g}, not 0.")


CHECK = Check(
    answer=lopsided,
    section="Shape: lopsided, heavy-tailed",
    difficulty=2,
    minutes=15,
    kind="transfer",
    inputs=lambda rng: [()],
    verify=_verify_lopsided,
    misconceptions=(
        Misconception(lambda: (-3, -2, -1, 1, 2, 3), _SYMMETRIC),
        Misconception(lambda: (-5, -1, -1, -1, 4, 4), _REPEATED),
        Misconception(lambda: (3, 4, 5, -6, 1, -1), _ABOUT_ZERO),
        Misconception(lambda: (-5, -4, -1, 1, 2, 7), _MEAN_IS_MEDIAN),
        Misconception(lambda: (-19, 3, 4, 6, 23, 25), _ABOUT_MEDIAN),
    ),
    hints=(
        "Zero skewness means that the cubed deviations from the mean sum to zero. If the mean is 0, the numbers and their cubes must both sum to zero.",
        "Let the machine look: `combinations(range(-9, 10), 6)` runs through all choices of six different integers. Test each of them: do the two sums vanish, and is it not symmetric?",
        "Keep `x` if `sum(x) == 0`, `sum(v**3 for v in x) == 0` and `sorted(-v for v in x) != sorted(x)`. The first one found begins with −9, −5.",
    ),
    praise="Symmetry makes the skewness zero; a zero skewness makes nothing symmetric.",
)
