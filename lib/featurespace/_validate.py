"""The one place where arguments are checked and error messages are worded.

Every message names the argument, states the rule, shows what came and says what to do.
Round-off is no error: quantities below ``n * eps * scale`` count as zero.
"""

from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._slabs import thin_slabs

Array = NDArray[np.float64]
Thing = TypeVar("Thing")
EPS = np.finfo(float).eps
LARGEST = 1e75  # squares, and squares of squares, of what is below it do not overflow
TERMS = 100_000  # an inner product may itself be a sum of that many terms, each with its round-off
DIGITS = 1e3  # how far a result must stand above the round-off in it: three digits are right


def fail(name: str, rule: str, got: object, remedy: str) -> ValueError:
    """Word an error: name, rule, what came, and what to do about it."""
    return ValueError(f"{name} must {rule}; got {got}. {remedy}.")


def round_off(n: int, scale: float) -> float:
    """Size below which a sum of n terms of this scale is indistinguishable from zero.

    Where a result has come through several such sums, ``8 * round_off`` leaves room for all of
    them: a factor that is enough for the handful of steps here, and costs less than one digit.
    """
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
    refuse_other_kinds(values, name)
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":  # O: perhaps plain numbers in an object array
            raise TypeError("text" if array.dtype.kind in "US" else f"dtype {array.dtype}")
        if array.dtype.kind == "O" and any(isinstance(v, str | bytes) for v in array.flat):
            raise TypeError("text")
        array = array.astype(float, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise not_numbers(values, name, error) from None
    if array.ndim != ndim and ndim is not None:
        column = column and (array.ndim, ndim) == (1, 2) and not name.startswith("K")
        remedy = f"Use {name}.reshape(-1, 1) for one column" if column else "Check its shape"
        raise fail(name, f"have {ndim} axes", f"shape {array.shape}", remedy)
    if array.size == 0:
        raise fail(name, "not be empty", f"shape {array.shape}", "Pass at least one point")
    return array


def refuse_other_kinds(values: Any, name: str) -> None:
    """Refuse by its kind what is no array, or would lose something on the way to one."""
    if hasattr(values, "toarray"):
        raise TypeError(f"{name} must be a dense array; got a sparse one. Pass {name}.toarray().")
    if isinstance(values, np.ma.MaskedArray):
        remedy = f"Fill the gaps, {name}.filled(value), or drop them, {name}.compressed()"
        raise fail(name, "be an array without a mask", "a masked array", remedy)
    if values is None:
        remedy = (
            "Pass an array; what changes its argument in place, as list.sort does, returns None"
        )
        raise fail(name, "hold real numbers", "None", remedy)
    if callable(values) and not hasattr(values, "__array__"):
        what = getattr(values, "__name__", None) or repr(values)
        remedy = f"Call it on the points: {what if what.endswith(')') else 'kernel'}(X)"
        raise fail(name, "hold real numbers", f"the function {what} itself", remedy)
    for column, dtype in (
        getattr(values, "dtypes", {}).items() if hasattr(values, "columns") else ()
    ):
        if getattr(dtype, "kind", "O") not in "biuf" and not holds_numbers(values[column]):
            remedy = f"Convert it to numbers, or drop it: {name}.drop(columns={column!r})"
            raise fail(name, "hold real numbers", f"{dtype} in column {column!r}", remedy)


def holds_numbers(column: Iterable[object]) -> bool:
    """Whether a column of mixed or unknown type holds nothing but numbers (or gaps)."""
    return all(isinstance(v, Real | np.bool_ | None) for v in column)


def not_numbers(values: Any, name: str, error: Exception) -> ValueError:
    """Word the error for values that numpy could not make numbers of."""
    problem, remedy = str(error).splitlines()[0], "Convert or drop what is not a number"
    lengths = [len(v) if hasattr(v, "__len__") else 1 for v in values] if is_list(values) else []
    if isinstance(error, OverflowError):
        problem, remedy = "an integer too large for a float", "Rescale it"
    elif len(set(lengths)) > 1:
        first = next(i for i, length in enumerate(lengths) if length != lengths[0])
        problem = f"{lengths[0]} numbers in row 0 and {lengths[first]} in row {first}"
        remedy = "Give every row the same length"
    return fail(name, "hold real numbers", problem.rstrip("."), remedy)


def is_list(values: object) -> bool:
    """Whether this is a list or tuple."""
    return isinstance(values, list | tuple)


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
    """A kernel matrix, (n, n): square and symmetric.

    Whether it is positive semi-definite only its spectrum could tell: that is not checked here.
    """
    remedy = "If these are points, pass kernel(X); inner products with new points go into K_new"
    return as_symmetric(K, name, remedy if name == "K" else NEW_FIRST, points=True)


NEW_FIRST = "Its rows and columns are the training points: write centre(K_new, K), new rows first"


def as_symmetric(
    A: ArrayLike,
    name: str,
    remedy: str = "Rows and columns stand for the same points",
    points: bool = False,
) -> Array:
    """Any symmetric matrix, (n, n); ``remedy`` says what to do about one that is not square.

    One generic vector p shows what a look at every entry would: A p and A' p differ unless A = A',
    and what is not finite, or huge, is so in A p. What could pass: an asymmetry that is orthogonal
    to p, or below the round-off, 8 n eps, of the largest entry of A p or of the diagonal (0.8
    beside a diagonal of 1e18). Neither comes about by accident; one pass over A is all it costs.
    ``points``: a matrix far from symmetric was perhaps meant as a table of points.
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
        raise not_symmetric(A, name, points)
    return A


def not_symmetric(A: Array, name: str, points: bool) -> ValueError:
    """Word the error for a lopsided matrix: round-off to average away, or not a matrix of pairs."""
    gap = np.abs(A - A.T).max()
    remedy = f"If that is round-off, pass ({name} + {name}.T) / 2"
    if points and gap > np.sqrt(EPS) * np.abs(A).max():  # no round-off loses half of all digits
        remedy = "These look like points: pass kernel(X), for example Linear()(X)"
        remedy = remedy if name == "K" else NEW_FIRST
    return fail(name, "be symmetric", f"max |{name} - {name}'| = {gap:.3g}", remedy)


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
    y = as_signs(y, n)
    if (y == y[0]).all():
        remedy = "A rule that separates needs points of both classes"
        raise fail("y", "hold both classes", f"only {y[0]:+.0f}", remedy)
    return y


def as_signs(y: ArrayLike, n: int | None = None, name: str = "y", hint: str = "") -> Array:
    """Numbers -1 and +1, perhaps of one sign only; ``hint`` replaces the usual remedy."""
    try:
        y = as_array(y, name, 1) if n is None else as_vector(y, n, name)
    except ValueError:
        words = [v for v in np.asarray(y, dtype=object).flat if isinstance(v, str)]
        if not words:
            raise
        remedy = f"Map the two classes to numbers, e.g. np.where({name} == {words[0]!r}, 1, -1)"
        raise fail(name, "hold only -1 and +1", f"text such as {words[0]!r}", remedy) from None
    values = np.unique(y)
    if not set(values) <= {-1.0, 1.0}:
        usual = f"Map the two classes to numbers, e.g. np.where({name} == {values[-1]:g}, 1, -1)"
        raise fail(name, "hold only -1 and +1", f"values {values[:5].tolist()}", hint or usual)
    return y


def as_number(
    value: float,
    name: str,
    rule: str = "be a finite number",
    ok: Callable[[float], bool] = lambda v: True,
) -> float:
    """A finite real number that satisfies ``ok``; ``rule`` words the condition."""
    if is_vast(value):
        raise fail(name, rule, "an integer of more than 75 digits", "Choose another value")
    if not isinstance(value, Real | np.bool_) or not np.isfinite(float(value)) or not ok(value):
        raise fail(name, rule, repr(value), "Choose another value")
    return float(value)


def as_positive(value: float, name: str) -> float:
    """A number > 0."""
    return as_number(value, name, "be a number > 0", lambda v: v > 0)


def as_probability(value: float, name: str) -> float:
    """A number strictly between 0 and 1."""
    return as_number(value, name, "lie strictly between 0 and 1", lambda v: 0 < v < 1)


def as_count(value: int, name: str, low: int = 1, high: int | None = None, remedy: str = "") -> int:
    """A whole number in [low, high]; ``remedy`` says what to do about one outside."""
    inside = isinstance(value, Integral) and value >= low and (high is None or value <= high)
    if not inside or isinstance(value, bool):
        rule = f"be a whole number >= {low}" + ("" if high is None else f" and <= {high}")
        got = "an integer of more than 75 digits" if is_vast(value) else repr(value)
        fraction = isinstance(value, Real) and not isinstance(value, Integral)
        if fraction and abs(value) <= LARGEST and value == np.floor(value):
            remedy = f"A whole number is written without a point: {value:.0f}"
        raise fail(name, rule, got, remedy or "Choose another value")
    return int(value)


def is_vast(value: object) -> bool:
    """Whether this is an integer that nobody wants to read."""
    return isinstance(value, Integral) and abs(int(value)) > LARGEST


def one_of(value: str, name: str, options: Iterable[str]) -> str:
    """One of a few words."""
    if value not in (options := list(options)):
        raise fail(name, f"be one of {options}", repr(value), "Choose one of them")
    return value


def as_generator(rng: np.random.Generator | None) -> np.random.Generator:
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


def as_at_most(value: int, name: str, high: int, why: str, low: int = 1) -> int:
    """A whole number in [low, high]; ``why`` explains the upper end to whoever passed more."""
    if isinstance(value, Integral) and value > high:
        raise fail(name, f"be a whole number >= {low} and <= {high}", repr(value), why)
    return as_count(value, name, low, high)


def keep_digits(K: Array, mean: float, name: str = "K") -> None:
    """Refuse a K in which the spread of the images has drowned in round-off.

    Distances, centres and variances are differences of entries of K. If the images lie far from
    the origin compared with their spread (``mean`` is the average entry of K, and the spread the
    average of the diagonal minus that), what is wanted is lost in the last digits of the entries.
    An entry counts as right to 8 units in its last place, a mean of n of them to n/4 more (the
    worst case of adding them up in turn); the spread must be ``DIGITS`` times as large. A K whose
    entries all agree to the last places is one point many times, which has spread 0. A spread
    below zero is no matter of digits: that is no kernel matrix (but perhaps a table of squared
    distances, which :func:`featurespace.means.centre` takes as well).
    """
    diagonal = K.diagonal()
    scale = np.abs(diagonal).max()
    keep_spread(diagonal.mean() - mean, scale, len(K), lambda: np.ptp(K), name)


def keep_spread(
    spread: float, scale: float, n: int, width: Callable[[], float], name: str = "K"
) -> None:
    """The same for who has no K, of n points with entries of that scale.

    ``width`` is asked for in doubt, and tells how far entries of K differ.
    """
    noise = round_off(8, scale) + round_off(n, scale) / 4
    if abs(spread) < DIGITS * noise and width() > round_off(8, scale):
        got = f"a spread of {max(spread, 0.0):.3g} beside entries of {scale:.3g}"
        remedy = "Centre the points first: kernel(X - X.mean(axis=0)); a Gaussian needs less sigma"
        raise fail(name, f"have a spread above its round-off, {DIGITS * noise:.3g}", got, remedy)


def as_ridge(lam: ArrayLike, trace: float) -> Array:
    """One or more numbers > 0, so large that (K + lam I) alpha = y has three right digits.

    The round-off of K, eps * trace, moves alpha by that over lam, relatively.
    """
    lowest = np.min(lam)
    if lowest <= 0:
        raise fail("lam", "be > 0", f"{lowest:.3g}", "A ridge keeps K + lam I invertible")
    if lowest <= (floor := DIGITS * round_off(8, trace)):
        rule = f"be well above the round-off of K, {floor:.1g}"
        raise fail("lam", rule, f"{lowest:.3g}", "Choose a larger one")
    return np.asarray(lam)


def as_made(value: object, kind: type[Thing], name: str, maker: str) -> Thing:
    """What a certain function returns, and nothing else."""
    if not isinstance(value, kind):
        remedy = f"Pass the result of {maker}"
        raise fail(name, f"be a {kind.__name__}", type(value).__name__, remedy)
    return value
