"""Notebooks as they lie in a student's folder: read, written, told apart.

Plain JSON, for a student's file may be older or odder than a library that checks it would have it.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]
ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
FUNCTION = re.compile(r"^(?:async )?def (\w+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
KINDS = ("code", "markdown", "raw")
OURS = "featurespace"  # in the metadata: which notebook of ours this is, and as of which release


def parse(data: bytes) -> Notebook | None:
    """The notebook that a file's bytes are; nothing if they are not one of today's format."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and well_formed(found) else None


def well_formed(book: Notebook) -> bool:
    """Whether a notebook has all that a merge looks at."""
    cells, about = book.get("cells"), book.get("metadata")
    return (
        book.get("nbformat") == 4
        and isinstance(about, dict)
        and isinstance(about.get(OURS, {}), dict)
        and isinstance(cells, list)
        and all(isinstance(cell, dict) and cell.get("cell_type") in KINDS for cell in cells)
        and all(isinstance(cell.get("source"), str | list) for cell in cells)
        and all(isinstance(cell.get("metadata", {}), dict) for cell in cells)
    )


def written(book: Notebook) -> bytes:
    """A notebook as Jupyter writes it."""
    words = json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True)
    return (words + "\n").encode("utf-8", "surrogatepass")


def text(cell: Cell) -> str:
    """What stands in a cell."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(map(str, source))


def same(one: Cell, other: Cell) -> bool:
    """Whether two cells say the same, whatever their outputs."""
    return one["cell_type"] == other["cell_type"] and text(one) == text(other)


def about(cell: Cell) -> dict[str, Any]:
    """What nbgrader knows of a cell."""
    known = cell.get("metadata", {}).get("nbgrader", {})
    return known if isinstance(known, dict) else {}


def is_answer(cell: Cell) -> bool:
    """Whether a cell is there for a student to fill in."""
    return bool(about(cell).get("solution") or about(cell).get("task"))


def names(cell: Cell) -> list[str]:
    """What a cell is known by: its id, and the id of the exercise it belongs to."""
    known = (cell.get("id"), about(cell).get("grade_id"))
    return list(dict.fromkeys(name for name in known if isinstance(name, str) and name))


def function(cell: Cell) -> str:
    """The function that a cell of code defines, the last one if there are several."""
    return (["", *FUNCTION.findall(text(cell))])[-1] if cell["cell_type"] == "code" else ""


def headings(cells: list[Cell]) -> Iterator[str]:
    """For each cell the heading that it stands under."""
    heading = ""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            heading = (["", *HEADING.findall(text(cell))])[-1] or heading
        yield heading


def pristine(book: Notebook) -> Notebook:
    """What a later merge compares with: the cells without their outputs."""
    kept = ("cell_type", "id", "metadata")
    cells = [{**{k: c[k] for k in kept if k in c}, "source": text(c)} for c in book["cells"]]
    return {"cells": cells, "metadata": book["metadata"]}


def fingerprint(book: Notebook) -> str:
    """Changes with any cell of a notebook, and not with its outputs."""
    words = json.dumps(pristine(book), sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def origin(book: Notebook) -> tuple[str, str]:
    """Which notebook of the course this is, and the fingerprint it had when it was copied."""
    known = book["metadata"].get(OURS, {})
    return str(known.get("notebook", "")), str(known.get("base", ""))


def signed(book: Notebook, name: str, base: str) -> Notebook:
    """The same notebook, saying where it comes from."""
    return {**book, "metadata": {**book["metadata"], OURS: {"notebook": name, "base": base}}}


def load(path: Path) -> Notebook:
    """A notebook of a release."""
    book = parse(path.read_bytes())
    if book is None:
        raise ValueError(f"{path} is no notebook")
    return book
