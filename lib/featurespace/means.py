r"""Chapter 1: lengths, distances and centres of mass, from the kernel matrix alone.

Everything here is an inner product of the images :math:`\phi(x_i)`, rearranged.
``K`` (n, n) holds the training points, ``K_new`` (m, n) new points against training points,
``diag_new`` (m,) the new points' inner products with themselves.

**How many digits.** Distances and centres are differences of entries of K. Where the images lie so
far out that their spread is less than a thousand times the round-off of those entries (K of
``X + 1e8``, say), the functions here refuse: fewer than three digits would be right, and the
remedy is to centre the points first. A K whose entries agree to their last places is taken for one
point many times.

**What is not checked.** K must be symmetric, and every squared length that a function computes must
not be negative. That K has no negative eigenvalue only its spectrum could tell; ask
:func:`featurespace.orthogonal.kernel_rank`, which refuses a K that has one.

Ids like ST-5.2 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._slabs import thin_slabs
from ._validate import (
    TERMS,
    Array,
    as_count,
    as_gram,
    as_labels,
    as_positive,
    as_probability,
    as_rows,
    as_vector,
    clip_squares,
    fail,
    keep_digits,
    largest_entry,
    not_a_kernel,
    one_of,
    round_off,
)


class DualRule(NamedTuple):
    """A linear rule of feature space: the sign of ``K_new @ alpha - b`` (ST-u22).

    Attributes
    ----------
    alpha : (n,) dual weights of the direction.
    b : the offset.

    >>> rule = DualRule(alpha=np.array([-1.0, 1.0]), b=0.5)
    >>> float(np.sign([0.0, 2.0] @ rule.alpha - rule.b))
    1.0
    """

    alpha: Array
    b: float


def norms(K: ArrayLike) -> Array:
    r"""Length of each image (ST-u03).

    .. math:: \|\phi(x)\| = \sqrt{\kappa(x, x)}

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    (n,) lengths. Only the diagonal is looked at: other entries may be those of no kernel.

    >>> norms([[9.0, 0.0], [0.0, 16.0]])
    array([3., 4.])
    """
    K = as_gram(K)
    return np.sqrt(clip_squares(K.diagonal(), K))


def normalise(K: ArrayLike) -> Array:
    r"""Cosines: the inner products after every image is scaled to length one (ST-5.1, ST-C5.1).

    .. math:: \hat\kappa(x, z) = \frac{\kappa(x, z)}{\sqrt{\kappa(x, x)\, \kappa(z, z)}}

    Parameters
    ----------
    K : (n, n) kernel matrix with a positive diagonal.

    Returns
    -------
    (n, n) cosines, exactly 1 on the diagonal. A cosine beyond 1 (and round-off) is refused; a
    negative eigenvalue that shows in no pair of points is not noticed.

    >>> normalise([[4.0, 3.0], [3.0, 9.0]])  # 3 / (2 * 3)
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    K = as_gram(K)
    length = np.sqrt(clip_squares(K.diagonal(), K))
    if length.min() == 0:
        zero = np.flatnonzero(length == 0)[:5].tolist()
        remedy = "A point at the origin has no direction; drop it or use another kernel"
        raise fail("K", "have a positive diagonal", f"norm 0 at points {zero}", remedy)
    cosines = np.empty(K.shape)
    for rows in thin_slabs(K):
        part = np.divide(K[rows], length, out=cosines[rows])
        part /= length[rows, None]
        if largest_entry(part) > 1 + 8 * round_off(TERMS, 1.0):  # 8: see round_off
            raise not_a_kernel(K)
        np.clip(part, -1.0, 1.0, out=part)
    np.fill_diagonal(cosines, 1.0)
    return cosines


def combination_norm(K: ArrayLike, alpha: ArrayLike) -> float:
    r"""Length of a weighted sum of images (ST-u04).

    .. math:: \Bigl\|\sum_i \alpha_i \phi(x_i)\Bigr\| = \sqrt{\alpha' K \alpha}

    Parameters
    ----------
    K : (n, n) kernel matrix.
    alpha : (n,) weights.

    Returns
    -------
    The length. Weights may cancel, and then 0 is the right answer; so what cancels is exact only
    to the square root of the round-off, eps * max K * (sum of the sizes of alpha)^2.

    >>> combination_norm([[1.0, 0.0], [0.0, 1.0]], [3.0, 4.0])
    5.0
    """
    K = as_gram(K)
    alpha = as_vector(alpha, len(K), "alpha")
    scale = np.abs(alpha).sum() ** 2 * np.abs(K).max()
    return float(np.sqrt(clip_squares(alpha @ K @ alpha, K, scale)))


def squared_distances(K: ArrayLike) -> Array:
    r"""Squared distance of every pair of images (ST-u05).

    .. math:: \|\phi(x) - \phi(z)\|^2 = \kappa(x, x) - 2 \kappa(x, z) + \kappa(z, z)

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the distances.

    Returns
    -------
    (n, n) squared distances, right to a thousandth of their average.

    >>> squared_distances([[1, 0, 1], [0, 1, 1], [1, 1, 2]])
    array([[0., 2., 1.],
           [2., 0., 1.],
           [1., 1., 0.]])
    """
    K = as_gram(K)
    d = K.diagonal()
    squared = clip_squares(np.add.outer(d, d) - 2 * K, K)
    keep_digits(K, K.mean())
    return squared


def centre_norm(K: ArrayLike) -> float:
    r"""Length of the centre of mass: its square is the average entry of K (ST-u07).

    .. math:: \|\phi_S\|^2 = \frac1{n^2} \sum_{i,j} \kappa(x_i, x_j)

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    The length, 0 for centred images (exact to the square root of n * eps * max K).

    >>> round(centre_norm([[1, 0, 1], [0, 1, 1], [1, 1, 2]]) ** 2, 12)  # 8/9
    0.888888888889
    """
    K = as_gram(K)
    return float(np.sqrt(clip_squares(K.mean(), K)))


def squared_distances_to_centre(
    K: ArrayLike, K_new: ArrayLike | None = None, diag_new: ArrayLike | None = None
) -> Array:
    r"""Squared distance of images to the centre of mass of the training images (ST-5.2, ST-5.6).

    .. math:: \|\phi(z) - \phi_S\|^2 = \kappa(z, z) - \frac2n \sum_i \kappa(z, x_i)
              + \frac1{n^2} \sum_{i,j} \kappa(x_i, x_j)

    Without ``K_new`` the points are the training points themselves.

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the distances.
    K_new : (m, n) new points against training points, ``kernel(Z, X)``.
    diag_new : (m,) the new points' own inner products, ``kernel.diag(Z)``.

    Returns
    -------
    (m,) squared distances (n of them without ``K_new``), right to a thousandth of the spread.

    >>> squared_distances_to_centre([[0, 0, 0], [0, 4, 8], [0, 8, 16]])  # 0, 2, 4; centre 2
    array([4., 0., 4.])
    >>> squared_distances_to_centre([[0, 0, 0], [0, 4, 8], [0, 8, 16]], [[0, 10, 20]], [25])  # 5
    array([9.])
    """
    K = as_gram(K)
    mean = K.mean(axis=1)  # (n,)   <phi(x_i), phi_S>
    if K_new is None and diag_new is None:
        squared = clip_squares(_from_centre(K.diagonal(), mean, mean.mean()), K)
        keep_digits(K, mean.mean())
        return squared
    if K_new is None or diag_new is None:
        got = "diag_new alone" if K_new is None else "K_new alone"
        remedy = "Pass K_new=kernel(Z, X) and diag_new=kernel.diag(Z)"
        raise fail("K_new and diag_new", "come together", got, remedy)
    K_new = as_rows(K_new, len(K))
    diag_new = as_vector(diag_new, len(K_new), "diag_new")
    scale = max(K.diagonal().max(), np.abs(diag_new).max())
    squared = _from_centre(diag_new, K_new.mean(axis=1), mean.mean())
    squared = clip_squares(squared, K, scale, source="K_new and diag_new")
    keep_digits(K, mean.mean())
    return squared


def _from_centre(squared_norms: Array, similar: Array, squared_norm: float) -> Array:
    """(5.2) from <phi(z), phi(z)>, <phi(z), phi_S> and <phi_S, phi_S>; round-off is not clipped."""
    return squared_norms - 2 * similar + squared_norm


def spread(K: ArrayLike) -> float:
    r"""Mean squared distance to the centre of mass: the total variance (ST-5.3..5.4).

    .. math:: \frac1n \sum_i \|\phi(x_i) - \phi_S\|^2
              = \frac1n \sum_i \kappa(x_i, x_i) - \frac1{n^2} \sum_{i,j} \kappa(x_i, x_j)

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the spread.

    Returns
    -------
    The mean squared distance, right to a thousandth; 0 if all images coincide.

    >>> spread([[1, 0, 1], [0, 1, 1], [1, 1, 2]])  # 4/3 - 8/9
    0.4444444444444444
    """
    K = as_gram(K)
    mean = K.mean()
    squared = clip_squares(K.diagonal().mean() - mean, K)
    keep_digits(K, mean)
    return float(squared)


def centre(K: ArrayLike, K_train: ArrayLike | None = None) -> Array:
    r"""Inner products measured from the training points' centre of mass (ST-u10, ST-u11, ST-C5.2).

    .. math:: \hat\kappa(z, x) = \kappa(z, x) - \frac1n \sum_i \kappa(z, x_i)
              - \frac1n \sum_i \kappa(x_i, x) + \frac1{n^2} \sum_{i,j} \kappa(x_i, x_j)

    For new points pass ``centre(K_new, K)``: the centre stays the training points'.

    Parameters
    ----------
    K : (n, n) kernel matrix, or (m, n) new points against training points.
    K_train : (n, n) kernel matrix of the training points, if K holds new ones. The training
        matrix is refused if it has lost the digits of the spread; its eigenvalues are not checked.

    Returns
    -------
    The centred matrix, of the shape of K; K itself stays as it is.

    >>> x = np.array([[0.0], [2.0], [4.0]])
    >>> centre(x @ x.T)  # (x - 2) @ (x - 2).T
    array([[ 4.,  0., -4.],
           [ 0.,  0.,  0.],
           [-4.,  0.,  4.]])
    """
    if K_train is None:
        K = as_gram(K)
        mean = K.mean(axis=1)  # (n,)   <phi(x_i), phi_S>, once for the rows and for the columns
        keep_digits(K, mean.mean())
        return _centre(K, mean, mean)
    K_train = as_gram(K_train, "K_train")
    K, mean = as_rows(K, len(K_train), "K"), K_train.mean(axis=1)
    keep_digits(K_train, mean.mean(), "K_train")
    return _centre(K, K.mean(axis=1), mean)


def _centre(K: Array, similar: Array, mean: Array) -> Array:
    """K (m, n) centred; ``similar`` (m,) holds <phi(z_i), phi_S>, ``mean`` (n,) <phi_S, phi(x_j)>.

    O(mn), never the O(n^3) product C K C; mean.mean() is the squared norm of the centre.
    """
    K_hat, shift = np.empty(K.shape), mean - mean.mean()
    for rows in thin_slabs(K):
        np.subtract(K[rows], similar[rows, None], out=K_hat[rows])
        K_hat[rows] -= shift
    return K_hat


def centre_error_bound(radius: float, n: int, delta: float) -> float:
    r"""Bound that the centre's estimation error exceeds with probability at most delta (ST-5.5).

    .. math:: \|\phi_S - \mathbb{E}\,\phi(x)\| \le
              \sqrt{\frac{2R^2}{n}} \Bigl(\sqrt2 + \sqrt{\ln\tfrac1\delta}\Bigr)

    It needs a radius R of the support around the origin that is known beforehand: the largest
    norm *seen* is a valid R only where all images have one length (Gaussian, normalised).

    Parameters
    ----------
    radius : R > 0, so that no image is longer.
    n : number of training points.
    delta : probability, between 0 and 1, with which the bound may fail.

    Returns
    -------
    The bound on the distance between the centre of mass and the expectation.

    >>> round(centre_error_bound(radius=1.0, n=100, delta=0.01), 7)
    0.5034854
    """
    R, n, delta = as_positive(radius, "radius"), as_count(n, "n"), as_probability(delta, "delta")
    return float(R * np.sqrt(2 / n) * (np.sqrt(2) + np.sqrt(-np.log(delta))))


def novelty_threshold(
    K: ArrayLike, delta: float = 0.01, method: str = "split", radius: float | None = None
) -> float:
    r"""Distance from the centre of mass beyond which a point is called novel.

    ``"book"`` (ST-5.7, ST-C5.3): largest training distance plus twice the bound (5.5), which
    holds with confidence 1 - delta. ``radius`` R is taken as the largest norm in K unless given.

    .. math:: \max_i \|\phi(x_i) - \phi_S\| + 2\sqrt{\frac{2R^2}{n}}
              \Bigl(\sqrt2 + \sqrt{\ln\tfrac1\delta}\Bigr)

    ``"split"``: the first n // 2 points make the centre, the other m are ranked by their distance
    to it, and the threshold is the :math:`\lceil (1 - \delta)(m + 1) \rceil`-th of them (at most
    the largest). A new point exceeds it with probability at most max(delta, 1/(m + 1)), over the
    joint draw of all points. Measure new points from that centre of the first half.

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if it has lost the digits of the distances.
    delta : share of false alarms, between 0 and 1.
    method : ``"split"`` or ``"book"``.
    radius : R for ``"book"``; the largest norm in K, if left out.

    Returns
    -------
    The threshold, a distance (not squared).

    >>> x = np.array([[0.0], [2.0], [4.0], [1.0]])  # centre 1 from 0 and 2; 4 and 1 are ranked
    >>> novelty_threshold(x @ x.T, method="split")
    3.0
    """
    K, delta = as_gram(K), as_probability(delta, "delta")
    n = len(K)
    if one_of(method, "method", ("book", "split")) == "book":
        largest = np.sqrt(clip_squares(K.diagonal(), K).max())
        radius = largest if radius is None else as_positive(radius, "radius")
        mean = K.mean(axis=1)
        squared = clip_squares(_from_centre(K.diagonal(), mean, mean.mean()), K)
        keep_digits(K, mean.mean())
        return _book_threshold(squared, radius, delta)
    if n < 2:
        remedy = "One half makes the centre, the other half the threshold"
        raise fail("K", "hold at least two points", f"{n}", remedy)
    h = n // 2
    squared = _from_centre(K.diagonal()[h:], K[h:, :h].mean(axis=1), K[:h, :h].mean())
    squared = clip_squares(squared, K)
    keep_digits(K, K.mean())
    return _split_threshold(squared, delta)


def _book_threshold(squared: Array, radius: float, delta: float) -> float:
    """(5.7) from the squared distances of the n training points to their centre."""
    slack = 2 * centre_error_bound(radius, len(squared), delta) if radius > 0 else 0.0
    return float(np.sqrt(squared.max()) + slack)


def _split_threshold(squared: Array, delta: float) -> float:
    """The ceil((1 - delta)(m + 1))-th smallest distance of the m ranked points, or the largest."""
    m = len(squared)
    # ceil would make a whole rank of the round-off above one: a few (4) units are taken off first
    rank = int(np.ceil((1 - delta) * (m + 1) - 4 * round_off(m + 1, 1.0)))
    return float(np.sqrt(np.sort(squared)[min(max(rank, 1), m) - 1]))


def parzen(K: ArrayLike, y: ArrayLike) -> DualRule:
    r"""Assign to the nearer class centre: the Parzen classifier (ST-u22, ST-A5.6).

    .. math:: h(x) = \operatorname{sgn}\Bigl(\sum_i \alpha_i \kappa(x_i, x) - b\Bigr), \quad
              \alpha = \alpha^+ - \alpha^-, \quad
              b = \tfrac12 (\alpha^{+\prime} K \alpha^+ - \alpha^{-\prime} K \alpha^-)

    where alpha+ spreads weight one over the positive points and alpha- over the negative ones.

    For a Gaussian kernel the sums are, up to a factor, the window estimates of Parzen 1962.

    Parameters
    ----------
    K : (n, n) kernel matrix; refused if b would drown in its round-off.
    y : (n,) labels -1 and +1, both present.

    Returns
    -------
    ``alpha`` (n,) and ``b``: a new point belongs to class +1 if ``K_new @ alpha > b``.

    >>> x = np.array([[0.0], [2.0], [5.0]])  # centres 1 and 5: the border is at 3
    >>> alpha, b = parzen(x @ x.T, [-1, -1, 1])
    >>> alpha.tolist(), b  # w = 5 - 1 = 4 and w * 3 = b
    ([-0.5, -0.5, 1.0], 12.0)
    """
    K = as_gram(K)
    y = as_labels(y, len(K))
    positive = (y > 0) / (y > 0).sum()  # (n,) weights that average the positive points
    negative = (y < 0) / (y < 0).sum()
    keep_digits(K, K.mean())
    b = (positive @ K @ positive - negative @ K @ negative) / 2
    return DualRule(positive - negative, float(b))
