# %% [markdown]
# ## Repair it
#
# Say it rightly, and use it. Given a table `D2` of squared distances, return the **smallest number of dimensions** in which there are $n$ points with exactly these distances, up to round-off; and −1 if there are no such points in any number of dimensions. All points in one place need 0 dimensions. A triangle with sides 3, 4 and 5, `D2 = [[0, 9, 25], [9, 0, 16], [25, 16, 0]]`, needs 2; one with sides 1, 1 and 3 does not close: −1. Beware: tables come in all units, from millionths to millions, and a sheet may be thin or a table only slightly wrong: take for round-off only what is as small as round-off, a millionth of the largest eigenvalue at most.

# %%
import numpy as np

from featurespace import embedding
from featurespace.means import centre


def dimension(D2):
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(centre(-0.5 * D2))
    noise = 1e-9 * np.abs(values).max()
    if values.min() < -noise:
        return -1
    return np.sum(values > noise)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Schoenberg's theorem: such points exist exactly if $G=-\frac12C\Delta C$ has no negative eigenvalue, and the rank of $G$ is the dimension. The triangle inequality is necessary but not enough. A hub with three leaves, path lengths 1 and 2, satisfies it everywhere. But leaves A and B, two apart, need the hub exactly midway between them; so do A and C; and then B and C must coincide:

# %% tags=["solution"]
star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])
print(np.linalg.eigvalsh(embedding.gram_from_distances(star)).round(3) + 0.0, dimension(star**2))

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.embedding.shared import cycle, squared, uneven


def _judged_tables(rng: np.random.Generator) -> list[tuple]:
    plane = uneven(rng, 7, 2) @ np.linalg.qr(rng.normal(size=(4, 4)))[0][:2]
    triangle = np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])  # 1 + 1 < 3
    star = np.where(np.eye(4) > 0, 0.0, np.where(np.add.outer(*2 * [np.arange(4) == 0]), 1.0, 4.0))
    sheet = uneven(rng, 6, 3)
    sheet[:, 2] *= 0.05  # thin, but not flat
    bent = squared(uneven(rng, 7, 3))
    bent[0, 1] = bent[1, 0] = bent[0, 1] * 1.003  # nearly Euclidean
    foil, dented = (_from_eigenvalues(rng, 6, [9, 4, last]) for last in (5e-5, -5e-5))
    return [
        (squared(plane),),
        (squared(sheet),),
        (bent,),
        (foil,),
        (dented,),
        (star,),
        (cycle(5),),
        (triangle,),
        (1e-12 * squared(uneven(rng, 5, 4)),),
        (squared(1e5 * uneven(rng, 6, 1)),),
        (np.zeros((3, 3)),),
        (np.array([[0, 4], [4, 0]]),),
    ]


def _from_eigenvalues(rng: np.random.Generator, n: int, values: list) -> np.ndarray:
    """A table for which −½CΔC has these eigenvalues, and zeros."""
    V = np.linalg.qr(np.column_stack([np.ones(n), uneven(rng, n, len(values))]))[0][:, 1:]
    G = (V * values) @ V.T
    D2 = np.add.outer(np.diag(G), np.diag(G)) - (G + G.T)
    return D2 - np.diag(np.diag(D2))


def _count(verdict, matrix=lambda D2: centre(-D2 / 2)):
    """An answer: a verdict on the eigenvalues, with noise set to zero."""

    def dimension(D2):
        A = matrix(D2)
        values = np.linalg.eigvalsh(A)
        values[np.abs(values) < 1e-9 * np.abs(values).max()] = 0
        return verdict(values)

    return dimension


def _schoenberg(values):
    return -1 if values.min() < 0 else int((values > 0).sum())


def _triangles_hold(D2) -> bool:
    D = np.sqrt(D2)
    return bool((D[:, None] <= (D[:, :, None] + D[None]).min(axis=1)[:, None] + 1e-9).all())


def _tolerant(noise):
    def dimension(D2):
        values = np.linalg.eigvalsh(centre(-D2 / 2))
        small = noise(values)
        return -1 if values.min() < -small else int((values > small).sum())

    return dimension


def _explain(value, D2):
    right = dimension(D2)
    values = np.linalg.eigvalsh(centre(-0.5 * D2))[::-1]
    listed = [f"{v + 0.0:.2g}".replace("-", "−") for v in values]
    said = f"{value:g}".replace("-", "−")
    if not values.any():
        return f"all points in one place need 0 dimensions; you say {said}. No eigenvalue is then greater than zero, and none is smaller."
    small, large = listed[-1], listed[0]
    if right < 0:
        return f"−½CΔC has the eigenvalue {small}, where the largest is {large}: far more than round-off, so no points have these distances. Asked is −1; you say {said}."
    if value < 0:
        return f"you say −1, but the smallest eigenvalue of −½CΔC is {small}, where the largest is {large}: that is round-off, and no negative eigenvalue."
    return f"−½CΔC has the eigenvalues {', '.join(listed)}. Count those above zero and clear of round-off, a millionth of the largest at most: {right}. You say {said}."


CHECK = Check(
    answer=dimension,
    section="Find the slip",
    difficulty=3,
    minutes=15,
    kind="slip",
    example=((np.array([[0, 9, 25], [9, 0, 16], [25, 16, 0]]),), 2),
    twin=_count(_schoenberg),
    explain=_explain,
    advice={
        "ValueError": "If you raise it yourself where no points have these distances: asked is to return −1 there."
    },
    inputs=_judged_tables,
    misconceptions=(
        Misconception(
            _count(lambda values: int((values > 0).sum())),
            "You count positive eigenvalues of G but overlook negative ones. A single negative one (beyond round-off) means: no points anywhere have these distances.",
        ),
        Misconception(
            _count(lambda values: int((values != 0).sum())),
            "That is the rank of G: it counts negative eigenvalues as if they were dimensions. A negative one means that no map exists: return −1.",
        ),
        Misconception(
            _count(_schoenberg, lambda D2: np.asarray(D2)),
            "You say −1 for every table that is not zero. Either you asked the wrong matrix (Δ itself, as printed, or one with a wrong sign; it must be −½CΔC), or you took round-off, a little below zero, for a negative eigenvalue.",
        ),
        Misconception(
            _count(lambda values: int((values != 0).sum()), lambda D2: np.asarray(D2)),
            "That is the rank of Δ. For points in general position in d dimensions it is d + 2, and it does not tell whether such points exist. Look at the eigenvalues of −½CΔC.",
        ),
        Misconception(
            _count(lambda values: int((values > 0).sum()), lambda D2: np.asarray(D2)),
            "You count positive eigenvalues of Δ; of Euclidean points there is always exactly one. The dimension is in −½CΔC.",
        ),
        Misconception(
            lambda D2: (
                _count(lambda values: int((values > 0).sum()))(D2) if _triangles_hold(D2) else -1
            ),
            "The triangle inequality is not enough: on a star or a ring every triangle closes, yet no points in any space have these distances. Look for negative eigenvalues of G.",
        ),
        Misconception(
            _count(_schoenberg, lambda D2: centre(-np.sqrt(D2) / 2)),
            "You took roots first. Schoenberg's condition is about squared distances, and D2 holds them already.",
        ),
        Misconception(
            _tolerant(lambda values: 1e-8),
            "Right idea, but zero is relative: here one table is in millionths and one in hundreds of thousands. Compare eigenvalues with the largest one, not with a fixed number.",
        ),
        Misconception(
            _tolerant(lambda values: 1e-2 * np.abs(values).max()),
            "You take too much for round-off: here one sheet is thin without being flat, and one table is wrong by a few in a thousand. Round-off is many times smaller than a millionth of the largest eigenvalue.",
        ),
        Misconception(
            lambda D2: int(np.linalg.matrix_rank(D2)) - 2,
            "That is the rank of Δ minus 2: the dimension only for points in general position, and no test whether such points exist. Look at the eigenvalues of −½CΔC.",
        ),
        Misconception(
            _count(_schoenberg, lambda D2: centre(-(D2**2) / 2)),
            "You squared what is squared already: D2 holds squared distances.",
        ),
        Misconception(
            _count(lambda values: 0 if values.min() < 0 else int((values > 0).sum())),
            "Where no points have these distances you say 0, which means: all in one place. Asked is −1.",
        ),
        Misconception(
            _count(lambda values: -1 if values.min() < 0 else len(values)),
            "You count eigenvalues that are zero along with the positive ones. Only a positive one, clear of round-off, needs a dimension.",
        ),
        Misconception(
            lambda D2: len(D2) - 1,
            "A table of n points fits into n − 1 dimensions if it fits at all, but fewer may do, and some tables fit nowhere. Look at the eigenvalues of −½CΔC.",
        ),
    ),
    hints=(
        "Which matrix made from Δ would be a Gram matrix if the points existed, and what would its eigenvalues tell?",
        "Eigenvalues of G = −½CΔC: one clearly below zero means that no points exist; otherwise count those clearly above zero. Clearly means against round-off, relative to the largest.",
        "`values = np.linalg.eigvalsh(centre(-0.5 * D2))` and `noise = 1e-9 * np.abs(values).max()`; then −1 if `values.min() < -noise`, else `np.sum(values > noise)`.",
    ),
    praise="Schoenberg's theorem: a table is a map exactly if −½CΔC has no negative eigenvalue, and its rank is the dimension.",
)
