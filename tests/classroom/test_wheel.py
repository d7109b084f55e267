"""The built wheel alone, in a clean environment, is enough to have the course."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import chromium
import links
from featurespace.classroom import lab, material
from featurespace.classroom.notebook import load, text

ROOT = chromium.ROOT


def uv(*words) -> None:
    """Call uv; a machine without network cannot build."""
    command = [sys.executable, "-m", "uv", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and ("dns error" in done.stderr or "error sending request" in done.stderr):
        chromium.missing("a network: the wheel is built with setuptools from PyPI")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from the sources' own archive."""
    pytest.importorskip("uv")
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def started(wheel, tmp_path_factory) -> Path:
    """The course folder that the installed wheel makes, without git, make or a compiler."""
    place = tmp_path_factory.mktemp("Büro von mir")
    uv("venv", "--quiet", "--python", sys.executable, place / "env")
    scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
    uv("pip", "install", "--quiet", "--no-deps", "--python", scripts / "python", wheel)
    command = [scripts / "featurespace", "start", "Mein Kurs", "--no-open"]
    clean = {"PATH": "/nowhere", "HOME": str(place), "PYTHONUTF8": "1"}
    subprocess.run(command, cwd=place, env=clean, check=True)
    return place / "Mein Kurs"


def test_the_wheel_has_what_students_get_and_no_sources(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    carried = {n.partition("/_material/")[2] for n in names if "/_material/" in n}
    assert carried == set(material.files())
    assert {"course/README.md", "course/concordance.tsv", "course/errata.md"} <= carried
    assert "featurespace/classroom/settings/overrides.json" in names


def test_the_folder_has_the_notebooks_of_this_checkout(started):
    for name, path in material.files().items():
        if path.suffix == ".ipynb":
            ours, theirs = load(path)["cells"], load(started / name)["cells"]
            assert theirs == ours
        else:
            assert (started / name).read_bytes() == path.read_bytes()


def test_every_link_works_in_the_folder(started):
    for path in sorted(started.glob("*/*.md")):
        assert list(links.complaints(path.read_text(encoding="utf-8"), path)) == []
    for path in sorted(started.glob("*/*.ipynb")):
        for cell in load(path)["cells"]:
            if cell["cell_type"] == "markdown":
                assert list(links.complaints(text(cell), path)) == []


@pytest.mark.skipif(os.name != "posix", reason="a terminal as Unix has it")
def test_the_installed_wheel_opens_in_jupyterlab_from_another_folder(started, tmp_path):
    """With what else it needs from the environment of the tests, which has the checkout instead."""
    from terminal import terminal

    env = started.parent / "env"
    packages = next(env.glob("lib/python*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    share = Path(sys.prefix) / "share" / "jupyter"
    own = {"JUPYTER_PATH": share, "JUPYTERLAB_DIR": share / "lab"}
    own |= {"JUPYTER_CONFIG_PATH": Path(sys.prefix) / "etc" / "jupyter", "HOME": tmp_path}
    clean = {"PATH": os.defpath, "PYTHONUTF8": "1", **{name: str(own[name]) for name in own}}
    where = [env / "bin" / "python", "-c", "import featurespace; print(featurespace.__file__)"]
    said = subprocess.run(where, cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert Path(said.stdout.strip()).is_relative_to(packages), said
    command = [env / "bin" / "featurespace", "start", started, "--no-browser"]
    with terminal([*command, "--jupyter=--allow-root"], tmp_path, clean) as student:
        assert student.ask(f"contents/{lab.PAGE}?content=0")["path"] == lab.PAGE
        student.run_a_kernel()
        student.interrupt()
    assert f"{started} is there already" in student.said
    assert "Traceback" not in student.said


def test_an_editable_install_uses_the_checkout():
    assert material.folder() == ROOT
    assert not (material.LIBRARY / "_material").exists()
