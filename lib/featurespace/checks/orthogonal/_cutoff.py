"""Built from exercises/sources/02_gram_schmidt_and_cholesky/12_cutoff.py by `make notebooks`: do not edit."""

import numpy as np


def cutoff(epsilon):
    return epsilon / 4


import numpy as np

from featurespace.checks.check import Check, Misconception


def _worst_case(epsilon):
    """Two residuals of length one that point opposite ways, scaled until they are off by epsilon."""
    one, other = np.array([0.0, 1.0]), np.array([0.0, -1.0])
    return epsilon / np.sum((one - other) ** 2)


CHECK = Check(
    answer=cutoff,
    section="Largest first",
    difficulty=2,
    minutes=10,
    kind="transfer",
    twin=_worst_case,
    inputs=lambda rng: [(0.1,), (3.0,), (1e-3,), (20.0,)],
    misconceptions=(
        Misconception(
            lambda epsilon: epsilon,
            "That bounds the error of each entry of K. A squared distance is made of several entries, and their errors can add up.",
        ),
        Misconception(
            lambda epsilon: epsilon / 2,
            "K_ii and K_jj lose at most η each, but −2K_ij is off by up to 2η as well, and all may point the same way.",
        ),
        Misconception(
            lambda epsilon: epsilon / 3,
            "Three entries, but the mixed one counts twice: K_ii + K_jj − 2K_ij.",
        ),
        Misconception(
            lambda epsilon: np.sqrt(epsilon) / 2,
            "Squares are mixed up: η and ε both are squared lengths here, so no root is needed.",
        ),
        Misconception(
            lambda epsilon: (epsilon / 2) ** 2,
            "You bounded the distance by 2√η. The squared distance was asked about: its error is at most (2√η)².",
        ),
        Misconception(
            lambda epsilon: epsilon**2,
            "That takes η for the square of the error. η is a squared residual, and ε an error of squared distances: no square is needed.",
        ),
        Misconception(
            lambda epsilon: epsilon / 8,
            "Safe, but not the largest: with half as much you guarantee ε/2. How far apart can the tips of two residual vectors of length √η be?",
        ),
        Misconception(
            lambda epsilon: epsilon / 16,
            "Safe, but not the largest: with that you guarantee ε/4. Two residual vectors of length √η are at most 2√η apart; square that, once.",
        ),
        Misconception(
            lambda epsilon: np.sqrt(epsilon),
            "Squares are mixed up: η and ε both are squared lengths here, so no root is needed. How far apart can two residual vectors of length √η be?",
        ),
        Misconception(
            lambda epsilon: np.sqrt(epsilon) / 4,
            "The factor is right. But η and ε both are squared lengths here, so no root is needed.",
        ),
        Misconception(
            lambda epsilon: (epsilon / 4) ** 2,
            "The factor is right. But η and ε both are squared lengths here, so no square is needed.",
        ),
        Misconception(
            lambda epsilon: 2 * epsilon,
            "Upside down, and not all: the error grows with η, so η is a part of ε. How far apart can two residual vectors of length √η be?",
        ),
        Misconception(
            lambda epsilon: 4 * epsilon,
            "Upside down: the error is at most 4η. Solve 4η = ε for η.",
        ),
    ),
    hints=(
        "What is lost of φ(xᵢ) − φ(xⱼ) is the difference of two residual vectors, each of length at most √η. How long can it be?",
        "Two vectors of length √η that point opposite ways are 2√η apart. Square that.",
        "The error is at most (2√η)² = 4η, and that can happen; so 4η = ε.",
    ),
    praise="And the bound cannot be improved: two residuals may point opposite ways.",
)
