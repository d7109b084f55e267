"""Built from exercises/sources/04_pca/10_same_plane.py by `make notebooks`: do not edit."""

import numpy as np


def same_plane(A, B):
    cosines = np.linalg.svd(A @ B.T, compute_uv=False)
    return np.degrees(np.arccos(min(cosines.min(), 1)))


import scipy.linalg

from featurespace.checks.check import Check, Misconception


def _planes(rng: np.random.Generator) -> list[tuple]:
    """Some pairs of planes; one plane in two bases; two lines."""
    cases = []
    for k, d, noise in ((2, 4, 0.3), (3, 6, 0.4), (2, 7, 0.15), (3, 8, 0.5)):
        A = np.linalg.qr(rng.standard_normal((d, k)))[0].T
        R = np.linalg.qr(rng.standard_normal((k, k)))[0]
        B = R @ A + noise * rng.standard_normal((k, d))
        cases.append((A, np.linalg.qr(B.T)[0].T))
    grown = 1 + 1e-12  # orthonormal up to round-off
    same = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0]]), np.array([[0.6, 0, 0.8, 0], [-0.8, 0, 0.6, 0]])
    return [
        *cases,
        (grown * same[0], grown * same[1]),
        (np.array([[1, 0]]), np.array([[-0.6, 0.8]])),
    ]


def _cosines(A, B):
    return np.minimum(np.linalg.svd(A @ B.T, compute_uv=False), 1)


def _angle(cosine):
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def _pairs(A, B):
    return np.sum(A * B, axis=1)


def _seen(value, U, V):
    """The cosines, which lead to the angle."""
    told = ", ".join(f"{c:.4g}" for c in _cosines(U, V))
    return f"your angle is {float(np.ravel(value)[0]):.5g}; {same_plane(U, V):.5g} was expected. The cosines of the angles between these planes, the singular values of U V', are {told}; the direction that is farthest off has the smallest."


CHECK = Check(
    answer=same_plane,
    section="A subspace under noise",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=(
        (np.array([[1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 0], [0.8, 0, 0.6]])),
        36.8699,
    ),
    twin=lambda A, B: np.degrees(
        np.arcsin(np.minimum(scipy.linalg.svdvals(B - B @ A.T @ A)[0].round(10), 1))
    ),
    inputs=_planes,
    explain=_seen,
    tolerance=1e-5,
    misconceptions=(
        Misconception(
            lambda A, B: _angle(np.abs(_pairs(A, B)).min()),
            "You compared the directions pair by pair. Within a plane they may be turned: ask how far any direction of one plane is from the whole other plane.",
        ),
        Misconception(
            lambda A, B: _angle(_pairs(A, B).min()),
            "You compared the directions pair by pair, signs and all. Neither signs nor single directions matter: ask how far any direction of one plane is from the whole other plane.",
        ),
        Misconception(
            lambda A, B: _angle(np.abs(_pairs(A, B)).mean()),
            "You averaged the cosines of the directions, pair by pair. Within a plane they may be turned: compare the planes, through all of `A @ B.T`.",
        ),
        Misconception(
            lambda A, B: _angle(_pairs(A, B).mean()),
            "The trace of A B' over k averages the cosines pair by pair; another basis of the same plane changes it. The singular values of A B' do not change.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B).max()),
            "That is the smallest angle between the planes: the direction that they share best. The direction that is farthest off was asked for.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B)).mean(),
            "That is the average of the angles between the planes; the largest was asked for.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B)),
            "Those are all k angles between the planes; return the largest, one number.",
        ),
        Misconception(
            lambda A, B: _angle(np.prod(_cosines(A, B))),
            "The determinant of A B' is the product of all cosines. The angle of the direction that is farthest off has the smallest of them: `np.linalg.svd`.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B).min() ** 2),
            "You took the arccosine of a squared cosine (the eigenvalues of A B' B A' are squares): take the root first.",
        ),
        Misconception(
            lambda A, B: np.radians(_angle(_cosines(A, B).min())),
            "The right angle, in radians; degrees were asked for: `np.degrees`.",
        ),
        Misconception(
            lambda A, B: _cosines(A, B).min(),
            "That is the cosine of the angle; the angle itself, in degrees, was asked for.",
        ),
        Misconception(
            lambda A, B: np.sqrt(1 - _cosines(A, B).min() ** 2),
            "That is the sine of the angle (the spectral distance of the projectors); the angle itself, in degrees, was asked for.",
        ),
        Misconception(
            lambda A, B: np.degrees(np.arccos(np.linalg.svd(A @ B.T, compute_uv=False).min())),
            "Right, but for two bases of the same plane round-off lifts the cosine above 1, and `np.arccos` gives NaN: take `min(cosine, 1)` first.",
        ),
        Misconception(
            lambda A, B: _angle(np.linalg.svd(A.T @ B, compute_uv=False).min()),
            "The directions are rows, so their inner products are `A @ B.T`, a k times k table. `A.T @ B` is d times d and has singular values 0 for all dimensions left out.",
        ),
        Misconception(
            lambda A, B: _angle(np.linalg.norm(A @ B.T) / np.sqrt(len(A))),
            "The Frobenius norm mixes all cosines: that is a quadratic mean. The angle of the direction that is farthest off has the smallest one.",
        ),
        Misconception(
            lambda A, B: np.degrees(
                np.arcsin(np.minimum(np.linalg.norm(A.T @ A - B.T @ B) / np.sqrt(2), 1))
            ),
            "The Frobenius norm of the difference of projectors mixes all angles. The largest one needs the spectral norm: `np.linalg.norm(P - Q, 2)` is its sine.",
        ),
        Misconception(
            lambda A, B: 90 - _angle(_cosines(A, B).min()),
            "You have 90 degrees minus the angle: a shadow's length is the cosine, so take `np.arccos`, not `np.arcsin`.",
        ),
        Misconception(
            lambda A, B: 180 - _angle(_cosines(A, B).min()),
            "You have 180 degrees minus the angle: a direction may be turned round, so the angle is at most 90.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B)).sum(),
            "That is the sum of the angles between the planes; the largest was asked for.",
        ),
        Misconception(
            lambda A, B: _angle(abs(A[0] @ B[0])),
            "You compared the first two directions only. Within a plane they may be turned, and there are k of them: compare the planes.",
        ),
        Misconception(
            lambda A, B: _angle(np.abs(A @ B.T).max(axis=1).min()),
            "You gave every direction its best partner on the other list. Its shadow lies between the others' directions too, and mixtures of directions count as well: `np.linalg.svd` of A B' finds the worst.",
        ),
        Misconception(
            lambda A, B: _angle(np.abs(np.linalg.eigvals(A @ B.T)).min()),
            "You took eigenvalues of A B', which change if one basis is turned. Its singular values do not: `np.linalg.svd`.",
        ),
        Misconception(
            lambda A, B: _angle(np.linalg.norm(A @ B.T, axis=1).min()),
            "You took the shadows of the single rows of A. A mixture of them may be farther from the other plane than each: the smallest singular value of `A @ B.T` is the shortest shadow of all.",
        ),
        Misconception(
            lambda A, B: _angle(np.linalg.norm(A @ B.T, axis=0).min()),
            "You took the shadows of the single rows of B. A mixture of them may be farther from the other plane than each: the smallest singular value of `A @ B.T` is the shortest shadow of all.",
        ),
        Misconception(
            lambda A, B: _angle(min(np.linalg.norm(A @ B.T, axis=a).min() for a in (0, 1))),
            "You took the shadows of the single rows, of A and of B. A mixture of rows may be farther off than each: the smallest singular value of `A @ B.T` is the shortest shadow of all.",
        ),
        Misconception(
            lambda A, B: 0.0 * A[0, 0],
            "You come out at 0 whatever the planes are. (All singular values of `A.T @ B` are 1 or 0 for any two planes; the inner products of the rows are `A @ B.T`.)",
        ),
        Misconception(
            lambda A, B: np.round(_angle(_cosines(A, B).min())),
            "You round to whole degrees; return the angle as it is.",
        ),
        Misconception(
            lambda A, B: _angle(_cosines(A, B).mean()),
            "You averaged the cosines. The angle of the direction that is farthest off has the smallest of them.",
        ),
        Misconception(
            lambda A, B: np.median(_angle(_cosines(A, B))),
            "That is the median of the angles between the planes; the largest was asked for.",
        ),
        Misconception(
            lambda A, B: _angle(np.sqrt(_cosines(A, B).min())),
            "You took a root too many: the singular values of A B' are the cosines already.",
        ),
        Misconception(
            lambda U, V: np.degrees(np.linalg.norm(U.T @ U - V.T @ V, 2)),
            "The spectral norm of the difference of the two projections is the sine of the angle. Take `np.arcsin` of it before you turn radians into degrees.",
        ),
        Misconception(
            lambda U, V: _angle(np.abs(U @ V.T).min()),
            "You took the smallest entry of U V', an inner product of two of the directions given. Within a plane they may be turned: the smallest *singular value* of that table is the shortest shadow of all.",
        ),
        Misconception(
            lambda U, V: _angle(_cosines(U, V)[min(1, len(U) - 1)]),
            "You took the second singular value. It is the smallest for k = 2 only; the planes may have more directions: take the last.",
        ),
    ),
    hints=(
        "A unit vector of the second plane is a mixture of the rows of B. How long is its shadow on the first plane, in coordinates? For which mixture is it shortest?",
        "The shadow of B'a has the coordinates A B' a. The shortest, over all a of length one, has the smallest singular value of A B' as its length: that is the cosine.",
        "With `cosines = np.linalg.svd(A @ B.T, compute_uv=False)` return `np.degrees(np.arccos(min(cosines.min(), 1)))`.",
    ),
    praise="You compared subspaces and not vectors: no choice of signs, order or rotation can fool this number.",
)
