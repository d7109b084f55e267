# %% [markdown]
# # 1. Means and distances
#
# A machine hums. Two sensors listen, so each moment is a point in the plane. A mechanic has labelled 120 such readings *healthy* or *worn*; from now on the readings arrive without a mechanic. Here is the simplest rule anyone would try: average the healthy ones, average the worn ones, and give a new reading to the nearer average.

# %%
import numpy as np

from featurespace import datasets, means, plots
from featurespace.demos import means as demos
from featurespace.estimators import NoveltyDetector, ParzenClassifier
from featurespace.evidence import agree
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features

# %%
readings, state = datasets.moons(120, np.random.default_rng(3))  # +1 healthy, -1 worn
later, truth = datasets.moons(2000, np.random.default_rng(4))  # what arrives afterwards

healthy, worn = readings[state > 0].mean(axis=0), readings[state < 0].mean(axis=0)
nearer = ((later - worn) ** 2).sum(axis=1) - ((later - healthy) ** 2).sum(axis=1)
plain_error = (np.sign(nearer) != truth).mean()
print(f"nearer average: {plain_error:.1%} of 2000 later readings wrong")

# %% tags=["drawing"]
ax = plots.axes(width=5.6, height=3.1)
plots.scatter(readings, state, ax=ax, size=18)
plots.boundary(lambda Z: ((Z - worn) ** 2).sum(axis=1) - ((Z - healthy) ** 2).sum(axis=1), ax=ax)
ax.plot(*np.array([healthy, worn]).T, "X", color="black", markersize=11, label="averages")
ax.legend(loc="lower left")
ax.set_title(f"Nearer average: {plain_error:.1%} of later readings wrong")
plots.show(
    ax,
    alt="""Two half-moons of points that reach into one another, healthy above and worn
    below, with the average of each as a cross. The border halfway between the crosses is a
    straight line that cuts through both moons.""",
)

# %% [markdown]
# One in five wrong, where a child could draw the border by hand. The rule is not stupid; its ruler is. At the end of section 4 the *same rule*, nearer average, will be wrong for {= (ParzenClassifier(Gaussian(0.2)).fit(readings, state).predict(later) != truth).mean():.1%}. All we change is what *near* means. Try it before you know how it works:

# %%
demos.bend_the_border()

# %% [markdown]
# **After this chapter you can** measure lengths, distances, averages and spread in a space you never enter, from a table of similarities alone; move its origin; build a classifier out of two averages; and set an alarm whose false-alarm rate you can promise.
#
# **Needs** vectors, inner products and averages ([prelude](00_exploring_data.ipynb), [appendix A](A_linear_algebra.ipynb)). **Sources** section 5.1 of a kernel-methods book (called *the book* here) and lecture notes on kernel PCA; numbers such as (5.2) are the book's. A line that begins with ✓ says what a cell has just proved: `agree` prints it, and stops if it is not so.
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: what is the squared length of <i>a</i> − <i>b</i>, written with inner products?</summary>
#
# $\|a-b\|^2 = \langle a,a\rangle - 2\langle a,b\rangle + \langle b,b\rangle$. Half of this chapter is this one line, applied again and again.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$ | `X` (n, d) | training points, one per row |
# | $z$ | `Z` (m, d) | new points |
# | $\phi(x)$ | | image of $x$ in feature space |
# | $\kappa(x,z)$ | `kernel(X, Z)` | inner product of two images |
# | $K$ | `K` (n, n) | kernel matrix of the training points |
# | $\phi_S$ | | centre of mass of the images of the training sample $S$ |
# | $y$ | `y` (n,) | labels, −1 or +1 |
# | $\alpha$ | `alpha` (n,) | dual weights: $\sum_i \alpha_i\phi(x_i)$ |
# | $A^\top$ | `A.T` | transpose |

# %% [markdown] teaches="W-e01"
# ## 1. A kernel is an inner product
#
# > **Predict.** Someone turns each point of the plane into six numbers, by a recipe of his own. For $x=(1,2)$ and $z=(3,-1)$ he multiplies the two lists term by term, adds up, and gets 4. With $z=(1,1)$ he gets 16, and with $z=(0,0)$ he gets 1. The plain inner products $\langle x,z\rangle$ are 1, 3 and 0. Which function of $\langle x,z\rangle$ fits all three? (A straight line does not.)
# >
# > <details><summary>Answer</summary>
# >
# > $(1+\langle x,z\rangle)^2$: it gives $2^2=4$, $4^2=16$ and $1^2=1$. One inner product and a square replace two lists of six.
# > </details>
#
# His recipe is $\phi(x) = (1,\ \sqrt2x_1,\ \sqrt2x_2,\ \sqrt2x_1x_2,\ x_1^2,\ x_2^2)$. The six numbers are the **image** of the point, and the space they live in is **feature space**. Here are the images of his first pair:

# %% proves="W-e01"
x, z = np.array([1, 2]), np.array([3, -1])
phi_x, phi_z = quadratic_features([x, z])
print(phi_x.round(2), phi_z.round(2), sep="\n")
agree(phi_x @ phi_z, (1 + x @ z) ** 2, 4, "six products, added up = (1 + ⟨x, z⟩)² = 4")

# %% [markdown] teaches="ST-u01 W-u17"
# Why is that so? Multiply two images term by term, and the long sum is a square:
#
# $$\langle\phi(x),\phi(z)\rangle = 1 + 2x_1z_1 + 2x_2z_2 + 2x_1x_2z_1z_2 + x_1^2z_1^2 + x_2^2z_2^2 = (1+x_1z_1+x_2z_2)^2$$
#
# A function that equals an inner product of images is a **kernel**, written $\kappa(x,z)=\langle\phi(x),\phi(z)\rangle$. It gives the result without the images. This one is the *quadratic* kernel.

# %% proves="W-e01 W-u17 ST-u01"
quadratic = Polynomial(degree=2)
X = np.random.default_rng(1).normal(size=(6, 2))
Phi = quadratic_features(X)  # six random points: a place where we can look behind the kernel
K_six = quadratic(X)
agree(K_six, Phi @ Phi.T, (1 + X @ X.T) ** 2, "kernel = product of images, for all pairs of six")

# %% [markdown] teaches="ST-u02"
# For many points, all kernel values go into one table, the **kernel matrix** $K_{ij}=\kappa(x_i,x_j)$. From here on $K$ is all we are allowed to look at.
#
# > **By hand.** Four corners of a square: $(1,1)$ and $(-1,-1)$ will be called +, $(1,-1)$ and $(-1,1)$ will be called −. A corner with itself has $\langle x,x\rangle=2$, so $\kappa=(1+2)^2=9$. Neighbours have $\langle x,z\rangle=0$: $\kappa=1$. Opposite corners have $\langle x,z\rangle=-2$: $\kappa=(1-2)^2=1$ again. These four points will stay with us to the end.

# %% proves="ST-u02"
square = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
sign = np.array([1, 1, -1, -1])
K = quadratic(square)
print(K)
agree(K, 8 * np.eye(4) + 1, "9 on the diagonal, 1 everywhere else")

# %% [markdown]
# The kernel that bent the border above is another one, the **Gaussian**: $\kappa(x,z)=\exp(-\|x-z\|^2/2\sigma^2)$. It is 1 for a point with itself and falls to 0 with distance, over a few widths σ. Is there an image behind it? For numbers and $\sigma=1$,
#
# $$e^{-(x-z)^2/2} = e^{-x^2/2}\,e^{-z^2/2}\,e^{xz}, \qquad e^{xz} = 1 + xz + \frac{(xz)^2}{2!} + \frac{(xz)^3}{3!} + \dots$$
#
# Every term is a product of something with $x$ and the same thing with $z$. So the features are $e^{-x^2/2}\,x^k/\sqrt{k!}$ for $k=0,1,2,\dots$: a list without end. We take ever more of them and watch:

# %%
from scipy.special import factorial


def first_features(number, count):
    """The first features of a number under the Gaussian kernel with σ = 1."""
    k = np.arange(count)
    return np.exp(-(number**2) / 2) * number**k / np.sqrt(factorial(k))


for count in (1, 2, 4, 8):
    print(f"{count} features: {first_features(1.5, count) @ first_features(0.5, count):.4f}")
print(f"kernel:     {Gaussian()([[1.5]], [[0.5]])[0, 0]:.4f}")

# %% [markdown]
# > **In short.** A kernel is an inner product between images you need not build.

# %% [markdown] needs="1.1" teaches="ST-u03 ST-u05"
# ## 2. Lengths and distances
#
# > **Predict.** Under a Gaussian kernel, which is longer: the image of a point at the origin, or of one a thousand miles away?
# >
# > <details><summary>Answer</summary>
# >
# > Both have length one, since $\kappa(x,x)=\exp(0)=1$. All images lie on a sphere.
# > </details>
#
# A length is the root of an inner product with itself, so it stands on the diagonal of $K$: $\|\phi(x)\| = \sqrt{\kappa(x,x)}$. And a distance is the length of a difference, the warm-up line once more:
#
# $$\|\phi(x)-\phi(z)\|^2 = \kappa(x,x) - 2\,\kappa(x,z) + \kappa(z,z)$$
#
# > **By hand.** Our corners have length $\sqrt9=3$. Any two of them: $9-2\cdot1+9=16$. All six distances are 4! A square has two diagonals longer than its sides; its image has not. It is a regular tetrahedron.

# %%
d = np.diag(K)
print(d[:, None] + d - 2 * K)

# %% tags=["proof"] proves="ST-u03 ST-u05"
agree(
    means.norms(K_six), np.linalg.norm(Phi, axis=1), "roots of the diagonal = lengths of the images"
)
between = np.linalg.norm(Phi[:, None] - Phi[None, :], axis=-1) ** 2
agree(
    means.squared_distances(K_six), between, "three kernel values = squared distance of the images"
)

# %% [markdown]
# > **Predict.** Move a point ever farther from another. Under a Gaussian kernel their images move apart too. How far can they get?
#
# We follow two images while their points part:

# %% tags=["drawing"]
apart = np.linspace(0, 5, 101)
width_of = {f"σ = {s:g}": Gaussian(s)(apart[:, None], [[0.0]])[:, 0] for s in (0.5, 1, 2)}
between_images = {name: np.sqrt(2 - 2 * k) for name, k in width_of.items()}
ax = plots.curves(
    apart, between_images, xlabel="distance of the points", ylabel="distance of the images"
)
ax.axhline(np.sqrt(2), color="black", linewidth=1)
ax.set_title("Images move apart, but never beyond √2")
plots.show(
    ax,
    alt="""Distance between images against distance between points, for widths 0.5,
    1 and 2: each curve rises in a straight line at first, bends at about one width and then
    approaches 1.41 from below; for width 2 it has not quite arrived at distance 5.""",
)

# %% [markdown]
# The squared distance is $1-2\kappa+1$, and $\kappa$ only falls to zero: the images end up at right angles, $\sqrt2$ apart. Nearby, the Gaussian kernel measures; far away, it only says *far*. The width σ decides where one turns into the other. That is the new ruler.

# %% [markdown] teaches="ST-u04"
# One more length, for later. A weighted sum of images has one too, although we can write down neither the images nor the sum. Multiply out, and only entries of $K$ remain:
#
# $$\Bigl\|\sum_i\alpha_i\phi(x_i)\Bigr\|^2 = \sum_{i,j}\alpha_i\alpha_j\,\kappa(x_i,x_j) = \alpha^\top K\alpha$$
#
# The left side is a square, so $\alpha^\top K\alpha$ is never negative: one says that $K$ is [positive semi-definite](A_linear_algebra.ipynb#6.-Eigenvalues). For the sum of our four corners ($\alpha$ all ones) it is the sum of all entries, $4\cdot9+12\cdot1=48$.

# %% tags=["proof"] proves="ST-u04"
weights = np.random.default_rng(2).normal(size=(1000, 6))
lengths = np.linalg.norm(weights @ Phi, axis=1)
by_form = np.array([means.combination_norm(K_six, w) for w in weights])
agree(by_form, lengths, "length of a combination = root of the quadratic form, 1000 times")

# %% [markdown]
# > **In short.** The diagonal holds lengths, three entries hold a distance, a quadratic form holds the length of any combination.

# %% [markdown] needs="1.2" teaches="ST-u06"
# ## 3. The centre
#
# We wanted averages. So: where is the average of the images, $\phi_S=\frac1n\sum_i\phi(x_i)$?
#
# > **Predict.** Numbers on a line, bent up into a parabola by $\phi(x)=(x,x^2)$. Is the centre of the images the image of some number?
#
# Four numbers, their images, and the centre of those images:

# %% tags=["drawing"]
numbers = np.array([-1.5, -0.5, 1.0, 2.0])
bent = np.column_stack([numbers, numbers**2])
line = np.linspace(-2, 2.4, 100)
curve = {"all images φ(x) = (x, x²)": line**2}
ax = plots.curves(line, curve, xlabel="first feature, x", ylabel="second feature, x²")
ax.plot(*bent.T, "o", color=plots.BLUE, label="four images")
ax.plot(*bent.mean(axis=0), "X", color=plots.ORANGE, markersize=11, label="their centre")
ax.legend()
ax.set_title("The centre of the images is no image")
plots.show(
    ax,
    alt="""A parabola with four points on it. Their centre of mass, a cross, lies
    clearly above the curve: no point of the curve is the centre.""",
)

# %% [markdown] teaches="ST-u07"
# The mean of squares exceeds the square of the mean (unless all numbers are equal), so the centre floats *above* the parabola. It is nobody's image: it has no **pre-image**. And yet it can be measured. Its squared length is an inner product of two averages, and that is the average of *all* entries of $K$:
#
# $$\|\phi_S\|^2 = \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$$
#
# > **By hand.** All entries of our $K$ sum to 48, so $\|\phi_S\|^2=48/16=3$. It is not zero, though the square itself is centred at the origin.

# %%
print(f"average entry {K.mean():g}, and by the library {means.centre_norm(K) ** 2:g}")

# %% [markdown] teaches="ST-5.2 ST-5.6"
# The distance of any image $\phi(z)$ to the centre is the warm-up line with $a=\phi(z)$ and $b=\phi_S$: its own length, minus twice its average similarity to the training points, plus the length of the centre:
#
# $$\|\phi(z)-\phi_S\|^2 = \kappa(z,z) - \frac2n\sum_i\kappa(z,x_i) + \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j) \tag{5.2}$$
#
# > **By hand.** The point $(2,1)$ has $\kappa(z,z)=(1+5)^2=36$ and similarities 16, 4, 4, 0 to the corners. So $36-\frac24\cdot24+3=27$. The origin has similarity 1 to everything: $1-2+3=2$. Even the origin, the mean of the square, misses the centre.
#
# First the way it is written, sum by sum:


# %%
def slow_distance(z, X, kernel):
    """Squared distance of one image to the centre, as the formula says it."""
    n = len(X)
    middle = sum(kernel([z], [x])[0, 0] for x in X)
    last = sum(kernel([a], [b])[0, 0] for a in X for b in X)
    return kernel([z], [z])[0, 0] - 2 / n * middle + last / n**2


print(slow_distance([2, 1], square, quadratic), slow_distance([0, 0], square, quadratic))

# %% tags=["proof"] proves="ST-u07 ST-5.2 ST-5.6"
agree(
    means.centre_norm(K_six) ** 2, np.sum(Phi.mean(axis=0) ** 2),
    "average entry = squared length of the centre"
)
fast = means.squared_distances_to_centre(K_six)
slow = [slow_distance(x, X, quadratic) for x in X]
plainly = np.linalg.norm(Phi - Phi.mean(axis=0), axis=1)
agree(np.sqrt(fast), np.sqrt(slow), plainly, "the formula = the library = explicit images")

# %% [markdown]
# The library has it for all points at once (`means.squared_distances_to_centre`); the last sum is the same for all of them and is computed once. Now move a point, and watch where the centre goes:

# %%
demos.where_is_the_centre()

# %% [markdown]
# Under the linear kernel the image of the mean *is* the centre, and one walker drags it along. Under the Gaussian kernel a far point stops pulling. How close does any image come to the centre then? We search a fine grid, with the eighth point at $(6,2)$:

# %% proves="ST-u06"
eight = np.vstack([demos.HUDDLE, [6.0, 2.0]])
side = np.linspace(-1, 6, 141)
plane = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
k = Gaussian(0.8)
to_centre = np.sqrt(means.squared_distances_to_centre(k(eight), k(plane, eight), k.diag(plane)))
miss = to_centre.min()
print(f"the nearest image is that of {plane[to_centre.argmin()].round(2)}, {miss:.2f} away")
assert miss > 0.4

# %% [markdown]
# It misses by {= miss:.2f}, where an image is 1 long. It had to miss: all images lie on a sphere of radius 1, and the squared length of the centre is the average entry of $K$, here {= k(eight).mean():.2f}. The centre floats inside.
#
# > **In short.** The centre of mass may be nobody's image, and is still measured from $K$ alone.

# %% [markdown] needs="1.3" teaches="ST-u21 ST-u22 ST-u23"
# ## 4. Two means classify
#
# Back to the machine. Two classes have two centres, $\phi_+$ and $\phi_-$, and the rule of the first page says: the nearer one wins. Compare the two squared distances. The term $\kappa(x,x)$ stands in both and cancels; what is left, halved, is
#
# $$\tfrac12\bigl(\|\phi(x)-\phi_-\|^2-\|\phi(x)-\phi_+\|^2\bigr) = \underbrace{\frac1{n_+}\sum_{y_i=+1}\kappa(x,x_i)}_{\text{similarity to the +}}-\underbrace{\frac1{n_-}\sum_{y_i=-1}\kappa(x,x_i)}_{\text{similarity to the −}}-b$$
#
# with the offset $b=\tfrac12(\|\phi_+\|^2-\|\phi_-\|^2)$. Its sign is the class. So the whole rule is: *whom is $x$ more alike, on average?*
#
# > **Predict.** When is $b=0$?
# >
# > <details><summary>Answer</summary>
# >
# > When both centres are equally far from the origin. Then similarity alone decides.
# > </details>
#
# > **By hand.** The + corners among themselves: entries 9, 1, 1, 9, so $\|\phi_+\|^2=5$. The − corners likewise: 5. So $b=0$. For $z=(2,1)$ the similarities were 16 and 4 to the +, 4 and 0 to the −: $10-2=8>0$, a +. In letters: the average similarity to the + is $1+(x_1+x_2)^2$, to the − it is $1+(x_1-x_2)^2$; the difference is $4x_1x_2$, so the sign of the product decides. With the plain inner product both centres sit at the origin, and nothing can be told apart.

# %% [markdown] teaches="ST-A5.6 ST-u24"
# To use the rule one needs a weight for each training point, $\alpha_i=1/n_+$ or $-1/n_-$, and $b$. No training loop. In feature space the rule is linear: its weight vector is $w=\sum_i\alpha_i\phi(x_i)=\phi_+-\phi_-$.

# %%
alpha, b = means.parzen(K, sign)
value = quadratic([[2, 1]], square) @ alpha - b
print(f"weights {alpha}, offset {b:g}, value at (2, 1): {value[0]:g}")

# %% tags=["proof"] proves="ST-u21 ST-u22 ST-u23 ST-A5.6 ST-u24"
labels = np.array([1, -1, 1, 1, -1, -1])
unequal = np.array([1, 1, 1, 1, -1, -1])
for name, y in (("three and three", labels), ("four and two", unequal)):
    weights_of, offset = means.parzen(K_six, y)
    plus, minus = Phi[y > 0].mean(axis=0), Phi[y < 0].mean(axis=0)
    gap = np.linalg.norm(Phi - minus, axis=1) ** 2 - np.linalg.norm(Phi - plus, axis=1) ** 2
    agree(K_six @ weights_of - offset, gap / 2, f"{name}: rule = half the gap of squared distances")
    agree(weights_of @ Phi, plus - minus, f"{name}: weight vector = difference of the centres")
    half_gap = (plus @ plus - minus @ minus) / 2
    agree(offset, half_gap, f"{name}: offset = half the difference of squared lengths")

# %% [markdown]
# Now the moons, with the old ruler and the new one:

# %%
errors = {}
for kernel in (Linear(), Gaussian(2.0), Gaussian(0.2)):
    rule = ParzenClassifier(kernel).fit(readings, state)
    errors[kernel] = (rule.predict(later) != truth).mean()
    print(f"{kernel!s:20} {errors[kernel]:.1%} of 2000 later readings wrong")

# %% tags=["drawing"]
left, right = plots.axes(2, height=3.2)
for ax, kernel in ((left, Linear()), (right, Gaussian(0.2))):
    rule = ParzenClassifier(kernel).fit(readings, state)
    plots.scatter(readings, state, ax=ax, size=16)
    plots.boundary(rule.decision_function, ax=ax)
    ax.set_title(f"{kernel}: {errors[kernel]:.1%} wrong later")
left.legend(loc="lower left")
plots.show(
    left,
    alt="""Two panels of two interleaved half-moons. Left, the linear rule cuts
    straight through both moons. Right, the Gaussian rule of width 0.2 wraps the upper moon
    closely and separates the two almost perfectly; all that is far away it calls class −1.""",
)

# %% [markdown] teaches="ST-u25"
# From {= errors[Linear()]:.1%} to {= errors[Gaussian(0.2)]:.1%}, by one change: the inner product. (The row *Linear* is the rule of the first page, with the same verdict on each of the 2000 readings.)
#
# There is a second way to read the sums. Put a Gaussian hill on every reading of a class and average the hills: that is the **Parzen window** estimate of the density of that class, how thickly its readings lie. So the rule compares two densities, and $b$ shifts the balance a little. Along the line $x_2=0.25$ through the moons:

# %% tags=["drawing"]
walk = np.column_stack([np.linspace(-1.5, 2.5, 200), np.full(200, 0.25)])
hills = Gaussian(0.2)(walk, readings) / (2 * np.pi * 0.2**2)  # each has integral one
thick = {
    f"density of class {c}": hills[:, state == s].mean(axis=1) for c, s in (("+1", 1), ("−1", -1))
}
ax = plots.curves(walk[:, 0], thick, xlabel="x₁, at x₂ = 0.25")
called = ParzenClassifier(Gaussian(0.2)).fit(readings, state).predict(walk) > 0
ax.fill_between(walk[:, 0], 0, 0.75, where=called, alpha=0.12, label="called +1")
ax.set_ylim(0, 0.75)
ax.legend(loc="upper center", ncols=2)
ax.set_title("The rule follows the higher density")
plots.show(
    ax,
    alt="""Two density curves along a line through the moons. The rule says plus one on
    the shaded stretches: those where the density of class plus one is the higher, up to a
    small shift by b.""",
)

# %% tags=["proof"] proves="ST-u25"
from sklearn.neighbors import KernelDensity

weights_moons, _ = means.parzen(Gaussian(0.2)(readings), state)
dense = [
    np.exp(KernelDensity(bandwidth=0.2).fit(readings[state == s]).score_samples(later))
    for s in (1, -1)
]
difference = Gaussian(0.2)(later, readings) @ weights_moons / (2 * np.pi * 0.2**2)
agree(
    difference, dense[0] - dense[1],
    "the rule without b = difference of scikit-learn's two densities"
)
agree(
    ParzenClassifier(Linear()).fit(readings, state).predict(later), np.sign(nearer),
    "linear kernel = the rule of the first page"
)

# %% [markdown]
# > **In short.** Nearest centre asks whom a point is more alike on average. The kernel says what alike means.

# %% [markdown] needs="1.3" teaches="ST-5.3..5.4 ST-u08"
# ## 5. Spread
#
# How widely are the images scattered around their centre?
#
# > **Predict.** Shift all points by the same vector. Under the linear kernel every entry of $K$ changes. Which of these stay: the lengths, the distances, the mean squared distance to the centre?
# >
# > <details><summary>Answer</summary>
# >
# > The lengths change, since they are measured from the origin. Distances and spread stay.
# > </details>
#
# Average (5.2) over the training points. The middle term becomes $-2\|\phi_S\|^2$, and two averages are left, that of the diagonal and that of everything:
#
# $$\text{spread} = \frac1n\sum_i\|\phi(x_i)-\phi_S\|^2 = \frac1n\sum_i\kappa(x_i,x_i) - \frac1{n^2}\sum_{i,j}\kappa(x_i,x_j) \tag{5.4}$$
#
# > **By hand.** Diagonal 9, average of everything 3: the corners' images have spread $9-3=6$. Each image is 3 away from the origin, and $\sqrt6\approx2.4$ from the centre.

# %% proves="ST-u08"
for place, moved in (("here", X), ("10 to the right", X + [10, 0])):
    K_moved = Linear()(moved)
    length, spread = means.norms(K_moved).mean(), means.spread(K_moved)
    print(f"{place:16} mean length {length:5.2f}, spread {spread:.4f}")
agree(means.spread(Linear()(X)), means.spread(Linear()(X + [10, 0])), "a shift leaves it alone")

# %% [markdown] teaches="ST-P5.2"
# Could some other place be closer to the images on average? Take any place $\mu$ and go to it by way of the centre: $\phi(x_i)-\mu = (\phi(x_i)-\phi_S) + (\phi_S-\mu)$. Square and average. The mixed term vanishes, because deviations from a mean average to zero, and Pythagoras is left:
#
# $$\frac1n\sum_i\|\phi(x_i)-\mu\|^2 = \text{spread} + \|\mu-\phi_S\|^2$$
#
# The centre wins, and every step away from it costs exactly its squared length. The first eight of a thousand random steps, both sides:

# %%
steps = np.random.default_rng(5).normal(size=(1000, 6))  # away from the centre
places = Phi.mean(axis=0) + steps
cost = ((Phi[None] - places[:, None]) ** 2).sum(axis=-1).mean(axis=1)
extra = cost - means.spread(K_six)
print("extra cost     ", extra[:8].round(2))
print("squared step   ", (steps**2).sum(axis=1)[:8].round(2))

# %% tags=["proof"] proves="ST-5.3..5.4 ST-P5.2"
agree(means.spread(K_six), Phi.var(axis=0).sum(), "spread = total variance of the images")
agree(extra, (steps**2).sum(axis=1), "extra cost = squared step, 1000 times")

# %% [markdown]
# > **In short.** The centre of mass has the least mean squared distance, in every feature space at once; what is left is the spread.

# %% [markdown] needs="1.5" teaches="ST-u09 ST-u10 ST-A5.3"
# ## 6. Moving the origin
#
# Many methods to come (PCA, Fisher) want the origin at the centre of mass. We cannot subtract $\phi_S$ from vectors we do not have. But we can ask what the inner products *would be* afterwards, for $\phi(x)-\phi_S$ in place of $\phi(x)$.
#
# > **Predict.** After this **centring**, what do the entries of each row of $K$ sum to?
# >
# > <details><summary>Answer</summary>
# >
# > Zero. The row sum is $n$ times the inner product with the new centre, and the new centre is the origin.
# > </details>
#
# Multiply out a product of two differences. Four terms come, each an average:
#
# $$\tilde\kappa(x,z) = \kappa(x,z) - \tfrac1n\sum_i\kappa(x,x_i) - \tfrac1n\sum_i\kappa(x_i,z) + \tfrac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$$
#
# Subtract the row mean, subtract the column mean, add the grand mean back.
#
# > **By hand.** Every row and column of our $K$ has mean 3, and so has the whole. The 9s become $9-3-3+3=6$, the 1s become $1-3-3+3=-2$. Row sum: $6-2-2-2=0$. The diagonal is 6, the spread.

# %%
row, column = K.mean(axis=1, keepdims=True), K.mean(axis=0)
print(K - row - column + K.mean())

# %% [markdown] teaches="ST-u11 ST-C5.2"
# In one line of matrices it is $CKC$ with $C=I-\frac1njj^\top$, where $j$ is from now on the vector of ones: $C$ subtracts the mean from whatever it is multiplied with. As a program, the four means are better: $CKC$ takes about $4n^3$ operations, they take $4n^2$, for 5000 points 5000 times less. No other origin makes the average squared length, $\frac1n\operatorname{tr}K$ (the **trace** is the sum of the diagonal), smaller: that is section 5 again.

# %% tags=["proof"] proves="ST-u09 ST-u10 ST-A5.3 ST-C5.2 ST-u11"
C = np.eye(6) - 1 / 6
Phi_moved = Phi - Phi.mean(axis=0)
by_means = K_six - K_six.mean(axis=0) - K_six.mean(axis=1, keepdims=True) + K_six.mean()
agree(
    means.centre(K_six), by_means, C @ K_six @ C, Phi_moved @ Phi_moved.T,
    "library = four means = C K C = explicit images"
)
agree(
    means.centre(K_six).trace(), 6 * means.spread(K_six),
    "trace of the centred matrix = n times the spread"
)
moved_by = np.random.default_rng(6).normal(size=(1000, 6))
traces = [((Phi_moved - m) ** 2).sum() for m in moved_by]
agree(np.array(traces) > means.centre(K_six).trace(), "1000 other origins have a larger trace")

# %% [markdown]
# A trap waits when new points arrive. They must be measured from the *training* centre, the one that was fixed when the method was fitted. If each batch is centred by its own mean instead, one and the same point changes its value with its company:

# %%
newcomers = np.random.default_rng(7).normal(size=(3, 2))
K_new = quadratic(newcomers, X)  # (3, 6): new points by training points


def by_its_own_mean(K):
    return K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()


alone, company = by_its_own_mean(K_new[:1])[0, 1], by_its_own_mean(K_new)[0, 1]
rightly = means.centre(K_new, K_six)
print(f"by its own mean: {alone:.2f} alone, {company:.2f} in company of two others")
print(f"by the training mean: {rightly[0, 1]:.2f}, always")

# %% tags=["proof"] proves="ST-u10 ST-C5.2"
agree(
    rightly, (quadratic_features(newcomers) - Phi.mean(axis=0)) @ Phi_moved.T,
    "new points by the training centre = explicit images"
)
agree(means.centre(K_new[:1], K_six)[0], rightly[0], "alone or in company: the same")

# %% [markdown]
# > **In short.** Centring is four means; the centre belongs to the training points, for ever.

# %% [markdown] needs="1.3" teaches="ST-u14 ST-u15"
# ## 7. An alarm that keeps its word
#
# Suppose nobody has labelled anything *worn*. You only have healthy hums, and want a bell that rings for a strange one. Distance to the centre is a natural measure of strangeness. But where to draw the line?
#
# > **Predict.** Five healthy hums are measured from some fixed place, one after the other. With what probability is the last of them the farthest?
# >
# > <details><summary>Answer</summary>
# >
# > One in five. All five are drawn alike, so each is equally likely to be the farthest. A bell set at the farthest of four rings falsely for one newcomer in five, on average over all such fours.
# > </details>
#
# That is the whole idea: among $m+1$ distances that play the same role, the newcomer has each rank with the same probability, $\frac1{m+1}$ (one says they are **exchangeable**; ties apart). No density, no width, no dimension enters.
#
# But they must play the same role! If the four have also helped to place the centre, they have pulled it towards themselves, and the newcomer has not. So **split**: one half of the hums makes the centre; the other half, and later the newcomer, are only measured from it. How often does a healthy newcomer beat all of them? We draw twenty thousand little worlds with five hums for the centre and five more to measure:

# %%
rng = np.random.default_rng(8)
worlds = rng.normal(size=(20_000, 11, 2))  # 5 for the centre, 5 to measure, 1 newcomer
same = np.linalg.norm(worlds - worlds[:, :5].mean(axis=1, keepdims=True), axis=-1)
beats_measured = (same[:, 10:] > same[:, 5:10]).all(axis=1).mean()
beats_makers = (same[:, 10:] > same[:, :5]).all(axis=1).mean()
print(f"farther than the 5 measured ones: {beats_measured:.2f}; promised 1/6 = {1 / 6:.2f}")
print(f"farther than the 5 that made the centre: {beats_makers:.2f}")

# %% tags=["proof"] proves="ST-u14 ST-u15"
agree(
    abs(beats_measured - 1 / 6) < 0.012, "a newcomer is the farthest of m + 1 once in m + 1 times"
)
agree(beats_makers > 0.25, "those that made the centre are no fair comparison")

# %% [markdown]
# To allow a false-alarm rate δ, put the threshold at the $r$-th smallest of the $m$ measured distances, with $r=\lceil(1-\delta)(m+1)\rceil$: the newcomer has one of the $m+1-r$ ranks above it with probability $\frac{m+1-r}{m+1}\le\delta$. (With $m=4$ no threshold can promise less than one in five. Who wants rarer false alarms needs more hums.)
#
# > **By hand.** $m=19$, $\delta=0.1$: $r=\lceil0.9\cdot20\rceil=18$, the second largest. Two ranks of twenty lie above it: exactly 10 %.

# %%
hums = rng.normal(size=(2000, 39, 2))  # 19 for the centre, 19 to measure, 1 newcomer
rings = 0
for world in hums:
    K_world = Gaussian()(world)
    # split: the first 19 make the centre, the other 19 are measured from it
    threshold = means.novelty_threshold(K_world[:38, :38], delta=0.1, method="split")
    half = K_world[:19, :19], K_world[38:, :19], K_world.diagonal()[38:]
    rings += np.sqrt(means.squared_distances_to_centre(*half))[0] > threshold
print(f"rings for {rings / 2000:.1%} of healthy newcomers; promised 10 %")
assert abs(rings / 2000 - 0.1) < 0.027  # four standard deviations of such a count

# %% [markdown]
# Two cautions. The promise is kept *on average* over all the sets of hums you might have recorded; [room 1c](#1c.-On-average,-or-for-you?) says what can be promised for the one you did. And newcomers must be *drawn alike*: if the machine is moved to another hall, all bets are off.
#
# > **In short.** A rank among equals is a promise that needs no formula: keep the points that set the threshold apart from those that made the centre.

# %% [markdown] needs="1.4 1.7"
# ## 8. Threes and eights
#
# Real data, to finish: 357 handwritten threes and eights, each 8 × 8 grey levels, so points in 64 dimensions (they ship with scikit-learn). Half to train, half to test, twenty shuffles. Beside ours stands what one would call in practice: `KernelDensity` per class, and the higher density wins. It is our rule without $b$.

# %%
from sklearn.neighbors import KernelDensity, KNeighborsClassifier

handwritten, digit = datasets.digits(3, 8)  # +1 for a three, -1 for an eight


def wrong(train, test, width=12):
    """Mistakes on the test half: plain averages, ours without b, densities, one neighbour."""
    X, y, Z = handwritten[train], digit[train], handwritten[test]
    plainly = ParzenClassifier(Linear()).fit(X, y).predict(Z)
    alpha, _ = means.parzen(Gaussian(width)(X), y)
    ours = np.sign(Gaussian(width)(Z, X) @ alpha)
    high = [KernelDensity(bandwidth=width).fit(X[y == s]).score_samples(Z) for s in (1, -1)]
    theirs = np.where(high[0] > high[1], 1, -1)
    nearest = KNeighborsClassifier(1).fit(X, y).predict(Z)
    return [(guess != digit[test]).sum() for guess in (plainly, ours, theirs, nearest)]


# %%
shuffles = [np.random.default_rng(i).permutation(len(digit)) for i in range(20)]
mistakes = np.mean([wrong(order[:180], order[180:]) for order in shuffles], axis=0)
methods = "nearer average", "ours, σ = 12", "KernelDensity", "nearest neighbour"
for name, count in zip(methods, mistakes, strict=True):
    print(f"{name:17} {count:4.1f} of {len(digit) - 180} test digits wrong")

# %% [markdown]
# From {= mistakes[0]:.1f} mistakes to {= mistakes[1]:.1f}, and ours and scikit-learn's agree. (The last line asks the one most similar digit only, and does better still. Our σ was named, not chosen; [chapter 6](06_generalisation.ipynb) chooses.) Now the alarm: train it on threes only, ask for δ = 5 %, and show it other threes, and eights:

# %%
alarms = []
for order in shuffles:
    threes = order[digit[order] > 0]
    bell = NoveltyDetector(Gaussian(30), delta=0.05).fit(handwritten[threes[:120]])
    alarms.append([(bell.predict(handwritten[i]) < 0).mean() for i in (threes[120:], digit < 0)])
on_threes, on_eights = np.mean(alarms, axis=0)
print(f"rings for {on_threes:.0%} of new threes (promised 5 %) and for {on_eights:.0%} of eights")

# %% tags=["proof"]
agree(mistakes[1], mistakes[2], "ours and scikit-learn's make the same number of mistakes")
agree(mistakes[1] < mistakes[0] / 2, "the kernel at least halves the mistakes of the plain average")
agree(abs(on_threes - 0.05) < 0.03, "the alarm keeps its promise on average")

# %% [markdown]
# It has never seen an eight, and notices {= on_eights:.0%} of them at the price it was allowed.
#
# **When not to use it.** Every prediction looks at all training points, so a million of them are slow. The width decides everything and is not chosen here ([chapter 6](06_generalisation.ipynb) shows how). In many dimensions narrow windows reach nobody, and the offset $b$ takes over ([room 1e](#1e.-When-the-offset-takes-over)). And all directions count alike: what helps to tell the classes apart is not asked for; that is [chapter 3](03_fisher.ipynb).
#
# > **In short.** Two averages and a good inner product go a long way; how far, the width decides.

# %% [markdown]
# ## Takeaways
#
# - $K$ knows every length, distance and average in feature space: multiply out, and only inner products remain.
# - The centre of mass need not be anybody's image. It is still the point with the least mean squared distance.
# - Nearest centre = more alike on average = higher density, up to the offset $b$.
# - Centring is four means. New points are centred by the *training* means.
# - A rank among $m+1$ equals has probability $\frac1{m+1}$ each: split, and you can promise a false-alarm rate.
#
# **Now you:** [exercises for this chapter](../exercises/01_means_and_distances.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5. V. Vovk, A. Gammerman and G. Shafer, *Algorithmic Learning in a Random World* (2005), on ranks and promises. E. Parzen, *On estimation of a probability density function and mode* (1962).

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing later needs it.

# %% [markdown] needs="1.3" why="Enter if you wonder how far the centre of a sample is from the true one." teaches="ST-u12 ST-u13 ST-5.5"
# ### 1a. How sure is the centre?
#
# Our points are a sample. Behind them stands a distribution with a true centre $\mathbb E\,\phi(x)$, and $\phi_S$ misses it by $g(S)=\|\phi_S-\mathbb E\,\phi(x)\|$, a number that changes from sample to sample.
#
# > **Predict.** The Gaussian kernel's feature space has infinitely many dimensions. How many times as many points does it take to halve the error?
# >
# > <details><summary>Answer</summary>
# >
# > Four times as many, as for a mean on the line. The dimension does not enter.
# > </details>
#
# The reason fits on a line. $\phi_S$ averages $n$ independent images, so its expected squared error is the spread of one image divided by $n$:
#
# $$\mathbb E\,g(S)^2 = \frac1n\bigl(\mathbb E\|\phi(x)\|^2-\|\mathbb E\,\phi(x)\|^2\bigr)$$
#
# That is an average over samples. The book bounds $g$ itself. If all images lie within radius $R$ of the origin, then with probability at least $1-\delta$ (we take this over without its proof):
#
# $$g(S) \le \sqrt{\frac{2R^2}{n}}\Bigl(\sqrt2+\sqrt{\ln\tfrac1\delta}\Bigr) \tag{5.5}$$
#
# How tight is that? For standard Gaussian points in the plane and a Gaussian kernel with σ = 1 both integrals can be done. A Gaussian hill averaged over a Gaussian cloud is a wider, lower hill: $\langle\phi(z),\mathbb E\,\phi\rangle=\frac12 e^{-\|z\|^2/4}$; averaged once more, $\|\mathbb E\,\phi\|^2=\frac13$. So $g(S)$ can be computed exactly, by (5.2) with the true centre:


# %%
def centre_error(sample):
    """Distance of the sample centre to the true one, for N(0, I) in the plane and σ = 1."""
    with_true_centre = 0.5 * np.exp(-(sample**2).sum(axis=1) / 4)
    return np.sqrt(Gaussian()(sample).mean() - 2 * with_true_centre.mean() + 1 / 3)


# %% [markdown]
# We draw 300 samples of each size. The mean of $g^2$ should be $\frac23/n$, and at least 99 % of all $g$ should lie below the bound at δ = 0.01:

# %%
sizes, draw = [10, 20, 50, 100, 200], np.random.default_rng(11)
samples = {n: [centre_error(draw.normal(size=(n, 2))) for _ in range(300)] for n in sizes}
q99 = np.array([np.quantile(samples[n], 0.99) for n in sizes])
bound = np.array([means.centre_error_bound(radius=1, n=n, delta=0.01) for n in sizes])
print(
    "n times the mean of g²:", [round(n * float(np.mean(np.square(samples[n]))), 2) for n in sizes]
)
print("bound / 99 % quantile: ", (bound / q99).round(1))

# %% tags=["drawing"]
series = {"bound (5.5), δ = 0.01": bound, "99 % quantile of g(S)": q99}
series["mean of g(S)"] = np.array([np.mean(samples[n]) for n in sizes])
ax = plots.curves(sizes, series, log=True, xlabel="sample size n", ylabel="error of the centre")
ax.set_title("Right slope, but nearly four times too high")
plots.show(
    ax,
    alt="""Error of the centre against sample size from 10 to 200, both on log
    scales. Bound, 99 per cent quantile and mean are three parallel falling lines; the bound
    lies nearly four times above the quantile.""",
)

# %% tags=["proof"] proves="ST-u13 ST-5.5"
scaled = np.array([n * np.mean(np.square(samples[n])) for n in sizes])
agree(np.abs(scaled - 2 / 3) < 0.15, "the mean of g² is (2/3)/n, for five sizes")
agree(np.array([max(samples[n]) for n in sizes]) < bound, "no sample of 1500 is above the bound")
true_length = np.mean([0.5 * np.exp(-(draw.normal(size=(20_000, 2)) ** 2).sum(axis=1) / 4)])
agree(abs(true_length - 1 / 3) < 0.01, "the true centre has squared length 1/3")

# %% [markdown]
# Right in shape, generous in size. Part of that is the price of holding under every distribution, part a loose step in its proof (a sharper one has $1/\sqrt2$ where $\sqrt2$ stands).
#
# Two conditions hide in the letter $R$. It must be known *beforehand*, and it is measured from the origin. A program is tempted to take the largest length in the sample. Shift the data, and that radius grows and the bound with it, though nothing about the estimation has changed:

# %%
cloud = datasets.gaussian_cloud(100, np.random.default_rng(0))
for shift in (0, 10, 100):
    K_shifted = Linear()(cloud + shift)
    slack = means.centre_error_bound(means.norms(K_shifted).max(), n=100, delta=0.01)
    print(f"shift {shift:3}: spread {means.spread(K_shifted):.3f}, bound {slack:5.1f}")

# %% [markdown]
# > **In short.** Means in feature space are learnt at the rate $1/\sqrt n$, whatever the dimension; bounds on them can be far too careful.

# %% [markdown] needs="1.7 1a" why="Enter if you collect proofs that are true and useless." teaches="ST-u16 ST-u17 ST-5.7 ST-u18 ST-A5.4 ST-C5.3 ST-F5.1"
# ### 1b. A salesman's alarm
#
# Section 7 split the sample. The book does without: all $n$ points make the centre *and* set the threshold, and the bound of [room 1a](#1a.-How-sure-is-the-centre?) pays for it. Write $d$ for the distance to the true centre and $\hat d$ for the distance to $\phi_S$. They differ by at most $g$, by the triangle inequality:
#
# $$d(z)\ge\hat d(z)-g, \qquad d(x_i)\le\hat d(x_i)+g$$
#
# So if $\hat d(z) > \max_i\hat d(x_i)+2g$, then $d(z)>\max_i d(x_i)$, and that happens with probability at most $\frac1{n+1}$. Put the bound (5.5) in place of $g$ (it fails with probability δ, which comes on top), and you have an alarm:
#
# $$\text{threshold} = \max_i\hat d(x_i) + 2\sqrt{\frac{2R^2}{n}}\Bigl(\sqrt2+\sqrt{\ln\tfrac1\delta}\Bigr) \tag{5.7}$$
#
# With the linear kernel the picture is two circles. (For $R$ we take the largest length seen; a Gaussian cloud has no largest one, so this shows the recipe, not a guarantee.)

# %% tags=["drawing"] shows="ST-F5.1"
K_cloud = Linear()(cloud)
inner = np.sqrt(means.squared_distances_to_centre(K_cloud).max())
outer = means.novelty_threshold(K_cloud, delta=0.01, method="book")


def from_centre(Z):
    K_new, diag_new = Linear()(Z, cloud), Linear().diag(Z)
    return np.sqrt(means.squared_distances_to_centre(K_cloud, K_new, diag_new))


ax = plots.axes(width=6.5, height=4.2)
ax.set(xlim=(-6, 13), ylim=(-6, 6))
plots.contours(from_centre, ax=ax, levels=[inner], colour=plots.GREEN, label="farthest point")
plots.contours(from_centre, ax=ax, levels=[outer], colour=plots.ORANGE, label="threshold")
plots.scatter(cloud, ax=ax, size=14)
ax.set_title(f"The alarm waits until {outer:.1f}; the data end at {inner:.1f}")
ax.legend(loc="center right")
plots.show(
    ax,
    alt="""A cloud of 100 points with two circles about its centre: the inner one
    passes through the farthest point, the outer one, the threshold, has about twice that
    radius.""",
)

# %% [markdown]
# A wide moat, but at least one can cross it. Now the salesman changes the kernel. Predict, then move the sliders:

# %%
demos.a_salesmans_alarm()

# %% [markdown]
# Put two facts together. With a Gaussian kernel all images have length one, and no inner product is negative. In (5.2) the first term is 1 and the middle one can only lower the sum, so no distance to the centre exceeds $\sqrt{1+\|\phi_S\|^2}$. Here are a thousand points:

# %% proves="ST-5.7 ST-C5.3"
big = datasets.gaussian_cloud(1000, np.random.default_rng(0))
K_big = Gaussian()(big)
needed = means.novelty_threshold(K_big, delta=0.01, method="book")
reach = np.sqrt(1 + means.centre_norm(K_big) ** 2)
print(f"threshold {needed:.2f}, farthest any point can be {reach:.2f}")
assert needed > reach

# %% [markdown]
# Would more data help? The slack falls like $1/\sqrt n$. But the farthest training point creeps towards the limit. On average over ten clouds:


# %%
def gap_left(K):
    """From the farthest training point to the largest distance any point can have."""
    return np.sqrt(1 + K.mean()) - np.sqrt(means.squared_distances_to_centre(K).max())


for n in (100, 300, 1000):
    gaps = [gap_left(Gaussian()(datasets.gaussian_cloud(n, draw))) for _ in range(10)]
    slack_n = 2 * means.centre_error_bound(radius=1, n=n, delta=0.01)
    print(f"n = {n:4}: slack {slack_n:.3f}, mean gap {np.mean(gaps):.3f}")
    assert slack_n > 5 * max(gaps)

# %% tags=["proof"] proves="ST-u16 ST-u17 ST-u18 ST-A5.4 ST-C5.3"
true_distance = np.sqrt(1 - np.exp(-(big**2).sum(axis=1) / 4) + 1 / 3)
seen_distance = np.sqrt(means.squared_distances_to_centre(K_big))
g = centre_error(big)
agree(
    np.abs(true_distance - seen_distance) <= g,
    "true and seen distance differ by at most g, 1000 times",
)
detector = NoveltyDetector(Linear(), method="book", delta=0.01).fit(cloud)
far = np.array([[outer + 0.1, 0], [outer - 0.1, 0]]) + cloud.mean(axis=0)
agree(detector.predict(far), [-1, 1], "the detector rings beyond the threshold, and not before it")
esterr = np.sqrt(2 * K_cloud.diagonal().max() / 100) * (np.sqrt(2) + np.sqrt(np.log(100)))
agree(outer, inner + 2 * esterr, "threshold = largest distance + twice the bound")

# %% [markdown]
# For this cloud and this width the slack stays many times the gap: the alarm is proven, and mute. (The gap closes more slowly for wider kernels, and stays open for bounded data; there enough data will make it ring.)
#
# > **In short.** A guarantee is worth what it lets you do: compare every threshold with what can be reached.

# %% [markdown] needs="1.7 1b" why="Enter if you hold one data set and ask what is promised to you." teaches="ST-u19"
# ### 1c. On average, or for you?
#
# A healthy point rings with probability at most $\frac1{n+1}$. Probability over *what*? There are two candidates:
#
# - $P_{S,x}(\text{ring})$: draw a training set $S$ *and* a new point $x$. This is what ranks give.
# - $P_x(\text{ring}\mid S)$: the training set is given, only $x$ is drawn. This is the rate *you* will see, because you hold one training set, for good.
#
# The first is the average of the second over training sets. A fair die is like that: one throw in six is a six, and yet a third of all runs of six throws have none. Predict for what share of training sets the second is worse than promised:

# %%
demos.average_versus_given()

# %% [markdown]
# Now the numbers. Only ranks matter here, and ranks do not change if every distance is replaced by the share of all points that lie nearer. Those shares are uniform on [0, 1], whatever the distances were: write five distances on the board, rank them, and divide by five. So we may draw uniform numbers at once. A set whose largest is $u$ rings with probability $1-u$. That exceeds $\frac1{n+1}$ exactly if all $n$ numbers lie below $1-\frac1{n+1}$, which happens with probability $(1-\frac1{n+1})^n$:

# %% proves="ST-u19"
uniform = np.random.default_rng(12)
own_rates = 1 - uniform.random((20_000, 20)).max(axis=1)  # each set's own false-alarm rate
above = (own_rates > 1 / 21).mean()
print(f"average rate {own_rates.mean():.4f} (1/21 = {1 / 21:.4f})")
print(
    f"sets above it {above:.3f}, by the formula {(20 / 21) ** 20:.3f}; the die {(5 / 6) ** 6:.3f}"
)
assert abs(above - (20 / 21) ** 20) < 0.02 and abs(own_rates.mean() - 1 / 21) < 0.002

# %% [markdown] teaches="ST-P5.5"
# **Find the slip.** The book's Proposition 5.5 says, in our words: *with probability $1-\delta$ over the training set, a new point from the same distribution rings the alarm of room 1b with probability less than $\frac1{n+1}$.* Which of the two probabilities was bounded, and which is claimed to be small? Look before you read on.
#
# The first was bounded; the second is claimed, for nearly every $S$. A distribution on two values is enough to break it. Let $x=1$ with probability $p=1.2/(n+1)$ and $x=0$ otherwise, with the linear kernel and $R=1$. A training set without a single 1 has its centre at 0 and largest distance 0. Given that set, a new $x=1$ rings, provided the slack is below 1:

# %% proves="ST-P5.5"
p = 1.2 / 1001
all_zero = np.zeros((1000, 1000))  # K of a training set without a 1
rings_at = means.novelty_threshold(all_zero, 0.01, method="book", radius=1)
violated = (uniform.binomial(1000, p, size=20_000) == 0).mean()
print(f"threshold {rings_at:.2f} < 1, so x = 1 rings, with probability 1.2/(n+1)")
print(f"the claim fails on {violated:.1%} of training sets; allowed were 1 %")
assert rings_at < 1 and violated > 0.25 and abs(violated - (1 - p) ** 1000) < 0.02

# %% [markdown]
# **Repair.** Two true statements take its place.
#
# - *Both drawn:* $P_{S,x}(\text{ring})\le\delta+\frac1{n+1}$. Either the bound on the centre fails (probability δ), or it holds, and then ringing means beating all $n$ true distances.
# - *Given the training set:* with probability at least $1-\delta-\delta'$ over $S$, $P_x(\text{ring}\mid S)\le\ln(1/\delta')/n$. For the rate to exceed ε all $n$ distances must fall into the lower $1-\varepsilon$ of their distribution, which has probability $(1-\varepsilon)^n\le e^{-\varepsilon n}$. Put $\varepsilon=\ln(1/\delta')/n$.
#
# The second is what the owner of one data set needs. For $n=1000$ and $\delta'=0.01$, the slack left aside:

# %% tags=["drawing"] proves="ST-P5.5"
thousand = 1 - uniform.random((20_000, 1000)).max(axis=1)
repaired, printed = ((thousand <= limit).mean() for limit in (np.log(100) / 1000, 1 / 1001))
marks = {"1/(n+1), printed": 1 / 1001, "ln(1/δ')/n, repaired": np.log(100) / 1000}
ax = plots.distribution(thousand, marks=marks, xlabel="false-alarm rate of a training set")
ax.set_title(f"Printed bound: {printed:.0%} of sets keep it; repaired: {repaired:.0%}")
plots.show(
    ax,
    alt="""Histogram of the false-alarm rates of 20000 training sets of 1000 points,
    falling from zero with a long tail. The printed bound lies in its midst, the repaired one far
    out in the tail.""",
)
assert abs(printed - 0.63) < 0.02 and abs(repaired - 0.99) < 0.005

# %% [markdown]
# The same holds for the split alarm of section 7. If its threshold is the $r$-th smallest of $m$ distances, the rate given the set follows a known law (the Beta law with $m+1-r$ and $r$), and its $1-\delta'$ quantile is the promise. For $m=60$, $r=58$ the average is 5 %, but the owner of one set can only be promised 13 %:

# %%
from scipy.stats import beta

law = beta(3, 58)
print(f"mean {law.mean():.1%}, 99 % quantile {law.ppf(0.99):.1%}")
sixty = 1 - np.sort(uniform.random((20_000, 60)), axis=1)[:, 57]
agree(abs(np.quantile(sixty, 0.99) - law.ppf(0.99)) < 0.01, "20,000 sets follow the law")

# %% [markdown]
# > **In short.** Say what a probability is taken over. *On average over sets like mine* and *for the set I hold* are different promises.

# %% [markdown] needs="1.3" why="Enter if only angles matter in your data." teaches="ST-5.1 ST-A5.1 ST-C5.1"
# ### 1d. On the sphere, a ball is a plane
#
# Often lengths are a nuisance: a text twice as long is not twice as much about cats. Divide every image by its length. What is left of the inner product is the cosine of the angle between two images, the **normalised** kernel:
#
# $$\bar\kappa(x,z) = \frac{\kappa(x,z)}{\sqrt{\kappa(x,x)\,\kappa(z,z)}}$$
#
# Three points that can be checked by hand: $(1,0)$ and $(1,1)$ form an angle of 45°, and $\cos45°\approx0.71$. (A point of length zero has no direction, and the library refuses it.)

# %% proves="ST-5.1 ST-A5.1 ST-C5.1"
toy = np.array([[1, 0], [0, 1], [1, 1]])
cosines = means.normalise(Linear()(toy))
print(cosines.round(2))
D = np.diag(1 / means.norms(Linear()(toy)))
units = toy / np.linalg.norm(toy, axis=1, keepdims=True)
agree(cosines, D @ Linear()(toy) @ D, units @ units.T, "cosines = D K D = products of unit vectors")

# %% [markdown] teaches="ST-u20"
# > **Predict.** "Outside a ball around $\phi_S$" sounds curved. Images of length one all lie on a sphere. What shape does the border have there?
# >
# > <details><summary>Answer</summary>
# >
# > A circle, and a plane cuts the sphere in the same circle. In (5.2) the first and last terms are constants, so far away means a *small inner product* with $\phi_S$: a linear rule.
# > </details>
#
# With $\kappa(z,z)=1$ the test $\|\phi(z)-\phi_S\|>\theta$ turns into $\langle\phi(z),\phi_S\rangle < c$, with $c=\frac12(1+\|\phi_S\|^2-\theta^2)$. Same points flagged, by either rule:

# %% proves="ST-u20"
K_hums, strangers = Gaussian()(readings), 3 * np.random.default_rng(13).normal(size=(500, 2))
K_strangers, theta = Gaussian()(strangers, readings), 0.9
squared = means.squared_distances_to_centre(K_hums, K_strangers, np.ones(500))
beyond = K_strangers.mean(axis=1) < (1 + K_hums.mean() - theta**2) / 2
outside = np.sqrt(squared) > theta
print(f"{outside.sum()} of 500 points are outside the ball, {beyond.sum()} beyond the plane")
agree(outside, beyond, "they are the same points")

# %% [markdown]
# > **In short.** For normalised kernels, distance to the centre is similarity in disguise.

# %% [markdown] needs="1.8" why="Enter if nearest centre does badly on your data." teaches="ST-R5.7"
# ### 1e. When the offset takes over
#
# Threes against eights once more: nearest centre, with $b$, beside higher density, which is the same rule with $b=0$. One split, five widths:

# %%
train, test = shuffles[0][:180], shuffles[0][180:]
for width in (4, 8, 12, 20, 40):
    rule_d = ParzenClassifier(Gaussian(width)).fit(handwritten[train], digit[train])
    values = rule_d.decision_function(handwritten[test])
    by_centre, by_density = (
        (np.sign(v) != digit[test]).sum() for v in (values, values + rule_d.b_)
    )
    print(f"σ = {width:2}: nearest centre {by_centre:2} wrong, higher density {by_density:2}")

# %% [markdown]
# With the narrowest window the nearest centre is no better than a coin. Why? In 64 dimensions a window of width 4 reaches almost no test digit: the sums are tiny, far smaller than $b$. Their *sign* is nearly always right, but $-b$ outvotes it. At that width $K$ is nearly the identity, so $b\approx\frac12(\frac1{n_+}-\frac1{n_-})$ says no more than which class has more training points:

# %%
narrow = ParzenClassifier(Gaussian(4)).fit(handwritten[train], digit[train])
sums = Gaussian(4)(handwritten[test], handwritten[train]) @ narrow.alpha_
n_plus, n_minus = (digit[train] > 0).sum(), (digit[train] < 0).sum()
print(f"median sum {np.median(np.abs(sums)):.0e}, b = {narrow.b_:+.5f}")
print(f"(1/{n_plus} − 1/{n_minus})/2 = {(1 / n_plus - 1 / n_minus) / 2:+.5f}")
agree(
    (narrow.predict(handwritten[test]) > 0).mean() > 0.95,
    "nearly every test digit goes to the larger class",
)

# %% [markdown]
# Two more ways to go wrong. *In file order*: the digits were written by one person after another, and the first threes of the file are not drawn like the last ones. An alarm trained on the first 120 and tried on the rest breaks its promise, and nothing is wrong with the alarm:

# %%
threes_in_order = handwritten[digit > 0]
halvings = [NoveltyDetector(Gaussian(30), delta=0.05, random_state=i) for i in range(50)]
in_order = [
    (h.fit(threes_in_order[:120]).predict(threes_in_order[120:]) < 0).mean() for h in halvings
]
print(f"in file order the alarm rings for {np.mean(in_order):.0%} of new threes; promised 5 %")
agree(np.mean(in_order) > 0.08, "not drawn alike: the promise is gone")

# %% [markdown]
# *Novel is not the other class*: could a point that is novel for class +1 be declared −1 with confidence? Not without asking how common each class is. Of 1000 points let 10 be of class −1, and let the alarm ring for 5 % of the healthy and for all of the others: 10 rings are right and about 50 are false. Whatever the false-alarm rate, if the other class is rare enough, most alarms are false.

# %% tags=["proof"] proves="ST-R5.7"
rare = np.array([0.5, 0.1, 0.01, 0.001])
right = rare / (rare + 0.05 * (1 - rare))
agree(right[2], 10 / 59.5, "10 right rings among 59.5")
agree(np.diff(right) < 0, right[-1] < 0.02, "the rarer the other class, the fewer alarms are right")

# %% [markdown]
# > **In short.** The offset is harmless for wide windows and fatal for narrow ones.

# %% [markdown] needs="1.7 1.8" why="Enter before you use any of this at work."
# ### 1f. The usual tools
#
# Everything here has a well-kept counterpart. Centring inside a pipeline is `KernelCenterer`, the nearest centre for the linear kernel is `NearestCentroid`, and both agree with ours up to rounding:

# %%
from sklearn.neighbors import NearestCentroid
from sklearn.preprocessing import KernelCenterer

K_train, K_later = Gaussian()(readings), Gaussian()(later, readings)
theirs_centred = KernelCenterer().fit(K_train).transform(K_later)
agree(theirs_centred, means.centre(K_later, K_train), "KernelCenterer = four means")
theirs_linear = NearestCentroid().fit(readings, state).predict(later)
ours_linear = ParzenClassifier(Linear()).fit(readings, state).predict(later)
agree(theirs_linear, ours_linear.astype(int), "NearestCentroid = ours")

# %% [markdown]
# For novelty, `OneClassSVM` lets the centre move so that the ball shrinks, and its ν looks like our δ. But ν bounds the share of *training* points outside; nothing is promised about fresh ones. Two hundred shuffles of the threes, one σ for both:

# %%
from sklearn.svm import OneClassSVM

bells = {"OneClassSVM, ν = 5 %": OneClassSVM(nu=0.05, gamma=1 / (2 * 35.0**2))}
bells |= {f"split, δ = {d:.0%}": NoveltyDetector(Gaussian(35.0), delta=d) for d in (0.05, 0.14)}
shuffle, only_threes, only_eights = (
    np.random.default_rng(14), handwritten[digit > 0], handwritten[digit < 0]
)
for name, bell_f in bells.items():
    rung = []
    for _ in range(200):
        mixed = shuffle.permutation(only_threes)
        bell_f.fit(mixed[:120])
        rung.append([(bell_f.predict(Z) < 0).mean() for Z in (mixed[120:], only_eights)])
    new, strange = np.mean(rung, axis=0)
    print(f"{name:20} rings for {new:4.0%} of new threes, {strange:4.0%} of eights")

# %% [markdown]
# The SVM is asked for 5 % and rings about three times as often on new threes: it catches more because it cries wolf more. Allow the split alarm as many false alarms, and it catches as many eights.
#
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | centre $K$ | `KernelCenterer` | $n^2$ | inside a pipeline |
# | nearest centre | `NearestCentroid` | $nd$ | the linear kernel will do (no $K$ needed) |
# | Parzen, any kernel | `ParzenClassifier` (ours), `KernelDensity` per class | $n^2$, then $n$ per new point | you want a quick, honest baseline |
# | novelty, promised average rate | `NoveltyDetector` (ours) | $n^2$, then $n$ per new point | false alarms must be rationed |
# | novelty, tight ball | `OneClassSVM` | $n^2$ to $n^3$ | you want a sparse rule and can measure its rate on fresh data |
#
# The split trick has a name and a literature: **conformal prediction**. It wraps *any* score, from the distance used here to the output of a neural network, and keeps the same promise, as long as new points are drawn like the old.
