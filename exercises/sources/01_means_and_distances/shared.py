"""What several checks of the chapter use: data, and comparisons."""

import numpy as np

from featurespace.kernels import Gaussian, Linear, Polynomial

TOY = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 2]])  # the points (1, 0), (0, 1), (1, 1)


def gram_matrices(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices of three kinds and sizes."""
    return [
        (kernel(rng.normal(1, 1, (n, 3))),)
        for n, kernel in ((4, Linear()), (6, Polynomial(2)), (5, Gaussian()))
    ]


def on_a_line(points, others=None) -> np.ndarray:
    """Inner products of numbers, as whole ones if they are whole."""
    return np.outer(points, points if others is None else others)
