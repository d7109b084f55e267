"""Built from exercises/sources/01_means_and_distances/01_squared_distances.py by `make notebooks`: do not edit."""




def squared_distances(K_new, diag_new, diag):
    return diag_new[:, None] + diag[None, :] - 2 * K_new


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import on_a_line
from featurespace.kernels import Gaussian, Linear, Polynomial


def _new_and_old(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for m, n, kernel in (
        (3, 5, Linear()),
        (4, 2, Polynomial(2)),
        (2, 6, Gaussian(2.0)),
        (1, 2, Linear()),
    ):
        Z, X = rng.normal(1, 1, (m, 3)), rng.normal(1, 1, (n, 3))
        Z[0] = -X[0]  # an inner product below zero
        cases.append((kernel(Z, X), kernel.diag(Z), kernel.diag(X)))
    return cases


def _one_by_one(K_new, diag_new, diag):
    entries = [
        [a - 2 * k + b for k, b in zip(row, diag, strict=True)]
        for row, a in zip(K_new, diag_new, strict=True)
    ]
    return np.array(entries)


CHECK = Check(
    answer=squared_distances,
    section="Lengths and distances",
    difficulty=1,
    minutes=5,
    kind="practice",
    example=((on_a_line([5], [0, 2, 4]), np.array([25]), np.array([0, 4, 16])), [[25, 9, 1]]),
    twin=_one_by_one,
    inputs=_new_and_old,
    terms=lambda K_new, diag_new, diag: {
        "the squared length of the new image": diag_new[:, None] + 0.0 * K_new,
        "the squared length of the training image": diag + 0.0 * K_new,
        "the term with the inner product": -2 * K_new,
    },
    advice={
        "could not be broadcast": "Each row belongs to a new image: `diag_new[:, None]` is a column that goes with the rows."
    },
    misconceptions=(
        Misconception(
            lambda K_new, diag_new, diag: np.add.outer(diag_new, diag) - K_new,
            "You subtract the inner product once. Expanding the square gives it twice: ‖a − b‖² = ‖a‖² − 2⟨a, b⟩ + ‖b‖².",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.sqrt(
                np.maximum(np.add.outer(diag_new, diag) - 2 * K_new, 0)
            ),
            "These are the distances; the squared distances were asked for. Leave the root out.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.add.outer(diag_new, diag) + 2 * K_new,
            "That is ‖φ(z) + φ(x)‖²: the sign of the inner product is wrong.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 2 * K_new - np.add.outer(diag_new, diag),
            "All signs are the wrong way round: a squared distance cannot be negative.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 2 * diag_new[:, None] - 2 * K_new,
            "You took the new image's squared length twice. Entry (i, j) needs one of each: `diag_new[i]` and `diag[j]`.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 2 * diag - 2 * K_new,
            "You took the training image's squared length twice. Entry (i, j) needs one of each: `diag_new[i]` and `diag[j]`.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 2 - 2 * K_new,
            "2 − 2κ holds if all images have length one. In general the squared lengths stand in `diag_new` and `diag`.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.add.outer(diag_new**2.0, diag**2.0) - 2 * K_new,
            "You squared the diagonals. They hold squared lengths already: κ(x, x) = ‖φ(x)‖².",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.subtract.outer(np.sqrt(diag_new), np.sqrt(diag)) ** 2,
            "You compare lengths only. Two images of the same length may be far apart: their inner product must come in.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: (
                np.add.outer(np.sqrt(diag_new), np.sqrt(diag)) - 2 * K_new
            ),
            "You added lengths. Their squares come in, and these stand in `diag_new` and `diag` without a root.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: diag_new[0] + diag - 2 * K_new,
            "You use the squared length of the first new image in every row. Row i needs its own, `diag_new[i]`: make a column of them, `diag_new[:, None]`.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: _one_by_one(K_new, diag_new, diag).min(axis=1),
            "For each new image you kept the smallest squared distance. All of them are asked for, one for each training image.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.add.outer(diag_new, diag) - 2 * np.abs(K_new),
            "You dropped the sign of the inner product. Where it is negative, the images lie more than a right angle apart, and the distance grows.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 2 - 2 * K_new / np.sqrt(np.outer(diag_new, diag)),
            "You normalised first: these are squared distances of images scaled to length one. Asked are those of the images as they are.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: diag_new.mean() + diag - 2 * K_new,
            "You use the mean squared length of the new images in every row. Row i needs its own, `diag_new[i]`: make a column of them, `diag_new[:, None]`.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: 1 - K_new / np.sqrt(np.outer(diag_new, diag)),
            "That is one minus the cosine of the angle: it forgets how long the images are. Asked is ‖φ(z) − φ(x)‖²; multiply it out.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: np.outer(diag_new, diag) - 2 * K_new,
            "You multiply the two squared lengths. Multiplied out, ‖φ(z) − φ(x)‖² has their sum.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: _one_by_one(K_new, diag_new, diag).sum(axis=1),
            "You added the squared distances up for each new image. All of them are asked for, one for each training image.",
        ),
        Misconception(
            lambda K_new, diag_new, diag: _one_by_one(K_new, diag_new, diag).mean(axis=1),
            "For each new image you return the mean of its squared distances. All of them are asked for, one for each training image.",
        ),
    ),
    hints=(
        "Write the squared length of φ(z) − φ(x) as an inner product and multiply out.",
        "Row i needs `diag_new[i]` in all its entries, column j needs `diag[j]`: turn `diag_new` into a column, `diag_new[:, None]`.",
        "The answer is `diag_new[:, None] + diag[None, :] - 2 * K_new`.",
    ),
    praise="Distances in a space you never enter, from kernel values alone.",
)
