"""Demos for pages without a kernel: packs of frames, drawn before, and the stage that shows them.

    python tools/packs.py    # every pack into _build/packs; only what changed is drawn
    python tools/packs.py means.bend_the_border

A pack holds a frame for every setting that its demo offers there. Frames share most of their lines,
so each line is stored once.
"""

import ast
import base64
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

from featurespace._threads import one_thread

os.environ.update(one_thread())  # before numpy loads: with more threads other bits may come

import matplotlib as mpl
import numpy as np

from featurespace import demos
from featurespace.demos import Demo

ROOT = Path(__file__).resolve().parent.parent
LIB = ROOT / "lib" / "featurespace"
PACKS = ROOT / "_build" / "packs"
WORKERS, PORTION = 2, 24  # processes, and frames that one of them draws at a time
TITLE = re.compile(r"<p><strong>Demo: (.*?)</strong>")


@cache
def all_demos() -> dict[str, Demo]:
    """Every demo as a page without a kernel offers it."""
    return {name: offered(demo) for name, demo in demos.all_demos().items()}


def offered(demo: Demo) -> Demo:
    """A demo with the options that its pack has."""
    controls = {
        name: replace(control, options=demo.packed.get(name, control.options))
        for name, control in demo.controls.items()
    }
    return replace(demo, controls=controls)


def settings(demo: Demo) -> list[dict]:
    """Every setting, in the order in which a pack counts them."""
    options = (control.options for control in demo.controls.values())
    return [dict(zip(demo.controls, values, strict=True)) for values in product(*options)]


def told_apart(demo: Demo, values: dict) -> dict:
    """The same setting with what has no effect back at its start: one frame serves them all."""
    idle, start = demo.idle(values), demo.start()
    return {name: start[name] if name in idle else value for name, value in values.items()}


def text(demo: Demo, values: dict) -> str:
    """A frame as a pack holds it: a line about it, then the picture."""
    frame = demo.drawn(values)
    picture = frame.pop("svg")
    return f"{json.dumps(frame, ensure_ascii=False, separators=(',', ':'))}\n{picture}"


def draw(name: str, portion: list[dict]) -> list[str]:
    """Some frames; what a worker does."""
    return [text(all_demos()[name], values) for values in portion]


def packed(demo: Demo, drawn: dict[tuple, str]) -> str:
    """Frames as gzipped JSON in base64."""
    lines: dict[str, int] = {}
    numbers = {setting: k for k, setting in enumerate(drawn)}
    texts = [[lines.setdefault(line, len(lines)) for line in t.split("\n")] for t in drawn.values()]
    frames = [numbers[tuple(told_apart(demo, v).values())] for v in settings(demo)]
    whole = json.dumps(
        {"frames": frames, "texts": texts, "lines": list(lines)},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return base64.b64encode(gzip.compress(whole.encode(), 9, mtime=0)).decode()


def modules(path: Path, seen: set[Path] | None = None) -> set[Path]:
    """A file of the library and those that it imports, directly or not."""
    seen = set() if seen is None else seen
    if path in seen:
        return seen
    seen.add(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [folder, *(folder / alias.name for alias in node.names)]
            for file in (f for one in names for f in (one.with_suffix(".py"), one / "__init__.py")):
                if file.exists():
                    modules(file, seen)
    return seen


def fingerprint(name: str) -> str:
    """Changes whenever a frame of the demo may: with its code, this file, numpy or matplotlib."""
    files = [Path(__file__), *modules(LIB / "demos" / f"{name.split('.')[0]}.py")]
    parts = [np.__version__, mpl.__version__, *(file.read_text() for file in sorted(files))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def script(name: str) -> Path:
    """Where the pack of a demo is."""
    return PACKS / f"{name}.js"


def fresh(name: str) -> bool:
    """Whether a pack is there and is that of today's code."""
    path = script(name)
    return path.exists() and path.read_text().startswith(f"/* {fingerprint(name)} */")


def make(names: Iterator[str] | None = None) -> dict[str, int]:
    """Draw the packs that are missing or old; returns how many frames each of them has."""
    PACKS.mkdir(parents=True, exist_ok=True)
    stale = {name: all_demos()[name] for name in names or all_demos() if not fresh(name)}
    wanted = {
        name: {tuple(one.values()): one for one in (told_apart(demo, v) for v in settings(demo))}
        for name, demo in stale.items()
    }
    with ProcessPoolExecutor(WORKERS) as pool:
        coming = {
            name: [
                pool.submit(draw, name, list(frames.values())[i : i + PORTION])
                for i in range(0, len(frames), PORTION)
            ]
            for name, frames in wanted.items()
        }
        for name, portions in coming.items():
            texts = [one for portion in portions for one in portion.result()]
            pack = packed(stale[name], dict(zip(wanted[name], texts, strict=True)))
            page = f'/* {fingerprint(name)} */ featurespacePack("{name}", "{pack}");\n'
            part = script(name).with_suffix(".part")
            part.write_text(page)
            part.replace(script(name))
            print(f"{name}: {len(texts)} frames, {len(page) / 1000:.0f} kB", flush=True)
    return {name: len(frames) for name, frames in wanted.items()}


def stage_script() -> str:
    """The stage and its stand-in for a kernel as one classic script: modules need a server."""
    stage, page = ((LIB / "demos" / name).read_text() for name in ("stage.js", "page.js"))
    return f"(() => {{\n{stage.replace('export default', 'const view =')}\n{page}}})();\n"


def assets(folder: Path) -> None:
    """Put the stage and all packs into a folder of a site or a deck."""
    make()
    (folder / "packs").mkdir(parents=True, exist_ok=True)
    for name in all_demos():
        shutil.copy(script(name), folder / "packs")
    shutil.copy(LIB / "demos" / "stage.css", folder)
    (folder / "stage.js").write_text(stage_script())


def still(output: str) -> str | None:
    """The name of the demo whose stills an output is; nothing for any other output."""
    found = TITLE.match(output)
    titles = {demo.title: name for name, demo in all_demos().items()}
    return titles[html.unescape(found[1])] if found else None


def embed(name: str, folder: str) -> str:
    """A live demo for a page without a kernel; ``folder`` is where the page finds the packs.

    Stills remain until the stage takes their place, and for good where there is no JavaScript.
    """
    demo = all_demos()[name]
    start = demo.start()
    about = {"spec": demo.spec(), "frame": {"at": demo.places(start), **demo.drawn(start)}}
    data = json.dumps(about, ensure_ascii=False).replace("<", "\\u003c")
    stills = demo.static().replace(" (run the cell to move it)", "")
    return (
        f'<div class="fs-stage" data-demo="{name}" data-packs="{folder}">{stills}'
        f'<script type="application/json">{data}</script></div>'
    )


if __name__ == "__main__":
    began = time.perf_counter()
    made = make(iter(sys.argv[1:]) if sys.argv[1:] else None)
    print(f"{len(made)} packs, {sum(made.values())} frames, {time.perf_counter() - began:.0f} s")
