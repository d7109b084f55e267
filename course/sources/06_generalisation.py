# %% [markdown]
# # 6. Generalisation
#
# A rule that fits the data you have may fail on the data you get. This chapter measures that failure exactly, in a world small enough to allow it, and then shows how to estimate it where nobody can: by holding points out, by cross-validation, and by a vault that is opened once. You will find structure in coin flips and learn how not to, put a price on every kind of mistake, and take a kernel classifier through one honest project from data to report.
#
# **After this chapter you can**
#
# - tell training loss, the prediction loss of one fitted rule, and the expected loss of a method apart, and say which of them a given number estimates;
# - recognise over- and underfitting, read a learning curve against the level no rule can beat, and tame a wild model with a penalty;
# - estimate and select by hold-out, cross-validation and the leave-one-out shortcut, with honest error bars, and keep a test set that deserves the name;
# - choose losses, thresholds and loss matrices by what mistakes cost, and read a ROC curve and its area;
# - spot a leak in somebody else's pipeline.
#
# **Needs** [chapter 1](01_means_and_distances.ipynb) (Parzen, and what "on average" promises), projections from [chapter 2](02_gram_schmidt_and_cholesky.ipynb), kernel Fisher from [chapter 3](03_fisher.ipynb), shrinkage from [chapter 4](04_pca.ipynb). **Takes** about three hours, exercises apart. **Sources** chapter 4 of lecture notes on data mining (called *the notes* here) and slides on principal components (*the slides*).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>Chapter 1: an alarm rings for 5 % of healthy points, on average over training sets. What does that say about <i>your</i> training set?</summary>
#
# Little. Rates scatter from set to set, and you hold one set for good. The difference between "this rule" and "this method, on average" runs through the whole chapter.
# </details>
#
# <details><summary>Chapter 2: <i>P</i> projects <i>n</i>-dimensional space orthogonally onto a subspace of dimension <i>r</i>. What is the trace of <i>P</i>?</summary>
#
# $r$. Section 3 reads off from this how much of the noise a model with $r$ parameters swallows.
# </details>
#
# <details><summary>Chapter 3: what did λ do to Fisher's discriminant at its two ends?</summary>
#
# Near zero it trusts the estimated spread entirely; for large λ it ignores the spread and turns into Parzen's rule. How to choose it honestly was left open. Section 15 closes it.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $h$; $\hat h$ | | a prediction function; one fitted to data |
# | $\mathcal L(\hat y,y)$; $L$ | `loss` | the loss we care about; the stand-in we minimise |
# | $\mathcal J(h)$ | `prediction_loss` | prediction loss: expected loss on a new point |
# | $J_q(\theta)$; $J_q^*$ | | training loss of the model with hyperparameter $q$; its minimum |
# | $\mathcal A$; $\bar{\mathcal J}(\mathcal A)$ | `fit` | a method (data in, rule out); its expected prediction loss |
# | $q$ | `degree` | degree of a polynomial (the notes write λ for every hyperparameter) |
# | $\lambda$ | `lam` | strength of a penalty |
# | $F$ | `folds` | number of folds (the notes write $K$, which is our kernel matrix) |
# | $m=y\,h(x)$ | `m` | margin of a label $y=\pm1$ |
# | $p(i,j)$ | `p` | probability of predicting $i$ *and* the truth being $j$ |

# %%
import numpy as np
from numpy.polynomial.polynomial import polyval
from sklearn.linear_model import Lasso, LogisticRegression, Ridge, RidgeCV

from featurespace import datasets, describe, generalisation, losses, normal, orthogonal, pca, plots
from featurespace.demos import generalisation as demos
from featurespace.estimators import KernelFisher, ParzenClassifier, PolynomialRegression
from featurespace.evidence import agree
from featurespace.generalisation import prediction_loss
from featurespace.kernels import Gaussian
from featurespace.regression import least_squares, polynomial_regression, powers

# %% [markdown] teaches="DME-4.1 DME-4.2 DME-4.9..4.10 DME-4.11 DME-F4.1"
# ## 1. What a prediction costs
#
# A rule $h$ is judged by what its mistakes cost on points to come. Given a loss $\mathcal L$, its **prediction loss** is the expectation over a new pair $(x,y)$, and the dream is the function that makes it smallest:
#
# $$\mathcal J(h)=\mathbb E\,\mathcal L\bigl(h(x),y\bigr) \tag{4.1}$$
#
# Nobody can compute it, for nobody knows the distribution of $(x,y)$. Except in a world of our own making. In the **cubic world** $x$ is standard Gaussian and $y$ is a cubic plus Gaussian noise of variance one:
#
# $$g(x)=\tfrac14x+\tfrac34x^2+x^3,\qquad y=g(x)+\text{noise} \tag{4.10}$$
#
# **Predict.** With the square loss $(\hat y-y)^2$, somebody offers you a rule with prediction loss 0.8 in this world. Do you buy?
#
# <details><summary>Answer</summary>
#
# No. The noise is new each time and has mean zero, so $\mathbb E(h-y)^2=\mathbb E(h-g)^2+1$. Nothing beats the conditional mean $g$, and even $g$ pays 1. This floor is called the **Bayes level**.
# </details>
#
# Twenty points of the cubic world, all we shall be allowed to learn from:

# %%
g = generalisation.CUBIC  # coefficients, constant first
rng = np.random.default_rng(6)
x, y = datasets.cubic_world(20, rng)
line = np.linspace(-2.6, 2.6, 105)

# %% tags=["drawing"] shows="DME-F4.1"
ax = plots.curves(line, {"the truth g": polyval(line, g)}, xlabel="x", ylabel="y")
ax.plot(x, y, "o", color=plots.ORANGE, label="training set")
ax.set_title("Most points lie where the curve is flat")
ax.legend()
plots.show(ax, alt="""A cubic curve, flat near zero and steep beyond one and a half on both sides,
    with twenty noisy points around it; most of them lie between minus one and one and a half.""")

# %% [markdown]
# For a polynomial with coefficients $\theta$ the loss needs no sampling. Put $e=\theta-g$; then $\mathbb E(h-g)^2=\sum_{ij}e_ie_j\,\mathbb E x^{i+j}$, and the moments of a Gaussian are known: odd ones vanish, even ones are $1,1,3,15,105,\dots$, products of odd numbers. As it is written:

# %%
def moment(p):
    return 0 if p % 2 else np.prod(np.arange(1.0, p, 2))


def exact_loss(theta):
    """Expected squared error of a polynomial, by Gaussian moments."""
    e = np.polynomial.polynomial.polysub(theta, g)
    return 1 + sum(a * b * moment(i + j) for i, a in enumerate(e) for j, b in enumerate(e))


# %% [markdown]
# Three routes must agree: these lines, the library, and numerical integration over the Gaussian density (exact for polynomials, with enough nodes):

# %% proves="DME-4.1"
nodes, weights = np.polynomial.hermite_e.hermegauss(30)
theta, weights = rng.normal(size=6), weights / weights.sum()
integral = 1 + weights @ (polyval(nodes, theta) - polyval(nodes, g)) ** 2
agree(exact_loss(theta), prediction_loss(theta), integral, "three routes, one prediction loss")

# %% [markdown]
# How well can each degree do at best? Chapter 2 answers. Under the inner product $\mathbb E\,f(x)h(x)$ the powers $1,x,x^2,x^3$ have the Gram matrix of moments; its Cholesky factor $R$ turns coefficients into coordinates along orthonormal directions, one per degree. The squared coordinates of $g$ say what each degree contributes:

# %%
M = np.array([[moment(i + j) for j in range(4)] for i in range(4)])
share = (orthogonal.cholesky(M) @ g) ** 2
agree(share, [9 / 16, 169 / 16, 9 / 8, 6], "the degrees contribute 9/16, 169/16, 9/8 and 6")

# %% [markdown]
# What a degree cannot reach, it pays, on top of the noise:

# %% proves="DME-4.25"
floor = 1 + share.sum() - np.cumsum(share)
print("best possible loss of degree 0, 1, 2, 3:", floor.round(4))
agree(floor, [299 / 16, 65 / 8, 7, 1], "they are 299/16, 65/8, 7 and 1")
agree(prediction_loss([3 / 4, 13 / 4]), 65 / 8, "the line 3/4 + 13/4 x is the best of all lines")

# %% [markdown] teaches="DME-u36"
# One warning before any learning starts. The best line is best *here*, for $x$ around zero. Deploy it where $x$ centres on another value and its loss is another number:

# %% proves="DME-u36"
for shift in (0, 1, 2):
    at = nodes + shift
    off = [1 + weights @ (polyval(at, h) - polyval(at, g)) ** 2 for h in ([0.75, 3.25], g)]
    print(f"x around {shift}: best line {off[0]:6.1f}, true curve {off[1]:.1f}")
agree(off[1], 1.0, "the true curve still pays for the noise alone")
agree(off[0] > 50 * 65 / 8, "around 2 the line costs more than fifty times as much as at home")

# %% [markdown]
# The loss measured around zero, on however many points, is {= prediction_loss([0.75, 3.25]):.1f}; it says nothing about the others. A wrong model is good where it was trained; only the truth travels.
#
# *Prediction loss is an average over points you do not have, drawn as you assume they will be.*

# %% [markdown] teaches="DME-4.3 DME-4.5 DME-4.4"
# ## 2. A line and its luck
#
# What we have is a sample of independent pairs, the **training data**. For a function chosen *beforehand* the sample average is a fair estimate of the prediction loss:
#
# $$\mathcal J(h)\approx\frac1n\sum_i\mathcal L\bigl(h(x_i),y_i\bigr) \tag{4.4}$$
#
# The best line of all, which no data had a say in, on a million points:

# %% proves="DME-4.4"
many_x, many_y = datasets.cubic_world(1_000_000, np.random.default_rng(0))
average = np.mean((polyval(many_x, [0.75, 3.25]) - many_y) ** 2)
print(f"average {average:.1f}, exact {65 / 8}")
agree(abs(average - 65 / 8) < 0.5, "the sample average is near the expectation")

# %% [markdown] teaches="DME-4.6 DME-4.7 DME-4.8 DME-4.12..4.13 DME-4.14 DME-4.15..4.17"
# We go on to *choose* the function by it. Take a family $h_q(x;\theta)$, perhaps a handier loss $L$ in place of $\mathcal L$, and minimise the average:
#
# $$J_q(\theta)=\frac1n\sum_iL\bigl(h_q(x_i;\theta),y_i\bigr),\qquad \hat\theta_q=\operatorname*{argmin}_\theta J_q(\theta),\qquad J_q^*=J_q(\hat\theta_q)$$
#
# **Predict.** The best line of all has prediction loss {= floor[1]:.3f}. We fit a line to 20 points. Will its training loss be above or below that?
#
# <details><summary>Answer</summary>
#
# Below, on most sets; typically near 3. For one thing the line was bent to these points. For another, twenty points seldom include the far-out $x$ where a line is badly wrong and most of the {= floor[1]:.3f} is paid.
# </details>
#
# For a line, $h_1=\theta_0+\theta_1x$ with square loss. Set the derivative by $\theta_0$ to zero and the intercept is $\hat\theta_0=\bar y-\theta_1\bar x$. Put it back: only centred data remain, and one unknown:
#
# $$J_1(\theta_1)=\frac1n\sum_i\bigl((y_i-\bar y)-\theta_1(x_i-\bar x)\bigr)^2,\qquad \hat h_1(x)=\bar y+\hat\theta_1(x-\bar x)$$
#
# The fitted line passes through the mean point. Its slope is covariance over variance:

# %% proves="DME-4.12..4.13 DME-4.14 DME-4.15..4.17"
slope = np.mean((x - x.mean()) * (y - y.mean())) / np.var(x)
theta = polynomial_regression(x, y, degree=1)
agree(theta, [y.mean() - slope * x.mean(), slope], "intercept and slope are as derived")
agree(polyval(x.mean(), theta), y.mean(), "the line passes through the mean point")

# %% [markdown]
# What it costs on its own twenty points, and what it will cost on new ones:

# %%
training_loss = np.mean((polyval(x, theta) - y) ** 2)
print(f"training loss {training_loss:.2f}, prediction loss {prediction_loss(theta):.2f}")

# %% [markdown] teaches="DME-F4.2"
# The loss as a function of the slope is a parabola; here it is, with the line at its bottom:

# %% tags=["drawing"]
slopes = np.linspace(-2, 8, 101)


def loss_by_slope(x, y):
    xc, yc = x - x.mean(), y - y.mean()
    return ((yc[:, None] - xc[:, None] * slopes) ** 2).mean(axis=0)


# %% tags=["drawing"] shows="DME-F4.2"
left, right = plots.axes(2)
plots.curves(slopes, {"training loss": loss_by_slope(x, y)}, ax=left, xlabel="slope")
left.plot(slope, training_loss, "o", color=plots.ORANGE, label="its minimum")
left.set(title=f"Least training loss at slope {slope:.2f}", ylabel="training loss")
left.legend()
curves = {"true curve": polyval(line, g), "fitted line": polyval(line, theta)}
plots.curves(line, curves, ax=right, xlabel="x", ylabel="y", title="A compromise")
right.plot(x, y, "o", color=plots.GREY, markersize=4)
plots.show(left, alt="""Left, training loss as a parabola over the slope with its minimum marked.
    Right, the fitted straight line through the twenty points beside the true cubic, which it misses
    widely at both ends.""")

# %% [markdown] teaches="DME-u37 DME-4.18 DME-F4.3"
# All this rests on the luck of twenty draws. Another training set gives another parabola, another line, another minimum: they are random quantities, all of them. So we fit degrees 0 to 5 to a training set and keep both losses of each:

# %%
def both_losses(n, rng, degrees=range(6)):
    """Training and exact prediction loss of each degree, on one new training set."""
    x, y = datasets.cubic_world(n, rng)
    fits = [polynomial_regression(x, y, degree) for degree in degrees]
    return [np.mean((polyval(x, t) - y) ** 2) for t in fits], [prediction_loss(t) for t in fits]


# %% [markdown]
# A thousand training sets:

# %%
training, prediction = np.swapaxes([both_losses(20, rng) for _ in range(1000)], 0, 1)

# %% tags=["drawing"] shows="DME-F4.3"
left, right = plots.axes(2)
for _ in range(12):
    left.plot(slopes, loss_by_slope(*datasets.cubic_world(20, rng)), "-", color=plots.BLUE, lw=1)
left.set(xlabel="slope", ylabel="training loss", ylim=(0, 60), title="Twelve sets, twelve curves")
roots = np.sqrt(training[:, 1])
marks = {f"mean {roots.mean():.2f}": roots.mean(), "best line, √8.125": np.sqrt(65 / 8)}
plots.distribution(roots, ax=right, marks=marks, xlabel="root of the least training loss")
right.set_title(f"{np.mean(roots**2 < 65 / 8):.0%} of sets flatter the line")
plots.show(left, alt="""Left, twelve parabolas of very different heights and minima. Right, the
    distribution of the root of the minimal training loss over a thousand sets: skewed, with mean
    about 2.1, most of it below 2.85, the value of the best line of all.""")

# %% proves="DME-4.18 DME-u37"
print(f"the line's median training loss {np.median(training[:, 1]):.1f}; best of all lines 8.125")
agree(np.mean(training[:, 1] < 65 / 8) > 0.7, "most sets flatter the line")
agree(training[:, 1].std() > 2, "and the least training loss varies widely from set to set")
assert 2.7 < np.median(training[:, 1]) < 4

# %% [markdown]
# *A loss measured on the points that chose the rule is a flattering loss.*

# %% [markdown] teaches="DME-4.19 DME-4.20 DME-F4.4"
# ## 3. More powers, less training loss
#
# Allow more: polynomials of degree $q$, fitted by the same average.
#
# **Predict.** What does one more power do to the training loss? And how small can it get?
#
# <details><summary>Answer</summary>
#
# It never raises it: the old polynomial is still on offer, with coefficient zero for the new power. With $n-1$ powers the curve passes through all $n$ points and the loss is zero.
# </details>
#
# For $q\ge3$ the fall obeys a law. The fitted values are $Hy$, where $H$ projects orthogonally onto the space of polynomials of degree $q$ at the points, of dimension $q+1$. The truth lies in that space, so the residual is $(I-H)$ times the noise. Of $n$ units of noise, a projector of [trace](A_linear_algebra.ipynb#5.-Two-suns) $q+1$ swallows $q+1$:
#
# $$\mathbb E\,J_q^*=1-\frac{q+1}n\qquad(q\ge3)$$
#
# First $H$ itself, for degree 4:

# %%
A = powers(x[:, None], 4)
H = A @ np.linalg.pinv(A)
agree(H @ H, H, "H projects: twice is once")
agree(np.trace(H), 5.0, "its trace is 5, one for each coefficient")

# %% [markdown]
# The residual contains nothing but noise:

# %% tags=["proof"]
noise = y - polyval(x, g)
residual = y - polyval(x, polynomial_regression(x, y, 4))
agree(residual, noise - H @ noise, "the residual is the noise without its projection")

# %% [markdown]
# And over the thousand sets:

# %% proves="DME-4.20 DME-F4.4"
print("mean training loss:", training.mean(axis=0).round(2))
law = 1 - np.array([4, 5, 6]) / 20
agree(training[:, 3:].mean(axis=0), law, "degrees 3 to 5 obey the law, within 5 %", tol=0.05)
agree(np.diff(training, axis=1) < 1e-9, "the training loss falls with the degree, on every set")
agree(np.diff(training.std(axis=0)) < 0, "and here its spread over the sets falls, too")

# %% tags=["drawing"] shows="DME-F4.4"
left, right = plots.axes(2)
for q, (colour, style) in {1: ("BLUE", "-"), 3: ("ORANGE", "--"), 5: ("GREEN", "-.")}.items():
    counts, edges = np.histogram(np.sqrt(training[:, q]), np.linspace(0, 6, 49))
    look = {"color": getattr(plots, colour), "linestyle": style, "linewidth": 1.8}
    left.stairs(counts, edges, label=f"degree {q}", **look)
left.set(xlabel="root of training loss", ylabel="training sets", title="Lower and narrower")
left.legend()
spread = {"mean": training.mean(axis=0), "standard deviation": training.std(axis=0)}
plots.curves(range(6), spread, ax=right, xlabel="degree", title="Both fall with the degree")
right.set(yscale="log", ylabel="training loss")
plots.show(left, alt="""Left, histograms of the root of the training loss for degrees one, three and
    five: wide around two for the line, narrow just below one for the others. Right, mean and
    standard deviation of the training loss, both falling with the degree on a log scale.""")

# %% [markdown]
# The notes add that mean *and variance* shrink with complexity, for more general models too. The mean does, always. The variance shrinks here because a rich model no longer sees the wild curve, only tame noise. Where there is no curve, it can grow. Fit polynomials to coin flips $y=\pm1$:

# %%
def coin_losses(rng):
    x, y = rng.normal(size=20), rng.choice([-1.0, 1.0], 20)
    return [np.mean((polyval(x, polynomial_regression(x, y, q)) - y) ** 2) for q in (0, 5)]


# %% [markdown]
# Four hundred sets of twenty coins:

# %% proves="DME-F4.4"
coins = np.array([coin_losses(rng) for _ in range(400)])
print("degrees 0 and 5: mean", coins.mean(axis=0).round(2), "deviation", coins.std(axis=0).round(2))
agree(coins[:, 1].std() > 1.3 * coins[:, 0].std(), "the mean falls, the deviation grows")

# %% [markdown] teaches="DME-4.24 DME-4.25"
# At the end of this road stands the model that stores every $y_i$ and says zero elsewhere. Its training loss is zero, as long as no two points share an $x$ (if they do, with $y=0$ and $y=2$ say, no function can please both). A new $x$ is never among the old ones, so its prediction loss is that of the constant zero, worse than the best constant:

# %% proves="DME-4.24"
memory = dict(zip(x, y, strict=True))
recall = np.array([memory.get(value, 0.0) for value in x])
print(f"memoriser: training loss {np.mean((recall - y) ** 2):.0f}, ", end="")
print(f"prediction loss {prediction_loss([0.0])}; best constant {prediction_loss([0.75])}")
agree(recall, y, "every stored value comes back")
agree(prediction_loss([0.0]) > prediction_loss([0.75]), "elsewhere the best constant does better")

# %% [markdown]
# *Training loss measures effort, not success: each parameter buys its share of the noise.*

# %% [markdown] teaches="DME-4.21 DME-4.29"
# ## 4. What we wanted to know
#
# We wanted the prediction loss of the *fitted* function, its **generalisation loss**. It differs from the training loss, and it depends on the training set, so one set cannot rank methods. Draw a few and see:

# %%
demos.degree_and_luck()

# %% [markdown] teaches="DME-4.22 DME-4.23"
# So there are two questions. How good is *this rule*? That is $\mathcal J(\hat h)$. How good is *this way of making rules*? Call the way $\mathcal A$, from data to function, every choice included. It is judged on average over training sets:
#
# $$\hat h=\mathcal A(\mathcal D),\qquad \bar{\mathcal J}(\mathcal A)=\mathbb E_{\mathcal D}\,\mathcal J\bigl(\mathcal A(\mathcal D)\bigr) \tag{4.23}$$
#
# We already hold a thousand exact values of $\mathcal J(\hat h)$ for each degree. How steady is their mean? Compare it over four batches of 250 with the median:

# %%
batches = prediction.reshape(4, 250, 6)
for name, average in (("mean", np.mean), ("median", np.median)):
    for q in (3, 5):
        print(f"{name:6} degree {q}:", *(f"{v:7.1f}" for v in average(batches[:, :, q], axis=1)))

# %% [markdown]
# The mean of degree 5 is made by a handful of disasters and differs severalfold from batch to batch. The median is far steadier. That is why we shall draw medians. And who wins?

# %% proves="DME-F4.5"
best = prediction.argmin(axis=1)
for q in (1, 2, 3, 4, 5):
    print(f"degree {q} predicts best on {np.mean(best == q):5.1%} of the sets")
agree(np.mean(best == 3) > 0.8, "degree 3 wins on more than four sets in five")
agree(np.mean(best == 4) > 0.09, "and yet degree 4 on about one in ten")

# %% [markdown] teaches="DME-F4.5"
# Left, a single set on which degree 4 happens to win and degree 5 is worst; right, medians over all sets, with the range from 5 % to 95 %:

# %% tags=["drawing"] shows="DME-F4.5"
chosen = np.flatnonzero((best == 4) & (prediction.argmax(axis=1) == 5))[0]
left, right = plots.axes(2, height=3.4)
one = {"training": training[chosen], "prediction": prediction[chosen]}
plots.curves(range(6), one, ax=left, xlabel="degree", ylabel="loss", title="One set: degree 4 wins")
medians = {"training": np.median(training, axis=0), "prediction": np.median(prediction, axis=0)}
plots.curves(range(6), medians, ax=right, xlabel="degree", title="A thousand sets: degree 3 wins")
for loss, colour in ((training, plots.BLUE), (prediction, plots.ORANGE)):
    right.fill_between(range(6), *np.quantile(loss, [0.05, 0.95], axis=0), color=colour, alpha=0.18)
for ax in (left, right):
    ax.set(yscale="log", ylim=(0.3, 3000))
plots.show(left, alt="""Loss over degree on log scales. Left, one training set: training loss falls
    throughout, prediction loss has its minimum at degree four and its maximum at five. Right,
    medians over a thousand sets with bands: prediction is best at degree three and its band widens
    to three decades at degree five; the training band narrows.""")

# %% [markdown] teaches="DME-u38 DME-u39"
# Now the words have a meaning. A model is **overfitted** if a simpler one would predict better, **underfitted** if a richer one would. Here 0 and 1 underfit, 4 and 5 overfit: least training loss, wildest prediction loss. (Degree 2 is both at once: its median is worse than that of the simpler line *and* of the richer cubic. It *can* do better than a line, {= floor[2]:.0f} against {= floor[1]:.3f}, but on twenty points the extra freedom costs more than it brings.) The spread grows with the flexibility, because a flexible model follows the accidents of its set:

# %% proves="DME-u37 DME-u38 DME-u39"
middle = np.median(prediction, axis=0)
print("median:", middle.round(1))
agree(training.argmin(axis=1), 5, "degree 5 has the least training loss, on every set")
agree(middle.argmax(), 5, "and the largest prediction loss, in the median")
agree(middle[5] > middle[4] > middle[3], "4 and 5 overfit: a simpler model predicts better")
agree(middle[0] > middle[1] > middle[3], "0 and 1 underfit: a richer model predicts better")
agree(middle[1] < middle[2] > middle[3], "2 does both")

# %% [markdown]
# The spread, in powers of ten from the 5 % to the 95 % quantile:

# %% proves="DME-u39"
width = np.log10(np.quantile(prediction, 0.95, axis=0) / np.quantile(prediction, 0.05, axis=0))
print("decades:", width.round(1))
agree(np.diff(width) > 0, "each power widens the range of the prediction loss")

# %% [markdown]
# *The best rule on your set need not come from the best method; and only the method can be chosen in advance.*

# %% [markdown] teaches="DME-F4.6"
# ## 5. More data
#
# **Predict.** Give the line ten times as many points. Does its prediction loss fall towards 1? And does that of degree 5?
#
# <details><summary>Answer</summary>
#
# The line's falls to {= floor[1]:.3f} and no further: that is its floor from section 1. Degree 5 contains the truth, so it comes down to the Bayes level 1, but not below degree 3, which gets there first.
# </details>
#
# Medians over a hundred sets of each size:

# %%
sizes, degrees = [10, 20, 40, 80, 160, 320], [0, 1, 2, 3, 5]
runs = [[both_losses(n, rng, degrees) for _ in range(100)] for n in sizes]
seen, unseen = np.median(runs, axis=1).transpose(1, 2, 0)  # each (degree, size)

# %% tags=["drawing"] shows="DME-F4.6"
left, right = plots.axes(2, height=3.4)
for ax, pair in ((left, (0, 1)), (right, (3, 4))):
    series = {f"degree {degrees[i]}, prediction": unseen[i] for i in pair}
    series |= {f"degree {degrees[i]}, training": seen[i] for i in pair}
    plots.curves(sizes, series, ax=ax, log=True, xlabel="points n", ylabel="median loss")
    ax.axhline(1, color="black", linewidth=1)
left.set(title="Rigid: they meet, far above 1", ylim=(0.2, 3000))
right.set(title="Rich enough: they meet at 1", ylim=(0.2, 3000))
plots.show(left, alt="""Median losses against the number of training points, log scales. Left,
    constant and line: training rises and prediction falls slightly to plateaus near nineteen and
    eight. Right, degrees three and five: prediction falls, for degree five from near a thousand,
    and meets the rising training loss at one.""")

# %% [markdown]
# In numbers:

# %% proves="DME-F4.6"
print(f"degree 3 at n = 320: {unseen[3, -1]:.2f}; degree 1: {unseen[1, -1]:.1f}")
agree(abs(unseen[1, -1] - 65 / 8) < 0.3, "the line levels off at its floor")
agree(1 <= unseen[3, -1] < 1.05, "the true model levels off as well, at the Bayes level")
agree(unseen[4] > unseen[3], "degree 5 never passes degree 3")

# %% [markdown] teaches="DME-u40"
# Two traps in reading such curves.
#
# *A plateau is not a sign of underfitting.* The notes take it for one. But the true model levels off as well, at the Bayes level: every method stops improving somewhere. Underfitting is a plateau *above* what a richer model reaches, so a level must be compared, with another model or with the Bayes level if you know it.
#
# *A gap is not a sign of overfitting*. At $n=10$ even the right model has a training loss far below its prediction loss. Yet every simpler one predicts worse. The gap says: too few points.

# %% proves="DME-u40"
print("n = 10, degrees 0, 1, 2, 3: training  ", seen[:4, 0].round(1))
print("                            prediction", unseen[:4, 0].round(1))
agree(unseen[3, 0] > 3 * seen[3, 0], "a wide gap for degree 3")
agree(unseen[3, 0] < unseen[:3, 0].min() / 2, "and yet no simpler model predicts half as well")

# %% [markdown]
# *Curves that meet tell you that data are enough; only a comparison tells you whether the model is.*

# %% [markdown] teaches="DME-4.26 DME-4.27 DME-4.28"
# ## 6. A price on wildness
#
# Instead of forbidding powers one can make them expensive. **Regularisation** adds a penalty on the parameters to the training loss:
#
# $$\min_\theta\ J(\theta)+\lambda R(\theta),\qquad R=\sum_i\theta_i^2\ \ (L_2)\quad\text{or}\quad R=\sum_i|\theta_i|\ \ (L_1) \tag{4.26}$$
#
# The constant stays free: adding 100 to all $y$ should add 100 to all predictions. For $L_2$ the solution is one linear system, $\bigl(\frac1nA^\top A+\lambda D\bigr)\theta=\frac1nA^\top y$, where $D$ is the identity without its first one:

# %% proves="DME-4.26 DME-4.27"
A, D = powers(x[:, None], 5), np.diag([0.0, 1, 1, 1, 1, 1])
by_hand = np.linalg.solve(A.T @ A / 20 + 0.1 * D, A.T @ y / 20)
agree(by_hand, polynomial_regression(x, y, degree=5, lam=0.1), "the library solves this system")

# %% [markdown]
# **Predict.** Degree 8 and twenty points: the median prediction loss without penalty is in the hundred thousands. Can a penalty on the coefficients of $x,\dots,x^8$ mend that? Does it matter that we write the polynomial in *these* powers?
#
# <details><summary>Answer</summary>
#
# Partly, and it matters a great deal: on raw powers the median falls to some thousands, in better units to about ten. (Ten is what a straight line gets. A penalty tames; it does not win.) One unit of $x^8$ is a far wilder function than one unit of $x$, yet both cost λ. Measure in the orthonormal directions of section 1 and the penalty is the variance of the function itself.
# </details>
#
# We try both: powers as they are, and the coordinates given by $R$ of the moment matrix (known as normalised Hermite polynomials):

# %%
M8 = np.array([[moment(i + j) for j in range(9)] for i in range(9)])
to_powers = np.linalg.inv(orthogonal.cholesky(M8))  # coordinates -> coefficients
lams = np.logspace(-4, 1, 11)

# %% [markdown]
# The exact loss for each λ, with the penalty measured in a basis of our choice:

# %%
def ridge_losses(x, y, basis):
    """Prediction loss for each lam, with the penalty measured in the given basis."""
    features = powers(x[:, None], 8) @ basis
    return [prediction_loss(basis @ least_squares(features, y, v)) for v in lams]


# %%
sets = [datasets.cubic_world(20, rng) for _ in range(100)]
bases = np.eye(9), to_powers
raw, orthonormal = np.median([[ridge_losses(*s, B) for s in sets] for B in bases], axis=1)

# %% [markdown]
# Beside the best of each, the fit without penalty:

# %%
free = np.median([prediction_loss(polynomial_regression(x, y, 8)) for x, y in sets])
print(f"free {free:.0e}, best raw {raw.min():.0f}, best orthonormal {orthonormal.min():.0f}")
agree(free > 1e4 > raw.min() > 20 * orthonormal.min(), "a penalty helps, the right units help more")

# %% tags=["drawing"]
series = {"penalty on raw powers": raw, "penalty on orthonormal directions": orthonormal}
ax = plots.curves(lams, series, log=True, xlabel="λ", ylabel="median prediction loss")
ax.axhline(middle[3], color="black", linewidth=1, label="degree 3, no penalty")
ax.set(title="A penalty is worth what its units are worth", ylim=(0.8, 1e6))
ax.legend(loc="upper right")
plots.show(ax, alt="""Median prediction loss of degree eight over lambda, log scales. With raw
    powers it stays in the thousands. With orthonormal directions it has a minimum near ten at a
    moderate lambda, rising on both sides. A line marks 1.4, reached by degree three.""")

# %% [markdown]
# More than four orders of magnitude saved, and a valley: too little λ overfits, too much underfits. It does not reach degree 3 on twenty points; knowing the right model is worth more than any λ.
#
# $L_1$ has no closed form, so we call a well-kept library. Its corners make it set coefficients to *exactly* zero. On four hundred points (scikit-learn calls λ/2 `alpha` here, and $n\lambda$ for ridge):

# %%
x, y = datasets.cubic_world(400, np.random.default_rng(8))
features = (powers(x[:, None], 8) @ to_powers)[:, 1:]
l1 = np.array([Lasso(alpha=v / 2, max_iter=100_000).fit(features, y).coef_ for v in lams])
l2 = np.array([Ridge(alpha=v * 400).fit(features, y).coef_ for v in lams])

# %% tags=["drawing"] shows="DME-4.28"
row = plots.axes(2, height=3.4)
titles = "L2: none vanishes", "L1: five vanish early"
for ax, paths, title in zip(row, (l2, l1), titles, strict=True):
    for j, path in enumerate(paths.T, start=1):
        colour, width = (plots.COLOURS[j - 1], 1.8) if j < 4 else (plots.GREY, 1)
        name = f"degree {j}" if j < 4 else {4: "degree 4 to 8"}.get(j)
        ax.plot(lams, path, "-", label=name, color=colour, linewidth=width)
    ax.set(xscale="log", xlabel="λ", ylabel="coefficient", title=title)
row[0].legend()
plots.show(row[0], alt="""Coefficients over lambda, two panels. With L2 the three large ones
    shrink smoothly, some of the small ones grow first, and none reaches zero. With L1 the grey
    lines of degrees four to eight reach exactly zero at moderate lambda while the coloured ones of
    degrees one to three go on.""")

# %% [markdown]
# At a moderate λ:

# %% proves="DME-4.28"
at = np.abs(np.log10(lams) + 0.5).argmin()  # lam about 0.3
kept = np.flatnonzero(np.abs(l1[at]) > 0) + 1
print(f"at λ = {lams[at]:.2f} L1 keeps degrees {kept}; L2 keeps {np.sum(np.abs(l2[at]) > 0)}")
agree(kept, [1, 2, 3], "L1 sets the five superfluous coefficients to exactly zero")
agree(np.abs(l2) > 0, "L2 sets none to zero, whatever λ")

# %% [markdown]
# You have met $L_2$ before under other names. Write the features by their principal directions, with eigenvalues $\lambda_i$ of their covariance. Ridge multiplies the fit along direction $i$ by $\lambda_i/(\lambda_i+\lambda)$: directions with little variance are distrusted. Probabilistic PCA (chapter 4) multiplies a score by $(\lambda_i-\sigma^2)/\lambda_i=s_i/(s_i+\sigma^2)$, with $s_i=\lambda_i-\sigma^2$ the variance of the signal: the same factor, with the noise as the ridge. And Fisher's $S+\lambda I$ (chapter 3) does it to a covariance matrix. One medicine, three bottles:

# %%
U, s, _ = np.linalg.svd(features - features.mean(axis=0), full_matrices=False)
shrink = (s**2 / 400) / (s**2 / 400 + 0.3)
fitted = U @ (shrink * (U.T @ (y - y.mean()))) + y.mean()
ridge = Ridge(alpha=0.3 * 400).fit(features, y)
agree(fitted, ridge.predict(features), "ridge shrinks the fit along each principal direction")

# %% [markdown]
# And the shrinkage of chapter 4, from the same features:

# %% tags=["proof"]
_, W, sigma2 = pca.ppca(features, k=3)
signal = pca.pca(features, k=3).eigenvalues - sigma2
factors = np.linalg.eigvalsh(W @ np.linalg.solve(W.T @ W + sigma2 * np.eye(3), W.T))[:-4:-1]
agree(factors, signal / (signal + sigma2), "the same factors, with the noise as the ridge")

# %% [markdown]
# *A penalty trades a little bias for a lot of luck, if it is measured in units that mean something.*

# %% [markdown] teaches="DME-4.30..4.31"
# ## 7. Hold points out
#
# Outside our toy world no formula gives $\mathcal J(\hat h)$. But it is a mean, and means can be estimated, from points that had no part in the fit:
#
# $$\hat{\mathcal J}(\hat h;\tilde{\mathcal D})=\frac1{\tilde n}\sum_{i=1}^{\tilde n}\mathcal L\bigl(\hat h(\tilde x_i),\tilde y_i\bigr) \tag{4.31}$$
#
# **Predict.** You have 100 points and split them in halves, one to fit, one to judge. Ten colleagues get the same 100 points and split for themselves. Will they agree on the best degree?
#
# <details><summary>Answer</summary>
#
# Hardly ever. Half the points, a wild loss, and luck on both sides of the split. (On the sample below they disagree more than usual.)
# </details>
#
# Two small functions will serve us to the end of the chapter. A loss:

# %%
def squared(guess, y):
    return (guess - y) ** 2


# %% [markdown]
# And a family, which takes data and a value and returns a rule:

# %%
def polynomials(X, y, degree):
    """Fit a polynomial of this degree and return the rule."""
    theta = polynomial_regression(X[:, 0], y, degree)
    return lambda Z: polyval(Z[:, 0], theta)


# %% [markdown] teaches="DME-F4.7"
# Ten random halvings of one sample, degrees 1 to 6. We know each fitted rule's true loss, too:

# %%
x, y = datasets.cubic_world(100, np.random.default_rng(2))
dealer = np.random.default_rng(52)
held, true = np.empty((2, 10, 6))
for split in range(10):
    fit, judge = np.split(dealer.permutation(100), 2)
    for i, q in enumerate(range(1, 7)):
        theta = polynomial_regression(x[fit], y[fit], q)
        held[split, i] = squared(polyval(x[judge], theta), y[judge]).mean()
        true[split, i] = prediction_loss(theta)

# %% tags=["drawing"] shows="DME-F4.7"
left, right = plots.axes(2, height=3.3)
for ax, values, title in ((left, held, "Estimated by hold-out"), (right, true, "The truth")):
    ax.plot(range(1, 7), values.T, "-", color=plots.BLUE, linewidth=1)
    ax.plot(values.argmin(axis=1) + 1, values.min(axis=1), "D", color=plots.ORANGE, label="best")
    ax.set(yscale="log", ylim=(0.5, 300), xlabel="degree", ylabel="loss", title=title)
left.legend(loc="upper left")
plots.show(left, alt="""Ten curves of hold-out loss over the degree from ten splits of the same
    hundred points, and beside them the exact losses of the same fitted rules. The estimates scatter
    widely and their minima lie at different degrees; the true minima lie mostly at three.""")

# %% [markdown]
# The degrees that the ten colleagues choose, and those they should have chosen:

# %% proves="DME-F4.7"
for name, values in (("chosen", held), ("best", true)):
    print(f"{name:6}", np.sort(values.argmin(axis=1) + 1))
agree(len(set(held.argmin(axis=1))) >= 3, "ten splits of one sample choose three degrees or more")

# %% [markdown] teaches="DME-u41"
# More points to judge make the estimate steadier, more points to fit make the rule better; common splits are 60/40, 70/30 and 80/20. With classes, keep their proportions equal on both sides, that is, **stratify**. It looks like a nicety. Here are labels by coin, ten of each, and a Parzen classifier (chapter 1) with narrow windows; its true error is one half, since there is nothing to learn:

# %%
def wrong(guess, y):
    return guess != y


def parzen(X, y):
    return ParzenClassifier(Gaussian(0.3)).fit(X, y).predict


# %% [markdown]
# A hundred problems, five folds each (the next section explains them):

# %%
for name, stratify in (("random folds", False), ("stratified", True)):
    scores = []
    for _ in range(100):
        X, coin = rng.normal(size=(20, 5)), rng.permutation(np.repeat([1.0, -1.0], 10))
        folds = generalisation.kfold(20, 5, rng, labels=coin if stratify else None)
        scores.append(generalisation.cross_validate(parzen, X, coin, wrong, folds).mean())
    print(f"{name:12}: {np.mean(scores):.0%} wrong")

# %% [markdown]
# Worse than a coin, on average over a hundred problems. Whoever puts more positives into the held-out part leaves fewer for training, and the narrow Parzen rule votes for the training majority (chapter 1, section 11): always the wrong way. Stratified folds keep the balance and give back the half.
#
# *Points kept out give a fair verdict on one rule, with a large error bar.*

# %% [markdown] teaches="DME-4.32 DME-F4.8"
# ## 8. Cross-validation
#
# Why let half of the points only judge? Deal them into $F$ **folds**, hold out each in turn, fit on the rest:

# %% tags=["drawing"] shows="DME-F4.8"
ax = plots.axes(width=7, height=2.4)
for k in range(5):
    for j in range(5):
        look = (plots.ORANGE, "//") if j == 4 - k else (plots.BLUE, "")
        ax.barh(k, 0.96, left=j, color=look[0], hatch=look[1], edgecolor="white", alpha=0.75)
        ax.text(j + 0.48, k, "judge" if j == 4 - k else "fit", ha="center", va="center")
ax.set(xlim=(0, 5), xticks=[], yticks=range(5), yticklabels=[f"$h_{5 - k}$" for k in range(5)])
ax.set_title("Every point judges once and is fitted on four times")
ax.grid(visible=False)
plots.show(ax, alt="""Five rows of five blocks, one row for each fitted rule. In each row another
    block is marked judge and the other four are marked fit, so that every block judges once.""")

# %% [markdown] teaches="DME-4.33..4.34 DME-4.35"
# Each fold gives a rule and a hold-out loss; the cross-validation score is their mean:
#
# $$\hat h_k=\mathcal A(\mathcal D\setminus\mathcal D_k),\qquad \hat{\mathcal J}_k=\hat{\mathcal J}(\hat h_k;\mathcal D_k),\qquad \mathrm{CV}=\frac1F\sum_k\hat{\mathcal J}_k \tag{4.35}$$
#
# As it is written:

# %%
def slow_cross_validation(fit, X, y, loss, folds):
    scores = []
    for fold in folds:
        rest = [i for i in range(len(y)) if i not in fold]
        rule = fit(X[rest], y[rest])
        scores.append(np.mean(loss(rule(X[fold]), y[fold])))
    return scores


# %%
X, folds = x[:, None], generalisation.kfold(100, 5, rng)


def cubic(X, y):
    return polynomials(X, y, 3)


# %% [markdown]
# By the loop and by the library:

# %% proves="DME-4.32 DME-4.33..4.34"
scores = generalisation.cross_validate(cubic, X, y, squared, folds)
print("fold losses", scores.round(2), f" CV = {scores.mean():.2f}")
agree(scores, slow_cross_validation(cubic, X, y, squared, folds), "the loop gives the same")

# %% [markdown] teaches="DME-4.36..4.38"
# What does CV estimate? Five rules went in and none of them is the one you will use. So the score cannot be about a rule; it is about the method, $\bar{\mathcal J}(\mathcal A)$.
#
# **Predict.** Over many data sets, some yield a good final rule and some a poor one. Is the CV score lower on the sets with the good rule?
#
# <details><summary>Answer</summary>
#
# In the world below, not at all: the correlation is near zero. CV tells you about the method, and next to nothing about your own luck.
# </details>
#
# For this we want a world in which even $\bar{\mathcal J}$ is known. Linear regression on $d$ Gaussian columns with unit noise has $\mathcal J(\hat h)=1+\|\hat\theta-\theta\|^2$ and $\bar{\mathcal J}=1+\frac d{n-d-1}$ (a known mean, that of an inverse Wishart matrix; we check it below). Many data sets are solved in one sweep:

# %%
def least_squares_all(X, y):
    """Least squares for many data sets at once: X (sets, n, d), y (sets, n)."""
    Xt = X.swapaxes(1, 2)
    return np.linalg.solve(Xt @ X, Xt @ y[..., None])[..., 0]


# %% [markdown]
# Two thousand sets with $n=50$ and $d=10$, and the true loss of the rule each of them yields:

# %%
R, n, d = 2000, 50, 10
Xs = rng.normal(size=(R, n, d))
ys = Xs.sum(axis=2) + rng.normal(size=(R, n))  # the true coefficients are ones
own_loss = 1 + ((least_squares_all(Xs, ys) - 1) ** 2).sum(axis=1)

# %% [markdown]
# Cross-validation on all of them:

# %%
def cv_all(Xs, ys, deal):
    """Fold losses (sets, 5) when point i goes into fold deal[i]."""
    scores = []
    for k in range(5):
        out = deal == k
        theta = least_squares_all(Xs[:, ~out], ys[:, ~out])
        guess = (Xs[:, out] @ theta[..., None])[..., 0]
        scores.append(squared(guess, ys[:, out]).mean(axis=1))
    return np.transpose(scores)


# %%
fold_losses = cv_all(Xs, ys, np.arange(n) % 5)
cv = fold_losses.mean(axis=1)

# %% proves="DME-4.36..4.38"
rho = np.corrcoef(cv, own_loss)[0, 1]
print(f"mean CV {cv.mean():.2f}; method on 40 points {1 + 10 / 29:.2f}, on 50 {1 + 10 / 39:.2f}")
print(f"correlation of CV with the loss of the rule in hand, in size: {abs(rho):.1f}")
agree(abs(cv.mean() - (1 + 10 / 29)) < 0.035, "CV is the price of the method on 40 points")
agree(abs(rho) < 0.1, "and does not know which rule is in your hand")

# %% [markdown]
# Two facts in one picture. CV is the fair price of the method on $n(F-1)/F$ points, here 40, a little pessimistic for 50. And it is blind to which rule you got:

# %% tags=["drawing"] shows="DME-4.36..4.38"
ax = plots.axes(width=6)
ax.plot(cv[:600], own_loss[:600], ".", color=plots.BLUE, alpha=0.6, label="600 data sets")
ax.axvline(1 + 10 / 29, color=plots.ORANGE, label="method on 40 points")
ax.axhline(1 + 10 / 39, color=plots.GREEN, linestyle="--", label="method on 50 points")
ax.set(xlabel="cross-validation score", ylabel="true loss of the rule fitted on all")
ax.set_title("CV prices the method, not the rule you hold")
ax.legend()
plots.show(ax, alt="""Scatter of the true loss of the final rule against the cross-validation score
    for six hundred data sets: a round cloud without slope, centred near 1.34 and 1.26.""")

# %% [markdown]
# The score depends on the luck of the data and of the dealing. Both make it vary, and the notes offer a rough error bar from the spread between folds:
#
# $$\operatorname{Var}(\mathrm{CV})\approx\frac1F\cdot\frac1F\sum_k\bigl(\hat{\mathcal J}_k-\mathrm{CV}\bigr)^2 \tag{4.39}$$
#
# How rough? In our world we can ask. (Section 16 shows what is wrong with it.)

# %% proves="DME-4.39"
printed = (fold_losses.var(axis=1) / 5).mean()
print(f"(4.39) as a share of the true variance: {printed / cv.var():.1f}")
agree(printed < 0.62 * cv.var(), "the printed estimate misses more than a third of it")

# %% [markdown]
# The other idea, to deal the same points anew many times, measures only the luck of the dealing:

# %%
deals = [cv_all(Xs[:300], ys[:300], rng.permutation(n) % 5).mean(axis=1) for _ in range(20)]
by_dealing = np.var(deals, axis=0).mean()
print(f"dealing anew, as a share of the true variance: {by_dealing / cv.var():.1f}")
agree(by_dealing < 0.35 * cv.var(), "most of it is the luck of the data")

# %% [markdown] teaches="DME-u42"
# So the error bar is too short by a factor of about $\sqrt2$, and repeating cross-validation on the same data does not mend it. It averages out the luck of the dealing, a fifth of the variance here, which steadies the score and a choice made by it; the luck of the data stays.
#
# How many folds? Five or ten is usual. The extreme is $F=n$, **leave-one-out**: nearly unbiased, and $n$ fits. For least squares and ridge it needs just one. If $\hat y=Hy$, leaving point $i$ out changes its residual from $e_i$ to $e_i/(1-h_{ii})$. (Put the left-out prediction in place of $y_i$: the fit to the others stays optimal, so $\hat y_i^{(-i)}=\hat y_i-h_{ii}(y_i-\hat y_i^{(-i)})$. Solve.) For the cubic:

# %%
A = powers(X, 3)
H = A @ np.linalg.pinv(A)
shortcut = (y - H @ y) / (1 - np.diag(H))

# %% [markdown]
# One fit; and the loop of a hundred fits agrees:

# %% tags=["proof"] proves="DME-u42"
one_each = [np.array([i]) for i in range(100)]
loop = generalisation.cross_validate(cubic, X, y, squared, one_each)
agree(shortcut**2, loop, "one fit gives the losses of a hundred fits")

# %% [markdown]
# For kernel ridge regression $H=K(K+\lambda I)^{-1}$, and one eigendecomposition serves all points *and* all λ. The library does that:

# %%
K, lams = Gaussian(2.0)(X), np.logspace(-6, 1, 8)
residuals = generalisation.leave_one_out(K, y, lams)  # (8, 100)
print("leave-one-out loss for each λ:", (residuals**2).mean(axis=1).round(2))

# %% [markdown]
# The least stands inside the grid; a minimum at its edge would mean: extend the grid. For one of these λ, the hundred refits:

# %% tags=["proof"] proves="DME-u42"
refitted = np.empty(100)
for i in range(100):
    rest = np.arange(100) != i
    alpha = np.linalg.solve(K[rest][:, rest] + lams[5] * np.eye(99), y[rest])
    refitted[i] = y[i] - K[i, rest] @ alpha
agree(refitted, residuals[5], "a hundred refits leave the same residuals")

# %% [markdown]
# *Cross-validation is a fair estimate of a method on slightly fewer points, with an error bar that is hard to know.*

# %% [markdown] teaches="DME-u43 DME-4.40..4.42 DME-4.43..4.45 DME-4.46 DME-4.47..4.49 DME-u44"
# ## 9. Choosing, and the vault
#
# Which degree, which λ, which σ? Gradients are no help here: one tries values on a grid, or at random if there are many knobs, or lets a model of the loss suggest the next try (Bayesian optimisation). Whatever the search, the score that chose is spent. The procedure with **two hold-outs**:
#
# 1. put a fifth of the points into the vault, untouched;
# 2. split the rest into training and validation points, fit each candidate on the first, score it on the second, take the best;
# 3. refit the winner on training plus validation points;
# 4. open the vault once: that score is your report;
# 5. refit on everything for use.
#
# The second procedure replaces step 2 by cross-validation on all points outside the vault. One twist: the best CV score is uncertain, so take the *simplest* candidate within one standard error of it. First once, on 120 points:

# %%
x, y = datasets.cubic_world(120, np.random.default_rng(5))
X, vault = x[:, None], np.arange(96, 120)
X_dev, y_dev = X[:96], y[:96]
folds = generalisation.kfold(96, 5, rng)

# %%
task = polynomials, range(7), X_dev, y_dev, squared
twice = generalisation.select_hold_out(*task, rng, share=0.2)
by_cv = generalisation.select_cross_validation(*task, folds)

# %% [markdown]
# Score that chose, score from the vault, and, since this is the cubic world, the truth:

# %%
for name, chosen in (("two hold-outs", twice), ("cross-validation", by_cv)):
    report = squared(chosen.predict(X[vault]), y[vault]).mean()
    exact = prediction_loss(polynomial_regression(x[:96], y[:96], chosen.value))
    print(f"{name:16}: degree {chosen.value}, chosen by {chosen.loss:.2f}, ", end="")
    print(f"vault {report:.2f}, truth {exact:.2f}")

# %% [markdown]
# A short lesson in passing: the vault, 24 points small, puts the *worse* of the two rules ahead. It is an honest judge and can still be a poor one. Twenty-four points measure; they do not settle.
#
# The one-standard-error rule looks at the table of fold losses, simplest model first:

# %%
def score_table(X, y, folds):
    """Fold losses (7, folds) of degrees 0 to 6."""
    fits = [lambda X, y, q=q: polynomials(X, y, q) for q in range(7)]
    return np.array([generalisation.cross_validate(f, X, y, squared, folds) for f in fits])


# %%
table = score_table(X_dev, y_dev, folds)
print("CV score of degrees 0 to 6:", table.mean(axis=1).round(1))
print("simplest within one standard error: degree", generalisation.one_standard_error(table))

# %% [markdown]
# One run proves nothing, as section 4 taught. So many, with 50 points each, and the exact loss of what each procedure delivers:

# %%
def three_choices(rng):
    """Degrees by hold-out, cross-validation and one standard error, and their exact losses."""
    x, y = datasets.cubic_world(50, rng)
    task = polynomials, range(7), x[:, None], y, squared
    held = generalisation.select_hold_out(*task, rng, share=0.2).value
    table = score_table(x[:, None], y, generalisation.kfold(50, 5, rng))
    chosen = held, table.mean(axis=1).argmin(), generalisation.one_standard_error(table)
    return chosen, [prediction_loss(polynomial_regression(x, y, q)) for q in chosen]


# %% [markdown]
# A hundred times:

# %%
degrees, outcome = np.swapaxes([three_choices(rng) for _ in range(100)], 0, 1)

# %%
for i, name in enumerate(("hold-out", "cross-validation", "one standard error")):
    hits, bad = np.mean(degrees[:, i] == 3), np.quantile(outcome[:, i], 0.9)
    print(f"{name:18}: degree 3 on {hits:.0%}, loss {np.median(outcome[:, i]):.2f} in the ", end="")
    print(f"median, one in ten above {bad:.1f}")
right = np.mean(degrees == 3, axis=0)
agree(np.diff(right) > 0, "each finds degree 3 more often than the one before")

# %% [markdown]
# Cross-validation beats a single hold-out by a wide margin, and the cautious rule beats both: in this world flexible mistakes are dear and the right model is simple. (Where the truth is complex, caution costs.)
#
# *Choose by cross-validation, lean to the simple side, and report from points that never voted.*

# %% [markdown]
# ## 10. The winner's curse
#
# Why this fuss about a vault? CV is a fair estimate, so the CV score of the winner must be fair as well. Or must it? Predict, then pick cherries:

# %%
demos.cherry_picker()

# %% [markdown] teaches="DME-u45"
# Each score is fair *by itself*. The smallest of many is not, for the same reason that the training loss flatters: it was selected for being small. In the notes' example the truth is an error of one half, the sample has 40 points, and the knob is turned on a support vector machine. Ours turns the width of a Parzen classifier, eight widths, and asks 40 fresh points about the winner:

# %%
def any_width(X, y, sigma):
    return ParzenClassifier(Gaussian(sigma)).fit(X, y).predict


def noise_problem(rng):
    """Best CV error of eight widths where nothing can be learnt, and the winner's fresh error."""
    X, y = rng.normal(size=(80, 5)), np.tile([1.0, -1.0], 40)
    task = any_width, np.logspace(-0.5, 1, 8), X[:40], y[:40], wrong
    folds = generalisation.kfold(40, 5, rng, labels=y[:40])
    best = generalisation.select_cross_validation(*task, folds)
    return best.loss, wrong(best.predict(X[40:]), y[40:]).mean()


# %% [markdown] teaches="DME-F4.9"
# Fifty problems of pure noise:

# %% proves="DME-F4.9 DME-u45"
least, fresh = np.transpose([noise_problem(rng) for _ in range(50)])
print(f"best CV error {least.mean():.2f} on average, fresh error of the winner {fresh.mean():.2f}")
agree(least.mean() < 0.46, "the score of the winner is too good")
agree(abs(fresh.mean() - 0.5) < 0.05, "the winner is no better than a coin")

# %% tags=["drawing"] shows="DME-F4.9"
ax = plots.axes(width=6.5)
looks = {"best CV error": (least, plots.BLUE, ""), "fresh error": (fresh, plots.ORANGE, "//")}
for name, (values, colour, hatch) in looks.items():
    counts, edges = np.histogram(values, np.arange(0.1875, 0.8, 0.05))
    look = {"color": colour, "hatch": hatch, "alpha": 0.5, "ec": "white", "fill": True}
    ax.stairs(counts, edges, label=name, **look)
ax.axvline(0.5, color="black", linewidth=1)
ax.set(xlabel="error", ylabel="problems", title="The best score is optimistic, the truth unmoved")
ax.locator_params("y", integer=True)
ax.legend(loc="upper right")
plots.show(ax, alt="""Two histograms over fifty noise problems: the best cross-validation error of
    eight widths centres near 0.4, the error of the winners on fresh points at one half.""")

# %% [markdown]
# The widths are close relatives, so eight tries count like a few. Tries that have less in common, as in the demo, sink faster. Trying is not the sin; reporting the winning score is.
#
# Now be the detective. A colleague has 40 patients, 1000 measurements and labels. He keeps the 20 columns that correlate best with the labels, then cross-validates a nearest-mean classifier, stratified, no tuning. We know, and he does not, that the labels are coin flips:

# %%
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline

# %% [markdown]
# Five folds, stratified, and an honest version of his two steps, sealed into one pipeline:

# %%
five = StratifiedKFold(5, shuffle=True, random_state=0)
sealed = make_pipeline(SelectKBest(k=20), NearestCentroid())  # selects inside each fold


def cv_error(model, X, y):
    return 1 - cross_val_score(model, X, y, cv=five).mean()


# %% [markdown]
# Twenty such studies:

# %%
leaky, honest = np.empty((2, 20))
for i in range(20):
    patients, labels = rng.normal(size=(40, 1000)), rng.permutation(np.repeat([1, -1], 20))
    chosen = SelectKBest(k=20).fit_transform(patients, labels)  # sees all labels
    leaky[i] = cv_error(NearestCentroid(), chosen, labels)
    honest[i] = cv_error(sealed, patients, labels)
print(f"select, then cross-validate: {leaky.mean():.0%} wrong, {leaky.max():.0%} at worst")
print(f"select inside: {honest.mean():.0%}, from {honest.min():.0%} to {honest.max():.0%}")
agree(leaky < 0.2, "with the leak, a triumph each time")
agree(abs(honest.mean() - 0.5) < 0.1, "sealed, no better than a coin")

# %% [markdown]
# A triumph each time, made of nothing. (Sealed, the twenty scores scatter around one half: with 40 points a single score is a poor witness.) The columns were chosen by looking at all labels, those of the held-out patients included. The rule that closes this leak: *whatever looks at the data belongs inside the fold*. A pipeline does it for you. A second leak needs no selection at all. Take 400 patients, five columns, labels by coin, and enter every patient twice:

# %%
people, flips = rng.normal(size=(400, 5)), rng.permutation(np.repeat([1, -1], 200))
nearest = KNeighborsClassifier(1)
single = cv_error(nearest, people, flips)
copied = cv_error(nearest, np.tile(people, (2, 1)), np.tile(flips, 2))
print(f"nearest neighbour: {single:.0%} wrong; every patient entered twice: {copied:.0%}")
agree(abs(single - 0.5) < 0.12 and copied < 0.2, "copies turn a coin into an oracle")

# %% [markdown]
# A patient's nearest neighbour is now his copy, label included. What is left are the pairs whose copies fell into the same fold, a fifth of them, with every second one wrong. A short list of suspects:
#
# | suspect | what leaks | alibi to ask for |
# |---|---|---|
# | columns selected, PCA or scaling fitted on all points | labels, means of the judges | the step sits in the pipeline |
# | copies, several rows per patient, neighbouring frames of a film | the answer itself | folds by patient (`GroupKFold`) |
# | shuffled time series | the future | folds in order of time |
# | best of many runs reported | the judges' luck | a vault, opened once |
# | a column that is known only after the fact | the label | when was it measured? |
#
# *Whatever helped to choose cannot judge.*

# %% [markdown] teaches="DME-4.50 DME-4.51 DME-4.52"
# ## 11. Losses for numbers, losses for signs
#
# So far the loss was a square. Others are as good, and each asks for something else. In regression, with residual $r=\hat y-y$:
#
# $$\tfrac12r^2\ \text{(square)},\qquad|r|\ \text{(absolute)},\qquad\begin{cases}\tfrac12r^2&|r|<\delta\\\delta|r|-\tfrac12\delta^2&\text{else}\end{cases}\ \text{(Huber)}$$
#
# **Predict.** Which constant is best for the ten numbers 0, 1, 1, 1, 2, 3, 4, 4, 5, 9 under the square loss, and which under the absolute loss? Now somebody mistypes 9 as 9000.
#
# <details><summary>Answer</summary>
#
# The mean, 3, and the median, 2.5 (anything from 2 to 3). After the typo the mean is 902.1; the median does not move. Huber's constant stays near the median, and its loss is smooth, so that gradients exist everywhere.
# </details>
#
# A fine grid of constants will do:

# %%
ten = np.array([0, 1, 1, 1, 2, 3, 4, 4, 5, 9.0])
typo = np.where(ten == 9, 9000, ten)
constants = np.linspace(0, 1000, 20_001)[:, None]

# %% [markdown]
# The best of these constants (the middle, where several are equally good):

# %%
for loss in (losses.square, losses.absolute, losses.huber):
    total = [loss(constants - v).sum(axis=1) for v in (ten, typo)]
    best = [constants[np.isclose(t, t.min(), rtol=1e-12)].mean() for t in total]
    print(f"{loss.__name__:8}: {best[0]:.2f}, with the typo {best[1]:.2f}")

# %% [markdown] teaches="DME-F4.10"
# In the picture Huber follows the square near zero and the absolute value far out, without a kink:

# %% tags=["drawing"] proves="DME-4.52" shows="DME-F4.10"
r = np.linspace(-3, 3, 121)
series = {f.__name__: f(r) for f in (losses.square, losses.absolute, losses.huber)}
ax = plots.curves(r, series, xlabel="residual", ylabel="loss", title="Huber calms the square down")
plots.show(ax, alt="""Three losses over the residual from minus three to three: the square as a
    parabola, the absolute value as a vee, and Huber's loss, round at the bottom and straight
    from one on.""")
steps = np.diff(losses.huber([1 - 1e-7, 1, 1 + 1e-7]))
agree(steps / 1e-7, 1.0, "where Huber's pieces meet, both have slope 1", tol=1e-6)

# %% [markdown] teaches="DME-4.69 DME-u48 DME-4.71 DME-4.72 DME-4.73 DME-4.74 DME-4.75 DME-u49"
# In classification the label is a sign, $\hat y=\operatorname{sgn}h(x)$, and the part of the residual is played by the **margin** $m=y\,h(x)$: positive if right, and larger the surer. What we care about is the zero-one loss, 1 if $m\le0$. It is flat except for a jump, so nothing can be learnt from its slope. Stand-ins:
#
# | name | loss of the margin | |
# |---|---|---|
# | square | $(h-y)^2=(1-m)^2$, since $y^2=1$ | |
# | log | $\ln(1+e^{-m})$ | |
# | exponential | $e^{-m}$ | |
# | hinge | $\max(0,1-m)$ | |
# | squared hinge | $\max(0,1-m)^2$, differentiable at 1 too | |
# | Huberised hinge | squared hinge, but $-4m$ for $m<-1$ | |
#
# At five margins:

# %%
m = np.array([-2.0, -1, 0, 1, 2])
for f in (losses.zero_one, losses.hinge, losses.squared_hinge, losses.huberised_hinge, losses.log):
    print(f"{f.__name__:16}", f(m).round(2))
print(f"{'square':16}", 2 * losses.square(1 - m))

# %% tags=["drawing"] shows="DME-F4.12"
m = np.linspace(-2.5, 2.5, 201)
names = ("hinge", "squared_hinge", "huberised_hinge", "log", "exponential")
ax = plots.axes(width=7, height=3.6)
plots.curves(m, {name.replace("_", " "): getattr(losses, name)(m) for name in names}, ax=ax)
ax.plot(m, (1 - m) ** 2, ":", color="black", label="square")
ax.step(m, losses.zero_one(m), color="black", linewidth=2.5, label="zero-one")
ax.set(ylim=(-0.2, 9), xlabel="margin y h(x)", ylabel="loss", title="Stand-ins for a step")
ax.legend(loc="upper right")
plots.show(ax, alt="""Seven losses over the margin. The zero-one loss is a step at zero. Hinge,
    squared hinge, Huberised hinge, log and exponential loss fall towards zero for positive
    margins; only the square loss rises again beyond one.""")

# %% [markdown] teaches="DME-F4.12"
# All of them charge for small positive margins, which asks for confident decisions. The square is the odd one out: it charges for *being right by a lot*. Seven points on a line, two of them far out on the right side:

# %%
far, sign = np.array([-3.0, -2, -1, 1, 2, 40, 50]), np.array([-1, -1, -1, 1, 1, 1, 1])
for name, h in (("h(x) = x", [0, 1]), ("least squares", polynomial_regression(far, sign, 1))):
    m = sign * polyval(far, h)
    print(f"{name:13}: square {np.mean((1 - m) ** 2):6.2f}, ", end="")
    hinge, errors = losses.squared_hinge(m).mean(), losses.zero_one(m).sum()
    print(f"squared hinge {hinge:.2f}, wrong {errors:.0f}")

# %% [markdown] teaches="DME-4.76 DME-4.77..4.79"
# The line $h(x)=x$ is perfect, and the square loss finds it appalling. Least squares flattens the line so as not to be too right about 40 and 50, and gets the positives at 1 and 2 wrong for it. The hinge family does not care how right one is.
#
# The log loss has a second life. Model $P(y=1\mid x)=1/(1+e^{-h(x)})$, hence $P(y=-1\mid x)=1/(1+e^{h(x)})$: in one formula $1/(1+e^{-m})$. The log-likelihood of independent labels is then minus the summed log loss:
#
# $$\ell(h)=\sum_i\ln P(y_i\mid x_i)=-\sum_i\ln\bigl(1+e^{-y_ih(x_i)}\bigr) \tag{4.79}$$
#
# Least log loss is maximum likelihood. We minimise ours with a general optimiser and compare with scikit-learn's logistic regression:

# %% proves="DME-4.77..4.79"
from scipy.optimize import minimize

moons, side = datasets.moons(200, np.random.default_rng(1), noise=0.4)
ours = minimize(lambda t: losses.log(side * (t[0] + moons @ t[1:])).sum(), np.zeros(3)).x
theirs = LogisticRegression(C=1e9, tol=1e-8).fit(moons, side)
agree(ours, np.append(theirs.intercept_, theirs.coef_), "two routes, one classifier", tol=1e-3)

# %% [markdown]
# The likelihood itself, from scikit-learn's probabilities, is minus our summed loss:

# %% proves="DME-4.76 DME-4.77..4.79"
log_likelihood = np.log(theirs.predict_proba(moons)[range(200), (side > 0).astype(int)]).sum()
print(f"log-likelihood {log_likelihood:.2f}")
summed = losses.log(side * theirs.decision_function(moons)).sum()
agree(log_likelihood, -summed, "the log-likelihood is minus the summed log loss")

# %% [markdown]
# *Fit with a loss that has slopes; judge with the loss that you pay.*

# %% [markdown] teaches="DME-4.53 DME-4.54..4.58 DME-T4.1"
# ## 12. Mistakes have kinds, kinds have prices
#
# Calling a tumour harmless and calling a mole a tumour are not the same mistake. A **loss matrix** holds the price $L(i,j)$ of predicting $i$ when the truth is $j$, zero on the diagonal. Its expectation weighs each entry with the *joint* probability $p(i,j)=P(\hat y=i,\,y=j)$. If all mistakes cost 1, it is the error rate:
#
# $$\mathcal J(h)=\sum_{i,j}L(i,j)\,p(i,j),\qquad\text{zero-one: }\sum_{i\ne j}p(i,j)=P(\hat y\ne y)$$
#
# For two classes there are four events: true and false positives, true and false negatives. Here is a test by its joint table, prediction by row, truth by column, both in the order $(-1,1)$:

# %%
p = np.array([[0.58, 0.05], [0.12, 0.25]])  # rows: predicted -1, +1; columns: true -1, +1
zero_one = np.array([[0, 1], [1, 0]])
print(f"error rate {(zero_one * p).sum():.2f}; share of each class {p.sum(axis=0).round(2)}")

# %% [markdown] teaches="DME-4.59..4.62"
# **Predict.** $p(1,-1)=0.12$. Is that the probability that a healthy person is called ill?
#
# <details><summary>Answer</summary>
#
# No. (The notes' wording suggests it.) It is the probability of being healthy *and* called ill. Among the healthy, 70 % of all, it is $0.12/0.7=0.171$.
# </details>
#
# The *conditional* probabilities, given the truth, are the four rates. True-positive rate: also sensitivity, recall, hit rate. True-negative rate: specificity. The other two are their complements, and also known as errors of type 1 (false positive) and type 2:

# %%
truth = np.repeat([-1, -1, 1, 1], [58, 12, 5, 25])  # a hundred people with just these shares
guess = np.repeat([-1, 1, -1, 1], [58, 12, 5, 25])
rates = losses.confusion_rates(truth, guess)
print(", ".join(f"{name} {value:.3f}" for name, value in rates._asdict().items()))

# %% [markdown]
# They are the joint entries, each divided by the share of its true class:

# %% tags=["proof"] proves="DME-4.54..4.58 DME-T4.1 DME-4.59..4.62"
wrong_rates = rates.false_positive, rates.false_negative
right_rates = rates.true_negative, rates.true_positive
agree(wrong_rates, [0.12 / 0.7, 0.05 / 0.3], "both error rates are joint entry over share")
agree(right_rates, [0.58 / 0.7, 0.25 / 0.3], "so are the rates of being right")
agree(np.add(wrong_rates, right_rates), 1.0, "and each is one minus the other")
error_rate = np.mean(guess != truth)
agree((zero_one * p).sum(), error_rate, "the joint entries off the diagonal are the errors")

# %% [markdown] teaches="DME-u46 DME-4.63 DME-4.64..4.68"
# One rate alone is worth nothing: the rule "always −1" has no false positives, and finds nobody. If one case in a hundred is positive it is even right 99 times in a hundred. A loss that rare classes cannot hide from divides each mistake by the share of its true class; its expectation is the sum of the two error rates:
#
# $$L=\begin{pmatrix}0&1/P(y=1)\\1/P(y=-1)&0\end{pmatrix}\quad\text{in the order }(-1,1),\qquad\mathcal J(h)=\mathrm{FPR}+\mathrm{FNR}$$
#
# On our table, and for the rule that never rings:

# %% proves="DME-4.63 DME-4.64..4.68 DME-u46"
balanced = np.array([[0, 1 / 0.3], [1 / 0.7, 0]])
agree((balanced * p).sum(), sum(wrong_rates), "the balanced loss is FPR + FNR")
never = losses.confusion_rates(np.repeat([-1, 1], [99, 1]), -np.ones(100))
print(f"always −1: FPR {never.false_positive:.0f}, FNR {never.false_negative:.0f}, 1 % wrong")
agree(never, (0, 0, 1, 1), "without a false alarm, and without a find")

# %% [markdown]
# With prices and the probability $\pi=P(y=1\mid x)$ at hand the best decision is a comparison. Calling +1 costs $c_{FP}(1-\pi)$ on average, calling −1 costs $c_{FN}\,\pi$. So call +1 exactly if
#
# $$\pi>\frac{c_{FP}}{c_{FP}+c_{FN}}$$
#
# Equal prices give one half; a miss nine times as dear as a false alarm gives one tenth. We draw probabilities, and labels that obey them:

# %%
pi = rng.beta(1, 3, size=200_000)  # probabilities that are true by construction
ill = rng.random(200_000) < pi

# %% [markdown]
# A scan of all thresholds finds the cheapest:

# %%
cuts = np.linspace(0.02, 0.9, 45)
cost = [np.mean((pi > c) & ~ill) + 9 * np.mean((pi <= c) & ill) for c in cuts]
print(f"cheapest threshold on π: {cuts[np.argmin(cost)]:.2f}")
agree(abs(cuts[np.argmin(cost)] - 0.1) < 0.03, "it is the one that the prices name")

# %% [markdown]
# *State the prices; the threshold follows.*

# %% [markdown] teaches="DME-F4.11 DME-u47"
# ## 13. Every threshold at once
#
# Prices change, and scores are often no probabilities. So look at all thresholds. In **ROC space** a classifier is a point: false-positive rate to the right (cost), true-positive rate upwards (benefit).
#
# **Predict.** A classifier calls everybody ill with probability 0.8, without looking. Where is it? And what would you do with one that lies below the diagonal?
#
# <details><summary>Answer</summary>
#
# At (0.8, 0.8), on the diagonal, where all guessing lives. Below the diagonal: do the opposite of what it says, and it is above.
# </details>
#
# Slide the threshold of a score from high to low and the point runs from (0, 0) to (1, 1) along the **ROC curve**. Two Parzen classifiers of chapter 1 on half-moons, judged on fresh points, and the guesser B:

# %%
train, y_train = datasets.moons(120, np.random.default_rng(3), noise=0.3)
new, y_new = datasets.moons(1000, np.random.default_rng(4), noise=0.3)
rules = {s: ParzenClassifier(Gaussian(s)).fit(train, y_train) for s in (0.2, 2.0)}
score = {s: rule.decision_function(new) for s, rule in rules.items()}

# %% [markdown]
# The guesser is where we said, up to sampling:

# %% tags=["proof"] proves="DME-F4.11"
blind = losses.confusion_rates(y_new, np.where(rng.random(1000) < 0.8, 1, -1))
at = np.array([blind.false_positive, blind.true_positive])
agree(np.abs(at - 0.8) < 0.06, "who guesses +1 with probability 0.8 stands near (0.8, 0.8)")

# %% tags=["drawing"] shows="DME-F4.11 DME-u47"
ax = plots.axes(width=5, height=4.2)
for sigma, s in score.items():
    fpr, tpr, _ = losses.roc_curve(y_new, s)
    ax.plot(fpr, tpr, label=f"σ = {sigma:g}, area {losses.auc(y_new, s):.2f}")
ax.plot([0, 1], [0, 1], ":", color=plots.GREY)
for name, place in {"A": (0.15, 0.7), "B": (0.8, 0.8), "C": (0.7, 0.3)}.items():
    ax.plot(*place, "o", color="black")
    ax.annotate(name, place, (7, -10), textcoords="offset points")
ax.set(xlabel="false-positive rate", ylabel="true-positive rate")
ax.set_title("A is useful, B guesses, C is upside down")
ax.legend(loc="lower right")
plots.show(ax, alt="""ROC space with two curves above the diagonal that cross twice: width 2 is
    higher at the far left and on the right, width 0.2 in between; their areas are nearly equal.
    Point A lies in the upper left, B on the diagonal at 0.8, 0.8 and C below the diagonal.""")

# %% [markdown]
# (A and C are two points placed by hand.) The curves cross, twice:

# %%
for ceiling in (0.01, 0.1, 0.5):
    hits = [np.interp(ceiling, *losses.roc_curve(y_new, s)[:2]) for s in score.values()]
    print(f"at {ceiling:.0%} false positives σ = 0.2 finds {hits[0]:.0%}, σ = 2 {hits[1]:.0%}")

# %% [markdown]
# Who can bear one false alarm in a hundred takes the wide window, at one in ten the narrow one, and who must find nearly all positives the wide one again. Their areas are all but equal: a first hint of what the area cannot say.
#
# What it does say: the area under the curve is a probability, that a random positive scores above a random negative, ties counting half. It is also Kendall's τ of the prelude in disguise. Count pairs of points with different labels: concordant if the positive one scores higher. Then
#
# $$\mathrm{AUC}=P(s_+>s_-)+\tfrac12P(s_+=s_-)=\frac12+\frac{n_c-n_d}{2\,n_+n_-}$$
#
# We count all pairs:

# %%
s = score[2.0].round(2)  # rounded, so that there are ties
plus, minus = s[y_new > 0], s[y_new < 0]
pairs = (plus[:, None] > minus).mean() + (plus[:, None] == minus).mean() / 2

# %% [markdown]
# Counted pairs, the library's sort, the area by trapezoids:

# %% tags=["proof"] proves="DME-u47"
fpr, tpr, _ = losses.roc_curve(y_new, s)
area = np.trapezoid(tpr, fpr)
agree(pairs, losses.auc(y_new, s), area, "the area is the share of pairs in order")

# %% [markdown]
# And by Kendall's counts; cubing all scores changes nothing:

# %% tags=["proof"] proves="DME-u47"
concordant, discordant, _ = describe.pair_counts(y_new, s)
by_counts = 0.5 + (concordant - discordant) / (2 * len(plus) * len(minus))
agree(by_counts, pairs, "concordant and discordant pairs give the same area")
areas = [losses.auc(y_new, values) for values in (score[2.0], score[2.0] ** 3)]
agree(*areas, "only the order of the scores counts")

# %% [markdown]
# Only the order of the scores enters; any increasing transformation leaves the area alone. By the same token the area cannot tell you where to cut. Predict, then move the price:

# %%
demos.threshold_and_price()

# %% [markdown]
# The notes advise to take the threshold *closest to the upper-left corner*, and elsewhere to minimise FPR + FNR. These are two different wishes, and they disagree. Two points on one curve, (0, 0.6) and (0.25, 0.8):

# %% proves="DME-u47"
for fpr, tpr in ((0, 0.6), (0.25, 0.8)):
    corner = np.hypot(fpr, 1 - tpr)
    print(f"({fpr}, {tpr}): {corner:.2f} from the corner, FPR + FNR {fpr + 1 - tpr:.2f}")
agree(corner < 0.4 and fpr + 1 - tpr > 0.4, "the second is nearer, the first has the smaller sum")

# %% [markdown]
# The first has the smaller sum, the second is nearer. Geometry cannot decide; prices can. The cost is $c_{FP}P(y=-1)\,\mathrm{FPR}+c_{FN}P(y=1)\,\mathrm{FNR}$, and points of equal cost lie on straight lines of slope $\frac{c_{FP}P(-1)}{c_{FN}P(1)}$, not on circles.
#
# *The curve shows what is possible, the area how good the order is; the price picks the point.*

# %% [markdown] teaches="H-r01 H-q03"
# ## 14. From p-values to decisions
#
# Chapter 4 ended with a classifier that computes, for each class, how probable a point at least as far out would be: a p-value. The slides raise an objection. A p-value knows nothing of economic gain. The **discrete Bayes rule** does: look up $P(\text{cell}\mid\text{class})$ in a table, multiply by prior and gain, take the best. But a table needs an integer address, and $p$ is a real number. So it is **quantised**.
#
# ($K$ counts bins here.) *Equal width*: split $[0,1]$ into $K$ equal bins; $p$ goes to bin $\lfloor Kp\rfloor$, and $p=1$ to the last, which has number $K-1$ (the slides number it $K$, one too many). *Equal mass*: sort $Z$ training values and cut at every $(Z/K)$-th, $b_k=p_{(kZ/K)}$; the bins are $(b_k,b_{k+1}]$, each holding exactly $Z/K$:

# %%
def equal_width(p, K):
    return np.minimum((K * p).astype(int), K - 1)


def equal_mass(p, sample, K):
    cuts = np.sort(sample)[len(sample) // K * np.arange(1, K) - 1]
    return np.searchsorted(cuts, p)  # how many cuts lie below p


# %% [markdown]
# A factory: good parts scatter around one point, faulty ones, a fifth of all, around another:

# %%
def parts(n, rng):
    good = rng.random(n) > 0.2
    return rng.normal(size=(n, 2)) + np.where(good[:, None], 0, [4, 0]), good


# %% [markdown]
# The p-value asks how far out a part is for a good one:

# %%
fitted = normal.normal_law(rng.normal(size=(500, 2)))  # learnt from 500 good parts
Z, good = parts(1000, rng)
p_value = normal.tail_probability(Z, fitted)

# %% [markdown]
# **Predict.** One part in five is faulty, and far out. How are the p-values of all parts distributed, and how full is the first of ten equal bins?
#
# <details><summary>Answer</summary>
#
# Those of good parts are spread evenly over $[0,1]$. Those of faulty parts crowd near zero. So the first bin holds nearly all faulty parts and a tenth of the good ones, more than a quarter of everything.
# </details>
#
# Counted:

# %% proves="H-q03 H-q04"
wide, even = np.bincount(equal_width(p_value, 10)), np.bincount(equal_mass(p_value, p_value, 10))
print("equal width:", wide)
print("equal mass: ", even)
agree(even, 100, "each bin of equal mass holds a tenth")
agree(wide[0] > 230, "the first bin of equal width holds more than twice its share")
edges = equal_width(np.array([0, 0.1, 0.9, 0.95, 1]), 10)
agree(edges, [0, 1, 9, 9, 9], "ten bins of equal width are numbered 0 to 9")

# %% [markdown]
# Now the money. Selling a good part earns 1, selling a faulty one costs 9, scrapping is free. In each bin sell if that earns money on average, by the counts in the table:

# %%
def gain(bins, new_bins):
    """Mean gain on new parts when each of ten bins is sold or scrapped by the table's counts."""
    sell = np.bincount(bins, weights=np.where(good, 1, -9), minlength=10) > 0
    return np.mean(sell[new_bins] * np.where(good_new, 1, -9))


# %% [markdown]
# What is at stake, on 50 000 new parts:

# %%
Z_new, good_new = parts(50_000, rng)
p_new = normal.tail_probability(Z_new, fitted)
everything = np.mean(np.where(good_new, 1, -9))
print(f"sell all {everything:.1f}, sell none 0, know all {good_new.mean():.2f}")

# %% [markdown]
# p-values are seldom as good as these. Suppose the spread was underestimated by a factor of three, so that even good parts look far out. The order of the parts is the same, the values are not:

# %%
narrow = fitted._replace(covariance=fitted.covariance / 9)
p_narrow, p_narrow_new = (normal.tail_probability(values, narrow) for values in (Z, Z_new))

# %%
gains = []
for name, old, new in (("right", p_value, p_new), ("too narrow", p_narrow, p_narrow_new)):
    by_width = gain(equal_width(old, 10), equal_width(new, 10))
    by_mass = gain(equal_mass(old, old, 10), equal_mass(new, old, 10))
    gains.append((by_width, by_mass))
    print(f"spread {name:10}: equal width {by_width:.2f}, equal mass {by_mass:.2f}")

# %% tags=["proof"]
agree(abs(gains[0][0] - gains[0][1]) < 0.06, "with good p-values neither is much better")
agree(gains[1][0] < gains[0][0] / 2, "with bad ones equal width loses more than half")
agree(gains[1][1], gains[0][1], "and equal mass nothing")
agree(np.mean(p_narrow < 0.1) > 0.75, "for three parts in four share the first bin of equal width")

# %% [markdown] teaches="H-F05"
# With honest p-values both do well. With bad ones equal width loses most of its money: more than three parts in four share one cell, good and faulty alike. Equal mass does not notice. Like the ROC curve it uses nothing but the order:

# %% tags=["drawing"] shows="H-F05"
row = plots.axes(2, height=3)
bins, titles = np.linspace(0, 1, 41), ("Right: most cuts even", "Too narrow: cuts follow the parts")
look = {"stacked": True, "color": [plots.BLUE, plots.ORANGE], "label": ["good", "faulty"]}
for ax, values, title in zip(row, (p_value, p_narrow), titles, strict=True):
    counts, *_ = ax.hist([values[good], values[~good]], bins, alpha=0.55, **look)
    ax.vlines(np.sort(values)[99:-1:100], 0, counts.max(), "black", lw=1, label="equal mass")
    ax.set(xlabel="p-value", ylabel="parts", title=title)
row[1].legend(loc="upper right")
plots.show(row[0], alt="""Two histograms of p-values of good and faulty parts with nine cuts of
    equal mass. With the right spread the good parts are even and so are most cuts, two lie close
    to zero. With a spread too narrow nearly all parts crowd near zero and the cuts follow them.""")

# %% [markdown]
# *Bins of equal width trust the numbers; bins of equal mass trust only their order.*

# %% [markdown]
# ## 15. One honest project
#
# Everything at once, on real data. 569 tumours, 30 measurements, malignant (+1) or benign (−1). The classifier is kernel Fisher of chapter 3; to be chosen are the width σ of the Gaussian kernel and the ridge λ:

# %%
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV, cross_val_predict, train_test_split
from sklearn.preprocessing import StandardScaler

tumours = load_breast_cancer()
diagnosis = np.where(tumours.target == 0, 1, -1)  # +1 malignant

# %% [markdown]
# First, before anything else, a fifth goes into the vault:

# %%
X_dev, X_vault, y_dev, y_vault = train_test_split(
    tumours.data, diagnosis, test_size=0.2, stratify=diagnosis, random_state=0
)
print(f"{len(y_dev)} to work with, {len(y_vault)} in the vault; {np.mean(y_dev > 0):.0%} malignant")

# %% [markdown]
# The method $\mathcal A$ is not "kernel Fisher with σ = 8". It is the whole machine: scale, try 16 pairs (σ, λ) by cross-validation, take the best, refit. Written down, it is one object:

# %%
model = make_pipeline(StandardScaler(), KernelFisher())
grid = {
    "kernelfisher__kernel": [Gaussian(s) for s in (2, 4, 8, 16)],
    "kernelfisher__lam": [1e-4, 1e-3, 1e-2, 1e-1],
}
inner = StratifiedKFold(5, shuffle=True, random_state=6)
machine = GridSearchCV(model, grid, cv=inner)

# %%
machine.fit(X_dev, y_dev)
errors = 1 - machine.cv_results_["mean_test_score"].reshape(4, 4)
print("rows σ = 2, 4, 8, 16; columns λ = 0.0001, 0.001, 0.01, 0.1; errors in per cent")
print((100 * errors).round(1))

# %% [markdown]
# A valley again: narrow windows overfit, large ridges underfit. The best score is the one we may not report. To price the machine, search included, cross-validate *the machine*: in each outer fold it searches anew, inside the other four. That is **nested cross-validation**, some 400 fits:

# %%
outer = StratifiedKFold(5, shuffle=True, random_state=7)
nested = 1 - cross_val_score(machine, X_dev, y_dev, cv=outer)
chosen = machine.best_params_
print(f"chosen {chosen['kernelfisher__kernel']}, λ = {chosen['kernelfisher__lam']:g}")
print(f"best score {errors.min():.1%} wrong (flattering), nested {nested.mean():.1%} (fair)")
both = np.array([errors.min(), nested.mean()])
agree(np.sqrt(both * (1 - both) / 455) > 0.005, "either has a standard error above half a per cent")

# %% [markdown]
# Part of the gap is the winner's curse, part is luck: on 455 points either number has a standard error of more than half a per cent. Both say that the method works; only the second was entitled to.
#
# Next the price. A missed tumour is worse than a false alarm; say twenty times. The scores of kernel Fisher are no probabilities, so we look for the threshold of least cost among scores that each point got from a rule fitted without it:

# %%
winner, how = machine.best_estimator_, {"cv": inner, "method": "decision_function"}
scores = cross_val_predict(winner, X_dev, y_dev, **how)
print(f"AUC {losses.auc(y_dev, scores):.3f}")


# %%
def cost(y, called_ill):
    return np.mean(~called_ill & (y > 0)) * 20 + np.mean(called_ill & (y < 0))


# %% [markdown]
# The price moves the cut down. (It comes from rules fitted on four fifths of the points and is used on one fitted on all; we trust the scale to be the same.)

# %%
cuts = np.sort(scores)
threshold = cuts[np.argmin([cost(y_dev, scores >= c) for c in cuts])]
print(f"cut at {threshold:.2f} in place of 0")
agree(threshold < 0, "dear misses move the cut down")

# %% [markdown]
# Now, once, the vault:

# %%
from scipy.stats import binomtest

n_wrong = (machine.predict(X_vault) != y_vault).sum()
low, high = binomtest(int(n_wrong), len(y_vault)).proportion_ci()
print(f"vault: {n_wrong} of {len(y_vault)} wrong, {n_wrong / len(y_vault):.1%}; ", end="")
print(f"95 % interval {low:.1%} to {high:.1%}")

# %% [markdown]
# And with the cut set by the price:

# %%
vault_scores = machine.decision_function(X_vault)
for name, cut_at in (("midway", 0), ("by price", threshold)):
    ill = vault_scores >= cut_at
    _, fpr, _, fnr = losses.confusion_rates(y_vault, np.where(ill, 1, -1))
    print(f"cut {name:8}: FNR {fnr:.1%}, FPR {fpr:.1%}, cost {cost(y_vault, ill):.2f}")

# %% [markdown]
# The vault came out near the nested estimate. Had you promised the best score, your client would now count nearly three times as many errors. (To be fair: the interval is wide enough for either. 114 points cannot tell {= 100 * errors.min():.1f} from {= 100 * nested.mean():.1f} per cent, and both cuts were fixed before the vault was opened.) What we must *not* do is go back, nudge σ, and look again: from the second look on, the vault is a validation set. The report reads: *kernel Fisher, tuned by five-fold cross-validation, {= n_wrong} of {= len(y_vault)} wrong on untouched cases (95 % interval {= 100 * low:.0f} to {= 100 * high:.0f} %); a lower cut misses one tumour of {= (y_vault > 0).sum()} in place of two, at the price of more false alarms*. Then refit on everything, for use:

# %% proves="DME-4.47..4.49"
final = GridSearchCV(model, grid, cv=inner).fit(tumours.data, diagnosis)
learnt = final.best_estimator_[-1].X_fit_
agree(learnt.shape, (569, 30), "the final rule has learnt from all tumours")
agree(low < nested.mean() < high, "the nested estimate lies in the interval of the vault")
assert (y_vault > 0).sum() == 42 and n_wrong == 4

# %% [markdown]
# *The search is part of the method; the vault is opened once; the report carries an interval.*

# %% [markdown] teaches="DME-4.39"
# ## 16. Find the slip
#
# Three again. Look for the hole in each claim before you read on.
#
# **The error bar (4.39)** estimates the variance of the mean of $F$ fold losses by their variance, with divisor $F$, over $F$. Even if folds were independent, what should the divisor be? And they are not independent: each point is used in $F-1$ fits.

# %% [markdown]
# The spread around the folds' own mean is too small by $(F-1)/F$, as in any sample; the divisor must be $F-1$. That is the smaller part. Neighbouring fits share most of their points, so their losses rise and fall together, and a spread *between* folds cannot see what they have in common. Section 8's two thousand data sets:

# %% proves="DME-4.39"
with_f, with_f_minus_1 = ((fold_losses.var(axis=1, ddof=k) / 5).mean() / cv.var() for k in (0, 1))
together = np.corrcoef(fold_losses.T)[np.triu_indices(5, 1)].mean()
print(f"share of the true variance: printed {with_f:.1f}, with F − 1 {with_f_minus_1:.1f}")
print(f"correlation between two folds' losses {together:.2f}")
agree(with_f_minus_1, 1.25 * with_f, "the divisor F − 1 adds a quarter")
agree(with_f_minus_1 < 0.8, "and what is left is still too small")
agree(together > 0.04, "for the folds rise and fall together")

# %% [markdown]
# **Repair.** Divide by $F-1$, and read the result as an underestimate. (No unbiased estimate of this variance exists from one run of cross-validation; that is a theorem, see below.) A tenth of correlation between five folds adds four tenths to the variance of their mean: $\frac{s^2}F\bigl(1+(F-1)\rho\bigr)$, which closes the account:

# %% tags=["proof"] proves="DME-4.39"
pooled = fold_losses.var(axis=0).mean()  # variance of one fold's loss, over data sets
whole = pooled / 5 * (1 + 4 * together)
agree(whole, cv.var(), "with the correlation the account closes, within 3 %", tol=0.03)

# %% [markdown] teaches="DME-4.70"
# **The zero-one loss (4.70)** is printed as: 1 if $y\,h(x)<0$, and 0 otherwise. Which function has loss zero on every data set?

# %% proves="DME-4.70"
nothing = np.zeros(200)  # h(x) = 0 for all x: no opinion on anything
printed = (side * nothing < 0).mean()
print(f"h = 0: printed loss {printed:.0f}, repaired {losses.zero_one(side * nothing).mean():.0f}")
agree(printed, 0.0, "as printed, who says nothing is never wrong")
agree(losses.zero_one(side * nothing), 1.0, "repaired, always")

# %% [markdown]
# **Repair.** $y\,h(x)\le0$: a tie is an error. It is no hair-splitting. A sparse model whose weights have all been shrunk to zero, or a narrow Gaussian window that underflows far from the data, returns exactly 0. Under the printed rule a search for λ would pick the empty model.
#
# **The order of classes in (4.63)**. The matrix is printed without saying which row is which, beside a table that lists class 1 first. In that order, what does it compute on section 12's table?

# %% proves="DME-4.63 DME-4.64..4.68"
rates = losses.confusion_rates(truth, guess)
one_first = p[::-1, ::-1]  # the same joint table in the order (1, -1)
for name, table in (("(−1, 1)", p), ("(1, −1)", one_first)):
    print(f"order {name}: {(balanced * table).sum():.4f}; ", end="")
summed = rates.false_positive + rates.false_negative
print(f"FPR + FNR {summed:.4f}")
agree((balanced * p).sum(), summed, "in the order (−1, 1) it is the sum of both rates")
agree((balanced * one_first).sum() > 1.3 * summed, "in the other order it is something else")

# %% [markdown]
# **Repair.** State the order $(-1,1)$, or better, do not write matrices without labelled rows. In the other order each mistake is divided by the *wrong* class's share, and the rare class, which was to be protected, is ignored all the more. A test that random tables pass:

# %% tags=["proof"] proves="DME-4.63 DME-4.64..4.68"
priced, summed = [], []
for table in rng.dirichlet(np.ones(4), size=100).reshape(100, 2, 2):
    share = table.sum(axis=0)
    L = np.array([[0, 1 / share[1]], [1 / share[0], 0]])
    priced.append((L * table).sum())
    summed.append(table[1, 0] / share[0] + table[0, 1] / share[1])
agree(priced, summed, "a hundred random tables: expected price is FPR + FNR")

# %% [markdown] teaches="H-q04"
# You met a fourth in chapter 4: the slides send $p$ to the last bin if $p\ge p_{(K-1)}$. That is the $(K-1)$-th *smallest* training value. It should be $p_{((K-1)Z/K)}$. With ten bins and our thousand values:

# %% proves="H-q04"
ranked = np.sort(p_value)
print(f"printed: {np.mean(p_value >= ranked[8]):.1%} in the last bin; ", end="")
print(f"repaired: {np.mean(p_value > ranked[899]):.1%}")
agree(np.mean(p_value > ranked[899]), 0.1, "repaired, the last of ten bins holds a tenth")
agree(np.mean(p_value >= ranked[8]), 0.992, "as printed, all but eight values of a thousand")

# %% [markdown]
# ## 17. In practice
#
# scikit-learn has all of this. Cross-validation and selection first; given the same folds, the numbers are ours:

# %%
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold

X, how = x[:, None], {"cv": KFold(5), "scoring": "neg_mean_squared_error"}
folds = [test for _, test in KFold(5).split(x)]

# %% tags=["proof"] proves="DME-4.33..4.34"
ours = generalisation.cross_validate(cubic, X, y, squared, folds)
agree(ours, -cross_val_score(PolynomialRegression(3), X, y, **how), "the same fold losses")

# %% [markdown]
# Selection:

# %% proves="DME-4.46"
search = GridSearchCV(PolynomialRegression(), {"degree": range(7)}, **how).fit(X, y)
by_cv = generalisation.select_cross_validation(polynomials, range(7), X, y, squared, folds)
print(f"degree {by_cv.value}, by both")
agree(search.best_params_["degree"], by_cv.value, "the same choice")
agree(-search.best_score_, by_cv.loss, "by the same score")

# %% [markdown]
# (Scores are "higher is better" there, hence the minus sign: the most common slip in practice.) `RidgeCV` uses the leave-one-out shortcut; without an intercept it is our kernel version with the linear kernel:

# %% tags=["proof"] proves="DME-u42"
lams = np.logspace(-2, 2, 9)
A = powers(X, 5)[:, 1:]
ridge = RidgeCV(alphas=lams, fit_intercept=False, store_cv_results=True).fit(A, y)
ours = generalisation.leave_one_out(A @ A.T, y, lams)
agree(ridge.cv_results_.T, ours**2, "the same leave-one-out losses")
agree(ridge.alpha_, lams[(ours**2).mean(axis=1).argmin()], "and the same choice")

# %% [markdown]
# The area under the ROC curve:

# %% tags=["proof"] proves="DME-u47"
agree(roc_auc_score(y_new, score[0.2]), losses.auc(y_new, score[0.2]), "the same area")

# %% [markdown]
# | job | call | fits | take it when |
# |---|---|---|---|
# | score a fixed method | `cross_val_score(model, X, y, cv=5)` | 5 | you compare a few methods |
# | leave-one-out, ridge | `RidgeCV(alphas)` or `leave_one_out` (ours) | one eigendecomposition, $n^3$, for all λ | squared loss, n up to some thousands |
# | choose among $G$ settings | `GridSearchCV(model, grid)` | $5G+1$ | $G$ is small |
# | many knobs | `RandomizedSearchCV` | $5\times$ tries | a grid would explode |
# | price the whole search | `cross_val_score(GridSearchCV(…), X, y)` | $5(5G+1)$ | no points to spare for a vault, or before opening it |
# | $L_1$ path | `LassoCV` | about the cost of one fit for a whole path, per fold | you want few columns |
# | rows in groups, rows in time | `GroupKFold`, `TimeSeriesSplit` | as above | nearly always with people or clocks |
# | keep steps inside the folds | `make_pipeline(…)` | none extra | always |
#
# With kernel methods each fit costs $n^3$, so 400 fits of kernel Fisher on 364 points are a matter of seconds, and on 36 400 points a million times that: there, search on a subsample, or first cut the rank (chapter 2).

# %% [markdown]
# ## Takeaways
#
# - Training loss flatters: each parameter swallows its share of noise, $(q+1)/n$ in the cubic world.
# - $\mathcal J(\hat h)$ is about the rule you hold, $\bar{\mathcal J}(\mathcal A)$ about the method. Hold-out estimates the first, cross-validation the second, on slightly fewer points.
# - Compare medians when rare disasters rule the mean, and levels with the Bayes level when curves go flat.
# - A penalty needs units. Ridge, PPCA's shrinkage and Fisher's λ are one idea.
# - The error bar from folds is too short; the score of a winner is too good. What chose cannot judge.
# - Everything that looks at data goes inside the fold; the vault is opened once, and the report has an interval.
# - State the price of mistakes. Thresholds, loss matrices and points on the ROC curve follow; the area alone decides nothing.
#
# **Now you:** [exercises for this chapter](../exercises/06_generalisation.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** T. Hastie, R. Tibshirani and J. Friedman, *The Elements of Statistical Learning* (2009), chapter 7. S. Varma and R. Simon, *Bias in error estimation when using cross-validation for model selection* (2006). Y. Bengio and Y. Grandvalet, *No unbiased estimator of the variance of k-fold cross-validation* (2004). S. Bates, T. Hastie and R. Tibshirani, *Cross-validation: what does it estimate and how well does it do it?* (2024). T. Fawcett, *An introduction to ROC analysis* (2006). J. Bergstra and Y. Bengio, *Random search for hyper-parameter optimization* (2012).
