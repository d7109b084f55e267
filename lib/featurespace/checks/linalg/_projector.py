"""Built from exercises/sources/A_linear_algebra/05_projector.py by `make notebooks`: do not edit."""

import numpy as np


def projector(B):
    U, s, _ = np.linalg.svd(B, full_matrices=False)
    basis = U[:, s > 1e-10 * s[0]]
    return basis @ basis.T


import numpy as np
from numpy.linalg import norm, pinv, qr, svd

from featurespace.checks.check import Check, Misconception
from featurespace.linalg import projection_matrix


def _spans(rng: np.random.Generator) -> list[tuple]:
    short = [(5, 2, 2), (5, 4, 2), (3, 5, 2), (6, 3, 1)]  # dimensions, columns, rank
    cases = [rng.normal(size=(m, r)) @ rng.uniform(0.5, 2, (r, n)) for m, n, r in short]
    lengths, twice = rng.normal(size=(4, 3)) * [30, 1, 0.01], rng.normal(size=(4, 2))[:, [0, 0, 1]]
    late = rng.normal(size=(3, 2))[:, [0, 0, 0, 1]]  # the first three columns are one
    far = [cases[1] * 1e11, cases[2] * 1e-13]  # other units, the same spans
    return [(B,) for B in (*cases, lengths, twice, late, *far)]


def _from_columns(B):
    Q = qr(B)[0]
    return Q @ Q.T


def _fixed_threshold(B):
    U, s, _ = svd(B, full_matrices=False)
    return U[:, s > 1e-10] @ U[:, s > 1e-10].T


def _first_only(B):
    u = svd(B)[0][:, :1]
    return u @ u.T


def _basis(B):
    U, s, _ = svd(B, full_matrices=False)
    return U[:, s > 1e-10 * s[0]]


def _first_of_q(B):
    Q = qr(B)[0][:, : _basis(B).shape[1]]
    return Q @ Q.T


def _not_unit(B):
    """Gram-Schmidt whose vectors keep their lengths."""
    kept = []
    for b in B.T.astype(float):
        rest = b - sum(q * (q @ b) / (q @ q) for q in kept)
        if norm(rest) > 1e-9 * norm(b):
            kept.append(rest)
    return np.column_stack(kept) @ np.array(kept)


def _unit_columns(B):
    U = B / norm(B, axis=0)
    return U @ U.T


def _tested(seen, B):
    """What the three tests of a projector say."""
    rank = _basis(B).shape[1]
    if norm(seen @ seen - seen) > 1e-3 * max(1.0, norm(seen)):
        return "P @ P differs from P: a shadow is its own shadow."
    if abs(np.trace(seen) - rank) > 0.5:
        kept = f"your P keeps {np.trace(seen):.0f} of {len(B)} dimensions (its trace), but the columns of B span {rank}"
        if np.trace(seen) > rank:
            return f"{kept}: is round-off counted as a direction?"
        return f"{kept}. Is a column left out, or a threshold too large for these numbers?"
    missed = norm(seen @ B - B) / norm(B)
    if 1e-9 < missed < 1e-3:
        return f"P @ B is B up to a share of {missed:.0e}, and should be B to the last digits. Is a small number added before something is inverted?"
    if missed >= 1e-3:
        return "P @ B differs from B: each column of B must be its own shadow."
    return ""


CHECK = Check(
    answer=projector,
    section="The shadow",
    difficulty=2,
    minutes=8,
    kind="practice",
    example=(
        (np.array([[1, 0], [1, 1], [0, 1]]),),
        np.array([[2, 1, -1], [1, 2, 1], [-1, 1, 2]]) / 3,
    ),
    twin=projection_matrix,
    inputs=_spans,
    tolerance=1e-7,
    advice={
        "Singular matrix": "If the columns depend on each other, B'B has no inverse; the span does not mind, so find a way that does not either."
    },
    explain=_tested,
    misconceptions=(
        Misconception(
            lambda B: B @ B.T,
            "BB' is the projector if the columns of B are orthonormal. These are not: make an orthonormal basis of their span first.",
        ),
        Misconception(
            _unit_columns,
            "You gave the columns length one, but they are not at right angles; what they share is counted more than once. Make an orthonormal basis of their span.",
        ),
        Misconception(
            _from_columns,
            "The function `qr` makes an orthonormal column out of every column of B, also out of those that depend on the others: there round-off chooses a direction. Find out how many directions are real.",
        ),
        Misconception(
            _fixed_threshold,
            "Your threshold is a fixed number. In other units all singular values are larger or smaller, and what is round-off grows along: compare `s` with its largest entry.",
        ),
        Misconception(
            lambda B: svd(B)[0] @ svd(B)[0].T,
            "All left singular vectors together span the whole space, so that is the identity. Keep those whose singular value is above round-off.",
        ),
        Misconception(
            lambda B: 2 * projection_matrix(B) - np.eye(len(B)),
            "That is the reflection in the span, 2P − I: it turns what is orthogonal round. A projection removes it.",
        ),
        Misconception(
            lambda B: B @ B.T / np.trace(B @ B.T),
            "Dividing BB' by a number makes the trace 1, but no projection: the directions still have different weights. Make an orthonormal basis of the span.",
        ),
        Misconception(
            _first_only,
            "You project onto one direction, the first singular vector. Keep all directions whose singular value is above round-off.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - projection_matrix(B),
            "That is I − P: it keeps what is orthogonal to the columns and removes the columns.",
        ),
        Misconception(
            lambda B: pinv(B) @ B,
            "That is n × n, the projector onto the span of the *rows* of B, as `pinv(B) @ B` and the right singular vectors give it. The span of the columns is asked for: the other order, or the left ones.",
        ),
        Misconception(
            lambda B: pinv(B).T,
            "That is B(B'B)⁻¹: a last factor B' is missing. First measure x with the columns, then mix the columns.",
        ),
        Misconception(
            lambda B: projection_matrix(B[:, : min(B.shape)]),
            "You look at the first columns only, as many as there are dimensions. If some of these depend on each other, a later column adds a direction. All columns count.",
        ),
        Misconception(
            _first_of_q,
            "You keep as many columns of Q as there are real directions, but the first ones: where an early column of B depends on those before it, round-off has chosen its direction. Let `svd` sort the directions.",
        ),
        Misconception(
            lambda B: svd(B, full_matrices=False)[0] @ svd(B, full_matrices=False)[0].T,
            "You keep all left singular vectors, also those whose singular value is zero: there round-off chooses a direction. Keep those with `s` above round-off.",
        ),
        Misconception(
            _basis,
            "An orthonormal basis of the span is the first step. The projector is that basis times its transpose, an m × m matrix.",
        ),
        Misconception(
            pinv,
            "The pseudo-inverse gives coefficients, n numbers for each point. Mixing the columns of B with these gives the shadow: a factor B is missing on the left.",
        ),
        Misconception(
            lambda B: B @ B.T @ B @ B.T,
            "Between B and B' stands the *inverse* of B'B, not B'B itself. (And as the columns may depend on each other, that inverse need not exist: `pinv`, or a basis.)",
        ),
        Misconception(
            lambda B: _basis(B)[:, :-1] @ _basis(B)[:, :-1].T,
            "One direction is missing, the one with the smallest singular value that is real: an index one too low?",
        ),
        Misconception(
            _not_unit,
            "Your orthogonal vectors do not have length 1. Divide each by its length before it is multiplied by its transpose.",
        ),
        Misconception(
            lambda B: B.T @ B,
            "That is n × n, the inner products of the columns with each other. A projector takes points to points: it is m × m, made of an orthonormal basis times its transpose.",
        ),
        Misconception(
            lambda B: (
                _basis(B) * svd(B, full_matrices=False)[1][: _basis(B).shape[1]] @ _basis(B).T
            ),
            "The basis is right, but its vectors are multiplied by the singular values. A projector leaves every direction of the span as long as it is: leave `s` out of the product.",
        ),
    ),
    hints=(
        "If the columns were orthonormal, BB' would do. Which decomposition gives an orthonormal basis and tells how many directions are real?",
        "In B = USV' the columns of U with a singular value above round-off are an orthonormal basis of the span. Round-off is small, not zero: compare `s` with `s[0]`.",
        "With `U, s, _ = np.linalg.svd(B, full_matrices=False)` keep `U[:, s > 1e-10 * s[0]]`, and multiply by its transpose. Or `B @ np.linalg.pinv(B)`.",
    ),
    praise="Only the span matters: however many vectors describe it and however badly, there is one orthogonal projector onto it.",
)
