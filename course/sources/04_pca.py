# %% [markdown]
# # 4. Principal components
#
# Data in many dimensions are seldom spread evenly; a few directions carry most of what happens. You will find these directions in several ways that turn out to be one, learn what each way costs, and decide how many directions to keep. Then you will put a probability model underneath, see why it trusts the data less than PCA does, and build a classifier that can say "none of these".
#
# **After this chapter you can**
#
# - say how largest variance, smallest error and best low-rank table are related, and prove it in three lines;
# - compute principal components from the data, the covariance or the Gram matrix, and pick the cheap route by the shape of the table;
# - choose the number of components, and tell structure from what pure noise would show;
# - fit probabilistic PCA, read its reconstruction as shrinkage, and name what its likelihood cannot see;
# - classify in a subspace and reject strangers at a rate that holds.
#
# **Needs** [chapter 1](01_means_and_distances.ipynb) (centring, spread), deflation from [chapter 2](02_gram_schmidt_and_cholesky.ipynb), the variance of a projection from [chapter 3](03_fisher.ipynb); [eigenvectors](A_linear_algebra.ipynb#9.-Eigenvalues-and-definiteness) and [singular values](A_linear_algebra.ipynb#8.-Singular-values), as in appendix A. **Takes** three to four hours, exercises apart. **Sources** chapter 2 and appendix B of lecture notes on data mining (ids DME-…, *the notes*), slides on projections and principal components (ids H-…, *the slides*), and a recap in lecture notes on kernel PCA (ids W-…, *the recap*).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>Chapter 1: what is the trace of a <i>centred</i> kernel matrix, divided by n?</summary>
#
# The mean squared distance of the images to their centre: the spread (5.4). Here it returns under the name of total variance.
# </details>
#
# <details><summary>Chapter 2: you deflate a point by a direction. What happens to its squared length?</summary>
#
# It loses exactly the square of its coordinate along that direction: Pythagoras.
# </details>
#
# <details><summary>Chapter 3: does the direction of largest variance separate two classes best?</summary>
#
# Not in general. PCA never sees the labels. Keep this in mind for section 13, where we classify after PCA.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$, $\mu$ | `X` (n, d), `mean` | points, one per row, and their mean |
# | $\Sigma$ | `Sigma` (d, d) | covariance matrix, divided by $n$ |
# | $\lambda_1\ge\lambda_2\ge\dots$ | `eigenvalues` | eigenvalues of $\Sigma$ |
# | $u_1,u_2,\dots$ | `directions` (k, d) | their eigenvectors, one per row; $U_k$ has the first $k$ as columns |
# | $z_i=u_i^\top(x-\mu)$ | `scores` (n, k) | principal components of a point |
# | $W_k$ | | any $k$ orthonormal directions, as columns |
# | $G$ | `G` (n, n) | Gram matrix of the centred points |
# | $W$, $\sigma^2$ | `W` (d, k), `sigma2` | loadings and noise variance of a model (from section 10 on) |

# %%
from itertools import combinations

import numpy as np
from scipy.stats import chi2, kstest, multivariate_normal, ortho_group
from sklearn.datasets import load_digits, load_wine

from featurespace import linalg, means, normal, orthogonal, pca, plots
from featurespace.demos import pca as demos
from featurespace.describe import standardise
from featurespace.estimators import SubspaceClassifier
from featurespace.kernels import Gaussian, Linear

# %% [markdown]
# ## 1. Arrows from the mean
#
# **Predict.** You add up the variances of two columns. A colleague has turned the axes of the same data by 37° and does the same. Who gets more?
#
# <details><summary>Answer</summary>
#
# They agree. The sum is the mean squared length of the arrows from the mean to the points, and an arrow's length does not depend on the axes.
# </details>
#
# Before we ask where the spread is, we need to know how much there is. Draw an arrow from the mean to every point <small>[H-F03]</small>:

# %%
rng = np.random.default_rng(4)
cloud = rng.normal(size=(40, 2)) @ [[1.9, 1.0], [-0.3, 0.6]] + [4, 2]
mean = cloud.mean(axis=0)
arrows = cloud - mean

# %%
ax = plots.scatter(cloud, size=22)
at = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.003, "color": plots.GREY}
ax.quiver(*np.broadcast_to(mean, cloud.shape).T, *arrows.T, **at)
ax.plot(*mean, "X", color=plots.ORANGE, markersize=11)
total = (arrows**2).sum(axis=1).mean()
ax.set_title(f"Mean squared length of the arrows: {total:.2f}")
plots.show(ax, alt="""A tilted cloud of forty points with an arrow from its mean to every point.
    The arrows along the tilt are the longest.""")

# %% [markdown]
# All products of two arrow coordinates, averaged, make the **covariance matrix** $\Sigma=\mathbb E[(x-\mu)(x-\mu)^\top]$ <small>[H-p45]</small>. Its diagonal holds the variances, so its trace is their sum. Since $\operatorname{tr}(aa^\top)=a^\top a$, it is also the mean squared length of the arrows <small>[H-p46, H-p47]</small>:
#
# $$\operatorname{tr}\Sigma = \mathbb E\,\|x-\mu\|^2$$
#
# This is the **total variance** <small>[H-u03]</small>. We compute it in three ways; the third is the spread of chapter 1, from inner products alone:

# %%
Sigma = arrows.T @ arrows / len(arrows)
assert np.isclose(np.trace(Sigma), total)
assert np.isclose(means.spread(Linear()(cloud)), total)

# %% [markdown]
# Now the colleague's axes:

# %%
turned = cloud @ np.array([demos.unit(37), demos.unit(127)]).T
print(f"sum of variances {cloud.var(axis=0).sum():.3f}, turned {turned.var(axis=0).sum():.3f}")

# %% [markdown]
# The slides divide by $n-1$ instead of $n$, which makes the estimate unbiased <small>[H-u02, H-u07]</small>. All eigenvalues grow by the same factor $\frac n{n-1}$. Directions, scores and all *shares* of variance stay, so we keep dividing by $n$:

# %%
unbiased = np.cov(cloud, rowvar=False)
assert np.allclose(unbiased, Sigma * 40 / 39)
assert np.isclose(np.trace(unbiased), (arrows**2).sum() / 39)

# %% [markdown]
# *Total variance is the mean squared arrow, whatever the axes.*

# %% [markdown]
# ## 2. The direction of largest variance
#
# Now choose one direction to look along. **Predict.** Turn a line through the cloud. At how many angles does the variance of the projections have a maximum, and what is the angle between maximum and minimum?
#
# <details><summary>Answer</summary>
#
# One maximum in every half turn, and the minimum at right angles to it, for every cloud that is not round. (Turning by 180° gives the same line.)
# </details>
#
# Try all angles, in steps of one degree:

# %%
angles = np.arange(180)
w = demos.unit(angles)  # (180, 2), a unit vector in each row
variance = (cloud @ w.T).var(axis=0)
best = angles[variance.argmax()]

# %% [markdown]
# The projection of an arrow on $w$ has the coordinate $w^\top(x-\mu)$. Square and average <small>[DME-2.1]</small>:
#
# $$\operatorname{Var}[w^\top x] = w^\top\Sigma\,w \tag{2.1}$$
#
# It is the formula of chapter 3, with plain vectors. PCA wants the unit vector with the largest value <small>[DME-2.2]</small>. A symmetric matrix without negative eigenvalues can be taken apart, $\Sigma=U\Lambda U^\top$, with orthonormal columns $u_i$ and $\lambda_1\ge\lambda_2\ge\dots\ge0$ <small>[DME-2.3, H-u08]</small>:

# %%
assert np.allclose(variance, np.einsum("ai,ij,aj->a", w, Sigma, w))
values, vectors = np.linalg.eigh(Sigma)  # ascending
lam, U = values[::-1], vectors[:, ::-1]
assert np.allclose(Sigma, U * lam @ U.T) and lam.min() >= 0

# %% [markdown]
# Write $w=Ua$. Then $\|w\|^2=\sum_ia_i^2=1$, and the variance is a **weighted average of the eigenvalues**, with weights $a_i^2$ <small>[DME-2.4..2.7]</small>:
#
# $$w^\top\Sigma w = a^\top\Lambda a = \sum_i a_i^2\,\lambda_i$$
#
# An average cannot exceed the largest number that goes into it. So the best direction puts all weight on $\lambda_1$: it is $w_1=\pm u_1$, with variance $\lambda_1$ <small>[DME-2.8, H-p49]</small>. No derivative was needed. We check the weights at every angle:

# %%
weights = (w @ U) ** 2  # (180, 2)
assert np.allclose(weights.sum(axis=1), 1) and np.allclose(weights @ lam, variance)
u1 = pca.pca(cloud, k=1).directions[0]
print(f"search: {best}°, eigenvector: {np.degrees(np.arctan2(*u1[::-1])):.1f}°")

# %% [markdown]
# All angles in one picture:

# %%
ax = plots.curves(angles, {"projections": variance}, ylabel="variance")
ax.axhline(lam[0], color=plots.ORANGE, linestyle="--", label="λ₁")
ax.axhline(lam[1], color=plots.GREEN, linestyle="-.", label="λ₂")
ax.set(xlabel="angle of the direction in degrees", title="Every direction lies between λ₂ and λ₁")
ax.legend(loc=(0.04, 0.14))
plots.show(ax, alt="""Variance of the projected cloud against the angle of the direction, one
    smooth wave. It touches the upper line, the first eigenvalue, near 25 degrees, and the lower
    one, the second eigenvalue, ninety degrees later.""")

# %% [markdown]
# The projections $z=w_1^\top(x-\mu)$ are the **scores** of the first principal component. Since the arrows average to zero, so do they <small>[DME-2.9]</small>. (The notes keep the points in the columns of a $d\times n$ matrix and write $z_1^\top=w_1^\top X$; our points are rows, so it is `X @ w` <small>[DME-2.10]</small>.)
#
# One caution. If $\lambda_1=\lambda_2$, every mix of $u_1$ and $u_2$ is as good, and "the" first component does not exist <small>[DME-u23]</small>. A round cloud shows it:

# %%
scores = arrows @ u1
assert np.isclose(scores.mean(), 0) and np.isclose(scores.var(), lam[0])
spread_of_round = (demos.tilted("round") @ w.T).var(axis=0)
print(f"round cloud: variance {spread_of_round.min():.3f} to {spread_of_round.max():.3f}")

# %% [markdown]
# *A projected variance is an average of eigenvalues; the largest one wins.*

# %% [markdown]
# ## 3. One after another, or all at once
#
# **Predict.** Ask for a *second* direction of largest variance, with no further condition. What do you get?
#
# <details><summary>Answer</summary>
#
# The first one again, or its near neighbours. To see something new you must forbid what you have seen.
# </details>
#
# PCA forbids it by orthogonality: maximise $w_2^\top\Sigma w_2$ with $w_2\perp w_1$ <small>[DME-2.11]</small>. Write $w_2=Ua$ again: orthogonality to $u_1$ says $a_1=0$, and the average now runs over $\lambda_2,\lambda_3,\dots$ only <small>[DME-2.12..2.14]</small>. So $w_2=u_2$ with variance $\lambda_2$ <small>[DME-2.15]</small>, and so on: the $m$-th direction is $u_m$ <small>[DME-2.23]</small>.
#
# Removing a direction is the deflation of chapter 2. That gives a recipe which needs no eigenvalue routine at all: multiply a vector by $\Sigma$ again and again until it points along $u_1$, deflate, repeat. We try it on 1797 handwritten digits, 64 pixels each:

# %%
digits, label = load_digits(return_X_y=True)
found = pca.pca(digits)  # what the library says


# %%
def first_direction(X, steps=500):
    """Power iteration: multiply by the covariance, normalise, repeat."""
    w = np.ones(X.shape[1])  # will do here; exercise 8 shows when not
    for _ in range(steps):
        w = X.T @ (X @ w)
        w /= np.linalg.norm(w)
    return w


# %% [markdown]
# Three rounds of it, each compared with the library:

# %%
rest = digits - found.mean
for u in found.directions[:3]:
    w = first_direction(rest)
    assert np.isclose(abs(w @ u), 1)  # the library's direction, up to sign
    rest = orthogonal.deflate(rest, w)

# %% [markdown]
# Different components are uncorrelated, because $w_1^\top\Sigma w_2=\lambda_2u_1^\top u_2=0$ <small>[DME-2.16..2.22]</small>. So the covariance of the scores is diagonal, and turning the axes has lost nothing: the eigenvalues add up to the total variance <small>[DME-2.25, H-p48, H-u04, H-u09]</small>. The first $k$ of them are the **variance explained** <small>[DME-2.24]</small>, and their share is the number everyone quotes <small>[DME-2.26]</small>:
#
# $$\text{share of the first } k = \frac{\lambda_1+\dots+\lambda_k}{\lambda_1+\dots+\lambda_d} \tag{2.26}$$

# %%
lam, share = found.eigenvalues, pca.explained_fraction(found.eigenvalues)
assert np.allclose(np.cov(found.scores.T, bias=True), np.diag(lam))
assert np.isclose(lam.sum(), digits.var(axis=0).sum())
print(f"{len(lam)} components; the first 2 explain {share[1]:.1%}, the first 20 {share[19]:.1%}")

# %% [markdown]
# (61 and not 64: three pixels are blank in every digit. As to signs, the library makes the largest entry of each direction positive; that is a convention and no more.)
#
# Choosing one direction after another is *greedy*, and greed need not pay. Recall the pivots of chapter 2: a few images that are to explain all the others. Eleven points on a line, two groups and one point between; pick two:

# %%
assert (digits == 0).all(axis=0).sum() == 3
side = 0.8 + 0.02 * np.arange(5)
K = Gaussian(1.0)(np.concatenate([-side, [0], side])[:, None])


# %%
def left_over(pivots):
    """What the images of the pivots fail to explain of the trace of K."""
    columns = K[:, pivots]
    return K.trace() - np.trace(columns @ np.linalg.solve(columns[list(pivots)], columns.T))


# %% [markdown]
# Greed takes the point that explains most, and then the best one to go with it. Against that, all 55 pairs:

# %%
first = min(range(11), key=lambda i: left_over((i,)))
greedy = min(left_over((first, j)) for j in range(11) if j != first)
best = min(left_over(pair) for pair in combinations(range(11), 2))
print(f"first pick: point {first}; left of 11: greedy {greedy:.1f}, best pair {best:.1f}")
assert greedy > 5 * best

# %% [markdown]
# Greed took the middle, which is near to all; the best pair is one from each group.

# %% [markdown]
# So it needs a proof that PCA is an exception: that $u_1,\dots,u_k$ also solve the **joint** problem, $k$ orthonormal directions with the largest *summed* variance <small>[DME-2.27, DME-u24]</small>. The argument is that of section 2, with weights once more ([appendix A](A_linear_algebra.ipynb#12.-Two-proofs-about-PCA) goes through it line by line). In eigen-coordinates $w_j=Ua_j$ <small>[DME-B.1..B.2]</small>, and the sum of variances collects for each eigenvalue the weight $b_i=\sum_{j\le k}(a_j)_i^2$ <small>[DME-B.6..B.10]</small>:
#
# $$\sum_{j\le k}w_j^\top\Sigma w_j=\sum_ib_i\lambda_i, \qquad 0\le b_i\le1, \qquad \sum_ib_i=k$$
#
# The weights add up to $k$ because each $a_j$ has length one. None exceeds 1, because the $a_j$ can be completed to an orthogonal matrix, whose rows have length one too <small>[DME-B.3..B.5]</small>. Now you have $k$ units of weight to hand out, at most one per eigenvalue. Moving weight from beyond $\lambda_k$ to the front never hurts <small>[DME-B.11..B.15]</small>, and the best hand-out gives a full unit to each of the first $k$ <small>[DME-B.16..B.19]</small>. Five eigenvalues, two directions, 5000 random pairs of them:

# %%
lam5 = np.array([5.0, 4.0, 2.0, 1.0, 0.5])
U5 = ortho_group.rvs(5, random_state=0)
Sigma5 = U5 * lam5 @ U5.T
pairs = np.linalg.qr(rng.normal(size=(5000, 5, 2)))[0]  # orthonormal columns

# %% [markdown]
# The weights of each pair behave as the proof says, and no sum exceeds $5+4$:

# %%
b = ((U5.T @ pairs) ** 2).sum(axis=2)  # (5000, 5)
summed = np.einsum("tip,ij,tjp->t", pairs, Sigma5, pairs)
assert np.allclose(b.sum(axis=1), 2) and b.max() <= 1 + 1e-12 and b.min() >= 0
assert np.allclose(b @ lam5, summed) and summed.max() <= 9

# %% [markdown]
# Where the 5000 sums lie, and how far from the best:

# %%
ax = plots.distribution(summed, marks={"λ₁ + λ₂ = 9": 9.0}, xlabel="summed variance of a pair")
ax.set_title("No pair of directions beats the first two eigenvectors")
plots.show(ax, alt="""Histogram of the summed variance of 5000 random pairs of orthonormal
    directions, a hump around five that ends before the line at nine, the sum of the two largest
    eigenvalues.""")

# %% [markdown]
# The slides state the same theorem with a projector: over all orthogonal projectors $Q$ of rank $k$, $\sum_ix_i^\top Qx_i=n\operatorname{tr}(Q\Sigma)$ is largest for the one onto the first $k$ eigenvectors <small>[H-p55]</small>. (The $b_i$ are the diagonal of $U^\top QU$. That they lie in $[0,1]$ and add up to $k$ is the step the slides leave out.)

# %%
Q = pairs @ pairs.transpose(0, 2, 1)  # 5000 projectors
assert np.allclose(np.trace(Q @ Sigma5, axis1=1, axis2=2), summed)
assert np.allclose(np.diagonal(U5.T @ Q @ U5, axis1=1, axis2=2), b)
assert np.isclose(np.trace(U5[:, :2].T @ Sigma5 @ U5[:, :2]), 9)

# %% [markdown]
# *Handing out k units of weight, at most one each: that is all of PCA.*

# %% [markdown]
# ## 4. A second wish: lose little
#
# One may also wish for something else. Not "show me the most variance", but "replace my points by points of a plane, and let me lose as little as possible".
#
# **Predict.** Is the plane of least loss the plane of largest variance? Turn the line and see:

# %%
demos.spin_the_line()

# %% [markdown]
# One triangle explains it <small>[DME-F2.1]</small>. An orthogonal projector $P=W_kW_k^\top$ <small>[DME-2.28]</small> sends a point to the nearest point of the subspace <small>[H-u06]</small>, and what it leaves behind stands at a right angle:

# %%
view = np.array([[1.0, -0.15], [0.55, 0.4], [0.0, 1.0]])  # how we look at the three axes
w1, w2, x = np.array([[1, 0, 0], [0, 1, 0], [1.7, 1.3, 1.2]])
foot = x * [1, 1, 0]
plane = np.array([[-0.3, -0.4, 0], [2.4, -0.4, 0], [2.4, 2, 0], [-0.3, 2, 0]]) @ view

# %%
ax = plots.axes(width=5.4, height=3.3)
ax.fill(*plane.T, color=plots.BLUE, alpha=0.15)
looks = {"w₁": (w1, "black"), "w₂": (w2, "black"), "x": (x, plots.BLUE), "Px": (foot, plots.GREEN)}
for name, (tip, colour) in looks.items():
    arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip @ view, (0, 0), arrowprops=arrow)
    ax.annotate(name, tip @ view, xytext=(5, 4), textcoords="offset points", color=colour)
ax.plot(*(np.array([foot, x]) @ view).T, "--", color=plots.ORANGE, label="residual x − Px")
ax.legend(loc="upper left")
ax.set_axis_off()
ax.set_title("‖x‖² = ‖Px‖² + ‖x − Px‖²")
plots.show(ax, alt="""A plane spanned by two arrows w1 and w2. A third arrow x points out of the
    plane; its shadow Px lies in the plane, and a dashed residual rises from the tip of Px to the
    tip of x at a right angle.""")

# %% [markdown]
# In formulas, with centred $x$ <small>[DME-B.20..B.22, DME-B.23..B.25]</small>:
#
# $$\|x-W_kW_k^\top x\|^2 = x^\top x - x^\top W_kW_k^\top x = \|x\|^2-\sum_{i\le k}(w_i^\top x)^2$$
#
# Average it over the points, and the right side is *total variance minus summed variance of the projections* <small>[DME-B.26..B.28]</small>:
#
# $$\underbrace{\mathbb E\,\|x-W_kW_k^\top x\|^2}_{\text{lost}} + \underbrace{\sum_{i\le k}w_i^\top\Sigma w_i}_{\text{captured}} = \underbrace{\operatorname{tr}\Sigma}_{\text{fixed}}$$
#
# So the problem of least error <small>[DME-2.29, H-u05]</small> *is* the problem of largest variance. Ten random directions for the digits, and the ten best:

# %%
X = digits - found.mean  # centred
random_ten = np.linalg.qr(rng.normal(size=(64, 10)))[0]
for name, B in (("random", random_ten), ("principal", found.directions[:10].T)):
    captured = (X @ B).var(axis=0).sum()
    lost = ((X - X @ B @ B.T) ** 2).sum(axis=1).mean()
    print(f"{name:9}: captured {captured:6.1f} + lost {lost:6.1f} = {captured + lost:.1f}")
    assert np.isclose(captured + lost, lam.sum())

# %% [markdown]
# The picture in which both goals are one: left, the cloud of section 1 squeezed onto its best line <small>[H-F04]</small>; right, the same bookkeeping for the digits and every number of components:

# %%
k = np.arange(1, 62)
left, right = plots.axes(2, width=9.0, height=3.3)
foot = mean + np.outer(arrows @ u1, u1)
demos.threads(left, cloud, foot, plots.ORANGE)
plots.scatter(cloud, ax=left, size=16, colour=plots.GREY)
plots.scatter(foot, ax=left, size=16, marker="D", title="Squeezed onto the best line")
captured = np.cumsum(lam)
look = {"colors": [plots.BLUE, plots.ORANGE], "labels": ["captured", "lost"], "alpha": 0.55}
right.stackplot(k, captured, lam.sum() - captured, **look)
right.set(xlim=(1, 61), ylim=(0, 1450), xlabel="components k", ylabel="variance")
right.set_title("Digits: the total never moves")
right.legend(loc="upper right", ncols=2)
plots.show(left, alt="""Left, a tilted cloud with threads dropping every point onto a straight line
    along the tilt. Right, for 1 to 61 components of the digits two stacked areas, captured
    growing and lost shrinking under a flat top.""")

# %% [markdown]
# The best approximation is $\hat x=U_kU_k^\top x=\sum_{i\le k}z_iu_i$: the scores are its coordinates <small>[DME-2.30]</small>. Expanding the square once more, $\mathbb E[x^\top\hat x]=\mathbb E[\hat x^\top\hat x]=\sum_{i\le k}\mathbb E[z_i^2]$ <small>[DME-2.31..2.34]</small>, so the least error is the sum of the **discarded** eigenvalues <small>[DME-2.35..2.36]</small>, and relative to the total it is one minus the share explained <small>[DME-2.37]</small>:

# %%
approx = found.scores[:, :10] @ found.directions[:10]
assert np.isclose((X * approx).sum(axis=1).mean(), lam[:10].sum())  # the cross term
lost = ((X - approx) ** 2).sum(axis=1).mean()
assert np.isclose(lost, lam[10:].sum()) and np.isclose(lost / lam.sum(), 1 - share[9])

# %% [markdown]
# A word on sizes. $\hat x$ is still a list of 64 pixels, although it lies in a subspace of dimension 10. What one stores is its **relative coordinates** $B^\top x$, ten numbers; multiply by $B$ to get the 64 back <small>[H-u12]</small>. For $B=U_k$ the projector is $P=\sum_{i\le k}u_iu_i^\top$ <small>[H-u11]</small>. And $Px$ is the nearest point indeed; a step away from it within the subspace leads away from $x$:

# %%
B = found.directions[:10].T  # (64, 10)
P = linalg.projection_matrix(B)
assert np.allclose(P, sum(np.outer(u, u) for u in B.T)) and linalg.is_orthogonal_projection(P)
step = B @ np.full(10, 0.5)
assert (((X - X @ P - step) ** 2).sum(axis=1) > ((X - X @ P) ** 2).sum(axis=1)).all()

# %% [markdown]
# Any other orthonormal basis of the same subspace has other coordinates and the *same* projection:

# %%
other = B @ ortho_group.rvs(10, random_state=0)
assert np.allclose(X @ other @ other.T, X @ P) and not np.allclose(X @ other, X @ B)

# %% [markdown]
# (The slides say that the first eigenvector spans the line on which the points lie *closest to the mean*. On it they lie farthest from the mean: it is the line itself they are close to.)

# %%
from_mean = ((X @ found.directions.T) ** 2).mean(axis=0)  # for each of the 61 lines
assert from_mean.argmax() == 0

# %% [markdown]
# *Variance and error are two ends of one stick.*

# %% [markdown]
# ## 5. The best table of low rank
#
# A third wish: forget points and planes. Here is a table of 1797 × 64 numbers <small>[DME-2.38]</small>; store as few as possible and lose as little as possible.
#
# **Predict.** A table of rank $k$ is a sum of $k$ products "column times row". How many numbers do you store for the digits at $k=10$, instead of 115 008?
#
# <details><summary>Answer</summary>
#
# $10\cdot(1797+64)=18\,610$: scores and directions (and 64 more for the mean).
# </details>
#
# The singular value decomposition writes the centred table as a sum of such products, ordered by weight $s_1\ge s_2\ge\dots$ <small>[DME-2.39..2.40, DME-2.41]</small>. With points in columns, as in the notes:
#
# $$X^\top=\sum_{i\le r}s_i\,u_iv_i^\top$$
#
# Our rows-are-points table is the transpose, so for `numpy` the $u_i$ are the *right* singular vectors:

# %%
V, s, Ut = np.linalg.svd(X, full_matrices=False)
terms = sum(s[i] * np.outer(V[:, i], Ut[i]) for i in range(61))
assert np.allclose(terms, X) and s[61] < 1e-9 * s[0]
assert 10 * (1797 + 64) == 18_610 and X.size == 115_008

# %% [markdown]
# The best approximation of rank $k$, in summed squared differences of the entries <small>[DME-2.42]</small>, keeps the first $k$ terms <small>[DME-2.43]</small> ([appendix A](A_linear_algebra.ipynb#10.-Best-low-rank) has the proof), and its squared error is what is left <small>[DME-2.44]</small>:
#
# $$\|X-\hat X\|_F^2=\sum_{i>k}s_i^2 \tag{2.44}$$
#
# (The notes call this sum the Frobenius norm. It is the *square* of that norm: a norm doubles when you double the table, this sum grows fourfold. The best table is the same.) Why is this PCA? Put the decomposition into the covariance <small>[DME-2.48, DME-2.49]</small>:
#
# $$\Sigma=\tfrac1n\,U S V^\top VS^\top U^\top = U\,\tfrac1nSS^\top\,U^\top \quad\Longrightarrow\quad \lambda_i=\frac{s_i^2}n \tag{2.45}$$
#
# So the $u_i$ are the principal directions <small>[DME-2.45]</small>, and projecting on them leaves $u_i^\top X^\top=s_iv_i^\top$: the scores are the $v_i$, stretched <small>[DME-2.46, DME-2.50]</small>:

# %%
n = len(X)
assert np.allclose(s[:61] ** 2 / n, lam) and np.allclose(Ut[:61].T * lam @ Ut[:61], X.T @ X / n)
assert np.allclose(np.abs(V[:, :10] * s[:10]), np.abs(found.scores[:, :10]))  # up to sign

# %% [markdown]
# So directions times scores *is* the best table <small>[DME-2.47]</small>. At rank 10, from the library:

# %%
ten = linalg.best_rank_k(X, 10)
assert np.allclose(ten, found.scores[:, :10] @ found.directions[:10])
assert np.isclose(np.linalg.norm(X - ten) ** 2, (s[10:] ** 2).sum())

# %% [markdown]
# Another table of rank 10, the digits projected on the ten random directions of section 4, is far behind:

# %%
assert np.isclose(np.linalg.norm(2 * X), 2 * np.linalg.norm(X))  # a norm; its square grows fourfold
rival = X @ random_ten @ random_ten.T
for name, table in (("best", ten), ("random", rival)):
    print(f"{name:6}: relative squared error {np.linalg.norm(X - table) ** 2 / (s**2).sum():.0%}")

# %% [markdown]
# Two smaller tables have best approximations too. For the covariance it is $\sum_{i\le k}\lambda_iu_iu_i^\top$: directions, but no scores <small>[DME-2.51]</small>. For the **Gram matrix** $G$ of inner products between points <small>[DME-2.52]</small>, the eigenvectors are the $v_i$ with eigenvalues $s_i^2$ <small>[DME-2.53]</small>, so the best approximation is $\sum_{i\le k}s_i^2v_iv_i^\top=ZZ^\top$, where $Z$ (n, k) holds the scores of all points <small>[DME-2.54, DME-2.55]</small>: scores, but no directions. Sixty digits, twenty each of 0, 1 and 6:

# %%
few = np.concatenate([digits[label == c][:20] for c in (0, 1, 6)])
few -= few.mean(axis=0)
G = few @ few.T  # (60, 60), the linear kernel matrix of chapter 1
z = pca.scores_from_gram(G, 2)

# %%
left, right = plots.axes(2, height=3.4)
plots.heatmap(G, ax=left, title="Inner products of 60 digits")
plots.heatmap(z @ z.T, ax=right, title="From two scores each")
right.images[0].set_clim(*left.images[0].get_clim())  # one scale for both
plots.show(left, alt="""Two heat maps of sixty by sixty inner products with three blocks of twenty:
    zeros, ones and sixes. The right one, rebuilt from two numbers per digit, shows the same
    blocks, only smoother.""")

# %% [markdown]
# All three claims, on these digits:

# %%
top2 = pca.pca(few, 2)
rank_two = top2.directions.T * top2.eigenvalues @ top2.directions
assert np.allclose(linalg.best_rank_k(few.T @ few / 60, 2), rank_two)
assert np.allclose(linalg.best_rank_k(G, 2), z @ z.T)
assert np.allclose(np.linalg.eigvalsh(G)[-9:], np.linalg.svd(few)[1][8::-1] ** 2)

# %% [markdown]
# The scores came out of $G$ alone: its eigenvectors times the roots of *its* eigenvalues $s_i^2=n\lambda_i$ <small>[DME-2.56..2.57]</small>. (The notes write $V_k\Lambda_k^{1/2}$ with the $\Lambda$ of $G$; in the print the root seems to cover the product, but it belongs to the eigenvalues only.) Nobody needed the 64 pixels. Replace $G$ by any centred kernel matrix and you hold kernel PCA, chapter 5:

# %%
assert np.allclose(np.abs(z), np.abs(top2.scores))
by_kernel = pca.scores_from_gram(means.centre(Linear()(few + 100)), 2)  # chapter 1's centring
assert np.allclose(np.abs(by_kernel), np.abs(z))

# %% [markdown]
# *Three tables, one decomposition: data give both, the covariance gives directions, the Gram matrix scores.*

# %% [markdown]
# ## 6. Four routes and what they cost
#
# **Predict.** You have 60 gene profiles with 1000 genes each. Which matrix would you rather decompose, the covariance or the Gram matrix?
#
# <details><summary>Answer</summary>
#
# The Gram matrix: 60 × 60 instead of 1000 × 1000. Work grows with the cube of the side, so the decomposition alone is thousands of times cheaper. Forming the matrix costs something too; a few hundred times cheaper in all.
# </details>
#
# | route | works on | operations | take it when |
# |---|---|---|---|
# | `"svd"` | the data | $nd\min(n,d)$ | in doubt: it is the most accurate |
# | `"eigen"` | $\Sigma$ (d × d) | $nd^2+d^3$ | $n\gg d$ |
# | `"gram"` | $G$ (n × n) | $n^2d+n^3$ | $d\gg n$ |
# | `"power"` | $\Sigma$, times a vector again and again, deflated | $nd^2$, plus $d^2$ for each product | to see that no eigenvalue routine is needed |
#
# (The last is section 3 as it stands: multiply until the vector stops turning. Variances that nearly agree make it turn for very long, and then the library refuses and names another route.) All four give the same directions and the same scores. (A fifth, by the eigenfunctions of an integral operator, waits in chapter 5.)

# %%
answers = [pca.pca(few, 5, route) for route in ("svd", "eigen", "gram", "power")]
assert all(np.allclose(a.directions, answers[0].directions) for a in answers)
assert all(np.allclose(a.scores, answers[0].scores) for a in answers)

# %% [markdown]
# A stopwatch says something else on every machine; the number of multiplications does not. We count them for the sixty profiles, and for a tall table of 2000 points with 20 columns:

# %%
wide, tall = rng.normal(size=(60, 1000)), rng.normal(size=(2000, 20))
print("              by Σ      by G")
for rows, columns in (wide.shape, tall.shape):
    by_covariance, by_gram = rows * columns**2 + columns**3, rows**2 * columns + rows**3
    print(f"{rows:4} × {columns:<4}   {by_covariance:.1e}   {by_gram:.1e}")

# %% [markdown]
# Three hundred times less by $G$ for the wide table, ten thousand times less by $\Sigma$ for the tall one. (A clock sees less of that, since large products keep a processor busier than small ones; it names the same winner.) And what they find is the same:

# %%
for table in (wide, tall):
    one, other = (pca.pca(table, 5, route).eigenvalues for route in ("eigen", "gram"))
    assert np.allclose(one, other)

# %% [markdown]
# Speed is not all. $\Sigma$ and $G$ are squares of the data, and squaring costs half of the digits: a direction whose spread is $10^{-9}$ of the largest has variance $10^{-18}$, below the precision of the machine. The SVD still sees it; the eigenvalue is lost in round-off:

# %%
thin = ortho_group.rvs(20, random_state=1)[:, :2] * [1.0, 1e-9] @ ortho_group.rvs(2, random_state=2)
by_svd = np.linalg.svd(thin, compute_uv=False)[1]
by_square = np.sqrt(abs(np.linalg.eigvalsh(thin.T @ thin)[0]))
assert abs(by_svd / 1e-9 - 1) < 1e-5 and abs(by_square / 1e-9 - 1) > 0.1

# %% [markdown]
# *Decompose the smaller square if you are in a hurry, the table itself if you need every digit.*

# %% [markdown]
# ## 7. How many components?
#
# Plot the eigenvalues in order, and you have the **scree plot**, named after the rubble at the foot of a cliff. The slides' rule: add up the eigenvalues, $v_k=\lambda_1+\dots+\lambda_k$, and keep the smallest $k$ whose share $v_k/v_d$ *exceeds* a threshold, say 0.85 <small>[H-u10]</small>.
#
# **Predict.** Eigenvalues 6, 3 and 1, threshold 0.9. How many components?
#
# <details><summary>Answer</summary>
#
# Three. Two explain exactly 0.9, and *exceeds* is strict. Computers make this harder than it looks: the floating-point shares may miss 0.9 by one unit in the last place, in either direction. The library allows for round-off.
# </details>

# %%
assert pca.components_needed([6, 3, 1], 0.9) == 3
assert pca.components_needed([6, 3, 1], 0.85) == 2

# %% [markdown]
# Now the digits:

# %%
needed = pca.components_needed(lam, 0.85)
print(f"digits: {needed} components for more than 85 %")
assert share[needed - 1] > 0.85 >= share[needed - 2]

# %% [markdown]
# The eigenvalues and their running share, side by side:

# %%
left, right = plots.axes(2, width=9.0, height=3.1)
left.plot(k, lam, "o", markersize=4)
left.set(xlabel="component", ylabel="eigenvalue", title="The scree has no clear foot")
right.plot(k, share, "o", markersize=4)
right.axhline(0.85, color=plots.ORANGE, linestyle="--", label="0.85")
right.axvline(needed, color=plots.GREY, linestyle=":", label=f"k = {needed}")
right.set(xlabel="components k", ylabel="share explained", ylim=(0, 1.02))
right.set_title(f"The rule says {needed}")
right.legend(loc="lower right")
plots.show(left, alt="""Left, the 61 eigenvalues of the digits fall steeply at first and then
    level off without a corner. Right, the share explained rises and crosses 0.85 at 17
    components.""")

# %% [markdown]
# What do such shares look like? Eight digits, rebuilt from 1, 2, 5 and 20 components:

# %%
rows = [found.mean + found.scores[:8, :k] @ found.directions[:k] for k in (1, 2, 5, 20)]
tiles = np.pad(np.reshape([*rows, digits[:8]], (5, 8, 8, 8)), ((0, 0), (0, 0), (1, 1), (2, 2)))
strip = np.concatenate([np.hstack(row) for row in tiles])  # (50, 96)

# %%
ax = plots.axes(width=7.0, height=3.9)
ax.imshow(strip, cmap="gray_r", vmin=0, vmax=16, interpolation="nearest")
names = [f"k = {k} ({share[k - 1]:.0%})" for k in (1, 2, 5, 20)]
ax.set_yticks(np.arange(4.5, 50, 10), [*names, "original"])
ax.set_xticks([])
ax.grid(visible=False)
ax.set_title("One component: smudges. Twenty: you can read them")
plots.show(ax, alt="""Five rows of the digits 0 to 7. With one component they are
    smudges of a few kinds, with five several can be guessed, with twenty all can be read and
    resemble the originals in the last row.""")

# %% [markdown]
# Before you trust a share, ask for its units. Wine, 13 chemical measurements: one of them, proline, varies by hundreds, every other by less than fifteen. PCA finds proline, and nothing else:

# %%
wine, names = load_wine().data, load_wine().feature_names
assert np.sort(wine.std(axis=0))[-2] < 15 < 300 < wine.std(axis=0).max()
for title, table in (("raw", wine), ("standardised", standardise(wine).X)):
    _, directions, values, _ = pca.pca(table)
    heaviest = names[directions[0].argmax()]
    share_1 = pca.explained_fraction(values)[0]
    print(f"{title:12}: {share_1:.1%} in one component, heaviest {heaviest}")

# %% [markdown]
# If the columns have different units, standardise first (chapter 3). If they share a unit, as pixels do, leave them.
#
# *A share of variance is a share of variance: of what, and in which units, is for you to say.*

# %% [markdown]
# ## 8. A subspace under noise
#
# When should PCA work at all? Take a world made for it <small>[W-u13]</small>: points in a $k$-dimensional subspace, plus a little noise in all $d$ directions,
#
# $$x=Vz+w,\qquad \operatorname{Cov}z=\tau^2I_k,\quad\operatorname{Cov}w=\sigma^2I_d,$$
#
# with $z$ and $w$ uncorrelated and of mean zero. (The recap writes α for our τ.) **Predict.** The eigenvalues of its covariance?
#
# <details><summary>Answer</summary>
#
# If the columns of $V$ are orthonormal: $k$ times $\tau^2+\sigma^2$, and $d-k$ times $\sigma^2$. The noise lifts all directions alike.
# </details>
#
# Uncorrelated parts add up: $\Sigma=\tau^2VV^\top+\sigma^2I$ <small>[W-u14]</small>. So for orthonormal columns $\Sigma V_j=(\tau^2+\sigma^2)V_j$, and the columns are the top eigenvectors <small>[W-u15]</small>:

# %%
V = np.linalg.qr(rng.normal(size=(10, 2)))[0]  # d = 10, k = 2
truth = 4 * V @ V.T + np.eye(10)  # τ² = 4, σ² = 1
print(np.linalg.eigvalsh(truth)[::-1].round(9))
assert np.allclose(truth @ V, (4 + 1) * V)

# %% [markdown]
# So PCA of the *true* covariance returns the subspace. We only have the sample covariance, and it converges: for fixed $d$ its distance to the truth, in the spectral norm (the largest eigenvalue of the difference, by size), goes to zero <small>[W-u16]</small>:


# %%
def noisy_subspace(n, rng):
    """Points V z + w, (n, 10)."""
    return 2 * rng.normal(size=(n, 2)) @ V.T + rng.normal(size=(n, 10))


# %%
def miss(n):
    """Spectral distance between sample and true covariance."""
    return np.linalg.norm(np.cov(noisy_subspace(n, rng).T, bias=True) - truth, 2)


# %% [markdown]
# At which rate? Thirty samples of each size:

# %%
sizes = [50, 100, 200, 400, 800, 1600, 3200]
error = np.array([np.mean([miss(n) for _ in range(30)]) for n in sizes])
slope = np.polyfit(np.log(sizes), np.log(error), 1)[0]
assert abs(slope + 0.5) < 0.08

# %% [markdown]
# On log scales a rate is a slope, here $-\frac12$ as for any mean:

# %%
guide = error[0] * np.sqrt(sizes[0] / np.array(sizes))
series = {"mean distance to the truth": error, "slope −1/2": guide}
ax = plots.curves(sizes, series, log=True, xlabel="points n", ylabel="spectral norm")
ax.set_title("Four times the points, half the error")
plots.show(ax, alt="""Distance between sample and true covariance against the number of points,
    both on log scales: a straight falling line of slope minus one half.""")

# %% [markdown]
# Three conditions hide in the recap. The noise must be alike in all directions (section 15 shows what happens if it is not). The columns must be *orthonormal*: with orthogonal columns of other lengths the eigenvalues are $\tau^2\|V_j\|^2+\sigma^2$. And only the **span** of $V$ can be found, for the top eigenvalues are equal. First the lengths:

# %%
stretched = V * [1.5, 0.5]
uneven = np.linalg.eigvalsh(4 * stretched @ stretched.T + np.eye(10))
assert np.allclose(uneven[-2:], [4 * 0.25 + 1, 4 * 2.25 + 1])

# %% [markdown]
# Then the span. Twenty samples of 5000 points: the first direction found wanders all over the plane, the plane stays:

# %%
fits = [pca.pca(noisy_subspace(5000, rng), 2).directions for _ in range(20)]
cosines = np.array([abs(u[0] @ V[:, 0]) for u in fits])
gaps = [np.linalg.norm(u.T @ u - V @ V.T, 2) for u in fits]
print(f"|cos| with the first column: {cosines.min():.1f} to {cosines.max():.1f}")
assert cosines.min() < 0.3 and cosines.max() > 0.9 and max(gaps) < 0.1

# %% [markdown]
# Remember the shape of this covariance. Call $\tau V$ by the name $W$, and it is $WW^\top+\sigma^2I$: section 10 builds a whole model on it.
#
# *PCA recovers a subspace, not its vectors.*

# %% [markdown]
# ## 9. Noise has principal components too
#
# "For fixed $d$", the last section said. What if there are as many columns as rows? Predict, then move the sliders:

# %%
demos.noise_has_principal_components_too()

# %% [markdown]
# Theory has an exact answer for large $n$ and $d$. The sample eigenvalues of pure noise fill the interval from $(1-\sqrt{d/n})^2$ to $(1+\sqrt{d/n})^2$, although every true eigenvalue is 1. (For $d>n$ these are the ones that are not zero.) We compare first and last:

# %%
for ratio in (0.1, 0.5, 1.0, 2.0):
    values = pca.pca(rng.normal(size=(400, int(400 * ratio)))).eigenvalues
    low, high = (1 - np.sqrt(ratio)) ** 2, (1 + np.sqrt(ratio)) ** 2
    print(f"d/n = {ratio:3}: {values[-1]:.1f} to {values[0]:.1f}, theory {low:.1f} to {high:.1f}")
    assert abs(values[0] / high - 1) < 0.08 and abs(values[-1] - low) < 0.08

# %% [markdown]
# A rule that looks at shares alone is helpless here: it will keep dozens of components of nothing. The remedy is to ask what the *same table* would show without structure. Shuffle each column on its own. Variances stay, every tie between columns is cut. Keep the components that beat the shuffled ones, rank by rank; the trick is called **parallel analysis**:


# %%
def spectrum(X):
    return np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]  # zeros included


def parallel_analysis(X, rng, repeats=20):
    """How many leading eigenvalues exceed the 95 % quantile of those of shuffled columns."""
    shuffled = [spectrum(rng.permuted(X, axis=0)) for _ in range(repeats)]
    beaten = spectrum(X) <= np.quantile(shuffled, 0.95, axis=0)
    return int(np.append(beaten, True).argmax())  # the first that does not stand out


# %% [markdown]
# Pure noise, the same noise with three planted directions, and the digits:

# %%
noise = rng.normal(size=(200, 100))
planted = noise + 2 * rng.normal(size=(200, 3)) @ ortho_group.rvs(100, random_state=0)[:3]

# %%
for name, table in (("noise", noise), ("3 planted", planted), ("digits", digits)):
    by_share = pca.components_needed(pca.pca(table).eigenvalues, 0.85)
    print(f"{name:9}: 0.85 rule {by_share:2}, parallel analysis {parallel_analysis(table, rng)}")

# %% [markdown]
# The threshold asks "how much do I need to rebuild the table?", parallel analysis asks "how much is certainly there?". For the digits the answers are 17 and 9: both honest, to different questions.
#
# PCA cannot find what is too weak. A true direction shows only if its extra variance exceeds $\sqrt{d/n}$ times that of the noise; below, the first direction found is next to random. With $d=n$ the border is at 1 (the limit that we compare with is the black line of the demo):


# %%
def truth_found(signal):
    """Squared cosine between the first direction and the true one, e1; mean of ten tables."""
    tables = rng.normal(size=(10, 200, 200)) * np.append(np.sqrt(1 + signal), np.ones(199))
    return np.mean([pca.pca(table, 1).directions[0, 0] ** 2 for table in tables])


# %%
weak, strong = truth_found(0.3), truth_found(3.0)
print(f"squared cosine: weak signal {weak:.2f}, strong signal {strong:.1f}")
assert weak < 0.1 and abs(strong - demos.squared_cosine_limit(3.0, 1.0)) < 0.1

# %% [markdown]
# *Compare a spectrum with the spectrum of noise before you believe it.*

# %% [markdown]
# ## 10. A model that makes the data
#
# PCA is a recipe. A recipe cannot say how likely a new point is, nor how sure it is of a score. So we write down how the data might have come about: draw latent coordinates, map them into data space, add noise <small>[DME-2.58, DME-2.60]</small>:
#
# $$z\sim N(0,I_k),\qquad x=Wz+\mu+\varepsilon,\quad \varepsilon\sim N(0,\sigma^2I_d)$$
#
# That is **probabilistic PCA**. Given $z$, the point is a round Gaussian blob about $Wz+\mu$ <small>[DME-2.61]</small>. **Predict.** For $k=1$ in the plane: what shape has the density of $x$ itself?
#
# <details><summary>Answer</summary>
#
# A tilted ellipse: blobs, strung along a line, most of them near its middle.
# </details>
#
# The three steps side by side <small>[DME-F2.2]</small>:

# %%
W, mu, sigma2 = np.array([[1.6], [0.8]]), np.array([1.0, 1.0]), 0.15
marginal = multivariate_normal(mu, W @ W.T + sigma2 * np.eye(2))
z = 1.2  # one draw of the latent coordinate
given = multivariate_normal(mu + W[:, 0] * z, sigma2 * np.eye(2))

# %%
first, second, third = plots.axes(3, height=2.9)
grid = np.linspace(-3, 3, 100)
first.plot(grid, np.exp(-(grid**2) / 2) / np.sqrt(2 * np.pi))
first.axvline(z, color=plots.ORANGE, linestyle="--")
first.set(title="1. Draw z", xlabel="z", ylim=(0, 0.45))
for ax, law, title in ((second, given, "2. Add noise"), (third, marginal, "3. All of it: p(x)")):
    ax.set(xlim=(-3.5, 5.5), ylim=(-2.5, 4.5), title=title, xlabel="x₁", ylabel="x₂")
    ax.plot(*(mu + np.outer([-3, 3], W)).T, color=plots.GREY, linewidth=1)
    ax.contour(*plots.on_grid(law.pdf, ax), levels=5, cmap="viridis_r")
second.plot(*given.mean, "X", color=plots.ORANGE)
plots.show(first, alt="""Three panels. First the bell curve of the latent coordinate with one
    value marked. Second the line it is mapped to in the plane, with circles around that value's
    place. Third the density of the points, tilted ellipses along the line.""")

# %% [markdown]
# To prove the ellipse, look at the exponent. A Gaussian density is $(2\pi)^{-d/2}\,|\Sigma|^{-1/2}\exp\bigl(-\frac12(x-\mu)^\top\Sigma^{-1}(x-\mu)\bigr)$ <small>[DME-2.59]</small>; multiply out, and its exponent is $-\frac12x^\top\Sigma^{-1}x+x^\top\Sigma^{-1}\mu$ plus a constant. So whenever you meet $-\frac12x^\top Ax+x^\top\xi$, you may read off $\Sigma=A^{-1}$ and $\mu=\Sigma\xi$: **completing the square** <small>[DME-2.63..2.66]</small>. The joint density of $(z,x)$ is $p(x\mid z)\,p(z)$, with exponent $-\frac12\bigl(\|x-Wz-\mu\|^2/\sigma^2+\|z\|^2\bigr)$ <small>[DME-2.62]</small>. Sort its second-order terms into a matrix, and invert that matrix [block by block](A_linear_algebra.ipynb#2.-Outer-products-and-blocks) <small>[DME-2.67..2.68]</small>:
#
# $$\begin{pmatrix}I+W^\top W/\sigma^2&-W^\top/\sigma^2\\-W/\sigma^2&I/\sigma^2\end{pmatrix}^{-1}=\begin{pmatrix}I&W^\top\\W&WW^\top+\sigma^2I\end{pmatrix}$$
#
# The linear terms give the mean $(0,\mu)$ <small>[DME-2.69..2.70]</small>. The lower right block is all we need for $x$ alone <small>[DME-2.71]</small>:
#
# $$x\sim N(\mu,\;WW^\top+\sigma^2I) \tag{2.71}$$

# %%
I1, I2 = np.eye(1), np.eye(2)
joint = linalg.block_inverse(I1 + W.T @ W / sigma2, -W.T / sigma2, -W / sigma2, I2 / sigma2)
assert np.allclose(joint, np.block([[I1, W.T], [W, W @ W.T + sigma2 * I2]]))

# %% [markdown]
# The mean, by the rule $\mu=\Sigma\xi$:

# %%
xi = np.concatenate([-W.T @ mu, mu]) / sigma2  # the linear terms
assert np.allclose(joint @ xi, [0, *mu])

# %% [markdown]
# And the density itself, from its formula, for one point:

# %%
x, S = np.array([2.0, 0.5]), W @ W.T + sigma2 * I2
by_hand = np.exp(-(x - mu) @ np.linalg.solve(S, x - mu) / 2) / (2 * np.pi * np.linalg.det(S) ** 0.5)
assert np.isclose(by_hand, marginal.pdf(x))

# %% [markdown]
# The other way to be sure: a hundred thousand draws, and their moments.

# %%
draws = rng.normal(size=(100_000, 1)) @ W.T + mu + np.sqrt(sigma2) * rng.normal(size=(100_000, 2))
assert np.allclose(np.cov(draws.T), S, atol=0.05) and np.allclose(draws.mean(axis=0), mu, atol=0.02)

# %% [markdown]
# *Probabilistic PCA is a Gaussian whose covariance is low rank plus a round rest.*

# %% [markdown]
# ## 11. The most likely model
#
# **Predict.** Which $W$ and $\sigma^2$ make given data most likely? You know the directions already, surely. But what does the model do with the variance in the directions it drops?
#
# <details><summary>Answer</summary>
#
# It calls it noise, and since its noise is round, it spreads the dropped variance evenly: $\sigma^2$ is the *mean* of the discarded eigenvalues. That much noise it also expects inside the subspace, and subtracts it there.
# </details>
#
# For centred data the log-likelihood is a sum of Gaussian log-densities with $\Sigma=WW^\top+\sigma^2I$ <small>[DME-2.72..2.74, DME-2.75]</small>. A trick shortens it: $x^\top Ax=\operatorname{tr}(Axx^\top)$, so $\sum_ix_i^\top Ax_i=n\operatorname{tr}(A\hat\Sigma)$ with the sample covariance $\hat\Sigma$ <small>[DME-2.76..2.79, DME-2.80]</small>. Hence <small>[DME-2.81..2.84]</small>:
#
# $$\ln p(X)=-\frac n2\Bigl(d\ln2\pi+\ln|\Sigma|+\operatorname{tr}(\Sigma^{-1}\hat\Sigma)\Bigr) \tag{2.84}$$

# %%
sample = noisy_subspace(300, rng)  # section 8: d = 10, a plane, noise 1
mean, W, sigma2 = pca.ppca(sample, 2)
S, S_hat = W @ W.T + sigma2 * np.eye(10), np.cov(sample.T, bias=True)
A = np.linalg.inv(S)  # for the check only; the library solves

# %% [markdown]
# First the trick:

# %%
forms = np.einsum("ij,jk,ik->i", sample - mean, A, sample - mean)
assert np.isclose(forms.sum(), 300 * np.trace(A @ S_hat))

# %% [markdown]
# With it the likelihood is one line. It agrees with scipy, point by point summed, and with the library, which never inverts a $d\times d$ matrix:

# %%
log_p = -150 * (10 * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + np.trace(A @ S_hat))
assert np.isclose(log_p, multivariate_normal(mean, S).logpdf(sample).sum())
assert np.isclose(log_p, pca.ppca_log_likelihood(sample, mean, W, sigma2))

# %% [markdown]
# The maximum was found by Tipping and Bishop; we take it over without proof <small>[DME-2.85, DME-2.86]</small>:
#
# $$\sigma^2=\frac1{d-k}\sum_{i>k}\lambda_i,\qquad W=U_k(\Lambda_k-\sigma^2I)^{1/2}R,\qquad R\text{ any orthogonal matrix}$$
#
# As a recipe: eigenvalues first, then $\sigma^2$, then $W$ <small>[DME-u25]</small>. No proof, but tests. At the top two identities come for free, $\operatorname{tr}(\Sigma^{-1}\hat\Sigma)=d$ and $\operatorname{tr}\Sigma=\operatorname{tr}\hat\Sigma$. And of a thousand small changes of $W$ and $\sigma^2$ none should raise the likelihood:

# %%
values, vectors = np.linalg.eigh(S_hat)
assert np.isclose(sigma2, values[:8].mean())
assert np.allclose(W @ W.T, vectors[:, 8:] * (values[8:] - sigma2) @ vectors[:, 8:].T)
assert np.isclose(np.trace(A @ S_hat), 10) and np.isclose(np.trace(S), np.trace(S_hat))

# %% [markdown]
# And the nudges:

# %%
nudges = 0.02 * rng.normal(size=(1000, 10, 2))
factors = np.exp(0.02 * rng.normal(size=1000))
rivals = [
    pca.ppca_log_likelihood(sample, mean, W + nudge, sigma2 * factor)
    for nudge, factor in zip(nudges, factors, strict=True)
]
assert max(rivals) < log_p

# %% [markdown]
# And $R$? It turns the latent space, $WR\,(WR)^\top=WW^\top$, and the likelihood does not notice. So the columns of $W$ have no meaning of their own; only their span has, and $WW^\top$. (Whoever reads a story into a single factor has chosen an $R$.)

# %%
R = ortho_group.rvs(2, random_state=5)
turned = pca.ppca_log_likelihood(sample, mean, W @ R, sigma2)
assert np.isclose(turned, log_p) and not np.allclose(W @ R, W, atol=0.1)

# %% [markdown]
# A likelihood can do what no share of variance can: be tested on fresh points. Fit on 100 points, score on 1000 others, for each $k$:

# %%
train, fresh = noisy_subspace(100, rng), noisy_subspace(1000, rng)
ks = np.arange(1, 10)

# %%
models = [pca.ppca(train, k) for k in ks]
seen = [pca.ppca_log_likelihood(train, *m) / 100 for m in models]
unseen = [pca.ppca_log_likelihood(fresh, *m) / 1000 for m in models]
assert ks[np.argmax(unseen)] == 2 and np.argmax(seen) > 5

# %%
ax = plots.curves(ks, {"training points": seen, "fresh points": unseen}, xlabel="components k")
ax.axvline(2, color=plots.GREY, linestyle=":")
ax.set(ylabel="log-likelihood per point", title="Fresh points know that there are two")
plots.show(ax, alt="""Log-likelihood per point against the number of components. For the training
    points it goes on rising; for fresh points it peaks at two, the true number, and falls
    slowly afterwards.""")

# %% [markdown]
# One condition: (2.86) needs some variance beyond the $k$ components. If the points lie in a $k$-dimensional plane, $\sigma^2=0$, and the likelihood grows without end as the noise is turned down:

# %%
flat = rng.normal(size=(50, 2)) @ rng.normal(size=(2, 6))
mean, directions, values, _ = pca.pca(flat, 2)
for noise in (1e-2, 1e-4, 1e-6):
    log_flat = pca.ppca_log_likelihood(flat, mean, directions.T * np.sqrt(values), noise)
    print(f"σ² = {noise:g}: log-likelihood {log_flat:.0f}")

# %% [markdown]
# So the library refuses, in a sentence:

# %%
try:
    pca.ppca(flat, 2)
except ValueError as error:
    print(error)

# %% [markdown]
# *Maximum likelihood finds PCA's subspace, a noise level, and no preference among its axes.*

# %% [markdown]
# ## 12. Back to the latent: shrinkage
#
# PCA maps data to scores. The model goes the other way, so we have to invert it: which $z$ may have made this $x$? Fix $x$ in the joint exponent and complete the square in $z$ <small>[DME-2.87..2.88, DME-2.89..2.90]</small>. With $M=W^\top W+\sigma^2I$ <small>[DME-2.91]</small>:
#
# $$z\mid x\;\sim\;N\bigl(M^{-1}W^\top(x-\mu),\;\sigma^2M^{-1}\bigr)$$
#
# Map that mean back to data space, and you have the model's reconstruction of $x$. Is it PCA's projection? Predict, then turn the noise up:

# %%
demos.turn_down_sigma()

# %% [markdown]
# So it is not: the posterior is drawn to the mean. We make a small world, three dimensions over two latent ones, where the true $z$ is known:

# %%
draw = np.random.default_rng(3)
W3, s3 = np.array([[1.5, 0], [0, 0.9], [0.4, 0.4]]), 0.6
z_true = draw.normal(size=(5000, 2))
x3 = z_true @ W3.T + np.sqrt(s3) * draw.normal(size=(5000, 3))

# %% [markdown]
# Four points, each with its least-squares latent $(W^\top W)^{-1}W^\top(x-\mu)$, which is what a projection would say, and its posterior with a 95 % ellipse:

# %%
post, cov = pca.ppca_posterior(x3, np.zeros(3), W3, s3)
least_squares = x3 @ np.linalg.pinv(W3).T

# %%
ax = plots.axes(width=7.4, height=4.2)
circle = np.sqrt(chi2.ppf(0.95, 2)) * demos.unit(np.arange(0, 361, 5)) @ np.linalg.cholesky(cov).T
for centre in post[:4]:
    ax.plot(*(centre + circle).T, color=plots.GREEN, linestyle="-", linewidth=1)
demos.threads(ax, least_squares[:4], post[:4], plots.GREY)
plots.scatter(least_squares[:4], ax=ax, label="least squares")
plots.scatter(post[:4], ax=ax, colour=plots.GREEN, marker="s", label="posterior mean")
ax.plot(*z_true[:4].T, "x", color=plots.ORANGE, label="truth")
ax.plot(0, 0, "k+", markersize=14)
ax.set(xlabel="z₁", ylabel="z₂", title="The posterior draws every score to the mean")
ax.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
plots.show(ax, alt="""Four points of the latent plane: least-squares positions, threads leading from
    each towards the origin to the posterior mean, an ellipse around that, and the true positions,
    all inside their ellipse.""")

# %% [markdown]
# The ellipses mean what they say: over 5000 draws they hold the truth 95 % of the time. Drawn to the mean, the scores are also *better*:

# %%
gap = z_true - post
inside = (np.einsum("ij,jk,ik->i", gap, np.linalg.inv(cov), gap) < chi2.ppf(0.95, 2)).mean()

# %% [markdown]
# Compare both guesses with the truth:

# %%
errors = [np.mean((z_true - guess) ** 2) for guess in (least_squares, post)]
print(f"inside {inside:.0%}; error {errors[0]:.2f} by least squares, {errors[1]:.2f} shrunk")
assert abs(inside - 0.95) < 0.015 and errors[1] < 0.8 * errors[0]

# %% [markdown]
# The matrix $W^\dagger=(W^\top W+\sigma^2I)^{-1}W^\top$ is a pseudo-inverse with a ridge: without noise it returns $z$ exactly, provided $W$ has rank $k$; with noise it exists for any $W$ <small>[DME-2.92]</small>. In fact it *is* ridge regression, with $W$ as the table of features: $M^{-1}W^\top x$ minimises $\|x-Wz\|^2+\sigma^2\|z\|^2$. The ridge λ of chapter 3 was the same medicine.

# %%
from sklearn.linear_model import Ridge

ridge = Ridge(alpha=s3, fit_intercept=False).fit(W3, x3[:6].T)  # its alpha is our ridge
assert np.allclose(ridge.coef_, post[:6])
assert np.allclose(pca.ppca_posterior(z_true @ W3.T, np.zeros(3), W3, 1e-12)[0], z_true)

# %% [markdown]
# With the most likely $W$ we get $M=R^\top\Lambda_kR$, exactly and whatever $\sigma^2$. Insert both, and the rotation cancels from the reconstruction $\hat x=W\,\mathbb E[z\mid x]$ <small>[DME-2.93..2.94]</small>:
#
# $$WM^{-1}W^\top=U_k\,\operatorname{diag}\Bigl(\frac{\lambda_i-\sigma^2}{\lambda_i}\Bigr)\,U_k^\top$$
#
# Each score is shrunk by its own factor; the weaker the component, the more. For $\sigma^2\to0$ all factors go to 1 and PCA's projector is back <small>[DME-2.95..2.99]</small>. The notes call $\hat x$ the *corresponding projection*. It is none: project twice and you have shrunk twice.

# %%
top, WR = pca.pca(sample, 2), W @ R
M = WR.T @ WR + sigma2 * np.eye(2)
shrink = WR @ np.linalg.solve(M, WR.T)
factors = (top.eigenvalues - sigma2) / top.eigenvalues
print("factors:", factors.round(2))

# %% [markdown]
# Every claim of the last paragraph:

# %%
assert np.allclose(shrink, top.directions.T * factors @ top.directions)
assert np.allclose(M, R.T * top.eigenvalues @ R)  # exact, not only in the limit
assert np.allclose(shrink @ shrink, top.directions.T * factors**2 @ top.directions)
assert not linalg.is_projection(shrink)

# %% [markdown]
# The shrinking can be undone: $W(W^\top W)^{-1}M\,\mathbb E[z\mid x]$ is PCA's projection, for any $\sigma^2$ and any $R$:

# %%
back = WR @ np.linalg.solve(WR.T @ WR, M) @ np.linalg.solve(M, WR.T)
assert np.allclose(back, top.directions.T @ top.directions)
quiet = top.directions.T * np.sqrt(top.eigenvalues - 1e-9)  # W for almost no noise
near = pca.ppca_posterior(sample, top.mean, quiet, 1e-9)[0] @ quiet.T
assert np.allclose(near, (sample - top.mean) @ back)  # the limit

# %% [markdown]
# Should you want to? If the aim is to reproduce $x$, PCA is best by construction. If the aim is the clean signal *under* the noise, shrink. A weak signal in three of twenty dimensions:

# %%
clean = 0.7 * rng.normal(size=(2000, 3)) @ ortho_group.rvs(20, random_state=0)[:3]
noisy = clean + rng.normal(size=clean.shape) * 0.8

# %%
mean, directions, _, scores = pca.pca(noisy, 3)
model = pca.ppca(noisy, 3)
by_ppca = model.mean + pca.ppca_posterior(noisy, *model)[0] @ model.W.T

# %%
for name, guess in (("PCA", mean + scores @ directions), ("PPCA", by_ppca)):
    to_data, to_clean = (((guess - goal) ** 2).sum(axis=1).mean() for goal in (noisy, clean))
    print(f"{name:4}: squared error {to_data:.1f} to the data, {to_clean:.1f} to the clean signal")

# %% [markdown]
# *The more noise you believe in, the less you should believe a score.*

# %% [markdown]
# ## 13. A classifier that can refuse
#
# Now put the components to work: first find a subspace without looking at the labels, then classify with the relative coordinates in it <small>[H-q01]</small>. For each class fit a Gaussian to its scores, and measure how far a point is in units of that class's own spread, the squared **Mahalanobis distance** $d_c^2=(z-\mu_c)^\top\Sigma_c^{-1}(z-\mu_c)$. The slides assign a point to the class with the smallest $d_c^2$, provided it stays below a cut-off taken from the tail of a χ² law; otherwise they reject it <small>[H-q02]</small>.
#
# **Predict.** Two classes with the same mean, one narrow ($\Sigma=I$), one wide ($\Sigma=16\,I$). Which points does the smallest Mahalanobis distance assign to the narrow class?
#
# <details><summary>Answer</summary>
#
# None; at the common mean itself it is a tie. $d^2_{\text{wide}}=d^2_{\text{narrow}}/16$ everywhere: the wide class is near to everything. What is missing is the price of being wide, the term $\ln|\Sigma_c|$ of the log-density (and the class's prior).
# </details>

# %%
narrow, wide = rng.normal(size=(500, 2)), 4 * rng.normal(size=(500, 2))
classes = [normal.normal_law(narrow), normal.normal_law(wide)]
Z, owner = np.vstack([narrow, wide]), np.repeat([0, 1], 500)

# %% [markdown]
# Two rules on the same points, nearest class and likeliest class:

# %%
distance = np.column_stack([normal.mahalanobis_squared(Z, g) for g in classes])
density = np.column_stack([normal.log_density(Z, g) for g in classes])
for name, choice in (("nearest", distance.argmin(axis=1)), ("likeliest", density.argmax(axis=1))):
    print(f"{name:9}: {(choice != owner).mean():.1%} wrong")

# %% [markdown]
# The plane as either rule divides it:

# %%
left, right = plots.axes(2, width=9.0, height=3.4)
rules = {"Nearest: the narrow class is lost": normal.mahalanobis_squared}
rules["Likeliest: the narrow class is back"] = lambda Z, g: -2 * normal.log_density(Z, g)
for ax, (title, far) in zip((left, right), rules.items(), strict=True):
    plots.scatter(Z[::4], np.where(owner == 0, 1, -1)[::4], ax=ax, size=12)
    ax.set(xlim=(-10, 10), ylim=(-7, 7))
    plots.boundary(lambda Z, far=far: far(Z, classes[1]) - far(Z, classes[0]), ax=ax, title=title)
plots.show(left, alt="""A narrow cloud inside a wide one, twice. By smallest Mahalanobis distance
    nearly the whole plane, centre included, belongs to the wide class; by log-density a disc
    around the narrow cloud belongs to the narrow class.""")

# %% [markdown]
# `SubspaceClassifier` uses the log-density and the priors. Digits, half to train, half to test, in 20 dimensions:

# %%
order = np.random.default_rng(0).permutation(n)
train, test = order[:900], order[900:]
rule = SubspaceClassifier(k=20).fit(digits[train], label[train])
print(f"{(rule.predict(digits[test]) != label[test]).mean():.1%} wrong on {len(test)} test digits")

# %% [markdown]
# Now the cut-off. With *known* mean and covariance, $d^2$ of a Gaussian point in $p$ dimensions follows $\chi^2_p$. Ours are estimated, from some 90 points per class, in 20 dimensions. A new point was not consulted, so it lies farther out than $\chi^2$ believes; exactly, for a Gaussian class of $m$ points, and with its covariance divided by $m-1$ (as `pca.gaussian` does, the one exception in this chapter),
#
# $$d^2\sim\frac{p\,(m^2-1)}{m\,(m-p)}\,F_{p,\,m-p}$$
#
# `typicality` is the tail probability of $d_c^2$ under this law, one column per class: small means strange. We reject at 5 %, and count how many test digits are rejected *by their own class*:

# %%
z = (digits[test] - rule.mean_) @ rule.directions_.T  # relative coordinates
to_all = np.column_stack([normal.mahalanobis_squared(z, g) for g in rule.gaussians_])
own = np.arange(len(test)), label[test]  # each digit with its own class

# %%
by_chi2 = (to_all[own] > chi2.ppf(0.95, 20)).mean()
by_f = (rule.typicality(digits[test])[own] < 0.05).mean()
assert by_chi2 > 0.25
print(f"rejected by their own class: χ² {by_chi2:.0%}, F {by_f:.0%}; asked for 5 %")

# %% [markdown]
# The χ² cut-off turns away more than a quarter of the honest digits. The F law mends the estimation, not the assumption: digits are no Gaussian clouds, and more of them lie far out. What mends both is the split of chapter 1. Take any score, here the typicality for the best class, rank it among points that had no part in the fit, and the rate holds whatever the distribution. We hide all eights from the training, and see who is refused:

# %%
known = rng.permutation(np.flatnonzero(label != 8))
fit, calibrate, new = np.split(known, [700, 1100])
rule = SubspaceClassifier(k=20).fit(digits[fit], label[fit])


# %%
def best_typicality(rows):
    """The largest tail probability that any class grants."""
    return rule.typicality(digits[rows]).max(axis=1)


# %% [markdown]
# The threshold is a rank among the 400 calibration digits, as in chapter 1 (there large meant strange, here small does):

# %%
r = int(0.05 * (len(calibrate) + 1))  # the r-th smallest keeps the rate
threshold = np.sort(best_typicality(calibrate))[r - 1]
familiar, strange = (
    (best_typicality(rows) < threshold).mean() for rows in (new, np.flatnonzero(label == 8))
)

# %%
print(f"refused: {familiar:.0%} of new digits, {strange:.0%} of the eights")
assert abs(familiar - 0.05) < 0.03 and strange > 0.5

# %% [markdown]
# *Distance alone favours the wide; a cut-off from a table favours nobody; ranks keep their word.*

# %% [markdown]
# ## 14. Find the slip
#
# Four statements from the sources, in our words. Each is false as printed. Look for the counterexample before you read on.
#
# 1. *If the first eigenvalues are distinct, $u_1,\dots,u_k$ are the unique solution of the joint problem (2.27).* (Appendix B.1)
# 2. *If the mean is estimated and the covariance known, $d^2$ follows a χ² law with one degree of freedom less.* (The slides)
# 3. *The covariance matrix of the data is $\frac1n\sum_ix_ix_i^\top$.* (The recap)
# 4. *To turn a p-value into an index from 0 to $K-1$: for bins of equal width take $\lfloor Kp\rfloor$, at most $K$. For bins of equal content sort $Z$ p-values and take the boundaries $b_k=p_{(kZ/K)}$; a value $p\ge p_{(K-1)}$ goes into the last bin.* (The slides, who want to look up the p-values of section 13 in a table)

# %% [markdown]
# **1. Unique vectors.** The objective $\operatorname{tr}(W_k^\top\Sigma W_k)$ does not change under $W_k\to W_kR$: any other orthonormal basis of the same subspace reaches the maximum, $5+4=9$ in our example, though no column is an eigenvector:

# %%
W2 = U5[:, :2] @ np.array([demos.unit(30), demos.unit(120)])
print(f"objective {np.trace(W2.T @ Sigma5 @ W2):.12f}")
residual = np.linalg.norm(Sigma5 @ W2 - W2 * np.diag(W2.T @ Sigma5 @ W2), axis=0)
assert np.allclose(W2.T @ W2, np.eye(2)) and residual.min() > 0.4

# %% [markdown]
# *Repair:* the **subspace** is unique, if and only if $\lambda_k>\lambda_{k+1}$; ties before $k$ do not matter to it. The sequential problem (2.23) does fix the vectors, up to sign, if the eigenvalues differ. You have met this freedom as $R$ in section 11.
#
# **2. One degree too few.** In one dimension the claim would make $d^2$ a $\chi^2_0$, a constant zero. Ten points in five dimensions, $\Sigma=I$ known, mean estimated, one new point:

# %%
sets = rng.normal(size=(40_000, 11, 5))
centre = sets[:, :10].mean(axis=1)
new, old = (((sets[:, i] - centre) ** 2).sum(axis=1) for i in (10, 0))

# %%
print(f"mean d²: new point {new.mean():.1f}, training point {old.mean():.1f}, printed law 4")
print(f"the printed 95 % cut-off rejects {(new > chi2.ppf(0.95, 4)).mean():.0%} of new points")

# %% [markdown]
# *Repair:* a new point and the mean are independent, so $\operatorname{Cov}(x-\bar x)=(1+\frac1n)\Sigma$ and $d^2\sim(1+\frac1n)\chi^2_p$. For a training point, which pulls the mean towards itself, it is $(1-\frac1n)\chi^2_p$. The degrees of freedom stay $p$; the missing one belongs to the *sum* over all training points, $\sum_id_i^2\sim\chi^2_{(n-1)p}$:

# %%
assert kstest(new / 1.1, chi2(5).cdf).statistic < 0.01  # (1 + 1/10) χ² with 5 degrees
assert kstest(old / 0.9, chi2(5).cdf).statistic < 0.01
assert kstest(new, chi2(4).cdf).statistic > 0.15

# %%
all_ten = ((sets[:, :10] - centre[:, None]) ** 2).sum(axis=(1, 2))
assert kstest(all_ten, chi2(45).cdf).statistic < 0.01

# %% [markdown]
# It matters most in the tail, where one decides:

# %%
grid = np.linspace(0, 20, 200)
ax = plots.axes(width=6.5, height=3.1)
ax.hist(new, bins=60, range=(0, 20), density=True, alpha=0.4, label="d² of new points")
ax.plot(grid, chi2(4).pdf(grid), color=plots.ORANGE, linestyle="--", label="printed: χ², 4 degrees")
ax.plot(grid, chi2(5).pdf(grid / 1.1) / 1.1, "k-", label="repaired: 1.1 χ², 5 degrees")
ax.set(xlabel="squared Mahalanobis distance", title="The scale changes, not the degrees of freedom")
ax.legend()
plots.show(ax, alt="""Histogram of squared distances of new points. The repaired law follows it; the
    printed one peaks too early and too high and falls too fast in the tail.""")

# %% [markdown]
# **3. Centring omitted.** $\frac1n\sum_ix_ix_i^\top$ is a second moment; it is the covariance only if the mean is zero <small>[W-u11]</small>. The recipe that follows, top eigenvectors and project <small>[W-u12]</small>, then finds the *mean*. A flat cloud at $(0,20)$, wide along the first axis:

# %%
away = rng.normal(size=(1000, 2)) * [3, 0.3] + [0, 20]
moment = away.T @ away / 1000
uncentred = np.linalg.eigh(moment)[1][:, -1]
centred = pca.pca(away, 1).directions[0]
print("uncentred:", np.abs(uncentred).round(1), " centred:", np.abs(centred).round(1))

# %% [markdown]
# *Repair:* centre first, and project onto an **affine** subspace, $\hat x=\mu+P(x-\mu)$. The slides' theorem and relative coordinates need the same care: with the right direction but without the mean, $\hat x=Px$ throws the points down to a line through the origin, twenty units away:

# %%
m, u = pca.pca(away, 1)[:2]
P = u.T @ u
for name, back in (("P x", away @ P), ("μ + P(x − μ)", m + (away - m) @ P)):
    error = np.sqrt(((away - back) ** 2).sum(axis=1).mean())
    print(f"{name:12}: root mean squared error {error:.1f}")

# %% [markdown]
# **4. Bins.** $p_{(K-1)}$ is the ninth smallest of the thousand values, not the boundary of the last bin. Printed and repaired, with $K=10$:

# %%
p = np.sort(rng.random(1000))
b = p[np.arange(100, 1000, 100) - 1]  # b_1 ... b_9, the 100th, 200th ... value

# %%
printed = (p >= p[9 - 1]).mean()
repaired = np.bincount(np.searchsorted(b, p, side="left"), minlength=10)
print(f"printed: {printed:.1%} in the last bin; repaired: {repaired}")
assert printed == 0.992 and (repaired == 100).all()

# %% [markdown]
# *Repair:* the last bin starts at $b_{K-1}=p_{((K-1)Z/K)}$, and bins closed on the right, $(b_k,b_{k+1}]$, hold exactly $Z/K$ each (closed on the left, as printed, 99 in the first and 101 in the last). For bins of equal width the last index is $K-1$, too.

# %%
closed_left = np.bincount(np.searchsorted(b, p, side="right"))
print(f"closed on the left: {closed_left}")
width = np.minimum((p * 10).astype(int), 9)
assert width.max() == 9 and closed_left[0] == 99 and closed_left[-1] == 101

# %% [markdown]
# ## 15. In practice
#
# `sklearn.decomposition.PCA` does all this. Three habits of it to know: variances are divided by $n-1$; signs may differ; and it chooses the solver by the shape of the table:

# %%
from sklearn.decomposition import PCA

theirs = PCA(10).fit(digits)
assert np.allclose(theirs.explained_variance_ * (n - 1) / n, lam[:10])
assert np.allclose(np.abs(theirs.transform(digits)), np.abs(found.scores[:, :10]))
assert np.allclose(theirs.explained_variance_ratio_, share[:10] - np.append(0, share[:9]))

# %% [markdown]
# For large tables and few components the default is *randomised*: fast, and accurate where eigenvalues fall quickly. Where they do not, as in noise, it underestimates. Ask for `svd_solver="full"` if the last per cent matters:

# %%
flat = np.random.default_rng(0).normal(size=(200, 2000))
exact = pca.pca(flat, 10, "gram").eigenvalues
for solver in ("auto", "full"):
    fitted = PCA(10, svd_solver=solver, random_state=0).fit(flat)
    error = abs(1 - fitted.explained_variance_[-1] * 199 / 200 / exact[-1])
    print(f"{solver:4}: tenth eigenvalue too small by {error:.1%}")

# %% [markdown]
# `PCA.score` is the log-likelihood of section 11, evaluated with the parameters that division by $n-1$ gives:

# %%
theirs, (mean, W, sigma2) = PCA(2).fit(sample), pca.ppca(sample, 2)
grown = 300 / 299  # WWᵀ and σ² grow by this factor
log_p = pca.ppca_log_likelihood(sample, mean, W * np.sqrt(grown), sigma2 * grown)
assert np.isclose(theirs.score(sample), log_p / 300)

# %% [markdown]
# PCA followed by quadratic discriminant analysis is our `SubspaceClassifier`:

# %%
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline

line = make_pipeline(PCA(20, svd_solver="full"), QuadraticDiscriminantAnalysis())
line.fit(digits[train], label[train])
ours = SubspaceClassifier(k=20).fit(digits[train], label[train])
assert (line.predict(digits[test]) == ours.predict(digits[test])).mean() > 0.999

# %% [markdown]
# `FactorAnalysis` is probabilistic PCA with one noise variance *per column*. That matters when one instrument is bad: five columns measure one quantity, the fifth with a lot of noise. PCA falls for the noise, factor analysis does not:

# %%
from sklearn.decomposition import FactorAnalysis

quantity = rng.normal(size=500)
readings = quantity[:, None] + rng.normal(size=(500, 5)) * [0.5, 0.5, 0.5, 0.5, 4]

# %% [markdown]
# How well does either guess the quantity?

# %%
by_pca = pca.pca(readings, 1).scores[:, 0]
by_factor = FactorAnalysis(1).fit_transform(readings)[:, 0]
for name, guess in (("PCA", by_pca), ("factor analysis", by_factor)):
    print(f"{name:15}: |correlation| with the truth {abs(np.corrcoef(guess, quantity)[0, 1]):.2f}")

# %% [markdown]
# | job | call | cost | take it when |
# |---|---|---|---|
# | PCA, $n\gg d$ | `PCA(k, svd_solver="covariance_eigh")` | $nd^2$ | $d$ up to a few thousand; what `auto` takes for $n\ge10\,d$ and $d\le1000$ |
# | PCA, exact | `PCA(k, svd_solver="full")` | $nd\min(n,d)$ | small tables, small eigenvalues |
# | PCA, $d\gg n$ | `pca.pca(X, k, "gram")` (ours) | $n^2d$ | wide tables, exact and quick |
# | few components of a large table | `PCA(k)` (randomised) or `"arpack"` | $ndk$ | steep spectra, or a rough look |
# | more rows than memory | `IncrementalPCA` | $nd^2$, in batches | data on disk |
# | sparse data | `TruncatedSVD` | $ndk$ | counts of words; it does **not** centre (slip 3) |
# | noise per column | `FactorAnalysis` | $nd^2$ per step | columns measured with different care |
# | classify in a subspace | `make_pipeline(PCA(k), QuadraticDiscriminantAnalysis())` | $nd^2$ | few points per class |

# %% [markdown]
# ## Takeaways
#
# - A projected variance is a weighted average of eigenvalues. Hand out $k$ units of weight and the first $k$ eigenvectors win: one after another, or all at once.
# - Captured + lost = total. Largest variance, least error and best low-rank table are one problem.
# - Decompose the data, the covariance or the Gram matrix: the same scores at very different prices.
# - The subspace is unique if $\lambda_k>\lambda_{k+1}$. The vectors are so only by convention.
# - Noise has principal components too, up to $(1+\sqrt{d/n})^2$. Compare with shuffled columns before you tell a story.
# - Probabilistic PCA adds a noise level, a likelihood to test on fresh points, and shrinkage by $(\lambda_i-\sigma^2)/\lambda_i$.
# - Centre. Always centre.
#
# **Now you:** [exercises for this chapter](../exercises/04_pca.ipynb).
#
# **Further reading.** I. T. Jolliffe, *Principal Component Analysis* (2002). M. E. Tipping and C. M. Bishop, *Probabilistic principal component analysis* (1999). C. M. Bishop, *Pattern Recognition and Machine Learning* (2006), chapter 12. J. L. Horn, *A rationale and test for the number of factors in factor analysis* (1965). I. M. Johnstone, *On the distribution of the largest eigenvalue in principal components analysis* (2001).
#
# <small>Statements covered: W-u11 to W-u16, H-p45 to H-p49, H-p55, H-u02 to H-u12, H-F03, H-F04, H-q01, H-q02, DME-2.1 to DME-2.99, DME-F2.1, DME-F2.2, DME-u23 to DME-u25, DME-B.1 to DME-B.28.</small>
