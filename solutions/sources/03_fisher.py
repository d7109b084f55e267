# %% [markdown]
# # Exercises 3: Fisher
#
# Twelve exercises on [chapter 3](../course/03_fisher.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.unseen.hint()`, then `check.unseen.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.
#
# Throughout, `y` holds labels −1 and +1 in any order, $n_+$ and $n_-$ are the sizes of the two classes and $n$ is their sum. A direction of feature space is $w=\sum_i\alpha_i\phi(x_i)$; the **projection** of a point on it is $\langle w,\phi(x)\rangle$. The projections of a class have mean $\mu_\pm$ and variance $\sigma_\pm^2$ (divided by $n_\pm$).

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import fisher as check

# %% [markdown]
# ## A worked example: class means
#
# *Given `K`, the labels `y` and the weights `alpha`, return $\mu_+$ and $\mu_-$.* The projection of training point $j$ is $\sum_i\alpha_i\kappa(x_i,x_j)$, which is entry $j$ of `K @ alpha`. The rest is two averages. We test the answer where we can look: with the linear kernel, $w$ is a vector of the plane.


# %%
def class_means(K, y, alpha):
    f = K @ alpha
    return f[y > 0].mean(), f[y < 0].mean()


points = np.array([[1, 2], [3, -1], [0, 1]])
signs, weights = np.array([1, -1, 1]), np.array([2, 1, -1])
w = points.T @ weights
expected = (points[0] + points[2]) @ w / 2, points[1] @ w
assert np.allclose(class_means(points @ points.T, signs, weights), expected)

# %% [markdown]
# ## 1. Variance along a direction
#
# Return the variance of the points `X` (n, d) along the direction of `v`. The points are **not** centred, and `v` is not of length one; the first line sees to the second. One line is missing. For the points (0, 0), (2, 1), (4, 0) and `v = (5, 0)` the answer is 8/3.


# %%
def variance_along(X, v):
    u = v / np.linalg.norm(v)
    ### BEGIN SOLUTION
    return np.var(X @ u)
    ### END SOLUTION


# %%
check.variance_along(variance_along)

# %% [markdown] tags=["solution"]
# `np.var` takes the mean out, squares and averages. Written out, the same is the mean of the squares minus the square of the mean; if the points are centred, the second term is zero and $\frac1n u^\top X^\top Xu$ remains. Do not compute it so: far from the origin the two terms are huge and nearly equal, and their difference loses digits.

# %% [markdown]
# ## 2. The same from K
#
# Now the points are images and the direction is $w=\sum_i\alpha_i\phi(x_i)$. Return **two** numbers: the variance of the projections $\langle w,\phi(x_i)\rangle$ with $w$ as it is, and the variance along the same direction when $w$ has been cut or stretched to length one. The first line is given.


# %%
def dual_variances(K, alpha):
    f = K @ alpha
    ### BEGIN SOLUTION
    variance = np.var(f)
    return variance, variance / (alpha @ K @ alpha)
    ### END SOLUTION


# %%
check.dual_variances(dual_variances)

# %% [markdown] tags=["solution"]
# Written out, the first is $\frac1n\alpha^\top K^2\alpha-\frac1{n^2}(\alpha^\top Kj)^2$, with $j$ the vector of ones. A vector $c$ times as long has projections $c$ times as large and a variance $c^2$ times as large, so we divide by $\|w\|^2=\alpha^\top K\alpha$, not by $\|w\|$.

# %% [markdown]
# ## 3. Fisher's ratio
#
# Return the regularised ratio from `K`, `y`, `alpha` and `lam`:
#
# $$J(w)=\frac{(\mu_+-\mu_-)^2}{\sigma_+^2+\sigma_-^2+\lambda\|w\|^2}\tag{5.11}$$
#
# A test you can run yourself before the check: `alpha` and `-7 * alpha` must give the same number.


# %%
def fisher_ratio(K, y, alpha, lam):
    ### BEGIN SOLUTION
    plus, minus = K[y > 0] @ alpha, K[y < 0] @ alpha
    within = plus.var() + minus.var() + lam * (alpha @ K @ alpha)
    return (plus.mean() - minus.mean()) ** 2 / within
    ### END SOLUTION


# %%
check.fisher_ratio(fisher_ratio)

# %% [markdown] tags=["solution"]
# The rows of $K$ that belong to a class give the projections of that class, and `alpha @ K @ alpha` is $\|w\|^2$. Every term of the ratio is a square of something proportional to $w$, so the length of $w$ cancels, with or without $\lambda$:

# %% tags=["solution"]
K = points @ points.T
ratios = [fisher_ratio(K, signs, c * weights, lam) for lam in (0, 0.5) for c in (1, -7, 1000)]
print(np.round(ratios, 3))
assert np.allclose(ratios[:3], ratios[0]) and np.allclose(ratios[3:], ratios[3])

# %% [markdown]
# ## 4. The matrix B
#
# The book writes the spread within the classes with a matrix $B=D-C^+-C^-$, described entry by entry. $D$ is diagonal, with $2n_-/n$ at the positive points and $2n_+/n$ at the negative ones. $C^+$ has $2n_-/(n\,n_+)$ wherever row and column both belong to positive points, $C^-$ has $2n_+/(n\,n_-)$ wherever both belong to negative ones, and both are zero elsewhere (5.12–5.15).
#
# Written so, nobody sees what $B$ does. Find the two simple blocks it is made of, and complete the loop: `own` marks the points of one class, and `B[np.ix_(own, own)] = …` fills the block in which row and column both belong to it.


# %%
def within_class_matrix(y):
    B = np.zeros((len(y), len(y)))
    for sign in (+1, -1):
        own = y == sign
        ### BEGIN SOLUTION
        size, others = own.sum(), (~own).sum()
        centring = np.eye(size) - 1 / size
        B[np.ix_(own, own)] = 2 * others / len(y) * centring
        ### END SOLUTION
    return B


# %%
check.within_class_matrix(within_class_matrix)

# %% [markdown] tags=["solution"]
# In the corner of the positive points stands $\frac{2n_-}n(I-\frac1{n_+}jj^\top)$: a centring matrix, weighted with the share of the *other* class. So every row sums to zero, no eigenvalue is negative, and the rank is $(n_+-1)+(n_--1)=n-2$. For equal classes both weights are 1, and $B$ is a projection:

# %% tags=["solution"]
B = within_class_matrix(np.array([1, -1, 1, 1, -1]))
print(f"rows sum to {np.abs(B.sum(axis=1)).max():.0f}, rank {np.linalg.matrix_rank(B)} of {len(B)}")
balanced = within_class_matrix(np.array([1, -1, 1, 1, -1, -1]))
assert np.linalg.eigvalsh(B)[0] > -1e-12 and np.allclose(balanced @ balanced, balanced)

# %% [markdown]
# ## 5. What B does not see
#
# Some vectors are sent to zero by $B$ (the matrix of exercise 4, for labels `y`). Return two of them as the columns of an (n, 2) array; neither may be a multiple of the other.


# %%
def unseen(y):
    ### BEGIN SOLUTION
    return np.column_stack([np.ones(len(y)), y])
    ### END SOLUTION


# %%
check.unseen(unseen)

# %% [markdown] tags=["solution"]
# Up to a weight, $Bf$ subtracts from each value the mean of its class. What is constant on each class has nothing left. There are two such constants to choose, so two dimensions are lost; the ones and $y$ span them, and so do the two class indicators.

# %% [markdown]
# ## 6. The constant
#
# Let $B$ be the matrix of exercise 4. For any vector $f$ of $n$ numbers, $f^\top Bf$ is proportional to the sum of the two class variances of $f$. Return the constant $c$ in $c\,f^\top Bf=\sigma_+^2+\sigma_-^2$ from the two class sizes.


# %%
def constant(n_plus, n_minus):
    ### BEGIN SOLUTION
    return (n_plus + n_minus) / (2 * n_plus * n_minus)
    ### END SOLUTION


# %%
check.constant(constant)

# %% [markdown] tags=["solution"]
# The positive block contributes $\frac{2n_-}n\cdot n_+\sigma_+^2$, the negative one $\frac{2n_+}n\cdot n_-\sigma_-^2$. Both have the factor $2n_+n_-/n$, and $c$ is one over it. (It is also $\frac12(\frac1{n_+}+\frac1{n_-})$.) Try it on five numbers:

# %% tags=["solution"]
labels, f = np.array([1, -1, 1, 1, -1]), np.array([3.0, 1.0, 4.0, 1.0, 5.0])
by_class = f[labels > 0].var() + f[labels < 0].var()
print(f"{by_class:.4f}")
assert np.isclose(constant(3, 2) * f @ B @ f, by_class)

# %% [markdown]
# ## 7. Fisher with plain vectors
#
# With plain vectors, $w$ itself can be found. Return the direction `w` (d,) that maximises $J(w)$, the ratio (5.11) of exercise 3, on the points `X` (n, d). Any length will do, but `w` should point from the negative class to the positive one.


# %%
def primal_fisher(X, y, lam):
    ### BEGIN SOLUTION
    plus, minus = X[y > 0], X[y < 0]
    within = np.cov(plus.T, bias=True) + np.cov(minus.T, bias=True)
    gap = plus.mean(axis=0) - minus.mean(axis=0)
    return np.linalg.solve(within + lam * np.eye(X.shape[1]), gap)
    ### END SOLUTION


# %%
check.primal_fisher(primal_fisher)

# %% [markdown] tags=["solution"]
# With $m$ the difference of the class means and $A=S_++S_-+\lambda I$, the ratio is $(w^\top m)^2/w^\top Aw$. Its gradient vanishes where $Aw$ is a multiple of $m$, and the multiple does not matter. A thousand random directions come close, and none does better:

# %% tags=["solution"]
rng = np.random.default_rng(3)
labels = np.repeat([1, -1], [30, 10])
cloud = rng.normal(size=(40, 2)) @ [[2, 1], [0, 0.5]] + np.outer(labels, [0.5, 1]) + [5, 0]


def ratio(w, lam=0.1):
    f = cloud @ w
    plus, minus = f[labels > 0], f[labels < 0]
    return (plus.mean() - minus.mean()) ** 2 / (plus.var() + minus.var() + lam * w @ w)


best = ratio(primal_fisher(cloud, labels, 0.1))
others = [ratio(w) for w in rng.normal(size=(1000, 2))]
print(f"Fisher {best:.6f}, best of a thousand {max(others):.6f}")
assert best >= max(others)

# %% [markdown]
# ## 8. Fisher with a kernel
#
# Return `(alpha, b)`, so that the sign of `K_new @ alpha - b` names the class. The weights solve the book's system
#
# $$(BK+\lambda I)\,\alpha=y,$$
#
# and $b$ puts the border halfway between the projected class means: $\mu_+-b=b-\mu_-$. The matrix `B` is handed to you. (Whether $y$ is the best right-hand side is the question of exercise 11.)


# %%
def kernel_fisher(K, y, B, lam):
    ### BEGIN SOLUTION
    alpha = np.linalg.solve(B @ K + lam * np.eye(len(y)), y)
    return alpha, (np.mean(K[y > 0] @ alpha) + np.mean(K[y < 0] @ alpha)) / 2
    ### END SOLUTION


# %%
check.kernel_fisher(kernel_fisher)

# %% [markdown] tags=["solution"]
# The book writes the same $b$ as $\frac12\alpha^\top Ks$ with $s_i=1/n_+$ or $1/n_-$ (5.20–5.21). A rule for $b$ is tested in one line, and it is worth writing that line every time:

# %% tags=["solution"]
B, K = within_class_matrix(labels), cloud @ cloud.T
alpha, b = kernel_fisher(K, labels, B, 0.1)
f = K @ alpha
assert np.isclose(f[labels > 0].mean() - b, b - f[labels < 0].mean(), rtol=1e-10)

# %% [markdown]
# ## 9. A program with three slips
#
# Someone in a hurry wrote the discriminant down as a program. It makes the three slips of the book's listing, as closely as Python can, runs without complaint, and does no better on fresh points than a coin:


# %%
def hasty_fisher(K, y, lam, K_new):
    n, p, m = len(y), np.sum(y > 0), np.sum(y < 0)
    plus, minus = (y > 0) * 1.0, (y < 0) * 1.0
    weight = np.where(y > 0, 2 * m / n, 2 * p / n)
    B = np.diag(weight) - 2 * m / (n * p) * np.outer(plus, plus)
    - 2 * p / (n * m) * np.outer(minus, minus)
    alpha = y @ np.linalg.inv(B @ K + lam * np.eye(n))
    b = weight @ K @ alpha / (4 * p * m)
    return K_new @ alpha - b


rng = np.random.default_rng(0)
truth = np.repeat([1, -1], 30)
train, fresh = rng.normal(size=(2, 60, 2)) + np.outer(truth, [1.5, 0]) + 5
values = hasty_fisher(train @ train.T, truth, 1.0, fresh @ train.T)
print(f"{np.mean(np.sign(values) != truth):.0%} of the fresh points are put into the wrong class")

# %% [markdown]
# Return the right values `K_new @ alpha - b`. The first three lines and the last one are fine, and so is `y` as the right-hand side (for now); `B`, `alpha` and `b` each hold one slip. Write a test for each of the three before you read the code too closely: what should $By$ be, what should $(BK+\lambda I)\alpha$ be, and where should $b$ lie?


# %%
def mended_fisher(K, y, lam, K_new):
    n, p, m = len(y), np.sum(y > 0), np.sum(y < 0)
    plus, minus = (y > 0) * 1.0, (y < 0) * 1.0
    weight = np.where(y > 0, 2 * m / n, 2 * p / n)
    ### BEGIN SOLUTION
    positive = 2 * m / (n * p) * np.outer(plus, plus)
    negative = 2 * p / (n * m) * np.outer(minus, minus)
    B = np.diag(weight) - positive - negative
    alpha = np.linalg.solve(B @ K + lam * np.eye(n), y)
    b = n * (weight @ K @ alpha) / (4 * p * m)
    ### END SOLUTION
    return K_new @ alpha - b


# %%
check.mended_fisher(mended_fisher)

# %% [markdown] tags=["solution"]
# **B.** A line that is complete ends the statement. The next one, `- 2 * p …`, computes a matrix, changes its sign and throws it away: $B$ never gets its second block. **alpha.** `y @ inv(A)` is $y^\top A^{-1}$, the row on the wrong side; $A$ is not symmetric, so it differs from $A^{-1}y$. **b.** The vector $s$ (exercise 8) is $n/(2n_+n_-)$ times `weight`, and half of that is $n/(4n_+n_-)$; the $n$ got lost. The last slip hides well: if the data happen to lie around the origin, $b$ is nearly zero anyway.

# %% tags=["solution"]
values = mended_fisher(train @ train.T, truth, 1.0, fresh @ train.T)
print(f"{np.mean(np.sign(values) != truth):.0%} of the fresh points are put into the wrong class")

# %% [markdown]
# ## 10. Find the slip
#
# The weights solve $(BK+\lambda I)\,\alpha=y$, so the decision function is $\alpha^\top k-b$, where $k$ holds the inner products of a new point with the training points. Proposition 5.17 prints it without $\alpha$:
#
# $$f(x)=y^\top(BK+\lambda I)^{-1}k-b$$
#
# Return **two** vectors of $n$ numbers: the row $y^\top(BK+\lambda I)^{-1}$ as it is printed, and the row that ought to stand there, so that its product with every $k$ is $\alpha^\top k$. Look at the first one for several `K`, `y` and `lam`. It is simpler than it has any right to be. Why? (Exercise 5 holds the key.)


# %%
def two_rows(K, y, B, lam):
    ### BEGIN SOLUTION
    printed = y / lam
    mended = np.linalg.solve((K @ B + lam * np.eye(len(y))).T, y)
    return printed, mended
    ### END SOLUTION


# %%
check.two_rows(two_rows)

# %% [markdown] tags=["solution"]
# Since $y^\top B=0$, we have $y^\top(BK+\lambda I)=\lambda y^\top$, and so $y^\top(BK+\lambda I)^{-1}=y^\top/\lambda$ exactly: of $K$ and $B$ nothing is left. The printed function weighs every training point by its label and knows no spread at all. Transposing turns products round, $(BK)^\top=KB$, so the right row is
#
# $$\alpha^\top=y^\top(KB+\lambda I)^{-1}\qquad\text{and}\qquad f(x)=y^\top(KB+\lambda I)^{-1}k-b.$$
#
# The printed formula would be right if $BK=KB$. Nothing makes it so:

# %% tags=["solution"]
B, K = within_class_matrix(labels), cloud @ cloud.T
row = labels @ np.linalg.inv(B @ K + 0.1 * np.eye(len(K)))
printed, mended = two_rows(K, labels, B, 0.1)
cosine = (cloud.T @ printed) @ (cloud.T @ mended)
cosine /= np.linalg.norm(cloud.T @ printed) * np.linalg.norm(cloud.T @ mended)
print(f"cosine between the printed direction and the one meant: {cosine:.2f}")
assert np.allclose(row, printed)
assert np.allclose(mended, np.linalg.solve(B @ K + 0.1 * np.eye(len(K)), labels))

# %% [markdown]
# ## 11. Repair the right-hand side
#
# The book replaces the gap $\mu_+-\mu_-$ by a multiple of $y^\top K\alpha$, which is $n_+\mu_+-n_-\mu_-$. For classes of unequal sizes that is something else. Return weights `alpha` whose direction maximises (5.11), the ratio of exercise 3, exactly and for the very `lam` that stands there, by solving a system with $BK$ as in exercise 8. Two things must change: the right-hand side and the ridge. The length of `alpha` is up to you; $w$ should point towards the positive class. The check accepts a cosine with the best direction above $1-10^{-8}$.


# %%
def exact_fisher(K, y, B, lam):
    ### BEGIN SOLUTION
    n, n_plus, n_minus = len(y), np.sum(y > 0), np.sum(y < 0)
    target = np.where(y > 0, 1 / n_plus, -1 / n_minus)
    ridge = lam * 2 * n_plus * n_minus / n
    return np.linalg.solve(B @ K + ridge * np.eye(n), target)
    ### END SOLUTION


# %%
check.exact_fisher(exact_fisher)

# %% [markdown] tags=["solution"]
# The gap is $t^\top K\alpha$ with $t_i=1/n_+$ on positive and $-1/n_-$ on negative points. The denominator is $\frac n{2n_+n_-}\bigl(w^\top X^\top BXw+\lambda'\|w\|^2\bigr)$ with $\lambda'=\frac{2n_+n_-}n\lambda$. Maximising the one over the other leads to $(BK+\lambda'I)\,\alpha=t$, by the same steps that lead the book to its own system. The primal answer of exercise 7 and the library agree with it:

# %% tags=["solution"]
from featurespace.fisher import kernel_fisher as library_fisher

exact = cloud.T @ exact_fisher(K, labels, B, 0.1)
for w in (primal_fisher(cloud, labels, 0.1), cloud.T @ library_fisher(K, labels, 0.1).alpha):
    assert exact @ w > (1 - 1e-8) * np.linalg.norm(exact) * np.linalg.norm(w)
book = cloud.T @ kernel_fisher(K, labels, B, 0.1)[0]
print(f"J of the book's direction: {ratio(book):.3f}, of the exact one: {ratio(exact):.3f}")

# %% [markdown]
# ## 12. A rule in reverse
#
# How wrong can the right-hand side $y$ go? On a line, with the linear kernel, $w$ is a single number, and all that counts is its sign: the border lies halfway between the class means in any case. With the right-hand side $y$ the sign is that of $y^\top x$, with the exact one it is that of $\mu_+-\mu_-$. Return points `x` (n,), **all greater than zero**, and labels `y` (n,) for which the rule with $y$ misclassifies at least 90 % of its **own training points** while the exact rule misclassifies at most 10 %.


# %%
def reversal():
    ### BEGIN SOLUTION
    x = np.concatenate([np.linspace(13, 15, 3), np.linspace(9, 11, 9)])
    return x, np.repeat([1, -1], [3, 9])
    ### END SOLUTION


# %%
check.reversal(reversal)

# %% [markdown] tags=["solution"]
# Three positive points around 14 and nine negative ones around 10. The positive class lies to the right, $\mu_+-\mu_-=4$; but $y^\top x=3\cdot14-9\cdot10=-48$, so the printed rule points to the left and calls every point by the wrong name. In general $y^\top x=\frac{2n_+n_-}n(\mu_+-\mu_-)+(n_+-n_-)\,\bar x$: with equal classes, or with the mean at the origin, the second term is gone and all is well. A Gaussian kernel never has the mean of its images at the origin.

# %% tags=["solution"]
x, y_line = reversal()
print(f"gap {x[y_line > 0].mean() - x[y_line < 0].mean():.0f}, y'x {x @ y_line:.0f}")

# %% [markdown]
# ## An open challenge
#
# No check for this one. Fisher's direction may be the best, but who says that the border belongs *halfway* between the means? Below, the positive class is three times as large and four times as wide as the negative one, and the halfway border pays for it. Find a rule that chooses $b$ *from the 200 training points alone*. Write it down before you try it; then compare its error with that of the halfway rule over the same 20 training sets, and with the best $b$ you could have picked with hindsight. How much of the gap does your rule close?


# %%
from featurespace.fisher import kernel_fisher as library_fisher


def draw(n_plus, n_minus, rng):
    y = np.repeat([1, -1], [n_plus, n_minus])
    width = np.where(y > 0, 2.0, 0.5)
    return rng.normal(size=(len(y), 2)) * width[:, None] + np.outer(y, [1.5, 0]), y


rng = np.random.default_rng(0)
errors = []
for _ in range(20):
    (X, y), (Z, truth) = draw(150, 50, rng), draw(3000, 1000, rng)
    alpha, b = library_fisher(X @ X.T, y, lam=0.01)
    errors.append(np.mean(np.sign(Z @ X.T @ alpha - b) != truth))
print(f"halfway: {np.mean(errors):.0%} of fresh points wrong")

# %%
# Your experiment goes here.

# %% [markdown] tags=["solution"]
# One rule among many: put the border where it makes the fewest errors on the training points. It has one number to choose, from 200 points, so it cannot overfit much:

# %% tags=["solution"]
rng = np.random.default_rng(0)
chosen, hindsight = [], []
for _ in range(20):
    (X, y), (Z, truth) = draw(150, 50, rng), draw(3000, 1000, rng)
    alpha, _ = library_fisher(X @ X.T, y, lam=0.01)
    f, g = X @ X.T @ alpha, Z @ X.T @ alpha
    borders = np.quantile(f, np.linspace(0, 1, 400))
    mistakes = [np.mean(np.sign(f - b) != y) for b in borders]
    later = [np.mean(np.sign(g - b) != truth) for b in borders]
    chosen.append(later[np.argmin(mistakes)])
    hindsight.append(min(later))
print(f"fewest training errors: {np.mean(chosen):.0%}, with hindsight: {np.mean(hindsight):.0%}")

# %% [markdown]
# [Back to chapter 3](../course/03_fisher.ipynb)
