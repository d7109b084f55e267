"""Bring the concordance up to date after a chapter has changed.

    python tools/concordance.py

Statement, symbols, tests, demos, exercises and verdicts in ``course/concordance.tsv`` are kept by
hand. This fills in what can be read off the built chapters: the section in which a statement's id
stands in brackets, the next cell there that asserts something (its witness), and the next figure.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat

COURSE = Path(__file__).resolve().parent.parent / "course"
TABLE = COURSE / "concordance.tsv"
AS_IT_IS = {"delimiter": "\t", "quoting": csv.QUOTE_NONE}


def sections(name: str) -> Iterator[tuple[str, list]]:
    """Title and cells of each section of a chapter."""
    title, cells = "", []
    for cell in nbformat.read(COURSE / f"{name}.ipynb", as_version=4).cells:
        heading = re.search(r"^#{1,2} (.+)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and heading:
            yield title, cells
            title, cells = heading[1], []
        cells.append(cell)
    yield title, cells


def nearest(cells: list, at: int, sign: str, reach: int = 1000) -> str:
    """Id of the next code cell that contains the sign, or of the last one before."""
    after = [c for c in cells[at + 1 : at + 1 + reach] if c.cell_type == "code"]
    before = [c for c in reversed(cells[:at]) if c.cell_type == "code"] if reach > 3 else []
    return next((c.id for c in (*after, *before) if sign in c.source), "")


def places(name: str) -> dict[str, list[dict[str, str]]]:
    """Where each statement is made, in the order of the chapter."""
    found: dict[str, list[dict[str, str]]] = {}
    for title, cells in sections(name):
        for at, cell in enumerate(cells):
            for ids in re.findall(r"<small>\[(.*?)\]</small>", cell.source):
                for one in re.split(r"[\s,;]+", ids):
                    place = {
                        "section": title,
                        "witness": nearest(cells, at, "assert"),
                        "figure": nearest(cells, at, "plots.show(", 3),
                        "any figure": nearest(cells, at, "plots.show("),
                    }
                    found.setdefault(one, []).append(place)
    return found


def refreshed(row: dict[str, str], made: list[dict[str, str]]) -> dict[str, str]:
    """A row with its place: what is wrong points to the slip, the rest to its first mention."""
    slips = [place for place in made if row["verdict"] == "wrong" and "slip" in place["section"]]
    place = dict((slips or made)[0])
    shown = place.pop("any figure")
    return row | place | ({"figure": shown} if row["kind"] == "figure" else {})


def main() -> None:
    """Rewrite the table."""
    with TABLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, **AS_IT_IS))
    chapters = {name: places(name) for name in {row["notebook"] for row in rows}}
    rows = [refreshed(row, chapters[row["notebook"]][row["id"]]) for row in rows]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n", quotechar=None, **AS_IT_IS)
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    main()
