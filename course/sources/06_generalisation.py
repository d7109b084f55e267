# %% [markdown]
# # 6. Generalisation
#
# A hospital gives you 455 tumours, 30 measurements each, with the diagnosis: malignant or benign. You fit a classifier to 341 of them (kernel Fisher; all you need is its `fit` and `predict`). Then come the next 114 patients.

# %%
import numpy as np
from numpy.polynomial.polynomial import polyval
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from featurespace import datasets, generalisation, losses, plots
from featurespace.demos import generalisation as demos
from featurespace.estimators import KernelFisher, ParzenClassifier
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops
from featurespace.generalisation import prediction_loss
from featurespace.kernels import Gaussian
from featurespace.regression import kernel_ridge, polynomial_regression, powers

# %%
tumours = load_breast_cancer()
diagnosis = np.where(tumours.target == 0, 1, -1)  # +1 malignant
X_work, X_vault, y_work, y_vault = train_test_split(
    tumours.data, diagnosis, test_size=0.2, stratify=diagnosis, random_state=0
)  # 455 to work with, and another 114 in a vault that nobody opens before section 8
X_old, X_next, y_old, y_next = train_test_split(
    X_work, y_work, test_size=0.25, stratify=y_work, random_state=0
)

# %%
tight = make_pipeline(StandardScaler(), KernelFisher(Gaussian(1), lam=1e-4)).fit(X_old, y_old)
wrong_old, wrong_next = (
    (tight.predict(Z) != c).sum() for Z, c in ((X_old, y_old), (X_next, y_next))
)
print(f"wrong: {wrong_old} of {len(y_old)} old patients, {wrong_next} of the next {len(y_next)}")

# %% [markdown]
# Perfect on the old patients, wrong for one in four of the new. With only two of the measurements one can see what happened. This border, too, is right about all 341:

# %% tags=["drawing"]
scaled = StandardScaler().fit(X_old[:, :2])
two = scaled.transform(X_old[:, :2])
islands = KernelFisher(Gaussian(0.05), lam=1e-4).fit(two, y_old)
ax = plots.axes(width=5.6, height=3.6)
ax.set(xlim=(-2.2, 3.6), ylim=(-2.2, 2.6))
plots.scatter(two, y_old, ax=ax, size=10)
plots.boundary(islands.decision_function, ax=ax)
ax.set(xlabel="radius, standardised", ylabel="texture, standardised")
ax.set_title(f"{(islands.predict(two) != y_old).sum()} of 341 wrong, and would you trust it?")
plots.show(
    ax,
    alt="""Radius and texture of 341 tumours. Malignant ones lie to the right among benign ones.
    The border of the classifier is a group of small islands drawn around single malignant
    tumours or handfuls of them.""",
)

# %% [markdown]
# It has learnt *these patients*, not the disease. Loosen the border and see what the next 114 say:

# %%
demos.a_tighter_border()

# %% [markdown]
# **After this chapter you can** estimate what a rule will cost on points it has not seen; choose a model without fooling yourself; spot a leak in somebody else's study; put prices on mistakes; and write a report that stays true when the next patients come.
#
# **Needs** averages and [projections](A_linear_algebra.ipynb#3.-The-shadow); of kernels only `fit` and `predict`, and for one figure the kernel matrix ([chapter 1](01_means_and_distances.ipynb)). **Sources** chapter 4 of lecture notes on data mining (*the notes*, whose equation numbers we keep), and slides on principal components.
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: you must replace 0, 0, 0 and 12 by one number, at the price of the squared mistakes. Which one?</summary>
#
# The mean, 3 ([chapter 1](01_means_and_distances.ipynb#5.-Spread)).
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $h$; $\hat h$ | | a rule; one fitted to data |
# | $\mathcal L$; $L$ | `loss` | the loss we pay; the stand-in we minimise |
# | $H$; $h_{ii}$ | `H` | projector onto what the model can draw; leverage of point $i$ |
# | $J_q(\theta)$; $J_q^*$ | | training loss of model $q$; its minimum |
# | $q$ | `degree` | degree of a polynomial |
# | $\mathcal J(h)$ | `prediction_loss` | expected loss on a new point |
# | $\mathcal A$; $\bar{\mathcal J}(\mathcal A)$ | `fit` | a method; its expected prediction loss |
# | $\lambda$ | `lam` | strength of a penalty |
# | $F$ | `folds` | number of folds |
# | $m=y\,h(x)$ | `m` | margin of a label $y=\pm1$ |
# | $p(i,j)$ | `p` | probability of predicting $i$ *and* the truth being $j$ |

# %% [markdown] teaches="DME-4.5 DME-4.6 DME-4.7 DME-4.8 DME-4.11 DME-4.19 DME-4.20"
# ## 1. The wrong way
#
# A problem small enough to draw: one measurement $x$, one number $y$ to predict, forty points. Twenty lie on the table, our **training data**; twenty stay in a drawer.
#
# The model is a polynomial of degree $q$. Its coefficients $\theta$ are **parameters**: the fit finds them, by making the mean squared error on the table as small as it can. The degree is a **hyperparameter**: somebody else must choose it.
#
# $$J_q(\theta)=\frac1n\sum_i\bigl(\theta_0+\theta_1x_i+\dots+\theta_qx_i^q-y_i\bigr)^2,\qquad \hat\theta_q=\operatorname*{argmin}_\theta J_q(\theta),\qquad J_q^*=J_q(\hat\theta_q)$$
#
# > **Predict.** We fit degrees 0 to 9 and grade each curve by its **training loss** $J_q^*$, its mean squared error on the table. Which degree gets the best grade?

# %%
table, drawer = (datasets.cubic_world(20, np.random.default_rng(seed)) for seed in (7, 107))
fits = [polynomial_regression(*table, degree) for degree in range(10)]
graded = [np.mean((polyval(table[0], theta) - table[1]) ** 2) for theta in fits]
print("degree        " + "".join(f"{degree:7}" for degree in range(10)))
print("training loss " + "".join(f"{v:7.2f}" for v in graded))

# %% [markdown]
# The last, of course. Each richer model could have copied the poorer one, with coefficient zero for the new power. Such a grade cannot choose.
#
# > **By hand.** Four points: $x=-1,0,0,1$ with $y=0,0,0,12$. The best constant is 3; its mistakes are 3, 3, 3, 9 and its training loss is $(9+9+9+81)/4=27$. The best line is $3+6x$, with mistakes 3, 3, 3, 3: loss 9. The parabola $6x+6x^2$ hits all four: loss 0. These four points stay with us.

# %% [markdown] teaches="DME-4.9..4.10 DME-F4.1 DME-4.30..4.31"
# Now open the drawer. The twenty points in it, $\tilde x_i,\tilde y_i$, had no part in any fit. Their mean squared error is the **hold-out** estimate of what a rule costs on new points:
#
# $$\hat{\mathcal J}(\hat h)=\frac1{\tilde n}\sum_{i=1}^{\tilde n}\bigl(\hat h(\tilde x_i)-\tilde y_i\bigr)^2 \tag{4.31}$$

# %%
judged = [np.mean((polyval(drawer[0], theta) - drawer[1]) ** 2) for theta in fits]
print("degree        " + "".join(f"{degree:9}" for degree in range(10)))
print("in the drawer " + "".join(f"{v:9.1f}" for v in judged))

# %% [markdown]
# Degree {= int(np.argmin(judged))} wins; degree 9, the best on the table, has a mean squared error of {= judged[9]:,.0f}. (We made the points ourselves: $x$ is standard Gaussian, and $y$ is the cubic $g(x)=\frac14x+\frac34x^2+x^3$ plus Gaussian noise of variance 1. Call this the **cubic world**. Even $g$ pays about 1 a point, for the noise.)

# %% tags=["drawing"] shows="DME-F4.1"
g = generalisation.CUBIC  # coefficients, constant first
line = np.linspace(-2.4, 2.4, 121)
ax = plots.axes(width=6.6, height=3.6)
ax.plot(line, polyval(line, g), "k--", linewidth=1.2, label="the truth g")
for degree, style in ((1, ":"), (3, "-"), (9, "-.")):
    ax.plot(line, polyval(line, fits[degree]), style, label=f"fitted, degree {degree}")
ax.plot(*table, "o", color=plots.BLUE, label="on the table")
ax.plot(*drawer, "s", color=plots.GREY, markersize=4, label="in the drawer")
ax.set(xlabel="x", ylabel="y", ylim=(-14, 24), title="Close to the table, far from the drawer")
ax.legend(loc="upper center")
plots.show(
    ax,
    alt="""Twenty training points and twenty held-out points around a cubic curve. The fitted line
    misses both ends, the fitted cubic stays close to the truth, and degree nine passes near the
    training points and shoots off the page just outside them.""",
)

# %% [markdown]
# > **In short.** What chose a rule cannot judge it. Points from the drawer can.

# %% [markdown] needs="6.1 A.3"
# ## 2. Leverage
#
# How does a curve get so close to its own points?
#
# > **Predict.** Nothing to learn: 20 values $y$ of pure noise, of variance 1. The constant 0, the truth, has a mean squared error of about 1. What has a fitted *line*, on its own points?
# >
# > <details><summary>Answer</summary>
# >
# > About 0.9: each of its two parameters swallows $\frac1{20}$ of the noise.
# > </details>
#
# Each fitted value is a weighted sum of all $y$: $\hat y=Hy$, where $H$ projects onto what the model can draw. The weight of a point on its *own* prediction, $h_{ii}$, is its **leverage**: raise $y_i$ by 1, and the curve rises there by $h_{ii}$.
#
# > **By hand.** *Constant:* each prediction is the mean of four, so all leverages are $\frac14$; sum 1. *Line:* they are $\frac34,\frac14,\frac14,\frac34$; sum 2. Check the last: with 16 in place of 12 the best line is $4+8x$, so at $x=1$ it rises from 9 to 12, three quarters of the 4. *Parabola:* $1,\frac12,\frac12,1$; sum 3. At an end the parabola believes whatever it is told.

# %%
corners = np.array([-1.0, 0, 0, 1])
for name, degree in (("constant", 0), ("line", 1), ("parabola", 2)):
    A = powers(corners[:, None], degree)
    H = A @ np.linalg.pinv(A)  # the projector onto the columns of A
    print(f"{name:8} leverages {np.diag(H).round(2)}, sum {np.trace(H):.0f}")

# %% [markdown]
# They add up to the number of parameters (the trace of a [projector](A_linear_algebra.ipynb#5.-Two-suns) counts the dimensions it keeps). They also count the noise that is swallowed. Let each of the four $y$ be noise, $+1$ or $-1$, and try all 16 patterns:

# %%
patterns = np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1)  # 16 columns
for name, degree in (("constant", 0), ("line", 1), ("parabola", 2)):
    A = powers(corners[:, None], degree)
    swallowed = A @ np.linalg.pinv(A) @ patterns
    left_over = patterns - swallowed
    shares = [(part**2).sum(axis=0).mean() for part in (swallowed, left_over)]
    print(f"{name:8} of 4 units of noise: swallowed {shares[0]:.1f}, left as loss {shares[1]:.1f}")

# %% [markdown]
# Why? The swallowed part is $\|H\varepsilon\|^2=\sum_{ij}h_{ij}\,\varepsilon_i\varepsilon_j$ (a projector has $H^\top H=H$). Over all patterns $\varepsilon_i\varepsilon_j$ averages to zero unless $i=j$, and then it is 1: what remains is $\sum_ih_{ii}$. A model that *contains the truth* $g$ draws it without loss, so its residual is noise only: of $n$ units $\sum_ih_{ii}$ are swallowed, and the rest, at right angles, is left. So with any independent noise of mean 0 and variance 1 its training loss is on average
#
# $$1-\frac{\text{parameters}}n$$
#
# A thousand training sets from the cubic world, where degrees from 3 on contain the truth:

# %%
draws = np.random.default_rng(16)
worlds = [datasets.cubic_world(20, draws) for _ in range(1000)]
fitted = [[polynomial_regression(*w, degree) for degree in range(6)] for w in worlds]
training = np.array(
    [
        [np.mean((polyval(w[0], t) - w[1]) ** 2) for t in row]
        for w, row in zip(worlds, fitted, strict=True)
    ]
)

# %%
for degree in (3, 4, 5):
    print(f"degree {degree}: {training[:, degree].mean():.2f}, by the law {1 - (degree + 1) / 20}")

# %% tags=["proof"] proves="DME-4.20"
agree(training[:, 3:].mean(axis=0), [0.8, 0.75, 0.7], "degrees 3 to 5 obey the law", tol=0.04)
agree(np.diff(training, axis=1) < 1e-9, "no new power raises the training loss, on any set")

# %% [markdown]
# > **In short.** Training loss measures effort, not success: each parameter swallows its share of the noise, $\frac1n$.

# %% [markdown] needs="6.2" teaches="DME-4.1 DME-4.21 DME-4.29"
# ## 3. The rule or the method
#
# What did we want to know? What a rule costs on a *new* point, averaged over all that may come. That average is an expectation, the **prediction loss**:
#
# $$\mathcal J(h)=\mathbb E\,\bigl(h(x)-y\bigr)^2 \tag{4.1}$$
#
# For a fitted rule $\hat h$ it is also called generalisation loss. The drawer estimates it. In the cubic world it can be computed ([room 6a](#6a.-A-known-world)), and we can see how much is luck:

# %%
demos.degree_and_luck()

# %% [markdown] teaches="DME-4.22 DME-4.23"
# Two questions, then. How good is *this rule*? That is $\mathcal J(\hat h)$. How good is *this way of making rules*? Call the way $\mathcal A$: data $\mathcal D$ in, rule out, every choice included. It is judged on average over the training sets it might have met:
#
# $$\hat h=\mathcal A(\mathcal D),\qquad\bar{\mathcal J}(\mathcal A)=\mathbb E_{\mathcal D}\,\mathcal J\bigl(\mathcal A(\mathcal D)\bigr) \tag{4.23}$$
#
#

# %% [markdown] teaches="DME-F4.5"
# Left, a set on which degree 4 happens to predict best; right, the medians of a thousand sets, and the range from 5 % to 95 %:

# %% tags=["drawing"] shows="DME-F4.5"
prediction = np.array([[prediction_loss(theta) for theta in row] for row in fitted])
best = prediction.argmin(axis=1)
lucky = np.flatnonzero((best == 4) & (prediction.argmax(axis=1) == 5))[0]
left, right = plots.axes(2, height=3.4)
one = {"training": training[lucky], "prediction": prediction[lucky]}
plots.curves(range(6), one, ax=left, xlabel="degree", ylabel="loss", title="One set: degree 4 wins")
medians = {"training": np.median(training, axis=0), "prediction": np.median(prediction, axis=0)}
plots.curves(range(6), medians, ax=right, xlabel="degree", title="A thousand sets: degree 3 wins")
for values, colour in ((training, plots.BLUE), (prediction, plots.ORANGE)):
    band = np.quantile(values, [0.05, 0.95], axis=0)
    right.fill_between(range(6), *band, color=colour, alpha=0.18)
for ax in (left, right):
    ax.set(yscale="log", ylim=(0.3, 3000))
plots.show(
    left,
    alt="""Loss over degree on log scales. Left, one training set: training loss falls
    throughout, prediction loss has its minimum at degree four and its maximum at five. Right,
    medians over a thousand sets with bands: prediction is best at degree three and its band widens
    to three decades at degree five; the training band narrows.""",
)

# %% [markdown] teaches="DME-u38 DME-u39"
# A model is **overfitted** if a simpler one would predict better, **underfitted** if a richer one would. Degrees 0 and 1 underfit, 4 and 5 overfit. (Degree 2 does both.)

# %% tags=["proof"] proves="DME-u37 DME-u38 DME-u39 DME-F4.5"
middle = np.median(prediction, axis=0)
agree(training.argmin(axis=1), 5, "degree 5 has the least training loss, on every set")
agree(middle.argmax(), 5, "and the largest prediction loss, in the median")
agree(middle[5] > middle[4] > middle[3], "4 and 5 overfit: a simpler model predicts better")
agree(middle[0] > middle[1] > middle[3], "0 and 1 underfit: a richer model predicts better")
agree(middle[1] < middle[2] > middle[3], "2 does both")
agree(np.mean(best == 3) > 0.8, np.mean(best == 4) > 0.09, "3 wins on most sets, 4 on one in ten")
decades = np.log10(np.quantile(prediction, 0.95, axis=0) / np.quantile(prediction, 0.05, axis=0))
agree(np.diff(decades) > 0, "each power widens the range of the prediction loss")

# %% [markdown]
# *Why* is too little as bad as too much? The fits of thirty training sets, on top of one another:

# %% tags=["drawing"]
row = plots.axes(3, width=9, height=3.1)
titles = "Degree 1: biased", "Degree 3: right and steady", "Degree 5: scattered"
for ax, degree, title in zip(row, (1, 3, 5), titles, strict=True):
    curves = np.array([polyval(line, theta[degree]) for theta in fitted])
    ax.plot(line, curves[:30].T, "-", color=plots.BLUE, linewidth=0.6, alpha=0.5)
    ax.plot(line, np.median(curves, axis=0), "-", color=plots.ORANGE, label="middle of the fits")
    ax.plot(line, polyval(line, g), "k--", linewidth=1.4, label="truth")
    ax.set(ylim=(-12, 20), xlabel="x", title=title)
row[0].set_ylabel("y")
row[0].legend(loc="upper left")
plots.show(
    row[0],
    alt="""Three panels with thirty fitted curves each. Lines lie fairly close together and their
    middle misses the bent truth. Cubics lie close to the truth. Curves of degree five have the
    truth in their middle and fan out widely on both sides.""",
)

# %% [markdown]
# Fix a place $x$. Over all training sets, the mean of the predictions there may miss the truth: **bias**. They scatter around it: **variance**. Go from prediction to truth by way of the mean, and it is [Pythagoras](01_means_and_distances.ipynb#5.-Spread) again:
#
# $$\mathbb E\bigl(\hat h(x)-g(x)\bigr)^2=\underbrace{\bigl(\mathbb E\hat h(x)-g(x)\bigr)^2}_{\text{bias}^2}+\underbrace{\operatorname{Var}\hat h(x)}_{\text{variance}}$$
#
# > **By hand.** Let the truth at the last of our four points be 12, and its noise $+4$ or $-4$. So $y=16$ or 8 there (the others stay 0), and by their leverages the models predict: *constant* 4 or 2: mean 3, bias² 81, variance 1. *Line* 12 or 6: mean 9, bias² 9, variance 9. *Parabola* 16 or 8: mean 12, bias² 0, variance 16. Sums 82, 18, 16. Each step buys less bias with more variance.

# %%
print("at x = 2:  bias²  variance      sum")
for degree in range(6):
    there = np.array([polyval(2, theta[degree]) for theta in fitted])
    bias2, variance = (there.mean() - polyval(2, g)) ** 2, there.var()
    total = np.mean((there - polyval(2, g)) ** 2)
    print(f"degree {degree} {bias2:7.2f}{variance:10.2f}{total:9.2f}")

# %% [markdown]
# The sum is smallest where the bias has just gone; from there on each power only adds variance. (To a parabola the missing $x^3$ is one more noise, hence its large variance; the bias at degree 5 is luck, within two standard errors of zero. A new $y$ adds its own noise, 1, to each of them, the **Bayes level**.)
#
# > **In short.** Rigid models are wrong in the same way each time, flexible ones in a new way each time; a method pays for both.

# %% [markdown] needs="6.3" teaches="DME-F4.7"
# ## 4. Folds
#
# Outside our toy world nobody knows $\mathcal J$. How good a judge is a drawer?
#
# > **Predict.** Ten colleagues get the same 100 points. Each halves them at random, fits on one half, judges on the other and picks the best of degrees 1 to 6. Will they agree?
#
# A **validation curve** for each, loss against hyperparameter; beside it the true losses of the same rules:

# %% tags=["drawing"] proves="DME-F4.7" shows="DME-F4.7"
x, y = datasets.cubic_world(100, np.random.default_rng(0))
dealer = np.random.default_rng(52)
held, true = np.empty((2, 10, 6))
for split in range(10):
    half, judge = np.split(dealer.permutation(100), 2)
    for i in range(6):
        theta = polynomial_regression(x[half], y[half], i + 1)
        held[split, i] = np.mean((polyval(x[judge], theta) - y[judge]) ** 2)
        true[split, i] = prediction_loss(theta)
left, right = plots.axes(2, height=3.3)
for ax, values, title in ((left, held, "As the colleagues see it"), (right, true, "The truth")):
    ax.plot(range(1, 7), values.T, "-", color=plots.BLUE, linewidth=1)
    ax.plot(values.argmin(axis=1) + 1, values.min(axis=1), "D", color=plots.ORANGE, label="best")
    ax.set(yscale="log", ylim=(0.5, 300), xlabel="degree", ylabel="loss", title=title)
left.legend(loc="upper left")
plots.show(
    left,
    alt="""Ten curves of hold-out loss over the degree from ten splits of the same
    hundred points, and beside them the exact losses of the same fitted rules. The estimates scatter
    widely and their minima lie at different degrees; the true minima lie mostly at three.""",
)
assert len(set(held.argmin(axis=1))) >= 3

# %%
print("degrees chosen by the ten:", np.sort(held.argmin(axis=1) + 1))

# %% [markdown] teaches="DME-4.32 DME-F4.8"
# They do not. So let every point do both jobs: deal the points into $F$ **folds**; hold out each fold in turn and fit on the rest:

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
plots.show(
    ax,
    alt="""Five rows of five blocks, one row for each fitted rule. In each row another
    block is marked judge and the other four are marked fit, so that every block judges once.""",
)

# %% [markdown] teaches="DME-4.33..4.34 DME-4.35"
# Each fold gives a rule and a hold-out loss. Their mean is the **cross-validation** score:
#
# $$\hat h_k=\mathcal A(\mathcal D\setminus\mathcal D_k),\qquad\hat{\mathcal J}_k=\hat{\mathcal J}(\hat h_k;\mathcal D_k),\qquad\mathrm{CV}=\frac1F\sum_k\hat{\mathcal J}_k \tag{4.35}$$
#
# A *family* takes data and a hyperparameter and returns a rule; a loss compares:


# %%
def polynomials(X, y, degree):
    """Fit a polynomial of this degree and return the rule."""
    theta = polynomial_regression(X[:, 0], y, degree)
    return lambda Z: polyval(Z[:, 0], theta)


def squared(guess, y):
    return (guess - y) ** 2


# %% [markdown]
# The score, as it is written, and by the library:


# %%
def slow_cross_validation(fit, X, y, loss, folds):
    scores = []
    for fold in folds:
        rest = [i for i in range(len(y)) if i not in fold]
        rule = fit(X[rest], y[rest])
        scores.append(np.mean(loss(rule(X[fold]), y[fold])))
    return scores


def cubic(X, y):
    return polynomials(X, y, 3)


folds = generalisation.kfold(100, 5, np.random.default_rng(8))
scores = generalisation.cross_validate(cubic, x[:, None], y, squared, folds)
by_loop = slow_cross_validation(cubic, x[:, None], y, squared, folds)
print(
    "fold losses", scores.round(2), f" CV = {scores.mean():.2f}, by the loop {np.mean(by_loop):.2f}"
)

# %% [markdown]
# And the ten colleagues? Now each deals five folds of the same 100 points:

# %% proves="DME-4.32 DME-4.33..4.34"
chosen = []
for seed in range(10):
    deal = generalisation.kfold(100, 5, np.random.default_rng(seed))
    task = polynomials, range(1, 7), x[:, None], y, squared
    chosen.append(generalisation.select_cross_validation(*task, deal).value)
print("degrees chosen by the ten:", np.sort(chosen))
agree(scores, by_loop, "the library = the loop")

# %% [markdown] teaches="DME-4.36..4.38"
# Folds remove the luck of the split, not that of the 100 points. And what does CV estimate? Five rules went in, and none is the one you will use. So it prices the *method*, $\bar{\mathcal J}(\mathcal A)$, on four fifths of the points: a little pessimistic, and blind to whether your own set was a lucky one ([room 6i](#6i.-Plus-or-minus?)).

# %% [markdown] teaches="DME-u42"
# Five or ten folds are usual. The extreme is $F=n$, **leave-one-out**: $n$ fits. For least squares one is enough: leaving point $i$ out turns its mistake $e_i$ into $e_i/(1-h_{ii})$. Why? Fit without point $i$, and call what the curve says there $\hat y_{-i}$. Now put a point *on* that curve in place of $y_i$. It costs nothing, so the curve stays the best, for all $n$ points. So the value at $i$ has changed by $y_i-\hat y_{-i}$ and the curve there by $h_{ii}$ times that: $\hat y_i-\hat y_{-i}=h_{ii}(y_i-\hat y_{-i})$. Solve for $y_i-\hat y_{-i}$.
#
# > **By hand.** *Constant:* mistakes 3, 3, 3, 9 over $1-\frac14$: 4, 4, 4, 12. Leave-one-out loss $(16+16+16+144)/4=48$. *Line:* 3 over $1-\frac34$ at the ends, over $1-\frac14$ in the middle: 12, 4, 4, 12, loss 80. It had the better training loss, 9 against 27! *Parabola:* $0/0$ at the ends; without an end point many parabolas fit, and each predicts something else there.

# %% tags=["proof"] proves="DME-u42"
wide = powers(x[:, None], 3)
lever = wide @ np.linalg.pinv(wide)
one_each = [np.array([i]) for i in range(100)]
refits = generalisation.cross_validate(cubic, x[:, None], y, squared, one_each)
shortcut = (y - lever @ y) / (1 - np.diag(lever))
agree(shortcut**2, refits, "one fit gives the losses of a hundred refits")
four, twelve = np.array([[-1.0], [0], [0], [1]]), np.array([0, 0, 0, 12.0])
by_one = [np.array([i]) for i in range(4)]
for degree, expected in ((0, 48), (1, 80)):
    pair = generalisation.cross_validate(
        lambda X, y, q=degree: polynomials(X, y, q), four, twelve, squared, by_one
    )
    agree(pair.mean(), expected, f"by hand: degree {degree} has leave-one-out loss {expected}")

# %% [markdown]
# Back to the hospital. Could we have known, with the 341 old patients alone? The standard call (its scores are shares of *right* answers):

# %%
fold_scores = cross_val_score(tight, X_old, y_old, cv=5)
print("wrong, fold by fold:  ", *(f"{1 - v:.0%}" for v in fold_scores))
print(f"five folds of the 341: {1 - fold_scores.mean():.0%} wrong")
print(f"the next {len(y_next)} patients:  {wrong_next / len(y_next):.0%} wrong")

# %% [markdown]
# > **In short.** Cross-validation lets every point judge once; it prices the method on slightly fewer points.

# %% [markdown] needs="6.2 6.4" teaches="DME-4.26 DME-4.27"
# ## 5. A price on wildness
#
# A finer knob than the degree: allow everything, but make wild curves expensive. **Regularisation** adds a penalty to the training loss. The $L_2$ penalty, or **ridge**, is
#
# $$\min_\theta\ J(\theta)+\lambda R(\theta),\qquad R(\theta)=\sum_{i\ge1}\theta_i^2 \tag{4.26}$$
#
# The constant $\theta_0$ is free: who adds 100 to all $y$ should get 100 more in all predictions.
#
# > **Predict.** As λ grows from nothing, how does the training loss go? And the loss on new points?
#
# > **By hand.** The line again, with $\lambda=\frac12$. The intercept stays 3 (the $x$ average to 0), and the cost of a slope $\theta$ is $\frac14\bigl((3-\theta)^2+9+9+(\theta-9)^2\bigr)+\frac12\theta^2$. Its derivative, $(\theta-6)+\theta$, vanishes at $\theta=3$, in place of 6. Mistakes 0, 3, 3, 6: training loss 13.5, worse than 9. The leverages shrink as well, to $\frac12,\frac14,\frac14,\frac12$. The shortcut of section 4 still holds if the penalty keeps its weight against the *sum* of squares: left out, the mistakes are 0, 4, 4, 12 and the loss is 44. That beats the line (80) *and* the constant (48).

# %% tags=["proof"] proves="DME-4.26 DME-4.27"
ends, last = np.array([-1.0, 0, 0, 1]), np.array([0, 0, 0, 12.0])
agree(polynomial_regression(ends, last, 1, lam=0.5), [3, 3], "by hand: intercept 3 and slope 3")
B, D = powers(ends[:, None], 1), np.diag([0.0, 1])
H_ridge = B @ np.linalg.solve(B.T @ B / 4 + 0.5 * D, B.T / 4)
agree(np.diag(H_ridge), [0.5, 0.25, 0.25, 0.5], "its leverages are 1/2, 1/4, 1/4, 1/2")
left_one = (last - H_ridge @ last) / (1 - np.diag(H_ridge))
refitted = []
for i in range(4):
    others = np.arange(4) != i
    theta_i = np.linalg.solve(B[others].T @ B[others] + 2 * D, B[others].T @ last[others])
    refitted.append(last[i] - B[i] @ theta_i)
agree(left_one, refitted, "the shortcut = four refits, with the penalty 2 against the sum")
agree(np.mean(left_one**2), 44, "its leave-one-out loss is 44")
agree(
    polynomial_regression(*table, 5, lam=0.1),
    np.linalg.solve(
        powers(table[0][:, None], 5).T @ powers(table[0][:, None], 5) / 20
        + 0.1 * np.diag([0.0, 1, 1, 1, 1, 1]),
        powers(table[0][:, None], 5).T @ table[1] / 20,
    ),
    "the library solves (AᵀA/n + λD) θ = Aᵀy/n",
)

# %% [markdown]
# In feature space the parameter is the weight vector $w$ of $h(x)=\langle w,\phi(x)\rangle$, and the price is $\lambda\|w\|^2$: **kernel ridge regression**. The best $w$ is a combination of training points, so $h(x)=\sum_i\alpha_i\kappa(x_i,x)$, with $\alpha=(K+n\lambda I)^{-1}y$. The table once more:

# %%
prices = np.logspace(-9, 2, 12)
K_table = Gaussian(0.7)(table[0][:, None])
rules = [kernel_ridge(K_table, table[1], 20 * v) for v in prices]  # n λ: it adds up, we average
on_table = [np.mean((K_table @ alpha - table[1]) ** 2) for alpha in rules]
K_drawer = Gaussian(0.7)(drawer[0][:, None], table[0][:, None])
in_drawer = [np.mean((K_drawer @ alpha - drawer[1]) ** 2) for alpha in rules]
cheapest = prices[np.argmin(in_drawer)]
print(f"least loss in the drawer: {min(in_drawer):.1f}, at λ = {cheapest:.0e}")

# %% tags=["drawing"]
left, right = plots.axes(2, height=3.4)
K_line = Gaussian(0.7)(line[:, None], table[0][:, None])
for place, style in ((0, "-."), (int(np.argmin(in_drawer)), "-"), (11, ":")):
    left.plot(line, K_line @ rules[place], style, label=f"λ = {prices[place]:.0e}")
left.plot(line, polyval(line, g), "k--", linewidth=1.2, label="truth")
left.plot(*table, "o", color=plots.GREY, markersize=4)
left.set(ylim=(-14, 24), xlabel="x", ylabel="y", title="Too cheap, about right, too dear")
left.legend(loc="upper center")
both = {"on the table": on_table, "in the drawer": in_drawer}
plots.curves(prices, both, ax=right, log=True, xlabel="λ", ylabel="loss", title="A valley")
plots.show(
    left,
    alt="""Left, three curves through twenty points: a wiggly one for tiny lambda, one close to the
    truth for a middle lambda and a nearly flat one for a large lambda. Right, losses over lambda on
    log scales: on the training points it rises throughout, on held-out points it has a valley.""",
)

# %% [markdown]
# The training loss only rises; the other falls, then rises. The bottom of the valley is found by folds, like any hyperparameter; if it lies at the edge of your grid, extend the grid.
#
# > **In short.** A penalty buys off a lot of variance with a little bias; how much, the folds say.

# %% [markdown] needs="6.4 6.5" teaches="DME-u43 DME-4.40..4.42 DME-4.43..4.45 DME-4.46 DME-4.47..4.49"
# ## 6. Choose, then judge
#
# Which degree, which λ, which kernel? This is **model selection**. There is no gradient to follow; one tries a grid, or random values if there are many knobs, or lets a model of the scores propose the next try (Bayesian optimisation). The recipe:
#
# 1. Lock a fifth of the points away in a **vault**.
# 2. Score each candidate on the rest: by a second hold-out, the *validation* points (the more knobs, the larger their share), or better by cross-validation. Take the best.
# 3. Refit the winner on everything outside the vault.
# 4. Open the vault once. That score goes into the report.
# 5. Refit on everything, for use.
#
# Why step 4? We have the winner's CV score, and CV is fair. Is it?

# %%
demos.cherry_picker()

# %% [markdown] teaches="DME-u45"
# Each score is fair *by itself*. The smallest of many was picked for being small: the **winner's curse**, the flattery of the training loss again, now among scores. Trying is no sin. Reporting the winning score is.
#
# Now be the detective. A colleague has 40 patients and 1000 measurements. He keeps the 20 columns that go best with the diagnosis, then cross-validates "nearer mean" on them. No tuning.
#
# > **Predict.** We know, and he does not, that the diagnoses are coin flips. What error will he report?

# %%
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import NearestCentroid

five = StratifiedKFold(5, shuffle=True, random_state=0)
sealed = make_pipeline(SelectKBest(k=20), NearestCentroid())  # selects anew inside each fold

# %%
coin = np.random.default_rng(60)
leaky, honest = np.empty((2, 20))
for i in range(20):
    patients, ill = coin.normal(size=(40, 1000)), coin.permutation(np.repeat([1, -1], 20))
    kept = SelectKBest(k=20).fit_transform(patients, ill)  # has seen all diagnoses
    leaky[i] = 1 - cross_val_score(NearestCentroid(), kept, ill, cv=five).mean()
    honest[i] = 1 - cross_val_score(sealed, patients, ill, cv=five).mean()
print(f"select, then cross-validate: {leaky.mean():.0%} wrong, in twenty such studies")
print(f"select inside each fold:     {honest.mean():.0%} wrong")

# %% tags=["proof"]
agree(leaky < 0.2, "with the leak, a triumph in each of twenty studies of nothing")
agree(abs(honest.mean() - 0.5) < 0.1, "sealed, no better than a coin")

# %% [markdown]
# A triumph, made of nothing. The columns were chosen by looking at *all* diagnoses, those of the held-out patients included. The cure: **whatever looks at the data belongs inside the fold**. A pipeline does that. A list of suspects:
#
# | suspect | what leaks | alibi to ask for |
# |---|---|---|
# | columns selected, PCA or scaling fitted on all points | labels, means of the judges | the step sits in the pipeline |
# | copies, several rows per patient, neighbouring frames of a film | the answer itself | folds by patient (`GroupKFold`) |
# | shuffled time series | the future | folds in order of time |
# | best of many runs reported | the judges' luck | a vault, opened once |
# | a column that is known only after the fact | the label | when was it measured? |
#
# The second suspect in action: 400 patients, columns of noise, coin flips; then every patient is entered twice.

# %%
from sklearn.neighbors import KNeighborsClassifier

people, flips = coin.normal(size=(400, 5)), coin.permutation(np.repeat([1, -1], 200))
nearest = KNeighborsClassifier(1)
for times in (1, 2):
    entered = np.tile(people, (times, 1)), np.tile(flips, times)
    print(f"entered {times} ×: {1 - cross_val_score(nearest, *entered, cv=five).mean():.0%} wrong")

# %% [markdown]
# A patient's nearest neighbour is now his own copy, unless both are in one fold.
#
# > **In short.** Whatever helped to choose cannot judge.

# %% [markdown] needs="6.1" teaches="DME-4.53 DME-4.54..4.58 DME-T4.1"
# ## 7. Mistakes have prices
#
# To call a malignant tumour benign and to call a benign one malignant are not the same mistake. There are four events:
#
# | | truly ill (+1) | truly healthy (−1) |
# |---|---|---|
# | called ill | true positive, 25 | false positive, 12 |
# | called healthy | false negative, 5 | true negative, 58 |
#
# The counts are of a test on 100 people. Divided by 100 they are joint probabilities $p(i,j)=P(\hat y=i\text{ and }y=j)$. A **loss matrix** says what each event costs, $L(i,j)$, zero if right; the average cost is then $\sum_{i,j}L(i,j)\,p(i,j)$. If all mistakes cost 1, this is the error rate, here 17 %.
#
# > **Predict.** $p(+1,-1)=0.12$. Is that the probability that a healthy person is called ill?
# >
# > <details><summary>Answer</summary>
# >
# > No: it is the probability of being healthy *and* called ill. Among the 70 healthy it happens to 12: $12/70=17.1\,\%$. (That the error rate is 17 % too is an accident.)
# > </details>

# %% [markdown] teaches="DME-4.59..4.62 DME-u46"
# The probabilities *given the truth* are the four **rates**.
#
# > **By hand.** Of 30 ill people 25 are found: true-positive rate 0.833 (also *sensitivity*, *recall*), false-negative rate 0.167 (error of type 2). Of 70 healthy ones 12 are frightened: false-positive rate 0.171 (type 1), true-negative rate 0.829 (*specificity*).

# %%
truth = np.repeat([-1, -1, 1, 1], [58, 12, 5, 25])
guess = np.repeat([-1, 1, -1, 1], [58, 12, 5, 25])
rates = losses.confusion_rates(truth, guess)
print(", ".join(f"{name} {value:.3f}" for name, value in rates._asdict().items()))
never = losses.confusion_rates(truth, -np.ones(100))
print(
    f"always healthy: false positives {never.false_positive:.0%}, found {never.true_positive:.0%}"
)

# %% tags=["proof"] proves="DME-4.54..4.58 DME-T4.1 DME-4.59..4.62 DME-u46"
p = np.array([[0.58, 0.05], [0.12, 0.25]])  # rows: predicted -1, +1; columns: true -1, +1
zero_one = np.array([[0, 1], [1, 0]])
wrong_rates = rates.false_positive, rates.false_negative
right_rates = rates.true_negative, rates.true_positive
agree(wrong_rates, [0.12 / 0.7, 0.05 / 0.3], "both error rates are joint entry over share")
agree(right_rates, [0.58 / 0.7, 0.25 / 0.3], "so are the rates of being right")
agree(np.add(wrong_rates, right_rates), 1.0, "and each is one minus the other")
agree((zero_one * p).sum(), np.mean(guess != truth), "joint entries off the diagonal: error rate")
agree(never, (0, 0, 1, 1), "always healthy: without a false alarm, and without a find")

# %% [markdown]
# Who calls everybody healthy frightens nobody, and finds nobody.
#
# So state the prices, $c_{FP}$ for a false alarm and $c_{FN}$ for a miss. Let a patient be ill with probability π. On average, calling him ill costs $c_{FP}(1-\pi)$, calling him healthy $c_{FN}\,\pi$. So call him ill if
#
# $$\pi>\frac{c_{FP}}{c_{FP}+c_{FN}}$$
#
# If a miss is nine times as dear, the border is one tenth. A scan of thresholds, with patients whose probabilities are true by construction:

# %%
crowd = np.random.default_rng(61)
pi = crowd.beta(1, 3, size=200_000)
sick = crowd.random(200_000) < pi
cuts = np.linspace(0.02, 0.9, 45)
for price in (1, 9):
    cost = [np.mean((pi > c) & ~sick) + price * np.mean((pi <= c) & sick) for c in cuts]
    print(f"a miss costs {price}: cheapest threshold {cuts[np.argmin(cost)]:.2f}")

# %% [markdown]
# > **In short.** State the prices; the threshold follows.

# %% [markdown] needs="6.6 6.7"
# ## 8. An honest report
#
# Back to the hospital, with all 455 tumours outside the vault. To be chosen: width σ and ridge λ of kernel Fisher. The method $\mathcal A$ is the whole machine: scale, try 25 pairs by cross-validation, keep the best, refit. In scikit-learn that is one object:

# %%
from sklearn.model_selection import GridSearchCV

model = make_pipeline(StandardScaler(), KernelFisher())
grid = {
    "kernelfisher__kernel": [Gaussian(s) for s in (2, 4, 8, 16, 32)],
    "kernelfisher__lam": [1e-5, 1e-4, 1e-3, 1e-2, 1e-1],
}
inner = StratifiedKFold(5, shuffle=True, random_state=6)
machine = GridSearchCV(model, grid, cv=inner).fit(X_work, y_work)

# %% tags=["drawing"]
errors = 1 - machine.cv_results_["mean_test_score"].reshape(5, 5)
ax = plots.axes(width=5.2, height=3.4)
ax.imshow(errors, cmap="viridis_r")
for (i, j), value in np.ndenumerate(100 * errors):
    ax.text(j, i, f"{value:.1f}", ha="center", va="center", color="white" if value > 5 else "black")
ax.set(xticks=range(5), xticklabels=["10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"], xlabel="λ")
ax.set(yticks=range(5), yticklabels=[2, 4, 8, 16, 32], ylabel="σ")
ax.set_title("A valley again: per cent wrong in five folds")
ax.grid(visible=False)
plots.show(
    ax,
    alt="""A table of 25 errors for five widths and five ridges. The least, 1.3 per cent, stands
    in the very middle, at width 8 and ridge 0.001. Errors are larger all around, most for the
    narrowest width with the largest ridge, where 10.5 per cent are wrong.""",
)

# %% [markdown]
# The bottom lies inside the grid: {= machine.best_params_["kernelfisher__kernel"]} and λ = {= machine.best_params_["kernelfisher__lam"]}, {= errors.min():.1%} wrong.
#
# > **Predict.** Is {= errors.min():.1%} what you may promise to the hospital?
# >
# > <details><summary>Answer</summary>
# >
# > No: it is the smallest of 25 scores.
# > </details>
#
# Price *the machine*, search included: hold out a fold, let it search within the other four, and so on. That is **nested cross-validation**, and one call:

# %%
outer = StratifiedKFold(5, shuffle=True, random_state=7)
nested = 1 - cross_val_score(machine, X_work, y_work, cv=outer)
print(f"best of 25 scores {errors.min():.1%} wrong; nested {nested.mean():.1%}")


# %% tags=["proof"]
def fisher(X, y, setting):
    sigma, lam = setting
    return make_pipeline(StandardScaler(), KernelFisher(Gaussian(sigma), lam)).fit(X, y).predict


settings = [(s, v) for s in (2, 4, 8, 16, 32) for v in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)]
same_folds = [test for _, test in inner.split(X_work, y_work)]
ours = generalisation.select_cross_validation(
    fisher, settings, X_work, y_work, lambda guess, y: guess != y, same_folds
)
agree(ours.loss, 1 - machine.best_score_, "ours and GridSearchCV: the same best score")
kept = machine.best_params_["kernelfisher__kernel"].sigma, machine.best_params_["kernelfisher__lam"]
agree(ours.value, kept, "and the same choice")
error_bar = np.sqrt(nested.mean() * (1 - nested.mean()) / 455)
agree(error_bar > 0.005, "on 455 points such a share has a standard error above half a per cent")

# %% [markdown]
# (Part of the gap is the winner's curse, part luck: each has a standard error above half a per cent.)
#
# Next the price: a missed tumour is twenty times as bad as a false alarm. Scores of kernel Fisher are no probabilities, so we scan for the cheapest cut, with scores that each tumour got from a rule fitted without it:

# %%
from sklearn.model_selection import cross_val_predict


def average_price(y, called_ill):
    return 20 * np.mean(~called_ill & (y > 0)) + np.mean(called_ill & (y < 0))


how = {"cv": inner, "method": "decision_function"}
left_out = cross_val_predict(machine.best_estimator_, X_work, y_work, **how)
costs = [average_price(y_work, left_out >= c) for c in np.sort(left_out)]
cut = np.sort(left_out)[np.argmin(costs)]
print(f"call it malignant from a score of {cut:.2f} on, in place of 0")

# %% [markdown]
# All choices are made. Now, once, the vault:

# %%
from scipy.stats import binomtest

vault_scores = machine.decision_function(X_vault)
n_wrong = int((np.sign(vault_scores) != y_vault).sum())
low, high = binomtest(n_wrong, len(y_vault)).proportion_ci()
print(f"{n_wrong} of {len(y_vault)} wrong, {n_wrong / len(y_vault):.1%}")
print(f"95 % interval: {low:.0%} to {high:.0%}")

# %%
ill, missed, alarms = y_vault > 0, [], []
for name, at in (("0", 0), ("by price", cut)):
    missed.append(int((ill & (vault_scores < at)).sum()))
    alarms.append(int((~ill & (vault_scores >= at)).sum()))
    print(f"cut {name:8}: {missed[-1]} of {ill.sum()} missed, {alarms[-1]} false alarms")

# %% [markdown]
# The interval holds every error rate under which {= n_wrong} of {= len(y_vault)} is no great surprise: so few, or so many, would not be rarer than 2.5 %. It is wide. 114 tumours cannot tell {= errors.min():.1%} from {= nested.mean():.1%}, but both from the {= wrong_next / len(y_next):.0%} of the first page.
#
# The report reads: *Kernel Fisher, tuned by five-fold cross-validation, was wrong on {= n_wrong} of {= len(y_vault)} untouched cases (95 % interval {= low:.0%} to {= high:.0%}). If a miss costs twenty false alarms, the lower cut is cheaper: it misses {= missed[1]} of {= ill.sum()} malignant ones in place of {= missed[0]}, for {= alarms[1]} false alarms in place of {= alarms[0]}.* What we must not do is nudge σ and look again: from the second look on, the vault is a validation set. Last, refit on everything, for use:

# %% proves="DME-4.47..4.49"
final = GridSearchCV(model, grid, cv=inner).fit(tumours.data, diagnosis)
learnt = final.best_estimator_[-1].X_fit_
print(f"the rule for use has learnt from {len(learnt)} tumours")
agree(learnt.shape, (569, 30), "all of them, vault included")
agree(low < nested.mean() < high, "the nested estimate lies in the interval of the vault")

# %% [markdown]
# **When not to use it.** Random folds assume that the next patients are drawn like these. Another hospital, several rows per patient, a trend in time: then hold out hospitals, patients, years, not rows. With a few dozen points a vault judges nobody; report the nested score.
#
# > **In short.** The search is part of the method, the vault is opened once, and the report carries an interval.

# %% [markdown]
# ## Takeaways
#
# - Training loss flatters: each parameter swallows its share of the noise.
# - A rule has luck, a method bias and variance. Hold-out judges the rule, cross-validation the method; a penalty trades bias for variance.
# - The score of a winner is too good. Everything that looks at data goes inside the fold.
# - State the price of mistakes; the threshold follows.
# - The vault is opened once, and the report has an interval.
#
# **Now you:** [exercises for this chapter](../exercises/06_generalisation.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** T. Hastie, R. Tibshirani and J. Friedman, *The Elements of Statistical Learning* (2009), chapter 7. S. Varma and R. Simon, *Bias in error estimation when using cross-validation for model selection* (2006). Y. Bengio and Y. Grandvalet, *No unbiased estimator of the variance of k-fold cross-validation* (2004).

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing later needs it.

# %% [markdown] needs="6.3" why="Enter if you want to see an expected loss computed to the last digit." teaches="DME-4.2 DME-4.3 DME-4.4"
# ### 6a. A known world
#
# The dream of all learning is the function with the smallest $\mathcal J(h)$ of *all* functions. Nobody can find it, for nobody knows the distribution of $(x,y)$; except in a world of our own making.
#
# > **Predict.** Somebody offers you a rule with prediction loss 0.8 in the cubic world. Do you buy?
# >
# > <details><summary>Answer</summary>
# >
# > No. The noise is new each time, independent of $x$, with mean 0 and variance 1, so $\mathbb E(h-y)^2=\mathbb E(h-g)^2+1$. Nothing beats the conditional mean $g$, and even $g$ pays 1: the Bayes level.
# > </details>
#
# What is left is $\mathbb E(h-g)^2$. For a polynomial put $e=\theta-g$, the difference of the coefficients. Then $(h-g)^2=\sum_{ij}e_ie_jx^{i+j}$, and all we need are the averages of the powers of a Gaussian $x$: odd ones vanish, even ones are $1,1,3,15,105,\dots$, products of odd numbers.


# %%
def moment(power):
    return 0 if power % 2 else np.prod(np.arange(1.0, power, 2))


def exact_loss(theta):
    """Expected squared error of a polynomial, by Gaussian moments."""
    e = np.polynomial.polynomial.polysub(theta, g)
    return 1 + sum(a * b * moment(i + j) for i, a in enumerate(e) for j, b in enumerate(e))


for name, theta in (("constant 3/4", [0.75]), ("line 3/4 + 13/4 x", [0.75, 3.25]), ("truth", g)):
    print(f"{name:17} {exact_loss(theta):.4f}")

# %% [markdown]
# For a rule chosen *beforehand*, the mean over a sample of independent pairs, all drawn alike, is a fair estimate of that expectation. That line on a million points, beside the exact value; and then a third route, numerical integration over the Gaussian density:

# %% proves="DME-4.4"
many_x, many_y = datasets.cubic_world(1_000_000, np.random.default_rng(0))
average = np.mean((polyval(many_x, [0.75, 3.25]) - many_y) ** 2)
print(f"the line: average over a million points {average:.1f}, exact {exact_loss([0.75, 3.25])}")
agree(abs(average - 65 / 8) < 0.5, "the sample average is near the expectation")

# %% proves="DME-4.1"
nodes, weights = np.polynomial.hermite_e.hermegauss(30)
weights = weights / weights.sum()
theta = np.random.default_rng(6).normal(size=6)
integral = 1 + weights @ (polyval(nodes, theta) - polyval(nodes, g)) ** 2
agree(exact_loss(theta), prediction_loss(theta), integral, "three routes, one prediction loss")

# %% [markdown]
# How well can each degree do at best? Under the inner product $\mathbb E\,f(x)h(x)$ the powers are not at right angles. [Chapter 2](02_gram_schmidt_and_cholesky.ipynb) makes them so: their table of inner products is $\mathbb E\,x^{i+j}$, and its Cholesky factor turns coefficients into coordinates along orthonormal directions, one per degree. The squared coordinates of $g$ are what each degree contributes; what a degree cannot reach, it pays:

# %% proves="DME-4.25"
from featurespace import orthogonal

M = np.array([[moment(i + j) for j in range(4)] for i in range(4)])
share = (orthogonal.cholesky(M) @ g) ** 2
floor = 1 + share.sum() - np.cumsum(share)
print("degrees 0 to 3 contribute", share.round(4))
print("and cost at least        ", floor.round(4))
agree(floor, [299 / 16, 65 / 8, 7, 1], "the floors are 299/16, 65/8, 7 and 1")
agree(prediction_loss([0.75]), 299 / 16, "the rigid constant pays 299/16 at best")

# %% [markdown] teaches="DME-u36"
# One warning. All this holds for $x$ around zero. Take the best line to a place where $x$ scatters around another value:

# %% proves="DME-u36"
for shift in (0, 1, 2):
    at = nodes + shift
    off = [1 + weights @ (polyval(at, h) - polyval(at, g)) ** 2 for h in ([0.75, 3.25], g)]
    print(f"x around {shift}: best line {off[0]:6.1f}, true curve {off[1]:.1f}")
agree(off[0] > 50 * 65 / 8, "around 2 the line costs more than fifty times as much as at home")

# %% [markdown]
# A wrong model is good where it was trained; only the truth travels.
#
# > **In short.** Prediction loss is an average over points you do not have, drawn as you assume they will be.

# %% [markdown] needs="6.3" why="Enter if you wonder how much of a fitted line is luck." teaches="DME-4.12..4.13 DME-4.14 DME-4.15..4.17 DME-F4.2"
# ### 6b. A line and its luck
#
# > **Predict.** The best of all lines has prediction loss {= prediction_loss([0.75, 3.25]):.3f} in the cubic world. We fit a line to 20 points. Will its *training* loss be above or below that?
# >
# > <details><summary>Answer</summary>
# >
# > Below, on most sets; typically near 3. For one thing the line was bent to these points. For another, twenty points seldom include the far-out $x$ where a line is badly wrong.
# > </details>
#
# For a line $\theta_0+\theta_1x$ set the derivative by $\theta_0$ to zero: the intercept is $\bar y-\theta_1\bar x$. Put it back, and only centred data and one unknown remain:
#
# $$J_1(\theta_1)=\frac1n\sum_i\bigl((y_i-\bar y)-\theta_1(x_i-\bar x)\bigr)^2,\qquad\hat h_1(x)=\bar y+\hat\theta_1(x-\bar x)$$
#
# A parabola in the slope. Its minimum is covariance over variance, and the line passes through the mean point:

# %% proves="DME-4.12..4.13 DME-4.14 DME-4.15..4.17"
x, y = table
theta = polynomial_regression(x, y, degree=1)
slope = np.mean((x - x.mean()) * (y - y.mean())) / np.var(x)
print(f"intercept {y.mean() - slope * x.mean():.3f}, slope {slope:.3f}; fitted {theta.round(3)}")
agree(theta, [y.mean() - slope * x.mean(), slope], "intercept and slope are as derived")
agree(polyval(x.mean(), theta), y.mean(), "the line passes through the mean point")

# %% tags=["drawing"] shows="DME-F4.2"
slopes = np.linspace(-2, 8, 101)


def loss_by_slope(x, y):
    xc, yc = x - x.mean(), y - y.mean()
    return ((yc[:, None] - xc[:, None] * slopes) ** 2).mean(axis=0)


left, right = plots.axes(2)
plots.curves(slopes, {"training loss": loss_by_slope(x, y)}, ax=left, xlabel="slope")
left.plot(slope, graded[1], "o", color=plots.ORANGE, label="its minimum")
left.set(title=f"Least training loss at slope {slope:.2f}", ylabel="training loss")
left.legend()
pair = {"true curve": polyval(line, g), "fitted line": polyval(line, theta)}
plots.curves(line, pair, ax=right, xlabel="x", ylabel="y", title="A compromise")
right.plot(x, y, "o", color=plots.GREY, markersize=4)
plots.show(
    left,
    alt="""Left, training loss as a parabola over the slope with its minimum marked.
    Right, the fitted straight line through the twenty points beside the true cubic, which it misses
    widely at both ends.""",
)

# %% [markdown] teaches="DME-u37 DME-4.18 DME-F4.3"
# All this rests on twenty draws. Another training set gives another parabola, another line, another minimum: the least training loss $J_1^*=\min_{\theta_1}J_1(\theta_1)$ is a random quantity, and to choose by it is to choose by luck.

# %% tags=["drawing"] shows="DME-F4.3"
left, right = plots.axes(2)
for w in worlds[:12]:
    left.plot(slopes, loss_by_slope(*w), "-", color=plots.BLUE, lw=1)
left.set(xlabel="slope", ylabel="training loss", ylim=(0, 60), title="Twelve sets, twelve curves")
roots = np.sqrt(training[:, 1])
marks = {f"mean {roots.mean():.2f}": roots.mean(), "best line, √8.125": np.sqrt(65 / 8)}
plots.distribution(roots, ax=right, marks=marks, xlabel="root of the least training loss")
right.set_title(f"{np.mean(roots**2 < 65 / 8):.0%} of sets flatter the line")
plots.show(
    left,
    alt="""Left, twelve parabolas of very different heights and minima. Right, the
    distribution of the root of the minimal training loss over a thousand sets: skewed, with mean
    about 2.1, most of it below 2.85, the value of the best line of all.""",
)

# %% proves="DME-4.18 DME-u37"
print(f"the line's median training loss {np.median(training[:, 1]):.1f}; best of all lines 8.125")
agree(np.mean(training[:, 1] < 65 / 8) > 0.7, "most sets flatter the line")
agree(training[:, 1].std() > 2, "and the least training loss varies widely from set to set")

# %% [markdown]
# > **In short.** Everything fitted is random: the curve, the minimum, and the grade.

# %% [markdown] needs="6.3" why="Enter if you want a model with training loss zero." teaches="DME-4.24 DME-4.25"
# ### 6c. The memoriser
#
# Two ends of a scale. The *constant* has one parameter and large losses everywhere. The *memoriser* stores every $y_i$ and says zero elsewhere; its training loss is zero, as long as no two points share an $x$. (If they do, with $y=0$ and $y=2$ say, no function can please both.) A new $x$ is never among the old ones, so it pays what the constant zero pays:

# %% proves="DME-4.24"
memory = dict(zip(*table, strict=True))
recall = np.array([memory.get(value, 0.0) for value in table[0]])
print(f"memoriser: training loss {np.mean((recall - table[1]) ** 2):.0f}, ", end="")
print(f"prediction loss {prediction_loss([0.0])}; best constant {prediction_loss([0.75])}")
agree(recall, table[1], "every stored value comes back")
agree(prediction_loss([0.0]) > prediction_loss([0.75]), "elsewhere the best constant does better")

# %% [markdown] teaches="DME-F4.4"
# In between, the training loss falls with each power. In the cubic world its *spread* over training sets falls, too:

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
plots.show(
    left,
    alt="""Left, histograms of the root of the training loss for degrees one, three and
    five: wide around two for the line, narrow just below one for the others. Right, mean and
    standard deviation of the training loss, both falling with the degree on a log scale.""",
)

# %% [markdown]
# > **Predict.** The mean falls for every model, by section 2. Does the spread, too?
#
# Fit polynomials to coin flips, $y=\pm1$, four hundred sets of twenty:

# %% proves="DME-F4.4"
flip = np.random.default_rng(17)
coins = []
for _ in range(400):
    x, y = flip.normal(size=20), flip.choice([-1.0, 1.0], 20)
    pair = [polynomial_regression(x, y, degree) for degree in (0, 5)]
    coins.append([np.mean((polyval(x, theta) - y) ** 2) for theta in pair])
mean, deviation = np.mean(coins, axis=0), np.std(coins, axis=0)
print("degrees 0 and 5: mean", mean.round(2), "deviation", deviation.round(2))
agree(np.diff(training.std(axis=0)) < 0, "in the cubic world the spread falls with each power")
agree(mean[1] < mean[0], deviation[1] > 1.3 * deviation[0], "here the mean falls, the spread grows")

# %% [markdown]
# In the cubic world a rich model no longer sees the wild curve, only tame noise, so its loss varies less. Where there is no curve, flexibility only brings variety.
#
# > **In short.** Training loss zero is for sale to anyone with enough memory.

# %% [markdown] needs="6.3 6a" why="Enter if you must decide whether to pay for more data." teaches="DME-F4.6"
# ### 6d. More data
#
# > **Predict.** Give the line ten times as many points. Does its prediction loss fall towards 1? And does that of degree 5?
# >
# > <details><summary>Answer</summary>
# >
# > The line's falls to its floor {= floor[1]:.3f}, from room 6a, and no further. Degree 5 contains the truth, so it comes down to the Bayes level 1, but not below degree 3, which gets there first.
# > </details>
#
# **Learning curves**: medians over a hundred sets of each size.


# %%
def both_losses(n, rng, degrees):
    """Training and exact prediction loss of each degree, on one new training set."""
    x, y = datasets.cubic_world(n, rng)
    thetas = [polynomial_regression(x, y, degree) for degree in degrees]
    return [np.mean((polyval(x, t) - y) ** 2) for t in thetas], [prediction_loss(t) for t in thetas]


# %%
sizes, degrees, more = [10, 20, 40, 80, 160, 320], [0, 1, 2, 3, 5], np.random.default_rng(18)
runs = [[both_losses(n, more, degrees) for _ in range(100)] for n in sizes]
seen, unseen = np.median(runs, axis=1).transpose(1, 2, 0)  # each (degree, size)
print("n       " + "".join(f"{n:8}" for n in sizes))
for i in (1, 3, 4):
    print(f"degree {degrees[i]}" + "".join(f"{v:8.2f}" for v in unseen[i]))

# %% tags=["drawing"] shows="DME-F4.6"
left, right = plots.axes(2, height=3.4)
for ax, pair in ((left, (0, 1)), (right, (3, 4))):
    series = {f"degree {degrees[i]}, prediction": unseen[i] for i in pair}
    series |= {f"degree {degrees[i]}, training": seen[i] for i in pair}
    plots.curves(sizes, series, ax=ax, log=True, xlabel="points n", ylabel="median loss")
    ax.axhline(1, color="black", linewidth=1)
left.set(title="Rigid: they meet, far above 1", ylim=(0.2, 3000))
right.set(title="Rich enough: they meet at 1", ylim=(0.2, 3000))
plots.show(
    left,
    alt="""Median losses against the number of training points, log scales. Left,
    constant and line: training rises and prediction falls slightly to plateaus near nineteen and
    eight. Right, degrees three and five: prediction falls, for degree five from near a thousand,
    and meets the rising training loss at one.""",
)

# %% tags=["proof"] proves="DME-F4.6"
agree(abs(unseen[1, -1] - 65 / 8) < 0.3, "the line levels off at its floor")
agree(1 <= unseen[3, -1] < 1.05, "the true model levels off as well, at the Bayes level")
agree(unseen[4] > unseen[3], "degree 5 never passes degree 3")

# %% [markdown] teaches="DME-u40"
# Two traps in reading such curves. *A plateau is not a sign of underfitting*: the true model levels off as well. Underfitting is a plateau above what a richer model reaches, so compare. *A gap is not a sign of overfitting*: at $n=10$ even the right model has a training loss far below its prediction loss, and yet every simpler one predicts worse. The gap says: too few points.

# %% proves="DME-u40"
print("n = 10, degrees 0, 1, 2, 3: training  ", seen[:4, 0].round(1))
print("                            prediction", unseen[:4, 0].round(1))
agree(unseen[3, 0] > 3 * seen[3, 0], "a wide gap for degree 3")
agree(unseen[3, 0] < unseen[:3, 0].min() / 2, "and yet no simpler model predicts half as well")

# %% [markdown]
# Nor need the two curves ever meet. The nearest neighbour repeats the $y$ of the closest training point: on the training points themselves its loss is zero, for every $n$. On a new point it pays for two noises, its own and that of the neighbour:

# %%
from sklearn.neighbors import KNeighborsRegressor

ask_x, ask_y = datasets.cubic_world(20_000, np.random.default_rng(9))
for n in (20, 320, 5120, 20_480):
    x, y = datasets.cubic_world(n, np.random.default_rng(1))
    neighbour = KNeighborsRegressor(1).fit(x[:, None], y)
    own, new = (
        np.mean((neighbour.predict(a[:, None]) - b) ** 2) for a, b in ((x, y), (ask_x, ask_y))
    )
    print(f"n = {n:6}: training {own:.1f}, prediction {new:4.1f}")

# %% [markdown]
# > **In short.** Curves that meet say that data are enough; only a comparison says whether the model is.

# %% [markdown] needs="6.5 6a" why="Enter if you penalise coefficients."
# ### 6e. Units of a penalty
#
# Degree 8 on twenty points is hopeless: without a penalty the median prediction loss is about a million. A penalty on the coefficients of $x,\dots,x^8$ should help.
#
# > **Predict.** Does it matter that we write the polynomial in *these* powers?
#
# One unit of $x^8$ is a far wilder function than one unit of $x$, yet both cost λ. Two other units of wildness. *Size*: charge for the variance of the function itself. *Roughness*: charge for rapid variation, $R=\mathbb E\,h''(x)^2$; a straight line, however steep, is free. All three are quadratic in θ, so all three are one linear system, with another matrix Ω in the penalty $\theta^\top\Omega\,\theta$. By the moments of room 6a:


# %%
def raised(i):
    return i * (i - 1)  # what two derivatives do to the coefficient of a power


lams, raw = np.logspace(-6, 6, 13), np.diag([0.0] + [1.0] * 8)
size = np.array([[moment(i + j) for j in range(9)] for i in range(9)])
size -= np.outer(size[0], size[0])  # the variance: E h² less (E h)²
rough = np.array(
    [[raised(i) * raised(j) * moment(max(i + j - 4, 0)) for j in range(9)] for i in range(9)]
)
for name, omega in (("raw", raw), ("size", size), ("rough", rough)):
    print(f"{name:5}: one unit of x costs {omega[1, 1]:.0f}, of x⁸ {omega[8, 8]:,.0f}")

# %% [markdown]
# Now the exact loss for each λ, the median of a hundred training sets, on a grid that goes on until nothing changes any more:


# %%
def penalised(x, y, omega):
    """Prediction loss of degree 8 for each lam, with this penalty."""
    A = powers(x[:, None], 8)
    pairs = [(A.T @ A / 20 + lam * omega, A.T @ y / 20) for lam in lams]
    return [prediction_loss(np.linalg.solve(*pair)) for pair in pairs]


# %%
units = {"raw powers": raw, "size": size, "roughness": rough}
valley = {
    name: np.median([penalised(*w, omega) for w in worlds[:100]], axis=0)
    for name, omega in units.items()
}


free = np.median([prediction_loss(polynomial_regression(*w, 8)) for w in worlds[:100]])
print(f"no penalty: {free:.0e}; degree 3, no penalty: {np.median(prediction[:100, 3]):.1f}")
for name, values in valley.items():
    print(f"penalty on {name:10}: best {values.min():5.1f}, at λ = {lams[values.argmin()]:.0e}")

# %% tags=["drawing"]
ax = plots.axes(width=6.8, height=3.6)
plots.curves(lams, valley, ax=ax, log=True, xlabel="λ", ylabel="median prediction loss")
ax.axhline(299 / 16, color="black", linewidth=1, linestyle=":", label="best constant")
ax.set(title="A penalty is worth what its units are worth", ylim=(0.8, 1e6))
ax.legend(loc="upper right")
plots.show(
    ax,
    alt="""Median prediction loss of degree eight over lambda from a millionth to a million, log
    scales. With raw powers it falls slowly and ends at the level of the best constant. With size it
    has a shallow valley near ten, with roughness a deeper one near four.""",
)

# %% tags=["proof"]
by_size, by_rough = valley["size"], valley["roughness"]
agree(abs(valley["raw powers"].min() - 299 / 16) < 1, "raw powers: no better than a constant")
agree(by_size.min() < 12, by_rough.min() < 5, "size gets below 12, roughness below 5")
agree(
    [0 < values.argmin() < 12 for values in (by_size, by_rough)],
    "both valleys have their bottom inside the grid",
)

# %% [markdown]
# On raw powers there is no valley at all: by the time $x^8$ has been tamed, all the rest has been crushed as well, and what is left is the constant. (A grid that stopped at λ = 10 would show a "minimum" at its edge, in the thousands. Extend the grid!) In the right units the same model with the same data comes down to {= by_rough.min():.0f}. It does not reach degree 3: knowing the right model is worth more than any λ.
#
# > **In short.** A penalty has units. Charge for what you mean by wild.

# %% [markdown] needs="6.5 6a" why="Enter if you want few columns, not small ones." teaches="DME-4.28"
# ### 6f. Corners
#
# Charge for absolute values instead of squares: $R=\sum_{i\ge1}|\theta_i|$, the $L_1$ penalty, known as the **lasso**. It sets coefficients to *exactly* zero. Why? Think of a budget: all θ with $R\le1$. For $L_2$ this is a disc, for $L_1$ a square on its tip. The loss grows in ellipses around its minimum, and the solution is where the first of them touches:


# %% tags=["drawing"]
def bowl(Z):
    away = Z - [1.5, 0.5]
    return away[:, 0] ** 2 + 0.6 * away[:, 0] * away[:, 1] + 0.8 * away[:, 1] ** 2


turn = np.linspace(0, 2 * np.pi, 721)
disc = np.column_stack([np.cos(turn), np.sin(turn)])
tip = disc / np.abs(disc).sum(axis=1, keepdims=True)
row = plots.axes(2, height=3.4)
for ax, rim, name in zip(row, (disc, tip), ("L₂: a disc", "L₁: corners"), strict=True):
    touch = rim[bowl(rim).argmin()].round(2)
    ax.set(xlim=(-1.4, 2.8), ylim=(-1.4, 1.8), aspect="equal")
    ax.fill(*rim.T, color=plots.BLUE, alpha=0.25)
    heights = [bowl(rim).min() / 4, bowl(rim).min(), 2.5 * bowl(rim).min()]
    plots.contours(bowl, ax=ax, levels=heights, colour=plots.GREY, title=name)
    ax.plot(*touch, "D", color=plots.ORANGE, label=f"({touch[0]:.2f}, {touch[1]:.2f})")
    ax.set(xlabel="θ₁", ylabel="θ₂")
    ax.legend(loc="lower right")
plots.show(
    row[0],
    alt="""Two panels with elliptic level lines of a loss around a minimum to the right. Left, they
    touch a disc at a point where both coefficients differ from zero. Right, they touch a square
    standing on its tip at its right corner, where the second coefficient is zero.""",
)

# %% [markdown]
# The disc is touched anywhere, the square most easily at a corner. There is no closed formula, so we call a library (its `alpha` is λ/2 for the lasso and $n\lambda$ for ridge). Degrees 1 to 8 in the orthonormal directions of room 6a, on four hundred points:

# %%
from sklearn.linear_model import Lasso, Ridge

places, values_there = datasets.cubic_world(400, np.random.default_rng(8))
M8 = np.array([[moment(i + j) for j in range(9)] for i in range(9)])
to_powers = np.linalg.inv(orthogonal.cholesky(M8))  # coordinates -> coefficients
columns, steps = (powers(places[:, None], 8) @ to_powers)[:, 1:], np.logspace(-4, 1, 11)

# %% [markdown]
# Which degrees survive?

# %%
lasso = [Lasso(alpha=v / 2, max_iter=100_000).fit(columns, values_there) for v in steps]
l1 = np.array([fit.coef_ for fit in lasso])
l2 = np.array([Ridge(alpha=v * 400).fit(columns, values_there).coef_ for v in steps])
for v, some in zip(steps[::2], l1[::2], strict=True):
    print(f"λ = {v:7.4f}: L1 keeps degrees {np.flatnonzero(np.abs(some) > 0) + 1}")

# %% tags=["drawing"] shows="DME-4.28"
row = plots.axes(2, height=3.4)
titles = "L₂: none vanishes", "L₁: the superfluous ones vanish"
for ax, paths, title in zip(row, (l2, l1), titles, strict=True):
    for j, path in enumerate(paths.T, start=1):
        colour, width = (plots.COLOURS[j - 1], 1.8) if j < 4 else (plots.GREY, 1)
        name = f"degree {j}" if j < 4 else {4: "degree 4 to 8"}.get(j)
        ax.plot(steps, path, "-", label=name, color=colour, linewidth=width)
    ax.set(xscale="log", xlabel="λ", ylabel="coefficient", title=title, ylim=(-0.8, 5))
row[0].legend(loc="upper right", ncols=2)
plots.show(
    row[0],
    alt="""Coefficients over lambda, two panels. With L2 the three large ones
    shrink smoothly, some of the small ones grow first, and none reaches zero. With L1 the grey
    lines of degrees four to eight reach exactly zero at moderate lambda while the coloured ones of
    degrees one to three go on.""",
)

# %% tags=["proof"] proves="DME-4.28"
moderate = np.abs(np.log10(steps) + 0.5).argmin()  # lam about 0.3
agree(np.flatnonzero(np.abs(l1[moderate]) > 0) + 1, [1, 2, 3], "at λ = 0.3 L1 keeps 1 to 3")
agree(np.abs(l2) > 0, "L2 sets none to zero, whatever λ")

# %% [markdown]
# > **In short.** Squares shrink, absolute values select.

# %% [markdown] needs="6.5 6f 4.3" why="Enter if ridge, PCA and Fisher still look like three ideas."
# ### 6g. Three bottles
#
# You have met $L_2$ before.
#
# > **Predict.** Some directions of feature space hold much of the data's variance, some little. Along which does ridge change the fit more?
#
# Write the features by their principal directions ([chapter 4](04_pca.ipynb)), with eigenvalues $\lambda_i$ of their covariance. Ridge multiplies the fit along direction $i$ by
#
# $$\frac{\lambda_i}{\lambda_i+\lambda}$$
#
# On the columns of room 6f:

# %%
U, s, _ = np.linalg.svd(columns - columns.mean(axis=0), full_matrices=False)
shrink = (s**2 / 400) / (s**2 / 400 + 0.3)
print("factors", shrink.round(2))
middle_value = values_there.mean()
by_factors = U @ (shrink * (U.T @ (values_there - middle_value))) + middle_value
by_ridge = Ridge(alpha=0.3 * 400).fit(columns, values_there).predict(columns)
agree(by_factors, by_ridge, "ridge shrinks the fit along each principal direction")

# %% [markdown]
# Directions with little variance are distrusted. A model of chapter 4, probabilistic PCA, multiplies a score by $(\lambda_i-\sigma^2)/\lambda_i=s_i/(s_i+\sigma^2)$, with $s_i=\lambda_i-\sigma^2$ the variance of the signal: the same factor, with the noise as the ridge. And Fisher's $S+\lambda I$ (chapter 3) does it to a covariance matrix.

# %% tags=["proof"]
from featurespace import pca

_, W, sigma2 = pca.ppca(columns, k=3)
signal = pca.pca(columns, k=3).eigenvalues - sigma2
factors = np.linalg.eigvalsh(W @ np.linalg.solve(W.T @ W + sigma2 * np.eye(3), W.T))[:-4:-1]
agree(factors, signal / (signal + sigma2), "the same factors, with the noise as the ridge")

# %% [markdown]
# > **In short.** Where the data say little, believe them little.

# %% [markdown] needs="6.4" why="Enter if one of your classes is rare." teaches="DME-u41"
# ### 6h. Stratify
#
# Common splits are 60/40, 70/30 and 80/20: more points to judge make the estimate steadier, more points to fit make the rule better. With classes, keep their proportions equal on both sides: **stratify**. It looks like a nicety.
#
# > **Predict.** Labels by coin, ten of each, nothing to learn: every rule has a true error of one half. What will five folds say on average, stratified or not?
#
# A hundred such problems, and a Parzen classifier ([chapter 1](01_means_and_distances.ipynb#4.-Two-means-classify)) with narrow windows:


# %%
def parzen(X, y):
    return ParzenClassifier(Gaussian(0.3)).fit(X, y).predict


# %% [markdown]
# The same problems, dealt both ways:

# %%
toss = np.random.default_rng(19)
said = {"random folds": [], "stratified": []}
for _ in range(100):
    X, label = toss.normal(size=(20, 5)), toss.permutation(np.repeat([1.0, -1.0], 10))
    for name, known in (("random folds", None), ("stratified", label)):
        deal = generalisation.kfold(20, 5, toss, labels=known)
        loss = generalisation.cross_validate(parzen, X, label, lambda a, b: a != b, deal)
        said[name].append(loss.mean())
for name, values in said.items():
    print(f"{name:12}: {np.mean(values):.0%} wrong")

# %% [markdown]
# Worse than a coin, on average over a hundred problems! Whoever puts more positives into the held-out part leaves fewer for training, and the narrow Parzen rule votes for the training majority ([room 1e](01_means_and_distances.ipynb#1e.-When-the-offset-takes-over)): always the wrong way. Stratified folds keep the balance and give back the half.

# %% tags=["proof"]
agree(np.mean(said["random folds"]) > 0.55, "random folds are unfair here")
agree(abs(np.mean(said["stratified"]) - 0.5) < 0.04, "stratified ones are not")

# %% [markdown]
# > **In short.** Folds should look like the whole.

# %% [markdown] needs="6.4" why="Enter if you have ever put an error bar on a cross-validation score." teaches="DME-4.39"
# ### 6i. Plus or minus?
#
# A world in which even the method's own price is known: linear regression on $d=10$ Gaussian columns, true coefficients all 1, unit noise. A fitted rule has $\mathcal J(\hat h)=1+\|\hat\theta-\theta\|^2$. Two thousand data sets of $n=50$ points, solved in one sweep, with five folds for each:


# %%
def least_squares_all(X, y):
    """Least squares for many data sets at once: X (sets, n, d), y (sets, n)."""
    Xt = X.swapaxes(1, 2)
    return np.linalg.solve(Xt @ X, Xt @ y[..., None])[..., 0]


# %%
def cv_all(Xs, ys, deal):
    """Fold losses (sets, 5) when point i goes into fold deal[i]."""
    scores = []
    for k in range(5):
        out = deal == k
        theta = least_squares_all(Xs[:, ~out], ys[:, ~out])
        scores.append(squared((Xs[:, out] @ theta[..., None])[..., 0], ys[:, out]).mean(axis=1))
    return np.transpose(scores)


# %%
linear = np.random.default_rng(104)
Xs = linear.normal(size=(2000, 50, 10))
ys = Xs.sum(axis=2) + linear.normal(size=(2000, 50))
own_loss, on_forty = (
    1 + ((least_squares_all(Xs[:, :n], ys[:, :n]) - 1) ** 2).sum(axis=1) for n in (50, 40)
)

# %% [markdown]
# Their prices, and the scores:

# %%
fold_losses = cv_all(Xs, ys, np.arange(50) % 5)
cv = fold_losses.mean(axis=1)
print(f"mean CV score {cv.mean():.2f}")
print(f"price of the method: on 40 points {on_forty.mean():.2f}, on 50 {own_loss.mean():.2f}")

# %% [markdown]
# CV is the fair price of the method on 40 points, as section 4 said. (The price has a formula, $1+\frac d{n-d-1}$: {= 1 + 10 / 29:.2f} and {= 1 + 10 / 39:.2f}.)
#
# > **Predict.** Some data sets yield a good final rule and some a poor one. Is the CV score lower on those with the good rule?

# %% tags=["drawing"] shows="DME-4.36..4.38"
ax = plots.axes(width=6)
ax.plot(cv[:600], own_loss[:600], ".", color=plots.BLUE, alpha=0.6, label="600 data sets")
ax.axvline(on_forty.mean(), color=plots.ORANGE, label="method on 40 points")
ax.axhline(own_loss.mean(), color=plots.GREEN, linestyle="--", label="method on 50 points")
ax.set(xlabel="cross-validation score", ylabel="true loss of the rule fitted on all")
ax.set_title("CV prices the method, not the rule you hold")
ax.legend()
plots.show(
    ax,
    alt="""Scatter of the true loss of the final rule against the cross-validation score
    for six hundred data sets: a round cloud without slope, centred near 1.34 and 1.26.""",
)

# %% tags=["proof"] proves="DME-4.36..4.38"
rho = np.corrcoef(cv, own_loss)[0, 1]
agree(abs(cv.mean() - on_forty.mean()) < 0.035, "CV is the price of the method on 40 points")
agree(abs(on_forty.mean() - (1 + 10 / 29)) < 0.02, "which is 1 + d/(n − d − 1)")
agree(abs(rho) < 0.1, "and it does not know which rule is in your hand")

# %% [markdown]
# **Find the slip.** The score depends on the luck of the data, so it needs an error bar. The notes offer one, from the spread between the folds:
#
# $$\operatorname{Var}(\mathrm{CV})\approx\frac1F\cdot\frac1F\sum_k\bigl(\hat{\mathcal J}_k-\mathrm{CV}\bigr)^2 \tag{4.39}$$
#
# Two things make it too small. Which? One is a divisor you know from any sample. For the other, look at what two of the fits have in common:

# %% tags=["drawing"]
ax = plots.axes(width=7, height=1.9)
for k, out in enumerate((1, 0)):
    for j in range(5):
        shared = j not in (0, 1)
        colour = plots.ORANGE if j == out else (plots.BLUE if shared else plots.GREY)
        words = "judge" if j == out else ("both fits" if shared else "this fit")
        look = {"color": colour, "edgecolor": "white", "hatch": "//" if j == out else ""}
        ax.barh(k, 0.96, left=j, alpha=0.7, **look)
        ax.text(j + 0.48, k, words, ha="center", va="center")
ax.set(xlim=(0, 5), xticks=[], yticks=[0, 1], yticklabels=["$h_2$", "$h_1$"])
ax.set_title("Two of the five fits share three of their four blocks")
ax.grid(visible=False)
plots.show(
    ax,
    alt="""Two rows of five blocks. The first rule is judged on block one and the second
    on block two. The blocks three, four and five are used by both fits.""",
)

# %% [markdown]
# The divisor should be $F-1$, since the spread is taken around the folds' own mean. And the fold losses are not independent: three quarters of what two rules have learnt is the same, and each one's judge has taught the other. What all folds have in common, a spread *between* folds cannot see. The account, as shares of the true variance of CV over data sets:

# %%
printed, with_f_minus_1 = ((fold_losses.var(axis=1, ddof=k) / 5).mean() / cv.var() for k in (0, 1))
together = np.corrcoef(fold_losses.T)[np.triu_indices(5, 1)].mean()
deals = [cv_all(Xs[:300], ys[:300], linear.permutation(50) % 5).mean(axis=1) for _ in range(20)]
dealing = np.var(deals, axis=0).mean() / cv.var()
print(f"formula (4.39) {printed:.1f}, with F − 1 {with_f_minus_1:.1f}")
print(f"correlation between two folds' losses {together:.2f}")
print(f"dealing the same points anew, 20 times: {dealing:.1f}")

# %% tags=["proof"] proves="DME-4.39"
agree(printed < 0.62, "the printed estimate misses more than a third")
agree(with_f_minus_1, 1.25 * printed, "the divisor F − 1 adds a quarter")
agree(with_f_minus_1 < 0.8, together > 0.04, "the rest is missing because folds move together")
whole = fold_losses.var(axis=0).mean() / 5 * (1 + 4 * together)
agree(whole, cv.var(), "s²/F (1 + (F − 1)ρ) closes the account, within 3 %", tol=0.03)
agree(dealing < 0.35, "dealing anew shows the luck of the dealing alone")

# %% [markdown]
# With correlation ρ the variance of a mean of $F$ is $\frac{s^2}F\bigl(1+(F-1)\rho\bigr)$: a tenth of correlation between five folds adds four tenths, and the spread between folds shows only $s^2(1-\rho)$. Repeating the dealing on the same points does not help either; it measures the luck of the dealing, and the luck of the data stays. No unbiased estimate of this variance exists from one run of cross-validation (a theorem; see *Further reading*).
#
# > **In short.** Divide by $F-1$, and read the error bar as too short.

# %% [markdown] needs="6.4" why="Enter if your method is a kernel ridge and your λ is not chosen yet."
# ### 6j. Leave-one-out for kernels
#
# The shortcut of section 4 needs nothing but $\hat y=Hy$. For kernel ridge regression $H=K(K+\lambda I)^{-1}$.
#
# > **Predict.** A hundred points, eight values of λ: eight hundred fits, if done plainly. How many matrices must be taken apart?
# >
# > <details><summary>Answer</summary>
# >
# > One. The eigenvectors of $K+\lambda I$ are those of $K$, whatever λ; only the eigenvalues shift.
# > </details>

# %%
x, y = datasets.cubic_world(100, np.random.default_rng(2))
K, ridges = Gaussian(2.0)(x[:, None]), np.logspace(-6, 1, 8)
residuals = generalisation.leave_one_out(K, y, ridges)  # (8, 100)
for lam, value in zip(ridges, (residuals**2).mean(axis=1), strict=True):
    print(f"λ = {lam:7.0e}: leave-one-out loss {value:.2f}")

# %% [markdown]
# The least stands inside the grid. For one λ, here are the hundred refits after all:

# %% tags=["proof"] proves="DME-u42"
refitted = np.empty(100)
for i in range(100):
    rest = np.arange(100) != i
    alpha = np.linalg.solve(K[rest][:, rest] + ridges[5] * np.eye(99), y[rest])
    refitted[i] = y[i] - K[i, rest] @ alpha
agree(refitted, residuals[5], "a hundred refits leave the same residuals")

# %% [markdown]
# > **In short.** If the fit is linear in $y$, leaving out is free.

# %% [markdown] needs="6.6" why="Enter if two models score almost alike and you must take one." teaches="DME-u44"
# ### 6k. One standard error
#
# The best CV score is uncertain. So take the *simplest* candidate whose score is within one standard error of the best: the **one-standard-error rule**. On 96 points of the cubic world, degrees 0 to 6:


# %%
def score_table(X, y, folds):
    """Fold losses (7, folds) of degrees 0 to 6."""
    each = [lambda X, y, q=q: polynomials(X, y, q) for q in range(7)]
    return np.array([generalisation.cross_validate(f, X, y, squared, folds) for f in each])


# %%
x, y = datasets.cubic_world(96, np.random.default_rng(5))
grades = score_table(x[:, None], y, generalisation.kfold(96, 5, np.random.default_rng(21)))
print("CV score of degrees 0 to 6:", grades.mean(axis=1).round(1))
print("the best: degree", grades.mean(axis=1).argmin(), end="; ")
print("simplest within one standard error: degree", generalisation.one_standard_error(grades))

# %% [markdown]
# One run proves nothing. So a hundred, with 50 points each, and the exact loss of what each procedure delivers:


# %%
def three_choices(rng):
    """Degrees by hold-out, cross-validation and one standard error, and their exact losses."""
    x, y = datasets.cubic_world(50, rng)
    task = polynomials, range(7), x[:, None], y, squared
    by_hold_out = generalisation.select_hold_out(*task, rng, share=0.2).value
    scores = score_table(x[:, None], y, generalisation.kfold(50, 5, rng))
    three = by_hold_out, scores.mean(axis=1).argmin(), generalisation.one_standard_error(scores)
    return three, [prediction_loss(polynomial_regression(x, y, q)) for q in three]


rivals = np.random.default_rng(22)
taken, outcome = np.swapaxes([three_choices(rivals) for _ in range(100)], 0, 1)
for i, name in enumerate(("hold-out", "cross-validation", "one standard error")):
    hits, bad = np.mean(taken[:, i] == 3), np.quantile(outcome[:, i], 0.9)
    print(f"{name:18}: degree 3 on {hits:.0%}, loss {np.median(outcome[:, i]):.2f} in the ", end="")
    print(f"median, one in ten above {bad:.1f}")

# %% tags=["proof"]
agree(np.diff(np.mean(taken == 3, axis=0)) > 0, "each finds degree 3 more often than the last")

# %% [markdown] teaches="DME-F4.9"
# Cross-validation beats a single hold-out, and the cautious rule beats both: here flexible mistakes are dear and the right model is simple. (Where the truth is complex, caution costs.)
#
# The winner's curse can be measured the same way. Fifty problems where labels are coins; eight widths of a Parzen classifier, scored by five folds on 40 points; the winner is shown 40 fresh points:


# %%
def any_width(X, y, sigma):
    return ParzenClassifier(Gaussian(sigma)).fit(X, y).predict


def noise_problem(rng):
    """Best CV error of eight widths where nothing can be learnt, and the winner's fresh error."""
    X, y = rng.normal(size=(80, 5)), np.tile([1.0, -1.0], 40)
    task = any_width, np.logspace(-0.5, 1, 8), X[:40], y[:40], lambda a, b: a != b
    folds = generalisation.kfold(40, 5, rng, labels=y[:40])
    best = generalisation.select_cross_validation(*task, folds)
    return best.loss, np.mean(best.predict(X[40:]) != y[40:])


least, fresh = np.transpose([noise_problem(rivals) for _ in range(50)])
print(f"best CV error {least.mean():.2f} on average, fresh error of the winner {fresh.mean():.2f}")

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
plots.show(
    ax,
    alt="""Two histograms over fifty noise problems: the best cross-validation error of
    eight widths centres well below one half, the error of the winners on fresh points at it.""",
)

# %% tags=["proof"] proves="DME-F4.9 DME-u45"
agree(least.mean() < 0.46, "the score of the winner is too good")
agree(abs(fresh.mean() - 0.5) < 0.05, "the winner is no better than a coin")

# %% [markdown]
# The widths are close relatives, so eight tries count like a few. Tries that have less in common, as in the demo of section 6, sink faster.
#
# > **In short.** Choose by cross-validation, lean to the simple side, report from points that never voted.

# %% [markdown] needs="6.1" why="Enter if squared errors are not what you pay." teaches="DME-4.50 DME-4.51 DME-4.52"
# ### 6l. Other losses
#
# So far a mistake cost its square. With residual $r=\hat y-y$ one may also take
#
# $$\tfrac12r^2\ \text{(square)},\qquad|r|\ \text{(absolute)},\qquad\begin{cases}\tfrac12r^2&|r|<\delta\\\delta|r|-\tfrac12\delta^2&\text{else}\end{cases}\ \text{(Huber)}$$
#
# (About the ½: a factor in front of a loss moves no minimum. In this room losses of a residual carry it, so that their slope is $r$, and losses of a margin, below, do not, so that a margin of zero costs 1. Everywhere else in the chapter the squared error is $r^2$.)
#
# > **Predict.** Which constant is best for the ten numbers 0, 1, 1, 1, 2, 3, 4, 4, 5, 9 under the square loss, and which under the absolute loss? Now somebody mistypes 9 as 9000.

# %%
ten = np.array([0, 1, 1, 1, 2, 3, 4, 4, 5, 9.0])
typo = np.where(ten == 9, 9000, ten)
constants = np.linspace(0, 1000, 20_001)[:, None]
for loss in (losses.square, losses.absolute, losses.huber):
    total = [loss(constants - v).sum(axis=1) for v in (ten, typo)]
    best = [constants[np.isclose(t, t.min(), rtol=1e-12)].mean() for t in total]
    print(f"{loss.__name__:8}: {best[0]:.2f}, with the typo {best[1]:.2f}")

# %% [markdown] teaches="DME-F4.10"
# The square asks for the mean, the absolute value for the median (anything from 2 to 3 will do; the middle is printed). Huber's constant stays near the median, and the loss is smooth:

# %% tags=["drawing"] proves="DME-4.52" shows="DME-F4.10"
r = np.linspace(-3, 3, 121)
series = {f.__name__: f(r) for f in (losses.square, losses.absolute, losses.huber)}
ax = plots.curves(r, series, xlabel="residual", ylabel="loss", title="Huber calms the square down")
plots.show(
    ax,
    alt="""Three losses over the residual from minus three to three: the square as a
    parabola, the absolute value as a vee, and Huber's loss, round at the bottom and straight
    from one on.""",
)
slopes_there = np.diff(losses.huber([1 - 1e-7, 1, 1 + 1e-7])) / 1e-7
agree(slopes_there, 1.0, "where Huber's pieces meet, both have slope 1", tol=1e-6)

# %% [markdown] teaches="DME-4.69 DME-u48 DME-4.71 DME-4.72 DME-4.73 DME-4.74 DME-4.75 DME-u49"
# In classification the label is a sign, $\hat y=\operatorname{sgn}h(x)$, and the part of the residual is played by the **margin** $m=y\,h(x)$: positive if right, and larger the surer. What we pay is the zero-one loss, 1 if $m\le0$. It is flat except for one jump. Move a parameter a little, and as a rule nothing changes: its slope is zero and shows no way down. Hence the **proxies**, losses with a slope, which we minimise *in place of* the one we pay:
#
# | name | loss of the margin |
# |---|---|
# | square | $(h-y)^2=(1-m)^2$, since $y^2=1$ |
# | log | $\ln(1+e^{-m})$ |
# | exponential | $e^{-m}$ |
# | hinge | $\max(0,1-m)$ |
# | squared hinge | $\max(0,1-m)^2$, differentiable at 1 too |
# | Huberised hinge | squared hinge, but $-4m$ for $m<-1$ |
#
# At five margins:

# %%
m = np.array([-2.0, -1, 0, 1, 2])
for f in (losses.zero_one, losses.hinge, losses.squared_hinge, losses.huberised_hinge, losses.log):
    print(f"{f.__name__:16}", f(m).round(2))
print(f"{'square':16}", 2 * losses.square(1 - m))

# %% tags=["drawing"] shows="DME-F4.12"
m = np.linspace(-2.5, 2.5, 201)
named = ("hinge", "squared_hinge", "huberised_hinge", "log", "exponential")
ax = plots.axes(width=7, height=3.6)
plots.curves(m, {name.replace("_", " "): getattr(losses, name)(m) for name in named}, ax=ax)
ax.plot(m, (1 - m) ** 2, ":", color="black", label="square")
ax.step(m, losses.zero_one(m), color="black", linewidth=2.5, label="zero-one")
ax.set(ylim=(-0.2, 9), xlabel="margin y h(x)", ylabel="loss", title="Stand-ins for a step")
ax.legend(loc="upper right")
plots.show(
    ax,
    alt="""Seven losses over the margin. The zero-one loss is a step at zero. Hinge,
    squared hinge, Huberised hinge, log and exponential loss fall towards zero for positive
    margins; only the square loss rises again beyond one.""",
)

# %% [markdown] teaches="DME-F4.12"
# All of them charge for small positive margins, which asks for confident decisions. The square is the odd one out: it charges for *being right by a lot*. Seven points on a line, two of them far out on the right side:

# %%
far, sign = np.array([-3.0, -2, -1, 1, 2, 40, 50]), np.array([-1, -1, -1, 1, 1, 1, 1])
for name, h in (("h(x) = x", [0, 1]), ("least squares", polynomial_regression(far, sign, 1))):
    m = sign * polyval(far, h)
    print(f"{name:13}: square {np.mean((1 - m) ** 2):6.2f}, ", end="")
    hinge, misses = losses.squared_hinge(m).mean(), losses.zero_one(m).sum()
    print(f"squared hinge {hinge:.2f}, wrong {misses:.0f}")

# %% [markdown] teaches="DME-4.76 DME-4.77..4.79"
# The line $h(x)=x$ is perfect, and the square loss finds it appalling.
#
# Sometimes the goal is not a label but the probability itself, $p(y\mid x)$: section 7 needs it to set a threshold. The log loss gives it. Model $P(y=1\mid x)=1/(1+e^{-h(x)})$, hence $P(y=-1\mid x)=1/(1+e^{h(x)})$: in one formula $1/(1+e^{-m})$. The log-likelihood of independent labels is then minus the summed log loss:
#
# $$\ell(h)=\sum_i\ln P(y_i\mid x_i)=-\sum_i\ln\bigl(1+e^{-y_ih(x_i)}\bigr) \tag{4.79}$$
#
# Least log loss is maximum likelihood. Ours, by a general optimiser, beside scikit-learn's:

# %%
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

moons, side = datasets.moons(200, np.random.default_rng(1), noise=0.4)

# %% proves="DME-4.76 DME-4.77..4.79"
ours = minimize(lambda t: losses.log(side * (t[0] + moons @ t[1:])).sum(), np.zeros(3)).x
theirs = LogisticRegression(C=1e9, tol=1e-8).fit(moons, side)
print(f"ours   {ours.round(2)}")
print(f"theirs {np.append(theirs.intercept_, theirs.coef_).round(2)}")
agree(ours, np.append(theirs.intercept_, theirs.coef_), "two routes, one classifier", tol=1e-3)
likelihood = np.log(theirs.predict_proba(moons)[range(200), (side > 0).astype(int)]).sum()
summed = losses.log(side * theirs.decision_function(moons)).sum()
agree(likelihood, -summed, "the log-likelihood is minus the summed log loss")

# %% [markdown] teaches="DME-4.70"
# **Find the slip.** The notes print the zero-one loss (4.70) as: 1 if $y\,h(x)<0$, and 0 otherwise. Which function then has loss zero on every data set? Think before you look.

# %% proves="DME-4.70"
nothing = np.zeros(200)  # h(x) = 0 for all x: no opinion on anything
printed = (side * nothing < 0).mean()
print(f"h = 0: printed loss {printed:.0f}, repaired {losses.zero_one(side * nothing).mean():.0f}")
agree(printed, 0.0, "as printed, who says nothing is never wrong")
agree(losses.zero_one(side * nothing), 1.0, "repaired, always")

# %% [markdown]
# **Repair.** $y\,h(x)\le0$: a tie is an error. It is no hair-splitting. A sparse model whose weights have all been shrunk to zero returns exactly 0; under the printed rule a search for λ would pick the empty model.
#
# > **In short.** Fit with a loss that has slopes; judge with the loss that you pay.

# %% [markdown] needs="6.7" why="Enter if the ill are rare, and accuracy looks splendid." teaches="DME-4.63 DME-4.64..4.68"
# ### 6m. Rare classes
#
# If one case in a hundred is ill, calling everybody healthy is right 99 times in a hundred. To stop that, divide the price of each mistake by the share of its true class:
#
# $$L=\begin{pmatrix}0&1/P(y=1)\\1/P(y=-1)&0\end{pmatrix}\quad\text{in the order }(-1,1),\qquad\mathcal J(h)=\mathrm{FPR}+\mathrm{FNR}$$
#
# The expected loss is the sum of the two error rates: $\frac{p(1,-1)}{P(y=-1)}$ is the false-positive rate, and likewise the other. On the table of section 7:

# %% proves="DME-4.63 DME-4.64..4.68"
balanced = np.array([[0, 1 / 0.3], [1 / 0.7, 0]])
both_rates = rates.false_positive + rates.false_negative
print(f"expected loss {(balanced * p).sum():.4f}, FPR + FNR {both_rates:.4f}")
agree((balanced * p).sum(), both_rates, "the balanced loss is FPR + FNR")

# %% [markdown]
# **Find the slip.** The notes print this matrix without saying which row is which, beside a table that lists class 1 first. What does it compute if one reads it in *that* order?

# %% proves="DME-4.63 DME-4.64..4.68"
one_first = p[::-1, ::-1]  # the same joint table in the order (1, -1)
print(
    f"order (−1, 1): {(balanced * p).sum():.4f}; order (1, −1): {(balanced * one_first).sum():.4f}"
)
agree((balanced * one_first).sum() > 1.3 * both_rates, "in the other order it is something else")

# %% tags=["proof"] proves="DME-4.63 DME-4.64..4.68"
priced, both_of = [], []
for joint in np.random.default_rng(23).dirichlet(np.ones(4), size=100).reshape(100, 2, 2):
    part = joint.sum(axis=0)
    L = np.array([[0, 1 / part[1]], [1 / part[0], 0]])
    priced.append((L * joint).sum())
    both_of.append(joint[1, 0] / part[0] + joint[0, 1] / part[1])
agree(priced, both_of, "a hundred random tables: expected price is FPR + FNR")

# %% [markdown]
# In the other order each mistake is divided by the *wrong* class's share, and the rare class, which was to be protected, is ignored all the more. **Repair**: write no matrix without labelled rows.
#
# > **In short.** Weigh by class, and the rare one counts as much as the common one.

# %% [markdown] needs="6.7" why="Enter if nobody will tell you the price." teaches="DME-F4.11 DME-u47"
# ### 6n. Every threshold at once
#
# Prices change, and scores are often no probabilities. So look at all thresholds. In **ROC space** a classifier is a point: false-positive rate to the right (cost), true-positive rate upwards (benefit).
#
# > **Predict.** A classifier calls everybody ill with probability 0.8, without looking. Where is it? And what would you do with one that lies below the diagonal?
# >
# > <details><summary>Answer</summary>
# >
# > At (0.8, 0.8), on the diagonal, where all guessing lives. Below the diagonal: do the opposite of what it says, and it is above.
# > </details>
#
# Slide the threshold of a score from high to low, and the point runs from (0, 0) to (1, 1) along the **ROC curve**. Two Parzen classifiers on half-moons, judged on fresh points; B is the guesser, A and C are placed by hand:

# %% tags=["drawing"] shows="DME-F4.11 DME-u47"
train, y_train = datasets.moons(120, np.random.default_rng(3), noise=0.3)
new, y_new = datasets.moons(1000, np.random.default_rng(4), noise=0.3)
windows = {s: ParzenClassifier(Gaussian(s)).fit(train, y_train) for s in (0.2, 2.0)}
score = {s: rule.decision_function(new) for s, rule in windows.items()}
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
plots.show(
    ax,
    alt="""ROC space with two curves above the diagonal that cross twice: width 2 is
    higher at the far left and on the right, width 0.2 in between; their areas are nearly equal.
    Point A lies in the upper left, B on the diagonal at 0.8, 0.8 and C below the diagonal.""",
)

# %%
for ceiling in (0.01, 0.1, 0.5):
    hits = [np.interp(ceiling, *losses.roc_curve(y_new, s)[:2]) for s in score.values()]
    print(f"at {ceiling:.0%} false positives σ = 0.2 finds {hits[0]:.0%}, σ = 2 {hits[1]:.0%}")

# %% tags=["proof"] proves="DME-F4.11"
drawn = np.random.default_rng(24).random(1000)
blind = losses.confusion_rates(y_new, np.where(drawn < 0.8, 1, -1))
at = np.array([blind.false_positive, blind.true_positive])
agree(np.abs(at - 0.8) < 0.06, "who guesses +1 with probability 0.8 stands near (0.8, 0.8)")

# %% [markdown]
# The curves cross, twice. Who can bear one false alarm in a hundred takes the wide window, at one in ten the narrow one, and who must find nearly all positives the wide one again. Their **areas** are all but equal.
#
# What the area does say: it is the probability that a random positive scores above a random negative, ties counting half. So one can count pairs: concordant if the positive one scores higher, discordant if lower.
#
# $$\mathrm{AUC}=P(s_+>s_-)+\tfrac12P(s_+=s_-)=\frac12+\frac{n_c-n_d}{2\,n_+n_-}$$

# %%
s = score[2.0].round(2)  # rounded, so that there are ties
plus, minus = s[y_new > 0], s[y_new < 0]
pairs = (plus[:, None] > minus).mean() + (plus[:, None] == minus).mean() / 2
fpr, tpr, _ = losses.roc_curve(y_new, s)
print(f"pairs in order {pairs:.4f}, area by trapezoids {np.trapezoid(tpr, fpr):.4f}")

# %% tags=["proof"] proves="DME-u47"
from featurespace import describe

agree(
    pairs, losses.auc(y_new, s), np.trapezoid(tpr, fpr), "the area is the share of pairs in order"
)
concordant, discordant, _ = describe.pair_counts(y_new, s)
by_counts = 0.5 + (concordant - discordant) / (2 * len(plus) * len(minus))
agree(by_counts, pairs, "concordant and discordant pairs give the same area")
areas = [losses.auc(y_new, values) for values in (score[2.0], score[2.0] ** 3)]
agree(*areas, "only the order of the scores counts: cubing them changes nothing")

# %% [markdown]
# Only the order of the scores enters. By the same token the area cannot tell you where to cut. Predict, then move the price:

# %%
demos.threshold_and_price()

# %% [markdown]
# **Find the slip.** The notes advise to take the threshold *closest to the upper-left corner*, and elsewhere to minimise FPR + FNR. Two points on one curve, (0, 0.6) and (0.25, 0.8): which is better?

# %% proves="DME-u47"
for fpr, tpr in ((0, 0.6), (0.25, 0.8)):
    corner = np.hypot(fpr, 1 - tpr)
    print(f"({fpr}, {tpr}): {corner:.2f} from the corner, FPR + FNR {fpr + 1 - tpr:.2f}")
agree(corner < 0.4 and fpr + 1 - tpr > 0.4, "the second is nearer, the first has the smaller sum")

# %% [markdown]
# The two wishes disagree, and geometry cannot decide; prices can. The cost is $c_{FP}P(y=-1)\,\mathrm{FPR}+c_{FN}P(y=1)\,\mathrm{FNR}$, and points of equal cost lie on straight lines of slope $\frac{c_{FP}P(-1)}{c_{FN}P(1)}$, not on circles.
#
# > **In short.** The curve shows what is possible, the area how good the order is; the price picks the point.

# %% [markdown] needs="6.7" why="Enter if your classifier speaks in p-values and your boss in money." teaches="H-r01 H-q03"
# ### 6o. Money for p-values
#
# A factory. Good parts scatter around one point; faulty ones, a fifth of all, around another. For each part a **p-value** says how probable a *good* part at least as far out would be ([chapter 4](04_pca.ipynb) has a classifier that does this). A p-value knows nothing of money. The **discrete Bayes rule** does: look up $P(\text{cell}\mid\text{class})$ in a table, multiply by prior and gain, take the best. But a table needs an integer address, so the p-value is **quantised** into $B$ bins.
#
# *Equal width*: $p$ goes to bin $\lfloor Bp\rfloor$, and $p=1$ to the last one, number $B-1$. *Equal mass*: sort $Z$ training values and cut at every $(Z/B)$-th; each bin holds exactly $Z/B$ of them:


# %%
def equal_width(p, bins):
    return np.minimum((bins * p).astype(int), bins - 1)


def equal_mass(p, sample, bins):
    cuts = np.sort(sample)[len(sample) // bins * np.arange(1, bins) - 1]
    return np.searchsorted(cuts, p)  # how many cuts lie below p


def parts(n, rng):
    good = rng.random(n) > 0.2
    return rng.normal(size=(n, 2)) + np.where(good[:, None], 0, [4, 0]), good


# %% [markdown]
# > **Predict.** One part in five is faulty, and far out. How full is the first of ten equally wide bins?
# >
# > <details><summary>Answer</summary>
# >
# > The p-values of good parts are spread evenly over $[0,1]$; those of faulty parts crowd near zero. So the first bin holds nearly all faulty parts and a tenth of the good ones: more than a quarter of everything.
# > </details>

# %%
from featurespace import normal

factory = np.random.default_rng(25)
law = normal.normal_law(factory.normal(size=(500, 2)))  # learnt from 500 good parts
(Z, good), (Z_new, good_new) = parts(1000, factory), parts(50_000, factory)
p_value = normal.tail_probability(Z, law)

# %% [markdown]
# Counted:

# %% proves="H-q03 H-q04"
thick, even = np.bincount(equal_width(p_value, 10)), np.bincount(equal_mass(p_value, p_value, 10))
print("equal width:", thick)
print("equal mass: ", even)
agree(even, 100, "each bin of equal mass holds a tenth")
agree(thick[0] > 230, "the first bin of equal width holds more than twice its share")
ends_of = equal_width(np.array([0, 0.1, 0.9, 0.95, 1]), 10)
agree(ends_of, [0, 1, 9, 9, 9], "ten bins of equal width are numbered 0 to 9")

# %% [markdown]
# Now the money. Selling a good part earns 1, selling a faulty one costs 9, scrapping is free. In each bin sell if that earns money on average, by the counts in the table. And p-values are seldom as good as these; suppose the spread was underestimated by a factor of three. Then even good parts look far out; the *order* of the parts is the same:


# %%
def gain(bins, new_bins):
    """Mean gain on new parts when each of ten bins is sold or scrapped by the table's counts."""
    sell = np.bincount(bins, weights=np.where(good, 1, -9), minlength=10) > 0
    return np.mean(sell[new_bins] * np.where(good_new, 1, -9))


# %% [markdown]
# On 50,000 new parts, with both kinds of bins and both kinds of p-values:

# %%
narrow = law._replace(covariance=law.covariance / 9)
gains = []
for name, used in (("right", law), ("too narrow", narrow)):
    old, later = (normal.tail_probability(values, used) for values in (Z, Z_new))
    by_width = gain(equal_width(old, 10), equal_width(later, 10))
    by_mass = gain(equal_mass(old, old, 10), equal_mass(later, old, 10))
    gains.append((by_width, by_mass))
    print(f"spread {name:10}: equal width {by_width:.2f}, equal mass {by_mass:.2f}")
everything = np.mean(np.where(good_new, 1, -9))
print(f"sell all {everything:.1f}, sell none 0, know all {good_new.mean():.2f}")

# %% tags=["proof"]
p_narrow = normal.tail_probability(Z, narrow)
agree(abs(gains[0][0] - gains[0][1]) < 0.06, "with good p-values neither is much better")
agree(gains[1][0] < gains[0][0] / 2, "with bad ones equal width loses more than half")
agree(gains[1][1], gains[0][1], "and equal mass nothing")
agree(np.mean(p_narrow < 0.1) > 0.75, "for three parts in four share the first bin of equal width")

# %% [markdown] teaches="H-F05"
# Equal mass does not notice. Like the ROC curve it uses nothing but the order:

# %% tags=["drawing"] shows="H-F05"
row = plots.axes(2, height=3)
bins, titles = np.linspace(0, 1, 41), ("Right: most cuts even", "Too narrow: cuts follow the parts")
look = {"stacked": True, "color": [plots.BLUE, plots.ORANGE], "label": ["good", "faulty"]}
for ax, values, title in zip(row, (p_value, p_narrow), titles, strict=True):
    counts, *_ = ax.hist([values[good], values[~good]], bins, alpha=0.55, **look)
    ax.vlines(np.sort(values)[99:-1:100], 0, counts.max(), "black", lw=1, label="equal mass")
    ax.set(xlabel="p-value", ylabel="parts", title=title)
row[1].legend(loc="upper right")
plots.show(
    row[0],
    alt="""Two histograms of p-values of good and faulty parts with nine cuts of
    equal mass. With the right spread the good parts are even and so are most cuts, two lie close
    to zero. With a spread too narrow nearly all parts crowd near zero and the cuts follow them.""",
)

# %% [markdown] teaches="H-q04"
# **Find the slip.** The slides send $p$ to the last of $B$ equal-mass bins if $p\ge p_{(B-1)}$, where $p_{(k)}$ is the $k$-th *smallest* of $Z$ training values. How full is the last of ten bins, for our thousand values?

# %% proves="H-q04"
ranked = np.sort(p_value)
print(f"printed: {np.mean(p_value >= ranked[8]):.1%} in the last bin; ", end="")
print(f"repaired: {np.mean(p_value > ranked[899]):.1%}")
agree(np.mean(p_value > ranked[899]), 0.1, "repaired, the last of ten bins holds a tenth")
agree(np.mean(p_value >= ranked[8]), 0.992, "as printed, all but eight values of a thousand")

# %% [markdown]
# **Repair.** The cut is $p_{((B-1)Z/B)}$: count values, not bins.
#
# > **In short.** Bins of equal width trust the numbers; bins of equal mass trust only their order.

# %% [markdown] needs="6.8" why="Enter before you do any of this at work."
# ### 6p. The usual tools
#
# Given the same folds, scikit-learn's numbers are ours. Scores are "higher is better" there, hence the minus sign: the most common slip in practice.

# %% proves="DME-4.46"
from sklearn.model_selection import KFold

from featurespace.estimators import PolynomialRegression

x, y = datasets.cubic_world(120, np.random.default_rng(5))
X, in_turn = x[:, None], {"cv": KFold(5), "scoring": "neg_mean_squared_error"}
their_folds = [test for _, test in KFold(5).split(x)]
search = GridSearchCV(PolynomialRegression(), {"degree": range(7)}, **in_turn).fit(X, y)
by_cv = generalisation.select_cross_validation(polynomials, range(7), X, y, squared, their_folds)
print(f"degree {search.best_params_['degree']} by GridSearchCV, {by_cv.value} by ours")
agree(-search.best_score_, by_cv.loss, "by the same score")

# %% tags=["proof"] proves="DME-4.33..4.34 DME-u42 DME-u47"
from sklearn.linear_model import RidgeCV
from sklearn.metrics import roc_auc_score

by_ours = generalisation.cross_validate(cubic, X, y, squared, their_folds)
agree(by_ours, -cross_val_score(PolynomialRegression(3), X, y, **in_turn), "the same fold losses")
alphas, A = np.logspace(-2, 2, 9), powers(X, 5)[:, 1:]
ridge = RidgeCV(alphas=alphas, fit_intercept=False, store_cv_results=True).fit(A, y)
left_each = generalisation.leave_one_out(A @ A.T, y, alphas)
agree(ridge.cv_results_.T, left_each**2, "RidgeCV: the same leave-one-out losses")
agree(ridge.alpha_, alphas[(left_each**2).mean(axis=1).argmin()], "and the same choice")
agree(roc_auc_score(y_work, left_out), losses.auc(y_work, left_out), "the same area under a curve")

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
# | one knob, drawn | `validation_curve`, `learning_curve` | 5 a value | you want the picture |
# | keep steps inside the folds | `make_pipeline(…)` | none extra | always |
#
# With kernel methods each fit costs $n^3$, so the 600 fits of section 8 on some 360 points are a matter of seconds, and on 36,000 points a million times that: there, search on a subsample, or first cut the rank ([chapter 2](02_gram_schmidt_and_cholesky.ipynb)).
#
# > **In short.** Three calls do nearly all of it: `make_pipeline`, `GridSearchCV`, `cross_val_score`.
