"""A student's way in a real browser: start, answer, a newer release, update, progress."""

import json
import os
import secrets
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

import chromium
from featurespace._threads import one_thread
from featurespace.classroom import lab, material

chromium.require()
from playwright.sync_api import expect  # noqa: E402

BOOK = "exercises/01_means_and_distances.ipynb"
STUB = "def squared_distances(K_new, diag_new, diag):\n    return "
RIGHT = STUB + "diag_new[:, None] - 2 * K_new + diag"
WRONG = STUB + "np.sqrt(diag_new[:, None] - 2 * K_new + diag)"
HALF = """def squared_centre_norm(K, chosen):
    part = K[chosen]  # so far
    raise NotImplementedError()"""
NOTE = "# a note of my own"
SHOW = "from featurespace.classroom import progress; progress.show()"
NEWER = ("Return the (m, n) matrix", "With more care in this release, return the (m, n) matrix")


def release(place, version, old="", new=""):
    """The package as a wheel lays it out, under another version and with other words."""
    unwanted = shutil.ignore_patterns("__pycache__", "sources")
    package = place / "featurespace"
    shutil.copytree(material.LIBRARY, package, ignore=unwanted)
    for kind in material.KINDS:
        shutil.copytree(material.folder() / kind, package / "_material" / kind, ignore=unwanted)
    front = package / "__init__.py"
    text = front.read_text("utf-8")
    front.write_text(f'{text}\n__version__ = "{version}"\n', "utf-8")
    book = package / "_material" / BOOK
    text = book.read_text("utf-8")
    assert old in text
    book.write_text(text.replace(old, new), "utf-8")
    return place


class Desk:
    """A student's computer: a folder, and whichever release is installed."""

    def __init__(self, place):
        self.place, self.folder, self.installed = place, place / "mein Kurs für uns", None

    def call(self, *words):
        """What a command prints."""
        run = subprocess.run(
            self.command(*words), env=self.env, cwd=self.place, capture_output=True, text=True
        )
        assert (run.returncode, run.stderr) == (0, "")
        return run.stdout

    def command(self, *words):
        return [sys.executable, "-m", "featurespace", *words]

    @property
    def env(self):
        places = ("CONFIG", "DATA", "RUNTIME")
        own = {f"JUPYTER_{name}_DIR": str(self.place / name.lower()) for name in places}
        own |= {f"JUPYTERLAB_{n}_DIR": str(self.place / n) for n in ("SETTINGS", "WORKSPACES")}
        own |= {"IPYTHONDIR": str(self.place / "ipython"), "PYTHONPATH": str(self.installed)}
        return {**os.environ, **one_thread(), **own, "PYTHONIOENCODING": "utf-8"}

    @contextmanager
    def at_work(self):
        """JupyterLab, started as a student does, and somebody in front of it."""
        port, token = lab.free_port(8950), secrets.token_hex(16)
        more = ("--allow-root", "--expose-app-in-browser", f"--IdentityProvider.token={token}")
        words = ["start", str(self.folder), "--no-browser", f"--port={port}"]
        words += [f"--jupyter={option}" for option in more]
        with (self.place / "lab.log").open("w") as log:
            process = subprocess.Popen(
                self.command(*words), env=self.env, cwd=self.place, stdout=log, stderr=log
            )
        address = f"http://{chromium.HERE}:{port}/lab/tree/{{}}?reset&token={token}"
        try:
            assert chromium._answers(process, address), (self.place / "lab.log").read_text()
            with chromium.watched(address) as reader:
                reader.page.set_viewport_size({"width": 1366, "height": 768})
                reader.open(BOOK)
                yield reader
        finally:
            chromium.end(process)

    def cells(self):
        return ["".join(c["source"]) for c in json.loads((self.folder / BOOK).read_text())["cells"]]


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def command(reader, name):
    reader.page.evaluate(f"window.jupyterapp.commands.execute({name!r})")
    reader.settle()


def run_first_code(reader):
    """The imports of the page."""
    reader.page.locator(".jp-CodeCell .cm-content").first.click()
    reader.page.keyboard.press("Shift+Enter")
    reader.settle()


def test_start_answer_update_progress(desk):
    desk.installed = release(desk.place / "old", "0.9.0")
    with desk.at_work() as reader:
        run_first_code(reader)
        card = reader.answer("squared_distances", WRONG)
        expect(card).to_contain_text("Leave the root out.")
        expect(reader.answer("squared_distances", RIGHT)).to_contain_text("✓ Correct.")
        card = reader.answer("squared_centre_norm", HALF)
        expect(card).to_contain_text("Not attempted.")
        command(reader, "notebook:insert-cell-above")
        reader.write(reader.page.locator(".jp-CodeCell.jp-mod-active"), NOTE)
        command(reader, "docmanager:save")
    assert {RIGHT, HALF, NOTE} <= set(desk.cells())

    desk.installed = release(desk.place / "new", "0.9.1", *NEWER)
    told = desk.call("update", str(desk.folder))
    assert "2 answers carried over" in told
    assert "1. Distances" in told
    assert {RIGHT, HALF, NOTE} <= set(desk.cells())
    assert any(NEWER[1] in cell for cell in desk.cells())
    told = desk.call("progress", str(desk.folder))
    assert "1 of 112 exercises correct, 0 tried; 1 of 1 named mistakes overcome." in told

    with desk.at_work() as reader:
        expect(reader.page.locator(".jp-Notebook")).to_contain_text(NEWER[1])
        run_first_code(reader)
        command(reader, "notebook:insert-cell-below")
        reader.write(reader.page.locator(".jp-CodeCell.jp-mod-active"), SHOW)
        reader.page.keyboard.press("Shift+Enter")
        shown = reader.page.get_by_alt_text("A row of marks for each chapter")
        expect(shown).to_be_visible()
        expect(reader.page.locator("caption")).to_contain_text("1 of 112 exercises correct")
        if "FEATURESPACE_SHOTS" in os.environ:
            shown.scroll_into_view_if_needed()
            reader.page.screenshot(path=os.environ["FEATURESPACE_SHOTS"])
