"""Build the notebooks: text sources in, executed notebooks out.

    python tools/build.py            # all of them
    python tools/build.py 01 A       # only those whose name starts with 01 or A
    python tools/build.py course/02  # only the chapter, without its exercises

``course/sources/NN.py`` becomes ``course/NN.ipynb``; the files in ``exercises/sources/NN`` become
``solutions/NN.ipynb``, with the answers taken out ``exercises/NN.ipynb``, and the check modules in
``lib/featurespace/checks`` (see exercises.py). Each notebook runs top to bottom in a fresh kernel.
The same sources always give the same bytes, and a notebook is replaced only once its successor is
complete. A result in a text is an expression in the source (see results.py); a cell tagged
``proof`` or ``drawing`` has its code folded away.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

import chapters
import elsewhere
import exercises
import guide
import results
import slides
from featurespace._threads import one_thread

ROOT = Path(__file__).resolve().parent.parent
CELL_TIMEOUT = 1200  # seconds: an end to what hangs, not a judgement
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SOLUTION = re.compile(
    r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION", re.MULTILINE | re.DOTALL
)
STUB = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"


class BuildError(Exception):
    """A notebook that does not run: which one, which cell, what happened."""


class Target(NamedTuple):
    """A notebook to build: where it goes, what it is made of, and whether answers come out."""

    path: Path
    source: Path
    stub: bool


def targets(root: Path = ROOT) -> Iterator[Target]:
    """Every notebook of the course, in reading order."""
    for source in sorted((root / "course" / "sources").glob("*.py")):
        yield Target(root / "course" / f"{source.stem}.ipynb", source, stub=False)
    for folder in exercises.chapters(root):
        for place in ("exercises", "solutions"):
            stub = place == "exercises"
            yield Target(root / place / f"{folder.name}.ipynb", folder, stub)


def assemble(target: Target) -> nbformat.NotebookNode:
    """Read the notebook from its source, not yet executed."""
    if target.source.is_dir():
        notebook = jupytext.reads(exercises.page(target.source), fmt="py:percent")
    else:
        notebook = jupytext.read(target.source, fmt="py:percent")
        lead_to_exercises(notebook, target.source)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        }
    )
    name_cells(notebook)
    if target.path.parent.name != "solutions":
        elsewhere.for_colab(notebook)
    if target.path.parent.name == "course":
        chapters.mark_setup(notebook.cells)
        fold(notebook)
        slides.plan(notebook)
        chapters.introduce(notebook.cells, chapters.number(target.path))
        chapters.draw_boxes(notebook.cells)
    if target.path.parent.name in ("solutions", "exercises"):
        mark_for_grading(notebook, target.source)
    if target.stub:
        remove_answers(notebook)
    return notebook


def lead_to_exercises(notebook: nbformat.NotebookNode, source: Path) -> None:
    """At the end of each section that has exercises, a line with links to them."""
    cells = []
    for section in slides.sections(notebook.cells):
        cells += section
        heading = chapters.section_of(section[0])
        if heading and (line := exercises.practice(source, heading)):
            cells.append(nbformat.v4.new_markdown_cell(line, metadata={"tags": ["exercises"]}))
    notebook.cells = cells


def name_cells(notebook: nbformat.NotebookNode) -> None:
    """Give each cell an id made of its heading and its place below it: stable across builds."""
    seen: Counter[str] = Counter()
    slug = "start"
    for cell in notebook.cells:
        heading = re.match(r"#+ (.*)", cell.source) if cell.cell_type == "markdown" else None
        if heading:
            words = chapters.plain(heading[1]).lower()
            slug = re.sub(r"[^a-z0-9]+", "-", words).strip("-")[:48] or "section"
        cell.id = f"{slug}-{seen[slug]}"
        seen[slug] += 1


def fold(notebook: nbformat.NotebookNode) -> None:
    """Collapse the code of cells that only import, prove or draw: what they show is what counts."""
    for cell in notebook.cells:
        if chapters.FOLDED & set(cell.metadata.get("tags", [])):
            cell.metadata["jupyter"] = nbformat.from_dict({"source_hidden": True})


def mark_for_grading(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Add the metadata by which nbgrader knows answers, tests and what is graded by hand."""
    points = {e.name: e.facts["difficulty"] for e in exercises.exercises(folder) if e.name}
    heading = None
    for cell in notebook.cells:
        grade = re.match(r"check\.(\w+)\(", cell.source) if cell.cell_type == "code" else None
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            heading = cell
        elif "rubric" in cell.metadata.get("tags", []):
            grading(heading, task=True, points=exercises.rubric_points(cell.source))
        elif grade:
            grading(cell, grade=True, points=points[grade[1]])
        elif cell.cell_type == "code" and "### BEGIN SOLUTION" in cell.source:
            grading(cell, solution=True)


def grading(cell: nbformat.NotebookNode, **facts: int) -> None:
    """Mark one cell as an answer, a test that gives points, or a task with points by hand."""
    kinds = {kind: facts.pop(kind, False) for kind in ("grade", "solution", "task")}
    cell.metadata["nbgrader"] = {
        "cell_type": cell.cell_type,
        "grade_id": cell.id,
        "locked": not kinds["solution"],
        "schema_version": 3,
        **kinds,
        **facts,
    }


def remove_answers(notebook: nbformat.NotebookNode) -> None:
    """Turn worked answers into stubs and drop the cells tagged ``solution``."""
    notebook.cells = [c for c in notebook.cells if "solution" not in c.metadata.get("tags", [])]
    for cell in notebook.cells:
        cell.source = SOLUTION.sub(STUB, cell.source)


def execute(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Run all cells in a fresh kernel; the outputs end up in the notebook."""
    results.ask(notebook)
    begun = notebook.cells[:1]
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT,
        startup_timeout=CELL_TIMEOUT,
        kernel_name="python3",
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_execute=lambda cell, cell_index: begun.append(cell),
    )
    try:
        client.execute(env={**os.environ, **one_thread()})
    except CellExecutionError as error:
        raise failed(begun[-1], path, last_line(error.traceback)) from None
    except CellTimeoutError:
        raise failed(begun[-1], path, f"still running after {CELL_TIMEOUT} s") from None
    except DeadKernelError:
        raise failed(begun[-1], path, "the kernel died") from None
    results.take(notebook)


def last_line(traceback: str) -> str:
    """What a traceback says in the end: the error and its message, without colours."""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", traceback).strip().splitlines()
    return lines[-1] if lines else "an error"


def failed(cell: nbformat.NotebookNode, path: Path, what: str) -> BuildError:
    """Word the error with the cell that was running."""
    line = cell.source.splitlines()[0]
    return BuildError(f"{path.parent.name}/{path.name}, cell {cell.id!r}: {what}\n    {line}")


def clean(notebook: nbformat.NotebookNode) -> None:
    """Keep what is the same on every machine: no live widgets, only their static twin."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.pop("execution", None)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET_VIEW, None)
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = nbformat.from_dict({"name": "python"})


def write(notebook: nbformat.NotebookNode, path: Path) -> bool:
    """Replace the file in one step, and only if a byte changed; say whether it did."""
    text = nbformat.writes(notebook).rstrip("\n") + "\n"
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(".ipynb.new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    return True


def build(target: Target) -> str:
    """Make one notebook and report in a line."""
    notebook = assemble(target)
    execute(notebook, target.path)
    clean(notebook)
    verdict = "written" if write(notebook, target.path) else "unchanged"
    return f"{verdict:>9}  {target.path.parent.name}/{target.path.name}"


def main(prefixes: list[str], root: Path = ROOT) -> int:
    """Build the notebooks whose name or path starts with one of the prefixes (all, if none)."""
    starts = tuple(prefixes) or ("",)
    chosen = [
        t
        for t in targets(root)
        if t.path.name.startswith(starts) or t.path.relative_to(root).as_posix().startswith(starts)
    ]
    if not chosen:
        print(f"no source starts with {prefixes}; there are {[t.path.stem for t in targets(root)]}")
        return 1
    failures = 0
    for name in exercises.update(root):
        print(f"  written  {name}", flush=True)
    with ProcessPoolExecutor(max_workers=2) as pool:
        for job in [pool.submit(build, target) for target in chosen]:
            try:
                print(job.result(), flush=True)
            except BuildError as error:
                failures += 1
                print(f"   failed  {error}", flush=True)
    if root == ROOT and not failures:
        guide.update()
        start = root / "course" / "README.md"
        page = chapters.timed(start.read_text(encoding="utf-8"), start.parent)
        start.write_text(page, encoding="utf-8")
    return int(failures > 0)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the notebooks not reported above are as they were.")
