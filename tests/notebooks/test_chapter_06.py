"""Chapter 6 makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
REMARKS = [f"DME-u{i}" for i in range(36, 50)]
FIGURES = [f"DME-F4.{i}" for i in range(1, 13)]
SINGLE = [*range(1, 9), 11, 14, *range(18, 24), *range(24, 30), 32, 35, 39, 46]
SINGLE += [*range(50, 54), 63, *range(69, 77)]
EQUATIONS = [f"DME-4.{i}" for i in SINGLE]
RUNS = [
    "DME-4.9..4.10",
    "DME-4.12..4.13",
    "DME-4.15..4.17",
    "DME-4.30..4.31",
    "DME-4.33..4.34",
    "DME-4.36..4.38",
    "DME-4.40..4.42",
    "DME-4.43..4.45",
    "DME-4.47..4.49",
    "DME-4.54..4.58",
    "DME-4.59..4.62",
    "DME-4.64..4.68",
    "DME-4.77..4.79",
]
OTHERS = ["DME-T4.1", "H-r01", "H-q03", "H-q04", "H-F05"]
STATEMENTS = REMARKS + FIGURES + EQUATIONS + RUNS + OTHERS


def test_every_statement_of_the_chapter_is_listed():
    assert len(set(STATEMENTS)) == len(STATEMENTS) == 83


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "06_generalisation.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
