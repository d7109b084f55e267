"""The figures' vocabulary: one call draws, and the last call shows it with words.

Each function draws into ``ax`` (into a new figure, if it is left out) and returns the Axes.
``show`` puts the figure into the page with a real text alternative. All share one style: colours
that differ for colour-blind readers, a marker for each class beside its colour, an opaque
background that stays readable on dark pages. It is put on where a figure is made, drawn into and
shown, and taken off again: matplotlib's settings, and the reader's own figures, stay as they are.
"""

import base64
import html
import io
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.rcsetup import cycler
from numpy.typing import ArrayLike

from ._validate import Array, as_array, as_gram, as_points, as_vector, fail

BLUE, ORANGE, GREEN, PINK, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#5A5A5A"
COLOURS = (BLUE, ORANGE, GREEN, PINK, GREY)
CLASSES = {1.0: (BLUE, "o", "class +1"), -1.0: (ORANGE, "s", "class −1")}
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "h")  # as many as no two looks agree
GRID = 60  # points per side of a contour grid: enough to look smooth, few enough to be quick

STYLE: dict[str, Any] = {
    "axes.grid": True,
    "axes.prop_cycle": cycler(color=COLOURS, linestyle=["-", "--", "-.", ":", "-"]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titley": 1.0,  # where it goes anyway, without measuring every label first
    "figure.facecolor": "white",
    "font.size": 10,
    "grid.alpha": 0.25,
    "image.cmap": "viridis",
    "image.composite_image": False,  # in vector graphics each stays as it is
    "legend.fontsize": 9,
    "legend.framealpha": 0.9,
    "lines.linewidth": 1.8,
    "lines.markersize": 6,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "featurespace",  # the same names of shapes in every run
    "text.hinting": "no_hinting",  # quicker, and as sharp on screens of today
}
_outside: dict[str, Any] = {}  # what stood in place of the style, as long as that is on
_wearing = threading.RLock()  # one thread at a time: the settings are matplotlib's, and shared


@contextmanager
def style() -> Iterator[None]:
    """The style of the course, for as long as the block lasts.

    What ``axes`` makes wears it anyway; this is for figures made by other means. A second thread
    (a notebook's moves may come in one of their own) waits until the first has taken it off.

    Returns
    -------
    A context manager, for ``with``.
    """
    with _wearing:
        if _outside:  # it is on already
            yield
            return
        settings = cast(dict[str, Any], mpl.rcParams)
        _outside.update({key: settings[key] for key in STYLE})
        settings.update(STYLE)
        try:
            yield
        finally:
            settings.update(_outside)
            _outside.clear()


def _in_style(names: str) -> Callable[[type], type]:
    """Let the methods of these names work in the course's style."""

    def dress(kind: type) -> type:
        for name in names.split():
            setattr(kind, name, style()(getattr(kind, name)))
        return kind

    return dress


@_in_style(
    "annotate axhline axline axvline bar barh boxplot clabel contour contourf errorbar fill "
    "fill_between hist hlines imshow inset_axes legend loglog pcolormesh plot scatter semilogx "
    "semilogy set_title set_xlabel set_xticks set_ylabel set_yticks stackplot stairs stem step "
    "text tick_params twinx twiny violinplot vlines"
)
class _Axes(Axes):
    """Axes whose lines, words and ticks look like the course's, whoever draws them."""


@_in_style("__init__ add_subplot colorbar draw legend savefig suptitle text")
class _Figure(Figure):
    """A figure whose axes are of that kind."""

    def add_subplot(self, *place: Any, **options: Any) -> Axes:
        if not {"axes_class", "polar", "projection"} & set(options):
            options["axes_class"] = _Axes
        return super().add_subplot(*place, **options)


def axes(ncols: int = 1, width: float | None = None, height: float = 3.2, **layout: float) -> Any:
    """Axes of a new figure: one, or a row of ``ncols``.

    Keyword margins (left, right, bottom, top, wspace) fix the layout, which is quicker than
    having it worked out: demos do that.

    Parameters
    ----------
    ncols : how many, side by side.
    width : of the figure in inches; 4.8 for each of the Axes and 9 at most, if left out.
    height : of the figure in inches.
    **layout : margins as shares of the figure, as for ``Figure.subplots_adjust``; matplotlib's
        constrained layout, if left out.

    Returns
    -------
    The Axes, or an array of ``ncols`` of them.
    """
    size = (width or min(4.8 * ncols, 9.0), height)
    figure = _Figure(figsize=size, layout=None if layout else "constrained")
    FigureCanvasAgg(figure)
    made = figure.subplots(1, ncols)
    if layout:
        figure.subplots_adjust(**layout)
    return made


def _finish(ax: Axes, title: str, labels: tuple[str, str] = ("", "")) -> Axes:
    for setter, text in (
        (ax.set_title, title),
        (ax.set_xlabel, labels[0]),
        (ax.set_ylabel, labels[1]),
    ):
        if text:
            setter(text)
    return ax


def scatter(
    X: ArrayLike,
    y: ArrayLike | None = None,
    *,
    ax: Axes | None = None,
    title: str = "",
    label: str = "",
    colour: str = BLUE,
    marker: str = "o",
    size: float = 28,
) -> Axes:
    """Points of the plane; with labels y each class has its own colour and marker.

    Parameters
    ----------
    X : (n, 2) points.
    y : (n,) labels of any kind, numbers or words; those of -1 and +1 look alike in every figure.
    ax : where to draw; a new figure, if left out.
    title, label, colour, marker, size : the last four are for points without labels.

    Returns
    -------
    The Axes.
    """
    X = as_points(X)
    if X.shape[1] != 2:
        remedy = "Pick two of them, X[:, :2], or project the points first"
        raise fail("X", "have 2 columns to be drawn", f"{X.shape[1]}", remedy)
    groups = [(slice(None), colour, marker, label)] if y is None else _groups(y, len(X))
    ax = axes() if ax is None else ax
    for chosen, c, m, name in groups:
        x1, x2 = X[chosen].T
        ax.scatter(
            x1, x2, s=size, c=c, marker=m, label=name, edgecolors="white", linewidths=0.6, zorder=3
        )
    ax.set_aspect("equal")
    return _finish(ax, title, ("x₁", "x₂"))


def _groups(y: ArrayLike, n: int) -> list[tuple[Any, ...]]:
    """Members, colour, marker and name of each class."""
    y = np.asarray(y)
    if y.shape != (n,):
        got = f"shape {y.shape} for {n} points"
        raise fail("y", "have one label per point", got, "Give every row of X its label")
    y = as_array(y, "y", 1) if y.dtype.kind in "biuf" else y.astype(str)
    values = np.unique(y).tolist()
    if set(values) <= set(CLASSES):
        return [(y == sign, *look) for sign, look in CLASSES.items()]
    if len(values) > len(COLOURS) * len(MARKERS):
        remedy = "Numbers on a scale are drawn with ax.scatter(..., c=y)"
        raise fail("y", "have few enough classes to tell apart", f"{len(values)}", remedy)
    looks = [(COLOURS[i % len(COLOURS)], MARKERS[i % len(MARKERS)]) for i in range(len(values))]
    names = [f"class {v:g}" if isinstance(v, float) else v for v in values]
    return [(y == v, *look, name) for v, look, name in zip(values, looks, names, strict=True)]


def on_grid(f: Callable[[Array], Array], ax: Axes) -> tuple[Array, Array, Array]:
    """Values of f on a grid over the axes' window.

    Parameters
    ----------
    f : takes points (m, 2) and returns m numbers.
    ax : whose window is covered.

    Returns
    -------
    ``x1`` and ``x2``, each (GRID,), and the values (GRID, GRID), a row for each x2.
    """
    x1, x2 = (np.linspace(*limits, GRID) for limits in (ax.get_xlim(), ax.get_ylim()))
    grid = np.stack(np.meshgrid(x1, x2), axis=-1)
    return x1, x2, f(grid.reshape(-1, 2)).reshape(GRID, GRID)


def contours(
    f: Callable[[Array], Array],
    *,
    ax: Axes,
    levels: int | list[float] = 8,
    title: str = "",
    label: str = "",
    colour: str | None = None,
) -> Axes:
    """Level lines of f over the window of ax; f takes points (m, 2) and returns m numbers.

    Parameters
    ----------
    f : takes points (m, 2) and returns m numbers.
    ax : where to draw; its window stays as it is.
    levels : how many lines, or the values they are drawn at.
    title : of the Axes.
    label : for the legend.
    colour : one for all lines, which are then dashed and bear no numbers; by value, if left out.

    Returns
    -------
    The Axes.
    """
    x1, x2, values = on_grid(f, ax)
    look: dict[str, Any] = {"cmap": "viridis_r"}
    if colour is not None:
        look = {"colors": colour, "linestyles": "--"}
    lines = ax.contour(x1, x2, values, levels=levels, zorder=2, **look)
    if colour is None:
        ax.clabel(lines, fontsize=8)
    if label:
        ax.plot([], [], "--", color=colour, label=label)
    return _finish(ax, title)


def boundary(f: Callable[[Array], Array], *, ax: Axes, title: str = "") -> Axes:
    """Where f changes sign: the line f = 0, with the side of each class tinted.

    Parameters
    ----------
    f : takes points (m, 2) and returns m numbers, positive on the side of class +1.
    ax : where to draw; its window stays as it is.
    title : of the Axes.

    Returns
    -------
    The Axes.
    """
    x1, x2, values = on_grid(f, ax)
    tints = [CLASSES[-1.0][0], CLASSES[1.0][0]]
    ax.contourf(x1, x2, values, levels=[-np.inf, 0, np.inf], colors=tints, alpha=0.14, zorder=0)
    ax.contour(x1, x2, values, levels=[0.0], colors="black", linewidths=1.5, zorder=2)
    return _finish(ax, title)


def heatmap(
    K: ArrayLike, *, ax: Axes | None = None, title: str = "", numbers: bool = False
) -> Axes:
    """A kernel matrix as colours, with a scale; ``numbers`` writes the entries instead.

    If some entries are negative, the scale has a colour for each sign.

    Parameters
    ----------
    K : (n, n) symmetric matrix.
    ax : where to draw; a new figure, if left out.
    title : of the Axes.
    numbers : whether entries are written into their squares, in place of the scale.

    Returns
    -------
    The Axes.
    """
    K, ax = as_gram(K), axes() if ax is None else ax
    largest = np.abs(K).max()
    signed = K.min() < 0  # then zero is in the middle of the scale, and pale
    scale = {"cmap": "PuOr", "vmin": -largest, "vmax": largest} if signed else {}
    picture = ax.imshow(K, interpolation="nearest", **scale)
    ax.grid(visible=False)
    if numbers:
        dark = np.abs(K) > 0.6 * largest if signed else K < (K.max() + K.min()) / 2
        for (i, j), value in np.ndenumerate(K):
            colour = "white" if dark[i, j] else "black"
            ax.text(j, i, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=8)
    else:
        ax.figure.colorbar(picture, ax=ax, shrink=0.85)
    return _finish(ax, title, ("point j", "point i"))


def distribution(
    values: ArrayLike,
    *,
    ax: Axes | None = None,
    marks: Mapping[str, float] | None = None,
    title: str = "",
    xlabel: str = "",
    bins: int = 40,
) -> Axes:
    """A histogram of numbers; ``marks`` are named vertical lines.

    Parameters
    ----------
    values : (n,) numbers.
    ax : where to draw; a new figure, if left out.
    marks : names and places of the lines, four at most.
    title : of the Axes.
    xlabel : what the numbers are.
    bins : of the histogram.

    Returns
    -------
    The Axes.
    """
    values, marks = as_array(values, "values", 1), marks or {}
    looks = tuple(zip((ORANGE, GREEN, PINK, GREY), ("-", "--", "-.", ":"), strict=True))
    if len(marks) > len(looks):
        raise fail("marks", "name four lines at most", len(marks), "Leave some out")
    ax = axes() if ax is None else ax
    ax.hist(values, bins=bins, color=BLUE, alpha=0.45)
    for (name, x), (colour, dashes) in zip(marks.items(), looks, strict=False):
        ax.axvline(x, color=colour, linestyle=dashes, label=name)
    if marks:
        ax.legend()
    return _finish(ax, title, (xlabel, "count"))


def curves(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    ax: Axes | None = None,
    title: str = "",
    xlabel: str = "",
    ylabel: str = "",
    log: bool = False,
) -> Axes:
    """Named curves over a common x; ``log`` makes both axes logarithmic.

    Parameters
    ----------
    x : (n,) numbers.
    series : a name, and n numbers, for each curve.
    ax : where to draw; a new figure, if left out.
    title, xlabel, ylabel : words for the Axes.
    log : whether both axes are logarithmic.

    Returns
    -------
    The Axes.
    """
    x, ax = as_array(x, "x", 1), axes() if ax is None else ax
    for name, y in series.items():
        ax.plot(x, as_vector(y, len(x), name), label=name)
    if log:
        ax.set(xscale="log", yscale="log")
    ax.legend()
    return _finish(ax, title, (xlabel, ylabel))


@style()
def png(figure: Figure, dpi: int = 144, small: bool = True) -> bytes:
    """The figure as a PNG: ``small`` spends time to save bytes (256 colours are plenty here).

    Parameters
    ----------
    figure : to be drawn; its resolution becomes ``dpi``.
    dpi : dots per inch: 144, if left out, is 1.5 for each of the 96 in a page's inch.
    small : whether to reduce the colours to 256.

    Returns
    -------
    The bytes of the picture.
    """
    from PIL import Image

    figure.set_dpi(dpi)
    canvas = cast(FigureCanvasAgg, figure.canvas)
    canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())[..., :3])
    out = io.BytesIO()
    if small:
        # this method keeps rare colours, such as those of a single marker
        few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(out, "png", optimize=True)
    else:
        picture.save(out, "png", compress_level=1)
    return out.getvalue()


_TAG = re.compile(r"<[^>]+>")
_LONG = re.compile(r"-?\d+\.\d{2,}")
_HEAD = re.compile(r'.*?<svg [^>]*?viewBox="([^"]*)"[^>]*>', re.DOTALL)
_LEFT_OUT = re.compile(
    r"<style.*?</style>\n|(?<=<g) id=\"[^\"]*\"|^ +| font-family: [^;\"]*;?|"
    r" transform=\"rotate\(-0 [^\"]*\"|\s*\n(?! *<)",
    re.DOTALL | re.MULTILINE,
)


def svg(figure: Figure) -> str:
    """A figure as vector graphics for a page: sharp at any size, its text as text.

    Lengths are in points, to a tenth or a hundredth; what a page says better (fonts, joints of
    lines) is left to it. Each element stands on a line of its own.

    Parameters
    ----------
    figure : to be drawn.

    Returns
    -------
    One ``<svg>`` element; nothing in it hangs on the machine or the time.
    """
    page = io.StringIO()
    none = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(page, format="svg", metadata=none)
    drawn = _LEFT_OUT.sub("", _HEAD.sub(r'<svg viewBox="\1">', page.getvalue(), count=1))
    return _TAG.sub(lambda tag: _LONG.sub(_rounded, tag[0]), drawn).replace("xlink:href", "href")


def _rounded(number: re.Match[str]) -> str:
    """A tenth of a point is finer than screens are; of small shapes a hundredth."""
    value = float(number[0])
    return f"{round(value, 1 if abs(value) >= 10 else 2) + 0.0:g}"


@style()
def titles_fit(figure: Figure) -> bool:
    """Whether every title of a drawn figure ends before the figure does.

    Parameters
    ----------
    figure : that has been drawn.

    Returns
    -------
    True or False.
    """
    titles = [
        ax.title if ax.get_title() else ax._left_title  # type: ignore[attr-defined]
        for ax in figure.axes
    ]
    return all(t.get_window_extent().x1 <= figure.bbox.x1 for t in titles)


def figure_html(figure: Figure, picture: bytes, alt: str, caption: str = "") -> str:
    """A picture for the page: text alternative, caption, and the bytes themselves.

    Parameters
    ----------
    figure : whose size is taken, at 96 dots per inch as pages have it.
    picture : its PNG, from :func:`png`.
    alt : what there is to see, in words.
    caption : to stand below; none, if empty.

    Returns
    -------
    An HTML figure that needs no file beside it.
    """
    width, height = (round(96 * inches) for inches in figure.get_size_inches())
    source = base64.b64encode(picture).decode()
    below = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure style="margin:0"><img alt="{html.escape(alt)}" width="{width}" '
        f'height="{height}" decoding="sync" style="max-width:100%;height:auto" '
        f'src="data:image/png;base64,{source}">{below}</figure>'
    )


def describe(figure: Figure, words: str) -> Figure:
    """Attach the words that say what a figure shows; demos do so for every frame.

    Parameters
    ----------
    figure : to be described.
    words : what it shows.

    Returns
    -------
    The same figure.
    """
    figure.set_label(words)
    return figure


def show(drawn: Axes | Figure, alt: str, caption: str = "") -> None:
    """Put a figure into the page. ``alt`` says in words what there is to see.

    Parameters
    ----------
    drawn : the figure, or Axes of it.
    alt : a sentence of 8 words or more; fewer only name the picture.
    caption : to stand below; none, if empty.

    Returns
    -------
    Nothing; the figure is displayed.
    """
    from IPython.display import display

    if len(alt.split()) < 8:
        raise ValueError(
            f"alt must say in a sentence what is to be seen; got {alt!r}. Write 8 words or more."
        )
    alt = " ".join(alt.split())  # so that it may be written over several lines
    figure = drawn if isinstance(drawn, Figure) else cast(Figure, drawn.figure)
    picture = png(figure)
    if not titles_fit(figure):
        raise ValueError("a title must end before the figure does; shorten it or widen the figure.")
    bundle = {
        "text/html": figure_html(figure, picture, alt, caption),
        "image/png": base64.b64encode(picture).decode(),
        "text/plain": f"Figure: {alt}",
    }
    display(bundle, raw=True)
