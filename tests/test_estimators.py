"""The estimators: scikit-learn's own checks, and the functions they promise to call."""

import math
import pickle
import tracemalloc
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from scipy.stats import chi2, kstest, multivariate_normal
from sklearn.base import clone
from sklearn.datasets import load_iris, make_blobs
from sklearn.decomposition import KernelPCA as SklearnKernelPCA
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.manifold import Isomap as SklearnIsomap
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_outliers_train, parametrize_with_checks

from featurespace import (
    _validate,
    embedding,
    fisher,
    generalisation,
    means,
    normal,
    orthogonal,
    pca,
)
from featurespace.datasets import cubic_world, digits, gaussian_cloud
from featurespace.estimators import (
    PCA,
    UMAP,
    ClassicalMDS,
    Isomap,
    KernelFisher,
    KernelPCA,
    MetricMDS,
    NonmetricMDS,
    NoveltyDetector,
    PartialGramSchmidt,
    ParzenClassifier,
    PolynomialRegression,
    ProbabilisticPCA,
    SubspaceClassifier,
)
from featurespace.kernels import Gaussian, Linear, Polynomial, distance_quantile

EPS = np.finfo(float).eps
ESTIMATORS = [NoveltyDetector(), ParzenClassifier()]
each_estimator = pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)


def megabytes(run):
    """Most memory held at once while it runs."""
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


@pytest.fixture
def X():
    return gaussian_cloud(60, np.random.default_rng(0))


@pytest.fixture
def Z():
    return 2 * gaussian_cloud(30, np.random.default_rng(1))


@pytest.fixture
def y(X):
    return np.where(X[:, 0] + X[:, 1] > 0.3, 1, -1)


@pytest.fixture
def rings():
    """Two circles with one centre, their points in an order that leaves no fold an empty arc."""
    angle = np.pi * (math.sqrt(5) - 1) * np.arange(40)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.r_[circle, 3 * circle], np.repeat(["inner", "outer"], 40)


# --- the protocol --------------------------------------------------------------------------------


@parametrize_with_checks(ESTIMATORS)
def test_scikit_learn_accepts_the_estimator(estimator, check):
    check(estimator)


@each_estimator
def test_a_clone_has_the_same_parameters_and_no_memory(estimator, X, y):
    fitted = clone(estimator).set_params(kernel=Gaussian(2.0)).fit(X, y)
    twin = clone(fitted)
    assert twin.get_params() == fitted.get_params()
    assert not hasattr(twin, "kernel_")


@each_estimator
def test_a_pickled_estimator_predicts_the_same(estimator, X, y, Z):
    fitted = clone(estimator).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.decision_function(Z), fitted.decision_function(Z))


@each_estimator
def test_predicting_before_fitting_is_refused(estimator, Z):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        clone(estimator).predict(Z)


@each_estimator
def test_fitting_changes_neither_data_nor_parameters(estimator, X, y):
    before, parameters = X.copy(), estimator.get_params()
    clone(estimator).fit(X, y).predict(X)
    np.testing.assert_array_equal(X, before)
    assert estimator.get_params() == parameters


def test_without_a_kernel_the_width_is_the_median_distance(X, y):
    assert ParzenClassifier().fit(X, y).kernel_ == Gaussian(distance_quantile(X))
    assert NoveltyDetector(method="book").fit(X).kernel_ == Gaussian(distance_quantile(X))


def test_beyond_a_thousand_points_a_fixed_thousand_give_the_width():
    X = gaussian_cloud(3000, np.random.default_rng(0))
    few = X[np.random.default_rng(0).choice(3000, 1000, replace=False)]
    width = PartialGramSchmidt(max_rank=1).fit(X).kernel_.sigma
    assert width == distance_quantile(few)
    assert width == pytest.approx(distance_quantile(X), rel=0.03)
    assert PartialGramSchmidt(max_rank=1).fit(X[:1000]).kernel_ == Gaussian(
        distance_quantile(X[:1000])
    )


def test_the_default_width_needs_no_memory_for_all_pairs():
    """All distances of 8000 points would be 256 MB; the factor itself has 0.64 MB."""
    X = gaussian_cloud(8000, np.random.default_rng(0))
    small, large = (
        megabytes(lambda n=n: PartialGramSchmidt(max_rank=10).fit(X[:n])) for n in (4000, 8000)
    )
    assert large < 20
    assert large < 2.5 * small


def test_the_points_that_are_ranked_have_no_say_in_the_kernel(X):
    """Else they would not be exchangeable with a new point, and the promise would be lost."""
    first_half = np.random.default_rng(3).permutation(X)[: len(X) // 2]
    assert NoveltyDetector(random_state=3).fit(X).kernel_ == Gaussian(distance_quantile(first_half))
    assert NoveltyDetector().fit([[0.0], [1.0]]).kernel_ == Gaussian(1.0)


@each_estimator
def test_points_that_mostly_coincide_still_get_a_kernel(estimator):
    X = np.array([[0.0], [0.0], [0.0], [0.0], [1.0]])
    fitted = clone(estimator).fit(X, [1, 1, 1, 1, 2])
    assert fitted.kernel_ == Gaussian(1.0)
    assert np.isfinite(fitted.decision_function(X)).all()


@each_estimator
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3), Gaussian(0.5)], ids=str)
def test_a_given_kernel_is_used_as_it_is(estimator, kernel, X, y):
    assert clone(estimator).set_params(kernel=kernel).fit(X, y).kernel_ == kernel


@each_estimator
@pytest.mark.parametrize("kernel", ["rbf", 1.0, Gaussian], ids=str)
def test_what_is_not_a_kernel_is_refused_by_name(estimator, kernel, X, y):
    with pytest.raises((ValueError, TypeError), match="kernel must "):
        clone(estimator).set_params(kernel=kernel).fit(X, y)


@each_estimator
def test_a_table_is_as_good_as_an_array(estimator, X, y, Z):
    table = clone(estimator).fit(pd.DataFrame(X, columns=["a", "b"]), y)
    array = clone(estimator).fit(X, y)
    new = table.decision_function(pd.DataFrame(Z, columns=["a", "b"]))
    np.testing.assert_allclose(new, array.decision_function(Z), rtol=0, atol=64 * EPS)


@each_estimator
@pytest.mark.parametrize(
    ("bad", "message"),
    [(np.nan, "NaN"), (np.inf, "infinity"), ("a", "could not convert string to float")],
)
def test_points_that_are_not_finite_numbers_are_refused(estimator, bad, message, X, y):
    X = X.astype(object)
    X[3, 1] = bad
    with pytest.raises(ValueError, match=message):
        clone(estimator).fit(X, y)


@each_estimator
def test_sparse_points_are_refused(estimator, X, y):
    with pytest.raises(TypeError, match="dense data is required"):
        clone(estimator).fit(csr_array(X), y)


# --- the novelty detector ------------------------------------------------------------------------


def test_the_book_detector_is_the_function(X, Z):
    """ST-A5.4"""
    detector = NoveltyDetector(Gaussian(0.8), delta=0.05, method="book").fit(X)
    K, K_new = Gaussian(0.8)(X), Gaussian(0.8)(Z, X)
    distance = np.sqrt(means.squared_distances_to_centre(K, K_new, np.ones(len(Z))))
    expected = means.novelty_threshold(K, 0.05, "book")
    assert detector.threshold_ == pytest.approx(expected, rel=1e-12)  # raised by round-off only
    np.testing.assert_allclose(-detector.score_samples(Z), distance, rtol=0, atol=1e-14)


def test_the_split_detector_is_the_function_on_shuffled_points(X, Z):
    detector = NoveltyDetector(Linear(), delta=0.1, random_state=7).fit(X)
    shuffled = np.random.default_rng(7).permutation(X)
    mean = shuffled[:30].mean(axis=0)
    expected = means.novelty_threshold(Linear()(shuffled), 0.1)
    assert detector.threshold_ == pytest.approx(expected, rel=1e-12)  # raised by round-off only
    distance = np.linalg.norm(Z - mean, axis=1)
    np.testing.assert_allclose(-detector.score_samples(Z), distance, rtol=0, atol=1e-13)


@pytest.mark.parametrize("method", ["book", "split"])
def test_novel_means_beyond_the_threshold(method, X, Z):
    """ST-u18"""
    detector = NoveltyDetector(Linear(), method=method, delta=0.3).fit(X)
    distance = -detector.score_samples(Z)
    expected = np.where(distance > detector.threshold_, -1, 1)
    np.testing.assert_array_equal(detector.predict(Z), expected)


def test_decision_function_is_the_score_above_the_offset(X, Z):
    detector = NoveltyDetector().fit(X)
    assert detector.offset_ == -detector.threshold_
    difference = detector.score_samples(Z) - detector.offset_
    np.testing.assert_array_equal(detector.decision_function(Z), difference)


def test_far_points_are_novel_and_the_middle_is_familiar(X):
    assert NoveltyDetector().fit(X).predict([[0.0, 0.0], [9.0, 9.0], [1e9, 0.0]]).tolist() == [
        1,
        -1,
        -1,
    ]


def test_the_point_that_set_the_threshold_does_not_exceed_it():
    """With delta < 1/(m + 1) no point of the ranked half is novel, round-off or not."""
    for X in np.random.default_rng(0).standard_normal((100, 40, 2)):
        ranked = np.random.default_rng(0).permutation(X)[20:]
        assert (NoveltyDetector(random_state=0).fit(X).predict(ranked) == 1).all()


def test_a_point_is_judged_alike_alone_and_in_company():
    for X in np.random.default_rng(1).standard_normal((30, 40, 2)):
        detector = NoveltyDetector().fit(X)
        alone = [detector.predict(x[None]).item() for x in X]
        np.testing.assert_array_equal(detector.predict(X), alone)


def test_few_points_in_many_dimensions_can_be_judged():
    """Training points meet their own centre: squared distance zero, up to round-off."""
    for X in np.random.default_rng(0).uniform(0, 255, (30, 2, 50_000)):
        assert set(NoveltyDetector(Linear()).fit(X).predict(np.r_[X, X, X])) <= {-1, 1}


def test_the_same_random_state_gives_the_same_detector(X):
    first, second, other = (NoveltyDetector(random_state=s).fit(X).threshold_ for s in (1, 1, 2))
    assert first == second != other


def test_the_book_detector_keeps_all_points_in_their_order(X):
    np.testing.assert_array_equal(NoveltyDetector(method="book").fit(X).X_fit_, X)


def test_labels_are_ignored(X, y):
    assert NoveltyDetector().fit(X, y).threshold_ == NoveltyDetector().fit(X).threshold_


def test_the_book_detector_is_silent_on_scikit_learn_s_own_outlier_data():
    """errata 6: no point can reach its threshold, so scikit-learn's check rejects the rule."""
    X, _ = make_blobs(n_samples=300, random_state=0)
    detector = NoveltyDetector(method="book").fit(X)
    assert detector.threshold_ > math.sqrt(1 + detector.squared_norm_)
    assert (detector.predict(np.r_[X, 1e6 * X]) == 1).all()
    with pytest.raises(AssertionError, match="Arrays are not equal"):
        check_outliers_train("NoveltyDetector", NoveltyDetector(method="book"))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"method": "loo"}, r"method must be one of \['book', 'split'\]; got 'loo'"),
        ({"delta": 0}, "delta must lie strictly between 0 and 1"),
        ({"delta": 1}, "delta must lie strictly between 0 and 1"),
    ],
    ids=str,
)
def test_parameters_are_checked_when_fitting(parameters, message, X):
    with pytest.raises(ValueError, match=message):
        NoveltyDetector(**parameters).fit(X)


def test_one_point_is_too_few_for_a_detector():
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        NoveltyDetector().fit([[1.0, 2.0]])


def test_a_detector_works_in_a_pipeline(X):
    pipeline = make_pipeline(StandardScaler(), NoveltyDetector()).fit(1000 * X + 5)
    assert pipeline.predict([[5.0, 5.0], [9005.0, 9005.0]]).tolist() == [1, -1]


class Indefinite:
    """No kernel: a point is less like itself than like others."""

    def __call__(self, X, Z=None):
        X, Z = np.asarray(X), np.asarray(X if Z is None else Z)
        return 1.0 - (X @ Z.T == np.linalg.norm(X, axis=1)[:, None] ** 2)

    def diag(self, X):
        return np.zeros(len(X))


@pytest.mark.parametrize("method", ["book", "split"])
def test_a_kernel_that_is_none_is_refused_by_the_distances_it_gives(method, X):
    with pytest.raises(ValueError, match=r"^kernel must be positive semi-definite; got a squared"):
        NoveltyDetector(Indefinite(), method=method).fit(X)


@pytest.mark.parametrize("method", ["book", "split"])
def test_points_far_from_the_origin_are_refused_where_their_distances_are_lost(method, X):
    """Without K the rule is the one of means: three digits of the spread."""
    NoveltyDetector(Linear(), method=method).fit(X + 1e4)
    across = np.column_stack([np.full(60, 1e8), np.linspace(-10, 10, 60)])  # similar to the centre
    for far in (X + 1e8, 1e9 + X, across):
        with pytest.raises(ValueError, match="K must have a spread above its round-off"):
            NoveltyDetector(Linear(), method=method).fit(far)
        with pytest.raises(ValueError, match="K must have a spread above its round-off"):
            means.novelty_threshold(Linear()(far), method=method)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Gaussian(1.0)], ids=str)
def test_one_point_many_times_is_familiar_alone_and_among_others(kernel):
    """All distances are zero, up to a round-off that hangs on how many are measured at a time."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X = np.repeat(10 * rng.standard_normal((1, rng.integers(1, 40))), 40, axis=0)
        model = NoveltyDetector(kernel).fit(X)
        for some in (X[:1], X[:3], X):
            assert (model.predict(some) == 1).all()


@pytest.mark.parametrize("method", ["book", "split"])
def test_a_detector_never_holds_a_kernel_matrix(method):
    """n = 4000: the matrix would have 128 MB."""
    X = gaussian_cloud(4000, np.random.default_rng(0))
    assert megabytes(lambda: NoveltyDetector(Gaussian(1.0), method=method).fit(X)) < 40


# --- the Parzen classifier -----------------------------------------------------------------------


def test_the_classifier_is_the_function(X, y, Z):
    """ST-A5.6"""
    kernel = Polynomial(3, 0.5)
    alpha, b = means.parzen(kernel(X), y)
    classifier = ParzenClassifier(kernel).fit(X, y)
    np.testing.assert_array_equal(classifier.alpha_, alpha)
    np.testing.assert_array_equal(classifier.decision_function(Z), kernel(Z, X) @ alpha - b)


def test_with_a_linear_kernel_it_is_the_nearest_centroid(X, y, Z):
    ours, theirs = ParzenClassifier(Linear()).fit(X, y), NearestCentroid().fit(X, y)
    np.testing.assert_array_equal(ours.predict(Z), theirs.predict(Z))


@pytest.mark.parametrize(
    "labels",
    [(-1, 1), (0, 1), (3, 8), (False, True), ("no", "yes"), (0.0, 1.0)],
    ids=str,
)
def test_any_two_labels_will_do(labels, X, y, Z):
    classifier = ParzenClassifier().fit(X, np.array(labels)[(y > 0).astype(int)])
    signs = ParzenClassifier().fit(X, y).predict(Z)
    assert classifier.classes_.tolist() == list(labels)
    expected = np.array(labels)[(signs > 0).astype(int)]
    np.testing.assert_array_equal(classifier.predict(Z), expected)


def test_labels_may_be_a_list_or_a_column_of_a_table(X, y, Z):
    words = np.where(y > 0, "yes", "no")
    expected = ParzenClassifier().fit(X, words).predict(Z)
    for labels in (words.tolist(), pd.Series(words), words.astype(object)):
        np.testing.assert_array_equal(ParzenClassifier().fit(X, labels).predict(Z), expected)


def test_a_positive_decision_means_the_second_class(X, y, Z):
    classifier = ParzenClassifier().fit(X, y)
    second = classifier.decision_function(Z) > 0
    np.testing.assert_array_equal(classifier.predict(Z) == classifier.classes_[1], second)


def test_exchanging_the_names_of_the_classes_exchanges_the_predictions(X, y, Z):
    predicted = ParzenClassifier().fit(X, y).predict(Z)
    np.testing.assert_array_equal(ParzenClassifier().fit(X, -y).predict(Z), -predicted)


def test_three_classes_are_refused(X):
    with pytest.raises(
        ValueError, match=r"Only binary.+multiclass.+y has 3 class\(es\); choose two"
    ):
        ParzenClassifier().fit(X, np.arange(60) % 3)


def test_one_class_is_refused(X):
    with pytest.raises(ValueError, match=r"one class.+y has 1 class\(es\); choose two"):
        ParzenClassifier().fit(X, np.ones(60))


def test_continuous_targets_are_refused(X):
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        ParzenClassifier().fit(X, X[:, 0])


def test_labels_that_do_not_match_the_points_are_refused(X, y):
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        ParzenClassifier().fit(X, y[:-1])


def test_the_classifier_works_in_a_pipeline_and_in_cross_validation():
    """The digits 3 and 8: five folds, each far better than chance."""
    model = make_pipeline(StandardScaler(), ParzenClassifier())
    assert cross_val_score(model, *digits(3, 8)).min() > 0.8


def test_grid_search_chooses_the_kernel_that_can_see_rings(rings):
    grid = {"kernel": [Linear(), Gaussian(0.5)]}
    search = GridSearchCV(ParzenClassifier(), grid, cv=4).fit(*rings)
    assert search.best_params_ == {"kernel": Gaussian(0.5)}
    assert search.best_score_ == 1.0


def test_grid_search_reaches_through_a_pipeline(rings):
    pipeline = make_pipeline(StandardScaler(), ParzenClassifier())
    grid = {"parzenclassifier__kernel": [Linear(), Polynomial(2)]}
    search = GridSearchCV(pipeline, grid, cv=4).fit(*rings)
    assert search.best_params_ == {"parzenclassifier__kernel": Polynomial(2)}


# --- the other twelve: the protocol --------------------------------------------------------------

TRANSFORMERS = [PartialGramSchmidt(), PCA(), ProbabilisticPCA(), KernelPCA()]
PLACING = [ClassicalMDS(), Isomap()]
SETTLING = [MetricMDS(), NonmetricMDS(), UMAP(epochs=30)]
MAPS = [*PLACING, *SETTLING]
PREDICTORS = [KernelFisher(), SubspaceClassifier(), PolynomialRegression()]
TWELVE = [*TRANSFORMERS, *MAPS, *PREDICTORS]
each_of_twelve = pytest.mark.parametrize("estimator", TWELVE, ids=str)
each_transformer = pytest.mark.parametrize("estimator", TRANSFORMERS, ids=str)
each_map = pytest.mark.parametrize("estimator", MAPS, ids=str)
each_predictor = pytest.mark.parametrize("estimator", PREDICTORS, ids=str)


def answer(fitted, Z):
    """What a fitted estimator says: a map has placed its own points and says no more."""
    if hasattr(fitted, "embedding_"):
        return fitted.embedding_
    return fitted.predict(Z) if hasattr(fitted, "predict") else fitted.transform(Z)


def elongated(n, rng):
    """Two long thin clouds side by side: the centres are a bad guide to the border."""
    y = np.repeat([-1, 1], n)
    return np.column_stack(
        [6 * rng.standard_normal(2 * n), y + 0.3 * rng.standard_normal(2 * n)]
    ), y


@parametrize_with_checks(TWELVE)
def test_scikit_learn_accepts_each_of_the_twelve(estimator, check):
    check(estimator)


@each_of_twelve
def test_a_clone_of_each_has_its_parameters_and_no_memory(estimator, X, y):
    fitted = clone(estimator).fit(X, y)
    twin = clone(fitted)
    assert twin.get_params() == estimator.get_params()
    assert not [name for name in vars(twin) if name.endswith("_")]


@each_of_twelve
def test_each_says_the_same_after_pickling(estimator, X, y, Z):
    fitted = clone(estimator).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(answer(again, Z), answer(fitted, Z))


@each_of_twelve
def test_each_fits_the_same_twice(estimator, X, y, Z):
    np.testing.assert_array_equal(
        answer(clone(estimator).fit(X, y), Z), answer(clone(estimator).fit(X, y), Z)
    )


@each_of_twelve
def test_each_ends_a_pipeline(estimator, X, y, Z):
    pipeline = make_pipeline(StandardScaler(), clone(estimator)).fit(X, y)
    scaler = StandardScaler().fit(X)
    alone = clone(estimator).fit(scaler.transform(X), y)
    np.testing.assert_array_equal(
        answer(pipeline[-1], scaler.transform(Z)), answer(alone, scaler.transform(Z))
    )


def round_off_of(model):
    """Of a coordinate; the last ones of Gram–Schmidt are divided by pivots of the size of it."""
    smallest = model.factor_.R.diagonal().min() if hasattr(model, "factor_") else 1e-3
    return 64 * EPS / smallest


@each_transformer
def test_fitting_and_transforming_at_once_is_transforming_the_training_points(estimator, X):
    at_once, model = clone(estimator).fit_transform(X), clone(estimator).fit(X)
    np.testing.assert_allclose(model.transform(X), at_once, rtol=0, atol=round_off_of(model))


@each_transformer
def test_coordinates_are_named_after_their_class_in_a_table(estimator, X, Z):
    table = pd.DataFrame(X, columns=["a", "b"])
    model = clone(estimator).set_output(transform="pandas")
    others = pd.DataFrame(Z, columns=["a", "b"])
    at_once, new = model.fit_transform(table), model.transform(others)
    k = at_once.shape[1]
    names = [f"{type(estimator).__name__.lower()}{j}" for j in range(k)]
    assert list(model.get_feature_names_out()) == list(at_once) == list(new) == names
    assert at_once.index.equals(table.index)
    np.testing.assert_array_equal(new, clone(estimator).fit(table).transform(others))


@each_transformer
def test_names_are_not_known_before_fitting(estimator):
    with pytest.raises(NotFittedError):
        clone(estimator).get_feature_names_out()


@each_transformer
def test_a_transformer_feeds_a_classifier(estimator, X, y):
    assert make_pipeline(clone(estimator), SubspaceClassifier()).fit(X, y).score(X, y) > 0.5


@pytest.mark.parametrize("estimator", SETTLING, ids=str)
def test_where_all_points_settle_together_there_is_no_transform(estimator, X):
    model = clone(estimator)
    assert model.fit_transform(X).shape == (60, 2)
    assert not hasattr(model, "transform")
    with pytest.raises(AttributeError, match=f"^{type(model).__name__} has no transform: "):
        model.transform(X)


@pytest.mark.parametrize("estimator", PLACING, ids=str)
def test_training_points_are_placed_where_they_are(estimator, X):
    model = clone(estimator).fit(X)
    np.testing.assert_allclose(model.transform(X), model.embedding_, rtol=0, atol=1e-12)


@each_map
def test_a_map_names_its_columns_and_comes_as_a_table(estimator, X):
    table = pd.DataFrame(X, columns=["a", "b"], index=np.arange(60) + 7)
    model = clone(estimator).set_output(transform="pandas")
    Z, name = model.fit_transform(table), type(estimator).__name__.lower()
    assert list(Z.columns) == list(model.get_feature_names_out()) == [f"{name}0", f"{name}1"]
    assert list(Z.index) == list(table.index)
    np.testing.assert_array_equal(Z, clone(estimator).fit_transform(X))
    if estimator in PLACING:
        assert list(model.transform(table[:3]).columns) == list(Z.columns)


@each_of_twelve
def test_no_input_is_changed(estimator, X, y):
    before = X.copy()
    clone(estimator).fit(X, y)
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize("k", [0, -1, 1.5, "two"])
@pytest.mark.parametrize(
    "estimator", [e for e in TWELVE if "k" in e.get_params() and e.get_params()["k"]], ids=str
)
def test_a_bad_k_is_refused_by_name(estimator, k, X, y):
    with pytest.raises(ValueError, match="k must be a whole number >= 1"):
        clone(estimator).set_params(k=k).fit(X, y)


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (PartialGramSchmidt(max_rank=0), "max_rank must be a whole number >= 1"),
        (PartialGramSchmidt(max_rank="all"), "max_rank must be a whole number >= 1"),
        (PartialGramSchmidt(eta=-1.0), "eta must be a number >= 0"),
        (KernelFisher(lam=0.0), "lam must be a number > 0"),
        (PCA(route="magic"), "route must be one of"),
        (Isomap(m=0), "m must be a whole number >= 1"),
        (UMAP(m="many"), "m must be a whole number >= 2"),
        (UMAP(epochs=0), "epochs must be a whole number >= 1"),
        (UMAP(min_dist=0.0), "min_dist must be a number > 0"),
        (PolynomialRegression(degree=-1), "degree must be a whole number >= 0"),
        (PolynomialRegression(degree=1.5), "degree must be a whole number >= 0"),
        (PolynomialRegression(lam=-1.0), "lam must be a number >= 0"),
    ],
    ids=str,
)
def test_each_bad_parameter_is_refused_by_name(estimator, message, X, y):
    with pytest.raises(ValueError, match=message):
        clone(estimator).fit(X, y)


# --- the other twelve: the functions they call ---------------------------------------------------


def test_partial_gram_schmidt_is_the_function(X, Z):
    """ST-A5.12"""
    kernel = Gaussian(1.5)
    factor = orthogonal.incomplete_cholesky(kernel(X), 0.05)
    model = PartialGramSchmidt(kernel, eta=0.05).fit(X)
    np.testing.assert_array_equal(model.pivots_, factor.pivots)
    np.testing.assert_allclose(model.transform(X), factor.R.T, rtol=0, atol=1e-12)
    new = orthogonal.incomplete_features(kernel(Z, X), factor)
    np.testing.assert_allclose(model.transform(Z), new, rtol=0, atol=1e-12)


def test_partial_gram_schmidt_keeps_inner_products_up_to_eta(X):
    """ST-u51"""
    model = PartialGramSchmidt(Gaussian(1.5), eta=0.01).fit(X)
    R = model.transform(X)
    assert R.shape[1] == len(model.pivots_) < 60
    assert np.abs(R @ R.T - Gaussian(1.5)(X)).max() <= 0.01 + 1e-12


def test_a_rank_above_n_is_as_good_as_n(X):
    few = PartialGramSchmidt(Linear(), max_rank=1000).fit(X)
    assert few.transform(X).shape == (60, 2)


def test_kernel_fisher_is_the_function(X, y, Z):
    """ST-A5.16"""
    alpha, b = fisher.kernel_fisher(Gaussian(1.5)(X), y, 0.01)
    model = KernelFisher(Gaussian(1.5), lam=0.01).fit(X, y)
    np.testing.assert_array_equal(model.alpha_, alpha)
    np.testing.assert_array_equal(model.decision_function(Z), Gaussian(1.5)(Z, X) @ alpha - b)


@pytest.mark.parametrize("route", ["svd", "eigen", "gram", "power"])
def test_pca_is_the_function(route, X):
    """DME-2.23"""
    found = pca.pca(X, 1, route)
    model = PCA(k=1, route=route).fit(X)
    np.testing.assert_allclose(model.transform(X), found.scores, rtol=0, atol=64 * EPS)
    np.testing.assert_array_equal(model.eigenvalues_, found.eigenvalues)


def test_all_components_give_the_points_back(X, Z):
    model = PCA().fit(X)
    np.testing.assert_allclose(model.inverse_transform(model.transform(Z)), Z, atol=64 * EPS)


def test_scores_of_the_wrong_width_are_refused(X):
    with pytest.raises(ValueError, match="Z must have 2 columns"):
        PCA().fit(X).inverse_transform([[1.0, 2.0, 3.0]])


def test_probabilistic_pca_is_the_function(X, Z):
    """DME-2.60"""
    model, found = ProbabilisticPCA(k=1).fit(X), pca.ppca(X, 1)
    np.testing.assert_array_equal(model.transform(Z), pca.ppca_posterior(Z, *found)[0])
    assert model.score(Z) == pca.ppca_log_likelihood(Z, *found) / 30


def test_kernel_pca_is_the_function(X, Z):
    """DME-3.29"""
    kernel = Gaussian(1.5)
    K, model = kernel(X), KernelPCA(kernel, k=3).fit(X)
    found = embedding.kernel_pca(K, 3)
    np.testing.assert_allclose(model.transform(X), found.scores, rtol=0, atol=1e-12)
    new = embedding.kernel_pca_project(kernel(Z, X), found)
    np.testing.assert_array_equal(model.transform(Z), new)


class Counting(Gaussian):
    """A Gaussian that notes the shapes of the matrices it has made."""

    made: ClassVar[list] = []

    def __call__(self, X, Z=None):
        K = super().__call__(X, Z)
        self.made.append(K.shape)
        return K


def test_kernel_pca_makes_and_checks_one_matrix_and_keeps_none(X, Z, monkeypatch):
    """From points to a projected new point: each pass over K once, and none for the new point."""
    made, checked, real = [], [], _validate.as_symmetric
    monkeypatch.setattr(Counting, "made", made)

    def counted(A, *rest, **options):
        checked.append(np.shape(A))
        return real(A, *rest, **options)

    monkeypatch.setattr(_validate, "as_symmetric", counted)
    model = KernelPCA(Counting(1.5), k=3)
    scores = model.fit_transform(X)
    assert made == checked == [(60, 60)]
    np.testing.assert_array_equal(scores, model.components_.scores)
    model.transform(Z[:1])
    assert made == [(60, 60), (1, 60)]
    assert checked == [(60, 60)]
    assert len(pickle.dumps(model)) < 60 * 60 * 8


@pytest.mark.parametrize("d", [5, 20])
def test_a_pickled_kernel_pca_is_at_most_twice_the_peer_s(d):
    X = np.random.default_rng(0).standard_normal((500, d))
    ours, theirs = KernelPCA(Gaussian(2.0)), SklearnKernelPCA(2, kernel="rbf", gamma=1 / 8)
    sizes = [len(pickle.dumps(model.fit(X))) for model in (ours, theirs)]
    assert sizes[0] <= 2 * sizes[1]


def test_each_map_is_its_function(X):
    """DME-3.35, DME-3.31, DME-3.33, DME-u34, DME-3.40"""
    D, rng = cdist(X, X), np.random.default_rng
    expected = {
        ClassicalMDS(k=1): embedding.classical_mds(D, 1),
        MetricMDS(k=1, random_state=3): embedding.metric_mds(D, 1, rng=rng(3)).Z,
        NonmetricMDS(k=1, random_state=3): embedding.nonmetric_mds(D, 1, rng=rng(3)).Z,
        Isomap(k=1, m=12): embedding.isomap(X, 1, 12),
        UMAP(k=1, m=7, epochs=20, random_state=3): embedding.umap(X, 1, 7, rng(3), epochs=20),
    }
    for model, Z in expected.items():
        np.testing.assert_array_equal(model.fit_transform(X), Z)


def test_new_points_are_placed_by_the_function(X, Z):
    """Gower's formula, along straight lines and along the data."""
    D = cdist(X, X)
    expected = embedding.place_new(cdist(Z, X), D, embedding.classical_mds(D, 2))
    np.testing.assert_allclose(ClassicalMDS().fit(X).transform(Z), expected, rtol=0, atol=1e-12)
    D = embedding.geodesic_distances(embedding.neighbour_graph(X, 12))
    ways = embedding.new_geodesics(Z, X, D, 12)
    expected = embedding.place_new(ways, D, embedding.isomap(X, 2, 12))
    np.testing.assert_allclose(Isomap(m=12).fit(X).transform(Z), expected, rtol=0, atol=1e-12)


def test_classical_scaling_of_new_points_is_pca(X, Z):
    scaled, scores = ClassicalMDS().fit(X).transform(Z), PCA().fit(X).transform(Z)
    np.testing.assert_allclose(np.abs(scaled), np.abs(scores), rtol=0, atol=1e-9)


def test_scikit_learn_places_new_points_along_the_data_alike(X, Z):
    theirs = SklearnIsomap(n_neighbors=12, n_components=2, eigen_solver="dense").fit(X)
    ours = Isomap(m=12).fit(X).transform(Z)
    np.testing.assert_allclose(np.abs(ours), np.abs(theirs.transform(Z)), rtol=0, atol=1e-9)


@pytest.mark.parametrize("estimator", [MetricMDS(k=1), NonmetricMDS(k=1)], ids=str)
def test_restarts_limit_and_tolerance_reach_the_function(estimator, X):
    function = {"MetricMDS": embedding.metric_mds, "NonmetricMDS": embedding.nonmetric_mds}
    how = {"n_init": 3, "max_iter": 20, "tol": 1e-2}
    model = clone(estimator).set_params(random_state=2, **how).fit(X)
    rng = np.random.default_rng(2)
    found = function[type(estimator).__name__](cdist(X, X), 1, rng=rng, **how)
    np.testing.assert_array_equal(model.embedding_, found.Z)
    assert (model.stress_, model.converged_) == (found.stress, found.converged)
    assert model.n_iter_ == len(found.history) - 1 < 20  # for the tolerance was wide
    assert clone(model).set_params(tol=0.0).fit(X).n_iter_ > model.n_iter_
    assert clone(model).set_params(tol=0.0, max_iter=2).fit(X).n_iter_ == 2
    with pytest.raises(ValueError, match=r"rng must be given where n_init > 1.+random_state=0"):
        clone(estimator).set_params(n_init=2).fit(X)


def test_points_whose_squares_leave_the_number_range_are_refused(X):
    for model in (ClassicalMDS(), Isomap()):
        with pytest.raises(ValueError, match="X must have distances between"):
            model.fit(1e50 * X)


def test_classical_scaling_is_pca(X):
    """DME-3.35: up to signs, which each fixes in its own space."""
    scaled, scores = ClassicalMDS().fit_transform(X), PCA().fit(X).transform(X)
    np.testing.assert_allclose(np.abs(scaled), np.abs(scores), rtol=0, atol=1e-9)


def test_isomap_without_m_takes_as_many_neighbours_as_connect():
    X = np.r_[np.arange(20.0), np.arange(20.0) + 1000][:, None]
    model = Isomap(k=1).fit(X)
    assert model.m_ == embedding.connecting_neighbours(X) > 10


def test_polynomial_regression_is_the_function(rng_cubic):
    """DME-4.19"""
    x, y = rng_cubic
    model = PolynomialRegression(degree=3, lam=0.1).fit(x[:, None], y)
    theta = generalisation.polynomial_regression(x, y, 3, 0.1)
    np.testing.assert_array_equal(model.theta_, theta)
    predicted = np.polynomial.polynomial.polyval(x, theta)
    np.testing.assert_allclose(model.predict(x[:, None]), predicted, rtol=0, atol=1e-10)


@pytest.fixture
def rng_cubic():
    return cubic_world(200, np.random.default_rng(0))


# --- choosing by score ---------------------------------------------------------------------------


def test_grid_search_finds_the_degree_of_the_cubic_world(rng_cubic):
    """Exact values."""
    x, y = rng_cubic
    search = GridSearchCV(PolynomialRegression(), {"degree": [0, 1, 2, 3]}, cv=5)
    assert search.fit(x[:, None], y).best_params_ == {"degree": 3}


def test_grid_search_finds_the_number_of_latent_coordinates():
    """Two strong directions of six, noise of variance 1/100."""
    rng = np.random.default_rng(0)
    W = np.linalg.qr(rng.standard_normal((6, 2)))[0] * [3.0, 2.0]
    X = rng.standard_normal((400, 2)) @ W.T + 0.1 * rng.standard_normal((400, 6))
    search = GridSearchCV(ProbabilisticPCA(), {"k": [1, 2]}, cv=4).fit(X)
    assert search.best_params_ == {"k": 2}


def test_grid_search_chooses_a_kernel_for_fisher(rings):
    grid = {"kernel": [Linear(), Gaussian(0.5)], "lam": [1e-3, 1e-1]}
    search = GridSearchCV(KernelFisher(), grid, cv=4).fit(*rings)
    assert search.best_params_["kernel"] == Gaussian(0.5)
    assert search.best_score_ == 1.0


def test_grid_search_reaches_the_subspace_of_a_pipeline():
    pipeline = make_pipeline(StandardScaler(), SubspaceClassifier())
    grid = {"subspaceclassifier__k": [1, 4]}
    search = GridSearchCV(pipeline, grid, cv=5).fit(*load_iris(return_X_y=True))
    assert search.best_score_ > 0.9


# --- classifiers ---------------------------------------------------------------------------------


def test_fisher_beats_parzen_on_elongated_classes():
    """ST-u71: the line between the centres leans along the noise, Fisher's direction does not."""
    rng = np.random.default_rng(0)
    test, rules = elongated(500, rng), (KernelFisher(Linear()), ParzenClassifier(Linear()))
    trainings = [elongated(40, rng) for _ in range(20)]
    ours, parzen = ([rule.fit(*train).score(*test) for train in trainings] for rule in rules)
    assert min(ours) > 0.97
    assert np.mean(ours) > np.mean(parzen) + 0.05


@pytest.mark.parametrize("estimator", [ParzenClassifier(), KernelFisher()], ids=str)
def test_a_rule_for_two_classes_refuses_three(estimator, X):
    with pytest.raises(ValueError, match=r"Only binary.+y has 3 class\(es\); choose two of them"):
        clone(estimator).fit(X, np.arange(60) % 3)


def test_one_class_makes_no_subspace_classifier(X):
    with pytest.raises(ValueError, match="y must hold at least 2 classes; got 1 class"):
        SubspaceClassifier().fit(X, np.ones(60))


def three_clouds(n, rng, d=3):
    """Gaussian classes with centres, spreads and sizes of their own."""
    sizes = [n, 2 * n, 3 * n]
    spreads = [np.eye(d), np.diag([4.0, 1.0, 0.25]), 2 * np.eye(d)]
    X = [
        rng.standard_normal((size, d)) @ np.sqrt(S) + rng.standard_normal(d)
        for size, S in zip(sizes, spreads, strict=True)
    ]
    return np.vstack(X), np.repeat(["a", "b", "c"], sizes)


@pytest.mark.parametrize("seed", range(3))
def test_in_the_full_space_the_subspace_classifier_is_quadratic_discriminant_analysis(seed):
    """errata 33: the log-determinant and the prior belong to the score."""
    rng = np.random.default_rng(seed)
    X, y = three_clouds(500, rng)
    Z = 3 * rng.standard_normal((1000, 3))
    ours, theirs = SubspaceClassifier().fit(X, y), QuadraticDiscriminantAnalysis().fit(X, y)
    assert (ours.predict(Z) == theirs.predict(Z)).mean() > 0.98  # they may divide by n, not n - 1
    assert set(ours.predict(Z)) <= {"a", "b", "c"}


def test_the_decision_is_log_density_plus_log_prior():
    """errata 33, by scipy's Gaussian in the space of the data."""
    rng = np.random.default_rng(0)
    X, y = three_clouds(40, rng)
    Z = 3 * rng.standard_normal((50, 3))
    expected = [
        multivariate_normal(X[y == c].mean(axis=0), np.cov(X[y == c].T)).logpdf(Z)
        + np.log((y == c).mean())
        for c in "abc"
    ]
    decision = SubspaceClassifier().fit(X, y).decision_function(Z)
    np.testing.assert_allclose(decision, np.column_stack(expected), rtol=1e-6)  # a ridge of 1e-9


def test_two_classes_have_one_decision_value(X, y, Z):
    model = SubspaceClassifier().fit(X, y)
    value = model.decision_function(Z)
    assert value.shape == (30,)
    np.testing.assert_array_equal(model.predict(Z), np.where(value > 0, 1, -1))


def test_a_subspace_of_k_is_quadratic_analysis_of_k_scores():
    X, y = load_iris(return_X_y=True)
    scores = PCA(k=2).fit(X).transform(X)
    theirs = QuadraticDiscriminantAnalysis().fit(scores, y)
    agree = SubspaceClassifier(k=2).fit(X, y).predict(X) == theirs.predict(scores)
    assert agree.mean() > 0.99


def test_the_nearest_class_is_not_the_likeliest_when_spreads_differ():
    """errata 33: the wide class is 'near' everywhere, so distance alone gives it too much."""
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 2000)
    X = np.r_[rng.standard_normal((2000, 2)), 6 * rng.standard_normal((2000, 2)) + [1.0, 0.0]]
    model = SubspaceClassifier().fit(X[::2], y[::2])
    scores = (X[1::2] - model.mean_) @ model.directions_.T
    distance = np.column_stack([normal.mahalanobis_squared(scores, g) for g in model.gaussians_])
    nearest = (distance.argmin(axis=1) != y[1::2]).mean()
    likeliest = (model.predict(X[1::2]) != y[1::2]).mean()
    assert likeliest < 0.15 < 0.35 < nearest


def test_the_typicality_of_a_new_point_is_uniform():
    """errata 7: p = 5, n = 10, both moments estimated; the chi-squared cut-off rejects 45 %."""
    rng = np.random.default_rng(0)
    p_values, rejected = [], []
    for _ in range(1500):
        Z, new = rng.standard_normal((10, 5)), rng.standard_normal((1, 5))
        fitted = normal.normal_law(Z)
        p_values.append(normal.tail_probability(new, fitted).item())
        rejected.append(normal.mahalanobis_squared(new, fitted).item() > chi2.ppf(0.95, 5))
    assert kstest(p_values, "uniform").pvalue > 1e-8
    assert np.mean(rejected) > 0.35


def test_typicality_calls_strangers_atypical_of_every_class():
    rng = np.random.default_rng(0)
    X, y = three_clouds(40, rng)
    model = SubspaceClassifier().fit(X, y)
    assert model.typicality(X).shape == (240, 3)
    assert (model.typicality([[90.0, 90.0, 90.0]]) < 1e-6).all()
    own = model.typicality(X)[np.arange(240), np.searchsorted(model.classes_, y)]
    assert (own < 0.01).mean() < 0.1


def test_typicality_of_new_points_is_calibrated_for_each_class():
    """H-q02, mended: a share of about one tenth falls below 0.1, in the subspace found."""
    rng = np.random.default_rng(0)
    below = []
    for _ in range(400):
        centre = np.repeat([[0.0, 0.0], [9.0, 0.0]], 8, axis=0)
        X, y = centre + rng.standard_normal((16, 2)), np.repeat([0, 1], 8)
        below.append(SubspaceClassifier().fit(X, y).typicality(rng.standard_normal((1, 2)))[0, 0])
    assert kstest(below, "uniform").pvalue > 1e-8
