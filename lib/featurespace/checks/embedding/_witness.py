"""Built from exercises/sources/05_dimensionality_reduction/13_witness.py by `make notebooks`: do not edit."""

import numpy as np


def witness(D2):
    i, j = np.unravel_index(D2.argmax(), D2.shape)
    v = np.zeros(len(D2))
    v[i], v[j] = 1, -1
    return v


from itertools import combinations

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, up_to_sign
from featurespace.checks.compare import numbers as as_numbers
from featurespace.checks.embedding.shared import bipartite, cycle, squared, top, uneven
from featurespace.means import centre

ANY = 1e100  # a tolerance that leaves only type, shape and finiteness to be compared


def _nonzero_tables(rng: np.random.Generator) -> list[tuple]:
    together = rng.permutation(np.array([[0, 0], [3, 4], [8, -1]]))
    together = together[[0, 0, 1, 2, 1, 0]]  # first, second and last coincide
    lopsided = squared(uneven(rng, 5, 2)) ** 2  # breaks the triangle inequality
    tables = [squared(uneven(rng, 6, 3)), cycle(4), squared(together), lopsided, bipartite(4)]
    lone = []  # one distance each: no fixed v serves them all, and no few drawn by chance
    for n in (3, 9):
        for i, j in combinations(range(n), 2):
            D2 = np.zeros((n, n))
            D2[i, j] = D2[j, i] = rng.integers(1, 6)
            lone.append(D2)
    return [(D2,) for D2 in (*tables, *lone)]


def _pair(i, j):
    return lambda D2: np.eye(len(D2))[i] - np.eye(len(D2))[j]


def _verify_witness(v, D2) -> None:
    match(v, np.zeros(len(D2)), ANY)
    v = as_numbers(v, np.zeros(len(D2)))
    if not v.any():
        raise Problem("The zero vector gives v'Δv = 0 for every Δ and proves nothing.")
    v = v / np.abs(v).max()
    form = v @ D2 @ v
    if abs(form) <= 1e-12 * D2.max() * (v @ v):
        i, j = np.unravel_index(D2.argmax(), D2.shape)
        raise Problem(
            f"the form v'Δv is zero for your v; it must be negative. It is the sum of 2 vᵢvⱼδᵢⱼ² over pairs: give v entries of opposite sign at two points whose distance is not zero, such as {i} and {j} here."
        )
    if form > 0:
        i, j = np.unravel_index((np.outer(v, v) * D2).argmax(), D2.shape)
        raise Problem(
            f"the form v'Δv is positive for your v; it must be negative. It is the sum of 2 vᵢvⱼδᵢⱼ² over pairs, and at points {i} and {j}, whose distance is not zero, your v has the same sign."
        )


CHECK = Check(
    answer=witness,
    section="Find the slip",
    difficulty=2,
    minutes=12,
    kind="slip",
    example=((np.array([[0, 9], [9, 0]]),), np.array([1, -1])),
    inputs=_nonzero_tables,
    verify=_verify_witness,
    misconceptions=(
        Misconception(
            _pair(0, 1),
            "The right idea, eᵢ − eⱼ: v'Δv = −2 δᵢⱼ². But points 0 and 1 may coincide, and then it is zero. Choose a pair whose distance is not zero.",
        ),
        Misconception(
            _pair(0, -1),
            "The right idea, eᵢ − eⱼ: v'Δv = −2 δᵢⱼ². But it depends on your choice of first and last point; choose a pair whose distance is surely not zero.",
        ),
        Misconception(
            lambda D2: np.ones(len(D2)),
            "With all ones v'Δv is the sum of all squared distances, which is positive. Let entries of different sign meet.",
        ),
        Misconception(
            lambda D2: top(D2, 1)[1][:, 0],
            "You took the eigenvector of the largest eigenvalue, and that one is positive. Look at the other end of the spectrum.",
        ),
        Misconception(
            lambda D2: np.eye(len(D2))[0],
            "One entry alone picks the diagonal, v'Δv = δᵢᵢ² = 0: neither positive nor negative. Two entries are needed.",
        ),
        Misconception(
            lambda D2: np.eye(len(D2))[0] + np.eye(len(D2))[1],
            "With eᵢ + eⱼ the form is +2 δᵢⱼ². Change one sign.",
        ),
        Misconception(
            lambda D2: top(centre(-D2 / 2), len(D2))[1][:, -1],
            "For any v with sum zero v'Δv = −2 v'Gv. You took the eigenvector of the smallest eigenvalue of G; where G is large, Δ is negative, so take the largest.",
        ),
        Misconception(
            lambda D2: np.where(np.arange(len(D2)) % 2, -1.0, 1.0),
            "Alternating signs work for some tables only: here a table has v'Δv ≥ 0. One pair of points at a positive distance is enough, and it always works.",
        ),
        Misconception(
            lambda D2: np.linalg.eigvalsh(D2),
            "These are the eigenvalues of Δ. One of them is negative; its *eigenvector* is a v as asked for.",
        ),
        Misconception(
            lambda D2: np.linalg.eigvalsh(D2)[0],
            "That is the smallest eigenvalue, a number. It is negative, and its *eigenvector* is a v as asked for.",
        ),
        Misconception(
            lambda D2: np.linalg.eigh(D2)[1],
            "These are all eigenvectors, as columns. One of them is enough: the one whose eigenvalue is negative.",
        ),
        Misconception(
            lambda D2: np.linalg.eigh(D2)[1][0],
            "You took a row of the table of eigenvectors. The eigenvectors are its columns: `V[:, 0]` belongs to the smallest eigenvalue.",
        ),
        Misconception(
            lambda D2: np.array(np.unravel_index(D2.argmax(), D2.shape)),
            "These are the numbers of the two points farthest apart, a good choice. Asked is a vector with an entry for every point: 1 at the one, −1 at the other, 0 elsewhere.",
        ),
    ),
    hints=(
        "The diagonal of Δ is zero. What does a zero on the diagonal of a positive semi-definite matrix force its row to be? Try a vector with only two entries that are not zero.",
        "For v = eᵢ − eⱼ the form is δᵢᵢ² + δⱼⱼ² − 2 δᵢⱼ² = −2 δᵢⱼ². Which i and j are safe for every table that is not zero?",
        "`i, j = np.unravel_index(D2.argmax(), D2.shape)`; v is zero except `v[i] = 1` and `v[j] = -1`.",
    ),
    praise="Δ has a zero diagonal, so it is positive semi-definite only if it is zero. The condition belongs to −½CΔC.",
    alike=up_to_sign,
)
