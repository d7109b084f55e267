"""Chapter 5: three demos about maps, horseshoes and sums of eigenfunctions."""

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
from .panel import Choice, Demo, Notes, Slider

# --- From distances back to a map ----------------------------------------------------------------


LEFT, RIGHT = (-6, "right"), (6, "left")  # where there is no room above
BESIDE = {"Brussels": LEFT, "Paris": LEFT, "Geneva": LEFT, "Madrid": LEFT}
BESIDE |= {"Cologne": RIGHT, "Milan": RIGHT, "Barcelona": RIGHT, "Vienna": RIGHT}


@cache
def _table(name: str) -> tuple[list[str], np.ndarray, np.ndarray, tuple[int, int], str]:
    """Names, distances, a layout to turn the map to, the entry to edit, and the unit."""
    if name == "triangle":
        D = np.array([[0.0, 3, 4], [3, 0, 5], [4, 5, 0]])
        return list("ABC"), D, np.array([[0.0, 0], [0, 3], [4, 0]]), (1, 2), ""
    if name == "ring of four":
        D = np.array([[0.0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
        return list("ABCD"), D, np.array([[0.0, 0], [0, 1], [1, 1], [1, 0]]), (0, 2), ""
    names, D, place = datasets.cities()
    i, j = names.index("Cologne"), names.index("Geneva")
    D[i, j] = D[j, i] = 662.0  # printed: 1662
    return names, D, place * [np.cos(np.radians(48)), 1.0], (i, j), " km"


def _flat_map(D: np.ndarray, layout: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues of G, largest first, and the map in the plane, turned to the layout."""
    values, V = np.linalg.eigh(gram_from_distances(D))
    Z = V[:, -2:] * np.sqrt(np.maximum(values[-2:], 0.0))
    turn, _ = orthogonal_procrustes(Z, layout - layout.mean(axis=0))
    return values[::-1], Z @ turn


def map_frame(table: str, factor: float) -> Figure:
    """The flat map of a table with one entry changed, beside the eigenvalues of its G."""
    names, D, layout, (i, j), unit = _table(table)
    D = D.copy()
    D[i, j] = D[j, i] = asked = factor * D[i, j]
    values, Z = _flat_map(D, layout)
    off = np.abs(cdist(Z, Z) - D).max()
    drawn = np.linalg.norm(Z[i] - Z[j])
    left, right = plots.axes(2, 8.6, 3.5, left=0.03, right=0.99, bottom=0.13, top=0.9, wspace=0.16)
    left.plot(*Z[[i, j]].T, "--", color=plots.ORANGE, zorder=2)
    plots.scatter(Z, ax=left, size=36)
    pad = 0.14 * np.ptp(Z, axis=0).max()
    for k, (name, z) in enumerate(zip(names, Z, strict=True)):
        twins = [other for other, w in zip(names, Z, strict=True) if np.allclose(w, z, atol=1e-6)]
        name = ", ".join(twins) if names.index(twins[0]) == k else ""
        dx, ha = BESIDE.get(name, (0, "center"))
        left.annotate(name, z, (dx, 5 - abs(dx)), textcoords="offset points", ha=ha, fontsize=8)
    left.set(xlabel="", ylabel="", xticks=[], yticks=[])
    left.set_xlim(Z[:, 0].min() - pad, Z[:, 0].max() + pad)
    left.set_ylim(Z[:, 1].min() - pad, Z[:, 1].max() + pad)
    entry = f"{names[i]}–{names[j]}"
    digits = 0 if unit else 2
    left.set_title(f"{entry}: asked {asked:.{digits}f}, drawn {drawn:.{digits}f}{unit}")
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
        else "None negative, so a map exists"
    )
    right.set_title(verdict)
    asked, drawn, off = (f"{length:.{digits}f}{unit}" for length in (asked, drawn, off))
    words = (
        f"Map recovered from the table {table}, with the entry {entry} set to {factor:g} times its "
        f"value. Asked {asked}, drawn {drawn}; the worst of all distances is off by {off}. "
        f"Eigenvalues of G as shares of the largest: {verdict}."
    )
    return plots.describe(left.figure, words)


from_distances_back_to_a_map = Demo(
    title="From distances back to a map",
    question="The ring of four has no map: neighbours 1 apart, opposite corners 2. Now you may "
    "change one entry, A–C, and no other. For which values does a map exist?",
    choices=(
        "For none: the ring is beyond repair",
        "For every value up to some limit",
        "For exactly one",
    ),
    answer="For exactly one, zero. B and D are 2 apart and A is 1 from both, so A sits halfway "
    "between them; so does C, and both must coincide. For every other value G has a negative "
    "eigenvalue, and no map exists in any dimension. A triangle is more patient: there every "
    "value up to the limit set by the other two sides will do. Tables of real roads have negative "
    "eigenvalues too, small ones because roads wind, large ones because of a misprint: set "
    "Cologne–Geneva to 2.5 times its length and you have the table as it was printed.",
    notes=Notes(
        ask="Let the class try to draw four towns in a ring, neighbours 1 apart and opposite "
        "ones 2. Two minutes with paper, then the vote.",
        usual="For every value up to some limit",
        why="So it is in a triangle, which they have just seen. In the ring the other entries "
        "already force A and C onto one spot. Show the negative eigenvalue come and go, and "
        "end with the cities and the misprint.",
        minutes=8,
    ),
    controls={
        "table": Choice("table", ("triangle", "ring of four", "twelve cities"), "triangle"),
        "factor": Slider("one entry, times", (0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3), 1),
    },
    frame=map_frame,
    shown=({"table": "ring of four"}, {"table": "ring of four", "factor": 0}),
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
    answer="Either. Scaling changes who is whose neighbour: with unit variance the ends lie "
    "farther apart than the twelfth neighbour, and the coordinate follows the position. With 15 "
    "neighbours that no longer helps, and with too few the graph falls into pieces. Kernel PCA "
    "gets there with no setting: on the data as they are it goes half the way with a narrow kernel "
    "and ends up at PCA with a wide one; with unit variance it tells left from right, but turns "
    "back towards both ends. Nonlinear is not the same as better.",
    notes=Notes(
        ask="Show PCA, then Isomap with 12 neighbours, and have the class find the short cut in "
        "the picture. Then ask what would mend it.",
        usual="Only fewer neighbours",
        why="It is the cure the text has just named. Scaling looks like housekeeping, but it "
        "changes who is whose neighbour. Try both, then 15 neighbours, and kernel PCA as "
        "the warning that nonlinear is not the same as better.",
        minutes=8,
    ),
    controls={
        "method": Choice("method", ("PCA", "kernel PCA", "Isomap"), "PCA"),
        "scaled": Choice("variables", ("as they are", "unit variance"), "as they are"),
        "q": Slider("kernel width, quantile", (0.05, 0.1, 0.25, 0.5, 0.75, 0.9), 0.25),
        "m": Slider("neighbours m", (3, 4, 5, 6, 7, 8, 10, 12, 15), 12),
    },
    frame=horseshoe_frame,
    shown=({"method": "Isomap"}, {"method": "Isomap", "scaled": "unit variance"}),
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
    surface.imshow(partial, extent=(0, 1, 0, 1), origin="lower", vmin=0, vmax=1)
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
)
