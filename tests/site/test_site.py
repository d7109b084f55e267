"""Every page of the built site as a reader meets it: wide, narrow, dark, by keyboard, offline."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import chromium

SITE = chromium.ROOT / "_build" / "site" / "html"
AXE = chromium.ROOT / "tools" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = sorted(path for path in SITE.rglob("*.html") if "_static" not in path.parts)
KINDS = {path.relative_to(SITE).parts[0]: path for path in reversed(PAGES)}
SECTION = "course/01_means_and_distances.html#moving-the-origin"

WIDE, ZOOMED, NARROW = 1280, 640, 320  # at 200 % zoom a window of 1280 pixels has room for 640
LAID_OUT = """async () => {
    await window.MathJax?.startup?.promise;
    document.querySelectorAll(".bd-article details").forEach((fold) => { fold.open = true; });
    for (const _ of "12") await new Promise(requestAnimationFrame);  // formulas see to their width
}"""
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
STRUCTURE = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const levels = all("h1, h2, h3, h4, h5, h6").map((heading) => Number(heading.tagName[1]));
    const found = levels.filter((level) => level === 1).length === 1 ? [] : ["not one h1"];
    levels.forEach((level, i) => {
        if (level > (levels[i - 1] ?? 0) + 1) found.push(`a heading skips to level ${level}`);
    });
    for (const picture of all("img")) {
        const words = picture.getAttribute("alt")?.split(/\\s+/).filter(Boolean).length;
        const decoration = words === 0 && !picture.closest("article");
        if (!(words >= 8 || decoration)) found.push(`no words for ${picture.src}`);
    }
    for (const table of all("table:not([role=presentation])")) {
        const head = [...(table.rows[0]?.cells ?? [])];
        if (!head.length || head.some((cell) => cell.tagName !== "TH"))
            found.push(`a table without headers: ${table.textContent.trim().slice(0, 40)}`);
    }
    return found;
}"""
# what sticks out of the window and no box around it scrolls: lost, even if the page does not move
LOST = """() => {
    const room = document.documentElement.clientWidth;
    const scrolls = (box) => box && box !== document.body && (
        (["auto", "scroll"].includes(getComputedStyle(box).overflowX)
            && box.scrollWidth > box.clientWidth) || scrolls(box.parentElement));
    const lost = (part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width && (left < -1 || right > room + 1) && !scrolls(part.parentElement);
    };
    const parts = ".bd-article-container *:not(svg *, mjx-assistive-mml, math *)";
    const found = [...document.querySelectorAll(parts)].filter(lost).slice(0, 3);
    const sideways = document.documentElement.scrollWidth > room ? ["the page scrolls"] : [];
    return [...sideways, ...found.map((part) => part.outerHTML.slice(0, 80))];
}"""
SEE_THROUGH = """() => [...document.querySelectorAll("article img")]
    .filter((picture) => /, 0\\)$|transparent/.test(getComputedStyle(picture).backgroundColor))
    .map((picture) => picture.src)"""
# half of a chapter are curves of formulas, and most of the rest words of code in a few colours
THIN = """() => {
    document.querySelectorAll("mjx-container svg").forEach((svg) => svg.replaceChildren());
    const seen = new Set();
    for (const word of document.querySelectorAll(".highlight pre span:not(:has(*))")) {
        seen.has(word.className) ? word.replaceWith(word.textContent) : seen.add(word.className);
    }
}"""
FOCUS = """() => {
    const looks = ({ outline, boxShadow, border }) => [outline, boxShadow, border].join();
    const style = (part) =>
        [part, part.parentElement].map((one) => looks(getComputedStyle(one))).join();
    const part = document.activeElement;
    const focused = style(part);
    part.blur();
    return [part.outerHTML.slice(0, 80), part !== document.body && focused !== style(part)];
}"""

chromium.require()
if not (PAGES and AXE.exists()):
    chromium.missing("the site: make site")
from playwright.sync_api import Page, sync_playwright  # noqa: E402


@pytest.fixture(scope="module")
def window():
    """A browser without a past, which the tests of this file share."""
    with sync_playwright() as browsers:
        path, flags = chromium.CHROMIUM, chromium.FLAGS
        yield browsers.chromium.launch(executable_path=path, args=flags).new_context()


@pytest.fixture
def page(window):
    page = window.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def verdicts() -> Iterator[dict[str, dict[str, set[str]]]]:
    """What axe said: outcome → rule → pages. A summary is left beside the site."""
    verdicts = {"passed": {}, "moderate or minor": {}, "serious or critical": {}}
    yield verdicts
    checked = set().union(*verdicts["passed"].values())
    lines = ["| outcome | rules | rule (pages) |", "|---|---|---|"]
    for outcome, rules in verdicts.items():
        counts = Counter({rule: len(pages) for rule, pages in rules.items()})
        named = ", ".join(f"{rule} ({count})" for rule, count in counts.most_common())
        lines.append(f"| {outcome} | {len(rules)} | {named} |")
    text = "\n".join([f"axe-core on {len(checked)} of {len(PAGES)} pages", "", *lines, ""])
    (SITE.parent / "axe.md").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The site as a web server shows it: its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def lay_out(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate(LAID_OUT)


def barriers(page: Page, path: Path, verdicts: dict, rules: list[str] | None = None) -> list[str]:
    """What axe calls serious or critical, by rule and place."""
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    result = page.evaluate("options => axe.run(document, options)", options)
    for rule in result["passes"]:
        verdicts["passed"].setdefault(rule["id"], set()).add(path)
    found = []
    for rule in result["violations"]:
        grave = rule["impact"] in ("serious", "critical")
        outcome = "serious or critical" if grave else "moderate or minor"
        verdicts[outcome].setdefault(rule["id"], set()).add(path)
        places = [node["target"] for node in rule["nodes"]]
        found += [f"{rule['id']}: {places[0]} and {len(places) - 1} more"] if grave else []
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SITE)))
def test_page(page, verdicts, path):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": NARROW, "height": 900})
    page.goto(path.as_uri())
    page.add_style_tag(content=STILL)
    page.add_script_tag(url=AXE.as_uri())
    lay_out(page, NARROW)
    found = page.evaluate(LOST)
    page.evaluate(THIN)
    found += barriers(page, path, verdicts, ["scrollable-region-focusable"])
    lay_out(page, ZOOMED)
    found += page.evaluate(LOST)
    lay_out(page, WIDE)
    found += page.evaluate(STRUCTURE)
    found += barriers(page, path, verdicts)
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    found += page.evaluate(SEE_THROUGH) + barriers(page, path, verdicts, ["color-contrast"])
    found += [url for url in asked if not url.startswith(("file:", "data:"))]
    assert found == []


@pytest.mark.parametrize("skip", [False, True], ids=["menu", "text"])
@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
def test_focus_is_visible(page, path, skip):
    page.set_viewport_size({"width": WIDE, "height": 900})
    page.goto(path.as_uri())
    page.add_style_tag(content=STILL)
    if skip:
        page.locator("#pst-skip-link a").press("Enter")
    for reached in range(15):
        page.keyboard.press("Tab")
        part, visible = page.evaluate(FOCUS)
        if part.startswith("<body") and reached:  # the end of a short page
            break
        assert visible, part


def search(page: Page, address: str, words: str) -> None:
    page.goto(f"{address}/index.html")
    field = page.locator(".bd-sidebar-primary input[name=q]")
    field.fill(words)
    field.press("Enter")
    page.wait_for_selector(".search-summary:not(:empty)")


@pytest.mark.parametrize("where", ["disk", "server"])
def test_search_leads_to_the_section(page, server, where):
    search(page, SITE.as_uri() if where == "disk" else server, "moving the origin")
    page.locator(f'#search-results a[href="{SECTION}"]').click()
    page.wait_for_url(f"**/{SECTION}")
    assert page.locator("h2:has-text('Moving the origin')").is_visible()


@pytest.mark.parametrize("where", ["disk", "server"])
def test_search_leads_to_the_words(page, server, where):
    search(page, SITE.as_uri() if where == "disk" else server, "parallel analysis")
    result = page.locator("#search-results li.kind-text", has_text="4. Principal components")
    if where == "server":
        assert "parallel analysis" in result.locator(".context").inner_text()
    result.locator("a").click()
    page.wait_for_function("scrollY > 5000")  # section 9, far down the page


def test_search_finds_formulas_and_functions(page):
    search(page, SITE.as_uri(), "kappa")
    assert page.locator("#search-results a", has_text="1. Means and distances").count()
    search(page, SITE.as_uri(), "novelty_threshold")
    first = page.locator("#search-results a").first.get_attribute("href")
    assert first == "library/means.html#featurespace.means.novelty_threshold"
