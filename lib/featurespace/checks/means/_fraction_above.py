"""Built from exercises/sources/01_means_and_distances/14_fraction_above.py by `make notebooks`: do not edit."""

import numpy as np


def fraction_above(u, r):
    m = u.shape[1]
    threshold = np.sort(u, axis=1)[:, r - 1]
    return np.mean(1 - threshold > (m + 1 - r) / (m + 1))


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
