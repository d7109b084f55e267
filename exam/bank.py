"""What a question of the exam is, and how its numbers are drawn.

A question is a function of a random generator. Seed 0 gives the numbers it was written with; any
other draws from lists of numbers that can be done by hand.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

CHAPTERS = "0123456A"
KINDS = ("by hand", "explain", "find the mistake", "read", "code")


@dataclass(frozen=True)
class Question:
    """One question with its model answer.

    Parameters
    ----------
    sections : of the chapter, that it asks about
    kind : one of ``KINDS``
    text, answer : Markdown
    rubric : points, and what they are for
    given, values : the numbers of the text and those of the answer, for the test
    """

    sections: str
    kind: str
    title: str
    text: str
    answer: str
    rubric: tuple[tuple[int, str], ...]
    given: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """What a full answer earns."""
        return sum(points for points, _ in self.rubric)


class Draw(random.Random):
    """A generator that takes the first of a list when the seed is 0."""

    def __init__(self, seed: int, name: str):
        super().__init__(f"{seed} {name}")
        self.first = seed == 0

    def of(self, *choices: Any) -> Any:
        """One of some values."""
        return choices[0] if self.first else self.choice(choices)

    def order(self, values: list) -> list:
        """The values in some order."""
        return list(values) if self.first else self.sample(values, len(values))


@cache
def recipes(chapter: str) -> dict[str, Callable[[Draw], Question]]:
    """The questions of a chapter by name, in the order of the file."""
    module = import_module(f"questions.chapter_{chapter}")
    return {name: make for name, make in vars(module).items() if name.startswith("q_")}


def question(chapter: str, name: str, seed: int) -> Question:
    """A question with the numbers of a seed."""
    return recipes(chapter)[name](Draw(seed, name))


def show(value: Any) -> str:
    """A number as one writes it by hand: 3, 2.5 or 4/3; a list in brackets."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(show, value))})"
    exact = Fraction(value).limit_denominator(10**6)
    if exact.denominator == 1:
        return str(exact.numerator)
    decimal = float(exact)
    short = Fraction(str(round(decimal, 4))) == exact
    return f"{decimal:.4f}".rstrip("0") if short else f"{exact.numerator}/{exact.denominator}"


def matrix(rows: list[list]) -> str:
    """A matrix in LaTeX."""
    lines = r"\\".join("&".join(map(show, row)) for row in rows)
    return rf"\begin{{pmatrix}}{lines}\end{{pmatrix}}"
