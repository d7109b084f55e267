"""Thin scikit-learn estimators: the functions of this library with ``fit`` and ``predict``.

They add the protocol (labels of any kind, pipelines, grid search, tables) and no mathematics.
``kernel=None`` means a Gaussian whose sigma is the median distance between training points; beyond
1000 of them, between 1000 drawn with a fixed seed, so that the same points give the same width.

Ids like ST-A5.4 are looked up in the concordance: ``course/concordance.tsv``, on the site under
Concordance.
"""

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    ClassNamePrefixFeaturesOutMixin,
    OutlierMixin,
    RegressorMixin,
    TransformerMixin,
)
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import embedding, fisher, means, neighbours, normal, orthogonal, pca, regression
from ._slabs import slabs
from ._validate import (
    TERMS,
    Array,
    as_count,
    as_points,
    as_probability,
    fail,
    keep_spread,
    one_of,
    round_off,
)
from .embedding import _isomap, mds
from .kernels import Gaussian, Gram, Kernel, distance_quantile

ENOUGH = 1000  # points for a median distance: half a million pairs, 4 MB, an error of a per cent


def _median_distance(X: Array) -> float:
    """Median distance between (at most 1000 of) the points; 1 if there is none or it is zero."""
    if len(X) > ENOUGH:
        X = X[np.random.default_rng(0).choice(len(X), ENOUGH, replace=False)]
    return (distance_quantile(X) if len(X) > 1 else 0.0) or 1.0


def _clipped(squared: Array, scale: float) -> Array:
    """Squared distances without the round-off below zero; what is further below is no distance."""
    if squared.min() < -8 * round_off(max(len(squared), TERMS), scale):  # 8: see round_off
        remedy = "No feature map gives these inner products"
        shown = f"a squared distance of {squared.min():.3g}"
        raise fail("kernel", "be positive semi-definite", shown, remedy)
    return np.maximum(squared, 0.0)


def _points(model: BaseEstimator, X: ArrayLike, **rules: bool | int) -> Array:
    """Points as scikit-learn wants them checked; ``reset=False`` compares with those of ``fit``."""
    return validate_data(model, X, **rules)


def _points_and_labels(
    model: BaseEstimator, X: ArrayLike, y: ArrayLike, **rules: bool | int
) -> tuple[Array, NDArray[Any]]:
    """Points, and a label or target for each."""
    return validate_data(model, X, y, **rules)


class _KernelEstimator(BaseEstimator):
    """What the kernel estimators share: the training points and a kernel to compare with."""

    kernel: Kernel | None

    def _start(self, X: Array) -> None:
        kernel = self.kernel
        if kernel is not None and (isinstance(kernel, type) or not hasattr(kernel, "diag")):
            remedy = "Pass one, such as Gaussian(sigma=1.0), or None"
            raise fail("kernel", "be a kernel of featurespace.kernels", repr(kernel), remedy)
        self.kernel_: Kernel = Gaussian(_median_distance(X)) if kernel is None else kernel
        self.X_fit_ = X

    def _compare(self, Z: ArrayLike) -> Array:
        """Inner products (m, n) of new points with the training points that are kept."""
        check_is_fitted(self)
        return self.kernel_(_points(self, Z, reset=False), self.X_fit_)


class _Coordinates(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """New coordinates, named after the class; what finding them gives is not computed again."""

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Find the coordinates; y is ignored."""
        self._find(X)
        return self

    def fit_transform(self, X: ArrayLike, y: object = None) -> Array:
        """Find the coordinates, and return those of the training points."""
        return self._find(X)

    def _find(self, X: ArrayLike) -> Array:
        raise NotImplementedError


class NoveltyDetector(OutlierMixin, _KernelEstimator):
    """Call a point novel if it lies far from the training points' centre of mass (ST-A5.4).

    Neither fitting nor scoring holds a kernel matrix: only means of its rows are needed.

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between the points that make the centre (at most 1000 of them).
    delta : share of false alarms, between 0 and 1, as in
        :func:`featurespace.means.novelty_threshold`.
    method : "split" keeps its promise max(delta, 1/(m + 1)); "book" is the printed rule.
    random_state : seed by which the training points are shuffled before "split" halves them; None
        shuffles differently every time.

    >>> X = np.random.default_rng(0).standard_normal((200, 2))
    >>> NoveltyDetector().fit(X).predict([[0.0, 0.0], [9.0, 9.0]])  # +1 familiar, -1 novel
    array([ 1, -1])
    """

    def __init__(
        self,
        kernel: Kernel | None = None,
        delta: float = 0.01,
        method: str = "split",
        random_state: int | None = 0,
    ):
        self.kernel = kernel
        self.delta = delta
        self.method = method
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Find the centre and the threshold; y is ignored."""
        X = _points(self, X, ensure_min_samples=2)
        delta = as_probability(self.delta, "delta")
        book = one_of(self.method, "method", ("book", "split")) == "book"
        h = len(X) if book else len(X) // 2  # the first h points make the centre
        if not book:
            X = np.random.default_rng(self.random_state).permutation(X)
        self._start(X[:h])  # the width of a kernel, too, must not see the points that are ranked
        known = squared_norms, similar = self.kernel_.diag(X), self._similar(X)
        scale, self.squared_norm_ = squared_norms.max(), float(similar[:h].mean())  # of the centre
        squared = _clipped(means._from_centre(squared_norms, similar, self.squared_norm_), scale)
        keep_spread(squared.mean(), scale, len(X), lambda: max(map(np.ptp, known)))
        if book:
            threshold = means._book_threshold(squared, float(np.sqrt(scale)), delta)
        else:
            threshold = means._split_threshold(squared[h:], delta)
        noise = 8 * round_off(len(X) + X.shape[1], scale)  # of a squared distance; 8: see round_off
        self.threshold_ = float(np.sqrt(threshold**2 + noise))  # round-off must not ring the alarm
        self.offset_ = -self.threshold_
        return self

    def _similar(self, Z: Array) -> Array:
        """<phi(z), phi_S> of each point, without ever holding all of K_new."""
        parts = [self.kernel_(Z[rows], self.X_fit_).mean(axis=1) for rows in slabs(len(Z), 256)]
        return np.concatenate(parts)

    def score_samples(self, X: ArrayLike) -> Array:
        """Minus the distance to the centre: the higher, the more familiar."""
        check_is_fitted(self)
        Z = _points(self, X, reset=False)
        squared = means._from_centre(self.kernel_.diag(Z), self._similar(Z), self.squared_norm_)
        return -np.sqrt(np.maximum(squared, 0.0))

    def decision_function(self, X: ArrayLike) -> Array:
        """How far inside the threshold each point lies; negative means novel."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: ArrayLike) -> NDArray[np.int_]:
        """+1 for familiar points, -1 for novel ones."""
        return np.where(self.decision_function(X) < 0, -1, 1)


class _BinaryClassifier(ClassifierMixin, _KernelEstimator):
    """A linear rule of feature space for two classes with any labels."""

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the rule, as dual weights and an offset."""
        X, y = _points_and_labels(self, X, y)
        sign = self._signs(y)
        self._start(X)
        self.alpha_, self.b_ = self._rule(self.kernel_(X), sign)
        return self

    def _rule(self, K: Array, sign: Array) -> means.DualRule:
        raise NotImplementedError

    def _signs(self, y: NDArray[Any]) -> Array:
        """Map any two labels to -1 and +1 (the second in sorted order is +1)."""
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        if len(self.classes_) != 2:
            kind = "multiclass" if len(self.classes_) > 2 else "one class"
            raise ValueError(
                f"Only binary classification is supported. The type of the target is {kind}. "
                f"y has {len(self.classes_)} class(es); choose two of them."
            )
        return np.where(y == self.classes_[1], 1.0, -1.0)

    def decision_function(self, X: ArrayLike) -> Array:
        """Positive on the side of ``classes_[1]``."""
        return self._compare(X) @ self.alpha_ - self.b_

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The label on whose side the point lies."""
        side = self.decision_function(X) > 0
        return self.classes_[side.astype(int)]


class ParzenClassifier(_BinaryClassifier):
    """Assign a point to the class whose centre of mass is nearer (ST-A5.6).

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between (at most 1000 of) the training points.

    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"]
    >>> ParzenClassifier(Gaussian(1.0)).fit(X, y).predict([[0.4], [4.2]]).tolist()
    ['low', 'high']
    """

    def __init__(self, kernel: Kernel | None = None):
        self.kernel = kernel

    def _rule(self, K: Array, sign: Array) -> means.DualRule:
        return means.parzen(K, sign)


class PartialGramSchmidt(_Coordinates, _KernelEstimator):
    """Coordinates in the span of a few training images, picked greedily (ST-A5.12).

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between (at most 1000 of) the training points.
    eta : stop when no squared residual exceeds it, >= 0; 0, if left out, goes down to round-off.
    max_rank : how many points to pick at most: None picks until ``eta`` is reached, and with n
        points each of them costs n numbers while fitting.

    >>> from featurespace.kernels import Linear
    >>> PartialGramSchmidt(Linear()).fit_transform([[3.0, 4.0], [0.0, 5.0]]).round(9)
    array([[5., 0.],
           [4., 3.]])
    """

    def __init__(self, kernel: Kernel | None = None, eta: float = 0.0, max_rank: int | None = None):
        self.kernel = kernel
        self.eta = eta
        self.max_rank = max_rank

    def _find(self, X: ArrayLike) -> Array:
        X = _points(self, X)
        self._start(X)
        rank = None if self.max_rank is None else min(as_count(self.max_rank, "max_rank"), len(X))
        R, pivots, residuals = orthogonal.incomplete_cholesky(Gram(self.kernel_, X), self.eta, rank)
        self.pivots_, self.residuals_ = pivots, residuals
        self.X_fit_ = X[pivots]  # the picked points are all that a new one is compared with
        among = np.arange(len(pivots))
        self.factor_ = orthogonal.IncompleteCholesky(R[:, pivots], among, residuals[pivots])
        return R.T

    def transform(self, X: ArrayLike) -> Array:
        """Coordinates (m, T) of the points."""
        return orthogonal.incomplete_features(self._compare(X), self.factor_)

    @property
    def _n_features_out(self) -> int:
        return len(self.pivots_)


class KernelFisher(_BinaryClassifier):
    """The direction that separates two classes best, with a ridge (Fisher 1936, ST-A5.16).

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between (at most 1000 of) the training points.
    lam : the ridge, a number > 0; 1e-3, if left out: see :func:`featurespace.fisher.kernel_fisher`.

    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"]
    >>> KernelFisher(Gaussian(1.0)).fit(X, y).predict([[0.4], [4.2]]).tolist()
    ['low', 'high']
    """

    def __init__(self, kernel: Kernel | None = None, lam: float = 1e-3):
        self.kernel = kernel
        self.lam = lam

    def _rule(self, K: Array, sign: Array) -> means.DualRule:
        return fisher.kernel_fisher(K, sign, self.lam)


class PCA(_Coordinates):
    """Principal components (DME-2.23).

    Parameters
    ----------
    k : how many; None keeps all directions with any variance.
    route : "svd", "eigen", "gram" or "power": see :func:`featurespace.pca.pca`.

    >>> PCA(k=1).fit([[0.0, 0.0], [2.0, 2.0]]).transform([[1.0, 1.0], [2.0, 2.0]]).round(9)
    array([[0.        ],
           [1.41421356]])
    """

    def __init__(self, k: int | None = None, route: str = "svd"):
        self.k = k
        self.route = route

    def _find(self, X: ArrayLike) -> Array:
        X = _points(self, X, ensure_min_samples=2)
        found = pca.pca(X, self.k, self.route)
        self.mean_, self.directions_, self.eigenvalues_, scores = found
        return scores

    def transform(self, X: ArrayLike) -> Array:
        """Scores (m, k)."""
        check_is_fitted(self)
        return pca._project(_points(self, X, reset=False), self.mean_, self.directions_)

    def inverse_transform(self, Z: ArrayLike) -> Array:
        """Points (m, d) from scores."""
        check_is_fitted(self)
        return self.mean_ + as_points(Z, "Z", d=len(self.directions_)) @ self.directions_

    @property
    def _n_features_out(self) -> int:
        return len(self.directions_)


class ProbabilisticPCA(_Coordinates):
    """PCA as a Gaussian model with k latent coordinates (Tipping and Bishop 1999, DME-2.60).

    Parameters
    ----------
    k : how many; some variance must be left for the noise.

    >>> model = ProbabilisticPCA(k=1).fit([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0], [2.0, 1.0]])
    >>> model.sigma2_
    0.25
    """

    def __init__(self, k: int = 1):
        self.k = k

    def _find(self, X: ArrayLike) -> Array:
        least = as_count(self.k, "k") + 1
        X = _points(self, X, ensure_min_samples=2, ensure_min_features=least)
        self.mean_, self.W_, self.sigma2_ = pca.ppca(X, self.k)
        return pca.ppca_posterior(X, self.mean_, self.W_, self.sigma2_)[0]

    def transform(self, X: ArrayLike) -> Array:
        """Posterior means (m, k) of the latent coordinates."""
        check_is_fitted(self)
        X = _points(self, X, reset=False)
        return pca.ppca_posterior(X, self.mean_, self.W_, self.sigma2_)[0]

    def score(self, X: ArrayLike, y: object = None) -> float:
        """Mean log-likelihood of the points."""
        check_is_fitted(self)
        X = _points(self, X, reset=False)
        return pca.ppca_log_likelihood(X, self.mean_, self.W_, self.sigma2_) / len(X)

    @property
    def _n_features_out(self) -> int:
        return self.W_.shape[1]


class KernelPCA(_Coordinates, _KernelEstimator):
    """Principal components in feature space (DME-3.29).

    What is kept: the training points, and a few numbers for each; not the kernel matrix.

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between (at most 1000 of) the training points.
    k : how many components, at most the rank of the centred kernel matrix.

    >>> from featurespace.kernels import Linear
    >>> KernelPCA(Linear(), k=1).fit_transform([[0.0], [1.0], [5.0]]).round(9)
    array([[-2.],
           [-1.],
           [ 3.]])
    """

    def __init__(self, kernel: Kernel | None = None, k: int = 2):
        self.kernel = kernel
        self.k = k

    def _find(self, X: ArrayLike) -> Array:
        X = _points(self, X, ensure_min_samples=2)
        self._start(X)
        self.components_ = embedding.kernel_pca(self.kernel_(X), self.k)
        return self.components_.scores

    def transform(self, X: ArrayLike) -> Array:
        """Scores (m, k), measured from the training centre."""
        return embedding.kernel_pca_project(self._compare(X), self.components_)

    @property
    def _n_features_out(self) -> int:
        return len(self.components_.eigenvalues)


class _NoTransform:
    """In place of ``transform``: there is none, and whoever asks for it learns why."""

    def __get__(self, instance: object, owner: type) -> None:
        raise AttributeError(
            f"{owner.__name__} has no transform: all its points settle together, so that there is "
            "no formula for a new one. Use fit_transform on all points at once, or ClassicalMDS, "
            "Isomap, PCA or KernelPCA, which place new points."
        )


class _Map(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A method that makes a map of the training points."""

    k: int
    random_state: int | None
    _needs_rank = False  # whether k dimensions must really be there
    transform = _NoTransform()

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Find the map; y is ignored."""
        k = as_count(self.k, "k")
        least = k if self._needs_rank else 1
        X = _points(self, X, ensure_min_samples=self._least(), ensure_min_features=least)
        self.embedding_ = self._place(X)
        return self

    def fit_transform(self, X: ArrayLike, y: object = None) -> Array:
        """Find the map and return it, (n, k)."""
        return self.fit(X).embedding_

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.shape[1]

    def _place(self, X: Array) -> Array:
        raise NotImplementedError

    def _least(self) -> int:
        return self.k + 1

    def _rng(self) -> np.random.Generator | None:
        return None if self.random_state is None else np.random.default_rng(self.random_state)


class ClassicalMDS(_Map):
    """The map whose inner products fit best; for Euclidean distances it is PCA (Torgerson 1952).

    New points are placed by Gower's formula, :func:`featurespace.embedding.place_new`.

    Parameters
    ----------
    k : dimensions of the map.

    Attributes
    ----------
    embedding_ : the map (n, k).
    scaling_ : the map, its eigenvalues and the points' mean squared distances: all that new points
        need.
    X_fit_ : the training points.

    >>> model = ClassicalMDS(k=1)
    >>> model.fit_transform([[0.0], [1.0], [5.0]]).round(9)
    array([[-2.],
           [-1.],
           [ 3.]])
    >>> model.transform([[4.0]]).round(9)  # 4 - 2
    array([[2.]])
    """

    _needs_rank = True

    def __init__(self, k: int = 2):
        self.k = k

    def _place(self, X: Array) -> Array:
        D = cdist(X, X)
        mds._require_moderate(D, "X")
        self.X_fit_, self.scaling_ = X, mds._scale_classically(D, self.k)
        return self.scaling_.Z

    def transform(self, X: ArrayLike) -> Array:  # type: ignore[override]
        """Places (m, k) of the points; training points have their old ones."""
        check_is_fitted(self)
        Z = _points(self, X, reset=False)
        return mds._place(cdist(Z, self.X_fit_), self.scaling_)


class _IterativeMDS(_Map):
    """Scaling by steps that lower the stress, from classical scaling or from random points."""

    _scale: Callable[..., mds.Scaling]

    def __init__(
        self,
        k: int = 2,
        n_init: int = 1,
        max_iter: int = 300,
        tol: float = mds.TOLERANCE,
        random_state: int | None = None,
    ):
        self.k = k
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def _place(self, X: Array) -> Array:
        how = {"n_init": self.n_init, "max_iter": self.max_iter, "tol": self.tol}
        found = self._scale(cdist(X, X), self.k, rng=self._rng(), **how)
        self.stress_, self.converged_ = found.stress, found.converged
        self.n_iter_ = len(found.history) - 1
        return found.Z


class MetricMDS(_IterativeMDS):
    """The map whose distances fit best, in the sense of stress (SMACOF, de Leeuw 1977).

    It has no ``transform``: all points settle together, so that there is no formula for a new one.

    Parameters
    ----------
    k : dimensions of the map.
    n_init : number of random starts, of which the best map is kept; more than one needs a
        ``random_state``.
    max_iter : most steps from one start.
    tol : a step that lowers the stress by at most this share of it is the last.
    random_state : seed of the random points to start from; None: start from classical scaling.

    Attributes
    ----------
    embedding_ : the map (n, k).
    stress_ : share of the squared distances that it misses.
    converged_ : whether the steps settled before ``max_iter``; no warning is given where they did
        not.
    n_iter_ : steps that led to the map kept.

    >>> MetricMDS(k=1).fit([[0.0], [1.0], [5.0]]).stress_ < 1e-12
    True
    """

    _scale = staticmethod(embedding.metric_mds)


class NonmetricMDS(_IterativeMDS):
    """The map whose distances follow the order of the given ones (Kruskal 1964).

    It has no ``transform``: all points settle together, so that there is no formula for a new one.

    Parameters
    ----------
    k, n_init, max_iter, tol, random_state : as in :class:`MetricMDS`.

    Attributes
    ----------
    embedding_, converged_, n_iter_ : as in :class:`MetricMDS`.
    stress_ : that of :func:`featurespace.embedding.nonmetric_mds`.

    >>> NonmetricMDS(k=1).fit([[0.0], [1.0], [5.0]]).stress_ < 1e-6
    True
    """

    _scale = staticmethod(embedding.nonmetric_mds)


class Isomap(_Map):
    """Classical scaling of distances along the data (Tenenbaum and others 2000).

    New points reach the others through their ``m_`` nearest training points
    (:func:`featurespace.neighbours.new_geodesics`) and are placed by Gower's formula.

    Parameters
    ----------
    k : dimensions of the map.
    m : neighbours of each point; None: 10, or as many as it takes to connect all points.

    Attributes
    ----------
    embedding_ : the map (n, k).
    m_ : the number of neighbours used.
    geodesics_ : (n, n) distances along the data, through which new points are placed.
    tree_ : finds the nearest training points.
    scaling_ : as in :class:`ClassicalMDS`.

    >>> model = Isomap(k=1, m=2)
    >>> model.fit_transform([[0.0], [1.0], [5.0]]).round(9)
    array([[-2.],
           [-1.],
           [ 3.]])
    >>> model.transform([[4.5]]).round(9)  # 4.5 - 2
    array([[2.5]])
    """

    _needs_rank = True

    def __init__(self, k: int = 2, m: int | None = None):
        self.k = k
        self.m = m

    def _place(self, X: Array) -> Array:
        ask = embedding.connecting_neighbours(X) if self.m is None else self.m
        self.m_ = neighbours._as_neighbours(ask, len(X))
        self.scaling_, self.geodesics_ = _isomap._unroll(X, self.k, self.m_)
        self.tree_ = cKDTree(X)
        return self.scaling_.Z

    def transform(self, X: ArrayLike) -> Array:  # type: ignore[override]
        """Places (m, k) of the points; training points have their old ones."""
        check_is_fitted(self)
        Z = _points(self, X, reset=False)
        D_new = neighbours._ways_from(Z, self.tree_, self.geodesics_, self.m_)
        return mds._place(D_new, self.scaling_)


class UMAP(_Map):
    """A map that keeps neighbours together (McInnes and others 2018).

    It has no ``transform``: all points settle together, so that there is no formula for a new one.

    Parameters
    ----------
    k : dimensions of the map.
    m : neighbours of each point; where there are fewer points, all of them.
    min_dist : distance in the map within which points count as linked for sure.
    epochs : number of steps; they shrink to zero, so that all are taken and none has to converge.
    random_state : seed of the pairs that are pushed apart; None: 0.

    Attributes
    ----------
    embedding_ : the map (n, k).

    >>> X = np.random.default_rng(0).normal(size=(30, 4))
    >>> UMAP(k=2, m=5, epochs=20).fit_transform(X).shape
    (30, 2)
    """

    def __init__(
        self,
        k: int = 2,
        m: int = 15,
        min_dist: float = 0.1,
        epochs: int = 500,
        random_state: int | None = 0,
    ):
        self.k = k
        self.m = m
        self.min_dist = min_dist
        self.epochs = epochs
        self.random_state = random_state

    def _least(self) -> int:
        return self.k + 3

    def _place(self, X: Array) -> Array:
        m = min(as_count(self.m, "m", low=2), len(X) - 1)
        return embedding.umap(X, self.k, m, self._rng(), self.min_dist, self.epochs)


class SubspaceClassifier(ClassifierMixin, BaseEstimator):
    """A Gaussian for each class within a common principal subspace (H-q01, H-q02, mended).

    The class with the highest log-density plus log-prior wins: the smallest Mahalanobis distance
    alone would ignore that classes differ in spread and size. ``typicality`` is the tail
    probability by which a point may be rejected.

    Parameters
    ----------
    k : dimension of the subspace; None keeps all directions with any variance.

    >>> X, y = [[0.0], [1.0], [0.5], [4.0], [5.0], [4.4]], [0, 0, 0, 1, 1, 1]
    >>> SubspaceClassifier(k=1).fit(X, y).predict([[0.4], [4.2]])
    array([0, 1])
    """

    def __init__(self, k: int | None = None):
        self.k = k

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the subspace of all points, then each class's mean and covariance in it."""
        X, y = _points_and_labels(self, X, y, ensure_min_samples=2)
        check_classification_targets(y)
        self.classes_, index = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y must hold at least 2 classes; got 1 class. Add another class.")
        self.mean_, self.directions_, _, Z = pca.pca(X, self.k)
        self.gaussians_ = [normal.normal_law(Z[index == c]) for c in range(len(self.classes_))]
        self.prior_ = np.bincount(index) / len(index)
        return self

    def _scores(self, X: ArrayLike) -> Array:
        check_is_fitted(self)
        return pca._project(_points(self, X, reset=False), self.mean_, self.directions_)

    def decision_function(self, X: ArrayLike) -> Array:
        """Log-density plus log-prior, a column per class (their difference, if there are two)."""
        Z = self._scores(X)
        value = np.column_stack([normal.log_density(Z, g) for g in self.gaussians_])
        value = value + np.log(self.prior_)
        return value[:, 1] - value[:, 0] if len(self.classes_) == 2 else value

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most probable class."""
        value = self.decision_function(X)
        best = (value > 0).astype(int) if value.ndim == 1 else value.argmax(axis=1)
        return self.classes_[best]

    def typicality(self, X: ArrayLike) -> Array:
        """How probable a point at least as far out is, for each class: small means reject."""
        Z = self._scores(X)
        return np.column_stack([normal.tail_probability(Z, g) for g in self.gaussians_])


class PolynomialRegression(RegressorMixin, BaseEstimator):
    """Least-squares polynomial; with several columns, a sum of one polynomial for each (DME-4.19).

    Parameters
    ----------
    degree : of each polynomial, a whole number >= 0.
    lam : ridge on the coefficients, a number >= 0.

    >>> model = PolynomialRegression(degree=1).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> model.predict([[3.0]]).round(9)
    array([7.])
    """

    def __init__(self, degree: int = 1, lam: float = 0.0):
        self.degree = degree
        self.lam = lam

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the coefficients."""
        X, y = _points_and_labels(self, X, y, y_numeric=True)
        A = regression.powers(X, self.degree)
        self.theta_ = regression.least_squares(A, y, self.lam)
        return self

    def predict(self, X: ArrayLike) -> Array:
        """Values of the polynomial."""
        check_is_fitted(self)
        return regression.powers(_points(self, X, reset=False), self.degree) @ self.theta_
