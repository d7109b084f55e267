"""From a function that draws a frame to a panel that students move.

The picture is a PNG with a text alternative inside an HTML widget: quick, and an error cannot hide
in it (the image widget has no place for the words). The panel's output also carries its first
frame as plain HTML, so that a page without a running kernel shows it and not an empty box.

Frames are kept, and while the kernel rests the next one in the same direction is drawn ahead.
"""

import asyncio
import gc
import html
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import ipywidgets as widgets
from matplotlib.figure import Figure

from .. import plots

DPI = 96
LABEL = "17em"  # room for a control's label
KEPT = 32  # frames of a panel that need not be drawn again
REST = 0.02  # seconds without a move after which the next frame is drawn ahead


@contextmanager
def swept_afterwards() -> Iterator[None]:
    """Sweep up what was left by what has just been done, and only that.

    A figure leaves thousands of small objects in circles. Left to Python's collector they pile up
    until all that is loaded is searched for more, and one frame in twenty takes 0.1 s longer. Swept
    while they are new, they cost 3 ms and that search never comes. The collector itself is used
    as it stands: on or off, and with its own thresholds.
    """
    try:
        yield
    finally:
        gc.collect(1)


def _written(value: object) -> str:
    """A value as a slider or a button shows it: short enough for its place."""
    return value if isinstance(value, str) else f"{value:.4g}"


@dataclass(frozen=True)
class Slider:
    """A number to move along given values."""

    label: str
    options: tuple
    value: object
    play: bool = False

    @property
    def corners(self) -> tuple:
        """The ends of the range."""
        return self.options[0], self.options[-1]

    def widget(self) -> widgets.Widget:
        """A slider that stops at each option; arrow keys move it."""
        return widgets.SelectionSlider(
            options=[(_written(v), v) for v in self.options],
            value=self.value,
            description=self.label,
            tooltip=self.label,
            style={"description_width": LABEL},
            layout={"width": "35em", "max_width": "100%"},
        )


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    label: str
    options: tuple
    value: object
    play: bool = field(default=False, init=False)

    @property
    def corners(self) -> tuple:
        """All options, for each is a corner."""
        return self.options

    def widget(self) -> widgets.Widget:
        """A row of buttons, one of them pressed."""
        buttons = widgets.ToggleButtons(
            options=self.options,
            value=self.value,
            description=self.label,
            tooltip=self.label,
            style={"description_width": LABEL, "button_width": "auto"},
            layout={"width": "max-content", "max_width": "100%"},
        )
        return buttons.add_class("widget-inline-hbox")  # the label beside them, as a slider's is


class Notes(NamedTuple):
    """For whoever presents a demo: what to ask first, which wrong answer to expect, how long."""

    ask: str
    usual: str
    why: str
    minutes: int

    def written(self) -> str:
        """The notes as Markdown."""
        return (
            f"**Ask first.** {self.ask}\n\n**Expect.** *{self.usual}.* {self.why}\n\n"
            f"**Takes** about {self.minutes} minutes."
        )


@dataclass(frozen=True)
class Demo:
    """A frame to draw, controls to move, and a prediction to make first.

    ``frame(**parameters)`` returns a figure that carries its words (:func:`plots.describe`).
    """

    title: str
    question: str
    choices: tuple[str, ...]
    answer: str
    notes: Notes
    controls: dict[str, Slider | Choice]
    frame: Callable[..., Figure]
    shown: tuple[dict, ...] = ()  # what to move for the frames that a page without a kernel shows

    def start(self) -> dict:
        """The parameters that the panel opens with."""
        return {name: control.value for name, control in self.controls.items()}

    def corners(self) -> Iterator[dict]:
        """The start and every combination of extreme parameters."""
        yield self.start()
        for values in product(*(control.corners for control in self.controls.values())):
            yield dict(zip(self.controls, values, strict=True))

    def later(self) -> Iterator[tuple[str, dict]]:
        """A few later frames with captions: those of ``shown``, or one slider halfway and far."""
        for move in self.shown or self._halfway_and_far():
            words = (f"{self.controls[k].label}: {_written(v)}" for k, v in move.items())
            yield ", ".join(words), {**self.start(), **move}

    def _halfway_and_far(self) -> list[dict]:
        sliders = {k: c for k, c in self.controls.items() if isinstance(c, Slider)}
        name = next((k for k, c in sliders.items() if c.play), next(iter(sliders)))
        options = sliders[name].options
        return [{name: options[len(options) // 2]}, {name: options[-1]}]

    def static(self) -> str:
        """Title, question, first frame; folded, the answer with two later frames, as HTML.

        For pages without a kernel.
        """
        items = "".join(f"<li>{html.escape(choice)}</li>" for choice in self.choices)
        return (
            f"<p><strong>Demo: {html.escape(self.title)}</strong> "
            f"(run the cell to move it)</p><p>{html.escape(self.question)}</p><ul>{items}</ul>"
            + self._still(self.start())
            + f"<details><summary>Answer</summary><p>{html.escape(self.answer)}</p>"
            + "".join(self._still(values, caption) for caption, values in self.later())
            + "</details>"
        )

    def _still(self, values: dict, caption: str = "") -> str:
        figure = self.frame(**values)
        return plots.figure_html(figure, plots.png(figure, DPI), str(figure.get_label()), caption)

    def __call__(self) -> "Panel":
        """A live panel."""
        return Panel(self)


def paragraph(text: str, role: str = "note") -> str:
    """Text as the panel shows it; the role tells screen readers when it changes."""
    return f'<p role="{role}" style="line-height:1.5;margin:0.3em 0">{text}</p>'


class Panel(widgets.VBox):
    """Question, controls and picture of one demo.

    An error while drawing is shown as a sentence, kept in ``error`` and raised again, so that
    neither a reader nor a test can miss it.
    """

    def __init__(self, demo: Demo):
        self.demo, self.moved, self.frame = demo, False, lru_cache(KEPT)(self._frame)
        self.error: Exception | None = None
        self.one_at_a_time = threading.Lock()  # JupyterLab's moves come in threads of their own
        self.ahead: asyncio.TimerHandle | None = None
        self.controls = {name: control.widget() for name, control in demo.controls.items()}
        self.picture, self.words, self.message, self.discussion = (widgets.HTML() for _ in range(4))
        self.prediction = widgets.RadioButtons(
            options=demo.choices, value=None, layout={"width": "auto"}
        )
        self.reset = widgets.Button(description="Start again", tooltip="Back to the first frame")
        heading = (
            f"<strong>{html.escape(demo.title)}</strong><br>Predict: {html.escape(demo.question)}"
        )
        super().__init__(
            [
                widgets.HTML(paragraph(heading)),
                self.prediction,
                *map(self._row, self.controls),
                self.reset,
                self.message,
                self.picture,
                self.words,
                self.discussion,
            ]
        )
        self._draw()
        for control in self.controls.values():
            control.observe(self._move, "value")
        self.prediction.observe(self._discuss, "value")
        self.reset.on_click(self._start_again)

    def _row(self, name: str) -> widgets.Widget:
        """A control, with a play button beside it where time runs."""
        control = self.controls[name]
        if not self.demo.controls[name].play:
            return control
        last = len(control.options) - 1
        play = widgets.Play(value=control.index, max=last, interval=400, description="Play")
        widgets.jslink((play, "value"), (control, "index"))
        return widgets.HBox([control, play])

    @property
    def values(self) -> dict:
        """The parameters as the controls stand now."""
        return {name: control.value for name, control in self.controls.items()}

    def _frame(self, *values) -> tuple[str, str]:
        """A frame as HTML, and in words."""
        with swept_afterwards(), plots.style():
            figure = self.demo.frame(**dict(zip(self.controls, values, strict=True)))
            words, picture = str(figure.get_label()), plots.png(figure, DPI, small=False)
            page = plots.figure_html(figure, picture, words)
            del figure
        return page, words

    def _draw(self) -> None:
        try:
            self.picture.value, words = self.frame(*self.values.values())
        except Exception as error:
            self.error = error
            reason = html.escape(f"{type(error).__name__}: {error}")
            self.message.value = paragraph(
                f"⚠ This setting could not be drawn ({reason}). The picture below is the last good "
                "one; move a control to go on.",
                "alert",
            )
            raise
        self.message.value = ""
        self.words.value = paragraph(f"<em>In words:</em> {html.escape(words)}", "status")

    def _move(self, change) -> None:
        self.moved = True
        with self.one_at_a_time:  # so that the last picture is that of the last move
            self._draw()
        self._discuss()
        self._draw_ahead(change)

    def _draw_ahead(self, change) -> None:
        """Once the kernel rests, draw the frame that one more such move would show."""
        if self.ahead:
            self.ahead.cancel()
        name = next(k for k, control in self.controls.items() if control is change.owner)
        options = self.demo.controls[name].options
        after = 2 * options.index(change.new) - options.index(change.old)
        with suppress(RuntimeError):  # no kernel, nobody to wait for
            if 0 <= after < len(options):
                values = {**self.values, name: options[after]}.values()
                loop = asyncio.get_running_loop()
                self.ahead = loop.call_later(REST, self._try, *values)

    def _try(self, *values) -> None:
        with suppress(Exception):  # an error is for the one who moves there
            self.frame(*values)

    def _discuss(self, change=None) -> None:
        """Give the answer once there is a prediction and something has moved."""
        if self.prediction.value is None:
            text = (
                "Choose your prediction above; then the answer appears here." if self.moved else ""
            )
        elif not self.moved:
            text = "Now move the controls and see whether you were right."
        else:
            said = html.escape(self.prediction.value)
            text = f"<strong>You said:</strong> {said}.<br>{html.escape(self.demo.answer)}"
        self.discussion.value = paragraph(text, "status") if text else ""

    def _start_again(self, button) -> None:
        for name, value in self.demo.start().items():
            self.controls[name].value = value

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = super()._repr_mimebundle_(include=include, exclude=exclude)
        bundle, *metadata = data if isinstance(data, tuple) else (data,)
        bundle["text/plain"] = f"Demo: {self.demo.title}"
        bundle["text/html"] = self.demo.static()
        return (bundle, *metadata) if metadata else bundle
