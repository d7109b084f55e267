"""The chapters' tables of symbols agree with one another, with the code and with CONTRIBUTING."""

import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = sorted((ROOT / "course" / "sources").glob("*.py"))
TABLE = re.compile(r"^# \| symbol \| code \| meaning \|\n# \|[-|]+\n((?:# \|.*\n)+)", re.MULTILINE)
NAME = re.compile(r"`([A-Za-z_]\w*)`(?: (\([^)]*\)))?")
GREEK = {"lambda": "lam"}  # a word that Python keeps for itself
OFTEN = {"the", "and", "one", "per", "for", "its", "that", "what", "with"}
# letters that serve two chapters in two ways, as in the sources; each chapter's table says how
TWICE = {"m", "s", "lam", "Z", "W"}
SHAPES = {"Z", "W"}


class Row(NamedTuple):
    """A line of a table: in which chapter, and its three cells."""

    chapter: str
    symbol: str
    code: str
    meaning: str


def table(source: str, chapter: str) -> list[Row]:
    """The table of symbols of a chapter."""
    lines = TABLE.search(source)[1].splitlines()
    return [Row(chapter, *(cell.strip() for cell in line[3:-1].split("|"))) for line in lines]


def code_of(source: str) -> str:
    """The code of a chapter without its texts."""
    return "\n".join(line for line in source.splitlines() if not line.startswith("#"))


def all_rows() -> list[Row]:
    """The tables of all chapters."""
    return [row for path in CHAPTERS for row in table(path.read_text("utf-8"), path.stem)]


def conventions() -> list[Row]:
    """What CONTRIBUTING says about names, as rows of a table."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paragraph = re.search(r"^\*\*Notation\.\*\* (.*?)\n\n", text, re.MULTILINE | re.DOTALL)[1]
    said = re.findall(r"(`\w+`(?: \([^)]*\))?)([^`;.,]*)", " ".join(paragraph.split()))
    return [Row("CONTRIBUTING", "", code, meaning.strip()) for code, meaning in said]


def unused(source: str) -> list[str]:
    """Names in the table of a chapter that its code does not use."""
    cells = [code for row in table(source, "") for code in re.findall("`([^`]+)`", row.code)]
    names = {name for cell in cells for name in re.findall(r"[A-Za-z_]\w*", cell)}
    return sorted(name for name in names if not re.search(rf"\b{name}\b", code_of(source)))


def letters(symbol: str) -> set[str]:
    """The letters of a symbol as code would spell them, without regard to capitals."""
    words = re.findall(
        r"[A-Za-z]+", re.sub(r"\\(?:tilde|hat|bar|mathcal|mathbb|dots|top)", "", symbol)
    )
    return {GREEK.get(word, word).lower() for word in words}


def misspelt(rows: list[Row]) -> list[str]:
    """Short names of code that are not the letter of their symbol; long ones are words."""
    return [
        f"{row.chapter}: {row.symbol} is called {name}"
        for row in rows
        for name, _ in NAME.findall(row.code)
        if (len(name) == 1 or name in GREEK.values()) and not letters(row.symbol) & {name.lower()}
    ]


def words(meaning: str) -> set[str]:
    """The words of a meaning, without endings and formulas."""
    plain = re.sub(r"\$[^$]*\$", "", meaning.lower())
    return {word.removesuffix("s") for word in re.findall(r"[a-zé]{3,}", plain)} - OFTEN


def named(rows: list[Row]) -> dict[str, list[tuple[str, Row]]]:
    """By name in code: the shapes and rows in which it stands."""
    found: dict[str, list[tuple[str, Row]]] = {}
    for row in rows:
        for name, shape in NAME.findall(row.code):
            found.setdefault(name, []).append((shape, row))
    return found


def two_meanings(rows: list[Row]) -> set[str]:
    """Names whose meanings in two places have no word in common; formulas are no words."""
    return {
        name
        for name, found in named(rows).items()
        for one, other in combinations([words(row.meaning) for _, row in found], 2)
        if one and other and not one & other
    }


def two_shapes(rows: list[Row]) -> set[str]:
    """Names that have two shapes."""
    return {
        name
        for name, found in named(rows).items()
        if len({shape for shape, _ in found if shape}) > 1
    }


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_names_in_the_table_are_those_of_the_code(path):
    assert unused(path.read_text(encoding="utf-8")) == []


def test_short_names_are_their_symbols():
    assert misspelt(all_rows()) == []


def test_one_name_has_one_meaning():
    assert len(conventions()) >= 6
    assert two_meanings([*conventions(), *all_rows()]) == TWICE


def test_one_name_has_one_shape():
    assert two_shapes([*conventions(), *all_rows()]) == SHAPES


def replaced(**cells: str) -> list[Row]:
    """All rows, with the cells of the row for K in chapter 1 replaced."""
    rows = all_rows()
    (i,) = [i for i, row in enumerate(rows) if row[:2] == ("01_means_and_distances", "$K$")]
    rows[i] = rows[i]._replace(**cells)
    return rows


def test_another_meaning_shape_or_letter_is_noticed():
    assert "K" in two_meanings(replaced(meaning="number of folds"))
    assert "K" in two_shapes(replaced(code="`K` (n, d)"))
    assert misspelt(replaced(symbol="$G$")) == ["01_means_and_distances: $G$ is called K"]


def test_a_name_that_the_code_does_not_use_is_noticed():
    source = CHAPTERS[1].read_text(encoding="utf-8")
    assert unused(source.replace("| `K` (n, n) |", "| `K_old` (n, n) |", 1)) == ["K_old"]
