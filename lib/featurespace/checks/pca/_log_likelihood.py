"""Built from exercises/sources/04_pca/11_log_likelihood.py by `make notebooks`: do not edit."""

import numpy as np


def log_likelihood(eigenvalues, n, k):
    d = len(eigenvalues)
    sigma2 = np.mean(eigenvalues[k:])
    log_det = np.sum(np.log(eigenvalues[:k])) + (d - k) * np.log(sigma2)
    return -n / 2 * (d * np.log(2 * np.pi) + log_det + d)


from collections.abc import Callable

from scipy.stats import multivariate_normal

from featurespace.checks.check import Check, Misconception


def _terms(e, n, k):
    d, sigma2 = len(e), e[k:].mean()
    return {
        "the constant, d ln 2π for each point,": -n / 2 * d * np.log(2 * np.pi),
        "the sum of ln λ over the kept directions": -n / 2 * np.log(e[:k]).sum(),
        "the part (d − k) ln σ² of the other directions": -n / 2 * (d - k) * np.log(sigma2),
        "the misfit, which is d for each point,": -n / 2 * d,
    }


def _fit(
    noise: Callable = lambda e, k: e[k:].mean(),
    kept: Callable = lambda e, sigma2: e,
    count: Callable = lambda d, k: d - k,
    misfit: Callable = lambda e, k: len(e),
    constant: Callable = lambda d, k: d,
):
    def answer(e, n, k):
        d, sigma2 = len(e), noise(e, k)
        log_det = np.log(kept(e[:k], sigma2)).sum() + count(d, k) * np.log(sigma2)
        return -n / 2 * (constant(d, k) * np.log(2 * np.pi) + log_det + misfit(e, k))

    return answer


def _from_points(e, n, k):
    """By scipy, from points that have exactly these eigenvalues."""
    sigma2 = e[k:].mean()
    law = np.append(e[:k], np.full(len(e) - k, sigma2))
    points = np.sqrt(e * len(e)) * np.eye(len(e))  # their covariance about 0 is diagonal
    every = multivariate_normal(np.zeros(len(e)), np.diag(law), allow_singular=True)
    return n * np.mean(every.logpdf(points))


def _log_det(e, k):
    return np.log(e[:k]).sum() + (len(e) - k) * np.log(e[k:].mean())


def _seen(value, e, n, k):
    """The parts of the right number, to be compared one by one."""
    d = len(e)
    return f"your result is {float(np.ravel(value)[0]):.6g}. Here σ² = {e[k:].mean():.4g}, ln |Σ| = {_log_det(e, k):.5g}, the misfit tr(Σ⁻¹S) = {d}, and d ln 2π = {d * np.log(2 * np.pi):.5g}; with these {n} points have {_fit()(e, n, k):.6g}. Which of your parts differs?"


CHECK = Check(
    answer=log_likelihood,
    section="The most likely model",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=((np.array([4.0, 1.5, 0.5]), 10, 1), -49.4995),
    twin=_from_points,
    inputs=lambda rng: [
        (np.sort(rng.uniform(0.2, 6, 5))[::-1], 30, 2),
        (np.array([3.0, 2.0]), 7, 1),
        (np.sort(rng.uniform(0.1, 9, 8))[::-1], 12, 3),
        (np.sort(rng.uniform(0.001, 0.2, 400))[::-1], 500, 4),
    ],
    terms=_terms,
    explain=_seen,
    misconceptions=(
        Misconception(
            _fit(noise=lambda e, k: e[k:].sum()),
            "The noise σ² is the mean of the discarded eigenvalues, not their sum: it is the variance in each of the d − k directions.",
        ),
        Misconception(
            _fit(noise=lambda e, k: e[k:].sum() / len(e)),
            "You divided the discarded variance by d. It sits in d − k directions only: σ² is the mean of the d − k discarded eigenvalues.",
        ),
        Misconception(
            _fit(noise=lambda e, k: e[k]),
            "You took the largest discarded eigenvalue for σ². The noise is the same in all discarded directions: it is the mean of all d − k.",
        ),
        Misconception(
            _fit(noise=lambda e, k: e[-1]),
            "You took the smallest eigenvalue for σ². It is the mean of all d − k discarded ones.",
        ),
        Misconception(
            _fit(noise=lambda e, k: e[k + 1 :].mean() if len(e) > k + 1 else e[k]),
            "The first discarded eigenvalue is left out of σ²: Python counts from 0, so the discarded ones are `eigenvalues[k:]`.",
        ),
        Misconception(
            lambda e, n, k: -n / 2 * (len(e) * np.log(2 * np.pi) + np.log(e).sum() + len(e)),
            "That is the value for k = d: every direction has its own eigenvalue. With k components the other d − k directions must share one σ².",
        ),
        Misconception(
            _fit(count=lambda d, k: 1),
            "The logarithm of σ² is counted once, but d − k directions have this variance, and |Σ| is the product over all of them.",
        ),
        Misconception(
            _fit(count=lambda d, k: d),
            "The logarithm of σ² is counted d times. Only d − k directions have the variance σ²; the first k have their λ.",
        ),
        Misconception(
            _fit(kept=lambda e, sigma2: e + sigma2),
            "Along a kept direction you have the variance λ + σ². At the best fit W leaves room for the noise, (λ − σ²) + σ², so it is λ.",
        ),
        Misconception(
            _fit(kept=lambda e, sigma2: e - sigma2),
            "Along a kept direction λ − σ² is the variance of W alone. The noise adds σ² again: the model's variance there is λ.",
        ),
        Misconception(
            _fit(misfit=lambda e, k: k),
            "The misfit tr(Σ⁻¹S) has a part from the discarded directions too: the sum of λ/σ² over them is d − k. Together it is d.",
        ),
        Misconception(
            _fit(misfit=lambda e, k: len(e) - k),
            "The misfit tr(Σ⁻¹S) has a part from the kept directions too: λ/λ = 1 for each, k in all. Together it is d.",
        ),
        Misconception(
            _fit(misfit=lambda e, k: e.sum()),
            "You took the trace of the covariance for the misfit. Each variance is divided by the one that the model expects there: tr(Σ⁻¹S), which is d at the best fit.",
        ),
        Misconception(
            _fit(constant=lambda d, k: 1),
            "In d dimensions the constant comes d times for each point: d ln 2π, not ln 2π.",
        ),
        Misconception(
            _fit(constant=lambda d, k: k),
            "The points have d coordinates, and each brings ln 2π: d ln 2π, not k ln 2π.",
        ),
        Misconception(
            lambda e, n, k: (
                -n
                / 2
                * (
                    len(e) * np.log(2 * np.pi)
                    + np.log(np.prod(e[:k]) * e[k:].mean() ** (len(e) - k))
                    + len(e)
                )
            ),
            "The formula is right, but with hundreds of small eigenvalues their product underflows to 0, and the logarithm runs away. Add up logarithms instead.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n, k) / n,
            "That is the average over the points; the log-likelihood of all of them is the sum.",
        ),
        Misconception(
            lambda e, n, k: -_fit()(e, n, k),
            "The sign is wrong: that is the negative log-likelihood, which one minimises. The log-likelihood itself was asked for.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n - 1, k),
            "You count n − 1 points. The mean is fitted too, but all n points have a density, and the log-likelihood is the sum over all of them.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n, k) + n / 2 * len(e) * np.log(2),
            "The constant is ln 2π for each coordinate; the 2 is missing.",
        ),
        Misconception(
            lambda e, n, k: (
                _fit()(e, n, k)
                + (n - 1) / 2 * (np.log(e[:k]).sum() + (len(e) - k) * np.log(e[k:].mean()))
            ),
            "The logarithm of |Σ| is counted once, but every one of the n points has it: multiply it by n too.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n, k) + n / 2 * (np.log(e[:k]).sum() - np.log(e[:k].sum())),
            "You took the logarithm of a sum of eigenvalues. The determinant is their product, so its logarithm is the sum of the logarithms.",
        ),
        Misconception(
            _fit(noise=lambda e, k: np.median(e[k:])),
            "You took the median of the discarded eigenvalues for σ²; it is their mean.",
        ),
        Misconception(
            lambda e, n, k: np.exp(_fit()(e, n, k)),
            "That is the likelihood; its logarithm was asked for. With more points the likelihood itself underflows.",
        ),
        Misconception(
            _fit(count=lambda d, k: k),
            "You count ln σ² for the k kept directions. It belongs to the others, d − k of them.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e * n / (n - 1), n, k),
            "You multiplied the eigenvalues by n/(n − 1). Maximum likelihood divides by n, and so do these eigenvalues: take them as they are.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n, min(k + 1, len(e) - 1)),
            "That is the value for k + 1 components: Python counts from 0, so the kept eigenvalues are `eigenvalues[:k]` and the discarded ones `eigenvalues[k:]`.",
        ),
        Misconception(
            _fit(count=lambda d, k: d - k - 1),
            "The logarithm of σ² is counted d − k − 1 times, but d − k directions have this variance.",
        ),
        Misconception(
            lambda e, n, k: _fit(misfit=lambda e, k: 0)(e, n, k) - len(e) / 2,
            "The misfit, d/2, is counted for one point only; each of the n points has its own.",
        ),
        Misconception(
            _fit(misfit=lambda e, k: (e / e[k:].mean()).sum()),
            "In the misfit tr(Σ⁻¹S) you divide every eigenvalue by σ². Along a kept direction the model's variance is λ itself, so there it is λ/λ = 1; in all it is d.",
        ),
        Misconception(
            lambda e, n, k: _fit()(e, n, k) + n / 2 * (1 - 1 / np.log(2)) * _log_det(e, k),
            "In ln |Σ| you take logarithms to base 2; `np.log` is the natural one.",
        ),
    ),
    hints=(
        "Take formula (2.84) of the chapter, and ask what Σ = WW' + σ²I looks like at the best fit: which variance has it along each eigenvector of the data?",
        "Along the first k it is λᵢ, along the d − k others σ², the mean of the discarded eigenvalues. So ln|Σ| is a sum of d logarithms, and tr(Σ⁻¹S) = d.",
        "With `sigma2 = np.mean(eigenvalues[k:])` and `log_det = np.sum(np.log(eigenvalues[:k])) + (d - k) * np.log(sigma2)` return `-n / 2 * (d * np.log(2 * np.pi) + log_det + d)`.",
    ),
    praise="The eigenvalues are all that the model sees. With a penalty for the number of parameters, this is how one compares different k without the data.",
)
