"""Evidence: compare, say in a line what was proved, and stop where it is not so."""

from typing import Any

import numpy as np

__all__ = ["agree"]


def agree(*values_and_words: Any, tol: float = 1e-8) -> None:
    r"""Print what was proved; raise an AssertionError if it is not so.

    Two or more values agree if each is as the first, up to round-off,
    :math:`\max|a-b| \le \texttt{tol}\,\max(|a|,|b|)`; whole numbers, words and truths to the
    letter. A single value must be true, everywhere.

    Parameters
    ----------
    *values_and_words : numbers or arrays of one shape (a number may stand for an array that is
        constant), and last the sentence that is proved
    tol : the difference allowed, as a fraction of the largest entry

    >>> agree(1 + 1, 2.0, "one and one are two")
    ✓ one and one are two
    >>> agree(np.arange(3) < 3, "three numbers below three")
    ✓ three numbers below three
    >>> agree([1.0, 2.0], [1.0, 2.5], "two lists are equal")
    Traceback (most recent call last):
    AssertionError: not so: two lists are equal; 2.0 is not 2.5 (largest difference, at 1)
    """
    *values, words = values_and_words
    if not values or not isinstance(words, str):
        raise TypeError("agree(first, second, ..., words): the sentence that is proved stands last")
    arrays = [np.asarray(value) for value in values]
    fault = "" if len(arrays) > 1 or arrays[0].all() else _first_false(arrays[0])
    for other in arrays[1:]:
        fault = fault or _difference(arrays[0], other, tol)
    if fault:
        raise AssertionError(f"not so: {words}; {fault}")
    print(f"✓ {words}")


def _first_false(truth: np.ndarray) -> str:
    """Where a condition fails first, and how often."""
    if not truth.ndim:
        return "the condition is false"
    return f"false {truth.size - truth.sum()} times of {truth.size}, first at {_place(~truth)}"


def _difference(first: np.ndarray, other: np.ndarray, tol: float) -> str:
    """In what two values differ, in words; nothing if they agree."""
    if first.shape != other.shape and first.ndim and other.ndim:
        return f"the shapes are {first.shape} and {other.shape}"
    first, other = np.broadcast_arrays(first, other)
    if first.dtype.kind in "fc" or other.dtype.kind in "fc":
        largest = max(np.abs(first).max(initial=0), np.abs(other).max(initial=0))
        gap = np.abs(first - other)
        wrong = ~(gap <= tol * largest)  # a NaN is never right
        place, about = np.argmax(np.where(np.isnan(gap), np.inf, gap)), "largest difference"
    else:
        wrong = first != other
        place, about = np.argmax(wrong), "first difference"
    if not wrong.any():
        return ""
    where = f", at {_place(np.arange(wrong.size).reshape(wrong.shape) == place)}"
    both = f"{first.flat[place]} is not {other.flat[place]}"
    return f"{both} ({about}{where})" if wrong.ndim else both


def _place(mask: np.ndarray) -> str:
    """The index of the first true entry, as one writes it."""
    return ", ".join(str(i) for i in np.argwhere(mask)[0])
