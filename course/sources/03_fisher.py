# %% [markdown]
# # 3. Fisher's discriminant
#
# A mean says where data are; this chapter measures how they spread, along any direction, from kernel values alone. Out of spread and means grows Fisher's discriminant: the direction along which two classes lie farthest apart, measured by their own width. You will derive it for classes of any size, turn one knob from Fisher to Parzen, and catch a printed classifier that is wrong 98 times in a hundred.
#
# **After this chapter you can**
#
# - standardise data without losing them to round-off, and say what a correlation promises and what not;
# - compute the variance of images along a direction from $K$, and why the length of the direction matters;
# - derive the kernel Fisher discriminant with the right-hand side that holds for unequal classes, offset included;
# - say what the ridge $\lambda$ does at both ends, and choose it on real data;
# - test a printed derivation with an example made to break it.
#
# **Needs** [chapter 1](01_means_and_distances.ipynb) (centres, centring, Parzen) and, from [chapter 2](02_gram_schmidt_and_cholesky.ipynb), the projection onto a direction; a word on [symmetric matrices](A_linear_algebra.ipynb#6.-Eigenvalues) is in appendix A. **Takes** about two and a half hours, exercises apart. **Sources** sections 5.3 to 5.6 of a kernel-methods book (called *the book* here).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>Chapter 1: what does the matrix <i>C</i> = <i>I</i> − <i>jj</i>ᵀ/<i>n</i> do to a list of <i>n</i> numbers?</summary>
#
# It subtracts their mean. Doing it twice changes nothing more, so $C^2=C$. Two such matrices, one per class, will carry section 7.
# </details>
#
# <details><summary>Chapter 1: which direction in feature space does the Parzen classifier use?</summary>
#
# $w=\phi_+-\phi_-$, from one centre of mass to the other. It looks at means only. Whether that is wise depends on the spread, which is today's subject.
# </details>
#
# <details><summary>Chapter 2: how long is the shadow of φ(<i>x</i>) on the direction Σ<sub>i</sub> α<sub>i</sub> φ(<i>x</i><sub>i</sub>)?</summary>
#
# $\sum_i\alpha_i\kappa(x_i,x)\,/\sqrt{\alpha^\top K\alpha}$, with a sign. The root in the denominator is the length of the direction; section 4 shows what happens if you forget it.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $X$, $K$ | `X` (n, d), `K` (n, n) | points or their images, one per row; kernel matrix $XX^\top$ |
# | $y$; $n_+$, $n_-$ | `y` | labels ±1; number of points in each class |
# | $w=X^\top\alpha$ | `w`, `alpha` | a direction, and its dual weights |
# | $f=Xw=K\alpha$ | `f` (n,) | projections of the training points |
# | $m_\pm$; $m$ | `m` | class means; $m_+-m_-$ (of images: $\phi_\pm$) |
# | $\mu_\pm$, $\sigma^2_\pm$ | | mean and variance of each class's projections |
# | $t$ | `t` (n,) | $1/n_+$ on the positives, $-1/n_-$ on the negatives |
# | $s$ | `s` (n,) | the same without signs: $1/n_+$ or $1/n_-$ |
# | $h$ | `h` | $2n_+n_-/n$, the harmonic mean of the class sizes |
# | $\lambda$ | `lam` | ridge |
# | $j$ | | the vector of ones |

# %%
import numpy as np
from sklearn.datasets import load_breast_cancer

from featurespace import datasets, describe, fisher, means, plots
from featurespace.demos import fisher as demos
from featurespace.estimators import KernelFisher, ParzenClassifier
from featurespace.evidence import agree
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features

# %% [markdown]
# ## 1. Columns on one scale
#
# Distances and inner products add up columns, whatever their units. Here are 30 measurements on each of 569 tumours (they ship with scikit-learn). How much of the spread comes from the two columns with the largest numbers?

# %%
tumours, names = load_breast_cancer().data, load_breast_cancer().feature_names
variance = tumours.var(axis=0)
print(f"standard deviations from {variance.min() ** 0.5:.3f} to {variance.max() ** 0.5:.0f}")
largest = variance.argsort()[-2:]
print(" and ".join(names[largest]), f"make {variance[largest].sum() / variance.sum():.1%} of it")

# %% [markdown]
# Two areas outvote 28 other columns. The cure is the **standard score**, a number without unit:
#
# $$\hat x = \frac{x-\mu}{\sigma},\qquad \sigma^2=\frac1n\sum_i(x_i-\mu)^2$$
#
# **Predict.** The book's program finds the variance in one pass, as mean of squares minus square of mean. On paper that is the same number. What does it return for the three readings $10^8$, $10^8+1$, $10^8+2$, whose variance is 2/3?
#
# <details><summary>Answer</summary>
#
# 2, and for $10^9$ in place of $10^8$ it returns 0. A double keeps 53 bits, so beyond $2^{53}\approx9\cdot10^{15}$ only even numbers exist: squares near $10^{16}$ are stored in steps of 2, and the variance is smaller than one step. With other readings the difference is negative, and its root is not a number.
# </details>

# %%
def printed_variance(x):
    return (x**2).mean() - x.mean() ** 2


# %% [markdown]
# The library takes the mean out *before* it squares. Both on the three readings:

# %%
for size in (1e8, 1e9):
    x = size + np.array([0.0, 1.0, 2.0])
    ours = describe.standardise(x[:, None]).sd[0] ** 2
    print(f"mean {size:.0e}: printed {printed_variance(x):.3f}, deviations first {ours:.3f}")

# %% [markdown]
# How does the damage grow? A thousand numbers with deviation one, moved farther and farther from zero (subtracting the shift again is exact here, so we know the truth):

# %% tags=["drawing"]
rng = np.random.default_rng(0)
shifts = np.logspace(1, 12, 34)
moved = rng.normal(size=1000) + shifts[:, None]
truth = (moved - shifts[:, None]).var(axis=1)

# %% tags=["drawing"]
printed = np.array([abs(printed_variance(x) - v) / v for x, v in zip(moved, truth, strict=True)])
ours = abs(describe.standardise(moved.T).sd ** 2 - truth) / truth

# %% tags=["drawing"]
floor = 1e-17  # so that an error of zero has a place on a log scale
series = {"mean of squares − square of mean": printed + floor, "deviations first": ours + floor}
ax = plots.axes(width=6.5)
plots.curves(shifts, series, ax=ax, log=True, xlabel="mean / standard deviation")
ax.axhline(1, color="black", linewidth=1)
ax.set(ylabel="relative error of the variance", ylim=(1e-18, 1e10))
ax.legend(loc="upper left")
ax.set_title("Each digit of the mean costs two digits of the variance")
plots.show(ax, alt="""Relative error of the variance against mean over standard deviation, on log
    scales. The one-pass formula rises by two decades per decade, from 1e-14, and passes
    one, where no digit is left, near a ratio of 1e8. With deviations taken first the error stays
    near 1e-16 up to there and is still tiny at 1e12.""")

# %% tags=["proof"] proves="ST-C5.5"
agree(printed[shifts < 1e6].max() < 0.01, "one pass, below a million: two digits at least")
agree(np.median(printed[shifts > 3e8]) > 10, "one pass, beyond a hundred million: none")
agree(ours[shifts < 1e8].max() < 1e-14, "deviations first: only round-off")
agree(ours.max() < 1e-6, "and six digits at a million million")
slope = np.polyfit(np.log10(shifts), np.log10(printed + floor), 1)[0]
agree(1.8 < slope < 2.2, "the error grows with the square of mean over deviation")

# %% [markdown]
# The error grows with the *square* of mean over deviation: each digit of the mean costs two of the variance, and all sixteen are gone at $10^8$. Years, prices and temperatures in kelvin lose a few digits and nobody notices. Time stamps in seconds, 1.7 billion and counting, collected over one minute lose them all:

# %%
stamps = 1.7e9 + np.arange(60.0)
step = np.spacing(1.7e9**2)
print(f"variance {stamps.var():.1f}; squares are stored in steps of {step:.0f}")
assert abs(printed_variance(stamps) / stamps.var() - 1) > 0.5  # not a digit is right

# %% [markdown]
# Two habits finish the section. New points are scaled by the *training* mean and deviation, as in chapter 1; and a constant column has no scale, so the library refuses it by number:

# %% proves="ST-A5.13"
_, mean, sd = describe.standardise([[0.0], [2.0]])
agree((np.array([[3.0]]) - mean) / sd, 2.0, "three is two training deviations above the mean")

# %%
try:
    describe.standardise([[0.1, 1.0], [0.1, 2.0], [0.1, 4.0]])
except ValueError as error:
    print(error)

# %% [markdown]
# *Take the mean out first, then square.*

# %% [markdown]
# ## 2. Correlation is a cosine
#
# The covariance of two variables with mean zero is the mean of their product. Of two standard scores it is the **correlation**: with $n$ readings each, $\rho=\frac1n\hat x^\top\hat y$, and since both scores have length $\sqrt n$, it is the cosine of the angle between them:

# %% proves="ST-u56"
radius, perimeter = (tumours.T[names == f"mean {what}"][0] for what in ("radius", "perimeter"))
scores = describe.standardise(np.column_stack([radius, perimeter])).X
rho = scores[:, 0] @ scores[:, 1] / len(scores)
print(f"correlation of radius and perimeter {rho:.3f}: {np.degrees(np.arccos(rho)):.1f} degrees")
agree(rho, np.corrcoef(radius, perimeter)[0, 1], "numpy finds the same correlation")

# %% [markdown]
# A cosine of one means an angle of zero: equal scores, hence $y=b+wx$ with $w>0$; a cosine of −1 means opposite scores and $w<0$.
#
# **Predict.** The book goes on: $|\rho|\approx1$ *if and only if* $y\approx b+wx$. Let $y$ be 5 plus noise of size one millionth. Then $y\approx5+0\cdot x$ to six digits. What is $\rho$?
#
# <details><summary>Answer</summary>
#
# About zero. Standardising blows the noise up to size one, and noise does not correlate. "Close to a line" measures the residual in units of $y$; correlation measures it in units of $y$'s own spread.
# </details>

# %%
x = rng.normal(size=1000)
y_flat = 5 + 1e-6 * rng.normal(size=1000)
print(f"distance from the line y = 5: at most {abs(y_flat - 5).max():.1e}")
print(f"correlation: {np.corrcoef(x, y_flat)[0, 1]:.2f}")

# %% [markdown]
# The exact statement is an equation. Let the residual be what the best line leaves over:
#
# $$1-\rho^2 = \frac{\text{variance of the residual}}{\text{variance of } y}$$
#
# It is Pythagoras again: $\hat y$ minus its projection $\rho\,\hat x$ has squared length $n(1-\rho^2)$. Both examples obey it, the tight line and the flat one:

# %% tags=["proof"] proves="ST-u58"
for name, a, b in (("tight", radius, perimeter), ("flat", x, y_flat)):
    slope, offset = np.polyfit(a, b, 1)
    residual = b - (slope * a + offset)
    left = 1 - np.corrcoef(a, b)[0, 1] ** 2
    agree(left, residual.var() / b.var(), f"the {name} line obeys it", tol=1e-6)

# %% [markdown]
# *Correlation compares the residual with the spread of $y$, not with $y$.*

# %% [markdown] teaches="ST-u60 ST-u61 ST-u59 ST-5.9"
# ## 3. Spread along a direction
#
# Standardising looks at one column at a time. Two columns can hide a direction in which the data are far narrower than in either.
#
# **Predict.** A cloud has variance 4 along the first axis and 1 along the second, without correlation. What is its variance along the diagonal?
#
# <details><summary>Answer</summary>
#
# $(4+1)/2=2.5$. Variances average, deviations do not: the deviation is 1.58, not 1.5.
# </details>
#
# Centre the points, so that the mean signed projection onto any unit vector $v$ is zero. (The book says "the norm of the projection" and then averages it to zero; norms do not average to zero, signed lengths do.) The variance along $v$ is then the mean *squared* projection, and with $X$ centred this is a quadratic form in the covariance matrix $S=\frac1nX^\top X$:
#
# $$\sigma_v^2 = \frac1n\sum_i\langle v,x_i\rangle^2 = \frac1n\,v^\top X^\top X\,v = v^\top S\,v \tag{5.9}$$
#
# One matrix knows the spread in every direction. We test it on the clouds that will stay with us, 60 points of one class and 30 of the other:

# %% proves="ST-u59"
X, y = demos.clouds("tilted")
X_hat = X - X.mean(axis=0)
S = X_hat.T @ X_hat / len(X)
agree(S, np.cov(X.T, bias=True), "S is the covariance matrix")

# %% proves="ST-u60 ST-u61 ST-5.9"
v = demos.unit(30)  # the unit vector at 30 degrees
agree(abs((X_hat @ v).mean()) < 1e-12, "signed projections average to zero")
agree(abs(X_hat @ v).mean() > 1, "their norms do not")
agree(v @ S @ v, ((X_hat @ v) ** 2).mean(), (X @ v).var(), "one variance, three ways")

# %% [markdown] teaches="ST-u62"
# Without centring, the squared mean must go: $\sigma_v^2=\frac1nv^\top X^\top Xv-\bigl(\frac1nv^\top X^\top j\bigr)^2$. Same number:

# %% tags=["proof"] proves="ST-u62"
j = np.ones(len(X))
agree(v @ X.T @ X @ v / 90 - (v @ X.T @ j / 90) ** 2, v @ S @ v, "the same without centring")

# %% [markdown]
# Now every direction at once. We draw, in each direction, the deviation along it as a radius around the mean:

# %%
every = demos.unit(np.arange(361))  # (2, 361), one direction per degree
deviation = np.sqrt((every * (S @ every)).sum(axis=0))
widest = deviation.argmax() % 180
print(f"widest at {widest}°: {deviation.max():.2f}; narrowest across it: {deviation.min():.2f}")
agree((deviation.argmax() - deviation.argmin()) % 90, 0, "the two stand at right angles")

# %% tags=["drawing"] shows="ST-5.9"
ax = plots.scatter(X, size=14, label="90 points")
ax.plot(*(X.mean(axis=0)[:, None] + every * deviation), color=plots.ORANGE, label="deviation")
ax.set_title("Long one way, narrow across")
ax.legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
plots.show(ax, alt="""A tilted cloud of 90 points with a curve around its mean whose radius is the
    standard deviation in that direction: a peanut, long towards the upper right and the lower
    left, with a waist across.""")

# %% [markdown]
# PCA, in chapter 4, will *maximise* the number (5.9). Fisher will *divide* by it. Same quantity, opposite wishes.
#
# *The covariance matrix is a machine: put in a direction, out comes a variance.*

# %% [markdown] teaches="ST-u63 ST-u64"
# ## 4. The same from kernel values
#
# In feature space we have neither $S$ nor $v$. But directions at right angles to all images see nothing of the data, so let $v$ be a combination of images, $v=\sum_i\alpha_i\phi(x_i)=X^\top\alpha$. Put it into the formula; $XX^\top$ is $K$:
#
# $$\sigma_v^2 = \frac1n\,\alpha^\top K^2\alpha - \frac1{n^2}\bigl(\alpha^\top Kj\bigr)^2$$
#
# **Predict.** Double all weights $\alpha$. The direction is the same. What happens to this "variance along the direction"?
#
# <details><summary>Answer</summary>
#
# It becomes four times as large. The formula took $v$ to be a *unit* vector, and $\|v\|^2=\alpha^\top K\alpha$. Either scale $\alpha$ until that is one, or divide by it.
# </details>
#
# The formula is the plain variance of the numbers $K\alpha$. Dividing by $\alpha^\top K\alpha$ makes it the variance along the direction; that is what the library returns:

# %% proves="ST-u64"
K, Phi = Polynomial(degree=2)(X), quadratic_features(X)
alpha = rng.normal(size=90)
printed = alpha @ K @ K @ alpha / 90 - (alpha @ K @ j) ** 2 / 90**2
agree(printed, np.var(K @ alpha), "the formula is the plain variance of Kα")

# %% tags=["proof"] proves="ST-u63 ST-u64"
v = alpha @ Phi / np.linalg.norm(alpha @ Phi)  # the unit vector itself, in six features
agree(fisher.projection_variance(K, alpha), np.var(Phi @ v), "divided, it is the variance along v")

# %%
for weights in (alpha, 2 * alpha):
    undivided = np.var(K @ weights) / np.var(K @ alpha)
    divided = fisher.projection_variance(K, weights)
    print(f"undivided {undivided:.0f} (in units of the first), divided {divided:.2f}")

# %% [markdown]
# *Project with $K\alpha$, then divide by the length you gave the direction.*

# %% [markdown] teaches="ST-u65"
# ## 5. Two classes on a needle
#
# Parzen's classifier joins the two means and cuts halfway. It never asks how the classes lie. Stay with linear rules, $f(x)=\operatorname{sgn}(\langle w,\phi(x)\rangle-b)$, but choose $w$ with more care. (The book writes $+b$ here and $-b$ later; we keep minus throughout.) Predict, then turn the needle:

# %%
demos.turn_the_needle()

# %% [markdown] teaches="ST-5.10"
# What the dial on the right shows is **Fisher's quotient**. Project both classes onto $w$; let $\mu_\pm$ and $\sigma^2_\pm$ be the means and variances of the projections:
#
# $$J(w) = \frac{(\mu_+-\mu_-)^2}{\sigma_+^2+\sigma_-^2} \tag{5.10}$$
#
# Far apart above, narrow below. In code it is what it says:

# %%
def quotient(f, y):
    """Fisher's quotient of projections f."""
    plus, minus = f[y > 0], f[y < 0]
    return (plus.mean() - minus.mean()) ** 2 / (plus.var() + minus.var())


# %% [markdown]
# The library asks for $K$ and dual weights, because soon we shall have nothing else. For the linear kernel both are the same number:

# %% proves="ST-5.10"
alpha = rng.normal(size=90)
K = Linear()(X)
agree(quotient(K @ alpha, y), fisher.fisher_ratio(K, y, alpha), "one quotient, two ways")

# %% [markdown]
# We try every degree of the half circle and mark three candidates: the difference of the means (Parzen's choice), the direction of largest variance (the first principal component), and the best:

# %%
degrees = np.arange(180)
J = np.array([quotient(X @ demos.unit(a), y) for a in degrees])
known = demos.directions("tilted")

# %%
for name, w in known.items():
    print(f"{name:6} at {demos.angle(w):3.0f}°: J = {quotient(X @ w, y):.2f}")
assert abs(J.argmax() - demos.angle(known["Fisher"])) < 1

# %% tags=["drawing"] shows="ST-5.10"
ax = plots.curves(degrees, {"J": J}, xlabel="angle of w, degrees", ylabel="Fisher's quotient")
for name, (colour, dashes) in demos.LOOKS.items():
    ax.axvline(demos.angle(known[name]), color=colour, linestyle=dashes, label=name)
ax.set(ylim=(0, 6.6), title="Neither the means nor the largest variance find the peak")
ax.legend(loc="upper center", ncols=4)
plots.show(ax, alt="""Fisher's quotient over the angle of the needle: low from 0 to 110 degrees,
    with a sharp peak of about 5.1 at 142 degrees. The difference of the means stands at 14
    degrees, the first principal component at 38, both near the bottom; Fisher's direction stands
    at the peak.""")

# %% [markdown] teaches="ST-F5.2"
# The same seen from the data: projections onto the line of the means, and onto the best direction:

# %% tags=["drawing"] shows="ST-F5.2"
row = plots.axes(2, height=2.8)
for ax, name in zip(row, ("means", "Fisher"), strict=True):
    f = X @ known[name] / (X @ known[name]).std()
    for sign, (colour, _, label) in plots.CLASSES.items():
        hatch = "" if sign > 0 else "///"
        look = {"color": colour, "edgecolor": "white", "alpha": 0.5, "hatch": hatch}
        ax.hist(f[y == sign], np.linspace(-3, 3, 25), density=True, label=label, **look)
    ax.set(xlabel="projection, in deviations", title=f"{name}: J = {quotient(f, y):.2f}")
row[0].set_title(f"Line of the means: J = {quotient(X @ known['means'], y):.2f}")
row[1].legend(loc="upper right")
plots.show(row[0], alt="""Two panels of histograms of projected classes. Onto the line of the means
    the two classes overlap by half. Onto Fisher's direction they form two heaps that barely
    touch.""")

# %% [markdown]
# *A good direction is one in which the classes are narrow, not only far apart.*

# %% [markdown] teaches="ST-K5.14 ST-5.11 ST-u66"
# ## 6. The best direction has a formula
#
# Searching angles works in the plane and nowhere else. Write the quotient with vectors. With $m=m_+-m_-$ and the class covariances $S_\pm$, the numerator is $(w^\top m)^2$ and, by (5.9), the denominator is $w^\top(S_++S_-)w$. In feature space there may be more dimensions than points; then the classes have no spread at all along some directions, and the quotient is infinite. So we add a penalty on the length of $w$, called a **ridge**:
#
# $$J(w) = \frac{(\mu_+-\mu_-)^2}{\sigma_+^2+\sigma_-^2+\lambda\|w\|^2} = \frac{(w^\top m)^2}{w^\top S\,w},\qquad S=S_++S_-+\lambda I \tag{5.11}$$
#
# **Predict.** Which lengths of $w$ does this quotient prefer?
#
# <details><summary>Answer</summary>
#
# None: numerator and denominator both grow with the square of the length, ridge included. Only the direction counts. So we may fix the denominator at any constant and maximise the numerator alone.
# </details>
#
# Cauchy and Schwarz do the rest. Measure lengths by $S$, that is $\|u\|_S^2=u^\top Su$. Then
#
# $$(w^\top m)^2 = \bigl(w^\top S\,(S^{-1}m)\bigr)^2 \le \bigl(w^\top Sw\bigr)\,\bigl(m^\top S^{-1}m\bigr),$$
#
# with equality exactly if $w$ is a multiple of $S^{-1}m$. The best direction is $w=S^{-1}m$ and the best quotient is $m^\top S^{-1}m$. Three lines of code:

# %%
def primal_fisher(X, y, lam):
    """The direction that maximises (5.11), as a d x d system."""
    plus, minus = X[y > 0], X[y < 0]
    S = np.cov(plus.T, bias=True) + np.cov(minus.T, bias=True) + lam * np.eye(X.shape[1])
    return np.linalg.solve(S, plus.mean(axis=0) - minus.mean(axis=0))


# %% proves="ST-5.10"
w = primal_fisher(X, y, lam=0)
print(f"J at the formula {quotient(X @ w, y):.4f}, best of 180 angles {J.max():.4f}")
agree(quotient(X @ w, y) >= J.max(), "no angle does better than the formula")
agree(quotient(X @ w, y), known["means"] @ w, "and the best quotient is m'S⁻¹m")

# %% [markdown]
# The library works from $K$ and returns dual weights. For the linear kernel $X^\top\alpha$ is $w$ itself, and a thousand random rivals do no better:

# %% proves="ST-K5.14"
alpha, b = fisher.kernel_fisher(Linear()(X), y, lam=0.1)
agree(X.T @ alpha, primal_fisher(X, y, lam=0.1), "the dual weights make the direction S⁻¹m")

# %% proves="ST-K5.14"
best = fisher.fisher_ratio(Linear()(X), y, alpha, lam=0.1)
rivals = [fisher.fisher_ratio(Linear()(X), y, r, lam=0.1) for r in rng.normal(size=(1000, 90))]
print(f"best {best:.4f}, best of 1000 random rivals {max(rivals):.4f}")
agree(max(rivals) < best, "no rival is better")

# %% [markdown]
# Why the ridge is no luxury: draw 20 points in 50 dimensions, *all from one distribution*, and call the first ten positive. There is nothing to find. The quotient on the training points does not know:

# %%
noise, made_up = rng.normal(size=(20, 50)), np.repeat([1.0, -1.0], 10)
new, made_up_new = rng.normal(size=(2000, 50)), np.repeat([1.0, -1.0], 1000)
for lam in (1e-9, 1, 100):
    w = primal_fisher(noise, made_up, lam)
    J_train, J_new = min(quotient(noise @ w, made_up), 1e6), quotient(new @ w, made_up_new)
    print(f"λ = {lam:5g}: J = {J_train:9,.0f} on training points, {J_new:.1f} on new ones")

# %% [markdown]
# (We stop counting at a million.) With λ the quotient on the training points comes back to earth, though never to the truth. That only new points tell.
#

# *Divide the difference of the means by the spread, as a matrix: $w=S^{-1}m$.*

# %% [markdown] teaches="ST-u67 ST-5.12..5.15"
# ## 7. Spread within classes is one matrix
#
# For the dual we need the denominator as a form in the projections $f=Xw$. The variance of the positives is a mean of squares minus a squared mean, over the positives only. With $C_+$ the centring matrix of the positives (zero elsewhere) it is $\frac1{n_+}f^\top C_+f$; the same for the negatives. So the sum of both variances is one quadratic form, and the book takes a common factor out:
#
# $$\sigma_+^2+\sigma_-^2 = f^\top\Bigl(\tfrac1{n_+}C_++\tfrac1{n_-}C_-\Bigr)f = \frac1h\,f^\top Bf,\qquad h=\frac{2n_+n_-}{n}$$
#
# $$B = \begin{pmatrix}\frac{2n_-}{n}\,C_+ & 0\\ 0 & \frac{2n_+}{n}\,C_-\end{pmatrix}$$
#
# (Positives are listed first, so that the blocks show.) The book builds $B=D-C^+-C^-$ entry by entry: a diagonal with $2n_-/n$ or $2n_+/n$, minus a constant block per class. That is the same thing: two centring matrices, each weighted with the size of the *other* class:

# %%
def printed_B(y):
    """D - C+ - C-, entry by entry."""
    n, n_plus, n_minus = len(y), (y > 0).sum(), (y < 0).sum()
    D = np.diag(np.where(y > 0, 2 * n_minus / n, 2 * n_plus / n))
    plus, minus = np.outer(y > 0, y > 0), np.outer(y < 0, y < 0)
    return D - 2 * n_minus / (n * n_plus) * plus - 2 * n_plus / (n * n_minus) * minus


# %% [markdown]
# Six points of one class and three of the other make it visible:

# %% proves="ST-5.12..5.15"
small = np.repeat([1.0, -1.0], [6, 3])
B = fisher.within_class_matrix(small)
agree(B, printed_B(small), "two weighted centring matrices are the printed B")

# %% tags=["drawing"] shows="ST-5.12..5.15"
ax = plots.heatmap(B, title="B: one centring matrix per class")
plots.show(ax, alt="""Heat map of the nine by nine matrix B. A six by six block at the upper left
    and a three by three block at the lower right have a positive diagonal and small negative
    entries beside it; the smaller block has the larger entries. All else is zero.""")

# %% [markdown]
# **Predict.** How many eigenvalues of $B$ are zero, whatever the class sizes?
#
# <details><summary>Answer</summary>
#
# Two: one per class. A vector that is constant on each class has no spread within classes; the all-ones vector $j$, the labels $y$ and our $t$ are all of that kind.
# </details>

# %%
t = np.where(small > 0, 1 / 6, -1 / 3)
agree(abs(B @ np.array([np.ones(9), small, t]).T) < 1e-12, "j, y and t go to zero")
values = np.linalg.eigvalsh(B)
print("eigenvalues:", abs(values).round(2))
agree((values > 1e-9).sum(), 9 - 2, "all eigenvalues but two are positive")

# %% [markdown]
# On real projections the form gives the sum of the variances:

# %% proves="ST-u67 ST-5.12..5.15"
f = X @ rng.normal(size=2)
h = 2 * 60 * 30 / 90
within = f @ fisher.within_class_matrix(y) @ f / h
agree(within, f[y > 0].var() + f[y < 0].var(), "one form is the sum of both variances")

# %% [markdown]
# Two sentences of the book need a mark in the margin. The line before its definition of $B$ has plus where minus belongs before both constant blocks, and minus before the identity of the negatives; taken literally, the matrix would have negative eigenvalues, and a "variance" below zero:

# %% proves="ST-u67"
signs = np.diag(np.where(small > 0, 2 / 3, -4 / 3))  # + I+, and - I- where + belongs
signs += 1 / 9 * np.outer(small > 0, small > 0) + 4 / 9 * np.outer(small < 0, small < 0)
print(f"smallest eigenvalue with the printed signs: {np.linalg.eigvalsh(signs).min():.2f}")
assert np.linalg.eigvalsh(signs).min() < -1  # no form that is a sum of squares

# %% [markdown]
# And for balanced classes $B$ is said to be close to the identity. It *is* the identity, except on two directions, which it sends to zero; it is a projection, $B^2=B$. But those two are the ones that count: $y$ and $t$ lie there. With $I$ in place of $B$, the gap between the means would itself be punished as spread:

# %% tags=["proof"] proves="ST-u70"
balanced = fisher.within_class_matrix(np.repeat([1, -1], 5))
agree(balanced @ balanced, balanced, "for balanced classes B is a projection")
agree(np.linalg.norm(balanced - np.eye(10), 2), 1.0, "its distance from the identity is one")
agree(abs(balanced @ np.repeat([1, -1], 5)) < 1e-12, "and it sends the labels to zero")

# %% [markdown]
# *Centre each class by itself: that is all $B$ does.*

# %% [markdown] teaches="ST-5.16 ST-5.17 ST-u68 ST-5.18 ST-u69 ST-u70"
# ## 8. Into feature space
#
# Now the derivation. The difference of the projected means is linear in $f$: with $t_i=1/n_+$ on the positives and $-1/n_-$ on the negatives, $\mu_+-\mu_-=t^\top f=t^\top Xw$. So (5.11), with nothing left out, is
#
# $$J(w)=\frac{(t^\top Xw)^2}{\frac1h\,w^\top X^\top BX\,w+\lambda\,w^\top w}$$
#
# 1. Fix the denominator; maximise the numerator under that constraint, with a multiplier ν. (The book drops the words "under that constraint" and asks for the largest value over *all* $w$. Numerator and penalty grow with the same power of the length, so that maximum is zero or infinite. Keep the constraint.)
# 2. A square is largest where its root is largest or smallest, so drop the square; $w$ is then fixed up to its sign, and we take the sign with $\mu_+>\mu_-$. Multiply the constraint by $h$ and write $\lambda'=h\lambda$: maximise $t^\top Xw-\frac\nu2\bigl(w^\top X^\top BXw+\lambda'w^\top w\bigr)$.
# 3. The gradient vanishes: $X^\top t-\nu X^\top BXw-\lambda'\nu w=0$. Solve for the last $w$: it is $X^\top$ times something, a combination of images.
# 4. That something is $\alpha=\frac1{\lambda'\nu}(t-\nu BXw)$. Put $Xw=XX^\top\alpha=K\alpha$: $(\nu BK+\lambda'\nu I)\,\alpha=t$.
# 5. The length of $\alpha$ does not matter, so rescale by ν:
#
# $$\boxed{(BK+\lambda'I)\,\alpha=t,\qquad \lambda'=\frac{2n_+n_-}{n}\,\lambda}$$
#
# The book has $y$ in place of $t$ and $\lambda$ in place of $\lambda'$, by "a simplification of the numerator". Section 12 shows what that costs. The boxed system in code:

# %%
def naive_fisher(K, y, lam):
    """(BK + lam' I) alpha = t, as it stands."""
    n, n_plus, n_minus = len(y), (y > 0).sum(), (y < 0).sum()
    t, h = np.where(y > 0, 1 / n_plus, -1 / n_minus), 2 * n_plus * n_minus / n
    return np.linalg.solve(fisher.within_class_matrix(y) @ K + h * lam * np.eye(n), t)


# %% [markdown]
# Against the library, with the quadratic kernel:

# %% proves="ST-u69 ST-u70"
K, Phi = Polynomial(degree=2)(X), quadratic_features(X)
slow, fast = naive_fisher(K, y, 0.1), fisher.kernel_fisher(K, y, 0.1).alpha
agree(h * slow, fast, "the boxed system is what the library solves")

# %% [markdown]
# (The library scales its weights by $h$, so that $X^\top\alpha$ is $S^{-1}m$ to the last digit, and never forms $B$: the constant blocks only fix the sums of $\alpha$ over each class, and what remains is one symmetric system.) And λ must be positive: $B$ has rank $n-2$, so $BK$ alone is never invertible. The explicit twin confirms the gradient, the dual weights and the primal solution in six features:

# %% tags=["proof"] proves="ST-u68 ST-5.18"
w, t = Phi.T @ slow, np.where(y > 0, 1 / 60, -1 / 30)
B = fisher.within_class_matrix(y)
agree(Phi.T @ t, Phi.T @ B @ Phi @ w + h * 0.1 * w, "step 3, with ν = 1: the gradient vanishes")
agree(slow, (t - B @ Phi @ w) / (h * 0.1), "step 4: these are the dual weights")

# %% tags=["proof"] proves="ST-u70 ST-K5.15"
agree(Phi.T @ fast, primal_fisher(Phi, y, 0.1), "they make the primal direction in six features")
agree(np.linalg.matrix_rank(B), 90 - 2, "the rank of B is n − 2")

# %% [markdown]
# One more property comes in handy as a test. Sum the boxed system over the positives: their block of $B$ drops out, and $\lambda'\sum_+\alpha_i=1$ is left; over the negatives it is −1. In the library's scaling the sums are $\pm1/\lambda$:

# %%
print(f"class sums of the weights: {fast[y > 0].sum():.1f} and {fast[y < 0].sum():.1f}")

# %% [markdown]
# Does the factor in $\lambda'$ matter? Leave it out, and you get the best direction for *another* ridge, here 40 times as small. For the ridge you asked for, it is not the best:

# %%
K = Gaussian(1.0)(X)
best, other = (fisher.kernel_fisher(K, y, lam).alpha for lam in (0.1, 0.1 / h))
B, t = fisher.within_class_matrix(y), np.where(y > 0, 1 / 60, -1 / 30)
assert np.allclose(h * np.linalg.solve(B @ K + 0.1 * np.eye(90), t), other)
lost = 1 - fisher.fisher_ratio(K, y, other, 0.1) / fisher.fisher_ratio(K, y, best, 0.1)
print(f"h = {h:.0f}; without the factor, J at λ = 0.1 is {lost:.0%} lower")

# %% [markdown]
# And step 1, since it is so often skipped. Take the best direction, make it 10 and 100 times longer, and look at numerator minus ν times denominator, without a constraint (in units of the numerator; the columns are lengths 1, 10 and 100):

# %%
f, squared_length = K @ best, best @ K @ best
up = (f[y > 0].mean() - f[y < 0].mean()) ** 2
down = f[y > 0].var() + f[y < 0].var() + 0.1 * squared_length
for factor in (0.5, 2):
    values = [c**2 * (up - factor * (up / down) * down) / up for c in (1, 10, 100)]
    print(f"ν = {factor} × the best J:", *(f"{v:+.1f}" for v in values))

# %% [markdown]
# With ν below the best $J$ the value runs off to infinity, above it the best is $w=0$. Neither is a direction.
#
# Last, an acquaintance from regression. **Kernel ridge regression** fits the labels by least squares with the same penalty: minimise $\|Xw-y\|^2+\lambda\|w\|^2$ with $w=X^\top\alpha$, and you get $(K+\lambda I)\alpha=y$. Ours has $BK$ for $K$ and $t$ for $y$.
#
# *Two changes to ridge regression, $B$ on the left and $t$ on the right, make it Fisher.*

# %% [markdown] teaches="ST-u71 ST-5.20..5.21 ST-5.19 ST-K5.15 ST-A5.16"
# ## 9. Where to cut
#
# A direction is not yet a classifier. The book cuts halfway between the projected means: $\mu_+-b=b-\mu_-$, which gives
#
# $$b=\tfrac12(\mu_++\mu_-)=\tfrac12\,\alpha^\top Ks,\qquad s_i=1/n_+\ \text{or}\ 1/n_-$$
#
# (The book calls this vector $t$. Our $t$ has a minus on the negatives, so this one is $s$.) With $k$ the vector of kernel values $\kappa(x,x_i)$, the rule is
#
# $$g(x)=\operatorname{sgn}\bigl(k^\top\alpha-b\bigr)=\operatorname{sgn}\bigl(k^\top(BK+\lambda'I)^{-1}t-b\bigr)$$

# %%
K = Polynomial(degree=2)(X)
alpha, b = fisher.kernel_fisher(K, y, 0.1)
s = np.where(y > 0, 1 / 60, 1 / 30)
f = K @ alpha

# %% tags=["proof"] proves="ST-u71 ST-5.20..5.21"
agree(b, alpha @ K @ s / 2, "the offset of the library is the formula")
agree(f[y > 0].mean() - b, b - f[y < 0].mean(), "both projected means are equally far from it")

# %% [markdown]
# `KernelFisher` is this rule with `fit` and `predict`:

# %% proves="ST-u65 ST-5.19 ST-K5.15"
rule = KernelFisher(Polynomial(degree=2), lam=0.1).fit(X, y)
Z = 2 * rng.normal(size=(50, 2))
boxed = Polynomial(degree=2)(Z, X) @ (h * naive_fisher(K, y, 0.1))
agree(rule.predict(Z), np.sign(boxed - b), "predict is the sign of the rule")

# %% [markdown]
# **Predict.** Move all points by $(5,-5)$ and leave out $b$: $\operatorname{sgn}\langle w,x\rangle$. How many training points are on the wrong side?
#
# <details><summary>Answer</summary>
#
# 30, the smaller class. $w$ points to the lower right, and so does the shift: every projection becomes positive, and all 90 points are called +1. Shifted the other way it would be 60.
# </details>

# %%
far = X + [5.0, -5.0]
alpha, b = fisher.kernel_fisher(Linear()(far), y, 0.1)
f = Linear()(far) @ alpha

# %%
with_b, without_b = (np.sign(f - b) != y).sum(), (np.sign(f) != y).sum()
print(f"wrong with the offset: {with_b} of 90, without: {without_b} of 90")
assert without_b == 30 and (np.sign(Linear()(X - [5, -5], far) @ alpha) == -1).all()

# %% [markdown]
# Halfway is a convention, not a law. It treats both classes alike, whatever their sizes and spreads; if one class is rarer, or an error on it dearer, move $b$. The open challenge of this chapter's exercises lets you try, and chapter 6 puts a price on each kind of error.
#
# *Test every offset with one line: both projected means are equally far from the cut.*

# %% [markdown]
# ## 10. From Fisher to Parzen
#
# What does the ridge do, apart from saving the inverse? Predict, then turn the knob:

# %%
demos.lambda_from_fisher_to_parzen()

# %% [markdown]
# **The far end.** Divide the boxed system by $\lambda'$: for large λ the term $BK$ no longer counts, and $\alpha\to t/\lambda'$. The weights $1/n_+$ and $-1/n_-$ are those of Parzen's classifier in chapter 1, so $w\to\phi_+-\phi_-$ up to length. The offset follows: halfway between the projected means is $\frac12(\|\phi_+\|^2-\|\phi_-\|^2)$ for this $w$. One knob joins three old acquaintances: nearest centre, difference of two kernel densities minus $b$, and Fisher with an endless ridge:

# %%
moons, label, new, new_label = demos.moons()  # 40 and 12 to train on, 400 new
K, K_new = Gaussian(0.5)(moons), Gaussian(0.5)(new, moons)
alpha, b = fisher.kernel_fisher(K, label, lam=1e6)
parzen = means.parzen(K, label)
agree(1e6 * alpha, parzen.alpha, "an endless ridge has the weights of Parzen", tol=1e-5)
agree(1e6 * b, parzen.b, "and his offset", tol=1e-5)

# %% tags=["proof"]
window = 2 * np.pi * 0.5**2  # integral of a Gaussian window in the plane
density = [(K_new[:, label == sign] / window).mean(axis=1) for sign in (1, -1)]
difference = window * (density[0] - density[1])
agree(1e6 * K_new @ alpha, difference, "it is a difference of two densities", tol=1e-4)

# %% [markdown]
# **The near end.** With a Gaussian kernel there are more dimensions than points. As $\lambda\to0$ each class is squeezed into a single value, and $J$ grows without limit. A huge $w$ pays for it, and new points pay again:

# %%
print("     λ   deviation of class +1 / gap      ‖w‖   wrong of 400")
for lam in (1e-6, 1e-4, 1e-2, 1, 100):
    alpha, b = fisher.kernel_fisher(K, label, lam)
    f, wrong = K @ alpha, (np.sign(K_new @ alpha - b) != new_label).sum()
    width = f[label > 0].std() / (f[label > 0].mean() - f[label < 0].mean())
    print(f"{lam:6g} {width:20.2f} {means.combination_norm(K, alpha):16,.2f} {wrong:11}")

# %% [markdown]
# The border tells the same story. From left to right: every training point obeyed; the shape of the moons; the Parzen end, with the wave flattened:

# %% tags=["drawing"]
row = plots.axes(3, height=2.6)
for ax, lam in zip(row, (1e-6, 0.03, 100), strict=True):
    ax.set(xlim=(-1.9, 2.9), ylim=(-1.4, 1.8))
    rule = KernelFisher(Gaussian(0.5), lam).fit(moons, label)
    plots.boundary(rule.decision_function, ax=ax)
    plots.scatter(moons, label, ax=ax, size=16)
    ax.set_title(f"λ = {lam:g}: {(rule.predict(new) != new_label).sum()} of 400 wrong")
plots.show(row[0], alt="""Three panels of the two moons, 40 points against 12, with the border of
    kernel Fisher for three ridges. Smallest ridge: islands and bays that follow single points.
    Middle: one smooth wave between the moons. Largest: a flatter wave.""")

# %% [markdown]
# The width σ of the kernel is the second knob, and the two trade off. Of 400 new points, wrong are:

# %%
widths, ridges = (0.3, 0.8, 3.0), (1e-6, 1e-4, 1e-2, 1)


def count_wrong(sigma, lam):
    rule = KernelFisher(Gaussian(sigma), lam).fit(moons, label)
    return (rule.predict(new) != new_label).sum()


print(" λ \\ σ", *(f"{sigma:5}" for sigma in widths))
table = np.array([[count_wrong(sigma, lam) for sigma in widths] for lam in ridges])
for lam, counts in zip(ridges, table, strict=True):
    print(f"{lam:6g}", *(f"{count:5}" for count in counts))
assert (np.diff(table.argmin(axis=0)) < 0).all()  # the wider, the less ridge

# %% [markdown]
# Down each column of the table the ridge grows. Narrow kernels make nearly orthogonal images, every point a dimension of its own, and the ridge must do the smoothing. Wide kernels smooth by themselves and want hardly any. The second row, λ = 0.0001, in pictures:

# %% tags=["drawing"]
row = plots.axes(3, height=2.6)
for ax, sigma in zip(row, widths, strict=True):
    ax.set(xlim=(-1.9, 2.9), ylim=(-1.4, 1.8))
    rule = KernelFisher(Gaussian(sigma), lam=1e-4).fit(moons, label)
    plots.boundary(rule.decision_function, ax=ax)
    plots.scatter(moons, label, ax=ax, size=16)
    ax.set_title(f"σ = {sigma}: {count_wrong(sigma, 1e-4)} of 400 wrong")
plots.show(row[0], alt="""Three panels of the two moons with ridge 0.0001 and three widths. Narrow:
    a wobbly outline drawn closely around the points of the smaller class. Middle: a border with
    bends. Wide: one smooth wave.""")

# %% [markdown]
# *λ is no fudge: it is the dial from Fisher, who trusts the spread, to Parzen, who ignores it.*

# %% [markdown]
# ## 11. Tumours
#
# 569 tumours, 357 benign and 212 malignant, 30 measurements each. We train on one half and test on the other, ten times over, and let cross-validation *inside the training half* choose λ, or the SVM's penalty (scikit-learn's `C`), from five values each. Everything is standardised inside the pipeline, by training means.
#
# **Predict.** Order these by held-out error: Parzen, scikit-learn's linear discriminant analysis, Fisher with the linear kernel, without a ridge and with one, a kernel SVM, kernel Fisher. The answer is printed below.

# %%
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

diagnosis = load_breast_cancer().target
halves = StratifiedShuffleSplit(10, test_size=0.5, random_state=0)


def held_out(model):
    """Errors on the held-out halves, standardised."""
    pipeline = make_pipeline(StandardScaler(), model)
    return 1 - cross_val_score(pipeline, tumours, diagnosis, cv=halves)


# %%
k, ridges = Gaussian(7), {"lam": [1e-4, 1e-3, 1e-2, 0.1, 1]}  # 7: about the median distance
models = {
    "Parzen": ParzenClassifier(k),
    "LDA": LinearDiscriminantAnalysis(),
    "Fisher, no ridge": KernelFisher(Linear(), lam=1e-9),
    "linear Fisher": GridSearchCV(KernelFisher(Linear()), ridges),
    "kernel SVM": GridSearchCV(SVC(gamma=1 / (2 * 7**2)), {"C": [0.1, 1, 10, 100, 1000]}),
    "kernel Fisher": GridSearchCV(KernelFisher(k), ridges),
}
errors = {name: held_out(model) for name, model in models.items()}
for name, error in errors.items():
    print(f"{name:16} {error.mean():.1%}")

# %% [markdown]
# Read it as a ladder. With the same kernel, looking at the spread cuts Parzen's error to a third. From LDA to Fisher without a ridge two things change: LDA pools the covariances and moves its cut in favour of the larger class (section 13). Then the ridge: of 30 columns many are nearly copies of each other (radius and perimeter, section 2), and a bare $S^{-1}$ makes too much of their differences. Linear against kernel Fisher is the bent border. And kernel Fisher is within one percentage point of the SVM; the lesson is not that one beats the other, but that a method of three lines keeps up:

# %% tags=["proof"]
mean = {name: error.mean() for name, error in errors.items()}
agree(mean["Parzen"] > 2.5 * mean["kernel Fisher"], "looking at the spread pays")
agree(mean["LDA"] > mean["Fisher, no ridge"] + 0.005, "so does weighing the classes alike")
agree(mean["Fisher, no ridge"] > mean["linear Fisher"], "so does a ridge")
agree(mean["linear Fisher"] > 1.2 * mean["kernel Fisher"], "so does a bent border")
agree(abs(mean["kernel SVM"] - mean["kernel Fisher"]) < 0.01, "and the SVM is as good")

# %% [markdown]
# And section 1 was no pedantry. The same kernel Fisher (λ = 0.01, width at the median distance) with and without standardising:

# %%
raw = 1 - cross_val_score(KernelFisher(lam=0.01), tumours, diagnosis, cv=halves).mean()
scaled = held_out(KernelFisher(lam=0.01)).mean()
print(f"raw columns {raw:.1%}, standardised {scaled:.1%}")
assert raw > 2 * scaled

# %% [markdown] teaches="ST-R5.18"
# What is promised about new data? Nothing, so far: no theorem in this chapter bounds the error of Fisher's rule. If the training points are classified with a **margin** (every one at least some distance on its own side of the border), general margin bounds apply to any linear rule, this one included, and they favour small $\|w\|$: a reason for the ridge, not for the quotient. A method that optimises such a bound directly is the support vector machine. Until then, hold data out.
#
# *Standardise, choose λ inside the training half, and Fisher is hard to beat.*

# %% [markdown]
# ## 12. Find the slip
#
# Three places, five slips. The first is the largest in the whole chapter.
#
# **The numerator.** The book turns $(\mu_+-\mu_-)^2$ into $\bigl(\frac1ny^\top Xw\bigr)^2$, "a simplification", and so arrives at $(BK+\lambda I)\alpha=y$. Look for the condition before you read on. What is $\frac1n y^\top f$ if there are 180 positives with mean −10 and 20 negatives with mean −14?

# %% [markdown]
# $\frac1{200}\bigl(180\cdot(-10)-20\cdot(-14)\bigr)=-7.6$, while $\mu_+-\mu_-=+4$. Not even the sign is right. Here are both classifiers, trained on 200 points and tested on 20 000:

# %%
rng = np.random.default_rng(13)


def two_heaps(n_plus, n_minus):
    sides = np.repeat([1.0, -1.0], [n_plus, n_minus])
    return np.where(sides > 0, -10, -14)[:, None] + rng.normal(size=(len(sides), 1)), sides


line, sides = two_heaps(180, 20)
fresh, fresh_sides = two_heaps(18_000, 2000)


# %%
def fisher_with(target, K, y, lam):
    """(BK + lam' I) alpha = target, and the cut halfway between the projected means."""
    h = 2 * (y > 0).sum() * (y < 0).sum() / len(y)
    B = fisher.within_class_matrix(y)
    alpha = np.linalg.solve(B @ K + h * lam * np.eye(len(y)), target)
    f = K @ alpha
    return alpha, (f[y > 0].mean() + f[y < 0].mean()) / 2


# %%
t = np.where(sides > 0, 1 / 180, -1 / 20)
for name, target in (("printed, y", sides), ("exact, t", t)):
    alpha, b = fisher_with(target, line @ line.T, sides, 0.1)
    wrong = (np.sign(fresh @ (line.T @ alpha) - b) != fresh_sides).mean()
    w = line[:, 0] @ alpha
    print(f"{name:10}: +1 {'above' if w > 0 else 'below'} {b / w:.1f}, error {wrong:.3f}")

# %% [markdown]
# The border is the same, at −12; the sides are swapped. How does it depend on the class sizes and on where the cloud lies? Predict, then tilt:

# %%
demos.tilt_the_balance()

# %% [markdown]
# What went wrong can be said exactly. Split $y$ into $t$ and the all-ones vector:
#
# $$y = h\,t + \frac{n_+-n_-}{n}\,j \qquad\Longrightarrow\qquad \frac1n\,y^\top f = \frac hn(\mu_+-\mu_-)+\frac{n_+-n_-}{n}\,\langle w,\phi_S\rangle$$
#
# The second term asks where the whole cloud lies as seen from the origin, which has nothing to do with the classes. It vanishes if the classes are equal, or if the data are centred ($\phi_S=0$). Otherwise the direction is pulled towards $\pm\phi_S$: as $X^\top t=m$ and $X^\top j=n\,\phi_S$, the printed direction is $S^{-1}$ of
#
# $$X^\top y = h\,m+(n_+-n_-)\,\phi_S$$
#
# where $S^{-1}m$ was wanted. One case is left in which the direction survives: $\phi_S=c\,m$, the cloud straight ahead or straight behind. Then $X^\top y=(h+(n_+-n_-)\,c)\,m$, and only the sign of the bracket is at stake. On a line this is the only case there is; our two heaps have $c=-10.4/4=-2.6$:

# %% proves="ST-u67"
n_plus, n_minus, n = 180, 20, 200
h = 2 * n_plus * n_minus / n
agree(sides, h * t + (n_plus - n_minus) / n, "y is a multiple of t, plus a constant")
print(f"h + (n₊ − n₋) c = {h + (n_plus - n_minus) * -2.6:.0f}: reversed")

# %% [markdown]
# On the 200 points we drew, with $w=1$, the two terms of $\frac1ny^\top f$ are:

# %%
f = line[:, 0]
print(f"y'f/n = {sides @ f / n:.1f}, and the two terms: "
      f"{h / n * (t @ f):+.1f} {(n_plus - n_minus) / n * f.mean():+.1f}")

# %% [markdown]
# The wanted term is small, and the unwanted one drowns it. A Gaussian kernel, by the way, is never centred by itself: all its images lie on one side of the origin. One frame of the demo, 180 against 20 with the cloud moved up by six:

# %%
plots.show(demos.balance_frame(180, 6, "across", "no"), alt="""Left, a large and a small cloud
    side by side: the exact border stands upright between them, the one with the printed
    right-hand side lies almost flat and cuts through both. Right, the cosine of the two
    directions over the shift: one at zero, falling towards zero on both sides.""")

# %% [markdown]
# How much does it cost with default settings, that is with a Gaussian kernel, not centred? We thin out one class of the moons, 190 points against 10, and average over twenty draws. Two repairs should give the same quotient: $t$ on the right, or centring $K$ first. And what does it mean for new points?

# %%
def both_ratios(seed, centred=False, lam=0.01):
    """J(y) / J(t) at the given ridge, for 190 against 10 points of the moons."""
    points, side = datasets.moons(380, np.random.default_rng(seed))
    points, side = points[:200], side[:200]  # the first 190 are all of class +1
    K = means.centre(Gaussian(1.0)(points)) if centred else Gaussian(1.0)(points)
    exact = fisher.kernel_fisher(K, side, lam).alpha
    printed = fisher_with(side, K, side, lam)[0]
    J = (fisher.fisher_ratio(K, side, a, lam) for a in (printed, exact))
    return next(J) / next(J)


# %% proves="ST-5.16 ST-5.17 ST-u70 ST-K5.15"
plain = np.mean([both_ratios(seed) for seed in range(20)])
centred = np.mean([both_ratios(seed, centred=True) for seed in range(20)])
print(f"the printed direction reaches {plain:.0%} of the best J; centred, {centred:.0%}")
assert plain < 0.3 and np.isclose(centred, 1)


# %%
def both_errors(seed, lam=0.01):
    """Share of wrong answers on 1000 new points of each moon: printed, exact."""
    draw = np.random.default_rng(seed)
    (points, side), (Z, truth) = datasets.moons(380, draw), datasets.moons(2000, draw)
    points, side = points[:200], side[:200]
    K, K_new = Gaussian(1.0)(points), Gaussian(1.0)(Z, points)
    rules = fisher_with(side, K, side, lam), fisher.kernel_fisher(K, side, lam)
    return [(np.sign(K_new @ alpha - b) != truth).mean() for alpha, b in rules]


printed, exact = np.mean([both_errors(seed) for seed in range(20)], axis=0)
print(f"wrong on new points: printed {printed:.1%}, exact {exact:.1%}")
assert printed > 1.5 * exact

# %% [markdown] teaches="ST-C5.6"
# **The offset.** The book's program computes `b = 0.25*(alpha'*K*rescale)/(ellplus*ellminus)`, where `rescale` has the entries $2n_-/n$ on the positives and $2n_+/n$ on the negatives. Divide `rescale` by $2n_+n_-$: you get $\frac1{n\,n_+}$ and $\frac1{n\,n_-}$. That is $s/n$, so the printed offset is $b/n$: a factor of $n$ is missing. With the linear kernel it goes unnoticed on data around the origin, where $b\approx0$. Move the clouds, and run the one-line test of section 9:

# %% proves="ST-A5.16 ST-C5.6"
K = Linear()(far)  # the clouds around (5, -5)
alpha, b = fisher.kernel_fisher(K, y, 0.1)
rescale = np.where(y > 0, 2 * 30 / 90, 2 * 60 / 90)
printed = 0.25 * (alpha @ K @ rescale) / (60 * 30)
f = K @ alpha
for name, cut in (("printed", printed), ("repaired", 90 * printed)):
    print(f"{name:9} b = {cut:6.3f}: {(np.sign(f - cut) != y).sum():2} of 90 wrong; "
          f"distances {f[y > 0].mean() - cut:+.2f} and {cut - f[y < 0].mean():+.2f}")
agree(90 * printed, b, "the factor that is missing is n")

# %% [markdown]
# The same program has two more. It solves with `/y` where `\y` belongs, which at least stops with an error about sizes. And the formula for `B` is broken over two lines without the dots that Matlab needs, so the second line, with $C^-$, is computed, printed and thrown away. Python has the same trap: two complete statements, no complaint, and the negatives are never centred:

# %% proves="ST-A5.16 ST-C5.6"
plus, minus = np.outer(small > 0, small > 0), np.outer(small < 0, small < 0)
B = np.diag(np.where(small > 0, 2 / 3, 4 / 3)) - 1 / 9 * plus
- 4 / 9 * minus  # a statement of its own: it changes nothing
print("B j =", (B @ np.ones(9)).round(2) + 0.0)
agree((B @ np.ones(9))[6:] > 1, "the negatives are not centred")

# %% [markdown] teaches="ST-P5.17"
# **The transpose.** Proposition 5.17 states the rule as $f(x)=y^\top(BK+\lambda I)^{-1}k-b$, while (5.19) has $k^\top(BK+\lambda I)^{-1}y-b$. A number equals its transpose, so are they not the same? Only if $BK$ is symmetric; and $(BK)^\top=KB$. Worse: $y^\top B=0$, so $y^\top(BK+\lambda I)=\lambda y^\top$ and therefore $y^\top(BK+\lambda I)^{-1}=y^\top/\lambda$. The printed rule has lost every trace of the spread:

# %% proves="ST-P5.17"
K = Gaussian(1.0)(X)
A = fisher.within_class_matrix(y) @ K + 0.1 * np.eye(90)
k_new = Gaussian(1.0)(Z, X).T  # (90, 50): one column per new point
printed = y @ np.linalg.solve(A, k_new)
agree(printed, y @ k_new / 0.1, "of the printed rule no B and no inverse is left")

# %% [markdown]
# Transposed with care, $A^\top=KB+\lambda I$, it is right again:

# %% proves="ST-P5.17"
right = k_new.T @ np.linalg.solve(A, y)
agree(right, y @ np.linalg.solve(A.T, k_new), "transposed with care, it is the rule again")
print(f"correlation of the two rules on new points: {np.corrcoef(printed, right)[0, 1]:.2f}")

# %% [markdown]
# With $KB$ in place of $BK$, and $t$ and $\lambda'$ for $y$ and $\lambda$, the proposition holds: $f(x)=t^\top(KB+\lambda'I)^{-1}k-b=0$ is the hyperplane whose direction maximises (5.11):

# %% proves="ST-P5.17"
h, t = 2 * 60 * 30 / 90, np.where(y > 0, 1 / 60, -1 / 30)
KB = K @ fisher.within_class_matrix(y)
mended = t @ np.linalg.solve(KB + h * 0.1 * np.eye(90), k_new)
ours = k_new.T @ fisher.kernel_fisher(K, y, 0.1).alpha
agree(h * mended, ours, "mended, it is the rule of the library")

# %% [markdown]
# A product of symmetric matrices is symmetric only if they commute; transpose it and the factors change places.
#
# *Derivations in print deserve the same test as code: an example made to break them.*

# %% [markdown]
# ## 13. In practice
#
# **LDA.** scikit-learn's `LinearDiscriminantAnalysis` divides by the *pooled* covariance $\frac1n(n_+S_++n_-S_-)$, where (5.10) has the plain sum. For equal classes that is the same direction, and then the borders agree too:

# %%
equal, side = demos.clouds("tilted", (40, 40))
lda = LinearDiscriminantAnalysis().fit(equal, side)
ours = KernelFisher(Linear(), lam=1e-9).fit(equal, side)
grid = rng.uniform(-5, 5, size=(2000, 2))
agree(lda.predict(grid), ours.predict(grid), "LDA and ours call 2000 points alike")

# %% [markdown]
# For unequal classes with unequal shapes they part. Nine hundred flat points against a hundred upright ones:

# %%
many = np.repeat([1.0, -1.0], [900, 100])
cross = rng.normal(size=(1000, 2)) * np.where(many[:, None] > 0, [2, 0.5], [0.5, 2])
cross += np.outer(many, [1.0, 1.0])
theirs = LinearDiscriminantAnalysis().fit(cross, many).coef_[0]
angle = demos.angle(theirs) - demos.angle(primal_fisher(cross, many, 0))
print(f"LDA and (5.10) point {abs(angle):.0f} degrees apart")
assert abs(angle) > 20

# %% [markdown]
# Neither is wrong. The pooled form weighs each *point* alike, the sum weighs each *class* alike. LDA also shifts its cut from halfway by the log of the ratio of the class sizes, in favour of the larger class:

# %% tags=["proof"]
lda = LinearDiscriminantAnalysis().fit(cross, many)
halfway = lda.coef_[0] @ (cross[many > 0].mean(axis=0) + cross[many < 0].mean(axis=0)) / 2
agree(lda.intercept_[0], np.log(900 / 100) - halfway, "LDA shifts its cut by log 9")

# %% [markdown]
# **Kernel ridge on labels.** Section 8 made Fisher out of ridge regression by two changes. When is plain `KernelRidge` on ±1 the same? Centre the kernel, take equal classes, and put $\frac n2\lambda$ for its ridge. The total spread is within plus between, and the part between, $mm^\top$, changes only the length of $w$:

# %%
from sklearn.kernel_ridge import KernelRidge

K = means.centre(Gaussian(2.0)(equal))
ridge = KernelRidge(kernel="precomputed", alpha=len(K) / 2 * 0.1).fit(K, side).dual_coef_
alpha = fisher.kernel_fisher(K, side, 0.1).alpha


# %%
def cosine(K, a, b):
    return a @ K @ b / np.sqrt((a @ K @ a) * (b @ K @ b))


print(f"centred and balanced: cosine {cosine(K, ridge, alpha):.6f}")
assert np.isclose(cosine(K, ridge, alpha), 1)

# %% [markdown]
# Drop one of the two conditions and they part:

# %%
far_away, uneven = Linear()(equal + [5, -5]), means.centre(Linear()(cross))
for name, K, labels in (("not centred", far_away, side), ("not balanced", uneven, many)):
    ridge = np.linalg.solve(K + len(K) / 2 * 0.1 * np.eye(len(K)), labels)
    turned = cosine(K, ridge, fisher.kernel_fisher(K, labels, 0.1).alpha)
    print(f"{name}: cosine {turned:.2f}")
    assert turned < 0.95

# %% [markdown]
# Centred but not balanced, ridge on labels has a name of its own. As its ridge goes to zero it is LDA, pooled covariance and all:

# %%
centred = cross - cross.mean(axis=0)
w = np.linalg.solve(centred.T @ centred, centred.T @ many)  # least squares on the labels
agree(w @ theirs, np.linalg.norm(w) * np.linalg.norm(theirs), "least squares on labels is LDA")

# %% [markdown]
# **Many points.** $K$ has $n^2$ entries and the solve costs $n^3/3$. The incomplete features of chapter 2 cut both: take the $T$ most telling images as coordinates, and solve the small primal system. Fifty coordinates for the 569 tumours:

# %%
from featurespace.estimators import PartialGramSchmidt

tumours_std, sign = describe.standardise(tumours).X, np.where(diagnosis == 1, 1.0, -1.0)
F = PartialGramSchmidt(Gaussian(7), max_rank=50).fit_transform(tumours_std)
w = primal_fisher(F, sign, 1e-3)
full = Gaussian(7)(tumours_std) @ fisher.kernel_fisher(Gaussian(7)(tumours_std), sign, 1e-3).alpha
rho = np.corrcoef(F @ w, full)[0, 1]
print(f"correlation of the projections, 50 features against all 569: {rho:.3f}")
assert rho > 0.98

# %% [markdown]
# **More than two classes.** One difference of means becomes a matrix of between-class spread $S_b$, and one direction becomes the leading solutions of $S_bw=\gamma S_ww$, with $S_w$ the spread within the classes: at most one fewer than there are classes, since the centres of $c$ classes span $c-1$ dimensions. Our `KernelFisher` is for two; LDA does the linear case. On the three irises:

# %%
from scipy.linalg import eigh
from sklearn.datasets import load_iris

flowers, kind = load_iris(return_X_y=True)
within = sum(np.cov(flowers[kind == c].T, bias=True) for c in range(3)) / 3
values, vectors = eigh(np.cov(flowers.T, bias=True) - within, within)  # total minus within
print("eigenvalues:", values.round(2)[::-1] + 0.0)
scores = LinearDiscriminantAnalysis().fit(flowers, kind).transform(flowers)
for i in (0, 1):
    assert np.isclose(abs(np.corrcoef(scores[:, i], flowers @ vectors[:, -1 - i])[0, 1]), 1)

# %% [markdown]
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | standardise | `StandardScaler` | $nd$ | columns have different units: nearly always |
# | linear, two or more classes | `LinearDiscriminantAnalysis` | $nd^2+d^3$ | $d$ is moderate; with `shrinkage` if $d$ is near $n$ |
# | kernel, two classes | `KernelFisher` (ours) | $n^3/3$, then $n$ per new point | a few thousand points, classes of any size |
# | the same, cheaper | `PartialGramSchmidt` (ours) or `Nystroem`, then LDA | $nT^2$, then $T^2$ per new point | $n$ is large and a few hundred features do |
# | ridge on ±1 | `KernelRidge` | $n^3/3$, then $n$ per new point | you centre, and the classes are about equal |
# | margin, sparse rule | `SVC` | $n^2$ to $n^3$ | you want few support vectors at prediction time |

# %% [markdown] teaches="ST-u72 ST-u73"
# ## Takeaways
#
# - Take the mean out before you square; on new points use the training mean and deviation.
# - $1-\rho^2$ is residual variance over variance of $y$. A correlation near zero does not mean that $y$ is far from a line.
# - Variance along a direction is the variance of $K\alpha$ divided by $\alpha^\top K\alpha$. PCA maximises it; Fisher divides by it.
# - $B$ centres each class by itself. $(BK+\lambda'I)\alpha=t$ with $\lambda'=\frac{2n_+n_-}n\lambda$ maximises Fisher's quotient for classes of any size; with $y$ for $t$ you can rely on it only for equal classes or centred data.
# - λ goes from Fisher to Parzen, and the best rule lies in between.
# - The whole of this part of the course in one breath: distances, centres, rank and spread of the images can be read off $K$; centring, normalising and projecting are operations on $K$; and three simple methods (an alarm, Parzen, Fisher) follow from that geometry alone.
#
# **Now you:** [exercises for this chapter](../exercises/03_fisher.ipynb). One of them hands you the printed program, bugs and all.
#
# **Further reading**. R. A. Fisher, *The use of multiple measurements in taxonomic problems* (1936), is the original, irises included. M. Aizerman, E. Braverman and L. Rozonoer (1964) ran a perceptron in the dual, the first kernel method; B. Boser, I. Guyon and V. Vapnik (1992) made kernels known with the support vector machine; B. Schölkopf, A. Smola and K.-R. Müller (1998) showed with kernel PCA that other methods can be kernelised, and published the centring trick; B. Schölkopf and A. Smola, *Learning with Kernels* (2002), point out the link between class centres and Parzen windows; kernel Gram–Schmidt (chapter 2) can be read as a quick stand-in for kernel PCA. S. Mika and others, *Fisher discriminant analysis with kernels* (1999), is the kernel version. J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5.
