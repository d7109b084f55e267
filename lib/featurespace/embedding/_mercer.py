"""Eigenfunctions of a kernel, on a grid.

Ids like W-T7.1 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._spectral import fix_signs
from .._validate import Array, as_array, as_symmetric, as_vector, fail


class Mercer(NamedTuple):
    """Eigenvalues, largest first, and eigenfunctions on the grid as columns (W-T7.1).

    Attributes
    ----------
    eigenvalues : (n,), largest first.
    functions : (n, n), a column for each, orthonormal in the weighted inner product.

    >>> t = (np.arange(200) + 0.5) / 200
    >>> mercer(lambda x: np.minimum(x, x.T), t, np.full(200, 1 / 200)).eigenvalues[0].round(4)
    np.float64(0.4053)
    """

    eigenvalues: Array
    functions: Array


def mercer(kernel: Callable[[Array], Array], grid: ArrayLike, weights: ArrayLike) -> Mercer:
    r"""Solve the integral equation of a kernel by quadrature (W-T7.1, W-u04, W-u07).

    .. math:: \int \kappa(s, t)\, \psi_i(t)\, dt = \lambda_i \psi_i(s), \qquad
              \kappa(s, t) = \sum_i \lambda_i \psi_i(s) \psi_i(t)

    Whether the kernel is positive semi-definite is not checked: negative eigenvalues tell.

    The expansion is that of Mercer 1909, the quadrature that of Nyström 1930.

    Parameters
    ----------
    kernel : ``kernel(points)`` gives the symmetric matrix (n, n) for points (n, d).
    grid : n numbers, or points (n, d).
    weights : n positive quadrature weights.

    Returns
    -------
    All n eigenvalues, largest first, and functions (n, n) as columns, orthonormal in the weighted
    inner product.

    >>> t = (np.arange(100) + 0.5) / 100
    >>> values, functions = mercer(lambda x: np.minimum(x, x.T), t, np.full(100, 0.01))
    >>> round(float(values.sum()), 9)  # the integral of min(t, t) = t
    0.5
    """
    axes = np.ndim(np.asarray(grid, dtype=object))  # numbers, or points as rows
    grid = as_array(grid, "grid", 2 if axes == 2 else 1)
    weights = as_vector(weights, len(grid), "weights")
    if weights.min() <= 0:
        raise fail("weights", "be positive", f"{weights.min():.3g}", "Use a quadrature rule")
    root = np.sqrt(weights)
    K = as_symmetric(kernel(grid.reshape(len(grid), -1)), "kernel(grid)")
    if len(K) != len(grid):
        raise fail("kernel(grid)", f"have {len(grid)} rows", len(K), "Give one row per grid point")
    values, V = np.linalg.eigh(root[:, None] * K * root)
    return Mercer(values[::-1], fix_signs(V[:, ::-1] / root[:, None]))
