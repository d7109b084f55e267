"""PCA of the images, from the kernel matrix.

Ids like DME-3.29 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._spectral import top_eigenpairs
from .._validate import (
    Array,
    as_count,
    as_gram,
    as_made,
    as_rows,
    clip_squares,
    fail,
    keep_digits,
    round_off,
)
from ..means import _centre


class KernelComponents(NamedTuple):
    """What kernel PCA finds, and all that a new point needs of the training points (DME-3.29).

    Attributes
    ----------
    alpha : (n, k) dual weights of directions of length one.
    eigenvalues : variances (k,) along them, largest first.
    scores : the training points' coordinates (n, k) along them.
    mean : (n,) mean inner product of each training point with all of them: what centring a new
        point takes, so that K itself can be let go.

    >>> kernel_pca([[1.0, -1.0], [-1.0, 1.0]], k=1).eigenvalues  # points +1 and -1
    array([1.])
    """

    alpha: Array
    eigenvalues: Array
    scores: Array
    mean: Array


def kernel_pca(K: ArrayLike, k: int) -> KernelComponents:
    r"""Principal components in feature space (DME-3.28, DME-3.29, W-u25).

    .. math:: \hat K v = n \lambda v, \qquad \alpha = \frac{v}{\sqrt{n \lambda}}, \qquad
              Z = \hat K \alpha

    K is centred here. With these weights the directions have length one (:math:`\alpha' \hat K
    \alpha = 1`) and the scores have variance :math:`\lambda`.

    See Schölkopf, Smola and Müller 1998.

    Parameters
    ----------
    K : inner products of the training points, (n, n), not centred. Refused if the k components take
        more than all the variance there is, as they do in a table of distances; other signs of a
        negative eigenvalue are not looked for.
    k : how many components, at most the rank of the centred K: eigenvalues :math:`n\lambda` below 8
        n eps (largest squared norm), the round-off of K, count as zero.

    Returns
    -------
    Weights, variances and scores of the components, and the means that centred K.

    >>> x = np.array([[0.0], [1.0], [5.0]])
    >>> kernel_pca(x @ x.T, k=1).scores.round(9)  # x minus its mean 2
    array([[-2.],
           [-1.],
           [ 3.]])
    """
    K = as_gram(K)
    k = as_count(k, "k", high=len(K))
    mean = K.mean(axis=1)
    keep_digits(K, mean.mean())
    values, V = top_eigenpairs(_centre(K, mean, mean), k)
    scale = max(np.abs(K.diagonal()).max(), np.abs(mean).max())  # a kernel: the first
    left = K.diagonal().mean() - mean.mean() - values.sum() / len(K)  # variance of all the others
    clip_squares(left, K, scale)  # refuses what is no kernel matrix
    rank = int((values > 8 * round_off(len(K), scale)).sum())  # 8: see round_off
    if k > rank:
        remedy = "Ask for fewer components; the others have no variance"
        raise fail("k", "be at most the rank of the centred K", f"{k} > {rank}", remedy)
    root = np.sqrt(values)
    return KernelComponents(V / root, values / len(K), V * root, mean)


def kernel_pca_project(K_new: ArrayLike, components: KernelComponents) -> Array:
    r"""Scores of new points, measured from the training centre (W-u21).

    .. math:: z_j = \sum_i \alpha_i^j\, \hat\kappa(x_i, z)

    The kernel matrix of the training points is not needed again: m new points cost O(mn).

    Parameters
    ----------
    K_new : (m, n) inner products of new points with the training points, by the same kernel.
    components : what :func:`kernel_pca` found.

    Returns
    -------
    (m, k) scores.

    >>> x, z = np.array([[0.0], [1.0], [5.0]]), np.array([[4.0]])
    >>> kernel_pca_project(z @ x.T, kernel_pca(x @ x.T, k=1)).round(9)  # 4 - 2
    array([[2.]])
    """
    components = as_made(components, KernelComponents, "components", "kernel_pca(K, k)")
    K_new = as_rows(K_new, len(components.alpha))
    return _centre(K_new, K_new.mean(axis=1), components.mean) @ components.alpha
