# %% [markdown]
# ## How few numbers will do?
#
# A weather service sends a table over a slow line: `n` days, a column for each of $d$ stations. It may send the table as it is, $n\cdot d$ numbers; or the mean of every column, $k$ directions, and $k$ scores for every day. The $k$ components must keep **more** than the share `share` of the variance (let round-off not decide: more than `share + 1e-12`). Given the $d$ eigenvalues of the covariance, from large to small, return how many numbers go over the line if it is done as cheaply as possible.
#
# Example: eigenvalues 6, 3, 1 and ten days. More than 0.85 takes two components: 3 numbers for the mean, 2 · 3 for the directions, 10 · 2 for the scores, 29 in all, one less than the table. More than 0.9 takes all three components, 42 numbers: then the table itself is cheaper, 30.

# %%
import numpy as np


def numbers_sent(eigenvalues, n, share):
    ### BEGIN SOLUTION
    d = len(eigenvalues)
    explained = np.cumsum(eigenvalues) / np.sum(eigenvalues)
    k = np.sum(explained <= share + 1e-12) + 1
    return min(d + k * d + n * k, n * d)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The shares rise, so those that are not yet large enough come first; one more component makes the difference. Counting them needs no special case. The $10^{-12}$ matters for ten equal eigenvalues of 0.1 and the share 0.3, because in the computer three of them are more than that:

# %% tags=["solution"]
print("0.1 + 0.1 + 0.1 =", 0.1 + 0.1 + 0.1)
digits = [k * (1797 + 64) + 64 for k in (10, 20)]
print("1797 digits of 64 pixels:", 1797 * 64, " with 10 or 20 components:", *digits)

# %% tags=["check"]
from collections.abc import Callable

from featurespace import pca as library
from featurespace.checks.check import Check, Misconception


def _needed(eigenvalues, share):
    return int((np.cumsum(eigenvalues) / np.sum(eigenvalues) <= share + 1e-12).sum()) + 1


def _sent(
    k: Callable = _needed,
    cost: Callable = lambda d, k, n: d + k * d + n * k,
    best: Callable = min,
):
    def answer(eigenvalues, n, share):
        d = len(eigenvalues)
        return best(cost(d, k(eigenvalues, share), n), n * d)

    return answer


def _by_library(eigenvalues, n, share):
    d = len(eigenvalues)
    k = library.components_needed(eigenvalues, share)
    return n * d if d + k * (n + d) > n * d else d + k * (n + d)


def _seen(value, eigenvalues, n, share):
    """The way to the right number, to be compared step by step."""
    d, k = len(eigenvalues), _needed(eigenvalues, share)
    kept = np.sum(eigenvalues[:k]) / np.sum(eigenvalues)
    less = f", with one less {kept - eigenvalues[k - 1] / np.sum(eigenvalues):.4g}" if k > 1 else ""
    return f"your result is {float(np.ravel(value)[0]):.6g}. Here k = {k}: the share kept is {kept:.4g}{less}. That takes {d} numbers for the means, {k * d} for the directions, {n * k} for the scores, {d + k * d + n * k} in all; the table itself takes {n * d}."


CHECK = Check(
    answer=numbers_sent,
    section="How many?",
    difficulty=2,
    minutes=8,
    kind="transfer",
    example=((np.array([6, 3, 1]), 10, 0.85), 29),
    twin=_by_library,
    explain=_seen,
    inputs=lambda rng: [
        (np.array([6, 3, 1]), 10, 0.9),
        (np.array([17, 3]), 40, 0.85),
        (np.array([5.0, 2.0, 1.5, 1.0, 0.5]), 60, 0.85),
        (np.array([86, 4, 4, 3, 3]), 7, 0.8),
        (np.array([0.1] * 10), 100, 0.3),
        (np.array([9.0, 1.0]), 12, 0.85),
        (np.array([8.0, 7.0, 5.0]), 50, 0.2),
        (np.array([40.0, 30.0, 12.0, 9.0, 4.0, 3.0, 1.5, 0.5]), 25, 0.9),
    ],
    misconceptions=(
        Misconception(
            lambda e, n, share: _needed(e, share),
            "That is the number of components. Asked for is how many numbers go over the line: means, directions and scores.",
        ),
        Misconception(
            _sent(best=lambda sent, table: sent),
            "Where many components are needed, sending them costs more than the table itself, n times d numbers: return the smaller of the two.",
        ),
        Misconception(
            _sent(best=max),
            "You return the dearer of the two ways. Done as cheaply as possible: the smaller number.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: k * d + n * k),
            "The means are missing: the scores are measured from them, so d more numbers must be sent.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: d + n * k),
            "The directions are missing: without them, k times d numbers, nobody can turn scores back into stations.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: d + k * d),
            "The scores are missing: k numbers for every one of the n days.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: n * k),
            "You count the scores only. The other side needs the directions, k times d numbers, and the d means too.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: n + k * d + n * k),
            "There is a mean for every column, d of them; you count one for every day.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: 1 + k * d + n * k),
            "There is a mean for every column, so d numbers; you count one.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: d + k * d + n * k + k),
            "The k eigenvalues need not be sent: means, directions and scores give the table back.",
        ),
        Misconception(
            _sent(k=lambda e, share: int((np.cumsum(e) / e.sum() < share - 1e-12).sum()) + 1),
            "You stop where the share reaches the one asked for. It has to exceed it: of 17 and 3 the first has exactly 0.85, so more than 0.85 takes both.",
        ),
        Misconception(
            _sent(k=lambda e, share: int(np.argmax(np.cumsum(e) / e.sum() > share)) + 1),
            "The rule is right, but round-off deceives it: in the computer 0.1 + 0.1 + 0.1 is more than 0.3. Count a share as larger only if it exceeds `share + 1e-12`.",
        ),
        Misconception(
            _sent(k=lambda e, share: _needed(e, share) - 1),
            "One component too few: the one that lifts the share above the one asked for is needed too. (An index counts from 0: index 0 stands for one component.)",
        ),
        Misconception(
            _sent(k=lambda e, share: int((np.cumsum(e) / e.sum() > share + 1e-12).sum())),
            "You count the shares that are large enough already. Needed is the place of the first one.",
        ),
        Misconception(
            _sent(k=lambda e, share: max(int((e / e.sum() > share).sum()), 1)),
            "You compare each component's own share with the one asked for. It is the sum of the first k that has to exceed it.",
        ),
        Misconception(
            _sent(k=lambda e, share: _needed(np.sqrt(e), share)),
            "You took shares of the standard deviations. The eigenvalues are variances already: add them up as they are.",
        ),
        Misconception(
            _sent(k=lambda e, share: _needed(e**2, share)),
            "You squared the eigenvalues. They are variances already: add them up as they are.",
        ),
        Misconception(
            _sent(k=lambda e, share: int(np.ceil(share * len(e)))),
            "That is a share of the number of components. A share of their variance is asked for.",
        ),
        Misconception(
            lambda e, n, share: n * len(e),
            "You come out at n times d, the table itself, on every input. Often it goes cheaper: d means, k times d numbers for the directions, n times k for the scores.",
        ),
        Misconception(
            _sent(k=lambda e, share: _needed(e, share) + 1),
            "One component too many: the count of the shares that are too small, plus one, is enough.",
        ),
        Misconception(
            lambda e, n, share: n * len(e) - _sent()(e, n, share),
            "That is how many numbers are saved; asked for is how many are sent.",
        ),
        Misconception(
            lambda e, n, share: _sent()(e, n, share) / (n * len(e)),
            "That is a share of the table's size; the number of numbers was asked for.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: d + k * d + k),
            "You count k scores. Every day has k of its own: n times k.",
        ),
        Misconception(
            lambda e, n, share: min(
                _sent(best=lambda sent, table: sent)(e, n, share), n * len(e) + len(e)
            ),
            "The table itself needs no means beside it: sent as it is, it takes n times d numbers.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: d + d * d + n * k),
            "You send a d times d matrix. Only `k` directions are needed, k times d numbers.",
        ),
        Misconception(
            _sent(k=lambda e, share: min(_needed(e, share), len(e) - 1)),
            "You never take all d components. If d − 1 do not exceed the share, all are needed: let k run to d.",
        ),
        Misconception(
            _sent(k=lambda e, share: int(np.argmax(np.cumsum(e) > share + 1e-12)) + 1),
            "You compare sums of eigenvalues with a share. Divide them by the sum of all eigenvalues first.",
        ),
        Misconception(
            _sent(k=lambda e, share: 1),
            "You come out at one component (or the table) on every input. That is cheapest, but the components must keep more than the share asked for.",
        ),
        Misconception(
            _sent(cost=lambda d, k, n: k + k * d + n * k),
            "There is a mean for every column, d of them; you count one for every component.",
        ),
    ),
    hints=(
        "First find the smallest k whose share exceeds the one asked for. Then write down what must be sent, piece by piece, and compare with the table.",
        "Running sums `np.cumsum(eigenvalues)` over the total are the shares; count those that are not yet large enough, and add one. Means: d numbers; directions: k times d; scores: n times k.",
        "With `k = np.sum(explained <= share + 1e-12) + 1` return `min(d + k * d + n * k, n * d)`.",
    ),
    praise="A few strong components make a small message; a flat spectrum makes none. And the means travel too.",
)
