"""Built from exercises/sources/00_exploring_data/11_centring.py by `make notebooks`: do not edit."""

import numpy as np


def centring(X, w):
    n = len(X)
    p = w / np.sum(w)
    C = np.eye(n) - np.outer(np.ones(n), p)
    return C, X.T @ np.diag(p) @ C @ X


import numpy as np

from featurespace.checks.check import Check, Misconception


def _surveys(rng: np.random.Generator) -> list[tuple]:
    """Tables with more rows than columns and with fewer; weights whole and not."""
    drawn = [(rng.normal(1, 1, (n, d)), rng.integers(1, 9, n)) for n, d in ((5, 2), (7, 3))]
    return [*drawn, (rng.normal(1, 1, (3, 5)), np.array([0.25, 0.5, 2.0]))]


def _pair(matrix=None, table=None):
    """C and S, one of them or both made otherwise; the rule for S gets C as it was made."""

    def both(X, w):
        n, p = len(X), w / np.sum(w)
        C = np.eye(n) - np.outer(np.ones(n), p)
        wrong = C if matrix is None else matrix(n, w, p)
        return wrong, (X.T @ np.diag(p) @ C @ X if table is None else table(X, wrong, w, p))

    return both


def _as_tables(value):
    """The covariance of a single column may be a plain number, as numpy has it."""
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    return (value[0], [[value[1]]]) if pair and np.ndim(value[1]) == 0 else value


def _own(X, C, w, p):
    return X.T @ np.diag(p) @ C @ X


def _twice(X, C, w, p):
    return (C @ X).T @ np.diag(p) @ (C @ X)


def _correlations(S):
    return S / np.sqrt(np.outer(np.diag(S), np.diag(S)))


_EQUAL = (
    lambda n, w, p: np.eye(n) - 1 / n,
    "Your C takes out the plain mean: every row counts alike. Here a row counts in proportion to its weight, so row i of the matrix you subtract holds the weights, divided by their sum.",
)
_SUM = (
    lambda n, w, p: np.eye(n) - np.outer(np.ones(n), w),
    "You subtract the weighted sum. For a mean divide the weights by their sum first. A test: `C @ C` should be `C`.",
)
_TURNED = (
    lambda n, w, p: np.eye(n) - np.outer(p, np.ones(n)),
    "Your C is the transpose of the right one. A row of C says what one row of X loses: each loses the same weighted mean, so all rows of the matrix you subtract are equal.",
)
_MEAN = (
    lambda n, w, p: np.outer(np.ones(n), p),
    "That matrix replaces every row by the mean: a projection too, but on what centring takes away. Subtract it from the identity.",
)
_OVER_N = (
    lambda n, w, p: np.eye(n) - np.outer(np.ones(n), w) / n,
    "You divide the weights by the number of rows. Divide them by their sum, so that they add up to one. A test: `C @ C` should be `C`.",
)
_DIAGONAL = (
    lambda n, w, p: np.eye(n) - np.diag(p),
    "A diagonal matrix multiplies each row by a number of its own. A mean needs all rows: subtract from the identity a matrix that repeats the weights in each of its rows.",
)
_ROOTS = (
    lambda n, w, p: np.eye(n) - np.outer(np.sqrt(p), np.sqrt(p)),
    "Your C is symmetric, but it does not take out the mean: `C @ np.ones(n)` should be zero, for equal numbers have no deviations. It need not be symmetric.",
)
_SQUARES = (
    lambda n, w, p: np.eye(n) - np.outer(p, p),
    "You subtract the products of the weights. Each row of X loses the same weighted mean, so all rows of the matrix you subtract are p, the weights divided by their sum: `np.outer(np.ones(n), p)`.",
)
_WEIGHTED = (
    lambda n, w, p: np.diag(p) - np.outer(p, p),
    "That is C with each row multiplied by its weight. It has its place in the middle of S; centring takes the mean away from whole rows, so C begins with the identity.",
)
_OVER_MAX = (
    lambda n, w, p: np.eye(n) - np.outer(np.ones(n), w) / w.max(),
    "You divide the weights by the largest of them. Divide them by their sum, so that they add up to one. A test: `C @ np.ones(n)` should be zero.",
)

_PLUS = (
    lambda n, w, p: np.eye(n) + np.outer(np.ones(n), p),
    "Your C adds the mean to every row. Centring takes it away: a minus. A test: `C @ np.ones(n)` should be zero.",
)


CHECK = Check(
    answer=centring,
    section="Centre and scale",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=(
        (np.array([[0], [4]]), np.array([1, 3])),
        (np.array([[0.75, -0.75], [-0.25, 0.25]]), np.array([[3.0]])),
    ),
    twin=lambda X, w: (
        np.eye(len(X)) - np.array([np.average(np.eye(len(X)), axis=0, weights=w)] * len(X)),
        np.atleast_2d(np.cov(X.T, aweights=w, bias=True)),
    ),
    inputs=_surveys,
    alike=_as_tables,
    misconceptions=(
        *(
            Misconception(_pair(matrix, table), f"{words}{more}")
            for matrix, words in (
                *(_EQUAL, _SUM, _OVER_N, _TURNED, _MEAN),
                *(_DIAGONAL, _ROOTS, _SQUARES, _WEIGHTED, _OVER_MAX, _PLUS),
            )
            for table, more in (
                (_own, ""),
                (_twice, " Then look at S again."),
                (None, " S is right."),
            )
            if not (matrix is _MEAN[0] and table is _twice)  # the same S by both routes
        ),
        Misconception(
            _pair(lambda n, w, p: np.eye(n) - 1 / n, lambda X, C, w, p: X.T @ C @ X / len(X)),
            "That is the matrix of the prelude, and the covariance that goes with it: every row counts alike. Here a row counts in proportion to its weight, in the mean and in the covariance.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ C @ X / len(X)),
            "C is right. In S every product of deviations counts alike; weight them too: `np.diag(p)` belongs between `X.T` and `C`, with p the weights divided by their sum.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: (C @ X).T @ (C @ X) / len(X)),
            "C is right. In S the deviations are right, but every product of two counts alike: weight them by p, the weights divided by their sum, in place of 1/n.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ np.diag(w) @ C @ X),
            "C is right. S is a weighted sum; for a weighted mean divide the weights by their sum.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ np.diag(w) @ C @ X / len(X)),
            "C is right. In S the weighted sum is divided by the number of rows. Divide it by the sum of the weights.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ np.diag(w) @ C @ X / (w.sum() - 1)),
            "C is right. S was divided by one less than the sum of the weights; covariances of this course are means.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: np.atleast_2d(np.cov(X.T, aweights=w))),
            "C is right. S is too large: `np.cov` tries to correct for the sample, in the manner of n − 1. Covariances of this course are plain means: `bias=True`.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ C @ np.diag(p) @ X),
            "C is right. In S the order matters, for C is not symmetric: `np.diag(p)` belongs before C.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: (C @ X).T @ (C @ X) / w.sum()),
            "C is right. In S you divide by the sum of the weights, but the products themselves are not weighted yet.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: (C @ X).T @ np.diag(p) ** 2 @ (C @ X)),
            "C is right. In S the weights come in twice, once with each factor; once is enough: every product of two deviations gets the weight of its row.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: X.T @ np.diag(p) @ X),
            "C is right. In S nothing is centred: C belongs before X.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: C @ X @ X.T @ C.T),
            "C is right. S compares columns of X, so it is d by d: `X.T` stands first, `X` last.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: C @ X),
            "C is right. You returned the deviations `C @ X`; S holds the weighted means of their products, column by column.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: np.atleast_2d(np.cov(X.T, bias=True))),
            "C is right. In S the weights are missing altogether: it takes out the plain mean and counts every row alike. Use the deviations `C @ X`, and weight their products.",
        ),
        Misconception(
            _pair(
                table=lambda X, C, w, p: (X - X.mean(axis=0)).T @ np.diag(p) @ (X - X.mean(axis=0))
            ),
            "C is right. In S the products are weighted, but they are those of deviations from the plain mean. Use `C @ X`, the deviations from the weighted one.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: np.diag(p) @ C @ X @ X.T @ C.T),
            "C is right. S is n by n, rows against rows. It compares columns of X, so it is d by d: the transpose stands first, `(C @ X).T`, then the weights, then `C @ X`.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: C.T @ np.diag(p) @ C),
            "C is right. In S the table itself is missing: `X.T` stands first and `X` last.",
        ),
        Misconception(
            lambda X, w: (_pair()(X, w)[0] @ X, _pair()(X, w)[1]),
            "S is right. For the first, return the matrix C alone, n by n; you returned `C @ X`.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: np.diag(np.diag(_own(X, C, w, p)))),
            "C is right. S has the right variances on its diagonal, but off it nothing: there stand the covariances, the weighted means of products of two different columns.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: _correlations(_own(X, C, w, p))),
            "C is right. Your S holds correlations. Covariances are asked for: do not divide by the standard deviations.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: (C @ X).T @ (C @ X)),
            "C is right. In S the products of deviations are summed as they are. Weight them: `np.diag(p)` belongs between the two factors, with p the weights divided by their sum.",
        ),
        Misconception(
            _pair(
                table=lambda X, C, w, p: (
                    X.T @ np.diag(p) @ X - np.outer(X.mean(axis=0), X.mean(axis=0))
                )
            ),
            "C is right. In S you subtract the products of the plain means; they should be the weighted means, `p @ X`.",
        ),
        Misconception(
            _pair(table=lambda X, C, w, p: np.atleast_2d(np.cov(X.T))),
            "C is right. In S the weights are missing altogether, and `np.cov` divides by n − 1. Use the deviations `C @ X`, weight their products by p, and add them up.",
        ),
        Misconception(
            _pair(
                lambda n, w, p: np.eye(n) - np.outer(np.ones(n), w),
                lambda X, C, w, p: X.T @ np.diag(w) @ X - np.outer(w @ X, w @ X) / w.sum(),
            ),
            "In C and in S stand the weights as they came. For means divide them by their sum first. A test: `C @ C` should be `C`.",
        ),
    ),
    hints=(
        "Divide the weights by their sum and call them p. The weighted mean row is `p @ X`. Which matrix times X repeats it in every row?",
        "All rows of that matrix are p: `np.outer(np.ones(n), p)`. C is the identity minus this. For S, weight each row of deviations by its p before you multiply by the transpose.",
        "`C = np.eye(n) - np.outer(np.ones(n), p)` and `S = X.T @ np.diag(p) @ C @ X`, with `p = w / w.sum()`.",
    ),
    praise="Centring twice is centring once: a projection. At a right angle if all weights are equal, aslant if they are not, and in both cases it loses just one dimension.",
)
