"""The decks in a browser, from the disk: one way through, nothing skipped, nothing cut off."""

import nbformat
import pytest

import chromium
import packs
import slides
from stages import Twins

chromium.require()
from playwright.sync_api import expect  # noqa: E402

DECKS = [slides.DECKS / f"{chapter}.html" for chapter in chromium.CHAPTERS]
SIZES = ({"width": 1920, "height": 1080}, {"width": 1366, "height": 768})
# what one sees: number, visible cells, hidden fragments, a notice
SEEN = """() => { const slide = Reveal.getCurrentSlide();
    const ids = (nodes) => [...nodes].map((cell) => cell.id.slice(8));
    const shown = [...slide.querySelectorAll('.jp-Cell')]
        .filter((cell) => !cell.closest('.fragment:not(.visible)'));
    const notice = document.getElementById('notice').textContent;
    return { slide: deck.here(), cells: ids(shown), notice };
}"""
OVERFLOW = """() => { const slide = Reveal.getCurrentSlide();
    const small = [...slide.querySelectorAll('p, li')]
        .filter((one) => one.offsetParent && !one.closest('figure'))
        .map((one) => parseFloat(getComputedStyle(one).fontSize) * Reveal.getScale()
            * parseFloat(slide.style.zoom || 1));
    const stage = slide.querySelector('.fs-stage');
    return [slide.scrollHeight - slide.clientHeight, slide.scrollWidth - slide.clientWidth,
        stage ? stage.scrollHeight - stage.clientHeight : 0, Math.min(...small, 99)]; }"""
EVERY = f"""(unfolded) => Reveal.getSlides().map((slide, number) => {{
    deck.jump(number, 99);
    slide.querySelectorAll('details').forEach((fold) => {{
        fold.open = unfolded && !fold.closest('.fs-stage'); }});
    return [number, Boolean(slide.querySelector('.fs-stage')), ({OVERFLOW})()]; }})"""

# slides that are a text which hands over, or a single line
STRAY = """() => Reveal.getSlides().flatMap((slide, number) => {
    deck.jump(number, 99);
    const cells = slide.querySelectorAll('.jp-Cell');
    const blocks = slide.querySelectorAll('.jp-RenderedMarkdown > *');
    const [text] = blocks, words = text?.textContent.trim();
    if (cells.length > 1 || blocks.length !== 1 || text.tagName !== 'P') return [];
    const short = text.getBoundingClientRect().height < 50 * Reveal.getScale();
    return words.endsWith(':') || short ? [`${number + 1}: ${words}`] : []; })"""
AXE = slides.NODE_MODULES / "axe-core" / "axe.min.js"


@pytest.fixture
def page(request):
    with chromium.time_limit(chromium.TEST), chromium.reader("{}") as reader:
        yield reader.page
        reader.page.close()
    assert reader.errors == []
    assert reader.hosts <= {None, ""}  # files only


def opened(page, path, size=SIZES[0]):
    if not path.exists():
        chromium.missing("the decks: make slides")
    page.set_viewport_size(size)
    page.goto(path.as_uri())
    page.wait_for_selector("body.ready", state="attached")


def demo(page, name):
    """The stage of a demo, on the screen."""
    stage = page.locator(f"[data-demo='{name}']")
    slide = "stage => deck.jump(Reveal.getSlides().indexOf(stage.closest('section')), 99)"
    page.evaluate(slide, stage.element_handle())
    return stage


def here(page) -> int:
    return page.evaluate("deck.here()")


def in_chapter(path) -> list[str]:
    """The cells of a chapter that are for the class."""
    notebook = nbformat.read(slides.ROOT / "course" / f"{path.stem}.ipynb", as_version=4)
    slide = [(cell.id, cell.metadata.get("slideshow", {})) for cell in notebook.cells]
    return [name for name, about in slide if about.get("slide_type") != "skip"]


def once(ids):
    """Each id once, in order: a text may go on on the next slide."""
    return list(dict.fromkeys(ids))


def walk(page, key="PageDown") -> list[str]:
    """To the end; every press shows something new. Returns the cells that were seen."""
    before, seen = page.evaluate(SEEN), []
    while True:
        seen += before["cells"]
        page.keyboard.press(key)
        now = page.evaluate(SEEN)
        assert now != before, f"{key} did nothing on slide {now['slide']}"
        if now["notice"]:
            return once(seen)
        before = now


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_walk_jump_walk_shows_everything_in_order(path, page):
    opened(page, path)
    every = in_chapter(path)
    assert walk(page) == every
    expect(page.locator("#notice")).to_have_text("End of the chapter")
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press(" ")
    for name in ("4.", "1."):
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Contents")).to_be_visible()
        expect(page.get_by_role("button", name="Back to the slide (Esc)").first).to_be_visible()
        page.locator("#list button", has_text=name).first.click()
    first = page.evaluate(SEEN)["cells"][0]
    assert walk(page, "ArrowRight") == every[every.index(first) :]
    page.keyboard.press("End")
    for _ in range(5):
        before = page.evaluate(SEEN)
        page.keyboard.press("PageUp")
        assert page.evaluate(SEEN) != before


def bad(found: list[float], size: dict[str, int]) -> bool:
    """Whether something sticks out, or a text is too small for the last row."""
    tall, wide, cut, text = found
    return max(tall, wide, cut) > 1 or text < 28 * size["height"] / 1080 - 0.1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}")
@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_no_slide_overflows_before_and_after_vote_and_move(path, size, page):
    opened(page, path, size)
    faults = []
    for unfolded in (True, False):
        measured = page.evaluate(EVERY, unfolded)
        when = "unfolded" if unfolded else "before"
        faults += [(number, when, *found) for number, _, found in measured if bad(found, size)]
    for number in (number for number, alive, _ in measured if alive):
        page.evaluate("number => deck.jump(number, 99)", number)
        stage = page.locator("section.present .fs-stage")
        stage.get_by_role("radio").first.check()
        stage.locator("input[type=range]:not(:disabled)").first.press("ArrowRight")
        expect(stage.locator(".fs-answer")).not_to_be_empty()
        expect(stage.locator(".fs-message")).to_be_empty()  # its pictures have come
        for when, words in (("after", ""), ("told", "A sentence about a fault. " * 6)):
            stage.evaluate("(stage, words) => stage.stage.tell(words)", words)
            if bad(found := page.evaluate(OVERFLOW), size):
                faults.append((number, when, *found))
    assert faults == []


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_no_slide_is_a_line_or_no_more_than_a_text_that_hands_over(path, page):
    opened(page, path)
    assert page.evaluate(STRAY) == []


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_every_demo_of_a_deck_moves(path, page):
    opened(page, path)
    names = page.locator("[data-demo]").evaluate_all("all => all.map((el) => el.dataset.demo)")
    assert names
    for name in names:
        stage = demo(page, name)
        slide = here(page)
        Twins(stage, packs.all_demos()[name]).everything()
        assert here(page) == slide  # arrows in a slider are the slider's


def test_a_demo_on_a_slide_has_no_barriers_before_and_after_its_answer(page):
    if not AXE.exists():
        chromium.missing("axe: make site")
    opened(page, DECKS[1])
    page.add_script_tag(url=AXE.as_uri())
    for name in page.locator("[data-demo]").evaluate_all("all => all.map((el) => el.dataset.demo)"):
        stage = demo(page, name)
        for move in (False, True):
            if move:
                stage.get_by_role("radio").first.check()
                stage.locator("input[type=range]:not(:disabled)").first.press("ArrowRight")
                expect(stage.locator(".fs-answer")).not_to_be_empty()
            found = page.evaluate(
                "axe.run('section.present', { resultTypes: ['violations'], preload: false })"
            )
            grave = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
            assert [(v["id"], v["nodes"][0]["html"][:90]) for v in grave] == [], name


def test_the_presenters_window_tells_follows_and_steers(page):
    opened(page, DECKS[1])
    with page.expect_popup() as opening:
        page.keyboard.press("s")
    presenter = opening.value
    expect(presenter.locator(".where")).to_contain_text("slide 1 of")
    expect(presenter.locator(".clock")).to_contain_text("used")
    presenter.keyboard.press("PageDown")
    assert page.evaluate("deck.here()") == 1 or page.evaluate(SEEN)["slide"] == 0
    demo = page.locator(".fs-stage").first.element_handle()
    number = page.evaluate("s => Reveal.getSlides().indexOf(s.closest('section'))", demo)
    page.evaluate("number => deck.jump(number)", number)
    expect(presenter.locator(".told")).to_contain_text("Ask first.")
    expect(presenter.locator(".told")).to_contain_text("Expect.")
    expect(presenter.locator(".what")).to_have_text("Next slide:")
    vote = page.evaluate(
        "Reveal.getSlides().findIndex((s) => s.textContent.includes('Predict.') &&"
        " !s.querySelector('.fs-stage'))"
    )
    page.evaluate("number => deck.jump(number)", vote)
    expect(presenter.locator(".told")).to_contain_text("A vote:")
    presenter.get_by_role("button", name="Next").click()
    assert page.evaluate("deck.here()") >= vote
