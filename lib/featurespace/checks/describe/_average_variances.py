"""Built from exercises/sources/00_exploring_data/05_average_variances.py by `make notebooks`: do not edit."""

from itertools import product
import numpy as np


def average_variances(population, n):
    samples = np.array(list(product(population, repeat=n)))
    with_n = np.var(samples, axis=1)
    with_n_minus_1 = np.var(samples, axis=1, ddof=1)
    return with_n.mean(), with_n_minus_1.mean()


from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import numpy as np

from featurespace.checks.check import Check, Misconception


def _averages(samples, statistic=np.var):
    """Averages of the statistic over the samples, divided by n and by n − 1."""

    def pair(population, n):
        table = np.array(list(samples(population, n)), dtype=float)
        return tuple(float(statistic(table, axis=1, ddof=ddof).mean()) for ddof in (0, 1))

    return pair


def _drawn(population, n):
    return product(population, repeat=n)


def _one_heap(axis):
    def pair(population, n):
        samples = np.array(list(_drawn(population, n)))
        return tuple(np.var(samples, axis=axis, ddof=ddof).mean() for ddof in (0, 1))

    return pair


def _in_fractions(population, n):
    """Another route, exactly: sums over all samples."""
    samples = [[Fraction(v) for v in sample] for sample in _drawn(population, n)]
    total = sum(sum(v * v for v in s) - sum(s) ** 2 / n for s in samples) / len(samples)
    return total / n, total / (n - 1)


def _near(seen, population, n):
    """A simulation comes near and never arrives."""
    right = [float(value) for value in _in_fractions(population, n)]
    if np.allclose(seen, right, rtol=0.1):
        return "near, but not exact. Do you draw samples at random? There are only so many: list every one, with `product`."
    return ""


CHECK = Check(
    answer=average_variances,
    section="How much dirt?",
    difficulty=2,
    minutes=10,
    kind="practice",
    twin=_in_fractions,
    inputs=lambda rng: [
        ((0, 1, 5), 3),
        ((2, 3, 7, 12), 2),
        ((1, 1, 4), 2),
        ((-3, 0, 5, 9, 11), 4),
        ((1, 2, 3), 2),
    ],
    explain=_near,
    misconceptions=(
        Misconception(
            _averages(combinations),
            "You drew without replacement: no member comes twice. Each draw is from the whole population, so (1, 1) is a sample too. Use `product`.",
        ),
        Misconception(
            _averages(combinations_with_replacement),
            "(1, 2) and (2, 1) are two of the equally likely samples; you have listed them once. Use `product`.",
        ),
        Misconception(
            _one_heap(None),
            "All samples were thrown into one heap, as `np.var` does without an axis. Each sample has a variance of its own, about its own mean: `axis=1`, if the samples are the rows. Then average.",
        ),
        Misconception(
            _one_heap(0),
            "`axis=0` goes down the columns: all first draws, then all second ones. A sample is a row, so take `axis=1`.",
        ),
        Misconception(
            lambda population, n: (_averages(_drawn)(population, n)[0],) * 2,
            "Both are divided by n. For the second number divide the squared deviations by n − 1: `np.var` has `ddof=1` for that.",
        ),
        Misconception(
            lambda population, n: (np.var(population),) * 2,
            "Both come out as the variance of the population, which is right for the second, with n − 1. For the first divide the squared deviations of each sample by n, as `np.var` does if not told otherwise.",
        ),
        Misconception(
            lambda population, n: (np.var(population), np.var(population, ddof=1)),
            "Those are variances of the whole population. The question is about samples: list them all, take the variance of each, and average.",
        ),
        Misconception(
            lambda population, n: (
                np.median(np.var(list(_drawn(population, n)), axis=1)),
                np.median(np.var(list(_drawn(population, n)), axis=1, ddof=1)),
            ),
            "You took the median of the variances. On average means: their mean.",
        ),
        Misconception(
            lambda population, n: _averages(_drawn)(population, n)[::-1],
            "Right numbers, wrong order: first the average of the variances with n, then with n − 1.",
        ),
        Misconception(
            lambda population, n: tuple(
                len(population) ** n * v for v in _averages(_drawn)(population, n)
            ),
            "Those are sums over all samples. On average means: divide by the number of samples.",
        ),
        Misconception(
            _averages(lambda population, n: sorted(set(_drawn(population, n)))),
            "Right if all members differ. Where two members are equal, as in (1, 1, 4), samples that look the same are still different draws: count every one.",
        ),
        Misconception(
            lambda population, n: tuple(
                np.var(np.mean(list(_drawn(population, n)), axis=1), ddof=ddof) for ddof in (0, 1)
            ),
            "That is how the means of the samples scatter. Asked is how the numbers scatter inside a sample, on average: first a variance for each sample, then the mean of these.",
        ),
        Misconception(
            _averages(_drawn, np.std),
            "Those are averages of standard deviations. Average the variances; the root of an average is not the average of the roots.",
        ),
        Misconception(
            lambda population, n: (np.var(population), np.var(population) * n / (n - 1)),
            "You measured deviations from the mean of the population. A sample knows only its own mean, and lies closer to that: use the mean of each sample.",
        ),
        Misconception(
            lambda population, n: _averages(_drawn)(population, len(population)),
            "That is what comes out for samples as large as the population. Here a sample has `n` members: `product(population, repeat=n)`.",
        ),
        Misconception(
            lambda population, n: _averages(_drawn)(population, 2),
            "Right for samples of two. A sample has `n` members: `product(population, repeat=n)`.",
        ),
        Misconception(
            lambda population, n: ((n - 1) / n * np.var(population), np.var(population, ddof=1)),
            "The first is right. The second is the variance of the population with its own number less one; asked is the average over all samples of the variance that divides by n − 1, with n the size of a sample.",
        ),
        Misconception(
            lambda population, n: (
                average_variances(population, n)[0],
                average_variances(population, n)[0] * n / (n + 1),
            ),
            "The first is right. In the second you divide by n + 1: numpy's `ddof` is what is taken off n, so n − 1 is `ddof=1`.",
        ),
    ),
    hints=(
        "List all samples first: `product(population, repeat=n)`. Then one variance for each, and their mean.",
        "`samples = np.array(list(product(population, repeat=n)))` has one sample in each row; `np.var(samples, axis=1)` gives a variance for each row.",
        "`return np.var(samples, axis=1).mean(), np.var(samples, axis=1, ddof=1).mean()`, with `samples` as in the hint before.",
    ),
    praise="With n − 1 the average is the variance of the population, exactly; with n it is (n − 1)/n of it.",
)
