"""The gate as a pytest plugin: what nbval leaves out of a notebook that it executes.

Every notebook is linted. The results that stand in its texts are asked for again, and its pictures
are compared with those that the code draws now, as an eye would (with the matplotlib that
constraints.txt names; others draw their own fonts). Where round-off decides what is drawn, as in a
map that begins by chance or a plot of round-off itself, processors differ, and the cell is tagged
``varies``: that it draws is tested, the pixels are not.
"""

import base64
import io
import json
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

import nbformat
import numpy as np
import pytest
from PIL import Image

import build
import results
from lint import lint

PICTURE = re.compile(r"data:image/png;base64,([A-Za-z0-9+/=]+)")
BLOCK, SEEN = 8, 24  # pixels to a side that an eye takes together; levels of 255 that it notices


class LintFile(pytest.File):
    """A notebook, as a file to read."""

    def collect(self):
        """One test for the whole file."""
        yield LintItem.from_parent(self, name="lint")


class LintItem(pytest.Item):
    """The linter's verdict on one notebook."""

    def runtest(self):
        """Fail with all complaints at once."""
        if complaints := lint(self.path):
            raise AssertionError("\n".join(complaints))

    def repr_failure(self, excinfo, style=None):
        """Only the complaints: a traceback into the linter helps nobody."""
        return str(excinfo.value)

    def reportinfo(self):
        """Where it happened, for the summary."""
        return self.path, 0, f"{self.path.name}: lint"


@pytest.hookimpl(trylast=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector):
    """Collect notebooks for linting, beside nbval which collects them for running."""
    return LintFile.from_parent(parent, path=file_path) if file_path.suffix == ".ipynb" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item):
    """After nbval has run a cell: its pictures, and the results in the texts below it."""
    done = yield
    if type(item).__name__ == "IPyNbCell":
        complaint = differing_picture(item) or differing_result(item)
        if complaint:
            item.raise_cell_error(complaint)
    return done


def pictures(outputs: list) -> list[str]:
    """The pictures in a cell's outputs, one after the other."""
    pages = ("".join(output.get("data", {}).get("text/html", "")) for output in outputs)
    return [picture for page in pages for picture in PICTURE.findall(page)]


@cache
def pinned() -> bool:
    """Whether this is the matplotlib that the committed pictures were made with."""
    constraints = (build.ROOT / "constraints.txt").read_text(encoding="utf-8")
    return f"\nmatplotlib=={version('matplotlib')}\n" in constraints


def blocks(picture: str) -> np.ndarray:
    """A picture as an eye sees it from afar: means over small squares."""
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB"), float)
    h, w = (side // BLOCK * BLOCK for side in pixels.shape[:2])
    return pixels[:h, :w].reshape(h // BLOCK, BLOCK, w // BLOCK, BLOCK, 3).mean(axis=(1, 3))


def look_alike(one: str, other: str) -> bool:
    """Whether an eye would take two pictures for the same."""
    if one == other:
        return True
    a, b = blocks(one), blocks(other)
    return a.shape == b.shape and bool(np.abs(a - b).max(initial=0) < SEEN)


def differing_picture(item) -> str:
    """What is wrong with the pictures of a cell, if anything."""
    stored, drawn = pictures(item.cell.outputs), pictures(item.test_outputs or [])
    if not pinned() or len(stored) != len(drawn):  # nbval has compared all but the pixels
        return ""
    if "varies" in item.cell.metadata.get("tags", []):
        return ""
    for i, pair in enumerate(zip(stored, drawn, strict=True), 1):
        if not look_alike(*pair):
            return f"picture {i} of {len(stored)} is not what the code draws; run: make notebooks"
    return ""


@cache
def texts(path: Path) -> tuple[dict[str, list], dict[str, str]]:
    """The texts that ask for results, by the code cell above them; and what the notebook says."""
    target = next((t for t in build.targets() if t.path == path), None)
    asking = results.after(build.assemble(target).cells) if target else {}
    said = {cell.id: cell.source for cell in nbformat.read(path, as_version=4).cells}
    return asking, said


def differing_result(item) -> str:
    """What is wrong with the results in the texts below a cell, if anything."""
    asking, said = texts(item.path)
    below = asking.get(item.cell.id, [])
    if not below:
        return ""
    kernel = item.parent.kernel
    asked = kernel.execute_cell_input(results.question([c.source for c in below]), False)
    answer = ""
    while (message := item.parent.get_kernel_message(timeout=60)) is not None:
        content = message["content"]
        if message["parent_header"].get("msg_id") != asked:
            continue
        if message["msg_type"] == "error":
            return f"the results below cannot be had: {content['ename']}: {content['evalue']}"
        if message["msg_type"] == "stream":
            answer += content["text"]
        if content.get("execution_state") == "idle":
            break
    for cell, values in zip(below, json.loads(answer), strict=True):
        if said.get(cell.id) != results.filled(cell.source, values):
            return f"the text {cell.id} does not say {', '.join(values)}; run: make notebooks"
    return ""
