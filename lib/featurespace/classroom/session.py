"""A submission at work: its cells run in a process of their own, its answers are called there.

Cells run in order, each on its own. One that never ends, or ends the process, is left out: a new
process runs the others. So does an answer that has to be stopped.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from ..checks import Check
from ..checks.run import DOORS, Forbidden, Stopped, TooSlow
from . import wire
from .sandbox import Ended, Limits, Sandbox, TooLong
from .submission import Cell

PLACES = ("builtins", *DOORS)


class OutOfTime(Exception):
    """The submission has used up its time."""


class GraderTrouble(Exception):
    """The grader's own machine failed: that says nothing about the submission."""


class Session:
    """The processes of one submission, one after the other."""

    def __init__(self, cells: list[Cell], checks: list[Check], limits: Limits) -> None:
        self.cells, self.limits = cells, limits
        self.deadline = time.monotonic() + limits.notebook
        self.names = [check.answer.__name__ for check in checks]
        self.functions = list(dict.fromkeys(f for check in checks for f in check.forbidden))
        self.box: Sandbox | None = None
        self.lost: dict[int, str] = {}  # cells that had to be left out, and why
        self.errors: dict[int, dict[str, Any]] = {}
        self.restored: dict[str, int] = {}  # answers that end as values, and the cell that counts
        self.notes: dict[str, None] = {}
        self.trouble = ""  # of the grader's machine; a check may swallow what is raised
        self.peak = 0.0

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and keep what it showed."""
        box, self.box = self.box, None
        if box is not None:
            box.end()
            self.peak = max(self.peak, box.peak)
            for words in box.tried:
                self.notes[f"Its code {words}: refused."] = None

    def ready(self) -> Sandbox:
        """A process in which all cells have run that can."""
        while self.box is None:
            if time.monotonic() > self.deadline:
                raise OutOfTime
            self.box = self.fresh()
            for lack in self.box.lacks():
                self.notes[f"This machine protects less: {lack}."] = None
            for cell in self.cells:
                if cell.number not in self.lost and not self.run(self.box, cell):
                    self.close()
                    break
        return self.box

    def fresh(self) -> Sandbox:
        """A process in which no student code has run; what goes wrong so far is not its fault."""
        box = None
        try:
            box = Sandbox(self.limits, self.deadline)
            if self.functions:
                box.ask("forbid", self.limits.cell, places=list(map(places, self.functions)))
            return box
        except (OSError, Ended) as reason:
            if box is not None:
                box.end()
            if isinstance(reason, TooLong) and reason.out:
                raise OutOfTime from None
            self.trouble = str(getattr(reason, "strerror", "") or reason)
            raise GraderTrouble(self.trouble) from None

    def run(self, box: Sandbox, cell: Cell) -> bool:
        """Run one cell; whether the process lives on."""
        try:
            about: dict[str, Any] = {"source": cell.plain, "cell": cell.number, "names": self.names}
            reply, _ = box.ask("cell", self.limits.cell, **about)
        except TooLong as reason:
            if reason.out:
                self.close()
                raise OutOfTime from None
            self.lost[cell.number] = f"was still running after {self.limits.cell:g} s of work"
            if reason.worked <= self.limits.cell:
                self.lost[cell.number] = f"gave no sign for {reason.waited:.0f} s"
            return False
        except Ended as reason:
            self.lost[cell.number] = f"ended the process that runs the notebook ({reason})"
            return False
        self.errors.pop(cell.number, None)
        if isinstance(error := reply.get("error"), dict):
            self.errors[cell.number] = error
        return True

    def look(self, name: str) -> dict[str, Any]:
        """What stands behind a name: whether it is there, can be called, and its type."""
        try:
            found = self.ready().ask("look", self.limits.call, name=name)[0]
        except Ended:  # a thread of an earlier answer may have ended it
            self.close()
            found = self.ready().ask("look", self.limits.call, name=name)[0]
        if found.get("cell") in [cell.number for cell in self.cells]:
            self.restored[name] = found["cell"]
        return found

    def answer(self, check: Check, name: str) -> "Answer":
        """The answer as something to call here."""
        return Answer(self, check, name)


class Answer:
    """Stands for an answer in the grader: what it returns, or raises, happened in the process."""

    def __init__(self, session: Session, check: Check, name: str) -> None:
        self.session, self.check, self.name = session, check, name

    def __call__(self, *arguments: Any) -> Any:
        """Call it there; what it returned, as data, or an error as it was told."""
        reply, reader = self._asked(list(arguments))
        if isinstance(error := reply.get("error"), dict):
            raise reborn(error, self.name)
        if "unsendable" in reply:
            size = self.session.limits.value / 2**20
            words = f"Your function returned more than can be looked at ({reply['unsendable']})"
            raise Stopped(f"{words}; at most {size:g} MB are, and a right value is far smaller.")
        for i in reply.get("changed") or ():
            if isinstance(arguments[i], list):
                arguments[i].append(None)  # so it is seen here that it was changed there
        try:
            return reader.value(reply.get("value"))
        except wire.Malformed as reason:
            raise Stopped(f"Your function returned what cannot be read ({reason}).") from None

    def _asked(self, arguments: list[Any]) -> tuple[dict[str, Any], wire.Reader]:
        session, limits = self.session, self.session.limits
        words = {session.functions.index(f): w for f, w in self.check.forbidden.items()}
        said = {key: None if callable(w) else w for key, w in words.items()}
        try:
            given: dict[str, Any] = {"name": self.name, "forbidden": said}
            reply, raw = session.ready().ask(
                "call", limits.call, self.allowed, {"arguments": arguments}, **given
            )
            return reply, wire.Reader(raw)
        except BaseException as reason:
            session.close()
            raise stopped(reason, limits) from None

    def allowed(self, key: int, arguments: Any, options: Any) -> str:
        """What the exercise says to a call of a function that it watches; nothing: go on."""
        words = self.check.forbidden[self.session.functions[key]]
        return str(words(*arguments, **options) or "") if callable(words) else str(words)


def stopped(reason: BaseException, limits: Limits) -> BaseException:
    """Why a call came to nothing, as the checks say it."""
    if isinstance(reason, OutOfTime) or (isinstance(reason, TooLong) and reason.out):
        return Stopped(f"The notebook used up its {limits.notebook:g} s before this was done.")
    if isinstance(reason, TooLong):
        if reason.worked > limits.call:
            words = f"still running after {limits.call:g} s of work; does a loop never end?"
            return TooSlow(f"Your function was {words}")
        words = f"gave no answer for {reason.waited:.0f} s; does it wait for something?"
        return TooSlow(f"Your function {words}")
    if isinstance(reason, Ended):
        return Stopped(f"Your function ended the process that ran it ({reason}).")
    return reason


def reborn(error: dict[str, Any], asked: str) -> BaseException:
    """An error told as data, as one that the checks understand."""
    words, name = str(error.get("words"))[:1000], str(error.get("type"))[:80]
    if error.get("forbidden"):
        return Forbidden(words)
    if error.get("unfinished") and (raiser := str(error.get("raiser"))[:80]) != asked:
        return Stopped(f"Your function calls `{raiser}`, which is not finished yet.")
    base = ValueError if error.get("value") else Exception
    base = NotImplementedError if error.get("unfinished") else base
    return type(name if name.isidentifier() else "Error", (base,), {})(words)


def places(function: Callable[..., Any]) -> list[tuple[str, str]]:
    """Where student code may find a function: modules, and its names there."""
    own = (getattr(function, "__module__", None) or "").split(".")
    around = [".".join(own[: i + 1]) for i in range(len(own))]
    modules = [m for m in dict.fromkeys((*around[::-1], *PLACES)) if m in sys.modules]
    return [
        (module, name)
        for module in modules
        for name, thing in vars(sys.modules[module]).items()
        if thing is function
    ]
