"""A chapter is a core that everybody walks, and side rooms that nothing later needs."""

import nbformat
import pytest

import build
import chapters
from lint import code_cells, silent, words

COURSE = [target for target in build.targets() if target.path.parent.name == "course"]
SECTIONS, WORDS, MINUTES, LECTURE = 8, 3500, {"0": 75, "A": 75}, 90
SHOWN = 0.8  # of the core's code cells show something


def parts(target):
    cells = build.assemble(target).cells
    return chapters.parts(cells, chapters.number(target.path))


ALL = {chapters.number(target.path): parts(target) for target in COURSE}
WITH_ROOMS = [number for number, found in ALL.items() if any(part.room for part in found)]
NAMED = {part.number: part for found in ALL.values() for part in found if part.number}


def core(number):
    return [part for part in ALL[number] if not part.room]


def walked(number):
    """The cells of the core as a reader sees them, results filled in."""
    path = next(target.path for target in COURSE if chapters.number(target.path) == number)
    return [cell for part in chapters.built(path) if not part.room for cell in part.cells]


@pytest.mark.parametrize("number", WITH_ROOMS)
def test_the_core_can_be_walked_in_a_lecture(number):
    assert sum(bool(part.number) for part in core(number)) <= SECTIONS
    assert sum(map(words, walked(number))) <= WORDS
    assert chapters.core_minutes(ALL[number]) <= MINUTES.get(number, LECTURE)


@pytest.mark.parametrize("number", WITH_ROOMS)
def test_the_core_shows_what_it_computes(number):
    page = nbformat.v4.new_notebook(cells=walked(number))
    assert len(silent(page)) <= (1 - SHOWN) * len(code_cells(page))


@pytest.mark.parametrize("number", WITH_ROOMS)
def test_rooms_come_after_the_core_and_say_why_to_enter(number):
    named = [part for part in ALL[number] if part.number]
    assert [part.room for part in named] == sorted(part.room for part in named)
    assert [p.heading for p in named if p.room and not p.cells[0].metadata.get("why")] == []
    assert [p.heading for p in named if p.room and not p.needs] == []


def test_what_a_part_needs_exists():
    lost = [(n, need) for n, part in NAMED.items() for need in part.needs if need not in NAMED]
    assert lost == []


def test_no_core_needs_a_room():
    needing = [
        n for n, part in NAMED.items() if not part.room for m in part.needs if m[-1].isalpha()
    ]
    assert needing == []


@pytest.mark.parametrize("number", WITH_ROOMS)
def test_a_part_runs_after_the_parts_that_it_needs(number):
    cells = [cell for part in ALL[number] for cell in part.cells]
    assert list(chapters.missing(cells, number)) == []
    assert list(chapters.rebound(cells, number)) == []


def chapter(*sources):
    cells = [
        nbformat.v4.new_markdown_cell(source)
        if source.startswith("#")
        else nbformat.v4.new_code_cell(source, id=f"cell-{i}")
        for i, source in enumerate(sources)
    ]
    return cells


def test_a_name_from_a_part_that_is_not_needed_is_found():
    cells = chapter("# 1. T", "a = 1", "## 1. One", "b = a", "## 2. Two", "print(b)")
    assert list(chapters.missing(cells, "1")) == ["1.2 cell-5: b comes from no part that it needs"]
    cells[4].metadata["needs"] = "1.1"
    assert list(chapters.missing(cells, "1")) == []


def test_a_name_that_two_parts_bind_and_a_third_takes_is_found():
    cells = chapter("# 1. T", "## 1. One", "b = 1", "## 2. Two", "b = 2", "## 3. Three", "print(b)")
    assert list(chapters.rebound(cells, "1")) == ["b is bound in 1.1, 1.2 and taken elsewhere"]


def test_a_room_is_known_by_its_number():
    cells = chapter("# 1. T", "## 1. One", "## Side rooms", "### 1a. Aside", "### 1b. Another")
    assert [(p.number, p.room) for p in chapters.parts(cells, "1")] == [
        ("", False),
        ("1.1", False),
        ("", False),
        ("1a", True),
        ("1b", True),
    ]


def test_what_recurs_is_framed_and_the_rest_is_not():
    cells = chapter(
        "# 1. T\n\n> **Predict.** More?\n>\n> Or less?\n\n> **In short.** More.\n\n> **Note.** No."
    )
    chapters.draw_boxes(cells)
    assert cells[0].source.count("<div style=") == cells[0].source.count("\n\n</div>") == 2
    assert "\n\n**Predict.** More?\n\nOr less?\n\n</div>" in cells[0].source
    assert cells[0].source.endswith("\n\n> **Note.** No.")


def test_cells_that_only_import_are_folded_away():
    ready, printing, both, broken = cells = chapter(
        "import numpy as np\nnp.set_printoptions(suppress=True)",
        "print(1)",
        "import numpy as np\nx = 1",
        "def f(:",
    )
    chapters.mark_setup(cells)
    assert ready.metadata.tags == ["setup"]
    assert not any("tags" in cell.metadata for cell in (printing, both, broken))


def test_a_room_links_to_what_it_needs_elsewhere():
    assert chapters.elsewhere("1.3") == "[section 1.3](01_means_and_distances.ipynb#3.-The-centre)"
    assert chapters.elsewhere("Aa") == "[room Aa](A_linear_algebra.ipynb#Aa.-Blocks)"
