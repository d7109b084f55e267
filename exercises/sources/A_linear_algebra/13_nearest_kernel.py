# %% [markdown]
# ## The nearest kernel matrix
#
# People were asked how similar things are. An ellipse is more like a circle than a circle is like an ellipse, they say: the table `A` is square, but **not symmetric**. Find the nearest table that could be a kernel matrix. Return the symmetric, positive semi-definite matrix of rank **at most** `k` with the smallest sum of squared differences from `A`. For [[15, 12], [8, 0]] and `k` = 1 it is [[16, 8], [8, 4]].

# %%
import numpy as np


def nearest_kernel(A, k):
    ### BEGIN SOLUTION
    values, U = np.linalg.eigh((A + A.T) / 2)
    kept = np.maximum(values[-k:], 0)
    return (U[:, -k:] * kept) @ U[:, -k:].T
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $A=\frac12(A+A^\top)+\frac12(A-A^\top)$, a symmetric and a skew part. As long vectors of entries they are orthogonal: each pair $(i,j)$ contributes $s\cdot t+s\cdot(-t)=0$. So $A\mapsto\frac12(A+A^\top)$ is the orthogonal projection onto the symmetric matrices, and the distance to any of them is, by Pythagoras, that of the symmetric part plus what is lost anyway. For the symmetric part, keep the $k$ largest eigenvalues and clip what is negative. All losses add up, and a thousand rivals in the neighbourhood do no better:

# %% tags=["solution"]
rng = np.random.default_rng(0)
A, k = rng.normal(size=(5, 5)), 2
values = np.linalg.eigvalsh((A + A.T) / 2)
ours = np.sum((A - nearest_kernel(A, k)) ** 2)
skew, dropped = np.sum(((A - A.T) / 2) ** 2), np.sum(values[:-k] ** 2)
assert values[-k] > 0 and np.isclose(ours, skew + dropped)
U, s, _ = np.linalg.svd(nearest_kernel(A, k))
factors = U[:, :k] * np.sqrt(s[:k]) + 0.05 * rng.normal(size=(1000, 5, k))
rivals = [np.sum((A - F @ F.T) ** 2) for F in factors]
print(f"squared distance {ours:.3f} = {skew:.3f} (skew) + {dropped:.3f} (eigenvalues dropped)")
assert ours < min(rivals)

# %% tags=["check"]
import numpy as np
from numpy.linalg import eigh, qr

from featurespace.checks.check import Check, Misconception
from featurespace.linalg import best_rank_k, nearest_psd


def _judgements(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for values, k in (([4, 2.5, 1, 0.6, -3], 2), ([3, 1.5, -0.5, -2, -4], 4), ([2.0, 1, -0.4], 1)):
        Q = qr(rng.normal(size=(len(values), len(values))))[0]
        skew = np.triu(rng.normal(size=Q.shape), 1)
        cases.append(((Q * values) @ Q.T + skew - skew.T, k))
    return cases


def _half(A):
    return (A + A.T) / 2


def _kept(
    start=_half,
    change=lambda values: np.maximum(values, 0),
    choose=lambda values: np.argsort(-values),
):
    """Some k eigenpairs of a symmetric matrix, with changed values."""

    def nearest(A, k):
        values, U = eigh(start(A))
        best = choose(values)[:k]
        return (U[:, best] * change(values[best])) @ U[:, best].T

    return nearest


def _root(A, k):
    values, U = eigh(A.T @ A)
    return (U[:, -k:] * np.sqrt(np.maximum(values[-k:], 0))) @ U[:, -k:].T


def _from_rows(A, k):
    values, U = eigh(_half(A))
    return (U[-k:].T * np.maximum(values[-k:], 0)) @ U[-k:]


def _factor(A, k):
    values, U = eigh(_half(A))
    return U[:, -k:] * np.sqrt(np.maximum(values[-k:], 0))


def _centred(A):
    J = np.eye(len(A)) - 1 / len(A)
    return J @ _half(A) @ J


def _rescaled(K):
    root = np.sqrt(np.diag(K))
    return K / np.outer(root, root)


def _by_eig(A, k):
    values, X = np.linalg.eig(A)
    best = np.argsort(-values.real)[:k]
    kept = np.where(values[best].real > 0, values[best], 0)
    return _half(((X[:, best] * kept) @ np.linalg.inv(X)[best]).real)


def _looked_into(seen, A, k):
    """Symmetric, no negative eigenvalue, rank, and how near."""
    size = 1e-8 * np.abs(A).max()
    if np.abs(seen - seen.T).max() > size:
        return "your matrix is not symmetric, and a kernel matrix is."
    values = np.linalg.eigvalsh(seen)
    if values[0] < -size:
        return (
            f"your matrix has the eigenvalue {values[0]:.3g}; a kernel matrix has none below zero."
        )
    if np.sum(values > size) > k:
        return f"your matrix has the rank {np.sum(values > size)}; at most {k} is allowed."
    off, least = (np.sum((A - K) ** 2) for K in (seen, _kept()(A, k)))
    return f"your matrix could be a kernel matrix of rank at most {k}, but it is not the nearest: the squared differences from A add up to {off:.5g}, and {least:.5g} is possible."


CHECK = Check(
    answer=nearest_kernel,
    section="Nearest positive semi-definite matrix",
    difficulty=3,
    minutes=12,
    kind="transfer",
    inputs=_judgements,
    example=((np.array([[15, 12], [8, 0]]), 1), np.array([[16, 8], [8, 4]])),
    twin=lambda A, k: nearest_psd(_half(A), k),
    tolerance=1e-8,
    explain=_looked_into,
    misconceptions=(
        Misconception(
            _kept(start=lambda A: np.tril(A) + np.tril(A, -1).T),
            "Only the lower triangle of A counts in your result (`np.linalg.eigh` by itself reads no more); half of what was said in A is ignored. Make A symmetric first. How, so that nothing is lost needlessly?",
        ),
        Misconception(
            _kept(choose=lambda values: np.argsort(-np.abs(values))),
            "You kept the k eigenvalues of largest absolute value, and clipped after that. A negative one has nothing to offer: choose the k largest.",
        ),
        Misconception(
            _kept(change=np.abs, choose=lambda values: np.argsort(-np.abs(values))),
            "You turned negative eigenvalues positive. That moves −3 by 6, and zero would do with 3: clip them.",
        ),
        Misconception(
            _kept(change=lambda values: values),
            "If fewer than k eigenvalues are positive, you keep negative ones. The rank may be smaller than k; the eigenvalues may not be negative.",
        ),
        Misconception(
            _kept(choose=np.argsort),
            "`eigh` puts the smallest eigenvalue first, and you kept those. Take the k at the other end.",
        ),
        Misconception(
            lambda A, k: nearest_psd(_half(A)),
            "Symmetric, and no eigenvalue is negative; but k is ignored. Keep at most k of them.",
        ),
        Misconception(
            lambda A, k: nearest_psd(A + A.T, k),
            "Everything is twice too large: A + A' is twice the symmetric part. Halve it.",
        ),
        Misconception(
            lambda A, k: _half(A),
            "That is the symmetric part, the first step. Its eigenvalues are still to be looked at: no negative ones, and at most k.",
        ),
        Misconception(
            lambda A, k: best_rank_k(_half(A), k),
            "That is the best symmetric matrix of rank k. Its negative eigenvalues are still there: choose the k largest, and clip.",
        ),
        Misconception(
            lambda A, k: nearest_psd(A @ A.T, k),
            "AA' is symmetric and positive semi-definite, but far from A: its entries are of the order of squares. The symmetric matrix nearest to A is (A + A')/2.",
        ),
        Misconception(
            _kept(start=lambda A: np.triu(A) + np.triu(A, 1).T),
            "You mirror the upper triangle and ignore half of what was said in A. Make A symmetric so that nothing is lost needlessly: (A + A')/2.",
        ),
        Misconception(
            _kept(start=lambda A: (A - A.T) / 2),
            "(A − A')/2 is the skew part, the one that is lost whatever you do. The symmetric part has a plus.",
        ),
        Misconception(
            _kept(change=lambda values: np.sqrt(np.maximum(values, 0))),
            "You took roots of the eigenvalues. Those belong to coordinates; the matrix itself is made of the eigenvalues as they are.",
        ),
        Misconception(
            _kept(change=np.abs, choose=lambda values: np.arange(len(values))[::-1]),
            "You turned negative eigenvalues positive. That moves −3 by 6, and zero would do with 3: clip those that are left among the k largest.",
        ),
        Misconception(
            lambda A, k: np.maximum(_half(A), 0),
            "You clip negative *entries*. It is the eigenvalues that must not be negative.",
        ),
        Misconception(
            best_rank_k,
            "That is the best matrix of rank k without any other condition. It is neither symmetric nor positive semi-definite: no kernel matrix.",
        ),
        Misconception(
            lambda A, k: nearest_psd(A.T @ A, k),
            "A'A is symmetric and positive semi-definite, but far from A: its entries are of the order of squares. The symmetric matrix nearest to A is (A + A')/2.",
        ),
        Misconception(
            lambda A, k: _half(best_rank_k(A, k)),
            "You cut A to rank k first and make it symmetric then. Symmetric first: then there are eigenvalues to choose from and to clip, and the rank is the last step, not the first.",
        ),
        Misconception(
            lambda A, k: _kept(change=lambda values: values - min(0, eigh(_half(A))[0][0]))(A, k),
            "You lift all eigenvalues by the same amount until none is negative. That moves those that were fine; the nearest matrix leaves them and clips the others.",
        ),
        Misconception(
            _root,
            "You took the root of A'A: that makes eigenvalues out of singular values, and none is negative. But it is not the nearest: take (A + A')/2, and clip.",
        ),
        Misconception(
            _from_rows,
            "You took rows of U. The eigenvectors are its columns: `U[:, -k:]`.",
        ),
        Misconception(
            _factor,
            "That is a factor F, one row of k coordinates for each thing. The kernel matrix is F times its transpose.",
        ),
        Misconception(
            lambda A, k: nearest_psd(np.maximum(_half(A), 0), k),
            "You clip negative *entries* first. A kernel matrix may have some; it is only the eigenvalues that must not be negative.",
        ),
        Misconception(
            lambda A, k: _kept()(A, k - 1),
            "You keep k − 1 eigenvalues. With `eigh`, the k largest are `values[-k:]`.",
        ),
        Misconception(
            lambda A, k: nearest_psd(_centred(A), k),
            "You centred the table, subtracting means of rows and columns. Nothing in the question is to be centred: A itself is to be approached.",
        ),
        Misconception(
            lambda A, k: _rescaled(nearest_psd(_half(A), k)),
            "You divide so that the diagonal becomes 1. That makes correlations; the nearest matrix is the one before this step.",
        ),
        Misconception(
            _by_eig,
            "You took the eigenvalues of A as it is and made the result symmetric afterwards. Those of a matrix that is not symmetric are others, even complex. Symmetric first, then `eigh`.",
        ),
        Misconception(
            _kept(start=lambda A: np.maximum(A, A.T)),
            "You take the larger of each two entries. The nearest symmetric table has their mean, (A + A')/2.",
        ),
        Misconception(
            _kept(start=lambda A: np.minimum(A, A.T)),
            "You take the smaller of each two entries. The nearest symmetric table has their mean, (A + A')/2.",
        ),
        Misconception(
            _kept(start=lambda A: np.sqrt(np.abs(A * A.T))),
            "You take the geometric mean of each two entries. Squared differences ask for the ordinary mean, (A + A')/2.",
        ),
        Misconception(
            lambda A, k: _root(A.T, k),
            "You took the root of AA': that makes eigenvalues out of singular values, and none is negative. But it is not the nearest: take (A + A')/2, and clip.",
        ),
        Misconception(
            lambda A, k: _kept(choose=lambda values: np.arange(k, len(values)))(A, len(A)),
            "You leave out the k smallest eigenvalues. Keep the k largest: `values[-k:]`, not `values[k:]`.",
        ),
        Misconception(
            _kept(change=np.ones_like),
            "You mix the eigenvectors without their eigenvalues: that projects on their span. Multiply each column by its eigenvalue, clipped at 0.",
        ),
        Misconception(
            lambda A, k: np.maximum(_kept(change=np.copy)(A, k), 0),
            "You clip the entries of the matrix. It is the eigenvalues that may not be negative; similarities may be.",
        ),
    ),
    hints=(
        "A is a symmetric matrix plus a skew one, and as long vectors of entries the two are at right angles. What does Pythagoras say about the distance to any symmetric matrix?",
        "Only the symmetric part (A + A')/2 matters. Of its eigenvalues, keep the k largest and clip those that are negative.",
        "With `values, U = np.linalg.eigh((A + A.T) / 2)` mix the last k columns, `U[:, -k:]`, with `np.maximum(values[-k:], 0)` and their transpose.",
    ),
    praise="Two projections in a row: onto the symmetric matrices, then onto the positive semi-definite ones of rank k. The skew part is lost whatever you do.",
)
