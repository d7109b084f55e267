"""Chapter 5: what is asked, and the usual ways to get it wrong."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from itertools import combinations

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial.distance import cdist

from .. import embedding
from ..kernels import Gaussian, Linear, Polynomial, quadratic_features
from ..means import centre
from .check import Check, Misconception, Problem, Result, as_numbers, describe, kind, match

ANY = 1e100  # a tolerance that leaves only type, shape and finiteness to be compared


# Answers that are right in more than one way


@dataclass(frozen=True, repr=False)
class UpTo(Check):
    """A check that does not mind some differences: ``alike`` turns equivalent answers into one.

    ``alike`` makes a function of a function; ``freedom`` says in words what does not matter.
    """

    alike: Callable[[Callable], Callable] = lambda function: function
    freedom: str = ""

    def __post_init__(self):
        mistakes = tuple(
            Misconception(self.alike(m.wrong), m.sentence) for m in self.misconceptions
        )
        object.__setattr__(self, "reference", self.alike(self.reference))
        object.__setattr__(self, "misconceptions", mistakes)

    def _judge(self, answer: Callable) -> Result:
        return super()._judge(self.alike(answer) if callable(answer) else answer)

    def _compare(self, value, arguments: tuple) -> None:
        try:
            super()._compare(value, arguments)
        except Problem as problem:
            more = f" {self.freedom}" if "was expected" in str(problem) else ""
            raise type(problem)(f"{problem}{more}") from None


def as_table(value):
    """The answer as an array of finite numbers, or None if it is something else."""
    try:
        table = np.asarray(value)
    except ValueError:  # ragged
        return None
    return table if table.dtype.kind in "biuf" and np.isfinite(table).all() else None


def turned(value):
    """The same vectors, each pointing one agreed way; the longer side of a table is the vectors'."""
    table = as_table(value)
    if table is None or table.ndim not in (1, 2):
        return value
    axis = int(table.ndim == 2 and table.shape[1] > table.shape[0])
    way = np.cos(np.arange(table.shape[axis]) ** 2 + 1.0)  # any vector that none is orthogonal to
    along = np.tensordot(table, way, axes=(axis, 0))
    return table * np.expand_dims(np.where(along < 0, -1.0, 1.0), axis)


def turned_parts(value):
    """The same for an answer of several parts; eigenvalues are left alone, vectors are turned."""
    stacked = isinstance(value, np.ndarray) and value.ndim == 3
    if not stacked and not isinstance(value, (tuple, list)):
        return value
    tables = [as_table(part) for part in value]
    return tuple(
        part if table is None or table.ndim != 2 else turned(table)
        for part, table in zip(value, tables, strict=True)
    )


def shifted(value):
    """The same map, its mean moved to the origin."""
    table = as_table(value)
    return value if table is None or table.ndim != 2 else table - table.mean(axis=0)


def then(last: Callable) -> Callable:
    """Make a function of a function that applies ``last`` to its value."""

    def decorate(function):
        @wraps(function)
        def composed(*arguments):
            return last(function(*arguments))

        return composed

    return decorate


EITHER_WAY = {"alike": then(turned), "freedom": "(Signs of whole columns do not count.)"}
EITHER_WAY_EACH = {**EITHER_WAY, "alike": then(turned_parts)}


# Data


def squared(X):
    """Squared distances between all rows."""
    return cdist(X, X, "sqeuclidean")


def uneven(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Points off the origin, with a different spread in each direction: no ties anywhere."""
    return rng.normal(size=(n, d)) * np.geomspace(2, 0.5, d) + rng.uniform(1, 3, d)


def bipartite(n: int) -> np.ndarray:
    """Squared path lengths between two groups of n: 4 inside, 1 across; no map has them."""
    group = np.arange(2 * n) // n
    D2 = np.where(group[:, None] == group, 4.0, 1.0)
    return D2 - np.diag(D2.diagonal())


def cycle(n: int) -> np.ndarray:
    """Squared path lengths on a ring of n points."""
    hops = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return np.minimum(hops, n - hops) ** 2.0


def top(A, k: int):
    """The k largest eigenvalues of a symmetric matrix and their eigenvectors."""
    values, V = np.linalg.eigh(A)
    return values[::-1][:k], V[:, ::-1][:, :k]


# 1. From distances to inner products


def _anchored(D2):
    return (D2[:, :1] + D2[:1] - D2) / 2


gram_from_distances = Check(
    reference=lambda D2: -centre(D2) / 2,
    inputs=lambda rng: [(squared(uneven(rng, n, d)),) for n, d in ((4, 2), (6, 3), (5, 1))],
    misconceptions=(
        Misconception(
            lambda D2: centre(D2) / 2,
            "The sign is wrong: your diagonal is negative, and it should hold squared lengths. Large distance means small inner product, hence the minus.",
        ),
        Misconception(
            lambda D2: -centre(D2),
            "Twice too large. In ‖a − b‖² = ‖a‖² − 2⟨a, b⟩ + ‖b‖² the inner product comes with −2, so divide by −2.",
        ),
        Misconception(
            centre,
            "Centring removed ‖a‖² and ‖b‖² and left −2⟨a, b⟩. The factor −2 is still in there: divide by it.",
        ),
        Misconception(
            lambda D2: -D2 / 2,
            "You multiplied by −½ but did not centre: ‖a‖² and ‖b‖² are still in there. C on the left removes one of them, C on the right the other.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=0)) / 2,
            "Only one C: it multiplies from the left and removes what is the same down each column. The other one, from the right, is missing.",
        ),
        Misconception(
            lambda D2: -(D2 - D2.mean(axis=1, keepdims=True)) / 2,
            "Only one C: it multiplies from the right and removes what is the same along each row. The other one, from the left, is missing.",
        ),
        Misconception(
            lambda D2: -((np.eye(len(D2)) - 1 / len(D2)) ** 2) * D2 / 2,
            "The sign * multiplies entry by entry; a product of matrices is written @.",
        ),
        Misconception(
            lambda D2: -centre(np.sqrt(D2)) / 2,
            "You took the root first. The expansion of ‖a − b‖² is about squared distances, and D2 holds them already.",
        ),
        Misconception(
            lambda D2: -centre(D2**2) / 2,
            "You squared what is squared already: D2 holds squared distances.",
        ),
        Misconception(
            _anchored,
            "These are inner products too, but measured from the first point. Asked are those measured from the mean of all points: let C do the moving.",
        ),
        Misconception(
            lambda D2: np.add.outer(np.diag(D2), np.diag(D2)) - 2 * D2,
            "That is the formula from inner products to distances (the worked example). The way back is asked for.",
        ),
    ),
    hints=(
        "what does C do to a matrix whose columns are constant, and what to one whose rows are?",
        "D2 = ‖a‖² (constant along rows) + ‖b‖² (constant along columns) − 2⟨a, b⟩. C D2 C loses the first two and keeps the third, centred.",
        "−½ C D2 C, with @ for the products.",
    ),
    praise="A table of distances knows all inner products, once an origin is chosen: the mean.",
)


# 2. Classical scaling


def _tables(rng: np.random.Generator) -> list[tuple]:
    X = uneven(rng, 7, 4)
    return [
        (squared(X), 3),
        (squared(X), 1),
        (squared(uneven(rng, 5, 3)), 2),
        (bipartite(4) + squared(0.3 * uneven(rng, 8, 3)), 2),
    ]


def _map(make):
    """An answer to the second exercise, made of all eigenpairs of G, smallest first."""
    return lambda D2, k: make(*np.linalg.eigh(centre(-D2 / 2)), k)


def _largest(scale):
    return _map(lambda values, V, k: V[:, ::-1][:, :k] * scale(values[::-1][:k]))


def _by_size(values, V, k):
    order = np.argsort(-np.abs(values))[:k]
    return V[:, order] * np.sqrt(np.abs(values[order]))


classical_mds = UpTo(
    reference=_largest(np.sqrt),
    inputs=_tables,
    misconceptions=(
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(np.abs(values[:k]))),
            "eigh lists eigenvalues from small to large, so your first k are the smallest: they carry nothing but round-off or what fits no map. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(values[:k])),
            "eigh lists eigenvalues from small to large, so your first k are the smallest; the root of a negative one is NaN. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, :k] * np.sqrt(np.maximum(values[:k], 0))),
            "You clipped negative eigenvalues, but eigh lists small ones first: you kept the smallest k. Take the last k, largest first.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, -k:] * np.sqrt(values[-k:])),
            "Right columns, wrong order: the largest eigenvalue must come first. Otherwise the map in k − 1 dimensions is not the beginning of the map in k.",
        ),
        Misconception(
            _map(lambda values, V, k: V[:, ::-1][:, :k] * np.sqrt(values[-k:])),
            "You turned round the columns of V but not the values, so columns are stretched by one another's eigenvalues. Turn both round: values[::-1][:k].",
        ),
        Misconception(
            lambda D2, k: _largest(np.sqrt)(D2, k) / np.sqrt(len(D2)),
            "You divided the eigenvalues by n. That gives variances; for coordinates, with Z Z' = G, take the eigenvalues as they are.",
        ),
        Misconception(
            _largest(np.ones_like),
            "These are eigenvectors of length one: every direction got the same spread. Stretch each by the root of its eigenvalue.",
        ),
        Misconception(
            _largest(lambda v: v),
            "Stretch by the root of the eigenvalue, not by the eigenvalue: Z Z' must give G, and there the factor comes twice.",
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
            "You took rows of V. The eigenvectors are its columns: V[:, j] belongs to values[j].",
        ),
        Misconception(
            _map(lambda values, V, k: V[:k].T * np.sqrt(np.maximum(values[::-1][:k], 0))),
            "You took rows of V, and the first ones. Eigenvectors are columns, and eigh lists the largest last.",
        ),
        Misconception(
            lambda D2, k: (lambda values, V: V * np.sqrt(values))(
                *top(-centre(np.sqrt(D2)) / 2, k)
            ),
            "You scaled the distances; their squares belong in the formula, and D2 holds them already.",
        ),
    ),
    hints=(
        "which end of `values` is the large one, and what must be done to a unit eigenvector to make coordinates of it?",
        "values[::-1][:k] are the k largest, V[:, ::-1][:, :k] their eigenvectors. Z Z' should be as close to G as k columns allow.",
        "V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k]).",
    ),
    praise="A map from a table. The first k columns are the map in k dimensions: the solutions are nested.",
    **EITHER_WAY,
)


# 3. Two routes to the same scores


def _dual(K, k, scale=np.sqrt):
    values, V = top(K, k)
    return V * scale(values)


def _primal(F, k):
    U, s, _ = np.linalg.svd(F, full_matrices=False)
    return U[:, :k] * s[:k]


def _centred(F):
    return F - F.mean(axis=0)


def _quadratic(X):
    return Polynomial(2)(X)


def _routes(dual, primal):
    """An answer to the third exercise: what it does with K and with the features."""
    return lambda X, k: (dual(_quadratic(X), k), primal(quadratic_features(X), k))


def _right_dual(K, k):
    return _dual(centre(K), k)


def _right_primal(F, k):
    return _primal(_centred(F), k)


def _reversed(route):
    return lambda A, k: route(A, k)[:, ::-1]


def _projected_raw(F, k):
    return F @ np.linalg.svd(_centred(F))[2][:k].T


def _scaled(route, factor):
    return lambda A, k: route(A, k) * factor(A)


def _unit(route):
    return lambda A, k: (lambda Z: Z / np.linalg.norm(Z, axis=0))(route(A, k))


two_routes = UpTo(
    reference=_routes(_right_dual, _right_primal),
    inputs=lambda rng: [(uneven(rng, n, 2) / 2, k) for n, k in ((9, 2), (12, 3), (7, 1))],
    misconceptions=(
        Misconception(
            _routes(_dual, _primal),
            "Neither route is centred. They agree with each other, but the first component then points at the mean instead of along the spread. Centre K, and centre the features.",
        ),
        Misconception(
            _routes(_dual, _right_primal),
            "The explicit route is right. On the kernel route K is not centred: PCA is about the spread around the mean, so centre K first.",
        ),
        Misconception(
            _routes(_right_dual, _primal),
            "The kernel route is right. On the explicit route the features are not centred: subtract the mean of every feature first.",
        ),
        Misconception(
            lambda X, k: (
                _dual(_quadratic(_centred(X)), k),
                _primal(quadratic_features(_centred(X)), k),
            ),
            "You centred X. That does not centre the images: squares of centred numbers have a positive mean. Centre K and the features instead.",
        ),
        Misconception(
            lambda X, k: (
                _right_dual(_quadratic(_centred(X)), k),
                _right_primal(quadratic_features(_centred(X)), k),
            ),
            "You centred X as well. That moves the points before they are squared and changes the kernel; centre only K and the features.",
        ),
        Misconception(
            _routes(_unit(_right_dual), _unit(_right_primal)),
            "These columns have length one. Scores carry the spread: stretch by the root of the eigenvalue (kernel route), by the singular value (explicit route).",
        ),
        Misconception(
            _routes(_unit(_right_dual), _right_primal),
            "The explicit route is right. On the kernel route you return unit eigenvectors: stretch each by the root of its eigenvalue.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(centre(K), k, lambda v: v), _right_primal),
            "The explicit route is right. On the kernel route stretch by the root of the eigenvalue: eigenvalues of K are squares of singular values.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(centre(K), k, lambda v: 1 / np.sqrt(v)), _right_primal),
            "The explicit route is right. On the kernel route you return the dual weights v/√(nλ); the scores are K̂ times these, v √(nλ).",
        ),
        Misconception(
            _routes(_scaled(_right_dual, lambda K: len(K) ** -0.5), _right_primal),
            "The explicit route is right. On the kernel route you divided the eigenvalues of K̂ by n: that gives variances along the components, but the scores themselves need the eigenvalue of K̂ undivided.",
        ),
        Misconception(
            _routes(_right_dual, _unit(_right_primal)),
            "The kernel route is right. On the explicit route the columns of U have length one: multiply them by their singular values.",
        ),
        Misconception(
            _routes(_right_dual, _projected_raw),
            "The kernel route is right. On the explicit route the directions are right too, but you projected the features themselves: subtract their mean before projecting.",
        ),
        Misconception(
            _routes(lambda K, k: _dual(K - K.mean(axis=0), k), _right_primal),
            "The explicit route is right. On the kernel route only one side of K is centred, so it is no longer symmetric: use centre(K).",
        ),
        Misconception(
            lambda X, k: tuple(Z.T for Z in _routes(_right_dual, _right_primal)(X, k)),
            "These have one point per column. Rows are points: transpose both.",
        ),
        Misconception(
            lambda X, k: (_right_dual(_quadratic(X), k), _right_primal(X, k)),
            "The kernel route is right. The explicit route is PCA of X itself; the images of this kernel are the rows of quadratic_features(X).",
        ),
        Misconception(
            lambda X, k: (
                _right_dual((X @ X.T) ** 2, k),
                _right_primal(quadratic_features(X), k),
            ),
            "The explicit route is right. The kernel is (1 + ⟨x, z⟩)²: without the 1 the features of degree one are lost.",
        ),
        Misconception(
            lambda X, k: (_right_dual(X @ X.T, k), _right_primal(quadratic_features(X), k)),
            "The explicit route is right. The kernel route used the linear kernel; asked is (1 + ⟨x, z⟩)².",
        ),
        Misconception(
            _routes(_reversed(_right_dual), _right_primal),
            "The explicit route is right. On the kernel route the order is turned round: eigh lists the smallest first, so reverse it.",
        ),
    ),
    hints=(
        "both routes have three steps: make inner products or features, move the origin to the mean, decompose. Which step is missing?",
        "Kernel route: eigenvectors of the centred K, each times the root of its eigenvalue, largest first. Explicit route: subtract the mean of each feature, then U and s of the SVD.",
        "values, V = np.linalg.eigh(centre(K)); dual = V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k]). U, s, _ = np.linalg.svd(F - F.mean(axis=0), full_matrices=False); primal = U[:, :k] * s[:k].",
    ),
    praise="Kernel PCA is PCA of the images; the kernel only saves you from writing them down.",
    **EITHER_WAY_EACH,
)


# 4. Directions of length one


def _centred_kernels(rng: np.random.Generator) -> list[tuple]:
    cases = ((6, Linear(), 2), (9, Polynomial(2), 3), (7, Gaussian(1.5), 2), (5, Linear(), 1))
    return [(centre(kernel(uneven(rng, n, 3))), k) for n, kernel, k in cases]


def _weights(scale, share=lambda values, n: values / n):
    """An answer to the fourth exercise: how eigenvectors are scaled, and what lam is."""

    def pair(K, k):
        values, V = top(K, k)
        return V * scale(values, len(K)), share(values, len(K))

    return pair


def _right_weights(values, n):
    return 1 / np.sqrt(values)


def _verify_weights(answer, K, k) -> None:
    wanted = _weights(_right_weights)(K, k)
    match(answer, wanted, ANY)
    alpha, lam = (as_numbers(a, w) for a, w in zip(answer, wanted, strict=True))
    lengths = np.einsum("ij,ik,kj->j", alpha, K, alpha)
    if (off := np.abs(lengths - 1)).max() > 1e-9:
        j = int(off.argmax())
        raise Problem(
            f"The direction of column {j} has squared length α'Kα = {lengths[j]:.5g} in feature space; 1 is asked for."
        )
    spread = (K @ alpha).var(axis=0)
    if np.abs(spread - lam).max() > 1e-9 * spread.max():
        j = int(np.abs(spread - lam).argmax())
        raise Problem(
            f"The scores K @ alpha of column {j} have variance {spread[j]:.5g}; your lam says {lam[j]:.5g}."
        )
    match((turned(alpha), lam), (turned(wanted[0]), wanted[1]), 1e-9)


dual_weights = UpTo(
    reference=_weights(_right_weights),
    inputs=_centred_kernels,
    verify=_verify_weights,
    misconceptions=(
        Misconception(
            _weights(lambda v, n: np.ones_like(v)),
            "lam is right. Your α has length one, but α is not the direction: w = Σ αᵢφ(xᵢ) is, and ‖w‖² = α'Kα = nλ. Divide α by the root of that.",
        ),
        Misconception(
            _weights(lambda v, n: np.ones_like(v), lambda v, n: v),
            "Two things. lam: the eigenvalue of K is nλ, so divide by n. alpha: its own length is one, but w = Σ αᵢφ(xᵢ) has ‖w‖² = α'Kα = nλ; divide by the root of that.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: v),
            "alpha is right. The eigenvalue of K is nλ: divide by n to get the variance.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: v / (n - 1)),
            "alpha is right. You divided by n − 1; variances of this course divide by n.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: np.sqrt(v / n)),
            "alpha is right. These are standard deviations; variances are asked for.",
        ),
        Misconception(
            _weights(lambda v, n: 1 / np.sqrt(v / n)),
            "lam is right. alpha you divided by √λ, but the eigenvalue of K is nλ, and so is α'Kα for a unit α: divide by √(nλ).",
        ),
        Misconception(
            _weights(lambda v, n: 1 / np.sqrt(v / n), lambda v, n: v),
            "Change places: lam is the eigenvalue of K divided by n, and alpha is divided by the root of the eigenvalue of K itself.",
        ),
        Misconception(
            _weights(lambda v, n: 1 / v),
            "lam is right. alpha you divided by the eigenvalue; ‖w‖² = α'Kα is a square, so divide by its root.",
        ),
        Misconception(
            _weights(lambda v, n: np.sqrt(v)),
            "lam is right. alpha you multiplied by the root, which gives the scores; the weights of unit directions are divided by it.",
        ),
        Misconception(
            lambda K, k: tuple(reversed(_weights(_right_weights)(K, k))),
            "Right values, wrong order: alpha first, then lam.",
        ),
        Misconception(
            lambda K, k: (_weights(_right_weights)(K, k)[0].T, _weights(_right_weights)(K, k)[1]),
            "One column per component is asked for; you have one row per component. Transpose alpha.",
        ),
        Misconception(
            lambda K, k: (
                _weights(_right_weights)(K, k)[0][:, ::-1],
                _weights(_right_weights)(K, k)[1][::-1],
            ),
            "Right pairs, but the smallest of the k comes first; eigh lists them that way. Largest first.",
        ),
    ),
    hints=(
        "write ‖Σ αᵢφ(xᵢ)‖² with K. What is it for a unit eigenvector v of K with eigenvalue nλ?",
        "v'Kv = nλ v'v = nλ. So the direction made from v is √(nλ) long; how do you shorten it to one?",
        "values, V = np.linalg.eigh(K), largest first: alpha = V/np.sqrt(values), lam = values/n.",
    ),
    praise="A unit direction in feature space; the variance of the scores along it is λ, as in ordinary PCA.",
    **EITHER_WAY_EACH,
)


# 5. New points


def _new_points(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m, kernel, k in ((8, 4, Linear(), 2), (9, 5, Polynomial(2), 3), (7, 6, Gaussian(2), 2)):
        X, Z = uneven(rng, n, 3), uneven(rng, m, 3)
        cases.append((kernel(Z, X), kernel(X), k))
    X = uneven(rng, 6, 3)
    return [*cases, (Gaussian(2)(X), Gaussian(2)(X), 2)]  # the training points come again


def _projected(move, scale=lambda v, n: 1 / np.sqrt(v), fit=centre):
    """An answer to the fifth exercise: how K_new is moved, alpha is scaled and K is centred."""

    def project(K_new, K, k):
        values, V = top(fit(K), k)
        return move(K_new, K) @ (V * scale(values, len(K)))

    return project


def _left_alone(K, *rest):
    return K


def _by_its_own(K_new, K=None):
    return K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()


project = UpTo(
    reference=_projected(centre),
    inputs=_new_points,
    misconceptions=(
        Misconception(
            _projected(_left_alone),
            "K is centred, K_new is not: the whole cloud of new points is shifted against the training points. Measure them from the training mean too.",
        ),
        Misconception(
            _projected(_by_its_own),
            "You centred the new points by their own mean, so wherever they lie, they end up in the middle. The origin is the training points' mean: use column means of K.",
        ),
        Misconception(
            _projected(_left_alone, fit=_left_alone),
            "Nothing is centred. The components must describe the spread around the training mean: centre K before eigh, and K_new by the same mean.",
        ),
        Misconception(
            _projected(centre, fit=_left_alone),
            "K_new is centred, K is not: its first eigenvector points at the mean. Centre K before eigh.",
        ),
        Misconception(
            _projected(centre, lambda v, n: np.ones_like(v)),
            "Your weights have length one, so the directions do not (‖w‖² = nλ), and each score is √(nλ) times too large. Divide by the root of the eigenvalue.",
        ),
        Misconception(
            _projected(centre, lambda v, n: np.sqrt(v)),
            "You multiplied the eigenvectors by the root of the eigenvalue: these are training scores. The weights α are v divided by that root.",
        ),
        Misconception(
            _projected(centre, lambda v, n: 1 / np.sqrt(v / n)),
            "You divided by √λ; the eigenvalue of K is nλ, so divide by its root √(nλ). Training points then get back their own scores.",
        ),
        Misconception(
            _projected(centre, lambda v, n: 1 / v),
            "You divided by the eigenvalue itself; the weights are v divided by its root.",
        ),
        Misconception(
            lambda K_new, K, k: _projected(centre)(K_new, K, k).T,
            "One row per new point is asked for; you have one column per new point. Transpose.",
        ),
        Misconception(
            lambda K_new, K, k: _projected(centre)(K_new, K, k)[:, ::-1],
            "Right columns, wrong order: eigh lists the smallest first. The largest component comes first.",
        ),
    ),
    hints=(
        "a score is ⟨w, φ(z) − φ_S⟩ with a unit direction w = Σ αᵢ(φ(xᵢ) − φ_S). Whose mean is φ_S?",
        "The weights come from the centred K, as in the exercise on unit directions: v/√eigenvalue. The inner products with new points must be moved by the training mean: centre(K_new, K).",
        "values, V = np.linalg.eigh(centre(K)); alpha = V[:, ::-1][:, :k] / np.sqrt(values[::-1][:k]); return centre(K_new, K) @ alpha.",
    ),
    praise="A fitted map takes in new points without moving the old ones; training points get back their own scores.",
    **EITHER_WAY,
)


# 6. The gradient of the stress


def _configurations(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, k in ((4, 2), (6, 1), (5, 3)):
        D = cdist(X := uneven(rng, n, 3), X)
        loose = rng.uniform(0.2, 2, (n, n))
        W = [1 / (D + np.eye(n)), loose + loose.T, np.ones((n, n))][len(cases)]
        cases.append((rng.normal(size=(n, k)) * 2, D, W - np.diag(W.diagonal())))
    return cases


def _gradient(force, factor=2.0, keep=lambda d: d > 0):
    """An answer to the sixth exercise: ``force`` (d, D, W) along each gap, summed over pairs."""

    def gradient(Z, D, W):
        gap = Z[:, None] - Z[None]
        d = np.linalg.norm(gap, axis=-1)
        pull = force(d + np.eye(len(Z)), D, W) * keep(d)
        return factor * (pull[:, :, None] * gap).sum(axis=1)

    return gradient


def _right_force(d, D, W):
    return W * (d - D) / d


def _one_end(half):
    """Pairs visited once, but only one of the two points is pulled."""
    return _gradient(lambda d, D, W: half(_right_force(d, D, W)))


def _normalised(Z, D, W):
    return 2 * _gradient(_right_force)(Z, D, W) / (W * D**2).sum()


def _nan_gradient(Z, D, W):
    return np.full(Z.shape, np.nan)


def _other_axis(Z, D, W):
    return -_gradient(_right_force)(Z, D, W)


stress_gradient = Check(
    reference=_gradient(_right_force),
    inputs=_configurations,
    misconceptions=(
        Misconception(
            _nan_gradient,
            "Everything is NaN: the pairs i = j give 0/0. A point does not pull at itself; set d to 1 on the diagonal (d + np.eye(n)), the gap there is zero anyway.",
        ),
        Misconception(
            _gradient(_right_force, 4.0),
            "Twice too large: the sum runs over pairs i < j, so each pair counts once. Point i meets each j once, with the factor 2 of the square.",
        ),
        Misconception(
            _gradient(_right_force, 1.0),
            "Half of it: the derivative of a square brings a factor 2.",
        ),
        Misconception(
            _other_axis,
            "The sign is wrong: this points downhill, and a gradient points uphill. Did you sum over the wrong axis, or subtract d from D? A pair too far apart (d > D) adds a positive multiple of zᵢ − zⱼ.",
        ),
        Misconception(
            _gradient(_right_force, -1.0),
            "This is minus half of the gradient: it points downhill, and the 2 from the square is missing.",
        ),
        Misconception(
            _one_end(np.tril),
            "For point i you visit only the j before it. The stress counts each pair once, but a pair pulls at both its ends: point i feels every j, before and after.",
        ),
        Misconception(
            _one_end(np.triu),
            "For point i you visit only the j after it. The stress counts each pair once, but a pair pulls at both its ends: point i feels every j, before and after.",
        ),
        Misconception(
            _normalised,
            "This is the gradient of the normalised stress, as embedding.stress has it. Here nothing is divided by the sum of w δ².",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D)),
            "The derivative of ‖zᵢ − zⱼ‖ is the unit vector (zᵢ − zⱼ)/dᵢⱼ. The division by d is missing.",
        ),
        Misconception(
            _gradient(lambda d, D, W: (d - D) / d),
            "The weights W are missing; in Sammon's map they are what makes small distances count.",
        ),
        Misconception(
            _gradient(lambda d, D, W: (d - D) / d / np.where(W > 0, W, 1)),
            "You divided by the weights; they multiply. Sammon's division by D is already in W.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d**2 - D**2) / d),
            "You compare squared distances. The stress compares distances: (d − D), not (d² − D²).",
        ),
        Misconception(
            _gradient(lambda d, D, W: 2 * W * (d**2 - D**2)),
            "That is the gradient of another cost, Σ w (d² − D²)². The stress compares distances, not their squares.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D) / np.where(D > 0, D, 1)),
            "You divided by the given distance D; the unit vector along the gap needs the distance in the map, d.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W / d),
            "The misfit (d − D) is missing: a pair at the right distance must not pull at all.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * np.abs(d - D) / d),
            "You took the size of the misfit. Its sign decides whether a pair pulls together or pushes apart.",
        ),
    ),
    hints=(
        "differentiate w (d − D)² by the chain rule: the derivative of the square, times the derivative of d by zᵢ.",
        "The derivative of ‖zᵢ − zⱼ‖ by zᵢ is the unit vector gap[i, j]/d[i, j]. Give the diagonal of d some other value than 0 before you divide.",
        "pull = 2 * W * (d - D) / (d + np.eye(n)), then (pull[:, :, None] * gap).sum(axis=1).",
    ),
    praise="Every pair is a spring of length D: too long it pulls, too short it pushes.",
)


# 7. A step that never goes up


def _unit_configurations(rng: np.random.Generator) -> list[tuple]:
    cases = [(Z, D) for Z, D, _ in _configurations(rng)]
    X = uneven(rng, 7, 2)
    return [*cases, (rng.normal(size=(7, 2)) + 3, cdist(X, X) ** 1.5)]


def _wishes(Z, D, ratio=lambda D, d: D / d):
    """Where each point j would like to see each point i, (n, n, k)."""
    gap = Z[:, None] - Z[None]
    d = np.linalg.norm(gap, axis=-1) + np.eye(len(Z))
    return Z[None] + ratio(D, d)[:, :, None] * gap


def _one_by_one(Z, D):
    Z = Z.copy()
    for i in range(len(Z)):
        Z[i] = _wishes(Z, D)[i].mean(axis=0)
    return Z


def _step(Z, D):
    return _wishes(Z, D).mean(axis=1)


def _off_diagonal(Z, D):
    return -(D / (cdist(Z, Z) + np.eye(len(Z)))) @ Z / len(Z)


smacof_step = UpTo(
    reference=_step,
    inputs=_unit_configurations,
    misconceptions=(
        Misconception(
            lambda Z, D: (_wishes(Z, D).sum(axis=1) - Z) / (len(Z) - 1),
            "You averaged over the n − 1 others. The own wish (stay here) belongs to the mean of n: without it the step is too long, and the promise that the stress never rises is gone.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D).sum(axis=1) / (len(Z) - 1),
            "You summed n wishes, the own one included, and divided by n − 1. Divide by n.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D).sum(axis=1),
            "You added the wishes; the new place is their mean. Divide by n.",
        ),
        Misconception(
            lambda Z, D: (_wishes(Z, D).sum(axis=1) - Z) / len(Z),
            "The own wish is missing from the sum, but not from the n you divide by: point i wishes zᵢ for itself.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D, lambda D, d: d / (D + np.eye(len(D)))).mean(axis=1),
            "The ratio is upside down. The gap has length d; to give it the length D multiply it by D/d.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D, lambda D, d: D).mean(axis=1),
            "The gap zᵢ − zⱼ is not a unit vector. Divide it by its length d before you stretch it to D.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D, lambda D, d: -D / d).mean(axis=1),
            "The wishes lie on the wrong side: from zⱼ go towards zᵢ, along zᵢ − zⱼ.",
        ),
        Misconception(
            lambda Z, D: _wishes(Z, D).mean(axis=0),
            "You averaged over i instead of j: that is where point j would put everyone. Average over those who wish, axis 1 of wishes[i, j].",
        ),
        Misconception(
            lambda Z, D: Z - _gradient(_right_force)(Z, D, np.ones_like(D)),
            "That is a full gradient step, 2n times too long. The mean of the wishes is Z minus the gradient of the stress divided by 2n.",
        ),
        Misconception(
            lambda Z, D: 2 * _step(Z, D) - Z,
            "Twice too long: the gradient of the stress has a factor 2, so the step is Z − gradient/(2n), not Z − gradient/n.",
        ),
        Misconception(
            _one_by_one,
            "You moved the points one after another, so later ones saw the new places of earlier ones. All move at once: compute every wish from the old map.",
        ),
        Misconception(
            lambda Z, D: _step(_step(Z, D), D),
            "That is two steps; one is asked for.",
        ),
        Misconception(
            _off_diagonal,
            "In B(Z) Z/n the diagonal of B is missing: each row of B must sum to zero, so bᵢᵢ = Σ δᵢⱼ/dᵢⱼ.",
        ),
        Misconception(
            lambda Z, D: Z.copy(),
            "Nothing moved. Only if all distances were right already should the map stay as it is.",
        ),
        Misconception(
            lambda Z, D: np.full(Z.shape, np.nan),
            "Everything is NaN: the pairs i = j divide by 0. Set d to 1 on the diagonal; the gap there is zero, so point i simply wishes zᵢ.",
        ),
    ),
    hints=(
        "take one pair. Point j sits at zⱼ and sees i in the direction zᵢ − zⱼ, at distance d. Where is the point at distance D in that direction?",
        "wish[i, j] = zⱼ + (D/d)(zᵢ − zⱼ), with d set to 1 on the diagonal; the new zᵢ is the mean over all n of j, i included.",
        "gap = Z[:, None] - Z; d = np.linalg.norm(gap, axis=-1) + np.eye(n); (Z + (D/d)[:, :, None] * gap).mean(axis=1).",
    ),
    praise="That is SMACOF. No step size to choose, and the stress never rises, from wherever you start.",
    alike=then(shifted),
    freedom="(A shift of the whole map does not count; both were centred first.)",
)


# 8. Monotone by pooling


def _sequences(rng: np.random.Generator) -> list[tuple]:
    staircase = np.array([1.0, 5.0, 4.0, 3.5, 2.0, 6.0, 7.5, 7.0, 9.0])
    cascade = np.array([3.0, 4.0, 5.0, 0.5, 6.0])  # the last pool reaches back over all before it
    return [
        (staircase,),
        (cascade,),
        (rng.normal(size=12) + np.arange(12) / 4,),
        (rng.normal(size=8),),
        (np.sort(rng.normal(size=5)),),
    ]


def _one_pass(y):
    """Blocks that fall are averaged once, from left to right; nobody looks back."""
    cuts = np.flatnonzero(np.diff(y) >= 0) + 1
    return np.concatenate([np.full(len(part), part.mean()) for part in np.split(y, cuts)])


def _neighbours_only(y):
    """Each falling pair is replaced by its mean, one sweep."""
    y = y.copy()
    for i in range(len(y) - 1):
        if y[i] > y[i + 1]:
            y[i] = y[i + 1] = (y[i] + y[i + 1]) / 2
    return y


def _unweighted(y):
    """Pooling that averages block means without counting the block sizes."""
    blocks = []
    for v in y:
        mean, size = v, 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before + mean) / 2, size + count
        blocks.append((mean, size))
    return np.concatenate([np.full(size, mean) for mean, size in blocks])


def _lower(y):
    return np.minimum.accumulate(y[::-1])[::-1]


def _verify_monotone(fit, y) -> None:
    wanted = isotonic_regression(y).x
    match(fit, wanted, ANY)
    fit = as_numbers(fit, wanted)
    if (fall := np.diff(fit).min(initial=0.0)) < -1e-9 * np.abs(y).max():
        i = int(np.diff(fit).argmin())
        raise Problem(
            f"Your fit still falls: entry {i + 1} lies {-fall:.4g} below entry {i} in a fresh sequence of {len(y)}."
        )
    if np.abs(fit - wanted).max() > 1e-9 * np.abs(y).max():
        yours, best = ((fit - y) ** 2).sum(), ((wanted - y) ** 2).sum()
        if yours < 1.001 * best:
            gap = np.abs(fit - wanted).max()
            raise Problem(
                f"Your fit never falls and is nearly the nearest one, but off by up to {gap:.2g}: do you round, or stop too early?"
            )
        raise Problem(
            f"Your fit never falls, but it is not the nearest one: its squared error is {yours:.5g}, and {best:.5g} is possible."
        )


monotone_fit = Check(
    reference=lambda y: isotonic_regression(y).x,
    inputs=_sequences,
    verify=_verify_monotone,
    misconceptions=(
        Misconception(
            np.maximum.accumulate,
            "The running maximum never falls, but it lets one high value push up everything after it. Two values in the wrong order should meet at their mean.",
        ),
        Misconception(
            _lower,
            "The running minimum from the right never falls, but one low value pulls down everything before it. Two values in the wrong order should meet at their mean.",
        ),
        Misconception(
            lambda y: (np.maximum.accumulate(y) + _lower(y)) / 2,
            "The middle between running maximum and running minimum never falls, but it is not the nearest such sequence. Pool neighbours in the wrong order into their mean, and look back.",
        ),
        Misconception(
            np.sort,
            "Sorting moves values to other places. Entry i of the fit must stay near entry i of y: average neighbours that are in the wrong order.",
        ),
        Misconception(
            _one_pass,
            "You average each falling run, once. The mean of a run may lie below the run before it: after each pooling look back, and pool again.",
        ),
        Misconception(
            _neighbours_only,
            "You averaged pairs in one sweep. A pool sticks together: once two values share a mean they move as one block, and a new mean may break the order with the block before.",
        ),
        Misconception(
            _unweighted,
            "When two pools merge you average their means. A pool of three values counts three times: weight by size, or keep sums and sizes.",
        ),
        Misconception(
            lambda y: np.full(len(y), y.mean()),
            "A constant never falls, but it pools everything. Pool only what is in the wrong order.",
        ),
        Misconception(
            lambda y: isotonic_regression(y, increasing=False).x,
            "Your fit never rises. Asked is one that never falls.",
        ),
        Misconception(
            lambda y: np.array(y),
            "You return y itself, which falls in places. Average neighbours that are in the wrong order.",
        ),
    ),
    hints=(
        "go from left to right and keep a list of pools, each with its mean. What must happen when a new value is smaller than the last pool's mean, and what may happen then?",
        "Keep (sum, size) of each pool. Append (value, 1); while the last pool's mean is below the mean of the one before, merge the two.",
        "while len(pools) > 1 and pools[-2][0]/pools[-2][1] > pools[-1][0]/pools[-1][1]: total, size = pools.pop(); pools[-1] = (pools[-1][0] + total, pools[-1][1] + size).",
    ),
    praise="Pool adjacent violators: exact least squares in one sweep. Nonmetric scaling calls it in every step.",
)


# 9. Isomap on an arc


ABOUT_GRAPHS = re.compile(
    "graph|connect|neighbo|piece|path|component|apart|reach|link|island|isolat|separat|cluster|disjoint",
    re.IGNORECASE,
)


class Refusal(float):
    """What a function that refuses its input is taken to return; it carries the error, if any."""

    def __new__(cls, error: Exception | None):
        """Remember the error; the number stands for all refusals alike."""
        refusal = super().__new__(cls, -1.0)
        refusal.error = error
        return refusal


def _pieces(X, m) -> int:
    return connected_components(embedding.neighbour_graph(X, m), directed=False)[0]


def _column(value):
    """One coordinate per point, as a column or flat, pointing one agreed way."""
    table = as_table(value)
    if table is None or isinstance(value, Refusal):
        return value
    return turned(table[:, 0] if table.ndim == 2 and table.shape[1] == 1 else table)


def _may_refuse(function):
    """Catch the error if the neighbour graph falls apart, for then an error is right."""

    @wraps(function)
    def attempt(X, m):
        try:
            value = function(X, m)
        except NotImplementedError:
            raise
        except Exception as error:
            if _pieces(X, m) > 1:
                return Refusal(error)
            if not ABOUT_GRAPHS.search(str(error)):
                raise
            raise ValueError(f"{error} (but this graph is in one piece)") from None
        return Refusal(None) if value is None and _pieces(X, m) > 1 else _column(value)

    return attempt


def _arcs(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, angle, m in ((60, 4.0, 6), (45, 2.5, 5)):
        t = np.sort(rng.uniform(0, angle, n))
        t[[0, -1]] = 0, angle
        cases.append((2 * np.column_stack([np.cos(t), np.sin(t)]) + 1, m))
    apart = np.vstack([rng.normal(size=(9, 2)), rng.normal(size=(8, 2)) + 40])
    return [*cases, (apart, 3)]


def _isomap(distances, power=2, scale=np.sqrt, move=centre, refuse=True):
    """An answer to the ninth exercise, made of its parts."""

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


def _verify_isomap(answer, X, m) -> None:
    pieces = _pieces(X, m)
    if pieces > 1:
        return _verify_refusal(answer, pieces)
    wanted = _column(_isomap(_paths)(X, m))
    match(answer, wanted, ANY)
    got = as_numbers(answer, wanted)
    if np.abs(got - wanted).max() > 1e-7 * np.ptp(wanted):
        reach, length = np.ptp(got), np.ptp(wanted)
        between = " That is about right, but the points are not where classical scaling puts them."
        raise Problem(
            f"On a fresh arc of length {length:.5g} (along its graph) your coordinate runs over a range of {reach:.5g}."
            + between * bool(abs(reach - length) < 0.02 * length)
        )
    return None


def _verify_refusal(answer, pieces: int) -> None:
    where = f"On two far clusters with a small m the graph is in {pieces} pieces"
    if not isinstance(answer, Refusal):
        raise Problem(
            f"{where}; no path leads from one to the other, yet your function returned {kind(answer)}. On connected graphs it was right."
        )
    if answer.error is None:
        raise Problem(
            f"{where}. There your function returned nothing. A caller may overlook that, or a printed line; raise a ValueError."
        )
    if type(answer.error) is not ValueError or not ABOUT_GRAPHS.search(str(answer.error)):
        raise Problem(
            f"{where}. There your function stopped with “{describe(answer.error)}”. Look for infinite path lengths before you go on, and raise a ValueError whose words say that the graph falls apart and what to do."
        )


isomap_coordinate = UpTo(
    reference=_isomap(_paths),
    inputs=_arcs,
    verify=_verify_isomap,
    misconceptions=(
        Misconception(
            _isomap(_paths, power=1),
            "You did not square the path lengths. Classical scaling needs squared distances: −½ C D² C, the square taken entry by entry.",
        ),
        Misconception(
            _isomap(lambda X, graph: cdist(X, X)),
            "These are straight distances: they cut across the bend, and the result is ordinary PCA. Measure along the graph with shortest_path.",
        ),
        Misconception(
            _isomap(lambda X, graph: cdist(X, X), refuse=False),
            "These are straight distances: they cut across the bend, and the result is ordinary PCA. The graph is not used at all; measure along it with shortest_path.",
        ),
        Misconception(
            lambda X, m: embedding.geodesic_distances(embedding.neighbour_graph(X, m))[0],
            "That is the path length from point 0: a coordinate only if point 0 happens to be an end. Classical scaling weighs all pairs: use the whole table.",
        ),
        Misconception(
            _isomap(_hops),
            "You count steps. The edges have lengths: leave out unweighted=True.",
        ),
        Misconception(
            _isomap(lambda X, graph: graph.toarray()),
            "You used the lengths of the edges only, and 0 for all other pairs: points without an edge then count as identical. Let shortest_path fill the table.",
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
    ),
    hints=(
        "three steps: a table of path lengths; a look whether any of them is infinite; classical scaling of the squared table.",
        "shortest_path(graph) gives the table D, np.isinf(D).any() tells whether the graph falls apart. Then G = −½ C D² C, that is centre(-0.5 * D**2).",
        "D = shortest_path(graph); if np.isinf(D).any(): raise ValueError('the graph falls apart; use a larger m'); values, V = np.linalg.eigh(centre(-0.5 * D**2)); return V[:, -1] * np.sqrt(values[-1]).",
    ),
    praise="The range is the length of the arc, measured along it; and where there is no path you said so.",
    alike=_may_refuse,
)


# 10. Eigenfunctions


def _brownian(t):
    return np.minimum(t[:, None], t)


def _grids(rng: np.random.Generator) -> list[tuple]:
    middle = (np.arange(120) + 0.5) / 120
    x, w = np.polynomial.legendre.leggauss(60)
    gauss = (x + 1) / 2
    bridge = _brownian(gauss) - np.outer(gauss, gauss)
    return [
        (_brownian(middle), np.full(120, 1 / 120), 3),
        (_brownian(gauss), w / 2, 3),
        (bridge, w / 2, 2),
        (np.exp(-2 * np.subtract.outer(x, x) ** 2), w, 4),
    ]


def _functions(A, back, rescale=lambda values, w: values):
    """An answer to the tenth exercise: eigenvectors of A(K, w), turned into functions by back(w)."""

    def pairs(K, w, terms):
        values, V = top(A(K, w), terms)
        return rescale(values, w), V * back(w)

    return pairs


def _root(w):
    return np.sqrt(w)[:, None]


def _weighted(K, w):
    return _root(w) * K * np.sqrt(w)


def _back(w):
    return 1 / _root(w)


def _verify_functions(answer, K, w, terms) -> None:
    wanted = tuple(map(np.asarray, _functions(_weighted, _back)(K, w, terms)))
    match(answer, wanted, ANY)
    lam, psi = (as_numbers(a, b) for a, b in zip(answer, wanted, strict=True))
    if (np.diff(lam) > 0).any():
        raise Problem("Your eigenvalues rise; the largest comes first.")
    inner = psi.T @ (w[:, None] * psi)
    if (off := np.abs(np.diag(inner) - 1)).max() > 1e-7:
        j = int(off.argmax())
        raise Problem(
            f"The integral of the square of function {j}, Σ wᵢ ψ(tᵢ)², is {inner[j, j]:.5g}; 1 is asked for."
        )
    if np.abs(inner - np.eye(terms)).max() > 1e-7:
        raise Problem(
            "Each function has length one, but two of them are not orthogonal under Σ wᵢ f(tᵢ) g(tᵢ)."
        )
    residual = np.abs(K @ (w[:, None] * psi) - lam * psi).max(axis=0)
    if residual.max() > 1e-7 * wanted[0][0]:
        j = int(residual.argmax())
        raise Problem(
            f"Pair {j} does not solve the integral equation: Σ_j K[i, j] w[j] ψ[j] and λ ψ[i] differ by up to {residual[j]:.3g}."
        )
    match(lam, wanted[0], 1e-7)


eigenfunctions = UpTo(
    reference=_functions(_weighted, _back),
    inputs=_grids,
    verify=_verify_functions,
    tolerance=1e-7,
    misconceptions=(
        Misconception(
            _functions(lambda K, w: K, lambda w: 1.0),
            "These are eigenpairs of the matrix K. The integral is a weighted sum, so the weights w must come in: with a finer grid your eigenvalues would grow without end.",
        ),
        Misconception(
            _functions(lambda K, w: K, lambda w: 1.0, lambda values, w: values / len(w)),
            "Dividing eigenvalues by n is right for equal weights 1/n only, and your functions get smaller as the grid gets finer. Use w: both for the matrix and for the length of ψ.",
        ),
        Misconception(
            _functions(
                lambda K, w: K, lambda w: np.sqrt(len(w)), lambda values, w: values / len(w)
            ),
            "Right for equal weights 1/n. Two of the grids here have unequal weights (Gauss' rule): let √w[i] K[i, j] √w[j] take the place of K/n.",
        ),
        Misconception(
            _functions(_weighted, lambda w: 1.0),
            "The eigenvalues are right. The eigenvectors u of √w K √w are not yet the functions: u = √w ψ, so divide by √w.",
        ),
        Misconception(
            _functions(_weighted, _root),
            "The eigenvalues are right. You multiplied by √w on the way back; u = √w ψ, so divide.",
        ),
        Misconception(
            _functions(_weighted, lambda w: 1 / w[:, None]),
            "The eigenvalues are right. You divided by w; u = √w ψ, so divide by its root.",
        ),
        Misconception(
            _functions(lambda K, w: K * w, lambda w: 1.0),
            "K * w is not symmetric, and eigh looks at one triangle only. Make it symmetric: √w[i] K[i, j] √w[j], then ψ = u/√w.",
        ),
        Misconception(
            _functions(lambda K, w: w[:, None] * K, lambda w: 1.0),
            "w[:, None] * K is not symmetric, and eigh looks at one triangle only. Make it symmetric: √w[i] K[i, j] √w[j], then ψ = u/√w.",
        ),
        Misconception(
            _functions(lambda K, w: w[:, None] * K * w, lambda w: 1 / w[:, None]),
            "You put w on both sides, which counts the weights twice. Share them out: √w on each side.",
        ),
        Misconception(
            lambda K, w, terms: tuple(reversed(_functions(_weighted, _back)(K, w, terms))),
            "Right values, wrong order: eigenvalues first, then functions.",
        ),
        Misconception(
            lambda K, w, terms: (lambda lam, psi: (lam, psi.T))(
                *_functions(_weighted, _back)(K, w, terms)
            ),
            "One column per function is asked for; you have one row per function. Transpose.",
        ),
        Misconception(
            lambda K, w, terms: (lambda lam, psi: (lam[::-1], psi[:, ::-1]))(
                *_functions(_weighted, _back)(K, w, terms)
            ),
            "Right pairs, but the smallest of them first, as eigh lists them. Largest first.",
        ),
    ),
    hints=(
        "write the integral as a sum over the grid: Σ_j K[i, j] w[j] ψ[j] = λ ψ[i]. That matrix is not symmetric; which multiple of ψ makes it so?",
        "Multiply row i by √w[i] and put u = √w ψ: then S u = λ u with S[i, j] = √w[i] K[i, j] √w[j], and S is symmetric.",
        "r = np.sqrt(w); values, U = np.linalg.eigh(r[:, None] * K * r); return values[::-1][:terms], U[:, ::-1][:, :terms] / r[:, None].",
    ),
    praise="Functions of length one under the integral, on any grid: Mercer's theorem, computed.",
    **EITHER_WAY_EACH,
)


# 11. Find the slip


def _nonzero_tables(rng: np.random.Generator) -> list[tuple]:
    together = uneven(rng, 3, 2)[[0, 0, 1, 2, 1, 0]]  # first, second and last coincide
    lopsided = squared(uneven(rng, 5, 2)) ** 2  # breaks the triangle inequality
    tables = [squared(uneven(rng, 6, 3)), cycle(4), squared(together), lopsided]
    lone = [np.zeros((4, 4)) for _ in range(6)]  # one distance each: no fixed v serves them all
    for D2, (i, j) in zip(lone, combinations(range(4), 2), strict=True):
        D2[i, j] = D2[j, i] = rng.uniform(1, 5)
    return [(D2,) for D2 in (*tables, *lone)]


def _pair(i, j):
    return lambda D2: np.eye(len(D2))[i] - np.eye(len(D2))[j]


def _witness(D2):
    i, j = np.unravel_index(D2.argmax(), D2.shape)
    return _pair(i, j)(D2)


def _verify_witness(v, D2) -> None:
    match(v, np.zeros(len(D2)), ANY)
    v = as_numbers(v, np.zeros(len(D2)))
    if not v.any():
        raise Problem("The zero vector gives v'Δv = 0 for every Δ and proves nothing.")
    v = v / np.abs(v).max()
    form = v @ D2 @ v
    table = f"a fresh table of {len(D2)} points"
    if abs(form) <= 1e-12 * D2.max() * (v @ v):
        i, j = np.argsort(-np.abs(v), kind="stable")[:2]
        same = f" Here points {min(i, j)} and {max(i, j)} coincide." * bool(D2[i, j] == 0)
        raise Problem(f"For {table} v'Δv is zero; it must be negative.{same}")
    if form > 0:
        raise Problem(
            f"For {table} v'Δv is positive ({form:.4g}, with v scaled to largest entry 1); it must be negative."
        )


witness = UpTo(
    reference=_witness,
    inputs=_nonzero_tables,
    verify=_verify_witness,
    misconceptions=(
        Misconception(
            _pair(0, 1),
            "eᵢ − eⱼ is the right idea: v'Δv = −2 δᵢⱼ². But points 0 and 1 may coincide, and then it is zero. Choose a pair whose distance is not zero.",
        ),
        Misconception(
            _pair(0, -1),
            "eᵢ − eⱼ is the right idea: v'Δv = −2 δᵢⱼ². But it depends on your choice of first and last point; choose a pair whose distance is surely not zero.",
        ),
        Misconception(
            lambda D2: np.ones(len(D2)),
            "With all ones v'Δv is the sum of all squared distances, which is positive. Let entries of different sign meet.",
        ),
        Misconception(
            lambda D2: top(D2, 1)[1][:, 0],
            "You took the eigenvector of the largest eigenvalue, and that one is positive. Look at the other end of the spectrum.",
        ),
        Misconception(
            lambda D2: np.eye(len(D2))[0],
            "One entry alone picks the diagonal, v'Δv = δᵢᵢ² = 0: neither positive nor negative. Two entries are needed.",
        ),
        Misconception(
            lambda D2: np.eye(len(D2))[0] + np.eye(len(D2))[1],
            "eᵢ + eⱼ gives +2 δᵢⱼ². Change one sign.",
        ),
        Misconception(
            lambda D2: top(centre(-D2 / 2), len(D2))[1][:, -1],
            "For any v with sum zero v'Δv = −2 v'Gv. You took the eigenvector of the smallest eigenvalue of G; where G is large, Δ is negative, so take the largest.",
        ),
        Misconception(
            lambda D2: np.where(np.arange(len(D2)) % 2, -1.0, 1.0),
            "Alternating signs work for some tables only: here a table has v'Δv ≥ 0. One pair of points at a positive distance is enough, and it always works.",
        ),
    ),
    hints=(
        "the diagonal of Δ is zero. What does a zero on the diagonal of a positive semi-definite matrix force its row to be? Try a vector with only two entries that are not zero.",
        "For v = eᵢ − eⱼ the form is δᵢᵢ² + δⱼⱼ² − 2 δᵢⱼ² = −2 δᵢⱼ². Which i and j are safe for every table that is not zero?",
        "i, j = np.unravel_index(D2.argmax(), D2.shape); v is zero except v[i] = 1 and v[j] = -1.",
    ),
    praise="Δ has a zero diagonal, so it is positive semi-definite only if it is zero. The condition belongs to −½CΔC.",
    alike=then(turned),
)


# 12. The repaired statement


def _judged_tables(rng: np.random.Generator) -> list[tuple]:
    plane = uneven(rng, 7, 2) @ np.linalg.qr(rng.normal(size=(4, 4)))[0][:2]
    triangle = np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])  # 1 + 1 < 3
    star = np.where(np.eye(4) > 0, 0.0, np.where(np.add.outer(*2 * [np.arange(4) == 0]), 1.0, 4.0))
    return [
        (squared(plane),),
        (star,),
        (cycle(5),),
        (triangle,),
        (1e-12 * squared(uneven(rng, 5, 4)),),
        (squared(1e5 * uneven(rng, 6, 1)),),
        (np.zeros((3, 3)),),
    ]


def _count(verdict, matrix=lambda D2: centre(-D2 / 2)):
    """An answer to the last exercise: a verdict on the eigenvalues, with noise set to zero."""

    def dimension(D2):
        A = matrix(D2)
        values = np.linalg.eigvalsh(A)
        values[np.abs(values) < 1e-9 * np.abs(D2).max()] = 0
        return verdict(values)

    return dimension


def _schoenberg(values):
    return -1 if values.min() < 0 else int((values > 0).sum())


def _triangles_hold(D2) -> bool:
    D = np.sqrt(D2)
    return bool((D[:, None] <= (D[:, :, None] + D[None]).min(axis=1)[:, None] + 1e-9).all())


def _absolute(D2):
    values = np.linalg.eigvalsh(centre(-D2 / 2))
    return -1 if values.min() < -1e-8 else int((values > 1e-8).sum())


def _verify_dimension(answer, D2) -> None:
    wanted = _count(_schoenberg)(D2)
    match(answer, float(wanted), ANY)
    if float(answer) != wanted:
        where = f"For a fresh table of {len(D2)} points, the largest distance {np.sqrt(D2.max()):.2g}, you say {float(answer):g}; the answer is {wanted}."
        raise Problem(f"{where} {_why(float(answer), wanted, D2)}")


def _why(answer: float, wanted: int, D2) -> str:
    if wanted < 0:
        return f"A negative eigenvalue of −½CΔC, {np.linalg.eigvalsh(centre(-D2 / 2))[0]:.3g}, forbids such points."
    if answer < 0:
        return "Such points exist: did you take round-off for a negative eigenvalue, or ask the wrong matrix?"
    if answer > wanted:
        return "Eigenvalues that should be zero come out as 1e−15 or so: did you count round-off?"
    return "Did you drop eigenvalues that are small only because of the unit? Compare them with the largest."


dimension = Check(
    reference=_count(_schoenberg),
    inputs=_judged_tables,
    verify=_verify_dimension,
    misconceptions=(
        Misconception(
            _count(lambda values: int((values > 0).sum())),
            "You count positive eigenvalues of G but overlook negative ones. A single negative one (beyond round-off) means: no points anywhere have these distances.",
        ),
        Misconception(
            _count(lambda values: int((values != 0).sum())),
            "That is the rank of G: it counts negative eigenvalues as if they were dimensions. A negative one means that no map exists: return −1.",
        ),
        Misconception(
            _count(_schoenberg, lambda D2: np.asarray(D2)),
            "You say −1 for every table that is not zero. Either you asked the wrong matrix (Δ itself, as printed, or one with a wrong sign; it must be −½CΔC), or you took round-off such as −1e−16 for a negative eigenvalue.",
        ),
        Misconception(
            _count(lambda values: int((values != 0).sum()), lambda D2: np.asarray(D2)),
            "That is the rank of Δ. For points in general position in d dimensions it is d + 2, and it does not tell whether such points exist. Look at the eigenvalues of −½CΔC.",
        ),
        Misconception(
            _count(lambda values: int((values > 0).sum()), lambda D2: np.asarray(D2)),
            "You count positive eigenvalues of Δ; of Euclidean points there is always exactly one. The dimension is in −½CΔC.",
        ),
        Misconception(
            lambda D2: (
                _count(lambda values: int((values > 0).sum()))(D2) if _triangles_hold(D2) else -1
            ),
            "The triangle inequality is not enough: on a star or a ring every triangle closes, yet no points in any space have these distances. Look for negative eigenvalues of G.",
        ),
        Misconception(
            _count(_schoenberg, lambda D2: centre(-np.sqrt(D2) / 2)),
            "You took roots first. Schoenberg's condition is about squared distances, and D2 holds them already.",
        ),
        Misconception(
            _absolute,
            "Right idea, but zero is relative: here one table is in millionths and one in hundreds of thousands. Compare eigenvalues with the largest one, not with a fixed 1e−8.",
        ),
        Misconception(
            lambda D2: len(D2) - 1,
            "n points fit into n − 1 dimensions if they fit at all, but fewer may do, and some tables fit nowhere. Look at the eigenvalues of −½CΔC.",
        ),
    ),
    hints=(
        "which matrix made from Δ would be a Gram matrix if the points existed, and what would its eigenvalues tell?",
        "Eigenvalues of G = −½CΔC: one clearly below zero means that no points exist; otherwise count those clearly above zero. Clearly means against round-off, relative to the largest.",
        "values = np.linalg.eigvalsh(centre(-0.5 * D2)); noise = 1e-9 * np.abs(values).max(); -1 if values.min() < -noise, else the number of values > noise.",
    ),
    praise="Schoenberg's theorem: a table is a map exactly if −½CΔC has no negative eigenvalue, and its rank is the dimension.",
)
