"""The normal law of a class, against scipy, plain formulas and simulation."""

import numpy as np
from scipy.stats import chi2, multivariate_normal

from featurespace.normal import log_density, mahalanobis_squared, normal_law, tail_probability


def test_a_fitted_law_has_the_unbiased_moments_of_its_points():
    Z = np.random.default_rng(0).normal(size=(9, 3))
    n, mean, covariance = normal_law(Z)
    assert n == 9
    np.testing.assert_allclose(mean, Z.mean(axis=0), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(covariance, np.cov(Z.T), rtol=1e-7, atol=1e-8)


def test_log_density_and_distance_agree_with_scipy():
    """H-q02"""
    rng = np.random.default_rng(1)
    fitted = normal_law(rng.normal(size=(20, 3)) * [1.0, 5.0, 0.2])
    Z = rng.normal(size=(7, 3))
    law = multivariate_normal(fitted.mean, fitted.covariance)
    np.testing.assert_allclose(log_density(Z, fitted), law.logpdf(Z), rtol=1e-9)
    by_hand = [(z - fitted.mean) @ np.linalg.inv(fitted.covariance) @ (z - fitted.mean) for z in Z]
    np.testing.assert_allclose(mahalanobis_squared(Z, fitted), by_hand, rtol=1e-9)


def test_tail_probabilities_of_new_points_are_uniform_even_for_six_training_points():
    """errata 7: both moments estimated, so an F law; chi-squared would reject far too often."""
    rng = np.random.default_rng(2)
    draws = rng.normal(size=(4000, 7, 2))
    fitted = [normal_law(draw[:6]) for draw in draws]
    pairs = list(zip(draws[:, 6:], fitted, strict=True))
    p = np.concatenate([tail_probability(z, g) for z, g in pairs])
    assert abs(p.mean() - 0.5) < 5 * np.sqrt(1 / 12 / 4000)
    assert abs((p < 0.05).mean() - 0.05) < 5 * np.sqrt(0.05 * 0.95 / 4000)
    squared = np.concatenate([mahalanobis_squared(z, g) for z, g in pairs])
    assert (chi2.sf(squared, 2) < 0.05).mean() > 0.15


def test_a_class_too_small_to_judge_calls_nothing_atypical():
    fitted = normal_law([[0.0, 0.0], [1.0, 1.0]])
    np.testing.assert_array_equal(tail_probability([[9.0, -9.0]], fitted), [1.0])
