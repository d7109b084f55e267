"""``featurespace assign 02``: one chapter's exercises as an assignment, with nbgrader or without.

The folder made is a course of nbgrader: ``source`` holds the answers and the rubric, without the
explanations that a reader of ``solutions`` finds there; ``release`` holds what students get, and
needs no nbgrader to be handed out. Points come with the notebooks: a check's difficulty.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from . import material
from .cli import CannotDo

Cell = dict[str, Any]
KEPT = ("id", "cell_type", "source")
COLAB = "colab-0"  # the cell that installs the course there; worked answers are without it
SCHEME = "=== BEGIN MARK SCHEME ===\n{rubric}\n=== END MARK SCHEME ==="
CONFIG = '''"""nbgrader for the course Feature Space: run nbgrader in the folder of this file."""

import os

# one thread each for the kernels: two that share a processor wait for one another
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "featurespace"
c.GenerateAssignment.force = True  # the release in this folder was made without nbgrader
c.Execute.timeout = 120  # seconds for a cell; a check stops an answer after 5 s of work itself
c.OverwriteCells.add_missing_cells = True  # a check that a student deleted counts as failed
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE\\nraise NotImplementedError()"}
'''


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is called with."""
    parser.add_argument("chapter", help="its number or name: 02, A, 02_gram_schmidt_and_cholesky")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("class"), help="the course folder (class)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the assignment and say what to do with it."""
    chapter = named(options.chapter)
    assign(chapter, options.output)
    points, by_hand = worth(read("solutions", chapter))
    hand = f", and {by_hand} for the open challenge, by hand" if by_hand else ""
    print(f"{chapter}: {points} points by checks{hand}.")
    print(f"For students: {options.output / 'release' / chapter / chapter}.ipynb")
    print(f"With nbgrader: cd {options.output} && nbgrader generate_assignment {chapter}")
    return 0


def named(words: str) -> str:
    """The chapter that is meant by its number, or by the beginning of its name."""
    there = material.chapters()
    number = words.zfill(2) if words.isdigit() else words
    found = [name for name in there if words and name.lower().startswith(number.lower())]
    if len(found) == 1:
        return found[0]
    numbers = ", ".join(name.split("_")[0] for name in there)
    raise CannotDo(f"no single chapter is called '{words}'; there are {numbers}.")


def read(kind: str, chapter: str) -> dict[str, Any]:
    """A notebook of this release, of the kind ``exercises`` or ``solutions``."""
    path = material.folder() / kind / f"{chapter}.ipynb"
    try:
        notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CannotDo(f"this installation has no {kind} of chapter {chapter}.") from None
    return notebook


def assign(chapter: str, folder: Path) -> None:
    """Write source, release and (if there is none yet) the settings of nbgrader."""
    release = release_of(read("exercises", chapter))
    source = source_of(read("solutions", chapter))
    source["cells"][1:1] = [cell for cell in release["cells"] if cell["id"] == COLAB]
    notebooks = {folder / "source" / chapter: source, folder / "release" / chapter: release}
    for place in notebooks:
        if place.exists():
            raise CannotDo(f"{place} is there already; remove it, or choose another -o folder.")
    try:
        for place, notebook in notebooks.items():
            place.mkdir(parents=True)
            text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
            (place / f"{chapter}.ipynb").write_text(text, encoding="utf-8")
        if not (folder / "nbgrader_config.py").exists():
            (folder / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    except OSError as error:
        raise CannotDo(f"cannot write into {folder} ({error.strerror}).") from None


def source_of(solutions: dict[str, Any]) -> dict[str, Any]:
    """The instructor's version: answers between their marks, the rubric where nbgrader wants it."""
    cells: list[Cell] = []
    for cell in solutions["cells"]:
        tags = cell["metadata"].get("tags", [])
        if "rubric" in tags:
            task = next(c for c in cells if c["metadata"].get("nbgrader", {}).get("task"))
            task["source"] = f"{joined(task)}\n\n{SCHEME.format(rubric=joined(cell))}"
        elif "solution" not in tags:
            cells.append(bare(cell))
    return {**solutions, "cells": cells}


def release_of(exercises: dict[str, Any]) -> dict[str, Any]:
    """The students' version: as they know it from the course, nothing run."""
    return {**exercises, "cells": [bare(cell) for cell in exercises["cells"]]}


def bare(cell: Cell) -> Cell:
    """A cell without results, and without what the build noted on it."""
    marks = cell["metadata"].get("nbgrader")
    code: Cell = {"execution_count": None, "outputs": []} if cell["cell_type"] == "code" else {}
    kept = {key: cell[key] for key in KEPT}
    return {**kept, "metadata": {"nbgrader": marks} if marks else {}, **code}


def joined(cell: Cell) -> str:
    """The text of a cell: a notebook stores it whole, or by lines."""
    return "".join(cell["source"])


def worth(notebook: dict[str, Any]) -> tuple[int, int]:
    """The points that checks give, and those given by hand."""
    marks = [cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"]]
    checked = sum(m["points"] for m in marks if m.get("grade"))
    return checked, sum(m["points"] for m in marks if m.get("task"))
