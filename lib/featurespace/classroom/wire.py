"""Values as data: what an answer returned, on its way out of the process that ran it.

A message is one frame: two lengths, JSON, and the raw bytes of its arrays. Nothing in it is code
and nothing is pickled. Whoever reads one trusts nothing: kinds are on a list, sizes are limited
before memory is taken, and whatever does not fit raises :class:`Malformed`.
"""

import json
import math
import struct
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np

asarray = np.asarray  # as it was before anybody patched numpy
HEAD = struct.Struct("<II")  # bytes of the whole that follow, and bytes of JSON among them
DEPTH = 20  # lists in lists
NODES = 200_000  # values in a message
COSTLY = "kref"  # values for which a type or a generator is made: each counts as a hundred
AXES = 32
ENTRIES = 1 << 23  # of an array
WIDEST = 4096  # bytes of one entry: a long string
BITS = 10_000  # of a whole number; no larger one is a float
KINDS = "biufcSUMm"  # numpy's kinds of dtype whose entries are plain bytes
WORDS = 200  # characters of a name


class Malformed(Exception):
    """A message that is not one, or a value that no message holds."""


class Foreign:
    """In place of a value of some other kind: only its type's name came along."""

    def __repr__(self) -> str:  # without an address: twice the same is twice the same
        return f"<{type(self).__name__}>"


class Like(Foreign):
    """In place of what numpy can make an array of: a table of pandas, a range."""

    table: np.ndarray

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.table!r}>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.table if dtype is None else self.table.astype(dtype)

    def __len__(self) -> int:
        return len(self.table)

    def __iter__(self) -> Any:
        return iter(self.table)

    @property
    def dtype(self) -> np.dtype:
        """The kind of its numbers, which tells single precision."""
        return self.table.dtype


def foreign(name: str, base: type = Foreign) -> Any:
    """A thing whose type has this name, and nothing else of it."""
    return type(name if name.isidentifier() else "thing", (base,), {})()


# --- out -----------------------------------------------------------------------------------------


class Writer:
    """Makes one message: JSON, and the bytes that it points to."""

    def __init__(self, limit: int) -> None:
        self.limit, self.size, self.nodes = limit, 0, 0
        self.bytes: list[bytes] = []

    def frame(self, message: dict[str, Any]) -> bytes:
        """The whole message."""
        text = json.dumps(message).encode()
        body = text + b"".join(self.bytes)
        if len(body) > self.limit:
            raise Malformed("it is too large")
        return HEAD.pack(len(body), len(text)) + body

    def value(self, value: Any, depth: int = 0) -> Any:
        """A value as JSON; its kind decides how."""
        self.nodes += 1
        if depth > DEPTH or self.nodes > NODES:
            raise Malformed("it holds too many values, or lists in lists without end")
        kind = type(value)
        if value is None or kind in (bool, float, str):
            return value if kind is not str else {"s": value[: self.limit]}
        if kind is int:
            return value if abs(value) < 2**53 else {"i": hex(clipped(value))}
        if isinstance(value, (list, tuple, set, frozenset)):
            tag = next(t for t, known in SEQUENCES.items() if isinstance(value, known))
            return {tag: [self.value(part, depth + 1) for part in value]}
        if isinstance(value, dict):
            return {"d": [[self.value(p, depth + 1) for p in pair] for pair in value.items()]}
        return self.numeric(value, depth)

    def numeric(self, value: Any, depth: int) -> Any:
        """Numbers and arrays of numpy, numbers of other kinds, and the rest."""
        if isinstance(value, np.random.Generator):
            return {"r": plain(value.bit_generator.state)}
        if isinstance(value, np.ndarray):
            table = asarray(value)
            if table.dtype.kind == "O":
                shape = list(table.shape)
                return {"o": [shape, [self.value(v, depth + 1) for v in table.ravel().tolist()]]}
            return {"m" if isinstance(value, np.matrix) else "a": self.table(table)}
        if isinstance(value, np.generic) and value.dtype.kind in KINDS:
            return {"g": self.table(asarray(value))}
        if isinstance(value, (Real, complex)):
            return number(value)
        if isinstance(value, (BaseException, type)):
            error = isinstance(value, BaseException) or issubclass(value, Exception)
            name = "" if isinstance(value, type) else str(type(value).__name__)[:WORDS]
            return {"e": name} if error else {"f": "type"}
        return self.other(value)

    def other(self, value: Any) -> Any:
        """What numpy can make an array of, as such; of the rest the name of its type."""
        name = str(type(value).__name__)[:WORDS]
        try:
            table = asarray(value)
            if table.ndim and table.dtype.kind in KINDS:
                return {"k": [name, *self.table(table)]}
        except Exception:  # whatever an __array__ may raise
            pass
        return {"f": name}

    def table(self, table: np.ndarray) -> list[Any]:
        """Kind, shape and place of an array's bytes."""
        if table.dtype.kind not in KINDS:
            raise Malformed(f"it is an array of {table.dtype}")
        self.size += table.nbytes
        if self.size > self.limit:  # before the bytes are copied
            raise Malformed("it is too large")
        start = sum(map(len, self.bytes))
        self.bytes.append(table.tobytes())
        return [table.dtype.str, list(table.shape), start]


SEQUENCES: dict[str, type] = {"l": list, "t": tuple, "z": frozenset, "y": set}


def clipped(value: int) -> int:
    """A whole number, or one as good as infinite in its place."""
    return value if value.bit_length() <= BITS else (1 << BITS) * (1 if value > 0 else -1)


def number(value: Any) -> Any:
    """A number of another kind (a fraction, a subclass of float) as float, or complex."""
    if isinstance(value, int):
        return {"i": hex(clipped(int(value)))}
    try:
        return float(value) if isinstance(value, Real) else {"c": [value.real, value.imag]}
    except OverflowError:
        return {"i": hex(clipped(int(value)))}


def plain(state: Any) -> Any:
    """The state of a generator, which is numbers and strings by name."""
    if isinstance(state, dict):
        return {str(key): plain(part) for key, part in state.items()}
    return state.tolist() if hasattr(state, "tolist") else state


def frame(message: dict[str, Any], limit: int, **values: Any) -> bytes:
    """A message of plain JSON, with further values by name in their own form."""
    writer = Writer(limit)
    return writer.frame({**message, **{name: writer.value(v) for name, v in values.items()}})


# --- in ------------------------------------------------------------------------------------------


def lengths(head: bytes, limit: int) -> tuple[int, int]:
    """How many bytes follow, and how many of them are JSON; nothing is reserved for more."""
    whole, text = HEAD.unpack(head)
    if not text <= whole <= limit:
        raise Malformed("its length is beyond the limit")
    return whole, text


def message(body: bytes, text: int) -> dict[str, Any]:
    """A message read; values in it are still to be read by :class:`Reader`."""
    try:
        found = json.loads(body[:text])
    except (ValueError, RecursionError):
        raise Malformed("it is not JSON") from None
    if not isinstance(found, dict):
        raise Malformed("it is not a message")
    return found


class Reader:
    """Reads the values of one message; trusts nothing."""

    def __init__(self, raw: bytes) -> None:
        self.raw, self.nodes, self.taken = raw, 0, 0

    def value(self, coded: Any) -> Any:
        """The value, or Malformed."""
        try:
            return self.one(coded, 0)
        except Malformed:
            raise
        except Exception as error:  # a hostile message may go wrong in any way
            raise Malformed(f"{type(error).__name__} on reading it") from None

    def one(self, coded: Any, depth: int) -> Any:
        """One value."""
        self.nodes += 1
        if depth > DEPTH or self.nodes > NODES:
            raise Malformed("it holds too many values, or lists in lists without end")
        if coded is None or isinstance(coded, (bool, int, float)):
            return coded
        ((tag, content),) = coded.items()
        if tag in SEQUENCES:
            return SEQUENCES[tag]([self.one(part, depth + 1) for part in content])
        if tag == "d":
            return {self.one(k, depth + 1): self.one(v, depth + 1) for k, v in content}
        if tag == "o":
            shape, parts = content
            table = np.empty(len(parts), dtype=object)
            table[:] = [self.one(part, depth + 1) for part in parts]
            return table.reshape(shaped(shape))
        if tag in COSTLY:
            self.nodes += 99
        return READERS[tag](self, content)

    def table(self, content: Any) -> np.ndarray:
        """An array with memory of its own."""
        code, shape, start = content
        dtype = np.dtype(str(code)[:20])
        if dtype.kind not in KINDS or dtype.itemsize > WIDEST or dtype.hasobject:
            raise Malformed("it is an array of another kind")
        size = math.prod(shaped(shape)) * dtype.itemsize
        self.taken += size
        if self.taken > len(self.raw) or (math.prod(shape) and not dtype.itemsize):
            raise Malformed("it holds more than came")  # no writer points twice at the same bytes
        if type(start) is not int or not 0 <= start <= start + size <= len(self.raw):
            raise Malformed("its bytes are not there")
        raw = self.raw[start : start + size]
        if dtype.kind == "b":  # any byte but 0 and 1 would be neither
            return (np.frombuffer(raw, np.uint8) != 0).reshape(shape)
        table = np.frombuffer(raw, dtype).reshape(shape).copy() if size else np.empty(shape, dtype)
        if dtype.kind in "UMm":
            table.tolist()  # no character beyond the last one
        return table


def shaped(shape: Any) -> tuple[int, ...]:
    """A shape, if it is one; an empty array is not a million rows of nothing either."""
    if len(shape) > AXES or not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed("its shape is none")
    if math.prod(max(n, 1) for n in shape) > ENTRIES:
        raise Malformed("it is too large")
    return tuple(shape)


def whole(content: Any) -> int:
    """A large whole number."""
    if len(content) > BITS // 4 + 8:
        raise Malformed("a number too large")
    return int(content, 16)


def like(reader: Reader, content: Any) -> Any:
    """In place of a table of some other kind."""
    name, *table = content
    thing = foreign(str(name)[:WORDS], Like)
    thing.table = reader.table(table)
    return thing


def generator(state: dict[str, Any]) -> np.random.Generator:
    """A generator in this state."""
    kind = state["bit_generator"]
    if kind not in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"):
        raise Malformed("an unknown generator")
    drawn = np.random.Generator(getattr(np.random, kind)(0))
    drawn.bit_generator.state = {
        key: {k: asarray(p, np.uint64) if isinstance(p, list) else p for k, p in part.items()}
        if isinstance(part, dict)
        else asarray(part, np.uint64)
        if isinstance(part, list)
        else part
        for key, part in state.items()
    }
    return drawn


READERS: dict[str, Callable[[Reader, Any], Any]] = {
    "s": lambda reader, content: str(content),
    "i": lambda reader, content: whole(content),
    "c": lambda reader, content: complex(float(content[0]), float(content[1])),
    "a": lambda reader, content: reader.table(content),
    "m": lambda reader, content: reader.table(content).view(np.matrix),
    "g": lambda reader, content: reader.table(content).reshape(())[()],
    "k": like,
    "r": lambda reader, content: generator(content),
    "e": lambda reader, content: foreign(content, Exception) if content else Exception,
    "f": lambda reader, content: foreign(str(content)[:WORDS]),
}
