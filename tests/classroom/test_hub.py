"""The hub on this machine: two students with passwords, each in a folder and a server of their own.

It makes two Unix accounts and takes them away again, so it needs root. About a minute.
"""

import csv
import importlib.util
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

import chromium
from featurespace.demos import means
from stages import Twins

HUB = chromium.ROOT / "deploy" / "hub"
TAG = f"fs{os.getpid()}"  # two runs on one machine have accounts of their own
ADA, BOB = f"{TAG}ada", f"{TAG}bob"
CHAPTER = "course/01_means_and_distances.ipynb"
TOKEN = secrets.token_hex(16)  # the culler's
SETTINGS = """
load_subconfig({config!r})
web, hub, api = {ports}
c.JupyterHub.bind_url = f"http://127.0.0.1:{{web}}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{{hub}}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{{api}}"
c.JupyterHub.services[0]["api_token"] = {token!r}
c.Spawner.args = ["--LabApp.expose_app_in_browser=True"]
"""


def missing(what: str) -> None:
    """Skip; in the environment that is made for this, fail."""
    words = f"to test the hub there must be {what}"
    if os.environ.get("FEATURESPACE_CLASSROOM") == "1":
        pytest.fail(words, pytrace=False)
    pytest.skip(words, allow_module_level=True)


def readable() -> bool:
    """Whether another account can use this Python and this checkout."""
    words = [sys.executable, "-c", f"open({str(HUB / 'serve.py')!r}); import featurespace"]
    nobody = pwd.getpwnam("nobody").pw_uid
    return not subprocess.run(words, user=nobody, cwd="/", capture_output=True).returncode


if not hasattr(os, "geteuid") or os.geteuid() or not shutil.which("useradd"):
    missing("root and useradd (Debian: apt-get install passwd)")
if not all(map(importlib.util.find_spec, ("jupyterhub", "jupyterhub_idle_culler", "playwright"))):
    missing('JupyterHub and Playwright: pip install -e ".[course,dev,hub,browser]"')
if not chromium.CHROMIUM:
    missing("Chromium: apt-get install chromium")
if not (HUB / "node_modules").is_dir():
    missing("the proxy: npm ci --prefix deploy/hub")
if not readable():
    missing("a Python and a checkout that other accounts can read, for instance /usr/bin/python3")


def run(script: str, *words: object, folder: Path) -> str:
    """What one of the hub's programs says."""
    command = [sys.executable, HUB / script, *map(str, words)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def processes(name: str) -> list[int]:
    """The processes of one of our two accounts."""
    owner = pwd.getpwnam(name).pw_uid
    found = [path for path in Path("/proc").glob("[0-9]*") if path.stat().st_uid == owner]
    return [int(path.name) for path in found]


def exists(name: str) -> bool:
    return name in {account.pw_name for account in pwd.getpwall()}


def groups() -> set[str]:
    return {line.split(":")[0] for line in Path("/etc/group").read_text().splitlines()}


@pytest.fixture(scope="module")
def folder():
    """Not pytest's own: it would be gone when many later runs have ended before this one."""
    with tempfile.TemporaryDirectory(prefix=TAG) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def passwords(folder):
    """Two accounts, made as an instructor makes them; gone afterwards, whatever happened."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # then too
    before = groups()
    (folder / "class.csv").write_text(f"name\n{ADA}\n{BOB}\n")
    try:
        run("users.py", "add", "class.csv", "passwords.csv", folder=folder)
        rows = csv.DictReader((folder / "passwords.csv").open())
        yield {row["name"]: row["password"] for row in rows}
    finally:
        for name in filter(exists, (ADA, BOB)):
            for process in processes(name):
                os.kill(process, signal.SIGKILL)
            run("users.py", "remove", name, folder=folder)
        for group in (groups() - before) & {"featurespace", "featurespace-teachers"}:
            subprocess.run(["groupdel", group], check=True)


def free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def status(url: str, **headers: str) -> int:
    """The code that a server answers with; 0, if there is none."""
    try:
        return urlopen(Request(url, headers=headers), timeout=30).status
    except HTTPError as error:
        return error.code
    except (URLError, OSError):
        return 0


@pytest.fixture(scope="module")
def hub(folder, passwords):
    """The hub as it is deployed, on ports of this test: the addresses of its web page and proxy."""
    ports = free_ports(3)
    config = str(HUB / "jupyterhub_config.py")
    settings = SETTINGS.format(config=config, ports=ports, token=TOKEN)
    (folder / "config.py").write_text(settings)
    command = [sys.executable, "-m", "jupyterhub", "-f", "config.py"]
    log = (folder / "hub.log").open("w")
    secret = {**os.environ, "CONFIGPROXY_AUTH_TOKEN": TOKEN}
    process = subprocess.Popen(command, cwd=folder, env=secret, stdout=log, stderr=log)
    web = f"http://127.0.0.1:{ports[0]}"
    try:
        end = time.monotonic() + chromium.START
        while status(f"{web}/hub/health") != 200:
            assert process.poll() is None, (folder / "hub.log").read_text()[-2000:]
            assert time.monotonic() < end, (folder / "hub.log").read_text()[-2000:]
            time.sleep(0.3)
        yield web, f"http://127.0.0.1:{ports[2]}/api/routes"
    finally:
        process.terminate()
        process.wait(60)


def log_in(page, web: str, name: str, password: str) -> None:
    page.set_default_timeout(1000 * chromium.MOVE)
    page.goto(f"{web}/hub/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.CHROMIUM, args=chromium.FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def students(hub, passwords, browser):
    """Both at the start page of their own server, each in a browser of their own."""
    readers = {}
    for name, password in passwords.items():
        address = f"{hub[0]}/user/{name}/lab/tree/{{}}?reset"
        readers[name] = reader = chromium.Reader(browser, address)
        log_in(reader.page, hub[0], name, password)
        reader.page.wait_for_url(f"**/user/{name}/lab/tree/course/README.md")
        reader.page.get_by_role("heading", name="Feature Space: start here").wait_for()
        reader.open(CHAPTER)
    return readers


@pytest.fixture(autouse=True)
def end():
    with chromium.time_limit(chromium.TEST):
        yield


def test_who_has_no_password_and_no_token_stays_outside(hub, browser):
    web, routes = hub
    page = browser.new_page()
    log_in(page, web, ADA, "not-her-password")
    page.get_by_text("Invalid username or password").wait_for()
    assert "/hub/login" in page.url
    log_in(page, web, "root", "")
    page.get_by_text("Invalid username or password").wait_for()
    assert page.get_by_role("link", name="Sign up").count() == 0
    page.close()
    assert status(f"{web}/hub/signup") == 404
    assert status(f"{web}/hub/api/users") == 403
    assert status(f"{web}/hub/api/users", Authorization="token 0123") == 403
    assert status(routes) == 403


def test_each_works_in_a_folder_of_their_own(students):
    """Chapter 1, from the first cell to the last, and a demo that is moved."""
    for reader in students.values():
        assert reader.run_all() == []
        panel = reader.page.locator(chromium.PANEL).filter(has_text="Bend the border")
        panel.scroll_into_view_if_needed()
        Twins(panel, means.bend_the_border).by_keyboard("sigma")
    for name, reader in students.items():
        where = reader.page.evaluate(chromium.SAY, "import os; print(os.getcwd(), os.getuid())")
        account = pwd.getpwnam(name)
        assert where == f"{account.pw_dir}/featurespace/course {account.pw_uid}"


def test_nobody_sees_the_work_of_another(students, hub):
    web, routes = hub
    ada = students[ADA].page
    there = Path(pwd.getpwnam(BOB).pw_dir) / "featurespace" / CHAPTER
    assert there.is_file()
    look = f"""
        for do in (lambda: open({str(there)!r}), lambda: open({str(there)!r}, "a"),
                   lambda: __import__("os").listdir({str(there.parents[2])!r})):
            try: do(); print("in")
            except PermissionError: print("kept out")"""
    look = "\n".join(line[8:] for line in look.splitlines())
    assert ada.evaluate(chromium.SAY, look).split("\n") == ["kept out"] * 3
    for place in ("lab", f"api/contents/{CHAPTER}", "api/kernels", "api/terminals"):
        assert ada.request.get(f"{web}/user/{ADA}/{place}").status == 200
        assert ada.request.get(f"{web}/user/{BOB}/{place}").status in (403, 404)
    own = token(ADA)
    told = json.load(ask(routes, TOKEN)).items()
    theirs = next(one["target"] for path, one in told if path.strip("/") == f"user/{BOB}")
    for door in (web, theirs):  # also behind the proxy's back
        assert status(f"{door}/user/{BOB}/api/kernels", Authorization=f"token {own}") in (403, 404)
    assert status(f"{theirs}/user/{BOB}/api/kernels") in (403, 404)
    assert status(f"{web}/hub/api/users/{BOB}", Authorization=f"token {own}") in (403, 404)
    assert status(f"{web}/hub/api/users", Authorization=f"token {own}") == 403


def token(name: str) -> str:
    """What the server of a student shows to the hub."""
    told = [Path(f"/proc/{one}/environ").read_text() for one in processes(name)]
    return re.search(r"\bJUPYTERHUB_API_TOKEN=(\w+)", "\n".join(told))[1]


def ask(url: str, token: str):
    return urlopen(Request(url, headers={"Authorization": f"token {token}"}), timeout=30)


def test_what_is_too_large_ends_in_words_and_the_notebook_lives_on(students):
    page = students[ADA].page
    assert page.evaluate(chromium.SAY, "import numpy; kept = 2; numpy.ones(10**9)").endswith(
        "MemoryError"
    )
    told = page.evaluate(
        chromium.SAY,
        """import os, resource
print(kept, os.environ["OMP_NUM_THREADS"])
print(resource.getrlimit(resource.RLIMIT_DATA)[1] // 2**20)
try: resource.setrlimit(resource.RLIMIT_DATA, (2**40, 2**40)); print("more")
except ValueError: print("no more")""",
    )
    assert told.split("\n") == ["2 1", "1500", "no more"]


def test_a_fork_without_end_stops_at_the_limit(students):
    told = students[ADA].page.evaluate(
        chromium.SAY,
        """import os, signal
children = []
try:
    while len(children) < 10_000:
        child = os.fork()
        if not child: signal.pause()
        children.append(child)
except BlockingIOError: print("enough")
for child in children: os.kill(child, signal.SIGKILL); os.waitpid(child, 0)""",
    )
    assert told == "enough"
    assert students[BOB].page.evaluate(chromium.SAY, "print(1)") == "1"


def test_memory_is_told_by_student(students, folder):
    found = json.loads(run("measure.py", "--json", folder=folder))
    for name in students:
        assert found[name]["count"] == 1
        assert 20 < found[name]["server"] < 1500
        assert 20 < found[name]["kernels"] < 1500
    assert "300: " in run("measure.py", folder=folder)


def test_nothing_went_wrong_in_the_browsers(students):
    for reader in students.values():
        assert reader.errors == []
        assert reader.hosts == {"127.0.0.1"}


def test_an_idle_server_is_stopped_and_one_at_work_is_not(students, hub, folder):
    web, before = hub[0], asked(folder)
    for reader in students.values():
        reader.close()
    with culler(web, 3600):
        wait_for(lambda: asked(folder) > before)
        assert active(web) == {ADA, BOB}
    with culler(web, 1):
        wait_for(lambda: not active(web))
    assert all(not processes(name) for name in students)


def asked(folder: Path) -> int:
    """How often a culler has asked who is here."""
    log = (folder / "hub.log").read_text()
    return len(re.findall(r"200 GET /hub/api/users\?\S+ \(idle-culler", log))


def wait_for(happened) -> None:
    end = time.monotonic() + chromium.START
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.3)


@contextmanager
def culler(web: str, seconds: int):
    """What the hub runs as a service, with its rights, and less patient."""
    command = [sys.executable, "-m", "jupyterhub_idle_culler"]
    command += [f"--timeout={seconds}", "--cull-every=1"]
    rights = {"JUPYTERHUB_API_TOKEN": TOKEN, "JUPYTERHUB_API_URL": f"{web}/hub/api"}
    process = subprocess.Popen(command, env={**os.environ, **rights}, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


def active(web: str) -> set[str]:
    """Whose server runs."""
    found = json.load(ask(f"{web}/hub/api/users?state=active", TOKEN))
    return {user["name"] for user in found}


def test_accounts_are_made_and_removed_with_care(passwords, folder):
    """Those that exist are left alone, passwords are not overwritten, and files are kept."""
    assert (folder / "passwords.csv").stat().st_mode & 0o077 == 0
    assert "is there already" in run("users.py", "add", "class.csv", "passwords.csv", folder=folder)
    told = run("users.py", "add", "class.csv", "more.csv", folder=folder)
    assert told.startswith("0 accounts made, 2 were there")
    (folder / "odd.csv").write_text("name\nAda Lovelace\n")
    assert "'Ada Lovelace'" in run("users.py", "add", "odd.csv", "x.csv", folder=folder)
    assert "no account of this course" in run("users.py", "remove", "root", folder=folder)
    assert "is removed" in run("users.py", "remove", BOB, folder=folder)
    kept = subprocess.run(["tar", "-tf", folder / f"{BOB}.tar.gz"], capture_output=True, text=True)
    assert f"{BOB}/featurespace/{CHAPTER}" in kept.stdout
    assert not Path("/home", BOB).exists()
