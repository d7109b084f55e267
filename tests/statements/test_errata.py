"""What the errata say of the sources beyond what a chapter demonstrates, computed."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import ortho_group

from featurespace.embedding import classical_mds
from featurespace.pca import explained_fraction, pca


def test_positive_skewness_with_the_longer_tail_on_the_left():
    """Section 1.1.3: steps of a density with one peak, and its moments without rounding."""
    ends, heights = [-6, 0, 1, 4], [Fraction(2, 1000), Fraction(1), Fraction(2, 10)]

    def moment(power: int, about: Fraction = Fraction(0)) -> Fraction:
        steps = list(zip(ends[:-1], ends[1:], heights, strict=True))
        above = (h * ((b - about) ** (power + 1) - (a - about) ** (power + 1)) for a, b, h in steps)
        return sum(above) / (power + 1) / sum(h * (b - a) for a, b, h in steps)

    mean = moment(1)
    skewness = float(moment(3, mean)) / float(moment(2, mean)) ** 1.5
    assert heights[0] < heights[1] > heights[2]
    assert round(skewness, 2) == 0.4
    for middle in (mean, 0, 1):  # from the mean as from either edge of the peak
        assert middle - ends[0] > ends[-1] - middle


def test_a_component_explains_a_share_of_the_total_and_removes_more_of_the_rest():
    """After (2.37): with variances 5, 4 and 1 the second explains 40 % and removes 80 %."""
    X = np.kron(np.diag(np.sqrt([15.0, 12.0, 3.0])), [[1.0], [-1.0]])
    found = pca(X)
    np.testing.assert_allclose(found.eigenvalues, [5, 4, 1])
    errors = [
        np.mean(np.sum((X - X @ found.directions[:k].T @ found.directions[:k]) ** 2, axis=1))
        for k in range(4)
    ]
    np.testing.assert_allclose((errors[1] - errors[2]) / errors[0], 0.4)
    np.testing.assert_allclose(np.diff(explained_fraction(found.eigenvalues))[0], 0.4)
    np.testing.assert_allclose((errors[1] - errors[2]) / errors[1], 0.8)


@pytest.mark.parametrize("seed", range(3))
def test_a_turned_map_solves_classical_scaling_as_well(seed):
    """(3.36): Z'Z is all that the objective sees, so Z is a solution and not the only one."""
    rng = np.random.default_rng(seed)
    P = rng.standard_normal((8, 4))
    squares = np.sum((P[:, None] - P) ** 2, axis=2)
    C = np.eye(8) - 1 / 8
    G, Z = -C @ squares @ C / 2, classical_mds(np.sqrt(squares), 2)
    Q = ortho_group.rvs(2, random_state=rng)
    best = np.sqrt(np.sum(np.linalg.eigvalsh(G)[:-2] ** 2))
    for M in (Z, Z @ Q, Z * [1, -1]):
        np.testing.assert_allclose(np.linalg.norm(G - M @ M.T), best)
    assert not np.allclose(Z, Z * [1, -1])
