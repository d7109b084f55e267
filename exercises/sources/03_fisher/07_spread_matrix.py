# %% [markdown]
# ## Any number of teams
#
# A coach has runners in several teams, not all of the same size: `team[i]` is the number of runner $i$'s team (a whole number, 0 too), and $f$ holds one time per runner, in seconds. How unequal are the runners *within* their teams? Take the variance of each team's times (over the size of the team) and add these variances up.
#
# That sum is a quadratic form in $f$, as $\frac1hf^\top Bf$ with $h=2n_+n_-/n$ is for two classes. Return its matrix: the symmetric `W` (n, n) with $f^\top Wf=\sum_{\text{teams}}\sigma^2$ for every $f$. For `team = (1, 1, 2)` the sum is $\frac14(f_1-f_2)^2$, so
#
# $$W=\begin{pmatrix}\frac14&-\frac14&0\\-\frac14&\frac14&0\\0&0&0\end{pmatrix}.$$

# %%
import numpy as np


def spread_matrix(team):
    ### BEGIN SOLUTION
    W = np.zeros((len(team), len(team)))
    for number in np.unique(team):
        own = team == number
        size = own.sum()
        W[np.ix_(own, own)] = (np.eye(size) - 1 / size) / size
    return W
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With $C$ the centring matrix of a team, $f^\top Cf$ is the sum of the squared deviations within it, and the variance is that over the team's size. Runners of different teams never meet, so all else is zero. For two teams $W$ is the chapter's $B/h$: the book's weights $2n_-/n$ and $2n_+/n$ are $1/n_+$ and $1/n_-$ times a common factor, which for three teams or more nobody would think of. Every team takes one dimension away: the rank is $n$ minus the number of teams.

# %% tags=["solution"]
from featurespace.fisher import within_class_matrix

team, f = np.array([3, 1, 3, 7, 1, 1]), np.array([12.0, 11.0, 14.0, 13.0, 12.0, 16.0])
W = spread_matrix(team)
print(f"f'Wf = {f @ W @ f:.3f}, rank {np.linalg.matrix_rank(W)} of {len(W)}")
assert np.isclose(f @ W @ f, sum(f[team == k].var() for k in (1, 3, 7)))
y = np.where(team == 3, 1, -1)  # two teams: h = 2 * 2 * 4 / 6
assert np.allclose(spread_matrix(y), within_class_matrix(y) / (2 * 2 * 4 / 6))

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception


def _teams(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for sizes, start in (([4, 1, 2], 3), ([3, 5], 0), ([2, 3, 1, 4], 1)):
        numbers = rng.permutation(start + np.r_[0, 2 + rng.permutation(20)[: len(sizes) - 1]])
        cases.append((rng.permutation(np.repeat(numbers, sizes)),))
    return cases


def _blocks(weight=lambda n, k, g: 1 / k, block=lambda k, n: np.eye(k) - 1 / k):
    """A matrix made of one block for each team."""

    def matrix(team):
        W, n, numbers = np.zeros((len(team), len(team))), len(team), np.unique(team)
        for number in numbers:
            own = team == number
            k = own.sum()
            W[np.ix_(own, own)] = weight(n, k, len(numbers)) * block(k, n)
        return W

    return matrix


def _by_products(team):
    """The same without blocks: who is in whose team."""
    mates = np.equal.outer(team, team).astype(float)
    size = mates.sum(axis=1)
    return np.diag(1 / size) - mates / size**2


def _between(team):
    same = np.equal.outer(team, team)
    return np.where(same, _blocks()(team), -1 / len(team) ** 2)


def _seen(value, team):
    """What a matrix of this kind should be and is not, from the coarse to the fine."""
    W, right = np.asarray(value, dtype=float), _blocks()(team)
    if np.abs(W[~np.equal.outer(team, team)]).max(initial=0) > 1e-9:
        return "There are numbers where the row is of one team and the column of another. Those runners meet in no variance: there W is 0."
    for number in np.unique(team):
        own = np.ix_(team == number, team == number)
        k = int((team == number).sum())
        if k > 1 and not W[own].any():
            return f"The rows of team {number} are all zeros, and it has {k} runners. Does your loop go through all teams (`np.unique(team)` lists them), and does W keep what the others put in?"
    if np.abs(W.sum(axis=1)).max() > 1e-9:
        i = int(np.argmax(np.abs(W.sum(axis=1)) > 1e-9))
        return f"Every row of W should sum to zero, since equal times have no spread. Row {i}, of a team of {int((team == team[i]).sum())}, sums to {W[i].sum():.4g}."
    for number in np.unique(team):
        own = np.ix_(team == number, team == number)
        k, factor = int((team == number).sum()), W[own][0, 0] / right[own][0, 0]
        if k > 1 and abs(factor - 1) > 1e-6 and np.allclose(W[own], factor * right[own]):
            return f"The rows sum to zero, as they should. But the block of team {number}, of {k} runners, gives {factor:.4g} times their variance."
    return ""


CHECK = Check(
    answer=spread_matrix,
    section="Spread within classes",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=(
        (np.array([1, 1, 2]),),
        np.array([[0.25, -0.25, 0], [-0.25, 0.25, 0], [0, 0, 0]]),
    ),
    twin=_by_products,
    inputs=_teams,
    explain=_seen,
    terms=lambda team: {
        "the diagonal part, 1 over the size of the team,": np.diag(
            np.diag(_blocks(block=lambda k, n: np.eye(k))(team))
        ),
        "the constant block of each team": _blocks()(team)
        - _blocks(block=lambda k, n: np.eye(k))(team),
    },
    misconceptions=(
        Misconception(
            _blocks(weight=lambda n, k, g: 1.0),
            "Each block is a centring matrix, and gives the sum of the squared deviations of its team. A variance is their mean: divide each block by the size of its team.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: 1 / n),
            "You divided every block by n. That pools the deviations of all runners; the variance of a team is a mean over that team, so divide each block by its own size.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: 1 / max(k - 1, 1)),
            "You divided by the size of a team minus 1. Variances of this course divide by the size.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: 2 * (n - k) / n),
            "You weighted the blocks as in the chapter's B. There the weights give the variances only up to a common factor, and only for two classes: divide each centring matrix by the size of its team.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: 1 / (k * g)),
            "That gives the mean of the teams' variances; their sum is asked for.",
        ),
        Misconception(
            _blocks(
                weight=lambda n, k, g: 1 / n if k else 0.0,
                block=lambda k, n: k * (np.eye(k) - 1 / k),
            ),
            "Each block is multiplied by the share of its team, so a large team counts more. The variances are added as equals: divide each centring matrix by the size of its team.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k)),
            "That is f² over the size of the team, with nothing centred. A variance subtracts the squared mean: every row of W must sum to zero.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k) - 1),
            "Times the size k of a team your block is `np.eye(k) - 1`, which subtracts the sum of the team. A centring matrix subtracts the mean: `np.eye(k) - 1 / k`.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k) - 1 / n),
            "You centred with 1/n. A team is centred by its own mean: 1 over its own size. Every row of W must sum to zero.",
        ),
        Misconception(
            lambda team: (np.eye(len(team)) - 1 / len(team)) / len(team),
            "That is the variance of all runners together. Centre each team by itself.",
        ),
        Misconception(
            lambda team: _blocks()(np.sort(team)),
            "Your blocks stand where they would if the teams came one after the other. Runner i has row and column i: fill `W[np.ix_(own, own)]`.",
        ),
        Misconception(
            lambda team: np.zeros((len(team), len(team))),
            "W is still all zeros. If you filled `W[own][:, own]`, that was a copy which is thrown away; `W[np.ix_(own, own)]` is W itself. And a table of whole numbers (`dtype=int`) would cut every entry to 0.",
        ),
        Misconception(
            _between,
            "There are entries between runners of different teams. They do not meet in any variance: those entries are 0.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: 1 / k**2),
            "Your blocks are divided by the size of the team twice. A centring matrix over the size is enough: `(np.eye(k) - 1 / k) / k`.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: float(k)),
            "Your blocks are multiplied by the size of the team. A centring matrix gives a sum of squares; for a mean divide by the size.",
        ),
        Misconception(
            _blocks(weight=lambda n, k, g: np.float64(1) / (k - 1)),
            "For a team of one your block is not a number: you divide by the size minus 1. Variances of this course divide by the size, and one runner alone has variance 0.",
        ),
        Misconception(
            lambda team: _blocks()(np.where(team == team[0], 1, -1)),
            "One team has its block, all others are thrown together as a second one. Go through all teams: `np.unique(team)` lists them.",
        ),
        Misconception(
            lambda team: 2 * np.tril(_blocks()(team)) - np.diag(np.diag(_blocks()(team))),
            "Right for every f, but below the diagonal only. The symmetric W is asked for: half of each entry belongs above it.",
        ),
        Misconception(
            lambda team: _blocks()(np.cumsum(np.r_[0, np.diff(team) != 0])),
            "You cut where the number changes from one runner to the next. Runners of a team need not stand together: `team == number` finds them all.",
        ),
        Misconception(
            lambda team: np.full((len(team), len(team)), np.nan),
            "All your numbers are NaN, as after a division by 0. Does your loop meet numbers that no team has? `np.unique(team)` lists the teams that there are.",
        ),
    ),
    hints=(
        "One team alone: which matrix C makes f'Cf the sum of the squared deviations from the team's mean? And what is missing for a variance?",
        "A centring matrix, `np.eye(k) - 1 / k` for a team of size k, divided by k. Put it into the rows and columns of that team; all else is zero.",
        "For each `number` in `np.unique(team)`, with `own = team == number` and `k = own.sum()`, set `W[np.ix_(own, own)] = (np.eye(k) - 1 / k) / k`.",
    ),
    praise="Centre each team by itself, divide by its size: spread within any number of classes is one matrix.",
)
