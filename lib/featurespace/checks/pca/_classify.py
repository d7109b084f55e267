"""Built from exercises/sources/04_pca/13_classify.py by `make notebooks`: do not edit."""

import numpy as np
from scipy.stats import chi2


def classify(Z, X, y, Vt, S, alpha):
    covariance = Vt @ S @ Vt.T
    squared, cutoff = [], []
    for c in range(y.max() + 1):
        gap = (Z - X[y == c].mean(axis=0)) @ Vt.T
        squared.append(np.sum(gap * np.linalg.solve(covariance, gap.T).T, axis=1))
        cutoff.append((1 + 1 / np.sum(y == c)) * chi2.ppf(1 - alpha, len(Vt)))
    nearest = np.argmin(squared, axis=0)
    return np.where(np.min(squared, axis=0) > np.array(cutoff)[nearest], -1, nearest)


from collections.abc import Callable

from scipy.stats import f as f_law

from featurespace.checks.check import Check, Misconception
from featurespace.checks.pca.shared import rotated

REJECTED = -1


def _fruits(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for counts, d, k, alpha in (((3, 9), 4, 2, 0.1), ((5, 4, 7), 5, 3, 0.05), ((6, 4), 6, 2, 0.2)):
        S = rotated(rng, list(np.linspace(0.3, 3, d)))
        centres = rng.normal(0, 2, (len(counts), d))
        y = rng.permutation(np.repeat(np.arange(len(counts)), counts))
        X = centres[y] + rng.multivariate_normal(np.zeros(d), S, len(y))
        Vt = np.linalg.qr(rng.standard_normal((d, k)))[0].T
        Z = np.repeat(centres, 100, axis=0)
        spread = rng.choice([1.5, 12.0], len(Z), p=[0.85, 0.15])
        Z = Z + spread[:, None] * rng.multivariate_normal(np.zeros(d), S, len(Z))
        cases.append((Z[_clear(Z, X, y, Vt, S, alpha)], X, y, Vt, S, alpha))
    return [*cases, _between()]


def _between() -> tuple:
    """A small class and a large one; a point between is nearest to the large one, which refuses it."""
    X = np.array([[3, -1, 0], [-3, 1, 0], *([1, 4.6, 1], [-1, 6.6, -1]) * 4])
    Z = np.array([[2, 2.95, 0], [9, 2.9, 0.1], [0, 3.2, 1], [-5, 2.5, -1], [1, 9, 0], [4, -1, 0]])
    Vt, S = np.array([[0.0, 1, 0], [0, 0, 1]]), np.diag([4.0, 1.0, 1.0])
    return Z, X, np.repeat([0, 1], [2, 8]), Vt, S, 0.05


def _distances(Z, X, y, Vt, precision):
    """Squared distances (m, classes) in the subspace, and the class sizes."""
    gaps = [(Z - X[y == c].mean(axis=0)) @ Vt.T for c in range(y.max() + 1)]
    return np.column_stack([(g @ precision * g).sum(axis=1) for g in gaps]), np.bincount(y)


def _clear(Z, X, y, Vt, S, alpha):
    """Points away from the cut-off and from a tie."""
    d2, counts = _distances(Z, X, y, Vt, np.linalg.inv(Vt @ S @ Vt.T))
    first, second = np.sort(d2, axis=1)[:, :2].T
    cut = ((1 + 1 / counts) * chi2.isf(alpha, len(Vt)))[d2.argmin(axis=1)]
    return (np.abs(first / cut - 1) > 1e-6) & (second - first > 1e-6 * second)


def _classify(
    precision: Callable = lambda Vt, S: np.linalg.inv(Vt @ S @ Vt.T),
    law: Callable = lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, k),
    measure: Callable = lambda d2: d2,
    choose: Callable = lambda d2, cut: d2.argmin(axis=1),
    inside: Callable = lambda d2, cut, c: d2[np.arange(len(d2)), c] <= cut[c],
):
    def answer(Z, X, y, Vt, S, alpha):
        d2, counts = _distances(Z, X, y, Vt, precision(Vt, S))
        d2, cut = measure(d2), np.broadcast_to(law(counts, len(Vt), alpha, y), counts.shape)
        c = choose(d2, cut)
        return np.where(inside(d2, cut, c), c, REJECTED)

    return answer


def _elsewhere(near: Callable):
    """Among the classes that would take the point, one is picked: ``near(d2, index)``."""

    def choose(d2, cut):
        within = np.where(d2 <= cut, near(d2, np.arange(d2.shape[1])), np.inf)
        return np.where((d2 <= cut).any(axis=1), within.argmin(axis=1), d2.argmin(axis=1))

    return choose


def _within(X, y):
    """The covariance of the training points about their class means."""
    gaps = X - np.array([X[y == c].mean(axis=0) for c in y])
    return gaps.T @ gaps / len(X)


def _euclidean(Z, X, y, Vt, S, alpha):
    d2, _ = _distances(Z, X, y, Vt, np.eye(len(Vt)))
    return _classify(choose=lambda _d2, cut: d2.argmin(axis=1))(Z, X, y, Vt, S, alpha)


def _everywhere(Z, X, y, Vt, S, alpha):
    """All d coordinates instead of the subspace."""
    return _classify()(Z, X, y, np.eye(len(S)), S, alpha)


def _estimated(n, k, alpha, y):
    """The cut-off for a covariance estimated from the class."""
    return k * (n**2 - 1) / (n * (n - k)) * f_law.isf(alpha, k, n - k)


def _seen(value, Z, X, y, U, S, alpha):
    """What decides about the first wrong point."""
    got, right = np.asarray(value, dtype=float), classify(Z, X, y, U, S, alpha)
    i = int(np.argmax(got != right))
    d2, counts = _distances(Z, X, y, U, np.linalg.inv(U @ S @ U.T))
    c = int(d2[i].argmin())
    cut = (1 + 1 / counts[c]) * chi2.isf(alpha, len(U))
    told = ", ".join(f"{v:.4g}" for v in d2[i])
    return f"take point {i}. Its squared distances to the class means, between scores and by the inverse of U S U', are {told}: class {c} is the nearest. Its mean comes from {counts[c]} points, which gives the cut-off {cut:.4g}. So the point gets {int(right[i])}; you say {got[i]:g}."


CHECK = Check(
    answer=classify,
    section="A classifier that can refuse",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (
            np.array([[3.3, 5], [3.5, 0], [9, -2]]),
            np.array([[0, 0], [2, 0], [10, 0], [12, 0]]),
            np.array([0, 0, 1, 1]),
            np.array([[1, 0]]),
            np.eye(2),
            0.05,
        ),
        np.array([0, -1, 1]),
    ),
    twin=_classify(),
    inputs=_fruits,
    explain=_seen,
    telling=4,  # with one score, as in the example, k − 1 degrees of freedom mean nothing
    misconceptions=(
        Misconception(
            _classify(law=lambda n, k, alpha, y: np.inf),
            "Classes are right, but nobody is ever rejected: every point is nearest to something. Compare the smallest squared distance with the cut-off of that class.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: chi2.isf(alpha, k)),
            "Your cut-off is χ² with k degrees of freedom: right if the class means were known. They are estimated, which adds 1/n to the variance: multiply by 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: chi2.isf(alpha, k - 1) if k > 1 else 0.0),
            "That is the printed cut-off with k − 1 degrees of freedom. It turns away far more than α of a class's own points: take (1 + 1/n) times χ² with k degrees.",
        ),
        Misconception(
            _classify(
                law=lambda n, k, alpha, y: (
                    (1 + 1 / n) * chi2.isf(alpha, k - 1) if k > 1 else 0.0 * n
                )
            ),
            "The factor 1 + 1/n is right, the degrees of freedom are not: there are k coordinates, and a new point loses none of them.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 - 1 / n) * chi2.isf(alpha, k)),
            "The factor 1 − 1/n is the law of the points that made the mean. New points have 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / len(y)) * chi2.isf(alpha, k)),
            "You took n for all training points. Each class mean was made from the points of that class only: its own n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(1 - alpha, k)),
            "The cut-off is at the wrong end: `chi2.ppf(alpha, k)` has only α of the points inside. Take `chi2.ppf(1 - alpha, k)`.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha / 2, k)),
            "You halved α as for a two-sided test. Squared distances are large on one side only: `chi2.ppf(1 - alpha, k)`.",
        ),
        Misconception(
            _classify(law=_estimated),
            "That is the chapter's F law, for a covariance that was estimated from the class. Here S is known, and only the mean was estimated: (1 + 1/n) times χ² with k degrees.",
        ),
        Misconception(
            _classify(choose=lambda d2, cut: (d2 / cut).argmin(axis=1)),
            "You chose the class by the distance relative to its cut-off, which favours the small classes. The nearest class was asked for, by the squared distance itself; its cut-off only decides whether to refuse.",
        ),
        Misconception(
            _classify(measure=np.sqrt),
            "You compared distances with a cut-off for squared distances. Leave the root out.",
        ),
        Misconception(
            _classify(inside=lambda d2, cut, c: (d2 <= cut).all(axis=1)),
            "You reject a point that is far from any class. It need only be near its own, the nearest one.",
        ),
        Misconception(
            _classify(inside=lambda d2, cut, c: d2.min(axis=1) > cut[c]),
            "The wrong way round: points beyond the cut-off are rejected, those within get their class.",
        ),
        Misconception(
            _classify(precision=lambda Vt, S: np.eye(len(Vt))),
            "You used plain distances between scores. The noise differs from direction to direction: weigh with the inverse covariance of the scores.",
        ),
        Misconception(
            _classify(precision=lambda Vt, S: np.diag(1 / np.diag(Vt @ S @ Vt.T))),
            "You used the variances of the scores but not their covariances: S has no reason to be diagonal along the rows of `Vt`. Invert the whole V'S V.",
        ),
        Misconception(
            _classify(precision=lambda Vt, S: Vt @ np.linalg.inv(S) @ Vt.T),
            "You cut the inverse of S down to the subspace. First cut, then invert: the covariance of the scores is V'S V, and its inverse counts.",
        ),
        Misconception(
            _classify(precision=lambda Vt, S: Vt @ S @ Vt.T),
            "You multiplied by the covariance. Noisy directions should count less: use its inverse, or `np.linalg.solve`.",
        ),
        Misconception(
            _everywhere,
            "You measured in all d coordinates. Go down to the k scores first: `Z @ Vt.T`, and the covariance V'S V.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) ** 2 * chi2.isf(alpha, k)),
            "You squared 1 + 1/n. It is a factor of the variance already, and the squared distance has the same factor.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: chi2.isf(alpha, k) / (1 + 1 / n)),
            "You divided by 1 + 1/n. An estimated mean makes new points lie farther off, so the cut-off grows: multiply.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / np.sqrt(n)) * chi2.isf(alpha, k)),
            "The mean of n points has the variance 1/n of a point; 1/√n is for standard deviations. Variances add: 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 / n) * chi2.isf(alpha, k)),
            "Your cut-off is for the mean itself, whose variance is 1/n. The new point has its own noise as well: 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n.min()) * chi2.isf(alpha, k)),
            "You used the size of the smallest class for all. Each class has its own n, and its own cut-off.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: _classify(
                law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, X.shape[1])
            )(Z, X, y, Vt, S, alpha),
            "Your χ² has d degrees of freedom. Distances are measured between k scores: k degrees.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: (lambda c: np.where(c < 0, c, c + 1))(
                _classify()(Z, X, y, Vt, S, alpha)
            ),
            "Right, but your classes are one too large: they count from 0, as in `y`.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: _classify()(Z, X, y, Vt, np.cov(X, rowvar=False), alpha),
            "You estimated a covariance from all training points, which also holds the distances between the classes. The noise within a class is known: `S`.",
        ),
        Misconception(
            _classify(choose=lambda d2, cut: d2.argmax(axis=1)),
            "You chose the farthest class; the nearest has the smallest squared distance: `argmin`.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: (lambda c: np.where(c < 0, np.nan, c))(
                _classify()(Z, X, y, Vt, S, alpha)
            ),
            "Classes and rejections are right, but a rejected point is to get −1, not NaN.",
        ),
        Misconception(
            _classify(choose=_elsewhere(lambda d2, index: d2)),
            "A point that its nearest class refuses goes to another class with a larger cut-off in your answer. First find the nearest class, then ask only that one; if it refuses, the point is −1.",
        ),
        Misconception(
            _classify(choose=_elsewhere(lambda d2, index: index + 0 * d2)),
            "You return the first class whose cut-off holds the point. Several may: find the nearest class first, then ask only that one.",
        ),
        Misconception(
            _classify(choose=lambda d2, cut: (d2 - cut).argmin(axis=1)),
            "You chose the class by the distance minus its cut-off, which favours the small classes. The nearest class was asked for, by the squared distance itself; its cut-off only decides whether to refuse.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n.mean()) * chi2.isf(alpha, k)),
            "You used the average class size for all. Each class has its own n, and its own cut-off.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: np.sqrt(1 + 1 / n) * chi2.isf(alpha, k)),
            "You took the root of 1 + 1/n. It belongs to a variance, and the squared distance has the same factor: no root.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / (n - 1)) * chi2.isf(alpha, k)),
            "You have the factor 1 + 1/(n − 1). The mean of n points has the variance 1/n; nothing is lost, because S is known: 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha / len(n), k)),
            "You shared α among the classes. Each class by itself has to refuse its own new points with probability α: do not divide it.",
        ),
        Misconception(
            _classify(precision=lambda Vt, S: np.linalg.inv(S[: len(Vt), : len(Vt)])),
            "You cut the first k rows and columns out of S. The scores are mixtures of all d coordinates; their covariance is V'S V.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: _classify()(Z, X, y, Vt, _within(X, y), alpha),
            "You estimated the covariance from the training points. It is known here: `S`, brought down to the scores by V'S V.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: _classify(
                law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, len(Vt))
            )(Z, X, y, np.eye(len(S)), S, alpha),
            "Your χ² has k degrees of freedom, but the distances are measured in all d coordinates. Go down to the k scores first: `Z @ Vt.T`, and the covariance V'S V.",
        ),
        Misconception(
            lambda Z, X, y, Vt, S, alpha: (lambda c: np.where(c < 0, y.max() + 1, c))(
                _classify()(Z, X, y, Vt, S, alpha)
            ),
            "Classes and rejections are right, but a rejected point is to get −1, not a class of its own.",
        ),
        Misconception(
            _euclidean,
            "You found the nearest class by plain distance, and only then used the Mahalanobis distance. The nearest has the smallest squared Mahalanobis distance.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n.max()) * chi2.isf(alpha, k)),
            "You used the size of the largest class for all. Each class has its own n, and its own cut-off.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, k) ** 2),
            "You squared the quantile of χ². The law of χ² is that of squared distances already: use it as it is.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * np.sqrt(chi2.isf(alpha, k))),
            "You took the root of the quantile of χ², but compare it with squared distances. Leave the root out.",
        ),
        Misconception(
            _classify(
                law=lambda n, k, alpha, y: (
                    (1 + 1 / n) * k * (len(y) - 1) / (len(y) - k) * f_law.isf(alpha, k, len(y) - k)
                )
            ),
            "That is an F law, for a covariance that was estimated from the training points. Here S is known, and only the means were estimated: (1 + 1/n) times χ² with k degrees.",
        ),
        Misconception(
            lambda Z, X, y, U, S, alpha: _classify()(
                Z - Z.mean(axis=0), X - X.mean(axis=0), y, U, S, alpha
            ),
            "You centred old and new points each by their own mean, which moves the new ones against the classes. Distances to the class means need no centring; or subtract the same mean, that of X, from both.",
        ),
    ),
    hints=(
        "Go down to the scores first: points `Z @ Vt.T`, class means of `X @ Vt.T`, covariance V'S V. Then squared Mahalanobis distances to each class mean; the smallest wins, if it is small enough.",
        "A new point minus the mean of n points has the covariance (1 + 1/n) V'S V, so the cut-off is `(1 + 1 / n) * chi2.ppf(1 - alpha, k)`, with each class's own n.",
        "For each class: `gap = Z @ Vt.T - mean` and `d2 = np.sum(gap * np.linalg.solve(Vt @ S @ Vt.T, gap.T).T, axis=1)`. Take the class of the smallest; −1 where it exceeds `(1 + 1 / n) * chi2.ppf(1 - alpha, k)`.",
    ),
    praise="It answers where it knows, and says so where it does not; of its own class it turns away α, as promised.",
)
