"""A process for student code: started, talked to, watched and ended.

It gets a copy of the library without checks, notebooks and this folder, an empty place to work in,
an environment of nine words, and two pipes. What it says is data that nobody here believes.
"""

import atexit
import compileall
import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import _threads
from . import guard, wire
from .material import LIBRARY

NEEDED = ("__init__.py", "wire.py", "worker.py", "confine.py", "guard.py")  # of this folder, there
LEFT_OUT = ("checks", "_material")
CODE = (
    "import sys; given = sys.argv[1:]; sys.path.insert(0, given[5]); sys.path += given[7:]; "
    "from featurespace.classroom.worker import main; main(given)"
)
TICK = 0.1  # seconds between two looks at the clock
ALL = ("AS", "CPU", "FSIZE", "Landlock", "seccomp")
LACKS = {
    "AS": "no limit on memory",
    "CPU": "no limit on work",
    "FSIZE": "no limit on files",
    "Landlock": "the kernel keeps no files from it (no Landlock)",
    "seccomp": "the kernel keeps no network and no processes from it (no seccomp)",
}


@dataclass(frozen=True)
class Limits:
    """How much one submission may use."""

    call: float = 5.0  # seconds of work for one call of an answer
    cell: float = 20.0  # seconds of work for one cell
    patience: float = 30.0  # seconds by the clock for what waits and does not work
    notebook: float = 300.0  # seconds by the clock for everything
    memory: int = 2048  # MB that the process may ask for
    value: int = 4 << 20  # bytes of what one call returns
    file: int = 16 << 20  # bytes of a file that it writes
    size: int = 20 << 20  # bytes of the notebook


LIMITS = Limits()


class Ended(Exception):
    """The process is gone, or had to go; the words say why."""


class TooLong(Ended):
    """It was ended because it worked, or waited, for too long: seconds of each."""

    def __init__(self, worked: float, waited: float, out: bool = False) -> None:
        super().__init__("it ran too long")
        self.worked, self.waited, self.out = worked, waited, out


@cache
def stage() -> str:
    """The library as student code may see it, copied once for as long as the grader runs."""
    place = tempfile.mkdtemp(prefix="library-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)

    def left_out(folder: str, names: list[str]) -> list[str]:
        if Path(folder) == LIBRARY:
            return [name for name in names if name in LEFT_OUT]
        return [n for n in names if Path(folder).name == "classroom" and n not in NEEDED]

    copy = Path(place) / "featurespace"
    shutil.copytree(LIBRARY, copy, ignore=left_out)
    for folder in (copy, copy / "classroom"):  # once here, and not in every process
        compileall.compile_dir(folder, maxlevels=0, quiet=2)
    return place


def environment(scratch: str) -> dict[str, str]:
    """All that the process is told: nothing of the grader's own environment."""
    places = dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), scratch)
    return {
        **places,
        **dict.fromkeys(_threads.VARIABLES, "1"),
        "PATH": "",
        "LANG": "C.UTF-8",
        "MPLBACKEND": "Agg",
    }


class Sandbox:
    """One process, from its start to its end."""

    def __init__(
        self, limits: Limits = LIMITS, deadline: float = float("inf"), kernel: bool = True
    ):
        if os.name != "posix":
            raise Ended("grading needs Linux or macOS; on Windows use WSL 2 or a container")
        self.limits, self.deadline, self.number = limits, deadline, 0
        self.scratch = tempfile.mkdtemp(prefix="work-")
        self.peak, self.tried = 0.0, dict[str, None]()
        paths = sysconfig.get_paths()
        sites = list(dict.fromkeys((paths["purelib"], paths["platlib"])))
        sizes = (limits.memory << 20, round(limits.notebook) + 1, limits.file, limits.value, kernel)
        given = [*(str(int(size)) for size in sizes), stage(), self.scratch, *sites]
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", CODE, *given],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self.scratch,
                env=environment(self.scratch),
                start_new_session=True,
            )
        except OSError:
            shutil.rmtree(self.scratch, ignore_errors=True)
            raise
        assert self.process.stdin
        assert self.process.stdout
        self.give, self.take = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.give, False)
        os.set_blocking(self.take, False)
        self.started, self.before = time.monotonic(), 0.0
        self.most = limits.cell
        try:
            self.active = self._receive()[0].get("active", [])
        except Ended:
            self.end()
            raise

    def lacks(self) -> list[str]:
        """What does not protect the grader here, in words."""
        return [LACKS[n] for n in ALL if not any(str(a).startswith(n) for a in self.active)]

    def ask(
        self,
        act: str,
        seconds: float,
        answer: Callable[[int, Any, Any], str] | None = None,
        values: dict[str, Any] | None = None,
        **words: Any,
    ) -> tuple[dict[str, Any], bytes]:
        """One request and its reply: JSON, and bytes for a :class:`~.wire.Reader`.

        ``answer`` is asked when the process wants to know whether a call is allowed.
        """
        self.number += 1
        self.most, self.started, self.before = seconds, time.monotonic(), self._work()
        request = {"act": act, "number": self.number, **words}
        self._send(wire.frame(request, 2**31, **(values or {})))
        while True:
            reply, raw = self._receive()
            if "ask" not in reply or answer is None:
                return reply, raw
            reader = wire.Reader(raw)
            try:
                given = [reader.value(reply[name]) for name in ("arguments", "options")]
                said = answer(int(reply["ask"]), *given)
            except (wire.Malformed, KeyError, TypeError, ValueError):
                said = "It could not be seen what you pass to this function, so it is refused here."
            self._send(wire.frame({"words": said}, 2**31))

    def end(self) -> None:
        """End it with everything that it started, and clear up; once is enough."""
        if self.process.returncode is None:
            self.peak = max(self.peak, self._peak())
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        shutil.rmtree(self.scratch, ignore_errors=True)

    def _send(self, whole: bytes) -> None:
        view = memoryview(whole)
        while view:
            self._wait(reading=False)
            try:
                view = view[os.write(self.give, view) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Ended(self._why()) from None

    def _receive(self) -> tuple[dict[str, Any], bytes]:
        try:
            size, text = wire.lengths(self._read(wire.HEAD.size), self.limits.value + 2**16)
            body = self._read(size)
            reply = wire.message(body, text)
            if reply.get("number") != self.number:
                raise wire.Malformed("it answers another question")
            tried = reply.get("tried")
            for words in tried if isinstance(tried, list) and len(self.tried) < 20 else ():
                if guard.known(words):
                    self.tried[words] = None
            return reply, body[text:]
        except wire.Malformed as reason:
            raise Ended(f"it wrote into the grader's channel ({reason})") from None

    def _read(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            self._wait(reading=True)
            try:
                more = os.read(self.take, min(size - len(found), 2**20))
            except BlockingIOError:
                continue
            if not more:
                raise Ended(self._why())
            found += more
        return bytes(found)

    def _wait(self, reading: bool) -> None:
        """Until the pipe is ready; TooLong if that takes too much work or time."""
        pipes = ([self.take], []) if reading else ([], [self.give])
        ready = False
        while not ready:  # and once more for whoever drips bytes without end
            ready = any(select.select(*pipes, [], TICK)[:2])
            worked, waited = self._work() - self.before, time.monotonic() - self.started
            out = time.monotonic() > self.deadline
            if out or worked > self.most or waited > max(self.limits.patience, 4 * self.most):
                raise TooLong(worked, waited, out)

    def _why(self) -> str:
        """Why nothing comes any more."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.process.wait(1)
            if code < 0:
                name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
                return f"it was ended by {name}"
            return "it ended itself"
        return "it closed the grader's channel"

    def _work(self) -> float:
        """Seconds that its main thread has worked; by the clock where the system does not tell."""
        try:
            text = Path(f"/proc/{self.process.pid}/schedstat").read_text()
            return int(text.split()[0]) / 1e9
        except (OSError, ValueError, IndexError):
            return time.monotonic()

    def _peak(self) -> float:
        """Most memory that it has held so far, in MB; 0 where the system does not tell."""
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text()
            return int(text.partition("VmHWM:")[2].split()[0]) / 1024
        except (OSError, ValueError, IndexError):
            return 0.0
