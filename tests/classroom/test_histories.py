"""Many releases meet many students: nothing of either is lost."""

import json
import random
from collections import Counter

import nbformat
import pytest
from students import Authors, Student, dumped, source, who

from featurespace.classroom.home import Home, Release
from featurespace.classroom.update import bring

NAME = "exercises/01_small.ipynb"
HISTORIES, AT_ONCE = 250, 25


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    """Thousands of small files need not wait for a disk; crashes are tested elsewhere."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


def release(version: int, book: dict) -> Release:
    return Release(f"{version}.0", {}, {NAME: book})


def settle(folder, number: int, book: dict) -> None:
    """Start in a folder, or update it."""
    home = Home(folder)
    home.mark.mkdir(exist_ok=True, parents=True)
    bring(home, release(number, book))


def read(folder) -> dict:
    return json.loads((folder / NAME).read_bytes())


def lines(book: dict) -> Counter:
    return Counter(line for cell in book["cells"] for line in source(cell).split("\n"))


def everything(folder) -> dict:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def check(folder, before: dict, was: dict, now: dict, touched: set[str]) -> None:
    """What must hold after an update from one release to the next."""
    after = read(folder)
    if now == was:  # then the file is none of our business
        assert after == before
        return
    nbformat.validate(nbformat.from_dict(after))
    ids = [cell["id"] for cell in after["cells"]]
    assert len(set(ids)) == len(ids)
    for line, count in lines(before).items():
        if "mine" in line:
            assert lines(after)[line] >= min(count, 1), f"lost: {line}"
    sources = {cell["id"]: source(cell) for cell in after["cells"]}
    for cell in now["cells"]:
        if who(cell) not in touched:
            assert sources[cell["id"]] == source(cell)
    fixes = set(lines(now)) - set(lines(was))
    assert fixes <= set(lines(after)), f"not brought in: {fixes - set(lines(after))}"


def history(seed: int, folder) -> None:
    """A few releases, and a student who works between them."""
    rng = random.Random(seed)
    authors, student = Authors(rng), Student(rng)
    was = authors.publish()
    settle(folder, 1, was)
    for number in range(2, 2 + rng.randint(1, 3)):
        mine = read(folder)
        student.work(mine, rng.randint(0, 8))
        (folder / NAME).write_bytes(dumped(mine, rng))
        authors.work(rng.randint(0, 6))
        now = authors.publish()
        settle(folder, number, now)
        check(folder, mine, was, now, student.touched)
        stored = everything(folder)
        settle(folder, number, now)
        assert everything(folder) == stored, "a second update changed something"
        was = now


@pytest.mark.parametrize("first", range(0, HISTORIES, AT_ONCE))
def test_no_history_loses_anything(first, tmp_path):
    for seed in range(first, first + AT_ONCE):
        history(seed, tmp_path / str(seed))


def answers(folder, book: dict) -> dict:
    """What stands in the cells to fill in."""
    asked = {c["id"] for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("solution")}
    return {c["id"]: source(c) for c in read(folder)["cells"] if c["id"] in asked}


@pytest.mark.parametrize("seed", range(40))
def test_two_releases_at_once_give_the_same_answers(seed, tmp_path):
    rng = random.Random(seed)
    authors, student = Authors(rng), Student(rng)
    books = [authors.publish()]
    for _ in range(2):
        # with another heading *and* another function between two releases, an exercise is a new one
        authors.work(3, never="rename_function")
        books.append(authors.publish())
    for name in ("direct", "steps"):
        settle(tmp_path / name, 1, books[0])
    mine = read(tmp_path / "direct")
    for _ in range(6):
        rng.choice([student.answer, student.half, student.add_note, student.add_code])(mine)
    for name in ("direct", "steps"):
        (tmp_path / name / NAME).write_bytes(dumped(mine, rng))
    settle(tmp_path / "steps", 2, books[1])
    for name in ("direct", "steps"):
        settle(tmp_path / name, 3, books[2])
    assert answers(tmp_path / "direct", books[2]) == answers(tmp_path / "steps", books[2])
