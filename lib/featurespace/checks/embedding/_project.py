"""Built from exercises/sources/05_dimensionality_reduction/08_project.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace import embedding
from featurespace.kernels import Polynomial
from featurespace.means import centre


def project(K_new, K, k):
    values, V = np.linalg.eigh(centre(K))
    alpha = V[:, ::-1][:, :k] / np.sqrt(values[::-1][:k])
    return centre(K_new, K) @ alpha


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import top, uneven
from featurespace.kernels import Gaussian, Linear, Polynomial


def _new_points(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m, kernel, k in ((8, 4, Linear(), 2), (9, 5, Polynomial(2), 3), (7, 6, Gaussian(2), 2)):
        X, Z = uneven(rng, n, 3), uneven(rng, m, 3)
        cases.append((kernel(Z, X), kernel(X), k))
    X = uneven(rng, 6, 3)
    return [*cases, (Gaussian(2)(X), Gaussian(2)(X), 2)]  # the training points come again


def _projected(move, scale=lambda v, n: 1 / np.sqrt(v), fit=centre):
    """An answer: how K_new is moved, alpha is scaled and K is centred."""

    def project(K_new, K, k):
        values, V = top(fit(K), k)
        return move(K_new, K) @ (V * scale(values, len(K)))

    return project


def _by_library(K_new, K, k):
    return embedding.kernel_pca_project(K_new, embedding.kernel_pca(K, k))


def _left_alone(K, *rest):
    return K


def _by_its_own(K_new, K=None):
    return K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()


CHECK = Check(
    answer=project,
    section="Kernel PCA",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=((np.array([[0, 6]]), np.array([[0, 0], [0, 4]]), 1), np.array([[2]])),
    advice={
        "K must": "`centre` of one matrix is for the square K; new points are centred by `centre(K_new, K)`."
    },
    twin=_by_library,
    inputs=_new_points,
    misconceptions=(
        Misconception(
            _projected(_left_alone),
            "The whole cloud of new points is shifted against the training points: K_new is not measured from the training mean. What is constant along a row of K_new drops out; the column means of K are what is missing.",
        ),
        Misconception(
            _projected(_by_its_own),
            "You centred the new points by their own mean, so wherever they lie, they end up in the middle. The origin is the training points' mean: use column means of K.",
        ),
        Misconception(
            _projected(_left_alone, fit=_left_alone),
            "Nothing is centred. The components must describe the spread around the training mean: centre K before `eigh`, and K_new by the same mean.",
        ),
        Misconception(
            _projected(centre, fit=_left_alone),
            "K_new is centred, K is not: its first eigenvector points at the mean. Centre K before `eigh`.",
        ),
        Misconception(
            _projected(centre, lambda v, n: np.ones_like(v)),
            "Your weights have length one, so the directions do not (‖w‖² = nλ), and each score is √(nλ) times too large. Divide by the root of the eigenvalue.",
        ),
        Misconception(
            _projected(centre, lambda v, n: np.sqrt(v)),
            "You multiplied the eigenvectors by the root of the eigenvalue: these are training scores. The weights α are v divided by that root.",
        ),
        Misconception(
            _projected(centre, lambda v, n: 1 / np.sqrt(v / n)),
            "You divided by √λ; the eigenvalue of K̂ is nλ, so divide by its root √(nλ). Training points then get back their own scores.",
        ),
        Misconception(
            _projected(centre, lambda v, n: 1 / v),
            "You divided by the eigenvalue itself; the weights are v divided by its root.",
        ),
        Misconception(
            lambda K_new, K, k: _projected(centre)(K_new, K, k).T,
            "One row per new point is asked for; you have one column per new point. Transpose.",
        ),
        Misconception(
            lambda K_new, K, k: _projected(centre)(K_new, K, k)[:, ::-1],
            "Right columns, wrong order: `eigh` lists the smallest first. The largest component comes first.",
        ),
        Misconception(
            lambda K_new, K, k: (lambda values, V: V * np.sqrt(values))(*top(centre(K), k)),
            "These are the scores of the training points; K_new is not used. A new point is moved by the training mean and multiplied by the weights: `centre(K_new, K) @ alpha`.",
        ),
        Misconception(
            lambda K_new, K, k: (
                lambda values, V: centre(K_new, K) @ (V / np.sqrt(np.abs(values)))[:, 1:]
            )(*top(centre(K), k + 1)),
            "You left out the largest component: the last eigenvalue of `eigh` has the number −1, not −2.",
        ),
    ),
    hints=(
        "A score is the inner product of a unit direction with Φ(z) minus a mean of images. Whose mean?",
        "The weights come from the centred K: a unit eigenvector divided by the root of its eigenvalue, so that the direction has length one. The inner products with new points must be moved by the training mean: `centre(K_new, K)`.",
        "`values, V = np.linalg.eigh(centre(K))`, `alpha = V[:, ::-1][:, :k] / np.sqrt(values[::-1][:k])`, and the scores are `centre(K_new, K) @ alpha`.",
    ),
    praise="A fitted map takes in new points without moving the old ones; training points get back their own scores.",
    alike=up_to_sign,
    freedom="(Signs of whole columns do not count.)",
)
