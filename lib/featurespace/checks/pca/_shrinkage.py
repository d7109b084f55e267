"""Built from exercises/sources/04_pca/12_shrinkage.py by `make notebooks`: do not edit."""

import numpy as np


def shrinkage(eigenvalues, k):
    sigma2 = np.mean(eigenvalues[k:])
    return 1 - sigma2 / eigenvalues[:k]


from featurespace.checks.check import Check, Misconception


def _noise(e, k):
    return e[k:].mean()


def _by_the_matrix(e, k):
    """The diagonal of W M⁻¹ W', computed as it stands."""
    sigma2 = _noise(e, k)
    W = np.eye(len(e))[:, :k] * np.sqrt(e[:k] - sigma2)
    return np.diag(W @ np.linalg.inv(W.T @ W + sigma2 * np.eye(k)) @ W.T)[:k]


def _seen(value, e, k):
    """The parts of the first wrong factor."""
    got, sigma2 = np.asarray(value, dtype=float), _noise(e, k)
    i = int(np.argmax(~np.isclose(got, 1 - sigma2 / e[:k])))
    return f"take direction {i}, with λ = {e[i]:.4g}. Here σ² = {sigma2:.4g}, so W'W has {e[i] - sigma2:.4g} there and M has {e[i]:.4g}. W M⁻¹ W' gives the factor {1 - sigma2 / e[i]:.4g}; yours is {got[i]:.4g}."


CHECK = Check(
    answer=shrinkage,
    section="Back to the latent: shrinkage",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=((np.array([20.0, 5.0]), 1), np.array([0.75])),
    twin=_by_the_matrix,
    explain=_seen,
    inputs=lambda rng: [
        (np.sort(rng.uniform(0.2, 6, 5))[::-1], 2),
        (np.array([2.0, 1.5, 1.2, 1.1]), 1),
        (np.array([9.0, 4, 3, 1, 1, 1]), 3),
    ],
    misconceptions=(
        Misconception(
            lambda e, k: np.ones(k),
            "A factor 1 would be a plain projection, as PCA does it. The model knows that part of each score is noise: M = W'W + σ²I is larger than W'W.",
        ),
        Misconception(
            lambda e, k: _noise(e, k) / e[:k],
            "That is the share of the noise in the variance λ. What the reconstruction keeps is the rest of it.",
        ),
        Misconception(
            lambda e, k: e[:k] / (e[:k] + _noise(e, k)),
            "The factor λ/(λ + σ²) would hold if W'W were Λ. It is Λ − σ²I: the noise is inside λ already.",
        ),
        Misconception(
            lambda e, k: np.sqrt((e[:k] - _noise(e, k)) / e[:k]),
            "That is the root of it. W comes twice in W M⁻¹ W', each time with √(λ − σ²), so the root disappears.",
        ),
        Misconception(
            lambda e, k: np.sqrt(e[:k] - _noise(e, k)) / e[:k],
            "That is the factor of M⁻¹W', which gives the latent z. One more W leads back to the points: multiply by √(λ − σ²) again.",
        ),
        Misconception(
            lambda e, k: e[:k] - _noise(e, k),
            "That is W'W, the signal's variance. Divide by M, which is λ.",
        ),
        Misconception(
            lambda e, k: (e[:k] - _noise(e, k)) / (e[:k] + _noise(e, k)),
            "The noise is in M only once: W'W + σ²I = (λ − σ²) + σ². What is that?",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k:].sum()) / e[:k],
            "The noise σ² is the mean of the discarded eigenvalues, not their sum.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k]) / e[:k],
            "You took the first discarded eigenvalue for σ². It is the mean of all discarded ones.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[-1]) / e[:k],
            "You took the last eigenvalue for σ². It is the mean of all discarded ones.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e.mean()) / e[:k],
            "You averaged all eigenvalues for σ². The noise is what is left beyond the first k: average `eigenvalues[k:]`.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k:].sum() / len(e)) / e[:k],
            "You divided the discarded variance by d. The noise σ² is the mean of the d − k discarded eigenvalues.",
        ),
        Misconception(
            lambda e, k: (e[:k] - np.sqrt(_noise(e, k))) / e[:k],
            "You subtracted σ from a variance. Variances are subtracted from variances: λ − σ².",
        ),
        Misconception(
            lambda e, k: e[:k] / (e[:k] - _noise(e, k)),
            "Upside down: that is larger than 1, but the reconstruction moves points towards the mean.",
        ),
        Misconception(
            lambda e, k: e[:k] / e.sum(),
            "That is the share of the variance. Asked for is by how much the reconstruction shortens each score.",
        ),
        Misconception(
            lambda e, k: np.append(1 - _noise(e, k) / e[:k], np.zeros(len(e) - k)),
            "The first k are right. Return only those: the directions left out have no factor.",
        ),
        Misconception(
            lambda e, k: np.diag((e[:k] - _noise(e, k)) / e[:k]),
            "The right numbers, but as a diagonal matrix; return the k numbers themselves.",
        ),
        Misconception(
            lambda e, k: (1 - _noise(e, k) / e[:k]) ** 2,
            "That is the square: what is left after rebuilding twice. W comes in twice, but each time with the root √(λ − σ²).",
        ),
        Misconception(
            lambda e, k: 1 - _noise(e, k) / e,
            "You divide for all d eigenvalues. Only the first k directions are rebuilt: `eigenvalues[:k]`.",
        ),
        Misconception(
            lambda e, k: 1 - np.sqrt(_noise(e, k) / e[:k]),
            "You compared standard deviations, 1 − σ/√λ. The factor is a ratio of variances: (λ − σ²)/λ.",
        ),
        Misconception(
            lambda e, k: 1 - (e[k + 1 :].mean() if len(e) > k + 1 else e[k]) / e[:k],
            "The first discarded eigenvalue is left out of σ²: Python counts from 0, so the discarded ones are `eigenvalues[k:]`.",
        ),
        Misconception(
            lambda e, k: 1 - np.median(e[k:]) / e[:k],
            "You took the median of the discarded eigenvalues for σ²; it is their mean.",
        ),
        Misconception(
            lambda e, k: (e[:k] - _noise(e, k)) / e[0],
            "You divided by the largest eigenvalue. Each score has a factor of its own: divide by its own λ.",
        ),
        Misconception(
            lambda e, k: 1 - e[k - 1 :].mean() / e[:k],
            "The last kept eigenvalue is counted as noise too: Python counts from 0, so the discarded ones are `eigenvalues[k:]`.",
        ),
        Misconception(
            lambda e, k: e[:k] / (e[:k] + e[k:].sum()),
            "That is λ/(λ + sum of the discarded). The noise σ² is their mean, and it is inside λ already: M = (λ − σ²) + σ² = λ.",
        ),
        Misconception(
            lambda e, k: 1 - e[k:].sum() / np.maximum(len(e) - k - 1, 1) / e[:k],
            "You divided the discarded variance by d − k − 1. It sits in d − k directions: σ² is the plain mean of `eigenvalues[k:]`.",
        ),
        Misconception(
            lambda e, k: 1 - _noise(e, k) / e.sum(),
            "You divided the noise by the total variance, and got one number. Every direction has its own factor: divide by its own λ, `eigenvalues[:k]`.",
        ),
    ),
    hints=(
        "Put W = V (Λ − σ²I)^½ into M = W'W + σ²I; it becomes something very simple. Then into W M⁻¹ W'.",
        "M = Λ. So W M⁻¹ W' = V (Λ − σ²I)^½ Λ⁻¹ (Λ − σ²I)^½ V'; all three in the middle are diagonal.",
        "With `sigma2 = np.mean(eigenvalues[k:])` return `(eigenvalues[:k] - sigma2) / eigenvalues[:k]`.",
    ),
    praise="Strong components are hardly touched, weak ones pulled towards the mean: the same medicine as a ridge.",
)
