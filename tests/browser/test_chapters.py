"""Every chapter runs in a browser, and its demos show what their controls say."""

import time

import nbformat
import pytest

import chromium
import slides
from featurespace.demos import all_demos
from stages import Twins

chromium.require()
from playwright.sync_api import expect  # noqa: E402

DEMOS = {demo.title: demo for demo in all_demos().values()}
KNOWN = """import gc
from featurespace.demos.panel import Panel
panels = [one for one in gc.get_objects() if isinstance(one, Panel)]
panel = next(one for one in panels if one.demo.title == "Bend the border")
print(panel.drawn.cache_info().currsize)"""
VIEW = 647  # pixels of a notebook that a screen of 1366 x 768 shows


def twins(stage) -> Twins:
    return Twins(stage, DEMOS[stage.locator("strong").first.text_content()])


@pytest.mark.parametrize("chapter", chromium.CHAPTERS)
def test_chapter_runs_and_its_demos_move(chapter, reader):
    """Every control and every handle; and all of a stage fits the screen, before and after."""
    reader.page.set_viewport_size({"width": 1366, "height": 768})
    reader.open(f"course/{chapter}.ipynb")
    assert reader.run_all() == []
    panels = reader.page.locator(chromium.PANEL)
    cells = nbformat.read(chromium.ROOT / "course" / f"{chapter}.ipynb", as_version=4).cells
    expect(panels).to_have_count(sum(bool(slides.DEMO.search(cell.source)) for cell in cells))
    for panel in panels.all():
        panel.scroll_into_view_if_needed()
        expect(panel).to_be_visible()
        pair = twins(panel)
        assert fits(panel), f"{pair.demo.title} does not fit at the start"
        pair.everything()
        expect(panel.locator(".fs-answer")).to_have_text(pair.demo.answer)
        right = pair.demo.choices[0] == pair.demo.right
        expect(panel.locator(".fs-verdict").first).to_have_text("✓ Right" if right else "✗ Not so")
        assert fits(panel), f"{pair.demo.title} does not fit with its answer"


def fits(panel) -> bool:
    """Whether the stage is no higher than the view and nothing of it is cut off."""
    return panel.evaluate(
        "(el, view) => el.getBoundingClientRect().height <= view"
        " && el.scrollHeight <= el.clientHeight && el.scrollWidth <= el.clientWidth",
        VIEW,
    )


def test_what_a_reader_is_told(reader):
    """Reminders, verdict, play, start again; a kernel that is gone is named and nothing is lost."""
    reader.open("course/01_means_and_distances.ipynb")
    assert reader.run_all() == []
    panel = reader.page.locator(chromium.PANEL).filter(has_text="Bend the border")
    pair = twins(panel)
    answer, demo = panel.locator(".fs-answer"), pair.demo
    pair.by_keyboard("sigma")
    expect(answer).to_have_text("Vote first; then the answer appears here.")
    panel.get_by_label(demo.right).check()
    expect(answer).to_have_text(demo.answer)
    expect(panel.get_by_text("✓ Right")).to_be_visible()
    expect(panel.locator("input[type=radio]")).to_have_count(len(demo.choices))
    expect(panel.get_by_role("radio")).to_have_count(1)  # the others have had their say
    panel.get_by_role("button", name="Start again").click()
    expect(panel).to_have_attribute("data-at", "0")
    expect(answer).to_be_empty()
    panel.get_by_role("radio").first.check()
    expect(answer).to_have_text("Now move something and see whether you were right.")
    panel.get_by_role("button", name="Play").click()
    expect(panel).to_have_attribute("data-at", str(len(demo.controls["sigma"].options) - 1))
    pair.places = [len(demo.controls["sigma"].options) - 1]
    pair.see("played to the end")
    reader.page.evaluate(f"async () => {{ await {chromium.CONTEXT}.sessionContext.shutdown(); }}")
    shown = pair.picture()
    assert reader.errors == []
    panel.get_by_role("slider").first.press("ArrowLeft")
    expect(panel.get_by_role("alert")).to_contain_text("the kernel is busy, or it has stopped")
    assert pair.picture() == shown
    assert all("Cannot send" in words for words in reader.errors), reader.errors  # JupyterLab's own
    reader.errors.clear()


def test_frames_are_drawn_ahead_and_an_error_in_one_is_a_sentence_under_the_last_picture(reader):
    reader.open("course/01_means_and_distances.ipynb")
    assert reader.run_all() == []
    panel = reader.page.locator(chromium.PANEL).filter(has_text="Bend the border")
    pair, slider = twins(panel), panel.get_by_role("slider")
    slider.focus()  # taken in hand: its frames are drawn ahead
    end = time.monotonic() + chromium.MOVE
    while int(reader.say(KNOWN)) < 5:
        assert time.monotonic() < end, "no frame was drawn ahead"
        reader.page.wait_for_timeout(100)
    reader.say("panel.drawn.cache_clear()")
    shown = pair.picture()
    reader.say("from featurespace import plots; whole, plots.svg = plots.svg, None")
    slider.press("ArrowRight")
    expect(panel.get_by_role("alert")).to_contain_text("This setting could not be drawn (TypeError")
    assert pair.picture() == shown
    reader.say("plots.svg = whole")
    pair.places = [int(slider.input_value())]
    pair.by_keyboard("sigma")
    expect(panel.get_by_role("alert")).to_be_empty()


def test_ten_moves_at_once_do_not_queue_up(reader):
    """The browser sends the newest value when the kernel is ready for it, not all of them."""
    reader.open("course/06_generalisation.ipynb")
    assert reader.run_all() == []
    panel = reader.page.locator(chromium.PANEL).filter(has_text="Degree and luck")
    pair = twins(panel)
    panel.evaluate(
        """stage => {
            window.frames_seen = 0;
            new MutationObserver(() => { window.frames_seen += 1; })
                .observe(stage.querySelector(".fs-picture"), { childList: true });
            const slider = stage.querySelector('[data-control="sets"] input');
            for (let i = 1; i <= 10; i++) {
                slider.value = i;
                slider.dispatchEvent(new Event("input"));
            }
        }"""
    )
    pair.follow("sets", 10, "ten moves at once")
    assert reader.page.evaluate("window.frames_seen") <= 8  # a frame, and its handles, change twice
