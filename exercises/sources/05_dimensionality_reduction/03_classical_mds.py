# %% [markdown]
# ## Classical scaling
#
# Given squared distances `D2` (again the squares, where the library takes the distances), return a map: an array (n, k) with one row per point, made from the $k$ largest eigenvalues of $G$ so that $ZZ^\top$ comes as close to $G$ as $k$ columns allow. The largest eigenvalue belongs to the first column. Four houses at the corners of a block, 8 by 6, have squared distances 64, 36 and 100 and come out at (±4, ±3). Not every table here is Euclidean: some $G$ have negative eigenvalues, though at least $k$ are positive. Two lines are given.

# %%
import numpy as np

from featurespace import embedding
from featurespace.means import centre


def classical_mds(D2, k):
    G = centre(-0.5 * D2)
    values, V = np.linalg.eigh(G)
    ### BEGIN SOLUTION
    largest = np.argsort(values)[::-1][:k]
    return V[:, largest] * np.sqrt(values[largest])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# `eigh` sorts from small to large, so the order is turned round. Sorting by *value*, not by size, matters as soon as a table is not Euclidean: on a four-cycle with sides 1 and diagonals 2 the eigenvalues are 2, 2, 0 and −1. Because each column is found without regard to $k$, the solutions are nested:

# %% tags=["solution"]
hops = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
values = np.linalg.eigvalsh(embedding.gram_from_distances(hops))
assert np.allclose(values, [-1, 0, 2, 2])
assert np.allclose(classical_mds(D2, 2)[:, :1], classical_mds(D2, 1))

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import bipartite, squared, top, uneven

_BLOCK = np.array([[0, 64, 100, 36], [64, 0, 36, 100], [100, 36, 0, 64], [36, 100, 64, 0]])


def _tables(rng: np.random.Generator) -> list[tuple]:
    X = uneven(rng, 7, 4)
    return [
        (squared(X), 3),
        (squared(X), 1),
        (squared(uneven(rng, 5, 3)), 2),
        (bipartite(4) + squared(0.3 * uneven(rng, 8, 3)), 2),
        (np.array([[0, 4], [4, 0]]), 1),
    ]


def _map(make):
    """An answer made of all eigenpairs of G, smallest first."""
    return lambda D2, k: make(*np.linalg.eigh(centre(-D2 / 2)), k)


def _largest(scale):
    return _map(lambda values, V, k: V[:, ::-1][:, :k] * scale(values[::-1][:k]))


def _by_size(values, V, k):
    order = np.argsort(-np.abs(values))[:k]
    return V[:, order] * np.sqrt(np.abs(values[order]))


CHECK = Check(
    answer=classical_mds,
    section="Europe from a road table",
    difficulty=1,
    minutes=6,
    kind="practice",
    example=((_BLOCK, 2), np.array([[4.0, 3], [-4, 3], [-4, -3], [4, -3]])),
    twin=_largest(np.sqrt),
    advice={
        "D must": "The library takes distances and squares them; D2 holds squares.",
        "k must": "The library takes distances and squares them; D2 holds squares. The two lines given already make G.",
    },
    inputs=_tables,
    misconceptions=(
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(np.abs(values[:k]))),
            "`eigh` lists eigenvalues from small to large, so your first k are the smallest: they carry nothing but round-off or what fits no map. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(values[:k])),
            "`eigh` lists eigenvalues from small to large, so your first k are the smallest; the root of a negative one is NaN. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(np.maximum(values[:k], 0))),
            "You clipped negative eigenvalues, but `eigh` lists small ones first: you kept the smallest k. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, -k:] * np.sqrt(values[-k:])),
            "Right columns, wrong order: the largest eigenvalue must come first. Otherwise the map in k − 1 dimensions is not the beginning of the map in k.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, ::-1][:, :k] * np.sqrt(values[-k:])),
            "You turned round the columns of V but not the values, so columns are stretched by one another's eigenvalues. Turn both round: `values[::-1][:k]`.",
        ),
        Misconception(
            lambda D2, k: _largest(np.sqrt)(D2, k) / np.sqrt(len(D2)),
            "You divided the eigenvalues by n. That gives variances; for coordinates, whose inner products are G, take the eigenvalues as they are.",
        ),
        Misconception(
            lambda D2, k: _largest(np.sqrt)(D2, k) / np.sqrt(len(D2) - 1),
            "You divided the eigenvalues by n − 1. That gives variances; for coordinates, whose inner products are G, take the eigenvalues as they are.",
        ),
        Misconception(
            _largest(np.ones_like),
            "These are eigenvectors of length one: every direction got the same spread. Stretch each by the root of its eigenvalue.",
        ),
        Misconception(
            _largest(lambda v: v),
            "Stretch by the root of the eigenvalue, not by the eigenvalue: in the inner products of two rows the factor comes twice.",
        ),
        Misconception(
            _largest(lambda v: 1 / np.sqrt(v)),
            "You divided by the root. These are the dual weights of kernel PCA; coordinates are stretched, so multiply.",
        ),
        Misconception(
            _map(_by_size),
            "Right for Euclidean tables. One table here is not Euclidean, and you sorted by absolute value (as an SVD does): a large negative eigenvalue is no direction of a map. Sort by value.",
        ),
        Misconception(
            lambda D2, k: _largest(np.sqrt)(D2, k).T,
            "This is the map with one point per column, as the lecture notes write it. Here rows are points: transpose.",
        ),
        Misconception(
            _map(lambda values, V, k: V[::-1][:k].T * np.sqrt(values[::-1][:k])),
            "You took rows of V. The eigenvectors are its columns: `V[:, j]` belongs to `values[j]`.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:k].T * np.sqrt(np.maximum(values[::-1][:k], 0))),
            "You took rows of V, and the first ones. Eigenvectors are columns, and `eigh` lists the largest last.",
        ),
        Misconception(
            lambda D2, k: (lambda values, V: V * np.sqrt(values))(
                *top(-centre(np.sqrt(D2)) / 2, k)
            ),
            "You scaled the distances; their squares belong in the formula, and D2 holds them already.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, ::-1][:, :k] * np.sqrt(np.abs(values[:k]))),
            "You turned round the columns of V but not the values: the largest direction is stretched by the smallest eigenvalue. Turn both round: `values[::-1][:k]`.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(values[::-1][:k])),
            "You turned round the values but not the columns of V: `V[:, ::-1][:, :k]` belongs to `values[::-1][:k]`.",
        ),
        Misconception(
            _map(lambda values, V, k: V[::-1, ::-1][:, :k] * np.sqrt(values[::-1][:k])),
            "The rows are turned round too, so the points have changed places. Only the columns are to be turned: `V[:, ::-1]`.",
        ),
        Misconception(
            _map(
                lambda values, V, k: (
                    V[:, -2 : -k - 2 : -1] * np.sqrt(np.abs(values[-2 : -k - 2 : -1]))
                )
            ),
            "You left out the largest eigenvalue: the last one has the number −1, not −2.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, ::-1][:, :k] * np.sqrt(values[-1])),
            "Every column is stretched by the root of the largest eigenvalue. Each has its own: `values[::-1][:k]`.",
        ),
        Misconception(
            _map(
                lambda values, V, k: (
                    V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k] - min(values[0], 0))
                )
            ),
            "Right for Euclidean tables. For the other one you added the same amount to all eigenvalues until none was negative: that changes the map. Leave the negative ones out, and the others as they are.",
        ),
        Misconception(
            _map(lambda values, V, k: (np.sqrt(np.abs(values))[:, None] * V)[:, ::-1][:, :k]),
            "You stretched the rows of V. The eigenvalues belong to its columns: `V * np.sqrt(values)` stretches those.",
        ),
        Misconception(
            lambda D2, k: (lambda values, V: (V * np.sqrt(values))[:, ::-1])(
                *np.linalg.eigh(centre(-0.5 * D2))
            ),
            "You stretch all n eigenvectors. Only the k of the largest eigenvalues make the map; the others have eigenvalues that are round-off, or negative, and no root.",
        ),
    ),
    hints=(
        "Which end of `values` is the large one, and what must be done to a unit eigenvector to make coordinates of it?",
        "`values[::-1][:k]` are the k largest, `V[:, ::-1][:, :k]` their eigenvectors. Inner products of the rows should give G back: how long must each column be?",
        "`V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k])`.",
    ),
    praise="A map from a table. The first k columns are the map in k dimensions: the solutions are nested.",
    alike=up_to_sign,
    freedom="(Signs of whole columns do not count.)",
)
