"""The instructor's guide: pages as they would be built, plans that add up, words that are true."""

import copy
import re

import pytest

import guide
import syllabi
from chapters import core_minutes, number

CHAPTERS = pytest.mark.parametrize("path", guide.CHAPTERS, ids=lambda p: p.stem)
PLANS = pytest.mark.parametrize("plan", syllabi.plans(), ids=lambda p: p["title"])
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+")


def test_the_pages_are_as_the_course_says():
    for path, text in guide.pages().items():
        assert path.read_text(encoding="utf-8") == text, "run: make notebooks"
    assert {*guide.PAGES.glob("*.md")} == {*guide.pages()} - {guide.ENTRY}


@PLANS
def test_a_plan_has_every_core_once_in_an_order_that_works_and_fits(plan):
    assert list(syllabi.complaints(plan)) == []
    length = len(plan["weeks"]) * plan["minutes"]
    items = [syllabi.item(written) for week in plan["weeks"] for written in week]
    in_hand = [int(m) for m in re.findall(r", in hand (\d+)\* \|\n", syllabi.weeks(plan))]
    assert sum(one.minutes for one in items) + sum(in_hand) == length
    assert min(in_hand) >= 2
    cores = sum(core_minutes(guide.parts_of(path)) for path in guide.CHAPTERS)
    assert sum(one.minutes for one in items if len(one.parts) > 1) == cores


def test_there_are_plans_of_eight_and_of_twelve_weeks():
    assert [(len(p["weeks"]), p["minutes"]) for p in syllabi.plans()] == [(8, 90), (12, 90)]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda weeks: weeks[3].append("clinic: 30"), "week 4 takes 115 of 90 minutes"),
        (lambda weeks: weeks.insert(0, weeks.pop(3)), "week 1 has 2.1 before"),
        (lambda weeks: weeks[7].remove("6"), "6.1 is missing"),
        (lambda weeks: weeks[7].append("0"), "0.1 comes twice"),
        (lambda weeks: weeks[0].append("1c"), "week 1 has 1c before"),
        (lambda weeks: weeks[7].append("0"), "chapter 0 comes 2 times"),
    ],
)
def test_a_plan_that_does_not_work_is_noticed(change, complaint):
    plan = copy.deepcopy(syllabi.plans()[0])
    change(plan["weeks"])
    assert any(complaint in one for one in syllabi.complaints(plan))


@CHAPTERS
def test_the_minutes_of_a_page_add_up(path):
    page = guide.page(path)
    told = int(re.search(r"The core takes (\d+) minutes", page)[1])
    table = page.partition("| core |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| \[[^|]+\| (\d+) \| (\d+) \|", table, re.M)
    assert sum(int(minutes) for minutes, _ in rows) == int(rows[-1][1]) == told


@CHAPTERS
def test_every_vote_has_an_answer_whose_numbers_the_chapter_shows(path):
    by_hand = guide.words(path)["votes"]
    for part in guide.parts_of(path):
        votes = guide.votes(path, part)
        assert all(vote.answer for vote in votes), part.number
        shown = str([(cell.source, cell.get("outputs", "")) for cell in part.cells])
        for answer in by_hand.get(part.number, []):
            assert answer in [vote.answer for vote in votes], part.number
            assert [n for n in DECIMAL.findall(answer) if n not in shown] == [], part.number
    assert set(by_hand) <= {part.number for part in guide.parts_of(path)}


@CHAPTERS
def test_three_to_five_mistakes_each_with_a_sentence_of_its_check(path):
    mistakes = guide.words(path)["mistake"]
    assert 3 <= len(mistakes) <= 5
    for one in mistakes:
        assert guide.said(path, one) in guide.sentences(path, one["exercise"])
    with pytest.raises(ValueError, match="0 × 'Well done"):
        guide.said(path, mistakes[0] | {"says": "Well done"})


@CHAPTERS
def test_homework_fits_into_one_hour_and_into_two(path):
    picks = guide.words(path)["homework"]
    hour = guide.minutes_of(path, picks["hour"])
    assert 50 <= hour <= 60
    assert 100 <= hour + guide.minutes_of(path, picks["second_hour"]) <= 120
    names = picks["hour"] + picks["second_hour"]
    assert len(set(names)) == len(names)


@CHAPTERS
def test_what_to_leave_out_and_where_to_break_is_in_the_core(path):
    core = [part.number for part in guide.core(path) if part.number]
    for pause in guide.words(path)["break"]:
        assert pause["after"] in core[:-1]
    for one in guide.words(path)["leave"]:
        assert guide.saved(path, one["what"])[1] >= 3
        assert one["what"] in core or any(
            f"demos.{one['what']}()" in cell.source
            for part in guide.core(path)
            for cell in part.cells
        )


def test_every_chapter_has_a_page():
    assert [number(path) for path in guide.CHAPTERS] == [*"0123456", "A"]
    assert all((guide.PAGES / f"{path.stem}.md").exists() for path in guide.CHAPTERS)
