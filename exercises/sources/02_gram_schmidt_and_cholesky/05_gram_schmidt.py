# %% [markdown]
# ## Gram–Schmidt
#
# The rows of `X` (n, d) are independent points, $n\le d$. Orthonormalise them in their order. Return `Q` (d, n), whose columns are the new basis, and the upper triangular `R` (n, n) with `X.T == Q @ R` and a positive diagonal. For the points (1, 1, 0) and (0, 1, 1) the columns of `Q` are $(1,1,0)/\sqrt2$ and $(-1,1,2)/\sqrt6$, and the diagonal of `R` is $\sqrt2,\ \sqrt{3/2}$.
#
# The chapter's loop measures all shadows on the point itself. Then points that are nearly parallel get a `Q` whose columns are not orthogonal. Yours should keep its right angles: measure each shadow on **what is left by then** (or do the whole step twice). On paper nothing changes. Library routines for QR refuse here.

# %%
import numpy as np


def gram_schmidt(X):
    n, d = X.shape
    Q, R = np.zeros((d, n)), np.zeros((n, n))
    for i in range(n):
        ### BEGIN SOLUTION
        left = X[i]
        for j in range(i):
            R[j, i] = Q[:, j] @ left
            left = left - R[j, i] * Q[:, j]
        R[i, i] = np.linalg.norm(left)
        Q[:, i] = left / R[i, i]
        ### END SOLUTION
    return Q, R


# %% [markdown] tags=["solution"]
# Three things are written down for each point: its components along the directions found so far, the length of what is left, and what is left divided by that length. The first two fill column $i$ of $R$, the third becomes $q_i$. As `left` has lost its components along $q_0,\dots,q_{j-1}$ already, its inner product with $q_j$ is that of the whole point; but `left` is small, and so is the round-off of that product. Three points that agree in all but the ninth decimal:

# %% tags=["solution"]
X = np.array([[1, 1e-9, 0, 0], [1, 0, 1e-9, 0], [1, 0, 0, 1e-9]])
Q, R = gram_schmidt(X)
print((Q.T @ Q).round(6) + 0.0)

# %% tags=["check"]
from collections.abc import Callable

import numpy as np
import scipy.linalg

from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import unit_rows

_TWO = np.array([[1, 1, 0], [0, 1, 1]])
_BY_HAND = "Here the library does not help: write the steps yourself. From point i take away its components along the earlier q's, and divide what is left by its length."


def _independent_points(rng: np.random.Generator) -> list[tuple]:
    nearly_parallel = np.column_stack([np.ones(3), 1e-9 * np.eye(3)])
    random = [(rng.normal(1, 1, shape),) for shape in ((3, 5), (4, 4), (1, 3))]
    return [*random, (_TWO,), (nearly_parallel,)]


def _gs(X):
    return orthogonal.gram_schmidt(X, "twice")


def _loop(basis: Callable, subtracted: int = 0):
    """Gram–Schmidt with a slip: components along the rows of ``basis(X, Q, i)``, not all used."""

    def answer(X):
        Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
        for i, x in enumerate(X):
            earlier = basis(X, Q, i)
            r = earlier @ x
            R[i - len(r) : i, i] = r
            left = x - r[-subtracted:] @ earlier[-subtracted:]
            R[i, i] = np.linalg.norm(left)
            Q[i] = left / R[i, i]
        return Q.T, R

    return answer


def _strip(
    lost: Callable = lambda r, q, x: r * q,
    divisor: Callable = np.linalg.norm,
    skipped: int = 0,
):
    """One shadow after another, with a slip in what is taken away or divided by."""

    def answer(X):
        Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
        for i in range(len(X)):
            left = X[i].astype(float)
            for j in range(i - skipped):
                R[j, i] = Q[j] @ left
                left = left - lost(R[j, i], Q[j], X[j])
            R[i, i] = divisor(left)
            Q[i] = left / R[i, i]
        return Q.T, R

    return answer


def _on_points(X):
    Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
    for i in range(len(X)):
        left = X[i].astype(float)
        for j, u in enumerate(unit_rows(X[:i])):
            R[j, i] = u @ left
            left = left - R[j, i] * u
        R[i, i] = np.linalg.norm(left)
        Q[i] = left / R[i, i]
    return Q.T, R


def _evenly(X):
    U, _, Vt = np.linalg.svd(X.T, full_matrices=False)
    return U @ Vt, (U @ Vt).T @ X.T


def _with_diagonal(diagonal: Callable):
    """R with something else on its diagonal."""

    def answer(X):
        Q, R = _gs(X)
        return Q, np.triu(R, 1) + np.diag(diagonal(X, np.diag(R)))

    return answer


def _raw(X):
    Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
    for i in range(len(X)):
        left = X[i].astype(float)
        for j in range(i):
            R[j, i] = X[j] @ left
            left = left - R[j, i] * X[j]
        R[i, i] = np.linalg.norm(left)
        Q[i] = left / R[i, i]
    return Q.T, R


def _measured(X):
    """Components along the points made to length one, nothing taken away."""
    return np.triu(unit_rows(X) @ X.T)


def _looked_into(seen, X):
    """What Q and R have to do with each other."""
    Q, R = seen
    size = 1e-6 * np.abs(X).max()
    unit = np.abs(Q.T @ Q - np.eye(len(X))).max() < 1e-6
    if not unit:
        return "the columns of your Q are not orthonormal: `Q.T @ Q` should be the identity."
    if np.abs(np.tril(R, -1)).max() > size:
        return "your Q is orthonormal, but R is not upper triangular: point i is made of columns 0 to i of Q."
    if np.abs(Q @ R - X.T).max() > size:
        return "your Q is orthonormal, but `Q @ R` is not X'. In `R[j, i]` belongs what you took from point i along column j, in `R[i, i]` the length of what was left."
    return ""


CHECK = Check(
    answer=gram_schmidt,
    section="Gram–Schmidt",
    difficulty=2,
    minutes=12,
    kind="practice",
    inputs=_independent_points,
    example=(
        (_TWO,),
        (
            np.array([[1, -1], [1, 1], [0, 2]]) / np.sqrt([2, 6]),
            np.array([[2, 1], [0, np.sqrt(3)]]) / np.sqrt(2),
        ),
    ),
    twin=_gs,
    telling=4,
    tolerance=1e-6,
    forbidden={np.linalg.qr: _BY_HAND, scipy.linalg.qr: _BY_HAND, scipy.linalg.orth: _BY_HAND},
    advice={
        "not positive definite": "By way of inner products half of the digits are lost: points that are nearly parallel become one. Work on the points themselves.",
    },
    explain=_looked_into,
    misconceptions=(
        Misconception(
            lambda X: _gs(X)[::-1],
            "Right values, wrong order: return Q first, then R.",
        ),
        Misconception(
            lambda X: (_gs(X)[0].T, _gs(X)[1]),
            "Your basis vectors are the rows of Q. For X' = QR they must be its columns: return the transpose.",
        ),
        Misconception(
            lambda X: (_gs(X)[0], _gs(X)[1].T),
            "R is turned over. Column i of R holds point i in the new basis: with j < i the component of point i along column j of Q stands in `R[j, i]`, and R is upper triangular.",
        ),
        Misconception(
            lambda X: (_gs(X)[0] * np.diag(_gs(X)[1]), _gs(X)[1] / np.diag(_gs(X)[1])[:, None]),
            "Your q's are orthogonal and QR = X' holds, but they do not have length one. Divide each by its ν, and put ν on the diagonal of R.",
        ),
        Misconception(
            _with_diagonal(lambda X, nu: np.ones(len(X))),
            "Q is right. The diagonal of R is not 1 but νᵢ, the length that you divided by: without it the points cannot be recovered.",
        ),
        Misconception(
            _with_diagonal(lambda X, nu: np.zeros(len(X))),
            "Q is right. The diagonal of R is empty: νᵢ, the length that you divided by, belongs there.",
        ),
        Misconception(
            _with_diagonal(lambda X, nu: nu**2),
            "Q is right. On the diagonal of R stand squared lengths; νᵢ is the length itself.",
        ),
        Misconception(
            _with_diagonal(lambda X, nu: np.linalg.norm(X, axis=1)),
            "Q is right. On the diagonal of R stand the lengths of the points; νᵢ is the length of what is left of them.",
        ),
        Misconception(
            lambda X: (_gs(X)[0], np.diag(np.diag(_gs(X)[1]))),
            "Q is right. R lacks the components that you took away: that of point i along column j of Q stands in `R[j, i]`, for every j < i.",
        ),
        Misconception(
            lambda X: (-_gs(X)[0], -_gs(X)[1]),
            "X' = QR holds, but the diagonal of R is negative, and νᵢ is a length. Turn the signs of Q and R.",
        ),
        Misconception(
            _loop(lambda X, Q, i: Q[:i], subtracted=1),
            "Each subtraction starts from the whole point again, so only the last one counts. Go on from what is left.",
        ),
        Misconception(
            _loop(lambda X, Q, i: Q[max(i - 1, 0) : i]),
            "You removed only the component along the previous q. Each point must lose its components along all earlier ones.",
        ),
        Misconception(
            _loop(lambda X, Q, i: unit_rows(X[:i])),
            "You removed components along the earlier points. They are not orthogonal to each other, so what they share goes twice; use the q's.",
        ),
        Misconception(
            lambda X: (unit_rows(X).T, np.diag(np.linalg.norm(X, axis=1))),
            "You only gave each point length one. First take away its components along the earlier q's, then divide by the length of what is left.",
        ),
        Misconception(
            _strip(lost=lambda r, q, x: q),
            "You subtracted q itself. The shadow is a multiple of it: `R[j, i] * Q[:, j]`.",
        ),
        Misconception(
            _strip(lost=lambda r, q, x: r * x),
            "You subtracted multiples of the earlier points. The shadows lie along the q's, which have length one and right angles.",
        ),
        Misconception(
            _strip(lost=lambda r, q, x: -r * q),
            "You added the shadows. Taken away they leave something orthogonal to the earlier q's.",
        ),
        Misconception(
            _strip(divisor=lambda left: left @ left),
            "You divided by the squared length of what is left; νᵢ is the length itself, `np.linalg.norm(left)`.",
        ),
        Misconception(
            _strip(divisor=lambda left: 1.0),
            "What is left is orthogonal to the earlier q's, but does not have length one. Divide it by its length νᵢ, and put that on the diagonal of R.",
        ),
        Misconception(
            _strip(skipped=1),
            "The last of the earlier q's is left out: in Python `range(i)` runs over 0 … i − 1, which is all j < i.",
        ),
        Misconception(
            _loop(lambda X, Q, i: Q[:i]),
            "Right, but for points that are nearly parallel: there the columns of your Q are not orthogonal. Measured on the whole point, a shadow has the round-off of the whole point. Measure it on what is left by then, or do the step twice. (Measure νᵢ on that too: Pythagoras loses half of its digits.)",
        ),
        Misconception(
            _on_points,
            "You measured and removed shadows along the earlier points. Those are not orthogonal to each other: removing one brings back some of another. Use the q's.",
        ),
        Misconception(
            _evenly,
            "Your Q is orthonormal and X' = QR holds, but R is not triangular: you turned all points at once. In their order means that column i of Q is made of points 0 to i only.",
        ),
        Misconception(
            lambda X: (_gs(X[::-1])[0][:, ::-1], _gs(X[::-1])[1][::-1, ::-1]),
            "You began with the last point. In their order means from point 0 on: it keeps its direction, and R is upper triangular.",
        ),
        Misconception(
            _raw,
            "You measure and subtract with the earlier points themselves. The shadows lie along the q's, which have length one and right angles.",
        ),
        Misconception(
            lambda X: (unit_rows(X).T, _measured(X)),
            "You measure the components and note them in R, but nothing is taken away: go on with `left = left - R[j, i] * Q[:, j]`.",
        ),
    ),
    hints=(
        "Go through the points in order: from point i take away its components along all earlier q's, one after another, and divide what is left by its length.",
        "Start with `left = X[i]`. For each j < i measure `Q[:, j] @ left`, note it in `R[j, i]`, and take that multiple of column j away from `left`.",
        "For j in `range(i)`: `R[j, i] = Q[:, j] @ left` and `left = left - R[j, i] * Q[:, j]`. Then `R[i, i] = np.linalg.norm(left)` and `Q[:, i] = left / R[i, i]`.",
    ),
    praise="R is no by-product: its column i is point i, written in a basis made from the data. And your basis keeps its right angles.",
)
