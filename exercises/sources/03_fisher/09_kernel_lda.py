# %% [markdown]
# ## Every point counts alike
#
# A bank has 300 customers who paid back and 12 who did not, and does not want the spread of the twelve to weigh as much as that of the 300. Linear discriminant analysis does what it wants: it *pools* the variances, weighing each with the size of its class. With a ridge, its quotient is
#
# $$J(w)=\frac{(\mu_+-\mu_-)^2}{\frac1n\bigl(n_+\sigma_+^2+n_-\sigma_-^2\bigr)+\lambda\|w\|^2}.$$
#
# Find the best $w=\sum_i\alpha_i\phi(x_i)$ for *this* quotient from `K`, with the derivation of section 6 as your model, and cut halfway between the projected class means. Return the values $\langle w,\phi(z)\rangle-b$ of new points $z$, whose inner products with the training points are the rows of `K_new`. They should be positive on the side of class +1; a positive factor is free.
#
# For the four points, the linear kernel and `lam = 0.5` the values of (3, 0), (0, 0) and (0, 1) are as 2 to −1 to −2.

# %%
import numpy as np


def kernel_lda(K, y, lam, K_new):
    ### BEGIN SOLUTION
    n, n_plus, n_minus = len(y), (y > 0).sum(), (y < 0).sum()
    t = np.where(y > 0, 1 / n_plus, -1 / n_minus)
    pooled = np.eye(n)
    for own, size in ((y > 0, n_plus), (y < 0, n_minus)):
        pooled -= np.outer(own, own) / size
    alpha = np.linalg.solve(pooled @ K + n * lam * np.eye(n), t)
    shadow = K @ alpha
    return K_new @ alpha - (shadow[y > 0].mean() + shadow[y < 0].mean()) / 2
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# With the centring matrices $C_\pm$ of the two classes, $n_+\sigma_+^2+n_-\sigma_-^2=f^\top(C_++C_-)f$: now both blocks have weight one. So the denominator is $\frac1n\bigl(f^\top Cf+n\lambda\|w\|^2\bigr)$ with $C=C_++C_-$, and the steps of section 6, with $C$ for $B$ and $n$ for $h$, lead to $(\frac1nCK+\lambda I)\,\alpha=t$, or $(CK+n\lambda I)\,\alpha=t$ up to a factor. For equal classes $C=B$, and the rule is the chapter's with twice the ridge. With hardly any ridge and the linear kernel it is scikit-learn's direction:

# %% tags=["solution"]
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

rng = np.random.default_rng(0)
paid = np.repeat([1, -1], [300, 12])
customers = rng.normal(size=(312, 2)) * np.where(paid[:, None] > 0, [2, 0.5], [0.5, 2])
customers += np.outer(paid, [1, 1])
new = rng.normal(size=(5, 2))
values = kernel_lda(customers @ customers.T, paid, 1e-6, new @ customers.T)
theirs = new @ LinearDiscriminantAnalysis().fit(customers, paid).coef_[0]
rho = np.corrcoef(values, theirs)[0, 1]
print(f"correlation with scikit-learn on new points: {rho:.6f}")
assert rho > 0.9999

# %% tags=["check"]
from numpy.linalg import solve

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import (
    FOUR,
    ORDER,
    RIDGE,
    SIDES,
    halfway,
    harmonic,
    labelled,
    of_length_one,
    positives_first,
    ridged,
    signed,
    sizes,
)
from featurespace.kernels import Gaussian, Linear, Polynomial


def _customers(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, m, k, lam, kernel in (
        (3, 6, 5, 0.5, Linear()),
        (8, 2, 4, 0.2, Polynomial(2)),
        (2, 5, 6, 0.05, Gaussian(1.5)),
    ):
        X, y = labelled(rng, p, m)
        Z = rng.normal(1.5, 1, (k, 3))
        cases.append((kernel(X), y, lam, kernel(Z, X)))
    return cases


def _centring(y):
    """One centring matrix for each class, both with weight one."""
    return np.eye(len(y)) - sum(np.outer(c, c) / c.sum() for c in (y > 0, y < 0))


def _pooled_ridge(lam, n, p, m):
    return n * lam


def _lda(
    matrix=_centring, ridge=_pooled_ridge, target=signed, offset=lambda b, f, y: b, product=None
):
    def values(K, y, lam, K_new):
        A = product(matrix(y), K) if product else matrix(y) @ K
        alpha = solve(ridged(A, ridge(lam, *sizes(y))), target(y))
        f = K @ alpha
        return K_new @ alpha - offset(halfway(f[y > 0], f[y < 0]), f, y)

    return values


def _with_features(K, y, lam, K_new):
    """The same with explicit features, and the spread of all points in place of that within."""
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-10 * values[-1]
    X = vectors[:, kept] * np.sqrt(values[kept])
    m = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    S = np.cov(X.T, bias=True) + lam * np.eye(X.shape[1])
    w = solve(np.atleast_2d(S), m)
    Z = K_new @ vectors[:, kept] / np.sqrt(values[kept])
    return Z @ w - (X[y > 0].mean(axis=0) + X[y < 0].mean(axis=0)) @ w / 2


def _seen(value, K, y, lam, K_new):
    """Whether the values go up and down as they should, and only the border is wrong."""
    v, right = np.asarray(value, dtype=float), _lda()(K, y, lam, K_new)
    up, best = v - v.mean(), right - right.mean()
    factor = up @ best / (best @ best)
    if factor > 0 and np.abs(up - factor * best).max() <= 1e-6 * np.abs(up).max():
        off = np.mean(v / factor - right)
        gap = np.ptp(_lda()(K, y, lam, np.array([K[y > 0].mean(axis=0), K[y < 0].mean(axis=0)])))
        return f"The direction is right, and only b is wrong: all values are off by the same amount, {off / gap:.2g} times the distance of the two projected class means. Test it: the values of the training points, averaged over each class, should be equal but for their sign."
    return "The direction is not the best one yet; that is not a matter of b. A test: write the quotient J as a function of `alpha`. No small step, `alpha + 0.01 * step` with any `step`, may make J larger than your `alpha` does. Then look at the matrix, the ridge and the right-hand side one by one."


def _crosswise(y):
    """The size of the other class over that of the own one."""
    _, p, m = sizes(y)
    return np.where(y > 0, m / p, p / m)


CHECK = Check(
    answer=kernel_lda,
    section="Into feature space",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (FOUR @ FOUR.T, SIDES, 0.5, np.array([[3, 0], [0, 0], [0, 1]]) @ FOUR.T),
        np.array([2, -1, -2]),
    ),
    twin=_with_features,
    inputs=_customers,
    explain=_seen,
    alike=of_length_one,
    advice={"Singular matrix": RIDGE},
    freedom="(Compared after division by the length of the list, since a positive factor is free.)",
    misconceptions=(
        Misconception(
            _lda(fisher.within_class_matrix, harmonic),
            "That is the chapter's rule, which adds the two variances as equals. Here each is weighted with the size of its class: follow the derivation with the new denominator. What takes the place of B, and of λ'?",
        ),
        Misconception(
            _lda(fisher.within_class_matrix),
            "Your matrix is the chapter's B, whose blocks are weighted with the size of the other class. In n₊σ₊² + n₋σ₋² each block is a plain centring matrix. The ridge is right.",
        ),
        Misconception(
            _lda(ridge=lambda lam, n, p, m: lam),
            "The matrix is right, two plain centring matrices. But the denominator is 1/n times their form, plus λ‖w‖²: multiply by n, and see what becomes of λ.",
        ),
        Misconception(
            _lda(ridge=harmonic),
            "The matrix is right, two plain centring matrices. But the ridge is the chapter's, which belongs to B. Here the denominator is 1/n times the form of your matrix, plus λ‖w‖².",
        ),
        Misconception(
            _lda(ridge=lambda lam, n, p, m: lam / n),
            "The matrix is right, but the ridge is scaled the wrong way: multiply the denominator by n, and see what becomes of λ.",
        ),
        Misconception(
            _lda(target=lambda y: y),
            "The left side is right. On the right you have y, which makes the difference of the class sums large; the numerator has the means: 1/n₊ and −1/n₋.",
        ),
        Misconception(
            _lda(target=lambda y: np.abs(signed(y))),
            "The left side is right. On the right you have a plus for both classes, which adds the means; the difference needs 1/n₊ and −1/n₋.",
        ),
        Misconception(
            _lda(lambda y: np.diag(np.where(y > 0, *(1 / np.array(sizes(y)[1:])))) @ _centring(y)),
            "In your matrix each class is divided by its size, so that the variances are added as equals. Here they are weighted with the sizes: leave that division out.",
        ),
        Misconception(
            _lda(product=lambda C, K: K @ C),
            "With KC in place of CK the spread drops out, and what is left is Parzen's rule: Ct = 0. Watch the order; α = (t − CKα)/(nλ).",
        ),
        Misconception(
            _lda(product=lambda C, K: K),
            "Nothing centres the classes in your system: it is ridge regression on t. The gap between the classes is then punished as spread; put the centring matrices before K.",
        ),
        Misconception(
            _lda(offset=lambda b, f, y: 0.0),
            "The direction is right, but b is missing: subtract half the sum of the two projected class means.",
        ),
        Misconception(
            _lda(offset=lambda b, f, y: f.mean()),
            "The direction is right. Your b is the mean over all points, nearer to the larger class; it should lie halfway between the two class means.",
        ),
        Misconception(
            _lda(offset=lambda b, f, y: -b),
            "The direction is right, the sign of b is not: it is subtracted.",
        ),
        Misconception(
            _lda(offset=lambda b, f, y: 2 * b),
            "The direction is right. Your b is the sum of the projected class means; halfway between them is half of it.",
        ),
        Misconception(
            lambda K, y, lam, K_new: -_lda()(K, y, lam, K_new),
            "Right border, wrong way: the values should be positive on the side of class +1.",
        ),
        Misconception(
            lambda K, y, lam, K_new: np.sign(_lda()(K, y, lam, K_new)),
            "The sides are right. The values are asked for, not their signs.",
        ),
        Misconception(
            _lda(offset=lambda b, f, y: (f[y > 0].mean() - f[y < 0].mean()) / 2),
            "The direction is right. Your b is half the gap of the projected class means; halfway between them is half their sum.",
        ),
        Misconception(
            _lda(product=lambda C, K: K, target=lambda y: y),
            "That is ridge regression on the labels. It would do for a centred kernel matrix; K is not centred here. Put the centring matrices before K, and t in place of y.",
        ),
        Misconception(
            _lda(ridge=lambda lam, n, p, m: (n - 2) * lam),
            "The matrix is right, and the ridge is (n − 2)λ. The pooled variance of this question is divided by n, not by n − 2.",
        ),
        Misconception(
            _lda(ridge=lambda lam, n, p, m: n**2 * lam),
            "The matrix is right, but n comes into the ridge twice: either divide the matrix by n or multiply λ by it.",
        ),
        Misconception(positives_first(_lda()), ORDER),
        Misconception(
            _lda(target=lambda y: y / np.abs(signed(y))),
            "The left side is right. On the right the sizes of the classes are the wrong way round: 1/n₊ belongs to the positive points, −1/n₋ to the negative ones.",
        ),
        Misconception(
            _lda(ridge=lambda lam, n, p, m: lam * p * m / n),
            "The matrix is right, two plain centring matrices. The ridge is n₊n₋λ/n, half the chapter's, which belongs to B. Multiply this denominator by n, and see what becomes of λ.",
        ),
        Misconception(
            _lda(lambda y: _centring(y) / np.abs(signed(y))[:, None]),
            "In your matrix each centring matrix is multiplied by the size of its class. A plain one gives n₊σ₊² already, the sum of the squared deviations: leave the factor out.",
        ),
        Misconception(
            _lda(lambda y: _centring(y) * np.where(y > 0, *sizes(y)[:0:-1])[:, None] / len(y)),
            "In your matrix each class is weighted with the size of the other one, as in the chapter's B. Here the weights are the class's own size, and n₊σ₊² is the form of a plain centring matrix.",
        ),
        Misconception(
            _lda(lambda y: np.eye(len(y)) - np.equal.outer(y, y) / len(y)),
            "You centred each class with 1/n. A class is centred by its own mean: 1/n₊ in one block, 1/n₋ in the other.",
        ),
        Misconception(
            _lda(target=lambda y: (y > 0) / (y > 0).sum()),
            "The left side is right. On the right the negative class is missing: the numerator has μ₊ − μ₋, so its points need −1/n₋.",
        ),
        Misconception(
            _lda(
                lambda y: np.abs(signed(y))[:, None] * _centring(y),
                ridge=lambda lam, n, p, m: 2 * lam,
            ),
            "You took the plain mean of the two variances, so that both classes count alike. Here each is weighted with the size of its class: n₊σ₊² + n₋σ₋², divided by n.",
        ),
        Misconception(
            _lda(fisher.within_class_matrix, ridge=lambda lam, n, p, m: lam),
            "Your matrix is the chapter's B, with λ as it stands. In n₊σ₊² + n₋σ₋² each block is a plain centring matrix; then multiply the denominator by n, and see what becomes of λ.",
        ),
        Misconception(
            _lda(
                lambda y: _centring(y) * _crosswise(y)[:, None],
                ridge=_pooled_ridge,
            ),
            "Each variance is weighted with the size of the other class. Here it is its own size: n₊σ₊² + n₋σ₋², and n₊σ₊² is the form of a plain centring matrix.",
        ),
        Misconception(
            lambda K, y, lam, K_new: _lda()(K, y, lam, K),
            "Those are the values of the training points. Asked are those of the new ones: the rows of `K_new` take the place of the rows of K in the last line.",
        ),
    ),
    hints=(
        "Write the denominator as a quadratic form in f = Kα plus a ridge. In the chapter each class comes with 1/n₊ or 1/n₋; what stands there now?",
        "The sum n₊σ₊² + n₋σ₋² is f'Cf, with C one centring matrix per class, both of weight one. So the denominator is (f'Cf + nλ‖w‖²)/n, and the numerator is (t'f)² as before.",
        "Solve (CK + nλI)α = t with `np.linalg.solve`, take `f = K @ alpha`, and return `K_new @ alpha - b` with b half the sum of the class means of f.",
    ),
    praise="LDA in feature space. Only the weights of the two centring matrices and the ridge have changed; the derivation carried you there.",
)
