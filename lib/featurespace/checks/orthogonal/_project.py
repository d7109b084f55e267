"""Built from exercises/sources/02_gram_schmidt_and_cholesky/01_project.py by `make notebooks`: do not edit."""

import numpy as np


def project(K, alpha):
    inner = K @ alpha  # inner products of w with every image
    length = inner / np.sqrt(alpha @ K @ alpha)
    return length, np.diag(K) - length**2


from collections.abc import Callable

from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import TABLE
from featurespace.kernels import Gaussian, Linear, Polynomial


def _directions(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, d, kernel in ((2, 3, Linear()), (7, 3, Polynomial(2)), (5, 2, Gaussian())):
        K, alpha = kernel(rng.normal(1, 1, (n, d))), rng.normal(size=n)
        cases.append((K, -alpha if K[0] @ alpha > 0 else alpha))  # the first on the far side
    return cases


def _projected(length: Callable, residual: Callable | None = None):
    """An answer; without ``residual`` the length's square is taken away."""

    def project(K, alpha):
        signed = length(K, alpha)
        return signed, residual(K, alpha) if residual else np.diag(K) - signed**2

    return project


def _norm(K, alpha):
    return np.sqrt(alpha @ K @ alpha)


def _length(K, alpha):
    return K @ alpha / _norm(K, alpha)


def _left(K, alpha):
    return np.diag(K) - _length(K, alpha) ** 2


def _which(seen, K, alpha):
    """The part that is wrong, and a test of it."""
    if np.allclose(seen[0], _length(K, alpha)):
        return "the lengths are right. With Pythagoras the squared residual of image i is K_ii minus the square of its length."
    fails = not np.allclose(alpha @ seen[0], _norm(K, alpha))
    test = " A test: w itself, the mixture with the weights `alpha`, has the length ‖w‖, so `alpha @ lengths` should be the root of α'Kα."
    return (
        "the signed lengths are ⟨w, φ⟩/‖w‖, with `inner` above the line and the root of α'Kα below."
        + test * fails
    )


CHECK = Check(
    answer=project,
    section="A shadow",
    difficulty=1,
    minutes=6,
    kind="practice",
    inputs=_directions,
    example=((TABLE, np.array([1, 0, 0, 0])), (np.array([3, 1, 2, 2]), np.array([0, 4, 2, 1]))),
    twin=lambda K, alpha: orthogonal.dual_projection(K, K, alpha, np.diag(K)),
    explain=_which,
    misconceptions=(
        Misconception(
            _projected(lambda K, a: K @ a / _norm(K, a) ** 2),
            "You divided by ‖w‖². That gives how many copies of w the projection takes; in units of length it is ⟨w, φ⟩/‖w‖, so divide once.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / _norm(K, a) ** 2, _left),
            "The residuals are right. The lengths are not: with ‖w‖² below you count copies of w; the signed length is ⟨w, φ⟩/‖w‖.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a),
            "The length of w is still in there: ⟨w, φ⟩ doubles when w does, a projection must not. Divide by ‖w‖.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a, _left),
            "The residuals are right. In the lengths the length of w is still there: ⟨w, φ⟩ doubles when w does, a projection must not. Divide by ‖w‖.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.linalg.norm(a)),
            "You divided by the length of the list alpha. The length of w = Σ αᵢ φ(xᵢ) is another one: its square is α'Kα.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.linalg.norm(K @ a)),
            "You divided by the length of the list Kα. It is w that must have length one, and its squared length is α'Kα.",
        ),
        Misconception(
            _projected(lambda K, a: np.abs(_length(K, a))),
            "The sign is gone. A point on the far side of the origin has a negative coordinate along w; leave out the absolute value.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.sqrt(np.diag(K))),
            "You divided by the lengths of the images. It is w that must have length one: divide by ‖w‖.",
        ),
        Misconception(
            _projected(lambda K, a: _length(K, a) / np.sqrt(np.diag(K))),
            "Those are cosines of the angle to w. A signed length keeps the length of the image: do not divide by it.",
        ),
        Misconception(
            _projected(lambda K, a: _length(K, a) / np.sqrt(np.diag(K)), _left),
            "The residuals are right. In place of lengths stand cosines of the angle to w: do not divide by the length of the image.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.sqrt(np.maximum(_left(K, a), 0))),
            "The lengths are right. You took the root of the residuals; their squares were asked for.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) - _length(K, a)),
            "The lengths are right. Pythagoras speaks of squares: take the squared length away from κ(x, x).",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) + _length(K, a) ** 2),
            "The lengths are right. The image is the long side of the triangle, so the squared length is taken away from κ(x, x), not added.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) - (K @ a) ** 2),
            "The lengths are right. In the residual you took away ⟨w, φ⟩² without dividing it by ‖w‖².",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K)),
            "The lengths are right. κ(x, x) is the squared length of the whole image; what lies along w has still to be taken away.",
        ),
        Misconception(
            _projected(_length, lambda K, a: (np.sqrt(np.diag(K)) - _length(K, a)) ** 2),
            "The lengths are right. Sides of a triangle do not subtract, their squares do: κ(x, x) − length².",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.sqrt(np.diag(K)) - _length(K, a)),
            "The lengths are right. You subtracted lengths; in a right-angled triangle it is the squares that subtract.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) ** 2 - _length(K, a) ** 2),
            "The lengths are right. In the residual K_ii is squared once too often: it is the squared length of image i already.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.trace(K) - np.sum(_length(K, a) ** 2)),
            "The lengths are right. You added the squared residuals up; every image has one of its own: `np.diag(K)`, not the trace.",
        ),
        Misconception(
            _projected(_length, lambda K, a: K - np.outer(_length(K, a), _length(K, a))),
            "The lengths are right. You deflated all of K; the squared residuals are only its diagonal.",
        ),
        Misconception(
            _projected(lambda K, a: -_length(K, a)),
            "The sign is turned: a point on the side to which w leads has a positive length.",
        ),
        Misconception(
            lambda K, a: (_left(K, a), _length(K, a)),
            "Right values, wrong order: first the signed lengths, then the squared residuals.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) - (K @ a) ** 2 / _norm(K, a)),
            "The lengths are right. In the residual the squared length is ⟨w, φ⟩²/‖w‖²: you divided by ‖w‖ only.",
        ),
        Misconception(
            _projected(_length, lambda K, a: 1 - _length(K, a) ** 2),
            "The lengths are right. You took 1 for the squared length of an image; it is K_ii, and 1 for some kernels only.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.sum(a)),
            "You divided by the sum of the weights, as for a mean. w must have length one: divide by ‖w‖, whose square is α'Kα.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.trace(K) - _length(K, a) ** 2),
            "The lengths are right. You took the squared lengths from the trace, the sum over all images; image i starts from its own K_ii: `np.diag(K)`.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.sqrt(np.sum(K @ a))),
            "You added up Kα to get ‖w‖². The weights come in once more there: α'Kα is `alpha @ inner`.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / np.sqrt(K[0, 0])),
            "You divided by the length of image 0. That is w only where alpha picks it alone, as in the example; in general ‖w‖² = α'Kα.",
        ),
        Misconception(
            _projected(_length, lambda K, a: np.diag(K) - 2 * _length(K, a) ** 2),
            "The lengths are right. You take the squared length away twice; image, shadow and residual form a right-angled triangle, and in it once is enough.",
        ),
        Misconception(
            _projected(lambda K, a: K @ a / _norm(K, a) / np.linalg.norm(a), _left),
            "The residuals are right. The lengths are divided once too often, by the length of the list alpha: ⟨w, φ⟩/‖w‖ is all.",
        ),
    ),
    hints=(
        "A coordinate is the inner product with a vector of length one; and image, projection and residual form a right-angled triangle.",
        "‖w‖² = α'Kα, and the squared length of the image of point i is K_ii.",
        "`length = inner / np.sqrt(alpha @ K @ alpha)`; the residuals are `np.diag(K) - length**2`.",
    ),
    praise="A coordinate and a distance in feature space, and no feature vector was ever written down.",
)
