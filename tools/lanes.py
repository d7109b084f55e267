"""The tests in every lane: as the README says, and where something else differs.

    python tools/lanes.py                 # all lanes
    python tools/lanes.py nehalem lowest  # some of them

The first lane runs every test there is. The others run what could differ there: library, checks,
demos and all notebooks with their outputs compared. A lane whose Python is missing is skipped with
a line that says so; in CI it fails.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(sys.executable).parent  # of the environment that `make everywhere` has made
PYTEST = ["-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
EVERYWHERE = [
    *("lib", "course", "exercises", "solutions", "tests"),
    *(f"--ignore=tests/{name}" for name in ("browser", "classroom", "notebooks", "site")),
    *(
        f"--ignore=tests/test_{name}.py"
        for name in ("concordance", "project", "relations", "umap_oracle")
    ),
]
FILES = ("folder", "histories", "progress", "wire")  # tests of files and versions, not of numbers
# pytest takes no file of a folder that it is told to ignore
VERSIONS = [
    *(word for word in EVERYWHERE if word != "--ignore=tests/classroom"),
    *(
        f"--ignore={path.relative_to(ROOT)}"
        for path in sorted((ROOT / "tests" / "classroom").glob("test_*.py"))
        if path.stem.removeprefix("test_") not in FILES
    ),
]
CLASS = [
    f"tests/classroom/test_{name}.py"
    for name in ("assign", "cluster", "elsewhere_files", "gradebook", "hub")
]
# numpy picks its loops at run time among those compiled for newer processors
NEWER = """
from numpy._core import _multiarray_umath as core
print(*(name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)))
"""


class Missing(Exception):
    """The Python of a lane is not on this machine."""


class Lane(NamedTuple):
    """A place to run the tests in: which Python, which settings, what beside it."""

    about: str
    python: Callable[[], Path] = lambda: HERE / "python"
    settings: Callable[[], dict[str, str]] = dict
    loops: int = 0
    tests: list[str] = EVERYWHERE


def old_processor(blas: str) -> Callable[[], dict[str, str]]:
    """Settings with which OpenBLAS and numpy compute as on a processor of another age."""

    def settings() -> dict[str, str]:
        told = subprocess.run([HERE / "python", "-c", NEWER], capture_output=True, text=True)
        newer = told.stdout.strip() if blas == "Nehalem" else ""
        return {"OPENBLAS_CORETYPE": blas, "NPY_DISABLE_CPU_FEATURES": newer}

    return settings


def environment(
    version: str, *options: str, name: str = "", extras: str = "course,dev"
) -> Callable[[], Path]:
    """An environment of its own with this Python, the packages resolved by uv."""

    def make() -> Path:
        folder, base = ROOT / f".venv-{name or version}", interpreter(version)
        python = folder / "bin" / "python"
        shutil.rmtree(folder, ignore_errors=True)
        install = ["pip", "install", "--quiet", "--compile-bytecode", "--python", python, *options]
        for command in (
            ["venv", "--quiet", "--python", base, folder],
            [*install, "-e", f".[{extras}]"],
        ):
            subprocess.run([HERE / "uv", *command], cwd=ROOT, check=True)
        return python

    return make


def classroom() -> Path:
    """All that a class may need: nbgrader, a cluster, a hub with its proxy.

    With the system's Python, which the accounts of a hub can read.
    """
    subprocess.run(["npm", "ci", "--silent", "--prefix", "deploy/hub"], cwd=ROOT, check=True)
    extras = "course,dev,browser,classroom,hub"
    return environment("system", "-c", "constraints.txt", name="classroom", extras=extras)()


def interpreter(version: str) -> str:
    """Where that Python is, also if only pyenv knows it; the system's own, if it is new enough."""
    if version == "system":
        code, own = "import sys; sys.exit(sys.version_info < (3, 11))", "/usr/bin/python3"
        there = Path(own).exists() and subprocess.run([own, "-c", code]).returncode == 0
        return own if there else sys.executable
    names = [f"python{version}", sys.executable]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    names += sorted(map(str, pyenv.glob(f"{version}.*/bin/python")))
    for name in names:
        code = f"import sys; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
        if shutil.which(name) and subprocess.run([name, "-c", code], stderr=-3).returncode == 0:
            return name
    raise Missing(f"there is no Python {version} here")


LANES = {
    "readme": Lane("as the README says: every test", tests=[]),
    "nehalem": Lane("a processor of 2008", settings=old_processor("Nehalem")),
    "sandybridge": Lane("a BLAS of 2011", settings=old_processor("Sandybridge")),
    "lowest": Lane(
        "Python 3.11, the lowest versions that pyproject.toml names",
        environment("3.11", "--resolution", "lowest-direct"),
        tests=VERSIONS,
    ),
    "newest": Lane("Python 3.13, the newest versions", environment("3.13"), tests=VERSIONS),
    "classroom": Lane(
        "nbgrader, a cluster, a hub with two users",
        classroom,
        settings=lambda: {"FEATURESPACE_CLASSROOM": "1"},
        tests=CLASS,
    ),
    "busy": Lane(
        "two BLAS threads, and two busy loops beside them",
        settings=lambda: dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "2"),
        loops=2,
    ),
}


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many processes that do nothing but take the processor's time."""
    beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in beside:
            process.kill()
            process.wait()


def run(name: str) -> tuple[str, bool]:
    """Run the tests of a lane; returns what came of it, and whether that is good."""
    lane, start = LANES[name], time.monotonic()
    print(f"\n== {name}: {lane.about}", flush=True)
    try:
        python = lane.python()
    except Missing as reason:
        print(f"{name}: skipped, {reason}", flush=True)
        return f"skipped: {reason}", os.environ.get("CI") != "true"
    settings = {**os.environ, **lane.settings()}
    last, command = "", [python, *PYTEST, *lane.tests]
    with busy(lane.loops), subprocess.Popen(command, cwd=ROOT, env=settings, stdout=-1) as process:
        for line in process.stdout:
            last = line.decode(errors="replace").rstrip() or last
            print(last, flush=True)
    counted = re.search(r"[\d\w ,]*\d+ (passed|failed|error)[\d\w ,]*", last)
    minutes = (time.monotonic() - start) / 60
    result = f"{counted[0].strip() if counted else last}, {minutes:.1f} min"
    return result, process.returncode == 0


def main(names: list[str]) -> int:
    """Run these lanes (all, if none are named), and sum up."""
    if unknown := set(names) - set(LANES):
        print(f"no lane {', '.join(sorted(unknown))}; there are {', '.join(LANES)}")
        return 2
    results = {name: run(name) for name in names or LANES}
    print()
    for name, (result, good) in results.items():
        print(f"{'ok  ' if good else 'FAIL'}  {name:12} {result}")
    bad = sum(not good for _, good in results.values())
    print(f"lanes: {len(results) - bad} passed, {bad} failed")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
