"""A student's notebook and a newer one of ours become one: nothing of either is lost.

Cells are recognised by id, by the exercise they answer, by what stands in them, and answers at last
by the function they define. Then, for each cell: who alone changed it, has it. Where both did, a
student's answer stays and our change is shown above it; any other cell becomes ours, and what the
student had made of it is shown below (in a text, both changes go in where they do not touch).
"""

import hashlib
import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from .matching import Key, pair, weave
from .notebook import ID, OURS, Cell, Notebook, about, function, headings, is_answer, same, text


@dataclass
class Merged:
    """The new notebook, and what is new in it for its owner."""

    notebook: Notebook = field(default_factory=dict)
    answered: list[str] = field(default_factory=list)  # headings of exercises carried over
    events: list[tuple[str, str]] = field(default_factory=list)  # heading, what happened there


# --- one cell ------------------------------------------------------------------------------------


def changed_fields(base: dict[str, Any], mine: dict[str, Any], new: dict[str, Any]) -> Any:
    """Metadata of a student with what we have changed in it."""
    gone = {name for name in base if name not in new}
    ours = {name: value for name, value in new.items() if base.get(name) != value}
    return {**{name: value for name, value in mine.items() if name not in gone}, **ours}


def take(new: Cell, mine: Cell, base: Cell | None) -> Cell:
    """Our cell; results of the student's run stay if the cell says what it said."""
    known = (base or {}).get("metadata", {})
    fields = changed_fields(known, mine.get("metadata", {}), new["metadata"])
    results = ("outputs", "execution_count") if same(new, mine) else ()
    return {**new, **{name: mine[name] for name in results if name in mine}, "metadata": fields}


def keep(mine: Cell, new: Cell, base: Cell | None) -> Cell:
    """The student's cell, known by our name."""
    known = (base or {}).get("metadata", {})
    fields = changed_fields(known, mine.get("metadata", {}), new["metadata"])
    return {**mine, "id": new["id"], "metadata": fields}


def fenced(cell: Cell) -> str:
    """A cell as it may stand in a text."""
    if cell["cell_type"] == "markdown":
        return text(cell)
    ticks = "`" * max(3, *(len(run) + 1 for run in ["", *re.findall("`+", text(cell))]))
    return f"{ticks}python\n{text(cell)}\n{ticks}"


def note(words: str, shown: Cell | None = None) -> Cell:
    """A cell of text of ours, marked, with what another cell says."""
    source = f"> **{words}**" + (f"\n\n{fenced(shown)}" if shown else "")
    name = "note-" + hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    cell = {"cell_type": "markdown", "id": name, "source": source, "metadata": {OURS: "note"}}
    pictures = shown.get("attachments") if shown and shown["cell_type"] == "markdown" else None
    return {**cell, "attachments": pictures}


def both_texts(base: Cell | None, mine: Cell, new: Cell) -> str | None:
    """A text with both changes; nothing if they touch."""
    if base is None or {c["cell_type"] for c in (base, mine, new)} != {"markdown"}:
        return None
    old = text(base).split("\n")
    ours, theirs = _changes(old, text(new)), _changes(old, text(mine))
    if any(a < d and c < b for a, b, _ in ours for c, d, _ in theirs):
        return None
    out, place = [], 0
    for start, end, lines in sorted(ours + theirs, key=lambda change: change[:2]):
        out += [*old[place:start], *lines]
        place = end
    return "\n".join([*out, *old[place:]])


def _changes(old: list[str], changed: str) -> list[tuple[int, int, list[str]]]:
    lines = changed.split("\n")
    steps = SequenceMatcher(None, old, lines, autojunk=False).get_opcodes()
    return [(a, b, lines[c:d]) for kind, a, b, c, d in steps if kind != "equal"]


# --- the whole -----------------------------------------------------------------------------------


class Merge:
    """One notebook of three: as it was delivered, as the student has it, as it is now."""

    def __init__(self, base: Notebook, mine: Notebook, new: Notebook, answers: bool, release: str):
        self.base, self.mine, self.new = (book["cells"] for book in (base, mine, new))
        self.answers, self.release = answers, release
        old = pair(self.base, self.mine, by_function=True)
        self.base_of = {j: i for i, j in pair(self.base, self.new, by_function=True).items()}
        self.mine_of = {j: old[i] for j, i in self.base_of.items() if i in old}
        self.old_of = {j: i for i, j in old.items()}  # what a student's cell was delivered as
        self._meet_strangers()
        self.merged = Merged()

    def _meet_strangers(self) -> None:
        """Cells that both have and that were not delivered before."""
        left = [j for j in range(len(self.new)) if j not in self.base_of]
        right = [i for i in range(len(self.mine)) if i not in self.old_of]
        found = pair([self.new[j] for j in left], [self.mine[i] for i in right])
        self.mine_of |= {left[j]: right[i] for j, i in found.items()}

    def cells(self) -> list[Cell]:
        """All cells in their order, each with an id of its own."""
        found: list[Cell] = []
        under, before = list(headings(self.new)), list(headings(self.base))
        for kind, place in self.order():
            if kind == "new":
                found += self.slot(place, under[place])
            elif place in self.old_of:
                found += self.leftover(place, before[self.old_of[place]])
            else:
                found.append(self.own(self.mine[place]))
        return distinct([tidy(cell) for cell in found], {cell["id"] for cell in self.new})

    def order(self) -> list[Key]:
        """Ours, unless the student has another; what the other has besides comes after its like."""
        new_of = {i: j for j, i in self.mine_of.items()}
        mine = [("new", new_of[i]) if i in new_of else ("mine", i) for i in range(len(self.mine))]
        new = [("new", j) for j in range(len(self.new))]
        old = [self.old_of[i] for i in range(len(self.mine)) if i in self.old_of]
        return weave(new, mine) if old == sorted(old) else weave(mine, new)

    def leftover(self, i: int, heading: str) -> list[Cell]:
        """A cell of the student's that is no longer part of the course."""
        old, mine = self.base[self.old_of[i]], self.mine[i]
        if same(old, mine):
            return []
        self.count(heading, old)
        self.tell(heading, "no longer part of the course; what you wrote stays")
        words = f"No longer part of the course. What you wrote stays: {heading}"
        return [note(words), self.own(mine)]

    def own(self, cell: Cell) -> Cell:
        """A cell of the student's alone: nbgrader and ids would not have a copy of ours in it."""
        known = cell.get("metadata", {})
        fields = {name: known[name] for name in known if name != "nbgrader"}
        taken = any(cell.get("id") == other["id"] for other in self.new)
        return {**cell, "metadata": fields, "id": None if taken else cell.get("id")}

    def slot(self, j: int, heading: str) -> list[Cell]:
        """What becomes of a cell of ours."""
        new = self.new[j]
        base = self.base[self.base_of[j]] if j in self.base_of else None
        if j not in self.mine_of:
            return self.missing(base, new, heading)
        mine = self.mine[self.mine_of[j]]
        if base is not None and same(mine, base):
            if not same(base, new):
                self.tell(heading, self.what(new))
            return [take(new, mine, base)]
        if same(mine, new):
            return [keep(mine, new, base)]
        self.count(heading, new)
        if base is not None and same(base, new):
            return [keep(mine, new, base)]
        return self.both(base, mine, new, heading)

    def missing(self, base: Cell | None, new: Cell, heading: str) -> list[Cell]:
        """What the student does not have stays away only if it was deleted and is as it was."""
        if base is not None and same(base, new):
            return []
        self.tell(heading, "new" if base is None else f"{self.what(new)}, and is back")
        return [new]

    def both(self, base: Cell | None, mine: Cell, new: Cell, heading: str) -> list[Cell]:
        """A cell that both have changed."""
        if is_answer(new) and self.answers:
            kept = keep(mine, new, base)
            if base is None and function(mine) == function(new) != "":
                return [kept]
            self.tell(heading, self.what(new))
            words = f"Changed in release {self.release}. Your answer is below; the task now reads:"
            return [note(words, new), kept]
        if (joined := both_texts(base, mine, new)) is not None:
            self.tell(heading, f"{self.what(new)}; what you wrote there stays")
            return [{**keep(mine, new, base), "source": joined}]
        self.tell(heading, f"{self.what(new)}; what you wrote there is kept below it")
        words = f"Changed in release {self.release}. This is what you had made of the cell above:"
        return [take(new, mine, base), note(words, mine)]

    def what(self, new: Cell) -> str:
        """What has changed, in words."""
        if is_answer(new):
            return "the answer's first lines changed" if self.answers else "the answer changed"
        if about(new).get("grade"):
            return "the check changed"
        return "the text changed" if new["cell_type"] == "markdown" else "the code changed"

    def tell(self, heading: str, words: str) -> None:
        """Note what happened under a heading, once."""
        if (heading, words) not in self.merged.events:
            self.merged.events.append((heading, words))

    def count(self, heading: str, cell: Cell) -> None:
        """Note an answer that is carried over."""
        if self.answers and is_answer(cell):
            self.merged.answered.append(heading)


def tidy(cell: Cell) -> Cell:
    """A cell with the parts that its kind has, and no other."""
    kept = {"cell_type": cell["cell_type"], "metadata": cell.get("metadata", {})}
    kept |= {"id": cell.get("id"), "source": text(cell).splitlines(keepends=True)}
    if cell["cell_type"] == "code":
        count, outputs = cell.get("execution_count"), cell.get("outputs")
        count = count if isinstance(count, int) else None
        return {**kept, "execution_count": count, "outputs": outputs if outputs else []}
    return {**kept, **({"attachments": cell["attachments"]} if cell.get("attachments") else {})}


def distinct(cells: list[Cell], ours: set[str]) -> list[Cell]:
    """The same cells, each with an id that no other has; made of what stands in it if need be."""
    used: set[str] = set()
    for cell in cells:
        name, count = cell["id"], 0
        while not (isinstance(name, str) and ID.fullmatch(name)) or name in used:
            words = f"{count} {text(cell)}"
            name = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]
            count += 1
            name = None if name in ours else name
        used.add(name)
        cell["id"] = name
    return cells


def merge(
    base: Notebook | None, mine: Notebook, new: Notebook, answers: bool = True, release: str = ""
) -> Merged:
    """One notebook of what was delivered (if that is known), the student's, and ours of today.

    ``answers`` says whether cells to fill in are the student's, as in exercises; ``release`` is
    what the notes in the notebook call ours.
    """
    base = base or {"cells": [], "metadata": {}}
    work = Merge(base, mine, new, answers, release)
    cells = work.cells()
    fields = changed_fields(base["metadata"], mine["metadata"], new["metadata"])
    work.merged.notebook = {**new, "cells": cells, "metadata": fields}
    return work.merged
