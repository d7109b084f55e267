"""Nothing of the sources is skipped: every statement has its place, its witness and its verdict."""

import ast
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

import concordance
from chapters import section_of
from featurespace.checks import all_checks
from featurespace.demos import all_demos

ROOT = Path(__file__).resolve().parents[1]
COURSE = ROOT / "course"
EXECUTED = {"algorithm", "code", "equation", "proposition"}
KINDS = EXECUTED | {"definition", "example", "figure", "procedure", "remark", "table"}
VERDICTS = {"holds", "misprint", "needs a condition", "wrong"}


ROWS = concordance.read()


def offending(fault: Callable[[dict[str, str]], str]) -> dict[str, str]:
    """What is wrong with which row, for all rows at once."""
    return {row["id"]: words for row in ROWS if (words := fault(row))}


@cache
def cells() -> dict[str, dict[str, str]]:
    """The source of each cell of each chapter, by the cell's id."""
    return {
        path.stem: {c.id: c.source for c in nbformat.read(path, as_version=4).cells}
        for path in COURSE.glob("*.ipynb")
    }


@cache
def functions(file: str) -> dict[str, str]:
    """The functions of a test file, by name, with their source and that of their decorators."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return {
        node.name: "\n".join(
            ast.get_source_segment(text, part) for part in (*node.decorator_list, node)
        )
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


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
    assert not offending(
        lambda row: "" if concordance.refreshed(row, concordance.places()) == row else "moved"
    )


def test_no_chapter_speaks_of_a_statement_that_has_no_row():
    known = {row["id"] for row in ROWS}
    for word, ids in concordance.places().items():
        assert not set(ids) - known, word


def test_statements_stay_behind_the_curtain():
    """No id in the running text: it is metadata, and the site makes links of it."""
    ids = re.compile(r"\b(?:ST|DME|W|H)-[A-Za-z]?\d")
    for folder in ("course", "exercises", "solutions"):
        for path in (ROOT / folder).glob("*.ipynb"):
            for cell in nbformat.read(path, as_version=4).cells:
                assert not ids.search(cell.source), f"{path.name}, {cell.id}"


def misplaced(row) -> str:
    """What is wrong with what a row says of itself."""
    if not row["statement"]:
        return "says nothing"
    return "" if row["kind"] in KINDS else f"no kind is called {row['kind']!r}"


def asserts(source: str) -> bool:
    """Whether a cell stops if something is not so; the word alone, in a comment, does not."""
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
    }
    stated = any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(source)))
    return stated or "agree" in called or any(name.startswith("assert_") for name in called)


def sources(row, column, cells) -> dict[str, str]:
    """The cells that a column of a row names, with their sources."""
    named = (name.rpartition("#") for name in row[column].split())
    return {cell: cells[book or row["notebook"]].get(cell, "") for book, _, cell in named}


def unwitnessed(row, cells) -> str:
    """What is wrong with the witnesses of a statement, given the cells of all chapters."""
    named = sources(row, "witness", cells)
    if not named and not row["test"] and row["kind"] in EXECUTED:
        return f"an {row['kind']} without witness or test"
    return ", ".join(f"{cell} asserts nothing" for cell in named if not asserts(named[cell]))


def idle(row, cells) -> list[str]:
    """The symbols of a row that neither its witnesses nor its tests so much as mention."""
    nodes = [node.split("::") for node in row["test"].split()]
    texts = [*sources(row, "witness", cells).values()]
    texts += [functions(node[0]).get(node[1], "") for node in nodes if len(node) == 2]
    if not texts:
        return []
    return [path for path in row["symbol"].split() if not mentions(path, " ".join(texts))]


def mentions(path: str, text: str) -> bool:
    """Whether a text speaks of a function or class by its name."""
    return re.search(rf"\b{path.rpartition('.')[2]}\b", text) is not None


def missing(row, cells) -> str:
    """Which target of a row is not there, given the cells of all chapters."""
    paths, nodes = row["symbol"].split(), [node.split("::") for node in row["test"].split()]
    gone = [path for path in paths if not callable(symbol(path))]
    gone += [
        "::".join(node) for node in nodes if len(node) != 2 or node[1] not in functions(node[0])
    ]
    drawn = sources(row, "figure", cells)
    gone += [cell for cell in drawn if not re.search(r"plots\.show\(|^demos\.", drawn[cell], re.M)]
    gone += sorted(set(row["demo"].split()) - set(all_demos()))
    gone += sorted(set(row["exercise"].split()) - set(all_checks()))
    return ", ".join(gone)


def unproven(row, errata: str) -> str:
    """What is wrong with a verdict: what does not hold is repaired, and what is wrong is shown."""
    if row["verdict"] not in VERDICTS:
        return f"no verdict is called {row['verdict']!r}"
    if row["verdict"] == "holds":
        return "holds, and yet is repaired" if row["repair"] else ""
    if not row["repair"]:
        return "not repaired"
    if row["verdict"] == "wrong" and not (row["witness"] or row["test"]):
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


def test_every_row_says_what_it_is():
    assert not offending(misplaced)


def test_statements_have_their_witnesses():
    """Cells that assert; formulas, algorithms, propositions and programs have those, or a test."""
    assert not offending(lambda row: unwitnessed(row, cells()))


def test_symbols_do_what_the_row_says():
    """A witness or a test of the row speaks of them: else anything could stand there."""
    assert not offending(lambda row: ", ".join(idle(row, cells())))


def test_every_target_exists():
    assert not offending(lambda row: missing(row, cells()))


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
    "notebook": "one",
    "statement": "One is one.",
    "section": "1. One",
    "witness": "one-1",
    "test": "tests/test_concordance.py::example",
    "symbol": "featurespace.means.centre",
    "figure": "one-2",
    "demo": "means.where_is_the_centre",
    "exercise": "",
    "verdict": "wrong",
    "repair": "One is one only here.",
    "errata": "1;2",
}
CELLS = {
    "one": {
        "one-0": "# to assert it would be good\nx = 'assert'",
        "one-1": "x = 1\nassert x == 1",
        "one-2": "plots.show(ax, alt='')",
        "one-3": "np.testing.assert_allclose(1, 1)",
        "one-4": "demos.one()",
    },
    "two": {"two-1": "agree(1, 1, 'one is one')"},
}
ERRATA = "**1. One.** See [there](01.ipynb#One).\n\n**2. Two.** [There](02.ipynb#2).\n\n**3. No.**"


def example():
    """What a test of the row could say."""
    import_module("featurespace.means").centre([[1.0]])


def faults(row) -> list[str]:
    idlers = ", ".join(f"{path} is idle" for path in idle(row, CELLS))
    found = misplaced(row), unwitnessed(row, CELLS), missing(row, CELLS), idlers
    return [words for words in (*found, unproven(row, ERRATA)) if words]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"witness": "one-3"},
        {"witness": "one-1 two#two-1"},
        {"witness": ""},
        {"figure": "one-4"},
        {"witness": "", "test": "", "kind": "remark", "verdict": "holds", "repair": ""},
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
        ({"witness": "gone-3"}, "gone-3 asserts nothing"),
        ({"witness": "two-1"}, "two-1 asserts nothing"),
        ({"witness": "one-1 two#two-2"}, "two-2 asserts nothing"),
        ({"symbol": "featurespace.means.spread"}, "featurespace.means.spread is idle"),
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


def headings_of(name: str) -> set[str]:
    """The title and the sections of a notebook."""
    notebook = nbformat.read(COURSE / name, as_version=4)
    return {section for cell in notebook.cells if (section := section_of(cell))}


def test_links_of_the_errata_resolve():
    text = (COURSE / "errata.md").read_text(encoding="utf-8")
    own = re.findall(r"^#{1,2} (.+)$", text, re.MULTILINE)
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(targets) >= 100
    for target in targets:
        name, _, anchor = target.partition("#")
        assert (COURSE / name).exists(), target
        if anchor:
            headings = headings_of(name) if name else own
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


GIVES = {  # the verdict on a row whose first item stands in this section of the errata
    "Wrong results": "wrong",
    "Numerically dangerous": "needs a condition",
    "Missing conditions": "needs a condition",
    "Misleading": "needs a condition",
    "Misprints": "misprint",
}


def listed(page: str) -> dict[int, tuple[str, set[str]]]:
    """Section and rows of each item of the errata."""
    found, section = {}, ""
    for part in re.split(r"^(?=## |\*\*\d+\. )", page, flags=re.MULTILINE):
        if part.startswith("## "):
            section = part[3:].partition("\n")[0]
        elif number := re.match(r"\*\*(\d+)\. ", part):
            ids = re.findall(r"<small>\[(.*?)\]</small>", part)
            found[int(number[1])] = (section, {one for some in ids for one in some.split(", ")})
    return found


def disagreements(rows, page: str) -> list[str]:
    """Where rows and errata do not say the same of each other."""
    items, named, faults = listed(page), {}, []
    for row in rows:
        named[row["id"]] = numbers = [int(n) for n in row["errata"].split(";") if n]
        for n in numbers:
            if row["id"] not in items.get(n, ("", set()))[1]:
                faults.append(f"{row['id']} names item {n}, which does not list it")
        first = items.get(min(numbers, default=0), ("", set()))[0]
        if row["verdict"] != (due := GIVES.get(first, "holds")):
            faults.append(f"{row['id']} is {row['verdict']!r}, by its errata {due!r}")
    for n, (section, ids) in items.items():
        if section not in GIVES:
            faults.append(f"item {n} stands under {section!r}")
        if not ids:
            faults.append(f"item {n} lists no row")
        for one in sorted(ids):
            if n not in named.get(one, []):
                faults.append(f"item {n} lists {one}, which does not name it")
    return faults


def miscounted(rows, page: str) -> list[str]:
    """Which numbers at the top of the errata are not those of the items and rows."""
    items, counts = listed(page), {}
    for section in GIVES:
        numbers = [n for n, (place, _) in items.items() if place == section]
        counts[section] = f"{min(numbers)}–{max(numbers)}" if numbers else "none"
    counts |= {word: str([row["verdict"] for row in rows].count(word)) for word in VERDICTS}
    counts["items below"] = str(len(items))
    said = dict(re.findall(r"^- \[(.+?)\]\(#\S+\): (\S+)$", page, re.MULTILINE))
    for verdict, sections, count in re.findall(
        r"^\| ([a-z ]+) \| [^|]+ \| ([^|]+) \| (\d+) \|$", page, re.MULTILINE
    ):
        said[verdict] = count
        for section in re.findall(r"\[(.+?)\]\(#", sections):
            counts[f"verdict of {section}"] = GIVES.get(section)
            said[f"verdict of {section}"] = verdict
    said |= {words: count for count, words in re.findall(r"The (\d+) (items below)", page)}
    return [
        f"{words}: {said.get(words)}, not {counts.get(words)}"
        for words in sorted(said | counts)
        if said.get(words) != counts.get(words)
    ]


def test_rows_and_errata_name_each_other():
    assert not disagreements(ROWS, (COURSE / "errata.md").read_text(encoding="utf-8"))


def test_the_errata_are_counted_right():
    assert not miscounted(ROWS, (COURSE / "errata.md").read_text(encoding="utf-8"))


TABLE = [
    {"id": "ST-1", "verdict": "wrong", "errata": "1;3"},
    {"id": "ST-2", "verdict": "needs a condition", "errata": "2"},
    {"id": "ST-3", "verdict": "misprint", "errata": "3"},
    {"id": "ST-4", "verdict": "holds", "errata": ""},
]
PAGE = """The 3 items below.

| verdict | says | items | rows |
|---|---|---|---|
| holds | true | none | 1 |
| misprint | slip | [Misprints](#Misprints) | 1 |
| needs a condition | nearly | [Missing conditions](#Missing-conditions) | 1 |
| wrong | false | [Wrong results](#Wrong-results) | 1 |

- [Wrong results](#Wrong-results): 1–1
- [Numerically dangerous](#Numerically-dangerous): none
- [Missing conditions](#Missing-conditions): 2–2
- [Misleading](#Misleading): none
- [Misprints](#Misprints): 3–3

## Wrong results

**1. One.** One is two. <small>[ST-1]</small>

## Missing conditions

**2. Two.** Sometimes. <small>[ST-2]</small>

## Misprints

**3. Three.** Tow. <small>[ST-1, ST-3]</small> Thee. <small>[ST-3]</small>

## Checked and found right

The rest.
"""


def changed(change: dict[str, dict]) -> list[dict]:
    return [row | change.get(row["id"], {}) for row in TABLE]


def test_good_errata_have_no_fault():
    assert disagreements(TABLE, PAGE) == miscounted(TABLE, PAGE) == []


@pytest.mark.parametrize(
    ("change", "old", "new", "words"),
    [
        (
            {"ST-1": {"verdict": "holds", "errata": ""}},
            "",
            "",
            "item 1 lists ST-1, which does not name it",
        ),
        ({"ST-1": {"verdict": "holds"}}, "", "", "ST-1 is 'holds', by its errata 'wrong'"),
        ({"ST-1": {"errata": "1"}}, "", "", "item 3 lists ST-1, which does not name it"),
        ({"ST-1": {"errata": "1;3;4"}}, "", "", "ST-1 names item 4, which does not list it"),
        ({"ST-4": {"verdict": "wrong"}}, "", "", "ST-4 is 'wrong', by its errata 'holds'"),
        ({"ST-3": {"verdict": "wrong"}}, "", "", "ST-3 is 'wrong', by its errata 'misprint'"),
        (
            {"ST-2": {"verdict": "misprint"}},
            "",
            "",
            "ST-2 is 'misprint', by its errata 'needs a condition'",
        ),
        (
            {},
            "**2. Two.** Sometimes. <small>[ST-2]</small>",
            "",
            "ST-2 names item 2, which does not list it",
        ),
        ({}, "[ST-1, ST-3]", "[ST-3]", "ST-1 names item 3, which does not list it"),
        ({}, "[ST-1, ST-3]", "[ST-1, ST-3, ST-4]", "item 3 lists ST-4, which does not name it"),
        ({}, "[ST-2]", "[ST-2, ST-9]", "item 2 lists ST-9, which does not name it"),
        ({}, " <small>[ST-2]</small>", "", "item 2 lists no row"),
        ({}, "## Missing", "## Other", "item 2 stands under 'Other conditions'"),
        (
            {},
            "## Misprints",
            "## Misleading",
            "ST-3 is 'misprint', by its errata 'needs a condition'",
        ),
    ],
    ids=str,
)
def test_errata_that_disagree_with_rows_are_found(change, old, new, words):
    assert old in PAGE
    assert words in disagreements(changed(change), PAGE.replace(old, new) if old else PAGE)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("The 3 items", "The 4 items", "items below: 4, not 3"),
        ("**2. Two.**", "Two.", "Missing conditions: 2–2, not none"),
        (": 3–3", ": 3–4", "Misprints: 3–4, not 3–3"),
        ("| none | 1 |", "| none | 2 |", "holds: 2, not 1"),
        ("| slip | [Misprints](#M", "| slip | [Misleading](#M", "verdict of Misleading: misprint,"),
    ],
    ids=str,
)
def test_errata_counted_wrong_are_found(old, new, words):
    assert PAGE.count(old) == 1
    assert any(fault.startswith(words) for fault in miscounted(TABLE, PAGE.replace(old, new)))


def test_whatever_is_taken_from_rows_or_errata_is_missed():
    """Each verdict with its errata, each item and each list of ids, one at a time."""
    page = (COURSE / "errata.md").read_text(encoding="utf-8")
    for at, row in enumerate(ROWS):
        if row["errata"]:
            held = row | {"verdict": "holds", "repair": "", "errata": ""}
            assert disagreements([*ROWS[:at], held, *ROWS[at + 1 :]], page), row["id"]
    for item in re.findall(r"^\*\*\d+\. .*?(?=^\*\*\d|^## )", page, re.MULTILINE | re.DOTALL):
        assert disagreements(ROWS, page.replace(item, "")), item
    for small in re.finditer(r"<small>\[.*?\]</small>", page):
        assert disagreements(ROWS, page[: small.start()] + page[small.end() :]), small[0]


# --- figures of the errata are those of the sections they point to -------------------------------


def section_text(name: str, anchor: str) -> str:
    """Texts, code and outputs of a section of a notebook (of all of it, without an anchor)."""
    shown, section = [], ""
    for cell in nbformat.read(COURSE / name, as_version=4).cells:
        section = section_of(cell) or section
        if anchor in ("", section.replace(" ", "-")):
            shown.append(cell.source)
            for output in cell.get("outputs", []):
                shown += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
    return " ".join(shown)


def strays(bullet: str, read=section_text) -> set[str]:
    """Decimal numbers of a *Seen in* that stand in none of the sections it points to."""
    links = re.findall(r"\]\(((?:\.\./\w+/)?\w+\.ipynb)#?([^)]*)\)", bullet)
    shown = " ".join(read(*link) for link in links)
    words = re.sub(r"\]\([^)]*\)|`[^`]*`|\$[^$]*\$|\(\d+\.\d+\)", "", bullet)
    return {number for number in re.findall(r"\d+\.\d+", words) if number not in shown}


def test_the_errata_quote_what_the_sections_show():
    text = (COURSE / "errata.md").read_text(encoding="utf-8")
    bullets = re.findall(r"^- \*Seen in\*.*$", text, re.MULTILINE)
    assert len(bullets) > 30
    assert not {b[:80]: found for b in bullets if (found := strays(b))}


def test_a_number_that_no_section_shows_is_found():
    bullet = "- *Seen in* [there](01.ipynb#One): 2.5 of 7.1 in $1.5$, see `test_0.3`."
    assert strays(bullet, lambda name, anchor: "it is 2.5") == {"7.1"}
