# %% [markdown]
# # 3. Fisher's discriminant
#
# A clinic measures thirty things on every tumour: how large the cell nuclei are, how dented, how uneven. The doctors do not want thirty numbers. They want *one*, and a cut: above it, operate. For 569 tumours the truth is known, 212 malignant and 357 benign. The first try is the rule of [chapter 1](01_means_and_distances.ipynb#4.-Two-means-classify): average the malignant ones, average the benign ones, and score a new tumour by how much nearer it is to the malignant average.

# %%
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from featurespace import datasets, describe, fisher, means, plots
from featurespace.demos import fisher as demos
from featurespace.estimators import KernelFisher, ParzenClassifier
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops
from featurespace.kernels import Gaussian, Linear, Polynomial, quadratic_features

# %%
table = load_breast_cancer()  # 569 tumours, 30 measurements
tumours, sick = table.data, np.where(table.target == 0, 1.0, -1.0)  # +1 malignant, -1 benign
halves = list(StratifiedShuffleSplit(10, test_size=0.5, random_state=0).split(tumours, sick))


def mistakes(model):
    """Malignant tumours missed, benign ones accused: mean over ten halves not trained on."""
    counts, scaled = [], make_pipeline(StandardScaler(), model)
    for learnt, new in halves:
        said = scaled.fit(tumours[learnt], sick[learnt]).predict(tumours[new])
        counts.append([((said != sick[new]) & (sick[new] == s)).sum() for s in (1, -1)])
    return np.mean(counts, axis=0)


nearer_mean = mistakes(ParzenClassifier(Linear()))
print(f"nearer average: {nearer_mean.sum():.1f} of {len(halves[0][1])} new patients wrong")


# %% tags=["drawing"]
def draw_scores(model, ax):
    """Scores of the first half not trained on; returns how many are on the wrong side."""
    learnt, new = halves[0]
    scaled = make_pipeline(StandardScaler(), model).fit(tumours[learnt], sick[learnt])
    score = scaled.decision_function(tumours[new])
    score = score / score.std()
    for sign, name in ((-1, "benign"), (1, "malignant")):
        look = {"color": plots.CLASSES[sign][0], "alpha": 0.55, "edgecolor": "white"}
        look["hatch"] = "" if sign > 0 else "///"
        ax.hist(score[sick[new] == sign], np.linspace(-3, 4, 36), label=name, **look)
    ax.axvline(0, color="black", linewidth=1.5, label="cut")
    ax.set(xlabel="score, in standard deviations", ylabel="patients", xlim=(-3, 4))
    return (np.sign(score) != sick[new]).sum()


ax = plots.axes(width=6.2, height=2.8)
count = draw_scores(ParzenClassifier(Linear()), ax)
ax.legend()
ax.set_title(f"Nearer average: {count} of {len(halves[0][1])} new patients on the wrong side")
plots.show(
    ax,
    alt="""Histograms of one score per patient, benign hatched and malignant plain, with a
    cut at zero. The benign ones form a narrow heap left of the cut, the malignant ones a wide
    heap right of it, and the two overlap around the cut.""",
)

# %% [markdown]
# (The picture is the first of the ten halves.) Some patients lie on the wrong side. Is one number simply too few, or is it the wrong number? A score is a weighted sum of measurements: a projection onto a needle stuck through the cloud of patients. Here are two measurements and a needle you can turn. Predict first:

# %%
demos.turn_the_needle()

# %% [markdown]
# Still one number, and a better needle. For the tumours the best needle will leave {= mistakes(KernelFisher(Linear(), 0.1)).sum():.1f} of 285 wrong, and a bent one {= mistakes(KernelFisher(Gaussian(8), 0.001)).sum():.1f}. This chapter finds both.
#
# **After this chapter you can** compute the spread of data along any direction; find the direction that separates two classes best, by hand for four points; say why it needs a ridge; do the same in feature space, from a table of similarities, for classes of any size; and cut.
#
# **Needs** averages and kernels from [chapter 1](01_means_and_distances.ipynb), the projection onto a direction from [chapter 2](02_gram_schmidt_and_cholesky.ipynb), and [how to solve a linear system](A_linear_algebra.ipynb#4.-The-closest-point). **Sources** sections 5.3 to 5.6 of a kernel-methods book (called *the book* here).
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: ten numbers have mean 5 and variance 4. What are mean and variance after you have multiplied each of them by 3?</summary>
#
# Mean 15, variance 36. A variance is a square, so the factor comes in twice. That is why the length of a direction will never matter in this chapter: above and below the fraction line it cancels.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $X$, $K$ | `X` (n, d), `K` (n, n) | points or their images, one per row; kernel matrix $XX^\top$ |
# | $y$; $n_+$, $n_-$ | `y` | labels ±1; number of points in each class |
# | $w=X^\top\alpha$ | `w`, `alpha` | a direction, and its dual weights |
# | $f=Xw=K\alpha$ | `f` (n,) | projections of the training points |
# | $m_\pm$; $m$ | `m` | class means; $m_+-m_-$ (of images: $\phi_\pm$) |
# | $\mu_\pm$, $\sigma^2_\pm$ | | mean and variance of each class's projections |
# | $S_\pm$; $S$ | `S` (d, d) | covariance matrix of each class; $S_++S_-$ |
# | $B$ | | centres each class of $f$ by itself, with weights (elsewhere $S_B$ is the spread *between* classes) |
# | $t$ | `t` (n,) | $1/n_+$ on the positives, $-1/n_-$ on the negatives |
# | $s$ | `s` (n,) | the same without signs: $1/n_+$ or $1/n_-$ |
# | $h$ | `h` | $2n_+n_-/n$, the harmonic mean of the class sizes |
# | $\lambda$ | `lam` | ridge |
# | $j$ | | the vector of ones |

# %% [markdown] needs="1.4" teaches="ST-u65 ST-5.10"
# ## 1. Two classes on a needle
#
# We look for a rule $\operatorname{sgn}(\langle w,x\rangle-b)$: project onto $w$, then cut at $b$. Nearer average is of this kind, with $w=m=m_+-m_-$, the line that joins the two means. The needle showed what it overlooks: how *wide* the classes are along $w$. So measure the gap against the widths. Let $\mu_\pm$ and $\sigma_\pm^2$ be the means and variances of the projected classes. **Fisher's quotient** is what the curve on the right was drawing:
#
# $$J(w) = \frac{(\mu_+-\mu_-)^2}{\sigma_+^2+\sigma_-^2} \tag{5.10}$$
#
# Far apart above, narrow below.
#
# > **By hand.** These four points will stay with us: + is $(4,1)$ and $(0,-1)$, − is $(1,1)$ and $(-1,-1)$. The means are $(2,0)$ and $(0,0)$. Along the line of the means, $(1,0)$, the projections are 4, 0 and 1, −1: gap 2, variances 4 and 1, so $J=\frac45$, and no cut separates them. Along $(2,-3)$ they are 5, 3 and −1, 1: gap 4, variances 1 and 1, so $J=\frac{16}2=8$. A cut at 2 makes no mistake.
#
# In code it is what it says:


# %%
def quotient(f, y):
    """Fisher's quotient of the projections f."""
    plus, minus = f[y > 0], f[y < 0]
    return (plus.mean() - minus.mean()) ** 2 / (plus.var() + minus.var())


four = np.array([[4, 1], [0, -1], [1, 1], [-1, -1]])  # two points of class +1, two of class -1
sides = np.array([1, 1, -1, -1])
for needle in ([1, 0], [2, -3]):
    print(f"along {needle}: projections {four @ needle}, J = {quotient(four @ needle, sides):.1f}")

# %% [markdown] teaches="ST-F5.2"
# Once more the 60 and 30 points of the demo, projected both ways, and $J$ for every angle of the needle:

# %%
X, y = demos.clouds("tilted")  # the 60 and 30 points of the demo
known = demos.directions("tilted")
degrees = np.arange(180)
J = np.array([quotient(X @ demos.unit(a), y) for a in degrees])

# %% tags=["drawing"] shows="ST-5.10 ST-F5.2"
row = plots.axes(3, height=2.9)
for ax, name, words in zip(row, ("means", "Fisher"), ("Line of means", "Best"), strict=False):
    f = X @ known[name] / (X @ known[name]).std()
    for sign, (colour, _, called) in plots.CLASSES.items():
        look = {"color": colour, "edgecolor": "white", "alpha": 0.5}
        look["hatch"] = "" if sign > 0 else "///"
        ax.hist(f[y == sign], np.linspace(-3, 3, 25), density=True, label=called, **look)
    ax.set(ylim=(0, 1.25), xlabel="projection, in deviations")
    ax.set_title(f"{words}: J = {quotient(f, y):.2f}")
row[1].legend(loc="upper right")
row[2].plot(degrees, J)
for name, (colour, dashes) in demos.LOOKS.items():
    row[2].axvline(demos.angle(known[name]), color=colour, linestyle=dashes, label=name)
row[2].set(ylim=(0, 6.9), xlabel="angle of the needle", title="J: one sharp peak")
row[2].legend(loc="upper center", fontsize=8)
plots.show(
    row[0],
    alt="""Three panels. Projected onto the line of the means, the histograms of the two
    classes overlap by half; projected onto the best direction they form two heaps that barely
    touch. The quotient over the angle of the needle is low from 0 to 110 degrees and has a sharp
    peak at 142; the line of the means, at 14, and the widest direction, at 38, are far from it.""",
)

# %% tags=["proof"] proves="ST-5.10"
dual = np.random.default_rng(0).normal(size=90)
agree(
    quotient(Linear()(X) @ dual, y),
    fisher.fisher_ratio(Linear()(X), y, dual),
    "the quotient = the library's, which asks for K and dual weights",
)
agree(abs(J.argmax() - demos.angle(known["Fisher"])) < 1, "the best of 180 angles is Fisher's")

# %% [markdown]
# > **In short.** A good direction is one along which the classes are narrow, not only far apart.

# %% [markdown] needs="3.1" teaches="ST-u59 ST-u60 ST-u61 ST-5.9"
# ## 2. Spread along a direction
#
# Trying 180 angles works in a plane. With 30 measurements there are too many directions to try. We need a formula, and first of all one for the width.
#
# > **Predict.** A cloud has variance 4 along the first axis and 1 along the second, without correlation. What is its variance along the diagonal?
# >
# > <details><summary>Answer</summary>
# >
# > $(4+1)/2=2.5$. Variances average; deviations do not. The deviation is 1.58, not 1.5.
# > </details>
#
# Move the cloud so that its mean is the origin. The projections onto a unit vector $v$ are then signed numbers with mean zero, and their variance is their mean square. Collect the points as rows of $X$:
#
# $$\sigma_v^2 = \frac1n\sum_i\langle v,x_i\rangle^2 = \frac1n\|Xv\|^2 = v^\top\Bigl(\tfrac1nX^\top X\Bigr)v \tag{5.9}$$
#
# In the brackets stands the **covariance matrix** (Σ in chapters 0 and 4): variances on its diagonal, covariances beside it. It is computed once. After that a direction goes in, and a variance comes out.
#
# > **By hand.** The − points $\pm(1,1)$ have mean zero: $S_-=\begin{pmatrix}1&1\\1&1\end{pmatrix}$. Along $(1,-1)/\sqrt2$ the form is $\frac12(1-1-1+1)=0$, since both points lie on the other diagonal. The + points deviate from their mean by $\pm(2,1)$: $S_+=\begin{pmatrix}4&2\\2&1\end{pmatrix}$. Together, $S=S_++S_-=\begin{pmatrix}5&3\\3&2\end{pmatrix}$.

# %%
S_four = np.cov(four[sides > 0].T, bias=True) + np.cov(four[sides < 0].T, bias=True)
print(S_four)  # bias=True divides by n, not by n - 1
blue = X[y > 0] - X[y > 0].mean(axis=0)  # class +1 of the clouds, centred
S_blue = blue.T @ blue / len(blue)
v = demos.unit(30)  # the unit vector at 30 degrees
print(f"along 30°: vᵀSv = {v @ S_blue @ v:.4f}, variance of the projections {(blue @ v).var():.4f}")

# %% tags=["proof"] proves="ST-u59 ST-u60 ST-u61 ST-5.9"
agree(S_blue, np.cov(X[y > 0].T, bias=True), "it is the covariance matrix")
agree(abs((blue @ v).mean()) < 1e-12, "signed projections average to zero")
agree(abs(blue @ v).mean() > 1, "their lengths, without signs, do not")
agree(v @ S_blue @ v, ((blue @ v) ** 2).mean(), (X[y > 0] @ v).var(), "one variance, three ways")

# %% [markdown]
# Now every direction at once. The ellipse is the unit circle, stretched like the cloud; its **shadow** on a direction reaches exactly one standard deviation. Draw that deviation as a radius, in all directions, and you get a peanut around the ellipse:

# %% tags=["drawing"] shows="ST-5.9"
every = demos.unit(np.arange(361))  # (2, 361), one direction per degree
deviation = np.sqrt((every * (S_blue @ every)).sum(axis=0))
ellipse = np.linalg.cholesky(S_blue) @ every
reach = deviation[0] * demos.unit(0)
ax = plots.axes(width=6.5, height=3.6)
plots.scatter(blue, ax=ax, size=10, label="class +1")
ax.plot(*ellipse, color=plots.GREEN, label="ellipse, SD 1")
ax.plot(*(every * deviation), color=plots.ORANGE, linestyle="--", label="deviation along v")
ax.plot([0, reach[0]], [0, 0], "k-o", markersize=4, label="v at 0°")
touch = S_blue[:, 0] / deviation[0]  # where the ellipse goes farthest to the right
ax.plot([reach[0], touch[0]], [-0.3, touch[1]], "k:", linewidth=1.3, label="edge of the shadow")
ax.set(xlim=(-4.4, 4.4), ylim=(-3.7, 3.4))
ax.legend(loc="center left", bbox_to_anchor=(1.02, 0.5))
ax.set_title("The deviation along v is the shadow of the ellipse")
plots.show(
    ax,
    alt="""A cloud of points, tilted to the upper right, with an ellipse of the same tilt.
    A dashed curve around it, shaped like a peanut, touches it at its four tips. A black line from
    the centre to the right ends on the peanut, straight below the rightmost point of the
    ellipse.""",
)

# %% [markdown]
# The peanut touches the ellipse at its longest and shortest radius and bulges out between them: a long body casts a long shadow even on a slanted wall. PCA, in [chapter 4](04_pca.ipynb), *maximises* this number. Fisher *divides* by it. Same number, opposite wishes.
#
# > **In short.** The covariance matrix is a machine: put in a direction, out comes a variance.

# %% [markdown] needs="3.2"
# ## 3. The best direction
#
# Project two classes onto $w$. The gap of the means is $\langle w,m\rangle$, and the variances are $w^\top S_+w$ and $w^\top S_-w$. With $S=S_++S_-$,
#
# $$J(w) = \frac{\langle w,m\rangle^2}{w^\top S\,w}$$
#
# > **Predict.** Suppose the spread were round, the same along every direction of length one. Which direction is the best then?
# >
# > <details><summary>Answer</summary>
# >
# > The line of the means. The denominator is the same for all needles, so the widest gap wins. Nearer average is right for round clouds!
# > </details>
#
# So *make* the clouds round. Write $S=AA^\top$ (a Cholesky factor will do) and move every point $x$ to $A^{-1}x$. Their projections onto $u$ are those of the old points onto $A^{-\top}u$, so the new spread is $A^{-1}SA^{-\top}=I$: round. (That is the *sum* of both spreads; each class by itself may still be flat.) This is called **whitening**. Among round clouds join the means, $A^{-1}m$; then carry the score back:
#
# $$\langle A^{-1}m,\ A^{-1}x\rangle = m^\top A^{-\top}A^{-1}x = \langle S^{-1}m,\ x\rangle \qquad\Longrightarrow\qquad w=S^{-1}m$$

# %% tags=["drawing"]
S = np.cov(X[y > 0].T, bias=True) + np.cov(X[y < 0].T, bias=True)
m = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
middle = (X[y > 0].mean(axis=0) + X[y < 0].mean(axis=0)) / 2
A = np.linalg.cholesky(S / 2)  # half of S is the mean spread of the two classes
white, m_white = np.linalg.solve(A, (X - middle).T).T, np.linalg.solve(A, m)
w = np.linalg.solve(S, m)
panels = (
    (X - middle, m, m, "1. As they are: m"),
    (white, m_white, m_white, "2. Whitened: join the means"),
    (X - middle, m, w, "3. Back again: w = S⁻¹m"),
)

# %% tags=["drawing"]
row = plots.axes(3, height=3.3)
for ax, (points, gap, normal, words) in zip(row, panels, strict=True):
    plots.scatter(points, y, ax=ax, size=10)
    border = np.outer([-normal[1], normal[0]], [-9, 9]) / np.linalg.norm(normal)
    ax.plot(*border, color="black", linewidth=1.5, label="border")
    for arrow, colour in ((gap, plots.GREEN), (normal, "black"))[: 1 + (normal is w)]:
        tip = arrow / np.linalg.norm(arrow) * 2.6
        ax.annotate(
            "",
            tip,
            -tip * (colour != "black"),
            zorder=6,
            arrowprops={"arrowstyle": "->", "color": colour, "lw": 2.4},
        )
    ax.set(xlim=(-4.8, 4.8), ylim=(-4.8, 4.8), xticks=[], yticks=[], xlabel="", ylabel="")
    ax.set_title(words)
plots.show(
    row[0],
    alt="""Three panels of two classes. First, two long tilted clouds side by side; the
    border at right angles to the line of the means cuts through both. Second, after whitening,
    both clouds are round, and the border at right angles to the line of their means separates
    them. Third, the same border carried back runs between the long clouds, and its normal w
    points to the lower right, away from the line of the means.""",
)

# %% [markdown]
# The arrow in green joins the means; in the last panel the black one is $w$. It turns away from $m$ towards where the clouds are narrow. Is there no better direction? Put $u=A^\top w$ and write the quotient in the round world: $J=\langle u,A^{-1}m\rangle^2/\|u\|^2$. That is the squared length of $A^{-1}m$ times a squared cosine, so nothing beats $u=A^{-1}m$, and the best $J$ is $\|A^{-1}m\|^2=m^\top S^{-1}m$.
#
# > **By hand.** $S=\begin{pmatrix}5&3\\3&2\end{pmatrix}$ has determinant 1, so its inverse is (swap the diagonal, flip the other signs) $\begin{pmatrix}2&-3\\-3&5\end{pmatrix}$. With $m=(2,0)$: $w=(4,-6)$, the direction $(2,-3)$ of section 1. Whitening: $A=\begin{pmatrix}2&1\\1&1\end{pmatrix}$ is no Cholesky factor, but has $AA^\top=S$, which is all we need, and $A^{-1}=\begin{pmatrix}1&-1\\-1&2\end{pmatrix}$ sends + to $(3,-2)$, $(1,-2)$ and − to $(0,1)$, $(0,-1)$. The means are now $(2,-2)$ apart, squared distance 8: the best $J$.


# %%
def best_direction(X, y, lam=0.0):
    """S⁻¹m; section 4 says what lam is for."""
    plus, minus = X[y > 0], X[y < 0]
    S = np.cov(plus.T, bias=True) + np.cov(minus.T, bias=True)
    return np.linalg.solve(S + lam * np.eye(len(S)), plus.mean(axis=0) - minus.mean(axis=0))


print("four points: w =", best_direction(four, sides).round(2))
w_clouds = best_direction(X, y)
print(f"clouds: J = {quotient(X @ w_clouds, y):.4f}, best of 180 angles {J.max():.4f}")

# %% tags=["proof"] proves="ST-5.10"
agree(quotient(X @ w_clouds, y), m @ np.linalg.solve(S, m), "the best quotient is m'S⁻¹m")
rivals = np.random.default_rng(1).normal(size=(1000, 2))
best_rival = max(quotient(X @ r, y) for r in rivals)
agree(best_rival <= quotient(X @ w_clouds, y), "1000 random rivals do no better")
A_hand = np.array([[2, 1], [1, 1]])
agree(A_hand @ A_hand.T, S_four, "by hand: AA' is S")
by_hand = [[3, -2], [1, -2], [0, 1], [0, -1]]
agree(np.linalg.solve(A_hand, four.T).T, by_hand, "and A⁻¹ sends the points there")

# %% [markdown]
# Does that happen in earnest? Take two of the thirty columns: how dented the nuclei of a tumour are (*mean concavity*), and how much this varies from nucleus to nucleus (*concavity error*). Taken alone, each is larger for malignant tumours.
#
# > **Predict.** Which sign will the best score give to the second column?

# %%
dents = StandardScaler().fit_transform(tumours[:, [6, 16]])  # mean concavity, concavity error
m_dents = dents[sick > 0].mean(axis=0) - dents[sick < 0].mean(axis=0)
for name, needle in (("line of means", m_dents), ("best", best_direction(dents, sick))):
    centres = [(dents[sick == s] @ needle).mean() for s in (1, -1)]
    off = (np.sign(dents @ needle - np.mean(centres)) != sick).sum()
    print(f"{name:13} {needle.round(2)}: {off} of 569 on the wrong side")

# %% [markdown]
# Minus! Within each class the two go together (correlation {= np.corrcoef(dents[sick < 0].T)[0, 1]:.2f} among the benign): where nuclei vary much, some dents are to be expected anyway. So subtract. A column may help a score by what it knows about *another column*:
#

# %% tags=["drawing"]
ax = plots.axes(width=6.2, height=3.6)
plots.scatter(dents, sick, ax=ax, size=9)
ax.set(
    xlim=(-1.4, 4), ylim=(-1.5, 4), xlabel="mean concavity, in deviations", ylabel="concavity error"
)
halfway = (dents[sick > 0].mean(axis=0) + dents[sick < 0].mean(axis=0)) / 2
looks = (("line of means", m_dents, "--"), ("best", best_direction(dents, sick), "-"))
for name, needle, dashes in looks:
    along = np.array([-needle[1], needle[0]]) / np.linalg.norm(needle)
    ends = halfway[:, None] + np.outer(along, [-9, 9])
    ax.plot(*ends, color="black", linestyle=dashes, label=f"border: {name}")
handles, _ = ax.get_legend_handles_labels()
called = ["malignant", "benign", "border: line of means", "border: best"]
ax.legend(handles, called, loc="center left", bbox_to_anchor=(1.02, 0.5))
ax.set_title("Tumours lie tilted, too")
plots.show(
    ax,
    alt="""Tumours by mean concavity and concavity error. Most benign ones lie on a narrow
    streak that rises steeply, malignant ones to its right on a flatter, wider one. The border at
    right angles to the line of the means falls and cuts through both; the best border rises
    between them.""",
)

# %% [markdown]
# > **In short.** Make the clouds round, join the means, come back: $w=S^{-1}m$.

# %% [markdown] needs="3.3" teaches="ST-K5.14 ST-5.11"
# ## 4. Why a ridge
#
# > **Predict.** Draw 20 points with 50 columns each, *all from one distribution*, and call the first ten +. There is nothing to find. How large can $J$ get on these 20 points: about 0, about 1, or as large as you like?
#
# We ask the formula for its best direction, with hardly any change to $S$ and with two larger ones, and try each direction on 2000 new points:

# %%
rng = np.random.default_rng(2)
noise, made_up = rng.normal(size=(20, 50)), np.repeat([1.0, -1.0], 10)
later, made_up_later = rng.normal(size=(2000, 50)), np.repeat([1.0, -1.0], 1000)
for lam in (1e-9, 1, 100):
    needle = best_direction(noise, made_up, lam)
    J_here = min(quotient(noise @ needle, made_up), 1e6)
    J_later = quotient(later @ needle, made_up_later)
    print(f"λ = {lam:5g}: J = {J_here:9,.1f} on the 20 points, {J_later:.1f} on new ones")

# %% [markdown]
# (We stop counting at a million.) With more columns than points there are directions along which each class has *no* spread at all: the 20 deviations cannot fill 50 dimensions. Along such a direction the denominator is zero, and any gap, however accidental, gives $J=\infty$. Then $S$ has no inverse either. A feature space often has more dimensions than there are points, so this is no rare accident.
#
# The cure is to distrust narrowness a little. Pretend that every direction has some variance λ more than was seen, the **ridge**:
#
# $$J(w) = \frac{(\mu_+-\mu_-)^2}{\sigma_+^2+\sigma_-^2+\lambda\|w\|^2} = \frac{\langle w,m\rangle^2}{w^\top(S+\lambda I)\,w} \qquad\Longrightarrow\qquad w=(S+\lambda I)^{-1}m \tag{5.11}$$
#
# It is section 3 again with $S+\lambda I$ for $S$. The quotient on the training points comes back to earth, though never to the truth: that only new points tell.
#
# > **By hand.** $S+\lambda I=\begin{pmatrix}5+\lambda&3\\3&2+\lambda\end{pmatrix}$, so $w$ is a multiple of $(2+\lambda,-3)$: at −56° for λ = 0, at −45° for λ = 1, and ever closer to 0°, the line of the means, as λ grows. For λ = 1 its length is right as well: $w=(\frac23,-\frac23)$.

# %%
for lam in (0, 1, 10, 1000):
    w_ridge = best_direction(four, sides, lam)
    print(f"λ = {lam:4}: angle {np.degrees(np.arctan2(w_ridge[1], w_ridge[0])):6.1f}°")

# %% tags=["proof"] proves="ST-K5.14"
S_ridge, m_noise = np.eye(50), noise[:10].mean(axis=0) - noise[10:].mean(axis=0)
S_ridge = S_ridge + np.cov(noise[:10].T, bias=True) + np.cov(noise[10:].T, bias=True)
directions = np.vstack([best_direction(noise, made_up, 1), rng.normal(size=(1000, 50))])
ridged = (directions @ m_noise) ** 2 / ((directions @ S_ridge) * directions).sum(axis=1)
agree(ridged[1:] < ridged[0], "with λ = 1, no one of 1000 random rivals has a larger quotient")
agree(ridged[0], m_noise @ np.linalg.solve(S_ridge, m_noise), "the largest is m'(S + λI)⁻¹m")
narrow = np.linalg.matrix_rank(S_ridge - np.eye(50), tol=1e-9)
agree(narrow, 20 - 2, "20 points spread within their classes along 18 directions only")

# %% [markdown]
# > **In short.** Where there are more directions than points, spread must not be trusted to be zero: add λ.

# %% [markdown] needs="3.2 2.1" teaches="ST-u63 ST-u67 ST-5.12..5.15"
# ## 5. Spread within classes
#
# The tumours' border may be bent. So the points become images in a feature space, and all we may look at is $K$. No $S$, no $m$, and no $w$ that could be written down. What do we have?
#
# First, $w$ may be taken as a combination of images, $w=\sum_i\alpha_i\phi(x_i)=X^\top\alpha$: a part of $w$ at right angles to all images would change no projection, and only make $w$ longer. Then the projections of the training points need only $K$:
#
# $$f = Xw = XX^\top\alpha = K\alpha$$
#
# Everything in $J$ is computed from these $n$ numbers (and $\|w\|^2=\alpha^\top K\alpha$, for the ridge). The gap is $\mu_+-\mu_-=t^\top f$, with $t_i=1/n_+$ on the positives and $-1/n_-$ on the negatives. And the spread?
#
# > **Predict.** Which lists $f$ have no spread within the classes? How many numbers may one choose freely in such a list?
# >
# > <details><summary>Answer</summary>
# >
# > Those that are constant on each class: two numbers, one per class.
# > </details>
#
# Centre each class by itself, square, and average. Subtracting a mean is a matrix, $C=I-\frac1njj^\top$ in [chapter 1](01_means_and_distances.ipynb#6.-Moving-the-origin); with one such block per class, $C_+$ and $C_-$, and zeros elsewhere:
#
# $$\sigma_+^2+\sigma_-^2 = \tfrac1{n_+}f^\top C_+f+\tfrac1{n_-}f^\top C_-f = \frac1h\,f^\top Bf,\qquad B = \tfrac{2n_-}{n}\,C_++\tfrac{2n_+}{n}\,C_-,\qquad h=\frac{2n_+n_-}{n}$$
#
# The factor $h$ is only taken out so that $B$ has weights near one; for equal classes they are exactly one.
#
# > **By hand.** Two and two points: $h=2$, and $B$ has two blocks $\begin{pmatrix}\frac12&-\frac12\\-\frac12&\frac12\end{pmatrix}$. Along $(2,-3)$, $f=(5,3,-1,1)$ and $Bf=(1,-1,-1,1)$: each value minus its class mean. $f^\top Bf=5-3+1+1=4$, and $\frac42=2=1+1$, the two variances.

# %%
f_four, B_four = four @ [2, -3], fisher.within_class_matrix(sides)
print(B_four)
print("Bf =", B_four @ f_four, "and fᵀBf / h =", f_four @ B_four @ f_four / 2)

# %% [markdown]
# For six points against three the blocks are seen from afar. The smaller class weighs more per point, so that the *classes* weigh alike:

# %% tags=["drawing"] shows="ST-5.12..5.15"
small = np.repeat([1.0, -1.0], [6, 3])
ax = plots.heatmap(fisher.within_class_matrix(small), title="B: one centring matrix per class")
plots.show(
    ax,
    alt="""Heat map of the nine by nine matrix B. A six by six block at the upper left
    and a three by three block at the lower right have a positive diagonal and small negative
    entries beside it; the smaller block has the larger entries. All else is zero.""",
)

# %% tags=["proof"] proves="ST-u63 ST-u67 ST-5.12..5.15"
n, n_plus, n_minus = 9, 6, 3
D = np.diag(np.where(small > 0, 2 * n_minus / n, 2 * n_plus / n))
ones_plus, ones_minus = np.outer(small > 0, small > 0), np.outer(small < 0, small < 0)
entries = D - 2 * n_minus / (n * n_plus) * ones_plus - 2 * n_plus / (n * n_minus) * ones_minus
agree(fisher.within_class_matrix(small), entries, "B = a diagonal minus two constant blocks")
agree(np.linalg.matrix_rank(entries), 9 - 2, "all eigenvalues but two are positive")
coefficients = np.random.default_rng(3).normal(size=90)
f = Linear()(X) @ coefficients
agree(f, X @ (X.T @ coefficients), "Kα = projections onto X'α")
t, h = np.where(y > 0, 1 / 60, -1 / 30), 2 * 60 * 30 / 90
agree(t @ f, f[y > 0].mean() - f[y < 0].mean(), "t'f = gap of the means")
agree(
    f @ fisher.within_class_matrix(y) @ f / h,
    f[y > 0].var() + f[y < 0].var(),
    "one form = the sum of both variances",
)

# %% [markdown]
# > **In short.** Centre each class by itself: that is all $B$ does.

# %% [markdown] needs="3.4 3.5" teaches="ST-u70"
# ## 6. Into feature space
#
# > **Predict.** Under a Gaussian kernel feature space has infinitely many dimensions, so $(S+\lambda I)\,w=m$ is infinitely many equations. Which of its letters $S$, $w$, $m$ can be written with $K$ and $n$ numbers, and which cannot?
# >
# > <details><summary>Answer</summary>
# >
# > All three, once $w=X^\top\alpha$: then $n$ numbers are to be found, the weights α, however many dimensions there are.
# > </details>
#
# Take that equation of section 4, and rewrite each of its letters:
#
# - $m=X^\top t$, a weighted sum of the points;
# - $S=\frac1hX^\top BX$, since $w^\top Sw$ and $\frac1hf^\top Bf$ with $f=Xw$ are both $\sigma_+^2+\sigma_-^2$, for every $w$, and symmetric matrices with the same form are equal;
# - $w=X^\top\alpha$.
#
# Put them in. Every term begins with $X^\top$, and where two $X$ meet, $XX^\top=K$:
#
# $$\tfrac1hX^\top B\,XX^\top\alpha+\lambda X^\top\alpha-X^\top t \;=\; X^\top\Bigl[\tfrac1hBK\alpha+\lambda\alpha-t\Bigr] \;=\; 0$$
#
# The bracket holds no image any more. Make it zero, and the equation is solved:
#
# $$\boxed{\bigl(\tfrac1hBK+\lambda I\bigr)\,\alpha=t}$$
#
# That is **kernel Fisher**.
#
# > **By hand.** λ = 1, $h=2$, $t=(\frac12,\frac12,-\frac12,-\frac12)$. Section 4 found $w=(\frac23,-\frac23)$, with projections $f=(2,\frac23,0,0)$. So $\frac1hBf=(\frac13,-\frac13,0,0)$, and what is missing to $t$ is $\alpha=\frac16(1,5,-3,-3)$. Check: $X^\top\alpha=\frac16(4,-4)$. It *is* $w$.


# %%
def dual_fisher(K, y, lam):
    """The boxed system, as it stands."""
    n_plus, n_minus = (y > 0).sum(), (y < 0).sum()
    t, h = np.where(y > 0, 1 / n_plus, -1 / n_minus), 2 * n_plus * n_minus / len(y)
    return np.linalg.solve(fisher.within_class_matrix(y) @ K / h + lam * np.eye(len(y)), t)


alpha_four = dual_fisher(four @ four.T, sides, lam=1)
print("6 α =", (6 * alpha_four).round(9), " w =", (four.T @ alpha_four).round(3))

# %% [markdown]
# A second witness, where images can still be written down: the quadratic kernel on the clouds, once from $K$ alone and once by $(S+\lambda I)^{-1}m$ in its six features:

# %%
K, Phi = Polynomial(degree=2)(X), quadratic_features(X)
alpha = dual_fisher(K, y, lam=0.1)
print("from K, 90 weights:", (Phi.T @ alpha).round(3) + 0.0)
print("from six features: ", best_direction(Phi, y, lam=0.1).round(3) + 0.0)
print(f"class sums of α: {alpha[y > 0].sum():.1f} and {alpha[y < 0].sum():.1f}")

# %% tags=["proof"] proves="ST-u70"
agree(alpha, fisher.kernel_fisher(K, y, 0.1).alpha, "the boxed system is what the library solves")
agree(Phi.T @ alpha, best_direction(Phi, y, 0.1), "they make the direction of the six features")
agree(np.linalg.matrix_rank(fisher.within_class_matrix(y)), 90 - 2, "the rank of B is n − 2")

# %% [markdown]
# The sums are a test worth keeping: add up the boxed system over one class, and its block of $B$ drops out, so $\sum_+\alpha_i=1/\lambda$ and $\sum_-\alpha_i=-1/\lambda$. (And λ must be positive: $B$ has rank $n-2$, so without λ nothing can be solved.)
#
# > **In short.** Put $w=X^\top\alpha$ into $(S+\lambda I)w=m$; what remains needs only $K$.

# %% [markdown] needs="3.6 1.4" teaches="ST-u71 ST-5.20..5.21 ST-5.19 ST-K5.15 ST-A5.16"
# ## 7. Where to cut, and how much ridge
#
# A direction is not yet a rule. Cut halfway between the projected means, $\mu_+-b=b-\mu_-$:
#
# $$b=\tfrac12(\mu_++\mu_-)=\tfrac12\,\alpha^\top Ks,\qquad s_i=\tfrac1{n_+}\ \text{or}\ \tfrac1{n_-}$$
#
# A new point $x$ has the kernel values $k=(\kappa(x,x_1),\dots,\kappa(x,x_n))$, and the rule is $\operatorname{sgn}(k^\top\alpha-b)$.
#
# > **By hand.** For λ = 1 the four points project to $2,\frac23$ and $0,0$. The means are $\frac43$ and 0, so $b=\frac23$: the second + lies right on the cut. Without ridge it was 5, 3 and −1, 1 with the cut at 2, and all was well. A ridge has its price.
#
# > **Predict.** Move the clouds by $(5,-5)$, train again, and forget $b$: $\operatorname{sgn}\langle w,x\rangle$. How many of the 60 + and 30 − are on the wrong side?

# %%
far = X + [5.0, -5.0]
alpha_far, b_far = fisher.kernel_fisher(Linear()(far), y, lam=0.1)
f_far = Linear()(far) @ alpha_far
wrong_with, wrong_without = ((np.sign(f_far - b) != y).sum() for b in (b_far, 0))
print(f"with b {wrong_with} of 90 wrong, without {wrong_without}")

# %% [markdown]
# All 30 of the smaller class. $w$ points to the lower right, and so did the shift: every projection is positive. `KernelFisher` is the whole rule, with `fit` and `predict`:

# %%
rule = KernelFisher(Polynomial(degree=2), lam=0.1).fit(X, y)
print("class of (3, 0) and (−1, 3):", rule.predict([[3, 0], [-1, 3]]))

# %% tags=["proof"] proves="ST-u65 ST-u71 ST-5.20..5.21 ST-5.19 ST-K5.15"
b_quad, s = fisher.kernel_fisher(K, y, 0.1).b, np.where(y > 0, 1 / 60, 1 / 30)
f_quad = K @ alpha
agree(b_quad, alpha @ K @ s / 2, "the library's offset = the formula")
agree(f_quad[y > 0].mean() - b_quad, b_quad - f_quad[y < 0].mean(), "both means equally far")
newcomers = 2 * np.random.default_rng(4).normal(size=(50, 2))
by_formula = np.sign(Polynomial(degree=2)(newcomers, X) @ alpha - b_quad)
agree(rule.predict(newcomers), by_formula, "predict = the sign of k'α − b, for 50 new points")
agree(
    by_formula,
    np.sign(quadratic_features(newcomers) @ (Phi.T @ alpha) - b_quad),
    "and that is sgn(⟨w, φ(x)⟩ − b)",
)

# %% [markdown]
# Now λ. Two moons, 40 points against 12, under a Gaussian kernel. Predict, then turn it up:

# %%
demos.turn_up_the_ridge()

# %% [markdown]
# **The far end.** Divide the boxed system by λ. As λ grows, $\frac1{h\lambda}BK$ fades and $\lambda\alpha\to t$. Those are the weights of [Parzen's rule](01_means_and_distances.ipynb#4.-Two-means-classify): $w$ becomes $\phi_+-\phi_-$ up to length, and the cut follows. Nearer average is Fisher with an endless ridge.
#
# **The near end.** As $\lambda\to0$ each class is squeezed into one value, as in section 4. A huge $w$ pays for it, and new points pay again:

# %%
moons, label, fresh, fresh_label = demos.moons()  # 40 and 12 to train on, 400 new
K_moons, K_fresh = Gaussian(0.5)(moons), Gaussian(0.5)(fresh, moons)
print("     λ   width of class + / gap      ‖w‖   wrong of 400")
for lam in (1e-6, 1e-4, 1e-2, 1, 100):
    a, b = fisher.kernel_fisher(K_moons, label, lam)
    f, off = K_moons @ a, (np.sign(K_fresh @ a - b) != fresh_label).sum()
    width = f[label > 0].std() / (f[label > 0].mean() - f[label < 0].mean())
    print(f"{lam:6g} {width:17.2f} {means.combination_norm(K_moons, a):16,.2f} {off:11}")

# %% tags=["proof"]
a_end, b_end = fisher.kernel_fisher(K_moons, label, lam=1e6)
parzen = means.parzen(K_moons, label)
agree(1e6 * a_end, parzen.alpha, "an endless ridge has the weights of Parzen", tol=1e-5)
agree(1e6 * b_end, parzen.b, "and his offset", tol=1e-5)

# %% [markdown]
# The rise at the far end is small on this draw; the tumours of section 8 will show it plainly.
#
# > **In short.** λ leads from Fisher, who trusts the spread, to Parzen, who ignores it; the best rule lies in between.

# %% [markdown] needs="3.7 0.6"
# ## 8. One number per tumour
#
# Back to the clinic: ten times, half of the patients to train on, half to test. Beside ours stands what one would call in practice, `LinearDiscriminantAnalysis` (Fisher without a ridge, up to two details in [room 3g](#3g.-Two-relatives)). The kernel is Gaussian; its width σ = 8 is a little more than the usual distance of two patients, once every column has deviation one.
#
# > **Predict.** Which mistake will be the more common one, a cancer missed or a healthy patient alarmed? Look at the shapes of the two heaps in the first picture.

# %%
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

rules = {
    "nearer average": ParzenClassifier(Linear()),
    "LDA (scikit-learn)": LinearDiscriminantAnalysis(),
    "Fisher, λ = 0.1": KernelFisher(Linear(), 0.1),
    "kernel Fisher": KernelFisher(Gaussian(8), 0.001),
}
found = {name: mistakes(model) for name, model in rules.items()}
print(" " * 19, "wrong = missed + alarmed, of 285")
for name, (missed, alarmed) in found.items():
    print(f"{name:19} {missed + alarmed:5.1f} {missed:8.1f} {alarmed:9.1f}")

# %% tags=["drawing"]
row = plots.axes(2, height=2.9)
for ax, name in zip(row, ("Fisher, λ = 0.1", "kernel Fisher"), strict=True):
    count = draw_scores(rules[name], ax)
    ax.set_title(f"{name}: {count} of 285 wrong, first half")
row[1].legend(loc="upper right")
plots.show(
    row[0],
    alt="""Histograms of the scores of the same 285 patients as on the first page, by
    Fisher with a ridge and by kernel Fisher. The two heaps overlap less around the cut than
    they did there; a few malignant patients still lie left of it.""",
)

# %% [markdown]
# From {= found["nearer average"].sum():.1f} mistakes to {= found["Fisher, λ = 0.1"].sum():.1f} by the right direction, and to {= found["kernel Fisher"].sum():.1f} by bending it. Still one number per tumour. In the left picture the malignant ones are the wider heap, so with a cut halfway more of *them* cross it; in the right one both are about as wide, but the malignant heap has a tail that reaches across. If a missed cancer is the dearer mistake, move the cut; [chapter 6](06_generalisation.ipynb) puts a price on each.
#
# Who told us λ? Nobody yet. Here is the whole table, so that you see what a choice is worth:

# %%
ridges = (1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10)
print("      λ  linear  kernel")
for lam in ridges:
    totals = [mistakes(KernelFisher(kernel, lam)).sum() for kernel in (Linear(), Gaussian(8))]
    print(f"{lam:7g} {totals[0]:7.1f} {totals[1]:7.1f}")

# %% tags=["proof"]
total = {name: pair.sum() for name, pair in found.items()}
agree(total["nearer average"] > 1.5 * total["Fisher, λ = 0.1"], "looking at the spread pays")
agree(total["LDA (scikit-learn)"] > total["Fisher, λ = 0.1"], "so does a ridge")
agree(total["Fisher, λ = 0.1"] > 1.2 * total["kernel Fisher"], "so does a bent border")
agree([missed > alarmed for missed, alarmed in found.values()], "and misses are more common")

# %% [markdown]
# The linear rule changes slowly over five powers of ten of λ; the kernel rule has a valley with two steep slopes. And we have sinned: the λ of the kernel rule above *is* the best line of this table, so these patients helped to choose, and {= found["kernel Fisher"].sum():.1f} flatters. [Room 3h](#3h.-Larger-jobs) shows what is left when λ is chosen without them, and [chapter 6](06_generalisation.ipynb) how to report it.
#
# **When not to use it.** For more than two classes one takes several directions ([room 3h](#3h.-Larger-jobs)). Fisher sees means and covariances only: two classes with the same mean, a ring around a blob say, have $J=0$ without a kernel, and one wild outlier can spoil both. The ridge depends on units, so standardise first. The kernel version solves an $n\times n$ system, fine for some thousand points ([room 3h](#3h.-Larger-jobs) goes on). The score is not a probability. And halfway is a convention that knows neither prices nor how rare the disease is.
#
# > **In short.** Standardise, add a ridge, and one direction does most of the work.

# %% [markdown] teaches="ST-u72 ST-u73"
# ## Takeaways
#
# - Along a unit vector $v$ a cloud has variance $v^\top Sv$. PCA maximises it; Fisher divides by it.
# - $w=(S+\lambda I)^{-1}m$: make the clouds round, join the means, come back.
# - In feature space the same is $(\frac1hBK+\lambda I)\,\alpha=t$, for classes of any size. $B$ centres each class by itself, $t$ takes the difference of two means.
# - λ leads from Fisher to Parzen. Test every offset: both projected means are equally far from the cut.
# - Chapters 1 to 3 in one breath: distances, centres, rank and spread of the images can be read off $K$; centring, normalising and projecting are operations on $K$; and three simple methods (an alarm, Parzen, Fisher) follow from that geometry alone.
#
# **Now you:** [exercises for this chapter](../exercises/03_fisher.ipynb). One hands you a program, bugs and all.
#
# **Further reading.** R. A. Fisher, *The use of multiple measurements in taxonomic problems* (1936), the original. M. Aizerman, E. Braverman and L. Rozonoer (1964) ran a perceptron in the dual, the first kernel method; B. Boser, I. Guyon and V. Vapnik (1992) made kernels known with the support vector machine; B. Schölkopf, A. Smola and K.-R. Müller (1998) kernelised PCA and published the centring trick; B. Schölkopf and A. Smola, *Learning with Kernels* (2002), link class centres with Parzen windows; kernel Gram–Schmidt ([chapter 2](02_gram_schmidt_and_cholesky.ipynb)) can be read as a quick stand-in for kernel PCA. S. Mika and others, *Fisher discriminant analysis with kernels* (1999). J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), chapter 5.

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing later needs it.

# %% [markdown] needs="3.6 3.7" why="Enter if one of your classes is rare."
# ### 3a. Tilt the balance
#
# There is a shortcut to the boxed system, and it is in print. Instead of the gap $\mu_+-\mu_-=t^\top f$ one takes the mean of label times projection, $\frac1ny^\top f$: large if the positives project high and the negatives low. The rest of the derivation stays, and on the right-hand side stand the labels $y$ in place of $t$. It looks simpler, and nothing could go wrong.
#
# > **Predict.** 180 positives with mean −10, 20 negatives with mean −14, on a line with $w=1$. What is $\mu_+-\mu_-$, and what is $\frac1ny^\top f$?
# >
# > <details><summary>Answer</summary>
# >
# > $+4$, and $\frac1{200}\bigl(180\cdot(-10)-20\cdot(-14)\bigr)=-7.6$. Not even the sign is right.
# > </details>
#
# Both rules, trained on 200 such points and tested on 20,000:

# %%
rng_heaps = np.random.default_rng(13)


def two_heaps(n_plus, n_minus):
    labels = np.repeat([1.0, -1.0], [n_plus, n_minus])
    noise = rng_heaps.normal(size=(len(labels), 1))
    return np.where(labels > 0, -10, -14)[:, None] + noise, labels


def fisher_with(target, K, y, lam):
    """The boxed system with another right-hand side, cut halfway between the projected means."""
    h = 2 * (y > 0).sum() * (y < 0).sum() / len(y)
    alpha = np.linalg.solve(fisher.within_class_matrix(y) @ K / h + lam * np.eye(len(y)), target)
    f = K @ alpha
    return alpha, (f[y > 0].mean() + f[y < 0].mean()) / 2


# %%
line, heap = two_heaps(180, 20)
more, more_heap = two_heaps(18_000, 2000)
t_heap = np.where(heap > 0, 1 / 180, -1 / 20)
for name, target in (("printed, y", heap), ("exact, t", t_heap)):
    a, b = fisher_with(target, line @ line.T, heap, 0.1)
    w = line[:, 0] @ a
    off = (np.sign(more[:, 0] * w - b) != more_heap).mean()
    print(f"{name:10}: +1 {'above' if w > 0 else 'below'} {b / w:.1f}, error {off:.3f}")

# %% [markdown]
# A textbook formula, wrong 98 times in a hundred! The border is in the right place, at −12, and the sides are swapped. How does it depend on the class sizes, and on where the cloud lies? Predict, then tilt:

# %%
demos.tilt_the_balance()

# %% [markdown]
# What went wrong can be said exactly. Split $y$ into $t$ and the all-ones vector $j$:
#
# $$y = h\,t + \frac{n_+-n_-}{n}\,j \qquad\Longrightarrow\qquad \frac1n\,y^\top f = \frac hn(\mu_+-\mu_-)+\frac{n_+-n_-}{n}\,\langle w,\phi_S\rangle$$
#
# The second term asks where the whole cloud lies as seen from the origin, which has nothing to do with the classes. It vanishes if the classes are equal, or if the data are centred ($\phi_S=0$). Our two heaps, with $w=1$:

# %% proves="ST-u67"
h_heap = 2 * 180 * 20 / 200
agree(heap, h_heap * t_heap + 160 / 200, "y is a multiple of t, plus a constant")
gap_term, place_term = h_heap / 200 * (t_heap @ line[:, 0]), 160 / 200 * line.mean()
print(f"y'f/n = {heap @ line[:, 0] / 200:.1f}: {gap_term:+.1f} gap, {place_term:+.1f} place")

# %% [markdown]
# The wanted term is small, and the unwanted one drowns it. In more dimensions the direction is pulled towards $\pm\phi_S$: since $X^\top t=m$ and $X^\top j=n\,\phi_S$, the shortcut solves with $h\,m+(n_+-n_-)\,\phi_S$ where $m$ was wanted. If the cloud lies straight ahead or behind, $\phi_S=c\,m$, only the sign of $h+(n_+-n_-)\,c$ is at stake; on a line there is no other case, and our heaps have $c=-10.4/4=-2.6$, so the sign of $36-160\cdot2.6$: reversed. One frame of the demo, 180 against 20 with the cloud moved up by six:

# %%
plots.show(
    demos.balance_frame(180, 6, "across", "no"),
    alt="""Left, a large and a small cloud side by side: the exact border stands upright
    between them, the one with the printed right-hand side lies far more flat and cuts through both.
    Right, the cosine of the two directions for shifts from zero to six: it starts at one and
    falls to 0.37.""",
)

# %% [markdown]
# A Gaussian kernel is never centred by itself: all its images lie on one side of the origin. What does the shortcut cost there? We thin out one of two moons, 190 points against 10, over twenty draws. Two repairs should give the same quotient: $t$ on the right, or centring $K$ first:


# %%
def both(seed, centred=False, lam=0.01):
    """J(y) / J(t) on 190 against 10 points of the moons, and both shares wrong on new ones."""
    draw = np.random.default_rng(seed)
    (points, side), (Z, truth) = datasets.moons(380, draw), datasets.moons(2000, draw)
    points, side = points[:200], side[:200]  # the first 190 are all of class +1
    K, K_Z = Gaussian(1.0)(points), Gaussian(1.0)(Z, points)
    K, K_Z = (means.centre(K), means.centre(K_Z, K)) if centred else (K, K_Z)
    pair = fisher_with(side, K, side, lam), fisher.kernel_fisher(K, side, lam)
    J_y, J_t = (fisher.fisher_ratio(K, side, a, lam) for a, _ in pair)
    return [J_y / J_t, *((np.sign(K_Z @ a - b) != truth).mean() for a, b in pair)]


# %% proves="ST-5.16 ST-5.17 ST-u70 ST-K5.15"
plain, centred = (np.mean([both(i, c) for i in range(20)], axis=0) for c in (False, True))
print(f"the printed direction reaches {plain[0]:.0%} of the best J; centred, {centred[0]:.0%}")
print(f"wrong on new points: printed {plain[1]:.1%}, exact {plain[2]:.1%}")
assert plain[0] < 0.3 and np.isclose(centred[0], 1) and plain[1] > 1.5 * plain[2]

# %% [markdown]
# One more difference, at the far end of the ridge: with $y$ on the right the direction goes to $X^\top y=n_+\phi_+-n_-\phi_-$, which does not lead from one centre to the other.

# %% tags=["proof"]
K_line = line @ line.T
a_y, a_t = (fisher_with(target, K_line, heap, 1e9)[0] * 1e9 for target in (heap, t_heap))
sums = [line[heap > 0].sum(), line[heap < 0].sum()]
agree(line[:, 0] @ a_y, sums[0] - sums[1], "endless ridge with y: difference of the sums", tol=1e-5)
agree(line[:, 0] @ a_t, sums[0] / 180 - sums[1] / 20, "with t: of the means", tol=1e-5)

# %% [markdown]
# > **In short.** A rule must not depend on where the origin is. With unequal classes and $y$ on the right it does; with $t$ it does not.

# %% [markdown] needs="3.5 3.7" why="Enter if you like to catch print in the act." teaches="ST-C5.6"
# ### 3b. Find the slip
#
# Four formulas from one textbook chapter. Each looks right. Each fails a test of one line. Look before you read on.
#
# **One: a sum of variances.** For six against three points the matrix of the form $f^\top(\dots)f=h(\sigma_+^2+\sigma_-^2)$ is given as $\frac23I_++\frac19j_+j_+^\top-\frac43I_-+\frac49j_-j_-^\top$ (identity and ones, each on its class). What must be true of a matrix whose form is a sum of squares?

# %% proves="ST-u67"
six_three = np.repeat([1.0, -1.0], [6, 3])
block_plus, block_minus = (
    np.outer(six_three > 0, six_three > 0),
    np.outer(six_three < 0, six_three < 0),
)
signs = np.diag(np.where(six_three > 0, 2 / 3, -4 / 3)) + block_plus / 9 + 4 / 9 * block_minus
print(f"smallest eigenvalue {np.linalg.eigvalsh(signs).min():.2f}: a variance below zero")
mended = np.diag(np.where(six_three > 0, 2 / 3, 4 / 3)) - block_plus / 9 - 4 / 9 * block_minus
agree(mended, fisher.within_class_matrix(six_three), "with three signs changed it is B")

# %% [markdown]
# **Two: a program.** It cuts at `b = 0.25*(alpha'*K*rescale)/(ellplus*ellminus)`, where `rescale` holds $2n_-/n$ on the positives and $2n_+/n$ on the negatives. Which line tests an offset? Both projected means must be equally far from it. Try it on the clouds around $(5,-5)$:

# %% proves="ST-A5.16 ST-C5.6"
K_far = Linear()(far)
rescale = np.where(y > 0, 2 * 30 / 90, 2 * 60 / 90)
printed_b = 0.25 * (alpha_far @ K_far @ rescale) / (60 * 30)
for name, cut in (("printed", printed_b), ("repaired", 90 * printed_b)):
    off, above, below = (
        (np.sign(f_far - cut) != y).sum(),
        f_far[y > 0].mean() - cut,
        cut - f_far[y < 0].mean(),
    )
    print(f"{name:9} b = {cut:6.3f}: {off:2} of 90 wrong; distances {above:+.2f} and {below:+.2f}")
agree(90 * printed_b, b_far, "the factor that is missing is n")

# %% [markdown]
# Divide `rescale` by $2n_+n_-$: that is $\frac1{n\,n_+}$ and $\frac1{n\,n_-}$, or $s/n$. A factor of $n$ is missing, and with data around the origin, where $b\approx0$, nobody notices. The same program solves with `/y` where `\y` belongs, which at least stops with an error about sizes. And its formula for `B` goes over two lines without the dots that Matlab needs, so the second line is computed and thrown away. Python has the same trap:

# %% proves="ST-A5.16 ST-C5.6"
B_broken = np.diag(np.where(six_three > 0, 2 / 3, 4 / 3)) - 1 / 9 * block_plus
-4 / 9 * block_minus  # a statement of its own: it changes nothing
print("B j =", (B_broken @ np.ones(9)).round(2) + 0.0)
agree((B_broken @ np.ones(9))[6:] > 1, "the negatives are not centred")

# %% [markdown] teaches="ST-P5.17"
# **Three: a transpose.** The rule $k^\top(BK+\lambda I)^{-1}y-b$ is stated a second time, as $y^\top(BK+\lambda I)^{-1}k-b$. A number equals its transpose. Are they the same? Only if $BK$ were symmetric; but $(BK)^\top=KB$. And worse: $y$ is constant on each class, so $y^\top B=0$, hence $y^\top(BK+\lambda I)=\lambda y^\top$, and $y^\top(BK+\lambda I)^{-1}=y^\top/\lambda$. Every trace of the spread is gone:

# %% proves="ST-P5.17"
K_one, k_new = Gaussian(1.0)(X), Gaussian(1.0)(newcomers, X).T  # (90, 50): a column per new point
BK = fisher.within_class_matrix(y) @ K_one
turned = y @ np.linalg.solve(BK + 0.1 * np.eye(90), k_new)
agree(turned, y @ k_new / 0.1, "of the second rule no B and no inverse is left")
upright = k_new.T @ np.linalg.solve(BK + 0.1 * np.eye(90), y)
print(f"correlation of the two rules on new points: {np.corrcoef(turned, upright)[0, 1]:.2f}")

# %% [markdown]
# Transposed with care, $KB$ stands where $BK$ stood, and with $t$ and $h\lambda$ for $y$ and $\lambda$ the statement holds: $t^\top(KB+h\lambda I)^{-1}k-b=0$ is the border that maximises (5.11).

# %% tags=["proof"] proves="ST-P5.17"
KB, h_all, t_all = BK.T, 2 * 60 * 30 / 90, np.where(y > 0, 1 / 60, -1 / 30)
agree(upright, y @ np.linalg.solve(KB + 0.1 * np.eye(90), k_new), "transposed with care")
careful = t_all @ np.linalg.solve(KB + h_all * 0.1 * np.eye(90), k_new)
library = k_new.T @ fisher.kernel_fisher(K_one, y, 0.1).alpha
agree(h_all * careful, library, "with t and hλ it is the rule of the library")

# %% [markdown]
# **Four: "for balanced classes $B$ is close to the identity."** It *is* the identity, except on two directions, which it sends to zero; $B^2=B$. But those two are the ones that count: $y$ and $t$ lie there. With $I$ for $B$, the gap between the means would itself be punished as spread.

# %% tags=["proof"] proves="ST-u70"
balanced = fisher.within_class_matrix(np.repeat([1, -1], 5))
agree(balanced @ balanced, balanced, "for balanced classes B is a projection")
agree(np.linalg.norm(balanced - np.eye(10), 2), 1.0, "its distance from the identity is one")
agree(abs(balanced @ np.repeat([1, -1], 5)) < 1e-12, "and it sends the labels to zero")

# %% [markdown]
# > **In short.** Formulas in print deserve the same test as code: an example made to break them.

# %% [markdown] needs="3.2" why="Enter if your data are time stamps, or far from zero." teaches="ST-u62"
# ### 3c. One pass or two
#
# Section 2 moved the cloud so that its mean was the origin. One can do without: the variance is the mean of the squares minus the square of the mean, here along $v$, with $j$ the vector of ones:
#
# $$\sigma_v^2 = \frac1n\,v^\top X^\top Xv - \Bigl(\frac1n\,v^\top X^\top j\Bigr)^2$$
#
# It needs one pass over the data and no copy. On paper it is the same number.
#
# > **Predict.** What does it return, in double precision, for three readings $10^8$, $10^8+1$, $10^8+2$, whose variance is 2/3?
#
# The library takes the mean out *before* it squares. Both on such readings:


# %% proves="ST-u62"
def one_pass(x):
    return (x**2).mean() - x.mean() ** 2


agree(one_pass(X @ v), (X @ v).var(), "near the origin: the same")
for size in (1e8, 1e9):
    x = size + np.array([0.0, 1.0, 2.0])
    two_pass = describe.standardise(x[:, None]).sd[0] ** 2
    print(f"mean {size:.0e}: one pass {one_pass(x):.3f}, deviations first {two_pass:.3f}")

# %% [markdown]
# A double keeps 53 bits. Beyond $2^{53}\approx9\cdot10^{15}$ only even numbers exist: squares near $10^{16}$ are stored in steps of 2, and the variance is smaller than one step. With other readings the difference comes out negative, and its root is not a number. How does the damage grow? A thousand numbers with deviation one, moved ever farther from zero (taking the shift off again is exact here, so we know the truth):

# %% tags=["drawing", "varies"]
shifts = np.logspace(1, 12, 34)
moved = np.random.default_rng(0).normal(size=1000) + shifts[:, None]
true_variance = (moved - shifts[:, None]).var(axis=1)
pairs = zip(moved, true_variance, strict=True)
one_pass_error = np.array([abs(one_pass(x) - var) / var for x, var in pairs])
two_pass_error = abs(describe.standardise(moved.T).sd ** 2 - true_variance) / true_variance
floor = 1e-17  # so that an error of zero has a place on a log scale
series = {"mean of squares − square of mean": one_pass_error + floor}
series["deviations first"] = two_pass_error + floor
ax = plots.axes(width=6.5)
plots.curves(shifts, series, ax=ax, log=True, xlabel="mean / standard deviation")
ax.axhline(1, color="black", linewidth=1)
ax.set(ylabel="relative error of the variance", ylim=(1e-18, 1e10))
ax.legend(loc="upper left")
ax.set_title("Each digit of the mean costs two digits of the variance")
plots.show(
    ax,
    alt="""Relative error of the variance against mean over standard deviation, on log
    scales. The one-pass formula rises by two decades per decade, from 1e-14, and passes
    one, where no digit is left, near a ratio of 1e8. With deviations taken first the error stays
    near 1e-16 up to there and is still tiny at 1e12.""",
)

# %% tags=["proof"] proves="ST-C5.5"
agree(one_pass_error[shifts < 1e6].max() < 0.01, "one pass, below a million: two digits at least")
agree(np.median(one_pass_error[shifts > 3e8]) > 10, "one pass, beyond a hundred million: none")
agree(two_pass_error[shifts < 1e8].max() < 1e-14, "deviations first: only round-off")
agree(two_pass_error.max() < 1e-6, "and six digits at a million million")
slope = np.polyfit(np.log10(shifts), np.log10(one_pass_error + floor), 1)[0]
agree(1.8 < slope < 2.2, "the error grows with the square of mean over deviation")

# %% [markdown]
# The error grows with the *square* of mean over deviation. Years, prices and temperatures in kelvin lose a few digits, and nobody notices. Time stamps in seconds, 1.7 billion and counting, collected over one minute, lose them all:

# %%
stamps = 1.7e9 + np.arange(60.0)
step = np.spacing(1.7e9**2)
print(f"variance {stamps.var():.1f}; squares are stored in steps of {step:.0f}")
assert abs(one_pass(stamps) / stamps.var() - 1) > 0.5  # not a digit is right

# %% [markdown]
# Two habits finish the room. New points are scaled by the *training* mean and deviation; and a constant column has no scale, so the library refuses it by number:

# %% proves="ST-A5.13"
_, mean, sd = describe.standardise([[0.0], [2.0]])
agree((np.array([[3.0]]) - mean) / sd, 2.0, "three is two training deviations above the mean")
try:
    describe.standardise([[0.1, 1.0], [0.1, 2.0], [0.1, 4.0]])
except ValueError as error:
    print(error)

# %% [markdown]
# > **In short.** Take the mean out first, then square.

# %% [markdown] needs="3.2 0.4" why="Enter if you have ever read a correlation off as closeness."
# ### 3d. Close to a line
#
# The covariance of two standard scores is their **correlation**. With $n$ readings each, both scores have length $\sqrt n$, so $\rho=\frac1n\hat x^\top\hat y$ is the cosine of the angle between them:

# %% proves="ST-u56"
radius, perimeter = tumours[:, 0], tumours[:, 2]
scores = StandardScaler().fit_transform(tumours[:, [0, 2]])
rho = scores[:, 0] @ scores[:, 1] / len(scores)
print(f"correlation of radius and perimeter {rho:.3f}: {np.degrees(np.arccos(rho)):.1f} degrees")
agree(rho, np.corrcoef(radius, perimeter)[0, 1], "numpy finds the same correlation")

# %% [markdown]
# A cosine of one means an angle of zero: equal scores, hence $y=b+wx$ with $w>0$; a cosine of −1 means opposite scores and $w<0$.
#
# > **Predict.** So $|\rho|\approx1$ if and only if $y\approx b+wx$? Let $y$ be 5 plus noise of size one millionth. Then $y\approx5+0\cdot x$ to six digits. What is ρ?

# %%
draw = np.random.default_rng(1)
x_flat = draw.normal(size=1000)
y_flat = 5 + 1e-6 * draw.normal(size=1000)
print(f"distance from the line y = 5: at most {abs(y_flat - 5).max():.1e}")
print(f"correlation: {np.corrcoef(x_flat, y_flat)[0, 1]:.2f}")

# %% [markdown]
# About zero. Standardising blows the noise up to size one, and noise does not correlate. "Close to a line" measures the residual, what the best line leaves over, in units of $y$; correlation measures it in units of $y$'s own spread. The exact statement is an equation, and it is Pythagoras: $\hat y$ minus its projection $\rho\,\hat x$ has squared length $n(1-\rho^2)$, so
#
# $$1-\rho^2 = \frac{\text{variance of the residual}}{\text{variance of } y}$$

# %% tags=["proof"] proves="ST-u58"
for name, a, b in (("tight", radius, perimeter), ("flat", x_flat, y_flat)):
    slope, offset = np.polyfit(a, b, 1)
    residual = b - (slope * a + offset)
    left = 1 - np.corrcoef(a, b)[0, 1] ** 2
    agree(left, residual.var() / b.var(), f"the {name} line obeys it", tol=1e-6)

# %% [markdown]
# > **In short.** Correlation compares the residual with the spread of $y$, not with $y$.

# %% [markdown] needs="3.6" why="Enter if you want every step of the derivation." teaches="ST-u64"
# ### 3e. The long way round
#
# Section 6 took a short cut. Here is the road most books take, and two traps beside it.
#
# **The length of α.** The variance of the projections $K\alpha$, multiplied out, is
#
# $$\frac1n\,\alpha^\top K^2\alpha - \frac1{n^2}\bigl(\alpha^\top Kj\bigr)^2$$
#
# > **Predict.** Double all weights α. The direction is the same. What happens to this "variance along the direction"?
# >
# > <details><summary>Answer</summary>
# >
# > It becomes four times as large. (5.9) took a *unit* vector, and $\|w\|^2=\alpha^\top K\alpha$. Scale α until that is one, or divide by it; `fisher.projection_variance` divides.
# > </details>

# %% proves="ST-u64"
for weights in (alpha, 2 * alpha):
    undivided = np.var(K @ weights) / np.var(K @ alpha)
    divided = fisher.projection_variance(K, weights)
    print(f"undivided {undivided:.0f} (in units of the first), divided {divided:.2f}")
multiplied_out = alpha @ K @ K @ alpha / 90 - (alpha @ K @ np.ones(90)) ** 2 / 90**2
agree(multiplied_out, np.var(K @ alpha), "multiplied out = the plain variance of Kα")

# %% tags=["proof"] proves="ST-u63 ST-u64"
unit_w = Phi.T @ alpha / np.linalg.norm(Phi.T @ alpha)
agree(alpha @ K @ alpha, np.linalg.norm(Phi.T @ alpha) ** 2, "α'Kα is the squared length of w")
agree(fisher.projection_variance(K, alpha), np.var(Phi @ unit_w), "divided: variance along w")

# %% [markdown] teaches="ST-u66 ST-5.16 ST-5.17 ST-u68 ST-5.18 ST-u69"
# **With a multiplier.** The length of $w$ does not matter for $J$. So fix the denominator at some constant, and maximise the numerator under that constraint, with a multiplier ν:
#
# 1. Maximise $(t^\top Xw)^2$ with $\frac1hw^\top X^\top BXw+\lambda w^\top w$ fixed.
# 2. A square is largest where its root is largest or smallest, so drop the square: $w$ is then fixed up to its sign, and we take the one with $\mu_+>\mu_-$. Multiply the constraint by $h$ and write $\lambda'=h\lambda$: maximise $t^\top Xw-\frac\nu2\bigl(w^\top X^\top BXw+\lambda'w^\top w\bigr)$.
# 3. The gradient vanishes: $X^\top t-\nu X^\top BXw-\lambda'\nu w=0$. Solve for the last $w$: it is $X^\top$ times something, a combination of images. Nobody had to assume it.
# 4. That something is $\alpha=\frac1{\lambda'\nu}(t-\nu BXw)$. Put $Xw=K\alpha$: $(\nu BK+\lambda'\nu I)\,\alpha=t$.
# 5. The length of α does not matter, so choose ν = 1: $(BK+\lambda'I)\,\alpha=t$. That is our box with α divided by $h$.

# %% tags=["proof"] proves="ST-5.16 ST-5.17 ST-u68 ST-5.18 ST-u69 ST-u70"
h_long, t_long = 2 * 60 * 30 / 90, np.where(y > 0, 1 / 60, -1 / 30)
B_long, I_long = fisher.within_class_matrix(y), np.eye(90)
for nu in (1.0, 3.0):
    a_long = np.linalg.solve(nu * B_long @ K + h_long * 0.1 * nu * I_long, t_long)
    w_long = Phi.T @ a_long
    pull = nu * Phi.T @ B_long @ Phi @ w_long + h_long * 0.1 * nu * w_long
    agree(Phi.T @ t_long, pull, f"ν = {nu:g}, step 3: the gradient vanishes")
    dual = (t_long - nu * B_long @ Phi @ w_long) / (h_long * 0.1 * nu)
    agree(a_long, dual, f"ν = {nu:g}, step 4: these are the dual weights")
    agree(nu * h_long * a_long, alpha, f"ν = {nu:g}, step 5: the box, up to a factor")
others = Phi.T @ np.random.default_rng(5).normal(size=(90, 1000))  # (6, 1000) rival directions
held = ((Phi @ others) * (B_long @ Phi @ others)).sum(axis=0) + h_long * 0.1 * (others**2).sum(
    axis=0
)
fixed = w_long @ Phi.T @ B_long @ Phi @ w_long + h_long * 0.1 * w_long @ w_long
reached = t_long @ Phi @ others * np.sqrt(fixed / held)  # all with the same denominator
agree(
    np.abs(reached) < t_long @ Phi @ w_long, "steps 1 and 2: 1000 rivals reach less, squared or not"
)

# %% [markdown]
# **Without the constraint** there is no maximum. Take the best direction, make it 10 and 100 times longer, and look at numerator minus ν times denominator (in units of the numerator; the columns are lengths 1, 10 and 100):

# %%
f_long, squared_length = K @ alpha, alpha @ K @ alpha
up = (f_long[y > 0].mean() - f_long[y < 0].mean()) ** 2
down = f_long[y > 0].var() + f_long[y < 0].var() + 0.1 * squared_length
for factor in (0.5, 2):
    values = [c**2 * (up - factor * (up / down) * down) / up for c in (1, 10, 100)]
    print(f"ν = {factor} × the best J:", *(f"{value:+.1f}" for value in values))

# %% [markdown]
# Below the best $J$ the value runs off to infinity, above it the best is $w=0$. Neither is a direction. The other trap is the factor in $\lambda'$: leave it out, and you get the best direction for *another* ridge, here 40 times as small. Under a Gaussian kernel, measured at the ridge you asked for:

# %%
K_wide = Gaussian(1.0)(X)
asked, other = (fisher.kernel_fisher(K_wide, y, lam).alpha for lam in (0.1, 0.1 / h_long))
bare = h_long * np.linalg.solve(B_long @ K_wide + 0.1 * I_long, t_long)
agree(bare, other, "without the factor: the weights for λ/h", tol=1e-6)
J_asked, J_other = (fisher.fisher_ratio(K_wide, y, a, 0.1) for a in (asked, other))
print(f"h = {h_long:.0f}; without the factor, J at λ = 0.1 is {1 - J_other / J_asked:.0%} lower")

# %% [markdown]
# > **In short.** Constraint, multiplier, gradient: the long way ends at the same box, if no factor is lost.

# %% [markdown] needs="3.7" why="Enter if you must choose a kernel's width as well."
# ### 3f. Two knobs
#
# The Gaussian kernel has a width σ, and λ is a second knob. First λ alone, with σ = 0.5: every training point obeyed; the shape of the moons; the Parzen end:


# %%
def wrong_of(fitted):
    return (fitted.predict(fresh) != fresh_label).sum()


def draw_moons(settings, words):
    """A panel for each (σ, λ) with its border."""
    row = plots.axes(3, height=2.6)
    for ax, (sigma, lam), word in zip(row, settings, words, strict=True):
        ax.set(xlim=(-1.9, 2.9), ylim=(-1.4, 1.8))
        fitted = KernelFisher(Gaussian(sigma), lam).fit(moons, label)
        plots.boundary(fitted.decision_function, ax=ax)
        plots.scatter(moons, label, ax=ax, size=16)
        ax.set_title(f"{word}: {wrong_of(fitted)} of 400 wrong")
    return row[0]


# %% tags=["drawing"]
plots.show(
    draw_moons([(0.5, 1e-6), (0.5, 0.03), (0.5, 100)], ["λ = 10⁻⁶", "λ = 0.03", "λ = 100"]),
    alt="""Three panels of the two moons, 40 points against 12, with the border of
    kernel Fisher for three ridges. Smallest ridge: islands and bays that follow single points.
    Middle: one smooth wave between the moons. Largest: a flatter wave.""",
)

# %% [markdown]
# > **Predict.** A wider kernel: does it want more ridge, or less?
#
# One draw of 52 points says little about that, so we draw twenty. Of 400 new points, on average wrong are:

# %%
widths, strengths = (0.3, 0.8, 3.0), (1e-8, 1e-6, 1e-4, 1e-2, 1, 100)
counts = np.zeros((6, 3))
for seed in range(20):
    points, own_label = datasets.moons(200, np.random.default_rng(seed), noise=0.25)
    chosen = np.r_[0:40, 100:112]  # 40 of one moon, 12 of the other
    points, own_label = points[chosen], own_label[chosen]
    models = [[KernelFisher(Gaussian(sigma), lam) for sigma in widths] for lam in strengths]
    counts += [[wrong_of(model.fit(points, own_label)) / 20 for model in r] for r in models]

# %%
print(" λ \\ σ", *(f"{sigma:5}" for sigma in widths))
for lam, line_of_counts in zip(strengths, counts, strict=True):
    print(f"{lam:6g}", *(f"{count:5.0f}" for count in line_of_counts))
assert (np.diff(counts.argmin(axis=0)) < 0).all()  # the wider, the less ridge

# %% [markdown]
# Less. Narrow kernels make nearly orthogonal images, every point a dimension of its own, and the ridge must do the smoothing. Wide kernels smooth by themselves and want hardly any. The three widths with λ = 0.0001 in pictures, for the moons of section 7:

# %% tags=["drawing"]
plots.show(
    draw_moons([(sigma, 1e-4) for sigma in widths], [f"σ = {sigma}" for sigma in widths]),
    alt="""Three panels of the two moons with ridge 0.0001 and three widths. Narrow:
    a wobbly outline drawn closely around the points of the smaller class. Middle: a border with
    bends. Wide: one smooth wave.""",
)

# %% [markdown]
# > **In short.** Width and ridge both smooth; more of one asks for less of the other.

# %% [markdown] needs="3.7 3.8" why="Enter if LDA and Fisher disagree on your data."
# ### 3g. Two relatives
#
# **LDA.** scikit-learn's `LinearDiscriminantAnalysis` divides by the *pooled* covariance $\frac1n(n_+S_++n_-S_-)$, where Fisher's quotient has the plain sum. For equal classes that is the same direction, and then the borders agree too:

# %%
equal, equal_side = demos.clouds("tilted", (40, 40))
grid = np.random.default_rng(6).uniform(-5, 5, size=(2000, 2))
theirs_equal = LinearDiscriminantAnalysis().fit(equal, equal_side).predict(grid)
ours_equal = KernelFisher(Linear(), lam=1e-9).fit(equal, equal_side).predict(grid)
agree(theirs_equal, ours_equal, "LDA and ours call 2000 points alike")

# %% [markdown]
# For unequal classes with unequal shapes they part. Nine hundred flat points against a hundred upright ones:

# %%
many = np.repeat([1.0, -1.0], [900, 100])
cross = np.random.default_rng(7).normal(size=(1000, 2))
cross = cross * np.where(many[:, None] > 0, [2, 0.5], [0.5, 2]) + np.outer(many, [1.0, 1.0])
lda = LinearDiscriminantAnalysis().fit(cross, many)
apart = demos.angle(lda.coef_[0]) - demos.angle(best_direction(cross, many))
print(f"LDA and Fisher's quotient point {abs(apart):.0f} degrees apart")
assert abs(apart) > 20

# %% [markdown]
# Neither is wrong. The pooled form weighs each *point* alike, the sum weighs each *class* alike. LDA also shifts its cut from halfway by the log of the ratio of the class sizes, in favour of the larger class:

# %% tags=["proof"]
halfway = lda.coef_[0] @ (cross[many > 0].mean(axis=0) + cross[many < 0].mean(axis=0)) / 2
agree(lda.intercept_[0], np.log(900 / 100) - halfway, "LDA shifts its cut by log 9")

# %% [markdown]
# **Kernel ridge on labels.** When is plain ridge regression on ±1, $(K+\lambda I)\alpha=y$, the same as Fisher? Centre the kernel, take equal classes, and put $\frac n2\lambda$ for its ridge: the total spread is within plus between, and the part between, a multiple of $mm^\top$, changes only the length of $w$. Drop one of the two conditions, and they part:


# %%
def cosine(K, a, b):
    return a @ K @ b / np.sqrt((a @ K @ a) * (b @ K @ b))


worlds = {
    "centred and balanced": (means.centre(Gaussian(2.0)(equal)), equal_side),
    "not centred": (Linear()(equal + [5, -5]), equal_side),
    "not balanced": (means.centre(Linear()(cross)), many),
}
for name, (K_ridge, own) in worlds.items():
    ridge = np.linalg.solve(K_ridge + len(own) / 2 * 0.1 * np.eye(len(own)), own)
    same = cosine(K_ridge, ridge, fisher.kernel_fisher(K_ridge, own, 0.1).alpha)
    print(f"{name:21} cosine of the two directions {same:.2f}")
    assert np.isclose(same, 1) == (name == "centred and balanced")

# %% [markdown]
# Centred but not balanced, ridge on labels has a name of its own: as its ridge goes to zero it is LDA, pooled covariance and all.

# %% tags=["proof"]
from sklearn.kernel_ridge import KernelRidge

level = cross - cross.mean(axis=0)
fit = np.linalg.solve(level.T @ level, level.T @ many)  # least squares on the labels
product = np.linalg.norm(fit) * np.linalg.norm(lda.coef_[0])
agree(fit @ lda.coef_[0], product, "least squares on labels has the direction of LDA")
K_even, sides_even = worlds["centred and balanced"]
theirs_ridge = KernelRidge(kernel="precomputed", alpha=len(K_even) / 2 * 0.1)
theirs_ridge = theirs_ridge.fit(K_even, sides_even).dual_coef_
ours_ridge = fisher.kernel_fisher(K_even, sides_even, 0.1).alpha
agree(cosine(K_even, theirs_ridge, ours_ridge), 1.0, "KernelRidge, centred and balanced = Fisher")

# %% [markdown]
# > **In short.** LDA weighs points alike, Fisher weighs classes alike, ridge on labels is one or the other only if you centre.

# %% [markdown] needs="3.8 2.7" why="Enter before you use any of this at work." teaches="ST-R5.18"
# ### 3h. Larger jobs
#
# **Which method?** Once λ, or the penalty of a support vector machine, is chosen by cross-validation *inside* the training half ([chapter 6](06_generalisation.ipynb)), a fair comparison is possible. And what does standardising do?

# %%
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

searched = {"lam": [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10]}
contest = {
    "linear Fisher": GridSearchCV(KernelFisher(Linear()), searched),
    "kernel Fisher": GridSearchCV(KernelFisher(Gaussian(8)), searched),
    "kernel SVM": GridSearchCV(SVC(gamma=1 / (2 * 8**2)), {"C": [0.1, 1, 10, 100, 1000]}),
}
outcome = {name: mistakes(model).sum() for name, model in contest.items()}
for name, off in outcome.items():
    print(f"{name:14} {off:4.1f} of 285 wrong")

# %%
median_width = make_pipeline(KernelFisher(lam=0.01))  # σ = the median distance
raw = np.mean(
    [
        (median_width.fit(tumours[i], sick[i]).predict(tumours[k]) != sick[k]).sum()
        for i, k in halves
    ]
)
scaled_too = mistakes(KernelFisher(lam=0.01)).sum()
print(f"kernel Fisher, λ = 0.01: raw columns {raw:.1f} wrong, standardised {scaled_too:.1f}")
assert raw > 2 * scaled_too and abs(outcome["kernel SVM"] - outcome["kernel Fisher"]) < 3

# %% [markdown]
# Raw, two areas with large numbers outvote 28 other columns. The SVM is about as good; the lesson is not that one beats the other, but that a method of three lines keeps up. What is *promised* about new data? Nothing, so far: no theorem in this chapter bounds the error of Fisher's rule. If the training points are classified with a **margin** (every one at least some distance on its own side of the border), general margin bounds apply to any linear rule, this one included, and they favour small $\|w\|$: a reason for the ridge, not for the quotient. The SVM optimises such a bound directly. Until then, hold data out.
#
# **Many points.** $K$ has $n^2$ entries and the solve costs $n^3/3$. The incomplete features of chapter 2 cut both: take the $T$ most telling images as coordinates, and solve the small system of section 4. Fifty coordinates for the 569 tumours:

# %%
from featurespace.estimators import PartialGramSchmidt

everyone = StandardScaler().fit_transform(tumours)
K_all = Gaussian(8)(everyone)
fifty = PartialGramSchmidt(Gaussian(8), max_rank=50).fit_transform(everyone)
score_fifty = fifty @ best_direction(fifty, sick, 1e-3)
score_all = K_all @ fisher.kernel_fisher(K_all, sick, 1e-3).alpha
agreement = np.corrcoef(score_fifty, score_all)[0, 1]
print(f"correlation of the scores, 50 features against all 569: {agreement:.3f}")
assert agreement > 0.98

# %% [markdown]
# **More than two classes.** One difference of means becomes a matrix of spread *between* classes, $S_b$, and one direction becomes the leading solutions of $S_bw=\gamma S_ww$, with $S_w$ the spread within the classes. There are at most $c-1$ of them, since the centres of $c$ classes span $c-1$ dimensions. Our `KernelFisher` is for two; LDA does the linear case. On the three irises:

# %%
from scipy.linalg import eigh
from sklearn.datasets import load_iris

flowers, kind = load_iris(return_X_y=True)
within = sum(np.cov(flowers[kind == c].T, bias=True) for c in range(3)) / 3
gammas, vectors = eigh(np.cov(flowers.T, bias=True) - within, within)  # total minus within
print("γ:", gammas.round(2)[::-1] + 0.0)
lda_scores = LinearDiscriminantAnalysis().fit(flowers, kind).transform(flowers)
for i in (0, 1):
    assert np.isclose(abs(np.corrcoef(lda_scores[:, i], flowers @ vectors[:, -1 - i])[0, 1]), 1)

# %% [markdown]
# | job | call | cost for n points | take it when |
# |---|---|---|---|
# | standardise | `StandardScaler` | $nd$ | columns have different units: nearly always |
# | linear, two or more classes | `LinearDiscriminantAnalysis` | $nd^2+d^3$ | $d$ is moderate; with `shrinkage` if $d$ is near $n$ |
# | kernel, two classes | `KernelFisher` (ours) | $n^3/3$, then $n$ per new point | a few thousand points, classes of any size |
# | the same, cheaper | `PartialGramSchmidt` (ours) or `Nystroem`, then LDA | $nT^2$, then $T^2$ per new point | $n$ is large and a few hundred features do |
# | ridge on ±1 | `KernelRidge` | $n^3/3$, then $n$ per new point | you centre, and the classes are about equal |
# | margin, sparse rule | `SVC` | $n^2$ to $n^3$ | you want few support vectors at prediction time |
#
# > **In short.** Standardise, choose λ inside the training half, shrink $K$ when it no longer fits.
