# %% [markdown]
# ## Choose, and stop in time
#
# Now in the order that pays: take the point with the **largest squared residual** next (of equals the first), and stop as soon as all squared residuals are **at most** `eta`. Return `R` (T, n), one row for each point taken, and the list of the T `pivots`. It must end for every `eta` ≥ 0, also when points repeat or lie in a plane: treat squared residuals up to $10^{-12}$ times the largest diagonal entry of `K` as zero. With
#
# $$K=\begin{pmatrix}9&3&6&6\\3&5&4&4\\6&4&6&5\\6&4&5&5\end{pmatrix}$$
#
# and `eta` = 1 two steps are enough: the pivots are 0 and 1, and the rows of `R` are (3, 1, 2, 2) and (0, 2, 1, 1).

# %%
import numpy as np


def incomplete_cholesky(K, eta):
    ### BEGIN SOLUTION
    R, pivots = np.empty((0, len(K))), []
    d = np.diag(K).astype(float)
    cut = max(eta, 1e-12 * d.max())
    while d.max() > cut:
        i = d.argmax()
        row = (K[i] - R[:, i] @ R) / np.sqrt(d[i])
        R = np.vstack([R, row])
        pivots.append(i)
        d = d - row**2
        d[i] = 0
    return R, pivots
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Two guards make it end. The cut-off is tied to the size of $K$, so that rescaled data give the same pivots; and a used point gets residual 0 exactly, so that round-off cannot call it back. Each turn uses up a point, hence there are at most $n$ turns. Look at what the code reads of $K$: its diagonal and the rows of the pivots, nothing else. With a thousand points and twenty pivots, 98 % of the kernel values are never needed.

# %% tags=["check"]
from collections.abc import Callable

from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import FACTOR, TABLE
from featurespace.kernels import Gaussian, Linear, Polynomial


def _cut_offs(rng: np.random.Generator) -> list[tuple]:
    lengths = rng.uniform(0.7, 1.5, 15)
    clouds = [
        (Polynomial(2)(rng.normal(size=(12, 2))), 2.0),
        (np.outer(lengths, lengths) * Gaussian()(rng.normal(size=(15, 2))), 0.3),
        (TABLE, 1),
        (Linear()(rng.normal(size=(5, 6)) * [1, 1, 1e-4, 2e-6, 2e-6, 2e-6]), 1e-10),
        (np.array([[4, 2, 0], [2, 4, 0], [0, 0, 4]]), 0.5),  # equals
        (TABLE, 10),  # no step at all
    ]
    twice = np.array([[3, 0], [1, 2], [3, 0], [1, 2], [0, 1]])
    endings = [
        (1e6 * Linear()(rng.normal(size=(9, 3))), 0.0),
        (1e-12 * Linear()(rng.normal(size=(7, 2))), 0.0),
        (twice @ twice.T, 0.0),
        (np.array([[6.25]]), 0.0),
    ]
    return [*clouds, *endings]


def _incomplete(
    pick: Callable = lambda d, K, T: d.argmax(),
    enough: Callable = lambda d, eta: d.max() <= eta,
    row: Callable = lambda K, R, i, d: (K[i] - R[:, i] @ R) / np.sqrt(d[i]),
    lost: Callable = np.square,
    late: bool = False,
    floor: float = 1e-12,
):
    """Pivoted Cholesky with a slip in the choice, the end or the row."""

    def answer(K, eta):
        R, pivots, d = np.empty((0, len(K))), [], np.diag(K).astype(float)
        nothing = floor * d.max()
        while len(pivots) < len(K):
            end = enough(d, eta) or d.max() <= nothing
            if end and not late:
                break
            i = int(pick(d, K, len(pivots)))
            R = np.vstack([R, row(K, R, i, np.maximum(d, nothing))])
            d = d - lost(R[-1])
            d[i] = 0.0
            pivots.append(i)
            if end:
                break
        return R, np.array(pivots, dtype=int)

    return answer


def _in_order(K, eta):
    R, pivots, d = np.empty((0, len(K))), [], np.diag(K).astype(float)
    cut = max(eta, 1e-12 * d.max())
    for i in range(len(K)):
        if d[i] > cut:
            R = np.vstack([R, (K[i] - R[:, i] @ R) / np.sqrt(d[i])])
            d = d - R[-1] ** 2
            pivots.append(i)
    return R, np.array(pivots, dtype=int)


def _most_for_all(d, K, T):
    """The gains of all points, from the directions that are left; T points are used up."""
    left, used = K.astype(float), []
    for _ in range(T + 1):
        own = np.diag(left)
        gain = (left**2).sum(axis=0) / np.where(own > 1e-12 * K.max(), own, np.inf)
        used.append(gain.argmax())
        left = left - np.outer(left[used[-1]], left[used[-1]]) / left[used[-1], used[-1]]
    return used[-1]


def _at_least_one(K, eta):
    R, pivots = _incomplete()(K, eta)
    return (R, pivots) if len(pivots) else _incomplete(late=True)(K, eta)


def _empty_or_not(value):
    """A table without rows is one, however many columns it has."""
    if isinstance(value, (tuple, list)) and len(value) == 2 and np.size(value[0]) == 0:
        return np.empty((0, 0)), value[1]
    return value


def _turned(change: Callable):
    return lambda K, eta: change(*_incomplete()(K, eta))


def _which(seen, K, eta):
    """Whether R or the pivots are wrong."""
    R, pivots = _incomplete()(K, eta)
    if not np.array_equal(seen[1], pivots):
        at = int(np.flatnonzero(seen[1] != pivots)[0])
        place = f"after {at} steps" if at else "at the start"
        left = np.diag(K) - (R[:at] ** 2).sum(axis=0)
        if len(left) <= 6:
            listed = ", ".join(f"{v:.3g}" for v in left)
            return f"{place} the squared residuals are {listed}, and you take point {float(seen[1][at]):g}."
        return f"{place} point {pivots[at]} has the largest squared residual, and you take {float(seen[1][at]):g}."
    return "the pivots are right, R is not: row j comes from `K[i]`, i the pivot, less what the rows before explain, `R[:, i] @ R`, divided by the root of dᵢ."


CHECK = Check(
    answer=incomplete_cholesky,
    section="Largest first",
    difficulty=2,
    minutes=15,
    kind="practice",
    inputs=_cut_offs,
    example=((TABLE, 1), (FACTOR[:2], np.array([0, 1]))),
    twin=lambda K, eta: tuple(orthogonal.incomplete_cholesky(K, eta)[:2]),
    telling=6,
    alike=_empty_or_not,
    explain=_which,
    misconceptions=(
        Misconception(
            _incomplete(pick=lambda d, K, T: np.flatnonzero(d > 1e-12 * K.max())[0]),
            "You took the points in their given order. Take the one with the largest residual next: `d.argmax()`.",
        ),
        Misconception(
            _incomplete(pick=lambda d, K, T: np.argsort(-np.diag(K), kind="stable")[T]),
            "You sorted the points once, by the diagonal of K. Residuals shrink with every step, and not in step with each other: look for the largest anew each time.",
        ),
        Misconception(
            _incomplete(enough=lambda d, eta: d.max() < eta),
            "You go on while a squared residual equals η. At most η is small enough: go on only while the largest is above it.",
        ),
        Misconception(
            _incomplete(floor=1e-6),
            "You took for round-off what is none: squared residuals of 1e-8 times the largest diagonal entry of K are well above it. Treat as zero only what is below 1e-12 times that entry.",
        ),
        Misconception(
            _incomplete(enough=lambda d, eta: np.sqrt(np.maximum(d, 0)).max() <= eta),
            "You compared lengths with η, or squared residuals with its square. η is a cut-off for squared residuals: compare d itself with η itself.",
        ),
        Misconception(
            _incomplete(enough=lambda d, eta: d.sum() <= eta),
            "You went on until the sum of the residuals was below η. It is enough if each single one is: compare `d.max()`.",
        ),
        Misconception(
            _incomplete(enough=lambda d, eta: d.mean() <= eta),
            "You stopped when the average residual was below η. Every single one has to be: compare `d.max()`.",
        ),
        Misconception(
            _incomplete(late=True),
            "One step too many: look whether the largest residual is above η before you take the point, not after.",
        ),
        Misconception(
            _turned(lambda R, pivots: (R[:-1], pivots[:-1])),
            "One step too few: the last point had a residual above η, so it has to be taken.",
        ),
        Misconception(
            _incomplete(row=lambda K, R, i, d: K[i] / np.sqrt(d[i])),
            "What the earlier rows explain is still in the new row: take `R[:, i] @ R` away from `K[i]` before you divide.",
        ),
        Misconception(
            _incomplete(row=lambda K, R, i, d: (K[i] - R[:, i] @ R) / d[i]),
            "You divided the new row by dᵢ. That is a squared length; divide by its root.",
        ),
        Misconception(
            _incomplete(row=lambda K, R, i, d: K[i] - R[:, i] @ R),
            "The new row is not divided by νᵢ, the root of dᵢ: its entries are shadows on a direction that does not have length one.",
        ),
        Misconception(
            _incomplete(lost=lambda row: 0 * row),
            "Only the point that was used lost its residual. Every point shares in the new direction: take the squares of the new row away from all of d.",
        ),
        Misconception(
            _incomplete(
                pick=lambda d, K, T: np.where(d > 1e-12 * K.max(), d, np.inf).argmin(),
            ),
            "You took the smallest residual that was left. The largest goes first: that point is explained worst so far.",
        ),
        Misconception(
            _turned(lambda R, pivots: (R, pivots + 1)),
            "R is right. The pivots are counted from 1; Python counts rows from 0.",
        ),
        Misconception(
            _turned(
                lambda R, pivots: (
                    R[:, [*pivots, *np.setdiff1d(np.arange(R.shape[1]), pivots)]],
                    pivots,
                )
            ),
            "You sorted the columns of R into the order of picking. Leave them where they are: column i belongs to point i.",
        ),
        Misconception(
            _turned(lambda R, pivots: (R.T, pivots)),
            "Your R stands on its side: one row for each pivot, one column for each point.",
        ),
        Misconception(
            _turned(lambda R, pivots: (pivots, R)),
            "Right values, wrong order: return R first, then the pivots.",
        ),
        Misconception(
            _turned(lambda R, pivots: (R[:, pivots], pivots)),
            "You kept only the columns of the pivots. Every point has coordinates, also those that were never picked: R has n columns.",
        ),
        Misconception(
            _turned(
                lambda R, pivots: (
                    np.vstack([R, np.zeros((R.shape[1] - len(R), R.shape[1]))]),
                    pivots,
                )
            ),
            "The rows are right, but empty ones follow: R has one row for each point taken, and no more.",
        ),
        Misconception(
            _incomplete(lost=lambda row: row),
            "`d` holds squared lengths, so it loses the squares of the new row, not the row itself.",
        ),
        Misconception(
            _incomplete(lost=np.abs),
            "`d` holds squared lengths, so it loses the squares of the new row, not its sizes.",
        ),
        Misconception(
            _incomplete(enough=lambda d, eta: d.min() <= eta),
            "You stop as soon as one residual is small; that of a used point is 0 after the first step. Go on until all are: compare `d.max()`.",
        ),
        Misconception(
            lambda K, eta: _incomplete()(K, eta * np.diag(K).max()),
            "You took η as a share of the largest diagonal entry of K. It is a bound for the squared residuals as they are.",
        ),
        Misconception(
            lambda K, eta: _incomplete()(K, np.sqrt(eta)),
            "You compared squared residuals with the root of η. η is a bound for the squared residuals themselves: no root.",
        ),
        Misconception(
            _incomplete(row=lambda K, R, i, d: K[i] / np.sqrt(K[i, i])),
            "The new row is that of a first step: what the earlier rows explain is still in it, `R[:, i] @ R`, and it is dᵢ, not K_ii, whose root it is divided by.",
        ),
        Misconception(
            _incomplete(pick=lambda d, K, T: len(d) - 1 - d[::-1].argmax()),
            "Of points with equal residuals you took the last; the first was asked for, as `d.argmax()` finds it.",
        ),
        Misconception(
            _in_order,
            "You went through the points in their given order and passed by those with a small residual. Take the one with the largest residual next: `d.argmax()`.",
        ),
        Misconception(
            _incomplete(pick=_most_for_all),
            "You took the point that lowers the sum of all residuals most. A good rule, but not the one asked for: take the point whose own residual is largest.",
        ),
        Misconception(
            _at_least_one,
            "You take a first point in any case. If all squared residuals are at most η from the start, no point is needed: R has no rows then, and no pivots.",
        ),
        Misconception(
            lambda K, eta: _incomplete(floor=0.0)(K, max(eta, 1e-9)),
            "Right as long as η ends the loop. With η = 0 it goes astray on repeated points, on points in a plane, or in another unit: treat as zero what is at most 1e-12 times the largest diagonal entry of K, and set the residual of a used point to exactly 0.",
        ),
        Misconception(
            _incomplete(pick=lambda d, K, T: d.argmax() if T else 0),
            "You begin with point 0 in any case. The first point, too, is the one with the largest squared residual: `d.argmax()`.",
        ),
    ),
    hints=(
        "Keep the squared residuals d; while the largest is above the cut-off, make a row from that point, lower d, and note the point.",
        "The cut-off is the larger of η and 1e-12 times the largest diagonal entry of K, so that η = 0 ends too. After a point was used set its residual to exactly 0.",
        "`i = d.argmax()`; `row = (K[i] - R[:, i] @ R) / np.sqrt(d[i])`, where R holds the rows so far; `d = d - row**2`; `d[i] = 0`; add `row` to R and `i` to the pivots.",
    ),
    praise="It ends for every η and at every scale, and with η = 0 the number of pivots is the rank.",
)
