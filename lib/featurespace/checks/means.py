"""Chapter 1: what is asked, and the usual ways to get it wrong."""

from numbers import Real

import numpy as np

from .. import means
from ..kernels import Gaussian, Linear, Polynomial
from .check import Check, Misconception, Problem, kind


def gram_matrices(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices of three kinds and sizes."""
    return [
        (kernel(rng.normal(1, 1, (n, 3))),)
        for n, kernel in ((4, Linear()), (6, Polynomial(2)), (5, Gaussian()))
    ]


squared_distances = Check(
    reference=means.squared_distances,
    inputs=gram_matrices,
    misconceptions=(
        Misconception(
            lambda K: np.add.outer(np.diag(K), np.diag(K)) - K,
            "You subtract the inner product once. Expanding the square gives it twice: ‖a − b‖² = ‖a‖² − 2⟨a, b⟩ + ‖b‖².",
        ),
        Misconception(
            lambda K: np.sqrt(np.maximum(np.add.outer(np.diag(K), np.diag(K)) - 2 * K, 0)),
            "These are the distances; the squared distances were asked for. Leave the root out.",
        ),
        Misconception(
            lambda K: np.add.outer(np.diag(K), np.diag(K)) + 2 * K,
            "That is ‖φ(x) + φ(z)‖²: the sign of the inner product is wrong.",
        ),
        Misconception(
            lambda K: 2 * K - np.add.outer(np.diag(K), np.diag(K)),
            "All signs are wrong way round: a squared distance cannot be negative.",
        ),
        Misconception(
            lambda K: 2 * np.diag(K) - 2 * K,
            "d + d adds the vector d to itself. Entry (i, j) needs dᵢ + dⱼ: turn one of them into a column, d[:, None] + d.",
        ),
        Misconception(
            lambda K: ((K[:, None] - K[None]) ** 2).sum(axis=-1),
            "You measure distances between rows of K. The rows of K are not the images: entries of K already are inner products.",
        ),
    ),
    hints=(
        "write the squared length of φ(x) − φ(z) as an inner product and multiply out.",
        "The diagonal of K holds the squared lengths; d[:, None] + d puts every sum of two of them into a matrix.",
        "d[:, None] + d[None, :] − 2 K, with d = np.diag(K).",
    ),
    praise="Distances in a space you never enter, from K alone.",
)

squared_centre_norm = Check(
    reference=lambda K: K.mean(),
    inputs=gram_matrices,
    misconceptions=(
        Misconception(
            lambda K: np.diag(K).mean(),
            "That is the average squared length of the images. The centre is shorter: opposite images cancel, and the off-diagonal entries tell by how much.",
        ),
        Misconception(
            lambda K: np.sqrt(K.mean()),
            "That is the norm; its square was asked for. Leave the root out.",
        ),
        Misconception(
            lambda K: K.sum() / len(K),
            "You divided by n once. Both factors of ⟨φ_S, φ_S⟩ are averages, so n comes in twice.",
        ),
        Misconception(
            lambda K: K.sum(),
            "You added the entries but did not divide: the centre is a mean, not a sum.",
        ),
    ),
    hints=(
        "put φ_S = (1/n) Σ φ(x_i) into ⟨φ_S, φ_S⟩ and count the terms.",
        "The double sum runs over all entries of K, each with weight 1/n².",
        "It is the average of all entries of K.",
    ),
    praise="The average entry of K is a squared length, so it can never be negative.",
)

centre = Check(
    reference=means.centre,
    inputs=gram_matrices,
    misconceptions=(
        Misconception(
            lambda K: K - K.mean(axis=0) - K.mean(axis=1) + K.mean(),
            "The algebra is right, the axis is not: K.mean(axis=1) has shape (n,), and numpy lines it up with the columns. Keep it a column with keepdims=True.",
        ),
        Misconception(
            lambda K: K - K.mean(),
            "You subtracted one number everywhere. Each point has its own mean similarity: subtract row means and column means.",
        ),
        Misconception(
            lambda K: K - K.mean(axis=0) - K.mean(axis=1, keepdims=True),
            "Subtracting row means and column means takes the grand mean away twice; add it back once.",
        ),
        Misconception(
            lambda K: K - K.mean(axis=0),
            "Only one side is centred: that is ⟨φ(x), φ(z) − φ_S⟩. Both images must be moved.",
        ),
        Misconception(
            lambda K: K - K.mean(axis=1, keepdims=True),
            "Only one side is centred: that is ⟨φ(x) − φ_S, φ(z)⟩. Both images must be moved.",
        ),
    ),
    hints=(
        "multiply out ⟨φ(x) − φ_S, φ(z) − φ_S⟩: four terms.",
        "The four terms are an entry, a row mean, a column mean and the mean of everything.",
        "K − K.mean(axis=0) − K.mean(axis=1, keepdims=True) + K.mean().",
    ),
    praise="Rows and columns now sum to zero: the origin sits at the centre of mass.",
)


def _both_orders(K: np.ndarray) -> float:
    """Largest difference between normalising before and after centring."""
    return np.abs(means.centre(means.normalise(K)) - means.normalise(means.centre(K))).max()


def _verify_orders(answer) -> None:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != 2:
        raise Problem(
            "Return two matrices: first one where the orders differ, then one where they agree."
        )
    for name, K in zip(("first", "second"), answer, strict=True):
        K = np.asarray(K, dtype=float)
        if K.ndim != 2 or K.shape[0] != K.shape[1] or len(K) < 2:
            raise Problem(
                f"The {name} matrix has shape {K.shape}; a kernel matrix of two points or more is asked for."
            )
        if not np.isfinite(K).all() or np.abs(K - K.T).max() > 1e-12:
            raise Problem(
                f"The {name} matrix is not symmetric and finite, so it holds no inner products."
            )
        if np.linalg.eigvalsh(K)[0] < -1e-9 * np.abs(K).max():
            raise Problem(
                f"The {name} matrix has a negative eigenvalue, so no points have these inner products."
            )
        if min(np.diag(K).min(), np.diag(means.centre(K)).min()) < 1e-9:
            raise Problem(
                f"In the {name} matrix an image has length zero (before or after centring) and cannot be normalised."
            )
    different, same = (_both_orders(np.asarray(K, dtype=float)) for K in answer)
    if different < 1e-6:
        raise Problem(
            f"For the first matrix both orders agree (largest difference {different:.1g})."
        )
    if same > 1e-9:
        second = np.asarray(answer[1], dtype=float)
        why = " Its images have length one, but their mean is not zero, so centring shortens them."
        why *= np.allclose(np.diag(second), 1)
        raise Problem(
            f"For the second matrix the orders differ by {same:.2g}; they should agree.{why}"
        )


orders = Check(
    reference=lambda: (np.array([[1.0, 0.0], [0.0, 4.0]]), np.array([[1.0, -1.0], [-1.0, 1.0]])),
    inputs=lambda rng: [()],
    verify=_verify_orders,
    misconceptions=(
        Misconception(
            lambda: (np.diag([1.0, 4.0]), np.eye(2)),
            "The identity is normalised, but its points are not centred: centring shortens them, and normalising then stretches them again. You need images of length one whose mean is zero.",
        ),
        Misconception(
            lambda: (np.array([[1.0, -1.0], [-1.0, 1.0]]), np.diag([1.0, 4.0])),
            "Right matrices, wrong order: first the one where the two orders differ.",
        ),
        Misconception(
            lambda: (np.diag([1.0, 4.0]), np.ones((2, 2))),
            "All-ones means that all images coincide; after centring nothing is left to normalise.",
        ),
    ),
    hints=(
        "when does centring leave lengths alone, and normalising leave the mean alone?",
        "Nearly every K serves as the first. For the second, look for example at points that are centred and of length one already.",
        "Two opposite points, +1 and −1 on a line: K = [[1, −1], [−1, 1]].",
    ),
    praise="The two steps do not commute; a pipeline must say which comes first.",
)


def _weights(rng: np.random.Generator) -> list[tuple]:
    return [(K, rng.normal(size=len(K))) for (K,) in gram_matrices(rng)]


cost = Check(
    reference=lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + beta @ K @ beta,
    inputs=_weights,
    misconceptions=(
        Misconception(
            lambda K, beta: np.diag(K).mean() - (K @ beta).mean() + beta @ K @ beta,
            "The mixed term comes twice when the square is multiplied out.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean(),
            "The last term, ‖μ‖² = β'Kβ, is missing.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + beta @ beta,
            "‖μ‖² is β'Kβ, not β'β: the images are not orthonormal.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).sum() - 2 * (K @ beta).sum() + len(K) * (beta @ K @ beta),
            "That is the sum over the points; their mean was asked for.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + K.mean(),
            "You used ‖φ_S‖² = K.mean() for the last term. It is ‖μ‖² = β'Kβ; the two agree at β = 1/n only.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - beta @ K @ beta,
            "The spread formula (5.4) holds at β = 1/n only. Elsewhere the middle term does not merge with the last: keep all three.",
        ),
        Misconception(
            lambda K, beta: means.spread(K),
            "That is the cost at the centre only; μ = Σ βᵢ φ(xᵢ) may lie elsewhere, so β must come in.",
        ),
    ),
    hints=(
        "‖φ(x_s) − μ‖² has three terms; average each over s.",
        "⟨φ(x_s), μ⟩ for all s at once is the vector K @ beta.",
        "mean of the diagonal − 2 · mean of K @ beta + beta @ K @ beta.",
    ),
    praise="At β = 1/n it is the spread, and anywhere else it is larger by ‖μ − φ_S‖²: Proposition 5.2.",
)


def _new_points(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m, kernel in ((5, 3, Linear()), (4, 6, Polynomial(2)), (6, 2, Gaussian())):
        X, Z = rng.normal(1, 1, (n, 3)), rng.normal(1, 1, (m, 3))
        cases.append((kernel(Z, X), kernel(X)))
    return cases


centre_new = Check(
    reference=lambda K_new, K: means.centre(K_new, K),
    inputs=_new_points,
    misconceptions=(
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K_new.mean()
            ),
            "Nearly: the last term is ‖φ_S‖², which belongs to the training points alone. It is K.mean(), not K_new.mean().",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()
            ),
            "You centred the new points by their own mean. The origin must stay at the training points' centre, or training and new points no longer share one space.",
        ),
        Misconception(
            lambda K_new, K: K_new - K.mean(axis=0),
            "Only the training points are moved; the new images must move by φ_S too.",
        ),
        Misconception(
            lambda K_new, K: K_new - K.mean(axis=0) - K_new.mean(axis=1, keepdims=True),
            "The squared norm of φ_S was taken away twice; add K.mean() back once.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean(axis=1, keepdims=True),
            "Only the new points are moved; the training images must move by φ_S too.",
        ),
    ),
    hints=(
        "φ_S belongs to the training points, whatever new points come. Multiply out ⟨φ(z) − φ_S, φ(x) − φ_S⟩.",
        "⟨φ(z), φ_S⟩ is a row mean of K_new; ⟨φ_S, φ(x)⟩ is a column mean of K.",
        "K_new − K_new.mean(axis=1, keepdims=True) − K.mean(axis=0) + K.mean().",
    ),
    praise="New points are measured from the same origin as the training points.",
)


def _two_classes(rng: np.random.Generator) -> list[tuple]:
    return [
        (K, np.where(np.arange(len(K)) < 1 + i, 1.0, -1.0))
        for i, (K,) in enumerate(gram_matrices(rng))
    ]


def _class_means(K, y):
    plus, minus = (y > 0) / (y > 0).sum(), (y < 0) / (y < 0).sum()
    return plus, minus, plus @ K @ plus, minus @ K @ minus


def _parzen_with(weights, offset):
    def rule(K, y):
        plus, minus, norm_plus, norm_minus = _class_means(K, y)
        alpha = weights(y, plus, minus)
        return alpha, offset(norm_plus, norm_minus) if offset else alpha @ K @ alpha / 2

    return rule


parzen = Check(
    reference=lambda K, y: tuple(means.parzen(K, y)),
    inputs=_two_classes,
    misconceptions=(
        Misconception(
            _parzen_with(lambda y, plus, minus: y / len(y), lambda p, m: (p - m) / 2),
            "Weights y/n average over all points together. Each class has its own mean: divide by the number of points of that class.",
        ),
        Misconception(
            lambda K, y: (
                y / len(y),
                ((y > 0) @ K @ (y > 0) - (y < 0) @ K @ (y < 0)) / (2 * len(y) ** 2),
            ),
            "You divide by n everywhere. Each class has its own mean: divide by the number of points of that class.",
        ),
        Misconception(
            lambda K, y: (y.copy(), ((y > 0) @ K @ (y > 0) - (y < 0) @ K @ (y < 0)) / 2),
            "Those are sums over the classes. The centres are means: divide by the number of points of each class.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, None),
            "That b is half the squared distance of the centres. Needed is half the difference of their squared norms.",
        ),
        Misconception(
            lambda K, y: tuple(reversed(means.parzen(K, y))),
            "Right values, wrong order: return alpha first, then b.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: 0.0),
            "b = 0 only if both centres are equally far from the origin. In general the border lies halfway between the centres.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: p - m),
            "The offset is half the difference of the squared norms of the centres.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: (m - p) / 2),
            "The sign of b is wrong: the rule subtracts b, so b = (‖centre+‖² − ‖centre−‖²)/2.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus + minus, lambda p, m: (p - m) / 2),
            "Both classes got positive weights; the rule compares them, so the negative class counts against.",
        ),
    ),
    hints=(
        "write 'the negative centre is farther away than the positive one' with squared norms; κ(x, x) drops out.",
        "α is 1/n₊ on the positive points and −1/n₋ on the negative ones; b is half the difference of two block averages of K.",
        "With plus = (y > 0)/(y > 0).sum() and minus likewise: plus − minus, and (plus @ K @ plus − minus @ K @ minus)/2.",
    ),
    praise="A classifier with no training loop: two means and the plane halfway between them.",
)


def _density_cases(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, d, sigma in ((5, 1, 0.7), (6, 2, 0.5), (4, 3, 1.3)):
        y = np.where(np.arange(n) < 2, 1.0, -1.0)
        cases.append((rng.normal(size=(n, d)), y, rng.normal(size=(3, d)), sigma))
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


density_difference = Check(
    reference=_density(_gauss, _per_class),
    inputs=_density_cases,
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
            "The exponent lacks the 2: the window of width σ is exp(−r²/(2σ²)).",
        ),
    ),
    hints=(
        "the density of a class is the average of Gaussian windows, one on each of its points.",
        "Gaussian(sigma)(Z, X) holds all windows up to the factor (2πσ²)^(d/2); average over each class, subtract.",
        "Gaussian(sigma)(Z, X) @ alpha / (2πσ²)^(d/2), with alpha from the Parzen classifier.",
    ),
    praise="Up to one factor, the Parzen rule before its offset is the difference of two density estimates.",
)


def _spheres(rng: np.random.Generator) -> list[tuple]:
    return [
        (Gaussian(s)(rng.normal(size=(n, 2))), theta)
        for n, s, theta in ((4, 1.0, 0.9), (7, 0.6, 1.1), (5, 2.0, 0.4))
    ]


linear_threshold = Check(
    reference=lambda K, theta: (1 + K.mean() - theta**2) / 2,
    inputs=_spheres,
    misconceptions=(
        Misconception(
            lambda K, theta: (1 + K.mean() - theta) / 2,
            "θ is a distance; formula (5.2) holds for its square.",
        ),
        Misconception(
            lambda K, theta: 1 + K.mean() - theta**2,
            "The inner product comes twice in (5.2), so the threshold is half of that.",
        ),
        Misconception(
            lambda K, theta: (1 - theta**2) / 2,
            "The squared norm of the centre, the average entry of K, is missing.",
        ),
        Misconception(
            lambda K, theta: (theta**2 - 1 - K.mean()) / 2,
            "The sign is wrong: far from the centre means a *small* inner product with it.",
        ),
    ),
    hints=(
        "write ‖φ(z) − φ_S‖² > θ² with (5.2), put κ(z, z) = 1, and solve for ⟨φ(z), φ_S⟩.",
        "1 − 2⟨φ(z), φ_S⟩ + ‖φ_S‖² > θ² means ⟨φ(z), φ_S⟩ < c.",
        "c = (1 + K.mean() − θ²)/2.",
    ),
    praise="On the unit sphere, 'outside a ball' and 'beyond a plane' are the same thing.",
)


def _verify_fraction(answer, n, sets, rng) -> None:
    if not isinstance(answer, Real) or isinstance(answer, bool):
        raise Problem(
            f"Expected a fraction between 0 and 1; your function returned {kind(answer)}."
        )
    exact = (n / (n + 1)) ** n
    band = 6 * np.sqrt(exact * (1 - exact) / sets)
    if not 0 <= answer <= 1:
        raise Problem(f"A fraction of training sets lies between 0 and 1; got {answer:.4g}.")
    if abs(answer - exact) > band:
        raise Problem(
            f"For n = {n} about {exact:.3f} was expected (give or take {band:.3f}); got {answer:.4f}."
        )


def _rates(n, sets, rng):
    return 1 - rng.random((sets, n)).max(axis=1)


fraction_above = Check(
    reference=lambda n, sets, rng: (_rates(n, sets, rng) > 1 / (n + 1)).mean(),
    inputs=lambda rng: [
        (2, 20_000, np.random.default_rng(1)),
        (90, 20_000, np.random.default_rng(2)),
    ],
    verify=_verify_fraction,
    misconceptions=(
        Misconception(
            lambda n, sets, rng: _rates(n, sets, rng).mean(),
            "That is the average rate over training sets, the part of the promise that does hold. Count instead how many single sets lie above 1/(n+1).",
        ),
        Misconception(
            lambda n, sets, rng: (_rates(n, sets, rng) <= 1 / (n + 1)).mean(),
            "You counted the sets that keep the promise; count those that break it.",
        ),
        Misconception(
            lambda n, sets, rng: (rng.random((sets, n)).max(axis=1) > 1 / (n + 1)).mean(),
            "You compared the largest distance itself. The alarm rate of a set is what lies beyond it: 1 − largest.",
        ),
        Misconception(
            lambda n, sets, rng: (1 - rng.random((sets, n)).min(axis=1) > 1 / (n + 1)).mean(),
            "The alarm rings beyond the largest training distance, not beyond the smallest.",
        ),
        Misconception(
            lambda n, sets, rng: (rng.random((sets, n + 1)).argmax(axis=1) == n).mean(),
            "You drew one new point for each training set: that is the joint probability 1/(n+1) again. Fix the set, and find its own rate 1 − max.",
        ),
    ),
    hints=(
        "a set whose largest distance is u has the rate 1 − u. Draw many sets, find each one's rate, count.",
        "rng.random((sets, n)).max(axis=1) gives the largest distance of each set.",
        "(1 − rng.random((sets, n)).max(axis=1) > 1/(n+1)).mean().",
    ),
    praise="More than a third of all training sets break the printed promise, however large n is.",
)


def _calibration(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.exponential(size=m), delta)
        for m, delta in ((19, 0.1), (50, 0.25), (9, 0.1), (37, 0.05), (13, 0.3))
    ]


def _ranked(rank):
    return lambda distances, delta: np.sort(distances)[rank(len(distances), delta) - 1]


calibrated_threshold = Check(
    reference=_ranked(lambda m, delta: int(np.ceil((1 - delta) * (m + 1) - 1e-9))),
    inputs=_calibration,
    misconceptions=(
        Misconception(
            lambda distances, delta: np.quantile(distances, 1 - delta),
            "The 1 − δ quantile of the m distances forgets the new point: there are m + 1 exchangeable distances, so the rank is ⌈(1 − δ)(m + 1)⌉.",
        ),
        Misconception(
            lambda distances, delta: distances.max(),
            "The maximum keeps the smallest promise, 1/(m + 1), whatever δ is. For a larger δ a smaller threshold will do.",
        ),
        Misconception(
            _ranked(lambda m, delta: int(np.ceil((1 - delta) * m))),
            "Rank ⌈(1 − δ) m⌉ forgets the new point itself; with it there are m + 1 distances.",
        ),
        Misconception(
            _ranked(lambda m, delta: int(np.floor((1 - delta) * (m + 1) + 1e-9))),
            "Rounded the wrong way: with ⌊(1 − δ)(m + 1)⌋ the new distance exceeds the threshold slightly more often than δ. Round up.",
        ),
        Misconception(
            lambda d, delta: np.sort(d)[
                min(int(np.ceil((1 - delta) * (len(d) + 1) - 1e-9)), len(d) - 1)
            ],
            "One too far: Python counts from 0, so the r-th smallest has the index r − 1.",
        ),
        Misconception(
            _ranked(lambda m, delta: max(int(np.floor(delta * (m + 1))), 1)),
            "You counted from the small end: a new point lies above that threshold nearly always.",
        ),
    ),
    hints=(
        "the new distance is equally likely to have any rank among m + 1. Which ranks may it have so that it exceeds the threshold with probability at most δ?",
        "If the threshold is the r-th smallest of m, the new point exceeds it with probability (m + 1 − r)/(m + 1).",
        "r = ⌈(1 − δ)(m + 1)⌉, the r-th smallest is np.sort(distances)[r − 1].",
    ),
    praise="This is split conformal prediction: a promise that holds for every distribution and every m.",
)

probability_other = Check(
    reference=lambda prior, hit, alarm: prior * hit / (prior * hit + (1 - prior) * alarm),
    inputs=lambda rng: [(0.001, 0.5, 0.01), (0.3, 0.9, 0.05), (0.5, 0.2, 0.2)],
    misconceptions=(
        Misconception(
            lambda prior, hit, alarm: 1 - alarm,
            "One minus the false-alarm rate answers another question: how rarely the own class rings the alarm. It says nothing of how many others there are.",
        ),
        Misconception(
            lambda prior, hit, alarm: hit,
            "That is P(alarm | other). Asked is P(other | alarm): turn it round with Bayes' rule.",
        ),
        Misconception(
            lambda prior, hit, alarm: hit / (hit + alarm),
            "You weighted both classes alike. The other class makes up only the share `prior` of the points.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit / (prior * hit + alarm),
            "Nearly: the own class makes up only the share 1 − prior of the points, so its false alarms count with that weight.",
        ),
        Misconception(
            lambda prior, hit, alarm: prior * hit,
            "That is P(other and alarm). Divide by the probability of an alarm at all.",
        ),
    ),
    hints=(
        "imagine 100 000 points. How many alarms come from the other class, how many from the own class?",
        "Alarms from the other class: prior · hit. From the own class: (1 − prior) · alarm.",
        "prior · hit / (prior · hit + (1 − prior) · alarm).",
    ),
    praise="However strict the detector, a class that is rare enough makes most alarms false: base rates count.",
)
