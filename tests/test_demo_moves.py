"""Every demo draws wherever one control can be moved from the start, and says what it shows."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from featurespace import plots
from featurespace.demos import Demo, all_demos

DEMOS = all_demos()
WORDS = 12


def moves(demo: Demo) -> Iterator[tuple[str, object]]:
    """Every option of every control; the others stay as they are at the start."""
    return ((key, value) for key, one in demo.controls.items() for value in one.options)


def fault(demo: Demo, key: str, value: object) -> str:
    """What is wrong with a frame; nothing if it is right."""
    try:
        figure = demo.frame(**{**demo.start(), key: value})
        plots.png(figure, 50)
    except Exception as error:  # whatever it is, a reader would see it
        return f"{type(error).__name__}: {error}"
    if len(figure.get_label().split()) < WORDS:
        return "too few words"
    if not all(ax.get_title(loc="left") for ax in figure.axes):
        return "a panel without a title"
    return "" if plots.titles_fit(figure) else "a title that does not fit"


def faults(demo: Demo) -> dict[tuple[str, object], str]:
    """All moves that go wrong."""
    found = {move: fault(demo, *move) for move in moves(demo)}
    return {move: words for move, words in found.items() if words}


@pytest.mark.parametrize("name", DEMOS)
def test_every_single_move_draws_with_words(name):
    assert faults(DEMOS[name]) == {}


def broken(figure, how: str):
    """A frame with a flaw."""
    if how == "ZeroDivisionError: at 3":
        raise ZeroDivisionError("at 3")
    if how == "too few words":
        figure.set_label("A line")
    if how == "a panel without a title":
        figure.axes[0].set_title("", loc="left")
    if how == "a title that does not fit":
        figure.axes[0].set_title("no end " * 40, loc="left")
    return figure


@pytest.mark.parametrize(
    "how",
    [
        "ZeroDivisionError: at 3",
        "too few words",
        "a panel without a title",
        "a title that does not fit",
    ],
)
def test_a_flaw_inside_the_range_of_a_slider_is_noticed(how):
    demo = next(d for d in DEMOS.values() if any(len(c.options) > 8 for c in d.controls.values()))
    key = next(key for key, control in demo.controls.items() if len(control.options) > 8)
    options = demo.controls[key].options
    inside = next(v for v in options[1:-1] if v != demo.controls[key].value)

    def frame(**values):
        figure = demo.frame(**{**demo.start(), **values})
        return broken(figure, how) if values[key] == inside else figure

    few = replace(demo.controls[key], options=(options[0], demo.start()[key], inside))
    assert faults(replace(demo, frame=frame, controls={key: few})) == {(key, inside): how}
