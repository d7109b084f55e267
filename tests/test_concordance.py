"""Nothing of the sources is skipped: every statement has its place, its witness and its verdict."""

import ast
import csv
import re
from collections.abc import Callable
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


def offending(fault: Callable[[dict[str, str]], str]) -> dict[str, str]:
    """What is wrong with which row, for all rows at once."""
    return {row["id"]: words for row in ROWS if (words := fault(row))}


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


def misplaced(row, places) -> str:
    """What is wrong with the place of a statement, given the sections that speak of each."""
    if not row["statement"]:
        return "says nothing"
    if row["kind"] not in KINDS:
        return f"no kind is called {row['kind']!r}"
    known = places.get(row["id"], set())
    return "" if row["section"] in known else f"not in {row['section']!r}, only in {sorted(known)}"


def asserts(source: str) -> bool:
    """Whether a cell stops if something is not so; the word alone, in a comment, does not."""
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Attribute) and node.attr.startswith("assert_"))
        for node in ast.walk(ast.parse(source))
    )


def unwitnessed(row, cells) -> str:
    """What is wrong with the witness of a statement, given the cells of its chapter."""
    if not row["witness"]:
        needed = row["kind"] in EXECUTED and not row["test"]
        return f"an {row['kind']} without witness or test" if needed else ""
    if row["witness"] not in cells:
        return f"no cell is called {row['witness']}"
    section, source = cells[row["witness"]]
    if section != row["section"]:
        return f"{row['witness']} stands in {section!r}, not in {row['section']!r}"
    return "" if asserts(source) else f"{row['witness']} asserts nothing"


def missing(row, cells) -> str:
    """Which target of a row is not there, given the cells of its chapter."""
    paths, nodes = row["symbol"].split(), [node.split("::") for node in row["test"].split()]
    gone = [path for path in paths if not callable(symbol(path))]
    gone += [
        "::".join(node) for node in nodes if len(node) != 2 or node[1] not in functions(node[0])
    ]
    if row["figure"] and "plots.show(" not in cells.get(row["figure"], ("", ""))[1]:
        gone += [row["figure"]]
    gone += sorted(set(row["demo"].split()) - set(all_demos()))
    gone += sorted(set(row["exercise"].split()) - set(all_checks()))
    return ", ".join(gone)


def unproven(row, errata: str) -> str:
    """What is wrong with a verdict: what does not hold is repaired in words, and shown."""
    if row["verdict"] not in VERDICTS:
        return f"no verdict is called {row['verdict']!r}"
    if row["verdict"] == "holds":
        return "holds, and yet is repaired" if row["repair"] else ""
    if not row["repair"]:
        return "not repaired"
    if not (row["witness"] or row["test"]):
        return "repaired, but neither a cell nor a test shows it"
    for number in row["errata"].split(";"):
        item = re.search(
            rf"^\*\*{number}\. .*?(?=^\*\*\d|^## |\Z)", errata, re.MULTILINE | re.DOTALL
        )
        if not item:
            return f"the errata have no number {number}"
        if not re.search(r"\]\(\S+\.ipynb#", item[0]):
            return f"number {number} of the errata names no section that demonstrates it"
    return ""


def test_statements_stand_in_their_sections():
    assert not offending(lambda row: misplaced(row, bracketed(row["notebook"])))


def test_statements_have_their_witnesses():
    """An assert in its section; formulas and algorithms must have that, or a test."""
    assert not offending(lambda row: unwitnessed(row, cells(row["notebook"])))


def test_every_target_exists():
    assert not offending(lambda row: missing(row, cells(row["notebook"])))


def test_figures_are_shown():
    shown = ("figure", "demo")
    hidden = {
        row["id"]
        for row in ROWS
        if row["kind"] == "figure" and not any(row[column] for column in shown)
    }
    assert not hidden


def test_verdicts_are_repaired_and_shown():
    errata = (COURSE / "errata.md").read_text(encoding="utf-8")
    assert not offending(lambda row: unproven(row, errata))


# --- and a wrong row would be found --------------------------------------------------------------

GOOD = {
    "id": "ST-1",
    "kind": "equation",
    "statement": "One is one.",
    "section": "1. One",
    "witness": "one-1",
    "test": "tests/test_concordance.py::read",
    "symbol": "featurespace.means.centre",
    "figure": "one-2",
    "demo": "means.where_is_the_centre",
    "exercise": "",
    "verdict": "wrong",
    "repair": "One is one only here.",
    "errata": "1;2",
}
CELLS = {
    "one-0": ("1. One", "# to assert it would be good\nx = 'assert'"),
    "one-1": ("1. One", "x = 1\nassert x == 1"),
    "one-2": ("1. One", "plots.show(ax, alt='')"),
    "one-3": ("1. One", "np.testing.assert_allclose(1, 1)"),
    "two-1": ("2. Two", "assert True"),
}
PLACES = {"ST-1": {"1. One", "3. Three"}}
ERRATA = "**1. One.** See [there](01.ipynb#One).\n\n**2. Two.** [There](02.ipynb#2).\n\n**3. No.**"


def faults(row) -> list[str]:
    found = misplaced(row, PLACES), unwitnessed(row, CELLS), missing(row, CELLS)
    return [words for words in (*found, unproven(row, ERRATA)) if words]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"witness": "one-3"},
        {"witness": ""},
        {"kind": "remark", "witness": "", "test": "", "verdict": "holds", "repair": ""},
    ],
    ids=str,
)
def test_a_good_row_has_no_fault(change):
    assert faults(GOOD | change) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"statement": ""}, "says nothing"),
        ({"kind": "rumour"}, "no kind is called 'rumour'"),
        ({"id": "ST-2", "section": "3. Three"}, "not in '3. Three', only in []"),
        ({"witness": "gone-3"}, "no cell is called gone-3"),
        ({"witness": "two-1"}, "two-1 stands in '2. Two', not in '1. One'"),
        ({"witness": "one-0"}, "one-0 asserts nothing"),
        ({"witness": "one-2"}, "one-2 asserts nothing"),
        ({"witness": "", "test": ""}, "an equation without witness or test"),
        ({"symbol": "featurespace.means.__doc__"}, "featurespace.means.__doc__"),
        ({"test": "tests/test_concordance.py::gone"}, "tests/test_concordance.py::gone"),
        ({"test": "tests/test_concordance.py"}, "tests/test_concordance.py"),
        ({"figure": "one-1"}, "one-1"),
        ({"figure": "gone-3"}, "gone-3"),
        ({"demo": "means.gone"}, "means.gone"),
        ({"exercise": "means.gone"}, "means.gone"),
        ({"verdict": "perhaps"}, "no verdict is called 'perhaps'"),
        ({"verdict": "holds"}, "holds, and yet is repaired"),
        ({"repair": ""}, "not repaired"),
        ({"witness": "", "test": ""}, "repaired, but neither a cell nor a test shows it"),
        ({"errata": "1;4"}, "the errata have no number 4"),
        ({"errata": "3"}, "number 3 of the errata names no section that demonstrates it"),
    ],
    ids=str,
)
def test_a_wrong_row_is_found(change, words):
    assert words in faults(GOOD | change)


# --- the errata ----------------------------------------------------------------------------------


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
