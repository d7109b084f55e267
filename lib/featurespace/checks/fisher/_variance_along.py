"""Built from exercises/sources/03_fisher/01_variance_along.py by `make notebooks`: do not edit."""

import numpy as np


def variance_along(X, v):
    u = v / np.linalg.norm(v)
    return np.var(X @ u)


from numpy.linalg import norm

from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import labelled, shown


def _clouds(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, d in ((3, 2), (6, 3), (5, 4)):
        X = labelled(rng, n, 2, d)[0]
        X[0] = -X[1]  # points on both sides of the origin
        cases.append((X, rng.normal(size=d) * 3))
    return cases


def _terms(X, v):
    c = X @ v / norm(v)
    return {
        "the mean of the squared coordinates": np.mean(c**2),
        "the square of the mean coordinate": -(np.mean(c) ** 2),
    }


def _along(rule):
    return lambda X, v: rule(X @ v / norm(v))


def _seen(value, X, v):
    """The way to the right number, to be compared step by step."""
    c = X @ v / norm(v)
    return f"Your result is {float(np.ravel(value)[0]):.4g}. Here the coordinates along u are {shown(c)}, their mean is {c.mean():.4g}, and the mean of the squared deviations from it is {c.var():.4g}."


CHECK = Check(
    answer=variance_along,
    section="Spread along a direction",
    difficulty=1,
    minutes=5,
    kind="practice",
    example=((np.array([[0, 0], [2, 1], [4, 0]]), np.array([5, 0])), 8 / 3),
    twin=lambda X, v: v @ np.cov(X.T, bias=True) @ v / (v @ v),
    inputs=_clouds,
    explain=_seen,
    terms=_terms,
    misconceptions=(
        Misconception(
            _along(lambda c: np.mean(c**2)),
            "That is the mean squared coordinate, which is the variance of centred points only. These points are not centred: subtract the square of the mean coordinate.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v),
            "You projected on `v` itself. That multiplies every coordinate by ‖v‖ and the variance by ‖v‖²; use the unit vector `u`.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v) / norm(v),
            "You divided the variance by ‖v‖. A variance is a square, so the length comes in twice.",
        ),
        Misconception(
            _along(lambda c: c.var(ddof=1)),
            "You divided by n − 1. Variances and covariances of this course divide by n.",
        ),
        Misconception(
            _along(np.std),
            "That is the standard deviation; its square, the variance, is asked for.",
        ),
        Misconception(
            _along(lambda c: np.var(np.abs(c))),
            "You took the lengths of the projections, without their signs. Points on both sides of the origin then fall together; keep the signed coordinate ⟨u, x⟩.",
        ),
        Misconception(
            _along(lambda c: len(c) * np.var(c)),
            "That is the sum of the squared deviations; a variance is their mean, so divide by n.",
        ),
        Misconception(
            _along(lambda c: np.sum(c**2)),
            "That is u'X'Xu, a sum of squares. Divide by n, and subtract the square of the mean coordinate.",
        ),
        Misconception(
            _along(lambda c: np.mean(c**2) - np.mean(c)),
            "You subtracted the mean coordinate; it is the square of the mean that must go.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0) @ (v / norm(v)) ** 2,
            "You added the variances of the single features. They also vary together: the covariances between them belong to u'Cu as well. Project first, then take the variance.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0) @ (v / norm(v)),
            "You weighted the variances of the features with u. A variance is a square, so the weights come in squared, and the covariances are missing: project first, then take the variance.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0).sum(),
            "That is the total variance over all features, whatever the direction. Project on u first.",
        ),
        Misconception(
            lambda X, v: np.var(X * v / norm(v)),
            "`X * u` multiplies column by column and never adds up. The coordinates along u are the matrix product `X @ u`.",
        ),
        Misconception(
            lambda X, v: np.var(X),
            "`np.var(X)` throws all entries of the table into one heap. Project on u first: `X @ u`.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v) * norm(v) ** 2,
            "You multiplied by ‖v‖² where a division belongs: `X @ v` is ‖v‖ times too large already.",
        ),
        Misconception(
            lambda X, v: np.var(X @ (v / v.sum())),
            "You divided v by the sum of its entries. Its length is the root of the sum of their squares.",
        ),
        Misconception(
            lambda X, v: np.var(np.outer(X @ v, v) / (v @ v)),
            "You took the variance of all entries of the projected points. Along u each point has one signed coordinate: `X @ u`.",
        ),
        Misconception(
            _along(lambda c: c.std(ddof=1)),
            "That is the standard deviation, and divided by n − 1. The variance is asked for, divided by n: the mean of the squared deviations.",
        ),
        Misconception(
            lambda X, v: len(X) * np.var(X @ v / norm(v)) / X.shape[1],
            "You divided the sum of the squared deviations by d, the number of columns. Their mean is over the points: divide by n.",
        ),
        Misconception(
            lambda X, v: np.mean(((X - X.mean()) @ v / norm(v)) ** 2),
            "You subtracted one number from the whole table, the mean of all its entries. Each column has a mean of its own: `X.mean(axis=0)`; or project first and let `np.var` take the mean out.",
        ),
        Misconception(
            lambda X, v: np.mean(((X - X.mean(axis=1, keepdims=True)) @ v / norm(v)) ** 2),
            "You subtracted from each point the mean of its own numbers, `axis=1`. The mean of the points is a row, `X.mean(axis=0)`.",
        ),
        Misconception(
            lambda X, v: 0.0,
            "Deviations from the mean always average to zero. Square them before you take their mean.",
        ),
        Misconception(
            _along(lambda c: np.mean(np.abs(c - c.mean()))),
            "You averaged the sizes of the deviations. A variance averages their squares.",
        ),
        Misconception(
            _along(lambda c: np.mean(np.abs(c - c.mean())) ** 2),
            "You averaged the sizes of the deviations and squared the mean. Square first, then average.",
        ),
        Misconception(
            lambda X, v: X.var(axis=0).sum() - np.var(X @ v / norm(v)),
            "That is the variance across u, in all directions orthogonal to it. Along u it is the variance of `X @ u`.",
        ),
        Misconception(
            _along(lambda c: c),
            "Those are the coordinates of the points along u. One number is asked for: their variance.",
        ),
        Misconception(
            _along(np.mean),
            "That is the mean coordinate along u. Asked is how far the coordinates scatter about it.",
        ),
        Misconception(
            lambda X, v: np.var(X @ v) / (v @ v) ** 2,
            "You divided v by its squared length. Its length makes it a unit vector, as in the first line: `u` has length one already.",
        ),
        Misconception(
            lambda X, v: (np.cov(X.T, bias=True) @ v).sum() / norm(v),
            "The direction u comes in on one side of the covariance matrix only, and the rest is added up. The variance along u is u'Cu: multiply by u once more; or take the variance of `X @ u`.",
        ),
    ),
    hints=(
        "Project every point on u; how do n numbers become one variance?",
        "`X @ u` holds the n signed coordinates. Take their mean out, square, and average.",
        "Return `np.var(X @ u)`.",
    ),
    praise="A variance along a line, with no assumption about where the points sit.",
)
