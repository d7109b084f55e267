# %% [markdown]
# ## No kernel, only distances
#
# A perfumer has no recipes, only how far apart noses place two perfumes. `D2` (n, n) holds the **squared** distances between $n$ known perfumes, `y` (n,) their labels, −1 for summer and +1 for winter, and `d2_new` (m, n) the squared distances of $m$ new perfumes to the known ones. Think of all of them as points in some space; nobody tells you their inner products.
#
# For each new perfume return its **lead**: its squared distance to the centre of class −1 minus that to the centre of class +1, an array (m,). (Where it is positive, the winter perfumes are nearer.)
#
# Known perfumes at 0 and 2 (summer) and 5 (winter) on a line, and a new one at 4: the centres are 1 and 5, and the lead is 9 − 1 = 8.

# %%
import numpy as np


def nearer(D2, y, d2_new):
    ### BEGIN SOLUTION
    def to_centre(own):
        return d2_new[:, own].mean(axis=1) - D2[np.ix_(own, own)].mean() / 2

    return to_centre(y < 0) - to_centre(y > 0)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The mean squared distance of $z$ to the points of a class is the squared distance to their centre **plus** their spread (Pythagoras, as for the best place in the chapter). And the spread is half the mean squared distance of all pairs: in $\|a-b\|^2=\|a\|^2-2\langle a,b\rangle+\|b\|^2$, averaged over both, the deviations $a$ and $b$ from the centre each bring the spread, and the mixed term vanishes. So $\|z-\phi_+\|^2$ is a mean over `d2_new` minus half a mean over a block of `D2`, zeros of the diagonal included. Forget the second part, and the class that is more scattered looks farther away than it is.

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception


def _squared(A, B):
    return ((A[:, None] - B[None]) ** 2).sum(axis=-1)


def _perfumes(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, plus, m in ((6, 2, 3), (5, 3, 1), (9, 4, 4)):
        y = rng.permutation(np.where(np.arange(n) < plus, 1, -1))
        X = rng.normal(size=(n, 3)) * np.where(y > 0, 2.0, 0.7)[:, None]  # one class is wider
        cases.append((_squared(X, X), y, _squared(rng.normal(size=(m, 3)), X)))
    X = rng.normal(size=(2, 2))  # the smallest: one known perfume of each class
    return [*cases, (_squared(X, X), np.array([1, -1]), _squared(rng.normal(size=(2, 2)), X))]


def _by_coordinates(D2, y, d2_new):
    """From coordinates with the first point at the origin: K from D2, then class centres."""
    K = (D2[:1] + D2[:, :1] - D2) / 2
    K_new = (D2[:1] + d2_new[:, :1] - d2_new) / 2
    plus, minus = (y > 0) / (y > 0).sum(), (y < 0) / (y < 0).sum()
    return 2 * K_new @ (plus - minus) - plus @ K @ plus + minus @ K @ minus


def _lead(to_centre):
    """The difference for any way to measure the squared distance to a class."""
    return lambda D2, y, d2_new: (
        to_centre(D2[y < 0][:, y < 0], d2_new[:, y < 0])
        - to_centre(D2[y > 0][:, y > 0], d2_new[:, y > 0])
    )


def _off_diagonal(block):
    return block.sum() / max(len(block) * (len(block) - 1), 1)


def _divided_by_n(D2, y, d2_new):
    own = [D2[y == sign][:, y == sign].sum() / (2 * len(y) ** 2) for sign in (-1, 1)]
    return -(d2_new @ y) / len(y) - own[0] + own[1]


def _half_centred(D2, y, d2_new):
    C = np.eye(len(D2)) - 1 / len(D2)
    plus, minus = (y > 0) / (y > 0).sum(), (y < 0) / (y < 0).sum()
    K = -C @ D2 @ C / 2
    return -d2_new @ (plus - minus) - plus @ K @ plus + minus @ K @ minus


def _both_distances(seen, D2, y, d2_new):
    """The two squared distances of the first new perfume."""
    minus, plus = (
        float(d2_new[0, own].mean() - D2[np.ix_(own, own)].mean() / 2) for own in (y < 0, y > 0)
    )
    return f"from the first new perfume the squared distance to the centre of class −1 is {minus:.4g}, to that of class +1 {plus:.4g}. Yours make a lead of {float(seen[0]):.4g}."


CHECK = Check(
    answer=nearer,
    section="Two means classify",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (
            np.array([[0, 4, 25], [4, 0, 9], [25, 9, 0]]),
            np.array([-1, -1, 1]),
            np.array([[16, 4, 1]]),
        ),
        [8],
    ),
    twin=_by_coordinates,
    inputs=_perfumes,
    terms=lambda D2, y, d2_new: {
        "the mean squared distance to class −1": d2_new[:, y < 0].mean(axis=1),
        "the mean squared distance to class +1": -d2_new[:, y > 0].mean(axis=1),
        "the spread of class −1": -D2[y < 0][:, y < 0].mean() / 2 + 0.0 * d2_new[:, 0],
        "the spread of class +1": D2[y > 0][:, y > 0].mean() / 2 + 0.0 * d2_new[:, 0],
    },
    explain=_both_distances,
    misconceptions=(
        Misconception(
            _lead(lambda own, new: new.mean(axis=1)),
            "Those are mean squared distances to the points of a class. They exceed the squared distance to the centre by the spread of the class; take that off.",
        ),
        Misconception(
            _lead(lambda own, new: new.mean(axis=1) - own.mean()),
            "You took off the whole mean squared distance of pairs. Two points each deviate from the centre, so the spread is half of it.",
        ),
        Misconception(
            _lead(lambda own, new: new.mean(axis=1) - _off_diagonal(own) / 2),
            "You averaged over pairs of different points only. In the squared norm of a mean each point also meets itself: average the whole block, zeros included.",
        ),
        Misconception(
            _lead(lambda own, new: new.mean(axis=1) + own.mean() / 2),
            "The spread has the wrong sign, or the spreads of the two classes are swapped: the mean squared distance to the points of a class is larger than that to their centre, so the spread of this class comes off.",
        ),
        Misconception(
            _lead(lambda own, new: np.sqrt(new).mean(axis=1)),
            "You averaged distances. Pythagoras holds for squared ones: leave the roots out, and take the spread of each class off.",
        ),
        Misconception(
            _lead(lambda own, new: np.sqrt(np.maximum(new.mean(axis=1) - own.mean() / 2, 0))),
            "You subtract the distances to the two centres; the lead is the difference of their squares. Leave the roots out.",
        ),
        Misconception(
            _lead(lambda own, new: new.min(axis=1)),
            "You compare nearest neighbours. Asked is the distance to the centre of each class, and all its points make the centre.",
        ),
        Misconception(
            _lead(lambda own, new: new.sum(axis=1) - own.sum() / (2 * len(own))),
            "You sum over the points of a class; the centre is a mean. Divide by the number of points of that class.",
        ),
        Misconception(
            _lead(lambda own, new: np.sign(new.mean(axis=1) - own.mean() / 2)),
            "You take signs before the subtraction. A sign comes last, and the lead itself was asked for.",
        ),
        Misconception(
            lambda D2, y, d2_new: np.sign(_by_coordinates(D2, y, d2_new)),
            "Those are the labels. Return the lead itself; its sign is the label.",
        ),
        Misconception(
            lambda D2, y, d2_new: _by_coordinates(D2, y, d2_new) > 0,
            "Those are answers yes or no. Return the lead itself, a number for each new perfume.",
        ),
        Misconception(
            _lead(lambda own, new: (new**2).mean(axis=1) - (own**2).mean() / 2),
            "You squared the distances, but `D2` and `d2_new` hold squares already.",
        ),
        Misconception(
            lambda D2, y, d2_new: (
                _lead(lambda own, new: new.mean(axis=1))(D2, y, d2_new)
                - (D2[y < 0].mean() - D2[y > 0].mean()) / 2
            ),
            "For the spread you averaged the rows of a class over all columns. It takes the pairs inside the class: rows and columns, `D2[np.ix_(own, own)]`.",
        ),
        Misconception(
            _lead(lambda own, new: new.mean(axis=1) - own.sum() / (2 * len(own))),
            "The sum over the pairs of a class is divided once by the number of its points. A mean over pairs divides twice.",
        ),
        Misconception(
            _lead(lambda own, new: np.sqrt(new.mean(axis=1))),
            "You took roots of mean squared distances. Leave the roots out, and take the spread of each class off.",
        ),
        Misconception(
            lambda D2, y, d2_new: d2_new @ y,
            "Sums of squared distances, classes with opposite signs: the means over each class are missing, and so are the spreads.",
        ),
        Misconception(
            lambda D2, y, d2_new: -2 * _by_coordinates(D2, y, d2_new),
            "You used squared distances as if they were inner products, and came out with −2 times the right lead. Which multiple of the two tables would do in their place, and why?",
        ),
        Misconception(
            lambda D2, y, d2_new: -(d2_new @ y),
            "Sums of squared distances: the centres are means, so divide each sum by the number of points of its class; and take the spread of each class off.",
        ),
        Misconception(
            lambda D2, y, d2_new: _divided_by_n(D2, y, d2_new),
            "You divide by n. Each class has its own mean: divide by the number of points of that class.",
        ),
        Misconception(
            _half_centred,
            "The double centring of `D2` moves the origin to the centre of the known perfumes; `d2_new` was not moved with it. Use −1/2 of both tables as they are, or move both.",
        ),
        Misconception(
            _lead(lambda own, new: new.max(axis=1)),
            "You compare the farthest points. Asked is the distance to the centre of each class, and all its points make the centre.",
        ),
        Misconception(
            _lead(lambda own, new: np.median(new, axis=1)),
            "You took medians. The centre is a mean, and Pythagoras holds for means: the mean squared distance, less the spread.",
        ),
        Misconception(
            _lead(lambda own, new: np.sqrt(new).mean(axis=1) ** 2),
            "You averaged distances and squared the mean. Pythagoras holds for squared distances: average those, and take the spread of each class off.",
        ),
        Misconception(
            lambda D2, y, d2_new: _lead(
                lambda own, new: new.mean(axis=1) - own.sum() / (2 * len(y) ** 2)
            )(D2, y, d2_new),
            "The first parts are right. For the spread you divide by n²; a mean over the pairs of a class divides by the square of the number of its points.",
        ),
        Misconception(
            lambda D2, y, d2_new: (
                _lead(lambda own, new: new.mean(axis=1))(D2, y, d2_new)
                - D2[y > 0][:, y < 0].mean() / 2
            ),
            "You take off half the mean squared distance between the two classes. What comes off is the spread of each class: pairs within it.",
        ),
    ),
    hints=(
        "Pythagoras: the mean squared distance of z to the points of a class is the squared distance to their centre plus the spread of the class.",
        "So you need the spread from distances. Average ‖a − b‖² over all pairs of the class, where a and b are deviations from the centre: it is twice the spread.",
        "With `own = y > 0` the squared distance to that centre is `d2_new[:, own].mean(axis=1) - D2[np.ix_(own, own)].mean() / 2`.",
    ),
    praise="Distances know all that inner products know about centres: only the origin is lost, and nobody needs it here.",
)
