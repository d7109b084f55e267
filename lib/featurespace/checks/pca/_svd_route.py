"""Built from exercises/sources/04_pca/06_svd_route.py by `make notebooks`: do not edit."""

import numpy as np


def svd_route(X):
    centred = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(centred, full_matrices=False)
    return Vt, s**2 / len(X), U * s


from collections.abc import Callable

from featurespace.checks.check import Check, Misconception
from featurespace.checks.pca.shared import HAND, SIGNS, cloud, pca, seen_components, turned_together


def _route(
    directions: Callable = lambda U, s, Vt: Vt,
    eigenvalues: Callable = lambda U, s, Vt: s**2 / len(U),
    scores: Callable = lambda U, s, Vt: U * s,
):
    def answer(X):
        parts = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        return directions(*parts), eigenvalues(*parts), scores(*parts)

    return answer


def _raw(X):
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return Vt, s**2 / len(X), U * s


CHECK = Check(
    answer=svd_route,
    section="The best table",
    difficulty=1,
    minutes=6,
    kind="practice",
    example=(
        (HAND,),
        (
            np.array([[2, 1], [-1, 2]]) / 5**0.5,
            np.array([20.0, 5.0]),
            5**0.5 * np.array([[2, -1], [2, 1], [-2, 1], [-2, -1]]),
        ),
    ),
    twin=lambda X: pca(X, X.shape[1])[1:],
    inputs=lambda rng: [
        (cloud(rng, 10, [7.0, 2.0, 0.5], 3),),
        (cloud(rng, 8, [4.0, 3.0, 1.0, 0.3], 4),),
        (np.array([[1.0, 2], [3, 4], [8, 3]]),),
    ],
    explain=lambda value, X: seen_components(X, *value),
    alike=turned_together(0, 2),
    freedom=SIGNS,
    misconceptions=(
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s**2),
            "Directions and scores are right. s² belongs to C'C; the covariance is C'C divided by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s),
            "Directions and scores are right. Singular values are no variances: square them and divide by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s / len(U)),
            "Directions and scores are right. In C'C each singular value comes twice, so it is s², divided by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s**2 / (len(U) - 1)),
            "Directions and scores are right. You divided by n − 1; here covariances divide by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s**2 / len(s)),
            "Directions and scores are right. You divided by the number of singular values; n is the number of points.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s / np.sqrt(len(U))),
            "Directions and scores are right. s/√n is the standard deviation of a score; its variance was asked for.",
        ),
        Misconception(
            _route(eigenvalues=lambda U, s, Vt: s**2 / np.sum(s**2)),
            "Directions and scores are right. You returned shares of the variance, not the eigenvalues themselves.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U),
            "Directions and eigenvalues are right. The columns of U have length one; a score keeps its size: multiply each column by its singular value.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * np.sqrt(len(U))),
            "Directions and eigenvalues are right. Your scores all have variance one; multiply the columns of U by their singular values instead.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * s / np.sqrt(len(U))),
            "Directions and eigenvalues are right. The 1/n belongs to the variance of the scores, not to the scores: they are U times s.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * (s**2 / len(U))),
            "Directions and eigenvalues are right. You multiplied U by the eigenvalues; the scores are U times the singular values.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * s @ Vt),
            "Directions and eigenvalues are right. U S V' are the centred points themselves; the scores are the part before V'.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * s @ Vt @ Vt),
            "Directions and eigenvalues are right. You multiplied the points by `Vt`; directions are the rows of `Vt`, so project with `Vt.T`.",
        ),
        Misconception(
            _route(directions=lambda U, s, Vt: Vt.T),
            "Eigenvalues and scores are right. `svd` returns V already transposed: the directions are the rows of `Vt` as it is.",
        ),
        Misconception(
            _route(directions=lambda U, s, Vt: Vt.T, scores=lambda U, s, Vt: U * s @ Vt @ Vt),
            "The function `svd` returns V already transposed, and you transposed it once more: the directions are the rows of `Vt` as it is, and the scores U times s.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: -U * s),
            "Sizes are right, signs do not fit: scores times directions lead to the wrong side of the mean. The scores are `U * s` as they come.",
        ),
        Misconception(
            _raw,
            "You decomposed the raw points. Without centring the first direction mostly points at the mean: decompose `centred`.",
        ),
        Misconception(
            lambda X: _route()(X)[::-1],
            "Right parts in the opposite order: directions, eigenvalues, scores.",
        ),
        Misconception(
            lambda X: tuple(_route()(X)[i] for i in (0, 2, 1)),
            "Right parts, but the last two have changed places: directions, eigenvalues, scores.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * s**2),
            "Directions and eigenvalues are right. You multiplied U by the squares of the singular values; the scores C V = U S have each of them once.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U / s),
            "Directions and eigenvalues are right. You divided U by the singular values; put C = U S V' into the scores C V: it is a product.",
        ),
        Misconception(
            lambda X: (lambda W, values, Z: (W[::-1], values[::-1], Z[:, ::-1]))(*_route()(X)),
            "Right parts, from small to large. `svd` sorts from large to small already, unlike `eigh`: leave the order alone.",
        ),
        Misconception(
            _route(directions=lambda U, s, Vt: U.T, scores=lambda U, s, Vt: Vt.T * s),
            "The parts have changed their roles. U has a row for each point, so it belongs to the scores; `Vt` has a column for each dimension: its rows are the directions.",
        ),
        Misconception(
            lambda X: tuple(_route()(X)[i] for i in (1, 0, 2)),
            "Right parts, but the first two have changed places: directions, eigenvalues, scores.",
        ),
        Misconception(
            _route(directions=lambda U, s, Vt: s[:, None] * Vt),
            "Eigenvalues and scores are right. A direction has length one: return `Vt` without the singular values.",
        ),
        Misconception(
            _route(scores=lambda U, s, Vt: U * np.sqrt(s)),
            "Directions and eigenvalues are right. You multiplied U by the roots of the singular values; the scores C V = U S have the singular values themselves.",
        ),
    ),
    hints=(
        "Put C = U S V' into the covariance C'C/n, and into the scores C V; most factors cancel.",
        "C'C/n = V (S²/n) V', so the directions are the rows of `Vt` and the eigenvalues s²/n. And C V = U S.",
        "Return `Vt, s**2 / len(X), U * s`.",
    ),
    praise="No covariance matrix was formed. Its condition number would have been the square of that of the data.",
)
