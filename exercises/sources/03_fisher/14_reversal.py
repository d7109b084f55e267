# %% [markdown]
# ## A rule in reverse
#
# The book solves $(BK+\lambda I)\,\alpha=y$; exact is $t$ on the right, $1/n_+$ on the positive points and $-1/n_-$ on the negative ones. How wrong can $y$ go? On a line, with the linear kernel, $w$ is a single number, and all that counts is its sign: the border lies halfway between the class means in any case. With the right-hand side $y$ the sign is that of $y^\top x$, with the exact one it is that of $\mu_+-\mu_-$. Return points `x` (n,), **all greater than zero**, and labels `y` (n,) for which the rule with $y$ misclassifies at least 90 % of its **own training points** while the exact rule misclassifies at most 10 %.

# %%
import numpy as np


def reversal():
    ### BEGIN SOLUTION
    x = np.concatenate([np.linspace(13, 15, 3), np.linspace(9, 11, 9)])
    return x, np.repeat([1, -1], [3, 9])
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Three positive points around 14 and nine negative ones around 10. The positive class lies to the right, $\mu_+-\mu_-=4$; but $y^\top x=3\cdot14-9\cdot10=-48$, so the printed rule points to the left and calls every point by the wrong name. In general $y^\top x=\frac{2n_+n_-}n(\mu_+-\mu_-)+(n_+-n_-)\,\bar x$: with equal classes, or with the mean at the origin, the second term is gone and all is well. A Gaussian kernel never has the mean of its images at the origin.

# %% tags=["solution"]
x, y_line = reversal()
print(f"gap {x[y_line > 0].mean() - x[y_line < 0].mean():.0f}, y'x {x @ y_line:.0f}")

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind
from featurespace.checks.compare import numbers as as_numbers
from featurespace.checks.fisher.shared import sizes


def _line_errors(x, y) -> tuple[float, float]:
    """Share of training points on the wrong side, with the right-hand side y and the exact one."""
    plus, minus = x[y > 0].mean(), x[y < 0].mean()
    side = np.sign(x - (plus + minus) / 2) * y
    return tuple(float(np.mean(np.sign(w) * side < 0)) for w in (x @ y, plus - minus))


_BALANCED = "Your classes have equal sizes. Then y is a multiple of ±1/n± and both right-hand sides agree: take more points of one class."


_SIDE = "Not all of your x are greater than 0. With negative numbers the chapter has shown it; turn its example round."


_AGREE = "Both rules point the same way: y'x = n₊μ₊ − n₋μ₋ has the sign of μ₊ − μ₋. Choose sizes and means so that the two signs differ."


_OVERLAP = "The rule with y is reversed, but the exact rule makes errors too. Move the classes apart, or make each of them tighter."


def _verify_reversal(answer) -> None:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Problem(f"Return two arrays, x and y; your function returned {kind(answer)}.")
    x, y = (as_numbers(part, np.zeros(3)) for part in answer)
    if x.ndim != 1 or x.shape != y.shape or len(x) < 3:
        raise Problem(
            f"Your x and y should be two plain lists of equal length, shape (n,), with three points or more; their shapes are {x.shape} and {y.shape}."
        )
    if not np.isfinite(x).all():
        raise Problem("Your x holds NaN or infinity.")
    if sorted(set(y.tolist())) != [-1.0, 1.0]:
        raise Problem(
            "The second value, y, should hold the labels −1 and +1, both of them and no others. The points x come first."
        )
    if x.min() <= 0:
        raise Problem(_SIDE)
    gap = x[y > 0].mean() - x[y < 0].mean()
    if min(abs(gap), abs(x @ y)) <= 1e-9 * np.abs(x).max():
        what = (
            "Both classes have the same mean" if abs(gap) < abs(x @ y) else "The product y'x is 0"
        )
        raise Problem(f"{what}, so one of the rules has no direction at all. Move some points.")
    printed, exact = _line_errors(x, y)
    if printed >= 0.9 and exact <= 0.1:
        return
    _, p, m = sizes(y)
    if printed > 0.5 > exact:
        raise Problem(f"{_OVERLAP} (Errors: {printed:.0%} with y, {exact:.0%} exact.)")
    if p == m:
        raise Problem(_BALANCED)
    raise Problem(f"{_AGREE} (Errors: {printed:.0%} with y, {exact:.0%} exact.)")


def _line(places, counts):
    """Points spread a little about two places, the positive ones first."""
    x = np.concatenate([np.linspace(c - 1, c + 1, k) for c, k in zip(places, counts, strict=True)])
    return x, np.repeat([1.0, -1.0], counts)


CHECK = Check(
    answer=reversal,
    section="Tilt the balance",
    difficulty=3,
    minutes=15,
    kind="transfer",
    inputs=lambda rng: [()],
    verify=_verify_reversal,
    misconceptions=(
        Misconception(lambda: _line((14, 10), (5, 5)), _BALANCED),
        Misconception(lambda: _line((-10, -14), (9, 3)), _SIDE),
        Misconception(lambda: _line((14, 10), (9, 3)), _AGREE),
        Misconception(lambda: _line((10.5, 10), (3, 9)), _OVERLAP),
    ),
    hints=(
        "Write y'x with the class sizes and the class means. When does it have another sign than μ₊ − μ₋?",
        "Multiplied out, y'x = n₊μ₊ − n₋μ₋. With x > 0 the larger class decides its sign. Which class must be the larger, and on which side must it lie?",
        "Many negative points near 10 and a few positive ones near 14.",
    ),
    praise="A rule from the book, and you made it call nearly every one of its own training points by the wrong name.",
)
