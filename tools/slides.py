"""Slides: which cells share a screen, what the speaker asks, how long it takes; and the decks.

    python tools/slides.py           # a deck of every chapter into _build/slides
    python tools/slides.py 01 A      # only of those whose name starts with 01 or A
    python tools/slides.py --open 02 # one, and open it in the browser

The build calls :func:`plan`, which writes the slides into the metadata of a chapter's cells, where
nbconvert finds them. The page itself breaks a slide that is too long for the canvas (deck.js).

Why a deck and not jupyterlab-slideshow, which ``make present`` once used: there Space and the arrow
are two ways through a chapter, a section opens where it was left, so that whoever jumps back and
goes on misses slides, tabs and kernels of the last session come back, and a demo was cut off when
its answer came. A deck is paged by us and goes one way; its demos live on packs, without a kernel.
"""

import json
import math
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat

from chapters import section_of

ROOT = Path(__file__).resolve().parent.parent
DECKS = ROOT / "_build" / "slides"
NODE_MODULES = ROOT / "tools" / "npm" / "node_modules"
SCREEN, SLACK = 20, 3  # lines of text on a slide, and what a few lines more may add
WIDTH = 100  # characters to a line
FIGURE, OUTPUT = 15, 2  # lines that a figure takes, and something printed
FEW = 4  # lines that do not go on a slide of their own
# what takes how many minutes: a hundred words, reading code, looking at a figure, a vote, and a
# calculation that everybody does by hand
WORDS, CODE, LOOK, VOTE, BY_HAND = 0.7, 0.5, 0.75, 1.0, 2.0
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
DEMO = re.compile(r"^demos\.(\w+)\(\)", re.MULTILINE)
PICTURE = re.compile(rf"plots\.show\(|{DEMO.pattern}", re.MULTILINE)
LINK = re.compile(r'<a\b[^>]*?href="(?!\w+:)([^"#]+)([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
LEARNT = re.compile(r"\*[^*].*[^*]\*|> \*\*In short\.\*\* .*")
PREDICT = "**Predict.**"


@cache
def demos() -> dict:
    """All demos; loaded only if a chapter is planned."""
    from featurespace.demos import all_demos

    return all_demos()


def text_height(source: str) -> float:
    """Lines that a text takes on the screen; a folded answer takes one."""
    total = 0.0
    for part in re.split(r"\n\s*\n", FOLDED.sub("folded", source)):
        if part.startswith("#"):
            total += 2.5
        elif part.lstrip().startswith("$$"):
            total += 3
        else:
            total += 0.6 + sum(math.ceil(len(line) / WIDTH) for line in part.splitlines())
    return total


def height(cell) -> float:
    """Lines that a cell takes on the screen, output included, as far as its source tells."""
    if cell.cell_type == "markdown":
        return text_height(cell.source)
    if PICTURE.search(cell.source):
        return FIGURE  # its code is hidden on slides
    return 1 + len(cell.source.splitlines()) + OUTPUT * cell.source.count("print(")


def blocks(cells: list) -> Iterator[list]:
    """Cells that stay together: a text that hands over, and the code it hands over to.

    They part after a question, whose answer the code may show, and if they fill a screen.
    """
    block = []
    for cell in cells:
        block.append(cell)
        if cell.cell_type == "markdown" and cell.source.rstrip().endswith(":"):
            continue
        text, all_of_it = sum(map(height, block[:-1])), sum(map(height, block))
        parted = all_of_it > SCREEN or DEMO.search(cell.source)
        if PREDICT in block[0].source or (parted and text > FEW):
            yield from (part for part in (block[:-1], block[-1:]) if part)
        else:
            yield block
        block = []


def sections(cells: list) -> Iterator[list]:
    """The cells from one heading (title, section or side room) to the next."""
    section = []
    for cell in cells:
        if section_of(cell) and section:
            yield section
            section = []
        section.append(cell)
    yield section


def title(section: list) -> str:
    """What the heading of a section says."""
    return section[0].source.splitlines()[0].lstrip("# ")


def demo_in(block: list, room: str):
    """The demo that a block shows, if it shows one."""
    found = DEMO.search(block[-1].source)
    return demos()[f"{room}.{found[1]}"] if found else None


def lay_out(section: list, room: str) -> None:
    """Write the slides of one section into its cells.

    A heading begins a slide, a demo one below it, and so does what no longer fits. What follows a
    question, and the sentence that says what was learnt, appear one step later.
    """
    used, asked, alone = 0.0, False, False
    for block in blocks(section):
        demo, tall = demo_in(block, room), sum(map(height, block))
        kind = None
        if block[0] is section[0]:
            kind = "slide"
        elif demo or alone or used + tall > SCREEN + SLACK * (tall <= FEW):
            kind, used, asked = "subslide", 0.0, False
        elif asked or LEARNT.fullmatch(block[0].source.strip()):
            kind = "fragment"
        used, asked, alone = used + tall, asked or PREDICT in block[0].source, bool(demo)
        mark(block[0], kind)
        if demo:
            block[-1].metadata.setdefault("slideshow", {})["notes"] = demo.notes.written()


def mark(cell, kind: str | None) -> None:
    """Say where a cell stands; most just follow the one before."""
    if kind:
        cell.metadata["slideshow"] = {"slide_type": kind}


def minutes(section: list, room: str) -> int:
    """How long a section takes in class, demos and votes included."""
    total = 0.0
    for cell in section:
        if cell.cell_type == "markdown":
            total += WORDS * len(FOLDED.sub("", cell.source).split()) / 100
            total += VOTE * cell.source.count(PREDICT)
            total += BY_HAND * cell.source.count("**By hand.**")
        elif demo := demo_in([cell], room):
            total += demo.notes.minutes
        else:
            total += LOOK if "plots.show(" in cell.source else CODE
    return max(1, round(total))


def projected(cell) -> bool:
    """Whether a cell is for the class: no import, proof, link to exercises or code of a figure."""
    tags = cell.metadata.get("tags", [])
    behind = "drawing" in tags and not PICTURE.search(cell.source)
    return not (behind or {"exercises", "setup", "proof"} & set(tags))


def plan(notebook: nbformat.NotebookNode) -> None:
    """Turn a chapter into slides: types, minutes and notes, in the metadata of its cells."""
    imported = re.search(r"from featurespace\.demos import (\w+) as demos", str(notebook))
    room = imported[1] if imported else ""
    hidden = [cell for cell in notebook.cells if not projected(cell)]
    for cell in hidden:
        mark(cell, "skip")
    for section in sections([cell for cell in notebook.cells if cell not in hidden]):
        lay_out(section, room)
        section[0].metadata["slideshow"]["minutes"] = minutes(section, room)


def told(notebook: nbformat.NotebookNode) -> dict[str, dict]:
    """What the presenter's window knows of the cells: notes of demos, minutes of sections."""
    from nbconvert.filters import markdown2html

    slides = {cell.id: cell.metadata.get("slideshow", {}) for cell in notebook.cells}
    return {
        "cells": {k: markdown2html(one["notes"]) for k, one in slides.items() if "notes" in one},
        "minutes": {k: one["minutes"] for k, one in slides.items() if "minutes" in one},
    }


def alive(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Demos that move, from their packs; of figures the picture is what counts, not the code."""
    import packs

    for cell in notebook.cells:
        if PICTURE.search(cell.source):
            cell.metadata["transient"] = {"remove_source": True}
        for output in cell.get("outputs", []):
            name = packs.still(output.get("data", {}).get("text/html", ""))
            if name:
                output.data["text/html"] = packs.embed(name, "assets/packs")
    return notebook


def relinked(page: str, there: set[str]) -> str:
    """Chapters link to the decks that are there; of other links to files the words stay."""

    def to_deck(link: re.Match) -> str:
        file, rest, words = link.groups()
        name = file.removesuffix(".ipynb")
        return f'<a href="{name}.html{rest}">{words}</a>' if name in there else words

    return LINK.sub(to_deck, page)


def deck(path: Path, there: set[str]) -> str:
    """One chapter as slides for any browser: demos, formulas and scripts from here.

    ``there`` are the chapters whose decks lie beside it.
    """
    from nbconvert import SlidesExporter

    exporter = SlidesExporter(template_name="deck", extra_template_basedirs=[str(ROOT / "tools")])
    notebook = alive(nbformat.read(path, as_version=4))
    notes = json.dumps(told(notebook)).replace("<", "\\u003c")
    page, _ = exporter.from_notebook_node(
        notebook, resources={"metadata": {"name": title(notebook.cells)}, "notes": notes}
    )
    return relinked(page, there)


def copy_assets() -> None:
    """Reveal.js, MathJax, demos and the look of the slides: nothing comes from elsewhere."""
    import packs

    reveal, mathjax = NODE_MODULES / "reveal.js", NODE_MODULES / "mathjax"
    packs.assets(DECKS / "assets")
    for path in (
        reveal / "dist" / "reveal.js",
        reveal / "dist" / "reveal.css",
        mathjax / "es5" / "tex-svg.js",
        ROOT / "tools" / "deck" / "deck.css",
        ROOT / "tools" / "deck" / "deck.js",
    ):
        shutil.copy(path, DECKS / "assets")


def main(prefixes: list[str]) -> list[Path]:
    """Make the decks of the chapters whose name starts with one of the prefixes (all, if none)."""
    wanted = [
        path
        for path in sorted((ROOT / "course").glob("*.ipynb"))
        if path.name.startswith(tuple(prefixes) or "")
    ]
    if not wanted:
        sys.exit(f"No chapter is called {' or '.join(prefixes)}; for instance: CHAPTER=02")
    copy_assets()
    made = [DECKS / f"{path.stem}.html" for path in wanted]
    there = {out.stem for out in [*made, *DECKS.glob("*.html")]}
    for path, out in zip(wanted, made, strict=True):
        out.write_text(deck(path, there), encoding="utf-8")
        print(out.relative_to(ROOT), flush=True)
    return made


def show(page: Path) -> None:
    """Open a deck in the browser."""
    import webbrowser

    print("Space, Page Down or a clicker: next. Esc: contents. S: presenter's view. ?: all keys.")
    if not webbrowser.open(page.as_uri()):
        print(f"No browser could be opened here; open {page} in one.")


if __name__ == "__main__":
    chosen = [name for name in sys.argv[1:] if name != "--open"]
    decks = main(chosen)
    if "--open" in sys.argv:
        show(decks[0])
