# %% [markdown]
# ## Two densities
#
# `X` (n, d) holds the training points and `y` (n,) their labels, −1 or +1. Put a Gaussian window of width `sigma` on every training point, scaled so that it integrates to one over $d$ dimensions: the kernel divided by $(2\pi\sigma^2)^{d/2}$. The average of the windows of a class estimates its density. Return the density of class +1 minus that of class −1 at the points `Z` (m, d).
#
# On a line ($d=1$) with one point of class +1 at 0, one of class −1 at 3 and `sigma = 1.0`, the difference at 0 is 0.3945.

# %%
import numpy as np

from featurespace.kernels import Gaussian


def density_difference(X, y, Z, sigma):
    ### BEGIN SOLUTION
    windows = Gaussian(sigma)(Z, X) / (2 * np.pi * sigma**2) ** (X.shape[1] / 2)
    return windows[:, y > 0].mean(axis=1) - windows[:, y < 0].mean(axis=1)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Up to the factor $(2\pi\sigma^2)^{d/2}$ this is `K_new @ alpha`, with the `alpha` of the Parzen classifier. That classifier therefore compares densities, except that it asks for a lead of $b$ instead of a lead of zero.

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception


def _density_cases(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m, d, sigma in ((5, 3, 1, 0.7), (6, 4, 2, 0.5), (7, 2, 3, 1.3)):
        y = rng.permutation(np.where(np.arange(n) < 2, 1.0, -1.0))
        cases.append((rng.normal(size=(n, d)), y, rng.normal(size=(m, d)), sigma))
    return cases


def _density(window, share):
    def difference(X, y, Z, sigma):
        squared = ((Z[:, None] - X[None]) ** 2).sum(axis=-1)
        return window(squared, sigma, X.shape[1]) @ (share(y) * y)

    return difference


def _gauss(squared, sigma, d):
    return np.exp(-squared / (2 * sigma**2)) / (2 * np.pi * sigma**2) ** (d / 2)


def _per_class(y):
    return np.where(y > 0, 1 / (y > 0).sum(), 1 / (y < 0).sum())


def _difference(X, y, Z, sigma):
    return _density(_gauss, _per_class)(X, y, Z, sigma)


def _minus_offset(X, y, Z, sigma):
    at = _density(_gauss, lambda y: np.eye(len(y)))(X, y, X, sigma)
    plus, minus = (at[y > 0][:, y > 0].mean(), -at[y < 0][:, y < 0].mean())
    return _difference(X, y, Z, sigma) - (plus - minus) / 2


def _each_class(summary):
    """A summary of the windows of class +1, minus that of class −1 (or another operation)."""

    def difference(X, y, Z, sigma, operation=np.subtract):
        windows = _density(_gauss, lambda y: np.diag(1 / y))(X, y, Z, sigma)
        return operation(summary(windows[:, y > 0], axis=1), summary(windows[:, y < 0], axis=1))

    return difference


def _one_window(seen, X, y, Z, sigma):
    """With one point in each class a density is a window."""
    if len(X) > 2 or len(Z) > 1:
        return ""
    squared = ((Z[0] - X) ** 2).sum(axis=1)
    plus, minus = _gauss(squared, sigma, X.shape[1])[np.argsort(-y)]
    return f"there the window of class +1 has the height {plus:.4f}, that of class −1 {minus:.4f}. Their difference is asked for, and yours came out as {float(seen[0]):.4f}."


CHECK = Check(
    answer=density_difference,
    section="Two means classify",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=(
        (np.array([[0], [3]]), np.array([1, -1]), np.array([[0]]), 1.0),
        [0.3945],
    ),
    twin=_density(_gauss, _per_class),
    inputs=_density_cases,
    terms=lambda X, y, Z, sigma: {
        "the density of class +1": _density(_gauss, lambda y: _per_class(y) * (y > 0))(
            X, y, Z, sigma
        ),
        "the density of class −1": _density(_gauss, lambda y: _per_class(y) * (y < 0))(
            X, y, Z, sigma
        ),
    },
    advice={
        "Number of dimensions is greater": "`gaussian_kde` takes its width from the scatter of the points; here it is `sigma`, whatever the points are."
    },
    explain=_one_window,
    misconceptions=(
        Misconception(
            _density(lambda s, sigma, d: np.exp(-s / (2 * sigma**2)), _per_class),
            "The windows do not integrate to one: divide by (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / np.sqrt(2 * np.pi * sigma**2),
                _per_class,
            ),
            "You normalised as in one dimension. In d dimensions the factor √(2πσ²) comes d times.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (2 * np.pi * sigma**2), _per_class
            ),
            "2πσ² is the integral of a window in the plane only. In d dimensions it is (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(_gauss, lambda y: np.full(len(y), 1 / len(y))),
            "Each class density must integrate to one by itself: divide by the number of points of that class, not of both.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / sigma**2) / (np.pi * sigma**2) ** (d / 2),
                _per_class,
            ),
            "The 2 is missing: the window of width σ is exp(−r²/(2σ²)), divided by (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / sigma**2) / (2 * np.pi * sigma**2) ** (d / 2),
                _per_class,
            ),
            "The exponent lacks the 2: the window of width σ is exp(−r²/(2σ²)).",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: (
                    np.exp(-np.sqrt(s) / (2 * sigma**2)) / (2 * np.pi * sigma**2) ** (d / 2)
                ),
                _per_class,
            ),
            "The exponent has the distance; a Gaussian window has its square, exp(−r²/(2σ²)).",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (2 * np.pi * sigma**2) ** d,
                _per_class,
            ),
            "The window is divided by (2πσ²) to the power d: that is twice the power. Each dimension brings √(2πσ²) once.",
        ),
        Misconception(
            _density(_gauss, lambda y: np.ones(len(y))),
            "You add the windows of a class without dividing by the number of its points: that integrates to this number, not to one.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) * (2 * np.pi * sigma**2) ** (d / 2),
                _per_class,
            ),
            "You multiply by the integral of a window. Divide by it: then each window integrates to one.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (2 * np.pi * sigma) ** (d / 2),
                _per_class,
            ),
            "In the constant σ is not squared: a window integrates to (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (sigma * (2 * np.pi) ** (d / 2)),
                _per_class,
            ),
            "In the constant σ comes once. Each of the d dimensions brings it: (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(_gauss, lambda y: np.full(len(y), 2 / len(y))),
            "You divide both classes by n/2. They differ in size: divide each by the number of its own points.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma)) / (2 * np.pi * sigma**2) ** (d / 2),
                _per_class,
            ),
            "In the exponent σ is not squared: the window of width σ is exp(−r²/(2σ²)).",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma**d),
                _per_class,
            ),
            "In the constant √(2π) comes once. Each of the d dimensions brings it: (2πσ²) to the power d/2.",
        ),
        Misconception(
            lambda X, y, Z, sigma: _density(
                lambda s, sigma, d: (
                    np.exp(-s / (2 * sigma**2)) / (2 * np.pi * sigma**2) ** (len(X) / 2)
                ),
                _per_class,
            )(X, y, Z, sigma),
            "For d you took the number of points. It is the number of coordinates, the columns of `X`: `X.shape[1]`.",
        ),
        Misconception(
            _minus_offset,
            "You subtracted the offset b of the Parzen classifier. Asked is the plain difference of the two densities.",
        ),
        Misconception(
            lambda X, y, Z, sigma: np.sign(_difference(X, y, Z, sigma)),
            "Those are signs. Return the difference of the densities itself.",
        ),
        Misconception(
            lambda X, y, Z, sigma: _difference(X, y, X, sigma),
            "You evaluated the densities at the training points. Asked are their values at the points `Z`, one for each row.",
        ),
        Misconception(
            lambda X, y, Z, sigma: _difference(X[:, :1], y, Z[:, :1], sigma),
            "You used the first coordinate only. The squared distance sums over all d of them.",
        ),
        Misconception(
            _density(
                lambda s, sigma, d: np.exp(-s / (2 * sigma**2)) / (np.pi * sigma**2) ** (d / 2),
                _per_class,
            ),
            "In the constant the 2 is missing: a window integrates to (2πσ²) to the power d/2.",
        ),
        Misconception(
            _density(
                lambda squared, sigma, d: (
                    np.exp(-squared / (2 * sigma**2)) / (2 * np.pi) ** (d / 2)
                ),
                _per_class,
            ),
            "In the constant σ is missing: a window integrates to (2πσ²) to the power d/2.",
        ),
        Misconception(
            lambda X, y, Z, sigma: _each_class(np.max)(X, y, Z, sigma),
            "You took the highest window of each class only. The density is the average of all its windows.",
        ),
        Misconception(
            lambda X, y, Z, sigma: np.log(_each_class(np.mean)(X, y, Z, sigma, np.divide)),
            "That is the logarithm of the ratio of the two densities. Their difference is asked for.",
        ),
        Misconception(
            lambda X, y, Z, sigma: _each_class(np.mean)(X, y, Z, sigma, np.divide),
            "That is the ratio of the two densities. Their difference is asked for.",
        ),
    ),
    hints=(
        "The density of a class is the average of Gaussian windows, one on each of its points.",
        "`Gaussian(sigma)(Z, X)` (m, n) holds all windows, not yet divided by (2πσ²) to the power d/2; average over the columns of each class, subtract.",
        "With `windows = Gaussian(sigma)(Z, X) / (2 * np.pi * sigma**2) ** (X.shape[1] / 2)` subtract `windows[:, y < 0].mean(axis=1)` from `windows[:, y > 0].mean(axis=1)`.",
    ),
    praise="Up to one factor, the Parzen rule before its offset is the difference of two density estimates.",
)
