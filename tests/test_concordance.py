"""Nothing of the sources is skipped: every statement has its place, its witness and its verdict."""

import ast
import csv
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from featurespace.checks import all_checks
from featurespace.demos import all_demos

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "course"
EXECUTED = {"algorithm", "code", "equation", "proposition"}
KINDS = EXECUTED | {"definition", "example", "figure", "procedure", "remark", "table"}
VERDICTS = {"holds", "holds if", "wrong"}


def read() -> list[dict[str, str]]:
    with (COURSE / "concordance.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


ROWS = read()
each_row = pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])


@cache
def cells(name: str) -> dict[str, tuple[str, str]]:
    """Section and source of each cell of a chapter, by the cell's id."""
    found, section = {}, ""
    for cell in nbformat.read(COURSE / f"{name}.ipynb", as_version=4).cells:
        heading = re.search(r"^#{1,2} (.+)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and heading:
            section = heading[1]
        found[cell.id] = (section, cell.source)
    return found


@cache
def bracketed(name: str) -> dict[str, set[str]]:
    """Sections of a chapter in which each statement id stands in brackets."""
    places: dict[str, set[str]] = {}
    for section, source in cells(name).values():
        for ids in re.findall(r"<small>\[(.*?)\]</small>", source):
            for one in re.split(r"[\s,;]+", ids):
                places.setdefault(one, set()).add(section)
    return places


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def symbol(path: str):
    """The object behind a dotted name."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def test_every_statement_of_the_sources_has_one_row():
    ids = [row["id"] for row in ROWS]
    assert len(ids) == len(set(ids)) == 552
    counts = {"ST": 115, "W": 31, "H": 85, "DME": 321}
    assert {source: sum(i.startswith(f"{source}-") for i in ids) for source in counts} == counts


def test_the_concordance_is_up_to_date():
    """If not, run tools/concordance.py and look at what has moved."""
    import concordance

    made = {name: concordance.places(name) for name in {row["notebook"] for row in ROWS}}
    for row in ROWS:
        assert concordance.refreshed(row, made[row["notebook"]][row["id"]]) == row


def test_no_chapter_speaks_of_a_statement_that_has_no_row():
    known = {row["id"] for row in ROWS}
    for name in {row["notebook"] for row in ROWS}:
        ids = {i for i in bracketed(name) if re.match(r"(ST|DME|W|H)-", i)}
        assert not ids - known


@each_row
def test_statement_stands_in_its_section(row):
    assert row["statement"]
    assert row["kind"] in KINDS
    assert row["section"] in bracketed(row["notebook"])[row["id"]]


@each_row
def test_statement_has_its_witness(row):
    """An assert in its section; formulas and algorithms must have that, or a test."""
    if row["witness"]:
        section, source = cells(row["notebook"])[row["witness"]]
        assert section == row["section"]
        assert "assert" in source
    assert row["kind"] not in EXECUTED or row["witness"] or row["test"]


@each_row
def test_every_target_exists(row):
    for path in row["symbol"].split():
        assert callable(symbol(path))
    for node in row["test"].split():
        file, _, name = node.partition("::")
        assert name in functions(file)
    if row["figure"]:
        assert "plots.show(" in cells(row["notebook"])[row["figure"]][1]
    assert set(row["demo"].split()) <= set(all_demos())
    assert set(row["exercise"].split()) <= set(all_checks())


@each_row
def test_a_figure_is_shown(row):
    assert row["kind"] != "figure" or row["figure"] or row["demo"]


@each_row
def test_verdict(row):
    """What is wrong or lacks a condition is repaired in words, and shown by a cell or a test."""
    assert row["verdict"] in VERDICTS
    errata = (COURSE / "errata.md").read_text(encoding="utf-8")
    if row["verdict"] == "holds":
        assert not row["repair"]
        return
    assert row["repair"]
    assert row["witness"] or row["test"]
    for number in row["errata"].split(";"):
        item = re.search(
            rf"^\*\*{number}\. .*?(?=^\*\*\d|^## |\Z)", errata, re.MULTILINE | re.DOTALL
        )
        assert re.search(r"\]\(\S+\.ipynb#", item[0])  # the section that demonstrates it


def test_links_of_the_errata_resolve():
    text = (COURSE / "errata.md").read_text(encoding="utf-8")
    own = re.findall(r"^#{1,2} (.+)$", text, re.MULTILINE)
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(targets) >= 100
    for target in targets:
        name, _, anchor = target.partition("#")
        assert (COURSE / name).exists(), target
        if anchor:
            headings = (
                {section for section, _ in cells(name.removesuffix(".ipynb")).values()}
                if name
                else own
            )
            assert anchor in {heading.replace(" ", "-") for heading in headings}, target


def test_tests_named_in_the_errata_exist():
    text = (COURSE / "errata.md").read_text(encoding="utf-8")
    nodes = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text)
    assert len(nodes) >= 50
    for file, name in nodes:
        assert name in functions(file)


def test_errata_are_numbered_without_gaps():
    text = (COURSE / "errata.md").read_text(encoding="utf-8")
    numbers = [int(n) for n in re.findall(r"^\*\*(\d+)\. ", text, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
