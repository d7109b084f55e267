"""Built from exercises/sources/04_pca/14_another_optimum.py by `make notebooks`: do not edit."""

import numpy as np


def another_optimum(S, k):
    W = np.linalg.eigh(S)[1][:, ::-1][:, :k].T
    W[:2] = (W[0] + W[1]) / np.sqrt(2), (W[0] - W[1]) / np.sqrt(2)
    return W


from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, tolerance_of, up_to_sign
from featurespace.checks.pca.shared import check_orthonormal, eigen, rotated


def _spectra(rng: np.random.Generator) -> list[tuple]:
    return [
        (rotated(rng, [5.0, 4.0, 1.0]), 2),
        (rotated(rng, [9.0, 6.0, 4.0, 2.0, 1.0]), 3),
        (np.diag([7.0, 1.0, 3.0, 2.0]), 2),
        (np.diag([5.0, 4.0, 1.0]), 2),
    ]


def _top(S, k):
    return eigen(S)[1][:, :k].T


def _turn(k: int, angle: float = np.pi / 4) -> np.ndarray:
    """A rotation of the first two of k axes."""
    R, c, s = np.eye(k), np.cos(angle), np.sin(angle)
    R[:2, :2] = [[c, -s], [s, c]]
    return R


def _verify(answer, S, k) -> None:
    match(answer, np.zeros((k, len(S))), 1e100)  # type and shape
    close, W = tolerance_of(answer, 1e-6), np.asarray(answer, dtype=float)
    check_orthonormal(W, close)
    caught, best = np.trace(W @ S @ W.T), eigen(S)[0][:k].sum()
    if abs(caught - eigen(S)[0][-k:].sum()) < close * best:
        raise Problem(
            "Your rows are orthonormal, but they span the directions of least variance: `eigh` sorts from small to large."
        )
    if caught < best - close * best:
        raise Problem(
            f"Your rows are orthonormal, but they catch the variance {caught:.5g} together; the eigenvectors catch {best:.5g}."
        )
    first, second = (w @ S @ w for w in W[:2])
    if abs(first - second) > close * best:
        raise Problem(
            f"Optimal, but the first two directions have the variances {first:.5g} and {second:.5g}. Mix them so that both have the same."
        )


CHECK = Check(
    answer=another_optimum,
    section="Find the slip",
    difficulty=2,
    minutes=10,
    kind="slip",
    inputs=_spectra,
    verify=_verify,
    misconceptions=(
        Misconception(
            _top,
            "Those are the eigenvectors themselves, or minus them: their variances differ. Mix the first two.",
        ),
        Misconception(
            lambda S, k: _top(S, k)[::-1],
            "Those are the same eigenvectors in another order: their variances differ. Mix the first two.",
        ),
        Misconception(
            lambda S, k: _turn(k, np.pi / 6) @ _top(S, k),
            "Optimal, and no eigenvectors, but the first two variances differ. Mix v₁ and v₂ in equal parts.",
        ),
        Misconception(
            lambda S, k: _top(S, k + 1)[1:],
            "Without the first eigenvector you catch less. Stay in the span of the first k, but choose other directions in it.",
        ),
        Misconception(
            lambda S, k: eigen(S)[1][:, -k:].T,
            "Those are the eigenvectors of the smallest eigenvalues (`eigh` sorts from small to large): they catch the least of all.",
        ),
        Misconception(
            lambda S, k: np.eye(len(S))[:k],
            "The coordinate axes are orthonormal, but they do not span the best subspace. Mix the first k eigenvectors among each other.",
        ),
        Misconception(
            lambda S, k: _top(S, k) @ _turn(len(S)),
            "You turned the whole space, and the subspace with it. Mix the eigenvectors among each other: multiply the matrix of rows from the left by a k × k rotation.",
        ),
        Misconception(
            lambda S, k: np.cumsum(_top(S, k), axis=0) / np.sqrt(np.arange(1, k + 1))[:, None],
            "Sums of eigenvectors stay in the right subspace and have length one, but v₁ and v₁ + v₂ are not orthogonal. Take v₁ + v₂ and v₁ − v₂, for example.",
        ),
        Misconception(
            lambda S, k: np.vstack(
                [_top(S, k)[0] + _top(S, k)[1], _top(S, k)[0] - _top(S, k)[1], _top(S, k)[2:]]
            ),
            "The right mixture, but v₁ ± v₂ have length √2. Divide by it.",
        ),
        Misconception(
            lambda S, k: (
                np.vstack([_top(S, k)[0] + _top(S, k)[1], _top(S, k)[0] - _top(S, k)[1]])
                / np.sqrt(2)
            ),
            "The first two rows are right, but k rows were asked for: keep the other eigenvectors below them.",
        ),
        Misconception(
            lambda S, k: another_optimum(-S, k),
            "You mixed the directions of least variance: `eigh` sorts from small to large, so the first k eigenvectors are the last columns.",
        ),
    ),
    hints=(
        "The objective is the variance within the span of the rows. What can you do to the rows without leaving their span?",
        "Two orthonormal vectors v₁, v₂ can be turned in their plane: cos t v₁ + sin t v₂ and −sin t v₁ + cos t v₂ are orthonormal too. Their variances are weighted means of λ₁ and λ₂.",
        "Replace the first two eigenvectors by (v₁ + v₂)/√2 and (v₁ − v₂)/√2, and leave the others alone.",
    ),
    praise="Only the subspace is unique, not its basis. It is the freedom of the rotation R in probabilistic PCA.",
    alike=up_to_sign,
)
