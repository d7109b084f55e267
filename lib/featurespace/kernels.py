r"""The inner product of feature space: three kernels, and a kernel matrix made on demand.

A kernel is a function with a hidden map :math:`\phi` behind it (ST-u01):

.. math:: \kappa(x, z) = \langle \phi(x), \phi(z) \rangle

``kernel(X)`` is the matrix :math:`K_{ij} = \kappa(x_i, x_j)` (ST-u02), ``kernel(Z, X)`` has a row
for each new point and a column for each training point.

Ids like ST-u02 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from scipy.spatial.distance import cdist, pdist

from ._slabs import slabs
from ._validate import EPS, Array, as_count, as_number, as_points, as_positive, as_probability, fail

Index = slice | NDArray[np.intp]
Block = Callable[[Index, Index], Array]


def _pair(X: ArrayLike, Z: ArrayLike | None) -> tuple[Array, Array]:
    """Validate both arguments of a kernel; a missing Z is X itself."""
    X = as_points(X)
    Z = X if Z is None else as_points(Z, "Z")
    if X.shape[1] != Z.shape[1]:
        got = f"{X.shape[1]} in the first argument and {Z.shape[1]} in the second"
        raise fail("X and Z", "have the same columns", got, "Use the same features for both")
    return X, Z


def _filled(X: Array, Z: Array, block: Block) -> Array:
    """A kernel matrix, slab by slab; for Z = X only the upper half is computed, then mirrored."""
    K = np.empty((len(X), len(Z)))
    for rows in slabs(len(X)):
        columns = slice(rows.start if Z is X else 0, None)
        K[rows, columns] = block(rows, columns)
        if Z is X:
            K[columns, rows] = K[rows, columns].T
    return K


@dataclass(frozen=True)
class Linear:
    r"""The ordinary inner product, feature map :math:`\phi(x) = x` (ST-u01).

    .. math:: \kappa(x, z) = \langle x, z \rangle

    >>> Linear()([[1, 0], [0, 1], [1, 1]])
    array([[1., 0., 1.],
           [0., 1., 1.],
           [1., 1., 2.]])
    """

    def __call__(self, X: ArrayLike, Z: ArrayLike | None = None) -> Array:
        """Inner products of the rows of X with the rows of Z (of X, if Z is left out)."""
        X, Z = _pair(X, Z)
        return X @ Z.T

    def blocks(self, X: Array, Z: Array) -> Block:
        """The matrix as a function of slices of X and of Z."""
        return lambda rows, columns: X[rows] @ Z[columns].T

    def diag(self, X: ArrayLike) -> Array:
        """Squared norm of each image, without the matrix."""
        X = as_points(X)
        return np.einsum("ij,ij->i", X, X)


@dataclass(frozen=True)
class Polynomial:
    r"""All products of up to ``degree`` coordinates (W-e01 for degree 2).

    .. math:: \kappa(x, z) = (\langle x, z \rangle + c)^p

    The degree is a whole number and the offset c is not negative: otherwise the matrix can have
    negative eigenvalues and no feature map exists.

    Parameters
    ----------
    degree : highest number of factors p, a whole number >= 1; 2, if left out.
    offset : c >= 0; 1, if left out.

    >>> float(Polynomial(degree=2, offset=1.0)([[1, 2]], [[3, -1]])[0, 0])  # (1 + 1)^2
    4.0
    """

    degree: int = 2
    offset: float = 1.0

    def __post_init__(self) -> None:
        as_count(self.degree, "degree")
        as_number(self.offset, "offset", "be a number >= 0", lambda v: v >= 0)

    def _power(self, base: Array) -> Array:
        base += self.offset
        if self.degree == 1:
            return base
        result = base * base  # multiplying beats the general power by far
        for _ in range(self.degree - 2):
            result *= base
        return result

    def __call__(self, X: ArrayLike, Z: ArrayLike | None = None) -> Array:
        """Kernel of the rows of X with the rows of Z (of X, if Z is left out)."""
        X, Z = _pair(X, Z)
        return _filled(X, Z, self.blocks(X, Z))

    def blocks(self, X: Array, Z: Array) -> Block:
        """The matrix as a function of slices of X and of Z."""
        largest = np.sqrt(Linear().diag(X).max() * Linear().diag(Z).max()) + self.offset
        if self.degree * np.log10(max(largest, 1.0)) > 300:  # numbers end at about 1e308
            remedy = "Rescale X or lower the degree: the power overflows"
            raise fail("X", "be small enough for the degree", f"powers of {largest:.3g}", remedy)
        return lambda rows, columns: self._power(X[rows] @ Z[columns].T)

    def diag(self, X: ArrayLike) -> Array:
        """Squared norm of each image, without the matrix."""
        X = as_points(X)
        self.blocks(X, X)  # refuses what overflows
        return self._power(Linear().diag(X))


@dataclass(frozen=True)
class Gaussian:
    r"""Similarity that fades with distance; every image has length one (ST-u01).

    .. math:: \kappa(x, z) = \exp\left(-\frac{\|x - z\|^2}{2 \sigma^2}\right)

    Parameters
    ----------
    sigma : width > 0, in the unit of the data: at that distance the similarity is exp(-1/2); 1, if
        left out. :func:`distance_quantile` has a first guess.

    >>> Gaussian(sigma=1.0)([[0.0], [2.0]]).round(4)  # exp(-2) = 0.1353
    array([[1.    , 0.1353],
           [0.1353, 1.    ]])
    """

    sigma: float = 1.0

    def __post_init__(self) -> None:
        as_positive(self.sigma, "sigma")

    def __call__(self, X: ArrayLike, Z: ArrayLike | None = None) -> Array:
        """Kernel of the rows of X with the rows of Z (of X, if Z is left out)."""
        X, Z = _pair(X, Z)
        K = _filled(X, Z, self.blocks(X, Z))
        if Z is X:
            np.fill_diagonal(K, 1.0)
        return K

    def blocks(self, X: Array, Z: Array) -> Block:
        """The matrix as a function of slices of X and of Z."""
        squared_distances = _in_units(self.sigma, X, Z)

        def block(rows: Index, columns: Index) -> Array:
            D2 = squared_distances(rows, columns)
            D2 *= -0.5
            return np.exp(D2, out=D2)

        return block

    def diag(self, X: ArrayLike) -> Array:
        """Squared norm of each image: always one."""
        return np.ones(len(as_points(X)))


def _in_units(unit: float, X: Array, Z: Array) -> Block:
    """Squared distances over unit^2, as a function of rows of X and rows of Z.

    ||x||^2 - 2<x, z> + ||z||^2 is one matrix product, but loses eps * ||x||^2 to cancellation. So
    we measure from the mean of Z; if points still lie too far out, we subtract pair by pair.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # beyond the number range: infinitely far
        A = (X - Z.mean(axis=0)) / unit
        B = A if Z is X else (Z - Z.mean(axis=0)) / unit
        a, b = (np.einsum("ij,ij->i", P, P) for P in (A, B))
        # an error of 1e-12 in the squared distance changes exp(-D2 / 2) by half of that at most
        accurate = EPS * max(a.max(), b.max()) <= 1e-12

    def by_product(rows: Index, columns: Index) -> Array:
        D2 = A[rows] @ B[columns].T
        D2 *= -2.0
        D2 += np.add.outer(a[rows], b[columns])  # the sum first: symmetric to the last bit
        return np.maximum(D2, 0.0, out=D2)

    largest = max(np.abs(X).max(), np.abs(Z).max())
    # in units of about sigma no square underflows; 1e-150 sees to it that none exceeds 1e300
    scale = np.ldexp(1.0, np.frexp(max(unit, 1e-150 * largest))[1])

    def pair_by_pair(rows: Index, columns: Index) -> Array:
        with np.errstate(over="ignore"):
            D2 = cdist(X[rows] / scale, Z[columns] / scale) / (unit / scale)
            return np.multiply(D2, D2, out=D2)

    return by_product if accurate else pair_by_pair


Kernel = Linear | Polynomial | Gaussian


@dataclass(frozen=True, eq=False)
class Gram:
    """A kernel matrix that computes its entries only when asked (ST-u02).

    Algorithms that need a few rows never pay for all n x n entries.

    Parameters
    ----------
    kernel : one of the three above, or any object called in the same way that has ``diag``.
    X : (n, d) points.

    >>> gram = Gram(Linear(), [[1, 0], [0, 1], [1, 1]])
    >>> gram.shape, gram.diagonal(), gram[2]
    ((3, 3), array([1., 1., 2.]), array([1., 1., 2.]))
    >>> bool((np.asarray(gram) == Linear()(gram.X)).all())
    True
    """

    kernel: Kernel
    X: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "X", as_points(self.X))

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n), as of the full matrix."""
        return len(self.X), len(self.X)

    def __len__(self) -> int:
        return len(self.X)

    def diagonal(self) -> Array:
        """Squared norms of the n images."""
        return self.kernel.diag(self.X)

    def __getitem__(self, i: int | slice) -> Array:
        if isinstance(i, slice):
            return self._entries(i, slice(None))
        if not isinstance(i, Integral):
            raise TypeError(f"a Gram gives rows, gram[i] or gram[i:j]; got the index {i!r}")
        if not -len(self) <= i < len(self):
            raise IndexError(f"row {i} is out of bounds for a Gram of {len(self)} points")
        i = i % len(self)
        return self._entries(slice(i, i + 1), slice(None))[0]

    @cached_property
    def _entries(self) -> Block:
        """Rows by columns of the matrix; what depends on X alone is done once, not every time."""
        if not hasattr(self.kernel, "blocks"):
            return lambda rows, columns: self.kernel(self.X[rows], self.X[columns])
        return self.kernel.blocks(self.X, self.X)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("a Gram has no stored matrix; allow a copy: np.asarray(gram)")
        return self.kernel(self.X).astype(dtype or float, copy=False)


def distance_quantile(X: ArrayLike, q: float = 0.5) -> float:
    """Quantile of the distances between all pairs of points: a first guess for ``sigma``.

    Parameters
    ----------
    X : (n, d) points, at least two. All n (n - 1) / 2 distances are held at once.
    q : share of the pairs that are nearer, between 0 and 1; 0.5, the median, if left out.

    Returns
    -------
    The distance.

    >>> distance_quantile([[0.0], [1.0], [3.0]])  # distances 1, 2, 3
    2.0
    """
    X = as_points(X)
    if len(X) < 2:
        raise fail("X", "have at least two points", f"{len(X)}", "One point has no distances")
    return float(np.quantile(pdist(X), as_probability(q, "q")))


def quadratic_features(X: ArrayLike) -> Array:
    r"""The feature map behind ``Polynomial(2, 1.0)``, written out (W-e01, W-u17).

    .. math:: \phi(x) = (1, \sqrt2 x_1, \dots, \sqrt2 x_1 x_2, \dots, x_1^2, \dots)

    Parameters
    ----------
    X : (n, d) points.

    Returns
    -------
    (n, 1 + 2d + d (d - 1) / 2) features: the constant, the coordinates, their products, their
    squares.

    >>> a, b = quadratic_features([[1, 2], [3, -1]])
    >>> round(float(a @ b), 12)  # = (1 + <x, z>)^2 = (1 + 1)^2
    4.0
    """
    X = as_points(X)
    pairs = [X[:, i] * X[:, j] for i, j in combinations(range(X.shape[1]), 2)]
    cross = np.sqrt(2) * np.array(pairs).T.reshape(len(X), -1)
    return np.hstack([np.ones((len(X), 1)), np.sqrt(2) * X, cross, X**2])
