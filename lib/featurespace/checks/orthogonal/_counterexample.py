"""Built from exercises/sources/02_gram_schmidt_and_cholesky/10_counterexample.py by `make notebooks`: do not edit."""

import numpy as np


def counterexample():
    return np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]), 3


from scipy.spatial.distance import cdist

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind, tolerance_of
from featurespace.checks.orthogonal.shared import unit_rows

_PARALLEL = "A zero point, or two points of which one is a multiple of the other: that is ruled out here. Let a point depend on two others."


def _table_and_number(answer):
    """The points and j, or a Problem that says what they are instead."""
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Problem(f"Return two values, X and j; your function returned {kind(answer)}.")
    try:
        X, j = np.asarray(answer[0]), np.asarray(answer[1])
    except ValueError:
        raise Problem("X should be a table: all points need equally many coordinates.") from None
    if X.dtype.kind not in "biuf" or X.ndim != 2 or not X.size:
        raise Problem(f"X should be a table of numbers, one point per row; got {kind(X)}.")
    if not np.isfinite(X).all():
        raise Problem("X holds NaN or infinity; every coordinate should be a plain number.")
    if j.size != 1 or j.dtype.kind not in "iuf" or j.item() not in range(1, len(X) + 1):
        raise Problem(
            f"The number j counts your points from 1, so it is a whole number from 1 to {len(X)}."
        )
    return X, int(j.item())


def _verify_counterexample(answer) -> None:
    X, j = _table_and_number(answer)
    small = tolerance_of(X, 1e-13)
    if not X.any(axis=1).all():
        raise Problem(_PARALLEL)
    X = unit_rows(X.astype(float))
    gaps = np.minimum(cdist(X, X), cdist(X, -X)) + np.eye(len(X))
    if gaps.min() < small:
        raise Problem(_PARALLEL)
    ranks = [np.linalg.matrix_rank(X[:m], tol=small) for m in range(1, len(X) + 1)]
    rises = np.diff(ranks, prepend=0)
    if rises[j - 1]:
        zeros = (np.flatnonzero(rises == 0) + 1).tolist()
        aside = f"Point {zeros[0]} has residual 0." if zeros else "No point has residual 0."
        raise Problem(
            f"Point {j}, counted from 1, is not in the span of those before it, so d_{j} is not 0. {aside}"
        )
    if ranks[-1] < j:
        raise Problem(
            f"Here d_{j} = 0 and the rank is {ranks[-1]}, at most j − 1 = {j - 1}: the claim holds. Later points should bring new directions."
        )


CHECK = Check(
    answer=counterexample,
    section="Rank on a machine",
    difficulty=2,
    minutes=10,
    kind="slip",
    inputs=lambda rng: [()],
    verify=_verify_counterexample,
    misconceptions=(
        Misconception(
            lambda: (np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 2),
            _PARALLEL,
        ),
        Misconception(
            lambda: (np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), 3),
            "Here d₃ = 0 and the plane has dimension 2 = j − 1: the claim holds. The point with residual 0 must come before all directions have been seen.",
        ),
        Misconception(
            lambda: (np.array([[1.0, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]), 2),
            "The data are right, the count is not: j starts from 1, as in d₁. The point with residual 0 is the third.",
        ),
        Misconception(
            lambda: (np.array([[1.0, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]]), 3),
            "Points are rows: these three are independent. Did you mean the transpose?",
        ),
        Misconception(
            lambda: (np.array([[1.0, 0, 0], [0, 1, 0], [1, 1, 0]]), 3),
            "Three points of a plane: d₃ = 0 and rank 2 = j − 1, as claimed. Let another direction come afterwards.",
        ),
        Misconception(
            lambda: (np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]), 4),
            "The dependent point comes last, when all directions have been seen: rank 3 = j − 1, as claimed. Change the order.",
        ),
    ),
    hints=(
        "A residual of 0 says that point j adds nothing to the points before it. What does it say about the points after it?",
        "Let a point be a combination of two earlier ones, and let something new come later. How many dimensions do you need?",
        "The points (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1): which residual is 0, and what is the rank?",
    ),
    praise="A zero on the way says only that this point adds nothing. The rank is the number of residuals that are not 0; with pivoting the zeros come last.",
)
