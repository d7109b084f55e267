"""The plan of a chapter: its core, its side rooms, what each part needs and how long it takes.

A section ``## 3. The centre`` of chapter 1 goes by ``1.3``, a side room ``### 1a. How sure?`` by
``1a``. The heading's cell says in its metadata what the part ``needs``, and a room ``why`` one
would enter. The build writes the map (in place of ``{map}``) and a line below each room's heading.
"""

import ast
import builtins
import re
import symtable
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat

HEADING = re.compile(r"^(?:##? |### (?=\w[a-z]\. ))(.+)$", re.MULTILINE)  # title, section, room
NUMBER = re.compile(r"(\d+|[\dA][a-z])\. ")
BOX = re.compile(r"^> \*\*([A-Z][a-z ]+)\.\*\*(?: .*)?(?:\n>.*)*$", re.MULTILINE)
FOLDED = {"setup", "proof", "drawing"}  # tags of cells whose code is folded away
ROOMS = "Side rooms"  # the heading above them
SOURCES = Path(__file__).resolve().parent.parent / "course" / "sources"
COLOURS = {  # of what is to be known at a glance, on light and on dark ground
    "Predict": "0, 114, 178",
    "By hand": "213, 94, 0",
    "In short": "0, 158, 115",
    "Room": "204, 121, 167",
}


def section_of(cell) -> str:
    """The heading of the title, section or side room that a text cell begins; or nothing."""
    found = HEADING.match(cell.source) if cell.cell_type == "markdown" else None
    return found[1] if found else ""


def plain(heading: str) -> str:
    """A heading without its number."""
    return re.sub(r"^(?:[\dA-Z]*\d[.:)]?|[\dA][a-z]\.)\s+", "", heading)


class Part(NamedTuple):
    """A section or a side room: how it is called elsewhere, its heading, and its cells."""

    number: str  # 1.3 or 1a; empty for what is neither
    heading: str
    cells: list

    @property
    def room(self) -> bool:
        """Whether one may leave it out."""
        return self.number[-1:].isalpha()

    @property
    def needs(self) -> list[str]:
        """The parts that come before it."""
        return self.cells[0].metadata.get("needs", "").split()

    @property
    def minutes(self) -> int:
        """How long it takes in class, as the slides were planned."""
        return self.cells[0].metadata.slideshow.minutes

    @property
    def link(self) -> str:
        """Its number and heading, leading to it."""
        words = f"{self.number.rpartition('.')[2]} {plain(self.heading)}"
        return f"[{words}](#{self.heading.replace(' ', '-')})"


def number(path: Path) -> str:
    """How a chapter is called, by its file: 0 to 6, or A."""
    return path.stem.partition("_")[0].lstrip("0") or "0"


def parts(cells: list, chapter: str) -> list[Part]:
    """The parts of a chapter (``1`` or ``A``) in order; the first is all before section 1."""
    found = [Part("", "", [])]
    for cell in cells:
        heading = section_of(cell)
        if heading and found[-1].cells:
            found_number = NUMBER.match(heading)
            name = found_number[1] if found_number else ""
            name = f"{chapter}.{name}" if name.isdigit() else name
            found.append(Part(name, heading, []))
        found[-1].cells.append(cell)
    return found


def introduce(cells: list, chapter: str) -> None:
    """Write the map of a chapter, and below the heading of each room what it needs and why."""
    everything = parts(cells, chapter)
    rooms = [part for part in everything if part.room]
    core = [part for part in everything if part.number and not part.room]
    whole = f"{core_minutes(everything)} minutes in class, with opening and takeaways"
    lines = [f"**The way** ({whole}): {' · '.join(map(stop, core))}."]
    if rooms:
        lines.append(
            f"**Side rooms**, for the curious, in any order: {' · '.join(map(stop, rooms))}."
        )
    for cell in cells:
        if cell.cell_type == "markdown" and "{map}" in cell.source:
            cell.source = cell.source.replace("{map}", "\n\n".join(lines))
    links = {
        part.number: f"[section {part.number.rpartition('.')[2]}]({part.link.partition('](')[2]}"
        for part in core
    }
    links |= {part.number: f"room {part.link}" for part in rooms}
    for room in rooms:
        needs = " and ".join(links.get(one) or elsewhere(one) for one in room.needs)
        time = "about a minute" if room.minutes == 1 else f"about {room.minutes} minutes"
        line = f"> **Room.** You need {needs} · {time} · {room.cells[0].metadata.get('why', '')}"
        heading, _, rest = room.cells[0].source.partition("\n")
        room.cells[0].source = f"{heading}\n\n{line}\n{rest}".rstrip("\n")


def elsewhere(need: str) -> str:
    """A link to a section or a room of another chapter, by the headings of its source."""
    name = need.partition(".")[2] or need
    for source in SOURCES.glob("*.py"):
        if number(source) == need[0]:
            headings = re.findall(r"^# ###? (.+)$", source.read_text(encoding="utf-8"), re.M)
            heading = next(h for h in headings if h.startswith(f"{name}. "))
            kind = "room" if need[-1].isalpha() else "section"
            return f"[{kind} {need}]({source.stem}.ipynb#{heading.replace(' ', '-')})"
    raise ValueError(f"there is no chapter for {need}")


def mark_setup(cells: list) -> None:
    """Tag the cells that only make names ready, so that they are folded away."""
    for cell in (cell for cell in cells if cell.cell_type == "code"):
        try:
            body = ast.parse(cell.source).body
        except SyntaxError:  # running it will tell, with the cell's name
            continue
        imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        rest = [ast.unparse(node) for node in body if node not in imports]
        if imports and all("set_printoptions" in statement for statement in rest):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "setup"]


def draw_boxes(cells: list) -> None:
    """Frame what recurs (a question, a calculation by hand, the moral), each in its colour."""

    def box(found: re.Match) -> str:
        colour = COLOURS.get(found[1])
        if not colour:
            return found[0]
        style = f"border-left:6px solid rgb({colour});background:rgba({colour}, 0.07)"
        inside = re.sub(r"^> ?", "", found[0], flags=re.MULTILINE)
        return f'<div style="{style};margin:1em 0;padding:0.5em 1em">\n\n{inside}\n\n</div>'

    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = BOX.sub(box, cell.source)


def core_minutes(everything: list[Part]) -> int:
    """How long the core of a chapter takes in class, with its opening and takeaways."""
    return sum(p.minutes for p in everything if not p.room and p.heading != ROOMS)


def built(path: Path) -> list[Part]:
    """The parts of a built chapter."""
    return parts(nbformat.read(path, as_version=4).cells, number(path))


def minutes_in_class(path: Path) -> str:
    """How long a built chapter takes in class: its core, and its side rooms."""
    everything = built(path)
    rooms = sum(part.minutes for part in everything if part.room)
    return f"{core_minutes(everything)} min" + (f", rooms {rooms}" if rooms else "")


def builds_on(path: Path) -> str:
    """Links to the sections of other chapters that the core of a chapter needs."""
    own = number(path)
    others = {number(p): p for p in path.parent.glob("*.ipynb")}
    needed = {need for part in built(path) if not part.room for need in part.needs}
    links = []
    for need in sorted(need for need in needed if need[0] != own):
        there = others[need[0]]
        part = next(p for p in built(there) if p.number == need)
        links.append(f"[{need}]({there.name}#{part.heading.replace(' ', '-')})")
    return ", ".join(links) or "–"


def timed(page: str, course: Path) -> str:
    """The start page with the minutes of each chapter, and what it builds on."""

    def row(found: re.Match) -> str:
        path = course / found[2]
        return f"{found[1]}{minutes_in_class(path)} | {builds_on(path)}{found[3]}"

    return re.sub(
        r"^(\| \w \| .*?\]\((\w+\.ipynb)\) \|[^|]+\| )[^|]+\| [^|]+?( \| \[Exercises)",
        row,
        page,
        flags=re.M,
    )


def stop(part: Part) -> str:
    """A part on the map: its name and its minutes."""
    return f"{part.link} {part.minutes}"


def names(code: str) -> tuple[set[str], set[str]]:
    """What a cell takes from the notebook's name space, and what it binds there."""
    top = symtable.symtable(code, "cell", "exec")
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    used = {s.get_name() for s in top.get_symbols() if s.is_referenced()}
    inner = list(top.get_children())
    while inner:
        table = inner.pop()
        inner += table.get_children()
        used |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return used - set(dir(builtins)), bound


def missing(cells: list, chapter: str) -> Iterator[str]:
    """What a part uses that neither it, nor the start, nor a part that it needs has made."""
    in_order = parts(cells, chapter)
    everything = {part.number: part for part in in_order if part.number}
    made: dict[str, set[str]] = {}
    for part in in_order:
        known = set(made.get("", set()))
        for number in reach(part, everything):
            known |= made.get(number, set())
        own: set[str] = set()
        for cell in (c for c in part.cells if c.cell_type == "code"):
            used, bound = names(cell.source)
            for name in sorted(used - known - own - bound):
                yield f"{part.number or 'start'} {cell.id}: {name} comes from no part that it needs"
            own |= bound
        made.setdefault(part.number, set()).update(own)


def rebound(cells: list, chapter: str) -> Iterator[str]:
    """Names that one part makes, another binds anew, and a third takes from outside."""
    makers: dict[str, list[str]] = {}
    takers: dict[str, set[str]] = {}
    for part in parts(cells, chapter):
        own: set[str] = set()
        for cell in (c for c in part.cells if c.cell_type == "code"):
            used, bound = names(cell.source)
            for name in used - own - bound:
                takers.setdefault(name, set()).add(part.number)
            own |= bound
        for name in own:
            makers.setdefault(name, []).append(part.number)
    for name, where in sorted(makers.items()):
        if len(where) > 1 and takers.get(name, set()) - set(where):
            places = ", ".join(number or "the start" for number in where)
            yield f"{name} is bound in {places} and taken elsewhere"


def reach(part: Part, everything: dict[str, Part]) -> set[str]:
    """All parts of this chapter that a part needs, and those that these need."""
    found: set[str] = set()
    left = [n for n in part.needs if n in everything]
    while left:
        number = left.pop()
        if number not in found:
            found.add(number)
            left += [n for n in everything[number].needs if n in everything]
    return found
