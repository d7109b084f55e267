"""Exercises: one file holds one; notebooks and check modules are assembled from them.

A file ``exercises/sources/<chapter>/NN_name.py`` has cells in percent format: the question under a
heading; code with the answer between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` (imports on
top); why it is so, tagged ``solution``; and, tagged ``check``, a ``CHECK``. ``shared.py`` holds
what several checks of a chapter use. Files without a check (the start, an open challenge) are text;
a challenge ends with a cell tagged ``rubric``: what it is graded by, by hand.
"""

import ast
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chapters import HEADING, plain
from links import slug

ROOT = Path(__file__).resolve().parent.parent
CELL = re.compile(r"^# %%(.*)\n", re.MULTILINE)
MARKS = re.compile(r"^[ \t]*### (BEGIN|END) SOLUTION\n?", re.MULTILINE)
COUNTS = (  # noqa: SIM905
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
HEAD = '"""Built from {source} by `make notebooks`: do not edit."""\n\n'


class Cell(NamedTuple):
    """A cell of a source: what follows its marker, and its text."""

    options: str
    text: str

    def __str__(self) -> str:
        return f"# %%{self.options}\n{self.text.strip()}\n"


class Exercise(NamedTuple):
    """A file, read."""

    path: Path
    name: str  # of the function asked for; empty for text
    title: str
    cells: list[Cell]
    imports: list[str]
    check: str
    facts: dict

    @property
    def number(self) -> int:
        """Its place among the exercises of the chapter."""
        return [e.name for e in exercises(self.path.parent) if e.name].index(self.name) + 1

    @property
    def heading(self) -> str:
        """Its heading in the notebook."""
        return f"{self.number}. {self.title}" if self.name else self.title


def split_imports(code: str) -> tuple[list[str], str]:
    """The import lines on top of a cell, each on one line, and the rest."""
    found, rest = [], 0
    for node in ast.parse(code).body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            break
        found.append(ast.unparse(node))
        rest = node.end_lineno
    return found, "\n".join(code.splitlines()[rest:]).strip("\n")


def read(path: Path) -> Exercise:
    """Read a source file."""
    text = path.read_text(encoding="utf-8")
    pieces = CELL.split(text)[1:]
    cells, imports, check = [], [], ""
    for options, piece in zip(pieces[::2], pieces[1::2], strict=True):
        if '"check"' in options:
            check = piece.strip() + "\n"
        elif "[markdown]" in options or '"solution"' in options:
            cells.append(Cell(options, piece))
        else:
            found, rest = split_imports(piece)
            imports += found
            cells.append(Cell(options, rest))  # empty where all imports of the page will stand
    title = re.search(r"^# ##? (.+)$", text, re.MULTILINE)[1]
    facts = facts_of(check, path) if check else {"name": ""}
    return Exercise(path, facts.pop("name"), title, cells, imports, check, facts)


def facts_of(check: str, path: Path) -> dict:
    """What the check says about the exercise itself, read without running it."""
    for node in ast.parse(check).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CHECK":
            given = {k.arg: k.value for k in node.value.keywords}
            kept = ("section", "difficulty", "minutes", "kind")
            facts = {k: ast.literal_eval(given[k]) for k in kept if k in given}
            return {"name": ast.unparse(given["answer"]), **facts}
    raise ValueError(f"{path}: no CHECK = Check(...)")


@cache
def exercises(folder: Path) -> list[Exercise]:
    """The files of a chapter, in order."""
    return [read(path) for path in sorted(folder.glob("[0-9]*.py"))]


def chapters(root: Path = ROOT) -> list[Path]:
    """The folders of exercises, one for each chapter."""
    return sorted(start.parent for start in root.glob("exercises/sources/*/00_start.py"))


def room(folder: Path) -> str:
    """The check module of a chapter."""
    start = (folder / "00_start.py").read_text(encoding="utf-8")
    return re.search(r"from featurespace\.checks import (\w+) as check", start)[1]


def facts_line(exercise: Exercise) -> str:
    """Section, difficulty, minutes and kind, as the page shows them under the heading."""
    facts = exercise.facts
    words = {"transfer": " · a step of your own", "slip": " · find the slip"}
    last = words.get(facts["kind"], "")
    return f"*Section {linked(exercise)} · {stars(exercise)} · {facts['minutes']} minutes{last}*"


def stars(exercise: Exercise) -> str:
    """The difficulty, from one to three."""
    return "●" * exercise.facts["difficulty"] + "○" * (3 - exercise.facts["difficulty"])


def linked(exercise: Exercise) -> str:
    """The section it belongs to, as a link into the chapter."""
    chapter = exercise.path.parent.name
    for heading in headings(exercise.path.parents[3] / "course" / "sources" / f"{chapter}.py"):
        if plain(heading) == exercise.facts["section"]:
            return f"[{heading}](../course/{chapter}.ipynb#{slug(heading)})"
    raise ValueError(f"{exercise.path}: chapter has no section {exercise.facts['section']!r}")


@cache
def headings(source: Path) -> list[str]:
    """The title, sections and side rooms of a chapter's source."""
    text = source.read_text(encoding="utf-8") if source.exists() else ""
    cells = re.split(r"^# %%.*\n", text, flags=re.MULTILINE)
    found = (HEADING.match(re.sub(r"^# ?", "", cell, flags=re.MULTILINE)) for cell in cells)
    return [heading[1] for heading in found if heading]


def merged(imports: list[str]) -> str:
    """Import lines as one tidy cell."""
    names, plain_ones = defaultdict(set), set()
    for node in (ast.parse(line).body[0] for line in imports):
        if isinstance(node, ast.ImportFrom):
            names[node.module] |= {ast.unparse(alias) for alias in node.names}
        else:
            plain_ones.add(ast.unparse(node))
    lines = sorted(plain_ones)
    for module in sorted(names):
        lines.append(f"from {module} import {', '.join(sorted(names[module], key=str.lower))}")
    groups: dict[int, list[str]] = defaultdict(list)
    for line in lines:
        top = re.match(r"(?:from|import) (\w+)", line)[1]
        groups[0 if top in sys.stdlib_module_names else 2 if top == "featurespace" else 1] += [line]
    return "\n\n".join("\n".join(groups[g]) for g in sorted(groups))


def page(folder: Path) -> str:
    """All of a chapter's exercises with their answers, as one percent source."""
    files = exercises(folder)
    count = sum(bool(e.name) for e in files)
    imports = [line for e in files for line in e.imports]
    out = []
    for e in files:
        for i, cell in enumerate(e.cells):
            text = cell.text or merged(imports)
            if "[markdown]" in cell.options:
                number = COUNTS[count]
                text = text.replace("{count}", number).replace("{Count}", number.capitalize())
            if e.name and i == 0:
                text = text.replace(f"# ## {e.title}", f"# ## {e.heading}\n#\n# {facts_line(e)}", 1)
            out.append(str(Cell(cell.options, text)))
            if "### BEGIN SOLUTION" in text:
                out.append(str(Cell("", f"check.{e.name}({e.name})")))
    return "\n".join(out)


def rubric_points(text: str) -> int:
    """The points of a rubric: what its lines, ``- **2 points** for ...``, add up to."""
    return sum(int(points) for points in re.findall(r"^- \*\*(\d) points?\*\*", text, re.MULTILINE))


def practice(chapter: Path, heading: str) -> str:
    """The line that leads from a section of a chapter to its exercises; nothing if it has none."""
    files = exercises(chapter.parents[2] / "exercises" / "sources" / chapter.stem)
    lines = [
        f"[{e.heading}](../exercises/{chapter.stem}.ipynb#{slug(e.heading)}) "
        f"({stars(e)}, {e.facts['minutes']} minutes)"
        for e in files
        if e.name and e.facts["section"] == plain(heading)
    ]
    return f"**Practise:** {' · '.join(lines)}" if lines else ""


def needed(given: str, answer: str) -> list[str]:
    """The functions and constants of earlier cells that an answer uses, in their order."""
    found: list[str] = []
    for node in reversed(ast.parse(given).body):
        names = {
            n.id
            for n in ast.walk(ast.parse("\n".join([*found, answer])))
            if isinstance(n, ast.Name)
        }
        made = {node.name} if isinstance(node, ast.FunctionDef) else set()
        if isinstance(node, ast.Assign):
            made = {
                n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)
            }
        if made & names:
            found.insert(0, ast.get_source_segment(given, node))
    return found


def module(exercise: Exercise) -> str:
    """The check module of one exercise."""
    given, answer = [], ""
    for cell in exercise.cells:
        if "### BEGIN SOLUTION" in cell.text:
            answer = MARKS.sub("", cell.text).rstrip()
            break
        if "[markdown]" not in cell.options:
            given.append(cell.text)
    answer = "\n\n\n".join([*needed("\n".join(given), answer), answer])
    head = HEAD.format(source=exercise.path.relative_to(exercise.path.parents[3]).as_posix())
    return "\n".join([head + "\n".join(exercise.imports), "", "", answer, "", "", exercise.check])


def modules(folder: Path) -> dict[str, str]:
    """The files of a chapter's check package by name."""
    named = [e for e in exercises(folder) if e.name]
    source = folder.relative_to(folder.parents[2]).as_posix()
    lines = [f"from ._{e.name} import CHECK as {e.name}" for e in named]
    everything = ", ".join(f'"{e.name}"' for e in named)
    about = (
        f'"""The checks of one chapter. Built from {source} by `make notebooks`: do not edit."""'
    )
    files = {"__init__.py": "\n".join([about, "", *lines, "", f"__all__ = [{everything}]", ""])}
    files |= {f"_{e.name}.py": module(e) for e in named}
    shared = folder / "shared.py"
    if shared.exists():
        files["shared.py"] = HEAD.format(source=f"{source}/shared.py") + shared.read_text(
            encoding="utf-8"
        )
    return files


def outdated(root: Path = ROOT) -> dict[Path, str | None]:
    """What is not as its sources say, and what it should be; None, if it should not be."""
    wanted: dict[Path, str | None] = {}
    for folder in chapters(root):
        package = root / "lib" / "featurespace" / "checks" / room(folder)
        wanted |= dict.fromkeys(package.glob("*.py"))
        wanted |= {package / name: text for name, text in modules(folder).items()}
    for page in (root / "README.md", root / "course" / "README.md"):
        wanted |= {page: counted(page.read_text(encoding="utf-8"), root)} if page.exists() else {}
    now = {path: path.read_text(encoding="utf-8") for path in wanted if path.exists()}
    return {path: text for path, text in wanted.items() if now.get(path) != text}


def update(root: Path = ROOT) -> list[str]:
    """Bring check modules, and the counts on README and start page, up to date; what was not."""
    changed = outdated(root)
    for path, text in changed.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")
    return [path.relative_to(root).as_posix() for path in changed]


def counted(page: str, root: Path = ROOT) -> str:
    """A page of the project with the number of exercises, and their minutes, in its links."""

    def words(link: re.Match) -> str:
        named = [e for e in exercises(root / "exercises" / "sources" / link[2]) if e.name]
        minutes = sum(e.facts["minutes"] for e in named)
        hours = f"{max(1, round(minutes / 30)) / 2:g}".replace("0.5", "½").replace(".5", "½")
        about = f"{COUNTS[len(named)]}, about {hours} h"
        return f"[Exercises: {about}]({link[1]}exercises/{link[2]}.ipynb)"

    return re.sub(r"\[Exercises: [^]]*\]\(((?:\.\./)?)exercises/(\w+)\.ipynb\)", words, page)


if __name__ == "__main__":
    print("\n".join(update()) or "nothing to do")
