"""Built from exercises/sources/A_linear_algebra/shared.py by `make notebooks`: do not edit."""

"""What several checks of the chapter use: data, and comparisons."""

import numpy as np
import scipy.linalg
from numpy.linalg import solve

from featurespace.checks.compare import match
from featurespace.checks.compare import numbers as as_numbers

ANY = 1e100  # a tolerance that leaves only type, shape and finiteness to be compared
SMALL = 1e-8  # what is below this is round-off


def as_matrix(answer, shape: tuple[int, ...]) -> np.ndarray:
    """The answer as an array of finite numbers of this shape, or a Problem in words."""
    match(answer, np.zeros(shape), ANY)
    return as_numbers(answer, np.zeros(shape))


def oblique(B: np.ndarray, C: np.ndarray) -> np.ndarray:
    """The projection onto the columns of B whose light travels at right angles to those of C."""
    return B @ solve(C.T @ B, C.T)


def _singular_values(X):
    return np.linalg.svd(X, compute_uv=False)


def refusing_large(side: int) -> dict:
    """Functions that refuse a square matrix of more than this side, which is the smaller one's."""

    def words(M, *others, **options):
        shape = np.shape(M)
        if len(shape) == 2 and min(shape) > side:
            return f"Your function forms a matrix of shape {shape}; squares of the smaller side must do."
        return ""

    def svd_words(M, full_matrices=True, compute_uv=True, **options):
        if full_matrices and compute_uv and max(np.shape(M)) > side and not words(M):
            return "A full svd forms a square matrix of the larger side; with `full_matrices=False`, or `compute_uv=False`, it does not."
        return words(M)

    modules = (np.linalg, scipy.linalg)
    names = ("inv", "pinv", "solve", "lstsq", "eigh", "eigvalsh", "eig", "eigvals", "det")
    refused = {getattr(module, name): words for module in modules for name in names}
    refused |= {np.trace: words, np.diag: words, np.diagonal: words}
    return {**refused, np.linalg.svd: svd_words, scipy.linalg.svd: svd_words}
