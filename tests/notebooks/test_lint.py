"""The linter: a clean notebook passes, and each seeded flaw is named."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import lint

ALT = "A line that rises from zero on the left to one on the right"
FIGURE = {"text/html": f'<figure><img alt="{ALT}" src="data:image/png;base64,AA"></figure>'}


def cell(kind, source, number, **more):
    made = (new_code_cell if kind == "code" else new_markdown_cell)(source, **more)
    made.id = f"part-{number}"
    return made


@pytest.fixture
def clean(tmp_path):
    """A notebook without a flaw, and beside it two files to link to."""
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "page.md").write_text("# A page\n\n## What's *new*?\n\n### 2. Two\n")
    nbformat.write(new_notebook(cells=[cell("text", "# Other", 0)]), tmp_path / "other.ipynb")
    shown = new_output("display_data", {**FIGURE, "image/png": "AA"})
    return new_notebook(
        cells=[
            cell("text", "# Title", 0),
            cell("code", "x = 1", 1, execution_count=1),
            cell("text", "## Part\n\nSee [below](#Part).\n\n```\n# not a heading\n```", 2),
            cell("code", "show(x)", 3, execution_count=2, outputs=[shown]),
        ]
    )


def complaints(notebook, folder, kind="course"):
    path = folder / kind / "n.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")  # nbformat would mend some flaws
    return lint.lint(path)


def test_clean_notebook_has_no_complaints(clean, tmp_path):
    assert complaints(clean, tmp_path) == []


@pytest.mark.parametrize(
    ("number", "source", "complaint"),
    [
        (2, "# Another title", "start: exactly one h1"),
        (0, "No title", "start: exactly one h1"),
        (2, "### Too deep", "part-2: heading 'Too deep' skips from level 1 to 3"),
        (2, "![](picture.png)", "part-2: image without alternative text"),
        (2, '<img src="a.png">', "part-2: alt text must say"),
        (2, '<img alt="a plot" src="a.png">', "part-2: alt text must say"),
        (2, f'<img alt="{"word " * 7}" src="a.png">', "part-2: alt text must say"),
        (2, "[gone](nowhere.ipynb)", "part-2: link to nowhere.ipynb, which does not exist"),
        (2, "[gone](#Nowhere)", "part-2: link to #Nowhere: no such heading"),
        (2, '<a href="nowhere.md">gone</a>', "part-2: link to nowhere.md, which"),
        (2, "<a class='x' href='#Nowhere'>gone</a>", "part-2: link to #Nowhere: no such"),
        (2, "[gone](<no where.md>)", "part-2: link to no where.md, which"),
        (2, "[gone](no where.md)", "part-2: link to no where.md, which"),
        (2, '[gone](nowhere.md "title")', "part-2: link to nowhere.md, which"),
        (2, "[gone]()", "part-2: link to , which does not exist"),
        (2, "[gone][there]\n\n[there]: nowhere.md", "part-2: link to nowhere.md, which"),
        (2, "[gone][there]", "part-2: link to [there], which is not defined"),
        (2, "[there][]", "part-2: link to [there], which is not defined"),
        (2, f"![{ALT}](nowhere.png)", "part-2: link to nowhere.png, which"),
        (2, f"[![{ALT}](nowhere.png)](#Title)", "part-2: link to nowhere.png, which"),
        (2, f'<img alt="{ALT}." src="nowhere.png">', "part-2: link to nowhere.png, which"),
        (2, f"![{ALT}](https://example.org/a.png)", "part-2: picture https://example.org/a.png"),
        (2, "[x](https://example)", "part-2: https://example is no address"),
        (2, "see https://www..org", "part-2: https://www..org is no address"),
        (2, "[gone](page.md#nowhere)", "part-2: link to page.md#nowhere: no such heading"),
        (2, "[gone](../other.ipynb#Nowhere)", "part-2: link to ../other.ipynb#Nowhere: no such"),
        (2, f'<img alt="{ALT}" src="page.md">', "start: two pictures have the same alt text"),
        (2, "see /home/me/file", "part-2: absolute path '/home/'"),
        (1, 'open(r"C:\\data")', "part-1: absolute path"),
        (1, "!ls", "part-1: no shell escapes"),
        (1, "%timeit x", "part-1: no shell escapes"),
        (1, "import subprocess", "part-1: no subprocesses"),
        (1, "import threading", "part-1: no threads"),
        (1, "from urllib.request import urlopen", "part-1: no network"),
        (1, 'read("https://example.org")', "part-1: no network"),
        (1, "fetch_openml()", "part-1: no network"),
        (1, "interact(f, x=1)", "part-1: use demos"),
        (1, "plot(x);", "part-1: no trailing semicolon"),
        (1, "# NBVAL_SKIP\nx = 1", "part-1: no nbval markers"),
        (1, "\n".join(["x = 1"] * 26), "part-1: 26 lines of code, more than 25"),
        (1, "x = " + "1 + " * 30 + "1", "part-1: a line of code longer than 100"),
    ],
)
def test_flaw_in_a_cell(clean, tmp_path, number, source, complaint):
    clean.cells[number].source = source
    assert any(text.startswith(complaint) for text in complaints(clean, tmp_path))


@pytest.mark.parametrize(
    ("mutate", "complaint"),
    [
        (lambda n: n.cells[3].update(id="part-1"), "part-1: id used more than once"),
        (lambda n: n.cells[3].update(id="f3a9c2d1"), "f3a9c2d1: id not made by the build"),
        (lambda n: n.cells[3].update(execution_count=7), "start: cells not executed in order"),
        (lambda n: n.cells[3].update(outputs=[]), "start: no stored outputs"),
        (
            lambda n: n.cells[3].outputs.append(new_output("error", ename="KeyError")),
            "part-3: stored output is an error (KeyError)",
        ),
        (
            lambda n: n.cells[3].outputs[0].data.update({"application/x-widget": "{}"}),
            "part-3: stored output refers to a live widget",
        ),
        (lambda n: n.metadata.update(widgets={}), "start: widget state stored"),
        (
            lambda n: n.cells[3].outputs[0].data.pop("text/html"),
            "part-3: figure without text alternative",
        ),
        (
            lambda n: n.cells[3].outputs[0].data.update({"text/plain": "<Axes: >"}),
            "part-3: prints an object",
        ),
        (
            lambda n: n.cells[3].outputs[0].data.update({"text/html": '<b src="https://x">'}),
            "part-3: loads something from the network",
        ),
        (
            lambda n: n.cells[3].outputs.append(new_output("stream", text="gap 4e-16 of 1.00")),
            "part-3: prints round-off, 4e-16",
        ),
        (lambda n: n.cells[1].metadata.update(tags=["raises-exception"]), "part-1: no such tags"),
        (
            lambda n: n.cells.extend(cell("text", "more", i) for i in range(4, 9)),
            "start: 3.50 text cells per code cell",
        ),
        (lambda n: n.cells[1].update(source="x = 1\n" * 12), "start: median cell has"),
        (lambda n: n.cells[2].update(source="x" * 2_100_000), "start: 2.1 MB, more than 2 MB"),
        (lambda n: n.update(cells=[]), "start: no cells"),
    ],
)
def test_flaw_in_the_notebook(clean, tmp_path, mutate, complaint):
    mutate(clean)
    assert any(text.startswith(complaint) for text in complaints(clean, tmp_path))


@pytest.mark.parametrize(
    "source",
    [
        "[x](page.md) [x](<page.md>) [x][here] [here][] <a href='page.md'>x</a>\n\n[here]: page.md",
        "[x](page.md#A-page) [x](page.md#a-page) [x](page.md#whats-new) [x](page.md#2.-Two)",
        "[x](../other.ipynb#Other) [x](#Part) [x](page.md 'title') [x](../course/page.md)",
        "<a id='spot'></a> [x](#spot) [x](mailto:me@example.org) [x](https://a-b.example.org/x_(y))",
        "`K[rows][columns]`, $E[x][y]$ and ``f[0](x)`` are no links",
        f"![{ALT}](page.md) and <https://example.org>, https://example.org:80/x?y#z.",
    ],
)
def test_links_that_are_right(clean, tmp_path, source):
    clean.cells[2].source = f"## Part\n\n{source}"
    assert complaints(clean, tmp_path) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# Page\n\n[x](#page) [x](other.ipynb#Other) [x](course/page.md#whats-new)", []),
        ("# Page\n\n[x](#pages)", ["page: link to #pages: no such heading"]),
        ("# Page\n\n[x](other.ipynb#other)", ["page: link to other.ipynb#other: no such heading"]),
        ("# Page\n\n<a href='gone.md'>x</a>", ["page: link to gone.md, which does not exist"]),
        ("# Page\n\n![](other.ipynb)", ["page: image without alternative text"]),
        ("# Page\n\n[x](https://nowhere)", ["page: https://nowhere is no address"]),
    ],
    ids=str,
)
def test_pages_are_read_as_notebooks_are(clean, tmp_path, text, found):
    page = tmp_path / "README.md"
    page.write_text(text, encoding="utf-8")
    assert lint.lint(page) == found


@pytest.mark.parametrize("name", lint.PAGES)
def test_the_pages_of_the_project_are_clean(name):
    assert lint.lint(lint.ROOT / name) == []


def with_lines(*counts):
    """A notebook of text and code in turn, the code cells of so many lines."""
    made = [cell("text", "# Title", 0)]
    for number, count in enumerate(counts, 1):
        code = cell("code", "x = 1\n" * count, 2 * number, execution_count=number)
        made += [code, cell("text", "And now:", 2 * number + 1)]
    made[1].outputs = [new_output("stream", text="1")]
    return new_notebook(cells=made)


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ([1] * 17 + [12] * 3, []),
        ([1] * 17 + [13] * 3, ["start: a tenth of the cells have more than 12 lines of code"]),
        ([1] * 19 + [25], []),
        ([6] * 20, []),
        ([7] * 20, ["start: median cell has 7.0 lines of code"]),
    ],
    ids=str,
)
def test_few_cells_may_be_long(counts, found, tmp_path):
    assert complaints(with_lines(*counts), tmp_path) == found


def test_eight_words_and_two_megabytes_are_enough(clean, tmp_path):
    clean.cells[2].source = f'## Part\n\n<img alt="{"word " * 8}" src="page.md">' + " " * 1_990_000
    assert complaints(clean, tmp_path) == []


def test_broken_file_is_no_crash(tmp_path):
    path = tmp_path / "n.ipynb"
    path.write_text("{")
    assert lint.lint(path)[0].startswith("not a valid notebook")


@pytest.fixture
def exercise(tmp_path):
    """A worked notebook and its exercise, as (notebook, folder)."""
    answer = (
        "def f(x):\n    ### BEGIN SOLUTION\n    return np.sqrt(x) * 17 + 4\n    ### END SOLUTION"
    )
    worked = new_notebook(cells=[cell("text", "# T", 0), cell("code", answer, 1)])
    complaints(worked, tmp_path, "solutions")
    said = new_output("execute_result", {"text/plain": "Not attempted: do."}, execution_count=1)
    check = cell("code", "check.f(f)", 1, execution_count=1, outputs=[said])
    return new_notebook(cells=[cell("text", "# T", 0), check])


def test_clean_exercise(exercise, tmp_path):
    assert complaints(exercise, tmp_path, "exercises") == []


LEAK = "return np.sqrt(x) * 17 + 4"


@pytest.mark.parametrize(
    "leak",
    [
        LEAK,
        f"    {LEAK}",
        f"You may `{LEAK}`, and that is all.",
        "All that is missing is returnnp.sqrt(x)*17+4, as you see.",
        "The answer is `np.sqrt(x)*17 + 4`.",
        "<code>return np.sqrt(x) *&nbsp;17 + 4</code>",
    ],
)
def test_leaked_answer(exercise, tmp_path, leak):
    exercise.cells[0].source += f"\n\n{leak}"
    assert complaints(exercise, tmp_path, "exercises") == [
        f"part-0: shows a line of the answer: {LEAK}"
    ]


@pytest.mark.parametrize(
    "leak",
    [
        lambda n: n.cells[1].update(source=f"check.f(f)  # {LEAK}"),
        lambda n: n.cells[1].metadata.update(note={"old": ["return np.sqrt(x)*17 + 4"]}),
        lambda n: n.cells[1].outputs[0].data.update({"text/html": f"Hint: <code>{LEAK}</code>"}),
        lambda n: n.cells[1].outputs.append(new_output("stream", text=f"hint: {LEAK}")),
    ],
    ids=["comment", "metadata", "card", "printed"],
)
def test_answer_leaked_out_of_sight(exercise, tmp_path, leak):
    leak(exercise)
    found = complaints(exercise, tmp_path, "exercises")
    assert f"part-1: shows a line of the answer: {LEAK}" in found


def test_what_another_exercise_gives_is_no_secret(exercise, tmp_path):
    path = tmp_path / "solutions" / "n.ipynb"
    worked = nbformat.read(path, as_version=4)
    worked.cells.append(cell("code", f"def g(x):\n    {LEAK}", 2))
    worked.cells[-1].id = "other-1"
    nbformat.write(worked, path)
    exercise.cells[0].source += f"\n\n    {LEAK}"
    assert complaints(exercise, tmp_path, "exercises") == []


def test_leaked_marker(exercise, tmp_path):
    exercise.cells[0].source += "\n\n### BEGIN SOLUTION"
    assert "part-0: solution marker left in" in complaints(exercise, tmp_path, "exercises")


def test_untouched_check_must_say_so(exercise, tmp_path):
    exercise.cells[1].outputs[0].data["text/plain"] = "Correct: well done"
    assert any("must say Not attempted" in c for c in complaints(exercise, tmp_path, "exercises"))


def test_command_line_counts_and_fails(clean, tmp_path, capsys):
    complaints(clean, tmp_path)
    path = str(tmp_path / "course" / "n.ipynb")
    assert lint.main([path]) == 0
    clean.cells[1].source = "!ls"
    complaints(clean, tmp_path)
    assert lint.main([path]) == 1
    assert "course/n.ipynb: part-1: no shell escapes" in capsys.readouterr().out


def test_the_report_counts_silent_cells_and_typed_numbers(clean):
    assert lint.silent(clean) == ["part-1"]
    clean.cells[1].metadata["tags"] = ["proof"]
    assert lint.silent(clean) == []
    clean.cells[2].source = """## 3.5 Part

About 0.75 of them, or 75.0 %, by Proposition 5.17 and (5.11); not −1.5.
In 12 of 13, $p=0.05$, `x = 0.1`, {= share:.2f}, version 1.2.3 no.

| 1.5 | a table |
"""
    assert lint.typed_numbers(clean) == [
        ("part-2", "0.75"),
        ("part-2", "75.0 %"),
        ("part-2", "−1.5"),
    ]
