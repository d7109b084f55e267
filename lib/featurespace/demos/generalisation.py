"""Chapter 6: four demos about fitting too well, about luck, choosing, and prices."""

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import norm

from .. import datasets, plots
from .._validate import Array
from ..fisher import kernel_fisher
from ..generalisation import CUBIC, kfold, polynomial_regression, prediction_loss
from ..kernels import Gaussian
from ..regression import powers
from .panel import Demo, Handle, Notes, Slider

DEGREES = tuple(range(7))
SETS = 60
LOW, HIGH = 0.2, 2e4  # what the loss axis shows; anything beyond sits on its edge
DECADES = {0: "1", 2: "100", 4: "10⁴"}
LINE = np.linspace(-3, 3, 61)

WIDTHS = (8.0, 4.0, 2.0, 1.0, 0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05)


@cache
def _tumours() -> tuple[Array, ...]:
    """Radius and texture of 341 tumours and of the next 114, standardised by the former.

    The same split as in the chapter: the fifth that lies in its vault stays there.
    """
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import train_test_split

    data, target = load_breast_cancer(return_X_y=True)
    y = np.where(target == 0, 1.0, -1.0)  # +1 malignant
    X, _, y, _ = train_test_split(data[:, :2], y, test_size=0.2, stratify=y, random_state=0)
    X, Z, y, later = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
    mean, spread = X.mean(axis=0), X.std(axis=0)
    return (X - mean) / spread, (Z - mean) / spread, y, later


def _border(sigma: float):
    """Kernel Fisher of this width, fitted to the 341; above 0 is malignant."""
    X, _, y, _ = _tumours()
    alpha, b = kernel_fisher(Gaussian(sigma)(X), y, 1e-4)
    return lambda Z: Gaussian(sigma)(Z, X) @ alpha - b


@cache
def _wrong() -> Array:
    """The share of mistakes (widths, 2) on the 341, and on the next 114."""
    X, Z, y, later = _tumours()
    rules = [_border(sigma) for sigma in WIDTHS]
    return np.array([[(h(A) * c <= 0).mean() for A, c in ((X, y), (Z, later))] for h in rules])


@cache
def _surface(sigma: float) -> Array:
    """The rule over the window of the picture, point by point as plots.boundary asks."""
    side = np.linspace(-2.4, 4, plots.GRID)
    return _border(sigma)(np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2))


def suit_frame(sigma: float) -> Figure:
    """The border between two kinds of tumours, and its mistakes on old and next patients."""
    X, _, y, _ = _tumours()
    left, right = plots.axes(2, 8.4, 3.2, left=0.07, right=0.98, bottom=0.15, top=0.9, wspace=0.2)
    left.set(xlim=(-2.4, 4), ylim=(-2.4, 4))
    plots.scatter(X, y, ax=left, size=9)
    plots.boundary(lambda _: _surface(sigma), ax=left)
    left.set(xlabel="radius, standardised", ylabel="texture, standardised")
    place = WIDTHS.index(sigma)
    own, later = _wrong()[place] * [341, 114]
    left.set_title(f"σ = {sigma:g}: {own:.0f} of the 341 wrong")
    left.locator_params(nbins=4)
    seen = slice(place + 1)  # from the widest down to this one
    for column, style, name in ((0, "o--", "the 341"), (1, "D-", "the next 114")):
        right.plot(WIDTHS[seen], 100 * _wrong()[seen, column], style, markersize=4, label=name)
    right.set(xscale="log", xlabel="width σ", ylabel="wrong, %")
    right.set(xlim=(1.25 * WIDTHS[0], 0.8 * WIDTHS[-1]), ylim=(-1, 32))
    right.set_xticks([1, 0.1], ["1", "0.1"])
    right.minorticks_off()
    right.legend(loc="upper left", fontsize=8)
    right.set_title(f"{later:.0f} of the next 114 wrong")
    words = (
        f"Radius and texture of 341 tumours, malignant and benign, with the border of kernel "
        f"Fisher at width {sigma:g}: {own:.0f} of them are on the wrong side, and {later:.0f} "
        f"of the next 114 tumours. Beside it both shares for the widths from "
        "the widest down to this one."
    )
    return plots.describe(left.figure, words)


a_tighter_border = Demo(
    title="A tighter border",
    question="A wide kernel draws a smooth border through the 341 tumours and errs on about one in "
    "eight of them. As σ shrinks, the border follows them more and more closely, until it errs on "
    "none. Which of these borders errs least on the next 114?",
    choices=(
        "The one that errs on none of the 341",
        "One that errs on about three in a hundred of the 341",
        "One that errs on about one in ten of the 341",
    ),
    right="One that errs on about one in ten of the 341",
    answer="One that errs on about one in ten of the 341 as well, at σ between 4 and 1: on the "
    "next 114 it errs about as often, on one in nine or ten. From there on every mistake removed "
    "among the 341 is paid for, and more, among the next: the border follows accidents.",
    notes=Notes(
        ask="After the 29 of the first page few will vote for none. Let them say which compromise "
        "they would take, then vote, then play.",
        usual="One that errs on about three in a hundred of the 341",
        why="A few mistakes sound like a fair compromise. Stop at σ = 0.2, where the two curves "
        "have long parted, and ask what the islands are: single patients.",
        minutes=4,
    ),
    controls={"sigma": Slider("width σ", WIDTHS, 8.0, play=True)},
    frame=suit_frame,
    shown=({"sigma": 1.0}, {"sigma": 0.05}),
    handles=(
        Handle(
            ("sigma",),
            lambda v: (v["sigma"], 100 * _wrong()[WIDTHS.index(v["sigma"]), 1]),
            axes=1,
        ),
    ),
)


@cache
def _world(n: int) -> tuple[list, Array, Array]:
    """Training sets of n points, and training and exact prediction losses (sets, degrees)."""
    rng = np.random.default_rng(n)
    sets = [datasets.cubic_world(n, rng) for _ in range(SETS)]
    training, prediction = np.empty((2, SETS, len(DEGREES)))
    for i, (x, y) in enumerate(sets):
        for degree in DEGREES:
            theta = polynomial_regression(x, y, degree)
            training[i, degree] = np.mean((powers(x[:, None], degree) @ theta - y) ** 2)
            prediction[i, degree] = prediction_loss(theta)
    return sets, training, prediction


def _decades(loss: Array) -> Array:
    """Powers of ten, clipped to what is shown: a plain axis is quicker to draw than a log one."""
    return np.log10(np.clip(loss, LOW, HIGH))


def luck_frame(degree: int, n: int, sets: int) -> Figure:
    """The last of some training sets with its fit, and the losses of all degrees on all sets."""
    data, training, prediction = _world(n)
    x, y = data[sets - 1]
    theta = polynomial_regression(x, y, degree)
    wins = np.bincount(prediction[:sets].argmin(axis=1), minlength=len(DEGREES))
    best = int(prediction[sets - 1].argmin())
    left, right = plots.axes(2, 8.4, 3.1, left=0.085, right=0.98, bottom=0.16, top=0.9, wspace=0.2)
    left.plot(LINE, powers(LINE[:, None], 3) @ CUBIC, "k--", linewidth=1.2, label="truth")
    left.plot(LINE, powers(LINE[:, None], degree) @ theta, color=plots.ORANGE, label="fit")
    left.plot(x, y, "o", color=plots.BLUE, markersize=4)
    left.set(xlim=(-3, 3), ylim=(-22, 38), xlabel="x", ylabel="y")
    left.set_xticks([-2, 0, 2])
    left.set_yticks([-20, 0, 20])
    left.legend(loc="upper left", fontsize=8)
    here = prediction[sets - 1, degree]
    own = training[sets - 1, degree]
    left.set_title(f"Degree {degree}: training loss {own:.2g}, prediction {here:.2g}")
    jitter = np.linspace(-0.22, 0.22, SETS)[:sets, None] + np.arange(len(DEGREES))
    spread, look = _decades(prediction[:sets]), {"color": plots.GREY, "markersize": 4}
    right.plot(jitter.ravel(), spread.ravel(), ".", alpha=0.45, label="all sets", **look)
    for loss, style, colour, name in (
        (prediction, "D-", plots.ORANGE, "prediction loss"),
        (training, "o--", plots.BLUE, "training loss"),
    ):
        right.plot(DEGREES, _decades(loss[sets - 1]), style, color=colour, label=name)
    right.plot(degree, _decades(here), "o", color="black", markersize=13, mfc="none")
    right.set(xlabel="degree", ylabel="loss", ylim=_decades([LOW, HIGH]))
    right.set_yticks(list(DECADES), DECADES.values())
    right.set_xticks(DEGREES[::3])
    right.grid(visible=False, axis="x")
    right.legend(loc="upper left", fontsize=8)
    right.set_title(f"Best here: {best}. Wins of degree 3: {wins[3]}, of 4: {wins[4]}")
    words = (
        f"Training set number {sets} of {n} points, with the fitted polynomial of degree {degree}: "
        f"training loss {own:.2g}, exact prediction loss {here:.2g}. On "
        f"this set degree {best} predicts best. Of the {sets} sets drawn so far degree 3 was best "
        f"on {wins[3]} and degree 4 on {wins[4]}."
    )
    return plots.describe(left.figure, words)


degree_and_luck = Demo(
    title="Degree and luck",
    question="The truth is a cubic, and a training set has 20 points. For each new set we know "
    "exactly which degree predicts best. On what share of the sets will that be degree 3?",
    choices=("On 99 of 100", "On about half", "On about one of seven", "On about five of six"),
    right="On about five of six",
    answer="On about five of six (84 % of many thousand sets); degree 4 wins on about one of "
    "eight, by luck with the points at the edges. So the best polynomial on the set you hold need "
    "not come from the best method. Training loss is no help: it falls with every degree, on every "
    "set. Prediction loss of the high degrees is not just worse, it is wild: from set to set it "
    "spreads over several powers of ten, which is why we shall look at medians.",
    notes=Notes(
        ask="The truth is a cubic and everybody knows it. Ask how often degree 3 wins, then let "
        "the class bet on each new set before you draw it.",
        usual="On 99 of 100",
        why="The right model should win, always. But a lucky degree 4 beats it on one set in "
        "eight. Draw ten sets, keep score on the board, and ask what 'best' was about: the "
        "method or the fit.",
        minutes=7,
    ),
    controls={
        "degree": Slider("degree", DEGREES, 3),
        "n": Slider("training points n", (10, 20, 40, 80), 20),
        "sets": Slider("new training set", tuple(range(1, SETS + 1)), 1, play=True),
    },
    frame=luck_frame,
    handles=(
        Handle(
            ("degree",),
            lambda v: (v["degree"], _decades(_world(v["n"])[2][v["sets"] - 1, v["degree"]])),
            axes=1,
        ),
    ),
    packed={"n": (10, 20, 80), "sets": (*range(1, 11), 20, 31, 40, 50, 60)},
)


COLUMNS, PROBLEMS, FOLDS = 20, 200, 5
TICKS = (0.0, 0.5, 1.0)
TRIES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def noise_problem(n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Columns of noise (n, 20) and labels that are noise too: every rule has error one half."""
    return rng.standard_normal((n, COLUMNS)), rng.permutation(np.repeat([1.0, -1.0], n // 2))


def cv_errors(X: Array, y: Array, use: Array, folds: list) -> Array:
    """Cross-validation error of the nearest class mean for many choices of columns at once.

    ``use`` (columns, tries) is 0 or 1. Column j adds x_j w_j - b_j to the rule, so the parts are
    found once for each fold and summed up for each choice.
    """
    wrong = np.zeros(use.shape[1])
    for fold in folds:
        rest = np.setdiff1d(np.arange(len(y)), fold)
        plus, minus = (X[rest[y[rest] == sign]].mean(axis=0) for sign in (1, -1))
        parts = X[fold] * (plus - minus) - (plus**2 - minus**2) / 2
        wrong += ((parts @ use) * y[fold, None] <= 0).sum(axis=0)
    return wrong / len(y)


@cache
def _noise(n: int) -> Array:
    """CV errors (problems, tries) of ever more choices of columns, none of which can help."""
    rng = np.random.default_rng(n)
    errors = []
    for _ in range(PROBLEMS):
        X, y = noise_problem(n, rng)
        use = (rng.random((COLUMNS, TRIES[-1])) < 0.25).astype(float)
        use[0, use.sum(axis=0) == 0] = 1  # at least one column
        errors.append(cv_errors(X, y, use, kfold(n, FOLDS, labels=y)))
    return np.array(errors)


def cherry_frame(tries: int, n: int, problem: int) -> Figure:
    """Scores of all settings tried on one noise problem, and the winners of 200 problems."""
    errors = _noise(n)
    mine, winners = errors[problem - 1, :tries], errors[:, :tries].min(axis=1)
    left, right = plots.axes(2, 8.4, 3.1, left=0.085, right=0.98, bottom=0.16, top=0.9, wspace=0.2)
    order = np.arange(1, tries + 1)
    left.plot(order, mine, "o", color=plots.BLUE, markersize=3, label="settings tried")
    best = int(mine.argmin())
    left.plot(best + 1, mine[best], "D", color=plots.ORANGE, markersize=8, label="the one reported")
    left.axhline(0.5, color="black", linestyle="--", linewidth=1.2, label="truth of every one")
    left.set(xlabel="setting", ylabel="cross-validation error", ylim=(0, 1))
    left.set_xlim(0.5 - 0.02 * tries, 1.02 * tries + 0.5)
    left.set_xticks(sorted({1, tries}))
    left.legend(loc="upper right", fontsize=8, ncols=2)
    left.set_title(f"Problem {problem}, best of {tries}: {mine.min():.0%} wrong")
    bins = np.arange(0, 1.01, 0.05)
    counts, _ = np.histogram(winners, bins)
    right.stairs(counts, bins, fill=True, color=plots.ORANGE, alpha=0.6)
    right.axvline(0.5, color="black", linestyle="--", linewidth=1.2)
    right.axvline(winners.mean(), color=plots.ORANGE)
    right.set(xlabel="best cross-validation error", ylabel="problems", xlim=(0, 1))
    right.set_title(f"{PROBLEMS} problems: average {winners.mean():.2f}, truth 0.50")
    left.set_yticks(TICKS)
    right.set_xticks(TICKS)
    right.locator_params("y", nbins=3)
    words = (
        f"Labels without any relation to the data, {n} points. On problem {problem} the best of "
        f"{tries} settings has a cross-validation error of {mine.min():.2f}. Over {PROBLEMS} such "
        f"problems the best error averages {winners.mean():.2f}, while every rule is wrong half of "
        "the time on new points."
    )
    return plots.describe(left.figure, words)


cherry_picker = Demo(
    title="Cherry-picker",
    question="Labels are coin flips: on new points every rule is wrong half of the time. You try "
    "100 settings (which of 20 columns to use) on 40 points, score each by five-fold "
    "cross-validation, and report the best score. What will you report, on average?",
    choices=(
        "50 % wrong: cross-validation is unbiased",
        "About 40 %",
        "About 30 %",
        "Less than 10 %",
    ),
    right="About 30 %",
    answer="About 30 % wrong. For each single setting the score is fair, one half on average. The "
    "smallest of many fair scores is not: you have picked the one that was luckiest on these "
    "points. Try more settings and it sinks further; take more points and it sinks less. The truth "
    "stays at one half throughout. Only points that had no part in the choice can tell.",
    notes=Notes(
        ask="Have everybody flip a coin five times; ask who has the most heads, and whether he "
        "is good at it. Then vote.",
        usual="50 % wrong: cross-validation is unbiased",
        why="It is unbiased, for one setting named in advance. The minimum of many unbiased "
        "scores is not. Play from 1 to 500, change the noise problem, and ask which data "
        "could tell the truth (those that had no part in the choice).",
        minutes=7,
    ),
    controls={
        "tries": Slider("settings tried", TRIES, 1, play=True),
        "n": Slider("points n", (20, 40, 80, 160), 40),
        "problem": Slider("noise problem", tuple(range(1, 21)), 1),
    },
    frame=cherry_frame,
    shown=({"tries": 100}, {"tries": 500}),
    packed={"problem": (1, 2, 3, 4, 5)},
)


SCORES = np.linspace(-4, 7, 111)
THRESHOLDS = tuple(np.arange(-2, 5.1, 0.25))


def price_frame(threshold: float, prior: float, price: float, gap: float) -> Figure:
    """Two score densities with a threshold, and the point it takes on the ROC curve."""
    fpr, tpr = norm.sf(threshold), norm.sf(threshold - gap)
    cost = (1 - prior) * fpr + price * prior * (1 - tpr)
    error = (1 - prior) * fpr + prior * (1 - tpr)
    area = norm.cdf(gap / np.sqrt(2))
    # likelihood ratio = odds of false alarms over misses, each with its price
    best = gap / 2 + np.log((1 - prior) / (price * prior)) / gap
    left, right = plots.axes(2, 8.4, 3.1, left=0.085, right=0.98, bottom=0.16, top=0.9, wspace=0.2)
    healthy, ill = (1 - prior) * norm.pdf(SCORES), prior * norm.pdf(SCORES - gap)
    left.plot(SCORES, healthy, color=plots.ORANGE, linestyle="--", label="class −1")
    left.plot(SCORES, ill, color=plots.BLUE, linestyle="-", label="class +1")
    above = threshold <= SCORES
    left.fill_between(SCORES, healthy, where=above, color=plots.ORANGE, alpha=0.35, linewidth=0)
    left.fill_between(SCORES, ill, where=~above, color=plots.BLUE, alpha=0.35, linewidth=0)
    left.axvline(threshold, color="black", label="threshold")
    left.axvline(best, color=plots.GREEN, linestyle="-.", label="cheapest")
    left.set(xlabel="score", ylabel="density × share", xlim=(-4, 7), ylim=(0, 0.42))
    left.legend(loc="upper right", fontsize=8)
    left.set_title(f"{error:.1%} wrong, FPR + FNR = {fpr + 1 - tpr:.2f}")
    right.plot(norm.sf(SCORES), norm.sf(SCORES - gap), color=plots.BLUE)
    right.plot([0, 1], [0, 1], color=plots.GREY, linestyle=":", linewidth=1)
    right.plot(
        norm.sf(best), norm.sf(best - gap), "D", color=plots.GREEN, markersize=9, label="cheapest"
    )
    right.plot(fpr, tpr, "o", color="black", markersize=7, label="your threshold")
    right.set(xlabel="false-positive rate", ylabel="true-positive rate")
    right.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    right.set_xticks(TICKS)
    right.set_yticks(TICKS)
    right.legend(loc="lower right", fontsize=8)
    least = (1 - prior) * norm.sf(best) + price * prior * norm.cdf(best - gap)
    right.set_title(f"AUC {area:.2f}; cost {cost:.3f}, cheapest {least:.3f}")
    left.set_xticks([0, 5])
    left.set_yticks([0, 0.2, 0.4])
    words = (
        f"Scores of two classes, {gap:g} apart, {prior:.0%} positives, a miss at the price of "
        f"{price:g} false alarms. At threshold {threshold:g} the false-positive rate is {fpr:.2f} "
        f"and the true-positive rate {tpr:.2f}: {error:.1%} wrong, cost {cost:.3f} a case. The "
        f"cheapest threshold is {best:.1f} with cost {least:.3f}. The area under the ROC curve is "
        f"{area:.2f}."
    )
    return plots.describe(left.figure, words)


threshold_and_price = Demo(
    title="Threshold and price",
    question="A test scores the ill one higher by 2 on average, and one case in ten is ill. At the "
    "cheapest threshold 7 % of all calls are wrong, as long as a miss costs as much as a false "
    "alarm. Now a miss costs fifty times as much, and you move to the threshold that is cheapest "
    "now. What share of all calls is wrong?",
    choices=("About 3 %", "Still about 7 %", "About 15 %", "About 40 %"),
    right="About 40 %",
    answer="About 40 %. The cheapest threshold falls from 2.1 to 0.1: call a case ill once the "
    "odds of being ill, times the price of a miss, exceed one. False alarms rise from 2 to 44 % of "
    "the healthy, misses fall from 54 to 3 % of the ill. Accuracy is no guide to what is cheap. "
    "Nor is the area under the curve, which has not moved: it depends on the two densities alone, "
    "not on prior, price or threshold.",
    notes=Notes(
        ask="Make it a clinic: one patient in ten is ill, a miss costs fifty false alarms. Ask "
        "for the share of wrong calls at the cheapest threshold.",
        usual="About 3 %",
        why="Cheaper is taken for more accurate. Set the price, find the cheapest threshold "
        "together, and read the shares aloud: 40 % wrong, and every one of them worth it. "
        "Ask what has become of the area under the curve.",
        minutes=8,
    ),
    controls={
        "threshold": Slider("threshold", THRESHOLDS, 2.0, play=True),
        "prior": Slider("share of positives", (0.01, 0.05, 0.1, 0.3, 0.5), 0.1),
        "price": Slider("price of a miss", (1, 2, 5, 10, 50), 1),
        "gap": Slider("distance of the classes", (0.5, 1.0, 1.5, 2.0, 3.0), 2.0),
    },
    frame=price_frame,
    shown=({"price": 50}, {"price": 50, "threshold": 0.0}),
    handles=(
        Handle(("threshold",), lambda v: (v["threshold"], 0.25)),
        Handle(
            ("threshold",),
            lambda v: (norm.sf(v["threshold"]), norm.sf(v["threshold"] - v["gap"])),
            axes=1,
        ),
    ),
    packed={
        "threshold": THRESHOLDS[::2],
        "prior": (0.01, 0.1, 0.5),
        "price": (1, 10, 50),
        "gap": (1.0, 2.0, 3.0),
    },
)
