"""The notebook linter: what a reader or a test would trip over, found by reading the file.

    python tools/lint.py             # every notebook of the course
    python tools/lint.py FILE ...

Each rule is a function from a notebook to sentences, each about one cell.
"""

import re
import statistics
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
MAX_BYTES = 2_000_000
MAX_LINES, P90_LINES, MEDIAN_LINES = 25, 12, 4
MAX_WIDTH = 100
TEXT_TO_CODE = (0.9, 1.4)
HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
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
OBJECT_REPR = re.compile(r"<[\w.]+ (?:object )?at 0x|<Figure size|<Axes")
IMG = re.compile(r"<img\b[^>]*>")
ALT = re.compile(r"""\balt=(["'])(.*?)\1""", re.DOTALL)


def prose(cell) -> str:
    """The text of a markdown cell without its code blocks; nothing for a code cell."""
    return FENCE.sub("", cell.source) if cell.cell_type == "markdown" else ""


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


def alternatives(notebook, path) -> Iterator[str]:
    """Every picture has words."""
    for cell in notebook.cells:
        if re.search(r"!\[\s*\]\(", prose(cell)):
            yield f"{cell.id}: image without alternative text"
        pages = [prose(cell)]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            pages.append("".join(data.get("text/html", "")))
            if any(mime.startswith("image/") for mime in data) and "<img" not in pages[-1]:
                yield f"{cell.id}: figure without text alternative; use plots.show(fig, alt=...)"
        for tag in (tag for page in pages for tag in IMG.findall(page)):
            alt = ALT.search(tag)
            if not alt or len(alt[2].split()) < 8:
                yield f"{cell.id}: alt text must say what is to be seen (8 words or more)"


def code(notebook, path) -> Iterator[str]:
    """Nothing that fails silently, needs a network or varies from machine to machine."""
    for cell in notebook.cells:
        if re.search("raises-exception|nbval", " ".join(cell.metadata.get("tags", []))):
            yield f"{cell.id}: no such tags: catch the error and print it, so that it is compared"
    for cell in code_cells(notebook):
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
    if path.parent.name == "course" and len(lines) > 1:
        if statistics.median(lines.values()) > MEDIAN_LINES:
            yield f"start: median cell has {statistics.median(lines.values())} lines of code"
        if statistics.quantiles(lines.values(), n=10)[-1] > P90_LINES:
            yield f"start: a tenth of the cells have more than {P90_LINES} lines of code"
        ratio = (len(notebook.cells) - len(cells)) / len(cells)
        if not TEXT_TO_CODE[0] <= ratio <= TEXT_TO_CODE[1]:
            yield f"start: {ratio:.2f} text cells per code cell, not within {TEXT_TO_CODE}"


def slug(heading: str) -> str:
    """Anchor that JupyterLab makes of a heading."""
    return re.sub(r"[*`$]", "", heading).strip().replace(" ", "-")


def links(notebook, path) -> Iterator[str]:
    """Links to files exist; links to headings of notebooks too."""
    for cell in notebook.cells:
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(cell)):
            if re.match(r"(https?|mailto):", target):
                continue
            name, _, anchor = target.partition("#")
            file = (path.parent / name) if name else path
            if not file.exists():
                yield f"{cell.id}: link to {target}, which does not exist"
            elif anchor and file.suffix == ".ipynb":
                other = notebook if file == path else nbformat.read(file, 4)
                if anchor not in {
                    slug(m[2]) for c in other.cells for m in HEADING.finditer(prose(c))
                }:
                    yield f"{cell.id}: link to {target}: no such heading"


def no_leaks(notebook, path) -> Iterator[str]:
    """Exercises show no line of their answers, and every check says so far: not attempted."""
    if path.parent.name != "exercises":
        return
    worked = path.parent.parent / "solutions" / path.name
    answers = set()
    if worked.exists():
        for cell in nbformat.read(worked, 4).cells:
            inside = re.findall(
                r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cell.source, re.DOTALL
            )
            answers |= {line.strip() for part in inside for line in part.splitlines()}
    for cell in notebook.cells:
        shown = {line.strip() for line in cell.source.splitlines()}
        if "SOLUTION" in cell.source or "solution" in cell.metadata.get("tags", []):
            yield f"{cell.id}: solution marker left in"
        for line in sorted(answers & shown):
            if len(line) > 11 and not line.startswith("#"):
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


def lint(path: Path) -> list[str]:
    """All complaints about one notebook."""
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


def main(names: list[str]) -> int:
    """Lint the given notebooks, or all; print one line per complaint."""
    folders = ("course", "exercises", "solutions")
    paths = [Path(n) for n in names] or [
        p for f in folders for p in sorted((ROOT / f).glob("*.ipynb"))
    ]
    complaints = [
        f"{path.parent.name}/{path.name}: {text}" for path in paths for text in lint(path)
    ]
    print("\n".join(complaints) or f"{len(paths)} notebooks clean")
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
