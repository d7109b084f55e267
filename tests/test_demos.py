"""Every demo of the course draws at every corner, and its panel hides nothing."""

import asyncio
import gc
import re
import time
import weakref
from contextlib import nullcontext
from dataclasses import replace
from functools import cache

import pytest
from ipywidgets.embed import dependency_state

from featurespace import plots
from featurespace.demos import Choice, Demo, Notes, Slider, all_demos
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
    picture = plots.png(figure, 96, small=False)
    record_property(f"demo {name}", 1000 * (time.perf_counter() - start))
    assert picture.startswith(b"\x89PNG")
    assert len(figure.get_label().split()) >= 12
    assert all(ax.get_title(loc="left") for ax in figure.axes)
    assert plots.titles_fit(figure)


@pytest.mark.parametrize("name", DEMOS)
def test_same_parameters_same_picture(name):
    demo = DEMOS[name]
    first, second = (plots.png(demo.frame(**demo.start()), 96) for _ in range(2))
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
def test_demo_asks_first_and_answers_later(name):
    demo = DEMOS[name]
    assert demo.question.endswith("?")
    assert len(demo.choices) >= 3
    panel = demo()
    assert panel.discussion.value == ""
    panel.prediction.value = demo.choices[0]
    assert "move the controls" in panel.discussion.value
    key, control = next(iter(demo.controls.items()))
    panel.controls[key].value = next(v for v in control.options if v != control.value)
    assert "You said" in panel.discussion.value
    assert panel.error is None


@pytest.mark.parametrize("name", DEMOS)
def test_notes_name_an_answer_that_is_offered_and_wrong(name):
    demo = DEMOS[name]
    assert demo.notes.usual in demo.choices
    assert not demo.answer.startswith(demo.notes.usual)
    assert all(len(text.split()) >= 10 for text in (demo.notes.ask, demo.notes.why))
    assert 3 <= demo.notes.minutes <= 10


@pytest.mark.parametrize("name", DEMOS)
def test_page_without_kernel_shows_the_frame_in_words_too(name):
    bundle = DEMOS[name]()._repr_mimebundle_()
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
            panel.controls["x"].value = x
        assert drawn == [1, 2]
        await asyncio.sleep(2 * REST)

    asyncio.run(right_and_back())
    assert drawn == [1, 2, 0]  # one more step to the left, where it fails without a word


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
            panel.controls["x"].value = x
        assert [*seen, (gc.isenabled(), gc.get_threshold())] == [state] * 3
        assert on or [figure() for figure in figures] == [None] * (2 if x else 1)
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
        for x in (4, 3):  # first 5 comes next, then 2
            panel.controls["x"].value = x
        await asyncio.sleep(2 * REST)

    asyncio.run(right_and_left())
    assert drawn == [3, 4, 2]


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


def test_error_in_a_callback_is_shown_kept_and_raised():
    panel = TOY()
    before = panel.picture.value
    with pytest.raises(ZeroDivisionError):
        panel.controls["x"].value = 0
    assert isinstance(panel.error, ZeroDivisionError)
    assert "could not be drawn (ZeroDivisionError: division by zero)" in panel.message.value
    assert panel.picture.value == before
    panel.controls["x"].value = 2
    assert panel.message.value == ""


def test_moving_without_a_prediction_reminds():
    panel = TOY()
    panel.controls["x"].value = 2
    assert "Choose your prediction" in panel.discussion.value
    panel.prediction.value = "yes"
    assert panel.discussion.value.endswith("Yes &amp; no.</p>")


def test_start_again_goes_back():
    panel = TOY()
    panel.controls["x"].value = 2
    panel.controls["kind"].value = "down"
    panel.reset.click()
    assert panel.values == TOY.start()
    assert "one over 1" in panel.words.value


def test_text_is_escaped():
    page = TOY.static()
    assert "Toy &lt;1&gt;" in page
    assert "Up &amp; away" in page


@pytest.mark.parametrize("name", DEMOS)
def test_labels_and_readouts_fit_their_places(name):
    for control in DEMOS[name].controls.values():
        assert len(control.label) <= 31
        if isinstance(control, Slider):
            assert max(len(readout) for readout, _ in control.widget().options) <= 9


def test_controls_are_labelled_and_play_where_time_runs():
    panel = TOY()
    assert [panel.controls[k].description for k in ("x", "kind")] == ["x", "kind"]
    names = [type(w).__name__ for row in panel.children for w in getattr(row, "children", [])]
    assert names == ["SelectionSlider", "Play"]


def test_play_moves_its_slider_in_the_browser():
    panel = TOY()
    slider, play = next(row.children for row in panel.children if hasattr(row, "children"))
    models = dependency_state([panel]).values()  # what the browser is told, links included
    links = [model["state"] for model in models if model["model_name"] == "LinkModel"]
    ends = [f"IPY_MODEL_{play.model_id}", "value"], [f"IPY_MODEL_{slider.model_id}", "index"]
    assert [(link["source"], link["target"]) for link in links] == [ends]
    assert (play.min, play.max, play.value) == (0, 2, slider.index)
