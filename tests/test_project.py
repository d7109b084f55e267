"""The project's own files agree with one another."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_conda_environment_has_the_packages_of_pyproject():
    listed = text("environment.yml").split("dependencies:")[1]
    conda = set(re.findall(r"^  - ([a-z].*)$", listed, re.MULTILINE)) - {"pip:"}
    wanted = {*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["course"]}
    assert conda == wanted | {"pip", f"python{PROJECT['requires-python']}"}
    assert "- -e ." in text("environment.yml")


def test_constraints_pin_every_requirement_and_name_no_place():
    pins = text("constraints.txt").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+", pin) for pin in pins)
    pinned = {re.split("==", pin)[0].lower().replace("_", "-") for pin in pins}
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(name for extra in extras for name in extra)]
    assert {re.split("[>=]", w)[0] for w in wanted} <= pinned


def test_versions_agree():
    import featurespace

    assert featurespace.__version__ == PROJECT["version"]
    assert f"## {PROJECT['version']}" in text("CHANGELOG.md")


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


@pytest.mark.parametrize(
    "name", ["README.md", "course/README.md", "course/errata.md", "CONTRIBUTING.md"]
)
def test_links_between_files_resolve(name):
    for target in re.findall(r"\]\(([^)\s#]+)", text(name)):
        if not target.startswith("http"):
            assert ((ROOT / name).parent / target).exists(), target
