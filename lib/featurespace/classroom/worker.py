"""The process that runs student code; there are no checks and no right answers in it.

``python -I -S`` runs :func:`main` from a copy of the library without them. Every request on the
one pipe (a cell to run, a name to look up, a call) gets one reply on the other, as data.
"""

import importlib
import importlib.machinery
import os
import resource
import sys
import types
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from . import confine, guard

GONE = "This uses the check's own answer, which is not there when marks are given: write your own."


class Absent:
    """In place of the checks while grades are given: any attribute of it does nothing."""

    def __call__(self, *arguments: object, **options: object) -> "Absent":
        """Nothing comes of it."""
        return self

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __repr__(self) -> str:
        return "(checks are not there while grades are given)"


ABSENT = Absent()


class AbsentModule(types.ModuleType):
    """A module of the checks."""

    __path__: list[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return ABSENT


class AbsentChecks:
    """Finds ``featurespace.checks`` and whatever is below it: nothing."""

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A module that holds nothing, for names of checks."""
        if f"{name}.".startswith("featurespace.checks."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> AbsentModule:
        """An empty one."""
        return AbsentModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """There is nothing to run."""


class Forbidden(Exception):
    """What the exercise rules out; the words are the grader's."""


class Pipe:
    """The two ends that lead to the grader, out of reach of names that student code knows."""

    def __init__(self, limit: int) -> None:
        self.take, self.give = os.dup(0), os.dup(1)
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        self.limit = limit

    def read(self, size: int) -> bytes:
        """So many bytes; the grader has gone if there are none."""
        found = b""
        while len(found) < size:
            more = os.read(self.take, size - len(found))
            if not more:
                os._exit(0)
            found += more
        return found

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """A request, and the bytes of its arrays."""
        from . import wire  # and numpy: only when the doors are closed

        body, text = wire.lengths(self.read(wire.HEAD.size), 2**31)
        whole = self.read(body)
        return wire.message(whole, text), whole[text:]

    def send(self, whole: bytes) -> None:
        """A reply."""
        while whole:
            whole = whole[os.write(self.give, whole) :]


class Worker:
    """Answers requests."""

    def __init__(self, pipe: Pipe, tried: list[str]) -> None:
        import numpy as np

        from . import wire

        self.np, self.wire, self.pipe, self.tried = np, wire, pipe, tried
        self.main = types.ModuleType("__main__")
        self.main.__dict__.update(get_ipython=ABSENT, display=ABSENT)
        sys.modules["__main__"] = self.main
        self.now: dict[int, str | None] = {}  # what the running exercise forbids
        self.number = 0
        self.last: dict[str, tuple[Any, int]] = {}  # what could be called by a name, and its cell

    def serve(self) -> NoReturn:
        """Request by request, until the grader ends it."""
        while True:
            request, raw = self.pipe.receive()
            self.number = request["number"]
            act: Callable[..., bytes] = getattr(self, request["act"])
            try:
                reply = act(request, raw)
            except BaseException as error:
                reply = self.frame({"error": told(error)})
            self.pipe.send(reply)

    def frame(self, message: dict[str, Any], **values: Any) -> bytes:
        """A reply to the request at hand."""
        about = {**message, "number": self.number, "tried": self.tried[:20]}
        return self.wire.frame(about, self.pipe.limit, **values)

    def cell(self, request: dict[str, Any], raw: bytes) -> bytes:
        """Run a cell, as a notebook would."""
        code = compile(request["source"], f"{guard.CELL}{request['cell']}>", "exec")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(code, self.main.__dict__)
        finally:
            for name in request["names"]:
                thing = self.main.__dict__.get(name)
                if callable(thing) and thing is not self.last.get(name, [None])[0]:
                    self.last[name] = (thing, request["cell"])
        return self.frame({})

    def look(self, request: dict[str, Any], raw: bytes) -> bytes:
        """What stands behind a name."""
        space, name = self.main.__dict__, request["name"]
        cell = self.restore(name)
        thing = space.get(name)
        return self.frame(
            {
                "cell": cell,
                "found": name in space,
                "callable": callable(thing),
                "absent": isinstance(thing, Absent),
                "type": str(type(thing).__name__)[:200],
            }
        )

    def restore(self, name: str) -> int | None:
        """Bring back the last function of a name that ends as a value: the cell it comes from."""
        if callable(self.main.__dict__.get(name)) or name not in self.last:
            return None
        self.main.__dict__[name], cell = self.last[name]
        return cell

    def forbid(self, request: dict[str, Any], raw: bytes) -> bytes:
        """Before any cell runs: these functions may refuse, wherever they are offered."""
        for key, places in enumerate(request["places"]):
            spaces = [(vars(importlib.import_module(module)), name) for module, name in places]
            function = spaces[0][0][spaces[0][1]]
            for space, name in spaces:
                space[name] = self.refusal(key, function)
        return self.frame({})

    def refusal(self, key: int, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, as long as the running exercise allows it."""

        def refuse(*arguments: Any, **options: Any) -> Any:
            if key in self.now:
                words = self.now[key]
                if words := self.ask(key, arguments, options) if words is None else words:
                    raise Forbidden(words)
            return function(*arguments, **options)

        refuse.__name__ = refuse.__qualname__ = getattr(function, "__name__", "function")
        refuse.__doc__ = function.__doc__
        return refuse

    def ask(self, key: int, arguments: Any, options: Any) -> str:
        """Whether the exercise allows a call with these arguments: the grader knows."""
        self.pipe.send(self.frame({"ask": key}, arguments=arguments, options=options))
        reply, _ = self.pipe.receive()
        return str(reply["words"])

    def call(self, request: dict[str, Any], raw: bytes) -> bytes:
        """Call an answer on read-only arguments; what it returns, or what stopped it."""
        given = [self.own(part) for part in self.wire.Reader(raw).value(request["arguments"])]
        before = [list(map(id, part)) if isinstance(part, list) else None for part in given]
        self.restore(request["name"])
        function = self.main.__dict__[request["name"]]
        self.now = {int(key): words for key, words in request["forbidden"].items()}
        try:
            with warnings.catch_warnings(), self.np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                value = function(*given)
        finally:
            self.now = {}
        if isinstance(value, Absent):
            raise Forbidden(GONE)
        pairs = zip(given, before, strict=True)
        changed = [i for i, (a, b) in enumerate(pairs) if b is not None and list(map(id, a)) != b]
        try:
            return self.frame({"changed": changed}, value=value)
        except self.wire.Malformed as reason:
            return self.frame({"unsendable": str(reason)})

    def own(self, argument: Any) -> Any:
        """An argument that cannot be changed in place."""
        if isinstance(argument, self.np.ndarray):
            argument.setflags(write=False)
        elif isinstance(argument, list):
            return [self.own(part) for part in argument]
        return argument


def told(error: BaseException) -> dict[str, Any]:
    """An error as data: its name, its words, and who raised it."""
    try:
        words = str(error)[:1000]
    except BaseException:  # even that may fail
        words = ""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    kinds = {"value": ValueError, "unfinished": NotImplementedError, "forbidden": Forbidden}
    return {
        "type": str(type(error).__name__)[:200],
        "words": words.encode(errors="replace").decode(),
        "raiser": str(last.tb_frame.f_code.co_name)[:200] if last else "",
        **{name: isinstance(error, kind) for name, kind in kinds.items()},
    }


def limit(memory: int, seconds: int, size: int) -> list[str]:
    """Limits of the system on memory, work and files; those that could be set."""
    wanted = {"AS": memory, "CPU": seconds, "FSIZE": size, "CORE": 0, "NOFILE": 256}
    for name, value in wanted.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):  # macOS will not limit memory
            wanted = {k: v for k, v in wanted.items() if k != name}
    return [name for name in ("AS", "CPU", "FSIZE") if name in wanted]


def main(words: Sequence[str]) -> NoReturn:
    """Close the doors one after the other, then serve."""
    memory, seconds, size, frame, kernel = map(int, words[:5])
    stage, scratch, sites = words[5], words[6], words[7:]
    pipe = Pipe(frame)
    active = limit(memory, seconds, size)
    prefixes = dict.fromkeys((sys.base_prefix, sys.base_exec_prefix))
    readable = [Path(stage), *confine.allowed(prefixes, sites)]
    if kernel:
        active += confine.confine(readable, map(Path, sys.path), Path(scratch))
    sys.meta_path.insert(0, AbsentChecks())
    worker = Worker(pipe, guard.guard(map(str, readable), sys.path, scratch))
    pipe.send(worker.frame({"active": active}))
    worker.serve()
