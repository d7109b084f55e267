# %% [markdown]
# ## The wrong entry
#
# A surveyor measured the distances between all pairs of $n\ge5$ pegs on a flat field, in metres, exactly. When the table `D` (n, n) was typed, **one** distance came out wrong (in both places, so the table is still symmetric). The triangle inequality will not help: it still holds for every three pegs. Return the numbers of the two pegs concerned, the smaller one first; counting starts at 0. An example: pegs 0 to 3 are the corners of a block, 8 by 6, its diagonals 10, and peg 4 stands in its middle, 5 from each corner. With 7 in place of 8 between pegs 0 and 1 the answer is `[0, 1]`.

# %%
import numpy as np

from featurespace import embedding
from featurespace.means import centre


def culprit(D):
    ### BEGIN SOLUTION
    misfit = []
    for peg in range(len(D)):
        others = np.delete(np.arange(len(D)), peg)
        values = np.linalg.eigvalsh(centre(-0.5 * D[np.ix_(others, others)] ** 2))
        misfit.append(np.abs(values[:-2]).sum())  # what does not fit into two dimensions
    return np.sort(np.argsort(misfit)[:2])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Leave out a peg. If it is one of the two, the wrong entry goes with it: the rest is an exact table of flat ground, and $-\frac12C\Delta C$ has two positive eigenvalues and otherwise zeros. If it is any other peg, the wrong entry stays, and some further eigenvalue is not zero. It need not be negative: four pegs may, with one wrong distance, fold up into space. (In the road table of section 2 no entry is exact. There the largest miss was a good guess; here it is not.) The block with its wrong side:

# %% tags=["solution"]
block = np.array([[0, 7, 10, 6, 5], [7, 0, 6, 10, 5], [10, 6, 0, 8, 5], [6, 10, 8, 0, 5], [5] * 5])
block[4, 4] = 0
for peg in range(5):
    others = np.delete(np.arange(5), peg)
    values = np.linalg.eigvalsh(embedding.gram_from_distances(block[np.ix_(others, others)]))
    print(f"without peg {peg}:", values[::-1].round(2) + 0.0)
assert np.array_equal(culprit(block), [0, 1])

# %% tags=["check"]
import numpy as np
from scipy.spatial.distance import cdist

from featurespace import embedding
from featurespace.checks.check import Check, Misconception

_BLOCK = np.array(
    [[0, 7, 10, 6, 5], [7, 0, 6, 10, 5], [10, 6, 0, 8, 5], [6, 10, 8, 0, 5], [5, 5, 5, 5, 0]]
)


def _pair(table, best=np.argmax):
    """The pair at which a symmetric table is largest, the diagonal apart."""
    i, j = np.triu_indices(len(table), 1)
    at = best(table[i, j])
    return np.array([i[at], j[at]])


def _misses(D):
    Z = embedding.classical_mds(D, 2)
    return np.abs(cdist(Z, Z) - D)


def _detour(D):
    """By how much each entry is too long for the best way round, as a share of it."""
    n = len(D)
    ways = D[:, :, None] + D[None].astype(float)
    ways[np.arange(n), np.arange(n)] = np.inf
    ways[:, np.arange(n), np.arange(n)] = np.inf
    best = ways.min(axis=1) + np.eye(n)
    return D / best


def _without(D, judge):
    return np.array([judge(_spectrum(np.delete(np.delete(D, p, 0), p, 1))) for p in range(len(D))])


def _spectrum(D):
    return np.linalg.eigvalsh(centre(-0.5 * D**2))


def _has_negative(values):
    return values[0] < -1e-9 * values[-1]


def _off_plane(values):
    return np.abs(values[:-2]).sum()


def _two(score):
    return np.sort(np.argsort(score, kind="stable")[:2])


def _eigenvector(D):
    return _two(-np.abs(np.linalg.eigh(centre(-0.5 * D**2))[1][:, 0]))


def _most_missed(D):
    return _two(-_misses(D).sum(axis=0))


def _misprinted(rng: np.random.Generator, n: int) -> np.ndarray:
    """Flat points and one wrong distance that keeps all triangles and fools the simple guesses."""
    while True:
        P = rng.uniform(0, 10, (n, 2))
        D = cdist(P, P)
        i, j = np.sort(rng.permutation(n)[:2])
        k = np.delete(np.arange(n), [i, j])
        low, high = np.abs(D[i, k] - D[j, k]).max(), (D[i, k] + D[j, k]).min()
        wrong = low + rng.uniform(0.1, 0.9) * (high - low)
        change = abs(wrong - D[i, j])
        D[i, j] = D[j, i] = wrong
        misfit = _without(D, _off_plane)
        guesses = (_pair(_misses(D)), _eigenvector(D), _most_missed(D), _pair(_detour(D)))
        fooled = not any(np.array_equal(g, [i, j]) for g in guesses)
        clear = (
            np.delete(misfit, [i, j]).min() > 0.3
            and D.min(where=D > 0, initial=9) < D[i, j] < D.max()
        )
        folds = n > 5 or not _without(D, _has_negative).any()  # four pegs may fold up into space
        if fooled and folds and clear and change > 0.5:
            return D


def _replaced(D):
    """Each entry by turns is replaced by what the other pegs say; the right one heals the table."""

    def healed(i, j):
        rest = np.delete(np.arange(len(D)), [i, j])
        inner = D[np.ix_(rest, rest)]
        try:
            Z = embedding.classical_mds(inner, 2)
        except ValueError:  # all on one line
            return np.inf
        ends = embedding.place_new(D[np.ix_([i, j], rest)], inner, Z)
        mended = D.astype(float)
        mended[i, j] = mended[j, i] = np.linalg.norm(ends[0] - ends[1])
        return _off_plane(_spectrum(mended))

    pairs = np.transpose(np.triu_indices(len(D), 1))
    return pairs[np.argmin([healed(*pair) for pair in pairs])]


def _explain(value, D):
    right = culprit(D)
    pegs = value.astype(int)
    if not np.array_equal(pegs, value) or len(set(pegs)) < 2 or not set(pegs) <= set(range(len(D))):
        return "two different pegs are asked for, by their numbers in the table."
    innocent = next(peg for peg in pegs if peg not in right)
    left = ", ".join(f"{v:.3g}" for v in _without(D, lambda v: v)[innocent][::-1].round(2) + 0.0)
    return f"you name peg {innocent}. But without it the rest still does not lie flat: −½CΔC has the eigenvalues {left}, and on flat ground all but two are zero."


CHECK = Check(
    answer=culprit,
    section="When there is no map",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=((_BLOCK,), np.array([0, 1])),
    twin=_replaced,
    explain=_explain,
    inputs=lambda rng: [(_misprinted(rng, n),) for n in (6, 5, 7, 5, 8)],
    misconceptions=(
        Misconception(
            lambda D: _pair(_misses(D)),
            "You take the entry that the map misses by most. The map was made from the wrong entry too and has given way to it, at the expense of others. Make it without the suspects: leave out one peg at a time.",
        ),
        Misconception(
            lambda D: _pair(_detour(D)),
            "You compare entries with the way round by a third peg. All triangles hold here, so that finds the flattest triangle, not the wrong entry. Which pegs can you leave out so that the rest is a flat map?",
        ),
        Misconception(
            _eigenvector,
            "You read the pegs off the eigenvector of the smallest eigenvalue. It leans towards the wrong pair, but not surely so. Leave out one peg at a time and look whether the rest is flat.",
        ),
        Misconception(
            _most_missed,
            "You take the two pegs whose distances the map misses by most, all together. The map was made from the wrong entry too and spreads the damage. Leave out one peg at a time and look whether the rest is flat.",
        ),
        Misconception(
            lambda D: _two(_without(D, _has_negative)),
            "You look for a negative eigenvalue only. Pegs with a wrong distance may also fold up into space, with a third positive eigenvalue; the field is flat, so all but two must vanish.",
        ),
        Misconception(
            lambda D: _two(-_without(D, _off_plane)),
            "You chose the pegs without which the rest fits worst. Turn it round: without a guilty peg the wrong entry is gone, and the rest fits perfectly.",
        ),
        Misconception(
            _pair,
            "That is the largest distance. It may be right; a wrong entry shows in how it fits the others, not in its size.",
        ),
        Misconception(
            lambda D: _pair(D, np.argmin),
            "That is the smallest distance. It may be right; a wrong entry shows in how it fits the others, not in its size.",
        ),
        Misconception(
            lambda D: np.array([0, 1]),
            "You name pegs 0 and 1 every time. If that is what your test leaves when it finds nothing: it never finds anything here, for all triangles close. Without which pegs is the rest a flat map?",
        ),
        Misconception(
            lambda D: np.array([0, 0]),
            "You name peg 0 twice, every time. If you looked for an entry that differs from its mirror image: there is none, the table is symmetric. Without which pegs is the rest a flat map?",
        ),
        Misconception(
            lambda D: culprit(D)[0],
            "That is one of the two pegs. A distance has two ends: return both numbers.",
        ),
    ),
    hints=(
        "What would the eigenvalues of −½CΔC be if the table were right? And which pegs can you take away so that they are?",
        "Take away one peg at a time and look at the rest: on flat ground two eigenvalues are positive and all others zero. That happens for exactly two pegs.",
        "For each peg: `others = np.delete(np.arange(len(D)), peg)`, `values = np.linalg.eigvalsh(centre(-0.5 * D[np.ix_(others, others)] ** 2))`, and its misfit is `np.abs(values[:-2]).sum()`. Return the two pegs with the least.",
    ),
    praise="One wrong number among many, found although every triangle closes: eigenvalues see what triangles do not.",
)
