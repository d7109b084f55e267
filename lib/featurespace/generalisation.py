r"""Chapter 6: how well a fitted rule will do on points it has not seen.

A method is a function ``fit(X, y)`` that returns a function ``predict(Z)``; a loss is a function
``loss(prediction, y)`` that returns one number per point. A *family* is ``fit(X, y, value)``.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._validate import (
    LARGEST,
    TERMS,
    Array,
    as_array,
    as_count,
    as_generator,
    as_gram,
    as_number,
    as_points,
    as_probability,
    as_vector,
    fail,
    not_a_kernel,
    round_off,
)

CUBIC = np.array([0.0, 0.25, 0.75, 1.0])  # the true regression function of the cubic world


class Selection(NamedTuple):
    """The chosen value, the rule refitted with it, and the loss it was chosen by (DME-4.46).

    >>> Selection(3, None, 0.5).value
    3
    """

    value: object
    predict: Callable | None
    loss: float


def kfold(
    n: int, k: int, rng: np.random.Generator | None = None, labels: ArrayLike | None = None
) -> list[np.ndarray]:
    """Split 0 .. n-1 into k folds of nearly equal size (DME-4.32, DME-u41).

    Shuffled if an ``rng`` is given; with ``labels`` every fold gets its share of each class.

    >>> [fold.tolist() for fold in kfold(5, 2)]
    [[0, 2, 4], [1, 3]]
    """
    n = as_count(n, "n", low=2)
    k = as_count(k, "k", low=2, high=n)
    order = np.arange(n) if rng is None else as_generator(rng).permutation(n)
    if labels is not None:
        labels = _per_point(labels, n, "labels")
        labels = labels.astype(str) if labels.dtype == object else labels  # any mixture sorts
        order = order[np.argsort(labels[order], kind="stable")]  # classes in turn, then dealt out
    return [np.sort(order[i::k]) for i in range(k)]


def _per_point(values: ArrayLike, n: int, name: str) -> np.ndarray:
    """Targets or labels of any kind, as long as there is one for each point."""
    try:
        values = np.asarray(values)
    except ValueError:  # rows of different lengths
        values = np.asarray(values, dtype=object)[:, None]
    if values.shape != (n,):
        raise fail(name, f"have {n} entries", f"shape {values.shape}", "Give one per point")
    return values


def cross_validate(
    fit: Callable, X: ArrayLike, y: ArrayLike, loss: Callable, folds: Sequence[np.ndarray]
) -> Array:
    r"""Mean loss on each fold of the rule fitted without it (DME-4.33..4.35).

    Their average estimates the loss of a rule trained on n(K-1)/K points.

    >>> constant = lambda X, y: lambda Z: np.full(len(Z), y.mean())
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> cross_validate(constant, [[0.0], [0.0]], [0.0, 2.0], squared, kfold(2, 2))
    array([4., 4.])
    """
    X = as_points(X)
    y, scores = _per_point(y, len(X), "y"), []
    for fold in _some(folds, "folds"):
        fold = _as_fold(fold, len(X))
        rest = np.setdiff1d(np.arange(len(X)), fold)
        losses = np.asarray(loss(fit(X[rest], y[rest])(X[fold]), y[fold]))
        if losses.shape != fold.shape or np.isnan(losses).any():
            got = f"{losses} on a fold of {len(fold)}"
            raise fail("loss", "return one number per point", got, "Check predictions and y")
        scores.append(losses.mean())
    return np.array(scores)


def _as_fold(fold: ArrayLike, n: int) -> np.ndarray:
    """Different row numbers, but not of all points: the rule is fitted on the rest."""
    fold = np.asarray(fold)
    inside = fold.ndim == 1 and fold.dtype.kind in "iu" and 0 < len(np.unique(fold)) == fold.size
    if not inside or fold.min() < 0 or fold.max() >= n or len(fold) == n:
        remedy = "Make them with kfold(n, k)"
        raise fail("folds", f"name some, not all, of the rows 0 .. {n - 1}", fold, remedy)
    return fold


def leave_one_out(K: ArrayLike, y: ArrayLike, lam: ArrayLike) -> Array:
    r"""Leave-one-out residuals of kernel ridge regression, for many lam at once (DME-u42).

    .. math:: y_i - \hat f_{-i}(x_i) = \frac{\bigl[(K + \lambda I)^{-1} y\bigr]_i}{
              \bigl[(K + \lambda I)^{-1}\bigr]_{ii}}

    One eigendecomposition serves all lam; the result has a row for each.

    >>> leave_one_out(np.eye(2), [1.0, 3.0], [1.0])  # unrelated points: predictions are 0
    array([[1., 3.]])
    """
    K = as_gram(K)
    y, lam = as_vector(y, len(K), "y"), as_array(np.atleast_1d(lam), "lam", 1)
    if lam.min() <= 0:
        raise fail("lam", "be > 0", f"{lam.min():.3g}", "A ridge keeps K + lam I invertible")
    values, V = np.linalg.eigh(K)
    if values[0] < -8 * round_off(max(len(K), TERMS), values[-1]):
        raise not_a_kernel(K)
    values = np.maximum(values, 0.0)
    inverse = (values[0] + lam[:, None]) / (values + lam[:, None])  # (L, n) in units of the largest
    return ((inverse * (y @ V)) @ V.T) / (inverse @ (V**2).T)


def select_hold_out(
    family: Callable,
    values: Sequence,
    X: ArrayLike,
    y: ArrayLike,
    loss: Callable,
    rng: np.random.Generator,
    share: float = 0.25,
) -> Selection:
    """Choose a value by its loss on points held out, then refit on all (DME-4.40..4.45).

    >>> ridge = lambda X, y, lam: lambda Z: Z[:, 0] * (X[:, 0] @ y) / (X[:, 0] @ X[:, 0] + lam)
    >>> x = np.arange(1.0, 9.0)[:, None]
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> select_hold_out(ridge, [0.0, 1e6], x, 2 * x[:, 0], squared, np.random.default_rng(0)).value
    0.0
    """
    n = len(as_points(X))
    if n < 2:
        raise fail("X", "have at least two points", n, "One to learn from, one to judge by")
    held = round(as_probability(share, "share") * n)
    order = as_generator(rng).permutation(n)[: min(max(held, 1), n - 1)]
    return select_cross_validation(family, values, X, y, loss, [np.sort(order)])


def select_cross_validation(
    family: Callable,
    values: Sequence,
    X: ArrayLike,
    y: ArrayLike,
    loss: Callable,
    folds: Sequence[np.ndarray],
) -> Selection:
    """Choose a value by its cross-validation score, then refit on all (DME-4.46..4.49).

    The score of the winner is too good as an estimate: keep other points to judge it.

    >>> ridge = lambda X, y, lam: lambda Z: Z[:, 0] * (X[:, 0] @ y) / (X[:, 0] @ X[:, 0] + lam)
    >>> x = np.arange(1.0, 9.0)[:, None]
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> select_cross_validation(ridge, [1e6, 0.0], x, 2 * x[:, 0], squared, kfold(8, 4)).value
    0.0
    """
    X, values, folds = as_points(X), _some(values, "values"), _some(folds, "folds")
    y = _per_point(y, len(X), "y")
    scores = [cross_validate(_with(family, v), X, y, loss, folds).mean() for v in values]
    best = int(np.argmin(scores))
    return Selection(values[best], family(X, y, values[best]), float(scores[best]))


def _some(things: Sequence, name: str) -> list:
    """A list that is not empty."""
    if not hasattr(things, "__iter__") or not (things := list(things)):
        raise fail(name, "be a list that is not empty", repr(things), "Name the candidates")
    return things


def _with(family: Callable, value) -> Callable:
    return lambda X, y: family(X, y, value)


def one_standard_error(scores: ArrayLike) -> int:
    """The first (simplest) model within one standard error of the best (DME-u44).

    ``scores`` (L, K): a row of fold losses for each model, simplest first.

    >>> one_standard_error([[9.0, 9.0], [1.2, 1.4], [1.0, 1.5]])
    1
    """
    scores = as_array(scores, "scores", 2)
    if scores.shape[1] < 2:
        raise fail("scores", "have at least two folds", scores.shape[1], "An error bar needs two")
    means = scores.mean(axis=1)
    best = means.argmin()
    error = scores[best].std(ddof=1) / np.sqrt(scores.shape[1])
    return int(np.flatnonzero(means <= means[best] + error)[0])


def polynomial_regression(x: ArrayLike, y: ArrayLike, degree: int, lam: float = 0.0) -> Array:
    r"""Coefficients, constant first, of the least-squares polynomial (DME-4.12..4.20, DME-4.27).

    .. math:: \min_\theta \frac1n \sum_i \Bigl(y_i - \sum_j \theta_j x_i^j\Bigr)^2
              + \lambda \sum_{j \ge 1} \theta_j^2

    >>> polynomial_regression([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], degree=1).round(9)
    array([1., 2.])
    """
    x = as_array(x, "x", 1)
    y = as_vector(y, len(x), "y")
    degree = as_count(degree, "degree", low=0)
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    if lam == 0 and len(np.unique(x)) <= degree:
        remedy = "Use fewer powers, more points, or lam > 0"
        raise fail("degree", "be below the number of distinct x", degree, remedy)
    return least_squares(powers(x[:, None], degree), y, lam)


def powers(X: ArrayLike, degree: int) -> Array:
    """A column of ones, then each column of X to the powers 1 .. degree (DME-4.19).

    >>> powers([[2.0], [3.0]], 2)
    array([[1., 2., 4.],
           [1., 3., 9.]])
    """
    X, degree = as_points(X), as_count(degree, "degree", low=0)
    if degree * np.log10(np.abs(X).max().clip(1.0)) > np.log10(LARGEST):
        remedy = "Rescale the data or use a smaller degree"
        raise fail("degree", f"keep all powers below {LARGEST:g}", degree, remedy)
    return np.hstack([np.ones((len(X), 1)), *(X**j for j in range(1, degree + 1))])


def least_squares(A: ArrayLike, y: ArrayLike, lam: float = 0.0) -> Array:
    r"""Coefficients of least mean squared error with a ridge on all but the first (DME-4.26, 4.27).

    .. math:: \min_\theta \frac1n \|y - A \theta\|^2 + \lambda \sum_{j \ge 1} \theta_j^2

    >>> least_squares([[1.0, 0.0], [1.0, 2.0]], [1.0, 5.0]).round(9)
    array([1., 2.])
    """
    A = as_points(A, "A")
    y = as_vector(y, len(A), "y")
    lam = as_number(lam, "lam", "be a number >= 0", lambda v: v >= 0)
    root = np.sqrt(lam) * np.sqrt(len(A))
    B = np.vstack([A, root * np.eye(A.shape[1])[1:]])  # a ridge is extra rows; the constant is free
    size = np.abs(B).max(axis=0)
    size[size == 0] = 1.0  # columns of one size, so that no power looks negligible
    return np.linalg.lstsq(B / size, np.pad(y, (0, len(B) - len(y))))[0] / size


def prediction_loss(theta: ArrayLike) -> float:
    r"""Exact expected squared loss of a polynomial in the cubic world (DME-4.9..4.10, DME-4.21).

    .. math:: \mathbb E (h(x) - y)^2 = 1 + \sum_{i,j} e_i e_j\, \mathbb E x^{i+j}, \ e = \theta - g

    with x standard Gaussian and noise of variance 1, so :math:`\mathbb E x^{2p} = (2p-1)!!`.

    >>> prediction_loss([0.0, 0.25, 0.75, 1.0]), prediction_loss([0.75])
    (1.0, 18.6875)
    """
    theta = as_array(theta, "theta", 1)
    if len(theta) > 80:
        raise fail("theta", "have at most 80 entries", len(theta), "Higher moments overflow")
    size = max(len(theta), len(CUBIC))
    e = np.zeros(size)
    e[: len(theta)] += theta
    e[: len(CUBIC)] -= CUBIC
    power = np.add.outer(np.arange(size), np.arange(size))
    moments = np.concatenate([[1.0], np.cumprod(np.arange(1.0, 2 * size, 2))])  # E x^0, x^2, x^4 ..
    return float(1 + e @ np.where(power % 2 == 0, moments[power // 2], 0.0) @ e)
