"""Chapter 3: what is asked, and the usual ways to get it wrong."""

from itertools import product

import numpy as np
from numpy.linalg import norm, solve

from .. import fisher
from ..kernels import Gaussian, Linear, Polynomial
from ..means import centre
from .check import Check, Misconception, Problem, Stopped, as_numbers, kind

PARALLEL = 1 - 1e-8  # two directions with a larger cosine are the same


def labelled(rng: np.random.Generator, n_plus: int, n_minus: int, d: int = 3):
    """Two slanted clouds away from the origin, their points in mixed order."""
    y = rng.permutation(np.repeat([1.0, -1.0], [n_plus, n_minus]))
    slant = np.triu(rng.uniform(0.3, 1.2, (d, d)))
    return rng.normal(size=(len(y), d)) @ slant + 0.5 * np.outer(y, np.ones(d)) + 1.5, y


def labelled_kernels(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices of two classes of unequal sizes."""
    cases = ((3, 5, Linear()), (7, 2, Polynomial(2)), (2, 4, Gaussian(1.5)))
    worlds = [(kernel, labelled(rng, p, m)) for p, m, kernel in cases]
    return [(kernel(X), y) for kernel, (X, y) in worlds]


def sizes(y) -> tuple[int, int, int]:
    """How many points there are in all, and in each class."""
    return len(y), int((y > 0).sum()), int((y < 0).sum())


def signed(y):
    """The weights 1/n₊ and −1/n₋, with which f becomes μ₊ − μ₋."""
    _, p, m = sizes(y)
    return np.where(y > 0, 1 / p, -1 / m)


# 1. Variance along a direction


def _clouds(rng: np.random.Generator) -> list[tuple]:
    return [
        (labelled(rng, n, 2, d)[0], rng.normal(size=d) * 3) for n, d in ((3, 2), (6, 3), (4, 4))
    ]


def _along(rule):
    return lambda X, v: rule(X @ v / norm(v))


variance_along = Check(
    reference=_along(np.var),
    inputs=_clouds,
    misconceptions=(
        Misconception(
            _along(lambda c: np.mean(c**2)),
            "That is the mean squared coordinate, which is the variance of centred points only. These points are not centred: subtract the square of the mean coordinate.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v),
            "You projected on v itself. That multiplies every coordinate by ‖v‖ and the variance by ‖v‖²; use the unit vector u.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v) / norm(v),
            "You divided the variance by ‖v‖. A variance is a square, so the length comes in twice.",
        ),
        Misconception(
            _along(lambda c: c.var(ddof=1)),
            "You divided by n − 1. Variances and covariances of this course divide by n.",
        ),
        Misconception(
            _along(np.std),
            "That is the standard deviation; its square, the variance, is asked for.",
        ),
        Misconception(
            _along(lambda c: np.var(np.abs(c))),
            "You took the lengths of the projections, without their signs. Points on both sides of the origin then fall together; keep the signed coordinate ⟨u, x⟩.",
        ),
        Misconception(
            _along(lambda c: len(c) * np.var(c)),
            "That is the sum of the squared deviations; a variance is their mean, so divide by n.",
        ),
        Misconception(
            _along(lambda c: np.sum(c**2)),
            "That is u'X'Xu, a sum of squares. Divide by n, and subtract the square of the mean coordinate.",
        ),
        Misconception(
            _along(lambda c: np.mean(c**2) - np.mean(c)),
            "You subtracted the mean coordinate; it is the square of the mean that must go.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0) @ (v / norm(v)) ** 2,
            "You added the variances of the single features. They also vary together: the covariances between them belong to u'Cu as well. Project first, then take the variance.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0).sum(),
            "That is the total variance over all features, whatever the direction. Project on u first.",
        ),
        Misconception(
            lambda X, v: np.var(X * v / norm(v)),
            "X * u multiplies column by column and never adds up. The coordinates along u are the matrix product X @ u.",
        ),
        Misconception(
            lambda X, v: np.var(X),
            "np.var(X) throws all entries of the table into one heap. Project on u first: X @ u.",
        ),
    ),
    hints=(
        "project every point on u; how do n numbers become one variance?",
        "X @ u holds the n signed coordinates. Take their mean out, square, and average.",
        "np.var(X @ u).",
    ),
    praise="A variance along a line, with no assumption about where the points sit.",
)


# 2. The same from K


def _weighted(rng: np.random.Generator) -> list[tuple]:
    return [(K, rng.normal(size=len(K))) for K, _ in labelled_kernels(rng)]


def _dual(variance=np.var, unit=lambda v, K, alpha: v / (alpha @ K @ alpha)):
    def pair(K, alpha):
        v = variance(K @ alpha)
        return v, unit(v, K, alpha)

    return pair


def _from_one_number(first):
    return lambda K, alpha: (first(K, alpha), first(K, alpha) / (alpha @ K @ alpha))


dual_variances = Check(
    reference=_dual(),
    inputs=_weighted,
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
            "K**2 squares every entry. The matrix product is K @ K, or shorter: take squares of K @ alpha.",
        ),
        Misconception(
            _from_one_number(lambda K, alpha: alpha @ K @ alpha / len(K) - (K @ alpha).mean() ** 2),
            "α'Kα is ‖w‖². The sum of the squared coordinates is α'K²α, with K twice.",
        ),
        Misconception(
            _from_one_number(lambda K, alpha: np.var(alpha)),
            "That is the variance of the weights. The coordinates of the images along w are K @ alpha.",
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
            _dual(lambda f: np.mean(f**2) - np.mean(f)),
            "The mean coordinate must be squared before it is subtracted.",
        ),
        Misconception(
            _dual(lambda f: np.mean(f**2) - f.sum() ** 2 / len(f)),
            "In the second term the mean is squared, so n comes in squared too: (α'Kj)²/n².",
        ),
    ),
    hints=(
        "f already holds the n coordinates. What happens to a coordinate, and to the variance, when w is divided by its length?",
        "The first number is the variance of f. The second is the first over ‖w‖², and ‖w‖² = α'Kα.",
        "np.var(f), np.var(f) / (alpha @ f).",
    ),
    praise="Variances along a direction nobody can draw. Note that alpha @ f is α'Kα, the squared length.",
)


# 3. Fisher's ratio


def _weighted_classes(rng: np.random.Generator) -> list[tuple]:
    return [
        (K, y, rng.normal(size=len(K)), lam)
        for (K, y), lam in zip(labelled_kernels(rng), (0.5, 2.0, 0.3), strict=True)
    ]


def _ratio(
    gap=lambda p, m: (p.mean() - m.mean()) ** 2,
    within=lambda p, m: p.var() + m.var(),
    penalty=lambda K, alpha: alpha @ K @ alpha,
):
    def ratio(K, y, alpha, lam):
        f = K @ alpha
        p, m = f[y > 0], f[y < 0]
        return gap(p, m) / (within(p, m) + lam * penalty(K, alpha))

    return ratio


fisher_ratio = Check(
    reference=_ratio(),
    inputs=_weighted_classes,
    misconceptions=(
        Misconception(
            _ratio(gap=lambda p, m: p.mean() - m.mean()),
            "The numerator is not squared. Try 10 * alpha: a ratio that changes with the length of w cannot choose a direction.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: abs(p.mean() - m.mean())),
            "The numerator is the square of the distance, not the distance. Try 10 * alpha: the ratio must not change.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: 1.0),
            "λ stands alone in your denominator. It goes with ‖w‖²; without it, stretching w would push λ out of sight. Try 10 * alpha.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: alpha @ alpha),
            "The penalty is λ‖w‖² with ‖w‖² = α'Kα; you used α'α, which is the squared length of the list of weights.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: np.sqrt(alpha @ K @ alpha)),
            "The penalty is λ times the squared length of w; you used the length. Try 10 * alpha: the ratio must not change.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: norm(K @ alpha) ** 2),
            "‖K @ alpha‖² adds up the squared coordinates of the points. The squared length of w itself is α'Kα.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: 0.0),
            "λ does not come in. Add λ‖w‖² = λ·α'Kα to the denominator.",
        ),
        Misconception(
            _ratio(within=lambda p, m: p.std() + m.std()),
            "You added the standard deviations; the denominator holds the variances.",
        ),
        Misconception(
            _ratio(within=lambda p, m: np.concatenate([p, m]).var()),
            "That is the variance of all points together, and it contains the gap between the classes. Take the variance of each class about its own mean.",
        ),
        Misconception(
            _ratio(within=lambda p, m: (len(p) * p.var() + len(m) * m.var()) / (len(p) + len(m))),
            "You weighted the variances by class size. (5.11) adds them as they are, however many points a class has.",
        ),
        Misconception(
            _ratio(within=lambda p, m: p.var(ddof=1) + m.var(ddof=1)),
            "You divided by n − 1 in the variances. Variances of this course divide by n.",
        ),
        Misconception(
            _ratio(within=lambda p, m: (p.var() + m.var()) / 2),
            "You took the mean of the two variances; (5.11) has their sum.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: ((p.sum() - m.sum()) / (len(p) + len(m))) ** 2),
            "That is y'Kα/n squared, the book's shortcut for the numerator. It equals the gap between the means, up to a factor, for equal classes only: take each class's own mean.",
        ),
        Misconception(
            lambda K, y, alpha, lam: np.sqrt(_ratio()(K, y, alpha, lam)),
            "That is the root of J; leave the root out.",
        ),
        Misconception(
            lambda K, y, alpha, lam: (
                _ratio(within=lambda p, m: p.var())(K, y, alpha, 0.0)
                + (K[y < 0] @ alpha).var()
                + lam * (alpha @ K @ alpha)
            ),
            "Only the first variance is divided by: a / b + c is (a / b) + c. Put brackets round the denominator.",
        ),
        Misconception(
            lambda K, y, alpha, lam: np.nan,
            "The result is NaN, as the mean of an empty class is. Labels are −1 and +1, not 0 and 1: select with y > 0 and y < 0.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: (p.sum() - m.sum()) ** 2),
            "Your numerator has the sums of the projections; take the mean of each class.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: (p.mean() + m.mean()) ** 2),
            "You added the two means; the numerator is the square of their difference.",
        ),
        Misconception(
            lambda K, y, alpha, lam: (
                _ratio()(np.eye(len(K)), y, alpha, 0.0)
                / (1 + lam * (alpha @ K @ alpha) / (alpha[y > 0].var() + alpha[y < 0].var()))
            ),
            "You averaged the weights. What is projected are the images, and their coordinates along w are K @ alpha.",
        ),
    ),
    hints=(
        "the projections of all points are K @ alpha; split them by class. Then (5.11) is means and variances of two lists of numbers.",
        "f[y > 0].mean(), f[y > 0].var() and likewise for the other class; the squared length of w is alpha @ K @ alpha.",
        "(f[y > 0].mean() − f[y < 0].mean())² over f[y > 0].var() + f[y < 0].var() + lam · alpha @ f.",
    ),
    praise="Each of its terms is a square, so the length of w cancels: J measures directions.",
)


# 4. The matrix B


def _labels(rng: np.random.Generator) -> list[tuple]:
    return [(labelled(rng, p, m)[1],) for p, m in ((3, 2), (2, 5), (4, 4))]


def _blocks(weight=lambda n, own, other: 2 * other / n, block=lambda k, n: np.eye(k) - 1 / k):
    """A matrix made of one block for each class."""

    def matrix(y):
        B, n = np.zeros((len(y), len(y))), len(y)
        for own in (y > 0, y < 0):
            k = own.sum()
            B[np.ix_(own, own)] = weight(n, k, n - k) * block(k, n)
        return B

    return matrix


def _with_one_block(y):
    """The diagonal, and C⁺ without C⁻."""
    n, p, m = sizes(y)
    return np.diag(np.where(y > 0, 2 * m / n, 2 * p / n)) - 2 * m / (n * p) * np.outer(y > 0, y > 0)


within_class_matrix = Check(
    reference=fisher.within_class_matrix,
    inputs=_labels,
    misconceptions=(
        Misconception(
            _blocks(weight=lambda n, own, other: 2 * own / n),
            "The weights are swapped: the block of a class is weighted with the size of the other class.",
        ),
        Misconception(
            _blocks(weight=lambda n, own, other: 1.0),
            "These are the two centring matrices themselves; each still needs its weight, twice the share of the other class.",
        ),
        Misconception(
            _blocks(weight=lambda n, own, other: other / n),
            "All entries are half of what they should be: the weight is twice the share of the other class.",
        ),
        Misconception(
            _blocks(weight=lambda n, own, other: 1 / own),
            "These blocks give the class variances directly, f'Bf = σ₊² + σ₋². The book scales differently: the weight is 2n₋/n on the positive block and 2n₊/n on the negative one.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k)),
            "That is D alone. Each class must also be centred: subtract C⁺ and C⁻, so that every row sums to zero.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k) + 1 / k),
            "C⁺ and C⁻ were added; they are subtracted. Every row of B must sum to zero.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k) - 1 / n),
            "You centred with 1/n. A class is centred by its own mean: 1/n₊ in its block, 1/n₋ in the other. Every row of B must sum to zero.",
        ),
        Misconception(
            _blocks(block=lambda k, n: np.eye(k) - 1),
            "np.eye(k) − 1 subtracts the sum of a class; a centring matrix subtracts the mean, I − 11'/k.",
        ),
        Misconception(
            _with_one_block,
            "C⁻ is missing: the rows of the negative class do not sum to zero.",
        ),
        Misconception(
            lambda y: np.zeros((len(y), len(y))),
            "B is still all zeros. B[own][:, own] = … fills a copy that is thrown away; B[np.ix_(own, own)] = … fills B itself.",
        ),
        Misconception(
            lambda y: np.eye(len(y)) - 1 / len(y),
            "That centres all points together. B centres each class about its own mean.",
        ),
        Misconception(
            lambda y: fisher.within_class_matrix(np.sort(y)[::-1]),
            "Your blocks stand where they would if all positive points came first. Put them into the rows and columns of each class: B[np.ix_(own, own)].",
        ),
        Misconception(
            lambda y: (
                np.where(np.equal.outer(y, y), fisher.within_class_matrix(y), 0)
                + np.where(np.equal.outer(y, y), 0.0, -1 / len(y))
            ),
            "There are entries between the two classes. Points of different classes do not meet in B: those entries are 0.",
        ),
    ),
    hints=(
        "sort the points by class in your mind. What do (5.12)–(5.15) leave in the corner where both points are positive?",
        "Take 2n₋/n out of that corner: I − 11'/n₊ is left, a centring matrix. The other corner has the other weight, 2n₊/n.",
        "With k = own.sum(): B[np.ix_(own, own)] = 2 · (n − k)/n · (np.eye(k) − 1/k).",
    ),
    praise="B is two centring matrices in one: up to a weight, B @ f subtracts from each value the mean of its class.",
)


# 5. The null space of B


def _verify_unseen(answer, y) -> None:
    n = len(y)
    answer = list(answer) if isinstance(answer, tuple) else answer
    V = as_numbers(answer, np.zeros((n, 2)))
    if V.shape == (2, n):
        raise Problem(
            f"You returned two rows of {n} numbers. Make them columns, shape ({n}, 2): np.column_stack([first, second])."
        )
    if V.shape != (n, 2):
        raise Problem(f"Two columns are asked for, shape ({n}, 2); you returned {kind(V)}.")
    if not np.isfinite(V).all():
        raise Problem("Your vectors hold NaN or infinity.")
    lengths = norm(V, axis=0)
    if lengths.min() == 0:
        raise Problem(
            "One of your vectors is zero, and every matrix sends that to zero. Find one that is not."
        )
    V = V / lengths
    left = np.abs(fisher.within_class_matrix(y) @ V).max(axis=0)
    for name, value in zip(("first", "second"), left, strict=True):
        if value > 1e-9:
            raise Problem(
                f"B does see your {name} vector v: scaled to length one, Bv still has an entry of size {value:.2g}."
            )
    if np.linalg.svd(V, compute_uv=False)[1] < 1e-9:
        _, p, m = sizes(y)
        raise Problem(
            f"B sees neither of them, but for n₊ = {p} and n₋ = {m} they are multiples of one another."
        )


unseen = Check(
    reference=lambda y: np.column_stack([y > 0, y < 0]).astype(float),
    inputs=_labels,
    verify=_verify_unseen,
    misconceptions=(
        Misconception(
            lambda y: np.column_stack([y, -y]),
            "B sees neither of them, but the second is a multiple of the first. Look for another one that is the same on all points of a class.",
        ),
        Misconception(
            lambda y: np.column_stack([y > 0, 2.0 * (y > 0)]),
            "B sees neither of them, but the second is twice the first. The other class has its own.",
        ),
        Misconception(
            lambda y: np.column_stack([np.ones(len(y)), 2 * np.ones(len(y))]),
            "Constant vectors are right, but two of them are one direction. B centres each class by itself: what more can you change without B noticing?",
        ),
        Misconception(
            lambda y: np.eye(len(y))[:, :2],
            "A vector that is 1 at one point and 0 elsewhere has spread within its class, and B sees that. What has no spread in either class?",
        ),
        Misconception(
            lambda y: np.column_stack([y > 0, np.zeros(len(y))]),
            "The first one is right, but the zero vector does not count: every matrix sends it to zero.",
        ),
    ),
    hints=(
        "f'Bf measures how much f varies within the classes. Which f do not vary there at all?",
        "Whatever is constant on the positive points and constant on the negative points, be the constants equal or not.",
        "np.column_stack([y > 0, y < 0]); the all-ones vector and y would do as well.",
    ),
    praise="B loses exactly two dimensions, one per class: its rank is n − 2. The labels y are among what it cannot see, By = 0; keep that for exercise 10.",
)


# 6. The constant

constant = Check(
    reference=lambda n_plus, n_minus: (n_plus + n_minus) / (2 * n_plus * n_minus),
    inputs=lambda rng: [(3, 5), (12, 2), (7, 7)],
    misconceptions=(
        Misconception(
            lambda p, m: 2 * p * m / (p + m),
            "Upside down: that is what f'Bf must be divided by.",
        ),
        Misconception(
            lambda p, m: (p + m) / (p * m),
            "Twice too large. The weights in B are 2n₋/n and 2n₊/n; the 2 must go as well.",
        ),
        Misconception(
            lambda p, m: 2 / (p + m),
            "2/n is right for equal classes only. Put n₊ and n₋ in separately.",
        ),
        Misconception(
            lambda p, m: 1 / (p + m),
            "1/n would turn a sum over all points into a mean. Here each class has its own mean and its own weight in B; follow one block.",
        ),
        Misconception(
            lambda p, m: 1 / (2 * p * m),
            "The n in the weights 2n₋/n and 2n₊/n divides; multiply by it.",
        ),
        Misconception(
            lambda p, m: (p + m) / (2 * m),
            "That undoes the weight 2n₋/n of the positive block, but what is left there is a sum over n₊ points; a variance is their mean.",
        ),
        Misconception(
            lambda p, m: (p + m) / (2 * p),
            "That undoes the weight 2n₊/n of the negative block, but what is left there is a sum over n₋ points; a variance is their mean.",
        ),
        Misconception(
            lambda p, m: (p + m) / (4 * p * m),
            "Half of what it should be. Each block carries one factor 2, and the two blocks are added, not multiplied.",
        ),
        Misconception(
            lambda p, m: 1 / p + 1 / m - 2 / (p + m),
            "A centring matrix gives the sum of squared deviations, Σ(fᵢ − μ₊)² = n₊σ₊², with no correction for the mean that was estimated. Variances of this course divide by n.",
        ),
    ),
    hints=(
        "look at the positive block alone. f'Cf with a centring matrix C is the sum of squared deviations: n₊σ₊².",
        "So the positive block adds (2n₋/n) · n₊σ₊² to f'Bf, and the negative block (2n₊/n) · n₋σ₋². What do the two factors have in common?",
        "f'Bf = (2n₊n₋/n)(σ₊² + σ₋²); return the factor that undoes this.",
    ),
    praise="The odd-looking weights in B have one purpose: both classes come out with the same factor, so that their variances are added as equals.",
)


# 7. and 11. Directions, whatever their length


def _cosine(G, a, b) -> float:
    return a @ G @ b / np.sqrt((a @ G @ a) * (b @ G @ b))


def _along_the_best(best, mistakes, gram):
    """A test for directions; inner products of answers are taken with ``gram(first argument)``."""

    def verify(answer, *arguments) -> None:
        wanted, G = best(*arguments), gram(arguments[0])
        got = as_numbers(answer, wanted)
        if got.shape != wanted.shape:
            raise Problem(f"Expected {kind(wanted)}; your function returned {kind(answer)}.")
        if not np.isfinite(got).all():
            raise Problem("Your result holds NaN or infinity; look for a division by zero.")
        got = got / (np.abs(got).max() or 1.0)
        if got @ G @ got <= 1e-14 * np.trace(G):
            raise Problem("Your vector has length zero, so it has no direction.")
        cosine = _cosine(G, got, wanted)
        if cosine > PARALLEL:
            return
        for mistake in mistakes:
            if _cosine(G, got, mistake.wrong(*arguments)) > PARALLEL:
                raise Stopped(mistake.sentence)  # it says what to do, so no hint follows
        near = " That is close: is λ multiplied by the right thing?" * bool(cosine > 0.99)
        raise Problem(
            f"On a fresh input the cosine between your direction and the best one is {cosine:.4f}; it should be 1.{near}"
        )

    return verify


def _points(rng: np.random.Generator) -> list[tuple]:
    return [
        (*labelled(rng, p, m, d), lam)
        for p, m, d, lam in ((4, 7, 2, 0.3), (12, 3, 3, 1.0), (5, 5, 4, 0.1))
    ]


def _gap(X, y):
    return X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)


def _covariances(X, y, ddof=0):
    return [np.cov(X[c].T, ddof=ddof) for c in (y > 0, y < 0)]


def _primal(scatter=lambda X, y: sum(_covariances(X, y)), ridge=np.eye, target=_gap):
    return lambda X, y, lam: solve(scatter(X, y) + lam * ridge(X.shape[1]), target(X, y))


def _leading(X, y, lam):
    w = np.linalg.eigh(np.cov(X.T))[1][:, -1]
    return w * np.sign(w @ _gap(X, y))


_PRIMAL_MISTAKES = (
    Misconception(
        lambda X, y, lam: _gap(X, y),
        "That joins the two means. It is the best direction only if the clouds are round: divide out the spread, that is, solve with S₊ + S₋ + λI.",
    ),
    Misconception(
        lambda X, y, lam: (sum(_covariances(X, y)) + lam * np.eye(X.shape[1])) @ _gap(X, y),
        "You multiplied by the matrix; directions with much spread then count more instead of less. Solve the system instead.",
    ),
    Misconception(
        lambda X, y, lam: -_primal()(X, y, lam),
        "Right line, wrong way: w should point from the negative mean to the positive one.",
    ),
    Misconception(
        lambda X, y, lam: _primal()(X, y, 0.0),
        "λ does not come in: add λ times the identity to the matrix.",
    ),
    Misconception(
        _primal(ridge=lambda d: np.ones((d, d))),
        "S + lam adds λ to every entry. The penalty λ‖w‖² puts it on the diagonal only: lam * np.eye(d).",
    ),
    Misconception(
        _primal(scatter=lambda X, y: sum(_covariances(X, y, ddof=1))),
        "np.cov divides by n − 1 unless told otherwise. Variances of this course divide by n: np.cov(…, bias=True), or .var().",
    ),
    Misconception(
        _primal(scatter=lambda X, y: np.cov(X.T, ddof=0)),
        "This comes of the covariance of all points together, or of covariances weighted by class size (both lead to the same direction). (5.11) adds the covariance of each class about its own mean, as it is.",
    ),
    Misconception(
        _primal(
            scatter=lambda X, y: sum(
                len(X[c]) * S for c, S in zip((y > 0, y < 0), _covariances(X, y), strict=True)
            )
        ),
        "You added sums of squares, so the larger class counts more, and λ less. (5.11) adds variances: divide by n₊ and n₋.",
    ),
    Misconception(
        _primal(scatter=lambda X, y: sum(_covariances(X, y)) / 2),
        "Against the covariances λ counts double here. (5.11) has the sum S₊ + S₋, not their mean, and λ once.",
    ),
    Misconception(
        _primal(scatter=lambda X, y: sum(X[c].T @ X[c] / c.sum() for c in (y > 0, y < 0))),
        "Those are second moments about the origin. Subtract the mean of the class first.",
    ),
    Misconception(
        _primal(scatter=lambda X, y: np.diag(np.diag(sum(_covariances(X, y))))),
        "You used the variances of the single features only. The covariances between them turn the direction: use the whole matrix.",
    ),
    Misconception(
        _primal(target=lambda X, y: X.T @ y),
        "X'y is the difference of the sums, not of the means. For classes of unequal sizes that is another direction.",
    ),
    Misconception(
        _leading,
        "That is the direction of largest variance. It knows nothing of the labels; where the data spread most need not be where the classes part.",
    ),
)

primal_fisher = Check(
    reference=_primal(),
    inputs=_points,
    verify=_along_the_best(_primal(), _PRIMAL_MISTAKES, lambda X: np.eye(X.shape[1])),
    misconceptions=_PRIMAL_MISTAKES,
    hints=(
        "write J as (w'm)² / w'Aw: what are the vector m and the matrix A? Set the gradient to zero; its length does not matter.",
        "m is the difference of the class means and A = S₊ + S₋ + λI. The gradient vanishes where Aw is a multiple of m.",
        "np.linalg.solve(S_plus + S_minus + lam * np.eye(d), m), with S from np.cov(X[y > 0].T, bias=True).",
    ),
    praise="One d × d system, and no other direction has a larger J.",
)


# 8. The kernel Fisher discriminant


def systems(rng: np.random.Generator) -> list[tuple]:
    """K, y, the matrix B and a ridge."""
    return [
        (K, y, fisher.within_class_matrix(y), lam)
        for (K, y), lam in zip(labelled_kernels(rng), (0.5, 2.0, 0.25), strict=True)
    ]


def _ridged(A, lam):
    return A + lam * np.eye(len(A))


def _book_alpha(K, y, B, lam):
    return solve(_ridged(B @ K, lam), y)


def _halfway(plus, minus):
    return (plus.mean() + minus.mean()) / 2


def _rule(alpha=_book_alpha, offset=_halfway):
    def rule(K, y, B, lam):
        a = alpha(K, y, B, lam)
        f = K @ a
        return a, offset(f[y > 0], f[y < 0])

    return rule


kernel_fisher = Check(
    reference=_rule(),
    inputs=systems,
    misconceptions=(
        Misconception(
            _rule(offset=lambda p, m: (p.mean() - m.mean()) / 2),
            "alpha is right. That b is half the gap between the projected class means; halfway between them is half their sum.",
        ),
        Misconception(
            _rule(offset=lambda p, m: p.mean() + m.mean()),
            "alpha is right. b is the sum of the projected class means; halfway between them is half of it.",
        ),
        Misconception(
            _rule(offset=lambda p, m: np.concatenate([p, m]).mean()),
            "alpha is right. The mean over all points lies nearer to the larger class; b lies halfway between the two class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: _halfway(p, m) / (len(p) + len(m))),
            "alpha is right. b lacks a factor n: the same slip as in the book's code. Test it: the projected class means should lie equally far from b.",
        ),
        Misconception(
            _rule(offset=lambda p, m: _halfway(p, m) / 2),
            "alpha is right. You halved twice: b is half the sum of the two projected class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: -_halfway(p, m)),
            "alpha is right, the sign of b is not: the rule subtracts b.",
        ),
        Misconception(
            _rule(offset=lambda p, m: 0.0),
            "alpha is right. b = 0 puts the border through the origin, wherever the classes are. (Did you average alpha? Its class means cancel; the projections are K @ alpha.) Put it halfway between the projected class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: (p.min() + m.max()) / 2),
            "alpha is right. That b lies between the two nearest points; asked is the place halfway between the class means.",
        ),
        Misconception(
            lambda K, y, B, lam: _rule()(K, y, B, lam)[::-1],
            "Right values, wrong order: return alpha first, then b.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: y / lam),
            "Your alpha is y/λ. That is what a system with KB gives, or y multiplied from the left: order matters, since BK is not symmetric. Solve with BK + λI, y on the right.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(_ridged(K, lam), y)),
            "That is ridge regression on the labels: B is missing, and with it the spread within the classes.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(_ridged(B * K, lam), y)),
            "B * K multiplies entry by entry; the matrix product is B @ K.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(_ridged(B @ K, lam), signed(y))),
            "You replaced y by ±1/n± on the right. That is the repair of exercise 11; here the book's own system is asked for, with y.",
        ),
        Misconception(
            lambda K, y, B, lam: tuple(fisher.kernel_fisher(K, y, lam)),
            "That is the exact discriminant of exercise 11. Here the book's own system is asked for, with y on the right and λ as it is.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(_ridged(B @ K, _harmonic(lam, *sizes(y))), signed(y))),
            "That is the exact system, with t and λ': better than what is asked. Here it is the book's own, (BK + λI) alpha = y; yours is the answer to exercise 11.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(_ridged(B @ K, _harmonic(lam, *sizes(y))), y)),
            "Your ridge is λ' = 2n₊n₋/n times λ. That belongs to exercise 11; here λ stands as it is.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: _ridged(B @ K, lam) @ y),
            "You multiplied y by the matrix. alpha is what the matrix turns into y: solve the system.",
        ),
    ),
    hints=(
        "solve for alpha first. Then project the training points, K @ alpha, and look where the two classes lie.",
        "np.linalg.solve takes the matrix BK + λI and the vector y; λI is lam * np.eye(n), a plain + lam would go to every entry. If f = K @ alpha, the class means are f[y > 0].mean() and f[y < 0].mean().",
        "alpha = np.linalg.solve(B @ K + lam * np.eye(len(y)), y); b is half the sum of the two class means of f.",
    ),
    praise="The projected class means lie equally far from b, one on each side; that test catches every slip in b.",
)


# 9. A program with three slips


def _fragment(block=True, side=True, factor=True, target=lambda y: y, offset=lambda b, n: b):
    """The program of the exercise, with each of its slips mended or not."""

    def values(K, y, lam, K_new):
        B = fisher.within_class_matrix(y) if block else _with_one_block(y)
        A = _ridged(B @ K, lam)
        alpha = solve(A if side else A.T, target(y))
        b = _halfway(*((K @ alpha)[c] for c in (y > 0, y < 0)))
        return K_new @ alpha - offset(b if factor else b / len(y), len(y))

    return values


_TESTS = (
    "the rows of B that belong to negative points should sum to 0, and do not",
    "(B @ K + λI) @ alpha should give y, and does not",
    "the class means of K @ alpha should lie equally far from b, and do not",
)


def _unmended() -> tuple[Misconception, ...]:
    """One misconception for each set of slips that are left."""
    found = []
    for mended in product((True, False), repeat=3):
        left = [test for test, done in zip(_TESTS, mended, strict=True) if not done]
        if left:
            start = f"Mended: {sum(mended)} of 3. Still failing: "
            sentence = start + "; ".join(left) + "."
            found.append(Misconception(_fragment(*mended), sentence))
    return tuple(found)


def _new_values(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, lam, kernel in ((4, 6, 0.5, Linear()), (8, 3, 1.0, Polynomial(2))):
        X, y = labelled(rng, p, m)
        Z = rng.normal(1, 1, (5, 3))
        cases.append((kernel(X), y, lam, kernel(Z, X)))
    return cases


mended_fisher = Check(
    reference=_fragment(),
    inputs=_new_values,
    misconceptions=(
        *_unmended(),
        Misconception(
            _fragment(target=signed),
            "All three are mended, and you also replaced y by ±1/n±. That is a good idea, and exercise 11; here the right-hand side stays y.",
        ),
        Misconception(
            _fragment(offset=lambda b, n: -b),
            "B and alpha are mended, but b has now the wrong sign.",
        ),
        Misconception(
            _fragment(offset=lambda b, n: b * n),
            "B and alpha are mended. b is now too large by a factor n: its weights should be 1/n₊ and 1/n₋, halved.",
        ),
        Misconception(
            _fragment(offset=lambda b, n: 2 * b),
            "B and alpha are mended. b is now twice too large: halfway is half the sum of the two class means.",
        ),
        Misconception(
            lambda K, y, lam, K_new: (
                (K_new - K.mean(axis=0)) @ _book_alpha(K, y, fisher.within_class_matrix(y), lam)
            ),
            "B and alpha are mended. b is now the mean over all points, nearer to the larger class; it should lie halfway between the two class means.",
        ),
        Misconception(
            _fragment(offset=lambda b, n: 0.0),
            "B and alpha are mended, but b is gone; it should lie halfway between the class means of K @ alpha.",
        ),
        Misconception(
            lambda K, y, lam, K_new: np.sign(_fragment()(K, y, lam, K_new)),
            "All three are mended. Leave the sign out: the values K_new @ alpha − b are asked for.",
        ),
    ),
    hints=(
        "do not read, test. Each of B, alpha and b has a property that it should have: By = 0, (BK + λI)α = y, and class means equally far from b.",
        "One slip is where a line ends, one is on which side y stands, one is a factor missing in b.",
        "The line that starts with a minus is a statement of its own and does nothing; use brackets. alpha needs np.linalg.solve(…, y). b needs a factor n.",
    ),
    praise="Each slip breaks one property that can be tested in a line. None of them raises an error.",
)


# 10. The slip of Proposition 5.17

_K_TIMES = "You multiplied with K as well. Asked are the two vectors r, before they meet any k."


def _rows(
    printed=lambda K, y, B, lam: y / lam,
    mended=_book_alpha,
):
    return lambda K, y, B, lam: (printed(K, y, B, lam), mended(K, y, B, lam))


two_rows = Check(
    reference=_rows(),
    inputs=systems,
    misconceptions=(
        Misconception(
            _rows(printed=_book_alpha),
            "Both are α. Then the printed formula would be right; take it at its word, with y' to the left of the inverse: r' = y'A⁻¹ means A'r = y.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: y / lam),
            "Both are the printed row. The mended one must be α', with α from (BK + λI)α = y: transpose it and watch the order of B and K.",
        ),
        Misconception(
            lambda K, y, B, lam: _rows()(K, y, B, lam)[::-1],
            "Right vectors, wrong order: first the printed row, then the mended one. For a matrix A that is not symmetric, y'A⁻¹ is solve(A.T, y).",
        ),
        Misconception(lambda K, y, B, lam: tuple(K @ r for r in _rows()(K, y, B, lam)), _K_TIMES),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(_ridged((B @ K + K @ B) / 2, lam), y)),
            "The first is right. Making the matrix symmetric gives a third vector, equal to neither. The transpose of BK + λI is KB + λI.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(_ridged(K, lam), y)),
            "The first is right. In the second B has got lost; the transpose of BK is KB.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: fisher.kernel_fisher(K, y, lam).alpha),
            "The first is right. The second is the exact discriminant of exercise 11; here α is that of the book's system, (BK + λI)α = y.",
        ),
        Misconception(
            _rows(printed=lambda K, y, B, lam: y.copy()),
            "The second is right. The first points the right way: By = 0 leaves only the ridge. But the ridge is λ, and it is inverted.",
        ),
        Misconception(
            _rows(printed=lambda K, y, B, lam: lam * y),
            "The second is right. y'(BK + λI) is λy', but the formula has the inverse of that matrix.",
        ),
    ),
    hints=(
        "A = BK + λI is not symmetric, so y'A⁻¹ and (A⁻¹y)' differ. Compute both, for several K, and look at the first.",
        "y'A⁻¹ is np.linalg.solve(A.T, y), and α is np.linalg.solve(A, y). For the first, multiply y'(BK + λI) out, with By = 0.",
        "y'(BK + λI) = λy', so the printed row is y/λ. The mended row is y'(KB + λI)⁻¹, which is α'.",
    ),
    praise="The printed row is y/λ: of K and B nothing is left, only a sum of the points with their labels. The mended formula is f(x) = y'(KB + λI)⁻¹k − b.",
)


# 11. The right-hand side


def _dual_fisher(target, ridge):
    def alpha(K, y, B, lam):
        n, p, m = sizes(y)
        return solve(_ridged(B @ K, ridge(lam, n, p, m)), target(y))

    return alpha


def _same(lam, n, p, m):
    return lam


def _harmonic(lam, n, p, m):
    return lam * 2 * p * m / n


def _unsigned(y):
    return np.abs(signed(y))


def _labels_themselves(y):
    return y


_exact = _dual_fisher(signed, _harmonic)

_DUAL_MISTAKES = (
    Misconception(
        _dual_fisher(_labels_themselves, _same),
        "That is the book's direction. Its right-hand side y makes y'Kα large, which is the difference of the class sums; Fisher wants the difference of the class means.",
    ),
    Misconception(
        _dual_fisher(signed, _same),
        "The right-hand side is right now. But the system holds B, and the sum of the variances is n/(2n₊n₋) times its quadratic form: λ must be rescaled to match.",
    ),
    Misconception(
        _dual_fisher(_labels_themselves, _harmonic),
        "The ridge is right now. But y'Kα is the difference of the class sums; write μ₊ − μ₋ as t'Kα and use that t.",
    ),
    Misconception(
        _dual_fisher(signed, lambda lam, n, p, m: lam * n / (2 * p * m)),
        "The right-hand side is right. The ridge is scaled the wrong way: multiply w'X'BXw·n/(2n₊n₋) + λ‖w‖² by 2n₊n₋/n, and see what becomes of λ.",
    ),
    Misconception(
        _dual_fisher(signed, lambda lam, n, p, m: lam * n / 2),
        "The right-hand side is right. λn/2 is the ridge for equal classes; in general it is λ·2n₊n₋/n.",
    ),
    Misconception(
        _dual_fisher(signed, lambda lam, n, p, m: lam * p * m / n),
        "The right-hand side is right. In the ridge a factor 2 is missing: B's weights are 2n₋/n and 2n₊/n.",
    ),
    Misconception(
        _dual_fisher(_unsigned, _harmonic),
        "You used s, with a plus for both classes: that adds the class means. The difference needs 1/n₊ and −1/n₋.",
    ),
    Misconception(
        _dual_fisher(_unsigned, _same),
        "You used s, which adds the class means; their difference needs 1/n₊ and −1/n₋. And λ must be rescaled too.",
    ),
    Misconception(
        lambda K, y, B, lam: -_exact(K, y, B, lam),
        "Right line, wrong way: w should point from the negative class to the positive one.",
    ),
    Misconception(
        lambda K, y, B, lam: signed(y),
        "That joins the two class means: the Parzen direction, where Fisher's goes when λ is huge. The spread within the classes must come in. (A system with KB in place of BK leads here too.) Solve with BK.",
    ),
    Misconception(
        lambda K, y, B, lam: solve(_ridged(B @ centre(K), _harmonic(lam, *sizes(y))), y),
        "Centring K does make y a good right-hand side. But then the weights belong to the centred images: subtract their mean from alpha to get the weights of the images themselves.",
    ),
    Misconception(
        lambda K, y, B, lam: solve(_ridged(B @ centre(K), lam), y),
        "Centring K does make y a good right-hand side. Two things are left: λ must be rescaled, and the mean of alpha subtracted, since these weights belong to the centred images.",
    ),
    Misconception(
        _dual_fisher(signed, lambda lam, n, p, m: lam * (2 * p * m / n) ** 2),
        "The right-hand side is right. λ is rescaled twice: either divide B by 2n₊n₋/n or multiply λ by it, not both.",
    ),
)

exact_fisher = Check(
    reference=_exact,
    inputs=systems,
    verify=_along_the_best(_exact, _DUAL_MISTAKES, lambda K: K),
    misconceptions=_DUAL_MISTAKES,
    hints=(
        "for which vector t is μ₊ − μ₋ = t'Kα? And by which factor does w'X'BXw differ from the sum of the class variances?",
        "t is 1/n₊ on the positive points and −1/n₋ on the negative ones. σ₊² + σ₋² + λ‖w‖² is n/(2n₊n₋) times (w'X'BXw + λ'‖w‖²): what is λ'?",
        "Solve (BK + λ'I) α = t, with λ' = λ · 2n₊n₋/n.",
    ),
    praise="Now alpha maximises (5.11) for the λ that stands in it, whatever the class sizes and wherever the origin.",
)


# 12. The reversal


def _line_errors(x, y) -> tuple[float, float]:
    """Share of training points on the wrong side, with the right-hand side y and the exact one."""
    plus, minus = x[y > 0].mean(), x[y < 0].mean()
    side = np.sign(x - (plus + minus) / 2) * y
    return tuple(float(np.mean(np.sign(w) * side < 0)) for w in (x @ y, plus - minus))


_BALANCED = "Your classes have equal sizes. Then y is a multiple of ±1/n± and both right-hand sides agree: take more points of one class."
_SIDE = "Not all of your x are greater than 0. With negative numbers the chapter has shown it; turn its example round."
_AGREE = "Both rules point the same way: y'x = n₊μ₊ − n₋μ₋ has the sign of μ₊ − μ₋. Choose sizes and means so that the two signs differ."
_OVERLAP = "The rule with y is reversed, but the exact rule makes errors too. Move the classes apart, or make each of them tighter."


def _verify_reversal(answer) -> None:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Problem(f"Return two arrays, x and y; your function returned {kind(answer)}.")
    x, y = (as_numbers(part, np.zeros(3)) for part in answer)
    if x.ndim != 1 or x.shape != y.shape or len(x) < 3:
        raise Problem(
            f"x and y should be two lists of equal length, three points or more; their shapes are {x.shape} and {y.shape}."
        )
    if not np.isfinite(x).all():
        raise Problem("x holds NaN or infinity.")
    if sorted(set(y.tolist())) != [-1.0, 1.0]:
        raise Problem("y should hold the labels −1 and +1, both of them and no others.")
    if x.min() <= 0:
        raise Problem(_SIDE)
    gap = x[y > 0].mean() - x[y < 0].mean()
    if min(abs(gap), abs(x @ y)) <= 1e-9 * np.abs(x).max():
        what = "Both classes have the same mean" if abs(gap) < abs(x @ y) else "y'x is 0"
        raise Problem(f"{what}, so one of the rules has no direction at all. Move some points.")
    printed, exact = _line_errors(x, y)
    if printed >= 0.9 and exact <= 0.1:
        return
    _, p, m = sizes(y)
    if printed > 0.5 > exact:
        raise Problem(f"{_OVERLAP} (Errors: {printed:.0%} with y, {exact:.0%} exact.)")
    if p == m:
        raise Problem(_BALANCED)
    raise Problem(f"{_AGREE} (Errors: {printed:.0%} with y, {exact:.0%} exact.)")


def _line(places, counts):
    """Points spread a little about two places, the positive ones first."""
    x = np.concatenate([np.linspace(c - 1, c + 1, k) for c, k in zip(places, counts, strict=True)])
    return x, np.repeat([1.0, -1.0], counts)


reversal = Check(
    reference=lambda: _line((14, 10), (3, 9)),
    inputs=lambda rng: [()],
    verify=_verify_reversal,
    misconceptions=(
        Misconception(lambda: _line((14, 10), (5, 5)), _BALANCED),
        Misconception(lambda: _line((-10, -14), (9, 3)), _SIDE),
        Misconception(lambda: _line((14, 10), (9, 3)), _AGREE),
        Misconception(lambda: _line((10.5, 10), (3, 9)), _OVERLAP),
    ),
    hints=(
        "write y'x with the class sizes and the class means. When does it have another sign than μ₊ − μ₋?",
        "y'x = n₊μ₊ − n₋μ₋. With x > 0 the larger class decides its sign. Which class must be the larger, and on which side must it lie?",
        "Many negative points near 10 and a few positive ones near 14.",
    ),
    praise="A rule from the book, and you made it call nearly every one of its own training points by the wrong name.",
)
