# %% [markdown]
# ## Pool adjacent violators
#
# Nonmetric scaling trusts only the order of the dissimilarities. In each step it needs the sequence that **never falls** and is nearest to a given one. Return that sequence: the minimiser of $\sum_i(f_i-y_i)^2$ subject to $f_1\le f_2\le\dots\le f_n$. For `y = [1, 3, 2]` it is `[1, 2.5, 2.5]`; for `y = [3, 4, 0]` it is constant. Build it yourself: `isotonic_regression`, which did this step in the chapter, refuses here.

# %%
import numpy as np

from featurespace import embedding


def monotone_fit(y):
    ### BEGIN SOLUTION
    pools = []
    for value in y:
        total, size = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before, count = pools.pop()
            total, size = total + before, size + count
        pools.append((total, size))
    return np.concatenate([np.full(size, total / size) for total, size in pools])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Two neighbours in the wrong order must share a value in the optimum, and the best shared value is their mean. From then on they are one pool. Its mean may break the order with the pool before: hence the `while`. Each value enters a pool once and each merger removes a pool, so the whole takes $O(n)$. The fit sees the dissimilarities only through their order, so cubing them all changes nothing: from the same start nonmetric scaling makes the same map, up to its size.

# %% tags=["solution"]
D = np.sqrt(distances_from_gram(np.diag(np.arange(1.0, 9.0))))
plain, cubed = (
    embedding.nonmetric_mds(D**power, k=2, rng=np.random.default_rng(3)).stress for power in (1, 3)
)
assert np.isclose(plain, cubed, rtol=1e-6) and plain > 0.001
assert np.allclose(monotone_fit([3, 4, 0]), 7 / 3)

# %% tags=["check"]
import numpy as np
from scipy.optimize import isotonic_regression

from featurespace.checks.check import Check, Misconception


def _sequences(rng: np.random.Generator) -> list[tuple]:
    staircase = np.array([1.0, 5.0, 4.0, 3.5, 2.0, 6.0, 7.5, 7.0, 9.0])
    cascade = np.array([3.0, 4.0, 5.0, 0.5, 6.0])  # the last pool reaches back over all before it
    again = np.array([2.0, 5.0, 1.0, 2.5, 8.0, 7.5])  # rises within a pool
    drawn = [
        rng.normal(size=12) + np.arange(12) / 4,
        rng.normal(size=8),
        np.sort(rng.normal(size=5)),
        rng.normal(size=1),
    ]
    whole = [np.array([3, 4, 0]), np.array([2, 7, 4, 4, 5, 9, 8])]
    slide = np.linspace(9, 0, 40) + rng.normal(size=40) / 4  # one long pool
    return [(y,) for y in (staircase, cascade, again, *drawn, slide, *whole)]


DECIMALS = 8  # of the inputs are not whole: only those tell one wrong rule from another


def _one_pass(y):
    """Blocks that fall are averaged once, from left to right; nobody looks back."""
    cuts = np.flatnonzero(np.diff(y) >= 0) + 1
    return np.concatenate([np.full(len(part), part.mean()) for part in np.split(y, cuts)])


def _neighbours_only(y):
    """Each falling pair is replaced by its mean."""
    y = y.astype(float)
    for i in range(len(y) - 1):
        if y[i] > y[i + 1]:
            y[i] = y[i + 1] = (y[i] + y[i + 1]) / 2
    return y


def _unweighted(y):
    """Pooling that averages the pools' means without counting their sizes."""
    pools = []
    for value in y:
        mean, size = float(value), 1
        while pools and pools[-1][0] > mean:
            before, count = pools.pop()
            mean, size = (before + mean) / 2, size + count
        pools.append((mean, size))
    return np.concatenate([np.full(size, mean) for mean, size in pools])


def _one_merger(y):
    """A new value that is too small is pooled with the last pool, and that is all."""
    pools = []
    for value in y:
        total, size = float(value), 1
        if pools and pools[-1][0] / pools[-1][1] > total:
            before, count = pools.pop()
            total, size = total + before, size + count
        pools.append((total, size))
    return np.concatenate([np.full(size, total / size) for total, size in pools])


def _medians(y):
    pools = []
    for value in y:
        pool = [float(value)]
        while pools and np.median(pools[-1]) > np.median(pool):
            pool = pools.pop() + pool
        pools.append(pool)
    return np.concatenate([np.full(len(pool), np.median(pool)) for pool in pools])


def _lower(y):
    return np.minimum.accumulate(y[::-1])[::-1]


def _like_y(y):
    fit = np.zeros_like(y)
    fit[:] = monotone_fit(y)
    return fit


def _means(y, best, parts):
    """Entry i is the best of the means of some stretches around i."""
    return np.array([best([p.mean() for p in parts(y.astype(float), i)]) for i in range(len(y))])


def _explain(value, y):
    right = monotone_fit(y)
    falls = np.flatnonzero(np.diff(value) < -1e-9 * np.ptp(y))
    if len(falls):
        i = falls[0]
        return f"your sequence falls, from {value[i]:.4g} (entry {i}) to {value[i + 1]:.4g}. After each pooling look back: does the pool before still lie below? (Averaging pairs over and over only comes near: what is pooled moves as one block.)"
    miss, least = ((f - y) @ (f - y) for f in (value, right))
    return f"your sequence never falls, but Σ(f − y)² is {miss:.4g}, and {least:.4g} can be reached. In each pool the best value is the mean of the y in it, and only what is in the wrong order is pooled."


REFUSED = "`isotonic_regression` is what you are asked to build: pool neighbours that are in the wrong order."

CHECK = Check(
    answer=monotone_fit,
    section="Fourteen colours",
    difficulty=2,
    minutes=20,
    kind="transfer",
    example=((np.array([1, 3, 2]),), np.array([1, 2.5, 2.5])),
    twin=lambda y: isotonic_regression(y).x,
    explain=_explain,
    forbidden={isotonic_regression: REFUSED},
    inputs=_sequences,
    telling=DECIMALS,
    misconceptions=(
        Misconception(
            np.maximum.accumulate,
            "The running maximum never falls, but it lets one high value push up everything after it. Two values in the wrong order should meet at their mean.",
        ),
        Misconception(
            _lower,
            "The running minimum from the right never falls, but one low value pulls down everything before it. Two values in the wrong order should meet at their mean.",
        ),
        Misconception(
            lambda y: (np.maximum.accumulate(y) + _lower(y)) / 2,
            "The middle between running maximum and running minimum never falls, but it is not the nearest such sequence. Pool neighbours in the wrong order into their mean, and look back.",
        ),
        Misconception(
            np.sort,
            "Sorting moves values to other places. Entry i of the fit must stay near entry i of y: average neighbours that are in the wrong order.",
        ),
        Misconception(
            _one_pass,
            "You average each falling run, once. The mean of a run may lie below the run before it: after each pooling look back, and pool again.",
        ),
        Misconception(
            _neighbours_only,
            "You averaged pairs in one sweep. A pool sticks together: once two values share a mean they move as one block, and a new mean may break the order with the block before.",
        ),
        Misconception(
            _one_merger,
            "A value that is too small joins the last pool, and there you stop. The new mean may lie below the pool before: `while`, where you have an `if`, or something like it.",
        ),
        Misconception(
            _unweighted,
            "When two pools merge you average their means. A pool of three values counts three times: weight by size, or keep sums and sizes.",
        ),
        Misconception(
            _medians,
            "You give each pool its median, which makes the sum of *absolute* misses least. For squares the best common value is the mean.",
        ),
        Misconception(
            lambda y: np.full(len(y), y.mean()),
            "A constant never falls, but it pools everything. Pool only what is in the wrong order.",
        ),
        Misconception(
            lambda y: -monotone_fit(-y),
            "Your fit never rises. Asked is one that never falls.",
        ),
        Misconception(
            lambda y: np.array(y),
            "You return y itself, which falls in places. Average neighbours that are in the wrong order.",
        ),
        Misconception(
            _like_y,
            "Right for decimals, wrong for whole numbers: an array made from y, by `np.zeros_like(y)` or `y.copy()`, holds whole numbers like y and cuts 2.5 to 2. Make it with `dtype=float`.",
        ),
        Misconception(
            lambda y: y if (np.diff(y) >= 0).all() else np.full(len(y), y.mean()),
            "Where anything falls you pool everything. Pool only what is in the wrong order; the rest stays as it is.",
        ),
        Misconception(
            lambda y: np.unique(monotone_fit(y)),
            "You return each pool's mean once. The fit has as many entries as y: write each mean as often as its pool is large, for example with `np.repeat`.",
        ),
        Misconception(
            lambda y: np.cumsum(y) / np.arange(1, len(y) + 1),
            "These are running means: every entry pools all before it. Pool only what is in the wrong order.",
        ),
        Misconception(
            lambda y: _means(y, max, lambda y, i: [y[j : i + 1] for j in range(i + 1)]),
            "For entry i you look only at stretches that end there. A small value after it pulls it down as well: a pool reaches to both sides.",
        ),
        Misconception(
            lambda y: _means(y, min, lambda y, i: [y[i:j] for j in range(i + 1, len(y) + 1)]),
            "For entry i you look only at stretches that begin there. A large value before it pushes it up as well: a pool reaches to both sides.",
        ),
    ),
    hints=(
        "Go from left to right and keep a list of pools, each with its mean. What must happen when a new value is smaller than the last pool's mean, and what may happen then?",
        "Keep sum and size of each pool. A new value is a pool of one; while the last pool's mean is below the mean of the one before, merge the two. At the end write each pool's mean as often as its size.",
        "While `pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]` (and there are two): `total, size = pools.pop()`, then `pools[-1] = (pools[-1][0] + total, pools[-1][1] + size)`.",
    ),
    praise="Pool adjacent violators: exact least squares in one sweep. Nonmetric scaling calls it in every step.",
)
