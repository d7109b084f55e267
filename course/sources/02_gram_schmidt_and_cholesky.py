# %% [markdown]
# # 2. Gram–Schmidt and Cholesky
#
# A sheet was marked, rolled up and put through a scanner: 100 000 points in space. Thanks to the marks we know for each how far along the sheet it lies, as an angle from 270° (inside) to 810° (outside), one and a half turns. The next sheets come without marks. How far along the sheet is a new point? Anyone would first try a straight formula, the best weighted sum of the three coordinates:

# %%
import numpy as np
from sklearn.linear_model import LinearRegression

from featurespace import datasets, linalg, means, orthogonal, pca, plots
from featurespace.demos import orthogonal as demos
from featurespace.estimators import PartialGramSchmidt
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops
from featurespace.kernels import Gaussian, Gram, Linear, Polynomial, quadratic_features

np.set_printoptions(suppress=True)  # 0.01 rather than 1.000e-02

# %%
roll, turn = datasets.swiss_roll(100_000, np.random.default_rng(0))
later, later_turn = datasets.swiss_roll(5000, np.random.default_rng(2))  # its marks only judge
angle, later_angle = np.degrees(turn), np.degrees(later_turn)


def typical_error(features, new_features):
    """Fit places by least squares; the root mean square error on later points, in degrees."""
    guess = LinearRegression().fit(features, angle).predict(new_features)
    return np.sqrt(np.mean((guess - later_angle) ** 2))


straight_error = typical_error(roll, later)
print(f"typical error {straight_error:.0f}°; a blind guess has {angle.std():.0f}°")

# %% tags=["drawing"]
left, right = plots.axes(2, width=8.6, height=3.5)
seen_from = np.array([[1.0, 0.0], [0.5, 0.3], [0.0, 1.0]])
shown = slice(2500)
dots = left.scatter(*(roll[shown] @ seen_from).T, c=angle[shown], s=6)
left.figure.colorbar(dots, ax=left, label="along the sheet, degrees", shrink=0.9)
left.set(xticks=[], yticks=[], title="2500 of 100 000 scanned points")
straight = LinearRegression().fit(roll, angle).predict(later)
right.plot([270, 810], [270, 810], "--", color="black", linewidth=1.5, label="as it should be")
right.plot(later_angle[:1500], straight[:1500], ".", color=plots.BLUE, ms=3, label="later points")
right.set(xlabel="true place, degrees", ylabel="guessed place", ylim=(250, 830))
right.legend(loc="upper left")
right.set_title(f"A straight formula is off by {straight_error:.0f}°")
plots.show(
    left,
    alt="""Left, a sheet rolled up in space, its points coloured by how far along the sheet they
    lie. Right, the places guessed by a weighted sum of the coordinates against the true ones:
    a flat wave that hardly follows the diagonal line of right guesses.""",
)

# %% [markdown]
# Hopeless: going round the roll, every coordinate goes up and down again. [Chapter 1](01_means_and_distances.ipynb) knows what to do: forget coordinates, ask how *alike* two points are. But its table of similarities has a row and a column for every point. That is $10^{10}$ numbers of 8 bytes, 80 GB, and your laptop has perhaps 16.
#
# Do we need all of it? Points that lie close together have nearly the same row. Try how many of them must stay, before you know how it works:

# %%
demos.a_few_for_all()

# %% [markdown]
# **After this chapter you can** give coordinates to points of which you know only similarities; say what a new point adds to the old ones; tell how many dimensions data use, in theory and on a machine; and pick the few points that stand for a hundred thousand, with a bound on what is lost.
#
# **Needs** lengths and distances from [chapter 1](01_means_and_distances.ipynb#2.-Lengths-and-distances), the [shadow](A_linear_algebra.ipynb#3.-The-shadow) and [eigenvalues](A_linear_algebra.ipynb#6.-Eigenvalues) from appendix A. **Sources** section 5.2 of a kernel-methods book (called *the book* in the rooms).
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: what is the squared length of the combination Σ α<sub>i</sub> φ(x<sub>i</sub>), written with <i>K</i>?</summary>
#
# $\alpha^\top K\alpha$. Every direction in this chapter will be given by such weights.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $w=\sum_i\alpha_i\phi(x_i)$ | `alpha` (n,) | a direction, by its dual weights |
# | $\Phi$ | `Phi` (n, N) | images as rows, where we can write them down |
# | $P,\ I-P$ | | a projection and its complement |
# | $q_i,\ Q$ | `Q` (N, n) | orthonormal directions, as columns |
# | $R,\ r_i$ | `R` (n, n) | new coordinates: column $i$ is point $i$ |
# | $\nu_i$ | | length of what point $i$ adds to those before it |
# | $d_i$ | | squared residual of point $i$: what is not explained yet |
# | $\eta$ | `eta` | cut-off for $d$ |
# | $T$ | `max_rank` | number of points picked (pivots) |

# %% [markdown] needs="1.2 A.3"
# ## 1. A shadow
#
# We want coordinates for images that nobody has seen. One coordinate, to begin with: how far does an image reach along a given direction?
#
# > **Predict.** A vector of length 5 has a shadow of length 3 on some line. How far is its tip from the line?
# >
# > <details><summary>Answer</summary>
# >
# > 4, by Pythagoras: shadow, rest and vector form a right-angled triangle, and $3^2+4^2=5^2$.
# > </details>
#
# In the plane, with light falling at right angles to the line through $w$:


# %% tags=["drawing"] shows="ST-u27"
def arrow(ax, tip, name, colour=plots.BLUE, aside=(0.12, 0.12)):
    """An arrow from the origin, with its name beside the tip."""
    look = {"color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", **look})
    ax.text(*np.add(tip, aside), name, color=colour)


w, pair = np.array([2.0, 1.0]), np.array([[0.5, 2.6], [-2.0, 1.5]])
reach = pair @ w / np.linalg.norm(w)  # signed lengths of the shadows
shadows = np.outer(reach, w / np.linalg.norm(w))
ax = plots.axes(width=6.4, height=3.4)
ax.set(xlim=(-3.2, 5), ylim=(-1.6, 3.6), aspect="equal")
ax.axline((0, 0), w, color=plots.GREY, linewidth=1)
for x, p, name in zip(pair, shadows, "ab", strict=True):
    ends = np.array([[0, 0], p, x]).T
    ax.plot(*ends[:, :2], "-", color=plots.GREEN, lw=6, alpha=0.5, label="shadow" * (name == "a"))
    ax.plot(*ends[:, 1:], ":", color=plots.ORANGE, label="rest" * (name == "a"))
    arrow(ax, x, name)
arrow(ax, w, "w", "black", (0.1, -0.4))
ax.legend(loc="lower right")
ax.set_title(f"a reaches {reach[0]:.2f} along w, b reaches {-reach[1]:.2f} backwards")
plots.show(
    ax,
    alt="""Three arrows from the origin: w, a and b, and the line through w. Dotted rests drop
    from the tips of a and b to the line at right angles. The shadow of a points along w and is
    a little shorter than it, the shadow of b points the other way.""",
)

# %% [markdown] teaches="ST-u27 ST-u28 ST-u29 ST-u30"
# The shadow of an image is a multiple of $w$, namely $\frac{\langle w,\phi(x)\rangle}{\|w\|^2}\,w$. How far it reaches is $\langle w,\phi(x)\rangle/\|w\|$, a number with a **sign**: for b it is negative. In feature space we hold $w$ by its dual weights, $w=\sum_i\alpha_i\phi(x_i)$. Multiply out, and only kernel values remain; Pythagoras gives the squared rest:
#
# $$\text{reach} = \frac{\sum_i\alpha_i\,\kappa(x_i,x)}{\sqrt{\alpha^\top K\alpha}}, \qquad
# \|\text{rest}\|^2 = \kappa(x,x) - \text{reach}^2$$
#
# > **By hand.** Four points stay with us to the end. All that is known of them is their table:
# >
# > $$K=\begin{pmatrix}9&3&6&6\\3&5&4&4\\6&4&6&5\\6&4&5&5\end{pmatrix}$$
# >
# > Take the first image as direction $w$, so $\alpha=(1,0,0,0)$. Its length is $\sqrt9=3$. The second reaches $3/3=1$ along it. Its squared length is 5, so the rest has $5-1^2=4$ and is 2 long. The third and fourth reach $6/3=2$.


# %%
def shadow(k, kxx, K, alpha):
    """Reach along w, and squared rest; k holds κ(x_i, x)."""
    reach = alpha @ k / np.sqrt(alpha @ K @ alpha)
    return reach, kxx - reach**2


# %%
K = np.array([[9, 3, 6, 6], [3, 5, 4, 4], [6, 4, 6, 5], [6, 4, 5, 5]])
for i in range(4):
    reach_i, rest_i = shadow(K[i], K[i, i], K, np.array([1, 0, 0, 0]))
    print(f"point {i + 1}: reaches {reach_i:g} along point 1, squared rest {rest_i:g}")

# %% [markdown]
# Is that what vectors would give? We look where images *can* be written down, with the quadratic kernel of chapter 1: five points, a direction by random weights, and four new points.

# %% proves="ST-u28 ST-u29"
rng, quadratic = np.random.default_rng(2), Polynomial(degree=2)
X, Z, weights = rng.normal(size=(5, 2)), rng.normal(size=(4, 2)), rng.normal(size=5)
K_five, k_new, diag_new = quadratic(X), quadratic(Z, X), quadratic.diag(Z)
Phi, Phi_new = quadratic_features(X), quadratic_features(Z)
unit = weights @ Phi / np.linalg.norm(weights @ Phi)  # (6,): w itself, made one long
reaches, rests = orthogonal.dual_projection(k_new, K_five, weights, diag_new)
print("from kernel values", reaches.round(3))
print("from vectors      ", (Phi_new @ unit).round(3))
agree(reaches, Phi_new @ unit, "the reach along w = a product with a unit vector")

# %% tags=["proof"] proves="ST-u27 ST-u29 ST-u30"
agree(abs((shadows * (pair - shadows)).sum(axis=1)) < 1e-12, "shadow and rest at right angles")
from_vectors = ((Phi_new - np.outer(Phi_new @ unit, unit)) ** 2).sum(axis=1)
agree(rests, from_vectors, "squared rest by Pythagoras = by vectors")
agree(shadow(k_new[0], diag_new[0], K_five, weights), (reaches[0], rests[0]), "ours = the library")

# %% [markdown]
# > **In short.** A shadow is one signed coordinate, and it costs one row of kernel values.

# %% [markdown] needs="2.1" teaches="ST-u35 ST-u36 ST-u37 ST-u38 ST-u39"
# ## 2. Gram–Schmidt
#
# One direction gives one coordinate. For more we need more axes, at right angles to each other and one long (**orthonormal**), or else some part of an image would be counted twice. Where from? From the images themselves.
#
# > **Predict.** Three arrows lie in one plane. From the first two you make two axes at right angles, and from the third you take away its shadows on both. How long is what is left?
# >
# > <details><summary>Answer</summary>
# >
# > Zero, unless the first two arrows are parallel. Two axes reach everything in the plane, so the third arrow is all shadow.
# > </details>
#
# **Gram–Schmidt** goes through the images one after another. The first, made one long, is the first axis: $q_1=\phi(x_1)/\|\phi(x_1)\|$. Each later image is stripped of its shadows on the axes found so far. The length of what is left is called $\nu_i$: so much *new* direction does the point bring. What is left, made one long, is the next axis:
#
# $$\nu_i\,q_i = \phi(x_i) - \sum_{j<i}\langle q_j,\phi(x_i)\rangle\,q_j = (I-Q_{i-1}Q_{i-1}^\top)\,\phi(x_i), \qquad \|q_i\|=1$$
#
# ($Q_{i-1}$ has $q_1,\dots,q_{i-1}$ as columns.) In a plane it takes three pictures:

# %% tags=["drawing"] shows="ST-u35 ST-u36 ST-u37 ST-u38 ST-u39"
a, c = np.array([2.0, 0.7]), np.array([0.6, 1.9])
q1 = a / np.linalg.norm(a)
r12, rest = q1 @ c, c - (q1 @ c) * q1
nu2, q2 = np.linalg.norm(rest), rest / np.linalg.norm(rest)
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
plots.show(
    row[0],
    alt="""Three frames of Gram–Schmidt in the plane. One: arrows x1 and x2, and q1
    along x1. Two: the shadow of x2 on q1, a broad line. Three: what is left of x2 stands at right
    angles to q1 and gives q2.""",
)

# %% [markdown]
# > **By hand.** Our four points can be shown in space; three have whole numbers: the first is $(1,2,2)$, the second $(-1,2,0)$, the fourth $(0,2,1)$ (compare their inner products with $K$). So $\nu_1=3$ and $q_1=\frac13(1,2,2)$. The second reaches 1 along $q_1$; what is left is $(-1,2,0)-\frac13(1,2,2)=\frac13(-4,4,-2)$, with length $\nu_2=\frac13\sqrt{36}=2$. So $q_2=\frac13(-2,2,-1)$. And the fourth? It reaches 2 along $q_1$ and 1 along $q_2$, and $2q_1+q_2=(0,2,1)$: nothing is left, $\nu_4=0$.
#
# As code, a loop over points. What is written down for point $i$, its shadows and then $\nu_i$, fills column $i$ of a table $R$. Here for the first three points (the third is $\frac13(2,7,1)$; the fourth would make the last line divide by $\nu_4=0$):


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


# %% proves="ST-u36 ST-u37"
three = np.array([[1, 2, 2], [-1, 2, 0], [2 / 3, 7 / 3, 1 / 3]])
Q_three, R_three = slow_gram_schmidt(three)
print(R_three.round(6) + 0.0)
agree(3 * Q_three[:, :2], [[1, -2], [2, 2], [2, -1]], "the two axes found by hand, times three")
agree(R_three, [[3, 1, 2], [0, 2, 1], [0, 0, 1]], "and the numbers found by hand")

# %% [markdown] teaches="ST-u40"
# Read the formula backwards, and each image is a walk along the axes: $\phi(x_i)=Q\,r_i$, with $r_i$ the column of $R$. All columns at once:
#
# $$\Phi^\top = QR$$
#
# $R$ is **upper triangular** (zeros below the diagonal), because point $i$ walks along the first $i$ axes only. Most people keep $Q$ and take $R$ for bookkeeping. For us it is the other way round. Predict, then let $R$ fill:

# %%
demos.three_arrows()

# %% tags=["proof"] proves="ST-u39 ST-u40 ST-u41"
Q, R = orthogonal.gram_schmidt(Phi)
slow_Q, slow_R = slow_gram_schmidt(Phi)
agree(Q @ R, Phi.T, "five points: QR gives the images back")
agree(Q.T @ Q, np.eye(5), "the axes are orthonormal")
agree(np.vstack([slow_Q, slow_R]), np.vstack([Q, R]), "our loop finds what the library finds")
agree(abs(np.linalg.qr(Phi.T).R), abs(R), "numpy's qr finds the same triangle, up to signs")

# %% [markdown]
# > **In short.** Column $i$ of $R$ is point $i$, in axes that the points chose. Its entry on the diagonal, $\nu_i$, is what the point adds to those before it.

# %% [markdown] needs="2.2" teaches="ST-u41 ST-u42 ST-D5.10 ST-u43"
# ## 3. R needs no images
#
# So far we needed the images, and the Gaussian kernel does not hand them out. But we only want $R$.
#
# > **Predict.** $\Phi^\top=QR$, with orthonormal columns in $Q$ and a positive diagonal in the triangle $R$, is called a **QR decomposition**. Put it into $K=\Phi\Phi^\top$. What becomes of $Q$?
# >
# > <details><summary>Answer</summary>
# >
# > It cancels, since $Q^\top Q=I$. Only $R$ is left.
# > </details>
#
# $$K = \Phi\Phi^\top = R^\top Q^\top Q\,R = R^\top R$$
#
# So a kernel matrix is a lower triangle times its own transpose. Written that way it has a name, **Cholesky decomposition**, and every numerical library can find it from $K$ alone. If the images are independent ($K$ is positive *definite*), there is only one such $R$ with a positive diagonal. So whoever finds it has carried out Gram–Schmidt in feature space, without ever entering it.
#
# > **By hand.** $R^\top R$ multiplies columns of $R$ with each other. Second with third: $1\cdot2+2\cdot1=4$, as $K$ says. Third with fourth, which is $(2,1,0)$: $2\cdot2+1\cdot1+1\cdot0=5$.
#
# Numpy, given nine numbers of the table and no vector:

# %%
print(np.linalg.cholesky(K[:3, :3]).T)  # numpy returns the lower triangle R⊤

# %% [markdown]
# The triangle of section 2. Why there is only one, what it has to do with volumes, and how to get the axes: [room 2f](#2f.-Volumes).

# %% tags=["proof"] proves="ST-u42 ST-D5.10 ST-u43"
agree(R.T @ R, K_five, "five points: K = R'R, with the R of Gram–Schmidt on explicit images")
agree(
    R,
    np.linalg.cholesky(K_five).T,
    orthogonal.cholesky(K_five),
    "numpy and the library find this R from K alone",
)

# %% [markdown]
# > **In short.** Gram–Schmidt on the images is Cholesky on $K$: same $R$, no images.

# %% [markdown] needs="2.3"
# ## 4. Cholesky, step by step
#
# How does one find $R$ in the table? By doing to the table what Gram–Schmidt would do to the images: take the first image out of all the others.
#
# > **Predict.** Every image, the first one too, loses its shadow on the first. What stands in the first row of the *new* table of inner products?
# >
# > <details><summary>Answer</summary>
# >
# > Zeros. Of the first image nothing is left, and zero has no inner product with anybody.
# > </details>
#
# The images reach $(3,1,2,2)$ along the first axis: section 1 divided the first row of $K$ by $\sqrt9$. These reaches are the first row of $R$. Now each image is a shadow plus a rest, at right angles to each other. So an inner product of two images is the product of their reaches, plus the inner product of their rests. We want the rests: subtract from each entry the product of two reaches.
#
# > **By hand.** Entry (2, 2) loses $1\cdot1$: $5-1=4$. Entry (2, 3) loses $1\cdot2$: $4-2=2$. Entry (3, 3) loses $2\cdot2$: $6-4=2$. Do the rest, then look. Point 2 now has a 4 on the diagonal: divide its row by $\sqrt4$ and go on. Three rounds in all.

# %% tags=["drawing"]
tables, reached = [K.astype(float)], []
for j in range(3):
    reached.append(tables[-1][j] / np.sqrt(tables[-1][j, j]))
    tables.append(tables[-1] - np.outer(reached[-1], reached[-1]))
row = plots.axes(4, width=9, height=2.6)
words = ("the table", "without point 1", "… and 2", "… and 3: nothing left")
for ax, table, name in zip(row, tables, words, strict=True):
    ax.imshow(table, cmap="Blues", vmin=0, vmax=14)
    for (i, j), value in np.ndenumerate(table):
        ax.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=12)
    ax.set(xticks=[], yticks=[], title=name)
    ax.grid(visible=False)
plots.show(
    row[0],
    alt="""Four tables of four by four numbers. The kernel matrix with diagonal 9, 5, 6, 5; after
    point 1 is taken out its row and column are zero and the diagonal is 0, 4, 2, 1; after point 2
    only a single 1 is left at the third place; after point 3 all entries are zero.""",
)
agree(reached, [[3, 1, 2, 2], [0, 2, 1, 1], [0, 0, 1, 0]], "the rows taken out are the rows of R")

# %% [markdown] teaches="ST-u44 ST-u45 ST-u46"
# That is all of Cholesky. To write it as a recursion, ask what is left of entry $(j,i)$ when the turn comes to row $j$: the entry itself, minus one product for each row before. Divide by the root of the diagonal:
#
# $$R_{ji} = \frac1{\nu_j}\Bigl(K_{ji}-\sum_{t<j}R_{tj}R_{ti}\Bigr),\qquad i>j$$
#
# For $\nu_j$ we keep an **account** $d$ of the diagonal, the squared length of what is left of each image. It starts as $d_i=K_{ii}$, each new coordinate pays off a part, $d_i\leftarrow d_i-R_{ji}^2$, and when the turn comes to point $j$, $\nu_j=\sqrt{d_j}$. For our points: $(9,5,6,5)\to(0,4,2,1)\to(0,0,1,0)\to(0,0,0,0)$.


# %%
def slow_cholesky(K):
    """R with R'R = K, entry by entry."""
    d, R = K.diagonal().astype(float), np.zeros(K.shape)
    for j in range(len(K)):
        R[j, j] = np.sqrt(d[j])
        for i in range(j + 1, len(K)):
            R[j, i] = (K[j, i] - R[:j, j] @ R[:j, i]) / R[j, j]
            d[i] -= R[j, i] ** 2
    return R


# %%
print(slow_cholesky(K))

# %% tags=["proof"] proves="ST-u44 ST-u45 ST-u46"
agree(slow_cholesky(K_five), R, "our loop on K = Gram–Schmidt on explicit images, five points")
after = K_five
for j in range(3):
    after = orthogonal.deflate_gram(after, np.eye(5)[j])
account = K_five.diagonal() - (R[:3] ** 2).sum(axis=0)
agree(after.diagonal(), account, "the account d = the diagonal of the table that is left")

# %% [markdown] teaches="ST-u47"
# So we have coordinates for any kernel, also for the Gaussian one with its endless list of features. Thirty points of chapter 1's moons get thirty numbers each, and these have the right distances:

# %% proves="ST-u47"
moons, _ = datasets.moons(30, np.random.default_rng(0))
K_moons = Gaussian(0.5)(moons)
coordinates = orthogonal.cholesky(K_moons).T  # one row per point, as usual
apart = np.linalg.norm(coordinates[0] - coordinates[1:4], axis=1)
print("in coordinates    ", apart.round(4))
print("from kernel values", np.sqrt(means.squared_distances(K_moons)[0, 1:4]).round(4))
agree(coordinates @ coordinates.T, K_moons, "thirty coordinates give every inner product back")

# %% [markdown]
# Any method written for plain vectors now runs in feature space: hand it the rows of `coordinates`.
#
# > **In short.** Cholesky takes one image after another out of the table; what it takes are coordinates, for any kernel.

# %% [markdown] needs="2.4" teaches="ST-u48"
# ## 5. New points
#
# > **Predict.** A new point arrives. Must all of $R$ be computed anew?
# >
# > <details><summary>Answer</summary>
# >
# > No. An old column never looked at later points. The newcomer just gets one more column.
# > </details>
#
# It needs its kernel values with the old points, $k_j=\kappa(x_j,z)$, and the same recursion gives its coordinates $c$, one from another:
#
# $$c_j = \frac1{\nu_j}\Bigl(k_j-\sum_{t<j}R_{tj}\,c_t\Bigr)$$
#
# (This solves the triangular system $R^\top c=k$ from the top, called *forward substitution*.)
#
# > **By hand.** Keep our first three points. A newcomer has $k=(3,3,4)$ and squared length $\kappa(z,z)=4$. Then $c_1=3/3=1$, $c_2=(3-1\cdot1)/2=1$, $c_3=(4-2\cdot1-1\cdot1)/1=1$. But $\|c\|^2=3$, and 4 were due. What the old axes cannot explain has squared length 1: that is *news*.


# %%
def new_column(k, R):
    """Coordinates of a new point from its kernel values k with the old ones."""
    c = np.zeros(len(k))
    for j in range(len(k)):
        c[j] = (k[j] - R[:j, j] @ c[:j]) / R[j, j]
    return c


# %%
R_old = slow_cholesky(K[:3, :3])
newcomer = new_column(np.array([3, 3, 4]), R_old)
print(f"coordinates {newcomer}, news {4 - newcomer @ newcomer:g}")

# %% tags=["proof"] proves="ST-u48"
fifth = new_column(K_five[:4, 4], slow_cholesky(K_five[:4, :4]))
agree(fifth, R[:4, 4], "the column that all five points together would have given")
agree(fifth, np.linalg.solve(R[:4, :4].T, K_five[:4, 4]), "it solves the triangular system")
agree(fifth @ R[:4, :4], K_five[4, :4], "inner products with old points are right")
agree(K_five[4, 4] - fifth @ fifth, R[4, 4] ** 2, "what is missing of its length is ν²: news")

# %% [markdown]
# The newcomer's inner products with *old* points are right, $c^\top r_i=k_i$. Only its own length falls short, by the news. Where would a newcomer be news to the thirty points of the moons?

# %% tags=["drawing"]
ax = plots.axes(width=5.6, height=3.2)
ax.set(xlim=(-2, 3), ylim=(-1.7, 2.2))


def news(places):
    c = np.linalg.solve(coordinates, Gaussian(0.5)(moons, places))
    return (1 - (c**2).sum(axis=0)).clip(0, 1)  # round-off may go beyond


x1, x2, values = plots.on_grid(news, ax)
filled = ax.contourf(x1, x2, values, levels=np.arange(0, 1.01, 0.1), cmap="Blues")
ax.figure.colorbar(filled, ax=ax, label="news")
ax.plot(*moons.T, "o", color=plots.ORANGE, markersize=5, label="old points")
ax.legend(loc="lower left")
ax.set_title("No news near the old points, nothing but news far away")
plots.show(
    ax,
    alt="""The plane with thirty points on two half-moons, shaded by how much of a new point there
    would be news: a white region holds all points and the gaps between them, around it the
    shade deepens, and about one unit away all is dark.""",
)

# %% [markdown]
# White means: the old points know everything about that place. Dark is a reason to ring an alarm, or to keep the newcomer. Remember this map when we choose.
#
# > **In short.** Old coordinates stay; a new point adds one column, and what the old ones leave of it is news.

# %% [markdown] needs="2.4 A.6" teaches="ST-P5.11 ST-u49"
# ## 6. Rank on a machine
#
# Now we can ask how many points are enough. Our fourth point added nothing: its account was paid before its turn came, $d_4=0$. Four points, but only three dimensions. This number, how many of the images bring something new, is the **rank** of the data in feature space.
#
# > **Predict.** Which of these have the same rank: the images $\Phi$ (n × N), the kernel matrix $K=\Phi\Phi^\top$ (n × n), the matrix $\Phi^\top\Phi$ (N × N)?
# >
# > <details><summary>Answer</summary>
# >
# > All three. If $K\alpha=0$, then $0=\alpha^\top K\alpha=\|\Phi^\top\alpha\|^2$, so $\Phi^\top\alpha=0$: whatever combination vanishes for one vanishes for the other. The same argument works for $\Phi^\top\Phi$.
# > </details>
#
# Twelve points under the quadratic kernel of the plane, whose images have six features:

# %% proves="ST-P5.11"
twelve = np.random.default_rng(5).normal(size=(12, 2))
features = quadratic_features(twelve)
ranks = [np.linalg.matrix_rank(M) for M in (features, features.T @ features)]
print(f"Φ {ranks[0]}, Φ⊤Φ {ranks[1]}, K {orthogonal.kernel_rank(quadratic(twelve))}")
agree(*ranks, orthogonal.kernel_rank(quadratic(twelve)), 6, "twelve points, six dimensions")

# %% [markdown] teaches="ST-u50"
# So the table alone tells. And under a Gaussian kernel? A theorem says that distinct points *always* have independent images. Why? Suppose some combination of images vanished. Then so would its inner product with the image of every place $z$:
#
# $$\sum_i\alpha_i\,\kappa(x_i,z)=0 \quad\text{for all } z$$
#
# a sum of hills that cancel everywhere. Walk away in a direction in which one of the points lies farther out than all others. All hills fade, but the hill of that leader fades more slowly than any other. For hills at 0 and 1 and σ = 1, walking to the right, the hill at 1 is higher than the hill at 0 by this factor:

# %%
for z in (1, 5, 10):
    print(f"at {z:2}: {np.exp(-((z - 1) ** 2) / 2) / np.exp(-(z**2) / 2):8.1f}")

# %% [markdown]
# And so on without limit. Far out nobody is left to cancel the leader, so its weight is zero. Drop that point, walk again, and in the end all weights are zero. So $K$ has full rank, for ten points or ten thousand. Now ask your computer (and leave the crosses for section 7):

# %%
demos.rank_on_a_knob()

# %% [markdown]
# For fifty even points on $[0,1]$ we count the eigenvalues of $K$ that exceed round-off, the error of numbers with sixteen digits; and we ask numpy for the triangle at σ = 0.3:

# %% proves="ST-u50"
line = np.linspace(0, 1, 50)[:, None]
widths = (0.02, 0.05, 0.2, 0.3, 0.7, 2)
found = [orthogonal.kernel_rank(Gaussian(s)(line)) for s in widths]
for s, count in zip(widths, found, strict=True):
    print(f"σ = {s:4}: {count} of 50")
assert found == [50, 50, 19, 15, 10, 7]
try:
    np.linalg.cholesky(Gaussian(0.3)(line))
except np.linalg.LinAlgError as error:
    print("numpy:", error)

# %% [markdown]
# The theorem is right ([room 2c](#2c.-Is-the-theorem-wrong?) asks a machine with more digits). But most of the fifty dimensions are thinner than round-off, and numpy's Cholesky trips over the first "square" that comes out negative. For the scanner this is good news. The wider the kernel, the more alike the points, and the fewer of them say anything that a machine, or you, could notice.
#
# > **In short.** On a machine rank means: so many directions above so much noise. You choose the noise.

# %% [markdown] needs="2.6"
# ## 7. Largest first
#
# If a few points say it all, which few? So far we took them as they came. But the account $d$ says at any moment how much of each point is unexplained. So take the *largest* next, and stop when nothing of size is left.
#
# > **Predict.** Here are 357 handwritten threes and eights, 64 pixels each. How many of these pictures are enough to write all the others as combinations of them, to the last grey level?
# >
# > <details><summary>Answer</summary>
# >
# > 54. More than 64 cannot be independent, and ten pixels are never inked.
# > </details>

# %% proves="ST-u51"
digits, label = datasets.digits(3, 8)  # +1 for a three, -1 for an eight
in_order = orthogonal.gram_schmidt(digits, method="twice")[1].diagonal()  # ν, see room 2e
greedy_all = orthogonal.incomplete_cholesky(Linear()(digits))  # the largest account next
print(f"as they come:  the last that adds something is number {np.flatnonzero(in_order)[-1] + 1}")
print(f"largest first: done after {len(greedy_all.pivots)}")
when_picked = greedy_all.R[np.arange(54), greedy_all.pivots] ** 2  # its account when picked
agree(np.diff(when_picked) <= 0, "no pick had more left than the one before")
agree((digits > 0).any(axis=0).sum(), np.count_nonzero(in_order), 54, "pixels that are ever inked")

# %% [markdown] teaches="ST-u51 ST-A5.12 ST-C5.4"
# This is **pivoting**, and the points picked are **pivots**. The search costs nothing, since the account is kept anyway. Stopped early, at a cut-off $\eta$, it is *incomplete Cholesky*, or partial Gram–Schmidt.
#
# > **By hand.** Accounts $9,5,6,5$: pick point 1. Left: $0,4,2,1$: pick point 2. Left: $0,0,1,0$. With $\eta=1$ we stop here, $T=2$. The two rows give back all of $K$ but one entry: $K_{33}=6$ comes out as $2^2+1^2=5$.


# %%
def slow_incomplete(K, eta):
    """Rows of R and the pivots, largest residual first, until all residuals are at most eta."""
    d, R, pivots = K.diagonal().astype(float), np.zeros((0, len(K))), []
    while d.max() > eta:
        i = int(d.argmax())
        row = (K[i] - R[:, i] @ R) / np.sqrt(d[i])
        R, d = np.vstack([R, row]), d - row**2
        pivots.append(i)
    return R, pivots


# %%
R_two, first_two = slow_incomplete(K, eta=1)
print(f"pivots {first_two}, counted from 0; what is left of K:")
print(K - R_two.T @ R_two)

# %% [markdown] teaches="ST-u52"
# What is promised when we stop? $K-R^\top R$ holds the inner products of what is left of the images. An inner product is at most the product of two lengths, and the squared lengths are the accounts:
#
# $$|(K-R^\top R)_{ij}| \le \sqrt{d_i\,d_j} \le \max_i d_i \le \eta$$
#
# One number bounds the error of *every* kernel value. Here for sixty points along a horseshoe, eight pivots (purple is positive, orange negative, white zero):

# %% tags=["drawing"] shows="ST-u52"
shoe, t = datasets.horseshoe(60, np.random.default_rng(1))
K_shoe = Gaussian(0.6)(shoe[t.argsort()])
R_shoe = orthogonal.incomplete_cholesky(K_shoe, max_rank=8).R
row = plots.axes(3, width=9, height=2.9)
titles = ("K: 60 points, neighbours alike", "R: 8 numbers for each", "K − R⊤R: gaps between pivots")
for ax, M, title in zip(row, (K_shoe, R_shoe, K_shoe - R_shoe.T @ R_shoe), titles, strict=True):
    ax.imshow(M, cmap="PuOr", vmin=-1, vmax=1, aspect="auto", interpolation="nearest")
    ax.set_title(title, fontsize=10)
    ax.grid(visible=False)
plots.show(
    row[0],
    alt="""Three heat maps. K is a band along the diagonal. R has eight rows, each
    with a bump around its pivot. K minus R transposed R is pale, with small blocks on the
    diagonal between the pivots.""",
)

# %% [markdown]
# The digits under a Gaussian kernel, at three cut-offs:

# %% proves="ST-A5.12 ST-u52"
K_digits = Gaussian(40)(digits)
for eta in (0.5, 0.1, 0.01):
    R_eta, pivots_eta, d_eta = orthogonal.incomplete_cholesky(K_digits, eta)
    off_by = np.abs(K_digits - R_eta.T @ R_eta).max()
    print(f"η = {eta:4}: {len(pivots_eta):3} of 357 picked, largest error in K {off_by:.4f}")
    assert off_by <= eta and np.isclose(off_by, d_eta.max())

# %% tags=["proof"] proves="ST-u51 ST-A5.12 ST-C5.4"
R_ours, pivots_ours = slow_incomplete(K_digits, eta=0.1)
R_theirs, pivots_theirs, d_theirs = orthogonal.incomplete_cholesky(K_digits, eta=0.1)
agree(pivots_ours, pivots_theirs, "our loop picks what the library picks")
agree(R_ours, R_theirs, "and fills the same rows")
agree(np.abs(K_digits - R_ours.T @ R_ours).max(), d_theirs.max(), "largest error = largest account")

# %% [markdown]
# A promise of 0.01 takes nearly all of them: little is saved! Every digit has something of its own. Here are the first eight pivots, each least like those before (the first is a tie, since every $\phi(x)$ has length one):

# %% tags=["drawing"] shows="ST-u51"
row = plots.axes(8, width=9, height=1.5)
for ax, i in zip(row, pivots_theirs, strict=False):
    ax.imshow(digits[i].reshape(8, 8), cmap="gray_r")
    ax.set(xticks=[], yticks=[], title="three" if label[i] > 0 else "eight")
    ax.grid(visible=False)
plots.show(
    row[0],
    alt="""The first eight pivots among the digits as small images: threes and eights
    in very different hands: slanted left and right, some without a closed loop.""",
)

# %% [markdown]
# When, then, does it save anything?
#
# > **Predict.** Take 400 points of our roll (σ = 5), and sixteen times as many. How many times as many pivots are needed at $\eta=0.01$? And of handwritten digits, now of all ten kinds (σ = 40), 100 against 1600?
# >
# > <details><summary>Answer</summary>
# >
# > Hardly more for the roll, over ten times as many for the digits.
# > </details>

# %% tags=["drawing"]
from sklearn.datasets import load_digits

scans, digit = load_digits(return_X_y=True)  # 1797 digits, zero to nine
mixed = np.random.default_rng(0).permutation(scans)
sizes_n = np.array([50, 100, 200, 400, 800, 1600, 3200, 6400])


def needed(kernel, points):
    return len(orthogonal.incomplete_cholesky(Gram(kernel, points), eta=0.01).pivots)


of_digits = [needed(Gaussian(40), mixed[:n]) for n in sizes_n[:6]]
of_roll = [needed(Gaussian(5.0), roll[:n]) for n in sizes_n]
ax = plots.axes(width=6, height=3.3)
ax.plot(sizes_n[:6], of_digits, "s-", color=plots.ORANGE, label="handwritten digits")
ax.plot(sizes_n, of_roll, "o-", color=plots.BLUE, label="points of the roll")
ax.set(xscale="log", yscale="log", xlabel="points n", ylabel="pivots T at η = 0.01")
ax.legend()
ax.set_title(f"The roll stops at about {round(of_roll[-1], -1)} pivots; the digits do not")
plots.show(
    ax,
    alt="""Number of pivots against number of points on log scales. For the digits it keeps growing
    almost as fast as the number of points, for the roll it levels off at about 130.""",
)
agree(of_roll[-1] < 1.2 * of_roll[3], "roll: 16 times the points, hardly more pivots")
agree(of_digits[-1] > 10 * of_digits[1], "digits: 16 times the points, over ten times the pivots")

# %% [markdown]
# The roll is a surface, smooth and two-dimensional: once pivots cover it, about a kernel's width apart, the map of section 5 is white, and more points add next to nothing. The digits fill so many dimensions that hardly any is in the white of the others.
#
# > **In short.** Largest account first, and stop: no kernel value is off by more than $\eta$. It takes few points where data are smooth and of low dimension.

# %% [markdown] needs="2.5 2.7 A.4"
# ## 8. A hundred thousand points
#
# Back to the scanner and its 80 GB. Look again at the loop: of the table it asks for the diagonal, and then for *one row per pivot*. The library's `Gram` computes rows when asked and stores none. So $K$ never exists. What is kept is $R$, with $nT$ numbers, filled in $nT^2$ operations:

# %%
import tracemalloc

gram = Gram(Gaussian(5.0), roll)
tracemalloc.start()
factor = orthogonal.incomplete_cholesky(gram, max_rank=150)
peak = tracemalloc.get_traced_memory()[1]
tracemalloc.stop()
print(f"K would take {gram.shape[0] * gram.shape[1] * 8 / 1e9:.0f} GB,", end=" ")
print(f"R takes {factor.R.nbytes / 1e6:.0f} MB")
print(f"no entry of K is off by more than {factor.residuals.max():.4f}")

# %% [markdown]
# That took a second or so. With coordinates a kernel method is a plain one: the same least squares as on the first page, on 150 columns instead of 3. Later points need their similarity to the 150 pivots only, and forward substitution (section 5):

# %%
to_pivots = Gaussian(5.0)(later, roll[factor.pivots])  # (5000, 150)
new_coordinates = orthogonal.incomplete_features(to_pivots, factor, at_pivots=True)  # only those
pivot_error = typical_error(factor.R.T, new_coordinates)
print(f"from 3 coordinates: {straight_error:5.1f}°")
print(f"from 150 pivots:    {pivot_error:5.1f}°")

# %% tags=["drawing"]
ax = plots.axes(width=5.6, height=3.3)
unrolled = LinearRegression().fit(factor.R.T, angle).predict(new_coordinates)
ax.plot(later_angle[:1500], unrolled[:1500], ".", color=plots.BLUE, ms=3, label="later points")
ax.plot([270, 810], [270, 810], "--", color="black", linewidth=1.5, label="as it should be")
ax.set(xlabel="true place, degrees", ylabel="guessed place", ylim=(250, 830))
ax.legend()
ax.set_title(f"150 of 100 000 points: off by {pivot_error:.1f}° of 540°")
plots.show(
    ax,
    alt="""Guessed against true place along the sheet for later points, from their similarities
    to 150 pivots: all dots lie on the diagonal line of right guesses.""",
)

# %% tags=["proof"] proves="ST-u52"
agree(peak < 1.3 * factor.R.nbytes, "R was in memory, and hardly anything else")
i, j = np.random.default_rng(1).integers(100_000, size=(2, 10_000))
exact = np.exp(-((roll[i] - roll[j]) ** 2).sum(axis=1) / (2 * 5.0**2))
off = np.abs(exact - (factor.R[:, i] * factor.R[:, j]).sum(axis=0))
agree(
    off <= np.sqrt(factor.residuals[i] * factor.residuals[j]) + 1e-12,
    "10,000 entries of K computed one by one: the bound holds",
)

# %% [markdown]
# In practice one calls scikit-learn's `Nystroem`, which does the same with points drawn at random. On the roll:

# %%
from sklearn.kernel_approximation import Nystroem

gamma = 1 / (2 * 5.0**2)  # scikit-learn writes exp(−gamma · squared distance)
at_random = Nystroem(gamma=gamma, n_components=150, random_state=0).fit(roll)
random_features = at_random.transform(roll)
random_error = typical_error(random_features, at_random.transform(later))
worst_account = (1 - (random_features**2).sum(axis=1)).max()  # what is left of one point
print(f"ours:     {pivot_error:.1f}°, largest account {factor.residuals.max():.3f}")
print(f"Nystroem: {random_error:.1f}°, largest account {worst_account:.3f}")

# %% [markdown]
# On average random points are nearly as good. But somewhere on the sheet they leave a hole, and a point there is half unknown (with other draws, a fifth to a half). Whoever takes the largest account cannot miss it.
#
# And data that nobody made up: 1797 handwritten digits, 1000 to learn from, five shuffles. Least squares once more (`RidgeClassifier` fits one formula per digit, with a trifle of a ridge for stability, and takes the largest), first on the pixels, then on 150 coordinates:

# %%
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline

scans, digit = load_digits(return_X_y=True)  # 1797 digits, zero to nine, 64 pixels each


def misread(*steps):
    """Share of misread digits, mean over five shuffles; steps come before the least squares."""
    errors = []
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(digit))
        train, test = order[:1000], order[1000:]
        reader = make_pipeline(*steps, RidgeClassifier(1e-3)).fit(scans[train], digit[train])
        errors.append((reader.predict(scans[test]) != digit[test]).mean())
    return np.mean(errors)


# %%
by_pixels = misread()
by_pivots = misread(PartialGramSchmidt(Gaussian(30), max_rank=150))
drawn_150 = Nystroem(gamma=1 / (2 * 30**2), n_components=150, random_state=0)
print(f"64 pixels:               {by_pixels:.1%} of 797 digits misread")
print(f"150 pivots, ours:        {by_pivots:.1%}")
print(f"150 at random, Nystroem: {misread(drawn_150):.1%}")

# %% [markdown]
# From {= straight_error:.0f}° to {= pivot_error:.1f}°, and from {= by_pixels:.1%} misread digits to {= by_pivots:.1%}. (So 150 pivots read digits well, although they do not give back the table: a task may need less than all of $K$.)
#
# **When not to use it.** If $n$ is a few thousand, the whole table fits: use it as it is. If the data fill many dimensions, as the digits do, few pivots cannot promise a small $\eta$. Largest-first runs after outliers: a lonely point keeps its whole account until it is picked. It watches the worst point only; what that does to the *total*, [room 2d](#2d.-Whom-to-keep?) asks. The width σ was given here; [chapter 6](06_generalisation.ipynb) shows how to choose one.
#
# > **In short.** Only the pivots' rows of $K$ are ever needed: memory grows with $nT$, and kernel methods scale.

# %% [markdown]
# ## Takeaways
#
# - A shadow on a direction is one signed number, made of kernel values; Pythagoras gives the rest.
# - Gram–Schmidt takes its axes from the points; column $i$ of $R$ is point $i$.
# - On images it is Gram–Schmidt, on the table it is Cholesky: $K=R^\top R$, same $R$.
# - Old coordinates stay when new points come; what the old points cannot explain of a new one is news.
# - Rank is a count above a tolerance. A Gaussian $K$ has full rank in theory, and may have a handful of dimensions on a machine.
# - Largest account first, stopped at $\eta$, bounds every entry of $K-R^\top R$ by $\eta$ and needs $T$ rows of $K$.
#
# **Now you:** [exercises for this chapter](../exercises/02_gram_schmidt_and_cholesky.ipynb). Four drones in the fog are waiting, and in the last one you are to beat greedy.
#
# **Further reading.** J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5. G. H. Golub and C. F. Van Loan, *Matrix Computations* (4th ed., 2013), chapters 4 and 5. S. Fine and K. Scheinberg, *Efficient SVM training using low-rank kernel representations* (2001). L. Giraud, J. Langou and M. Rozložník, *The loss of orthogonality in the Gram–Schmidt orthogonalization process* (2005). Y. Chen, E. N. Epperly, J. A. Tropp and R. J. Webber, *Randomly pivoted Cholesky* (2022), on the lottery.

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing later needs it.

# %% [markdown] needs="2.1" why="Enter if you want the exact definition, and a look-alike that fools it." teaches="ST-u31"
# ### 2a. What makes a projection
#
# A line is soon too narrow. For a plane, or any subspace, take several directions of length one at right angles and use all shadows at once.
#
# > **Predict.** Project a vector, and then project the result again. What changes?
# >
# > <details><summary>Answer</summary>
# >
# > Nothing: the shadow lies in the subspace already. That is half of the definition below.
# > </details>
#
# If $w_1,\dots,w_k$ are orthonormal with dual weights $\alpha^1,\dots,\alpha^k$, the shadow of $\phi(x)$ on their span has the coordinates $\sum_i\alpha_i^j\kappa(x_i,x)$, one for each $j$. How does one come by such weights? Orthonormal means $(\alpha^i)^\top K\alpha^j=1$ for $i=j$ and 0 else. An eigenvector $v$ of $K$ with $\|v\|=1$ has $v^\top Kv=\lambda$, and two of them have $v^\top Kv'=\lambda'v^\top v'=0$. So divide each by $\sqrt\lambda$, and you have them:

# %% proves="ST-u31"
values, vectors = np.linalg.eigh(K_five)
A = vectors[:, -2:] / np.sqrt(values[-2:])  # (5, 2): a column of dual weights for each direction
W = Phi.T @ A  # (6, 2): the directions themselves
agree(A.T @ K_five @ A, W.T @ W, np.eye(2), "two directions, orthonormal by weights and by vectors")
agree(k_new @ A, Phi_new @ W, "coordinates of new points in the plane, from kernel values alone")

# %% [markdown] teaches="ST-D5.8 ST-u33 ST-u32"
# Now the definition. $P$ is a **projection** if doing it twice changes nothing, $P^2=P$, and if what it keeps is orthogonal to what it drops, $P(x)\perp x-P(x)$. Its dimension is that of its image. (With the first condition only, light may fall [at a slant](A_linear_algebra.ipynb#Ac.-Slanted-light).) For a unit vector $P=ww^\top$, and what it leaves over is $I-ww^\top$; for orthonormal columns $P=WW^\top$. What is left over, $x-P(x)$, is a projection too, onto everything orthogonal to the image of $P$, and the two dimensions add up:

# %% proves="ST-u32"
P = W @ W.T
for name, M in (("P", P), ("I − P", np.eye(6) - P)):
    verdict = linalg.is_orthogonal_projection(M)
    print(f"{name:5}: projection {verdict}, dimension {np.linalg.matrix_rank(M)}")
dimensions = [np.linalg.matrix_rank(M) for M in (P, np.eye(6) - P)]
agree(sum(dimensions), 6, "the two dimensions add up to that of the space")

# %% [markdown] teaches="ST-R5.9"
# Why is $I-P$ a projection? $(I-P)^2=I-2P+P^2=I-P$; and what *it* drops is $P(x)$, which is orthogonal to what it keeps by assumption.

# %% tags=["proof"] proves="ST-R5.9"
many = np.random.default_rng(6).normal(size=(1000, 6))
kept = many - many @ P
agree(kept - kept @ P, kept, "once more changes nothing, 1000 times")
agree(abs((kept * (many - kept)).sum(axis=1)) < 1e-12, "and what is left over is orthogonal")

# %% [markdown]
# **A look-alike.** The book gives the definition just as above. In four dimensions, set all negative coordinates to zero, $P(x)=\max(x,0)$. Doing it twice changes nothing, and $P(x)$ is orthogonal to the leftover, since wherever one is not zero the other is. So it is a projection?

# %% proves="ST-D5.8 ST-u32"
x4 = np.random.default_rng(7).normal(size=(1000, 4))
positive, dropped = np.maximum(x4, 0), x4 - np.maximum(x4, 0)
agree(np.maximum(positive, 0) == positive, "doing it twice changes nothing")
agree((positive * dropped).sum(axis=1) == 0, "and what is left over is orthogonal")
spans = [np.linalg.matrix_rank(part) for part in (positive, dropped)]
print(f"in 4 dimensions P(x) spans {spans[0]}, x − P(x) spans {spans[1]}: together {sum(spans)}")
assert spans == [4, 4]

# %% [markdown]
# Both conditions hold, yet the dimensions add up to 8. A word is missing: $P$ must be **linear**. Then all is well, and $P$ is even symmetric: $\langle Px,x-Px\rangle=0$ for all $x$ says that $M=P^\top-P^\top P$ has $M+M^\top=0$, so $P+P^\top=2P^\top P$. Multiply by $P$ from the right and use $P^2=P$: $P+P^\top P=2P^\top P$, so $P=P^\top P$, and that is symmetric. The dimensions are ranks then, and add up.

# %% tags=["proof"] proves="ST-D5.8"
oblique, up = np.array([[1.0, -1.0], [0.0, 0.0]]), np.array([0.0, 1.0])
agree(linalg.is_projection(oblique), "twice is once for slanted light too")
agree((oblique @ up) @ (up - oblique @ up) != 0, "but it drops something that is not orthogonal")
agree(not linalg.is_orthogonal_projection(oblique), "and the library tells the two apart")
agree(P, P.T, P.T @ P, "a linear projection with both properties is symmetric")

# %% [markdown]
# > **In short.** A projection is linear and splits each vector into two parts at right angles; either part is a projection.

# %% [markdown] needs="2.4" why="Enter if some direction in your data is a nuisance." teaches="ST-5.8 ST-u34"
# ### 2b. Take a direction away
#
# A direction has been dealt with: found, explained, or just a nuisance, like loudness in a table of songs. Remove it from all points and look at what is left. That is **deflation**. Each row loses its shadow on the unit vector $w$:
#
# $$\tilde\Phi = \Phi\,(I-ww^\top) \tag{5.8}$$
#
# > **Predict.** $w$ is the eigenvector of $\Phi^\top\Phi$ with the largest eigenvalue. What happens to the other eigenvalues?

# %% proves="ST-5.8 ST-u34"
S = Phi.T @ Phi
values_S, vectors_S = np.linalg.eigh(S)
top, lam = vectors_S[:, -1], values_S[-1]
deflated = orthogonal.deflate(Phi, top)
print("before:", values_S.clip(0).round(2)[::-1])
print("after: ", np.linalg.eigvalsh(deflated.T @ deflated).clip(0).round(2)[::-1])
agree(deflated, Phi @ (np.eye(6) - np.outer(top, top)), "each row loses its shadow on w")
agree(deflated.T @ deflated, S - lam * np.outer(top, top), "and the matrix one eigenvalue")

# %% [markdown]
# The first is gone, the others have not moved. Multiply out, with $\Phi^\top\Phi w=\lambda w$:
#
# $$\tilde\Phi^\top\tilde\Phi = \Phi^\top\Phi - \lambda ww^\top - \lambda ww^\top + \lambda ww^\top = \Phi^\top\Phi - \lambda ww^\top$$
#
# Deflation along *any* direction is a projection, but this short formula needs an eigenvector. Along the first image it fails:

# %%
v1 = Phi[0] / np.linalg.norm(Phi[0])
along_image = orthogonal.deflate(Phi, v1)
short = S - (v1 @ S @ v1) * np.outer(v1, v1)
print(f"largest entry: {(along_image.T @ along_image).max():.2f}, short formula {short.max():.2f}")
agree(not np.allclose(along_image.T @ along_image, short), "along an image the short formula fails")

# %% [markdown]
# Find the top eigenvector, deflate, repeat: on centred points this is **principal component analysis**, one component at a time ([chapter 4](04_pca.ipynb)). It needs no solver. Multiply any start by $\Phi^\top\Phi$ again and again, and the longest direction outgrows all others: the *power method*. Three rounds of both, on the handwritten threes, beside three principal components from the library:


# %%
def strongest(X, rounds=300):
    """The top eigenvector of X'X, by multiplying often enough."""
    w = np.ones(X.shape[1])
    for _ in range(rounds):
        w = X.T @ (X @ w)
        w /= np.linalg.norm(w)
    return w


# %%
scanned, sign = datasets.digits(3, 8)
threes = scanned[sign > 0]
left_of = threes - threes.mean(axis=0)
for number, direction in enumerate(pca.pca(threes, k=3).directions, 1):
    w = strongest(left_of)
    left_of = orthogonal.deflate(left_of, w)
    agree(abs(w @ direction), 1.0, f"component {number}, up to its sign")

# %% [markdown]
# In feature space there are no rows to deflate, but $K$ can be. The points reach $K\alpha/\sqrt{\alpha^\top K\alpha}$ along $w$, and inner products lose the product of two reaches:
#
# $$\tilde K = K - \frac{K\alpha\,\alpha^\top K}{\alpha^\top K\alpha}$$
#
# With $\alpha=(1,0,\dots,0)$ it is the step of section 4, and so Cholesky is deflation along one image after another.

# %% tags=["proof"] proves="ST-5.8"
K_less = orthogonal.deflate_gram(K_five, np.eye(5)[0])
agree(K_less, along_image @ along_image.T, "K deflated = the kernel of the deflated images")
agree(orthogonal.deflate_gram(K, np.eye(4)[0]), tables[1], "by hand: the second table of section 4")

# %% [markdown]
# > **In short.** Deflation projects on the complement: with eigenvectors it is PCA, with images it is Cholesky.

# %% [markdown] needs="2.6" why="Enter if a theorem and a computer disagree, and you want to know who lies."
# ### 2c. Is the theorem wrong?
#
# Fifty points, so fifty dimensions, says the theorem. Section 6 counted 15 at σ = 0.3. First, what was counted: eigenvalues above round-off, $n\,\varepsilon$ times the largest, where $\varepsilon\approx2\cdot10^{-16}$ is the relative error of a number. Raise the bar, and fewer are above it:

# %% tags=["drawing"] shows="ST-u50"
grid = np.geomspace(0.01, 3, 40)
tolerances = {"above 0.01": 0.01, "above 1e-6": 1e-6, "above round-off": None}
counts = {
    name: [orthogonal.kernel_rank(Gaussian(s)(line), tol) for s in grid]
    for name, tol in tolerances.items()
}
ax = plots.curves(grid, counts, xlabel="Gaussian width σ", ylabel="eigenvalues")
ax.axhline(50, color="black", linewidth=1)
ax.text(3, 51, "the theorem", ha="right")
ax.set(xscale="log", ylim=(0, 56))
ax.set_title("Rank is a count above a tolerance")
plots.show(
    ax,
    alt="""Number of eigenvalues of a Gaussian kernel matrix of fifty points above three
    tolerances, against the width. All fall from 50 to below 10 as the width grows, the higher
    the tolerance the sooner; a line at 50 marks what the theorem says.""",
)

# %% [markdown]
# > **Predict.** Suppose the computer had 120 digits instead of sixteen. At σ = 0.3 all fifty accounts $d_j$ should be positive then. How small is the smallest: about $10^{-20}$, $10^{-50}$, $10^{-100}$?
#
# Python's `Decimal` computes with as many digits as we ask for. The deflation of section 4, both ways:

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
for digits_used in (16, 120):
    d50 = exact_residuals(50, Decimal("0.3"), digits_used)
    positive_ones = sum(v > 0 for v in d50)
    print(f"{digits_used:3} digits: {positive_ones} of 50 positive, smallest {min(d50):.1e}")
agree(min(d50) > 0, "with enough digits, fifty points have fifty dimensions")

# %% [markdown]
# Nobody lies. With 120 digits all fifty are positive; but no measurement, no sensor and no `float` knows the difference between the smallest of them and zero. With sixteen digits some come out *negative*, and a negative squared length is noise admitting to it. That is what numpy's Cholesky tripped over: it takes a square root of each.
#
# > **In short.** The theorem is about numbers with endless digits. Yours have sixteen.

# %% [markdown] needs="2.7" why="Enter if you must choose a few points and care about all of them."
# ### 2d. Whom to keep?
#
# The largest account next: best for one point, at one moment. Such a rule is called *greedy*. What we should often like to keep small is the **total**, $\sum_id_i=\operatorname{trace}(K-R^\top R)$. The rivals: five points by the greedy rule, and five points picked blindly. (Two more rules are there to play with. *Middle first* takes the points most like all others; *lottery* draws each point with a chance in proportion to its account.) Predict, then press play:

# %%
demos.pick_your_pivots()

# %% [markdown]
# We check this by another route, without any recursion. Let $J$ be the list of pivots and $k$ the kernel values of a point with them. In section 5 its shadow on their span had the squared length $\|c\|^2$ with $R^\top c=k$, that is $k^\top(R^\top R)^{-1}k=k^\top K_{JJ}^{-1}k$. One cloud would be an anecdote. Six clouds, greedy against the mean of twenty blind choices:


# %%
def left_over(K, pivots):
    """Total squared residual when the images of the pivots explain what they can."""
    rows = K[pivots]
    return K.trace() - np.sum(rows * np.linalg.solve(rows[:, pivots], rows))


# %% proves="ST-u53"
luck = np.random.default_rng(8)
for seed in range(6):
    K_seed = Gaussian(1.0)(datasets.gaussian_cloud(200, np.random.default_rng(seed)))
    picks = orthogonal.incomplete_cholesky(K_seed, max_rank=40).pivots
    blindly = [luck.permutation(200)[:40] for _ in range(20)]
    largest = [left_over(K_seed, picks[:T]) for T in (5, 40)]
    random = [np.mean([left_over(K_seed, p[:T]) for p in blindly]) for T in (5, 40)]
    assert largest[0] > 1.3 * random[0] and largest[1] < random[1] / 4
    print(f"left after 5 pivots: {largest[0]:4.0f}, blindly {random[0]:3.0f};", end=" ")
    print(f"after 40: {largest[1]:.2f}, blindly {random[1]:.1f}")

# %% [markdown]
# Every time the same story: with 5 pivots greedy loses by far, with 40 it wins by far. At the rim of a cloud images are nearly orthogonal to all others, so their accounts are the largest, and they explain next to nothing but themselves. Later, when the middle has long been explained, the rim is all that is left.
#
# There is a rule that does decently *on the total* throughout, and it is younger than the textbooks: the **lottery**. A rim point has a large account, but there are few of them; the crowded middle wins the early draws:


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


# %% [markdown]
# All three rules on one cloud, up to fifty pivots:

# %%
K_cloud = Gaussian(1.0)(datasets.gaussian_cloud(200, np.random.default_rng(0)))
draws = {
    "random (mean of 20)": [luck.permutation(200)[:50] for _ in range(20)],
    "greedy": [orthogonal.incomplete_cholesky(K_cloud, max_rank=50).pivots],
    "lottery (mean of 20)": [lottery(K_cloud, 50, luck) for _ in range(20)],
}


# %%
totals = {
    name: np.mean([[left_over(K_cloud, p[:T]) for T in range(1, 51)] for p in runs], axis=0)
    for name, runs in draws.items()
}
for name, total in totals.items():
    print(f"{name:20} leaves {total[4]:5.1f} with 5 pivots, {total[39]:6.3f} with 40")

# %% [markdown] teaches="ST-u53"
# How good could one be? Mixtures of images may do better than images: the best subspace of dimension $T$ belongs to the $T$ largest eigenvalues of $K$ and leaves the sum of the others ([chapter 4](04_pca.ipynb) proves it). That is the floor below all curves. Why not always take it? It needs the whole table, and each direction is a mixture of all $n$ images. Pivots need $T$ rows and $nT^2$ operations, and you can look at them.

# %% tags=["drawing"] shows="ST-u53"
spectrum = np.linalg.eigvalsh(K_cloud)[::-1]
totals["floor: best subspace"] = K_cloud.trace() - np.cumsum(spectrum)[:50]
ax = plots.axes(width=7)
plots.curves(np.arange(1, 51), totals, ax=ax, xlabel="pivots", ylabel="left of 200 in all")
ax.set(yscale="log")
ax.set_title("Greedy starts badly and ends well; the lottery follows the better")
plots.show(
    ax,
    alt="""Total squared residual against the number of pivots on a log scale. Greedy
    lies above random from a few pivots up to about twenty, and far below afterwards. The lottery
    follows random at first and greedy later. The floor of the best subspace lies below all.""",
)

# %% tags=["proof"] proves="ST-u53"
by_chance, clever, drawn, floor = (np.array(total) for total in totals.values())
by_account = orthogonal.incomplete_cholesky(K_cloud, max_rank=5).residuals.sum()
agree(clever[4], by_account, "the total left, by a solve and by the account")
agree(floor[4], (K_cloud - linalg.best_rank_k(K_cloud, 5)).trace(), "the best of rank five")
agree(clever[4] > 1.5 * by_chance[4], "with 5 pivots greedy leaves half as much again as chance")
agree(clever[39] < by_chance[39] / 5, "with 40 pivots less than a fifth of it")
agree(
    drawn < 2 * np.minimum(by_chance, clever), "the lottery: within a factor of two of the better"
)
agree(floor < np.minimum(drawn, clever), "and the best subspace leaves least")

# %% [markdown]
# What the lottery gives up is greedy's hold on the *worst* point, the bound of section 7:

# %%
worst_greedy = orthogonal.incomplete_cholesky(K_cloud, max_rank=20).residuals.max()
worst_drawn = []
for picks in draws["lottery (mean of 20)"]:
    rows = K_cloud[picks[:20]]
    shadows_20 = (rows * np.linalg.solve(rows[:, picks[:20]], rows)).sum(axis=0)
    worst_drawn.append((K_cloud.diagonal() - shadows_20).max())
print(f"largest account after 20: greedy {worst_greedy:.2f}, lottery {np.median(worst_drawn):.1f}")
assert np.median(worst_drawn) > 2 * worst_greedy

# %% [markdown]
# > **In short.** Greedy controls the worst point, eigenvectors the total; the lottery stays near the better of greedy and chance at every stage.

# %% [markdown] needs="2.2" why="Enter if your Q is not orthogonal, or if you never checked."
# ### 2e. Lost right angles
#
# All this was algebra. In floating point, Gram–Schmidt can go badly wrong, and the result will still look fine.
#
# > **Predict.** Ten rows of the *Hilbert matrix*, $1/(i+j-1)$, are independent. Run `slow_gram_schmidt` on them in double precision. How far from zero is the largest inner product between two different $q$'s?

# %%
from scipy.linalg import hilbert

Q_lost, R_lost = slow_gram_schmidt(hilbert(10))
overlap = np.abs(Q_lost.T @ Q_lost - np.eye(10)).max()
print(f"largest inner product of two axes: {overlap:.2f}")
agree(Q_lost @ R_lost, hilbert(10), "and yet QR gives the data back, to the last digit", tol=1e-15)

# %% [markdown]
# Two axes are all but parallel; not a digit of orthogonality is left. Each new row is almost a combination of those before it, so what is left is a small difference of large numbers: round-off, blown up when it is made one long.
#
# Two cures. The **modified** version takes the shadows off one at a time, each measured on what is left by then. The other is to do it **twice**: what the first pass leaves of the old axes the second removes. On paper the three agree. On Hilbert matrices of growing size:

# %% tags=["drawing", "varies"]
sizes, methods = np.arange(2, 13), ("classical", "modified", "twice")
lost = {method: [] for method in methods}
for method in methods:
    for n in sizes:
        Q_n, _ = orthogonal.gram_schmidt(hilbert(n), method)
        lost[method].append(np.abs(Q_n.T @ Q_n - np.eye(n)).max())
ax = plots.curves(sizes, lost, xlabel="size of the Hilbert matrix", ylabel="largest overlap")
ax.set(yscale="log", ylim=(1e-17, 10))
ax.set_title("Once is not enough; twice is")
plots.show(
    ax,
    alt="""Loss of orthogonality against the size of the Hilbert matrix, log scale. The
    classical method reaches one at size seven or eight, the modified method rises more slowly to
    about a tenth at size twelve, doing it twice stays at the level of round-off.""",
)
agree(lost["classical"][8] > 0.9, "classical, ten rows: nothing is kept")
agree(1e-8 < lost["modified"][8] < 0.01, "modified, ten rows: some digits are lost")
agree(max(lost["twice"]) < 1e-14, "twice: round-off is all that is lost, at any size")

# %% [markdown]
# Roughly: let $c$ be the *condition number* of the data, the ratio of their longest direction to their shortest. Classical loses $c^2$ times round-off, modified $c$ times, and twice nothing that grows.
#
# And Cholesky on $K$? It never forms $Q$, so there is no orthogonality to lose. It loses something else. Inner products square small lengths, and squares of lengths below $10^{-8}$ vanish beside 1. Two nearly parallel vectors show it; the true value is $\nu_2=\sqrt2\cdot10^{-9}$:

# %%
twins = np.array([[1, 1e-9, 0], [1, 0, 1e-9]])
nu_vectors = orthogonal.gram_schmidt(twins)[1][1, 1]
nu_table = orthogonal.cholesky(Linear()(twins))[1, 1]
print(f"ν₂ from the vectors {nu_vectors:.3e}, from K {nu_table:.1f}")

# %% [markdown]
# In $K$ the two points have become one, before any algorithm had a say.
#
# > **In short.** Where images are at hand, orthogonalise them, twice. $K$ knows only half of the digits.

# %% [markdown] needs="2.3" why="Enter if you want to know what else R knows."
# ### 2f. Volumes
#
# > **Predict.** Our first three points span a slanted box with edges of length 3, $\sqrt5$ and $\sqrt6$. What is its volume? Look at $R$.
# >
# > <details><summary>Answer</summary>
# >
# > $3\cdot2\cdot1=6$: length, times what the second edge adds at right angles, times what the third adds. The $\nu_i$ are length, width and height.
# > </details>
#
# In general $\det K=(\det R)^2=\prod_i\nu_i^2$: the determinant of the table is the *squared* volume of the box that the images span. Our three points, by three routes:

# %%
print(f"product of ν: {np.prod(R_three.diagonal()):.3f}")
print(f"root of det K: {np.sqrt(np.linalg.det(K[:3, :3])):.3f}")
print(f"det of the three vectors: {abs(np.linalg.det(three)):.3f}")

# %% [markdown]
# **The axes in dual form** come for free as well. $Q=\Phi^\top R^{-1}$, so column $j$ of $R^{-1}$ holds the dual weights of $q_j$. They are orthonormal in the sense of feature space, $A^\top KA=I$:

# %% tags=["proof"]
agree(np.linalg.det(K_five), np.prod(R.diagonal() ** 2), "five points: det K = product of the ν²")
A_dual = np.linalg.solve(R, np.eye(5))  # column j: dual weights of q_j
agree(A_dual.T @ K_five @ A_dual, np.eye(5), "the columns of R⁻¹ are orthonormal dual weights")
agree(Phi.T @ A_dual, Q, "and their directions are the axes")

# %% [markdown]
# **How many factors are there?** If $K$ is positive definite, one: the recursion of section 4 never has a choice. But let some $\nu_j$ be zero, and it has. Points at 0 and 1 on a line have $K=\operatorname{diag}(0,1)$. The first image has length zero and offers no axis; any unit vector will do for the second column, and none of these factors is better than another:

# %% proves="ST-u43"
for slant in (0.0, 0.5, np.pi / 2):
    one_of_many = np.array([[0, np.cos(slant)], [0, np.sin(slant)]])
    agree(
        one_of_many.T @ one_of_many, np.diag([0, 1]), f"a factor of K, at an angle of {slant:.1f}"
    )

# %% [markdown]
# > **In short.** The $\nu_i$ multiply to a volume, the columns of $R^{-1}$ are the axes, and $R$ is unique if all $\nu_i>0$.

# %% [markdown] needs="2.1 1.4" why="Enter to see what one lost letter costs." teaches="ST-u26"
# ### 2g. The lost offset
#
# [Chapter 1](01_means_and_distances.ipynb#4.-Two-means-classify) ended with a classifier that looks at a single number: how far an image reaches along $w=\phi_+-\phi_-$, the line that joins the two centres. Threes and eights, on that line:

# %% tags=["drawing"] shows="ST-u26"
inked, which = datasets.digits(3, 8)
K_inked = Linear()(inked)
alpha, b = means.parzen(K_inked, which)
along, _ = orthogonal.dual_projection(K_inked, K_inked, alpha, K_inked.diagonal())
ax = plots.axes(width=7)
for side, (colour, _, _), name in zip((1, -1), plots.CLASSES.values(), ("3", "8"), strict=True):
    look = {"color": colour, "hatch": "" if side > 0 else "//", "ec": "white", "alpha": 0.5}
    ax.hist(along[which == side], bins=np.arange(-36, 30, 4), label=f"digit {name}", **look)
ax.axvline(b / means.combination_norm(K_inked, alpha), color="black", label="threshold b")
ax.set(xlabel="signed reach along w", ylabel="digits")
ax.legend()
ax.set_title("One signed coordinate tells most threes from eights")
plots.show(
    ax,
    alt="""Histograms of the signed lengths of threes and eights along the line that
    joins their centres. Threes lie mostly right of the threshold with positive values, eights
    mostly left with negative ones; the overlap is small.""",
)

# %% [markdown]
# Drop the sign (the book calls the reach a *norm*), and nothing is left to go by. Its next page restates the rule as the sign of $\langle w,\phi(x)\rangle$, and another letter is gone: the offset $b$. Does it matter?
#
# > **Predict.** In the picture the threshold is near zero, so little harm is done. Now invert the colours of all images, white ink on black. Will the rule without $b$ get better, worse, or stay?

# %% proves="ST-u26"
for name, images in (("as scanned", inked), ("inverted", 16 - inked)):
    K_images = Linear()(images)
    alpha, b = means.parzen(K_images, which)
    mistaken = [(np.sign(K_images @ alpha - t) != which).mean() for t in (b, 0)]
    print(f"{name:10}: {mistaken[0]:5.1%} wrong with b, {mistaken[1]:5.1%} without")
agree(mistaken[1] > 4 * mistaken[0], "inverted images need the threshold")

# %% [markdown]
# With $b$ nothing changes, since inverting keeps all distances. Without it the origin counts, and the origin has moved from a blank page to a black one.
#
# > **In short.** A reach has a sign, and a rule on a line needs to know where to cut.

# %% [markdown] needs="2.8" why="Enter before you use any of this at work."
# ### 2h. Which routine?
#
# The same algorithm hides under several names. `scipy.linalg.qr(..., pivoting=True)` runs pivoted Gram–Schmidt on vectors. (It does so by reflections: each axis is turned into place by a mirror, and a mirror changes no length, so round-off has nothing to blow up.) LAPACK's `dpstrf` is pivoted Cholesky of a full matrix. We give both, and ours, the digits under a quadratic kernel, whose features `qr` can see:

# %% proves="ST-u51"
from scipy.linalg import lapack, qr

small = digits / 64
K_quad, Phi_quad = quadratic(small), quadratic_features(small)  # (357, 357) and (357, 2145)
R_ch, pivots_ch, _ = orthogonal.incomplete_cholesky(K_quad)
R_qr, pivots_qr = qr(Phi_quad.T, mode="r", pivoting=True)
R_lapack, pivots_lapack, _, _ = lapack.dpstrf(K_quad)  # counts from one
print(pivots_ch[:8], pivots_qr[:8], pivots_lapack[:8] - 1, sep="\n")
agree(pivots_qr[:100], pivots_lapack[:100] - 1, pivots_ch[:100], "100 pivots, all the same")

# %% [markdown]
# Scikit-learn's `Nystroem` draws its points at random, takes the kernel values with them, and multiplies by $K_{JJ}^{-1/2}$ where Cholesky uses $R^{-\top}$: other axes of the same span, so the same inner products. We average ten draws; what it leaves is the trace of $K$ minus the squared length of its features:


# %% tags=["drawing"]
def nystroem_left(T, seed):
    """Share of the trace of K that Nystroem's T features leave."""
    approximation = Nystroem("poly", degree=2, gamma=1, coef0=1, n_components=T, random_state=seed)
    return 1 - np.sum(approximation.fit_transform(small) ** 2) / K_quad.trace()


upto = np.array([1, 2, 5, 10, 20, 50, 100, 200])
ten_draws = [np.mean([nystroem_left(T, seed) for seed in range(10)]) for T in upto]
shares = {"Nystroem (mean of 10)": ten_draws}
for name, matrix in (("ours", R_ch), ("qr", R_qr), ("dpstrf", np.triu(R_lapack))):
    shares[name] = 1 - np.cumsum((matrix**2).sum(axis=1))[upto - 1] / K_quad.trace()
shares["floor (eigh)"] = 1 - np.cumsum(np.linalg.eigvalsh(K_quad)[::-1])[upto - 1] / K_quad.trace()
ax = plots.curves(upto, shares, xlabel="rank T", ylabel="share of the trace left", log=True)
for curve, marker in zip(ax.lines, "osx^D", strict=True):
    curve.set(marker=marker, markersize=5)
ax.legend()
ax.set_title("Ours, qr and dpstrf: one curve")
plots.show(
    ax,
    alt="""Share of the trace of the digits' kernel matrix that is left, against rank, on
    log scales. Ours, scipy's pivoted QR and LAPACK's dpstrf coincide. Nystroem with
    random points is hardly worse up to rank 20 and loses slowly after that. The floor of the
    eigenvalues lies at about half of the others.""",
)

# %% tags=["proof"]
agree(shares["ours"], shares["qr"], shares["dpstrf"], "three routines leave the same shares")
theirs = Nystroem("poly", degree=2, gamma=1, coef0=1, n_components=50).fit(small[pivots_ch[:50]])
mapped = theirs.transform(small)
agree(mapped @ mapped.T, R_ch[:50].T @ R_ch[:50], "Nystroem with our pivots is ours", tol=1e-6)
agree(shares["Nystroem (mean of 10)"][-1] > 1.5 * shares["ours"][-1], "at rank 200 chance loses")

# %% [markdown]
# The digits are no round cloud with a rim, and random points do almost as well here as chosen ones, up to a hundred or so; at rank 200 they leave nearly twice as much.
#
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | solve with $K$, positive definite | `scipy.linalg.cho_factor` | $n^3/3$ | $K$ fits in memory; a small number added to its diagonal, a *ridge*, keeps all accounts positive |
# | orthonormal axes of vectors | `numpy.linalg.qr` | $nN^2$ for $n\ge N$ | you have the images; never by $K$ |
# | … with the most independent first | `scipy.linalg.qr(pivoting=True)` | about the same | you also want to know the rank |
# | pivoted Cholesky of a full matrix | `scipy.linalg.lapack.dpstrf` | about $n^2T$, and $n^2$ memory for $K$ | $K$ exists already |
# | pivoted Cholesky on demand | `incomplete_cholesky(Gram(...))`, `PartialGramSchmidt` (ours) | $nT^2$, $T$ rows of $K$ | $n$ is large and you want a bound |
# | features in a pipeline | `Nystroem` | $nT^2$ | random points will do |
# | best subspace | `scipy.sparse.linalg.eigsh` | about $n^2k$ | the total error counts and $K$ fits |
#
# As an estimator ours goes where `Nystroem` goes. Half of the threes and eights make the coordinates, and the nearest-centre rule runs in them as if they were ordinary data. Chapter 1's kernel rule, with all 180 kernel values of each new digit, says the same:

# %% proves="ST-A5.12"
shuffled = np.random.default_rng(0).permutation(357)
known, unknown, sides = digits[shuffled[:180]], digits[shuffled[180:]], label[shuffled[:180]]
alpha, b = means.parzen(Gaussian(40)(known), sides)
by_kernel = np.sign(Gaussian(40)(unknown, known) @ alpha - b)
gs = PartialGramSchmidt(Gaussian(40), eta=0.3).fit(known)
old, new = gs.transform(known), gs.transform(unknown)
plus, minus = old[sides > 0].mean(axis=0), old[sides < 0].mean(axis=0)
nearer = np.linalg.norm(new - minus, axis=1) - np.linalg.norm(new - plus, axis=1)
print(f"{old.shape[1]} coordinates: {(np.sign(nearer) == by_kernel).sum()} of 177 labels agree")
expected = orthogonal.incomplete_cholesky(Gram(Gaussian(40), known), eta=0.3).R.T
agree(old, expected, "the estimator gives the coordinates of the function")

# %% [markdown]
# > **In short.** One algorithm, many names: ask what exists already, the images, the table, or neither.

# %% [markdown] needs="2.7" why="Enter if you like to catch a textbook at it."
# ### 2i. Find the slip
#
# Three statements about the loop of section 7, all from a respected book, in our words. Each sounds right. Commit yourself before you read on: what is wrong?
#
# 1. *Take the points in their order. The account $d_j$ is zero when we come to point $j$ if and only if the data lie in a subspace of dimension $j-1$.*
# 2. *Take η small enough, and the loop stops with $T$ equal to the rank.*
# 3. *When the loop stops, all residual norms are smaller than η.*

# %% [markdown]
# **The first** is true of *point $j$*, not of the data: $d_j=0$ says that point $j$ depends on those before it, and knows nothing of those to come. Put a duplicate second:

# %% proves="ST-u49"
repeated = np.array([[1, 0], [1, 0], [0, 1]])
d2 = orthogonal.cholesky(Linear()(repeated))[1, 1] ** 2
print(f"d₂ = {d2:.0f}, but the rank is {orthogonal.kernel_rank(Linear()(repeated))}, not 1")
idle = np.flatnonzero(in_order == 0)[0] + 1
print(f"digits: number {idle} adds nothing, yet {np.count_nonzero(in_order)} of 357 add something")
two = orthogonal.incomplete_cholesky(Linear()(repeated)).pivots
agree(len(two), 2, "with pivoting the loop ends at the rank")

# %% [markdown]
# In natural order the rank is the *number* of accounts that are not zero. With pivoting the statement is right: if the *largest* account is zero after $T$ steps, all are, and the rank is $T$. The digits of section 7, both ways (a digit that adds nothing has no dot):

# %% tags=["drawing"]
adds = np.flatnonzero(in_order > 0) + 1
ax = plots.axes(width=7.5)
ax.plot(adds, in_order[adds - 1] ** 2, "o", color=plots.GREY, markersize=4, label="file order")
ax.plot(np.arange(1, 55), when_picked, "-", color=plots.ORANGE, label="largest first")
ax.set(yscale="log", xlabel="digit, in the order taken", ylabel="account $d$ when taken")
ax.legend()
ax.set_title(f"Largest first: 54 digits span all; file order must read {adds[-1]}")
plots.show(
    ax,
    alt="""Squared residual of each digit at its turn, on a log scale. Largest first, the
    residuals fall steadily and end after 54 digits. In file order they scatter, most digits
    after the fiftieth add nothing, and the last new direction comes with digit 340.""",
)

# %% [markdown]
# **The second** holds in exact arithmetic. In floating point accounts end as noise, of either sign. A tiny positive one is picked, its own entry in the new row comes out as zero, its account stays, and it is picked again. For ever. Here is what the printed loop does, with a cap on its rounds:


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
K_100 = Gaussian(0.3)(np.linspace(0, 1, 100)[:, None])
for eta in (1e-4, 1e-8, 1e-12, 0.0):
    picked, d_100 = printed_loop(K_100, eta)
    print(f"η = {eta:g}: " + (f"T = {len(picked)}" if len(picked) < 400 else "no end in sight"))
assert len(set(picked)) < 50 and d_100.min() < 0  # few points, again and again; below zero

# %% [markdown]
# Nor is any fixed η safe, since $K$ has a unit. Three-dimensional data, measured in metres and in millimetres, with one η (whether the loop then ends a little late or never depends on your processor, so we only ask whether $T$ is right):

# %% proves="ST-u49"
metres = np.random.default_rng(0).normal(size=(30, 3))
for measure, cloud in (("metres", metres), ("millimetres", 1000 * metres)):
    T_printed = len(printed_loop(Linear()(cloud), 1e-12)[0])
    verdict = "T = 3, the rank" if T_printed == 3 else "T is not 3, or there is no end"
    print(f"{measure:11}: {verdict}")
    assert len(orthogonal.incomplete_cholesky(Linear()(cloud)).pivots) == 3

# %% [markdown]
# **Repair**, and what the library does: never go below round-off, $n\,\varepsilon\max_iK_{ii}$; set the account of a used pivot to zero, so that it cannot come back; take at most $n$ steps. Then the loop ends at every η, and in any unit.

# %% tags=["proof"] proves="ST-C5.4"
R_100, pivots_100, _ = orthogonal.incomplete_cholesky(K_100, eta=0.0)
agree(15 <= len(pivots_100) <= 18, "at η = 0 the library ends")
agree(len(set(pivots_100)), len(pivots_100), "it picks no point twice")
agree(R_100.T @ R_100, K_100, "and gives K back", tol=1e-13)

# %% [markdown]
# **The third** confuses a length with its square. The loop stops when $d_i\le\eta$, and $d_i$ is a *squared* norm. Norms are bounded by $\sqrt\eta$, which for small η is much larger:

# %% proves="ST-A5.12 ST-u52"
eta = 1e-4
picked, d_100 = printed_loop(K_100, eta)
print(f"η = {eta:g}, largest residual {np.sqrt(d_100.max()):.1e}, squared {d_100.max():.1e}")
assert d_100.max() <= eta < np.sqrt(d_100.max()) <= np.sqrt(eta)

# %% [markdown]
# **Repair:** say what η does bound, and what one wants to know anyway: no entry of $K-R^\top R$ exceeds η.
#
# > **In short.** *Before me* is not *among all*, a computer's zero is noise, and $d$ is a square.
