"""The decks in a browser, from the disk: one way through, nothing skipped, nothing cut off."""

import re

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
    const stage = slide.querySelector('.fs-stage'), answer = slide.querySelector('.fs-answer');
    const bottom = (part) => part.getBoundingClientRect().bottom;
    const cut = stage && Math.max(stage.scrollHeight - stage.clientHeight,
        bottom(answer) + 5 - bottom(stage)); // also where it reaches into the frame
    return [slide.scrollHeight - slide.clientHeight, slide.scrollWidth - slide.clientWidth,
        cut ?? 0, Math.min(...small, 99)]; }"""
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
def test_no_slide_overflows_and_no_picture_moves_when_its_answer_comes(path, size, page):
    opened(page, path, size)
    faults = []
    for unfolded in (True, False):
        measured = page.evaluate(EVERY, unfolded)
        when = "unfolded" if unfolded else "before"
        faults += [(number, when, *found) for number, _, found in measured if bad(found, size)]
    for number in (number for number, alive, _ in measured if alive):
        page.evaluate("number => deck.jump(number, 99)", number)
        stage = page.locator("section.present .fs-stage")
        picture = stage.locator(".fs-picture")
        stands = picture.bounding_box()
        stage.get_by_role("radio").first.check()
        stage.locator("input[type=range]:not(:disabled)").first.press("ArrowRight")
        expect(stage.locator(".fs-answer")).not_to_be_empty()
        expect(stage.locator(".fs-message")).to_be_empty()  # its pictures have come
        if stands["width"] < size["width"] / 2 or picture.bounding_box() != stands:
            faults.append((number, "picture", stands, picture.bounding_box()))
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


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_demo_on_a_slide_has_no_barriers_before_and_after_its_answer(path, page):
    if not AXE.exists():
        chromium.missing("axe: make site")
    opened(page, path)
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


def test_what_was_left_has_no_keys_and_does_not_play(page):
    opened(page, DECKS[1])
    stage = demo(page, "means.bend_the_border")
    slide = here(page)
    stage.get_by_role("slider").first.focus()
    page.keyboard.press("PageDown")  # a clicker's is the deck's
    assert here(page) == slide + 1
    for key, then in (
        ("ArrowRight", slide + 2),
        ("Home", 0),
        ("End", page.evaluate("deck.count()") - 1),
    ):
        demo(page, "means.bend_the_border").get_by_role("slider").first.focus()
        page.keyboard.press("PageDown")
        page.keyboard.press(key)
        assert here(page) == then, key
    demo(page, "means.bend_the_border").get_by_role("button", name="Play").click()
    assert stage.evaluate("stage => Boolean(stage.stage.playing)")
    page.keyboard.press("PageDown")
    assert not stage.evaluate("stage => Boolean(stage.stage.playing)")


def test_after_a_click_the_next_key_is_the_decks(page):
    opened(page, DECKS[1])

    def goes_on(key=" ") -> None:
        before = page.evaluate(SEEN)
        page.keyboard.press(key)
        after = page.evaluate(SEEN)
        assert (after["slide"], len(after["cells"])) > (before["slide"], 0), key
        assert not page.locator("dialog[open]").count()

    page.locator("#open-contents").click()
    page.locator("#list button", has_text="1. A kernel").click()
    goes_on()
    page.keyboard.press("End")
    page.locator("#previous").click()
    goes_on()
    page.evaluate("deck.jump(1)")
    page.locator("#open-help").click()
    page.locator("#help button").click()
    goes_on()
    stage = demo(page, "means.bend_the_border")
    stage.get_by_role("button", name="Play").click()
    goes_on()
    demo(page, "means.bend_the_border")
    stage.get_by_role("radio").first.check()
    page.evaluate("deck.jump(deck.here(), 99)")
    stage.get_by_role("radio").first.focus()
    goes_on()
    demo(page, "means.bend_the_border")
    stage.get_by_role("slider").first.press("ArrowLeft")
    stage.get_by_role("radio").first.focus()
    goes_on("ArrowRight")
    # what the keyboard has reached keeps it
    demo(page, "means.bend_the_border")
    slide = here(page)
    stage.get_by_role("button", name="Play").press(" ")
    assert here(page) == slide


def test_a_clicker_leaves_contents_and_a_black_screen(page):
    opened(page, DECKS[1])
    for opening in ("Escape", "?"):
        for key, by in (("PageDown", 1), ("PageUp", -1)):
            page.evaluate("deck.jump(20, 99)")
            page.keyboard.press(opening)
            assert page.locator("dialog[open]").count() == 1
            page.keyboard.press(key)
            assert not page.locator("dialog[open]").count()
            assert page.evaluate(f"Math.sign(deck.here() - 20) === {by}") or by < 0
    page.keyboard.press("Escape")  # arrows and Space choose
    expect(page.locator("#list [aria-current=true]")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    title = page.evaluate("document.activeElement.textContent")
    page.keyboard.press(" ")
    assert page.locator("section.present :is(h1, h2)").first.inner_text().startswith(title)
    for key in (".", "b", "B"):
        slide, black = here(page), page.locator("#black")
        page.keyboard.press(key)
        expect(black).to_be_visible()
        page.keyboard.press("PageDown")  # any key brings it back
        expect(black).to_be_hidden()
        assert here(page) == slide
    page.keyboard.press("Escape")
    page.keyboard.press(".")  # which a clicker may send at any time
    expect(page.locator("#black")).to_be_visible()
    assert not page.locator("dialog[open]").count()
    page.keyboard.press("c")
    page.keyboard.press("C")  # Caps Lock
    expect(page.get_by_role("dialog", name="Contents")).to_be_visible()


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
    page.evaluate("deck.jump(20)")
    for key in ("Escape", "c", "?"):  # not for the audience to see
        presenter.keyboard.press(key)
        assert not page.locator("dialog[open]").count()
    presenter.get_by_role("button", name="Pause").click()
    presenter.keyboard.press("PageDown")
    presenter.keyboard.press(".")
    expect(page.locator("#black")).to_be_visible()
    expect(presenter.locator(".where")).to_contain_text("the screen is black")
    presenter.keyboard.press(".")
    seen = page.evaluate(SEEN)
    presenter.get_by_role("button", name="Pause").click()
    presenter.keyboard.press(" ")
    assert page.evaluate(SEEN) != seen  # after a click, too


def test_contents_lead_to_every_room_and_only_the_core_is_planned(page):
    opened(page, DECKS[3])
    notebook = nbformat.read(slides.ROOT / "course" / f"{DECKS[3].stem}.ipynb", as_version=4)
    parts = [c for c in notebook.cells if "minutes" in c.metadata.get("slideshow", {})]
    told = [f"{slides.title([c])} {c.metadata.slideshow.minutes} min" for c in parts]
    page.keyboard.press("Escape")
    assert page.locator("#list li").all_inner_texts() == told
    room = next(k for k, c in enumerate(parts) if c.source.startswith("### "))
    core = sum(c.metadata.slideshow.minutes for c in parts[: room - 1])  # without the rooms' door
    page.locator("#list button").nth(room).click()
    expect(page.locator("section.present h3").first).to_be_visible()
    with page.expect_popup() as opening:
        page.keyboard.press("s")
    clock, minutes = opening.value.locator(".clock"), parts[room].metadata.slideshow.minutes
    expect(clock).to_contain_text(f"of {minutes}:00 · about {minutes} min left here")
    page.keyboard.press("Home")
    expect(clock).to_contain_text(f"about {core} min left as planned")


def test_the_presenters_clock_survives_a_reload(page):
    page.clock.install()
    opened(page, DECKS[1])
    with page.expect_popup() as opening:
        page.keyboard.press("s")
    page.clock.fast_forward(300_000)
    alike = re.compile(r"^(5:\d\d) used · this section \1 of")
    expect(opening.value.locator(".clock")).to_have_text(alike)
    with opening.value.expect_event("close"):
        page.reload()
    page.wait_for_selector("body.ready", state="attached")
    with page.expect_popup() as opening:
        page.keyboard.press("s")
    presenter = opening.value
    expect(presenter.locator(".clock")).to_have_text(alike)
    presenter.get_by_role("button", name="Pause").click()
    expect(presenter.locator(".clock")).to_contain_text("(paused)")
    presenter.reload()  # then it is the presenter's no more; the deck goes on, and S opens another
    page.clock.fast_forward(300_000)
    page.keyboard.press("PageDown")
    with page.expect_popup() as opening:
        page.keyboard.press("s")
    assert presenter.is_closed()
    presenter = opening.value
    expect(presenter.locator(".clock")).to_have_text(re.compile(r"^5:\d\d used \(paused\)"))


def test_without_javascript_a_deck_is_a_page(page):
    reader = page.context.browser.new_context(java_script_enabled=False).new_page()
    reader.goto(DECKS[1].as_uri())
    parts = reader.locator(".slides section section")
    tops = [parts.nth(i).bounding_box()["y"] for i in range(parts.count())]
    assert tops == sorted(set(tops))
    expect(reader.locator(".fragment").last).to_be_visible()
    stage = reader.locator(".fs-stage").first
    expect(stage.locator("img").first).to_be_visible()  # the still
    expect(reader.locator("footer")).to_be_hidden()


@pytest.mark.parametrize("file", ["reveal.js", "deck.js", "tex-svg.js", "stage.js"])
def test_a_deck_without_one_of_its_files_is_no_blank_page(file, page):
    other = page.context.browser.new_page()
    other.route(f"**/assets/{file}", lambda route: route.abort())
    other.goto(DECKS[1].as_uri())
    expect(other.locator("h1")).to_be_visible()
    if file == "reveal.js":
        expect(other.get_by_role("alert").first).to_contain_text("could not be laid out")
    if file == "tex-svg.js":
        expect(other.locator("#notice")).to_contain_text("tex-svg.js is missing")
    if file in ("reveal.js", "deck.js"):
        expect(other.locator("section section, .slides > section").last).to_be_visible()


def test_the_footer_is_whole_on_a_phone(page):
    opened(page, DECKS[1], {"width": 390, "height": 844})
    demo(page, "means.bend_the_border")
    expect(page.locator("#section")).not_to_be_empty()
    parts = [part for part in page.locator("footer > *").all() if part.inner_text()]
    for box in [part.bounding_box() for part in parts]:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844
