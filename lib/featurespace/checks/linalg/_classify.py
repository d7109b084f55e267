"""Built from exercises/sources/A_linear_algebra/08_classify.py by `make notebooks`: do not edit."""

import numpy as np


def classify(A):
    projection = np.allclose(A @ A, A)
    orthogonal = projection and np.allclose(A, A.T)
    return projection, orthogonal


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.linalg.shared import oblique
from featurespace.linalg import is_orthogonal_projection, is_projection, projection_matrix


def _kinds(rng: np.random.Generator) -> list[tuple]:
    matrices = (
        [[0.5, 1.0], [0.25, 0.5]],  # oblique
        [[0.5, 0.5], [0.5, 0.5]],
        [[1.0, 1.0], [1.0, 1.0]],  # every entry is its own square
        [[0.0, 1.0], [1.0, 0.0]],  # symmetric and an orthogonal matrix
        [[0.6, -0.8], [0.8, 0.6]],
        [[1.0, 1.0], [0.0, 1.0]],  # eigenvalues 1 and 1
        [[0.0, 1.0], [0.0, 0.0]],
        [[1.0, 2.0], [2.0, 4.0]],
        np.eye(2),
        np.zeros((2, 2)),
        projection_matrix(rng.normal(size=(4, 2))),  # with round-off
        oblique(*rng.normal(size=(2, 3, 1))),
        [[1.0, 0.05], [0.0, 0.0]],  # the light is nearly upright, but not quite
        [[0.51, 0.5], [0.5, 0.51]],  # nearly a projection
        [[1.0, 2.0], [0.0, 3.0]],  # two entries of its square are its own
        [[1.0, 0.0], [0.5, 0.0]],  # oblique, with columns at right angles
        [[1.0, 3e-17], [2e-17, 0.0]],  # round-off where there should be zeros
    )
    return [(np.array(A),) for A in matrices]


def _says(projection=is_projection, orthogonal=lambda A, p: p and is_orthogonal_projection(A)):
    def classify(A):
        p = bool(projection(A))
        return p, bool(orthogonal(A, p))

    return classify


def _symmetric(A):
    return np.allclose(A, A.T)


def _eigenvalues_0_or_1(A):
    values = np.linalg.eigvals(A)
    return np.allclose(values * (values - 1), 0)


def _for_ones(A):
    shadow = A.sum(axis=1)
    return np.allclose(A @ shadow, shadow)


def _singular_0_or_1(A):
    values = np.linalg.svd(A, compute_uv=False)
    return np.allclose(values * (values - 1), 0)


def _property(seen, A):
    """The property of this matrix that the answer missed."""
    p, o = is_projection(A), is_orthogonal_projection(A)
    if bool(seen[0]) != p and p:
        return "A @ A is A here (up to round-off, which `np.allclose` bears), so it is a projection, symmetric or not."
    if bool(seen[0]) != p:
        return "A @ A differs from A here, so it is no projection of any kind."
    if bool(seen[1]) != o and o:
        return "this one is a projection, and symmetric up to round-off: an orthogonal one."
    if bool(seen[1]) != o:
        why = "A is not symmetric" if p else "A @ A differs from A"
        return f"{why} here, so it is no orthogonal projection."
    return ""


CHECK = Check(
    answer=classify,
    section="Two suns",
    difficulty=1,
    minutes=6,
    kind="practice",
    example=((np.array([[1, -1], [0, 0]]),), (True, False)),
    twin=lambda A: (is_projection(A), is_orthogonal_projection(A)),
    inputs=_kinds,
    explain=_property,
    misconceptions=(
        Misconception(
            _says(
                lambda A: np.allclose(A * A, A),
                lambda A, p: np.allclose(A * A, A) and _symmetric(A),
            ),
            "`A * A` and `A**2` square every entry by itself. Casting the shadow twice is the matrix product `A @ A`.",
        ),
        Misconception(
            _says(
                lambda A: (A @ A == A).all(), lambda A, p: (A @ A == A).all() and (A == A.T).all()
            ),
            "You ask for exact equality. One of the matrices comes with round-off in its last digit; compare with `np.allclose`.",
        ),
        Misconception(
            _says(
                lambda A: np.allclose(A @ A, A, atol=0.1),
                lambda A, p: p and np.allclose(A, A.T, atol=0.1),
            ),
            "Your tolerance is so wide that [[1, 0.05], [0, 0]] counts as symmetric. Round-off is of the order 1e-16; the tolerance of `np.allclose` as it is will do.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: np.allclose(A.T @ A, np.eye(len(A)))),
            "A'A = I makes an orthogonal matrix, such as a rotation, which loses nothing. An orthogonal projection is something else: it loses what is at right angles to its range. The test is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p and np.allclose(A.T @ A, np.eye(len(A)))),
            "A projection with A'A = I has an inverse, and then A @ A = A leaves only the identity. It is not the columns that must be orthonormal: the test for an orthogonal projection is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: _symmetric(A)),
            "Symmetric alone is not enough: [[1, 2], [2, 4]] is symmetric and no projection of any kind. Ask for both.",
        ),
        Misconception(
            _says(is_orthogonal_projection),
            "You ask for symmetry in the first answer too. A @ A = A alone makes a projection, if perhaps an oblique one.",
        ),
        Misconception(
            _says(_eigenvalues_0_or_1, lambda A, p: p and _symmetric(A)),
            "A projection has no eigenvalues but 0 and 1, but so does [[1, 1], [0, 1]], whose square is [[1, 2], [0, 1]]. Compare A @ A with A.",
        ),
        Misconception(
            lambda A: _says()(A)[::-1],
            "Right answers, wrong order: first whether A is a projection, then whether it is an orthogonal one.",
        ),
        Misconception(
            _says(
                lambda A: np.allclose(A @ A, A, atol=0),
                lambda A, p: p and np.allclose(A, A.T, atol=0),
            ),
            "With `atol=0` numbers are compared relative to their size, and where zero should stand, 3e-17 and 2e-17 are far apart. Leave the tolerance of `np.allclose` as it is.",
        ),
        Misconception(
            _says(lambda A: is_projection(A) and not np.allclose(A, np.eye(len(A)))),
            "You do not let the identity count. It leaves everything alone, its shadows too: it is the orthogonal projection onto the whole space.",
        ),
        Misconception(
            _says(lambda A: is_projection(A) and A.any()),
            "You do not let the zero matrix count. It sends everything to the origin, and leaves the origin alone: it is the orthogonal projection onto that point.",
        ),
        Misconception(
            _says(lambda A: is_projection(A) and A.any() and not np.allclose(A, np.eye(len(A)))),
            "You let neither the identity nor the zero matrix count. Both leave their shadows alone, A @ A = A, and both are symmetric.",
        ),
        Misconception(
            _says(lambda A: np.allclose(A @ A, np.eye(len(A))), lambda A, p: p and _symmetric(A)),
            "A @ A = I is what a reflection does: twice is as if nothing had happened. A shadow's shadow is the shadow: A @ A = A.",
        ),
        Misconception(
            _says(_for_ones, lambda A, p: p and np.isclose(A.sum(axis=1) @ (1 - A.sum(axis=1)), 0)),
            "You try one x, the vector of ones. For [[0, 1], [1, 0]] that passes by luck. Compare the matrices, which speaks about every x.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p and np.allclose(A, np.diag(np.diag(A)))),
            "You ask for a diagonal matrix. [[0.5, 0.5], [0.5, 0.5]] projects orthogonally onto the diagonal line and is none. The test is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p and np.allclose(A.T @ A, np.diag(np.diag(A.T @ A)))),
            "You ask for columns at right angles. It is the light that is at right angles to the range: for [[0.5, 0.5], [0.5, 0.5]] both columns are the same, and yet it is. The test is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: np.allclose(A @ A.T, A.T @ A)),
            "AA' = A'A holds for rotations and for every symmetric matrix too. Ask for a projection besides.",
        ),
        Misconception(
            _says(lambda A: abs(np.linalg.det(A)) < 1e-9, lambda A, p: p and _symmetric(A)),
            "You ask whether A has an inverse. A projection other than the identity has none, but nor has [[1, 1], [1, 1]], which doubles its shadows. Compare A @ A with A.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p and not _symmetric(A)),
            "Your second answer says whether the projection is oblique. Asked is the opposite: orthogonal, A = A'.",
        ),
        Misconception(
            _says(_singular_0_or_1, lambda A, p: p and _symmetric(A)),
            "Singular values 0 and 1 belong to *orthogonal* projections, and to rotations and reflections as well; an oblique projection has larger ones. Compare A @ A with A.",
        ),
        Misconception(
            lambda A: (np.isclose(A @ A, A), np.isclose(A, A.T)),
            "You return a truth value for every entry. Two are asked for, each about the matrix as a whole: `np.allclose`, or `.all()` at the end.",
        ),
        Misconception(
            _says(lambda A: np.allclose(A @ A @ A, A), lambda A, p: p and _symmetric(A)),
            "You compare A @ A @ A with A. That holds for reflections too, such as [[0, 1], [1, 0]]. Two times is the test: A @ A = A.",
        ),
        Misconception(
            _says(
                lambda A: np.isclose(np.trace(A), np.linalg.matrix_rank(A)),
                lambda A, p: p and _symmetric(A),
            ),
            "The trace of a projection is its rank, but not only of those: [[1, 1], [0, 1]] has trace 2 and rank 2. Compare A @ A with A.",
        ),
        Misconception(
            _says(
                projection=lambda A: np.isclose(A @ A, A).any(),
                orthogonal=lambda A, p: p and _symmetric(A),
            ),
            "Some entries of A @ A are those of A, and that is enough for you. All of them must be: `np.allclose`, or `.all()` in place of `.any()`.",
        ),
        Misconception(
            lambda A: (not is_projection(A), not is_orthogonal_projection(A)),
            "The wrong way round, both times: `True` says that it is one.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p or _symmetric(A)),
            "For the second answer you take either of the two properties. Both are needed: A @ A = A, and A = A'.",
        ),
        Misconception(
            lambda A: (is_projection(A) and not _symmetric(A), is_orthogonal_projection(A)),
            "An orthogonal projection is a projection too: the first answer does not ask whether it is oblique.",
        ),
    ),
    hints=(
        "A shadow is its own shadow: what does that say about A applied twice? And which property puts the sun overhead?",
        "A projection satisfies AA = A; an orthogonal one is symmetric besides. Mind the round-off.",
        "`projection = np.allclose(A @ A, A)`, and `orthogonal` needs `np.allclose(A, A.T)` as well.",
    ),
    praise="Two tests, and they are independent: of the four combinations only “symmetric and idempotent” is an orthogonal projection.",
)
