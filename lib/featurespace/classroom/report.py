"""A student's progress at one moment: text for a terminal, a table and a picture for a page."""

import html
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

from . import contents, history
from .contents import Chapter
from .history import History

WIDTH = 98
STATES = {  # of an exercise: its sign in the terminal, and its look in the picture
    "correct": ("#", "#0072B2", "o"),
    "correct after a named mistake": ("#", "#009E73", "D"),
    "tried": ("+", "#D55E00", "s"),
    "open": (".", "#5A5A5A", "."),
}
COLUMNS = ("correct", "tried", "open", "mistakes", "overcome")
LATER = (
    "Nothing is due yet: what you solve comes back after two days, once you are in another chapter."
)
KEY = "(# correct, + tried, . open)"
AGAIN = "Write the answer again in a new cell, without a look at the old one, and run the check."


@dataclass(frozen=True)
class Report:
    """A student's progress at one moment."""

    folder: Path
    now: datetime
    known: history.Past
    notes: tuple[str, ...]  # about the file, if there is something to say

    def of(self, name: str) -> History:
        """What is known of an exercise."""
        return self.known.of.get(name, History())

    def state(self, name: str) -> str:
        """How an exercise stands: one of the states."""
        one = self.of(name)
        if one.solved:
            return "correct after a named mistake" if one.met else "correct"
        return "tried" if one.tried else "open"

    def row(self, chapter: Chapter) -> tuple[int, ...]:
        """A chapter's numbers, in the order of the columns."""
        names = [exercise.name for exercise in chapter.exercises]
        states = [self.state(name).split()[0] for name in names]
        met = sum(len(self.of(name).met) for name in names)
        left = sum(len(self.of(name).left) for name in names)
        return *(states.count(state) for state in COLUMNS[:3]), met, met - left

    @property
    def rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """A row for each chapter, and one for all of them."""
        every = [self.row(chapter) for chapter in contents.chapters()]
        named = [f"{chapter.number}  {chapter.title}" for chapter in contents.chapters()]
        total = tuple(sum(column) for column in zip(*every, strict=True))
        return [*zip(named, every, strict=True), ("All", total)]

    @property
    def summary(self) -> str:
        """All of it in one line."""
        correct, tried, left, met, overcome = self.rows[-1][1]
        mistakes = f"; {overcome} of {met} named mistakes overcome" if met else ""
        return f"{correct} of {correct + tried + left} exercises correct, {tried} tried{mistakes}"

    @property
    def elsewhere(self) -> list[str]:
        """Exercises of other releases: done, but no longer (or not yet) in this one."""
        here = {exercise.name for chapter in contents.chapters() for exercise in chapter.exercises}
        return sorted(name for name in self.known.of if name not in here)

    def lists(self) -> list[tuple[str, list[str]]]:
        """What stands below the table: a heading, and its points."""
        gone = [f"{name}: {self.state(name)}" for name in self.elsewhere]
        return [
            ("Mistakes still to overcome", self.mistakes()),
            ("To recall", self.recall()),
            ("Not in this release any more", gone),
            ("About the record", list(self.notes)),
        ]

    def mistakes(self) -> list[str]:
        """Mistakes met and not yet overcome, each where it was made."""
        return [
            f"Chapter {chapter.number}, {exercise.heading}: {mistake}"
            for chapter in contents.chapters()
            for exercise in chapter.exercises
            for mistake in sorted(self.of(exercise.name).left)
        ]

    def recall(self) -> list[str]:
        """What to answer again: three at most, or when the first will be due."""
        where = {e.name: (c, e) for c in contents.chapters() for e in c.exercises}
        late = history.due(self.known, list(where), self.now)[: history.PROPOSED]
        said = [
            f"{exercise.heading} (chapter {chapter.number}, {chapter.notebook}), last answered "
            f"{days(self.now - self.of(exercise.name).since)} ago"
            for chapter, exercise in map(where.__getitem__, late)
        ]
        later = [LATER] if any(one.solved for one in self.known.of.values()) else []
        return [*said, AGAIN] if said else later

    def __str__(self) -> str:
        when = self.now.astimezone()
        head = [f"Progress in {self.folder}, {when.day} {when:%B %Y}", "", *self.table(), KEY, ""]
        for title, points in self.lists():
            if points:
                said = (wrap(f"- {point}", WIDTH - 2, subsequent_indent="  ") for point in points)
                head += [f"{title}:", *(indent(line, "  ") for s in said for line in s), ""]
        return "\n".join([*head, f"{self.summary[0].upper()}{self.summary[1:]}."])

    def __repr__(self) -> str:
        return str(self)

    def table(self) -> list[str]:
        """The rows as text, each with a sign for every exercise."""
        lines = [" " * 34 + "exercises".ljust(17) + "".join(f"{name:>9}" for name in COLUMNS)]
        for (name, numbers), chapter in zip(self.rows, [*contents.chapters(), None], strict=True):
            exercises = chapter.exercises if chapter else ()
            bar = "".join(STATES[self.state(e.name)][0] for e in exercises)
            shown = f"[{bar}]" if bar else ""
            lines.append(f"{name:<34}{shown:<17}" + "".join(f"{n:>9}" for n in numbers))
        return lines

    def _repr_html_(self) -> str:
        from ..plots import figure_html, png

        figure = self.figure()
        return f"{self.html_table()}{figure_html(figure, png(figure), self.alt)}{self.html_lists()}"

    def html_table(self) -> str:
        """The rows as a table."""
        heads = "".join(f'<th scope="col">{name}</th>' for name in ("chapter", *COLUMNS))
        body = "".join(
            f'<tr><th scope="row" style="text-align:left">{html.escape(name)}</th>'
            + "".join(f"<td>{n}</td>" for n in numbers)
            + "</tr>"
            for name, numbers in self.rows
        )
        words = html.escape(f"{self.summary}.")
        return f"<table><caption>{words}</caption><tr>{heads}</tr>{body}</table>"

    def html_lists(self) -> str:
        """What stands below the picture."""
        return "".join(
            f"<p><strong>{title}</strong></p><ul>"
            + "".join(f"<li>{html.escape(point)}</li>" for point in points)
            + "</ul>"
            for title, points in self.lists()
            if points
        )

    @property
    def alt(self) -> str:
        """The picture in words."""
        each = "; ".join(f"{name}: {row[0]} correct, {row[1]} tried" for name, row in self.rows)
        return f"A row of marks for each chapter, one mark for each exercise. {each}."

    def figure(self) -> Any:
        """The picture: a mark for each exercise, a row for each chapter."""
        from ..plots import axes

        ax = axes(width=9, height=4.0)
        chapters = contents.chapters()
        for state, (_, colour, marker) in STATES.items():
            at = [
                (i + 1, j)
                for j, chapter in enumerate(chapters)
                for i, exercise in enumerate(chapter.exercises)
                if self.state(exercise.name) == state
            ]
            x, y = zip(*at, strict=True) if at else ((), ())
            ax.scatter(x, y, s=110, c=colour, marker=marker, label=f"{state}: {len(at)}", zorder=3)
        ax.set_yticks(range(len(chapters)), [f"{c.number}  {c.title}" for c in chapters])
        ax.set_xticks(range(1, 1 + max(len(c.exercises) for c in chapters)))
        ax.invert_yaxis()
        ax.set_xlabel("exercise")
        ax.set_title(self.summary)
        ax.figure.legend(loc="outside lower center", ncols=4, frameon=False)
        return ax.figure


def days(span: timedelta) -> str:
    """A time in words: one day, or so many."""
    return "1 day" if span.days == 1 else f"{span.days} days"
