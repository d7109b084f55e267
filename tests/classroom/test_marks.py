"""Submissions, marks, feedback and statistics, from folders and records made by hand."""

import csv
import html.parser
import io
import json
import os

import handing
import pytest

from featurespace.classroom import feedback, inbox, items, marks, records
from featurespace.classroom.cli import CannotDo

EVIL = [
    '<script>alert(1)</script><img src=x onerror="alert(2)">',
    '</pre></details></style></title><h1 onclick="x">',
    "=cmd|' /C calc'!A0",
    "../../../etc/passwd",
    "\u202efdp.exe",
    "a\x00b\x1b[31m",
]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "Abgaben für alle"


def notebook(path, chapter=handing.CHAPTER, **more):
    return handing.written(path, {**handing.submission(chapter=chapter), **more})


def chosen(folder, chapter=handing.CHAPTER):
    handed = inbox.handed_in(folder)
    of = inbox.chapters_in(handed)
    return {name: inbox.choose(name, one, chapter, of) for name, one in handed.items()}


def test_every_layout_is_recognised(folder):
    notebook(folder / "anna.ipynb")
    notebook(folder / "Bela Zoltán" / "my copy.ipynb")
    notebook(folder / "cora" / "unpacked" / "exercises" / "02.ipynb")
    notebook(folder / "cora" / "unpacked" / "exercises" / ".ipynb_checkpoints" / "02.ipynb", n=1)
    notebook(folder / "__MACOSX" / "._anna.ipynb")
    found = chosen(folder)
    assert list(found) == ["Bela Zoltán", "anna", "cora"]
    assert all(one.path and not one.verdict for one in found.values())


def test_of_a_whole_course_folder_the_exercises_count(folder):
    own = folder / "anna" / "featurespace-course"
    for place in ("exercises", "solutions", "backups/0.3.0", "course"):
        notebook(own / place / f"{handing.CHAPTER}.ipynb", n=len(place))
    one = chosen(folder)["anna"]
    assert not one.verdict
    assert one.path == own / "exercises" / f"{handing.CHAPTER}.ipynb"


def test_names_that_look_the_same_are_two_students(folder):
    twice = ("Mu\u0308ller", "M\u00fcller")
    for n, name in enumerate(twice):
        notebook(folder / f"{name}.IPYNB", n=n)
    if len(list(folder.iterdir())) == 1:
        pytest.skip("the file system takes them for one name")
    notebook(folder / "Müller (2)" / "a.ipynb")
    found = chosen(folder)
    assert sorted(found) == ["Müller", "Müller (2)", "Müller (3)"]
    assert all(one.path and not one.verdict for one in found.values())
    assert len({one.path for one in found.values()}) == 3


def test_the_folder_of_an_nbgrader_course_is_recognised(folder):
    for student in ("anna", "bela"):
        for chapter in (handing.CHAPTER, "03_fisher"):
            notebook(folder / "submitted" / student / chapter / f"{chapter}.ipynb", chapter)
    notebook(folder / "source" / handing.CHAPTER / f"{handing.CHAPTER}.ipynb")
    found = chosen(folder, "03_fisher")
    assert [one.path.stem for one in found.values()] == ["03_fisher"] * 2


def test_what_is_no_single_notebook_of_the_chapter_gets_a_sentence(folder):
    notebook(folder / "two" / "a.ipynb")
    notebook(folder / "two" / "b.ipynb", n=1)
    notebook(folder / "twice" / "a.ipynb")
    notebook(folder / "twice" / "a (1).ipynb")
    notebook(folder / "other.ipynb", "03_fisher")
    handing.written(folder / "pdf" / "answers.pdf", {})
    (folder / "none").mkdir()
    (folder / "link.ipynb").symlink_to(folder / "other.ipynb")
    (folder / "away").symlink_to(folder / "two")
    (folder / "broken.ipynb").write_text('{"cells": [', encoding="utf-8")
    (folder / "deep.ipynb").write_text("[" * 100_000, encoding="utf-8")
    (folder / "list.ipynb").write_text("[]", encoding="utf-8")
    found = chosen(folder)
    words = {name: one.verdict for name, one in found.items()}
    assert words.pop("two").startswith("2 notebooks were handed in (two/a.ipynb, two/b.ipynb)")
    assert words.pop("other") == "This is a notebook of chapter 03_fisher, not of " + (
        f"{handing.CHAPTER}."
    )
    assert words.pop("pdf") == "No notebook was handed in, only answers.pdf."
    assert words.pop("none") == "No notebook was handed in."
    assert "links are not followed" in words.pop("link")
    assert "links are not followed" in words.pop("away")
    assert words == {"twice": "", "broken": "", "deep": "", "list": ""}  # the judge's to say


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_and_a_huge_file_are_not_read(folder, monkeypatch):
    notebook(folder / "anna.ipynb")
    (folder / "pipe").mkdir()
    os.mkfifo(folder / "pipe" / "02.ipynb")
    monkeypatch.setattr(inbox, "LARGEST", 100_000)
    notebook(folder / "huge.ipynb", text="x" * 100_001)
    found = chosen(folder)
    assert found["pipe"].verdict == "No notebook was handed in, only 02.ipynb."
    assert "is larger than" in found["huge"].verdict
    assert not found["anna"].verdict


def test_the_chapter_is_told_or_asked_for(folder):
    notebook(folder / "anna.ipynb")
    handed = inbox.handed_in(folder)
    assert inbox.the_chapter(inbox.chapters_in(handed)) == handing.CHAPTER
    notebook(folder / "bela.ipynb", "03_fisher")
    handed = inbox.handed_in(folder)
    with pytest.raises(CannotDo, match="several chapters"):
        inbox.the_chapter(inbox.chapters_in(handed))
    with pytest.raises(CannotDo, match="--chapter 02"):
        inbox.the_chapter({folder: None})


def test_a_folder_without_submissions_gives_a_sentence(folder):
    with pytest.raises(CannotDo, match="is not there"):
        inbox.handed_in(folder)
    folder.mkdir()
    (folder / "all.zip").write_bytes(b"PK")
    words = "no notebook and no student's folder in .*, only all.zip; unpack what is packed"
    with pytest.raises(CannotDo, match=words):
        inbox.handed_in(folder)
    assert inbox.left_aside(folder) == ["all.zip"]
    with pytest.raises(CannotDo, match="is a file"):
        inbox.handed_in(folder / "all.zip")


@pytest.mark.parametrize(
    "name", [*EVIL, "..", ".", "", "-rf", "a/b", "x" * 300, "CON.html", "𠀀" * 61, "\udcff"]
)
def test_no_name_leaves_the_folder(tmp_path, name):
    file = records.file_name(name)
    assert (tmp_path / f"{file}.html").resolve().parent == tmp_path
    assert len(f"{file}.html".encode()) < 255
    assert not file.startswith((".", "-"))
    records.write(tmp_path / f"{file}.html", "")


def test_different_names_have_different_files():
    names = ["a b", "a_b", "a/b", "a b ", "ä", "a", "x" * 170, "x" * 171, "ä" * 70, "ä" * 71]
    assert len({records.file_name(name) for name in names}) == len(names)
    assert records.file_name("Änne_Müller-2") == "Änne_Müller-2"


def test_a_name_in_no_known_letters_is_made_readable():
    assert inbox.readable(os.fsdecode(b"M\xfcller")) == "M�ller"
    assert inbox.readable("a\nb\u202ec") == "a�b�c"
    assert inbox.readable("Mu\u0308ller") == "Müller"


def test_marks_have_a_row_for_each_student_and_add_up():
    some = handing.record("anna", {"project": "Correct", "cutoff": "Correct", "draw": "Not yet"})
    none = records.empty("bela", handing.CHAPTER, 7, "No notebook was handed in.")
    rows = list(csv.reader(io.StringIO(marks.marks_table(handing.CHAPTER, [some, none]))))
    head, anna, bela = rows
    assert head[:3] == ["student", "total", "out of"]
    assert len(head) == len(anna) == len(bela) == 14 + 4
    assert int(anna[1]) == sum(map(int, anna[3:-1])) == 1 + 2
    assert bela[1:3] == ["0", "28"]
    assert bela[-1] == "No notebook was handed in."


@pytest.mark.parametrize("name", EVIL)
def test_no_cell_of_a_table_is_a_formula(name):
    told = marks.marks_table(handing.CHAPTER, [handing.record(name)])
    rows = list(csv.reader(io.StringIO(told)))
    assert len(rows) == 2
    assert not rows[1][0].startswith(marks.FORMULA)
    assert rows[1][0].lstrip("'") == name


class Tags(html.parser.HTMLParser):
    """The tags of a page and what they carry."""

    def __init__(self, page: str):
        super().__init__()
        self.found: list[str] = []
        self.carried: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)
        self.carried |= {name for name, _ in attrs}


@pytest.mark.parametrize("words", EVIL)
def test_no_name_answer_or_message_becomes_part_of_a_page(words):
    plain, evil = (
        handing.record(text, {"project": "Not yet"}, code=text, message=text, mistake=text)
        for text in ("x", words)
    )
    for record in (plain, evil):
        record["verdict"] = ""
        record["notes"] = [record["student"]]
    pages = [[feedback.feedback(r), items.items_page(handing.CHAPTER, [r])] for r in (plain, evil)]
    for harmless, page in zip(*pages, strict=True):
        assert Tags(page).found == Tags(harmless).found
        assert Tags(page).carried == Tags(harmless).carried
        assert not {"script", "img", "link", "iframe"} & set(Tags(page).found)
        assert "default-src 'none'" in page
        assert not set(page) & {"\x00", "\x1b", "\u202e"}


def test_feedback_says_what_was_seen_and_shows_the_answer():
    facts = {"code": "def project(K):\n    return K < 1", "message": "Divide by `n`."}
    page = feedback.feedback(handing.record("Anna", {"project": "Not yet"}, **facts))
    assert "return K &lt; 1" in page
    assert "Divide by <code>n</code>." in page
    assert "<h1>Anna</h1>" in page
    assert "0 of 28 points" in page
    assert page.count('<div class="card') == 14


def test_feedback_shows_no_endless_answer():
    page = feedback.feedback(handing.record("a", {"project": "Correct"}, code="x" * 10**6))
    assert len(page) < 60_000


def test_statistics_count_and_name_what_to_talk_about():
    sign = {"mistake": "The sign is gone."}
    class_ = [handing.record(f"s{i}", {"project": "Not yet"}, **sign) for i in range(3)]
    class_ += [handing.record("good", {"project": "Correct", "draw": "Correct"})]
    class_ += [handing.record("odd", {"project": "Not yet"})]
    class_ += [records.empty("none", handing.CHAPTER, 7, "No notebook was handed in.")]
    first = items.items_of(class_)[0]
    assert dict(first.statuses) == {"Not yet": 4, "Correct": 1}
    assert dict(first.mistakes) == {"The sign is gone.": 3, items.UNNAMED: 1}
    page = items.items_page(handing.CHAPTER, class_)
    for look in ("right", "wrong", "open", "odd"):
        assert f'<span class="key {look}"' in page
    assert "6 submissions, 5 of them graded." in page
    assert "3 students share this mistake in <em>1. Shadow and rest</em>: The sign is gone." in page
    assert "4 of 5 who tried <em>1. Shadow and rest</em> failed." in page
    assert "none: No notebook was handed in." in page
    rows = list(csv.DictReader(io.StringIO(items.item_table(class_))))
    assert [row["made by"] for row in rows[:3]] == ["", "3", "1"]
    assert len(rows) == 14 + 2


def test_statistics_of_nobody_are_a_page_too():
    none = records.empty("none", handing.CHAPTER, 7, "No notebook was handed in.")
    assert "1 submissions, 0 of them graded." in items.items_page(handing.CHAPTER, [none])


def test_a_book_goes_on_where_it_was_and_refuses_another_run(tmp_path):
    book = records.Book.open(tmp_path / "marks", handing.CHAPTER, None, fresh=lambda: 5)
    assert book.seed == 5
    record = {**handing.record("anna"), "notes": ["\ud800 half a letter"]}
    book.save(record, "digest")
    again = records.Book.open(tmp_path / "marks", handing.CHAPTER, None, fresh=lambda: 6)
    assert again.seed == 5
    assert again.find("anna", "digest")["student"] == "anna"
    assert again.find("anna", "other") is None
    again.path("anna").write_text('{"student": "an', encoding="utf-8")  # a record that is not whole
    assert again.find("anna", "digest") is None
    for chapter, seed in (("03_fisher", None), (handing.CHAPTER, 9)):
        with pytest.raises(CannotDo, match="choose another folder"):
            records.Book.open(tmp_path / "marks", chapter, seed, fresh=lambda: 6)
    (tmp_path / "mine").write_text("", encoding="utf-8")
    with pytest.raises(CannotDo, match="something else"):
        records.Book.open(tmp_path, handing.CHAPTER, None, fresh=lambda: 6)


def test_a_record_is_whole_or_not_there(tmp_path, monkeypatch):
    book = records.Book.open(tmp_path, handing.CHAPTER, 5, fresh=lambda: 5)
    book.save(handing.record("anna"), "first")

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(records.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        book.save(handing.record("anna"), "second")
    assert json.loads(book.path("anna").read_text(encoding="utf-8"))["digest"] == "first"
