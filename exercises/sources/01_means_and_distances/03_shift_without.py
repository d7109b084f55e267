# %% [markdown]
# ## One shop closes
#
# A chain supplies its shops from a depot at their centre of mass. All that is on file is `K`, the inner products of the shops' places (for a map in kilometres; for images under any kernel it works alike). Shop `i` closes. Return how far the centre moves: the distance, **not** squared, between the centre of all $n$ and the centre of the $n-1$ others.
#
# Shops at kilometres 0, 2 and 7 of a road have `K = [[0, 0, 0], [0, 4, 14], [0, 14, 49]]`. If the last one closes (`i = 2`), the centre moves from 3 to 1, that is by 2.

# %%
import numpy as np


def shift_without(K, i):
    ### BEGIN SOLUTION
    squared = K[i, i] - 2 * K[i].mean() + K.mean()
    return np.sqrt(squared) / (len(K) - 1)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Write $\phi_{-i}$ for the centre of the others. Then $n\phi_S=\phi(x_i)+(n-1)\phi_{-i}$, and so $\phi_S-\phi_{-i}=\frac1{n-1}\bigl(\phi(x_i)-\phi_S\bigr)$: the centre moves straight away from the lost point, by its distance to the centre divided by $n-1$. No second matrix is needed. (Equally right: give point $i$ the weight $\frac1n$ and the others $\frac1n-\frac1{n-1}$, and take the length of that combination.)

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import gram_matrices, on_a_line


def _shops(rng: np.random.Generator) -> list[tuple]:
    first, second, third = (K for (K,) in gram_matrices(rng))
    places = rng.integers(-9, 10, (2, 2))
    places[1] = places[0] + [3, 4]  # two shops, five kilometres apart
    return [(first, 1), (second, 5), (third, 0), (places @ places.T, 1)]


def _combination(K, i):
    others = np.arange(len(K)) != i
    weights = 1 / len(K) - others / others.sum()
    return np.sqrt(weights @ K @ weights)


def _without(K, i):
    return np.delete(np.delete(K, i, axis=0), i, axis=1)


def _from_three(K, i, mixed):
    """The distance of the centres from three terms, the mixed one counted so many times."""
    terms = K.mean() - mixed * np.delete(K, i, axis=0).mean() + _without(K, i).mean()
    return np.sqrt(np.abs(terms))


def _to_all(K, i):
    """Squared distance of image i to the centre of all."""
    return K[i, i] - 2 * K[i].mean() + K.mean()


def _to_others(K, i):
    """Squared distance of image i to the centre of the others."""
    return K[i, i] - 2 * np.delete(K[i], i).mean() + _without(K, i).mean()


def _step(K, i):
    """Weights of the centre of all minus the centre of the others."""
    others = np.arange(len(K)) != i
    return 1 / len(K) - others / others.sum()


def _from_three_sum(K, i):
    return K.mean() + 2 * np.delete(K, i, axis=0).mean() + _without(K, i).mean()


CHECK = Check(
    answer=shift_without,
    section="The centre",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=((on_a_line([0, 2, 7]), 2), 2),
    twin=_combination,
    inputs=_shops,
    misconceptions=(
        Misconception(
            lambda K, i: np.sqrt(_to_all(K, i)) / len(K),
            "You divide the distance to the centre of all by n. Write n φ_S as the lost image plus n − 1 times the new centre, and solve: which number comes out?",
        ),
        Misconception(
            lambda K, i: np.sqrt(_to_others(K, i)) / (len(K) - 1),
            "You divide the distance to the centre of the others by n − 1. From there the old centre is 1/n of the way to image i: n and n − 1 are mixed up.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_to_all(K, i)),
            "That is how far image i lies from the centre. The centre itself moves by a small part of that, since image i was one of n.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_to_others(K, i)),
            "That is how far image i lies from the centre of the others. Asked is how far the two centres lie apart.",
        ),
        Misconception(
            lambda K, i: _to_all(K, i) / (len(K) - 1) ** 2,
            "That is the squared distance; the distance itself was asked for. Take the root.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_to_all(K, i) / (len(K) - 1)),
            "The number of points stands under the root: it divides the distance, not the squared distance.",
        ),
        Misconception(
            lambda K, i: np.abs(np.sqrt(K.mean()) - np.sqrt(_without(K, i).mean())),
            "You compare the lengths of the two centres. Two vectors of the same length may be far apart: you need the length of their difference.",
        ),
        Misconception(
            lambda K, i: np.abs(K.mean() - _without(K, i).mean()),
            "That is the difference of two squared norms. The distance of the centres is the norm of their difference; their inner product comes in too.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.abs(K.mean() - _without(K, i).mean())),
            "‖a‖² − ‖b‖² is not ‖a − b‖²: the inner product of the two centres is missing.",
        ),
        Misconception(
            lambda K, i: np.sqrt(K[i, i]) / len(K),
            "You set image i to zero and still divide by n. A closed shop does not move to the origin: the mean is now over n − 1 points.",
        ),
        Misconception(
            lambda K, i: _to_all(K, i) / (len(K) - 1),
            "The squared distance to the centre is divided by n − 1. Take its root first: the distance is divided.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.abs(K[i, i] - K[i].mean() + K.mean())) / (len(K) - 1),
            "In the squared distance to the centre the mixed term comes twice.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_without(K, i).mean()),
            "That is how far the new centre lies from the origin. Asked is its distance from the old one.",
        ),
        Misconception(
            lambda K, i: np.sqrt(K[i, i]) / (len(K) - 1),
            "You measure image i from the origin. What moves the centre is how far image i lies from the centre.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_to_all(K, i) / len(K)),
            "The number of points stands under the root, and it is n − 1 that divides the distance, not n.",
        ),
        Misconception(
            lambda K, i: _from_three(K, i, 0),
            "You added the squared norms of the two centres. The distance is the norm of their difference: minus twice their inner product comes in.",
        ),
        Misconception(
            lambda K, i: _from_three(K, i, 1),
            "The inner product of the two centres comes twice when the square is multiplied out.",
        ),
        Misconception(
            lambda K, i: _combination(K, len(K) - 1),
            "You let the last shop close, whichever `i` is. The example closes the last one; `i` may be any.",
        ),
        Misconception(
            lambda K, i: np.abs(
                np.sqrt(np.diag(K)).mean() - np.sqrt(np.delete(np.diag(K), i)).mean()
            ),
            "You averaged lengths, as if all places lay on one ray from the origin. The centre is a mean of vectors: only inner products, entries of K off the diagonal too, tell how far two of them lie apart.",
        ),
        Misconception(
            lambda K, i: np.linalg.norm(K.mean(axis=0) - np.delete(K, i, axis=0).mean(axis=0)),
            "You took the rows of K for the places. They are inner products: the squared length of a combination of images is `a @ K @ a`, for the weights `a` of the combination.",
        ),
        Misconception(
            lambda K, i: np.sqrt(_without(K, i).mean()) - np.sqrt(K.mean()),
            "You subtract the length of the old centre from that of the new one. Two vectors of the same length may be far apart: you need the length of their difference.",
        ),
        Misconception(
            lambda K, i: np.sqrt(K.mean()) - np.sqrt(_without(K, i).mean()),
            "You subtract the length of the new centre from that of the old one. Two vectors of the same length may be far apart: you need the length of their difference.",
        ),
        Misconception(
            lambda K, i: _combination(K, 0),
            "You let the first shop close, whichever `i` is.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.abs(K[i, i] - 2 * K[i].sum() + K.mean())) / (len(K) - 1),
            "In the squared distance to the centre the mixed term is a sum; the centre is a mean, so take `K[i].mean()`.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.abs(K[i, i] - 2 * K[i].mean() + K.sum())) / (len(K) - 1),
            "In the squared distance to the centre the last term is a sum; the squared norm of the centre is the average entry, `K.mean()`.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.abs(_from_three_sum(K, i))),
            "You took the length of the sum of the two centres. How far they lie apart is the length of their difference: the mixed term has a minus.",
        ),
        Misconception(
            lambda K, i: np.linalg.norm(_step(K, i)),
            "You took the length of the list of weights. They belong to images, and those have inner products: the squared length is `a @ K @ a`, for the weights `a`.",
        ),
        Misconception(
            lambda K, i: np.sqrt(np.maximum(K.mean() / (len(K) - 1) ** 2, 0)),
            "The mean over the others still has image i in it: you divide by n − 1, but the sum runs over all n. Give image i the weight 0.",
        ),
        Misconception(
            lambda K, i: len(K) * np.sqrt(_to_all(K, i)),
            "You multiply by n. One image of n moves the centre by a small part of its own distance: divide, and by which number?",
        ),
    ),
    hints=(
        "Call the new centre c. Then n φ_S = φ(x_i) + (n − 1) c. What is φ_S − c?",
        "Solved, φ_S − c is φ(x_i) − φ_S, divided by n − 1. So you need one distance to the centre.",
        "Divide `np.sqrt(K[i, i] - 2 * K[i].mean() + K.mean())` by `len(K) - 1`.",
    ),
    praise="One point of n moves the mean by its distance over n − 1: far-out points pull hard, and many points hold it firm.",
)
