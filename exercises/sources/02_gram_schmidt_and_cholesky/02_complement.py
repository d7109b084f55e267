# %% [markdown]
# ## Everything but the span
#
# The $k$ columns of `B` (d, k) are independent, but neither of length one nor orthogonal to each other. Return the $d\times d$ matrix that projects onto the **orthogonal complement** of their span: it leaves alone what is orthogonal to all columns, and turns the columns to zero. With the columns (1, 1, 0) and (0, 1, 1) that is $\frac13vv^\top$ for $v=(1,-1,1)$, the only direction left. (`np.linalg.qr` is allowed here.)

# %%
import numpy as np


def complement(B):
    ### BEGIN SOLUTION
    Q, _ = np.linalg.qr(B)
    return np.eye(len(B)) - Q @ Q.T
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With orthonormal columns, $QQ^\top$ adds up one projection $qq^\top$ per direction, and none counts anything twice. Taking the original columns away one after another fails, because taking away the second brings back some of the first:

# %% tags=["solution"]
a, b = np.array([1, 0]), np.array([1, 1]) / np.sqrt(2)
left = np.array([0, 2])  # nothing along a ...
left = left - (left @ b) * b
print(f"along a, after b was taken away: {left @ a:.2f}")

# %% tags=["check"]
from collections.abc import Callable
from functools import reduce

import numpy as np
from scipy.linalg import null_space

from featurespace import linalg
from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import unit_rows


def _independent_columns(rng: np.random.Generator) -> list[tuple]:
    return [(rng.normal(1, 1, shape),) for shape in ((5, 2), (6, 3), (4, 1), (2, 1))]


def _one_after_another(columns: Callable):
    def complement(B):
        steps = [np.eye(len(B)) - np.outer(b, b) for b in columns(unit_rows(B.T))]
        return reduce(np.matmul, steps)

    return complement


def _last_of_complete(B):
    q = np.linalg.qr(B, mode="complete")[0][:, -1]
    return np.outer(q, q)


def _span(B):
    return linalg.projection_matrix(B)


def _tested(seen, B):
    """What the tests of a complement say."""
    if np.abs(seen @ B).max() > 1e-6 * np.abs(B).max():
        return "a test: `P @ B` should be zero, for the columns have no component in the complement. Yours is not."
    if np.abs(seen @ seen - seen).max() > 1e-6:
        return "`P @ B` is zero, as it should be, but P @ P differs from P: what is in the complement must stay as it is."
    return "`P @ B` is zero and P @ P is P, but not all that is orthogonal to the columns stays as it is: the trace should be d − k."


CHECK = Check(
    answer=complement,
    section="What makes a projection",
    difficulty=1,
    minutes=6,
    kind="practice",
    inputs=_independent_columns,
    example=(
        (np.array([[1, 0], [1, 1], [0, 1]]),),
        np.array([[1, -1, 1], [-1, 1, -1], [1, -1, 1]]) / 3,
    ),
    twin=lambda B: null_space(B.T) @ null_space(B.T).T,
    terms=lambda B: {"The identity": np.eye(len(B)), "the projection onto the span": -_span(B)},
    advice={
        "dimensions for cross product": "The cross product lives in three dimensions, where two columns leave one direction. `B` may have any size: make its columns orthonormal.",
    },
    explain=_tested,
    misconceptions=(
        Misconception(
            _span,
            "That projects onto the span of the columns. The complement keeps what is left: subtract it from the identity.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - B @ B.T,
            "I − BB' needs columns that are orthonormal. These are not: make them so first.",
        ),
        Misconception(
            lambda B: B @ B.T,
            "BB' projects onto the span only if the columns of B are orthonormal, and it keeps what should go. Orthonormalise, then subtract from the identity.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - unit_rows(B.T).T @ unit_rows(B.T),
            "Length one is not enough: the columns still form angles with each other, and what they share is taken away more than once. Make them orthogonal too.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - B @ B.T / np.linalg.norm(B) ** 2,
            "One number for all cannot mend the columns: with a single w, ww'/‖w‖² is right; several directions must first be made orthonormal.",
        ),
        Misconception(
            _one_after_another(lambda rows: rows),
            "You removed the directions one after another. Removing the second brings back some of the first unless they are orthogonal: the product is not even symmetric.",
        ),
        Misconception(
            _one_after_another(lambda rows: rows[::-1]),
            "You removed the directions in turn. Each removal brings back a little of the one before unless they are orthogonal; make them so first.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - np.outer(B[:, 0], B[:, 0]) / (B[:, 0] @ B[:, 0]),
            "You took out the first column only; all k of them have to go.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - _span(B.sum(axis=1, keepdims=True)),
            "You took out one direction, the sum of the columns; all k of them have to go.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - 2 * _span(B),
            "That is a mirror: it takes the component away twice. Once is enough.",
        ),
        Misconception(
            lambda B: np.zeros((len(B), len(B))),
            "Nothing is left: all of space was taken away. Of Q only the k columns that span those of B have to go; with `mode='complete'` it holds d of them.",
        ),
        Misconception(
            lambda B: null_space(B.T),
            "Those are directions that span the complement. With them as columns of N, the matrix that projects is NN'.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - np.outer(B[:, -1], B[:, -1]) / (B[:, -1] @ B[:, -1]),
            "You took out the last column only; all k of them have to go.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - B @ (B.T @ B) @ B.T,
            "Between B and B' stands the inverse of B'B; you multiplied by B'B itself.",
        ),
        Misconception(
            lambda B: np.zeros((B.shape[1], B.shape[1])),
            "Your matrix is k × k and zero: the factors stand in the wrong order, and their product is the identity. With orthonormal columns Q the projection onto their span is QQ', d × d.",
        ),
        Misconception(
            lambda B: 1 - _span(B),
            "You subtracted from 1, and numpy takes that from every entry. The identity has ones on its diagonal only: `np.eye(len(B))`.",
        ),
        Misconception(
            _last_of_complete,
            "You kept a single direction. One is left where k = d − 1, as in the example; in general the complement has dimension d − k, and in the complete Q `Q[:, k:]` spans it.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - (B / np.linalg.norm(B, axis=0)) @ B.T,
            "You divide by the lengths of the columns once; bb'/‖b‖² has two factors, so the square stands below. And several columns must first be made orthogonal to each other.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - B @ np.linalg.pinv(np.linalg.qr(B).R) @ B.T,
            "With B = QR the projection onto the span is QQ', and Q is B times the inverse of R: on both sides, while you have it once.",
        ),
    ),
    hints=(
        "Find an orthonormal basis of the span first. How do you project on it, and what is left then?",
        "`np.linalg.qr(B)` returns Q and R; the columns of Q are orthonormal and span the same subspace. The projection onto it is QQ'.",
        "`np.eye(len(B)) - Q @ Q.T` with Q from `np.linalg.qr(B)`.",
    ),
    praise="Symmetric, idempotent, and its trace is d − k: the two dimensions add up to the whole.",
)
