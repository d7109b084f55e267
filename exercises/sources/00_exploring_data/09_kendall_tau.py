# %% [markdown]
# ## Kendall's tau
#
# Two points $i$ and $j$ are **concordant** if $x$ and $y$ put them in the same order, **discordant** if in opposite orders; if they are tied in $x$ or in $y$, they are neither. Return
#
# $$\tau=\frac{\text{concordant pairs}-\text{discordant pairs}}{n(n-1)/2}.$$
#
# For `x` = (1, 2, 3) and `y` = (1, 3, 2) it is 1/3. Try it without a loop: `x[:, None] - x` is a table of all differences.

# %%
import numpy as np


def kendall_tau(x, y):
    ### BEGIN SOLUTION
    n = len(x)
    agreement = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return agreement.sum() / (n * (n - 1))
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The product of the signs is $+1$, $-1$ or $0$, just as the definition wants. The table holds every pair twice and zeros on its diagonal, so the 2 cancels. Only signs of differences come in, and a rising function keeps them: bend the axes as you like, the number stays. The correlation does not.

# %% tags=["solution"]
x, y = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([1.0, 3.0, 2.0, 4.0, 4.0])
for name, u, v in (("straight", x, y), ("bent    ", np.exp(x), y**3)):
    print(f"{name}  tau {kendall_tau(u, v):.3f}  correlation {np.corrcoef(u, v)[0, 1]:.3f}")

# %% tags=["check"]
import numpy as np
from scipy import stats

from featurespace import describe
from featurespace.checks.check import Check, Misconception


def _pairs(rng: np.random.Generator) -> list[tuple]:
    """Two columns with ties in x, in y and in both, that rise together."""
    columns = [(rng.integers(0, 5, n).astype(float), rng.integers(0, 3, n)) for n in (9, 12, 10)]
    drawn = [(x, (x + noise) ** 2) for x, noise in columns]
    return [*drawn, (np.array([2, 5]), np.array([7, 1]))]


def _signs(x, y):
    """+1 for a concordant pair, −1 for a discordant one, 0 for a tie, for every (i, j)."""
    return np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))


def _same(x, y):
    return np.sign(np.subtract.outer(x, x)) == np.sign(np.subtract.outer(y, y))


def _places(x):
    return len(x) * (len(x) - 1)


def _tau(count):
    """A count over the pairs i < j, divided by their number."""

    def tau(x, y):
        pairs = _signs(x, y)[np.triu_indices(len(x), 1)]
        return count(pairs) / len(pairs)

    return tau


def _tau_b(x, y):
    apart = [np.abs(np.sign(np.subtract.outer(v, v))).sum() for v in (x, y)]
    return _signs(x, y).sum() / np.sqrt(np.prod(apart))


def _by_counting(x, y):
    """Another route: the library's counts."""
    concordant, discordant, tied = describe.pair_counts(x, y)
    return (concordant - discordant) / (concordant + discordant + tied)


CHECK = Check(
    answer=kendall_tau,
    section="Beyond straight lines",
    difficulty=2,
    minutes=10,
    kind="practice",
    twin=_by_counting,
    example=((np.array([1, 2, 3]), np.array([1, 3, 2])), 1 / 3),
    inputs=_pairs,
    misconceptions=(
        Misconception(
            lambda x, y: _signs(x, y).mean(),
            "You averaged over all n² places of the table. The diagonal holds no pairs: divide the sum by n(n − 1).",
        ),
        Misconception(
            lambda x, y: 2 * _tau(np.sum)(x, y),
            "Twice too large: the table holds each pair twice, as (i, j) and as (j, i), but n(n − 1)/2 counts it once.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / np.abs(_signs(x, y)).sum(),
            "You divided by the number of pairs that are not tied. Tied pairs count as neither in the numerator, but the denominator is n(n − 1)/2, all pairs.",
        ),
        Misconception(
            _tau(lambda s: (s >= 0).sum() - (s < 0).sum()),
            "Tied pairs were counted as concordant: their product is 0, and `0 >= 0`. They count as neither.",
        ),
        Misconception(
            _tau(lambda s: (s > 0).sum() - (s <= 0).sum()),
            "Whatever was not concordant you counted as discordant. Tied pairs are neither.",
        ),
        Misconception(
            _tau(lambda s: (s > 0).sum()),
            "That is the share of concordant pairs. Subtract the discordant ones, so that two opposite orders give −1.",
        ),
        Misconception(
            _tau(lambda s: (s < 0).sum() - (s > 0).sum()),
            "The sign is turned: concordant minus discordant, so that two equal orders give a positive number.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / 2,
            "The numerator is right: concordant minus discordant pairs. Divide it by the number of all pairs, n(n − 1)/2.",
        ),
        Misconception(
            lambda x, y: np.mean(np.sign(np.diff(x) * np.diff(y))),
            "You compare neighbours in the list only, as `np.diff` does: n − 1 pairs. There are n(n − 1)/2.",
        ),
        Misconception(
            lambda x, y: 2 * np.cov(x, y)[0, 1],
            "You multiplied the differences themselves, which leads back to the covariance. Kendall keeps only their signs, so that an outlier counts no more than its order.",
        ),
        Misconception(
            lambda x, y: np.corrcoef(x, y)[0, 1],
            "That is Pearson's ρ, which looks at sizes. For τ only the order counts.",
        ),
        Misconception(
            lambda x, y: (
                ((_signs(x, y) > 0).sum() - (_signs(x, y) <= 0).sum()) / (len(x) * (len(x) - 1))
            ),
            "You counted tied pairs as discordant, and the diagonal of the table with them. They are neither.",
        ),
        Misconception(
            lambda x, y: stats.spearmanr(x, y).statistic,
            "That is Spearman's correlation of the ranks. Kendall goes through the pairs and counts how often the two orders agree.",
        ),
        Misconception(
            lambda x, y: (_same(x, y).sum() - len(x) - (_signs(x, y) < 0).sum()) / _places(x),
            "A pair that is tied in x and in y was counted as concordant, because both signs are 0 and so the same. Tied pairs are neither.",
        ),
        Misconception(
            lambda x, y: (_same(x, y).sum() - len(x) - (~_same(x, y)).sum()) / _places(x),
            "You compare the signs by `==`: a pair tied in both counts as concordant then, one tied in a single column as discordant. Tied pairs are neither; multiply the signs.",
        ),
        Misconception(
            _tau(lambda s: (s < 0).sum()),
            "That is the share of discordant pairs. Subtract it from the share of concordant ones.",
        ),
        Misconception(
            _tau_b,
            "That is tau-b, scipy's default: it divides by less where there are ties. Asked is tau-a, with n(n − 1)/2 below.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / (len(x) * (len(x) + 1)),
            "The numerator is right. You divide by n(n + 1)/2, which counts each point paired with itself; there are n(n − 1)/2 pairs.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / 2 / len(x) ** 2,
            "The numerator is right: each pair once. You divide it by all n² places of the table, which holds pairs twice and a diagonal; there are n(n − 1)/2 pairs.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / 2 / len(x) * (len(x) - 1) / 2,
            "Brackets are missing: `a / n * (n - 1) / 2` divides by n only and multiplies by the rest. Write `a / (n * (n - 1) / 2)`.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / len(x) * (len(x) - 1),
            "Brackets are missing: `a / n * (n - 1)` divides by n only and multiplies by the rest. Write `a / (n * (n - 1))`.",
        ),
        Misconception(
            lambda x, y: np.sign(np.subtract.outer(y, y))[np.tril_indices(len(y), -1)].mean(),
            "You look at the order in y only, as if x rose from entry to entry. It need not: multiply by the sign of the difference in x.",
        ),
        Misconception(
            lambda x, y: _signs(x[1:], y[1:]).sum() / _places(x),
            "All pairs with the first point are missing: Python counts from 0, so let both loops begin there.",
        ),
        Misconception(
            lambda x, y: _signs(x[:-1], y[:-1]).sum() / _places(x),
            "All pairs with the last point are missing: `range(n)` ends at n − 1 by itself, so do not stop earlier.",
        ),
        Misconception(
            lambda x, y: (
                (np.sign(np.subtract.outer(x, x)) @ np.sign(np.subtract.outer(y, y))).sum()
                / _places(x)
            ),
            "`@` is the matrix product, which mixes different pairs. Multiply the two tables entry by entry: `*`.",
        ),
        Misconception(
            _signs,
            "That is the table of all pairs: +1 for concordant, −1 for discordant. One number is asked for: sum it up and divide, and mind that it holds each pair twice.",
        ),
        Misconception(
            lambda x, y: np.corrcoef(np.argsort(np.argsort(x)), np.argsort(np.argsort(y)))[0, 1],
            "That is a correlation of ranks, in the manner of Spearman. Kendall goes through the pairs and counts how often the two orders agree.",
        ),
        Misconception(
            lambda x, y: 0.0,
            "That is zero on every input. A table of differences holds each with either sign, so its signs, or sums of them, cancel: the sign of the x difference *times* that of the y difference tells whether the orders agree.",
        ),
        Misconception(
            lambda x, y: np.sign(np.diff(x) * np.diff(y)).sum() * 2 / _places(x),
            "You compare neighbours in the list only, as `np.diff` does. Every pair of points counts, also those that stand far apart: n(n − 1)/2 of them.",
        ),
        Misconception(
            lambda x, y: ((_signs(x, y) >= 0).sum() - (_signs(x, y) < 0).sum()) / _places(x),
            "You counted tied pairs as concordant, and the diagonal of the table with them, where every point meets itself. They are neither.",
        ),
        Misconception(
            lambda x, y: np.triu(np.where(_signs(x, y) >= 0, 1, -1)).sum() * 2 / _places(x),
            "You counted ties as concordant, and with them the diagonal, where every point meets itself: `np.triu` keeps it. Pairs that are tied are neither, and no point is a pair.",
        ),
    ),
    hints=(
        "`x[:, None] - x` is a table of all differences. What does the product of the signs of an x difference and a y difference say about the pair?",
        "The product is +1 for concordant, −1 for discordant and 0 for tied pairs. The table holds each pair twice, and zeros on its diagonal.",
        "With `s = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)` it is `s.sum() / (n * (n - 1))`.",
    ),
    praise="It uses the order of the numbers and nothing else, so no stretching of an axis can change it.",
)
