"""Isomap: classical scaling of distances along the data.

Ids like DME-u34 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from numpy.typing import ArrayLike

from .._validate import Array, as_points
from ..neighbours import _as_neighbours, _geodesics
from .mds import _as_dimensions, _ClassicalScaling, _require_moderate, _scale_classically


def isomap(X: ArrayLike, k: int, m: int = 10) -> Array:
    r"""Classical scaling of distances along the neighbour graph (DME-u34).

    .. math:: Z = V_k \Lambda_k^{1/2}, \qquad -\tfrac12\, C \Delta C = V \Lambda V'

    where :math:`\Delta` holds the squared lengths of the shortest ways along the graph. New points:
    ``place_new(new_geodesics(X_new, X, D, m), D, Z)`` with
    ``D = geodesic_distances(neighbour_graph(X, m))``.

    See Tenenbaum, de Silva and Langford 2000.

    Parameters
    ----------
    X : (n, d) points.
    k : dimensions of the map, at most n - 1.
    m : neighbours of each point, at most n - 1; the graph they make must hang together, see
        :func:`featurespace.neighbours.connecting_neighbours`.

    Returns
    -------
    The map (n, k), columns by falling variance, mean zero.

    >>> import numpy as np
    >>> t = np.linspace(0, np.pi, 50)
    >>> Z = isomap(np.column_stack([np.cos(t), np.sin(t)]), k=1, m=2)
    >>> round(float(np.ptp(Z)), 2)  # the length of the half circle
    3.14
    """
    X = as_points(X)
    m = _as_neighbours(m, len(X))
    return _unroll(X, _as_dimensions(k, len(X)), m)[0].Z


def _unroll(X: Array, k: int, m: int) -> tuple[_ClassicalScaling, Array]:
    """The map of points that have been checked, and their distances along the data (n, n)."""
    D = _geodesics(X, m)
    _require_moderate(D, "X")
    return _scale_classically(D, k), D
