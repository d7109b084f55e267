"""The table of marks: a row for each student, for any learning platform and any spreadsheet."""

import csv
import io
from collections.abc import Iterable

from .records import Record, exercises_of, total

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # what makes a cell one


def marks_table(chapter: str, records: list[Record]) -> str:
    """The marks as CSV: student, total, what it is out of, a column for each exercise, remarks."""
    exercises = exercises_of(chapter)
    out_of = sum(exercise.points for exercise in exercises)
    titles = [f"{exercise.title} (of {exercise.points})" for exercise in exercises]
    rows: list[Iterable[str | int]] = [["student", "total", "out of", *titles, "remark"]]
    for record in records:
        points = {graded["name"]: graded["points"] for graded in record["exercises"]}
        row = [points.get(exercise.name, 0) for exercise in exercises]
        rows.append([record["student"], total(record), out_of, *row, record["verdict"]])
    return table(rows)


def table(rows: Iterable[Iterable[str | int]]) -> str:
    """Rows as CSV in which no text can be taken for a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([[inert(cell) for cell in row] for row in rows])
    return text.getvalue()


def inert(cell: str | int) -> str | int:
    """A cell that a spreadsheet shows as it is; an apostrophe says that it is text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
