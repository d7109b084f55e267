"""Chapter 6: what is asked, and the usual ways to get it wrong."""

import numpy as np
from numpy.linalg import solve
from numpy.polynomial.polynomial import polyval
from scipy.special import gammaln

from .. import generalisation, losses
from ..datasets import cubic_world
from ..generalisation import CUBIC, kfold, polynomial_regression
from ..kernels import Gaussian, Linear, Polynomial
from ..regression import powers
from .check import Check, Misconception, Problem, Stopped, as_numbers, kind


def _as_number(answer) -> float:
    number = as_numbers(answer, np.zeros(()))
    if number.shape != ():
        raise Problem(f"Expected a number; your function returned {kind(number)}.")
    if not np.isfinite(number):
        raise Problem("Your result is NaN or infinite.")
    return float(number)


# 1. Prices of a margin


def _margins(rng: np.random.Generator) -> list[tuple]:
    return [(rng.uniform(-5, 3, size=n),) for n in (9, 14)]


def _four(below=lambda m: -4 * m, turn=-1.0, squared=losses.squared_hinge):
    """The four losses, with one's own idea of the last two."""

    def prices(m):
        third = squared(m)
        return (1 - m) ** 2, losses.hinge(m), third, np.where(m < turn, below(m), third)

    return prices


margin_losses = Check(
    reference=_four(),
    inputs=_margins,
    misconceptions=(
        Misconception(
            _four(squared=lambda m: (1 - m) ** 2),
            "Your squared hinge is the square loss: it rises again beyond margin 1. Being right with room to spare costs nothing, so square the hinge, not 1 − m.",
        ),
        Misconception(
            _four(lambda m: 1 - m),
            "Below −1 you go on with the hinge itself. That jumps from 4 down to 2 at margin −1; the line must start where the parabola stops, at 4.",
        ),
        Misconception(
            _four(lambda m: np.full_like(m, 4.0)),
            "Below −1 your price stays at 4. Then a point far on the wrong side has no reason to move; the line goes on with the slope that the parabola has at −1.",
        ),
        Misconception(
            _four(lambda m: 4 * m),
            "Below −1 your price is negative: 4m with m < −1. The slope there is −4, not 4.",
        ),
        Misconception(
            _four(lambda m: -2 * m),
            "The line −2m meets the parabola at neither height nor slope. The derivative of (1 − m)² is −2(1 − m): what is it at m = −1?",
        ),
        Misconception(
            _four(lambda m: 4 - 4 * m),
            "The slope −4 is right, the height is not: at m = −1 your line stands at 8, the parabola at 4.",
        ),
        Misconception(
            _four(turn=0.0),
            "The line −4m is right, but it takes over at margin −1, where it touches the parabola. You change over at 0.",
        ),
        Misconception(
            lambda m: (*_four()(m)[:3], np.where(np.abs(m) > 1, -4 * m, losses.squared_hinge(m))),
            "You change over on both sides, at |m| > 1. A margin above 1 is right with room to spare and costs nothing; the line is for margins below −1.",
        ),
    ),
    hints=(
        "the squared hinge is the hinge, squared. For the last one: how high is the parabola (1 − m)² at m = −1, and how steep?",
        "At m = −1 the parabola is 4 high and has the slope −4. Write the line through that point with that slope, and join the two pieces with np.where.",
        "squared_hinge = hinge**2, and huberised = np.where(m < −1, −4 * m, squared_hinge).",
    ),
    praise="At margins −2, −1, 0, 1, 2 the last one reads 8, 4, 1, 0, 0. It is smooth everywhere, and one outlier at −10 costs 40 instead of 121.",
)


# 2. A likelihood is a loss


def _bets(rng: np.random.Generator) -> list[tuple]:
    cases = [(rng.choice([-1.0, 1.0], size=n), rng.normal(0, 2, size=n)) for n in (7, 12)]
    sure = np.array([1.0, -1.0, 1.0, -1.0]), np.array([850.0, 3.0, -900.0, -800.0])
    return [*cases, sure]


def _log_one(z):
    return np.logaddexp(0.0, z)


_OVERFLOW = "The formula is right, the arithmetic is not: at y·h = −900 the number exp(900) is infinite, or the probability is 0 and its logarithm −∞. Use np.logaddexp(0, z), which is log(1 + exp(z)) without overflow."
_CLIPPED = "The ordinary scores come out right, but a point at margin −900 must cost 900, and yours costs less: was a probability clipped or rounded? Use np.logaddexp(0, z), which is log(1 + exp(z))."
_BETTING = (
    Misconception(
        lambda y, h: _log_one(-y * h).sum(),
        "That is the summed log loss. The log-likelihood is minus that: logarithms of probabilities are never positive.",
    ),
    Misconception(
        lambda y, h: -_log_one(-y * h).mean(),
        "That is the mean. The points are independent, so their probabilities multiply and the logarithms add up.",
    ),
    Misconception(
        lambda y, h: -_log_one(y * h).sum(),
        "The sign of the margin is wrong: you reward points on the wrong side. The probability of the label is 1/(1 + exp(−y h)).",
    ),
    Misconception(
        lambda y, h: -_log_one(-h).sum(),
        "You took the probability of +1 for every point. The point's own label must come in: y·h in place of h.",
    ),
    Misconception(
        lambda y, h: -(y * _log_one(-h) + (1 - y) * _log_one(h)).sum(),
        "That is the formula for labels 0 and 1, fed with −1 and +1. For labels ±1 both cases are one: 1/(1 + exp(−y h)).",
    ),
    Misconception(
        lambda y, h: np.exp(-_log_one(-y * h).sum()),
        "That is the likelihood itself, a product that soon rounds to 0. Its logarithm was asked for: a sum.",
    ),
)


def _verify_likelihood(answer, y, h) -> None:
    """A mistake is named on ordinary scores, whatever it does to extreme ones."""
    if np.abs(h).max() > 700 and not np.isfinite(as_numbers(answer, np.zeros(()))).all():
        raise Stopped(_OVERFLOW)
    answer, wanted = _as_number(answer), -_log_one(-y * h).sum()
    if np.isclose(answer, wanted, rtol=1e-9):
        return
    for mistake in _BETTING:
        if np.isclose(answer, mistake.wrong(y, h), rtol=1e-9):
            raise Stopped(mistake.sentence)
    if np.abs(h).max() > 700:
        raise Stopped(_CLIPPED)
    raise Problem(f"For {len(y)} points {answer:.5g} came out; {wanted:.5g} was expected.")


log_likelihood = Check(
    reference=lambda y, h: -_log_one(-y * h).sum(),
    inputs=_bets,
    verify=_verify_likelihood,
    misconceptions=(
        Misconception(lambda y, h: -np.log(1 + np.exp(-y * h)).sum(), _OVERFLOW),
        Misconception(lambda y, h: -_log_one(np.minimum(-y * h, 30)).sum(), _CLIPPED),
        *_BETTING,
    ),
    hints=(
        "write the logarithm of 1/(1 + exp(−y h)) without a fraction, and add up over the points.",
        "Each point contributes −log(1 + exp(−y h)). For y h = −900 the exponential overflows; numpy has a function that computes log(exp(a) + exp(b)) safely.",
        "−np.logaddexp(0, −y * h).sum().",
    ),
    praise="The largest likelihood and the smallest log loss are one and the same fit, and yours survives a point at margin −900.",
)


# 3. The line through the mean point


def _scatter(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, lam in ((6, 0.0), (9, 0.5), (14, 2.0)):
        x = rng.normal(2, 1.5, size=n)
        cases.append((x, 3 - 2 * x + rng.normal(size=n), lam))
    return cases


def _slope(x, y, lam):
    return np.mean((x - x.mean()) * (y - y.mean())) / (np.var(x) + lam)


def _line(slope=_slope, intercept=lambda x, y, b: y.mean() - b * x.mean()):
    def line(x, y, lam):
        b = slope(x, y, lam)
        return intercept(x, y, b), b

    return line


def _ridge_on_both(x, y, lam):
    A = powers(x[:, None], 1)
    return tuple(solve(A.T @ A / len(x) + lam * np.eye(2), A.T @ y / len(x)))


ridge_line = Check(
    reference=_line(),
    inputs=_scatter,
    misconceptions=(
        Misconception(
            _line(intercept=lambda x, y, b: y.mean()),
            "The slope is right. The mean of y is the best height at the mean of x, not at x = 0: walk back from there along the line.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, 0)),
            "That is the line without the penalty. λ pulls the slope towards 0: it joins the variance of x in the denominator.",
        ),
        Misconception(
            _line(lambda x, y, lam: x @ y / (x @ x + len(x) * lam)),
            "That slope belongs to a line through the origin. With an intercept, x and y are both measured from their means.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, lam / len(x))),
            "Your λ stands beside a sum over the points. In the cost it stands beside a mean, so it counts n times as much there: compare λ with the variance of x.",
        ),
        Misconception(
            _ridge_on_both,
            "You punish the intercept too. The cost has θ₁² only; set the derivative by θ₀ to zero and no λ appears in it.",
        ),
        Misconception(
            _line(lambda x, y, lam: np.cov(x, y)[0, 1] / (np.var(x) + lam)),
            "Two ways of counting are mixed: np.cov divides by n − 1, np.var by n. Take bias=True, or means of products.",
        ),
        Misconception(
            _line(lambda x, y, lam: np.cov(x, y)[0, 1] / (np.var(x, ddof=1) + lam)),
            "Covariance and variance both divide by n − 1. Without λ that would cancel; here the cost is a mean over n points, so divide both by n (bias=True, ddof=0).",
        ),
        Misconception(
            lambda x, y, lam: _line()(x, y, lam)[::-1],
            "Right values, wrong order: the intercept first, then the slope (np.polyfit, too, starts with the highest power).",
        ),
    ),
    hints=(
        "set the derivative of the cost by θ₀ to zero first. What does the line do at the mean of x?",
        "θ₀ = ȳ − θ₁x̄. Put it in: only centred x and y remain, and one unknown θ₁ in a parabola.",
        "θ₁ = mean of (x − x̄)(y − ȳ) divided by (variance of x + λ), variance divided by n; then θ₀ = ȳ − θ₁x̄.",
    ),
    praise="Whatever λ is, the line passes through the mean point: λ turns it about that point until it lies flat.",
)


# 4. What a fit hides

_SUM = "That is the sum of squared residuals. The training loss is their mean: divide by n."
_HALF = "That is half of it. The square loss of this chapter's world has no factor ½."
_ONE = "That averages to 1, the variance of the noise. You divided by n − (degree + 1), or compared y with the true curve. Asked is the plain mean of the squared residuals of the fit."
_ROOT = "You averaged roots. Asked is the mean squared residual itself; the mean of roots is not the root of the mean."
_COUNT = (
    "That is 1 − degree/n. A polynomial has degree + 1 coefficients: the constant is fitted too."
)
_LOOKALIKES = (  # what another quantity would be on average, and its name
    (lambda n, L: n - L - 1, _SUM),
    (lambda n, L: (n - L - 1) / (2 * n), _HALF),
    (lambda n, L: 1.0, _ONE),
    (
        lambda n, L: np.sqrt(2 / n) * np.exp(gammaln((n - L) / 2) - gammaln((n - L - 1) / 2)),
        _ROOT,
    ),
)


def _verify_law(answer, n, degree, sets, rng) -> None:
    answer, law = _as_number(answer), 1 - (degree + 1) / n
    relative = 6 * np.sqrt(2 / (n - degree - 1) / sets)  # six standard errors
    if abs(answer - law) <= relative * law:
        return
    others = [(abs(answer / value(n, degree) - 1), sentence) for value, sentence in _LOOKALIKES]
    if min(others)[0] <= relative / 2:
        raise Stopped(min(others)[1])
    raise Problem(
        f"For n = {n}, degree {degree} and {sets} training sets about {law:.3f} was expected (give or take {relative * law:.3f}); got {answer:.4g}."
    )


def _mean_over_sets(score):
    def average(n, degree, sets, rng):
        total = 0.0
        for _ in range(sets):
            x, y = cubic_world(n, rng)
            total += score(x, y, polynomial_regression(x, y, degree), rng)
        return total / sets

    return average


def _residuals(rule):
    return _mean_over_sets(lambda x, y, theta, rng: rule(y - polyval(x, theta), theta))


def _on_fresh_points(x, y, theta, rng):
    z, t = cubic_world(len(x), rng)
    return np.mean((t - polyval(z, theta)) ** 2)


mean_training_loss = Check(
    reference=_residuals(lambda r, theta: np.mean(r**2)),
    inputs=lambda rng: [
        (n, degree, 600, np.random.default_rng(seed))
        for seed, (n, degree) in enumerate(((10, 7), (20, 3), (9, 5)), start=1)
    ],
    verify=_verify_law,
    misconceptions=(
        Misconception(
            _mean_over_sets(_on_fresh_points),
            "You measure on fresh points: that is the prediction loss, and at this n rare disasters rule its average. The training loss uses the very points the fit has seen.",
        ),
        Misconception(_residuals(lambda r, theta: np.sum(r**2)), _SUM),
        Misconception(_residuals(lambda r, theta: np.mean(r**2) / 2), _HALF),
        Misconception(_residuals(lambda r, theta: np.sum(r**2) / (len(r) - len(theta))), _ONE),
        Misconception(_residuals(lambda r, theta: np.sqrt(np.mean(r**2))), _ROOT),
        Misconception(lambda n, degree, sets, rng: 1 - degree / n, _COUNT),
        Misconception(
            _residuals(lambda r, theta: np.mean(r)),
            "You averaged the residuals with their signs. A fit with a constant makes them add up to zero; square them first.",
        ),
        Misconception(
            _mean_over_sets(lambda x, y, theta, rng: np.mean((y - np.polyval(theta, x)) ** 2)),
            "The coefficients are read backwards: polynomial_regression puts the constant first, np.polyval wants the highest power first. Use polyval of numpy.polynomial.",
        ),
    ),
    hints=(
        "a loop: draw a set, fit it, take the mean squared residual on that same set. Return the average over all sets.",
        "x, y = cubic_world(n, rng) draws a set; theta = polynomial_regression(x, y, degree) fits it, constant first; polyval(x, theta) evaluates it.",
        "Average np.mean((y − polyval(x, theta)) ** 2) over the sets. By thought: the fit takes degree + 1 of the n dimensions of the noise away.",
    ),
    praise="1 − (degree + 1)/n: each coefficient swallows one n-th of the noise, while the loss of the true curve stays 1.",
)


# 5. No test set needed


def _second_moments(size, moments=(1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0, 10395, 0)):
    return np.array([[moments[i + j] for j in range(size)] for i in range(size)], dtype=float)


def _difference(theta, size):
    e = np.zeros(max(size, len(theta), 4))
    e[: len(theta)] = theta
    e[:4] -= CUBIC
    return e[:size]


def _quadratic(rule, size=lambda theta: max(len(theta), 4)):
    def loss(theta):
        e = _difference(theta, size(theta))
        return rule(e, _second_moments(len(e)))

    return loss


prediction_loss = Check(
    reference=generalisation.prediction_loss,
    inputs=lambda rng: [(rng.normal(size=n),) for n in (1, 3, 4, 6)],
    misconceptions=(
        Misconception(
            _quadratic(lambda e, M: e @ M @ e),
            "That is how far the polynomial is from the true curve. Even the true curve misses y by the noise: its variance, 1, is still to be added.",
        ),
        Misconception(
            _quadratic(lambda e, M: 1 + np.diag(M) @ e**2),
            "You squared each term by itself. The square of a sum has mixed terms too: eᵢeⱼ E xⁱ⁺ʲ, and for even i + j they do not vanish.",
        ),
        Misconception(
            _quadratic(lambda e, M: 1 + (M[0] @ e) ** 2),
            "You squared the mean difference. Positive and negative differences cancel in it; square first, then take the mean.",
        ),
        Misconception(
            _quadratic(lambda e, M: 1 + e @ np.triu(M) @ e),
            "Each mixed term is counted once. In the square of a sum eᵢeⱼ comes twice, as (i, j) and as (j, i): let both sums run over all powers.",
        ),
        Misconception(
            lambda theta: generalisation.prediction_loss(theta[::-1]),
            "The coefficients are read backwards: theta starts with the constant (np.polyval and np.polyfit start with the highest power).",
        ),
        Misconception(
            lambda theta: 1 + theta @ _second_moments(len(theta)) @ theta,
            "The true curve is missing: you measure the distance of the polynomial from 0. Subtract the coefficients of g first.",
        ),
        Misconception(
            _quadratic(lambda e, M: 1 + e @ M @ e, size=lambda theta: min(len(theta), 4)),
            "The longer of the two polynomials was cut off (zip stops at the shorter list). Fill the shorter one up with zeros.",
        ),
        Misconception(
            _quadratic(lambda e, M: 1 + e @ e),
            "You took the powers of x for orthonormal. They are not: E x⁴ = 3, and 1 and x² overlap, E 1·x² = 1. Use moment(i + j).",
        ),
    ),
    hints=(
        "nothing is to be drawn. Write y as g(x) plus noise and multiply the square out: what does the noise contribute, and what kind of function is h − g?",
        "The noise contributes its variance, 1. With coefficients e of h − g (the shorter list filled up with zeros), its square has the terms eᵢeⱼxⁱ⁺ʲ. Take the mean of each with moment(i + j).",
        "1 + the sum over all i and j of e[i] * e[j] * moment(i + j).",
    ),
    praise="A prediction loss without a test set and without luck: 299/16, 65/8, 7 and 1 are the best that degrees 0, 1, 2 and 3 can do.",
)


# 6. Folds


def _strata(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for seed, (sizes, k) in enumerate((((23, 11), 5), ((14, 13, 12), 4), ((31, 17, 7), 6)), 1):
        labels = np.repeat(np.arange(len(sizes)), sizes)
        cases.append((rng.permutation(labels), k, np.random.default_rng(seed)))
    return [(np.sort(cases[0][0]), *cases[0][1:]), *cases[1:]]  # the first comes sorted


def _read_folds(answer, n, k) -> list[np.ndarray]:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != k:
        raise Problem(f"Return a list of {k} folds; your function returned {kind(answer)}.")
    folds = []
    for number, fold in enumerate(answer, start=1):
        what, fold = kind(fold), _flat(fold)
        if fold.dtype == bool:
            raise Problem(
                f"Fold {number} is a mask of True and False; np.flatnonzero(mask) gives the numbers."
            )
        if fold.dtype.kind not in "iuf" or not np.array_equal(fold, np.round(fold)):
            raise Problem(f"Fold {number} should be a list of whole numbers; it is {what}.")
        if fold.size and (fold.min() < 0 or fold.max() >= n):
            raise Problem(
                f"The points are numbered 0 to {n - 1}; fold {number} names others (from {fold.min():g} to {fold.max():g})."
            )
        folds.append(fold)
    return [fold.astype(int) for fold in folds]


def _flat(fold) -> np.ndarray:
    """The fold as an array, or an array of no numbers if it is anything but a flat list."""
    try:
        fold = np.asarray(fold)
    except ValueError:  # lists of different lengths in it
        return np.array("")
    return fold if fold.ndim == 1 else np.array("")


def _verify_folds(answer, labels, k, rng) -> None:
    n = len(labels)
    folds = _read_folds(answer, n, k)
    times = np.bincount(np.concatenate(folds), minlength=n)
    if (times != 1).any():
        point = int(np.argmax(times != 1))
        raise Problem(
            f"Each of the {n} points should be in exactly one fold; point {point} is in {times[point] or 'none'}."
        )
    table = np.array([[np.sum(labels[f] == c) for c in np.unique(labels)] for f in folds])
    uneven = np.ptp(table, axis=0) > 1
    if uneven.any():
        c = int(np.argmax(uneven))
        raise Problem(
            f"Class {c} is not shared out evenly: the {k} folds hold {table[:, c].tolist()} of its points."
        )
    sizes = table.sum(axis=1)
    if np.ptp(sizes) > 1:
        raise Problem(
            f"Every class is shared out evenly, but the folds have the sizes {sizes.tolist()}; they should differ by one at most."
        )
    where = np.empty(n, dtype=int)
    for number, fold in enumerate(folds):
        where[fold] = number
    if all(_in_order(where[labels == c], k) for c in np.unique(labels)):
        raise Problem(
            "The folds are fair, but they follow the order of the points; no chance has come in."
        )


def _in_order(numbers, k) -> bool:
    """Whether fold numbers run in blocks or repeat with period k."""
    return bool((np.diff(numbers) >= 0).all() or (numbers[k:] == numbers[:-k]).all())


def _dealt(order, k):
    return tuple(np.sort(order[i::k]) for i in range(k))


def _class_by_class(labels, k, rng):
    parts = [
        np.array_split(rng.permutation(np.flatnonzero(labels == c)), k) for c in np.unique(labels)
    ]
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def _training_parts(labels, k, rng):
    folds = kfold(len(labels), k, rng, labels)
    return tuple(np.setdiff1d(np.arange(len(labels)), fold) for fold in folds)


stratified_folds = Check(
    reference=lambda labels, k, rng: tuple(kfold(len(labels), k, rng, labels)),
    inputs=_strata,
    verify=_verify_folds,
    misconceptions=(
        Misconception(
            lambda labels, k, rng: tuple(np.array_split(rng.permutation(len(labels)), k)),
            "Shuffled and of equal size, but a rare class may miss a fold altogether. Let the classes line up one after another before you deal the points out.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(np.array_split(np.arange(len(labels)), k)),
            "Blocks of neighbours: if the file is sorted by class, some folds have never seen one. Shuffle, sort by class, then deal out.",
        ),
        Misconception(
            _class_by_class,
            "Each class is shared out evenly, but the leftovers of every class go to the first folds, which grow too large. Deal on from where the last class stopped.",
        ),
        Misconception(
            lambda labels, k, rng: _dealt(np.argsort(labels, kind="stable"), k),
            "Fair, but without chance: rng is not used, so neighbours in the file always meet the same fate. Shuffle before you sort by class.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(
                rng.permutation(len(labels))[: len(labels) // k * k].reshape(k, -1)
            ),
            "n is not a multiple of k, and the points left over belong to no fold. Let some folds be larger by one.",
        ),
        Misconception(
            _training_parts,
            "Those are the points to train on, each in k − 1 of your lists. A fold holds the points left out.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(
                labels[fold] for fold in kfold(len(labels), k, rng, labels)
            ),
            "You return the labels of the points. A fold names points by their numbers, 0 to n − 1.",
        ),
    ),
    hints=(
        "think of a deck of cards. What would you do with it so that each of k players gets nearly the same number of cards, and of every suit?",
        "Shuffle, sort by suit, deal round the table. rng.permutation(n) shuffles; np.argsort(labels[order], kind='stable') sorts by class and keeps the shuffled order within; order[i::k] deals.",
        "order = rng.permutation(n); order = order[np.argsort(labels[order], kind='stable')]; the folds are order[i::k] for i = 0 … k − 1.",
    ),
    praise="Every point is held out once, every fold sees every class in its share, and chance decides who goes where.",
)


# 7. Leave one out


def _regressions(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, lam, kernel in ((6, 0.5, Linear()), (9, 1.5, Polynomial(2)), (8, 0.1, Gaussian(1.5))):
        X = rng.normal(size=(n, 2))
        cases.append((kernel(X), rng.normal(2, 1, size=n), lam))
    return cases


def _hat(rule):
    def residuals(K, y, lam):
        H = solve(K + lam * np.eye(len(y)), K)
        return rule(y - H @ y, np.diag(H), y)

    return residuals


left_out_residuals = Check(
    reference=_hat(lambda e, h, y: e / (1 - h)),
    inputs=_regressions,
    misconceptions=(
        Misconception(
            _hat(lambda e, h, y: e),
            "Those are the ordinary residuals: each point has pulled the curve towards itself. Undo the pull, which is h on the diagonal of H.",
        ),
        Misconception(
            _hat(lambda e, h, y: e * (1 - h)),
            "You made the residuals smaller. A point that is left out is missed by more, not by less.",
        ),
        Misconception(
            _hat(lambda e, h, y: e / (1 - h.mean())),
            "You used the average of the hᵢᵢ for all points. That is generalised cross-validation, a good approximation; here each point has its own hᵢᵢ.",
        ),
        Misconception(
            _hat(lambda e, h, y: e + h * y),
            "You left out the label but not the point: with yᵢ set to 0 the curve is pulled towards 0 at xᵢ. Put in the prediction of the others for yᵢ, and solve for it.",
        ),
        Misconception(
            _hat(lambda e, h, y: e / np.sqrt(1 - h)),
            "The root gives all residuals the same variance (studentising). To leave a point out, divide by 1 − hᵢᵢ itself.",
        ),
        Misconception(
            _hat(lambda e, h, y: y - e / (1 - h)),
            "Those are the predictions for the points left out. Asked are the residuals, y minus that.",
        ),
        Misconception(
            _hat(lambda e, h, y: -e / (1 - h)),
            "The sign is turned round: a residual here is y minus the prediction.",
        ),
        Misconception(
            _hat(lambda e, h, y: (e / (1 - h)) ** 2),
            "Those are the squared residuals; asked are the residuals themselves, with their signs.",
        ),
    ),
    hints=(
        "the fitted value at point i is row i of H times y. For which label yᵢ would it make no difference whether point i is there or not?",
        "For the label p that the other points predict there: it lies on their curve already. With yᵢ replaced by p the fitted value at i is p, so p = Σⱼ hᵢⱼyⱼ − hᵢᵢyᵢ + hᵢᵢp. Solve for p, then take yᵢ − p.",
        "(y − H @ y) / (1 − np.diag(H)).",
    ),
    praise="n fits for the price of one: this is why leave-one-out is cheap for everything that is linear in y.",
)


# 8. One standard error


def _score_tables(rng: np.random.Generator) -> list[tuple]:
    """Models (simplest first) by folds; numbers that are exact, so that ties are ties."""
    tables = (
        [[9, 9, 9, 9], [2, 2, 2, 2], [0, 0, 0, 4], [1, 2, 2, 1]],  # row 1 is exactly on the limit
        [[8, 8, 8, 8], [3, 2.5, 3, 2.5], [4, 4, 4, 4], [1, 3, 1, 4], [3, 3, 3, 2.5]],  # a gap
        [[5, 7, 6, 6], [6, 2, 2, 6], [0, 0, 6, 6], [3, 3, 3, 3], [3, 4, 4, 5]],  # two are best
        [[5, 5, 5, 5], [3.5, 4, 3.5, 4], [1, 3, 3, 5], [2, 5, 2, 5]],  # K - 1 or K
        [[6, 6, 7, 7, 6], [2.3, 2.3, 2.3, 2.3, 2.3], [2, 2.5, 2, 2.25, 2.25], [3, 3, 3, 3, 4]],
        [
            [2, 4, 2, 2],
            [2.25, 2.25, 2.25, 2.25],
            [2, 2, 2.25, 2.25],
            [1, 4, 4, 1],
        ],  # a wide bar of its own
    )
    return [(np.array(table, dtype=float),) for table in tables]


def _error(row, ddof=1):
    return row.std(ddof=ddof) / np.sqrt(len(row))


def _within(limit=lambda s, best: s.mean(axis=1)[best] + _error(s[best]), pick=0, strict=False):
    def choice(scores):
        means = scores.mean(axis=1)
        below = np.less if strict else np.less_equal
        inside = np.flatnonzero(below(means, limit(scores, means.argmin())))
        return int(inside[pick]) if len(inside) else int(means.argmin())

    return choice


def _step_by_step(scores):
    means = scores.mean(axis=1)
    chosen = means.argmin()
    limit = means[chosen] + _error(scores[chosen])
    while chosen > 0 and means[chosen - 1] <= limit:
        chosen -= 1
    return int(chosen)


def _touching_bars(scores):
    means, errors = scores.mean(axis=1), np.array([_error(row) for row in scores])
    best = means.argmin()
    return int(np.flatnonzero(means - errors <= means[best] + errors[best])[0])


def _verify_choice(answer, scores) -> None:
    answer, row = _as_number(answer), generalisation.one_standard_error(scores)
    if answer != row:
        means = scores.mean(axis=1)
        limit = means.min() + _error(scores[means.argmin()])
        raise Problem(
            f"For the mean losses {means.round(3).tolist()}, where the limit is {limit:.4g}, row {row} was expected; got {answer:g}."
        )


one_standard_error = Check(
    reference=generalisation.one_standard_error,
    inputs=_score_tables,
    verify=_verify_choice,
    misconceptions=(
        Misconception(
            lambda scores: int(scores.mean(axis=1).argmin()),
            "That is the model with the best score. The rule asks for the simplest one that is not clearly worse.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1)),
            "You allow one standard deviation of the fold losses. Their mean is steadier: its standard error is that divided by √F.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + _error(s[best], ddof=0)),
            "Your standard error divides by F inside the root, as the notes print it. The spread about a mean estimated from the same folds needs F − 1: std(ddof=1).",
        ),
        Misconception(
            _within(strict=True),
            "A model exactly on the limit is within one standard error: ≤, not <.",
        ),
        Misconception(
            _within(pick=-1),
            "You take the last model within the limit, the most complex one. Rows start with the simplest: take the first.",
        ),
        Misconception(
            _touching_bars,
            "You compare error bars, each model's own. The limit is one number: the best mean plus the standard error of the best model. Compare means with it.",
        ),
        Misconception(
            _step_by_step,
            "You walk from the best model to simpler ones and stop at the first that is outside. A still simpler one may be inside again: look at all rows.",
        ),
        Misconception(
            _within(
                lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1) / np.sqrt(s.shape[1] - 1)
            ),
            "F − 1 is used twice, in the standard deviation and under the root. With std(ddof=1) divide by √F; with std() by √(F − 1).",
        ),
    ),
    hints=(
        "three steps: the mean of each row; the best row and the standard error of its mean; the first row whose mean is not above best plus error.",
        "The standard error of a mean of F values is their standard deviation (ddof=1) divided by √F. np.flatnonzero finds the rows that meet a condition.",
        "With best = means.argmin(): np.flatnonzero(means <= means[best] + scores[best].std(ddof=1) / np.sqrt(K))[0].",
    ),
    praise="Ties, gaps and models on the very limit included. The rule prefers a simple model unless the folds speak clearly against it.",
)


# 9. The area under the ROC curve


def _scored(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, shift in ((4, 7, 0.8), (9, 5, 1.5), (3, 6, -0.5)):
        y = rng.permutation(np.repeat([1.0, -1.0], [p, m]))
        cases.append((y, np.round(rng.normal(size=p + m) + shift * (y > 0), 0 if p == 9 else 1)))
    y = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
    return [*cases, (y, np.array([2.0, 2.0, 1.0, 1.0, 3.0]))]  # two ties among six pairs


def _pairs(rule):
    return lambda y, score: float(rule(np.subtract.outer(score[y > 0], score[y < 0]), len(y)))


roc_area = Check(
    reference=losses.auc,
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
            lambda y, score: float(np.mean((score > 0) == (y > 0))),
            "That is the accuracy with the threshold 0. The area needs no threshold: it compares scores with each other.",
        ),
        Misconception(
            lambda y, score: float(score[y > 0].mean() - score[y < 0].mean()),
            "A difference of mean scores depends on their scale. Only the order of the scores counts: compare them pair by pair.",
        ),
    ),
    hints=(
        "compare every positive point with every negative one. How often does the positive one win?",
        "np.subtract.outer(score[y > 0], score[y < 0]) holds all differences; count those above 0, and those equal to 0 half.",
        "gap = score[y > 0][:, None] − score[y < 0]; then np.mean((gap > 0) + 0.5 * (gap == 0)).",
    ),
    praise="No curve was drawn. The area is a count of pairs, so no monotone change of the scores can move it.",
)


# 10. The slip of (4.63)

_RATES = ((0.1, 0.3), (0.6, 0.05), (0.0, 0.45), (0.25, 0.25))  # false positive, false negative


def _verify_matrix(answer, p_plus) -> None:
    L = as_numbers(answer, np.zeros((2, 2)))
    if L.shape != (2, 2):
        raise Problem(f"Return a matrix of shape (2, 2); your function returned {kind(L)}.")
    if not np.isfinite(L).all():
        raise Problem("Your matrix holds NaN or infinity; every price should be a number.")
    if np.abs(np.diag(L)).max() > 1e-9:
        raise Problem("The diagonal is not 0, but a right answer should cost nothing.")
    for fpr, fnr in _RATES:
        p = _joint(p_plus, fpr, fnr)
        cost = (L * p).sum()
        if abs(cost - fpr - fnr) > 1e-9:
            raise Problem(
                f"A classifier with FPR {fpr:g} and FNR {fnr:g}, where P(y = 1) = {p_plus:g}, costs {cost:.4g} by your matrix; {fpr + fnr:g} was expected."
            )


def _joint(p_plus, fpr, fnr):
    p_minus = 1 - p_plus
    return np.array([[p_plus * (1 - fnr), p_minus * fpr], [p_plus * fnr, p_minus * (1 - fpr)]])


def _prices(false_positive, false_negative):
    def matrix(p):
        return np.array([[0.0, false_positive(p, 1 - p)], [false_negative(p, 1 - p), 0.0]])

    return matrix


loss_matrix = Check(
    reference=_prices(lambda p, q: 1 / q, lambda p, q: 1 / p),
    inputs=lambda rng: [(0.2,), (0.9,), (float(rng.uniform(0.3, 0.45)),)],
    verify=_verify_matrix,
    misconceptions=(
        Misconception(
            _prices(lambda p, q: 1 / p, lambda p, q: 1 / q),
            "That is the matrix as it is printed, read with +1 first. Its upper right entry prices a false positive, and there y = −1: which class should the price be divided by?",
        ),
        Misconception(
            _prices(lambda p, q: 1.0, lambda p, q: 1.0),
            "With a price of 1 for every mistake the expected loss is the error rate. A rate given y needs p(ŷ, y) divided by P(y).",
        ),
        Misconception(
            _prices(lambda p, q: q, lambda p, q: p),
            "Multiplied where you should divide: P(ŷ | y) is p(ŷ, y)/P(y), so a rare class makes its mistakes dearer.",
        ),
        Misconception(
            _prices(lambda p, q: p, lambda p, q: q),
            "These prices go the right way, dearer for the rare class, but give FPR + FNR times P(y = 1)·P(y = −1). Divide by P(y) of the class that y has.",
        ),
        Misconception(
            _prices(lambda p, q: 0.5 / q, lambda p, q: 0.5 / p),
            "That is the mean of the two rates, the balanced error. Asked is their sum, so leave the ½ out.",
        ),
        Misconception(
            lambda p: np.diag([1 / p, 1 / (1 - p)]),
            "The prices stand on the diagonal, where ŷ = y: you punish right answers. They belong off it.",
        ),
    ),
    hints=(
        "the false-positive rate is p(1, −1) divided by the probability of what? And where does p(1, −1) stand, if rows and columns start with +1?",
        "p(1, −1) is in row 1, column 2, and the rate is p(1, −1)/P(y = −1). So that entry of L is 1/P(y = −1), and the other?",
        "[[0, 1/(1 − p_plus)], [1/p_plus, 0]].",
    ),
    praise="The printed matrix is right if −1 comes first, the table beside it puts +1 first: a loss matrix without its class order is half a definition.",
)


# 11. The leak


def strongest(X, y, m):
    """Columns of the m features that correlate most with the labels."""
    correlation = (X - X.mean(axis=0)).T @ (y - y.mean()) / X.std(axis=0)
    return np.argsort(-np.abs(correlation))[:m]


def nearest_centre(X, y, Z):
    """The class whose mean is nearer, for each row of Z."""
    minus, plus = (np.sum((Z - X[y == c].mean(axis=0)) ** 2, axis=1) for c in (-1, 1))
    return np.where(plus < minus, 1, -1)


def _pipelines(rng: np.random.Generator) -> list[tuple]:
    """Twice pure noise, once tame and once with wild features, and once a class that differs."""
    cases = []
    for n, d, k, m, gap in ((40, 300, 5, 10, 0.0), (24, 60, 4, 6, 0.0), (30, 80, 3, 5, 1.2)):
        y = np.where(np.arange(n) % 2, 1.0, -1.0)
        X = rng.standard_t(2, size=(n, d)) if n == 24 else rng.normal(size=(n, d))
        X[:, :5] += gap * y[:, None]
        cases.append((X * rng.uniform(0.1, 10, size=d), y, np.array(kfold(n, k, rng, y)), m))
    return cases


def _split(fold, y):
    return np.setdiff1d(np.arange(len(y)), fold), fold


def _pipeline(
    see=lambda rest, fold: rest,  # who chooses the features
    scale=lambda rest, fold: rest,  # who sets mean and sd
    parts=lambda rest, fold: (rest, fold),  # who trains, who is judged
    score=lambda guess, y: np.mean(guess != y),
    scaled=True,
):
    def error(X, y, folds, m):
        scores = []
        for fold in folds:
            rest, fold = parts(*_split(fold, y))
            chosen = see(rest, fold)
            Z = X[:, strongest(X[chosen], y[chosen], m)]
            by = Z[scale(rest, fold)]
            Z = (Z - by.mean(axis=0)) / by.std(axis=0) if scaled else Z
            scores.append(score(nearest_centre(Z[rest], y[rest], Z[fold]), y[fold]))
        return np.mean(scores)

    return error


def _everybody(rest, fold):
    return np.union1d(rest, fold)


def _scaled_apart(X, y, folds, m):
    errors = []
    for fold in folds:
        rest, fold = _split(fold, y)
        best = strongest(X[rest], y[rest], m)
        Z, T = ((A - A.mean(axis=0)) / A.std(axis=0) for A in (X[rest][:, best], X[fold][:, best]))
        errors.append(np.mean(nearest_centre(Z, y[rest], T) != y[fold]))
    return np.mean(errors)


honest_error = Check(
    reference=_pipeline(),
    inputs=_pipelines,
    misconceptions=(
        Misconception(
            _pipeline(see=_everybody, scale=_everybody),
            "That is still the leaky pipeline: both steps see the points on which you judge. Everything that learns from data belongs inside the loop, fitted on the training part.",
        ),
        Misconception(
            _pipeline(see=_everybody),
            "The scaling is honest now, but the features are still chosen with the labels of the held-out points. That is the larger of the two leaks: choose them on the training part.",
        ),
        Misconception(
            _pipeline(scale=_everybody),
            "The choice of features is honest now. Mean and standard deviation still come from all points: a small leak, as no labels pass through it, but a leak. Take them from the training part.",
        ),
        Misconception(
            _scaled_apart,
            "The held-out points are scaled by their own mean and standard deviation. A new point comes alone and has neither: use those of the training part.",
        ),
        Misconception(
            _pipeline(see=lambda rest, fold: fold),
            "The features are chosen on the held-out fold itself, the one place that must not be looked at. Choose them on the training part.",
        ),
        Misconception(
            _pipeline(scaled=False),
            "The leak is closed, but the scaling is gone with it. Standardise inside the loop, with the mean and standard deviation of the training part.",
        ),
        Misconception(
            _pipeline(parts=lambda rest, fold: (rest, rest)),
            "You judge on the points you trained on. That is the training error; predict the fold that was left out.",
        ),
        Misconception(
            _pipeline(score=lambda guess, y: np.mean(guess == y)),
            "That is the share of right answers; the error is the share of wrong ones.",
        ),
    ),
    hints=(
        "imagine that the held-out fold does not exist until the rule is finished. Which lines of the leaky function could then still run?",
        "Move both the choice of features and the scaling into the loop. There, strongest(), mean() and std() see the rows `rest` only; the held-out rows are then cut and scaled with the results.",
        "In the loop: best = strongest(X[rest], y[rest], m); train = X[rest][:, best]; mean and sd of train scale both train and X[fold][:, best]; then nearest_centre.",
    ),
    praise="On pure noise the estimate is about one half, as it should be. Cross-validation must hold the whole recipe, from the first look at the labels on.",
)
