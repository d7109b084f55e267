"""Chapter 2 makes every statement that its source makes, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NUMBERED = [f"ST-u{i}" for i in range(26, 54)]
NAMED = ["ST-D5.8", "ST-R5.9", "ST-5.8", "ST-D5.10", "ST-P5.11", "ST-A5.12", "ST-C5.4"]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "02_gram_schmidt_and_cholesky.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


@pytest.mark.parametrize("statement", NUMBERED + NAMED)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
