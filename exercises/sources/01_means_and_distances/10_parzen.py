# %% [markdown]
# ## The Parzen classifier
#
# `y` holds labels −1 and +1, in unequal numbers. Return `(alpha, b)` such that the sign of `K_new @ alpha - b` names the class whose centre is nearer. Scale `alpha` so that $\sum_i\alpha_i\phi(x_i)$ is exactly the positive centre minus the negative one.
#
# For the points 0, 2, 5 on a line with the labels −1, −1, +1 the centres are 1 and 5: `alpha = [-0.5, -0.5, 1]`, and `b = 12` puts the border at 3.

# %%
import numpy as np


def parzen(K, y):
    ### BEGIN SOLUTION
    plus = (y > 0) / np.sum(y > 0)
    minus = (y < 0) / np.sum(y < 0)
    b = (plus @ K @ plus - minus @ K @ minus) / 2
    return plus - minus, b
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# "Negative centre farther than positive" reads $\|\phi(x)-\phi_-\|^2-\|\phi(x)-\phi_+\|^2>0$. The $\kappa(x,x)$ cancel, and half of what remains is $\langle\phi(x),\phi_+-\phi_-\rangle-\frac12(\|\phi_+\|^2-\|\phi_-\|^2)$.

# %% tags=["check"]
from featurespace import means
from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import gram_matrices, on_a_line


def _two_classes(rng: np.random.Generator) -> list[tuple]:
    return [
        (K, rng.permutation(np.where(np.arange(len(K)) < count, 1.0, -1.0)))
        for count, (K,) in zip((1, 2, 3), gram_matrices(rng), strict=True)
    ]


def _class_means(K, y):
    plus, minus = (y > 0) / (y > 0).sum(), (y < 0) / (y < 0).sum()
    return plus, minus, plus @ K @ plus, minus @ K @ minus


def _parzen_with(weights, offset):
    def rule(K, y):
        plus, minus, norm_plus, norm_minus = _class_means(K, y)
        alpha = weights(y, plus, minus)
        return alpha, offset(norm_plus, norm_minus) if offset else alpha @ K @ alpha / 2

    return rule


def _unit(alpha, b, K):
    length = np.sqrt(alpha @ K @ alpha)
    return alpha / length, b / length


def _part(seen, K, y):
    """Which of the two is wrong, and where the border is."""
    alpha = means.parzen(K, y).alpha
    plus, minus = (y > 0) / (y > 0).sum(), (y < 0) / (y < 0).sum()
    if not np.allclose(seen[0], alpha):
        total = [float(seen[0][y > 0].sum()), float(seen[0][y < 0].sum())]
        if not np.allclose(total, [1, -1]):
            return f"the weights of class +1 add up to {total[0]:.4g} and those of class −1 to {total[1]:.4g}. For a centre minus a centre it is 1 and −1."
        return "the weights of the classes add up to 1 and −1, but within a class they differ. In a centre every point of the class counts alike."
    scores = float(plus @ K @ alpha), float(minus @ K @ alpha)
    return f"`alpha` is right. The centres have the scores {scores[0]:.4g} and {scores[1]:.4g}; `b` belongs halfway between them, and yours is {float(seen[1]):.4g}."


CHECK = Check(
    answer=parzen,
    section="Two means classify",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=(
        (on_a_line([0, 2, 5]), np.array([-1, -1, 1])),
        (np.array([-0.5, -0.5, 1.0]), 12.0),
    ),
    twin=lambda K, y: tuple(means.parzen(K, y)),
    inputs=_two_classes,
    explain=_part,
    misconceptions=(
        Misconception(
            _parzen_with(lambda y, plus, minus: y / len(y), lambda p, m: (p - m) / 2),
            "Weights y/n average over all points together. Each class has its own mean: divide by the number of points of that class.",
        ),
        Misconception(
            lambda K, y: (
                y / len(y),
                ((y > 0) @ K @ (y > 0) - (y < 0) @ K @ (y < 0)) / (2 * len(y) ** 2),
            ),
            "You divide by n everywhere. Each class has its own mean: divide by the number of points of that class.",
        ),
        Misconception(
            lambda K, y: (1.0 * y, ((y > 0) @ K @ (y > 0) - (y < 0) @ K @ (y < 0)) / 2),
            "Those are sums over the classes. The centres are means: divide by the number of points of each class.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, None),
            "That `b` is half the squared distance of the centres. Needed is half the difference of their squared norms.",
        ),
        Misconception(
            lambda K, y: tuple(reversed(means.parzen(K, y))),
            "Right values, wrong order: return `alpha` first, then `b`.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: 0.0),
            "You take b = 0, which is right if both centres are equally far from the origin. In general the border lies halfway between the centres.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: p - m),
            "The offset is half the difference of the squared norms of the centres.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: (m - p) / 2),
            "The sign of b is wrong: the rule subtracts b, so b = (‖φ₊‖² − ‖φ₋‖²)/2.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus + minus, lambda p, m: (p - m) / 2),
            "Both classes got positive weights; the rule compares them, so the negative class counts against.",
        ),
        Misconception(
            _parzen_with(
                lambda y, plus, minus: y / np.where(y > 0, (y < 0).sum(), (y > 0).sum()),
                lambda p, m: (p - m) / 2,
            ),
            "The class sizes are swapped in `alpha`: positive points get 1/n₊, negative ones −1/n₋.",
        ),
        Misconception(
            _parzen_with(
                lambda y, plus, minus: plus - minus, lambda p, m: (np.sqrt(p) - np.sqrt(m)) / 2
            ),
            "In `b` you used the norms of the centres. Their squares come in: block averages of K, without a root.",
        ),
        Misconception(
            lambda K, y: (means.parzen(K, y).alpha, (K @ means.parzen(K, y).alpha).mean()),
            "That `b` is the mean score of the training points: it pulls the border towards the larger class. The border lies halfway between the two centres.",
        ),
        Misconception(
            lambda K, y: (
                means.parzen(K, y).alpha,
                (np.diag(K)[y > 0].mean() - np.diag(K)[y < 0].mean()) / 2,
            ),
            "In `b` you averaged the diagonal: mean squared lengths of images. The squared norm of a centre is the average over all pairs of its class, a block of K.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: plus - minus, lambda p, m: (p + m) / 2),
            "In `b` the two squared norms are added. The border lies where both centres are equally far away: their difference counts.",
        ),
        Misconception(
            lambda K, y: (
                means.parzen(K, y).alpha,
                (K[y > 0][:, y > 0].sum() - K[y < 0][:, y < 0].sum()) / 2,
            ),
            "In `b` you sum over the blocks. The squared norm of a centre is the average entry of its block.",
        ),
        Misconception(
            lambda K, y: (means.parzen(K, y).alpha, (K[y > 0].mean() - K[y < 0].mean()) / 2),
            "In `b` you average over the rows of a class, but all columns. The squared norm of a centre is the average over pairs of its class.",
        ),
        Misconception(
            lambda K, y: _class_means(K, y)[:2],
            "Those are the weights of the two centres. Return their difference, and `b` with it.",
        ),
        Misconception(
            lambda K, y: _unit(*means.parzen(K, y), K),
            "You scaled to length one: the signs are right, but asked is exactly the positive centre minus the negative one. Leave the division out.",
        ),
        Misconception(
            lambda K, y: (
                means.parzen(K, y).alpha,
                ((y > 0) @ K @ (y > 0) - (y < 0) @ K @ (y < 0)) / (2 * len(y) ** 2),
            ),
            "In `b` you divide by n². The squared norm of a centre is the average entry of its block: divide by the square of the number of points of that class.",
        ),
        Misconception(
            lambda K, y: (
                means.parzen(K, y).alpha,
                ((y > 0) @ K @ (y > 0) / (y > 0).sum() - (y < 0) @ K @ (y < 0) / (y < 0).sum()) / 2,
            ),
            "In `b` each block is divided once by the number of points. The squared norm of a centre is the average entry of its block: the number comes in twice.",
        ),
        Misconception(
            _parzen_with(lambda y, plus, minus: y, lambda p, m: (p - m) / 2),
            "Your `b` is right. For `alpha` you took the labels: that weighs sums. The centres are means: divide by the number of points of each class.",
        ),
        Misconception(
            lambda K, y: (means.parzen(K, y).alpha, K[y > 0][:, y < 0].mean()),
            "That `b` is the inner product of the two centres. It drops out; half the difference of their squared norms remains.",
        ),
        Misconception(
            lambda K, y: (2 * y / len(y), means.parzen(K, y).b),
            "Your `b` is right. Weights ±2/n belong to classes of equal size; these are not: divide by the number of points of each class.",
        ),
        Misconception(
            lambda K, y: (_unit(*means.parzen(K, y), K)[0], means.parzen(K, y).b),
            "Your `b` is right, but `alpha` was scaled to length one. Asked is exactly the positive centre minus the negative one: leave the division out.",
        ),
        Misconception(
            lambda K, y: (K @ means.parzen(K, y).alpha, means.parzen(K, y).b),
            "Your `b` is right. In place of `alpha` stand the scores of the training points, `K @ alpha`; return the weights themselves.",
        ),
        Misconception(
            lambda K, y: (means.parzen(K, y).alpha, np.median(K @ means.parzen(K, y).alpha)),
            "That `b` is the median score of the training points. The border lies halfway between the two centres, wherever the points are.",
        ),
    ),
    hints=(
        "Write 'the negative centre is farther away than the positive one' with squared norms; κ(x, x) drops out.",
        "Weights: 1/n₊ on the positive points and −1/n₋ on the negative ones; b is half the difference of two block averages of K.",
        "With `plus = (y > 0) / (y > 0).sum()` and `minus` likewise, return `plus - minus` and `(plus @ K @ plus - minus @ K @ minus) / 2`.",
    ),
    praise="A classifier with no training loop: two means and the plane halfway between them.",
)
