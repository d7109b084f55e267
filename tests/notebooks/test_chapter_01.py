"""Chapter 1 makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = [f"ST-u{i:02}" for i in range(1, 26)]
NAMED = [
    "ST-A5.1",
    "ST-5.1",
    "ST-C5.1",
    "ST-5.2",
    "ST-5.3..5.4",
    "ST-P5.2",
    "ST-A5.3",
    "ST-C5.2",
    "ST-5.5",
    "ST-5.6",
    "ST-5.7",
    "ST-A5.4",
    "ST-C5.3",
    "ST-F5.1",
    "ST-P5.5",
    "ST-A5.6",
    "ST-R5.7",
    "W-e01",
    "W-u17",
]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "01_means_and_distances.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


@pytest.mark.parametrize("statement", NUMBERED + NAMED)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
