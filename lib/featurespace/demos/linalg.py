"""Appendix: three demos about shadows, layers and ellipses."""

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import plots
from .panel import Choice, Demo, Handle, Notes, Slider

NOON = 90  # degrees between the light and the line


def _unit(degrees: float) -> np.ndarray:
    """The direction at that angle."""
    angle = np.radians(degrees)
    return np.array([np.cos(angle), np.sin(angle)])


def shadow_matrix(line: float, light: float) -> np.ndarray:
    """The projection onto the line at that angle, along light that meets it at ``light`` degrees.

    >>> shadow_matrix(0, 45).round(2) + 0.0
    array([[ 1., -1.],
           [ 0.,  0.]])
    """
    b, across = _unit(line), _unit(line + light + 90)  # across: at right angles to the light
    return np.outer(b, across) / (across @ b)


def _two(value: float) -> str:
    """Two decimals, and never minus zero."""
    return f"{round(float(value), 2) + 0.0:.2f}".replace("-", "−")


def _matrix(ax: Axes, x: float, y: float, name: str, A: np.ndarray, step: float = 0.95) -> None:
    """A named matrix of two rows, written out."""
    ax.text(x, y, f"{name} =", ha="right", va="center", fontsize=11)
    for j, column in enumerate(A.T):
        entries = "\n".join(map(_two, column))
        place = (x + step * (j + 0.9), y)
        ax.text(*place, entries, ha="right", va="center", fontsize=11, linespacing=1.6)


def _blank(ax: Axes, width: float, height: float) -> None:
    """An empty sheet to write on."""
    ax.set(xlim=(0, width), ylim=(0, height), xticks=[], yticks=[])
    ax.set_axis_off()


def _across(degrees: float) -> np.ndarray:
    """The line through the origin at that angle, from end to end of the window."""
    return np.outer(_unit(degrees), [-6, 6])


def _key(ax: Axes, looks: dict[str, dict]) -> None:
    """What the lines and markers mean, in two columns (a legend takes twice as long to draw)."""
    for n, (name, look) in enumerate(looks.items()):
        x, y = (0.1, 1.7 - 0.47 * n) if n < 3 else (3.4, 1.7 - 0.47 * (n - 3))
        ends = [x + 0.2] if "marker" in look else [x, x + 0.5]
        ax.plot(ends, [y] * len(ends), markersize=8, **look)
        ax.text(x + 0.65, y, name, va="center", fontsize=9)


def suns_frame(light: float, line: float, x: float) -> Figure:
    """A point, its shadow at noon and under a slanting sun, and the two matrices."""
    P, noon = shadow_matrix(line, light), shadow_matrix(line, NOON)
    point = 1.6 * _unit(x)
    foot, shadow = noon @ point, P @ point
    left, right = plots.axes(2, 8.6, 3.7, left=0.01, right=0.99, bottom=0.02, top=0.91, wspace=0.04)
    left.set(xlim=(-3, 3), ylim=(-2.4, 2.4), aspect="equal", xticks=[], yticks=[])
    drawn = {
        "V, the range of P": (_across(line), {"color": "black", "linestyle": "-"}),
        "V⊥": (_across(line + 90), {"color": plots.GREY, "linestyle": ":", "linewidth": 4}),
        "light": (_across(line + light), {"color": plots.PINK, "linestyle": "--"}),
        "x": (point, {"color": plots.BLUE, "marker": "o"}),
        "shadow at noon": (foot, {"color": plots.GREEN, "marker": "D"}),
        "Px": (shadow, {"color": plots.ORANGE, "marker": "s"}),
        "(I − P)x": (point - shadow, {"color": plots.PINK, "marker": "^"}),
    }
    left.plot(*np.transpose([point, foot]), color=plots.GREEN, linestyle="-", linewidth=1.2)
    left.plot(*np.transpose([point, shadow]), color=plots.ORANGE, linestyle="--", linewidth=1.2)
    for place, look in drawn.values():
        left.plot(*place, markersize=9, **look)
    misses = np.linalg.norm(point - foot), np.linalg.norm(point - shadow)
    at_noon = light == NOON
    finding = "Slanting light: Px is not closest"
    if at_noon:
        finding = "Light at right angles: Px is closest"
    elif np.isclose(*misses):
        finding = "x lies on the line: it is its own shadow"
    left.set_title(finding)
    _blank(right, 6, 5)
    right.set_title("P² = P, and P = P⊤" if at_noon else "P² = P, but P ≠ P⊤")
    _matrix(right, 0.75, 4.4, "P", P)
    _matrix(right, 3.85, 4.4, "I − P", np.eye(2) - P)
    for y, miss, name, look in (
        (3.1, misses[0], "noon", {"color": plots.GREEN}),
        (2.5, misses[1], "Px", {"color": plots.ORANGE, "hatch": "//", "ec": "white"}),
    ):
        right.barh(y, 1.4 * miss, left=1.2, height=0.4, **look)
        right.text(1.1, y, name, ha="right", va="center")
        right.text(1.3 + 1.4 * miss, y, f"{miss:.2f} from x", va="center")
    _key(right, {name: look for name, (_, look) in drawn.items()})
    lean = abs(_unit(line) @ _unit(line + light))
    words = (
        f"A line at {line:g} degrees and light that meets it at {light:g} degrees. The point x is "
        f"{misses[0]:.2f} from its shadow at noon and {misses[1]:.2f} from Px. "
        + (
            "P is symmetric."
            if at_noon
            else "The range of I − P is the direction of the light, not V⊥ (cosine with V "
            f"{lean:.2f}), and P is not symmetric."
        )
    )
    return plots.describe(left.figure, words)


two_suns = Demo(
    title="Two suns",
    question="At noon the light falls on the line at right angles: P² = P, Px is the point of the "
    "line closest to x, and I − P projects onto V⊥. Now let the sun sink. Which of the three "
    "survive?",
    choices=(
        "All three",
        "P² = P, and I − P still projects onto V⊥",
        "P² = P, and Px is still the closest point",
        "P² = P alone",
    ),
    right="P² = P alone",
    answer="P² = P alone: a shadow on the line is its own shadow, wherever the light comes from. "
    "But Px slides away along the line, and the closest point stays below x. What P takes away, "
    "(I − P)x, lies in the direction of the light. So I − P is a projection too, onto the null "
    "space of P, and that is V⊥ at noon only, when P is symmetric.",
    notes=Notes(
        ask="Hold a pen over the table under a lamp: noon, then evening. Write the three "
        "properties on the board and vote on each of them.",
        usual="P² = P, and I − P still projects onto V⊥",
        why="I − P is still a projection, and that is heard as: onto V⊥. Lower the sun and "
        "watch where (I − P)x points: along the light. Ask which matrix property says noon "
        "(symmetry).",
        minutes=5,
    ),
    controls={
        "light": Slider("light meets line at °", tuple(range(40, 141, 10)), NOON, play=True),
        "line": Slider("angle of the line °", tuple(range(0, 166, 15)), 15),
        "x": Slider("angle of x °", tuple(range(0, 346, 15)), 60),
    },
    frame=suns_frame,
    shown=({"light": 60}, {"light": 40}),
    handles=(
        Handle(("x",), lambda v: 1.6 * _unit(v["x"])),
        Handle(("line",), lambda v: 2.15 * _unit(v["line"])),
        Handle(("light",), lambda v: 2.15 * _unit(v["line"] + v["light"])),
    ),
    packed={"line": (0, 15, 45, 90), "x": (0, 30, 60, 90, 120, 180, 240, 300)},
)

SIDE = 24
FLOOR = 1e-6  # shares below it are not drawn


def picture(name: str) -> np.ndarray:
    """A small picture as a matrix with entries from 0 to 1."""
    i, j = np.mgrid[:SIDE, :SIDE]
    if name == "tartan":
        stripes = np.isin(np.arange(SIDE), (2, 3, 6, 13, 14, 15, 20)).astype(float)
        return 0.6 * stripes[:, None] + 0.4 * stripes[::-1][None, :]
    if name == "ring":
        radius = np.hypot(i - 11.5, j - 11.5)
        return ((radius > 5) & (radius < 10)).astype(float)
    return (np.abs(i - j) <= 1).astype(float)  # a stroke


@cache
def _layers(name: str, noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """The picture with noise, its SVD and its rank."""
    A = picture(name) + noise * np.random.default_rng(7).normal(size=(SIDE, SIDE))
    return A, *np.linalg.svd(A), int(np.linalg.matrix_rank(A))


def layers_frame(k: int, image: str, noise: float) -> Figure:
    """The sum of k layers, the newest of them, and the squared singular values."""
    A, U, s, Vt, rank = _layers(image, noise)
    total = (U[:, :k] * s[:k]) @ Vt[:k]
    left, middle, right = plots.axes(
        3, 9.0, 3.2, left=0.01, right=0.985, bottom=0.15, top=0.89, wspace=0.2
    )
    newest = s[k - 1] * np.outer(U[:, k - 1], Vt[k - 1])
    reach = max(np.abs(newest).max(), 0.05)
    scales = {"cmap": "gray_r", "vmin": 0, "vmax": 1}, {"cmap": "PuOr", "vmin": -reach}
    left.imshow(total, interpolation="none", **scales[0])
    middle.imshow(newest, interpolation="none", vmax=reach, **scales[1])
    for ax in (left, middle):
        ax.set(xticks=[], yticks=[])
        ax.grid(visible=False)
    lost = ((A - total) ** 2).sum() / (A**2).sum()
    left.set_title(f"{k} layer{'s' * (k > 1)}; an exact copy takes {rank}")
    middle.set_title(f"Layer {k}" if k <= rank else f"Layer {k}: nothing left to add")
    share, edges = s**2 / (s**2).sum(), np.arange(0.5, SIDE + 1)
    for shown, colour, hatch, label, y in (
        (np.arange(SIDE) < k, plots.BLUE, "", "kept", 0.9),
        (np.arange(SIDE) >= k, plots.ORANGE, "//", "left out", 0.35),
    ):
        look = {"fill": True, "color": colour, "hatch": hatch, "ec": "white"}
        right.stairs(np.where(shown, share, FLOOR), edges, baseline=FLOOR, **look)
        right.text(SIDE, y, label, color=colour, ha="right", va="center")
    right.set(yscale="log", ylim=(FLOOR, 2), xlim=(0, SIDE + 1), xlabel="layer")
    right.set(xticks=[1, 8, 16, 24], yticks=[])
    right.set_yticks([1e-4, 1e-2, 1], ["10⁻⁴", "10⁻²", "1"])
    right.minorticks_off()
    right.set_title(f"Shares of the layers: {lost:.1%} left out")
    words = (
        f"A picture of 24 by 24 pixels ({image}, noise {noise:g}) of rank {rank}, rebuilt from "
        f"{k} of its rank-one layers, beside the newest layer. The squared singular values left "
        f"out add up to {lost:.1%} of all, which is the squared error of the picture."
    )
    return plots.describe(left.figure, words)


build_a_matrix_from_layers = Demo(
    title="Build a matrix from layers",
    question="The tartan is a table of 24 × 24 greys. A layer is a multiplication table: 24 "
    "numbers down the side, 24 along the top. Two layers rebuild the tartan exactly. Now sprinkle "
    "a little noise on it (0.05). How many layers does a copy need now?",
    choices=(
        "Two layers are exact still",
        "All 24 for an exact copy, and for a good one as well",
        "All 24 for an exact copy, but two are nearly as good as before",
    ),
    right="All 24 for an exact copy, but two are nearly as good as before",
    answer="The number of layers of an exact copy, the rank, jumps to 24, yet two layers "
    "still hold all but about one per cent. Two layers even come nearer to the clean tartan than "
    "the noisy picture does: what they leave out is mostly noise. Rank counts the bars; what "
    "matters is how tall they are (and mind the logarithmic scale). The error after k layers is "
    "the sum of the squares left out. "
    "Of the ring a handful of layers lack two per cent; of the stroke, whose bars fall slowly, "
    "they lack two fifths. To be nearly of low rank is a matter of degree.",
    notes=Notes(
        ask="Build the tartan with two layers. Then ask for its rank after a pinch of noise, "
        "and for the number of layers that are worth keeping.",
        usual="All 24 for an exact copy, and for a good one as well",
        why="The rank is answered rightly and the conclusion drawn from it wrongly. Show the "
        "bars: two tall, twenty-two tiny. Compare with the clean picture: leaving out is "
        "better than keeping. Then the stroke, where it is not.",
        minutes=6,
    ),
    controls={
        "k": Slider("layers k", tuple(range(1, SIDE + 1)), 1, play=True),
        "image": Choice("picture", ("tartan", "ring", "stroke"), "tartan"),
        "noise": Slider("noise", (0.0, 0.05, 0.1, 0.2, 0.4), 0.0),
    },
    frame=layers_frame,
    shown=({"k": 2}, {"k": 2, "noise": 0.05}),
    handles=(Handle(("k",), lambda v: (v["k"] + 0.5, 2 * FLOOR), axes=2),),
    packed={"k": (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24), "noise": (0.0, 0.05, 0.2)},
)

TURN = np.linspace(0, 2 * np.pi, 73)
CIRCLE = np.array([np.cos(TURN), np.sin(TURN)])


def _arrow(ax: Axes, tip: np.ndarray, colour: str, style: str = "-") -> None:
    """An arrow from the origin."""
    look = {"color": colour, "linestyle": style, "linewidth": 2.2}
    ax.plot([0, tip[0]], [0, tip[1]], marker="o", markevery=[1], **look)


def ellipse_frame(a: float, b: float, c: float, d: float) -> Figure:
    """The unit circle and its image, with singular vectors and, where real, eigenvectors."""
    A = np.array([[a, b], [c, d]])
    U, s, Vt = np.linalg.svd(A)
    discriminant = ((a - d) / 2) ** 2 + b * c  # exact for these entries, unlike eig
    real = discriminant >= 0
    values = (a + d) / 2 + np.sqrt(max(discriminant, 0)) * np.array([1, -1])
    left, middle, right = plots.axes(
        3, 9.0, 3.3, left=0.04, right=0.99, bottom=0.09, top=0.89, wspace=0.1
    )
    signs = np.where(Vt[:, 1] + 1e-3 * Vt[:, 0] < 0, -1, 1)  # point upwards, whichever came out
    V, US = Vt.T * signs, U * s * signs
    reach = 2.2 if s[0] < 2 else 4.4
    left.plot(*CIRCLE, color=plots.GREY, linewidth=1.5)
    middle.plot(*(A @ CIRCLE), color=plots.GREY, linewidth=1.5)
    for k, (colour, style) in enumerate(((plots.BLUE, "-"), (plots.ORANGE, "--"))):
        _arrow(left, V[:, k], colour, style)
        _arrow(middle, US[:, k], colour, style)
    if real:
        v, w = np.linalg.eig(A)[1].real.T
        lines = np.array([-reach * v, reach * v, [np.nan, np.nan], -reach * w, reach * w])
        for ax in (left, middle):
            ax.plot(*lines.T, color=plots.GREEN, linestyle=":", linewidth=1.6)
    for ax, columns in ((left, np.eye(2)), (middle, A)):  # where the columns of A come from
        ax.plot(*columns, "o", color="black", markersize=5, markerfacecolor="white")
    left.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), aspect="equal")
    middle.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    left.set(xticks=[], yticks=[])  # labels are what takes longest to draw
    middle.set(xticks=[-(reach // 2), 0, reach // 2], yticks=[-(reach // 2), 0, reach // 2])
    left.set_title("Unit circle, v₁ and v₂")
    middle.set_title("Its image, s₁u₁ and s₂u₂")
    _blank(right, 6, 5)
    right.set_title("A = A⊤" if b == c else "A ≠ A⊤")
    _matrix(right, 1.0, 4.3, "A", A, step=1.6)
    spectrum = " and ".join(map(_two, values)) if real else "not real"
    same = real and np.allclose(np.sort(values), np.sort(s), atol=1e-9)
    for y, colour, name, text in (
        (3.2, plots.BLUE, "singular values (half-axes)", " and ".join(map(_two, s))),
        (2.0, plots.GREEN, "eigenvalues (eigenvectors dotted)", spectrum),
    ):
        right.text(0.3, y, name, color=colour, fontsize=10)
        right.text(0.3, y - 0.5, text, fontsize=13)
    right.plot(
        [0.45],
        [0.45],
        "o" if same else "X",
        markersize=14,
        color=plots.GREEN if same else plots.ORANGE,
    )
    right.text(0.95, 0.45, "the same numbers" if same else "not the same", va="center")
    words = (
        f"The matrix with rows ({a:g}, {b:g}) and ({c:g}, {d:g}) sends the unit circle to an "
        f"ellipse with half-axes {s[0]:.2f} and {s[1]:.2f}, the singular values. Its eigenvalues "
        f"are {spectrum}: {'the same numbers' if same else 'not the same'}. The matrix "
        f"{'equals' if b == c else 'does not equal'} its transpose."
    )
    return plots.describe(left.figure, words)


ENTRIES = tuple(np.arange(-2, 2.1, 0.5))
circle_to_ellipse = Demo(
    title="Circle to ellipse",
    question="This matrix turns the unit circle into an ellipse whose half-axes are its two "
    "eigenvalues. For which matrices is that so?",
    choices=(
        "For all of them: half-axes are eigenvalues",
        "For those with real eigenvalues",
        "For symmetric ones",
        "For symmetric ones without negative eigenvalues",
    ),
    right="For symmetric ones without negative eigenvalues",
    answer="Only for symmetric matrices without negative eigenvalues; they are called positive "
    "semi-definite. Make d negative: a half-axis is a length and stays positive, the "
    "eigenvalue does not. Set a = d = 1, b = 1, c = 0: both eigenvalues are 1, the half-axes 1.62 "
    "and 0.62. Set a = d, b = 1, c = −1: the eigenvalues are not real, yet there is an ellipse "
    "(here a circle). "
    "Every matrix has singular values; eigenvectors are a luxury. (The white dots, which you can "
    "drag, are the columns of A: the images of (1, 0) and (0, 1).)",
    notes=Notes(
        ask="Show the start, where it is true, and ask for a matrix that breaks it. Take "
        "proposals and set the sliders as told.",
        usual="For those with real eigenvalues",
        why="Complex eigenvalues are the only trouble they know. Set a = d = 1, b = 1, c = 0: "
        "both eigenvalues are 1 and the ellipse is long. Then a negative d: a half-axis is "
        "a length.",
        minutes=6,
    ),
    controls={
        "a": Slider("a (top left)", ENTRIES, 1.5),
        "b": Slider("b (top right)", ENTRIES, 0.5),
        "c": Slider("c (bottom left)", ENTRIES, 0.5),
        "d": Slider("d (bottom right)", ENTRIES, 1.0, play=True),
    },
    frame=ellipse_frame,
    shown=({"d": -1.0}, {"a": 1.0, "b": 1.0, "c": 0.0}),
    handles=(
        Handle(("a", "c"), lambda v: (v["a"], v["c"]), axes=1),
        Handle(("b", "d"), lambda v: (v["b"], v["d"]), axes=1),
    ),
    packed={
        "a": (0.0, 1.0, 1.5, 2.0),
        "b": (0.0, 0.5, 1.0),
        "c": (-1.0, 0.0, 0.5, 1.0),
        "d": (-2.0, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0),
    },
)
