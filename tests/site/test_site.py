"""Every page of the built site: no barrier, no request elsewhere, no scrolling sideways."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "site" / "html"
AXE = ROOT / ".venv-site" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CONTRAST = "color-contrast"  # it takes nearly all the time, and pages of a kind share their colours
PAGES = sorted(p for p in SITE.rglob("*.html") if not {"_static", "_modules"} & {*p.parts})

if not (PAGES and AXE.exists() and CHROMIUM):
    pytest.skip("needs the site (make site) and Chromium", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")


@pytest.fixture(scope="module")
def page():
    with playwright.sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def barriers(page, **options) -> list[str]:
    """What axe calls serious or critical, by rule and place."""
    formulas = {"exclude": ["mjx-container"]}  # thousands of curves that say nothing to axe
    found = page.evaluate("args => axe.run(...args)", [formulas, options])["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['target']} and {len(v['nodes']) - 1} more"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


def opened(page, path: Path, colours: str):
    """The page as a reader sees it, formulas set, with axe at hand."""
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(path.as_uri())
    page.evaluate("() => window.MathJax?.startup?.promise")
    page.add_script_tag(path=AXE)
    return page


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SITE)))
def test_page(page, path):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    assert barriers(opened(page, path, "light"), rules={CONTRAST: {"enabled": False}}) == []
    assert page.locator("h1").count() == 1
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("path", {p.parent.name: p for p in PAGES}.values(), ids=lambda p: p.stem)
def test_contrast_on_one_page_of_each_kind(page, path, colours):
    assert barriers(opened(page, path, colours), runOnly=[CONTRAST]) == []
