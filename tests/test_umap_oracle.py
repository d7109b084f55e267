"""UMAP against umap-learn, which is too slow to import for every day: CI installs it."""

import os

import numpy as np
import pytest
from sklearn.datasets import load_digits

from featurespace.embedding import trustworthiness, umap


@pytest.fixture(scope="module")
def umap_learn():
    if os.environ.get("CI"):
        import umap as package  # its absence is a failure there
    else:
        package = pytest.importorskip("umap", reason="umap-learn is not installed (CI has it)")
    return package


@pytest.mark.filterwarnings("ignore")
def test_our_map_of_the_digits_is_as_trustworthy_as_theirs(umap_learn):
    """DME-3.40: within 0.01."""
    X = load_digits().data
    theirs = umap_learn.UMAP(random_state=0).fit_transform(X)
    ours = umap(X, 2, rng=np.random.default_rng(0))
    assert trustworthiness(X, ours, 5) > trustworthiness(X, theirs, 5) - 0.01
