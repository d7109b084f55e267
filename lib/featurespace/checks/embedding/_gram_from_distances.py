"""Built from exercises/sources/05_dimensionality_reduction/01_gram_from_distances.py by `make notebooks`: do not edit."""

import numpy as np


def gram_from_distances(D2):
    C = np.eye(len(D2)) - 1 / len(D2)
    return -0.5 * C @ D2 @ C


from featurespace.checks.check import Check, Misconception
from featurespace.checks.embedding.shared import squared, uneven
from featurespace.means import centre


def _inputs(rng: np.random.Generator) -> list[tuple]:
    tables = [squared(uneven(rng, n, d)) for n, d in ((4, 2), (6, 3), (5, 1))]
    return [*((D2,) for D2 in tables), (np.array([[0, 4], [4, 0]]),)]


def _anchored(D2):
    return (D2[:, :1] + D2[:1] - D2) / 2


def _terms(D2):
    half = D2.mean(axis=0) / 2
    return {
        "the term with D2 itself": -D2 / 2,
        "the term with the means of the rows": half[:, None] + 0 * D2,
        "the term with the means of the columns": half + 0 * D2,
        "the term with the mean of all entries": -D2.mean() / 2 + 0 * D2,
    }


def _seen(value, D2):
    """Whether the numbers are inner products of points with these distances, and from where."""
    G = np.asarray(value, dtype=float)
    length2 = np.diag(G)
    back = length2[:, None] - 2 * G + length2
    wrong = np.argwhere(np.abs(back - D2) > 1e-6 * np.abs(D2).max())
    if len(wrong):
        i, j = wrong[0].tolist()
        return f"a test: inner products give back the squared distances, gᵢᵢ − 2gᵢⱼ + gⱼⱼ. From yours, points {i} and {j} come out as {back[i, j]:.4g}; `D2` has {D2[i, j]:.4g}."
    i = int(np.abs(G.sum(axis=1)).argmax())
    return f"these are inner products of points with the right distances, but not measured from their mean: then every row sums to 0, and row {i} sums to {G[i].sum():.4g}."


CHECK = Check(
    answer=gram_from_distances,
    section="A map from distances",
    difficulty=1,
    minutes=5,
    kind="practice",
    example=(
        (np.array([[0, 1, 25], [1, 0, 16], [25, 16, 0]]),),
        np.array([[4, 2, -6], [2, 1, -3], [-6, -3, 9]]),
    ),
    twin=lambda D2: -centre(D2) / 2,
    terms=_terms,
    explain=_seen,
    inputs=_inputs,
    misconceptions=(
        Misconception(
            lambda D2: centre(D2) / 2,
            "The sign is wrong: your diagonal is negative, and it should hold squared lengths. Large distance means small inner product, hence the minus.",
        ),
        Misconception(
            lambda D2: -centre(D2),
            "Twice too large. In ‖a − b‖² = ‖a‖² − 2⟨a, b⟩ + ‖b‖² the inner product comes with −2, so divide by −2.",
        ),
        Misconception(
            centre,
            "Centring removed ‖a‖² and ‖b‖² and left −2⟨a, b⟩. The factor −2 is still in there: divide by it.",
        ),
        Misconception(
            lambda D2: -D2 / 2,
            "You multiplied by −½ but did not centre: ‖a‖² and ‖b‖² are still in there. C on the left removes one of them, C on the right the other.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=0)) / 2,
            "Only one C: it multiplies from the left and removes what is the same down each column. The other one, from the right, is missing.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=1, keepdims=True)) / 2,
            "Only one C: it multiplies from the right and removes what is the same along each row. The other one, from the left, is missing.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=0) - D2.mean(axis=1, keepdims=True)) / 2,
            "Nearly: both subtractions take off the mean of all entries. Add it again, once.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=0) - D2.mean(axis=1)) / 2,
            "Both means are subtracted along the same axis. The means of the rows belong in a column: `keepdims=True`, or let C do it from the right.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean()) / 2,
            "You subtract one number, the mean of the whole table. Each row has a mean of its own, and each column: C on both sides takes them off.",
        ),
        Misconception(
            lambda D2: -((np.eye(len(D2)) - 1 / len(D2)) ** 2) * D2 / 2,
            "`*` multiplies entry by entry; a product of matrices is written `@`.",
        ),
        Misconception(
            lambda D2: -centre(np.sqrt(D2)) / 2,
            "You took the root first. The expansion of ‖a − b‖² is about squared distances, and D2 holds them already.",
        ),
        Misconception(
            lambda D2: -centre(D2**2) / 2,
            "You squared what is squared already: D2 holds squared distances.",
        ),
        Misconception(
            _anchored,
            "These are inner products too, but measured from the first point. Asked are those measured from the mean of all points: let C do the moving.",
        ),
        Misconception(
            lambda D2: np.add.outer(np.diag(D2), np.diag(D2)) - 2 * D2,
            "That is the formula from inner products to distances (the worked example). The way back is asked for.",
        ),
        Misconception(
            lambda D2: (lambda C: -C @ D2 @ C / 2)(np.eye(len(D2)) - 1 / 3),
            "Right for three points only: `1 / len(D2)` in the first line, where you have 1/3.",
        ),
        Misconception(
            lambda D2: (lambda C: -C @ D2 @ C / 2)(np.eye(len(D2)) - 1 / (len(D2) - 1)),
            "Your C divides by n − 1. A mean of n numbers divides by n: keep the first line as it was.",
        ),
        Misconception(
            lambda D2: -0.5 * (np.eye(len(D2)) - 1) @ D2 @ (np.eye(len(D2)) - 1),
            "Your centring matrix is I minus a matrix of ones, which subtracts sums. Means are subtracted: every one is divided by n, as in the `C` of the first line.",
        ),
    ),
    hints=(
        "What does C do to a matrix whose columns are constant, and what to one whose rows are?",
        "D2 = ‖a‖² (constant along rows) + ‖b‖² (constant down columns) − 2⟨a, b⟩. C from both sides loses the first two and keeps the third, centred.",
        "Multiply by C from the left and from the right, and by −½: `-0.5 * C @ D2 @ C`.",
    ),
    praise="A table of distances knows all inner products, once an origin is chosen: the mean.",
)
