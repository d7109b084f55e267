"""The exercises of this release, read off its notebooks: which check stands under which heading."""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from . import material

ROOM = re.compile(r"^from featurespace\.checks import (\w+) as check", re.MULTILINE)
TITLE = re.compile(r"# Exercises (\w+): (.+)")
HEADING = re.compile(r"## (.+)")
CHECKED = re.compile(r"check\.(\w+)\(\1\)")


class Exercise(NamedTuple):
    """An exercise: its full name, e.g. ``means.centre``, and its heading in the notebook."""

    name: str
    heading: str


class Chapter(NamedTuple):
    """The exercises of a chapter, in order."""

    number: str
    title: str
    notebook: str  # where it is in a course folder
    exercises: tuple[Exercise, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter of this release, in reading order."""
    return tuple(read(path) for path in sorted((material.folder() / "exercises").glob("*.ipynb")))


def read(path: Path) -> Chapter:
    """The exercises of one notebook."""
    texts = ["".join(c["source"]) for c in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    found, heading, room = [], "", ""
    for text in texts:
        if here := HEADING.match(text):
            heading = here[1]
        elif here := ROOM.search(text):
            room = here[1]
        elif here := CHECKED.match(text):
            found.append(Exercise(f"{room}.{here[1]}", heading))
    title = TITLE.match(texts[0])
    number, name = title.groups() if title else (path.stem, path.stem)
    return Chapter(number, f"{name[0].upper()}{name[1:]}", f"exercises/{path.name}", tuple(found))
