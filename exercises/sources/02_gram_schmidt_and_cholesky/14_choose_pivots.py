# %% [markdown]
# ## Beat greedy
#
# Pick five points whose span leaves as little as possible of *all* the images: the sum of the squared residuals over all points should be small. "Largest residual next" is one way, and often a poor one. Return five row numbers of `K` that leave **less than greedy does**. Any strategy will do, but luck will not: a single draw of the lottery passes about one time in ten. The check tries a round cloud, five clumps and a ring, all with a Gaussian kernel, and you have five seconds for each.

# %%
import numpy as np

from featurespace.checks.orthogonal.shared import scoreboard


def choose_pivots(K):
    ### BEGIN SOLUTION
    pivots = []
    for _ in range(5):
        d = np.diag(K)
        gain = (K**2).sum(axis=0) / np.where(d > 1e-9, d, np.inf)
        i = gain.argmax()
        pivots.append(i)
        K = K - np.outer(K[i], K[i]) / K[i, i]
    return pivots
    ### END SOLUTION


# %% [markdown]
# How much less? The scoreboard sets your picks beside greedy and beside a floor below which no subspace of dimension five can go (chapter 4 will say which subspace that is). The floor has a score of 100, but it is made of mixtures of all points; five points can hardly reach it. A few lines of code can score 72; the best five we know of score 74:

# %%
print(scoreboard(choose_pivots))

# %% [markdown] tags=["solution"]
# Deflating by point $i$ lowers the residual of point $j$ by $K_{ij}^2/K_{ii}$, so the column sums of $K^2$, divided by the diagonal, say what each candidate would do for everyone. It is still greedy, but for the right sum. It asks for all of $K$, though, while "largest residual" asks for five rows: that is what one pays. To go further, exchange one pick at a time as long as it helps:


# %% tags=["solution"]
def residual_sum(K, pivots):
    k = K[pivots]
    return np.trace(K) - np.trace(np.linalg.lstsq(k[:, pivots], k @ k.T, rcond=None)[0])


def swap(K):
    best = choose_pivots(K)
    for place in [0, 1, 2, 3, 4] * 2:
        trials = [best[:place] + [i] + best[place + 1 :] for i in range(len(K))]
        best = min([best, *trials], key=lambda picks: residual_sum(K, picks))
    return best


print(scoreboard(swap))

# %% [markdown]
# [Back to chapter 2](../course/02_gram_schmidt_and_cholesky.ipynb)

# %% tags=["check"]
from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem
from featurespace.checks.orthogonal.shared import (
    PICKS,
    WORLDS,
    by_greed,
    five,
    floor_of,
    left_over,
    worlds,
)


def _verify_choice(answer, K) -> None:
    picks = five(answer, len(K))
    yours, greedy = left_over(K, picks), left_over(K, by_greed(K))
    if set(map(int, np.ravel(picks))) == set(map(int, by_greed(K))):
        raise Problem(
            f"On the {WORLDS[len(K)][0]} ({len(K)} points) your five are those of greedy, in whatever order: {greedy:.1f} % of the trace is left. Ask what a point does for all the others, not how far off it is itself."
        )
    if yours > greedy - 1e-6:
        raise Problem(
            f"On the {WORLDS[len(K)][0]} ({len(K)} points) your five leave {yours:.1f} % of the trace, greedy leaves {greedy:.1f} %, and no subspace less than {floor_of(K):.1f} %."
        )


def _by_total(again: bool):
    """Pick what lowers the sum of all residuals most; or judge once and take the first five."""

    def choose(K):
        pivots = []
        while len(pivots) < PICKS:
            gain = (K**2).sum(axis=0) / np.where(np.diag(K) > 1e-9, np.diag(K), np.inf)
            if not again:
                return np.argsort(-gain, kind="stable")[:PICKS]
            pivots.append(int(gain.argmax()))
            K = orthogonal.deflate_gram(K, np.arange(len(K)) == pivots[-1])
        return np.array(pivots)

    return choose


CHECK = Check(
    answer=choose_pivots,
    section="Whom to keep?",
    difficulty=3,
    minutes=25,
    kind="transfer",
    inputs=worlds,
    verify=_verify_choice,
    misconceptions=(
        Misconception(
            by_greed,
            "That is greedy itself: each step takes the point that is farthest off, and such points stand alone at the rim. Ask instead what a point does for all the others.",
        ),
        Misconception(
            lambda K: np.arange(PICKS),
            "The first five are five arbitrary points. That may do on a cloud, but on clumps some clump is left without a point.",
        ),
        Misconception(
            lambda K: np.argsort(-K.sum(axis=0), kind="stable")[:PICKS],
            "Five points that resemble everyone resemble each other: after the first, the rest add next to nothing. Deflate after each choice.",
        ),
        Misconception(
            _by_total(again=False),
            "The measure is good, but you used it once for all five. Neighbours score alike and explain the same: after each choice deflate K and measure again.",
        ),
        Misconception(
            lambda K: np.argsort(K.sum(axis=0), kind="stable")[:PICKS],
            "You took the five loneliest points. They explain themselves and nobody else.",
        ),
    ),
    hints=(
        "Greedy looks at a point's own residual. Your score is the sum over all points: for each candidate ask by how much it would lower that sum.",
        "After deflating by point i, the trace is lower by Σⱼ K_ij²/K_ii. Take the i with the largest value, deflate K, repeat. Still not content? Swap one pick at a time.",
        "Five times: `gain = (K**2).sum(axis=0) / np.diag(K)`, with 0 for used points; `i = gain.argmax()`; `K = K - np.outer(K[i], K[i]) / K[i, i]`.",
    ),
    praise="Greedy is beaten on a cloud, on clumps and on a ring. The scoreboard below says how near you came to the floor.",
)
