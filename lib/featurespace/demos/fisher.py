"""Chapter 3: three demos about directions that separate two classes."""

from functools import cache
from math import erf, sqrt

import numpy as np
from matplotlib.figure import Figure

from .. import datasets, plots
from .._validate import Array
from ..fisher import kernel_fisher
from ..kernels import Gaussian, Linear
from ..means import combination_norm, parzen
from .panel import Choice, Demo, Handle, Notes, Slider

SHAPES = {  # difference of the means; angle, long and short deviation of each cloud
    "tilted": ((2.4, 0.4), 45, 2.0, 0.5),
    "stacked": ((0.0, 2.4), 0, 2.0, 0.6),
    "round": ((2.4, 0.4), 0, 0.8, 0.8),
}
LOOKS = {  # three directions with a name each: colour, line style
    "means": (plots.GREEN, "--"),
    "widest": (plots.PINK, ":"),
    "Fisher": ("black", "-."),
}


@cache
def clouds(shape: str, sizes: tuple[int, int] = (60, 30)) -> tuple[Array, Array]:
    """Two Gaussian clouds of the given shape, (n, 2), with labels +1 and -1."""
    gap, degrees, *deviations = SHAPES[shape]
    y = np.repeat([1.0, -1.0], sizes)
    X = np.random.default_rng(0).standard_normal((len(y), 2)) * deviations
    along, across = unit(degrees), unit(degrees + 90)
    return X @ np.array([along, across]) + np.outer(y / 2, gap), y


def unit(degrees: float) -> Array:
    """The unit vector at an angle."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


def quotient(f: Array, y: Array) -> Array:
    """Fisher's quotient (5.10) of projections f (n,) or (n, several directions)."""
    plus, minus = f[y > 0], f[y < 0]
    within = plus.var(axis=0) + minus.var(axis=0)
    return (plus.mean(axis=0) - minus.mean(axis=0)) ** 2 / within


@cache
def directions(shape: str) -> dict[str, Array]:
    """Difference of the means, direction of largest variance and Fisher's one, as vectors."""
    X, y = clouds(shape)
    gap = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    scatter = np.cov(X[y > 0].T, bias=True) + np.cov(X[y < 0].T, bias=True)
    first = np.linalg.eigh(np.cov(X.T, bias=True))[1][:, -1]
    return {"means": gap, "widest": first, "Fisher": np.linalg.solve(scatter, gap)}


def angle(w: Array) -> float:
    """The angle of a line through the origin, from 0 to 180 degrees."""
    return float(np.degrees(np.arctan2(w[1], w[0])) % 180)


def needle_frame(shape: str, degrees: int) -> Figure:
    """Two clouds and a needle, their projections onto it, and the quotient over all angles."""
    X, y = clouds(shape)
    w = unit(degrees)
    f, J = X @ w, quotient(X @ w, y)
    left, middle, right = plots.axes(
        3, 9.6, 3.1, left=0.02, right=0.985, bottom=0.15, top=0.9, wspace=0.12
    )
    plots.scatter(X, y, ax=left, size=14)
    left.plot(*np.outer(w, [-9, 9]), color="black", linewidth=1)
    left.set(xlim=(-5.2, 5.2), ylim=(-4.6, 4.6), xticks=[], yticks=[], xlabel="", ylabel="")
    left.set_title(f"The needle at {degrees}°")
    grid = np.linspace(-6, 6, 80)
    for sign, (colour, *_) in plots.CLASSES.items():
        part, dashes = f[y == sign], "-" if sign > 0 else "--"
        bumps = np.exp(-((grid[:, None] - part) ** 2) / 0.32).mean(axis=1) / sqrt(0.32 * np.pi)
        middle.plot(grid, bumps, color=colour, linestyle=dashes)
    middle.set(title="Densities along the needle", xlabel="projection; class −1 dashed")
    middle.set(ylim=(0, 0.78), xticks=[0], yticks=[])
    seen = np.arange(0, degrees + 1)  # what the needle has not passed is for the reader to predict
    right.plot(seen, quotient(X @ unit(seen), y), color=plots.BLUE)
    marks, best = [], quotient(X @ directions(shape)["Fisher"], y)
    for name, v in directions(shape).items():
        if angle(v) > degrees:
            continue
        colour, dashes = LOOKS[name]
        marks.append(f"{name} reaches {quotient(X @ v, y):.2f} at {angle(v):.0f} degrees")
        right.axvline(angle(v), color=colour, linestyle=dashes, linewidth=1.3, label=name)
        rim = np.outer(v / np.linalg.norm(v), [-5, -3.9, np.nan, 3.9, 5])
        left.plot(*rim, color=colour, linestyle=dashes, linewidth=2.5, zorder=4)
    right.plot([degrees], [J], "o", color=plots.ORANGE, markersize=9, clip_on=False, zorder=5)
    right.set(xlabel="angle of the needle", title=f"J = {J:.2f}")
    right.set(xlim=(0, 180), xticks=[0, 90, 180], ylim=(0, 1.4 * best))
    right.set_yticks([0, 5] if best < 8 else [0, 10])
    if marks:
        right.legend(loc="upper left", ncols=3, fontsize=8, columnspacing=0.8, handlelength=1.6)
    words = (
        f"Two {shape} clouds and a needle at {degrees} degrees. Projected onto it, the classes "
        f"have Fisher quotient {J:.2f}. Passed so far: {'; '.join(marks) or 'nothing marked'}."
    )
    return plots.describe(left.figure, words)


turn_the_needle = Demo(
    title="Turn the needle",
    question="Two long, tilted clouds are projected onto a needle. In which direction must it "
    "point so that the two classes come apart best?",
    choices=(
        "Along the line that joins the two means",
        "Somewhere else",
        "Along the direction of largest variance",
    ),
    right="Somewhere else",
    answer="Somewhere else. For the tilted clouds the means are farthest apart along the line that "
    "joins them, but there each class is smeared out too. The direction of largest variance is "
    "even worse: it follows the smear. Fisher gives up some distance between the means and gains "
    "far more by looking at the clouds end-on. For round clouds all three nearly agree; for "
    "stacked ones the largest variance says nothing at all about the classes.",
    notes=Notes(
        ask="Hold a pencil against the screen and let the class direct you: which way is best? "
        "Take two or three proposals, then vote.",
        usual="Along the line that joins the two means",
        why="Farthest means look like best separation. Turn to that angle and look at the "
        "overlap of the two shadows, then on to the best one: the means are nearer, the "
        "shadows far narrower. Switch to round clouds: now the usual answer is right.",
        minutes=6,
    ),
    controls={
        "shape": Choice("clouds", tuple(SHAPES), "tilted"),
        "degrees": Slider("angle of the needle", tuple(range(0, 181, 10)), 0, play=True),
    },
    frame=needle_frame,
    shown=({"degrees": 10}, {"degrees": 40}, {"degrees": 140}),
    handles=(Handle(("degrees",), lambda v: 3.4 * unit(v["degrees"])),),
)

GAP, LAM = 4.0, 0.1  # the two unit clouds of the next demo, and the ridge of both rules
SHIFTS = tuple(range(-12, 13, 2))


@cache
def _unit_clouds() -> Array:
    """Points of two standard Gaussian clouds, (2, 190, 2)."""
    return np.random.default_rng(2).standard_normal((2, 190, 2))


def _balance(n_plus: int, shift: int, way: str, centred: str) -> tuple[Array, Array, Array]:
    """200 points, n_plus of class +1, moved by shift along or across the line of the means."""
    y = np.repeat([1.0, -1.0], [n_plus, 200 - n_plus])
    X = np.vstack([_unit_clouds()[0, :n_plus], _unit_clouds()[1, : 200 - n_plus]])
    away = np.array([shift, 0.0] if way == "along" else [0.0, shift])
    X[:, 0] += y * GAP / 2
    X += away
    moved = X.mean(axis=0) if centred == "yes" else np.zeros(2)
    return X - moved, y, away - moved


def _two_directions(X: Array, y: Array) -> tuple[Array, Array]:
    """Fisher's direction, and the one with the book's right-hand side y: X'y for the gap."""
    scatter = np.cov(X[y > 0].T, bias=True) + np.cov(X[y < 0].T, bias=True) + LAM * np.eye(2)
    gap = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    return np.linalg.solve(scatter, gap), np.linalg.solve(scatter, y @ X)


def _cosine(a: Array, b: Array) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def _error(w: Array, b: float, middle: Array, share: float) -> float:
    """Exact share of new points on the wrong side, for unit clouds around middle ± GAP/2."""
    half, length = w[0] * GAP / 2, np.linalg.norm(w)
    sides = [(s * (w @ middle - b) + half) / length for s in (1, -1)]  # of the two class means
    plus, minus = (0.5 - 0.5 * erf(side / sqrt(2)) for side in sides)
    return share * plus + (1 - share) * minus


@cache
def _cosines(n_plus: int, way: str, centred: str) -> list[float]:
    """Cosine between the printed and the exact direction for every shift."""
    worlds = [_balance(n_plus, shift, way, centred) for shift in SHIFTS]
    return [_cosine(*_two_directions(X, y)) for X, y, _ in worlds]


def balance_frame(n_plus: int, shift: int, way: str, centred: str) -> Figure:
    """Two clouds off the origin with the borders of both rules, and the angle between them."""
    X, y, middle = _balance(n_plus, shift, way, centred)
    exact, printed = _two_directions(X, y)
    cosine, midway = _cosine(exact, printed), (X[y > 0].mean(axis=0) + X[y < 0].mean(axis=0)) / 2
    errors = [_error(w, w @ midway, middle, n_plus / 200) for w in (exact, printed)]
    left, right = plots.axes(2, 8.8, 3.3, left=0.02, right=0.98, bottom=0.15, top=0.9, wspace=0.12)
    plots.scatter(X, y, ax=left, size=13)
    for w, look, knob in ((exact, "k-", "o"), (printed, "k:", "D")):
        w = w / np.linalg.norm(w)
        name = "exact, t" if knob == "o" else "printed, y"
        border = midway[:, None] + np.outer([-w[1], w[0]], [-20, 20])
        left.plot(*border, look, linewidth=2, label=name)
        knob_end = np.transpose([midway, midway + 1.6 * w])
        left.plot(*knob_end, f"k-{knob}", markevery=[1], markersize=8, mec="white", lw=1, zorder=5)
    left.set(xlim=middle[0] + np.array([-6.5, 6.5]), ylim=middle[1] + np.array([-4, 5.6]))
    left.set(xticks=[], yticks=[], ylabel="")
    left.set_xlabel("knobs point to the side called +1 (blue circles)")
    left.legend(handles=left.lines[::2], loc="upper left", ncols=2, fontsize=8)
    left.set_title(f"Errors: exact {errors[0]:.1%}, printed {errors[1]:.1%}")
    cosines = dict(zip(SHIFTS, _cosines(n_plus, way, centred), strict=True))
    passed = [s for s in SHIFTS if min(shift, 0) <= s <= max(shift, 0)]
    right.plot(passed, [cosines[s] for s in passed], color=plots.BLUE)
    right.plot([shift], [cosine], "o", color=plots.ORANGE, markersize=9)
    right.set(ylim=(-1.15, 1.15), xlim=(-13, 13))
    right.set_xlabel(f"shift of the cloud, {way} the line of the means")
    right.set(xticks=[-10, 0, 10], yticks=[-1, 0, 1])
    right.set_title(f"Cosine of the two directions: {cosine:.2f}".replace("-", "−"))
    sides = ", and the classes are swapped" if cosine < 0 else ""
    words = (
        f"{n_plus} points of class plus one and {200 - n_plus} of class minus one, the cloud moved "
        f"by {shift} {way} the line of the means, centred: {centred}. The exact border and the "
        f"border with the printed right-hand side have cosine {cosine:.2f}{sides}; on new points "
        f"they are wrong for {errors[0]:.1%} and {errors[1]:.1%}."
    )
    return plots.describe(left.figure, words)


tilt_the_balance = Demo(
    title="Tilt the balance",
    question="180 points against 20, and the whole cloud sits away from the origin. A textbook "
    "puts the labels y on the right-hand side of Fisher's equations; the exact derivation puts "
    "t = (1/n₊, −1/n₋). What becomes of the printed direction as the cloud moves away?",
    choices=(
        "It turns until it is useless, or points backwards",
        "Nothing: moving the cloud does not move the classes apart",
        "It turns a little",
    ),
    right="It turns until it is useless, or points backwards",
    answer="It turns until it is useless, or points backwards. For unequal classes y is t (up to "
    "scale) plus a multiple of the all-ones vector, and that part pulls the direction towards the "
    "place of the whole cloud as seen from the origin. Moved across the line of the means, the "
    "border tips over; moved along it to the wrong side, the two classes are swapped. With equal "
    "classes, or once the data are centred, the extra part is zero and both agree.",
    notes=Notes(
        ask="Ask whether a classifier may depend on where the origin is. All will say no. Then "
        "vote on the printed formula.",
        usual="Nothing: moving the cloud does not move the classes apart",
        why="It would be right for a sound method, and that is the trap: the printed one is "
        "not. Move across, then along, where the two classes are swapped. Set 100 of 200 "
        "and the error hides; ask why nobody found it.",
        minutes=8,
    ),
    controls={
        "n_plus": Slider("points of class +1, of 200", (10, 20, 60, 100, 140, 180, 190), 180),
        "shift": Slider("shift of the cloud", SHIFTS, 0, play=True),
        "way": Choice("shift it", ("across", "along"), "across"),
        "centred": Choice("centre the data", ("no", "yes"), "no"),
    },
    frame=balance_frame,
    shown=({"shift": 6}, {"shift": -12, "way": "along"}),
    handles=(
        Handle(
            ("shift",),
            lambda v: (
                v["shift"],
                _cosines(v["n_plus"], v["way"], v["centred"])[SHIFTS.index(v["shift"])],
            ),
            axes=1,
        ),
    ),
)

LAMS = tuple(10.0**power for power in np.arange(-6, 2.5, 0.5))


@cache
def moons() -> tuple[Array, Array, Array, Array]:
    """Unequal moons to train on (40 and 12 points), and 400 new points."""
    X, y = datasets.moons(200, np.random.default_rng(2), noise=0.25)
    chosen = np.r_[0:40, 100:112]
    return X[chosen], y[chosen], *datasets.moons(400, np.random.default_rng(99), noise=0.25)


@cache
def _rule(kernel: str, lam: float) -> tuple[Array, float]:
    """Dual weights and offset of kernel Fisher on the moons."""
    X, y, *_ = moons()
    return kernel_fisher(_kernel(kernel)(X), y, lam)


def _kernel(name: str) -> Gaussian | Linear:
    return Gaussian(0.5) if name == "Gaussian" else Linear()


@cache
def _path(kernel: str) -> dict[str, list[float]]:
    """For every ridge: quotient on training and on new points, and new points wrong, per cent."""
    X, y, Z, y_new = moons()
    k = _kernel(kernel)
    weights, offsets = (
        np.array(part) for part in zip(*(_rule(kernel, v) for v in LAMS), strict=True)
    )
    new = k(Z, X) @ weights.T
    return {
        "J, training points": quotient(k(X) @ weights.T, y),
        "J, new points": quotient(new, y_new),
        "new points wrong, %": 100 * (np.sign(new - offsets) != y_new[:, None]).mean(axis=0),
    }


def ridge_frame(lam: float, kernel: str) -> Figure:
    """The border for one ridge, and the quotient on training and on new points over all ridges."""
    X, y, Z, y_new = moons()
    k, (alpha, b) = _kernel(kernel), _rule(kernel, lam)
    K, mean_gap = k(X), parzen(k(X), y).alpha
    length = combination_norm(K, alpha)
    cosine = alpha @ K @ mean_gap / length / combination_norm(K, mean_gap)
    long = f"{length:,.0f}" if length > 10 else f"{length:.2f}"
    error = (np.sign(k(Z, X) @ alpha - b) != y_new).mean()
    left, right = plots.axes(2, 8.8, 3.3, left=0.02, right=0.98, bottom=0.15, top=0.9, wspace=0.14)
    left.set(xlim=(-1.9, 2.9), ylim=(-1.3, 1.8))
    plots.boundary(lambda P: k(P, X) @ alpha - b, ax=left)
    plots.scatter(X, y, ax=left, size=20)
    shown = f"{lam:.2g}" if lam < 10 else f"{lam:.0f}"
    left.set_title(f"λ = {shown}: {error:.1%} of new points wrong")
    left.set(xlabel=f"‖w‖ = {long}, cosine with φ₊ − φ₋ {cosine:.2f}", ylabel="")
    left.set(xticks=[], yticks=[])
    looks = zip((plots.BLUE, plots.GREEN, plots.PINK), ("-", "--", "-."), strict=True)
    path = _path(kernel)
    seen = LAMS.index(lam) + 1  # larger ridges are for the reader to predict
    for (name, curve), (colour, dashes) in zip(path.items(), looks, strict=True):
        x, height = np.log10(LAMS[:seen]), np.log10(curve[:seen])
        right.plot(x, height, color=colour, linestyle=dashes, label=name)
    right.axvline(np.log10(lam), color=plots.ORANGE, linewidth=2)
    right.set(
        xlabel="ridge λ", ylim=(-1.2, 3.6), xlim=(-6.3, 2.3)
    )  # logarithms by hand: quicker than a log scale
    right.set_xticks([-6, -4, -2, 0, 2], ["10⁻⁶", "10⁻⁴", "0.01", "1", "100"])
    right.set_yticks([-1, 1, 3], ["0.1", "10", "1000"])
    right.legend(loc="upper center", fontsize=8)
    right.set_title("The quotient, and the mistakes")
    now = {name: curve[LAMS.index(lam)] for name, curve in path.items()}
    words = (
        f"Ridge {shown}, {kernel} kernel: the border through the two moons is "
        f"wrong for {error:.1%} of 400 new points. The weight vector has length "
        f"{long} and cosine {cosine:.2f} with the difference of the class centres. Beside it "
        f"the Fisher quotient over the ridge, here {now['J, training points']:.3g} on training "
        f"points and {now['J, new points']:.3g} on new ones, and the per cent of new points wrong."
    )
    return plots.describe(left.figure, words)


turn_up_the_ridge = Demo(
    title="Turn up the ridge",
    question="A Gaussian kernel on 52 points. As the ridge λ grows from almost nothing to very "
    "large, what happens to the share of new points on the wrong side?",
    choices=(
        "It only falls: the more ridge the better",
        "It falls, then rises again",
        "It only grows: the ridge is a fudge that spoils the optimum",
    ),
    right="It falls, then rises again",
    answer="It falls, then rises again; the least is in between. With λ near zero the training "
    "classes are squeezed to two points (J on the left is enormous) by a huge w that fits "
    "their noise. With λ very large only the difference of the class centres is left: the "
    "cosine reaches 1 and the rule is Parzen's, the nearer centre. λ leads from one honest "
    "classifier to another.",
    notes=Notes(
        ask="Ask first what λ = 0 would mean for the training points, then what λ = ∞ would "
        "leave of the formula. Vote on the errors in between.",
        usual="It only grows: the ridge is a fudge that spoils the optimum",
        why="The quotient is largest without ridge, and largest is taken for best. It is the "
        "training quotient. Play, and let the class call out when the test errors turn.",
        minutes=7,
    ),
    controls={
        "lam": Slider("ridge λ", LAMS, LAMS[0], play=True),
        "kernel": Choice("kernel", ("Gaussian", "linear"), "Gaussian"),
    },
    frame=ridge_frame,
    handles=(Handle(("lam",), lambda v: (np.log10(v["lam"]), -0.9), axes=1),),
)
