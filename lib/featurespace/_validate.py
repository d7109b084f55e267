"""The one place where arguments are checked and error messages are worded.

Every message names the argument, states the rule, shows what came and says what to do.
Round-off is no error: quantities below ``n * eps * scale`` count as zero.
"""

from collections.abc import Callable, Iterable
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._slabs import thin_slabs

Array = NDArray[np.float64]
EPS = np.finfo(float).eps
LARGEST = 1e75  # squares, and squares of squares, of what is below it do not overflow
TERMS = 100_000  # an inner product may itself be a sum of that many terms, each with its round-off


def fail(name: str, rule: str, got: object, remedy: str) -> ValueError:
    """Word an error: name, rule, what came, and what to do about it."""
    return ValueError(f"{name} must {rule}; got {got}. {remedy}.")


def round_off(n: int, scale: float) -> float:
    """Size below which a sum of n terms of this scale is indistinguishable from zero."""
    return n * EPS * scale


def as_array(values: ArrayLike, name: str, ndim: int | None) -> Array:
    """Real, finite float64 array with ``ndim`` axes (None: any) and at least one entry."""
    array = converted(values, name, ndim)
    if not largest_entry(array) <= LARGEST:  # NaN is not
        raise out_of_range(array, name)
    return array


def converted(values: ArrayLike, name: str, ndim: int | None, column: bool = True) -> Array:
    """A float64 array of the right number of axes; its entries are not looked at yet.

    ``column``: whether a list of numbers would do as a single column.
    """
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must be a dense array; got a sparse one. Pass {name}.toarray().")
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":  # O: perhaps plain numbers in an object array
            raise TypeError(f"dtype {array.dtype}")
        if array.dtype.kind == "O" and any(isinstance(v, str | bytes) for v in array.flat):
            raise TypeError("text")
        array = array.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        problem = str(error).splitlines()[0]
        raise fail(
            name, "hold real numbers", problem, "Convert or drop what is not a number"
        ) from None
    if array.ndim != ndim and ndim is not None:
        column = column and (array.ndim, ndim) == (1, 2) and not name.startswith("K")
        remedy = f"Use {name}.reshape(-1, 1) for one column" if column else "Check its shape"
        raise fail(name, f"have {ndim} axes", f"shape {array.shape}", remedy)
    if array.size == 0:
        raise fail(name, "not be empty", f"shape {array.shape}", "Pass at least one point")
    return array


def largest_entry(array: Array) -> float:
    """Size of the largest entry; NaN if there is one."""
    return max(array.max(), -array.min())


def out_of_range(array: Array, name: str) -> ValueError:
    """Word the error for NaN, infinity, or numbers whose products overflow."""
    require_finite(array, name)
    remedy = "Rescale it: products of such numbers overflow"
    return fail(name, f"stay below {LARGEST:g} in size", f"{largest_entry(array):.3g}", remedy)


def require_finite(array: Array, name: str) -> None:
    """Refuse NaN and infinity, naming the first place where one stands."""
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        where = ", ".join(f"{axis} {i}" for axis, i in zip(("row", "column"), bad[0], strict=False))
        remedy = f"Drop or fill it before calling ({len(bad)} such entries)"
        raise fail(name, "be finite", f"{array[tuple(bad[0])]} at {where}", remedy)


def as_points(X: ArrayLike, name: str = "X", d: int | None = None) -> Array:
    """Points as rows, (n, d)."""
    X = as_array(X, name, 2)
    if d is not None and X.shape[1] != d:
        raise fail(name, f"have {d} columns, like X", f"{X.shape[1]}", "Use the same features")
    return X


def as_gram(K: ArrayLike, name: str = "K") -> Array:
    """A kernel matrix, (n, n): square and symmetric."""
    return as_symmetric(K, name, "Inner products with new points go into K_new, not here")


def as_symmetric(
    A: ArrayLike, name: str, remedy: str = "Rows and columns stand for the same points"
) -> Array:
    """Any symmetric matrix, (n, n); ``remedy`` says what to do about one that is not square.

    One generic vector p shows what a look at every entry would: A p and A' p differ unless A = A',
    and what is not finite, or huge, is so in A p.
    """
    A = converted(A, name, 2, column=False)
    n = len(A)
    if A.shape != (n, n):
        raise fail(name, "be square", f"shape {A.shape}", remedy)
    probe, right, left = np.cos(np.arange(1.0, n + 1)), np.empty(n), np.zeros(n)
    with np.errstate(invalid="ignore", over="ignore"):
        for rows in thin_slabs(A):
            right[rows] = A[rows] @ probe
            left += probe[rows] @ A[rows]
    size = max(np.abs(right).max(), np.abs(A.diagonal()).max())
    if not size <= LARGEST:  # NaN is not
        raise out_of_range(A, name)
    if np.abs(right - left).max() > 8 * round_off(n, size):
        gap = f"max |{name} - {name}'| = {np.abs(A - A.T).max():.3g}"
        raise fail(name, "be symmetric", gap, f"If that is round-off, pass ({name} + {name}.T) / 2")
    return A


def as_rows(K_new: ArrayLike, n: int, name: str = "K_new") -> Array:
    """Inner products of m new points (rows) with the n training points (columns)."""
    K_new = as_array(K_new, name, 2)
    if K_new.shape[1] != n:
        remedy = "Rows are new points, columns training points: kernel(Z, X)"
        raise fail(
            name, f"have {n} columns, one per training point", f"shape {K_new.shape}", remedy
        )
    return K_new


def as_vector(v: ArrayLike, n: int, name: str) -> Array:
    """A vector of n finite numbers."""
    v = as_array(v, name, 1)
    if len(v) != n:
        raise fail(name, f"have {n} entries", f"{len(v)}", "Give one entry per point")
    return v


def as_labels(y: ArrayLike, n: int | None = None) -> Array:
    """Labels -1 and +1, both present; n of them, if n is given."""
    y = as_array(y, "y", 1) if n is None else as_vector(y, n, "y")
    values = np.unique(y)
    if not set(values) <= {-1.0, 1.0}:
        remedy = "Map the two classes to -1 and +1, e.g. np.where(y == 'yes', 1, -1)"
        raise fail("y", "hold only -1 and +1", f"values {values[:5].tolist()}", remedy)
    if len(values) < 2:
        remedy = "A rule that separates needs points of both classes"
        raise fail("y", "hold both classes", f"only {values[0]:+.0f}", remedy)
    return y


def as_number(
    value: float,
    name: str,
    rule: str = "be a finite number",
    ok: Callable[[float], bool] = lambda v: True,
) -> float:
    """A finite real number that satisfies ``ok``; ``rule`` words the condition."""
    if not isinstance(value, Real | np.bool_) or not np.isfinite(float(value)) or not ok(value):
        raise fail(name, rule, repr(value), "Choose another value")
    return float(value)


def as_positive(value: float, name: str) -> float:
    """A number > 0."""
    return as_number(value, name, "be a number > 0", lambda v: v > 0)


def as_probability(value: float, name: str) -> float:
    """A number strictly between 0 and 1."""
    return as_number(value, name, "lie strictly between 0 and 1", lambda v: 0 < v < 1)


def as_count(value: int, name: str, low: int = 1, high: int | None = None) -> int:
    """A whole number in [low, high]."""
    inside = isinstance(value, Integral) and value >= low and (high is None or value <= high)
    if not inside or isinstance(value, bool):
        rule = f"be a whole number >= {low}" + ("" if high is None else f" and <= {high}")
        raise fail(name, rule, repr(value), "Choose another value")
    return int(value)


def one_of(value: str, name: str, options: Iterable[str]) -> str:
    """One of a few words."""
    if value not in (options := list(options)):
        raise fail(name, f"be one of {options}", repr(value), "Choose one of them")
    return value


def as_generator(rng: np.random.Generator) -> np.random.Generator:
    """A source of random numbers, never a seed: the caller decides what is drawn twice."""
    if not isinstance(rng, np.random.Generator):
        remedy = "Make one with np.random.default_rng(0)"
        raise fail("rng", "be a numpy Generator", repr(rng), remedy)
    return rng


def not_a_kernel(K: Array) -> ValueError:
    """Word the error for a matrix that cannot hold inner products."""
    smallest = f"smallest eigenvalue {np.linalg.eigvalsh(K)[0]:.3g}"
    remedy = "No feature map gives these inner products; check the kernel"
    return fail("K", "be positive semi-definite", smallest, remedy)


def clip_squares(
    values: ArrayLike, K: Array, scale: float | None = None, source: str = ""
) -> Array:
    """Squared lengths computed from K: negative round-off becomes 0, more is an error.

    ``scale`` is the size of the terms that were added (the largest squared norm, if left out);
    ``source`` names the arguments to blame when they, not K, are inconsistent.
    """
    values = np.asarray(values)
    scale = np.abs(K.diagonal()).max() if scale is None else scale
    if (lowest := values.min(initial=0.0)) < -8 * round_off(max(len(K), TERMS), scale):
        if source:
            remedy = "Compute both with the kernel that made K, on the same points"
            raise fail(source, "fit K", f"a squared length of {lowest:.3g}", remedy)
        raise not_a_kernel(K)
    return np.maximum(values, 0.0)
