"""Built from exercises/sources/05_dimensionality_reduction/11_isomap_coordinate.py by `make notebooks`: do not edit."""

import numpy as np
from scipy.sparse.csgraph import shortest_path
from featurespace import embedding
from featurespace.means import centre


def isomap_coordinate(X, m):
    graph = embedding.neighbour_graph(X, m)
    D = shortest_path(graph)
    if np.isinf(D).any():
        raise ValueError(f"the graph with {m} neighbours falls apart; use a larger m")
    values, V = np.linalg.eigh(centre(-0.5 * D**2))
    return V[:, -1] * np.sqrt(values[-1])


import numpy as np
from scipy import linalg
from scipy.spatial.distance import cdist

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import top


def _arcs(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, angle, m in ((60, 4.0, 6), (45, 2.5, 5)):
        t = np.sort(rng.uniform(0, angle, n))
        t[[0, -1]] = 0, angle
        t = rng.permutation(t)
        cases.append((2 * np.column_stack([np.cos(t), np.sin(t)]) + 1, m))
    apart = np.vstack([rng.normal(size=(9, 2)), rng.normal(size=(8, 2)) + 40])
    return [*cases, (np.array([[0.0], [1.0], [10.0], [11.0]]), 1), (apart, 3)]


def _isomap(distances, power=2, scale=np.sqrt, move=centre, refuse=True):
    """An answer made of its parts."""

    def coordinate(X, m):
        graph = embedding.neighbour_graph(X, m)
        if refuse:
            embedding.geodesic_distances(graph)
        values, V = top(move(-(distances(X, graph) ** power) / 2), 1)
        return (V * scale(values))[:, 0]

    return coordinate


def _paths(X, graph):
    return shortest_path(graph)


def _hops(X, graph):
    return shortest_path(graph, unweighted=True)


def _patched(patch):
    """Isomap that replaces infinite distances instead of refusing."""

    def distances(X, graph):
        D = shortest_path(graph)
        return np.where(np.isfinite(D), D, patch(D[np.isfinite(D)]))

    return distances


def _second(X, m):
    D = embedding.geodesic_distances(embedding.neighbour_graph(X, m))
    values, V = top(centre(-0.5 * D**2), 2)
    return V[:, 1] * np.sqrt(np.maximum(values[1], 0))


def _row(X, m):
    D = embedding.geodesic_distances(embedding.neighbour_graph(X, m))
    values, V = np.linalg.eigh(centre(-0.5 * D**2))
    return V[-1] * np.sqrt(values[-1])


def _unless_finite(A, *rest, **options):
    if np.isfinite(A).all():
        return ""
    return "Here some path lengths are infinite, since the graph is in pieces, and you went on to compute with them. Look for that first, and raise a `ValueError` in words of your own."


def _explain(value, X, m):
    right = isomap_coordinate(X, m)
    shifted = value - value.mean()
    if np.linalg.norm(value) < 1e-3 * np.linalg.norm(right):
        return "your coordinates are all but zero: they belong to an eigenvalue at the wrong end. The largest one of −½ C D² C, with the minus, is wanted, and `eigh` lists it last."
    moved = abs(value.mean()) > 1e-5 * np.ptp(right)
    if moved and np.allclose(up_to_sign(shifted), up_to_sign(right), atol=1e-6):
        return f"right, but measured from another origin: the mean of your coordinates is {value.mean():.4g}, and classical scaling has its origin at the mean."
    if any(np.allclose(np.sort(value), np.sort(s * right), atol=1e-6) for s in (1, -1)):
        return (
            "right numbers, but not at their points: entry i belongs to row i of X, so do not sort."
        )
    D = shortest_path(embedding.neighbour_graph(X, m))
    i, j = np.unravel_index(int(D.argmax()), D.shape)
    return f"a test: points {i} and {j} are {D[i, j]:.4g} apart along the graph, and should be about as far apart in the coordinate; yours are {abs(value[i] - value[j]):.4g} apart. The mean of the coordinates should be 0; yours is {round(value.mean(), 9) + 0.0:.4g}. If both fit, look at the points between."


def _from_one_end(X, m):
    D = embedding.geodesic_distances(embedding.neighbour_graph(X, m))
    away = D[D.max(axis=1).argmax()]
    return away - away.mean()


CHECK = Check(
    answer=isomap_coordinate,
    section="Isomap: distances along the data",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=((np.array([[0], [1], [3], [6]]), 1), np.array([-2.5, -1.5, 0.5, 3.5])),
    inputs=_arcs,
    may_refuse=True,
    least_words=3,
    explain=_explain,
    forbidden=dict.fromkeys((centre, np.linalg.eigh, linalg.eigh), _unless_finite),
    misconceptions=(
        Misconception(
            _isomap(_paths, power=1),
            "You did not square the path lengths. Classical scaling needs squared distances: −½ C D² C, the square taken entry by entry.",
        ),
        Misconception(
            _isomap(lambda X, graph: cdist(X, X)),
            "These are straight distances: they cut across the bend, and the result is ordinary PCA. Measure along the graph with `shortest_path`.",
        ),
        Misconception(
            _isomap(lambda X, graph: cdist(X, X), refuse=False),
            "These are straight distances: they cut across the bend, and the result is ordinary PCA. The graph is not used at all; measure along it with `shortest_path`.",
        ),
        Misconception(
            lambda X, m: embedding.geodesic_distances(embedding.neighbour_graph(X, m))[0],
            "That is the path length from point 0: a coordinate only if point 0 happens to be an end. Classical scaling weighs all pairs: use the whole table.",
        ),
        Misconception(
            _isomap(_hops),
            "You count steps. The edges have lengths: leave out `unweighted=True`.",
        ),
        Misconception(
            _isomap(lambda X, graph: graph.toarray()),
            "You used the lengths of the edges only, and 0 for all other pairs: points without an edge then count as identical. Let `shortest_path` fill the table.",
        ),
        Misconception(
            _isomap(_paths, scale=np.ones_like),
            "That is the eigenvector of length one. Stretch it by the root of its eigenvalue, and its range becomes the length of the arc.",
        ),
        Misconception(
            _isomap(_paths, scale=lambda v: v),
            "Stretch by the root of the eigenvalue, not by the eigenvalue.",
        ),
        Misconception(
            _isomap(_paths, move=lambda A: A),
            "Without centring −½D² holds no inner products: its diagonal is zero. Use −½ C D² C.",
        ),
        Misconception(
            _isomap(_paths, move=lambda A: 2 * centre(A)),
            "The factor ½ is missing, so all lengths come out √2 times too long.",
        ),
        Misconception(
            _isomap(_paths, power=4),
            "You squared twice: classical scaling needs squares of the path lengths, and −½ C D² C has only one square.",
        ),
        Misconception(
            _row,
            "You took the last row of V. The eigenvectors are its columns: `V[:, -1]` belongs to `values[-1]`.",
        ),
        Misconception(
            _second,
            "That is the second coordinate. `eigh` lists the largest eigenvalue last.",
        ),
        Misconception(
            _isomap(_patched(np.max), refuse=False),
            "Right on connected graphs. Where no path exists you put in the largest finite distance: an invented number, and a map that looks fine. Raise a ValueError instead.",
        ),
        Misconception(
            _isomap(_patched(lambda d: 0.0), refuse=False),
            "Right on connected graphs. Where no path exists you put in 0, so points that are infinitely far apart coincide. Raise a ValueError instead.",
        ),
        Misconception(
            _isomap(_patched(lambda d: 1e6), refuse=False),
            "Right on connected graphs. Where no path exists you put in a huge number; it decides the whole map. Raise a ValueError instead.",
        ),
        Misconception(
            lambda X, m: (lambda row: row - row.mean())(
                embedding.geodesic_distances(embedding.neighbour_graph(X, m))[0]
            ),
            "That is the path length from point 0, centred: a coordinate only if point 0 happens to be an end. Classical scaling weighs all pairs: use the whole table.",
        ),
        Misconception(
            lambda X, m: isomap_coordinate(X, 2),
            "You always take two neighbours. How many it is to be, m, comes with the data; the first line uses it already.",
        ),
        Misconception(
            _from_one_end,
            "Those are the path lengths from one end, less their mean. On a straight line that would be it. On an arc the paths along the graph differ a little from a line's, and classical scaling weighs all pairs: use the whole table.",
        ),
    ),
    hints=(
        "Three steps: a table of path lengths; a look whether any of them is infinite; classical scaling of the squared table.",
        "`shortest_path(graph)` gives the table D, `np.isinf(D).any()` tells whether the graph falls apart. Then G = −½ C D² C, that is `centre(-0.5 * D**2)`.",
        "After `if np.isinf(D).any(): raise ValueError('in pieces: use a larger m')` comes `values, V = np.linalg.eigh(centre(-0.5 * D**2))`, and the coordinate is `V[:, -1] * np.sqrt(values[-1])`.",
    ),
    praise="The range is the length of the arc, measured along it; and where there is no path you said so.",
    alike=up_to_sign,
    freedom="(The sign of the whole coordinate does not count.)",
)
