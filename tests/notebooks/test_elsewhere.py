"""The cell for Colab installs the course there, and does nothing anywhere else."""

import subprocess
import sys
from types import ModuleType, SimpleNamespace

import nbformat
import pytest

import build
import elsewhere
import slides

WITH_IT = [t for t in build.targets() if t.path.parent.name != "solutions"]


@pytest.fixture
def installer(monkeypatch):
    """A stand-in for pip, which notes what it was asked for."""
    asked, code = [], [0]

    def run(command, **more):
        asked.append(command)
        return SimpleNamespace(returncode=code[0])

    monkeypatch.setattr(subprocess, "run", run)
    return asked, code


def test_elsewhere_it_does_nothing(installer, capsys):
    room = {}
    exec(elsewhere.COLAB, room)
    assert set(room) - {"__builtins__"} == {"sys"}
    assert installer[0] == []
    assert capsys.readouterr() == ("", "")


def test_on_colab_it_installs_the_course_by_its_name(installer, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    exec(elsewhere.COLAB, {})
    name = "featurespace[course]"
    assert installer[0] == [[sys.executable, "-m", "pip", "install", "-q", name]]
    assert capsys.readouterr().out == ""


def test_if_that_fails_it_says_what_to_do(installer, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    installer[1][0] = 1
    exec(elsewhere.COLAB, {})
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "upload its wheel" in said


@pytest.mark.parametrize("target", WITH_IT, ids=lambda t: f"{t.path.parent.name}/{t.path.stem}")
def test_it_stands_below_the_title_and_moves_no_other_cell(target, monkeypatch):
    cells = build.assemble(target).cells
    assert cells[1].id == elsewhere.CELL_ID
    assert cells[1].metadata["jupyter"]["source_hidden"]
    assert not slides.projected(cells[1])
    monkeypatch.setattr(elsewhere, "for_colab", lambda notebook: None)
    others = build.assemble(target).cells
    assert [cell.id for cell in others] == [cell.id for cell in cells if cell is not cells[1]]
    assert others == nbformat.from_dict([cell for cell in cells if cell is not cells[1]])


def test_worked_answers_are_without_it():
    solved = [t for t in build.targets() if t.path.parent.name == "solutions"]
    assert all(elsewhere.COLAB != c.source for t in solved for c in build.assemble(t).cells)
