"""Built from exercises/sources/03_fisher/03_fisher_ratio.py by `make notebooks`: do not edit."""

import numpy as np


def fisher_ratio(K, y, alpha, lam):
    plus, minus = K[y > 0] @ alpha, K[y < 0] @ alpha
    within = plus.var() + minus.var() + lam * (alpha @ K @ alpha)
    return (plus.mean() - minus.mean()) ** 2 / within


import numpy as np
from numpy.linalg import norm

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import (
    FOUR,
    ORDER,
    SIDES,
    labelled_kernels,
    positives_first,
)


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


def _own_weights(K, y, alpha, lam):
    p, m = (K[np.ix_(c, c)] @ alpha[c] for c in (y > 0, y < 0))
    return (p.mean() - m.mean()) ** 2 / (p.var() + m.var() + lam * (alpha @ K @ alpha))


def _parts(value, K, y, alpha, lam):
    """What the ratio is made of, to be compared part by part."""
    p, m = K[y > 0] @ alpha, K[y < 0] @ alpha
    made = f"μ₊ = {p.mean():.4g}, μ₋ = {m.mean():.4g}, σ₊² = {p.var():.4g}, σ₋² = {m.var():.4g}, ‖w‖² = {alpha @ K @ alpha:.4g}, λ = {lam:g}"
    right = fisher_ratio(K, y, alpha, lam)
    return f"J came out as {float(np.ravel(value)[0]):.5g}; {right:.5g} was expected, from {made} ({len(p)} and {len(m)} points). Which of your parts differs?"


CHECK = Check(
    answer=fisher_ratio,
    section="Into feature space",
    difficulty=1,
    minutes=8,
    kind="practice",
    example=((FOUR @ FOUR.T, SIDES, np.array([0, 5, 2, 0]), 2.0), 4 / 7),
    twin=fisher.fisher_ratio,
    inputs=_weighted_classes,
    explain=_parts,
    misconceptions=(
        Misconception(
            _ratio(gap=lambda p, m: p.mean() - m.mean()),
            "The numerator is not squared. Try `10 * alpha`: a ratio that changes with the length of w cannot choose a direction.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: abs(p.mean() - m.mean())),
            "The numerator is the square of the distance, not the distance. Try `10 * alpha`: the ratio must not change.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: 1.0),
            "The ridge λ stands alone in your denominator. It goes with ‖w‖²; without it, stretching w would push λ out of sight. Try `10 * alpha`.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: alpha @ alpha),
            "The penalty is λ‖w‖² with ‖w‖² = α'Kα; you used α'α, which is the squared length of the list of weights.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: np.sqrt(alpha @ K @ alpha)),
            "The penalty is λ times the squared length of w; you used the length. Try `10 * alpha`: the ratio must not change.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: norm(K @ alpha) ** 2),
            "The squared length of `K @ alpha` adds up the squared coordinates of the points. The squared length of w itself is α'Kα.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: 0.0),
            "The ridge λ does not come in. Add λ‖w‖² = λ α'Kα to the denominator.",
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
            _own_weights,
            "You projected each class with its own weights only. Every image contributes to w: the projections are `K @ alpha`, all columns of K; choose rows by class, not columns.",
        ),
        Misconception(
            _ratio(within=lambda p, m: p.var() * m.var()),
            "You multiplied the two variances; (5.11) adds them.",
        ),
        Misconception(
            _ratio(within=lambda p, m: (p.std() + m.std()) ** 2),
            "You added the standard deviations and squared the sum; (5.11) adds the squares.",
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
            "The result is NaN, which is what the mean of an empty class gives. Labels are −1 and +1, not 0 and 1: `y > 0` and `y < 0` select the classes.",
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
            "You averaged the weights. What is projected are the images, and their coordinates along w are `K @ alpha`.",
        ),
        Misconception(
            lambda K, y, alpha, lam: _ratio()(K, y, alpha, 0.0) + lam * (alpha @ K @ alpha),
            "The penalty is added to the ratio, not to its denominator: a / b + c is (a / b) + c. Put brackets round the denominator.",
        ),
        Misconception(
            _ratio(within=lambda p, m: p.var()),
            "The variance of the negative class is missing in the denominator.",
        ),
        Misconception(
            _ratio(within=lambda p, m: m.var()),
            "The variance of the positive class is missing in the denominator.",
        ),
        Misconception(
            _ratio(within=lambda p, m: np.mean(p**2) + np.mean(m**2)),
            "Your denominator has the mean squares of the projections. A variance is taken about the mean of the class.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: p.mean() ** 2 - m.mean() ** 2),
            "You subtracted the squares of the means; the numerator is the square of their difference.",
        ),
        Misconception(
            _ratio(penalty=lambda K, alpha: -(alpha @ K @ alpha)),
            "You subtracted the penalty. It makes the denominator larger: add λ‖w‖².",
        ),
        Misconception(positives_first(_ratio()), ORDER),
        Misconception(
            _ratio(within=lambda p, m: len(p) * p.var() + len(m) * m.var()),
            "Your denominator has the sums of the squared deviations. A variance is their mean: divide each sum by the size of its class.",
        ),
        Misconception(
            lambda K, y, alpha, lam: _ratio()(K, y, alpha, 1.0) / lam,
            "You multiplied the whole denominator by λ. It belongs to ‖w‖² only: mind the brackets.",
        ),
        Misconception(
            _ratio(gap=lambda p, m: (np.median(p) - np.median(m)) ** 2),
            "Your numerator has the medians of the classes; μ₊ and μ₋ are the means.",
        ),
        Misconception(
            lambda K, y, alpha, lam: _ratio()(K, y, alpha * y, lam),
            "You multiplied the weights by the labels. The weights α are those of w already: the projections are `K @ alpha`.",
        ),
    ),
    hints=(
        "The projections of all points are `K @ alpha`; split them by class. Then (5.11) is means and variances of two lists of numbers.",
        "With `f = K @ alpha` you need `f[y > 0].mean()`, `f[y > 0].var()` and likewise for the other class; the squared length of w is `alpha @ K @ alpha`.",
        "Return `(f[y > 0].mean() - f[y < 0].mean())**2 / (f[y > 0].var() + f[y < 0].var() + lam * (alpha @ f))`.",
    ),
    praise="Each of its terms is a square, so the length of w cancels: J measures directions.",
)
