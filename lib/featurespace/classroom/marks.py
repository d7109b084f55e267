"""The table of marks: a row for each student, for any learning platform and any spreadsheet."""

import csv
import io
from collections.abc import Iterable

from .records import Record, total
from .submission import chapter as exercises_of

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # what makes a cell one


def marks_table(chapter: str, records: list[Record]) -> str:
    """The marks as CSV: student, total, what it is out of, a column for each exercise, remarks."""
    exercises = exercises_of(chapter)
    out_of = sum(exercise.check.difficulty for exercise in exercises)
    titles = [f"{n}. {e.title} (of {e.check.difficulty})" for n, e in enumerate(exercises, 1)]
    rows: list[Iterable[str | int]] = [["student", "total", "out of", *titles, "remark"]]
    for record in records:
        points = {graded["name"]: graded["points"] for graded in record["exercises"]}
        row = [points.get(exercise.name, 0) for exercise in exercises]
        rows.append([record["student"], total(record), out_of, *row, remark(record)])
    return table(rows)


def remark(record: Record) -> str:
    """What the instructor should know of a submission, in a line."""
    return " ".join(filter(None, [record["verdict"], *map(str, record["notes"])]))


def table(rows: Iterable[Iterable[str | int]]) -> str:
    """Rows as CSV in which no text can be taken for a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([[inert(cell) for cell in row] for row in rows])
    return text.getvalue()


def inert(cell: str | int) -> str | int:
    """A cell that a spreadsheet shows as it is; an apostrophe says that it is text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
