"""Chapter 4 makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
SINGLE = [1, 2, 3, 8, 9, 10, 11, 15, 23, 24, 25, 26, 27, 28, 29, 30, 37, 38, *range(41, 56)]
SINGLE += [58, 59, 60, 61, 62, 71, 75, 80, 85, 86, 91, 92]
RUNS = [(4, 7), (12, 14), (16, 22), (31, 34), (35, 36), (39, 40), (56, 57), (63, 66), (67, 68)]
RUNS += [(69, 70), (72, 74), (76, 79), (81, 84), (87, 88), (89, 90), (93, 94), (95, 99)]
PROOFS = [(1, 2), (3, 5), (6, 10), (11, 15), (16, 19), (20, 22), (23, 25), (26, 28)]
STATEMENTS = [
    *(f"DME-2.{i}" for i in SINGLE),
    *(f"DME-2.{first}..2.{last}" for first, last in RUNS),
    *(f"DME-B.{first}..B.{last}" for first, last in PROOFS),
    *("DME-F2.1", "DME-F2.2", "DME-u23", "DME-u24", "DME-u25"),
    *(f"W-u{i}" for i in range(11, 17)),
    *(f"H-p{i}" for i in (45, 46, 47, 48, 49, 55)),
    *(f"H-u{i:02}" for i in range(2, 13)),
    *("H-F03", "H-F04", "H-q01", "H-q02"),
]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "04_pca.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


def test_nothing_is_left_out():
    assert len(set(STATEMENTS)) == 102


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
