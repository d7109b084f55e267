"""Files that are either old or new, whatever happens, and one hand at a time on a folder."""

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from .cli import CannotDo

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PART = ".featurespace-part-"  # how a file that is being written begins


def write(path: Path, data: bytes) -> None:
    """Put a file in its place at once: after a crash or on a full disk the old one is there."""
    path = path.resolve()  # a link stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(PART + secrets.token_hex(6))
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Have the new name on the disk too, where a system knows how to."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folders: Iterator[Path]) -> None:
    """Take away what a crash has left half written."""
    for folder in folders:
        for part in folder.glob(PART + "*"):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let nobody else change the folder meanwhile; the system ends that with the process."""
    with (folder / "lock").open("ab") as file:
        try:
            _lock(file)
        except OSError:
            raise CannotDo(
                f"another start or update is at work in {folder.parent}; wait until it is done."
            ) from None
        yield


def _lock(file: IO[bytes]) -> None:
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
