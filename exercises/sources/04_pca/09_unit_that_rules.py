# %% [markdown]
# ## The unit that rules
#
# A buoy measures temperature, salt and depth, and `S` (d, d) is the covariance matrix of its columns. Somebody is about to write column `j` in another unit, which multiplies all its values by a number $c>0$. With $c$ large enough the first principal direction looks at nothing but that column. Return the $c$ at which the **squared** entry `j` of the first direction (a unit vector) is exactly `weight`, a number between 0 and 1. The other columns keep their units. Six correct digits will do. (The larger $c$, the larger the squared entry, so you may search; but $c$ may be below one or in the thousands. No column is uncorrelated with all others.)
#
# Example: for `[[1, 0.5], [0.5, 1]]` and column 0 the squared entry is 0.5 at $c=1$ and 0.99 at $c\approx5.1203$.

# %%
import numpy as np


def unit_that_rules(S, j, weight):
    ### BEGIN SOLUTION
    def squared_entry(c):
        scale = np.ones(len(S))
        scale[j] = c
        return np.linalg.eigh(S * np.outer(scale, scale))[1][j, -1] ** 2

    low, high = 0.0, 1.0
    while squared_entry(high) < weight:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if squared_entry(middle) < weight else (low, middle)
    return high
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# A column that is multiplied by $c$ has its covariances multiplied by $c$ and its variance by $c^2$. Halving an interval 60 times leaves nothing to wish for. Why it rises: $\lambda_1(c)$ is a maximum of sums of powers of $c$ with positive factors, hence convex if both are drawn on log scales, and the squared entry is half the slope of that curve. In the wine data proline rules; in which unit would it have to be written to be one voice among thirteen?

# %% tags=["solution"]
from sklearn.datasets import load_wine

wine = load_wine()
j = wine.feature_names.index("proline")
S = np.cov(wine.data, rowvar=False)
now, fair = np.linalg.eigh(S)[1][j, -1] ** 2, unit_that_rules(S, j, 1 / 13)
print(f"as it is: {now:.5f}; 1/13 at c = {fair:.4f}")

# %% tags=["check"]
from collections.abc import Callable

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, tolerance_of
from featurespace.checks.pca.shared import rotated


def _scaled(S, j, c):
    scale = np.ones(len(S))
    scale[j] = c
    return S * np.outer(scale, scale)


def _diagonal_only(S, j, c):
    T = np.array(S, dtype=float)
    T[j, j] *= c**2
    return T


def _once(S, j, c):
    """Row and column times c, and the diagonal entry with them, but only once."""
    T = _scaled(S, j, c)
    T[j, j] = c * S[j, j]
    return T


def _top_entry(T, j):
    return np.linalg.eigh(T)[1][j, -1] ** 2


def _search(change: Callable = _scaled, quantity: Callable = _top_entry):
    """Where a quantity of the changed matrix reaches the weight."""

    def answer(S, j, weight):
        low, high = 0.0, 1.0
        while quantity(change(S, j, high), j) < weight and high < 1e12:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (
                (middle, high) if quantity(change(S, j, middle), j) < weight else (low, middle)
            )
        return high

    return answer


def _by_formula(S, j, weight):
    """Two columns have a formula; for more, the slope of the first eigenvalue on log scales."""
    if len(S) == 2:
        t = np.sqrt((1 - weight) / weight)
        half = abs(S[0, 1]) * (1 - t**2) / (2 * t)
        root = np.sqrt(half**2 + S[j, j] * S[1 - j, 1 - j])
        return (half + root) / S[j, j]
    step = 1e-5

    def slope(T):
        up, down = (np.linalg.eigvalsh(_scaled(T, j, np.exp(h)))[-1] for h in (step, -step))
        return np.log(up / down) / (4 * step)

    return _search(quantity=lambda T, j: slope(T))(S, j, weight)


def _verify(value, S, j, weight) -> None:
    try:
        match(value, unit_that_rules(S, j, weight), tolerance_of(value, 1e-5))
    except Problem as problem:
        if "was expected" not in str(problem):
            raise
        c = float(np.ravel(value)[0])
        entry = _top_entry(_scaled(S, j, c), j)
        words = f"with c = {c:.6g} the squared entry is {entry:.6g}; {weight:g} was asked for."
        last = np.linalg.eigh(_scaled(S, j, c))[1][j, 0] ** 2
        if c > 0 and abs(np.log10(c) - round(np.log10(c))) < 1e-4:
            words += " If a bound of your search has stopped it there: is the bound too narrow, or do you look at another number? Row j and column j are multiplied by c, entry (j, j) by c²; the first direction is the last *column* that `eigh` returns."
        elif abs(last - weight) < 1e-4:
            words += " It is the last direction, that of least variance, whose squared entry is the weight there. `eigh` sorts from small to large: the first direction is its last column."
        elif abs(entry - weight) < 0.01:
            words += " That is near: search on, until six digits stand."
        raise Problem(words) from None


def _standardised(S):
    sd = np.sqrt(np.diag(S))
    return S / np.outer(sd, sd)


CHECK = Check(
    answer=unit_that_rules,
    section="How many?",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=((np.array([[1, 0.5], [0.5, 1]]), 0, 0.99), 5.1203),
    twin=_by_formula,
    inputs=lambda rng: [
        (np.array([[17.0, 6.0], [6.0, 8.0]]), 1, 0.9),
        (rotated(rng, [5.0, 2.0, 1.0]), 2, 0.7),
        (rotated(rng, [9.0, 4.0, 1.0, 0.5]), 1, 0.95),
        (np.array([[90.0, 4.0, -6.0], [4.0, 2.0, 0.3], [-6.0, 0.3, 3.0]]), 0, 0.6),
        (np.array([[4e4, 2.0], [2.0, 1e-3]]), 1, 0.8),
    ],
    tolerance=1e-5,
    verify=_verify,
    advice={
        "must have different signs": "Between these bounds the squared entry does not cross the weight. Are they wide enough? And is `S` scaled as it should be, covariances times c, variance times c²?"
    },
    misconceptions=(
        Misconception(
            lambda S, j, weight: _search()(S, j, weight) ** 2,
            "That is c², by which the variance grows. The values themselves are multiplied by c: take the root.",
        ),
        Misconception(
            _search(change=_diagonal_only),
            "You scaled the variance of column j but kept its covariances with the others. They are multiplied by c as well: the whole row and the whole column.",
        ),
        Misconception(
            _search(change=_once),
            "Row and column are multiplied by c, but entry (j, j) belongs to both, so it is multiplied twice: its factor is c².",
        ),
        Misconception(
            lambda S, j, weight: np.sqrt(weight / (1 - weight) * (np.trace(S) - S[j, j]) / S[j, j]),
            "You made column j have the share `weight` of the total variance. Its weight in the first direction is another thing: decompose the scaled matrix and look at the entry of the eigenvector.",
        ),
        Misconception(
            lambda S, j, weight: _search()(S, j, weight**2),
            "You brought the entry itself to `weight`. Its square was asked for: the squares of a unit vector are shares that add up to one.",
        ),
        Misconception(
            _search(quantity=lambda T, j: np.linalg.eigvalsh(T)[-1] / np.trace(T)),
            "You brought the first component's share of the variance to `weight`. Asked for is the squared entry j of its direction.",
        ),
        Misconception(
            lambda S, j, weight: _search()(_standardised(S), j, weight),
            "You standardised the columns first, so your c counts in standard deviations. The columns have the units that `S` is in.",
        ),
        Misconception(
            lambda S, j, weight: 1 / _search()(S, j, weight),
            "That is 1/c: the size of the new unit, measured in the old one. Asked for is the number by which the values are multiplied.",
        ),
        Misconception(
            lambda S, j, weight: np.sqrt(S.diagonal().max() / S[j, j]),
            "That makes the variance of column j as large as the largest. How much the first direction looks at it is another question: search for the c that gives it the weight.",
        ),
        Misconception(
            lambda S, j, weight: _search()(S, 0, weight),
            "You scale column 0 whatever j is. Scale and look at column j.",
        ),
        Misconception(
            _search(quantity=lambda T, j: np.linalg.eigh(T)[1][-1, j] ** 2),
            "You looked at row −1, entry j of the matrix that `eigh` returns. Eigenvectors are its columns: entry j of the last one is `vectors[j, -1]`.",
        ),
        Misconception(
            lambda S, j, weight: 1 / _search()(S, j, weight) ** 2,
            "That is 1/c². Asked for is c itself, by which the values of the column are multiplied.",
        ),
        Misconception(
            lambda S, j, weight: np.sqrt(_search()(S, j, weight)),
            "That is the root of c: you scaled covariances by c² or variances by c⁴. A column times c has its covariances times c and its variance times c².",
        ),
        Misconception(
            lambda S, j, weight: max(_search()(S, j, weight), 1.0),
            "Your search never goes below 1. A column that rules already has to be made smaller: let c come down to 0.",
        ),
    ),
    hints=(
        "Write the scaled covariance matrix first: what happens to the variance of column j, what to its covariances? Then try some c and look at the first direction.",
        "Scaled: `S * np.outer(scale, scale)` with `scale` all ones but for c at place j. The first direction is the last column that `np.linalg.eigh` returns. Search: double c until the squared entry is too large, then halve the interval again and again.",
        "With `f(c)` the squared entry j of that column: `low, high = 0.0, 1.0`; while f(high) is below the weight, double `high`; 60 times take the middle, and keep the half in which f crosses the weight.",
    ),
    praise="A unit can be chosen so that PCA says whatever one likes. That is why it is asked for before a share is believed.",
)
