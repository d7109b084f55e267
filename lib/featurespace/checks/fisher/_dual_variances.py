"""Built from exercises/sources/03_fisher/02_dual_variances.py by `make notebooks`: do not edit."""

import numpy as np


def dual_variances(K, alpha):
    f = K @ alpha
    variance = np.var(f)
    return variance, variance / (alpha @ K @ alpha)


from numpy.linalg import norm

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import FOUR, close, labelled_kernels


def _weighted(rng: np.random.Generator) -> list[tuple]:
    return [(K, rng.normal(size=len(K))) for K, _ in labelled_kernels(rng)]


def _dual(variance=np.var, unit=lambda v, K, alpha: v / (alpha @ K @ alpha)):
    def pair(K, alpha):
        v = variance(K @ alpha)
        return v, unit(v, K, alpha)

    return pair


def _from_one_number(first):
    return lambda K, alpha: (first(K, alpha), first(K, alpha) / (alpha @ K @ alpha))


def _written_out(K, alpha):
    variance = alpha @ K @ K @ alpha / len(K) - (alpha @ K).sum() ** 2 / len(K) ** 2
    return variance, fisher.projection_variance(K, alpha)


def _seen(value, K, alpha):
    """Which of the two numbers is wrong, and what to compare it with."""
    f = K @ alpha
    first, second = map(float, value)
    if close(first, f.var()) and second:
        return f"The first number is right. Your second is the first over {first / second:.4g}; here ‖w‖² = α'Kα is {alpha @ f:.4g}."
    if not close(first, f.var()):
        return f"Your first number is {first:.4g}. Here the projections f have mean {f.mean():.4g} and mean square {np.mean(f**2):.4g}, so their variance is {f.var():.4g}."
    return ""


CHECK = Check(
    answer=dual_variances,
    section="The long way round",
    difficulty=1,
    minutes=8,
    kind="practice",
    example=((FOUR @ FOUR.T, np.array([0, 5, 2, 0])), (5.0, 5 / 13)),
    twin=_written_out,
    inputs=_weighted,
    explain=_seen,
    misconceptions=(
        Misconception(
            _dual(lambda f: np.mean(f**2)),
            "Both lack the second term, the square of the mean coordinate. It vanishes for a centred K only.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / (alpha @ alpha)),
            "The first number is right. For the second you divided by α'α, but the weights are not the vector: ‖w‖² = α'Kα.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / norm(alpha)),
            "The first number is right. For the second you divided by the length of the list α; the vector is w = Σ αᵢφ(xᵢ), and a variance shrinks with the square of its length.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / np.sqrt(alpha @ K @ alpha)),
            "The first number is right. The second must be divided by the squared length α'Kα: the coordinates shrink by ‖w‖, their variance by ‖w‖².",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v * (alpha @ K @ alpha)),
            "The first number is right. For the second you multiplied by ‖w‖²; shortening w to length one makes the variance of a long w smaller, so divide.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / norm(K @ alpha) ** 2),
            "The first number is right. For the second you gave the list of projections length one; it is w that must get length one, ‖w‖² = α'Kα.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v),
            "Both numbers are the variance along w as it is. For the second, w must first get length one.",
        ),
        Misconception(
            lambda K, alpha: _dual()(K, alpha)[::-1],
            "Right numbers, wrong order: first w as it is, then w with length one.",
        ),
        Misconception(
            _from_one_number(
                lambda K, alpha: alpha @ K**2 @ alpha / len(K) - (K @ alpha).mean() ** 2
            ),
            "`K**2` squares every entry. The matrix product is `K @ K`, or shorter: take squares of `K @ alpha`.",
        ),
        Misconception(
            _from_one_number(lambda K, alpha: alpha @ K @ alpha / len(K) - (K @ alpha).mean() ** 2),
            "The number α'Kα is ‖w‖². The sum of the squared coordinates is α'K²α, with K twice.",
        ),
        Misconception(
            _from_one_number(lambda K, alpha: np.var(alpha)),
            "That is the variance of the weights. The coordinates of the images along w are `K @ alpha`.",
        ),
        Misconception(
            _dual(lambda f: f.var(ddof=1)),
            "You divided by n − 1. Variances and covariances of this course divide by n.",
        ),
        Misconception(
            _dual(np.std, lambda v, K, alpha: v / np.sqrt(alpha @ K @ alpha)),
            "Those are standard deviations; square them.",
        ),
        Misconception(
            _dual(np.std, lambda v, K, alpha: v / (alpha @ K @ alpha)),
            "The first is a standard deviation, and the second is made from it. Variances are asked for: square before you divide by ‖w‖².",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / (alpha @ K @ alpha) ** 2),
            "The first number is right. For the second you divided by ‖w‖² twice: α'Kα is the squared length already, so divide by it once.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / len(K)),
            "The first number is right. The second is not a matter of n: w must get length one, and ‖w‖² = α'Kα.",
        ),
        Misconception(
            _dual(lambda f: np.mean(f**2) - np.mean(f)),
            "The mean coordinate must be squared before it is subtracted.",
        ),
        Misconception(
            _dual(lambda f: np.mean(f**2) - f.sum() ** 2 / len(f)),
            "In the second term the mean is squared, so n comes in squared too: (α'Kj)²/n², with j the vector of ones.",
        ),
        Misconception(
            _from_one_number(lambda K, alpha: np.var(K * alpha)),
            "`K * alpha` multiplies column by column and never adds up. The projections are the matrix product `K @ alpha`, which is f.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / np.trace(K)),
            "The first number is right. For the second you divided by the trace of K, the sum of the squared lengths of all images; it is w that must get length one, and ‖w‖² = α'Kα.",
        ),
        Misconception(
            lambda K, alpha: _dual()(K, alpha - alpha.mean()),
            "You centred K on both sides, or the weights, and that moves w too. Here w stays where it is: only the mean of the projections f is subtracted.",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / (alpha**2 @ np.diag(K))),
            "The first number is right. For the second you used only the diagonal of K: ‖w‖² = α'Kα has the products of all pairs, αᵢαⱼκ(xᵢ, xⱼ).",
        ),
        Misconception(
            _dual(unit=lambda v, K, alpha: v / alpha.sum() ** 2),
            "The first number is right. For the second you made the weights add up to one; it is the vector w that must get length one, ‖w‖² = α'Kα.",
        ),
    ),
    hints=(
        "The list f already holds the n coordinates. What happens to a coordinate, and to the variance, when w is divided by its length?",
        "The first number is the variance of f. The second is the first over ‖w‖², and ‖w‖² = α'Kα.",
        "Return `np.var(f), np.var(f) / (alpha @ f)`.",
    ),
    praise="Variances along a direction nobody can draw. Note that `alpha @ f` is α'Kα, the squared length.",
)
