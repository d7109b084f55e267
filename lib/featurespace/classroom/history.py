"""What a student's checks have said so far, and which exercises are due to be answered again."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from .cli import CannotDo

FIRST = 2.0  # days after which a solved exercise is due, for the first time
BURST = timedelta(seconds=15)  # checks of two exercises within it: all cells were run
LARGEST = 20_000_000  # bytes; who works every day for a year makes a tenth of it
PROPOSED = 3
NEVER = datetime.min.replace(tzinfo=UTC)


class Line(NamedTuple):
    """What a check said."""

    when: datetime
    exercise: str
    status: str
    mistake: str


def read(path: Path) -> tuple[list[Line], int]:
    """The lines of a file in order of time, and how many could not be read."""
    try:
        raw = path.read_bytes() if small(path) else b""
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        words = f"{path} cannot be read ({error.strerror}); look at its permissions"
        raise CannotDo(words) from None
    told = [line for line in raw.split(b"\n") if line.strip()]
    found = [line for line in map(parsed, told) if line]
    if told and not found:
        words = f"{path} holds nothing of the course; delete it, and progress begins anew"
        raise CannotDo(words)
    return sorted(found, key=lambda line: line.when), len(told) - len(found)


def small(path: Path) -> bool:
    """True; a file that a student cannot have filled is not read."""
    size = path.stat().st_size
    if size > LARGEST:
        words = f"{path} has {size / 1e6:.0f} MB, which no student's work comes to; "
        raise CannotDo(f"{words}move or delete it, and progress begins anew")
    return True


def parsed(line: bytes) -> Line | None:
    """A line of the file; nothing if it was cut, or is not of ours."""
    try:
        said = json.loads(line)
        when = datetime.fromisoformat(said["time"])
        words = said["exercise"], said["status"], said.get("mistake", "")
        ours = when.tzinfo and all(isinstance(word, str) for word in words)
        return Line(when.astimezone(UTC), *words) if ours else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


@dataclass
class History:
    """What is known of one exercise."""

    solved: bool = False
    tried: bool = False
    hints: int = 0
    met: set[str] = field(default_factory=set)  # mistakes by name
    left: set[str] = field(default_factory=set)  # of these, those after which it was not solved
    since: datetime = NEVER
    days: float = FIRST

    def overdue(self, now: datetime) -> float:
        """The time since it was solved as a multiple of that after which it is due."""
        return (now - self.since) / timedelta(days=self.days) if self.solved else 0.0

    def add(self, line: Line, again: bool) -> None:
        """Take note of a line; ``again`` if an answer that stood there was run once more."""
        if line.status == "Hint":
            self.hints += 1
        elif line.status == "Not yet":
            self.tried = True
            known = {line.mistake} - {""}
            self.met |= known
            self.left |= known
            if not again:
                self.since, self.days = line.when, FIRST
        elif line.status == "Correct":
            self.left = set()
            if not self.solved or (not again and self.overdue(line.when) >= 1):
                self.days *= 2 if self.solved else 1
                self.since, self.solved = line.when, True


class Past(NamedTuple):
    """All that is known: of each exercise, and which one was last worked on for the first time."""

    of: dict[str, History]
    present: str


def past(lines: Iterable[Line]) -> Past:
    """What these lines, in order of time, come to."""
    of: dict[str, History] = {}
    present, before = "", None
    for line in lines:
        one = of.setdefault(line.exercise, History())
        if not one.solved and line.status in ("Correct", "Not yet", "Hint"):
            present = line.exercise
        other = before is not None and before.exercise != line.exercise
        one.add(line, again=other and before is not None and line.when - before.when < BURST)
        before = line
    return Past(of, present)


def room(exercise: str) -> str:
    """The chapter's room: ``means`` of ``means.centre``."""
    return exercise.partition(".")[0]


def due(known: Past, order: list[str], now: datetime) -> list[str]:
    """What to answer again, the first things first; ``order`` breaks ties.

    An exercise from another chapter than the one you are in is due two days after you solved it,
    then four, eight, sixteen … days after each time you solve it again; after a wrong answer it
    starts over with two. Running all cells does not count. What has waited longest for its interval
    comes first, from different chapters where possible.
    """
    others = [name for name in order if room(name) != room(known.present) and name in known.of]
    late = [name for name in others if known.of[name].overdue(now) >= 1]
    late.sort(key=lambda name: -known.of[name].overdue(now))
    rooms = [room(name) for name in late]
    first = [name for i, name in enumerate(late) if rooms[i] not in rooms[:i]]
    return first + [name for name in late if name not in first]
