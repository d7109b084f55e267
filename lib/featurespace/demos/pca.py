"""Chapter 4: three demos about principal components and what they can promise."""

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from .. import plots
from .._validate import Array
from ..pca import Components, pca, ppca_log_likelihood, ppca_posterior
from .panel import Choice, Demo, Notes, Slider


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
    axes = 2 * np.array([unit(-degrees), unit(90 - degrees)])  # where u1 and u2 point
    left.quiver(
        [0, 0], [0, 0], *axes.T, angles="xy", scale_units="xy", scale=1, width=0.009, zorder=2
    )
    for name, (x, y) in zip(("u₁", "u₂"), 1.35 * axes, strict=True):
        left.text(x, y, name, ha="center", va="center", fontsize=9)
    left.set(xlim=(-2.9, 2.9), ylim=(-2.9, 2.9), xlabel="z₁", ylabel="z₂")
    left.set_title(f"Latent means, turned {degrees}°")
    threads(middle, scores, rebuilt, plots.GREY)
    plots.scatter(scores, ax=middle, size=12, label="PCA")
    plots.scatter(rebuilt, ax=middle, size=12, colour=plots.ORANGE, marker="D", label="PPCA")
    middle.set(xlim=(-5.4, 5.4), ylim=(-4.4, 5.6), xlabel="along u₁", ylabel="along u₂")
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


turn_down_sigma = Demo(
    title="Turn down sigma",
    question="With hardly any noise, the model's reconstructions are PCA's projections. Turn the "
    "noise variance σ² up. What happens to the reconstructions?",
    choices=(
        "Nothing: they stay PCA's",
        "All scores shrink by the same factor",
        "The strong component shrinks more",
        "The weak component shrinks more",
    ),
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
)
