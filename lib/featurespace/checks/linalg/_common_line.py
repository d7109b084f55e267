"""Built from exercises/sources/A_linear_algebra/04_common_line.py by `make notebooks`: do not edit."""

import numpy as np


def common_line(U, V):
    amounts = np.linalg.svd(np.hstack([U, -V]))[2][-1]
    line = U @ amounts[:2]
    return line / np.linalg.norm(line)


import numpy as np
from numpy.linalg import eigh, norm, qr, svd

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign


def _layers(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for d in (3, 4, 5, 3):
        x, u, v = rng.normal(size=(3, d))
        mixed = rng.normal(size=(2, 2, 2)) + 2 * np.eye(2)
        U, V = (np.column_stack([x, w]) @ M for w, M in zip((u, v), mixed, strict=True))
        cases.append((U, V * 3 + 1e-12 * rng.normal(size=(d, 2))))  # as measured
    return cases


def _unit(x):
    return x / norm(x)


def _projector(B):
    Q = qr(B)[0]
    return Q @ Q.T


def _by_angles(U, V):
    """The direction in which orthonormal bases of both planes agree fully."""
    return svd(np.hstack([qr(U)[0], qr(V)[0]]))[0][:, 0]


def _amounts(U, V):
    return svd(np.hstack([U, -V]))[2][-1]


def _where(seen, U, V):
    """In which of the two planes the vector lies."""
    if not norm(seen) > 1e-9:
        return "your vector is zero, and so has no direction. Which mixture of the columns of U is also one of those of V?"
    x = seen / norm(seen)
    inside = [norm(x - _projector(B) @ x) < 1e-6 for B in (U.astype(float), V.astype(float))]
    if not any(inside):
        return "your vector lies in neither plane: it is no mixture of the columns of U, nor of those of V. (If you add up `U @ a` and `V @ b`: the two are to be the same vector, so one of them is enough.)"
    if not all(inside):
        first, other = ("U", "V") if inside[0] else ("V", "U")
        return f"your vector lies in the plane of {first}, but not in that of {other}. It has to be a mixture of either pair of columns."
    return ""


CHECK = Check(
    answer=common_line,
    section="Sums of subspaces",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=(
        (np.array([[1, 0], [0, 1], [0, 0]]), np.array([[1, 0], [1, 0], [0, 1]])),
        np.array([0.5**0.5, 0.5**0.5, 0.0]),
    ),
    twin=_by_angles,
    inputs=_layers,
    alike=up_to_sign,
    freedom="(The sign is free.)",
    tolerance=1e-8,
    advice={
        "cross product": "The cross product lives in three dimensions; ask which mixtures of either pair of columns agree.",
        "must be 2 or 3": "The cross product lives in three dimensions; ask which mixtures of either pair of columns agree.",
        "is out of bounds": "If `null_space` is empty, no vector counts as null. For the matrix with the columns of U and of −V side by side, measuring has made a small number of a zero: take the right singular vector of the smallest singular value. Other matrices may truly have no null vector.",
        "Singular matrix": "If you set one of the four amounts to 1 and solve for the others: here it is zero. No amount may be preferred; take the null vector of all four.",
    },
    explain=_where,
    misconceptions=(
        Misconception(
            lambda U, V: _unit(U[:, 0] + V[:, 0]),
            "You add the first columns. Their sum lies in the span of both planes together, hardly in either of them. A common vector is a mixture of the one pair *and* of the other.",
        ),
        Misconception(
            lambda U, V: _unit(U[:, 0]),
            "That is the first column of U. It spans the first plane with the other one, but need not lie in the second plane.",
        ),
        Misconception(
            lambda U, V: _unit(_projector(V) @ U[:, 0]),
            "You cast the first column of U onto the second plane. The shadow lies in that plane, but no longer in the first one.",
        ),
        Misconception(
            lambda U, V: U @ _amounts(U, V)[:2],
            "The direction is right, but the length is not 1: it was the amounts that had length 1. Divide by the norm at the end.",
        ),
        Misconception(
            lambda U, V: _unit(V @ _amounts(U, V)[:2]),
            "You mix the columns of V with the amounts that belong to U. The first two amounts go with U, the last two with V.",
        ),
        Misconception(
            lambda U, V: svd(np.hstack([U, V]))[0][:, -1],
            "That is the direction that the four columns reach least: it stands off both planes. You need the *right* singular vector, the amounts, and then the mixture.",
        ),
        Misconception(
            lambda U, V: svd(np.hstack([U, V]))[0][:, 0],
            "That is the direction in which the four columns are longest together, which depends on how the planes are described. Find amounts with U a = V b, or make both bases orthonormal first.",
        ),
        Misconception(
            lambda U, V: _unit(U @ svd(np.hstack([U, -V]))[2][0][:2]),
            "You took the singular vector of the *largest* singular value. U a − V b is to be zero: take the smallest.",
        ),
        Misconception(
            lambda U, V: _unit(U @ svd(U - V)[2][-1]),
            "You look for one pair of amounts that gives the same in both planes, U a = V a. Each plane has amounts of its own: U a = V b.",
        ),
        Misconception(
            lambda U, V: _unit(_amounts(U, V)[:2]),
            "Those are two amounts, the shares of the columns of U. The vector is the mixture: `U @ amounts[:2]`, divided by its length.",
        ),
        Misconception(
            _amounts,
            "Those are the four amounts with which the columns give zero. The vector is the mixture of the columns of U alone, with the first two amounts, divided by its length.",
        ),
        Misconception(
            lambda U, V: _unit(np.hstack([U, V]).sum(axis=1)),
            "You add up all four columns. Their sum lies in the span of both planes together, hardly in either of them. A common vector is a mixture of the one pair *and* of the other.",
        ),
        Misconception(
            lambda U, V: _unit(_projector(U) @ V[:, 0]),
            "You cast the first column of V onto the first plane. The shadow lies in that plane, but no longer in the second one.",
        ),
        Misconception(
            lambda U, V: _unit(U @ svd(U.T @ V)[0][:, 0]),
            "The singular vectors of U'V tell where two planes agree if both pairs of columns are orthonormal. These are not: make them so first, with `np.linalg.qr`.",
        ),
        Misconception(
            lambda U, V: _unit(U @ svd(np.hstack([U, -V]))[2][:, -1][:2]),
            "The function `svd` gives the right singular vectors as *rows*; you took the last column. With `Vt` for that matrix the null vector is `Vt[-1]`, not `Vt[:, -1]`.",
        ),
        Misconception(
            lambda U, V: eigh(_projector(U) * _projector(V))[1][:, -1],
            "You multiply the two projectors entry by entry, and `*` is no product of matrices. A vector of both planes is left alone by either: ask for the largest eigenvalue of their *sum*.",
        ),
        Misconception(
            lambda U, V: eigh(_projector(U) @ _projector(V))[1][:, -1],
            "The product of the two projectors is not symmetric, and `eigh` reads one triangle only. Their *sum* is symmetric, and a common vector is its eigenvector with eigenvalue 2.",
        ),
        Misconception(
            lambda U, V: _unit(U @ _amounts(U, V)[2:]),
            "You mix the columns of U with the amounts that belong to V. The first two amounts go with U, the last two with V.",
        ),
    ),
    hints=(
        "A vector of the first plane is a mixture of the columns of U, one of the second plane a mixture of those of V. When are the two the same vector?",
        "U a = V b, four unknown amounts. That is a null vector of the matrix with the columns of U and of −V side by side. Round-off: the right singular vector of the smallest singular value.",
        "`amounts = np.linalg.svd(np.hstack([U, -V]))[2][-1]`, then `U @ amounts[:2]` divided by its length.",
    ),
    praise="One null vector of four amounts, in any dimension. What two subspaces share is found among the amounts, not among the columns.",
)
