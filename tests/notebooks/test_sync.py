"""Committed notebooks are what their sources say."""

from pathlib import Path

import nbformat
import pytest

import build
import results

ROOT = build.ROOT
TARGETS = list(build.targets())
FOLDERS = ("course", "exercises", "solutions")


def without_outputs(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def asks_the_same(committed, source) -> bool:
    """Whether the cells are those of the source, up to results, which the gate compares."""
    for made, cell in zip(committed.cells, source.cells, strict=False):
        if made.cell_type == "markdown" and results.could_be(made.source, cell.source):
            made.source = cell.source
    return committed == source


@pytest.mark.parametrize("target", TARGETS, ids=lambda t: name(t.path))
def test_notebook_equals_its_source(target):
    committed = without_outputs(nbformat.read(target.path, as_version=4))
    source = without_outputs(build.assemble(target))
    assert asks_the_same(committed, source), "run: make notebooks"


def test_every_notebook_has_a_source():
    found = {p for folder in FOLDERS for p in (ROOT / folder).glob("*.ipynb")}
    assert found == {target.path for target in TARGETS}


def test_every_chapter_has_course_exercises_and_solutions():
    names = [{p.name for p in (ROOT / folder).glob("*.ipynb")} for folder in FOLDERS]
    assert names[0] == names[1] == names[2] != set()


def test_changing_a_source_is_noticed(tmp_path):
    target = TARGETS[0]
    changed = tmp_path / target.source.name
    changed.write_text(target.source.read_text(encoding="utf-8") + "\n# %%\n1\n", encoding="utf-8")
    committed = without_outputs(nbformat.read(target.path, as_version=4))
    assert committed != without_outputs(build.assemble(target._replace(source=changed)))
