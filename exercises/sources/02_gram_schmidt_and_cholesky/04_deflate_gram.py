# %% [markdown]
# ## Take out what you cannot see
#
# A music service compares its $n$ songs by a kernel and stores the table `K` only. Loudness and tempo are directions in that feature space, too, and they drown all else; each is known by its dual weights on the songs, one column of `A` (n, k) for each of $k$ such nuisances. Every song is to lose what it has along **all** of these directions; they are independent, but neither of length one nor at right angles to each other. Return the kernel matrix of what is left.
#
# Four songs with
#
# $$K=\begin{pmatrix}9&3&6&6\\3&5&4&4\\6&4&6&5\\6&4&5&5\end{pmatrix}$$
#
# and the first two of them as directions (the columns of `A` are (1, 0, 0, 0) and (0, 1, 0, 0)): all that is left is a 1 in place `[2, 2]`.

# %%
import numpy as np


def deflate_gram(K, A):
    ### BEGIN SOLUTION
    inner = K @ A  # (n, k): inner products of the songs with the directions
    return K - inner @ np.linalg.solve(A.T @ inner, inner.T)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With one direction, $K-K\alpha\alpha^\top K/\alpha^\top K\alpha$: the squared length of $w$ stands below. With several, the table of *their* inner products, $A^\top KA$, takes its place, and dividing becomes solving. Only if the directions are orthonormal is that table the identity. Another way round is Gram–Schmidt in disguise: take out the first, then what is left of the second. The weights stay the same, for in the deflated table they belong to deflated songs:

# %% tags=["solution"]
X = np.random.default_rng(0).normal(size=(6, 4))
K, A = X @ X.T, np.random.default_rng(1).normal(size=(6, 2))
left = K
for alpha in A.T:
    s = left @ alpha / np.sqrt(alpha @ left @ alpha)
    left = left - np.outer(s, s)
assert np.allclose(left, deflate_gram(K, A))

# %% tags=["check"]
from collections.abc import Callable

from featurespace import orthogonal
from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import TABLE
from featurespace.kernels import Gaussian, Linear, Polynomial


def _nuisances(rng: np.random.Generator) -> list[tuple]:
    return [
        (kernel(rng.normal(1, 1, (n, d))), rng.normal(size=(n, k)))
        for n, d, k, kernel in (
            (5, 4, 2, Linear()),
            (8, 3, 3, Polynomial(2)),
            (6, 2, 2, Gaussian()),
            (2, 3, 1, Gaussian()),
        )
    ]


def _in_turn(K, A):
    for alpha in A.T:
        K = orthogonal.deflate_gram(K, alpha)
    return K


def _part(K, A):
    return K - _in_turn(K, A)


def _divided(by: Callable):
    """What is taken away, with another table in place of A'KA."""
    return lambda K, A: K - K @ A @ np.linalg.solve(by(K, A), A.T @ K)


def _each_from_all(K, A):
    return K - sum(K - orthogonal.deflate_gram(K, alpha) for alpha in A.T)


def _from_both(K, A):
    left = K
    for a in A.T:
        left = left - np.outer(left @ a, K @ a) / (a @ K @ a)
    return left


def _one_length(K, A):
    left = K
    for a in A.T:
        left = left - np.outer(left @ a, left @ a) / (a @ K @ a)
    return left


def _centred(K):
    J = np.eye(len(K)) - 1 / len(K)
    return J @ K @ J


def _by_root(K, A):
    for a in A.T:
        K = K - np.outer(K @ a, K @ a) / np.sqrt(a @ K @ a)
    return K


def _rejected(A):
    return np.eye(len(A)) - A @ np.linalg.pinv(A)


def _looked_into(seen, K, A):
    """Whether the directions are gone."""
    if np.abs(seen @ A).max() > 1e-6 * np.abs(K @ A).max():
        return "what is left of the songs still has a component along the directions: for your result `L` the test `L @ A` should be zero."
    return "nothing is left along the directions, as it should be, but what is orthogonal to them has changed too: only the part along them goes."


CHECK = Check(
    answer=deflate_gram,
    section="Take a direction away",
    difficulty=3,
    minutes=15,
    kind="transfer",
    inputs=_nuisances,
    example=((TABLE, np.eye(4, 2, dtype=int)), np.diag([0, 0, 1, 0])),
    twin=_in_turn,
    terms=lambda K, A: {"K": K, "the part along the directions": -_part(K, A)},
    explain=_looked_into,
    misconceptions=(
        Misconception(
            _each_from_all,
            "You took each direction out of the whole K on its own. They are not at right angles, so what two of them share goes twice. Take out the first, then what is left of the second.",
        ),
        Misconception(
            lambda K, A: _each_from_all(K, np.linalg.qr(A)[0]),
            "You made the columns of A orthonormal as lists of numbers. The directions are w = Σ αᵢ φ(xᵢ), and their inner products are A'KA, not A'A.",
        ),
        Misconception(
            _divided(lambda K, A: np.eye(A.shape[1])),
            "KA A'K would be right for orthonormal directions. These are not: their own inner products A'KA have to come in, as ‖w‖² does for one direction.",
        ),
        Misconception(
            _divided(lambda K, A: A.T @ A),
            "You used A'A, or made the columns of A orthonormal as lists of numbers. The inner products of the directions w = Σ αᵢ φ(xᵢ) are A'KA.",
        ),
        Misconception(
            _divided(lambda K, A: np.diag(np.linalg.norm(A.T @ K @ A, axis=0))),
            "You divided by the lengths of the columns of A'KA. Directions at an angle need more than numbers: solve with the whole table A'KA.",
        ),
        Misconception(
            lambda K, A: K - K @ A @ (A.T @ K) / np.trace(A.T @ K @ A),
            "One number for all, the trace of A'KA, cannot mend directions of different lengths and angles: solve with the whole table A'KA.",
        ),
        Misconception(
            lambda K, A: orthogonal.deflate_gram(K, A[:, 0]),
            "You took out the first direction only; all k of them have to go.",
        ),
        Misconception(
            lambda K, A: orthogonal.deflate_gram(K, A[:, -1]),
            "Only the last direction is gone: does each turn of your loop start from the K as it came? Go on from what is left.",
        ),
        Misconception(
            lambda K, A: orthogonal.deflate_gram(K, A.sum(axis=1)),
            "You added the directions up and took out their sum, one direction. All k of them have to go.",
        ),
        Misconception(
            _part,
            "That is the part that goes: the inner products of the components along the directions. Subtract it from K.",
        ),
        Misconception(
            lambda K, A: _rejected(A) @ K @ _rejected(A),
            "You removed the columns of A as if K were a table of coordinates. The directions are w = Σ αᵢ φ(xᵢ), and song i meets them with row i of KA.",
        ),
        Misconception(
            lambda K, A: K @ _rejected(A),
            "K is no data matrix: removing A from its rows removes nothing from the songs, and the result is not even symmetric. Start from the inner products KA.",
        ),
        Misconception(
            lambda K, A: K + _part(K, A),
            "The sign is wrong: songs get shorter when something is taken away, so the diagonal must shrink.",
        ),
        Misconception(
            lambda K, A: K - 2 * _part(K, A),
            "You subtracted twice: once for either song of a pair. The two leftovers have one term more, with a plus, and together it is once.",
        ),
        Misconception(
            lambda K, A: K - K @ A @ np.linalg.solve(A.T @ K @ A, A.T),
            "One factor is KA, the other only A'. Both songs of a pair lose something, so both factors hold inner products: KA and A'K.",
        ),
        Misconception(
            _divided(lambda K, A: np.linalg.inv(A.T @ K @ A)),
            "You multiplied by A'KA. As ‖w‖² for one direction it stands below: solve with it.",
        ),
        Misconception(
            _divided(lambda K, A: np.diag(np.sum(A**2, axis=0))),
            "You gave the columns of A length one. The directions are w = Σ αᵢ φ(xᵢ): their lengths and angles are in A'KA.",
        ),
        Misconception(
            lambda K, A: K - A @ A.T,
            "AA' holds products of weights. The inner products of the songs with the directions are KA, and those of the directions with each other A'KA.",
        ),
        Misconception(
            lambda K, A: K - A @ np.linalg.solve(A.T @ K @ A, A.T @ K),
            "One factor is A'K, the other only A. Both songs of a pair lose something, so both factors hold inner products: KA and A'K.",
        ),
        Misconception(
            _from_both,
            "In each turn one factor comes from what is left and the other from the K as it came. Once a direction is gone, all three, both factors and the squared length below, are made from what is left.",
        ),
        Misconception(
            _one_length,
            "The factors come from what is left, but the squared length below from the K as it came. The second direction has lost something to the first, so its length is made from what is left too.",
        ),
        Misconception(
            lambda K, A: _centred(_in_turn(K, A)),
            "Right, but then you centred the table. Nothing said that the mean has to go: return the table as it is after deflation.",
        ),
        Misconception(
            lambda K, A: _in_turn(_centred(K), A),
            "You centred K first. Nothing said that the mean has to go: take K as it is.",
        ),
        Misconception(
            _by_root,
            "You divided by the length of the direction, once. Both factors have to lose it: below stands its square, α'Kα, without a root.",
        ),
        Misconception(
            lambda K, A: np.diag(np.diag(_in_turn(K, A))),
            "The diagonal is right, and you set all else to zero. What is left of two songs still has an inner product: return the whole table.",
        ),
        Misconception(
            lambda K, A: np.eye(len(K)) - A @ np.linalg.solve(A.T @ K @ A, A.T @ K),
            "That matrix tells of which songs the leftovers are made, column by column. Their inner products are asked for: K times that matrix.",
        ),
    ),
    hints=(
        "With one direction you know the formula. With several at an angle: which table of inner products takes the place of ‖w‖²? Or take them out one after another; what of the second is left then?",
        "The songs have the inner products KA with the directions, the directions have A'KA with each other. Or: deflate K by the first column, then the deflated K by the second column.",
        "`K - K @ A @ np.linalg.solve(A.T @ K @ A, A.T @ K)`; or in a loop over `A.T`: `s = K @ a / np.sqrt(a @ K @ a)`, then `K = K - np.outer(s, s)`.",
    ),
    praise="Whole subspaces can be taken out of a space that you cannot enter: K alone knew how.",
)
