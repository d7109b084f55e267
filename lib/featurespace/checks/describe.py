"""Prelude: what is asked, and the usual ways to get it wrong."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

import numpy as np

from .. import describe
from .check import Check, Misconception, Problem, Stopped, as_numbers, kind, match


def lists(rng: np.random.Generator) -> list[tuple]:
    """Unsorted lists of numbers, of odd and of even length."""
    return [(rng.normal(3, 2, n),) for n in (5, 8, 11, 6)]


def skewness(x) -> float:
    """The mean cubed standard score (DME-1.13)."""
    d = x - np.mean(x)
    return np.mean(d**3) / np.mean(d**2) ** 1.5


def several(answer, n: int) -> np.ndarray:
    """The answer as n finite numbers, or a Problem that says what it is instead."""
    got = as_numbers(list(answer) if isinstance(answer, (set, range)) else answer, np.zeros(n))
    if got.shape != (n,):
        raise Problem(f"Expected {n} numbers; your function returned {kind(got)}.")
    if not np.isfinite(got).all():
        raise Problem("Your numbers hold NaN or infinity; did you divide by zero?")
    return got


# The worked example: the median


def _middle(x):
    n = len(x)
    return x[n // 2] if n % 2 else (x[n // 2 - 1] + x[n // 2]) / 2


median = Check(
    reference=np.median,
    inputs=lists,
    misconceptions=(
        Misconception(
            _middle,
            "You took the middle of the list as it came. The median is the middle of the sorted list: begin with np.sort.",
        ),
        Misconception(
            lambda x: np.sort(x)[len(x) // 2],
            "Right for odd n. For even n there are two numbers in the middle: return their mean.",
        ),
        Misconception(
            np.mean,
            "That is the mean. The median is the number in the middle once they are sorted.",
        ),
    ),
    hints=(
        "sort first; then look whether n is odd or even.",
        "Python counts from 0: for odd n the middle of the sorted list is x[n // 2].",
        "For even n return (x[n // 2 - 1] + x[n // 2]) / 2, with x sorted.",
    ),
    praise="The middle one, or the mean of the middle two.",
)


# 1. Quartiles


def _of_halves(lower, upper, middle=np.median):
    """Three quartiles, with the halves cut by the two given rules."""

    def three(x):
        x, n = np.sort(x), len(x)
        return middle(lower(x, n)), np.median(x), middle(upper(x, n))

    return three


quartiles = Check(
    reference=lambda x: tuple(describe.quartiles(x)),
    inputs=lists,
    misconceptions=(
        Misconception(
            _of_halves(lambda x, n: x[: n // 2], lambda x, n: x[-(n // 2) :]),
            "Right for even n. For odd n you left the median out of both halves. Some books do; here both halves keep it, so each has (n + 1) // 2 numbers.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[(n + 1) // 2 :]),
            "Right for even n. For odd n the lower half keeps the median and the upper half loses it. Count the upper half from the end.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: n // 2], lambda x, n: x[n // 2 :]),
            "Right for even n. For odd n the upper half keeps the median and the lower half loses it. Use half, which is rounded up.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[(n + 1) // 2 - 1 :]),
            "Right for odd n. For even n your upper half has one number too many: it begins inside the lower half. Count it from the end.",
        ),
        Misconception(
            lambda x: tuple(np.quantile(x, (0.25, 0.5, 0.75))),
            "Right for odd n. For even n numpy interpolates at another place than the halves rule. (More than ten rules are in use; a report should say which.) Take medians of the halves.",
        ),
        Misconception(
            lambda x: tuple(np.sort(x)[[int(np.ceil(len(x) * q)) - 1 for q in (0.25, 0.5, 0.75)]]),
            "You picked one observation for each quartile. Here a quartile is the median of a half, which may lie between two observations.",
        ),
        Misconception(
            _of_halves(lambda x, n: x[: (n + 1) // 2], lambda x, n: x[-((n + 1) // 2) :], np.mean),
            "The halves are right, but you took their means. Take their medians: quartiles should not move when the largest number does.",
        ),
        Misconception(
            lambda x: tuple(describe.quartiles(x))[::-1],
            "Right numbers, wrong order: from the lowest to the highest.",
        ),
    ),
    hints=(
        "each quartile is a median: of the lower half, of everything, of the upper half. Which numbers are the upper half?",
        "x[:half] holds the first `half` numbers. x[-half:] holds the last `half` numbers, whether n is odd or even.",
        "np.median(x[:half]), np.median(x), np.median(x[-half:]).",
    ),
    praise="About half of the numbers lie between the first and the third; from five numbers on, the largest can grow as it likes and moves none of the three.",
)


# 2. One wrong number

updated_mean = Check(
    reference=lambda mean, n, old, new: mean + (new - old) / n,
    inputs=lambda rng: [(4.5, 8, 3.0, 43.0), (-1.0, 5, 7.0, 2.0), (20.0, 100, -11.0, 5.5)],
    misconceptions=(
        Misconception(
            lambda mean, n, old, new: mean + new - old,
            "The sum changes by new − old. The mean is the sum divided by n, so it changes by less.",
        ),
        Misconception(
            lambda mean, n, old, new: mean + (old - new) / n,
            "The sign is the wrong way round: a larger new number must make the mean larger.",
        ),
        Misconception(
            lambda mean, n, old, new: mean + new / n,
            "The new number came in, but the old one is still there: take its share old/n out.",
        ),
        Misconception(
            lambda mean, n, old, new: (n * mean + new) / (n + 1),
            "You added a number to the list, so that it has n + 1. Here one number is replaced: n stays, and the old one leaves the sum.",
        ),
        Misconception(
            lambda mean, n, old, new: (n * mean - old + new) / (n + 1),
            "The new sum is right, but one number replaces another: there are still n numbers, not n + 1.",
        ),
        Misconception(
            lambda mean, n, old, new: mean + (new - old) / (n - 1),
            "There are still n numbers, so divide by n, not by n − 1.",
        ),
        Misconception(
            lambda mean, n, old, new: n * mean - old + new,
            "That is the new sum. Divide it by n.",
        ),
    ),
    hints=(
        "n · mean is the sum of the list, even if the list is lost. What happens to the sum?",
        "The new sum is n · mean − old + new, and there are still n numbers.",
        "mean + (new − old)/n.",
    ),
    praise="One number moves the mean as far as it likes: its error divided by n, with no upper limit.",
)


# 3. A histogram


def _on_edges(rng: np.random.Generator) -> list[tuple]:
    """Numbers inside and outside, some exactly on an edge (all edges are exact in binary)."""
    quarters = rng.permutation(np.arange(-8, 9) / 4)
    return [
        (np.append(quarters, [1.0, 1.0]), -1.0, 0.5, 4),
        (np.array([5.0, 1.0, 9.0, 3.0, 4.5, 9.0, 0.5, 3.0, 10.0]), 1.0, 2.0, 4),
        (rng.uniform(-1, 7, 40), 0.0, 1.5, 4),
    ]


def _counted(inside):
    """Counts of the bins, with the given rule for what lies inside edges a and b."""

    def counts(x, L, h, k):
        edges = L + h * np.arange(k + 1)
        return np.array([inside(x, a, b).sum() for a, b in pairwise(edges)])

    return counts


def _by_index(rule):
    """Counts of the bins, with the bin of every number computed by the given rule."""

    def counts(x, L, h, k):
        bins = np.where(x == L + k * h, k - 1, rule((x - L) / h, k)).astype(int)
        return np.array([(bins == j).sum() for j in range(k)])

    return counts


_histogram = _by_index(lambda t, k: np.floor(t))

histogram = Check(
    reference=_histogram,
    inputs=_on_edges,
    misconceptions=(
        Misconception(
            _counted(lambda x, a, b: (a <= x) & (x < b)),
            "All bins are right but the last: it is closed, so a number exactly on the last edge belongs to it.",
        ),
        Misconception(
            _counted(lambda x, a, b: (a < x) & (x <= b)),
            "Your bins contain their right edge and not their left one. It should be the other way round, except for the last bin, which has both.",
        ),
        Misconception(
            _counted(lambda x, a, b: (a <= x) & (x <= b)),
            "A number on an edge between two bins is counted twice. Only the last bin contains its right edge.",
        ),
        Misconception(
            _by_index(lambda t, k: np.clip(np.floor(t), 0, k - 1)),
            "Numbers outside all bins went into the first or the last one. They belong to no bin.",
        ),
        Misconception(
            _by_index(lambda t, k: np.trunc(t)),
            "int() cuts towards zero: −0.4 becomes 0, so numbers a little below L fall into the first bin. Use np.floor.",
        ),
        Misconception(
            lambda x, L, h, k: np.histogram(x, bins=k)[0],
            "np.histogram with a number of bins spreads them from the smallest to the largest number. Here L and h say where they are: pass the edges themselves.",
        ),
        Misconception(
            lambda x, L, h, k: _histogram(x, L, h, k) / len(x),
            "Those are relative frequencies; the counts are asked for. Do not divide by n.",
        ),
        Misconception(
            _by_index(lambda t, k: np.where(t < 0, np.floor(t) + k, np.floor(t))),
            "Numbers below L have a negative bin, and counts[-1] is Python's name for the last one. They belong to no bin: count only if 0 <= j < k.",
        ),
    ),
    hints=(
        "bin j reaches from edges[j] to edges[j + 1]. Count with comparisons; then look after the last edge.",
        "np.sum((edges[j] <= x) & (x < edges[j + 1])) counts bin j; the last bin also gets np.sum(x == edges[-1]).",
        "np.histogram(x, bins=edges)[0] has exactly this rule, with the last bin closed.",
    ),
    praise="Every number between the outer edges is counted once, and only once.",
)


# 4. Uncorrelated, but not unrelated


def _three_numbers(rng: np.random.Generator) -> list[tuple]:
    return [
        (np.array([3.0, 4.0, 5.0]),),
        (np.array([7.0, -2.0, 2.5]),),
        (np.array([6.0, 0.0, 1.0]),),
        (rng.normal(0, 2, 3),),
    ]


_CONSTANT = "Your y is constant. It tells nothing about x, and its correlation is 0/0: choose at least two different values."


def _verify_uncorrelated(answer, x) -> None:
    y = several(answer, 3)
    dx, dy = x - x.mean(), y - y.mean()
    if np.abs(dy).max() <= 1e-9 * np.abs(y).max():
        raise Stopped(_CONSTANT)
    rho = dx @ dy / np.sqrt((dx @ dx) * (dy @ dy))
    if abs(rho) > 1e-9:
        numbers = ", ".join(f"{v:.3g}" for v in x)
        size = f"{rho:.3f}" if abs(rho) >= 5e-4 else f"{rho:.1g}"
        raise Problem(f"For x = ({numbers}) the correlation of your y with x is {size}, not 0.")


uncorrelated = Check(
    reference=lambda x: np.cross(x, np.ones(3)),
    inputs=_three_numbers,
    verify=_verify_uncorrelated,
    misconceptions=(
        Misconception(
            lambda x: x**2,
            "The square works if the numbers lie symmetrically about zero, like −1, 0, 1. Here they need not: the covariance of x and x² is not zero in general.",
        ),
        Misconception(
            lambda x: (x - x.mean()) ** 2,
            "Better than x²: centred squares work wherever the numbers are, if they are symmetric about their mean. For 0, 1, 5 they are not. Look at the covariance as an equation for y.",
        ),
        Misconception(
            lambda x: np.abs(x - x.mean()),
            "The distance to the mean works if the numbers are symmetric about it, like 3, 4, 5. For 0, 1, 5 they are not. Look at the covariance as an equation for y.",
        ),
        Misconception(lambda x: np.ones(3), _CONSTANT),
        Misconception(
            lambda x: np.array([1.0, 0.0, 1.0]),
            "(1, 0, 1) goes with (−1, 0, 1), and with any x whose middle entry is its mean. For other x the answer must depend on x.",
        ),
        Misconception(
            lambda x: x - x.mean(),
            "Centring shifts x, and a shift changes no correlation: yours is 1. Look for a y at a right angle to x − mean.",
        ),
    ),
    hints=(
        "the covariance is zero when Σ (xᵢ − x̄) yᵢ = 0. That is one equation for three numbers y.",
        "As vectors of three numbers: y must be orthogonal to x − x̄. Taking y orthogonal to (1, 1, 1) as well does no harm, and then only one direction is left.",
        "In three dimensions np.cross(x, np.ones(3)) is orthogonal to both; written out: (x₂ − x₃, x₃ − x₁, x₁ − x₂).",
    ),
    praise="x fixes y completely, and the correlation sees nothing of it. Zero correlation rules out a line, no more.",
)


# 5. Not symmetric, yet not skewed

_SYMMETRIC = "The skewness is zero, but your numbers are symmetric: turned round about their mean they are the same numbers. Any other way to make it zero?"
_REPEATED = "Six different integers are asked for; one of yours comes twice or more."
_ABOUT_ZERO = "Your cubes sum to zero, but the mean of your numbers is not 0. Skewness cubes the deviations from the mean: make the sum of the numbers zero too, or subtract the mean first."
_MEAN_IS_MEDIAN = "Mean and median of your numbers agree, but that does not make the skewness zero: the cubed deviations must cancel."


def _verify_lopsided(answer) -> None:
    got = several(answer, 6)
    if (got != np.round(got)).any():
        raise Problem("All six numbers should be integers.")
    x = [int(v) for v in got]
    d = [6 * v - sum(x) for v in x]  # six times the deviations from the mean, exactly
    if len(set(x)) < 6:
        raise Stopped(_REPEATED)
    if sum(v**3 for v in d) == 0:
        if sorted(d) == sorted(-v for v in d):
            raise Stopped(_SYMMETRIC)
        return
    if sum(v**3 for v in x) == 0:
        raise Stopped(_ABOUT_ZERO)
    if np.median(d) == 0:
        raise Stopped(_MEAN_IS_MEDIAN)
    raise Problem(f"The skewness of your numbers is {skewness(got):.3g}, not 0.")


lopsided = Check(
    reference=lambda: (-9, -5, -1, 0, 7, 8),
    inputs=lambda rng: [()],
    verify=_verify_lopsided,
    misconceptions=(
        Misconception(lambda: (-3, -2, -1, 1, 2, 3), _SYMMETRIC),
        Misconception(lambda: (-5, -1, -1, -1, 4, 4), _REPEATED),
        Misconception(lambda: (3, 4, 5, -6, 1, -1), _ABOUT_ZERO),
        Misconception(lambda: (-5, -4, -1, 1, 2, 7), _MEAN_IS_MEDIAN),
    ),
    hints=(
        "zero skewness means that the cubed deviations from the mean sum to zero. If the mean is 0, the numbers and their cubes must both sum to zero.",
        "Let the machine look: combinations(range(-9, 10), 6) runs through all choices of six different integers. Test each of them: do the two sums vanish, and is it not symmetric?",
        "Keep x if sum(x) == 0, sum(v**3 for v in x) == 0 and sorted(-v for v in x) != sorted(x). The first one found begins with −9, −5.",
    ),
    praise="Symmetry makes the skewness zero; a zero skewness makes nothing symmetric.",
)


# 6. Kendall's tau


def _pairs(rng: np.random.Generator) -> list[tuple]:
    """Two columns with ties in x, in y and in both, that rise together."""
    columns = [(rng.integers(0, 5, n).astype(float), rng.integers(0, 3, n)) for n in (9, 12, 10)]
    return [(x, (x + noise) ** 2 / 2) for x, noise in columns]


def _signs(x, y):
    """+1 for a concordant pair, −1 for a discordant one, 0 for a tie, for every (i, j)."""
    return np.sign(np.subtract.outer(x, x)) * np.sign(np.subtract.outer(y, y))


def _tau(count):
    """A count over the pairs i < j, divided by their number."""

    def tau(x, y):
        pairs = _signs(x, y)[np.triu_indices(len(x), 1)]
        return count(pairs) / len(pairs)

    return tau


def _tau_b(x, y):
    apart = [np.abs(np.sign(np.subtract.outer(v, v))).sum() for v in (x, y)]
    return _signs(x, y).sum() / np.sqrt(np.prod(apart))


kendall_tau = Check(
    reference=_tau(np.sum),
    inputs=_pairs,
    misconceptions=(
        Misconception(
            lambda x, y: _signs(x, y).mean(),
            "You averaged over all n² places of the table. The diagonal holds no pairs: divide the sum by n(n − 1).",
        ),
        Misconception(
            lambda x, y: 2 * _tau(np.sum)(x, y),
            "Twice too large: the table holds each pair twice, as (i, j) and as (j, i), but n(n − 1)/2 counts it once.",
        ),
        Misconception(
            lambda x, y: _signs(x, y).sum() / np.abs(_signs(x, y)).sum(),
            "You divided by the number of pairs that are not tied. Tied pairs count as neither in the numerator, but the denominator is n(n − 1)/2, all pairs.",
        ),
        Misconception(
            _tau(lambda s: (s >= 0).sum() - (s < 0).sum()),
            "Tied pairs were counted as concordant: their product is 0, and 0 >= 0. They count as neither.",
        ),
        Misconception(
            _tau(lambda s: (s > 0).sum() - (s <= 0).sum()),
            "Whatever was not concordant you counted as discordant. Tied pairs are neither.",
        ),
        Misconception(
            _tau(lambda s: (s > 0).sum()),
            "That is the share of concordant pairs. Subtract the discordant ones, so that two opposite orders give −1.",
        ),
        Misconception(
            lambda x, y: np.mean(np.sign(np.diff(x) * np.diff(y))),
            "np.diff compares neighbours in the list only: n − 1 pairs. There are n(n − 1)/2.",
        ),
        Misconception(
            lambda x, y: 2 * np.cov(x, y)[0, 1],
            "You multiplied the differences themselves, which leads back to the covariance. Kendall keeps only their signs, so that an outlier counts no more than its order.",
        ),
        Misconception(
            lambda x, y: np.corrcoef(x, y)[0, 1],
            "That is Pearson's ρ, which looks at sizes. For τ only the order counts.",
        ),
        Misconception(
            lambda x, y: (
                ((_signs(x, y) > 0).sum() - (_signs(x, y) <= 0).sum()) / (len(x) * (len(x) - 1))
            ),
            "You counted tied pairs as discordant, and the diagonal of the table with them. They are neither.",
        ),
        Misconception(
            _tau_b,
            "That is tau-b, scipy's default: it divides by less where there are ties. Asked is tau-a, with n(n − 1)/2 below.",
        ),
    ),
    hints=(
        "x[:, None] - x is a table of all differences. What does the product of the signs of an x difference and a y difference say about the pair?",
        "The product is +1 for concordant, −1 for discordant and 0 for tied pairs. The table holds each pair twice, and zeros on its diagonal.",
        "s = np.sign(x[:, None] - x) * np.sign(y[:, None] - y), and tau is s.sum() / (n * (n - 1)).",
    ),
    praise="It uses the order of the numbers and nothing else, so no stretching of an axis can change it.",
)


# 7. Centring is a projection


def _tables(rng: np.random.Generator) -> list[tuple]:
    return [(rng.normal(1, 1, (n, d)),) for n, d in ((5, 2), (7, 3), (4, 6))]


def _centring(
    matrix=lambda n: np.eye(n) - 1 / n,
    rank=lambda n: n - 1,
    table=lambda X, C: X.T @ C @ X / len(X),
):
    def three(X):
        C = matrix(len(X))
        return C, rank(len(X)), table(X, C)

    return three


_RANK_FULL = "C is right, but its rank is not n. The column (1, …, 1) is sent to zero, so one dimension is lost; the trace of a projection is its rank."
_RANK_ONE = "C is right, but its rank is not 1. That is how many dimensions get lost; asked is how many are left."
_SHAPE = "C and the rank are right, but S has the wrong shape. The covariance compares columns of X, so it is d by d: X.T stands first, X last."


def _verify_centring(answer, X) -> None:
    expected, n = _centring()(X), len(X)
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        raise Problem(f"Return C, its rank and S, three things; you returned {kind(answer)}.")
    C = as_numbers(answer[0], expected[0])
    if C.shape != (n, n):
        raise Problem(f"X has {n} rows, so C should be {n} by {n}; yours is {kind(C)}.")
    if np.abs(C.sum(axis=1)).max() > 1e-9:
        raise Problem(
            f"Row 0 of your C sums to {C[0].sum():.3g}. It should be 0: a column of equal numbers has no deviations, C1 = 0."
        )
    if np.abs(C @ C - C).max() > 1e-9:
        raise Problem(
            "C @ C differs from C. Centring twice should change nothing after the first time."
        )
    match(C, expected[0], 1e-9)
    if np.ndim(answer[1]) == 0 and answer[1] in (1, n):
        raise Stopped(_RANK_ONE if answer[1] == 1 else _RANK_FULL)
    match((*answer[:2], expected[2]), expected, 1e-9)
    if np.shape(answer[2]) != expected[2].shape:
        raise Stopped(_SHAPE)
    match(tuple(answer), expected, 1e-9)


centring = Check(
    reference=_centring(),
    inputs=_tables,
    verify=_verify_centring,
    misconceptions=(
        Misconception(
            _centring(lambda n: np.eye(n) - np.ones((n, n)), np.int64),
            "The matrix of ones adds the rows up. The mean is the sum divided by n: subtract ones/n. A test: C @ C should be C.",
        ),
        Misconception(
            _centring(lambda n: np.ones((n, n)) / n, lambda n: 1),
            "ones/n replaces every row by the mean: a projection too, but on what centring takes away. Subtract it from the identity.",
        ),
        Misconception(_centring(rank=lambda n: n), _RANK_FULL),
        Misconception(_centring(rank=lambda n: 1), _RANK_ONE),
        Misconception(
            _centring(table=lambda X, C: X.T @ C @ X / (len(X) - 1)),
            "C and the rank are right. S was divided by n − 1; covariances of this course divide by n.",
        ),
        Misconception(
            _centring(table=lambda X, C: X.T @ C @ X),
            "C and the rank are right. S is n times too large: a covariance is a mean of products, so divide by n.",
        ),
        Misconception(
            _centring(table=lambda X, C: X.T @ X / len(X)),
            "C and the rank are right. In S nothing is centred: C belongs between X.T and X.",
        ),
        Misconception(_centring(table=lambda X, C: C @ X @ X.T @ C / len(X)), _SHAPE),
    ),
    hints=(
        "ones/n, with ones of shape (n, n), replaces every row of X by the mean row; C should leave the difference. And S is made of what C leaves of X.",
        "C is np.eye(n) − 1/n. For the rank: which vectors does C send to zero? For S: (CX)'(CX)/n, where C'C is C once more.",
        "C = np.eye(n) - np.ones((n, n)) / n; the rank is n − 1; S = X.T @ C @ X / n.",
    ),
    praise="Centring is an orthogonal projection: C = C' = C². It loses one dimension, the one along (1, …, 1).",
)


# 8. Why some divide by n − 1


def _averages(samples, statistic=np.var):
    """Averages of the statistic over the samples, divided by n and by n − 1."""

    def pair(population, n):
        table = np.array(list(samples(population, n)), dtype=float)
        return tuple(float(statistic(table, axis=1, ddof=ddof).mean()) for ddof in (0, 1))

    return pair


def _drawn(population, n):
    return product(population, repeat=n)


def _one_heap(axis):
    def pair(population, n):
        samples = np.array(list(_drawn(population, n)))
        return tuple(np.var(samples, axis=axis, ddof=ddof).mean() for ddof in (0, 1))

    return pair


def _verify_averages(answer, population, n) -> None:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != 2:
        raise Problem(f"Return two numbers, with n and with n − 1; you returned {kind(answer)}.")
    numbers = (float(v) if isinstance(v, Fraction) else v for v in answer)
    match(tuple(numbers), _averages(_drawn)(population, n), 1e-9)


average_variances = Check(
    reference=_averages(_drawn),
    inputs=lambda rng: [((0, 1, 5), 2), ((2, 3, 7, 12), 3), ((1, 1, 4), 2)],
    verify=_verify_averages,
    misconceptions=(
        Misconception(
            _averages(combinations),
            "You drew without replacement: no member comes twice. Each draw is from the whole population, so (1, 1) is a sample too. Use product.",
        ),
        Misconception(
            _averages(combinations_with_replacement),
            "(1, 2) and (2, 1) are two of the equally likely samples; you have listed them once. Use product.",
        ),
        Misconception(
            _one_heap(None),
            "np.var without an axis throws all samples into one heap. Each sample has a variance of its own, about its own mean: axis=1, if the samples are the rows. Then average.",
        ),
        Misconception(
            _one_heap(0),
            "axis=0 goes down the columns: all first draws, then all second ones. A sample is a row, so take axis=1.",
        ),
        Misconception(
            lambda population, n: (_averages(_drawn)(population, n)[0],) * 2,
            "Both are divided by n. For the second number divide the squared deviations by n − 1: np.var has ddof=1 for that.",
        ),
        Misconception(
            lambda population, n: _averages(_drawn)(population, n)[::-1],
            "Right numbers, wrong order: first the average of the variances with n, then with n − 1.",
        ),
        Misconception(
            _averages(_drawn, np.std),
            "Those are averages of standard deviations. Average the variances; the root of an average is not the average of the roots.",
        ),
        Misconception(
            lambda population, n: (np.var(population), np.var(population) * n / (n - 1)),
            "You measured deviations from the mean of the population. A sample knows only its own mean, and lies closer to that: use the mean of each sample.",
        ),
    ),
    hints=(
        "list all samples first: product(population, repeat=n). Then one variance for each, and their mean.",
        "np.array(list(product(population, repeat=n))) has one sample in each row; np.var(…, axis=1) gives a variance for each row.",
        "np.var(samples, axis=1).mean() and np.var(samples, axis=1, ddof=1).mean().",
    ),
    praise="With n − 1 the average is the variance of the population, exactly; with n it is (n − 1)/n of it.",
)


# 9. The slip about the median

_TWO_PLACES = "Your lists differ in more than one number. The claim is about one changed number; change no other."
_SAME_LISTS = "Your two lists hold the same numbers. Change one of them."
_GAP = "The two middle numbers of your x are more than 1 apart. Then a jump is no surprise; bring them together and let the numbers outside be far away."
_OUTER = "The median did not move: a number changed on its own side of the middle leaves the middle two where they are. Move a number across the middle."
_NEAR = "The median moves too little: it comes to lie between the old middle and the next number in order. How far away may that one be?"


def _verify_jump(answer, size) -> None:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != 2:
        raise Problem(f"Return two lists of four numbers, x and y; you returned {kind(answer)}.")
    x, y = (np.sort(several(part, 4)) for part in answer)
    changed = sum((Counter(x.tolist()) - Counter(y.tolist())).values())
    if changed != 1:
        raise Stopped(_TWO_PLACES if changed else _SAME_LISTS)
    if x[2] - x[1] > 1:
        raise Stopped(_GAP)
    moved = abs(np.median(y) - np.median(x))
    if moved == 0:
        raise Stopped(_OUTER)
    if moved <= size:
        raise Problem(f"{_NEAR} (It moved by {moved:.4g}; more than size = {size:g} is asked for.)")


jump = Check(
    reference=lambda size: ((0, 0, 1, 4 * size), (4 * size, 0, 1, 4 * size)),
    inputs=lambda rng: [(100.0,), (3e5,)],
    verify=_verify_jump,
    misconceptions=(
        Misconception(lambda size: ((0, 0, 1, 2), (0, 0, 1, 9 * size)), _OUTER),
        Misconception(lambda size: ((0, 0, 9 * size, 9 * size), (9 * size,) * 3 + (0,)), _GAP),
        Misconception(lambda size: ((0, 0, 1, 2), (9 * size, 0, 1, 2)), _NEAR),
        Misconception(lambda size: ((0, 0, 1, 2), (0, 0, 9 * size, 9 * size)), _TWO_PLACES),
        Misconception(lambda size: ((0, 0, 1, 4 * size),) * 2, _SAME_LISTS),
    ),
    hints=(
        "take a small number out and put a large one in: everything in the middle moves up by one place. Which number comes into the middle?",
        "Sorted, x is a ≤ b ≤ c ≤ d with median (b + c)/2. Replace a by something huge: now the median is (c + d)/2. Only b and c must be close together.",
        "x = (0, 0, 1, d) and y = (d, 0, 1, d): the median goes from 1/2 to (1 + d)/2. Choose d from size.",
    ),
    praise="Two numbers share the middle of an even list; one step brings in the number beyond them, however far away it is.",
)


# 10. A variance that survives


def _printed(x):
    return np.mean(x**2) - np.mean(x) ** 2


_CANCELS = "Near zero your variance is right; around {place:.0e} it came out as {got:.4g} where {right:.4g} was expected. Somewhere huge numbers must still cancel: make the numbers small before you square or multiply them."


def _verify_variance(answer, x) -> None:
    right = np.var(x)
    try:
        match(float(answer) if isinstance(answer, Fraction) else answer, right, 1e-5)
    except Problem:
        if abs(x[0]) < 1e6 or np.size(answer) != 1 or not np.isfinite(answer):
            raise
        place, got = np.abs(x).max(), np.asarray(answer).item()
        raise Problem(_CANCELS.format(place=place, got=got, right=right)) from None


stable_variance = Check(
    reference=np.var,
    inputs=lambda rng: [
        (rng.normal(2, 3, 7),),
        (1e9 + np.array([3.0, 1.0, 4.0, 1.0, 5.0]),),
        (-3e9 + np.array([2.0, 7.0, 1.0, 8.0]),),
        (1e12 + np.arange(5.0),),
    ],
    verify=_verify_variance,
    misconceptions=(
        Misconception(
            _printed,
            "That is the printed program still: the mean of the squares minus the square of the mean. Far from zero both are huge, all digits that matter are beyond the sixteenth. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: abs(_printed(x)),
            "abs() hides that a variance came out negative. The digits are lost all the same, in the subtraction before it. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: max(_printed(x), 0.0),
            "Cutting off at zero hides that a variance came out negative. The digits are lost all the same, in the subtraction before it. Take the mean out before you square.",
        ),
        Misconception(
            lambda x: np.var(x, ddof=1),
            "Stable, but divided by n − 1. Variances of this course divide by n.",
        ),
        Misconception(np.std, "Stable, but that is the standard deviation. Leave the root out."),
        Misconception(
            lambda x: len(x) * np.var(x),
            "Stable, but that is the sum of the squared deviations. Divide by n.",
        ),
        Misconception(
            lambda x: np.mean((x - x[0]) ** 2),
            "Shifting first is the right idea. But these are deviations from x[0]; subtract the square of their mean as well, or shift by the mean.",
        ),
    ),
    hints=(
        "follow the definition, the mean squared deviation, to the letter. And look at what gets squared: the square of 1e9 needs eighteen digits, and a float has sixteen.",
        "Subtract the mean from x, then square, then average: two passes over the data.",
        "np.mean((x - np.mean(x)) ** 2).",
    ),
    praise="On paper both forms are equal; in sixteen digits only one of them is right.",
)


# 11. How skewed can it get?


def _bound(n):
    return (n - 2) / np.sqrt(n - 1)


def _one_apart(n):
    return np.append(np.zeros(n - 1), 1.0)


def _tower(numbers=_one_apart, bound=_bound):
    return lambda n: (numbers(n), bound(n))


_EQUAL = "All your numbers are equal; they have no spread, and skewness is 0/0."
_LEFT = "As far as it goes, but to the wrong side: your long tail is on the left and the skewness negative. Turn it round."
_SKEWLESS = (
    "The skewness of your numbers is zero. It grows as one side gets fewer and farther points."
)
_CLOSE = "Very close. What keeps you from the top is that the small numbers still differ among themselves."
_WRONG_BOUNDS = {
    np.sqrt: "The numbers x are right. √n is the bound of a corrected skewness that some programs print; here everything divides by n.",
    lambda n: np.sqrt(n - 1): (
        "The numbers x are right. √(n − 1) is the largest possible standard score; its cube is shared among n, and the other numbers pull a little to the left."
    ),
    lambda n: n - 2.0: (
        "The numbers x are right. With n − 1 of them at −1 and one at n − 1 the mean cube is (n − 1)(n − 2); divide that by the cube of the standard deviation."
    ),
}


def _verify_tower(answer, n) -> None:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Problem(f"Return x and the bound, two things; you returned {kind(answer)}.")
    x = several(answer[0], n)
    if np.abs(x - x.mean()).max() <= 1e-12 * np.abs(x).max():
        raise Stopped(_EQUAL)
    reached, best = skewness(x), _bound(n)
    if reached < -0.99 * best:
        raise Stopped(_LEFT)
    if abs(reached) < 1e-9:
        raise Stopped(_SKEWLESS)
    if 0.99 * best < reached < best * (1 - 1e-12):
        raise Stopped(_CLOSE)
    if reached < 0.99 * best:
        raise Problem(f"For n = {n} the skewness of your x is {reached:.4g}; more is possible.")
    bound = as_numbers(answer[1], np.zeros(()))
    if bound.shape:
        raise Stopped(
            f"The numbers x are right. The bound should be a number; it is {kind(bound)}."
        )
    for wrong, sentence in _WRONG_BOUNDS.items():
        if np.isclose(bound, wrong(n), rtol=1e-9):
            raise Stopped(sentence)
    if not abs(bound - best) <= 1e-9 * best:
        raise Stopped(
            f"The numbers x are right: for n = {n} nothing beats their skewness, {best:.5g}. But your bound says {bound:.5g}."
        )


most_skewed = Check(
    reference=_tower(),
    inputs=lambda rng: [(12,), (3,), (40,)],
    verify=_verify_tower,
    misconceptions=(
        Misconception(_tower(lambda n: -_one_apart(n)), _LEFT),
        Misconception(_tower(lambda n: np.arange(n) - n / 2), _SKEWLESS),
        Misconception(lambda n: (np.append(np.arange(n - 1), 100.0 * n), _bound(n)), _CLOSE),
        Misconception(_tower(np.ones), _EQUAL),
        *(Misconception(_tower(bound=wrong), text) for wrong, text in _WRONG_BOUNDS.items()),
    ),
    hints=(
        "try a few lists by hand or at random and watch what the most skewed ones have in common. How many different values do you need?",
        "Two values are enough. If k of the n numbers take the upper one, which k makes it most lopsided?",
        "n − 1 equal numbers and a single larger one. Put the others at −1 and that one at n − 1: mean 0, variance n − 1, mean cube (n − 1)(n − 2).",
    ),
    praise="However wild the outlier, the skewness of n points stops at (n − 2)/√(n − 1). It says as much about n as about the tail.",
)
