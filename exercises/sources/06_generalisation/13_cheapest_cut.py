# %% [markdown]
# ## The same test, elsewhere
#
# A test was tried on visitors of a clinic: `y` (n,) is +1 for the ill and −1 for the healthy, `score` (n,) is what the test said. Now it goes to schools, where the share of ill children is `prevalence`, much smaller than in the clinic. To miss an ill child costs `price` times as much as a false alarm, which costs 1. A child is called ill if its score is **at least** the cut. Return the cut that costs least per child, one of the scores of the trial, and that expected cost, as a pair. (Scores of ill and healthy children are distributed as in the clinic; only the shares differ.)
#
# For the scores 1 to 6 with labels (−1, −1, +1, −1, +1, +1), a price of 10 and a prevalence of 0.05 the answer is (5, 1/6): a third of the ill are missed, and nobody is alarmed in vain.

# %%
import numpy as np


def cheapest_cut(score, y, price, prevalence):
    ### BEGIN SOLUTION
    called = score >= score[:, None]  # row i: the cut is score[i]
    false_alarms = called[:, y < 0].mean(axis=1)
    misses = 1 - called[:, y > 0].mean(axis=1)
    cost = price * prevalence * misses + (1 - prevalence) * false_alarms
    return score[cost.argmin()], cost.min()
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Rates travel, shares do not. The false-negative rate is a statement about ill people, the false-positive rate about healthy ones; both are the same in clinic and school. How often each kind is met is not: an ill child is met with probability $\pi$ = `prevalence`. So the cost per child is $c\,\pi\,\mathrm{FNR}+(1-\pi)\,\mathrm{FPR}$. The share of errors in the trial weighs the two with the clinic's shares, and so does every cut that was tuned there. The rarer the illness, the higher the best cut, at the same price:

# %% tags=["solution"]
score, y = np.arange(1, 7), np.array([-1, -1, 1, -1, 1, 1])
for prevalence in (0.5, 0.1, 0.05, 0.01):
    cut, cost = cheapest_cut(score, y, 10, prevalence)
    print(f"prevalence {prevalence:4}: cut {cut}, cost {cost:.3f}")

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, tolerance_of


def _trials(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for plus, minus, price, prevalence in (
        (4, 7, 7.0, 0.07),
        (9, 5, 20.0, 0.03),
        (12, 17, 3.0, 0.21),
        (25, 14, 11.0, 0.04),
        (3, 2, 30.0, 0.011),
        (13, 8, 1.5, 0.35),
        (8, 13, 2.0, 0.24),
        (6, 31, 4.0, 0.05),
    ):
        y = rng.permutation(np.repeat([1, -1], [plus, minus]))
        score = rng.normal(size=len(y)) + 0.9 * y
        score[np.flatnonzero(y < 0)[0]] = score.max() + 0.3  # no cut is free of false alarms
        cases.append((score, y, price, prevalence))
    y = np.array([1, -1, 1, -1, -1, 1, -1, 1, -1, 1, -1])
    score = np.array([5, 5, 5, 3, 4, 4, 2, 3, 6, 2, 1])  # ties, an ill or a healthy child first
    healthy_on_top = np.array([3, 1, 4, 2, 5]), np.array([1, 1, -1, -1, -1]), 2.0, 0.05
    one_low = rng.permutation([[0, *range(11, 20), *range(1, 7), 20], [1] * 10 + [-1] * 7], axis=1)
    ties = (score, y, 6.0, 0.2), (score, -y[::-1], 4.0, 0.1)
    return [*cases, *ties, healthy_on_top, (one_low[0], one_low[1], 1.2, 0.35)]


def _cut(cost, at_least=True, report=None):
    """The cut of least cost, by one's own idea of the cost."""

    def cheapest(score, y, price, prevalence):
        called = (score >= score[:, None]) if at_least else (score > score[:, None])
        fpr, fnr = called[:, y < 0].mean(axis=1), 1 - called[:, y > 0].mean(axis=1)
        share = np.mean(y > 0)
        costs = cost(fpr, fnr, share, price, prevalence)
        told = report(fpr, fnr, share, price, prevalence) if report else costs
        i = int(costs.argmin())
        return score[i], told[i]

    return cheapest


def _right(fpr, fnr, share, price, prevalence):
    return price * prevalence * fnr + (1 - prevalence) * fpr


def _sorted_walk(score, y, price, prevalence):
    """Another route: down the sorted scores, counting."""
    best = None
    for cut in sorted(score):
        misses = sum(s < cut for s in score[y > 0]) / sum(y > 0)
        alarms = sum(s >= cut for s in score[y < 0]) / sum(y < 0)
        cost = price * misses * prevalence + alarms * (1 - prevalence)
        best = min(best or (cost, cut), (cost, cut))
    return best[::-1]


def _clinic(fpr, fnr, share, price, prevalence):
    return price * share * fnr + (1 - share) * fpr


def _among(cuts, at_least=True):
    """The cheapest of other cuts than the scores of the trial."""

    def cheapest(score, y, price, prevalence):
        tried = []
        for cut in cuts(score, y):
            ill = score >= cut if at_least else score <= cut
            rates = ill[y < 0].mean(), 1 - ill[y > 0].mean()
            tried.append((_right(*rates, 0, price, prevalence), cut))
        return min(tried)[::-1]

    return cheapest


def _one_by_one(order):
    """Along the scores in some order, one point at a time."""

    def cheapest(score, y, price, prevalence):
        s, ill = score[order(score)], (y > 0)[order(score)]
        fnr = (np.cumsum(ill) - ill) / ill.sum()
        fpr = 1 - (np.cumsum(~ill) - ~ill) / (~ill).sum()
        costs = _right(fpr, fnr, 0, price, prevalence)
        return s[costs.argmin()], costs.min()

    return cheapest


def _told(change):
    """The right answer, told otherwise."""
    return lambda score, y, price, p: change(*_cut(_right)(score, y, price, p), score, y, price)


def _verify(value, score, y, price, prevalence) -> None:
    """Cut and cost must be right; if not, what the cut of the answer costs is spoken of."""
    right = _cut(_right)(score, y, price, prevalence)
    try:
        match(value, right, tolerance_of(value, 1e-9))
    except Problem:
        told = np.ravel(value)
        if told.size != 2 or told.dtype.kind not in "iuf":
            raise
        if not np.isclose(score, told[0], rtol=1e-4).any():
            raise Problem(
                f"your cut {told[0]:.4g} is none of the scores of the trial; try each of those as a cut."
            ) from None
        misses, alarms = np.mean(score[y > 0] < told[0]), np.mean(score[y < 0] >= told[0])
        cost = _right(alarms, misses, 0, price, prevalence)
        rates = f"the cut {told[0]:.4g} misses {misses:.1%} of the ill and alarms {alarms:.1%} of the healthy; in a school with the price {price:g} and the prevalence {prevalence:g}"
        if np.isclose(told[0], right[0], rtol=1e-4):
            raise Problem(
                f"the cut is right, the cost is not: {rates} that costs {cost:.4g}, not {told[1]:.4g}."
            ) from None
        raise Problem(
            f"{rates} that costs {cost:.4g} per child. The cut {right[0]:.4g} costs {right[1]:.4g}."
        ) from None


CHECK = Check(
    answer=cheapest_cut,
    section="Mistakes have prices",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=(
        (np.array([1, 2, 3, 4, 5, 6]), np.array([-1, -1, 1, -1, 1, 1]), 10, 0.05),
        (5.0, 1 / 6),
    ),
    twin=_sorted_walk,
    verify=_verify,
    inputs=_trials,
    misconceptions=(
        Misconception(
            _cut(_clinic),
            "You weigh the mistakes with the shares of the clinic, as counts in the trial do. In a school an ill child is met with probability `prevalence`: use the two rates, and weigh those.",
        ),
        Misconception(
            _cut(_clinic, report=_right),
            "The cost is right for your cut, but the cut was chosen with the shares of the clinic. Choose by the cost that you report.",
        ),
        Misconception(
            _cut(_right, report=_clinic),
            "The cut is right, but the cost that you report is the one in the clinic. Report that of the schools.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * fnr + fpr),
            "You weigh the two rates by the price alone. A miss can only happen to the ill, and those are rare: weigh with `prevalence` as well.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: fnr + fpr),
            "You add the two rates as they are. Weigh a miss with `price` and the share of the ill, a false alarm with the share of the healthy.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: p * fnr + (1 - p) * fpr),
            "That is the share of errors in the schools. A miss costs `price` times as much as a false alarm.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: p * fnr + price * (1 - p) * fpr),
            "The price is put on the false alarms. It is the missed illness that is dear.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * (1 - p) * fnr + p * fpr),
            "The shares are swapped: the ill are the rare ones, and `prevalence` goes with the misses.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * p * (1 - fnr) + (1 - p) * fpr),
            "You put the price on the ill who are found. It is those who are missed that cost.",
        ),
        Misconception(
            _cut(
                lambda fpr, fnr, share, price, p: (
                    price * p * share * fnr + (1 - p) * (1 - share) * fpr
                )
            ),
            "You count misses and false alarms among all visitors of the clinic, and then weigh with `prevalence`: so both shares come in. Divide by the number of the ill, and of the healthy, to get rates first.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * p * fnr + fpr),
            "The false alarms are not weighed: they can only happen to the healthy, whose share is 1 − `prevalence`.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * p * fnr + p * fpr),
            "You weigh both kinds of mistakes with `prevalence`, the share of the ill. False alarms happen to the healthy, whose share is 1 − `prevalence`.",
        ),
        Misconception(
            _cut(_right, at_least=False),
            "Whoever scores exactly the cut is called ill: `>=`, not `>`.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: fnr + fpr, report=_right),
            "The cost is right for your cut, but the cut is the one with the smallest sum of the two rates. Choose by the cost that you report: `price` and `prevalence` move the cut.",
        ),
        Misconception(
            _cut(lambda fpr, fnr, share, price, p: price * fnr + fpr, report=_right),
            "The cost is right for your cut, but the cut was chosen without `prevalence`. Choose by the cost that you report.",
        ),
        Misconception(
            lambda score, y, price, p: tuple(
                np.array(_cut(_clinic)(score, y, price, p)) * (1, len(y))
            ),
            "That is what the mistakes on the visitors of the trial cost in all. Asked is the cost per child in a school: turn the counts into rates, and weigh those with `prevalence`.",
        ),
        Misconception(
            _cut(lambda *a: -_right(*a), report=_right),
            "That is the dearest cut. Take the one of least cost: `argmin`.",
        ),
        Misconception(
            _told(lambda cut, cost, score, y, price: (np.searchsorted(np.sort(score), cut), cost)),
            "The cost is right. In place of the cut you return its place among the sorted scores; asked is the score itself.",
        ),
        Misconception(
            _told(lambda cut, cost, score, y, price: (int(np.argmax(score == cut)), cost)),
            "The cost is right. In place of the cut you return its place in `score`; asked is the score itself.",
        ),
        Misconception(
            _told(lambda cut, cost, score, y, price: (cut, cost / (1 + price))),
            "The cut is right. The cost is divided by 1 + `price`; but a false alarm costs 1 and a miss `price`, as they are.",
        ),
        Misconception(
            _among(lambda score, y: score, at_least=False),
            "You call a child ill if its score is at most the cut. The ill score high: at least the cut.",
        ),
        Misconception(
            _among(lambda score, y: (np.unique(score)[1:] + np.unique(score)[:-1]) / 2),
            "Your cuts lie halfway between scores. Asked is one of the scores of the trial, and the lowest is one of them too.",
        ),
        Misconception(
            _among(lambda score, y: np.append(score, np.inf)),
            "You allow a cut above all scores, where nobody is called ill. Asked is one of the scores of the trial.",
        ),
        Misconception(
            _among(lambda score, y: score[y > 0]),
            "You try only the scores of the ill as cuts. If healthy people score highest, one of theirs may be cheaper: try all scores.",
        ),
        Misconception(
            _among(lambda score, y: score[y < 0]),
            "You try only the scores of the healthy as cuts. Try all scores: a cut at the score of an ill child misses fewer and alarms no more.",
        ),
        Misconception(
            _one_by_one(lambda score: np.arange(len(score))),
            "You count along the scores as they came. Counting from point to point needs sorted scores: `np.argsort(score)`, for `y` as well.",
        ),
        Misconception(
            _one_by_one(lambda score: np.argsort(score, kind="stable")),
            "You count along the sorted scores one point at a time, and so tear equal scores apart. All of them are at least the cut: compare with `score >= cut`.",
        ),
    ),
    hints=(
        "Which numbers of the trial stay true in a school: how many of all were missed, or how many of the ill?",
        "For every score as a cut: the share of the ill below it, and the share of the healthy at or above it. The cost per child is price × prevalence × the first, plus (1 − prevalence) × the second. Take the cut where it is least.",
        "With `misses` and `false_alarms` as two such shares for each cut: `cost = price * prevalence * misses + (1 - prevalence) * false_alarms`, then `score[cost.argmin()]` and `cost.min()`.",
    ),
    praise="Rates travel, shares do not: the trial says what happens to the ill and to the healthy, the place says how many there are, and the price decides.",
)
