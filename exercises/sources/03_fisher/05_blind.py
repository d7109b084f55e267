# %% [markdown]
# ## A score that cannot tell
#
# A school wants one score per applicant, a weighted sum of $d$ test results, that spreads the applicants as widely as possible. But its mean must be the same for both groups of applicants, so that the score cannot tell them apart.
#
# Return the weights: a vector `v` (d,) of length one for which the projections `X @ v` of the two classes have equal means, and among all those the one with the largest variance of all $n$ projections together. The sign of `v` is free; $d$ is at least 2. (Without a condition, the direction of largest variance is the last column of `np.linalg.eigh` of the covariance matrix; chapter 4 says why.) For the four points the means differ by $m=(2,0)$, and the answer is (0, 1).

# %%
import numpy as np


def blind(X, y):
    ### BEGIN SOLUTION
    m = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    centred = X - X.mean(axis=0)
    without = centred - np.outer(centred @ m, m) / (m @ m)
    return np.linalg.eigh(without.T @ without).eigenvectors[:, -1]
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The gap of the projected means is $\langle v,m\rangle$, so `v` must be orthogonal to $m$: Fisher's wish in reverse. Take the part along $m$ out of every point, as in chapter 2; for any `v` orthogonal to $m$ the projections stay as they are. What is left has no spread along $m$ at all, so its direction of largest variance, the eigenvector with the largest eigenvalue, is orthogonal to $m$ by itself. Note that orthogonal to Fisher's $w=S^{-1}m$ would not do: the *border* of Fisher's rule is orthogonal to $w$, the groups lie apart along $m$.

# %% tags=["solution"]
rng = np.random.default_rng(0)
group = np.repeat([1, -1], [40, 10])
tests = rng.normal(size=(50, 4)) * [3, 2, 1, 1] + np.outer(group, [1, 1, 0, 2])
score = tests @ blind(tests, group)
gap = score[group > 0].mean() - score[group < 0].mean()
print(f"gap {abs(gap):.6f}, variance {score.var():.2f} of {np.cov(tests.T, bias=True).trace():.2f}")
assert abs(gap) < 1e-12

# %% tags=["check"]
from numpy.linalg import norm, solve
from scipy.linalg import null_space

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.fisher.shared import (
    FOUR,
    ORDER,
    SIDES,
    labelled,
    positives_first,
)


def _applicants(rng: np.random.Generator) -> list[tuple]:
    found = []
    for p, m, d in ((4, 6, 3), (9, 3, 4), (3, 5, 2)):
        X, y = labelled(rng, p, m, d)
        found.append((X * np.arange(1, d + 1) ** 0.5, y))
    return found


def _gap(X, y):
    return X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)


def _total(X, y):
    return np.cov(X.T, bias=True)


def _within(X, y):
    return sum(np.cov(X[c].T, bias=True) for c in (y > 0, y < 0))


def _widest(normal=_gap, spread=_total, place=-1):
    """The direction orthogonal to ``normal`` that is widest in the sense of ``spread``."""

    def direction(X, y):
        basis = null_space(normal(X, y)[None])
        return basis @ np.linalg.eigh(basis.T @ spread(X, y) @ basis)[1][:, place]

    return direction


def _unit(v):
    return v / norm(v)


def _first_component(X, y):
    return np.linalg.eigh(_total(X, y))[1][:, -1]


def _component_without_gap(X, y):
    v, m = _first_component(X, y), _gap(X, y)
    return _unit(v - (v @ m) / (m @ m) * m)


def _projected(X, y):
    m = _gap(X, y)
    P = np.eye(len(m)) - np.outer(m, m) / (m @ m)
    return P @ _total(X, y) @ P


def _seen(value, X, y):
    """Length, means, variance: the first of them that is not as it should be."""
    v = np.asarray(value, dtype=float)
    score, gap = X @ v, v @ _gap(X, y)
    if abs(gap) > 1e-6 * norm(v) * norm(_gap(X, y)):
        p, m = score[y > 0].mean(), score[y < 0].mean()
        return f"Along your v the projections of the two classes have means {p:.4g} and {m:.4g}; they should be equal. Ask for ⟨v, m⟩ = 0 first, with m the difference of the class means."
    if abs(norm(v) - 1) > 1e-6:
        return f"Along your v the classes have equal means, as they should. But its length is {norm(v):.4g}; divide v by it."
    best = np.var(X @ blind(X, y))
    return f"Length one and equal means, as asked. But the projections have variance {score.var():.7g}, and {best:.7g} can be reached: of all v orthogonal to m, the widest is asked for."


def _cut(X, y, over=None):
    """The matrix that takes the part along m out, if the product is divided by its square."""
    m = _gap(X, y)
    return np.eye(len(m)) - np.outer(m, m) / (m @ m if over is None else over)


def _along_gap(X, y):
    m = _unit(_gap(X, y))
    return (m @ _total(X, y) @ m) * np.outer(m, m)


def _top(S):
    return np.linalg.eigh(S)[1][:, -1]


CHECK = Check(
    answer=blind,
    section="The best direction",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=((FOUR, SIDES), np.array([0, 1])),
    twin=_widest(),
    inputs=_applicants,
    explain=_seen,
    alike=up_to_sign,
    freedom="(The sign is free.)",
    misconceptions=(
        Misconception(
            _widest(normal=lambda X, y: solve(_within(X, y), _gap(X, y))),
            "Your v is orthogonal to Fisher's w = S⁻¹m. The gap of the projected means is ⟨v, m⟩: it is m that v must be orthogonal to.",
        ),
        Misconception(
            _first_component,
            "That is the widest direction of all; along it the two classes have different means. Ask for ⟨v, m⟩ = 0 first.",
        ),
        Misconception(
            _component_without_gap,
            "You took the widest direction and then its part along m out. The classes have equal means now, but another v orthogonal to m is wider: take m out of the points first, then look for the widest direction.",
        ),
        Misconception(
            _widest(spread=_within),
            "Orthogonal to m, as it must be. But you made the sum of the two class variances large; asked is the variance of all points together, where the larger class counts more.",
        ),
        Misconception(
            lambda X, y: np.linalg.eigh(_projected(X, y))[1][-1],
            "You took the last row; the eigenvectors of `np.linalg.eigh` are columns, so the last one is `vectors[:, -1]`.",
        ),
        Misconception(
            lambda X, y: _unit(_gap(X, y)),
            "That is the direction of m, along which the class means lie farthest apart. Asked is one along which they agree. (Once m is taken out of the points it is the eigenvector with the smallest eigenvalue, zero; the largest stands last.)",
        ),
        Misconception(
            lambda X, y: _unit(solve(_within(X, y), _gap(X, y))),
            "That is Fisher's direction, which tells the classes apart best. Asked is the opposite: one along which their means agree.",
        ),
        Misconception(
            _widest(normal=lambda X, y: X.mean(axis=0)),
            "Your v is orthogonal to the mean of all points. The gap of the projected means is ⟨v, m⟩, with m the difference of the two class means.",
        ),
        Misconception(
            _widest(normal=lambda X, y: X.T @ y),
            "Your v is orthogonal to X'y, the difference of the class sums. The means count: divide each sum by the size of its class.",
        ),
        Misconception(
            _widest(spread=lambda X, y: X.T @ X),
            "Orthogonal to m, as it must be. But X'X measures from the origin, so it mixes place with spread: subtract the mean of all points first.",
        ),
        Misconception(
            lambda X, y: _widest()(X, y) * norm(_gap(X, y)),
            "The right direction, as long as m. Length one is asked for.",
        ),
        Misconception(
            _widest(place=0),
            "Orthogonal to m, as it must be, but the narrowest of those directions. The largest variance is asked for; `np.linalg.eigh` sorts upwards.",
        ),
        Misconception(
            lambda X, y: np.linalg.eigh(_total(X, y))[1][:, -2],
            "That is the second principal component. It is orthogonal to the first one, not to m: the class means still differ along it.",
        ),
        Misconception(
            lambda X, y: np.linalg.eigh(_total(X, y))[1][:, 0],
            "That is the narrowest direction of all points, and the class means still differ along it. Ask for ⟨v, m⟩ = 0, then for the largest variance.",
        ),
        Misconception(
            lambda X, y: np.linalg.eigh(_within(X, y))[1][:, -1],
            "That is the direction in which the classes themselves are widest, but their means still differ along it. Ask for ⟨v, m⟩ = 0 first.",
        ),
        Misconception(
            _widest(normal=lambda X, y: X[y > 0].mean(axis=0)),
            "Your v is orthogonal to the mean of the positive class. What must vanish is the gap ⟨v, m⟩, with m the difference of the two class means.",
        ),
        Misconception(
            lambda X, y: 2 * _widest()(X, y),
            "The right direction, but twice as long as asked: divide v by its length.",
        ),
        Misconception(positives_first(_widest()), ORDER),
        Misconception(
            _widest(spread=lambda X, y: sum(np.cov(X[c].T) for c in (y > 0, y < 0))),
            "Orthogonal to m, as it must be. But you added two covariances, each over the size of its class minus 1; asked is the variance of all points together, where the larger class counts more.",
        ),
        Misconception(
            lambda X, y: _top(_cut(X, y, 1.0) @ _total(X, y) @ _cut(X, y, 1.0)),
            "Your matrix I − mm' takes the part along m out only if m has length one, and it has not. Divide mm' by ⟨m, m⟩, or m by its length.",
        ),
        Misconception(
            lambda X, y: _top(_cut(X, y) @ _total(X, y)),
            "You took m out on one side of the covariance matrix only. Then it is not symmetric, and `np.linalg.eigh` looks at one triangle of it. Take m out on both sides, or out of the points.",
        ),
        Misconception(
            lambda X, y: _top(_total(X, y) - _along_gap(X, y)),
            "You took the variance along m out of the covariance matrix, but m still varies together with the other directions, so the widest one leans towards it. Take m out of the points, or on both sides of the matrix.",
        ),
        Misconception(
            _widest(normal=lambda X, y: X[y > 0].mean(axis=0) + X[y < 0].mean(axis=0)),
            "Your v is orthogonal to the sum of the class means. What must vanish is the gap ⟨v, m⟩, with m their difference.",
        ),
    ),
    hints=(
        "Write the gap of the two projected means as an inner product with v. Which vectors make it zero?",
        "The gap is ⟨v, m⟩ with m the difference of the class means. Take the part along m out of every centred point, as Gram–Schmidt does; then look for the direction of largest variance of what is left.",
        "With `R = Xc - np.outer(Xc @ m, m) / (m @ m)`, where `Xc` is X without its mean, take the last column of the eigenvectors of `R.T @ R` from `np.linalg.eigh`.",
    ),
    praise="The widest score that cannot tell. Fisher looks along S⁻¹m; you looked across m.",
)
