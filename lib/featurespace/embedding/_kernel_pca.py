"""PCA of the images, from the kernel matrix."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._spectral import top_eigenpairs
from .._validate import Array, as_count, as_gram, as_rows, fail, round_off
from ..means import centre


class KernelComponents(NamedTuple):
    """Dual weights (n, k) of unit directions, variances along them, scores (n, k) (DME-3.29).

    >>> kernel_pca([[1.0, -1.0], [-1.0, 1.0]], k=1).eigenvalues  # points +1 and -1
    array([1.])
    """

    alpha: Array
    eigenvalues: Array
    scores: Array


def kernel_pca(K: ArrayLike, k: int) -> KernelComponents:
    r"""Principal components in feature space (DME-3.28, DME-3.29, W-u25).

    .. math:: \hat K v = n \lambda v, \qquad \alpha = \frac{v}{\sqrt{n \lambda}}, \qquad
              Z = \hat K \alpha

    K is centred here. With these weights the directions have length one (:math:`\alpha' \hat K
    \alpha = 1`) and the scores have variance :math:`\lambda`.

    >>> x = np.array([[0.0], [1.0], [5.0]])
    >>> kernel_pca(x @ x.T, k=1).scores.round(9)  # x minus its mean 2
    array([[-2.],
           [-1.],
           [ 3.]])
    """
    K = as_gram(K)
    k = as_count(k, "k", high=len(K))
    values, V = top_eigenpairs(centre(K), k)
    rank = int((values > 8 * round_off(len(K), np.abs(K.diagonal()).max())).sum())
    if k > rank:
        remedy = "Ask for fewer components; the others have no variance"
        raise fail("k", "be at most the rank of the centred K", f"{k} > {rank}", remedy)
    root = np.sqrt(values)
    return KernelComponents(V / root, values / len(K), V * root)


def kernel_pca_project(K_new: ArrayLike, K: ArrayLike, components: KernelComponents) -> Array:
    r"""Scores (m, k) of new points, measured from the training centre (W-u21).

    .. math:: z_j = \sum_i \alpha_i^j\, \hat\kappa(x_i, z)

    >>> x, z = np.array([[0.0], [1.0], [5.0]]), np.array([[4.0]])
    >>> kernel_pca_project(z @ x.T, x @ x.T, kernel_pca(x @ x.T, k=1)).round(9)  # 4 - 2
    array([[2.]])
    """
    K, n = as_gram(K), len(components.alpha)
    if len(K) != n:
        raise fail("K", f"have {n} rows, like the components", len(K), "Pass the K they came from")
    return centre(as_rows(K_new, len(K)), K) @ components.alpha
