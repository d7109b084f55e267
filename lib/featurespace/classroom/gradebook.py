"""Marks into the gradebook of nbgrader, where they stand beside those given by hand."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .assign import read
from .cli import CannotDo
from .records import Record

COURSE = "featurespace"  # as in nbgrader_config.py


def enter(url: str, chapter: str, records: list[Record]) -> str:
    """Write the points of every record; returns a sentence that says what was done."""
    gradebook = opened(url)
    with gradebook:
        prepare(gradebook, chapter)
        for record in records:
            student = record["student"]
            gradebook.update_or_create_student(student)
            gradebook.update_or_create_submission(chapter, student)
            for exercise in record["exercises"]:
                note(gradebook, chapter, student, exercise)
            by_hand(gradebook, chapter, record)
        gradebook.db.commit()
    students = f"{len(records)} student{'s' * (len(records) != 1)}"
    return f"The gradebook {url} has the marks of {students} now."


def opened(url: str) -> Any:
    """The gradebook, made if there is none yet."""
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        words = (
            "--gradebook needs nbgrader; install it with: pip install 'featurespace[classroom]'."
        )
        raise CannotDo(words) from None
    try:
        with programs():
            return Gradebook(url, COURSE)
    except Exception as error:  # of several database libraries, each with its own
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise CannotDo(f"cannot open the gradebook {url} ({reason}).") from None


@contextmanager
def programs() -> Iterator[None]:
    """Let nbgrader find alembic beside our Python, also where the environment is not activated."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before


def prepare(gradebook: Any, chapter: str) -> None:
    """Assignment and notebook with their cells, unless nbgrader has entered them already."""
    from nbgrader.api import MissingEntry

    try:
        gradebook.find_notebook(chapter, chapter)
        return
    except MissingEntry:
        gradebook.update_or_create_assignment(chapter)
        gradebook.update_or_create_notebook(chapter, chapter)
    for cell in read("solutions", chapter)["cells"]:
        marks = cell["metadata"].get("nbgrader", {})
        where = (marks.get("grade_id"), chapter, chapter)
        if marks.get("grade"):
            gradebook.update_or_create_grade_cell(
                *where, max_score=marks["points"], cell_type="code"
            )
        elif marks.get("task"):
            gradebook.update_or_create_task_cell(
                *where, max_score=marks["points"], cell_type="markdown"
            )


def note(gradebook: Any, chapter: str, student: str, exercise: Record) -> None:
    """The points of one exercise; a mark that was given by hand stays beside them."""
    from nbgrader.api import MissingEntry

    try:
        grade = gradebook.find_grade(exercise["grade_id"], chapter, chapter, student)
    except MissingEntry:
        words = f"the gradebook's assignment {chapter} is of another release: it lacks "
        raise CannotDo(f"{words}the cell {exercise['grade_id']}.") from None
    grade.auto_score = exercise["points"]
    grade.needs_manual_grade = False


def by_hand(gradebook: Any, chapter: str, record: Record) -> None:
    """Ask for the marks of the open challenge where there is something to read and no mark yet."""
    submission = gradebook.find_submission_notebook(chapter, chapter, record["student"])
    for grade in submission.grades:
        if grade.cell.type == "TaskCell":
            grade.needs_manual_grade = grade.manual_score is None and not record["verdict"]
