"""Who may use whom in the library: arrows point down, and the drawing of them is true."""

import pytest

import featurespace
import rooms


def house(root, **texts):
    """A small library: names with __ for a dot, and what each module says."""
    for name, text in texts.items():
        path = root.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return root


def test_the_drawing_is_up_to_date():
    """If not, run tools/rooms.py and look at which arrow is new."""
    page = rooms.PAGE.read_text(encoding="utf-8")
    assert rooms.renewed(page) == page


def test_every_room_has_its_place_in_the_order():
    assert sorted(rooms.ORDER) == sorted(rooms.rooms())
    assert {room for room in rooms.ORDER if room[0] != "_"} == set(featurespace.__all__)


def test_no_arrow_points_up():
    assert rooms.upward(rooms.rooms()) == []


def test_no_module_imports_itself_by_way_of_others():
    assert rooms.circle(rooms.graph()) == []


def test_no_function_has_the_name_of_its_module():
    """Else the attribute of the package is now the one, now the other."""
    for name in rooms.modules():
        package, _, last = name.rpartition(".")
        there = vars(__import__(f"featurespace.{package}".rstrip("."), fromlist=["_"]))
        assert not hasattr(there.get(last), "__code__"), name


def test_arrows_are_read_off_every_kind_of_import(tmp_path):
    used = rooms.rooms(
        house(
            tmp_path,
            kernels="import numpy\nfrom collections.abc import Callable",
            means="from .kernels import Linear",
            fisher="from . import kernels, means",
            pca="def f():\n    from .means import centre",
            embedding____init__="from ..pca import pca\nfrom .mds import stress",
            embedding__mds="from .. import means\nfrom .._validate import fail",
            _validate="",
        )
    )
    assert used == {
        "_validate": set(),
        "kernels": set(),
        "means": {"kernels"},
        "fisher": {"kernels", "means"},
        "pca": {"means"},
        "embedding": {"_validate", "means", "pca"},
    }


def test_an_arrow_that_points_up_is_found():
    assert rooms.upward({"means": {"kernels", "pca"}, "pca": set()}) == [("means", "pca")]


@pytest.mark.parametrize(
    ("links", "found"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": set()}, ["a", "b"]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, ["a", "b", "c"]),
    ],
)
def test_a_circle_is_found(links, found):
    assert rooms.circle(links) == found
