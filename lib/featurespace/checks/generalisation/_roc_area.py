"""Built from exercises/sources/06_generalisation/12_roc_area.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace import describe, losses


def roc_area(y, score):
    gap = score[y > 0][:, None] - score[y < 0]
    return np.mean((gap > 0) + 0.5 * (gap == 0))


import numpy as np
from scipy.stats import rankdata

from featurespace import losses
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, tolerance_of


def _scored(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, shift, steps in ((4, 7, 0.8, 10), (9, 5, 1.5, 2), (3, 6, -0.5, 10), (14, 11, 0.5, 1)):
        y = rng.permutation(np.repeat([1.0, -1.0], [p, m]))
        points = np.round(steps * (rng.normal(size=p + m) + shift * (y > 0)))
        cases.append((y, 2 * points + 1))  # whole numbers: ties are ties; and none is 0
    y = rng.permutation(np.repeat([1.0, -1.0], [8, 5]))
    cases.append((y, rng.normal(size=13) + 0.3 * y))  # no whole numbers, and no ties
    y = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
    return [*cases, (y, np.array([2.0, 2.0, 1.0, 1.0, 3.0]))]  # two ties among six pairs


def _pairs(rule):
    return lambda y, score: float(rule(np.subtract.outer(score[y > 0], score[y < 0]), len(y)))


def _walk(y, score):
    """Down the scores one point at a time, equal ones in the order of the sort."""
    order = np.argsort(-score)
    found = np.cumsum(y[order] > 0) / np.sum(y > 0)
    return float(np.mean(found[y[order] < 0]))


def _ranks(y, score, ranks, least=1):
    n = np.sum(y > 0)
    return float((ranks[y > 0].sum() - n * (n + least) / 2) / (n * np.sum(y < 0)))


def _all_pairs(y, score):
    signs = np.sign(np.subtract.outer(score, score)) * np.sign(np.subtract.outer(y, y))
    return float(np.mean((1 + signs) / 2))


def _verify(value, y, score) -> None:
    """The area must be right; if not, the pairs are counted."""
    gap = np.subtract.outer(score[y > 0], score[y < 0])
    try:
        match(value, np.mean((gap > 0) + 0.5 * (gap == 0)), tolerance_of(value, 1e-9))
    except Problem as problem:
        counted = f"There are {len(gap)} × {gap.shape[1]} pairs; the positive point wins {(gap > 0).sum()} of them, and ties are {(gap == 0).sum()}."
        raise Problem(
            f"{problem} {counted}" if "came out" in str(problem) else str(problem)
        ) from None


CHECK = Check(
    answer=roc_area,
    section="Every threshold at once",
    difficulty=2,
    minutes=8,
    kind="practice",
    example=((np.array([1, -1, 1, -1]), np.array([3, 2, 2, 1])), 7 / 8),
    twin=losses.auc,
    terms=lambda y, score: {
        "the share of the pairs won": _pairs(lambda gap, n: (gap > 0).mean())(y, score),
        "half the share of the ties": _pairs(lambda gap, n: (gap == 0).mean() / 2)(y, score),
    },
    verify=_verify,
    inputs=_scored,
    misconceptions=(
        Misconception(
            _pairs(lambda gap, n: (gap > 0).mean()),
            "Ties count nothing with you. Where two scores are equal the curve runs slantwise across the box, and half of it lies below: add ½ for each tie.",
        ),
        Misconception(
            _pairs(lambda gap, n: (gap >= 0).mean()),
            "Ties count in full with you. Where two scores are equal the curve runs slantwise across the box, and only half of it lies below.",
        ),
        Misconception(
            _pairs(lambda gap, n: ((gap < 0) + 0.5 * (gap == 0)).mean()),
            "The pairs are counted the wrong way round: asked is how often the positive point scores higher.",
        ),
        Misconception(
            _pairs(lambda gap, n: np.sign(gap).mean()),
            "That is concordant minus discordant pairs, as in Kendall's τ: it runs from −1 to 1. The area is (1 + that)/2.",
        ),
        Misconception(
            _pairs(lambda gap, n: ((gap > 0) + 0.5 * (gap == 0)).sum() / (n * (n - 1) / 2)),
            "You divide by the number of all pairs. Two points of the same class say nothing here: divide by n₊n₋.",
        ),
        Misconception(
            _pairs(lambda gap, n: ((gap > 0) + 0.5 * (gap == 0)).sum()),
            "That is the number of pairs won. A probability is asked for: divide by the number of pairs, n₊n₋.",
        ),
        Misconception(
            lambda y, score: float(
                np.mean((np.subtract.outer(score, score) > 0) * (np.subtract.outer(y, y) > 0))
            ),
            "You compare all points with all points, and ties count nothing. Only pairs of a positive and a negative point are asked for: there are n₊n₋.",
        ),
        Misconception(
            lambda y, score: float(score[y > 0].mean() > score[y < 0].mean()),
            "That says only which class has the higher mean. Asked is how often a single positive point beats a single negative one: compare them pair by pair.",
        ),
        Misconception(
            lambda y, score: float(np.mean((score > 0) == (y > 0))),
            "That is the accuracy with the threshold 0. The area needs no threshold: it compares scores with each other.",
        ),
        Misconception(
            lambda y, score: float(score[y > 0].mean() - score[y < 0].mean()),
            "A difference of mean scores depends on their scale. Only the order of the scores counts: compare them pair by pair.",
        ),
        Misconception(
            _pairs(lambda gap, n: ((gap > 0) + 0.5 * (gap == 0)).sum() / (n / 2) ** 2),
            "You divide by (n/2)², as if both classes were equally large. There are n₊n₋ pairs of a positive and a negative point.",
        ),
        Misconception(
            _pairs(lambda gap, n: (gap > 0).sum() / (gap != 0).sum()),
            "Ties are left out altogether, of the number of pairs too. They stay in it, and count one half.",
        ),
        Misconception(
            _pairs(lambda gap, n: (gap > 0).mean() + 0.5 * (gap == 0).sum()),
            "The wins are divided by the number of pairs, the ties are not. Add ½ for each tie first, then divide.",
        ),
        Misconception(
            _pairs(lambda gap, n: 0.5 + abs(np.sign(gap).mean()) / 2),
            "An area below ½ is turned up. A score may be worse than chance on these points; then the area says so.",
        ),
        Misconception(
            lambda y, score: _ranks(y, score, np.argsort(np.argsort(score)) + 1),
            "Your ranks tell equal scores apart, by the order in which they were sorted. A tie counts one half: equal scores share their mean rank.",
        ),
        Misconception(
            _walk,
            "You walk along the curve one point at a time, so equal scores come one after another, in the order of the sort. They must be passed together: a tie counts one half.",
        ),
        Misconception(
            lambda y, score: _ranks(y, score, rankdata(score), -1),
            "The area is too large by 1/n₋. If all positive points score lowest, their ranks still add up to n₊(n₊ + 1)/2: subtract that.",
        ),
        Misconception(
            _all_pairs,
            "You average over all pairs of points. Two points of the same class say nothing here: compare positive points with negative ones only.",
        ),
        Misconception(
            lambda y, score: np.nan,
            "No number came out: a mean over no pairs? The labels are −1 and +1, so the negative points have `y == -1` (or `y < 0`).",
        ),
        Misconception(
            _pairs(lambda gap, n: ((gap > 0) + 0.5 * (gap == 0)).sum() / n**2),
            "You divide by the square of n. There are n₊n₋ pairs of a positive and a negative point: divide by those.",
        ),
        Misconception(
            lambda y, score: rankdata(score)[y > 0].sum() / (np.sum(y > 0) * np.sum(y < 0)),
            "The ranks of the positive points are added up, but they beat each other as well: subtract n₊(n₊ + 1)/2, what the sum would be if all of them scored lowest.",
        ),
        Misconception(
            lambda y, score: float(
                np.mean((score[y > 0][:, None] > score) + 0.5 * (score[y > 0][:, None] == score))
            ),
            "You compare the positive points with all points, also with each other. Compare them with the negative ones: `score[y < 0]`.",
        ),
        Misconception(
            lambda y, score: float(np.mean(score[y > 0] > score[y < 0].mean())),
            "You compare the positive points with the mean of the negative ones. Compare them with each negative point by itself, pair by pair.",
        ),
    ),
    advice={
        "operands could not be broadcast": "Compare every positive point with every negative one, not the first with the first: the classes need not be equally large.",
    },
    hints=(
        "Compare every positive point with every negative one. How often does the positive one win?",
        "`np.subtract.outer(score[y > 0], score[y < 0])` holds all differences; count those above 0, and those equal to 0 half.",
        "With `gap = score[y > 0][:, None] - score[y < 0]` it is `np.mean((gap > 0) + 0.5 * (gap == 0))`.",
    ),
    praise="No curve was drawn. The area is a count of pairs, so no monotone change of the scores can move it.",
)
