"""How the exercises did: what the class can, what it gets wrong and how, what to talk about."""

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from .marks import remark, table
from .page import LOOKS, page, prose, text
from .records import Record, headed, total
from .submission import chapter as exercises_of

MOST = 5  # mistakes that are shown of an exercise
TALK = 3  # things to talk about
UNNAMED = "(other wrong answers, not known by name)"


class Item(NamedTuple):
    """One exercise in the whole class."""

    title: str
    points: int
    statuses: Counter[str]
    mistakes: Counter[str]

    @property
    def everyone(self) -> int:
        """How many submissions were graded."""
        return sum(self.statuses.values())

    @property
    def tried(self) -> int:
        """How many answered at all."""
        return self.everyone - self.statuses["Not attempted"]


def items_of(records: Iterable[Record]) -> list[Item]:
    """The exercises of the submissions that could be graded, in order."""
    items: dict[str, Item] = {}
    for record in records:
        for n, e in enumerate(record["exercises"] if not record["verdict"] else (), 1):
            new = Item(f"{n}. {e['title']}", e["out_of"], Counter(), Counter())
            item = items.setdefault(e["name"], new)
            item.statuses[e["status"]] += 1
            if e["status"] == "Not yet":
                item.mistakes[e["mistake"] or UNNAMED] += 1
    return list(items.values())


def item_table(records: list[Record]) -> str:
    """The statistics as CSV: a row for each exercise and each mistake that was made in it."""
    head = ["exercise", "points", *(status.lower() for status in LOOKS), "mistake", "made by"]
    rows: list[list[str | int]] = [list(head)]
    for item in items_of(records):
        counts = [item.statuses[status] for status in LOOKS]
        facts: list[str | int] = [item.title, item.points, *counts]
        rows.append([*facts, "", ""])
        rows += [[*facts, *mistake] for mistake in item.mistakes.most_common()]
    return table(rows)


def items_page(chapter: str, records: list[Record]) -> str:
    """The statistics as a page for the instructor."""
    items, totals = items_of(records), [total(r) for r in records if not r["verdict"]]
    out_of = sum(exercise.check.difficulty for exercise in exercises_of(chapter))
    body = [f"<h1>{text(headed(chapter))}</h1>", f"<p>{overview(records, totals, out_of)}</p>"]
    if talk := to_talk_about(items):
        points = "".join(f"<li>{line}</li>" for line in talk)
        body += ["<h2>To talk about next time</h2>", f"<ul>{points}</ul>"]
    body += ["<h2>Exercise by exercise</h2>", legend(), *map(section, items)]
    if troubled := [record for record in records if record["verdict"]]:
        lines = "".join(f"<li>{text(r['student'])}: {prose(r['verdict'])}</li>" for r in troubled)
        body += ["<h2>Not graded</h2>", f"<ul>{lines}</ul>"]
    if noted := [record for record in records if record["notes"]]:
        lines = "".join(f"<li>{text(r['student'])}: {prose(remark(r))}</li>" for r in noted)
        body += ["<h2>Remarks of the grader</h2>", f"<ul>{lines}</ul>"]
    return page(f"{headed(chapter)}: how the exercises did", "\n".join(body))


def overview(records: list[Record], totals: list[int], out_of: int) -> str:
    """How many handed in, and how they did on the whole."""
    handed = f"{len(records)} submissions, {len(totals)} of them graded."
    if not totals:
        return handed
    spread = f"from {min(totals)} to {max(totals)}, half of them {median(totals):g} or more"
    return f"{handed} Totals of {out_of} points: {spread}."


def to_talk_about(items: list[Item]) -> list[str]:
    """The mistake that most share, the exercise most fail, the one that most leave out."""
    mistakes = [(n, i, m) for i in items for m, n in i.mistakes.items() if m != UNNAMED and n > 1]
    mistakes.sort(key=lambda found: -found[0])
    lines = [
        f"{n} students share this mistake in <em>{prose(i.title)}</em>: {prose(m)}"
        for n, i, m in mistakes[:TALK]
    ]
    hard = max(items, key=lambda i: i.tried - i.statuses["Correct"], default=None)
    if hard and (failed := hard.tried - hard.statuses["Correct"]):
        lines.append(f"{failed} of {hard.tried} who tried <em>{prose(hard.title)}</em> failed.")
    left = max(items, key=lambda i: i.statuses["Not attempted"], default=None)
    if left and (absent := left.statuses["Not attempted"]):
        lines.append(f"{absent} of {left.everyone} left out <em>{prose(left.title)}</em>.")
    return lines


def legend() -> str:
    """What the colours of the bars mean; each bar says it in words as well."""
    keys = (
        f'<span class="key {look}" aria-hidden="true"></span> {symbol} {text(status).lower()}'
        for status, (symbol, look) in LOOKS.items()
    )
    return f"<p>{' · '.join(keys)}</p>"


def section(item: Item) -> str:
    """One exercise: a bar of who did what, and a bar for each frequent mistake."""
    counts = [(LOOKS[s], n) for s in LOOKS if (n := item.statuses[s])]
    parts = [f'<span class="{look}" style="flex:{n}"></span>' for (_, look), n in counts]
    words = " · ".join(f"{symbol} {n}" for (symbol, _), n in counts)
    worth = f"{item.points} point{'s' * (item.points > 1)}"
    bar = f'<div class="bar" aria-hidden="true">{"".join(parts)}</div>'
    title = f'<h2>{prose(item.title)} <span class="points">({worth})</span></h2>'
    return f"<section>{title}{bar}<p>{words}</p>{mistakes(item)}</section>"


def mistakes(item: Item) -> str:
    """The most frequent mistakes of an exercise as a table with bars."""
    if not item.mistakes:
        return ""
    rows = [
        f'<tr><td class="count">{n}</td><td>{prose(words)}'
        f'<div class="mistake" style="width:{100 * n / item.everyone:.0f}%"></div></td></tr>'
        for words, n in item.mistakes.most_common(MOST)
    ]
    head = '<tr><th class="count" scope="col">made by</th><th scope="col">mistake</th></tr>'
    return f"<table>{head}{''.join(rows)}</table>"
