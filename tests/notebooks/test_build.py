"""The build: same bytes every time, answers taken out, and failures that say where."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import build
import exercises

PATIENCE = 300  # seconds; no verdict hangs on them
LESSON = """\
# %% [markdown]
# # A lesson

# %%
print(sum(range(5)))

# %% [markdown]
# ## 2. Two again

# %%
{last}
"""
START = """\
# %% [markdown]
# # Exercises
#
# {Count} exercises.

# %% [markdown] tags=["solution"]
# The secret is one.

# %%
from featurespace.checks import means as check
"""
EXERCISE = """\
# %% [markdown]
# ## Add one

# %%
import numpy as np


def add_one(x):
    y = np.asarray(x)
    ### BEGIN SOLUTION
    if y is not None:
        y = y + 1
    return y
    ### END SOLUTION

# %% [markdown] tags=["solution"]
# One more.

# %% tags=["check"]
from featurespace.checks.check import Check

CHECK = Check(answer=add_one, section="Two again", difficulty=2, minutes=5, kind="transfer")
"""


@pytest.fixture
def project(tmp_path):
    """A tiny course: write a source, get its target."""

    def write(text: str, exercise: str = "") -> build.Target:
        source = tmp_path / "course" / "sources" / "01_lesson.py"
        source.parent.mkdir(parents=True)
        source.write_text(text, encoding="utf-8")
        if exercise:
            folder = tmp_path / "exercises" / "sources" / "01_lesson"
            folder.mkdir(parents=True)
            (folder / "00_start.py").write_text(START, encoding="utf-8")
            (folder / "01_add_one.py").write_text(exercise, encoding="utf-8")
        return next(build.targets(tmp_path))

    return write


def test_building_twice_changes_no_byte(project):
    target = project(LESSON.format(last="import numpy as np\n\nnp.arange(3)"))
    assert build.build(target).split() == ["written", "course/01_lesson.ipynb"]
    first = target.path.read_bytes()
    assert build.build(target).split()[0] == "unchanged"
    target.path.unlink()
    build.build(target)
    assert target.path.read_bytes() == first


def test_what_a_cell_prints_is_one_output_however_it_arrives(project):
    """A kernel sends what it has, and when depends on the machine."""
    target = project(LESSON.format(last="for i in range(3):\n    print(i, flush=True)"))
    build.build(target)
    last = nbformat.read(target.path, as_version=4).cells[-1]
    assert [(output.name, output.text) for output in last.outputs] == [("stdout", "0\n1\n2\n")]


def test_outputs_are_stored_without_machine_traces(project):
    target = project(LESSON.format(last="import ipywidgets\n\nipywidgets.IntSlider()"))
    build.build(target)
    text = target.path.read_text(encoding="utf-8")
    assert '"10\\n"' in text
    assert not re.search("widget-view|model_id|iopub|version_info|3\\.1[0-9]", text)


@pytest.mark.parametrize(
    ("last", "what"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import os\n\nos._exit(1)", "the kernel died"),
        ("def f(:", "SyntaxError"),
    ],
)
def test_a_failing_cell_is_named(project, last, what):
    target = project(LESSON.format(last=last) + "\n# %%\nprint('never reached')\n")
    with pytest.raises(build.BuildError) as error:
        build.build(target)
    assert str(error.value).startswith("course/01_lesson.ipynb, cell 'two-again-1': ")
    assert what in str(error.value)
    assert last.splitlines()[0] in str(error.value)
    assert not target.path.exists()


def test_a_cell_that_never_ends_is_named(project, monkeypatch):
    """Only that one is hurried: on a busy machine the others may take their time."""

    def client(*args, timeout, **more):
        def limit(cell):
            return timeout if cell.source.startswith("while") else PATIENCE

        return NotebookClient(*args, timeout_func=limit, **more)

    monkeypatch.setattr(build, "CELL_TIMEOUT", 2)
    monkeypatch.setattr(build, "NotebookClient", client)
    target = project(LESSON.format(last="while True:\n    pass"))
    with pytest.raises(build.BuildError, match="cell 'two-again-1': still running after 2 s"):
        build.build(target)


def test_the_command_reports_failures_and_exits_with_one(project, capsys):
    target = project(LESSON.format(last="1 / 0"))
    root = target.path.parent.parent
    assert build.main([], root) == 1
    assert "failed  course/01_lesson.ipynb, cell 'two-again-1'" in capsys.readouterr().out
    assert build.main(["99"], root) == 1
    assert "no source starts with ['99']" in capsys.readouterr().out


@contextmanager
def started(code: str, ready: Path):
    """A program and the kernel it starts, once a cell has written the kernel's number to a file.

    However the test ends, both are ended: each leads a process group of its own.
    """
    tools = Path(build.__file__).parent
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tools, start_new_session=True)
    try:
        wait_for(lambda: process.poll() is not None or written(ready), "the kernel's cell")
        assert process.poll() is None, "ended before its kernel was at work"
        yield process
    finally:
        for group in [process.pid, *([int(written(ready))] if written(ready) else [])]:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        process.wait()


def written(path: Path) -> str:
    """The line in a file, if it is complete."""
    text = path.read_text() if path.exists() else ""
    return text.strip() if text.endswith("\n") else ""


def wait_for(event, what: str) -> None:
    """Until it happens; the limit is only there so that nobody waits for ever."""
    end = time.monotonic() + PATIENCE
    while not event():
        assert time.monotonic() < end, f"waited {PATIENCE} s in vain for {what}"
        time.sleep(0.05)


def test_ctrl_c_leaves_the_old_notebook(project, tmp_path):
    ready = tmp_path / "ready"
    says = f"open({str(ready)!r}, 'w').write(f'{{os.getpid()}}\\n')"
    target = project(LESSON.format(last=f"import os, time\n\n{says}\ntime.sleep(3600)"))
    target.path.write_text("the committed notebook")
    code = f"import build, pathlib; build.main([], pathlib.Path({str(target.path.parents[1])!r}))"
    with started(code, ready) as process:
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=PATIENCE) != 0
    assert target.path.read_text() == "the committed notebook"
    assert [p.name for p in target.path.parent.glob("*.new")] == []


def test_writing_is_all_or_nothing(tmp_path, monkeypatch):
    path = tmp_path / "a.ipynb"
    path.write_text("old")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        build.write(nbformat.v4.new_notebook(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_cell_ids_come_from_headings_and_positions(project):
    ids = [c.id for c in build.assemble(project(LESSON.format(last="1"))).cells]
    assert ids == ["a-lesson-0", "colab-0", "a-lesson-1", "two-again-0", "two-again-1"]


@pytest.fixture
def pages(project):
    """Chapter, exercises and solutions of the tiny course."""
    target = project(LESSON.format(last="1"), EXERCISE)
    chapter, stubbed, worked = map(build.assemble, build.targets(target.path.parent.parent))
    return chapter, stubbed, worked


def test_answers_become_stubs_and_ids_stay(pages):
    _, stubbed, worked = pages
    kept = [c.id for c in worked.cells if "solution" not in c.metadata.get("tags", [])]
    assert kept == [c.id for c in stubbed.cells if c.id != "colab-0"]
    answer = next(c.source for c in stubbed.cells if c.source.startswith("def"))
    assert answer == (
        "def add_one(x):\n    y = np.asarray(x)\n    # YOUR CODE HERE\n"
        "    raise NotImplementedError()"
    )
    hidden = ("secret", "y + 1", "One more")
    assert not any(words in c.source for words in hidden for c in stubbed.cells)


def test_a_page_is_put_together_from_its_files(pages):
    _, stubbed, _ = pages
    title, _, imports, question, _, check = (cell.source for cell in stubbed.cells)
    assert title.endswith("One exercises.")
    assert imports == ("import numpy as np\n\nfrom featurespace.checks import means as check")
    facts = "*Section [2. Two again](../course/01_lesson.ipynb#2.-Two-again) · ●●○ · 5 minutes"
    assert question.startswith(f"## 1. Add one\n\n{facts} · a step of your own*")
    assert check == "check.add_one(add_one)"


def test_a_section_leads_to_its_exercises(pages):
    chapter, *_ = pages
    assert chapter.cells[-1].source == (
        "**Practise:** [1. Add one](../exercises/01_lesson.ipynb#1.-Add-one) (●●○, 5 minutes)"
    )
    assert chapter.cells[-1].metadata.slideshow.slide_type == "skip"


def test_the_check_module_holds_answer_and_check(project):
    target = project(LESSON.format(last="1"), EXERCISE)
    root = target.path.parent.parent
    package = "lib/featurespace/checks/means"
    (root / package).mkdir(parents=True)
    (root / package / "_gone.py").write_text("", encoding="utf-8")
    (root / "README.md").write_text("[Exercises: x](exercises/01_lesson.ipynb)", encoding="utf-8")
    made = {f"{package}/{name}" for name in ("__init__.py", "_add_one.py", "_gone.py")}
    assert set(exercises.update(root)) == made | {"README.md"}
    assert exercises.update(root) == []
    assert "[Exercises: one, about ½ h]" in (root / "README.md").read_text(encoding="utf-8")
    assert not (root / package / "_gone.py").exists()
    text = (root / package / "_add_one.py").read_text(encoding="utf-8")
    assert "        y = y + 1\n    return y\n" in text
    assert "SOLUTION" not in text
    assert "One more" not in text


def test_a_section_that_is_not_there_is_named(project):
    target = project(LESSON.format(last="1"), EXERCISE.replace("Two again", "Three"))
    with pytest.raises(ValueError, match="no section 'Three'"):
        list(map(build.assemble, build.targets(target.path.parent.parent)))


def test_grading_metadata_marks_answers_and_checks(pages):
    *_, worked = pages
    cells = worked.cells
    marked = {c.id: c.metadata["nbgrader"] for c in cells if "nbgrader" in c.metadata}
    assert [(m["solution"], m["grade"], m.get("points")) for m in marked.values()] == [
        (True, False, None),
        (False, True, 2),
    ]
    assert all(m["grade_id"] == cell_id for cell_id, m in marked.items())
