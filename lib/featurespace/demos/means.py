"""Chapter 1: four demos about centres of mass and what is promised about them."""

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from .. import datasets, plots
from ..kernels import Gaussian, Linear, Polynomial
from ..means import (
    centre_error_bound,
    centre_norm,
    parzen,
    squared_distances_to_centre,
)
from .panel import Choice, Demo, Handle, Notes, Slider

HUDDLE = np.array([[0, 0], [1, 0.3], [0.2, 1], [1.1, 1.2], [0.5, 0.6], [-0.3, 0.7], [0.7, -0.5]])


WIDTHS = (10.0, 5.0, 2.0, 1.0, 0.7, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03)


@cache
def _readings() -> tuple[np.ndarray, ...]:
    """Two moons: 120 labelled readings, and 2000 that arrive later."""
    draws = (datasets.moons(n, np.random.default_rng(seed)) for n, seed in ((120, 3), (2000, 4)))
    (X, y), (Z, later) = draws
    return X, y, Z, later


def _rule(sigma: float):
    """Nearer average, as the Gaussian kernel of this width measures it; above 0 is class +1."""
    X, y, *_ = _readings()
    kappa = Gaussian(sigma)
    alpha, b = parzen(kappa(X), y)
    return lambda Z: kappa(Z, X) @ alpha - b


@cache
def _wrong() -> np.ndarray:
    """The share of later readings that the rule gets wrong, for every width."""
    *_, Z, later = _readings()
    return np.array([(np.sign(_rule(sigma)(Z)) != later).mean() for sigma in WIDTHS])


def border_frame(sigma: float) -> Figure:
    """The border of the rule between two moons, and its errors against the width."""
    X, y, *_ = _readings()
    left, right = plots.axes(2, 8.4, 3.2, left=0.07, right=0.98, bottom=0.15, top=0.9, wspace=0.2)
    left.set(xlim=(-1.7, 2.7), ylim=(-1.2, 1.7))
    plots.scatter(X, y, ax=left, size=16)
    plots.boundary(_rule(sigma), ax=left)
    error = _wrong()[WIDTHS.index(sigma)]
    left.set_title(f"σ = {sigma:g}: {error:.1%} of 2000 later readings wrong")
    left.locator_params(nbins=4)
    seen = slice(WIDTHS.index(sigma) + 1)  # from the widest down to this one
    right.plot(WIDTHS[seen], 100 * _wrong()[seen], "o-", markersize=4)
    right.plot(sigma, 100 * error, "D", color=plots.ORANGE, markersize=9)
    right.set(xscale="log", xlabel="width σ", ylabel="later readings wrong, %")
    right.set(xlim=(0.8 * WIDTHS[-1], 1.25 * WIDTHS[0]), ylim=(0, 55))
    right.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
    right.minorticks_off()
    right.set_title("from wide to this one")
    words = (
        f"Two half-moons of 120 readings and the border of the nearer average at width {sigma:g}; "
        f"{error:.1%} of 2000 later readings are on the wrong side. Beside it the errors of the "
        "widths from the widest down to this one."
    )
    return plots.describe(left.figure, words)


bend_the_border = Demo(
    title="Bend the border",
    question="The rule stays nearer average. What changes is how near is measured: by a Gaussian "
    "kernel of width σ. From a wide one, how will the number of mistakes go as σ shrinks?",
    choices=(
        "It falls all the way",
        "It falls, then rises again",
        "It stays: an average is an average",
    ),
    right="It falls, then rises again",
    answer="It falls, then rises again. A wide kernel measures almost as a ruler does, and the "
    "border is nearly straight. Towards σ = 0.2 it bends between the moons. Narrower still, every "
    "reading only knows its own surroundings, and far from all of them the rule guesses.",
    notes=Notes(
        ask="Let them draw the border they would choose on the board first. Then the vote.",
        usual="It falls all the way",
        why="More detail sounds better. Let it play to the end and ask what happens to a reading "
        "that is far from all labelled ones. Do not explain the kernel yet: that is the chapter.",
        minutes=5,
    ),
    controls={"sigma": Slider("width σ", WIDTHS, 10.0, play=True)},
    frame=border_frame,
    shown=({"sigma": 0.2}, {"sigma": 0.03}),
    handles=(
        Handle(
            ("sigma",),
            lambda v: (v["sigma"], 100 * _wrong()[WIDTHS.index(v["sigma"])]),
            axes=1,
        ),
    ),
)


def centre_frame(kernel: str, sigma: float, x: float) -> Figure:
    """Eight points, distances to the centre of their images as level lines, and K."""
    kappa = {"linear": Linear(), "quadratic": Polynomial(2), "Gaussian": Gaussian(sigma)}[kernel]
    X = np.vstack([HUDDLE, [x, 2.0]])
    K = kappa(X)

    def distance(Z):
        return np.sqrt(squared_distances_to_centre(K, kappa(Z, X), kappa.diag(Z)))

    left, right = plots.axes(2, 8.4, 3.2, left=0.06, right=0.99, bottom=0.14, top=0.9, wspace=0.05)
    left.set(xlim=(-1.2, 6.2), ylim=(-1.2, 3.2))
    x1, x2, values = plots.on_grid(distance, left)
    i, j = np.unravel_index(values.argmin(), values.shape)
    gap = values[i, j]
    left.contour(x1, x2, values, levels=8, cmap="viridis_r", zorder=1)
    plots.scatter(X, ax=left, label="points")
    mean = X.mean(axis=0, keepdims=True)
    plots.scatter(
        mean, ax=left, label="mean of the points", colour=plots.ORANGE, marker="X", size=70
    )
    best = [[x1[j], x2[i]]]
    plots.scatter(
        best, ax=left, label="image nearest to the centre", colour=plots.GREEN, marker="D", size=60
    )
    left.legend(loc="lower right", fontsize=8)
    left.locator_params(nbins=4)  # labels are what takes longest to draw
    linear = kernel == "linear"
    miss = (
        "The centre is the mean's image" if linear else f"Every image misses by {gap:.2f} or more"
    )
    left.set_title(miss)
    right.imshow(K, interpolation="none")
    right.set(title=f"K, average entry {K.mean():.2f}", xticks=[], yticks=[])
    right.grid(visible=False)
    words = (
        f"Eight points with the last at ({x:g}, 2), {kernel} kernel. Level lines of the distance "
        f"to the centre of mass in feature space: the nearest image is {gap:.2f} away, at "
        f"({best[0][0]:.1f}, {best[0][1]:.1f}); the mean of the points is at ({mean[0, 0]:.1f}, "
        f"{mean[0, 1]:.1f}). Beside it the kernel matrix with average entry {K.mean():.2f}."
    )
    return plots.describe(left.figure, words)


where_is_the_centre = Demo(
    title="Where is the centre?",
    question="Seven points huddle together and the eighth walks away to the right. With a Gaussian "
    "kernel, where in the plane is the point whose image lies nearest to the centre of the images?",
    choices=(
        "At the mean of the eight points",
        "In the huddle of seven, wherever the eighth point goes",
        "On the eighth point",
    ),
    right="In the huddle of seven, wherever the eighth point goes",
    answer="With the linear kernel the centre is the image of the mean, and it follows the walker. "
    "With the Gaussian kernel the walker's image turns at right angles to all others once it is a "
    "few σ away: it stops pulling, the nearest image stays in the huddle, and even that one misses "
    "the centre by a wide gap. The centre of mass has no pre-image. A large σ brings the linear "
    "picture back.",
    notes=Notes(
        ask="Vote twice: where is the nearest image under the linear kernel, where under the "
        "Gaussian one? Only then press play.",
        usual="At the mean of the eight points",
        why="It is true for the linear kernel, and the word centre suggests it. Play the "
        "Gaussian first, then switch to linear at x₁ = 6: the diamond jumps onto the cross. "
        "Ask what the gap in the title means: no point of the plane has the centre as its "
        "image.",
        minutes=6,
    ),
    controls={
        "kernel": Choice("kernel", ("linear", "quadratic", "Gaussian"), "Gaussian"),
        "sigma": Slider(
            "Gaussian width σ",
            (0.3, 0.5, 0.8, 1.2, 2.0, 4.0, 8.0),
            0.8,
            when=lambda v: v["kernel"] == "Gaussian",
        ),
        "x": Slider("eighth point, x₁", tuple(np.arange(1.0, 6.1, 0.5)), 2.0, play=True),
    },
    frame=centre_frame,
    handles=(Handle(("x",), lambda v: (v["x"], 2.0)),),
)


FAR = (0, 1, 2, 3, 4, 6, 10, 1e6)  # how far from the middle of the cloud the new point is


@cache
def _novelty(n: int, kernel: str) -> tuple[float, float, float, dict[float, float]]:
    """Largest training distance, norm of the centre, largest norm, and where new points are."""
    X = datasets.gaussian_cloud(n, np.random.default_rng(5))
    kappa = Gaussian(1.0) if kernel == "Gaussian" else Linear()
    K = kappa(X)
    farthest = np.sqrt(squared_distances_to_centre(K).max())
    Z = np.column_stack([FAR, np.zeros(len(FAR))])
    distances = np.sqrt(squared_distances_to_centre(K, kappa(Z, X), kappa.diag(Z)))
    largest = float(np.sqrt(K.diagonal().max()))
    return float(farthest), centre_norm(K), largest, dict(zip(FAR, distances, strict=True))


def guarantee_frame(far: float, kernel: str, n: int, delta: float) -> Figure:
    """The book's threshold, taken apart, beside the distance of a new point from the centre."""
    farthest, norm, radius, distances = _novelty(n, kernel)
    slack = 2 * centre_error_bound(radius, n, delta)
    threshold, distance = farthest + slack, distances[far]
    ax = plots.axes(1, 8.0, 3.0, left=0.15, right=0.97, bottom=0.16, top=0.9)
    ax.barh(1, farthest, color=plots.BLUE, label="largest training distance")
    ax.barh(
        1,
        slack,
        left=farthest,
        color=plots.ORANGE,
        hatch="//",
        edgecolor="white",
        label="twice the bound (5.5)",
    )
    end = 1.15 * max(threshold, min(distance, 2 * threshold))
    ax.barh(0, min(distance, 2 * end), color=plots.GREEN, label="the new point")
    ax.axvline(threshold, color="black", linestyle="--", label="threshold")
    if kernel == "Gaussian" and far == FAR[-1]:
        reach = np.sqrt(1 + norm**2)
        ax.axvline(reach, color=plots.GREEN, linestyle=":", label=f"nothing is beyond {reach:.2f}")
    ax.set(xlim=(0, end), xlabel="distance from the centre in feature space")
    ax.set(ylim=(-1.7, 1.5), yticks=[])
    ax.set_yticks([1, 0], ["alarm rings at", "new point"])
    ax.legend(loc="lower right", ncols=3)
    finding = "it rings" if distance > threshold else "silence"
    ax.set_title(
        f"{_steps(far)}: {_short(distance)} from the centre, the alarm needs {threshold:.2f}: "
        f"{finding}"
    )
    words = (
        f"{n} training points, δ = {delta:g}, {kernel} kernel: largest training distance "
        f"{farthest:.2f} plus twice the error bound {slack:.2f} gives the threshold "
        f"{threshold:.2f}. A new point {_steps(far)} from the middle of the cloud is "
        f"{_short(distance)} from the centre in feature space: {finding}."
    )
    return plots.describe(ax.figure, words)


def _short(distance: float) -> str:
    return f"{distance:.2f}" if distance < 1000 else f"{distance:,.0f}"


def _steps(far: float) -> str:
    return "a million steps away" if far == FAR[-1] else f"{far:g} step{'s' * (far != 1)} away"


a_salesmans_alarm = Demo(
    title="A salesman’s alarm",
    question="The book's detector rings when a point is farther from the centre than every "
    "training point plus twice the bound (5.5). With a Gaussian kernel and 100 training points, "
    "how often will it ring for a point a million steps away?",
    choices=("Always", "Never", "About once in 101 times"),
    right="Never",
    answer="Never. With a Gaussian kernel all images have length one and no inner product is "
    "negative, so no point can be farther from the centre than √(1 + ‖φ_S‖²). The largest training "
    "distance comes close to that, and the slack lifts the threshold above it. For this cloud and "
    "σ = 1 more data does not help: the slack falls like 1/√n, and so does the gap it would have "
    "to fit into. The linear kernel shows that nothing is wrong with the proof. A proven detector "
    "need not be a useful one: compare a threshold with what can be reached.",
    notes=Notes(
        ask="Say it as a salesman would: a proven bound, 99 % sure, and a point a million steps "
        "away. Let them vote, then let the point walk.",
        usual="Always",
        why="Far means strange, in the plane. Stop after a few steps: the bar has ceased to grow. "
        "Have the class work out how far from the centre a unit vector can get when no inner "
        "product is negative. The linear kernel shows that nothing is wrong with the proof.",
        minutes=6,
    ),
    controls={
        "far": Slider("new point, steps away", FAR, 0, play=True),
        "kernel": Choice("kernel", ("Gaussian", "linear"), "Gaussian"),
        "n": Slider("training points n", (25, 50, 100, 200, 400, 800, 1600), 100),
        "delta": Slider("δ", (0.001, 0.01, 0.05, 0.2, 0.5), 0.01),
    },
    frame=guarantee_frame,
    shown=({"far": 1e6}, {"far": 10, "kernel": "linear"}),
    packed={"delta": (0.001, 0.01, 0.5)},
)


@cache
def _largest(n: int) -> np.ndarray:
    """The largest of n uniform numbers, for 2000 training sets of size n."""
    return np.random.default_rng(n).random((2000, n)).max(axis=1)


def average_frame(n: int, sets: int) -> Figure:
    """False-alarm rates that single training sets give, against their average 1/(n + 1)."""
    rate = 1 - _largest(n)[:sets]  # P(a new point exceeds this set's largest)
    promise = 1 / (n + 1)
    beyond = (rate > promise).mean()
    ax = plots.axes(1, 8.0, 3.1, left=0.09, right=0.97, bottom=0.16, top=0.9)
    bins = np.linspace(0, 6, 37)
    for chosen, colour, hatch, label in (
        (rate <= promise, plots.BLUE, "", f"{1 - beyond:.0%} of sets keep the promise"),
        (rate > promise, plots.ORANGE, "//", f"{beyond:.0%} of sets break it"),
    ):
        counts, _ = np.histogram(rate[chosen] / promise, bins)
        ax.stairs(
            counts, bins, fill=True, color=colour, alpha=0.7, hatch=hatch, ec="white", label=label
        )
    ax.axvline(1, color="black", label=f"promise 1/(n+1) = {promise:.4f}")
    ax.axvline(
        rate.mean() / promise,
        color=plots.GREEN,
        linestyle="--",
        label=f"average over sets {rate.mean():.4f}",
    )
    ax.set(
        xlabel="a set's own false-alarm rate, in units of 1/(n+1)",
        ylabel="training sets",
        xlim=(0, 6),
    )
    ax.legend()
    ax.locator_params(nbins=4)
    ax.set_title(f"{beyond:.0%} of {sets} training sets are above 1/(n+1)")
    words = (
        f"Histogram of the false-alarm rates of {sets} training sets of {n} points. Their average "
        f"is {rate.mean():.4f}, promised is {promise:.4f}; {beyond:.0%} of the sets lie above it."
    )
    return plots.describe(ax.figure, words)


average_versus_given = Demo(
    title="Average versus given",
    question="A new point beats the largest of n training distances with probability 1/(n+1), on "
    "average over training sets. You hold one training set. In what share of all training sets is "
    "its own false-alarm rate above 1/(n+1)?",
    choices=("In none", "In about 1 of n+1", "In a third or more", "In half of them"),
    right="In a third or more",
    answer="In (1 − 1/(n+1))ⁿ of them: about 37 % (1/e) for large n, and more data does not help. "
    "The rates of single sets follow a long-tailed law whose mean is the promise. A statement "
    "about the joint draw of training set and new point is no statement about the set you hold.",
    notes=Notes(
        ask="Ask who would sign this: 'my detector's false-alarm rate is at most 1/(n+1)'. Then "
        "vote on the share of training sets for which the signature is a lie.",
        usual="In none",
        why="A theorem was proved, so it must hold. It holds for the average over sets, and the "
        "long tail pays for the many good ones. One set at first: ask what can be concluded "
        "from it (nothing). Then play.",
        minutes=6,
    ),
    controls={
        "n": Slider("training points n", (5, 10, 20, 50, 100, 200, 500), 20),
        "sets": Slider(
            "training sets drawn", (1, 10, 50, 100, 200, 400, 800, 1500, 2000), 1, play=True
        ),
    },
    frame=average_frame,
)
