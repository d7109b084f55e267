"""Plans for a term: which part in which week, in minutes that add up.

tools/deck/syllabi.toml lists for each week cores of chapters (``2``), side rooms (``2d``) and time
for something else (``clinic: 40``). The minutes are those of the built chapters, so a plan may
cease to fit when a chapter grows: :func:`complaints` says so, and a test asks it.
"""

import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from chapters import Part, number, plain
from guide import CHAPTERS, WORDS, core, parts_of, table, title


class Item(NamedTuple):
    """A line of a week: how it is called, the parts of the course in it, and its minutes."""

    name: str
    parts: list[Part]
    minutes: int


def plans() -> list[dict]:
    """The plans as they are written."""
    return tomllib.loads((WORDS / "syllabi.toml").read_text(encoding="utf-8"))["plan"]


def item(written: str) -> Item:
    """What one entry of a week stands for."""
    name, colon, minutes = written.rpartition(": ")
    if colon:
        return Item(name, [], int(minutes))
    path = next(path for path in CHAPTERS if number(path) == written[0])
    if written == number(path):
        parts = core(path)
        link = f"**[{title(path)}](teaching/{path.stem}.md)**"
    else:
        parts = [part for part in parts_of(path) if part.number == written]
        link = f"room {written} {plain(parts[0].heading)}"
    return Item(link, parts, sum(part.minutes for part in parts))


def tables() -> str:
    """Every plan as a table; each week adds up to its length."""
    return "\n".join(f"### {p['title']}\n\n{p['words'].strip()}\n\n{weeks(p)}" for p in plans())


def weeks(plan: dict) -> str:
    """The table of one plan."""
    rows, taught = [], 0
    for place, week in enumerate(plan["weeks"], 1):
        items = [item(written) for written in week]
        used = sum(one.minutes for one in items)
        taught += sum(one.minutes for one in items if one.parts)
        lines = " · ".join(f"{one.name} {one.minutes}" for one in items)
        left = plan["minutes"] - used
        rows.append(f"| {place} | {lines} · *together {used}, in hand {left}* |")
    total = len(plan["weeks"]) * plan["minutes"]
    head = "| week | what, in minutes |"  # two columns: a third would not fit on a phone
    return (
        f"{table(head, rows)}\n{taught} of {total} minutes are course, the rest is for the class.\n"
    )


def complaints(plan: dict) -> Iterator[str]:
    """What is wrong with a plan: a week too full, a core section missing or twice, a need unmet."""
    done: list[str] = []
    for place, week in enumerate(plan["weeks"], 1):
        items = [item(written) for written in week]
        used = sum(one.minutes for one in items)
        if used > plan["minutes"]:
            yield f"{plan['title']}: week {place} takes {used} of {plan['minutes']} minutes"
        for part in (part for one in items for part in one.parts if part.number):
            for need in set(part.needs) - set(done):
                yield f"{plan['title']}: week {place} has {part.number} before {need}"
            done.append(part.number)
    wanted = {part.number for path in CHAPTERS for part in core(path) if part.number}
    yield from (f"{plan['title']}: {one} is missing" for one in sorted(wanted - set(done)))
    yield from (f"{plan['title']}: {o} comes twice" for o in sorted({*done}) if done.count(o) > 1)
    yield from cores(plan)


def cores(plan: dict) -> Iterator[str]:
    """Whether each core, with its opening and takeaways, is there once."""
    entries = [written for week in plan["weeks"] for written in week]
    for name in map(number, CHAPTERS):
        if (times := entries.count(name)) != 1:
            yield f"{plan['title']}: chapter {name} comes {times} times"
