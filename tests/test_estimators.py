"""The estimators: scikit-learn's own checks, and the functions they promise to call."""

import math
import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_outliers_train, parametrize_with_checks

from featurespace import means
from featurespace.datasets import digits, gaussian_cloud
from featurespace.estimators import NoveltyDetector, ParzenClassifier
from featurespace.kernels import Gaussian, Linear, Polynomial, distance_quantile

EPS = np.finfo(float).eps
ESTIMATORS = [NoveltyDetector(), ParzenClassifier()]
each_estimator = pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)


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
    assert detector.threshold_ > math.sqrt(1 + means.centre_norm(detector.K_fit_) ** 2)
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
