"""JupyterLab in Chromium, used as a reader does: open, run all, move, type."""

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import exercises
from featurespace._threads import one_thread
from featurespace.classroom import lab

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = sorted(path.stem for path in (ROOT / "course").glob("*.ipynb"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
HERE = "127.0.0.1"
# seconds to wait for the lab, for a chapter, for one picture, for a whole test: ends to what hangs,
# so long that a machine with ten times as much to do is not taken for one
START, RUN, MOVE, TEST = 300, 900, 120, 1800
TRIES = 3  # of starting up; what is asserted is never tried again
PANEL = ".fs-stage[data-at]"
CONTEXT = "window.jupyterapp?.shell.currentWidget?.context"
IDLE = f"""() => {{
    const session = {CONTEXT}?.sessionContext;
    const kernel = session?.session?.kernel;
    return session?.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle";
}}"""
# JupyterLab goes on laying out after its kernel is idle: until neither page nor kernel has had
# anything to do, six times a quarter of a second apart
SETTLED = f"""async () => {{
    for (let quiet = 0; quiet < 6; quiet = ({IDLE})() ? quiet + 1 : 0) {{
        await new Promise((done) => setTimeout(done, 250));
        await new Promise((done) => requestIdleCallback(done));
    }}
}}"""
# run code in the notebook's kernel; what it prints
SAY = f"""async (code) => {{
    const kernel = {CONTEXT}.sessionContext.session.kernel, told = [];
    const asked = kernel.requestExecute({{ code }});
    asked.onIOPub = (m) => told.push(m.content.text ?? m.content.ename ?? "");
    await asked.done;
    return told.join("").trim();
}}"""


def first_exercise(chapter: str) -> tuple[str, str, str]:
    """Name of a chapter's first exercise, its right answer, and the module of its check."""
    folder = ROOT / "exercises" / "sources" / chapter
    start, *others = exercises.exercises(folder)
    shown = "".join(cell.text for cell in start.cells)  # a worked example may be one of them
    first = next(e for e in others if e.name and f"check.{e.name}" not in shown)
    cell = next(cell.text for cell in first.cells if "### BEGIN" in cell.text)
    name, module = first.name, exercises.room(folder)
    code = exercises.MARKS.sub("", cell).strip()
    return name, code, module


def answers(name: str, right: str) -> dict[str, str]:
    """A right, a wrong and an absurd answer to an exercise, as a student might type them."""
    mistake = f"return check.{name}.misconceptions[0].wrong(*answer)"
    return {
        "right": right,
        "wrong": f"def {name}(*answer):\n    {mistake}",
        "absurd": f"def {name}(*answer):\n    return 'banana'",
    }


def missing(what: str) -> None:
    """Skip a test, or a module, that needs more than there is; in CI that is a failure."""
    import pytest

    words = f"for this test there must be {what}"
    if os.environ.get("CI") == "true":
        pytest.fail(words, pytrace=False)
    pytest.skip(words, allow_module_level=True)


def require() -> None:
    """Go on only if there is a browser."""
    if not (CHROMIUM and importlib.util.find_spec("playwright")):
        missing("Chromium and Playwright: apt-get install chromium && make .venv/.everything")
    from playwright.sync_api import expect

    expect.set_options(timeout=1000 * MOVE)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError when the time is up, even in the middle of a wait."""

    def stop(*_):
        raise TimeoutError(f"this flow took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A JupyterLab with settings of its own, over copies of the notebooks: its address."""
    for name in ("course", "exercises"):
        unwanted = shutil.ignore_patterns("sources", ".*")
        shutil.copytree(ROOT / name, folder / "files" / name, ignore=unwanted)
    for _ in range(TRIES):
        process, address = _start(folder)
        try:
            if _answers(process, address):
                yield address
                return
        finally:
            end(process)
    raise RuntimeError(f"JupyterLab did not start:\n{(folder / 'lab.log').read_text()[-2000:]}")


def end(process: subprocess.Popen) -> None:
    """End a server, kindly at first."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _start(folder: Path) -> tuple[subprocess.Popen, str]:
    with socket.socket() as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    places += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--expose-app-in-browser", *lab.options()),
        *(f"--ServerApp.ip={HERE}", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *(f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder / 'files'}"),
    ]
    process = subprocess.Popen(
        command,
        env={
            **os.environ,
            **one_thread(),
            **{place: str(folder / place.lower()) for place in places},
        },
        stdout=(folder / "lab.log").open("w"),
        stderr=subprocess.STDOUT,
    )
    return process, f"http://{HERE}:{port}/lab/tree/{{}}?reset&token={token}"


def _answers(process: subprocess.Popen, address: str) -> bool:
    end = time.monotonic() + START
    while process.poll() is None and time.monotonic() < end:
        try:
            with urlopen(address.format(""), timeout=5):
                return True
        except (URLError, OSError):
            time.sleep(0.3)
    return False


class Reader:
    """Someone at a browser, who notices what goes wrong in it."""

    def __init__(self, browser, address: str):
        self.address, self.errors, self.hosts = address, [], set()
        self.page = browser.new_page(viewport={"width": 1280, "height": 1000})
        self.page.set_default_timeout(1000 * MOVE)
        self.page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._visit(request.url))
        self.page.on("websocket", lambda socket: self._visit(socket.url))

    def _visit(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob"):
            self.hosts.add(urlsplit(url).hostname)

    def open(self, path: str) -> None:
        """Open a notebook and wait until its kernel can be used."""
        from playwright.sync_api import TimeoutError as TooLate

        for left in reversed(range(TRIES)):
            try:
                self.page.goto(self.address.format(path), timeout=1000 * START)
                self.page.wait_for_function(IDLE, timeout=1000 * START)
                break
            except TooLate:
                if not left:
                    raise
        self.settle()

    def settle(self) -> None:
        """Wait until page and kernel rest."""
        self.page.evaluate(SETTLED)

    def run_all(self) -> list[str]:
        """Run all cells; returns what went wrong in them."""
        self.page.evaluate(
            """() => { window.ran = false;
            window.jupyterapp.commands.execute("notebook:run-all-cells")
                .then(() => { window.ran = true; }); }"""
        )
        self.page.wait_for_function("window.ran", timeout=1000 * RUN)
        self.settle()
        cells = self.page.evaluate(f"{CONTEXT}.model.toJSON().cells")
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        return [str(o) for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]

    def say(self, code: str) -> str:
        """Run code in the notebook's kernel, in no cell; what it prints."""
        return self.page.evaluate(SAY, code)

    def write(self, cell, code: str) -> None:
        """Replace what stands in a cell, line by line, without the editor's own indentation."""
        keys = self.page.keyboard
        cell.locator(".cm-content").click()
        keys.press("Control+A")
        keys.press("Delete")
        for number, line in enumerate(code.splitlines()):
            for key in ("Enter", "Home", "Shift+End", "Delete") if number else ():
                keys.press(key)
            keys.insert_text(line)

    def card(self, name: str):
        """What the check of an exercise says."""
        cell = self.page.locator(".jp-CodeCell", has_text=f"check.{name}(").first
        return cell.get_by_role("status")

    def answer(self, name: str, code: str):
        """Type an answer to an exercise and run it with its check; returns the card."""
        self.write(self.page.locator(".jp-CodeCell", has_text=f"def {name}(").first, code)
        for _ in range(2):  # the answer, then its check
            self.page.keyboard.press("Shift+Enter")
        return self.card(name)

    def close(self) -> None:
        """Leave the notebook and its kernel."""
        self.page.evaluate(f"async () => {{ await {CONTEXT}?.sessionContext.shutdown(); }}")
        self.page.close()


@contextmanager
def reader(address: str) -> Iterator[Reader]:
    """A browser with one page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield Reader(browser, address)
        finally:
            browser.close()


@contextmanager
def watched(address: str) -> Iterator[Reader]:
    """A reader who meets no error, whose browser asks no other machine, and who has an end."""
    with time_limit(TEST), reader(address) as one:
        yield one
        one.close()
    assert one.errors == [], one.errors
    assert one.hosts == {HERE}, one.hosts
