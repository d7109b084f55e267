"""A student's record: written by checks, in one place only, and read back as progress."""

import errno
import json
import os
import random
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from featurespace import __version__, _progress
from featurespace.checks import all_checks, means
from featurespace.checks.check import Check
from featurespace.classroom import cli, contents, history, home, progress
from featurespace.plots import titles_fit

START = datetime(2026, 9, 1, 8, tzinfo=UTC)
DAY = timedelta(days=1)
NAMED = means.centre.misconceptions[2]
FIRST = contents.chapters()[0].exercises[0].name
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A course folder with an awkward name; we are in its exercises."""
    place = tmp_path / "mein Kurs für uns"
    (place / _progress.MARK).mkdir(parents=True)
    (place / "exercises").mkdir()
    monkeypatch.chdir(place / "exercises")
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    return place


def record(folder):
    return folder / _progress.MARK / _progress.FILE


def said(folder):
    told = record(folder).read_text("utf-8").split("\n")
    return [json.loads(line) for line in told if line]  # two writers may leave an empty one


def lines(*events):
    """Lines from (days after the start, exercise, status, mistake)."""
    return [
        history.Line(START + timedelta(days=event[0]), *event[1:3], "".join(event[3:]))
        for event in events
    ]


def due(days, *events):
    order = [e.name for chapter in contents.chapters() for e in chapter.exercises]
    return history.due(history.past(lines(*events)), order, START + timedelta(days=days))


def answered(status, said, mistake=""):
    return {"exercise": said, "status": status, "mistake": mistake}


# --- what a check writes


def test_a_check_leaves_a_line(folder):
    means.centre(NAMED.wrong)
    means.centre(means.centre.answer)
    means.centre.hint(2)
    wrong, right, hint = said(folder)
    assert {key: wrong[key] for key in ("exercise", "status", "mistake", "release")} == {
        "exercise": "means.centre",
        "status": "Not yet",
        "mistake": NAMED.sentence,
        "release": __version__,
    }
    assert (right["status"], "mistake" in right) == ("Correct", False)
    assert (hint["status"], hint["level"]) == ("Hint", 2)
    assert datetime.fromisoformat(wrong["time"]).utcoffset() == timedelta(0)


def test_the_same_result_twice_a_day_is_one_line_and_another_day_another(folder):
    path, right = record(folder), answered("Correct", "means.centre")
    for hours in (0, 1, 25):
        _progress.add(path, right, START + timedelta(hours=hours))
    _progress.add(path, answered("Correct", "means.orders"), START + DAY)
    _progress.add(path, right, START + 1.1 * DAY)  # as the last line of this exercise
    _progress.add(path, answered("Not yet", "means.centre", "why"), START + 1.2 * DAY)
    _progress.add(path, {"exercise": "means.centre", "status": "Not yet"}, START + 1.2 * DAY)
    _progress.add(path, right, START + 1.2 * DAY)
    assert [line["status"] for line in said(folder)] == [
        *["Correct"] * 3,
        *["Not yet"] * 2,
        "Correct",
    ]


def test_a_time_is_the_same_wherever_the_student_is(folder):
    elsewhere = datetime.fromisoformat("2026-09-01T23:30:00-07:00")
    _progress.add(record(folder), answered("Correct", FIRST), elsewhere)
    assert said(folder)[0]["time"] == "2026-09-02T06:30:00+00:00"
    assert history.read(record(folder))[0][0].when == elsewhere


def test_every_check_knows_its_name_and_stands_in_a_notebook():
    checks = all_checks()
    assert [_progress.full_name(check.answer) for check in checks.values()] == list(checks)
    shown = [e.name for chapter in contents.chapters() for e in chapter.exercises]
    assert sorted(shown) == sorted(checks)
    assert all(e.heading[0].isdigit() for c in contents.chapters() for e in c.exercises)


def test_a_check_of_somebody_elses_is_not_recorded(folder):
    own = Check(lambda x: x, lambda rng: [(1.0,)], (), ("None.",), "Yes.")
    assert own(lambda x: x).correct
    own.hint()
    assert not record(folder).exists()


def test_what_nbgrader_runs_is_not_recorded(folder, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert means.centre(means.centre.answer).correct
    assert not record(folder).exists()


WATCHED = """
import sys
opened = []
WRITING = {"os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "os.truncate"}
def watch(event, given):
    if event in WRITING or event == "open" and given[2] & 3:
        opened.append((event, *map(str, given)))
from featurespace.checks import means
sys.addaudithook(watch)
print(means.centre(means.centre.answer).status, means.centre.hint().status, opened)
"""


@pytest.mark.parametrize("place", ["nowhere", "course", "exercises", "tests"])
def test_without_a_course_folder_nothing_is_written_anywhere(tmp_path, place):
    """Not even in the checkout, where tests and build run their notebooks."""
    where = tmp_path if place == "nowhere" else ROOT / place
    run = subprocess.run(
        [sys.executable, "-c", WATCHED], cwd=where, capture_output=True, text=True, check=True
    )
    assert run.stdout.split(maxsplit=2) == ["Correct", "Hint", "[]\n"]
    assert _progress.course_folder(where) is None


def test_the_recorder_loads_nothing_of_the_classroom():
    code = "import sys, featurespace.checks; print([m for m in sys.modules if 'classroom' in m])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_what_cannot_be_written_disturbs_no_check(folder, monkeypatch, problem):
    def refuse(*_):
        raise OSError(problem, os.strerror(problem))

    monkeypatch.setattr(os, "write" if problem == errno.ENOSPC else "open", refuse)
    result = means.centre(means.centre.answer)
    assert result.correct
    assert repr(result) == f"Correct: {means.centre.praise}"


def test_a_folder_that_was_deleted_disturbs_no_check(tmp_path, monkeypatch):
    place = tmp_path / "gone"
    place.mkdir()
    monkeypatch.chdir(place)
    try:
        place.rmdir()
    except OSError:
        pytest.skip("here a folder that somebody is in cannot be deleted")
    assert means.centre(means.centre.answer).correct


def test_a_folder_in_place_of_the_file_disturbs_no_check(folder, capsys):
    record(folder).mkdir()
    assert means.centre(means.centre.answer).correct
    assert cli.main(["progress"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


WRITER = """
import sys
from pathlib import Path
from featurespace._progress import add
sys.stdin.readline()
for i in range(300):
    said = {"exercise": f"means.{sys.argv[2]}", "status": "Not yet", "mistake": f"{i} φ" * 20}
    add(Path(sys.argv[1]), said)
"""


def test_two_kernels_may_write_at_once(folder):
    kernels = [
        subprocess.Popen([sys.executable, "-c", WRITER, record(folder), who], stdin=subprocess.PIPE)
        for who in ("one", "two")
    ]
    for kernel in kernels:
        kernel.stdin.write(b"go\n")
        kernel.stdin.flush()
    for kernel in kernels:
        kernel.communicate(timeout=300)
    found, broken = history.read(record(folder))
    assert (len(found), broken) == (600, 0)
    for who in ("one", "two"):
        told = [line["mistake"] for line in said(folder) if line["exercise"] == f"means.{who}"]
        assert told == [f"{i} φ" * 20 for i in range(300)]


def test_threads_may_write_at_once(folder):
    def work(who):
        for i in range(50):
            _progress.add(record(folder), answered("Not yet", f"means.{who}", str(i)))

    threads = [threading.Thread(target=work, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert history.read(record(folder))[1] == 0
    assert len(said(folder)) == 200


@pytest.mark.parametrize("kept", [1, 30, -2, -1])
def test_a_line_that_was_cut_spoils_no_other(folder, kept, capsys):
    path = record(folder)
    _progress.add(path, answered("Correct", "means.orders"), START)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:kept])  # the crash; at -1 only the line's end is missing
    _progress.add(path, answered("Correct", "means.centre"), START)
    found, broken = history.read(path)
    assert {line.exercise for line in found} == {"means.orders", "means.centre"}
    assert broken == (0 if kept == -1 else 1)
    assert cli.main(["progress"]) == 0
    assert capsys.readouterr().out.count("could not be read") == broken


# --- what is read from it


def test_mistakes_are_met_and_overcome():
    known = history.past(
        lines(
            (0, "means.centre", "Not yet", "A"),
            (0.1, "means.centre", "Not yet", "B"),
            (0.2, "means.centre", "Not yet", "A"),
            (0.3, "means.centre", "Not yet"),
            (0.4, "means.centre", "Correct"),
            (0.5, "means.centre", "Not yet", "B"),
            (0.6, "means.orders", "Hint"),
            (0.7, "means.parzen", "Not attempted"),
            (0.8, "means.cost", "Cannot check"),
        )
    )
    centre = known.of["means.centre"]
    assert (centre.solved, centre.met, centre.left) == (True, {"A", "B"}, {"B"})
    assert (known.of["means.orders"].hints, known.of["means.orders"].tried) == (1, False)
    assert known.present == "means.orders"


def test_a_solved_exercise_is_due_after_two_days_then_four_then_eight():
    solved = [(0, "means.centre", "Correct"), (0.1, "pca.repair", "Not yet")]
    assert due(1.9, *solved) == []
    assert due(2, *solved) == ["means.centre"]
    solved.append((3, "means.centre", "Correct"))
    assert due(6.9, *solved) == []
    assert due(7, *solved) == ["means.centre"]
    solved.append((7, "means.centre", "Correct"))
    assert due(14.9, *solved) == []
    assert due(15, *solved) == ["means.centre"]
    solved.append((15, "means.centre", "Not yet"))
    assert due(16.9, *solved) == []
    assert due(17, *solved) == ["means.centre"]


def test_solving_again_before_it_is_due_changes_nothing():
    solved = [(0, "means.centre", "Correct"), (0.1, "pca.repair", "Not yet")]
    assert due(2, *solved, (1, "means.centre", "Correct")) == ["means.centre"]


def test_running_all_cells_does_not_count():
    again = [
        (0, "means.orders", "Correct"),
        (0.1, "means.centre", "Correct"),
        (0.2, "pca.repair", "Not yet"),
    ]
    second = 1 / 86400
    again += [(5, "means.orders", "Correct"), (5 + second, "means.centre", "Correct")]
    assert due(6, *again) == ["means.centre"]  # the first of them is in doubt, and counts


def test_the_chapter_one_is_in_is_not_recalled_and_others_take_turns():
    known = [
        (0, "means.orders", "Correct"),
        (1, "means.centre", "Correct"),
        (2, "describe.median", "Correct"),
        (3, "orthogonal.project", "Correct"),
        (3.1, "orthogonal.complement", "Not yet"),
    ]
    assert due(9, *known) == ["means.orders", "describe.median", "means.centre"]
    back = (9, "means.orders", "Correct")  # what is recalled moves nobody to its chapter
    assert due(9.1, *known, back) == ["means.centre", "describe.median"]
    assert due(9.1, *known, (9, "means.cost", "Not yet")) == [
        "describe.median",
        "orthogonal.project",
    ]


def test_exercises_of_other_releases_are_shown_and_not_recalled(folder, capsys):
    for name in ("means.no_more", "nowhere.at_all", "strange"):
        _progress.add(record(folder), answered("Correct", name), START)
    _progress.add(record(folder), answered("Not yet", FIRST), START)
    assert cli.main(["progress"]) == 0
    told = capsys.readouterr().out
    assert "means.no_more: correct" in told
    assert "0 of 112 exercises correct, 1 tried." in told.replace("\n", " ")
    assert "last answered" not in told


def term(path, seed):
    """A student's term: some months, most chapters, all kinds of luck."""
    luck, now = random.Random(seed), START
    for chapter in contents.chapters():
        for exercise in chapter.exercises[: luck.randint(0, 14)]:
            now += timedelta(minutes=luck.randint(1, 4000))
            for _ in range(luck.randint(0, 3)):
                mistake = luck.choice(["", "You forgot the ridge.", "Squared, ‖x‖², not."])
                _progress.add(path, answered("Not yet", exercise.name, mistake), now)
                now += timedelta(minutes=luck.randint(1, 30))
            if luck.random() < 0.8:
                _progress.add(path, {"exercise": exercise.name, "status": "Correct"}, now)
    return now


@pytest.mark.parametrize("seed", range(6))
def test_a_students_term_adds_up(folder, seed):
    end = term(record(folder), seed)
    what = progress.report(folder, end + 3 * DAY)
    heard = said(folder) if record(folder).exists() else []
    correct = {line["exercise"] for line in heard if line["status"] == "Correct"}
    tried = {line["exercise"] for line in heard if line["status"] == "Not yet"} - correct
    named = {(line["exercise"], line["mistake"]) for line in heard if line.get("mistake")}
    overcome = {pair for pair in named if pair[0] in correct}
    assert what.rows[-1][1] == (
        *(len(correct), len(tried), 112 - len(correct | tried)),
        *(len(named), len(overcome)),
    )
    assert all(sum(row[:3]) == 14 for _, row in what.rows[:-1])
    assert len(what.recall()) <= history.PROPOSED + 1
    assert str(what) == str(progress.report(folder, end + 3 * DAY))
    assert max(map(len, str(what).splitlines()[2:])) <= 98
    assert titles_fit(what.figure())


def test_the_picture_has_words_and_the_page_what_the_terminal_has(folder, capsys):
    means.centre(NAMED.wrong)
    means.orders(means.orders.answer)
    assert cli.main(["progress", "--save", "mine.html"]) == 0
    assert cli.main(["progress", "--save", "mine.png"]) == 0
    page = Path("mine.html").read_text("utf-8")
    assert page.count('<img alt="A row of marks for each chapter') == 1
    assert "1 of 112 exercises correct, 1 tried; 0 of 1 named mistakes overcome" in page
    assert Path("mine.png").read_bytes().startswith(b"\x89PNG")
    assert cli.main(["progress", "--save", "mine.png"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_in_a_notebook_it_is_one_line(folder, capsys):
    means.centre(NAMED.wrong)
    assert "0 of 112 exercises correct, 1 tried" in progress.show()._repr_html_()
    assert progress.show(folder / "nowhere") is None
    assert capsys.readouterr().out.startswith("There is no folder ")


# --- bad input: one sentence each, and nothing is touched


def complaint(capsys, *words):
    assert cli.main(["progress", *map(str, words)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_a_folder_that_is_no_course_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert "not a course folder" in complaint(capsys)
    assert "there is no folder" in complaint(capsys, tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_the_usual_folder_is_found_from_beside_it(tmp_path, monkeypatch, capsys):
    usual = tmp_path / home.NAME
    (usual / _progress.MARK).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["progress"]) == 0
    assert f"Progress in {usual}" in capsys.readouterr().out


GARBAGE = [b"\0\xff\x80" * 1000, b"[1, 2]\n{}\n", b'{"time": 3}', b"\n\n[" * 3000, b"[" * 200_000]


@pytest.mark.parametrize("garbage", GARBAGE, ids=["bytes", "json", "time", "brackets", "deep"])
def test_a_file_of_garbage(folder, garbage, capsys):
    record(folder).write_bytes(garbage)
    assert "delete it, and progress begins anew" in complaint(capsys)
    assert record(folder).read_bytes() == garbage


@pytest.mark.parametrize("time", ["2026-09-01T08:00:00", "yesterday", "0001-01-01T00:00:00+20:00"])
def test_a_line_with_an_odd_time_is_left_out(folder, time):
    record(folder).write_text(json.dumps({"time": time, **answered("Correct", FIRST)}) + "\n")
    _progress.add(record(folder), answered("Not yet", FIRST), START)
    found, broken = history.read(record(folder))
    assert ([line.status for line in found], broken) == (["Not yet"], 1)


def test_an_empty_file_is_a_beginning(folder, capsys):
    record(folder).touch()
    assert cli.main(["progress"]) == 0
    assert "Nothing is recorded yet" in capsys.readouterr().out


def test_a_huge_file_is_not_read(folder, capsys, monkeypatch):
    monkeypatch.setattr(history, "LARGEST", 1000)
    record(folder).write_bytes(b"x" * 1001)
    assert "no student's work comes to" in complaint(capsys)


def test_a_file_that_may_not_be_read(folder, capsys, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    record(folder).touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "cannot be read (Permission denied)" in complaint(capsys)


def test_a_folder_that_may_not_be_looked_into(folder, capsys, monkeypatch):
    def refuse(self):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "is_dir", refuse)
    assert f"{folder} cannot be read (Permission denied)" in complaint(capsys, str(folder))
    assert progress.show(folder) is None
    assert "cannot be read" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may look anywhere")
def test_a_folder_without_permission(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder.parent)
    folder.chmod(0)
    try:
        assert "cannot be read (Permission denied)" in complaint(capsys, str(folder))
    finally:
        folder.chmod(0o700)


def test_a_folder_that_may_not_be_written_is_spoken_of(folder, capsys, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert cli.main(["progress"]) == 0
    assert "you have no permission to write" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["a.txt", "nowhere/a.html"])
def test_a_page_that_cannot_be_saved(folder, name, capsys):
    means.centre(NAMED.wrong)
    complaint(capsys, "--save", name)
    assert not Path(name).exists()
