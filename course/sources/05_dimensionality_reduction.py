# %% [markdown]
# # 5. Dimensionality reduction
#
# A page of an old encyclopaedia: road distances between twelve cities. No map, no coordinates, only 66 numbers. Can you draw Europe from them? And one of them is badly misprinted. Which?

# %%
import numpy as np
from scipy.spatial.distance import cdist, pdist, squareform

from featurespace import datasets, embedding, means, pca, plots
from featurespace.demos import embedding as demos
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops
from featurespace.kernels import Gaussian, Linear, Polynomial, distance_quantile, quadratic_features

# %%
names, roads, place = datasets.cities()
print(f"{len(names)} cities, {len(squareform(roads))} roads, {roads.max():.0f} km at most")

# %% tags=["drawing"]
ax = plots.axes(width=8.2, height=3.6)
half_of_it = np.tril(roads)[1:, :-1]
ax.imshow(np.where(half_of_it > 0, half_of_it, np.nan), cmap="Blues", vmax=6000, aspect="auto")
for i, j in zip(*np.nonzero(half_of_it), strict=True):
    ax.text(j, i, f"{half_of_it[i, j]:.0f}", ha="center", va="center", fontsize=8)
ax.set_xticks(range(11), names[:-1], fontsize=7)
ax.set_yticks(range(11), names[1:], fontsize=8)
ax.grid(visible=False)
ax.set_title("Kilometres by road, as printed: one is badly wrong")
plots.show(
    ax,
    alt="""A triangular table of twelve cities, from Barcelona to Vienna, with the road distance of
    each pair in kilometres, the larger the darker. The longest is Lisbon to Stockholm, 3231.""",
)

# %% [markdown]
# Hands first, formulas later. Take a spring for every number, as long as the road, and let go:

# %%
demos.let_the_springs_go()

# %% [markdown]
# Springs work, more or less ([room 5e](#5e.-Springs)). We begin with a way that needs no throw: one formula and one `eigh`. Then the same machine gets other tables: distances in feature space, distances along a rolled-up sheet. At the end stand t-SNE and UMAP, whose pictures fill today's papers, and the question what one may read off them.
#
# **After this chapter you can** draw a map from points, kernel values or distances, and tell when there is none; do kernel PCA right; unroll a curved sheet, and see when that fails; and look at a pretty map without believing all of it.
#
# **Needs** [centring](01_means_and_distances.ipynb#6.-Moving-the-origin) (chapter 1), [eigenvalues](A_linear_algebra.ipynb#6.-Eigenvalues) (appendix A), principal components ([chapter 4](04_pca.ipynb)). **Sources** lecture notes on data mining and on kernel PCA.
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: all you have is a kernel matrix <i>K</i>. How do you move the origin to the centre of mass?</summary>
#
# Subtract row means, subtract column means, add the grand mean: $CKC$ with $C=I-\frac1njj^\top$.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $x_i$ | `X` (n, d) | points, one per row, their mean at the origin |
# | $\delta_{ij}$; $\Delta$ | `D**2` (n, n) | distance of a pair; table of all squares (`D` holds the distances) |
# | $C$; $j$ | | centring matrix $I-\frac1njj^\top$; vector of ones |
# | $G$ | `G` (n, n) | Gram matrix of centred points; $-\frac12C\Delta C$ for any table |
# | $V$, $\Lambda$ | | eigenvectors and eigenvalues of $G$, largest first |
# | $Z$ | `Z` (n, k) | the map: $k$ coordinates for each point |
# | $K$, $\tilde K$ | `K` (n, n) | kernel matrix of the points; the same, centred |
# | $\phi(x)$, $\Phi$ | `Phi` | image of a point; images as rows |
# | $\alpha$ | `alpha` | dual weights of a direction |
# | $w_{ij}$ | `W` (n, n) | weights of pairs |
# | $m$ | `m` | number of neighbours |

# %% [markdown] needs="1.2 1.6 4.5 A.6" teaches="DME-3.11 DME-3.12..3.13"
# ## 1. A map from distances
#
# > **Predict.** Points in space are hidden from you. You are told all distances between them, and nothing else. What of PCA can you still compute: the directions, the scores, both, neither?
# >
# > <details><summary>Answer</summary>
# >
# > The scores, up to sign. Turn or shift the whole cloud and no distance changes, so directions cannot be in there.
# > </details>
#
# Distances do not know where the origin is, so put it at the mean: the points sum to zero. Chapter 1 went from inner products to squared distances,
#
# $$\delta_{ij}^2 = \|x_i\|^2+\|x_j\|^2-2\langle x_i,x_j\rangle$$
#
# and we want to go back. The last term is what we are after; two others are in the way. But $\|x_i\|^2$ is the same all along row $i$, and $\|x_j\|^2$ all down column $j$. Such terms we know how to remove: by centring.
#
# > **By hand.** Four houses at the corners of a block, 6 by 8, so 10 across. Every row of *squared* distances holds 0, 36, 100, 64, so all means are 50. Centring is $-50-50+50$, and $-50,-14,50,14$ remain. Halve and change the sign: 25, 7, −25, −7. Indeed each corner is 5 from the middle, and $5^2=25$.

# %%
def same(A, B):
    """Equal up to the sign of each column, which no map can know."""
    return np.allclose(A * np.sign((A * B).sum(axis=0)), B)


block = np.array([[0, 6, 10, 8], [6, 0, 8, 10], [10, 8, 0, 6], [8, 10, 6, 0]])
C = np.eye(4) - 1 / 4
print(-0.5 * C @ block**2 @ C)

# %% [markdown] teaches="DME-3.15..3.18 DME-3.14 DME-3.19..3.20 DME-3.21 DME-3.22"
# Why does it come out exactly? Average row $i$ of $\Delta$, the table of squares. The inner products with $x_i$ sum to zero, because the points do. What is left is $\|x_i\|^2+s$, with $s$ the mean squared length (in the block: $50=25+25$). Subtract it, and $\|x_i\|^2$ is gone. Columns likewise. Adding the grand mean, $2s$, settles the rest, and only $-2\langle x_i,x_j\rangle$ survives:
#
# $$G = -\tfrac12\,C\Delta C \tag{3.22}$$
#
# (`gram_from_distances` takes distances and squares them itself.)

# %% tags=["proof"] proves="DME-3.11 DME-3.12..3.13 DME-3.14 DME-3.15..3.18 DME-3.19..3.20 DME-3.21 DME-3.22"
raw = np.random.default_rng(5).normal(size=(40, 3)) * [3, 1, 0.4] + [5, -2, 1]
X = raw - raw.mean(axis=0)
C_40, norms2, Delta = np.eye(40) - 1 / 40, (X**2).sum(axis=1), cdist(raw, raw) ** 2
agree(Delta, norms2[:, None] + norms2 - 2 * X @ X.T, "40 points: distances ignore the mean")
agree(Delta.mean(axis=1), norms2 + norms2.mean(), "mean of row i = squared norm of x_i + s")
agree(Delta @ C_40, Delta - Delta.mean(axis=1, keepdims=True), "times C: row means are subtracted")
agree(Delta @ C_40, norms2 - 2 * X @ X.T - norms2.mean(), "the row terms are gone")
agree(C_40 @ Delta @ C_40, -2 * X @ X.T, "the column terms are gone, too")
agree(embedding.gram_from_distances(cdist(raw, raw)), X @ X.T, "G from distances = G from points")

# %% [markdown] teaches="DME-3.1..3.3 DME-3.4..3.5 DME-3.6..3.7"
# From $G$ to a map. We look for $Z$ with $ZZ^\top=G$: same inner products, hence same distances. Since $G=V\Lambda V^\top$, take $Z=V\Lambda^{1/2}$; for a map of $k$ dimensions its first $k$ columns, $V_k\Lambda_k^{1/2}$.
#
# > **By hand.** The rows of $G$ are 25, 7, −25, −7 in turn. The pattern $(-,-,+,+)$ is an eigenvector: $25+7+25+7=64$. So is $(-,+,+,-)$: $25-7+25-7=36$. As unit vectors they have entries $\pm\frac12$; times $\sqrt{64}$ and $\sqrt{36}$ that is $\pm4$ and $\pm3$. The map: $(-4,-3)$, $(-4,3)$, $(4,3)$, $(4,-3)$. There is the block.
#
# And these are the scores of PCA: they, too, have orthogonal columns, the widest first, and the inner products $G$.

# %%
values, V = np.linalg.eigh(embedding.gram_from_distances(block))
Z_block = V[:, [3, 2]] * np.sqrt(values[[3, 2]])
print("eigenvalues", values[::-1].round(6) + 0.0)
print("distances from A on the map", cdist(Z_block, Z_block)[0].round(6) + 0.0)

# %% [markdown] teaches="DME-3.8 DME-3.9 DME-3.10"
# So it does not matter what you are handed. *Points*: centre them. *Inner products* of points that are not centred: centre the table, as in chapter 1. *Distances*: $-\frac12C\Delta C$. The map is the same. So it is for images in feature space: their distances, put through (3.22), give the centred kernel matrix $\tilde K$.

# %% tags=["proof"] proves="DME-3.1..3.3 DME-3.4..3.5 DME-3.6..3.7 DME-3.8 DME-3.9 DME-3.10 DME-3.22"
U = np.linalg.eigh(X.T @ X / 40)[1][:, [2, 1]]  # the two widest directions
G = means.centre(Linear()(raw))
agree(G, X @ X.T, C_40 @ (raw @ raw.T) @ C_40, "centred table = products of centred points")
agree(same(pca.scores_from_gram(G, 2), X @ U), "scores from inner products = scores from points")
agree(same(embedding.classical_mds(cdist(raw, raw), 2), X @ U), "and from distances")
agree(same(pca.pca(raw, 2).scores, X @ U), "and they are the scores of PCA")
D_images = np.sqrt(means.squared_distances(Gaussian(2.0)(raw)))
K_40 = means.centre(Gaussian(2.0)(raw))
agree(embedding.gram_from_distances(D_images), K_40, "distances of images give the centred K")

# %% [markdown]
# > **In short.** Squared distances, centred and halved with a minus, are inner products; their eigenvectors are the map.

# %% [markdown] needs="5.1" teaches="DME-u28 DME-3.34 DME-3.35"
# ## 2. Europe from a road table
#
# Roads wind, cross mountains and wait for ferries. Pretend nonetheless that the table comes from points. Placing points so that their distances mimic a table is called **multidimensional scaling** (MDS); by the top eigenpairs of $G$, **classical scaling**.
#
# > **Predict.** Twelve cities span up to eleven dimensions. How many of the eleven will matter?

# %%
values_roads, V_roads = np.linalg.eigh(embedding.gram_from_distances(roads))
Z_roads = V_roads[:, [-1, -2]] * np.sqrt(values_roads[[-1, -2]])
print("eigenvalues, in (1000 km)²:", (values_roads[::-1] / 1e6).round(1) + 0.0)

# %% [markdown]
# Two stand out, since Europe is flat enough; keep two columns. To lay the map over the atlas we may turn and flip it, and we scale it, because roads are longer than flights:

# %%
from scipy.linalg import orthogonal_procrustes

atlas = 111.2 * place * [np.cos(np.radians(48)), 1]  # degrees to km, in a flat Europe
atlas = atlas - atlas.mean(axis=0)


def align(Z, target):
    """Turn, flip and scale the map Z to lie on the target as well as it can."""
    turn, scale = orthogonal_procrustes(Z, target)
    return scale / (Z**2).sum() * Z @ turn


off = np.linalg.norm(align(Z_roads, atlas) - atlas, axis=1)
print(f"half of the cities are less than {np.median(off):.0f} km off")

# %% tags=["drawing"] shows="DME-u28"
ax = plots.axes(width=6.2, height=4.8)
plots.scatter(atlas, ax=ax, colour=plots.GREY, marker="s", size=22, label="atlas")
plots.scatter(align(Z_roads, atlas), ax=ax, colour=plots.BLUE, label="from road distances")
for at, z, name in zip(atlas, align(Z_roads, atlas), names, strict=True):
    ax.plot(*np.transpose([at, z]), "-", color=plots.GREY, linewidth=0.8, zorder=1)
    side, dx = ("right", -4) if name == "Geneva" else ("left", 5)
    ax.annotate(name, z, (dx, -10), textcoords="offset points", ha=side, fontsize=8)
ax.set(xlabel="km east", ylabel="km north", xlim=(-1500, 1300))
ax.set_title("Road distances alone redraw the map of Europe")
ax.legend(loc="upper left")
plots.show(
    ax,
    alt="""Twelve cities twice: as squares where the atlas has them, as dots where classical
    scaling of the road distances puts them. The layout of Europe is recovered; most dots lie
    within about 200 kilometres of their squares, Stockholm and Lisbon are farthest off.""",
)

# %% [markdown]
# No coordinate went in, and Europe came out. (Stockholm and Lisbon are drawn too near each other; keep that in mind.) Now the misprint: which entries does the map miss by most?

# %%
def worst(Z, D, count=3):
    """The entries of a table that a map misses by most."""
    missed = np.abs(cdist(Z, Z) - D)
    order = np.argsort(np.triu(missed), axis=None)[::-1][:count]
    return [np.unravel_index(k, D.shape) for k in order]


for i, j in worst(Z_roads, roads):
    km = np.linalg.norm(Z_roads[i] - Z_roads[j])
    print(f"{names[i]:8}– {names[j]:7} table {roads[i, j]:.0f} km, map {km:.0f} km")

# %% [markdown] teaches="DME-u30"
# A suspect, no proof: Rome and Vienna are missed as well, and there stand the Alps. More in section 8.
#
# One more gift of the eigenvalue route: its maps are **nested**. The map on a line is the first column of the flat one.

# %% tags=["proof"] proves="DME-3.34 DME-3.35 DME-u30"
agree(same(Z_roads, embedding.classical_mds(roads, 2)), "three lines by hand = classical_mds")
in_space = embedding.classical_mds(roads, 3)
agree(embedding.classical_mds(roads, 2), in_space[:, :2], "flat map = two columns of that in space")
agree(embedding.classical_mds(roads, 1), in_space[:, :1], "map on a line = its first column")

# %% [markdown]
# > **In short.** Classical scaling is PCA for people without points.

# %% [markdown] needs="5.2"
# ## 3. When there is no map
#
# > **Predict.** The block of section 1 is a pond now, and you walk along its shore: to the neighbours 6 or 8, as before, to the house opposite 14. Where would you put the four houses so that all distances are right, on paper or in space?
# >
# > <details><summary>Answer</summary>
# >
# > Nowhere. A and C are 14 apart, B is 6 from A and 8 from C: so B lies on the line between them. D, 8 from A and 6 from C, lies on it too. Then B and D are 2 apart, not 14.
# > </details>
#
# All triangles close, and still no points have these distances. The eigenvalues of $G$ know it:

# %%
pond = np.where(block == 10, 14, block)
print("eigenvalues:", np.linalg.eigvalsh(embedding.gram_from_distances(pond))[::-1].round(6) + 0.0)

# %% [markdown]
# If the distances came from points, $G$ would be their Gram matrix, which has no negative eigenvalue: $a^\top Ga=\|\sum_ia_ix_i\|^2\ge0$. And if none is negative, then $Z=V\Lambda^{1/2}$ *are* such points. So a table has a map exactly if $-\frac12C\Delta C$ is positive semi-definite (**Schoenberg's theorem**). Triangles are not enough. What else do they let through?

# %%
demos.from_distances_back_to_a_map()

# %% [markdown]
# > **By hand.** Let the diagonal be $D$. The patterns $(+,+,-,-)$, $(+,-,-,+)$, $(+,-,+,-)$ are eigenvectors. Add up the first row of squares, $0, 36, D^2, 64$, with these signs; half of it, with a minus, is the eigenvalue: $\frac12(D^2+28)$, $\frac12(D^2-28)$, $\frac12(100-D^2)$. At $D=10$: 64, 36, 0, flat. At 6: 32, 4, 32, the block folded up into space. At 14: 112, 84, −48. At 4: 22, −6, 42: every triangle closes, and there is no map.
#
# What to do with negative eigenvalues? Leave them out: what we keep are the nearest *inner products* to be had, though not the nearest distances ([room 5h](#5h.-The-nearest-map)). But look at them first. Their weight, as a share of the positive ones, says how far the table is from any map:

# %%
def negative_share(D):
    """Sum of the negative eigenvalues of G, as a share of the positive ones."""
    values = np.linalg.eigvalsh(embedding.gram_from_distances(D))
    return -values[values < 0].sum() / values[values > 0].sum()


print(f"block {negative_share(block):.0%}, pond {negative_share(pond):.0%}")
print(f"road table {negative_share(roads):.1%}")

# %% tags=["proof"]
lengths = np.array([4.0, 6, 10, 14])
tables = [np.where(block == 10, D, block) for D in lengths]
found = np.sort([np.linalg.eigvalsh(embedding.gram_from_distances(D)) for D in tables], axis=1)
signs = (lengths**2 + 28, lengths**2 - 28, 100 - lengths**2, 0 * lengths)
agree(found, np.sort(np.transpose(signs) / 2, axis=1), "eigenvalues at 4, 6, 10, 14 as by hand")

# %% [markdown]
# > **In short.** A negative eigenvalue says that no map exists; its size says how far from one you are.

# %% [markdown] needs="4.4" teaches="DME-F3.1 DME-F3.2"
# ## 4. Where straight lines fail
#
# So far distances were straight. Now two clouds in the plane, to be squeezed into *one* number a point: a straight band, and a **horseshoe** of 100 points, upright and open at the bottom, whose true positions $t$ along it we know.
#
# > **Predict.** PCA gives each point of the horseshoe a score. What will it tell you about the point?
# >
# > <details><summary>Answer</summary>
# >
# > How high up it lies, since that is the direction of largest variance. The left leg and the right leg look alike.
# > </details>

# %% tags=["drawing"] shows="DME-F3.1 DME-F3.2"
shoe, t = datasets.horseshoe(100, np.random.default_rng(3))
turned = np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
band = np.random.default_rng(5).normal(size=(100, 2)) * [1.5, 0.25] @ turned
row = plots.axes(2, height=3.6)
headings = ("A straight band: the score is the position", "A horseshoe: left and right look alike")
for ax, P, heading in zip(row, (band, shoe), headings, strict=True):
    mean, directions, eigenvalues, score = pca.pca(P, 1)
    demos.coloured(P, score[:, 0], ax, heading)
    ends = mean + np.outer([-2, 2], np.sqrt(eigenvalues[0]) * directions[0])
    ax.plot(*ends.T, "--", color=plots.ORANGE, label="first direction")
row[0].legend(loc="upper left")
plots.show(
    row[0],
    alt="""Left: an elongated cloud along the diagonal, colours running smoothly from one end to
    the other along its first principal direction. Right: a horseshoe open at the bottom whose
    first direction is vertical; both legs have the same colours.""",
)

# %% [markdown] teaches="DME-u26"
# Why does it fail? A subspace that holds two points holds the straight line between them. Data on a curve or a bent surface (a curved **manifold**) do not: between the legs there is nothing, and more data would not fill it. There a chord is a poor measure of the way. Take midpoints of chords, and ask how far the next data point is. (A score is graded by its *rank correlation* with $t$: 1 if it always rises along the horseshoe.)

# %% proves="DME-u26"
def emptiness(P):
    """Median distance from the midpoint of two points to the nearest point."""
    i, j = np.triu_indices(len(P), 1)
    return np.median(cdist((P[i] + P[j]) / 2, P).min(axis=1))


by_pca = abs(demos.agreement(pca.pca(shoe, 1).scores[:, 0], t))
print(f"rank correlation of score and position: {by_pca:.2f}")
print(f"around midpoints: band {emptiness(band):.2f}, horseshoe {emptiness(shoe):.2f}")
agree(emptiness(shoe) > 2 * emptiness(band), "on the horseshoe chords run through empty space")

# %% [markdown]
# > **In short.** Linear methods believe in straight lines. Where the data bend, that belief is the error.

# %% [markdown] needs="5.1 5.4 1.6 4.5" teaches="DME-3.26 DME-3.25 DME-3.28 DME-3.29"
# ## 5. Kernel PCA
#
# First way out: other distances. Fill the table with kernel values, inner products of images; centre it; take the same map as ever, $Z=V_k\Lambda_k^{1/2}$. That is PCA of the images, **kernel PCA**. Try it on a small ring inside a large one:
#
# > **Predict.** One number per point shall tell the inner ring from the outer. Can the first score of PCA do it? Can any straight projection?
# >
# > <details><summary>Answer</summary>
# >
# > No. Whatever the direction, the inner ring's shadow falls on the middle of the outer one's.
# > </details>

# %%
from sklearn.datasets import make_circles

rings, inner = make_circles(200, factor=0.35, noise=0.06, random_state=0)  # inner is 0 or 1


def told_apart(z):
    """Share of points on the right side of the best cut through one coordinate."""
    right = [(z > cut) == (inner > 0) for cut in z]
    return max(max(one.mean(), 1 - one.mean()) for one in right)


# %% proves="DME-3.28 DME-3.29"
K_rings = Gaussian(0.35)(rings)
values_rings, V_rings = np.linalg.eigh(means.centre(K_rings))
Z_rings = V_rings[:, [-1, -2]] * np.sqrt(values_rings[[-1, -2]])
print(f"best cut of the first score: PCA {told_apart(pca.pca(rings, 1).scores[:, 0]):.0%} right,")
print(f"kernel PCA {told_apart(Z_rings[:, 0]):.0%} right")
agree(same(Z_rings, embedding.kernel_pca(K_rings, 2).scores), "three lines = the library")

# %% [markdown] teaches="W-u21"
# What has it found? A component is a function on the whole plane; to draw it we must place *new* points. The $k$-th direction is a combination of *centred* images with weights α; its squared length is $\alpha^\top\tilde K\alpha$. For a unit eigenvector of $\tilde K$ that is its eigenvalue, $n$ times the variance $\lambda_k$ of the scores. It must be 1, so divide: $\alpha=v_k/\sqrt{n\lambda_k}$. A new point $z$ then has the coordinate $\sum_i\alpha_i\tilde\kappa(x_i,z)$, with kernel values centred by the *training* means:

# %% tags=["drawing"]
components = embedding.kernel_pca(K_rings, 3)
row = plots.axes(3, height=2.9)
for k, ax in enumerate(row):
    ax.set(xlim=(-1.4, 1.4), ylim=(-1.4, 1.4))

    def level(P, k=k):
        return embedding.kernel_pca_project(Gaussian(0.35)(P, rings), components)[:, k]

    ax.contourf(*plots.on_grid(level, ax), levels=10, cmap="viridis", alpha=0.6)
    plots.scatter(rings, np.where(inner > 0, 1, -1), ax=ax, size=14)
    right = told_apart(components.scores[:, k])
    ax.set(title=f"Component {k + 1}: {right:.0%} right", xlabel="", ylabel="")
plots.show(
    row[0],
    alt="""Two rings, three times, on bands of equal value of the first three kernel components.
    Those of the first run round the middle in circles and separate the rings; those of the second
    and third are slopes that cut across both rings.""",
)

# %% tags=["proof"] proves="DME-3.25 DME-3.26 DME-3.28 DME-3.29 W-u21"
quadratic = Polynomial(degree=2)
six, three = embedding.kernel_pca(quadratic(rings), 2), quadratic_features(rings)
agree(quadratic(rings), three @ three.T, "kernel values = inner products of features")
agree(same(six.scores, pca.pca(three, 2).scores), "quadratic kernel: PCA of the six features")
agree(same(embedding.kernel_pca(Linear()(raw), 2).scores, X @ U), "linear kernel: PCA")
by_scaling = embedding.classical_mds(np.sqrt(means.squared_distances(K_rings)), 2)
agree(same(by_scaling, Z_rings), "kernel PCA = classical scaling of distances between images")
new = np.random.default_rng(6).normal(size=(5, 2))
mean_six, U_six, *_ = pca.pca(three, 2)
placed = embedding.kernel_pca_project(quadratic(new, rings), six)
agree(same(placed, (quadratic_features(new) - mean_six) @ U_six.T), "new points, by their images")
agree(embedding.kernel_pca_project(quadratic(rings), six), six.scores, "old points stay put")

# %% [markdown]
# > **By hand.** Chapter 1's square under the quadratic kernel: centred, $\tilde K$ has 6 on the diagonal and −2 elsewhere. Its eigenvalues are $6+2=8$, three times, and 0: a regular tetrahedron, equally wide all round. No component is the first. A kernel does not owe you a good map.
#
# > **Predict.** You forget to centre $K$. What will the first component be, under a Gaussian kernel?
# >
# > <details><summary>Answer</summary>
# >
# > Nearly the same for every point. All images lie on one side of the origin (no kernel value is negative), so the longest direction points from the origin to their mean.
# > </details>

# %%
for width in (0.2, 0.35, 1.0):
    scores = embedding.kernel_pca(Gaussian(width)(rings), 3).scores
    print(f"σ = {width:4}: best cut", [f"{told_apart(z):.0%}" for z in scores.T])
K_shoe = Gaussian(distance_quantile(shoe, 0.5))(shoe)
uncentred = np.linalg.eigh(K_shoe)[1][:, -1]
print(f"not centred: cosine with the constant {abs(uncentred.mean()) * np.sqrt(100):.2f}")

# %% [markdown]
# For narrow and for wide kernels it is the third component that tells the rings apart: look at more than one. And the horseshoe? Rank correlation with the position along it:

# %%
for q in (0.1, 0.25, 0.5, 0.75):
    K_q = Gaussian(distance_quantile(shoe, q))(shoe)
    rho = demos.agreement(embedding.kernel_pca(K_q, 1).scores[:, 0], t)
    print(f"σ at the {q:.0%} quantile of the distances: {abs(rho):.2f}")

# %% [markdown]
# Here kernel PCA loses. A wide Gaussian is nearly linear and does what PCA did; a narrow one hardly helps ([room 5l](#5l.-The-width-and-the-units)). The two tips *are* near each other, in the plane and in feature space. We need a distance that does not jump the gap.
#
# > **In short.** Kernel PCA is PCA of images: centre, divide by $\sqrt{n\lambda}$, use the training centre for new points; and nonlinear is not the same as better.

# %% [markdown] needs="5.3 5.4" teaches="DME-u34 DME-F3.8"
# ## 6. Isomap: distances along the data
#
# An ant on the horseshoe would not jump the gap. **Isomap** measures as the ant walks: link each point to its $m$ nearest neighbours (so close by, straight lines are honest), take as distance the length of the shortest path along links, and give that table to classical scaling.
#
# > **By hand.** Our four houses with three links, A–B 6, B–C 8, C–D 6: a little horseshoe. Shortest paths: A–C 14, B–D 14, A–D 20. That table has a perfect map, a straight line: 0, 6, 14, 20. Unrolled! Add the link D–A, 8 long, and the paths are those round the pond: no map. One link decides.
#
# > **Predict.** What goes wrong if $m$ is too small? And if it is too large?
# >
# > <details><summary>Answer</summary>
# >
# > Too small: the graph falls into pieces, and no path leads from one to the other. Too large: a link jumps the gap, and one such bridge is enough, since the shortest paths will use it.
# > </details>
#
# Shortest paths by the simplest algorithm known (Floyd and Warshall's): allow one more stop-over at a time.

# %%
def shortest(links):
    """Lengths of shortest paths; links (n, n) has inf where there is none."""
    walk = links.copy()
    for stop in range(len(walk)):
        walk = np.minimum(walk, walk[:, [stop]] + walk[[stop], :])
    return walk


around = np.where(block == 10, np.inf, block)  # A-B-C-D-A
around[0, 3] = around[3, 0] = np.inf  # and now the link D-A is missing
line = embedding.classical_mds(shortest(around), 1)[:, 0]
print("the map, from A to D:", np.abs(line - line[0]).round(6))

# %% [markdown]
# Now the horseshoe, with three choices of $m$:

# %% tags=["drawing"] shows="DME-F3.8"
from scipy.sparse.csgraph import connected_components

row = plots.axes(3, height=3.0)
for ax, m in zip(row, (5, 10, 15), strict=True):
    graph = embedding.neighbour_graph(shoe, m)
    pieces = connected_components(graph)[0]
    for i, j in np.argwhere(np.triu(graph.toarray()) > 0):
        ax.plot(*shoe[[i, j]].T, color="0.75", linewidth=0.5, zorder=1)
    plots.scatter(shoe, ax=ax, size=14, title=f"m = {m}: {pieces} piece{'s' * (pieces > 1)}")
plots.show(
    row[0],
    alt="""The horseshoe with links to the nearest neighbours of each point. With 5 neighbours the
    graph has two pieces, broken in the right leg. With 10 it is one piece and follows the shape.
    With 15 links run across the gap at the bottom.""",
)

# %% tags=["drawing"] shows="DME-F3.9"
row = plots.axes(2, height=3.2)
for ax, m, what in zip(row, (10, 15), ("follows the shape", "takes a short cut"), strict=True):
    z = embedding.isomap(shoe, 1, m)[:, 0]
    rho = abs(demos.agreement(z, t))
    demos.coloured(shoe, z, ax, f"Isomap, m = {m}: {what} ({rho:.2f})")
plots.show(
    row[0],
    alt="""The horseshoe coloured by the Isomap coordinate. With 10 neighbours the colours run
    smoothly from one tip to the other, rank correlation 1.00. With 15 they run up and down again,
    as the two tips have become neighbours.""",
)

# %% [markdown] teaches="DME-F3.9"
# With a graph in one piece and without a bridge, the coordinate is the position along the data, even its *length*: a half circle of radius 1 comes out π long. (In pieces, distances are infinite, and the library says so instead of guessing.)

# %%
half = np.linspace(0, np.pi, 60)
arc = embedding.isomap(np.column_stack([np.cos(half), np.sin(half)]), 1, m=2)
print(f"half circle: {np.ptp(arc):.3f} long, and π = {np.pi:.3f}")
try:
    embedding.isomap(shoe, 1, m=5)
except ValueError as error:
    print(error)

# %% tags=["proof"] proves="DME-u34"
linked = embedding.neighbour_graph(shoe, 10)
hops = np.where(linked.toarray() > 0, linked.toarray(), np.inf)
np.fill_diagonal(hops, 0)
walks = shortest(hops)
loop = np.where(block == 10, np.inf, block)
agree(shortest(loop), pond, "with the link D-A, shortest paths lead round the pond")
agree(walks, embedding.geodesic_distances(linked), "ours = the library's shortest paths")
agree(embedding.isomap(shoe, 1, 10), embedding.classical_mds(walks, 1), "Isomap = their scaling")
agree(np.ptp(arc), np.pi, "a length along the data, to a thousandth", tol=1e-3)
everybody = embedding.isomap(shoe, 2, m=99)
agree(same(everybody, pca.pca(shoe, 2).scores), "with all points as neighbours, Isomap is PCA")

# %% [markdown]
# Now a sheet: 1000 points of a carpet that was rolled up. Can Isomap lay it flat?

# %% tags=["drawing"]
roll, turn = datasets.swiss_roll(1000, np.random.default_rng(0))
flat_roll, pca_roll = embedding.isomap(roll, 2, 10), pca.pca(roll, 2).scores
row = plots.axes(3, width=8, height=2.5)
views = (roll[:, [0, 2]], pca_roll, flat_roll)
for ax, P, title in zip(row, views, ("From the side", "PCA", "Isomap, m = 10"), strict=True):
    ax.scatter(*P.T, c=turn, s=5)
    ax.set(title=title)
    ax.set_aspect("equal", adjustable="datalim")
plots.show(
    row[0],
    alt="""A thousand points of a rolled-up sheet, coloured by position along the roll. From the
    side a spiral. PCA's map keeps the spiral, layers on top of each other. Isomap's map is a long
    rectangle whose colours run from one end to the other.""",
)

# %%
length = (turn * np.sqrt(1 + turn**2) + np.arcsinh(turn)) / 2  # along the spiral
print("correlation of coordinate 1 with the length along the roll, of 2 with the height:")
for name, P in (("PCA", pca_roll), ("Isomap", flat_roll)):
    print(f"{name:7}", np.abs(np.corrcoef([*P.T, length, roll[:, 1]])[[0, 1], [2, 3]]).round(2))

# %% [markdown]
# The carpet, from distances in space. But how lucky was $m=10$? Fifty other horseshoes of 100 points, and fifty of 400; a short cut shows as a rank correlation below 0.95:

# %%
def outcomes(n, m=10):
    """What becomes of Isomap on fifty horseshoes."""
    count = dict.fromkeys(("fine", "short cut", "in pieces"), 0)
    for seed in range(50):
        P, at = datasets.horseshoe(n, np.random.default_rng(seed))
        if connected_components(embedding.neighbour_graph(P, m))[0] > 1:
            count["in pieces"] += 1
        else:
            rho = abs(demos.agreement(embedding.isomap(P, 1, m)[:, 0], at))
            count["fine" if rho > 0.95 else "short cut"] += 1
    return count


print(f"n = 100: {outcomes(100)}\nn = 400: {outcomes(400)}")

# %% [markdown]
# With few points it is a gamble, lost about half of the time. There is no *right* $m$, only one that suits the sampling. Your turn to break it:

# %%
demos.horseshoe_workshop()

# %% [markdown]
# If everybody is a neighbour of everybody, paths are straight, and Isomap is PCA. So the family is complete: PCA, kernel PCA and Isomap are classical scaling of plain distances, of distances between images, and of distances along a graph.
#
# > **In short.** Isomap unrolls what bends, if every link stays on the data: look at the graph before you believe the map.

# %% [markdown] needs="5.6" teaches="DME-u35"
# ## 7. Only the neighbours
#
# Isomap wants every distance right, the longest ones too. **t-SNE** and **UMAP** give that up. They ask only *who is linked with whom, and how surely*, in the data and in the map, and move the map until the two agree.
#
# *In the data*, a point is linked to its nearest neighbours with weights $w$ between 0 and 1 that fade with distance. Each point has a ruler of its own, so that its weights add up to the same number: short in a crowd, long in the desert. *In the map*, two points at distance $d$ count as linked with $v=1/(1+d^2)$, one ruler for all. *Then* every pair is pulled with its $w$ and pushed with $1-w$: too far apart, the pull wins, too near, the push.
#
# > **By hand.** A pair wants $v=w$, that is $d^2=\frac{1-w}w$. For $w=0.5$: distance 1. For $w=0.9$: one third. For $w=0.1$: 3. The forces ([room 5i](#5i.-What-UMAP-minimises) derives them) are a pull $\frac{2w}{1+d^2}$ and a push $\frac{2(1-w)}{d^2(1+d^2)}$, times the gap; they balance exactly there.
#
# > **Predict.** Most pairs are not linked at all, $w=0$. Where would such a pair like to be?
# >
# > <details><summary>Answer</summary>
# >
# > Infinitely far apart: there is no pull, only a push that fades with distance. So nothing says *how* far two strangers should be.
# > </details>
#
# All pairs at once (the small number keeps two points on one spot from exploding):

# %%
from featurespace.embedding import fuzzy_graph


def descend(Z, W, steps, rate=0.05):
    """Pull what is linked, push the rest, in small steps."""
    for _ in range(steps):
        gap = Z[:, None] - Z  # (n, n, 2)
        d2 = (gap**2).sum(axis=-1)
        pull, push = 2 * W / (1 + d2), 2 * (1 - W) / ((0.001 + d2) * (1 + d2))
        Z = Z - rate * np.clip(((pull - push)[..., None] * gap).sum(axis=1), -4, 4)
    return Z


W_shoe = fuzzy_graph(shoe, 10).toarray()
print(f"links of one point, the surest first: {np.sort(W_shoe[0])[:-11:-1].round(2)}")

# %% tags=["drawing"]
stages = [3 * pca.pca(shoe, 2).scores]
for more_steps in (10, 40, 550):
    stages.append(descend(stages[-1], W_shoe, more_steps))
row = plots.axes(4, height=2.5)
for ax, P, steps in zip(row, stages, (0, 10, 50, 600), strict=True):
    demos.coloured(P, t, ax, f"{steps} steps")
row[0].figure.suptitle("Linked points draw together, the rest drifts apart", x=0.01, ha="left")
plots.show(
    row[0],
    alt="""Four maps of the horseshoe after 0, 10, 50 and 600 steps, coloured by true position. The
    band thins into short strands in the right order, grows, and tears open in a few places.""",
)

# %% [markdown]
# Neighbours stay neighbours, in order. (We began with the horseshoe itself, enlarged. Thrown anyhow, the same forces often end in a knot.) But note the tears, where links are weak; and the growth, since nothing but a fading push governs large distances.
#
# That is UMAP in essence; t-SNE balances push and pull in another way (all links of the map add up to one) and calls the number of neighbours *perplexity*. To grade such maps there is **trustworthiness**: strangers among the $m$ nearest *on the map* cost points, the more the farther away they really are; 1 is perfect:

# %%
for name, P in (("PCA, one coordinate", pca.pca(shoe, 1).scores), ("600 steps", stages[-1])):
    print(f"{name:20} trustworthiness {embedding.trustworthiness(shoe, P, 10):.2f}")

# %% [markdown]
# > **In short.** t-SNE and UMAP keep who is near whom. Far is just far.

# %% [markdown] needs="5.2 5.5 5.7"
# ## 8. The misprint, and ten digits
#
# First the page of the encyclopaedia. A direct road should not be longer than the way through a third city. Isomap's shortest paths use just that. Run them over the printed table. The three entries that shrink most:

# %%
mended = shortest(roads)
saved = roads - mended
for k in np.argsort(np.triu(saved), axis=None)[:-4:-1]:
    i, j = np.unravel_index(k, saved.shape)
    print(f"{names[i]:9}– {names[j]:9} printed {roads[i, j]:.0f}, by detour {mended[i, j]:.0f} km")

# %%
i, j = names.index("Cologne"), names.index("Geneva")
by_way = roads[i] + roads[j] + 1e9 * np.isin(range(12), (i, j))
Z_mended = embedding.classical_mds(mended, 2)
rms = {"printed": (Z_roads, roads), "mended": (Z_mended, mended)}
rms = {n: np.sqrt(((pdist(Z) - squareform(D)) ** 2).mean()) for n, (Z, D) in rms.items()}
moved = np.linalg.norm(Z_mended * np.sign((Z_mended * Z_roads).sum(axis=0)) - Z_roads, axis=1)
print(f"Cologne to Geneva by way of {names[by_way.argmin()]}: {by_way.min():.0f} km")
print(f"the map misses its table by {rms['printed']:.0f} km, mended by {rms['mended']:.0f} (rms)")
print(f"negative share {negative_share(roads):.1%}, then {negative_share(mended):.1%}")
print(f"no city moves by more than {moved.max():.0f} km")

# %% [markdown]
# Case closed: {= roads[i, j]:.0f} km printed, where a detour takes {= mended[i, j]:.0f}. (Sixteen others shrink, none by more than {= np.sort(np.triu(saved), axis=None)[-2]:.0f} km.) And note the last line: the map hardly changed. Many right numbers outvote a wrong one.
#
# A number that is too *small* passes this test. Stockholm is about 650 km farther than Copenhagen from every other city, but only {= roads[names.index("Lisbon"), names.index("Stockholm")] - roads[names.index("Lisbon"), names.index("Copenhagen")]:.0f} from Lisbon: {= roads[names.index("Lisbon"), names.index("Stockholm")]:.0f} should be about 3621. No detour shows it, for it *is* the short cut; the map did, by drawing the two too near.
#
# The standard call does both steps:

# %%
from sklearn.manifold import TSNE, Isomap

theirs = Isomap(n_neighbors=11, n_components=2, metric="precomputed").fit_transform(roads)
agree(same(theirs, Z_mended), "scikit-learn's Isomap, fed with the printed table, draws our map")

# %% [markdown]
# Now data that nobody has a map of: 599 handwritten digits, 64 grey levels each (every third of scikit-learn's). Six maps: PCA, kernel PCA, Isomap, metric MDS (the springs of the first page), t-SNE and UMAP. None is told which digit is which. Two grades: trustworthiness for ten neighbours, and how often the five nearest on the map name the right digit.
#
# > **Predict.** Which will be best? Which will be closest to PCA?
# >
# > <details><summary>Answer</summary>
# >
# > t-SNE and UMAP, by both grades: to keep neighbours is all they want. Kernel PCA is closest to PCA: distances in 64 dimensions are much alike, and a Gaussian as wide as their median is nearly linear.
# > </details>

# %%
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier

pixels, digit = (part[::3] for part in load_digits(return_X_y=True))
median = Gaussian(distance_quantile(pixels))
maps = {
    "PCA": PCA(2).fit_transform(pixels),
    "kernel PCA": embedding.kernel_pca(median(pixels), 2).scores,
    "Isomap": Isomap(n_neighbors=10).fit_transform(pixels),
    "metric MDS": embedding.metric_mds(cdist(pixels, pixels), 2).Z,
    "t-SNE": TSNE(random_state=0).fit_transform(pixels),
    "UMAP": embedding.umap(pixels, 2, rng=np.random.default_rng(0)),
}

# %%
def grades(Z):
    """Trustworthiness, and accuracy of the five nearest on the map."""
    accuracy = cross_val_score(KNeighborsClassifier(5), Z, digit, cv=5).mean()
    return embedding.trustworthiness(pixels, Z, 10), accuracy


grade = {name: grades(Z) for name, Z in maps.items()}
for name in ("PCA", "kernel PCA", "Isomap", "metric MDS"):
    print("{:11} trustworthiness {:.2f}, five nearest right {:.0%}".format(name, *grade[name]))
best = np.min([grade["t-SNE"], grade["UMAP"]], axis=0)
agree(best > [0.96, 0.92], "t-SNE, UMAP: trustworthiness over 0.96, over 92 % right")

# %%
overlap = np.corrcoef(maps["PCA"][:, 0], maps["kernel PCA"][:, 0])[0, 1]
whole = cross_val_score(KNeighborsClassifier(5), pixels, digit, cv=5).mean()
print(f"in all 64 pixels, five nearest right {whole:.0%}")
print(f"first coordinates of PCA and kernel PCA correlate by {abs(overlap):.2f}")

# %% tags=["drawing", "varies"] shows="DME-F3.10"
TEN = ["#3f90da", "#ffa90e", "#bd1f01", "#94a4a2", "#832db6"]  # ten that the colour-blind
TEN += ["#a96b59", "#e76300", "#b9ac70", "#717581", "#92dadd"]  # can tell apart (M. Petroff)
figure = plots.axes(width=8.6, height=5.6).figure
figure.clear()
for ax, (name, Z) in zip(figure.subplots(2, 3).ravel(), maps.items(), strict=True):
    for d in range(10):
        some_of_them = Z[digit == d][::2]  # every second one, for clearness
        ax.scatter(*some_of_them.T, marker=f"${d}$", color=TEN[d], s=20, linewidths=0.3)
    ax.set(title=name, xticks=[], yticks=[])
    ax.set_xlabel("trust {:.2f}, 5 nearest right {:.0%}".format(*grade[name]))
plots.show(
    figure,
    alt="""Digits mapped by PCA, kernel PCA, Isomap, metric MDS, t-SNE and UMAP, every second one
    drawn, as its numeral and in one of ten colours. The first four overlap in the middle, Isomap
    with longer arms; t-SNE and UMAP show about ten separate islands.""",
)

# %% [markdown] teaches="DME-F3.10"
# Islands so clear ask to be read. First test the reader where the truth is known: three clouds in ten dimensions, the middle one *ten times as wide* as the others, the third *four times as far* from it as the first.
#
# > **Predict.** What will the maps show of the widths, and of the distances?

# %%
def three_clouds(seed):
    """Widths 0.2, 2 and 0.2, centres at 0, 20 and 100 along one axis."""
    draw = np.random.default_rng(seed)
    parts = [draw.normal(0, s, (100, 10)) for s in (0.2, 2, 0.2)]
    return np.vstack([c + at * np.eye(10)[0] for c, at in zip(parts, (0, 20, 100), strict=True)])


cloud, truth = np.repeat([0, 1, 2], 100), three_clouds(6)
drawn = {f"UMAP, seed {s}": embedding.umap(truth, 2, rng=np.random.default_rng(s)) for s in (0, 1)}
drawn["t-SNE"] = TSNE(random_state=0, init="random").fit_transform(truth)
for name, Z in {"data": truth, **drawn}.items():
    first, second, third = (Z[cloud == c] for c in range(3))
    wide = np.sqrt(second.var(axis=0).sum() / first.var(axis=0).sum())
    print(f"{name:13} middle cloud about {wide:.0f} times as wide as the first")

# %% tags=["drawing", "varies"]
row = plots.axes(3, height=3.2)
for ax, (name, Z) in zip(row, drawn.items(), strict=True):
    for c, (mark, which) in enumerate(zip("o^s", ("narrow", "wide", "narrow, far"), strict=True)):
        ax.scatter(*Z[cloud == c].T, s=10, marker=mark, label=which)
    ax.set(title=name, xticks=[], yticks=[])
    ax.set_aspect("equal", adjustable="datalim")
row[0].legend(fontsize=8)
plots.show(
    row[0],
    alt="""The same three clouds mapped by UMAP with two seeds and by t-SNE. All three islands have
    about the same size in every map, although one cloud is ten times as wide, and their mutual
    distances and arrangement change from map to map.""",
)

# %% tags=["proof"]
for name, Z in drawn.items():
    widths = [np.sqrt(Z[cloud == c].var(axis=0).sum()) for c in range(3)]
    middles = [Z[cloud == c].mean(axis=0) for c in range(3)]
    near, far = (np.linalg.norm(middles[1] - middles[k]) for k in (0, 2))
    agree(max(widths) < 1.5 * min(widths), f"{name}: no island is half as wide again as another")
    agree(far < 2 * near, f"{name}: the far one is less than twice as far, not four times")

# %% [markdown]
# Ten to one in the data, one to one on every map: each point has its own ruler, and beyond the neighbours nothing holds the islands in place. So use such maps to find *who is near whom*; go back to the data for how near, how dense, how far. Try three seeds: what changes was not in the data.
#
# **When not to use it.** t-SNE and UMAP: not where new points must be placed (no formula; PCA, kernel PCA and Isomap have one), not to count clusters or compare their sizes. Isomap: not on data with holes or in pieces, and one noisy point may be a bridge. t-SNE and UMAP do not say how many dimensions to keep; the eigenvalues of PCA and Isomap do. And *near* was decided before they began: which distance, in which units, is a hyperparameter like any other ([room 5k](#5k.-Which-one?)).
#
# > **In short.** A map keeps what it was asked to keep. Ask what that was before you read the rest.

# %% [markdown]
# ## Takeaways
#
# - Points, inner products and distances give the same map: $G=-\frac12C\Delta C$, then one `eigh`.
# - A table has a map exactly if $G$ has no negative eigenvalue. Triangles are not enough.
# - Kernel PCA is classical scaling of distances between images, Isomap of distances along a graph, and plain distances give PCA.
# - Kernel PCA: centre first, divide by $\sqrt{n\lambda}$, centre new points by the training means.
# - Isomap stands and falls with its graph: too few neighbours and it breaks, one bridge and it lies.
# - t-SNE and UMAP keep neighbours, not sizes, not distances.
#
# **Now you:** [exercises for this chapter](../exercises/05_dimensionality_reduction.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** I. Borg and P. Groenen, *Modern Multidimensional Scaling* (2005). B. Schölkopf, A. Smola and K.-R. Müller, *Kernel principal component analysis* (1997). J. Tenenbaum, V. de Silva and J. Langford, *A global geometric framework for nonlinear dimensionality reduction* (2000). L. van der Maaten and G. Hinton, *Visualizing data using t-SNE* (2008). L. McInnes, J. Healy and J. Melville, *UMAP* (2018). D. Crystal (ed.), *The Cambridge Encyclopaedia* (1990), the road table.

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing in the core needs it.

# %% [markdown] needs="5.4" why="Enter if you know the shape of your data." teaches="DME-3.23"
# ### 5a. Features by hand, or learnt
#
# Nothing stops us from feeding PCA with functions of the coordinates: products such as $x_1x_2$, or whatever we think is telling. Collect them as rows $\phi(x_i)$ of a matrix $\Phi$ and do PCA on that. It is called **nonlinear PCA**. With coordinates and products the horseshoe stays folded:

# %%
products = quadratic_features(shoe)[:, 1:]  # without the constant
by_products = pca.pca(products, 1).scores[:, 0]
print(f"coordinates and products: rank correlation {abs(demos.agreement(by_products, t)):.2f}")

# %% [markdown] teaches="DME-3.30"
# A horseshoe calls for polar coordinates: $\phi(x)=(x_1,x_2,r,\theta)$ with radius $r$ and angle $\theta=\operatorname{atan2}(x_2,x_1)$.
#
# > **Predict.** An angle lives on a circle, a feature on a line. Where must it jump?
# >
# > <details><summary>Answer</summary>
# >
# > At the left, near $(-1,0)$, where `arctan2` leaps from $\pi$ to $-\pi$. Neighbours on the horseshoe end up $2\pi$ apart.
# > </details>
#
# The angle can be cut anywhere. We try the standard cut, and one through the gap of the horseshoe, measuring the angle from the top (arguments swapped):

# %%
def polar_score(angle):
    """First score of coordinates, radius and angle."""
    features = np.column_stack([shoe, np.linalg.norm(shoe, axis=1), angle])
    return pca.pca(features, 1).scores[:, 0]


at_left = polar_score(np.arctan2(shoe[:, 1], shoe[:, 0]))
in_gap = polar_score(np.arctan2(shoe[:, 0], shoe[:, 1]))
jumps = [np.abs(np.diff(score[np.argsort(t)])).max() for score in (at_left, in_gap)]
print(f"largest jump between neighbours along the horseshoe: {jumps[0]:.1f} and {jumps[1]:.1f}")

# %% tags=["drawing"] shows="DME-F3.3"
row = plots.axes(2, height=3.0)
for ax, score, where in zip(row, (at_left, in_gap), ("at the left", "in the gap"), strict=True):
    rho = abs(demos.agreement(score, t))
    demos.coloured(shoe, score, ax, f"Cut {where}: rank correlation {rho:.2f}")
plots.show(
    row[0],
    alt="""The horseshoe twice, coloured by the first score of PCA on polar features. Left, the
    colours run smoothly but jump from light to dark in the middle of the left leg. Right, with the
    cut in the gap, they run smoothly from one end to the other.""",
)

# %% tags=["proof"] proves="DME-3.30"
agree(jumps[0] > 5 * jumps[1], "the usual cut makes a jump that the other does not")
agree(demos.agreement(in_gap, t) ** 2 > 0.98, "with the cut in the gap the score is the position")

# %% [markdown] teaches="DME-F3.3"
# With the usual cut the score follows the circle and jumps, and the ends of the two legs look alike. With the cut in the gap it is perfect. But we moved the cut because we had *seen* the gap.
#
# There is a third way between hand and kernel: let the data choose the features. The last layer but one of a neural network that was trained on some task is such a list of numbers $\phi(x)$, and PCA or any map of this chapter may be drawn of it. The layer keeps what helped in that task, and nothing was asked about the rest.
#
# > **In short.** A feature made by hand brings in what you already know; a learnt one, what its task asked for.

# %% [markdown] needs="5.5" why="Enter if you wonder what is inside a kernel." teaches="W-u03 W-u02 W-u01"
# ### 5b. Inside a kernel
#
# A kernel has a feature space behind it. For the Gaussian it has infinitely many dimensions, and chapter 1 said we need not enter. This room enters.
#
# Begin with a set of five points. A kernel on it is a matrix, a function on it is a vector of five values, and "apply the kernel to a function" is multiplying by the matrix: a **linear operator**, since sums go to sums and multiples to multiples. Its eigenvectors, $K\psi=\lambda\psi$, can be taken orthonormal, and they rebuild it:
#
# $$K=\sum_i\lambda_i\psi_i\psi_i^\top$$

# %% proves="W-u01 W-u02"
rng = np.random.default_rng(5)
K_five = Gaussian(1.0)(rng.normal(size=(5, 2)))
values_five, Psi = np.linalg.eigh(K_five)
layers = [v * np.outer(psi, psi) for v, psi in zip(values_five, Psi.T, strict=True)]
left_out = [np.abs(K_five - sum(layers[-k:])).max() for k in (1, 2, 3)]
print("largest error with 1, 2, 3 layers:", np.round(left_out, 2))
agree(K_five @ Psi, values_five * Psi, "the matrix only stretches its eigenvectors")
agree(Psi.T @ Psi, np.eye(5), "they are orthonormal")
agree(sum(layers), K_five, "and five layers rebuild it")

# %% [markdown] teaches="W-u07 W-T7.1 W-u05 W-u04"
# Entry by entry: $\kappa(i,j)=\sum_k\lambda_k\psi_k(i)\,\psi_k(j)$. Now let the five points become an interval. Sums over points turn into integrals, vectors into functions, and the eigenvalue problem into an integral equation:
#
# $$\int\kappa(s,t)\,\psi(t)\,dt=\lambda\,\psi(s)$$
#
# **Mercer's theorem**: let the kernel be continuous, symmetric and positive semi-definite on a *compact* set (closed and bounded, like $[0,1]$). Then it has eigenvalues $\lambda_1\ge\lambda_2\ge\dots\ge0$ and continuous eigenfunctions, orthonormal in the sense of $\int\psi_i\psi_j\,dt$, and
#
# $$\kappa(s,t)=\sum_{i=1}^\infty\lambda_i\,\psi_i(s)\,\psi_i(t)$$
#
# The series converges *uniformly*: the largest error over all $s$ and $t$ goes to zero, not only the error at each single place. On a grid of 200 places integrals become means, and all of it becomes an `eigh` again:

# %%
grid = (np.arange(200) + 0.5) / 200  # midpoints of 200 little intervals
min_kernel = np.minimum(grid[:, None], grid)
values_min, functions = embedding.mercer(
    lambda x: np.minimum(x, x.T), grid, np.full(200, 1 / 200)
)
for terms in (1, 5, 20):
    partial = (functions[:, :terms] * values_min[:terms]) @ functions[:, :terms].T
    print(f"{terms:2} terms of min(s, t): largest error {np.abs(partial - min_kernel).max():.3f}")

# %% tags=["proof"] proves="W-T7.1 W-u04 W-u05 W-u07"
agree(values_min > 0, "no eigenvalue is negative")
agree(functions.T @ functions / 200, np.eye(200), "the eigenfunctions are orthonormal")
agree(min_kernel @ functions / 200, values_min * functions, "they solve the integral equation")
agree((functions * values_min) @ functions.T, min_kernel, "the series is the kernel")

# %% [markdown]
# (`mercer` takes *quadrature weights*: the share of the interval that each place stands for, here $\frac1{200}$ each.)
#
# Why symmetric? Take $\kappa(s,t)=1+s-t$. For every function, $\iint f(s)\kappa(s,t)f(t)\,ds\,dt=(\int f)^2\ge0$: never negative. And yet no sum of symmetric terms can rebuild it, since $\kappa(0,1)=0$ and $\kappa(1,0)=2$. Positive is not enough:

# %% proves="W-T7.1"
lopsided = 1 + grid[:, None] - grid
f = rng.normal(size=200)
print(f"κ(0, 1) ≈ {lopsided[0, -1]:.2f}, κ(1, 0) ≈ {lopsided[-1, 0]:.2f}")
agree(f @ lopsided @ f / 200**2, f.mean() ** 2, "the form is a square, never negative")

# %% [markdown]
# > **In short.** A kernel is a sum of products of orthonormal functions: the spectral theorem, with integrals for sums.

# %% [markdown] needs="5b" why="Enter if you want to see it converge." teaches="W-u09 W-u10 W-u08"
# ### 5c. One kernel, to the end
#
# One kernel can be worked out with pen and paper: $\kappa(s,t)=\min(s,t)$ on $[0,1]$. The integral equation reads $\int_0^st\,\psi(t)\,dt+s\int_s^1\psi(t)\,dt=\lambda\psi(s)$. Differentiate twice: $-\psi=\lambda\psi''$, with $\psi(0)=0$ and $\psi'(1)=0$. So
#
# $$\psi_i(t)=\sqrt2\,\sin\bigl((i-\tfrac12)\pi t\bigr), \qquad \lambda_i=\frac1{(i-\frac12)^2\pi^2}$$
#
# And here is the feature map, at last. Let $\phi(x)=\bigl(\sqrt{\lambda_1}\psi_1(x),\sqrt{\lambda_2}\psi_2(x),\dots\bigr)$. The inner product of two such sequences is Mercer's series, hence the kernel. The squares of the entries sum to $\kappa(x,x)<\infty$, so $\phi(x)$ is a *square-summable* sequence, a member of the space called $\ell^2$.

# %%
number = np.arange(1, 6) - 0.5
print("grid: ", values_min[:5].round(4))
print("exact:", (1 / (number * np.pi) ** 2).round(4))

# %% tags=["proof"] proves="W-u07 W-u08 W-u09 W-u10"
exact = np.sqrt(2) * np.sin(np.outer(grid, number) * np.pi)
agree(values_min[:5] * (number * np.pi) ** 2, 1.0, "five eigenvalues, to 0.2 %", tol=2e-3)
agree(np.abs(functions[:, :5]), np.abs(exact), "five eigenfunctions, to 0.01", tol=0.007)
features = functions * np.sqrt(np.maximum(values_min, 0))  # (200, 200): a row per point
agree(features @ features.T, min_kernel, "inner products of the features are the kernel")
agree((features**2).sum(axis=1), grid, "the squared length of φ(t) is κ(t, t) = t")
agree(same(pca.scores_from_gram(min_kernel, 5), features[:, :5]), "features = scores from K")

# %% [markdown]
# > **Predict.** The eigenvalues sum to $\int\kappa(t,t)\,dt=\frac12$. What share of that is the first one, $\frac4{\pi^2}$?
# >
# > <details><summary>Answer</summary>
# >
# > $8/\pi^2$, about four fifths. An infinite-dimensional space, and four fifths of it are one sine.
# > </details>
#
# Beside it a Gaussian with σ = 0.3:

# %%
gauss_values, gauss_functions = embedding.mercer(Gaussian(0.3), grid, np.full(200, 1 / 200))
gauss_shares, shares = gauss_values / gauss_values.sum(), values_min / values_min.sum()
for name, share in (("min(s, t)", shares), ("Gaussian", gauss_shares)):
    print(f"{name:9} first {share[0]:.1%}, first four {share[:4].sum():.1%}")

# %% tags=["drawing"] shows="W-T7.1"
row = plots.axes(3, height=3.0)
waves = {"min(s, t): sines": functions, "Gaussian, σ = 0.3": gauss_functions}
for ax, (title, waveforms) in zip(row, waves.items(), strict=False):
    signed = waveforms[:, :3] * np.sign(waveforms[60, :3])  # eigenfunctions may point either way
    plots.curves(grid, {f"ψ{k + 1}": signed[:, k] for k in range(3)}, ax=ax, title=title)
    ax.set(xlabel="t", ylim=(-2.6, 2.6))
    ax.legend(loc="lower left", ncols=3, fontsize=7)
spectra = {"min(s, t)": shares[:8], "Gaussian": gauss_shares[:8]}
plots.curves(np.arange(1, 9), spectra, ax=row[2], title="Shares of the sum", xlabel="number")
row[2].set_yscale("log")
plots.show(
    row[0],
    alt="""Three panels. The first three eigenfunctions of min of s and t: sine waves with growing
    frequency, zero at the left end. Those of a Gaussian kernel: an arch, an S-shape, a wave. Shares
    of the eigenvalues of both on a log scale: min starts higher and falls slowly, the Gaussian
    falls far faster.""",
)

# %% [markdown]
# The Gaussian starts lower, but its eigenvalues fall far faster. Add the terms up one by one, and the kernel appears:

# %%
demos.sum_the_eigenfunctions()

# %% [markdown]
# What does the interval look like in there? Its first two features can be drawn:

# %% tags=["drawing"] shows="W-u09"
gauss_features = gauss_functions * np.sqrt(np.maximum(gauss_values, 0))
row = plots.axes(2, height=3.2)
for ax, F, title in zip(row, (features, gauss_features), waves, strict=True):
    F = F[:, :2] * np.sign(F[60, :2])
    ax.plot(*F.T, color=plots.GREY, linewidth=1)
    demos.coloured(F[::8], grid[::8], ax, f"[0, 1] seen through {title.split(':')[0]}")
    ax.set(xlabel="first feature", ylabel="second feature", xlim=(-0.05, 1), aspect="auto")
plots.show(
    row[0],
    alt="""The unit interval mapped to its first two Mercer features. For min of s and t a curve
    that starts at the origin, rises and bends back; for the Gaussian an arc, coloured from dark at
    0 to light at 1.""",
)

# %% [markdown] teaches="W-u06"
# A horseshoe, out of a straight line. Kernels bend.
#
# One trap. For vectors, $x^\top Ky=\sum_i\lambda_i(\psi_i^\top x)(\psi_i^\top y)$ looks like Mercer's series of the kernel $x^\top Ky$. The identity holds. But as functions of $x$ the factors $\psi_i^\top x$ need not be orthonormal. On the unit square, with $K=I$, they are $x_1$ and $x_2$:

# %% proves="W-u06"
x, y = np.random.default_rng(6).normal(size=(2, 5))
by_parts = (values_five * (Psi.T @ x) * (Psi.T @ y)).sum()
agree(x @ K_five @ y, by_parts, "the identity holds")
s1, s2 = np.meshgrid(grid, grid)
print(f"on [0,1]²: ⟨x₁, x₂⟩ = {(s1 * s2).mean():.2f}, ⟨x₁, x₁⟩ = {(s1 * s1).mean():.3f}")
agree((s1 * s2).mean(), 1 / 4, "the factors are not orthogonal")

# %% [markdown]
# > **In short.** Infinitely many dimensions, and the first few do nearly all of the work.

# %% [markdown] needs="5.5" why="Enter if you want the directions themselves, not only scores." teaches="W-7.1 W-u18 W-u19 W-u20"
# ### 5d. Directions in feature space
#
# Picture the images as a few fixed elements plus noise, $\phi(x)=\sum_jz_j\phi_j+w$, the $\phi_j$ orthonormal. For a covariance one needs outer products: $\phi\otimes\phi$ is the operator that sends $f$ to $\langle\phi,f\rangle\,\phi$. Then the covariance is $\sum_j\operatorname{Var}(z_j)\,\phi_j\otimes\phi_j$, plus that of the noise. In six dimensions we can watch it:

# %% proves="W-7.1 W-u18 W-u19 W-u20"
rng = np.random.default_rng(7)
one, two = np.linalg.qr(rng.normal(size=(6, 2)))[0].T
f = rng.normal(size=6)
agree(np.outer(one, one) @ f, (one @ f) * one, "the outer product acts as said")
z, noise = rng.normal(size=(50_000, 2)) * [2, 1], 0.1 * rng.normal(size=(50_000, 6))
model = 4 * np.outer(one, one) + np.outer(two, two) + 0.01 * np.eye(6)
seen = np.cov((z @ [one, two] + noise).T, bias=True)
print("variances seen:", np.linalg.eigvalsh(seen)[:3:-1].round(1), "asked: 4 and 1, plus 0.01")
agree(seen, model, "50 000 images have the covariance of the model, to 2.5 %", tol=0.025)

# %% [markdown] teaches="W-u22 W-u23 W-7.2 W-p01"
# From data we have the **empirical covariance operator**, the average of $\phi(x_i)\otimes\phi(x_i)$ over centred images. Whatever you feed it, it answers with a combination of the images:
#
# $$\hat\Sigma f=\frac1n\sum_i\langle\phi(x_i),f\rangle\,\phi(x_i)$$
#
# So an eigenfunction, $\hat\Sigma u=\lambda u$, is such a combination itself, $u=\sum_i\alpha_i\phi(x_i)$ with $\alpha_i=\langle\phi(x_i),u\rangle/n\lambda$. One divides by $\lambda$, which had better not be zero. Thirty points under the quadratic kernel, where images can be written down:

# %% proves="W-u22 W-u23 W-7.2 W-p01"
points = rng.normal(size=(30, 2))
K = Polynomial(degree=2)(points)
Phi = quadratic_features(points)
Phi = Phi - Phi.mean(axis=0)
Sigma = np.mean([np.outer(phi, phi) for phi in Phi], axis=0)
lam, u = (part[..., -1] for part in np.linalg.eigh(Sigma))
alpha = Phi @ u / (30 * lam)
print(f"largest variance {lam:.1f}, direction {(u * np.sign(u[-1])).round(2) + 0.0}")
agree(Sigma @ f, (Phi @ f) @ Phi / 30, "it answers with a combination of images")
agree(Sigma @ u, lam * u, "u is an eigenfunction")
agree(alpha @ Phi, u, "and a combination of images")

# %% [markdown]
# And for $\lambda=0$? The first of the six features is the constant 1. After centring it is zero for everyone, so the first axis is an eigenfunction to $\lambda=0$, orthogonal to every image and no combination of them. The condition is needed.

# %% tags=["proof"] proves="W-p01 W-u22"
first_axis = np.eye(6)[0]
agree(Sigma, np.cov(quadratic_features(points).T, bias=True), "it is the covariance of the images")
agree(np.abs(Sigma @ first_axis) < 1e-12, "the first axis is an eigenfunction to zero")
agree(np.abs(Phi @ first_axis) < 1e-12, "and orthogonal to every image: no combination of them")

# %% [markdown] teaches="W-u24 W-u25"
# Put the combination into $\hat\Sigma u=\lambda u$ and take inner products with every image: $\tilde K^2\alpha=n\lambda\,\tilde K\alpha$. One would like to cancel a $\tilde K$ and solve $\tilde K\alpha=n\lambda\alpha$. May one? Other solutions differ by a vector $\nu$ with $\tilde K\nu=0$, and the combination that $\nu$ stands for has squared length $\nu^\top\tilde K\nu=0$. So it is the same direction, written in another way, and nothing is lost:

# %% proves="W-u24 W-u25"
K_centred = means.centre(K)
other = alpha + 3 * np.linalg.eigh(K_centred)[1][:, 0]  # plus a null vector
print(f"the weights differ by a vector of length {np.linalg.norm(other - alpha):.1f}")
agree(other @ Phi, u, "and stand for the same direction")
agree(K_centred @ K_centred @ other, 30 * lam * K_centred @ other, "the squared equation holds")
agree(np.abs(K_centred @ other - 30 * lam * other).max() > 1, "the plain one does not")

# %% [markdown]
# The *length* of $\alpha$ matters too. `eigh` returns a unit vector $v$, but the direction $\sum_iv_i\phi(x_i)$ has the squared length $v^\top\tilde Kv=n\lambda$. Hence $\alpha=v/\sqrt{n\lambda}$; then the scores $\tilde K\alpha$ have variance $\lambda$, as PCA scores must:

# %%
v = np.linalg.eigh(K_centred)[1][:, -1]
print(f"squared length for a unit v: {v @ K_centred @ v:.0f}; n λ = {30 * lam:.0f}")

# %% tags=["proof"] proves="W-u25"
agree(K_centred @ alpha, 30 * lam * alpha, "the first weights solve the plain equation, too")
pair = embedding.kernel_pca(K, 2)
agree(pair.alpha.T @ K_centred @ pair.alpha, np.eye(2), "the library's directions are orthonormal")
agree(pair.scores.var(axis=0), pair.eigenvalues, "its scores have the variances λ")

# %% [markdown] teaches="DME-3.27"
# Last, not everything that looks like a kernel is one. For $\langle x,z\rangle^a$ with positive coordinates any $a>0$ can be computed. But unless $a$ is a whole number there is no feature space behind it, and a negative eigenvalue says so:

# %% proves="DME-3.27"
positive = np.abs(np.random.default_rng(5).normal(size=(40, 2)))  # so that powers are defined
for a in (1, 1.5, 2, 2.5, 3):
    negative = np.linalg.eigvalsh((positive @ positive.T) ** a)[0] < -1e-6
    print(f"a = {a:3}: {'negative eigenvalue' if negative else 'positive semi-definite'}")
    assert negative == (a % 1 > 0)

# %% [markdown]
# > **In short.** A direction with positive variance is a combination of images; its weights are free up to null vectors, its length is $\alpha^\top\tilde K\alpha$.

# %% [markdown] needs="5.3" why="Enter if the distances themselves must fit." teaches="DME-3.31 DME-3.32"
# ### 5e. Springs
#
# Classical scaling fits inner products. **Metric MDS** fits the distances, by minimising the **stress**
#
# $$\sum_{i<j}w_{ij}\bigl(\|z_i-z_j\|-\delta_{ij}\bigr)^2 \tag{3.31}$$
#
# with ordinary distances on the map and weights of your choice. (The numbers we print are divided by $\sum w_{ij}\delta_{ij}^2$, so that they have no unit.) It is the energy of the springs of the first page. There is no eigenvalue formula, but a neat iteration, called SMACOF. For equal weights it goes like this. Every point $j$ says where it would like to see point $i$: at the right distance, in the direction in which it stands,
#
# $$z_j+b_{ij}(z_i-z_j), \qquad b_{ij}=\delta_{ij}/\|z_i-z_j\|$$
#
# and $i$ itself votes for staying at $z_i$. Point $i$ goes to the mean of the $n$ votes:
#
# $$\frac1n\Bigl(z_i+\sum_{j\ne i}z_j+\sum_{j\ne i}b_{ij}(z_i-z_j)\Bigr) = \frac1n\sum_{j\ne i}b_{ij}\,(z_i-z_j)$$
#
# The first two terms are the sum of all points, and that is zero on a centred map.

# %%
def smacof_step(Z, D):
    """Everyone moves to the mean of where the others want them."""
    d = cdist(Z, Z)
    b = np.divide(D, d, out=np.zeros_like(D), where=d > 0)
    return np.array([(b[i, :, None] * (Z[i] - Z)).mean(axis=0) for i in range(len(Z))])


Z, history = embedding.classical_mds(roads, 2), []
for _ in range(26):
    history.append(embedding.stress(Z, roads))
    Z_before, Z = Z, smacof_step(Z, roads)
print(f"stress, as a share: classical {history[0]:.4f}, after 25 steps {history[-1]:.4f}")

# %% [markdown]
# Why does the stress never rise? Look at a single spring, of length $\delta$. In its energy, $r^2-2\delta r+\delta^2$, the distance $r=\|z\|$ in the middle is what is hard about it. Put in its place the flat $\langle z,z_0\rangle/\|z_0\|$, which is never larger and equals it at the present place $z_0$. The energy becomes a bowl, a parabola, that lies above and touches where we stand. The mean of votes is the bottom of the sum of all those bowls. And going to the bottom of a bowl that lies above you everywhere else cannot lead uphill:

# %% tags=["drawing"]
places = np.linspace(-2.5, 2.5, 201)
here, beside, spring = 0.5, 0.5, 1.2  # the other end of the spring lies 0.5 beside the line
stretch, now = np.hypot(places, beside), np.hypot(here, beside)
energy = {"energy of the spring": (stretch - spring) ** 2}
energy["bowl that touches"] = (
    stretch**2 - 2 * spring * (places * here + beside**2) / now + spring**2
)
ax = plots.curves(places, energy, xlabel="place of the point on a line", ylabel="energy")
ax.plot(here, (now - spring) ** 2, "o", color="black", label="where we stand")
bottom = spring * here / now
ax.plot(bottom, (np.hypot(bottom, beside) - spring) ** 2, "s", color=plots.GREEN, label="next")
ax.set(ylim=(-0.2, 5.2), title="The bottom of a bowl above is never uphill")
ax.legend(loc="upper right")
plots.show(
    ax,
    alt="""The energy of a spring against the place of its end on a line: two valleys with a hill
    between them. A parabola touches it on the slope of the right valley, lies above it everywhere
    else, and has its bottom near that of the valley.""",
)

# %% tags=["proof"] proves="DME-3.31"
missed, asked = pdist(Z_before) - squareform(roads), squareform(roads)
agree(history[-1], (missed**2).sum() / (asked**2).sum(), "the share printed is that of the stress")
agree(np.diff(history) <= 0, "the stress never rises")
agree(Z_before, embedding.metric_mds(roads, 2, max_iter=25).Z, "the library takes the same steps")
above = energy["bowl that touches"] - energy["energy of the spring"]
agree(above > -1e-12, "the bowl lies above the energy, everywhere")

# %% [markdown] teaches="DME-u32"
# So classical and metric scaling disagree, as they should: they minimise different things. On a round pond with four houses, neighbours 1 apart and opposite ones 2, the difference can be worked out. Classical scaling draws a square with the right diagonals and sides of $\sqrt2$ ([room 5h](#5h.-The-nearest-map)). Stress spreads the pain: a square of side $s$ costs $4(s-1)^2+2(\sqrt2s-2)^2$, least at $s=(1+\sqrt2)/2$:

# %% proves="DME-u32"
round_pond = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0.0]])
flat, best_side = embedding.metric_mds(round_pond, 2).Z, (1 + np.sqrt(2)) / 2
print(f"side {cdist(flat, flat)[0, 1]:.3f}, (1+√2)/2 = {best_side:.3f}")
agree(cdist(flat, flat)[round_pond == 1], best_side, "so for all four sides", tol=1e-4)

# %% tags=["proof"] proves="DME-u32"
plane, line = embedding.metric_mds(roads, 2), embedding.metric_mds(roads, 1)
one_column = pdist(plane.Z[:, :1])
scale = (one_column * asked).sum() / (one_column**2).sum()
first_column = embedding.stress(scale * plane.Z[:, :1], roads)
agree(first_column > line.stress + 0.001, "not nested: the first column is not the best line")

# %% [markdown]
# Nor are metric maps nested: the first column of the best flat map, however scaled, is not the best line. And as the third throw of the first page has shown, a bottom need not be the lowest one.

# %% [markdown]
# > **In short.** Springs fit the distances themselves, downhill all the way, into one of several valleys.

# %% [markdown] needs="5e 5.4" why="Enter if another start gave you another map." teaches="DME-u29 DME-u33"
# ### 5f. Two valleys
#
# Weights $w_{ij}=1/\delta_{ij}$ make small distances count more: the **Sammon mapping** (all $\delta_{ij}$ must be positive). Squeeze the horseshoe onto a line with it, from twenty random starts.
#
# > **Predict.** How many different results?
#
# We sort them by whether the coordinate follows the position:

# %%
D_shoe = cdist(shoe, shoe)
runs = [embedding.sammon(D_shoe, 1, np.random.default_rng(seed)) for seed in range(20)]
unrolled = [run for run in runs if abs(demos.agreement(run.Z[:, 0], t)) > 0.95]
folded = [run for run in runs if abs(demos.agreement(run.Z[:, 0], t)) < 0.5]
two_best = [min(kind, key=lambda run: run.stress) for kind in (folded, unrolled)]
print(f"{len(folded)} folded, {len(unrolled)} unrolled, {20 - len(folded) - len(unrolled)} others")
print(f"least stress: folded {two_best[0].stress:.2f}, unrolled {two_best[1].stress:.2f}")

# %% tags=["drawing"] shows="DME-F3.6 DME-F3.7"
row = plots.axes(3, height=2.9)
for ax, run, name in zip(row, two_best, ("Folded", "Unrolled"), strict=False):
    demos.coloured(shoe, run.Z[:, 0], ax, f"{name}: stress {run.stress:.2f}")
for run, name, mark in zip(two_best, ("folded", "unrolled"), (".", "x"), strict=True):
    row[2].plot(pdist(shoe)[::9], pdist(run.Z)[::9], mark, markersize=3, alpha=0.6, label=name)
row[2].plot([0, 3.3], [0, 3.3], "-", color="black", linewidth=1)
row[2].set(title="Shepard plot", xlabel="distance in the plane", ylabel="distance on the line")
row[2].legend(loc="upper left", markerscale=4)
plots.show(
    row[0],
    alt="""Left: the horseshoe coloured by a folded Sammon coordinate, both legs alike. Middle:
    coloured by an unrolled one, smooth from end to end. Right: distances on the line against
    distances in the plane. The folded solution has many pairs near zero although they are up to
    two apart; the unrolled one greatly overstates the distance between the tips.""",
)

# %% [markdown] teaches="DME-F3.6 DME-F3.7"
# Two kinds, on this horseshoe: one that flattens it like PCA, one that unrolls it. The plot on the right tells them apart: distances on the map against distances given, the **Shepard plot**. Folding puts pairs from opposite legs, up to 2 apart, on top of each other. Unrolling keeps the legs apart and pays at the tips, which it places more than three times too far from each other.
#
# On our horseshoe the unrolled map, the one we want, costs *more*. Stress cannot see what we want. Open the gap further, and the ranking turns round:


# %% proves="DME-F3.6"
def open_shoe(gap, n=100):
    """A horseshoe whose gap is that wide on either side, and positions along it."""
    draw = np.random.default_rng(3)
    at = draw.uniform(-np.pi / 2 + gap, 3 * np.pi / 2 - gap, n)
    return np.column_stack([np.cos(at), 1.6 * np.sin(at)]) + 0.08 * draw.normal(size=(n, 2)), at


for gap in (0.45, 0.8):
    P, at = open_shoe(gap)
    tries = [embedding.sammon(cdist(P, P), 1, np.random.default_rng(seed)) for seed in range(20)]
    cost = np.array([run.stress for run in tries])
    straight = np.array([abs(demos.agreement(run.Z[:, 0], at)) > 0.95 for run in tries])
    print(f"gap {gap}: folded {cost[~straight].min():.2f}, unrolled {cost[straight].min():.2f}")
agree(cost[straight].min() < cost[~straight].min(), "wide open, unrolling costs less")

# %% tags=["proof"] proves="DME-u33 DME-F3.7"
agree(len(folded) + len(unrolled), 20, "every run is of one of the two kinds")
agree(min(len(folded), len(unrolled)) >= 4, "and each kind is met several times")
tips = [t.argmin(), t.argmax()]
folded_apart, unrolled_apart = (abs(np.ptp(run.Z[tips, 0])) for run in two_best)
agree(unrolled_apart > 3 * pdist(shoe[tips])[0], "unrolled, the tips are three times too far apart")
agree(folded_apart < 0.5, "folded, they are close together")

# %% [markdown]
# > **In short.** Least stress is not the same as best map. Start several times, and look at the Shepard plot, not only at the number.

# %% [markdown] needs="5.2" why="Enter if your table holds judgements, not measurements." teaches="DME-3.33"
# ### 5g. Fourteen colours
#
# In 1954 thirty-one people judged how alike 14 spectral colours are, pair by pair, on a scale from 0 to 4 (G. Ekman, *Dimensions of color vision*). (The table holds one minus the mean judgement, as a share of 4.) Nobody would swear that a 2 is twice a 1. But that 434 nm (violet) and 445 nm look more alike than 434 nm and 555 nm (green), one can believe. **Nonmetric MDS** uses only that order: it fits the distances to $f(\delta_{ij})$ with any non-decreasing $f$, and finds $f$ along with the map:
#
# $$\min_{Z,\,f}\ \sum_{i<j}w_{ij}\bigl(\|z_i-z_j\|-f(\delta_{ij})\bigr)^2 \tag{3.33}$$
#
# > **Predict.** Written like this, the problem has a perfect solution, for every table. Which?
# >
# > <details><summary>Answer</summary>
# >
# > All points at the origin and $f=0$. One must forbid it, by dividing by $\sum\|z_i-z_j\|^2$.
# > </details>

# %%
wavelength, D_colour = datasets.colours()
nonmetric = embedding.nonmetric_mds(D_colour, 2)
root = np.sqrt(nonmetric.stress)
print(f"normalised stress {nonmetric.stress:.4f}; its root, as usually quoted, {root:.3f}")

# %% [markdown]
# Given the map, the best $f$ is found by pooling: walk through the pairs in order of $\delta$, and wherever the distances go down, replace offenders by their mean. That is isotonic regression, and `scipy` has it. (Equal judgements may be ordered as the map likes, so $f$ may jump within a tie: the vertical walls in the plot.) On the left the map, on the right distances, judgements and the staircase $f$:

# %% tags=["drawing"]
from scipy.optimize import isotonic_regression

d, delta = pdist(nonmetric.Z), squareform(D_colour)
order = np.lexsort((d, delta))
stairs = isotonic_regression(d[order]).x
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
plots.show(
    left,
    alt="""Left: 14 colours from 434 to 674 nanometres arranged around a circle in the order of
    their wavelengths, with a gap between red and violet. Right: distance in the map against judged
    difference; the points hug a staircase that rises slowly at first and steeply near one.""",
)

# %% [markdown]
# The colour circle, from 91 judgements by people who were never asked about a circle! Violet and red, the two ends of the spectrum, have become neighbours on it, a quarter turn apart. And a circle it is: the colours go round in one sense, at nearly the same radius.

# %%
radius = np.linalg.norm(nonmetric.Z, axis=1)
angles = np.diff(np.unwrap(np.arctan2(*nonmetric.Z.T)))
print(f"radii differ by {radius.std() / radius.mean():.0%}")
print(f"from red on to violet: {360 - np.degrees(abs(angles.sum())):.0f}°")

# %% [markdown]
# The staircase shows how the scale was bent: judgements crowd near "entirely different", and there it is steepest. Between *any* monotone $f$ and none there is a middle way, **metric scaling with a learnt scale**: take $f$ from a family with one or two parameters, such as $\delta^p$, and choose $p$ along with the map:

# %%
for p in (1, 1.5, 2, 2.5, 3):
    bent = embedding.metric_mds(D_colour**p, 2).stress
    print(f"metric scaling of δ to the power {p:3}: stress {bent:.4f}")

# %% [markdown]
# Taken at face value the judgements fit a plane badly; *squared* they fit nearly six times as well. (These shares are divided by different sums: compare their size, not their digits.) For nonmetric scaling any power is the same table:

# %% tags=["proof"] proves="DME-3.33"
nothing, f_zero = np.zeros((14, 2)), np.zeros(91)
agree(((pdist(nothing) - f_zero) ** 2).sum(), 0.0, "undivided, the collapsed map costs nothing")
by_stairs = ((stairs - d[order]) ** 2).sum() / (d**2).sum()
agree(by_stairs, nonmetric.stress, "what the staircase misses is the stress")
ordered = pdist(embedding.nonmetric_mds(D_colour**3, 2).Z)
agree(ordered / ordered.max(), d / d.max(), "cubed: nonmetric distances stay the same", tol=1e-3)
cubed, uncubed = (pdist(embedding.metric_mds(D_colour**p, 2).Z) for p in (3, 1))
shift = np.abs(cubed / cubed.max() - uncubed / uncubed.max()).max()
agree(shift > 0.1, "cubed: metric ones change by more than a tenth of the largest")
agree(np.sign(angles), np.sign(angles[0]), "the wavelengths go round in one sense")
agree(radius.std() < 0.1 * radius.mean(), "and their radii differ by less than 10 %")

# %% [markdown]
# > **In short.** When the numbers are only an order, let the method bend the scale.

# %% [markdown] needs="5.3 Af" why="Enter if you want to know what leaving out eigenvalues does." teaches="DME-3.36"
# ### 5h. The nearest map
#
# Of all positive semi-definite matrices of rank at most $k$, the one nearest to $G$ keeps the top $k$ positive eigenvalues ([appendix A](A_linear_algebra.ipynb#Af.-Nearest-positive-semi-definite-matrix)). And that is $ZZ^\top$ of the classical map. So classical scaling draws the best *inner products* to be had. It is $G$ that is approximated, not the distances. A round pond, four houses, neighbours 1 apart along the shore:

# %% proves="DME-3.36"
from featurespace.linalg import nearest_psd

ring = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0.0]])
G_ring, Z_ring = embedding.gram_from_distances(ring), embedding.classical_mds(ring, 2)
print("eigenvalues:", np.linalg.eigvalsh(G_ring)[::-1].round(6) + 0.0)
agree(Z_ring @ Z_ring.T, nearest_psd(G_ring, 2), "the map has the nearest inner products")

# %% [markdown]
# > **Predict.** A negative eigenvalue is left out. Do distances on the map get longer or shorter by that?
# >
# > <details><summary>Answer</summary>
# >
# > Longer, or they stay. Every eigenvalue contributes $\lambda_k(v_{ik}-v_{jk})^2$ to $\delta_{ij}^2$; a negative one took something away.
# > </details>

# %% tags=["drawing"]
corners = align(Z_ring, np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) / np.sqrt(2))
ax = plots.axes(width=4.6, height=3.6)
plots.scatter(corners, ax=ax, size=60)
for a, b, colour, style in ((0, 1, plots.ORANGE, "-"), (0, 2, plots.BLUE, "--")):
    ax.plot(*corners[[a, b]].T, style, color=colour, zorder=1)
    at = corners[[a, b]].mean(axis=0) + ([0.06, 0.3] if b == 1 else [0.04, -0.12])
    ax.annotate(f"asked {ring[a, b]:.0f}, got {cdist(Z_ring, Z_ring)[a, b]:.2f}", at)
ax.set(title="The round pond, flattened: sides stretched", xlabel="", ylabel="", ylim=(-0.9, 0.9))
plots.show(
    ax,
    alt="""The four houses as corners of a square. One side is drawn and marked asked 1, got 1.41,
    and one diagonal is drawn and marked asked 2, got 2.00.""",
)

# %% [markdown]
# A hub with three leaves fares no better: leaf to leaf is 2, by way of the hub, which would have to lie halfway between each two of three. And if you ask for more dimensions than there are positive eigenvalues, you are told:

# %%
star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0.0]])  # a hub, three leaves
values_star = np.linalg.eigvalsh(embedding.gram_from_distances(star))
print("hub and leaves:", values_star[::-1].round(6) + 0.0)
try:
    embedding.classical_mds(ring, 3)
except ValueError as error:
    print(error)

# %% [markdown]
# > **In short.** Leaving out negative eigenvalues gives the nearest inner products, and never shortens a distance.

# %% [markdown] needs="5.7" why="Enter if you want to know what UMAP minimises." teaches="DME-3.37"
# ### 5i. What UMAP minimises
#
# **Links in the data.** Point $i$ is linked to each of its $m$ nearest with probability
#
# $$w_{i\to j}=\exp\Bigl(-\frac{\|x_i-x_j\|-\rho_i}{\sigma_i}\Bigr) \tag{3.37}$$
#
# where $\rho_i$ is the distance to the nearest neighbour, so that one link is certain, and $\sigma_i$, the point's own ruler, is set such that the $m$ probabilities sum to $\log_2m$. For a handwritten digit and its 15 nearest we find σ with a root finder:

# %% proves="DME-3.37"
from scipy.optimize import brentq
from sklearn.datasets import load_digits

from featurespace.embedding import NEGATIVES, link_curve, neighbour_weights
from featurespace.neighbours import nearest

some = load_digits().data[:250]
far = np.sort(cdist(some[:1], some)[0])[1:16]  # the 15 nearest of the first digit
sigma = brentq(lambda s: np.exp(-(far - far[0]) / s).sum() - np.log2(15), 1e-3, 1e3)
weights = np.exp(-(far - far[0]) / sigma)
print(f"σ = {sigma:.2f}, first five link probabilities: {weights[:5].round(2)}")
agree(weights, neighbour_weights(far[None])[0], "the library has the same", tol=1e-6)

# %% [markdown] teaches="DME-3.38"
# (Duplicates need care. UMAP takes ρ from the nearest neighbour at a *positive* distance; a twin at distance 0 would then get more than one. Hence $\max(0,d-\rho)$.)
#
# The link from $i$ to $j$ need not be as sure as the one back. UMAP takes the probability that *at least one* of them exists, $a+b-ab$. Two coins of $\frac12$ make $\frac34$:

# %% proves="DME-3.38"
distance, index = nearest(some, 15)
one_way = np.zeros((250, 250))
np.put_along_axis(one_way, index, neighbour_weights(distance), axis=1)
W = one_way + one_way.T - one_way * one_way.T
print(f"{(one_way > 0).sum()} one-way links, {(W > 0).sum() // 2} linked pairs")
agree(W, 1 - (1 - one_way) * (1 - one_way.T), "missing only if both are missing")
agree(W, fuzzy_graph(some, 15).toarray(), "the library has the same graph")

# %% tags=["proof"] proves="DME-3.37"
twins = np.r_[0.0, far[:14]]  # the nearest is a duplicate: rho must skip it
agree(weights[0], 1.0, "the nearest is linked for sure")
agree(np.exp(-(twins - twins[1]) / sigma)[0] > 1, "(3.37) gives a twin more than one")
agree(neighbour_weights(twins[None])[0, :2], 1.0, "with the maximum, it and the next get one")

# %% [markdown] teaches="DME-3.39 DME-3.40"
# **The cost.** If $v_{ij}$ are the link probabilities on the map, compare pair by pair, as if each link were a coin,
#
# $$\mathcal C=\sum_{i<j}w_{ij}\ln\frac{w_{ij}}{v_{ij}}+(1-w_{ij})\ln\frac{1-w_{ij}}{1-v_{ij}} \tag{3.39}$$
#
# and choose the map that makes $\mathcal C$ least. Each term is a **Kullback–Leibler divergence**: the price, in logarithms, of believing $v$ when the truth is $w$. It is never negative, and zero only if they agree. One might compute $v$ as $w$ was computed, with a neighbour graph of the map.
#
# > **Predict.** What would that make of a pair that is linked in the data and is not among the 15 nearest on the map?
# >
# > <details><summary>Answer</summary>
# >
# > $w\ln(w/0)=\infty$. One such pair is enough.
# > </details>

# %%
from scipy.special import xlogy


def divergence(w, v):
    """The cost for weights of pairs; 0 ln 0 is 0."""
    with np.errstate(divide="ignore"):
        linked, apart = xlogy(w, w) - xlogy(w, v), xlogy(1 - w, 1 - w) - xlogy(1 - w, 1 - v)
    return (linked + apart).sum()


w, by_pca_250 = squareform(W), pca.pca(some, 2).scores
same_way = squareform(fuzzy_graph(by_pca_250, 15).toarray())
print("cost with a neighbour graph of the map:", divergence(w, same_way))
agree(((w > 0) & (same_way == 0)).sum() > 1000, "more than a thousand pairs cost infinity each")

# %% [markdown]
# Infinite, for any map you are likely to try. Worse, it would not change if the map were blown up tenfold, since every ρ and σ would follow. So UMAP takes links that fade with *plain* distance, the same ruler for all,
#
# $$v_{ij}=\frac1{1+a\,\|z_i-z_j\|^{2b}}$$
#
# never 0 and, for distinct points, never 1. The constants $a$ and $b$ are fitted so that points closer than `min_dist` count as together; section 7 had $a=b=1$.

# %% proves="DME-3.39"
from scipy.stats import entropy

a, b = link_curve(min_dist=0.1)


def links(Z, a=a, b=b):
    """Link probabilities of all pairs of a map."""
    return 1 / (1 + a * pdist(Z) ** (2 * b))


plain = divergence(w, links(by_pca_250))
print(f"a = {a:.2f}, b = {b:.2f}; cost of the PCA map: {plain:.0f}")
coins = entropy([w, 1 - w], [links(by_pca_250), 1 - links(by_pca_250)])  # scipy, pair by pair
agree(coins.sum(), plain, "it is the sum of the divergences of coins")

# %% [markdown]
# **The forces.** Take $a=b=1$ and one pair, and write $q=d^2$. What depends on the map is $-w\ln v-(1-w)\ln(1-v)$ with $v=\frac1{1+q}$ and $1-v=\frac q{1+q}$, that is $\ln(1+q)-(1-w)\ln q$. Its derivative by $q$ is $\frac1{1+q}-\frac{1-w}q$. With $\frac1{1+q}=\frac w{1+q}+\frac{1-w}{1+q}$ it falls into two parts,
#
# $$\frac w{1+q}-\frac{1-w}{q\,(1+q)}$$
#
# and since $q$ changes by twice the gap when $z$ moves, these are the pull and the push of section 7. Step by step the cost falls:

# %% proves="DME-3.40"
costs = [divergence(squareform(W_shoe), links(P, 1, 1)) for P in stages]
print("cost after 0, 10, 50, 600 steps:", np.round(costs))
agree(np.diff(costs) < 0, "the cost falls")

# %% tags=["proof"] proves="DME-u35 DME-3.39 DME-3.40"
blown_up = squareform(fuzzy_graph(10 * by_pca_250, 15).toarray())
agree(blown_up, same_way, "a graph of the map is blind to its size")
agree(divergence(w, w), 0.0, "equal weights cost nothing")
pair_w, q, h = 0.3, 1.7, 1e-6
one_pair = [divergence(np.array([pair_w]), 1 / (1 + np.array([x]))) for x in (q - h, q + h)]
by_formula = pair_w / (1 + q) - (1 - pair_w) / (q * (1 + q))
agree(np.diff(one_pair)[0] / (2 * h), by_formula, "the derivative is pull minus push", tol=1e-6)

# %% [markdown]
# **Shortcuts.** All pairs, every step: $n^2$ work, too much for thousands of points. UMAP, and our `umap`, pull along the links and push only a few random pairs apart in each *epoch* (a pass over all links). It also starts from a better place: eigenvectors of the graph that change little along links. Does it converge on 250 digits?

# %%
epochs = (1, 10, 30, 100, 500)
umaps = {n: embedding.umap(some, 2, rng=np.random.default_rng(0), epochs=n) for n in epochs}
trust = np.array([embedding.trustworthiness(some, Z, 10) for Z in umaps.values()])
agree(trust[0] < 0.8 and trust[-1] > 0.96, "trustworthiness: from below 0.8 to above 0.96")
sizes = np.geomspace(0.1, 20, 60)
least = [min(divergence(w, links(s * Z)) for s in sizes) for Z in (by_pca_250, umaps[500])]
agree(divergence(w, links(umaps[500])) > plain, "but its cost exceeds that of PCA's map")
agree(least[1] < least[0] / 2, "each blown up to its best size, it costs less than half")

# %% [markdown]
# The shape is good; the map is too crowded. Random pairs are the reason. Each point draws 5 partners for each of its links; its *degree* is the sum of its weights. So a pair is pushed with the weight $5\cdot\text{degree}/n$, about a tenth, in place of $1-w_{ij}$, which is about 1. With a tenth of the push everything sits closer. Under the weights it really uses, UMAP does descend:

# %%
degree = W.sum(axis=1)
push_weight = squareform(NEGATIVES * (degree[:, None] + degree) / 2 / 250, checks=False)


def sampled_cost(Z):
    """Cross entropy with the push that random sampling gives."""
    v = links(Z)
    return -(xlogy(w, v) + push_weight * np.log1p(-v)).sum()


falling = np.array([sampled_cost(Z) for Z in umaps.values()])
print(f"median weight of a push {np.median(push_weight):.2f}, of 1 − w {np.median(1 - w):.2f}")
agree(falling[0] > 2 * falling[-1], "from the first epoch to the last that cost halves")

# %% tags=["drawing", "varies"]
series = {"cost with sampled push": falling / falling[0]}
series["1 − trustworthiness"] = (1 - trust) / (1 - trust[0])
ax = plots.curves(epochs, series, xlabel="epochs", ylabel="relative to one epoch")
ax.set(xscale="log", ylim=(0, 1.1), title="A hundred epochs do most of the work")
plots.show(
    ax,
    alt="""Cost with sampled push and one minus trustworthiness, both relative to their value after
    one epoch, against the number of epochs from 1 to 500 on a log scale. Both fall steeply until
    about 30 epochs and hardly after 100.""",
)

# %% tags=["proof"] proves="DME-3.40"
at_any_size = min(sampled_cost(s * by_pca_250) for s in sizes)
agree(at_any_size > 1.2 * falling[-1], "under that cost PCA's map is worse, at any size")
agree(np.diff(falling) < 0, "and UMAP's falls from stop to stop")

# %% [markdown]
# > **In short.** What an algorithm minimises and what its paper prints can differ. Evaluate the printed cost once.

# %% [markdown] needs="5.3 5.4 5.5" why="Enter if you like traps." teaches="DME-u31 DME-3.24 W-e02"
# ### 5j. Find the slip
#
# Three statements that sound right; all three have been in print, in other words. Find what is wrong with each before you read on.
#
# 1. *Squared dissimilarities $\Delta$ that do not come from points may fail to be positive semi-definite. Then drop the negative eigenvalues of $\Delta$, and you have its best repair.*
# 2. *Features $\phi(x)$ are richer than $x$. So their first components tell at least as much about the data as those of $x$ itself.*
# 3. *With the six quadratic features, a model with one component, $\phi(x)=z_1\phi_1+w$, describes data near a quadratic curve.*
#
# **First slip.** How many eigenvalues of $\Delta$ are negative for eight points of a plane, the friendliest case?

# %% proves="DME-u31"
in_plane = np.random.default_rng(8).normal(size=(8, 2))
Delta_plane = cdist(in_plane, in_plane, "sqeuclidean")
below = {}
for name, table in (("Δ", Delta_plane), ("G", means.centre(-0.5 * Delta_plane))):
    signs_of = np.sign(np.linalg.eigvalsh(table).round(9))
    below[name] = (signs_of < 0).sum()
    print(f"{name}: {(signs_of > 0).sum()} positive, {below[name]} negative eigenvalues")
agree(below["Δ"] > 0 and below["G"] == 0, "G is positive semi-definite, Δ is not")

# %% [markdown]
# $\Delta$ has zeros on its diagonal, so its eigenvalues sum to zero. It is *never* positive semi-definite, unless all points coincide. And only one eigenvalue is positive: on vectors that sum to zero, $a^\top\Delta a=-2\,\|\sum_ia_ix_i\|^2\le0$, and these make up all but one dimension. **Repair:** put $G=-\frac12C\Delta C$ wherever the statement says $\Delta$. The nearest matrix to $\Delta$ has rank one, and no map in it.

# %% tags=["proof"] proves="DME-u31"
from featurespace.linalg import nearest_psd

q_plane = np.random.default_rng(9).normal(size=8)
q_plane -= q_plane.mean()
form = q_plane @ Delta_plane @ q_plane
agree(form, -2 * ((q_plane @ in_plane) ** 2).sum(), "the form is minus twice a square")
agree(np.linalg.matrix_rank(nearest_psd(Delta_plane)), 1, "the nearest to Δ has rank one")

# %% [markdown]
# **Second slip.** PCA ranks by variance, and the variance of a feature depends on its scale. Take $x\sim N(0,1)$ and $\phi(x)=(x,\,3x^2)$. The second feature has variance 18, the first 1: the component follows $x^2$ and forgets the sign of $x$. How much of $x$ can be recovered from the score, by *any* function? Average $x$ over points with nearly the same score:

# %% proves="DME-3.24"
draws = np.random.default_rng(10).normal(size=20_000)
first_score = pca.pca(np.column_stack([draws, 3 * draws**2]), 1).scores[:, 0]
bins = np.array_split(draws[np.argsort(first_score)], 200)
recovered = np.var([part.mean() for part in bins]) / draws.var()
print(f"share of the variance of x recovered: {recovered:.2f} (linear PCA: 1.00)")
agree(recovered < 0.05, "the sign of x is lost, and with it nearly all of x")

# %% [markdown]
# **Repair:** nonlinear components keep as much of the variance *of the features* as $k$ numbers can. Whether that is information about the data depends on the features, their scale included.
#
# **Third slip.** One component is a *line* in six dimensions, and the image of a point has the first coordinate 1. So $z_1$ is fixed, and with it the whole image: the model describes (noise aside) a single point. A quadratic curve is one *equation*, $\langle v,\phi(x)\rangle=0$. It leaves five dimensions, and it is found at the other end of the spectrum, where the images have no length. Not the first component, the last! For points near an ellipse, our horseshoe:

# %% tags=["drawing"] shows="W-e02"
lengths_six, directions_six = np.linalg.svd(quadratic_features(shoe), full_matrices=False)[1:]
ax = plots.axes(width=5, height=4)
ax.set(xlim=(-2.2, 2.2), ylim=(-2.1, 2.1))
look = {"colour": plots.ORANGE, "label": "⟨v, φ(x)⟩ = 0"}
plots.contours(lambda P: quadratic_features(P) @ directions_six[-1], ax=ax, levels=[0], **look)
plots.scatter(shoe, ax=ax, size=16)
ax.legend(loc="center")
ax.set_title("The last component draws the ellipse")
plots.show(
    ax,
    alt="""The horseshoe with the curve on which the last component of the quadratic features
    vanishes: an ellipse that passes through all points and closes the gap.""",
)

# %% proves="W-e02"
held = lengths_six**2 / (lengths_six**2).sum()
print(f"share of squared length along the first: {held[0]:.0%}, along the last: {held[-1]:.1%}")
bow = np.linspace(0, np.pi, 60)
null = np.linalg.svd(quadratic_features(np.column_stack([np.cos(bow), np.sin(bow)])))[2][-1]
agree(null / null[0], [1, 0, 0, 0, -1, -1], "on a circle the last says 1 - x₁² - x₂² = 0")

# %% [markdown]
# **Repair:** $k$ components describe a surface of dimension $k$ at most; an equation is a component with (nearly) zero length, so look at the *smallest* eigenvalue.
#
# **And one of our own making:** forget to square, or square twice. For eight points that *have* a map:

# %% proves="DME-3.34"
true = cdist(in_plane, in_plane)
wrong = pca.scores_from_gram(means.centre(-0.5 * true), 2)
agree(cdist(*[embedding.classical_mds(true, 2)] * 2), true, "with squares every distance is met")
worst_miss = np.abs(cdist(wrong, wrong) - true).max() / true.max()
print(f"without them the worst distance is off by {worst_miss:.0%} of the largest")
try:
    embedding.classical_mds(true**2, 2)
except ValueError as error:
    print(error)

# %% [markdown]
# > **In short.** Ask of every matrix what it is nearest to, of every component what it is a share of.

# %% [markdown] needs="5.8" why="Enter before you draw a map at work."
# ### 5k. Which one?
#
# scikit-learn has most of this, and agrees with ours up to signs. Its γ is our $1/2\sigma^2$. New points are placed by kernel PCA and by Isomap, there and here:

# %%
from sklearn.decomposition import KernelPCA

thirty, five = np.split(np.random.default_rng(11).normal(size=(35, 2)), [30])
theirs_kernel = KernelPCA(2, kernel="rbf", gamma=1 / (2 * 1.5**2)).fit(thirty)
ours_kernel = embedding.kernel_pca(Gaussian(1.5)(thirty), 2)
agree(same(theirs_kernel.transform(thirty), ours_kernel.scores), "KernelPCA: the same scores")
fresh = embedding.kernel_pca_project(Gaussian(1.5)(five, thirty), ours_kernel)
agree(same(theirs_kernel.transform(five), fresh), "and the same places for new points")

# %% [markdown]
# For a map made of distances, a new point comes as its distances $\delta$ to all training points. Gower's formula places it, $z=\frac12\Lambda^{-1}Z^\top(b-\delta^2)$, where $b_i$ is the mean squared distance of training point $i$ to all. It is the projection of kernel PCA, told in distances. For Isomap, the way from a new point leads through one of its nearest training points, whichever is shortest:

# %%
theirs_shoe = Isomap(n_neighbors=10, n_components=1).fit(shoe)
Z_shoe = embedding.isomap(shoe, 1, 10)
agree(same(theirs_shoe.embedding_, Z_shoe), "Isomap: the same coordinate")
more, _ = datasets.horseshoe(20, np.random.default_rng(1))
D_more = embedding.new_geodesics(more, shoe, walks, 10)
placed_more = embedding.place_new(D_more, walks, Z_shoe)
agree(same(placed_more, theirs_shoe.transform(more)), "and the same places for new points")

# %% tags=["proof"]
from sklearn.manifold import smacof, trustworthiness

D_thirty = cdist(thirty, thirty)
in_scores = (five - thirty.mean(axis=0)) @ pca.pca(thirty, 2).directions.T
on_map = embedding.place_new(cdist(five, thirty), D_thirty, embedding.classical_mds(D_thirty, 2))
agree(same(on_map, in_scores), "with straight distances Gower's formula gives the scores of PCA")
start = embedding.classical_mds(mended, 2)
by_smacof, _ = smacof(mended, n_components=2, init=start, n_init=1, max_iter=500, eps=1e-12)
lowest = embedding.metric_mds(mended, 2).stress
agree(embedding.stress(by_smacof, mended), lowest, "smacof: the same stress, to 0.1 %", tol=1e-3)
shaken = pixels + 1e-6 * np.random.default_rng(0).normal(size=pixels.shape)  # no two alike
ours_trust = embedding.trustworthiness(shaken, maps["PCA"], 10)
agree(trustworthiness(shaken, maps["PCA"], n_neighbors=10), ours_trust, "and the same grade")

# %% [markdown]
# **The distance is a hyperparameter.** All maps begin with *near*. Take 178 bottles of wine of three grapes, 13 measurements each, and ask on Isomap's map how the five nearest vote:

# %%
from sklearn.datasets import load_wine

bottles, grape = load_wine(return_X_y=True)
standard = (bottles - bottles.mean(axis=0)) / bottles.std(axis=0)
settings = {"plain, as measured": (bottles, "euclidean"), "unit variances": (standard, "euclidean")}
settings["unit variances, sum of differences"] = (standard, "manhattan")
for name, (P, metric) in settings.items():
    wine_map = Isomap(n_neighbors=15, metric=metric).fit_transform(P)
    votes = cross_val_score(KNeighborsClassifier(5), wine_map, grape, cv=5).mean()
    print(f"{name:36} {votes:.0%} right")

# %% [markdown]
# As measured, one column (proline, in hundreds) is the whole distance. No map can mend that afterwards.
#
# UMAP comes as the package umap-learn: `umap.UMAP(n_neighbors=15, min_dist=0.1, random_state=0).fit_transform(X)`. It compiles itself on first use and then handles hundreds of thousands of points. The course does not need it.
#
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | scores, from points | `PCA` | $nd^2$ or $n^2d$ | always first; it is the baseline |
# | scores, nonlinear, with new points | `KernelPCA` | $n^2$ memory; $n^2k$ by Lanczos, else $n^3$ | the kernel means something; scale first |
# | map from a table | `classical_mds` (ours); `ClassicalMDS` in recent versions | $n^2k$ | distances are nearly Euclidean; you want nested maps |
# | map from a table, distances right | `MDS`, `metric_mds` (ours) | $n^2$ a step | large distances matter; $n$ up to a few thousand |
# | map from judgements | `MDS`, its nonmetric option; `nonmetric_mds` (ours) | $n^2\log n$ a step | only the order can be trusted |
# | unroll a sheet or a band | `Isomap` | $n^2\log n$ and more | one curved piece, densely sampled; check the graph |
# | look at neighbours | `TSNE` | about $n\log n$ | exploring; never for sizes or distances |
# | the same, larger | `umap.UMAP`, `umap` (ours) | about $n\log n$ | the same |
#
# In metric, nonmetric, t-SNE and UMAP maps all points settle together, and one more would move the rest (umap-learn offers an approximation). If you need a *transform*, PCA and kernel PCA still come first. Whichever you use: choose the units deliberately; report the settings; show a grade such as trustworthiness; repeat with other seeds; and draw no cluster that only one method shows.
#
# > **In short.** First PCA, then a reason for anything else.

# %% [markdown] needs="5.5" why="Enter if your kernel map looks no better than PCA." teaches="DME-F3.4"
# ### 5l. The width and the units
#
# The first kernel component on the horseshoe once more, now drawn: Gaussian widths at four quantiles of the pairwise distances. The number in each title is the rank correlation with the position along it.

# %% tags=["drawing"] shows="DME-F3.4"
def width_row(P, heading):
    """The points four times, coloured by the first kernel component for four widths."""
    row = plots.axes(4, height=2.5)
    for ax, q in zip(row, (0.1, 0.25, 0.5, 0.75), strict=True):
        z = embedding.kernel_pca(Gaussian(distance_quantile(P, q))(P), 1).scores[:, 0]
        rho = demos.agreement(z, t)
        demos.coloured(P, z * np.sign(rho), ax, f"quantile {q:g}: {abs(rho):.2f}")
    row[0].figure.suptitle(heading, x=0.01, ha="left")
    return row


plots.show(
    width_row(shoe, "Raw data: the wider the kernel, the closer to PCA")[0],
    alt="""Four copies of the horseshoe, coloured by the first kernel component for widths at the
    quantiles 0.1, 0.25, 0.5 and 0.75 of the distances. Rank correlations with the position fall
    from 0.53 to 0.16; for wide kernels both legs have the same colours.""",
)

# %% [markdown] teaches="DME-F3.5"
# A wide Gaussian follows the larger variance, up and down, like PCA.
#
# > **Predict.** Scale both variables to unit variance. Will it matter, for a kernel that is nonlinear anyway?

# %% tags=["drawing"] shows="DME-F3.5"
from featurespace.describe import standardise

scaled = standardise(shoe)[0]
plots.show(
    width_row(scaled, "Unit variances: left and right are told apart")[0],
    alt="""The same four widths after scaling each variable to unit variance. The colours change
    smoothly around the arch; rank correlations lie between 0.62 and 0.71. Towards both tips at the
    bottom the colours turn back.""",
)

# %% [markdown] teaches="DME-u27"
# The units decided, more than the kernel. Was that luck of one sample? Ten other horseshoes, width at the median distance:

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
# Better, not good. Follow the score from the right tip over the top: it rises to its largest value at the left shoulder and turns back, so that the left tip ends up nearer to the right tip than to its own shoulder. In the plane the tips *are* near each other, and no kernel of plain distances can know that along the horseshoe nothing is farther apart:

# %% proves="DME-u27"
z = embedding.kernel_pca(Gaussian(distance_quantile(scaled, 0.25))(scaled), 1).scores[:, 0]
z = (z * np.sign(demos.agreement(z, t)))[np.argsort(t)]  # from the right tip to the left tip
right_tip, shoulder, left_tip = z[:5].mean(), z.max(), z[-5:].mean()
print(f"right tip {right_tip:.2f}, left shoulder {shoulder:.2f}, left tip {left_tip:.2f}")
agree(abs(left_tip - right_tip) < abs(left_tip - shoulder), "the tips are nearer to each other")

# %% [markdown]
# > **In short.** Scaling the variables is part of the method, also of a nonlinear one.
