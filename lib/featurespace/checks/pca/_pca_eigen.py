"""Built from exercises/sources/04_pca/01_pca_eigen.py by `make notebooks`: do not edit."""

import numpy as np


def pca_eigen(X, k):
    mean = X.mean(axis=0)
    centred = X - mean
    values, vectors = np.linalg.eigh(centred.T @ centred / len(X))
    directions = vectors[:, ::-1][:, :k].T
    return mean, directions, values[::-1][:k], centred @ directions.T


from collections.abc import Callable

from featurespace import pca as library
from featurespace.checks.check import Check, Misconception
from featurespace.checks.pca.shared import (
    HAND,
    SIGNS,
    covariance,
    eigen,
    pca,
    points,
    seen_components,
    turned_together,
)
from featurespace.checks.pca.shared import centred as moved


def _with(change: Callable):
    """PCA with a slip in what is returned."""
    return lambda X, k: change(X, k, *pca(X, k))


def _of(S: Callable, about: Callable = moved):
    """PCA with a slip in the matrix that is decomposed or the points that are projected."""

    def answer(X, k):
        values, U = eigen(S(X))
        return X.mean(axis=0), U[:, :k].T, values[:k], about(X) @ U[:, :k]

    return answer


def _along(pick: Callable):
    """PCA with a slip in picking from the eigenvectors: ``pick(values, vectors, k)``."""

    def answer(X, k):
        values, W = pick(*np.linalg.eigh(covariance(X)), k)
        return X.mean(axis=0), W, values, moved(X) @ W.T

    return answer


CHECK = Check(
    answer=pca_eigen,
    section="The next ones",
    difficulty=1,
    minutes=8,
    kind="practice",
    example=(
        (HAND, 1),
        (
            np.zeros(2),
            np.array([[2, 1]]) / 5**0.5,
            np.array([20.0]),
            2 * 5**0.5 * np.array([[1], [1], [-1], [-1]]),
        ),
    ),
    twin=lambda X, k: tuple(library.pca(X, k)),
    inputs=points,
    explain=lambda value, X, k: seen_components(X, value[1], value[2], value[3]),
    alike=turned_together(1, 3),
    freedom=SIGNS,
    misconceptions=(
        Misconception(
            _of(lambda X: X.T @ X / len(X), lambda X: X),
            "Nothing was centred. X'X/n is the covariance only if the mean is 0; otherwise its first direction mostly points from the origin to the mean.",
        ),
        Misconception(
            _of(lambda X: X.T @ X / len(X)),
            "The scores are measured from the mean, but the directions come from the raw X'X/n. Centre before you form the covariance.",
        ),
        Misconception(
            _of(covariance, lambda X: X),
            "Mean, directions and eigenvalues are right. The scores are measured from the origin: subtract the mean from the points before you project them.",
        ),
        Misconception(
            _of(lambda X: np.cov(X, rowvar=False)),
            "All right but for the eigenvalues, which are n/(n − 1) times too large. `np.cov` and scikit-learn divide by n − 1; here covariances divide by n.",
        ),
        Misconception(
            _of(lambda X: len(X) * covariance(X)),
            "All right but for the eigenvalues, which are n times too large: a covariance is a mean of products, so divide by n.",
        ),
        Misconception(
            _of(lambda X: len(X) * covariance(X) / X.shape[1]),
            "All right but for the eigenvalues: you divided by the number of columns. A covariance is a mean over the points: divide by n.",
        ),
        Misconception(
            _of(lambda X: np.corrcoef(X, rowvar=False), lambda X: moved(X) / X.std(axis=0)),
            "You divided each coordinate by its standard deviation: that is PCA of the correlations. Useful with mixed units, but not asked here.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[:k], V[:, :k].T)),
            "Those are the directions of least variance. `eigh` sorts from small to large, so the ones you want come last.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[-k:], V[:, -k:].T)),
            "The right k components, in the wrong order: `eigh` sorts from small to large; the largest must come first.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[::-1][:k], V[:, :k].T)),
            "You turned the eigenvalues round but not the eigenvectors, so each variance stands beside a foreign direction. Turn the columns as well: `vectors[:, ::-1]`.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[:k], V[:, ::-1][:, :k].T)),
            "You turned the eigenvectors round but not the eigenvalues, so each direction stands beside a foreign variance. Turn both: `values[::-1]`.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[::-1][:k], V[:, ::-1][:k])),
            "You took rows of the matrix of eigenvectors. They are its columns: `vectors[:, :k]`, turned round first, then transposed.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[::-1][:k], V[::-1][:k])),
            "You turned and cut the rows of the matrix of eigenvectors. They are its columns: `vectors[:, ::-1][:, :k]`, then transpose.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[::-1][:k], V[:k])),
            "You took the first rows of the matrix of eigenvectors. They are its columns, and the largest eigenvalue comes last.",
        ),
        Misconception(
            lambda X, k: pca(X, X.shape[1]),
            "Right components, but you return all d of them: keep the first k directions, eigenvalues and columns of scores.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, W.T, values, scores)),
            "All right, but your directions stand in columns. Return them as rows, shape (k, d), so that `mean + scores @ directions` gives the points back.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, W, values, scores.T)),
            "All right, but the scores stand on their side: a row for each point, shape (n, k).",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, values, W, scores)),
            "Right values, wrong order: mean, directions, eigenvalues, scores.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, W, values, -scores)),
            "Sizes are right, signs do not fit: `mean + scores @ directions` leads to the wrong side. Compute the scores with the very directions that you return.",
        ),
        Misconception(
            _with(
                lambda X, k, mean, W, values, scores: (mean, W, values, scores / np.sqrt(values))
            ),
            "Your scores all have variance one (they are whitened). Plain scores keep the variance λ: do not divide by its root.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, W, np.sqrt(values), scores)),
            "You returned the roots of the eigenvalues, which are standard deviations. The eigenvalues are the variances themselves.",
        ),
        Misconception(
            _with(
                lambda X, k, mean, W, values, scores: (
                    mean,
                    W,
                    values / np.trace(covariance(X)),
                    scores,
                )
            ),
            "You returned shares of the variance. Asked for are the eigenvalues themselves, not divided by the total.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, W, values, scores @ W)),
            "Those are the projected points, with d coordinates. Scores are the k coordinates within the subspace: stop before you multiply by the directions again.",
        ),
        Misconception(
            _of(lambda X: np.corrcoef(X, rowvar=False)),
            "The directions come from the correlation matrix. Decompose the covariance: the columns keep their own spread.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (X.mean(axis=1), W, values, scores)),
            "The mean has one number for each point. Average over the points, `axis=0`: one number for each column.",
        ),
        Misconception(
            _with(
                lambda X, k, mean, W, values, scores: (
                    mean,
                    W,
                    np.sqrt(values * len(X)),
                    scores,
                )
            ),
            "Those are singular values of the centred points, √(nλ). Asked for are the eigenvalues of the covariance.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (np.median(X, axis=0), W, values, scores)),
            "You returned the median of each column; the mean was asked for.",
        ),
        Misconception(
            _along(lambda values, V, k: (values[::-1][:k], np.abs(V[:, ::-1][:, :k].T))),
            "Your directions have lost the signs of their entries (`np.abs`?). A direction may be turned round as a whole; its single entries may not.",
        ),
        Misconception(
            _with(lambda X, k, mean, W, values, scores: (mean, np.abs(W), values, scores)),
            "Eigenvalues and scores are right, but the directions have lost the signs of their entries (`np.abs`?). A direction may be turned round as a whole; its single entries may not.",
        ),
    ),
    hints=(
        "Form the covariance of the centred points (divide by n), decompose it with `np.linalg.eigh`, and look in which order the eigenvalues come.",
        "`eigh` sorts from small to large and puts eigenvectors into columns: `vectors[:, ::-1][:, :k]` are the k you want. Scores are the centred points times these columns.",
        "With `values, vectors = np.linalg.eigh(centred.T @ centred / len(X))` and `V = vectors[:, ::-1][:, :k]` return `mean, V.T, values[::-1][:k], centred @ V`.",
    ),
    praise="Each score column has mean 0 and its eigenvalue as variance, and no two are correlated. Any signs would have done.",
)
