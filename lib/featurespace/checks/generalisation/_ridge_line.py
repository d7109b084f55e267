"""Built from exercises/sources/06_generalisation/03_ridge_line.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace.datasets import cubic_world
from featurespace.generalisation import polynomial_regression


def ridge_line(x, y, lam):
    x_centred, y_centred = x - x.mean(), y - y.mean()
    slope = np.mean(x_centred * y_centred) / (np.mean(x_centred**2) + lam)
    return slope, y.mean() - slope * x.mean()


import numpy as np
from numpy.linalg import solve

from featurespace.checks.check import Check, Misconception
from featurespace.regression import polynomial_regression, powers


def _scatter(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, lam in ((6, 0.25), (9, 0.5), (14, 2.0), (5, 0.0)):
        x = rng.normal(2, 1.5, size=n)
        cases.append((x, 3 - 2 * x + rng.normal(size=n), lam))
    return [*cases, (np.array([0, 2]), np.array([0, 4]), 1.0)]


def _slope(x, y, lam):
    return np.mean((x - x.mean()) * (y - y.mean())) / (np.var(x) + lam)


def _line(slope=_slope, intercept=lambda x, y, b: y.mean() - b * x.mean()):
    def line(x, y, lam):
        b = slope(x, y, lam)
        return b, intercept(x, y, b)

    return line


def _ridge_on_both(x, y, lam):
    A = powers(x[:, None], 1)
    return tuple(solve(A.T @ A / len(x) + lam * np.eye(2), A.T @ y / len(x))[::-1])


def _soft(x, y, lam):
    c = np.mean((x - x.mean()) * (y - y.mean()))
    return np.sign(c) * max(abs(c) - lam / 2, 0) / np.var(x)


def _over(denominator):
    return lambda x, y, lam: np.mean((x - x.mean()) * (y - y.mean())) / denominator(x, y, lam)


_SEES_N = "Two ways of counting are mixed: `np.cov` divides by n − 1, `np.var` by n. Take `bias=True`, or means of products."


def _seen(value, x, y, lam):
    """Whether the slope or the intercept is to blame, and what the line costs."""
    b, a = (float(np.ravel(part)[0]) for part in value)
    right, best = _line()(x, y, lam), y.mean() - b * x.mean()
    cost, least = (np.mean((y - s * x - i) ** 2) + lam * s**2 for s, i in ((b, a), right))
    words = f"your line costs {cost:.5g}, and {least:.5g} can be reached."
    if not np.isclose(b, right[0]):
        tell = (
            ""
            if np.isclose(a, best)
            else " The intercept does not belong to it either: the line must pass through the mean point."
        )
        return f"{words} Your slope is {b:.5g}; the covariance of x and y is {np.mean((x - x.mean()) * (y - y.mean())):.4g}, the variance of x {np.var(x):.4g}, and λ = {lam:g} holds the slope back to {right[0]:.5g}.{tell}"
    return f"{words} The slope is right. At the mean of x, {x.mean():.4g}, your line has the height {a + b * x.mean():.4g}; the mean of y is {y.mean():.4g}."


CHECK = Check(
    answer=ridge_line,
    section="A price on wildness",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=((np.array([-1, 0, 0, 1]), np.array([0, 0, 0, 12]), 0.5), (3.0, 3.0)),
    twin=lambda x, y, lam: tuple(polynomial_regression(x, y, 1, lam)[::-1]),
    inputs=_scatter,
    explain=_seen,
    misconceptions=(
        Misconception(
            _line(intercept=lambda x, y, b: y.mean()),
            "The slope is right. The mean of y is the best height at the mean of x, not at x = 0: walk back from there along the line.",
        ),
        Misconception(
            _line(intercept=lambda x, y, b: y.mean() + b * x.mean()),
            "The slope is right. From the mean of x to x = 0 one walks *back* along the line: subtract slope times mean.",
        ),
        Misconception(
            lambda x, y, lam: (_slope(x, y, lam), y.mean() - _slope(x, y, 0) * x.mean()),
            "The slope is right, but the intercept belongs to the slope without penalty. The line must pass through the mean point with the slope that it has.",
        ),
        Misconception(
            _line(intercept=lambda x, y, b: 0.0),
            "The slope is right. Your intercept is 0, that of the centred points; go back to x and y as they came.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, 0)),
            "That is the line without the penalty. λ pulls the slope towards 0: it joins the variance of x in the denominator.",
        ),
        Misconception(
            _line(lambda x, y, lam: x @ y / (x @ x + len(x) * lam)),
            "That slope belongs to a line through the origin. With an intercept, x and y are both measured from their means.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, lam / len(x))),
            "Your λ stands beside a sum over the points. In the cost it stands beside a mean, so it counts n times as much there: compare λ with the variance of x.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, lam * len(x))),
            "Your λ counts n times too much: it stands beside a mean over the points, so compare it with the variance of x, not with n times λ.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, 2 * lam)),
            "Your slope has 2λ in its denominator. The derivative gives a 2 to the squares of the residuals as well, and the two cancel.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, lam / 2)),
            "Your slope has λ/2 in its denominator. The derivative gives a 2 to the penalty as well as to the squares of the residuals, and the two cancel.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, 0) - lam),
            "You subtract λ from the slope. The penalty is a square: set the derivative of the whole cost to zero, and λ joins the variance of x in the denominator.",
        ),
        Misconception(
            _line(
                lambda x, y, lam: (
                    np.mean((x - x.mean()) * (y - y.mean())) / (np.std(x) * np.std(y) + lam)
                )
            ),
            "Dividing by both standard deviations makes a correlation. A slope divides by the variance of x (plus λ).",
        ),
        Misconception(
            _line(
                lambda x, y, lam: np.mean((x - x.mean()) * (y - y.mean())) / (np.var(x) + lam**2)
            ),
            "You squared λ. In the cost it is the slope that is squared; λ enters as it is.",
        ),
        Misconception(
            _ridge_on_both,
            "You punish the intercept too. The cost has θ₁² only; set the derivative by θ₀ to zero and no λ appears in it.",
        ),
        Misconception(_line(lambda x, y, lam: np.cov(x, y)[0, 1] / (np.var(x) + lam)), _SEES_N),
        Misconception(
            _line(lambda x, y, lam: np.cov(x, y)[0, 1] / (np.var(x, ddof=1) + lam)),
            "Your λ is compared with sums divided by n − 1. Without λ that would cancel; the cost here is a mean over n points, so divide covariance and variance by n (`bias=True`, `ddof=0`).",
        ),
        Misconception(
            lambda x, y, lam: _line()(x, y, lam)[::-1],
            "Right values, wrong order: the slope first, then the intercept (as `np.polyfit` does it).",
        ),
        Misconception(
            _line(_over(lambda x, y, lam: np.var(x) * (1 + lam))),
            "You divide the slope without penalty by 1 + λ. That is right only if x has the variance 1: λ is added to the variance.",
        ),
        Misconception(
            _line(_over(lambda x, y, lam: np.mean(x**2) + lam)),
            "The denominator has the mean square of x as it came. Centre x there too: λ joins the variance of x.",
        ),
        Misconception(
            _line(lambda x, y, lam: np.mean(x * y) / (np.var(x) + lam)),
            "The numerator has x and y as they came. Take both from their means: it is a covariance.",
        ),
        Misconception(
            _line(_over(lambda x, y, lam: np.std(x) + lam)),
            "The denominator has the standard deviation of x. The cost is quadratic, so its square stands there: the variance.",
        ),
        Misconception(
            _line(_over(lambda x, y, lam: np.var(y) + lam)),
            "Your denominator has the variance of y. That is the slope of x over y; here y is predicted from x.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, -lam)),
            "In your denominator λ is subtracted. Then a penalty would make the line steeper: the derivative of λθ₁² has the same sign as that of the squares of θ₁x.",
        ),
        Misconception(
            _line(_soft),
            "That is the slope for the penalty λ|θ₁| (the lasso): the covariance is shortened. Here the penalty is a square, and λ joins the variance of x.",
        ),
        Misconception(
            _line(lambda x, y, lam: _slope(x, y, lam / len(x) ** 2)),
            "Beside a sum over the points your λ is divided by n. In the cost it stands beside a mean, so beside a sum it counts n times: compare λ with the variance of x.",
        ),
        Misconception(
            _line(_over(lambda x, y, lam: len(x) * np.var(x) + lam)),
            "Above stands a mean of products, below a sum of squares. Take the mean in both, covariance over variance plus λ; or sums in both, and n times λ.",
        ),
        Misconception(
            _line(
                lambda x, y, lam: np.sign(_slope(x, y, 0)) * max(abs(_slope(x, y, 0)) - lam / 2, 0)
            ),
            "You pull the slope towards 0 by a fixed amount, as a penalty on its size would. Here its square is punished: λ joins the variance of x in the denominator.",
        ),
        Misconception(
            _line(intercept=lambda x, y, b: np.median(y - b * x)),
            "The slope is right. Your intercept is the median of y − θ₁x; squared errors are least at the mean.",
        ),
        Misconception(
            _line(intercept=lambda x, y, b: y[0] - b * x[0]),
            "The slope is right. Your line passes through the first point; it should pass through the mean point.",
        ),
    ),
    hints=(
        "Set the derivative of the cost by θ₀ to zero first. What does the line do at the mean of x?",
        "There the line has the height ȳ: θ₀ = ȳ − θ₁x̄. Put it in: only centred x and y remain, and one unknown θ₁ in a parabola.",
        "The slope is `np.mean(x_centred * y_centred) / (np.mean(x_centred**2) + lam)`; the intercept is `y.mean() - slope * x.mean()`.",
    ),
    praise="Whatever λ is, the line passes through the mean point: λ turns it about that point until it lies flat.",
)
