# %% [markdown]
# ## Uncorrelated, but not unrelated
#
# If $x$ is $-1,0,1$ and $y=x^2$, then $x$ determines $y$, and yet their correlation is zero. That was lucky, or so it seems: for $x=0,1,5$ the square is correlated with $x$, and so is $(x-\bar x)^2$. Show that it takes no luck. `x` holds **any** three different numbers; return three numbers `y`, not all equal, whose correlation with `x` is zero.

# %%
import numpy as np


def uncorrelated(x):
    ### BEGIN SOLUTION
    return np.array([x[1] - x[2], x[2] - x[0], x[0] - x[1]])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Only the numerator of the correlation matters, $\sum_i(x_i-\bar x)\,y_i$. It is one linear equation for three unknowns: $y$ must be orthogonal to the vector $x-\bar x$. The answer above is the cross product of $x$ and $(1,1,1)$, orthogonal to both. Any multiple of it will do, and any constant may be added; there are no other answers. For $-1,0,1$ it is the old one, up to scale and shift:

# %% tags=["solution"]
old, harder = np.array([-1, 0, 1]), np.array([0, 1, 5])
print(uncorrelated(old), "=", 2 - 3 * old**2, "= 2 − 3x²")
print(uncorrelated(harder), "has covariance", np.sum((harder - 2) * uncorrelated(harder)), end="; ")
print(f"the centred square has correlation {np.corrcoef(harder, (harder - 2) ** 2)[0, 1]:.2f}")

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, tolerance_of, up_to_sign
from featurespace.checks.describe.shared import several


def _three_numbers(rng: np.random.Generator) -> list[tuple]:
    return [
        (np.array([7.0, -2.0, 2.5]),),
        (np.array([3.0, 4.0, 5.0]),),
        (np.array([6.0, 0.0, 1.0]),),
        (np.array([0.5, 3.25, -1.9]),),
        (rng.normal(0, 2, 3),),
        (np.array([0, 1, 5]),),
    ]


def _shape_of(y):
    """What is left of three numbers when shift, scale and sign are free."""
    try:
        got = several(y, 3)
    except Problem:
        return y
    got = got - got.mean()
    size = np.abs(got).max()
    return up_to_sign(got / size) if size > 1e-9 else np.zeros(3)


_CONSTANT = "Your y is constant. It tells nothing about x, and its correlation is 0/0: choose at least two different values."


_TO_X_ITSELF = "Your y is orthogonal to x itself: the sum of `x * y` is zero. The covariance takes the mean out first: make y orthogonal to `x - x.mean()`."


_SIGN = "The sizes of your three numbers are right, but a sign is not. Go round in one direction: second minus third, third minus first, first minus second."


def _gaps(x):
    return np.roll(x, -1) - np.roll(x, -2)


def _verify_uncorrelated(answer, x) -> None:
    if isinstance(answer, (tuple, list)) and len(answer) == 2:
        raise Problem("You returned two things. Only y is asked for, three numbers.")
    y = several(answer, 3)
    dx, dy = x - x.mean(), y - y.mean()
    tolerance = tolerance_of(answer, 1e-9)
    if np.abs(dy).max() <= tolerance * np.abs(y).max():
        raise Problem(_CONSTANT)
    if np.abs(y).max() < 1e-12:
        raise Problem(
            "for this x your y is zero but for rounding, hence constant: what you start from lies on a line with x here. Squares of three different numbers never do."
        )
    rho = dx @ dy / np.sqrt((dx @ dx) * (dy @ dy))
    if abs(rho) > tolerance:
        lengths = np.linalg.norm(x) * np.linalg.norm(y)
        if abs(x @ y) <= tolerance * lengths:
            raise Problem(_TO_X_ITSELF)
        if np.allclose(np.abs(y) * np.abs(_gaps(x)).max(), np.abs(_gaps(x)) * np.abs(y).max()):
            raise Problem(_SIGN)
        size = f"{rho:.3f}" if abs(rho) >= 5e-4 else f"{rho:.1g}"
        raise Problem(f"the correlation of your y with x is {size}, not 0.")


CHECK = Check(
    answer=uncorrelated,
    section="Two columns",
    difficulty=2,
    minutes=10,
    kind="transfer",
    inputs=_three_numbers,
    twin=lambda x: np.cross(x, np.ones(3)),
    verify=_verify_uncorrelated,
    alike=_shape_of,
    misconceptions=(
        Misconception(
            lambda x: x**2,
            "The square works if the numbers lie symmetrically about zero, like −1, 0, 1. Here they need not: the covariance of x and x² is not zero in general.",
        ),
        Misconception(
            lambda x: (x - x.mean()) ** 2,
            "Better than x²: centred squares work wherever the numbers are, if they are symmetric about their mean. For 0, 1, 5 they are not. Look at the covariance as an equation for y.",
        ),
        Misconception(
            lambda x: np.abs(x - x.mean()),
            "The distance to the mean works if the numbers are symmetric about it, like 3, 4, 5. For 0, 1, 5 they are not. Look at the covariance as an equation for y.",
        ),
        Misconception(lambda x: np.ones(3), _CONSTANT),
        Misconception(
            lambda x: np.array([1.0, 0.0, 1.0]),
            "Your y treats the outer two numbers alike, like (1, 0, 1). That goes with (−1, 0, 1), and with any x whose middle entry is its mean. For other x the answer must depend on x.",
        ),
        Misconception(
            lambda x: x[::-1],
            "The same numbers in the opposite order have a correlation of their own with x, seldom zero. Look at the covariance as an equation for y.",
        ),
        Misconception(
            lambda x: x**3,
            "The cube rises with x, so the correlation is far from zero. Look at the covariance as an equation for y.",
        ),
        Misconception(
            lambda x: np.roll(x, 1),
            "A shuffled x is correlated with x in general. Shuffling is near, though: try differences of the other two numbers.",
        ),
        Misconception(
            lambda x: x - x.mean(),
            "Your y is x itself, shifted or stretched, and that changes no correlation: yours is 1 or −1. Look for a y at a right angle to `x - x.mean()`.",
        ),
        Misconception(
            lambda x: np.abs(x - np.median(x)),
            "Your y rises or falls with the distance to the median, as differences do that lose their signs. That works for evenly spaced numbers, like 3, 4, 5, and not for 0, 1, 5. Look at the covariance as an equation for y.",
        ),
        Misconception(
            lambda x: np.roll(_gaps(x), 1),
            "Differences are right, but not at these places. The first entry of y is the difference of the other two numbers, second minus third, and so on round the circle. (Yours is one place late.)",
        ),
        Misconception(
            lambda x: np.roll(_gaps(x), -1),
            "Differences are right, but not at these places. The first entry of y is the difference of the other two numbers, second minus third, and so on round the circle. (Yours is one place early.)",
        ),
        Misconception(
            lambda x: np.trunc(_gaps(x)),
            "Right for whole numbers. Others lose their decimals on the way, as `int` does, and the correlation is no longer zero: leave them as they are.",
        ),
        Misconception(lambda x: np.array([x[1], -x[0], 0]), _TO_X_ITSELF),
        Misconception(lambda x: _gaps(x) * [1, -1, 1], _SIGN),
        Misconception(
            lambda x: (x - np.median(x)) ** 2,
            "Squares about the median work for evenly spaced numbers, like 3, 4, 5. For 0, 1, 5 they do not. Look at the covariance as an equation for y.",
        ),
    ),
    hints=(
        "The covariance is zero when Σ (xᵢ − x̄) yᵢ = 0. That is one equation for three numbers y.",
        "As vectors of three numbers: y must be orthogonal to x − x̄. Taking y orthogonal to (1, 1, 1) as well does no harm, and then only one direction is left.",
        "In three dimensions `np.cross(x, np.ones(3))` is orthogonal to both; written out it is `(x[1] - x[2], x[2] - x[0], x[0] - x[1])`.",
    ),
    praise="Here x fixes y completely, and the correlation sees nothing of it. Zero correlation rules out a line, no more.",
)
