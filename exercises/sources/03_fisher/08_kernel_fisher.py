# %% [markdown]
# ## Fisher with a kernel
#
# Return `(alpha, b)`, so that the sign of `K_new @ alpha - b` names the class. The direction maximises (5.11) for the `lam` that stands there, whatever the class sizes, and the border lies halfway between the projected class means: $\mu_+-b=b-\mu_-$. The weights solve
#
# $$(BK+\lambda'I)\,\alpha=t,\qquad\lambda'=\tfrac{2n_+n_-}n\lambda,\qquad t_i=\tfrac1{n_+}\text{ if }y_i>0,\ -\tfrac1{n_-}\text{ if }y_i<0.$$
#
# (This is the box of section 6, multiplied by $h=2n_+n_-/n$.) The matrix `B` of the spread within classes is handed to you. A positive factor common to `alpha` and `b` is free. For the four points, the linear kernel and `lam = 1` the weights are $\frac16(1,5,-3,-3)$ and $b=\frac23$; then $w=\frac13(2,-2)$.

# %%
import numpy as np


def kernel_fisher(K, y, B, lam):
    ### BEGIN SOLUTION
    n, n_plus, n_minus = len(y), (y > 0).sum(), (y < 0).sum()
    t = np.where(y > 0, 1 / n_plus, -1 / n_minus)
    ridge = 2 * n_plus * n_minus / n * lam
    alpha = np.linalg.solve(B @ K + ridge * np.eye(n), t)
    shadow = K @ alpha
    return alpha, (shadow[y > 0].mean() + shadow[y < 0].mean()) / 2
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With $f=K\alpha$ the gap of the means is $t^\top f$, and the denominator of (5.11) is $\frac1h(f^\top Bf+\lambda'\|w\|^2)$ with $h=2n_+n_-/n$; hence the right-hand side $t$ and the ridge $\lambda'=h\lambda$. The book writes $b$ as $\frac12\alpha^\top Ks$ with $s_i=1/n_+$ or $1/n_-$ (5.20–5.21), which is the same. A rule for $b$ is tested in one line, and it is worth writing that line every time. The 30 points of one class and 10 of the other also show what $t$ is good for:

# %% tags=["solution"]
from featurespace import fisher

rng = np.random.default_rng(3)
labels = np.repeat([1, -1], [30, 10])
cloud = rng.normal(size=(40, 2)) @ [[2, 1], [0, 0.5]] + np.outer(labels, [0.5, 1]) + [5, 0]
K, B = cloud @ cloud.T, fisher.within_class_matrix(labels)
alpha, b = kernel_fisher(K, labels, B, 0.1)
f = K @ alpha
assert np.isclose(f[labels > 0].mean() - b, b - f[labels < 0].mean())
printed = np.linalg.solve(B @ K + 0.1 * np.eye(40), labels)  # the book's right-hand side and ridge
J_exact, J_printed = (fisher.fisher_ratio(K, labels, a, 0.1) for a in (alpha, printed))
print(f"J = {J_exact:.2f}; with the book's right-hand side {J_printed:.2f}")
assert J_exact > J_printed

# %% tags=["check"]
import numpy as np
from numpy.linalg import solve

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import (
    FOUR,
    ORDER,
    RIDGE,
    SIDES,
    book_alpha,
    close,
    halfway,
    harmonic,
    positives_first,
    ridged,
    same_rule,
    shown,
    signed,
    sizes,
    systems,
)


def _weights(target=signed, ridge=harmonic):
    """The weights for a right-hand side and a ridge."""

    def alpha(K, y, B, lam):
        return solve(ridged(B @ K, ridge(lam, *sizes(y))), target(y))

    return alpha


def _rule(alpha=None, offset=halfway):
    alpha = alpha or _weights()

    def rule(K, y, B, lam):
        a = alpha(K, y, B, lam)
        f = K @ a
        return a, offset(f[y > 0], f[y < 0])

    return rule


def _ridge_of(K, y, lam):
    return harmonic(lam, *sizes(y))


def _seen(value, K, y, B, lam):
    """Whether the weights are right, whether b fits them, and a test for what is not."""
    (a, b), (right, _) = same_rule(value), same_rule(_rule()(K, y, B, lam))
    f = K @ a
    p, m = f[y > 0].mean(), f[y < 0].mean()
    if close(a, right):
        return f"The weights are right. With `alpha` of length one the projected class means are {p:.4g} and {m:.4g}, and your b is {float(b):.4g}; it should lie halfway."
    fits = close(b, (p + m) / 2)
    rest = " Your b lies halfway, as it should." if fits else ""
    t = ridged(B @ K, _ridge_of(K, y, lam)) @ a
    t = t / np.abs(t).max() * np.abs(signed(y)).max()
    return f"Your weights do not solve the system: (BK + λ'I)α should be a positive multiple of t = {shown(signed(y))}, and is one of {shown(t)}.{rest}"


CHECK = Check(
    answer=kernel_fisher,
    section="Into feature space",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=(
        (FOUR @ FOUR.T, SIDES, fisher.within_class_matrix(SIDES), 1.0),
        (np.array([1, 5, -3, -3]) / 6, 2 / 3),
    ),
    twin=lambda K, y, B, lam: tuple(fisher.kernel_fisher(K, y, lam)),
    inputs=systems,
    explain=_seen,
    alike=same_rule,
    advice={"Singular matrix": RIDGE},
    freedom="(Both are compared after division by the length of `alpha`, since a common factor is free.)",
    misconceptions=(
        Misconception(
            _rule(offset=lambda p, m: (p.mean() - m.mean()) / 2),
            "The weights are right. Your b is half the gap between the projected class means; halfway between them is half their sum.",
        ),
        Misconception(
            _rule(offset=lambda p, m: p.mean() + m.mean()),
            "The weights are right. Your b is the sum of the projected class means; halfway between them is half of it.",
        ),
        Misconception(
            _rule(offset=lambda p, m: np.concatenate([p, m]).mean()),
            "The weights are right. The mean over all points lies nearer to the larger class; b lies halfway between the two class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: halfway(p, m) / (len(p) + len(m))),
            "The weights are right. Your b lacks a factor n: the same slip as in the book's code. Test it: the projected class means should lie equally far from b.",
        ),
        Misconception(
            _rule(offset=lambda p, m: halfway(p, m) / 2),
            "The weights are right. You halved twice: b is half the sum of the two projected class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: -halfway(p, m)),
            "The weights are right, the sign of b is not: the rule subtracts b.",
        ),
        Misconception(
            _rule(offset=lambda p, m: 0.0),
            "The weights are right. With b = 0 the border goes through the origin, wherever the classes are. (The class means of `alpha` do not help; the projections are `K @ alpha`.) Put it halfway between the projected class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: (p.min() + m.max()) / 2),
            "The weights are right. Your b lies between the two nearest points; asked is the place halfway between the class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: (np.median(p) + np.median(m)) / 2),
            "The weights are right. Your b lies halfway between the medians; take the means of the classes.",
        ),
        Misconception(
            lambda K, y, B, lam: _rule()(K, y, B, lam)[::-1],
            "Right values, wrong order: return `alpha` first, then `b`.",
        ),
        Misconception(
            _rule(book_alpha),
            "That is the book's system, with y on the right and λ as it is. Its y'Kα is the difference of the class sums; use t for the means, and λ' for the ridge.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: lam)),
            "The right-hand side is t, as it should be. But B gives the sum of the variances only up to the factor n/(2n₊n₋), so the ridge must be λ' = 2n₊n₋/n times λ.",
        ),
        Misconception(
            _rule(_weights(target=lambda y: y)),
            "The ridge is right. On the right stands y, which makes the difference of the class sums large; t, with 1/n₊ and −1/n₋, makes that of the means.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: lam * n / (2 * p * m))),
            "The right-hand side is right. The ridge is scaled the wrong way round: λ' is λ times 2n₊n₋/n, not divided by it.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: lam * p * m / n)),
            "The right-hand side is right. In the ridge a factor 2 is missing: λ' = 2n₊n₋/n times λ.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: lam * n / 2)),
            "The right-hand side is right. A ridge of nλ/2 is right for equal classes; in general it is 2n₊n₋/n times λ.",
        ),
        Misconception(
            _rule(_weights(target=lambda y: np.abs(signed(y)))),
            "You used s on the right, with a plus for both classes: that adds the class means. Their difference needs 1/n₊ and −1/n₋.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: -_weights()(K, y, B, lam)),
            "Right line, wrong way: values above b should speak for class +1. Is t negative on the negative points?",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: signed(y)),
            "Your weights are a multiple of t: those of Parzen, where no spread comes in. A system with KB gives that, or t multiplied from the left; BK is not symmetric, so the order matters. Solve with BK + λ'I.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(ridged(K, _ridge_of(K, y, lam)), signed(y))),
            "B is missing in your system, and with it the spread within the classes: what is left is ridge regression on t.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(ridged(K, lam), y)),
            "That is ridge regression on the labels. Fisher has BK in place of K, t in place of y, and λ' in place of λ.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: solve(ridged(B * K, _ridge_of(K, y, lam)), signed(y))),
            "`B * K` multiplies entry by entry; the matrix product is `B @ K`.",
        ),
        Misconception(
            _rule(lambda K, y, B, lam: ridged(B @ K, _ridge_of(K, y, lam)) @ signed(y)),
            "You multiplied t by the matrix. The weights are what the matrix turns into t: solve the system.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: 2 * harmonic(lam, n, p, m))),
            "The right-hand side is right, and the ridge is twice λ'. It is 2n₊n₋/n times λ, with one factor 2.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: n * lam)),
            "The right-hand side is right. A ridge of nλ does not belong to B; it is 2n₊n₋/n times λ.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: lam * (2 * p * m / n) ** 2)),
            "The right-hand side is right. But λ is rescaled twice: either divide B by 2n₊n₋/n or multiply λ by it, not both.",
        ),
        Misconception(
            _rule(
                _weights(
                    target=lambda y: np.where(y > 0, *(1 / np.array(sizes(y)[:0:-1]) * [1, -1]))
                )
            ),
            "In t the sizes of the classes are swapped: 1/n₊ belongs to the positive points, −1/n₋ to the negative ones.",
        ),
        Misconception(
            _rule(offset=lambda p, m: p.mean()),
            "The weights are right. Your b is the projected mean of class +1; it should lie halfway between both class means.",
        ),
        Misconception(
            _rule(offset=lambda p, m: p.mean() - m.mean()),
            "The weights are right. Your b is the gap between the projected class means; halfway between them is half their sum.",
        ),
        Misconception(
            lambda K, y, B, lam: (
                _rule()(K, y, B, lam)[0] / np.linalg.norm(_rule()(K, y, B, lam)[0]),
                _rule()(K, y, B, lam)[1],
            ),
            "The direction is right. But the weights were scaled after b was computed: divide b by the same number.",
        ),
        Misconception(
            lambda K, y, B, lam: _rule()(K, y, B, lam)[0],
            "The weights are right, and they are all that you return. The border b is asked for as well: `return alpha, b`.",
        ),
        Misconception(positives_first(_rule()), ORDER),
        Misconception(
            lambda K, y, B, lam: (K @ _rule()(K, y, B, lam)[0], _rule()(K, y, B, lam)[1]),
            "You return the projections `K @ alpha` in place of the weights. They are right, and so is b; the first value should be `alpha`.",
        ),
        Misconception(
            _rule(_weights(ridge=lambda lam, n, p, m: 2 * p * m * lam)),
            "The right-hand side is right. In the ridge a division by n is missing: λ' = 2n₊n₋/n times λ.",
        ),
        Misconception(
            _rule(offset=lambda p, m: (p.sum() + m.sum()) / 2),
            "The weights are right. Your b is half the sum of all projections; take the mean of each class first.",
        ),
        Misconception(
            lambda K, y, B, lam: (
                _weights()(K, y, B, lam),
                halfway(*(_weights()(K, y, B, lam)[c] for c in (y > 0, y < 0))),
            ),
            "The weights are right. Your b lies halfway between the class means of `alpha`; what lies on the line are the projections `K @ alpha`.",
        ),
    ),
    hints=(
        "Three steps: the vector t, the system, and then the projections `K @ alpha` of the training points. Where do the two classes lie on that line?",
        "With `t = np.where(y > 0, 1 / p, -1 / m)`, where p and m are the class sizes, solve for `alpha`; the ridge stands on the diagonal only, `np.eye(len(y))`. If `f = K @ alpha`, the class means are `f[y > 0].mean()` and `f[y < 0].mean()`.",
        "With `ridge = 2 * p * m / (p + m) * lam` take `alpha = np.linalg.solve(B @ K + ridge * np.eye(len(y)), t)`; b is half the sum of the two class means of f.",
    ),
    praise="The projected class means lie equally far from b, one on each side; that test catches every slip in b.",
)
