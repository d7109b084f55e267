# %% [markdown]
# ## The length of the centre
#
# `chosen` (n,) holds `True` or `False` for each of the $n$ points, `True` at least once. Return the **squared** norm of the centre of mass of the chosen images, from `K`.
#
# For the points (1, 0), (0, 1), (1, 1) and the linear kernel it is 8/9 if all are chosen, and 1/2 if the first two are.

# %%
import numpy as np


def squared_centre_norm(K, chosen):
    ### BEGIN SOLUTION
    return np.mean(K[np.ix_(chosen, chosen)])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Both sides of the inner product of the centre with itself are averages over the chosen images, so the product is an average over all pairs of them: a block of $K$. `np.ix_` takes the block; `K[chosen, chosen]` would take its diagonal only.

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import TOY, gram_matrices


def _chosen(rng: np.random.Generator) -> list[tuple]:
    cases = [(TOY, np.full(3, True))]
    for (K,), count in zip(gram_matrices(rng), (3, 2, 4), strict=True):
        cases.append((K, rng.permutation(len(K)) < count))
    (K,) = gram_matrices(rng)[1]
    return [*cases, (K, np.arange(6) == 4)]


def _weighted(K, chosen):
    weights = chosen / chosen.sum()
    return weights @ K @ weights


def _block(K, chosen):
    return K[chosen][:, chosen]


def _pairs(K, chosen):
    block = _block(K, chosen)
    return (block.sum() - np.trace(block)) / (len(block) * (len(block) - 1))


def _shown_block(seen, K, chosen):
    """The block of K, if it is small."""
    block = _block(K, chosen)
    if len(block) > 3:
        return ""
    listed = np.round(block, 3).tolist()
    return f"the chosen images have the inner products {listed} with each other. The centre's with itself is their mean, and yours came out as {float(seen):.4g}."


CHECK = Check(
    answer=squared_centre_norm,
    section="The centre",
    difficulty=1,
    minutes=5,
    kind="practice",
    example=((TOY, np.array([True, True, False])), 1 / 2),
    twin=_weighted,
    inputs=_chosen,
    advice={"boolean index did not match": "Rows first, then columns: `K[chosen][:, chosen]`."},
    explain=_shown_block,
    misconceptions=(
        Misconception(
            lambda K, chosen: K.mean(),
            "That is the centre of all images. Only the chosen ones make this centre: take their rows and their columns.",
        ),
        Misconception(
            lambda K, chosen: K[chosen].mean(),
            "You restricted one side only: that is the inner product of their centre with the centre of all. Take the rows and the columns of the chosen images.",
        ),
        Misconception(
            lambda K, chosen: np.diag(K)[chosen].mean(),
            "That is the average squared length of the chosen images. The centre is an average over all pairs of them: `K[np.ix_(chosen, chosen)]` is that block, `K[chosen, chosen]` only its diagonal.",
        ),
        Misconception(
            lambda K, chosen: np.sqrt(_block(K, chosen).mean()),
            "That is the norm; its square was asked for. Leave the root out.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen).sum() / chosen.sum(),
            "You divided once by the number of chosen points. Both factors of the inner product are averages, so it comes in twice.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen).sum(),
            "You added the entries but did not divide: the centre is a mean, not a sum.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen).sum() / len(K) ** 2,
            "You divide by the number of all points. The centre is a mean over the chosen ones: `chosen.sum()` of them.",
        ),
        Misconception(
            _pairs,
            "You left out the pairs of an image with itself. The double sum runs over all pairs, those with i = j among them.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen).mean() ** 2,
            "You squared once too often: the average of the block is the squared norm already.",
        ),
        Misconception(
            lambda K, chosen: np.linalg.norm(_block(K, chosen)),
            "`np.linalg.norm` of a block is the root of its squared entries. The entries are inner products: no need to square them, average them.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen).sum() / (chosen.sum() * len(K)),
            "You divide once by the number of chosen points and once by that of all. The chosen ones stand on both sides.",
        ),
        Misconception(
            lambda K, chosen: np.trace(_block(K, chosen)),
            "That is the sum of the squared lengths. The centre is an average over all pairs of chosen images, not only of each with itself.",
        ),
        Misconception(
            lambda K, chosen: np.diag(K)[chosen].mean() - _block(K, chosen).mean(),
            "That is the spread of the chosen images about their centre. Asked is how far the centre lies from the origin: the second of your two terms alone.",
        ),
        Misconception(
            lambda K, chosen: np.sqrt(np.diag(K)[chosen]).mean() ** 2,
            "You averaged lengths. The centre is an average of vectors, which may point in different ways: its squared norm is an average over all pairs of them, a block of K.",
        ),
        Misconception(
            lambda K, chosen: _pairs(K, chosen) if chosen.sum() > 1 else 0.0,
            "You left out the pairs of an image with itself. The double sum runs over all pairs, those with i = j too; a single chosen image is its own centre.",
        ),
        Misconception(
            lambda K, chosen: _block(K, ~chosen).mean(),
            "That is the centre of the images that were not chosen. Take those for which `chosen` is `True`.",
        ),
        Misconception(
            lambda K, chosen: _block(K, chosen.astype(int)).mean(),
            "You used `chosen` as whole numbers, and as positions these mean the points 0 and 1, over and over. A mask of `True` and `False` selects, or `np.flatnonzero(chosen)`.",
        ),
        Misconception(
            lambda K, chosen: K[: chosen.sum(), : chosen.sum()].mean(),
            "You took as many points as are chosen, but the first ones. `chosen` says which: `K[np.ix_(chosen, chosen)]`.",
        ),
        Misconception(
            lambda K, chosen: (K * chosen).mean(),
            "You set the columns of the others to zero, but not their rows, and still divide by all n². Cut out the block instead: rows and columns, `K[np.ix_(chosen, chosen)]`.",
        ),
        Misconception(
            lambda K, chosen: (_block(K, chosen) ** 2).sum(),
            "You added up squared kernel values. The inner products themselves are added, and divided: the centre is a mean.",
        ),
        Misconception(
            lambda K, chosen: (_block(K, chosen) ** 2).mean(),
            "You averaged squared kernel values. The inner products themselves are averaged: their mean is the squared norm already.",
        ),
        Misconception(
            lambda K, chosen: (K[:, chosen].mean(axis=1) ** 2).sum(),
            "You took the columns of K for the images and worked out the length of their mean. They hold inner products: those of the centre with itself are a double sum over K.",
        ),
    ),
    hints=(
        "Put the centre, a mean of the chosen images, into the inner product with itself and count the terms.",
        "The double sum runs over all pairs of chosen points: a block of K, rows and columns.",
        "It is the average of the block `K[np.ix_(chosen, chosen)]`.",
    ),
    praise="The average of such a block is a squared length, so it can never be negative.",
)
