"""Chapter 3 makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = [f"ST-u{i}" for i in range(59, 74)]
NAMED = [
    "ST-5.9",
    "ST-5.10",
    "ST-F5.2",
    "ST-K5.14",
    "ST-5.11",
    "ST-5.12..5.15",
    "ST-5.16",
    "ST-5.17",
    "ST-5.18",
    "ST-5.19",
    "ST-5.20..5.21",
    "ST-K5.15",
    "ST-A5.16",
    "ST-C5.6",
    "ST-P5.17",
    "ST-R5.18",
]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "03_fisher.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


@pytest.mark.parametrize("statement", NUMBERED + NAMED)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
