# %% [markdown]
# ## A program with three slips
#
# Someone in a hurry wrote the discriminant down as a program: $(BK+\lambda'I)\,\alpha=t$ with the chapter's $B$, $\lambda'=h\lambda$ and $h=2n_+n_-/n$, and the cut $b$ halfway between the projected class means. It makes the three slips of the book's listing, as closely as Python can, runs without complaint, and does no better on fresh points than a coin:

# %%
import numpy as np


def hasty_fisher(K, y, lam, K_new):
    n, n_plus, n_minus = len(y), np.sum(y > 0), np.sum(y < 0)
    plus, minus = (y > 0) * 1.0, (y < 0) * 1.0
    t, h = plus / n_plus - minus / n_minus, 2 * n_plus * n_minus / n
    weight = np.where(y > 0, 2 * n_minus / n, 2 * n_plus / n)
    B = np.diag(weight) - 2 * n_minus / (n * n_plus) * np.outer(plus, plus)
    -2 * n_plus / (n * n_minus) * np.outer(minus, minus)
    alpha = t @ np.linalg.inv(B @ K + h * lam * np.eye(n))
    b = weight @ K @ alpha / (4 * n_plus * n_minus)
    return K_new @ alpha - b


rng = np.random.default_rng(0)
truth = np.repeat([1, -1], 30)
train, fresh = rng.normal(size=(2, 60, 2)) + np.outer(truth, [1.5, 0]) + 5
values = hasty_fisher(train @ train.T, truth, 0.03, fresh @ train.T)
print(f"{np.mean(np.sign(values) != truth):.0%} of the fresh points are put into the wrong class")

# %% [markdown]
# Return the right values `K_new @ alpha - b`. The first four lines and the last one are fine; `B`, `alpha` and `b` each hold one slip. Write a test for each of the three before you read the code too closely: what should $Bj$ be, with $j$ the vector of ones, what should $(BK+\lambda'I)\,\alpha$ be, and where should $b$ lie?


# %%
def mended_fisher(K, y, lam, K_new):
    n, n_plus, n_minus = len(y), np.sum(y > 0), np.sum(y < 0)
    plus, minus = (y > 0) * 1.0, (y < 0) * 1.0
    t, h = plus / n_plus - minus / n_minus, 2 * n_plus * n_minus / n
    weight = np.where(y > 0, 2 * n_minus / n, 2 * n_plus / n)
    ### BEGIN SOLUTION
    positive = 2 * n_minus / (n * n_plus) * np.outer(plus, plus)
    negative = 2 * n_plus / (n * n_minus) * np.outer(minus, minus)
    B = np.diag(weight) - positive - negative
    alpha = np.linalg.solve(B @ K + h * lam * np.eye(n), t)
    b = n * (weight @ K @ alpha) / (4 * n_plus * n_minus)
    ### END SOLUTION
    return K_new @ alpha - b


# %% [markdown] tags=["solution"]
# **B.** A line that is complete ends the statement. The next one, `-2 * n_plus …`, computes a matrix, changes its sign and throws it away: $B$ never gets its second block. **alpha.** `t @ inv(A)` is $t^\top A^{-1}$, the row on the wrong side; $A$ is not symmetric, so it differs from $A^{-1}t$. **b.** Halfway is $\frac12\alpha^\top Ks$ with $s_i=1/n_+$ or $1/n_-$. This $s$ is $n/(2n_+n_-)$ times `weight`, and half of that is $n/(4n_+n_-)$; the $n$ got lost. The last slip hides well: if the data happen to lie around the origin, $b$ is nearly zero anyway.
#
# (The book's listing has $y$ and $\lambda$ in place of $t$ and $\lambda'$; here, with equal classes, that would change only the ridge.)

# %% tags=["solution"]
values = mended_fisher(train @ train.T, truth, 0.03, fresh @ train.T)
print(f"{np.mean(np.sign(values) != truth):.0%} of the fresh points are put into the wrong class")

# %% tags=["check"]
from itertools import product

import numpy as np
from numpy.linalg import solve

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import (
    halfway,
    harmonic,
    labelled,
    ridged,
    signed,
    sizes,
)
from featurespace.kernels import Gaussian, Linear, Polynomial


def _diagonal(y):
    """What stands on the diagonal of D."""
    n, p, m = sizes(y)
    return np.where(y > 0, 2 * m / n, 2 * p / n)


def _with_one_block(y):
    """The diagonal, and C⁺ without C⁻."""
    n, p, m = sizes(y)
    return np.diag(_diagonal(y)) - 2 * m / (n * p) * np.outer(y > 0, y > 0)


def _added(y):
    """The diagonal, C⁺ subtracted and C⁻ added."""
    return 2 * _with_one_block(y) - fisher.within_class_matrix(y)


def _fragment(
    block=True,
    side=True,
    factor=True,
    target=signed,
    ridge=harmonic,
    offset=lambda b, f, y: b,
    matrix=None,
):
    """The program of the exercise, with each of its slips mended or not."""

    def values(K, y, lam, K_new):
        B = fisher.within_class_matrix(y) if block else _with_one_block(y)
        A = ridged((matrix(y) if matrix else B) @ K, ridge(lam, *sizes(y)))
        alpha = solve(A if side else A.T, target(y))
        f = K @ alpha
        b = halfway(f[y > 0], f[y < 0])
        return K_new @ alpha - offset(b if factor else b / len(y), f, y)

    return values


_TESTS = (
    "the rows of B that belong to negative points should sum to 0, and do not",
    "`(B @ K + h * lam * np.eye(n)) @ alpha` should give t, and does not",
    "the class means of `K @ alpha` should lie equally far from b, and do not",
)


def _unmended() -> tuple[Misconception, ...]:
    """One misconception for each set of slips that are left."""
    found = []
    for mended in product((True, False), repeat=3):
        left = [test for test, done in zip(_TESTS, mended, strict=True) if not done]
        if left:
            start = f"Mended: {sum(mended)} of 3. Still failing: "
            sentence = start + "; ".join(left) + "."
            found.append(Misconception(_fragment(*mended), sentence))
    return tuple(found)


def _library(K, y, lam, K_new):
    """The library's weights are h times as long."""
    alpha, b = fisher.kernel_fisher(K, y, lam)
    return (K_new @ alpha - b) / harmonic(1.0, *sizes(y))


def _terms(K, y, lam, K_new):
    alpha = solve(ridged(fisher.within_class_matrix(y) @ K, harmonic(lam, *sizes(y))), signed(y))
    f = K @ alpha
    return {
        "`K_new @ alpha`": K_new @ alpha,
        "half the projected mean of class +1": np.full(len(K_new), -f[y > 0].mean() / 2),
        "half the projected mean of class −1": np.full(len(K_new), -f[y < 0].mean() / 2),
    }


def _blocks_of(plus, minus, cross=False):
    """D less the two blocks, each times a factor that depends on n, n₊ and n₋."""

    def matrix(y):
        p, m = (y > 0) * 1.0, (y < 0) * 1.0
        n = sizes(y)
        second = np.outer(p if cross else m, m)
        return np.diag(_diagonal(y)) - plus(*n) * np.outer(p, p) - minus(*n) * second

    return matrix


def _first(n, p, m):
    return 2 * m / (n * p)


def _second(n, p, m):
    return 2 * p / (n * m)


_WRONG_B = {
    "the two factors are swapped: 2n₋/(n·n₊) belongs to the positive block, 2n₊/(n·n₋) to the negative one": _blocks_of(
        _second, _first
    ),
    "neither block is subtracted": _blocks_of(lambda *n: 0, lambda *n: 0),
    "the negative block has come in, but the positive one has got lost": _blocks_of(
        lambda *n: 0, _second
    ),
    "n is missing below the factors of the blocks": _blocks_of(
        lambda n, p, m: 2 * m / p, lambda n, p, m: 2 * p / m
    ),
    "brackets are missing below: `2 * n_minus / n * n_plus` multiplies by `n_plus`": _blocks_of(
        lambda n, p, m: 2 * m / n * p, lambda n, p, m: 2 * p / n * m
    ),
    "the second block stands in the rows of the positive points: it is `np.outer(minus, minus)`": _blocks_of(
        _first, _second, cross=True
    ),
    "both blocks stand on the positive points: the second is `np.outer(minus, minus)`": _blocks_of(
        lambda *n: _first(*n) + _second(*n), lambda *n: 0
    ),
    "both blocks have the factor of the positive one": _blocks_of(_first, _first),
}


def _seen(value, K, y, lam, K_new):
    """Whether only b is wrong."""
    off = np.asarray(value, dtype=float) - mended_fisher(K, y, lam, K_new)
    if np.ptp(off) <= 1e-6 * np.abs(off).max():
        return "B and alpha are mended: your values differ from the right ones by one and the same number. So b is left; the class means of `K @ alpha` should lie equally far from it, and do not."
    return "Your B or your alpha is not right yet: the values do not differ by one number, as for a wrong b alone. Compare your B with `featurespace.fisher.within_class_matrix(y)`, and look whether `(B @ K + h * lam * np.eye(n)) @ alpha` gives t."


def _new_values(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, k, lam, kernel in (
        (4, 6, 5, 0.5, Linear()),
        (8, 3, 4, 1.0, Polynomial(2)),
        (1, 3, 2, 0.1, Gaussian(1.5)),
    ):
        X, y = labelled(rng, p, m)
        Z = rng.normal(1, 1, (k, 3))
        cases.append((kernel(X), y, lam, kernel(Z, X)))
    return cases


CHECK = Check(
    answer=mended_fisher,
    section="Find the slip",
    difficulty=3,
    minutes=15,
    kind="slip",
    twin=_library,
    inputs=_new_values,
    explain=_seen,
    terms=_terms,
    misconceptions=(
        *_unmended(),
        Misconception(
            _fragment(matrix=_added),
            "The second block has come into B, but with a plus: D − C⁺ + C⁻. Its rows should sum to zero; subtract both blocks. (alpha and b are mended.)",
        ),
        Misconception(
            _fragment(target=lambda y: y),
            "All three are mended, but on the right stands y now, where t was fine: y'Kα is the difference of the class sums.",
        ),
        Misconception(
            _fragment(ridge=lambda lam, n, p, m: lam),
            "All three are mended, but h has got lost: the ridge is λ' = hλ.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: -b),
            "B and alpha are mended, but b has now the wrong sign.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: b * len(y)),
            "B and alpha are mended. But b is now too large by a factor n: its weights should be 1/n₊ and 1/n₋, halved.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: 2 * b),
            "B and alpha are mended. But b is now twice too large: halfway is half the sum of the two class means.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: b / 2),
            "B and alpha are mended. But b is now half of what it should be: half the sum of the two class means, halved once.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: f.mean()),
            "B and alpha are mended. But b is now the mean over all points, nearer to the larger class; it should lie halfway between the two class means.",
        ),
        Misconception(
            _fragment(offset=lambda b, f, y: 0.0),
            "B and alpha are mended, but b is gone; it should lie halfway between the class means of `K @ alpha`.",
        ),
        Misconception(
            lambda K, y, lam, K_new: np.sign(_fragment()(K, y, lam, K_new)),
            "All three are mended. Leave the sign out: the values `K_new @ alpha - b` are asked for.",
        ),
        Misconception(
            _fragment(matrix=lambda y: 2 * np.diag(_diagonal(y)) - fisher.within_class_matrix(y)),
            "B is now D + C⁺ + C⁻. Both blocks are subtracted, so that every row sums to zero. (alpha and b are mended.)",
        ),
        Misconception(
            lambda K, y, lam, K_new: harmonic(1.0, *sizes(y)) * _fragment()(K, y, lam, K_new),
            "A right rule, but h times as long, as the library's is. Here the weights solve the system with t on the right, and no factor.",
        ),
        *(
            Misconception(
                _fragment(matrix=matrix),
                f"In B {what}. Every row of B should sum to zero. (alpha and b are mended.)",
            )
            for what, matrix in _WRONG_B.items()
        ),
        Misconception(
            _fragment(ridge=lambda lam, n, p, m: lam * n / (2 * p * m)),
            "All three are mended, but λ is divided by h now: the ridge is λ' = hλ.",
        ),
        Misconception(
            _fragment(target=lambda y: np.abs(signed(y))),
            "All three are mended, but on the right both classes have a plus now: t has 1/n₊ and −1/n₋.",
        ),
    ),
    hints=(
        "Do not read, test. Each of B, alpha and b has a property that it should have: Bj = 0, (BK + λ'I)α = t, and class means equally far from b.",
        "One slip is where a line ends, one is on which side t stands, one is a factor missing in b.",
        "The line that starts with a minus is a statement of its own and does nothing: write `B = np.diag(weight) - positive - negative`. The weights are `np.linalg.solve(B @ K + h * lam * np.eye(n), t)`, and b needs a factor n.",
    ),
    praise="Each slip breaks one property that can be tested in a line. None of them raises an error.",
)
