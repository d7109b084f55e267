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
# **Needs** [chapter 1](01_means_and_distances.ipynb) (centring, spread), deflation from [chapter 2](02_gram_schmidt_and_cholesky.ipynb), the variance of a projection from [chapter 3](03_fisher.ipynb); [eigenvectors](A_linear_algebra.ipynb#6.-Eigenvalues) and [singular values](A_linear_algebra.ipynb#7.-The-eight-by-telephone), as in appendix A. **Takes** three to four hours, exercises apart. **Sources** chapter 2 and appendix B of lecture notes on data mining (*the notes*), slides on projections and principal components (*the slides*), and a recap in lecture notes on kernel PCA (*the recap*).

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
from featurespace.evidence import agree
from featurespace.kernels import Gaussian, Linear

# %% [markdown] teaches="H-F03"
# ## 1. Arrows from the mean
#
# **Predict.** You add up the variances of two columns. A colleague has turned the axes of the same data by 37° and does the same. Who gets more?
#
# <details><summary>Answer</summary>
#
# They agree. The sum is the mean squared length of the arrows from the mean to the points, and an arrow's length does not depend on the axes.
# </details>
#
# Before we ask where the spread is, we need to know how much there is. Draw an arrow from the mean to every point:

# %%
rng = np.random.default_rng(4)
cloud = rng.normal(size=(40, 2)) @ [[1.9, 1.0], [-0.3, 0.6]] + [4, 2]
mean = cloud.mean(axis=0)
arrows = cloud - mean
total = (arrows**2).sum(axis=1).mean()

# %% tags=["drawing"] shows="H-F03"
ax = plots.scatter(cloud, size=22)
at = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.003, "color": plots.GREY}
ax.quiver(*np.broadcast_to(mean, cloud.shape).T, *arrows.T, **at)
ax.plot(*mean, "X", color=plots.ORANGE, markersize=11)
ax.set_title(f"Mean squared length of the arrows: {total:.2f}")
plots.show(ax, alt="""A tilted cloud of forty points with an arrow from its mean to every point.
    The arrows along the tilt are the longest.""")

# %% [markdown] teaches="H-p45 H-p46 H-p47 H-u03"
# All products of two arrow coordinates, averaged, make the **covariance matrix** $\Sigma=\mathbb E[(x-\mu)(x-\mu)^\top]$. Its diagonal holds the variances, so its trace is their sum. Since $\operatorname{tr}(aa^\top)=a^\top a$, it is also the mean squared length of the arrows:
#
# $$\operatorname{tr}\Sigma = \mathbb E\,\|x-\mu\|^2$$
#
# This is the **total variance**. We compute it in three ways; the third is the spread of chapter 1, from inner products alone:

# %% proves="H-p45 H-p46 H-u03"
Sigma = arrows.T @ arrows / len(arrows)
products = np.mean([np.outer(arrow, arrow) for arrow in arrows], axis=0)
agree(Sigma, products, "the covariance matrix averages the products of two coordinates")
agree(np.trace(Sigma), total, "its trace is the mean squared length of the arrows")
agree(means.spread(Linear()(cloud)), total, "so is the spread, from inner products alone")

# %% [markdown]
# Now the colleague's axes:

# %%
turned = cloud @ np.array([demos.unit(37), demos.unit(127)]).T
print(f"sum of variances {cloud.var(axis=0).sum():.3f}, turned {turned.var(axis=0).sum():.3f}")

# %% [markdown] teaches="H-u02 H-u07"
# The slides divide by $n-1$ instead of $n$, which makes the estimate unbiased. All eigenvalues grow by the same factor $\frac n{n-1}$. Directions, scores and all *shares* of variance stay, so we keep dividing by $n$:

# %% proves="H-u02 H-u07 H-p47"
unbiased = np.cov(cloud, rowvar=False)
agree(unbiased, Sigma * 40 / 39, "the unbiased covariance matrix is larger by n / (n − 1)")
agree(np.trace(unbiased), (arrows**2).sum() / 39, "so is its trace, with the same arrows")

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

# %% [markdown] teaches="DME-2.1 DME-2.2 DME-2.3 H-u08"
# The projection of an arrow on $w$ has the coordinate $w^\top(x-\mu)$. Square and average:
#
# $$\operatorname{Var}[w^\top x] = w^\top\Sigma\,w \tag{2.1}$$
#
# It is the formula of chapter 3, with plain vectors. PCA wants the unit vector with the largest value. A symmetric matrix without negative eigenvalues can be taken apart, $\Sigma=U\Lambda U^\top$, with orthonormal columns $u_i$ and $\lambda_1\ge\lambda_2\ge\dots\ge0$:

# %% proves="DME-2.1 DME-2.3 H-u08"
values, vectors = np.linalg.eigh(Sigma)  # ascending
lam, U = values[::-1], vectors[:, ::-1]
quadratic = np.einsum("ai,ij,aj->a", w, Sigma, w)
agree(variance, quadratic, "at every angle the variance is wᵀΣw")
agree(Sigma, U * lam @ U.T, "Σ = UΛUᵀ")
agree(U.T @ U, np.eye(2), "the columns of U are orthonormal")
agree(lam[0] >= lam[1] >= 0, "the eigenvalues are in order, and none is negative")

# %% [markdown] teaches="DME-2.4..2.7 DME-2.8 H-p49"
# Write $w=Ua$. Then $\|w\|^2=\sum_ia_i^2=1$, and the variance is a **weighted average of the eigenvalues**, with weights $a_i^2$:
#
# $$w^\top\Sigma w = a^\top\Lambda a = \sum_i a_i^2\,\lambda_i$$
#
# An average cannot exceed the largest number that goes into it. So the best direction puts all weight on $\lambda_1$: it is $w_1=\pm u_1$, with variance $\lambda_1$. No derivative was needed. We check the weights at every angle:

# %% proves="DME-2.2 DME-2.4..2.7 DME-2.8"
weights = (w @ U) ** 2  # (180, 2)
agree(weights.sum(axis=1), 1.0, "at every angle the weights add up to 1")
agree(weights @ lam, variance, "and the variance is the average of λ₁ and λ₂ with them")
u1 = pca.pca(cloud, k=1).directions[0]
at_u1 = np.degrees(np.arctan2(*u1[::-1]))
print(f"search: {best}°, eigenvector: {at_u1:.1f}°")
agree(abs(best - at_u1) <= 0.5, "the search finds the eigenvector, to the nearest degree")
agree(variance <= lam[0] * (1 + 1e-12), "no angle has a larger variance than λ₁")
agree((cloud @ u1).var(), (cloud @ -u1).var(), lam[0], "u₁ and −u₁ both have the variance λ₁")

# %% [markdown]
# All angles in one picture:

# %% tags=["drawing"] shows="DME-2.4..2.7 DME-2.8 H-p49"
ax = plots.curves(angles, {"projections": variance}, ylabel="variance")
ax.axhline(lam[0], color=plots.ORANGE, linestyle="--", label="λ₁")
ax.axhline(lam[1], color=plots.GREEN, linestyle="-.", label="λ₂")
ax.set(xlabel="angle of the direction in degrees", title="Every direction lies between λ₂ and λ₁")
ax.legend(loc=(0.04, 0.14))
plots.show(ax, alt="""Variance of the projected cloud against the angle of the direction, one
    smooth wave. It touches the upper line, the first eigenvalue, near 25 degrees, and the lower
    one, the second eigenvalue, ninety degrees later.""")

# %% [markdown] teaches="DME-2.9 DME-2.10 DME-u23"
# The projections $z=w_1^\top(x-\mu)$ are the **scores** of the first principal component. Since the arrows average to zero, so do they. (The notes keep the points in the columns of a $d\times n$ matrix and write $z_1^\top=w_1^\top X$; our points are rows, so it is `X @ w`.)
#
# One caution. If $\lambda_1=\lambda_2$, every mix of $u_1$ and $u_2$ is as good, and "the" first component does not exist. A round cloud shows it:

# %% proves="DME-2.9 DME-2.10 DME-u23"
scores = arrows @ u1
agree(abs(scores.mean()) < 1e-12, "the scores average to zero")
agree(scores, u1 @ arrows.T, pca.pca(cloud, k=1).scores[:, 0], "rows or columns: the same scores")
spread_of_round = (demos.tilted("round") @ w.T).var(axis=0)
print(f"round cloud: variance {spread_of_round.min():.3f} to {spread_of_round.max():.3f}")
agree(spread_of_round, spread_of_round[0], "in a round cloud every direction is as good")

# %% [markdown]
# *A projected variance is an average of eigenvalues; the largest one wins.*

# %% [markdown] teaches="DME-2.11 DME-2.12..2.14 DME-2.15 DME-2.23"
# ## 3. One after another, or all at once
#
# **Predict.** Ask for a *second* direction of largest variance, with no further condition. What do you get?
#
# <details><summary>Answer</summary>
#
# The first one again, or its near neighbours. To see something new you must forbid what you have seen.
# </details>
#
# PCA forbids it by orthogonality: maximise $w_2^\top\Sigma w_2$ with $w_2\perp w_1$. Write $w_2=Ua$ again: orthogonality to $u_1$ says $a_1=0$, and the average now runs over $\lambda_2,\lambda_3,\dots$ only. So $w_2=u_2$ with variance $\lambda_2$, and so on: the $m$-th direction is $u_m$.
#
# Removing a direction is the deflation of chapter 2. That gives a recipe which needs no eigenvalue routine at all: multiply a vector by $\Sigma$ again and again until it points along $u_1$, deflate, repeat. We try it on 1797 handwritten digits, 64 pixels each:

# %%
digits, label = load_digits(return_X_y=True)
found = pca.pca(digits)  # what the library says


# %%
def first_direction(X, steps=500):
    """Power iteration: multiply by the covariance, normalise, repeat."""
    w = np.ones(X.shape[1])  # will do here; exercise 2 shows when not
    for _ in range(steps):
        w = X.T @ (X @ w)
        w /= np.linalg.norm(w)
    return w


# %% [markdown]
# Three rounds of it, each compared with the library:

# %% proves="DME-2.11 DME-2.15 DME-2.23"
rest = digits - found.mean
for number, u in enumerate(found.directions[:3], start=1):
    w = first_direction(rest)
    agree(abs(w @ u), 1.0, f"direction {number} is the library's, up to sign")
    rest = orthogonal.deflate(rest, w)

# %% [markdown] teaches="DME-2.16..2.22 DME-2.25 H-p48 H-u04 H-u09 DME-2.24 DME-2.26"
# Different components are uncorrelated, because $w_1^\top\Sigma w_2=\lambda_2u_1^\top u_2=0$. So the covariance of the scores is diagonal, and turning the axes has lost nothing: the eigenvalues add up to the total variance. The first $k$ of them are the **variance explained**, and their share is the number everyone quotes:
#
# $$\text{share of the first } k = \frac{\lambda_1+\dots+\lambda_k}{\lambda_1+\dots+\lambda_d} \tag{2.26}$$

# %% proves="DME-2.16..2.22 DME-2.24 DME-2.25 DME-2.26 H-p48 H-p49 H-u04 H-u09"
lam, share = found.eigenvalues, pca.explained_fraction(found.eigenvalues)
pixels, first_20 = digits.var(axis=0), found.scores[:, :20].var(axis=0)
squares = ((digits - found.mean) ** 2).sum()
agree(np.cov(found.scores.T, bias=True), np.diag(lam), "components: uncorrelated, variances λ")
agree(lam.sum(), pixels.sum(), "the eigenvalues add up to the total variance")
agree(found.scores.var(axis=0, ddof=1).sum(), squares / 1796, "divided by n − 1 it is the same")
agree(first_20.sum(), lam[:20].sum(), "20 components: the sum of 20 eigenvalues")
agree(first_20.sum() / pixels.sum(), share[19], "and their share of the total variance")
print(f"{len(lam)} components; the first 2 explain {share[1]:.1%}, the first 20 {share[19]:.1%}")

# %% [markdown]
# ({= len(lam)} and not 64: three pixels are blank in every digit. As to signs, the library makes the largest entry of each direction positive; that is a convention and no more.)
#
# Choosing one direction after another is *greedy*, and greed need not pay. Recall the pivots of chapter 2: a few images that are to explain all the others. Eleven points on a line, two groups and one point between; pick two:

# %%
agree((digits == 0).all(axis=0).sum(), 3, "three pixels are blank in every digit")
side = 0.8 + 0.02 * np.arange(5)
K = Gaussian(1.0)(np.concatenate([-side, [0], side])[:, None])


# %%
def left_over(pivots):
    """What the images of the pivots fail to explain of the trace of K."""
    columns = K[:, pivots]
    return K.trace() - np.trace(columns @ np.linalg.solve(columns[list(pivots)], columns.T))


# %% [markdown]
# Greed takes the point that explains most, and then the best one to go with it. Against that, all 55 pairs:

# %% proves="DME-u24"
first = min(range(11), key=lambda i: left_over((i,)))
greedy = min(left_over((first, j)) for j in range(11) if j != first)
best = min(left_over(pair) for pair in combinations(range(11), 2))
print(f"first pick: point {first}; left of 11: greedy {greedy:.1f}, best pair {best:.1f}")
agree(greedy > 5 * best, "greed leaves more than five times what it need leave")

# %% [markdown]
# Greed took the middle, which is near to all; the best pair is one from each group.

# %% [markdown] teaches="DME-2.27 DME-u24 DME-B.1..B.2 DME-B.6..B.10 DME-B.3..B.5 DME-B.11..B.15 DME-B.16..B.19"
# So it needs a proof that PCA is an exception: that $u_1,\dots,u_k$ also solve the **joint** problem, $k$ orthonormal directions with the largest *summed* variance. The argument is that of section 2, with weights once more ([appendix A](A_linear_algebra.ipynb#Ag.-Two-proofs-about-PCA) goes through it line by line). In eigen-coordinates $w_j=Ua_j$, and the sum of variances collects for each eigenvalue the weight $b_i=\sum_{j\le k}(a_j)_i^2$:
#
# $$\sum_{j\le k}w_j^\top\Sigma w_j=\sum_ib_i\lambda_i, \qquad 0\le b_i\le1, \qquad \sum_ib_i=k$$
#
# The weights add up to $k$ because each $a_j$ has length one. None exceeds 1, because the $a_j$ can be completed to an orthogonal matrix, whose rows have length one too. Now you have $k$ units of weight to hand out, at most one per eigenvalue. Moving weight from beyond $\lambda_k$ to the front never hurts, and the best hand-out gives a full unit to each of the first $k$. Five eigenvalues, two directions, 5000 random pairs of them:

# %%
lam5 = np.array([5.0, 4.0, 2.0, 1.0, 0.5])
U5 = ortho_group.rvs(5, random_state=0)
Sigma5 = U5 * lam5 @ U5.T
pairs = np.linalg.qr(rng.normal(size=(5000, 5, 2)))[0]  # orthonormal columns

# %% [markdown]
# The weights of each pair behave as the proof says, and no sum exceeds $5+4$:

# %% tags=["proof"] proves="DME-2.27 DME-u24 DME-B.1..B.2 DME-B.3..B.5 DME-B.6..B.10 DME-B.11..B.15 DME-B.16..B.19"
a = U5.T @ pairs  # (5000, 5, 2), the pairs in eigen-coordinates
b = (a**2).sum(axis=2)  # (5000, 5)
summed = np.einsum("tip,ij,tjp->t", pairs, Sigma5, pairs)
eyes = np.tile(np.eye(2), (5000, 1, 1))
agree(a.transpose(0, 2, 1) @ a, eyes, "each pair is orthonormal, there as here")
agree(b.sum(axis=1), 2.0, "the weights of each pair add up to 2")
agree((b >= 0) & (b <= 1 + 1e-12), "each weight lies between 0 and 1")
agree(b @ lam5, summed, "the summed variance is the weighted sum of the eigenvalues")
front, beyond = b[:, :2], b[:, 2:]
moved = front @ lam5[:2] + lam5[1] * beyond.sum(axis=1)
agree(summed <= moved + 1e-12, "moving the weight from beyond λ₂ to λ₂ never hurts")
agree(moved, front @ (lam5[:2] - lam5[1]) + 2 * lam5[1], "which leaves the first weights to choose")
agree(moved <= 9 + 1e-12, "and these give 5 + 4 at best")

# %% [markdown]
# Where the 5000 sums lie, and how far from the best:

# %% tags=["drawing"] shows="DME-2.27 DME-B.16..B.19"
ax = plots.distribution(summed, marks={"λ₁ + λ₂ = 9": 9.0}, xlabel="summed variance of a pair")
ax.set_title("No pair of directions beats the first two eigenvectors")
plots.show(ax, alt="""Histogram of the summed variance of 5000 random pairs of orthonormal
    directions, a hump around five that ends before the line at nine, the sum of the two largest
    eigenvalues.""")

# %% [markdown] teaches="H-p55"
# The slides state the same theorem with a projector: over all orthogonal projectors $Q$ of rank $k$, $\sum_ix_i^\top Qx_i=n\operatorname{tr}(Q\Sigma)$ is largest for the one onto the first $k$ eigenvectors. (The $b_i$ are the diagonal of $U^\top QU$. That they lie in $[0,1]$ and add up to $k$ is the step the slides leave out.)

# %% tags=["proof"] proves="H-p55"
Q = pairs @ pairs.transpose(0, 2, 1)  # 5000 projectors
captured = np.trace(Q @ Sigma5, axis1=1, axis2=2)
best_Q = U5[:, :2] @ U5[:, :2].T
agree(captured, summed, "tr(QΣ) is the summed variance of the pair")
agree(np.diagonal(U5.T @ Q @ U5, axis1=1, axis2=2), b, "the weights are the diagonal of UᵀQU")
agree(np.trace(best_Q @ Sigma5), 9.0, "the projector onto the first two eigenvectors reaches 9")
agree(captured < 9, "none of the 5000 others does")

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

# %% [markdown] teaches="DME-F2.1 DME-2.28 H-u06"
# One triangle explains it. An orthogonal projector $P=W_kW_k^\top$ sends a point to the nearest point of the subspace, and what it leaves behind stands at a right angle:

# %% tags=["drawing"]
view = np.array([[1.0, -0.15], [0.55, 0.4], [0.0, 1.0]])  # how we look at the three axes
w1, w2, x = np.array([[1, 0, 0], [0, 1, 0], [1.7, 1.3, 1.2]])
foot = x * [1, 1, 0]
plane = np.array([[-0.3, -0.4, 0], [2.4, -0.4, 0], [2.4, 2, 0], [-0.3, 2, 0]]) @ view

# %% tags=["drawing"] shows="DME-F2.1 DME-2.28 H-u06"
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

# %% [markdown] teaches="DME-B.20..B.22 DME-B.23..B.25 DME-B.26..B.28 DME-2.29 H-u05"
# In formulas, with centred $x$:
#
# $$\|x-W_kW_k^\top x\|^2 = x^\top x - x^\top W_kW_k^\top x = \|x\|^2-\sum_{i\le k}(w_i^\top x)^2$$
#
# Average it over the points, and the right side is *total variance minus summed variance of the projections*:
#
# $$\underbrace{\mathbb E\,\|x-W_kW_k^\top x\|^2}_{\text{lost}} + \underbrace{\sum_{i\le k}w_i^\top\Sigma w_i}_{\text{captured}} = \underbrace{\operatorname{tr}\Sigma}_{\text{fixed}}$$
#
# So the problem of least error *is* the problem of largest variance. Ten random directions for the digits, and the ten best:

# %% proves="DME-2.29 DME-B.20..B.22 DME-B.23..B.25 DME-B.26..B.28 H-u05"
X = digits - found.mean  # centred
random_ten = np.linalg.qr(rng.normal(size=(64, 10)))[0]
for name, B in (("random", random_ten), ("principal", found.directions[:10].T)):
    captured = (X @ B).var(axis=0).sum()
    residual = ((X - X @ B @ B.T) ** 2).sum(axis=1)  # of each point
    lost = residual.mean()
    print(f"{name:9}: captured {captured:6.1f} + lost {lost:6.1f} = {captured + lost:.1f}")
    kept = ((X @ B) ** 2).sum(axis=1)
    agree(residual, (X**2).sum(axis=1) - kept, f"{name}: point by point, ‖x‖² less what is kept")
    agree(captured + lost, lam.sum(), f"{name}: the sum is the total variance")

# %% [markdown] teaches="H-F04"
# The picture in which both goals are one: left, the cloud of section 1 squeezed onto its best line; right, the same bookkeeping for the digits and every number of components:

# %% tags=["drawing"] shows="H-F04 H-u05 DME-2.29 DME-B.26..B.28"
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

# %% [markdown] teaches="DME-2.30 DME-2.31..2.34 DME-2.35..2.36 DME-2.37"
# The best approximation is $\hat x=U_kU_k^\top x=\sum_{i\le k}z_iu_i$: the scores are its coordinates. Expanding the square once more, $\mathbb E[x^\top\hat x]=\mathbb E[\hat x^\top\hat x]=\sum_{i\le k}\mathbb E[z_i^2]$, so the least error is the sum of the **discarded** eigenvalues, and relative to the total it is one minus the share explained:

# %% tags=["proof"] proves="DME-2.30 DME-2.31..2.34 DME-2.35..2.36 DME-2.37"
approx = found.scores[:, :10] @ found.directions[:10]
by_projector = X @ found.directions[:10].T @ found.directions[:10]
agree(approx, by_projector, "scores times directions are the projections")
total, cross, own = ((p * q).sum(axis=1).mean() for p, q in ((X, X), (X, approx), (approx, approx)))
lost = ((X - approx) ** 2).sum(axis=1).mean()
agree(lost, total - 2 * cross + own, "the error has three terms")
agree(cross, own, (found.scores[:, :10] ** 2).mean(axis=0).sum(), "two of them are Σ E[zᵢ²]")
agree(lost, lam[10:].sum(), "the error is the sum of the discarded eigenvalues")
agree(lost / total, 1 - share[9], "relative to the total, one minus the share explained")

# %% [markdown] teaches="H-u12 H-u11"
# A word on sizes. $\hat x$ is still a list of 64 pixels, although it lies in a subspace of dimension 10. What one stores is its **relative coordinates** $B^\top x$, ten numbers; multiply by $B$ to get the 64 back. For $B=U_k$ the projector is $P=\sum_{i\le k}u_iu_i^\top$. And $Px$ is the nearest point indeed; a step away from it within the subspace leads away from $x$:

# %% proves="DME-2.28 H-u06 H-u11 H-u12"
B = found.directions[:10].T  # (64, 10)
P = linalg.projection_matrix(B)
agree(P, sum(np.outer(u, u) for u in B.T), B @ B.T, "P is the sum of the uᵢuᵢᵀ")
agree(linalg.is_orthogonal_projection(P), "and an orthogonal projector")
relative = X @ B  # (1797, 10), what one stores
agree(relative @ B.T, X @ P, "ten relative coordinates give the 64 pixels of each Px back")
step = B @ np.full(10, 0.5)
near, far = (((X - X @ P - s) ** 2).sum(axis=1) for s in (0, step))
agree(far > near, "a step away from Px leads away from x")

# %% [markdown]
# Any other orthonormal basis of the same subspace has other coordinates and the *same* projection:

# %% tags=["proof"] proves="H-u12"
other = B @ ortho_group.rvs(10, random_state=0)
agree(X @ other @ other.T, X @ P, "another basis of the subspace has the same projection")
agree(np.abs(X @ other - X @ B).max() > 1, "and other coordinates")

# %% [markdown]
# (The slides say that the first eigenvector spans the line on which the points lie *closest to the mean*. On it they lie farthest from the mean: it is the line itself they are close to.)

# %% tags=["proof"] proves="H-u09"
from_mean = ((X @ found.directions.T) ** 2).mean(axis=0)  # for each of the 61 lines
from_line = [((X - np.outer(X @ u, u)) ** 2).sum() for u in found.directions]
agree(np.argmax(from_mean), 0, "of the 61 lines the first has its points farthest from the mean")
agree(np.argmin(from_line), 0, "and it is the one that the points are closest to")

# %% [markdown]
# *Variance and error are two ends of one stick.*

# %% [markdown] teaches="DME-2.38 DME-2.39..2.40 DME-2.41"
# ## 5. The best table of low rank
#
# A third wish: forget points and planes. Here is a table of 1797 × 64 numbers; store as few as possible and lose as little as possible.
#
# **Predict.** A table of rank $k$ is a sum of $k$ products "column times row". How many numbers do you store for the digits at $k=10$, instead of 115 008?
#
# <details><summary>Answer</summary>
#
# $10\cdot(1797+64)=18\,610$: scores and directions (and 64 more for the mean).
# </details>
#
# The singular value decomposition writes the centred table as a sum of such products, ordered by weight $s_1\ge s_2\ge\dots$. With points in columns, as in the notes:
#
# $$X^\top=\sum_{i\le r}s_i\,u_iv_i^\top$$
#
# Our rows-are-points table is the transpose, so for `numpy` the $u_i$ are the *right* singular vectors:

# %% proves="DME-2.39..2.40 DME-2.41"
V, s, Ut = np.linalg.svd(X, full_matrices=False)
terms = sum(s[i] * np.outer(V[:, i], Ut[i]) for i in range(61))
agree(terms, X, "61 products of a column and a row add up to the table")
agree(np.diff(s[:61]) < 0, "their weights are in order")
agree(s[61:] < 1e-9 * s[60], "and the last three are zero")
agree([10 * (1797 + 64), X.size], [18_610, 115_008], "numbers to store: 18 610 of 115 008")

# %% [markdown] teaches="DME-2.42 DME-2.43 DME-2.44 DME-2.48 DME-2.49 DME-2.45 DME-2.46 DME-2.50"
# The best approximation of rank $k$, in summed squared differences of the entries, keeps the first $k$ terms ([appendix A](A_linear_algebra.ipynb#Ae.-Why-nothing-is-closer) has the proof), and its squared error is what is left:
#
# $$\|X-\hat X\|_F^2=\sum_{i>k}s_i^2 \tag{2.44}$$
#
# (The notes call this sum the Frobenius norm. It is the *square* of that norm: a norm doubles when you double the table, this sum grows fourfold. The best table is the same.) Why is this PCA? Put the decomposition into the covariance:
#
# $$\Sigma=\tfrac1n\,U S V^\top VS^\top U^\top = U\,\tfrac1nSS^\top\,U^\top \quad\Longrightarrow\quad \lambda_i=\frac{s_i^2}n \tag{2.45}$$
#
# So the $u_i$ are the principal directions, and projecting on them leaves $u_i^\top X^\top=s_iv_i^\top$: the scores are the $v_i$, stretched:

# %% tags=["proof"] proves="DME-2.45 DME-2.46 DME-2.48 DME-2.49 DME-2.50"
n = len(X)
agree(X.T @ X / n, np.cov(digits.T, bias=True), "the covariance, by one product")
agree(Ut.T * (s**2 / n) @ Ut, X.T @ X / n, "the covariance from the singular values")
agree(s[:61] ** 2 / n, lam, "squared singular values over n are the eigenvalues")
agree(X @ Ut.T, V * s, "projecting on the uᵢ leaves the vᵢ, stretched by sᵢ")
agree(np.abs(V[:, :10] * s[:10]), np.abs(found.scores[:, :10]), "which are the scores, up to sign")

# %% [markdown] teaches="DME-2.47"
# So directions times scores *is* the best table. At rank 10, from the library:

# %% proves="DME-2.44 DME-2.47"
ten = linalg.best_rank_k(X, 10)
product = found.scores[:, :10] @ found.directions[:10]
agree(ten, product, "directions times scores is the best table")
agree(np.linalg.norm(X - ten) ** 2, (s[10:] ** 2).sum(), "its squared error is what is left of s²")

# %% [markdown]
# Another table of rank 10, the digits projected on the ten random directions of section 4, is far behind:

# %% proves="DME-2.42 DME-2.44"
agree(np.linalg.norm(2 * X), 2 * np.linalg.norm(X), "a norm doubles with the table")
agree(((2 * X) ** 2).sum(), 4 * (X**2).sum(), "the sum of squares grows fourfold: it is no norm")
rival = X @ random_ten @ random_ten.T
for name, table in (("best", ten), ("random", rival)):
    print(f"{name:6}: relative squared error {np.linalg.norm(X - table) ** 2 / (s**2).sum():.0%}")

# %% [markdown] teaches="DME-2.51 DME-2.52 DME-2.53 DME-2.54 DME-2.55"
# Two smaller tables have best approximations too. For the covariance it is $\sum_{i\le k}\lambda_iu_iu_i^\top$: directions, but no scores. For the **Gram matrix** $G$ of inner products between points, the eigenvectors are the $v_i$ with eigenvalues $s_i^2$, so the best approximation is $\sum_{i\le k}s_i^2v_iv_i^\top=ZZ^\top$, where $Z$ (n, k) holds the scores of all points: scores, but no directions. Sixty digits, twenty each of 0, 1 and 6:

# %%
few = np.concatenate([digits[label == c][:20] for c in (0, 1, 6)])
few -= few.mean(axis=0)
G = few @ few.T  # (60, 60), the linear kernel matrix of chapter 1
z = pca.scores_from_gram(G, 2)

# %% tags=["drawing"] shows="DME-2.52 DME-2.54 DME-2.55"
left, right = plots.axes(2, height=3.4)
plots.heatmap(G, ax=left, title="Inner products of 60 digits")
plots.heatmap(z @ z.T, ax=right, title="From two scores each")
right.images[0].set_clim(*left.images[0].get_clim())  # one scale for both
plots.show(left, alt="""Two heat maps of sixty by sixty inner products with three blocks of twenty:
    zeros, ones and sixes. The right one, rebuilt from two numbers per digit, shows the same
    blocks, only smoother.""")

# %% [markdown]
# All three claims, on these digits:

# %% tags=["proof"] proves="DME-2.51 DME-2.53 DME-2.54 DME-2.55"
top2 = pca.pca(few, 2)
rank_two = top2.directions.T * top2.eigenvalues @ top2.directions
agree(linalg.best_rank_k(few.T @ few / 60, 2), rank_two, "the best covariance: Σ λᵢuᵢuᵢᵀ")
agree(linalg.best_rank_k(G, 2), z @ z.T, "the best Gram matrix: ZZᵀ, from the scores")
v_few, s_few, _ = np.linalg.svd(few, full_matrices=False)
agree(G @ v_few, v_few * s_few**2, "eigenvectors of G: the vᵢ, with eigenvalues sᵢ²")

# %% [markdown] teaches="DME-2.56..2.57"
# The scores came out of $G$ alone: its eigenvectors times the roots of *its* eigenvalues $s_i^2=n\lambda_i$. (The notes write $V_k\Lambda_k^{1/2}$ with the $\Lambda$ of $G$; in the print the root seems to cover the product, but it belongs to the eigenvalues only.) Nobody needed the 64 pixels. Replace $G$ by any centred kernel matrix and you hold kernel PCA, chapter 5:

# %% proves="DME-2.56..2.57"
agree(np.abs(z), np.abs(top2.scores), "scores from G alone, up to sign")
by_kernel = pca.scores_from_gram(means.centre(Linear()(few + 100)), 2)  # chapter 1's centring
agree(np.abs(by_kernel), np.abs(z), "and from a kernel matrix, centred as in chapter 1")

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
agree(*(a.directions for a in answers), "four routes, the same directions")
agree(*(a.scores for a in answers), "and the same scores")

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

# %% tags=["proof"]
for name, table in (("wide", wide), ("tall", tall)):
    one, other = (pca.pca(table, 5, route).eigenvalues for route in ("eigen", "gram"))
    agree(one, other, f"the {name} table: the same eigenvalues by Σ and by G")

# %% [markdown]
# Speed is not all. $\Sigma$ and $G$ are squares of the data, and squaring costs half of the digits: a direction whose spread is $10^{-9}$ of the largest has variance $10^{-18}$, below the precision of the machine. The SVD still sees it; the eigenvalue is lost in round-off:

# %%
thin = ortho_group.rvs(20, random_state=1)[:, :2] * [1.0, 1e-9] @ ortho_group.rvs(2, random_state=2)
by_svd = np.linalg.svd(thin, compute_uv=False)[1]
by_square = np.sqrt(abs(np.linalg.eigvalsh(thin.T @ thin)[0]))
agree(abs(by_svd / 1e-9 - 1) < 1e-5, "the SVD sees a spread of 1e-9")
agree(abs(by_square / 1e-9 - 1) > 0.1, "the eigenvalue of the square does not")

# %% [markdown]
# *Decompose the smaller square if you are in a hurry, the table itself if you need every digit.*

# %% [markdown] teaches="H-u10"
# ## 7. How many components?
#
# Plot the eigenvalues in order, and you have the **scree plot**, named after the rubble at the foot of a cliff. The slides' rule: add up the eigenvalues, $v_k=\lambda_1+\dots+\lambda_k$, and keep the smallest $k$ whose share $v_k/v_d$ *exceeds* a threshold, say 0.85.
#
# **Predict.** Eigenvalues 6, 3 and 1, threshold 0.9. How many components?
#
# <details><summary>Answer</summary>
#
# Three. Two explain exactly 0.9, and *exceeds* is strict. Computers make this harder than it looks: the floating-point shares may miss 0.9 by one unit in the last place, in either direction. The library allows for round-off.
# </details>

# %% proves="H-u10"
agree(pca.components_needed([6, 3, 1], 0.9), 3, "more than 0.9: three components")
agree(pca.components_needed([6, 3, 1], 0.85), 2, "more than 0.85: two")

# %% [markdown]
# Now the digits:

# %% proves="H-u10"
needed = pca.components_needed(lam, 0.85)
print(f"digits: {needed} components for more than 85 %")
agree(share[needed - 1] > 0.85 >= share[needed - 2], "one fewer would not exceed it")

# %% [markdown]
# The eigenvalues and their running share, side by side:

# %% tags=["drawing"] shows="H-u10"
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

# %% tags=["drawing"]
rows = [found.mean + found.scores[:8, :k] @ found.directions[:k] for k in (1, 2, 5, 20)]
tiles = np.pad(np.reshape([*rows, digits[:8]], (5, 8, 8, 8)), ((0, 0), (0, 0), (1, 1), (2, 2)))
strip = np.concatenate([np.hstack(row) for row in tiles])  # (50, 96)

# %% tags=["drawing"]
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

# %% [markdown] teaches="W-u13 W-u14 W-u15"
# ## 8. A subspace under noise
#
# When should PCA work at all? Take a world made for it: points in a $k$-dimensional subspace, plus a little noise in all $d$ directions,
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
# Uncorrelated parts add up: $\Sigma=\tau^2VV^\top+\sigma^2I$. So for orthonormal columns $\Sigma V_j=(\tau^2+\sigma^2)V_j$, and the columns are the top eigenvectors:

# %% proves="W-u15"
V = np.linalg.qr(rng.normal(size=(10, 2)))[0]  # d = 10, k = 2
truth = 4 * V @ V.T + np.eye(10)  # τ² = 4, σ² = 1
print(np.linalg.eigvalsh(truth)[::-1].round(9))
agree(truth @ V, (4 + 1) * V, "the columns of V are eigenvectors, with eigenvalue τ² + σ²")

# %% [markdown] teaches="W-u16"
# So PCA of the *true* covariance returns the subspace. We only have the sample covariance, and it converges: for fixed $d$ its distance to the truth, in the spectral norm (the largest eigenvalue of the difference, by size), goes to zero:


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

# %% proves="W-u13 W-u14 W-u16"
sizes = [50, 100, 200, 400, 800, 1600, 3200]
error = np.array([np.mean([miss(n) for _ in range(30)]) for n in sizes])
slope = np.polyfit(np.log(sizes), np.log(error), 1)[0]
agree(abs(slope + 0.5) < 0.08, "the distance falls like one over the root of n")

# %% [markdown]
# On log scales a rate is a slope, here $-\frac12$ as for any mean:

# %% tags=["drawing"] shows="W-u16"
guide = error[0] * np.sqrt(sizes[0] / np.array(sizes))
series = {"mean distance to the truth": error, "slope −1/2": guide}
ax = plots.curves(sizes, series, log=True, xlabel="points n", ylabel="spectral norm")
ax.set_title("Four times the points, half the error")
plots.show(ax, alt="""Distance between sample and true covariance against the number of points,
    both on log scales: a straight falling line of slope minus one half.""")

# %% [markdown]
# Three conditions hide in the recap. The noise must be alike in all directions (section 15 shows what happens if it is not). The columns must be *orthonormal*: with orthogonal columns of other lengths the eigenvalues are $\tau^2\|V_j\|^2+\sigma^2$. And only the **span** of $V$ can be found, for the top eigenvalues are equal. First the lengths:

# %% tags=["proof"] proves="W-u15"
stretched = V * [1.5, 0.5]
uneven = np.linalg.eigvalsh(4 * stretched @ stretched.T + np.eye(10))
agree(uneven[-2:], [4 * 0.25 + 1, 4 * 2.25 + 1], "length l: eigenvalue τ²l² + σ²")

# %% [markdown]
# Then the span. Twenty samples of 5000 points: the first direction found wanders all over the plane, the plane stays:

# %% proves="W-u15"
fits = [pca.pca(noisy_subspace(5000, rng), 2).directions for _ in range(20)]
cosines = np.array([abs(u[0] @ V[:, 0]) for u in fits])
gaps = [np.linalg.norm(u.T @ u - V @ V.T, 2) for u in fits]
print(f"|cos| with the first column: {cosines.min():.1f} to {cosines.max():.1f}")
agree(cosines.min() < 0.3 and cosines.max() > 0.9, "the first direction wanders")
agree(max(gaps) < 0.1, "the plane stays")

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
    by_noise = parallel_analysis(table, rng)
    print(f"{name:9}: 0.85 rule {by_share:2}, parallel analysis {by_noise}")

# %% [markdown]
# The threshold asks "how much do I need to rebuild the table?", parallel analysis asks "how much is certainly there?". For the digits the answers are {= by_share} and {= by_noise}: both honest, to different questions.
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
agree(weak < 0.1, "below the border the first direction is next to random")
agree(abs(strong - demos.squared_cosine_limit(3.0, 1.0)) < 0.1, "above, it is where theory says")

# %% [markdown]
# *Compare a spectrum with the spectrum of noise before you believe it.*

# %% [markdown] teaches="DME-2.58 DME-2.60 DME-2.61 DME-F2.2"
# ## 10. A model that makes the data
#
# PCA is a recipe. A recipe cannot say how likely a new point is, nor how sure it is of a score. So we write down how the data might have come about: draw latent coordinates, map them into data space, add noise:
#
# $$z\sim N(0,I_k),\qquad x=Wz+\mu+\varepsilon,\quad \varepsilon\sim N(0,\sigma^2I_d)$$
#
# That is **probabilistic PCA**. Given $z$, the point is a round Gaussian blob about $Wz+\mu$. **Predict.** For $k=1$ in the plane: what shape has the density of $x$ itself?
#
# <details><summary>Answer</summary>
#
# A tilted ellipse: blobs, strung along a line, most of them near its middle.
# </details>
#
# The three steps side by side:

# %%
W, mu, sigma2 = np.array([[1.6], [0.8]]), np.array([1.0, 1.0]), 0.15
marginal = multivariate_normal(mu, W @ W.T + sigma2 * np.eye(2))
z = 1.2  # one draw of the latent coordinate
given = multivariate_normal(mu + W[:, 0] * z, sigma2 * np.eye(2))

# %% tags=["drawing"] shows="DME-F2.2 DME-2.58 DME-2.60 DME-2.61"
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

# %% [markdown] teaches="DME-2.59 DME-2.63..2.66 DME-2.62 DME-2.67..2.68 DME-2.69..2.70 DME-2.71"
# To prove the ellipse, look at the exponent. A Gaussian density is $(2\pi)^{-d/2}\,|\Sigma|^{-1/2}\exp\bigl(-\frac12(x-\mu)^\top\Sigma^{-1}(x-\mu)\bigr)$; multiply out, and its exponent is $-\frac12x^\top\Sigma^{-1}x+x^\top\Sigma^{-1}\mu$ plus a constant. So whenever you meet $-\frac12x^\top Ax+x^\top\xi$, you may read off $\Sigma=A^{-1}$ and $\mu=\Sigma\xi$: **completing the square**. The joint density of $(z,x)$ is $p(x\mid z)\,p(z)$, with exponent $-\frac12\bigl(\|x-Wz-\mu\|^2/\sigma^2+\|z\|^2\bigr)$. Sort its second-order terms into a matrix, and invert that matrix [block by block](A_linear_algebra.ipynb#Aa.-Blocks):
#
# $$\begin{pmatrix}I+W^\top W/\sigma^2&-W^\top/\sigma^2\\-W/\sigma^2&I/\sigma^2\end{pmatrix}^{-1}=\begin{pmatrix}I&W^\top\\W&WW^\top+\sigma^2I\end{pmatrix}$$
#
# The linear terms give the mean $(0,\mu)$. The lower right block is all we need for $x$ alone:
#
# $$x\sim N(\mu,\;WW^\top+\sigma^2I) \tag{2.71}$$

# %% tags=["proof"] proves="DME-2.67..2.68"
I1, I2 = np.eye(1), np.eye(2)
joint = linalg.block_inverse(I1 + W.T @ W / sigma2, -W.T / sigma2, -W / sigma2, I2 / sigma2)
printed = np.block([[I1, W.T], [W, W @ W.T + sigma2 * I2]])
agree(joint, printed, "the matrix, inverted block by block")

# %% [markdown]
# The mean, by the rule $\mu=\Sigma\xi$:

# %% tags=["proof"] proves="DME-2.69..2.70"
xi = np.concatenate([-W.T @ mu, mu]) / sigma2  # the linear terms
agree(joint @ xi, [0, *mu], "the joint mean is (0, μ)")

# %% [markdown]
# And the density itself, from its formula, for one point:

# %% proves="DME-2.59"
x, S = np.array([2.0, 0.5]), W @ W.T + sigma2 * I2
by_hand = np.exp(-(x - mu) @ np.linalg.solve(S, x - mu) / 2) / (2 * np.pi * np.linalg.det(S) ** 0.5)
agree(by_hand, marginal.pdf(x), "the formula is scipy's density")

# %% [markdown]
# The other way to be sure: a hundred thousand draws, and their moments.

# %% proves="DME-2.60 DME-2.71"
draws = rng.normal(size=(100_000, 1)) @ W.T + mu + np.sqrt(sigma2) * rng.normal(size=(100_000, 2))
agree(np.cov(draws.T), S, "their covariance is WWᵀ + σ²I, to two per cent", tol=0.02)
agree(draws.mean(axis=0), mu, "their mean is μ, to two per cent", tol=0.02)

# %% [markdown]
# *Probabilistic PCA is a Gaussian whose covariance is low rank plus a round rest.*

# %% [markdown] teaches="DME-2.72..2.74 DME-2.75 DME-2.76..2.79 DME-2.80 DME-2.81..2.84"
# ## 11. The most likely model
#
# **Predict.** Which $W$ and $\sigma^2$ make given data most likely? You know the directions already, surely. But what does the model do with the variance in the directions it drops?
#
# <details><summary>Answer</summary>
#
# It calls it noise, and since its noise is round, it spreads the dropped variance evenly: $\sigma^2$ is the *mean* of the discarded eigenvalues. That much noise it also expects inside the subspace, and subtracts it there.
# </details>
#
# For centred data the log-likelihood is a sum of Gaussian log-densities with $\Sigma=WW^\top+\sigma^2I$. A trick shortens it: $x^\top Ax=\operatorname{tr}(Axx^\top)$, so $\sum_ix_i^\top Ax_i=n\operatorname{tr}(A\hat\Sigma)$ with the sample covariance $\hat\Sigma$. Hence:
#
# $$\ln p(X)=-\frac n2\Bigl(d\ln2\pi+\ln|\Sigma|+\operatorname{tr}(\Sigma^{-1}\hat\Sigma)\Bigr) \tag{2.84}$$

# %%
sample = noisy_subspace(300, rng)  # section 8: d = 10, a plane, noise 1
mean, W, sigma2 = pca.ppca(sample, 2)
S, S_hat = W @ W.T + sigma2 * np.eye(10), np.cov(sample.T, bias=True)
A = np.linalg.inv(S)  # for the check only; the library solves

# %% [markdown]
# First the trick:

# %% tags=["proof"] proves="DME-2.76..2.79 DME-2.80"
outer = [np.outer(x, x) for x in sample - mean]
agree(S_hat, np.mean(outer, axis=0), "the sample covariance averages the products xxᵀ")
forms = np.einsum("ij,jk,ik->i", sample - mean, A, sample - mean)
agree(forms.sum(), 300 * np.trace(A @ S_hat), "300 quadratic forms add up to one trace")

# %% [markdown]
# With it the likelihood is one line. It agrees with scipy, point by point summed, and with the library, which never inverts a $d\times d$ matrix:

# %% proves="DME-2.72..2.74 DME-2.75 DME-2.81..2.84"
log_p = -150 * (10 * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + np.trace(A @ S_hat))
agree(log_p, multivariate_normal(mean, S).logpdf(sample).sum(), "one line, and scipy's sum")
agree(log_p, pca.ppca_log_likelihood(sample, mean, W, sigma2), "the library gives the same")

# %% [markdown] teaches="DME-2.85 DME-2.86 DME-u25"
# The maximum was found by Tipping and Bishop; we take it over without proof:
#
# $$\sigma^2=\frac1{d-k}\sum_{i>k}\lambda_i,\qquad W=U_k(\Lambda_k-\sigma^2I)^{1/2}R,\qquad R\text{ any orthogonal matrix}$$
#
# As a recipe: eigenvalues first, then $\sigma^2$, then $W$. No proof, but tests. At the top two identities come for free, $\operatorname{tr}(\Sigma^{-1}\hat\Sigma)=d$ and $\operatorname{tr}\Sigma=\operatorname{tr}\hat\Sigma$. And of a thousand small changes of $W$ and $\sigma^2$ none should raise the likelihood:

# %% tags=["proof"] proves="DME-2.85 DME-2.86 DME-u25"
values, vectors = np.linalg.eigh(S_hat)
by_recipe = vectors[:, 8:] * (values[8:] - sigma2) @ vectors[:, 8:].T
agree(sigma2, values[:8].mean(), "σ² is the mean of the eight discarded eigenvalues")
agree(W @ W.T, by_recipe, "WWᵀ is what the recipe says")
agree(np.trace(A @ S_hat), 10.0, "tr(Σ⁻¹Σ̂) is the dimension")
agree(np.trace(S), np.trace(S_hat), "tr Σ is the total variance of the sample")

# %% [markdown]
# And the nudges:

# %% tags=["proof"] proves="DME-2.85 DME-2.86"
nudges = 0.02 * rng.normal(size=(1000, 10, 2))
factors = np.exp(0.02 * rng.normal(size=1000))
rivals = [
    pca.ppca_log_likelihood(sample, mean, W + nudge, sigma2 * factor)
    for nudge, factor in zip(nudges, factors, strict=True)
]
agree(np.array(rivals) < log_p, "none of a thousand nudges raises the likelihood")

# %% [markdown]
# And $R$? It turns the latent space, $WR\,(WR)^\top=WW^\top$, and the likelihood does not notice. So the columns of $W$ have no meaning of their own; only their span has, and $WW^\top$. (Whoever reads a story into a single factor has chosen an $R$.)

# %% tags=["proof"] proves="DME-2.85"
R = ortho_group.rvs(2, random_state=5)
turned = pca.ppca_log_likelihood(sample, mean, W @ R, sigma2)
agree(turned, log_p, "the likelihood does not notice a turn of the latent space")
agree(np.abs(W @ R - W).max() > 0.1, "though W is another")

# %% [markdown]
# A likelihood can do what no share of variance can: be tested on fresh points. Fit on 100 points, score on 1000 others, for each $k$:

# %%
train, fresh = noisy_subspace(100, rng), noisy_subspace(1000, rng)
ks = np.arange(1, 10)

# %%
models = [pca.ppca(train, k) for k in ks]
seen = [pca.ppca_log_likelihood(train, *m) / 100 for m in models]
unseen = [pca.ppca_log_likelihood(fresh, *m) / 1000 for m in models]
agree(ks[np.argmax(unseen)], 2, "fresh points choose two components")
agree(ks[np.argmax(seen)] > 6, "the training points would take more")

# %% tags=["drawing"]
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

# %% [markdown] teaches="DME-2.87..2.88 DME-2.89..2.90 DME-2.91"
# ## 12. Back to the latent: shrinkage
#
# PCA maps data to scores. The model goes the other way, so we have to invert it: which $z$ may have made this $x$? Fix $x$ in the joint exponent and complete the square in $z$. With $M=W^\top W+\sigma^2I$:
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

# %% tags=["drawing"] shows="DME-2.87..2.88 DME-2.89..2.90 DME-2.91"
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

# %% proves="DME-2.91"
errors = [np.mean((z_true - guess) ** 2) for guess in (least_squares, post)]
print(f"inside {inside:.0%}; error {errors[0]:.2f} by least squares, {errors[1]:.2f} shrunk")
agree(abs(inside - 0.95) < 0.015, "the ellipses hold the truth as often as they say")
agree(errors[1] < 0.8 * errors[0], "shrinking takes more than a fifth off the error")

# %% [markdown] teaches="DME-2.92"
# The matrix $W^\dagger=(W^\top W+\sigma^2I)^{-1}W^\top$ is a pseudo-inverse with a ridge: without noise it returns $z$ exactly, provided $W$ has rank $k$; with noise it exists for any $W$. In fact it *is* ridge regression, with $W$ as the table of features: $M^{-1}W^\top x$ minimises $\|x-Wz\|^2+\sigma^2\|z\|^2$. The ridge λ of chapter 3 was the same medicine.

# %% tags=["proof"] proves="DME-2.89..2.90 DME-2.92"
from sklearn.linear_model import Ridge

ridge = Ridge(alpha=s3, fit_intercept=False).fit(W3, x3[:6].T)  # its alpha is our ridge
agree(ridge.coef_, post[:6], "ridge regression finds the posterior means")
quiet, _ = pca.ppca_posterior(z_true @ W3.T, np.zeros(3), W3, 1e-12)
agree(quiet, z_true, "without noise they are the latent points")

# %% [markdown] teaches="DME-2.93..2.94 DME-2.95..2.99"
# With the most likely $W$ we get $M=R^\top\Lambda_kR$, exactly and whatever $\sigma^2$. Insert both, and the rotation cancels from the reconstruction $\hat x=W\,\mathbb E[z\mid x]$:
#
# $$WM^{-1}W^\top=U_k\,\operatorname{diag}\Bigl(\frac{\lambda_i-\sigma^2}{\lambda_i}\Bigr)\,U_k^\top$$
#
# Each score is shrunk by its own factor; the weaker the component, the more. For $\sigma^2\to0$ all factors go to 1 and PCA's projector is back. The notes call $\hat x$ the *corresponding projection*. It is none: project twice and you have shrunk twice.

# %%
top, WR = pca.pca(sample, 2), W @ R
M = WR.T @ WR + sigma2 * np.eye(2)
shrink = WR @ np.linalg.solve(M, WR.T)
factors = (top.eigenvalues - sigma2) / top.eigenvalues
print("factors:", factors.round(2))

# %% [markdown]
# Every claim of the last paragraph:

# %% tags=["proof"] proves="DME-2.93..2.94"
agree(shrink, top.directions.T * factors @ top.directions, "each score is shrunk by its own factor")
agree(M, R.T * top.eigenvalues @ R, "M = RᵀΛR, for any noise")
twice = top.directions.T * factors**2 @ top.directions
agree(shrink @ shrink, twice, "project twice and you have shrunk twice")
agree(not linalg.is_projection(shrink), "so it is no projection")

# %% [markdown]
# The shrinking can be undone: $W(W^\top W)^{-1}M\,\mathbb E[z\mid x]$ is PCA's projection, for any $\sigma^2$ and any $R$:

# %% tags=["proof"] proves="DME-2.95..2.99"
back = WR @ np.linalg.solve(WR.T @ WR, M) @ np.linalg.solve(M, WR.T)
agree(back, top.directions.T @ top.directions, "undone, it is the projector of PCA")
quiet = top.directions.T * np.sqrt(top.eigenvalues - 1e-9)  # W for almost no noise
near = pca.ppca_posterior(sample, top.mean, quiet, 1e-9)[0] @ quiet.T
agree(near, (sample - top.mean) @ back, "with almost no noise it is PCA's projection")

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

# %% [markdown] teaches="H-q01 H-q02"
# ## 13. A classifier that can refuse
#
# Now put the components to work: first find a subspace without looking at the labels, then classify with the relative coordinates in it. For each class fit a Gaussian to its scores, and measure how far a point is in units of that class's own spread, the squared **Mahalanobis distance** $d_c^2=(z-\mu_c)^\top\Sigma_c^{-1}(z-\mu_c)$. The slides assign a point to the class with the smallest $d_c^2$, provided it stays below a cut-off taken from the tail of a χ² law; otherwise they reject it.
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

# %% proves="H-q02"
distance = np.column_stack([normal.mahalanobis_squared(Z, g) for g in classes])
density = np.column_stack([normal.log_density(Z, g) for g in classes])
wrong = {"nearest": distance.argmin(axis=1) != owner, "likeliest": density.argmax(axis=1) != owner}
for name, errors in wrong.items():
    print(f"{name:9}: {errors.mean():.1%} wrong")
worse = wrong["nearest"].mean() > 3 * wrong["likeliest"].mean()
agree(worse, "the nearest class is wrong more than three times as often")

# %% [markdown]
# The plane as either rule divides it:

# %% tags=["drawing"] shows="H-q02"
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
# Now the cut-off. With *known* mean and covariance, $d^2$ of a Gaussian point in $p$ dimensions follows $\chi^2_p$. Ours are estimated, from some 90 points per class, in 20 dimensions. A new point was not consulted, so it lies farther out than $\chi^2$ believes; exactly, for a Gaussian class of $m$ points, and with its covariance divided by $m-1$ (as `normal.normal_law` does, the one exception in this chapter),
#
# $$d^2\sim\frac{p\,(m^2-1)}{m\,(m-p)}\,F_{p,\,m-p}$$
#
# `typicality` is the tail probability of $d_c^2$ under this law, one column per class: small means strange. We reject at 5 %, and count how many test digits are rejected *by their own class*:

# %%
z = (digits[test] - rule.mean_) @ rule.directions_.T  # relative coordinates
to_all = np.column_stack([normal.mahalanobis_squared(z, g) for g in rule.gaussians_])
own = np.arange(len(test)), label[test]  # each digit with its own class

# %% proves="H-q02"
by_chi2 = (to_all[own] > chi2.ppf(0.95, 20)).mean()
by_f = (rule.typicality(digits[test])[own] < 0.05).mean()
print(f"rejected by their own class: χ² {by_chi2:.0%}, F {by_f:.0%}; asked for 5 %")
agree(by_chi2 > 0.25, "χ² turns away more than a quarter")
agree(by_f < by_chi2 / 2, "F fewer than half as many")

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
agree(abs(familiar - 0.05) < 0.03, "the rate holds")
agree(strange > 0.5, "and most strangers are refused")

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

# %% proves="DME-B.16..B.19"
W2 = U5[:, :2] @ np.array([demos.unit(30), demos.unit(120)])
print(f"objective {np.trace(W2.T @ Sigma5 @ W2):.12f}")
residual = np.linalg.norm(Sigma5 @ W2 - W2 * np.diag(W2.T @ Sigma5 @ W2), axis=0)
agree(np.trace(W2.T @ Sigma5 @ W2), 9.0, "the maximum is reached")
agree(W2.T @ W2, np.eye(2), "by two orthonormal directions")
agree(residual > 0.4, "neither of which is an eigenvector")

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

# %% tags=["proof"] proves="H-q02"
agree(kstest(new / 1.1, chi2(5).cdf).statistic < 0.01, "new points: 1.1 χ² with 5 degrees")
agree(kstest(old / 0.9, chi2(5).cdf).statistic < 0.01, "training points: 0.9 χ² with 5 degrees")
agree(kstest(new, chi2(4).cdf).statistic > 0.15, "the printed law is far off")

# %% tags=["proof"] proves="H-q02"
all_ten = ((sets[:, :10] - centre[:, None]) ** 2).sum(axis=(1, 2))
agree(kstest(all_ten, chi2(45).cdf).statistic < 0.01, "the sum of all ten: χ² with 45 degrees")

# %% [markdown]
# It matters most in the tail, where one decides:

# %% tags=["drawing"] shows="H-q02"
grid = np.linspace(0, 20, 200)
ax = plots.axes(width=6.5, height=3.1)
ax.hist(new, bins=60, range=(0, 20), density=True, alpha=0.4, label="d² of new points")
ax.plot(grid, chi2(4).pdf(grid), color=plots.ORANGE, linestyle="--", label="printed: χ², 4 degrees")
ax.plot(grid, chi2(5).pdf(grid / 1.1) / 1.1, "k-", label="repaired: 1.1 χ², 5 degrees")
ax.set(xlabel="squared Mahalanobis distance", title="The scale changes, not the degrees of freedom")
ax.legend()
plots.show(ax, alt="""Histogram of squared distances of new points. The repaired law follows it; the
    printed one peaks too early and too high and falls too fast in the tail.""")

# %% [markdown] teaches="W-u11 W-u12"
# **3. Centring omitted.** $\frac1n\sum_ix_ix_i^\top$ is a second moment; it is the covariance only if the mean is zero. The recipe that follows, top eigenvectors and project, then finds the *mean*. A flat cloud at $(0,20)$, wide along the first axis:

# %% proves="W-u11 W-u12"
away = rng.normal(size=(1000, 2)) * [3, 0.3] + [0, 20]
moment = away.T @ away / 1000
uncentred = np.linalg.eigh(moment)[1][:, -1]
centred = pca.pca(away, 1).directions[0]
print("uncentred:", np.abs(uncentred).round(1), " centred:", np.abs(centred).round(1))
centre = away.mean(axis=0)
with_mean = np.cov(away.T, bias=True) + np.outer(centre, centre)
agree(moment, with_mean, "a second moment is the covariance and the square of the mean")
agree(abs(uncentred @ centre) / np.linalg.norm(centre) > 0.999, "its first direction is the mean")
agree(abs(centred[0]) > 0.999, "that of the covariance is the wide one")

# %% [markdown]
# *Repair:* centre first, and project onto an **affine** subspace, $\hat x=\mu+P(x-\mu)$. The slides' theorem and relative coordinates need the same care: with the right direction but without the mean, $\hat x=Px$ throws the points down to a line through the origin, twenty units away:

# %% proves="H-u12 W-u12"
m, u = pca.pca(away, 1)[:2]
P = u.T @ u
errors = []
for name, back in (("P x", away @ P), ("μ + P(x − μ)", m + (away - m) @ P)):
    errors.append(np.sqrt(((away - back) ** 2).sum(axis=1).mean()))
    print(f"{name:12}: root mean squared error {errors[-1]:.1f}")
agree(errors[0] > 50 * errors[1], "without the mean more than fifty times the error")

# %% [markdown]
# **4. Bins.** $p_{(K-1)}$ is the ninth smallest of the thousand values, not the boundary of the last bin. Printed and repaired, with $K=10$:

# %%
p = np.sort(rng.random(1000))
b = p[np.arange(100, 1000, 100) - 1]  # b_1 ... b_9, the 100th, 200th ... value

# %%
printed = (p >= p[9 - 1]).mean()
repaired = np.bincount(np.searchsorted(b, p, side="left"), minlength=10)
print(f"printed: {printed:.1%} in the last bin; repaired: {repaired}")
agree(printed, 0.992, "printed: nearly all in the last bin")
agree(repaired, 100, "repaired: a hundred in each")

# %% [markdown]
# *Repair:* the last bin starts at $b_{K-1}=p_{((K-1)Z/K)}$, and bins closed on the right, $(b_k,b_{k+1}]$, hold exactly $Z/K$ each (closed on the left, as printed, 99 in the first and 101 in the last). For bins of equal width the last index is $K-1$, too.

# %%
closed_left = np.bincount(np.searchsorted(b, p, side="right"))
print(f"closed on the left: {closed_left}")
width = np.minimum((p * 10).astype(int), 9)
agree(closed_left[[0, -1]], [99, 101], "one is lost to the last bin")
agree(width.max(), 9, "bins of equal width: the last index is 9")

# %% [markdown]
# ## 15. In practice
#
# `sklearn.decomposition.PCA` does all this. Three habits of it to know: variances are divided by $n-1$; signs may differ; and it chooses the solver by the shape of the table:

# %%
from sklearn.decomposition import PCA

theirs = PCA(10).fit(digits)
ratios = share[:10] - np.append(0, share[:9])
agree(theirs.explained_variance_ * (n - 1) / n, lam[:10], "their variances, divided by n: ours")
agree(np.abs(theirs.transform(digits)), np.abs(found.scores[:, :10]), "the same scores, up to sign")
agree(theirs.explained_variance_ratio_, ratios, "and the same shares")

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
agree(theirs.score(sample), log_p / 300, "the same likelihood, per point")

# %% [markdown]
# PCA followed by quadratic discriminant analysis is our `SubspaceClassifier`:

# %% proves="H-q01"
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline

line = make_pipeline(PCA(20, svd_solver="full"), QuadraticDiscriminantAnalysis())
line.fit(digits[train], label[train])
ours = SubspaceClassifier(k=20).fit(digits[train], label[train])
same = (line.predict(digits[test]) == ours.predict(digits[test])).mean()
agree(same > 0.999, "the same classes for the test digits")

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
