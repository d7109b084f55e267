r"""Chapter 4: principal components by four routes, how many to keep, and the probabilistic view.

Covariances divide by n. Directions are rows, scores have a row per point:
``X`` is close to ``mean + scores @ directions``.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._spectral import fix_signs, top_eigenpairs
from ._validate import (
    EPS,
    Array,
    as_array,
    as_count,
    as_points,
    as_positive,
    as_probability,
    as_symmetric,
    as_vector,
    fail,
    one_of,
    round_off,
)


class Components(NamedTuple):
    """What PCA finds (DME-2.23, DME-2.30).

    >>> pca([[0.0, 0.0], [2.0, 2.0]]).eigenvalues
    array([2.])
    """

    mean: Array
    directions: Array
    eigenvalues: Array
    scores: Array


class Ppca(NamedTuple):
    """Parameters of the model x = W z + mean + noise (DME-2.60).

    >>> ppca([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], k=1).sigma2
    0.25
    """

    mean: Array
    W: Array
    sigma2: float


def pca(X: ArrayLike, k: int | None = None, route: str = "svd") -> Components:
    r"""Orthonormal directions of largest variance (DME-2.8, DME-2.23, H-p55).

    .. math:: \frac1n X_c' X_c = \sum_i \lambda_i u_i u_i', \qquad z_i = U_k' (x_i - \mu)

    Four routes to the same answer: "svd" of the centred data, "eigen" of the covariance (d, d),
    "gram" of the inner products (n, n), and "power" iteration with deflation. ``k=None`` keeps all
    directions with any variance.

    >>> X = [[1.0, 1.0], [3.0, 3.0], [1.0, 3.0], [3.0, 1.0], [0.0, 0.0], [4.0, 4.0]]
    >>> mean, directions, eigenvalues, scores = pca(X, k=1)
    >>> directions.round(4), eigenvalues  # along the diagonal
    (array([[0.7071, 0.7071]]), array([3.33333333]))
    """
    X = as_points(X)
    k = None if k is None else as_count(k, "k", high=min(X.shape))
    mean, centred = _centred(X)
    values, U, total = _spectrum(centred, k or min(X.shape), route)  # U (d, k)
    rank = int((values > max(X.shape) * EPS * total).sum())
    if k is None:
        values, U = values[:rank], U[:, :rank]
    elif k > rank:
        remedy = "Ask for fewer components; the others have no variance"
        raise fail("k", f"be at most the rank {rank} of the centred data", k, remedy)
    return Components(mean, U.T, values, _coordinates(centred, U))


def _centred(X: Array) -> tuple[Array, Array]:
    """The mean, and the points measured from it; a constant column becomes exactly 0."""
    centred = X - X[0]
    shift = centred.mean(axis=0)
    centred -= shift
    return X[0] + shift, centred


def _project(X: Array, mean: Array, directions: Array) -> Array:
    """Scores (m, k) of points: coordinates along the directions, from the mean (DME-2.23)."""
    return _coordinates(X - mean, directions.T)


def _coordinates(X: Array, U: Array) -> Array:
    """X @ U, in the order in which BLAS is quicker when U has few columns."""
    return (U.T @ X.T).T


def _spectrum(centred: Array, k: int, route: str) -> tuple[Array, Array, float]:
    """The k largest variances, their directions (d, k), and the total variance."""
    routes = {"svd": _by_svd, "eigen": _by_eigen, "gram": _by_gram, "power": _by_power}
    values, U = routes[one_of(route, "route", routes)](centred, k)
    return values, U, float(np.vdot(centred, centred)) / len(centred)


def _by_svd(X: Array, k: int) -> tuple[Array, Array]:
    """Singular values of the data are roots of n times eigenvalues (DME-2.39..2.40)."""
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    return s[:k] ** 2 / len(X), fix_signs(Vt[:k].T)


def _by_eigen(X: Array, k: int) -> tuple[Array, Array]:
    """Eigenvectors of the covariance matrix (DME-2.3)."""
    return top_eigenpairs(X.T @ X / len(X), k)


def _by_gram(X: Array, k: int) -> tuple[Array, Array]:
    """Eigenvectors v of XX'/n give directions X'v (DME-2.56..2.57); good for n << d."""
    values, V = top_eigenpairs(X @ X.T / len(X), k)
    return values, fix_signs(np.linalg.qr(X.T @ V)[0])  # for small values X'V is hardly orthogonal


def _by_power(X: Array, k: int) -> tuple[Array, Array]:
    """High powers of the covariance show its first direction; deflate; repeat (DME-2.11)."""
    S = X.T @ X / len(X)
    floor, values, U = round_off(len(S), np.trace(S)), np.zeros(k), np.zeros((len(S), k))
    for j in range(k):
        if not np.trace(S) > floor:
            break
        last, T = 0.0, S / np.trace(S)
        for _ in range(60):  # S^2, S^4, S^8 ...: 2^60 steps part even close eigenvalues
            if np.abs(T - last).max() < 4 * EPS:
                break
            last, T = T, T @ T / np.vdot(T, T)
        u = T[:, T.diagonal().argmax()]
        u = u / np.linalg.norm(u)
        values[j], U[:, j] = u @ S @ u, u
        S = S - values[j] * np.outer(u, u)
    return values, fix_signs(np.linalg.qr(U)[0])


def scores_from_gram(G: ArrayLike, k: int) -> Array:
    r"""Scores (n, k) from centred inner products alone (DME-2.56..2.57, DME-3.6..3.7).

    .. math:: Z = V_k \Lambda_k^{1/2}, \qquad G = V \Lambda V'

    >>> x = np.array([[-3.0], [1.0], [2.0]])
    >>> scores_from_gram(x @ x.T, 1)  # x, up to its sign
    array([[ 3.],
           [-1.],
           [-2.]])
    """
    G = as_symmetric(G, "G")
    k = as_count(k, "k", high=len(G))
    values, V = top_eigenpairs(G, k)
    if values[-1] <= 8 * round_off(len(G), values[0]):
        positive = int((values > 8 * round_off(len(G), values[0])).sum())
        remedy = "Ask for fewer dimensions: the others have no variance, or G is no Gram matrix"
        raise fail(
            "k", "be at most the number of positive eigenvalues", f"{k} > {positive}", remedy
        )
    return V * np.sqrt(values)


def explained_fraction(eigenvalues: ArrayLike) -> Array:
    r"""Share of the variance in the first k components, for every k (DME-2.26, H-u10).

    .. math:: \sum_{i \le k} \lambda_i \Big/ \sum_i \lambda_i

    >>> explained_fraction([6.0, 3.0, 1.0])
    array([0.6, 0.9, 1. ])
    """
    values = as_array(eigenvalues, "eigenvalues", 1)
    if values.min() < 0 or not values.any():
        remedy = "Variances are not negative, and some must be positive"
        raise fail("eigenvalues", "be >= 0 and not all 0", values.min(), remedy)
    share = np.cumsum(values)
    return share / share[-1]


def components_needed(eigenvalues: ArrayLike, threshold: float = 0.85) -> int:
    """Least number of components whose share of the variance exceeds the threshold (H-u10).

    >>> components_needed([6.0, 3.0, 1.0], 0.85)
    2
    """
    threshold = as_probability(threshold, "threshold")
    share = explained_fraction(eigenvalues)[:-1]  # all of them always suffice
    return int((share <= threshold + round_off(len(share), 1.0)).sum()) + 1


def ppca(X: ArrayLike, k: int) -> Ppca:
    r"""Maximum-likelihood probabilistic PCA (DME-2.85, DME-2.86).

    .. math:: \sigma^2 = \frac1{d-k} \sum_{i>k} \lambda_i, \qquad
              W = U_k (\Lambda_k - \sigma^2 I)^{1/2}

    Any rotation W R fits equally well; this one has R = I. Needs variance beyond k components.

    >>> model = ppca([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], k=1)  # variances 1, 1/4
    >>> model.W.round(4), model.sigma2
    (array([[0.866],
           [0.   ]]), 0.25)
    """
    X = as_points(X)
    n, d = X.shape
    k = as_count(k, "k", high=max(min(n, d) - 1, 1))
    mean, centred = _centred(X)
    values, U, total = _spectrum(centred, k, "gram" if n < d else "eigen")
    sigma2 = (total - values.sum()) / (d - k) if d > k else 0.0
    if sigma2 <= round_off(max(n, d), values[0]):
        remedy = "Choose a smaller k: no variance is left for the noise"
        raise fail("k", "leave some variance", f"{k}", remedy)
    W = U * np.sqrt(np.maximum(values - sigma2, 0.0))
    return Ppca(mean, W, float(sigma2))


def _model(
    X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float
) -> tuple[Array, Array, float, Array]:
    """Validated data (centred), loadings, noise, and M = W'W + sigma^2 I (DME-2.88)."""
    W = as_points(W, "W")
    X = as_points(X, d=len(W)) - as_vector(mean, len(W), "mean")
    sigma2 = as_positive(sigma2, "sigma2")
    return X, W, sigma2, W.T @ W + sigma2 * np.eye(W.shape[1])


def ppca_log_likelihood(X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float) -> float:
    r"""Log-density of all points under N(mean, WW' + sigma^2 I) (DME-2.81..2.84).

    .. math:: -\frac n2 (d \ln 2\pi + \ln|\Sigma| + \operatorname{tr} \Sigma^{-1} \hat\Sigma)

    By the Woodbury identity only the k x k matrix M is factored, never the d x d one.

    >>> round(ppca_log_likelihood([[0.0]], [0.0], [[0.6]], 0.64), 9)  # ln N(0; 0, 1)
    -0.918938533
    """
    centred, loadings, sigma2, M = _model(X, mean, W, sigma2)
    (n, d), k = centred.shape, len(M)
    projected = _coordinates(centred, loadings)  # (n, k)
    explained = (projected * np.linalg.solve(M, projected.T).T).sum()
    log_det = (d - k) * np.log(sigma2) + np.linalg.slogdet(M)[1]
    misfit = (np.vdot(centred, centred) - explained) / sigma2
    return float(-(n * (d * np.log(2 * np.pi) + log_det) + misfit) / 2)


def ppca_posterior(
    X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float
) -> tuple[Array, Array]:
    r"""Means (n, k) and common covariance (k, k) of the latent z given x (DME-2.87..2.91).

    .. math:: \mathbb E[z \mid x] = M^{-1} W' (x - \mu), \qquad \operatorname{Cov} = \sigma^2 M^{-1}

    >>> ppca_posterior([[2.0]], [0.0], [[1.0]], 1.0)  # shrunk halfway to the mean
    (array([[1.]]), array([[0.5]]))
    """
    centred, loadings, sigma2, M = _model(X, mean, W, sigma2)
    inverse = np.asarray(np.linalg.solve(M, np.eye(len(M))), dtype=float)
    return np.asarray(np.linalg.solve(M, loadings.T @ centred.T).T, dtype=float), sigma2 * inverse
