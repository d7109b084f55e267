r"""Chapter 2: projections, Gram–Schmidt and Cholesky, from the kernel matrix alone.

Dual weights hold a direction of feature space: :math:`w = \sum_i \alpha_i \phi(x_i)` (ST-u28).
Gram–Schmidt on the images *is* Cholesky on K: the columns of R are the points in new coordinates.

Ids like ST-A5.12 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import solve_triangular
from scipy.linalg.blas import dtrsm

from ._slabs import slabs
from ._validate import (
    EPS,
    TERMS,
    Array,
    as_count,
    as_gram,
    as_made,
    as_number,
    as_points,
    as_rows,
    as_vector,
    clip_squares,
    fail,
    not_a_kernel,
    one_of,
    round_off,
)
from .kernels import Gram

MANY = 20_000  # points from which on pivots are picked in blocks
POOL = 2000  # points with the largest residuals: their part of R stays in the cache
BLOCK = 128  # picks at most from one pool
WIDTH = 512  # columns of R that one matrix product brings up to date


class Projection(NamedTuple):
    """Coordinate along a direction, and squared distance from the line (ST-u29, ST-u30).

    Attributes
    ----------
    signed_length : (m,) coordinates along the direction, which has length one.
    squared_residual : (m,) squared distances from the line.

    >>> Projection(np.array([3.0]), np.array([16.0])).signed_length  # of the vector (3, 4)
    array([3.])
    """

    signed_length: Array
    squared_residual: Array


class IncompleteCholesky(NamedTuple):
    """R (T, n) with R'R close to K, the points that were picked, what is left of each (ST-A5.12).

    Attributes
    ----------
    R : (T, n), a row for each pick.
    pivots : (T,) numbers of the points, in the order of picking.
    residuals : (n,) squared distance of each image from the span of those picked.

    >>> incomplete_cholesky([[1.0, 0.0], [0.0, 4.0]], max_rank=1).residuals
    array([1., 0.])
    """

    R: Array
    pivots: np.ndarray
    residuals: Array


def squared_length(K: Array, alpha: Array) -> float:
    """Squared length alpha' K alpha of a direction; zero is refused, it points nowhere.

    Parameters
    ----------
    K : (n, n) kernel matrix, checked already.
    alpha : (n,) weights, checked already.

    Returns
    -------
    The squared length, above 8 n eps * max K * (sum of the sizes of alpha)^2.
    """
    scale = np.abs(alpha).sum() ** 2 * np.abs(K).max()
    squared = float(clip_squares(alpha @ K @ alpha, K, scale))
    if squared <= 8 * round_off(len(K), scale):  # 8: see round_off
        remedy = "Its combination of images is zero, which has no direction"
        raise fail("alpha", "give a direction of positive length", f"{squared:.3g}", remedy)
    return squared


def dual_projection(
    K_new: ArrayLike, K: ArrayLike, alpha: ArrayLike, diag_new: ArrayLike | None = None
) -> Projection:
    r"""Project images on the direction w with dual weights alpha (ST-u27, ST-u29, ST-u30).

    .. math:: \frac{\langle w, \phi(z) \rangle}{\|w\|} =
              \frac{\sum_i \alpha_i \kappa(x_i, z)}{\sqrt{\alpha' K \alpha}}, \qquad
              \text{residual}^2 = \kappa(z, z) - \text{length}^2

    The length is signed: a coordinate along w, not a norm.

    Parameters
    ----------
    K_new : (m, n) new points against training points, ``kernel(Z, X)``.
    K : (n, n) kernel matrix of the training points.
    alpha : (n,) dual weights of w, which must not cancel to nothing.
    diag_new : (m,) the new points' own inner products, ``kernel.diag(Z)``; never left out.

    Returns
    -------
    ``signed_length`` (m,) and ``squared_residual`` (m,).

    >>> dual_projection([[-3.0, 4.0]], np.eye(2), [2.0, 0.0], [25.0])  # (-3, 4) on (2, 0)
    Projection(signed_length=array([-3.]), squared_residual=array([16.]))
    """
    K = as_gram(K)
    K_new, alpha = as_rows(K_new, len(K)), as_vector(alpha, len(K), "alpha")
    if diag_new is None:
        raise fail("diag_new", "be given", "nothing", "Pass diag_new=kernel.diag(Z)")
    diag_new = as_vector(diag_new, len(K_new), "diag_new")
    length = K_new @ alpha / np.sqrt(squared_length(K, alpha))
    scale = max(np.abs(K.diagonal()).max(), np.abs(diag_new).max())
    return Projection(length, clip_squares(diag_new - length**2, K, scale, "K_new and diag_new"))


def deflate(X: ArrayLike, w: ArrayLike) -> Array:
    r"""Points without their component along w (ST-5.8, ST-u33, ST-u34).

    .. math:: \tilde X = X \Bigl(I - \frac{w w'}{w'w}\Bigr)

    Parameters
    ----------
    X : (n, d) points.
    w : (d,) direction of any length but zero.

    Returns
    -------
    (n, d) points, orthogonal to w up to round-off.

    >>> deflate([[3.0, 4.0], [1.0, 2.0]], [0.0, 2.0])
    array([[3., 0.],
           [1., 0.]])
    """
    X = as_points(X)
    w = as_vector(w, X.shape[1], "w")
    if not w.any():
        raise fail("w", "not be zero", "a zero vector", "Pass a direction")
    unit: Array = w / np.abs(w).max()  # first, so that no square underflows
    unit /= np.linalg.norm(unit)
    return X - np.outer(X @ unit, unit)


def deflate_gram(K: ArrayLike, alpha: ArrayLike) -> Array:
    r"""Kernel matrix of the images without their component along w (ST-5.8 in dual form).

    .. math:: \tilde K = K - \frac{K \alpha \alpha' K}{\alpha' K \alpha}

    Parameters
    ----------
    K : (n, n) kernel matrix.
    alpha : (n,) dual weights of w, which must not cancel to nothing.

    Returns
    -------
    (n, n) deflated matrix. A negative diagonal is refused; other signs of a negative eigenvalue
    are not looked for.

    >>> deflate_gram([[25.0, 11.0], [11.0, 5.0]], [1.0, 0.0])  # points (3, 4), (1, 2); w = (3, 4)
    array([[0.  , 0.  ],
           [0.  , 0.16]])
    """
    K = as_gram(K)
    alpha = as_vector(alpha, len(K), "alpha")
    along = K @ alpha / np.sqrt(squared_length(K, alpha))  # (n,) signed lengths
    deflated = K - np.outer(along, along)
    clip_squares(deflated.diagonal(), K)  # refuses what is no kernel matrix
    return deflated


def gram_schmidt(X: ArrayLike, method: str = "modified") -> tuple[Array, Array]:
    r"""Orthonormalise the points one by one: X' = QR (ST-u35 .. ST-u41).

    .. math:: \nu_i q_i = (I - Q_{i-1} Q_{i-1}') x_i, \qquad x_i = Q r_i

    Column i of R holds point i in the new coordinates; its diagonal :math:`\nu_i` is what the
    point adds. A point that depends on earlier ones gets :math:`\nu_i = 0` and a zero column in Q.
    "classical" is the formula as it stands, "modified" subtracts one direction at a time, "twice"
    repeats the classical step where much cancelled. In exact arithmetic all agree; in floating
    point they do not:

    Parameters
    ----------
    X : (n, d) points; each is measured in a unit of its own, so its size does not matter.
    method : "classical", "modified" or "twice".

    Returns
    -------
    Q : (d, n), its columns orthonormal or zero.
    R : (n, n), upper triangular, its diagonal not negative. What is left of a point counts as
        zero below max(n, d) * eps times its length.

    >>> hilbert = 1 / (np.arange(10)[:, None] + np.arange(10) + 1.0)
    >>> for method in ("classical", "modified", "twice"):
    ...     Q, R = gram_schmidt(hilbert, method)
    ...     print(method, "loses" if np.abs(Q.T @ Q - np.eye(10)).max() > 1e-12 else "keeps")
    classical loses
    modified loses
    twice keeps
    """
    X = as_points(X)
    methods = {"classical": _classical, "modified": _modified, "twice": _twice}
    orthonormalise = methods[one_of(method, "method", methods)]
    unit = np.ldexp(1.0, np.frexp(np.abs(X).max(axis=1))[1] - 1)  # powers of two round nothing
    scaled: Array = X / unit[:, None]
    floor = round_off(max(X.shape), 1.0) * np.linalg.norm(scaled, axis=1)
    Q, R = orthonormalise(scaled, floor)  # the rows of Q are the q_i
    return Q.T, R * unit


def _classical(X: Array, floor: Array) -> tuple[Array, Array]:
    """The formula as it stands: take all earlier directions out of x_i at once."""
    Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
    for i, x in enumerate(X):
        R[:i, i] = Q[:i] @ x
        R[i, i], Q[i] = _unit_vector(x - R[:i, i] @ Q[:i], floor[i])
    return Q, R


def _modified(X: Array, floor: Array) -> tuple[Array, Array]:
    """As soon as q_i is known, take it out of all points that are still to come."""
    Q, R, left = np.zeros(X.shape), np.zeros((len(X), len(X))), X.copy()
    for i in range(len(X)):
        R[i, i], Q[i] = _unit_vector(left[i], floor[i])
        R[i, i + 1 :] = left[i + 1 :] @ Q[i]
        left[i + 1 :] -= np.outer(R[i, i + 1 :], Q[i])
    return Q, R


def _twice(X: Array, floor: Array) -> tuple[Array, Array]:
    """The classical step, and once more where it took away much: there round-off was left over."""
    Q, R = np.zeros(X.shape), np.zeros((len(X), len(X)))
    for i, x in enumerate(X):
        R[:i, i] = Q[:i] @ x
        left = x - R[:i, i] @ Q[:i]
        # 0.7 is about sqrt(1/2), by Daniel and others 1976; that twice is enough was shown by Kahan
        if np.linalg.norm(left) <= 0.7 * np.linalg.norm(x):
            again = Q[:i] @ left
            R[:i, i] += again
            left -= again @ Q[:i]
        R[i, i], Q[i] = _unit_vector(left, floor[i])
    return Q, R


def _unit_vector(left: Array, floor: float) -> tuple[float, Array]:
    """Length and direction of what is left of a point; (0, 0) if that is round-off."""
    nu = float(np.linalg.norm(left))
    return (nu, left / nu) if nu > floor else (0.0, np.zeros_like(left))


def cholesky(K: ArrayLike) -> Array:
    r"""Upper triangular R with R'R = K: Gram–Schmidt in feature space (ST-u42 .. ST-u46, ST-D5.10).

    .. math:: R_{ji} = \frac1{\nu_j} \Bigl(K_{ji} - \sum_{t<j} R_{tj} R_{ti}\Bigr), \qquad
              \nu_j^2 = K_{jj} - \sum_{t<j} R_{tj}^2

    K may be singular: a point that depends on earlier ones leaves a row of zeros. In this order the
    sums would then lose digits. So where less than :math:`\sqrt\varepsilon K_{jj}` is left of a
    point, largest residuals go first, and Gram–Schmidt restores the order.
    R'R is K to round-off, but where many points share few dimensions the same round-off can give a
    row to a point that adds nothing: ask :func:`kernel_rank` or the pivots for the rank.

    Parameters
    ----------
    K : (n, n) kernel matrix; one with a negative eigenvalue (beyond round-off) is refused.

    Returns
    -------
    R : (n, n), upper triangular, its diagonal not negative; R'R is K to 2 max(n, 32) eps max K.

    >>> cholesky([[1, 0, 1], [0, 1, 1], [1, 1, 2]]).round(12) + 0.0
    array([[1., 0., 1.],
           [0., 1., 1.],
           [0., 0., 0.]])
    """
    K = as_gram(K)
    R = np.zeros(K.shape)
    for j in range(len(K)):
        squared = K[j, j] - R[:j, j] @ R[:j, j]
        if squared <= np.sqrt(EPS) * K[j, j]:
            return _cholesky_by_pivots(K)
        R[j, j:] = (K[j, j:] - R[:j, j] @ R[:j, j:]) / np.sqrt(squared)
    return R


def _cholesky_by_pivots(K: Array) -> Array:
    """The same R for a K that is singular, or nearly: points in coordinates, then Gram–Schmidt."""
    coordinates = incomplete_cholesky(K).R.T  # (n, T)
    return gram_schmidt(coordinates, "twice")[1] if coordinates.size else np.zeros(K.shape)


def incomplete_cholesky(
    K: ArrayLike | Gram, eta: float = 0.0, max_rank: int | None = None
) -> IncompleteCholesky:
    r"""Cholesky that takes the point with the largest residual next (ST-u51, ST-A5.12, ST-C5.4).

    .. math:: R_{Tj} = \frac1{\sqrt{d_i}} \Bigl(K_{ij} - \sum_{t<T} R_{ti} R_{tj}\Bigr), \qquad
              d_j \leftarrow d_j - R_{Tj}^2, \qquad i = \arg\max d

    Stops when all squared residuals are at most ``eta`` (never below round-off), so that
    :math:`|K - R'R|_{ij} \le \sqrt{d_i d_j} \le \eta`.
    With many points several rows are made at a time; the picks are the same.

    For kernel matrices: Fine and Scheinberg 2001.

    Parameters
    ----------
    K : (n, n) kernel matrix, or a :class:`featurespace.kernels.Gram`, of which only the T rows
        that are picked are ever computed.
    eta : largest squared residual to be left, >= 0; max(n, 32) * eps * (largest squared norm)
        takes its place where it is smaller.
    max_rank : stop after so many points; n, if left out.

    Returns
    -------
    ``R`` (T, n), ``pivots`` (T,) in the order of picking, ``residuals`` d (n,). Of a matrix every
    entry is held against the bound, and one that breaks it is refused (no kernel has it). Of a Gram
    only the picked rows are seen: there the bound holds if its kernel is one, as all of ours are.

    >>> factor = incomplete_cholesky([[1, 0, 1], [0, 1, 1], [1, 1, 2]])
    >>> factor.pivots, factor.residuals.round(12)  # two of three points span the plane
    (array([2, 0]), array([0., 0., 0.]))
    """
    K = K if isinstance(K, Gram) else as_gram(K)
    d = np.array(K.diagonal(), dtype=float)  # squared residuals, our own copy
    n, scale = len(K), np.abs(d).max()
    eta = as_number(eta, "eta", "be a number >= 0", lambda v: v >= 0)
    room = min(n, 32) if max_rank is None else as_count(max_rank, "max_rank", high=n)
    tol = max(eta, round_off(max(n, 32), scale))  # below this d is round-off
    R, most = np.empty((room, n)), n if max_rank is None else room
    if isinstance(K, Gram) and n >= MANY:
        R, pivots = _pick_in_blocks(K, d, tol, R, most)
    else:
        R, pivots = _pick(K, d, tol, R, most)
    noise = 8 * round_off(max(n, TERMS), scale)  # 8: see round_off
    if d.min() < -noise or (isinstance(K, np.ndarray) and _hides(K, R, d, noise)):
        raise not_a_kernel(np.asarray(K))
    return IncompleteCholesky(R, np.array(pivots, dtype=int), d.clip(0.0))


def _pick(K: Array | Gram, d: Array, tol: float, R: Array, most: int) -> tuple[Array, list[int]]:
    """Fill R row by row, the point with the largest residual next; d is brought up to date."""
    pivots: list[int] = []
    while len(pivots) < most and d.max() > tol:
        T, i = len(pivots), int(d.argmax())
        _make_room(R, T + 1, most)
        R[T] = (K[i] - R[:T, i] @ R[:T]) / np.sqrt(d[i])  # only T rows of K are ever asked for
        d -= R[T] ** 2
        d[i] = 0.0  # exactly, so that x_i is never picked again
        pivots.append(i)
    R.resize((len(pivots), R.shape[1]), refcheck=False)
    return R, pivots


def _make_room(R: Array, rows: int, most: int) -> None:
    """Let R have so many rows; where it must grow, to twice its size, moved if need be."""
    if rows > len(R):
        R.resize((min(max(rows, 2 * len(R)), most), R.shape[1]), refcheck=False)


def _pick_in_blocks(K: Gram, d: Array, tol: float, R: Array, most: int) -> tuple[Array, list[int]]:
    """The picks and rows of :func:`_pick`, several at a time, by matrix products.

    Residuals only fall. So while the best of a pool of points exceeds the bound, what the others
    had at the beginning, it is the best of all, and only the pool must be kept up to date.
    """
    pivots: list[int] = []
    while len(pivots) < most and d.max() > tol:
        T, bound = len(pivots), np.partition(d, -POOL)[-POOL]
        pool = np.flatnonzero(d > bound) if d.max() > bound else np.array([d.argmax()])
        room = min(most - T, BLOCK)
        new, L = _best_of(K, pool, d[pool], R[:T, pool], max(bound, tol), room)
        _make_room(R, T + len(new), most)
        old, rows = R[:T, new].T, slice(T, T + len(new))
        for c in slabs(len(d), WIDTH):
            left = K._entries(new, c) - old @ R[:T, c]
            R[rows, c] = dtrsm(1.0, L, left.T, side=1, lower=1, trans_a=1, overwrite_b=1).T  # L^-1
            d[c] -= (R[rows, c] ** 2).sum(axis=0)
        d[new] = 0.0
        pivots.extend(new.tolist())
    R.resize((len(pivots), R.shape[1]), refcheck=False)
    return R, pivots


def _best_of(
    K: Gram, pool: NDArray[np.intp], d: Array, R: Array, bound: float, room: int
) -> tuple[NDArray[np.intp], Array]:
    """Points of a pool in the order of picking, the first in any case, and their factor L."""
    new: list[int] = []
    S = np.empty((room, len(pool)))
    while len(new) < room and (not new or d.max() > bound):
        t, i = len(new), int(d.argmax())
        row = K._entries(pool[i : i + 1], pool)[0] - R[:, i] @ R
        S[t] = (row - S[:t, i] @ S[:t]) / np.sqrt(d[i])
        d -= S[t] ** 2
        d[i] = 0.0
        new.append(i)
    return pool[new], S[: len(new), new].T


def _hides(K: Array, R: Array, d: Array, noise: float) -> bool:
    """Whether some entry of K - R'R is larger than the residual lengths of its two points allow."""
    root = np.sqrt(d.clip(0.0) + noise)
    for rows in slabs(len(K), 256):
        columns = slice(rows.start, None)  # the other half is its mirror image
        left = R[:, rows].T @ R[:, columns]
        left -= K[rows, columns]
        np.abs(left, out=left)
        left -= np.outer(root[rows], root[columns])
        if left.max() > noise:
            return True
    return False


def incomplete_features(
    K_new: ArrayLike, factor: IncompleteCholesky, at_pivots: bool = False
) -> Array:
    r"""Coordinates (m, T) of new points in the basis that ``factor`` picked (ST-u48).

    .. math:: r_j = \frac1{\nu_j} \Bigl(\kappa(x_{i_j}, z) - \sum_{t<j} R_{t i_j} r_t\Bigr)

    Parameters
    ----------
    K_new : (m, n) new points against training points; with ``at_pivots`` (m, T).
    factor : what :func:`incomplete_cholesky` returned.
    at_pivots : whether K_new has only the columns of the pivots, in the order of picking.

    Returns
    -------
    (m, T) coordinates; for the training points they are the columns of R.

    >>> X, Z = np.diag([1.0, 2.0]), np.array([[3.0, 4.0]])
    >>> incomplete_features(Z @ X.T, incomplete_cholesky(X @ X.T))  # (0, 2) was picked first
    array([[4., 3.]])
    """
    R, pivots, _ = as_made(factor, IncompleteCholesky, "factor", "incomplete_cholesky(K)")
    K_new = as_rows(K_new, len(pivots) if at_pivots else R.shape[1])
    K_pivots = K_new if at_pivots else K_new[:, pivots]
    return solve_triangular(R[:, pivots], K_pivots.T, trans="T").T


def kernel_rank(K: ArrayLike, tol: float | None = None) -> int:
    r"""Number of eigenvalues of K above ``tol``: the dimension that the images span (ST-P5.11).

    Rank is a statement about a tolerance.

    Parameters
    ----------
    K : (n, n) kernel matrix. All eigenvalues are computed, and a negative one is refused.
    tol : n * eps * (largest eigenvalue), if left out.

    Returns
    -------
    The number of eigenvalues above ``tol``.

    >>> kernel_rank([[1, 0, 1], [0, 1, 1], [1, 1, 2]])
    2
    """
    K = as_gram(K)
    eigenvalues = np.linalg.eigvalsh(K)
    eigenvalues = clip_squares(eigenvalues, K, eigenvalues[-1])
    if tol is None:
        tol = round_off(len(K), eigenvalues[-1])
    return int((eigenvalues > as_number(tol, "tol", "be a number >= 0", lambda v: v >= 0)).sum())
