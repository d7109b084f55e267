r"""Appendix: projections, best low-rank matrices, and the nearest kernel matrix.

Ids like H-p26 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

import numpy as np
from numpy.typing import ArrayLike

from ._validate import DIGITS, Array, as_array, as_count, as_points, as_symmetric, fail, round_off


def projection_matrix(B: ArrayLike) -> Array:
    r"""Orthogonal projector onto the span of the columns of B (H-p28, H-p31, DME-A.43).

    .. math:: P = U U' \quad\text{with } U \text{ an orthonormal basis of that span}

    The columns need not be orthonormal, nor independent, nor of one size: only their span matters.

    Parameters
    ----------
    B : (d, k) matrix.

    Returns
    -------
    (d, d) projector. Its rank is the number of singular values, of B with columns of length one,
    above max(d, k) * eps times the largest.

    >>> 3 * projection_matrix(np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]).T)
    array([[ 2.,  1., -1.],
           [ 1.,  2.,  1.],
           [-1.,  1.,  2.]])
    """
    B = as_points(B, "B")
    size = np.abs(B).max(axis=0)
    unit: Array = B[:, size > 0] / size[size > 0]  # first, so that no square underflows
    if not unit.size:
        return np.zeros((len(B), len(B)))
    unit /= np.linalg.norm(unit, axis=0)
    U, s, _ = np.linalg.svd(unit, full_matrices=False)
    U = U[:, s > round_off(max(unit.shape), s[0])]
    return U @ U.T


def is_projection(P: ArrayLike) -> bool:
    r"""Whether :math:`P^2 = P`, up to round-off (H-p26, H-p27).

    Parameters
    ----------
    P : (n, n) matrix. Entries may be off by 8 n eps times its squared spectral norm (at least 1).

    Returns
    -------
    True or False.

    >>> is_projection([[1.0, -1.0], [0.0, 0.0]])  # an oblique one
    True
    """
    return _repeats(_square(P, "P"))


def _repeats(P: Array) -> bool:
    """Whether doing it twice is doing it once: P^2 = P."""
    scale = max(float(np.linalg.norm(P, 2)), 1.0)
    return bool(np.abs(P @ P - P).max() <= 8 * round_off(len(P), scale**2))  # 8: see round_off


def is_orthogonal_projection(P: ArrayLike) -> bool:
    r"""Whether :math:`P^2 = P = P'`, up to round-off (H-p26, ST-D5.8).

    Parameters
    ----------
    P : (n, n) matrix. P and P' may differ by 8 n eps times the largest entry (at least 1), P^2 and
        P by as much as in :func:`is_projection`.

    Returns
    -------
    True or False.

    >>> is_orthogonal_projection([[1.0, -1.0], [0.0, 0.0]])
    False
    """
    P = _square(P, "P")
    # 8: see round_off
    symmetric = np.abs(P - P.T).max() <= 8 * round_off(len(P), max(np.abs(P).max(), 1.0))
    return bool(symmetric) and _repeats(P)


def _square(A: ArrayLike, name: str) -> Array:
    A = as_array(A, name, 2)
    if A.shape[0] != A.shape[1]:
        raise fail(name, "be square", f"shape {A.shape}", "Pass an n x n matrix")
    return A


def best_rank_k(A: ArrayLike, k: int) -> Array:
    r"""The matrix of rank k nearest to A: its k leading SVD terms (DME-A.62..A.63, DME-2.43).

    .. math:: A_k = \sum_{i \le k} s_i u_i v_i', \qquad \|A - A_k\|_F^2 = \sum_{i>k} s_i^2

    See Eckart and Young 1936.

    Parameters
    ----------
    A : (n, d) matrix.
    k : rank, from 1 to the smaller of n and d.

    Returns
    -------
    (n, d) matrix of rank k at most.

    >>> best_rank_k([[3.0, 0.0], [0.0, 1.0]], 1)
    array([[3., 0.],
           [0., 0.]])
    """
    A = as_array(A, "A", 2)
    k = as_count(k, "k", high=min(A.shape))
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return (U[:, :k] * s[:k]) @ Vt[:k]


def nearest_psd(A: ArrayLike, k: int | None = None) -> Array:
    r"""The nearest positive semi-definite matrix, of rank at most k (DME-A.68..A.69, A.79..A.81).

    .. math:: \sum_{i \le k} \max(\lambda_i, 0)\, u_i u_i'

    In the sense of the sum of squares: Higham 1988.

    Parameters
    ----------
    A : (n, n) symmetric matrix.
    k : largest rank, from 1 to n; n, if left out.

    Returns
    -------
    (n, n) matrix, symmetric, without negative eigenvalues up to round-off.

    >>> nearest_psd([[0.0, 1.0], [1.0, 0.0]])  # eigenvalues 1 and -1
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    A = as_symmetric(A, "A")
    k = len(A) if k is None else as_count(k, "k", high=len(A))
    values, U = np.linalg.eigh(A)
    kept, U = np.maximum(values[-k:], 0.0), U[:, -k:]
    return (U * kept) @ U.T


def block_inverse(A: ArrayLike, B: ArrayLike, C: ArrayLike, D: ArrayLike) -> Array:
    r"""Inverse of a matrix in four blocks, by the Schur complement of D (DME-A.22..A.23).

    .. math:: \begin{pmatrix} A & B \\ C & D \end{pmatrix}^{-1} = \begin{pmatrix}
              M & -M B D^{-1} \\ -D^{-1} C M & D^{-1} + D^{-1} C M B D^{-1} \end{pmatrix}, \quad
              M = (A - B D^{-1} C)^{-1}

    Parameters
    ----------
    A, B, C, D : blocks (p, p), (p, q), (q, p), (q, q). D and its Schur complement must be
        invertible, and so far from singular that the product with the inverse is I to a thousandth.

    Returns
    -------
    (p + q, p + q) inverse.

    >>> block_inverse([[2.0]], [[0.0]], [[0.0]], [[4.0]])
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    A, D = _square(A, "A"), _square(D, "D")
    B, C = as_array(B, "B", 2), as_array(C, "C", 2)
    if B.shape != (len(A), len(D)) or C.shape != (len(D), len(A)):
        remedy = f"For A {A.shape} and D {D.shape} they are {(len(A), len(D))} and its transpose"
        raise fail("B and C", "fit A and D", f"shapes {B.shape} and {C.shape}", remedy)
    Di = _inverse(D, "D", np.abs(D).max(), "Swap the blocks, to invert A first")
    DC = Di @ C
    scale = max(np.abs(A).max(), np.abs(B @ DC).max())
    remedy = "Without it the whole matrix has no inverse"
    M = _inverse(A - B @ DC, "the Schur complement A - B D^-1 C", scale, remedy)
    MB = -M @ B @ Di
    inverse = np.block([[M, MB], [-DC @ M, Di - DC @ MB]])
    error = np.abs(np.block([[A, B], [C, D]]) @ inverse - np.eye(len(inverse))).max()
    if error > 1 / DIGITS:
        remedy = "Swap the blocks, to invert A first, or take np.linalg.inv of the whole"
        raise fail("D", "be far from singular", f"a product off by {error:.2g} from I", remedy)
    return inverse


def _inverse(A: Array, name: str, scale: float, remedy: str) -> Array:
    """Inverse of A, a sum of terms of that scale, refusing by name what is singular."""
    if (least := np.linalg.norm(A, -2)) <= round_off(len(A), scale):
        raise fail(name, "be invertible", f"smallest singular value {least:.3g}", remedy)
    return np.asarray(np.linalg.solve(A, np.eye(len(A))), dtype=float)
