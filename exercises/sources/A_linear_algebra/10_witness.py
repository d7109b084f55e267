# %% [markdown]
# ## A witness
#
# Claim: if a *linear* $P$ is idempotent, $P^2=P$, and $\langle Px,\,x-Px\rangle=0$ for all $x$, then $P$ is symmetric. Prove it by machine, the other way round. You are handed an idempotent matrix `P` that is **not** symmetric. Return a vector `x` with $\langle Px,\,x-Px\rangle\ne0$. Your function must succeed for every such `P`, and by reason, not by luck: no random numbers, and no fixed x (the check asks again, with a `P` made to defeat the x that you have named).

# %%
import numpy as np


def witness(P):
    ### BEGIN SOLUTION
    rest = np.eye(len(P)) - P
    products = P.T @ rest
    i, j = np.unravel_index(np.abs(products).argmax(), P.shape)
    return P[:, i] + rest[:, j]
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# For $x=v+w$ with $v$ in the range and $w$ in the null space, $Px=v$ and $x-Px=w$. So we need two such vectors that are not orthogonal. $P^\top(I-P)$ holds the inner products of all columns of $P$ with all columns of $I-P$. If all were zero, $P^\top=P^\top P$, and the right side is symmetric: then so is $P$. As it is not, some entry is not zero, and it names the two columns.
#
# There is a second proof, by trace. Over the unit vectors, $\langle Pe_i,e_i-Pe_i\rangle$ adds up to $\operatorname{tr}P-\operatorname{tr}(P^\top P)=\sum_i(1-s_i^2)$ over the non-zero singular values of $P$. None of these is below 1, since $P$ leaves its range alone, and all are 1 only if $P=P^\top$. So some *unit vector* is a witness already:

# %% tags=["solution"]
rng = np.random.default_rng(0)
for _ in range(100):
    B, C = rng.normal(size=(2, 4, 2))
    P = B @ np.linalg.solve(C.T @ B, C.T)  # onto the columns of B, by slanted light
    form = np.diag(P.T - P.T @ P)  # <P e_i, e_i − P e_i> for all i
    assert np.isclose(form.sum(), np.sum(1 - np.linalg.svd(P, compute_uv=False)[:2] ** 2))
    assert form.sum() < 0
    assert abs(witness(P) @ P.T @ (witness(P) - P @ witness(P))) > 1e-6
print("a hundred oblique projections, a hundred witnesses")

# %% tags=["check"]
import numpy as np
from numpy.linalg import norm
from scipy.linalg import block_diag

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, tolerance_of
from featurespace.checks.linalg.shared import SMALL, as_matrix, oblique


def _oblique_ones(rng: np.random.Generator) -> list[tuple]:
    plus, minus = np.array([[[1.0, 1.0], [0.0, 0.0]], [[1.0, -1.0], [0.0, 0.0]]])
    fresh = [oblique(*rng.normal(size=(2, d, k))) for d, k in ((4, 2), (5, 4))]
    mostly = [block_diag(*blocks) for blocks in ((0, plus, 1), (1, minus, 0))]  # upright otherwise
    upright = [[0.1, 0.3], [0.3, 0.9]]  # up to round-off
    return [
        (P,)
        for P in (
            *(plus, minus, plus[::-1, ::-1], plus.T),
            *fresh,
            *mostly,
            block_diag(upright, plus),
        )
    ]


def _verify_witness(answer, P) -> None:
    if np.ndim(answer) == 0 and isinstance(answer, (int, float)):
        raise Problem("Your function returns one number; asked is the vector x itself.")
    if np.shape(answer) == P.shape:
        raise Problem("Your function returns a matrix. One vector is asked for: which of them?")
    x = as_matrix(answer, (len(P),))
    large = f" (P is {len(P)} × {len(P)} here.)" if len(P) > 2 else ""  # a small one is shown
    if not x.any():
        raise Problem(f"Your x is the zero vector, and that proves nothing.{large}")
    x = x / norm(x)
    shadow, rest = P @ x, x - P @ x
    small = tolerance_of(answer, SMALL)
    if abs(shadow @ rest) > small:
        return
    why = "the two happen to be orthogonal (what is left is round-off)"
    if norm(rest) < small:
        why = "x lies in the range of P, so Px = x and nothing is left over"
    if norm(shadow) < small:
        why = "x lies in the null space of P, so it has no shadow"
    raise Problem(f"The product of Px and x − Px is zero: {why}.{large}")


def _defeat(x, P):
    """A projection for which this very x is no witness: it lies in its range."""
    try:
        x = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        return None
    if x.shape != (len(P),) or not np.isfinite(x).all() or not x.any():
        return None
    x = x / norm(x)
    w = np.eye(len(x))[np.abs(x).argmin()]
    return (np.outer(x, x + w - (w @ x) * x),)


def _worst_pair(sign):
    """Unit vectors added where P and its transpose differ most."""

    def witness(P):
        i, j = np.unravel_index(np.abs(P - P.T).argmax(), P.shape)
        return np.eye(len(P))[i] + sign * np.eye(len(P))[j]

    return witness


CHECK = Check(
    answer=witness,
    section="Slanted light",
    difficulty=3,
    minutes=20,
    kind="transfer",
    inputs=_oblique_ones,
    verify=_verify_witness,
    follow=_defeat,
    misconceptions=(
        Misconception(
            lambda P: P[:, 0],
            "A column of P lies in the range: P leaves it alone, Px = x, and x − Px is zero. (So it is for every eigenvector with eigenvalue 1.) Your x needs a part outside.",
        ),
        Misconception(
            lambda P: np.eye(len(P))[:, 0] - P[:, 0],
            "A column of I − P lies in the null space: Px is zero. (So it is for every eigenvector with eigenvalue 0.) Your x needs a part in the range too.",
        ),
        Misconception(
            lambda P: np.eye(len(P))[0],
            "The first unit vector serves for some P only: it may lie in the range or in the null space. Choose x with P in mind.",
        ),
        Misconception(
            lambda P: np.ones(len(P)),
            "A fixed x serves for some P only; for [[1, −1], [0, 0]] your x lies in the null space. Choose x with P in mind.",
        ),
        Misconception(
            _worst_pair(-1),
            "You look where P and P' differ most, a good idea; but eᵢ − eⱼ does not always profit from it. For [[1, 1], [0, 0]] it lies in the null space.",
        ),
        Misconception(
            _worst_pair(+1),
            "You look where P and P' differ most, a good idea; but eᵢ + eⱼ does not always profit from it. For [[1, −1], [0, 0]] it lies in the null space.",
        ),
    ),
    hints=(
        "Every x is v + w with v in the range and w in the null space. What are Px and x − Px then, and when is their product not zero?",
        "Px = v and x − Px = w. So you need v in the range and w in the null space that are not orthogonal. The columns of P span the one, those of I − P the other, and P'(I − P) holds all their inner products.",
        "Find the largest entry of |P'(I − P)|, at (i, j), and return column i of P plus column j of I − P.",
    ),
    praise="If a linear P is idempotent and not symmetric, some shadow is not at right angles to what it leaves, and you can name one. So the two conditions together force P = P'.",
)
