# %% [markdown]
# ## Cholesky
#
# Return the upper triangular `R` (n, n) with `R.T @ R == K` and no negative number on its diagonal, by the recursion of the chapter; it needs no basis vectors, only numbers of `K`:
#
# $$R_{ji}=\frac1{\nu_j}\Bigl(K_{ji}-\sum_{t<j}R_{tj}R_{ti}\Bigr)\quad(i\ge j),\qquad \nu_j=\sqrt{d_j}$$
#
# Here $d_i$ starts as $K_{ii}$ and loses $R_{ji}^2$ at every step $j$. The chapter's loop divides by zero where a point depends on those before it. Yours should go on: **if $d_j$ is at most $10^{-10}$ times the largest entry of the diagonal of `K`, row $j$ of `R` stays zero.** (The routines of numpy and scipy refuse such a `K`, and here they refuse every `K`.) By hand:
#
# $$K=\begin{pmatrix}9&3&6&6\\3&5&4&4\\6&4&6&5\\6&4&5&5\end{pmatrix}\quad\text{gives}\quad R=\begin{pmatrix}3&1&2&2\\0&2&1&1\\0&0&1&0\\0&0&0&0\end{pmatrix}$$

# %%
import numpy as np


def cholesky(K):
    R = np.zeros(K.shape)
    d = np.diag(K).astype(float)  # squared residuals
    for j in range(len(K)):
        ### BEGIN SOLUTION
        if d[j] > 1e-10 * np.diag(K).max():
            R[j, j:] = (K[j, j:] - R[:j, j] @ R[:j, j:]) / np.sqrt(d[j])
            d[j:] -= R[j, j:] ** 2
        ### END SOLUTION
    return R


# %% [markdown] tags=["solution"]
# For $i=j$ the bracket is $d_j$ itself, and $d_j/\nu_j=\nu_j$, so the diagonal needs no line of its own. A point with nothing left needs no row: if $d_j=0$, it is made of earlier points, what is left of it is the zero vector, and that has no inner product with anybody. On the quadratic kernel we can see whose factor it is: Gram–Schmidt on the explicit features, here by numpy, gives the same $R$ up to signs.

# %% tags=["solution"]
R = np.linalg.qr(Phi.T).R
assert np.allclose(cholesky(Phi @ Phi.T), np.sign(np.diag(R))[:, None] * R)

# %% tags=["check"]
from collections.abc import Callable

import numpy as np
import scipy.linalg

from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import FACTOR, TABLE, kernel_matrices
from featurespace.kernels import Linear

_WIDE = np.array([[2, 4, 1, 0, 2], [0, 0, 0, 0, 0], [0, 0, 3, 1, 1], [0] * 5, [0] * 5])
_NOT_HERE = "Library routines refuse here: write the recursion yourself, it takes three lines. They would stop at a point that depends on earlier ones anyway."


def _tables(rng: np.random.Generator) -> list[tuple]:
    flat = Linear()(rng.normal(1, 1, (7, 3)))  # round-off where zeros should be
    (long,), (middling,), (short,) = kernel_matrices(rng)
    exact = [(TABLE,), (_WIDE.T @ _WIDE,), (np.array([[2.25]]),)]
    below = np.diag([2.0, 1e-10, 3e-2, 1.8e-10, 2e-9])  # one row stays, small as it is
    return [(long,), (middling,), (1e-6 * short,), *exact, (1e6 * flat,), (below,)]


def _recursion(
    nu: Callable = np.sqrt,
    sign: float = 1.0,
    lost: Callable = np.square,
    last: Callable = lambda j: j,
    counts: Callable = lambda d, top: d > 1e-10 * top,
):
    """The recursion with a slip in ν, in the sum over t < last(j) or in the residuals."""

    def answer(K):
        R, d = np.zeros(K.shape), np.diag(K).astype(float)
        for j in range(len(K)):
            t = slice(0, max(last(j), 0))
            if counts(d[j], np.diag(K).max()):
                R[j, j:] = (K[j, j:] - sign * R[t, j] @ R[t, j:]) / nu(d[j])
                d -= lost(R[j])
        return R

    return answer


def _by_deflation(K):
    R, left = np.zeros(K.shape), K.astype(float)
    for j in range(len(K)):
        if left[j, j] > 1e-10 * np.diag(K).max():
            R[j, j:] = left[j, j:] / np.sqrt(left[j, j])
            left = left - np.outer(R[j], R[j])
    return R


def _stops(K):
    R = _recursion()(K)
    empty = np.flatnonzero(np.diag(R) == 0)
    R[empty[0] if len(empty) else len(K) :] = 0.0
    return R


def _symmetric_root(K):
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(values.clip(0)) @ vectors.T


def _largest_first(K):
    R, d = np.zeros(K.shape), np.diag(K).astype(float)
    for j in range(len(K)):
        i = d.argmax()
        if d[i] > 1e-10 * np.diag(K).max():
            R[j] = (K[i] - R[:j, i] @ R[:j]) / np.sqrt(d[i])
            d -= R[j] ** 2
            d[i] = 0.0
    return R


def _without_columns(K):
    R = _recursion()(K)
    return R * (np.diag(R) > 0)


def _nu(R):
    return np.where(np.diag(R) > 0, np.diag(R), 1.0)[:, None]


def _first_wrong_row(seen, K):
    """Something added to the diagonal, or the first row that is wrong."""
    more = seen.T @ seen - K
    if np.allclose(more, more[0, 0] * np.eye(len(K)), atol=1e-3 * abs(more[0, 0])) and more[0, 0]:
        return f"your R belongs to another table: R'R is K plus {more[0, 0]:.1g} on the diagonal. K itself has a factor; leave a row at zero where there is nothing to divide by."
    right = _recursion()(K)
    off = np.abs(seen - right).max(axis=1) > 1e-6 * np.abs(right).max()
    j = int(off.argmax())
    if off[j] and j == 0:
        return "row 0 is not right yet: it is row 0 of K divided by √K₀₀, all of it."
    if j < 2 or not off[j] or not right[j].any():
        return ""
    return f"rows 0 to {j - 1} are right, row {j} is not. Does its sum run over all earlier rows, t = 0 to {j - 1}, and has `d` lost the squares of all of them?"


CHECK = Check(
    answer=cholesky,
    section="Cholesky, step by step",
    difficulty=2,
    minutes=12,
    kind="practice",
    inputs=_tables,
    example=((TABLE,), FACTOR),
    twin=_by_deflation,
    telling=6,
    tolerance=1e-6,  # the root of round-off
    forbidden=dict.fromkeys(
        (np.linalg.cholesky, scipy.linalg.cholesky, scipy.linalg.cho_factor, scipy.linalg.ldl),
        _NOT_HERE,
    ),
    explain=_first_wrong_row,
    misconceptions=(
        Misconception(
            lambda K: _recursion()(K).T,
            "That is the lower triangle L with LL' = K, as numpy has it. Here R is upper, R = L'.",
        ),
        Misconception(
            _symmetric_root,
            "That is the symmetric root: R'R = K holds, but R is not triangular, so point 0 would need more than one basis vector.",
        ),
        Misconception(
            _recursion(nu=lambda d: d),
            "You divided by dⱼ. That is a squared length; divide by νⱼ = √dⱼ.",
        ),
        Misconception(
            _recursion(sign=0.0),
            "The sum over the earlier rows is missing, or zero: take Σ R_tj R_ti, t < j, from K_ji before you divide. Its factors stand above the diagonal, in `R[:j, j]`; in `R[j, :j]` there are only zeros.",
        ),
        Misconception(
            _recursion(sign=-1.0),
            "The sign of the sum is wrong: what the earlier directions explain already is subtracted from K_ji, not added.",
        ),
        Misconception(
            _recursion(lost=lambda row: 0.0 * row),
            "Your νⱼ is still √K_jj. It is the root of dⱼ as it is by then: after each row, all later residuals lose the squares of that row.",
        ),
        Misconception(
            _recursion(lost=lambda row: row),
            "`d` holds squared lengths, so it loses the squares of the new row, not the row itself.",
        ),
        Misconception(
            _recursion(last=lambda j: j - 1),
            "The sum stops one term too early: in Python `range(j)` and `R[:j]` run over t = 0 … j − 1, which is all t < j.",
        ),
        Misconception(
            lambda K: _recursion()(K) / _nu(_recursion()(K)),
            "Your diagonal is 1. On it stands νⱼ itself: the recursion for i = j gives dⱼ/νⱼ = νⱼ.",
        ),
        Misconception(
            lambda K: (
                _recursion()(K) + np.diag(np.diag(_recursion()(K)) ** 2 - np.diag(_recursion()(K)))
            ),
            "Off the diagonal all is right. On it you left dⱼ; it must be νⱼ = √dⱼ.",
        ),
        Misconception(
            lambda K: np.triu(_recursion()(K), 1),
            "Off the diagonal all is right, but the diagonal is empty: νⱼ belongs there.",
        ),
        Misconception(
            lambda K: _recursion()(K) * _nu(_recursion()(K)),
            "You did not divide by νⱼ: row j holds νⱼ⟨qⱼ, φ(xᵢ)⟩.",
        ),
        Misconception(
            _recursion(counts=lambda d, top: True),
            "Right where all points are independent. Where one depends on those before it, dⱼ is 0 and you divide by it, and all later rows are spoilt: leave such a row at zero and go on.",
        ),
        Misconception(
            _stops,
            "You stop at the first point that adds nothing. Points after it may bring new directions: leave its row at zero and go on.",
        ),
        Misconception(
            lambda K: _recursion()(K)[np.diag(_recursion()(K)) > 0],
            "The rows are right, but those of points that add nothing are left out. Keep them as zeros, so that row j belongs to point j.",
        ),
        Misconception(
            _largest_first,
            "R'R = K holds, but you took the point with the largest residual first, so R is not triangular. Here the points keep their order.",
        ),
        Misconception(
            _without_columns,
            "You emptied the column too. The row of such a point stays zero, but its column holds its coordinates along the earlier directions: leave those.",
        ),
        Misconception(
            _recursion(counts=lambda d, top: d != 0),
            "Right where dⱼ is exactly 0 or well above it. In between it goes by the rule of the question: row j stays zero if `d[j] <= 1e-10 * np.diag(K).max()`. Compare d itself with that, not ν, and not with 0 or a fixed number: round-off grows with K.",
        ),
    ),
    hints=(
        "Row j: start from row j of K, take away what the earlier rows explain, divide by νⱼ = √dⱼ; then lower d. All that only if dⱼ is not next to nothing.",
        "What the earlier rows explain is `R[:j, j] @ R[:j, j:]`; for j = 0 that is zero without any special case.",
        "If `d[j] > 1e-10 * np.diag(K).max()`: `R[j, j:] = (K[j, j:] - R[:j, j] @ R[:j, j:]) / np.sqrt(d[j])`, then `d[j:] -= R[j, j:]**2`.",
    ),
    praise="Gram–Schmidt in feature space, and you touched numbers of K only. The number of rows that are not zero is the rank.",
)
