# %% [markdown]
# # Exercises 2: Gram–Schmidt and Cholesky
#
# Twelve exercises on [chapter 2](../course/02_gram_schmidt_and_cholesky.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.cholesky.hint()`, then `check.cholesky.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.
#
# Rows of `X` are points, `K` is their kernel matrix, and `alpha` stands for the direction $w=\sum_i\alpha_i\phi(x_i)$. Python counts from 0, and so do we.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import orthogonal as check
from featurespace.kernels import quadratic_features

# %% [markdown]
# ## A worked example: length one
#
# *Rescale the dual weights `alpha` so that $w=\sum_i\alpha_i\phi(x_i)$ has length one.* Multiplied out, $\|w\|^2=\alpha^\top K\alpha$, and $w$ scales as its weights do. So we divide the weights by that length. We test the answer where we can look: with six explicit features, $w$ can be written down.


# %%
def unit_weights(K, alpha):
    return alpha / np.sqrt(alpha @ K @ alpha)


Phi = quadratic_features([[1, 2], [3, -1], [0, 1]])
w = Phi.T @ unit_weights(Phi @ Phi.T, np.array([1, -2, 5]))
assert np.isclose(np.linalg.norm(w), 1)

# %% [markdown]
# ## 1. Shadow and rest
#
# Project every training image on the direction $w$ with dual weights `alpha`. Return two arrays: the **signed lengths** of the projections, and the **squared residuals**, that is the squared distances of the images from the line. The first line is given.


# %%
def project(K, alpha):
    inner = K @ alpha  # inner products of w with every image
    ### BEGIN SOLUTION
    length = inner / np.sqrt(alpha @ K @ alpha)
    return length, np.diag(K) - length**2
    ### END SOLUTION


# %%
check.project(project)

# %% [markdown] tags=["solution"]
# The inner product with a *unit* vector is a coordinate, so $\langle w,\phi\rangle$ is divided by $\|w\|$, once. Image, projection and residual form a right-angled triangle with the image as its long side: Pythagoras gives the rest.

# %% [markdown]
# ## 2. Everything but the span
#
# The $k$ columns of `B` (d, k) are independent, but neither of length one nor orthogonal to each other. Return the $d\times d$ matrix that projects onto the **orthogonal complement** of their span: it leaves alone what is orthogonal to all columns, and turns the columns to zero. (`np.linalg.qr` is allowed here.)


# %%
def complement(B):
    ### BEGIN SOLUTION
    Q, _ = np.linalg.qr(B)
    return np.eye(len(B)) - Q @ Q.T
    ### END SOLUTION


# %%
check.complement(complement)

# %% [markdown] tags=["solution"]
# With orthonormal columns, $QQ^\top$ adds up one projection $qq^\top$ per direction, and none counts anything twice. Taking the original columns away one after another fails, because taking away the second brings back some of the first:

# %% tags=["solution"]
a, b = np.array([1, 0]), np.array([1, 1]) / np.sqrt(2)
left = np.array([0, 2])  # nothing along a ...
left = left - (left @ b) * b
print(f"along a, after b was taken away: {left @ a:.2f}")

# %% [markdown]
# ## 3. Gram–Schmidt
#
# The rows of `X` (n, d) are independent points, $n\le d$. Orthonormalise them in their order. Return `Q` (d, n), whose columns are the new basis, and the upper triangular `R` (n, n) with `X.T == Q @ R` and a positive diagonal. For the points (1, 1, 0) and (0, 1, 1) the diagonal of `R` is $\sqrt2,\ \sqrt{3/2}$.


# %%
def gram_schmidt(X):
    n, d = X.shape
    Q, R = np.zeros((d, n)), np.zeros((n, n))
    for i in range(n):
        ### BEGIN SOLUTION
        R[:i, i] = Q[:, :i].T @ X[i]
        residual = X[i] - Q[:, :i] @ R[:i, i]
        R[i, i] = np.linalg.norm(residual)
        Q[:, i] = residual / R[i, i]
        ### END SOLUTION
    return Q, R


# %%
check.gram_schmidt(gram_schmidt)

# %% [markdown] tags=["solution"]
# Three things are written down for each point: its components along the directions found so far, the length of what is left, and what is left divided by that length. The first two fill column $i$ of $R$, the third becomes $q_i$. For $i=0$ the slices are empty and the same lines simply normalise the first point. The two points of the question:

# %% tags=["solution"]
Q, R = gram_schmidt(np.array([[1, 1, 0], [0, 1, 1]]))
print(R.round(3))
assert np.allclose(np.diag(R) ** 2, [2, 3 / 2])

# %% [markdown]
# ## 4. Take out the top
#
# Let $w$ be the unit eigenvector of $X^\top X$ with the **largest** eigenvalue. Return the points without their component along $w$, one per row as in `X`. (Then look at the eigenvalues of $X^\top X$ before and after.)


# %%
def deflate_top(X):
    ### BEGIN SOLUTION
    _, vectors = np.linalg.eigh(X.T @ X)
    w = vectors[:, -1]
    return X - np.outer(X @ w, w)
    ### END SOLUTION


# %%
check.deflate_top(deflate_top)

# %% [markdown] tags=["solution"]
# `eigh` sorts eigenvalues from small to large and puts the eigenvectors into columns. With $P=I-ww^\top$ the deflated points are $XP$, and $PX^\top XP=X^\top X-\lambda ww^\top$: the top eigenvalue drops to zero, the others stay where they are:

# %% tags=["solution"]
X = np.array([[3, 1], [1, 3], [2, 2]])
for points in (X, deflate_top(X)):
    print(np.linalg.eigvalsh(points.T @ points).round(6) + 0.0)

# %% [markdown]
# ## 5. Take out what you cannot see
#
# The same in feature space: every image loses its component along $w=\sum_i\alpha_i\phi(x_i)$, and all you hold is `K`. Return the kernel matrix of what is left.


# %%
def deflate_gram(K, alpha):
    ### BEGIN SOLUTION
    length = K @ alpha / np.sqrt(alpha @ K @ alpha)
    return K - np.outer(length, length)
    ### END SOLUTION


# %%
check.deflate_gram(deflate_gram)

# %% [markdown] tags=["solution"]
# Let $s_i$ be the signed length of image $i$ along the unit vector $u=w/\|w\|$. Then $\langle\phi(x_i)-s_iu,\ \phi(x_j)-s_ju\rangle=K_{ij}-s_is_j-s_is_j+s_is_j$. The diagonal is exercise 1 again: squared residuals.

# %% [markdown]
# ## 6. Cholesky
#
# `K` is positive definite. Return the upper triangular `R` with `R.T @ R == K` and a positive diagonal, by the recursion of the chapter; it needs no basis vectors, only numbers of `K`:
#
# $$R_{ji}=\frac1{\nu_j}\Bigl(K_{ji}-\sum_{t<j}R_{tj}R_{ti}\Bigr)\quad(i\ge j),\qquad \nu_j=\sqrt{d_j}$$
#
# Here $d_i$ starts as $K_{ii}$ and loses $R_{ji}^2$ at every step $j$. Two lines are enough. Library routines would pass the check and teach you nothing.


# %%
def cholesky(K):
    R = np.zeros(K.shape)
    d = np.diag(K).astype(float)  # squared residuals
    for j in range(len(K)):
        ### BEGIN SOLUTION
        R[j, j:] = (K[j, j:] - R[:j, j] @ R[:j, j:]) / np.sqrt(d[j])
        d[j:] -= R[j, j:] ** 2
        ### END SOLUTION
    return R


# %%
check.cholesky(cholesky)

# %% [markdown] tags=["solution"]
# For $i=j$ the bracket is $d_j$ itself, and $d_j/\nu_j=\nu_j$, so the diagonal needs no line of its own. On the quadratic kernel we can see whose factor it is: Gram–Schmidt on the explicit features gives the same $R$.

# %% tags=["solution"]
assert np.allclose(cholesky(Phi @ Phi.T), gram_schmidt(Phi)[1])

# %% [markdown]
# ## 7. One more point
#
# `R` (n, n) is the Cholesky factor of the training points; its columns are their coordinates. A new point $z$ arrives, with the inner products `k` (n,), $k_i=\kappa(x_i,z)$, and with `kappa` $=\kappa(z,z)$. Return its coordinates `r` (n,) in the same basis, and the **squared residual**: how much of it the training points cannot explain.


# %%
def new_column(R, k, kappa):
    ### BEGIN SOLUTION
    r = np.linalg.solve(R.T, k)
    return r, kappa - r @ r
    ### END SOLUTION


# %%
check.new_column(new_column)

# %% [markdown] tags=["solution"]
# The coordinates must reproduce the inner products: $r_i^\top r=k_i$ for all $i$, in one line $R^\top r=k$. As $R^\top$ is lower triangular, the first equation gives the first entry of $r$, the second the next, and so on; `scipy.linalg.solve_triangular(R, k, trans="T")` does just that and is faster. With the root of the residual below it, $r$ is the next column of the Cholesky factor:

# %% tags=["solution"]
K = Phi @ Phi.T
r, squared_residual = new_column(cholesky(K[:2, :2]), K[:2, 2], K[2, 2])
assert np.allclose([*r, np.sqrt(squared_residual)], cholesky(K)[:, 2])

# %% [markdown]
# ## 8. Choose, and stop in time
#
# Now in the order that pays: take the point with the **largest squared residual** next, and stop as soon as all squared residuals are at most `eta`. Return `R` (T, n), one row for each point taken, and the list of the T `pivots`. It must end for every `eta` ≥ 0, also when points repeat or lie in a plane: treat squared residuals up to $10^{-12}$ times the largest diagonal entry of `K` as zero.


# %%
def incomplete_cholesky(K, eta):
    ### BEGIN SOLUTION
    R, pivots = np.empty((0, len(K))), []
    d = np.diag(K).copy()
    cut = max(eta, 1e-12 * d.max())
    while d.max() > cut:
        i = d.argmax()
        row = (K[i] - R[:, i] @ R) / np.sqrt(d[i])
        R = np.vstack([R, row])
        pivots.append(i)
        d = d - row**2
        d[i] = 0
    return R, pivots
    ### END SOLUTION


# %%
check.incomplete_cholesky(incomplete_cholesky)

# %% [markdown] tags=["solution"]
# Two guards make it end. The cut-off is tied to the size of $K$, so that rescaled data give the same pivots; and a used point gets residual 0 exactly, so that round-off cannot call it back. Each turn uses up a point, hence there are at most $n$ turns. Look at what the code reads of $K$: its diagonal and the rows of the pivots, nothing else. With a thousand points and twenty pivots, 98 % of the kernel values are never needed.

# %% [markdown]
# ## 9. What a cut-off buys
#
# After incomplete Cholesky with cut-off `eta` you measure squared distances between the columns of `R` instead of the images. Pen and paper: which is the **largest** `eta` that guarantees, for every data set and every pair of points, an error of at most `epsilon` in the *squared* distance?


# %%
def cutoff(epsilon):
    ### BEGIN SOLUTION
    return epsilon / 4
    ### END SOLUTION


# %%
check.cutoff(cutoff)

# %% [markdown] tags=["solution"]
# $\phi(x_i)-\phi(x_j)$ splits into a part that $R$ sees and the difference of two residual vectors, orthogonal to it. By Pythagoras the error is the squared length of that difference. Each residual is no longer than $\sqrt\eta$ (not $\eta$, as the book has it), so the error is at most $(2\sqrt\eta)^2=4\eta$. Three points reach it:

# %% tags=["solution"]
eta = 0.25
X = np.array([[10, 0], [1, np.sqrt(eta)], [1, -np.sqrt(eta)]])
R, pivots = incomplete_cholesky(X @ X.T, eta)
truth, seen = np.sum((X[1] - X[2]) ** 2), np.sum((R[:, 1] - R[:, 2]) ** 2)
print(f"picked {len(pivots)} point, squared distance {truth:.2f}, seen as {seen:.2f}")

# %% [markdown]
# ## 10. Find the slip
#
# The book takes the points in their given order and claims: $d_j=0$, the squared residual of point $j$ when its turn comes, happens *if and only if* all the data lie in a subspace of dimension $j-1$. Refute it. Return points `X` (one per row, plain inner product) and a number `j`, **counted from 1** as in the book, such that $d_j=0$ although the rank of the data is $j$ or more. The chapter used a repeated point; here **no point is zero, and none is a multiple of another**.


# %%
def counterexample():
    ### BEGIN SOLUTION
    return np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]]), 3
    ### END SOLUTION


# %%
check.counterexample(counterexample)

# %% [markdown] tags=["solution"]
# The third point is the sum of the first two, so $d_3=0$; the fourth brings a third dimension. $d_j=0$ looks back: point $j$ lies in the span of the points before it. It knows nothing of those to come. What is true: the number of residuals that are *not* zero is the rank. And if the largest residual goes first, a zero means that all the others are zero too; then the claim holds.

# %% [markdown]
# ## 11. A classifier in T numbers
#
# The columns of `R` (T, n) are the training points in their new coordinates, `y` (n,) holds labels −1 and +1 in unequal numbers. Return `(w, b)` such that the sign of `r @ w - b` says whose class centre is nearer to a point with coordinates `r` (T,). Scale `w` (T,) so that it is exactly the positive centre minus the negative one.


# %%
def parzen(R, y):
    ### BEGIN SOLUTION
    plus, minus = R[:, y > 0].mean(axis=1), R[:, y < 0].mean(axis=1)
    return plus - minus, (plus @ plus - minus @ minus) / 2
    ### END SOLUTION


# %%
check.parzen(parzen)

# %% [markdown] tags=["solution"]
# In feature space the centres could not be written down; in coordinates they are two ordinary means, and $w=R\alpha$ with the dual weights $\alpha$ of chapter 1. If every squared residual is at most $\eta$, no entry of $K$ is off by more than $\eta$, so no decision value by more than $3\eta$: twice $\eta$ for the two averages of kernel values, once for $b$. On the moons:

# %% tags=["solution"]
from featurespace import datasets, means, orthogonal
from featurespace.kernels import Gaussian

X, y = datasets.moons(200, np.random.default_rng(3))
K = Gaussian(0.5)(X)
alpha, b_full = means.parzen(K, y)
R = orthogonal.incomplete_cholesky(K, eta=0.01).R
w, b = parzen(R, y)
ours, full = R.T @ w - b, K @ alpha - b_full
print(f"T = {len(R)}, n = {len(K)}, labels that differ: {np.sum(ours * full < 0)}")
assert np.abs(ours - full).max() <= 3 * 0.01

# %% [markdown]
# ## 12. Beat greedy
#
# Pick five points whose span leaves as little as possible of *all* the images: the sum of the squared residuals over all points should be small. "Largest residual next" is one way, and often a poor one. Return five row numbers of `K` that leave **less than greedy does**. Any strategy will do, but luck will not: a single draw of the lottery passes about one time in ten. The check tries a round cloud, five clumps and a ring, all with a Gaussian kernel, and you have five seconds for each.


# %%
def choose_pivots(K):
    ### BEGIN SOLUTION
    pivots = []
    for _ in range(5):
        d = np.diag(K)
        gain = (K**2).sum(axis=0) / np.where(d > 1e-9, d, np.inf)
        i = gain.argmax()
        pivots.append(i)
        K = K - np.outer(K[i], K[i]) / K[i, i]
    return pivots
    ### END SOLUTION


# %%
check.choose_pivots(choose_pivots)

# %% [markdown]
# How much less? The scoreboard sets your picks beside greedy and beside a floor below which no subspace of dimension five can go (chapter 4 will say which subspace that is). The floor has a score of 100, but it is made of mixtures of all points; five points can hardly reach it. A few lines of code can score 72; the best five we know of score 74:

# %%
print(check.scoreboard(choose_pivots))

# %% [markdown] tags=["solution"]
# Deflating by point $i$ lowers the residual of point $j$ by $K_{ij}^2/K_{ii}$, so the column sums of $K^2$, divided by the diagonal, say what each candidate would do for everyone. It is still greedy, but for the right sum. It asks for all of $K$, though, while "largest residual" asks for five rows: that is what one pays. To go further, exchange one pick at a time as long as it helps:


# %% tags=["solution"]
def residual_sum(K, pivots):
    k = K[pivots]
    return np.trace(K) - np.trace(np.linalg.lstsq(k[:, pivots], k @ k.T, rcond=None)[0])


def swap(K):
    best = choose_pivots(K)
    for place in [0, 1, 2, 3, 4] * 2:
        trials = [best[:place] + [i] + best[place + 1 :] for i in range(len(K))]
        best = min([best, *trials], key=lambda picks: residual_sum(K, picks))
    return best


print(check.scoreboard(swap))

# %% [markdown]
# [Back to chapter 2](../course/02_gram_schmidt_and_cholesky.ipynb)
