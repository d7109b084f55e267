"""Chapter 4: five demos about principal components and what they can promise."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from .. import plots
from .._validate import Array
from ..pca import Components, pca, ppca_log_likelihood, ppca_posterior
from .panel import Choice, Demo, Handle, Notes, Slider


def exact_cloud(n: int, spectrum: tuple[float, ...], seed: int) -> Array:
    """Points (n, d) with mean 0 whose covariance is diagonal with just these variances."""
    A = np.random.default_rng(seed).standard_normal((n, len(spectrum)))
    return np.linalg.qr(A - A.mean(axis=0))[0] * np.sqrt(n * np.array(spectrum))


def unit(degrees: float) -> Array:
    """The unit vector at an angle; for several angles, one per row."""
    angle = np.radians(degrees)
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def threads(ax, start: Array, end: Array, colour: str) -> None:
    """A thin line from each point to its partner."""
    lines = np.stack([start, end], axis=1)  # (n, 2, 2)
    ax.add_collection(LineCollection(lines, colors=colour, linewidths=0.9, zorder=1))


NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40)


@cache
def _scans() -> tuple[Array, Array, Array, Array, Array]:
    """Digits to be sent, the mean and directions agreed upon before, pixels by liveliness, rest."""
    from sklearn.datasets import load_digits

    X = load_digits().data
    mean, directions, _, _ = pca(X[:900])
    lively = np.argsort(-X[:900].var(axis=0), kind="stable")
    centred = X[900:] - mean
    total = np.sum(centred**2)
    by_pixels = total - np.cumsum(np.sum(centred[:, lively] ** 2, axis=0))
    by_mixtures = total - np.cumsum(np.sum((centred @ directions.T) ** 2, axis=0))
    lost = np.stack([by_pixels[:40], by_mixtures[:40]])  # (2, 40), summed squares
    return X[[901, 902, 903, 904, 906, 908]], mean, directions, lively, np.sqrt(lost / centred.size)


def send_frame(pixels: int, mixtures: int) -> Figure:
    """Six digits as they are, with some pixels only, and rebuilt from some mixtures."""
    X, mean, directions, lively, off = _scans()
    kept = np.tile(mean, (len(X), 1))
    kept[:, lively[:pixels]] = X[:, lively[:pixels]]
    V = directions[:mixtures].T
    rebuilt = mean + (X - mean) @ V @ V.T
    rows = np.pad(np.reshape([X, kept, rebuilt], (3, 6, 8, 8)), ((0, 0), (0, 0), (1, 1), (2, 2)))
    ax = plots.axes(1, 7.6, 2.7, left=0.26, right=0.99, bottom=0.03, top=0.89)
    for k, row in enumerate(rows):  # (10, 72) each
        place = {"extent": (-0.5, 71.5, 10 * k + 9.5, 10 * k - 0.5), "interpolation": "none"}
        ax.imshow(np.hstack(row), cmap="gray_r", vmin=0, vmax=16, **place)
    ax.set_ylim(29.5, -0.5)
    lost = off[0, pixels - 1], off[1, mixtures - 1]
    names = (f"the {pixels} liveliest pixels", f"mixtures of pixels: {mixtures}")
    sides = [f"{name}\noff by {one:.2f}" for name, one in zip(names, lost, strict=True)]
    ax.set_yticks((4.5, 14.5, 24.5), ["all 64 pixels", *sides])
    ax.set_xticks([])
    ax.grid(visible=False)
    ax.set_title(f"Pixels are off by {lost[0]:.2f}, mixtures by {lost[1]:.2f} grey levels")
    words = (
        f"Three rows of six handwritten digits: as they are; with their {pixels} liveliest pixels, "
        f"the others grey, off by {lost[0]:.2f} of 16 grey levels; and rebuilt from {mixtures} "
        f"mixtures of pixels, off by {lost[1]:.2f}."
    )
    return plots.describe(ax.figure, words)


send_fewer_numbers = Demo(
    title="Send fewer numbers",
    question="Twenty pixels are sent, and the receiver paints the others in their average grey. "
    "You may send mixtures instead: each is a sum over all 64 pixels, with weights agreed upon "
    "before. How many mixtures do as well as twenty pixels?",
    choices=("Twenty, a number is a number", "About fourteen", "About seven", "One or two"),
    right="About seven",
    answer="About seven. A pixel's neighbours say much of what it says, so twenty pixels repeat "
    "one another; a mixture can say at once what many of them have in common. Which mixtures "
    "these are is the subject of the chapter. With twenty of them the digits can be read again.",
    notes=Notes(
        ask="Cover the picture but for one pixel and ask for the grey beside it: neighbours are "
        "alike. Then the vote, and only then move the lower slider.",
        usual="About fourteen",
        why="A saving of a third sounds bold enough. Move the mixtures up until both rows are off "
        "by the same, and read the digits aloud as they appear. Leave the weights a mystery.",
        minutes=4,
    ),
    controls={
        "pixels": Slider("pixels sent", NUMBERS, 20),
        "mixtures": Slider("mixtures sent", NUMBERS, 1, play=True),
    },
    frame=send_frame,
    shown=({"mixtures": 7}, {"mixtures": 20}),
)


SIGMA = np.array([[17.0, 6.0], [6.0, 8.0]])  # eigenvalues 20 and 5, along (2, 1) and (1, -2)
STARTS = {"(1, 0)": (1, 0), "(0, 1)": (0, 1), "(−3, 7)": (-3, 7), "(1, −2)": (1, -2)}


def _turned(start: str, products: int) -> tuple[Array, Array]:
    """The unit vectors after 0, 1, 2 … products, and their degrees off the long axis."""
    w, path = np.array(STARTS[start], float), []
    for _ in range(products + 1):
        w = w / np.linalg.norm(w)
        path.append(w)
        w = SIGMA @ w
    path = np.array(path)
    slopes = np.abs(path @ [1, -2]) / np.maximum(np.abs(path @ [2, 1]), 1e-12)  # tan of the angle
    return path, np.degrees(np.arctan(slopes))


def turn_frame(start: str, products: int) -> Figure:
    """A vector, multiplied again and again, and how far it still is from the widest direction."""
    path, off = _turned(start, products)
    left, right = plots.axes(2, 8.4, 3.4, left=0.05, right=0.98, bottom=0.15, top=0.9, wspace=0.2)
    circle = np.stack([unit(np.arange(0, 361, 3)) @ side for side in np.linalg.cholesky(SIGMA)])
    left.plot(*(circle / 4.6), color=plots.GREY, linewidth=1)
    for i, (x, y) in enumerate(path):
        last = i == products
        look = {"color": plots.BLUE if last else plots.GREY, "alpha": 1 if last else 0.45}
        left.annotate(
            "",
            (x, y),
            (0, 0),
            arrowprops={"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "lw": 2.5, **look},
        )
    left.set(xlim=(-1.75, 1.75), ylim=(-1.15, 1.15), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    left.set_title(
        f"After {products} product{'s' * (products != 1)}: ({path[-1][0]:.3f}, {path[-1][1]:.3f})"
    )
    right.plot(np.arange(products + 1), off, "o-", color=plots.BLUE, markersize=5)
    right.set(xlim=(-0.3, 8.3), ylim=(-4, 95), yticks=(0, 30, 60, 90))
    right.set(xlabel="products", ylabel="degrees off the long axis")
    right.set_title(f"{off[-1]:.2f}° off the long axis of the ellipse")
    words = (
        f"The vector {start}, multiplied {products} times by a covariance matrix and brought back "
        f"to length one, now points to {path[-1][0]:.3f}, {path[-1][1]:.3f}. It is {off[-1]:.2f} "
        f"degrees off the long axis of the ellipse."
    )
    return plots.describe(left.figure, words)


multiply_and_turn = Demo(
    title="Multiply and turn",
    question="Multiply a vector by the covariance matrix [[17, 6], [6, 8]], bring it back to "
    "length one, and do it again and again. Where does it come to rest?",
    choices=(
        "It depends on the start",
        "Along the long axis, from almost every start",
        "Along the longer of the two coordinate axes",
        "Nowhere, it turns for ever",
    ),
    right="Along the long axis, from almost every start",
    answer="Along the long axis, from almost every start. In the coordinates of the two axes of "
    "the ellipse a product multiplies one by 20 and the other by 5, so the first leads by four "
    "times more after each step, and soon it is all there is. Only a start at right angles to the "
    "long axis, (1, −2), has nothing of it that could grow.",
    notes=Notes(
        ask="Do the first product on the board: (1, 0) becomes (17, 6). Ask where (17, 6) will "
        "go, and whether another start would end elsewhere.",
        usual="It depends on the start",
        why="A start usually matters. Try (−3, 7), which begins nearly across: it takes two or "
        "three products more and ends on the same line. Keep (1, −2) for last.",
        minutes=4,
    ),
    controls={
        "start": Choice("start", tuple(STARTS), "(1, 0)"),
        "products": Slider("products", tuple(range(9)), 0, play=True),
    },
    frame=turn_frame,
    shown=({"products": 1}, {"start": "(−3, 7)", "products": 4}),
    handles=(Handle(("products",), lambda v: (v["products"], _turned(**v)[1][-1]), axes=1),),
)


CLOUDS = {"long": (2.4, 0.4), "plump": (1.7, 1.1), "round": (1.4, 1.4)}
TURNS = tuple(range(0, 181, 5))


@cache
def tilted(cloud: str) -> Array:
    """Forty points whose long axis points 30 degrees up."""
    return exact_cloud(40, CLOUDS[cloud], seed=8) @ np.array([unit(30), unit(120)])


def spin_frame(cloud: str, degrees: int) -> Figure:
    """A line through the mean: what the projections keep, and what the residuals lose."""
    X, w = tilted(cloud), unit(degrees)
    z = X @ w
    foot = np.outer(z, w)
    captured, lost = np.mean(z**2), np.mean((X - foot) ** 2) * 2
    left, right = plots.axes(2, 8.4, 3.3, left=0.06, right=0.98, bottom=0.15, top=0.9, wspace=0.22)
    ends = np.array([-5 * w, 5 * w])
    left.plot(*ends.T, color="black", linewidth=1, zorder=1)
    threads(left, X, foot, plots.ORANGE)
    plots.scatter(X, ax=left, size=16, colour=plots.GREY)
    plots.scatter(foot, ax=left, size=16, marker="D")
    left.set(xlim=(-4, 4), ylim=(-2.9, 3.5), title=f"Every point dropped onto a line at {degrees}°")
    seen = np.array([turn for turn in TURNS if turn <= degrees])  # the rest is to be predicted
    feet = X @ unit(seen).T  # (40, turns)
    curve = (feet**2).mean(axis=0)
    total = captured + lost
    right.stackplot(
        seen,
        curve,
        (X**2).sum(axis=1).mean() - curve,
        colors=[plots.BLUE, plots.ORANGE],
        alpha=0.55,
        labels=["captured", "lost"],
    )
    right.plot([degrees, degrees], [0, total], color="black")
    right.plot(degrees, captured, "o", color="black")
    right.set(
        xlim=(0, 180), ylim=(0, 3.6), xlabel="angle of the line in degrees", ylabel="variance"
    )
    right.legend(loc="upper right", ncols=2, fontsize=8)
    right.set_title(f"Captured {captured:.2f}, lost {lost:.2f}")
    left.set(xticks=(-3, 0, 3), yticks=(-2, 0, 2))
    right.set(xticks=(0, 90, 180), yticks=(0, 1, 2))
    words = (
        f"A {cloud} cloud of 40 points and a line through its mean at {degrees} degrees. The "
        f"projections have variance {captured:.2f}, the mean squared distance to the line is "
        f"{lost:.2f}."
    )
    return plots.describe(left.figure, words)


spin_the_line = Demo(
    title="Spin the line",
    question="One student turns the line until the projected points spread as widely as possible. "
    "Another turns it until the threads from the points to the line are as short as possible, in "
    "mean squared length. By what angle do their two lines differ?",
    choices=(
        "Not at all",
        "By a few degrees, depending on the cloud",
        "They are at right angles",
    ),
    right="Not at all",
    answer="Not at all. Each point, its foot on the line and the mean form a right triangle, so "
    "its squared distance from the mean is captured plus lost. Averaged over the points the sum is "
    "the total variance, which no line can change: what one student gains the other saves. With "
    "the round cloud every line is as good as every other, and there is no first component to "
    "find.",
    notes=Notes(
        ask="Pick two volunteers: one wants wide shadows, the other short threads. Each tells "
        "you when to stop. Vote on the angle between their lines before they start.",
        usual="By a few degrees, depending on the cloud",
        why="Two goals, two answers, one would think. Draw the right triangle of one point, its "
        "foot and the mean: captured plus lost is fixed, point by point. With the round "
        "cloud both volunteers lose their job.",
        minutes=6,
    ),
    controls={
        "cloud": Choice("cloud", tuple(CLOUDS), "long"),
        "degrees": Slider("angle of the line", TURNS, TURNS[0], play=True),
    },
    frame=spin_frame,
    handles=(Handle(("degrees",), lambda v: 2.6 * unit(v["degrees"])),),
)


POINTS = 200
RATIOS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0)
SIGNALS = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0)


@cache
def _noise() -> Array:
    """White noise, as many columns as the widest frame needs."""
    return np.random.default_rng(7).standard_normal((POINTS, round(POINTS * max(RATIOS))))


@cache
def _spectrum(ratio: float, signal: float) -> tuple[Array, float]:
    """Eigenvalues of noise with one true direction e1, and cos^2 between it and the first found."""
    X = _noise()[:, : round(POINTS * ratio)].copy()
    X[:, 0] *= np.sqrt(1 + signal)  # the true spectrum is 1 + signal, 1, 1, ...
    _, directions, values, _ = pca(X, route="eigen" if ratio < 1 else "gram")
    return values, float(directions[0, 0] ** 2)


def squared_cosine_limit(signal: Array, ratio: float) -> Array:
    """How much of the first direction is truth, for large n and d: none up to signal √(d/n)."""
    signal = np.maximum(signal, np.sqrt(ratio))
    return (1 - ratio / signal**2) / (1 + ratio / signal)


def noise_frame(ratio: float, signal: float) -> Figure:
    """Sample eigenvalues of n = 200 points against the true ones."""
    values, squared_cosine = _spectrum(ratio, signal)
    d, edge = round(POINTS * ratio), (1 + np.sqrt(ratio)) ** 2
    rank = np.arange(1, min(40, len(values)) + 1)
    left, right = plots.axes(2, 8.6, 3.3, left=0.07, right=0.98, bottom=0.15, top=0.9, wspace=0.24)
    left.plot(rank, values[: len(rank)], "o", color=plots.BLUE, markersize=4, label="sample")
    truth = np.where(rank == 1, 1 + signal, 1.0)
    left.plot(rank, truth, "s", color=plots.ORANGE, markersize=3, label="truth")
    left.axhline(edge, color="black", linestyle="--", linewidth=1, label="theory: where noise ends")
    left.set(xlabel="component", ylabel="eigenvalue", xlim=(0, 41), ylim=(0, 8.2))
    left.legend(loc="upper right", fontsize=8)
    left.set_title(f"d = {d}, n = {POINTS}: first {values[0]:.2f}, truth {1 + signal:g}")
    grid = np.linspace(0, 4.2, 85)
    right.plot(grid, squared_cosine_limit(grid, ratio), color="black")
    right.plot(signal, squared_cosine, "o", color=plots.BLUE, markersize=9)
    right.axvline(np.sqrt(ratio), color=plots.GREY, linestyle=":")
    right.text(np.sqrt(ratio) + 0.06, 0.96, "√(d/n)", color=plots.GREY, fontsize=9)
    right.set(xlim=(-0.15, 4.2), ylim=(-0.04, 1.04))
    right.set_xlabel("extra variance (dot: this sample, line: large n and d)")
    right.set_ylabel("squared cosine with the truth")
    share = f"{squared_cosine:.0%} of the first direction is truth"
    right.set_title("There is no true direction" if signal == 0 else share)
    left.set(xticks=(1, 20, 40), yticks=(0, 4, 8))
    right.set(xticks=(0, 2, 4), yticks=(0, 0.5, 1))
    words = (
        f"{POINTS} points in {d} dimensions; the true variances are {1 + signal:g} along one "
        f"direction and 1 along all others. The first sample eigenvalue is {values[0]:.2f}; pure "
        f"noise alone reaches about {edge:.2f}. The squared cosine between the first direction "
        f"found and the marked one is {squared_cosine:.2f}."
    )
    return plots.describe(left.figure, words)


noise_has_principal_components_too = Demo(
    title="Noise has principal components too",
    question="200 points of pure noise in 200 dimensions: every direction has the true variance 1. "
    "How large is the first eigenvalue of the sample covariance?",
    choices=("About 1", "About 4", "About 1.1", "About 2"),
    right="About 4",
    answer="About 4. PCA picks, among all directions, the one in which this sample happens to be "
    "widest, and with many dimensions there is much to pick from: the largest eigenvalue of noise "
    "comes near (1 + √(d/n))². A true direction shows only if its extra variance exceeds √(d/n); "
    "below that the first eigenvalue looks like noise and the first direction has next to nothing "
    "to do with the truth. A large first eigenvalue, or a falling scree, proves no structure.",
    notes=Notes(
        ask="Ask for the eigenvalues of the true covariance (all 1). Then ask for the largest "
        "one of the sample, and write the guesses down in a column.",
        usual="About 1",
        why="The truth is 1 and 200 points seem plenty. But 200 directions were searched for "
        "the widest one. Raise d/n slowly, then add a signal of 0.5 at d/n = 1: it is "
        "there, and PCA cannot see it.",
        minutes=7,
    ),
    controls={
        "ratio": Slider("d/n", RATIOS, RATIOS[0], play=True),
        "signal": Slider("extra variance of one direction", SIGNALS, 0.0),
    },
    frame=noise_frame,
    shown=({"ratio": 1.0}, {"ratio": 1.0, "signal": 2.0}),
    handles=(
        Handle(("signal",), lambda v: (v["signal"], _spectrum(v["ratio"], v["signal"])[1]), axes=1),
    ),
)


VARIANCES = (4.0, 1.5, 0.5, 0.3, 0.1)
NOISES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.1, 1.4)
FINE = tuple(np.geomspace(NOISES[0], NOISES[-1], 40))


@cache
def _five() -> tuple[Array, Components]:
    """Thirty points in five dimensions, and their first two components."""
    X = exact_cloud(30, VARIANCES, seed=8)
    return X, pca(X, 2)


def _loadings(sigma2: float, degrees: float) -> Array:
    """The most likely W for this noise (2.85), its latent axes turned by R."""
    _, (_, directions, values, _) = _five()
    R = np.array([unit(degrees), unit(degrees + 90)])
    return directions.T * np.sqrt(values - sigma2) @ R


@cache
def _likelihood(sigma2: float, degrees: float) -> float:
    """Log-likelihood per point."""
    X, (mean, *_) = _five()
    return ppca_log_likelihood(X, mean, _loadings(sigma2, degrees), sigma2) / len(X)


def sigma_frame(sigma2: float, degrees: int) -> Figure:
    """Latent space, reconstructions and likelihood of probabilistic PCA."""
    X, (mean, directions, values, scores) = _five()
    W = _loadings(sigma2, degrees)
    latent, _ = ppca_posterior(X, mean, W, sigma2)
    rebuilt = latent @ W.T @ directions.T  # (n, 2), in the plane of the first two components
    left, middle, right = plots.axes(
        3, 9.0, 3.1, left=0.06, right=0.985, bottom=0.16, top=0.9, wspace=0.32
    )
    plots.scatter(latent, ax=left, size=14, colour=plots.GREEN, marker="s")
    axes = 2 * np.array([unit(-degrees), unit(90 - degrees)])  # where v1 and v2 point
    left.quiver(
        [0, 0], [0, 0], *axes.T, angles="xy", scale_units="xy", scale=1, width=0.009, zorder=2
    )
    for name, (x, y) in zip(("v₁", "v₂"), 1.35 * axes, strict=True):
        left.text(x, y, name, ha="center", va="center", fontsize=9)
    left.set(xlim=(-2.9, 2.9), ylim=(-2.9, 2.9), xlabel="z₁", ylabel="z₂")
    left.set_title(f"Latent means, turned {degrees}°")
    threads(middle, scores, rebuilt, plots.GREY)
    plots.scatter(scores, ax=middle, size=12, label="PCA")
    plots.scatter(rebuilt, ax=middle, size=12, colour=plots.ORANGE, marker="D", label="PPCA")
    middle.set(xlim=(-5.4, 5.4), ylim=(-4.4, 5.6), xlabel="along v₁", ylabel="along v₂")
    middle.legend(loc="upper left", ncols=2, fontsize=8)
    factors = (values - sigma2) / values
    middle.set_title(f"Kept: {factors[0]:.0%} and {factors[1]:.0%}")
    here = _likelihood(sigma2, degrees)
    seen = [s for s in FINE if s <= sigma2 + 1e-9]
    right.plot(seen, [_likelihood(s, 0) for s in seen], color=plots.BLUE)
    right.plot(sigma2, here, "o", color=plots.ORANGE, markersize=9)
    right.set(xlim=(-0.05, 1.5), ylim=(-11.4, -5.6), xlabel="noise σ²")
    right.set_title(f"Mean log-likelihood {here:.2f}")
    left.set(xticks=(-2, 2), yticks=(-2, 2))
    middle.set(xticks=(-4, 4), yticks=(-4, 4))
    right.set(xticks=(0, 1), yticks=(-10, -6))
    words = (
        f"Probabilistic PCA with noise variance {sigma2:g}, latent axes turned by {degrees} "
        f"degrees. Reconstructions keep {factors[0]:.0%} of the first and {factors[1]:.0%} of the "
        f"second score. The log-likelihood per point is {here:.3f}."
    )
    return plots.describe(left.figure, words)


turn_up_the_noise = Demo(
    title="Turn up the noise",
    question="With hardly any noise, the model's reconstructions are PCA's projections. Turn the "
    "noise variance σ² up. What happens to the reconstructions?",
    choices=(
        "Nothing: they stay PCA's",
        "All scores shrink by the same factor",
        "The strong component shrinks more",
        "The weak component shrinks more",
    ),
    right="The weak component shrinks more",
    answer="The weak component shrinks more. The more noise the model believes in, the less it "
    "believes the data: score i is kept by the factor (λᵢ − σ²)/λᵢ. Turn σ² down again and PCA's "
    "projection is back. The likelihood has its peak at 0.3, the mean of the discarded variances. "
    "The other knob turns the latent space and changes neither: it only renames the latent "
    "coordinates, and the data cannot tell which axes are the real ones.",
    notes=Notes(
        ask="Ask what a cautious person does with a measurement that is mostly noise. Then: "
        "which component will the model distrust more?",
        usual="All scores shrink by the same factor",
        why="Noise is equal in all directions, so equal shrinkage sounds just. It is the share "
        "of noise that counts: (λ − σ²)/λ is nearer to zero for the small λ. Turn the "
        "latent space at the end and ask what has changed in the data: nothing.",
        minutes=6,
    ),
    controls={
        "sigma2": Slider("noise σ²", NOISES, NOISES[0], play=True),
        "degrees": Slider("turn of the latent space", tuple(range(0, 91, 15)), 0),
    },
    frame=sigma_frame,
    handles=(
        Handle(("degrees",), lambda v: 2 * unit(-v["degrees"])),
        Handle(("sigma2",), lambda v: (v["sigma2"], _likelihood(v["sigma2"], 0)), axes=2),
    ),
)
