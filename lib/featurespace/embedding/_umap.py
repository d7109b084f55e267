r"""UMAP in numpy: a fuzzy neighbour graph, and a map whose own graph resembles it.

In the data a pair is linked with probability :math:`w_{ij}`, in the map with probability
:math:`v_{ij} = 1 / (1 + a\, \|z_i - z_j\|^{2b})`. The map minimises the fuzzy cross entropy

.. math:: -\sum_{i<j} w_{ij} \ln v_{ij} + (1 - w_{ij}) \ln (1 - v_{ij})

(DME-3.39, DME-3.40; the text's second neighbour graph would make it infinite). As in umap-learn,
the pairs to push apart are drawn at random, so that the second term in effect counts
``NEGATIVES * degree / n`` for each pair in place of :math:`1 - w_{ij}`.

Ids like DME-3.40 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import curve_fit
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import eigsh

from .._spectral import fix_signs
from .._validate import Array, as_at_most, as_count, as_generator, as_points, as_positive, fail
from ..neighbours import _as_neighbours, nearest

NEGATIVES = 5  # random pairs pushed apart for each point and epoch
BISECTIONS = 60  # halvings of ln(sigma): from 12 powers of ten down to round-off
NARROWEST = 1e-12  # least sigma, as a share of the largest tried: all others then weigh nothing
WIDTH, SHAKE = 10.0, 1e-4  # half-width of the start, and the noise that parts points on it
ROUGHLY = 1e-4  # accuracy of the start's eigenvectors: the epochs that follow forget it
LONGEST = 4.0  # cap of a coordinate's move, for each pair and for each epoch, as in umap-learn
STIFFEST = 1e3  # cap of the pull per distance: near zero it would grow without end where b < 1
CLOSEST = 1e-12  # squared distance below which pairs pull as if they were that far apart
SOFT = 1e-3  # added to squared distances where pairs push, so that touching pairs do not explode


def neighbour_weights(distances: Array) -> Array:
    r"""Link probabilities to the m nearest neighbours, sorted by distance (DME-3.37).

    .. math:: w_j = \exp\Bigl(-\frac{\max(0, d_j - \rho)}{\sigma}\Bigr), \qquad
              \sum_j w_j = \log_2 m

    rho is the smallest positive distance; sigma solves the second equation by bisection.

    Parameters
    ----------
    distances : (n, m), sorted in each row, m >= 2; see :func:`featurespace.neighbours.nearest`.

    Returns
    -------
    (n, m) probabilities.

    >>> neighbour_weights(np.array([[1.0, 2.0, 3.0, 4.0]])).round(2)
    array([[1.  , 0.54, 0.3 , 0.16]])
    """
    m = distances.shape[1]
    positive = np.where(distances > 0, distances, np.inf).min(axis=1, keepdims=True)
    beyond = np.maximum(0.0, distances - np.where(np.isfinite(positive), positive, 0.0))
    widest = beyond.max(axis=1, keepdims=True)
    high = m * np.where(widest > 0, widest, 1.0)
    low = NARROWEST * high
    for _ in range(BISECTIONS):
        sigma = np.sqrt(low * high)
        too_wide = np.exp(-beyond / sigma).sum(axis=1, keepdims=True) > np.log2(m)
        low, high = np.where(too_wide, low, sigma), np.where(too_wide, sigma, high)
    return np.exp(-beyond / sigma)


def fuzzy_graph(X: Array, m: int) -> csr_array:
    """Symmetric link probabilities: either direction suffices, a + b - ab (DME-3.38).

    Parameters
    ----------
    X : (n, d) points that have been checked.
    m : neighbours of each point, from 2 to n - 1.

    Returns
    -------
    (n, n) probabilities, sparse and symmetric.

    >>> fuzzy_graph(np.array([[0.0], [1.0], [3.0]]), m=2).diagonal()
    array([0., 0., 0.])
    """
    n = len(X)
    distance, index = nearest(X, m)
    rows, weight = np.repeat(np.arange(n), m), neighbour_weights(distance)
    P = csr_array((weight.ravel(), (rows, index.ravel())), shape=(n, n))
    P.eliminate_zeros()
    return csr_array(P + P.T - P * P.T)


def link_curve(min_dist: float) -> tuple[float, float]:
    """The a and b for which 1/(1 + a d^2b) is one up to min_dist and then fades.

    Parameters
    ----------
    min_dist : distance in the map, > 0, within which points count as linked for sure.

    Returns
    -------
    The numbers a and b, by least squares.

    >>> [round(v, 2) for v in link_curve(0.1)]
    [1.58, 0.9]
    """
    d = np.linspace(0, 3, 300)  # as in umap-learn: beyond 3 little is left of exp(-d)
    wanted = np.where(d < min_dist, 1.0, np.exp(-(d - min_dist)))
    (a, b), _ = curve_fit(lambda d, a, b: 1 / (1 + a * d ** (2 * b)), d, wanted, p0=(1.0, 1.0))
    return float(a), float(b)


def spectral_start(graph: csr_array, k: int, rng: np.random.Generator) -> Array:
    """Smooth functions on the graph as first coordinates, within [-10, 10], slightly shaken.

    Parameters
    ----------
    graph : (n, n) symmetric link probabilities.
    k : dimensions of the map, at most n - 3.
    rng : draws the shaking.

    Returns
    -------
    (n, k) coordinates.

    >>> spectral_start(fuzzy_graph(np.arange(9.0)[:, None], 2), 1, np.random.default_rng(0)).shape
    (9, 1)
    """
    degree = graph.sum(axis=1)
    root = diags_array(1 / np.sqrt(np.maximum(degree, CLOSEST)))
    v0 = np.cos(np.arange(1.0, len(degree) + 1))
    links, most = root @ graph @ root, 50 * len(degree)  # five times scipy's own limit
    _, V = eigsh(links, k + 1, which="LA", v0=v0, tol=ROUGHLY, maxiter=most, rng=rng)
    Z = fix_signs(V[:, ::-1][:, 1:])
    return WIDTH * Z / np.abs(Z).max() + SHAKE * rng.standard_normal(Z.shape)


def umap(
    X: ArrayLike,
    k: int,
    m: int = 15,
    rng: np.random.Generator | None = None,
    min_dist: float = 0.1,
    epochs: int = 500,
) -> Array:
    r"""A map that keeps neighbours together and others apart (McInnes and others 2018, DME-3.40).

    .. math:: \min_Z\ -\sum_{i<j} w_{ij} \ln v_{ij} + (1 - w_{ij}) \ln (1 - v_{ij}), \qquad
              v_{ij} = \frac1{1 + a \|z_i - z_j\|^{2b}}

    Every epoch pulls all linked pairs together and pushes random pairs apart, with steps that
    shrink to zero. So it always runs to the end, and there is no convergence to report. New points
    have no formula: all points settle together.

    Parameters
    ----------
    X : (n, d) points, at least four.
    k : dimensions of the map, at most n - 3.
    m : neighbours of each point, from 2 to n - 1.
    rng : draws the pairs that are pushed apart; None: ``np.random.default_rng(0)``. The same
        generator gives the same map.
    min_dist : distance in the map within which points count as linked for sure.
    epochs : number of steps.

    Returns
    -------
    The map (n, k), mean zero.

    >>> X = np.vstack([np.random.default_rng(0).normal(c, 0.1, (20, 3)) for c in (0, 5)])
    >>> Z = umap(X, k=2, m=5, rng=np.random.default_rng(0), epochs=50)
    >>> Z.shape
    (40, 2)
    """
    X = as_points(X)
    n = len(X)
    if n < 4:
        raise fail("X", "have at least four points", n, "Fewer have no neighbourhoods to keep")
    m = _as_neighbours(m, n, low=2)
    k = as_at_most(k, "k", n - 3, "The start is made of eigenvectors, of which n - 3 are at hand")
    rng = np.random.default_rng(0) if rng is None else as_generator(rng)
    a, b = link_curve(as_positive(min_dist, "min_dist"))
    graph = fuzzy_graph(X, m)
    i, j = graph.nonzero()
    w, degree = graph.data, graph.sum(axis=1)
    Z = spectral_start(graph, k, rng)
    for rate in np.linspace(1.0, 0.0, as_count(epochs, "epochs"), endpoint=False):
        step = _attract(Z, i, j, w, a, b) + _repel(Z, degree, rng, a, b)
        Z = Z + rate * np.clip(step, -LONGEST, LONGEST)
    return Z - Z.mean(axis=0)


def _attract(Z: Array, i: Array, j: Array, w: Array, a: float, b: float) -> Array:
    """Minus the gradient of -w ln v, summed over the links of each point."""
    gap = Z[i] - Z[j]
    d2 = np.maximum((gap**2).sum(axis=1), CLOSEST)
    pull = np.clip(-2 * a * b * d2 ** (b - 1) / (1 + a * d2**b), -STIFFEST, 0)[:, None] * gap
    pull = w[:, None] * np.clip(pull, -LONGEST, LONGEST)
    return np.column_stack([np.bincount(i, column, len(Z)) for column in pull.T])


def _repel(Z: Array, degree: Array, rng: np.random.Generator, a: float, b: float) -> Array:
    """Minus the gradient of -ln(1 - v) on random pairs, NEGATIVES for each link."""
    other = rng.integers(len(Z), size=(len(Z), NEGATIVES))
    gap = Z[:, None, :] - Z[other]  # (n, NEGATIVES, k)
    d2 = (gap**2).sum(axis=-1, keepdims=True)
    push = 2 * b / ((SOFT + d2) * (1 + a * d2**b)) * gap
    return degree[:, None] * np.clip(push, -LONGEST, LONGEST).sum(axis=1)
