"""Each layer of protection by itself: the kernel alone, the guard alone."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from featurespace.classroom import confine, material, sandbox, wire

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Landlock is of Linux")
ATTEMPTS = {  # none of them through a function that the guard sees, if it can be helped
    "read the grader's file": "open({secret!r}).read()",
    "read a file of the system": "open('/etc/hostname').read()",
    "read by the kernel's name": "open(f'/proc/{{os.getppid()}}/environ').read()",
    "list a folder": "os.listdir(os.path.dirname({secret!r}))",
    "write elsewhere": "open({secret!r}, 'a').write('x')",
    "delete": "os.remove({secret!r})",
    "make it readable for all": "os.chmod({secret!r}, 0o777)",
    "fork": "os._exit(0) if os.fork() == 0 else None",
    "a program": "os.posix_spawn('/bin/true', ['true'], {{}})",
    "exec": "os.execv('/bin/true', ['true'])",
    "internet": "socket.socket(socket.AF_INET, socket.SOCK_STREAM)",
    "datagrams": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a local socket": "socket.socket(socket.AF_UNIX)",
    "signal": "os.kill(os.getppid(), 0)",
    "limits of the grader": "resource.prlimit(os.getppid(), resource.RLIMIT_CPU)",
    "another session": "os.setsid()",
    "another priority": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 10)",
    "below python": "refused(libc.ptrace(16, os.getppid(), 0, 0))",
    "unshare": "refused(libc.unshare(0x10000000))",
    "memory of others": "refused(libc.process_vm_readv(os.getppid(), None, 0, None, 0, 0))",
    "clone3": "refused(libc.syscall(435, None, 0))",
    "signal by a pipe": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "signal by a pipe, newer": "fcntl.fcntl(os.pipe()[0], 15, struct.pack('ii', 1, os.getppid()))",
    "another signal by a pipe": "fcntl.fcntl(os.pipe()[0], 10, 9)",
    "signal by a device": "fcntl.ioctl(os.pipe()[0], 0x8901, struct.pack('i', os.getppid()))",
    "signal by a device, older": "fcntl.ioctl(0, 0x8902, struct.pack('i', os.getppid()))",
    "io_uring": "refused(libc.syscall(425, 4, None))",
    "mount": "refused(libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))",
}
ALLOWED = {
    "a file of its own": "open('own', 'w').write('x'); os.rename('own', 'b'); os.remove('b')",
    "a thread": "t = threading.Thread(target=print); t.start(); t.join()",
    "the null device": "open(os.devnull, 'w').write('x'); open(os.devnull).read()",
    "a package": "import numpy.linalg, scipy.linalg; numpy.linalg.inv(numpy.eye(2))",
    "chance": "os.urandom(4)",
    "its own signal": "os.kill(os.getpid(), 0)",
    "a flag of a file": "os.set_inheritable(0, True); os.set_blocking(os.pipe()[0], False)",
    "a size of a pipe": "fcntl.ioctl(os.pipe()[0], 0x541B, bytes(4))",
    "drawing": "import matplotlib.pyplot as plt, pandas; plt.plot([1]); plt.savefig('a.png')",
}
PROGRAM = """
import ctypes, fcntl, json, os, resource, socket, struct, sys, threading
from pathlib import Path
sys.path.insert(0, {library!r})
from featurespace.classroom import confine
if not {landlock}:
    confine.landlock = lambda *given: 0
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl
def refused(value):
    if value < 0 and ctypes.get_errno() in (1, 13, 38):
        raise PermissionError
import sysconfig
sites = [sysconfig.get_paths()["purelib"]]
readable = [*confine.allowed([sys.base_prefix], sites), Path({library!r})]
active = confine.confine(readable, map(Path, sys.path), Path.cwd())
done = dict()
for name, code in json.loads(sys.argv[1]).items():
    try:
        exec(code)
        done[name] = "done"
    except OSError as error:
        done[name] = type(error).__name__
    except Exception as error:
        done[name] = repr(error)
print(json.dumps([active, done]))
"""


def confined(folder, attempts, landlock=True):
    """What came of each attempt in a process that only the kernel keeps."""
    place = folder / "work"
    place.mkdir()
    program = PROGRAM.format(library=sandbox.stage(), landlock=landlock)
    run = subprocess.run(
        [sys.executable, "-B", "-c", program, json.dumps(attempts)],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


@LINUX
def test_the_kernel_refuses_without_any_help_from_python(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("42")
    mode = secret.stat().st_mode
    attempts = {name: code.format(secret=str(secret)) for name, code in ATTEMPTS.items()}
    active, done = confined(tmp_path, {**attempts, **ALLOWED})
    if len(active) < 2:
        if os.environ.get("CI") == "true":
            pytest.fail(f"the kernel offers only {active}")
        pytest.skip(f"the kernel offers only {active}")
    assert {name: done[name] for name in ALLOWED} == dict.fromkeys(ALLOWED, "done")
    assert [name for name in ATTEMPTS if done[name] != "PermissionError"] == []
    assert (secret.read_text(), secret.stat().st_mode) == ("42", mode)


@LINUX
def test_seccomp_alone_refuses_what_older_kernels_have_no_landlock_for(tmp_path):
    of_files = ("open(", "{secret")
    attempts = {n: c for n, c in ATTEMPTS.items() if not any(part in c for part in of_files)}
    attempts = {n: c.format() for n, c in attempts.items()}
    active, done = confined(tmp_path, {**attempts, **ALLOWED}, landlock=False)
    if active != ["seccomp"]:
        pytest.skip(f"the kernel offers only {active}")
    assert {name: done[name] for name in ALLOWED} == dict.fromkeys(ALLOWED, "done")
    assert [name for name in attempts if done[name] != "PermissionError"] == []


@pytest.fixture
def box():
    boxes = []

    def start(**options):
        boxes.append(sandbox.Sandbox(**options))
        return boxes[-1]

    yield start
    for one in boxes:
        one.end()


def cell(box, source, seconds=20.0):
    return box.ask("cell", seconds, source=source, cell=1, names=[])[0].get("error", {})


GUARDED = {
    "open('/etc/hostname')": "uses the file",
    "import os; os.listdir('/')": "uses the file",
    "import os; os.remove('/etc/nothing-of-this-name')": "uses the file",
    "open('/tmp/new-file-of-a-student', 'w')": "uses the file",
    "import sqlite3; import io; io.FileIO('/etc/hostname')": "uses the file",
    "import os; os.fork()": "starts another process",
    "import os; os.system('true')": "starts another program",
    "import os; os.execv('/bin/true', ['true'])": "starts another program",
    "import socket; socket.socket()": "uses the network",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:1')": "network",
    "import os; os.kill(os.getppid(), 0)": "signals another process",
    "import ctypes; ctypes.CDLL(None)": "below Python",
    "import ctypes; ctypes.pythonapi.getpid()": "below Python",
}


def test_the_guard_refuses_in_words_without_the_kernel(box):
    here = box(kernel=False)
    assert any("Landlock" in lack for lack in here.lacks())
    for source, said in GUARDED.items():
        assert said in cell(here, source).get("words", "nothing"), source
    assert cell(here, "open('own', 'w').write('x'); import os; os.remove('own')") == {}
    assert not Path("/tmp/new-file-of-a-student").exists()
    assert any("the network" in words for words in here.tried)


def test_only_words_of_the_guard_are_passed_on(box):
    here = box()
    forged = ["=cmd|calc!A0", "uses the network\n=1", "uses the file '\u202e', which", "\0", 7, {}]
    forged += [
        f"uses the file '{w}', which is outside its own folder" for w in ("\u202e", "\n", "\ud800")
    ]
    own = "uses the file '/etc/hostname', which is outside its own folder"
    source = f"""import inspect
frame = inspect.currentframe()
while frame:
    if "tried" in dir(frame.f_locals.get("self")):
        frame.f_locals["self"].tried[:] = {[*forged, own]!r}
    frame = frame.f_back"""
    assert cell(here, source) == {}
    assert list(here.tried) == [own]
    assert cell(here, "open('/tmp/it\\'s \"new\"\\n', 'w')")["type"] == "Refused"
    assert len(here.tried) == 2


@LINUX
def test_nothing_is_lacking_here_or_it_is_said(box):
    here = box()
    assert {"AS", "CPU", "FSIZE"} <= set(here.active)
    assert len(here.lacks()) == 5 - len(here.active)


def test_the_environment_is_not_the_graders(box, monkeypatch):
    monkeypatch.setenv("SECRET", "42")
    here = box()
    source = "import os, sys; assert 'SECRET' not in os.environ; assert not os.listdir('.')"
    assert cell(here, source) == {}
    assert cell(here, "import featurespace.pca, featurespace.kernels") == {}
    assert not list(Path(sandbox.stage()).rglob("*.ipynb"))
    assert not list(Path(sandbox.stage()).rglob("check*"))
    kept = {path.stem for path in (Path(sandbox.stage()) / "featurespace/classroom").glob("*.py")}
    assert kept == {"__init__", "wire", "worker", "confine", "guard"}


def test_a_process_that_never_ends_is_ended_with_all_that_it_left(box):
    here = box(limits=replace(sandbox.LIMITS, cell=1.0))
    with pytest.raises(sandbox.TooLong):
        cell(here, "while True: pass", seconds=0.5)
    scratch = Path(here.scratch)
    here.end()
    assert here.process.returncode is not None
    assert not scratch.exists()


def test_memory_files_and_work_are_limited(box):
    here = box()
    assert cell(here, "x = bytearray(10**10)")["type"] == "MemoryError"
    assert cell(here, "open('big', 'wb').write(bytes(10**8))")["type"] == "OSError"
    assert cell(here, "import os; os.dup2(99, 98)")["type"] == "OSError"


def test_bytes_that_drip_without_end_do_not_hold_the_grader_up(box):
    here = box(deadline=time.monotonic() + 6)
    drip = (
        "import os, time\nfor n in range(3, 12):\n"
        "    try: os.write(n, (10**6).to_bytes(4, 'little') + b'\\x05\\0\\0\\0'); hit = n\n"
        "    except OSError: pass\n"
        "while True: os.write(hit, b'x'); time.sleep(0.01)"
    )
    with pytest.raises(sandbox.Ended):
        cell(here, drip)


def test_a_process_that_does_not_listen_does_not_hold_the_grader_up(box):
    here = box(deadline=time.monotonic() + 4)
    deaf = "import os\nfor n in range(3, 12):\n    try: os.close(n)\n    except OSError: pass"
    with pytest.raises(sandbox.Ended):
        cell(here, deaf)
    asleep = box(deadline=time.monotonic() + 4)
    with pytest.raises(sandbox.Ended):
        cell(asleep, "import time; time.sleep(99) #" + "#" * 10**6)


def test_only_ours_is_hidden_among_the_packages():
    for name in (
        "featurespace",
        "featurespace-0.3.0.dist-info",
        "__editable__.x.pth",
        "a.egg-link",
    ):
        assert confine.hidden(name)
    for name in ("numpy", "scipy.libs", "six.py", "__pycache__"):
        assert not confine.hidden(name)
    assert wire.HEAD.size == 8
    assert material.LIBRARY.is_dir()
