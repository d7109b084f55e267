"""Prelude: four demos about numbers and pictures that describe data, and what moves them."""

from functools import cache
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from scipy import stats
from sklearn.datasets import load_wine

from .. import plots
from ..describe import galton_skewness, kernel_density, pair_counts, quartiles, tukey_fences
from .panel import Choice, Demo, Handle, Notes, Slider

TEN = np.array([0.0, 1, 1, 1, 2, 3, 4, 4, 5, 9])  # the first ten MNIST labels, sorted (DME-1.5)


def corrupt(value: float, m: int = 1) -> np.ndarray:
    """The ten labels with the largest m replaced by a value.

    >>> corrupt(9000)
    array([0.e+00, 1.e+00, 1.e+00, 1.e+00, 2.e+00, 3.e+00, 4.e+00, 4.e+00,
           5.e+00, 9.e+03])
    """
    return np.where(np.arange(10) >= 10 - m, float(value), TEN)


def summaries(x: np.ndarray, k: int = 2) -> dict[str, float]:
    """Location, scale and shape of x, those that break and those that hold.

    >>> round(summaries(TEN)["skewness"], 2)
    1.07
    """
    q1, q2, q3 = quartiles(x)
    score = (x - x.mean()) / x.std()
    values = {
        "mean": x.mean(),
        f"trimmed mean, k = {k}": np.sort(x)[k : len(x) - k].mean(),
        "median": q2,
        "range": np.ptp(x),
        "standard deviation": x.std(),
        "IQR": q3 - q1,
        "MAD": np.median(np.abs(x - q2)),
        "skewness": (score**3).mean(),
        "kurtosis": (score**4).mean(),
        "Galton's skewness": galton_skewness(x),
    }
    return {name: round(float(value), 4) + 0.0 for name, value in values.items()}  # no minus zero


def _place(x: np.ndarray | float) -> np.ndarray:
    """Even steps up to ten, then powers of ten: quicker to draw than matplotlib's own scale."""
    return np.where(np.asarray(x) <= 10, np.asarray(x) / 5, 1 + np.log10(np.maximum(x, 10)))


def _number_line(ax: Axes, x: np.ndarray) -> int:
    """Ten numbers, mean, median and fences; returns how many numbers lie outside."""
    low, high = tukey_fences(x)
    fences = _place(max(low, -1.4)), _place(high)
    ax.axvspan(*fences, color=plots.GREEN, alpha=0.12, label="inside the fences")
    stack = np.arange(10) - np.searchsorted(x, x)  # equal numbers stand on each other
    ax.plot(_place(x), 0.35 * stack, "o", color=plots.BLUE, label="ten numbers")
    ax.axvline(_place(x.mean()), color=plots.ORANGE, label="mean")
    ax.axvline(_place(np.median(x)), color="black", linestyle="--", label="median")
    ax.set(xlim=_place([-1.4, 16000]), ylim=(-0.3, 4.2), yticks=[])
    ticks = [0, 5, 10, 100, 9000]
    ax.set_xticks(_place(ticks), [str(tick) for tick in ticks])
    ax.legend(loc="upper right", fontsize=8)
    return int(((x < low) | (x > high)).sum())


SCALE = (0.07, 20000.0)  # of the needles


def _needles(ax: Axes, before: dict[str, float], now: dict[str, float]) -> set[str]:
    """Each summary as a multiple of what it was; returns the names of those that moved."""
    moved = {name for name in now if not np.isclose(now[name], before[name])}
    ratio = np.array([now[name] / before[name] if before[name] else 1.0 for name in now])
    ratio[ratio <= 0] = 1.0  # a multiple makes no sense: the mark stays, the label tells
    shown = np.log10(np.clip(ratio, *SCALE))  # at the edge: off the scale
    rows = -np.arange(len(now))
    ax.hlines(rows, 0, shown, color=plots.ORANGE)
    still = np.array([name not in moved for name in now])
    ax.plot(shown[still], rows[still], "o", color=plots.BLUE)
    ax.plot(shown[~still], rows[~still], "s", color=plots.ORANGE)
    ax.axvline(0, color="black", linewidth=1)
    ax.set(xlim=np.log10(SCALE), ylim=(0.6 - len(now), 0.6))
    ax.set_xticks(range(-1, 5), ["1/10", "1", "10", "100", "1000", "10⁴"])  # powers of ten
    aside = {name: f" (was {before[name]:.3g})" for name, r in zip(now, ratio, strict=True)}
    lost = {name for name, r in zip(now, ratio, strict=True) if r == 1.0} & moved
    ax.set_yticks(rows, [f"{n}  {v:.4g}{aside[n] * (n in lost)}" for n, v in now.items()])
    ax.grid(visible=False, axis="y")
    ax.set_xlabel("times its value at nine")
    return moved


def nine_frame(value: float, m: int, k: int) -> Figure:
    """Ten numbers on a line, and each summary as a multiple of what it was before."""
    x = corrupt(value, m)
    before, now = summaries(TEN, k), summaries(x, k)
    left, right = plots.axes(2, 9.2, 3.4, left=0.03, right=0.98, bottom=0.14, top=0.9, wspace=0.72)
    outside, moved = _number_line(left, x), _needles(right, before, now)
    left.set_title(f"{outside} of 10 outside the fences")
    right.set_title(f"{len(moved)} of 10 summaries moved")
    listed = (
        f"{name} {now[name]:.4g}" + (f" (was {before[name]:.4g})" if name in moved else "")
        for name in now
    )
    words = (
        f"The ten labels with the largest {m} set to {value:g}. {', '.join(listed)}. "
        f"Outside the fences: {outside or 'none'}."
    )
    return plots.describe(left.figure, words)


drag_the_nine = Demo(
    title="Drag the nine",
    question="The largest of ten numbers is dragged from 9 to 9000, and the standard deviation "
    "grows a thousandfold. What does the skewness, the mean cubed standard score, do?",
    choices=(
        "It grows a thousandfold too",
        "It grows by a thousand cubed",
        "It grows about two and a half times",
        "It does not move",
    ),
    right="It grows about two and a half times",
    answer="It grows about two and a half times and stops at 8/3 ≈ 2.67, since deviations are "
    "divided by a standard deviation that grows as fast. Median, MAD, IQR and Galton's skewness do "
    "not move at all. But robust is not unbreakable: corrupt three of ten and the IQR goes, "
    "corrupt five and the median goes too. A trimmed mean stands as many as it trims per side.",
    notes=Notes(
        ask="Write the ten numbers on the board and cube the standard score of the largest. "
        "Vote on the skewness only; then ask which of the other needles will not move at "
        "all.",
        usual="It grows a thousandfold too",
        why="A thousandfold error in, a thousandfold error out sounds fair. Point at the "
        "divisor: the standard deviation has grown as much as the deviation it divides. "
        "Then set 'how many' to three and to five, so that nobody goes home believing that "
        "robust means unbreakable.",
        minutes=6,
    ),
    controls={
        "value": Slider(
            "corrupted to",
            (9, 10, 12, 15, 20, 30, 50, 90, 200, 500, 900, 2000, 5000, 9000),
            9,
            play=True,
        ),
        "m": Slider("how many", (1, 2, 3, 4, 5), 1),
        "k": Slider("trim k per side", (0, 1, 2, 3, 4), 2),
    },
    frame=nine_frame,
    handles=(Handle(("value",), lambda v: (float(_place(v["value"])), 0.35 * (v["m"] - 1))),),
    packed={
        "value": (9, 10, 12, 15, 20, 30, 90, 200, 900, 9000),
        "m": (1, 2, 3, 5),
        "k": (0, 2, 3),
    },
)


WINE = load_wine()
SHORT = {
    "alcalinity_of_ash": "alcalinity",
    "total_phenols": "phenols",
    "nonflavanoid_phenols": "nonflavanoids",
    "color_intensity": "colour",
    "od280/od315_of_diluted_wines": "dilution",
}
COLUMNS = [SHORT.get(name, name.replace("_", " ")) for name in WINE.feature_names]
GRAPES = np.array(list("ABC"))[WINE.target]
FLAVANOIDS, PROLINE = COLUMNS.index("flavanoids"), COLUMNS.index("proline")


@cache
def bottles(unit: int) -> tuple[np.ndarray, np.ndarray]:
    """The wine table with proline divided by ``unit``, and for each bottle the nearest other one.

    >>> int((GRAPES[bottles(1)[1]] != GRAPES).sum())
    41
    """
    X = WINE.data.copy()
    X[:, PROLINE] /= unit
    squared = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(squared, np.inf)
    return X, squared.argmin(axis=1)


@cache
def _in_the_plane(unit: int) -> list[tuple[float, float]]:
    """Flavanoids and proline of every bottle, as drawn."""
    return [(x, y) for x, y in bottles(unit)[0][:, [FLAVANOIDS, PROLINE]].tolist()]


def bottle_frame(unit: int, bottle: int) -> Figure:
    """Two of the 13 measurements at one scale, and what each adds to a squared distance."""
    X, nearest = bottles(unit)
    wrong, other = int((GRAPES[nearest] != GRAPES).sum()), int(nearest[bottle])
    share = X.var(axis=0) / X.var(axis=0).sum()  # a variance is half a mean squared difference
    left, right = plots.axes(2, 9.2, 3.4, left=0.09, right=0.98, bottom=0.15, top=0.9, wspace=0.5)
    plane = X[:, [FLAVANOIDS, PROLINE]]
    for name, colour, marker in zip("ABC", plots.COLOURS, plots.MARKERS, strict=False):
        group = plane[name == GRAPES]
        left.plot(*group.T, marker, color=colour, markersize=3.5, alpha=0.7, label=f"grape {name}")
    left.plot(*plane[bottle], "*", color="black", markersize=13, label="mine")
    left.plot(*plane[other], "X", color="black", markersize=9, label="nearest")
    middle = (plane.max(axis=0) + plane.min(axis=0)) / 2
    reach = 0.56 * np.ptp(plane, axis=0).max()  # one scale for both: as the distance sees them
    left.set(xlim=middle[0] + reach * np.array([-1.5, 1.5]), ylim=middle[1] + [-reach, reach])
    left.set(xlabel="flavanoids", ylabel="proline" + f" / {unit}" * (unit > 1))
    left.locator_params(nbins=3)
    left.legend(loc="upper right", fontsize=7)
    left.set_title(f"mine is {GRAPES[bottle]}, the nearest is {GRAPES[other]}")
    right.hlines(-np.arange(13), 0, 100 * share, color=plots.BLUE, linewidth=9)  # one piece
    right.set_yticks(-np.arange(13), COLUMNS, fontsize=7.5)
    right.tick_params(left=False)
    right.grid(visible=False, axis="y")
    right.set_xticks([0, 50, 100])
    right.set(xlim=(0, 100), ylim=(-12.6, 0.6), xlabel="share of the squared distance, %")
    right.set_title(f"wrong grape for {wrong} of 178 bottles")
    loudest = int(share.argmax())
    words = (
        f"Wine, with proline divided by {unit}. The bottle nearest to number {bottle}, grape "
        f"{GRAPES[bottle]}, is number {other}, grape {GRAPES[other]}. {COLUMNS[loudest]} makes "
        f"{share[loudest]:.1%} of the squared distances. For {wrong} of 178 bottles the nearest "
        "other bottle is of another grape."
    )
    return plots.describe(left.figure, words)


change_the_unit = Demo(
    title="Change the unit",
    question="Proline is given in milligrams per litre, and for 41 of 178 bottles the nearest "
    "other one is of a wrong grape. Write it in grams per litre, which divides the column by 1000. "
    "For how many bottles is the nearest one wrong now?",
    choices=(
        "41 as before: the wine is the same",
        "More: proline can hardly help any longer",
        "Fewer, and no unit in between does better",
        "Fewer, but some unit in between does better",
    ),
    right="Fewer, but some unit in between does better",
    answer="25, and 13 if the column is divided by 50. The wine is the same; the distance is not. "
    "In milligrams proline makes 99.8 % of all squared distances added up, and the other twelve "
    "are hardly heard. In grams it is proline that is not heard, and magnesium is loudest. In "
    "between, both have a say. Nobody chose any of this: it came with the units.",
    notes=Notes(
        ask="Let everybody say what a change of unit does to a wine. Then vote, and let one of "
        "them move the slider slowly; read the bars aloud, not only the number in the title.",
        usual="41 as before: the wine is the same",
        why="A unit feels like spelling. Point at the left picture, which is drawn as the distance "
        "sees it: in milligrams the cloud is a needle, and only its long direction counts.",
        minutes=4,
    ),
    controls={
        "unit": Slider(
            "divide proline by", (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000), 1, play=True
        ),
        "bottle": Slider("my bottle", (19, 24, 60, 84, 98, 144, 172), 98),
    },
    frame=bottle_frame,
    shown=({"unit": 1000}, {"unit": 50}),
    handles=(Handle(("bottle",), lambda v: _in_the_plane(v["unit"])[v["bottle"]]),),
)


HUMPS = np.sort(
    np.repeat([-1.5, 1.5], 40) + 0.8 * np.random.default_rng(4).standard_normal(80)
)  # eighty numbers from two Gaussians, half from each
LINE = np.linspace(-6, 6, 601)
WIDTHS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
STARTS = tuple(i / 10 for i in range(10))
DRAWINGS = ("histogram", "boxcar windows", "Gaussian windows")


def true_density(t: np.ndarray) -> np.ndarray:
    """The density that the eighty numbers were drawn from.

    >>> round(float(true_density(0.0)), 3)
    0.086
    """
    return (stats.norm.pdf(t, -1.5, 0.8) + stats.norm.pdf(t, 1.5, 0.8)) / 2


TRUTH = true_density(LINE)


def bin_edges(h: float, start: float) -> np.ndarray:
    """Edges of bins of width h over the line; the first begins at a share ``start`` of a bin.

    >>> bin_edges(4.0, 0.25)
    array([-9., -5., -1.,  3.,  7., 11.])
    """
    return np.arange(LINE[0] + (start - 1) * h, LINE[-1] + 2 * h, h)


@cache
def estimate(drawing: str, h: float, start: float) -> np.ndarray:
    """The density on the line, as one of three drawings has it."""
    if drawing != "histogram":
        return kernel_density(LINE, HUMPS, h, drawing.split()[0].lower())
    edges = bin_edges(h, start)
    heights = np.histogram(HUMPS, edges)[0] / (len(HUMPS) * h)
    return heights[np.searchsorted(edges, LINE, side="right") - 1]


def humps(curve: np.ndarray) -> int:
    """How often a curve turns from rising to falling; a flat stretch counts once.

    >>> humps(np.array([0, 2, 2, 1, 3, 0]))
    2
    """
    slopes = np.sign(np.diff(curve))
    slopes = slopes[slopes != 0]
    return int((np.diff(slopes) < 0).sum())


@cache
def squared_error(drawing: str, h: float, start: float) -> float:
    """Integrated squared difference between an estimate and the truth."""
    gap = (estimate(drawing, h, start) - TRUTH) ** 2
    return float(gap.sum() * (LINE[1] - LINE[0]))


@cache
def _spread() -> tuple[list[float], list[float]]:
    """The least and the largest error of a histogram over all starts, for every width."""
    errors = [[squared_error("histogram", w, start) for start in STARTS] for w in WIDTHS]
    return [min(row) for row in errors], [max(row) for row in errors]


def density_frame(drawing: str, h: float, start: float) -> Figure:
    """Eighty numbers, one drawing of their density beside the truth, and its error over h."""
    curve, error = estimate(drawing, h, start), squared_error(drawing, h, start)
    count = humps(curve)
    left, right = plots.axes(2, 9.2, 3.2, left=0.06, right=0.98, bottom=0.15, top=0.9, wspace=0.22)
    binned = drawing == "histogram"  # windows have no start, and know nothing of it
    if binned:
        edges = bin_edges(h, start)
        heights = np.histogram(HUMPS, edges)[0] / (len(HUMPS) * h)
        left.stairs(heights, edges, fill=True, color=plots.BLUE, alpha=0.3)
        left.stairs(heights, edges, color=plots.BLUE, linewidth=1)
        left.plot(LINE[0] + start * h, 0, "^", color="black", markersize=7, clip_on=False)
    else:
        left.fill_between(LINE[::2], curve[::2], color=plots.BLUE, alpha=0.3, linewidth=0)
        left.plot(LINE[::2], curve[::2], color=plots.BLUE, linewidth=1, linestyle="-")
    left.plot(LINE[::4], TRUTH[::4], color="black", linestyle="--", label="truth")
    left.plot(HUMPS, np.full(80, -0.012), "|", color=plots.GREY, markersize=5)
    left.set(xlim=(-6, 6), ylim=(-0.03, max(0.4, 1.25 * curve.max())), xlabel="x")
    left.legend(loc="upper right", fontsize=8)
    left.locator_params(nbins=4)
    jagged = drawing.startswith("boxcar")  # every number makes a step: nothing to count
    left.set_title(drawing + ("" if jagged else f": {count} hump" + "s" * (count > 1)))
    looks = zip(DRAWINGS, plots.COLOURS, ("-", "--", "-."), strict=False)
    band = {"color": plots.COLOURS[0], "alpha": 0.2, "linewidth": 0}
    right.fill_between(WIDTHS, *_spread(), label="histogram, all starts", **band)
    for name, colour, dashes in looks:
        if name == "histogram" and not binned:
            continue
        errors = [squared_error(name, w, start) for w in WIDTHS]
        right.plot(WIDTHS, errors, color=colour, linestyle=dashes, label=name)
    right.plot(h, error, "o", color="black", markersize=8)
    right.set(xlim=(0, 3.1), ylim=(0, 0.13), xlabel="width h")
    right.locator_params(nbins=4)
    right.legend(loc="upper right", fontsize=8)
    right.set_title(f"squared error {error:.3f} at h = {h:g}")
    words = (
        f"Density of eighty numbers as drawn by {drawing} of width {h:g}"
        + f", first bin starting at {start:g} of a bin" * binned
        + f". Humps in the drawing: {'many' if jagged else count}; in the true "
        f"density: 2. Integrated squared error {error:.3f}. Beside it the errors of both windows "
        "and of histograms over the width."
    )
    return plots.describe(left.figure, words)


histogram_origin_and_bandwidth = Demo(
    title="Histogram origin and bandwidth",
    question="At width 2 the place where the first bin starts decides whether a histogram of these "
    "numbers shows one hump or two. Is there a width at which it shows two, wherever it starts?",
    choices=(
        "No: a histogram always depends on its start",
        "Yes, but only in between",
        "Yes, the narrowest",
    ),
    right="Yes, but only in between",
    answer="Yes, in between: at 1 and 1.25 there are two humps at every start. Narrower bins "
    "show up to twenty, wider ones one or two, and at last always one. A histogram is data plus an "
    "origin plus a width. Windows placed on the data "
    "have no origin, so for them the first slider does nothing; the width they still have. Too "
    "narrow shows the sample, too wide shows the window, and the curves on the right have their "
    "minima in between. (The same h means more smoothing for a Gaussian window, whose standard "
    "deviation it is, than for a boxcar, whose whole width it is.)",
    notes=Notes(
        ask="Move the first slider yourself, back and forth, before any vote: one hump, two "
        "humps, same data. Then ask for a width at which the start does not matter.",
        usual="No: a histogram always depends on its start",
        why="What they have just seen holds for width 2, and they make a law of it. Let someone "
        "name a width, try all starts at it, and only then switch to windows, where the "
        "first slider does nothing.",
        minutes=7,
    ),
    controls={
        "start": Slider(
            "first bin starts at",
            STARTS,
            0.0,
            play=True,
            when=lambda v: v["drawing"] == "histogram",
        ),
        "h": Slider("width h", WIDTHS, 2.0),
        "drawing": Choice("drawing", DRAWINGS, "histogram"),
    },
    frame=density_frame,
    handles=(
        Handle(("start",), lambda v: (LINE[0] + v["start"] * v["h"], 0.0)),
        Handle(("h",), lambda v: (v["h"], min(squared_error(**v), 0.13)), axes=1),
    ),
)


PLACES = np.arange(-4.5, 5) * 0.6  # ten places, exactly symmetric about zero
NOISE = np.random.default_rng(2).standard_normal(10)
SHAPES = {
    "line": PLACES,
    "bend": 2.4 * np.expm1(PLACES) / np.expm1(2.7),
    "valley": np.abs(PLACES),
    "cross": PLACES * np.array([1, -1] * 5),
}


def drawn_points(shape: str, down: float, noise: float, stretch: float) -> np.ndarray:
    """Heights of the ten points: a shape, noise, the last point pulled down, all of it stretched.

    >>> drawn_points("line", 1.0, 0.0, 1.0)[-2:].round(1)
    array([2.1, 1.7])
    """
    y = SHAPES[shape] + noise * NOISE
    y[-1] -= down
    return stretch * y


class Correlations(NamedTuple):
    """Three ways to ask whether y goes with x."""

    rho: float
    tau: float
    absolute: float


def correlations(x: np.ndarray, y: np.ndarray) -> Correlations:
    """Pearson's rho (DME-1.19), Kendall's tau-a (DME-1.43), and rho of absolute values (DME-1.42).

    >>> correlations(np.array([-1.0, 0.5, 2]), np.array([1.0, 2.0, 9.0])).tau
    1.0
    """
    pairs = pair_counts(x, y)
    tau = (pairs.concordant - pairs.discordant) / sum(pairs)
    rho, absolute = (float(np.corrcoef(a, b)[0, 1]) for a, b in ((x, y), (np.abs(x), np.abs(y))))
    return Correlations(*(round(value, 12) + 0.0 for value in (rho, tau, absolute)))  # no minus 0


def draw_pairs(ax: Axes, x: np.ndarray, y: np.ndarray) -> None:
    """Points, with a line for each pair: rising solid, falling dashed."""
    i, j = np.triu_indices(len(x), 1)
    points = np.column_stack([x, y])
    order = np.sign((x[j] - x[i]) * (y[j] - y[i]))
    looks = ((1, plots.GREEN, "-", "concordant"), (-1, plots.ORANGE, "--", "discordant"))
    for sign, colour, dashes, name in looks:
        ends = np.stack([points[i], points[j]], axis=1)[order == sign]
        label = f"{len(ends)} {name} pairs"
        lines = LineCollection(ends, colors=colour, linestyles=dashes, linewidths=0.8, alpha=0.6)
        lines.set_label(label)
        ax.add_collection(lines)
    ax.plot(x, y, "o", color=plots.BLUE)


def correlation_frame(shape: str, down: float, noise: float, stretch: float) -> Figure:
    """Ten points with all their pairs, and three correlations as bars."""
    x, y = PLACES, drawn_points(shape, down, noise, stretch)
    found, slope = correlations(x, y), round(np.polyfit(x, y, 1)[0], 12) + 0.0
    left, right = plots.axes(2, 9.2, 3.4, left=0.05, right=0.97, bottom=0.1, top=0.9, wspace=0.36)
    draw_pairs(left, x, y)
    left.plot(x[-1], y[-1], "D", color="black", label="the last point")
    left.set(xlim=(-3.2, 3.2), ylim=(-9.5, 6.5))
    left.legend(loc="lower left", fontsize=8)
    left.locator_params(nbins=4)
    left.set_title(f"slope of the best line {slope:+.2f}")
    right.barh([0, -1, -2], found, color=plots.BLUE, height=0.6)
    right.axvline(0, color="black", linewidth=1)
    right.set(xlim=(-1.05, 1.05), ylim=(-2.6, 0.6), xticks=[-1, 0, 1])
    names = ("ρ(x, y)", "Kendall's τ", "ρ(|x|, |y|)")
    labels = [f"{name}  {value:+.2f}" for name, value in zip(names, found, strict=True)]
    right.set_yticks([0, -1, -2], labels)
    pairs = pair_counts(x, y)
    met = abs(found.rho) < 0.05 and found.tau >= 0.6
    right.set_title("Challenge met: ρ is zero, τ is not" if met else "Three answers")
    words = (
        f"Ten points in the shape of a {shape}, last one pulled down by {down:g}, noise {noise:g}, "
        f"heights times {stretch:g}: {pairs.concordant} pairs rise, {pairs.discordant} "
        f"fall and {pairs.tied} are tied. Pearson {found.rho:+.2f}, Kendall {found.tau:+.2f}, of "
        f"absolute values {found.absolute:+.2f}; slope of the best line {slope:+.2f}."
    )
    return plots.describe(left.figure, words)


draw_your_own_correlation = Demo(
    title="Draw your own correlation",
    question="Ten points on a rising line: ρ = τ = 1. You pull the last one straight down, as far "
    "as you like. What is the smallest τ that you can reach?",
    choices=("−1", "0", "0.6", "0.9"),
    right="0.6",
    answer="0.6: the point belongs to 9 of the 45 pairs, and τ = (36 − 9)/45 however far it goes. "
    "ρ has no such mercy. Pulled down by 11 the one point cancels the other nine, and ρ is zero "
    "while four pairs of five still rise: zero correlation does not mean unrelated. Now stretch "
    "the heights: the slope follows, ρ and τ do not, so neither is a slope. Try the bend (τ = 1, "
    "ρ < 1: the order is perfect, the line is not) and the valley and the cross, where ρ is about "
    "zero and |y| still follows |x|.",
    notes=Notes(
        ask="Ask for a number, not a feeling: of the 45 pairs, how many does the last point "
        "belong to? Vote after a minute of counting.",
        usual="−1",
        why="ρ can be dragged about without limit, so τ is expected to follow. Nine pairs of 45 "
        "can turn, no more. Stop at 11, where ρ is zero, and ask whether the points are "
        "unrelated.",
        minutes=7,
    ),
    controls={
        "shape": Choice("shape", tuple(SHAPES), "line"),
        "down": Slider("pull the last point down by", tuple(range(-3, 12)), 0, play=True),
        "noise": Slider("noise", (0.0, 0.25, 0.5, 1.0), 0.0),
        "stretch": Slider("stretch the heights", (0.25, 0.5, 0.75, 1.0), 1.0),
    },
    frame=correlation_frame,
    shown=({"down": 11}, {"shape": "valley"}),
    handles=(Handle(("down",), lambda v: (float(PLACES[-1]), float(drawn_points(**v)[-1]))),),
    packed={
        "down": (-3, 0, 1, 2, 3, 4, 5, 6, 8, 10, 11),
        "noise": (0.0, 0.5),
        "stretch": (0.5, 1.0),
    },
)
