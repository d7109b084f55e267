"""Chapter 5: four demos about springs, maps, horseshoes and sums of eigenfunctions."""

from functools import cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.linalg import orthogonal_procrustes
from scipy.sparse import triu
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist

from .. import datasets, plots
from ..describe import standardise
from ..embedding import (
    classical_mds,
    geodesic_distances,
    gram_from_distances,
    kernel_pca,
    mercer,
    neighbour_graph,
)
from ..kernels import Gaussian, distance_quantile
from ..pca import pca
from .panel import Choice, Demo, Handle, Notes, Slider

# --- Let the springs go --------------------------------------------------------------------------

THROWS = {"first": 15, "second": 9, "third": 0}  # seeds
STEPS = (0, 1, 2, 3, 5, 8, 12, 20, 40, 100)


@cache
def _fall(throw: str) -> tuple[list[np.ndarray], np.ndarray]:
    """Places of the cities after each step, and how far off the springs are (km)."""
    roads = datasets.cities()[1]
    Z = 600 * np.random.default_rng(THROWS[throw]).normal(size=(12, 2))
    places, off = [], []
    for _ in range(STEPS[-1] + 1):
        d = cdist(Z, Z)
        places.append(Z)
        off.append(np.sqrt(((d - roads) ** 2)[np.triu_indices(12, 1)].mean()))
        pull = roads / (d + np.eye(12))  # all go to the mean of where the others want them
        Z = (pull.sum(axis=1)[:, None] * Z - pull @ Z) / 12
    return places, np.array(off)


def springs_frame(throw: str, steps: int) -> Figure:
    """Cities joined by springs as long as their roads, after some steps, and how far off."""
    names = datasets.cities()[0]
    places, off = _fall(throw)
    Z = places[steps]
    left, right = plots.axes(2, 8.6, 3.6, left=0.02, right=0.97, bottom=0.15, top=0.9, wspace=0.18)
    i, j = np.triu_indices(12, 1)
    ends = np.stack([Z[i], Z[j], np.full((66, 2), np.nan)], axis=1).reshape(-1, 2)
    left.plot(*ends.T, color="0.82", linewidth=0.5, zorder=1)
    plots.scatter(Z, ax=left, size=30)
    for name, z in zip(names, Z, strict=True):
        left.annotate(name, z, (0, 5), textcoords="offset points", ha="center", fontsize=8)
    left.set(xlabel="", ylabel="", xticks=[], yticks=[], xlim=(-2600, 2600), ylim=(-1900, 1900))
    left.set_title(f"{throw.capitalize()} throw, {steps} step{'s' * (steps != 1)}")
    right.plot(np.arange(steps + 1) + 1, off[: steps + 1], "-", color=plots.BLUE)
    right.plot(steps + 1, off[steps], "o", color=plots.BLUE)
    right.set(xscale="log", yscale="log", xlim=(0.9, 130), ylim=(80, 3000))
    right.set_xticks([1, 11, 101], ["0", "10", "100"])
    right.set_yticks([100, 300, 1000], ["100", "300", "1000"])
    right.minorticks_off()
    right.set(xlabel="steps", ylabel="km")
    right.set_title(f"Springs are off by {off[steps]:.0f} km (root mean square)")
    words = (
        f"Twelve cities joined by 66 springs as long as the roads between them, {throw} throw, "
        f"after {steps} steps. The springs are off by {off[steps]:.0f} km, root mean square."
    )
    return plots.describe(left.figure, words)


let_the_springs_go = Demo(
    title="Let the springs go",
    question="Twelve cities are thrown onto a table, anyhow. A spring joins each two of them, as "
    "long as their road is. Let go, three times. Will you see Europe?",
    choices=(
        "Yes, as in the atlas",
        "Yes, but turned or mirrored, from every throw",
        "Turned or mirrored, and not from every throw",
        "Never: roads are no straight lines",
    ),
    right="Turned or mirrored, and not from every throw",
    answer="Turned or mirrored, and not from every throw. No distance changes when a map is turned "
    "or flipped, so the table cannot know where north is. From the first two throws the springs "
    "settle at 117 km off. From the third they come to rest at 250: Vienna lies on the wrong side, "
    "and every way home leads through its neighbours, whose springs push it back.",
    notes=Notes(
        ask="Show the table, let them vote, then press play. Ask where north is.",
        usual="Yes, but turned or mirrored, from every throw",
        why="Springs feel like physics, and physics finds the bottom. These find *a* bottom. Show "
        "the third throw last, and promise a way that needs no throw.",
        minutes=5,
    ),
    controls={
        "throw": Choice("throw", tuple(THROWS), "first"),
        "steps": Slider("steps", STEPS, 0, play=True),
    },
    frame=springs_frame,
    shown=({"steps": 8}, {"steps": 100}),
    handles=(
        Handle(("steps",), lambda v: (v["steps"] + 1, _fall(v["throw"])[1][v["steps"]]), axes=1),
    ),
)

# --- From distances back to a map ----------------------------------------------------------------


LEFT, RIGHT = (-6, "right"), (6, "left")  # where there is no room above
BESIDE = {"Brussels": LEFT, "Paris": LEFT, "Geneva": LEFT, "Madrid": LEFT}
BESIDE |= {"Cologne": RIGHT, "Milan": RIGHT, "Barcelona": RIGHT, "Vienna": RIGHT}
DIAGONALS = ((0, 2), (1, 3))
BENT = np.array([[0.0, 1], [0, 5], [8, 7], [8, -1]])  # so that folded blocks have one way to lie


@cache
def _table(name: str) -> tuple[list[str], np.ndarray, np.ndarray, tuple, str]:
    """Names, distances, a layout to turn the map to, the entries to edit, and the unit."""
    if name == "four houses":
        D = np.array([[0.0, 6, 10, 8], [6, 0, 8, 10], [10, 8, 0, 6], [8, 10, 6, 0]])
        return list("ABCD"), D, BENT, DIAGONALS, ""
    names, D, place = datasets.cities()
    i, j = names.index("Cologne"), names.index("Geneva")
    return names, D, place * [np.cos(np.radians(48)), 1.0], ((i, j),), " km"


def _flat_map(D: np.ndarray, layout: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues of G, largest first, and the map in the plane, turned to the layout."""
    values, V = np.linalg.eigh(gram_from_distances(D))
    Z = V[:, -2:] * np.sqrt(np.maximum(values[-2:], 0.0))
    turn, _ = orthogonal_procrustes(Z, layout - layout.mean(axis=0))
    return values[::-1], Z @ turn


def map_frame(table: str, factor: float) -> Figure:
    """The flat map of a table with an entry or two changed, beside the eigenvalues of its G."""
    names, D, layout, entries, unit = _table(table)
    D = D.copy()
    for i, j in entries:
        D[i, j] = D[j, i] = asked = factor * D[i, j]
    values, Z = _flat_map(D, layout)
    off = np.abs(cdist(Z, Z) - D).max()
    drawn = np.linalg.norm(Z[i] - Z[j])
    left, right = plots.axes(2, 8.6, 3.5, left=0.03, right=0.99, bottom=0.13, top=0.9, wspace=0.16)
    if not unit:  # the block's four sides
        left.plot(*Z[[0, 1, 2, 3, 0]].T, "-", color=plots.GREY, linewidth=1, zorder=1)
    for pair in entries:
        left.plot(*Z[list(pair)].T, "--", color=plots.ORANGE, zorder=2)
    plots.scatter(Z, ax=left, size=36)
    pad = 0.14 * np.ptp(Z, axis=0).max()
    for k, (name, z) in enumerate(zip(names, Z, strict=True)):
        twins = [other for other, w in zip(names, Z, strict=True) if np.allclose(w, z, atol=1e-6)]
        name = ", ".join(twins) if names.index(twins[0]) == k else ""
        dx, ha = BESIDE.get(name, (0, "center"))
        left.annotate(name, z, (dx, 5 - abs(dx)), textcoords="offset points", ha=ha, fontsize=8)
    left.set(ylabel="", xticks=[], yticks=[])
    left.set_xlim(Z[:, 0].min() - pad, Z[:, 0].max() + pad)
    left.set_ylim(Z[:, 1].min() - pad, Z[:, 1].max() + pad)
    entry = " and ".join(f"{names[i]}–{names[j]}" for i, j in entries)
    digits = 0 if unit else 2
    left.set_title(f"{entry}: asked {asked:.{digits}f}, drawn {drawn:.{digits}f}{unit}")
    left.set_xlabel(f"largest miss of all distances: {off:.{digits}f}{unit}")
    share = values / values[0]
    negative = share < -1e-9
    right.bar(np.flatnonzero(~negative), share[~negative], color=plots.BLUE)
    right.bar(np.flatnonzero(negative), share[negative], color=plots.ORANGE, hatch="//", ec="white")
    right.axhline(0, color="black", linewidth=1)
    right.set(ylim=(-0.75, 1.1), xticks=[], xlabel="eigenvalues of G, as shares of the largest")
    right.locator_params(axis="y", nbins=4)
    verdict = (
        f"Smallest −{-share[-1]:.2f}, so no map, in any dimension"
        if negative.any()
        else f"None negative: a map in {'the plane' if (share > 1e-9).sum() < 3 else 'space'}"
    )
    right.set_title(verdict)
    asked, drawn, off = (f"{length:.{digits}f}{unit}" for length in (asked, drawn, off))
    words = (
        f"Map recovered from the table {table}, with {entry} set to {factor:g} times what it "
        f"was. Asked {asked}, drawn {drawn}; the worst of all distances is off by {off}. "
        f"Eigenvalues of G as shares of the largest: {verdict}."
    )
    return plots.describe(left.figure, words)


from_distances_back_to_a_map = Demo(
    title="From distances back to a map",
    question="Four houses round a block: sides 6 and 8, as before. Give both diagonals the same "
    "length, whatever you like. For which lengths is there a map, flat or in space?",
    choices=(
        "Only for 10: then it is a rectangle",
        "From 2 to 14: then every triangle closes",
        "From about 5.3 to 10",
        "For all up to 10",
    ),
    right="From about 5.3 to 10",
    answer="From about 5.3 to 10. At 10 the houses lie flat. Shorter diagonals fold the block up "
    "into space: a third eigenvalue turns positive. Below 5.3, the root of 28, one turns negative, "
    "though all triangles still close. Beyond 10 another one does; 14 is the walk round the block. "
    "Tables of real roads have negative eigenvalues too, because roads wind. Turn to the twelve "
    "cities, as printed, and try other lengths between Cologne and Geneva.",
    notes=Notes(
        ask="Two minutes with paper and four coins: which diagonals can the block have? Then vote.",
        usual="From 2 to 14: then every triangle closes",
        why="Triangles are what one has learnt to check. Show 4: every triangle closes, and an "
        "eigenvalue is negative. Then 7, a map in space only, and end with the cities.",
        minutes=6,
    ),
    controls={
        "table": Choice("table", ("four houses", "twelve cities"), "four houses"),
        "factor": Slider(
            "dashed lines, times", (0.2, 0.4, 0.5, 0.6, 0.7, 0.9, 1, 1.2, 1.4, 2.5), 1
        ),
    },
    frame=map_frame,
    shown=({"factor": 1.4}, {"factor": 0.4}),
)

# --- Horseshoe workshop --------------------------------------------------------------------------

SHOE, POSITION = datasets.horseshoe(100, np.random.default_rng(3))
MARKERS = "osD^v*PX"


def coloured(X: np.ndarray, score: np.ndarray, ax: Axes, title: str = "") -> Axes:
    """Points of the plane, coloured from dark to light by a coordinate."""
    ax.scatter(*X.T, c=score, s=24, edgecolors="white", linewidths=0.3, zorder=3)
    ax.set_aspect("equal")
    ax.set_title(title)
    return ax


def agreement(score: np.ndarray, t: np.ndarray) -> float:
    """Spearman's rank correlation with the true position (no ties here)."""
    ranks = [np.argsort(np.argsort(v)) for v in (score, t)]
    return float(np.corrcoef(ranks)[0, 1])


@cache
def _coordinate(method: str, scaled: bool, q: float, m: int):
    """Points, coordinate, number of the piece of each point, and the links of the graph."""
    X = standardise(SHOE)[0] if scaled else SHOE
    piece, links = np.zeros(len(X), dtype=int), None
    if method == "PCA":
        z = pca(X, 1).scores[:, 0]
    elif method == "kernel PCA":
        z = kernel_pca(Gaussian(distance_quantile(X, q))(X), 1).scores[:, 0]
    else:
        graph = neighbour_graph(X, m)
        piece, links = connected_components(graph, directed=False)[1], triu(graph)
        z = np.empty(len(X))
        for p in np.unique(piece):
            own = piece == p
            z[own] = classical_mds(geodesic_distances(graph[own][:, own]), 1)[:, 0]
    return X, z, piece, links


def horseshoe_frame(method: str, scaled: str, q: float, m: int) -> Figure:
    """The horseshoe coloured by a one-dimensional coordinate, and that against the truth."""
    X, z, piece, links = _coordinate(method, scaled == "unit variance", q, m)
    pieces = piece.max() + 1
    rho = agreement(z, POSITION)
    z = z if rho > 0 else -z
    left, right = plots.axes(2, 8.6, 3.6, left=0.05, right=0.98, bottom=0.14, top=0.9, wspace=0.16)
    if links is not None:
        ends = np.stack([X[links.row], X[links.col], np.full_like(X[links.col], np.nan)], axis=1)
        left.plot(*ends.reshape(-1, 2).T, color="0.75", linewidth=0.6, zorder=1)
    for p in range(pieces):
        look = {"c": z[piece == p], "vmin": z.min(), "vmax": z.max(), "marker": MARKERS[p % 8]}
        left.scatter(*X[piece == p].T, s=24, edgecolors="none", zorder=3, **look)
        right.scatter(POSITION[piece == p], z[piece == p], s=16, edgecolors="none", **look)
    left.set_aspect("equal")
    about = {"PCA": "", "kernel PCA": f", width quantile {q:g}", "Isomap": f", {m} neighbours"}
    left.set_title(f"{method}{about[method]}")
    right.set(xlabel="true position along the horseshoe", ylabel="coordinate found")
    whole = pieces == 1
    finding = f"Rank correlation {abs(rho):.2f}" if whole else f"{pieces} pieces, no common scale"
    right.set_title(finding)
    for ax in (left, right):
        ax.locator_params(nbins=4)
    words = (
        f"A hundred points along a horseshoe, {scaled}, coloured by the coordinate that {method} "
        f"finds{about[method]}. Beside it that coordinate against the true position. {finding}."
    )
    return plots.describe(left.figure, words)


horseshoe_workshop = Demo(
    title="Horseshoe workshop",
    question="On this horseshoe, as it is, Isomap with 12 neighbours jumps the gap between the "
    "ends. What mends it?",
    choices=(
        "Only fewer neighbours",
        "Either: fewer neighbours, or scaling to unit variance",
        "Only scaling to unit variance",
        "Neither",
    ),
    right="Either: fewer neighbours, or scaling to unit variance",
    answer="Either. Scaling changes who is whose neighbour: with unit variance the ends lie "
    "farther apart than the twelfth neighbour, and the coordinate follows the position. With 15 "
    "neighbours that no longer helps, and with too few the graph falls into pieces. No "
    "setting of kernel PCA gets there: on the data as they are it goes half the way with a narrow "
    "kernel and ends up at PCA with a wide one; with unit variance it tells left from right, but "
    "turns back towards both ends. Nonlinear is not the same as better.",
    notes=Notes(
        ask="Have the class find the short cut in the picture as it opens. Then ask what would "
        "mend it.",
        usual="Only fewer neighbours",
        why="It is the cure the text has just named. Scaling looks like housekeeping, but it "
        "changes who is whose neighbour. Try both, then 15 neighbours, and kernel PCA as "
        "the warning that nonlinear is not the same as better.",
        minutes=8,
    ),
    controls={
        "method": Choice("method", ("PCA", "kernel PCA", "Isomap"), "Isomap"),
        "scaled": Choice("variables", ("as they are", "unit variance"), "as they are"),
        "q": Slider(
            "kernel PCA: width, quantile",
            (0.05, 0.1, 0.25, 0.5, 0.75, 0.9),
            0.25,
            when=lambda v: v["method"] == "kernel PCA",
        ),
        "m": Slider(
            "Isomap: neighbours m",
            (3, 4, 5, 6, 7, 8, 10, 12, 15),
            12,
            when=lambda v: v["method"] == "Isomap",
        ),
    },
    frame=horseshoe_frame,
    shown=({"scaled": "unit variance"}, {"m": 10}),
)

# --- Sum the eigenfunctions ----------------------------------------------------------------------

GRID = (np.arange(60) + 0.5) / 60
KERNELS = {
    "min(s, t)": lambda x: np.minimum(x, x.T),
    "Gaussian, σ = 0.3": Gaussian(0.3),
    "Gaussian, σ = 0.05": Gaussian(0.05),
}


@cache
def _mercer(kernel: str):
    """The kernel on the grid, its eigenvalues and eigenfunctions."""
    values, functions = mercer(KERNELS[kernel], GRID, np.full(60, 1 / 60))
    return KERNELS[kernel](GRID[:, None]), values, functions


def mercer_frame(kernel: str, terms: int, s: float) -> Figure:
    """A kernel rebuilt from its first eigenfunctions: surface, one slice, and the sum so far."""
    K, values, functions = _mercer(kernel)
    partial = (functions[:, :terms] * values[:terms]) @ functions[:, :terms].T
    shares = values / values.sum()
    share, error = shares[:terms].sum(), np.abs(K - partial).max()
    surface, slice_, meter = plots.axes(
        3, 8.8, 3.0, left=0.05, right=0.99, bottom=0.16, top=0.9, wspace=0.25
    )
    surface.imshow(
        partial, extent=(0, 1, 0, 1), origin="lower", vmin=0, vmax=1, interpolation="none"
    )
    surface.grid(visible=False)
    number = "1 term" if terms == 1 else f"{terms} terms"
    surface.set(title=f"{number}, off by up to {error:.3f}", xlabel="t")
    i = int(np.abs(GRID - s).argmin())
    slice_.plot(GRID, K[i], color="black")
    slice_.plot(GRID, partial[i], "--", color=plots.ORANGE)
    slice_.set(title=f"κ({s:g}, t), and the sum, dashed", xlabel="t", ylim=(-0.35, 1.2))
    edges = np.arange(21) + 0.5
    meter.stairs(shares[:20], edges, fill=True, color=plots.GREY, alpha=0.35, hatch="//")
    meter.stairs(shares[:terms], edges[: terms + 1], fill=True, color=plots.BLUE)
    meter.set(xlabel="eigenvalue number", ylim=(0, 1), xlim=(0.2, 20.8))
    meter.set_title(f"λ so far: {_percent(share)} of their sum")
    surface.set(xticks=[0, 1], yticks=[0, 1])
    slice_.set(xticks=[0, 1], yticks=[0, 1])
    meter.set(xticks=[1, 10, 20], yticks=[0, 0.5, 1])
    words = (
        f"The kernel {kernel} on the unit interval, rebuilt from {number} of its Mercer expansion. "
        f"These hold {_percent(share)} of the sum of all eigenvalues. The largest error is "
        f"{error:.3f}; the slice at {s:g} is compared with the true kernel."
    )
    return plots.describe(surface.figure, words)


def _percent(share: float) -> str:
    """A share in words that never says 100 % too early."""
    return f"{100 * share:.0f} %" if share < 0.99 else "over 99 %"


sum_the_eigenfunctions = Demo(
    title="Sum the eigenfunctions",
    question="The first term of min(s, t) holds 81 % of the sum of the eigenvalues. How many terms "
    "does it take to reach 99 %?",
    choices=("2 or 3", "About 6", "About 20", "More than a hundred"),
    right="About 20",
    answer="About 20: what is missing after N terms is about 2/(π²N). Infinitely many dimensions, "
    "and nearly all of the length of the images lies along a few of them. The Gaussian with "
    "σ = 0.3 starts worse, with 59 % in its first term, and is done with four. Narrow kernels pay: "
    "with σ = 0.05 the eigenvalues fall slowly, and it takes about twenty terms too. The diagonal "
    "comes last: that is where min(s, t) has its edge and smooth functions have none.",
    notes=Notes(
        ask="81 % is in the first term. Ask for a guess of the number for 99 %, as a number, "
        "before you show the choices.",
        usual="2 or 3",
        why="A first term that strong promises a quick end; but the tail falls like 1/N only. "
        "Play, and watch the diagonal: it arrives last. Then the Gaussian: a worse start "
        "and done with four.",
        minutes=6,
    ),
    controls={
        "kernel": Choice("kernel", tuple(KERNELS), "min(s, t)"),
        "terms": Slider("terms", (1, 2, 3, 4, 5, 6, 8, 10, 15, 20), 1, play=True),
        "s": Slider("slice at s", (0.25, 0.5, 0.75), 0.5),
    },
    frame=mercer_frame,
    handles=(Handle(("terms",), lambda v: (v["terms"] + 0.5, 0.04), axes=2),),
)
