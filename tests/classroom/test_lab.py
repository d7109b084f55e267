"""JupyterLab opens the course: one thread a kernel, its start page, a free port, no news."""

import errno
import json
import os
import socket
import subprocess
import sys
import webbrowser

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
    with pytest.raises(CannotDo, match=f"port {taken} is taken by another program, and none of"):
        lab.free_port(taken)


def test_a_port_that_may_not_be_used_is_not_said_to_be_taken(monkeypatch, capsys):
    def bind(self, address):
        if address[1] < 1024:
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(lab.socket.socket, "bind", bind)
    with pytest.raises(CannotDo, match="port 80 may not be used, and none of"):
        lab.free_port(80)
    assert lab.free_port(1000) == 1024
    assert "Port 1000 may not be used; using 1024." in capsys.readouterr().out


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_what_is_no_port_is_said(port):
    with pytest.raises(CannotDo, match=f"{port} is no port"):
        lab.free_port(port)


def test_what_one_says_to_jupyterlab_is_in_place_of_ours(opened):
    words = ["--jupyter=--log-level=DEBUG", "--jupyter=--ServerApp.answer_yes=False"]
    assert main(["start", "mine", "--no-browser", *words]) == 0
    assert {"--log-level=DEBUG", "--ServerApp.answer_yes=False"} <= set(opened)
    names = [word.split("=")[0] for word in opened]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("known", [True, False])
def test_where_there_are_no_ciphers_none_are_asked_for(monkeypatch, known):
    from jupyter_server.services.kernels import kernelmanager as jupyter

    def refuse(**_):
        raise ValueError("requires CurveZMQ support")

    names = ["transport_encryption"] * known
    monkeypatch.setattr(jupyter.MappingKernelManager, "class_trait_names", lambda: names)
    monkeypatch.setattr(jupyter, "ServerKernelManager", refuse)
    assert lab.quiet() == ["--log-level=ERROR", "--LabApp.log_level=ERROR"]


def told(capsys, *words: str) -> str:
    """What somebody reads before JupyterLab begins to speak."""
    assert main(["start", "mine", *words]) == 0
    return capsys.readouterr().out


def test_without_a_browser_one_is_told_to_open_the_address(opened, capsys, monkeypatch):
    def none(*_):
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr("webbrowser.get", lambda: "a browser")
    assert "If no page opens in your browser: open" in told(capsys)
    monkeypatch.setattr("webbrowser.get", none)
    assert "No browser was found: open one of the addresses below" in told(capsys)
    assert "No browser was found" not in told(capsys, "--jupyter=--browser=mine")
    assert "addresses below" not in told(capsys, "--no-browser")


def test_root_is_told_the_word_that_works(opened, capsys, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "unless you add: --jupyter=--allow-root" in told(capsys)
    assert "allow-root" not in told(capsys, "--jupyter=--allow-root")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert "allow-root" not in told(capsys)


def test_what_jupyterlab_cannot_start_with_is_said_in_a_sentence(opened, capsys, monkeypatch):
    def fail(_):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr("jupyterlab.labapp.main", fail)
    assert main(["start", "mine", "--jupyter=--ip=nonsense"]) == 2
    assert "did not start (Name or service not known)" in capsys.readouterr().err


def test_without_jupyterlab_the_way_to_it_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(CannotDo, match=r'pip install "featurespace\[course\]"'):
        lab.open_lab(tmp_path, 8888, browser=False)


@pytest.mark.skipif(os.name != "posix", reason="a terminal as Unix has it")
def test_a_real_server_says_its_address_little_else_and_ends_by_one_interrupt(tmp_path):
    """Without a browser, below a path with a space and an umlaut."""
    from terminal import terminal

    words = ["start", "Mein Übungsordner", "--no-browser", "--jupyter=--allow-root"]
    command = [sys.executable, "-m", "featurespace", *words]
    with terminal(command, tmp_path, dict(os.environ)) as student:
        assert student.ask(f"contents/{lab.PAGE}?content=0")["path"] == lab.PAGE
        student.run_a_kernel()
        student.interrupt()
    for word in ("Traceback", "unrecognized", "LabApp]", "eavesdropping", "Shut down this"):
        assert word not in student.said
