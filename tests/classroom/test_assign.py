"""Handing out: the folder is a course of nbgrader's, and gives no answer away."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import handing
import pytest

import exercises
from featurespace.classroom import assign, cli, material

SPOKEN = "01_means_and_distances"


def test_release_has_stubs_and_neither_answer_nor_explanation_nor_rubric(tmp_path):
    for chapter in material.chapters():
        assign.assign(chapter, tmp_path)
        page = (tmp_path / "release" / chapter / f"{chapter}.ipynb").read_text(encoding="utf-8")
        cells = json.loads(page)["cells"]
        assert not re.search(r"SOLUTION|MARK SCHEME|by hand\*\*|lines_to_next_cell|\"tags\"", page)
        assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
        solutions = assign.read("solutions", chapter)["cells"]
        told = {assign.joined(c) for c in solutions if "solution" in c["metadata"].get("tags", [])}
        assert len(told) > 5
        assert not told & {assign.joined(cell) for cell in cells}
        answers = [c for c in cells if c["metadata"].get("nbgrader", {}).get("solution")]
        assert len(answers) >= 14
        assert all("    raise NotImplementedError()" in assign.joined(c) for c in answers)


def test_source_has_answers_but_no_explanation_and_the_rubric_in_its_task(tmp_path):
    assign.assign(SPOKEN, tmp_path)
    path = tmp_path / "source" / SPOKEN / f"{SPOKEN}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert sum("### BEGIN SOLUTION" in assign.joined(cell) for cell in cells) == 14
    (task,) = (cell for cell in cells if cell["metadata"].get("nbgrader", {}).get("task"))
    scheme = task["source"].partition("=== BEGIN MARK SCHEME ===")[2]
    assert exercises.rubric_points(scheme) == task["metadata"]["nbgrader"]["points"] == 8
    assert "worked answers" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", exercises.chapters(), ids=lambda folder: folder.name)
def test_points_are_the_difficulty_and_every_open_challenge_has_a_rubric(folder):
    named = [e for e in exercises.exercises(folder) if e.name]
    notebook = assign.read("solutions", folder.name)
    checked, by_hand = assign.worth(notebook)
    assert checked == sum(e.facts["difficulty"] for e in named)
    challenges = [e for e in exercises.exercises(folder) if "open challenge" in e.title]
    texts = [assign.joined(cell) for cell in notebook["cells"]]
    rubrics = [text for text in texts if "**For whoever grades" in text]
    assert len(rubrics) == len(challenges)
    assert by_hand == sum(exercises.rubric_points(text) for text in rubrics)
    assert all(f"({exercises.rubric_points(text)} points)" in text for text in rubrics)


@pytest.mark.parametrize(
    ("words", "chapter"),
    [("2", handing.CHAPTER), ("02", handing.CHAPTER), (SPOKEN, SPOKEN), ("a", "A_linear_algebra")],
)
def test_a_chapter_is_named_by_number_or_name(words, chapter):
    assert assign.named(words) == chapter


@pytest.mark.parametrize("words", ["", "9", "0x", "../01", "-1", "0_"])
def test_what_names_no_chapter_is_told_the_names(words):
    with pytest.raises(cli.CannotDo, match="there are 00, 01"):
        assign.named(words)


def test_nothing_is_written_over_and_settings_stay(tmp_path, capsys):
    folder = tmp_path / "Kurs für alle"
    assert cli.main(["assign", "02", "-o", str(folder)]) == 0
    assert "28 points" in capsys.readouterr().out
    (folder / "nbgrader_config.py").write_text("mine", encoding="utf-8")
    assert cli.main(["assign", "02", "-o", str(folder)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert cli.main(["assign", "01", "-o", str(folder)]) == 0
    assert (folder / "nbgrader_config.py").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be_written_gives_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert cli.main(["assign", "02", "-o", str(tmp_path / "file" / "below")]) == 2
    assert "cannot write into" in capsys.readouterr().err


def nbgrader(folder: Path, *words: str) -> str:
    """Run nbgrader in a folder, as an instructor does whose environment is active."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    call = [sys.executable, "-m", "nbgrader", *words]
    done = subprocess.run(
        call, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def scores(folder: Path) -> dict[str, tuple[float, bool]]:
    """The score of every student in the gradebook, and whether there is something left to grade."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder}/gradebook.db", "featurespace") as gradebook:
        handed = gradebook.assignment_submissions(SPOKEN)
        return {one.student.id: (one.score, one.needs_manual_grade) for one in handed}


def test_nbgrader_releases_grades_and_validates_and_takes_our_marks(tmp_path):
    handing.needed("nbgrader")
    from featurespace.classroom import gradebook, records

    assign.assign(SPOKEN, tmp_path)
    released = tmp_path / "release" / SPOKEN / f"{SPOKEN}.ipynb"
    ours = json.loads(released.read_text(encoding="utf-8"))
    nbgrader(tmp_path, "generate_assignment", SPOKEN)
    theirs = json.loads(released.read_text(encoding="utf-8"))
    texts = [[assign.joined(c).strip() for c in page["cells"]] for page in (ours, theirs)]
    assert texts[0] == texts[1]
    answers = handing.right(SPOKEN)
    some = {name: answers[name] for name in ("squared_distances", "centre", "nearer")}
    handed = tmp_path / "submitted" / "bela" / SPOKEN / f"{SPOKEN}.ipynb"
    handing.written(handed, handing.filled(theirs, some))
    nbgrader(tmp_path, "autograde", SPOKEN)
    points = {e.name: e.check.difficulty for e in records.exercises_of(SPOKEN)}
    assert scores(tmp_path) == {"bela": (sum(points[name] for name in some), True)}
    handing.written(tmp_path / "all.ipynb", handing.filled(theirs, answers))
    assert "Success" in nbgrader(tmp_path, "validate", "all.ipynb")
    marks = records.empty("bela", SPOKEN, 1, "")  # what a forged notebook had earned is taken away
    url = f"sqlite:///{tmp_path}/gradebook.db"
    assert "1 student " in gradebook.enter(url, SPOKEN, [marks])
    assert scores(tmp_path)["bela"] == (0, True)
