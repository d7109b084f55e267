r"""Chapter 3: spread along a direction, and the direction that separates two classes best.

The classes' projections have means :math:`\mu_\pm` and variances :math:`\sigma_\pm^2` (over n).

Ids like ST-5.10 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from ._validate import (
    Array,
    as_gram,
    as_labels,
    as_number,
    as_ridge,
    as_vector,
    fail,
    keep_digits,
    not_a_kernel,
    round_off,
)
from .means import DualRule
from .orthogonal import squared_length


def projection_variance(K: ArrayLike, alpha: ArrayLike) -> float:
    r"""Variance of the images along the unit direction with weights alpha (ST-5.9, ST-u62, ST-u64).

    .. math:: \frac{\frac1n \alpha' K^2 \alpha - \frac1{n^2} (\alpha' K j)^2}{\alpha' K \alpha}

    The denominator makes the direction a unit vector; K need not be centred.

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the spread. Negative eigenvalues
        are noticed only if they make the direction's squared length negative.
    alpha : (n,) dual weights, which must not cancel to nothing.

    Returns
    -------
    The variance, over n.

    >>> x = np.array([[0.0, 0.0], [2.0, 1.0], [4.0, 0.0]])
    >>> round(projection_variance(x @ x.T, [0.0, 0.0, 1.0]), 12)  # along (1, 0): var(0, 2, 4)
    2.666666666667
    """
    K = as_gram(K)
    alpha = as_vector(alpha, len(K), "alpha")
    keep_digits(K, K.mean())
    squared = squared_length(K, alpha)
    return float(np.var(K @ alpha) / squared)


def within_class_matrix(y: ArrayLike) -> Array:
    r"""The matrix B of the within-class spread: two weighted centring matrices (ST-5.12..5.15).

    .. math:: B = \begin{pmatrix} \frac{2 n_-}{n} C_{n_+} & 0 \\ 0 & \frac{2 n_+}{n} C_{n_-}
              \end{pmatrix}, \qquad
              \frac{n}{2 n_+ n_-}\, w' X' B X w = \sigma_+^2 + \sigma_-^2

    Parameters
    ----------
    y : (n,) labels -1 and +1, both present.

    Returns
    -------
    (n, n) matrix B, its rows and columns in the order of y.

    >>> within_class_matrix([1, 1, -1])  # C_2 scaled by 2/3, and C_1 = 0
    array([[ 0.33333333, -0.33333333,  0.        ],
           [-0.33333333,  0.33333333,  0.        ],
           [ 0.        ,  0.        ,  0.        ]])
    """
    y = as_labels(y)
    B = np.zeros((len(y), len(y)))
    for sign in (1.0, -1.0):
        member = y == sign
        weight = 2 * (~member).sum() / len(y)
        centring = np.eye(member.sum()) - 1 / member.sum()
        B[np.ix_(member, member)] = weight * centring
    return B


def fisher_ratio(K: ArrayLike, y: ArrayLike, alpha: ArrayLike, lam: float = 0.0) -> float:
    r"""Fisher's quotient, regularised (ST-5.10, ST-5.11); the length of w does not matter.

    .. math:: J(w) = \frac{(\mu_+ - \mu_-)^2}{\sigma_+^2 + \sigma_-^2 + \lambda \|w\|^2}

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the spread. Negative eigenvalues
        are noticed only if they make the direction's squared length negative.
    y : (n,) labels -1 and +1, both present.
    alpha : (n,) dual weights of w, which must not cancel to nothing.
    lam : ridge >= 0; it must be > 0 where both classes project to a point each.

    Returns
    -------
    The quotient J.

    >>> x = np.array([[0.0], [2.0], [9.0], [11.0]])  # means 1 and 10, variances 1 and 1
    >>> fisher_ratio(x @ x.T, [-1, -1, 1, 1], [0.0, 0.0, 0.0, 1.0])  # 9^2 / 2
    40.5
    """
    K = as_gram(K)
    y, alpha = as_labels(y, len(K)), as_vector(alpha, len(K), "alpha")
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    keep_digits(K, K.mean())
    squared = squared_length(K, alpha)
    f = K @ alpha  # (n,) <w, phi(x_i)>
    within = f[y > 0].var() + f[y < 0].var() + lam * squared
    noise = round_off(len(K), np.abs(K).max() * np.abs(alpha).sum())  # of an entry of f
    if within <= noise**2:
        remedy = "Both classes project to a point each; use lam > 0"
        raise fail("lam", "be > 0 here", f"{lam} and no spread within the classes", remedy)
    return float((f[y > 0].mean() - f[y < 0].mean()) ** 2 / within)


def kernel_fisher(K: ArrayLike, y: ArrayLike, lam: float = 1e-3) -> DualRule:
    r"""The direction that maximises (5.11) exactly, for classes of any sizes (ST-K5.15, ST-A5.16).

    .. math:: (W K + \lambda I)\, \alpha = t, \qquad W = \tfrac{n}{2 n_+ n_-} B, \qquad
              t_i = \pm \tfrac1{n_\pm}

    (The printed right-hand side y gives this direction only for equal classes or a centred K.)
    The offset b lies midway between the projected class means (ST-u71). W is never formed: it is
    diagonal plus two constant blocks, and those only fix the class sums of alpha at
    :math:`\pm 1/\lambda`; one positive definite system with two right-hand sides will do.

    For points: Fisher 1936. With kernels: Mika and others 1999.

    Parameters
    ----------
    K : (n, n) kernel matrix, centred or not. A negative eigenvalue is refused only where it
        outweighs the ridge; a smaller one only a spectrum would show.
    y : (n,) labels -1 and +1, both present.
    lam : ridge > 0, above 8000 eps times the trace of K with its classes scaled to size one: below,
        fewer than three digits of alpha would be right. 1e-3, if left out, is meant for
        images whose length is about one.

    Returns
    -------
    ``alpha`` (n,) and ``b``: a new point belongs to class +1 if ``K_new @ alpha > b``.

    >>> x = np.array([[0.0], [2.0], [9.0], [11.0], [10.0]])  # means 1 and 10
    >>> K, y, lam = x @ x.T, np.array([-1, -1, 1, 1, 1]), 0.1
    >>> alpha, b = kernel_fisher(K, y, lam)
    >>> float(round(b / (x[:, 0] @ alpha), 9))  # the border, halfway
    5.5

    The printed system, solved as it stands, has the same answer:

    >>> W = 5 / (2 * 2 * 3) * within_class_matrix(y)
    >>> t = np.where(y > 0, 1 / 3, -1 / 2)
    >>> bool(np.allclose(np.linalg.solve(W @ K + lam * np.eye(5), t), alpha))
    True
    """
    K = as_gram(K)
    y, lam = as_labels(y, len(K)), as_number(lam, "lam", "be a number > 0", lambda v: v > 0)
    classes = np.column_stack([y > 0, y < 0]).astype(float)  # (n, 2) indicators
    root = np.sqrt(classes @ (1 / classes.sum(axis=0)))  # (n,) 1 / sqrt(size of its class)
    M = root[:, None] * K
    M *= root
    as_ridge(lam, np.trace(M))
    M.flat[:: len(M) + 1] += lam
    try:
        factor = cho_factor(M.T, overwrite_a=True, check_finite=False)  # M' is M, in LAPACK's order
    except LinAlgError:
        raise not_a_kernel(K) from None
    basis = root[:, None] * cho_solve(factor, classes / root[:, None])
    alpha = basis @ np.linalg.solve(classes.T @ basis, [1 / lam, -1 / lam])
    f = K @ alpha
    return DualRule(alpha, float((f[y > 0].mean() + f[y < 0].mean()) / 2))
