"""The demos of the site, from the disk: all of them move, by mouse, keyboard and finger."""

import re
import shutil
from pathlib import Path

import pytest

import chromium
import packs
from featurespace.demos import Slider
from stages import Twins

SITE = chromium.ROOT / "_build" / "site" / "html"
AXE = chromium.ROOT / "tools" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
DEMOS = packs.all_demos()
ALIVE = {
    str(path.relative_to(SITE)): names
    for path in sorted(SITE.rglob("*.html"))
    if (names := re.findall(r'class="fs-stage" data-demo="([^"]+)"', path.read_text()))
}
SMALL, HISTOGRAM = "means.bend_the_border", "describe.histogram_origin_and_bandwidth"
# what sticks out of a stage, or lies beyond what can be seen of it
STICKS_OUT = """stage => [...stage.querySelectorAll("*:not(svg *, .fs-hidden, .fs-hidden *)")]
    .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width && (left < -1 || right > document.documentElement.clientWidth + 1);
    }).map((part) => part.outerHTML.slice(0, 80))"""
GRAVE = """async () => (await axe.run({ include: [[".fs-stage"]] }))
    .violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0].target}`)"""
FILES = {None, ""}  # hosts of what is read from the disk

chromium.require()
if not (ALIVE and AXE.exists()):
    chromium.missing("the site: make site")
from playwright.sync_api import expect  # noqa: E402


@pytest.fixture
def reader():
    with chromium.time_limit(chromium.TEST), chromium.reader("{}") as reader:
        yield reader
    assert reader.hosts <= FILES


@pytest.fixture
def phone():
    """A page of 390 pixels, and a finger."""
    with chromium.time_limit(chromium.TEST), chromium.reader("{}") as reader:
        size = {"width": 390, "height": 844}
        yield reader.page.context.browser.new_context(viewport=size, has_touch=True).new_page()


def stage(page, name: str):
    return page.locator(f'.fs-stage[data-demo="{name}"]')


def test_every_demo_is_on_a_page_and_one_on_the_first():
    assert set().union(*ALIVE.values()) == set(DEMOS)
    assert len(ALIVE["index.html"]) == 1


@pytest.mark.parametrize("path", ALIVE)
def test_every_control_and_every_handle_moves_the_picture(path, reader):
    page = reader.page
    page.goto((SITE / path).as_uri())
    for name in ALIVE[path]:
        panel, demo = stage(page, name), DEMOS[name]
        Twins(panel, demo).everything()
        expect(panel.locator(".fs-answer")).to_have_text(demo.answer)
    assert reader.errors == []
    page.add_script_tag(url=AXE.as_uri())
    assert page.evaluate(GRAVE) == []


@pytest.mark.parametrize("path", ALIVE)
def test_on_a_phone_nothing_sticks_out_and_a_finger_drags(path, phone):
    phone.goto((SITE / path).as_uri())
    for name in ALIVE[path]:
        panel, pair = stage(phone, name), Twins(stage(phone, name), DEMOS[name])
        assert panel.evaluate(STICKS_OUT) == []
        panel.get_by_role("radio").first.check()
        dragged = [pair.by_hand(k, finger=True) for k in range(len(pair.demo.handles))]
        if not any(dragged):
            sliders = [k for k, c in pair.demo.controls.items() if isinstance(c, Slider)]
            pair.by_keyboard(
                next(k for k in sliders if not pair.row(k).locator(":disabled").count())
            )
        expect(panel.locator(".fs-answer")).to_have_text(pair.demo.answer)
        assert panel.evaluate(STICKS_OUT) == []


def test_the_picture_stays_in_place_while_it_is_dragged(reader):
    """Also when its frames are on their way, and when there is an answer to show afterwards."""
    page = reader.page
    page.goto((SITE / "course" / "00_exploring_data.html").as_uri())
    panel = stage(page, HISTOGRAM)
    panel.scroll_into_view_if_needed()
    picture, ring = panel.locator(".fs-picture"), panel.locator(".fs-handle").first
    panel.get_by_role("radio").first.check()
    box, start = picture.bounding_box(), ring.bounding_box()
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + 20 * step, y)
        assert picture.bounding_box() == box
        expect(panel.locator(".fs-message")).to_be_empty()
        assert picture.bounding_box() == box
    answer, whole = (
        panel.locator(".fs-answer"),
        DEMOS["describe.histogram_origin_and_bandwidth"].answer,
    )
    expect(answer).not_to_have_text(whole)
    page.mouse.up()
    expect(answer).to_have_text(whole)


def cut_script(path: Path) -> None:
    path.write_text(path.read_text()[:2000])


def cut_text(path: Path) -> None:
    path.write_text(f'featurespacePack("{SMALL}", "{path.read_text()[100:2000]}");')


def another(path: Path) -> None:
    other = packs.script("pca.multiply_and_turn").read_text()
    path.write_text(other.replace("pca.multiply_and_turn", SMALL))


def not_a_pack(path: Path) -> None:
    path.write_text(f'featurespacePack("{SMALL}", "**");')


def empty(path: Path) -> None:
    path.write_text("")


INCOMPLETE = "arrived incomplete"
FAULTS = {
    "missing": (Path.unlink, "could not be loaded (means.bend_the_border.js is missing)"),
    "a script that was cut": (cut_script, INCOMPLETE),
    "a text that was cut": (cut_text, INCOMPLETE),
    "another demo's": (another, INCOMPLETE),
    "not a pack": (not_a_pack, INCOMPLETE),
    "empty": (empty, INCOMPLETE),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_pack_at_fault_is_one_sentence_and_the_first_picture_stays(fault, tmp_path, reader):
    """Nothing is told right or wrong; once the pack is whole, the next move works."""
    spoil, words = FAULTS[fault]
    packs.assets(tmp_path)
    file = tmp_path / "packs" / f"{SMALL}.js"
    shutil.copy(file, whole := tmp_path / "whole.js")
    spoil(file)
    (tmp_path / "page.html").write_text(
        '<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" href="stage.css">'
        f'<body>{packs.embed(SMALL, "packs")}<script src="stage.js"></script>'
    )
    reader.page.goto((tmp_path / "page.html").as_uri())
    panel = stage(reader.page, SMALL)
    pair, slider = Twins(panel, DEMOS[SMALL]), panel.get_by_role("slider")
    panel.get_by_role("radio").first.check()
    expect(panel.get_by_role("alert")).to_contain_text(words)
    slider.press("ArrowRight")
    expect(panel.get_by_role("alert")).to_contain_text(words)
    pair.see("the first picture stays")
    assert int(slider.input_value()) == pair.places[0]
    assert panel.locator(".fs-verdict").first.text_content() == ""
    shutil.copy(whole, file)
    pair.by_keyboard("sigma")
    expect(panel.get_by_role("alert")).to_be_empty()
    expect(panel.locator(".fs-answer")).to_have_text(pair.demo.answer)
