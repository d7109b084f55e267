"""JupyterLab opens the course: one thread a kernel, its start page, a free port, no news."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest

import chromium
from featurespace.classroom import lab
from featurespace.classroom.cli import CannotDo, main


@pytest.fixture
def opened(monkeypatch, tmp_path) -> list[str]:
    """The words that JupyterLab would have been called with."""
    said: list[str] = []
    monkeypatch.setattr("jupyterlab.labapp.main", said.extend)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    return said


@pytest.fixture
def taken():
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_the_options_are_those_that_jupyterlab_knows():
    from jupyterlab.labapp import LabApp

    named = [word.split("=")[0].removeprefix("--LabApp.") for word in lab.options()]
    assert {name for name in named if "." not in name} <= set(LabApp.class_trait_names())
    assert json.loads((lab.SETTINGS / "overrides.json").read_text())


def test_start_opens_the_folder(opened, tmp_path):
    assert main(["start", "mine", "--no-browser", "--port", "9123", "--jupyter=--allow-root"]) == 0
    assert f"--ServerApp.root_dir={tmp_path / 'mine'}" in opened
    assert {"--no-browser", "--allow-root", *lab.options()} <= set(opened)
    assert (tmp_path / "mine" / lab.PAGE).exists()


def test_the_checkout_itself_is_opened_as_it_is(opened):
    assert main(["start", str(chromium.ROOT)]) == 0
    assert f"--ServerApp.root_dir={chromium.ROOT}" in opened
    assert not (chromium.ROOT / ".featurespace").exists()


@pytest.mark.parametrize(("given", "seen"), [({}, "1 1"), ({"OMP_NUM_THREADS": "4"}, "4 None")])
def test_kernels_get_one_thread_unless_the_reader_has_set_otherwise(tmp_path, given, seen):
    """What a kernel would inherit from the server."""
    code = (
        "import os, pathlib, sys, types\nfrom featurespace.classroom import lab\n"
        "fake = types.SimpleNamespace(main=lambda words: None)\n"
        "sys.modules |= {'jupyterlab': fake, 'jupyterlab.labapp': fake}\n"
        "lab.importlib.util.find_spec = lambda name: fake\n"
        "lab.open_lab(pathlib.Path('.'), 8888, False)\n"
        "print(*(os.environ.get(n) for n in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS')))"
    )
    clean = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    command = [sys.executable, "-c", code]
    run = subprocess.run(
        command, env={**clean, **given}, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == seen


def test_the_next_port_is_used_and_named(taken, capsys):
    port = lab.free_port(taken)
    assert port > taken
    assert f"Port {taken} is taken by another program; using {port}." in capsys.readouterr().out


def test_no_free_port_is_said(taken, monkeypatch):
    monkeypatch.setattr(lab, "PORTS", 1)
    with pytest.raises(CannotDo, match=f"port {taken} and those after it are taken"):
        lab.free_port(taken)


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_what_is_no_port_is_said(port):
    with pytest.raises(CannotDo, match=f"{port} is no port"):
        lab.free_port(port)


def test_without_jupyterlab_the_way_to_it_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(CannotDo, match=r'pip install "featurespace\[course\]"'):
        lab.open_lab(tmp_path, 8888, browser=False)


def answer(address: str, process: subprocess.Popen) -> bytes:
    """What a server says; its address stands there a moment before it listens."""
    while True:
        try:
            with urlopen(address, timeout=chromium.START) as page:
                return page.read()
        except URLError:
            if process.poll() is not None:
                raise
            time.sleep(0.2)


def test_a_real_server_prints_its_address_and_answers(tmp_path):
    """Without a browser, below a path with a space and an umlaut."""
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    settings = {name: str(tmp_path / name.lower()) for name in places}
    words = ["start", "Mein Übungsordner", "--no-browser", "--jupyter=--allow-root"]
    process = subprocess.Popen(
        [sys.executable, "-m", "featurespace", *words],
        **{"cwd": tmp_path, "env": {**os.environ, **settings}, "text": True},
        **{"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT},
    )
    end = threading.Timer(chromium.START, process.kill)
    end.start()
    try:
        said = []
        for line in process.stdout:
            said.append(line.strip())
            if said[-1].startswith("http://127.0.0.1:"):
                break
        assert said[-1].startswith("http://127.0.0.1:"), "\n".join(said)
        assert b"JupyterLab" in answer(said[-1], process)
        assert not [line for line in said if "Traceback" in line or "unrecognized" in line]
    finally:
        end.cancel()
        process.terminate()
        process.wait()
