r"""Chapter 2: projections, Gram–Schmidt and Cholesky, from the kernel matrix alone.

Dual weights hold a direction of feature space: :math:`w = \sum_i \alpha_i \phi(x_i)` (ST-u28).
Gram–Schmidt on the images *is* Cholesky on K: the columns of R are the points in new coordinates.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import solve_triangular
from scipy.linalg.blas import dtrsm

from ._slabs import slabs
from ._validate import (
    TERMS,
    Array,
    as_count,
    as_gram,
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

    >>> Projection(np.array([3.0]), np.array([16.0])).signed_length  # of the vector (3, 4)
    array([3.])
    """

    signed_length: Array
    squared_residual: Array


class IncompleteCholesky(NamedTuple):
    """R (T, n) with R'R close to K, the points that were picked, what is left of each (ST-A5.12).

    >>> incomplete_cholesky([[1.0, 0.0], [0.0, 4.0]], max_rank=1).residuals
    array([1., 0.])
    """

    R: Array
    pivots: np.ndarray
    residuals: Array


def squared_length(K: Array, alpha: Array) -> float:
    """Squared length alpha' K alpha of a direction; zero is refused, it points nowhere."""
    scale = np.abs(alpha).sum() ** 2 * np.abs(K).max()
    squared = float(clip_squares(alpha @ K @ alpha, K, scale))
    if squared <= 8 * round_off(len(K), scale):
        remedy = "Its combination of images is zero, which has no direction"
        raise fail("alpha", "give a direction of positive length", f"{squared:.3g}", remedy)
    return squared


def dual_projection(
    K_new: ArrayLike, K: ArrayLike, alpha: ArrayLike, diag_new: ArrayLike
) -> Projection:
    r"""Project images on the direction w with dual weights alpha (ST-u27, ST-u29, ST-u30).

    .. math:: \frac{\langle w, \phi(z) \rangle}{\|w\|} =
              \frac{\sum_i \alpha_i \kappa(x_i, z)}{\sqrt{\alpha' K \alpha}}, \qquad
              \text{residual}^2 = \kappa(z, z) - \text{length}^2

    The length is signed: a coordinate along w, not a norm.

    >>> dual_projection([[-3.0, 4.0]], np.eye(2), [2.0, 0.0], [25.0])  # (-3, 4) on (2, 0)
    Projection(signed_length=array([-3.]), squared_residual=array([16.]))
    """
    K = as_gram(K)
    K_new, alpha = as_rows(K_new, len(K)), as_vector(alpha, len(K), "alpha")
    diag_new = as_vector(diag_new, len(K_new), "diag_new")
    length = K_new @ alpha / np.sqrt(squared_length(K, alpha))
    scale = max(np.abs(K.diagonal()).max(), np.abs(diag_new).max())
    return Projection(length, clip_squares(diag_new - length**2, K, scale, "K_new and diag_new"))


def deflate(X: ArrayLike, w: ArrayLike) -> Array:
    r"""Points without their component along w (ST-5.8, ST-u33, ST-u34).

    .. math:: \tilde X = X \Bigl(I - \frac{w w'}{w'w}\Bigr)

    >>> deflate([[3.0, 4.0], [1.0, 2.0]], [0.0, 2.0])
    array([[3., 0.],
           [1., 0.]])
    """
    X = as_points(X)
    w = as_vector(w, X.shape[1], "w")
    if not w.any():
        raise fail("w", "not be zero", "a zero vector", "Pass a direction")
    w = w / np.linalg.norm(w)
    return X - np.outer(X @ w, w)


def deflate_gram(K: ArrayLike, alpha: ArrayLike) -> Array:
    r"""Kernel matrix of the images without their component along w (ST-5.8 in dual form).

    .. math:: \tilde K = K - \frac{K \alpha \alpha' K}{\alpha' K \alpha}

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

    >>> hilbert = 1 / (np.arange(10)[:, None] + np.arange(10) + 1.0)
    >>> for method in ("classical", "modified", "twice"):
    ...     Q, R = gram_schmidt(hilbert, method)
    ...     print(method, "loses" if np.abs(Q.T @ Q - np.eye(10)).max() > 1e-12 else "keeps")
    classical loses
    modified loses
    twice keeps
    """
    X = as_points(X)
    one_of(method, "method", ("classical", "modified", "twice"))
    n, floor = len(X), round_off(max(X.shape), 1.0) * np.linalg.norm(X, axis=1)
    Q, R, left = np.zeros(X.shape), np.zeros((n, n)), X.copy()  # the rows of Q are the q_i
    for i in range(n):
        if method != "modified":
            for _ in range(2 if method == "twice" else 1):
                before = np.linalg.norm(left[i])
                r = Q[:i] @ left[i]
                left[i] -= r @ Q[:i]
                R[:i, i] += r
                if np.linalg.norm(left[i]) > 0.7 * before:  # hardly shorter: nothing was lost
                    break
        R[i, i] = np.linalg.norm(left[i])
        if R[i, i] <= floor[i]:
            R[i, i] = 0.0
            continue
        Q[i] = left[i] / R[i, i]
        if method == "modified":  # take q_i out of all points that are still to come
            R[i, i + 1 :] = left[i + 1 :] @ Q[i]
            left[i + 1 :] -= np.outer(R[i, i + 1 :], Q[i])
    return Q.T, R


def cholesky(K: ArrayLike) -> Array:
    r"""Upper triangular R with R'R = K: Gram–Schmidt in feature space (ST-u42 .. ST-u46, ST-D5.10).

    .. math:: R_{ji} = \frac1{\nu_j} \Bigl(K_{ji} - \sum_{t<j} R_{tj} R_{ti}\Bigr), \qquad
              \nu_j^2 = K_{jj} - \sum_{t<j} R_{tj}^2

    K may be singular: a point that depends on earlier ones leaves a row of zeros. In this order the
    sums would then lose digits, so largest residuals go first; Gram–Schmidt restores the order.
    R'R is K to round-off, but where many points share few dimensions the same round-off can give a
    row to a point that adds nothing: ask :func:`kernel_rank` or the pivots for the rank.

    >>> cholesky([[1, 0, 1], [0, 1, 1], [1, 1, 2]]).round(12) + 0.0
    array([[1., 0., 1.],
           [0., 1., 1.],
           [0., 0., 0.]])
    """
    K = as_gram(K)
    coordinates = incomplete_cholesky(K).R.T  # (n, T)
    return gram_schmidt(coordinates, "twice")[1] if coordinates.size else np.zeros(K.shape)


def incomplete_cholesky(
    K: ArrayLike | Gram, eta: float = 0.0, max_rank: int | None = None
) -> IncompleteCholesky:
    r"""Cholesky that takes the point with the largest residual next (ST-u51, ST-A5.12, ST-C5.4).

    Stops when all squared residuals are at most ``eta`` (never below round-off), so that
    :math:`|K - R'R|_{ij} \le \max_i d_i \le \eta`. Asks only for the T rows of K that it picks.
    With many points several rows are made at a time; the picks are the same.

    Parameters
    ----------
    K
        inner products, (n, n): an array, or a :class:`featurespace.kernels.Gram` that makes rows
        when they are asked for
    eta
        squared residual at which to stop; residuals below max(n, 32) eps (largest squared norm)
        are round-off and never picked
    max_rank
        number of points at which to stop, 1 .. n; None for no limit

    Returns
    -------
    IncompleteCholesky
        the factor R (T, n), the T picks in their order, the n squared residuals

    Examples
    --------
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
    noise = 8 * round_off(max(n, TERMS), scale)
    if d.min() < -noise or (isinstance(K, np.ndarray) and _hides(K, R, d.max() + noise)):
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
    """Let R have so many rows; where it must grow, in place and to twice its size."""
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


def _hides(K: Array, R: Array, bound: float) -> bool:
    """Inner products beyond what the residual lengths allow: one generic vector shows them."""
    probe = np.cos(np.arange(1.0, len(K) + 1))
    return np.abs(K @ probe - R.T @ (R @ probe)).max() > len(K) * bound


def incomplete_features(
    K_new: ArrayLike, factor: IncompleteCholesky, at_pivots: bool = False
) -> Array:
    r"""Coordinates (m, T) of new points in the basis that ``factor`` picked (ST-u48).

    .. math:: r_j = \frac1{\nu_j} \Bigl(\kappa(x_{i_j}, z) - \sum_{t<j} R_{t i_j} r_t\Bigr)

    ``K_new`` (m, n); with ``at_pivots`` only its T columns of the pivots, in the order of picking.

    >>> X, Z = np.diag([1.0, 2.0]), np.array([[3.0, 4.0]])
    >>> incomplete_features(Z @ X.T, incomplete_cholesky(X @ X.T))  # (0, 2) was picked first
    array([[4., 3.]])
    """
    R, pivots, _ = factor
    K_new = as_rows(K_new, len(pivots) if at_pivots else R.shape[1])
    K_pivots = K_new if at_pivots else K_new[:, pivots]
    return solve_triangular(R[:, pivots], K_pivots.T, trans="T").T


def kernel_rank(K: ArrayLike, tol: float | None = None) -> int:
    r"""Number of eigenvalues of K above ``tol``: the dimension that the images span (ST-P5.11).

    Rank is a statement about a tolerance; n * eps * (largest eigenvalue), if none is given.

    >>> kernel_rank([[1, 0, 1], [0, 1, 1], [1, 1, 2]])
    2
    """
    K = as_gram(K)
    eigenvalues = np.linalg.eigvalsh(K)
    if eigenvalues[0] < -8 * round_off(max(len(K), TERMS), eigenvalues[-1]):
        raise not_a_kernel(K)
    if tol is None:
        tol = round_off(len(K), eigenvalues[-1].clip(0.0))
    return int((eigenvalues > as_number(tol, "tol", "be a number >= 0", lambda v: v >= 0)).sum())
