"""Every chapter runs in a browser, and its demos show what their controls say."""

import re

import nbformat
import pytest

import chromium
import slides
from featurespace.demos import Choice, all_demos

chromium.require()
from playwright.sync_api import expect  # noqa: E402

DEMOS = {demo.title: demo for demo in all_demos().values()}
SHOWS = "([picture, source]) => picture.querySelector('img')?.src === source"


class Twins:
    """A panel in the browser and the same panel in this process, which tells what to expect."""

    def __init__(self, reader: chromium.Reader, panel):
        self.page, self.panel = reader.page, panel
        self.demo = DEMOS[panel.locator("strong").first.text_content()]
        self.twin = self.demo()
        self.rows = panel.locator(".widget-hslider, .widget-toggle-buttons")
        self.picture = panel.locator(".widget-html-content:has(img)")

    def expected(self) -> str:
        return re.search('src="([^"]+)"', self.twin.picture.value)[1]

    def follow(self, name: str, index: int) -> bool:
        """Move the twin too, wait for its picture; returns whether that is a new one."""
        before = self.expected()
        assert self.twin.controls[name].index != index, f"{name} has not moved"
        self.twin.controls[name].index = index
        self.see(f"{name} at {index}")
        return self.expected() != before

    def see(self, what: str) -> None:
        from playwright.sync_api import TimeoutError as TooLate

        picture = self.picture.element_handle()
        try:
            self.page.wait_for_function(SHOWS, arg=[picture, self.expected()])
        except TooLate:
            alt = self.panel.locator("img").get_attribute("alt")
            pytest.fail(f"{self.demo.title}, {what}: expected another picture than: {alt}")

    def by_keyboard(self, name: str, row) -> bool:
        handle, control = row.get_by_role("slider"), self.twin.controls[name]
        at_end = control.index == len(control.options) - 1
        step = -1 if at_end else 1
        handle.press("ArrowLeft" if at_end else "ArrowRight")
        expect(handle).to_have_attribute("aria-valuenow", f"{control.index + step:.1f}")
        return self.follow(name, control.index + step)

    def by_mouse(self, name: str, row) -> bool:
        """Click on the track, at the end that is farther away."""
        handle, control = row.get_by_role("slider"), self.twin.controls[name]
        last = len(control.options) - 1
        aim = last if control.index < last / 2 else 0
        track = row.locator(".noUi-base")
        box = track.bounding_box()
        track.click(position={"x": 0.98 * box["width"] if aim else 2, "y": box["height"] / 2})
        expect(handle).not_to_have_attribute("aria-valuenow", f"{control.index:.1f}")
        return self.follow(name, round(float(handle.get_attribute("aria-valuenow"))))

    def by_click(self, name: str, row) -> list[bool]:
        """Press every button by mouse, and back to the first by keyboard."""
        buttons, start = row.get_by_role("button"), self.twin.controls[name].index
        changes = []
        for index in (i for i in range(buttons.count()) if i != start):
            buttons.nth(index).click()
            changes.append(self.follow(name, index))
        buttons.nth(start).press("Enter")
        return [*changes, self.follow(name, start)]


@pytest.mark.parametrize("chapter", chromium.CHAPTERS)
def test_chapter_runs_and_its_demos_move(chapter, reader):
    reader.open(f"course/{chapter}.ipynb")
    assert reader.run_all() == []
    panels = reader.page.locator(chromium.PANEL)
    cells = nbformat.read(chromium.ROOT / "course" / f"{chapter}.ipynb", as_version=4).cells
    expect(panels).to_have_count(sum(bool(slides.DEMO.search(cell.source)) for cell in cells))
    for panel in panels.all():
        panel.scroll_into_view_if_needed()
        expect(panel).to_be_visible()
        twins = Twins(reader, panel)
        twins.see("at the start")
        panel.get_by_role("radio").first.check()
        changes, rows = [], dict(zip(twins.demo.controls, twins.rows.all(), strict=True))
        for name, control in twins.demo.controls.items():
            if isinstance(control, Choice):
                changes += twins.by_click(name, rows[name])
            else:
                changes.append(twins.by_keyboard(name, rows[name]))
                assert changes[-1] or not control.play, f"{name} plays, and nothing happens"
                changes.append(twins.by_mouse(name, rows[name]))
        assert any(changes)
        expect(panel.get_by_text("You said:")).to_be_visible()


def test_ten_moves_at_once_do_not_queue_up(reader):
    """The browser sends the newest value when the kernel is ready for it, not all of them."""
    reader.open("course/06_generalisation.ipynb")
    assert reader.run_all() == []
    panel = reader.page.locator(chromium.PANEL).filter(has_text="Degree and luck")
    twins = Twins(reader, panel)
    frames = chromium.burst(panel, twins.rows.nth(2), 10)
    twins.follow("sets", 10)
    assert frames() <= 4
