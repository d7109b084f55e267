# %% [markdown]
# ## Find the slip
#
# A salesman says: "Each customer sets the threshold at the $r$-th smallest of $m$ distances of their own. It is proven that the alarm then rings for a healthy point with probability $\frac{m+1-r}{m+1}$. So nearly every customer has at most this rate." Find the slip by counting.
#
# Measured by their own distribution function, distances are uniform on [0, 1], and a customer whose threshold is $t$ has the alarm rate $1-t$. Each row of `u` (customers, m) holds the uniform distances of one customer. Return the **fraction of customers** whose own rate exceeds $\frac{m+1-r}{m+1}$.
#
# For the three customers `u = [[0.1, 0.5], [0.3, 0.9], [0.6, 0.2]]` and `r = 2` the thresholds are 0.5, 0.9 and 0.6, the rates 0.5, 0.1 and 0.4, and two of them exceed 1/3: the answer is 2/3.

# %%
import numpy as np


def fraction_above(u, r):
    ### BEGIN SOLUTION
    m = u.shape[1]
    threshold = np.sort(u, axis=1)[:, r - 1]
    return np.mean(1 - threshold > (m + 1 - r) / (m + 1))
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The proof is about the *average* of the rates over customers, and the average is indeed $\frac{m+1-r}{m+1}$. The salesman turns it into a promise to nearly everyone. Single customers scatter on both sides; with $r=m$ (the maximum) a customer has bad luck if all $m$ distances lie below $1-\frac1{m+1}$, which happens with probability $(1-\frac1{m+1})^m$, more than a third for every $m$:

# %% tags=["solution"]
u = np.random.default_rng(0).random((20_000, 20))
rates = 1 - u.max(axis=1)
print(
    f"average rate {rates.mean():.4f} (1/21 = {1 / 21:.4f}); above it {fraction_above(u, 20):.1%}"
)

# %% tags=["check"]
from scipy.stats import beta

from featurespace.checks.check import Check, Misconception


def _customers(rng: np.random.Generator) -> list[tuple]:
    sizes = ((240, 20, 20), (150, 9, 7), (90, 4, 2), (35, 1, 1), (12, 30, 10))
    return [(rng.random((customers, m)), r) for customers, m, r in sizes]


def _counted(u, r):
    """By counting: the r-th smallest is below a limit if r of the numbers are."""
    m = u.shape[1]
    return np.mean([sum(x < r / (m + 1) for x in row) >= r for row in u])


def _thresholds(u, r):
    return np.sort(u, axis=1)[:, r - 1]


def _promised(u, r):
    return (u.shape[1] + 1 - r) / (u.shape[1] + 1)


CHECK = Check(
    answer=fraction_above,
    section="On average, or for you?",
    difficulty=3,
    minutes=12,
    kind="slip",
    example=((np.array([[0.1, 0.5], [0.3, 0.9], [0.6, 0.2]]), 2), 2 / 3),
    twin=_counted,
    inputs=_customers,
    misconceptions=(
        Misconception(
            lambda u, r: (1 - _thresholds(u, r)).mean(),
            "That is the average rate over customers, the part of the claim that does hold. Count instead how many single customers lie above it.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) <= _promised(u, r)).mean(),
            "You counted the customers for whom the claim holds; count those for whom it fails.",
        ),
        Misconception(
            lambda u, r: (_thresholds(u, r) > _promised(u, r)).mean(),
            "You compared the threshold itself. The alarm rate of a customer is what lies beyond it: one minus the threshold.",
        ),
        Misconception(
            lambda u, r: (1 - u[:, r - 1] > _promised(u, r)).mean(),
            "You took the r-th distance as it came. The threshold is the r-th smallest of a row: `np.sort(u, axis=1)` sorts each row (with `axis=0` it sorts the columns and mixes the customers).",
        ),
        Misconception(
            lambda u, r: (1 - np.sort(u, axis=1)[:, -r] > _promised(u, r)).mean(),
            "You took the r-th largest distance; the threshold is the r-th smallest.",
        ),
        Misconception(
            lambda u, r: (
                1 - np.sort(u, axis=1)[:, min(r, u.shape[1] - 1)] > _promised(u, r)
            ).mean(),
            "One too far: Python counts from 0, so the r-th smallest has the index r − 1.",
        ),
        Misconception(
            lambda u, r: (1 - u.max(axis=1) > _promised(u, r)).mean(),
            "You set every threshold at the largest distance. It is the r-th smallest; the two agree if r = m.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > 1 / (u.shape[1] + 1)).mean(),
            "1/(m + 1) is claimed if the threshold is the largest distance. For the r-th smallest the claim is (m + 1 − r)/(m + 1).",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > (u.shape[1] - r) / u.shape[1]).mean(),
            "You compare with (m − r)/m, which forgets the new point: with it there are m + 1 distances, and the claim is (m + 1 − r)/(m + 1).",
        ),
        Misconception(
            lambda u, r: (1 - u > _promised(u, r)).mean(),
            "You counted distances, not customers. Each customer has one threshold, and so one rate.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > (1 - _thresholds(u, r)).mean()).mean(),
            "You compare with the average of these customers' rates. The claim is a given number, (m + 1 − r)/(m + 1).",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > r / (u.shape[1] + 1)).mean(),
            "The two sides do not belong together: a rate, one minus the threshold, is compared with (m + 1 − r)/(m + 1); a threshold would be compared with r/(m + 1).",
        ),
        Misconception(
            lambda u, r: (1 - u.min(axis=1) > _promised(u, r)).mean(),
            "You set every threshold at the smallest distance. It is the r-th smallest; the two agree if r = 1.",
        ),
        Misconception(
            _promised,
            "That is the claimed rate. Asked is the fraction of customers whose own rate exceeds it.",
        ),
        Misconception(
            lambda u, r: float((1 - _thresholds(u, r)).mean() > _promised(u, r)),
            "You averaged the rates first and compared once. Compare each customer's rate, then average the answers.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > (len(u) + 1 - r) / (len(u) + 1)).mean(),
            "For m you took the number of customers. It is the number of distances that each of them has: `u.shape[1]`.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > (u.shape[1] + 1 - r) / u.shape[1]).mean(),
            "You divide by m. With the new point there are m + 1 distances, and the claim is (m + 1 − r)/(m + 1).",
        ),
        Misconception(
            lambda u, r: (1 - np.quantile(u, r / u.shape[1], axis=1) > _promised(u, r)).mean(),
            "`np.quantile` may come out between two distances. The threshold is one of them: the r-th smallest, `np.sort(u, axis=1)[:, r - 1]`.",
        ),
        Misconception(
            lambda u, r: beta(u.shape[1] + 1 - r, r).sf(_promised(u, r)),
            "That is the probability, by the Beta law, that a customer lies above. Asked is the fraction of the customers in `u`: count them.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > _promised(u, r)).sum() / u.shape[1],
            "You divide the number of customers above by m. A fraction of customers is divided by the number of customers: `len(u)`.",
        ),
        Misconception(
            lambda u, r: 0.0,
            "You count nobody. (Without brackets `m + 1 - r / (m + 1)` is above every rate. And if you take a rate from the customer's own m distances: (m − r)/m of them lie above the threshold, always less than the claim. The rate for new points is 1 − t.)",
        ),
        Misconception(
            lambda u, r: 1.0,
            "You count everybody. Does the claimed rate come out as 0? `//` rounds down; `/` divides.",
        ),
        Misconception(
            lambda u, r: (1 - u.mean(axis=1) > _promised(u, r)).mean(),
            "You set each threshold at the mean of the distances. It is the r-th smallest of them.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) - _promised(u, r)).mean(),
            "That is by how much the rates exceed the claim on average, nearly nothing. Count instead how many customers lie above it.",
        ),
        Misconception(
            lambda u, r: (1 - _thresholds(u, r) > (u.shape[1] - r) / (u.shape[1] + 1)).mean(),
            "You compare with (m − r)/(m + 1). The new point may have any of m + 1 ranks, and m + 1 − r of these lie above the r-th: the claim is (m + 1 − r)/(m + 1).",
        ),
    ),
    hints=(
        "A customer whose threshold is t has the rate 1 − t. Find each one's threshold, then the rate, then count.",
        "`np.sort(u, axis=1)[:, r - 1]` holds the threshold of each customer.",
        "With `t = np.sort(u, axis=1)[:, r - 1]` and `m = u.shape[1]` it is `np.mean(1 - t > (m + 1 - r) / (m + 1))`.",
    ),
    praise="More than a third of all customers are worse off than the salesman says: an average is no promise to each.",
)
