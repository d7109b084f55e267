"""What Python itself refuses to student code, in words: the verdict names what was tried.

An audit hook sees a file opened, a socket, a new process, before they happen. Code that is
determined can reach around it; then the kernel refuses, where it can (:mod:`.confine`).
"""

import os
import re
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

FILES = "uses the file {0!r}, which is outside its own folder"
WORDS = {
    "socket.__new__": "uses the network",
    "socket.connect": "uses the network",
    "socket.getaddrinfo": "uses the network",
    "subprocess.Popen": "starts another program",
    "os.system": "starts another program",
    "os.posix_spawn": "starts another program",
    "os.exec": "starts another program",
    "os.fork": "starts another process",
    "os.forkpty": "starts another process",
    "os.kill": "signals another process",
    "os.killpg": "signals another process",
    "pty.spawn": "starts another program",
    "ctypes.dlopen": "reaches below Python by ctypes",
    "ctypes.dlsym": "reaches below Python by ctypes",
    "ctypes.string_at": "reaches below Python by ctypes",
    "ctypes.cdata": "reaches below Python by ctypes",
    "ctypes.call_function": "reaches below Python by ctypes",
}
OPENED = ("open", "os.listdir", "os.scandir", "os.chdir")
CHANGED = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime"),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
PYTHON = ("<frozen", os.path.dirname(os.__file__))  # how files of Python itself begin
CELL = "<cell "  # how the file name of student code begins


KNOWN = re.compile(
    "|".join(
        [
            *map(re.escape, {*WORDS.values()}),
            re.escape(FILES).replace(r"\{0!r\}", "(['\"]).{0,2000}\\1"),
        ]
    )
)


def known(words: object) -> bool:
    """Whether these are words of the hook: what comes out of the process may be anybody's."""
    return isinstance(words, str) and words.isprintable() and bool(KNOWN.fullmatch(words))


class Refused(PermissionError):
    """What student code may not do; the words say what it tried."""


def guard(readable: Iterable[str], listed: Iterable[str], scratch: str) -> list[str]:
    """Start to refuse; returns the list in which everything refused will be named."""
    real, there, own = os.path.realpath, os.path.lexists, os.path.realpath(scratch)
    places, names = tuple(map(real, readable)), frozenset(map(real, listed))

    def elsewhere(event: str, path: Any, writes: bool) -> str:
        """A path that is not for this use, or nothing."""
        if not isinstance(path, (str, bytes, os.PathLike)):
            return ""  # a number of what is open already
        place = real(os.fsdecode(path))
        look = event in OPENED and not writes
        fine = within(place, places) or (event != "open" and place in names) or not there(place)
        return "" if (look and fine) or within(place, (own,)) else place

    tried: list[str] = []
    sys.addaudithook(watcher(elsewhere, tried))
    return tried


def watcher(elsewhere: Callable[[str, Any, bool], str], tried: list[str]) -> Callable[..., None]:
    """The hook. It is called for everything, so the first line lets nearly all of it pass."""
    watched, caller = {*WORDS, *OPENED, *CHANGED}, called_from_cell

    def seen(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in watched:
            return
        writes = event == "open" and bool((arguments[2] or 0) & WRITING)
        if event in WORDS:
            if event.startswith("ctypes") and not caller():
                return  # a library's own way, which the kernel looks after
            words = WORDS[event]
        elif place := elsewhere(event, arguments[0], writes):
            words = FILES.format(place[:200])
        else:
            return
        if len(tried) < 20 and words not in tried and caller():
            tried.append(words)
        raise Refused(f"while it is graded, code that {words} is stopped")

    return seen


def within(place: str, folders: tuple[str, ...]) -> bool:
    """Whether a path is one of these, or below one."""
    return any(place == folder or place.startswith(folder + os.sep) for folder in folders)


def called_from_cell() -> bool:
    """Whether a cell asks for it itself: nothing but Python's own stands between."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename.startswith(PYTHON):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(CELL)
