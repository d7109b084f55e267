"""A submitted notebook read as data: which chapter it is of, its code, and where each answer is."""

import ast
import builtins
import json
import re
import warnings
from collections import Counter
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from ..checks import Check
from . import material

LONGEST = 500_000  # characters of code: to parse takes a thousand times that of memory
MAGIC = re.compile(r"^\s*(?:[%!?].*|[\w.]+\?\??\s*)$")
CAUGHT = re.compile(r"^\s*([\w, ]+?)[, ]*=\s*[%!].*$")  # what magic gives, under a name
FOREIGN = re.compile(r"\s*%%(?!time\b|timeit\b|capture\b)")  # a cell of another language
CALLED = re.compile(r"check\.(\w+)\(\1\)\s*")
HEADING = re.compile(r"^#+ (?:\d+\. )?(.+)$", re.MULTILINE)


class Unreadable(Exception):
    """Why a submission as a whole cannot be graded: a sentence."""


class Exercise(NamedTuple):
    """One exercise of a chapter, as its notebook is handed out."""

    name: str
    title: str
    answer_id: str
    check_id: str
    room: str  # the module of its check

    @property
    def check(self) -> Check:
        """What judges it; loaded when it is needed."""
        check: Check = getattr(import_module(f"featurespace.checks.{self.room}"), self.name)
        return check


class Cell(NamedTuple):
    """A code cell: its place among all cells, from 1; its code, and its code without magic."""

    number: int
    grade_id: str
    code: str
    plain: str

    def makes(self) -> set[str]:
        """The names that it defines."""
        return {name for node in statements(self.plain) for name in made_by(node)}

    def takes(self) -> set[str]:
        """The names that it takes from elsewhere."""
        return {name for node in statements(self.plain) for name in taken_by(node)}

    def takes_late(self) -> set[str]:
        """The names that its functions take, when they are called."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
        nodes = (node for top in statements(self.plain) for node in ast.walk(top))
        return {name for n in nodes if isinstance(n, kinds) for name in taken_by(n)}


def tree(code: str) -> ast.Module:
    """Code as Python reads it; a warning would go to the instructor."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def statements(code: str) -> list[ast.stmt]:
    """The statements of a cell; none, if it cannot be read."""
    try:
        return tree(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def made_by(node: ast.stmt) -> set[str]:
    """The names that a statement defines or imports."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    stored = (name for name in ast.walk(node) if isinstance(name, ast.Name))
    made = {name.id for name in stored if isinstance(name.ctx, ast.Store)}
    inner = (body for body in ast.walk(node) if isinstance(body, ast.FunctionDef))
    return made | {body.name for body in inner}


def taken_by(node: ast.AST) -> list[str]:
    """The names that a statement takes from elsewhere."""
    names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
    own = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    own |= {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
    return [name.id for name in names if name.id not in own]


def worth_running(code: list[Cell], names: set[str]) -> list[Cell]:
    """Without what follows the last answer and makes nothing that an earlier function takes.

    There stands the open challenge, which may take long and is looked at by a person.
    """
    last = max((i for i, cell in enumerate(code) if cell.makes() & names), default=-1)
    made, taken, late = {*dir(builtins)}, set[str](), set[str]()
    for cell in code[: last + 1]:
        made, taken, late = made | cell.makes(), taken | cell.takes(), late | cell.takes_late()
    needed = taken - made | late
    return [
        cell
        for i, cell in enumerate(code)
        if i <= last or cell.makes() & needed or not statements(cell.plain)  # one that says why
    ]


@cache
def chapter(name: str) -> tuple[Exercise, ...]:
    """The exercises of a chapter in their order, for instance of ``01_means_and_distances``."""
    whole, found, title, answer = given(name), [], "", ""
    room = re.search(r"from featurespace\.checks import (\w+) as check", json.dumps(whole))
    assert room, "an exercise notebook imports its checks"
    for cell in whole["cells"]:
        text, about = "".join(cell["source"]), cell["metadata"].get("nbgrader", {})
        if heading := HEADING.search(text) if cell["cell_type"] == "markdown" else None:
            title = heading[1]
        elif about.get("solution"):
            answer = about["grade_id"]
        elif about.get("grade") and (called := CALLED.match(text)):
            found.append(Exercise(called[1], title, answer, about["grade_id"], room[1]))
    return tuple(found)


@cache
def given(name: str) -> dict[str, Any]:
    """The notebook of a chapter as it is handed out."""
    path = material.folder() / "exercises" / f"{name}.ipynb"
    return parsed(path.read_bytes(), 2**30)


@cache
def made_before(name: str) -> Counter[str]:
    """How many cells define each name in the notebook as it is handed out."""
    return Counter(made for cell in cells(given(name))[0] for made in cell.makes())


def chapter_of(notebook: dict[str, Any]) -> str | None:
    """Which chapter's exercises a notebook holds, by its cells; None if it holds none of ours."""
    code, _ = cells(notebook)
    seen = {*identities(notebook)}
    made = {name for cell in code for name in cell.makes()}

    def share(name: str) -> tuple[int, int]:
        files = chapter(name)
        known = sum(e.answer_id in seen or e.check_id in seen for e in files)
        return known, sum(e.name in made for e in files)

    best = max(material.chapters(), key=share)
    return best if any(share(best)) else None


def identities(notebook: dict[str, Any]) -> dict[str, str]:
    """The kind of each cell that has an id, by its id."""
    found = {}
    for cell in notebook["cells"]:
        about = cell["metadata"].get("nbgrader") or {}
        for name in (cell.get("id"), about.get("grade_id") if isinstance(about, dict) else None):
            if isinstance(name, str):
                found[name] = str(cell["cell_type"])
    return found


def parsed(raw: bytes, size: int) -> dict[str, Any]:
    """A notebook from its bytes, or Unreadable."""
    if len(raw) > size:
        raise Unreadable(f"The file is larger than {size >> 20} MB: it was not opened.")
    try:
        notebook = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Unreadable("The file is not a notebook: it cannot be read as JSON.") from None
    listed = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(listed, list):
        raise Unreadable("The file is not a notebook of version 4: it has no list of cells.")
    kept = [
        {**cell, "metadata": meta if isinstance(meta := cell.get("metadata"), dict) else {}}
        for cell in listed
        if isinstance(cell, dict) and isinstance(cell.get("cell_type"), str)
    ]
    return {"cells": kept}


def cells(notebook: dict[str, Any]) -> tuple[list[Cell], list[str]]:
    """The code cells, and what was left out of them; Unreadable, if it is no code of a person."""
    found, notes, length = [], [], 0
    for number, cell in enumerate(notebook["cells"], 1):
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(part for part in source if isinstance(part, str))
        if cell["cell_type"] != "code" or not isinstance(source, str) or not source.strip():
            continue
        length += len(source)
        if length > LONGEST:
            raise Unreadable(f"Its code is longer than {LONGEST // 1000} kB: it was not read.")
        about = cell["metadata"].get("nbgrader")
        name = about.get("grade_id") if isinstance(about, dict) else None
        code = without_magic(source)
        if code != source:
            notes.append(f"Cell {number}: what is no Python (%, ! or ?) was left out.")
        found.append(Cell(number, str(name or cell.get("id") or ""), source, code))
    return found, notes


def without_magic(source: str) -> str:
    """The code without what only a notebook understands; as it is, if Python understands it."""
    if FOREIGN.match(source):
        return "pass"
    try:
        tree(source)
    except (SyntaxError, ValueError):
        return "\n".join(map(_plain, source.splitlines()))
    except (RecursionError, MemoryError):  # it will say so when it runs
        pass
    return source


def _plain(line: str) -> str:
    margin = line[: len(line) - len(line.lstrip())]
    if caught := CAUGHT.match(line):
        return f"{margin}{' = '.join(map(str.strip, caught[1].split(',')))} = None"
    return f"{margin}pass" if MAGIC.match(line) else line
