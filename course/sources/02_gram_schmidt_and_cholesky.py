# %% [markdown]
# # 2. Gram–Schmidt and Cholesky
#
# Images in feature space come without coordinates; this chapter makes some. It starts with the shadow of one image on one direction, stacks such shadows into Gram–Schmidt, and finds that the whole procedure runs on $K$ alone, where it goes by the name of Cholesky. Stopped early, it turns a kernel matrix with ten thousand million entries into a table that fits into your laptop, and tells you how much was lost.
#
# **After this chapter you can**
#
# - project an image on a direction, and measure what is left over, from kernel values alone;
# - run Gram–Schmidt by hand, read $R$ as coordinates, and say why Cholesky of $K$ finds the same $R$;
# - say what the rank of a kernel matrix means in theory, and what it means on a machine;
# - pick a few points that stand for all, bound what is lost, and give coordinates to new points;
# - notice when orthogonality, or half of your digits, have gone.
#
# **Needs** [chapter 1](01_means_and_distances.ipynb); what you may have forgotten of [subspaces](A_linear_algebra.ipynb#2.-Span-and-basis) and [projections](A_linear_algebra.ipynb#3.-The-shadow) is in appendix A. **Takes** two and a half to three hours, exercises apart. **Sources** section 5.2 of a kernel-methods book (called *the book* here).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>What is the squared length of the combination $\sum_i\alpha_i\phi(x_i)$, written with $K$?</summary>
#
# $\alpha^\top K\alpha$. Every direction in this chapter will be given by such weights.
# </details>
#
# <details><summary>Two points lie very far apart. What is the angle between their images under a Gaussian kernel?</summary>
#
# A right angle: $\kappa\to0$. Points at the rim of a cloud will have nearly orthogonal images, and that will fool a clever algorithm in section 10.
# </details>
#
# <details><summary>The Parzen classifier of chapter 1 is linear in feature space. What is its weight vector?</summary>
#
# The difference of the class centres, $\phi_+-\phi_-$, with dual weights $1/n_+$ and $-1/n_-$.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $w=\sum_i\alpha_i\phi(x_i)$ | `alpha` (n,) | a direction, by its dual weights |
# | $\Phi$ | `Phi` (n, N) | images as rows, where we can write them down (the book's $\mathbf X$) |
# | $P,\ I-P$ | | a projection and its complement |
# | $q_i,\ Q$ | `Q` (N, n) | orthonormal directions, as columns |
# | $R,\ r_i$ | `R` (n, n) | new coordinates: column $i$ is point $i$ |
# | $\nu_i$ | | length of what point $i$ adds to those before it |
# | $d_i$ | | squared residual of point $i$: what is not explained yet |
# | $\eta$ | `eta` | cut-off for $d$ |
# | $T$ | `max_rank` | number of points picked (pivots) |

# %%
import numpy as np

from featurespace import datasets, linalg, means, orthogonal, pca, plots
from featurespace.demos import orthogonal as demos
from featurespace.evidence import agree
from featurespace.kernels import Gaussian, Gram, Linear, Polynomial, quadratic_features

np.set_printoptions(suppress=True)  # 0.01 rather than 1.000e-02

# %% [markdown] teaches="ST-u26"
# ## 1. The shadow on one direction
#
# Chapter 1 ended with a classifier that looks at a single number, the inner product of an image with $w=\phi_+-\phi_-$. That number says where the image casts its shadow on one line. Nearly everything to come is made of such shadows.
#
# **Predict.** A vector of length 5 has a shadow of length 3 on some line. How far is its tip from the line?
#
# <details><summary>Answer</summary>
#
# 4, by Pythagoras: shadow, remainder and vector form a right-angled triangle, and $3^2+4^2=5^2$.
# </details>
#
# A small helper draws an arrow; then two vectors and their shadows on the line through $w$:


# %% tags=["drawing"]
def arrow(ax, tip, name, colour=plots.BLUE, aside=(0.12, 0.12)):
    """An arrow from the origin, with its name beside the tip."""
    look = {"arrowstyle": "-|>", "color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, (0, 0), arrowprops=look)
    ax.text(*np.add(tip, aside), name, color=colour)


# %% proves="ST-u27"
w, pair = np.array([2.0, 1.0]), np.array([[1.0, 3.0], [-2.0, 1.5]])
place = pair @ w / np.linalg.norm(w)  # signed lengths of the shadows
shadows = np.outer(place, w) / np.linalg.norm(w)
agree(abs((shadows * (pair - shadows)).sum(axis=1)) < 1e-12, "shadow and rest at right angles")

# %% tags=["drawing"] shows="ST-u27"
ax = plots.axes(width=6.4, height=3.4)
ax.axline((0, 0), w, color=plots.GREY, linewidth=1, label="line through w")
for x, p, name in zip(pair, shadows, "ab", strict=True):
    ax.plot(*np.array([[0, 0], p]).T, "-", color=plots.GREEN, linewidth=5, alpha=0.5)
    ax.plot(*np.array([p, x]).T, ":", color=plots.ORANGE)
    arrow(ax, x, name)
for name, look in {"shadow": "-", "residual": ":"}.items():
    ax.plot([], [], look, color=plots.GREEN if look == "-" else plots.ORANGE, label=name)
ax.set(xlim=(-3.2, 5), ylim=(-1.6, 3.6), aspect="equal")
ax.legend(loc="lower right")
ax.set_title(f"a casts its shadow at {place[0]:+.2f}, b at {place[1]:+.2f}")
plots.show(ax, alt="""Two arrows a and b from the origin and a line through w. Dotted residuals
    drop from the arrow tips to the line at right angles. The shadow of a points along w, the
    shadow of b the other way.""")

# %% [markdown] teaches="ST-u27 ST-u28 ST-u29 ST-u30"
# In formulas, the shadow is a multiple of $w$:
#
# $$P_w(\phi(x)) = \frac{\langle w,\phi(x)\rangle}{\|w\|^2}\,w$$
#
# In feature space we hold $w$ by its dual weights, $w=\sum_i\alpha_i\phi(x_i)$. Then the place of the shadow on the line needs kernel values only, and Pythagoras gives the squared distance from the line:
#
# $$\frac{\langle w,\phi(x)\rangle}{\|w\|} = \frac{\sum_i\alpha_i\,\kappa(x_i,x)}{\sqrt{\alpha^\top K\alpha}}, \qquad
# \|\phi(x)-P_w(\phi(x))\|^2 = \kappa(x,x) - \frac{\bigl(\sum_i\alpha_i\,\kappa(x_i,x)\bigr)^2}{\alpha^\top K\alpha}$$
#
# As it is written:

# %%
def shadow(k, kxx, K, alpha):
    """Place on the line through w, and squared distance from it; k holds κ(x_i, x)."""
    length = alpha @ k / np.sqrt(alpha @ K @ alpha)
    return length, kxx - length**2


# %% [markdown]
# We check it where images can be written down, on the quadratic kernel. Five training points, four new ones, and a direction by random weights:

# %%
rng = np.random.default_rng(2)
X, Z = rng.normal(size=(5, 2)), rng.normal(size=(4, 2))
quadratic = Polynomial(degree=2)
K, Phi, Phi_new = quadratic(X), quadratic_features(X), quadratic_features(Z)
alpha = rng.normal(size=5)
w = alpha @ Phi / np.linalg.norm(alpha @ Phi)  # (6,) of length one

# %% [markdown]
# The library takes all new points at once. Plain vectors agree with it, and so do our three lines:

# %% proves="ST-u28 ST-u29"
k_new, diag_new = quadratic(Z, X), quadratic.diag(Z)
length, squared = orthogonal.dual_projection(k_new, K, alpha, diag_new)
agree(length, Phi_new @ w, "the place on the line, from kernel values and from vectors")

# %% tags=["proof"] proves="ST-u29 ST-u30"
from_vectors = ((Phi_new - np.outer(Phi_new @ w, w)) ** 2).sum(axis=1)
agree(squared, from_vectors, "the squared distance from the line, by Pythagoras and by vectors")
ours = shadow(k_new[0], diag_new[0], K, alpha)
agree(ours, (length[0], squared[0]), "our three lines say what the library says")

# %% [markdown]
# One word of care. The book calls the left formula the *norm* of the projection. It is a coordinate, and it has a **sign**. Drop the sign, and the classifier of chapter 1 has nothing left to go by. Threes and eights, on the line that joins their centres:

# %%
digits, label = datasets.digits(3, 8)
K_digits = Linear()(digits)
alpha, b = means.parzen(K_digits, label)
place, _ = orthogonal.dual_projection(K_digits, K_digits, alpha, K_digits.diagonal())

# %% tags=["drawing"] shows="ST-u26"
ax = plots.axes(width=7)
for sign, (colour, _, _), name in zip((1, -1), plots.CLASSES.values(), ("3", "8"), strict=True):
    look = {"color": colour, "hatch": "" if sign > 0 else "//", "ec": "white", "alpha": 0.5}
    ax.hist(place[label == sign], bins=np.arange(-36, 30, 4), label=f"digit {name}", **look)
ax.axvline(b / means.combination_norm(K_digits, alpha), color="black", label="threshold b")
ax.set(xlabel="signed length along w", ylabel="digits")
ax.legend()
ax.set_title("One signed coordinate tells most threes from eights")
plots.show(ax, alt="""Histograms of the signed lengths of threes and eights along the line that
    joins their centres. Threes lie mostly right of the threshold with positive values, eights
    mostly left with negative ones; the overlap is small.""")

# %% [markdown]
# In restating the classifier the book also drops the threshold $b$. Here that does little harm, for the line happens to be cut near zero. Invert the colours of the images, and it does:

# %% proves="ST-u26"
for name, images in (("as scanned", digits), ("inverted", 16 - digits)):
    K_images = Linear()(images)
    alpha, b = means.parzen(K_images, label)
    wrong = [(np.sign(K_images @ alpha - t) != label).mean() for t in (b, 0)]
    print(f"{name:10}: {wrong[0]:5.1%} wrong with b, {wrong[1]:5.1%} without")
agree(wrong[1] > 4 * wrong[0], "inverted images need the threshold")

# %% [markdown]
# *A shadow is a signed number, and it costs one row of kernel values.*

# %% [markdown] teaches="ST-u31"
# ## 2. What makes a projection
#
# A line is soon too narrow. For a plane, or any subspace, take several directions of length one at right angles and use all shadows at once.
#
# **Predict.** Project a vector, and then project the result again. What changes?
#
# <details><summary>Answer</summary>
#
# Nothing: the shadow lies in the subspace already. That is half of the definition below.
# </details>
#
# If $w_1,\dots,w_k$ are orthonormal with dual weights $\alpha^1,\dots,\alpha^k$, the shadow of $\phi(x)$ on their span has the coordinates $\sum_i\alpha_i^j\kappa(x_i,x)$, $j=1,\dots,k$. Orthonormal means $(\alpha^i)^\top K\alpha^j=\delta_{ij}$, and eigenvectors of $K$, divided by the roots of their eigenvalues, have that property. We take two of them:

# %%
values, vectors = np.linalg.eigh(K)
A = vectors[:, -2:] / np.sqrt(values[-2:])  # (5, 2): a column of dual weights for each direction
W = Phi.T @ A  # (6, 2): the directions themselves
agree(A.T @ K @ A, W.T @ W, np.eye(2), "two directions, orthonormal by weights and by vectors")

# %% [markdown]
# So the coordinates of new points in that plane need their kernel values only:

# %% tags=["proof"] proves="ST-u31"
agree(k_new @ A, Phi_new @ W, "coordinates in the plane, from kernel values and from vectors")

# %% [markdown] teaches="ST-D5.8 ST-u33 ST-u32"
# The book calls $P$ a **projection** if $P^2=P$ and if $P(x)$ is orthogonal to $x-P(x)$; its dimension is that of its image. We add that $P$ is to be *linear*, and section 13 shows what slips in otherwise. (Linear maps with $P^2=P$ that are not orthogonal, [oblique projections](A_linear_algebra.ipynb#Ac.-Slanted-light), are excluded by the second condition.) For a unit vector $P=ww^\top$, and what it leaves over is $I-ww^\top$; for orthonormal columns $P=WW^\top$. The leftover $x-P(x)$ is a projection too, onto everything orthogonal to the image of $P$, and the two dimensions add up to $N$:

# %% proves="ST-u32"
P = W @ W.T
for name, M in (("P", P), ("I − P", np.eye(6) - P)):
    verdict = linalg.is_orthogonal_projection(M)
    print(f"{name:5}: projection {verdict}, dimension {np.linalg.matrix_rank(M)}")
dimensions = [np.linalg.matrix_rank(M) for M in (P, np.eye(6) - P)]
agree(sum(dimensions), 6, "the two dimensions add up to that of the space")

# %% [markdown] teaches="ST-R5.9"
# Why is $I-P$ a projection? $(I-P)^2=I-2P+P^2=I-P$; and its own leftover is $P$, which is orthogonal to it by assumption. We try both conditions on a thousand vectors:

# %% tags=["proof"] proves="ST-R5.9"
v = rng.normal(size=(1000, 6))
rest = v - v @ P
agree(rest - rest @ P, rest, "once more changes nothing")
agree(abs((rest * (v - rest)).sum(axis=1)) < 1e-12, "and what is left over is orthogonal")

# %% [markdown]
# *A projection splits each vector into two parts at right angles, and either part is a projection.*

# %% [markdown] teaches="ST-5.8 ST-u34"
# ## 3. Deflation: take a direction away
#
# A direction has been dealt with: found, explained, or just a nuisance. Remove it from all points and look at what is left. That is **deflation**.
#
# **Predict.** $w$ is the eigenvector of $\Phi^\top\Phi$ with the largest eigenvalue. Remove from each image its component along $w$. What happens to the other eigenvalues?
#
# <details><summary>Answer</summary>
#
# Nothing. The first becomes zero; the other eigenvectors are orthogonal to $w$ and are not touched.
# </details>
#
# Each row loses its shadow on the unit vector $w$:
#
# $$\tilde\Phi = \Phi\,(I-ww^\top) \tag{5.8}$$
#
# Multiply out $\tilde\Phi^\top\tilde\Phi$, with $\Phi^\top\Phi w=\lambda w$:
#
# $$\tilde\Phi^\top\tilde\Phi = \Phi^\top\Phi - \lambda ww^\top - \lambda ww^\top + \lambda ww^\top = \Phi^\top\Phi - \lambda ww^\top$$

# %% proves="ST-5.8 ST-u34"
S = Phi.T @ Phi
values, vectors = np.linalg.eigh(S)
w, lam = vectors[:, -1], values[-1]
deflated = orthogonal.deflate(Phi, w)
agree(deflated, Phi @ (np.eye(6) - np.outer(w, w)), "each row loses its shadow on w")
agree(deflated.T @ deflated, S - lam * np.outer(w, w), "and the matrix loses one eigenvalue")

# %% [markdown]
# All eigenvalues before and after, largest first:

# %%
print("before:", values.clip(0).round(2)[::-1])
print("after: ", np.linalg.eigvalsh(deflated.T @ deflated).clip(0).round(2)[::-1])

# %% [markdown]
# Deflation along *any* direction is a projection, but the short formula needs an eigenvector. Along the first image, say, $S-(v^\top Sv)\,vv^\top$ is not what is left:

# %%
v = Phi[0] / np.linalg.norm(Phi[0])
along_image = orthogonal.deflate(Phi, v)
short = S - (v @ S @ v) * np.outer(v, v)
agree(not np.allclose(along_image.T @ along_image, short), "along an image the short formula fails")

# %% [markdown]
# Find the top eigenvector, deflate, repeat: on centred points this is **principal component analysis**, one component at a time (chapter 4). To find the vector we need no solver. Multiply any start by $\Phi^\top\Phi$ again and again, and the longest direction outgrows all others; that is the power method:

# %%
def strongest(X, rounds=300):
    """The top eigenvector of X'X, by multiplying often enough."""
    w = np.ones(X.shape[1])
    for _ in range(rounds):
        w = X.T @ (X @ w)
        w /= np.linalg.norm(w)
    return w


# %% [markdown]
# Three rounds of power and deflation on the handwritten threes, beside three principal components from the library:

# %%
threes = digits[label > 0]
left = threes - threes.mean(axis=0)
directions, found = pca.pca(threes, k=3).directions, []
for direction in directions:
    w = strongest(left)
    left = orthogonal.deflate(left, w)
    found.append(abs(w @ direction))
agree(found, np.ones(3), "power and deflation find the principal components, up to sign")

# %% [markdown]
# In feature space there are no rows to deflate, but $K$ can be. Each point has the place $K\alpha/\sqrt{\alpha^\top K\alpha}$ on the line through $w$, and inner products lose the product of two such places:
#
# $$\tilde K = K - \frac{K\alpha\,\alpha^\top K}{\alpha^\top K\alpha}$$
#
# The simplest weights are those of a single point, $\alpha=(1,0,\dots,0)$. Then $w$ is the first image itself:

# %% proves="ST-5.8"
first = np.eye(5)[0]
K_left = orthogonal.deflate_gram(K, first)
agree(K_left, along_image @ along_image.T, "K deflated is the kernel of the deflated images")
print(K_left.diagonal().clip(0).round(3))

# %% [markdown]
# The first point is used up, the others are shorter by their shadows on it. Keep this line in mind: in section 6 it will turn out to be one step of Cholesky.
#
# *Deflation is projection on the complement; with eigenvectors it is PCA, with images it is what comes next.*

# %% [markdown] teaches="ST-u35 ST-u36 ST-u37 ST-u38 ST-u39"
# ## 4. Gram–Schmidt
#
# Images have no coordinates, for want of axes. Gram–Schmidt takes the axes from the images themselves.
#
# **Predict.** You orthogonalise three arrows that lie in one plane. How long is what is left of the third, after the shadows on the first two are gone?
#
# <details><summary>Answer</summary>
#
# Zero, unless the first two are parallel. Two directions span the plane, so the third arrow is all shadow.
# </details>
#
# The first direction is the first image, made one long: $q_1=\phi(x_1)/\|\phi(x_1)\|$. Each later image is stripped of its shadows on the directions found so far. The length of what is left is $\nu_i$, how much new direction the point brings, and the rest, made one long, is the next axis:
#
# $$\nu_i\,q_i = \phi(x_i) - \sum_{j<i}\langle q_j,\phi(x_i)\rangle\,q_j = (I-Q_{i-1}Q_{i-1}^\top)\,\phi(x_i), \qquad \|q_i\|=1$$
#
# Read it backwards and each image is a combination of axes, $\phi(x_i)=Q\,r_i$. Its coordinates are the shadows, then $\nu_i$, then zeros. In a plane it takes three pictures:

# %%
a, c = np.array([2.0, 0.7]), np.array([0.6, 1.9])
q1 = a / np.linalg.norm(a)
r12, rest = q1 @ c, c - (q1 @ c) * q1
nu2, q2 = np.linalg.norm(rest), rest / np.linalg.norm(rest)
agree(abs(q1 @ q2) < 1e-12, "two axes, at right angles")

# %% tags=["drawing"] shows="ST-u35 ST-u36 ST-u37 ST-u38 ST-u39"
row = plots.axes(3, width=9, height=2.7)
row[0].set_title(f"1. ν₁ = {np.linalg.norm(a):.2f}, length of x₁")
row[1].set_title(f"2. r₁₂ = {r12:.2f}, shadow of x₂")
row[2].set_title(f"3. ν₂ = {nu2:.2f}, what x₂ adds")
arrow(row[0], a, "x₁")
arrow(row[2], q2, "q₂", "black", (-0.35, -0.1))
for step, ax in enumerate(row):
    arrow(ax, c, "x₂")
    arrow(ax, q1, "q₁", "black", (0.05, -0.35))
    walk = np.array([[0, 0], r12 * q1, c])
    ax.plot(*walk[: step + 1].T, "-o", color=plots.PINK, linewidth=7, alpha=0.5)
    ax.set(xlim=(-0.9, 2.4), ylim=(-0.4, 2.3), aspect="equal", xticks=[], yticks=[])
plots.show(row[0], alt="""Three frames of Gram–Schmidt in the plane. One: arrows x1 and x2, and q1
    along x1. Two: the shadow of x2 on q1, a broad line. Three: what is left of x2 stands at right
    angles to q1 and gives q2.""")

# %% [markdown]
# As code it is a loop over points, with an inner step that removes all earlier directions at once:


# %%
def slow_gram_schmidt(Phi):
    """Rows in, orthonormal columns of Q out, and R with Φ' = QR."""
    n, N = Phi.shape
    Q, R = np.zeros((N, n)), np.zeros((n, n))
    for i, x in enumerate(Phi):
        R[:i, i] = Q[:, :i].T @ x  # the shadows
        rest = x - Q[:, :i] @ R[:i, i]
        R[i, i] = np.linalg.norm(rest)  # ν_i
        Q[:, i] = rest / R[i, i]
    return Q, R


# %% [markdown]
# Two vectors that can be done on paper, $(1,1,0)$ and $(0,1,1)$: $\nu_1=\sqrt2$, then $r_{12}=1/\sqrt2$, and $\nu_2=\sqrt{3/2}$ is left:

# %% proves="ST-u36 ST-u37"
Q, R = slow_gram_schmidt(np.array([[1.0, 1, 0], [0, 1, 1]]))
print(R.round(3))
agree(R, [[np.sqrt(2), 1 / np.sqrt(2)], [0, np.sqrt(3 / 2)]], "the numbers found on paper")
agree(3 * Q @ Q.T, [[2, 1, -1], [1, 2, 1], [-1, 1, 2]], "Q projects on the plane of the two")

# %% [markdown] teaches="ST-u40"
# Stack all columns $r_i$ and the loop has factorised the data, with $R$ upper triangular because point $i$ needs the first $i$ axes only:
#
# $$\Phi^\top = QR$$
#
# People often take $R$ for bookkeeping and keep $Q$. For us it is the other way round. Predict, then let $R$ fill:

# %%
demos.three_arrows()

# %% [markdown]
# $R$ is the data, in coordinates that the data chose. Angles and lengths have not changed, since the axes are orthonormal. Our loop and the library on the explicit images:

# %% proves="ST-u39 ST-u40"
Q, R = orthogonal.gram_schmidt(Phi)
slow_Q, slow_R = slow_gram_schmidt(Phi)
agree(Q @ R, Phi.T, "QR gives the images back")
agree(Q.T @ Q, np.eye(5), "the axes are orthonormal")
agree(np.vstack([slow_Q, slow_R]), np.vstack([Q, R]), "our loop finds what the library finds")

# %% [markdown]
# Numpy's `qr` finds the same triangle, up to the signs of its rows:

# %% tags=["proof"] proves="ST-u41"
agree(abs(np.linalg.qr(Phi.T).R), abs(R), "the triangle of numpy, up to signs")

# %% [markdown]
# *Column $i$ of $R$ is point $i$. Its last entry, $\nu_i$, is what the point adds to those before it.*

# %% [markdown] teaches="ST-u41 ST-u42 ST-D5.10 ST-u43"
# ## 5. R needs no images
#
# So far Gram–Schmidt needs the images, and the Gaussian kernel will not hand them out.
#
# **Predict.** $\Phi^\top=QR$ is a **QR decomposition**: orthonormal columns times an upper triangle with a positive diagonal. Put it into $K=\Phi\Phi^\top$. What becomes of $Q$?
#
# <details><summary>Answer</summary>
#
# It cancels: $Q^\top Q=I$. Only $R$ is left.
# </details>
#
# The kernel matrix is made of $R$ alone:
#
# $$K = \Phi\Phi^\top = R^\top Q^\top Q\,R = R^\top R$$
#
# A lower triangle times its own transpose: that is the **Cholesky decomposition** of a positive semi-definite matrix. If $K$ is positive definite there is exactly one with a positive diagonal, so any routine that finds *a* Cholesky factor of $K$ has carried out Gram–Schmidt in feature space. One route goes through six-dimensional images, the others never see one:

# %% proves="ST-u42 ST-D5.10 ST-u43"
R = orthogonal.gram_schmidt(Phi)[1]
agree(R.T @ R, K, "K is made of R alone")
agree(R, np.linalg.cholesky(K).T, orthogonal.cholesky(K), "and Cholesky finds this R from K")

# %% [markdown]
# Uniqueness needs the *definite*. Take points at $0$ and $1$ on a line, with $K=\operatorname{diag}(0,1)$. Any unit vector makes a second column, and none of the factors is better than another:

# %% proves="ST-u43"
for angle in (0.0, 0.5, np.pi / 2):
    factor = np.array([[0, np.cos(angle)], [0, np.sin(angle)]])
    agree(factor.T @ factor, np.diag([0, 1]), f"a factor of K, with an angle of {angle:.1f}")

# %% [markdown]
# Two things come for free. The **determinant**: $\det K=(\det R)^2=\prod_i\nu_i^2$. It is the squared volume of the box that the images span, and the $\nu_i$ are its heights, one edge at a time. And the **axes in dual form**: $Q=\Phi^\top R^{-1}$, so column $j$ of $R^{-1}$ holds the dual weights of $q_j$, orthonormal in the sense of section 2:

# %% tags=["proof"]
agree(np.linalg.det(K), np.prod(R.diagonal() ** 2), "the determinant is the product of the ν²")
A = np.linalg.solve(R, np.eye(5))  # column j: dual weights of q_j
agree(A.T @ K @ A, np.eye(5), "the columns of R⁻¹ are orthonormal dual weights")
agree(Phi.T @ A, Q, "and their directions are the axes")

# %% [markdown]
# *Gram–Schmidt on the images is Cholesky on $K$: same $R$, no images.*

# %% [markdown] teaches="ST-u44 ST-u45 ST-u46"
# ## 6. Cholesky, step by step
#
# How does one find $R$ from $K$? By asking what Gram–Schmidt would do, and using inner products only.
#
# **Predict.** Deflate $K$ along the first image. What stands in the first row of what is left?
#
# <details><summary>Answer</summary>
#
# Zeros. What is left of the other images is orthogonal to the first, and of the first nothing is left. One row done, $n-1$ to go.
# </details>
#
# By definition $\nu_jq_j$ is $\phi(x_j)$ minus its earlier shadows. Take the inner product with $\phi(x_i)$:
#
# $$\nu_j\langle q_j,\phi(x_i)\rangle = \kappa(x_j,x_i) - \sum_{t<j}\langle q_t,\phi(x_j)\rangle\langle q_t,\phi(x_i)\rangle$$
#
# But $\langle q_t,\phi(x_i)\rangle$ is the entry $R_{ti}$, so this is a recursion, row by row:
#
# $$R_{ji} = \frac1{\nu_j}\Bigl(K_{ji}-\sum_{t<j}R_{tj}R_{ti}\Bigr),\qquad i>j$$
#
# For $\nu_j$ we keep an account of squared residuals. Point $i$ starts with $d_i=K_{ii}$; each new coordinate pays off part of it, $d_i\leftarrow d_i-R_{ji}^2$, and when the turn comes to point $j$, $\nu_j=\sqrt{d_j}$:


# %%
def slow_cholesky(K):
    """R with R'R = K, entry by entry."""
    d, R = K.diagonal().copy(), np.zeros(K.shape)
    for j in range(len(K)):
        R[j, j] = np.sqrt(d[j])
        for i in range(j + 1, len(K)):
            R[j, i] = (K[j, i] - R[:j, j] @ R[:j, i]) / R[j, j]
            d[i] -= R[j, i] ** 2
    return R


# %% proves="ST-u44 ST-u45 ST-u46"
agree(slow_cholesky(K), R, "our loop on K finds the R of Gram–Schmidt on the images")
print(slow_cholesky(K).round(2))

# %% [markdown]
# Each round of the outer loop removes one direction from all points at once. That is deflation: section 3 did it to $K$ with the weights of a single point. Deflate along point 1, then along what is left of point 2, then 3, and the diagonal is the account $d$:

# %% proves="ST-u46"
left = K
for j in range(3):
    left = orthogonal.deflate_gram(left, np.eye(5)[j])
d = K.diagonal() - (R[:3] ** 2).sum(axis=0)
agree(left.diagonal(), d, "what three deflations leave is the account d")
print("squared residuals after three points:", d.clip(0).round(3))

# %% [markdown] teaches="ST-u47"
# So we have finite features for any kernel. The map $x_i\mapsto r_i$ gives back every inner product on the training set, also for the Gaussian kernel with its endless feature space. Thirty points, thirty coordinates each:

# %% proves="ST-u47"
moons, _ = datasets.moons(30, np.random.default_rng(0))
K_moons = Gaussian(0.5)(moons)
coordinates = orthogonal.cholesky(K_moons).T  # one row per point, as usual
agree(coordinates @ coordinates.T, K_moons, "thirty coordinates give every inner product back")

# %% [markdown]
# Distances in the new coordinates are distances of the images:

# %% tags=["proof"]
gaps = ((coordinates[:, None] - coordinates[None]) ** 2).sum(axis=-1)
agree(gaps, means.squared_distances(K_moons), "and every distance")

# %% [markdown]
# Any method written for plain vectors now runs in feature space: hand it the rows of `coordinates`.
#
# *Cholesky is deflation along one image after another, and its columns are features for any kernel.*

# %% [markdown] teaches="ST-u48"
# ## 7. New points
#
# **Predict.** A new point arrives. Must all of $R$ be computed anew?
#
# <details><summary>Answer</summary>
#
# No. Old columns do not depend on later points. The new point gets one more column, computed by the same recursion.
# </details>
#
# With $k_j=\kappa(x_j,z)$ the coordinates $c$ of $\phi(z)$ follow one from another:
#
# $$c_j = \frac1{\nu_j}\Bigl(k_j-\sum_{t<j}R_{tj}\,c_t\Bigr)$$
#
# In linear algebra this is *forward substitution*: solve the triangular system $R^\top c=k$. Both ways, on a point that was set aside:


# %%
def new_column(k, R):
    """Coordinates of a new point from its kernel values k with the old ones."""
    c = np.zeros(len(k))
    for j in range(len(k)):
        c[j] = (k[j] - R[:j, j] @ c[:j]) / R[j, j]
    return c


# %% proves="ST-u48"
old = K[:4, :4]
c = new_column(K[:4, 4], orthogonal.cholesky(old))
agree(c, R[:4, 4], "the column that all five points would have given")
agree(c, np.linalg.solve(np.linalg.cholesky(old), K[:4, 4]), "it solves the triangular system")

# %% [markdown]
# The new column is right in its inner products with *old* points, $c^\top r_i=\kappa(z,x_i)$. Its own length falls short: $\|c\|^2\le\kappa(z,z)$. The gap is the squared distance of $\phi(z)$ from the span of the old images, the part of it that is news:

# %% proves="ST-u48"
news = K[4, 4] - c @ c
agree(c @ R[:4, :4], K[4, :4], "inner products with old points are right")
agree(news, R[4, 4] ** 2, "and what is missing of its length is news")
print(f"squared length {K[4, 4]:.3f}, of which {news:.3f} is new")

# %% [markdown]
# *Old coordinates stay; a new point adds a column, and what the old points leave of it is its novelty.*

# %% [markdown] teaches="ST-P5.11"
# ## 8. Rank, in theory and on a machine
#
# How many dimensions do the images really use?
#
# **Predict.** Which of these have the same rank: the images $\Phi$ (n × N), the kernel matrix $K=\Phi\Phi^\top$ (n × n), the matrix $\Phi^\top\Phi$ (N × N)?
#
# <details><summary>Answer</summary>
#
# All three. If $K\alpha=0$, then $0=\alpha^\top K\alpha=\|\Phi^\top\alpha\|^2$, so $\Phi^\top\alpha=0$: whatever combination vanishes for one vanishes for the other. The same argument works for $\Phi^\top\Phi$.
# </details>
#
# The rank of the data in feature space is the rank of $K$, and that of $\Phi^\top\Phi$. So a kernel matrix alone tells how many dimensions are used. Twelve points under the quadratic kernel of the plane can use no more than six:

# %% proves="ST-P5.11"
many = rng.normal(size=(12, 2))
features = quadratic_features(many)
ranks = [np.linalg.matrix_rank(M) for M in (features, features.T @ features)]
agree(*ranks, orthogonal.kernel_rank(quadratic(many)), 6, "Φ, Φ⊤Φ and K have rank six")

# %% [markdown] teaches="ST-u49"
# In Cholesky, a point that depends on earlier ones is noticed when its turn comes: all of its account is paid, $d_j=0$. It gets no axis: the library leaves its row of $R$ at zero and goes on (`slow_cholesky` would divide by zero). With $(1,0)$, $(0,1)$ and $(1,1)$ it happens to the third:

# %%
toy = np.array([[1, 0], [0, 1], [1, 1]])
print(orthogonal.cholesky(Linear()(toy)).round(9) + 0.0)

# %% [markdown] teaches="ST-u50"
# Now a theorem: under a Gaussian kernel, distinct points *always* have linearly independent images, so $K$ has full rank. No two points, no hundred points are ever redundant. A computer begs to differ. Predict first:

# %%
demos.rank_on_a_knob()

# %% [markdown]
# Fifty points on $[0,1]$, and how many eigenvalues of $K$ rise above a tolerance:

# %% proves="ST-u50"
line = np.linspace(0, 1, 50)[:, None]
found = {s: orthogonal.kernel_rank(Gaussian(s)(line)) for s in (0.02, 0.05, 0.1, 0.3, 1, 3)}
print(found)
assert list(found.values()) == [50, 50, 32, 15, 8, 6]

# %% [markdown]
# That was with round-off as the tolerance, $n\,\varepsilon$ times the largest eigenvalue, here some $10^{-13}$. With fixed tolerances above it less is counted:

# %% tags=["drawing"]
grid = np.geomspace(0.01, 3, 40)
tolerances = {"above 0.01": 0.01, "above 1e-6": 1e-6, "above round-off": None}
counts = {
    name: [orthogonal.kernel_rank(Gaussian(s)(line), tol) for s in grid]
    for name, tol in tolerances.items()
}

# %% tags=["drawing"] shows="ST-u50"
ax = plots.curves(grid, counts, xlabel="Gaussian width σ", ylabel="eigenvalues")
ax.axhline(50, color="black", linewidth=1)
ax.text(3, 51, "the theorem", ha="right")
ax.set(xscale="log", ylim=(0, 56))
ax.set_title("Rank is a count above a tolerance")
plots.show(ax, alt="""Number of eigenvalues of a Gaussian kernel matrix of fifty points above three
    tolerances, against the width. All fall from 50 to below 10 as the width grows, the higher
    the tolerance the sooner; a line at 50 marks what the theorem says.""")

# %% [markdown]
# Is the theorem wrong? Let us give the recursion more digits. Python's `Decimal` computes with as many as we ask for. At σ = 0.3, where double precision finds 15 dimensions, we run the account $d$ with sixteen digits and with 120:

# %%
from decimal import Decimal, getcontext


def exact_residuals(n, sigma, places):
    """Squared residuals of n even points on [0, 1], Gaussian kernel, with so many digits."""
    getcontext().prec = places
    x = [Decimal(i) / (n - 1) for i in range(n)]
    K = [[(-((a - b) ** 2) / (2 * sigma**2)).exp() for b in x] for a in x]
    for j in range(n):
        for i in range(j + 1, n):
            factor = K[j][i] / K[j][j]
            K[i] = [K[i][m] - factor * K[j][m] for m in range(n)]  # deflation
    return [K[j][j] for j in range(n)]  # the account d


# %% proves="ST-u50"
for places in (16, 120):
    d = exact_residuals(50, Decimal("0.3"), places)
    print(f"{places:3} digits: {sum(v > 0 for v in d)} of 50 positive, smallest {min(d):.1e}")
agree(min(d) > 0, "with enough digits, fifty points have fifty dimensions")

# %% [markdown]
# With 120 digits all fifty residuals are positive, as the theorem says; the smallest is of the order $10^{-53}$. No measurement, no sensor and no `float` knows the difference between that and zero. With sixteen digits some residuals come out *negative*, and a negative squared length is noise admitting to it. This is why numpy's Cholesky, which takes a square root of each, gives up:

# %%
try:
    np.linalg.cholesky(Gaussian(0.3)(line))
except np.linalg.LinAlgError as error:
    print("numpy:", error)

# %% [markdown]
# *In theory a Gaussian kernel has full rank. On a machine rank means: so many directions above so much noise.*

# %% [markdown]
# ## 9. Pick the point that adds most
#
# In what order should the points be taken? So far: as they came. But $d_i$ says at any moment how much of point $i$ is unexplained. So take the largest first, and stop when nothing of size is left.
#
# **Predict.** There are 357 threes and eights, of 64 pixels each. How many of these images are enough to write all the others as combinations of them?
#
# <details><summary>Answer</summary>
#
# 54. More than 64 cannot be independent, and ten pixels are never inked.
# </details>
#
# In file order a new direction may turn up late. We go through the images as they come (`twice` is a careful version, see section 11; it sets ν to exactly zero where only round-off is left):

# %%
nu = orthogonal.gram_schmidt(digits, method="twice")[1].diagonal()
new = np.flatnonzero(nu > 0) + 1  # numbers of the digits that add a direction
print(f"{len(new)} new directions, the last with digit number {new[-1]}")
agree((digits > 0).any(axis=0).sum(), len(new), 54, "as many as pixels that are ever inked")

# %% [markdown]
# And once more, always taking the digit with the largest residual:

# %% proves="ST-u51"
factor = orthogonal.incomplete_cholesky(K_digits)
print(f"{len(factor.pivots)} digits and done")
pivot_d = factor.R[np.arange(54), factor.pivots] ** 2  # residual of each pivot when picked
agree(np.diff(pivot_d) <= 0, "none had more left than the one before")

# %% [markdown]
# The two accounts side by side. A digit that adds nothing has no dot:

# %% tags=["drawing"]
ax = plots.axes(width=7.5)
ax.plot(new, nu[new - 1] ** 2, "o", color=plots.GREY, markersize=4, label="file order")
ax.plot(np.arange(1, 55), pivot_d, "-", color=plots.ORANGE, label="largest first")
ax.set(yscale="log", xlabel="digit, in the order taken", ylabel="squared residual $d$ when taken")
ax.legend()
ax.set_title("Largest first: 54 digits span all; file order must read 340")
plots.show(ax, alt="""Squared residual of each digit at its turn, on a log scale. Largest first, the
    residuals fall steadily and end after 54 digits. In file order they scatter, most digits
    after the fiftieth add nothing, and the last new direction comes with digit 340.""")

# %% [markdown] teaches="ST-u51 ST-A5.12 ST-C5.4"
# The search costs nothing, because the account $d$ is kept anyway: `argmax` of it names the next point. This is **pivoting**. Stopped early it is called incomplete Cholesky, or in feature space *partial Gram–Schmidt*. In our own code what the book's fragment does:


# %%
def slow_incomplete(K, eta):
    """Rows of R and the pivots, largest residual first, until all residuals are at most eta."""
    d, R, pivots = K.diagonal().copy(), np.zeros((0, len(K))), []
    while d.max() > eta:
        i = int(d.argmax())
        row = (K[i] - R[:, i] @ R) / np.sqrt(d[i])
        R, d = np.vstack([R, row]), d - row**2
        pivots.append(i)
    return R, pivots


# %% proves="ST-u51 ST-A5.12 ST-C5.4"
K_gauss = Gaussian(40)(digits)
R, pivots = slow_incomplete(K_gauss, eta=0.1)
factor = orthogonal.incomplete_cholesky(K_gauss, eta=0.1)
agree(pivots, factor.pivots, "our loop picks what the library picks")
agree(R, factor.R, "and fills the same rows")

# %% [markdown]
# Under this Gaussian kernel the first image is a tie, since all have length one. After that each pivot is the digit least like those before:

# %% tags=["drawing"] shows="ST-u51"
row = plots.axes(8, width=9, height=1.5)
for ax, i in zip(row, factor.pivots, strict=False):
    ax.imshow(digits[i].reshape(8, 8), cmap="gray_r")
    ax.set(xticks=[], yticks=[], title="three" if label[i] > 0 else "eight")
    ax.grid(visible=False)
plots.show(row[0], alt="""The first eight pivots among the digits as small images: threes and eights
    in very different hands: slanted left and right, some without a closed loop.""")

# %% [markdown] teaches="ST-u52"
# What is promised when we stop? What is left of the images are residual vectors, and $K-R^\top R$ holds *their* inner products. An inner product is at most the product of two lengths, so
#
# $$|(K-R^\top R)_{ij}| \le \sqrt{d_i\,d_j} \le \max_i d_i \le \eta$$
#
# The cut-off $\eta$ controls how many dimensions $T$ are kept, and it bounds the error of *every kernel value*:

# %% proves="ST-A5.12 ST-u52"
for eta in (0.5, 0.2, 0.1, 0.01):
    R, pivots, d = orthogonal.incomplete_cholesky(K_gauss, eta)
    error = np.abs(K_gauss - R.T @ R).max()
    print(f"η = {eta:4}: T = {len(pivots):3} of 357, largest error in K {error:.4f}")
    assert error <= eta and np.isclose(error, d.max())

# %% [markdown]
# In colours, on a smaller case: sixty points along a horseshoe, eight pivots (purple is positive, orange negative, white zero):

# %% tags=["drawing"]
shoe, t = datasets.horseshoe(60, np.random.default_rng(1))
K_shoe = Gaussian(0.6)(shoe[t.argsort()])
R, pivots, d = orthogonal.incomplete_cholesky(K_shoe, max_rank=8)

# %% tags=["drawing"] shows="ST-u52"
row = plots.axes(3, width=9, height=2.9)
titles = ("K: 60 points, neighbours alike", "R: 8 numbers for each", "K − R⊤R: gaps between pivots")
for ax, M, title in zip(row, (K_shoe, R, K_shoe - R.T @ R), titles, strict=True):
    ax.imshow(M, cmap="PuOr", vmin=-1, vmax=1, aspect="auto", interpolation="nearest")
    ax.set_title(title, fontsize=10)
    ax.grid(visible=False)
plots.show(row[0], alt="""Three heat maps. K is a band along the diagonal. R has eight rows, each
    with a bump around its pivot. K minus R transposed R is pale, with small blocks on the
    diagonal between the pivots.""")

# %% [markdown]
# A new point needs kernel values with the $T$ pivots only, and then the forward substitution of section 7. The triangle is now made of the columns of $R$ that belong to the pivots, in the order of picking: it is T × T and upper triangular, because a pivot needs no later axis. (`at_pivots=True` says that we pass these $T$ kernel values, not all $n$.) Half of the digits make the coordinates, and the nearest-centre rule runs in them as if they were ordinary data. It should agree with the kernel classifier of chapter 1 on the other half:

# %%
order = np.random.default_rng(0).permutation(357)
train, test = order[:180], order[180:]
X_train, X_test, sign = digits[train], digits[test], label[train]
gauss = Gaussian(40)
alpha, b = means.parzen(gauss(X_train), sign)
by_kernel = np.sign(gauss(X_test, X_train) @ alpha - b)

# %% [markdown]
# That was with 180 kernel values for each new digit. Now with the pivots only:

# %%
factor = orthogonal.incomplete_cholesky(gauss(X_train), eta=0.3)
triangle = factor.R[:, factor.pivots]
agree(triangle, np.triu(triangle), "the pivots' columns are a triangle")
old = factor.R.T  # (180, T)
K_pivots = gauss(X_test, X_train[factor.pivots])  # (177, T)
new = orthogonal.incomplete_features(K_pivots, factor, at_pivots=True)
plus, minus = old[sign > 0].mean(axis=0), old[sign < 0].mean(axis=0)
by_distance = np.linalg.norm(new - minus, axis=1) - np.linalg.norm(new - plus, axis=1)

# %%
same = (np.sign(by_distance) == by_kernel).sum()
wrong = (by_kernel != label[test]).sum()
print(f"{old.shape[1]} coordinates: {same} of {len(test)} labels agree, {wrong} are wrong in both")
assert same == len(test)

# %% [markdown]
# *Largest residual first, and stop: a few points, a bound on every entry of $K$, and coordinates for anybody who comes later.*

# %% [markdown]
# ## 10. Greedy is not best
#
# Taking the largest residual is a greedy rule: best for one point, at one moment. What we should like to keep small is the *total*, $\sum_id_i=\operatorname{trace}(K-R^\top R)$.
#
# **Predict.** What is the least total that any five-dimensional subspace can leave?
#
# <details><summary>Answer</summary>
#
# The sum of all eigenvalues of $K$ but the five largest. The best subspace is spanned by eigenvectors (uncentred PCA), not by images.
# </details>
#
# Now the rivals: five points by the greedy rule, five points at random. (Two more rules are there to play with. *Middle first* takes the points most like all others; *lottery* draws each point with a chance in proportion to its residual.) Predict, then press play:

# %%
demos.pick_your_pivots()

# %% [markdown]
# To check this by another route, without any recursion. Let $J$ be the list of pivots and $k$ the kernel values of a point with them. In section 7 its shadow on their span had the squared length $\|c\|^2$ with $R^\top c=k$, that is $k^\top(R^\top R)^{-1}k=k^\top K_{JJ}^{-1}k$. So the total is

# %%
def left_over(K, pivots):
    """Total squared residual when the images of the pivots explain what they can."""
    rows = K[pivots]
    return K.trace() - np.sum(rows * np.linalg.solve(rows[:, pivots], rows))


# %% [markdown]
# It agrees with the account that the recursion keeps:

# %%
K = Gaussian(1.0)(datasets.gaussian_cloud(200, np.random.default_rng(0)))
greedy = orthogonal.incomplete_cholesky(K, max_rank=50).pivots
residuals = orthogonal.incomplete_cholesky(K, max_rank=5).residuals
agree(left_over(K, greedy[:5]), residuals.sum(), "the total left, by a solve and by the account")

# %% [markdown]
# One cloud is an anecdote. Six clouds, greedy against the mean of twenty random choices:

# %% proves="ST-u53"
for seed in range(6):
    cloud = datasets.gaussian_cloud(200, np.random.default_rng(seed))
    K_seed = Gaussian(1.0)(cloud)
    picks = orthogonal.incomplete_cholesky(K_seed, max_rank=40).pivots
    blind = [rng.permutation(200)[:40] for _ in range(20)]
    ours = [left_over(K_seed, picks[:T]) for T in (5, 40)]
    theirs = [np.mean([left_over(K_seed, p[:T]) for p in blind]) for T in (5, 40)]
    assert ours[0] > 1.3 * theirs[0] and ours[1] < theirs[1] / 4
    print(f"5 pivots: {ours[0]:4.0f} against {theirs[0]:3.0f}; "
          f"40 pivots: {ours[1]:.2f} against {theirs[1]:.1f}")

# %% [markdown]
# Every time the same story: with 5 pivots greedy loses by far, with 40 it wins by far. At the rim of a cloud the images are nearly orthogonal to all others (warm-up question two), so their residuals are the largest, and they explain next to nothing but themselves. Later, when the middle has long been explained, the rim is all that is left.
#
# There is a rule that does well *on the total* throughout, and it is younger than the textbooks. Draw the next pivot by **lottery**, each point with a chance in proportion to its residual. A rim point has a large $d_i$, but there are few of them; the crowded middle wins the early draws:


# %%
def lottery(K, T, rng):
    """Pivots drawn with chances in proportion to the squared residuals."""
    d, R, pivots = K.diagonal().copy(), np.zeros((T, len(K))), []
    for j in range(T):
        i = rng.choice(len(K), p=d / d.sum())
        R[j] = (K[i] - R[:j, i] @ R[:j]) / np.sqrt(d[i])
        d = (d - R[j] ** 2).clip(0)
        pivots.append(i)
    return pivots


# %%
draws = {
    "random (mean of 20)": [rng.permutation(200)[:50] for _ in range(20)],
    "greedy": [greedy],
    "lottery (mean of 20)": [lottery(K, 50, rng) for _ in range(20)],
}
steps = np.arange(1, 51)
totals = {
    name: np.mean([[left_over(K, p[:T]) for T in steps] for p in runs], axis=0)
    for name, runs in draws.items()
}

# %% [markdown]
# Below them all lies the floor, the eigenvalues that rank $T$ cannot reach. It is what the best approximation of $K$ of that rank leaves of the trace:

# %% proves="ST-u53"
eigenvalues = np.linalg.eigvalsh(K)[::-1]
totals["floor: best subspace"] = K.trace() - np.cumsum(eigenvalues)[:50]
best = linalg.best_rank_k(K, 5)
agree(totals["floor: best subspace"][4], (K - best).trace(), "what the best of rank five leaves")
for name, total in totals.items():
    print(f"{name:20} leaves {total[4]:5.1f} with 5 pivots, {total[39]:6.3f} with 40")

# %% tags=["drawing"] shows="ST-u53"
ax = plots.axes(width=7)
plots.curves(steps, totals, ax=ax, xlabel="pivots", ylabel="left of 200 in all")
ax.set(yscale="log")
ax.set_title("Greedy starts badly and ends well; the lottery does both well")
plots.show(ax, alt="""Total squared residual against the number of pivots on a log scale. Greedy
    lies above random from a few pivots up to about twenty, and far below afterwards. The lottery
    follows random at first and greedy later. The floor of the best subspace lies below all.""")

# %% tags=["proof"] proves="ST-u53"
blind, clever, drawn, floor = (np.array(total) for total in totals.values())
agree(clever[4] > 1.5 * blind[4], "with 5 pivots greedy leaves half as much again as chance")
agree(clever[39] < blind[39] / 5, "with 40 pivots less than a fifth of it")
agree(drawn < 1.5 * np.minimum(blind, clever), "the lottery is never far from the better of them")
agree(floor < np.minimum(drawn, clever), "and the best subspace leaves least")

# %% [markdown]
# What the lottery gives up is greedy's hold on the *worst* point, the bound of section 9:

# %%
worst_greedy = orthogonal.incomplete_cholesky(K, max_rank=20).residuals.max()
worst_drawn = []
for pivots in draws["lottery (mean of 20)"]:
    rows = K[pivots[:20]]
    left = K.diagonal() - (rows * np.linalg.solve(rows[:, pivots[:20]], rows)).sum(axis=0)
    worst_drawn.append(left.max())
print(f"largest residual after 20: greedy {worst_greedy:.2f}, lottery {np.median(worst_drawn):.1f}")
assert np.median(worst_drawn) > 2 * worst_greedy

# %% [markdown] teaches="ST-u53"
# The floor belongs to the eigenvectors of $K$: keep the $k$ largest eigenvalues and nothing of rank $k$ comes closer. Chapter 4 proves it. Then why not always take those? They need the whole matrix, and each direction is a mixture of all $n$ images. Pivoted Cholesky is their rival for the hurried: $T$ rows of $K$, $nT^2$ operations, and directions made of $T$ points that you can look at.
#
# *Greedy controls the worst point, the eigenvectors the total; the lottery does well on the total at every stage.*

# %% [markdown]
# ## 11. Orthogonality can be lost
#
# All this was algebra. In floating point, Gram–Schmidt can go badly wrong, and the result will still look fine.
#
# **Predict.** Ten rows of the Hilbert matrix, $1/(i+j-1)$, are independent. Run `slow_gram_schmidt` on them in double precision. How far from zero is the largest inner product between two different $q$'s?
#
# <details><summary>Answer</summary>
#
# Nearly 1: two of the directions are all but parallel. Not a digit of orthogonality is left.
# </details>
#
# Each new row is almost a combination of those before it, so the remainder is a small difference of large numbers: round-off, blown up when it is made one long. And one cannot tell from the product, for $QR$ gives the data back to the last digit:

# %%
from scipy.linalg import hilbert

Q, R = slow_gram_schmidt(hilbert(10))
agree(np.abs(Q.T @ Q - np.eye(10)).max() > 0.99, "two directions are nearly parallel")
agree(Q @ R, hilbert(10), "and yet the product is perfect", tol=1e-15)

# %% [markdown]
# Two cures. The **modified** version takes the shadows off one at a time, each measured on what is left by then. The other is to do it **twice**: what the first pass leaves of the old directions the second removes. The three agree in exact arithmetic. On Hilbert matrices of growing size:


# %%
def largest_overlap(n, method):
    """How far from orthonormal the directions of a Hilbert matrix come out."""
    Q, _ = orthogonal.gram_schmidt(hilbert(n), method)
    return np.abs(Q.T @ Q - np.eye(n)).max()


# %%
sizes, methods = np.arange(2, 13), ("classical", "modified", "twice")
lost = {method: [largest_overlap(n, method) for n in sizes] for method in methods}
agree(lost["classical"][8] > 0.9, "classical, ten rows: nothing is kept")
agree(1e-8 < lost["modified"][8] < 0.01, "modified, ten rows: some digits are lost")
agree(max(lost["twice"]) < 1e-14, "twice: round-off is all that is lost, at any size")

# %% tags=["drawing"]
ax = plots.curves(sizes, lost, xlabel="size of the Hilbert matrix", ylabel="largest overlap")
ax.set(yscale="log", ylim=(1e-17, 10))
ax.set_title("Once is not enough; twice is")
plots.show(ax, alt="""Loss of orthogonality against the size of the Hilbert matrix, log scale. The
    classical method reaches one at size seven or eight, the modified method rises more slowly to
    about a tenth at size twelve, doing it twice stays at the level of round-off.""")

# %% [markdown]
# Roughly, with a condition number $c$ of the data, classical loses $c^2$ times round-off, modified $c$ times, and twice nothing that grows. "Twice is enough" is the rule of thumb.
#
# And Cholesky on $K$? It never forms $Q$, so there is no orthogonality to lose. It loses something else. Inner products square small lengths, and squares of lengths below $10^{-8}$ vanish beside 1. Two nearly parallel vectors show it:

# %%
twins = np.array([[1, 1e-9, 0], [1, 0, 1e-9]])
from_vectors = orthogonal.gram_schmidt(twins)[1][1, 1]
from_kernel = orthogonal.cholesky(Linear()(twins))[1, 1]
print(f"ν₂ from the vectors {from_vectors:.3e}, from K {from_kernel:.1f}")

# %% [markdown]
# The true value is $\sqrt2\cdot10^{-9}$. In $K$ the two points have become one, before any algorithm had a say.
#
# *Where images are at hand, orthogonalise them, twice. $K$ knows only half of the digits.*

# %% [markdown]
# ## 12. A hundred thousand points
#
# **Predict.** How much memory does the kernel matrix of 100 000 points take?
#
# <details><summary>Answer</summary>
#
# $10^{10}$ numbers of 8 bytes: 80 gigabytes, more than most machines have.
# </details>
#
# Look again at the loop of section 9. It asks for the diagonal of $K$, and then for *one row per pivot*. The library's `Gram` computes rows when asked and stores none. So $K$ never exists; what is kept is $R$, with $nT$ numbers, and it takes $nT^2$ operations to fill it. The points lie on a rolled-up sheet in space:

# %%
X, position = datasets.swiss_roll(100_000, np.random.default_rng(0))
gram = Gram(Gaussian(5.0), X)
print(f"K would take {gram.shape[0] * gram.shape[1] * 8 / 1e9:.0f} GB")

# %% [markdown]
# We go for 150 pivots, and let Python watch the memory:

# %%
import tracemalloc

tracemalloc.start()
factor = orthogonal.incomplete_cholesky(gram, max_rank=150)
peak = tracemalloc.get_traced_memory()[1]
tracemalloc.stop()

# %%
worst = factor.residuals.max()
print(f"R takes {factor.R.nbytes / 1e6:.0f} MB; no entry of K is off by more than {worst:.3f}")
agree(peak < 1.3 * factor.R.nbytes, "R was in memory, and hardly anything else")

# %% [markdown]
# That took a second or so. Is the promise kept? We compute some entries of $K$ and compare, ten thousand pairs drawn at random:

# %% tags=["proof"] proves="ST-u52"
i, j = np.random.default_rng(1).integers(100_000, size=(2, 10_000))
exact = np.exp(-((X[i] - X[j]) ** 2).sum(axis=1) / (2 * 5.0**2))
error = np.abs(exact - (factor.R[:, i] * factor.R[:, j]).sum(axis=0))
agree(error <= np.sqrt(factor.residuals[i] * factor.residuals[j]) + 1e-12, "promise kept")

# %% [markdown]
# Now the reward. With coordinates, kernel methods become linear ones. How far along the sheet does a point lie? No linear function of its three coordinates can tell. Least squares on the 150 new ones is a kernel regression on 100 000 points, and it means solving a system of 150 equations:


# %%
def fit_and_test(features, new_features):
    """Typical error, on new points, of least squares for the position along the sheet."""
    F, target = features - features.mean(axis=0), position - position.mean()
    weights = np.linalg.solve(F.T @ F + 1e-6 * np.eye(F.shape[1]), F.T @ target)
    guess = (new_features - features.mean(axis=0)) @ weights + position.mean()
    return np.sqrt(np.mean((guess - new_position) ** 2))


# %%
Z, new_position = datasets.swiss_roll(5000, np.random.default_rng(2))
K_pivots = Gaussian(5.0)(Z, X[factor.pivots])  # (5000, 150)
new_features = orthogonal.incomplete_features(K_pivots, factor, at_pivots=True)
print(f"from the coordinates: {fit_and_test(X, Z):.2f}; a blind guess has {position.std():.2f}")
print(f"from 150 features:    {fit_and_test(factor.R.T, new_features):.2f}")

# %% [markdown]
# *Only the pivots' rows of $K$ are ever needed: memory grows with $nT$, and kernels scale.*

# %% [markdown]
# ## 13. Find the slip
#
# Four statements of the book, in our words. Look for the slip in each before you read on.
#
# 1. *The residual $d_j$ is zero when we come to point $j$ if and only if the data lie in a subspace of dimension $j-1$.*
# 2. *Take η small enough, and the loop stops with $T$ equal to the rank.*
# 3. *When the loop stops, all residual norms are smaller than η.*
# 4. *A mapping with $P^2=P$ and $P(x)\perp x-P(x)$ is a projection, and the dimensions of $P$ and $x-P(x)$ add up to that of the space.*

# %% [markdown]
# **The first** is true of *point $j$*, not of the data: $d_j=0$ says that point $j$ depends on those before it. Put a duplicate second:

# %%
points = np.array([[1, 0], [1, 0], [0, 1]])
d2 = orthogonal.cholesky(Linear()(points))[1, 1] ** 2
print(f"d₂ = {d2:.0f}, but the rank is {orthogonal.kernel_rank(Linear()(points))}, not 1")

# %% [markdown]
# Real data do it too. The first digit of section 9 that added nothing was number 49, and the rank is 54, not 48. **Repair:** in natural order the rank is the *number* of non-zero residuals. With pivoting the statement is right: if the *largest* residual is zero after $T$ steps, all are, and the rank is $T$.

# %% tags=["proof"] proves="ST-u49"
agree(np.flatnonzero(nu == 0)[0] + 1, 49, "digit 49 is the first that adds nothing")
agree((nu > 0).sum(), 54, "and yet 54 add something")
pivots = orthogonal.incomplete_cholesky(Linear()(points)).pivots
agree(len(pivots), 2, "with pivoting the loop ends at the rank")

# %% [markdown]
# **The second** holds in exact arithmetic. In floating point residuals end as noise, of either sign. A tiny positive one is picked, its own entry in the new row comes out as zero, its residual stays, and it is picked again. For ever. Here is what the printed loop does, with a cap on its rounds:


# %%
def printed_loop(K, eta, cap=400):
    """Pivots that the loop picks, and the residuals then; stopped after cap rounds."""
    d, R, pivots = K.diagonal().copy(), np.zeros((cap, len(K))), []
    while d.max() > eta and len(pivots) < cap:
        i, j = int(d.argmax()), len(pivots)
        R[j] = (K[i] - R[:j, i] @ R[:j]) / np.sqrt(d[i])
        d -= R[j] ** 2
        pivots.append(i)
    return pivots, d


# %% proves="ST-C5.4 ST-u52"
K = Gaussian(0.3)(np.linspace(0, 1, 100)[:, None])
for eta in (1e-4, 1e-8, 1e-12, 0.0):
    pivots, d = printed_loop(K, eta)
    print(f"η = {eta:g}: " + (f"T = {len(pivots)}" if len(pivots) < 400 else "no end in sight"))
assert len(set(pivots)) < 50 and d.min() < 0  # few points, again and again; "squares" below zero

# %% [markdown]
# Nor is any fixed η safe, since $K$ has a unit. Three-dimensional data, measured in metres and in millimetres, with one η (whether the loop then ends a little late or never depends on your processor, so we only ask whether $T$ is right):

# %% proves="ST-u49"
metres = np.random.default_rng(0).normal(size=(30, 3))
for unit, points in (("metres", metres), ("millimetres", 1000 * metres)):
    T = len(printed_loop(Linear()(points), 1e-12)[0])
    print(f"{unit:11}: " + ("T = 3, the rank" if T == 3 else "T is not 3, or there is no end"))
    assert len(orthogonal.incomplete_cholesky(Linear()(points)).pivots) == 3

# %% [markdown]
# **Repair**, and what the library does: never go below round-off, $n\,\varepsilon\max_iK_{ii}$; set the residual of a used pivot to zero, so that it cannot come back; take at most $n$ steps. Then the loop ends at every η, and in any unit.

# %% tags=["proof"] proves="ST-C5.4"
R, pivots, d = orthogonal.incomplete_cholesky(K, eta=0.0)
agree(15 <= len(pivots) <= 18, "at η = 0 the library ends")
agree(len(set(pivots)), len(pivots), "it picks no point twice")
agree(R.T @ R, K, "and gives K back", tol=1e-13)

# %% [markdown]
# **The third** confuses a length with its square. The loop stops when $d_i\le\eta$, and $d_i$ is a *squared* norm. Norms are bounded by $\sqrt\eta$, which for small η is much larger:

# %% proves="ST-A5.12 ST-u52"
eta = 1e-4
pivots, d = printed_loop(K, eta)
print(f"η = {eta:g}, largest residual {np.sqrt(d.max()):.1e}, squared {d.max():.1e}")
assert d.max() <= eta < np.sqrt(d.max()) <= np.sqrt(eta)

# %% [markdown]
# **Repair:** say what η does bound, and what one wants to know anyway: no entry of $K-R^\top R$ exceeds η (section 9).
#
# **The fourth** lacks a word. In four dimensions, set all negative coordinates to zero, $P(x)=\max(x,0)$. Doing it twice changes nothing, and $P(x)$ is orthogonal to the leftover, since wherever one is non-zero the other vanishes:

# %% proves="ST-D5.8 ST-u32"
x = rng.normal(size=(1000, 4))
P_x, rest = np.maximum(x, 0), x - np.maximum(x, 0)
agree(np.maximum(P_x, 0) == P_x, "doing it twice changes nothing")
agree((P_x * rest).sum(axis=1) == 0, "and what is left over is orthogonal")
spans = [np.linalg.matrix_rank(part) for part in (P_x, rest)]
print(f"in 4 dimensions P(x) spans {spans[0]}, x − P(x) spans {spans[1]}: together {sum(spans)}")
assert spans == [4, 4]

# %% [markdown]
# Both conditions hold, yet the dimensions add up to 8. **Repair:** ask for a *linear* $P$. Then $\langle Px,x-Px\rangle=0$ for all $x$ says that $P^\top(I-P)$ has no symmetric part. With $M=P^\top(I-P)=P^\top-P^\top P$ we have $M+M^\top=0$, so $P+P^\top=2P^\top P$. Multiply by $P$ from the right and use $P^2=P$: $P+P^\top P=2P^\top P$, so $P=P^\top P$, which is symmetric. A linear projection in the book's sense is an orthogonal one, and the dimensions add up, because they are ranks.

# %% tags=["proof"] proves="ST-D5.8"
oblique, v = np.array([[1.0, -1.0], [0.0, 0.0]]), np.array([0.0, 1.0])
agree(linalg.is_projection(oblique), "twice is once for an oblique projection too")
agree((oblique @ v) @ (v - oblique @ v) != 0, "but it leaves something that is not orthogonal")
agree(not linalg.is_orthogonal_projection(oblique), "and the library tells the two apart")

# %% [markdown]
# ## 14. In practice
#
# The same algorithm hides under several names. `scipy.linalg.qr(..., pivoting=True)` runs pivoted Gram–Schmidt on vectors (by reflections, which keep orthogonality). LAPACK's `dpstrf` is pivoted Cholesky of a full matrix. Scikit-learn's `Nystroem` takes points at random. We give all of them the digits under a quadratic kernel, whose features `qr` can see:

# %%
from scipy.linalg import lapack, qr
from sklearn.kernel_approximation import Nystroem

X = digits / 64
K, Phi = quadratic(X), quadratic_features(X)  # (357, 357) and (357, 2145)
R, pivots, _ = orthogonal.incomplete_cholesky(K)

# %% proves="ST-u51"
R_qr, pivots_qr = qr(Phi.T, mode="r", pivoting=True)
R_lapack, pivots_lapack, _, _ = lapack.dpstrf(K)  # counts from one
agree(pivots_qr[:100], pivots_lapack[:100] - 1, pivots[:100], "three routines pick the same points")

# %% [markdown]
# Three routines, the same hundred digits in the same order. `Nystroem` draws its points, so we average ten draws; what it leaves is the trace of $K$ minus the squared length of its features:


# %%
def nystroem_left(T, seed):
    """Share of the trace of K that Nystroem's T features leave."""
    approximation = Nystroem("poly", degree=2, gamma=1, coef0=1, n_components=T, random_state=seed)
    return 1 - np.sum(approximation.fit_transform(X) ** 2) / K.trace()


# %%
ranks = np.array([1, 2, 5, 10, 20, 50, 100, 200])
means_of_ten = [np.mean([nystroem_left(T, seed) for seed in range(10)]) for T in ranks]
shares = {"Nystroem (mean of 10)": means_of_ten}
for name, rows in (("ours", R), ("qr", R_qr), ("dpstrf", np.triu(R_lapack))):
    shares[name] = 1 - np.cumsum((rows**2).sum(axis=1))[ranks - 1] / K.trace()
shares["floor (eigh)"] = 1 - np.cumsum(np.linalg.eigvalsh(K)[::-1])[ranks - 1] / K.trace()
agree(shares["ours"], shares["qr"], shares["dpstrf"], "three routines leave the same shares")

# %% tags=["drawing"]
ax = plots.curves(ranks, shares, xlabel="rank T", ylabel="share of the trace left", log=True)
for line, marker in zip(ax.lines, "osx^D", strict=True):
    line.set(marker=marker, markersize=5)
ax.legend()
ax.set_title("Ours, qr and dpstrf: one curve")
plots.show(ax, alt="""Share of the trace of the digits' kernel matrix that is left, against rank, on
    log scales. Ours, scipy's pivoted QR and LAPACK's dpstrf coincide. Nystroem with
    random points is hardly worse up to rank 20 and loses slowly after that. The floor of the
    eigenvalues lies at about half of the others.""")

# %% [markdown]
# The digits are no round cloud with a rim, and random points do almost as well here as chosen ones, up to a hundred or so; at rank 200 they leave nearly twice as much. `Nystroem` differs in the choice of points only. Hand it our pivots, and its features give the same approximation, turned into other axes (it uses $K_{JJ}^{-1/2}$ where Cholesky uses $R^{-\top}$):

# %%
T = 50
theirs = Nystroem("poly", degree=2, gamma=1, coef0=1, n_components=T).fit(X[pivots[:T]])
features = theirs.transform(X)
agree(features @ features.T, R[:T].T @ R[:T], "with our pivots, Nystroem is ours", tol=1e-6)
for name, share in shares.items():
    print(f"{name:21} leaves {share[2]:.3f} at rank 5, {share[-1]:.4f} at rank 200")

# %% [markdown]
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | solve with $K$, positive definite | `scipy.linalg.cho_factor` | $n^3/3$ | $K$ plus a ridge fits in memory |
# | orthonormal axes of vectors | `numpy.linalg.qr` | $nN^2$ for $n\ge N$ | you have the images; never by $K$ |
# | … with the most independent first | `scipy.linalg.qr(pivoting=True)` | about the same | you also want to know the rank |
# | pivoted Cholesky of a full matrix | `scipy.linalg.lapack.dpstrf` | about $n^2T$, and $n^2$ memory for $K$ | $K$ exists already |
# | pivoted Cholesky on demand | `incomplete_cholesky(Gram(...))`, `PartialGramSchmidt` (ours) | $nT^2$, $T$ rows of $K$ | $n$ is large and you want a bound |
# | features in a pipeline | `Nystroem` | $nT^2$ | random points will do |
# | best subspace | `scipy.sparse.linalg.eigsh` | about $n^2k$ | the total error counts and $K$ fits |
#
# As an estimator, ours goes where `Nystroem` goes:

# %% proves="ST-A5.12"
from featurespace.estimators import PartialGramSchmidt

gs = PartialGramSchmidt(Gaussian(40), max_rank=30).fit(X_train)
expected = orthogonal.incomplete_cholesky(Gram(Gaussian(40), X_train), max_rank=30).R.T
agree(gs.transform(X_train), expected, "the estimator gives the coordinates of the function")

# %% [markdown]
# ## Takeaways
#
# - A shadow on a direction is a signed number, made of kernel values; Pythagoras gives the rest.
# - Deflation removes a direction. With eigenvectors, repeated, it is PCA; with the images themselves it is Gram–Schmidt.
# - Gram–Schmidt on images is Cholesky on $K$: $K=R^\top R$, column $i$ of $R$ is point $i$, and $\prod\nu_i^2=\det K$.
# - Old coordinates stay when new points come; what the old points cannot explain of a new one is its novelty.
# - Rank is a count above a tolerance. A Gaussian $K$ has full rank in theory and a handful of dimensions on a machine.
# - Largest residual first, stopped at η, bounds every entry of $K-R^\top R$ by η and needs $T$ rows of $K$. For the *total* residual greedy may start worse than chance.
# - Orthogonalise twice. And remember that $K$ has squared your lengths.
#
# **Now you:** [exercises for this chapter](../exercises/02_gram_schmidt_and_cholesky.ipynb). In the last one you are to beat greedy.
#
# **Further reading.** J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5. G. H. Golub and C. F. Van Loan, *Matrix Computations* (4th ed., 2013), chapters 4 and 5. S. Fine and K. Scheinberg, *Efficient SVM training using low-rank kernel representations* (2001). L. Giraud, J. Langou and M. Rozložník, *The loss of orthogonality in the Gram–Schmidt orthogonalization process* (2005). Y. Chen, E. N. Epperly, J. A. Tropp and R. J. Webber, *Randomly pivoted Cholesky* (2022), on the lottery.
