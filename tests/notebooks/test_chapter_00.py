"""The prelude makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
REMARKS = [f"DME-u{i:02}" for i in range(1, 23)]
FIGURES = ["DME-F1", "DME-F2", *(f"DME-F1.{i}" for i in range(1, 11))]
SINGLE = [*range(1, 20), *range(26, 30), *range(41, 50), 62, 67, 68]
EQUATIONS = [f"DME-1.{i}" for i in SINGLE] + [
    "DME-1.20..1.22",
    "DME-1.23..1.25",
    "DME-1.30..1.34",
    "DME-1.35..1.40",
    "DME-1.50..1.52",
    "DME-1.53..1.54",
    "DME-1.55..1.57",
    "DME-1.58..1.61",
    "DME-1.63..1.66",
]
BOOK = [*(f"ST-u{i}" for i in range(54, 59)), "ST-A5.13", "ST-C5.5"]
STATEMENTS = REMARKS + FIGURES + EQUATIONS + BOOK


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "00_exploring_data.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


def test_there_are_85_statements():
    assert len(set(STATEMENTS)) == len(STATEMENTS) == 85


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
