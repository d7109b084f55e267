"""Slides in a browser: the live ones move, the static ones need nothing but themselves."""

import re

import pytest

import chromium
import slides

chromium.require()
from playwright.sync_api import expect  # noqa: E402

DECKS = [slides.DECKS / f"{chapter}.html" for chapter in chromium.CHAPTERS]
MARKED = re.compile('"slide_type": "(?:sub)?slide"')


@pytest.fixture
def presenter(tmp_path):
    with chromium.server(tmp_path, "present") as address, chromium.watched(address) as reader:
        yield reader


def test_a_demo_moves_on_its_slide(presenter):
    """Only the slide is on the screen, in large type, and its slider works there."""
    page = presenter.page
    presenter.open("course/01_means_and_distances.ipynb")
    assert page.evaluate("document.body.dataset.jpDeckMode") == "presenting"
    expect(page.get_by_role("heading", name="1. Means and distances")).to_be_visible()
    assert presenter.run_all() == []
    panel = page.locator(chromium.PANEL).filter(has_text="Where is the centre?")
    presenter.show_slide_of(panel)
    expect(panel).to_be_visible()
    expect(page.get_by_role("heading", name="1. Means and distances")).to_be_hidden()
    expect(page.locator(chromium.PANEL).filter(has_text="never rings")).to_be_hidden()
    size = panel.locator("img").evaluate("i => i.getBoundingClientRect().width / i.width")
    assert size > 1.1  # larger than in the chapter
    panel.get_by_role("radio").first.check()
    picture = panel.locator("img").get_attribute("src")
    panel.get_by_role("slider").nth(1).press("ArrowRight")
    expect(panel.locator("img")).not_to_have_attribute("src", picture)
    expect(panel.get_by_text("You said:")).to_be_visible()


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_deck_shows_every_slide_and_asks_nobody(path):
    if not path.exists():
        chromium.missing("the decks: make slides")
    with chromium.reader("{}") as reader:
        reader.page.goto(path.as_uri())
        reader.page.wait_for_function("window.Reveal?.isReady()")
        reader.page.evaluate("MathJax.startup.promise")
        source = (chromium.ROOT / "course" / f"{path.stem}.ipynb").read_text(encoding="utf-8")
        shown = reader.page.evaluate("Reveal.getSlides().length")
        assert shown == len(MARKED.findall(source))
        assert reader.page.locator("mjx-container").count() > 20
        assert (
            reader.page.locator("mjx-merror, .jp-RenderedHTMLCommon [data-mml-node=merror]").count()
            == 0
        )
        reader.page.keyboard.press("ArrowRight")
        expect(reader.page.locator("section.present h2").first).to_be_visible()
        reader.page.close()
    assert reader.errors == []
    assert reader.hosts <= {None, ""}  # files only
