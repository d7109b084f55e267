# %% [markdown]
# # Exercises 6: generalisation
#
# Eleven exercises on [chapter 6](../course/06_generalisation.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.ridge_line.hint()`, then `check.ridge_line.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.
#
# Labels `y` are −1 and +1. The **margin** of a prediction $h$ is $m=yh$: positive means right. The **cubic world** draws $x\sim N(0,1)$ and $y=g(x)+\varepsilon$ with $g(x)=\frac14x+\frac34x^2+x^3$ and noise $\varepsilon\sim N(0,1)$; its loss is the squared error, without a factor ½.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np
from numpy.polynomial.polynomial import polyval

from featurespace import describe, generalisation, kernels, losses
from featurespace.checks import generalisation as check
from featurespace.datasets import cubic_world
from featurespace.generalisation import polynomial_regression

# %% [markdown]
# ## A worked example: the error rate
#
# *Given the labels `y` and the predictions `h`, real numbers of which the sign names the class, return the share of errors.* A point is right if its margin is positive. If $h=0$, no class has been named, and that counts as an error; the notes print $m<0$ as the condition, and so the rule "$h=0$ always" would never be wrong. Four points, one of them a tie:


# %%
def error_rate(y, h):
    return np.mean(y * h <= 0)


assert error_rate(np.array([1, -1, 1, -1]), np.array([0.3, -2.0, 0.0, 5.0])) == 2 / 4

# %% [markdown]
# ## 1. Prices of a margin
#
# `m` is an array of margins. Return four losses for each: the square loss $(1-m)^2$, the hinge loss $\max(0,1-m)$, the **squared hinge** (the hinge loss, squared) and the **Huberised** squared hinge. The last one is the squared hinge down to margin −1. Below, where a point is badly wrong and probably an outlier, it goes on as a straight line, with no jump and no kink at −1. Two lines are given, two are missing.


# %%
def margin_losses(m):
    square = (1 - m) ** 2
    hinge = np.maximum(0, 1 - m)
    ### BEGIN SOLUTION
    squared_hinge = hinge**2
    huberised = np.where(m < -1, -4 * m, squared_hinge)
    ### END SOLUTION
    return square, hinge, squared_hinge, huberised


# %%
check.margin_losses(margin_losses)

# %% [markdown] tags=["solution"]
# At $m=-1$ the parabola $(1-m)^2$ is 4 high and has the slope $-2(1-m)=-4$. The line through that point with that slope is $4-4(m+1)=-4m$. All four at the margins −2 to 2:

# %% tags=["solution"]
m = np.arange(-2, 3)
for name, prices in zip(("square", "hinge", "squared", "Huberised"), margin_losses(m), strict=True):
    print(f"{name:>9}", prices)
assert np.allclose(margin_losses(m)[3], losses.huberised_hinge(m))

# %% [markdown]
# ## 2. A likelihood is a loss
#
# A logistic model with the score $h$ gives the label $y$ the probability
#
# $$P(y)=\frac1{1+e^{-yh}}\,.$$
#
# Return the log-likelihood of independent labels `y` (n,), given their scores `h` (n,): one number. The scores may be large: a model that is certain and wrong must cost a lot, but not infinitely much.


# %%
def log_likelihood(y, h):
    ### BEGIN SOLUTION
    return -np.sum(np.logaddexp(0, -y * h))
    ### END SOLUTION


# %%
check.log_likelihood(log_likelihood)

# %% [markdown] tags=["solution"]
# $\log P(y)=-\log(1+e^{-yh})$, which is minus the log loss of the margin: to maximise the likelihood is to minimise the summed log loss. `np.logaddexp(a, b)` is $\log(e^a+e^b)$, computed with the larger exponent taken out first. At margin −900 the plain formula stops at infinity; the price is 900:

# %% tags=["solution"]
print(f"{log_likelihood(np.array([1, 1]), np.array([0, -900])):.4f}  (two points: −ln 2 and −900)")

# %% [markdown]
# ## 3. The line through the mean point
#
# Return the intercept $\theta_0$ and the slope $\theta_1$ of the line $\theta_0+\theta_1x$ with the smallest cost
#
# $$\frac1n\sum_i(y_i-\theta_0-\theta_1x_i)^2+\lambda\,\theta_1^2\,.$$
#
# The penalty holds the slope only. The first line is given; for which $\theta_0$, given $\theta_1$, is the cost smallest? For the points (0, 0), (2, 4) the answer is (0, 2) if $\lambda=0$, and (1, 1) if $\lambda=1$.


# %%
def ridge_line(x, y, lam):
    x_centred, y_centred = x - x.mean(), y - y.mean()
    ### BEGIN SOLUTION
    slope = np.mean(x_centred * y_centred) / (np.mean(x_centred**2) + lam)
    return y.mean() - slope * x.mean(), slope
    ### END SOLUTION


# %%
check.ridge_line(ridge_line)

# %% [markdown] tags=["solution"]
# The derivative by $\theta_0$ is zero if the residuals add up to zero: $\theta_0=\bar y-\theta_1\bar x$, with or without $\lambda$. So every one of these lines passes through the mean point. Put in, the cost is $\frac1n\sum(\tilde y_i-\theta_1\tilde x_i)^2+\lambda\theta_1^2$ with centred $\tilde x,\tilde y$, a parabola in $\theta_1$ alone. The library solves the same for any degree:

# %% tags=["solution"]
x, y = cubic_world(20, np.random.default_rng(1))
for lam in (0, 0.5, 10):
    intercept, slope = ridge_line(x, y, lam)
    assert np.isclose(intercept + slope * x.mean(), y.mean())
    assert np.allclose(polynomial_regression(x, y, degree=1, lam=lam), (intercept, slope))

# %% [markdown]
# ## 4. What a fit hides
#
# How large is the training loss on average? Draw `sets` training sets of `n` points from the cubic world, with `cubic_world(n, rng)`. Fit each with `polynomial_regression(x, y, degree)`, which returns the coefficients, constant first; `polyval(x, theta)` evaluates them. Return the average over the sets of the mean squared residual **on the training points**. The degree is 3 or more, so the model contains the truth; before you run anything, guess whether the answer is above, at or below the noise variance 1. (If you find the answer by thought alone, return that. The check allows for chance.)


# %%
def mean_training_loss(n, degree, sets, rng):
    ### BEGIN SOLUTION
    values = []
    for _ in range(sets):
        x, y = cubic_world(n, rng)
        theta = polynomial_regression(x, y, degree)
        values.append(np.mean((y - polyval(x, theta)) ** 2))
    return np.mean(values)
    ### END SOLUTION


# %%
check.mean_training_loss(mean_training_loss)

# %% [markdown] tags=["solution"]
# By thought: the fit projects $y$ on the $q+1$ columns $1,x,\dots,x^q$, with $q$ the degree. The true curve lies among them, so the residual is the noise without its part in these $q+1$ dimensions. Each of the $n$ dimensions holds noise of variance 1, so $\frac{n-(q+1)}n=1-\frac{q+1}n$ is left. The better the training loss looks, the more noise the fit has learnt:

# %% tags=["solution"]
for degree in (3, 5, 8):
    simulated = mean_training_loss(20, degree, 1000, np.random.default_rng(degree))
    print(f"degree {degree}: simulated {simulated:.2f}, law {1 - (degree + 1) / 20:.2f}")
    assert abs(simulated - (1 - (degree + 1) / 20)) < 0.05

# %% [markdown]
# ## 5. No test set needed
#
# In the cubic world nobody needs to hold anything out. Given the coefficients `theta` of a polynomial $h$ (constant first; an array of any length, shorter or longer than that of $g$), return its exact prediction loss $\mathbb E(h(x)-y)^2$ for a new $x\sim N(0,1)$ and its $y$. The true coefficients and the moments $\mathbb Ex^p$ of the Gaussian are given:


# %%
cubic = np.array([0, 1 / 4, 3 / 4, 1])


def moment(p):
    return 0 if p % 2 else np.prod(np.arange(1, p, 2))


print("E x^p for p = 0 to 8:", *(int(moment(p)) for p in range(9)))

# %% [markdown]
# Four values to test yours by: `[3/4]` has the loss 299/16, `[3/4, 13/4]` has 65/8, `[0, 13/4, 3/4]` has 7, and the truth itself has 1.


# %%
def prediction_loss(theta):
    ### BEGIN SOLUTION
    size = max(len(theta), 4)
    e = np.pad(theta, (0, size - len(theta))) - np.pad(cubic, (0, size - 4))
    powers = range(size)
    return 1 + sum(e[i] * e[j] * moment(i + j) for i in powers for j in powers)
    ### END SOLUTION


# %%
check.prediction_loss(prediction_loss)

# %% [markdown] tags=["solution"]
# The noise is independent of $x$ and has mean 0, so $\mathbb E(h-y)^2=1+\mathbb E(h-g)^2$. The difference $h-g$ is a polynomial with the coefficients $e$; its square is $\sum_{ij}e_ie_jx^{i+j}$, and the mean goes through to the powers. The four values are the best that polynomials of degree 0, 1, 2 and 3 can do, and no amount of data gets below them:

# %% tags=["solution"]
best = ([3 / 4], [3 / 4, 13 / 4], [0, 13 / 4, 3 / 4], cubic)
floors = [float(prediction_loss(np.array(theta))) for theta in best]
print("floors:", *floors)
assert floors == [299 / 16, 65 / 8, 7, 1]
assert floors == [generalisation.prediction_loss(theta) for theta in best]

# %% [markdown]
# ## 6. Fair folds
#
# Return a list of `k` folds: arrays with the numbers (0 to n − 1) of the points to hold out, for points whose classes are `labels` (n,). There may be more than two classes. Every point belongs to exactly one fold; the fold sizes differ by at most one, **and so do the numbers of points of each class**; who goes where is left to `rng`. (`n` and the class sizes need not be multiples of `k`.)


# %%
def stratified_folds(labels, k, rng):
    ### BEGIN SOLUTION
    order = rng.permutation(len(labels))
    order = order[np.argsort(labels[order], kind="stable")]
    return [order[i::k] for i in range(k)]
    ### END SOLUTION


# %%
check.stratified_folds(stratified_folds)

# %% [markdown] tags=["solution"]
# Shuffle, sort by class, deal like cards. Points of a class stand next to each other, so dealing shares them out evenly; and as the dealing goes on from class to class without a new start, the folds come out even too. Splitting each class by itself gives the leftovers of *every* class to the same first folds:

# %% tags=["solution"]
labels = np.repeat([0, 1, 2], [11, 7, 3])
folds = stratified_folds(labels, 5, np.random.default_rng(2))
print("each class in each fold:", [np.bincount(labels[f], minlength=3).tolist() for f in folds])
parts = zip(*(np.array_split(np.flatnonzero(labels == c), 5) for c in range(3)), strict=True)
print("sizes, dealt on from class to class:  ", [len(fold) for fold in folds])
print("sizes, each class split by itself:    ", [sum(map(len, fold)) for fold in parts])

# %% [markdown]
# ## 7. Leave one out, for the price of none
#
# Kernel ridge regression predicts $f(x)=k^\top(K+\lambda I)^{-1}y$, where $k$ holds the inner products of $x$ with the training points. So the fitted values are $Hy$ with $H=K(K+\lambda I)^{-1}$. Return the $n$ **leave-one-out residuals**: $y_i$ minus the prediction at $x_i$ of the fit to the other $n-1$ points, with the same $\lambda$. A loop over $n$ fits would pass the check. But one fit is enough: all you need stands in $H$.


# %%
def left_out_residuals(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(y)), K)
    ### BEGIN SOLUTION
    return (y - H @ y) / (1 - np.diag(H))
    ### END SOLUTION


# %%
check.left_out_residuals(left_out_residuals)

# %% [markdown] tags=["solution"]
# Leave point $i$ out, let $p$ be the prediction there, and put a new point $(x_i,p)$ in. It lies on the curve, so the curve is still the best one: its fit costs nothing, and all the rest is as good as it can be. The fitted value at $i$ of these $n$ points is therefore $p$ again: $p=(Hy)_i-h_{ii}y_i+h_{ii}p$. Solve for $p$, and $y_i-p=\frac{y_i-(Hy)_i}{1-h_{ii}}$. The loop agrees, and so does the library, which does many $\lambda$ at once:

# %% tags=["solution"]
x, y = cubic_world(15, np.random.default_rng(3))
K = kernels.Gaussian(0.5)(x[:, None])
loop = []
for i in range(15):
    rest = np.arange(15) != i
    alpha = np.linalg.solve(K[np.ix_(rest, rest)] + 0.1 * np.eye(14), y[rest])
    loop.append(y[i] - K[i, rest] @ alpha)
assert np.allclose(left_out_residuals(K, y, 0.1), loop)
assert np.allclose(generalisation.leave_one_out(K, y, [0.1])[0], loop)

# %% [markdown]
# ## 8. One standard error
#
# `scores` (G, F) holds the losses of $G$ models (rows, the simplest first) on $F$ folds (columns). The best model is the one with the smallest mean loss; among equals, the simplest. Return the number of the row that the **one-standard-error rule** picks: the simplest of *all* models whose mean loss is at most the best mean plus the standard error of that best mean. Estimate the standard error from the best model's own $F$ losses, as if they were independent (it is what `scipy.stats.sem` computes; do it by hand). A model exactly on the limit counts as within.


# %%
def one_standard_error(scores):
    ### BEGIN SOLUTION
    means = scores.mean(axis=1)
    best = np.argmin(means)
    error = scores[best].std(ddof=1) / np.sqrt(scores.shape[1])
    return np.flatnonzero(means <= means[best] + error)[0]
    ### END SOLUTION


# %%
check.one_standard_error(one_standard_error)

# %% [markdown] tags=["solution"]
# The standard error of a mean of $K$ values is their standard deviation (`ddof=1`) divided by $\sqrt K$. `argmin` returns the first of several smallest values, which is the simplest; `flatnonzero(...)[0]` the first row within the limit. The folds share most of their training points, so they are not independent, and the error bar is rough, usually too small. As a tie-break in favour of the simple model it serves well.

# %% [markdown]
# ## 9. An area by counting
#
# Return the area under the ROC curve of the labels `y` and the `score`. Do it without the curve: the area is the probability that a positive point, drawn at random, scores higher than a negative one, if equal scores count one half. For the labels (+1, −1, +1, −1) with scores (3, 2, 2, 1) it is 7/8.


# %%
def roc_area(y, score):
    ### BEGIN SOLUTION
    gap = score[y > 0][:, None] - score[y < 0]
    return np.mean((gap > 0) + 0.5 * (gap == 0))
    ### END SOLUTION


# %%
check.roc_area(roc_area)

# %% [markdown] tags=["solution"]
# Of the four mixed pairs three are won and one is a tie. Whoever has met Kendall's $\tau$ has met this area: among the pairs of points with different labels, concordant means that the positive one scores higher. So concordant minus discordant is $(2\cdot\text{area}-1)\,n_+n_-$. And only the order of the scores counts: any increasing function of them has the same area.

# %% tags=["solution"]
rng = np.random.default_rng(4)
y = np.repeat([1, -1], [30, 70])
score = rng.normal(size=100) + 0.8 * (y > 0)
area, pairs = roc_area(y, score), describe.pair_counts(y, score)
print(f"area {area:.3f}; pairs: {pairs.concordant} concordant, {pairs.discordant} discordant")
assert np.isclose(pairs.concordant - pairs.discordant, (2 * area - 1) * 30 * 70)
assert np.isclose(area, losses.auc(y, score)) and area == roc_area(y, np.exp(score))

# %% [markdown]
# ## 10. Find the slip
#
# If mistakes on the rare class should count as much as those on the common one, the notes advise us to price them with the loss matrix (4.63):
#
# $$L=\begin{pmatrix}0&\frac1{P(y=1)}\\\frac1{P(y=-1)}&0\end{pmatrix},\qquad\sum_{i,j}L_{ij}\,p(i,j)=\text{FPR}+\text{FNR}\,.$$
#
# Here $p(i,j)$ is the joint probability of the prediction $\hat y=i$ and the truth $y=j$; the false-positive rate is $P(\hat y=1\mid y=-1)$, the false-negative rate $P(\hat y=-1\mid y=1)$. The table beside the formula lists +1 before −1, so we fill a 2 × 2 table in that order, rows for $\hat y$ and columns for $y$, and try:

# %%
p = np.array([[0.15, 0.08], [0.05, 0.72]])  # rows: predicted +1, −1; columns: true +1, −1
p_plus, p_minus = p.sum(axis=0)
printed = np.array([[0, 1 / p_plus], [1 / p_minus, 0]])
print(f"FPR + FNR: {p[0, 1] / p_minus + p[1, 0] / p_plus:.4f}")
print(f"by (4.63): {np.sum(printed * p):.4f}")

# %% [markdown]
# Return the matrix that does what is promised in this order (+1 first) for **every** classifier, given $P(y=1)$. Right answers cost nothing.


# %%
def loss_matrix(p_plus):
    ### BEGIN SOLUTION
    return np.array([[0, 1 / (1 - p_plus)], [1 / p_plus, 0]])
    ### END SOLUTION


# %%
check.loss_matrix(loss_matrix)

# %% [markdown] tags=["solution"]
# With +1 first, the upper right corner is $p(1,-1)$, the false positives. They happen at $y=-1$, so their price is $1/P(y=-1)$. The printed matrix is right if rows *and* columns start with −1; then the same corner holds $p(-1,1)$, the false negatives. Turn the table round and the printed sum is what it promised:

# %% tags=["solution"]
turned = p[::-1, ::-1]  # rows and columns: −1 first
always_minus = np.array([[0, 0], [p_plus, p_minus]])
print(f"mended, +1 first:     {np.sum(loss_matrix(p_plus) * p):.4f}")
print(f"as printed, −1 first: {np.sum(printed * turned):.4f}")
print(f"always −1:            {np.sum(loss_matrix(p_plus) * always_minus):.4f}")

# %% [markdown] tags=["solution"]
# The last line is why one bothers. "Always −1" has no false positives, and it is wrong on a fifth of the points only; FPR + FNR calls it what it is. Any rule that does not look at the data has FPR + FNR = 1.

# %% [markdown]
# ## 11. Leak detective
#
# Fifty patients, a thousand measurements each, and a label that has **nothing to do with them**. Nothing can be learnt. A pipeline that many a paper has used finds the $m$ best features, standardises them and cross-validates. Here it is, with two innocent tools:


# %%
def strongest(X, y, m):
    """Columns of the m features that correlate most with the labels."""
    correlation = (X - X.mean(axis=0)).T @ (y - y.mean()) / X.std(axis=0)
    return np.argsort(-np.abs(correlation))[:m]


def nearest_centre(X, y, Z):
    """The class whose mean is nearer, for each row of Z."""
    minus, plus = (np.sum((Z - X[y == c].mean(axis=0)) ** 2, axis=1) for c in (-1, 1))
    return np.where(plus < minus, 1, -1)


def leaky_error(X, y, folds, m):
    X = X[:, strongest(X, y, m)]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    errors = []
    for fold in folds:
        rest = np.setdiff1d(np.arange(len(y)), fold)
        guess = nearest_centre(X[rest], y[rest], X[fold])
        errors.append(np.mean(guess != y[fold]))
    return np.mean(errors)


# %%
X, y = np.random.default_rng(5).normal(size=(50, 1000)), np.tile([1, -1], 25)
folds = np.arange(50).reshape(5, 10)  # each with five points of either class
print(f"cross-validated error on pure noise: {leaky_error(X, y, folds, 10):.0%}")

# %% [markdown]
# A miracle. Write the honest version of the same pipeline: with the same tools, the same folds and the same classifier, but so that no rule is judged on points it has seen in any way. Return the mean error over the folds. How large should it be here, about?


# %%
def honest_error(X, y, folds, m):
    ### BEGIN SOLUTION
    wrong = []
    for out in folds:
        held_out = np.isin(np.arange(len(y)), out)
        best = strongest(X[~held_out], y[~held_out], m)
        train, test = X[~held_out][:, best], X[held_out][:, best]
        mean, sd = train.mean(axis=0), train.std(axis=0)
        named = nearest_centre((train - mean) / sd, y[~held_out], (test - mean) / sd)
        wrong.append(np.mean(named != y[held_out]))
    return np.mean(wrong)
    ### END SOLUTION


# %%
check.honest_error(honest_error)

# %% [markdown] tags=["solution"]
# The test of an honest procedure is a world where the answer is known. On pure noise it must report one half on average, whatever it is allowed to try. A hundred such worlds:

# %% tags=["solution"]
worlds = [np.random.default_rng(seed).normal(size=(50, 1000)) for seed in range(100)]
for rule in (leaky_error, honest_error):
    found = [rule(X, y, folds, 10) for X in worlds]
    print(f"{rule.__name__}: {np.mean(found):.0%} on average")

# %% [markdown] tags=["solution"]
# Among a thousand features of noise, ten agree well with fifty labels by chance, and with the labels of the held-out points too, since those took part in the choice. Scaling with all points leaks far less, for it never sees a label; but it costs nothing to do it right. In scikit-learn, `make_pipeline(SelectKBest(k=10), StandardScaler(), NearestCentroid())` handed to `cross_val_score` refits every step on every fold.

# %% [markdown]
# ## An open challenge: beat cross-validation
#
# No check for this one. Choose the degree of a polynomial, 0 to 6, from **20 points** of the cubic world. Cross-validation with five folds is the obvious rule. Since the exact prediction loss is known here, we can say how far it stays behind a rule that knows the truth and always takes degree 3. The losses differ by powers of ten, so we average their logarithms:


# %%
def fold_losses(x, y, rng):
    """Losses (7, 5) of the degrees 0 to 6 on five random folds."""
    table, fold = np.zeros((7, 5)), rng.permutation(len(x)) % 5
    for degree, f in np.ndindex(7, 5):
        theta = polynomial_regression(x[fold != f], y[fold != f], degree)
        table[degree, f] = np.mean((y - polyval(x, theta))[fold == f] ** 2)
    return table


def judge(rule, seeds=range(60)):
    """Exact loss (geometric mean over sets) of the degree that rule(x, y, rng) chooses."""
    logs = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        x, y = cubic_world(20, rng)
        theta = polynomial_regression(x, y, rule(x, y, rng))
        logs.append(np.log(generalisation.prediction_loss(theta)))
    return np.exp(np.mean(logs))


# %%
def five_folds(x, y, rng):
    return fold_losses(x, y, rng).mean(axis=1).argmin()


print(f"five folds {judge(five_folds):.2f}; degree 3, always {judge(lambda x, y, rng: 3):.2f}")

# %% [markdown]
# Find a rule that does better *without knowing that the world is cubic*. Write it down before you try it. Where to start: what do the training sets look like on which five folds go badly wrong?

# %%
# Your rule goes here.

# %% [markdown] tags=["solution"]
# One rule among many. Which fold the few far-out points fall into is luck, and cross-validation on 20 points depends on it a good deal. So cross-validate ten times, with new folds each time, and average. It does not cure everything: an average over splits does not bring a single new point. (And now that we have tried rules on these 60 sets, the best of them has been chosen *by* these sets. Other seeds give the fair estimate.)


# %% tags=["solution"]
def ten_times(x, y, rng):
    return sum(fold_losses(x, y, rng).mean(axis=1) for _ in range(10)).argmin()


print(f"ten times five folds {judge(ten_times):.2f}")

# %% [markdown] tags=["solution"]
# And the one-standard-error rule, which takes the simplest model that is nearly best? On the sixty sets it looks as good as the ten times. On two hundred others it keeps little of its gain over five folds: it had been chosen by these sets, the winner's curse once more:


# %% tags=["solution"]
def simplest(x, y, rng):
    return generalisation.one_standard_error(fold_losses(x, y, rng))


others = range(1000, 1200)
for rule in (five_folds, ten_times, simplest):
    known, fresh = judge(rule), judge(rule, others)
    print(f"{rule.__name__:10}: {known:.2f} on the sixty, {fresh:.2f} on others")

# %% [markdown]
# [Back to chapter 6](../course/06_generalisation.ipynb)
