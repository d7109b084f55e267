"""What leaves the process that runs student code is data, and nobody believes it."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from featurespace.checks.compare import kind
from featurespace.classroom import wire

LIMIT = 1 << 20


def there_and_back(value):
    whole = wire.frame({"number": 1}, LIMIT, value=value)
    size, text = wire.lengths(whole[: wire.HEAD.size], LIMIT)
    body = whole[wire.HEAD.size :]
    assert len(body) == size
    return wire.Reader(body[text:]).value(wire.message(body, text)["value"])


SAME = [
    *(None, True, False, 0, -7, 2**80, -(2**80), 1.5, float("inf"), "", "ünicode", 1 + 2j),
    *([], [1, [2.5, "a"]], (1, (2, 3)), {1, 2}, frozenset({3}), {"a": 1, 2: (3,)}),
    *(np.float64(0.1), np.float32(0.1), np.int64(3), np.bool_(True), np.complex128(1j)),
]
ARRAYS = [
    *(np.arange(6.0).reshape(2, 3), np.arange(6).reshape(2, 3).T, np.array(3.0), np.zeros((0, 4))),
    *(np.array([True, False]), np.array([1j]), np.ones(3, np.float32), np.array(["a", "bcd"])),
    *(np.array([None, 1.5, "x"], dtype=object), np.arange(3, dtype=">f8"), np.array([b"ab"])),
    np.array(["2026-01-01"], dtype="datetime64[D]"),
]


@pytest.mark.parametrize("value", SAME, ids=repr)
def test_plain_values_come_back_as_they_are(value):
    back = there_and_back(value)
    assert type(back) is type(value)
    assert repr(back) == repr(value)


@pytest.mark.parametrize("value", ARRAYS, ids=lambda a: f"{a.dtype}{a.shape}")
def test_arrays_come_back_as_they_are(value):
    back = there_and_back(value)
    assert (back.dtype, back.shape) == (value.dtype, value.shape)
    assert repr(back) == repr(value)


@pytest.mark.parametrize(
    "value",
    [
        *(np.eye(2).view(np.matrix), pd.Series([1.0, 2.0]), pd.DataFrame({"a": [1.0]}), range(3)),
        *(print, object(), lambda: 1, Fraction(1, 3), 2**20_000, Exception("x"), {}, np.ma.ones(2)),
    ],
    ids=lambda v: type(v).__name__,
)
def test_other_kinds_are_called_by_the_same_words(value):
    back = there_and_back(value)
    assert kind(back) == kind(value)
    if hasattr(value, "__array__") or isinstance(value, range):
        np.testing.assert_array_equal(np.asarray(back), np.asarray(value))
        assert repr(back) == repr(there_and_back(value))


def test_a_generator_goes_on_where_it_stood():
    for bits in (np.random.PCG64, np.random.MT19937, np.random.Philox, np.random.SFC64):
        drawn = np.random.Generator(bits(5))
        drawn.normal(size=3)
        back = there_and_back(drawn)
        assert back.normal() == drawn.normal()


def test_one_array_twice_and_empty_ones_come_back():
    table = np.arange(4.0)
    back = there_and_back([table, table, table[:0], np.array([""]), np.array([], "U"), table])
    assert [part.size for part in back] == [4, 4, 0, 1, 0, 4]


def test_nothing_beyond_the_limits_leaves():
    endless = []
    endless.append(endless)
    for value in (np.zeros(LIMIT), [0] * 300_000, endless, np.zeros(2, dtype="f8,i4")):
        with pytest.raises(wire.Malformed):
            there_and_back(value)


HOSTILE = [
    *({}, {"a": 1, "l": []}, {"?": 1}, {"a": ["<f8", [2**40], 0]}, {"a": ["<f8", [-1], 0]}),
    *({"a": ["O", [1], 0]}, {"a": ["<f8", [3], -8]}, {"a": ["V8", [1], 0]}, {"a": "<f8"}),
    *({"a": ["<U1", [1], 4]}, {"a": ["<f8", [0, 2**31 - 1], 0]}, {"o": [[10**9], [1]]}),
    *({"i": "f" * 10**5}, {"i": "__import__"}, {"r": {"bit_generator": "seed"}}, {"k": ["x"]}),
    *({"d": [[{"l": []}, 1]]}, {"y": [{"l": []}]}, {"c": ["a", "b"]}, "text", [1, 2], {"g": 3}),
    *({"a": ["<f8", [True], 0]}, {"a": ["<U0", [8], 0]}, {"g": ["|S0", [], 0]}),
    {"l": [{"a": ["|u1", [40], 0]}] * 2},
]


@pytest.mark.parametrize("coded", HOSTILE, ids=repr)
def test_a_hostile_value_is_malformed_and_no_accident(coded):
    with pytest.raises(wire.Malformed):
        wire.Reader(b"\xff" * 64).value(coded)


@pytest.mark.parametrize("coded", [{"f": "x"}, {"e": "X"}, {"k": ["x", "|u1", [0], 0]}], ids=repr)
def test_a_class_made_for_a_value_counts_as_many_values(coded):
    few = wire.NODES // 200
    assert len(wire.Reader(b"").value({"l": [coded] * few})) == few
    with pytest.raises(wire.Malformed):
        wire.Reader(b"").value({"l": [coded] * 4 * few})


def test_lists_without_end_are_malformed():
    deep = 1
    for _ in range(100):
        deep = {"l": [deep]}
    with pytest.raises(wire.Malformed):
        wire.Reader(b"").value(deep)
    with pytest.raises(wire.Malformed):
        wire.message(b"[" * 10**5, 10**5)


def test_no_memory_is_taken_for_an_announced_length():
    for head in (b"\xff" * 8, wire.HEAD.pack(2**31, 5), wire.HEAD.pack(5, 6)):
        with pytest.raises(wire.Malformed):
            wire.lengths(head, LIMIT)


def test_damaged_messages_are_read_or_malformed_but_never_an_accident():
    rng = np.random.default_rng(0)
    value = [1, 2.5, "text", np.arange(5.0), (np.array(["a"]), {3: None}), np.float32(1)]
    whole = wire.frame({"number": 1}, LIMIT, value=value)
    for _ in range(2000):
        damaged = bytearray(whole)
        for place in rng.integers(len(whole), size=rng.integers(1, 6)):
            damaged[place] = rng.integers(256)
        try:
            _, text = wire.lengths(bytes(damaged[: wire.HEAD.size]), LIMIT)
            body = bytes(damaged[wire.HEAD.size :])
            repr(wire.Reader(body[text:]).value(wire.message(body, text).get("value")))
        except wire.Malformed:
            pass
