"""Running an answer: on copies, within limits of time and output, and never a traceback."""

import contextlib
import io
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from .compare import Problem

Function = Callable[..., Any]
Case = tuple[Any, ...]  # the arguments of one call
SECONDS = 5.0  # of the processor's work: an answer that a busy machine keeps waiting is not endless
PATIENCE = 60.0  # seconds by the clock, for an answer that waits and does not work
GRACE = 10.0  # seconds after which an answer that did not stop is spoken of
TICK = 0.05  # seconds between two looks at the clock
ROOM = 2000  # characters that an answer may print
DOORS = ("numpy", "numpy.linalg", "scipy.linalg", "scipy.stats", "scipy.spatial.distance")
ADVICE = {  # what Python or numpy says, and what to do about it
    "operands could not be broadcast": "The shapes do not fit: look at axis and keepdims, or at the lengths.",
    "truth value of an array": "A condition asks one question; for many numbers at once use `np.where` or `np.maximum`.",
    "math range error": "The math functions stop where numpy goes on; use those of numpy.",
    "indexing result": "The block and what you put into it differ in shape; is it `np.ix_` you want?",
    "boolean index did not match": "The mask is not as long as the axis it selects from.",
    "is out of bounds": "Python counts from 0.",
    "mismatch in its core dimension": "The inner sizes of a matrix product must agree; transpose one?",
    "Singular matrix": "The system has no unique solution; is a ridge missing, or does one column depend on others?",
    "is not defined": "Is that a typing slip, or was the cell with the imports (or with your helper) not run yet?",
    "Cannot cast ufunc": "The array holds whole numbers, and `-=` or `*=` must keep its kind: write `A = A - b`, or make it `A.astype(float)` first.",
    "'NoneType'": "Something you use is None: `x.sort()` and the like work in place and return nothing, and so does a helper without a return.",
    "maximum recursion depth": "Your function calls itself without end.",
    "positional argument": "Keep the arguments of the stub: the check calls your function with those.",
}


class Stopped(Problem):
    """The answer gave no value at all; the words say what to do, the error what it was."""

    error: BaseException | None = None


class Unfinished(Exception):
    """The answer is still the stub."""


class Forbidden(Exception):
    """What an exercise rules out; the words are for the reader."""


class TooSlow(BaseException):  # not an Exception: an answer that catches those does not catch this
    """The answer did not come within the time limit; the words say which one."""


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without warnings: a card says what is wrong."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def run(
    function: Function,
    arguments: Case,
    advice: Mapping[str, str] | None = None,
) -> Any:
    """Call the function on read-only copies, within the time limit."""
    try:
        with quiet():
            given = [read_only(argument) for argument in arguments]
            before = [list(a) if isinstance(a, list) else a for a in given]
            value = within_limits(lambda: function(*given))
    except (KeyboardInterrupt, Problem):
        raise
    except (TooSlow, Forbidden) as reason:
        raise Stopped(str(reason)) from None
    except NotImplementedError as error:
        raiser = traceback.extract_tb(error.__traceback__)[-1].name
        if raiser == getattr(function, "__name__", raiser):
            raise Unfinished from None
        raise Stopped(f"Your function calls `{raiser}`, which is not finished yet.") from None
    except BaseException as error:  # SystemExit too: a reader's exit() must not end the kernel
        stopped = Stopped(explained(error, {**ADVICE, **(advice or {})}))
        stopped.error = error
        raise stopped from None
    if any(changed(a, b) for a, b in zip(given, before, strict=True)):
        raise Stopped("Your function changes the list that it gets; work on a copy, `list(...)`.")
    if value is None:
        raise Stopped(
            "Your function returns nothing (None); does every way through it end with a return?"
        )
    return value


def changed(now: Any, before: Any) -> bool:
    """Whether a list does not hold what it held."""
    return isinstance(now, list) and list(map(id, now)) != list(map(id, before))


def explained(error: BaseException, advice: Mapping[str, str]) -> str:
    """What stopped an answer, and what to do about it."""
    words = describe(error)
    if "read-only" in words:
        return "Your function changes its input in place; work on a copy or a new array."
    told = "".join(f" {text}" for said, text in advice.items() if said in words)
    return f"Your function stopped with {words}.{told}"


def describe(error: BaseException) -> str:
    """The error's type and message, short enough for a card."""
    try:
        message = (str(error).splitlines() or [""])[0][:160].rstrip(".")
    except Exception:  # even that may fail
        message = ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def read_only(argument: Any) -> Any:
    """A fresh copy that cannot be changed; generators start anew from the same state."""
    if isinstance(argument, np.ndarray):
        argument = argument.copy()
        argument.setflags(write=False)
    elif isinstance(argument, list):
        return [read_only(part) for part in argument]
    elif isinstance(argument, np.random.Generator):
        fresh = np.random.default_rng()
        fresh.bit_generator.state = argument.bit_generator.state
        return fresh
    return argument


def within_limits(call: Callable[[], Any]) -> Any:
    """What the call returns; TooSlow once it has worked, or waited, for too long.

    The alarm rings in the main thread, and does nothing once the call is over. What no alarm can
    stop (one long call of compiled code, a system without alarms) is at least spoken of.
    """
    note = threading.Timer(SECONDS + GRACE, tell)
    note.daemon = True
    note.start()
    try:
        main = threading.current_thread() is threading.main_thread()
        return Alarm().watch(call) if main and hasattr(signal, "setitimer") else call()
    finally:
        note.cancel()


class Alarm:
    """Looks at the clock while an answer runs."""

    def __init__(self) -> None:
        self.on, self.rung = True, -np.inf
        self.worked, self.clock = time.thread_time(), time.monotonic()

    def watch(self, call: Callable[[], Any]) -> Any:
        """What the call returns, or TooSlow."""
        before = signal.signal(signal.SIGALRM, self.ring)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        try:
            try:
                return call()
            finally:
                self.on = False
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before or signal.SIG_DFL)

    def ring(self, *_: object) -> None:
        """Stop the answer; again only after more work, so that nothing is struck on its way out."""
        worked = time.thread_time() - self.worked
        reason = overdue(worked, time.monotonic() - self.clock)
        if self.on and reason and worked - self.rung > TICK / 10:
            self.rung = worked
            signal.setitimer(signal.ITIMER_REAL, TICK / 10, TICK / 10)  # in case this one is caught
            raise TooSlow(reason)


def overdue(worked: float, waited: float) -> str:
    """Why an answer is stopped after so many seconds, or nothing."""
    if worked > SECONDS:
        return (
            f"Your function was still running after {SECONDS:g} s of work; does a loop never end?"
        )
    if waited > PATIENCE:
        return f"Your function gave no answer for {PATIENCE:g} s; does it wait for something?"
    return ""


def tell() -> None:
    """Beside the cell: how to end what cannot be ended from here."""
    print(
        "Your function is still running. To end it, press ■ (Interrupt the kernel); a long "
        "calculation inside numpy may not hear that: then Kernel → Restart. Nothing typed is lost.",
        flush=True,
    )


class Limited(io.TextIOBase):
    """Passes on what is printed, up to a limit."""

    def __init__(self, stream: Any):
        self.stream, self.room = stream, ROOM

    def write(self, text: str) -> int:
        """Write what there is room for, and say once that the rest is left out."""
        if self.room >= 0:
            self.stream.write(text[: self.room])
            if len(text) > self.room:
                self.stream.write("\n… (what your function prints further on is left out)\n")
            self.room -= len(text)
        return len(text)

    def flush(self) -> None:
        """Pass it on."""
        self.stream.flush()


@contextlib.contextmanager
def limited_output() -> Iterator[None]:
    """Cut a flood of printed lines."""
    streams = Limited(sys.stdout), Limited(sys.stderr)
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        yield


@contextlib.contextmanager
def refusing(forbidden: Mapping[Function, Any], answer: Function) -> Iterator[None]:
    """While the answer runs, some functions refuse, in words, wherever the answer finds them.

    The words may be a function of the call's arguments that gives words or nothing.
    """
    doors = {"builtins", *DOORS, *(d for function in forbidden for d in _doors(function))}
    places = [getattr(answer, "__globals__", {})]
    places += [vars(sys.modules[name]) for name in sorted(doors) if name in sys.modules]
    undo = []
    for function, words in forbidden.items():
        refuse = _refusal(function, words)
        for place in places:
            for name in [n for n, thing in list(place.items()) if thing is function]:
                undo.append((place, name, function))
                place[name] = refuse
    try:
        yield
    finally:
        for place, name, function in undo:
            place[name] = function


def _doors(function: Function) -> list[str]:
    """The module a function comes from and the packages around it: all may offer it."""
    names = (getattr(function, "__module__", None) or "").split(".")
    return [".".join(names[: i + 1]) for i in range(len(names))]


def _refusal(function: Function, words: Any) -> Function:
    def refuse(*arguments: Any, **options: Any) -> Any:
        said = words(*arguments, **options) if callable(words) else words
        if said:
            raise Forbidden(said)
        return function(*arguments, **options)

    return refuse
