"""Built from exercises/sources/02_gram_schmidt_and_cholesky/09_new_column.py by `make notebooks`: do not edit."""

import numpy as np


def new_column(k, R, kappa):
    c = np.linalg.solve(R.T, k)
    return np.append(c, np.sqrt(max(kappa - c @ c, 0)))


from collections.abc import Callable

import numpy as np
from scipy.linalg import solve_triangular

from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import FACTOR, kernel_matrices


def _one_more(rng: np.random.Generator) -> list[tuple]:
    fresh = []
    for (K,) in kernel_matrices(rng):
        k, news = K[:-1, -1], rng.uniform(1, 2)
        fresh.append((k, np.linalg.cholesky(K[:-1, :-1]).T, float(K[-1, -1] + 2 * k @ k + news)))
    little_news = np.array([2.0]), np.array([[1.0]]), 4.0001
    no_news = np.array([6, 4, 5]), FACTOR[:3, :3], 5 - 5e-15  # as round-off may have it
    alone = np.array([0.6]), np.array([[1.2]]), 1.25
    return [*fresh, little_news, alone, no_news]


def _forward(k, R):
    return solve_triangular(R, k, trans="T")


def _dual(k, R):
    return np.linalg.solve(R.T @ R, k)


def _news(c, k, kappa):
    return np.sqrt(max(kappa - c @ c, 0.0))


def _column(coordinates: Callable, last: Callable = _news):
    def answer(k, R, kappa):
        c = coordinates(k, R)
        return np.append(c, last(c, k, kappa))

    return answer


def _last_of_factor(k, R, kappa):
    C = np.block([[R.T @ R, k[:, None]], [k[None], np.array([[kappa]])]])
    values, vectors = np.linalg.eigh(C)
    T = np.linalg.qr(np.sqrt(values.clip(0))[:, None] * vectors.T).R
    return (T * np.where(np.diag(T) < 0, -1, 1)[:, None])[:, -1]


CHECK = Check(
    answer=new_column,
    section="New points",
    difficulty=2,
    minutes=10,
    kind="practice",
    inputs=_one_more,
    example=((np.array([3, 3, 4]), FACTOR[:3, :3], 7.0), np.array([1, 1, 1, 2])),
    twin=_last_of_factor,
    telling=5,
    tolerance=1e-6,  # the root of round-off
    misconceptions=(
        Misconception(
            _column(lambda k, R: np.linalg.solve(R, k)),
            "You solved R c = k. The kernel values with the training points are k = R'c: transpose R before you solve.",
        ),
        Misconception(
            _column(_dual, lambda a, k, kappa: np.sqrt(max(kappa - k @ a, 0))),
            "The last number is right. But the others are dual weights, K⁻¹k: how much of each training image. Coordinates along the q's are asked for; solve with R' only.",
        ),
        Misconception(
            _column(_dual),
            "Those are dual weights: they write the projection of the new image as Σ αᵢ φ(xᵢ). Its coordinates in the basis of the q's solve R'c = k.",
        ),
        Misconception(
            _column(lambda k, R: R @ k),
            "You multiplied by R. Column j of R has the inner product kⱼ with c: that says R'c = k, which has to be solved for c.",
        ),
        Misconception(
            _column(lambda k, R: R.T @ k),
            "You multiplied k by R'. It is c that R' turns into k: solve R'c = k.",
        ),
        Misconception(
            _column(lambda k, R: k),
            "`k` holds inner products with the points; c should hold inner products with the basis vectors q. Solve R'c = k.",
        ),
        Misconception(
            _column(lambda k, R: k / np.diag(R)),
            "You divided by νⱼ, but what the earlier coordinates explain is still there. It is taken away with column j of R, `R[:j, j]`; left of the diagonal, in `R[j, :j]`, stand only zeros.",
        ),
        Misconception(
            _column(lambda k, R: _forward(k, R / np.diag(R)[:, None])),
            "The division by νⱼ is missing or in the wrong place: cⱼ = (kⱼ − Σ R_tj c_t)/νⱼ.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: kappa - c @ c),
            "The coordinates are right. The last number is the squared residual; the column of a factor holds ν itself, so take the root.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa - k @ k)),
            "The coordinates are right. For the last number take c'c away, the squared length of the projection; k'k is none, as the training images are not orthonormal.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa - c @ k)),
            "The coordinates are right. For the last number take c'c away; c'k mixes coordinates with kernel values.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.linalg.norm(c)),
            "The coordinates are right. The last number is the length of what the training points explain; asked for is the rest of κ(z, z).",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa) - np.linalg.norm(c)),
            "The coordinates are right. For the last number you subtracted lengths; by Pythagoras it is the squares that subtract, and the root comes last.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa - np.linalg.norm(c))),
            "The coordinates are right. Pythagoras takes squares: the squared length c'c goes away from κ(z, z), not the length.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa)),
            "The coordinates are right. √κ(z, z) is the whole length of the new image; take away what c explains before the root.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: kappa),
            "The coordinates are right. Last comes ν, the length of what they leave of the new image: the root of κ(z, z) − c'c.",
        ),
        Misconception(
            lambda k, R, kappa: _forward(k, R),
            "The n coordinates are right; the last number is missing: ν, the length of what they leave of the new image.",
        ),
        Misconception(
            lambda k, R, kappa: np.roll(_column(_forward)(k, R, kappa), 1),
            "Right numbers, but ν comes last: the new direction is behind the old ones.",
        ),
        Misconception(
            lambda k, R, kappa: np.vstack(
                [
                    np.column_stack([R, _forward(k, R)]),
                    np.append(0.0 * k, _news(_forward(k, R), k, kappa)),
                ]
            ),
            "That is the whole factor of all n + 1 points, and it is right. Only its last column was asked for.",
        ),
        Misconception(
            lambda k, R, kappa: (_forward(k, R), _news(_forward(k, R), k, kappa)),
            "Right values, but in two parts; put them into one array of n + 1 numbers: `np.append`.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa + c @ c)),
            "The coordinates are right. For the last number c'c is taken away from κ(z, z), not added: the new image is the long side of the triangle.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa - c.sum())),
            "The coordinates are right. For the last number take away the sum of their squares, not their sum.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: -_news(c, k, kappa)),
            "The coordinates are right. The last number is a length: turn its sign.",
        ),
        Misconception(
            lambda k, R, kappa: np.append(k, kappa),
            "That is the new column of K; the new column of its factor R was asked for. Solve R'c = k, and then think of Pythagoras.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: kappa - np.linalg.norm(c)),
            "The coordinates are right. Last comes a root: κ(z, z) is a squared length, so take the squared length c'c away from it, and then the root.",
        ),
        Misconception(
            _column(
                _forward,
                lambda c, k, kappa: np.sqrt(kappa - c @ c) if kappa - c @ c > 1e-3 else 0.0,
            ),
            "The coordinates are right. But you call a point no news that brings a little: only what is at or below zero, or within round-off of it, becomes 0.",
        ),
        Misconception(
            _column(_forward, lambda c, k, kappa: np.sqrt(kappa - c @ c)),
            "Right where z brings news. Where it brings none, ν must come out as 0; there round-off may leave κ(z, z) − c'c just below zero, and its root is NaN. Take the larger of that and 0, then the root.",
        ),
        Misconception(
            lambda k, R, kappa: np.append(_forward(k, R)[::-1], _news(_forward(k, R), k, kappa)),
            "The coordinates are right, but stand in the opposite order: the first belongs to the first basis vector.",
        ),
    ),
    hints=(
        "The coordinates c must have the inner product kⱼ with column j of R, for every j: write that as one equation for c. For the last number think of Pythagoras.",
        "R'c = k, and R' is lower triangular, so it can be solved from the top. The squared length of the projection is c'c, that of the whole image is κ(z, z).",
        "`c = np.linalg.solve(R.T, k)`, then `np.append(c, np.sqrt(max(kappa - c @ c, 0)))`.",
    ),
    praise="The new point lives in the old coordinates, and one number says how much of it does not fit in.",
)
