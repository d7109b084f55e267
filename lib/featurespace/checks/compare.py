"""Whether two values are the same: part by part, and up to what an exercise leaves free."""

from numbers import Number, Real
from typing import Any, NamedTuple

import numpy as np

from .._validate import Array

SINGLE = 1e-4  # the tolerance where an answer computes in single precision
LARGEST = 1e100  # of a number in an answer of which there are many right ones
COMPLEX = " (If it comes from `np.linalg.eig`: round-off leads that astray; `np.linalg.eigh` knows that a matrix is symmetric.)"


class Problem(Exception):
    """A reason why an answer is not right, in words for the reader."""


class Refusal(NamedTuple):
    """In place of a value: the answer raised a ValueError. What a card says, and what it said."""

    words: str
    said: str = ""


def kind(value: object) -> str:
    """The type of an answer, in words."""
    if isinstance(value, (tuple, list)):
        return f"a {type(value).__name__} of {len(value)} value{'s' * (len(value) != 1)}"
    if isinstance(value, np.ndarray) and value.ndim:
        of = "" if value.dtype.kind in "biuf" else f" of {value.dtype}"
        return f"an array of shape {value.shape}{of}"
    if isinstance(value, np.ndarray) and value.dtype.kind not in "biufc":
        return f"an array of {value.dtype}"
    if isinstance(value, np.ndarray) and value.dtype == bool:
        return "True or False"
    if isinstance(value, (Number, np.generic, np.ndarray)):
        return "a complex number" if np.iscomplexobj(np.asarray(value)) else "a number"
    return f"a {type(value).__name__}"


def numbers(value: object, wanted: Array) -> Array:
    """The answer as an array of real numbers, or a Problem that says what it is instead."""
    try:
        got = np.asarray(float(value) if isinstance(value, Real) else value)
        if got.dtype.kind not in "biuf" or (isinstance(value, tuple) and wanted.shape != got.shape):
            raise TypeError
    except Exception:  # whatever __array__ or a list of lists of lists may raise
        words = f"Expected {kind(wanted)}; your function returned {kind(value)}."
        raise Problem(words + COMPLEX * ("complex" in kind(value))) from None
    if wanted.ndim == 0 and got.size == 1:
        got = got.reshape(())  # a table of one number is that number
    return got.astype(float)


def comparable(value: object) -> bool:
    """Whether all of it is finite, and small enough to be squared and summed."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(comparable, value))
    table = np.asarray(value)
    return table.dtype.kind not in "fc" or bool((np.abs(table) < LARGEST).all())


def parts(value: Any, expected: tuple[Any, ...]) -> list[Any]:
    """The several values of an answer, or a Problem; rows of an array will do."""
    deepest = max((np.ndim(part) for part in expected), default=0)
    rows = isinstance(value, np.ndarray) and value.ndim > deepest
    if not (rows or isinstance(value, (tuple, list))) or len(value) != len(expected):
        raise Problem(
            f"Your function should return {len(expected)} values; it returned {kind(value)}."
        )
    return list(value)


def match(value: object, expected: Any, tolerance: float, nan: bool = False) -> None:
    """Raise a Problem unless the value equals what is expected, part by part."""
    if isinstance(expected, tuple):
        for i, (part, wanted) in enumerate(zip(parts(value, expected), expected, strict=True), 1):
            try:
                match(part, wanted, tolerance, nan)
            except Problem as problem:
                raise Problem(f"Value {i} of {len(expected)}: {problem}") from None
        return
    wanted = np.asarray(expected, dtype=float)
    asked = np.asarray(expected).dtype == bool
    got = numbers(value, np.asarray(expected) if asked else wanted)
    if got.shape != wanted.shape:
        raise Problem(
            f"Expected {kind(wanted)}; your function returned {kind(got)}.{hint(got, wanted)}"
        )
    if not nan and not np.isfinite(got[np.isfinite(wanted)]).all():
        raise Problem(
            "Your result holds NaN or infinity; look for a division by zero or a root of a negative number."
        )
    close = same(value, got, wanted, tolerance)
    if not close.all():
        where = tuple(np.argwhere(~close)[0].tolist())
        place = f"entry {list(where)}" if where else "the result"
        shown = [
            f"{v + 0.0:.5g}" if not asked or v not in (0, 1) else str(v == 1)
            for v in (got[where], wanted[where])
        ]
        seen = f"{place} came out as {shown[0]}; {shown[1]} was expected."
        if same(value, got, wanted, 1e-3).all():
            seen += " That is close: do you round on the way, stop too early, or is a small term missing or too much?"
        raise Problem(seen)


def same(value: object, got: Array, wanted: Array, tolerance: float) -> Any:
    """Which entries agree, measured by the largest that is expected."""
    tolerance = tolerance_of(value, tolerance)
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0) or 1.0
    return np.isclose(got, wanted, rtol=0, atol=tolerance * scale, equal_nan=True)


def tolerance_of(value: object, tolerance: float) -> float:
    """The tolerance for an answer: a larger one if it computes in single precision."""
    all_parts = value if isinstance(value, (tuple, list)) else (value,)
    single = any(getattr(p, "dtype", None) in (np.float32, np.float16) for p in all_parts)
    return max(tolerance, SINGLE) if single or _from_single(value) else tolerance


def _from_single(value: object) -> bool:
    """Whether a list holds decimals of single precision, as `.tolist()` of such an array does."""
    table = _table(value) if isinstance(value, list) else None
    if table is None or table.dtype != float or not (table * 2**12 % 1).any():
        return False
    with np.errstate(over="ignore"):
        return bool((table.astype(np.float32) == table).all())


def hint(got: Array, wanted: Array) -> str:
    """What to do about a shape that is nearly the one asked for."""
    if got.T.shape == wanted.shape:
        return " Rows and columns are swapped: `.T` turns the table."
    if got.size == wanted.size > 1 and got.squeeze().shape == wanted.squeeze().shape:
        return " The numbers may be right: `ravel()` or `[:, None]` gives them the shape asked for."
    return ""


# What exercises leave free: one value for all that are equally right


def _table(value: object) -> Array | None:
    """The answer as an array of finite numbers, or None if it is something else."""
    try:
        table = np.asarray(value)
        return table if table.dtype.kind in "biuf" and np.isfinite(table).all() else None
    except Exception:  # ragged, or worse
        return None


def up_to_sign(value: Any) -> Any:
    """Every vector turned one agreed way; of several values, those of the tables."""
    table = _table(value)
    if isinstance(value, Refusal):
        return value
    if isinstance(value, tuple) or (isinstance(value, list) and table is None):
        tables = [(part, _table(part)) for part in value]
        return tuple(p if t is None or t.ndim != 2 else _turned(t) for p, t in tables)
    if table is not None and table.ndim == 3:
        return tuple(map(_turned, table))
    return value if table is None or table.ndim not in (1, 2) else _turned(table)


def _turned(table: Array) -> Array:
    axis = int(table.ndim == 2 and table.shape[1] > table.shape[0])  # the longer side is a vector's
    way = np.cos(np.arange(table.shape[axis]) ** 2 + 1.0)  # one that hardly any is orthogonal to
    along = np.tensordot(table, way, axes=(axis, 0))
    signs = np.where(along < 0, -1, 1).astype(np.int8)  # single precision stays single
    return table * np.expand_dims(signs, axis)
