"""Chapter 2: four demos about coordinates, pivots and rank."""

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import datasets, plots
from ..kernels import Gaussian
from ..orthogonal import gram_schmidt, incomplete_cholesky, incomplete_features
from .panel import Choice, Demo, Handle, Notes, Slider

KEPT = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 60, 80, 110, 150)  # points that stand for all


@cache
def _rolls() -> tuple[np.ndarray, ...]:
    """A rolled sheet, 2000 points with known places, and 1000 later ones; places in degrees."""
    draws = (datasets.swiss_roll(n, np.random.default_rng(s)) for n, s in ((2000, 0), (1000, 2)))
    (X, t), (Z, later) = draws
    return X, np.degrees(t), Z, np.degrees(later)


@cache
def _guesses() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pivots, and for each number kept the guessed places of the later points and their error."""
    X, places, Z, later = _rolls()
    factor = incomplete_cholesky(Gaussian(5.0)(X), max_rank=KEPT[-1])
    new = incomplete_features(Gaussian(5.0)(Z, X), factor)
    guesses = []
    for T in KEPT:
        F = np.column_stack([np.ones(len(X)), factor.R[:T].T])
        weights = np.linalg.lstsq(F, places, rcond=None)[0]
        guesses.append(np.column_stack([np.ones(len(Z)), new[:, :T]]) @ weights)
    errors = np.sqrt(np.mean((np.array(guesses) - later) ** 2, axis=1))
    return factor.pivots, np.array(guesses), errors


def few_frame(T: int) -> Figure:
    """The roll, coloured by what is guessed, and the error against the number kept."""
    X, _, Z, _ = _rolls()
    see = np.array([[1.0, 0.0], [0.5, 0.3], [0.0, 1.0]])  # from the side, a little above
    pivots, guesses, errors = _guesses()
    now = KEPT.index(T)
    left, right = plots.axes(2, 8.4, 3.4, left=0.02, right=0.98, bottom=0.15, top=0.9, wspace=0.2)
    shown = (Z @ see)[::2]  # enough to see the sheet, and half the work for a browser
    left.scatter(*shown.T, c=guesses[now, ::2], vmin=270, vmax=810, s=12, linewidths=0)
    left.plot(
        *(X[pivots[:T]] @ see).T, "X", color=plots.ORANGE, markersize=7, markeredgecolor="white"
    )
    left.set(xlim=(-11, 26), ylim=(-12, 22), xticks=[], yticks=[])
    left.set_title(f"Guessed from likeness to {T} of 2000 points (×)")
    right.plot(KEPT[: now + 1], errors[: now + 1], "o-", markersize=4)
    right.plot(T, errors[now], "D", color=plots.ORANGE, markersize=9)
    right.axhline(10, color=plots.GREY, linestyle="--", linewidth=1)
    right.set(xscale="log", yscale="log", xlabel="points kept", xlim=(0.8, 200), ylim=(0.8, 300))
    right.set_xticks([1, 10, 100], ["1", "10", "100"])
    right.set_yticks([1, 10, 100], ["1°", "10°", "100°"])
    right.minorticks_off()
    right.set_title(f"Typical error {errors[now]:.0f}° of 540°")
    words = (
        f"A rolled sheet in space, half of 1000 later points coloured by the place along the "
        f"sheet that is guessed from their likeness to {T} of 2000 known points. The typical error "
        f"is {errors[now]:.0f} degrees; beside it the errors for fewer points kept."
    )
    return plots.describe(left.figure, words)


a_few_for_all = Demo(
    title="A few for all",
    question="A smaller roll of 2000 points. Only some of them are kept, and every point is "
    "described by how much it is like those. How many must stay, so that the place of later points "
    "is known to 10 degrees?",
    choices=("About 40", "About 400", "About 1500"),
    right="About 40",
    answer="About 40, one in fifty. The sheet is smooth, and neighbours on it are much alike: "
    "keep both and the second tells little that is new. The crosses are picked one after another, "
    "each the point that is least explained by those before it; how, and what is done with them, "
    "is the story of the chapter.",
    notes=Notes(
        ask="Colours should run along the sheet from dark to bright. Ask where they do not, and "
        "collect numbers before the vote.",
        usual="About 400",
        why="A fifth feels frugal already. Let it play, and stop when the colours are right. Do "
        "not say yet how the points are picked or what is done with them: that is the chapter.",
        minutes=4,
    ),
    controls={"T": Slider("points kept", KEPT, 1, play=True)},
    frame=few_frame,
    shown=({"T": 10}, {"T": 60}),
    handles=(Handle(("T",), lambda v: (v["T"], _guesses()[2][KEPT.index(v["T"])]), axes=1),),
)

ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))  # in the order in which R fills
SUBSCRIPT = "₁₂₃"
BESIDE = ((0.05, -0.2), (0.1, 0.18), (-0.22, 0.0))  # where the names of q₁, q₂, q₃ stand


def arrows(angle: float, height: float) -> np.ndarray:
    """Three arrows, one per row: the second turns in a tilted plane, the third rises out of it."""
    a, h, side = np.radians([angle, height, 100.0])
    flat = [[2, 0, 0], [1.7 * np.cos(a), 1.7 * np.sin(a), 0]]
    third = 1.8 * np.array([np.cos(h) * np.cos(side), np.cos(h) * np.sin(side), np.sin(h)])
    c, s = np.cos(np.radians(15)), np.sin(np.radians(15))
    tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ [[c, s, 0], [-s, c, 0], [0, 0, 1]]
    return np.vstack([flat, third]) @ tilt.T


def camera(turn: float) -> np.ndarray:
    """What a camera sees that stands at that bearing, a little above the ground: (3, 2)."""
    b, up = np.radians([turn + 120.0, 28.0])
    return np.array(
        [[np.cos(b), -np.sin(b) * np.sin(up)], [np.sin(b), np.cos(b) * np.sin(up)], [0, np.cos(up)]]
    )


def _arrow(ax: Axes, tip: np.ndarray, name: str, colour: str, aside=None) -> None:
    """An arrow from the origin, with its name beyond the tip."""
    look = {
        "arrowstyle": "-|>",
        "color": colour,
        "linewidth": 2 if aside is None else 3,
        "shrinkA": 0,
        "shrinkB": 0,
    }
    ax.annotate("", tip, (0, 0), arrowprops=look)
    if aside is None:
        aside = 0.18 * tip / max(np.linalg.norm(tip), 0.1)
    ax.text(*(tip + aside), name, color=colour, ha="center", va="center", fontsize=11)


def _two(value: float) -> str:
    """Two decimals, and never minus zero."""
    return f"{round(value, 2) + 0.0:.2f}"


def _table(ax: Axes, top: float, heading: str, cells: dict, newest=None) -> None:
    """A small matrix of numbers, a colour for each column, the newest entry framed."""
    ax.text(0, top, heading, fontsize=10)
    frame = {"fc": "white", "ec": plots.PINK, "lw": 2, "pad": 2.5}
    for (i, j), value in cells.items():
        ax.text(
            0.24 + 0.22 * j,
            top - 0.09 * (i + 1),
            _two(value),
            color=plots.COLOURS[j],
            ha="right",
            fontsize=11,
            bbox=frame if (i, j) == newest else None,
        )


def _step_title(entry: tuple[int, int], R: np.ndarray) -> str:
    i, j = entry
    value, name = R[i, j], f"{SUBSCRIPT[i]}{SUBSCRIPT[j]}"
    if i < j:
        return f"r{name} = {_two(value)}: how far x{SUBSCRIPT[j]} reaches along q{SUBSCRIPT[i]}"
    if value == 0:
        return f"ν{SUBSCRIPT[i]} = 0: x{SUBSCRIPT[j]} lies in the plane and adds nothing"
    if i == 0:
        return f"ν₁ = {_two(value)}: the length of x₁; q₁ is x₁ divided by it"
    return (
        f"ν{SUBSCRIPT[i]} = {_two(value)}: what x{SUBSCRIPT[j]} adds; q{SUBSCRIPT[i]} points there"
    )


def arrows_frame(step: int, angle: float, height: float, turn: float) -> Figure:
    """Gram–Schmidt after a number of steps: arrows and directions, and R as far as it is filled."""
    X, see = arrows(angle, height), camera(turn)
    Q, R = gram_schmidt(X, "twice")
    filled = ENTRIES[:step]
    newest = filled[-1] if filled else None
    left, right = plots.axes(2, 8.6, 3.9, left=0.01, right=0.99, bottom=0.02, top=0.91, wspace=0.02)
    left.set(xlim=(-2.3, 2.3), ylim=(-1.3, 2.1), xticks=[], yticks=[], aspect="equal")
    left.set_anchor("N")
    turnabout = np.linspace(0, 2 * np.pi, 49)
    u, v = gram_schmidt(arrows(90, 0)[:2])[0].T
    disc = 1.9 * (np.outer(np.cos(turnabout), u) + np.outer(np.sin(turnabout), v)) @ see
    left.fill(*disc.T, color=plots.GREY, alpha=0.12, linewidth=0)
    for x, name, colour in zip(X, SUBSCRIPT, plots.COLOURS, strict=False):
        _arrow(left, x @ see, f"x{name}", colour)
    for i, j in filled:
        if i == j and R[i, i] > 0:
            _arrow(left, Q[:, i] @ see, f"q{SUBSCRIPT[i]}", "black", BESIDE[i])
    if newest:
        i, j = newest
        walk = np.vstack([np.zeros(3), np.cumsum(Q[:, : i + 1] * R[: i + 1, j], axis=1).T]) @ see
        left.plot(*walk.T, color=plots.PINK, linestyle="--", marker=".", linewidth=2.2)
        rest = np.vstack([walk[-1], X[j] @ see])
        left.plot(*rest.T, color=plots.GREY, linestyle=":", linewidth=1.6)
    title = _step_title(newest, R) if newest else "Three arrows, and an empty R"
    left.set_title(title)
    right.set(xlim=(0, 1), ylim=(0, 1), title="The columns are x₁, x₂, x₃", xticks=[], yticks=[])
    for ax in (left, right):
        ax.set_axis_off()
        ax.grid(visible=False)
    _table(right, 0.92, "As given, Φ⊤", {(i, j): X[j, i] for i in range(3) for j in range(3)})
    _table(right, 0.52, "Along q₁, q₂, q₃: R", {e: R[e] for e in filled}, newest)
    empty = np.array([(0.22 + 0.22 * j, 0.445 - 0.09 * i) for i, j in np.ndindex(3, 3)])
    still = [k for k, e in enumerate(np.ndindex(3, 3)) if e not in filled]
    right.plot(*empty[still].T, ".", color=plots.GREY, markersize=3)
    done = step == len(ENTRIES)
    note = (
        "x₃ = "
        + " + ".join(f"({_two(r)}) q{i}" for r, i in zip(R[:, 2], SUBSCRIPT, strict=True))
        + "\n"
        "Same lengths, same angles, other axes"
        if done
        else f"{step} of 6 entries filled"
    )
    right.text(0, 0.03, note, fontsize=10, linespacing=1.5)
    entries = ", ".join(f"r{i + 1}{j + 1} = {_two(R[i, j])}" for i, j in filled) or "none yet"
    words = (
        f"Three arrows in space, the second {angle:g} degrees from the first, the third "
        f"{height:g} degrees above their plane. Entries of R so far: {entries}. {title}."
    )
    return plots.describe(left.figure, words)


three_arrows = Demo(
    title="Three arrows",
    question="Fill R entry by entry. Then lower the third arrow into the plane of the first two, "
    "without changing its length. Which entries of R change?",
    choices=(
        "Only ν₃, which falls to zero",
        "The whole third column",
        "All of R",
    ),
    right="The whole third column",
    answer="The whole third column. It is the third arrow itself, in the coordinates q₁, q₂, q₃: "
    "walk r₁₃ along q₁, r₂₃ along q₂ and ν₃ along q₃, and you stand at its tip. In the plane ν₃ is "
    "zero, because two coordinates are enough, and the other two have grown: the length is kept. "
    "The first two columns do not know of the third arrow. Turn the second arrow "
    "towards the first: ν₂ shrinks, and r₂₃ is measured along a direction that hangs on little.",
    notes=Notes(
        ask="Fill R entry by entry and let the class say each entry's name before it appears. "
        "With R full, ask what happens when the third arrow is laid down.",
        usual="Only ν₃, which falls to zero",
        why="The height is the only thing that seems to change. But the length is kept, so what "
        "the third direction loses the first two gain. Have someone read off the column "
        "before and after, and check its length.",
        minutes=8,
    ),
    controls={
        "step": Slider("entries of R filled", tuple(range(7)), 0, play=True),
        "angle": Slider("angle from x₁ to x₂", tuple(range(10, 171, 10)), 70),
        "height": Slider("x₃ above their plane", tuple(range(0, 91, 10)), 50),
        "turn": Slider("turn the view", tuple(range(-60, 61, 10)), 0),
    },
    frame=arrows_frame,
    shown=({"step": 6}, {"step": 6, "height": 0}),
    handles=(
        Handle(("angle",), lambda v: arrows(v["angle"], v["height"])[1] @ camera(v["turn"])),
        Handle(("height",), lambda v: arrows(v["angle"], v["height"])[2] @ camera(v["turn"])),
    ),
    packed={"angle": (30, 50, 70, 90, 130), "height": (0, 20, 50, 90), "turn": (-30, 0, 30)},
)


MOST = 60  # pivots that the demo goes up to
STRATEGIES = ("greedy", "random", "lottery", "middle first")
SPREADS = ("one cloud", "five clusters")


@cache
def _points(data: str) -> np.ndarray:
    """200 points of the plane; the same at every call."""
    rng = np.random.default_rng(0)
    return (
        datasets.gaussian_cloud(200, rng)
        if data == "one cloud"
        else 0.45 * datasets.blobs((40,) * 5, rng, distance=9.0)[0]
    )


def pick(K: np.ndarray, strategy: str, draw: int = 0) -> tuple[list[int], np.ndarray]:
    """Pivots by a strategy, and the squared residuals before and after each: (MOST + 1, n)."""
    rng, n = np.random.default_rng(draw), len(K)
    middle = K.mean(axis=1)  # largest where the image lies nearest to the centre of mass
    R, d, pivots, left = np.zeros((MOST, n)), K.diagonal().copy(), [], []
    for T in range(MOST):
        left.append(d.copy())
        open_ = d > 1e-12  # neither picked nor explained
        if not open_.any():
            break
        chance = {"random": open_, "lottery": np.where(open_, d, 0)}.get(strategy)
        if chance is not None:
            i = int(rng.choice(n, p=chance / chance.sum()))
        else:
            i = int(np.where(open_, d if strategy == "greedy" else middle, -np.inf).argmax())
        R[T] = (K[i] - R[:T, i] @ R[:T]) / np.sqrt(d[i])
        d = (d - R[T] ** 2).clip(0)
        d[i] = 0.0
        pivots.append(i)
    left += [d] * (MOST + 1 - len(left))
    return pivots, np.array(left)


@cache
def _picked(data: str, sigma: float, strategy: str, draw: int) -> tuple[list[int], np.ndarray]:
    return pick(Gaussian(sigma)(_points(data)), strategy, draw)


@cache
def _rivals(data: str, sigma: float) -> dict[str, np.ndarray]:
    """Total residual after 0, 1, 2 … pivots: greedy, the mean of ten random runs, the floor."""
    eigenvalues = np.linalg.eigvalsh(Gaussian(sigma)(_points(data)))[::-1]
    floor = eigenvalues.sum() - np.append(0, eigenvalues.cumsum()[:MOST])
    runs = [_picked(data, sigma, "random", draw)[1].sum(axis=1) for draw in range(10)]
    return {
        "greedy": _picked(data, sigma, "greedy", 0)[1].sum(axis=1),
        "random, mean of 10": np.mean(runs, axis=0),
        "floor (PCA)": floor,
    }


def _log(values: np.ndarray) -> np.ndarray:
    """Logarithms for a linear axis, which draws faster than a logarithmic one."""
    return np.log10(np.clip(values, 1e-18, None))


def _key(ax: Axes, x: float, y: float, names: dict[str, str]) -> None:
    """Names of lines in their colours: a legend in half the time. Places are shares of the axes."""
    for k, (name, colour) in enumerate(names.items()):
        ax.text(x, y - 0.08 * k, name, color=colour, fontsize=9, transform=ax.transAxes)


def _tenths(value: float) -> str:
    return f"{value:.1f}" if value >= 0.05 else "under 0.05"


def pivots_frame(strategy: str, data: str, sigma: float, draw: int, T: int) -> Figure:
    """Points with discs as large as their residuals, and the running total beside its rivals."""
    X = _points(data)
    pivots, residuals = _picked(data, sigma, strategy, draw)
    rivals, d, chosen = _rivals(data, sigma), residuals[T], pivots[:T]
    left, right = plots.axes(2, 9.2, 3.4, left=0.01, right=0.79, bottom=0.14, top=0.9, wspace=0.16)
    size = np.round(2 * np.sqrt(110 * d)) / 2  # to half a point
    for one in np.unique(size[size > 0]):
        look = {"color": plots.BLUE, "alpha": 0.35, "markeredgewidth": 0}
        left.plot(*X[size == one].T, "o", markersize=one, **look)
    left.plot(*X.T, ".", color=plots.GREY, markersize=2.5)
    left.plot(*X[chosen].T, "X", color=plots.ORANGE, markersize=7, markeredgecolor="white")
    left.set(xlim=(-3.6, 3.6), ylim=(-3.2, 3.2), xticks=[], yticks=[])
    left.set_title(f"Discs: what {len(chosen)} pivots leave of each point")
    steps, total = np.arange(MOST + 1), residuals.sum(axis=1)
    for values, colour, dashes in zip(
        rivals.values(), (plots.BLUE, plots.GREY, "black"), ("--", "-.", ":"), strict=True
    ):
        right.plot(steps[: T + 1], _log(values)[: T + 1], color=colour, linestyle=dashes)
    run = _log(total)
    right.plot(steps[: T + 1], run[: T + 1], color=plots.ORANGE, linewidth=3)
    right.plot(T, run[T], "o", color=plots.ORANGE, markersize=8)
    right.set(ylim=(-2, 2.5), xlim=(0, MOST), xlabel="pivots", ylabel="left in all")
    right.set_yticks([-1, 0, 1, 2], ["0.1", "1", "10", "100"])
    right.set_xticks(range(0, MOST + 1, 20))
    marks = ("━━ your pick", "- - greedy", "- · random, mean of 10", "· · · floor (PCA)")
    colours = (plots.ORANGE, plots.BLUE, plots.GREY, "black")
    _key(right, 1.03, 0.95, dict(zip(marks, colours, strict=True)))
    right.set_title(f"{strategy.capitalize()} leaves {_tenths(total[T])} of 200")
    random, floor = (rivals[name][T] for name in list(rivals)[1:])
    words = (
        f"200 points, {data}, Gaussian kernel of width {sigma:g}, {len(chosen)} pivots of the "
        f"strategy {strategy}. Squared residual left in all: {_tenths(total[T])}; by greedy "
        f"{_tenths(rivals['greedy'][T])}, by random picks on average {_tenths(random)}, and "
        f"the floor for that many dimensions is {_tenths(floor)}."
    )
    return plots.describe(left.figure, words)


pick_your_pivots = Demo(
    title="Pick your pivots",
    question="200 points of a round cloud, Gaussian kernel, σ = 1. Five of them shall stand for "
    "all others. Greedy picks the point with the largest residual, five times. Compared with five "
    "points picked blindly, how much does it leave unexplained in all?",
    choices=("Much less", "Much more", "About the same"),
    right="Much more",
    answer="Much more: about 122 of 200, where blind picks leave some 70 and no subspace of five "
    "dimensions less than 39. The largest residuals sit at the rim, and a point at the rim "
    "explains hardly anything but itself. Later the tables turn: after about twenty pivots the rim "
    "is all that is left, and greedy pulls ahead. Starting from the middle is the opposite: a good "
    "beginning and a bad end. The lottery, where each point is drawn with a chance in proportion "
    "to its residual, begins like blind picking and ends like greedy.",
    notes=Notes(
        ask="Let everybody mark on paper the five points that should stand for the cloud. Then "
        "vote: is greedy better or worse than a blind draw?",
        usual="Much less",
        why="Greedy picks the largest each time, and the largest sounds best. Show where its "
        "five points lie: on the rim, each explaining only itself. Play on to forty so that "
        "the tables turn, and end with the lottery.",
        minutes=8,
    ),
    controls={
        "strategy": Choice("pick", STRATEGIES, "greedy"),
        "data": Choice("points", SPREADS, "one cloud"),
        "sigma": Slider("Gaussian width σ", (0.5, 0.7, 1.0, 1.5, 2.0), 1.0),
        "draw": Slider(
            "draw", tuple(range(10)), 0, when=lambda v: v["strategy"] in ("random", "lottery")
        ),
        "T": Slider("number of pivots", (*range(11), *range(12, MOST + 1, 2)), 0, play=True),
    },
    frame=pivots_frame,
    shown=({"T": 5}, {"T": 40}),
    handles=(
        Handle(
            ("T",),
            lambda v: (
                v["T"],
                _log(_picked(v["data"], v["sigma"], v["strategy"], v["draw"])[1][v["T"]].sum()),
            ),
            axes=1,
        ),
    ),
    packed={
        "sigma": (0.5, 1.0, 2.0),
        "draw": (0, 1),
        "T": (0, 1, 2, 3, 5, 8, 12, 20, 30, 40, 60),
    },
)


WIDTHS = (0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0)
PLACES = ("on a line", "in a square", "in ten dimensions")


@cache
def _spectrum(place: str, sigma: float) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues of K and squared residuals of the pivots, both falling, for 50 points."""
    rng = np.random.default_rng(3)
    X = {
        "on a line": np.linspace(0, 1, 50)[:, None],
        "in a square": rng.random((50, 2)),
        "in ten dimensions": rng.random((50, 10)),
    }[place]
    K = Gaussian(sigma)(X)
    factor = incomplete_cholesky(K)
    return np.linalg.eigvalsh(K)[::-1], factor.R[range(len(factor.R)), factor.pivots] ** 2


def _machine(place: str, sigma: float) -> int:
    """How many eigenvalues lie above round-off."""
    eigenvalues = _spectrum(place, sigma)[0]
    return int((eigenvalues > len(eigenvalues) * np.finfo(float).eps * eigenvalues[0]).sum())


def rank_frame(place: str, sigma: float, eta: float) -> Figure:
    """The spectrum of a Gaussian kernel matrix above its noise floor, and rank over the width."""
    eigenvalues, nu2 = _spectrum(place, sigma)
    n = len(eigenvalues)
    floor = n * np.finfo(float).eps * eigenvalues[0]
    machine, kept = _machine(place, sigma), int((nu2 > eta).sum())
    left, right = plots.axes(2, 8.8, 3.4, left=0.07, right=0.99, bottom=0.14, top=0.9, wspace=0.18)
    index = np.arange(1, n + 1)
    left.axhspan(-18, _log(floor), color=plots.GREY, alpha=0.2, linewidth=0)
    heights = np.where(eigenvalues > floor, _log(eigenvalues), -18)  # what is noise lies below
    left.plot(index, heights, "o", color=plots.BLUE, markersize=4, clip_on=False)
    seen = nu2[nu2 > floor]
    left.plot(index[: len(seen)], _log(seen), "x", color=plots.ORANGE, markersize=5)
    left.axhline(np.log10(eta), color="black", linestyle="--", linewidth=1.2)
    left.text(20, -16.6, "below round-off: noise", color=plots.GREY, fontsize=9)
    left.text(n + 2, np.log10(eta), "η", va="center")
    left.set(ylim=(-18, 3), xlim=(0, n + 1), xlabel="number", xticks=[1, 25, 50])
    left.set_yticks([-16, -8, 0], ["1e-16", "1e-8", "1"])
    left.set_title(f"● eigenvalues, × pivots: {machine} above round-off")
    so_far = [s for s in WIDTHS if s <= sigma]  # the rest is for the reader to predict
    ranks = [_machine(place, s) for s in so_far]
    above = [(_spectrum(place, s)[1] > eta).sum() for s in so_far]
    widths = np.log10(so_far)
    right.axhline(n, color=plots.GREY, linestyle="-.")
    right.plot(widths, ranks, color=plots.BLUE)
    right.plot(widths, above, color=plots.ORANGE, linestyle="--")
    right.plot(np.log10([sigma, sigma]), [machine, kept], "o", color="black", markersize=7)
    right.set(ylim=(-20, 54), xlim=(-1.75, 0.53), xlabel="width σ")
    right.set_xticks(np.log10([0.02, 0.1, 0.5, 3]), ["0.02", "0.1", "0.5", "3"])
    right.set_yticks([0, 25, 50])
    marks = ("- · theory: 50 at every width", "── machine: above round-off", "- - pivots above η")
    colours = (plots.GREY, plots.BLUE, plots.ORANGE)
    _key(right, 0.03, 0.2, dict(zip(marks, colours, strict=True)))
    right.set_title(f"σ = {sigma:g}: theory 50, machine {machine}, η keeps {kept}")
    words = (
        f"Spectrum of the Gaussian kernel matrix of 50 points {place}, width {sigma:g}: {machine} "
        f"eigenvalues lie above round-off, and {kept} pivots above η = {eta:g}. Beside it both "
        "counts against the width, up to this one; theory says 50 throughout."
    )
    return plots.describe(left.figure, words)


rank_on_a_knob = Demo(
    title="Rank on a knob",
    question="50 different points, Gaussian kernel: a theorem says that their images are linearly "
    "independent at every width, so K has rank 50. The points lie evenly on [0, 1] and σ = 2. How "
    "many dimensions does a computer with sixteen digits find?",
    choices=("Fewer than 10", "About 25", "50"),
    right="Fewer than 10",
    answer="7. The other 43 eigenvalues are positive, as the theorem says, but smaller than the "
    "round-off in K: what is computed for them is noise, and some of it negative (all drawn on the "
    "lower edge). Full rank does not mean independent to the eye of a machine; a rank is a count "
    "above a tolerance. Narrow the kernel or give the points more dimensions, and the images "
    "spread out: in ten dimensions the machine agrees with the theorem at every width here.",
    notes=Notes(
        ask="Recall the theorem: different points, independent images, rank 50. Then ask what "
        "numpy will say, and collect numbers before showing the choices.",
        usual="50",
        why="A theorem was quoted, and theorems win votes. It is right about the eigenvalues "
        "and silent about round-off. Point at the eigenvalues below 10⁻¹⁶ of the largest, "
        "then move η: a rank is a count above a tolerance.",
        minutes=7,
    ),
    controls={
        "place": Choice("50 points", PLACES, "on a line"),
        "sigma": Slider("Gaussian width σ", WIDTHS, WIDTHS[0], play=True),
        "eta": Slider("cut-off η", tuple(10.0 ** np.arange(-14, 0)), 1e-8),
    },
    frame=rank_frame,
    shown=({"sigma": 0.3}, {"sigma": 2.0}),
    handles=(
        Handle(("eta",), lambda v: (45, np.log10(v["eta"]))),
        Handle(
            ("sigma",), lambda v: (np.log10(v["sigma"]), _machine(v["place"], v["sigma"])), axes=1
        ),
    ),
    packed={"eta": tuple(10.0 ** np.arange(-14, 0))[::2]},
)
