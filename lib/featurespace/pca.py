r"""Chapter 4: principal components by four routes, how many to keep, and the probabilistic view.

Covariances divide by n. Directions are rows, scores have a row per point:
``X`` is close to ``mean + scores @ directions``.

Ids like DME-2.23 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
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

STEPS = 100_000  # of power iteration: enough for variances that differ by one in ten thousand


class Components(NamedTuple):
    """What PCA finds (DME-2.23, DME-2.30).

    Attributes
    ----------
    mean : (d,) mean of the points.
    directions : (k, d), orthonormal rows.
    eigenvalues : (k,) variances along them, over n, largest first.
    scores : (n, k) coordinates of the points.

    >>> pca([[0.0, 0.0], [2.0, 2.0]]).eigenvalues
    array([2.])
    """

    mean: Array
    directions: Array
    eigenvalues: Array
    scores: Array


class Ppca(NamedTuple):
    """Parameters of the model x = W z + mean + noise (DME-2.60).

    Attributes
    ----------
    mean : (d,) mean of the points.
    W : (d, k) loadings.
    sigma2 : variance of the noise, > 0.

    >>> ppca([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], k=1).sigma2
    0.25
    """

    mean: Array
    W: Array
    sigma2: float


def pca(X: ArrayLike, k: int | None = None, route: str = "svd") -> Components:
    r"""Orthonormal directions of largest variance (DME-2.8, DME-2.23, H-p55).

    .. math:: \frac1n X_c' X_c = \sum_i \lambda_i v_i v_i', \qquad z_i = V_k' (x_i - \mu)

    Four routes to the same answer: "svd" of the centred data, "eigen" of the covariance (d, d),
    "gram" of the inner products (n, n), and "power" iteration with deflation.

    See Pearson 1901, Hotelling 1933.

    Parameters
    ----------
    X : (n, d) points.
    k : how many components; ``None`` keeps all with any variance.
    route : "svd" counts a standard deviation as zero below max(n, d) * eps times the largest (or
        below the round-off of X itself). The others see squares only, and count a *variance* as
        zero below max(n, d) * eps times the total. "power" refuses neighbouring variances that
        differ by less than about one in ten thousand: it would turn for hours.

    Returns
    -------
    ``mean`` (d,), ``directions`` (k, d), ``eigenvalues`` (k,) and ``scores`` (n, k).

    >>> X = [[1.0, 1.0], [3.0, 3.0], [1.0, 3.0], [3.0, 1.0], [0.0, 0.0], [4.0, 4.0]]
    >>> mean, directions, eigenvalues, scores = pca(X, k=1)
    >>> directions.round(4), eigenvalues  # along the diagonal
    (array([[0.7071, 0.7071]]), array([3.33333333]))
    """
    X = as_points(X)
    k = None if k is None else as_count(k, "k", high=min(X.shape))
    mean, centred = _centred(X)
    values, U, total = _spectrum(centred, k or min(X.shape), route)  # U (d, k)
    rank = _rank(X, values, total, route)
    if k is None:
        values, U = values[:rank], U[:, :rank]
    elif k > rank:
        remedy = "Ask for fewer components; the others have no variance"
        remedy += "" if route == "svd" else ' that this route can see ("svd" sees smaller ones)'
        raise fail("k", f"be at most the rank {rank} of the centred data", k, remedy)
    return Components(mean, U.T, values, _coordinates(centred, U))


def _rank(X: Array, values: Array, total: float, route: str) -> int:
    """How many variances are not zero, for all that the route can tell."""
    if route != "svd":
        return int((values > round_off(max(X.shape), total)).sum())
    sd = np.sqrt(values)
    own = EPS * np.linalg.norm(X) / np.sqrt(len(X))  # the round-off that X came with
    return int((sd > round_off(max(X.shape), sd[0]) + own).sum())


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
    R = np.linalg.qr(X, mode="r") if len(X) > 2 * X.shape[1] else X  # X = QR: the same s and V
    _, s, Vt = np.linalg.svd(R, full_matrices=False)
    return s[:k] ** 2 / len(X), fix_signs(Vt[:k].T)


def _by_eigen(X: Array, k: int) -> tuple[Array, Array]:
    """Eigenvectors of the covariance matrix (DME-2.3)."""
    return top_eigenpairs(X.T @ X / len(X), k)


def _by_gram(X: Array, k: int) -> tuple[Array, Array]:
    """Eigenvectors v of XX'/n give directions X'v (DME-2.56..2.57); good for n << d."""
    values, V = top_eigenpairs(X @ X.T / len(X), k)
    return values, fix_signs(np.linalg.qr(X.T @ V)[0])  # for small values X'V is hardly orthogonal


def _by_power(X: Array, k: int) -> tuple[Array, Array]:
    """Multiply a vector by the covariance until it stops turning; deflate; repeat (DME-2.11)."""
    S = X.T @ X / len(X)
    floor, values, U = round_off(len(S), np.trace(S)), np.zeros(k), np.zeros((len(S), k))
    for j in range(k):
        if not np.trace(S) > floor:
            break
        # a start of its own: of tied directions, the last one's is used up
        start = np.cos((j + 1) * np.arange(1.0, len(S) + 1))
        u = _stops_turning(S / np.trace(S), start, floor / np.trace(S))
        values[j], U[:, j] = u @ S @ u, u
        S = S - values[j] * np.outer(u, u)
    return values, fix_signs(np.linalg.qr(U)[0])


def _stops_turning(S: Array, start: Array, noise: float) -> Array:
    """The direction in which S stretches most: each product turns a vector further towards it.

    It has stopped when a product turns it by no more than round-off, or by the ``noise`` in S.
    """
    u = start / np.linalg.norm(start)
    for _ in range(STEPS):
        last, u = u, S @ u
        u /= np.linalg.norm(u)
        # 8: a product and a division round every entry a few times
        if np.linalg.norm(u - last) <= round_off(8, np.sqrt(len(S))) + noise:
            return u
    remedy = 'Take route="eigen", or "gram" for fewer points than columns'
    got = f"variances so close that {STEPS} products do not part them"
    raise fail("route", "not be power here", got, remedy)


def scores_from_gram(G: ArrayLike, k: int) -> Array:
    r"""Scores (n, k) from centred inner products alone (DME-2.56..2.57, DME-3.6..3.7).

    .. math:: Z = U_k \Lambda_k^{1/2}, \qquad G = U \Lambda U'

    Parameters
    ----------
    G : (n, n) inner products, centred already: that is not checked, nor are eigenvalues beyond
        the k-th.
    k : how many scores; their eigenvalues must exceed 8 n eps times the largest.

    Returns
    -------
    (n, k) scores, each column with its largest entry positive.

    >>> x = np.array([[-3.0], [1.0], [2.0]])
    >>> scores_from_gram(x @ x.T, 1)  # x, up to its sign
    array([[ 3.],
           [-1.],
           [-2.]])
    """
    G = as_symmetric(G, "G")
    k = as_count(k, "k", high=len(G))
    values, V = top_eigenpairs(G, k)
    positive = int((values > 8 * round_off(len(G), values[0])).sum())  # 8: see round_off
    if k > positive:
        rule = "be at most the number of positive eigenvalues"
        remedy = "Ask for fewer dimensions: the others have no variance, or G is no Gram matrix"
        raise fail("k", rule, f"{k} > {positive}", remedy)
    return V * np.sqrt(values)


def explained_fraction(eigenvalues: ArrayLike) -> Array:
    r"""Share of the variance in the first k components, for every k (DME-2.26, H-u10).

    .. math:: \sum_{i \le k} \lambda_i \Big/ \sum_i \lambda_i

    Parameters
    ----------
    eigenvalues : (k,) variances >= 0, in the order in which they are to be added.

    Returns
    -------
    (k,) shares, the last of them 1.

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

    Parameters
    ----------
    eigenvalues : (k,) variances >= 0, largest first.
    threshold : share, between 0 and 1; round-off above it does not count.

    Returns
    -------
    A number from 1 to k.

    >>> components_needed([6.0, 3.0, 1.0], 0.85)
    2
    """
    threshold = as_probability(threshold, "threshold")
    share = explained_fraction(eigenvalues)[:-1]  # all of them always suffice
    return int((share <= threshold + round_off(len(share), 1.0)).sum()) + 1


def ppca(X: ArrayLike, k: int) -> Ppca:
    r"""Maximum-likelihood probabilistic PCA (DME-2.85, DME-2.86).

    .. math:: \sigma^2 = \frac1{d-k} \sum_{i>k} \lambda_i, \qquad
              W = V_k (\Lambda_k - \sigma^2 I)^{1/2}

    Any rotation W R fits equally well; this one has R = I. Needs variance beyond k components.

    See Tipping and Bishop 1999.

    Parameters
    ----------
    X : (n, d) points.
    k : latent dimensions, below both n and d, so that some variance is left to the noise.

    Returns
    -------
    ``mean`` (d,), ``W`` (d, k) and ``sigma2``, which must exceed max(n, d) * eps times the largest
    variance. Where little is left, singular values of the data replace the difference of sums.

    >>> model = ppca([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]], k=1)  # variances 1, 1/4
    >>> model.W.round(4), model.sigma2
    (array([[0.866],
           [0.   ]]), 0.25)
    """
    X = as_points(X)
    n, d = X.shape
    remedy = "Choose a smaller k: one dimension at least is left to the noise"
    k = as_count(k, "k", high=max(min(n, d) - 1, 1), remedy=remedy)
    mean, centred = _centred(X)
    values, U, total = _spectrum(centred, k, "gram" if n < d else "eigen")
    left = total - values.sum()
    if left < 1e-6 * total:  # ten of sixteen digits have cancelled: take them from the data
        every, U, _ = _spectrum(centred, min(n, d), "svd")
        values, U, left = every[:k], U[:, :k], every[k:].sum()
    sigma2 = left / (d - k) if d > k else 0.0
    if sigma2 <= round_off(max(n, d), values[0]):
        remedy = "Choose a smaller k: no variance is left for the noise"
        raise fail("k", "leave some variance", f"{k}", remedy)
    W = U * np.sqrt(np.maximum(values - sigma2, 0.0))
    return Ppca(mean, W, float(sigma2))


def _model(
    X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float
) -> tuple[Array, tuple[Array, Array, Array], float]:
    """Validated data (centred), the singular value decomposition of the loadings, and the noise."""
    W = as_points(W, "W")
    X = as_points(X, d=len(W)) - as_vector(mean, len(W), "mean")
    return X, np.linalg.svd(W, full_matrices=False), as_positive(sigma2, "sigma2")


def ppca_log_likelihood(X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float) -> float:
    r"""Log-density of all points under N(mean, WW' + sigma^2 I) (DME-2.81..2.84).

    .. math:: -\frac n2 (d \ln 2\pi + \ln|\Sigma| + \operatorname{tr} \Sigma^{-1} \hat\Sigma)

    With W = U S V' the d x d matrix is never formed: along column j of U the variance is
    :math:`s_j^2 + \sigma^2`, across all of them it is :math:`\sigma^2`.

    Parameters
    ----------
    X : (n, d) points.
    mean, W, sigma2 : the model: (d,), (d, k), and a number > 0 of any size.

    Returns
    -------
    The sum of the logarithms of the densities.

    >>> round(ppca_log_likelihood([[0.0]], [0.0], [[0.6]], 0.64), 9)  # ln N(0; 0, 1)
    -0.918938533
    """
    left, (U, s, _), sigma2 = _model(X, mean, W, sigma2)
    (n, d), variances = left.shape, s**2 + sigma2  # (k,)
    along = _coordinates(left, U)  # (n, k)
    left -= along @ U.T
    misfit = (along**2 / variances).sum() + np.vdot(left, left) / sigma2
    log_det = (d - len(s)) * np.log(sigma2) + np.log(variances).sum()
    return float(-(n * (d * np.log(2 * np.pi) + log_det) + misfit) / 2)


def ppca_posterior(
    X: ArrayLike, mean: ArrayLike, W: ArrayLike, sigma2: float
) -> tuple[Array, Array]:
    r"""Means (n, k) and common covariance (k, k) of the latent z given x (DME-2.87..2.91).

    .. math:: \mathbb E[z \mid x] = M^{-1} W' (x - \mu), \quad \operatorname{Cov} = \sigma^2 M^{-1},
              \quad M = W'W + \sigma^2 I

    Parameters
    ----------
    X : (n, d) points.
    mean, W, sigma2 : the model: (d,), (d, k), and a number > 0.

    Returns
    -------
    (n, k) means, and the covariance (k, k) that all points share. With W = U S V' and so
    M = V (S^2 + sigma^2) V', neither loses digits where sigma^2 is small.

    >>> ppca_posterior([[2.0]], [0.0], [[1.0]], 1.0)  # shrunk halfway to the mean
    (array([[1.]]), array([[0.5]]))
    """
    centred, (U, s, Vt), sigma2 = _model(X, mean, W, sigma2)
    M = s**2 + sigma2  # in the coordinates of V
    across = np.eye(Vt.shape[1]) - Vt.T @ Vt  # for k > d: latent directions that W does not show
    return (_coordinates(centred, U) * (s / M)) @ Vt, (Vt.T * (sigma2 / M)) @ Vt + across
