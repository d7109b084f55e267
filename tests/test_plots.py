"""Figures: each word of the vocabulary draws what it says, and nothing goes unsaid."""

import subprocess
import sys
import threading
from io import BytesIO
from itertools import combinations

import matplotlib as mpl
import numpy as np
import pytest
from IPython.utils.capture import capture_output
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from PIL import Image

from featurespace import plots
from featurespace.kernels import Gaussian

ALT = "Two points on a line, the left one lower than the right one"


@pytest.fixture
def X():
    return np.random.default_rng(0).normal(size=(20, 2))


def bundle_of(drawn, **words):
    import IPython.display as display_module

    shown = []
    original, display_module.display = display_module.display, lambda data, raw: shown.append(data)
    try:
        plots.show(drawn, **words)
    finally:
        display_module.display = original
    return shown[0]


def test_show_carries_words_picture_and_fallback(X):
    bundle = bundle_of(plots.scatter(X), alt=ALT, caption="A <cloud>")
    assert set(bundle) == {"text/html", "image/png", "text/plain"}
    assert f'alt="{ALT}"' in bundle["text/html"]
    assert "<figcaption>A &lt;cloud&gt;</figcaption>" in bundle["text/html"]
    assert bundle["text/plain"] == f"Figure: {ALT}"
    assert bundle["image/png"] in bundle["text/html"]


def test_show_joins_lines_and_escapes_quotes(X):
    bundle = bundle_of(
        plots.scatter(X).figure, alt='He said "far"\n    and pointed at the one on the left'
    )
    assert "&quot;far&quot; and pointed" in bundle["text/html"]


def test_show_refuses_a_figure_without_words(X):
    with pytest.raises(ValueError, match="alt must say in a sentence"):
        plots.show(plots.scatter(X), alt="a plot")


def test_show_refuses_a_title_that_is_cut_off(X):
    with pytest.raises(ValueError, match="a title must end before the figure does"):
        plots.show(plots.scatter(X, title="A title without end " * 5), alt=ALT)


def test_png_is_deterministic_and_opaque(X):
    pictures = {plots.png(plots.scatter(X).figure) for _ in range(2)}
    assert len(pictures) == 1


def test_saving_bytes_keeps_every_colour(X):
    ax = plots.axes(2, left=0.1)  # a fixed layout: the same pixels twice
    plots.heatmap(Gaussian()(X), ax=ax[0])
    plots.scatter(X[:1], ax=ax[1], colour=plots.ORANGE)
    pictures = [plots.png(ax[0].figure, small=small) for small in (True, False)]
    small, exact = (np.asarray(Image.open(BytesIO(p)).convert("RGB"), int) for p in pictures)
    assert len(pictures[0]) < len(pictures[1]) / 2
    assert np.abs(small - exact).max() <= 16  # of 255


def test_classes_differ_by_marker_and_colour(X):
    ax = plots.scatter(X, np.where(X[:, 0] > 0, 1, -1))
    first, second = ax.collections
    assert len(first.get_offsets()) + len(second.get_offsets()) == 20
    assert not np.array_equal(first.get_facecolor(), second.get_facecolor())
    assert len(first.get_paths()[0].vertices) != len(second.get_paths()[0].vertices)
    assert {c.get_label() for c in ax.collections} == {"class +1", "class −1"}


def test_contours_and_boundary_follow_the_function(X):
    ax = plots.scatter(X)
    plots.contours(lambda Z: Z[:, 0], ax=ax, levels=[0.25], colour="black", label="quarter")
    (path,) = ax.collections[-1].get_paths()
    assert np.allclose(path.vertices[:, 0], 0.25)
    plots.boundary(lambda Z: Z[:, 1] - 0.5, ax=ax)
    (path,) = ax.collections[-1].get_paths()
    assert np.allclose(path.vertices[:, 1], 0.5)


def test_contours_without_colour_carry_numbers(X):
    ax = plots.contours(lambda Z: Z[:, 0], ax=plots.scatter(X), title="x")
    assert ax.texts
    assert ax.get_title(loc="left") == "x"


def test_heatmap_with_scale_or_numbers(X):
    K = Gaussian()(X[:3])
    assert len(plots.heatmap(K).figure.axes) == 2
    ax = plots.heatmap(K, numbers=True)
    assert ax.texts[0].get_text() == "1.00"
    signed = plots.heatmap([[1, -2], [-2, 4]], numbers=True)
    assert signed.images[0].get_clim() == (-4, 4)
    with pytest.raises(ValueError, match="K must be symmetric"):
        plots.heatmap([[1, 2], [3, 4]])


def test_distribution_counts_and_marks():
    ax = plots.distribution(np.arange(10.0), marks={"half": 4.5}, xlabel="value")
    assert sum(patch.get_height() for patch in ax.patches) == 10
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["half"]
    assert plots.distribution([1.0, 2.0]).get_legend() is None


def test_curves_are_named_and_logarithmic_on_demand():
    ax = plots.curves([1, 10], {"a": [1, 2], "b": [2, 1]}, log=True)
    assert ax.get_xscale() == ax.get_yscale() == "log"
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--"]


def test_axes_row_with_fixed_margins():
    row = plots.axes(3, left=0.1)
    assert len(row) == 3
    assert row[0].figure.get_layout_engine() is None
    assert plots.axes().figure.get_layout_engine() is not None


def test_no_figure_is_left_open(X):
    import matplotlib.pyplot as plt

    with capture_output():
        plots.show(plots.scatter(X), alt=ALT)
    assert plt.get_fignums() == []


def test_describe_attaches_words():
    assert plots.describe(Figure(), "words").get_label() == "words"


# how linear RGB looks to someone who lacks one kind of cone (Machado, Oliveira and Fernandes 2009)
SIGHT = {
    "all three": np.eye(3),
    "no long (protanopia)": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no medium (deuteranopia)": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no short (tritanopia)": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array(
    [[0.41246, 0.35758, 0.18044], [0.21267, 0.71515, 0.07218], [0.01933, 0.11919, 0.95030]]
)


def linear(colour: str) -> np.ndarray:
    """Linear RGB of an sRGB colour."""
    c = np.array(to_rgb(colour))
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b*, in which equal distances look about equally different."""
    t = TO_XYZ @ np.clip(rgb, 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def nearest(colours, sight) -> float:
    """Distance of the two colours that are hardest to tell apart."""
    seen = [lab(np.asarray(sight) @ linear(colour)) for colour in colours]
    return min(np.linalg.norm(a - b) for a, b in combinations(seen, 2))


@pytest.mark.parametrize("cones", SIGHT)
def test_colours_differ_for_every_eye(cones):
    """A distance of 2.3 is just noticeable; the palette keeps more than seven times that."""
    assert nearest((*plots.COLOURS, "black", "white"), SIGHT[cones]) > 16.5


def test_the_simulation_knows_a_bad_palette():
    red, green = "#C82020", "#4E7A00"  # the classic mistake
    assert nearest((red, green), SIGHT["all three"]) > 80
    assert nearest((red, green), SIGHT["no medium (deuteranopia)"]) < 16.5


@pytest.mark.parametrize("colour", plots.COLOURS)
def test_lines_stand_out_from_the_page(colour):
    """At least three to one, as the accessibility guidelines ask of graphics."""
    assert 1.05 / (TO_XYZ[1] @ linear(colour) + 0.05) >= 3


# --- the style -----------------------------------------------------------------------------------

AT_WORK = """
import json, io
import matplotlib as mpl
before = dict(mpl.rcParams)
{own}
own = dict(mpl.rcParams)
from IPython.utils.capture import capture_output
from featurespace import plots
from featurespace.demos import means
ax = plots.curves([1, 2], {{"a": [1, 2]}}, title="A title")
ax.axvline(1.5); ax.legend()
with capture_output():
    plots.show(ax, alt="Two points on a line, the left one lower than the right one")
means.where_is_the_centre()
try:
    ax.plot([1, 2], [1, 2, 3])
except ValueError:
    pass
assert dict(mpl.rcParams) == own
line, top = ax.lines[0], ax.spines["top"]
print(line.get_linewidth(), line.get_color(), ax.get_title(loc="left"), top.get_visible())
print(plots.png(ax.figure).hex())
"""


def printed_by(own):
    run = [sys.executable, "-c", AT_WORK.format(own=own)]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.split("\n")


def test_the_style_stays_with_our_figures_and_matplotlib_s_settings_with_the_reader():
    looks, picture, _ = printed_by("")
    assert looks == "1.8 #0072B2 A title False"
    own = "mpl.rcParams.update({'lines.linewidth': 9, 'font.size': 25, 'axes.grid': False})"
    assert printed_by(own) == [looks, picture, ""]


def test_a_reader_s_figure_is_not_touched_but_may_ask_for_the_style():
    def width():
        return Figure().subplots().plot([1, 2])[0].get_linewidth()

    assert width() == mpl.rcParamsDefault["lines.linewidth"]
    with plots.style():
        assert width() == 1.8
        with plots.style():
            pass
        assert width() == 1.8
    assert width() == mpl.rcParamsDefault["lines.linewidth"]


def test_after_an_error_the_style_is_off():
    before = dict(mpl.rcParams)
    with pytest.raises(ZeroDivisionError), plots.style():
        _ = 1 / 0
    assert dict(mpl.rcParams) == before


def test_another_thread_waits_for_the_style_and_keeps_it():
    """JupyterLab lets widgets speak to the kernel in a thread of their own, beside its cells."""
    inside, worn = threading.Event(), []

    def draw():
        inside.set()
        with plots.style():
            worn.append(mpl.rcParams["lines.linewidth"])

    with plots.style():
        second = threading.Thread(target=draw)
        second.start()
        assert inside.wait(60)
        second.join(0.1)
        assert worn == []
    second.join(60)
    assert worn == [1.8]
    assert mpl.rcParams["lines.linewidth"] == mpl.rcParamsDefault["lines.linewidth"]


def test_axes_added_later_look_the_same():
    figure = plots.axes().figure
    figure.clear()
    for ax in figure.subplots(2, 2).ravel():
        assert not ax.spines["top"].get_visible()
        assert ax.plot([1, 2])[0].get_linewidth() == 1.8
        assert ax.set_title("left").get_position()[0] == 0
        ax.set_xticks([0, 1], ["a", "b"])
        assert [line.get_alpha() for line in ax.get_xgridlines()] == [0.25, 0.25]
