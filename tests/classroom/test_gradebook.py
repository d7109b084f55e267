"""Marks in nbgrader's gradebook: entered, entered again, and never over a mark given by hand."""

import builtins

import handing
import pytest

from featurespace.classroom import gradebook, records
from featurespace.classroom.cli import CannotDo

OPEN = "01_means_and_distances"  # it has an open challenge


def marked(student: str, share: int = 1, verdict: str = "") -> dict:
    """A record in which every so-manieth exercise is right."""
    record = records.empty(student, OPEN, 7, verdict)
    for exercise in record["exercises"][::share] if not verdict else ():
        exercise["points"] = exercise["out_of"]
    return record


def scores(url: str) -> dict[str, tuple[float, float, bool]]:
    """Score, what it is out of, and whether something waits to be graded, by student."""
    with gradebook.opened(url) as book:
        return {
            one.student.id: (one.score, one.max_score, one.needs_manual_grade)
            for one in book.assignment_submissions(OPEN)
        }


@pytest.fixture
def url(tmp_path):
    handing.needed("nbgrader")
    return f"sqlite:///{tmp_path}/Noten buch.db"


def test_marks_are_entered_and_the_open_challenge_waits(url):
    class_ = [marked("anna"), marked("Bela Ö; DROP TABLE grade", 2), marked("none", 1, "Nothing.")]
    assert gradebook.enter(url, OPEN, class_).endswith("has the marks of 3 students now.")
    found = scores(url)
    assert found["anna"] == (29, 37, True)
    assert found["Bela Ö; DROP TABLE grade"][0] == records.total(class_[1])
    assert found["none"] == (0, 37, False)


def test_entered_again_marks_change_and_those_by_hand_stay(url):
    gradebook.enter(url, OPEN, [marked("anna")])
    with gradebook.opened(url) as book:
        book.find_grade("an-open-challenge-0", OPEN, OPEN, "anna").manual_score = 6
        book.find_grade("distances-2", OPEN, OPEN, "anna").extra_credit = 1
        book.db.commit()
    gradebook.enter(url, OPEN, [marked("anna", 2)])
    score = records.total(marked("anna", 2))
    assert scores(url) == {"anna": (score + 6 + 1, 37, False)}


def test_an_assignment_of_another_kind_gives_a_sentence(url):
    with gradebook.opened(url) as book:
        book.add_assignment(OPEN)
        book.add_notebook(OPEN, OPEN)
    with pytest.raises(CannotDo, match="of another release: it lacks the cell distances-2"):
        gradebook.enter(url, OPEN, [marked("anna")])


@pytest.mark.parametrize("bad", ["gradebook.db", "sqlite:////no/such/folder/book.db", "x://y"])
def test_a_gradebook_that_cannot_be_opened_gives_a_sentence(url, bad):
    with pytest.raises(CannotDo, match="cannot open the gradebook"):
        gradebook.enter(bad, OPEN, [])


def test_without_nbgrader_the_sentence_says_what_to_install(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.startswith("nbgrader"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotDo, match="install it with: pip install"):
        gradebook.enter("sqlite://", OPEN, [])
