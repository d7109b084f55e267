# %% [markdown]
# ## What B does not see
#
# For labels `y`, the matrix $B$ of section 5 has two blocks: on the rows and columns of the positive points it is $\frac{2n_-}n$ times a centring matrix, on those of the negative points $\frac{2n_+}n$ times another, and zero elsewhere. Some vectors are sent to zero by it. Return two of them as the columns of an (n, 2) array; neither may be a multiple of the other, whatever the labels are. (In code: `featurespace.fisher.within_class_matrix(y)`.)

# %%
import numpy as np


def unseen(y):
    ### BEGIN SOLUTION
    return np.column_stack([np.ones(len(y)), y])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Up to a weight, $Bf$ subtracts from each value the mean of its class. What is constant on each class has nothing left. There are two such constants to choose, so two dimensions are lost; the ones and $y$ span them, and so do the two class indicators.

# %% tags=["check"]
from numpy.linalg import norm

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind, tolerance_of
from featurespace.checks.compare import numbers as as_numbers
from featurespace.checks.fisher.shared import labelled, sizes


def _labels(rng: np.random.Generator) -> list[tuple]:
    drawn = [(labelled(rng, p, m)[1],) for p, m in ((3, 2), (2, 5), (4, 4))]
    return [*drawn, (np.array([-1, 1, 1]),)]


def _varies(v, y, name) -> str:
    """Where a vector that B sees is not constant."""
    words, own = max((("positive", v[y > 0]), ("negative", v[y < 0])), key=lambda c: np.ptp(c[1]))
    low, high = own.min() + 0.0, own.max() + 0.0
    return f"B does see your {name} vector: scaled to length one, it is {low:.2g} at one {words} point and {high:.2g} at another. B sees every difference within a class; look at the order of the labels in y."


def _verify_unseen(answer, y) -> None:
    n = len(y)
    V = as_numbers(list(answer) if isinstance(answer, tuple) else answer, np.zeros((n, 2)))
    if V.shape == (2, n):
        raise Problem(
            f"You returned two rows of {n} numbers. Make them columns, shape ({n}, 2): `np.column_stack([first, second])`."
        )
    if V.shape != (n, 2):
        raise Problem(f"Two columns are asked for, shape ({n}, 2); you returned {kind(V)}.")
    if not np.isfinite(V).all():
        raise Problem("Your vectors hold NaN or infinity.")
    small = tolerance_of(answer, 1e-9)
    lengths = norm(V, axis=0)
    if lengths.min() == 0:
        raise Problem(
            "One of your vectors is zero, and every matrix sends that to zero. Find one that is not."
        )
    V = V / lengths
    left = np.abs(fisher.within_class_matrix(y) @ V).max(axis=0)
    for name, value in zip(("first", "second"), left, strict=True):
        if value > small:
            raise Problem(_varies(V[:, int(name == "second")], y, name))
    if np.linalg.svd(V, compute_uv=False)[1] < small:
        _, p, m = sizes(y)
        raise Problem(
            f"B sees neither of them, but for n₊ = {p} and n₋ = {m} they are multiples of one another."
        )


CHECK = Check(
    answer=unseen,
    section="Spread within classes",
    difficulty=1,
    minutes=6,
    kind="practice",
    inputs=_labels,
    verify=_verify_unseen,
    misconceptions=(
        Misconception(
            lambda y: np.column_stack([y, -y]),
            "B sees neither of them, but the second is a multiple of the first. Look for another one that is the same on all points of a class.",
        ),
        Misconception(
            lambda y: np.column_stack([y > 0, 2.0 * (y > 0)]),
            "B sees neither of them, but the second is twice the first. The other class has its own.",
        ),
        Misconception(
            lambda y: np.column_stack([np.ones(len(y)), 2 * np.ones(len(y))]),
            "Constant vectors are right, but two of them are one direction. B centres each class by itself: what more can you change without B noticing?",
        ),
        Misconception(
            lambda y: np.eye(len(y))[:, :2],
            "A vector that is 1 at one point and 0 elsewhere has spread within its class, and B sees that. What has no spread in either class?",
        ),
        Misconception(
            lambda y: np.column_stack([np.ones(len(y)), np.arange(len(y))]),
            "The first one is right. The second changes from point to point, so it varies within a class, and B sees that. What else is the same on all points of a class?",
        ),
        Misconception(
            lambda y: np.linalg.eigh(fisher.within_class_matrix(y))[1][:, -2:],
            "Those are the two eigenvectors with the largest eigenvalues, which B sees best. `np.linalg.eigh` sorts upwards: what B sends to zero comes first.",
        ),
        Misconception(
            lambda y: np.linalg.eigh(fisher.within_class_matrix(y))[1][:2].T,
            "The eigenvectors of `np.linalg.eigh` are columns, and you took two rows.",
        ),
        Misconception(
            lambda y: np.column_stack([y > 0, np.zeros(len(y))]),
            "The first one is right, but the zero vector does not count: every matrix sends it to zero.",
        ),
        Misconception(
            lambda y: fisher.within_class_matrix(y)[:, :2],
            "Those are two columns of B itself, what B makes of two points. Asked are vectors v from which B makes zero: Bv = 0.",
        ),
    ),
    hints=(
        "The number f'Bf measures how much f varies within the classes. Which f do not vary there at all?",
        "Whatever is constant on the positive points and constant on the negative points, be the constants equal or not.",
        "Return `np.column_stack([y > 0, y < 0])`; the all-ones vector and y would do as well.",
    ),
    praise="B loses exactly two dimensions, one per class: its rank is n − 2. The labels y are among what it cannot see, By = 0, and so is every vector with one number per class.",
)
