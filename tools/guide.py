"""The instructor's guide: a page to plan a course by, and a page for each chapter.

Minutes, votes, notes of demos, exercises and what their checks say are read off the built course.
What somebody thought about them (where to break, what to leave out, which mistakes to meet, what
to set as homework, which part in which week) stands in tools/deck: teaching.md, syllabi.toml and
guide/<chapter>.toml. The build calls :func:`pages`.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import exercises as practice
from chapters import ROOMS, Part, built, core_minutes, number, plain
from links import slug
from slides import DEMO, PREDICT, demos

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / "tools" / "deck"
ENTRY = ROOT / "docs" / "teaching.md"
PAGES = ROOT / "docs" / "teaching"
CHAPTERS = sorted((ROOT / "course").glob("*.ipynb"))
VOTE = re.compile(r"\*\*Predict\.\*\* (.*?)(?=\n*</div>|\Z)", re.DOTALL)
FOLD = re.compile(r"\s*<details><summary>Answer</summary>\s*(.*?)\s*</details>\s*", re.DOTALL)
GOALS = re.compile(r"\*\*After this chapter you can\*\* (.+)")


class Vote(NamedTuple):
    """A question of the chapter that is no demo, and what to expect; nothing if nobody said."""

    question: str
    answer: str


@cache
def parts_of(path: Path) -> list[Part]:
    """The parts of a built chapter."""
    return built(path)


def core(path: Path) -> list[Part]:
    """The opening, the sections and the takeaways of a chapter."""
    return [part for part in parts_of(path) if not part.room and part.heading != ROOMS]


def rooms(path: Path) -> list[Part]:
    """The side rooms of a chapter."""
    return [part for part in parts_of(path) if part.room]


@cache
def words(path: Path) -> dict:
    """What was written by hand about a chapter."""
    return tomllib.loads((WORDS / "guide" / f"{path.stem}.toml").read_text(encoding="utf-8"))


def title(path: Path) -> str:
    """A chapter's name."""
    return parts_of(path)[0].cells[0].source.splitlines()[0].lstrip("# ")


def called(part: Part) -> str:
    """The heading of a part; the first has none."""
    return part.heading or "Opening"


def linked(path: Path, part: Part) -> str:
    """The heading of a part, as a link into the chapter."""
    address = f"../../course/{path.name}"
    return f"[{called(part)}]({address}{'#' + slug(part.heading) if part.heading else ''})"


def moved(text: str, path: Path) -> str:
    """A text of a chapter, with links that lead there from a page of the guide."""
    text = re.sub(r"\]\(#", f"](../../course/{path.name}#", text)
    return re.sub(r"\]\((\w+\.ipynb)", r"](../../course/\1", text)


# ---------------------------------------------------------------------------- votes and demos
def votes(path: Path, part: Part) -> list[Vote]:
    """The questions of a part, with the folded answer, or else the one written by hand."""
    told = iter(words(path).get("votes", {}).get(part.number, []))
    found = []
    for cell in (c for c in part.cells if c.cell_type == "markdown" and PREDICT in c.source):
        for box in VOTE.findall(cell.source):
            folded = FOLD.search(box)
            question = moved(FOLD.sub("", box).strip(), path)
            found.append(Vote(question, moved(folded[1], path) if folded else next(told, "")))
    return found


def asked(path: Path, part: Part) -> Iterator[str]:
    """What to ask in a part: its votes, then its demos with the speaker's notes."""
    for vote in votes(path, part):
        yield f"**Vote.** {vote.question}\n\n**Answer.** {vote.answer}\n"
    for cell in part.cells:
        if notes := cell.metadata.get("slideshow", {}).get("notes"):
            name = DEMO.search(cell.source)[1]
            demo = next(demo for key, demo in demos().items() if key.endswith(f".{name}"))
            title = demo.title if demo.title.endswith("?") else f"{demo.title}."
            yield f"**Demo: {title}** {demo.question} *{demo.right}*\n\n{notes}\n"


def questions(path: Path) -> Iterator[str]:
    """All that is asked, part by part."""
    for part in parts_of(path):
        found = list(asked(path, part))
        if found and (not part.room or all(vote.answer for vote in votes(path, part))):
            yield f"### {called(part)}\n"
            yield from found


# ------------------------------------------------------------------------------------ tables
def table(head: str, rows: list[str]) -> str:
    """A table in Markdown."""
    return "\n".join([head, "|" + "---|" * (head.count("|") - 1), *rows]) + "\n"


def timetable(path: Path) -> str:
    """The core with its minutes, and the minutes that have gone by when a part is done."""
    rows, gone = [], 0
    for part in core(path):
        gone += part.minutes
        rows.append(f"| {linked(path, part)} | {part.minutes} | {gone} | {' '.join(part.needs)} |")
    return table("| core | minutes | so far | needs |", rows)


def side_rooms(path: Path) -> str:
    """The rooms with their minutes and the reason to enter."""
    rows = [
        f"| {linked(path, room)} | {room.minutes} | {' '.join(room.needs)} "
        f"| {room.cells[0].metadata.get('why', '')} |"
        for room in rooms(path)
    ]
    return table("| room | minutes | needs | who enters |", rows)


def exercises(path: Path) -> dict[str, practice.Exercise]:
    """The exercises of a chapter by the name of their function."""
    folder = ROOT / "exercises" / "sources" / path.stem
    return {e.name: e for e in practice.exercises(folder) if e.name}


def place(path: Path, exercise: practice.Exercise) -> str:
    """The number of the section or room that an exercise belongs to."""
    section = exercise.facts["section"]
    return next(p.number for p in parts_of(path) if plain(p.heading) == section)


def to_exercise(path: Path, exercise: practice.Exercise) -> str:
    """An exercise as a link."""
    address = f"../../exercises/{path.name}#{slug(exercise.heading)}"
    return f"[{exercise.heading}]({address})"


def exercise_table(path: Path, names: list[str]) -> str:
    """Some exercises with what an instructor asks of them first."""
    known, rows = exercises(path), []
    for e in (known[name] for name in names):
        facts = f"{place(path, e)} | {practice.stars(e)} | {e.facts['minutes']} | {e.facts['kind']}"
        rows.append(f"| {to_exercise(path, e)} | {facts} |")
    return table("| exercise | belongs to | difficulty | minutes | kind |", rows)


def minutes_of(path: Path, names: list[str]) -> int:
    """How long some exercises take together."""
    return sum(exercises(path)[name].facts["minutes"] for name in names)


# ------------------------------------------------------------------------- words and numbers
def pauses(path: Path) -> str:
    """Where to stop, with the minutes on either side."""
    lines, total = [], core_minutes(parts_of(path))
    for pause in words(path)["break"]:
        names = [part.number for part in core(path)]
        done = core(path)[: names.index(pause["after"]) + 1]
        gone = sum(part.minutes for part in done)
        where = f"**After {called(done[-1])}** ({gone} minutes done, {total - gone} left)."
        lines.append(f"- {where} {pause['why']}")
    return "\n".join(lines) + "\n"


def saved(path: Path, what: str) -> tuple[str, int]:
    """What is left out (a section by its number, a demo by its name) and the minutes it saves."""
    for part in parts_of(path):
        if part.number == what:
            return called(part), part.minutes
    demo = next(demo for key, demo in demos().items() if key.endswith(f".{what}"))
    return f"The demo *{demo.title}*", demo.notes.minutes


def leave_out(path: Path) -> str:
    """What to leave out first."""
    lines = []
    for one in words(path)["leave"]:
        name, minutes = saved(path, one["what"])
        lines.append(f"- **{name}** (saves {minutes}). {one['why']}")
    return "\n".join(lines) + "\n"


def sentences(path: Path, exercise: str) -> list[str]:
    """What the check of an exercise says to the mistakes it knows."""
    folder = ROOT / "exercises" / "sources" / path.stem
    checks = import_module(f"featurespace.checks.{practice.room(folder)}")
    return [one.sentence for one in getattr(checks, exercise).misconceptions]


def said(path: Path, mistake: dict) -> str:
    """The one sentence of a check that begins as was quoted."""
    found = [s for s in sentences(path, mistake["exercise"]) if s.startswith(mistake["says"])]
    if len(found) != 1:
        raise ValueError(f"{path.stem}, {mistake['exercise']}: {len(found)} × {mistake['says']!r}")
    return found[0]


def mistakes(path: Path) -> str:
    """The usual misconceptions: what the check says, where, and how to meet it."""
    lines = []
    for one in words(path)["mistake"]:
        exercise = exercises(path)[one["exercise"]]
        where = f"{to_exercise(path, exercise)} (on {place(path, exercise)})"
        lines.append(f"- {one['meet']}\n\n  Revealed by {where}: *“{said(path, one)}”*\n")
    return "\n".join(lines)


def homework(path: Path) -> str:
    """Picks for one hour a week, and what makes it two."""
    hour, more = (words(path)["homework"][key] for key in ("hour", "second_hour"))
    one, two = minutes_of(path, hour), minutes_of(path, more)
    return (
        f"**One hour a week** ({one} minutes):\n\n{exercise_table(path, hour)}\n"
        f"**Two hours a week**: the same and these ({one} + {two} = {one + two} minutes):\n\n"
        f"{exercise_table(path, more)}"
    )


# ------------------------------------------------------------------------------------- pages
def page(path: Path) -> str:
    """The page of one chapter."""
    everything, stem = parts_of(path), path.stem
    goals = GOALS.search("\n".join(c.source for c in everything[0].cells))[1]
    chosen = {name for names in words(path)["homework"].values() for name in names}
    rest = [name for name in exercises(path) if name not in chosen]
    return f"""# Teaching {title(path)}

[The chapter](../../course/{path.name}) · [its exercises](../../exercises/{path.name}) ·
[worked answers](../../solutions/{path.name}) · [planning a course](../teaching.md). Made by the
build; the words behind it are in `tools/deck/guide/{stem}.toml`.

**Goals.** After this chapter students can {goals}

## Minutes

The core takes {core_minutes(everything)} minutes in class, exercises apart.

{timetable(path)}
Side rooms, {sum(r.minutes for r in rooms(path))} minutes together; any may be left out.

{side_rooms(path)}
## Where to break

{pauses(path)}
## What to leave out first

{leave_out(path)}
## What to ask

Votes and demos in the order of the slides; the right answer of a demo's question stands after it.
**Expect** names the wrong answer that tempts most. What many will say is our judgement: nobody has
counted votes yet.

{chr(10).join(questions(path))}
## Usual mistakes

What students believe, with the exercise that reveals it and the words they will read there.

{mistakes(path)}
## Homework

{homework(path)}
The others, {minutes_of(path, rest)} minutes together:

{exercise_table(path, rest)}"""


def overview() -> str:
    """All chapters with their minutes in class and at home."""
    rows = []
    for path in CHAPTERS:
        own = number(path)
        needs = sorted({n for p in core(path) for n in p.needs if n[0] != own})
        total = sum(room.minutes for room in rooms(path))
        home = f"{len(exercises(path))}, {minutes_of(path, list(exercises(path)))}"
        cells = f"{core_minutes(parts_of(path))} | {total} | {home} | {' '.join(needs)}"
        rows.append(f"| [{title(path)}](teaching/{path.stem}.md) | {cells} |")
    head = "| chapter | core | rooms | exercises, minutes | builds on |"
    return table(head, rows)


def pages() -> dict[Path, str]:
    """All pages of the guide and what they should hold."""
    import syllabi

    entry = (WORDS / "teaching.md").read_text(encoding="utf-8")
    entry = entry.replace("{overview}", overview()).replace("{plans}", syllabi.tables())
    return {ENTRY: entry} | {PAGES / f"{path.stem}.md": page(path) for path in CHAPTERS}


def update() -> None:
    """Write the pages."""
    PAGES.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    update()
