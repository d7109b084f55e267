# %% [markdown]
# ## The underground plan
#
# On an underground plan the stations are not where they are in the city. `X` (n, d) holds their true places, in kilometres, `Z` (n, k) where the plan draws them, in centimetres. A traveller at station $i$ wants to visit the `m` stations that are truly nearest, and trusts the plan: stations are visited in the order of their distance from station $i$ *on the plan*, the nearest first, until all `m` have been visited. How many *other* stations are visited in vain? Return that number for each station, an array (n,); where the plan keeps a neighbourhood whole it is 0. No two distances from one station are equal. For stations at 0, 1, 3 and 7 km along a line, drawn at 0, 1, 7 and 3 cm, and `m = 1`, the answer is `[0, 0, 1, 2]`.

# %%
import numpy as np
from scipy.spatial.distance import cdist


def torn(X, Z, m):
    ### BEGIN SOLUTION
    truth, plan = cdist(X, X), cdist(Z, Z)
    near = np.argsort(truth, axis=1)[:, 1 : m + 1]  # column 0 is the station itself
    last = np.take_along_axis(plan, near, axis=1).max(axis=1, keepdims=True)
    return np.sum(plan <= last, axis=1) - m - 1  # less the m wanted ones and oneself
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The traveller stops at that true neighbour which the plan draws farthest away; everybody drawn up to there has been visited: the station itself, the $m$ wanted ones, and the rest in vain. Trustworthiness, in the chapter, looks from the other side: it charges strangers among the neighbours *on the plan*. A map can be good at one and bad at the other. A ring cut open and laid out on a line brings no strangers together but tears two neighbours apart; pressed flat, it tears nobody far apart but puts strangers together:

# %% tags=["solution"]
t = 2 * np.pi * (np.arange(24) + 0.1 * np.sin(np.arange(24) ** 2)) / 24
ring = np.column_stack([np.cos(t), np.sin(t)])
for name, line in {"cut open": t[:, None], "pressed flat": ring @ [[1.0], [0.03]]}.items():
    trust = embedding.trustworthiness(ring, line, 2)
    print(f"{name}: torn at most {torn(ring, line, 2).max()}, trustworthiness {trust:.2f}")

# %% tags=["check"]
import numpy as np
from scipy.spatial.distance import cdist
from scipy.stats import rankdata

from featurespace.checks.check import Check, Misconception


def _plans(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, d, k, m in ((9, 3, 2, 3), (7, 2, 1, 2), (12, 4, 2, 4), (6, 2, 2, 1)):
        X = rng.normal(size=(n, d)) * np.geomspace(3, 1, d)
        cases.append((X, X[:, :k] + 0.8 * rng.normal(size=(n, k)), m))
    return cases


def _ranks(X):
    """Place of j in the list of i, nearest first; oneself has place 0."""
    return rankdata(cdist(X, X), axis=1).astype(int) - 1


def _by_ranks(X, Z, m):
    """Places on the plan of the true neighbours."""
    n = len(X)
    plan, near = _ranks(Z), _ranks(X)
    return [[plan[i, j] for j in range(n) if 0 < near[i, j] <= m] for i in range(n)]


def _of_places(rule):
    return lambda X, Z, m: np.array([rule(np.array(p), m) for p in _by_ranks(X, Z, m)])


def _including_oneself(X, Z, m):
    plan, near = _ranks(Z), _ranks(X)
    return np.where(near < m, plan, 0).max(axis=1) + 1 - m


def _farthest_true(X, Z, m):
    plan, near = _ranks(Z), _ranks(X)
    return np.maximum(plan[near == m] - m, 0)


def _farther_than_wanted(X, Z, m):
    """Strangers up to the nearest of the true neighbours."""
    return _of_places(lambda places, m: places.min() - 1)(X, Z, m)


def _by_axis_0(X, Z, m):
    near = np.argsort(cdist(X, X), axis=0)[1 : m + 1].T
    plan = np.argsort(np.argsort(cdist(Z, Z), axis=0), axis=0)
    return np.take_along_axis(plan, near, axis=1).max(axis=1) - m


def _city_blocks(X, Z, m):
    truth, plan = cdist(X, X, "cityblock"), cdist(Z, Z, "cityblock")
    near = np.argsort(truth, axis=1)[:, 1 : m + 1]
    return np.sum(plan <= np.take_along_axis(plan, near, 1).max(axis=1, keepdims=True), 1) - m - 1


def _walk(X, Z, m):
    """The next one is the nearest to where the traveller stands."""
    plan, wanted = cdist(Z, Z), _ranks(X)
    vain = []
    for i in range(len(X)):
        here, left, count = i, [j for j in range(len(X)) if j != i], 0
        while any(wanted[i, j] <= m for j in left):
            here = min(left, key=lambda j: plan[here, j])
            left.remove(here)
            count += wanted[i, here] > m
        vain.append(count)
    return np.array(vain)


def _explain(value, X, Z, m):
    right = torn(X, Z, m)
    i = int(np.argmax(value != right))
    wanted = sorted(np.argsort(cdist(X, X)[i])[1 : m + 1].tolist())
    order = np.argsort(cdist(Z, Z)[i])[1 : right[i] + m + 1].tolist()
    are = "is" if m == 1 else "are"
    return f"take station {i}. Wanted {are} {', '.join(map(str, wanted))}; seen from it on the plan the order is {', '.join(map(str, order))}, and there all have been visited: {right[i]} in vain. You say {value[i]:.4g}."


CHECK = Check(
    answer=torn,
    section="Only the neighbours",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=(
        (np.array([[0], [1], [3], [7]]), np.array([[0], [1], [7], [3]]), 1),
        np.array([0, 0, 1, 2]),
    ),
    twin=_of_places(lambda places, m: places.max() - m),
    inputs=_plans,
    explain=_explain,
    misconceptions=(
        Misconception(
            lambda X, Z, m: torn(Z, X, m),
            "Plan and city are swapped: you start from the neighbours on the plan and look for them in the city. The wanted stations are those near in X; the order of visits is that of Z.",
        ),
        Misconception(
            _of_places(lambda places, m: (places > m).sum()),
            "You count the wanted stations that are not among the first m on the plan. Asked is how many others are visited before the last of the wanted ones.",
        ),
        Misconception(
            _of_places(lambda places, m: (places > m).mean()),
            "That is the share of neighbours lost. Asked is how many others are visited before the last of the wanted ones.",
        ),
        Misconception(
            _of_places(lambda places, m: places.max()),
            "You count every visit. The m wanted stations are not visited in vain: subtract them.",
        ),
        Misconception(
            _of_places(lambda places, m: places.max() - m + 1),
            "One too many everywhere: the station itself is drawn at distance 0 from itself, and nobody travels there.",
        ),
        Misconception(
            _including_oneself,
            "You count a station among its own neighbours: it is the nearest of all, at distance 0, and takes one of the m places. Skip it.",
        ),
        Misconception(
            _farthest_true,
            "You follow the traveller to the m-th nearest station only. On the plan another of the m may be drawn farther away still; the last of them ends the journey.",
        ),
        Misconception(
            _farther_than_wanted,
            "You stop at the first of the wanted stations. The journey ends at the last of them.",
        ),
        Misconception(
            _of_places(lambda places, m: np.maximum(places - m, 0).sum()),
            "You add up, over the wanted stations, how far down the list each stands, as trustworthiness does. Asked is one journey: strangers met before the last of them, each counted once.",
        ),
        Misconception(
            lambda X, Z, m: torn(X, Z, m).mean(),
            "That is the mean over all stations; a number for each of them is asked for.",
        ),
        Misconception(
            lambda X, Z, m: _ranks(Z)[_ranks(X) == m] - m,
            "You follow the traveller to the m-th nearest station only, so some of your numbers are even negative. On the plan another of the m may be drawn farther away still; the last of them ends the journey.",
        ),
        Misconception(
            lambda X, Z, m: (
                np.take_along_axis(
                    np.argsort(cdist(Z, Z), axis=1),
                    np.argsort(cdist(X, X), axis=1)[:, 1 : m + 1],
                    axis=1,
                ).max(axis=1)
                - m
            ),
            "`np.argsort` gives the stations in order of distance, not the place of each station in that order. Places come from a second `argsort` of the first; or compare distances.",
        ),
        Misconception(
            _by_axis_0,
            "You sort down the columns and then read along the rows. Row i holds the distances from station i: sort along `axis=1` throughout.",
        ),
        Misconception(
            _walk,
            "You go on from station to station, each time to the one nearest to the last. The order is that of the distances on the plan from the *first* station, i.",
        ),
        Misconception(
            _city_blocks,
            "You added up the differences of the coordinates, as along city blocks. Near means near as the crow flies: `cdist(X, X)` without a third argument.",
        ),
        Misconception(
            lambda X, Z, m: torn(X, Z, m) > 0,
            "You say whether a neighbourhood is torn. Asked is by how much: the number of others visited before the last wanted one.",
        ),
    ),
    hints=(
        "Two tables of distances, one in the city, one on the plan. Which of them says who is wanted, and which of them says who is visited first?",
        "`np.argsort(truth, axis=1)` lists the stations by true distance, the station itself first. Where on the plan is the last of the next m, and who is drawn nearer than that?",
        "`near = np.argsort(truth, axis=1)[:, 1:m + 1]`, `last = np.take_along_axis(plan, near, axis=1).max(axis=1, keepdims=True)`, then `np.sum(plan <= last, axis=1) - m - 1`.",
    ),
    praise="Neighbours torn apart are one way for a map to lie; strangers put together, which trustworthiness counts, are the other.",
)
