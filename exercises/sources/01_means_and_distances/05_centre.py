# %% [markdown]
# ## Centre a kernel matrix
#
# A survey reached too many people in towns and too few in villages, so each answer carries a weight; the `weights` (n,) sum to one. Return the kernel matrix after the origin has moved to the **weighted** mean $\phi_w=\sum_i w_i\phi(x_i)$. (With all weights $\frac1n$ it is the centring of the chapter.)
#
# The numbers 0, 2 and 4 with the weights 1/2, 1/4 and 1/4 have the weighted mean 1.5. Measured from there they are −1.5, 0.5 and 2.5, and the answer holds the products of these three: `[[2.25, -0.75, -3.75], [-0.75, 0.25, 1.25], [-3.75, 1.25, 6.25]]`.


# %%
def centre(K, weights):
    ### BEGIN SOLUTION
    with_mean = K @ weights
    return K - with_mean[:, None] - with_mean[None, :] + weights @ with_mean
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $\langle\phi(x)-\phi_w,\phi(z)-\phi_w\rangle$ has four terms. The two mixed ones are weighted means of rows, $\langle\phi(x_i),\phi_w\rangle=(Kw)_i$, once for the row and once for the column; each contains $\|\phi_w\|^2=w^\top Kw$ once too often, so it is added back. `[:, None]` makes the means a column; without it numpy would subtract them along the wrong axis without a word.

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import gram_matrices, on_a_line


def _surveys(rng: np.random.Generator) -> list[tuple]:
    cases = [(K, rng.dirichlet(np.full(len(K), 2.0))) for (K,) in gram_matrices(rng)]
    return [*cases, (on_a_line([1, 5]), np.array([0.75, 0.25]))]


def _product(K, weights):
    C = np.eye(len(K)) - weights  # each row of C K is measured from the weighted mean
    return C @ K @ C.T


def _two_origins(v, w):
    """Rows measured from the mean with the weights v, columns from that with w."""
    return lambda K, weights: (np.eye(len(K)) - v(weights)) @ K @ (np.eye(len(K)) - w(weights)).T


def _plain(weights):
    return np.full(len(weights), 1 / len(weights))


def _with_last(last):
    """The right matrix, but for its last term."""
    return lambda K, w: K - (K @ w)[:, None] - K @ w + last(K, w)


def _shifted(K, matrix):
    """Every image less a mixture of all, one row of the matrix for each."""
    return (np.eye(len(K)) - matrix) @ K @ (np.eye(len(K)) - matrix).T


def _balanced(seen, K, weights):
    """What the origin at the weighted mean does to rows and columns."""
    size = 1e-9 * max(np.abs(K).max(), 1e-300)
    rows, columns = (np.abs(v).max() < size for v in (seen @ weights, weights @ seen))
    if rows and columns:
        return "the weighted mean is at the origin, but the distances between the points are no longer those in `K`: only the origin may move."
    if rows or columns:
        which, other = ("row", "column") if rows else ("column", "row")
        return f"every {which} has the weighted mean 0, as it should, but the {other}s have not."
    return "a test: seen from the weighted mean, every row and every column has the weighted mean 0. Yours have not: for your result `L`, both `L @ weights` and `weights @ L` should be zero."


CHECK = Check(
    answer=centre,
    section="Moving the origin",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=(
        (on_a_line([0, 2, 4]), np.array([0.5, 0.25, 0.25])),
        [[2.25, -0.75, -3.75], [-0.75, 0.25, 1.25], [-3.75, 1.25, 6.25]],
    ),
    twin=_product,
    inputs=_surveys,
    terms=lambda K, weights: {
        "the matrix `K` itself": K,
        "the column of weighted means": -(K @ weights)[:, None] + 0.0 * K,
        "the row of weighted means": -(K @ weights) + 0.0 * K,
        "the squared norm of the weighted mean": weights @ K @ weights + 0.0 * K,
    },
    explain=_balanced,
    misconceptions=(
        Misconception(
            lambda K, weights: K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean(),
            "That centres at the plain mean: every point counts alike. Use the weighted means, `K @ weights`.",
        ),
        Misconception(
            lambda K, weights: K - K @ weights - K @ weights + weights @ K @ weights,
            "The algebra is right, the axis is not: `K @ weights` has shape (n,), and numpy lines it up with the columns both times. Make one of them a column: `(K @ weights)[:, None]`.",
        ),
        Misconception(
            lambda K, weights: K - weights @ K @ weights,
            "You subtracted one number everywhere. Each point has its own similarity to the mean: subtract it along the rows and along the columns.",
        ),
        Misconception(
            lambda K, weights: K - K @ weights - (K @ weights)[:, None],
            "Subtracting along rows and columns takes the squared norm of the mean away twice; add it back once.",
        ),
        Misconception(
            lambda K, weights: K - K @ weights,
            "Only the images of the rows are moved: that is ⟨φ(x) − φ_w, φ(z)⟩. Those of the columns must move too.",
        ),
        Misconception(
            lambda K, weights: K - (K @ weights)[:, None],
            "Only the images of the columns are moved: that is ⟨φ(x), φ(z) − φ_w⟩. Those of the rows must move too.",
        ),
        Misconception(
            _with_last(lambda K, w: K.mean()),
            "Three terms are right. The last one is the squared norm of the weighted mean, and `K.mean()` is that of the plain mean.",
        ),
        Misconception(
            _with_last(lambda K, w: w @ np.diag(K)),
            "Three terms are right. The last one is the squared norm of the weighted mean, a double sum over all of K; you used its diagonal.",
        ),
        Misconception(
            _with_last(lambda K, w: (K @ w).mean()),
            "Three terms are right. In the last one the second average is a plain mean; it takes the weights too.",
        ),
        Misconception(
            lambda K, weights: (
                K
                - (K @ weights)[:, None] / len(K)
                - K @ weights / len(K)
                + weights @ K @ weights / len(K) ** 2
            ),
            "The weights sum to one already: do not divide by n on top of it (a mean of `K * weights` does).",
        ),
        Misconception(
            lambda K, weights: _product(K * np.sqrt(np.outer(weights, weights)), 1 / len(K)),
            "You multiplied K by the weights and then centred. The images stay as they are; the weights only say where the origin goes.",
        ),
        Misconception(
            lambda K, weights: (
                K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + weights @ K @ weights
            ),
            "The last term has the weights, the two means have not: use `K @ weights` for them.",
        ),
        Misconception(
            lambda K, weights: _product(K * np.outer(weights, weights), 1 / len(K)),
            "You stretched each image by its weight and then centred at the plain mean. The images stay as they are; the weights only say where the origin goes.",
        ),
        Misconception(
            lambda K, weights: K - K * weights - K * weights[:, None] + weights @ K @ weights,
            "You multiplied by the weights but did not sum: the similarity of a point to the mean is a sum over all points, `K @ weights`.",
        ),
        Misconception(
            lambda K, weights: K - weights.mean(),
            "You subtracted a mean of the weights. The weights say how much each image counts in the mean: start from `K @ weights`.",
        ),
        Misconception(
            lambda K, w: (np.eye(len(K)) - np.diag(w)) @ K @ (np.eye(len(K)) - np.diag(w)),
            "You shrink each image by its own weight; nothing is subtracted from it. In matrix form it is `C @ K @ C.T` with `C = np.eye(len(K)) - weights`: each row of `C` is a point minus the weighted mean.",
        ),
        Misconception(
            lambda K, w: (np.eye(len(K)) - w) @ K @ (np.eye(len(K)) - w),
            "The two factors are the same; with unequal weights the second must be the transpose of the first. In matrix form it is `C @ K @ C.T` with `C = np.eye(len(K)) - weights`: each row of `C` is a point minus the weighted mean.",
        ),
        Misconception(
            lambda K, w: (np.eye(len(K)) - w).T @ K @ (np.eye(len(K)) - w),
            "The transpose stands on the wrong side. In matrix form it is `C @ K @ C.T` with `C = np.eye(len(K)) - weights`: each row of `C` is a point minus the weighted mean.",
        ),
        Misconception(
            lambda K, w: (np.eye(len(K)) - w).T @ K @ (np.eye(len(K)) - w).T,
            "Both factors are transposed; only the second must be. In matrix form it is `C @ K @ C.T` with `C = np.eye(len(K)) - weights`: each row of `C` is a point minus the weighted mean.",
        ),
        Misconception(
            _two_origins(_plain, lambda w: w),
            "You used the weights on one side only: the columns are measured from the weighted mean, the rows from the plain one. Both move to φ_w.",
        ),
        Misconception(
            _two_origins(lambda w: w, _plain),
            "You used the weights on one side only: the rows are measured from the weighted mean, the columns from the plain one. Both move to φ_w.",
        ),
        Misconception(
            lambda K, w: K - ((K @ w)[:, None] + K @ w - w @ K @ w) / len(K),
            "The weights sum to one already, so `K @ weights` is a mean. A division by n (as in a mean of `K * weights`) is too much.",
        ),
        Misconception(
            lambda K, w: _product(K, w) * np.sqrt(np.outer(w, w)),
            "The centring is right; the weights that you multiply on at the end are not asked for. They only say where the origin goes.",
        ),
        Misconception(
            lambda K, w: _product(K, w) * np.outer(w, w),
            "The centring is right; the products of weights that you multiply on at the end are not asked for. They only say where the origin goes.",
        ),
        Misconception(
            lambda K, w: K - (K * w).sum(axis=0) - (K * w).sum(axis=0)[:, None] + w @ K @ w,
            "You sum `K * weights` along the wrong axis: there the weights multiply the columns, so sum along each row, `axis=1`. The product `K @ weights` does it.",
        ),
        Misconception(
            lambda K, w: K - K.sum(axis=0) - K.sum(axis=1, keepdims=True) + K.sum(),
            "You used plain sums. The mean is weighted: a sum with the weights, `K @ weights`.",
        ),
        Misconception(
            lambda K, w: K - (K @ w)[:, None] - K @ w + w @ K @ w / len(K),
            "Three terms are right. The last one is divided by n, but the weights sum to one already.",
        ),
        Misconception(
            lambda K, w: (
                _product(K, w) / np.sqrt(np.outer(np.diag(_product(K, w)), np.diag(_product(K, w))))
            ),
            "The centring is right, but then you normalised. Lengths stay as they are.",
        ),
        Misconception(
            lambda K, weights: K * np.outer(weights, weights),
            "You multiply the entries by the weights; the origin stays where it was. The weights say where φ_w is: subtract it from both images of each product.",
        ),
        Misconception(
            lambda K, weights: K - np.outer(K @ weights, K @ weights),
            "You subtract a product of inner products. Multiply out ⟨φ(x) − φ_w, φ(z) − φ_w⟩: the inner products with φ_w are subtracted one by one, along the rows and along the columns.",
        ),
        Misconception(
            lambda K, weights: _shifted(K, np.outer(weights, weights)),
            "You subtract the products of the weights. Every image loses the same φ_w, so all rows of the matrix you subtract are equal: `C = np.eye(len(K)) - weights`, and then `C @ K @ C.T`.",
        ),
        Misconception(
            lambda K, weights: (
                K
                - (K * weights).mean(axis=0)
                - (K * weights).mean(axis=1)[:, None]
                + (K * weights).mean()
            ),
            "You multiply by the weights and then take plain means, which divide by n once more, and only one axis gets its weights. The weighted means are `K @ weights`.",
        ),
        Misconception(
            lambda K, weights: _shifted(K, np.tile(weights * len(K), (len(K), 1))),
            "Your weights are n times too large: they sum to one as they are, so `K @ weights` is a mean already.",
        ),
    ),
    hints=(
        "Multiply out ⟨φ(x) − φ_w, φ(z) − φ_w⟩: four terms.",
        "⟨φ(x_i), φ_w⟩ for all i at once is the vector `K @ weights`; ‖φ_w‖² is `weights @ K @ weights`.",
        "With `v = K @ weights` the answer is `K - v[:, None] - v[None, :] + weights @ v`.",
    ),
    praise="Weighted rows and columns now sum to zero: the origin sits at the weighted mean.",
)
