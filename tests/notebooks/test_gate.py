"""The gate itself: a good notebook passes, and each seeded fault is rejected for its reason."""

import copy
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest

import build
import elsewhere
import lint

ROOT = Path(__file__).resolve().parents[2]
GOOD = """\
# %% [markdown]
# # A small good notebook

# %%
import ipywidgets as widgets

from featurespace import demos, plots

notes = demos.Notes("Up or down?", "no", "It looks flat.", 3)


def frame(x):
    ax = plots.axes()
    ax.plot([0, x])
    return plots.describe(ax.figure, f"One line that rises from zero to the height {x}")


# %% [markdown]
# A number:

# %%
print("2 + 2 =", 2 + 2)

# %% [markdown]
# A demo that a cell moves:

# %%
slider = demos.Slider("x", (1, 2, 3), 1)
panel = demos.Demo("Rise", "Up?", ("yes", "no"), "yes", "Yes.", notes, {"x": slider}, frame)()
panel.want = [1]
panel

# %% [markdown]
# A button that a cell presses:

# %%
pressed = []
button = widgets.Button(description="press")
button.on_click(lambda b: pressed.append(1))
button.click()
print(len(pressed))

# %% [markdown]
# The end:

# %%
print("end")
"""


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    source = tmp_path_factory.mktemp("project") / "course" / "sources" / "good.py"
    source.parent.mkdir(parents=True)
    source.write_text(GOOD, encoding="utf-8")
    target = build.Target(source.parent.parent / "good.ipynb", source, stub=False)
    build.build(target)
    notebook = nbformat.read(target.path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.id != elsewhere.CELL_ID]
    for count, cell in enumerate((c for c in notebook.cells if c.cell_type == "code"), 1):
        cell.execution_count = count
    return notebook


def gate(notebook, folder: Path, timeout: int = 120) -> dict[str, str]:
    """Run what `make test` runs on a notebook: what each test says, nothing where it passes."""
    path, report = folder / "course" / "candidate.ipynb", folder / "report.xml"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "-p", "gate", "-p", "no:cacheprovider"]
    command += ["-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-q", path]
    command += [f"--nbval-cell-timeout={timeout}", f"--junitxml={report}"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    said = {
        test.get("name"): "".join(f"{part.tag}: {part.text}" for part in test)
        for test in ElementTree.parse(report).iter("testcase")
    }
    assert run.returncode == int("failure: " in "".join(said.values())), run.stdout
    return said


def cell_with(notebook, text: str):
    return next(cell for cell in notebook.cells if text in cell.source)


def test_a_good_notebook_passes(good, tmp_path):
    names = [*(f"Cell {i}" for i in range(5)), "lint"]
    assert gate(good, tmp_path) == dict.fromkeys(names, "")


# --- faults that show when the notebook runs: seeded into one, each in a cell of its own ---------


def exception_that_is_expected_but_never_comes(notebook):
    cell_with(notebook, "def frame").metadata["tags"] = ["raises-exception"]
    return "lint", "no such tags"


def changed_number(notebook):
    cell = cell_with(notebook, "2 + 2 =")
    cell.outputs[0].text = cell.outputs[0].text.replace("4", "5")
    return "Cell 1", "Cell outputs differ"


def error_when_a_demo_moves(notebook):
    cell = cell_with(notebook, "def frame")
    cell.source = cell.source.replace("[0, x]", "[0, 1 / (2 - x)]")
    return "Cell 2", "ZeroDivisionError"


def error_in_a_button(notebook):
    cell = cell_with(notebook, "on_click")
    cell.source = cell.source.replace("pressed.append(1)", "1 / 0")
    return "Cell 3", "ZeroDivisionError"


def missing_output(notebook):
    cell_with(notebook, '"end"').outputs = []
    return "Cell 4", "Unexpected output fields"


RUNNING = [
    exception_that_is_expected_but_never_comes,
    changed_number,
    error_when_a_demo_moves,
    error_in_a_button,
    missing_output,
]


@pytest.fixture(scope="module")
def told(good, tmp_path_factory):
    """What the gate says about the notebook with all these faults."""
    notebook = copy.deepcopy(good)
    for fault in RUNNING:
        fault(notebook)
    return gate(notebook, tmp_path_factory.mktemp("faults"))


@pytest.mark.parametrize("fault", RUNNING, ids=lambda fault: fault.__name__)
def test_the_gate_rejects(fault, good, told):
    where, reason = fault(copy.deepcopy(good))
    assert reason in told[where]


def test_the_gate_rejects_nothing_else(told):
    assert [name for name, words in told.items() if not words] == ["Cell 0"]


@pytest.mark.parametrize(
    ("last", "reason"),
    [("while True:\n    pass", "Timeout of 2 seconds exceeded"), ("import os\n\nos._exit(1)", "")],
    ids=["endless_cell", "killed_kernel"],
)
def test_the_gate_rejects_what_never_answers(last, reason, good, tmp_path):
    """Without the cells that load something, for all have the same two seconds."""
    notebook = copy.deepcopy(good)
    notebook.cells = [cell_with(notebook, text) for text in ("# A small", '"end"')]
    notebook.cells[-1].source = last
    told = gate(notebook, tmp_path, timeout=2)["Cell 0"]
    assert told.startswith("failure: ")
    assert reason in told


# --- faults that show when the notebook is read: the linter's verdict is the gate's, as above ----


def never_executed(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return "nothing would be compared"


def error_inside_interact(notebook):
    cell = cell_with(notebook, '"end"')
    cell.source = 'widgets.interact(lambda x: 1 / 0, x=3)\nprint("end")'
    return "interact swallows errors"


def error_in_a_thread(notebook):
    cell = cell_with(notebook, '"end"')
    cell.source = (
        "import threading\n\nthreading.Thread(target=lambda: 1 / 0).start()\n" + cell.source
    )
    return "no threads"


def failing_shell_command(notebook):
    cell = cell_with(notebook, '"end"')
    cell.source += "\n!false"
    return "no shell escapes"


def ignored_output(notebook):
    cell = cell_with(notebook, '"end"')
    cell.source = "# NBVAL_IGNORE_OUTPUT\nprint('anything')"
    return "no nbval markers"


READ = [
    never_executed,
    error_inside_interact,
    error_in_a_thread,
    failing_shell_command,
    ignored_output,
]


@pytest.mark.parametrize("fault", READ, ids=lambda fault: fault.__name__)
def test_the_linter_rejects(fault, good, tmp_path):
    notebook = copy.deepcopy(good)
    reason = fault(notebook)
    path = tmp_path / "course" / "candidate.ipynb"
    path.parent.mkdir()
    nbformat.write(notebook, path)
    assert reason in "\n".join(lint.lint(path))
