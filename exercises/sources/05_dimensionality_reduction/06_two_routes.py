# %% [markdown]
# ## Two routes, one map
#
# Kernel PCA claims to be PCA of the images. Hold it to that. For the kernel $\kappa(x,z)=(1+\langle x,z\rangle)^2$, which is `Polynomial(2)`, the images are the rows of `quadratic_features(X)`. Return **two** arrays (n, k) of scores: the first from the kernel matrix alone, the second by plain PCA of the features. They should agree up to the signs of columns, which are free; the largest component comes first.

# %%
import numpy as np

from featurespace import embedding, pca
from featurespace.kernels import Polynomial, quadratic_features
from featurespace.means import centre


def two_routes(X, k):
    K = Polynomial(2)(X)
    F = quadratic_features(X)
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(centre(K))
    from_kernel = V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k])
    U, s, _ = np.linalg.svd(F - F.mean(axis=0), full_matrices=False)
    from_features = U[:, :k] * s[:k]
    return from_kernel, from_features
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# If $F-\bar F=USV^\top$, then the centred kernel matrix is $US^2U^\top$: the same $U$, and eigenvalues that are squares of singular values. Centring $X$ instead of $K$ will not do: the square of a centred number has a positive mean. With the linear kernel the features are $X$ itself, and kernel PCA is PCA:

# %% tags=["solution"]
from_kernel, from_points = embedding.kernel_pca(X @ X.T, k=2).scores, pca.pca(X, k=2).scores
assert np.allclose(np.abs(from_kernel), np.abs(from_points))

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import top, uneven


def _dual(K, k, scale=np.sqrt):
    values, V = top(K, k)
    return V * scale(values)


def _primal(F, k):
    U, s, _ = np.linalg.svd(F, full_matrices=False)
    return U[:, :k] * s[:k]


def _centred(F):
    return F - F.mean(axis=0)


def _quadratic(X):
    return Polynomial(2)(X)


def _routes(dual, primal):
    """An answer: what it does with K and with the features."""
    return lambda X, k: (dual(_quadratic(X), k), primal(quadratic_features(X), k))


def _right_dual(K, k):
    return _dual(centre(K), k)


def _right_primal(F, k):
    return _primal(_centred(F), k)


def _reversed(route):
    return lambda A, k: route(A, k)[:, ::-1]


def _directions(F):
    return np.linalg.svd(_centred(F))[2]


def _projected_raw(F, k):
    return F @ _directions(F)[:k].T


def _scaled(route, factor):
    return lambda A, k: route(A, k) * factor(A)


def _unit(route):
    return lambda A, k: (lambda Z: Z / np.linalg.norm(Z, axis=0))(route(A, k))


TESTS = {
    "kernel": "Is K the kernel asked for, and centred on both sides, by rows and by columns? Is each eigenvector stretched by the root of its own eigenvalue of the centred K?",
    "explicit": "Are the features centred and otherwise as they came, not divided by anything? Is each column of U multiplied by its own singular value?",
}


def _seen(value, X, k):
    """What is wrong with the first route that is not right."""
    for Z, right, route in zip(value, two_routes(X, k), ("kernel", "explicit"), strict=True):
        Z = np.asarray(Z, dtype=float)
        if np.allclose(np.abs(Z), np.abs(right), atol=1e-6):
            continue
        if np.linalg.norm(Z) < 1e-3 * np.linalg.norm(right):
            return f"on the {route} route your scores are all but zero: they belong to the smallest eigenvalues. `eigh` lists these first; the largest stand last."
        if np.abs(Z.mean(axis=0)).max() > 1e-6 * np.abs(right).max():
            j = int(np.abs(Z.mean(axis=0)).argmax())
            return f"on the {route} route column {j} of your scores has the mean {Z[:, j].mean():.4g}. Scores are measured from the mean, so it should be 0: centre what you decompose, and also what you project."
        j = int(np.argmax(~np.isclose(Z.var(axis=0), right.var(axis=0))))
        if not np.isclose(Z[:, j].var(), right[:, j].var()):
            return f"on the {route} route your scores are centred, as they should be, but column {j} has the variance {Z[:, j].var():.4g}; {right[:, j].var():.4g} was expected. {TESTS[route]}"
    return ""


CHECK = Check(
    answer=two_routes,
    section="Kernel PCA",
    difficulty=1,
    minutes=8,
    kind="practice",
    twin=_routes(_right_dual, _right_primal),
    explain=_seen,
    inputs=lambda rng: [(uneven(rng, n, 2) / 2, k) for n, k in ((9, 2), (12, 3), (7, 1))],
    misconceptions=(
        Misconception(
            _routes(_dual, _primal),
            "Neither route is centred. They agree with each other, but the first component then points at the mean instead of along the spread. Centre K, and centre the features.",
        ),
        Misconception(
            _routes(_dual, _right_primal),
            "The explicit route is right. On the kernel route K is not centred: PCA is about the spread around the mean, so centre K first.",
        ),
        Misconception(
            _routes(_right_dual, _primal),
            "The kernel route is right. On the explicit route the features are not centred: subtract the mean of every feature first.",
        ),
        Misconception(
            lambda X, k: (
                _dual(_quadratic(_centred(X)), k),
                _primal(quadratic_features(_centred(X)), k),
            ),
            "You centred X. That does not centre the images: squares of centred numbers have a positive mean. Centre K and the features instead.",
        ),
        Misconception(
            lambda X, k: (
                _right_dual(_quadratic(_centred(X)), k),
                _right_primal(quadratic_features(_centred(X)), k),
            ),
            "You centred X as well. That moves the points before they are squared and changes the kernel; centre only K and the features.",
        ),
        Misconception(
            _routes(_unit(_right_dual), _unit(_right_primal)),
            "These columns have length one. Scores carry the spread: stretch by the root of the eigenvalue (kernel route), by the singular value (explicit route).",
        ),
        Misconception(
            _routes(_unit(_right_dual), _right_primal),
            "The explicit route is right. On the kernel route you return unit eigenvectors: stretch each by the root of its eigenvalue.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(centre(K), k, lambda v: v), _right_primal),
            "The explicit route is right. On the kernel route stretch by the root of the eigenvalue: eigenvalues of K are squares of singular values.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(centre(K), k, lambda v: 1 / np.sqrt(v)), _right_primal),
            "The explicit route is right. On the kernel route you return the dual weights v/√(nλ); the scores are K̂ times these, v √(nλ).",
        ),
        Misconception(
            _routes(_scaled(_right_dual, lambda K: len(K) ** -0.5), _right_primal),
            "The explicit route is right. On the kernel route you divided the eigenvalues of K̂ by n: that gives variances along the components, but the scores themselves need the eigenvalue of K̂ undivided.",
        ),
        Misconception(
            _routes(_right_dual, _unit(_right_primal)),
            "The kernel route is right. On the explicit route the columns of U have length one: multiply them by their singular values.",
        ),
        Misconception(
            _routes(_right_dual, _projected_raw),
            "The kernel route is right. On the explicit route the directions are right too, but you projected the features themselves: subtract their mean before projecting.",
        ),
        Misconception(
            _routes(
                _right_dual,
                lambda F, k: _right_primal(F / np.where(F.std(axis=0) > 0, F.std(axis=0), 1), k),
            ),
            "The kernel route is right. On the explicit route you scaled every feature to unit variance: these are no longer the images of this kernel. Subtract the means, and nothing else.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(K - K.mean(axis=0), k), _right_primal),
            "The explicit route is right. On the kernel route only one side of K is centred, so it is no longer symmetric: use `centre(K)`.",
        ),
        Misconception(
            lambda X, k: tuple(Z.T for Z in _routes(_right_dual, _right_primal)(X, k)),
            "These have one point per column. Rows are points: transpose both.",
        ),
        Misconception(
            lambda X, k: (_right_dual(_quadratic(X), k), _right_primal(X, k)),
            "The kernel route is right. The explicit route is PCA of X itself; the images of this kernel are the rows of `quadratic_features(X)`.",
        ),
        Misconception(
            lambda X, k: (
                _right_dual((X @ X.T) ** 2, k),
                _right_primal(quadratic_features(X), k),
            ),
            "The explicit route is right. The kernel is (1 + ⟨x, z⟩)²: without the 1 the features of degree one are lost.",
        ),
        Misconception(
            lambda X, k: (_right_dual(X @ X.T, k), _right_primal(quadratic_features(X), k)),
            "The explicit route is right. The kernel route used the linear kernel; asked is (1 + ⟨x, z⟩)².",
        ),
        Misconception(
            _routes(_reversed(_right_dual), _reversed(_right_primal)),
            "Right columns, but on both routes the smallest of the k comes first. Largest first: `eigh` lists eigenvalues from small to large, so turn them round.",
        ),
        Misconception(
            _routes(_right_dual, _scaled(_right_primal, lambda F: len(F) ** -0.5)),
            "The kernel route is right. On the explicit route you divided by √n: the scores are the coordinates themselves, not in units of anything.",
        ),
        Misconception(
            _routes(_reversed(_right_dual), _right_primal),
            "The explicit route is right. On the kernel route the order is turned round: `eigh` lists the smallest first, so reverse it.",
        ),
        Misconception(
            _routes(_right_dual, lambda F, k: _directions(F)[:k].T),
            "The kernel route is right. On the explicit route you return directions, one number per *feature*. Scores are the centred features times these, one row per point.",
        ),
        Misconception(
            _routes(_right_dual, lambda F, k: _centred(F) @ _directions(F)[:, :k]),
            "The kernel route is right. On the explicit route you projected on columns of the third matrix of the SVD; `np.linalg.svd` returns it transposed, with the directions in its rows.",
        ),
        Misconception(
            _routes(_right_dual, lambda F, k: _centred(F) @ _directions(F)[::-1][:k].T),
            "The kernel route is right. The explicit route takes the directions of least variance: `eigh` lists the smallest first.",
        ),
        Misconception(
            _routes(_right_dual, lambda F, k: _primal(F - F.mean(axis=1, keepdims=True), k)),
            "The kernel route is right. On the explicit route you took off the mean of every row; the mean of every feature, `F.mean(axis=0)`, is what has to go.",
        ),
        Misconception(
            _routes(_right_primal, _right_primal),
            "The explicit route is right. The kernel route treats K as a table of features, and does PCA on its columns. K holds inner products already: take the eigenvectors of the centred K itself.",
        ),
        Misconception(
            lambda X, k: (
                _right_dual(_quadratic(X), k),
                np.pad(_right_primal(X, min(k, 2)), ((0, 0), (0, max(k - 2, 0)))),
            ),
            "The kernel route is right. The explicit route is PCA of X itself, filled up with zeros; the images of this kernel have six features, the rows of `quadratic_features(X)`.",
        ),
        Misconception(
            _routes(_right_dual, lambda F, k: _directions(F)[:k]),
            "The kernel route is right. On the explicit route you return the directions. Asked are the scores, one row for each point: the centred features times the directions.",
        ),
    ),
    hints=(
        "Both routes have three steps: make inner products or features, move the origin to the mean, decompose. Which step is missing?",
        "Kernel route: eigenvectors of the centred K, each times the root of its eigenvalue, largest first. Explicit route: subtract the mean of each feature, then U and s of the SVD.",
        "`values, V = np.linalg.eigh(centre(K))`, then `V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k])`. `U, s, _ = np.linalg.svd(F - F.mean(axis=0), full_matrices=False)`, then `U[:, :k] * s[:k]`. Return both.",
    ),
    praise="Kernel PCA is PCA of the images; the kernel only saves you from writing them down.",
    alike=up_to_sign,
    freedom="(Signs of whole columns do not count.)",
)
