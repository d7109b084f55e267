# %% [markdown]
# ## Squeeze new points
#
# Fit the best `k`-dimensional plane to the training points `X` (n, d), and move each **new** point of `Z` (m, d) to the nearest place in that plane. Return these places, shape (m, d). The library may be used: `mean, directions, eigenvalues, scores = library.pca(X, k)`. By hand: the best line through (5, 0), (3, 4), (−5, 0) and (−3, −4) has the direction (2, 1), so the new point (0, 5) goes to (2, 1).

# %%
from featurespace import pca as library


def squeeze(X, Z, k):
    ### BEGIN SOLUTION
    mean, directions, _, _ = library.pca(X, k)
    scores = (Z - mean) @ directions.T
    return mean + scores @ directions
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The plane passes through the mean of the *training* points, so both steps, away and back, use that mean. Down to $k$ scores, up again to $d$ coordinates: the same two matrix products are the encoder and the decoder of every linear compression.

# %% tags=["check"]
from collections.abc import Callable

import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.pca.shared import HAND, covariance, eigen, pca, points


def _new_points(rng: np.random.Generator) -> list[tuple]:
    return [
        (X, rng.normal(2, 2, (m, X.shape[1])), k)
        for m, (X, k) in zip((7, 8, 10, 1), points(rng), strict=True)
    ]


def _squeeze(
    fit: Callable = lambda X, Z: X,
    away: Callable = lambda X, Z: X.mean(axis=0),
    back: Callable = lambda X, Z: X.mean(axis=0),
    S: Callable = covariance,
    pick: Callable = lambda U, k: U[:, :k],
):
    def answer(X, Z, k):
        U = pick(eigen(S(fit(X, Z)))[1], k)
        return (Z - away(X, Z)) @ U @ U.T + back(X, Z)

    return answer


def _zero(X, Z):
    return 0.0


def _own(X, Z):
    return Z.mean(axis=0)


def _all(X, Z):
    return np.vstack([X, Z]).mean(axis=0)


def _seen(value, X, Z, k):
    """Whether the places lie in the plane, and whether they are the nearest there."""
    mean, U = pca(X, k)[:2]
    places = np.asarray(value, dtype=float) - mean
    scale = 1e-6 * np.abs(Z - mean).max()
    if np.abs(places @ U.T).max() < scale:
        return "your places, measured from the mean of X, are orthogonal to the plane: no part of them lies along its directions. Are those the directions of least variance? `eigh` sorts from small to large."
    off = np.linalg.norm(places - places @ U.T @ U, axis=1)
    if off.max() > scale:
        i = int(off.argmax())
        return f"your place for point {i} is {off[i]:.4g} away from the plane through the mean of X. Places in it are `mean + scores @ directions`."
    way = np.abs((Z - mean - places) @ U.T).max(axis=1)
    i = int(way.argmax())
    return f"your places lie in the plane, but that of point {i} is not the nearest: the way from the point to its place should be orthogonal to all directions, and is not."


CHECK = Check(
    answer=squeeze,
    section="Lose little",
    difficulty=1,
    minutes=6,
    kind="practice",
    example=((HAND, np.array([[0.0, 5.0]]), 1), np.array([[2.0, 1.0]])),
    twin=_squeeze(),
    inputs=_new_points,
    explain=_seen,
    advice={
        "at most the rank": "With `X` that cannot happen here. Do you fit the plane to `Z`? One new point alone spans none."
    },
    misconceptions=(
        Misconception(
            _squeeze(back=_zero),
            "The projection is right, but the points lie around the origin now: add the mean back.",
        ),
        Misconception(
            _squeeze(away=_zero, back=_zero),
            "You projected the raw points on a plane through the origin. The best plane passes through the mean: subtract it before, add it back afterwards.",
        ),
        Misconception(
            _squeeze(away=_zero),
            "You added the mean but never subtracted it. Measure the new points from the mean before you project them.",
        ),
        Misconception(
            _squeeze(away=_own, back=_own),
            "You measured the new points from their own mean. The plane was fitted to X and passes through the mean of X; a single new point would be its own mean.",
        ),
        Misconception(
            _squeeze(away=_own),
            "You subtracted the mean of the new points and added that of X. Both must be the mean of X, through which the plane passes.",
        ),
        Misconception(
            _squeeze(fit=lambda X, Z: Z, away=_own, back=_own),
            "You fitted the plane to the new points. It belongs to X; Z is only projected.",
        ),
        Misconception(
            _squeeze(fit=lambda X, Z: np.vstack([X, Z]), away=_all, back=_all),
            "You fitted the plane to old and new points together. It belongs to X alone: new points must not move it.",
        ),
        Misconception(
            _squeeze(S=lambda X: X.T @ X),
            "The directions come from raw points: centre X before you decompose.",
        ),
        Misconception(
            _squeeze(S=lambda X: X.T @ X, away=_zero, back=_zero),
            "Nothing was centred: neither for the directions nor for the projection. The best plane passes through the mean of X.",
        ),
        Misconception(
            _squeeze(pick=lambda U, k: U[:, ::-1][:, :k]),
            "You kept the directions of least variance: `eigh` sorts from small to large.",
        ),
        Misconception(
            _squeeze(pick=lambda U, k: U[:, k:]),
            "You kept what should go: project on the first k directions, not on the others.",
        ),
        Misconception(
            lambda X, Z, k: (Z - X.mean(axis=0)) @ library.pca(X, k).directions.T,
            "Those are the scores, k numbers for each point. The places in the plane have d coordinates: multiply by the directions, add the mean.",
        ),
        Misconception(
            lambda X, Z, k: Z - _squeeze()(X, Z, k),
            "That is what is left over: the way from the plane to each point. The places in the plane were asked for.",
        ),
        Misconception(
            lambda X, Z, k: _squeeze()(X, X, k),
            "You squeezed the training points; Z was to be squeezed on the plane of X.",
        ),
        Misconception(
            lambda X, Z, k: _squeeze()(X, Z, k) + X.mean(axis=0),
            "The mean is added once too often: the plane passes through it, so add it one time, after the projection.",
        ),
        Misconception(
            _squeeze(back=_own),
            "You subtracted the mean of X and added that of the new points. Both must be the mean of X, through which the plane passes.",
        ),
        Misconception(
            _squeeze(away=lambda X, Z: X.mean(), back=lambda X, Z: X.mean()),
            "You took one number for the mean of the whole table. Every column has a mean of its own: `X.mean(axis=0)`.",
        ),
        Misconception(
            _squeeze(S=lambda X: np.corrcoef(X, rowvar=False)),
            "The directions come from the correlation matrix. Decompose the covariance: the columns keep their own spread.",
        ),
        Misconception(
            lambda X, Z, k: (Z - X.mean(axis=0)) @ pca(X, k)[1].T,
            "Those are the k scores of each point, in the signs of your own decomposition. The places in the plane have d coordinates: multiply by the directions, add the mean.",
        ),
        Misconception(
            lambda X, Z, k: 2 * _squeeze()(X, Z, k) - Z,
            "You went twice the way: your points lie behind the plane, as far as before, like mirror images. Stop in the plane.",
        ),
        Misconception(
            _squeeze(pick=lambda U, k: U[:, :1]),
            "You used the first direction only. The plane has `k` of them.",
        ),
        Misconception(
            _squeeze(
                away=lambda X, Z: np.median(X, axis=0), back=lambda X, Z: np.median(X, axis=0)
            ),
            "You measured from the median of X. The best plane passes through the mean.",
        ),
        Misconception(
            lambda X, Z, k: X.mean(axis=0) + (Z - X.mean(axis=0)) * (np.arange(X.shape[1]) < k),
            "You kept the first k columns and set the others to their means. The plane of largest variance is tilted: project on the principal directions.",
        ),
        Misconception(
            lambda X, Z, k: (
                lambda mean, W, values, scores: mean + ((Z - mean) @ W.T * values) @ W
            )(*pca(X, k)),
            "You multiplied the scores by the eigenvalues. The nearest place in the plane has the scores as they are.",
        ),
        Misconception(
            lambda X, Z, k: (lambda P: P[((Z[:, None] - P) ** 2).sum(axis=2).argmin(axis=1)])(
                _squeeze()(X, X, k)
            ),
            "You moved each new point to the place of a training point. The whole plane is allowed: project the new point itself.",
        ),
        Misconception(
            lambda X, Z, k: (
                lambda mean, W, values, scores: mean + ((Z - mean) @ W.T / np.sqrt(values)) @ W
            )(*pca(X, k)),
            "You divided the scores by their standard deviations. The nearest place in the plane has the scores as they are.",
        ),
    ),
    hints=(
        "The plane passes through the mean of X. Which point of it is nearest to a row of Z? Take steps from the mean.",
        "Scores first: `(Z - mean) @ directions.T`. Then back into d dimensions: `mean + scores @ directions`.",
        "With `mean, W = library.pca(X, k)[:2]` return `mean + (Z - mean) @ W.T @ W`.",
    ),
    praise="Subtract the mean, project, add the mean: the same mean all along, that of the training points.",
)
