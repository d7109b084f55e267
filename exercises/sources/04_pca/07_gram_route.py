# %% [markdown]
# ## The same from inner products alone
#
# Now the points are hidden. You get the matrix `G` (n, n) of their inner products, `G == X @ X.T`, measured from wherever the origin was, **not** from the mean. Return the `k` largest eigenvalues of the **covariance** of the points, all of them positive, and their scores (n, k). By hand: `[[1, 2, 6], [2, 4, 12], [6, 12, 36]]` are the inner products of the numbers 1, 2 and 6. Their mean is 3, so for $k=1$ the scores are −2, −1 and 3 (or 2, 1 and −3), and the eigenvalue is $14/3$.

# %%
import numpy as np


def gram_route(G, k):
    ### BEGIN SOLUTION
    n = len(G)
    row = G.mean(axis=1, keepdims=True)
    centred = G - row - G.mean(axis=0) + G.mean()
    values, vectors = np.linalg.eigh(centred)
    values, vectors = values[::-1][:k], vectors[:, ::-1][:, :k]
    return values / n, vectors * np.sqrt(values)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Centring works on inner products as in chapter 1. The centred matrix is $CC^\top=US^2U^\top$, so its eigenvectors are the $U$ of the SVD, its eigenvalues are $s^2=n\lambda$, and the scores $US$ are eigenvectors times roots of eigenvalues. Three routes, one answer, up to signs:

# %% tags=["solution"]
X = np.random.default_rng(2).normal(size=(30, 4)) * [4, 3, 2, 1] + 5
C = X - X.mean(axis=0)
U, s, Vt = np.linalg.svd(C, full_matrices=False)
by_gram, scores = gram_route(X @ X.T, 2)
print("by svd:", (s[:2] ** 2 / 30).round(3), " by the covariance:", end=" ")
print(np.linalg.eigvalsh(C.T @ C / 30)[:1:-1].round(3), " by inner products:", by_gram.round(3))
assert np.allclose(np.abs(scores), np.abs(U[:, :2] * s[:2]))

# %% tags=["check"]
from collections.abc import Callable

from featurespace import means
from featurespace import pca as library
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.pca.shared import centred, cloud, eigen


def _raw_gram(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, spectrum, d, k in (
        (8, [6.0, 2.0, 0.5], 3, 2),
        (5, [5.0, 3.0, 1.0], 9, 3),
        (12, [4.0, 1.0, 0.3, 0.1], 4, 1),
    ):
        X = cloud(rng, n, spectrum, d)
        cases.append((X @ X.T, k))
    return [*cases, (np.array([[1.0, 3], [3, 9]]), 1)]


def _route(
    centre: Callable = means.centre,
    eigenvalues: Callable = lambda mu, n: mu / n,
    length: Callable = lambda mu, n: np.sqrt(mu),
    order: slice = slice(None),
):
    def answer(G, k):
        mu, U = eigen(centre(G))
        mu, U = mu[order][:k], U[:, order][:, :k]
        return eigenvalues(mu, len(G)), U * length(np.maximum(mu, 0), len(G))

    return answer


def _settled(value):
    """Round-off where there should be nothing is nothing."""
    if not isinstance(value, (tuple, list)):
        return value
    return tuple(
        np.where(np.abs(part) < 1e-6, part * 0, part)
        if isinstance(part, np.ndarray) and part.dtype.kind == "f"
        else part
        for part in value
    )


def _as_points(G, k):
    """G taken for a table of points."""
    values, U = eigen(centred(G).T @ centred(G) / len(G))
    return values[:k], centred(G) @ U[:, :k]


def _centred_late(G, k):
    scores = centred(_route(centre=lambda G: G)(G, k)[1])
    return scores.var(axis=0), scores


def _by_library(G, k):
    scores = library.scores_from_gram(means.centre(G), k)
    return scores.var(axis=0), scores


def _seen(value, G, k):
    """What the scores should satisfy, whatever their signs."""
    values, scores = (np.asarray(part, dtype=float) for part in value)
    right, far = gram_route(G, k)[0], 1e-6 * np.sqrt(np.trace(means.centre(G)))
    words = "" if np.allclose(values, right) else " (The eigenvalues are not right yet either.)"
    if np.abs(scores.mean(axis=0)).max() > far:
        j = int(np.abs(scores.mean(axis=0)).argmax())
        return f"column {j} of your scores has the mean {scores[:, j].mean():.4g}. Scores are measured from the mean of the points, so each column should have the mean 0. Is G centred on both sides, and are your eigenvectors the columns of what `eigh` returns?{words}"
    j = int(np.argmax(~np.isclose(scores.var(axis=0), right)))
    if not np.isclose(scores[:, j].var(), right[j]):
        return f"column {j} of your scores has the variance {scores[:, j].var():.4g}; it should be the eigenvalue, {right[j]:.4g}. Scores are columns of eigenvectors, each times the root of its own eigenvalue of the centred G.{words}"
    Z = scores / np.linalg.norm(scores, axis=0)
    if np.abs(means.centre(G) @ Z - Z * (right * len(G))).max() > far**2:
        return f"column {j} of your scores is no eigenvector of the centred G. The eigenvectors are the columns `V[:, j]` of what `eigh` returns, not its rows.{words}"
    return ""


CHECK = Check(
    answer=gram_route,
    section="The best table",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=(
        (np.array([[1.0, 2, 6], [2, 4, 12], [6, 12, 36]]), 1),
        (np.array([14 / 3]), np.array([[-2.0], [-1.0], [3.0]])),
    ),
    twin=_by_library,
    inputs=_raw_gram,
    explain=_seen,
    tolerance=1e-8,
    alike=lambda value: up_to_sign(_settled(value)),
    freedom="(Compared up to sign: a column of scores may change its sign as a whole.)",
    misconceptions=(
        Misconception(
            _route(centre=lambda G: G),
            "You decomposed the raw inner products. They are measured from the origin; the points may lie far from it. Centre G first, as in chapter 1.",
        ),
        Misconception(
            _route(centre=lambda G: G - G.mean()),
            "Subtracting one number does not centre G: subtract row means and column means, and add the grand mean back.",
        ),
        Misconception(
            _route(centre=lambda G: G - G.mean(axis=0)),
            "Only one side of G is centred, so it is not symmetric any more. Subtract row means as well, and add the grand mean back.",
        ),
        Misconception(
            _route(centre=lambda G: G - G.mean(axis=1, keepdims=True)),
            "Only the rows of G are centred, so it is not symmetric any more. Subtract column means as well, and add the grand mean back.",
        ),
        Misconception(
            _route(centre=lambda G: G - G.mean(axis=0) - G.mean(axis=1) + G.mean()),
            "The idea of your centring is right, the axis is not: numpy lines `G.mean(axis=1)` up with the columns. Keep it a column with `keepdims=True`.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: mu),
            "The scores are right. The eigenvalues are those of G, sums of squares over the points; a variance is a mean: divide by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: mu / (n - 1)),
            "The scores are right. You divided by n − 1; here variances divide by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: np.sqrt(mu)),
            "The scores are right. The roots of G's eigenvalues are singular values; the variances are its eigenvalues divided by n.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: np.sqrt(mu / n)),
            "The scores are right. You returned standard deviations; the eigenvalues of the covariance are the variances, without the root.",
        ),
        Misconception(
            _route(length=lambda mu, n: 1.0),
            "The eigenvalues are right. Your scores are bare eigenvectors of length one: stretch each column by the root of its eigenvalue of G.",
        ),
        Misconception(
            _route(length=lambda mu, n: np.sqrt(mu / n)),
            "The eigenvalues are right. The scores are √n too small: stretch each column by the root of G's own eigenvalue, before it is divided by n.",
        ),
        Misconception(
            _route(length=lambda mu, n: mu),
            "The eigenvalues are right. You stretched the columns by the eigenvalues of G; ZZ' = G asks for their roots.",
        ),
        Misconception(
            _route(length=lambda mu, n: mu / n),
            "The eigenvalues are right. You stretched the columns by the variances; it takes the roots of G's own eigenvalues.",
        ),
        Misconception(
            _route(length=lambda mu, n: np.sqrt(n)),
            "The eigenvalues are right. Your scores all have variance one; each column should have its own eigenvalue as variance.",
        ),
        Misconception(
            _route(order=slice(None, None, -1)),
            "Those are the smallest eigenvalues, most of them 0: `eigh` sorts from small to large. Take the last ones, largest first.",
        ),
        Misconception(
            lambda G, k: tuple(part[..., ::-1] for part in _route()(G, k)),
            "The right components, but from small to large: turn them round.",
        ),
        Misconception(
            lambda G, k: _route()(G, k)[::-1],
            "Right values, wrong order: first the eigenvalues, then the scores.",
        ),
        Misconception(
            lambda G, k: (_route()(G, k)[0], _route()(G, k)[1].T),
            "All right, but the scores stand on their side: a row for each point, shape (n, k).",
        ),
        Misconception(
            lambda G, k: _route()(G, len(G)),
            "Right components, but you return all n of them: keep the first k.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: mu / mu.sum()),
            "The scores are right. You divided the eigenvalues by their sum; a variance is the eigenvalue of G divided by n.",
        ),
        Misconception(
            lambda G, k: (
                _route(centre=lambda G: G)(G, k)[0],
                centred(_route(centre=lambda G: G)(G, k)[1]),
            ),
            "You centred the scores at the end, but the directions were those of the raw inner products. Centre G first, then decompose.",
        ),
        Misconception(
            _route(length=lambda mu, n: 1 / np.sqrt(np.where(mu > 1e-9, mu, 1))),
            "The eigenvalues are right. You divided the eigenvectors by the roots of the eigenvalues; those are weights for new points (of kernel PCA). The scores are the eigenvectors times the roots.",
        ),
        Misconception(
            _route(centre=lambda G: (np.eye(len(G)) - 1) @ G @ (np.eye(len(G)) - 1)),
            "Your centring matrix is I minus a matrix of ones, which subtracts sums. A mean is a sum divided by n: `np.eye(n) - np.ones((n, n)) / n`.",
        ),
        Misconception(
            _as_points,
            "You took G for a table of points. Its entries are inner products already: centre both sides of G, and decompose G itself.",
        ),
        Misconception(
            lambda G, k: (
                _as_points(G, k)[0],
                eigen(centred(G).T @ centred(G) / len(G))[1][:, :k] * np.sqrt(_as_points(G, k)[0]),
            ),
            "You decomposed the covariance of the columns of G, as if they were coordinates. G holds inner products already: centre both sides of it, and decompose G itself.",
        ),
        Misconception(
            _centred_late,
            "You decomposed the raw inner products and centred afterwards. By then the directions are wrong: centre G first, then decompose.",
        ),
        Misconception(
            _route(centre=lambda G: (G - G.mean(axis=0) + (G - G.mean(axis=0)).T) / 2),
            "You centred one side and made the result symmetric. That is not centring both: subtract row means and column means, and add the grand mean back.",
        ),
        Misconception(
            lambda G, k: (_route()(G, k)[0] * len(G) / k, _route()(G, k)[1]),
            "The scores are right. You divided the eigenvalues by k; a variance is a mean over the n points: divide by `len(G)`.",
        ),
        Misconception(
            lambda G, k: (
                _route()(G, k)[0],
                G @ eigen(means.centre(G))[1][:, :k] / np.sqrt(_route()(G, k)[0] * len(G)),
            ),
            "The eigenvalues are right. For the scores you multiplied the raw G by the eigenvectors, so they are not measured from the mean. Multiply the centred one; or stretch each eigenvector by the root of its eigenvalue.",
        ),
        Misconception(
            _route(eigenvalues=lambda mu, n: np.sqrt(mu) / n),
            "The scores are right. You divided the roots of G's eigenvalues by n; a variance is the eigenvalue itself, without the root, divided by n.",
        ),
    ),
    hints=(
        "Move the origin to the mean first (row means, column means, grand mean). Then find Z with ZZ' equal to the centred G.",
        "If the centred G = U M U', then Z = U √M serves; keep the k largest. The variance of column j of Z is Mⱼⱼ/n.",
        "With `C = G - G.mean(axis=0) - G.mean(axis=1, keepdims=True) + G.mean()` and `mu, U = np.linalg.eigh(C)`, turned round and cut to k, return `mu / len(G), U * np.sqrt(mu)`.",
    ),
    praise="You found the scores of points that you never saw. Put a kernel in place of the inner product, and this is kernel PCA.",
)
