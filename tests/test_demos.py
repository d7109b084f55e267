"""Every demo of the course draws at every corner, and its panel hides nothing."""

import asyncio
import gc
import html
import re
import time
import weakref
from contextlib import nullcontext
from dataclasses import replace
from functools import cache

import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

from featurespace import plots
from featurespace.demos import Choice, Demo, Handle, Notes, Slider, all_demos
from featurespace.demos.panel import REST, swept_afterwards

DEMOS = all_demos()
CORNERS = [
    pytest.param(name, corner, id=f"{name}-{'-'.join(map(str, corner.values()))}")
    for name, demo in DEMOS.items()
    for corner in demo.corners()
]


def test_there_are_demos():
    assert len(DEMOS) >= 3


@pytest.mark.parametrize(("name", "corner"), CORNERS)
def test_demo_draws_at_every_corner_with_words(name, corner, record_property):
    start = time.perf_counter()
    figure = DEMOS[name].frame(**corner)
    picture = plots.svg(figure)
    record_property(f"demo {name}", 1000 * (time.perf_counter() - start))
    assert picture.startswith("<svg viewBox=")
    assert len(figure.get_label().split()) >= 12
    assert all(ax.get_title(loc="left") for ax in figure.axes)
    assert plots.titles_fit(figure)


@pytest.mark.parametrize("name", DEMOS)
def test_same_parameters_same_picture(name):
    demo = DEMOS[name]
    first, second = (demo.drawn(demo.start()) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", DEMOS)
def test_every_control_changes_the_picture(name):
    """From the start of the demo, or from one of its corners."""
    demo = DEMOS[name]

    @cache
    def picture(*values):
        return plots.png(demo.frame(**dict(zip(demo.controls, values, strict=True))), 50)

    def matters(key, corner):
        """Whether two pictures differ; no more are drawn than that takes."""
        moves = (picture(*{**corner, key: value}.values()) for value in demo.controls[key].corners)
        first = next(moves)
        return any(later != first for later in moves)

    idle = [k for k in demo.controls if not any(matters(k, corner) for corner in demo.corners())]
    assert idle == []


@pytest.mark.parametrize("name", DEMOS)
def test_demo_asks_and_one_of_its_choices_is_right(name):
    demo = DEMOS[name]
    assert demo.question.endswith("?")
    assert len(demo.choices) >= 3
    assert demo.right in demo.choices
    assert demo.right != demo.notes.usual


@pytest.mark.parametrize("name", DEMOS)
def test_notes_name_an_answer_that_is_offered_and_wrong(name):
    demo = DEMOS[name]
    assert demo.notes.usual in demo.choices
    assert not demo.answer.startswith(demo.notes.usual)
    assert all(len(text.split()) >= 10 for text in (demo.notes.ask, demo.notes.why))
    assert 3 <= demo.notes.minutes <= 10


@pytest.mark.parametrize("name", DEMOS)
def test_page_without_kernel_shows_the_frame_in_words_too(name):
    bundle, _ = DEMOS[name]()._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    alt = re.search(r'<img alt="([^"]+)"', bundle["text/html"])[1]
    assert len(alt.split()) >= 12
    assert "<summary>Answer</summary>" in bundle["text/html"]
    assert bundle["text/plain"] == f"Demo: {DEMOS[name].title}"


def reciprocal(x, kind="up"):
    """A frame that fails at x = 0."""
    ax = plots.axes()
    ax.plot([0, 1 / x])
    return plots.describe(ax.figure, f"A line up to one over {x}")


TOY = Demo(
    title="Toy <1>",
    question="Up & away?",
    choices=("yes", "no"),
    right="yes",
    answer="Yes & no.",
    notes=Notes("Who says yes?", "no", "It looks like it.", 2),
    controls={
        "x": Slider("x", (0, 1, 2), 1, play=True),
        "kind": Choice("kind", ("up", "down"), "up"),
    },
    frame=reciprocal,
)


def test_corners_are_start_and_all_extremes():
    assert list(TOY.corners()) == [
        {"x": 1, "kind": "up"},
        {"x": 0, "kind": "up"},
        {"x": 0, "kind": "down"},
        {"x": 2, "kind": "up"},
        {"x": 2, "kind": "down"},
    ]


def test_a_frame_is_drawn_once_and_the_next_one_ahead():
    drawn = []

    def frame(x, kind):
        drawn.append(x)
        return reciprocal(x, kind)

    async def right_and_back():
        panel = replace(TOY, frame=frame)()
        for x in (2, 1):
            panel.want = [x, 0]
        assert drawn == [1, 1, 2]  # the first for where the picture may be cut
        await asyncio.sleep(4 * REST)

    asyncio.run(right_and_back())
    assert drawn == [1, 1, 2, 0]  # one more step to the left, where it fails without a word


@pytest.mark.parametrize("on", [True, False], ids=["collector on", "collector off"])
@pytest.mark.parametrize("x", [2, 0], ids=["drawn", "failed"])
def test_a_frame_leaves_the_collector_as_it_found_it(on, x):
    """While it is drawn too; and nothing of the figure remains, even if the collector is off."""
    before, seen, figures = (gc.isenabled(), gc.get_threshold()), [], []
    state = (on, (701, 11, 12))

    def frame(x, kind):
        seen.append((gc.isenabled(), gc.get_threshold()))
        figure = reciprocal(x, kind)
        figures.append(weakref.ref(figure))
        return figure

    try:
        (gc.enable if on else gc.disable)()
        gc.set_threshold(*state[1])
        panel = replace(TOY, frame=frame)()
        with pytest.raises(ZeroDivisionError) if x == 0 else nullcontext():
            panel.want = [x, 0]
        assert [*seen, (gc.isenabled(), gc.get_threshold())] == [state] * 4
        assert on or [figure() for figure in figures][1:] == [None] * (2 if x else 1)
    finally:
        gc.set_threshold(*before[1])
        (gc.enable if before[0] else gc.disable)()


def test_only_the_last_move_is_drawn_ahead():
    drawn = []

    def frame(x):
        drawn.append(x)
        return reciprocal(x)

    async def right_and_left():
        demo = replace(TOY, frame=frame, controls={"x": Slider("x", (1, 2, 3, 4, 5), 3)})
        panel = demo()
        for place in (3, 2):  # first 5 comes next, then 2
            panel.want = [place]
        while len(drawn) < 6:
            await asyncio.sleep(REST)
        await asyncio.sleep(4 * REST)

    asyncio.run(right_and_left())
    assert drawn == [3, 3, 4, 2, 1, 5]  # 4 is known; then on to the left, then what is nearest


def test_what_a_control_leads_to_is_drawn_once_it_is_taken():
    drawn = []

    def frame(x):
        drawn.append(x)
        return reciprocal(x)

    async def take_hold():
        panel = replace(TOY, frame=frame, controls={"x": Slider("x", (1, 2, 3), 1)})()
        panel.near = [0, 1]
        while len(drawn) < 4:
            await asyncio.sleep(REST)

    asyncio.run(take_hold())
    assert drawn == [1, 1, 2, 3]


def test_what_was_just_left_is_swept_and_the_rest_is_not_searched():
    swept = []
    gc.callbacks.append(lambda phase, info: swept.append(info) if phase == "stop" else None)
    try:
        with swept_afterwards():
            circles = [[] for _ in range(50)]
            for circle in circles:
                circle.append(circle)
            del circles, circle
        assert swept[-1]["generation"] < 2
        assert sum(info["collected"] for info in swept) >= 50
    finally:
        gc.callbacks.pop()


def test_error_in_a_frame_is_shown_kept_and_raised():
    panel = TOY()
    before = panel.frame["svg"]
    with pytest.raises(ZeroDivisionError):
        panel.want = [0, 0]
    assert isinstance(panel.error, ZeroDivisionError)
    assert panel.frame["error"] == "ZeroDivisionError: division by zero"
    assert (panel.frame["svg"], panel.frame["asked"]) == (before, [0, 0])
    panel.want = [2, 0]
    assert "error" not in panel.frame
    assert "one over 2" in panel.frame["words"]


def test_text_is_escaped():
    page = TOY.static()
    assert "Toy &lt;1&gt;" in page
    assert "Up &amp; away" in page


def test_a_page_made_of_a_notebook_that_was_run_shows_the_stills():
    """For nbconvert a widget whose state was not saved has no view."""
    bundle, _ = TOY()._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    pictures = re.findall(r'src="data:image[^"]+"', TOY.static())
    cell = new_code_cell("toy()", outputs=[new_output("execute_result", bundle)])
    page, _ = HTMLExporter().from_notebook_node(new_notebook(cells=[cell]))
    assert [picture in page for picture in pictures] == 3 * [True]
    assert TOY.question.replace("&", "&amp;") in page
    assert "widget-view" not in page


@pytest.mark.parametrize("name", DEMOS)
def test_labels_and_readouts_fit_their_places(name):
    for control in DEMOS[name].spec()["controls"]:
        assert len(control["label"]) <= 31
        if control["kind"] == "slider":
            assert max(map(len, control["options"])) <= 9


def test_the_stage_is_told_all_that_it_shows():
    spec = TOY.spec()
    assert (spec["right"], spec["start"], spec["cuts"]) == (0, [1, 0], [])
    assert spec["controls"] == [
        {"name": "x", "label": "x", "kind": "slider", "options": ["0", "1", "2"], "play": True},
        {
            "name": "kind",
            "label": "kind",
            "kind": "choice",
            "options": ["up", "down"],
            "play": False,
        },
    ]


def test_a_handle_can_go_where_its_controls_can():
    def frame(x, y):
        ax = plots.axes(1, 4.0, 2.0, left=0.0, right=1.0, bottom=0.0, top=1.0)
        ax.set(xlim=(0, 4), ylim=(0, 2))
        return plots.describe(ax.figure, "A point")

    handle = Handle(("x", "y"), lambda values: (values["x"], values["y"]))
    controls = {"x": Slider("x", (1, 2, 9), 1), "y": Slider("y", (0.5, 1.5), 0.5)}
    track = replace(TOY, frame=frame, controls=controls, handles=(handle,)).drawn(
        {"x": 1, "y": 0.5}
    )["handles"][0]
    assert track["moves"] == ["x", "y"]
    points = [[0, 0, 72, 108], [0, 1, 72, 36], [1, 0, 144, 108], [1, 1, 144, 36]]
    assert track["points"] == points  # in points from the top left; 9 is not in the picture


def test_a_control_without_effect_is_named():
    when = Slider("x", (1, 2), 1, when=lambda values: values["kind"] == "up")
    demo = replace(TOY, controls={"x": when, "kind": TOY.controls["kind"]})
    assert demo.drawn({"x": 1, "kind": "up"})["idle"] == []
    assert demo.drawn({"x": 1, "kind": "down"})["idle"] == ["x"]


@pytest.mark.parametrize("name", DEMOS)
def test_a_frame_is_sharp_its_text_is_text_and_it_leaves_the_page_alone(name):
    demo = DEMOS[name]
    picture = demo.drawn(demo.start())["svg"]
    assert picture.count("<text") >= 3
    assert "<style" not in picture  # it would hold for the whole page
    assert "http" not in picture
    assert len(picture) < 250_000
    titles = [ax.get_title(loc="left") for ax in demo.frame(**demo.start()).axes]
    shown = html.unescape(picture)
    assert all(title in shown for title in titles)
