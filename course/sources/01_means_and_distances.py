# %% [markdown]
# # 1. Means and distances
#
# A kernel hands you inner products in a space you never enter. From a table of them alone you will measure lengths, distances and centres of mass there, move the origin, raise an alarm for points that look strange, and build a classifier out of two averages. Along the way you will meet a proven alarm that cannot ring, and mend it.
#
# **After this chapter you can**
#
# - compute norms, distances, centres and spread from a kernel matrix, and say why each formula holds;
# - centre a kernel matrix, and new points with it, without ever building a feature vector;
# - tell what a guarantee "on average" promises about the one data set you hold, and repair a detector so that it keeps its word;
# - build the Parzen classifier and read it in two ways: nearest centre, and difference of densities.
#
# **Needs** vectors, inner products and averages (the [prelude](00_exploring_data.ipynb) is about averages and spread, [appendix A](A_linear_algebra.ipynb) about vectors and matrices). **Takes** about two hours, exercises apart. **Sources** section 5.1 of a kernel-methods book (ids ST-…, called *the book* here) and lecture notes on kernel PCA (ids W-…). The ids stand in small print where a statement is made; you can ignore them unless you have the sources at hand.

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>What is the squared length of <i>a</i> − <i>b</i>, written with inner products?</summary>
#
# $\|a-b\|^2 = \langle a,a\rangle - 2\langle a,b\rangle + \langle b,b\rangle$. Half of this chapter is this one line, applied again and again.
# </details>
#
# <details><summary>Which point has the smallest mean squared distance to a set of points?</summary>
#
# Their mean. It will be true in feature space too, and you will see why.
# </details>
#
# <details><summary>A die is fair. Over many throws one sixth are sixes. Does that promise a six among <i>your</i> six throws?</summary>
#
# No: about a third of all runs of six throws have none. Keep this in mind for section 9.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$ | `X` (n, d) | training points, one per row |
# | $z$ | `Z` (m, d) | new points |
# | $\phi(x)$ | | image of $x$ in feature space |
# | $\kappa(x,z)$ | `kernel(X, Z)` | inner product of two images |
# | $K$ | `K` (n, n) | kernel matrix of the training points |
# | $\phi_S$ | | centre of mass of the training images |
# | $y$ | `y` (n,) | labels, −1 or +1 |
# | $\alpha$ | `alpha` (n,) | dual weights: $\sum_i \alpha_i\phi(x_i)$ |
# | $A^\top$ | `A.T` | transpose |

# %%
import numpy as np

from featurespace import datasets, means, plots
from featurespace.demos import means as demos
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features

# %% [markdown]
# ## 1. A kernel is an inner product
#
# **Predict.** Someone turns each point of the plane into six numbers. For $x=(1,2)$ and $z=(3,-1)$ he multiplies the two lists term by term, adds up, and gets 4. For $x=(1,2)$ and $z=(1,1)$ he gets 16. The plain inner products are 1 and 3. Which function of $\langle x,z\rangle$ fits both?
#
# <details><summary>Answer</summary>
#
# $(1+\langle x,z\rangle)^2$: it gives $(1+1)^2=4$ and $(1+3)^2=16$. One inner product and a square replace two lists of six.
# </details>
#
# The six numbers are the **image** $\phi(x)$ of the point, and the space they live in is **feature space**. Here they are, spelled out <small>[W-e01]</small>:

# %%
x, z = np.array([1, 2]), np.array([3, -1])
phi_x, phi_z = quadratic_features([x, z])
print(phi_x.round(2), phi_z.round(2), sep="\n")

# %% [markdown]
# They are $\phi(x) = (1,\ \sqrt2x_1,\ \sqrt2x_2,\ \sqrt2x_1x_2,\ x_1^2,\ x_2^2)$. Multiply two of them term by term:
#
# $$\langle\phi(x),\phi(z)\rangle = 1 + 2x_1z_1 + 2x_2z_2 + 2x_1x_2z_1z_2 + x_1^2z_1^2 + x_2^2z_2^2 = (1+\langle x,z\rangle)^2$$
#
# The long sum is a square. (The lecture notes print $x_1^2+z_1^2$ where the product $x_1^2z_1^2$ belongs, and would get 5 here <small>[W-u17]</small>.) A function that equals an inner product of images is a **kernel** <small>[ST-u01]</small>:

# %%
from_features, from_kernel = phi_x @ phi_z, (1 + x @ z) ** 2
print(f"six features: {from_features:.0f}, kernel: {from_kernel}")
assert np.isclose(from_features, from_kernel) and from_kernel == 4
assert (1 + x @ [1, 1]) ** 2 == 16

# %% [markdown]
# For many points, all kernel values go into one matrix, $K_{ij}=\kappa(x_i,x_j)$ <small>[ST-u02]</small>. From here on $K$ is all we are allowed to look at. Three points will do for a start; their matrix under the plain inner product can be checked by hand:

# %%
T = np.array([[1, 0], [0, 1], [1, 1]])
print(Linear()(T))

# %% [markdown]
# The library has three kernels. The linear one keeps the points as they are; the polynomial one adds products of coordinates; the Gaussian one, $\exp(-\|x-z\|^2/2\sigma^2)$, has a feature space without end, and no finite list of features to compare with. So whenever we find a formula, we test it where we *can* look: on the quadratic kernel, whose features we know:

# %%
rng = np.random.default_rng(1)
X = rng.normal(size=(6, 2))
K = Polynomial(degree=2)(X)
Phi = quadratic_features(X)  # the explicit twin of this kernel, (6, 6)
assert np.allclose(K, Phi @ Phi.T)

# %% [markdown]
# *A kernel is an inner product between images you need not build.*

# %% [markdown]
# ## 2. Lengths
#
# **Predict.** Under a Gaussian kernel, which is longer: the image of a point at the origin or of one a thousand miles away?
#
# <details><summary>Answer</summary>
#
# Both have length one: $\kappa(x,x)=\exp(0)=1$. All images lie on a sphere, and since $\kappa$ is never negative, no two of them are more than a right angle apart. This will silence an alarm in section 8.
# </details>
#
# A length is the root of an inner product with itself, so it stands on the diagonal of $K$ <small>[ST-u03]</small>: $\|\phi(x)\| = \sqrt{\kappa(x,x)}$.

# %%
print("quadratic:", means.norms(K).round(2))
print("Gaussian: ", means.norms(Gaussian()(X)))
assert np.allclose(means.norms(K), np.linalg.norm(Phi, axis=1))

# %% [markdown]
# If only directions matter, divide every image by its length. What is left of the inner product is the cosine of the angle between two images <small>[ST-5.1, ST-A5.1, ST-C5.1]</small>:
#
# $$\hat\kappa(x,z) = \frac{\kappa(x,z)}{\sqrt{\kappa(x,x)\,\kappa(z,z)}}$$
#
# Points 1 and 3 of our toy, $(1,0)$ and $(1,1)$, form an angle of 45°, and $\cos 45° = 1/\sqrt2 \approx 0.71$:

# %%
cosines = means.normalise(Linear()(T))
print(cosines.round(2))
assert np.isclose(cosines[0, 2], 1 / np.sqrt(2))

# %% [markdown]
# A weighted sum of images has a length too, although we can write down neither the images nor the sum. Multiply out and only entries of $K$ remain <small>[ST-u04]</small>:
#
# $$\Bigl\|\sum_i\alpha_i\phi(x_i)\Bigr\|^2 = \sum_{i,j}\alpha_i\alpha_j\,\kappa(x_i,x_j) = \alpha^\top K\alpha$$
#
# The left side is a square, so $\alpha^\top K\alpha$ is never negative: a kernel matrix is [positive semi-definite](A_linear_algebra.ipynb#9.-Eigenvalues-and-definiteness). We compare with the explicit sum of feature vectors:

# %%
alpha = rng.normal(size=6)
assert np.isclose(means.combination_norm(K, alpha), np.linalg.norm(alpha @ Phi))

# %% [markdown]
# *The diagonal holds lengths; a quadratic form in $K$ holds the length of any combination.*

# %% [markdown]
# ## 3. Distances
#
# **Predict.** Move a point ever farther from another. Under a Gaussian kernel their images move apart too, but how far can they get?
#
# <details><summary>Answer</summary>
#
# $\sqrt2\approx1.41$. The squared distance is $1-2\kappa+1$, and $\kappa$ only falls to zero: the images end up at right angles.
# </details>
#
# A distance is the length of a difference, the warm-up line once more <small>[ST-u05]</small>:
#
# $$\|\phi(x)-\phi(z)\|^2 = \kappa(x,x) - 2\,\kappa(x,z) + \kappa(z,z)$$
#
# In code that is the diagonal, twice, minus $2K$. We build it and compare with the library and with the explicit twin:

# %%
d = np.diag(K)
D2 = d[:, None] + d[None, :] - 2 * K  # (6, 6)
assert np.allclose(D2, means.squared_distances(K))
assert np.allclose(D2, ((Phi[:, None] - Phi[None, :]) ** 2).sum(axis=-1))

# %% [markdown]
# How the Gaussian kernel bends distances is best seen in a picture. Two points part company along a line; we follow their images:

# %%
gap = np.linspace(0, 5, 101)
far = {f"σ = {s:g}": np.sqrt(2 - 2 * Gaussian(s)(gap[:, None], [[0.0]])[:, 0]) for s in (0.5, 1, 2)}
assert np.isclose(far["σ = 0.5"].max(), np.sqrt(2)) and far["σ = 2"].max() < np.sqrt(2)

# %%
ax = plots.curves(gap, far, xlabel="distance of the points", ylabel="distance of the images")
ax.axhline(np.sqrt(2), color="black", linewidth=1)
ax.set_title("Images move apart, but never beyond √2")
plots.show(ax, alt="""Distance between images against distance between points, for widths 0.5,
    1 and 2: each curve rises in a straight line at first, bends at about one width and then
    approaches 1.41 from below; for width 2 it has not quite arrived at distance 5.""")

# %% [markdown]
# Nearby, the Gaussian kernel measures; far away, it only says *far*. The width σ decides where one turns into the other.
#
# *Distances in feature space need three kernel values and nothing else.*

# %% [markdown]
# ## 4. The centre of mass
#
# Averages are the workhorse of statistics. So: where is the average of the images, $\phi_S=\frac1n\sum_i\phi(x_i)$ <small>[ST-u06]</small>?
#
# **Predict.** Numbers on a line, bent up into a parabola by $\phi(x)=(x,x^2)$. Is the centre of the images the image of some number?
#
# <details><summary>Answer</summary>
#
# No, unless all numbers agree. The centre lies *above* the parabola, because the mean of squares exceeds the square of the mean. It has no **pre-image**.
# </details>
#
# Four numbers, their images, and the centre of those images:

# %%
numbers = np.array([-1.5, -0.5, 1.0, 2.0])
images = np.column_stack([numbers, numbers**2])
centre = images.mean(axis=0)
assert centre[1] > centre[0] ** 2  # above the parabola

# %%
line = np.linspace(-2, 2.4, 100)
curve = {"all images φ(x) = (x, x²)": line**2}
ax = plots.curves(line, curve, xlabel="first feature, x", ylabel="second feature, x²")
ax.set_title("The centre of the images is no image")
ax.plot(*images.T, "o", color=plots.BLUE, label="four images")
ax.plot(*centre, "X", color=plots.ORANGE, markersize=11, label="their centre")
ax.legend()
plots.show(ax, alt="""A parabola with four points on it. Their centre of mass, a cross, lies
    clearly above the curve: no point of the curve is the centre.""")

# %% [markdown]
# We cannot write the centre down, yet we can measure it. Its squared norm is the average of *all* entries of $K$ <small>[ST-u07]</small>, for each factor of $\langle\phi_S,\phi_S\rangle$ is an average:
#
# $$\|\phi_S\|^2 = \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$$
#
# It follows that the entries of a kernel matrix never sum to less than zero, and sum to zero only if the centre sits at the origin. For the toy the entries sum to 8, so the answer is 8/9:

# %%
K_toy = Linear()(T)
print(f"{means.centre_norm(K_toy) ** 2:.4f} = 8/9 = {8 / 9:.4f}")
assert np.isclose(means.centre_norm(K) ** 2, np.sum(Phi.mean(axis=0) ** 2))

# %% [markdown]
# The distance of any image to the centre follows from the warm-up line, with $b=\phi_S$ <small>[ST-5.2; the root of it is ST-5.6]</small>:
#
# $$\|\phi(z)-\phi_S\|^2 = \kappa(z,z) - \frac2n\sum_i\kappa(z,x_i) + \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j) \tag{5.2}$$
#
# First the way it is written, sum by sum:


# %%
def slow_distance(z, X, kernel):
    """Squared distance of one image to the centre, as the formula says it."""
    n = len(X)
    middle = sum(kernel([z], [x])[0, 0] for x in X)
    last = sum(kernel([a], [b])[0, 0] for a in X for b in X)
    return kernel([z], [z])[0, 0] - 2 / n * middle + last / n**2


# %% [markdown]
# Then as the library has it, for all points at once. The last term is shared by all of them, so it is computed once and not once per point; on explicit features both agree with the plain distance:

# %%
quadratic = Polynomial(degree=2)
slow = [slow_distance(x, X, quadratic) for x in X]
fast = means.squared_distances_to_centre(K)
assert np.allclose(slow, fast)
assert np.allclose(fast, ((Phi - Phi.mean(axis=0)) ** 2).sum(axis=1))

# %% [markdown]
# Now move a point and watch the centre. Choose your prediction, then press play:

# %%
demos.where_is_the_centre()

# %% [markdown]
# Side by side, with the eighth point far out, the level lines of the distance to the centre look like this:

# %%
P = np.vstack([demos.HUDDLE, [6.0, 2.0]])


def to_centre(k):
    """The distance to the centre of mass of P under kernel k, as a function of new points."""
    return lambda Z: np.sqrt(means.squared_distances_to_centre(k(P), k(Z, P), k.diag(Z)))


# %%
row = plots.axes(3, height=2.5)
panels = {"Linear: around the mean": Linear(), "Quadratic: drawn outwards": quadratic}
panels["Gaussian: in the huddle"] = Gaussian(0.8)
for ax, (title, k) in zip(row, panels.items(), strict=True):
    ax.set(xlim=(-1.5, 6.5), ylim=(-1.5, 4))
    plots.contours(to_centre(k), ax=ax, levels=5, title=title)
    plots.scatter(P, ax=ax, size=18)
plots.show(row[0], alt="""Three panels with the same eight points. Linear: circles around the mean
    of the points. Quadratic: rounded lines drawn towards the far point. Gaussian: rings around
    the huddle of seven; the far point lies outside them all.""")

# %% [markdown]
# This can be pinned down. Measure how far the image of the mean is from the centre of the images:

# %%
mean = P.mean(axis=0, keepdims=True)
for k in (Linear(), Gaussian(0.8)):
    squared = means.squared_distances_to_centre(k(P), k(mean, P), k.diag(mean))
    print(f"{k!s:20} {np.sqrt(squared[0]):.2f}")

# %% [markdown]
# Under the linear kernel the mean's image *is* the centre. Under the Gaussian one it is not even close, and no other point of the plane will do: the best of a fine grid still misses by almost half the length of an image:

# %%
side = np.linspace(-1, 6, 141)
plane = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
gauss = Gaussian(0.8)
squared = means.squared_distances_to_centre(gauss(P), gauss(plane, P), gauss.diag(plane))
print(f"nearest image: that of {plane[squared.argmin()].round(2)}, {squared.min() ** 0.5:.2f} away")
assert 0.4 < squared.min() ** 0.5 < 0.5

# %% [markdown]
# *The centre of mass may be nobody's image, and is still measured from $K$ alone.*

# %% [markdown]
# ## 5. Spread, and why the centre is the best place
#
# **Predict.** Shift all points by the same vector. Under the linear kernel every entry of $K$ changes. Which of these stay: the norms, the distances, the mean squared distance to the centre?
#
# <details><summary>Answer</summary>
#
# The norms change, since they are measured from the origin. Distances and spread stay.
# </details>
#
# Average (5.2) over the training points. The middle term becomes $-2\|\phi_S\|^2$, and two terms are left, an average of the diagonal and an average of everything <small>[ST-5.3..5.4]</small>:
#
# $$\frac1n\sum_i\|\phi(x_i)-\phi_S\|^2 = \frac1n\sum_i\kappa(x_i,x_i) - \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j) \tag{5.4}$$
#
# It is the total variance of the images. Moving the origin changes norms but not the spread <small>[ST-u08]</small>:

# %%
K_here, K_there = Linear()(X), Linear()(X + [10, 0])
for place, matrix in (("here", K_here), ("shifted", K_there)):
    norm = means.norms(matrix).mean()
    print(f"{place:8} mean norm {norm:5.2f}, spread {means.spread(matrix):.4f}")
assert np.isclose(means.spread(K_here), X.var(axis=0).sum())

# %% [markdown]
# Could some other place be closer to the images on average? Take any $\mu$ and write $\phi(x_i)-\mu = (\phi(x_i)-\phi_S) + (\phi_S-\mu)$. Square and average: the mixed term vanishes, because deviations from the mean average to zero. What is left is Pythagoras:
#
# $$\frac1n\sum_i\|\phi(x_i)-\mu\|^2 = \text{spread} + \|\mu-\phi_S\|^2$$
#
# So the centre wins, and every step away from it costs exactly its squared length. This is the book's Proposition 5.2 <small>[ST-P5.2]</small>. We take a thousand random steps in the six-dimensional feature space and compare both sides:

# %%
steps = rng.normal(size=(1000, 6))  # away from the centre
places = Phi.mean(axis=0) + steps
cost = ((Phi[None] - places[:, None]) ** 2).sum(axis=-1).mean(axis=1)
assert np.allclose(cost, means.spread(K) + (steps**2).sum(axis=1))

# %% [markdown]
# *The centre of mass minimises the mean squared distance, in every feature space at once.*

# %% [markdown]
# ## 6. Centring, for new points too
#
# Many methods to come (PCA, Fisher) want the origin at the centre of mass. We cannot subtract $\phi_S$ from vectors we do not have, but we can ask what the inner products *would be* after $\hat\phi(x)=\phi(x)-\phi_S$ <small>[ST-u09]</small>.
#
# **Predict.** After centring, what do the entries of each row of $K$ sum to?
#
# <details><summary>Answer</summary>
#
# Zero: the row sum is $n\langle\hat\phi(x_i),\hat\phi_S\rangle$, and the new centre is the origin.
# </details>
#
# Four products of two differences <small>[ST-u10, ST-A5.3]</small>:
#
# $$\hat\kappa(x,z) = \kappa(x,z) - \tfrac1n\sum_i\kappa(x,x_i) - \tfrac1n\sum_i\kappa(x_i,z) + \tfrac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$$
#
# Subtract row means and column means, add the grand mean back <small>[ST-C5.2]</small>. In matrix form it is $CKC$ with $C=I-\frac1n jj^\top$ and $j$ the vector of ones <small>[ST-u11]</small>. All routes meet:

# %%
C = np.eye(6) - 1 / 6
by_means = K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()
Phi_hat = Phi - Phi.mean(axis=0)
assert np.allclose(means.centre(K), by_means)
assert np.allclose(by_means, C @ K @ C) and np.allclose(by_means, Phi_hat @ Phi_hat.T)

# %% [markdown]
# The product $CKC$ costs about $4n^3$ operations, the means $4n^2$: for 5000 points that is 5000 times less. Two facts worth a check: centred rows sum to zero, and no other origin gives a smaller trace, which is $n$ times the average eigenvalue (the trace is the sum of squared norms, and section 5 just told us which origin makes that smallest):

# %%
K_hat = means.centre(K)
print(f"trace {K.trace():.2f} before, {K_hat.trace():.2f} after")
assert np.allclose(K_hat.sum(axis=1), 0) and np.isclose(K_hat.trace(), 6 * means.spread(K))

# %% [markdown]
# In colours: before, no entry is negative, since each is a square. After, points on the same side of the centre have positive entries and points on opposite sides negative ones:

# %%
left, right = plots.axes(2, height=3.2)
assert (K >= 0).all() and (K_hat < 0).any()
plots.heatmap(K, ax=left, numbers=True, title="K")
plots.heatmap(K_hat, ax=right, numbers=True, title="Centred: rows sum to zero")
plots.show(left, alt="""Two heat maps of six by six entries. Left the kernel matrix, with positive
    entries only. Right the centred one, mostly large on the diagonal and of mixed signs
    elsewhere.""")

# %% [markdown]
# A trap waits when new points arrive. They must be measured from the *training* centre. The library does so when it is given both matrices:

# %%
Z = rng.normal(size=(3, 2))
K_new = quadratic(Z, X)  # (3, 6)
right = means.centre(K_new, K)
assert np.allclose(right, (quadratic_features(Z) - Phi.mean(axis=0)) @ Phi_hat.T)

# %% [markdown]
# If each batch is centred by its own mean instead, one and the same point changes its coordinates with its company:

# %%
def by_its_own_mean(K):
    return K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()


alone, in_company = by_its_own_mean(K_new[:1])[0, 0], by_its_own_mean(K_new)[0, 0]
print(f"by its own mean: {alone:.2f} alone, {in_company:.2f} in company of two others")
print(f"by the training mean: {right[0, 0]:.2f}, always")

# %% [markdown]
# *Centring is four means; the centre belongs to the training points, for ever.*

# %% [markdown]
# ## 7. How well do we know the centre?
#
# Our points are a sample. Behind them stands a distribution with a true centre $\mathbb E\,\phi(x)$ <small>[ST-u12]</small>, and $\phi_S$ misses it by $g(S)=\|\phi_S-\mathbb E\,\phi(x)\|$, a number that changes from sample to sample <small>[ST-u13]</small>.
#
# **Predict.** The Gaussian kernel's feature space has infinitely many dimensions. How many points does it take to halve the error?
#
# <details><summary>Answer</summary>
#
# Four times as many, as for a mean on the line: the error falls like $1/\sqrt n$, and the dimension does not enter.
# </details>
#
# The reason fits on a line. $\phi_S$ averages $n$ independent images, so its expected squared error is the spread of one image divided by $n$:
#
# $$\mathbb E\,g(S)^2 = \frac1n\bigl(\mathbb E\|\phi(x)\|^2-\|\mathbb E\,\phi(x)\|^2\bigr)$$
#
# The book goes further and bounds $g$ itself. If all images lie within radius $R$ of the origin, then with probability at least $1-\delta$ (we take this over without its proof) <small>[ST-5.5]</small>:
#
# $$g(S) \le \sqrt{\frac{2R^2}{n}}\Bigl(\sqrt2+\sqrt{\ln\tfrac1\delta}\Bigr) \tag{5.5}$$
#
# How tight is that? For standard Gaussian points in the plane and a Gaussian kernel with σ = 1 the true centre can be worked out: $\langle\phi(z),\mathbb E\,\phi\rangle=\frac12 e^{-\|z\|^2/4}$ and $\|\mathbb E\,\phi\|^2=\frac13$. So $g(S)$ can be computed exactly:

# %%
def centre_error(X):
    """Distance of the sample centre to the true one, for N(0, I) in the plane and σ = 1."""
    with_true_centre = 0.5 * np.exp(-(X**2).sum(axis=1) / 4)
    return np.sqrt(Gaussian()(X).mean() - 2 * with_true_centre.mean() + 1 / 3)


# %% [markdown]
# We draw 300 samples of each size. The mean of $g^2$ should be $\frac23/n$, and at least 99 % of all $g$ should lie below the bound at δ = 0.01:

# %%
sizes = [10, 20, 50, 100, 200]
errors = np.array([[centre_error(rng.normal(size=(n, 2))) for _ in range(300)] for n in sizes])
q99 = np.quantile(errors, 0.99, axis=1)
bound = np.array([means.centre_error_bound(radius=1, n=n, delta=0.01) for n in sizes])
assert np.allclose((errors**2).mean(axis=1) * sizes, 2 / 3, rtol=0.25)

# %%
series = {"bound (5.5), δ = 0.01": bound, "99 % quantile of g(S)": q99}
series["mean of g(S)"] = errors.mean(axis=1)
ax = plots.curves(sizes, series, log=True, xlabel="sample size n", ylabel="error of the centre")
ax.set_title("Right slope, but nearly four times too high")
plots.show(ax, alt="""Error of the centre against sample size from 10 to 200, both on log
    scales. Bound, 99 per cent quantile and mean are three parallel falling lines; the bound
    lies nearly four times above the quantile.""")

# %%
print("bound / quantile:", (bound / q99).round(1))
assert (errors < bound[:, None]).all() and (abs(bound / q99 - 4) < 1).all()

# %% [markdown]
# Right in shape, generous in size. Part of that is the price of holding under every distribution; part is a loose step in its proof (a sharper one has $1/\sqrt2$ where $\sqrt2$ stands).
#
# Two conditions hide in the letter $R$. It must be known *beforehand*, and it is measured from the origin. The book's code simply takes the largest norm in the sample. Shift the data, and that radius grows and the bound with it, though nothing about the estimation has changed:

# %%
cloud = datasets.gaussian_cloud(100, np.random.default_rng(0))
for shift in (0, 10, 100):
    K_shifted = Linear()(cloud + shift)
    slack = means.centre_error_bound(means.norms(K_shifted).max(), n=100, delta=0.01)
    print(f"shift {shift:3}: spread {means.spread(K_shifted):.3f}, bound {slack:5.1f}")

# %% [markdown]
# *Means in feature space are learnt at the rate $1/\sqrt n$, whatever the dimension; bounds on them can be far too careful.*

# %% [markdown]
# ## 8. An alarm for strange points
#
# A machine hums. You have recorded $n$ healthy hums; a new one comes in. Is it strange? Section 4 suggests an answer: it is strange if it lies farther from the centre than every recording <small>[ST-u14]</small>.
#
# **Predict.** Suppose somebody tells you the *true* centre $\mathbb E\,\phi(x)$. The new hum is healthy, drawn like all others. With what probability is it farther from that centre than all $n$ recordings?
#
# <details><summary>Answer</summary>
#
# At most $1/(n+1)$. All $n+1$ distances play the same role, so each is the strict maximum with the same probability <small>[ST-u15]</small>.
# </details>
#
# Nobody tells us the true centre. We estimate it from the same recordings, and they pull it towards themselves; the newcomer does not. So it stands out more often than it should:

# %%
for n in (3, 5, 20):
    samples = rng.normal(size=(20_000, n + 1, 2))  # the last point of each is new
    centres = samples[:, :n].mean(axis=1, keepdims=True)
    far = np.linalg.norm(samples - centres, axis=-1)
    stands_out = (far.argmax(axis=1) == n).mean()
    print(f"n = {n:2}: {stands_out:.3f}, with the true centre {1 / (n + 1):.3f}")

# %% [markdown]
# The book repairs this with the bound of section 7. Write $d$ for the distance to the true centre and $\hat d$ for the distance to $\phi_S$. They differ by at most $g=g(S)$, by the triangle inequality <small>[ST-u16, ST-u17]</small>:
#
# $$d(z)\ge\hat d(z)-g, \qquad d(x_i)\le\hat d(x_i)+g$$
#
# So if $\hat d(z) > \max_i\hat d(x_i)+2g$, then $d(z)>\max_i d(x_i)$, and that happens with probability at most $1/(n+1)$. Put the bound (5.5) in place of $g$ and you have the book's alarm <small>[ST-5.7, ST-u18, ST-A5.4, ST-C5.3]</small>:
#
# $$\text{threshold} = \max_i\hat d(x_i) + 2\sqrt{\frac{2R^2}{n}}\Bigl(\sqrt2+\sqrt{\ln\tfrac1\delta}\Bigr) \tag{5.7}$$
#
# With the linear kernel the picture is two circles <small>[ST-F5.1]</small>. (For $R$ we take the largest norm seen, as the book's code does. A Gaussian cloud has no largest norm, so this shows the recipe, not a guarantee.)

# %%
K_cloud = Linear()(cloud)
inner = np.sqrt(means.squared_distances_to_centre(K_cloud).max())
outer = means.novelty_threshold(K_cloud, delta=0.01, method="book")


def distance(Z):
    K_new, diag_new = Linear()(Z, cloud), Linear().diag(Z)
    return np.sqrt(means.squared_distances_to_centre(K_cloud, K_new, diag_new))


# %%
ax = plots.axes(width=6.5, height=4.2)
ax.set(xlim=(-6, 13), ylim=(-6, 6))
plots.contours(distance, ax=ax, levels=[inner], colour=plots.GREEN, label="farthest point")
plots.contours(distance, ax=ax, levels=[outer], colour=plots.ORANGE, label="threshold")
plots.scatter(cloud, ax=ax, size=14)
ax.set_title(f"The alarm waits until {outer:.1f}; the data end at {inner:.1f}")
ax.legend(loc="center right")
plots.show(ax, alt="""A cloud of 100 points with two circles about its centre: the inner one
    passes through the farthest point, the outer one, the threshold, has about twice that
    radius.""")

# %% [markdown]
# A wide moat, but at least one can cross it. Now change the kernel. Predict, then move the sliders:

# %%
demos.the_guarantee_that_never_rings()

# %% [markdown]
# Two facts silence it. With a Gaussian kernel all images have length one, and no inner product is negative. Put both into (5.2): the first term is 1, the middle term can only lower the sum, so no distance to the centre exceeds $\sqrt{1+\|\phi_S\|^2}$. Here are a thousand points:

# %%
big = datasets.gaussian_cloud(1000, np.random.default_rng(0))
K_big = Gaussian()(big)
threshold = means.novelty_threshold(K_big, delta=0.01, method="book")
reach = np.sqrt(1 + means.centre_norm(K_big) ** 2)
print(f"threshold {threshold:.2f}, farthest any point can be {reach:.2f}")
assert threshold > reach

# %% [markdown]
# Would more data help? The slack falls like $1/\sqrt n$. But the farthest training point creeps towards the limit, and on average over ten clouds the gap it leaves shrinks about as fast:

# %%
def gap(K):
    """From the farthest training point to the largest distance any point can have."""
    return np.sqrt(1 + K.mean()) - np.sqrt(means.squared_distances_to_centre(K).max())


# %%
for n in (100, 300, 1000):
    gaps = [gap(Gaussian()(datasets.gaussian_cloud(n, rng))) for _ in range(10)]
    slack = 2 * means.centre_error_bound(radius=1, n=n, delta=0.01)
    print(f"n = {n:4}: slack {slack:.3f}, mean gap {np.mean(gaps):.3f}")
    assert slack > 5 * max(gaps)

# %% [markdown]
# For this cloud and this width the slack stays many times the gap: the alarm is proven, and mute. (With bounded data, or a much wider kernel, the gap does not close, and enough data will make it ring.)
#
# *A guarantee is worth what it lets you do: compare every threshold with what can be reached.*

# %% [markdown]
# ## 9. What is promised, and an alarm that rings
#
# Leave the slack aside and look at the promise itself: healthy points ring with probability at most $1/(n+1)$ <small>[ST-u19]</small>. Probability over *what*? There are two candidates:
#
# - $P_{S,x}(\text{ring})$: draw a training set $S$ *and* a new point $x$. This is what the argument of section 8 bounds.
# - $P_x(\text{ring}\mid S)$: the training set is given, only $x$ is drawn. This is the rate *you* will see, because you hold one training set, for good.
#
# The first is the average of the second over training sets. Before you move anything, predict for what share of training sets the second is worse than promised:

# %%
demos.average_versus_given()

# %% [markdown]
# Now the numbers. Feed any continuous distance into its own distribution function and it becomes uniform on [0, 1], order unchanged; so we may draw uniform "distances" at once. A set whose largest is $u$ rings with probability $1-u$. That exceeds $\frac1{n+1}$ exactly if all $n$ numbers lie below $1-\frac1{n+1}$, which happens with probability $(1-\frac1{n+1})^n$: $37.7\,\%$ for $n=20$. (It is the die of the warm-up again, where $(5/6)^6\approx33\,\%$ of all runs had no six.)

# %%
rates = 1 - rng.random((20_000, 20)).max(axis=1)  # each set's own false-alarm rate
share = (rates > 1 / 21).mean()
print(f"average rate {rates.mean():.4f} (1/21 = {1 / 21:.4f}); sets above it {share:.3f}")
assert abs(share - 0.377) < 0.02 and round((20 / 21) ** 20, 3) == 0.377
assert round((5 / 6) ** 6, 2) == 0.33

# %% [markdown]
# Next, an alarm that can ring. The slack was needed only because the same points made the centre *and* the threshold. So split them: the first half makes the centre, the other $m$ points and the new one are measured from it. None of these $m+1$ had a say in the centre, so every order of their distances is equally likely (one says they are **exchangeable**). The new one is the largest with probability $1/(m+1)$, and the maximum of the $m$ serves as threshold, without slack and without radius.
#
# More generally the new distance has each of the ranks $1,\dots,m+1$ with the same probability. It exceeds the $r$-th smallest of the $m$ with probability $\frac{m+1-r}{m+1}$, so for a false-alarm rate δ take $r=\lceil(1-\delta)(m+1)\rceil$. If δ is below $\frac1{m+1}$, take the largest; the promise is then $\frac1{m+1}$, not δ. (All this without ties; with ties these are upper bounds.) That is `method="split"`. Note that its δ is the false-alarm rate itself, while the δ of the book's alarm is the chance that the bound on the centre fails.

# %%
def split_rings(X):
    """Does the last point ring the alarm that the points before it have set?"""
    last = len(X) - 1
    K, half = Gaussian()(X), last // 2
    threshold = means.novelty_threshold(K[:last, :last], delta=0.01, method="split")
    new = K[last:, :half], K.diagonal()[last:]
    return np.sqrt(means.squared_distances_to_centre(K[:half, :half], *new))[0] > threshold


# %% [markdown]
# Two thousand times 40 training points and one new one, all drawn alike. With $m=20$ our δ = 0.01 is below $\frac1{21}$, so we expect one ring in 21:

# %%
rings = np.mean([split_rings(rng.normal(size=(41, 2))) for _ in range(2000)])
print(f"rings on {rings:.3f} of healthy points; promised {1 / 21:.3f}")
assert abs(rings - 1 / 21) < 4 * np.sqrt(1 / 21 / 2000)

# %% [markdown]
# Does it also ring when it should? Train on 120 handwritten threes, then show it other threes, and eights (the images ship with scikit-learn). One split is luck, so we average over two hundred:

# %%
from featurespace.estimators import NoveltyDetector, ParzenClassifier

digits, label = datasets.digits(3, 8)
threes, eights = digits[label > 0], digits[label < 0]


def alarm_rates(detector, threes):
    """Share of new threes and of eights for which the detector rings, trained on 120 threes."""
    detector.fit(threes[:120])
    return [(detector.predict(Z) < 0).mean() for Z in (threes[120:], eights)]


# %%
for method in ("book", "split"):
    detector = NoveltyDetector(method=method, delta=0.05)
    draws = [alarm_rates(detector, rng.permutation(threes)) for _ in range(200)]
    new, strange = np.mean(draws, axis=0)
    print(f"{method:5}: rings for {new:4.0%} of new threes, {strange:4.0%} of eights")

# %%
assert abs(new - 0.05) < 0.015 and 0.5 < strange < 0.8 and np.std(draws, axis=0)[0] > 0.02

# %% [markdown]
# The book's alarm is silent. The split one rings for well over half of the eights, and for new threes about as rarely as promised, 5 % on average. Two cautions. *On average*: splitting cures the silence, not the averaging; single sets still scatter, and section 12 says what can be promised for the one you hold. And *drawn alike*: the file is not in random order. Take its first 120 threes for training and the last ones as new, and the promise is gone, because these were not drawn like those:

# %%
halvings = [NoveltyDetector(delta=0.05, random_state=i) for i in range(50)]
in_file_order = [alarm_rates(detector, threes)[0] for detector in halvings]
print(f"in file order the alarm rings for {np.mean(in_file_order):.0%} of new threes")
assert np.mean(in_file_order) > 0.1  # on average over halvings, twice the promise

# %% [markdown]
# *Say what a probability is taken over, and what must be drawn alike; then build what keeps that promise.*

# %% [markdown]
# ## 10. On the sphere, a ball is a plane
#
# **Predict.** "Outside a ball around $\phi_S$" sounds curved. Images of length one all lie on a sphere. What shape does the border have there?
#
# <details><summary>Answer</summary>
#
# A plane cuts the sphere in the same circle. In (5.2) the first and last terms are constants, so far away means a *small inner product* with $\phi_S$: a linear rule <small>[ST-u20]</small>.
# </details>
#
# With $\kappa(z,z)=1$ the test $\|\phi(z)-\phi_S\|>\theta$ turns into $\langle\phi(z),\phi_S\rangle < c$, with $c=\frac12(1+\|\phi_S\|^2-\theta^2)$. Same points flagged, by either rule:

# %%
Z = 3 * rng.normal(size=(500, 2))
K_new, theta = Gaussian()(Z, big), 1.05
squared = means.squared_distances_to_centre(K_big, K_new, np.ones(500))
outside = np.sqrt(squared) > theta

# %%
beyond_plane = K_new.mean(axis=1) < (1 + K_big.mean() - theta**2) / 2
print(f"{outside.sum()} of 500 points are outside the ball, {beyond_plane.sum()} beyond the plane")
assert (outside == beyond_plane).all()

# %% [markdown]
# *For normalised kernels, distance to the centre is similarity in disguise.*

# %% [markdown]
# ## 11. A classifier from two means
#
# With two classes there are two centres; call them $\phi_+$ and $\phi_-$. The simplest rule one can think of: a point belongs to the class whose centre is nearer <small>[ST-u21]</small>. Compare the squared distances, multiply out, and $\kappa(x,x)$ cancels:
#
# $$\tfrac12\bigl(\|\phi(x)-\phi_-\|^2-\|\phi(x)-\phi_+\|^2\bigr) = \langle\phi(x),\phi_+-\phi_-\rangle - b, \qquad b=\tfrac12\bigl(\|\phi_+\|^2-\|\phi_-\|^2\bigr)$$
#
# With $n_+$ positive and $n_-$ negative points, this is all a matter of kernel values <small>[ST-u22]</small>:
#
# $$h(x)=\operatorname{sgn}\Bigl(\frac1{n_+}\sum_{y_i=+1}\kappa(x,x_i)-\frac1{n_-}\sum_{y_i=-1}\kappa(x,x_i)-b\Bigr)$$
#
# **Predict.** When is $b=0$?
#
# <details><summary>Answer</summary>
#
# When both centres are equally far from the origin <small>[ST-u23]</small>.
# </details>
#
# Only the dual weights $\alpha_i=1/n_+$ or $-1/n_-$ and the number $b$ have to be kept <small>[ST-A5.6]</small>. In feature space the rule is linear, with $w=\phi_+-\phi_-$ <small>[ST-u24]</small>. We check both readings on explicit features:

# %%
moons, y = datasets.moons(120, np.random.default_rng(3))
alpha, b = means.parzen(quadratic(moons), y)
Phi = quadratic_features(moons)
plus, minus = Phi[y > 0].mean(axis=0), Phi[y < 0].mean(axis=0)
assert np.allclose(alpha @ Phi, plus - minus)  # the weight vector w

# %%
nearer_plus = np.linalg.norm(Phi - plus, axis=1) < np.linalg.norm(Phi - minus, axis=1)
assert (nearer_plus == (quadratic(moons) @ alpha - b > 0)).all()

# %% [markdown]
# Two half-moons defeat a straight line. How does the same recipe fare with two kernels?

# %%
left, right = plots.axes(2, height=3.4)
for ax, k in ((left, Linear()), (right, Gaussian(0.2))):
    rule = ParzenClassifier(k).fit(moons, y)
    plots.scatter(moons, y, ax=ax)
    plots.boundary(rule.decision_function, ax=ax)
    ax.set_title(f"{k}: {(rule.predict(moons) != y).sum()} of 120 wrong")
left.legend(loc="lower left")
plots.show(left, alt="""Two panels of two interleaved half moons. Left, the linear rule cuts
    straight through both moons. Right, the Gaussian rule of width 0.2 wraps the upper moon
    closely and separates the two almost perfectly; all that is far away it calls class −1.""")

# %% [markdown]
# One recipe, two means, no training loop, and the border winds between the moons. Look at the edge of the right panel, too: far out everything falls to one class, here −1. Both sums vanish there, and the sign of $-b$ decides alone:

# %%
far_out = rule.decision_function([[9, 9]])[0]
print(f"far out the rule has the value {far_out:+.4f}, and b is {rule.b_:+.4f}")
assert rule.b_ > 0 and np.isclose(far_out, -rule.b_)

# %% [markdown]
# Errors on the training points flatter. Fresh points tell:

# %%
Z, y_new = datasets.moons(2000, np.random.default_rng(4))
for k in (Linear(), Gaussian(2.0), Gaussian(0.2)):
    error = (ParzenClassifier(k).fit(moons, y).predict(Z) != y_new).mean()
    print(f"{k!s:20} {error:.1%} wrong on 2000 new points")

# %% [markdown]
# There is a second way to read the sums. A Gaussian window on every point of a class, averaged and scaled to integrate to one, is the **Parzen window** estimate of its density <small>[ST-u25]</small>. So the rule compares two density estimates, and $b$ shifts the balance. Along the line $x_2=0.25$ (in the plane a window has the integral $2\pi\sigma^2$):

# %%
line = np.column_stack([np.linspace(-1.5, 2.5, 200), np.full(200, 0.25)])
windows = Gaussian(0.2)(line, moons) / (2 * np.pi * 0.2**2)
p_plus, p_minus = windows[:, y > 0].mean(axis=1), windows[:, y < 0].mean(axis=1)

# %%
alpha, b = means.parzen(Gaussian(0.2)(moons), y)
assert np.allclose(windows @ alpha, p_plus - p_minus)

# %%
densities = {"density of class +1": p_plus, "density of class −1": p_minus}
ax = plots.curves(line[:, 0], densities, xlabel="x₁, at x₂ = 0.25")
called_plus = Gaussian(0.2)(line, moons) @ alpha > b
ax.fill_between(line[:, 0], 0, 0.75, where=called_plus, alpha=0.12, label="called +1")
ax.set_ylim(0, 0.75)
ax.legend(loc="upper center", ncols=2)
ax.set_title("The rule follows the higher density")
plots.show(ax, alt="""Two density curves along a line through the moons. The rule says plus one on
    the shaded stretches: those where the density of class plus one is the higher, up to a
    small shift by b.""")

# %% [markdown]
# Now real data: threes against eights, half to train, half to test. We sweep the width (the median distance between two digits is about 41) and try both readings: nearest centre, and higher density, which is the same rule with $b=0$:

# %%
order = np.random.default_rng(0).permutation(len(digits))
train, test = order[:180], order[180:]
for sigma in (4, 8, 12, 20, 40):
    rule = ParzenClassifier(Gaussian(sigma)).fit(digits[train], label[train])
    value, b = rule.decision_function(digits[test]), rule.b_
    nearer, denser = ((np.sign(v) != label[test]).mean() for v in (value, value + b))
    print(f"σ = {sigma:2}: nearest centre {nearer:5.1%} wrong, higher density {denser:4.1%}")
    assert denser < nearer / 2 or sigma > 12

# %% [markdown]
# With narrow windows higher density wins by far; with wide ones the two readings draw level. And with the narrowest the nearest centre is no better than a coin. Why? In 64 dimensions a window of width 4 reaches almost no test digit: the sums are tiny, far smaller than $b$. Their *sign* is nearly always right, but $-b$ outvotes it. At that width $K$ is nearly the identity, so $b\approx\frac12(\frac1{n_+}-\frac1{n_-})$ says no more than which class has more training points, and the test digits are assigned to that one. In this split the training half happens to hold most of the threes, and the test half few:

# %%
rule = ParzenClassifier(Gaussian(4)).fit(digits[train], label[train])
sums = Gaussian(4)(digits[test], digits[train]) @ rule.alpha_
n_plus, n_minus = (label[train] > 0).sum(), (label[train] < 0).sum()
assert np.median(np.abs(sums)) < abs(rule.b_) / 1000
assert np.isclose(rule.b_, (1 / n_plus - 1 / n_minus) / 2, atol=1e-4)

# %%
left_over = (label[test] > 0).sum()
print(f"threes: {n_plus} of {len(train)} in training, {left_over} of {len(test)} in the test")
assert (rule.predict(digits[test]) > 0).mean() > 0.95

# %% [markdown]
# One warning before we move on. Could the two ideas be joined, so that a point *novel* for the class +1 is declared −1 with confidence <small>[ST-R5.7]</small>? Not without asking how common each class is. Whatever the false-alarm rate, if the other class is rare enough, most alarms are false. Exercise 12 puts a number on it.
#
# *Nearest centre compares two densities, shifted by $b$. The shift is harmless for wide windows, and fatal for narrow ones.*

# %% [markdown]
# ## 12. Find the slip
#
# The book's Proposition 5.5 <small>[ST-P5.5]</small> states, in our words: *with probability $1-\delta$ over the training set, a new point from the same distribution rings the alarm (5.7) with probability less than $1/(n+1)$.* It adds that ringing is *the same as* being farther out than every training point.
#
# Look for the slip before you read on. Which of the two probabilities of section 9 was bounded, and which one is claimed to be small?

# %% [markdown]
# $P_{S,x}(\text{ring})\le\frac1{n+1}$ was shown, up to the δ for the bound on the centre. $P_x(\text{ring}\mid S)\le\frac1{n+1}$ is claimed, for nearly every $S$. A distribution on two values is enough to break it. Let $x=1$ with probability $p=1.2/(n+1)$ and $x=0$ otherwise, with the linear kernel and $R=1$. A training set without a single 1 has its centre at 0 and largest distance 0. Given that set, a new $x=1$ rings, provided the slack is below 1:

# %%
n, delta = 1000, 0.01
p = 1.2 / (n + 1)
all_zero = np.zeros((n, n))  # K of a training set without a 1
threshold = means.novelty_threshold(all_zero, delta, method="book", radius=1)
print(f"threshold {threshold:.2f} < 1, so x = 1 rings, with probability {p * (n + 1):.1f}/(n+1)")
assert threshold < 1

# %% [markdown]
# How often do such training sets come up? If the proposition were right, in at most δ = 1 % of all draws. We count sets without a 1, and compare with $(1-p)^n$:

# %%
ones = rng.binomial(n, p, size=20_000)
violated = (ones == 0).mean()
print(f"the claim fails on {violated:.1%} of training sets; allowed were {delta:.0%}")
assert violated > 0.25 and abs(violated - (1 - p) ** n) < 0.02

# %% [markdown]
# **Repair.** Two true statements take its place.
#
# - *Both drawn:* $P_{S,x}(\text{ring})\le\delta+\frac1{n+1}$. Either the bound on the centre fails (probability δ), or it holds, and then ringing means beating all $n$ true distances.
# - *Given the training set:* with probability at least $1-\delta-\delta'$ over $S$, $P_x(\text{ring}\mid S)\le\ln(1/\delta')/n$. For the rate to exceed ε all $n$ distances must fall into the lower $1-\varepsilon$ of their distribution, which has probability $(1-\varepsilon)^n\le e^{-\varepsilon n}$. Put $\varepsilon=\ln(1/\delta')/n$.
#
# (And ringing takes the maximum *plus* slack: it implies being farthest out, but is not the same.) The second statement is what the owner of one data set needs. For $n=1000$ and $\delta'=0.01$, leaving the slack aside:

# %%
rates = 1 - rng.random((20_000, 1000)).max(axis=1)
repaired = (rates <= np.log(1 / 0.01) / 1000).mean()
printed = (rates <= 1 / 1001).mean()
assert abs(printed - 0.63) < 0.02 and abs(repaired - 0.99) < 0.005

# %%
marks = {"1/(n+1), printed": 1 / 1001, "ln(1/δ')/n, repaired": np.log(1 / 0.01) / 1000}
ax = plots.distribution(rates, marks=marks, xlabel="false-alarm rate of a training set")
ax.set_title(f"Printed bound: {printed:.0%} of sets keep it; repaired: {repaired:.0%}")
plots.show(ax, alt="""Histogram of the false-alarm rates of 20000 training sets of 1000 points,
    falling from zero with a long tail. The printed bound lies in its midst, the repaired one far
    out in the tail.""")

# %% [markdown]
# The same holds for a split alarm whose threshold is the largest of $m$ distances, with $m$ for $n$. If the threshold is the $r$-th smallest, the rate given the set follows a Beta$(m+1-r,\ r)$ law, and its $1-\delta'$ quantile is the promise. For the alarm of section 9 ($m=60$, $r=58$) the average is 5 %, but the owner of one set can only be promised 13 %:

# %%
from scipy.stats import beta

law = beta(3, 58)
print(f"mean {law.mean():.1%}, 99 % quantile {law.ppf(0.99):.1%}")
rates = 1 - np.sort(rng.random((20_000, 60)), axis=1)[:, 57]
assert abs(np.quantile(rates, 0.99) - law.ppf(0.99)) < 0.01 and abs(rates.mean() - 0.049) < 0.002

# %% [markdown]
# ## 13. In practice
#
# Everything here has a well-kept counterpart in scikit-learn. First the two that must agree with ours, up to rounding: centring and the nearest centre.

# %%
from sklearn.neighbors import NearestCentroid
from sklearn.preprocessing import KernelCenterer

K, K_new = Gaussian()(moons), Gaussian()(Z, moons)
assert np.allclose(KernelCenterer().fit(K).transform(K_new), means.centre(K_new, K))

# %%
theirs = NearestCentroid().fit(moons, y).predict(Z)
assert (theirs == ParzenClassifier(Linear()).fit(moons, y).predict(Z)).all()

# %% [markdown]
# For novelty, `OneClassSVM` lets the centre move so that the ball shrinks, and its ν looks like our δ. But ν bounds the share of *training* points outside (points *on* the border may be flagged by rounding, so `predict` on the training set can show more); nothing is promised about fresh ones. Beside it the split alarm, two hundred shuffles as in section 9, with one σ for both:

# %%
from sklearn.svm import OneClassSVM

sigma = 35.0  # about the median distance between two threes
svm = OneClassSVM(nu=0.05, gamma=1 / (2 * sigma**2))
ours = NoveltyDetector(Gaussian(sigma), delta=0.05)

# %%
same_price = NoveltyDetector(Gaussian(sigma), delta=0.14)
for name, detector in (("OneClassSVM", svm), ("split", ours), ("split, 14 %", same_price)):
    draws = [alarm_rates(detector, rng.permutation(threes)) for _ in range(200)]
    new, strange = np.mean(draws, axis=0)
    print(f"{name:11}: rings for {new:4.0%} of new threes, {strange:4.0%} of eights")

# %% [markdown]
# The SVM is asked for 5 % and rings about three times as often on new threes: it catches more because it cries wolf more. Allow the split alarm as many false alarms, and it catches as many eights.
#
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | centre $K$ | `KernelCenterer` | $n^2$ | inside a pipeline |
# | nearest centre | `NearestCentroid` | $nd$ | the linear kernel will do (no $K$ needed) |
# | Parzen, any kernel | `ParzenClassifier` (ours) | $n^2$, then $n$ per new point | you want a quick, honest baseline |
# | novelty, promised average rate | `NoveltyDetector` (ours) | $n^2$, then $n$ per new point | false alarms must be rationed |
# | novelty, tight ball | `OneClassSVM` | $n^2$ to $n^3$ | you want a sparse rule and can measure its rate on fresh data |
#
# The split trick has a name and a literature: **conformal prediction**. It wraps *any* score, from the distance used here to the output of a neural network, and keeps the same promise, as long as new points are drawn like the old.

# %% [markdown]
# ## Takeaways
#
# - $K$ knows every length, distance and average in feature space: multiply out, and only inner products remain.
# - The centre of mass need not be anybody's image. It is still the point with the least mean squared distance.
# - Centring is four means. New points are centred by the *training* means.
# - The centre is learnt at rate $1/\sqrt n$ in any dimension; a bound on it may be useless all the same.
# - "Farther from the true centre than all $n$ training points" has probability $1/(n+1)$ on average over training sets, and more than that for over a third of them. Splitting the sample gives an alarm that rings and keeps the average; with the maximum as threshold, $\ln(1/\delta')/m$ is the promise for the set you hold.
# - Parzen = nearest centre = difference of densities minus the offset $b$. With narrow windows the offset takes over.
#
# **Now you:** [exercises for this chapter](../exercises/01_means_and_distances.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5. V. Vovk, A. Gammerman and G. Shafer, *Algorithmic Learning in a Random World* (2005), on conformal prediction. E. Parzen, *On estimation of a probability density function and mode* (1962).
#
# <small>Statements covered: ST-u01 to ST-u25, ST-A5.1, ST-5.1, ST-C5.1, ST-5.2, ST-5.3..5.4, ST-P5.2, ST-A5.3, ST-C5.2, ST-5.5, ST-5.6, ST-5.7, ST-A5.4, ST-C5.3, ST-F5.1, ST-P5.5, ST-A5.6, ST-R5.7, W-e01, W-u17.</small>
