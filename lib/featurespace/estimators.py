"""Thin scikit-learn estimators: the functions of this library with ``fit`` and ``predict``.

They add the protocol (labels of any kind, pipelines, grid search) and no mathematics.
``kernel=None`` means a Gaussian whose sigma is the median distance between training points.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, OutlierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import means
from ._validate import fail, round_off
from .kernels import Gaussian, distance_quantile


class _KernelEstimator(BaseEstimator):
    """What the kernel estimators share: the training points and a kernel to compare with."""

    def _start(self, X):
        kernel = self.kernel
        if kernel is not None and (isinstance(kernel, type) or not hasattr(kernel, "diag")):
            remedy = "Pass one, such as Gaussian(sigma=1.0), or None"
            raise fail("kernel", "be a kernel of featurespace.kernels", repr(kernel), remedy)
        median = distance_quantile(X) if kernel is None and len(X) > 1 else 0.0
        self.kernel_ = kernel or Gaussian(median or 1.0)  # 1.0: all points coincide
        self.X_fit_ = X

    def _compare(self, Z):
        check_is_fitted(self)
        Z = validate_data(self, Z, reset=False)
        return Z, self.kernel_(Z, self.X_fit_)


class NoveltyDetector(OutlierMixin, _KernelEstimator):
    """Call a point novel if it lies far from the training points' centre of mass (ST-A5.4).

    Parameters
    ----------
    kernel : a kernel of :mod:`featurespace.kernels`; None is a Gaussian whose sigma is the median
        distance between the points that make the centre
    delta : see :func:`featurespace.means.novelty_threshold`
    method : "split" keeps its promise max(delta, 1/(m + 1)); "book" is the printed rule
    random_state : how the training points are shuffled before "split" halves them

    >>> X = np.random.default_rng(0).standard_normal((200, 2))
    >>> NoveltyDetector().fit(X).predict([[0.0, 0.0], [9.0, 9.0]])  # +1 familiar, -1 novel
    array([ 1, -1])
    """

    def __init__(self, kernel=None, delta=0.01, method="split", random_state=0):
        self.kernel = kernel
        self.delta = delta
        self.method = method
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the centre and the threshold; y is ignored."""
        X = validate_data(self, X, ensure_min_samples=2)
        h = len(X)  # the first h points make the centre
        if self.method == "split":
            X, h = np.random.default_rng(self.random_state).permutation(X), h // 2
        self._start(X[:h])  # the width of a kernel, too, must not see the points that are ranked
        K = self.kernel_(X)
        threshold = means.novelty_threshold(K, self.delta, self.method)
        noise = 8 * round_off(len(K) + X.shape[1], K.diagonal().max())  # of a squared distance
        self.threshold_ = float(np.sqrt(threshold**2 + noise))  # round-off must not ring the alarm
        self.K_fit_ = K[:h, :h]
        self.offset_ = -self.threshold_
        return self

    def score_samples(self, X):
        """Minus the distance to the centre: the higher, the more familiar."""
        Z, K_new = self._compare(X)
        squared = means.squared_distances_to_centre(self.K_fit_, K_new, self.kernel_.diag(Z))
        return -np.sqrt(squared)

    def decision_function(self, X):
        """How far inside the threshold each point lies; negative means novel."""
        return self.score_samples(X) - self.offset_

    def predict(self, X):
        """+1 for familiar points, -1 for novel ones."""
        return np.where(self.decision_function(X) < 0, -1, 1)


class ParzenClassifier(ClassifierMixin, _KernelEstimator):
    """Assign a point to the class whose centre of mass is nearer (ST-A5.6).

    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"]
    >>> ParzenClassifier(Gaussian(1.0)).fit(X, y).predict([[0.4], [4.2]]).tolist()
    ['low', 'high']
    """

    def __init__(self, kernel=None):
        self.kernel = kernel

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X, y):
        """Find both class centres, as dual weights."""
        X, y = validate_data(self, X, y)
        sign = self._signs(y)
        self._start(X)
        self.alpha_, self.b_ = means.parzen(self.kernel_(X), sign)
        return self

    def _signs(self, y):
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

    def decision_function(self, X):
        """Positive on the side of ``classes_[1]``."""
        return self._compare(X)[1] @ self.alpha_ - self.b_

    def predict(self, X):
        """The label of the nearer centre."""
        side = self.decision_function(X) > 0
        return self.classes_[side.astype(int)]
