"""A student's terminal: JupyterLab started in it, asked over its own address, and interrupted."""

import json
import os
import pty
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import chromium

ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+/)\S*\?token=(\w+)")
PLACES = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
UPGRADE = {  # what asks for a line on which both sides may speak
    **{"Connection": "Upgrade", "Upgrade": "websocket"},
    **{"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="},
}


class Terminal:
    """A command in a terminal of its own, and what it has said so far."""

    def __init__(self, command: list, place: Path, env: dict[str, str]):
        self.place, self.said = place, ""
        near, far = pty.openpty()
        own = {name: str(place / name.lower()) for name in PLACES}
        self.process = subprocess.Popen(
            list(map(str, command)),
            **{"cwd": place, "env": {**env, **own}, "start_new_session": True},
            **{"stdin": far, "stdout": far, "stderr": far},
        )
        os.close(far)
        self.reader = threading.Thread(target=self.listen, args=(near,), daemon=True)
        self.reader.start()

    def listen(self, near: int) -> None:
        """Take down what is said until nobody is there who could say more."""
        with open(near, "rb", buffering=0) as screen:
            try:
                while data := screen.read(4096):
                    self.said += data.decode(errors="replace")
            except OSError:  # how Linux says that the other side has closed
                pass

    def wait(self, ready) -> object:
        """Ask until there is an answer; the only limit is that for what hangs."""
        end = time.monotonic() + chromium.START
        while not (found := ready()):
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.2)
        return found

    def ask(self, words: str, data: dict | None = None) -> object:
        """What the server says to a question of its API, once it listens."""
        address, token = self.wait(lambda: ADDRESS.search(self.said)).groups()
        body = None if data is None else json.dumps(data).encode()
        request = Request(f"{address}api/{words}", body, {"Authorization": f"token {token}"})

        def answer():
            try:
                with urlopen(request, timeout=chromium.START) as page:
                    return page.read()
            except URLError as error:
                if isinstance(getattr(error, "reason", None), ConnectionRefusedError):
                    return None
                raise

        return json.loads(self.wait(answer))

    def run_a_kernel(self) -> None:
        """Start a kernel, and be in touch with it until it waits for something to do."""
        name = self.ask("kernels", {"name": "python3"})["id"]
        address, token = ADDRESS.search(self.said).groups()
        line = HTTPConnection(urlsplit(address).netloc, timeout=chromium.START)
        line.request("GET", f"/api/kernels/{name}/channels?token={token}", headers=UPGRADE)
        assert line.getresponse().status == 101
        self.wait(lambda: self.ask(f"kernels/{name}")["execution_state"] == "idle")
        line.close()

    def interrupt(self) -> None:
        """What Ctrl+C does, once; the command must end by it."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(chromium.START)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"one interrupt did not end it:\n{self.said}") from None
        self.reader.join(chromium.MOVE)


@contextmanager
def terminal(command: list, place: Path, env: dict[str, str]) -> Iterator[Terminal]:
    """A command in a terminal, ended in any case."""
    place.mkdir(parents=True, exist_ok=True)
    one = Terminal(command, place, env)
    try:
        yield one
    finally:
        chromium.end(one.process)
