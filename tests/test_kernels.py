"""The kernels: every formula against explicit vectors, a double loop and scikit-learn."""

import math

import numpy as np
import pandas as pd
import pytest
from cases import every
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist, pdist
from scipy.stats import ortho_group
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel

from featurespace import kernels, means
from featurespace.kernels import (
    Gaussian,
    Gram,
    Linear,
    Polynomial,
    distance_quantile,
    quadratic_features,
)

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
KERNELS = [Linear(), Polynomial(), Polynomial(3, 0.5), Gaussian(), Gaussian(0.3)]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=str)

clouds = arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(-9, 9))
grids = arrays(  # multiples of 1/8: adding an integer to them is exact
    float,
    array_shapes(min_dims=2, max_dims=2, max_side=6),
    elements=st.integers(-64, 64).map(lambda v: v / 8),
)


@pytest.fixture
def X():
    return np.random.default_rng(0).standard_normal((7, 3))


@pytest.fixture
def Z():
    return np.random.default_rng(1).standard_normal((4, 3))


def round_off(kernel, X):
    """Size of round-off in kernel(X): n + d terms as large as the entries, or as the exponents."""
    scale = np.abs(kernel.diag(X)).max()
    if isinstance(kernel, Gaussian):
        scale += cdist(X, X, "sqeuclidean").max() / kernel.sigma**2
    return 4 * sum(X.shape) * EPS * scale + TINY


# --- the formulas --------------------------------------------------------------------------------

FORMULAS = [
    (Linear(), lambda x, z: sum(x * z)),
    (Polynomial(2, 1.0), lambda x, z: (sum(x * z) + 1) ** 2),
    (Polynomial(3, 0.5), lambda x, z: (sum(x * z) + 0.5) ** 3),
    (Polynomial(1, 0.0), lambda x, z: sum(x * z)),
    (Polynomial(7, 0.0), lambda x, z: sum(x * z) ** 7),
    (Gaussian(1.0), lambda x, z: math.exp(-sum((x - z) ** 2) / 2)),
    (Gaussian(0.3), lambda x, z: math.exp(-sum((x - z) ** 2) / (2 * 0.3**2))),
]


@pytest.mark.parametrize(("kernel", "formula"), FORMULAS, ids=[str(k) for k, _ in FORMULAS])
def test_the_matrix_holds_the_formula_for_every_pair(kernel, formula, X, Z):
    """ST-u02: rows are the first argument's points, columns the second's."""
    loop = [[formula(x, z) for z in Z] for x in X]
    np.testing.assert_allclose(kernel(X, Z), loop, rtol=0, atol=round_off(kernel, np.r_[X, Z]))


@each_kernel
def test_without_second_argument_the_points_meet_themselves(kernel, X):
    np.testing.assert_allclose(kernel(X), kernel(X, X), rtol=0, atol=round_off(kernel, X))


@each_kernel
def test_exchanging_the_arguments_transposes_the_matrix(kernel, X, Z):
    np.testing.assert_allclose(
        kernel(X, Z), kernel(Z, X).T, rtol=0, atol=round_off(kernel, np.r_[X, Z])
    )


@each_kernel
def test_diag_is_the_diagonal_of_the_matrix(kernel, X):
    """ST-u03"""
    np.testing.assert_allclose(
        kernel.diag(X), kernel(X).diagonal(), rtol=0, atol=round_off(kernel, X)
    )


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_quadratic_features_are_the_map_behind_the_polynomial_kernel(d):
    """W-u17: explicit inner products equal (1 + <x, z>)^2."""
    X = np.random.default_rng(d).standard_normal((6, d))
    F = quadratic_features(X)
    kernel = Polynomial(2, 1.0)
    np.testing.assert_allclose(F @ F.T, kernel(X), rtol=0, atol=round_off(kernel, X))


def test_the_six_features_of_the_plane_stand_in_the_order_of_the_notes():
    """W-e01"""
    r2 = math.sqrt(2)
    np.testing.assert_array_equal(
        quadratic_features([[3, 5]]), [[1, 3 * r2, 5 * r2, 15 * r2, 9, 25]]
    )


@pytest.mark.parametrize("d", [1, 2, 3, 4, 10])
def test_there_are_as_many_features_as_products_of_up_to_two_coordinates(d):
    assert quadratic_features(np.ones((2, d))).shape == (2, math.comb(d + 2, 2))


def test_golden_pair():
    """<x, z> = 1, so the kernel is 4 = 1 + 6 - 4 - 12 + 9 + 4."""
    assert Polynomial(2, 1.0)([[1, 2]], [[3, -1]]).item() == 4.0
    a, b = quadratic_features([[1, 2], [3, -1]])
    np.testing.assert_allclose(a * b, [1, 6, -4, -12, 9, 4], rtol=4 * EPS)


def test_degrees_add_when_polynomial_kernels_multiply(X):
    product = Polynomial(2, 0.5)(X) * Polynomial(3, 0.5)(X)
    np.testing.assert_allclose(Polynomial(5, 0.5)(X), product, rtol=8 * EPS)


def test_linear_kernel_agrees_with_scikit_learn(X, Z):
    np.testing.assert_allclose(Linear()(X, Z), linear_kernel(X, Z), rtol=0, atol=32 * EPS)


@pytest.mark.parametrize(("degree", "offset"), [(1, 0.0), (2, 1.0), (3, 0.5), (6, 2.0)])
def test_polynomial_kernel_agrees_with_scikit_learn(degree, offset, X, Z):
    theirs = polynomial_kernel(X, Z, degree=degree, gamma=1.0, coef0=offset)
    kernel = Polynomial(degree, offset)
    np.testing.assert_allclose(kernel(X, Z), theirs, rtol=0, atol=round_off(kernel, np.r_[X, Z]))


@pytest.mark.parametrize("sigma", [0.1, 1.0, 10.0])
def test_gaussian_kernel_agrees_with_scikit_learn_near_the_origin(sigma, X, Z):
    theirs = rbf_kernel(X, Z, gamma=1 / (2 * sigma**2))
    kernel = Gaussian(sigma)
    np.testing.assert_allclose(kernel(X, Z), theirs, rtol=0, atol=round_off(kernel, np.r_[X, Z]))


# --- properties ----------------------------------------------------------------------------------


@each_kernel
@given(X=clouds)
def test_the_matrix_is_symmetric(kernel, X):
    K = kernel(X)
    np.testing.assert_allclose(K, K.T, rtol=0, atol=round_off(kernel, X))


@each_kernel
@given(X=clouds)
def test_no_eigenvalue_is_negative_beyond_round_off(kernel, X):
    """ST-u04: alpha' K alpha is a squared length."""
    assert np.linalg.eigvalsh(kernel(X))[0] >= -len(X) * round_off(kernel, X)


@each_kernel
@given(X=clouds)
def test_cauchy_schwarz(kernel, X):
    K, d = kernel(X), kernel.diag(X)
    assert (np.outer(d, d) + 2 * d.max() * round_off(kernel, X) >= K**2).all()


@each_kernel
@given(X=clouds, data=st.data())
def test_permuting_points_permutes_rows_and_columns(kernel, X, data):
    order = np.array(data.draw(st.permutations(range(len(X)))))
    np.testing.assert_allclose(
        kernel(X[order]), kernel(X)[np.ix_(order, order)], rtol=0, atol=round_off(kernel, X)
    )


@each_kernel
@given(
    X=arrays(float, st.tuples(st.integers(1, 6), st.just(3)), elements=st.floats(-9, 9)),
    seed=st.integers(0, 2**32 - 1),
)
def test_rotating_all_points_changes_nothing(kernel, X, seed):
    Q = ortho_group.rvs(3, random_state=seed)
    np.testing.assert_allclose(kernel(X @ Q), kernel(X), rtol=0, atol=4 * round_off(kernel, X))


@given(X=grids, shift=st.integers(-(10**6), 10**6))
def test_moving_all_points_leaves_the_gaussian_unchanged(X, shift):
    kernel = Gaussian(2.0)
    np.testing.assert_allclose(kernel(X + shift), kernel(X), rtol=0, atol=round_off(kernel, X))


@given(X=clouds, power=st.integers(-20, 20))
def test_scaling_points_and_sigma_together_leaves_the_gaussian_unchanged(X, power):
    c = 2.0**power
    kernel = Gaussian(0.7)
    np.testing.assert_allclose(
        Gaussian(0.7 * c)(c * X), kernel(X), rtol=0, atol=round_off(kernel, X)
    )


@given(X=clouds, c=st.floats(-100, 100))
def test_scaling_the_points_scales_linear_norms(X, c):
    norm = np.sqrt(Linear().diag(X))
    np.testing.assert_allclose(
        np.sqrt(Linear().diag(c * X)), abs(c) * norm, rtol=16 * EPS, atol=1e-150
    )


@given(X=clouds, sigma=st.floats(0.01, 100))
def test_every_gaussian_image_has_length_exactly_one(X, sigma):
    assert (Gaussian(sigma)(X).diagonal() == 1.0).all()
    assert (Gaussian(sigma).diag(X) == 1.0).all()


@given(X=clouds, Z=clouds, sigma=st.floats(0.01, 100))
def test_gaussian_values_lie_between_zero_and_one(X, Z, sigma):
    d = min(X.shape[1], Z.shape[1])
    K = Gaussian(sigma)(X[:, :d], Z[:, :d])
    assert (K >= 0).all()
    assert (K <= 1).all()


# --- accuracy and limits -------------------------------------------------------------------------


@pytest.mark.parametrize("offset", [1e4, 1e6, 1e8])
def test_gaussian_is_right_far_from_the_origin(offset, X):
    """X + 1e8 gives the matrix of X to 1e-6; scikit-learn's is off by 0.85."""
    np.testing.assert_allclose(Gaussian()(X + offset), Gaussian()(X), rtol=0, atol=1e-6)


def test_gaussian_between_two_arguments_is_right_far_from_the_origin(X, Z):
    np.testing.assert_allclose(Gaussian()(X + 1e8, Z + 1e8), Gaussian()(X, Z), rtol=0, atol=1e-6)


def test_gaussian_is_right_in_clusters_that_lie_far_apart():
    """Measuring from the mean does not help here; subtracting pair by pair does."""
    near = np.array([[0.0], [1.0], [2.5]])
    K = Gaussian()(np.r_[near, near + 1e8])
    np.testing.assert_allclose(K[3:, 3:], Gaussian()(near), rtol=0, atol=4 * EPS)
    assert (K[:3, 3:] == 0).all()


def test_gaussian_of_a_far_query_is_right_at_the_near_ones():
    near = np.array([[0.0], [1.0], [2.5]])
    K_new = Gaussian()(np.r_[near, [[1e8]]], near)
    np.testing.assert_allclose(K_new[:3], Gaussian()(near), rtol=0, atol=4 * EPS)
    assert (K_new[3] == 0).all()


def test_gaussian_of_a_near_query_is_right_beside_far_points():
    near = np.array([[0.0], [1.0], [2.5]])
    K_new = Gaussian()(near, np.r_[near, [[1e8]]])
    np.testing.assert_allclose(K_new[:, :3], Gaussian()(near), rtol=0, atol=4 * EPS)
    assert (K_new[:, 3] == 0).all()


@pytest.mark.parametrize("radius", [32.0, 64.0, 128.0, 1024.0, 4096.0])
def test_gaussian_of_separated_clusters_is_right_to_twelve_digits(radius):
    """Near enough for one product, or subtracted pair by pair: never worse than round-off."""
    step = np.linspace(-2, 2, 25)[:, None] + 1 / 3
    X = np.r_[step - radius, step + radius]
    right = np.exp(-((X - X.T) ** 2) / 2)
    np.testing.assert_allclose(Gaussian()(X), right, rtol=0, atol=4e-12)


def test_cancellation_never_makes_a_gaussian_exceed_one():
    X = 100 * np.random.default_rng(0).standard_normal((200, 3))
    assert Gaussian()(X, X.copy()).max() <= 1.0


def test_gaussian_at_a_far_point_keeps_the_diagonal_exactly_one(X):
    assert (Gaussian(1e-3)(1e6 * X + 1e8).diagonal() == 1.0).all()


@pytest.mark.parametrize("radius", [4.0, 16.0, 64.0, 256.0, 512.0, 1024.0])
def test_a_gaussian_matrix_of_separated_clusters_is_a_kernel_matrix(radius):
    """Norms on both sides of a power of two round differently; K must stay symmetric."""
    step = np.linspace(-2, 2, 25)[:, None] + 1 / 3
    K = Gaussian()(np.r_[step - radius, step + radius])
    assert means.spread(K) == pytest.approx(K.diagonal().mean() - K.mean(), rel=1e-12)


@pytest.mark.parametrize("far", [100.0, 250.7, 333.3, 600.1])
def test_a_far_query_does_not_spoil_its_neighbours_distance_to_the_centre(far):
    """Two points 1e-5 apart: nearly at their centre, whoever else is asked about.

    (At 1e-6 fewer than three digits of the distances are in K, and it is refused.)
    """
    kernel, X = Gaussian(), np.array([[0.1], [0.1 + 1e-5]])
    Z = np.r_[X, [[far]], [[0.37 * far]]]
    squared = means.squared_distances_to_centre(kernel(X), kernel(Z, X), kernel.diag(Z))
    np.testing.assert_allclose(squared[:2], 2.5e-11, rtol=1e-3)


def test_a_narrow_gaussian_sees_only_the_point_itself(X):
    np.testing.assert_array_equal(Gaussian(1e-3)(X), np.eye(len(X)))


def test_a_wide_gaussian_sees_all_points_as_one(X):
    np.testing.assert_allclose(Gaussian(1e9)(X), np.ones((len(X), len(X))), rtol=0, atol=4 * EPS)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("number", [float, np.float64])
@pytest.mark.parametrize(("sigma", "limit"), [(1e-200, np.eye(2)), (1e200, np.ones((2, 2)))])
def test_a_sigma_whose_square_leaves_the_number_range_gives_the_limit(number, sigma, limit):
    np.testing.assert_array_equal(Gaussian(number(sigma))([[0.0], [1.0]]), limit)


@pytest.mark.parametrize(("sigma", "rank"), [(0.02, 50), (0.05, 50), (0.3, 15), (3.0, 6)])
def test_in_theory_always_full_rank_in_numbers_not(sigma, rank):
    """50 points on [0, 1] (widths whose spectrum is clear of the threshold)."""
    K = Gaussian(sigma)(np.linspace(0, 1, 50)[:, None])
    assert np.linalg.matrix_rank(K, hermitian=True) == rank


# --- the parameters ------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", [1.5, 2.0, 0, -1, True, "2", None, np.nan])
def test_a_degree_is_a_whole_number_of_at_least_one(degree):
    with pytest.raises(ValueError, match="degree must be a whole number >= 1; got "):
        Polynomial(degree)


@pytest.mark.parametrize("offset", [-1, -1e-9, np.nan, np.inf, "1", None])
def test_an_offset_is_not_negative(offset):
    with pytest.raises(ValueError, match="offset must be a number >= 0; got "):
        Polynomial(2, offset)


@pytest.mark.parametrize("sigma", [0, -1, np.nan, np.inf, "1", None, [1.0]])
def test_a_sigma_is_positive(sigma):
    with pytest.raises(ValueError, match="sigma must be a number > 0; got "):
        Gaussian(sigma)


def test_a_fractional_degree_would_have_no_feature_map():
    """errata 35: (1 + xz)^1.5 has a negative eigenvalue on four points, (1 + xz)^2 has none."""
    x = np.array([[-0.9], [-0.3], [0.3], [0.9]])
    base = Polynomial(1, 1.0)(x)
    assert np.linalg.eigvalsh(base**1.5)[0] < -1e-3
    assert np.linalg.eigvalsh(Polynomial(2, 1.0)(x))[0] > -16 * EPS


def test_kernels_are_values():
    assert Gaussian(2.0) == Gaussian(2.0) != Gaussian(3.0)
    assert len({Linear(), Linear(), Polynomial(), Polynomial(2, 1.0)}) == 2
    assert repr(Polynomial(3, 0.5)) == "Polynomial(degree=3, offset=0.5)"


def test_kernels_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot assign"):
        Gaussian().sigma = 2.0


# --- the matrix made on demand -------------------------------------------------------------------


class CountingKernel:
    """The linear kernel, counting the entries it was asked for."""

    def __init__(self):
        self.entries = 0

    def __call__(self, X, Z=None):
        K = Linear()(X, Z)
        self.entries += K.size
        return K

    def diag(self, X):
        self.entries += len(X)
        return Linear().diag(X)


@each_kernel
def test_a_gram_is_the_matrix(kernel, X):
    """ST-u02"""
    gram = Gram(kernel, X)
    np.testing.assert_array_equal(np.asarray(gram), kernel(X))
    assert gram.shape == kernel(X).shape
    assert len(gram) == len(X)


@each_kernel
def test_gram_diagonal_and_rows_are_those_of_the_matrix(kernel, X):
    gram, K, atol = Gram(kernel, X), kernel(X), round_off(kernel, X)
    np.testing.assert_allclose(gram.diagonal(), K.diagonal(), rtol=0, atol=atol)
    for i in (*range(-len(X), len(X)), np.int64(2)):
        np.testing.assert_allclose(gram[i], K[i], rtol=0, atol=atol)


@pytest.mark.parametrize(
    "rows", [slice(2), slice(3, 5), slice(None), slice(None, None, -2), slice(-2, None)], ids=str
)
@each_kernel
def test_gram_slices_are_those_of_the_matrix(kernel, rows, X):
    atol = round_off(kernel, X)
    np.testing.assert_allclose(Gram(kernel, X)[rows], kernel(X)[rows], rtol=0, atol=atol)


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize(
    "index", [[0, 2], np.array([True, False, True]), (0, 0), (0, slice(2)), ...], ids=str
)
def test_a_gram_answers_any_other_index_like_the_matrix_or_refuses_it(index, d):
    X = 1.0 + np.arange(3 * d).reshape(3, d)
    gram = Gram(Linear(), X)
    try:
        answer = gram[index]
    except (TypeError, IndexError):
        return
    np.testing.assert_array_equal(answer, Linear()(X)[index], strict=True)


def test_a_row_outside_the_gram_is_an_index_error(X):
    with pytest.raises(IndexError, match="out of bounds"):
        Gram(Linear(), X)[len(X)]


def test_a_gram_can_be_walked_row_by_row(X):
    np.testing.assert_allclose(list(Gram(Linear(), X)), Linear()(X), rtol=0, atol=32 * EPS)


def test_asking_for_a_row_computes_a_row(X):
    kernel = CountingKernel()
    gram = Gram(kernel, X)
    assert (gram.shape, len(gram), kernel.entries) == ((7, 7), 7, 0)
    gram[3]
    assert kernel.entries == 7
    gram.diagonal()
    assert kernel.entries == 14
    gram[2:4]
    assert kernel.entries == 28


def test_a_gram_takes_the_dtype_asked_for(X):
    gram = Gram(Linear(), X)
    assert np.asarray(gram).dtype == np.float64
    assert np.asarray(gram, dtype=np.float32).dtype == np.float32
    assert gram.__array__(np.float32).dtype == np.float32


def test_a_gram_without_copy_is_impossible(X):
    with pytest.raises(ValueError, match="allow a copy"):
        np.array(Gram(Linear(), X), copy=False)


@pytest.mark.parametrize("function", [means.norms, means.centre, means.spread, means.centre_norm])
def test_a_gram_works_where_a_matrix_does(function, X):
    np.testing.assert_array_equal(function(Gram(Gaussian(), X)), function(Gaussian()(X)))


# --- the distance quantile -----------------------------------------------------------------------


@pytest.mark.parametrize("q", [0.1, 0.25, 0.5, 0.9])
def test_distance_quantile_is_the_quantile_of_all_pair_distances(q, X):
    loop = [math.dist(X[i], X[j]) for i in range(len(X)) for j in range(i)]
    assert distance_quantile(X, q) == pytest.approx(np.quantile(loop, q), rel=8 * EPS)
    assert distance_quantile(X, q) == np.quantile(pdist(X), q)


@given(X=grids.filter(lambda X: len(X) > 1), shift=st.integers(-1000, 1000))
def test_distance_quantile_does_not_depend_on_the_origin(X, shift):
    assert distance_quantile(X + shift) == distance_quantile(X)


def test_distance_quantile_scales_with_the_points(X):
    assert distance_quantile(4 * X) == 4 * distance_quantile(X)


def test_one_point_has_no_distances():
    with pytest.raises(ValueError, match="X must have at least two points; got 1"):
        distance_quantile([[1.0, 2.0]])


@pytest.mark.parametrize("q", [0, 1, -0.1, 50, np.nan, None])
def test_a_quantile_lies_strictly_between_zero_and_one(q):
    with pytest.raises(ValueError, match="q must lie strictly between 0 and 1"):
        distance_quantile([[0.0], [1.0]], q)


# --- one contract for all inputs -----------------------------------------------------------------

FUNCTIONS = {
    "Linear": Linear(),
    "Linear.diag": Linear().diag,
    "Polynomial": Polynomial(),
    "Polynomial.diag": Polynomial().diag,
    "Gaussian": Gaussian(),
    "Gaussian.diag": Gaussian().diag,
    "Gram": lambda X: np.asarray(Gram(Gaussian(), X)),
    "Gram.row": lambda X: Gram(Linear(), X)[0],
    "Gram.diagonal": lambda X: Gram(Polynomial(), X).diagonal(),
    "distance_quantile": distance_quantile,
    "quadratic_features": quadratic_features,
}


def gaussian_reference(X):
    return np.exp(-((X[:, None] - X) ** 2).sum(axis=-1) / 2)


def quantile_reference(X):
    distances = np.hypot.reduce(X[:, None] - X, axis=-1)
    return np.median(distances[np.triu_indices(len(X), 1)])


def features_reference(X):
    i, j = np.triu_indices(X.shape[1], 1)
    r2 = np.sqrt(X.dtype.type(2))
    return np.hstack([np.ones_like(X[:, :1]), r2 * X, r2 * X[:, i] * X[:, j], X**2])


REFERENCES = {
    "Linear": lambda X: X @ X.T,
    "Linear.diag": lambda X: (X * X).sum(axis=1),
    "Polynomial": lambda X: (X @ X.T + 1) ** 2,
    "Polynomial.diag": lambda X: ((X * X).sum(axis=1) + 1) ** 2,
    "Gaussian": gaussian_reference,
    "Gaussian.diag": lambda X: np.ones(len(X)),
    "Gram": gaussian_reference,
    "Gram.row": lambda X: X @ X[0],
    "Gram.diagonal": lambda X: ((X * X).sum(axis=1) + 1) ** 2,
    "distance_quantile": quantile_reference,
    "quadratic_features": features_reference,
}
each_function = pytest.mark.parametrize("name", FUNCTIONS)

JUNK = {
    "nothing": [],
    "no rows": np.empty((0, 2)),
    "no columns": np.empty((2, 0)),
    "a number": 5.0,
    "None": None,
    "a word": "abc",
    "words": [["a", "b"]],
    "one axis": [1.0, 2.0],
    "three axes": np.ones((2, 2, 2)),
    "ragged": [[1.0], [1.0, 2.0]],
    "nan": [[1.0, np.nan], [0.0, 1.0]],
    "inf": [[1.0, 0.0], [np.inf, 1.0]],
    "both infinities": [[np.inf, 0.0], [-np.inf, 1.0]],
    "a gap": [[1.0, None], [0.0, 1.0]],
    "complex": [[1j, 0], [0, 1]],
    "dates": np.array([["2020-01-01"]], dtype="datetime64[D]"),
    "sparse": csr_array(np.eye(2)),
}

DEGENERATE = {
    "one point": [[1.0, 2.0]],
    "one number": [[3.0]],
    "all zero": np.zeros((3, 2)),
    "all equal": np.full((3, 2), 0.1),
    "one column": [[0.0], [1.0], [3.0]],
    "duplicates": [[1.0, 2.0], [1.0, 2.0], [0.5, 3.0]],
    "tiny": [[1e-200, 0.0], [0.0, 1e-200], [1e-200, 1e-200]],
    "subnormal": np.full((2, 2), 5e-324),
    "huge": [[1e200], [1.0]],
    "largest": [[1e308], [1e308]],
}


def answer_or_refusal(function, argument):
    """The answer, or None where the argument was refused by name."""
    try:
        return function(argument)
    except (ValueError, TypeError) as error:
        if not str(error).startswith("X must "):
            raise
        return None


@each_function
def test_junk_is_refused_by_name(name):
    def judge(junk):
        with pytest.raises((ValueError, TypeError), match=r"^X must "):
            FUNCTIONS[name](junk)

    every(JUNK, judge)


@each_function
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_degenerate_points_get_the_right_answer_or_a_named_refusal(name):
    """Extended precision says what is right; what no float can hold must be refused."""

    def judge(points):
        X = np.array(points)
        answer = answer_or_refusal(FUNCTIONS[name], X)
        if answer is not None:
            right = np.asarray(REFERENCES[name](X.astype(np.longdouble)), dtype=float)
            assert np.isfinite(answer).all()
            np.testing.assert_allclose(answer, right, rtol=16 * EPS, atol=1e-150)

    every(DEGENERATE, judge)


@each_kernel
def test_junk_as_second_argument_is_refused_by_its_own_name(kernel):
    def judge(junk):
        with pytest.raises((ValueError, TypeError), match=r"^Z must "):
            kernel(np.eye(2), junk)

    every({name: junk for name, junk in JUNK.items() if name != "None"}, judge)


@each_kernel
def test_both_arguments_have_the_same_columns(kernel, X):
    with pytest.raises(ValueError, match=r"X and Z must have the same columns; got 3 in the fir"):
        kernel(X, X[:, :2])


TRIPLE = [[1, 0], [0, 1], [1, 1]]
READ_ONLY = np.array(TRIPLE, dtype=float)
READ_ONLY.flags.writeable = False
KINDS = {
    "integers": np.array(TRIPLE),
    "unsigned": np.array(TRIPLE, dtype=np.uint8),
    "booleans": np.array(TRIPLE, dtype=bool),
    "lists": TRIPLE,
    "float32": np.array(TRIPLE, dtype=np.float32),
    "Fortran": np.array(TRIPLE, dtype=float, order="F"),
    "read-only": READ_ONLY,
    "DataFrame": pd.DataFrame(TRIPLE, columns=["a", "b"]),
    "objects": np.array(TRIPLE, dtype=object),
    "strided": np.repeat(np.array(TRIPLE, dtype=float), 2, axis=0)[::2],
}


@each_function
def test_numbers_in_every_container_give_the_same_answer(name):
    expected = FUNCTIONS[name](np.array(TRIPLE, dtype=float))

    def judge(points):
        np.testing.assert_allclose(FUNCTIONS[name](points), expected, rtol=4 * EPS)

    every(KINDS, judge)


@each_function
def test_the_points_are_never_changed(name, X):
    before = X.copy()
    answer = FUNCTIONS[name](X)
    np.testing.assert_array_equal(X, before)
    assert not np.shares_memory(answer, X)


@each_kernel
def test_neither_argument_is_ever_changed(kernel, X, Z):
    before = X.copy(), Z.copy()
    kernel(X, Z)
    np.testing.assert_array_equal(X, before[0])
    np.testing.assert_array_equal(Z, before[1])


def test_the_contract_covers_every_public_name():
    public = {
        name
        for name, thing in vars(kernels).items()
        if getattr(thing, "__module__", "") == kernels.__name__ and not name.startswith("_")
    }
    assert public == {name.split(".")[0] for name in FUNCTIONS}


def test_an_empty_slice_of_a_gram_is_empty():
    assert Gram(Linear(), np.eye(3))[1:1].shape == (0, 3)


def test_a_power_that_overflows_is_refused():
    with pytest.raises(ValueError, match="X must be small enough for the degree"):
        Polynomial(degree=40)([[1e10]])
