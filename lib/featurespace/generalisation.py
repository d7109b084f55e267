r"""Chapter 6: how well a fitted rule will do on points it has not seen.

A method is a function ``fit(X, y)`` that returns a function ``predict(Z)``; a loss is a function
``loss(prediction, y)`` that returns one number per point. A *family* is ``fit(X, y, value)``.

Ids like DME-4.46 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._validate import (
    Array,
    as_array,
    as_count,
    as_generator,
    as_points,
    as_probability,
    fail,
)
from .regression import leave_one_out as leave_one_out  # they belong to the chapter,
from .regression import polynomial_regression as polynomial_regression  # and live over there

Thing = TypeVar("Thing")
Rows = NDArray[np.intp]  # numbers of rows
Targets = NDArray[Any]  # numbers, words: whatever the method learns
Rule = Callable[[Array], ArrayLike]  # Z to predictions
Fit = Callable[[Array, Targets], Rule]
Family = Callable[[Array, Targets, Any], Rule]  # the value is whatever the family varies
Loss = Callable[[ArrayLike, Targets], ArrayLike]

CUBIC = np.array([0.0, 0.25, 0.75, 1.0])  # the truth of the cubic world, constant first


class Selection(NamedTuple):
    """The chosen value, the rule refitted with it, and the loss it was chosen by (DME-4.46).

    Attributes
    ----------
    value : the one chosen.
    predict : its rule, fitted on all points: a function of Z.
    loss : the mean loss it was chosen by.

    >>> Selection(3, None, 0.5).value
    3
    """

    value: Any
    predict: Rule | None
    loss: float


def kfold(
    n: int, k: int, rng: np.random.Generator | None = None, labels: ArrayLike | None = None
) -> list[Rows]:
    """Split 0 .. n-1 into k folds of nearly equal size (DME-4.32, DME-u41).

    Parameters
    ----------
    n : number of points, at least 2.
    k : number of folds, from 2 to n.
    rng : shuffles the points; without it they are dealt out in order.
    labels : (n,) of any kind; with them every fold gets its share of each class.

    Returns
    -------
    A list of k arrays of row numbers, sorted.

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


def _per_point(values: ArrayLike, n: int, name: str) -> Targets:
    """Targets or labels of any kind, as long as there is one for each point."""
    try:
        values = np.asarray(values)
    except ValueError:  # rows of different lengths
        values = np.asarray(values, dtype=object)[:, None]
    if values.shape != (n,):
        raise fail(name, f"have {n} entries", f"shape {values.shape}", "Give one per point")
    return values


def cross_validate(
    fit: Fit, X: ArrayLike, y: ArrayLike, loss: Loss, folds: Sequence[Rows]
) -> Array:
    r"""Mean loss on each fold of the rule fitted without it (DME-4.33..4.35).

    Their average estimates the loss of a rule trained on n(K-1)/K points.

    See Stone 1974.

    Parameters
    ----------
    fit : function of (X, y) that returns a function of Z.
    X : (n, d) points.
    y : (n,) targets or labels.
    loss : function of (prediction, y) that returns one number per point.
    folds : row numbers of each fold, from :func:`kfold`.

    Returns
    -------
    One mean loss per fold.

    >>> constant = lambda X, y: lambda Z: np.full(len(Z), y.mean())
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> cross_validate(constant, [[0.0], [0.0]], [0.0, 2.0], squared, kfold(2, 2))
    array([4., 4.])
    """
    X = as_points(X)
    return _fold_losses(fit, X, _per_point(y, len(X), "y"), loss, _as_folds(folds, len(X)))


def _fold_losses(fit: Fit, X: Array, y: Targets, loss: Loss, folds: list[Rows]) -> Array:
    """The same for points, targets and folds that have been checked."""
    scores = []
    for fold in folds:
        rest = np.setdiff1d(np.arange(len(X)), fold)
        predict = _as_rule(fit(X[rest], y[rest]))
        losses = np.asarray(loss(predict(X[fold]), y[fold]))
        if losses.shape != fold.shape or np.isnan(losses).any():
            got = f"{losses} on a fold of {len(fold)}"
            raise fail("loss", "return one number per point", got, "Check predictions and y")
        scores.append(losses.mean())
    return np.array(scores)


def _as_rule(rule: object) -> Rule:
    """What a fit returns: a function that predicts."""
    if not callable(rule):
        got = f"an object of type {type(rule).__name__}"
        remedy = "Let it end with return lambda Z: ..., a rule and not its values"
        raise fail("fit", "return a function predict(Z)", got, remedy)
    return rule


def _as_folds(folds: Sequence[Rows], n: int) -> list[Rows]:
    """A list of folds, each of row numbers; not how many there are."""
    if isinstance(folds, Integral):
        remedy = f"Make them with kfold({n}, {folds})"
        raise fail("folds", "be a list of row numbers", repr(folds), remedy)
    return [_as_fold(fold, n) for fold in _some(folds, "folds", f"Make them with kfold({n}, 5)")]


def _as_fold(fold: ArrayLike, n: int) -> Rows:
    """Different row numbers, but not of all points: the rule is fitted on the rest."""
    fold = np.asarray(fold)
    inside = fold.ndim == 1 and fold.dtype.kind in "iu" and 0 < len(np.unique(fold)) == fold.size
    if not inside or fold.min() < 0 or fold.max() >= n or len(fold) == n:
        remedy = "Make them with kfold(n, k)"
        raise fail("folds", f"name some, not all, of the rows 0 .. {n - 1}", fold, remedy)
    return fold


def select_hold_out(
    family: Family,
    values: Sequence[Any],
    X: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    rng: np.random.Generator | None = None,
    share: float = 0.25,
) -> Selection:
    """Choose a value by its loss on points held out, then refit on all (DME-4.40..4.45).

    Parameters
    ----------
    family : function of (X, y, value) that returns a function of Z.
    values : the candidates.
    X : (n, d) points, n >= 2.
    y : (n,) targets or labels.
    loss : function of (prediction, y) that returns one number per point.
    rng : decides who is held out; never left out.
    share : of the points that are held out, between 0 and 1.

    Returns
    -------
    The best value, its rule fitted on all points, and its mean loss on those held out.

    >>> ridge = lambda X, y, lam: lambda Z: Z[:, 0] * (X[:, 0] @ y) / (X[:, 0] @ X[:, 0] + lam)
    >>> x = np.arange(1.0, 9.0)[:, None]
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> select_hold_out(ridge, [0.0, 1e6], x, 2 * x[:, 0], squared, np.random.default_rng(0)).value
    0.0
    """
    X, values = as_points(X), _some(values, "values")
    n = len(X)
    if n < 2:
        raise fail("X", "have at least two points", n, "One to learn from, one to judge by")
    held = round(as_probability(share, "share") * n)
    order = as_generator(rng).permutation(n)[: min(max(held, 1), n - 1)]
    return _select(family, values, X, _per_point(y, n, "y"), loss, [np.sort(order)])


def select_cross_validation(
    family: Family,
    values: Sequence[Any],
    X: ArrayLike,
    y: ArrayLike,
    loss: Loss,
    folds: Sequence[Rows],
) -> Selection:
    """Choose a value by its cross-validation score, then refit on all (DME-4.46..4.49).

    The score of the winner is too good as an estimate: keep other points to judge it.

    Parameters
    ----------
    family : function of (X, y, value) that returns a function of Z.
    values : the candidates.
    X : (n, d) points.
    y : (n,) targets or labels.
    loss : function of (prediction, y) that returns one number per point.
    folds : row numbers of each fold, from :func:`kfold`.

    Returns
    -------
    The best value, its rule fitted on all points, and its mean score over the folds.

    >>> ridge = lambda X, y, lam: lambda Z: Z[:, 0] * (X[:, 0] @ y) / (X[:, 0] @ X[:, 0] + lam)
    >>> x = np.arange(1.0, 9.0)[:, None]
    >>> squared = lambda guess, y: (guess - y) ** 2
    >>> select_cross_validation(ridge, [1e6, 0.0], x, 2 * x[:, 0], squared, kfold(8, 4)).value
    0.0
    """
    X, values = as_points(X), _some(values, "values")
    y, folds = _per_point(y, len(X), "y"), _as_folds(folds, len(X))
    return _select(family, values, X, y, loss, folds)


def _select(
    family: Family, values: list[Any], X: Array, y: Targets, loss: Loss, folds: list[Rows]
) -> Selection:
    """The value of least mean loss over folds that have been checked, refitted on all points."""
    scores = [_fold_losses(_with(family, v), X, y, loss, folds).mean() for v in values]
    best = int(np.argmin(scores))
    return Selection(values[best], family(X, y, values[best]), float(scores[best]))


def _some(things: Sequence[Thing], name: str, remedy: str = "Name the candidates") -> list[Thing]:
    """A list that is not empty."""
    if not hasattr(things, "__iter__") or not (things := list(things)):
        raise fail(name, "be a list that is not empty", repr(things), remedy)
    return things


def _with(family: Family, value: Any) -> Fit:
    return lambda X, y: family(X, y, value)


def one_standard_error(scores: ArrayLike) -> int:
    """The first (simplest) model within one standard error of the best (DME-u44).

    See Breiman and others 1984.

    Parameters
    ----------
    scores : (L, K) losses, a row of K >= 2 folds for each model, simplest first.

    Returns
    -------
    The row number of the model.

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


def prediction_loss(theta: ArrayLike) -> float:
    r"""Exact expected squared loss of a polynomial in the cubic world (DME-4.9..4.10, DME-4.21).

    .. math:: \mathbb E (h(x) - y)^2 = 1 + \sum_{i,j} e_i e_j\, \mathbb E x^{i+j}, \ e = \theta - g

    with x standard Gaussian and noise of variance 1, so :math:`\mathbb E x^{2p} = (2p-1)!!`.

    Parameters
    ----------
    theta : (p,) coefficients, constant first, at most 80: moments of higher powers overflow.

    Returns
    -------
    The loss, 1 for the truth itself: what the noise costs.

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
