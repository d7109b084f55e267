# %% [markdown]
# ## Fair folds
#
# Return a list of `k` folds: arrays with the numbers (0 to n − 1) of the points to hold out, for points whose classes are `labels` (n,). There may be more than two classes. Every point belongs to exactly one fold; the fold sizes differ by at most one, **and so do the numbers of points of each class**; who goes where is left to `rng`, in every class. (`n` and the class sizes need not be multiples of `k`.) For `labels` = (0, 0, 0, 1, 1) and `k` = 2 one right answer is [0, 2, 4] and [1, 3]: two and one of the first class, one and one of the second.

# %%
import numpy as np


def stratified_folds(labels, k, rng):
    ### BEGIN SOLUTION
    order = rng.permutation(len(labels))
    order = order[np.argsort(labels[order], kind="stable")]
    return [order[i::k] for i in range(k)]
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Shuffle, sort by class, deal like cards. Points of a class stand next to each other, so dealing shares them out evenly; and as the dealing goes on from class to class without a new start, the folds come out even too. Splitting each class by itself gives the leftovers of *every* class to the same first folds:

# %% tags=["solution"]
labels = np.repeat([0, 1, 2], [11, 7, 3])
folds = stratified_folds(labels, 5, np.random.default_rng(2))
print("each class in each fold:", [np.bincount(labels[f], minlength=3).tolist() for f in folds])
parts = zip(*(np.array_split(np.flatnonzero(labels == c), 5) for c in range(3)), strict=True)
print("sizes, dealt on from class to class:  ", [len(fold) for fold in folds])
print("sizes, each class split by itself:    ", [sum(map(len, fold)) for fold in parts])

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind
from featurespace.generalisation import kfold


def _strata(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for seed, (sizes, k) in enumerate(
        (((23, 11), 5), ((14, 13, 12), 4), ((31, 17, 7), 6), ((11, 16, 6), 5)), 1
    ):
        labels = np.repeat(np.arange(len(sizes)), sizes)
        cases.append((rng.permutation(labels), k, np.random.default_rng(seed)))
    few = np.repeat([-1, 1], 20), 2, np.random.default_rng(9)
    return [(np.sort(cases[0][0]), *cases[0][1:]), *cases[1:], few]  # the first comes sorted


def _read_folds(answer, n, k) -> list[np.ndarray]:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != k:
        one_each = isinstance(answer, (tuple, list, np.ndarray)) and len(answer) == n
        each = " That looks like a fold's number for each point; asked are the points of each fold."
        raise Problem(
            f"Return a list of {k} folds; your function returned {kind(answer)}.{each if one_each else ''}"
        )
    folds = []
    for number, fold in enumerate(answer, start=1):
        what, fold = kind(fold), _flat(fold)
        if fold.dtype == bool:
            raise Problem(
                f"Fold {number} is a mask of True and False; `np.flatnonzero` of a mask gives the numbers."
            )
        if fold.dtype.kind == "f" and fold.size:
            raise Problem(
                f"Fold {number} holds floating-point numbers; row numbers are integers (`dtype=int`), or no array can be indexed with them."
            )
        if fold.dtype.kind not in "iuf":
            raise Problem(f"Fold {number} should be a list of whole numbers; it is {what}.")
        if fold.size and (fold.min() < 0 or fold.max() >= n):
            raise Problem(
                f"The points are numbered 0 to {n - 1}; fold {number} names others (from {fold.min():g} to {fold.max():g})."
            )
        folds.append(fold)
    return [fold.astype(int) for fold in folds]


def _flat(fold) -> np.ndarray:
    """The fold as an array, or an array of no numbers if it is anything but a flat list."""
    try:
        fold = np.asarray(fold)
    except ValueError:  # lists of different lengths in it
        return np.array("")
    return fold if fold.ndim == 1 else np.array("")


def _verify_each_once(named, labels, k) -> None:
    """Whether the folds together name every point once; else what they name instead."""
    n, classes = len(labels), np.unique(labels)
    times = np.bincount(named, minlength=n)
    if (times == 1).all():
        return
    within = np.concatenate([np.arange(np.sum(labels == c)) for c in classes])
    missed = [c for c in classes if not times[labels == c].any()]
    rule = f"Each of the {n} points should be in exactly one fold"
    if (times == k - 1).all():
        raise Problem(
            f"Each point is in {k - 1} of your {k} lists: those are the points to train on. A fold holds the points left out."
        )
    if np.array_equal(np.sort(named), np.sort(labels)):
        raise Problem(
            "You return the labels of the points. A fold names points by their numbers, 0 to n − 1."
        )
    if np.array_equal(np.sort(named), np.sort(within)):
        raise Problem(
            "Your folds count within each class, every class from 0. A fold names points by their numbers among all: `np.flatnonzero(labels == c)` has those of class c."
        )
    if missed:
        raise Problem(
            f"No fold holds a point of class {missed[0]}; the classes here are {', '.join(map(str, classes))}. `np.unique(labels)` finds them all."
        )
    if times.max() == 1:
        raise Problem(
            f"{rule}; {np.sum(times == 0)} of them are in none, point {times.argmin()} for one. What is left over when a class is shared out belongs to some fold too."
        )
    raise Problem(
        f"{rule}; {np.sum(times == 0)} of them are in none, and point {times.argmax()} is there {times.max()} times."
    )


def _verify_folds(answer, labels, k, rng) -> None:
    n, classes = len(labels), np.unique(labels)
    folds = _read_folds(answer, n, k)
    _verify_each_once(np.concatenate(folds), labels, k)
    table = np.array([[np.sum(labels[f] == c) for c in classes] for f in folds])
    uneven = np.ptp(table, axis=0) > 1
    if uneven.any():
        c = int(np.argmax(uneven))
        raise Problem(
            f"Class {classes[c]} is not shared out evenly: the {k} folds hold {table[:, c].tolist()} of its points."
        )
    sizes = table.sum(axis=1)
    if np.ptp(sizes) > 1:
        raise Problem(
            f"Every class is shared out evenly, but the folds have the sizes {sizes.tolist()}; they should differ by one at most."
        )
    where = np.empty(n, dtype=int)
    for number, fold in enumerate(folds):
        where[fold] = number
    large = [c for c in classes if np.sum(labels == c) >= 2 * k]  # a small one may be so by chance
    still = [c for c in large if _in_order(where[labels == c], k)]
    if len(still) == len(large):
        raise Problem(
            "The folds are fair, but they follow the order of the points; no chance has come in."
        )
    if still:
        raise Problem(
            f"The folds are fair, but within class {still[0]} they follow the order of the points: shuffle every class."
        )


def _in_order(numbers, k) -> bool:
    """Whether fold numbers run in blocks or repeat with period k."""
    return bool((np.diff(numbers) >= 0).all() or (numbers[k:] == numbers[:-k]).all())


def _dealt(order, k):
    return tuple(np.sort(order[i::k]) for i in range(k))


def _class_by_class(labels, k, rng):
    parts = [
        np.array_split(rng.permutation(np.flatnonzero(labels == c)), k) for c in np.unique(labels)
    ]
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def _first_class_only(labels, k, rng):
    order = np.argsort(labels, kind="stable")
    n = np.sum(labels == labels[order[0]])
    return _dealt(np.concatenate([rng.permutation(order[:n]), order[n:]]), k)


def _training_parts(labels, k, rng):
    folds = kfold(len(labels), k, rng, labels)
    return tuple(np.setdiff1d(np.arange(len(labels)), fold) for fold in folds)


CHECK = Check(
    answer=stratified_folds,
    section="Stratify",
    difficulty=2,
    minutes=12,
    kind="practice",
    inputs=_strata,
    verify=_verify_folds,
    misconceptions=(
        Misconception(
            lambda labels, k, rng: tuple(np.array_split(rng.permutation(len(labels)), k)),
            "Shuffled and of equal size, but a rare class may miss a fold altogether. Let the classes line up one after another before you deal the points out.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(np.array_split(np.arange(len(labels)), k)),
            "Blocks of neighbours: if the file is sorted by class, some folds have never seen one. Shuffle, sort by class, then deal out.",
        ),
        Misconception(
            _class_by_class,
            "Each class is shared out evenly, but the leftovers of every class go to the first folds, which grow too large. Deal on from where the last class stopped.",
        ),
        Misconception(
            lambda labels, k, rng: _dealt(np.argsort(labels, kind="stable"), k),
            "Fair, but without chance: rng is not used, so neighbours in the file always meet the same fate. Shuffle before you sort by class.",
        ),
        Misconception(
            _first_class_only,
            "Fair, but only the first class is shuffled: in the others neighbours in the file always meet the same fate. Shuffle all points before you sort by class.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(
                rng.permutation(len(labels))[: len(labels) // k * k].reshape(k, -1)
            ),
            "The number of points need not be a multiple of k, and the points left over belong to no fold. Let some folds be larger by one.",
        ),
        Misconception(
            _training_parts,
            "Those are the points to train on, each in k − 1 of your lists. A fold holds the points left out.",
        ),
        Misconception(
            lambda labels, k, rng: tuple(
                labels[fold] for fold in kfold(len(labels), k, rng, labels)
            ),
            "You return the labels of the points. A fold names points by their numbers, 0 to n − 1.",
        ),
    ),
    hints=(
        "Think of a deck of cards. What would you do with it so that each of k players gets nearly the same number of cards, and of every suit?",
        "Shuffle, sort by suit, deal round the table. `rng.permutation(n)` shuffles; `np.argsort(labels[order], kind='stable')` sorts by class and keeps the shuffled order within; `order[i::k]` deals.",
        "With `order = rng.permutation(len(labels))`, then `order = order[np.argsort(labels[order], kind='stable')]`, the folds are `[order[i::k] for i in range(k)]`.",
    ),
    praise="Every point is held out once, every fold sees every class in its share, and chance decides who goes where.",
)
