# %% [markdown]
# ## Directions of length one
#
# A component of kernel PCA is a direction $w$, a combination of the centred images with the weights $\alpha_i$. Settle its length: `K_hat` is a *centred* kernel matrix; return `alpha` (n, k), one column per component, each a multiple of an eigenvector of `K_hat` such that $w$ has **length one in feature space**, and `lam` (k,), the variances (dividing by $n$) of the training points along these directions. Largest first; signs of columns are free. Two points at 1 and −1 on a line have `K_hat = [[1, -1], [-1, 1]]`: the direction of length one is half the first minus half the second, and the variance is 1.

# %%
import numpy as np


def dual_weights(K_hat, k):
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(K_hat)
    values, V = values[::-1][:k], V[:, ::-1][:, :k]
    return V / np.sqrt(values), values / len(K_hat)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $\|w\|^2=\alpha^\top\hat K\alpha$, which for a unit eigenvector $v$ with eigenvalue $n\lambda$ is $n\lambda$. So $\alpha=v/\sqrt{n\lambda}$. The scores are $\hat K\alpha=\sqrt{n\lambda}\,v$; their mean square is $n\lambda/n=\lambda$. A unit $\alpha$ instead would give every score the wrong scale, a different one in each column.

# %% tags=["check"]
from featurespace import embedding
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import top, uneven
from featurespace.kernels import Gaussian, Linear, Polynomial
from featurespace.means import centre


def _centred_kernels(rng: np.random.Generator) -> list[tuple]:
    cases = ((6, Linear(), 2), (9, Polynomial(2), 3), (7, Gaussian(1.5), 2), (5, Linear(), 1))
    return [(centre(kernel(uneven(rng, n, 3))), k) for n, kernel, k in cases]


def _weights(scale, share=lambda values, n: values / n):
    """An answer: how eigenvectors are scaled, and what lam is."""

    def pair(K_hat, k):
        values, V = top(K_hat, k)
        return V * scale(values, len(K_hat)), share(values, len(K_hat))

    return pair


def _right_weights(values, n):
    return 1 / np.sqrt(values)


def _library(K_hat, k):
    components = embedding.kernel_pca(K_hat, k)
    return components.alpha, components.eigenvalues


def _explain(value, K_hat, k):
    alpha, lam = value
    right, variances = dual_weights(K_hat, k)
    if np.allclose(up_to_sign(alpha), up_to_sign(right), atol=1e-6 * np.abs(right).max()):
        at = int(np.argmax(~np.isclose(lam, variances)))
        return f"the weights alpha are right. But the scores along component {at}, the numbers `(K_hat @ alpha)[:, {at}]`, have the variance {variances[at]:.4g}; you say {lam[at]:.4g}."
    tell = (
        ""
        if np.allclose(lam, variances)
        else " Look at lam after that: it is not right yet either."
    )
    if np.isfinite(alpha).all():
        moved, size = K_hat @ alpha, np.linalg.norm(alpha, axis=0)
        small = np.linalg.norm(moved, axis=0) < 1e-6 * size * np.trace(K_hat)
        skew = np.linalg.norm(moved - alpha * (alpha * moved).sum(axis=0) / size**2, axis=0)
        askew = skew > 1e-6 * size * np.trace(K_hat)
        if askew.any() and not small.any():
            return f"column {askew.argmax()} of alpha is no multiple of an eigenvector: K̂α does not point along α. Eigenvectors are the columns of V, and each column has a number of its own to be scaled by.{tell}"
        if not small.any():
            length2 = (alpha * moved).sum(axis=0)
            at = int(np.argmax(~np.isclose(length2, 1)))
            if not np.isclose(length2[at], 1):
                return f"column {at} of alpha is an eigenvector, but w has the squared length α'K̂α = {length2[at]:.4g}; it must be 1.{tell}"
            return ""
    return "here K̂α is zero but for round-off, or not finite: no component. Components are the columns `V[:, j]` of the largest eigenvalues, and `eigh` lists these last: turn values and columns round before you cut. (And scale columns, `V * numbers`: with `V * numbers[:, None]` each row is scaled.)"


CHECK = Check(
    answer=dual_weights,
    section="Kernel PCA",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=(
        (np.array([[1, -1], [-1, 1]]), 1),
        (np.array([[0.5], [-0.5]]), np.array([1.0])),
    ),
    twin=_library,
    explain=_explain,
    inputs=_centred_kernels,
    misconceptions=(
        Misconception(
            _weights(lambda v, n: np.ones_like(v)),
            "The variances lam are right. Your α has length one, but α is not the direction: w = Σ αᵢΦ(xᵢ) is, and ‖w‖² = α'K̂α = nλ. Divide α by the root of that.",
        ),
        Misconception(
            _weights(lambda v, n: np.ones_like(v), lambda v, n: v),
            "Two things. lam: the eigenvalue of K̂ is nλ, so divide by n. alpha: its own length is one, but w = Σ αᵢΦ(xᵢ) has ‖w‖² = α'K̂α = nλ; divide by the root of that.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: v),
            "The weights alpha are right. The eigenvalue of K̂ is nλ: divide by n to get the variance.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: v / (n - 1)),
            "The weights alpha are right. For lam you divided by n − 1; variances of this course divide by n.",
        ),
        Misconception(
            _weights(_right_weights, lambda v, n: np.sqrt(v / n)),
            "The weights alpha are right. In lam there are standard deviations; variances are asked for.",
        ),
        Misconception(
            _weights(lambda v, n: 1 / np.sqrt(v / n)),
            "The variances lam are right. You divided alpha by √λ, but the eigenvalue of K̂ is nλ, and so is α'K̂α for a unit α: divide by √(nλ).",
        ),
        Misconception(
            _weights(lambda v, n: 1 / np.sqrt(v / n), lambda v, n: v),
            "Change places: lam is the eigenvalue of K̂ divided by n, and alpha is divided by the root of the eigenvalue of K̂ itself.",
        ),
        Misconception(
            _weights(lambda v, n: 1 / v),
            "The variances lam are right. You divided alpha by the eigenvalue; ‖w‖² = α'K̂α is a square, so divide by its root.",
        ),
        Misconception(
            _weights(lambda v, n: np.sqrt(v)),
            "The variances lam are right. You multiplied alpha by the root, which gives the scores; the weights of unit directions are divided by it.",
        ),
        Misconception(
            _weights(lambda v, n: np.sqrt(v), lambda v, n: v),
            "Two things. lam: the eigenvalue of K̂ is nλ, so divide by n. alpha: multiplied by the root of the eigenvalue it gives the scores; the weights of unit directions are divided by it.",
        ),
        Misconception(
            lambda K_hat, k: tuple(reversed(dual_weights(K_hat, k))),
            "Right values, wrong order: alpha first, then lam.",
        ),
        Misconception(
            lambda K_hat, k: (dual_weights(K_hat, k)[0].T, dual_weights(K_hat, k)[1]),
            "One column per component is asked for; you have one row per component. Transpose alpha.",
        ),
        Misconception(
            lambda K_hat, k: (
                dual_weights(K_hat, k)[0][:, ::-1],
                dual_weights(K_hat, k)[1][::-1],
            ),
            "Right pairs, but the smallest of the k comes first; `eigh` lists them that way. Largest first.",
        ),
        Misconception(
            lambda K_hat, k: (np.abs(dual_weights(K_hat, k)[0]), dual_weights(K_hat, k)[1]),
            "The variances lam are right. Your weights have lost their signs: a column may change its sign as a whole, but within it some weights are positive and some negative.",
        ),
    ),
    hints=(
        "Write ‖Σ αᵢΦ(xᵢ)‖² with K̂. What is it for a unit eigenvector v of K̂ with eigenvalue nλ?",
        "For a unit eigenvector v'K̂v = nλ v'v = nλ. So the direction made from v is √(nλ) long; how do you shorten it to one?",
        "`values, V = np.linalg.eigh(K_hat)`, turned round and cut to k; then `V / np.sqrt(values)` and `values / len(K_hat)`.",
    ),
    praise="A unit direction in feature space; the variance of the scores along it is λ, as in ordinary PCA.",
    alike=up_to_sign,
    freedom="(Signs of whole columns do not count.)",
)
