"""The mistakes that students make, and the words that must stand in the answer to each."""

import re

import numpy as np
import pandas as pd
import pytest
from cases import constant, squared
from scipy.sparse import csr_array

from featurespace import describe, fisher, generalisation, linalg, losses, means, normal, orthogonal
from featurespace import pca as components
from featurespace.kernels import Gaussian, Gram, Linear, Polynomial, distance_quantile
from featurespace.plots import curves, distribution, scatter
from featurespace.regression import kernel_ridge, leave_one_out, polynomial_regression, powers

X = np.array([[0.0, 1], [2, 7], [3, 0], [7, 2], [12, 5]])
SQUARE = np.array([[0.0, 1, 5], [2, 7, 1], [3, 0, 4]])
K, Y = X @ X.T, np.array([1.0, -1, 1, -1, 1])
K_NEW = np.ones((2, 5))
TABLE = pd.DataFrame({"height": [1.0, 2.0], "name": ["Ann", "Bo"]})
VAST = 10**400


def validated(**changes):
    asked = {"fit": constant, "X": X, "y": Y, "loss": squared, "folds": generalisation.kfold(5, 5)}
    return generalisation.cross_validate(**{**asked, **changes})


def nan_at(A, *place):
    A = A.copy()
    A[place] = np.nan
    return A


MISTAKES = {  # what was meant to be said: the call, the words
    "points as K": (lambda: means.centre(SQUARE), "K", "These look like points: pass kernel(X)"),
    "points as K, again": (lambda: fisher.kernel_fisher(SQUARE, Y[:3]), "look like points"),
    "points as K, not square": (
        lambda: means.spread(X),
        "K",
        "If these are points, pass kernel(X)",
    ),
    "K_new as K": (lambda: means.norms(K_NEW), "be square", "(2, 5)", "K_new"),
    "round-off in K": (lambda: means.norms(K + 1e-9 * np.tri(5)), "round-off, pass (K + K.T) / 2"),
    "kernel not called": (
        lambda: means.centre(Gaussian(2.0)),
        "K",
        "Call it",
        "Gaussian(sigma=2.0)(X)",
    ),
    "kernel class": (
        lambda: means.centre(Gaussian),
        "the function Gaussian",
        "Call it",
        "kernel(X)",
    ),
    "kernel for points": (lambda: components.pca(Linear()), "X", "Call it", "Linear()(X)"),
    "far from the origin": (
        lambda: means.spread(Linear()(X + 1e8)),
        *("K", "round-off", "Centre the points first: kernel(X - X.mean(axis=0))"),
    ),
    "indefinite K": (lambda: orthogonal.kernel_rank(-K), "semi-definite", "smallest eigenvalue"),
    "centre swapped": (lambda: means.centre(K, K_NEW), "K_train", "write centre(K_new, K)"),
    "centre swapped, square": (lambda: means.centre(K, SQUARE), "K_train", "centre(K_new, K)"),
    "K_new transposed": (lambda: means.centre(K_NEW.T, K), "5 columns", "(5, 2)", "kernel(Z, X)"),
    "forgotten diag_new": (
        lambda: means.squared_distances_to_centre(K, K_NEW),
        *("K_new and diag_new", "K_new alone", "diag_new=kernel.diag(Z)"),
    ),
    "forgotten K_new": (
        lambda: means.squared_distances_to_centre(K, diag_new=[1.0]),
        *("diag_new alone", "K_new=kernel(Z, X)"),
    ),
    "forgotten diag_new in a projection": (
        lambda: orthogonal.dual_projection(K_NEW, K, Y),
        *("diag_new", "diag_new=kernel.diag(Z)"),
    ),
    "wrong diag_new": (
        lambda: means.squared_distances_to_centre(K, K_NEW * 99, [1.0, 1.0]),
        *("K_new and diag_new", "fit K", "the kernel that made K"),
    ),
    "origin normalised": (lambda: means.normalise(np.diag([1.0, 0.0])), "norm 0 at points [1]"),
    "method": (lambda: means.novelty_threshold(K, method="median"), "method", "'book', 'split'"),
    "confidence for delta": (
        lambda: means.novelty_threshold(K, delta=99),
        "delta",
        "between 0 and 1",
    ),
    "one point split": (lambda: means.novelty_threshold([[1.0]]), "K", "at least two points"),
    "alpha too short": (lambda: means.combination_norm(K, [1.0]), "alpha", "5 entries", "got 1"),
    "weights that cancel": (
        lambda: orthogonal.deflate_gram(np.ones((2, 2)), [1, -1]),
        *("alpha", "direction", "no direction"),
    ),
    "zero direction": (
        lambda: orthogonal.deflate(X, [0, 0]),
        "w",
        "not be zero",
        "Pass a direction",
    ),
    "labels 0 and 1": (
        lambda: means.parzen(K, [0, 1, 0, 1, 0]),
        *("y", "-1 and +1", "np.where(y == 1, 1, -1)"),
    ),
    "labels in words": (
        lambda: means.parzen(K, ["cat", "dog", "cat", "dog", "cat"]),
        *("y", "text such as 'cat'", "np.where(y == 'cat', 1, -1)"),
    ),
    "labels too few": (lambda: means.parzen(K, Y[:3]), "y", "5 entries", "got 3"),
    "one class": (lambda: means.parzen(K, np.ones(5)), "y", "both classes", "only +1"),
    "scores as labels": (
        lambda: losses.confusion_rates(Y, Y / 2),
        "y_hat",
        "np.where(score > 0, 1, -1)",
    ),
    "nothing": (lambda: components.pca(None), "X", "None", "Pass an array"),
    "no matrix": (lambda: means.norms(None), "K", "None", "Pass an array"),
    "ragged": (
        lambda: components.pca([[1.0, 2.0], [3.0]]),
        *("X", "2 numbers in row 0 and 1 in row 1", "Give every row the same length"),
    ),
    "ragged inside": (
        lambda: components.pca([[1.0, [2.0, 3.0]], [4.0, 5.0]]),
        *("X", "real numbers", "Convert or drop what is not a number"),
    ),
    "text": (
        lambda: components.pca([["a", "b"]]),
        "X",
        "real numbers",
        "got text",
        "Convert or drop",
    ),
    "text column": (
        lambda: components.pca(TABLE),
        *("X", "in column 'name'", "X.drop(columns='name')"),
    ),
    "date column": (
        lambda: components.pca(TABLE.assign(name=pd.Timestamp(0))),
        *("datetime64", "column 'name'"),
    ),
    "masked": (
        lambda: describe.quartiles(np.ma.masked_array([1, 2, 999], [0, 0, 1])),
        *("x", "without a mask", "x.filled(value)", "x.compressed()"),
    ),
    "masked K": (lambda: means.norms(np.ma.masked_array(K)), "K", "without a mask"),
    "sparse": (lambda: components.pca(csr_array(X)), "X", "dense", "X.toarray()"),
    "complex": (lambda: components.pca(X + 1j), "X", "real numbers", "complex128"),
    "missing value": (
        lambda: components.pca(nan_at(X, 3, 1)),
        "nan at row 3, column 1",
        "Drop or fill",
    ),
    "huge numbers": (lambda: components.pca(X * 1e90), "X", "1e+75", "Rescale"),
    "vast integer": (lambda: components.pca([[VAST, 1]]), "X", "too large", "Rescale"),
    "vast parameter": (lambda: Gaussian(VAST), "sigma", "more than 75 digits"),
    "vast count": (lambda: components.pca(X, VAST), "k", "more than 75 digits"),
    "one column as a list": (lambda: components.pca([1.0, 2.0]), "X", "X.reshape(-1, 1)"),
    "column for a vector": (lambda: kernel_ridge(K, Y[:, None], 1.0), "y", "1 axes", "(5, 1)"),
    "empty": (lambda: components.pca(X[:0]), "X", "not be empty", "at least one point"),
    "other features": (
        lambda: Gaussian()(np.ones((4, 3)), X),
        *("X and Z", "3 in the first argument and 2 in the second"),
    ),
    "sigma 0": (lambda: Gaussian(0.0), "sigma", "> 0", "got 0.0"),
    "sigma in words": (lambda: Gaussian("auto"), "sigma", "number > 0", "'auto'"),
    "degree 2.5": (lambda: Polynomial(2.5), "degree", "whole number", "got 2.5"),
    "k = 2.0": (lambda: components.pca(X, 2.0), "k", "got 2.0", "without a point: 2"),
    "k without end": (lambda: components.pca(X, np.inf), "k", "got inf", "Choose another value"),
    "k = 1e300": (lambda: components.pca(X, 1e300), "k", "got 1e+300", "Choose another value"),
    "k too large": (lambda: components.pca(X, 9), "k", "<= 2", "got 9"),
    "k beyond the rank": (lambda: components.pca(X * [1, 0], 2), "k", "rank 1", "fewer components"),
    "ppca with k = d": (lambda: components.ppca(X, 2), "k", "<= 1", "left to the noise"),
    "ppca without noise": (lambda: components.ppca(X * [1, 0], 1), "k", "no variance is left"),
    "route": (lambda: components.pca(X, route="qr"), "route", "'svd'", "got 'qr'"),
    "seed for rng": (lambda: generalisation.kfold(5, 2, rng=0), "rng", "np.random.default_rng(0)"),
    "forgotten rng": (
        lambda: generalisation.select_hold_out(constant, [1.0], X, Y, squared),
        *("rng", "got None", "np.random.default_rng(0)"),
    ),
    "number of folds": (lambda: validated(folds=5), "folds", "got 5", "kfold(5, 5)"),
    "no folds": (lambda: validated(folds=None), "folds", "kfold(5, 5)"),
    "folds of all points": (
        lambda: validated(folds=[np.arange(5)]),
        "folds",
        "not all",
        "kfold(n, k)",
    ),
    "more folds than points": (lambda: generalisation.kfold(3, 5), "k", "<= 3", "got 5"),
    "fit returns its values": (
        lambda: validated(fit=lambda X, y: np.zeros(len(y))),
        *("fit", "return a function predict(Z)", "ndarray", "return lambda Z: ..."),
    ),
    "family returns its values": (
        lambda: generalisation.select_cross_validation(
            lambda X, y, v: y, [1.0], X, Y, squared, generalisation.kfold(5, 5)
        ),
        *("fit", "return a function predict(Z)"),
    ),
    "loss of all points together": (
        lambda: validated(loss=lambda a, b: 1.0),
        "loss",
        "one number per",
    ),
    "no candidates": (
        lambda: generalisation.select_hold_out(
            constant, [], X, Y, squared, np.random.default_rng(0)
        ),
        *("values", "not empty", "Name the candidates"),
    ),
    "targets too few": (lambda: validated(y=Y[:2]), "y", "5 entries", "one per point"),
    "ridge 0": (lambda: kernel_ridge(K, Y, 0.0), "lam", "> 0", "A ridge keeps"),
    "ridge below round-off": (
        lambda: leave_one_out(K, Y, 1e-16),
        "lam",
        "round-off of K",
        "larger",
    ),
    "fisher's ridge below round-off": (
        lambda: fisher.kernel_fisher(K, Y, 1e-16),
        "lam",
        "round-off",
    ),
    "degree beyond the points": (
        lambda: polynomial_regression([1, 2], [1, 2], 3),
        "degree",
        "lam > 0",
    ),
    "powers of years": (
        lambda: polynomial_regression(np.arange(1990.0, 2025), np.ones(35), 8),
        *("x", "1990", "(x - x.mean()) / x.std()"),
    ),
    "powers that overflow": (lambda: powers(X * 1e9, 20), "degree", "Rescale", "smaller degree"),
    "constant column": (lambda: describe.standardise(X * [1, 0]), "columns [1]", "drop it"),
    "class in one place": (lambda: normal.normal_law(np.ones((4, 2))), "X", "points that differ"),
    "array for a normal law": (
        lambda: normal.log_density(X, np.eye(2)),
        *("fitted", "NormalLaw", "ndarray", "normal_law(X)"),
    ),
    "array for a factor": (
        lambda: orthogonal.incomplete_features(K_NEW, K),
        *("factor", "IncompleteCholesky", "incomplete_cholesky(K)"),
    ),
    "three columns drawn": (
        lambda: scatter(np.ones((4, 3))),
        "X",
        "2 columns",
        "got 3",
        "X[:, :2]",
    ),
    "too few labels drawn": (lambda: scatter(X, [1, -1]), "y", "(2,) for 5 points"),
    "curve too short": (lambda: curves([0, 1], {"error": [1.0]}), "error", "2 entries", "got 1"),
    "five marks": (
        lambda: distribution([1, 2], marks=dict.fromkeys("abcde", 1.0)),
        *("marks", "four lines at most", "got 5"),
    ),
    "curve in words": (lambda: curves([0, 1], {"error": ["a", "b"]}), "error", "text"),
    "singular block": (
        lambda: linalg.block_inverse(*[[[1.0]]] * 3, [[0.0]]),
        "D",
        "invert A first",
    ),
    "quartiles of a table": (lambda: describe.quartiles(X), "x", "1 axes", "(5, 2)"),
    "index of a Gram": (lambda: Gram(Linear(), X)[0, 1], "gram[i]", "(0, 1)"),
    "distances of one point": (lambda: distance_quantile(X[:1]), "X", "at least two points"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_answer_to_a_mistake_says_what_to_do(mistake):
    call, *words = MISTAKES[mistake]
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    message = str(caught.value)
    assert [word for word in words if word not in message] == [], message
    assert re.search(r"must|gives", message)
    assert not re.search(r"\w\.\.(\s|$)|\.{4}", message)
    assert len(message) < 300


def test_the_table_is_long_enough():
    assert len(MISTAKES) >= 62
