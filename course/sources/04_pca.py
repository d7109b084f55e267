# %% [markdown]
# # 4. Principal components
#
# A scanner reads handwritten digits, 8 × 8 pixels each, with grey levels from 0 for white to 16 for black. It sends them over a slow line that has room for 20 numbers a digit, not for 64. The obvious way: send the 20 pixels that vary most, and let the receiver paint the other 44 in their average grey.

# %%
import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits, load_wine

from featurespace import linalg, means, pca, plots
from featurespace.demos import pca as demos
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops
from featurespace.kernels import Linear

# %%
digits, label = load_digits(return_X_y=True)  # in the order in which they were written
before, arriving = digits[:900], digits[900:]  # known on both sides; still to be sent
mean = before.mean(axis=0)
lively = np.argsort(-before.var(axis=0), kind="stable")[:20]
painted = np.tile(mean, (897, 1))
painted[:, lively] = arriving[:, lively]


def off(copy, original=arriving):
    """By how much a pixel is off: the root of the mean squared difference."""
    return np.sqrt(((copy - original) ** 2).mean())


def misread(sent, known):
    """How many digits are most alike to a known one that shows another figure."""
    return int((label[:900][cdist(sent, known).argmin(axis=1)] != label[900:]).sum())


pixels_wrong = misread(arriving[:, lively], before[:, lively])
print(f"20 pixels: off by {off(painted):.1f} grey levels, {pixels_wrong} of 897 misread")
print(f"all 64 pixels: {misread(arriving, before)} of 897 misread")


# %% tags=["drawing"]
def strip(ax, rows, names, title):
    """Rows of digits, each row with its name."""
    tiles = np.pad(np.reshape(rows, (len(rows), -1, 8, 8)), ((0, 0), (0, 0), (1, 1), (2, 2)))
    image = np.concatenate([np.hstack(row) for row in tiles])
    ax.imshow(image, cmap="gray_r", vmin=0, vmax=16, interpolation="nearest")
    ax.set_yticks(np.arange(4.5, 10 * len(rows), 10), names)
    ax.set_xticks([])
    ax.grid(visible=False)
    ax.set_title(title)


shown = [1, 2, 3, 4, 6, 8, 9, 10]
ax = plots.axes(width=7.6, height=2.0)
strip(
    ax,
    [arriving[shown], painted[shown]],
    ["as scanned", "20 pixels sent"],
    f"Off by {off(painted):.1f} grey levels",
)
plots.show(
    ax,
    alt="""Two rows of eight handwritten digits. Above as scanned. Below with twenty pixels sent
    and the rest in average grey: blurred at the edges, and feet and tails are missing.""",
)

# %% [markdown]
# Feet and tails are gone, and {= pixels_wrong} digits are misread; with all 64 pixels it would be {= misread(arriving, before)}. (The reader is simple: a digit counts as what the most similar known digit is. And the known ones come from other hands, since the file goes from writer to writer.) By the end of this chapter twenty *other* numbers will be off by {= off(mean + (arriving - mean) @ pca.pca(before, 20).directions.T @ pca.pca(before, 20).directions):.1f} grey levels, and read nearly as well as all 64. The trick is to send no pixels but **mixtures** of them. Try it before you know how it works:

# %%
demos.send_fewer_numbers()

# %% [markdown]
# **After this chapter you can** find the directions in which data vary most; say what is lost if you keep a few of them; tell what they show from what pure noise would show; and compress, clean and read images with them.
#
# **Needs** centring and spread ([chapter 1](01_means_and_distances.ipynb#5.-Spread)), [eigenvalues](A_linear_algebra.ipynb#6.-Eigenvalues) and [singular values](A_linear_algebra.ipynb#7.-The-eight-by-telephone). **Sources** lecture notes on data mining, slides on projections, a recap in lecture notes on kernel PCA (numbers such as (2.26) are theirs).
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: a point is replaced by its shadow, the nearest point on some line through the origin. What happens to its squared length?</summary>
#
# It loses the square of the distance between the point and the line: Pythagoras. Half of this chapter is this triangle, averaged over many points.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$, $\mu$ | `X` (n, d), `mean` | points, one per row, and their mean |
# | $\Sigma$ | `Sigma` (d, d) | covariance matrix, divided by $n$ |
# | $\lambda_1\ge\lambda_2\ge\dots$ | `eigenvalues` | its eigenvalues: variances |
# | $v_1,v_2,\dots$ | `directions` (k, d) | its eigenvectors, the principal directions, one per row; $V_k$ has $k$ of them as columns |
# | $z_i=v_i^\top(x-\mu)$ | `scores` (n, k) | principal components of a point |
# | $U$, $s_i$, $V^\top$ | `U`, `s`, `Vt` | singular value decomposition: orthonormal columns, singular values, orthonormal rows |
# | $\Lambda$, $S$ | | diagonal matrices of the $\lambda_i$ and of the $s_i$ (in chapter 3, $S$ was a covariance and λ a ridge) |
# | $G$ | `G` (n, n) | Gram matrix: inner products of the centred points |
# | $W$, $\sigma^2$ | `W` (d, k), `sigma2` | loadings and noise variance of a model (side rooms) |

# %% [markdown] needs="1.5 0.6" teaches="H-F03"
# ## 1. Arrows, and units
#
# Before we ask what to send, we ask how much there is to lose. Draw an arrow from the mean to every point:

# %% tags=["drawing"] shows="H-F03"
cloud = np.random.default_rng(4).normal(size=(40, 2)) @ [[1.9, 1.0], [-0.3, 0.6]] + [4, 2]
arrows = cloud - cloud.mean(axis=0)
ax = plots.axes(width=5.6, height=3.1)
plots.scatter(cloud, ax=ax, size=22)
at = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.003, "color": plots.GREY}
ax.quiver(*np.broadcast_to(cloud.mean(axis=0), cloud.shape).T, *arrows.T, **at)
ax.plot(*cloud.mean(axis=0), "X", color=plots.ORANGE, markersize=11)
ax.set_title("If we kept the mean alone, we should lose these arrows")
plots.show(
    ax,
    alt="""A tilted cloud of forty points with an arrow from its mean to every point.
    The arrows along the tilt are the longest.""",
)

# %% [markdown] teaches="H-p45 H-p46 H-p47 H-u03"
# > **Predict.** You add up the variances of the two columns. A colleague has turned the axes of the same cloud by 37° and does the same. Who gets more?
# >
# > <details><summary>Answer</summary>
# >
# > Both get the same. The sum is the mean squared length of the arrows, and an arrow's length does not depend on the axes.
# > </details>
#
# Multiply an arrow's coordinates in pairs and average over the arrows: that is the **covariance matrix** $\Sigma=\mathbb E[(x-\mu)(x-\mu)^\top]$, where $\mathbb E$ is the average over the points. Its diagonal holds the variances. Their sum, the trace, is the **total variance**, and since $\operatorname{tr}(aa^\top)=a^\top a$,
#
# $$\operatorname{tr}\Sigma = \mathbb E\,\|x-\mu\|^2$$
#
# > **By hand.** Four points that stay with us: $(5,0)$, $(3,4)$, $(-5,0)$, $(-3,-4)$. Their mean is 0 and every arrow has length 5. The first column has variance $(25+9+25+9)/4=17$, the second $32/4=8$, and the mixed products average to $24/4=6$. So $\Sigma=\begin{pmatrix}17&6\\6&8\end{pmatrix}$, with trace 25.

# %%
four = np.array([[5, 0], [3, 4], [-5, 0], [-3, -4]])
Sigma = four.T @ four / 4
turned = four @ np.array([demos.unit(37), demos.unit(127)]).T
print(Sigma)
print("variances", four.var(axis=0), " turned by 37°:", turned.var(axis=0).round(2))
print(f"sums {four.var(axis=0).sum():g} and {turned.var(axis=0).sum():g}")

# %% [markdown] teaches="H-u02 H-u07"
# (Many divide by $n-1$, which makes the estimate unbiased. All variances grow by the same factor $\frac n{n-1}$; directions and shares stay. We divide by $n$.)

# %% tags=["proof"] proves="H-p45 H-p46 H-u03 H-u02 H-u07 H-p47"
S_cloud = np.mean([np.outer(arrow, arrow) for arrow in arrows], axis=0)
total = (arrows**2).sum(axis=1).mean()
agree(S_cloud, np.cov(cloud.T, bias=True), "covariance = mean of the products of an arrow")
agree(np.trace(S_cloud), total, "its trace = mean squared length of the arrows")
agree(means.spread(Linear()(cloud)), total, "= the spread of chapter 1, from inner products alone")
unbiased = np.cov(cloud, rowvar=False)
agree(unbiased, S_cloud * 40 / 39, "the unbiased covariance is larger by n / (n − 1)")
agree(np.trace(unbiased), (arrows**2).sum() / 39, "and so is its trace")

# %% [markdown]
# A warning before we go on. A sum of variances adds up squares of whatever the columns are measured in.
#
# > **Predict.** 178 wines, thirteen chemical measurements. Most are numbers up to twenty or so; proline, counted in milligrams, runs into the hundreds. Which share of the total variance is proline's: a thirteenth, a half, nearly all?

# %%
wine, names = load_wine().data, load_wine().feature_names
in_grams = wine / np.where(np.array(names) == "proline", 1000, 1)
tables = {"in milligrams": wine, "in grams": in_grams, "divided by std": wine / wine.std(axis=0)}
for title, table in tables.items():
    part = dict(zip(names, table.var(axis=0) / table.var(axis=0).sum(), strict=True))
    print(f"{title:14} proline {part['proline']:6.1%}, magnesium {part['magnesium']:6.1%}")

# %% [markdown]
# Whoever chooses the milligram chooses the winner, and all that follows would find proline and nothing else. If the columns have different units, divide each by its standard deviation first; in the last line every column has a thirteenth. Pixels share a unit: leave them.
#
# > **In short.** Total variance is the mean squared arrow, whatever the axes; but not whatever the units.

# %% [markdown] needs="4.1 3.2 A.6"
# ## 2. The widest direction
#
# Suppose the line had room for *one* number. The best we can do is to choose a line through the mean and to send where on it each point's shadow falls. Choose it so that the shadows spread as widely as possible: then they tell the points apart.
#
# > **Predict.** Turn the line through half a turn. How many maxima has the variance of the shadows, and what is the angle between maximum and minimum?
# >
# > <details><summary>Answer</summary>
# >
# > One maximum, and the minimum at right angles to it, for every cloud that is not round.
# > </details>

# %%
angles = np.arange(180)
w = demos.unit(angles)  # (180, 2): a unit vector for each angle
variance = (cloud @ w.T).var(axis=0)  # of the shadows of the forty points of section 1
print(f"widest at {variance.argmax()}°, narrowest at {variance.argmin()}°")

# %% [markdown] teaches="DME-2.1 DME-2.2 DME-2.3 H-u08"
# Why? The shadow of an arrow on the unit vector $w$ has the coordinate $w^\top(x-\mu)$. Square and average:
#
# $$\operatorname{Var}[w^\top x] = w^\top\Sigma\,w \tag{2.1}$$
#
# > **By hand.** Along $(1,0)$ the variance is 17, along $(0,1)$ it is 8. Along $(2,1)/\sqrt5$ it is $(4\cdot17+4\cdot6+8)/5=20$, along $(1,-2)/\sqrt5$ it is $(17-24+32)/5=5$.
#
# We look for the largest value. $\Sigma$ is symmetric, so it comes apart as $\Sigma=V\Lambda V^\top$, with orthonormal columns $v_i$ and $\lambda_1\ge\lambda_2\ge\dots$; each $\lambda_i$ is the variance along $v_i$, so none is negative. (20 and 5 above are these eigenvalues, and the two directions the eigenvectors.)

# %% [markdown] teaches="DME-2.4..2.7 DME-2.8 H-p49"
# Write $w=Va$. Then $\sum_ia_i^2=\|w\|^2=1$, and the variance is a **weighted average of the eigenvalues**, with weights $a_i^2$:
#
# $$w^\top\Sigma w = a^\top\Lambda a = \sum_i a_i^2\,\lambda_i$$
#
# An average cannot exceed the largest number that goes into it. So the best direction puts all its weight on $\lambda_1$: it is $\pm v_1$, with variance $\lambda_1$. No derivative was needed.
#
# > **By hand.** The squared coordinates of $(1,0)$ along $(2,1)/\sqrt5$ and $(1,-2)/\sqrt5$ are $\frac45$ and $\frac15$. The average $\frac45\cdot20+\frac15\cdot5$ is 17, as it must be.

# %% tags=["drawing"] shows="DME-2.4..2.7 DME-2.8 H-p49"
lam_cloud = np.linalg.eigvalsh(S_cloud)[::-1]
ax = plots.curves(angles, {"variance of the shadows": variance}, ylabel="variance")
ax.axhline(lam_cloud[0], color=plots.ORANGE, linestyle="--", label="λ₁")
ax.axhline(lam_cloud[1], color=plots.GREEN, linestyle="-.", label="λ₂")
ax.set(xlabel="angle of the line in degrees", title="Every direction lies between λ₂ and λ₁")
ax.legend(loc=(0.4, 0.62))
plots.show(
    ax,
    alt="""Variance of the projected cloud against the angle of the direction, one smooth wave. It
    touches the upper line, the first eigenvalue, near 24 degrees, and the lower one, the
    second eigenvalue, ninety degrees later.""",
)

# %% tags=["proof"] proves="DME-2.1 DME-2.3 H-u08 DME-2.2 DME-2.4..2.7 DME-2.8"
values, vectors = np.linalg.eigh(S_cloud)  # ascending
V_cloud = vectors[:, ::-1]
agree(variance, np.einsum("ai,ij,aj->a", w, S_cloud, w), "at every angle the variance is wᵀΣw")
agree(S_cloud, V_cloud * lam_cloud @ V_cloud.T, "Σ = VΛVᵀ")
agree(V_cloud.T @ V_cloud, np.eye(2), "the columns of V are orthonormal")
agree(lam_cloud[0] >= lam_cloud[1] >= 0, "the eigenvalues are in order, and none is negative")
weights = (w @ V_cloud) ** 2  # (180, 2)
agree(weights.sum(axis=1), 1.0, "at every angle the weights add up to 1")
agree(weights @ lam_cloud, variance, "the variance is the average of λ₁ and λ₂ with them")
agree(variance <= lam_cloud[0] * (1 + 1e-12), "no angle has more than λ₁")
v_1 = pca.pca(cloud, k=1).directions[0]
agree((cloud @ v_1).var(), (cloud @ -v_1).var(), lam_cloud[0], "v₁ and −v₁ have the variance λ₁")

# %% [markdown] teaches="DME-2.9 DME-2.10 DME-u23"
# The coordinates $z=v_1^\top(x-\mu)$ are the **scores** of the first principal component; they average to zero, as the arrows do. With points in rows all of them are one product, `arrows @ v`. If $\lambda_1=\lambda_2$, every mix of $v_1$ and $v_2$ is as good, and *the* first component does not exist.

# %%
for name, points in (("our cloud", cloud), ("a round one", demos.tilted("round"))):
    spreads = (points @ w.T).var(axis=0)
    print(f"{name:11} variance from {spreads.min():.2f} to {spreads.max():.2f}")

# %% tags=["proof"] proves="DME-2.9 DME-2.10 DME-u23"
scores_1 = arrows @ v_1
agree(abs(scores_1.mean()) < 1e-12, "the scores average to zero")
agree(scores_1, v_1 @ arrows.T, pca.pca(cloud, k=1).scores[:, 0], "rows or columns: the same")
agree(spreads, spreads[0], "in a round cloud every direction is as good")

# %% [markdown]
# > **In short.** A projected variance is an average of eigenvalues; the largest one wins.

# %% [markdown] needs="4.2 2.1" teaches="DME-2.11 DME-2.12..2.14 DME-2.15 DME-2.23"
# ## 3. The next ones
#
# > **Predict.** The line has room for a second number. You ask for a second direction of largest variance, with no further condition. What do you get?
# >
# > <details><summary>Answer</summary>
# >
# > The first again, or its near neighbours. To see something new, forbid what you have seen.
# > </details>
#
# PCA forbids it by a right angle: the second direction must be orthogonal to $v_1$. Then its weight $a_1$ is zero, the average runs over $\lambda_2,\lambda_3,\dots$ only, and $v_2$ wins. And so on: the $m$-th direction is $v_m$, with variance $\lambda_m$.
#
# Before we look for them, something to play with that seems unrelated. Multiply any vector by $\Sigma$, again and again:

# %%
demos.multiply_and_turn()

# %% [markdown]
# No eigenvalue routine was needed. A product multiplies the coordinate along $v_i$ by $\lambda_i$. The largest eigenvalue pulls ahead, and the vector turns towards $v_1$: **power iteration**.
#
# > **By hand.** $(1,0)$ becomes $(17,6)$, of slope $\frac6{17}\approx0.35$. The next are about $0.46$ and $0.49$, and the goal is $\frac12$. Along $v_2$ the vector grows 5 times, along $v_1$ 20 times, so every product quarters what is missing, nearly.
#
# Now the digits, with a start of pure noise. A direction has 64 entries, one for each pixel, so it can be drawn as a picture:

# %%
X = before - mean
found = pca.pca(before)  # what the library says


def turn(X, w, products):
    """Power iteration: multiply by the covariance, normalise, repeat."""
    for _ in range(products):
        w = X.T @ (X @ w)
        w = w / np.linalg.norm(w)
    return w


noise_start = np.random.default_rng(1).normal(size=64)
for products in (0, 1, 5, 20, 80):
    w_t = turn(X, noise_start / np.linalg.norm(noise_start), products)
    print(f"{products:2} products: |cosine| with v₁ {abs(w_t @ found.directions[0]):.3f}")

# %% tags=["drawing"]
row = plots.axes(6, width=9, height=2.2)
stages = [turn(X, noise_start, products) for products in (0, 1, 5, 20, 80)]
for ax, w_t, title in zip(
    row, [*stages, found.directions[0]], ("noise", "1 product", "5", "20", "80", "v₁"), strict=True
):
    w_t = w_t * np.sign(w_t @ found.directions[0])
    reach = np.abs(w_t).max()
    ax.imshow(w_t.reshape(8, 8), cmap="PuOr", vmin=-reach, vmax=reach)
    ax.set(xticks=[], yticks=[], xlabel=title)
    ax.grid(visible=False)
row[0].figure.suptitle("Products turn noise into the widest direction", x=0.005, ha="left")
plots.show(
    row[0],
    alt="""Six pictures of eight by eight coloured pixels: noise at first, then after 1, 5, 20
    and 80 products with the covariance; smooth patches of two colours appear, and the last two
    pictures, 80 products and the first direction, are alike.""",
)

# %% [markdown]
# It takes its time: $\lambda_1$ and $\lambda_2$ are {= found.eigenvalues[0]:.0f} and {= found.eigenvalues[1]:.0f}, so the first gains little on the second with each product. For the second direction, take the first out of every point, $x-v_1(v_1^\top x)$, and begin again. Three rounds, each beside the library:

# %%
rest = X
for i in range(3):
    w_i = turn(rest, noise_start, 500)
    cosine = abs(w_i @ found.directions[i])
    print(f"direction {i + 1}: |cosine| with the library's {cosine:.6f}")
    rest = rest - np.outer(rest @ w_i, w_i)

# %% [markdown] teaches="DME-2.16..2.22 DME-2.25 H-p48 H-u04 H-u09 DME-2.24 DME-2.26"
# Two components are **uncorrelated**, since $v_1^\top\Sigma v_2=\lambda_2v_1^\top v_2=0$. And turning the axes loses nothing, so all eigenvalues add up to the total variance. What the first $k$ of them add up to is the variance **explained**; everyone quotes its share:
#
# $$\text{share of the first } k = \frac{\lambda_1+\dots+\lambda_k}{\lambda_1+\dots+\lambda_d} \tag{2.26}$$
#
# > **By hand.** $20+5=25$, the trace. The first component explains $\frac{20}{25}=80\,\%$.

# %%
eigenvalues = found.eigenvalues
share = pca.explained_fraction(eigenvalues)
for k in (1, 2, 5, 10, 20):
    print(f"first {k:2} of {len(eigenvalues)}: {share[k - 1]:.0%} of the variance of the digits")

# %% tags=["proof"] proves="DME-2.11 DME-2.15 DME-2.23 DME-2.16..2.22 DME-2.24 DME-2.25 DME-2.26 H-p48 H-p49 H-u04 H-u09"
rest = X
for v in found.directions[:3]:
    w_i = turn(rest, noise_start, 500)
    agree(abs(w_i @ v), 1.0, "widest direction of what is left = the next eigenvector, up to sign")
    agree((rest @ w_i).var(), (X @ v).var(), "with the same variance")
    rest = rest - np.outer(rest @ w_i, w_i)
first_20 = found.scores[:, :20].var(axis=0)
agree(np.cov(found.scores.T, bias=True), np.diag(eigenvalues), "uncorrelated, with variances λ")
agree(eigenvalues.sum(), before.var(axis=0).sum(), "the eigenvalues add up to the total variance")
agree(found.scores.var(axis=0, ddof=1).sum(), (X**2).sum() / 899, "the same over n − 1")
agree(first_20.sum(), eigenvalues[:20].sum(), "20 components: the sum of 20 eigenvalues")
agree(first_20.sum() / before.var(axis=0).sum(), share[19], "and their share of the total")

# %% [markdown]
# Two numbers of 64 make a map, and that is what PCA is used for most: each known digit at the place of its first two scores.

# %% tags=["drawing"]
ax = plots.axes(width=6.4, height=4.2)
for (z1, z2), figure in zip(found.scores[:400, :2], label[:400], strict=True):
    bold = {0: plots.BLUE, 4: plots.ORANGE, 3: plots.GREEN}.get(int(figure), plots.GREY)
    ax.text(z1, z2, str(figure), color=bold, ha="center", va="center", fontsize=8)
ax.set(xlim=(-32, 32), ylim=(-32, 32), xlabel="first score", ylabel="second score")
ax.set_title("Two scores: some figures part, others overlap")
plots.show(
    ax,
    alt="""Four hundred small figures from 0 to 9, each at the place of its first two scores. Zeros,
    threes and fours, in colour, lie in different corners; others overlap in the middle.""",
)

# %% [markdown]
# Zeros, threes and fours have corners of their own, and nobody told PCA which is which. The rest overlap: two numbers are too few.
#
# (There are only {= len(eigenvalues)} components, because {= (before == before[0]).all(axis=0).sum()} pixels never change. A direction may be turned round; the library makes its largest entry positive.) Is one after another as good as the best twenty at once? It is, and that is not obvious: [room 4a](#4a.-All-at-once).
#
# > **In short.** Multiply and be patient, take out what you found, repeat: uncorrelated components, in order of variance.

# %% [markdown] needs="4.3"
# ## 4. Lose little
#
# Wide shadows were a guess at what a receiver wants. What she really wants is *points close to the true ones*. Is that the same line? Turn it and see:

# %%
demos.spin_the_line()

# %% [markdown] teaches="DME-F2.1 DME-2.28 H-u06"
# One triangle explains it. Let the columns of $W_k$ be any $k$ orthonormal directions. The projector $P=W_kW_k^\top$ sends $x$ to the nearest point of their span, and what is left stands at a right angle:

# %% tags=["drawing"] shows="DME-F2.1 DME-2.28 H-u06"
view = np.array([[1.0, -0.15], [0.55, 0.4], [0.0, 1.0]])  # how we look at the three axes
w1, w2, x = np.array([[1, 0, 0], [0, 1, 0], [1.7, 1.3, 1.2]])
foot = x * [1, 1, 0]
plane = np.array([[-0.3, -0.4, 0], [2.4, -0.4, 0], [2.4, 2, 0], [-0.3, 2, 0]]) @ view
ax = plots.axes(width=5.4, height=3.0)
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
plots.show(
    ax,
    alt="""A plane spanned by two arrows w1 and w2. A third arrow x points out of the plane; its
    shadow Px lies in the plane, and a dashed residual rises from the tip of Px to the tip of
    x at a right angle.""",
)

# %% [markdown] teaches="DME-B.20..B.22 DME-B.23..B.25 DME-B.26..B.28 DME-2.29 H-u05"
# For centred $x$ that is
#
# $$\|x-W_kW_k^\top x\|^2 = x^\top x - x^\top W_kW_k^\top x = \|x\|^2-\sum_{i\le k}(w_i^\top x)^2$$
#
# Average over the points:
#
# $$\underbrace{\mathbb E\,\|x-W_kW_k^\top x\|^2}_{\text{lost}} + \underbrace{\sum_{i\le k}w_i^\top\Sigma w_i}_{\text{captured}} = \underbrace{\operatorname{tr}\Sigma}_{\text{fixed}}$$
#
# So to lose least *is* to capture most: one problem, not two.
#
# > **By hand.** The shadow of $(5,0)$ on the line along $(2,1)$ is $(4,2)$, and $(1,-2)$ is left: $25=20+5$. The shadow of $(3,4)$ is $(4,2)$ too, with $(-1,2)$ left: $25=20+5$ again.
#
# Ten directions for the digits, chosen in three ways:

# %%
random_ten = np.linalg.qr(np.random.default_rng(2).normal(size=(64, 10)))[0]
tens = {"random": random_ten, "pixels": np.eye(64)[:, lively[:10]]}
tens["principal"] = found.directions[:10].T
for name, B in tens.items():
    captured = (X @ B).var(axis=0).sum()
    lost = ((X - X @ B @ B.T) ** 2).sum(axis=1).mean()
    print(f"{name:9} captured {captured:6.1f} + lost {lost:6.1f} = {captured + lost:.1f}")

# %% [markdown] teaches="DME-2.30 DME-2.31..2.34 DME-2.35..2.36 DME-2.37 H-u12 H-u11"
# The best $\hat x=V_kV_k^\top x=\sum_{i\le k}z_iv_i$ still has 64 entries, but what goes over the line are the $k$ scores $V_k^\top x$, its **relative coordinates** in the subspace; the receiver multiplies by $V_k$. What is lost is the sum of the **discarded** eigenvalues. Relative to the total it is one minus the share explained:
#
# $$\frac{\text{lost}}{\text{total}}=\frac{\lambda_{k+1}+\dots+\lambda_d}{\lambda_1+\dots+\lambda_d} \tag{2.37}$$
#
# So each component reduces the relative error by its own share, $\lambda_k/\sum_i\lambda_i$. Mind the *of what*: of what was left before it, a component removes more.
#
# > **Predict.** Eigenvalues 5, 4 and 1. The second component explains 40 %. Which part of the remaining error does it remove?
# >
# > <details><summary>Answer</summary>
# >
# > 80 %: after the first component 5 is left, and 4 of these 5 go.
# > </details>

# %%
remaining = eigenvalues.sum()
for lam_k in eigenvalues[:5]:
    of_total, of_rest = lam_k / eigenvalues.sum(), lam_k / remaining
    print(f"removes {of_total:.1%} of the total, {of_rest:.1%} of what was left")
    remaining -= lam_k

# %% [markdown] teaches="H-F04"
# The whole bookkeeping: the cloud of section 1 squeezed onto its best line, and the digits for every number of components:

# %% tags=["drawing"] shows="H-F04 H-u05 DME-2.29 DME-B.26..B.28"
left, right = plots.axes(2, width=9.0, height=3.1)
feet = cloud.mean(axis=0) + np.outer(scores_1, v_1)
demos.threads(left, cloud, feet, plots.ORANGE)
plots.scatter(cloud, ax=left, size=16, colour=plots.GREY)
plots.scatter(feet, ax=left, size=16, marker="D", title="Squeezed onto the best line")
kept = np.cumsum(eigenvalues)
look = {"colors": [plots.BLUE, plots.ORANGE], "labels": ["captured", "lost"], "alpha": 0.55}
right.stackplot(np.arange(1, len(kept) + 1), kept, kept[-1] - kept, **look)
right.set(xlim=(1, len(kept)), ylim=(0, 1450), xlabel="components k", ylabel="variance")
right.set_title("Digits: the total never moves")
right.legend(loc="upper right", ncols=2)
plots.show(
    left,
    alt="""Left, a tilted cloud with threads dropping every point onto a straight line along the
    tilt. Right, for every number of components of the digits two stacked areas, captured
    growing and lost shrinking under a flat top.""",
)

# %% tags=["proof"] proves="DME-2.29 DME-B.20..B.22 DME-B.23..B.25 DME-B.26..B.28 H-u05"
for name, B in tens.items():
    residual = ((X - X @ B @ B.T) ** 2).sum(axis=1)  # of each point
    inside = ((X @ B) ** 2).sum(axis=1)
    agree(residual, (X**2).sum(axis=1) - inside, f"{name}: ‖x‖² less what is kept, point by point")
    total_now = residual.mean() + (X @ B).var(axis=0).sum()
    agree(total_now, eigenvalues.sum(), f"{name}: lost + captured = total variance")
agree(
    residual.mean()
    < min(((X - X @ B @ B.T) ** 2).sum(axis=1).mean() for B in (tens["random"], tens["pixels"])),
    "the principal ten lose least",
)

# %% tags=["proof"] proves="DME-2.30 DME-2.31..2.34 DME-2.35..2.36 DME-2.37 DME-2.28 H-u06 H-u11 H-u12"
V_10 = found.directions[:10].T  # (64, 10)
approx = found.scores[:, :10] @ V_10.T
P = linalg.projection_matrix(V_10)
agree(approx, X @ V_10 @ V_10.T, X @ P, "scores times directions = the projections")
agree(P, sum(np.outer(v, v) for v in V_10.T), "P is the sum of the vᵢvᵢᵀ")
agree(linalg.is_orthogonal_projection(P), "and an orthogonal projector")
total_x, cross, own = (
    (p * q).sum(axis=1).mean() for p, q in ((X, X), (X, approx), (approx, approx))
)
least = ((X - approx) ** 2).sum(axis=1).mean()
agree(least, total_x - 2 * cross + own, "the error has three terms")
agree(cross, own, (found.scores[:, :10] ** 2).mean(axis=0).sum(), "two of them are Σ E[zᵢ²]")
agree(least, eigenvalues[10:].sum(), "the error is the sum of the discarded eigenvalues")
agree(least / total_x, 1 - share[9], "relative to the total, one minus the share explained")
agree(np.diff(1 - share), -eigenvalues[1:] / eigenvalues.sum(), "each component takes its share")
near, far = (((X - approx - s) ** 2).sum(axis=1) for s in (0, V_10 @ np.full(10, 0.5)))
agree(far > near, "a step away from Px within the subspace leads away from x")
R_10 = np.linalg.qr(np.random.default_rng(3).normal(size=(10, 10)))[0]
agree(X @ V_10 @ R_10 @ (V_10 @ R_10).T, X @ P, "another basis: the same projection")
agree(np.abs(X @ V_10 @ R_10 - X @ V_10).max() > 1, "with other coordinates")

# %% [markdown]
# > **In short.** Captured + lost = total. Variance and error are two ends of one stick.

# %% [markdown] needs="4.4 A.7 1.6" teaches="DME-2.38 DME-2.39..2.40 DME-2.41"
# ## 5. The best table
#
# A third wish. Forget points and lines: here is a table of 900 × 64 numbers. Store as few numbers as possible, and change the entries as little as possible.
#
# > **Predict.** A table of rank $k$ is a sum of $k$ layers, column times row. How many numbers are stored for $k=20$, instead of 57 600?
# >
# > <details><summary>Answer</summary>
# >
# > $20\cdot(900+64)=19\,280$, and 64 more for the mean.
# > </details>
#
# [Appendix A](A_linear_algebra.ipynb#7.-The-eight-by-telephone) wrote one digit as a sum of layers. Now the whole centred table, a row for each digit, by its **singular value decomposition**:
#
# $$X=USV^\top=\sum_is_i\,u_iv_i^\top,\qquad s_1\ge s_2\ge\dots$$
#
# Each layer is a column $u_i$ (a number for each digit) times a row $v_i^\top$ (a picture). The first $k$ layers are the best table of rank $k$ (the theorem of Eckart and Young, [proved in appendix A](A_linear_algebra.ipynb#Ae.-Why-nothing-is-closer)), and its squared error, the sum over all entries, is what is left:
#
# $$\|X-\hat X\|_F^2=\sum_{i>k}s_i^2 \tag{2.44}$$

# %%
U, s, Vt = np.linalg.svd(X, full_matrices=False)
print("s²/n       ", (s[:5] ** 2 / 900).round(1))
print("eigenvalues", eigenvalues[:5].round(1))
cosines = np.abs((Vt[:5] * found.directions[:5]).sum(axis=1))
print("|cosine| of vᵢ and principal direction:", cosines.round(3))

# %% [markdown] teaches="DME-2.42 DME-2.43 DME-2.44 DME-2.48 DME-2.49 DME-2.45 DME-2.46 DME-2.50 DME-2.47"
# The same numbers! Put the decomposition into the covariance, and $U$ drops out:
#
# $$\Sigma=\tfrac1nX^\top X=\tfrac1n\,VSU^\top USV^\top = V\,\tfrac1nS^2\,V^\top \quad\Longrightarrow\quad \lambda_i=\frac{s_i^2}n \tag{2.45}$$
#
# So the $v_i$ are the principal directions, hence their letter. The scores are $XV=US$: the columns of $U$, stretched. And the best table is *scores times directions*. Variance, error and table: three wishes, one answer.
#
# > **By hand.** Our four points have $s_i^2=4\lambda_i$, 80 and 20. With $u_1=\frac12(1,1,-1,-1)$ the first layer is $\sqrt{80}\,u_1v_1^\top$, with the rows $\pm(4,2)$: the shadows of section 4.

# %% tags=["proof"] proves="DME-2.39..2.40 DME-2.41 DME-2.42 DME-2.44 DME-2.45 DME-2.46 DME-2.47 DME-2.48 DME-2.49 DME-2.50"
rank = len(eigenvalues)
layers = sum(s[i] * np.outer(U[:, i], Vt[i]) for i in range(rank))
agree(layers, X, "the layers add up to the table")
agree(np.diff(s[:rank]) < 0, "their weights are in order")
agree(s[rank:] < 1e-9 * s[0], "and beyond the rank they are zero")
agree(X.T @ X / 900, np.cov(before.T, bias=True), "the covariance, by one product")
agree(Vt.T * (s**2 / 900) @ Vt, X.T @ X / 900, "the covariance from the singular values")
agree(s[:rank] ** 2 / 900, eigenvalues, "squared singular values over n are the eigenvalues")
agree(X @ Vt.T, U * s, "projecting on the vᵢ leaves the uᵢ, stretched by sᵢ")
agree(np.abs(U[:, :10] * s[:10]), np.abs(found.scores[:, :10]), "the scores, up to sign")
best = linalg.best_rank_k(X, 10)
agree(best, found.scores[:, :10] @ found.directions[:10], "best table = scores times directions")
agree(np.linalg.norm(X - best) ** 2, (s[10:] ** 2).sum(), "its squared error is what is left of s²")
agree(
    np.linalg.norm(2 * X) ** 2, 4 * np.linalg.norm(X) ** 2, "a norm doubles, its square: fourfold"
)
agree(np.linalg.norm(X - X @ random_ten @ random_ten.T) > np.linalg.norm(X - best), "a rival loses")

# %% [markdown] teaches="DME-2.56..2.57"
# One more turn. The receiver has lost the pixels; all that is left is the table $G=XX^\top$ of inner products between digits, the **Gram matrix**.
#
# > **Predict.** Can she still find the scores?
# >
# > <details><summary>Answer</summary>
# >
# > Yes, up to sign. $G=USV^\top VSU^\top=US^2U^\top$: its eigenvectors are the $u_i$, its eigenvalues the $s_i^2$, and the scores are $US$.
# > </details>
#
# > **By hand.** Inner products of our four points with the first: $25, 15, -25, -15$. With $u_1=\frac12(1,1,-1,-1)$ the first row of $Gu_1$ is $\frac12(25+15+25+15)=40=80\cdot\frac12$: eigenvalue 80. The scores are $\sqrt{80}\,u_1=\pm\sqrt{20}$.

# %%
G = four @ four.T
print(G, "eigenvalues", np.linalg.eigvalsh(G)[::-1].round(2) + 0.0)
print("from G alone:", pca.scores_from_gram(G, 1)[:, 0].round(2))
print("from points: ", pca.pca(four, 1).scores[:, 0].round(2))

# %% tags=["proof"] proves="DME-2.56..2.57"
few = np.concatenate([digits[label == c][:20] for c in (0, 1, 6)])
few_scores = pca.pca(few, 2).scores
by_gram = pca.scores_from_gram(means.centre(Linear()(few)), 2)
agree(np.abs(by_gram), np.abs(few_scores), "60 digits: scores from the centred kernel matrix alone")
U_few, s_few, _ = np.linalg.svd(few - few.mean(axis=0), full_matrices=False)
agree(
    np.abs(by_gram), np.abs(U_few[:, :2] * s_few[:2]), "= eigenvectors times roots of eigenvalues"
)

# %% [markdown]
# Nobody needed the pixels. Put any centred kernel matrix in place of $G$, and you hold kernel PCA, in [chapter 5](05_dimensionality_reduction.ipynb).
#
# > **In short.** $X=USV^\top$ has it all: directions $V$, scores $US$, variances $s^2/n$.

# %% [markdown] needs="4.3" teaches="H-u10"
# ## 6. How many?
#
# Drawn in order, the eigenvalues make the **scree plot**, named after the rubble at the foot of a cliff. A common rule adds them up, $\lambda_1+\dots+\lambda_k$, and keeps the smallest $k$ whose share exceeds a threshold, say 0.85.
#
# > **Predict.** Eigenvalues 6, 3 and 1, threshold 0.9. How many components?
# >
# > <details><summary>Answer</summary>
# >
# > Three. Two explain exactly 0.9, and *exceeds* is strict. (Floating point may miss 0.9 by one unit in the last place, in either direction; the library allows for that.)
# > </details>

# %%
needed = pca.components_needed(eigenvalues, 0.85)
toy_rule = [pca.components_needed([6, 3, 1], t) for t in (0.85, 0.9)]
print(f"6, 3, 1: {toy_rule[0]} for more than 0.85, {toy_rule[1]} for more than 0.9")
print(f"digits:  {needed} for more than 0.85")

# %% tags=["drawing"] shows="H-u10"
left, right = plots.axes(2, width=9.0, height=2.9)
counted = np.arange(1, len(eigenvalues) + 1)
left.plot(counted, eigenvalues, "o", markersize=4)
left.set(xlabel="component", ylabel="eigenvalue", title="The scree has no clear foot")
right.plot(counted, share, "o", markersize=4)
right.axhline(0.85, color=plots.ORANGE, linestyle="--", label="0.85")
right.axvline(needed, color=plots.GREY, linestyle=":", label=f"k = {needed}")
right.set(xlabel="components k", ylabel="share explained", ylim=(0, 1.02))
right.set_title(f"The rule says {needed}")
right.legend(loc="lower right")
plots.show(
    left,
    alt="""Left, the eigenvalues of the digits fall steeply at first and then level off without a
    corner. Right, the share explained rises and crosses 0.85 well before twenty
    components.""",
)

# %% tags=["proof"] proves="H-u10"
agree(toy_rule, [2, 3], "more than 0.85: two components; more than 0.9: three")
agree(share[needed - 1] > 0.85 >= share[needed - 2], "digits: one fewer would not exceed it")

# %% [markdown]
# What do such shares look like? Eight digits that the fit has not seen:

# %% tags=["drawing"]
ax = plots.axes(width=7.6, height=4.4)
rebuilt = {
    f"k = {k} ({share[k - 1]:.0%})": mean
    + (arriving[shown] - mean) @ found.directions[:k].T @ found.directions[:k]
    for k in (1, 2, 5, 20)
}
rows = [*rebuilt.values(), arriving[shown]]
strip(ax, rows, [*rebuilt, "as scanned"], "One component: smudges. Twenty: you can read them")
plots.show(
    ax,
    alt="""Five rows of eight handwritten digits. With one component they are smudges of a few
    kinds, with five several can be guessed, with twenty all resemble the originals in the
    last row.""",
)

# %% [markdown]
# And before you trust a share, ask for its units, as in section 1. Wine once more:

# %%
for title, table in (("milligrams", wine), ("std 1", wine / wine.std(axis=0))):
    shares = pca.explained_fraction(pca.pca(table).eigenvalues)
    k = pca.components_needed(pca.pca(table).eigenvalues, 0.85)
    print(f"{title:10} one component explains {shares[0]:.1%}; for more than 0.85: {k}")

# %% [markdown]
# The first line looks splendid: one number does for a wine. It is the proline.
#
# > **In short.** A share of variance: of what, and in which units, is for you to say.

# %% [markdown] needs="4.6"
# ## 7. What would noise show?
#
# A falling scree looks like structure. Would there be one if there were nothing to find? Predict, then move the sliders:

# %%
demos.noise_has_principal_components_too()

# %% [markdown]
# PCA searches all directions for the widest, and in a finite sample some direction always happens to be wide. How wide is known: for $n$ points of pure noise with variance 1 in $d$ dimensions, both large, the sample eigenvalues fill the interval from $(1-\sqrt{d/n})^2$ to $(1+\sqrt{d/n})^2$. This is the law of **Marchenko and Pastur**:

# %%
rng = np.random.default_rng(5)
for ratio in (0.1, 0.5, 1.0, 2.0):
    noisy_values = pca.pca(rng.normal(size=(400, int(400 * ratio)))).eigenvalues
    low, high = (1 - np.sqrt(ratio)) ** 2, (1 + np.sqrt(ratio)) ** 2
    seen = f"{noisy_values[-1]:.1f} to {noisy_values[0]:.1f}"
    print(f"d/n = {ratio:3}: seen {seen}, law {low:.1f} to {high:.1f}; truth 1")

# %% [markdown]
# (For $d>n$ these are the ones that are not zero.) A rule that looks at shares alone will keep dozens of components of nothing. But real columns have different variances, so which law should we compare with? Ask the table itself: *shuffle each column on its own*. Variances stay, every tie between columns is cut. Keep the components that beat the shuffled ones, rank by rank. This is **parallel analysis**:


# %%
def parallel_analysis(X, rng, repeats=20):
    """How many leading eigenvalues exceed the 95 % quantile of those of shuffled columns."""

    def spectrum(X):
        return np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]

    shuffled = [spectrum(rng.permuted(X, axis=0)) for _ in range(repeats)]
    beaten = spectrum(X) <= np.quantile(shuffled, 0.95, axis=0)
    return int(np.append(beaten, True).argmax())  # the first that does not stand out


# %% [markdown]
# Pure noise, the same noise with three directions planted in it, and the digits:

# %%
pure = rng.normal(size=(200, 100))
three_directions = np.linalg.qr(rng.normal(size=(100, 3)))[0].T
planted = pure + 2 * rng.normal(size=(200, 3)) @ three_directions
for name, table in (("noise", pure), ("3 planted", planted), ("digits", before)):
    by_share = pca.components_needed(pca.pca(table).eigenvalues, 0.85)
    by_noise = parallel_analysis(table, rng)
    print(f"{name:9} 0.85 rule {by_share:2}, parallel analysis {by_noise}")

# %% [markdown]
# The threshold asks "how many do I need to rebuild the table?", parallel analysis "how many stand out from chance?". For the digits the answers are {= by_share} and {= by_noise}: honest answers to different questions.
#
# > **In short.** Compare a spectrum with the spectrum of noise before you tell a story about it.

# %% [markdown] needs="4.5 4.6"
# ## 8. Twenty numbers
#
# Back to the scanner. Sender and receiver agree on the mean and on 20 directions, from the 900 digits that both know; then only scores go over the line. Ours, and beside it what one would call in practice:

# %%
from sklearn.decomposition import PCA
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

V_20 = found.directions[:20].T
sent = (arriving - mean) @ V_20  # 20 numbers each
received = mean + sent @ V_20.T
scores_wrong = misread(sent, X @ V_20)
pipe = make_pipeline(PCA(20), KNeighborsClassifier(1)).fit(before, label[:900])
theirs_wrong = int((pipe.predict(arriving) != label[900:]).sum())
back = pipe[0].inverse_transform(pipe[0].transform(arriving))
print(f"20 pixels       off by {off(painted):.2f}, {pixels_wrong} of 897 misread")
print(f"20 scores       off by {off(received):.2f}, {scores_wrong} of 897 misread")
print(f"scikit-learn    off by {off(back):.2f}, {theirs_wrong} of 897 misread")
print(f"all 64 pixels   off by 0.00, {misread(arriving, before)} of 897 misread")

# %% tags=["drawing"]
ax = plots.axes(width=7.6, height=2.9)
rows = [arriving[shown], painted[shown], received[shown]]
strip(
    ax,
    rows,
    ["as scanned", "20 pixels sent", "20 scores sent"],
    f"Off by {off(painted):.1f} with pixels, by {off(received):.1f} with scores",
)
plots.show(
    ax,
    alt="""Three rows of eight handwritten digits: as scanned; with twenty pixels sent, where feet
    and tails are missing; and from twenty scores, where strokes and tails are back.""",
)

# %% tags=["proof"]
agree(scores_wrong, theirs_wrong, "ours and scikit-learn's misread as many")
agree(back, received, "and rebuild the same digits", tol=1e-3)
agree(off(received) < 0.6 * off(painted), "scores are off by little more than half as much")
agree(scores_wrong < 0.7 * pixels_wrong, "and fewer digits are misread")

# %% [markdown]
# Twenty scores are off by little more than half as much as twenty pixels (squared, they lose less than a third), and nearly all that the reader needs has come through.
#
# A last use: **cleaning**. The scanner's lamp flickers and adds noise of 4 grey levels to every pixel.
#
# > **Predict.** Project the noisy digits onto the 20 directions. Are they closer to the clean ones, and are they read better?

# %%
noisy = arriving + 4 * np.random.default_rng(6).normal(size=arriving.shape)
cleaned = mean + (noisy - mean) @ V_20 @ V_20.T
for name, copy in (("noisy", noisy), ("cleaned", cleaned)):
    print(f"{name:8} off by {off(copy):.1f} grey levels, {misread(copy, before)} of 897 misread")

# %% tags=["drawing"]
ax = plots.axes(width=7.6, height=2.9)
rows = np.clip([arriving[shown], noisy[shown], cleaned[shown]], 0, 16)
strip(
    ax, rows, ["clean", "noisy", "cleaned"], "The projection sheds the noise outside the subspace"
)
plots.show(
    ax,
    alt="""Three rows of eight handwritten digits: clean, speckled with noise, and projected onto
    twenty directions; the last are smoother and look like digits again, if blurred.""",
)

# %% [markdown]
# Closer, yes: the noise spreads evenly over all 64 directions, the digits live in few, so the projection keeps most of the digits and only $\frac{20}{64}$ of the noise.
#
# > **By hand.** What is lost of the digits is about $1.55^2=2.4$, what stays of the noise is $\frac{20}{64}\cdot4^2=5$: together 7.4, and the root of that is 2.7, as printed.
#
# Read better, no: whether a digit is a 3 or an 8 may hang on small things, and the projection does not know which. (It can still be improved: [room 4h](#4h.-Back-to-the-latent:-shrinkage).)
#
# **When not to use it.** PCA knows nothing of labels: the widest direction need not tell classes apart, and that is [chapter 3](03_fisher.ipynb). It obeys units. It squares, so one wild point can turn a direction towards itself. It only sees straight subspaces: data along a curve need [chapter 5](05_dimensionality_reduction.ipynb). And a single direction seldom *means* something; what is stable is the subspace ([room 4d](#4d.-A-subspace-under-noise)).
#
# > **In short.** Centre, mind the units, keep the first few components: the best short description that a flat subspace can give.

# %% [markdown]
# ## Takeaways
#
# - A projected variance is a weighted average of eigenvalues; the first eigenvector wins, then the second, and so on.
# - Captured + lost = total. Largest variance, least error and best table of low rank are one problem.
# - $X=USV^\top$: directions $V$, scores $US$, variances $s^2/n$. The Gram matrix alone gives the scores.
# - Noise has principal components too, up to $(1+\sqrt{d/n})^2$. Compare with shuffled columns.
# - Units decide. And centre, always centre.
#
# **Now you:** [exercises for this chapter](../exercises/04_pca.ipynb). Begin with the first two; they take a quarter of an hour.
#
# **Further reading.** I. T. Jolliffe, *Principal Component Analysis* (2002). M. E. Tipping and C. M. Bishop, *Probabilistic principal component analysis* (1999). C. M. Bishop, *Pattern Recognition and Machine Learning* (2006), chapter 12. J. L. Horn, *A rationale and test for the number of factors in factor analysis* (1965). I. M. Johnstone, *On the distribution of the largest eigenvalue in principal components analysis* (2001).

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and no section of the course needs it.

# %% [markdown] needs="4.3" why="Enter if you suspect that greed does not pay."
# ### 4a. All at once
#
# Section 3 takes the best direction, then the best that goes with it. That is *greedy*, and greed need not pay. Eleven arrows: five times $(1,0,0)$, five times $(0,1,0)$, and one $(0.7,0.7,0.3)$ between. Choose two of them so that their span leaves as little as possible of all eleven:

# %%
from itertools import combinations

from scipy.stats import ortho_group

eleven = np.array([[1, 0, 0]] * 5 + [[0, 1, 0]] * 5 + [[0.7, 0.7, 0.3]])


def left_over(picks):
    """What the span of the picked arrows leaves of all of them, in summed squares."""
    return ((eleven - eleven @ linalg.projection_matrix(eleven[list(picks)].T)) ** 2).sum()


first_pick = min(range(11), key=lambda i: left_over([i]))
greedy = min(left_over([first_pick, j]) for j in range(11) if j != first_pick)
joint = min(left_over(pair) for pair in combinations((0, 5, 10), 2))
print(f"greed picks arrow {first_pick} first and leaves {greedy:.2f}; the best pair {joint:.2f}")

# %% [markdown]
# Greed took the arrow between, which is near to all. So it needs a proof that PCA is an exception.

# %% [markdown] teaches="DME-2.27 DME-u24 DME-B.1..B.2 DME-B.6..B.10 DME-B.3..B.5 DME-B.11..B.15 DME-B.16..B.19"
# The **joint** problem asks for $k$ orthonormal directions with the largest *summed* variance. The argument is that of section 2, with weights once more ([appendix A](A_linear_algebra.ipynb#Ag.-Two-proofs-about-PCA) goes through it line by line). In eigen-coordinates $w_j=Va_j$, and the sum collects for each eigenvalue the weight $b_i=\sum_{j\le k}(a_j)_i^2$:
#
# $$\sum_{j\le k}w_j^\top\Sigma w_j=\sum_ib_i\lambda_i, \qquad 0\le b_i\le1, \qquad \sum_ib_i=k$$
#
# The weights add up to $k$, because each $a_j$ has length one. None exceeds 1, because the $a_j$ can be completed to an orthogonal matrix, whose rows have length one too. So you have $k$ units of weight to hand out, at most one per eigenvalue. Moving weight from beyond $\lambda_k$ to the front never hurts, and the best hand-out gives a full unit to each of the first $k$: the greedy answer. Five eigenvalues, two directions, 5000 random pairs of them:

# %% tags=["drawing"] shows="DME-2.27 DME-B.16..B.19"
lam_5 = np.array([5.0, 4.0, 2.0, 1.0, 0.5])
V_5 = ortho_group.rvs(5, random_state=0)
Sigma_5 = V_5 * lam_5 @ V_5.T
pairs = np.linalg.qr(np.random.default_rng(7).normal(size=(5000, 5, 2)))[0]
summed = np.einsum("tip,ij,tjp->t", pairs, Sigma_5, pairs)
ax = plots.distribution(summed, marks={"λ₁ + λ₂ = 9": 9.0}, xlabel="summed variance of a pair")
ax.set_title("No pair of directions beats the first two eigenvectors")
plots.show(
    ax,
    alt="""Histogram of the summed variance of 5000 random pairs of orthonormal directions, a hump
    around five that ends before the line at nine, the sum of the two largest
    eigenvalues.""",
)

# %% tags=["proof"] proves="DME-2.27 DME-u24 DME-B.1..B.2 DME-B.3..B.5 DME-B.6..B.10 DME-B.11..B.15 DME-B.16..B.19"
agree(greedy > 5 * joint, "greed leaves more than five times what it need leave")
a = V_5.T @ pairs  # (5000, 5, 2), the pairs in eigen-coordinates
b = (a**2).sum(axis=2)  # (5000, 5)
eyes = np.tile(np.eye(2), (5000, 1, 1))
agree(a.transpose(0, 2, 1) @ a, eyes, "each pair is orthonormal, there as here")
agree(b.sum(axis=1), 2.0, "the weights of each pair add up to 2")
agree((b >= 0) & (b <= 1 + 1e-12), "each weight lies between 0 and 1")
agree(b @ lam_5, summed, "the summed variance is the weighted sum of the eigenvalues")
front, beyond = b[:, :2], b[:, 2:]
moved = front @ lam_5[:2] + lam_5[1] * beyond.sum(axis=1)
agree(summed <= moved + 1e-12, "moving the weight from beyond λ₂ to λ₂ never hurts")
agree(moved, front @ (lam_5[:2] - lam_5[1]) + 2 * lam_5[1], "the first weights are left to choose")
agree(moved <= 9 + 1e-12, "and these give 5 + 4 at best")
agree(np.trace(V_5[:, :2].T @ Sigma_5 @ V_5[:, :2]), 9.0, "which the first two eigenvectors reach")

# %% [markdown] teaches="H-p55"
# The same theorem in the language of projectors: over all orthogonal projectors $Q$ of rank $k$, $\sum_ix_i^\top Qx_i=n\operatorname{tr}(Q\Sigma)$ is largest for the one onto the first $k$ eigenvectors. The $b_i$ are the diagonal of $V^\top QV$.

# %% tags=["proof"] proves="H-p55"
Q = pairs @ pairs.transpose(0, 2, 1)  # 5000 projectors
agree(np.trace(Q @ Sigma_5, axis1=1, axis2=2), summed, "tr(QΣ) is the summed variance of the pair")
agree(np.diagonal(V_5.T @ Q @ V_5, axis1=1, axis2=2), b, "the weights are the diagonal of VᵀQV")
best_Q = V_5[:, :2] @ V_5[:, :2].T
agree(np.trace(best_Q @ Sigma_5), 9.0, "the projector onto the first two eigenvectors reaches 9")
agree(summed < 9, "none of the 5000 others does")

# %% [markdown]
# > **In short.** Handing out $k$ units of weight, at most one each: here greed is best.

# %% [markdown] needs="4.5" why="Enter if you have a table of inner products and no points." teaches="DME-2.51 DME-2.52 DME-2.53 DME-2.54 DME-2.55"
# ### 4b. Three tables
#
# The data table is not the only one with a best approximation. The covariance has one, $\sum_{i\le k}\lambda_iv_iv_i^\top$: directions, but no scores. The Gram matrix $G=US^2U^\top$ has one, $\sum_{i\le k}s_i^2u_iu_i^\top$. Since the scores are $z_i=s_iu_i$, that is $ZZ^\top$, where $Z$ (n, k) holds the scores of all points: scores, but no directions.
#
# > **Predict.** Sixty digits, twenty each of 0, 1 and 6, have 3600 inner products. How well can two numbers per digit reproduce the table?

# %% tags=["drawing"] shows="DME-2.52 DME-2.54 DME-2.55"
sixty = few - few.mean(axis=0)
G_60 = sixty @ sixty.T
Z = pca.scores_from_gram(G_60, 2)
left, right = plots.axes(2, height=3.4)
plots.heatmap(G_60, ax=left, title="Inner products of 60 digits")
plots.heatmap(Z @ Z.T, ax=right, title="From two scores each")
right.images[0].set_clim(*left.images[0].get_clim())  # one scale for both
plots.show(
    left,
    alt="""Two heat maps of sixty by sixty inner products with three blocks of twenty: zeros, ones
    and sixes. The right one, rebuilt from two numbers per digit, shows the same blocks, only
    smoother.""",
)

# %%
missing = np.linalg.norm(G_60 - Z @ Z.T) ** 2 / np.linalg.norm(G_60) ** 2
print(f"120 numbers reproduce the table of 3600 up to {missing:.0%} of its sum of squares")

# %% tags=["proof"] proves="DME-2.51 DME-2.53 DME-2.54 DME-2.55"
top_two = pca.pca(few, 2)
rank_two = top_two.directions.T * top_two.eigenvalues @ top_two.directions
agree(linalg.best_rank_k(sixty.T @ sixty / 60, 2), rank_two, "the best covariance: Σ λᵢvᵢvᵢᵀ")
agree(linalg.best_rank_k(G_60, 2), Z @ Z.T, "the best Gram matrix: ZZᵀ, from the scores")
agree(G_60 @ U_few, U_few * s_few**2, "eigenvectors of G: the uᵢ, with eigenvalues sᵢ²")

# %% [markdown]
# The scores came out of $G$ alone: its eigenvectors times the roots of *its* eigenvalues, $s_i^2=n\lambda_i$.
#
# > **In short.** The data give both, the covariance gives directions, the Gram matrix scores.

# %% [markdown] needs="4.5" why="Enter if your table is very wide or very tall."
# ### 4c. Four routes and what they cost
#
# > **Predict.** You have 60 gene profiles with 1000 genes each. Which matrix would you rather decompose, the covariance or the Gram matrix?
# >
# > <details><summary>Answer</summary>
# >
# > The Gram matrix: 60 × 60 instead of 1000 × 1000, and work grows with the cube of the side.
# > </details>
#
# | route | works on | operations, about | take it when |
# |---|---|---|---|
# | `"svd"` | the data | $nd\min(n,d)$ | in doubt: it is the most accurate |
# | `"eigen"` | $\Sigma$ (d × d) | $nd^2+d^3$ | $n\gg d$ |
# | `"gram"` | $G$ (n × n) | $n^2d+n^3$ | $d\gg n$ |
# | `"power"` | $\Sigma$, times a vector again and again | $nd^2$, plus $d^2$ for each product | to see that no eigenvalue routine is needed |
#
# All four find the same. (Variances that nearly agree make power iteration turn for very long; then the library refuses and names another route.)

# %%
answers = [pca.pca(few, 5, route) for route in ("svd", "eigen", "gram", "power")]
agree(*(a.directions for a in answers), "four routes, the same directions")
agree(*(a.scores for a in answers), "and the same scores")

# %% [markdown]
# What do they cost? We count multiplications for the sixty profiles, and for a tall table of 2000 points with 20 columns:

# %%
print("              by Σ      by G      ratio")
for rows, columns in ((60, 1000), (2000, 20)):
    by_covariance, by_products = rows * columns**2 + columns**3, rows**2 * columns + rows**3
    ratio = max(by_covariance, by_products) / min(by_covariance, by_products)
    print(f"{rows:4} × {columns:<4}   {by_covariance:.1e}   {by_products:.1e}   {ratio:.0f}")

# %% [markdown]
# A stopwatch shows less than the count: on our machine the wide table was about 25 times faster by $G$ and the tall one about 160 times faster by $\Sigma$, since a processor is kept busier by large products than by small ones. It names the same winner.
#
# Speed is not all. $\Sigma$ and $G$ are squares of the data, and squaring costs half of the digits: a direction whose spread is $10^{-9}$ of the largest has the variance $10^{-18}$, below the precision of the machine. The SVD still sees it:

# %%
from scipy.stats import ortho_group as frames

thin = frames.rvs(20, random_state=1)[:, :2] * [1.0, 1e-9] @ frames.rvs(2, random_state=2)
by_svd = np.linalg.svd(thin, compute_uv=False)[1]
by_square = np.sqrt(abs(np.linalg.eigvalsh(thin.T @ thin)[0]))
agree(abs(by_svd / 1e-9 - 1) < 1e-5, "the SVD sees a spread of 1e-9")
agree(abs(by_square / 1e-9 - 1) > 0.1, "the eigenvalue of the square does not")

# %% tags=["proof"]
rng = np.random.default_rng(8)
for name, table in (("wide", rng.normal(size=(60, 1000))), ("tall", rng.normal(size=(2000, 20)))):
    one, other = (pca.pca(table, 5, route).eigenvalues for route in ("eigen", "gram"))
    agree(one, other, f"the {name} table: the same eigenvalues by Σ and by G")

# %% [markdown]
# > **In short.** Decompose the smaller square if you are in a hurry, the table itself if you need every digit.

# %% [markdown] needs="4.7" why="Enter if you ask when PCA finds the truth." teaches="W-u13 W-u14 W-u15"
# ### 4d. A subspace under noise
#
# Take a world made for PCA: points in a $k$-dimensional subspace, plus a little noise in all $d$ directions,
#
# $$x=Bz+\varepsilon,\qquad \operatorname{Cov}z=\tau^2I_k,\quad\operatorname{Cov}\varepsilon=\sigma^2I_d,$$
#
# with $z$ and ε uncorrelated and of mean zero.
#
# > **Predict.** The columns of $B$ are orthonormal. Which eigenvalues has the covariance of $x$?
# >
# > <details><summary>Answer</summary>
# >
# > $k$ times $\tau^2+\sigma^2$, and $d-k$ times $\sigma^2$. The noise lifts all directions alike.
# > </details>
#
# Covariances of uncorrelated parts add up: $\Sigma=\tau^2BB^\top+\sigma^2I$. So $\Sigma b_j=(\tau^2+\sigma^2)b_j$ for each column, and all that is orthogonal to them has $\sigma^2$:

# %% proves="W-u15 W-u14"
B_10 = np.linalg.qr(np.random.default_rng(9).normal(size=(10, 2)))[0]  # d = 10, k = 2
truth = 4 * B_10 @ B_10.T + np.eye(10)  # τ² = 4, σ² = 1
print(np.linalg.eigvalsh(truth)[::-1].round(9))
agree(truth @ B_10, (4 + 1) * B_10, "the columns are eigenvectors, with eigenvalue τ² + σ²")

# %% [markdown] teaches="W-u16"
# So PCA of the *true* covariance returns the subspace. We only have a sample, and its covariance converges: for fixed $d$ the spectral norm of the difference (its largest eigenvalue, by size) goes to zero. At which rate? Thirty samples of each size:


# %% tags=["drawing"] shows="W-u16"
def noisy_subspace(n, rng):
    """Points B z + ε, (n, 10)."""
    return 2 * rng.normal(size=(n, 2)) @ B_10.T + rng.normal(size=(n, 10))


def miss(n, rng):
    """Spectral distance between sample and true covariance."""
    return np.linalg.norm(np.cov(noisy_subspace(n, rng).T, bias=True) - truth, 2)


rng = np.random.default_rng(10)
sizes = [50, 100, 200, 400, 800, 1600, 3200]
error = np.array([np.mean([miss(n, rng) for _ in range(30)]) for n in sizes])
guide = error[0] * np.sqrt(sizes[0] / np.array(sizes))
series = {"mean distance to the truth": error, "slope −1/2": guide}
ax = plots.curves(sizes, series, log=True, xlabel="points n", ylabel="spectral norm")
ax.set_title("Four times the points, half the error")
plots.show(
    ax,
    alt="""Distance between sample and true covariance against the number of points, both on log
    scales: a straight falling line of slope minus one half.""",
)

# %% tags=["proof"] proves="W-u13 W-u14 W-u15 W-u16"
slope = np.polyfit(np.log(sizes), np.log(error), 1)[0]
agree(abs(slope + 0.5) < 0.08, "the distance falls like one over the root of n")
agree(np.cov(noisy_subspace(100_000, rng).T), truth, "100 000 points have nearly Σ", tol=0.02)
stretched = B_10 * [1.5, 0.5]
uneven = np.linalg.eigvalsh(4 * stretched @ stretched.T + np.eye(10))
agree(uneven[-2:], [4 * 0.25 + 1, 4 * 2.25 + 1], "columns of length l: eigenvalue τ²l² + σ²")

# %% [markdown]
# Three conditions. The noise must be alike in all directions ([room 4k](#4k.-The-usual-tools) shows what happens if it is not). The columns must be *orthonormal*; orthogonal columns of length $l$ have the eigenvalue $\tau^2l^2+\sigma^2$. And only the **span** of $B$ can be found, since its eigenvalues are equal. Twenty samples of 5000 points:

# %% proves="W-u15"
fits = [pca.pca(noisy_subspace(5000, rng), 2).directions for _ in range(20)]
cosines_d = np.array([abs(V[0] @ B_10[:, 0]) for V in fits])
gaps = [np.linalg.norm(V.T @ V - B_10 @ B_10.T, 2) for V in fits]
print(f"|cos| with the first column: {cosines_d.min():.1f} to {cosines_d.max():.1f}")
print(f"distance of the planes at most {max(gaps):.2f}")
agree(cosines_d.min() < 0.3 and cosines_d.max() > 0.9, "the first direction wanders")
agree(max(gaps) < 0.1, "the plane stays")

# %% [markdown]
# > **In short.** PCA recovers a subspace, not its vectors.

# %% [markdown] needs="4.7" why="Enter if your signal may be too weak to be seen."
# ### 4e. Too weak to see
#
# Section 7 told how far the eigenvalues of noise reach. The law of Marchenko and Pastur tells how they are spread in between. With $\gamma=d/n\le1$ and the edges $a,b=(1\mp\sqrt\gamma)^2$ their density is
#
# $$f(\lambda)=\frac{\sqrt{(b-\lambda)(\lambda-a)}}{2\pi\gamma\lambda},\qquad a\le\lambda\le b$$

# %% tags=["drawing"]
gamma = 0.5
low_e, high_e = (1 - np.sqrt(gamma)) ** 2, (1 + np.sqrt(gamma)) ** 2
line_e = np.linspace(low_e, high_e, 400)
law_e = np.sqrt((high_e - line_e) * (line_e - low_e)) / (2 * np.pi * gamma * line_e)
noise_values = pca.pca(np.random.default_rng(22).normal(size=(1000, 500))).eigenvalues
ax = plots.axes(width=6.4, height=3.0)
ax.hist(noise_values, bins=40, density=True, alpha=0.4, label="500 sample eigenvalues")
ax.plot(line_e, law_e, "k-", label="Marchenko and Pastur")
ax.axvline(1, color=plots.ORANGE, linestyle="--", label="all 500 true ones")
ax.set(xlabel="eigenvalue", ylabel="density")
ax.set_title("One true variance, a whole hill of sample ones")
ax.legend()
plots.show(
    ax,
    alt="""Histogram of the 500 eigenvalues of a table of noise with 1000 rows, a hill that is steep
    on the left and slopes to nearly three on the right; the law of Marchenko and Pastur
    follows it. A dashed line marks the true variance, one.""",
)

# %% tags=["proof"]
agree(abs(np.trapezoid(law_e, line_e) - 1) < 0.01, "the density integrates to one")
agree(abs(np.trapezoid(line_e * law_e, line_e) - 1) < 0.01, "and its mean is the true variance, 1")
agree(abs(noise_values[0] - high_e) < 0.1, "the largest of 500 eigenvalues lies at the upper edge")

# %% [markdown]
# Now let there be *one* true direction, $e_1$, whose variance exceeds that of the noise (1) by $\ell$. The first direction found is $v_1$.
#
# > **Predict.** As many columns as points, $d/n=1$, and $\ell=0.3$: the true direction has 30 % more variance than any other. How much of $v_1$ is truth?
# >
# > <details><summary>Answer</summary>
# >
# > Next to nothing. The wide direction that noise happens to have (variance near 4!) beats it by far.
# > </details>
#
# For large $n$ and $d$ with $\gamma=d/n$ the squared cosine has a limit:
#
# $$\cos^2(v_1,e_1)\to\frac{1-\gamma/\ell^2}{1+\gamma/\ell}\quad\text{if }\ell>\sqrt\gamma,\qquad\text{and}\to0\text{ otherwise}$$
#
# At $\ell=\sqrt\gamma$ the numerator is zero: that is the border of the visible (the black line in the demo of section 7). For $\gamma=1$ and $\ell=3$ it is $\frac{1-1/9}{1+1/3}=\frac23$.


# %%
def truth_found(signal, rng):
    """Squared cosine between the first direction and the true one, e1; mean of ten tables."""
    tables = rng.normal(size=(10, 200, 200)) * np.append(np.sqrt(1 + signal), np.ones(199))
    return np.mean([pca.pca(table, 1).directions[0, 0] ** 2 for table in tables])


rng = np.random.default_rng(11)
seen_share = {signal: truth_found(signal, rng) for signal in (0.3, 3.0, 8.0)}
for signal, found_share in seen_share.items():
    limit = demos.squared_cosine_limit(signal, 1.0)
    print(f"signal {signal}: squared cosine {found_share:.1f}, limit {limit:.1f}")

# %% tags=["proof"]
agree(demos.squared_cosine_limit(3.0, 1.0), (1 - 1 / 9) / (1 + 1 / 3), 2 / 3, "the formula: 2/3")
agree(seen_share[0.3] < 0.1, "below the border the first direction is next to random")
agree(abs(seen_share[3.0] - 2 / 3) < 0.1, "above, it is where the formula says")

# %% [markdown]
# > **In short.** A direction shows only if its extra variance exceeds $\sqrt{d/n}$ times that of the noise.

# %% [markdown] needs="4.4" why="Enter if you want to ask how likely a point is." teaches="DME-2.58 DME-2.60 DME-2.61 DME-F2.2"
# ### 4f. A model that makes the data
#
# PCA is a recipe. A recipe cannot say how likely a new point is, nor how sure it is of a score. So write down how the data might have come about: draw latent coordinates, map them into data space, add noise:
#
# $$z\sim N(0,I_k),\qquad x=Wz+\mu+\varepsilon,\quad \varepsilon\sim N(0,\sigma^2I_d)$$
#
# That is **probabilistic PCA**. Given $z$, the point is a round Gaussian blob about $Wz+\mu$.
#
# > **Predict.** For $k=1$ in the plane: what shape has the density of $x$ itself?
# >
# > <details><summary>Answer</summary>
# >
# > A tilted ellipse: blobs, strung along a line, most of them near its middle.
# > </details>

# %% tags=["drawing"] shows="DME-F2.2 DME-2.58 DME-2.60 DME-2.61"
from scipy.stats import multivariate_normal

W_1, mu, noise_1 = np.array([[1.6], [0.8]]), np.array([1.0, 1.0]), 0.15
marginal = multivariate_normal(mu, W_1 @ W_1.T + noise_1 * np.eye(2))
z_1 = 1.2  # one draw of the latent coordinate
given = multivariate_normal(mu + W_1[:, 0] * z_1, noise_1 * np.eye(2))
first, second, third = plots.axes(3, height=2.9)
grid = np.linspace(-3, 3, 100)
first.plot(grid, np.exp(-(grid**2) / 2) / np.sqrt(2 * np.pi))
first.axvline(z_1, color=plots.ORANGE, linestyle="--")
first.set(title="1. Draw z", xlabel="z", ylim=(0, 0.45))
for ax, law, title in ((second, given, "2. Add noise"), (third, marginal, "3. All of it: p(x)")):
    ax.set(xlim=(-3.5, 5.5), ylim=(-2.5, 4.5), title=title, xlabel="x₁", ylabel="x₂")
    ax.plot(*(mu + np.outer([-3, 3], W_1)).T, color=plots.GREY, linewidth=1)
    ax.contour(*plots.on_grid(law.pdf, ax), levels=5, cmap="viridis_r")
second.plot(*given.mean, "X", color=plots.ORANGE)
plots.show(
    first,
    alt="""Three panels. First the bell curve of the latent coordinate with one value marked. Second
    the line it is mapped to in the plane, with circles around that value's place. Third the
    density of the points, tilted ellipses along the line.""",
)

# %% [markdown] teaches="DME-2.71"
# Two lines prove the ellipse. Sums and linear maps of Gaussians are Gaussian. And $Wz$ and ε are uncorrelated, so their covariances add up: $\operatorname{Cov}(Wz)=W\,I\,W^\top$, plus $\sigma^2I$:
#
# $$x\sim N(\mu,\;WW^\top+\sigma^2I) \tag{2.71}$$
#
# A hundred thousand draws:

# %% proves="DME-2.60 DME-2.71"
rng = np.random.default_rng(12)
draws = rng.normal(size=(100_000, 1)) @ W_1.T + mu
draws = draws + np.sqrt(noise_1) * rng.normal(size=(100_000, 2))
S_1 = W_1 @ W_1.T + noise_1 * np.eye(2)
print(np.cov(draws.T).round(1), S_1.round(1), sep="\n\n")
agree(np.cov(draws.T), S_1, "their covariance is WWᵀ + σ²I, to two per cent", tol=0.02)
agree(draws.mean(axis=0), mu, "their mean is μ, to two per cent", tol=0.02)

# %% [markdown] teaches="DME-2.59 DME-2.63..2.66 DME-2.62 DME-2.67..2.68 DME-2.69..2.70"
# The density itself gives the same, and one thing more that the next rooms need: how $z$ and $x$ hang together. A Gaussian density is $(2\pi)^{-d/2}\,|\Sigma|^{-1/2}\exp\bigl(-\frac12(x-\mu)^\top\Sigma^{-1}(x-\mu)\bigr)$. Multiply out: its exponent is $-\frac12x^\top\Sigma^{-1}x+x^\top\Sigma^{-1}\mu$ plus a constant. So whenever you meet $-\frac12x^\top Ax+x^\top\xi$, you may read off $\Sigma=A^{-1}$ and $\mu=\Sigma\xi$: **completing the square**.
#
# The joint density of $(z,x)$ is $p(x\mid z)\,p(z)$, with exponent $-\frac12\bigl(\|x-Wz-\mu\|^2/\sigma^2+\|z\|^2\bigr)$. Sort its second-order terms into a matrix $A$, and invert it [block by block](A_linear_algebra.ipynb#Aa.-Blocks):
#
# $$\begin{pmatrix}I+W^\top W/\sigma^2&-W^\top/\sigma^2\\-W/\sigma^2&I/\sigma^2\end{pmatrix}^{-1}=\begin{pmatrix}I&W^\top\\W&WW^\top+\sigma^2I\end{pmatrix}$$
#
# The lower right block is the covariance of $x$, as above; the corner $W$ is the covariance of $x$ and $z$. The linear terms give the mean $(0,\mu)$.

# %% tags=["proof"] proves="DME-2.59 DME-2.67..2.68 DME-2.69..2.70"
I_1, I_2 = np.eye(1), np.eye(2)
corners = I_1 + W_1.T @ W_1 / noise_1, -W_1.T / noise_1, -W_1 / noise_1, I_2 / noise_1
joint_cov = linalg.block_inverse(*corners)
agree(joint_cov, np.block([[I_1, W_1.T], [W_1, S_1]]), "the matrix, inverted block by block")
xi = np.concatenate([-W_1.T @ mu, mu]) / noise_1  # the linear terms
agree(joint_cov @ xi, [0, *mu], "the joint mean is (0, μ)")
x_1 = np.array([2.0, 0.5])
exponent = -(x_1 - mu) @ np.linalg.solve(S_1, x_1 - mu) / 2
by_formula = np.exp(exponent) / (2 * np.pi * np.linalg.det(S_1) ** 0.5)
agree(by_formula, marginal.pdf(x_1), "the formula is scipy's density")

# %% [markdown]
# > **In short.** Probabilistic PCA is a Gaussian whose covariance is low rank plus a round rest.

# %% [markdown] needs="4f" why="Enter if you want to choose k by fresh points." teaches="DME-2.72..2.74 DME-2.75 DME-2.76..2.79 DME-2.80 DME-2.81..2.84"
# ### 4g. The most likely model
#
# > **Predict.** Which $W$ and $\sigma^2$ make given data most likely? The directions you know already, surely. But what does the model do with the variance in the directions that it drops?
# >
# > <details><summary>Answer</summary>
# >
# > It calls it noise, and since its noise is round, it spreads the dropped variance evenly: $\sigma^2$ is the *mean* of the discarded eigenvalues. That much noise it expects inside the subspace too, and subtracts it there.
# > </details>
#
# For centred data the log-likelihood is a sum of Gaussian log-densities with $\Sigma=WW^\top+\sigma^2I$. A trick shortens it: $x^\top Ax=\operatorname{tr}(Axx^\top)$, so $\sum_ix_i^\top Ax_i=n\operatorname{tr}(A\hat\Sigma)$ with the sample covariance $\hat\Sigma$. Hence:
#
# $$\ln p(X)=-\frac n2\Bigl(d\ln2\pi+\ln|\Sigma|+\operatorname{tr}(\Sigma^{-1}\hat\Sigma)\Bigr) \tag{2.84}$$
#
# We try it on a plane in ten dimensions, with four times the variance of the noise around it:


# %%
def noisy_plane(n, rng):
    """Points of a plane with variance 4 in it, and noise of variance 1 all around, (n, 10)."""
    plane_g = np.linalg.qr(np.random.default_rng(9).normal(size=(10, 2)))[0]
    return 2 * rng.normal(size=(n, 2)) @ plane_g.T + rng.normal(size=(n, 10))


sample = noisy_plane(300, np.random.default_rng(13))
mean_g, W, sigma2 = pca.ppca(sample, 2)
S, S_hat = W @ W.T + sigma2 * np.eye(10), np.cov(sample.T, bias=True)
S_inverse = np.linalg.inv(S)  # for the check only; the library solves
log_p = -150 * (10 * np.log(2 * np.pi) + np.linalg.slogdet(S)[1] + np.trace(S_inverse @ S_hat))
print(f"by the formula {log_p:.4f}")
print(f"by scipy       {multivariate_normal(mean_g, S).logpdf(sample).sum():.4f}")
print(f"by the library {pca.ppca_log_likelihood(sample, mean_g, W, sigma2):.4f}")

# %% tags=["proof"] proves="DME-2.72..2.74 DME-2.75 DME-2.76..2.79 DME-2.80 DME-2.81..2.84"
outer = [np.outer(x, x) for x in sample - mean_g]
agree(S_hat, np.mean(outer, axis=0), "the sample covariance averages the products xxᵀ")
forms = np.einsum("ij,jk,ik->i", sample - mean_g, S_inverse, sample - mean_g)
agree(forms.sum(), 300 * np.trace(S_inverse @ S_hat), "300 quadratic forms add up to one trace")
agree(log_p, multivariate_normal(mean_g, S).logpdf(sample).sum(), "one line = scipy's sum")
agree(log_p, pca.ppca_log_likelihood(sample, mean_g, W, sigma2), "= the library's")

# %% [markdown] teaches="DME-2.85 DME-2.86 DME-u25"
# The maximum was found by Tipping and Bishop; we take it over without proof:
#
# $$\sigma^2=\frac1{d-k}\sum_{i>k}\lambda_i,\qquad W=V_k(\Lambda_k-\sigma^2I)^{1/2}R,\qquad R\text{ any orthogonal matrix}$$
#
# As a recipe: eigenvalues first, then $\sigma^2$, then $W$. No proof, but tests: of a thousand small changes of $W$ and $\sigma^2$ none should raise the likelihood.

# %%
rng = np.random.default_rng(14)
nudges, factors_g = 0.02 * rng.normal(size=(1000, 10, 2)), np.exp(0.02 * rng.normal(size=1000))
rivals = [
    pca.ppca_log_likelihood(sample, mean_g, W + nudge, sigma2 * factor)
    for nudge, factor in zip(nudges, factors_g, strict=True)
]
print(f"{np.sum(np.array(rivals) >= log_p)} of 1000 nudged models are likelier")

# %% tags=["proof"] proves="DME-2.85 DME-2.86 DME-u25"
values_g, vectors_g = np.linalg.eigh(S_hat)
by_recipe = vectors_g[:, 8:] * (values_g[8:] - sigma2) @ vectors_g[:, 8:].T
agree(np.array(rivals) < log_p, "none of a thousand nudges raises the likelihood")
agree(sigma2, values_g[:8].mean(), "σ² is the mean of the eight discarded eigenvalues")
agree(W @ W.T, by_recipe, "WWᵀ is what the recipe says")
agree(np.trace(S_inverse @ S_hat), 10.0, "tr(Σ⁻¹Σ̂) is the dimension")
agree(np.trace(S), np.trace(S_hat), "tr Σ is the total variance of the sample")
R = np.array([demos.unit(25), demos.unit(115)])
turned_p = pca.ppca_log_likelihood(sample, mean_g, W @ R, sigma2)
agree(turned_p, log_p, "the likelihood does not notice a turn of the latent space")
agree(np.abs(W @ R - W).max() > 0.1, "though W is another")

# %% [markdown]
# And $R$? It turns the latent space, $WR\,(WR)^\top=WW^\top$, and the likelihood does not notice. Only the span of $W$ has a meaning, and $WW^\top$. (Whoever reads a story into a single column has chosen an $R$.)
#
# A likelihood can do what no share of variance can: be tested on fresh points. Fit on 100 points, score on 1000 others, for each $k$:

# %% tags=["drawing"]
rng = np.random.default_rng(15)
learn, fresh = noisy_plane(100, rng), noisy_plane(1000, rng)
ks = np.arange(1, 10)
models = [pca.ppca(learn, k) for k in ks]
on_seen = [pca.ppca_log_likelihood(learn, *m) / 100 for m in models]
on_fresh = [pca.ppca_log_likelihood(fresh, *m) / 1000 for m in models]
series = {"training points": on_seen, "fresh points": on_fresh}
ax = plots.curves(ks, series, xlabel="components k")
ax.axvline(2, color=plots.GREY, linestyle=":")
ax.set(ylabel="log-likelihood per point", title="Fresh points know that there are two")
plots.show(
    ax,
    alt="""Log-likelihood per point against the number of components. For the training points it
    goes on rising; for fresh points it peaks at two, the true number, and falls
    slowly afterwards.""",
)

# %% tags=["proof"]
agree(ks[np.argmax(on_fresh)], 2, "fresh points choose two components")
agree(ks[np.argmax(on_seen)] > 6, "the training points would take more")

# %% [markdown]
# One condition: some variance must be left beyond the $k$ components. If all points lie in a $k$-dimensional plane, $\sigma^2=0$, and the likelihood grows without end as the noise is turned down. So the library refuses, in a sentence:

# %%
rng = np.random.default_rng(16)
flat = rng.normal(size=(50, 2)) @ rng.normal(size=(2, 6))
flat_mean, flat_directions, flat_values, _ = pca.pca(flat, 2)
for tiny in (1e-2, 1e-4, 1e-6):
    W_flat = flat_directions.T * np.sqrt(flat_values)
    log_flat = pca.ppca_log_likelihood(flat, flat_mean, W_flat, tiny)
    print(f"σ² = {tiny:g}: log-likelihood {log_flat:.0f}")
try:
    pca.ppca(flat, 2)
except ValueError as refusal:
    print(refusal)

# %% [markdown]
# > **In short.** Maximum likelihood finds PCA's subspace, a noise level, and no preference among its axes.

# %% [markdown] needs="4g" why="Enter if you want clean signals, not faithful copies." teaches="DME-2.87..2.88 DME-2.89..2.90 DME-2.91"
# ### 4h. Back to the latent: shrinkage
#
# PCA maps data to scores. The model goes the other way, so we have to invert it: which $z$ may have made this $x$? Fix $x$ in the joint exponent of room 4f, and complete the square in $z$. With $M=W^\top W+\sigma^2I$:
#
# $$z\mid x\;\sim\;N\bigl(M^{-1}W^\top(x-\mu),\;\sigma^2M^{-1}\bigr)$$
#
# Map that mean back to data space, and you have the model's reconstruction of $x$. Is it PCA's projection? Predict, then turn the noise up:

# %%
demos.turn_up_the_noise()

# %% [markdown]
# > **By hand.** Our four points, $k=1$: $\sigma^2$ is the mean of the discarded eigenvalues, 5. The score is kept by $(20-5)/20=\frac34$. So $(5,0)$ goes to $(4,2)$ by PCA, and to $(3,1.5)$ by the model.
#
# Is drawing every score to the mean any good? A small world, three dimensions over two latent ones, where the true $z$ is known. Four points with their least-squares latent $(W^\top W)^{-1}W^\top(x-\mu)$, which is what a projection would say, and their posterior with a 95 % ellipse:

# %% tags=["drawing"] shows="DME-2.87..2.88 DME-2.89..2.90 DME-2.91"
from scipy.stats import chi2

rng = np.random.default_rng(3)
W_3, noise_3 = np.array([[1.5, 0], [0, 0.9], [0.4, 0.4]]), 0.6
z_true = rng.normal(size=(5000, 2))
x_3 = z_true @ W_3.T + np.sqrt(noise_3) * rng.normal(size=(5000, 3))
post, post_cov = pca.ppca_posterior(x_3, np.zeros(3), W_3, noise_3)
least_squares = x_3 @ np.linalg.pinv(W_3).T
ax = plots.axes(width=7.4, height=4.2)
around = np.sqrt(chi2.ppf(0.95, 2)) * demos.unit(np.arange(0, 361, 5))
for centre in post[:4]:
    ring = centre + around @ np.linalg.cholesky(post_cov).T
    ax.plot(*ring.T, color=plots.GREEN, linestyle="-", linewidth=1)
demos.threads(ax, least_squares[:4], post[:4], plots.GREY)
plots.scatter(least_squares[:4], ax=ax, label="least squares")
plots.scatter(post[:4], ax=ax, colour=plots.GREEN, marker="s", label="posterior mean")
ax.plot(*z_true[:4].T, "x", color=plots.ORANGE, label="truth")
ax.plot(0, 0, "k+", markersize=14)
ax.set(xlabel="z₁", ylabel="z₂", title="The posterior draws every score to the mean")
ax.legend(bbox_to_anchor=(1.02, 1), loc="upper left")
plots.show(
    ax,
    alt="""Four points of the latent plane: least-squares positions, threads leading from each
    towards the origin to the posterior mean, an ellipse around that, and the true positions,
    all inside their ellipse.""",
)

# %% proves="DME-2.91"
gap = z_true - post
inside_h = np.einsum("ij,jk,ik->i", gap, np.linalg.inv(post_cov), gap) < chi2.ppf(0.95, 2)
errors_h = [np.mean((z_true - guess) ** 2) for guess in (least_squares, post)]
print(f"the ellipses hold the truth in {inside_h.mean():.0%} of 5000 cases")
print(f"squared error {errors_h[0]:.2f} by least squares, {errors_h[1]:.2f} shrunk")
agree(abs(inside_h.mean() - 0.95) < 0.015, "as often as they say")
agree(errors_h[1] < 0.8 * errors_h[0], "shrinking takes more than a fifth off the error")

# %% [markdown] teaches="DME-2.92"
# The matrix $W^\dagger=(W^\top W+\sigma^2I)^{-1}W^\top$ is a pseudo-inverse with a ridge: without noise it returns $z$ exactly, provided $W$ has rank $k$; with noise it exists for any $W$. In fact it *is* ridge regression, with $W$ as the table of features: $M^{-1}W^\top x$ minimises $\|x-Wz\|^2+\sigma^2\|z\|^2$.

# %% tags=["proof"] proves="DME-2.89..2.90 DME-2.92"
from sklearn.linear_model import Ridge

ridge = Ridge(alpha=noise_3, fit_intercept=False).fit(W_3, x_3[:6].T)  # its alpha is our ridge
agree(ridge.coef_, post[:6], "ridge regression finds the posterior means")
quiet_z, _ = pca.ppca_posterior(z_true @ W_3.T, np.zeros(3), W_3, 1e-12)
agree(quiet_z, z_true, "without noise they are the latent points")

# %% [markdown] teaches="DME-2.93..2.94 DME-2.95..2.99"
# With the most likely $W$ one finds $M=R^\top\Lambda_kR$, exactly and whatever $\sigma^2$. Insert both, and the rotation cancels from the reconstruction $\hat x=W\,\mathbb E[z\mid x]$:
#
# $$WM^{-1}W^\top=V_k\,\operatorname{diag}\Bigl(\frac{\lambda_i-\sigma^2}{\lambda_i}\Bigr)\,V_k^\top$$
#
# Each score is shrunk by its own factor; the weaker the component, the more. For $\sigma^2\to0$ all factors go to 1, and PCA's projector is back. A projection it is not: apply it twice and you have shrunk twice. (It can be undone: $W(W^\top W)^{-1}M\,\mathbb E[z\mid x]$ is PCA's projection, for any $\sigma^2$ and any $R$.)

# %%
top, WR = pca.pca(sample, 2), W @ R
M = WR.T @ WR + sigma2 * np.eye(2)
shrink = WR @ np.linalg.solve(M, WR.T)
factors = (top.eigenvalues - sigma2) / top.eigenvalues
print("factors by the formula:", factors.round(2))
print("eigenvalues of WM⁻¹Wᵀ: ", np.linalg.eigvalsh(shrink)[::-1][:2].round(2))

# %% tags=["proof"] proves="DME-2.93..2.94 DME-2.95..2.99"
agree(shrink, top.directions.T * factors @ top.directions, "each score is shrunk by its own factor")
agree(M, R.T * top.eigenvalues @ R, "M = RᵀΛR, for any noise")
twice = top.directions.T * factors**2 @ top.directions
agree(shrink @ shrink, twice, "project twice and you have shrunk twice")
agree(not linalg.is_projection(shrink), "so it is no projection")
undone = WR @ np.linalg.solve(WR.T @ WR, M) @ np.linalg.solve(M, WR.T)
agree(undone, top.directions.T @ top.directions, "undone, it is the projector of PCA")
W_quiet = top.directions.T * np.sqrt(top.eigenvalues - 1e-9)  # W for almost no noise
near_pca = pca.ppca_posterior(sample, top.mean, W_quiet, 1e-9)[0] @ W_quiet.T
agree(near_pca, (sample - top.mean) @ undone, "with almost no noise it is PCA's projection")
rebuilt_h = pca.ppca_posterior(four, np.zeros(2), *pca.ppca(four, 1)[1:])[0] @ pca.ppca(four, 1).W.T
agree(rebuilt_h[0], [3, 1.5], "by hand: (5, 0) goes to (3, 1.5)")

# %% [markdown]
# Should you want it? If the aim is to reproduce $x$, PCA is best by construction. If the aim is the clean signal *under* the noise, shrink. The flickering scanner of section 8 once more, first with a projection, then with shrunk scores (here the noise is known, $\sigma^2=16$, and $\lambda_i+\sigma^2$ is what noisy digits vary by):

# %%
flicker = arriving + 4 * np.random.default_rng(6).normal(size=arriving.shape)
V_h, lam_h = found.directions[:20].T, found.eigenvalues[:20]
plain = mean + (flicker - mean) @ V_h @ V_h.T
shrunk = mean + (flicker - mean) @ (V_h * lam_h / (lam_h + 16)) @ V_h.T
for name, copy in (("noisy", flicker), ("projected", plain), ("shrunk", shrunk)):
    print(
        f"{name:10} off by {off(copy, flicker):.1f} from the noisy, {off(copy):.1f} from the clean"
    )

# %% [markdown]
# > **In short.** The more noise you believe in, the less you should believe a score.

# %% [markdown] needs="4.4 1.7" why="Enter if strangers may turn up." teaches="H-q01 H-q02"
# ### 4i. A classifier that can refuse
#
# Find a subspace without looking at the labels, then classify with the relative coordinates in it. For each class $c$ fit a Gaussian to its scores, and measure how far a point is in units of that class's own spread, the squared **Mahalanobis distance** $d_c^2=(z-\mu_c)^\top\Sigma_c^{-1}(z-\mu_c)$. A recipe: take the class with the smallest $d_c^2$, provided it stays below a cut-off from the tail of a χ² law; otherwise refuse to answer. We try its three parts one at a time.
#
# **Which class?**
#
# > **Predict.** Two classes with the same mean, one narrow ($\Sigma=I$), one wide ($\Sigma=16\,I$). Which points does the smallest Mahalanobis distance give to the narrow class?
# >
# > <details><summary>Answer</summary>
# >
# > None; at the common mean itself it is a tie. $d^2_{\text{wide}}=d^2_{\text{narrow}}/16$ everywhere: the wide class is near to everything. What is missing is the price of being wide, the term $\ln|\Sigma_c|$ of the log-density (and the class's prior).
# > </details>

# %% proves="H-q02"
from featurespace import normal

rng = np.random.default_rng(17)
narrow, wide = rng.normal(size=(500, 2)), 4 * rng.normal(size=(500, 2))
classes = [normal.normal_law(narrow), normal.normal_law(wide)]
both, owner = np.vstack([narrow, wide]), np.repeat([0, 1], 500)
distance = np.column_stack([normal.mahalanobis_squared(both, g) for g in classes])
density = np.column_stack([normal.log_density(both, g) for g in classes])
wrong = {"nearest": distance.argmin(axis=1) != owner, "likeliest": density.argmax(axis=1) != owner}
for name, errors_i in wrong.items():
    print(f"{name:9}: {errors_i.mean():.1%} wrong")
worse = wrong["nearest"].mean() > 3 * wrong["likeliest"].mean()
agree(worse, "the nearest class is wrong more than three times as often")

# %% tags=["drawing"] shows="H-q02"
left, right = plots.axes(2, width=9.0, height=3.4)
rules = {"Nearest: the narrow class is lost": normal.mahalanobis_squared}
rules["Likeliest: the narrow class is back"] = lambda Z, g: -2 * normal.log_density(Z, g)
for ax, (title, far_from) in zip((left, right), rules.items(), strict=True):
    plots.scatter(both[::4], np.where(owner == 0, 1, -1)[::4], ax=ax, size=12)
    ax.set(xlim=(-10, 10), ylim=(-7, 7))
    plots.boundary(lambda Z, f=far_from: f(Z, classes[1]) - f(Z, classes[0]), ax=ax, title=title)
plots.show(
    left,
    alt="""A narrow cloud inside a wide one, twice. By smallest Mahalanobis distance nearly the
    whole plane, centre included, belongs to the wide class; by log-density a disc around the narrow
    cloud belongs to the narrow class.""",
)

# %% [markdown]
# `SubspaceClassifier` uses the log-density and the priors. Digits from all writers, shuffled, half to train and half to test, in 20 dimensions:

# %%
from featurespace.estimators import SubspaceClassifier

order = np.random.default_rng(0).permutation(len(digits))
train, test = order[:900], order[900:]
rule = SubspaceClassifier(k=20).fit(digits[train], label[train])
print(f"{(rule.predict(digits[test]) != label[test]).mean():.1%} wrong on {len(test)} test digits")

# %% [markdown]
# **Where to cut?** With *known* mean and covariance, $d^2$ of a Gaussian point in $p$ dimensions follows $\chi^2_p$: it is a sum of $p$ squared standard normal numbers. Ours are estimated, from some 90 points per class. How many test digits does the 95 % quantile of $\chi^2_{20}$ turn away *from their own class*?

# %%
from scipy.stats import chi2 as chi2_law

z_test = (digits[test] - rule.mean_) @ rule.directions_.T  # relative coordinates
to_all = np.column_stack([normal.mahalanobis_squared(z_test, g) for g in rule.gaussians_])
own_class = np.arange(len(test)), label[test]
by_chi2 = (to_all[own_class] > chi2_law.ppf(0.95, 20)).mean()
print(f"refused by their own class: {by_chi2:.0%}; asked for 5 %")

# %% [markdown]
# {= by_chi2:.0%}, not 5 %! A new point was not consulted when mean and covariance were estimated, so it lies farther out than χ² believes. For a Gaussian class of $m$ points the exact law is known (with the covariance divided by $m-1$, the one exception in this chapter):
#
# $$d^2\sim\frac{p\,(m^2-1)}{m\,(m-p)}\,F_{p,\,m-p}$$
#
# `typicality` is the tail probability of $d_c^2$ under this law, one column per class: small means strange.

# %% proves="H-q02"
by_f = (rule.typicality(digits[test])[own_class] < 0.05).mean()
print(f"refused by their own class: {by_f:.0%} by the F law, {by_chi2:.0%} by χ²")
agree(by_chi2 > 0.2, "χ² turns away more than a fifth")
agree(by_f < by_chi2 / 2, "F fewer than half as many")

# %% [markdown]
# **A cut that holds.** The F law mends the estimation, not the assumption: digits are no Gaussian clouds, and more of them lie far out. What mends both is the split of [chapter 1](01_means_and_distances.ipynb#7.-An-alarm-that-keeps-its-word). Take any score, here the typicality for the best class; rank it among points that had no part in the fit; the rate then holds whatever the distribution. We hide all eights from the training, and see who is refused:

# %%
known = np.random.default_rng(18).permutation(np.flatnonzero(label != 8))
fit, calibrate, new = np.split(known, [700, 1100])
without_eights = SubspaceClassifier(k=20).fit(digits[fit], label[fit])


def best_typicality(rows):
    """The largest tail probability that any class grants."""
    return without_eights.typicality(digits[rows]).max(axis=1)


r = int(0.05 * (len(calibrate) + 1))  # the r-th smallest keeps the rate
threshold = np.sort(best_typicality(calibrate))[r - 1]
familiar, strange = (
    (best_typicality(rows) < threshold).mean() for rows in (new, np.flatnonzero(label == 8))
)
print(f"refused: {familiar:.0%} of new digits (promised 5 %), {strange:.0%} of the eights")

# %% tags=["proof"] proves="H-q01"
from sklearn.decomposition import PCA as TheirPCA
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.pipeline import make_pipeline as piped

agree(abs(familiar - 0.05) < 0.03, "the rate holds")
agree(strange > 0.5, "and most strangers are refused")
qda = piped(TheirPCA(20, svd_solver="full"), QuadraticDiscriminantAnalysis())
qda.fit(digits[train], label[train])
same = (qda.predict(digits[test]) == rule.predict(digits[test])).mean()
agree(same > 0.999, "subspace first, then a Gaussian per class = PCA, then scikit-learn's QDA")

# %% [markdown]
# > **In short.** Distance alone favours the wide; a cut-off from a table favours nobody; ranks keep their word.

# %% [markdown] needs="4.3" why="Enter if you like to be cheated and to find out."
# ### 4j. Find the slip
#
# Four statements that stand in print, in our words. Each sounds right and is false. Look for a counterexample before you read on.
#
# 1. *If the first eigenvalues are distinct, $v_1,\dots,v_k$ are the only orthonormal directions with the largest summed variance.*
# 2. *If the mean is estimated and the covariance known, the squared Mahalanobis distance $(x-\bar x)^\top\Sigma^{-1}(x-\bar x)$ follows a χ² law with one degree of freedom less.*
# 3. *The covariance matrix of the data is $\frac1n\sum_ix_ix_i^\top$; project onto its first eigenvectors.*
# 4. *The first eigenvector spans the line on which the points lie closest to the mean.*

# %% [markdown]
# **1. The only ones?** The sum $\operatorname{tr}(W_k^\top\Sigma W_k)$ does not change if $W_k$ is turned to $W_kR$. Take $\Sigma=\operatorname{diag}(5,4,1)$, and turn the first two eigenvectors by 30° in their plane:

# %% proves="DME-B.16..B.19"
S_541 = np.diag([5.0, 4.0, 1.0])
W_2 = np.eye(3)[:, :2] @ np.array([demos.unit(30), demos.unit(120)])
print(f"objective {np.trace(W_2.T @ S_541 @ W_2):.12f}")
residual_j = np.linalg.norm(S_541 @ W_2 - W_2 * np.diag(W_2.T @ S_541 @ W_2), axis=0)
agree(np.trace(W_2.T @ S_541 @ W_2), 9.0, "the maximum 5 + 4 is reached")
agree(W_2.T @ W_2, np.eye(2), "by two orthonormal directions")
agree(residual_j > 0.4, "neither of which is an eigenvector")

# %% [markdown]
# *Repair:* the **subspace** is the only one, if and only if $\lambda_k>\lambda_{k+1}$; ties before $k$ do not matter to it. Choosing one direction after another does fix the vectors, up to sign, if the eigenvalues differ.
#
# **2. One degree less?** In one dimension that would make $d^2$ a $\chi^2_0$, a constant zero. Ten points in five dimensions, $\Sigma=I$ known, mean estimated, one new point:

# %%
from scipy.stats import chi2 as chi_squared
from scipy.stats import kstest

sets = np.random.default_rng(19).normal(size=(40_000, 11, 5))
centre_j = sets[:, :10].mean(axis=1)
d2_new, d2_old = (((sets[:, i] - centre_j) ** 2).sum(axis=1) for i in (10, 0))
refused = (d2_new > chi_squared.ppf(0.95, 4)).mean()
print(f"mean d²: new point {d2_new.mean():.1f}, training point {d2_old.mean():.1f}, printed law 4")
print(f"the printed 95 % cut-off rejects {refused:.0%} of new points")

# %% [markdown]
# *Repair:* a new point and the mean are independent, so $\operatorname{Cov}(x-\bar x)=(1+\frac1n)\Sigma$ and $d^2\sim(1+\frac1n)\chi^2_p$. For a training point, which pulls the mean towards itself, it is $(1-\frac1n)\chi^2_p$. The degrees of freedom stay $p$; the missing one belongs to the *sum* over all training points, $\sum_id_i^2\sim\chi^2_{(n-1)p}$. It matters most in the tail, where one decides:

# %% tags=["drawing"] shows="H-q02"
grid = np.linspace(0, 20, 200)
ax = plots.axes(width=6.5, height=3.1)
ax.hist(d2_new, bins=60, range=(0, 20), density=True, alpha=0.4, label="d² of new points")
law_4, law_5 = chi_squared(4).pdf(grid), chi_squared(5).pdf(grid / 1.1) / 1.1
ax.plot(grid, law_4, color=plots.ORANGE, linestyle="--", label="printed: χ², 4 degrees")
ax.plot(grid, law_5, "k-", label="repaired: 1.1 χ², 5 degrees")
ax.set(xlabel="squared Mahalanobis distance", title="The scale changes, not the degrees of freedom")
ax.legend()
plots.show(
    ax,
    alt="""Histogram of squared distances of new points. The repaired law follows it; the printed
    one peaks too early and too high and falls too fast in the tail.""",
)

# %% tags=["proof"] proves="H-q02"
agree(kstest(d2_new / 1.1, chi_squared(5).cdf).statistic < 0.01, "new points: 1.1 χ², 5 degrees")
agree(kstest(d2_old / 0.9, chi_squared(5).cdf).statistic < 0.01, "training points: 0.9 χ²")
agree(kstest(d2_new, chi_squared(4).cdf).statistic > 0.15, "the printed law is far off")
all_ten = ((sets[:, :10] - centre_j[:, None]) ** 2).sum(axis=(1, 2))
agree(kstest(all_ten, chi_squared(45).cdf).statistic < 0.01, "the sum of all ten: χ², 45 degrees")

# %% [markdown] teaches="W-u11 W-u12"
# **3. Nothing to centre?** $\frac1n\sum_ix_ix_i^\top$ is a second moment; it is the covariance only if the mean is zero. Otherwise its first eigenvector mostly runs after the *mean*. A flat cloud at $(0,20)$, wide along the first axis:

# %% proves="W-u11 W-u12"
away = np.random.default_rng(20).normal(size=(1000, 2)) * [3, 0.3] + [0, 20]
moment = away.T @ away / 1000
uncentred = np.linalg.eigh(moment)[1][:, -1]
centred = pca.pca(away, 1).directions[0]
print("uncentred:", np.abs(uncentred).round(1), " centred:", np.abs(centred).round(1))
middle = away.mean(axis=0)
with_mean = np.cov(away.T, bias=True) + np.outer(middle, middle)
agree(moment, with_mean, "a second moment is the covariance and the square of the mean")
agree(abs(uncentred @ middle) / np.linalg.norm(middle) > 0.999, "its first direction is the mean")
agree(abs(centred[0]) > 0.999, "that of the covariance is the wide one")

# %% [markdown]
# *Repair:* centre first, and project onto an **affine** subspace, one that passes through the mean: $\hat x=\mu+P(x-\mu)$. Even with the right direction, $\hat x=Px$ throws the points down to a line through the origin, twenty units away:

# %% proves="H-u12 W-u12"
m_j, v_j = pca.pca(away, 1)[:2]
P_j = v_j.T @ v_j
misses = []
for name, back_j in (("P x", away @ P_j), ("μ + P(x − μ)", m_j + (away - m_j) @ P_j)):
    misses.append(np.sqrt(((away - back_j) ** 2).sum(axis=1).mean()))
    print(f"{name:12}: root mean squared error {misses[-1]:.1f}")
agree(misses[0] > 50 * misses[1], "without the mean more than fifty times the error")

# %% [markdown]
# **4. Closest to what?** On that line they lie *farthest* from the mean: it has the largest variance. It is the line itself that they are closest to. The digits, along each principal line:

# %% proves="H-u09"
from_mean = (found.scores**2).mean(axis=0)
from_line = [((X - np.outer(X @ v, v)) ** 2).sum(axis=1).mean() for v in found.directions]
print("from the mean, along the line:", from_mean[:4].round(0))
print("from the line:                ", np.round(from_line[:4], 0))
agree(np.argmax(from_mean), 0, "on the first line the points lie farthest from the mean")
agree(np.argmin(from_line), 0, "and it is the line that they are closest to")

# %% [markdown]
# > **In short.** Ask of every claim: the vectors or the subspace, the mean or the origin, the line or the point?

# %% [markdown] needs="4.8" why="Enter before you use any of this at work."
# ### 4k. The usual tools
#
# `sklearn.decomposition.PCA` does all this. Three habits of it to know: variances are divided by $n-1$; signs may differ; and it chooses its solver by the shape of the table:

# %%
ten_theirs = PCA(10).fit(before)
ratios = share[:10] - np.append(0, share[:9])
agree(ten_theirs.explained_variance_ * 899 / 900, eigenvalues[:10], "their variances, over n: ours")
agree(np.abs(ten_theirs.transform(before)), np.abs(found.scores[:, :10]), "scores, up to sign")
agree(ten_theirs.explained_variance_ratio_, ratios, "and the same shares")

# %% [markdown]
# For large tables and few components the default is *randomised*: fast, and accurate where eigenvalues fall quickly. Where they do not, as in noise, it underestimates. Ask for `svd_solver="full"` if the last per cent matters:

# %%
all_noise = np.random.default_rng(0).normal(size=(200, 2000))
exact = pca.pca(all_noise, 10, "gram").eigenvalues
for solver in ("auto", "full"):
    fitted = PCA(10, svd_solver=solver, random_state=0).fit(all_noise)
    too_small = abs(1 - fitted.explained_variance_[-1] * 199 / 200 / exact[-1])
    print(f"{solver:4}: tenth eigenvalue too small by {too_small:.1%}")

# %% [markdown]
# `PCA.score` is the mean log-likelihood of probabilistic PCA ([room 4g](#4g.-The-most-likely-model)), with the parameters that division by $n-1$ gives:

# %%
grown = 900 / 899  # WWᵀ and σ² grow by this factor
mean_k, W_k, sigma2_k = pca.ppca(before, 10)
log_ours = pca.ppca_log_likelihood(arriving, mean_k, W_k * np.sqrt(grown), sigma2_k * grown) / 897
print(f"per arriving digit: ours {log_ours:.4f}, PCA.score {ten_theirs.score(arriving):.4f}")
agree(ten_theirs.score(arriving), log_ours, "the same likelihood, per point")

# %% [markdown]
# `FactorAnalysis` is probabilistic PCA with one noise variance *per column*. That matters when one instrument is bad: five columns measure one quantity, the fifth with a lot of noise. How well does either guess the quantity?

# %%
from sklearn.decomposition import FactorAnalysis

rng = np.random.default_rng(21)
quantity = rng.normal(size=500)
readings = quantity[:, None] + rng.normal(size=(500, 5)) * [0.5, 0.5, 0.5, 0.5, 4]
by_pca = pca.pca(readings, 1).scores[:, 0]
by_factor = FactorAnalysis(1).fit_transform(readings)[:, 0]
for name, guess in (("PCA", by_pca), ("factor analysis", by_factor)):
    print(f"{name:15}: |correlation| with the truth {abs(np.corrcoef(guess, quantity)[0, 1]):.2f}")

# %% [markdown]
# PCA falls for the noise, factor analysis does not.
#
# | job | call | cost | take it when |
# |---|---|---|---|
# | PCA, $n\gg d$ | `PCA(k, svd_solver="covariance_eigh")` | $nd^2$ | $d$ up to a few thousand; what `auto` takes for $n\ge10\,d$ and $d\le1000$ |
# | PCA, exact | `PCA(k, svd_solver="full")` | $nd\min(n,d)$ | small tables, small eigenvalues |
# | PCA, $d\gg n$ | `pca.pca(X, k, "gram")` (ours) | $n^2d$ | wide tables, exact and quick |
# | few components of a large table | `PCA(k)` (randomised) or `"arpack"` | $ndk$ | steep spectra, or a rough look |
# | more rows than memory | `IncrementalPCA` | $nd^2$, in batches | data on disk |
# | sparse data | `TruncatedSVD` | $ndk$ | counts of words; it does **not** centre |
# | noise per column | `FactorAnalysis` | $nd^2$ per step | columns measured with different care |
# | classify in a subspace | `make_pipeline(PCA(k), QuadraticDiscriminantAnalysis())` | $nd^2$ | few points per class |
#
# > **In short.** Know what your tool divides by, whether it centres, and which solver it took.
