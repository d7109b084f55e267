"""From a function that draws a frame to a stage on which students move it.

The stage (``stage.js``) shows question, votes, controls, picture and answer. It asks for a frame by
the places of its controls and is given one: here by the kernel, on pages without one by a pack of
frames drawn before. A frame is vector graphics with its words, the controls that have no effect in
it, and the places to which its handles can be dragged.

Frames are kept, and while the kernel rests those that come next are drawn ahead. The output also
carries stills as plain HTML, so that a page without widgets shows them and not an empty box.
"""

import asyncio
import gc
import html
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets
from matplotlib.figure import Figure

from .. import plots

HERE = Path(__file__).parent
DPI = 96
KEPT = 128  # frames of a panel that need not be drawn again
REST = 0.02  # seconds without a move after which the next frame is drawn ahead
CALM = 0.06  # the same after a move to a frame that is known: a key held down is not in its way
BACK = 4  # times as far as it is to go on, a place behind seems
POINTS = 72  # to the inch, in vector graphics

When = Callable[[dict], bool] | None


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
    """A number to move along given values; ``when`` says in which settings it has an effect."""

    label: str
    options: tuple
    value: object
    play: bool = False
    when: When = None

    @property
    def corners(self) -> tuple:
        """The ends of the range."""
        return self.options[0], self.options[-1]


@dataclass(frozen=True)
class Choice:
    """One of a few words; ``when`` says in which settings it has an effect."""

    label: str
    options: tuple
    value: object
    play: bool = field(default=False, init=False)
    when: When = None

    @property
    def corners(self) -> tuple:
        """All options, for each is a corner."""
        return self.options


@dataclass(frozen=True)
class Handle:
    """Something in the picture to take and drag: it moves one control or two.

    ``at(values)`` is where it stands for these values, in the data coordinates of the Axes with
    that number.
    """

    moves: tuple[str, ...]
    at: Callable[[dict], tuple[float, float]]
    axes: int = 0


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
    right: str
    answer: str
    notes: Notes
    controls: dict[str, Slider | Choice]
    frame: Callable[..., Figure]
    shown: tuple[dict, ...] = ()  # what to move for the frames that a page without a kernel shows
    handles: tuple[Handle, ...] = ()
    packed: dict[str, tuple] = field(default_factory=dict)  # options that a pack offers, if fewer

    def start(self) -> dict:
        """The parameters that the panel opens with."""
        return {name: control.value for name, control in self.controls.items()}

    def at(self, places: Iterable[int]) -> dict:
        """The parameters for a place in the options of every control."""
        controls = self.controls.items()
        return {name: c.options[i] for (name, c), i in zip(controls, places, strict=True)}

    def places(self, values: dict) -> list[int]:
        """The place of each parameter in the options of its control."""
        return [control.options.index(values[name]) for name, control in self.controls.items()]

    def idle(self, values: dict) -> list[str]:
        """The controls that have no effect in this setting."""
        return [
            k for k, control in self.controls.items() if control.when and not control.when(values)
        ]

    def corners(self) -> Iterator[dict]:
        """The start and every combination of extreme parameters."""
        yield self.start()
        for values in product(*(control.corners for control in self.controls.values())):
            yield dict(zip(self.controls, values, strict=True))

    def spec(self) -> dict:
        """All that the stage shows besides frames; right and answer appear when they may."""
        return {
            "title": self.title,
            "question": self.question,
            "choices": list(self.choices),
            "right": self.choices.index(self.right),
            "answer": self.answer,
            "start": self.places(self.start()),
            "cuts": self._cuts(),
            "controls": [
                {
                    "name": name,
                    "label": control.label,
                    "kind": type(control).__name__.lower(),
                    "options": list(map(_written, control.options)),
                    "play": control.play,
                }
                for name, control in self.controls.items()
            ],
        }

    def _cuts(self) -> list[float]:
        """Where the picture may be cut, between two Axes: on a small screen its parts stack."""
        figure = self.frame(**self.start())
        figure.draw_without_rendering()
        boxes = [box for ax in figure.axes if (box := ax.get_tightbbox())]
        gaps = pairwise(boxes)
        return [round((a.x1 + b.x0) / 2 * POINTS / figure.dpi, 1) for a, b in gaps]

    def drawn(self, values: dict) -> dict[str, Any]:
        """A frame as the stage wants it: picture, words, idle controls and handles."""
        with swept_afterwards(), plots.style():
            figure = self.frame(**values)
            made = {
                "svg": plots.svg(figure),
                "words": str(figure.get_label()),
                "idle": self.idle(values),
                "handles": [self._track(handle, figure, values) for handle in self.handles],
            }
            del figure
        return made

    def _track(self, handle: Handle, figure: Figure, values: dict) -> dict[str, Any]:
        """Where a handle can go from here: the places of its controls, and a point each."""
        ax, options = figure.axes[handle.axes], [self.controls[k].options for k in handle.moves]
        height, points = figure.get_figheight() * POINTS, []
        box = ax.bbox.padded(8)  # a little outside is still in sight
        for places in product(*map(range, map(len, options))):
            chosen = (one[i] for one, i in zip(options, places, strict=True))
            at = handle.at({**values, **dict(zip(handle.moves, chosen, strict=True))})
            place = ax.transData.transform(at)
            x, y = place * POINTS / figure.dpi
            if box.contains(*place):
                points.append([*places, round(float(x), 1), round(float(height - y), 1)])
        return {"moves": list(handle.moves), "points": points}

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


class Panel(anywidget.AnyWidget):
    """A demo on its stage, with frames from this kernel.

    The stage writes into ``want`` the places of its controls and waits for the ``frame``, and into
    ``near`` the number of the control in a reader's hand, with a count. An error while drawing is
    a sentence on the stage, kept in ``error`` and raised again, so that neither a reader nor a
    test can miss it.
    """

    _esm = HERE / "stage.js"
    _css = HERE / "stage.css"
    spec = traitlets.Dict().tag(sync=True)
    want = traitlets.List(traitlets.Int()).tag(sync=True)
    near = traitlets.List(traitlets.Int()).tag(sync=True)
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, demo: Demo):
        self.demo, self.drawn = demo, lru_cache(KEPT)(self._drawn)
        self.error: Exception | None = None
        self.one_at_a_time = threading.Lock()  # JupyterLab's moves come in threads of their own
        self.ahead: asyncio.TimerHandle | None = None
        super().__init__(spec=demo.spec(), want=demo.places(demo.start()))
        self._draw()
        self.observe(self._move, "want")
        self.observe(self._take_hold, "near")

    @property
    def values(self) -> dict:
        """The parameters as the controls stand now."""
        return self.demo.at(self.want)

    def _drawn(self, *places: int) -> dict[str, Any]:
        return {"at": list(places), **self.demo.drawn(self.demo.at(places))}

    def _draw(self) -> None:
        try:
            self.frame = self.drawn(*self.want)
        except Exception as error:
            self.error = error
            reason = f"{type(error).__name__}: {error}"
            self.frame = {**self.frame, "asked": list(self.want), "error": reason}
            raise

    def _move(self, change) -> None:
        known = self.drawn.cache_info().misses
        with self.one_at_a_time:  # so that the last picture is that of the last move
            self._draw()
        rest = CALM if self.drawn.cache_info().misses == known else REST
        steps = [new - old for old, new in zip(change.old, change.new, strict=True)]
        moved = [i for i, step in enumerate(steps) if step]
        coming = self._along(moved[-1], steps[moved[-1]]) if moved else iter(())
        self._draw_ahead(coming, rest)

    def _take_hold(self, change) -> None:
        """Draw what the control in the reader's hand leads to: it has most room there."""
        i = change.new[0]
        if 0 <= i < len(self.want):
            options = list(self.demo.controls.values())[i].options
            self._draw_ahead(self._along(i, 1 if self.want[i] < len(options) / 2 else -1))

    def _along(self, i: int, step: int) -> Iterator[list[int]]:
        """Where a control leads: to what is near, and mostly on as it went."""
        want, options = list(self.want), list(self.demo.controls.values())[i].options
        here = want[i]

        def far(place: int) -> int:
            return abs(place - here) * (1 if (place - here) * step > 0 else BACK)

        for place in sorted(range(len(options)), key=far)[1:KEPT]:
            yield [*want[:i], place, *want[i + 1 :]]

    def _draw_ahead(self, coming: Iterator[list[int]], rest: float = REST) -> None:
        """Draw these frames one by one as long as the kernel rests; the next move ends it."""
        if self.ahead:
            self.ahead.cancel()
        with suppress(RuntimeError):  # no kernel, nobody to wait for
            self.ahead = asyncio.get_running_loop().call_later(rest, self._try, coming)

    def _try(self, coming: Iterator[list[int]]) -> None:
        places = next(coming, None)
        if places is not None:
            with suppress(Exception):  # an error is for the one who moves there
                self.drawn(*places)
            self._draw_ahead(coming)

    def _repr_mimebundle_(self, **kwargs):
        bundle, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        bundle["text/plain"] = f"Demo: {self.demo.title}"
        bundle["text/html"] = self.demo.static()
        return bundle, metadata
