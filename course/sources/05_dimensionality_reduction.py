# %% [markdown]
# # 5. Dimensionality reduction
#
# A table of distances is often all there is: kilometres between towns, judged differences between colours, words that two texts do not share. This chapter turns such tables, and kernels, into maps of few dimensions: by kernel PCA, multidimensional scaling, Isomap and UMAP, which turn out to be variations on one eigenvalue problem and two costs. You will redraw Europe from a road table, catch a misprint in it, and learn to distrust the prettiest picture.
#
# **After this chapter you can**
#
# - compute principal component scores from points, from inner products or from distances, and say when a table of distances has no map at all;
# - read a kernel through its Mercer expansion, and do kernel PCA right: centred, normalised, and for new points;
# - choose between classical, metric, Sammon and nonmetric scaling, and read a Shepard plot;
# - build Isomap and UMAP from their parts and name the setting at which each of them breaks;
# - say what a two-dimensional picture of your data does not show.
#
# **Needs** [chapter 1](01_means_and_distances.ipynb) (centring, distances in feature space) and [chapter 4](04_pca.ipynb) (PCA and its routes). **Takes** three to four hours, exercises apart. **Sources** lecture notes on data mining (*the data mining notes* here) and on kernel PCA (*the kernel notes*).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>Chapter 1: what is the squared distance of two images, in kernel values?</summary>
#
# $\kappa(x,x)-2\kappa(x,z)+\kappa(z,z)$. In section 1 we run this line backwards.
# </details>
#
# <details><summary>Chapter 1: how do you move the origin to the centre of mass if all you have is <i>K</i>?</summary>
#
# Subtract row means and column means, add the overall mean: $\hat K = CKC$ with $C=I-\frac1n\mathbf 1\mathbf 1^\top$.
# </details>
#
# <details><summary>Chapter 4: how do the eigenvalues of the covariance and of the centred Gram matrix compare?</summary>
#
# Apart from zeros they agree up to the factor $n$: if $\frac1nX^\top X$ has the eigenvalue $\lambda$, then $XX^\top$ has $n\lambda$.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $\tilde x_i$, $x_i$ | `raw`, `X` (n, d) | points as given, and centred: one per *row* (the notes use columns) |
# | $C$ | | centring matrix $I-\frac1n\mathbf 1\mathbf 1^\top$ |
# | $\Delta$ | `D**2` (n, n) | squared distances $\delta_{ij}^2$; `D` holds the distances, and that is what every function takes |
# | $G$; $G'$ | `G` (n, n) | centred inner products; $-\frac12C\Delta C$ for any table, whether or not it comes from points |
# | $V$, $\tilde\Lambda$ | | eigenvectors and eigenvalues of $G$ or $G'$ |
# | $Z$ | `Z` (n, k) | the map: $k$ coordinates for each point |
# | $\kappa$, $K$, $\hat K$ | `K`, `centre(K)` | kernel, kernel matrix, centred kernel matrix |
# | $\psi_i$, $\lambda_i$ | | eigenfunctions and eigenvalues |
# | $\Phi(x)$, $\alpha$ | `Phi`, `alpha` | image of a point, as a list of features; dual weights of a direction |
# | $w_{ij}$ | `W` (n, n) | weights of pairs |
# | $m$ | `m` | number of neighbours |

# %%
import numpy as np
from scipy.spatial.distance import cdist, pdist, squareform

from featurespace import datasets, embedding, means, pca, plots
from featurespace.demos import embedding as demos
from featurespace.describe import standardise
from featurespace.evidence import agree
from featurespace.kernels import Gaussian, Linear, Polynomial, distance_quantile, quadratic_features
from featurespace.linalg import nearest_psd

rng = np.random.default_rng(5)

# %% [markdown] teaches="DME-3.1..3.3 DME-3.4..3.5"
# ## 1. One map, three inputs
#
# **Predict.** Forty points in space are hidden from you. You are told all distances between them, and nothing else. Which parts of PCA can you still compute: the directions, the scores, both, neither?
#
# <details><summary>Answer</summary>
#
# The scores, up to sign. Turn or shift the whole cloud and no distance changes, so the directions cannot be in there.
# </details>
#
# We start with the points in hand. Centre them, form the covariance, take its top eigenvectors as columns of $U_k$; the **scores** are the coordinates along them, $Z=XU_k$:

# %%
raw = rng.normal(size=(40, 3)) * [3, 1, 0.4] + [5, -2, 1]
X = raw - raw.mean(axis=0)
U = np.linalg.eigh(X.T @ X / 40)[1][:, [2, 1]]  # the two largest
Z_points = X @ U

# %% [markdown] teaches="DME-3.6..3.7"
# If we want the scores only, the directions are a detour. The Gram matrix $G=XX^\top$ has the eigenvectors $V$ and eigenvalues $\tilde\Lambda$, and $Z=V_k\tilde\Lambda_k^{1/2}$ has the same inner products as the scores, and the same axes. Since a column of scores may change its sign, we compare up to signs:

# %%
def same(A, B):
    """Equal up to the sign of each column."""
    return np.allclose(A * np.sign((A * B).sum(axis=0)), B)

# %% [markdown]
# By hand, and by the library:

# %% proves="DME-3.1..3.3 DME-3.4..3.5 DME-3.6..3.7"
values, V = np.linalg.eigh(X @ X.T)
Z_gram = (V * np.sqrt(np.maximum(values, 0)))[:, [-1, -2]]
agree(same(Z_gram, Z_points), "the Gram matrix has the scores in it")
agree(same(pca.scores_from_gram(X @ X.T, 2), Z_points), "the library finds them there, too")
agree(same(pca.pca(raw, 2).scores, Z_points), "and they are the scores of PCA")

# %% [markdown] teaches="DME-3.8 DME-3.9 DME-3.10"
# $G_{ij}$ is the inner product of two points *after* the mean was subtracted. If we are handed the inner products of the raw points, $\tilde G=\tilde X\tilde X^\top$, chapter 1 tells us what to do: centre rows and columns, $G=C\tilde GC$. Nothing new; it is `means.centre`:

# %% proves="DME-3.8 DME-3.9 DME-3.10"
G = means.centre(Linear()(raw))
C = np.eye(40) - 1 / 40
agree(G, X @ X.T, "centred, they are the inner products of the centred points")
agree(G, C @ (raw @ raw.T) @ C, "the same by matrix products")

# %% [markdown] teaches="DME-3.11 DME-3.12..3.13 DME-3.15..3.18 DME-3.14 DME-3.19..3.20 DME-3.21"
# Now the distances. Write $\Delta$ for the table of *squared* distances. Subtracting the mean from all points changes none of them, so
#
# $$\delta_{ij}^2 = \|x_i\|^2+\|x_j\|^2-2\langle x_i,x_j\rangle$$
#
# The last term is what we want; the first two are in the way. The first is constant along row $i$. Averaging a row gives $\|x_i\|^2$ plus the mean squared norm $s$, because the points sum to zero; subtracting that average is what $\Delta C$ does, and $\|x_i\|^2$ is gone. Then the same for columns: only $-2\langle x_i,x_j\rangle$ survives. Step by step:

# %% proves="DME-3.11 DME-3.12..3.13"
Delta = cdist(raw, raw, "sqeuclidean")
norms2 = (X**2).sum(axis=1)
s = norms2.mean()
agree(Delta, cdist(X, X) ** 2, norms2[:, None] + norms2 - 2 * X @ X.T, "two ways to the same")

# %% [markdown]
# First the averages, then the rows, then the columns:

# %% proves="DME-3.14 DME-3.15..3.18 DME-3.19..3.20 DME-3.21"
agree(Delta.mean(axis=1), norms2 + s, "the mean of row i is the squared norm of point i, plus s")
agree(Delta @ C, Delta - Delta.mean(axis=1, keepdims=True), "times C: row means are subtracted")
agree(Delta @ C, norms2 - 2 * X @ X.T - s, "the row terms are gone")
agree(C @ Delta @ C, -2 * X @ X.T, "the column terms are gone too")

# %% [markdown] teaches="DME-3.22"
# So a table of squared distances contains all centred inner products:
#
# $$G = -\tfrac12\,C\Delta C \tag{3.22}$$
#
# It undoes the distance formula of chapter 1, for points and for images alike. In feature space, too, distances and centred inner products say the same. (`gram_from_distances` takes the distances themselves and squares them inside.)

# %% proves="DME-3.22"
G_back = embedding.gram_from_distances(cdist(raw, raw))
agree(G_back, X @ X.T, "inner products come back from distances")
agree(same(pca.scores_from_gram(G_back, 2), Z_points), "and with them the scores")
K = Gaussian(2.0)(raw)
D_images = np.sqrt(means.squared_distances(K))
agree(embedding.gram_from_distances(D_images), means.centre(K), "and so they do for images")

# %% [markdown]
# *Points, inner products, distances: three ways to the same scores. The less you are told, the less you can say about directions, but the map stays.*

# %% [markdown]
# ## 2. Europe from a road table
#
# Here is a table to try it on: road distances between twelve cities, as an encyclopaedia printed them in 1990. A corner of it:

# %%
names, roads, place = datasets.cities()
print(f"{'':11}" + "".join(f"{name:>11}" for name in names[:5]))
for name, row in zip(names[:5], roads, strict=False):
    print(f"{name:11}" + "".join(f"{km:11.0f}" for km in row[:5]))

# %% [markdown] teaches="DME-u28 DME-3.34 DME-3.35"
# **Predict.** Roads wind, cross mountains and wait for ferries. How many of the eleven coordinates that $G$ has to offer will matter?
#
# <details><summary>Answer</summary>
#
# Two stand out, because Europe is flat enough. But they are not alone, and some eigenvalues are *negative*. Section 3 is about those.
# </details>
#
# Placing points so that their distances mimic given dissimilarities is called **multidimensional scaling**, MDS. The classical kind pretends that the table comes from points: form $G'=-\frac12C\Delta C$, take the top $k$ eigenpairs, and set $Z=V_k\tilde\Lambda_k^{1/2}$. Mind that $\Delta$ holds *squares*; the notes leave the reader to guess, the library squares what it is given:

# %% proves="DME-3.34 DME-3.35"
C = np.eye(12) - 1 / 12
values, V = np.linalg.eigh(-0.5 * C @ roads**2 @ C)
Z = V[:, [-1, -2]] * np.sqrt(values[[-1, -2]])
agree(same(Z, embedding.classical_mds(roads, 2)), "the library draws the same map")
print("eigenvalues in 1000 km squared:", (values[::-1] / 1e6).round(1) + 0.0)

# %% [markdown]
# A map from distances is free to turn and to flip. To compare it with the atlas we do both, and scale, since roads are longer than flights:

# %%
from scipy.linalg import orthogonal_procrustes

atlas = 111.2 * place * [np.cos(np.radians(48)), 1]  # degrees to km, in a flat Europe
atlas = atlas - atlas.mean(axis=0)

# %% [markdown]
# The best turn has a closed form, found by Procrustes’ method:

# %%
def align(Z, target=atlas):
    """Turn, flip and scale the map Z to lie on the target as well as it can."""
    turn, scale = orthogonal_procrustes(Z, target)
    return scale / (Z**2).sum() * Z @ turn


# %% tags=["drawing"]
def draw_map(Z, ax, title):
    plots.scatter(atlas, ax=ax, colour=plots.GREY, marker="s", size=22, label="atlas")
    plots.scatter(Z, ax=ax, colour=plots.BLUE, label="from road distances")
    for a, z, name in zip(atlas, Z, names, strict=True):
        ax.plot(*np.transpose([a, z]), "-", color=plots.GREY, linewidth=0.8, zorder=1)
        side, dx = ("right", -4) if name == "Geneva" else ("left", 5)
        ax.annotate(name, z, (dx, -10), textcoords="offset points", ha=side, fontsize=8)
    ax.set(title=title, xlabel="km east", ylabel="km north", xlim=(-1500, 1300))


# %% tags=["drawing"] shows="DME-u28"
ax = plots.axes(width=6.4, height=5.2)
draw_map(align(Z), ax, "Road distances alone redraw the map of Europe")
off = np.linalg.norm(align(Z) - atlas, axis=1)
agree(np.median(off) < 250, "half of the cities are less than 250 km off")
ax.legend(loc="upper left")
plots.show(ax, alt="""Twelve cities twice: as squares where the atlas has them, as dots where
    classical scaling of the road distances puts them. The layout of Europe is recovered; most dots
    lie within about 200 kilometres of their squares, Stockholm and Lisbon are farthest off.""")

# %% [markdown]
# No coordinate went in, and Europe came out. (Stockholm and Lisbon, at the ends of peninsulas, pay for the detours that roads make around water; about a quarter of what they miss is our atlas, which flattens a round Europe.) Now look for trouble. Which entry of the table does the map miss by most?

# %%
miss = cdist(Z, Z) - roads
i, j = np.unravel_index(np.abs(miss).argmax(), miss.shape)
print(f"{names[i]} to {names[j]}: table {roads[i, j]:.0f} km, map {cdist(Z, Z)[i, j]:.0f} km")

# %% [markdown]
# The map has them half as far apart as the table. Whom shall we believe? Ask for the shortest way with one stop:

# %%
by_way = roads[i] + roads[j]
by_way[[i, j]] = np.inf
print(f"by way of {names[by_way.argmin()]}: {by_way.min():.0f} km")

# %% [markdown]
# A direct road nearly twice as long as a detour is no road; it is a misprint. 662 km would fit its neighbours, and the printed table has {= roads[i, j]:.0f}. (The table is much used in teaching, misprint and all.) With that one entry mended:

# %%
mended = roads.copy()
mended[i, j] = mended[j, i] = 662
Z_mended = embedding.classical_mds(mended, 2)

# %% [markdown]
# The map fits its table better at once:

# %%
before, after = embedding.stress(Z, roads), embedding.stress(Z_mended, mended)
print(f"squared misses, as a share of the squared distances: {before:.4f}, then {after:.4f}")
agree(after < before / 2, "mending one entry more than halves the misses")

# %% [markdown] teaches="DME-u30"
# One more gift of the eigenvalue route: solutions are **nested**. The best map in one dimension is the first column of the best map in two:

# %% tags=["proof"] proves="DME-u30"
three = embedding.classical_mds(mended, 3)
line, plane = (embedding.classical_mds(mended, k) for k in (1, 2))
agree(plane, three[:, :2], "the flat map is the first two columns of the map in space")
agree(line, three[:, :1], "the map on a line is the first")

# %% [markdown]
# *Classical scaling is PCA for people without points. And a map is a good place to find a typing error.*

# %% [markdown]
# ## 3. When there is no map
#
# **Predict.** Four houses stand round a pond, neighbours 100 m apart. You may only walk along the shore, so houses opposite are 200 m apart. Where on a map, flat or not, would you put them so that all distances are right?
#
# <details><summary>Answer</summary>
#
# Nowhere. A and C are 200 m apart and B is 100 m from both, so B lies halfway. So does D. Then B and D are at the same spot, not 200 m apart.
# </details>
#
# The table satisfies every triangle inequality, and still no points in any dimension have these distances. The eigenvalues of $G'$ know:

# %%
ring = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0.0]])
G_ring = embedding.gram_from_distances(ring)
print("eigenvalues:", np.linalg.eigvalsh(G_ring)[::-1].round(2) + 0.0)

# %% [markdown]
# A hub with three spokes fares no better. Leaf to leaf is 2, by way of the hub, which would have to be halfway between each two of three leaves:

# %%
star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0.0]])  # a hub, three leaves
G_star = embedding.gram_from_distances(star)
agree(np.linalg.eigvalsh(G_star), [-0.25, 0, 2, 2], "one eigenvalue is negative: no map")

# %% [markdown]
# If the distances came from points, $G'$ would be their Gram matrix, and no Gram matrix has a negative eigenvalue. Conversely, if none is negative, then $Z=V\tilde\Lambda^{1/2}$ *are* such points. So: **a table is Euclidean exactly if $-\frac12C\Delta C$ is positive semi-definite** (Schoenberg's theorem). The road table, mended or not, fails; its misprint shows up as more negative weight:

# %%
def negative_share(D):
    """Sum of the negative eigenvalues of G', as a share of the positive ones."""
    values = np.linalg.eigvalsh(embedding.gram_from_distances(D))
    return -values[values < 0].sum() / values[values > 0].sum()

# %% [markdown]
# The ring of four for comparison:

# %%
print(f"as printed {negative_share(roads):.1%}, mended {negative_share(mended):.1%}")
print(f"ring of four {negative_share(ring):.0%}")

# %% [markdown] teaches="DME-3.36"
# What to do with them? Leave them out. Of all positive semi-definite matrices of rank at most $k$, the one nearest to $G'$ keeps the top $k$ positive eigenvalues, and that is $ZZ^\top$. (It is $G'$ that is approximated, not $\Delta$; section 14 has more to say.) `nearest_psd` ([appendix A](A_linear_algebra.ipynb#Af.-Nearest-positive-semi-definite-matrix)) computes it without any map:

# %% proves="DME-3.36"
Z_ring = embedding.classical_mds(ring, 2)
agree(Z_ring @ Z_ring.T, nearest_psd(G_ring, 2), "the map has the nearest inner products")

# %% [markdown]
# Ask for more dimensions than there are positive eigenvalues, and you are told:

# %%
try:
    embedding.classical_mds(ring, 3)
except ValueError as error:
    print(error)

# %% [markdown]
# The flat map of the ring is a square. Its diagonals are right, its sides are too long: {= cdist(Z_ring, Z_ring)[0, 1]:.2f} in place of 1. Dropping a negative eigenvalue never shortens a distance:

# %% tags=["drawing"]
corners = align(Z_ring, np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) / np.sqrt(2))
ax = plots.axes(width=4.6, height=3.6)
plots.scatter(corners, ax=ax, size=60)
for a, b, colour, style in ((0, 1, plots.ORANGE, "-"), (0, 2, plots.BLUE, "--")):
    ax.plot(*corners[[a, b]].T, style, color=colour, zorder=1)
    at = corners[[a, b]].mean(axis=0) + ([0.06, 0.3] if b == 1 else [0.04, -0.12])
    ax.annotate(f"asked {ring[a, b]:.0f}, got {cdist(Z_ring, Z_ring)[a, b]:.2f}", at)
ax.set(title="The ring, flattened: sides stretched", xlabel="", ylabel="", ylim=(-0.9, 0.9))
plots.show(ax, alt="""The four houses as corners of a square. One side is drawn and marked asked 1,
    got 1.41; one diagonal is drawn and marked asked 2, got 2.00.""")

# %% [markdown]
# Edit a table yourself and watch the eigenvalues. Choose your prediction first:

# %%
demos.from_distances_back_to_a_map()

# %% [markdown]
# *Negative eigenvalues say that no map exists; their size says how far from one you are.*

# %% [markdown] teaches="DME-F3.1 DME-F3.2"
# ## 4. Where straight lines fail
#
# A good one-dimensional summary lets you walk along the data as the number rises. Two data sets, each coloured by its first PCA score. The second is our **horseshoe**, a bent band of 100 points; for each we know the true position $t$ along it.
#
# **Predict.** What will the score of the horseshoe tell you?
#
# <details><summary>Answer</summary>
#
# How high up a point lies, since that is the direction of largest variance. It cannot tell the left leg from the right.
# </details>

# %%
shoe, t = datasets.horseshoe(100, np.random.default_rng(3))
band = rng.normal(size=(100, 2)) * [1.5, 0.25] @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2)

# %% tags=["drawing"] shows="DME-F3.1 DME-F3.2"
row = plots.axes(2, height=3.6)
headings = ("A straight band: the score is the position", "A horseshoe: left and right look alike")
for ax, P, heading in zip(row, (band, shoe), headings, strict=True):
    mean, directions, eigenvalues, score = pca.pca(P, 1)
    demos.coloured(P, score[:, 0], ax, heading)
    ends = mean + np.outer([-2, 2], np.sqrt(eigenvalues[0]) * directions[0])
    ax.plot(*ends.T, "--", color=plots.ORANGE, label="first direction")
row[0].legend(loc="upper left")
plots.show(row[0], alt="""Left: an elongated cloud along the diagonal, colours running smoothly
    from one end to the other along its first principal direction. Right: a horseshoe open at the
    bottom whose first direction is vertical; both legs have the same colours.""")

# %%
first_score = pca.pca(shoe, 1).scores[:, 0]
print(f"rank correlation of score and position: {abs(demos.agreement(first_score, t)):.2f}")

# %% [markdown] teaches="DME-u26"
# (The rank correlation, Spearman's, is the correlation of the ranks: ±1 if one number always rises, or always falls, with the other.) Why so low? PCA projects on a subspace, and a subspace contains the whole line through any two of its members. The horseshoe does not: between its legs there is nothing, and more data would not fill the gap. The straight line between two points is then a poor measure of how far apart they are *along* the data. Such data lie on a curved manifold. (Subspaces are manifolds too; it is the curvature that hurts.) Take midpoints of pairs and ask how far away the next data point is:

# %%
def emptiness(P):
    """Median distance from the midpoint of two points to the nearest point."""
    a, b = np.triu_indices(len(P), 1)
    return np.median(cdist((P[a] + P[b]) / 2, P).min(axis=1))

# %% [markdown]
# Around the midpoints, the horseshoe is nearly three times as empty as the band:

# %% proves="DME-u26"
print(f"band {emptiness(band):.2f}, horseshoe {emptiness(shoe):.2f}")
agree(emptiness(shoe) > 2 * emptiness(band), "more than twice as empty")

# %% [markdown]
# *Linear methods believe in straight lines. Where the data bend, that belief is the error.*

# %% [markdown] teaches="DME-3.23"
# ## 5. PCA on features made by hand
#
# Nothing stops us from feeding PCA with functions of the coordinates: products such as $x_1x_2$, or whatever we think is telling. Collect them as rows $\phi(x_i)$ of a matrix $\Phi$ and do PCA on that: **nonlinear PCA**. With coordinates and products the horseshoe stays folded:

# %%
products = quadratic_features(shoe)[:, 1:]  # without the constant
score = pca.pca(products, 1).scores[:, 0]
print(f"coordinates and products: rank correlation {abs(demos.agreement(score, t)):.2f}")

# %% [markdown] teaches="DME-3.30"
# A horseshoe calls for polar coordinates. The data mining notes take $\phi(x)=(x_1,x_2,r,\theta)$ with radius $r$ and angle $\theta=\operatorname{atan2}(x_2,x_1)$.
#
# **Predict.** An angle lives on a circle, a feature on a line. Where must it jump?
#
# <details><summary>Answer</summary>
#
# At the left, near $(-1,0)$, where `arctan2` leaps from $\pi$ to $-\pi$. Neighbours on the horseshoe end up $2\pi$ apart in feature space.
# </details>
#
# The angle can be cut anywhere. We try the standard cut, and one through the gap of the horseshoe, measuring the angle from the top:

# %%
def polar_score(angle):
    features = np.column_stack([shoe, np.linalg.norm(shoe, axis=1), angle])
    return pca.pca(features, 1).scores[:, 0]

# %% [markdown]
# Once with the arguments in the usual order, once swapped:

# %%
at_left = polar_score(np.arctan2(shoe[:, 1], shoe[:, 0]))
in_gap = polar_score(np.arctan2(shoe[:, 0], shoe[:, 1]))

# %% tags=["drawing"] shows="DME-F3.3"
row = plots.axes(2, height=3.6)
for ax, score, where in zip(row, (at_left, in_gap), ("at the left", "in the gap"), strict=True):
    rho = abs(demos.agreement(score, t))
    demos.coloured(shoe, score, ax, f"Angle cut {where}: rank correlation {rho:.2f}")
plots.show(row[0], alt="""The horseshoe twice, coloured by the first score of PCA on polar features.
    Left, the colours run smoothly but jump from light to dark in the middle of the left leg. Right,
    with the cut in the gap, they run smoothly from one end to the other.""")

# %% proves="DME-3.30"
along = np.argsort(t)
jumps = [np.abs(np.diff(score[along])).max() for score in (at_left, in_gap)]
print(f"largest jump between neighbours along the horseshoe: {jumps[0]:.1f} and {jumps[1]:.1f}")
agree(jumps[0] > 5 * jumps[1], "the usual cut makes a jump that the other does not")
agree(demos.agreement(in_gap, t) ** 2 > 0.98, "with the cut in the gap the score is the position")

# %% [markdown] teaches="DME-F3.3"
# With the usual cut, the score follows the circle and jumps, and points at the ends of the two legs look alike. With the cut in the gap it is perfect. But we moved the cut because we had *seen* the gap.
#
# *A feature made by hand brings in what you already know. The rest of the chapter looks for methods that need not be told.*

# %% [markdown] teaches="W-u03 W-u02 W-u01"
# ## 6. What is inside a kernel: Mercer's theorem
#
# A kernel has a feature space behind it. For the Gaussian it has infinitely many dimensions, and chapter 1 said we need not enter. This section enters.
#
# Begin with a set of five points. A kernel on it is a matrix, a function on it is a vector of five values, and "apply the kernel to a function" is multiplying by the matrix: a **linear operator**, since sums go to sums and multiples to multiples. Its eigenvectors, $K\psi=\lambda\psi$, can be taken orthonormal, and they rebuild it:
#
# $$K=\sum_i\lambda_i\psi_i\psi_i^\top$$

# %% proves="W-u01 W-u02"
K = Gaussian(1.0)(rng.normal(size=(5, 2)))
values, Psi = np.linalg.eigh(K)
rebuilt = sum(value * np.outer(psi, psi) for value, psi in zip(values, Psi.T, strict=True))
agree(K @ Psi, values * Psi, "the matrix only stretches its eigenvectors")
agree(Psi.T @ Psi, np.eye(5), "they are orthonormal")
agree(rebuilt, K, "and their outer products rebuild it")

# %% [markdown] teaches="W-u07 W-T7.1 W-u05 W-u04"
# Entry by entry: $\kappa(i,j)=\sum_k\lambda_k\psi_k(i)\,\psi_k(j)$. Now let the five points become an interval. Sums over points turn into integrals, vectors into functions, and the eigenvalue problem into an integral equation:
#
# $$\int\kappa(s,t)\,\psi(t)\,dt=\lambda\,\psi(s)$$
#
# **Mercer's theorem**: on a compact set, a continuous, symmetric, positive semi-definite kernel has eigenvalues $\lambda_1\ge\lambda_2\ge\dots\ge0$ and continuous eigenfunctions, orthonormal in $\int\psi_i\psi_j\,dt$, and the series converges uniformly:
#
# $$\kappa(s,t)=\sum_{i=1}^\infty\lambda_i\,\psi_i(s)\,\psi_i(t)$$
#
# (The kernel notes forget to ask for *symmetry*. With $\kappa(s,t)=1+(s-t)$ every integral $\iint f\kappa f$ is $(\int f)^2\ge0$, so all printed conditions hold, and yet no sum of symmetric terms can be asymmetric. They ask for a finite $\iint\kappa^2$ instead, which continuity on a compact set gives for free.) The lopsided kernel, tried on a random function:

# %% proves="W-T7.1 W-u04"
grid = (np.arange(200) + 0.5) / 200  # midpoints: integrals become means
lopsided = 1 + grid[:, None] - grid
f = rng.normal(size=200)
agree(f @ lopsided @ f / 200**2, f.mean() ** 2, "never negative: it is a square")
agree(lopsided[0, -1] < 0.01 < 1.99 < lopsided[-1, 0], "and far from symmetric")

# %% [markdown]
# One kernel can be worked out by hand: $\kappa(s,t)=\min(s,t)$ on $[0,1]$. The integral equation reads $\int_0^st\,\psi(t)\,dt+s\int_s^1\psi(t)\,dt=\lambda\psi(s)$. Differentiate twice: $-\psi=\lambda\psi''$, with $\psi(0)=0$ and $\psi'(1)=0$. So
#
# $$\psi_i(t)=\sqrt2\,\sin\bigl((i-\tfrac12)\pi t\bigr), \qquad \lambda_i=\frac1{(i-\frac12)^2\pi^2}$$
#
# `mercer` solves the equation on a grid: it is an `eigh` with quadrature weights. It should find the same:

# %%
values, functions = embedding.mercer(lambda x: np.minimum(x, x.T), grid, np.full(200, 1 / 200))
number = np.arange(1, 6) - 0.5
exact = np.sqrt(2) * np.sin(np.outer(grid, number) * np.pi)
print("grid: ", values[:5].round(4))
print("exact:", (1 / (number * np.pi) ** 2).round(4))

# %% tags=["proof"] proves="W-u07"
agree(values[:5] * (number * np.pi) ** 2, 1.0, "five eigenvalues, to 0.2 %", tol=2e-3)
agree(np.abs(functions[:, :5]), np.abs(exact), "five eigenfunctions, to 0.01", tol=0.007)

# %% [markdown]
# Orthonormal on the grid, and all of them together are the kernel:

# %% tags=["proof"] proves="W-T7.1 W-u04 W-u05"
min_kernel = np.minimum(grid[:, None], grid)
agree(values > 0, "no eigenvalue is negative")
agree(functions.T @ functions / 200, np.eye(200), "the eigenfunctions are orthonormal")
agree((functions * values) @ functions.T, min_kernel, "the series is the kernel")

# %% [markdown]
# The eigenvalues sum to $\int\kappa(t,t)\,dt=\frac12$. **Predict:** what share of that is the first one?
#
# <details><summary>Answer</summary>
#
# $\frac4{\pi^2}\big/\frac12=8/\pi^2\approx81\,\%$. An infinite-dimensional space, and four fifths of it are one sine.
# </details>
#
# A Gaussian with σ = 0.3 starts lower, with 59 % in the first, but then falls far faster: four terms hold more than 99 %. Eigenfunctions of both, and their eigenvalues, as shares of the sum, on a log scale:

# %%
gauss_values, gauss_functions = embedding.mercer(Gaussian(0.3), grid, np.full(200, 1 / 200))
gauss_shares, shares = gauss_values / gauss_values.sum(), values / values.sum()
agree(values.sum(), 0.5, "min: the eigenvalues sum to one half")
agree(shares[0], 8 / np.pi**2, "min: the first share is 8/π²", tol=1e-3)
agree(gauss_shares[0], 0.59, "Gaussian: the first share is 59 %", tol=0.008)
agree(gauss_shares[:4].sum() > 0.99, "Gaussian: four terms hold more than 99 %")

# %% tags=["drawing"] shows="W-T7.1"
row = plots.axes(3, height=3.0)
waves = {"min(s, t): sines": functions, "Gaussian, σ = 0.3": gauss_functions}
for ax, (title, waveforms) in zip(row, waves.items(), strict=False):
    plots.curves(grid, {f"ψ{i + 1}": waveforms[:, i] for i in range(3)}, ax=ax, title=title)
    ax.set(xlabel="t", ylim=(-2.6, 2.6))
    ax.legend(loc="lower left", ncols=3, fontsize=7)
spectra = {"min(s, t)": shares[:8], "Gaussian": gauss_shares[:8]}
plots.curves(np.arange(1, 9), spectra, ax=row[2], title="Shares of the sum", xlabel="number")
row[2].set_yscale("log")
plots.show(row[0], alt="""Three panels. The first three eigenfunctions of min of s and t: sine waves
    with growing frequency, zero at the left end. Those of a Gaussian kernel: an arch, a rising
    S-shape, a wave. Shares of the eigenvalues of both on a log scale: min starts higher and falls
    like one over the square of the number, the Gaussian falls far faster.""")

# %% [markdown]
# Add the terms up one by one, and the kernel appears:

# %%
demos.sum_the_eigenfunctions()

# %% [markdown] teaches="W-u09 W-u10 W-u08"
# And here is the feature map, at last. Let $\Phi(x)=\bigl(\sqrt{\lambda_1}\psi_1(x),\sqrt{\lambda_2}\psi_2(x),\dots\bigr)$. The inner product of two such sequences is the Mercer series, hence the kernel. The squares of the entries sum to $\kappa(x,x)<\infty$, so $\Phi(x)$ is a square-summable sequence, a member of $\ell^2$, and its tail can be cut:

# %% proves="W-u08 W-u09 W-u10"
features = functions * np.sqrt(np.maximum(values, 0))  # (200, 200): a row per point
agree(features @ features.T, min_kernel, "inner products of the features are the kernel")
agree((features**2).sum(axis=1), grid, "the squared length of Φ(t) is κ(t, t) = t")

# %% [markdown]
# Keep twenty of them:

# %%
cut = features[:, :20]
print(f"largest error with 20 features: {np.abs(cut @ cut.T - min_kernel).max():.3f}")

# %% [markdown]
# What does the interval look like in there? Its first two coordinates can be drawn:

# %% tags=["drawing"] shows="W-u09"
gauss_features = gauss_functions * np.sqrt(np.maximum(gauss_values, 0))
row = plots.axes(2, height=3.2)
for ax, F, title in zip(row, (features, gauss_features), waves, strict=True):
    ax.plot(*F[:, :2].T, color=plots.GREY, linewidth=1)
    demos.coloured(F[::8, :2], grid[::8], ax, f"[0, 1] seen through {title.split(':')[0]}")
    ax.set(xlabel="first feature", ylabel="second feature", xlim=(-0.05, 1), aspect="auto")
plots.show(row[0], alt="""The unit interval mapped to its first two Mercer features. For min of s
    and t a curve that starts at the origin, rises and bends back; for the Gaussian an arc open to
    the left, coloured from dark at 0 to light at 1.""")

# %% [markdown]
# A horseshoe, out of a straight line. Kernels bend. On a grid with equal weights, these features are nothing but scores from $K$, as in section 1, only not centred: Mercer's functions and the eigenvectors of the Gram matrix are one set of numbers:

# %% tags=["proof"]
agree(same(pca.scores_from_gram(min_kernel, 5), features[:, :5]), "five features are five scores")

# %% [markdown] teaches="W-u06"
# (The kernel notes liken Mercer's series to $x^\top Ky=\sum\lambda_i(\psi_i^\top x)(\psi_i^\top y)$. The identity holds. But as functions of $x$ the factors $\psi_i^\top x$ are not orthonormal, so it is not Mercer's series of that kernel. The finite case is the one we began with, the kernel on an index set.) Their inner products on the unit square, for $K=I$:

# %% proves="W-u06"
x, y = rng.normal(size=(2, 5))
by_parts = sum(np.linalg.eigvalsh(K) * (Psi.T @ x) * (Psi.T @ y))
agree(x @ K @ y, by_parts, "the identity holds")
s1, s2 = np.meshgrid(grid, grid)
print(f"on [0,1]²: ⟨x₁, x₂⟩ = {(s1 * s2).mean():.2f}, ⟨x₁, x₁⟩ = {(s1 * s1).mean():.3f}")
agree((s1 * s2).mean(), 1 / 4, "the factors are not orthogonal")

# %% [markdown]
# *A kernel is a sum of products of orthonormal functions. Infinitely many, but the first few do nearly all of the work.*

# %% [markdown] teaches="DME-3.26 DME-3.25 DME-3.28 DME-3.29"
# ## 7. Kernel PCA, done right
#
# Features made by hand (section 5) need an inventor. A kernel brings its own: fill the Gram matrix with kernel values, $\tilde G_{ij}=\kappa(x_i,x_j)$, since these *are* inner products of features; centre it; take the scores $Z=V_k\tilde\Lambda_k^{1/2}$ from its top eigenpairs. Three lines:

# %% proves="DME-3.28 DME-3.29"
points, new = rng.normal(size=(30, 2)), rng.normal(size=(5, 2))
K = Polynomial(degree=2)(points)
values, V = np.linalg.eigh(means.centre(K))
Z = V[:, [-1, -2]] * np.sqrt(values[[-1, -2]])
agree(same(Z, embedding.kernel_pca(K, 2).scores), "the library finds the same scores")

# %% [markdown]
# Is that PCA in feature space? With the linear kernel it must be PCA itself, with the quadratic kernel PCA of the six quadratic features. And by section 1 it must be classical scaling of the distances between images:

# %% tags=["proof"] proves="DME-3.25 DME-3.26 DME-3.28 DME-3.29"
six = quadratic_features(points)
agree(K, six @ six.T, "kernel values are inner products of the six features")
agree(same(Z, pca.pca(six, 2).scores), "quadratic kernel: PCA of the six features")
linear = embedding.kernel_pca(Linear()(raw), 2).scores
routes = [pca.pca(raw, 2, route).scores for route in ("svd", "eigen", "gram", "power")]
agree([same(linear, scores) for scores in routes], "linear kernel: PCA, by each of its routes")
by_scaling = embedding.classical_mds(np.sqrt(means.squared_distances(K)), 2)
agree(same(Z, by_scaling), "classical scaling of the distances between images")

# %% [markdown] teaches="DME-3.27"
# The notes name two kernels, $\langle x,z\rangle^a$ and the Gaussian, and leave $a$ to the user. It had better be a positive whole number. Otherwise there is no feature space to do PCA in, and a negative eigenvalue says so:

# %% proves="DME-3.27"
positive = np.abs(rng.normal(size=(40, 2)))  # so that powers are defined
for a in (1, 1.5, 2, 2.5, 3):
    negative = np.linalg.eigvalsh((positive @ positive.T) ** a)[0] < -1e-6
    print(f"a = {a:3}: {'negative eigenvalue' if negative else 'positive semi-definite'}")
    assert negative == (a % 1 > 0)

# %% [markdown] teaches="W-7.1 W-u18 W-u19 W-u20"
# The kernel notes come from the other side. Follow them for a page: they answer what the directions look like, and where a *new* point belongs. They picture the images as a few fixed elements plus noise, $\Phi(x)=\sum_jz_j\Phi_j+w$, the $\Phi_j$ orthonormal, $\langle\Phi_i,\Phi_j\rangle=\delta_{ij}$ (in print an index slipped, and each $\Phi_i$ is orthogonal to itself). For a covariance in feature space one needs outer products: $\Phi\otimes\Phi$ is the operator that sends $f$ to $\langle\Phi,f\rangle\,\Phi$. Then the covariance is $\sum_j\operatorname{Var}(z_j)\,\Phi_j\otimes\Phi_j$ plus that of the noise. In six dimensions we can watch it do so:

# %% proves="W-7.1 W-u18 W-u19 W-u20"
one, two = generators = np.linalg.qr(rng.normal(size=(6, 2)))[0].T
agree(generators @ generators.T, np.eye(2), "two elements of length one, orthogonal")
f = rng.normal(size=6)
agree(np.outer(one, one) @ f, (one @ f) * one, "their outer products act as said")
z, w = rng.normal(size=(50_000, 2)) * [2, 1], 0.1 * rng.normal(size=(50_000, 6))
model = 4 * np.outer(one, one) + np.outer(two, two) + 0.01 * np.eye(6)
found = np.cov((z @ generators + w).T, bias=True)
agree(found, model, "50 000 images have the covariance of the model, to 2.5 %", tol=0.025)

# %% [markdown] teaches="W-u22 W-u23 W-7.2 W-p01"
# From data we have the **empirical covariance operator**: the average of $\Phi(x_i)\otimes\Phi(x_i)$ over centred images. Whatever you feed it, it answers with a combination of the images,
#
# $$\hat\Sigma f=\frac1n\sum_i\langle\Phi(x_i),f\rangle\,\Phi(x_i)$$
#
# so an eigenfunction, $\hat\Sigma u=\lambda u$, is such a combination itself, $u=\sum_i\alpha_i\Phi(x_i)$: divide by $\lambda$, which had better not be zero. With explicit features:

# %% proves="W-u22 W-u23"
Phi = quadratic_features(points)
Phi = Phi - Phi.mean(axis=0)
Sigma = np.mean([np.outer(phi, phi) for phi in Phi], axis=0)
agree(Sigma, np.cov(quadratic_features(points).T, bias=True), "it is the covariance")
agree(Sigma @ f, (Phi @ f) @ Phi / 30, "and answers with a combination of images")

# %% [markdown]
# Solve the eigenvalue problem there, and write the first eigenfunction as a combination of images:

# %% proves="W-7.2 W-p01"
lam, u = (part[..., -1] for part in np.linalg.eigh(Sigma))
alpha = Phi @ u / (30 * lam)
agree(Sigma @ u, lam * u, "u is an eigenfunction")
agree(alpha @ Phi, u, "and a combination of images")

# %% [markdown]
# And for $\lambda=0$? The first feature is the constant 1. After centring it is zero for everyone, so the first axis is an eigenfunction to $\lambda=0$ and orthogonal to every image. The claim needs its condition:

# %% tags=["proof"] proves="W-p01"
first_axis = np.eye(6)[0]
agree(np.abs(Sigma @ first_axis) < 1e-12, "the first axis is an eigenfunction to zero")
agree(np.abs(Phi @ first_axis) < 1e-12, "and orthogonal to every image: no combination of them")

# %% [markdown] teaches="W-u24 W-u25"
# Put the combination into $\hat\Sigma u=\lambda u$ and take inner products with every image: $\hat K^2\alpha=n\lambda\,\hat K\alpha$. The notes now say that only solutions of $\hat K\alpha=n\lambda\alpha$ are "of interest". Why is nothing lost? Any other solution differs by a vector $\nu$ with $\hat K\nu=0$, and the combination it stands for has the squared length $\nu^\top\hat K\nu=0$. It is the same function, written in another way:

# %% proves="W-u25"
K_hat = means.centre(K)
agree(K_hat @ alpha, 30 * lam * alpha, "the weights are an eigenvector of the kernel matrix")

# %% [markdown]
# Add a null vector. The squared equation still holds, the plain one does not, and the function is the same:

# %% proves="W-u24 W-u25"
other = alpha + 3 * np.linalg.eigh(K_hat)[1][:, 0]  # to zero, so a null vector
agree(K_hat @ K_hat @ other, 30 * lam * K_hat @ other, "the squared equation holds")
agree(np.abs(K_hat @ other - 30 * lam * other).max() > 1, "the plain one does not")
agree(other @ Phi, u, "and the function is the same")

# %% [markdown]
# One thing the notes leave out: the *length* of $\alpha$. `eigh` returns a unit vector $v$, but the direction $\sum_iv_i\Phi(x_i)$ has the squared length $v^\top\hat Kv=n\lambda$. For a unit direction take $\alpha=v/\sqrt{n\lambda}$. Then the scores $\hat K\alpha$ have variance $\lambda$, as PCA scores must:

# %%
components = embedding.kernel_pca(K, 2)
v = np.linalg.eigh(K_hat)[1][:, -1]
print(f"squared length for a unit v: {v @ K_hat @ v:.0f}; n λ = {30 * lam:.0f}")

# %% [markdown]
# The library divides. Its directions are orthonormal, and the variances come out right:

# %% tags=["proof"] proves="W-u25"
agree(components.alpha.T @ K_hat @ components.alpha, np.eye(2), "directions are orthonormal")
agree(components.scores.var(axis=0), components.eigenvalues, "scores have the variances λ")

# %% [markdown] teaches="W-u21"
# Now a new point: map it to feature space and take inner products with the directions. In kernel values that is $\sum_i\alpha_i\hat\kappa(x_i,z)$, with $z$ centred by the *training* means (chapter 1, section 6). These the components remember, so the kernel matrix can be let go:

# %% proves="W-u21"
mean, U, _, _ = pca.pca(quadratic_features(points), 2)
K_new = Polynomial(degree=2)(new, points)
projected = embedding.kernel_pca_project(K_new, components)
agree(same(projected, (quadratic_features(new) - mean) @ U.T), "coordinates of the new images")

# %% [markdown]
# A training point that comes back as new gets its old score:

# %% tags=["proof"] proves="W-u21"
again = embedding.kernel_pca_project(K, components)
agree(again, components.scores, "training points keep their scores")

# %% [markdown]
# **Predict.** The kernel is Gaussian, and you forget to centre $K$ at the start. What will the first component be?
#
# <details><summary>Answer</summary>
#
# The way to the data. All images lie in one corner of feature space (no inner product of a Gaussian kernel is negative), so the direction that captures most squared length points at their mean, and every point has nearly the same score.
# </details>

# %%
K_shoe = Gaussian(distance_quantile(shoe, 0.5))(shoe)
uncentred = np.linalg.eigh(K_shoe)[1][:, -1]
print(f"cosine with the constant vector: {abs(uncentred.mean()) * np.sqrt(100):.2f}")
agree(abs(embedding.kernel_pca(K_shoe, 1).alpha.mean()) < 1e-12, "centred, they sum to zero")

# %% [markdown]
# *Kernel PCA is PCA of images: centre first, divide by $\sqrt{n\lambda}$, and use the training centre for ever after.*

# %% [markdown] teaches="DME-F3.4"
# ## 8. Kernel PCA on the horseshoe
#
# **Predict.** A Gaussian kernel makes the features nonlinear. Will the first kernel component find the position along the horseshoe?
#
# <details><summary>Answer</summary>
#
# No. Read on before you blame the kernel.
# </details>
#
# The width must be chosen. Quantiles of the pairwise distances give a sensible range. First the data as they are:

# %%
quantiles = (0.1, 0.25, 0.5, 0.75)


def kernel_score(P, q):
    """First kernel component, its sign chosen to rise with the position."""
    z = embedding.kernel_pca(Gaussian(distance_quantile(P, q))(P), 1).scores[:, 0]
    return z * np.sign(demos.agreement(z, t))


# %% tags=["drawing"] shows="DME-F3.4"
def width_row(P):
    row = plots.axes(4, height=2.9)
    for ax, q in zip(row, quantiles, strict=True):
        z = kernel_score(P, q)
        demos.coloured(P, z, ax, f"quantile {q:g}: {demos.agreement(z, t):.2f}")
    return row


row = width_row(shoe)
row[0].figure.suptitle("Raw data: the wider the kernel, the closer to PCA", x=0.01, ha="left")
plots.show(row[0], alt="""Four copies of the horseshoe, coloured by the first kernel component for
    widths at the quantiles 0.1, 0.25, 0.5 and 0.75 of the distances. Rank correlations with the
    position fall from 0.53 to 0.16; for wide kernels both legs have the same colours.""")

# %% [markdown] teaches="DME-F3.5"
# A wide Gaussian is nearly linear, so it does what PCA does: it follows the larger variance, up and down. Then scale both variables to unit variance:

# %% shows="DME-F3.5"
scaled = standardise(shoe)[0]
row = width_row(scaled)
row[0].figure.suptitle("Unit variances: left and right are told apart", x=0.01, ha="left")
plots.show(row[0], alt="""The same four widths after scaling each variable to unit variance. The
    colours change smoothly around the arch; rank correlations lie between 0.62 and 0.71. Towards
    both tips at the bottom the colours turn back.""")

# %% [markdown] teaches="DME-u27"
# Preprocessing decided, not the kernel. Was that luck of one sample? Ten other horseshoes, width at the median distance:

# %% proves="DME-u27"
raw_rho, scaled_rho = [], []
for seed in range(10, 20):
    P, t_seed = datasets.horseshoe(100, np.random.default_rng(seed))
    for Q, record in ((P, raw_rho), (standardise(P)[0], scaled_rho)):
        z = embedding.kernel_pca(Gaussian(distance_quantile(Q, 0.5))(Q), 1).scores[:, 0]
        record.append(abs(demos.agreement(z, t_seed)))
print(f"median rank correlation: raw {np.median(raw_rho):.1f}, scaled {np.median(scaled_rho):.1f}")
agree(np.subtract(scaled_rho, raw_rho) > 0.2, "scaling helps on every one of them")

# %% [markdown]
# Better, not good. Follow the score from the right tip over the top: it falls a little, rises to its largest value at the left shoulder, and turns back, so that the left tip ends up in the middle of the scale, nearer to the right tip than to its own shoulder. In the plane the tips *are* near each other; along the horseshoe nothing is farther apart:

# %% proves="DME-u27"
z = kernel_score(scaled, 0.25)[np.argsort(t)]  # from the right tip over the top to the left tip
right_tip, shoulder, left_tip = z[:5].mean(), z.max(), z[-5:].mean()
print(f"right tip {right_tip:.2f}, left shoulder {shoulder:.2f}, left tip {left_tip:.2f}")
agree(abs(left_tip - right_tip) < abs(left_tip - shoulder), "the tips are nearer to each other")

# %% [markdown]
# *Nonlinear is not the same as better. Scaling the variables is part of the method.*

# %% [markdown] teaches="DME-3.31 DME-3.32"
# ## 9. Metric scaling: fit the distances themselves
#
# Classical scaling fits inner products. **Metric MDS** fits the distances, by minimising the **stress**
#
# $$\sum_{i<j}w_{ij}\bigl(\|z_i-z_j\|-\delta_{ij}\bigr)^2 \tag{3.31}$$
#
# with ordinary distances in the map and weights of your choice. (The numbers we print are divided by $\sum w_{ij}\delta_{ij}^2$, so that they have no unit.) There is no eigenvalue formula. But there is a neat iteration, called SMACOF. For equal weights: let every point $j$ say where it would like to see point $i$, namely at the right distance in the direction in which it stands, $z_j+b_{ij}(z_i-z_j)$ with $b_{ij}=\delta_{ij}/\|z_i-z_j\|$. Point $i$ itself wishes to stay. The mean of these $n$ wishes, in a centred map, where the $z_j$ sum to zero and the stayer's own wish amounts to $z_i/n$ like any other, is
#
# $$z_i\leftarrow\frac1n\sum_jb_{ij}\,(z_i-z_j)$$
#
# The stress never rises on the way. Build it:

# %%
def smacof_step(Z, D):
    """Everyone moves to the mean of where the others want them."""
    d = cdist(Z, Z)
    b = np.divide(D, d, out=np.zeros_like(D), where=d > 0)
    return np.array([(b[i, :, None] * (Z[i] - Z)).mean(axis=0) for i in range(len(Z))])

# %% [markdown]
# Start from the classical map of the mended roads, and let it run:

# %%
Z = embedding.classical_mds(mended, 2)
history = [embedding.stress(Z, mended)]
for _ in range(25):
    Z = smacof_step(Z, mended)
    history.append(embedding.stress(Z, mended))

# %% proves="DME-3.31"
missed, asked = pdist(Z) - squareform(mended), squareform(mended)
agree(history[-1], (missed**2).sum() / (asked**2).sum(), "the share is that of (3.31)")
agree(np.diff(history) <= 0, "the stress never rises")
agree(Z, embedding.metric_mds(mended, 2, max_iter=25).Z, "the library takes the same 25 steps")
print(f"stress, as a share: classical {history[0]:.4f}, after 25 steps {history[-1]:.4f}")

# %% [markdown] teaches="DME-u32"
# So classical and metric scaling disagree, as they should: they minimise different things. On the ring of four the difference can be worked out. Classical scaling kept the diagonals and paid with the sides; stress spreads the pain. A square of side $s$ costs $4(s-1)^2+2(\sqrt2s-2)^2$, least at $s=(1+\sqrt2)/2$:

# %% proves="DME-u32"
flat, best_side = embedding.metric_mds(ring, 2).Z, (1 + np.sqrt(2)) / 2
print(f"side {cdist(flat, flat)[0, 1]:.3f}, (1+√2)/2 = {best_side:.3f}")
agree(cdist(flat, flat)[ring == 1], best_side, "so for all four sides", tol=1e-4)

# %% [markdown]
# Nor are metric maps nested. The first column of the best flat map, however scaled, is not the best line:

# %% tags=["proof"] proves="DME-u32"
two, one = embedding.metric_mds(mended, 2), embedding.metric_mds(mended, 1)
best_scale = (pdist(two.Z[:, :1]) * squareform(mended)).sum() / (pdist(two.Z[:, :1]) ** 2).sum()
first_column = embedding.stress(best_scale * two.Z[:, :1], mended)
agree(first_column > one.stress + 0.001, "the first column has more stress than the best line")

# %% [markdown] teaches="DME-u29 DME-u33"
# Weights $w_{ij}=1/\delta_{ij}$ make small distances count: the **Sammon mapping** (all $\delta_{ij}$ must be positive). Squeeze the horseshoe onto a line with it, from twenty random starts.
#
# **Predict.** How many different results?
#
# <details><summary>Answer</summary>
#
# Two kinds: one that flattens the horseshoe like PCA, one that unrolls it. The stress has many local minima, and where you end depends on where you start.
# </details>

# %%
D_shoe = cdist(shoe, shoe)
runs = [embedding.sammon(D_shoe, 1, np.random.default_rng(seed)) for seed in range(20)]

# %% [markdown]
# Sort them by whether the coordinate follows the position, and keep the best of each kind:

# %% proves="DME-u33"
unrolled = [run for run in runs if abs(demos.agreement(run.Z[:, 0], t)) > 0.95]
folded = [run for run in runs if abs(demos.agreement(run.Z[:, 0], t)) < 0.5]
best = [min(kind, key=lambda run: run.stress) for kind in (folded, unrolled)]
print(f"stress {best[0].stress:.2f} folded, {best[1].stress:.2f} unrolled")
agree(len(folded) + len(unrolled), 20, "every run is of one of the two kinds")
agree(min(len(folded), len(unrolled)) >= 4, "and each kind is met several times")

# %% tags=["drawing"] shows="DME-F3.6 DME-F3.7"
row = plots.axes(3, height=3.4)
for ax, run, name in zip(row, best, ("Folded", "Unrolled"), strict=False):
    demos.coloured(shoe, run.Z[:, 0], ax, f"{name}: stress {run.stress:.2f}")
for run, name, mark in zip(best, ("folded", "unrolled"), (".", "x"), strict=True):
    row[2].plot(pdist(shoe), pdist(run.Z), mark, markersize=2.5, alpha=0.5, label=name)
row[2].plot([0, 3.3], [0, 3.3], "-", color="black", linewidth=1)
row[2].set(title="Shepard plot", xlabel="distance in the plane", ylabel="distance on the line")
row[2].legend(loc="upper left", markerscale=4)
plots.show(row[0], alt="""Left: the horseshoe coloured by a folded Sammon coordinate, both legs
    alike. Middle: coloured by an unrolled one, smooth from end to end. Right: distances on the line
    against distances in the plane. The folded solution has many pairs near zero although they are
    up to two apart; the unrolled one understates most distances and greatly overstates those
    between the tips.""")

# %% [markdown] teaches="DME-F3.6 DME-F3.7"
# The two solutions, and the plot that tells them apart: distances in the map against distances given, the **Shepard plot**. Folding puts pairs from opposite legs, up to 2 apart, on top of each other. Unrolling keeps the legs apart and pays at the tips, which it places three times too far from each other.
#
# The tips, in numbers:

# %% proves="DME-F3.7"
tips = [t.argmin(), t.argmax()]
folded_apart, unrolled_apart = (abs(np.ptp(run.Z[tips, 0])) for run in best)
print(f"tips {pdist(shoe[tips])[0]:.1f} apart in the plane, {unrolled_apart:.1f} when unrolled")
agree(unrolled_apart > 3 * pdist(shoe[tips])[0], "unrolled, three times too far")
agree(folded_apart < 0.5, "folded, close together")

# %% [markdown]
# In the notes' example the unrolled solution is also the cheaper one. On our horseshoe it is the *dearer* one: stress cannot see that unrolling is what we want. Open the gap further and the ranking turns round:

# %% proves="DME-F3.6"
def open_shoe(gap, n=100):
    r = np.random.default_rng(3)
    at = r.uniform(-np.pi / 2 + gap, 3 * np.pi / 2 - gap, n)
    return np.column_stack([np.cos(at), 1.6 * np.sin(at)]) + 0.08 * r.normal(size=(n, 2)), at


for gap in (0.45, 0.8):
    P, at = open_shoe(gap)
    runs = [embedding.sammon(cdist(P, P), 1, np.random.default_rng(seed)) for seed in range(20)]
    cost = np.array([run.stress for run in runs])
    straight = np.array([abs(demos.agreement(run.Z[:, 0], at)) > 0.95 for run in runs])
    print(f"gap {gap}: folded {cost[~straight].min():.2f}, unrolled {cost[straight].min():.2f}")
agree(cost[straight].min() < cost[~straight].min(), "wide open, unrolling costs less")

# %% [markdown]
# *Least stress is not the same as best map. Start several times, and look at the Shepard plot, not only at the number.*

# %% [markdown] teaches="DME-3.33"
# ## 10. Nonmetric scaling: when only the order counts
#
# In 1954 thirty-one people judged how alike 14 spectral colours are, pair by pair, on a scale from 0 to 4. (The table holds one minus the mean judgement, as a share of 4.) Nobody would swear that a 2 is twice a 1. But that 434 nm (violet) and 445 nm look more alike than 434 nm and 555 nm (green), one can believe. **Nonmetric MDS** uses only that order: it fits the distances to $f(\delta_{ij})$ with any non-decreasing $f$, and finds $f$ along with the map:
#
# $$\min_{Z,\,f}\ \sum_{i<j}w_{ij}\bigl(\|z_i-z_j\|-f(\delta_{ij})\bigr)^2 \tag{3.33}$$
#
# **Predict.** Printed like this, the problem has a perfect solution, for every table. Which?
#
# <details><summary>Answer</summary>
#
# All points at the origin and $f=0$. One must forbid it, by dividing by $\sum\|z_i-z_j\|^2$.
# </details>

# %% proves="DME-3.33"
wavelength, D_colour = datasets.colours()
nothing, f_zero = np.zeros((14, 2)), np.zeros(91)
agree(((pdist(nothing) - f_zero) ** 2).sum(), 0.0, "the collapsed map costs nothing")

# %% [markdown]
# With the denominator:

# %%
nonmetric = embedding.nonmetric_mds(D_colour, 2)
root = np.sqrt(nonmetric.stress)
print(f"normalised stress {nonmetric.stress:.4f}; its root, as usually quoted, {root:.3f}")

# %% [markdown]
# Given the map, the best $f$ is found by pooling: walk through the pairs in order of $\delta$, and wherever the distances go down, replace offenders by their mean. That is isotonic regression, and `scipy` has it. (Equal judgements may be ordered as the map likes, so $f$ may jump within a tie: the vertical walls in the plot.) On the left the map, on the right distances, judgements and the staircase $f$:

# %% proves="DME-3.33"
from scipy.optimize import isotonic_regression

d, delta = pdist(nonmetric.Z), squareform(D_colour)
order = np.lexsort((d, delta))
stairs = isotonic_regression(d[order]).x
by_hand = ((stairs - d[order]) ** 2).sum() / (d**2).sum()
agree(by_hand, nonmetric.stress, "what the staircase misses is the stress")

# %% tags=["drawing"]
left, right = plots.axes(2, height=4.0)
left.scatter(*nonmetric.Z.T, c=wavelength, cmap="nipy_spectral", vmin=405, vmax=690, s=80)
left.set(title="Judged colours lie on a circle", aspect="equal")
for z, nm in zip(nonmetric.Z, wavelength, strict=True):
    aside = 0.8 if nm in (445, 465) else 1.19
    left.annotate(str(nm), aside * z, ha="center", va="center", fontsize=8)
left.set(xlim=(-0.75, 0.75), ylim=(-0.75, 0.75))
right.plot(delta, d, "o", markersize=4, label="pairs")
right.plot(delta[order], stairs, "-", color=plots.ORANGE, label="best monotone f")
right.set(title="Order kept, scale bent", xlabel="judged difference", ylabel="distance in the map")
right.legend(loc="upper left")
plots.show(left, alt="""Left: 14 colours from 434 to 674 nanometres arranged around a circle in the
    order of their wavelengths, with a gap between red and violet. Right: distance in the map
    against judged difference; the points hug a staircase that rises slowly at first and steeply
    near one.""")

# %% [markdown]
# The colour circle, from 91 judgements by people who were never asked about a circle. Violet and red, the two ends of the spectrum, have become neighbours on it, about a quarter turn apart. The staircase shows how the scale was bent: judgements crowd near "entirely different", and there it is steepest. Taken at face value, the same numbers fit a plane far worse (the two are divided by different sums, so compare their size only):

# %%
metric = embedding.metric_mds(D_colour, 2)
print(f"stress: metric {metric.stress:.3f}, nonmetric {nonmetric.stress:.4f}")

# %% [markdown]
# And a circle it is. The colours go round in one sense, at nearly the same radius:

# %%
radius = np.linalg.norm(nonmetric.Z, axis=1)
turn = np.diff(np.unwrap(np.arctan2(*nonmetric.Z.T)))
agree(np.sign(turn), np.sign(turn[0]), "the wavelengths go round in one sense")
agree(radius.std() < 0.1 * radius.mean(), "and their radii differ by less than 10 %")
print(f"from red on to violet: {360 - np.degrees(abs(turn.sum())):.0f}°")

# %% [markdown]
# Only the order counts. Cube all judgements: nothing happens to the nonmetric map, and a good deal to the metric one:

# %% tags=["proof"] proves="DME-3.33"
ordered = pdist(embedding.nonmetric_mds(D_colour**3, 2).Z)
agree(ordered / ordered.max(), d / d.max(), "nonmetric: the same distances", tol=1e-3)
cubed, plain = pdist(embedding.metric_mds(D_colour**3, 2).Z), pdist(metric.Z)
moved = np.abs(cubed / cubed.max() - plain / plain.max()).max()
agree(moved > 0.1, "metric: some change by more than a tenth of the largest")

# %% [markdown]
# *When the numbers are only an order, let the method bend the scale.*

# %% [markdown] teaches="DME-u34 DME-F3.8"
# ## 11. Isomap: distances along the data
#
# Ants on the horseshoe would never jump the gap. **Isomap** measures as they walk: link each point to its $m$ nearest, take the length of the shortest path through these links as distance, and hand the table to classical scaling. Neighbours are close enough for straight lines to be honest; far pairs are measured in honest steps.
#
# **Predict.** What goes wrong if $m$ is too small, and what if it is too large?
#
# <details><summary>Answer</summary>
#
# Too small: the graph falls into pieces, and there is no path between them. Too large: a link jumps the gap, and a single such bridge is enough, since the shortest paths between the two legs will use it.
# </details>
#
# Three graphs on our horseshoe:

# %% tags=["drawing"] shows="DME-F3.8"
from scipy.sparse.csgraph import connected_components

row = plots.axes(3, height=3.4)
for ax, m in zip(row, (5, 10, 15), strict=True):
    graph = embedding.neighbour_graph(shoe, m)
    pieces = connected_components(graph)[0]
    for i, j in np.argwhere(np.triu(graph.toarray()) > 0):
        ax.plot(*shoe[[i, j]].T, color="0.75", linewidth=0.5, zorder=1)
    plots.scatter(shoe, ax=ax, size=14, title=f"m = {m}: {pieces} piece{'s' * (pieces > 1)}")
plots.show(row[0], alt="""The horseshoe with links to the nearest neighbours of each point. With 5
    neighbours the graph has two pieces, broken in the right leg. With 10 it is one piece and
    follows the shape. With 15 links run across the gap at the bottom.""")

# %% [markdown]
# Shortest paths by the simplest algorithm known, Floyd and Warshall's: allow one more stop-over at a time. It costs $n^3$; the library uses Dijkstra's:

# %%
graph = embedding.neighbour_graph(shoe, 10)
walk = np.where(graph.toarray() > 0, graph.toarray(), np.inf)
np.fill_diagonal(walk, 0)
for stop in range(len(shoe)):
    walk = np.minimum(walk, walk[:, [stop]] + walk[[stop], :])

# %% [markdown]
# The same table, and from it the same map:

# %% tags=["proof"] proves="DME-u34"
agree(walk, embedding.geodesic_distances(graph), "both find the shortest paths")
Z_walk = embedding.classical_mds(walk, 1)
agree(embedding.isomap(shoe, 1, 10), Z_walk, "Isomap is classical scaling of their lengths")

# %% tags=["drawing"] shows="DME-F3.9"
row = plots.axes(2, height=3.6)
for ax, m, what in zip(row, (10, 15), ("follows the shape", "takes a short cut"), strict=True):
    z = embedding.isomap(shoe, 1, m)[:, 0]
    rho = abs(demos.agreement(z, t))
    demos.coloured(shoe, z, ax, f"Isomap, m = {m}: {what} ({rho:.2f})")
plots.show(row[0], alt="""The horseshoe coloured by the Isomap coordinate. With 10 neighbours the
    colours run smoothly from one tip to the other. With 15 they run up and down again, as the two
    tips have become neighbours.""")

# %% [markdown] teaches="DME-F3.9"
# When the graph is connected and has no bridge, the coordinate is the position. It is more: a *length*. On a half circle without noise it must span π:

# %% proves="DME-u34"
angle = np.linspace(0, np.pi, 60)
arc = embedding.isomap(np.column_stack([np.cos(angle), np.sin(angle)]), 1, m=2)
print(f"range of the coordinate {np.ptp(arc):.3f}, arc length {np.pi:.3f}")
agree(np.ptp(arc), np.pi, "a length along the data, to a thousandth", tol=1e-3)

# %% [markdown]
# If the graph is in pieces, distances between them are infinite, and the library says so rather than guess (one may map each piece by itself, or raise $m$):

# %%
try:
    embedding.isomap(shoe, 1, m=5)
except ValueError as error:
    print(error)

# %% [markdown]
# How lucky was $m=10$? Fifty horseshoes of 100 points, fifty of 400. A short cut shows as a rank correlation below 0.95:

# %%
def outcomes(n, m=10):
    count = dict.fromkeys(("fine", "short cut", "in pieces"), 0)
    for seed in range(50):
        P, at = datasets.horseshoe(n, np.random.default_rng(seed))
        if connected_components(embedding.neighbour_graph(P, m))[0] > 1:
            count["in pieces"] += 1
        else:
            rho = abs(demos.agreement(embedding.isomap(P, 1, m)[:, 0], at))
            count["fine" if rho > 0.95 else "short cut"] += 1
    return count


few, many = outcomes(100), outcomes(400)
print(f"n = 100: {few}\nn = 400: {many}")
agree(few["short cut"] > 15, "with 100 points, many short cuts")
agree(many["short cut"], 0, "with 400, none")

# %% [markdown]
# With few points, $m=10$ is a gamble, lost about half of the time: the tenth neighbour of a tip may well sit on the other tip. With many points there is no short cut, and hardly a break. There is no *right* $m$, only one that suits the sampling.
#
# At the other extreme, let everybody be a neighbour of everybody. Paths are then straight, and Isomap is PCA again. The family portrait is complete: PCA, kernel PCA and Isomap are classical scaling of, in turn, plain distances, distances between images, and distances along a graph. The missing link:

# %% tags=["proof"]
everybody = embedding.isomap(shoe, 2, m=99)
agree(same(everybody, pca.pca(shoe, 2).scores), "Isomap with 99 neighbours of 100 points is PCA")

# %% [markdown]
# Your turn to break things. Predict first:

# %%
demos.horseshoe_workshop()

# %% [markdown]
# *Isomap unrolls what bends, if every link stays on the data. Check the graph before you believe the map.*

# %% [markdown] teaches="DME-u35 DME-3.37"
# ## 12. UMAP: match two graphs
#
# UMAP gives up on distances altogether. It asks only *who is linked with whom, and how surely*: in the data, and in the map, and it moves the map until the two agree.
#
# **Links in the data.** Point $i$ is linked to each of its $m$ nearest with probability
#
# $$w_{i\to j}=\exp\Bigl(-\frac{\|x_i-x_j\|-\rho_i}{\sigma_i}\Bigr) \tag{3.37}$$
#
# where $\rho_i$ is the distance to the nearest neighbour, so that one link is certain, and $\sigma_i$ is set such that the $m$ probabilities sum to $\log_2m$. Every point thus measures with its own ruler: crowded or lonely, it has the same number of friends. We solve for $\sigma$ with a root finder:

# %%
from scipy.optimize import brentq
from sklearn.datasets import load_digits

from featurespace.embedding import NEGATIVES, fuzzy_graph, link_curve, neighbour_weights
from featurespace.neighbours import nearest

pixels, digit = load_digits(return_X_y=True)
some = pixels[:250]

# %% [markdown]
# The first digit and its 15 nearest:

# %%
far = np.sort(cdist(some[:1], some)[0])[1:16]  # the 15 nearest of the first digit
sigma = brentq(lambda s: np.exp(-(far - far[0]) / s).sum() - np.log2(15), 1e-3, 1e3)
weights = np.exp(-(far - far[0]) / sigma)

# %% proves="DME-3.37"
print("first five link probabilities:", weights[:5].round(2))
agree(weights[0], 1.0, "the nearest is linked for sure")
agree(weights, neighbour_weights(far[None])[0], "the library has the same", tol=1e-6)

# %% [markdown]
# Duplicates need care. UMAP takes $\rho$ from the nearest neighbour at a *positive* distance; a twin at distance 0 would then get a weight above one. Hence $\max(0,d-\rho)$:

# %% tags=["proof"] proves="DME-3.37"
twins = np.r_[0.0, far[:14]]  # the nearest is a duplicate: rho must skip it
agree(np.exp(-(twins - twins[1]) / sigma)[0] > 1, "(3.37) gives a twin more than one")
agree(neighbour_weights(twins[None])[0, :2], 1.0, "with the maximum, it and the next get one")

# %% [markdown] teaches="DME-3.38"
# The link from $i$ to $j$ need not be as sure as the one back. UMAP takes the probability that *at least one* of them exists, $a+b-ab$. Two coins of $\frac12$ make $\frac34$:

# %% proves="DME-3.38"
distance, index = nearest(some, 15)
P = np.zeros((250, 250))
np.put_along_axis(P, index, neighbour_weights(distance), axis=1)
W = P + P.T - P * P.T
agree(W, 1 - (1 - P) * (1 - P.T), "missing only if both are missing")
agree(W, fuzzy_graph(some, 15).toarray(), "the library has the same graph")

# %% [markdown] teaches="DME-3.39 DME-3.40"
# **Links in the map, and the cost.** If $v_{ij}$ are the probabilities in the map, compare pair by pair, as if each link were a coin,
#
# $$\mathcal C=\sum_{i<j}w_{ij}\ln\frac{w_{ij}}{v_{ij}}+(1-w_{ij})\ln\frac{1-w_{ij}}{1-v_{ij}} \tag{3.39}$$
#
# and choose the map that makes $\mathcal C$ least. It is a sum of Kullback–Leibler divergences, zero only if all weights agree. (The data mining notes call it an average; that has the same minimum.)
#
# They also say to compute $v_{ij}$ "in the same way", with a neighbour graph of the map. **Predict.** What does that make of a pair that is linked in the data, and not among the 15 nearest in the map?
#
# <details><summary>Answer</summary>
#
# $w\ln(w/0)=\infty$. One such pair is enough.
# </details>

# %%
from scipy.special import xlogy
from scipy.stats import entropy


def divergence(w, v):
    """(3.39) for weights of pairs; 0 ln 0 is 0."""
    with np.errstate(divide="ignore"):
        linked, apart = xlogy(w, w) - xlogy(w, v), xlogy(1 - w, 1 - w) - xlogy(1 - w, 1 - v)
    return (linked + apart).sum()


# %% proves="DME-u35 DME-3.39 DME-3.40"
pairs = np.triu_indices(250, 1)
flat = pca.pca(some, 2).scores
V_same_way = fuzzy_graph(flat, 15).toarray()
w, v = W[pairs], V_same_way[pairs]
print("cost with a neighbour graph of the map:", divergence(w, v))
agree(((w > 0) & (v == 0)).sum() > 1000, "more than a thousand pairs cost infinity each")
agree(divergence(w, w), 0.0, "equal weights cost nothing")

# %% [markdown]
# Infinite, for any map you are likely to try. Worse, it would not change if the map were blown up tenfold, since every $\rho$ and $\sigma$ would follow. What UMAP really does: links in the map fade with *plain* distance, the same for all,
#
# $$v_{ij}=\frac1{1+a\,\|z_i-z_j\|^{2b}}$$
#
# never 0 and, for distinct points, never 1. The constants $a$ and $b$ are fitted so that points closer than `min_dist` count as together:

# %%
a, b = link_curve(min_dist=0.1)


def links(Z):
    """Link probabilities of all pairs of a map."""
    return 1 / (1 + a * pdist(Z) ** (2 * b))

# %% [markdown]
# The graph of the map, we said, is blind to scale; these links are not, and the cost is finite:

# %% proves="DME-u35 DME-3.39"
agree(fuzzy_graph(10 * flat, 15).toarray(), V_same_way, "blown up tenfold: the same graph")
plain = divergence(w, links(flat))
print(f"a = {a:.2f}, b = {b:.2f}; cost of the PCA map: {plain:.0f}")
coins = entropy([w, 1 - w], [links(flat), 1 - links(flat)])  # scipy, pair by pair
agree(coins.sum(), plain, "it is the sum of the divergences of coins")

# %% [markdown]
# **Descend.** Differentiate: linked pairs pull, all others push. Eight lines of plain gradient descent on the horseshoe, started from PCA (the step is clipped, because two points on the same spot push without limit):

# %%
def descend(Z, W, steps, rate=0.05):
    for _ in range(steps):
        gap = Z[:, None] - Z  # (n, n, 2)
        d2 = (gap**2).sum(axis=-1) + np.eye(len(Z))
        pull = 2 * a * b * d2 ** (b - 1) * W / (1 + a * d2**b)
        push = 2 * b * (1 - W) / ((1e-3 + d2) * (1 + a * d2**b))
        Z = Z - rate * np.clip(((pull - push)[..., None] * gap).sum(axis=1), -4, 4)
    return Z


# %% proves="DME-3.40"
W_shoe = fuzzy_graph(shoe, 10).toarray()
maps, costs = [3 * pca.pca(shoe, 2).scores], []
for steps in (10, 40, 150, 400):
    maps.append(descend(maps[-1], W_shoe, steps))
costs = [divergence(squareform(W_shoe), links(Z)) for Z in maps]
agree(np.diff(costs) < 0, "the cost falls")

# %% tags=["drawing"]
row = plots.axes(4, height=2.3)
for ax, k, steps in zip(row, (0, 1, 2, 4), (0, 10, 50, 600), strict=True):
    demos.coloured(maps[k], t, ax, f"{steps} steps: {costs[k]:.0f}")
row[0].figure.suptitle("The cost falls: linked points draw together", x=0.01, ha="left")
plots.show(row[0], alt="""Four maps of the horseshoe after 0, 10, 50 and 600 steps of gradient
    descent, coloured by true position, with falling cost. The band thins into short strands in the
    right order, grows, and tears open in a few places.""")

# %% [markdown]
# Neighbours stay neighbours, in the right order. Note the tears, too: where links are weak, the push wins. And all pairs, every step: $n^2$ work, too much for thousands of points. So UMAP, and our library's `umap`, pull along the links and push only a few random pairs apart in each epoch. It also starts from a better place: eigenvectors of the graph that change little along links. Does it converge on 250 digits?

# %%
epochs = (1, 10, 30, 100, 500)
runs = {n: embedding.umap(some, 2, rng=np.random.default_rng(0), epochs=n) for n in epochs}
trust = [embedding.trustworthiness(some, Z, 10) for Z in runs.values()]

# %% [markdown]
# We grade each map by **trustworthiness**: every intruder among the $m$ nearest in the map is charged by how far down the list of true neighbours it stands, and 1 means no intruders. And we compute $\mathcal C$:

# %%
agree(trust[0] < 0.75 and trust[2] > 0.94 and trust[-1] > 0.97, "trustworthiness grows")
ours, plain = divergence(w, links(runs[500])), divergence(w, links(flat))
print(f"PCA's map costs {plain:.0f}, UMAP's {'more' if ours > plain else 'less'}")

# %% [markdown]
# By trustworthiness it converges: below 0.75 after one epoch, above 0.97 after five hundred. But judged by $\mathcal C$, the final map is *worse* than PCA's. Is the map bad, or only its size? Blow both up or down, and take the best:

# %%
sizes = np.geomspace(0.1, 20, 60)
at_best = {
    name: min(divergence(w, links(size * Z)) for size in sizes)
    for name, Z in (("PCA", flat), ("UMAP", runs[500]))
}
print(f"at its best size PCA's map costs {at_best['PCA']:.0f}, UMAP's less than half of that")
agree(at_best["UMAP"] < at_best["PCA"] / 2, "less than half")

# %% [markdown]
# The shape is good; the map is too crowded. Random pairs are the reason. Each point draws 5 partners for each of its links, so a pair is pushed with the weight $5\cdot\text{degree}/n$, about 0.1, in place of $1-w_{ij}$, about 1. With a tenth of the push everything sits closer. Under the weights it really uses, UMAP does descend:

# %%
degree = W.sum(axis=1)
push_weight = (NEGATIVES * (degree[:, None] + degree) / 2 / 250)[pairs]
agree(0.05 < np.median(push_weight) < 0.2, "the push is about a tenth")
agree(np.median(1 - w), 1.0, "of what the cost asks for")


def sampled_cost(Z):
    """Cross entropy with the push that random sampling gives."""
    v = links(Z)
    return -(xlogy(w, v) + push_weight * np.log1p(-v)).sum()

# %% [markdown]
# From the first epoch to the last, and PCA at its best size:

# %% tags=["proof"] proves="DME-3.40"
falling = [sampled_cost(Z) for Z in runs.values()]
agree(falling[0] > 2 * falling[-1], "from the first epoch to the last the cost halves")
best_of_pca = min(sampled_cost(size * flat) for size in sizes)
agree(best_of_pca > 1.2 * falling[-1], "PCA's map costs more at any size")

# %% tags=["drawing"]
series = {"cost with sampled push": np.array(falling) / falling[0]}
series["1 − trustworthiness"] = (1 - np.array(trust)) / (1 - trust[0])
ax = plots.curves(epochs, series, xlabel="epochs", ylabel="relative to one epoch")
ax.set(xscale="log", ylim=(0, 1.1), title="A hundred epochs do most of the work")
plots.show(ax, alt="""Cost with sampled push and one minus trustworthiness, both relative to their
    value after one epoch, against the number of epochs from 1 to 500 on a log scale. Both fall
    steeply until about 30 epochs and hardly after 100.""")

# %% [markdown]
# *What an algorithm minimises and what its paper prints can differ. Evaluate the printed cost once; here it was infinite, and the repaired one asks for a larger map than the program draws.*

# %% [markdown] teaches="DME-F3.10"
# ## 13. Five maps of the same digits
#
# Every third of scikit-learn's handwritten digits, 599 of them with 64 pixels each, into the plane. None of the methods is told which digit is which. Under each map two grades: trustworthiness for ten neighbours, and how often the five nearest in the map name the right digit (five-fold cross-validation).
#
# **Predict.** Which will look best? Which will be closest to PCA?
#
# <details><summary>Answer</summary>
#
# UMAP looks best by far, by both grades. Kernel PCA is closest to PCA: in 64 dimensions all distances are similar, and a Gaussian as wide as the median distance is nearly linear.
# </details>

# %%
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier

sample, label = pixels[::3], digit[::3]
sample_maps = {
    "PCA": pca.pca(sample, 2).scores,
    "kernel PCA": embedding.kernel_pca(Gaussian(distance_quantile(sample))(sample), 2).scores,
    "metric MDS": embedding.metric_mds(cdist(sample, sample), 2).Z,
    "Isomap, m = 10": embedding.isomap(sample, 2, 10),
    "UMAP, m = 15": embedding.umap(sample, 2, rng=np.random.default_rng(0)),
}


# %%
def grades(Z):
    """Trustworthiness, and accuracy of the five nearest neighbours in the map."""
    accuracy = cross_val_score(KNeighborsClassifier(5), Z, label, cv=5).mean()
    return embedding.trustworthiness(sample, Z, 10), accuracy


grade = {name: grades(Z) for name, Z in sample_maps.items()}
rivals = np.array([grade[name] for name in grade if "UMAP" not in name])
lead = np.array(grade["UMAP, m = 15"]) - rivals.max(axis=0)
agree(lead > [0.05, 0.15], "UMAP leads in both grades")

# %% tags=["drawing"]
def draw_digits(Z, ax, title):
    """Each point as its own digit, in its own colour."""
    for d in range(10):
        look = {"marker": f"${d}$", "color": f"C{d % 5}", "s": 16, "linewidths": 0.3}
        ax.scatter(*Z[label == d].T, **look)
    ax.set(title=title, xticks=[], yticks=[])


# %% tags=["drawing"] shows="DME-F3.10"
figure = plots.axes(width=9, height=6.4).figure
figure.clear()
panels = figure.subplots(2, 3).ravel()
for ax, (name, Z) in zip(panels, sample_maps.items(), strict=False):
    draw_digits(Z, ax, name)
    ax.set_xlabel("trust {:.2f}, 5 nearest right {:.0%}".format(*grade[name]))
for k, (what, mark) in enumerate({"trustworthiness": "o", "5 nearest right": "s"}.items()):
    panels[5].plot([g[k] for g in grade.values()], range(5), mark, label=what)
panels[5].set_yticks(range(5), [name.split(",")[0] for name in grade])
panels[5].set(title="UMAP keeps neighbours best", xlim=(0.5, 1.02), ylim=(4.6, -0.6))
panels[5].legend(loc="lower left", fontsize=8)
plots.show(figure, alt="""Some 600 digits mapped by PCA, kernel PCA, metric MDS, Isomap and UMAP,
    each drawn as its numeral. The first four overlap in the middle, Isomap with longer arms; UMAP
    shows about ten separate islands. A sixth panel compares the grades: UMAP leads in both.""")

# %% [markdown]
# Is kernel PCA really PCA here? And how does the same classifier do on the pixels themselves?

# %%
overlap = np.corrcoef(sample_maps["PCA"][:, 0], sample_maps["kernel PCA"][:, 0])[0, 1]
whole = cross_val_score(KNeighborsClassifier(5), sample, label, cv=5).mean()
print(f"first coordinates of PCA and kernel PCA correlate by {abs(overlap):.2f}")
print(f"5 nearest right, in all 64 pixels: {whole:.0%}")
agree(grade["UMAP, m = 15"][1] > whole, "UMAP's map does better than the pixels")

# %% [markdown]
# UMAP's map does better than all 64 pixels. No magic: it was made from all 599 digits, those to be tested included (without labels), and it draws each group together before the neighbours vote.
#
# > **How this plot misleads you.** Islands so clear ask to be interpreted. Before you do: *the size of an island means little*, since every point measures with its own ruler, and *the distance between islands means little*, since beyond a few neighbours nothing holds them. Test a method on data whose truth you know. Three clouds of a hundred points in ten dimensions: the middle one ten times as wide as the others, and the third four times as far from it as the first:

# %%
def three_clouds(seed):
    """Widths 0.2, 2 and 0.2, centres at 0, 20 and 100 along one axis."""
    r = np.random.default_rng(seed)
    clouds = [r.normal(0, s, (100, 10)) for s in (0.2, 2, 0.2)]
    return np.vstack([c + at * np.eye(10)[0] for c, at in zip(clouds, (0, 20, 100), strict=True)])


cloud = np.repeat([0, 1, 2], 100)
clouds = [embedding.umap(three_clouds(0), 2, rng=np.random.default_rng(seed)) for seed in range(3)]

# %% tags=["drawing"]
row = plots.axes(3, height=3.2)
for seed, ax in enumerate(row):
    for c, (mark, name) in enumerate(zip("o^s", ("narrow", "wide", "narrow, far"), strict=True)):
        ax.scatter(*clouds[seed][cloud == c].T, s=10, marker=mark, label=name)
    ax.set(title=f"UMAP, seed {seed}", xticks=[], yticks=[])
    ax.set_aspect("equal", adjustable="datalim")
row[0].legend(fontsize=8)
plots.show(row[0], alt="""The same three clouds mapped by UMAP with three seeds. All three islands
    have about the same size, although one cloud is ten times as wide, and their mutual distances
    and arrangement change from seed to seed.""")

# %%
def spread(Z):
    return np.array([np.sqrt(Z[cloud == c].var(axis=0).sum()) for c in range(3)])


data_ratio = spread(three_clouds(0))[1] / spread(three_clouds(0))[0]
map_ratios = [spread(Z)[1] / spread(Z)[0] for Z in clouds]
print(f"wide cloud against narrow: {data_ratio:.0f} times as wide in the data")
print("in the three maps:", " ".join(f"{ratio:.0f}" for ratio in map_ratios))
agree(np.array(map_ratios) < 1.5, "in no map is it half as wide again")

# %% [markdown]
# Ten to one in the data, about one to one in every map. So: use such maps to find *who is near whom*; go back to the data for how near, how dense, how far. Try three seeds; what changes was not in the data. And draw no cluster that only one method shows.
#
# *A map keeps what its cost asks for. Ask what that was before you read the rest.*

# %% [markdown] teaches="DME-u31 DME-3.24 W-e02"
# ## 14. Find the slip
#
# Three statements from the sources, in our words. Find what is wrong with each before you read on.
#
# 1. *A table of squared dissimilarities $\Delta$ may fail to be positive semi-definite, namely if the dissimilarities are not Euclidean. Dropping its negative eigenvalues gives the best positive semi-definite approximation of $\Delta$*.
# 2. *Components computed from features $\phi(x)$ approximate something richer than $x$, so they must capture more information about the data than those computed from $x$*.
# 3. *With the six quadratic features, the one-component model $\Phi(x)=z_1\Phi_1+w$ describes data near a quadratic surface*.

# %% [markdown]
# **First slip.** $\Delta$ has zeros on its diagonal, so its eigenvalues sum to zero. It is *never* positive semi-definite, unless all points coincide. For Euclidean tables exactly one eigenvalue is positive. Try the friendliest case, points in a plane:

# %%
in_plane = rng.normal(size=(8, 2))
Delta = cdist(in_plane, in_plane, "sqeuclidean")
signs = np.sign(np.linalg.eigvalsh(Delta).round(9))
G_signs = np.sign(np.linalg.eigvalsh(means.centre(-0.5 * Delta)).round(9))

# %% [markdown]
# Count them:

# %% proves="DME-u31"
print(f"Δ: {(signs > 0).sum()} positive, {(signs < 0).sum()} negative eigenvalues")
print(f"G': {(G_signs > 0).sum()} positive, {(G_signs < 0).sum()} negative")
agree((signs < 0).any() and not (G_signs < 0).any(), "G' is positive semi-definite, Δ is not")

# %% [markdown]
# Why one? On vectors that sum to zero, $a^\top\Delta a=-2\,\|\sum_ia_ix_i\|^2\le0$, and these make up all but one dimension. **Repair:** put $G'=-\frac12C\Delta C$ wherever the statement says $\Delta$. The best approximation *of $\Delta$* would have rank one, and no map in it:

# %% tags=["proof"] proves="DME-u31"
q = rng.normal(size=8)
q -= q.mean()
agree(q @ Delta @ q, -2 * ((q @ in_plane) ** 2).sum(), "the form is minus twice a square")
agree(np.linalg.matrix_rank(nearest_psd(Delta)), 1, "the nearest to Δ has rank one")

# %% [markdown]
# **Second slip.** PCA ranks by variance, and the variance of a feature depends on its scale. Take $x\sim N(0,1)$ and $\phi(x)=(x,\,3x^2)$. The second feature has variance 18, the first 1: the component follows $x^2$ and forgets the sign of $x$. How much of $x$ can be recovered from the score, by *any* function? Average $x$ over points with nearly the same score:

# %% proves="DME-3.24"
x = rng.normal(size=20_000)
score = pca.pca(np.column_stack([x, 3 * x**2]), 1).scores[:, 0]
bins = np.array_split(x[np.argsort(score)], 200)
recovered = np.var([part.mean() for part in bins]) / x.var()
print(f"share of the variance of x recovered: {recovered:.2f} (linear PCA: 1.00)")
agree(recovered < 0.05, "the sign of x is lost, and with it nearly all of x")

# %% [markdown]
# **Repair:** nonlinear components keep as much of the variance *of the features* as $k$ numbers can. Whether that is information about the data depends on the features, their scale included. Section 8 met the same thing.
#
# **Third slip.** One component is a *line* in six dimensions, and the image of a point has the first coordinate 1. So $z_1$ is fixed, and with it the whole image: the model describes (noise aside) a single point. A quadratic curve is one *equation*, $\langle v,\Phi(x)\rangle=0$: it leaves five dimensions, and it is found at the other end of the spectrum, where the images have no length. Not the first component, the last. For points near an ellipse, our horseshoe:

# %% proves="W-e02"
Phi = quadratic_features(shoe)
lengths, directions = np.linalg.svd(Phi, full_matrices=False)[1:]
first, last = lengths[0] ** 2 / (lengths**2).sum(), lengths[-1] ** 2 / (lengths**2).sum()
print(f"share of squared length along the first: {first:.0%}, along the last: {last:.1%}")
circle = quadratic_features(np.column_stack([np.cos(angle), np.sin(angle)]))
null = np.linalg.svd(circle)[2][-1]
agree(null / null[0], [1, 0, 0, 0, -1, -1], "on a circle the last says 1 - x₁² - x₂² = 0")

# %% tags=["drawing"] shows="W-e02"
ax = plots.axes(width=5, height=4)
ax.set(xlim=(-2.2, 2.2), ylim=(-2.1, 2.1))
look = {"colour": plots.ORANGE, "label": "⟨v, Φ(x)⟩ = 0"}
plots.contours(lambda Z: quadratic_features(Z) @ directions[-1], ax=ax, levels=[0], **look)
plots.scatter(shoe, ax=ax, size=16)
ax.legend(loc="center")
ax.set_title("The last component draws the ellipse")
plots.show(ax, alt="""The horseshoe with the curve on which the last component of the quadratic
    features vanishes: an ellipse that passes through all points and closes the gap.""")

# %% [markdown]
# **Repair:** $k$ components describe a surface of dimension $k$ at most; an equation is a component with (nearly) zero length, so look at the *smallest* eigenvalue.
#
# Smaller ones, met on the way: (3.33) has the solution zero, Mercer's theorem needs symmetry, $\alpha$ needs a length, (3.34) needs squares. What forgetting the squares does to a map of points that *have* one:

# %% proves="DME-3.34"
true = cdist(in_plane, in_plane)
wrong = pca.scores_from_gram(means.centre(-0.5 * true), 2)
agree(cdist(*[embedding.classical_mds(true, 2)] * 2), true, "with squares every distance is met")
worst = np.abs(cdist(wrong, wrong) - true).max() / true.max()
print(f"worst distance off by {worst:.0%} of the largest")
agree(worst > 0.1, "without them the map is wrong")

# %% [markdown]
# Squaring twice is no better. Squares break the triangle inequality, so the library can often tell:

# %%
try:
    embedding.classical_mds(true**2, 2)
except ValueError as error:
    print(error)

# %% [markdown]
# ## 15. In practice
#
# scikit-learn has most of this, though neither Sammon's map nor UMAP, and it agrees with ours up to signs. Kernel PCA first; its $\gamma$ is our $1/2\sigma^2$:

# %%
from sklearn.decomposition import KernelPCA
from sklearn.manifold import Isomap, smacof, trustworthiness

theirs = KernelPCA(2, kernel="rbf", gamma=1 / (2 * 1.5**2)).fit(points)
ours = embedding.kernel_pca(Gaussian(1.5)(points), 2)
agree(same(theirs.transform(points), ours.scores), "the same scores")

# %% [markdown]
# New points:

# %%
fresh = embedding.kernel_pca_project(Gaussian(1.5)(new, points), ours)
agree(same(theirs.transform(new), fresh), "the same places for new points")

# %% [markdown]
# Isomap:

# %%
theirs, Z_shoe = Isomap(n_neighbors=10, n_components=1).fit(shoe), embedding.isomap(shoe, 1, 10)
agree(same(theirs.embedding_, Z_shoe), "the same coordinate")

# %% [markdown]
# A new point here comes as its distances $\delta$ to all training points. Gower's formula places it, $z=\frac12\tilde\Lambda^{-1}Z^\top(b-\delta^2)$, where $b_i$ is the mean squared distance of training point $i$ to all. It is the projection of kernel PCA, told in distances, and with straight distances that of PCA:

# %%
D, flat = cdist(points, points), embedding.classical_mds(cdist(points, points), 2)
scores = (new - points.mean(axis=0)) @ pca.pca(points, 2).directions.T
agree(same(embedding.place_new(cdist(new, points), D, flat), scores), "the scores of PCA")

# %% [markdown]
# For Isomap, the way from a new point leads through one of its nearest training points, whichever is shortest:

# %%
more, _ = datasets.horseshoe(20, np.random.default_rng(1))
D_new = embedding.new_geodesics(more, shoe, walk, 10)
placed = embedding.place_new(D_new, walk, Z_shoe)
agree(same(placed, theirs.transform(more)), "scikit-learn puts new points there, too")

# %% [markdown]
# SMACOF, from the same start:

# %%
start = embedding.classical_mds(mended, 2)
Z_theirs, _ = smacof(mended, n_components=2, init=start, n_init=1, max_iter=500, eps=1e-12)
ours = embedding.metric_mds(mended, 2)
agree(embedding.stress(Z_theirs, mended), ours.stress, "the same stress, to 0.1 %", tol=1e-3)

# %% [markdown]
# And the grade. Pixels are whole numbers, so some distances tie: scikit-learn ranks them in the order they are met, which may change with the processor, and ours lets them share a rank. A shake that only breaks the ties settles it:

# %%
flat, shake = sample_maps["PCA"], np.random.default_rng(0).normal(size=sample.shape)
shaken = sample + 1e-6 * shake
theirs = trustworthiness(shaken, flat, n_neighbors=10)
ours = embedding.trustworthiness(shaken, flat, 10)
agree(theirs, ours, "the same grade")
agree(abs(ours - grade["PCA"][0]) < 1e-3, "and the shake hardly changed it")

# %% [markdown]
# UMAP comes as the package umap-learn: `umap.UMAP(n_neighbors=15, min_dist=0.1, random_state=0).fit_transform(X)`. It compiles itself on first use and then handles hundreds of thousands of points. Where it is installed, our tests compare the two on all 1797 digits: trustworthiness agrees within 0.01. The course does not need it.
#
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | scores, from points | `sklearn.decomposition.PCA` | $nd^2$ or $n^2d$ | always first; it is the baseline |
# | scores, nonlinear, with new points | `KernelPCA` | $n^2$ memory; $n^2k$ by Lanczos, else $n^3$ | the kernel means something; scale first |
# | map from a table | `classical_mds` (ours); `ClassicalMDS` in recent versions | $n^2k$ | distances are nearly Euclidean; you want nested maps |
# | map from a table, distances right | `sklearn.manifold.MDS`, `metric_mds` (ours) | $n^2$ a step | large distances matter; $n$ up to a few thousand |
# | map from judgements | `MDS`, its nonmetric option; `nonmetric_mds` (ours) | $n^2\log n$ a step | only the order can be trusted |
# | unroll a sheet or a band | `Isomap` | $n^2\log n$ and more | one curved piece, densely sampled; check the graph |
# | look at clusters and neighbours | `umap.UMAP`, `umap` (ours) | about $n\log n$ | exploring; never for sizes or distances |
#
# Of the last five, only classical scaling and Isomap place new points; it is what `transform` does in our `ClassicalMDS` and `Isomap` of `featurespace.estimators`. In the other three all points settle together, and one more would move the rest (umap-learn offers an approximation). If you need a *transform*, for instance inside a classifier, PCA and kernel PCA still come first. And whichever you use: standardise or not, deliberately; report the settings; show a grade such as trustworthiness; repeat with other seeds.

# %% [markdown]
# ## Takeaways
#
# - Points, inner products and distances give the same scores: $G=-\frac12C\Delta C$, then one `eigh`.
# - A table is a map exactly if $G$ has no negative eigenvalue. Triangle inequalities do not suffice.
# - A kernel is $\sum\lambda_i\psi_i(s)\psi_i(t)$; its features are $\sqrt{\lambda_i}\psi_i$, and a few of them do most of the work.
# - Kernel PCA: centre, divide $v$ by $\sqrt{n\lambda}$, centre new points with the training means. It is classical scaling of the distances between images, and Isomap is classical scaling of distances along a graph.
# - Classical scaling fits inner products, metric scaling distances, nonmetric scaling their order. The last two have local minima, and the least stress need not be the best map.
# - Isomap stands and falls with its graph: too few neighbours and it breaks, one short cut and it lies.
# - UMAP keeps neighbours, not sizes, not distances. The cost in the notes is infinite; the cost in the program is another one.
#
# **Now you:** [exercises for this chapter](../exercises/05_dimensionality_reduction.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** I. Borg and P. Groenen, *Modern Multidimensional Scaling* (2005). B. Schölkopf, A. Smola and K.-R. Müller, *Kernel principal component analysis* (1997). J. Tenenbaum, V. de Silva and J. Langford, *A global geometric framework for nonlinear dimensionality reduction* (2000). L. McInnes, J. Healy and J. Melville, *UMAP* (2018). J. Lee and M. Verleysen, *Nonlinear Dimensionality Reduction* (2007). G. Ekman, *Dimensions of color vision* (1954). D. Crystal (ed.), *The Cambridge Encyclopaedia* (1990), the road table.
