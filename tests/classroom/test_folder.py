"""A student's folder: started, updated, broken off, full, and asked for what cannot be."""

import contextlib
import errno
import json
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from students import STUB, at_once, code, notebook, source, text

from featurespace.classroom import home as homes
from featurespace.classroom import safe, start, update
from featurespace.classroom.cli import main
from featurespace.classroom.home import Home, Release
from featurespace.classroom.matching import weave
from featurespace.classroom.merge import merge

PATH = "exercises/01_small.ipynb"
SPARE = "exercises/02_other.ipynb"
PLACE = "Übungen von mir"  # a space and an umlaut


def stub(name: str, arguments: str = "K", key: str = "") -> dict:
    lines = [f"def {name}({arguments}):", *STUB]
    return code(f"{key or name}-1", lines, solution=True, grade=False)


def exercise(name: str, words: str = "Return it.", **kind) -> list[dict]:
    key = kind.get("key", name)
    check = code(f"{key}-2", [f"check.{name}({name})"], solution=False, grade=True)
    return [text(f"{key}-0", f"## {key}\n\n{words}"), stub(name, **kind), check]


def book(*parts: list[dict]) -> dict:
    return notebook([text("title", "# Exercises"), *(cell for part in parts for cell in part)])


ONE = book(exercise("centre"), exercise("spread"))
OTHER = book(exercise("median"))
SETUP = "sigma = 1.0\nK = kernel(X)"
CHAPTER = notebook([text("top", "# A chapter\n\nMeans."), code("code-1", [SETUP])])


def release(version: str, exercises: dict = ONE, chapter: dict = CHAPTER, page: str = "Start."):
    books = {"course/01_small.ipynb": chapter, PATH: exercises, SPARE: OTHER}
    return Release(version, {"course/README.md": page.encode()}, books)


@pytest.fixture
def place(tmp_path) -> Path:
    """A course folder at release 1.0."""
    folder = tmp_path / PLACE
    start.fill(Home(folder), release("1.0"))
    return folder


def read(place: Path, name: str = PATH) -> dict:
    return json.loads((place / name).read_bytes())


def cell(place: Path, name: str, path: str = PATH) -> dict:
    return next(cell for cell in read(place, path)["cells"] if cell["id"] == name)


def write(place: Path, change, name: str = PATH, **layout) -> dict:
    """A student saves a notebook after a change."""
    found = read(place, name)
    change(found["cells"])
    (place / name).write_text(json.dumps(found, **layout))
    return found


def answering(name: str, words: str, attribute: str = "source"):
    """What replaces the source of one cell."""

    def change(cells):
        next(cell for cell in cells if cell["id"] == name)[attribute] = words

    return change


def renew(place: Path, version: str = "2.0", **changes) -> list[str]:
    return update.bring(Home(place), release(version, **changes))


def everything(place: Path) -> dict[str, bytes]:
    files = [path for path in place.rglob("*") if path.is_file()]
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


ANSWER = "def centre(K):\n    return K - K.mean(axis=0)"


# --- what an update does -------------------------------------------------------------------------


def test_a_new_folder_has_all_and_says_which_release_it_is_at(place):
    assert {*everything(place)} >= {"course/01_small.ipynb", PATH, SPARE, "course/README.md"}
    assert Home(place).version == "1.0"
    assert Home(place).is_at(release("1.0"))
    assert [source(c) for c in read(place)["cells"]] == [source(c) for c in ONE["cells"]]


def test_an_answer_stays_and_a_corrected_question_comes(place):
    write(place, answering("centre-1", ANSWER))
    before = (place / PATH).read_bytes()
    said = renew(place, exercises=book(exercise("centre", "Return it all."), exercise("spread")))
    assert source(cell(place, "centre-1")) == ANSWER
    assert source(cell(place, "centre-0")) == "## centre\n\nReturn it all."
    assert f"{PATH}: 1 answer carried over" in said
    assert f"{PATH}, “centre”: the text changed: look at your answer again" in said
    kept = next((place / "backups").glob(f"*_release-1.0/{PATH}"))
    assert kept.read_bytes() == before
    assert "the text changed" in (kept.parents[1] / "changes.md").read_text(encoding="utf-8")


def test_a_second_update_changes_no_byte(place):
    write(place, answering("centre-1", ANSWER))
    renew(place, exercises=book(exercise("centre", "Other words.")), page="New.")
    before = everything(place)
    assert renew(place, exercises=book(exercise("centre", "Other words.")), page="New.") == [
        "Nothing to do: the folder is at release 2.0."
    ]
    assert everything(place) == before


def test_an_untouched_notebook_of_an_unchanged_release_is_left_alone(place):
    before = (place / SPARE).read_bytes()
    renew(place, exercises=book(exercise("centre", "Other words.")))
    assert (place / SPARE).read_bytes() == before
    assert not list((place / "backups").glob(f"*/{SPARE}"))


def test_another_signature_is_shown_above_the_answer(place):
    write(place, answering("centre-1", ANSWER))
    said = renew(place, exercises=book(exercise("centre", arguments="K, y"), exercise("spread")))
    cells = read(place)["cells"]
    number = [c["id"] for c in cells].index("centre-1")
    assert source(cells[number]) == ANSWER
    assert "def centre(K, y):" in source(cells[number - 1])
    assert source(cells[number - 1]).startswith("> **Changed in release 2.0.")
    advice = "the answer's first lines changed: look at your answer again"
    assert f"{PATH}, “centre”: {advice}" in said


def test_an_open_stub_becomes_the_new_one(place):
    renew(place, exercises=book(exercise("centre", arguments="K, y"), exercise("spread")))
    assert source(cell(place, "centre-1")).startswith("def centre(K, y):")


def test_an_exercise_with_another_heading_is_known_by_its_function(place):
    write(place, answering("centre-1", ANSWER))
    renew(place, exercises=book(exercise("centre", key="the-middle"), exercise("spread")))
    assert source(cell(place, "the-middle-1")) == ANSWER
    assert "centre-0" not in [c["id"] for c in read(place)["cells"]]


def test_an_answer_to_a_removed_exercise_stays_and_is_marked(place):
    write(place, answering("centre-1", ANSWER))
    said = renew(place, exercises=book(exercise("spread")))
    cells = read(place)["cells"]
    number = [source(c) for c in cells].index(ANSWER)
    assert "No longer part of the course" in source(cells[number - 1])
    assert "nbgrader" not in cells[number]["metadata"]
    assert any("no longer part of the course" in line for line in said)
    assert "check.centre" not in "".join(map(source, cells))


def test_results_stay_where_the_code_does(place):
    shown = [{"output_type": "stream", "name": "stdout", "text": "4"}]
    write(place, answering("spread-1", "x = 4\nprint(x)"))
    write(place, answering("spread-1", shown, "outputs"))
    write(place, answering("code-1", shown, "outputs"), "course/01_small.ipynb")
    new = notebook([text("top", "# A better chapter"), code("code-1", [SETUP])])
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")), chapter=new)
    assert cell(place, "spread-1")["outputs"] == shown
    assert cell(place, "code-1", "course/01_small.ipynb")["outputs"] == shown


def test_changed_code_of_a_chapter_is_ours_and_theirs_is_shown_below(place):
    path = "course/01_small.ipynb"
    write(place, answering("code-1", SETUP.replace("1.0", "2.5")), path)
    new = notebook([text("top", "# A chapter\n\nMeans."), code("code-1", [SETUP, "print(K)"])])
    said = renew(place, chapter=new)
    cells = read(place, path)["cells"]
    assert source(cells[1]) == SETUP + "\nprint(K)"
    assert "sigma = 2.5" in source(cells[2])
    assert cells[2]["cell_type"] == "markdown"
    assert any("what you wrote there is kept below it" in line for line in said)


def test_code_of_a_chapter_that_only_the_student_changed_stays(place):
    path = "course/01_small.ipynb"
    write(place, answering("code-1", "sigma = 2.5"), path)
    new = notebook([text("top", "# A better chapter"), code("code-1", [SETUP])])
    renew(place, chapter=new)
    assert source(cell(place, "code-1", path)) == "sigma = 2.5"
    assert source(cell(place, "top", path)) == "# A better chapter"


def test_a_remark_in_our_text_stays_beside_our_correction(place):
    path = "course/01_small.ipynb"
    write(place, answering("top", "# A chapter\n\nMeans.\n\nAsk about this."), path)
    new = notebook([text("top", "# A better chapter\n\nMeans."), code("code-1", [SETUP])])
    renew(place, chapter=new)
    words = "# A better chapter\n\nMeans.\n\nAsk about this."
    assert source(cell(place, "top", path)) == words


def test_a_copied_cell_with_the_same_id_stays_and_the_answered_one_counts(place):
    def change(cells):
        cells.append({**stub("centre"), "source": ANSWER})

    write(place, change)
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")))
    cells = read(place)["cells"]
    ids = [c["id"] for c in cells]
    assert len(ids) == len(set(ids))
    assert source(cell(place, "centre-1")) == ANSWER
    graded = [c["metadata"]["nbgrader"]["grade_id"] for c in cells if "nbgrader" in c["metadata"]]
    assert len(graded) == len(set(graded))
    nbformat.validate(nbformat.from_dict(read(place)))


def test_a_renamed_notebook_is_updated_under_its_name(place):
    write(place, answering("centre-1", ANSWER))
    (place / PATH).rename(place / "exercises" / "my first.ipynb")
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")))
    assert source(cell(place, "centre-1", "exercises/my first.ipynb")) == ANSWER
    assert source(cell(place, "centre-0", "exercises/my first.ipynb")) == "## centre\n\nNew."
    assert not (place / PATH).exists()


def test_an_old_file_put_back_is_updated_again(place):
    write(place, answering("centre-1", ANSWER))
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")))
    kept = next((place / "backups").glob(f"*/{PATH}"))
    (place / PATH).write_bytes(kept.read_bytes())
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")))
    assert source(cell(place, "centre-0")) == "## centre\n\nNew."
    assert source(cell(place, "centre-1")) == ANSWER


def test_a_deleted_notebook_comes_back_fresh(place):
    (place / PATH).unlink()
    assert f"{PATH} was missing; a fresh one is there" in renew(place)
    assert [source(c) for c in read(place)["cells"]] == [source(c) for c in ONE["cells"]]


def test_a_notebook_that_the_course_drops_stays(place):
    new = release("2.0")
    del new.books[SPARE]
    said = update.bring(Home(place), new)
    assert f"{SPARE} is no longer part of the course; yours stays where it is" in said
    assert (place / SPARE).exists()


def test_a_page_that_was_written_into_is_among_the_backups(place):
    (place / "course" / "README.md").write_text("Mine.")
    said = renew(place, page="New.")
    assert (place / "course" / "README.md").read_text() == "New."
    assert next((place / "backups").glob("*/course/README.md")).read_text() == "Mine."
    assert any("what you had changed in it is in backups/" in line for line in said)


def test_one_change_is_not_called_all_of_many(place):
    (said,) = renew(place, page="New.")
    assert "a list of all that changed, are in backups/" in said


def test_answers_survive_when_nothing_is_known_of_what_was_delivered(place):
    write(place, answering("centre-1", ANSWER))
    for path in (place / ".featurespace" / "delivered").iterdir():
        path.unlink()
    renew(place, exercises=book(exercise("centre", "New."), exercise("spread")))
    assert source(cell(place, "centre-1")) == ANSWER
    assert "New." in source(cell(place, "centre-0"))
    assert "nbgrader" in cell(place, "centre-1")["metadata"]


def test_an_unknown_file_of_the_student_is_not_touched(place):
    (place / "exercises" / "data.csv").write_text("1,2")
    (place / "scratch.ipynb").write_bytes(b"{}")
    before = everything(place)
    renew(place, page="New.")
    after = everything(place)
    assert all(after[n] == before[n] for n in ("exercises/data.csv", "scratch.ipynb"))


def test_what_only_one_order_has_comes_after_what_it_follows():
    new, mine = ([("new", 0), ("new", 1)], [("mine", 0), ("new", 0), ("mine", 1), ("mine", 2)])
    assert weave(new, mine) == [("mine", 0), ("new", 0), ("mine", 1), ("mine", 2), ("new", 1)]


def test_odd_cells_become_valid_ones():
    odd = {"cell_type": "code", "id": "no good!", "metadata": {}, "source": ["a", "\ud800"]}
    odd |= {"attachments": {}, "execution_count": "x"}
    mine = {**ONE, "cells": [*ONE["cells"], odd, {"cell_type": "markdown", "source": "```"}]}
    merged = merge(ONE, mine, book(exercise("centre", "New."))).notebook
    nbformat.validate(nbformat.from_dict(merged))


# --- what may go wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [b"", b'{"cells": [', b"\xff\xfe\x00", b"[1, 2]", b"[" * 99999])
def test_a_broken_notebook_is_kept_and_a_fresh_one_takes_its_place(place, damage):
    (place / PATH).write_bytes(damage)
    said = renew(place)
    assert (place / "exercises" / "01_small.kept.ipynb").read_bytes() == damage
    assert any("could not be read" in line and "01_small.kept.ipynb" in line for line in said)
    assert len(read(place)["cells"]) == len(ONE["cells"])
    before = everything(place)
    renew(place)
    assert everything(place) == before


def test_a_notebook_of_another_course_is_kept_aside(place):
    foreign = json.dumps(notebook([text("a", "# Botany"), code("b", ["plant()"])]))
    (place / PATH).write_text(foreign)
    said = renew(place)
    assert (place / "exercises" / "01_small.kept.ipynb").read_text() == foreign
    assert any("is another notebook" in line for line in said)
    assert len(read(place)["cells"]) == len(ONE["cells"])


def test_an_update_that_fails_names_what_it_has_renamed(place, capsys, monkeypatch):
    foreign = json.dumps(notebook([text("a", "# Botany"), code("b", ["plant()"])]))
    (place / PATH).write_text(foreign)
    with monkeypatch.context() as patch:
        patch.setattr(update.Update, "book", lambda *_: os.stat(place / "nowhere"))
        with pytest.raises(update.CannotDo):
            renew(place)
    assert f"{PATH} is another notebook; it is now 01_small.kept.ipynb" in capsys.readouterr().out
    assert (place / "exercises" / "01_small.kept.ipynb").read_text() == foreign
    told = f"{PATH} was missing; a fresh one is there, beside 01_small.kept.ipynb"
    assert told in renew(place)


def test_an_update_that_cannot_read_a_notebook_has_renamed_none(place):
    (place / PATH).write_text("{")
    (place / SPARE).unlink()
    (place / SPARE).mkdir()
    with pytest.raises(update.CannotDo, match="02_other"):
        renew(place)
    assert (place / PATH).read_text() == "{"
    (place / SPARE).rmdir()
    assert any("it is now 01_small.kept.ipynb" in line for line in renew(place))


def test_a_crash_at_any_write_leaves_whole_files_and_a_second_run_finishes(tmp_path, monkeypatch):
    real, count = os.replace, 0

    def crash_at(number: int):
        left = iter(range(number))

        def replace(*names):
            nonlocal count
            if next(left, None) is None:
                raise KeyboardInterrupt
            count += 1
            return real(*names)

        return replace

    for number in range(100):
        place = tmp_path / str(number)
        start.fill(Home(place), release("1.0"))
        write(place, answering("centre-1", ANSWER))
        new = {"exercises": book(exercise("centre", "New."), exercise("added")), "page": "New."}
        with monkeypatch.context() as patch:
            patch.setattr("os.replace", crash_at(number))
            try:
                renew(place, **new)
                done = True
            except KeyboardInterrupt:
                done = False
        for path in place.rglob("*.ipynb"):
            nbformat.validate(nbformat.read(path, as_version=4))
        assert source(cell(place, "centre-1")) == ANSWER
        renew(place, **new)
        assert Home(place).version == "2.0"
        assert source(cell(place, "centre-0")) == "## centre\n\nNew."
        assert source(cell(place, "centre-1")) == ANSWER
        assert not list(place.rglob(safe.PART + "*"))
        if done:
            break
    assert number > 5


def test_half_written_files_of_a_crash_are_swept_away(place):
    part = place / "exercises" / f"{safe.PART}abc"
    part.write_text("half")
    renew(place)
    assert not part.exists()


def full_disk(tmp_path: Path, size: str) -> Path | None:
    """A small file system, where we may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        return None
    return disk if done.returncode == 0 else None


def fill_up(filler: Path) -> None:
    """Leave no room on a disk."""
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


def test_on_a_full_disk_every_file_is_whole(tmp_path, capsys, monkeypatch):
    disk = full_disk(tmp_path, "400k")
    if disk is None:
        pytest.skip("no small file system can be made here (it needs root)")
    try:
        place = disk / PLACE
        start.fill(Home(place), release("1.0"))
        write(place, answering("centre-1", ANSWER))
        filler = disk / "filler"
        fill_up(filler)
        before = everything(place)
        monkeypatch.setattr(
            update, "installed", lambda: release("2.0", book(exercise("centre", "New.")))
        )
        assert main(["update", str(place)]) == 2
        said = capsys.readouterr().err
        assert "the disk is full" in said
        assert "Traceback" not in said
        assert everything(place).items() >= before.items()
        assert not list(place.rglob(safe.PART + "*"))
        filler.unlink()
        assert main(["update", str(place)]) == 0
        assert source(cell(place, "centre-1")) == ANSWER
        assert source(cell(place, "centre-0")) == "## centre\n\nNew."
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("number", range(8))
def test_a_disk_that_fills_up_in_between_loses_nothing(place, monkeypatch, number):
    """The same with a stand-in for the disk, at any file."""
    write(place, answering("centre-1", ANSWER))
    before = everything(place)
    real, left = os.fsync, iter(range(number))

    def fsync(handle):
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle)

    new = {"exercises": book(exercise("centre", "New.")), "page": "New."}
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fsync)
        with pytest.raises(update.CannotDo, match=r"the disk is full .*nothing is lost"):
            renew(place, **new)
    assert source(cell(place, "centre-1")) == ANSWER
    assert {*everything(place)} >= {*before}
    renew(place, **new)
    assert source(cell(place, "centre-1")) == ANSWER
    assert source(cell(place, "centre-0")) == "## centre\n\nNew."


def test_two_updates_at_once_do_it_once(place):
    write(place, answering("centre-1", ANSWER))
    context = multiprocessing.get_context("spawn")
    gate, answers = context.Barrier(2), context.Queue()
    new = release("2.0", book(exercise("centre", "New.")))
    both = [context.Process(target=at_once, args=(place, new, gate, answers)) for _ in range(2)]
    for process in both:
        process.start()
    said = [answers.get(timeout=300) for _ in both]
    for process in both:
        process.join(300)
    assert "done" in said
    assert all(words == "done" or "another start or update" in words for words in said)
    assert source(cell(place, "centre-1")) == ANSWER
    assert len(list((place / "backups").iterdir())) == 1


def test_an_update_waits_for_nobody(place):
    with safe.alone(place / ".featurespace"), pytest.raises(update.CannotDo, match="wait until"):
        renew(place)


# --- what cannot be done is said in a sentence ---------------------------------------------------


@pytest.fixture
def small(monkeypatch):
    """The installed release is a small one."""
    for module in (homes, start, update):
        monkeypatch.setattr(module, "installed", lambda: release("2.0"))


def refused(capsys, *words: str) -> str:
    """The one sentence that a command is refused with."""
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"featurespace {words[0]}: ")
    assert len(said.splitlines()) == 1
    return said


def test_start_fills_a_folder_and_leaves_it_alone_the_second_time(small, tmp_path, capsys):
    folder = str(tmp_path / PLACE)
    assert main(["start", folder, "--no-open"]) == 0
    assert "Copying the course into" in capsys.readouterr().out
    before = everything(Path(folder))
    assert main(["start", folder, "--no-open"]) == 0
    assert "it stays as it is" in capsys.readouterr().out
    assert everything(Path(folder)) == before


def test_start_says_that_something_newer_is_installed(small, place, capsys):
    before = everything(place)
    assert main(["start", str(place), "--no-open"]) == 0
    said = capsys.readouterr().out
    assert "A newer course is installed (release 2.0)" in said
    assert f'featurespace update "{place}"' in said
    assert everything(place) == before


def test_without_a_name_the_folder_is_found(small, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["start", "--no-open"]) == 0
    assert Home(tmp_path / homes.NAME).version == "2.0"
    assert main(["update"]) == 0
    monkeypatch.chdir(tmp_path / homes.NAME / "exercises")
    assert main(["start", "--no-open"]) == 0
    assert main(["update"]) == 0
    assert not (tmp_path / homes.NAME / "exercises" / homes.NAME).exists()
    assert "Nothing to do" in capsys.readouterr().out


def test_a_start_that_was_broken_off_goes_on(small, tmp_path, monkeypatch):
    def crash(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(update.Update, "page", crash)
        assert main(["start", str(tmp_path / "mine"), "--no-open"]) == 130
    assert main(["start", str(tmp_path / "mine"), "--no-open"]) == 0
    assert Home(tmp_path / "mine").is_at(release("2.0"))


@pytest.mark.parametrize("there", ["named", "here", "below"])
@pytest.mark.parametrize("command", ["start", "update"])
def test_a_copy_without_its_hidden_folder_is_adopted(
    small, place, capsys, monkeypatch, command, there
):
    write(place, answering("centre-1", ANSWER))
    write(place, answering("code-1", "sigma = 2.5"), "course/01_small.ipynb")
    for path in sorted((place / ".featurespace").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (place / ".featurespace").rmdir()
    before = everything(place)
    copy = place.rename(place.parent / homes.NAME) if there == "below" else place
    monkeypatch.chdir(copy if there == "here" else copy.parent)
    words = [command, *([str(copy)] if there == "named" else [])]
    assert main([*words, "--no-open"] if command == "start" else words) == 0
    assert "It is a course folder again" in capsys.readouterr().out
    assert not (copy / homes.NAME).exists()
    if command == "start":
        assert everything(copy).items() >= before.items()
    assert main(["update", str(copy)]) == 0
    assert Home(copy).version == "2.0"
    assert source(cell(copy, "centre-1")) == ANSWER
    assert "sigma = 2.5" in str(read(copy, "course/01_small.ipynb"))
    assert main(["update", str(copy)]) == 0
    assert "Nothing to do" in capsys.readouterr().out


def test_an_adopted_copy_of_another_release_loses_no_answer(small, place, monkeypatch, capsys):
    """Nothing is known of what was delivered: what was written stays, and our changes come."""
    write(place, answering("centre-1", ANSWER))
    write(place, answering("code-1", "sigma = 2.5"), "course/01_small.ipynb")
    for path in sorted((place / ".featurespace").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    before = (place / PATH).read_bytes()
    new = book(exercise("centre", "New."), exercise("spread"))
    chapter = notebook([text("top", "# Better"), code("code-1", [SETUP, "print(K)"])])
    newer = release("2.0", new, chapter)
    for module in (homes, start, update):
        monkeypatch.setattr(module, "installed", lambda: newer)
    assert main(["start", str(place), "--no-open"]) == 0
    assert "A newer course is installed" in capsys.readouterr().out
    assert (place / PATH).read_bytes() == before
    assert main(["update", str(place)]) == 0
    assert source(cell(place, "centre-1")) == ANSWER
    assert source(cell(place, "centre-0")) == "## centre\n\nNew."
    assert "sigma = 2.5" in str(read(place, "course/01_small.ipynb"))
    assert next((place / "backups").glob(f"*/{PATH}")).read_bytes() == before


def test_a_folder_of_another_course_is_left_alone(small, place, capsys):
    path = place / ".featurespace" / "release.json"
    path.write_text(path.read_text().replace("Feature Space", "Botany"))
    before = everything(place)
    for command in (["start", "--no-open"], ["update"]):
        assert "a folder of another course (Botany)" in refused(capsys, *command, str(place))
    assert everything(place) == before


def test_a_folder_that_may_not_be_written_in_is_opened_with_a_warning(
    small, place, capsys, monkeypatch
):
    monkeypatch.setattr(start.os, "access", lambda path, mode: mode != os.W_OK)
    assert main(["start", str(place), "--no-open"]) == 0
    assert "your answers cannot be saved there" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(["start", str(place), "--no-open"]) == 0
    said = capsys.readouterr().out
    assert "cannot be saved" not in said
    assert f'To open it: featurespace start "{place}"' in said


def test_what_may_not_be_read_is_not_said_to_be_unwritable(small, place, capsys, monkeypatch):
    real = Path.read_bytes

    def refuse(self):
        if self.name == "01_small.ipynb":
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return real(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr(update.os, "access", lambda path, mode: mode != os.R_OK)
    assert "01_small.ipynb may not be read." in refused(capsys, "update", str(place))


def test_a_folder_with_other_things_is_refused(small, tmp_path, capsys):
    (tmp_path / "thesis.tex").write_text("...")
    before = everything(tmp_path)
    assert "thesis.tex" in refused(capsys, "start", str(tmp_path), "--no-open")
    assert "is not a folder that" in refused(capsys, "update", str(tmp_path))
    assert everything(tmp_path) == before


def test_an_empty_folder_may_be_filled(small, tmp_path):
    assert main(["start", str(tmp_path), "--no-open"]) == 0
    assert (tmp_path / PATH).exists()


def test_a_file_or_nothing_at_all_is_refused(small, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert "is a file" in refused(capsys, "start", str(tmp_path / "file"), "--no-open")
    assert "there is no folder" in refused(capsys, "update", str(tmp_path / "none"))


def test_a_folder_of_a_later_release_is_not_taken_back(small, place, capsys):
    renew(place, "3.0", page="Later.")
    before = everything(place)
    assert "is at release 3.0, but release 2.0 is installed" in refused(
        capsys, "update", str(place)
    )
    assert "the wheel that you were given" in refused(capsys, "update", str(place))
    assert main(["start", str(place), "--no-open"]) == 0
    assert "get the newer one" in capsys.readouterr().out
    assert everything(place) == before


def test_where_one_may_not_write_it_is_said(small, place, capsys, monkeypatch):
    real = Path.open

    def refuse(self, *_, **__):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    def only_read(self, mode="r", *others, **more):
        return real(self, mode, *others, **more) if mode[0] == "r" else refuse(self)

    before = everything(place)
    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(Path, "open", only_read)
    assert "may not be written to" in refused(capsys, "update", str(place))
    assert "may not be written to" in refused(
        capsys, "start", str(place.parent / "new"), "--no-open"
    )
    monkeypatch.undo()
    assert everything(place) == before


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(small, tmp_path, capsys):
    tmp_path.chmod(0o500)
    try:
        assert "may not be written to" in refused(capsys, "start", f"{tmp_path}/new", "--no-open")
    finally:
        tmp_path.chmod(0o700)


def test_a_damaged_record_is_made_again(small, place):
    write(place, answering("centre-1", ANSWER))
    (place / ".featurespace" / "release.json").write_text("{")
    assert main(["update", str(place)]) == 0
    assert Home(place).version == "2.0"
    assert source(cell(place, "centre-1")) == ANSWER


def test_nothing_asks_the_network(tmp_path):
    """Neither to start nor to update, with the notebooks as they are."""
    code = (
        "import sys; sys.addaudithook(lambda event, _: event.startswith('socket.') and 1 / 0)\n"
        "from featurespace.classroom.cli import main\n"
        "sys.exit(main(['start', sys.argv[1], '--no-open']) or main(['update', sys.argv[1]]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "mine")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Nothing to do" in done.stdout
