"""From a slider's move to the new picture, in JupyterLab in Chromium.

    make bench-browser     # all demos; writes tests/benchmarks/BROWSER.md

Each demo's play slider (if none plays, the first that matters where its page shows it) is moved 25
times by the arrow keys, a tenth of a second after the last picture is on the screen, as one does to
follow it. Then another control is moved, so that no frame is known, and the key is held down: each
move comes as soon as the last picture is there, and nothing can be drawn ahead. At last ten moves
come at once.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from featurespace import plots
from featurespace.demos import Choice, Demo, Slider, all_demos

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import chromium

RESULTS = Path(__file__).with_name("BROWSER.md")
MOVES, PAUSE, HELD, BURST = 25, 100, 12, 10
MEDIAN, P95 = 100, 200  # the goal, milliseconds
MOVE = """(panel, [handle, key]) => new Promise((done, fail) => {
    const picture = panel.querySelector("img").closest(".widget-html-content");
    const begin = performance.now();
    const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    });
    observer.observe(picture, { childList: true });
    handle.dispatchEvent(new KeyboardEvent("keydown", { key }));
    setTimeout(() => fail(new Error("no new picture for 15 s")), 15000);
})"""


def path(options: int, start: int, moves: int) -> list[int]:
    """Indices that a slider visits when it runs up to its end, back, and so on."""
    step, index, visited = 1, start, []
    for _ in range(moves):
        step = step if 0 <= index + step < options else -step
        index += step
        visited.append(index)
    return visited


def png(demo: Demo, values: dict) -> bytes:
    """A frame as the panel makes it."""
    return plots.png(demo.frame(**values), 96, small=False)


def setting(demo: Demo) -> tuple[str, dict]:
    """The slider that is measured, and the choices to press first if none plays."""
    sliders = {name: c for name, c in demo.controls.items() if isinstance(c, Slider)}
    for name, slider in sliders.items():
        if slider.play:
            return name, {}
    first = demo.shown[0] if demo.shown else {}
    choices = {k: v for k, v in first.items() if isinstance(demo.controls[k], Choice)}
    values = {**demo.start(), **choices}
    for name, slider in sliders.items():
        if len({png(demo, {**values, name: v}) for v in slider.corners}) > 1:
            return name, choices
    raise ValueError(f"no slider of {demo.title!r} changes its picture")


def in_kernel(demo: Demo, values: dict) -> float:
    """Milliseconds to compute, draw and encode a frame, without kernel or browser."""
    begin = time.perf_counter()
    png(demo, values)
    return 1000 * (time.perf_counter() - begin)


def press(panel, handle, before: int, after: int) -> float:
    """Move a slider by one and wait for the picture; returns milliseconds."""
    return panel.evaluate(MOVE, [handle, "ArrowRight" if after > before else "ArrowLeft"])


def measure(panel, handle, demo: Demo, name: str, choices: dict) -> tuple[list, list]:
    """Milliseconds of each move until its picture is painted, and of its frame alone.

    The two take turns, so that a busy machine slows both.
    """
    control = demo.controls[name]
    start = control.options.index(control.value)
    visited = path(len(control.options), start, MOVES)
    values, whole, frame = {**demo.start(), **choices}, [], []
    for before, after in pairwise([start, *visited]):
        whole.append(press(panel, handle, before, after))
        panel.page.wait_for_timeout(PAUSE)
        frame.append(in_kernel(demo, {**values, name: control.options[after]}))
    return whole, frame


def hold(panel, handle, demo: Demo, name: str, choices: dict) -> list[float]:
    """Milliseconds of each move when a key is held down and every frame is new."""
    others = [key for key in demo.controls if key != name]
    other = list(demo.controls).index(min(others, key=lambda key: key in choices))
    row = panel.locator(".widget-hslider, .widget-toggle-buttons").nth(other)
    if isinstance(list(demo.controls.values())[other], Choice):
        row.locator("button:not(.mod-active)").first.click()
    else:
        knob = row.get_by_role("slider")
        at_end = knob.get_attribute("aria-valuenow") == knob.get_attribute("aria-valuemax")
        knob.press("ArrowLeft" if at_end else "ArrowRight")
    panel.page.wait_for_timeout(1000)
    now = round(float(handle.get_attribute("aria-valuenow")))
    options = len(demo.controls[name].options)
    step = 1 if now < options / 2 else -1
    far = options - 1 if step > 0 else 0
    moves = pairwise(range(now, far + step, step)[: HELD + 1])
    return [press(panel, handle, before, after) for before, after in moves]


def rows(reader: chromium.Reader, chapter: str) -> Iterator[str]:
    """The demos of one chapter, measured."""
    known = {demo.title: (name, demo) for name, demo in all_demos().items()}
    reader.open(f"course/{chapter}.ipynb")
    reader.run_all()
    for panel in reader.page.locator(chromium.PANEL).all():
        title, demo = known[panel.locator("strong").first.text_content()]
        name, choices = setting(demo)
        slider = panel.locator(".widget-hslider").nth(
            [k for k, c in demo.controls.items() if isinstance(c, Slider)].index(name)
        )
        panel.scroll_into_view_if_needed()
        for value in choices.values():
            panel.get_by_role("button", name=value, exact=True).click()
            reader.page.wait_for_timeout(1000)
        handle = slider.get_by_role("slider").element_handle()
        whole, frame = measure(panel, handle, demo, name, choices)
        held = statistics.median(hold(panel, handle, demo, name, choices))
        median, p95 = np.percentile(whole, [50, 95])
        kernel = statistics.median(frame)
        frames = chromium.burst(panel, slider, BURST)
        reader.page.wait_for_timeout(10 * max(whole))  # as long as ten frames would take
        verdict = "reached" if median <= MEDIAN and p95 <= P95 else "**missed**"
        yield (
            f"| {title} | {demo.controls[name].label} | {median:.0f} | {p95:.0f} | {held:.0f} "
            f"| {kernel:.0f} | {held - kernel:.0f} | {frames()} | {verdict} |"
        )


def main() -> None:
    """Print the table and store it."""
    lines = [
        "# Demos in the browser",
        "",
        "Milliseconds from a key press on a slider to the new picture on the screen: JupyterLab in",
        f"Chromium on two cores. *Median* and *p95* are of {MOVES} moves at the pace of someone",
        f"who looks at each picture ({PAUSE} ms in between): the panel has drawn the next frame",
        f"ahead while the kernel rested. *Held*: median of up to {HELD} moves with the key held",
        "down, where no frame is known and none can be drawn ahead. *Kernel* is its share of that,",
        "the time to compute, draw and encode a frame (measured outside, in turns); *browser* is",
        f"the rest: messages, page, paint. *Frames of {BURST}*: how many pictures came when",
        f"{BURST} moves arrived at once; few is good, since only the newest counts.",
        f"Goal: median {MEDIAN}, p95 {P95}.",
        "",
        f"Load of the machine before the start: {os.getloadavg()[0]:.1f}; a quiet one has 0.",
        "",
        f"| demo | slider | median | p95 | held | kernel | browser | frames of {BURST} | goal |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines))
    with tempfile.TemporaryDirectory() as folder, chromium.server(Path(folder)) as address:
        for chapter in chromium.CHAPTERS:
            with chromium.time_limit(chromium.TEST), chromium.reader(address) as reader:
                for row in rows(reader, chapter):
                    print(row, flush=True)
                    lines.append(row)
                reader.close()
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
