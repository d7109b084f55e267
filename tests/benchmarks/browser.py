"""From a slider's move to the new picture, in JupyterLab in Chromium.

    make bench-browser     # all demos; writes tests/benchmarks/BROWSER.md

Each demo's play slider (its first, if none plays) is moved 25 times by the arrow keys, each time
after the last picture is on the screen. Then ten moves come at once.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from featurespace import plots
from featurespace.demos import Demo, Slider, all_demos

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
import lab

RESULTS = Path(__file__).with_name("BROWSER.md")
MOVES, MEDIAN, P95, BURST, PAUSE = 25, 100, 200, 10, 300
MOVE = """([handle, panel, key]) => new Promise(done => {
    const picture = panel.querySelector("img").closest(".widget-html-content");
    const begin = performance.now();
    const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    });
    observer.observe(picture, { childList: true });
    handle.dispatchEvent(new KeyboardEvent("keydown", { key }));
})"""


def path(options: int, start: int, moves: int) -> list[int]:
    """Indices that a slider visits when it runs up to its end, back, and so on."""
    step, index, visited = 1, start, []
    for _ in range(moves):
        step = step if 0 <= index + step < options else -step
        index += step
        visited.append(index)
    return visited


def slider_of(demo: Demo) -> str:
    """The control that is measured."""
    sliders = {name: c for name, c in demo.controls.items() if isinstance(c, Slider)}
    return next((name for name, c in sliders.items() if c.play), next(iter(sliders)))


def in_kernel(demo: Demo, name: str, visited: list[int]) -> float:
    """Median milliseconds to compute, draw and encode a frame, without kernel or browser."""
    times = []
    for index in visited:
        begin = time.perf_counter()
        frame = demo.frame(**{**demo.start(), name: demo.controls[name].options[index]})
        plots.png(frame, 96, small=False)
        times.append(1000 * (time.perf_counter() - begin))
    return statistics.median(times)


def in_browser(page, panel, handle, start: int, visited: list[int]) -> list[float]:
    """Milliseconds of each move, until its picture has been painted."""
    times = []
    for before, after in zip([start, *visited], visited, strict=False):
        key = "ArrowRight" if after > before else "ArrowLeft"
        nodes = [handle.element_handle(), panel.element_handle(), key]
        times.append(page.evaluate(MOVE, nodes))
        page.wait_for_timeout(PAUSE)
    return times


def rows(reader: lab.Reader, chapter: str) -> Iterator[str]:
    """The demos of one chapter, measured."""
    known = {demo.title: (name, demo) for name, demo in all_demos().items()}
    reader.open(f"course/{chapter}.ipynb")
    reader.run_all()
    for panel in reader.page.locator(lab.PANEL).all():
        title, demo = known[panel.locator("strong").first.text_content()]
        name = slider_of(demo)
        control = demo.controls[name]
        start = control.options.index(control.value)
        visited = path(len(control.options), start, MOVES)
        slider = panel.locator(".widget-hslider").nth(
            [k for k, c in demo.controls.items() if isinstance(c, Slider)].index(name)
        )
        panel.scroll_into_view_if_needed()
        times = in_browser(reader.page, panel, slider.get_by_role("slider"), start, visited)
        median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        frames = lab.burst(panel, slider, BURST)
        reader.page.wait_for_timeout(3000)
        kernel = in_kernel(demo, name, visited)
        verdict = "reached" if median <= MEDIAN and p95 <= P95 else "**missed**"
        yield (
            f"| {title} | {control.label} | {median:.0f} | {p95:.0f} | {kernel:.0f} "
            f"| {median - kernel:.0f} | {frames()} | {verdict} |"
        )


def main() -> None:
    """Print the table and store it."""
    lines = [
        "# Demos in the browser",
        "",
        "Milliseconds from a key press on a slider to the new picture on the screen: JupyterLab in",
        f"Chromium on two cores, {MOVES} moves each. *Kernel* is the time to compute, draw and",
        "encode a frame, measured outside; *browser* is the rest of the median: messages, page,",
        f"paint. *Frames of {BURST}*: how many pictures came when {BURST} moves arrived at once;",
        f"few is good, the last one counts. Goal: median {MEDIAN}, 95th percentile {P95}.",
        "",
        f"| demo | slider | median | p95 | kernel | browser | frames of {BURST} | goal |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    with tempfile.TemporaryDirectory() as folder, lab.server(Path(folder)) as address:
        for chapter in lab.CHAPTERS:
            with lab.time_limit(lab.TEST), lab.reader(address) as reader:
                for row in rows(reader, chapter):
                    print(row, flush=True)
                    lines.append(row)
                reader.close()
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
