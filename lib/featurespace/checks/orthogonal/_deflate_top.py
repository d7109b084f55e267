"""Built from exercises/sources/02_gram_schmidt_and_cholesky/03_deflate_top.py by `make notebooks`: do not edit."""

import numpy as np


def deflate_top(X):
    _, vectors = np.linalg.eigh(X.T @ X)
    w = vectors[:, -1]
    return X - np.outer(X @ w, w)


from collections.abc import Callable

import numpy as np

from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception


def _top(X):
    return np.linalg.eigh(X.T @ X)[1][:, -1]


def _without_largest(X):
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return (U[:, 1:] * s[1:]) @ Vt[1:]


def _without_two(X):
    V = np.linalg.eigh(X.T @ X)[1][:, -2:]
    return X - X @ V @ V.T


def _points(rng: np.random.Generator) -> list[tuple]:
    along_axes = np.array([[1, 0, 0], [0, 0, 2], [0, 4, 0], [0, 0, 0]])  # the top is in the middle
    random = [(rng.normal(1, 1, shape),) for shape in ((6, 3), (4, 5), (4, 4), (2, 2))]
    return [*random, (along_axes,)]


def _deflated(direction: Callable):
    return lambda X: orthogonal.deflate(X, direction(X))


def _looked_into(seen, X):
    """Whether the top direction is gone, and the others are there."""
    w = _top(X)
    if np.abs(seen @ w).max() > 1e-6 * np.abs(X).max():
        return "what is left still has a component along w: `left @ w` should be zero, for w the top eigenvector of X'X."
    return "the component along w is gone, but something else has changed too: subtract `np.outer(X @ w, w)` and nothing more."


CHECK = Check(
    answer=deflate_top,
    section="Take a direction away",
    difficulty=1,
    minutes=8,
    kind="practice",
    twin=_without_largest,
    inputs=_points,
    example=(
        (np.array([[3, 1], [1, 3], [2, 2]]),),
        np.array([[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]]),
    ),
    terms=lambda X: {"X": X, "the component along w": -np.outer(X @ _top(X), _top(X))},
    explain=_looked_into,
    misconceptions=(
        Misconception(
            _deflated(lambda X: np.linalg.eigh(X.T @ X)[1][:, 0]),
            "You removed the direction of the smallest eigenvalue: eigh sorts from small to large, so the top one is the last column.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.eigh(X.T @ X)[1][-1]),
            "You took the last row of the matrix of eigenvectors; they are its columns: with V for that matrix, `V[:, -1]`.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.eigh(X.T @ X)[1][0]),
            "You took the first row of the matrix of eigenvectors; they are its columns, and the top one comes last: with V for that matrix, `V[:, -1]`.",
        ),
        Misconception(
            lambda X: X - orthogonal.deflate(X, _top(X)),
            "That is the part along w, which should go; return what is left of X without it.",
        ),
        Misconception(
            lambda X: X.T @ X - np.linalg.eigvalsh(X.T @ X)[-1] * np.outer(_top(X), _top(X)),
            "That is X'X after deflation, and it is right; the deflated points were asked for, one per row as in X.",
        ),
        Misconception(
            lambda X: np.eye(X.shape[1]) - np.outer(_top(X), _top(X)),
            "That is the projection, and it is right; apply it to the points, one per row as in X.",
        ),
        Misconception(
            lambda X: X - np.linalg.eigvalsh(X.T @ X)[-1] * np.outer(X @ _top(X), _top(X)),
            "The eigenvalue has no place here: the component of a point x along the unit vector w is ⟨x, w⟩ w. λ falls out by itself when you form X'X afterwards.",
        ),
        Misconception(
            lambda X: X - (X @ _top(X))[:, None],
            "You subtracted the length of the component from every coordinate. The component is a vector, that length times w: `np.outer(X @ w, w)`.",
        ),
        Misconception(
            lambda X: orthogonal.deflate(X - X.mean(axis=0), _top(X - X.mean(axis=0))),
            "You centred first. A good habit for PCA, but not asked here: take X as it is.",
        ),
        Misconception(
            _deflated(lambda X: _top(X - X.mean(axis=0))),
            "Your direction is the top eigenvector of the centred data. It belongs to X'X as it stands, without centring.",
        ),
        Misconception(
            _deflated(lambda X: X[np.linalg.norm(X, axis=1).argmax()]),
            "You removed the direction of the longest point. The top eigenvector is long for all points together: `np.linalg.eigh` of X'X.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.eigh(X.T @ X)[1][:, -2]),
            "You removed the second direction: the top one stands in the last column, `V[:, -1]`.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.svd(X)[2][:, 0]),
            "You took a column of the last factor of `np.linalg.svd`. It holds V', with the directions as rows: the top one is row 0.",
        ),
        Misconception(
            lambda X: X @ np.linalg.eigh(X.T @ X)[1][:, :-1],
            "Those are coordinates along the other eigenvectors, and they are right. The points were asked for in their old coordinates, with as many columns as X.",
        ),
        Misconception(
            lambda X: X @ np.linalg.eigh(X.T @ X)[1],
            "Those are coordinates along the eigenvectors: the points are turned, and nothing is taken away. Subtract from each its component along w.",
        ),
        Misconception(
            lambda X: X @ _top(X),
            "Those are the lengths along w. Make vectors of them, that length times w, and take these away from the points.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.eig(X.T @ X)[1][:, 0].real),
            "Right only where `np.linalg.eig` happens to put the largest eigenvalue first; it does not sort. Take the column at `argmax` of the eigenvalues, or `np.linalg.eigh`, which sorts: last column.",
        ),
        Misconception(
            _deflated(lambda X: np.linalg.eig(X.T @ X)[1][:, -1].real),
            "You took the last column of `np.linalg.eig`, which does not sort. With `np.linalg.eigh`, for symmetric matrices, the largest eigenvalue comes last.",
        ),
        Misconception(
            lambda X: X - _top(X),
            "You subtracted w itself from every point. The component of a point x along w is a multiple of it, ⟨x, w⟩ w: all of them are `np.outer(X @ w, w)`.",
        ),
        Misconception(
            lambda X: X - np.linalg.eigvalsh(X.T @ X)[-1] ** 2 * np.outer(X @ _top(X), _top(X)),
            "Your direction has the length λ, not 1: did you multiply by X'X once more? Divide it by its length, `w / np.linalg.norm(w)`.",
        ),
        Misconception(
            _deflated(lambda X: X.mean(axis=0)),
            "You removed the direction of the mean. It often lies near the top eigenvector of X'X but is another one: `np.linalg.eigh(X.T @ X)`.",
        ),
        Misconception(
            lambda X: X - np.outer(X @ X.mean(axis=0), X.mean(axis=0)),
            "You removed the mean, and not even with length one. The direction asked for is the top eigenvector of X'X: `np.linalg.eigh(X.T @ X)`.",
        ),
        Misconception(
            _without_two,
            "Two directions are gone, the top one and the next. Take out the top one only.",
        ),
        Misconception(
            lambda X: _without_largest(X) @ _without_largest(X).T,
            "That is XX' after deflation, the inner products of what is left, and it is right. The points themselves were asked for, one per row as in X.",
        ),
        Misconception(
            lambda X: X * (np.arange(X.shape[1]) != (X**2).sum(axis=0).argmax()),
            "You set one column to zero, the longest. The top eigenvector is a mixture of all coordinates in general: `np.linalg.eigh(X.T @ X)`.",
        ),
    ),
    hints=(
        "`np.linalg.eigh(X.T @ X)` gives eigenvalues from small to large and unit eigenvectors as columns; then subtract from each point its component along the top one.",
        "The components along a unit vector w, one per row: `np.outer(X @ w, w)`.",
        "`w = np.linalg.eigh(X.T @ X)[1][:, -1]`, and then `X - np.outer(X @ w, w)`.",
    ),
    praise="One eigenvalue became 0 and all the others stayed: repeat this, and you have PCA.",
)
