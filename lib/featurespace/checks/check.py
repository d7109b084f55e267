"""How an answer is checked: run it on fresh inputs, compare, and say something useful.

The order is attempted, type, shape, finite, value. Whatever the answer does, the reader sees one
card and never a traceback. When nbgrader runs the notebook (to grade or validate it) a wrong answer
raises, so that it scores 0.
"""

import html
import os
import signal
import threading
import time
import warnings
from _thread import interrupt_main
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Number, Real

import numpy as np

SECONDS = 5.0  # of the processor's work: an answer that a busy machine keeps waiting is not endless
PATIENCE = 60.0  # seconds by the clock, for an answer that waits and does not work
LOOKS = {
    "Correct": ("✓", "#00664b"),
    "Not yet": ("✗", "#a04000"),
    "Not attempted": ("○", "#555555"),
    "Cannot check": ("?", "#555555"),
    "Hint": ("→", "#00517d"),
}
ADVICE = {  # what numpy says, and what to do about it
    "operands could not be broadcast": "The shapes do not fit: look at axis and keepdims, or at the lengths.",
    "truth value of an array": "An if asks one question; for many numbers at once use np.where.",
    "math range error": "The math functions stop where numpy goes on; use those of numpy.",
    "indexing result": "The block and what you put into it differ in shape; is it np.ix_ you want?",
    "boolean index did not match": "The mask is not as long as the axis it selects from.",
    "is out of bounds": "Python counts from 0.",
    "mismatch in its core dimension": "The inner sizes of a matrix product must agree; transpose one?",
    "Singular matrix": "The system has no unique solution; is a ridge missing, or does one column depend on others?",
}


@dataclass(frozen=True)
class Result:
    """What the reader sees: a status and a sentence or three."""

    status: str
    message: str

    @property
    def correct(self) -> bool:
        """Whether the answer passed."""
        return self.status == "Correct"

    def __repr__(self) -> str:
        return f"{self.status}: {self.message}"

    def _repr_html_(self) -> str:
        symbol, colour = LOOKS[self.status]
        return (
            f'<div role="status" style="border-left:6px solid {colour};padding:.5em 1em;'
            f'background:#f6f6f6;color:#1a1a1a"><strong style="color:{colour}">{symbol} '
            f"{self.status}.</strong> {html.escape(self.message)}</div>"
        )


class Problem(Exception):
    """A reason why an answer is not right, in words for the reader."""


class Stopped(Problem):
    """The answer gave no value at all; the words say what to do, so no hint follows."""


class TooSlow(Exception):
    """The answer did not come within the time limit; the words say which one."""


@dataclass(frozen=True)
class Misconception:
    """A known mistake: the wrong answer as code, and the sentence that names it."""

    wrong: Callable
    sentence: str


@dataclass(frozen=True, repr=False)  # a repr would show the answer
class Check:
    """Everything that is known about one exercise.

    Parameters
    ----------
    reference : the right answer, a function
    inputs : ``inputs(rng)`` gives a list of argument tuples that the notebook does not show
    misconceptions : at least three
    hints : from a nudge to nearly the answer; the first one is the next step of "Not yet"
    praise : what the reader has shown by a right answer
    verify : for exercises with many right answers: ``verify(answer, *arguments)`` raises
        :class:`Problem` if this one is wrong; otherwise answers are compared with the reference
    """

    reference: Callable
    inputs: Callable[[np.random.Generator], list[tuple]]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]
    praise: str
    verify: Callable | None = None
    tolerance: float = 1e-9

    def __call__(self, answer: Callable | None = None) -> Result:
        """Check an answer: pass the function itself, not its value."""
        result = self._judge(answer)
        if os.environ.get("NBGRADER_EXECUTION") and not result.correct:
            raise AssertionError(repr(result))
        return result

    def __repr__(self) -> str:
        return "A check: call it with your function, or ask it for a .hint()"

    def hint(self, level: int = 1) -> Result:
        """The first hint, or a later one that says more; the last one is nearly the answer."""
        level = min(max(level, 1), len(self.hints)) if isinstance(level, int) else 1
        more = f" (Hint {level} of {len(self.hints)}; .hint({level + 1}) says more.)"
        last = f" (Hint {level} of {len(self.hints)}, the last.)"
        return Result("Hint", self.hints[level - 1] + (more if level < len(self.hints) else last))

    def _judge(self, answer: Callable | None) -> Result:
        if not callable(answer):
            got = type(answer).__name__
            return Result(
                "Cannot check",
                f"Pass the function itself, without calling it; got a value of type {got}.",
            )
        cases = self.inputs(np.random.default_rng(2025))
        try:
            values = [run(answer, arguments) for arguments in cases]
            for value, arguments in zip(values, cases, strict=True):
                self._compare(value, arguments)
        except NotImplementedError:
            return Result(
                "Not attempted",
                "Replace the two lines of the stub by your answer, run that cell, then this one.",
            )
        except Stopped as problem:
            return Result("Not yet", str(problem))
        except Problem as problem:
            return Result(
                "Not yet", self._diagnose(values, cases) or f"{problem} Next step: {self.hints[0]}"
            )
        return Result("Correct", self.praise)

    def _compare(self, value, arguments: tuple) -> None:
        if self.verify is None:
            return match(value, run(self.reference, arguments), self.tolerance)
        try:
            self.verify(value, *arguments)
        except Problem:
            raise
        except Exception as error:  # whatever the reader returned, verify could not read it
            raise Problem(f"Your answer could not be read ({describe(error)}).") from None

    def _diagnose(self, values: list, cases: list[tuple]) -> str | None:
        """The sentence of the misconception that behaves exactly like the answer, if any does."""
        for mistake in self.misconceptions:
            try:
                for value, arguments in zip(values, cases, strict=True):
                    match(value, run(mistake.wrong, arguments), self.tolerance, nan=True)
            except Problem:
                continue
            return mistake.sentence
        return None


def describe(error: BaseException) -> str:
    """The error's type and message, short enough for a card."""
    message = (str(error).splitlines() or [""])[0][:160].rstrip(".")
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def run(function: Callable, arguments: tuple):
    """Call the function on read-only copies, within the time limit."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = within_limits(lambda: function(*map(read_only, arguments)))
    except (NotImplementedError, KeyboardInterrupt):
        raise
    except TooSlow as limit:
        raise Stopped(str(limit)) from None
    except BaseException as error:  # SystemExit too: a reader's exit() must not end the kernel
        if "read-only" in str(error):
            raise Stopped(
                "Your function changes its input in place; work on a copy or a new array."
            ) from None
        advice = "".join(f" {text}" for words, text in ADVICE.items() if words in str(error))
        raise Stopped(f"Your function stopped with {describe(error)}.{advice}") from None
    if value is None:
        raise Stopped("Your function returns nothing (None); does it end with a return?")
    return value


def read_only(argument):
    """A fresh copy that cannot be changed; generators start anew from the same state."""
    if isinstance(argument, np.ndarray):
        argument = argument.copy()
        argument.setflags(write=False)
    elif isinstance(argument, np.random.Generator):
        fresh = np.random.default_rng()
        fresh.bit_generator.state = argument.bit_generator.state
        return fresh
    return argument


def within_limits(call: Callable):
    """What the call returns; TooSlow once it has worked, or waited, for too long.

    The interrupt can come at any moment, also just when the call is over; wherever it comes, it is
    met within this function. (Whoever started this process may have told it to ignore interrupts.)
    """
    if threading.current_thread() is not threading.main_thread():
        return call()  # only the main thread can be interrupted
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return _watched(call)
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


def _watched(call: Callable):
    """The call, with a second thread that interrupts it."""
    lock, ended, met = threading.Lock(), threading.Event(), False
    late: list[str] = []
    work, clock = time.process_time(), time.monotonic()

    def watch():
        while not (late or ended.wait(0.02)):
            reason = overdue(time.process_time() - work, time.monotonic() - clock)
            with lock:
                if reason and not ended.is_set():
                    late.append(reason)
                    interrupt()

    try:
        try:
            threading.Thread(target=watch, daemon=True).start()
            value = call()
        except KeyboardInterrupt:
            met = True
            raise
        finally:
            with lock:
                ended.set()
            if late and not met:
                time.sleep(1)  # it is on its way
    except KeyboardInterrupt:
        if not late:
            raise  # the reader's own
    if late:
        raise TooSlow(late[0])
    return value


def overdue(worked: float, waited: float) -> str:
    """Why an answer is stopped after so many seconds, or nothing."""
    if worked > SECONDS:
        return (
            f"Your function was still running after {SECONDS:g} s of work; does a loop never end?"
        )
    if waited > PATIENCE:
        return f"Your function gave no answer for {PATIENCE:g} s; does it wait for something?"
    return ""


def interrupt() -> None:
    """Interrupt the main thread, by a signal where there are signals: that ends a sleep too."""
    thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and thread is not None:
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        interrupt_main()


def kind(value) -> str:
    """The type of an answer, in words."""
    if isinstance(value, (tuple, list)):
        return f"a {type(value).__name__} of {len(value)} value{'s' * (len(value) != 1)}"
    if isinstance(value, np.ndarray) and value.ndim:
        of = "" if value.dtype.kind in "biuf" else f" of {value.dtype}"
        return f"an array of shape {value.shape}{of}"
    if isinstance(value, (Number, np.generic, np.ndarray)):
        return "a complex number" if np.iscomplexobj(np.asarray(value)) else "a number"
    return f"a {type(value).__name__}"


def match(value, expected, tolerance: float, nan: bool = False) -> None:
    """Raise a Problem unless the value equals what is expected, part by part."""
    if isinstance(expected, tuple):
        deepest = max(np.ndim(part) for part in expected)
        rows = isinstance(value, np.ndarray) and value.ndim > deepest  # of an array will do
        if not (rows or isinstance(value, (tuple, list))) or len(value) != len(expected):
            raise Problem(
                f"Your function should return {len(expected)} values; it returned {kind(value)}."
            )
        for i, (part, wanted) in enumerate(zip(value, expected, strict=True), start=1):
            try:
                match(part, wanted, tolerance, nan)
            except Problem as problem:
                raise Problem(f"Value {i} of {len(expected)}: {problem}") from None
        return
    wanted = np.asarray(expected, dtype=float)
    got = as_numbers(value, wanted)
    if got.shape != wanted.shape:
        raise Problem(
            f"Expected {kind(wanted)} on a fresh input; your function returned {kind(got)}."
        )
    if not nan and not np.isfinite(got).all():
        raise Problem(
            "Your result holds NaN or infinity; look for a division by zero or a root of a negative number."
        )
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0) or 1.0
    close = np.isclose(got, wanted, rtol=0, atol=tolerance * scale, equal_nan=nan)
    if not close.all():
        where = tuple(np.argwhere(~close)[0].tolist())
        place = f"entry {list(where)}" if where else "the result"
        with np.errstate(invalid="ignore"):
            off = np.abs(got - wanted).max() / scale
        almost = " That is close: do you round on the way, or is a small term missing?" * bool(
            off < 1e-3
        )
        raise Problem(
            f"On a fresh input {place} came out as {got[where]:.5g}; {wanted[where]:.5g} was expected.{almost}"
        )


def as_numbers(value, wanted: np.ndarray) -> np.ndarray:
    """The answer as an array of real numbers, or a Problem that says what it is instead."""
    try:
        got = np.asarray(float(value) if isinstance(value, Real) else value)
        if got.dtype.kind not in "biuf" or (isinstance(value, tuple) and wanted.shape != got.shape):
            raise TypeError
        return got.astype(float)
    except (TypeError, ValueError):
        raise Problem(f"Expected {kind(wanted)}; your function returned {kind(value)}.") from None
