"""Submissions for the tests of handing out and grading, made from the course's own notebooks."""

import json
import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import build
from featurespace.classroom import assign, records

CHAPTER = "02_gram_schmidt_and_cholesky"


def needed(package: str) -> ModuleType:
    """A package of the classroom; without it a test is skipped, except where it should be there."""
    if os.environ.get("FEATURESPACE_CLASSROOM") == "1":
        return import_module(package)
    return pytest.importorskip(package, reason=f"{package} is not installed (extra: classroom)")


def submission(answers: dict[str, str] | None = None, chapter: str = CHAPTER) -> dict:
    """The exercises of a chapter, the stubs replaced by these answers (code, by function)."""
    return filled(assign.release_of(assign.read("exercises", chapter)), answers or {})


def filled(notebook: dict, answers: dict[str, str]) -> dict:
    """The notebook with these answers in place of their stubs."""
    page = json.loads(json.dumps(notebook))
    for cell in page["cells"]:
        name = assign.joined(cell).partition("def ")[2].partition("(")[0]
        if cell["metadata"].get("nbgrader", {}).get("solution") and name in answers:
            cell["source"] = answers[name]
    return page


def right(chapter: str = CHAPTER) -> dict[str, str]:
    """The worked answers by function."""
    cells = assign.read("solutions", chapter)["cells"]
    texts = [assign.joined(c) for c in cells if c["metadata"].get("nbgrader", {}).get("solution")]
    plain = [build.exercises.MARKS.sub("", text + "\n").rstrip() for text in texts]
    return {text.partition("def ")[2].partition("(")[0]: text for text in plain}


def written(path: Path, notebook: dict) -> Path:
    """Write a notebook, its folders too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def record(student: str, statuses: dict[str, str] | None = None, **facts: str) -> dict:
    """A record by hand: these exercises have that status, the others were not attempted."""
    made = records.empty(student, CHAPTER, 7, "")
    for exercise in made["exercises"]:
        status = (statuses or {}).get(exercise["name"], "Not attempted")
        points = exercise["out_of"] if status == "Correct" else 0
        exercise.update(status=status, points=points, message=f"It is {status}.")
        if status != "Not attempted":
            exercise.update(facts)
    return made
