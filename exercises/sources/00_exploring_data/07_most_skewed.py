# %% [markdown]
# ## How skewed can it get?
#
# Skewness is the mean cubed standard score; everything in it divides by $n$. Below are ten labels, and the same ten with the last one wildly wrong, then more so, then absurdly so:

# %%
import numpy as np


def skewness(x):
    z = (x - np.mean(x)) / np.std(x)
    return np.mean(z**3)


for last in (9, 90, 9000, 9_000_000):
    print(f"{last:>7}: skewness {skewness(np.array([0, 1, 1, 1, 2, 3, 4, 4, 5, last])):.3f}")

# %% [markdown]
# There is a ceiling. Find it: return two things, `n` numbers whose skewness is as large as it can be for `n` numbers ($n\ge3$), **and** that largest skewness, for any `n`.


# %%
def most_skewed(n):
    ### BEGIN SOLUTION
    x = np.zeros(n)
    x[-1] = 1
    return x, (n - 2) / np.sqrt(n - 1)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# *The value.* Scale does not matter, so put $n-1$ numbers at $-1$ and one at $n-1$. The mean is 0, the variance $\frac{(n-1)+(n-1)^2}n=n-1$, the mean cube $\frac{(n-1)^3-(n-1)}n=(n-1)(n-2)$. Divide by $(n-1)^{3/2}$.
#
# *Why nothing does better.* Maximise $\sum z_i^3$ over scores with $\sum z_i=0$ and $\sum z_i^2=n$. Where it is largest, Lagrange says $3z_i^2=\lambda+2\mu z_i$ for every $i$: a quadratic equation, so the $z_i$ take only two values. If $k$ of them take the upper one, and $p=k/n$, the skewness is $(1-2p)/\sqrt{p(1-p)}$, which falls as $p$ grows. So $k=1$. Twenty thousand random lists of five agree:

# %% tags=["solution"]
rng = np.random.default_rng(0)
best = max(skewness(x) for x in rng.exponential(size=(20_000, 5)))
print(f"n = 5: ceiling {most_skewed(5)[1]:.3f}, best of twenty thousand {best:.3f}")
print(f"n = 10: ceiling {most_skewed(10)[1]:.3f}")
assert best <= most_skewed(5)[1]

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind, tolerance_of
from featurespace.checks.compare import numbers as as_numbers
from featurespace.checks.describe.shared import several, skewness


def _bound(n):
    return (n - 2) / np.sqrt(n - 1)


def _one_apart(n):
    return np.append(np.zeros(n - 1), 1.0)


def _tower(numbers=_one_apart, bound=_bound):
    return lambda n: (numbers(n), bound(n))


_EQUAL = "All your numbers are equal; they have no spread, and skewness is 0/0."


_LEFT = "As far as it goes, but to the wrong side: your long tail is on the left and the skewness negative. Turn it round."


_SKEWLESS = (
    "The skewness of your numbers is zero. It grows as one side gets fewer and farther points."
)


_CLOSE = "Very close. What keeps you from the top is that the small numbers still differ among themselves."


_WRONG_BOUNDS = {
    np.sqrt: "The numbers x are right. √n is the bound of a corrected skewness that some programs print; here everything divides by n.",
    lambda n: np.sqrt(n - 1): (
        "The numbers x are right. √(n − 1) is the largest possible standard score; its cube is shared among n, and the other numbers pull a little to the left."
    ),
    lambda n: 8 / 3: (
        "The numbers x are right. 8/3 is the ceiling for ten numbers, as in the prelude; for other n it is another: try `skewness(x)` for a few n."
    ),
    lambda n: _bound(n) * ((n - 1) / n) ** 1.5: (
        "The numbers x are right. For the bound you divided by n − 1 in the standard deviation; here everything divides by n."
    ),
    lambda n: n - 2 + 1 / (n - 1): (
        "The numbers x are right. But that is the ceiling of the kurtosis, the mean fourth power; for the skewness take the third."
    ),
    lambda n: n - 2.0: (
        "The numbers x are right. With n − 1 of them at −1 and one at n − 1 the mean cube is (n − 1)(n − 2); divide that by the cube of the standard deviation."
    ),
}


def _lower(x) -> str:
    """What keeps the numbers from a larger skewness."""
    values, counts = np.unique(x, return_counts=True)
    if len(values) == 2:
        return f"Of your two values the upper one comes {counts[1]} times: try fewer, and more."
    return "Apart from the largest, your numbers differ among themselves: does that help?"


def _verify_tower(answer, n) -> None:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Problem(f"Return x and the bound, two things; you returned {kind(answer)}.")
    if np.size(answer[0]) == 1 and np.size(answer[1]) == n:
        raise Problem("The two are swapped: first the numbers, then the bound.")
    x = several(answer[0], n)
    close = tolerance_of(answer[0], 1e-9)
    if np.abs(x - x.mean()).max() <= 1e-12 * np.abs(x).max():
        raise Problem(_EQUAL)
    reached, best = skewness(x), _bound(n)
    if reached < -0.99 * best:
        raise Problem(_LEFT)
    if abs(reached) < close:
        raise Problem(_SKEWLESS)
    if reached < 0.99 * best:
        raise Problem(f"the skewness of your x is {reached:.4g}; more is possible. {_lower(x)}")
    if np.ptp(np.sort(x)[:-1]) > tolerance_of(answer[0], 1e-14) * np.ptp(x):
        raise Problem(_CLOSE)
    bound = as_numbers(answer[1], np.zeros(()))
    if bound.shape:
        raise Problem(
            f"The numbers x are right. The bound should be a number; it is {kind(bound)}."
        )
    for wrong, sentence in _WRONG_BOUNDS.items():
        if np.isclose(bound, wrong(n), rtol=1e-9):
            raise Problem(sentence)
    if not abs(bound - best) <= tolerance_of(answer[1], 1e-9) * best:
        if any(bound == np.round(best, digits) for digits in range(1, 9)):
            raise Problem("The numbers x are right. The bound is rounded: return it as it is.")
        raise Problem(
            f"The numbers x are right: nothing beats their skewness, {best:.5g}. But your bound says {bound:.5g}. Put n − 1 of the numbers at −1 and one at n − 1, and work out variance and mean cube."
        )


CHECK = Check(
    answer=most_skewed,
    section="Shape: lopsided, heavy-tailed",
    difficulty=3,
    minutes=20,
    kind="transfer",
    inputs=lambda rng: [(12,), (3,), (40,), (7,)],
    verify=_verify_tower,
    misconceptions=(
        Misconception(_tower(lambda n: -_one_apart(n)), _LEFT),
        Misconception(_tower(lambda n: np.arange(n) - n / 2), _SKEWLESS),
        Misconception(lambda n: (np.append(np.arange(n - 1), 100.0 * n), _bound(n)), _CLOSE),
        Misconception(_tower(np.ones), _EQUAL),
        *(Misconception(_tower(bound=wrong), text) for wrong, text in _WRONG_BOUNDS.items()),
    ),
    hints=(
        "Try a few lists by hand or at random and watch what the most skewed ones have in common. How many different values do you need?",
        "Two values are enough. If k of the n numbers take the upper one, which k makes it most lopsided?",
        "Take n − 1 equal numbers and a single larger one. Put the others at −1 and that one at n − 1: mean 0, variance n − 1, mean cube (n − 1)(n − 2).",
    ),
    praise="However wild the outlier, the skewness of n points stops at (n − 2)/√(n − 1). It says as much about n as about the tail.",
)
