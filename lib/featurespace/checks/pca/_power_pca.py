"""Built from exercises/sources/04_pca/02_power_pca.py by `make notebooks`: do not edit."""

import numpy as np


def power_pca(S, k, rng):
    values, directions = np.zeros(k), np.zeros((k, len(S)))
    for j in range(k):
        w = rng.standard_normal(len(S))
        for _ in range(300):
            w = S @ w
            w = w / np.linalg.norm(w)
        values[j], directions[j] = w @ S @ w, w
        S = S - values[j] * np.outer(w, w)
    return values, directions


from collections.abc import Callable

import scipy.linalg

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, up_to_sign
from featurespace.checks.pca.shared import check_orthonormal, eigen, rotated

CLOSE = 1e-4  # what some hundred steps may leave, as a share of the largest eigenvalue
RULED_OUT = "Ready-made decompositions (`eigh`, `eig`, `svd`) are ruled out here: multiply a vector by S again and again, and give it length one after each step."


def _covariances(rng: np.random.Generator) -> list[tuple]:
    """A plain one and two traps for fixed starts; then ties, within the first k and across, and two that nearly tie."""
    return [
        (rotated(rng, [8.0, 4.0, 2.0, 1.0, 0.3]), 3, np.random.default_rng(1)),
        (np.array([[2.0, -1], [-1, 2]]), 1, np.random.default_rng(2)),
        (np.array([[2.0, 1, 0], [1, 2, 0], [0, 0, 5]]), 1, np.random.default_rng(3)),
        (rotated(rng, [6.0, 3.0, 3.0, 1.0]), 3, np.random.default_rng(4)),
        (rotated(rng, [3.0, 3.0, 3.0, 1.0, 0.0]), 2, np.random.default_rng(5)),
        (rotated(rng, [5.0, 4.6, 1.0]), 2, np.random.default_rng(7)),  # takes patience
        (3 * np.eye(3), 1, np.random.default_rng(8)),  # shows the start
    ]


def _power(
    start: Callable = lambda S, rng: rng.standard_normal(len(S)),
    deflate: Callable = lambda S, value, w: S - value * np.outer(w, w),
    value: Callable = lambda S, w: w @ S @ w,
):
    def answer(S, k, rng):
        values, W = np.zeros(k), np.zeros((k, len(S)))
        for j in range(k):
            w = start(S, rng)
            for _ in range(300):
                w = S @ w
                w = w / np.linalg.norm(w)
            values[j], W[j] = value(S, w), w
            S = deflate(S, w @ S @ w, w)
        return values, W

    return answer


def _verify(answer, S, k, rng) -> None:
    wanted = eigen(S)[0][:k]
    if isinstance(answer, (tuple, list)) and not all(map(_finite, answer)):
        raise Problem(
            "Your numbers ran away to infinity or NaN. Multiplied by S again and again a vector grows without end: give it length one after every step."
        )
    match(answer, (wanted, np.zeros((k, len(S)))), 1e100)  # type and shape
    values, W = (np.asarray(part, dtype=float) for part in answer)
    caught, largest = np.einsum("ia,ab,ib->i", W, S, W), wanted[0]
    rest = np.linalg.norm(W @ S - caught[:, None] * W, axis=1) / largest
    if np.abs(np.linalg.norm(W, axis=1) - 1).max() < CLOSE < rest.max():
        raise Problem(
            f"Row {rest.argmax()} of the directions is no eigenvector: S w and w point different ways. It may need more steps (some hundred), or the direction before it was not taken out of S as it should be."
        )
    check_orthonormal(W, CLOSE)
    off = np.abs(caught - wanted) > CLOSE * largest
    if off.any() and np.allclose(np.sort(caught), np.sort(wanted), rtol=CLOSE):
        raise Problem("The right directions, in the wrong order: the largest comes first.")
    if off.any():
        j = int(off.argmax())
        raise Problem(
            f"Row {j} of the directions is an eigenvector, but with the eigenvalue {caught[j]:.4g} where {wanted[j]:.4g} was expected. Is the start drawn anew, from `rng`? One that happens to be orthogonal to the right direction never finds it."
        )
    try:
        match(values, wanted, 1e-5)
    except Problem as problem:
        for wrong, words in (
            (wanted**2, "the length ‖S w‖ is λ already; do not square it"),
            (np.sqrt(wanted), "the variance w' S w is the eigenvalue itself; take no root"),
        ):
            if np.allclose(values, wrong, rtol=1e-5):
                raise Problem(
                    f"The directions are right, the eigenvalues are not: {words}."
                ) from None
        raise Problem(
            f"The directions are right, the eigenvalues are not: {problem} For a unit vector w the eigenvalue is `w @ S @ w`."
        ) from None


def _finite(part) -> bool:
    part = np.asarray(part)
    return part.dtype.kind != "f" or bool((np.abs(part.astype(float)) < 1e50).all())


def _across(value, S, k, rng):
    """Where all directions tie, the answer shows its start: ask for one that is orthogonal to it."""
    if len(S) != 3 or not np.array_equal(S, S[0, 0] * np.eye(3)):
        return None
    try:
        w = np.ravel(np.asarray(value[1], dtype=float))
        w = w / np.linalg.norm(w)
        if w.shape != (3,) or not np.isfinite(w).all():
            return None
    except Exception:  # whatever it is, it shows no start
        return None
    u = np.eye(3)[np.abs(w).argmin()] - w[np.abs(w).argmin()] * w
    u = u / np.linalg.norm(u)
    return np.eye(3) + 0.1 * np.outer(u, u), 1, np.random.default_rng(20)


CHECK = Check(
    answer=power_pca,
    section="The next ones",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=(
        (np.array([[17.0, 6], [6, 8]]), 1, np.random.default_rng(6)),
        (np.array([20.0]), np.array([[2, 1]]) / 5**0.5),
    ),
    inputs=_covariances,
    telling=3,
    tolerance=1e-7,
    verify=_verify,
    follow=_across,
    alike=up_to_sign,
    forbidden={
        getattr(module, name): RULED_OUT
        for module in (np.linalg, scipy.linalg)
        for name in ("eigh", "eig", "eigvalsh", "eigvals", "svd")
    },
    misconceptions=(
        Misconception(
            _power(deflate=lambda S, value, w: S),
            "The top direction wins every time, for it is still in `S`. (Taken out of the start vector alone, it comes back by round-off.) After each round `S = S - values[j] * np.outer(w, w)`.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - np.outer(w, w)),
            "You took out w w' without its eigenvalue, so λ − 1 is left over along w. Subtract λ w w'.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - value),
            "You subtracted the number λ from every entry. Take out a matrix, λ w w' (`np.outer`), so that only the direction w is touched.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S + value * np.outer(w, w)),
            "You added λ w w' instead of subtracting it, so the direction found becomes stronger and wins again.",
        ),
        Misconception(
            _power(start=lambda S, rng: np.ones(len(S))),
            "You start from all ones. If the top direction is orthogonal to that, as for `[[2, -1], [-1, 2]]`, it is never found: draw the start at random.",
        ),
        Misconception(
            _power(start=lambda S, rng: np.eye(len(S))[0]),
            "You start from the first axis, or from a row of S. If the top direction is orthogonal to that, it is never found: draw the start at random.",
        ),
        Misconception(
            _power(value=lambda S, w: (S @ w)[0] / w[0] if abs(w[0]) > 1e-9 else 0.0),
            "The directions are right. Dividing one entry of S w by that of w fails where the entry is 0; w' S w uses all of them and never divides by 0.",
        ),
        Misconception(
            _power(value=lambda S, w: np.linalg.norm(S @ w) ** 2),
            "The directions are right. ‖S w‖² is λ²; the eigenvalue is w' S w, or ‖S w‖ without the square.",
        ),
        Misconception(
            _power(value=lambda S, w: np.sqrt(w @ S @ w)),
            "The directions are right. You took the root, which is a standard deviation; the eigenvalue is the variance w' S w itself.",
        ),
        Misconception(
            _power(value=lambda S, w: w @ w),
            "The directions are right. w'w is 1, the squared length; the eigenvalue is w' S w.",
        ),
        Misconception(
            lambda S, k, rng: (_power()(S, k, rng)[0], _power()(S, k, rng)[1].T),
            "All right, but the directions stand in columns. Return them as rows, shape (k, d).",
        ),
        Misconception(
            lambda S, k, rng: _power()(S, k, rng)[::-1],
            "Right values, wrong order: first the eigenvalues, then the directions.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - value**2 * np.outer(w, w)),
            "You took out λ² w w', which is too much: λ − λ² is left over along w. Subtract λ w w', with the eigenvalue as it is.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - 2 * value * np.outer(w, w)),
            "You took λ w w' out twice, so −λ is left over along w, as strong as before. Subtract it once.",
        ),
    ),
    hints=(
        "Multiply a random vector by S again and again, and give it length one after each step; when it has settled, take its direction out of S and start anew.",
        "The eigenvalue of a unit vector w is `w @ S @ w`; deflated, S becomes `S - values[j] * np.outer(w, w)`. Some hundred steps for each direction.",
        "For each j: `w = rng.standard_normal(len(S))`; 300 times `w = S @ w` and `w = w / np.linalg.norm(w)`; then `values[j] = w @ S @ w`, `directions[j] = w` and `S = S - values[j] * np.outer(w, w)`.",
    ),
    praise="Multiplication and patience, nothing else. Where eigenvalues tie, chance picked your basis, and that is as good as any.",
)
