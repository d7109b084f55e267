"""What grading found, kept student by student: a run that was interrupted goes on from here.

A folder of results has ``run.json`` (chapter, seed and version, so that a run can be repeated) and
``records``, a JSON file for each student. Everything else in it is made from those.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .. import __version__
from .assign import joined, read
from .cli import CannotDo
from .submission import chapter as exercises_of

Record = dict[str, Any]
NO_ANSWER = "No answer here."
LONGEST = 100  # bytes of a file's name, of which systems allow 255


def headed(chapter: str) -> str:
    """The title of a chapter's exercises: Exercises 1: means and distances."""
    first = joined(read("exercises", chapter)["cells"][0])
    return first.splitlines()[0].removeprefix("# ")


def empty(student: str, chapter: str, seed: int, verdict: str) -> Record:
    """The record of a submission that could not be graded at all: no points, and why."""
    facts = {"points": 0, "status": "Not attempted", "message": "", "mistake": "", "code": ""}
    exercises = [
        {"name": e.name, "grade_id": e.check_id, "title": e.title, "out_of": e.check.difficulty}
        for e in exercises_of(chapter)
    ]
    graded = [{**exercise, **facts, "seconds": 0.0} for exercise in exercises]
    about = {"student": student, "chapter": chapter, "seed": seed, "verdict": verdict}
    return {**about, "exercises": graded, "notes": [], "seconds": 0.0, "peak_mb": 0.0}


def total(record: Record) -> int:
    """The points of a submission."""
    return sum(exercise["points"] for exercise in record["exercises"])


def file_name(student: str) -> str:
    """A student's name as the name of a file: different for different names, harmless for all."""
    plain = re.sub(r"[^\w.-]", "_", student).lstrip(".-")
    plain = plain.encode("utf-8", "replace")[:LONGEST].decode(errors="ignore")
    if plain == student:
        return plain
    return f"{plain}~{hashlib.sha256(student.encode('utf-8', 'replace')).hexdigest()[:8]}"


def write(path: Path, text: str) -> None:
    """Write a file in one step: it is whole, or as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


class Book:
    """The records of one run in their folder."""

    def __init__(self, folder: Path, chapter: str, seed: int):
        self.folder, self.chapter, self.seed = folder, chapter, seed

    @classmethod
    def open(cls, folder: Path, chapter: str, seed: int | None, fresh: Callable[[], int]) -> "Book":
        """Begin a run with the seed (or a fresh one), or go on with the one in the folder."""
        path = folder / "run.json"
        begun = load(path) or {}
        if not begun and folder.exists() and any(folder.iterdir()):
            raise CannotDo(f"{folder} holds something else; choose a new or empty folder.")
        wanted: Record = {"chapter": chapter, "version": __version__}
        if seed is not None or not begun:
            wanted["seed"] = fresh() if seed is None else seed
        for key, value in begun.items():
            if wanted.get(key, value) != value:
                words = f"{folder} has marks of {key} {value}, not {wanted[key]}"
                raise CannotDo(f"{words}; choose another folder for these.")
        if not begun:
            write(path, json.dumps(wanted, indent=1) + "\n")
        return cls(folder, chapter, (begun or wanted)["seed"])

    def path(self, student: str) -> Path:
        """Where the record of a student is."""
        return self.folder / "records" / f"{file_name(student)}.json"

    def find(self, student: str, digest: str) -> Record | None:
        """The record of this very notebook, if there is one and it was judged."""
        record = load(self.path(student))
        known = record and record.get("digest") == digest and not record.get("again")
        return record if known else None

    def save(self, record: Record, digest: str) -> None:
        """Keep a record."""
        kept = json.dumps({**record, "digest": digest}, indent=1, ensure_ascii=False)
        write(self.path(record["student"]), harmless(kept) + "\n")


def harmless(text: str) -> str:
    """Without half characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def load(path: Path) -> Record | None:
    """A JSON file of ours; None, if it is missing or not whole."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
