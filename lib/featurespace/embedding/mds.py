r"""Maps from distances: classical, metric and nonmetric scaling.

``D`` (n, n) holds distances, never their squares: symmetric, with a zero diagonal. What needs
squares squares them inside. A table of squares passed by mistake cannot always be told apart. It is
refused where the largest entry fails the triangle inequality *and* the roots of at most ``SAMPLE``
points fit exactly in half as many dimensions as there are points. Not noticed, for instance:
squares of points in many dimensions, and squares that were rounded. :func:`nonmetric_mds` looks at
the order alone and takes squares as they are.

Ids like DME-3.31 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import isotonic_regression
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist, squareform

from .._spectral import top_eigenpairs
from .._validate import (
    EPS,
    Array,
    as_array,
    as_at_most,
    as_count,
    as_generator,
    as_number,
    as_points,
    as_symmetric,
    fail,
    largest_entry,
    round_off,
)

SMALLEST = 1e-37  # fourth powers of distances above it, and below its inverse, are safe
SAMPLE = 40  # points whose table is tried for squares: enough to see their dimension, and quick
EXACT = 1e-9  # what falls short by a smaller share than this, squares are taken to meet
TOLERANCE = 1e-9  # a step that lowers the stress by a smaller share than this is the last
SPREAD = 1e-3  # least variance of a coordinate at the start, as a share of the largest: where
#                classical scaling leaves a dimension empty, points need some room to move into
NEAR = 1e-3  # pairs nearer than this share of the map's size are pulled one by one: in a matrix
#              product their weight 1/distance would blow up the round-off of everybody's place


class Scaling(NamedTuple):
    """A map Z (n, k), its stress, the stress after every step, whether they settled (DME-3.31).

    ``converged`` is False where ``max_iter`` came first; no warning is given.

    Attributes
    ----------
    Z : (n, k) map.
    stress : of that map.
    history : stress at the start and after every step.
    converged : whether the steps settled before ``max_iter``.

    >>> metric_mds([[0.0, 3.0], [3.0, 0.0]], k=1).stress
    0.0
    """

    Z: Array
    stress: float
    history: Array
    converged: bool


class _ClassicalScaling(NamedTuple):
    """A map Z (n, k), the eigenvalues behind it, and the mean squared distance of each point."""

    Z: Array
    eigenvalues: Array
    mean_squared: Array


def as_distances(D: ArrayLike, squares: bool = False) -> Array:
    """Refuse what cannot be a table of distances; ``squares``: whether their squares would do.

    Parameters
    ----------
    D : (n, n) symmetric table, its diagonal zero and no entry negative, to 8 n eps times the
        largest.
    squares : whether squares of distances are taken too.

    Returns
    -------
    (n, n) table without the round-off below zero.
    """
    D = as_symmetric(D, "D", "D holds the distances between all pairs: for points, cdist(X, X)")
    largest = _require_moderate(D, "D")
    noise = 8 * round_off(len(D), largest)  # 8: see round_off
    if (diagonal := np.abs(D.diagonal()).max()) > noise:
        remedy = "For similarities, a kernel matrix K, pass np.sqrt(means.squared_distances(K))"
        raise fail("D", "have a zero diagonal", f"{diagonal:.3g}", remedy)
    if (lowest := D.min()) < -noise:
        raise fail("D", "hold no negative distance", f"{lowest:.3g}", "Check the table")
    D = np.maximum(D, 0.0) if lowest < 0 else D
    if not squares and _look_squared(D):
        found = "a table that breaks the triangle inequality until roots are taken"
        raise fail("D", "hold distances, not their squares", found, "Pass np.sqrt(D)")
    return D


def _require_moderate(D: Array, name: str) -> float:
    """Refuse distances whose squares leave the number range; returns the largest."""
    largest = largest_entry(D)
    if not largest <= 1 / SMALLEST or 0 < largest < SMALLEST:
        remedy = "Use another unit of length: squares of such distances leave the number range"
        rule = "lie" if name.startswith("D") else "have distances"
        span = f"{rule} between {SMALLEST:g} and {1 / SMALLEST:g}"
        raise fail(name, span, f"{largest:.3g}", remedy)
    return largest


def _look_squared(D: Array) -> bool:
    """Whether D fails as distances, and is exactly the squares of points in few dimensions."""
    i, j = np.unravel_index(D.argmax(), D.shape)
    if D[i, j] <= (1 + EXACT) * (D[i] + D[j]).min():  # no way round is shorter
        return False
    some = np.linspace(0, len(D) - 1, min(len(D), SAMPLE)).astype(int)
    table = D[np.ix_(some, some)] / D.max()
    different = len(np.unique((table / EXACT).round(), axis=0))  # points that coincide say little
    values = np.linalg.eigvalsh(_gram(table, table.mean(axis=0)))
    noise = EXACT * values[-1]
    # of four points or fewer, half the dimensions are too few to say anything
    return different > 4 and values[0] > -noise and (values > noise).sum() <= different // 2


def as_weights(weights: ArrayLike, n: int) -> Array:
    """One weight per pair of points, none negative; the diagonal does not count.

    Parameters
    ----------
    weights : (n, n) symmetric table.
    n : number of points.

    Returns
    -------
    (n, n) weights with a zero diagonal.
    """
    w = as_symmetric(weights, "weights")
    if len(w) != n:
        raise fail("weights", f"have {n} rows, like D", len(w), "Give one weight per distance")
    if w.min() < 0:
        raise fail("weights", "not be negative", f"{w.min():.3g}", "Use 0 to ignore a distance")
    return w - np.diag(w.diagonal())


def _as_dimensions(k: int, n: int) -> int:
    """A number of dimensions that n points can fill."""
    why = f"{n} points lie in at most {n - 1} dimensions"
    return as_at_most(k, "k", max(n - 1, 1), why)


def gram_from_distances(D: ArrayLike) -> Array:
    r"""Centred inner products behind distances (DME-3.22, DME-3.34).

    .. math:: G = -\tfrac12\, C \Delta C, \qquad \Delta_{ij} = \delta_{ij}^2

    It is positive semi-definite exactly if the distances are Euclidean (Schoenberg 1935).

    Parameters
    ----------
    D : (n, n) distances, not squared.

    Returns
    -------
    (n, n) inner products, measured from the mean of the points.

    >>> x = np.array([[-1.0], [1.0]])
    >>> gram_from_distances(np.abs(x - x.T))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    D2 = as_distances(D) ** 2
    return _gram(D2, D2.mean(axis=0))


def _gram(D2: Array, mean: Array) -> Array:
    """-C D2 C / 2 without the two products: half of m_i + m_j - (their mean) - D2_ij."""
    G = np.add.outer(mean, mean)
    G -= D2
    G -= mean.mean()
    G *= 0.5
    return G


def classical_mds(D: ArrayLike, k: int) -> Array:
    r"""The map whose inner products come closest to G (DME-3.35, DME-3.36).

    .. math:: Z = V_k \Lambda_k^{1/2}, \qquad G = V \Lambda V'

    Negative eigenvalues, which Euclidean distances never give, are left out.

    See Torgerson 1952, Gower 1966.

    Parameters
    ----------
    D : (n, n) distances, not squared.
    k : dimensions of the map, at most the number of positive eigenvalues of G (those above
        round-off, 8 n eps times the largest entry of G).

    Returns
    -------
    The map (n, k), columns by falling variance, mean zero; :func:`place_new` adds points.

    >>> x = np.array([[0.0], [1.0], [5.0]])
    >>> classical_mds(np.abs(x - x.T), k=1).round(9)  # x - 2
    array([[-2.],
           [-1.],
           [ 3.]])
    """
    D = as_distances(D)
    return _scale_classically(D, _as_dimensions(k, len(D))).Z


def _scale_classically(D: Array, k: int) -> _ClassicalScaling:
    """Classical scaling of distances that have been checked, with what new points need."""
    D2 = D**2
    mean_squared = D2.mean(axis=0)
    G = _gram(D2, mean_squared)
    values, V = top_eigenpairs(G, k)
    positive = int((values > 8 * round_off(len(G), largest_entry(G))).sum())  # 8: see round_off
    if k > positive:
        rule, found = "be at most the number of positive eigenvalues", f"{k} > {positive}"
        fewer = f"Ask for {positive} dimensions or fewer; no more fit these distances"
        raise fail("k", rule, found, fewer if positive else "All points coincide: nothing to map")
    return _ClassicalScaling(V * np.sqrt(values), values, mean_squared)


def place_new(D_new: ArrayLike, D: ArrayLike, Z: ArrayLike) -> Array:
    r"""Places of new points in a map by classical scaling, from their distances (Gower 1968).

    .. math:: z = \tfrac12 \Lambda^{-1} Z' (b - \delta^2), \qquad
              b_i = \frac1n \sum_j \delta_{ij}^2, \quad \Lambda = Z'Z

    with the squared distances :math:`\delta^2` of the new point to all training points. A training
    point given again lands on itself, and points with Euclidean distances on their PCA scores.
    Whether ``D_new`` goes with ``D`` (the same unit, the same order of points) is not checked.

    Parameters
    ----------
    D_new : (m, n) distances of m new points to the n training points, not squared.
    D : (n, n) distances between the training points.
    Z : their map (n, k), ``classical_mds(D, k)``; another, to a share of sqrt(eps), about
        1e-8, is refused.

    Returns
    -------
    The new points' places (m, k).

    >>> x, z = np.array([[0.0], [1.0], [5.0]]), np.array([[4.0]])
    >>> D, D_new = np.abs(x - x.T), np.abs(z - x.T)
    >>> place_new(D_new, D, classical_mds(D, k=1)).round(9)  # 4 - 2
    array([[2.]])
    """
    D, Z = as_distances(D), as_points(Z, "Z")
    _require_same_points(Z, D)
    D_new, D2, values = _as_new_distances(D_new, len(D)), D**2, (Z**2).sum(axis=0)
    mean = D2.mean(axis=0)
    missed = np.abs(_gram(D2, mean) @ Z - Z * values).max()
    if not values.all() or missed > np.sqrt(EPS) * np.abs(Z).max() * D2.max():
        remedy = "Other maps have no formula for new points"
        raise fail("Z", "be classical_mds(D, k)", "another map", remedy)
    return _place(D_new, _ClassicalScaling(Z, values, mean))


def _place(D_new: Array, fitted: _ClassicalScaling) -> Array:
    """Gower's formula, for distances that have been checked."""
    return 0.5 * (fitted.mean_squared - D_new**2) @ fitted.Z / fitted.eigenvalues


def _as_new_distances(D_new: ArrayLike, n: int) -> Array:
    """Distances of m new points (rows) to the n training points (columns)."""
    D_new = as_array(D_new, "D_new", 2)
    if D_new.shape[1] != n:
        remedy = "Rows are new points, columns training points: cdist(Z, X)"
        rule = f"have {n} columns, one per training point"
        raise fail("D_new", rule, f"shape {D_new.shape}", remedy)
    _require_moderate(D_new, "D_new")
    if (lowest := D_new.min()) < 0:
        raise fail("D_new", "hold no negative distance", f"{lowest:.3g}", "Check the table")
    return D_new


def _require_same_points(Z: Array, D: Array) -> None:
    """Refuse a map of more or fewer points than the table has."""
    if len(Z) != len(D):
        raise fail("Z", f"have {len(D)} rows, like D", len(Z), "Give one row per point")


def stress(Z: ArrayLike, D: ArrayLike, weights: ArrayLike | None = None) -> float:
    r"""Share of the squared distances that the map misses (DME-3.31, normalised).

    .. math:: \frac{\sum_{i<j} w_{ij} (\|z_i - z_j\| - \delta_{ij})^2}{
              \sum_{i<j} w_{ij} \delta_{ij}^2}

    Parameters
    ----------
    Z : (n, k) a map.
    D : (n, n) distances, not squared.
    weights : (n, n), symmetric, none negative: how much each pair counts; None: all alike.

    Returns
    -------
    0 where all distances are met, 1 where the map is a single point.

    >>> stress([[0.0], [2.0]], [[0.0, 4.0], [4.0, 0.0]])  # (2 - 4)^2 / 4^2
    0.25
    """
    Z, D = as_points(Z, "Z"), as_distances(D)
    w = 1.0 if weights is None else as_weights(weights, len(D))
    _require_same_points(Z, D)
    return _misfit(cdist(Z, Z), D, w) / _total(D, w)


def _total(D: Array, w: Array | float) -> float:
    """Weighted sum of the squared distances: the misfit of a map that is a single point."""
    total = _misfit(np.zeros_like(D), D, w)
    if total == 0:
        name = "weights" if D.any() else "D"
        raise fail(name, "leave some positive distance", "none", "Without one nothing is missed")
    return total


def _misfit(d: Array, D: Array, w: Array | float, gap: Array | None = None) -> float:
    """Weighted sum of squared differences between the distances d of a map and D."""
    gap = np.subtract(d, D, out=gap)
    gap *= gap
    return float((w * gap).sum() if np.ndim(w) else gap.sum())


def metric_mds(
    D: ArrayLike,
    k: int,
    weights: ArrayLike | None = None,
    rng: np.random.Generator | None = None,
    *,
    n_init: int = 1,
    max_iter: int = 300,
    tol: float = TOLERANCE,
) -> Scaling:
    r"""The map of least stress, by majorisation: SMACOF (DME-3.31).

    .. math:: Z \leftarrow V^+ B(Z) Z, \qquad b_{ij} = -w_{ij}\, \delta_{ij} / \|z_i - z_j\|

    with row sums zero in B and in V (:math:`v_{ij} = -w_{ij}`), and :math:`b_{ij} = 0` for points
    that coincide in the map. No step raises the stress. A minimum it finds need not be the least:
    restarts help. Where points new to the map would go has no formula, as all points settle
    together; :func:`classical_mds` has one.

    See de Leeuw 1977.

    Parameters
    ----------
    D : (n, n) distances, not squared; they need not be Euclidean.
    k : dimensions of the map, at most n - 1.
    weights : (n, n), symmetric, none negative: how much each pair counts; None: all alike.
    rng : draws random points to start from; None: start from classical scaling.
    n_init : number of random starts, of which the best map is kept. The first draws from ``rng``
        itself, each further one from a generator of its own spawned from it: more starts never give
        a worse map.
    max_iter : most steps from one start.
    tol : a step that lowers the stress by at most this share of it (or by round-off, n eps) is the
        last.

    Returns
    -------
    The map (n, k), its stress, the stress after every step, never rising, and ``converged``.

    >>> corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    >>> metric_mds(cdist(corners, corners), k=2).stress < 1e-12
    True
    """
    D = as_distances(D)
    w = None if weights is None else as_weights(weights, len(D))
    return _least_stress(D, w, _search(D, k, rng, n_init, max_iter, tol))


class _Search(NamedTuple):
    """How a map is sought, all checked: a generator a start (None: classical scaling)."""

    k: int
    generators: list[np.random.Generator | None]
    max_iter: int
    tol: float


def _search(D: Array, k: Any, rng: Any, n_init: Any, max_iter: Any, tol: Any) -> _Search:
    """Check what the iterative methods have in common."""
    k, n_init = _as_dimensions(k, len(D)), as_count(n_init, "n_init")
    max_iter = as_count(max_iter, "max_iter")
    tol = as_number(tol, "tol", "be a number >= 0", lambda v: v >= 0)
    if not D.any():
        raise fail("D", "hold some positive distance", "all zero", "All points coincide")
    if rng is None and n_init > 1:
        remedy = "Pass rng=np.random.default_rng(0), or random_state=0 to an estimator"
        raise fail("rng", "be given where n_init > 1", "None, the start that never varies", remedy)
    generators = [None] if rng is None else [as_generator(rng), *rng.spawn(n_init - 1)]
    return _Search(k, generators, max_iter, tol)


Measure = Callable[[Array], tuple[float, Any]]  # stress, and what the next step can use
Step = Callable[[Array, Any], Array]


def _least_stress(D: Array, weights: Array | None, search: _Search) -> Scaling:
    """SMACOF from every start, and the best of its maps."""
    solve = _averaging(len(D)) if weights is None else _laplacian_solver(weights)
    w = 1.0 if weights is None else weights
    wD, total = w * D, _total(D, w)
    d, gap = np.empty(D.shape), np.empty(D.shape)  # room that is asked for once, not at each step

    def measure(Z: Array) -> tuple[float, Array]:
        cdist(Z, Z, out=d)
        return _misfit(d, D, w, gap) / total, d

    return _best(D, search, measure, lambda Z, d: solve(_pull(Z, d, wD)))


def _best(D: Array, search: _Search, measure: Measure, step: Step) -> Scaling:
    """The map of least stress among those of all starts; of equals, the first."""
    starts = [_start(D, search.k, rng) for rng in search.generators]
    runs = [_descend(Z, measure, step, search.max_iter, search.tol) for Z in starts]
    return min(runs, key=lambda run: run.stress)


def _descend(Z: Array, measure: Measure, step: Step, max_iter: int, tol: float) -> Scaling:
    """Repeat Z <- step(Z) until it no longer pays; a step that raises the stress is not taken.

    ``measure(Z)`` gives the stress and whatever ``step(Z, ...)`` can use of how it was found.
    """
    value, found = measure(Z)
    history, converged = [value], False
    while not converged and len(history) <= max_iter:
        moved = step(Z, found)
        value, found = measure(moved)
        converged = bool(history[-1] - value <= tol * value + len(Z) * EPS)
        if value <= history[-1]:
            Z = moved
            history.append(value)
    return Scaling(Z, history[-1], np.array(history), converged)


def _start(D: Array, k: int, rng: np.random.Generator | None) -> Array:
    """Random points, or classical scaling with every column given some spread."""
    if rng is not None:
        return rng.standard_normal((len(D), k)) * D.max() / 2
    D2 = D**2
    G = _gram(D2, D2.mean(axis=0))
    G -= np.linalg.norm(G) / len(G)  # the constant vector, no direction at all, then comes last
    values, V = top_eigenpairs(G, k)
    return V * np.sqrt(np.maximum(values, SPREAD * values[0]))


def _pull(Z: Array, d: Array, wD: Array) -> Array:
    """B(Z) Z, given the distances d of Z: every point is drawn to where they would be right."""
    far = d > NEAR * d.max()
    ratio = np.divide(wD, d, out=np.zeros_like(d), where=far)
    pull = ratio.sum(axis=1)[:, None] * Z - ratio @ Z
    return pull if np.count_nonzero(far) == d.size - len(d) else pull + _pull_near(Z, d, wD, far)


def _pull_near(Z: Array, d: Array, wD: Array, far: NDArray[np.bool_]) -> Array:
    """The share of near pairs in B(Z) Z: differences first, so that nothing cancels.

    Pairs within round-off coincide: else noise would decide which way they part.
    """
    # 8: see round_off
    i, j = np.nonzero((d > 8 * round_off(len(d), d.max())) & ~far)
    away = (wD[i, j] / d[i, j])[:, None] * (Z[i] - Z[j])
    return np.column_stack([np.bincount(i, column, len(Z)) for column in away.T])


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
    D: ArrayLike,
    k: int,
    rng: np.random.Generator | None = None,
    *,
    n_init: int = 1,
    max_iter: int = 300,
    tol: float = TOLERANCE,
) -> Scaling:
    r"""Metric scaling with weights 1/distance: small distances count more (Sammon 1969, DME-u29).

    .. math:: \min_Z \sum_{i<j} \frac{(\|z_i - z_j\| - \delta_{ij})^2}{\delta_{ij}} \Big/
              \sum_{i<j} \delta_{ij}

    Parameters
    ----------
    D : (n, n) distances, not squared, positive off the diagonal.
    k, rng, n_init, max_iter, tol : as in :func:`metric_mds`.

    Returns
    -------
    As from :func:`metric_mds`; the stress is the ratio above.

    >>> sammon([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]], k=1).stress < 1e-12
    True
    """
    D = as_distances(D)
    search = _search(D, k, rng, n_init, max_iter, tol)
    apart = D + np.eye(len(D))
    if apart.min() <= 0:
        i, j = np.argwhere(apart <= 0)[0]
        remedy = "Sammon's weights are 1/distance; merge points that coincide"
        raise fail("D", "be positive off the diagonal", f"0 at ({i}, {j})", remedy)
    return _least_stress(D, 1 / apart - np.eye(len(D)), search)


def nonmetric_mds(
    D: ArrayLike,
    k: int,
    rng: np.random.Generator | None = None,
    *,
    n_init: int = 1,
    max_iter: int = 300,
    tol: float = TOLERANCE,
) -> Scaling:
    r"""A map whose distances follow the *order* of the dissimilarities (Kruskal 1964, DME-3.33).

    .. math:: \min_{Z,\ f \text{ monotone}} \sum_{i<j} (\|z_i - z_j\| - f(\delta_{ij}))^2 \Big/
              \sum_{i<j} \|z_i - z_j\|^2

    Without the denominator everything could shrink to a point. Each step fits f by isotonic
    regression, then moves the points by one SMACOF step.

    Parameters
    ----------
    D : (n, n) dissimilarities; only their order counts, so squares will do.
    k, rng, n_init, max_iter, tol : as in :func:`metric_mds`.

    Returns
    -------
    As from :func:`metric_mds`; the stress is the ratio above.

    >>> D = np.abs(np.subtract.outer([0.0, 1.0, 3.0, 7.0], [0.0, 1.0, 3.0, 7.0]))
    >>> nonmetric_mds(D**3, k=1).stress < 1e-6  # the order survives cubing
    True
    """
    D = as_distances(D, squares=True)
    search, delta = _search(D, k, rng, n_init, max_iter, tol), squareform(D, checks=False)
    size = (delta**2).sum()

    def measure(Z: Array) -> tuple[float, Array]:
        fitted, error = _monotone_fit(Z, delta)
        return error, fitted

    def step(Z: Array, fitted: Array) -> Array:
        fitted = fitted * np.sqrt(size / (fitted**2).sum())  # else the map shrinks for ever
        return _pull(Z, cdist(Z, Z), squareform(fitted)) / len(Z)

    return _best(D, search, measure, step)


def _monotone_fit(Z: Array, delta: Array) -> tuple[Array, float]:
    """The distances in the map made monotone in delta, and the share of them that is lost."""
    d = squareform(cdist(Z, Z), checks=False)
    order = np.lexsort((d, delta))  # tied dissimilarities may go in any order
    fitted = np.empty_like(d)
    fitted[order] = isotonic_regression(d[order]).x
    return fitted, float(((d - fitted) ** 2).sum() / (d**2).sum())
