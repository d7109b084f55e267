r"""Maps from distances: classical, metric and nonmetric scaling.

``D`` (n, n) holds distances, ``D2`` their squares; both are symmetric with a zero diagonal.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import isotonic_regression
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, squareform

from .._spectral import top_eigenpairs
from .._validate import (
    Array,
    as_count,
    as_generator,
    as_points,
    as_symmetric,
    fail,
    largest_entry,
    round_off,
)
from ..means import centre

SMALLEST = 1e-37  # squares of squared distances above it, and below its inverse, are safe


class Scaling(NamedTuple):
    """A map Z (n, k), its stress, and the stress after every step (DME-3.31).

    >>> metric_mds([[0.0, 3.0], [3.0, 0.0]], k=1).stress
    0.0
    """

    Z: Array
    stress: float
    history: Array


def as_distances(D: ArrayLike, name: str = "D") -> Array:
    """Refuse what cannot be a table of distances."""
    D = as_symmetric(D, name)
    if not 0 <= (largest := largest_entry(D)) <= 1 / SMALLEST or 0 < largest < SMALLEST:
        remedy = "Use another unit of length: squares of such distances leave the number range"
        raise fail(name, f"lie between {SMALLEST:g} and {1 / SMALLEST:g}", f"{largest:.3g}", remedy)
    noise = 8 * round_off(len(D), largest)
    if np.abs(D.diagonal()).max() > noise:
        remedy = "The distance of a point to itself is zero; is this a similarity table?"
        raise fail(name, "have a zero diagonal", f"{np.abs(D.diagonal()).max():.3g}", remedy)
    if D.min() < -noise:
        raise fail(name, "hold no negative distance", f"{D.min():.3g}", "Check the table")
    return np.maximum(D, 0.0)


def as_weights(weights: ArrayLike, n: int) -> Array:
    """One weight per pair of points, none negative; the diagonal does not count."""
    w = as_symmetric(weights, "weights")
    if len(w) != n:
        raise fail("weights", f"have {n} rows, like D", len(w), "Give one weight per distance")
    if w.min() < 0:
        raise fail("weights", "not be negative", f"{w.min():.3g}", "Use 0 to ignore a distance")
    return w - np.diag(w.diagonal())


def gram_from_distances(D2: ArrayLike) -> Array:
    r"""Centred inner products behind squared distances (DME-3.22, DME-3.34).

    .. math:: G = -\tfrac12\, C \Delta C

    It is positive semi-definite exactly if the distances are Euclidean (Schoenberg).

    >>> x = np.array([[-1.0], [1.0]])
    >>> gram_from_distances((x - x.T) ** 2)
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    return centre(-0.5 * as_distances(D2, "D2"))


def classical_mds(D2: ArrayLike, k: int) -> Array:
    r"""The map (n, k) whose inner products come closest to G (DME-3.35, DME-3.36).

    .. math:: Z = V_k \Lambda_k^{1/2}, \qquad G = V \Lambda V'

    Negative eigenvalues, which Euclidean distances never give, are left out.

    >>> x = np.array([[0.0], [1.0], [5.0]])
    >>> classical_mds((x - x.T) ** 2, k=1).round(9)  # x - 2
    array([[-2.],
           [-1.],
           [ 3.]])
    """
    G = gram_from_distances(D2)
    k = as_count(k, "k", high=len(G))
    values, V = top_eigenpairs(G, k)
    positive = int((values > 8 * round_off(len(G), np.abs(G).max())).sum())
    if k > positive:
        remedy = "Ask for fewer dimensions; no more fit these distances"
        raise fail(
            "k", "be at most the number of positive eigenvalues", f"{k} > {positive}", remedy
        )
    return V * np.sqrt(values)


def stress(Z: ArrayLike, D: ArrayLike, weights: ArrayLike | None = None) -> float:
    r"""Share of the squared distances that the map misses (DME-3.31, normalised).

    .. math:: \frac{\sum_{i<j} w_{ij} (\|z_i - z_j\| - \delta_{ij})^2}{
              \sum_{i<j} w_{ij} \delta_{ij}^2}

    >>> stress([[0.0], [2.0]], [[0.0, 4.0], [4.0, 0.0]])  # (2 - 4)^2 / 4^2
    0.25
    """
    Z, D = as_points(Z, "Z"), as_distances(D)
    w = 1.0 if weights is None else as_weights(weights, len(D))
    if len(Z) != len(D):
        raise fail("Z", f"have {len(D)} rows, like D", len(Z), "Give one row per point")
    return _misfit(cdist(Z, Z), D, w) / _total(D, w)


def _total(D: Array, w: Array | float) -> float:
    """Weighted sum of the squared distances: the misfit of a map that is a single point."""
    total = _misfit(np.zeros_like(D), D, w)
    if total == 0:
        name = "weights" if D.any() else "D"
        raise fail(name, "leave some positive distance", "none", "Without one nothing is missed")
    return total


def _misfit(d: Array, D: Array, w: Array | float) -> float:
    """Weighted sum of squared differences between the distances d of a map and D."""
    gap = d - D
    gap *= gap
    return float((w * gap).sum() if np.ndim(w) else gap.sum())


def metric_mds(
    D: ArrayLike,
    k: int,
    weights: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    steps: int = 300,
) -> Scaling:
    r"""The map of least stress, by majorisation: SMACOF (DME-3.31).

    .. math:: Z \leftarrow V^+ B(Z) Z, \qquad b_{ij} = -w_{ij}\, \delta_{ij} / \|z_i - z_j\|

    with row sums zero in B and in V (:math:`v_{ij} = -w_{ij}`). No step raises the stress. Starts
    from classical scaling, or from random points if an ``rng`` is given.

    >>> corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    >>> metric_mds(cdist(corners, corners), k=2).stress < 1e-12
    True
    """
    D = as_distances(D)
    n, k = len(D), as_count(k, "k", high=max(len(D) - 1, 1))
    w = 1.0 if weights is None else as_weights(weights, n)
    Z = _start(D, k, rng)
    solve = _laplacian_solver(w) if isinstance(w, np.ndarray) else _averaging(n)
    wD, d, total = w * D, cdist(Z, Z), _total(D, w)
    history = [_misfit(d, D, w) / total]
    for _ in range(as_count(steps, "steps")):
        Z = solve(_pull(Z, d, wD))
        d = cdist(Z, Z)
        history.append(_misfit(d, D, w) / total)
        if history[-2] - history[-1] <= 1e-9 * history[-1] + n * np.finfo(float).eps:
            break
    return Scaling(Z, history[-1], np.array(history))


def _start(D: Array, k: int, rng: np.random.Generator | None) -> Array:
    """Random points, or classical scaling padded with zeros to k columns and nudged."""
    if not D.any():
        raise fail("D", "hold some positive distance", "all zero", "All points coincide")
    if rng is not None:
        return as_generator(rng).standard_normal((len(D), k)) * D.max() / 2
    values, V = top_eigenpairs(gram_from_distances(D**2), k)
    return V * np.sqrt(np.maximum(values, 1e-3 * values[0]))


def _pull(Z: Array, d: Array, wD: Array) -> Array:
    """B(Z) Z, given the distances d of Z: every point is drawn to where they would be right."""
    ratio = np.divide(wD, d, out=np.zeros_like(d), where=d > 0)
    return ratio.sum(axis=1)[:, None] * Z - ratio @ Z


def _averaging(n: int) -> Callable[[Array], Array]:
    """V^+ for equal weights is division by n."""
    return lambda Y: Y / n


def _laplacian_solver(w: Array) -> Callable[[Array], Array]:
    """Solve with V = diag(row sums) - w, made invertible by the constant vector."""
    pieces = connected_components(w > 0, directed=False)[0]
    if pieces > 1:
        remedy = "Link the pieces by positive weights, or map each alone"
        raise fail("weights", "link all points", f"{pieces} separate pieces", remedy)
    factor = cho_factor(np.diag(w.sum(axis=1)) - w + w.mean())
    return lambda Y: cho_solve(factor, Y)


def sammon(
    D: ArrayLike, k: int, rng: np.random.Generator | None = None, steps: int = 300
) -> Scaling:
    """Metric scaling with weights 1/distance: small distances count more (DME-u29).

    >>> sammon([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]], k=1).stress < 1e-12
    True
    """
    D = as_distances(D)
    apart = D + np.eye(len(D))
    if apart.min() <= 0:
        i, j = np.argwhere(apart <= 0)[0]
        remedy = "Sammon's weights are 1/distance; merge points that coincide"
        raise fail("D", "be positive off the diagonal", f"0 at ({i}, {j})", remedy)
    return metric_mds(D, k, 1 / apart - np.eye(len(D)), rng, steps)


def nonmetric_mds(
    D: ArrayLike, k: int, rng: np.random.Generator | None = None, steps: int = 300
) -> Scaling:
    r"""A map whose distances follow the *order* of the dissimilarities (DME-3.33, normalised).

    .. math:: \min_{Z,\ f \text{ monotone}} \sum_{i<j} (\|z_i - z_j\| - f(\delta_{ij}))^2 \Big/
              \sum_{i<j} \|z_i - z_j\|^2

    Without the denominator everything could shrink to a point. Each step fits f by isotonic
    regression, then moves the points by one SMACOF step.

    >>> D = np.abs(np.subtract.outer([0.0, 1.0, 3.0, 7.0], [0.0, 1.0, 3.0, 7.0]))
    >>> nonmetric_mds(D**3, k=1).stress < 1e-6  # the order survives cubing
    True
    """
    D = as_distances(D)
    n, k = len(D), as_count(k, "k", high=max(len(D) - 1, 1))
    Z, delta = _start(D, k, rng), squareform(D, checks=False)
    fitted, error = _monotone_fit(Z, delta)
    history = [error]
    for _ in range(as_count(steps, "steps")):
        fitted *= np.sqrt((delta**2).sum() / (fitted**2).sum())  # else the map shrinks for ever
        Z = _pull(Z, cdist(Z, Z), squareform(fitted)) / n
        fitted, error = _monotone_fit(Z, delta)
        history.append(error)
        if history[-2] - history[-1] <= 1e-9 * history[-1] + n * np.finfo(float).eps:
            break
    return Scaling(Z, history[-1], np.array(history))


def _monotone_fit(Z: Array, delta: Array) -> tuple[Array, float]:
    """The distances in the map made monotone in delta, and the share of them that is lost."""
    d = squareform(cdist(Z, Z), checks=False)
    order = np.lexsort((d, delta))  # tied dissimilarities may go in any order
    fitted = np.empty_like(d)
    fitted[order] = isotonic_regression(d[order]).x
    return fitted, float(((d - fitted) ** 2).sum() / (d**2).sum())
