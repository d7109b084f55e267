"""Built from exercises/sources/01_means_and_distances/09_linear_threshold.py by `make notebooks`: do not edit."""

import numpy as np


def linear_threshold(K, theta):
    return (K[0, 0] + np.mean(K) - theta**2) / 2


from featurespace.checks.check import Check, Misconception
from featurespace.kernels import Gaussian


def _spheres(rng: np.random.Generator) -> list[tuple]:
    return [
        (scale * Gaussian(s)(rng.normal(size=(n, 2))), theta)
        for n, s, scale, theta in ((4, 1.0, 2.5, 1.3), (7, 0.6, 9.0, 3.1), (5, 2.0, 1.0, 0.4))
    ]


def _solved(K, theta):
    """By a root: the inner product at which the distance is theta."""
    squared = np.poly1d([-2.0, np.trace(K) / len(K) + K.sum() / len(K) ** 2 - theta**2])
    return squared.roots[0]


CHECK = Check(
    answer=linear_threshold,
    section="On the sphere, a ball is a plane",
    difficulty=2,
    minutes=8,
    kind="practice",
    example=((np.array([[4, 2], [2, 4]]), 2.0), 1.5),
    twin=_solved,
    inputs=_spheres,
    terms=lambda K, theta: {
        "the term with the squared length of an image": K[0, 0] / 2,
        "the term with the squared norm of the centre": K.mean() / 2,
        "the term with θ²": -(theta**2) / 2,
    },
    misconceptions=(
        Misconception(
            lambda K, theta: (1 + K.mean() - theta**2) / 2,
            "That holds for images of length one. Here κ(z, z) is what stands on the diagonal of K.",
        ),
        Misconception(
            lambda K, theta: (np.sqrt(K[0, 0]) + K.mean() - theta**2) / 2,
            "You used the length of an image; κ(z, z), its square, comes in. The diagonal of K holds it as it is.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.mean() - theta) / 2,
            "Here θ is a distance; the formula of the distance to the centre holds for its square.",
        ),
        Misconception(
            lambda K, theta: K[0, 0] + K.mean() - theta**2,
            "The inner product comes twice in the squared distance, so the threshold is half of that.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] - theta**2) / 2,
            "The squared norm of the centre, the average entry of K, is missing.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + np.sqrt(K.mean()) - theta**2) / 2,
            "You used the norm of the centre; its square comes in, and that is the average entry of K without a root.",
        ),
        Misconception(
            lambda K, theta: (theta**2 - K[0, 0] - K.mean()) / 2,
            "The sign is wrong: far from the centre means a *small* inner product with it.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.mean() + theta**2) / 2,
            "The sign of θ² is wrong: the larger θ is, the farther out the alarm, and the smaller the inner product must be.",
        ),
        Misconception(
            lambda K, theta: K[0, 0] + K.mean() - theta**2 / 2,
            "You halve θ² alone. The whole right-hand side is halved: look at the brackets.",
        ),
        Misconception(
            lambda K, theta: (np.trace(K) + K.mean() - theta**2) / 2,
            "The trace adds all squared lengths. One image comes in, so one entry of the diagonal.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.sum() - theta**2) / 2,
            "The squared norm of the centre is the average entry of K; you took the sum.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] ** 2 + K.mean() - theta**2) / 2,
            "The diagonal holds squared lengths already: do not square it again.",
        ),
        Misconception(
            lambda K, theta: (1 - theta**2) / 2,
            "Two things are missing: κ(z, z) stands on the diagonal of K and need not be 1, and the squared norm of the centre comes in.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K[0].mean() - theta**2) / 2,
            "You averaged one row of K: that is the inner product of the first image with the centre. The squared norm of the centre is the average of all entries.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K[~np.eye(len(K), dtype=bool)].mean() - theta**2) / 2,
            "For the squared norm of the centre you averaged the entries off the diagonal. The average runs over all pairs, each image with itself too: `K.mean()`.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.mean() - theta**2) / (2 * np.sqrt(K.mean())),
            "You divided by the norm of the centre, as if it had length one. Asked is a threshold for ⟨φ(z), φ_S⟩ itself.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.mean() - np.sqrt(theta)) / 2,
            "You took the root of θ. It is a distance, and the formula holds for squared distances: square it.",
        ),
        Misconception(
            lambda K, theta: 1 - theta**2 / 2,
            "1 − θ²/2 holds for two images of length one. Here one of the two is the centre, which is shorter, and images may have another length: start from the three terms of the squared distance.",
        ),
        Misconception(
            lambda K, theta: np.cos(theta),
            "The threshold θ is a distance, not an angle. Start from the three terms of the squared distance, and solve for the inner product.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K.mean() ** 2 - theta**2) / 2,
            "You squared the average entry of K. It is the squared norm of the centre already.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K[0, 1] - theta**2) / 2,
            "For the squared norm of the centre you took one entry of K. It is the average of all of them: `K.mean()`.",
        ),
        Misconception(
            lambda K, theta: (K[0, 0] + K[0, -1] - theta**2) / 2,
            "For the squared norm of the centre you took a single entry of K. It is the average of all of them: `K.mean()`.",
        ),
    ),
    hints=(
        "Write ‖φ(z) − φ_S‖² > θ² with three inner products, and solve for ⟨φ(z), φ_S⟩.",
        "Let s stand for κ(z, z). Then s − 2⟨φ(z), φ_S⟩ + ‖φ_S‖² > θ² means ⟨φ(z), φ_S⟩ < c.",
        "The answer is `(K[0, 0] + K.mean() - theta**2) / 2`.",
    ),
    praise="On a sphere, 'outside a ball' and 'beyond a plane' are the same thing.",
)
