"""The house: a light front door, rooms that load on demand, and a word of welcome in each."""

import doctest
import importlib
import importlib.metadata
import inspect
import re
import subprocess
import sys

import pytest

import featurespace
from featurespace import kernels, means

HEAVY = ("sklearn", "matplotlib", "ipywidgets", "pandas")
SOURCE_ID = re.compile(r"\b(ST|W)-[\w.]*\d")


def loaded_after(statement):
    """Which heavy packages a fresh interpreter has loaded after one statement."""
    code = f"import sys; {statement}; print(*(m for m in {HEAVY} if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def public_members(module):
    return {
        name: thing
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == module.__name__
    }


MEMBERS = public_members(kernels) | public_members(means)
each_member = pytest.mark.parametrize("name", sorted(MEMBERS))


@pytest.mark.parametrize("room", ["", ".kernels", ".means", "._validate", ".datasets"])
def test_importing_the_mathematics_loads_nothing_heavy(room):
    assert loaded_after(f"import featurespace{room}") == []


def test_a_room_loads_when_it_is_first_used():
    assert "sklearn" in loaded_after("import featurespace; featurespace.estimators")


@pytest.mark.parametrize("room", featurespace.__all__)
def test_every_room_opens(room):
    assert getattr(featurespace, room) is importlib.import_module(f"featurespace.{room}")


def test_an_unknown_room_is_answered_with_the_known_ones():
    with pytest.raises(AttributeError, match=r"no attribute 'kernel'; it has .*'kernels', 'means'"):
        featurespace.kernel  # noqa: B018


def test_dir_lists_the_rooms_and_the_version():
    assert {"kernels", "means", "estimators", "__version__"} <= set(dir(featurespace))
    assert set(featurespace.__all__) <= set(dir(featurespace))


def test_the_version_is_the_installed_one():
    assert featurespace.__version__ == importlib.metadata.version("featurespace")


def test_the_members_looked_at_are_the_public_ones():
    assert {"Linear", "Gram", "distance_quantile", "centre", "parzen"} <= set(MEMBERS)


@each_member
def test_every_public_name_has_an_example_to_run(name):
    assert doctest.DocTestParser().get_examples(inspect.getdoc(MEMBERS[name]) or "")


@pytest.mark.parametrize("name", sorted(MEMBERS.keys() - {"distance_quantile"}))
def test_every_public_name_cites_its_source(name):
    assert SOURCE_ID.search(inspect.getdoc(MEMBERS[name]) or "")


@each_member
def test_every_public_name_is_stated_in_one_line(name):
    first, *rest = inspect.getdoc(MEMBERS[name]).splitlines()
    assert re.search(r"[.:]$", first)
    assert not rest or rest[0] == ""
