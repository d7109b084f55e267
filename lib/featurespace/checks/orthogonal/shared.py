"""Built from exercises/sources/02_gram_schmidt_and_cholesky/shared.py by `make notebooks`: do not edit."""

"""What several checks of the chapter use: data, mistakes, and the scoreboard of the last exercise."""

from collections.abc import Callable

import numpy as np

from featurespace import orthogonal
from featurespace.checks.compare import Problem, kind
from featurespace.checks.run import Unfinished, run
from featurespace.kernels import Gaussian, Linear, Polynomial

# A table that can be done by hand: TABLE = FACTOR' FACTOR, and point 3 adds nothing
TABLE = np.array([[9, 3, 6, 6], [3, 5, 4, 4], [6, 4, 6, 5], [6, 4, 5, 5]])
FACTOR = np.array([[3, 1, 2, 2], [0, 2, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0]])
PICKS = 5


def kernel_matrices(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices of full rank, of three kinds and sizes."""
    return [
        (kernel(rng.normal(1, 1, (n, d))),)
        for n, d, kernel in ((3, 5, Linear()), (6, 3, Polynomial(2)), (5, 2, Gaussian()))
    ]


def unit_rows(X: np.ndarray) -> np.ndarray:
    """The same directions, each of length one."""
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def _cloud(rng: np.random.Generator) -> np.ndarray:
    return rng.normal(size=(150, 2))


def _clumps(rng: np.random.Generator) -> np.ndarray:
    clumps = (((0, 0), 60), ((3, 0), 25), ((0, 3), 20), ((3, 3), 15), ((-3, 1), 10))
    return rng.permutation(np.concatenate([rng.normal(c, 0.15, (m, 2)) for c, m in clumps]))


def _ring(rng: np.random.Generator) -> np.ndarray:
    t = rng.permutation(np.linspace(0, 2 * np.pi, 100, endpoint=False))
    return 2 * np.column_stack([np.cos(t), np.sin(t)]) + rng.normal(0, 0.1, (100, 2))


WORLDS = {150: ("round cloud", _cloud), 130: ("five clumps", _clumps), 100: ("ring", _ring)}


def worlds(rng: np.random.Generator) -> list[tuple]:
    """Kernel matrices in which five points are to be picked."""
    return [(Gaussian()(draw(rng)),) for _, draw in WORLDS.values()]


def left_over(K: np.ndarray, pivots: np.ndarray) -> float:
    """What the picked points leave of the trace, in per cent."""
    rows = K[pivots]
    explained = np.sum(rows * (np.linalg.pinv(rows[:, pivots], 1e-12, hermitian=True) @ rows))
    return 100 * (1 - explained / K.trace())


def by_greed(K: np.ndarray) -> np.ndarray:
    """The points that pivoted Cholesky picks."""
    return orthogonal.incomplete_cholesky(K, max_rank=PICKS).pivots


def floor_of(K: np.ndarray) -> float:
    """What the best subspace of the same dimension leaves: the smallest eigenvalues."""
    return 100 * np.linalg.eigvalsh(K)[:-PICKS].sum() / K.trace()


def five(value: object, n: int) -> np.ndarray:
    """Five different row numbers below n, or a Problem."""
    got = np.ravel(list(value) if isinstance(value, (tuple, set, range)) else value)
    if got.dtype.kind == "b":
        raise Problem(
            "That is a mask of trues and falses; `np.flatnonzero` makes row numbers of it."
        )
    if got.size and got.dtype.kind not in "iuf":
        raise Problem(f"Points are row numbers of K, whole numbers; got {kind(value)}.")
    if len(got) != PICKS:
        raise Problem(f"Pick {PICKS} points; your function returned {len(got)}.")
    if not np.isin(got, np.arange(n)).all():
        raise Problem(f"Points are row numbers of K, whole numbers from 0 to {n - 1}.")
    pivots = got.astype(int)
    for i in pivots:
        if np.sum(pivots == i) > 1:
            raise Problem(f"Point {i} was picked twice. The second time it explains nothing new.")
    return pivots


def scoreboard(choose: Callable) -> str:
    """What your five points leave of each trace, beside greedy and the floor, on fresh data."""
    if not callable(choose):
        return "No score yet: pass the function itself, without calling it."
    lines = [f"{'% of the trace left':22}{'greedy':>8}{'yours':>8}{'floor':>8}{'gap closed':>12}"]
    shares = []
    for (K,) in worlds(np.random.default_rng(2025)):
        try:
            yours = left_over(K, five(run(choose, (K,)), len(K)))
        except Unfinished:
            return "No score yet: the stub is still in place."
        except Problem as problem:
            return f"No score yet. {problem}"
        greedy, floor = left_over(K, by_greed(K)), floor_of(K)
        shares.append((greedy - yours) / (greedy - floor))
        name = WORLDS[len(K)][0]
        lines.append(f"{name:22}{greedy:8.1f}{yours:8.1f}{floor:8.1f}{shares[-1]:12.0%}")
    lines.append(f"Your score: {100 * np.mean(shares):.0f}, where greedy has 0 and the floor 100.")
    return "\n".join(lines)
