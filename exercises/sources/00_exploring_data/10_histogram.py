# %% [markdown]
# ## A histogram by hand
#
# There are `k` bins of width `h`, and the first begins at `L`. A bin contains its left edge but not its right one; **only the last bin contains both**. Numbers outside all bins are not counted. Return the `k` counts. With `L = 0`, `h = 2` and `k = 2` the numbers 0, 1, 2, 3, 4, 5 have the counts 2 and 3: the 2 belongs to the second bin, the 4 as well, the 5 to none.

# %%
import numpy as np


def histogram(x, L, h, k):
    edges = L + h * np.arange(k + 1)
    ### BEGIN SOLUTION
    counts = [np.sum((edges[j] <= x) & (x < edges[j + 1])) for j in range(k)]
    counts[-1] += np.sum(x == edges[-1])
    return np.array(counts)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# `np.histogram(x, bins=edges)[0]` follows the same rule. Why close the last bin? Because people like to put the last edge on the largest number, and it should not drop out. Beware of edges that the machine cannot hold exactly: the fourth edge below is not 0.3 but a little more, so 0.3 falls into the bin from 0.2 to 0.3.

# %% tags=["solution"]
print(histogram(np.array([0, 1, 2, 3, 4, 5]), L=0, h=2, k=2))
print(histogram(np.array([0.3]), L=0, h=0.1, k=5))

# %% tags=["check"]
from itertools import pairwise

import numpy as np

from featurespace.checks.check import Check, Misconception


def _on_edges(rng: np.random.Generator) -> list[tuple]:
    """Numbers inside and outside, whole ones exactly on edges; empty bins at both ends."""
    whole = rng.permutation(np.arange(-8, 9))
    return [
        (np.append(whole, [4, 4]), -4, 2, 4),
        (np.array([5, 1, 9, 3, 4, 9, 0, 3, 10]), 1, 2, 4),
        (rng.uniform(-1, 7, 40), 0.0, 1.5, 4),
        (np.array([5.0, 6.0, 6.0, 8.0, 5.0]), 0.0, 2.0, 7),
        (np.array([3, 0, 2, 1, 2, 4, 1, 0]), 1, 1, 1),
    ]


def _counted(inside):
    """Counts of the bins, with the given rule for what lies inside edges a and b."""

    def counts(x, L, h, k):
        edges = L + h * np.arange(k + 1)
        return np.array([inside(x, a, b).sum() for a, b in pairwise(edges)])

    return counts


def _by_index(rule):
    """Counts of the bins, with the bin of every number computed by the given rule."""

    def counts(x, L, h, k):
        bins = np.where(x == L + k * h, k - 1, rule((x - L) / h, k)).astype(int)
        return np.array([(bins == j).sum() for j in range(k)])

    return counts


_histogram = _by_index(lambda t, k: np.floor(t))


def _without_empty_end(x, L, h, k):
    return np.trim_zeros(_histogram(x, L, h, k), "b")


def _late(x, L, h, k):
    edges = L + h * np.arange(k + 1)
    return np.bincount(np.digitize(x, edges), minlength=k + 2)[:k]


CHECK = Check(
    answer=histogram,
    section="Pictures that lie",
    difficulty=2,
    minutes=10,
    kind="practice",
    twin=lambda x, L, h, k: np.histogram(x, bins=L + h * np.arange(k + 1))[0],
    example=((np.arange(6), 0, 2, 2), np.array([2, 3])),
    inputs=_on_edges,
    misconceptions=(
        Misconception(
            _counted(lambda x, a, b: (a <= x) & (x < b)),
            "All bins are right but the last: it is closed, so a number exactly on the last edge belongs to it.",
        ),
        Misconception(
            _counted(lambda x, a, b: (a < x) & (x <= b)),
            "Your bins contain their right edge and not their left one. It should be the other way round, except for the last bin, which has both.",
        ),
        Misconception(
            _counted(lambda x, a, b: (a <= x) & (x <= b)),
            "A number on an edge between two bins is counted twice. Only the last bin contains its right edge.",
        ),
        Misconception(
            _by_index(lambda t, k: np.clip(np.floor(t), 0, k - 1)),
            "Numbers outside all bins went into the first or the last one. They belong to no bin.",
        ),
        Misconception(
            _by_index(lambda t, k: np.trunc(t)),
            "Numbers a little below L fall into your first bin. `int` cuts towards zero, so that −0.4 becomes 0; `np.floor` does not.",
        ),
        Misconception(
            _counted(lambda x, a, b: (a < x) & (x < b)),
            "Numbers exactly on an edge are not counted. A bin contains its left edge, and the last one its right edge too.",
        ),
        Misconception(
            _without_empty_end,
            "Right, but empty bins at the end are missing; `np.bincount` stops at the last number it sees. All k counts are asked for, zeros too: `minlength=k`.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=L + h * np.arange(k + 1), density=True)[0],
            "Those are heights of a density, with total area one. The counts are asked for: divide by nothing.",
        ),
        Misconception(
            lambda x, L, h, k: np.append(_histogram(x, L, h, k)[:-1], np.sum(x >= L + (k - 1) * h)),
            "All bins are right but the last: numbers beyond the last edge were counted in it. They belong to no bin.",
        ),
        Misconception(
            lambda x, L, h, k: np.array([np.sum(np.round((x - L) / h) == j) for j in range(k)]),
            "Your numbers go to the nearest edge. A number belongs to the edge on its left: use `np.floor`, not `np.round`.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, 0, h, k),
            "Right if the bins begin at 0. They begin at L: measure from there.",
        ),
        Misconception(
            lambda x, L, h, k: np.cumsum(_histogram(x, L, h, k)),
            "Your counts add up from bin to bin: each holds all numbers below its right edge. Count each bin by itself, from its own left edge.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=k)[0],
            "Your bins reach from the smallest to the largest number, as those of `np.histogram` do if it is given a number of bins. Here L and h say where they are: pass the edges themselves.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, L, h, k) / len(x),
            "Those are relative frequencies; the counts are asked for. Do not divide by n.",
        ),
        Misconception(
            _by_index(lambda t, k: np.where(t < 0, np.floor(t) + k, np.floor(t))),
            "Numbers below L have a negative bin, and `counts[-1]` is Python's name for the last one. They belong to no bin: count only if `0 <= j < k`.",
        ),
        Misconception(
            _by_index(lambda t, k: np.where(t == 0, 0, np.ceil(t) - 1)),
            "Numbers on an edge between two bins went to the left one. They belong to the right one: a bin contains its left edge, and only the last contains both.",
        ),
        Misconception(
            lambda x, L, h, k: np.minimum(_histogram(x, L, h, k), 1),
            "Each bin with something in it came out as 1. `counts[bins] += 1` with several bins at once adds only one to each: use a loop, `np.add.at` or `np.bincount`.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, L, h, k) / (len(x) * h),
            "Those are heights of a density, divided by n and by the width h. The counts are asked for: divide by nothing.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=k, range=(L, x.max()))[0],
            "Your last bin ends at the largest number. The bins are k of width h, so they end at `L + k * h`, wherever the numbers are.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=np.linspace(L, h * k, k + 1))[0],
            "Right if the bins begin at 0. Yours end at `h * k`, but they end at `L + h * k`.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=L + h * np.arange(k + 1)),
            "`np.histogram` returns two things, the counts and the edges. Return the counts only: take `[0]`.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=L + h * np.arange(k))[0],
            "One bin is missing: k bins have k + 1 edges, as the list `edges` that is given.",
        ),
        Misconception(
            lambda x, L, h, k: (
                _histogram(x, L, h, k) + (np.arange(k) == k - 1) * np.sum(x == L + h * k)
            ),
            "All bins are right but the last: numbers exactly on the last edge are counted twice. `np.histogram` has them in the last bin already.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, L, 1, k),
            "Right if the width is 1. The width is `h`: bin j begins at `L + j * h`.",
        ),
        Misconception(
            _late,
            "Your counts are one place late, and the first holds what lies below L: `np.digitize` and `np.searchsorted` give the first bin the number 1. Then look after the last edge.",
        ),
        Misconception(
            lambda x, L, h, k: np.digitize(x, L + h * np.arange(k + 1)) - 1,
            "That is the bin of each number, one for every entry of `x`. Asked is how many numbers each of the k bins has: count them.",
        ),
        Misconception(
            lambda x, L, h, k: (x - L) // h,
            "That is the bin of each number, one for every entry of `x`. Asked is how many numbers each bin has; those outside, and those on the last edge, need care.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(np.unique(x), L, h, k),
            "Right if all numbers differ. A number that comes twice is counted once; count it as often as it comes.",
        ),
        Misconception(
            lambda x, L, h, k: np.bincount(
                np.digitize(x, L + h * np.arange(k + 1)), minlength=k + 2
            ),
            "Those are k + 2 counts: the first holds what lies below L, the last what lies beyond the bins or on the last edge. Keep the k between, and look after the last edge.",
        ),
        Misconception(
            lambda x, L, h, k: np.array([np.sum(((x - L) / h).astype(int) == j) for j in range(k)]),
            "Numbers just below L were counted in the first bin, and one exactly on the last edge in none: `astype(int)` cuts towards zero, so −0.5 becomes 0. Use `np.floor`, and look after the last edge.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, L, h, k) + (np.arange(k) == 0) * np.sum(x < L),
            "All bins are right but the first: numbers below L were counted in it. They belong to no bin.",
        ),
    ),
    hints=(
        "Bin j reaches from `edges[j]` to `edges[j + 1]`. Count with comparisons; then look after the last edge.",
        "`np.sum((edges[j] <= x) & (x < edges[j + 1]))` counts bin j; the last bin also gets `np.sum(x == edges[-1])`.",
        "`np.histogram(x, bins=edges)[0]` has exactly this rule, with the last bin closed.",
    ),
    praise="Every number between the outer edges is counted once, and only once.",
)
