"""``featurespace grade`` as an instructor runs it: a folder in, marks and pages out."""

import csv
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections import Counter

import handing
import pytest

from featurespace.classroom import cli, grade, records, sandbox, spread
from featurespace.classroom.submission import chapter as exercises_of

SEED = 7
SOME = {"project", "cutoff"}


@pytest.fixture(scope="module")
def right():
    return handing.right()


def jobs(answers: dict[str, str], students: list[str]) -> list[spread.Job]:
    """The same notebook from several students."""
    raw = json.dumps(handing.submission(answers)).encode()
    return [spread.Job(name, raw, handing.CHAPTER, SEED) for name in students]


def points(folder) -> dict[str, dict[str, str]]:
    """marks.csv by student."""
    text = (folder / "marks.csv").read_text(encoding="utf-8-sig")
    return {row["student"]: row for row in csv.DictReader(io.StringIO(text))}


def test_a_class_is_graded_and_graded_again_for_nothing(tmp_path, right, capsys):
    class_, out = tmp_path / "Abgaben für 02", tmp_path / "Noten 02"
    handing.written(class_ / "anna.ipynb", handing.submission(right))
    given = {name: right[name] for name in SOME}
    slip = {"complement": "def complement(V):\n    return 1 / 0"}
    handing.written(class_ / "=bela" / "my.ipynb", handing.submission({**given, **slip}))
    handing.written(class_ / "other.ipynb", handing.submission(chapter="03_fisher"))
    (class_ / "broken.ipynb").write_text("{", encoding="utf-8")
    (class_ / "late.zip").write_bytes(b"PK")
    call = ["grade", str(class_), "-o", str(out), "--chapter", "2", "--workers", "1"]
    assert cli.main([*call, "--seed", str(SEED)]) == 0
    told = capsys.readouterr().out
    assert "late.zip" in told
    assert "4 submissions, 1 without a notebook to grade; 1 process." in told
    assert "3 of 3 graded" in told
    assert "broken: The file is not a notebook" in told
    table = points(out)
    assert {name: row["total"] for name, row in table.items()} == {
        **{"anna": "28", "broken": "0", "other": "0"},
        "'=bela": str(
            sum(e.check.difficulty for e in exercises_of(handing.CHAPTER) if e.name in SOME)
        ),
    }
    assert "of chapter 03_fisher" in table["other"]["remark"]
    pages = {path.name: path.read_text(encoding="utf-8") for path in out.glob("feedback/*.html")}
    assert len(pages) == 4
    assert "28 of 28 points" in pages["anna.html"]
    (bela,) = (page for name, page in pages.items() if "bela" in name)
    assert "ZeroDivisionError" in bela
    assert "Traceback" not in bela
    assert "No answer here." in bela
    assert "stub" not in bela
    assert "NotImplementedError" not in bela
    assert ["Checked on other inputs" in pages[f"{n}.html"] for n in ("anna", "broken")] == [
        True,
        False,
    ]
    assert "4 submissions, 2 of them graded" in (out / "items.html").read_text(encoding="utf-8")
    before = {path: path.read_bytes() for path in sorted(out.rglob("*.*"))}
    assert cli.main(call) == 0  # the seed is known, and so is every notebook
    told = capsys.readouterr().out
    assert "of 3 graded" not in told
    assert "4 submissions, 4 of them known already; 1 process." in told
    assert {path: path.read_bytes() for path in sorted(out.rglob("*.*"))} == before
    handing.written(class_ / "anna.ipynb", handing.submission(given))  # handed in again
    assert cli.main(call) == 0
    assert "1 of 1 graded" in capsys.readouterr().out
    assert points(out)["anna"]["total"] != "28"


def test_an_interrupted_run_goes_on(tmp_path, right):
    class_, out = tmp_path / "in", tmp_path / "out"
    given = {"project": right["project"]}
    for number in range(4):
        handing.written(class_ / f"s{number}.ipynb", handing.submission(given))
    call = [sys.executable, "-m", "featurespace", "grade", str(class_), "-o", str(out)]
    call += ["--workers", "1", "--seed", str(SEED)]
    first = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    for line in first.stdout:  # the first record is kept once the second is under way
        if line.startswith("1 of 4"):
            first.send_signal(signal.SIGINT)
    assert first.wait() == 130
    kept = len(list((out / "records").glob("*.json")))
    assert 1 <= kept < 4
    again = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert f"{kept} of them known already" in again
    assert {row["total"] for row in points(out).values()} == {"1"}
    assert len(points(out)) == 4


def test_a_process_killed_in_the_middle_loses_no_submission(right):
    names = [f"s{number}" for number in range(4)]
    given = jobs({"project": right["project"]}, names)
    found, killed = Counter(), 0
    for job, record in spread.on_this_machine(given, 2):
        found[job.student] += 1
        assert records.total(record) == 1
        for process in multiprocessing.active_children() if not killed else ():
            os.kill(process.pid, signal.SIGKILL)
            killed += 1
    assert killed
    assert found == dict.fromkeys(names, 1)


def test_a_notebook_that_no_process_survives_gets_a_sentence_and_the_others_marks(
    right, monkeypatch
):
    names = ["a", "evil", "b"]
    broken = Counter()

    def until_broken(waiting, failed, workers):
        while waiting:
            job = waiting.popleft()
            if job.student == "evil":
                broken[job.student] += 1
                failed.append(job)
                return
            yield job, records.empty(job.student, job.chapter, job.seed, "")

    monkeypatch.setattr(spread, "until_broken", until_broken)
    found = {
        job.student: record["verdict"] for job, record in spread.on_this_machine(jobs({}, names), 2)
    }
    assert found == {"a": "", "evil": spread.LOST, "b": ""}
    assert broken["evil"] == spread.TRIES


def test_what_stops_the_judge_stops_one_submission_only(monkeypatch):
    from featurespace.classroom import judge

    def bad(*arguments):
        raise MemoryError

    monkeypatch.setattr(judge, "grade_one", bad)
    record = spread.judged(jobs({}, ["anna"])[0])
    assert record["verdict"].startswith("This notebook stopped the grader (MemoryError); grade it")
    assert records.total(record) == 0


def trouble(*arguments, **options):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("where", ["tempfile.mkdtemp", "subprocess.Popen"])
def test_trouble_of_the_graders_machine_is_no_verdict(monkeypatch, tmp_path, right, where):
    (job,) = jobs({"project": right["project"]}, ["anna"])
    sandbox.stage()
    with monkeypatch.context() as broken:
        broken.setattr(f"featurespace.classroom.sandbox.{where}", trouble)
        record = spread.judged(job)
    assert record["verdict"].startswith("The grader's machine failed (No space left on device).")
    book = records.Book.open(tmp_path / "out", job.chapter, job.seed, fresh=lambda: 0)
    book.save(record, job.digest)
    assert book.find("anna", job.digest) is None
    book.save(spread.lost(job), job.digest)
    assert book.find("anna", job.digest) is None
    assert records.total(spread.judged(job)) == 1


def test_what_was_not_judged_is_not_entered_and_graded_again(tmp_path, monkeypatch, capsys):
    for name in ("anna", "bela"):
        handing.written(tmp_path / "in" / f"{name}.ipynb", handing.submission())
    entered, fails = [], ["anna"]

    def graded(waiting, workers):
        for job in waiting:
            record = records.empty(job.student, job.chapter, job.seed, "")
            yield job, spread.lost(job) if job.student in fails else record

    def enter(url, chapter, judged):
        entered.append([record["student"] for record in judged])
        return "Entered."

    monkeypatch.setattr(grade, "on_this_machine", graded)
    monkeypatch.setattr(grade, "enter", enter)
    call = ["grade", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--seed", "7"]
    assert cli.main([*call, "--gradebook", "x"]) == 0
    assert f"anna: {spread.LOST}" in capsys.readouterr().out
    fails.clear()
    assert cli.main([*call, "--gradebook", "x"]) == 0
    assert entered == [["bela"], ["anna", "bela"]]
    told = capsys.readouterr().out
    assert "1 of them known already" in told
    assert "1 of 1 graded" in told


def test_trouble_in_the_middle_of_a_submission_is_no_verdict(monkeypatch, right):
    begun = sandbox.Sandbox.__init__
    boxes = []

    def second_fails(self, *arguments, **options):
        boxes.append(self)
        begun(self, *arguments, **options) if len(boxes) == 1 else trouble()

    monkeypatch.setattr(sandbox.Sandbox, "__init__", second_fails)
    exits = "def project(*a):\n    import os; os._exit(1)"
    record = spread.judged(jobs({**right, "project": exits}, ["anna"])[0])
    assert record["again"], record
    assert len(boxes) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["in/nowhere"], "is not there"),
        (["in", "--workers", "0"], "--workers must be 1 or more"),
        (["in", "--chapter", "9"], "no single chapter"),
        (["in", "-o", "in/marks"], "lies among the submissions"),
        (["in", "-o", "in/../in"], "lies among the submissions"),
        (["in", "-o", "full"], "holds something else"),
        (["in", "-o", "in.ipynb/x"], "in.ipynb"),
        (["mixed"], "several chapters"),
        (["empty"], "no notebook and no student's folder"),
    ],
)
def test_foreseeable_trouble_is_one_sentence_and_writes_nothing(
    tmp_path, monkeypatch, capsys, words, sentence
):
    monkeypatch.chdir(tmp_path)
    handing.written(tmp_path / "in" / "anna.ipynb", handing.submission())
    handing.written(tmp_path / "mixed" / "anna.ipynb", handing.submission())
    handing.written(tmp_path / "mixed" / "bela.ipynb", handing.submission(chapter="03_fisher"))
    handing.written(tmp_path / "full" / "notes.txt", {})
    handing.written(tmp_path / "in.ipynb", {})
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    output = [] if "-o" in words else ["-o", "out"]
    assert cli.main(["grade", *words, *output, "--seed", "7"]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert len(shown.err.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before
