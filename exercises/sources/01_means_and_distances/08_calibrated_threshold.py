# %% [markdown]
# ## Keep the promise
#
# A maker of lamps has burned `m` of them to the end: `lifetimes` (m,), in hours, no two alike. Buyers are to be promised a number of hours, and a new lamp, drawn like those tested, may fall short of it with probability at most `delta`, a number above 0 and below 1 (over the draw of all $m+1$ lamps). Return the **largest tested lifetime** that can be promised. If not even the shortest one can, raise a `ValueError`.
#
# With nine lamps that burned 120, 80, 100, 150, 90, 110, 130, 140 and 95 hours, and `delta = 0.25`, 90 hours can be promised. With `delta = 0.05` none of them can.

# %%
import numpy as np


def calibrated_threshold(lifetimes, delta):
    ### BEGIN SOLUTION
    m = len(lifetimes)
    rank = int(np.floor(delta * (m + 1) + 1e-9))
    if rank < 1:
        raise ValueError(f"{m} lamps are too few for delta = {delta}")
    return np.sort(lifetimes)[rank - 1]
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Among $m+1$ exchangeable lifetimes the new one has each rank with probability $1/(m+1)$. It falls short of the $r$-th shortest of the other $m$ exactly if its rank is $r$ or less, that is with probability $r/(m+1)$. The largest $r$ with $\frac r{m+1}\le\delta$ is $\lfloor\delta(m+1)\rfloor$; if that is zero, nothing can be promised. This is the alarm of the chapter at the other end of the scale: there a new point must not lie *above* the threshold too often. The tiny $10^{-9}$ guards against round-off such as $0.29\cdot100=28.999999999999996$.

# %% tags=["check"]
from statistics import NormalDist

from featurespace.checks.check import Check, Misconception

TESTED = np.array([120, 80, 100, 150, 90, 110, 130, 140, 95])


def _lamps(rng: np.random.Generator) -> list[tuple]:
    """Nowhere is delta (m + 1) or delta m nearly a whole number; with a quarter of 8 it is one."""
    sizes = ((12, 0.24), (27, 0.16), (6, 0.55), (1, 0.6), (11, 0.05), (39, 0.105))
    sizes += ((7, 0.25), (80, 0.033))
    return [(50 + 100 * rng.exponential(size=m), delta) for m, delta in sizes] + [(TESTED, 0.05)]


def _count(lifetimes, delta):
    """By trying: the largest that at most the share delta of the ranks falls short of."""
    m = len(lifetimes)
    kept = [t for t in lifetimes if (1 + (lifetimes < t).sum()) / (m + 1) <= delta]
    if not kept:
        raise ValueError("none")
    return max(kept)


def _ranked(rank, refuses=True):
    """The lifetime of a rank; where that is zero, a refusal or the shortest."""

    def threshold(lifetimes, delta):
        r = int(rank(len(lifetimes), delta))
        if r < 1 and refuses:
            raise ValueError("none")
        return np.sort(lifetimes)[min(max(r, 1), len(lifetimes)) - 1]

    return threshold


def _refusing(function):
    """The function, but with a refusal where the answer refuses."""

    def threshold(lifetimes, delta):
        if delta * (len(lifetimes) + 1) < 1:
            raise ValueError("none")
        return function(lifetimes, delta)

    return threshold


def _bell(lifetimes, delta):
    return lifetimes.mean() + NormalDist().inv_cdf(delta) * lifetimes.std()


def _right(m, delta):
    return np.floor(delta * (m + 1))


def _promise(seen, lifetimes, delta):
    """What the promised hours are worth."""
    rank = int(np.sum(lifetimes <= seen + 1e-9 * abs(seen)))
    hours, m = f"{float(seen):.5g}", len(lifetimes)
    if not np.isclose(lifetimes, seen).any():
        return f"{hours} hours is none of the tested lifetimes."
    if rank / (m + 1) > delta:
        return f"{hours} hours is too much: a new lamp falls short of it with probability {rank}/{m + 1}, and δ is {delta:g}."
    return f"{hours} hours keeps the promise, for a new lamp falls short with probability {rank}/{m + 1}, and δ is {delta:g}. But a longer lifetime keeps it too."


CHECK = Check(
    answer=calibrated_threshold,
    section="An alarm that keeps its word",
    difficulty=3,
    minutes=15,
    kind="transfer",
    may_refuse=True,
    example=((TESTED, 0.25), 90),
    twin=_count,
    inputs=_lamps,
    explain=_promise,
    misconceptions=(
        Misconception(
            _ranked(_right, refuses=False),
            "The promise is broken where δ is below 1/(m + 1): even of the shortest lifetime a new lamp falls short with that probability. Raise a ValueError there.",
        ),
        Misconception(
            lambda lifetimes, delta: np.sort(lifetimes)[int(delta * (len(lifetimes) + 1)) - 1],
            "Where the rank comes out as 0, the index is −1, and that is the longest lifetime: Python counts from the end. Raise a ValueError there.",
        ),
        Misconception(
            lambda lifetimes, delta: np.quantile(lifetimes, delta),
            "The δ quantile of the m lifetimes forgets the new lamp: there are m + 1 exchangeable ones. Ask which of m + 1 equally likely ranks are too short; and it never refuses.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: np.quantile(lifetimes, delta)),
            "You refuse where you should. But the δ quantile of the m lifetimes forgets the new lamp, and may lie between two tested ones: use the rank among m + 1.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: np.min(lifetimes)),
            "The shortest lifetime keeps the strictest promise, 1/(m + 1), whatever δ is. For a larger δ more hours can be promised.",
        ),
        Misconception(
            lambda lifetimes, delta: np.min(lifetimes),
            "A new lamp falls short of the shortest with probability 1/(m + 1). Compare that with δ: sometimes more can be promised, sometimes not even this.",
        ),
        Misconception(
            _ranked(lambda m, delta: np.floor(delta * m)),
            "Rank ⌊δ m⌋ forgets the new lamp itself; with it there are m + 1 lifetimes.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.ceil(delta * (m + 1)))),
            "One rank too long: of that lifetime a new lamp falls short with a probability above δ. Round δ (m + 1) down, and remember that the r-th shortest has the index r − 1.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.round(delta * (m + 1)))),
            "You round to the nearest rank. Rounded up, it breaks the promise: round down.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.floor(delta * (m + 1)) - 1, refuses=False)),
            "One too short: with rank r a new lamp falls short with probability r/(m + 1), so r = ⌊δ (m + 1)⌋ is still allowed.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.ceil((1 - delta) * (m + 1)))),
            "You counted from the long end: most new lamps would fall short of that. The promise is about short lives.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: lifetimes[int(delta * (len(lifetimes) + 1)) - 1]),
            "The rank is right, but the lifetimes are not in order: sort them first.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: np.quantile(lifetimes, 1 - delta)),
            "You took the quantile from the long end. The promise is about short lives, and the rank is one among m + 1.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.ceil(delta * m))),
            "That is the rank ⌈δ m⌉ among the m tested lamps. Of this lifetime a new lamp may fall short more often than δ: there are m + 1 ranks, and the promise needs rounding down.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: int(delta * (len(lifetimes) + 1))),
            "That is the rank, and it is right. Asked is the lifetime that has it: sort them.",
        ),
        Misconception(
            _ranked(lambda m, delta: np.ceil(delta * m), refuses=False),
            "That is the rank ⌈δ m⌉ among the m tested lamps, and it never refuses. With the new lamp there are m + 1 ranks: how many of them fall short?",
        ),
        Misconception(
            _ranked(lambda m, delta: np.ceil(delta * (m + 1)) - 1),
            "You ask for a probability below δ. At most δ was said: where r/(m + 1) equals δ, rank r is still allowed.",
        ),
        Misconception(
            _refusing(_ranked(lambda m, delta: np.floor(delta * (m + 1)) + 1)),
            "One rank too long: the r-th shortest has the index r − 1, since Python counts from 0.",
        ),
        Misconception(
            _ranked(lambda m, delta: np.round(delta * (m + 1))),
            "You round to the nearest rank. Rounded up, it breaks the promise, and promises something where nothing can be promised: round down.",
        ),
        Misconception(
            _ranked(lambda m, delta: np.ceil((1 - delta) * (m + 1)), refuses=False),
            "That is the threshold of the chapter, which few exceed: most new lamps would fall short of it. Here few may fall short, so count from the short end; and refuse where the rank is 0.",
        ),
        Misconception(
            _refusing(_bell),
            "You fitted a bell curve. Nobody said that lifetimes follow one, and the answer must be a tested lifetime: use the rank of the new lamp among m + 1.",
        ),
        Misconception(
            _bell,
            "You fitted a bell curve. Nobody said that lifetimes follow one; the answer must be a tested lifetime, or a refusal: use the rank of the new lamp among m + 1.",
        ),
        Misconception(
            _refusing(lambda lifetimes, delta: np.quantile(lifetimes, delta, method="lower")),
            "You refuse where you should. But a quantile of the m lifetimes forgets the new lamp: with it there are m + 1 ranks.",
        ),
    ),
    hints=(
        "The new lifetime is equally likely to have any rank among m + 1. With which ranks does it fall short of the r-th shortest of the m tested ones?",
        "It falls short of the r-th shortest with probability r/(m + 1). Which is the largest r that δ allows, and what if it is 0?",
        "The rank is `r = int(np.floor(delta * (m + 1)))`; the r-th shortest is `np.sort(lifetimes)[r - 1]`, and for r = 0 raise a ValueError.",
    ),
    praise="This is conformal prediction: a promise that holds for every distribution, and a refusal where none can be given.",
)
