"""Built from exercises/sources/03_fisher/10_fair_cut.py by `make notebooks`: do not edit."""

import numpy as np


def fair_cut(f, y):
    plus, minus = f[y > 0], f[y < 0]
    spread = plus.std() + minus.std()
    return (plus.mean() * minus.std() + minus.mean() * plus.std()) / spread


from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import ORDER, positives_first


def _readings(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, gap, wide, narrow in ((5, 8, 6, 3, 1), (9, 4, -7, 1, 2), (6, 1, 8, 2, 1)):
        y = rng.permutation(np.repeat([1.0, -1.0], [p, m]))
        places = np.where(y > 0, 10 + gap, 10), np.where(y > 0, wide, narrow)
        cases.append((rng.normal(*places), y))
    return cases


def _cut(rule):
    return lambda f, y: rule(f[y > 0], f[y < 0])


def _weighted(of_plus, of_minus):
    """The mean of the two class means with these weights."""

    def cut(p, m):
        a, b = of_plus(p, m), of_minus(p, m)
        return (a * p.mean() + b * m.mean()) / (a + b)

    return _cut(cut)


def _steps(f, y):
    """From one mean towards the other, in steps of its own deviation."""
    p, m = f[y > 0], f[y < 0]
    count = (p.mean() - m.mean()) / (p.std() + m.std())
    return m.mean() + count * m.std()


def _terms(f, y):
    p, m = f[y > 0], f[y < 0]
    both = p.std() + m.std()
    return {
        "the term with the mean of class +1": p.mean() * m.std() / both,
        "the term with the mean of class −1": m.mean() * p.std() / both,
    }


def _seen(value, f, y):
    """Between the means? And how many deviations from each?"""
    p, m, b = f[y > 0], f[y < 0], float(np.ravel(value)[0])
    low, high = sorted([p.mean(), m.mean()])
    if not low <= b <= high:
        return f"Your cut, {b:.4g}, does not lie between the two means, {low:.4g} and {high:.4g}."
    for words, own in (("+1", p), ("−1", m)):
        if own.std() == 0:
            return f"Class {words} has a single reading here, so its deviation is 0 and the cut lies at that reading, {own.mean():.4g}; yours is {b:.4g}."
    away = abs(p.mean() - b) / p.std(), abs(b - m.mean()) / m.std()
    return f"Your cut, {b:.4g}, lies {away[0]:.4g} times σ₊ away from μ₊ = {p.mean():.4g}, and {away[1]:.4g} times σ₋ away from μ₋ = {m.mean():.4g}. The two numbers should be equal."


CHECK = Check(
    answer=fair_cut,
    section="Where to cut, and how much ridge",
    difficulty=1,
    minutes=8,
    kind="transfer",
    example=((np.array([12, 20, 9, 11]), np.array([1, 1, -1, -1])), 11.2),
    twin=_steps,
    inputs=_readings,
    explain=_seen,
    terms=_terms,
    misconceptions=(
        Misconception(
            _cut(lambda p, m: (p.mean() + m.mean()) / 2),
            "That is halfway between the means, equally far from both in the machine's unit. Measure each distance in deviations of its own class.",
        ),
        Misconception(
            _weighted(lambda p, m: p.std(), lambda p, m: m.std()),
            "Your cut lies nearer to the wide class. Each mean is weighted with the deviation of the other class: the wide one needs more room.",
        ),
        Misconception(
            _weighted(lambda p, m: m.var(), lambda p, m: p.var()),
            "You weighted with the variances. Equally many deviations are asked for: weights are the standard deviations.",
        ),
        Misconception(
            _weighted(lambda p, m: p.var(), lambda p, m: m.var()),
            "You weighted with the variances, and the wrong way round. Solve (μ₊ − b)/σ₊ = (b − μ₋)/σ₋ for b.",
        ),
        Misconception(
            _weighted(lambda p, m: m.std(ddof=1), lambda p, m: p.std(ddof=1)),
            "You divided by n − 1 in the deviations. Those of this course divide by the size of the class.",
        ),
        Misconception(
            _weighted(lambda p, m: len(p), lambda p, m: len(m)),
            "That is the mean of all readings; it lies nearer to the larger class. What counts here is the spread of the classes, not their size.",
        ),
        Misconception(
            _weighted(lambda p, m: len(m), lambda p, m: len(p)),
            "You weighted the means with the sizes of the classes. What counts here is their spread.",
        ),
        Misconception(
            _weighted(
                lambda p, m: m.std() / np.sqrt(len(m)), lambda p, m: p.std() / np.sqrt(len(p))
            ),
            "You used the deviations of the means, σ/√n. How far single readings scatter is σ itself.",
        ),
        Misconception(
            _cut(lambda p, m: (p.mean() * m.std() - m.mean() * p.std()) / (p.std() + m.std())),
            "There is a slip of sign: solve (μ₊ − b)/σ₊ = (b − μ₋)/σ₋, where b stands on both sides with different signs.",
        ),
        Misconception(
            _cut(lambda p, m: (p.mean() * m.std() - m.mean() * p.std()) / (m.std() - p.std())),
            "Your cut does not lie between the means: there both distances, μ₊ − b and b − μ₋, have the same sign. You solved with μ₋ − b.",
        ),
        Misconception(
            _cut(lambda p, m: (p.min() + m.max()) / 2),
            "That lies halfway between the smallest reading of class +1 and the largest of class −1. Means and deviations are asked for.",
        ),
        Misconception(
            _cut(lambda p, m: (p.mean() - p.std() + m.mean() + m.std()) / 2),
            "You went one deviation from each mean and took the middle. How many deviations there are is unknown: solve for it.",
        ),
        Misconception(
            _cut(lambda p, m: p.mean() * m.std() + m.mean() * p.std()),
            "The weights are the right ones, but they do not add up to one: divide by σ₊ + σ₋.",
        ),
        Misconception(
            _cut(lambda p, m: (p.mean() - m.mean()) / (p.std() + m.std())),
            "That is how many deviations the cut is away from either mean. Go so many deviations from one mean to find the cut itself.",
        ),
        Misconception(
            _cut(lambda p, m: m.mean() + abs(p.mean() - m.mean()) / (p.std() + m.std()) * m.std()),
            "You took it that class +1 has the larger mean. On some inputs it has the smaller one: leave the absolute value out.",
        ),
        Misconception(
            _cut(lambda p, m: p.mean() - (p.mean() - m.mean()) / (p.std() + m.std())),
            "You went the right number of steps from the mean of class +1, but each step must be as long as the deviation of that class.",
        ),
        Misconception(
            _cut(lambda p, m: p.mean() + (p.mean() - m.mean()) / (p.std() + m.std()) * p.std()),
            "You went away from the other class: the cut lies between the two means.",
        ),
        Misconception(
            _cut(
                lambda p, m: (np.median(p) * m.std() + np.median(m) * p.std()) / (p.std() + m.std())
            ),
            "You started from the medians; distances are measured from the means.",
        ),
        Misconception(
            positives_first(_weighted(lambda p, m: m.std(), lambda p, m: p.std())), ORDER
        ),
        Misconception(
            _weighted(
                lambda p, m: m.std(ddof=min(1, len(m) - 1)),
                lambda p, m: p.std(ddof=min(1, len(p) - 1)),
            ),
            "Where a class has several members you divided by its size minus 1. Deviations of this course divide by the size.",
        ),
        Misconception(
            _cut(
                lambda p, m: (p.mean() / p.std() + m.mean() / m.std()) / (1 / p.std() + 1 / m.std())
            ),
            "Right while both classes have spread. Where one has none you divide by zero: multiply (μ₊ − b)/σ₊ = (b − μ₋)/σ₋ out before you solve for b.",
        ),
        Misconception(
            _weighted(lambda p, m: np.ptp(m), lambda p, m: np.ptp(p)),
            "You measured the spread of a class from its smallest to its largest reading. Standard deviations are asked for.",
        ),
        Misconception(
            _weighted(
                lambda p, m: np.abs(m - m.mean()).mean(), lambda p, m: np.abs(p - p.mean()).mean()
            ),
            "You measured spread by the mean size of the deviations. The standard deviation is the root of their mean square.",
        ),
        Misconception(
            _weighted(lambda p, m: np.sqrt(np.mean(m**2)), lambda p, m: np.sqrt(np.mean(p**2))),
            "Your deviations are measured from zero. Those of a class are measured from its mean.",
        ),
        Misconception(
            _weighted(
                lambda p, m: m.std() * np.sqrt(len(m)), lambda p, m: p.std() * np.sqrt(len(p))
            ),
            "You took the root of the sum of the squared deviations. A standard deviation is the root of their mean: divide by the size of the class first.",
        ),
        Misconception(
            _weighted(lambda p, m: len(m) * m.std(), lambda p, m: len(p) * p.std()),
            "You weighted with deviations and with sizes. How many members a class has does not matter here: the deviations alone are the weights.",
        ),
    ),
    hints=(
        "Write down the condition: how many of its own deviations is each mean away from b? Both numbers are equal.",
        "Solve (μ₊ − b)/σ₊ = (b − μ₋)/σ₋ for b. It is a weighted mean of μ₊ and μ₋; which weight belongs to which?",
        "With `p = f[y > 0]` and `m = f[y < 0]`: `(p.mean() * m.std() + m.mean() * p.std()) / (p.std() + m.std())`.",
    ),
    praise="The wide class gets the wider side. Halfway is only the case of equal deviations.",
)
