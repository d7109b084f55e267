# %% [markdown]
# ## The price of every k
#
# For $k=0,1,\dots,d$ replace each point of `X` (n, d) by the nearest place in the best $k$-dimensional plane (for $k=0$ that is the mean). Return the $d+1$ **mean squared distances** between the points and their replacements. Do it without replacing a single point. By hand: for (5, 0), (3, 4), (−5, 0) and (−3, −4) they are 25, 5 and 0.

# %%
import numpy as np


def errors(X):
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(np.cov(X, rowvar=False, bias=True))
    return np.append(np.cumsum(values)[::-1], 0)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# What a point loses is its components along the directions left out, and the mean square of component $i$ is $\lambda_i$. So the error is $\sum_{i>k}\lambda_i$; `eigvalsh` sorts from small to large, so these are running sums, turned round. Divided by entry 0, the total variance, it is 1 minus the explained fraction. And it is what the points lose, if one does replace them:

# %% tags=["solution"]
X = np.random.default_rng(2).normal(size=(30, 4)) * [4, 3, 2, 1] + 5
C = X - X.mean(axis=0)
V = np.linalg.eigh(C.T @ C)[1]
for k in range(5):
    P = V[:, 4 - k :] @ V[:, 4 - k :].T
    assert np.isclose(np.mean(np.sum((C - C @ P) ** 2, axis=1)), errors(X)[k])
print("errors:", errors(X).round(2), " relative:", (errors(X) / errors(X)[0]).round(2))

# %% tags=["check"]
from collections.abc import Callable

from featurespace import pca as library
from featurespace.checks.check import Check, Misconception
from featurespace.checks.pca.shared import HAND, centred, covariance, eigen, points


def _errors(X):
    return np.append(eigen(covariance(X))[0][::-1].cumsum()[::-1], 0.0)


def _added(part: Callable):
    """Sums of something made from the singular values, of which a wide table has too few."""

    def answer(X):
        s = np.linalg.svd(centred(X), compute_uv=False)
        return np.append(part(s, len(X))[::-1].cumsum()[::-1], 0.0)

    return answer


def _seen(value, X):
    """What is lost at the first wrong k."""
    e, got = eigen(covariance(X))[0], np.asarray(value, dtype=float)
    k = int(np.argmax(~np.isclose(got, _errors(X), atol=1e-8 * e.sum())))
    lost = ", ".join(f"{v:.4g}" for v in e[k:]) or "nothing"
    return f"take k = {k}. The eigenvalues of the covariance are {', '.join(f'{v:.4g}' for v in e)}; what is lost is {lost}, in all {e[k:].sum():.4g}. You say {got[k]:.4g}."


CHECK = Check(
    answer=errors,
    section="Lose little",
    difficulty=2,
    minutes=8,
    kind="practice",
    example=((HAND,), np.array([25.0, 5.0, 0.0])),
    twin=_errors,
    inputs=lambda rng: [(X,) for X, _ in points(rng)],
    tolerance=1e-8,
    explain=_seen,
    misconceptions=(
        Misconception(
            lambda X: np.append(0.0, eigen(covariance(X))[0].cumsum()),
            "That is the variance that is kept. The error is what is lost: all eigenvalues but the first k.",
        ),
        Misconception(
            lambda X: _errors(X) / _errors(X)[0],
            "Those are relative errors, 1 minus the explained fraction. Leave out the division by the total variance.",
        ),
        Misconception(
            lambda X: np.append(library.pca(X).eigenvalues[::-1].cumsum()[::-1], 0.0),
            "With few points some eigenvalues are 0, and the library's pca leaves them out. They cost nothing, but k still runs to d: the last errors are all 0.",
        ),
        Misconception(
            lambda X: _errors(X)[1:],
            "You began with k = 1. Entry 0 belongs to k = 0: all points replaced by the mean.",
        ),
        Misconception(
            _added(lambda s, n: s**2 / n),
            "With fewer points than dimensions the svd returns n singular values only, so entries are missing. Up to k = d there are d + 1 errors, the last ones 0.",
        ),
        Misconception(
            lambda X: _errors(X)[:-1],
            "You stopped at k = d − 1. Entry d belongs to k = d, where nothing is lost.",
        ),
        Misconception(
            lambda X: np.append(eigen(covariance(X))[0], 0.0),
            "Those are the single eigenvalues. With k components all eigenvalues but the first k are lost: add them up.",
        ),
        Misconception(
            lambda X: np.append(0.0, eigen(covariance(X))[0][::-1].cumsum()),
            "The right sums, but turned round: entry 0 (no component) has the largest error, entry d none.",
        ),
        Misconception(
            lambda X: _errors(X) * len(X),
            "That is the sum over the points; their mean was asked for.",
        ),
        Misconception(
            lambda X: _errors(X) / X.shape[1],
            "You averaged over the coordinates too (`np.mean` of the whole table does that). The squared distance of a point is a sum over its coordinates; average over the points only.",
        ),
        Misconception(
            lambda X: np.sqrt(np.maximum(_errors(X), 0)),
            "You took the root; the mean of the squared distances was asked for.",
        ),
        Misconception(
            lambda X: _errors(X) * len(X) / (len(X) - 1),
            "You divided by n − 1; the mean over n points was asked for.",
        ),
        Misconception(
            lambda X: np.append(np.linalg.eigvalsh(X.T @ X / len(X)).cumsum()[::-1], 0.0),
            "Those are the errors of planes through the origin. Planes through the mean lie nearer to the points: centre first.",
        ),
        Misconception(
            lambda X: np.append(_errors(X)[1:], 0.0),
            "Every entry is that of one component more: you leave out one eigenvalue too many. With k components the eigenvalues from index k on are lost: `values[k:]`.",
        ),
        Misconception(
            lambda X: np.append(eigen(covariance(X))[0].cumsum()[::-1], 0.0),
            "Your sums run over the largest eigenvalues, d − k of them. With k components the largest are kept, and the d − k smallest are lost. (`eigh` and `eigvalsh` sort from small to large.)",
        ),
        Misconception(
            lambda X: np.append(np.sort(X.var(axis=0)).cumsum()[::-1], 0.0),
            "You used the variances of the columns. The best plane is tilted, and the variances along its directions are the eigenvalues of the covariance matrix.",
        ),
        Misconception(
            _added(lambda s, n: s / np.sqrt(n)),
            "You added up standard deviations, s/√n. Squared distances add up variances, s²/n. (And up to k = d there are d + 1 errors.)",
        ),
        Misconception(
            _added(lambda s, n: s / n),
            "You added up singular values divided by n. The variance along a direction is s²/n: square them first. (And up to k = d there are d + 1 errors.)",
        ),
        Misconception(
            _added(lambda s, n: s),
            "You added up singular values. The variance along a direction is s²/n. (And up to k = d there are d + 1 errors.)",
        ),
        Misconception(
            lambda X: np.append(
                np.sqrt(np.maximum(eigen(covariance(X))[0], 0))[::-1].cumsum()[::-1], 0.0
            ),
            "You added up roots of eigenvalues, which are standard deviations. Squared distances add up variances: take the eigenvalues themselves.",
        ),
        Misconception(
            lambda X: np.append(
                [v.mean() for v in (eigen(covariance(X))[0][k:] for k in range(X.shape[1]))], 0.0
            ),
            "You took the mean of the discarded eigenvalues (the σ² of probabilistic PCA). A point loses something along each direction left out: their sum.",
        ),
        Misconception(
            lambda X: np.append((eigen(covariance(X))[0] ** 2)[::-1].cumsum()[::-1], 0.0),
            "You squared the eigenvalues of the covariance. They are variances already, mean squared distances along their directions: add them up as they are. (It is singular values that are squared.)",
        ),
        Misconception(
            _added(lambda s, n: s**2),
            "You added up squared singular values: sums over the points. Their mean was asked for, s²/n. (And a table with more columns than rows has too few singular values: up to k = d there are d + 1 errors.)",
        ),
    ),
    hints=(
        "What a point loses lies along the directions that are left out, and the mean square along direction i is λᵢ.",
        "The error with k components is the sum of the eigenvalues after the first k: for k = 0 all of them, for k = d none.",
        "With `values = np.linalg.eigvalsh(np.cov(X, rowvar=False, bias=True))`, which go from small to large, return `np.append(np.cumsum(values)[::-1], 0)`.",
    ),
    praise="The eigenvalues tell the price of every k before you choose one. Divided by entry 0 it is 1 minus the explained fraction.",
)
