"""Built from exercises/sources/A_linear_algebra/06_weigh.py by `make notebooks`: do not edit."""

import numpy as np


def weigh(pairs, readings):
    B = np.zeros((len(pairs), pairs.max() + 1))
    rows = np.arange(len(pairs))
    B[rows, pairs[:, 0]] = B[rows, pairs[:, 1]] = 1
    return np.linalg.lstsq(B, readings)[0]


import numpy as np
from numpy.linalg import lstsq, pinv

from featurespace.checks.check import Check, Misconception


def _weighings(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, more in ((4, 3), (5, 6), (3, 4)):
        first = [(i, (i + 1) % n) for i in range(n)] + [(0, 2)]  # with a triangle
        pairs = np.array(first + [tuple(rng.choice(n, 2, replace=False)) for _ in range(more)])
        pairs = rng.permutation(np.concatenate([pairs, pairs[:1]]))
        weights = rng.uniform(1, 9, size=n)
        cases.append((pairs, weights[pairs].sum(axis=1) + 0.3 * rng.normal(size=len(pairs))))
    return cases


def _design(pairs):
    return (pairs[:, :, None] == np.arange(pairs.max() + 1)).sum(axis=1).astype(float)


def _halves(pairs, readings):
    B = _design(pairs)
    return B.T @ readings / B.sum(axis=0) / 2


def _kept(pick):
    """One reading for each pair only."""

    def weigh(pairs, readings):
        seen = {}
        for i, pair in enumerate(map(tuple, np.sort(pairs, axis=1))):
            seen.setdefault(pair, []).append(i)
        kept = [pick(group) for group in seen.values()]
        return lstsq(_design(pairs)[kept], readings[kept], rcond=None)[0]

    return weigh


def _averaged(pairs, readings):
    seen = {}
    for pair, reading in zip(map(tuple, np.sort(pairs, axis=1)), readings, strict=True):
        seen.setdefault(pair, []).append(reading)
    rows = _design(np.array(list(seen)))
    return lstsq(rows, np.array([np.mean(group) for group in seen.values()]), rcond=None)[0]


def _with(change):
    return lambda pairs, readings: pinv(change(_design(pairs))) @ readings


def _first_rows(pairs, readings):
    n = pairs.max() + 1
    return pinv(_design(pairs)[:n]) @ readings[:n]


def _difference(pairs, readings):
    B, rows = _design(pairs), np.arange(len(pairs))
    B[rows, pairs[:, 1]] = -1
    return pinv(B) @ readings


def _counted_from_one(pairs, readings):
    B = _design(pairs)
    B[:, -1] += B[:, 0]
    return pinv(np.minimum(B[:, 1:], 1)) @ readings


def _sums(seen, pairs, readings):
    """How well the weights fit, and how well they could."""
    off, least = (
        np.sum((readings - _design(pairs) @ w) ** 2)
        for w in (seen, _with(np.copy)(pairs, readings))
    )
    return f"with your weights the squared differences add up to {off:.5g}; {least:.5g} is possible. Is every weighing a row with two ones, and is least squares all you ask for?"


CHECK = Check(
    answer=weigh,
    section="The closest point",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=(
        (np.array([[0, 1], [0, 2], [1, 2], [0, 1]]), np.array([5, 6, 9, 6])),
        np.array([1.25, 4.25, 4.75]),
    ),
    twin=lambda pairs, readings: np.linalg.solve(
        _design(pairs).T @ _design(pairs), _design(pairs).T @ readings
    ),
    inputs=_weighings,
    advice={
        "is out of bounds": "The number of parcels differs from case to case: it is `pairs.max() + 1`.",
        "mismatch in its core dimension": "The inner sizes of a product must agree. In the normal equations B'B w = B'r the right side has one number for each parcel: `B.T @ readings`.",
        "must be square": "There are more weighings than parcels: no weights meet them all, so look for those that come closest (`np.linalg.lstsq`).",
    },
    explain=_sums,
    misconceptions=(
        Misconception(
            _halves,
            "You give each parcel the mean half of its readings. That is right only if its partners weigh as much as it does. Let weights predict readings, and fit.",
        ),
        Misconception(
            lambda pairs, readings: 2 * _halves(pairs, readings),
            "You give each parcel the mean of its readings, and there the partners are weighed along. Let weights predict readings, and fit.",
        ),
        Misconception(
            lambda pairs, readings: readings - _design(pairs) @ _with(lambda B: B)(pairs, readings),
            "Those are the leftovers of the readings, one for each weighing. Asked are the weights, one for each parcel.",
        ),
        Misconception(
            _first_rows,
            "You use as many weighings as there are parcels and leave the others unread. All of them count: look for weights that come closest to all readings.",
        ),
        Misconception(
            _kept(lambda group: group[-1]),
            "Of a pair that was weighed more than once you keep the last reading (a dictionary does that). Each weighing is a row of its own.",
        ),
        Misconception(
            _kept(lambda group: group[0]),
            "Of a pair that was weighed more than once you keep the first reading. Each weighing is a row of its own.",
        ),
        Misconception(
            _averaged,
            "You average the readings of the same pair first, and then a pair weighed three times counts no more than one weighed once. Each weighing is a row of its own.",
        ),
        Misconception(
            _difference,
            "Your rows have a 1 and a −1: that is a difference. Both parcels lie on the scales together, so both get a 1.",
        ),
        Misconception(
            lambda pairs, readings: _design(pairs).T @ readings,
            "You add up the readings in which each parcel took part, B' times the readings. That is the right side of the normal equations; B'B w = B'r is still to be solved.",
        ),
        Misconception(
            lambda pairs, readings: _design(pairs) @ _with(lambda B: B)(pairs, readings),
            "Those are the sums that your weights predict, one for each weighing. Asked are the weights, one for each parcel.",
        ),
        Misconception(
            lambda pairs, readings: _with(lambda B: np.column_stack([np.ones(len(B)), B]))(
                pairs, readings
            )[1:],
            "A constant is fitted besides the weights. Empty scales read zero: two weights add up to the reading, and nothing else.",
        ),
        Misconception(
            _counted_from_one,
            "You count the parcels from 1, and one weight is missing. The numbers in `pairs` start at 0: parcel 0 is the first column, and there are `pairs.max() + 1`.",
        ),
        Misconception(
            lambda pairs, readings: np.full(pairs.max() + 1, readings.mean() / (pairs.max() + 1)),
            "All parcels come out alike: in your matrix every row has ones everywhere. Row i has them at the two parcels of weighing i only: `B[i, pairs[i]] = 1`.",
        ),
        Misconception(
            lambda pairs, readings: pinv(np.eye(pairs.max() + 1)[pairs[:, 0]]) @ readings,
            "Only the first parcel of each pair gets a 1. Both lie on the scales: row i has two ones.",
        ),
        Misconception(
            lambda pairs, readings: pinv(np.eye(pairs.max() + 1)[pairs[:, 1]]) @ readings,
            "Only the second parcel of each pair gets a 1. Both lie on the scales: row i has two ones.",
        ),
        Misconception(
            lambda pairs, readings: lstsq(_design(pairs), readings, rcond=None),
            "The function `lstsq` returns four things; the weights are the first: `[0]`.",
        ),
        Misconception(
            lambda pairs, readings: _design(pairs) @ _with(lambda B: B)(pairs, readings) - readings,
            "Those are the differences that are left between sums of weights and readings. Asked are the weights, one for each parcel.",
        ),
    ),
    hints=(
        "If the weights were known, which numbers would the scales read? Write them as a matrix times the weights.",
        "Row i of that matrix has a 1 at both parcels of weighing i, and zeros elsewhere. There are more rows than parcels: least squares finds the weights that come closest.",
        "With `B = np.zeros((len(pairs), pairs.max() + 1))`, and ones at `B[i, pairs[i]]` for every i, it is `np.linalg.lstsq(B, readings)[0]`.",
    ),
    praise="The readings lie off the span of the columns, the closest point of it is their shadow, and the weights are its coordinates. Nothing was thrown away.",
)
