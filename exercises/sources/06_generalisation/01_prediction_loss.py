# %% [markdown]
# ## No test set needed
#
# In the cubic world nobody needs to hold anything out. A colleague hands you the coefficients `theta` of a polynomial $h$ (constant first; an array of any length, shorter or longer than that of $g$). He wants to use it where $x$ scatters more than at home, or less: there $x\sim N(0,s^2)$ with $s$ = `spread`, while $y=g(x)+\varepsilon$ as always, with noise of variance 1. Return the exact prediction loss $\mathbb E(h(x)-y)^2$ of his polynomial in its new place. The true coefficients and the moments $\mathbb Ez^p$ of a **standard** Gaussian $z$ are given:

# %%
import numpy as np

from featurespace import generalisation

cubic = np.array([0, 1 / 4, 3 / 4, 1])


def moment(p):
    return 0 if p % 2 else np.prod(np.arange(1, p, 2))


print("E z^p for p = 0 to 8:", *(int(moment(p)) for p in range(9)))

# %% [markdown]
# Values to test yours by. At home, with `spread` 1, `[3/4]` has the loss 299/16, `[3/4, 13/4]` has 65/8, `[0, 13/4, 3/4]` has 7, and the truth itself has 1. With `spread` 2 the line `[3/4, 13/4]` costs 11713/16 = 732.0625, and the truth still 1.


# %%
def prediction_loss(theta, spread):
    ### BEGIN SOLUTION
    size = max(len(theta), 4)
    e = np.pad(theta, (0, size - len(theta))) - np.pad(cubic, (0, size - 4))
    e = e * spread ** np.arange(size)  # x = spread z
    powers = range(size)
    return 1 + sum(e[i] * e[j] * moment(i + j) for i in powers for j in powers)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The noise is independent of $x$ and has mean 0, so $\mathbb E(h-y)^2=1+\mathbb E(h-g)^2$. The difference $h-g$ is a polynomial with the coefficients $e$; its square is $\sum_{ij}e_ie_jx^{i+j}$, and the mean goes through to the powers. With $x=sz$ a power $x^p$ is $s^pz^p$, so each coefficient $e_i$ takes its own $s^i$ along. The best line of home is a disaster where $x$ spreads twice as far, and nearly perfect where it hardly moves:

# %% tags=["solution"]
best = ([3 / 4], [3 / 4, 13 / 4], [0, 13 / 4, 3 / 4], cubic)
floors = [float(prediction_loss(np.array(theta), 1)) for theta in best]
print("at home:", *floors)
assert floors == [generalisation.prediction_loss(theta) for theta in best]
for spread in (0.5, 1, 1.5, 2):
    loss = prediction_loss(np.array([3 / 4, 13 / 4]), spread)
    print(f"spread {spread}: the best line of home costs {loss:.1f}")

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.generalisation import CUBIC

_MOMENTS = (1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0, 10395, 0)


def _second_moments(size, spread=1.0):
    """E x^(i + j) where x has this spread."""
    return np.array(
        [[_MOMENTS[i + j] * spread ** (i + j) for j in range(size)] for i in range(size)]
    )


def _difference(theta, size):
    e = np.zeros(max(size, len(theta), 4))
    e[: len(theta)] = theta
    e[:4] -= CUBIC
    return e[:size]


def _quadratic(rule, size=lambda theta: max(len(theta), 4)):
    def loss(theta, spread):
        e = _difference(theta, size(theta))
        return rule(e, _second_moments(len(e), spread), spread)

    return loss


def _by_integration(theta, spread):
    """By numerical integration, exact for polynomials."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    x = spread * nodes
    gap = np.polynomial.polynomial.polyval(x, theta) - np.polynomial.polynomial.polyval(x, CUBIC)
    return 1 + weights @ gap**2 / weights.sum()


def _apart(h=True, g=True):
    """Both polynomials with coefficients scaled by powers of their own."""

    def loss(theta, spread):
        e = np.zeros(max(len(theta), 4))
        e[: len(theta)] += theta * (spread if h else 1.0) ** np.arange(len(theta))
        e[:4] -= CUBIC * (spread if g else 1.0) ** np.arange(4)
        return 1 + e @ _second_moments(len(e)) @ e

    return loss


def _two_squares(sign):
    """The mean squares of h and g, without the product."""

    def loss(theta, spread):
        g = CUBIC @ _second_moments(4, spread) @ CUBIC
        return 1 + theta @ _second_moments(len(theta), spread) @ theta + sign * g

    return loss


def _aligned_at_the_end(theta, spread, backwards=False):
    e = np.polysub(theta, CUBIC)[:: -1 if backwards else 1]
    return 1 + e @ _second_moments(len(e), spread) @ e


_DRAWN = "Nothing is to be drawn: a mean over random numbers is close, never exact. The moments of z are given, so the mean of every power of x can be written down."


def _terms(theta, spread):
    e = _difference(theta, max(len(theta), 4))
    table = np.outer(e, e) * _second_moments(len(e), spread)
    return {
        "the variance of the noise, 1,": 1.0,
        "the sum of the pure terms (i = j)": np.trace(table),
        "the sum of the mixed terms (i ≠ j)": table.sum() - np.trace(table),
    }


def _seen(value, theta, spread):
    """The parts of the right number, to be compared one by one."""
    e = _difference(theta, max(len(theta), 4))
    told, gap = ", ".join(f"{v:.4g}" for v in e), e @ _second_moments(len(e), spread) @ e
    return f"your result is {float(np.ravel(value)[0]):.6g}. Here h − g has the coefficients {told}, constant first; its mean square at this spread is {gap:.6g}, and the noise adds 1."


CHECK = Check(
    answer=prediction_loss,
    section="A known world",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=((np.array([3 / 4, 13 / 4]), 2), 11713 / 16),
    twin=_by_integration,
    terms=_terms,
    explain=_seen,
    inputs=lambda rng: [
        (rng.normal(size=n), s) for n, s in ((1, 1.5), (3, 0.5), (4, 2.0), (6, 1.25), (2, 1.0))
    ],
    misconceptions=(
        Misconception(
            _quadratic(lambda e, M, s: e @ M @ e),
            "That is how far the polynomial is from the true curve. Even the true curve misses y by the noise: its variance, 1, is still to be added.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 2 + e @ M @ e),
            "The noise is counted twice: its variance, 1, comes in once, however y and h are written.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ _second_moments(len(e)) @ e),
            "That is the loss at home, where x has the spread 1; `spread` plays no part in it. If x = spread times z, what is the mean of x to the power p?",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + s**2 * (e @ _second_moments(len(e)) @ e)),
            "You multiply everything by `spread**2`. That is the mean of x² alone: a power p of x grows by `spread**p`, so each pair (i, j) has a factor of its own.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + s * (e @ _second_moments(len(e)) @ e)),
            "You multiply everything by `spread`. A power p of x grows by `spread**p`: each pair (i, j) has a factor of its own.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: s**2 + e @ M @ e),
            "You let the noise grow with the spread of x. Only x scatters more; the noise has variance 1 everywhere.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ _second_moments(len(e), s**0.5) @ e),
            "You take `spread` for the variance of x. It is the standard deviation: x = `spread` times a standard Gaussian number.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + np.diag(M) @ e**2),
            "You squared each term by itself. The square of a sum has mixed terms too: eᵢeⱼ times the mean of x to the power i + j, and for even i + j they do not vanish.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + (M[0] @ e) ** 2),
            "You squared the mean difference. Positive and negative differences cancel in it; square first, then take the mean.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ np.triu(M) @ e),
            "Each mixed term is counted once. In the square of a sum eᵢeⱼ comes twice, as (i, j) and as (j, i): let both sums run over all powers.",
        ),
        Misconception(
            lambda theta, spread: _by_integration(theta[::-1], spread),
            "The coefficients are read backwards: `theta` starts with the constant (`np.polyval` and `np.polyfit` start with the highest power).",
        ),
        Misconception(
            lambda theta, spread: 1 + theta @ _second_moments(len(theta), spread) @ theta,
            "The true curve is missing: you measure the distance of the polynomial from 0. Subtract the coefficients of g first.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ M @ e, size=lambda theta: min(len(theta), 4)),
            "The longer of the two polynomials was cut off (`zip` stops at the shorter list). Fill the shorter one up with zeros.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ e),
            "You took the powers of x for orthonormal. They are not, at any spread: `moment(4)` is 3, and 1 and z² overlap. Use `moment(i + j)`.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ _second_moments(len(e), s**2) @ e),
            "In your result x scatters by `spread**2`. With x = `spread` times z, a power p of x takes `spread**p` along: once, not squared again.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ M @ e, size=lambda theta: 4),
            "Powers of h beyond the third are dropped. `theta` may be longer than the coefficients of g: fill the shorter list up with zeros, whichever that is.",
        ),
        Misconception(
            _apart(g=False),
            "Only h takes the new spread; g is still asked at home. Both stand at the same x: subtract the coefficients first, then scale them.",
        ),
        Misconception(
            _apart(h=False),
            "Only g takes the new spread; h is still asked at home. Both stand at the same x: subtract the coefficients first, then scale them.",
        ),
        Misconception(
            lambda theta, spread: _aligned_at_the_end(theta, spread, backwards=True),
            "Both lists are read backwards, highest power first (as `np.poly1d` and `np.polysub` do). Here both start with the constant.",
        ),
        Misconception(
            _aligned_at_the_end,
            "The two lists are lined up at their ends (so does `np.polysub`). They start with the constant: fill the shorter one up with zeros at its end.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ M @ e - (M[0] @ e) ** 2),
            "The squared mean of h − g is taken off: that leaves its variance. A curve that lies too high everywhere is wrong too: take the mean of the square.",
        ),
        Misconception(
            _two_squares(-1),
            "That is the mean of h² minus the mean of g². Square the difference h − g instead: it has a product of h and g in it.",
        ),
        Misconception(
            _two_squares(1),
            "The mean of h² and the mean of g² are there, the product is missing: (h − g)² has −2hg as well.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + e @ M @ e, size=len),
            "The powers of g beyond those of h are dropped. `theta` may be shorter than the coefficients of g: fill the shorter list up with zeros, whichever that is.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + np.sum(e**2 * s ** (2 * np.arange(len(e))))),
            "The moments of z are missing: the mean of x to the power 2i is `spread**(2 * i)` times `moment(2 * i)`. And the square of a sum has mixed terms too.",
        ),
        Misconception(
            _quadratic(lambda e, M, s: 1 + np.sum(e * s ** np.arange(len(e))) ** 2),
            "You put x = `spread`, one single place. The loss is a mean over all x: the mean of x to the power p is `spread**p` times `moment(p)`.",
        ),
        Misconception(
            lambda theta, spread: prediction_loss(theta, 1 / spread),
            "You divide by `spread` where you should multiply: x = `spread` times z, so a power p of x takes `spread**p` along.",
        ),
    ),
    forbidden=dict.fromkeys(
        (np.random.default_rng, np.random.normal, np.random.randn, np.random.standard_normal),
        _DRAWN,
    ),
    advice={
        "can't contain negative": "`theta` may be longer than the coefficients of g: fill up the shorter list, whichever that is.",
        "not aligned": "The two polynomials differ in length: fill the shorter one up with zeros.",
        "operands could not be broadcast": "The two polynomials differ in length: fill the shorter one up with zeros.",
    },
    hints=(
        "Nothing is to be drawn. Write y as g(x) plus noise and multiply the square out: what does the noise contribute, and what kind of function is h − g? Then write x as `spread` times z.",
        "The noise contributes its variance, 1. With the coefficients e of h − g (the shorter list filled up with zeros), its square has the terms eᵢeⱼ times x to the power i + j, whose mean is `spread**(i + j) * moment(i + j)`.",
        "1 plus the sum over all i and j of `e[i] * e[j] * spread**(i + j) * moment(i + j)`.",
    ),
    praise="A prediction loss without a test set and without luck, wherever x may be drawn. A wrong model is good where it was made; the truth costs 1 everywhere.",
)
