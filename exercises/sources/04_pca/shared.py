"""What several checks of the chapter use: data, decompositions, and what a sign leaves free."""

from collections.abc import Callable
from typing import Any

import numpy as np

from featurespace.checks.compare import Problem, up_to_sign

HAND = np.array([[5.0, 0], [3, 4], [-5, 0], [-3, -4]])  # covariance [[17, 6], [6, 8]]
SIGNS = "(Compared up to sign: a direction may be turned round, and its scores turn with it.)"


def cloud(rng: np.random.Generator, n: int, spectrum: list[float], d: int) -> np.ndarray:
    """Points (n, d) away from the origin whose covariance has exactly these eigenvalues."""
    A = rng.standard_normal((n, len(spectrum)))
    scores = np.linalg.qr(A - A.mean(axis=0))[0] * np.sqrt(n)
    directions = np.linalg.qr(rng.standard_normal((d, len(spectrum))))[0]
    return scores * np.sqrt(spectrum) @ directions.T + rng.normal(3, 1, d)


def points(rng: np.random.Generator) -> list[tuple]:
    """Clouds and a number of components; one has more columns than points, one is tiny."""
    return [
        (cloud(rng, 12, [6.0, 3.0, 1.0, 0.4], 4), 2),
        (cloud(rng, 9, [5.0, 2.0, 0.7, 0.2, 0.1], 5), 3),
        (cloud(rng, 5, [4.0, 1.5, 0.5], 7), 2),
        (np.array([[1.0, 2], [3, 4], [8, 3]]), 1),
    ]


def rotated(rng: np.random.Generator, spectrum: list[float]) -> np.ndarray:
    """A covariance matrix with these eigenvalues, in a random position."""
    Q = np.linalg.qr(rng.standard_normal((len(spectrum), len(spectrum))))[0]
    S = (Q * spectrum) @ Q.T
    return (S + S.T) / 2


def centred(X: np.ndarray) -> np.ndarray:
    """The points, measured from their mean."""
    return X - X.mean(axis=0)


def covariance(X: np.ndarray) -> np.ndarray:
    """Divided by n."""
    return centred(X).T @ centred(X) / len(X)


def eigen(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues from large to small, and their eigenvectors as columns."""
    values, vectors = np.linalg.eigh(S)
    return values[::-1], vectors[:, ::-1]


def pca(X: np.ndarray, k: int) -> tuple[np.ndarray, ...]:
    """Mean, directions as rows, eigenvalues, scores."""
    values, U = eigen(covariance(X))
    return X.mean(axis=0), U[:, :k].T, values[:k], centred(X) @ U[:, :k]


def turned_together(i: int, j: int) -> Callable[[Any], Any]:
    """The rows of part i and the columns of part j change their signs together."""

    def alike(value: Any) -> Any:
        try:
            W, Z = np.asarray(value[i]), np.asarray(value[j])
            fits = W.ndim == Z.ndim == 2 and len(W) == Z.shape[1]
            if not fits or W.dtype.kind not in "biuf" or not np.isfinite(W).all():
                return up_to_sign(value)
            side = W @ np.cos(np.arange(W.shape[1]) ** 2 + 1.0)
            signs = np.where(side < 0, -1, 1).astype(np.int8)
            parts = list(value)
            parts[i], parts[j] = W * signs[:, None], Z * signs
            return tuple(parts)
        except Exception:  # fewer parts, or no tables
            return up_to_sign(value)

    return alike


def check_orthonormal(W: np.ndarray, tolerance: float) -> None:
    """Raise a Problem unless the rows have length one and are orthogonal."""
    lengths = np.linalg.norm(W, axis=1)
    if np.abs(lengths - 1).max() > tolerance:
        i = int(np.abs(lengths - 1).argmax())
        raise Problem(f"Row {i} of the directions has length {lengths[i]:.4g}; it should be 1.")
    angles = np.abs(np.triu(W @ W.T, 1))
    if angles.max() > tolerance:
        i, j = np.unravel_index(angles.argmax(), angles.shape)
        raise Problem(
            f"Rows {i} and {j} of the directions are not orthogonal: their inner product is {W[i] @ W[j]:.4g}."
        )


def seen_components(X: np.ndarray, directions: Any, values: Any, scores: Any) -> str:
    """What is wrong with directions, eigenvalues or scores, tested one by one."""
    D, v, z = (np.asarray(part, dtype=float) for part in (directions, values, scores))
    S, far = covariance(X), 1e-6 * np.trace(covariance(X))
    length = np.linalg.norm(D, axis=1)
    if not np.allclose(length, 1):
        i = int(np.abs(length - 1).argmax())
        return f"direction {i} has length {length[i]:.4g}; a direction has length 1."
    caught = np.einsum("ia,ab,ib->i", D, S, D)
    skew = np.linalg.norm(D @ S - caught[:, None] * D, axis=1)
    if skew.max() > far:
        i = int(skew.argmax())
        return f"direction {i} is no eigenvector of the covariance: S w and w point different ways. Eigenvectors are the columns of what `eigh` returns, the rows of `Vt`; their signs belong together, entry by entry."
    if not np.allclose(caught, eigen(S)[0][: len(D)], atol=far):
        return ""
    if not np.allclose(v, caught, atol=far):
        i = int(np.abs(v - caught).argmax())
        return f"the directions are right. Along direction {i} the points have the variance {caught[i]:.4g}; your eigenvalue is {v[i]:.4g}."
    right = centred(X) @ D.T
    if not np.allclose(z, right, atol=far**0.5):
        i, j = np.unravel_index(int(np.abs(z - right).argmax()), z.shape)
        return f"directions and eigenvalues are right. The score of point {i} along direction {j} is the inner product of the centred point with that direction, {right[i, j]:.4g}; yours is {z[i, j]:.4g}."
    return ""
