"""The appendix makes every statement that its sources make, or mends it."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
SINGLE = [5, 6, 13, 14, 26, 30, 42, 43, 59, 64, 65, 70]
RUNS = [(1, 4), (7, 8), (9, 12), (15, 16), (17, 19), (20, 21), (22, 23), (24, 25), (27, 29)]
RUNS += [(31, 32), (33, 35), (36, 37), (38, 39), (40, 41), (44, 48), (49, 51), (52, 55), (56, 58)]
RUNS += [(60, 61), (62, 63), (66, 67), (68, 69), (71, 78), (79, 81), (82, 91)]
PROOFS = [(1, 2), (3, 5), (6, 10), (11, 15), (16, 19), (20, 22), (23, 25), (26, 28)]  # chapter 4's
STATEMENTS = [
    *(f"H-p{i:02}" for i in (*range(1, 45), *range(50, 55))),
    *(f"H-e{i:02}" for i in range(1, 8)),
    *("H-1", "H-F01", "H-F02", "H-u01", "DME-u50"),
    *(f"DME-A.{i}" for i in SINGLE),
    *(f"DME-A.{first}..A.{last}" for first, last in RUNS),
]
SHARED = [f"DME-B.{first}..B.{last}" for first, last in PROOFS]


@pytest.fixture(scope="module")
def sections():
    notebook = nbformat.read(ROOT / "course" / "A_linear_algebra.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    return re.findall(r"<small>\[(.*?)\]</small>", text)  # the closing list has no brackets


def test_nothing_is_left_out():
    assert len(set(STATEMENTS)) == 98


@pytest.mark.parametrize("statement", STATEMENTS + SHARED)
def test_statement_stands_where_it_is_made(sections, statement):
    assert any(statement in re.split(r"[\s,;]+", ids) for ids in sections)
