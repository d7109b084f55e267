"""The recipes around the course: nginx in front of the hub, Kubernetes, Binder, the dev container.

What needs Debian's nginx is left out where there is none. A few seconds.
"""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from featurespace.classroom import lab

ROOT = Path(__file__).resolve().parents[2]
HUB, CLUSTER = ROOT / "deploy" / "hub", ROOT / "deploy" / "kubernetes"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"


def text(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def missing(what: str) -> None:
    words = f"for this test there must be {what}"
    if os.environ.get("FEATURESPACE_CLASSROOM") == "1":
        pytest.fail(words, pytrace=False)
    pytest.skip(words)


def heard(line: socket.socket) -> bytes:
    """All of a head, up to the empty line."""
    head = b""
    while b"\r\n\r\n" not in head:
        got = line.recv(4096)
        assert got, head
        head += got
    return head


@pytest.fixture
def behind():
    """A stand-in for the hub: takes a websocket, keeps its head, and says everything twice."""
    heads: list[bytes] = []
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _ = door.accept()
        with line:
            heads.append(heard(line))
            line.sendall(HANDSHAKE)
            line.sendall(2 * line.recv(4096))

    threading.Thread(target=serve, daemon=True).start()
    yield door.getsockname()[1], heads
    door.close()


@pytest.fixture
def web(tmp_path, behind):
    """Nginx with our settings, on other ports and with a certificate of its own: the port."""
    if not (NGINX and shutil.which("openssl")):
        missing("nginx and openssl: apt-get install nginx openssl")
    files = [tmp_path / "key.pem", tmp_path / "certificate.pem"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    command += ["-subj", "/CN=hub.example.org", "-keyout", files[0], "-out", files[1]]
    subprocess.run(command, check=True, capture_output=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ours = text("deploy", "hub", "nginx.conf")
    changes = {
        r"listen 80;": f"listen unix:{tmp_path}/plain;",
        r"listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        r"\S+/fullchain\.pem": str(files[1]),
        r"\S+/privkey\.pem": str(files[0]),
        r"127\.0\.0\.1:8000": f"127.0.0.1:{behind[0]}",
    }
    for old, new in changes.items():
        ours, count = re.subn(old, new, ours)
        assert count == 1, old
    (tmp_path / "site.conf").write_text(ours)
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}}\n"
        f"http {{ access_log off; include {tmp_path}/site.conf; }}\n"
    )
    words = [NGINX, "-c", tmp_path / "nginx.conf", "-p", tmp_path]
    told = subprocess.run([*words, "-t"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    process = subprocess.Popen(words)
    yield port
    process.terminate()
    process.wait(30)


def connected(port: int) -> ssl.SSLSocket:
    trusting = ssl._create_unverified_context()
    end = time.monotonic() + 60
    while True:
        try:
            line = socket.create_connection(("127.0.0.1", port), timeout=60)
            return trusting.wrap_socket(line, server_hostname="hub.example.org")
        except ConnectionError:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_nginx_carries_websockets_over_https(web, behind):
    with connected(web) as line:
        asked = "GET /user/ada/api/kernels/1/channels HTTP/1.1\r\nHost: hub.example.org\r\n"
        asked += "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\r\n"
        line.sendall(asked.encode())
        assert heard(line).startswith(b"HTTP/1.1 101")
        line.sendall(b"move")
        assert line.recv(4096) == b"movemove"
    head = behind[1][0].decode().lower()
    assert head.startswith("get /user/ada/api/kernels/1/channels http/1.1")
    for wanted in ("host: hub.example.org", "upgrade: websocket", "x-forwarded-proto: https"):
        assert wanted in head


def test_the_cluster_lets_nobody_in_until_told():
    yaml = pytest.importorskip("yaml")
    values = yaml.safe_load(text("deploy", "kubernetes", "values.yaml"))
    known = {"hub", "proxy", "singleuser", "cull", "scheduling"}  # of the chart
    assert set(values) <= known
    config = values["hub"]["config"]
    assert config["JupyterHub"]["authenticator_class"] not in ("dummy", "null", "tmp")
    assert config["Authenticator"]["allow_all"] is False
    assert config["Authenticator"]["allowed_users"] == []
    assert values["cull"]["enabled"] is True
    assert values["proxy"]["https"]["enabled"] is True
    assert {"guarantee", "limit"} == set(values["singleuser"]["memory"])
    assert values["singleuser"]["defaultUrl"] == f"/lab/tree/{lab.PAGE}"


def test_the_image_copies_what_there_is_and_never_runs_as_root():
    lines = text("deploy", "kubernetes", "Dockerfile").splitlines()
    copied = [line.split()[-2] for line in lines if line.startswith("COPY")]
    assert [name for name in copied if not (ROOT / name).exists()] == ["dist/featurespace-*.whl"]
    users = [line.split()[1] for line in lines if line.startswith("USER")]
    assert users[-1] == "1000"


@pytest.mark.parametrize("script", ["deploy/kubernetes/serve.sh", ".binder/start"])
def test_a_start_script_is_a_script_that_can_be_run(script):
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run(["bash", "-n", ROOT / script], check=True)


def started(script: str, folder: Path, *words: str) -> list[str]:
    """What a start script would call in the end, with stand-ins for the servers."""
    binaries = folder / "bin"
    binaries.mkdir()
    for name in ("jupyterhub-singleuser", "server"):
        (binaries / name).write_text('#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n')
        (binaries / name).chmod(0o755)
    (binaries / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (binaries / "featurespace").write_text('#!/bin/sh\nexec python -m featurespace "$@"\n')
    for name in ("python", "featurespace"):
        (binaries / name).chmod(0o755)
    home = folder / "home"
    home.mkdir()
    around = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(home)}
    command = ["bash", ROOT / script, *words]
    done = subprocess.run(command, cwd=home, env=around, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_binder_adds_the_settings_to_the_command_that_it_is_given(tmp_path):
    said = started(".binder/start", tmp_path, "server", "--ip=0.0.0.0")
    assert [Path(said[0]).name, *said[1:]] == ["server", "--ip=0.0.0.0", *lab.options()]


def test_a_container_copies_the_course_and_opens_it(tmp_path):
    said = started("deploy/kubernetes/serve.sh", tmp_path)
    folder = tmp_path / "home" / "featurespace"
    assert (folder / lab.PAGE).is_file()
    last = [*lab.options(), f"--ServerApp.root_dir={folder}"]
    assert said[-len(last) - 1].endswith("jupyterhub-singleuser")
    assert said[-len(last) :] == last


def test_binder_and_the_dev_container_use_what_there_is():
    wanted = text(".binder", "requirements.txt").split("\n")
    assert wanted[:2] == ["-c ../constraints.txt", "-e .[course]"]
    container = json.loads(text(".devcontainer", "devcontainer.json"))
    target = container["postCreateCommand"].split()[1].replace(".venv", "$(VENV)")
    assert re.search(rf"^{re.escape(target)}:|{re.escape(target)} .*:", text("Makefile"), re.M)
    assert (ROOT / ".devcontainer" / container["build"]["dockerfile"]).is_file()


def test_the_lock_of_the_proxy_names_no_place():
    locked = json.loads(text("deploy", "hub", "package-lock.json"))["packages"]
    wanted = json.loads(text("deploy", "hub", "package.json"))["dependencies"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert "://" not in text("deploy", "hub", "package-lock.json")
