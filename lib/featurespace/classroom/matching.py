"""Which cell of one notebook is which of another, and what order the two make together."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .notebook import Cell, Notebook, function, is_answer, names, same, text

Pairs = dict[int, int]
Key = tuple[str, int]  # ("new", its place in our notebook) or ("mine", its place in the student's)


def pair(left: Sequence[Cell], right: Sequence[Cell], by_function: bool = False) -> Pairs:
    """Which cell on the right is which on the left; a copy that was worked on before others."""
    pairs: Pairs = {}

    def match(key: Callable[[Cell], Iterable[Any]], changed_first: bool = False) -> None:
        taken = set(pairs.values())
        known: dict[Any, list[int]] = {}
        for j, cell in enumerate(right):
            for name in key(cell) if j not in taken else ():
                known.setdefault(name, []).append(j)
        for i, cell in enumerate(left):
            if i in pairs:
                continue
            free = [j for name in key(cell) for j in known.get(name, []) if j not in taken]
            changed = [j for j in free if changed_first and not same(right[j], cell)]
            if free:
                pairs[i] = (changed or free)[0]
                taken.add(pairs[i])

    match(names, changed_first=True)
    match(lambda cell: [(cell["cell_type"], text(cell))] if text(cell).strip() else [])
    if by_function:
        answers = {function(cell) for cell in left if is_answer(cell)} - {""}
        match(lambda cell: {function(cell)} & answers)
    return pairs


def related(one: Notebook, other: Notebook) -> bool:
    """Whether two notebooks have any cell in common."""
    return bool(pair(one["cells"], other["cells"], by_function=True))


def weave(order: list[Key], other: list[Key]) -> list[Key]:
    """One order, and what only the other has, after what it follows there."""
    placed, known, place = list(order), set(order), 0
    for key in other:
        if key not in known:
            placed.insert(place, key)
        place = placed.index(key) + 1
    return placed
