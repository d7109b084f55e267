"""Chapters as slides: what shares a screen, what the speaker is told, decks without a kernel."""

import json
import re

import nbformat
import pytest

import slides
from featurespace.demos import all_demos

CHAPTERS = sorted((slides.ROOT / "course").glob("*.ipynb"))
DEMO = "demos.where_is_the_centre()"
text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell


def kinds(*cells) -> list[str]:
    """Slide types of a chapter made of these cells, after its title and imports."""
    imports = code("from featurespace.demos import means as demos")
    notebook = nbformat.v4.new_notebook(cells=[text("# 9. A chapter"), imports, *cells])
    slides.plan(notebook)
    return [c.metadata.get("slideshow", {}).get("slide_type", "-") for c in notebook.cells[2:]]


def linked(page: str) -> set[str]:
    """The files that a deck links to."""
    links = re.findall(r'<a\b[^>]*href="([^"]*)"', page)
    return {link.split("#")[0] for link in links if not re.match(r"#|\w+:", link)}


def test_a_heading_begins_a_slide_and_short_cells_follow():
    assert kinds(text("## 1. One"), code("1"), text("## 2. Two"), code("2")) == [
        *("slide", "-", "slide", "-")
    ]


def test_what_does_not_fit_goes_below_with_the_text_that_hands_over():
    long = "\n".join(f"x{i} = {i}" for i in range(12))
    cells = text("## 1. One"), code(long), text("And now:"), code(long)
    assert kinds(*cells) == ["slide", "-", "subslide", "-"]


def test_a_figure_counts_without_its_code():
    figure = "\n".join([f"x{i} = {i}" for i in range(22)] + ["plots.show(ax, alt='')"])
    cells = text("## 1. One"), code(figure), code(figure)
    assert kinds(*cells) == ["slide", "-", "subslide"]


def test_a_question_stands_alone_until_it_was_answered():
    assert kinds(text("## 1. One\n\n**Predict.** More?\n\nLook:"), code("1")) == [
        *("slide", "fragment")
    ]


def test_the_sentence_that_was_learnt_comes_last():
    assert kinds(text("## 1. One"), code("1"), text("*All is one.*")) == ["slide", "-", "fragment"]


def test_a_demo_has_a_slide_and_notes():
    cells = [text("## 1. One"), text("Move it:"), code(DEMO), text("You saw it.")]
    assert kinds(*cells) == ["slide", "subslide", "-", "subslide"]
    notes = cells[2].metadata["slideshow"]["notes"]
    assert notes.startswith("**Ask first.** Vote twice")
    assert "*At the mean of the eight points.*" in notes
    assert notes.endswith("**Takes** about 6 minutes.")


def test_minutes_count_words_votes_code_figures_and_demos():
    words = "word " * 200  # 1.4 minutes
    assert slides.minutes([text(f"## 1. One\n\n{words}"), code("1")], "") == 2
    assert slides.minutes([text(f"## 1. One\n\n{words}**Predict.**"), code("1")], "") == 3
    assert slides.minutes([text("## 1. One"), code(DEMO)], "means") == 6
    folded = f"<details><summary>Answer</summary>\n\n{words * 9}\n</details>"
    assert slides.minutes([text(f"## 1. One\n\n{folded}")], "") == 1


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_chapter_has_slides_notes_and_minutes(path):
    cells = nbformat.read(path, as_version=4).cells
    for section in slides.sections(cells):
        assert section[0].metadata.slideshow.slide_type == "slide"
        assert 1 <= section[0].metadata.slideshow.minutes <= 25
    known = {demo.notes.written() for demo in all_demos().values()}
    found = [c.metadata.slideshow.notes for c in cells if slides.DEMO.search(c.source)]
    assert len(found) >= 3
    assert set(found) <= known


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_deck_has_its_notes_and_needs_no_other_machine(path):
    page = slides.deck(path, {chapter.stem for chapter in CHAPTERS})
    assert page.count("<section") > 60
    cells = nbformat.read(path, as_version=4).cells
    shown = [cell for cell in cells if slides.DEMO.search(cell.source)]
    assert page.count('<div class="fs-stage" data-demo=') == len(shown)
    notes = json.loads(re.search(r'id="notes"[^>]*>(.*?)</script>', page)[1])
    assert list(notes["cells"]) == [cell.id for cell in shown]
    assert all("<strong>Ask first.</strong>" in note for note in notes["cells"].values())
    assert sum(notes["minutes"].values()) > 60
    assert re.search(r"<title>[0-9A]\. \w", page)
    assert re.findall(r"""(?:src|<link[^>]*href)=["'](?!assets/|data:)([^"']*)""", page) == []
    assert "plots.show(" not in page
    others = {f"{chapter.stem}.html" for chapter in CHAPTERS}
    assert linked(page) & others - {f"{path.stem}.html"}
    assert linked(page) <= others


def test_a_deck_links_only_to_decks_that_are_there():
    alone = CHAPTERS[1].stem
    assert linked(slides.deck(CHAPTERS[1], {alone})) <= {f"{alone}.html"}


def test_a_link_that_leads_nowhere_leaves_its_words():
    page = '<a href="a.ipynb#1.-One">one</a>, <a href="../b.ipynb">two</a>, <a href="#c">three</a>'
    kept = '<a href="a.html#1.-One">one</a>, two, <a href="#c">three</a>'
    assert slides.relinked(page, {"a"}) == kept
    assert slides.relinked('<a href="https://x.org/y">y</a>', set()).startswith("<a href")


def test_a_chapter_that_is_not_there_is_named():
    with pytest.raises(SystemExit, match="No chapter is called 77"):
        slides.main(["77"])
