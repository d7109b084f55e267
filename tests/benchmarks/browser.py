"""From a slider's move to the new picture: frames from the kernel, and frames from a pack.

    make bench-browser     # all demos; writes tests/benchmarks/BROWSER.md

From the kernel (JupyterLab) and from a pack (a page opened from the disk), in Chromium. The slider
that plays is moved by the arrow keys: 25 times at the pace of someone who looks at each picture,
then with the key held down, each move as soon as the last picture is painted. Before that another
control is moved and the reader rests for a second, as one does who changes a setting and then
takes the slider.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from featurespace.demos import Choice, Demo, Slider, all_demos

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import chromium
import packs

RESULTS = Path(__file__).with_name("BROWSER.md")
MOVES, PAUSE, HELD = 25, 100, 12
KERNEL, PACK = 60, 20  # the goals, milliseconds
MOVE = """(stage, [name, key]) => new Promise((done, fail) => {
    const slider = stage.querySelector(`[data-control="${name}"] input`);
    const begin = performance.now();
    const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    });
    observer.observe(stage.querySelector(".fs-picture"), { childList: true });
    slider.focus();
    slider.value = Number(slider.value) + (key === "ArrowRight" ? 1 : -1);
    slider.dispatchEvent(new Event("input"));
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


def setting(demo: Demo) -> str:
    """The slider that is measured: the one that plays, or else the longest that has an effect."""
    idle = demo.idle(demo.start())
    sliders = {k: c for k, c in demo.controls.items() if isinstance(c, Slider) and k not in idle}
    return max(sliders, key=lambda name: (sliders[name].play, len(sliders[name].options)))


def press(stage, name: str, before: int, after: int) -> float:
    """Move a slider by one and wait for the picture; returns milliseconds."""
    return stage.evaluate(MOVE, [name, "ArrowRight" if after > before else "ArrowLeft"])


def followed(stage, demo: Demo, name: str) -> list[float]:
    """Milliseconds of each move, a tenth of a second after the last."""
    control, times = demo.controls[name], []
    start = control.options.index(control.value)
    for before, after in pairwise([start, *path(len(control.options), start, MOVES)]):
        times.append(press(stage, name, before, after))
        stage.page.wait_for_timeout(PAUSE)
    return times


def held(stage, demo: Demo, name: str) -> list[float]:
    """Milliseconds of each move when the key is held down, after another control was moved."""
    others = [k for k in demo.controls if k != name and k not in demo.idle(demo.start())]
    for other in others[:1]:
        row = stage.locator(f'[data-control="{other}"]')
        if isinstance(demo.controls[other], Choice):
            row.locator('button[aria-pressed="false"]').first.click()
        else:
            knob = row.get_by_role("slider")
            at_end = knob.input_value() == knob.get_attribute("max")
            knob.press("ArrowLeft" if at_end else "ArrowRight")
    slider = stage.locator(f'[data-control="{name}"] input')
    if slider.is_disabled():
        return []
    slider.focus()
    stage.page.wait_for_timeout(1000)
    now, options = int(slider.input_value()), len(demo.controls[name].options)
    step = 1 if now < options / 2 else -1
    far = options - 1 if step > 0 else 0
    moves = pairwise(range(now, far + step, step)[: HELD + 1])
    return [press(stage, name, before, after) for before, after in moves]


def measured(stage, name: str, demo: Demo, goal: int) -> str:
    """One row of a table."""
    slider = setting(demo)
    stage.scroll_into_view_if_needed()
    seen = followed(stage, demo, slider)
    hold = held(stage, demo, slider) or seen
    median, p95 = np.percentile(seen, [50, 95])
    middle = statistics.median(hold)
    verdict = "reached" if max(middle, median) <= goal else "**missed**"
    label = demo.controls[slider].label
    return f"| {name} | {label} | {median:.0f} | {p95:.0f} | {middle:.0f} | {verdict} |"


def from_kernel() -> Iterator[str]:
    """All demos in JupyterLab."""
    known = {demo.title: (name, demo) for name, demo in all_demos().items()}
    with tempfile.TemporaryDirectory() as folder, chromium.server(Path(folder)) as address:
        for chapter in chromium.CHAPTERS:
            with chromium.time_limit(chromium.TEST), chromium.reader(address) as reader:
                reader.open(f"course/{chapter}.ipynb")
                reader.run_all()
                for stage in reader.page.locator(chromium.PANEL).all():
                    title = stage.locator("strong").first.text_content()
                    yield measured(stage, *known[title], KERNEL)
                reader.close()


def from_packs() -> Iterator[str]:
    """All demos on pages opened from the disk."""
    with tempfile.TemporaryDirectory() as folder, chromium.reader("{}") as reader:
        packs.assets(Path(folder))
        for name, demo in packs.all_demos().items():
            page = Path(folder) / "page.html"
            page.write_text(
                f'<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" href="stage.css">'
                f'<body>{packs.embed(name, "packs")}<script src="stage.js"></script>',
                encoding="utf-8",
            )
            reader.page.goto(page.as_uri())
            stage = reader.page.locator(chromium.PANEL)
            stage.get_by_role("radio").first.check()
            reader.page.wait_for_function(
                "stage => stage.stage.model.frames", arg=stage.element_handle()
            )
            kilobytes = packs.script(name).stat().st_size / 1000
            yield f"{measured(stage, name, demo, PACK)} {kilobytes:.0f} |"


def main() -> None:
    """Print the tables and store them."""
    lines = [
        "# Demos in the browser",
        "",
        "Milliseconds from a key press on a slider to the new picture on the screen, in Chromium",
        "on two cores; a frame at 60 Hz lasts 16.7. *Median* and *p95* are of",
        f"{MOVES} moves, {PAUSE} ms after the last picture. *Held*: median of up to {HELD} moves",
        "with the key held down, each as soon as the last picture is there, after another control",
        "was moved and a second's rest.",
        "",
        f"Load of the machine before the start: {os.getloadavg()[0]:.1f}; a quiet one has 0.",
    ]
    for heading, goal, rows, more in (
        ("From the kernel, in JupyterLab", KERNEL, from_kernel(), ""),
        ("From a pack, on a page opened from the disk", PACK, from_packs(), " pack, kB |"),
    ):
        lines += ["", f"## {heading}", "", f"Goal: {goal} ms in the median.", ""]
        lines.append(f"| demo | slider | median | p95 | held | goal |{more}")
        lines.append("|---" * (6 + bool(more)) + "|")
        for row in rows:
            print(row, flush=True)
            lines.append(row)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
