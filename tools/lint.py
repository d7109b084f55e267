"""The linter: what a reader or a test would trip over, found by reading notebooks and pages.

    python tools/lint.py             # every notebook of the course, every page of the project
    python tools/lint.py FILE ...
    python tools/lint.py --report    # length, silent cells and typed numbers; --numbers lists those

Each rule is a function from a notebook to sentences, each about one cell.
"""

import html
import re
import statistics
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nbformat

from chapters import FOLDED
from elsewhere import COLAB
from links import CODE, FENCE, FORMULA, HEADING
from links import complaints as dead_links

ROOT = Path(__file__).resolve().parent.parent
MAX_BYTES = 2_000_000
MAX_LINES, P90_LINES, MEDIAN_LINES = 25, 12, 6
MAX_WIDTH = 100
TEXT_TO_CODE = (0.9, 1.4)
FORBIDDEN_CODE = {
    r"^\s*[!%]": "no shell escapes or magics: nobody notices when they fail",
    r"\b(os\.system|subprocess|get_ipython)\b": "no subprocesses",
    r"\b(threading|_thread|multiprocessing|concurrent\.futures)\b": "no threads: errors vanish",
    r"\b(urllib|requests|socket|urlopen|fetch_[a-z]\w*)\b|https?://": "no network",
    r"\b(interact|interactive|interactive_output|Output)\(": "use demos: interact swallows errors",
    r";\s*$": "no trailing semicolon: it hides an output",
    r"(?i)\bnbval[-_]": "no nbval markers: every output is compared",
}
ABSOLUTE_PATH = re.compile(
    r"(?<![\w.:/])/(?:home|Users|root|tmp|var|usr|opt|mnt|work)/|[A-Z]:\\\\?\w"
)
ROUND_OFF = re.compile(r"\b\d(?:\.\d+)?e-1[4-7]\b")  # the last bits of a number near one
OBJECT_REPR = re.compile(r"<[\w.]+ (?:object )?at 0x|<Figure size|<Axes")
ANSWER = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
RIGHT_SIDE = re.compile(r"^(return\b|[\w, ]+[-+*/@]?=(?!=)) *")
NAMES_A_CALL = re.compile(r"[\w.]+\([\w, ]*\)|[\w., ]+")  # a question may say what to use
TELLING = 12  # characters, spaces not counted
TABLE_ROW = re.compile(r"^\|.*$", re.MULTILINE)
CITED = re.compile(  # what the build fills in, and numbers of equations, theorems and versions
    r"\{=[^{}]*\}|\(\d\.\d+[^()\d]*(?:\d\.\d+)?\)|\b(?:Algorithm|Code fragment|Computation"
    r"|Definition|Example|Proposition|Python|Remark|Section|Theorem)s?"
    r" \d\.\d+(?:(?:–|, | and )\d\.\d+)*",
    re.IGNORECASE,
)
NUMBER = re.compile(r"[−-]?(?<![\w.])\d+\.\d+(?!\d|\.\d)(?:\s?%)?")
IMG = re.compile(r"<img\b[^>]*>")
ALT = re.compile(r"""\balt=(["'])(.*?)\1""", re.DOTALL)


def prose(cell) -> str:
    """The text of a markdown cell without its code blocks; nothing for a code cell."""
    return FENCE.sub("", cell.source) if cell.cell_type == "markdown" else ""


def untagged(cell) -> str:
    """The text of a markdown cell without tags of HTML."""
    return re.sub(r"</?\w[^<>]*>", " ", prose(cell))


def words(cell) -> int:
    """How many words a reader reads in a cell."""
    return len(untagged(cell).split())


def code_cells(notebook):
    """Only the cells with code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def headings(notebook, path) -> Iterator[str]:
    """One h1, first; no level skipped."""
    found = [(len(m[1]), m[2], c.id) for c in notebook.cells for m in HEADING.finditer(prose(c))]
    if [level for level, *_ in found].count(1) != 1 or found[0][0] != 1:
        yield "start: exactly one h1 heading, and first of all"
    for (above, *_), (level, text, cell_id) in pairwise(found):
        if level > above + 1:
            yield f"{cell_id}: heading {text!r} skips from level {above} to {level}"


def identities(notebook, path) -> Iterator[str]:
    """Cell ids are unique and say where they are."""
    ids = [cell.get("id", "") for cell in notebook.cells]
    for cell_id in sorted({i for i in ids if ids.count(i) > 1}):
        yield f"{cell_id}: id used more than once"
    for cell_id in ids:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*-\d+", cell_id):
            yield f"{cell_id}: id not made by the build (python tools/build.py)"


def executed(notebook, path) -> Iterator[str]:
    """Every cell has run, in order, without error, and left no live widget behind."""
    cells = code_cells(notebook)
    if [c.execution_count for c in cells] != list(range(1, len(cells) + 1)):
        yield "start: cells not executed in order from a fresh kernel; build again"
    if cells and not any(cell.outputs for cell in cells):
        yield "start: no stored outputs, so nothing would be compared"
    for cell in cells:
        for output in cell.outputs:
            if output.output_type == "error":
                yield f"{cell.id}: stored output is an error ({output.ename})"
            if any("widget" in mime for mime in output.get("data", {})):
                yield f"{cell.id}: stored output refers to a live widget"
    if "widgets" in notebook.metadata:
        yield "start: widget state stored"


def outputs(cell) -> list:
    """What a cell has shown, without the pictures."""
    data = [output.get("data", {}) for output in cell.get("outputs", [])]
    words = [{k: v for k, v in each.items() if k.startswith("text/")} for each in data]
    return [*words, *(output.get("text", "") for output in cell.get("outputs", []))]


def strings(thing) -> Iterator[str]:
    """Every string in a tree of lists and dictionaries, keys too."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        yield from strings([*thing.keys(), *thing.values()])
    elif isinstance(thing, list):
        for part in thing:
            yield from strings(part)


def tags(cell) -> list[str]:
    """The pictures in a cell's text and outputs, as HTML tags."""
    shown = [output.get("data", {}) for output in cell.get("outputs", [])]
    pages = [prose(cell), *("".join(data.get("text/html", "")) for data in shown)]
    return [tag for page in pages for tag in IMG.findall(page)]


def alternatives(notebook, path) -> Iterator[str]:
    """Every picture has words, and words of its own."""
    words = [alt[2] for cell in notebook.cells for tag in tags(cell) if (alt := ALT.search(tag))]
    for repeated in sorted({alt for alt in words if words.count(alt) > 1}):
        yield f"start: two pictures have the same alt text, {repeated[:60]!r}"
    for cell in notebook.cells:
        if re.search(r"!\[\s*\]\(", prose(cell)):
            yield f"{cell.id}: image without alternative text"
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            drawn = any(mime.startswith("image/") for mime in data)
            if drawn and "<img" not in "".join(data.get("text/html", "")):
                yield f"{cell.id}: figure without text alternative; use plots.show(fig, alt=...)"
        for tag in tags(cell):
            alt = ALT.search(tag)
            if not alt or len(alt[2].split()) < 8:
                yield f"{cell.id}: alt text must say what is to be seen (8 words or more)"


def code(notebook, path) -> Iterator[str]:
    """Nothing that fails silently, needs a network or varies from machine to machine."""
    for cell in notebook.cells:
        if re.search("raises-exception|nbval", " ".join(cell.metadata.get("tags", []))):
            yield f"{cell.id}: no such tags: catch the error and print it, so that it is compared"
    for cell in code_cells(notebook):
        if cell.source == COLAB:  # the one that is meant to
            continue
        for pattern, reason in FORBIDDEN_CODE.items():
            if re.search(pattern, cell.source, re.MULTILINE):
                yield f"{cell.id}: {reason}"


def machine_traces(notebook, path) -> Iterator[str]:
    """No absolute path, memory address or object repr in sources and outputs."""
    for cell in notebook.cells:
        texts = [cell.source]
        for output in cell.get("outputs", []):
            texts += ["".join(output.get("text", ""))]
            texts += [
                "".join(v) for k, v in output.get("data", {}).items() if k.startswith("text/")
            ]
            texts += [" ".join(output.get("traceback", []))]
        text = re.sub(r"data:image/\S+", "", "\n".join(texts))
        if ABSOLUTE_PATH.search(text):
            yield f"{cell.id}: absolute path {ABSOLUTE_PATH.search(text)[0]!r}"
        if OBJECT_REPR.search(text):
            yield f"{cell.id}: prints an object, not a result: {OBJECT_REPR.search(text)[0]!r}"
        printed = "".join("".join(o.get("text", "")) for o in cell.get("outputs", []))
        if ROUND_OFF.search(printed):
            yield f"{cell.id}: prints round-off, {ROUND_OFF.search(printed)[0]}: processors differ"
        if re.search(r"""src=["']https?:""", text):
            yield f"{cell.id}: loads something from the network"


def budget(notebook, path) -> Iterator[str]:
    """Short cells, text and code in balance, a file that opens quickly."""
    if path.stat().st_size > MAX_BYTES:
        yield f"start: {path.stat().st_size / 1e6:.1f} MB, more than {MAX_BYTES / 1e6:.0f} MB"
    cells = code_cells(notebook)
    lines = {c.id: sum(bool(line.strip()) for line in c.source.splitlines()) for c in cells}
    for cell_id, count in lines.items():
        if count > MAX_LINES:
            yield f"{cell_id}: {count} lines of code, more than {MAX_LINES}"
    for cell in cells:
        if any(len(line) > MAX_WIDTH for line in cell.source.splitlines()):
            yield f"{cell.id}: a line of code longer than {MAX_WIDTH} characters"
    read = [lines[c.id] for c in cells if not FOLDED & set(c.metadata.get("tags", []))]
    if path.parent.name == "course" and len(read) > 1:
        if statistics.median(read) > MEDIAN_LINES:
            yield f"start: median cell has {statistics.median(read)} lines of code"
        if statistics.quantiles(read, n=10)[-1] > P90_LINES:
            yield f"start: a tenth of the cells have more than {P90_LINES} lines of code"
        links = sum("exercises" in cell.metadata.get("tags", []) for cell in notebook.cells)
        ratio = (len(notebook.cells) - len(cells) - links) / len(cells)
        if not TEXT_TO_CODE[0] <= ratio <= TEXT_TO_CODE[1]:
            yield f"start: {ratio:.2f} text cells per code cell, not within {TEXT_TO_CODE}"


def links(notebook, path) -> Iterator[str]:
    """Links and pictures lead to files and headings that exist."""
    for cell in notebook.cells:
        for complaint in dead_links(prose(cell), path):
            yield f"{cell.id}: {complaint}"


def bare(text: str) -> str:
    """A text without what may be written otherwise: spaces, quotes, backticks, capitals."""
    return re.sub(r"[\s`'\"]", "", html.unescape(text)).casefold()


def exercise_of(cell) -> str:
    """The exercise that a cell belongs to: its id without its number."""
    return cell.id.rpartition("-")[0]


def answers(worked) -> Iterator[tuple[str, str]]:
    """Each line of each answer that could be recognised, with the exercise that asks for it.

    Lines that another exercise gives are no secret, and words alone may stand in any sentence.
    """
    for cell in code_cells(worked):
        others = (c for c in code_cells(worked) if exercise_of(c) != exercise_of(cell))
        given = bare("\n".join(ANSWER.sub("", other.source) for other in others))
        lines = [line for part in ANSWER.findall(cell.source) for line in part.splitlines()]
        for line in (line.split("  #")[0].strip() for line in lines):
            telling = len(bare(line)) >= TELLING and re.search(r"[^\w\s]", line)
            if telling and not line.startswith("#") and bare(line) not in given:
                yield line, exercise_of(cell)


def no_leaks(notebook, path) -> Iterator[str]:
    """Exercises show no line of their answers, and every check says so far: not attempted."""
    if path.parent.name != "exercises":
        return
    worked = path.parent.parent / "solutions" / path.name
    secret = sorted(set(answers(nbformat.read(worked, 4)))) if worked.exists() else []
    for cell in notebook.cells:
        if "SOLUTION" in cell.source or "solution" in cell.metadata.get("tags", []):
            yield f"{cell.id}: solution marker left in"
        shown = bare("\n".join([cell.source, *strings(cell.metadata), *strings(outputs(cell))]))
        for line, exercise in secret:
            value = RIGHT_SIDE.sub("", line)  # in its own question, this alone would tell
            told = cell.cell_type == "markdown" and exercise == exercise_of(cell)
            told = told and len(bare(value)) >= TELLING and not NAMES_A_CALL.fullmatch(value)
            if bare(line) in shown or (told and bare(value) in shown):
                yield f"{cell.id}: shows a line of the answer: {line}"
        if cell.cell_type == "code" and cell.source.startswith("check."):
            text = "".join("".join(o.get("data", {}).get("text/plain", "")) for o in cell.outputs)
            if not text.startswith("Not attempted"):
                yield f"{cell.id}: an untouched check must say Not attempted, not {text[:40]!r}"


RULES = (
    headings,
    identities,
    executed,
    alternatives,
    code,
    machine_traces,
    budget,
    links,
    no_leaks,
)


PAGE_RULES = (headings, alternatives, links)
PAGES = (
    *("README.md", "CONTRIBUTING.md", "course/README.md", "course/errata.md"),
    *sorted(page.relative_to(ROOT).as_posix() for page in ROOT.glob("docs/**/*.md")),
    *sorted(page.relative_to(ROOT).as_posix() for page in ROOT.glob("exam/*.md")),
    *sorted(page.relative_to(ROOT).as_posix() for page in ROOT.glob("deploy/*/README.md")),
)


def lint(path: Path) -> list[str]:
    """All complaints about one notebook, or one page in Markdown."""
    if path.suffix == ".md":
        page = nbformat.v4.new_markdown_cell(path.read_text(encoding="utf-8"), id="page")
        alone = nbformat.v4.new_notebook(cells=[page])
        return [complaint for rule in PAGE_RULES for complaint in rule(alone, path)]
    try:
        notebook = nbformat.v4.reads(path.read_text(encoding="utf-8"))  # as it is, nothing repaired
        ids = [cell.get("id") for cell in notebook.cells]
        if len(set(ids)) == len(ids):  # else the rules below will say so, and validating mends it
            nbformat.validate(notebook)
    except (nbformat.ValidationError, ValueError, AttributeError) as error:
        return [f"not a valid notebook: {str(error).splitlines()[0]}"]
    if not notebook.cells:
        return ["start: no cells"]
    return [complaint for rule in RULES for complaint in rule(notebook, path)]


def silent(notebook) -> list[str]:
    """Ids of the code cells that show nothing, though they are neither a proof nor a drawing."""
    return [
        cell.id
        for cell in code_cells(notebook)
        if not cell.outputs and not FOLDED & set(cell.metadata.get("tags", []))
    ]


def typed_numbers(notebook) -> list[tuple[str, str]]:
    """Numbers in the texts that look like results, each with the id of its cell."""
    found = []
    for cell in notebook.cells:
        text = TABLE_ROW.sub("", HEADING.sub("", FORMULA.sub("", CODE.sub("", untagged(cell)))))
        found += [(cell.id, number) for number in NUMBER.findall(CITED.sub("", text))]
    return found


def report(everything: bool) -> None:
    """Print how long and how open each chapter is, core and rooms, and what was typed into it."""
    import build  # only here: the linter itself needs nothing but nbformat
    import chapters

    print(f"{'chapter':30}{'':6}{'sections':>9}{'words':>7}{'minutes':>9}{'silent':>8}{'of':>5}")
    for target in build.targets():
        if target.path.parent.name != "course":
            continue
        notebook = nbformat.read(target.path, as_version=4)
        everything_in_it = chapters.parts(notebook.cells, chapters.number(target.path))
        for name, room in (("core", False), ("rooms", True)):
            parts = [part for part in everything_in_it if part.room is room]
            cells = nbformat.v4.new_notebook(cells=[c for part in parts for c in part.cells])
            read = sum(map(words, cells.cells))
            row = f"{sum(bool(p.number) for p in parts):9}{read:7}{sum(p.minutes for p in parts):9}"
            print(
                f"{target.path.stem:30}{name:6}{row}{len(silent(cells)):8}{len(code_cells(cells)):5}"
            )
        typed = typed_numbers(build.assemble(target))  # where computed ones are not filled in
        print(f"{'':30}{len(typed)} numbers typed into its texts look like results")
        if everything:
            print("".join(f"    {cell_id}: {number}\n" for cell_id, number in typed), end="")


def main(names: list[str]) -> int:
    """Lint the given notebooks and pages, or all; print one line per complaint."""
    if {"--report", "--numbers"} & set(names):
        report("--numbers" in names)
        return 0
    folders = ("course", "exercises", "solutions")
    notebooks = [p for f in folders for p in sorted((ROOT / f).glob("*.ipynb"))]
    paths = [Path(n) for n in names] or [*notebooks, *(ROOT / page for page in PAGES)]
    complaints = [
        f"{path.parent.name}/{path.name}: {text}" for path in paths for text in lint(path)
    ]
    print("\n".join(complaints) or f"{len(paths)} notebooks and pages clean")
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
