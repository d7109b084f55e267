"""What several test files judge by: many cases in one test, points to map, when numbers agree."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

EPS = np.finfo(float).eps
seeds = st.integers(0, 2**32 - 1)


def every(cases: Mapping[str, object], judge: Callable) -> None:
    """Judge every case; fail once, with the name of each that fails and what went wrong."""
    errors = {}
    for name, case in cases.items():
        try:
            judge(case)
        except (Exception, pytest.fail.Exception) as error:  # pytest.raises fails in its own way
            errors[name] = error
    if errors:
        told = [f"{name}: {type(error).__name__}: {error}" for name, error in errors.items()]
        raise AssertionError("\n".join(told)) from next(iter(errors.values()))


def cloud(n=30, d=3, seed=0):
    """Points whose directions have clearly different variances, away from the origin."""
    return np.random.default_rng(seed).standard_normal((n, d)) * 2.0 ** -np.arange(d) + 1


def distances(X):
    return cdist(X, X)


def close(actual, expected, scale=1.0):
    """Equal up to the round-off of a few hundred terms of this scale."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e4 * EPS * scale)


def squared(guess, y):
    return (guess - y) ** 2


def constant(X, y, value=0.0):
    """A fit that always predicts the same."""
    return lambda Z: np.full(len(Z), value)
