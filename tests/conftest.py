"""What the test files share: how hard hypothesis tries, one small world, and data for regression.

``HYPOTHESIS_PROFILE=nightly make test`` tries eight times as many examples.
"""

import os
import signal
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import settings

from featurespace.kernels import Linear, Polynomial, quadratic_features

settings.register_profile("everyday", max_examples=25, deadline=None, database=None)
settings.register_profile("quick", max_examples=5, deadline=None, database=None)
settings.register_profile("nightly", max_examples=200, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everyday"))

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as of a shell's job in the background:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # all that we start would inherit it


class World(NamedTuple):
    """Training points and new points: as inner products, and as the vectors behind them."""

    K: np.ndarray
    K_new: np.ndarray
    diag_new: np.ndarray
    F: np.ndarray
    F_new: np.ndarray
    y: np.ndarray


@pytest.fixture(
    params=[(Linear(), np.asarray), (Polynomial(2, 1.0), quadratic_features)],
    ids=["linear", "quadratic"],
)
def world(request) -> World:
    kernel, features = request.param
    rng = np.random.default_rng(0)
    X, Z = rng.standard_normal((8, 2)) + 1, rng.standard_normal((5, 2))
    y = np.array([1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0])
    return World(kernel(X), kernel(Z, X), kernel.diag(Z), features(X), features(Z), y)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.fixture
def data(rng) -> tuple[np.ndarray, np.ndarray]:
    """Points of the plane and a noisy linear target."""
    X = rng.standard_normal((23, 2))
    return X, X @ [1.0, -2.0] + rng.standard_normal(23)
