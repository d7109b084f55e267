# %% [markdown]
# ## Judged by the others
#
# A mail filter knows letters only by how much they resemble each other: `K` (n, n) holds inner products $\langle x_i,x_j\rangle$, `y` (n,) is +1 for junk and −1 for the rest, at least two of each. Its rule is Parzen's: a letter is junk if it lies nearer to the mean of all junk than to the mean of the rest. With the two class means $m_+$ and $m_-$ the score is
#
# $$s(x)=\langle x,m_+\rangle-\langle x,m_-\rangle-b,\qquad b=\tfrac12\bigl(\|m_+\|^2-\|m_-\|^2\bigr)\,.$$
#
# On the letters that it has learnt from, the filter looks better than it is. Return the $n$ **left-out scores**: that of letter $i$ by the rule made from the $n-1$ others. You need nothing but `K`, and no refitting by a loop over letters.
#
# By hand: five numbers 0, 2 (junk) and 4, 6, 11 on a line, `K` their products. Without 4, the means are 1 and 8.5, so $s(4)=(1-8.5)\bigl(4-\frac{1+8.5}2\bigr)=5.625$: called junk, and wrongly. All five scores are (22.5, 10.5, 5.625, −11.375, −32).

# %%
import numpy as np


def loo_parzen(K, y):
    ### BEGIN SOLUTION
    own, scores = np.diag(K), 0
    for sign in (1, -1):
        member = y == sign
        size = member.sum() - member  # of the class, without letter i if it is one of it
        similar = K[:, member].sum(axis=1)
        total = K[np.ix_(member, member)].sum()
        mean = (similar - member * own) / size
        square = (total - member * (2 * similar - own)) / size**2
        scores = scores + sign * (mean - square / 2)
    return scores
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Three numbers know of letter $i$: the size of its class, the sum $\sum_jK_{ij}$ over its class, and the sum of all $K_{jk}$ within the class. Take it out of each: one less, $K_{ii}$ less, and its whole row and column less, $2\sum_jK_{ij}-K_{ii}$ (the corner was counted twice). All $n$ scores cost as much as one look at $K$. No residual is divided by $1-h_{ii}$ here: that shortcut belongs to least squares, this one to means.

# %% tags=["solution"]
x, y = np.array([0, 2, 4, 6, 11]), np.array([1, 1, -1, -1, -1])
print("left out:    ", loo_parzen(np.outer(x, x), y))
means = x[y > 0].mean(), x[y < 0].mean()
print("with its own:", (means[0] - means[1]) * (x - np.mean(means)) + 0)

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.kernels import Gaussian, Linear, Polynomial
from featurespace.means import parzen


def _letters(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for plus, minus, kernel in ((3, 5, Linear()), (6, 4, Gaussian(1.0)), (2, 2, Polynomial(2))):
        y = rng.permutation(np.repeat([1, -1], [plus, minus]))
        cases.append((kernel(rng.normal(size=(len(y), 2)) + 0.7 * y[:, None]), y))
    return cases


def _loop(K, y):
    scores = []
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        alpha, b = parzen(K[np.ix_(rest, rest)], y[rest])
        scores.append(K[i, rest] @ alpha - b)
    return np.array(scores)


def _score(
    mean=True,  # whether letter i is taken out of the sum of its similarities
    size=lambda member: member.sum() - member,  # of a class, for the mean
    rows=2,  # how many of row and column i are taken out of the sum within its class
    corner=1,  # how often the corner is given back
    sizes=None,  # of a class, for b; as for the mean, if left out
    half=0.5,
    power=2,
    own=np.diag,  # the similarity of a letter to itself
):
    """The score, with one's own idea of what letter i is taken out of."""

    def scores(K, y):
        total = 0.0
        for sign in (1, -1):
            member = (y == sign).astype(float)
            similar = K @ member
            within = member @ K @ member - member * (rows * similar - corner * own(K))
            count, count_b = size(member), (sizes or size)(member)
            total = total + sign * (
                (similar - mean * member * own(K)) / count - half * within / count_b**power
            )
        return total

    return scores


def _all(member):
    return member.sum()


def _less(member):
    return member.sum() - member


_PLAIN = {"mean": False, "size": _all, "rows": 0, "corner": 0}


def _other_pairs(K, y):
    scores, off = _score(half=0.0)(K, y), K - np.diag(np.diag(K))
    for sign in (1, -1):
        member = (y == sign).astype(float)
        size = member.sum()
        scores = scores - sign * (member @ off @ member) / (size * (size - 1)) / 2
    return scores


def _terms(K, y):
    found = {}
    own = np.diag(K)
    for sign, name in ((1, "+1"), (-1, "−1")):
        member = (y == sign).astype(float)
        count, similar = member.sum() - member, K @ member
        within = member @ K @ member - member * (2 * similar - own)
        found[f"the mean similarity to class {name}"] = sign * (similar - member * own) / count
        found[f"the half squared norm of the mean of class {name}"] = -sign * within / 2 / count**2
    return found


def _mean_norms(K, y):
    own = np.diag(K)
    return _score(half=0.0)(K, y) - (own[y > 0].mean() - own[y < 0].mean()) / 2


def _seen(value, K, y):
    """The four parts of the first wrong score."""
    got, right = np.asarray(value, dtype=float), loo_parzen(K, y)
    i = int(np.argmax(~np.isclose(got, right)))
    told = "; ".join(f"{name}: {part[i] + 0.0:.4g}" for name, part in _terms(K, y).items())
    return f"take letter {i}, of class {'+1' if y[i] > 0 else '−1'}. Without it, and with their signs, the parts of its score are: {told}. Together {right[i]:.4g}; yours is {got[i]:.4g}."


CHECK = Check(
    answer=loo_parzen,
    section="Folds",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (np.outer([0, 2, 4, 6, 11], [0, 2, 4, 6, 11]), np.array([1, 1, -1, -1, -1])),
        np.array([22.5, 10.5, 5.625, -11.375, -32]),
    ),
    twin=_loop,
    terms=_terms,
    explain=_seen,
    inputs=_letters,
    misconceptions=(
        Misconception(
            _score(**_PLAIN),
            "Those are the scores by the rule that has seen the letter itself. Take letter i out of the mean of its class, and out of b.",
        ),
        Misconception(
            _score(rows=0, corner=0, sizes=_all),
            "The two mean similarities are right, but b still knows letter i. Take its row and column out of the sum within its class, and lower the size of the class there too.",
        ),
        Misconception(
            _score(rows=0, corner=0, size=_all),
            "You take Kᵢᵢ out of the sum and divide by the old number of letters, and b still knows letter i. Its class has one letter less.",
        ),
        Misconception(
            _score(size=_all),
            "The sums are right, but they are divided by the old number of letters. Without letter i its class has one less, in b too.",
        ),
        Misconception(
            _score(mean=False),
            "The threshold b is right, but the mean similarity of letter i to its own class still counts Kᵢᵢ, its similarity to itself.",
        ),
        Misconception(
            _score(corner=0),
            "From the sum within the class you take row i and column i. The corner Kᵢᵢ lies in both and is taken twice: give it back once.",
        ),
        Misconception(
            _other_pairs,
            "In b you leave out the pairs of a letter with itself, for all letters at once. Only letter i is to be left out: its row and its column, and the class has one letter less.",
        ),
        Misconception(
            _score(half=1.0),
            "In b the ½ is missing: it is half the difference of the squared norms.",
        ),
        Misconception(
            _score(half=0.0),
            "The threshold b is missing: without it a class whose mean is long gets too many letters.",
        ),
        Misconception(
            lambda K, y: _score(**_PLAIN)(K, y) / (1 - np.diag(K)),
            "Dividing by 1 − hᵢᵢ is the shortcut of least squares, where H makes fitted values out of y. A rule of means has no such H: take the letter out of the sums.",
        ),
        Misconception(
            lambda K, y: np.sign(_loop(K, y)),
            "Those are the classes that the filter names, the signs of the scores. Asked are the scores themselves.",
        ),
        Misconception(
            lambda K, y: y * _loop(K, y),
            "Those are the margins, y times the score. Asked are the scores themselves.",
        ),
        Misconception(
            _score(mean=False, size=_all, sizes=_less),
            "The threshold b is right, but the two mean similarities still know letter i. Take Kᵢᵢ out of the sum over its class, and divide by one letter less.",
        ),
        Misconception(
            lambda K, y: _score(**_PLAIN)(K - np.diag(np.diag(K)), y),
            "You set the diagonal of K to 0 and divide by the old numbers of letters. Without letter i its class has one less; and b loses the row and the column of i, not the diagonal.",
        ),
        Misconception(
            _score(size=lambda member: member.sum() - 1, sizes=_less),
            "In the mean similarities both classes have lost a letter. Letter i is missing in its own class only: the other keeps its size.",
        ),
        Misconception(
            _score(size=lambda member: member.sum() - 1),
            "Both classes have lost a letter in your sizes. Letter i is missing in its own class only: the other keeps its size.",
        ),
        Misconception(
            _score(rows=1, corner=0),
            "From the sum within the class you take row i, and column i stays. Take both (their corner Kᵢᵢ once).",
        ),
        Misconception(
            _score(rows=0, corner=-1),
            "From the sum within the class you take Kᵢᵢ only. All pairs that letter i is part of must go: its row and its column.",
        ),
        Misconception(
            _score(power=1),
            "In b you divide the sum over pairs by the size of the class. The squared norm of a mean has the size twice: divide by its square.",
        ),
        Misconception(
            _score(own=lambda K: 1.0),
            "You take 1 for the similarity of a letter to itself. That holds for a Gaussian kernel; in general it is Kᵢᵢ, `np.diag(K)`.",
        ),
        Misconception(
            _score(size=lambda member: len(member) / 2 - member),
            "You take each class for half of all letters. Count them: `np.sum(y == 1)` and `np.sum(y == -1)`.",
        ),
        Misconception(
            _mean_norms,
            "In b you take the mean squared length of the letters of a class, Kᵢᵢ. What counts is the squared length of their mean: the mean of all products within the class.",
        ),
        Misconception(
            lambda K, y: (K - np.diag(np.diag(K))) @ y,
            "You add up the similarities, with a minus for the rest. The rule compares means: divide by the sizes of the classes (the own one is smaller by one letter), and subtract b.",
        ),
        Misconception(
            lambda K, y: np.mean(np.sign(loo_parzen(K, y)) != y),
            "That is the share of letters that are judged wrongly. Asked are the n scores themselves.",
        ),
    ),
    hints=(
        "Which three numbers know of letter i: how many letters its class has, a sum of its similarities, and a sum over all pairs of its class? What becomes of each without it?",
        "For a letter of class c with n letters: the size becomes n − 1, its sum of similarities loses Kᵢᵢ, and the sum over all pairs of the class loses row i and column i, whose common corner must not be taken twice. Nothing changes in the other class.",
        "For each class: `size = member.sum() - member`, `mean = (similar - member * own) / size` and `square = (total - member * (2 * similar - own)) / size**2`, where `similar = K[:, member].sum(axis=1)` and `own = np.diag(K)`. Add plus or minus `mean - square / 2`.",
    ),
    praise="Leave-one-out from one look at K, and not by 1 − hᵢᵢ: the shortcut is to take a point out of the sums that know of it.",
)
