"""The gate itself: a good notebook passes, and each seeded fault is rejected for its reason."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

import build

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
panel = demos.Demo("Rise", "Up?", ("yes", "no"), "Yes.", notes, {"x": slider}, frame)()
panel.controls["x"].value = 2
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
    return nbformat.read(target.path, as_version=4)


def gate(notebook, folder: Path, timeout: int = 60) -> subprocess.CompletedProcess:
    """Run what `make test` runs on a notebook, on this one only."""
    path = folder / "course" / "candidate.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "-p", "gate", "-p", "no:cacheprovider"]
    command += ["-c", ROOT / "pyproject.toml", "--rootdir", ROOT, "-q", path]
    command += [f"--nbval-cell-timeout={timeout}"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)


def cell_with(notebook, text: str):
    return next(cell for cell in notebook.cells if text in cell.source)


def test_a_good_notebook_passes(good, tmp_path):
    run = gate(good, tmp_path)
    assert run.returncode == 0, run.stdout
    assert "6 passed" in run.stdout  # five code cells and the linter


def changed_number(notebook):
    cell = cell_with(notebook, "2 + 2 =")
    cell.outputs[0].text = cell.outputs[0].text.replace("4", "5")
    return "Cell outputs differ"


def missing_output(notebook):
    cell_with(notebook, "2 + 2 =").outputs = []
    return "Unexpected output fields"


def never_executed(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return "nothing would be compared"


def error_when_a_demo_moves(notebook):
    cell = cell_with(notebook, "def frame")
    cell.source = cell.source.replace("[0, x]", "[0, 1 / (2 - x)]")
    return "ZeroDivisionError"


def error_in_a_button(notebook):
    cell = cell_with(notebook, "on_click")
    cell.source = cell.source.replace("pressed.append(1)", "1 / 0")
    return "ZeroDivisionError"


def error_inside_interact(notebook):
    cell = cell_with(notebook, '"end"')
    cell.source = 'widgets.interact(lambda x: 1 / 0, x=3)\nprint("end")'
    return "interact swallows errors"


def killed_kernel(notebook):
    cell_with(notebook, '"end"').source = "import os\n\nos._exit(1)"
    return "::Cell 4"


def endless_cell(notebook):
    cell_with(notebook, '"end"').source = "while True:\n    pass"
    return "Timeout of 5 seconds exceeded"


def exception_that_is_expected_but_never_comes(notebook):
    cell_with(notebook, '"end"').metadata["tags"] = ["raises-exception"]
    return "no such tags"


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


FAULTS = [
    changed_number,
    missing_output,
    never_executed,
    error_when_a_demo_moves,
    error_in_a_button,
    error_inside_interact,
    killed_kernel,
    endless_cell,
    exception_that_is_expected_but_never_comes,
    error_in_a_thread,
    failing_shell_command,
    ignored_output,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_gate_rejects(fault, good, tmp_path):
    notebook = nbformat.from_dict(good)
    reason = fault(notebook)
    run = gate(notebook, tmp_path, timeout=5)
    assert run.returncode == 1, run.stdout
    assert reason in run.stdout
