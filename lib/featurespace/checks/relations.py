"""How a wrong answer differs from the right one, said in a sentence with the next step.

A relation is spoken of only if it holds on every input, and the inputs differ in size and data, so
that chance cannot match. What only one exercise can know is a misconception; what any answer may
do (a factor, a root, a sign, an order, an argument taken wrongly) stands here.
"""

import inspect
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from .._validate import Array
from .compare import Problem, Refusal, numbers, parts, same
from .run import Case, Function, read_only, run

TOLERANCE = 1e-7
LONGEST = 2.0  # seconds for all attempts with altered arguments
Change = Callable[[Any], Any]


class Relation(NamedTuple):
    """Its name, for tests, and what the reader is told."""

    name: str
    sentence: str


# The wrong value made from the right one
FACTORS = {
    -1.0: "The sign is turned: your result is minus the right one.",
    2.0: "Your result is twice the right one: something is counted double, or a half is missing.",
    0.5: "Your result is half of the right one: a factor 2 is missing, or a half is too many.",
    np.pi: "Your result is π times the right one.",
    1 / np.pi: "Your result is the right one divided by π.",
    np.log(2): "Your result is ln 2 times the right one: which logarithm is asked for?",
    1 / np.log(2): "You take logarithms to base 2; `np.log` is the natural one.",
    1 / np.log(10): "You take logarithms to base 10; `np.log` is the natural one.",
    100.0: "Your result is 100 times the right one: per cent? A share is asked for.",
}
CHANGED: dict[str, tuple[Change, str]] = {
    "root": (
        np.sqrt,
        "Your result is the root of the right one: a root too many, or the square was asked for.",
    ),
    "square": (
        np.square,
        "Your result is the square of the right one: a square too many, or a root is missing.",
    ),
    "complement": (
        lambda r: 1 - r,
        "Your result is one minus the right one: the other side, the complement.",
    ),
    "reciprocal": (
        lambda r: 1 / r,
        "Your result is one divided by the right one: numerator and denominator are swapped.",
    ),
    "logarithm": (np.log, "Your result is the logarithm of the right one."),
    "exponential": (
        np.exp,
        "Your result is the exponential of the right one: its logarithm was asked for.",
    ),
    "sizes": (np.abs, "The sizes are right, but negative numbers have lost their sign."),
    "truncated": (
        np.trunc,
        "Your numbers are cut to whole ones: by `//`, `int` or an array of integers, which cannot hold decimals (`dtype=float` can).",
    ),
    "rounded down": (
        np.floor,
        "Your numbers are rounded down to whole ones: is it `//` where `/` is meant?",
    ),
    "transpose": (lambda r: r.T, "Right numbers, but rows and columns are swapped: transpose."),
    "backwards": (
        lambda r: r[::-1],
        "Right numbers in the opposite order: first and last are swapped.",
    ),
    "columns backwards": (
        lambda r: r[:, ::-1],
        "The columns are right, but in the opposite order.",
    ),
    "ascending": (
        lambda r: np.sort(r, axis=0),
        "Right numbers, sorted upwards; that is not the order asked for.",
    ),
    "descending": (
        lambda r: -np.sort(-r, axis=0),
        "Right numbers, sorted downwards; that is not the order asked for.",
    ),
    "one more": (
        lambda r: r + 1,
        "Every number is one too large: is a 1 added once too often, or do you count from 1 where Python counts from 0?",
    ),
    "one less": (lambda r: r - 1, "Every number is one too small."),
    "without last": (lambda r: r[:-1], "The last entry is missing; the others are right."),
    "without first": (lambda r: r[1:], "The first entry is missing; the others are right."),
    "diagonal": (
        lambda r: np.diag(r),
        "Diagonal and matrix: the right result has these numbers, but of another shape; look at `np.diag`.",
    ),
    "sum": (
        lambda r: r.sum(),
        "That is the sum of the right numbers; they are asked for one by one.",
    ),
    "mean": (
        lambda r: r.mean(),
        "That is the mean of the right numbers; they are asked for one by one.",
    ),
    "first only": (
        lambda r: r[0],
        "That is the first entry (or row) of the right result; all of them are asked for.",
    ),
    "last only": (
        lambda r: r[-1],
        "That is the last entry (or row) of the right result; all of them are asked for.",
    ),
    "row": (
        lambda r: r[None],
        "Right numbers with an axis too many: `[0]` or `ravel()` takes it off.",
    ),
    "column": (
        lambda r: r[..., None],
        "Right numbers with an axis too many: `ravel()` takes it off.",
    ),
    "centred": (
        lambda r: r - r.mean(axis=0),
        "Your result is the right one with its mean subtracted.",
    ),
    "length one": (
        lambda r: r / np.linalg.norm(r[..., :]),  # of a vector; of a number it would be the sign
        "Your result is the right one scaled to length 1; its length matters here.",
    ),
    "shares": (lambda r: r / r.sum(), "Your result is the right one divided by its sum."),
    "running sum": (
        lambda r: np.cumsum(r, axis=0),
        "Your numbers are running sums of the right ones.",
    ),
}
# The right value made from the wrong one: a last step is missing
UNDONE: dict[str, tuple[Change, str]] = {
    "sum missing": (
        lambda g: g.sum(),
        "The sum of your numbers is right: one number is asked for.",
    ),
    "mean missing": (
        lambda g: g.mean(),
        "The mean of your numbers is right: one number is asked for.",
    ),
    "row sums missing": (
        lambda g: g.sum(axis=1),
        "The sums of your rows are right: sum along `axis=1` at the end.",
    ),
    "column sums missing": (
        lambda g: g.sum(axis=0),
        "The sums of your columns are right: sum along `axis=0` at the end.",
    ),
    "row means missing": (
        lambda g: g.mean(axis=1),
        "The means of your rows are right: average along `axis=1` at the end.",
    ),
    "column means missing": (
        lambda g: g.mean(axis=0),
        "The means of your columns are right: average along `axis=0` at the end.",
    ),
    "largest missing": (
        lambda g: g.max(),
        "The largest of your numbers is right: one number is asked for.",
    ),
    "smallest missing": (
        lambda g: g.min(),
        "The smallest of your numbers is right: one number is asked for.",
    ),
    "one too many at the end": (
        lambda g: g[:-1],
        "One entry too many at the end; the others are right.",
    ),
    "one too many at the start": (
        lambda g: g[1:],
        "One entry too many at the start; the others are right.",
    ),
    "rows": (lambda g: g[0], "Your result has an axis too many; its first row is right."),
    "length missing": (
        lambda g: np.linalg.norm(g) if g.ndim == 1 else np.nan,
        "The length of your vector is right: one number is asked for, its norm.",
    ),
    "length one missing": (
        lambda g: g / np.linalg.norm(g),
        "Divided by its length your result is right: length 1 is asked for.",
    ),
    "centring missing": (
        lambda g: g - g.mean(axis=0),
        "Your result with its column means subtracted is right: it is not centred.",
    ),
}
# What would undo one mistake, where a factor is left over as well
INVERSES: dict[str, tuple[Change, str]] = {
    "root": (np.square, "Squared, your result"),
    "square": (np.sqrt, "The root of your result"),
    "complement": (lambda g: 1 - g, "One minus your result"),
    "reciprocal": (lambda g: 1 / g, "One divided by your result"),
    "exponential": (np.log, "The logarithm of your result"),
    "logarithm": (np.exp, "The exponential of your result"),
    "transpose": (lambda g: g.T, "Transposed, your result"),
    "backwards": (lambda g: g[::-1], "In the opposite order, your result"),
}
SIZES: dict[str, tuple[Callable[[float], float], str]] = {
    "{0}": (lambda s: s, "is a division by {0} missing?"),
    "1/{0}": (lambda s: 1 / s, "is a division by {0} too much?"),
    "{0}²": (lambda s: s**2, "is a division by {0}² missing?"),
    "1/{0}²": (lambda s: s**-2, "is a division by {0}² too much?"),
    "√{0}": (lambda s: s**0.5, "is a division by √{0} missing?"),
    "1/√{0}": (lambda s: s**-0.5, "is a division by √{0} too much?"),
    "{0}/({0} − 1)": (lambda s: s / (s - 1), "divide by {0}, not by {0} − 1."),
    "({0} − 1)/{0}": (lambda s: (s - 1) / s, "divide by {0} − 1, not by {0}."),
    "({0} − 1)": (lambda s: s - 1, "is a division by {0} − 1 missing?"),
    "1/({0} − 1)": (lambda s: 1 / (s - 1), "is a division by {0} − 1 too much?"),
    "2{0}": (lambda s: 2 * s, "is a division by 2 {0} missing?"),
    "1/(2{0})": (lambda s: 0.5 / s, "is a division by 2 {0} too much?"),
}
# An argument taken wrongly: what comes out then is what the reader's function gives
ARRAYS: dict[str, Change] = {
    "the squares of `{0}` in place of `{0}`": np.square,
    "the roots of `{0}` in place of `{0}`": lambda a: np.sqrt(np.abs(a)),
    "minus `{0}` in place of `{0}`": np.negative,
    "`{0}` transposed": lambda a: a.T if a.ndim == 2 and len(a) == a.shape[1] else a,
    "`{0}` with its column means subtracted first": lambda a: a - a.mean(axis=0),
    "`{0}` with its own mean subtracted first": lambda a: a - a.mean(),
    "`{0}` standardised first": lambda a: (a - a.mean(axis=0)) / a.std(axis=0),
    "`{0}` with rows of length one": lambda a: a / np.linalg.norm(a, axis=-1, keepdims=True),
    "`{0}` without its diagonal": lambda a: a - np.diag(np.diag(a)) if a.ndim == 2 else a,
    "`{0}` in the opposite order": lambda a: a[::-1],
    "`{0}` sorted first": lambda a: np.sort(a, axis=0),
    "the absolute values of `{0}`": np.abs,
    "`{0}` cut to whole numbers": np.trunc,
    "twice `{0}` in place of `{0}`": lambda a: 2 * a,
    "half of `{0}` in place of `{0}`": lambda a: a / 2,
    "`{0}` without its last row": lambda a: a[:-1],
    "`{0}` without its first row": lambda a: a[1:],
}
COUNTS: dict[str, Callable[[int], int]] = {
    "`{0}` + 1 in place of `{0}`": lambda a: a + 1,
    "`{0}` − 1 in place of `{0}`": lambda a: a - 1,
    "1 in place of `{0}`": lambda a: 1,
}
SCALARS: dict[str, Callable[[float], float]] = {
    "`{0}` left out (zero)": lambda a: 0.0,
    "`{0}` squared": lambda a: a**2,
    "the root of `{0}` in place of `{0}`": lambda a: abs(a) ** 0.5,
    "1 − `{0}` in place of `{0}`": lambda a: 1 - a,
    "1/`{0}` in place of `{0}`": lambda a: 1 / a,
    "minus `{0}` in place of `{0}`": lambda a: -a,
    "twice `{0}` in place of `{0}`": lambda a: 2 * a,
    "half of `{0}` in place of `{0}`": lambda a: a / 2,
    "1 in place of `{0}`": lambda a: 1.0,
}
SHARES = {0.0: "is missing", 2.0: "is counted twice", -1.0: "has the wrong sign", 0.5: "is halved"}


def recognise(check: Any, values: list[Any], cases: list[Case]) -> Relation | None:
    """The first relation that holds between the answer and the right one on every input."""
    alike: Callable[[Any], Any] = check.alike
    answers = [check._run(check.answer, case) for case in cases]
    told = [i for i, right in enumerate(answers) if not isinstance(right, Refusal)]
    cases, values = [cases[i] for i in told], [values[i] for i in told]
    if len(cases) < 2 or not all(cases) or any(isinstance(v, Refusal) for v in values):
        return None  # without arguments, or a value, there is nothing to relate
    rights = [alike(answers[i]) for i in told]
    values = [alike(value) for value in values]
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if all(_equal_in_parts(*pair) for pair in zip(values, rights, strict=True)):
                return None  # it differs in the last digits only
            return next(_candidates(check, values, rights, cases), None)
    except (Problem, TypeError, ValueError):
        return None  # no numbers, or of another kind altogether: there is nothing to relate


def _candidates(
    check: Any, values: list[Any], rights: list[Any], cases: list[Case]
) -> Iterator[Relation]:
    yield from _unmoved(check, values, rights, cases)
    if isinstance(rights[0], tuple):
        yield from _of_parts(check, values, rights, cases)
    else:
        pairs = _pairs(values, rights)
        yield from _of_factors(pairs, _sizes(check, cases))
        yield from _of_terms(check, pairs, cases, 1)
        yield from _of_numbers(pairs)
        yield from _of_terms(check, pairs, cases, 2)
    yield from _of_arguments(check, values, cases)
    if not isinstance(rights[0], tuple):
        yield from _of_two(pairs, _sizes(check, cases))
        yield from _of_offsets(pairs)
        yield from _of_columns(pairs)
        yield from _of_places(pairs)


def _pairs(values: list[Any], rights: list[Any]) -> list[tuple[Array, Array]]:
    """Answer and right value as numbers, input by input."""
    try:
        wanted = [np.asarray(right, dtype=float) for right in rights]
    except (TypeError, ValueError):  # words, or lists of several lengths
        raise Problem("no numbers") from None
    return [(numbers(v, w), w) for v, w in zip(values, wanted, strict=True)]


def _telling(rights: list[Any]) -> bool:
    """Whether there are numbers enough that chance cannot match."""
    seen = np.unique(np.concatenate([np.ravel(right).astype(float) for right in rights]))
    return len(seen) >= (3 if (seen % 1).any() else 5)


def _equal(got: Any, wanted: Any) -> bool:
    got, wanted = np.asarray(got, dtype=float), np.asarray(wanted, dtype=float)
    if got.shape != wanted.shape or not np.isfinite(wanted).all():
        return False
    return bool(same(got, got, wanted, TOLERANCE).all())


def _holds(change: Change, pairs: list[tuple[Array, Array]]) -> bool:
    """Whether changing the second gives the first, on every input."""
    try:
        with np.errstate(all="ignore"):
            return all(_equal(got, change(right)) for got, right in pairs)
    except (ValueError, IndexError, np.linalg.LinAlgError):  # a change that is none of this shape
        return False


def _unmoved(
    check: Any, values: list[Any], rights: list[Any], cases: list[Case]
) -> Iterator[Relation]:
    names = list(inspect.signature(check.answer).parameters)
    for name, column in zip(names, zip(*cases, strict=True), strict=False):
        if all(_equal_or_not(value, given) for value, given in zip(values, column, strict=True)):
            yield Relation("unchanged", f"Your function returns `{name}` as it came.")
    differ = not all(_equal_or_not(right, rights[0]) for right in rights)
    one = isinstance(values[0], (int, float, np.generic))
    few = isinstance(rights[0], tuple) and one  # one number for several: say that first
    if differ and not few and all(_equal_or_not(value, values[0]) for value in values):
        words = "Your function gives the same result on every input; it must depend on"
        yield Relation("constant", f"{words} {' and '.join(f'`{n}`' for n in names)}.")


def _equal_or_not(got: Any, wanted: Any) -> bool:
    try:
        return _equal(got, wanted)
    except Exception:  # no numbers, or worse
        return False


def _equal_in_parts(got: Any, wanted: Any) -> bool:
    if not isinstance(wanted, tuple):
        return _equal_or_not(got, wanted)
    try:
        return all(map(_equal_or_not, parts(got, wanted), wanted))
    except Problem:  # not as many
        return False


def _of_parts(
    check: Any, values: list[Any], rights: list[Any], cases: list[Case]
) -> Iterator[Relation]:
    """Several values are asked for: swapped ones, one of them only, or a relation in one of them."""
    k = len(rights[0])
    for i in range(k):
        if all(_equal_or_not(v, r[i]) for v, r in zip(values, rights, strict=True)):
            yield Relation("one part", f"That is value {i + 1} of the {k} asked for; return all.")
    columns = list(zip(*(parts(v, r) for v, r in zip(values, rights, strict=True)), strict=True))
    wanted = list(zip(*rights, strict=True))
    fine = [
        [_equal_or_not(*pair) for pair in zip(c, w, strict=True)]
        for c, w in zip(columns, wanted, strict=True)
    ]
    wrong = [i for i in range(k) if not all(fine[i])]
    for i, j in combinations(wrong, 2):
        crossed = zip(columns[i] + columns[j], wanted[j] + wanted[i], strict=True)
        if all(_equal_or_not(*pair) for pair in crossed):
            yield Relation("swapped", f"Values {i + 1} and {j + 1} are swapped.")
    found = []
    for i in wrong:
        pairs = _pairs(list(columns[i]), list(wanted[i]))
        some = [*_of_numbers(pairs), *_of_factors(pairs, _sizes(check, cases))]
        some += [*_of_offsets(pairs), *_of_columns(pairs)]
        found.append(some[0] if some else None)
    if len(wrong) == 1 and found[0]:
        rest = "The others are" if k > 2 else "The other is"
        yield Relation(
            found[0].name, f"Value {wrong[0] + 1} of {k}: {found[0].sentence} {rest} right."
        )
    elif len(set(found)) == 1 and found[0]:
        places = " and ".join(str(i + 1) for i in wrong)
        yield Relation(found[0].name, f"Values {places} alike: {found[0].sentence}")
    elif found and found[0]:
        rest = "What else is wrong may follow from it."
        yield Relation(found[0].name, f"Value {wrong[0] + 1} of {k}: {found[0].sentence} {rest}")


def _of_numbers(pairs: list[tuple[Array, Array]]) -> Iterator[Relation]:
    if not _telling([right for _, right in pairs]):
        return
    for name, (change, sentence) in CHANGED.items():
        if _holds(change, pairs) and any(got.any() for got, _ in pairs):
            yield Relation(name, sentence)
    for name, (change, sentence) in UNDONE.items():
        if _holds(change, [(right, got) for got, right in pairs]):
            yield Relation(name, sentence)
    for digits in range(1, 7):  # whole numbers may have other reasons
        if _holds(partial(np.round, decimals=digits), pairs):
            sentence = f"Your numbers are the right ones to {digits} decimals only: do not round, or go on for longer."
            yield Relation("rounded", sentence)


def _of_columns(pairs: list[tuple[Array, Array]]) -> Iterator[Relation]:
    """Right columns, but more or fewer than asked for, or each with a factor of its own."""
    if not _telling([right for _, right in pairs]):
        return
    if any(got.ndim != right.ndim or not right.ndim for got, right in pairs):
        return
    common = [min(got.shape[-1], right.shape[-1]) for got, right in pairs]
    cut = [(g[..., :k], r[..., :k]) for (g, r), k in zip(pairs, common, strict=True)]
    if all(k and _equal(*pair) for k, pair in zip(common, cut, strict=True)):
        words = "What is there is right, but it is more than asked for, or less: how many columns (or entries) should it be?"
        yield Relation("number of columns", words)
    if any(got.shape != right.shape or right.ndim != 2 for got, right in pairs):
        return
    factors = [(got * right).sum(axis=0) / (right**2).sum(axis=0) for got, right in pairs]
    told = any(min(right.shape) > 1 and len(right) > 2 for _, right in pairs)
    told = told and all(np.abs(f).min(initial=1.0) > 1e-9 for f in factors)  # none is lost
    told = told and any(np.ptp(f) > 1e-7 * np.abs(f).max() for f in factors)  # they do differ
    if told and all(_equal(g, f * r) for (g, r), f in zip(pairs, factors, strict=True)):
        words = "Each column is the right one times a factor of its own: how long should each be?"
        yield Relation("column factor", words)


def _sizes(check: Any, cases: list[Case]) -> dict[str, list[float]]:
    """What may come in as a factor: lengths of arrays, and numbers among the arguments."""
    sizes: dict[str, list[float]] = {}
    names = inspect.signature(check.answer).parameters
    for name, column in zip(names, zip(*cases, strict=True), strict=False):
        if all(isinstance(a, (int, float)) for a in column):
            sizes[name] = list(np.array(column, dtype=float))
        elif all(isinstance(a, np.ndarray) and a.ndim for a in column):
            sizes[f"len({name})"] = [np.float64(len(a)) for a in column]
            if all(a.ndim == 2 and len(a) != a.shape[1] for a in column):
                sizes[f"{name}.shape[1]"] = [np.float64(a.shape[1]) for a in column]
    return {name: size for name, size in sizes.items() if len(set(size)) > 1}


def _of_factors(
    pairs: list[tuple[Array, Array]], sizes: dict[str, list[float]]
) -> Iterator[Relation]:
    factors = []
    for got, right in pairs:
        big = np.abs(right) > 1e-6 * np.abs(right).max(initial=0.0)
        if got.shape != right.shape or not (big.any() or _equal(got, right)):
            return
        if not big.any():  # zero times anything
            factors.append(np.nan)
            continue
        factors.append(float(np.median(got[big] / right[big])))
        if not _equal(got, factors[-1] * right):
            return
    f = np.array(factors)
    told = np.isfinite(f)
    f, sizes = f[told], {name: list(np.array(s)[told]) for name, s in sizes.items()}
    if len(f) < 2 or not _telling([right for _, right in pairs]) or np.abs(f).min() < 1e-9:
        return
    for factor, sentence in FACTORS.items():
        if np.allclose(f, factor, rtol=1e-7):
            yield Relation(f"factor {factor:.4g}", sentence)
    for (size, s), (form, (rule, advice)) in product(sizes.items(), SIZES.items()):
        with np.errstate(all="ignore"):
            if np.allclose(f, [rule(each) for each in s], rtol=1e-7):
                what = f"Your result is {form.format(size)} times the right one"
                yield Relation(f"factor {form}", f"{what}: {advice.format(size)}")
    if np.allclose(f, f[0], rtol=1e-7):
        words = f"On every input your result is {f[0]:.4g} times the right one: look for a factor."
        yield Relation("factor", words)


def _of_terms(
    check: Any, pairs: list[tuple[Array, Array]], cases: list[Case], count: int
) -> Iterator[Relation]:
    """So many terms of a sum missing, doubled, halved or with the wrong sign."""
    if check.terms is None:
        return
    sums = [check.terms(*map(read_only, case)) for case in cases]
    for names in combinations(sums[0], count):
        for shares in product(SHARES, repeat=count):
            change = [
                sum((s - 1) * np.asarray(terms[n]) for n, s in zip(names, shares, strict=True))
                for terms in sums
            ]
            if all(_equal(got, right + c) for (got, right), c in zip(pairs, change, strict=True)):
                said = (f"{n} {SHARES[s]}" for n, s in zip(names, shares, strict=True))
                sentence = ", and ".join(said)
                yield Relation("term", f"{sentence[0].upper()}{sentence[1:]}.")


def _of_arguments(check: Any, values: list[Any], cases: list[Case]) -> Iterator[Relation]:
    """The right formula with one argument taken wrongly, or two of them swapped."""
    names = list(inspect.signature(check.answer).parameters)[: len(cases[0])]
    end = time.monotonic() + LONGEST
    small_first = sorted(range(len(names)), key=lambda j: max(np.size(case[j]) for case in cases))
    for j in small_first:  # half of a number is said before twice a table, if both give the same
        name, column = names[j], [case[j] for case in cases]
        for words, change in _changes(column).items():
            if time.monotonic() < end and _comes_from(
                check, values, cases, lambda c, j=j, f=change: (*c[:j], f(c[j]), *c[j + 1 :])
            ):
                words = words.format(name)
                said = f"That is what comes out with {words}: look where `{name}` comes in."
                yield Relation("argument", said)
    for i, j in combinations(range(len(names)), 2):
        if all(np.shape(c[i]) == np.shape(c[j]) for c in cases):
            order = [j if t == i else i if t == j else t for t in range(len(names))]
            if time.monotonic() < end and _comes_from(
                check, values, cases, lambda c, order=order: tuple(c[t] for t in order)
            ):
                yield Relation("swapped arguments", f"`{names[i]}` and `{names[j]}` are swapped.")
            for one, other in ((i, j), (j, i)):
                if time.monotonic() < end and _comes_from(
                    check, values, cases, lambda c, o=one, p=other: (*c[:p], c[o], *c[p + 1 :])
                ):
                    said = (
                        f"That is what comes out with `{names[one]}` in place of `{names[other]}`"
                    )
                    yield Relation("argument twice", f"{said}, so that `{names[one]}` comes twice.")


def _of_two(pairs: list[tuple[Array, Array]], sizes: dict[str, list[float]]) -> Iterator[Relation]:
    """Two mistakes at once: a change that can be undone, and a factor that means something."""
    for name, (undo, words) in INVERSES.items():
        try:
            undone = [(undo(got), right) for got, right in pairs]
        except (ValueError, IndexError):  # a change that is none of this shape
            continue
        factor = next(_of_factors(undone, sizes), None)
        if factor and factor.name != "factor":
            rest = factor.sentence.replace("Your result", "It").replace("your result", "it")
            yield Relation(
                f"two: {name}, {factor.name}", f"{words} is off by a factor only. {rest}"
            )


def _changes(column: list[Any]) -> dict[str, Any]:
    if all(isinstance(a, np.ndarray) and a.dtype.kind in "if" for a in column):
        return ARRAYS
    if all(isinstance(a, int) and not isinstance(a, bool) for a in column):
        return COUNTS
    return SCALARS if all(isinstance(a, float) for a in column) else {}


def _comes_from(check: Any, values: list[Any], cases: list[Case], alter: Function) -> bool:
    """Whether the right formula gives the answer's values for altered arguments."""
    rights: list[Any] = []
    try:
        for value, case in zip(values, cases, strict=True):
            right = check.alike(run(check.answer, alter(case)))
            whole = isinstance(right, tuple)
            got, rights = (value if whole else (value,)), [*rights, *(right if whole else (right,))]
            if not all(map(_equal, got, right if whole else (right,))):
                return False
    except Exception:  # an argument that means nothing to the formula
        return False
    return _telling(rights)


def _of_offsets(pairs: list[tuple[Array, Array]]) -> Iterator[Relation]:
    """The same amount off everywhere, or column by column."""
    if any(got.shape != right.shape or right.size < 3 for got, right in pairs):
        return
    off = [got - right for got, right in pairs]
    if all(_equal(o, np.full(o.shape, o.flat[0])) and o.flat[0] for o in off):
        words = "Every entry is off by the same amount: is a constant (a mean, an offset) missing?"
        yield Relation("offset", words)
    elif all(o.ndim == 2 and len(o) > 2 and _equal(o - o[0], np.zeros(o.shape)) for o in off):
        yield Relation(
            "column offset",
            "Each column is off by an amount of its own: from which point do you measure?",
        )


def _of_places(pairs: list[tuple[Array, Array]]) -> Iterator[Relation]:
    """A square table that is wrong on its diagonal only, or everywhere but there."""
    if any(
        got.shape != right.shape or right.ndim != 2 or len(set(right.shape)) > 1
        for got, right in pairs
    ):
        return
    wrong = [~same(got, got, right, TOLERANCE) for got, right in pairs if len(right) > 1]
    if wrong and not any(w[~np.eye(len(w), dtype=bool)].any() for w in wrong):
        yield Relation("on the diagonal", "Off the diagonal all is right; the diagonal is not.")
    if wrong and all(w.any() and not np.diag(w).any() for w in wrong):
        yield Relation("off the diagonal", "The diagonal is right; the entries off it are not.")
