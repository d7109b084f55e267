"""The project's own files agree with one another."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import settings

import chapters
import concept_map
import exercises
import lanes
from featurespace.checks import run
from featurespace.demos import all_demos

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_conda_environment_has_the_packages_of_pyproject():
    listed = text("environment.yml").split("dependencies:")[1]
    conda = set(re.findall(r"^  - ([a-z].*)$", listed, re.MULTILINE)) - {"pip:"}
    wanted = {*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["course"]}
    assert conda == wanted | {"pip", f"python{PROJECT['requires-python']}"}
    assert "- -e ." in text("environment.yml")


def requirements() -> dict[str, set[str]]:
    """Names of the packages that pyproject.toml asks for, by extra."""
    extras = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    return {extra: {re.split("[>=]", one)[0] for one in names} for extra, names in extras.items()}


def test_one_file_pins_every_requirement_and_names_no_place():
    pins = [line for line in text("constraints.txt").splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z0-9.-]+==[a-z0-9.+!]+( ; [^/:@]+)?", pin) for pin in pins)
    assert set().union(*requirements().values()) <= {pin.split("==")[0] for pin in pins}


def test_the_lock_of_the_pages_names_no_place():
    locked = json.loads(text("tools/npm/package-lock.json"))["packages"]
    wanted = json.loads(text("tools/npm/package.json"))["dependencies"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert "://" not in text("tools/npm/package-lock.json")


def test_hooks_use_the_pinned_versions_and_no_environment_of_ours():
    hooks, pins = text(".pre-commit-config.yaml"), text("constraints.txt").splitlines()
    used = re.findall(r"[\w-]+==[\w.]+", hooks)
    assert len(used) >= 3
    assert set(used) <= set(pins)
    assert "entry: .venv" not in hooks


NAMES = {
    "jupyter_server": "jupyter-server",  # where the package is not called like its module
    **{"IPython": "ipython", "PIL": "pillow", "sklearn": "scikit-learn", "umap": "umap-learn"},
    **{"_pytest": "pytest", "xdist": "pytest-xdist"},
}
OURS = {
    path.stem for at in ("tools", "tests", "tests/benchmarks") for path in ROOT.glob(f"{at}/*.py")
}
HERE = {"featurespace", *OURS, *sys.stdlib_module_names}


def imported(folder: str) -> set[str]:
    """Packages from elsewhere that the code below a folder imports."""
    nodes = [
        node
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [n.module for n in nodes if isinstance(n, ast.ImportFrom) and not n.level]
    roots = {name.split(".")[0] for name in named} - HERE
    return {NAMES.get(root, root) for root in roots}


@pytest.mark.parametrize(
    ("folder", "extras"),
    [
        ("lib", ["", "course", "classroom"]),
        ("course/sources", ["", "course"]),
        ("exercises/sources", ["", "course"]),
        ("tests", ["", "course", "dev", "browser", "oracles", "classroom"]),
        ("tools", ["", "course", "dev", "browser"]),
        ("site", ["", "course", "site"]),
    ],
)
def test_what_is_imported_is_declared(folder, extras):
    assert imported(folder) <= set().union(*(requirements()[extra] for extra in extras))


def test_the_version_stands_in_one_place():
    import featurespace

    assert PROJECT["dynamic"] == ["version"]
    assert f"## {featurespace.__version__}" in text("CHANGELOG.md")
    places = ("pyproject.toml", "CITATION.cff", "README.md", "site/conf.py")
    assert not [name for name in places if featurespace.__version__ in text(name)]


def installing(folder, uv: str) -> tuple[list[str], str]:
    """Calls and words of tools/install.sh, with stand-ins for Python and uv that note them."""
    binaries = folder / "bin"
    binaries.mkdir(parents=True)
    for name, ending in (("python", "exit 0"), ("uv", uv)):
        if ending:
            script = f'#!/bin/sh\necho "{name} $*" >> {folder}/calls\n{ending}\n'
            (binaries / name).write_text(script)
            (binaries / name).chmod(0o755)
    command = ["sh", "tools/install.sh", str(folder), "course,dev"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return (folder / "calls").read_text().splitlines(), run.stdout


def test_packages_are_installed_by_uv(tmp_path):
    calls, words = installing(tmp_path, "exit 0")
    assert [call.split()[:3] for call in calls] == [["uv", "pip", "install"]]
    assert calls[0].endswith("-c constraints.txt -e .[course,dev]")
    assert words.startswith("Installing the packages for: course, dev")


@pytest.mark.parametrize("uv", ["", "exit 2"], ids=["no uv", "a uv that fails"])
def test_pip_takes_over_with_one_sentence(tmp_path, uv):
    calls, words = installing(tmp_path, uv)
    assert calls[-1].startswith("python -m pip install")
    assert calls[-1].endswith("-c constraints.txt -e .[course,dev]")
    assert words.endswith("Installing with pip instead, which takes a minute or two.\n")


def test_help_lists_every_target():
    targets = re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE)
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"^([a-z-]+) ", run.stdout, re.MULTILINE) == targets
    assert {"help", "lab", "test", "notebooks", "clean"} <= set(targets)


def test_a_missing_python_gives_one_clear_sentence(tmp_path):
    command = ["make", "-s", "lab", "PYTHON=no-such-python", f"VENV={tmp_path / 'venv'}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert run.stdout.startswith("Feature Space needs Python 3.11 or newer; no 'no-such-python'")


def test_an_old_python_gives_one_clear_sentence(tmp_path):
    old = tmp_path / "old-python"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo "Python 3.9.1" || exit 1\n')
    old.chmod(0o755)
    command = ["make", "-s", "lab", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "is Python 3.9.1. Name a newer one" in run.stdout


def test_readme_shows_both_commands_on_the_first_screen():
    first_screen = "\n".join(text("README.md").splitlines()[:40])
    assert "make lab" in first_screen
    assert "make test" in first_screen


# --- numbers on the pages ------------------------------------------------------------------------


def printed(chapter: str) -> str:
    """Everything that the cells of a chapter have printed."""
    cells = json.loads(text(f"course/{chapter}.ipynb"))["cells"]
    return "".join("".join(o.get("text", "")) for c in cells for o in c.get("outputs", []))


def error_of_the_printed_classifier() -> str:
    """In how many cases of a hundred the book's Fisher classifier is wrong, as chapter 3 shows."""
    error = re.search(r"^printed, y: .*error (0\.\d+)$", printed("03_fisher"), re.MULTILINE)[1]
    return f"{100 * float(error):.0f}"


def items_of_the_errata() -> list[int]:
    """How many items each section of the errata has."""
    parts = re.split(r"^## ", text("course/errata.md"), flags=re.MULTILINE)[1:]
    counts = [len(re.findall(r"^\*\*\d+\. ", part, re.MULTILINE)) for part in parts]
    return [count for count in counts if count]


def ranges() -> list[str]:
    """The numbers of the items in each section of the errata."""
    ends = list(accumulate(items_of_the_errata(), initial=0))
    return [f"{first + 1}–{last}" for first, last in pairwise(ends)]


def builds_on() -> list[str]:
    """What the core of each chapter needs of others."""
    return [chapters.builds_on(p) for p in sorted((ROOT / "course").glob("*.ipynb"))]


def minutes_in_class() -> list[str]:
    """How long each chapter takes, as its slides were planned."""
    return [chapters.minutes_in_class(p) for p in sorted((ROOT / "course").glob("*.ipynb"))]


def lines_of(name: str) -> int:
    return len(text(name).splitlines())


def in_words(number: float) -> str:
    return exercises.COUNTS[round(number)]


def more_examples() -> float:
    many, few = (settings.get_profile(name).max_examples for name in ("nightly", "everyday"))
    return many / few


START = "course/README.md"
CLAIMS = [  # page, what it says, and what it should say, computed
    ("README.md", r"each of the (\d+) statements", lambda: [str(lines_of(CONCORDANCE) - 1)]),
    ("README.md", r"wrong (\d+) times in a", lambda: [error_of_the_printed_classifier()]),
    (START, r"wrong (\d+) times in a", lambda: [error_of_the_printed_classifier()]),
    (
        "course/sources/03_fisher.py",
        r"wrong (\d+) times",
        lambda: [error_of_the_printed_classifier()],
    ),
    ("README.md", r"!\[(\w+) ideas", lambda: [in_words(len(concept_map.IDEAS)).capitalize()]),
    ("README.md", r"^\| (\w) \| \[", lambda: [name.lstrip("0") or "0" for name in NUMBERED]),
    (START, r"^\| (\w) \| \[", lambda: [name.lstrip("0") or "0" for name in NUMBERED]),
    ("README.md", r"Chapters 1 to (\d) are", lambda: [max(n for n in NUMBERED if n < "A")[1:]]),
    ("README.md", r"You need Python (\S+) or newer", lambda: [PROJECT["requires-python"][2:]]),
    (START, r"\| ([^|]+) \| [^|]+ \| \[Exercises", minutes_in_class),
    (START, r"\| ([^|]+) \| \[Exercises", builds_on),
    (START, r"stopped after (\w+) seconds", lambda: [in_words(run.SECONDS)]),
    ("course/errata.md", r"The (\d+) items below", lambda: [str(sum(items_of_the_errata()))]),
    ("course/errata.md", r"^- \[.*\]\(#.*\): (\S+)$", ranges),
    ("CONTRIBUTING.md", r"the tests in (\w+) lanes", lambda: [in_words(len(lanes.LANES))]),
    ("CONTRIBUTING.md", r"with (\w+) times as many random", lambda: [in_words(more_examples())]),
]
CONCORDANCE = "course/concordance.tsv"
NUMBERED = sorted(path.name.split("_")[0] for path in (ROOT / "course").glob("*.ipynb"))


def flowing(page: str) -> str:
    """A page whose sentences do not break at the end of a line."""
    return re.sub(r"\n(?=[a-z\d])", " ", text(page))


def untrue(page: str, words: str) -> list[str]:
    """What a page with these words says otherwise than it is computed, or does not say at all."""
    return [
        pattern
        for name, pattern, computed in CLAIMS
        if name == page and re.findall(pattern, words, re.MULTILINE) != computed()
    ]


@pytest.mark.parametrize("page", sorted({page for page, *_ in CLAIMS}))
def test_numbers_on_the_pages_are_computed_again(page):
    assert untrue(page, flowing(page)) == []


@pytest.mark.parametrize(("page", "pattern"), [claim[:2] for claim in CLAIMS])
def test_another_number_on_a_page_is_noticed(page, pattern):
    words = flowing(page)
    start, end = re.search(pattern, words, re.MULTILINE).span(1)
    assert untrue(page, f"{words[:start]}77{words[end:]}") == [pattern]


def test_types_are_shipped_and_checked():
    """Who installs the package sees its annotations, and `make lint` asks mypy about them."""
    import featurespace

    assert (Path(featurespace.__file__).parent / "py.typed").exists()
    assert SETTINGS["tool"]["setuptools"]["package-data"] == {
        "featurespace": [
            *("py.typed", "demos/*.js", "demos/*.css"),
            "classroom/settings/*.json",
        ]
    }
    assert SETTINGS["tool"]["mypy"]["strict"]
    assert "mypy" in requirements()["dev"]
    lint = text("Makefile").split("\nlint:")[1].split("\n\n")[0]
    assert "$(BIN)/mypy &&" in lint


@pytest.mark.parametrize("name", lanes.LANES)
def test_a_lane_takes_each_of_its_tests_once_and_ignores_none_of_them(name):
    """A path within another, or within an ignored one: pytest would quietly drop some."""
    words = lanes.LANES[name].tests
    ignored = [Path(w.removeprefix("--ignore=")) for w in words if w.startswith("--")]
    taken = [Path(w) for w in words if not w.startswith("--")]
    assert all((ROOT / path).exists() for path in (*taken, *ignored))
    for path in taken:
        assert not [other for other in (*taken, *ignored) if other in path.parents]
    assert len(set(taken)) == len(taken)


def test_the_measurements_of_the_demos_are_of_all_demos():
    """`make bench-browser` is run again when a demo comes or goes: one row from each source."""
    rows = re.findall(r"^\| (\w+\.\w+) \|", text("tests/benchmarks/BROWSER.md"), re.MULTILINE)
    assert sorted(rows) == sorted([*all_demos()] * 2)


def test_the_guide_tells_what_grading_took():
    row = r"^\| \d \| (\d+ s) \| \d+ s \| (\d+ MB) \| as they must be \|$"
    measured = re.findall(row, text("tests/benchmarks/GRADING.md"), re.MULTILINE)
    told = " ".join(text("docs/grading.md").split())
    assert [f"{clock} and {memory} with" in told for clock, memory in measured] == [True, True]
