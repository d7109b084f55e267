"""Bring the concordance up to date after a chapter has changed.

    python tools/concordance.py

Statements, symbols, tests, demos, exercises and verdicts in ``course/concordance.tsv`` are kept by
hand. Three columns are read off the metadata of the chapters' cells: the section of the text that
``teaches`` a statement, the cells that assert it, which say so by ``proves`` (its witnesses), and
those that draw it, which say ``shows``. Cells of another chapter go by their notebook's name too.
"""

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat

from chapters import section_of

COURSE = Path(__file__).resolve().parent.parent / "course"
TABLE = COURSE / "concordance.tsv"
AS_IT_IS = {"delimiter": "\t", "quoting": csv.QUOTE_NONE}
WORDS = {"teaches": "section", "proves": "witness", "shows": "figure"}


class Place(NamedTuple):
    """A cell that has to do with a statement: in which notebook and section, and its id."""

    notebook: str
    section: str
    cell: str


@cache
def places(course: Path = COURSE) -> dict[str, dict[str, list[Place]]]:
    """For each word of the metadata and each statement, the cells that have it."""
    found: dict[str, dict[str, list[Place]]] = {word: defaultdict(list) for word in WORDS}
    for path in sorted(course.glob("*.ipynb")):
        section = ""
        for cell in nbformat.read(path, as_version=4).cells:
            section = section_of(cell) or section
            for word in WORDS:
                for one in cell.metadata.get(word, "").split():
                    found[word][one].append(Place(path.stem, section, cell.id))
    return found


def refreshed(row: dict[str, str], found: dict[str, dict[str, list[Place]]]) -> dict[str, str]:
    """A row with what the chapters' metadata says about it."""
    taught = found["teaches"].get(row["id"], [])
    if len(taught) != 1:
        raise ValueError(f"{row['id']} is taught by {len(taught)} cells; one should say so")
    told = {"notebook": taught[0].notebook, "section": taught[0].section}
    for word in ("proves", "shows"):
        cells = found[word].get(row["id"], [])
        told[WORDS[word]] = " ".join(
            c.cell if c.notebook == told["notebook"] else f"{c.notebook}#{c.cell}" for c in cells
        )
    return row | told


def read() -> list[dict[str, str]]:
    """The rows of the table."""
    with TABLE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, **AS_IT_IS))


def main() -> None:
    """Rewrite the table."""
    rows = [refreshed(row, places()) for row in read()]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n", quotechar=None, **AS_IT_IS)
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
