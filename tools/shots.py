"""Photographs of what readers see: chapters, demos, cards, slides, the site; in Chromium.

    make slides site shots    # pictures and contact sheets into _build/shots, three into docs

Look at the contact sheets after a change of style: a page that nobody looked at is not done.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw

import chromium
from featurespace.demos import Slider, all_demos

SHOTS = chromium.ROOT / "_build" / "shots"
DOCS = chromium.ROOT / "docs"
SHEETS = {"chapter": 4, "demo": 4, "card": 3, "slide": 2, "drag": 3}  # kind of picture: columns
COLUMN, GAP = 640, 12  # pixels
README = {  # name in docs: which picture
    "demo.png": "demo_01_where_is_the_centre",
    "card.png": "exercise_01",
    "slide.png": "slide_01_where_is_the_centre",
}


def photograph(place, name: str) -> None:
    """Store what a page or a part of it looks like."""
    place.screenshot(path=SHOTS / f"{name}.png")


def panels(reader: chromium.Reader) -> Iterator[tuple]:
    """Every demo on the page: its panel, its name and the demo itself."""
    known = {demo.title: (name.split(".")[1], demo) for name, demo in all_demos().items()}
    for panel in reader.page.locator(chromium.PANEL).all():
        yield panel, *known[panel.locator("strong").first.text_content()]


def move(panel, demo, steps: int = 3) -> None:
    """Predict what most predict, then move the slider that plays, or the first that moves."""
    panel.get_by_role("radio").nth(demo.choices.index(demo.notes.usual)).check()
    sliders = [c for c in demo.controls.values() if isinstance(c, Slider)]
    playing = next((i for i, slider in enumerate(sliders) if slider.play), 0)
    handle = panel.get_by_role("slider").nth(playing)
    if handle.is_disabled():
        handle = panel.locator("input[type=range]:not(:disabled)").first
    for _ in range(steps):
        handle.press("ArrowRight")
        panel.page.wait_for_timeout(400)


def chapter(reader: chromium.Reader, name: str) -> None:
    """The first screen, then every demo after a prediction and a few moves."""
    reader.open(f"course/{name}.ipynb")
    photograph(reader.page, f"chapter_{name[:2].strip('_')}")
    reader.run_all()
    for panel, title, demo in panels(reader):
        panel.scroll_into_view_if_needed()
        move(panel, demo)
        photograph(panel, f"demo_{name[:2].strip('_')}_{title}")


def exercise(reader: chromium.Reader, name: str) -> None:
    """The card for a right, a wrong and an absurd answer, each below what was typed."""
    reader.open(f"exercises/{name}.ipynb")
    reader.run_all()
    first, right, _ = chromium.first_exercise(name)
    for kind, code in chromium.answers(first, right).items():
        card = reader.answer(first, code)
        reader.page.wait_for_timeout(1500)
        photograph(card, f"card_{name[:2].strip('_')}_{kind}")


def slip(reader: chromium.Reader) -> None:
    """Chapter 1's first exercise with a slip in it, from its heading to the card."""
    name = "01_means_and_distances"
    first, right, _ = chromium.first_exercise(name)
    reader.open(f"exercises/{name}.ipynb")
    reader.run_all()
    card = reader.answer(first, right.replace("2 * K", "K"))
    reader.page.wait_for_timeout(1500)
    top = reader.page.locator(".jp-MarkdownCell", has_text="1. Distances").bounding_box()
    bottom = card.bounding_box()
    height = bottom["y"] + bottom["height"] + GAP - top["y"]
    clip = {"x": top["x"], "y": top["y"], "width": top["width"], "height": height}
    reader.page.screenshot(path=SHOTS / "exercise_01.png", clip=clip)


def slides(reader: chromium.Reader, name: str) -> None:
    """The demos of a chapter on their slides, moved."""
    page = reader.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto((chromium.ROOT / "_build" / "slides" / f"{name}.html").as_uri())
    page.wait_for_selector("body.ready", state="attached")
    for panel, title, demo in panels(reader):
        where = "stage => deck.jump(Reveal.getSlides().indexOf(stage.closest('section')))"
        page.evaluate(where, panel.element_handle())
        move(panel, demo)
        photograph(page, f"slide_{name[:2].strip('_')}_{title}")


def drag(reader: chromium.Reader) -> None:
    """The width of a histogram, taken in hand on a page that is read from the disk, and moved."""
    page = reader.page
    page.goto((chromium.ROOT / "_build/site/html/course/00_exploring_data.html").as_uri())
    panel = page.locator("[data-demo='describe.histogram_origin_and_bandwidth']")
    panel.get_by_role("radio").first.check()
    panel.locator(".fs-handle").last.hover()
    start = panel.locator(".fs-handle").last.bounding_box()
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.down()
    for step in range(3):
        page.mouse.move(x - 45 * step, y)
        page.wait_for_timeout(400)
        photograph(panel, f"drag_00_{step}")
    page.mouse.up()


def contact_sheet(kind: str, columns: int) -> Path:
    """All pictures of a kind on one sheet, each with its name."""
    paths = sorted(SHOTS.glob(f"{kind}_*.png"))
    pictures = [Image.open(path).convert("RGB") for path in paths]
    for picture in pictures:
        picture.thumbnail((COLUMN, 10 * COLUMN))
    rows = [range(i, min(i + columns, len(paths))) for i in range(0, len(paths), columns)]
    heights = [max(pictures[i].height for i in row) + 3 * GAP for row in rows]
    sheet = Image.new("RGB", (columns * (COLUMN + GAP), sum(heights)), "#d8d8d8")
    pen = ImageDraw.Draw(sheet)
    for number, row in enumerate(rows):
        for column, i in enumerate(row):
            x, y = column * (COLUMN + GAP), sum(heights[:number])
            pen.text((x, y), paths[i].stem, fill="black", font_size=14)
            sheet.paste(pictures[i], (x, y + 2 * GAP))
    out = SHOTS / f"contact_{kind}.png"
    sheet.save(out)
    return out


def visit(*flows: Callable) -> None:
    """Start JupyterLab, and let a reader go through each flow."""
    with tempfile.TemporaryDirectory() as folder, chromium.server(Path(folder)) as address:
        for flow in flows:
            with chromium.reader(address) as reader:
                flow(reader)
                reader.close()


def main() -> None:
    """All photographs, the sheets, and the README's three."""
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    each = [(flow, name) for flow in (chapter, exercise) for name in chromium.CHAPTERS]
    visit(slip, *(partial(flow, name=name) for flow, name in each))
    for name in chromium.CHAPTERS:
        with chromium.reader("{}") as reader:
            slides(reader, name)
    with chromium.reader("{}") as reader:
        drag(reader)
    for kind, columns in SHEETS.items():
        print(contact_sheet(kind, columns).relative_to(chromium.ROOT))
    for name, shot in README.items():
        picture = Image.open(SHOTS / f"{shot}.png").convert("RGB")
        picture.thumbnail((1280, 1280))
        picture.save(DOCS / name, optimize=True)


if __name__ == "__main__":
    main()
