"""Chapter 5 makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = [
    *(f"W-u{i:02}" for i in (*range(1, 11), *range(18, 26))),
    *(f"DME-3.{i}" for i in (*range(8, 12), 14, *range(21, 41))),
    *(f"DME-F3.{i}" for i in range(1, 11)),
    *(f"DME-u{i}" for i in range(26, 36)),
]
NAMED = [
    "W-T7.1",
    "W-7.1",
    "W-7.2",
    "W-e02",
    "W-p01",
    "DME-3.1..3.3",
    "DME-3.4..3.5",
    "DME-3.6..3.7",
    "DME-3.12..3.13",
    "DME-3.15..3.18",
    "DME-3.19..3.20",
]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "05_dimensionality_reduction.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


@pytest.mark.parametrize("statement", NUMBERED + NAMED)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)


def test_the_list_is_that_of_the_chapter():
    assert len(NUMBERED + NAMED) == len(set(NUMBERED + NAMED)) == 74
