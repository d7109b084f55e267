"""Built from exercises/sources/A_linear_algebra/01_recipe.py by `make notebooks`: do not edit."""

import numpy as np


def recipe(n):
    R = np.zeros((n, 3))
    R[-1, 0] = 1
    R[:, 1] = 1 / n
    R[0, 2], R[-1, 2] = 1, -1
    return R


from itertools import permutations

import numpy as np

from featurespace.checks.check import Check, Misconception


def _places(n):
    """The four things that the recipes are made of, each as a table (n, 3)."""
    table = np.zeros((4, n, 3))
    table[0, -1, 0] = table[2, 0, 2] = 1
    table[1, :, 1], table[3, -1, 2] = 1 / n, -1
    names = (
        "the first recipe",
        "the second recipe",
        "the 1 in the third recipe",
        "the −1 in the third recipe",
    )
    return dict(zip(names, table, strict=True))


def _minus_last_but_one(e):
    recipe = e[0].copy()
    recipe[-2] = -1
    return recipe


_NAMES = "the last column", "the mean", "the difference"


def _in_order(order):
    """The right recipes in a wrong order, and the words for it."""
    names = ", ".join(_NAMES[i] for i in order)
    return Misconception(
        lambda n: _recipe()(n)[:, order],
        f"The three recipes are right, but in another order: yours are {names}. Asked: first the last column, then the mean, then the difference.",
    )


def _recipe(last=lambda e: e[-1], mean=lambda n: 1 / n, difference=lambda e: e[0] - e[-1]):
    def recipe(n):
        e = np.eye(n)
        return np.column_stack([last(e), np.full(n, mean(n)), difference(e)])

    return recipe


CHECK = Check(
    answer=recipe,
    section="Mixtures and layers",
    difficulty=1,
    minutes=6,
    kind="practice",
    example=((3,), np.array([[0, 1 / 3, 1], [0, 1 / 3, 0], [1, 1 / 3, -1]])),
    twin=_recipe(),
    inputs=lambda rng: [(4,), (7,), (2,)],
    terms=_places,
    advice={
        "is out of bounds": "R has n rows, counted from 0, and n may be 2. The last row is `R[-1]`, whatever n is.",
    },
    misconceptions=(
        Misconception(
            lambda n: _recipe()(n).T,
            "Your recipes stand in the rows of R. A product from the right mixes columns of A, and each column of R is one recipe: transpose.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1.0),
            "Your second recipe adds all columns of A. For their mean each of them counts 1/n.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1 / 3),
            "Your second recipe takes a third of every column. A has n columns, so each counts 1/n; the three is the number of wishes.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[-1] - e[0]),
            "Your third recipe gives the last column minus the first; change both signs.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[0]),
            "Your third recipe takes the first column and subtracts nothing: the last one needs a −1.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[0] + e[-1]),
            "Your third recipe adds the first and the last column; asked is their difference.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1 / (n - 1)),
            "Your second recipe counts each column 1/(n − 1). A has n columns, so each counts 1/n.",
        ),
        Misconception(
            _recipe(last=lambda e: e[0]),
            "Your first recipe picks the first column of A. For the last one, the 1 stands at the end.",
        ),
        Misconception(
            _recipe(last=lambda e: e[-2], difference=_minus_last_but_one),
            "You take the last column but one for the last. Python counts from 0: the last place is n − 1, or simply −1.",
        ),
        Misconception(
            _recipe(last=lambda e: e[-2]),
            "Your first recipe picks the last column but one. Python counts from 0: the last place is n − 1, or simply −1.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[0] - e[1]),
            "Your third recipe subtracts the second column. It is the last one that goes: its −1 stands at the end.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[0] - e.mean(axis=0)),
            "Your third recipe is the first column minus the mean. Subtract the last column, and nothing else.",
        ),
        Misconception(
            _recipe(mean=lambda n: np.where(np.arange(n) < n - 1, 1 / n, 0)),
            "Your second recipe leaves the last column out: a slice such as `R[:-1]` stops before the last. The mean is over all columns.",
        ),
        Misconception(
            _recipe(mean=lambda n: np.where(np.arange(n) < n - 1, 1 / (n - 1), 0)),
            "Your second recipe is the mean of all columns but the last. All n take part, each with 1/n.",
        ),
        *(_in_order(list(order)) for order in list(permutations(range(3)))[1:]),
        Misconception(
            _recipe(mean=lambda n: 0.0),
            "Your second recipe is all zeros. Is it missing, or is R an array of integers (`dtype=int`)? Those cannot hold 1/n.",
        ),
        Misconception(
            _recipe(last=lambda e: np.ones(len(e))),
            "Your first recipe adds up all columns. For the last one alone, a 1 stands at the end and zeros before it.",
        ),
        Misconception(
            lambda n: np.zeros((n, 3)),
            "R is still all zeros, as the first line makes it. Fill one column for each wish: `R[-1, 0] = 1` is a beginning.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1 / 2),
            "Your second recipe takes half of every column: the mean of two. A has n columns, so each counts 1/n.",
        ),
        Misconception(
            _recipe(last=lambda e: e[1]),
            "Your first recipe picks the second column. The last one is at place n − 1, or simply −1, whatever n is.",
        ),
        Misconception(
            lambda n: np.column_stack(
                [np.eye(n)[-1], np.eye(n)[-1] / n, np.eye(n)[0] - np.eye(n)[-1]]
            ),
            "Your second recipe takes 1/n of the last column only. In a mean every column counts 1/n: `R[:, 1]` is the whole second recipe.",
        ),
    ),
    hints=(
        "A @ R has three columns, and each is A times one column of R. How must u be filled so that Au is the last column of A?",
        "Au = u₁a₁ + … + uₙaₙ. The last column alone needs u = (0, …, 0, 1). What do the mean, and first minus last, need?",
        "`R[-1, 0] = 1`, `R[:, 1] = 1 / n`, `R[0, 2] = 1` and `R[-1, 2] = -1`.",
    ),
    praise="From the right a matrix mixes columns, and the recipe never looks at A. From the left it would mix rows.",
)
