# %% [markdown]
# # 0. Exploring data
#
# You open a bottle of wine, and it is the best in years. The shop has 178 bottles, yours among them, and a laboratory has measured 13 things in each: alcohol, acids, colour, down to the milligram. *Which of the others is most like mine?* you ask. That needs no expert, it seems: take the differences in all 13 columns, square them, add them up. The smallest sum wins.

# %%
import numpy as np
from scipy import stats
from sklearn.datasets import load_wine

from featurespace import describe, plots
from featurespace.demos import describe as demos
from featurespace.evidence import agree

# %%
wine = load_wine(as_frame=True).frame  # comes with scikit-learn
wine.columns = [name.replace(" ", "_") for name in demos.COLUMNS] + ["grape"]  # shorter names
wine["grape"] = wine["grape"].map({0: "A", 1: "B", 2: "C"})  # three kinds of grape
measured, grape = wine.drop(columns="grape").to_numpy(), wine["grape"].to_numpy()
wine.iloc[[98, 172, 63]].T


# %%
def most_similar(points):
    """For each row, the number of the other row at the smallest distance."""
    gaps = points[:, None] - points  # (n, n, d): every row minus every row
    squared = (gaps**2).sum(axis=-1)
    np.fill_diagonal(squared, np.inf)  # nobody is his own neighbour
    return squared.argmin(axis=1)


nearest = most_similar(measured)
print(f"mine is number 98, grape {grape[98]}; nearest {nearest[98]}, grape {grape[nearest[98]]}")
print(f"of all 178, nearest to a bottle of a wrong grape: {(grape[nearest] != grape).sum()}")

# %% tags=["drawing"]
ax = plots.axes(width=6.2, height=3.3)
for kind, colour, marker in zip("ABC", plots.COLOURS, plots.MARKERS, strict=False):
    chosen = wine[wine["grape"] == kind]
    look = {"color": colour, "markersize": 4, "alpha": 0.7}
    ax.plot(chosen["flavanoids"], chosen["proline"], marker, label=f"grape {kind}", **look)
for bottle, look, label in ((98, "*", "mine"), (172, "X", "its nearest, says the rule")):
    ax.plot(*wine.loc[bottle, ["flavanoids", "proline"]], look, color="black", ms=12, label=label)
ax.set(xlabel="flavanoids", ylabel="proline", title="Same proline, and little else in common")
ax.legend(loc="upper left", fontsize=8)
plots.show(
    ax,
    alt="""Scatter plot of flavanoids and proline of 178 bottles in three colours and symbols, one
    for each grape. My bottle lies at the right, among the highest flavanoids; the bottle called
    nearest lies far to the left at exactly the same height, in the cloud of another grape.""",
)

# %% [markdown]
# Compare the first two columns of the table (and remember the third): bottle 172 has the proline of mine to the milligram, a fifth of its flavanoids and twice its colour. (Proline is an amino acid; flavanoids help to make a red wine taste dry.) It is not even the same grape. And that is no accident: {= (grape[nearest] != grape).sum()} of 178 bottles are sent to a wrong grape. (The rule is not told the grapes; we keep them back to judge it.) No measurement is wrong, and neither is the arithmetic. So what is? Try one thing before you know why:

# %%
demos.change_the_unit()

# %% [markdown]
# **After this chapter you can** describe a column by its middle and its scatter, and say which bad entries each description survives; say what a correlation of one, and of zero, promises and what not; see through three pictures that lie; put columns on one ruler; and find the bottle.
#
# **Needs** school mathematics and a little numpy; two side rooms need matrices ([appendix A](A_linear_algebra.ipynb)). **Sources** the preface and first chapter of lecture notes on data mining (called *the notes* here) and part of section 5.3 of a kernel-methods book.
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: can nearly everybody have more legs than the average person?</summary>
#
# Yes, and nearly everybody does. A few people have one leg or none, nobody has three, so the average lies a little below two. An average need not be typical.
# </details>
#
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$ | `x` (n,) | one column: $n$ numbers |
# | $x_{(1)}\le\dots\le x_{(n)}$ | `np.sort(x)` | the same, sorted |
# | $\bar x$ | `x.mean()` | their mean |
# | $Q_1,Q_2,Q_3$ | `describe.quartiles(x)` | quartiles |
# | $\operatorname{var}$, $\operatorname{std}$ | `x.var()`, `x.std()` | variance, standard deviation; we divide by $n$ |
# | $\hat x_i$ | | standard score of $x_i$ |
# | $\rho$, $\tau$ | | correlation; rank correlation |
# | $X$ | `X` (n, d) | a table: one point per row, one attribute per column |
# | $\Sigma$ | `Sigma` (d, d) | covariance matrix |
# | $C$ | `C` (n, n) | centring matrix |
# | $\mathbb E[x]$, $\operatorname{Var}[x]$ | | what $\bar x$ and $\operatorname{var}$ estimate |
#
# A line that begins with ✓ says what a cell has just proved: `agree` prints it, and stops with an error if it is not so. Code that only proves or only draws is folded away.

# %% [markdown]
# ## 1. A table and its question
#
# A table has a **row** for each thing and a **column** for each attribute. Before the first number: *how did it come about?*
#
# > **Predict.** Three families have 1, 2 and 6 children: 3 on average. All nine children are in one class. The teacher asks each of them "How many children are there in your family?" and averages the nine answers. Does she get 3?
#
# Here are the nine answers:

# %%
families = np.array([1, 2, 6])
answers = np.repeat(families, families)  # each child answers for its family
print(answers, f"mean {answers.mean():.1f}; per family {families.mean():.0f}")

# %% [markdown]
# Every child told the truth, and the mean is correct. But her table has a row for each *child*, so the family of six answers six times. Nothing in the numbers shows it. You have to ask.
#
# So ask our table. How many rows, any gaps, any doubles, how many of each kind?

# %%
print("rows and columns", wine.shape)
print("gaps", int(wine.isna().sum().sum()), "· doubles", int(wine.duplicated().sum()))
print("grapes", wine["grape"].value_counts().sort_index().to_dict())

# %% [markdown]
# It comes from a study of wines from one region of Italy: can chemistry tell three kinds of grape apart? *Who is not in it?* Wines from everywhere else; nobody knows what our rule would do with them. *Who chose the shares?* Whoever picked the bottles. That B is the most frequent kind here says nothing about the region. (Where rows are people, two more questions come first: may we have this, and whom might it hurt? [Room 0a](#0a.-Who-made-these-data?) asks them.)
#
# And what do *we* want from it? "Which bottle is most like mine" can be answered once *like* is a number. We tried one, and it failed. To see why, look at the columns: where each lies, how far it scatters, how two go together.
#
# > **In short.** Ask how a table came about before you ask what it says.

# %% [markdown] needs="0.1" teaches="DME-1.1 DME-1.4"
# ## 2. Location: where are the numbers?
#
# Two ways to name the middle of a column. The **mean** shares the total equally. The **median** is the middle of the sorted list, or halfway between the two in the middle if $n$ is even:
#
# $$\bar x = \frac1n\sum_i x_i, \qquad \operatorname{median}(x) = \begin{cases} x_{((n+1)/2)} & n \text{ odd}\\ \tfrac12\bigl(x_{(n/2)}+x_{(n/2+1)}\bigr) & n \text{ even}\end{cases}$$
#
# Five numbers will stay with us through the chapter: 1, 2, 3, 4, 5. Mean and median are both 3.
#
# > **Predict.** By a slip of the hand the 5 is typed as 50. Where are mean and median now?

# %%
x = np.array([1, 2, 3, 4, 5])
slip = np.array([1, 2, 3, 4, 50])
for name, column in (("typed right", x), ("typed wrong", slip)):
    print(f"{name}: mean {column.mean():4.1f}, median {np.median(column):.0f}")

# %% [markdown] teaches="DME-u02"
# > **By hand.** One of five numbers has moved by 45, so the sum has moved by 45 and the mean by $45/5=9$, from 3 to 12: larger than four of the five. The median is still the third in line, and does not care how far away the last one stands.
#
# In general, add δ to one of $n$ numbers and the mean moves by $\delta/n$, without limit. The median only hears on which side of it a number lies: one wild entry shifts it by about a place in the line.

# %% tags=["proof"] proves="DME-1.1 DME-1.4 DME-u02"
agree([x.mean(), slip.mean()], [15 / 5, 60 / 5], "the mean is the sum over n")
agree(slip.mean(), x.mean() + (50 - 5) / 5, "the mean has moved by δ/n")
agree([np.median([3, 1, 2]), np.median([4, 1, 9, 2])], [2, (2 + 4) / 2], "the middle, or halfway")
far = [np.median([1, 2, 3, 4, wild]) for wild in (5, 50, 1e9)]
agree(far, 3.0, "the median does not care how far the last one goes")

# %% [markdown]
# So the *gap* between the two is a cheap alarm: a strong difference hints at an **outlier**, a number far from all the others. We mistype one alcohol of 178, 1423 for 14.23, and compare:

# %%
typed = wine[["alcohol", "magnesium", "malic_acid"]].copy()
typed["alcohol_mistyped"] = typed["alcohol"].where(typed.index != 0, 1423)
for name, column in typed.items():
    gap = column.mean() / column.median() - 1
    print(f"{name:16} mean {column.mean():6.2f}, median {column.median():5.2f}, gap {gap:+.1%}")

# %% [markdown]
# The mistyped column gives itself away. But malic acid, where we have touched nothing, shows a gap too. An error there as well?

# %% tags=["drawing"]
acid = wine["malic_acid"]
ax = plots.axes(width=5.6, height=2.7)
marks = {"median": acid.median(), "mean": acid.mean()}
plots.distribution(acid, ax=ax, bins=25, marks=marks, xlabel="malic acid")
ax.set_title("No stray number: a long tail to the right")
plots.show(
    ax,
    alt="""Histogram of the malic acid of 178 bottles: a high peak between one and two, then a long
    tail that falls off to the right as far as six. The mean lies to the right of the median.""",
)

# %% [markdown]
# No. Many bottles have a little, some have a lot, and those pull the mean to the right. A gap says *look*, not *error*.
#
# > **In short.** The mean listens to everybody, the median takes a vote; where they part, look.

# %% [markdown] needs="0.2" teaches="DME-1.8 DME-u07"
# ## 3. Scale: how far do they scatter?
#
# Take the deviations from the mean, square them so that left and right do not cancel, and average: that is the **variance**. Multiplied out, it is also the mean of the squares minus the square of the mean:
#
# $$\operatorname{var}(x) = \frac1n\sum_i(x_i-\bar x)^2 = \frac1n\sum_i x_i^2-\bar x^2$$
#
# Its unit is the square of the column's unit (squared milligrams!), so one takes the root, the **standard deviation** $\operatorname{std}(x)$.
#
# > **By hand.** For 1, 2, 3, 4, 5 the deviations are −2, −1, 0, 1, 2; their squares add up to 10, so the variance is $10/5=2$. The other way: the squares add up to 55, and $55/5-3^2=2$. Standard deviation: $\sqrt2\approx1.41$.

# %% [markdown] teaches="DME-u05 DME-1.10 DME-1.11"
# Two relatives use middles instead of means. The **MAD** is the median of the distances to the median: here of 2, 1, 0, 1, 2, so 1. The **quartiles** $Q_1$, $Q_2$, $Q_3$ cut the sorted list into quarters: $Q_2$ is the median, $Q_1$ and $Q_3$ are the medians of the lower and the upper half (for odd $n$ both halves include the middle). Halves 1, 2, 3 and 3, 4, 5 give $Q_1=2$ and $Q_3=4$. The **interquartile range** is $\mathrm{IQR}=Q_3-Q_1=2$, the length of the middle half.
#
# > **Predict.** Again 50 for 5. Which of the three scales survive?

# %%
for name, column in (("typed right", x), ("typed wrong", slip)):
    mad = np.median(np.abs(column - np.median(column)))
    q1, _, q3 = describe.quartiles(column)
    print(f"{name}: std {column.std():5.2f}, MAD {mad:.0f}, IQR {q3 - q1:.0f}")

# %% tags=["proof"] proves="DME-1.8 DME-u07 DME-u05 DME-1.10 DME-1.11"
agree(((x - 3) ** 2).mean(), (x**2).mean() - x.mean() ** 2, 2.0, x.var(), "both forms give 2")
agree([x.std(), slip.std()], np.sqrt([2, 362]), "the standard deviation is the variance's root")
agree(describe.quartiles(x), [2, 3, 4], "halves 1 2 3 and 3 4 5 have middles 2 and 4")
agree(stats.median_abs_deviation(x), np.median([2, 1, 0, 1, 2]), 1.0, "the MAD, as scipy has it")
six = [7, 1, 3, 8, 20, 2]  # halves 1 2 3 and 7 8 20
agree(describe.quartiles(six), [2, 5, 8], "1 2 3 7 8 20 have the quartiles 2, 5, 8")

# %% [markdown] teaches="ST-u55"
# Squaring makes the far one count even more than in the mean: the standard deviation has grown thirteenfold. MAD and IQR have not noticed.
#
# A scale is also a *ruler*. Is an alcohol of 14 far from a mean of 13? Measure the deviation in standard deviations, and you have the **standard score**. It has no unit; in percent or per mille it is the same number:
#
# $$\hat x_i=\frac{x_i-\bar x}{\operatorname{std}(x)}$$

# %% proves="ST-u55"
alcohol = wine["alcohol"].to_numpy()
for unit, column in (("percent", alcohol), ("per mille", 10 * alcohol)):
    score = (column[98] - column.mean()) / column.std()
    print(f"in {unit:9}: my bottle {column[98]:6.2f}, score {score:.2f}")
scores = [(a - a.mean()) / a.std() for a in (alcohol, 10 * alcohol, 5 + 3 * alcohol)]
agree(*scores, "all 178 scores are the same in three units")

# %% [markdown]
# And the 13 columns of the wine table? Here are their standard deviations; mind the axis, each step is a factor of ten:

# %% tags=["drawing"]
widths = wine.drop(columns="grape").std(ddof=0).sort_values()
ax = plots.axes(width=6.4, height=3.4)
ax.semilogx(widths, widths.index, "o")
ax.set(xlim=(0.08, 600), xlabel="standard deviation, each in its own unit")
ratio = widths["proline"] / widths.iloc[0]
ax.set_title(f"Proline scatters {ratio:.0f} times as widely as {widths.index[0]}")
plots.show(
    ax,
    alt="""Thirteen dots on a logarithmic axis, one for the standard deviation of each wine
    measurement. Eleven lie between 0.1 and 4, magnesium at 14, proline alone at 314.""",
)

# %% [markdown]
# Nobody meant proline to be that important. It came with the unit. Keep this picture in mind.
#
# > **In short.** The standard deviation listens to everybody, MAD and IQR take a vote; and any scale is a ruler.

# %% [markdown] needs="0.3" teaches="DME-1.17"
# ## 4. Two columns
#
# Do two columns go together? Multiply the deviations of each row and average. Rows above the mean in both, or below in both, count plus; mixed rows count minus. That is the **covariance**:
#
# $$\operatorname{cov}(x,y)=\frac1n\sum_i(x_i-\bar x)(y_i-\bar y)$$
#
# > **By hand.** $x=1,2,3,4,5$ and $y=2,1,4,3,5$: nearly in order. Deviations −2, −1, 0, 1, 2 and −1, −2, 1, 0, 2; products 2, 2, 0, 0, 4; so $\operatorname{cov}=8/5=1.6$.
#
# > **Predict.** Let $x$ be hours, and a colleague writes minutes, $60x$. What becomes of the covariance?

# %%
y = np.array([2, 1, 4, 3, 5])


def cov(a, b):
    return ((a - a.mean()) * (b - b.mean())).mean()


print(f"in hours {cov(x, y):.1f}, in minutes {cov(60 * x, y):.1f}, shifted {cov(x + 7, y):.1f}")

# %% [markdown] teaches="DME-u10 DME-1.19 ST-u56"
# It grows sixtyfold, and a shift drops out: $\operatorname{cov}(ax+b,y)=a\operatorname{cov}(x,y)$. (Also $\operatorname{cov}(x,x)=\operatorname{var}(x)$ and $\operatorname{cov}(x,y)=\operatorname{cov}(y,x)$.) So the covariance cannot say how *strong* a relation is. Take the units out: divide by both standard deviations or, which is the same, start from standard scores. That is **Pearson's correlation**:
#
# $$\rho(x,y)=\frac{\operatorname{cov}(x,y)}{\operatorname{std}(x)\operatorname{std}(y)}=\frac1n\sum_i\hat x_i\hat y_i$$
#
# A sum of products, divided by two lengths (the squares of the scores add up to $n$, so each list is a vector of length $\sqrt n$), is a *cosine*. So ρ is the cosine of the angle between the two lists of scores, and cannot leave $[-1,1]$.
#
# > **By hand.** Both columns have standard deviation $\sqrt2$, so $\rho=1.6/2=0.8$, an angle of 37 degrees.

# %%
rho, rho_slip = (np.corrcoef(x, column)[0, 1] for column in (y, [2, 1, 4, 3, 50]))
angle = np.degrees(np.arccos(rho))
print(f"ρ = {rho:.2f}, angle {angle:.0f} degrees; with 50 for the last 5, ρ = {rho_slip:.2f}")

# %% tags=["proof"] proves="DME-1.17 DME-u10 DME-1.19 ST-u56"
agree(cov(x, y), 8 / 5, np.cov(x, y, ddof=0)[0, 1], "the covariance by hand and by numpy")
agree(cov(x, x), x.var(), "of a column with itself it is the variance")
agree(cov(x, y), cov(y, x), "the order does not matter")
agree(cov(60 * x + 7, y), 60 * cov(x, y), "a factor comes out, a shift drops out")
x_hat, y_hat = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
cosine = x_hat @ y_hat / (np.linalg.norm(x_hat) * np.linalg.norm(y_hat))
divided = cov(x, y) / (x.std() * y.std())
agree(rho, divided, cov(x_hat, y_hat), cosine, "ρ: the ratio, the covariance of scores, a cosine")

# %% [markdown] teaches="DME-1.20..1.22 DME-1.23..1.25 DME-1.26 ST-u57"
# When is ρ exactly 1? If $y=ax+b$, then $\operatorname{std}(y)=|a|\operatorname{std}(x)$ and $\operatorname{cov}(x,y)=a\operatorname{var}(x)$, so $\rho=a/|a|$: the *sign* of the slope, and nothing else of it. And backwards: a cosine of 1 means an angle of zero, so equal scores, so a line that rises; −1 means opposite scores, and a line that falls.

# %% proves="DME-1.20..1.22 DME-1.23..1.25 DME-1.26"
for a, b in ((5, 1), (0.001, 1), (-0.2, 30)):
    line = a * x + b
    print(f"slope {a:6}: ρ = {np.corrcoef(x, line)[0, 1]:+.0f}")
    assert np.isclose(line.std(), abs(a) * x.std()) and np.isclose(cov(x, line), a * x.var())
    assert np.isclose(np.corrcoef(x, line)[0, 1], np.sign(a))

# %% tags=["proof"] proves="ST-u57"
agree(((x_hat - y_hat) ** 2).mean(), 2 - 2 * rho, "mean squared difference of scores: 2 − 2ρ")
agree(((x_hat + y_hat) ** 2).mean(), 2 + 2 * rho, "and of opposite scores: 2 + 2ρ")

# %% [markdown] teaches="DME-F1.3"
# > **Predict.** Six clouds. Guess each ρ, and write the six numbers down.

# %% tags=["drawing"]
pair = np.random.default_rng(0).normal(size=(150, 2))
base, noise = np.sqrt(150) * np.linalg.qr(pair - pair.mean(axis=0))[0].T  # at right angles
tight, loose = (np.cos(t) * base + np.sin(t) * noise for t in np.radians([18, 53]))
side, turn = np.linspace(-2.5, 2.5, 99), np.linspace(0, 2 * np.pi, 99)
clouds = {"A": (base, tight), "B": (base, loose), "C": (base, tight / 10)}
clouds |= {"D": (side, side**2 - 3), "E": (2.5 * np.cos(turn), 2.5 * np.sin(turn))}
clouds["F"] = np.r_[side, side], np.r_[side, -side]

# %% tags=["drawing"] shows="DME-F1.3 DME-u11"
row = plots.axes(6, width=9, height=1.9)
for ax, (name, (a, b)) in zip(row, clouds.items(), strict=True):
    ax.plot(a, b, "o", markersize=2)
    ax.set(xlim=(-3.7, 3.7), ylim=(-3.7, 3.7), xticks=[], yticks=[], title=name)
plots.show(
    row[0],
    alt="""Six clouds of points. A is tight and rises, B is looser and rises, C is tight and almost
    flat, D is a parabola, E a ring, F a cross.""",
)

# %%
found = {name: np.corrcoef(a, b)[0, 1].round(2) + 0.0 for name, (a, b) in clouds.items()}
print(", ".join(f"{name} {value:.2f}" for name, value in found.items()))

# %% tags=["proof"] proves="DME-F1.3 DME-u11"
exactly = {name: np.corrcoef(a, b)[0, 1] for name, (a, b) in clouds.items()}
agree([exactly[name] for name in "ABC"], np.cos(np.radians([18, 53, 18])), "A, B, C as constructed")
agree([abs(exactly[name]) < 1e-12 for name in "DEF"], "the last three have correlation zero")
agree(clouds["D"][1], clouds["D"][0] ** 2 - 3, "and yet in D the one column decides the other")

# %% [markdown] teaches="DME-u11"
# A and C have the same ρ: it says how *straight*, not how *steep*. And the last three have ρ = 0, though $x$ tells a great deal about $y$. *Uncorrelated* rules out a straight trend, no more; *independent* would say that $x$ tells nothing.
#
# > **In short.** Correlation is a cosine: it says how straight, not how steep, and zero does not mean unrelated.

# %% [markdown] needs="0.3" teaches="DME-u14"
# ## 5. Pictures that lie
#
# Numbers hide, pictures show. Unless they lie. Here are three that everybody draws, each in the act.
#
# **The bar.** A bar plot has one bar per value, heights in proportion to the counts; the values need no order.
#
# > **Predict.** Five parties have 18 to 22 seats. Draw bars that make the largest look three times the smallest, without changing a number. How?

# %% tags=["drawing"] shows="DME-u14"
seats, party = np.array([18, 19, 20, 21, 22]), list("ABCDE")
left, right = plots.axes(2, width=7.5, height=2.4)
for ax, floor in ((left, 0), (right, 16)):
    ax.bar(party, seats, color=plots.BLUE)
    looks = (seats.max() - floor) / (seats.min() - floor)
    ax.set(ylim=(floor, 24), ylabel="seats", title=f"E looks {looks:.1f} times as large as A")
plots.show(
    left,
    alt="""Two bar plots of the same five counts, 18 to 22. With the axis from zero the bars are
    nearly equal; with the axis from 16 the last is three times as high as the first.""",
)

# %% [markdown] teaches="DME-u15"
# A bar speaks through its *length*, so its axis must start at zero.
#
# **The box.** A **box plot** draws five numbers: a box from $Q_1$ to $Q_3$, a line at the median, and **whiskers** out to the ends (at most 1.5 IQR beyond the box; what lies farther out is drawn as a dot). It is robust, because quartiles are.
#
# > **Predict.** Two sets of eighty numbers have the same box plot. Do they look alike?

# %% tags=["drawing"] shows="DME-u15"
two_humps = demos.HUMPS
five = np.quantile(two_humps, [0, 0.25, 0.5, 0.75, 1])
even = np.interp(np.linspace(0, 1, 80), [0, 0.25, 0.5, 0.75, 1], five)  # evenly in between
left, right = plots.axes(2, width=8, height=2.5)
left.boxplot([two_humps, even], tick_labels=["first", "second"], orientation="horizontal")
left.set_title("Twins to a box plot")
right.hist([two_humps, even], bins=np.arange(-3.5, 3.6, 0.7), label=["first", "second"])
right.set_ylim(0, 21)
right.legend(loc="upper left", ncols=2, fontsize=8)
right.set_title("Their numbers, counted along the line")
plots.show(
    left,
    alt="""Left, two box plots that cannot be told apart. Right, the numbers counted in ten
    intervals: the first set crowds at two places with a dip between, the second is spread
    evenly.""",
)

# %% [markdown] teaches="DME-1.46 DME-u17"
# One of them has two humps, perhaps two kinds of thing in one column. A box says nothing about what is inside it.
#
# **The histogram.** So cut the line into **bins** and count. Write $\mathbb 1_B(x)$ for "1 if $x$ lies in $B$, else 0"; then bin $B_j$ has the count $n_j=\sum_i\mathbb 1_{B_j}(x_i)$. Equal bins need a start $L$, a width $h$ and a number $k$ of bins: bin $j$ is $[L+(j-1)h,\ L+jh)$, with its middle at $L+jh-h/2$. It includes its left edge and not its right one; only the last bin includes both.
#
# > **By hand.** 1, 2, 3, 4, 5 in three bins of width 2. Start at 0: the bins hold {1}, {2, 3}, {4, 5}, counts 1, 2, 2, *rising*. Start at 1: {1, 2}, {3, 4}, {5}, counts 2, 2, 1, *falling*.

# %%
for start in (0, 1):
    edges = start + 2 * np.arange(4)
    print(f"start {start}: edges {edges}, counts {np.histogram(x, edges)[0]}")

# %% tags=["proof"] proves="DME-1.46 DME-u17"
L, h, k = 0.0, 1.5, 4
lows = L + h * np.arange(k)
inside = [(low <= x) & (x < low + h) for low in lows]
inside[-1] |= x == L + k * h  # the last bin is closed
counts, edges = np.histogram(x, bins=k, range=(L, L + k * h))
agree([each.sum() for each in inside], counts, [1, 1, 2, 1], "sums of indicators = numpy's counts")
agree((edges[:-1] + edges[1:]) / 2, L + h * np.arange(1, k + 1) - h / 2, "middles at L + jh − h/2")
agree(np.histogram([0, 3, 6], bins=k, range=(L, L + k * h))[0], [1, 0, 1, 1], "6 is in the last")

# %% [markdown]
# Same numbers, same width, opposite trends. Eighty numbers are not safe from it either. Here are the first of the twins, the ones with two humps. (We drew them ourselves, so the true curve is known. Leave the windows for [room 0g](#0g.-Smooth-pictures).)

# %%
demos.histogram_origin_and_bandwidth()

# %% [markdown]
# A histogram is data plus two decisions. Try another start and another width before you believe a hump.
#
# > **In short.** Bars need their zero, boxes hide humps, histograms depend on where they start: draw two kinds before you believe one.

# %% [markdown] needs="0.3"
# ## 6. One ruler for all columns
#
# Back to the wine. Thirteen columns, thirteen units, and a distance that adds them up as if they were one. Standard scores have no unit, so replace each column by its standard scores. The table is then **standardised**: every column has mean 0 and standard deviation 1.
#
# > **By hand.** 1, 2, 3, 4, 5 have mean 3 and standard deviation 1.41, so their scores are −1.41, −0.71, 0, 0.71, 1.41. The mean squared score is $(2+\frac12+0+\frac12+2)/5=1$, as it must be.
#
# Why did 172 win? It has the proline of mine, and the other twelve squared differences add up to 58. Bottle 63, of the same grape, is 240 off in proline, and $240^2=57\,600$; the other twelve add up to 1.7. So 172 is "nearer", 58 against 57 602.
#
# Here is what the new ruler does to my bottle and the one that was called its nearest:

# %%
Z, middle, width = describe.standardise(measured)
apart = wine.drop(columns="grape").loc[[98, 172]].diff().iloc[1].abs().to_frame("difference")
apart["in standard deviations"] = np.abs(Z[98] - Z[172])
apart.loc[["proline", "magnesium", "colour", "alcohol", "flavanoids"]].round(2)

# %% [markdown]
# In the raw table the differences in magnesium and in flavanoids count alike: both are about 3. On one ruler the first is a fifth of a standard deviation, next to nothing, and the second is three of them.
#
# > **Predict.** Tomorrow two new bottles arrive, with 6 and 8 where ours had 1 to 5. You standardise the two by *their own* mean and standard deviation. What are their scores? And had they been 600 and 800?

# %%
learnt = describe.standardise(x[:, None])
for arrivals in (np.array([6, 8]), np.array([600, 800])):
    own = describe.standardise(arrivals[:, None]).X[:, 0]
    ours = (arrivals - learnt.mean) / learnt.sd
    print(f"{arrivals}: by themselves {own}, by ours {ours.round(1)}")

# %% [markdown] teaches="ST-A5.13"
# Two different numbers, standardised by themselves, are always −1 and +1: all that made them strange is gone. So mean and standard deviation come from the table we *learn* from, the **training** data, and every later row is scaled with those same constants. That is why `standardise` hands them back.

# %% tags=["proof"] proves="ST-A5.13"
agree(Z, (measured - measured.mean(axis=0)) / measured.std(axis=0), "subtract, then divide")
agree(np.abs(Z.mean(axis=0)) < 1e-12, "every mean is 0")
agree(Z.std(axis=0), 1.0, "every standard deviation is 1")
half = describe.standardise(measured[::2])  # learn from one half
later = (measured[1::2] - half.mean) / half.sd  # scale the other by it
agree(later * half.sd + half.mean, measured[1::2], "the constants lead there and back")

# %% [markdown]
# Is it *right* to divide by the standard deviation? It is a decision: a step of one standard deviation shall count alike in every column. There are others ([room 0i](#0i.-Centre-and-scale) has a menu). But to leave the columns as they are is a decision too, made by whoever chose the units.
#
# > **In short.** Scaling decides which differences count; take its constants from the training data.

# %% [markdown] needs="0.4 0.5 0.6"
# ## 7. Which bottle is most like mine?
#
# Everything so far was a tool. Now the job. The first look at any table is one word in pandas (which divides by $n-1$ and interpolates its quartiles; [room 0k](#0k.-Why-pandas-disagrees) knows such habits):

# %%
wine[["alcohol", "magnesium", "flavanoids", "colour", "proline"]].describe().round(2)

# %% [markdown]
# Nothing impossible, nothing negative. Then pairs of columns, and a puzzle. Flavanoids are among the substances that make red wine red. Do bottles with more of them have more colour?

# %%
together = wine["flavanoids"].corr(wine["colour"])
print(f"flavanoids and colour, all 178 bottles: ρ = {together:.2f}")

# %% [markdown]
# > **Predict.** Slightly *negative*. Give a reason, or a suspicion, before you look at the points.

# %% tags=["drawing"]
ax = plots.axes(width=6.5, height=3.3)
for kind, colour, marker in zip("ABC", plots.COLOURS, plots.MARKERS, strict=False):
    part = wine[wine["grape"] == kind]
    inner = part["flavanoids"].corr(part["colour"])
    look = {"color": colour, "markersize": 4, "label": f"grape {kind}: ρ = {inner:+.2f}"}
    ax.plot(part["flavanoids"], part["colour"], marker, **look)
ax.set(xlabel="flavanoids", ylabel="colour", title="Falling overall, rising within each grape")
ax.legend(loc="upper right")
plots.show(
    ax,
    alt="""Scatter plot of colour against flavanoids. Each grape forms its own cloud: C at low
    flavanoids and strong colour, B in the middle and pale, A at high flavanoids and medium
    colour. Inside each cloud colour rises with flavanoids; over all it falls slightly.""",
)

# %% [markdown]
# Within every grape more flavanoids mean more colour; over all bottles it is the other way round. Grape C is dark *and* poor in flavanoids, and one number for all mixes two stories: what differs between grapes, and what goes together within one. It has a name, **Simpson's paradox**. A picture protects you, or the question of section 1: *who is in this table?*
#
# > **By hand.** Four points, two shops: (1, 5), (2, 6) and (5, 1), (6, 2). In each shop $\rho=+1$. Together both means are 3.5; the products of deviations are four times $-3.75$, in sum −15, and the squares add up to 17 in either column. So $\rho=-15/17\approx-0.88$.

# %% tags=["proof"]
shops = np.array([[1, 5], [2, 6], [5, 1], [6, 2]])
in_each = [np.corrcoef(shops[:2].T)[0, 1], np.corrcoef(shops[2:].T)[0, 1]]
agree(in_each, 1.0, "+1 in each of the two shops")
agree(np.corrcoef(shops.T)[0, 1], -15 / 17, "−15/17 in both together")
rising = [part["flavanoids"].corr(part["colour"]) for _, part in wine.groupby("grape")]
agree(min(rising) > 0.3 and together < -0.1, "flavanoids and colour: turned round in all three")

# %% [markdown]
# Now the bottle. Added up over all pairs, proline makes {= 100 * measured[:, 12].var() / measured.var(axis=0).sum():.1f} % of the squared distances. Four rules: all 13 columns raw, proline alone, all but proline, all 13 standardised.
#
# > **Predict.** All raw has {= (grape[nearest] != grape).sum()} wrong grapes. Put the other three in order. Is proline alone about as good, since it makes nearly all of the distance? Does it hurt to throw it away? (Remember what the demo did.)

# %%
rules = {"all 13, raw": measured, "proline alone": measured[:, 12:]}
rules |= {"all but proline": measured[:, :12], "all 13, standardised": Z}
wrong = {name: int((grape[most_similar(X)] != grape).sum()) for name, X in rules.items()}
for name, count in wrong.items():
    print(f"{name:20} wrong grape for {count:2} of 178")

# %% [markdown]
# Proline alone is worst. In the raw table it decides who may be near at all, and only among bottles of nearly the same proline have the other twelve a say. Throwing the loudest column away *helps*; not because it knows nothing, but because it drowned out the others. And one line, `standardise`, takes the mistakes from {= wrong["all 13, raw"]} to {= wrong["all 13, standardised"]}. In practice one writes two calls:

# %%
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import StandardScaler

scaler = StandardScaler().fit(measured)
finder = NearestNeighbors(n_neighbors=2).fit(scaler.transform(measured))
_, two = finder.kneighbors(scaler.transform(measured))  # the first is the bottle itself
agree(two[:, 1], most_similar(Z), "scikit-learn finds the same 178 neighbours as ours")
print(f"most like mine (98, grape {grape[98]}): bottle {two[98, 1]}, grape {grape[two[98, 1]]}")

# %% [markdown]
# Bottle {= two[98, 1]} it is, the third column of the table on the first page. Compare the two line by line.
#
# **When not to use it.** Standardising makes *every* column equally loud, also one that is nothing but noise. We add columns of random numbers to the 13, with five seeds:

# %%
for extra in (0, 13, 50):
    missed = []
    for seed in range(5):
        dice = np.random.default_rng(seed).normal(size=(178, extra))
        missed.append(int((grape[most_similar(np.hstack([Z, dice]))] != grape).sum()))
    print(f"{extra:2} columns of noise: wrong grape for {missed}")

# %% [markdown]
# So ask which columns belong in. Do not rescale columns that share a unit, such as the pixels of an image: a pixel that hardly ever changes should count little. Beware of one wild entry that swells a standard deviation (`RobustScaler` takes the IQR). And {= wrong["all 13, standardised"]} of 178 is no promise for the next bottle: we tried four rules on the same bottles and praise the best ([chapter 6](06_generalisation.ipynb)).
#
# We changed nothing but the meaning of *near*, and that decided. So the question we leave with is: **when are two bottles alike, and who decides?** In this course a *kernel* decides: a function that says how alike two points are, and is an inner product in some space of features.
#
# | chapter | its part of the answer |
# |---|---|
# | [1 Means and distances](01_means_and_distances.ipynb) | How far is a thing from the typical one, and when should a bell ring? |
# | [2 Gram–Schmidt and Cholesky](02_gram_schmidt_and_cholesky.ipynb) | Which few bottles stand for all the others? |
# | [3 Fisher](03_fisher.ipynb) | In which direction do two grapes lie farthest apart? |
# | [4 PCA](04_pca.ipynb) | How many numbers does a bottle really need? |
# | [5 Dimensionality reduction](05_dimensionality_reduction.ipynb) | Can all bottles be drawn on one sheet, likes beside likes? |
# | [6 Generalisation](06_generalisation.ipynb) | Would any of this hold for the next bottle? |
#
# > **In short.** What *near* means is a choice, and the choice decides.

# %% [markdown]
# ## Takeaways
#
# - Ask how a table came about; groups in it can turn a relation round.
# - Mean and standard deviation listen to every number, median, MAD and IQR take a vote. Where they part, look.
# - Correlation is the cosine between standard scores: unit-free, blind to slope, and zero for many columns that depend on each other.
# - Bars need a zero, boxes hide humps, histograms have a start and a width. Draw two kinds before you believe one.
# - A distance adds up columns, and the loudest unit wins, unless you standardise. Constants come from the training data.
#
# **Now you:** [exercises for this chapter](../exercises/00_exploring_data.ipynb). Ten minutes on each will fix more than reading this page twice. Then [chapter 1](01_means_and_distances.ipynb).
#
# **Further reading.** J. W. Tukey, *Exploratory Data Analysis* (1977), where box plots and fences come from. M. Gutmann and A. Onken, *Data Mining and Exploration* (lecture notes, 2021), chapter 1. R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages* (1996), on nine rules for a quantile. T.-H. Kim and H. White, *On more robust estimation of skewness and kurtosis* (2004). J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), section 5.3.

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and nothing later needs it. Several of them meet ten old friends: the labels of the first ten digits of a famous collection, MNIST, sorted: 0, 1, 1, 1, 2, 3, 4, 4, 5, 9.

# %% [markdown] needs="0.1" why="Enter if the rows of your table are people, or chosen by a machine." teaches="DME-F1"
# ### 0a. Who made these data?
#
# In every minute of 2020, people uploaded more than 500 hours of video to one site and watched more than 400 000 hours from another. In units one can picture:

# %% tags=["drawing"] shows="DME-F1"
print(f"uploaded in one minute: enough for {500 / 24:.0f} days without sleep")
print(f"watched in one minute: {400_000 / 24 / 365:.0f} years")
hours = {"video uploaded": 500, "a job of 40 years": 70_000, "video watched": 400_000}
ax = plots.axes(width=6, height=1.8)
ax.semilogx(list(hours.values()), list(hours), "o")
ax.set(xlim=(100, 1e6), ylim=(-0.5, 2.5), xlabel="hours")
ax.set_title("One minute of 2020, beside a working life")
plots.show(
    ax,
    alt="""Three dots on an axis of hours in powers of ten. Video uploaded in one minute: 500 hours.
    Work in a job of forty years: 70 000 hours. Video watched in one minute: 400 000.""",
)

# %% [markdown]
# Nobody looks at all that. So everything depends on what is looked at, and that decides what is collected next.
#
# > **Predict.** Two songs are equally good: half of those who hear one like it. A player always offers the song with more likes so far (a tie is settled by lot). How are a thousand plays shared?


# %%
def play(dice, rounds=1000):
    """Plays and likes of two songs, when the leader is always offered."""
    plays, likes = np.zeros(2, int), np.zeros(2, int)
    for _ in range(rounds):
        song = dice.choice(np.flatnonzero(likes == likes.max()))
        plays[song] += 1
        likes[song] += dice.random() < 0.5
    return plays, likes


# %% proves="DME-u01"
dice_a = np.random.default_rng(1)
shares = [play(dice_a) for _ in range(20)]
for plays, likes in shares[:4]:
    print(f"plays {plays[0]:4} and {plays[1]:4}, likes {likes[0]:3} and {likes[1]:3}")
agree([likes.min() == 0 for _, likes in shares], "20 runs of 20: the loser never gets a like")
leading = np.array([likes.max() / plays.max() for plays, likes in shares])
agree(np.abs(leading - 0.5) < 0.08, "the winner's share of likes is honest, about a half")

# %% [markdown] teaches="DME-u01 DME-F2"
# The first like decides, and the other song is never offered again. The table shows a hit and a flop where there are two songs of equal merit. That somebody did not choose a thing is no sign of dislike when the thing was not on offer, and no arithmetic on this table can repair that: the loser was heard a few times, or never. Feed such a table to the next recommender, and you have a filter bubble.
#
# So the work is a cycle, not a line, and each step may send you back:

# %% tags=["drawing"] shows="DME-F2"
steps = ["ask", "collect", "prepare", "explore", "model", "evaluate"]
clock = np.pi / 2 - np.arange(6) * np.pi / 3
spots = np.column_stack([1.7 * np.cos(clock), np.sin(clock)])
back = {(3, 2): ("odd values", 1.35, -1.05), (4, 3): ("poor fit", -1.3, -1.05)}
back |= {(5, 1): ("wrong data", 0, 0.12)}
ax = plots.axes(width=5.6, height=3.4)
ax.set(xlim=(-2.4, 2.4), ylim=(-1.4, 1.3), title="Each step can send you back")
ax.axis("off")
for i, step in enumerate(steps):
    frame = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": plots.BLUE}
    ax.text(*spots[i], step, ha="center", va="center", bbox=frame, zorder=3)
    arrow = {"arrowstyle": "->", "shrinkA": 30, "shrinkB": 30, "color": plots.BLUE}
    ax.annotate("", spots[(i + 1) % 6], spots[i], arrowprops=arrow)
for (i, j), (why, *where) in back.items():
    arrow = {"arrowstyle": "->", "shrinkA": 26, "shrinkB": 30, "color": plots.ORANGE, "ls": "--"}
    ax.annotate("", spots[j], spots[i], arrowprops=arrow | {"connectionstyle": "arc3,rad=0.35"})
    ax.text(*where, why, ha="center", fontsize=9)
plots.show(
    ax,
    alt="""Six boxes in a circle: ask, collect, prepare, explore, model, evaluate, then ask again.
    Dashed arrows lead back: from explore to prepare because of odd values, from model to explore
    because of a poor fit, from evaluate to collect because of wrong data.""",
)

# %% [markdown]
# Where rows are people, two questions come before all others. **Privacy**: may you have this? Removing the names is not enough. Suppose our bottles were patients, without names, and somebody knows two or three rounded facts about one of them:

# %%
for known in (["alcohol"], ["alcohol", "colour"], ["alcohol", "colour", "hue"]):
    rounded = wine[known].round(1)
    alone = (~rounded.duplicated(keep=False)).mean()
    print(f"{', '.join(known):20} to one decimal: {alone:3.0%} of the rows are unique")

# %% [markdown]
# **Fairness**: right on average can be wrong for one group, and the average will not say so. The rule of the first page, grape by grape:

# %%
for kind in "ABC":
    missed_kind = (grape[nearest] != grape)[grape == kind]
    print(f"grape {kind}: {missed_kind.mean():.0%} of {len(missed_kind)} sent to a wrong grape")

# %% [markdown]
# If a wrong grape were a refused loan, it would matter a great deal in which column you live. These are questions for people, not for formulas; but the table with one line for each group is yours to make.
#
# > **In short.** What was offered decides what was chosen; unnamed is not unknown; and average is not fair.

# %% [markdown] needs="0.2" why="Enter if neither mean nor median fits your column." teaches="DME-1.5 DME-1.6"
# ### 0b. Other middles
#
# The ten labels: mean 3, median halfway between the fifth and the sixth, 2 and 3. With 9000 typed for the 9 the mean is larger than nine of ten numbers:

# %% proves="DME-1.5 DME-1.6"
ten = demos.TEN
spoilt_ten = demos.corrupt(9000)  # the same ten, with 9000 for 9
for name, ten_numbers in (("typed right", ten), ("typed wrong", spoilt_ten)):
    print(f"{name}: mean {ten_numbers.mean():5.1f}, median {np.median(ten_numbers)}")
agree([ten.mean(), np.median(ten)], [3.0, 2.5], "mean 3, median 2.5")
agree([spoilt_ten.mean(), np.median(spoilt_ten)], [902.1, 2.5], "902.1 and still 2.5")

# %% [markdown] teaches="DME-1.7"
# Between the two lies the **trimmed mean**: drop the $k$ smallest and the $k$ largest, average the rest. With $k=0$ it is the mean; with $k$ just below $n/2$ only the middle is left, and it is the median:

# %% proves="DME-1.7"
for cut in range(5):
    both = [stats.trim_mean(each, cut / 10) for each in (ten, spoilt_ten)]
    print(f"k = {cut}: {both[0]:.3f} right, {both[1]:7.3f} wrong")
    assert np.allclose(both, [ten[cut : 10 - cut].mean(), spoilt_ten[cut : 10 - cut].mean()])
agree(both, np.median(ten), "with four dropped on either side only the middle is left")

# %% [markdown] teaches="DME-u03"
# Not everything can be averaged or sorted: nationality, colour, brand. What always works is the **mode**, the most frequent value, or values, for there may be several:

# %%
values, times = np.unique(ten, return_counts=True)
print("mode", values[times == times.max()], "occurs", times.max(), "times")
values, times = np.unique(["red", "blue", "red", "green", "blue"], return_counts=True)
print("modes", *values[times == times.max()])

# %% [markdown] teaches="DME-u04"
# The median has brothers. The **quantile** $q_\alpha$ has a share α of the sorted numbers to its left, roughly $x_{(\lceil n\alpha\rceil)}$ (and $x_{(1)}$ for α = 0): the minimum is $q_0$, the maximum $q_1$, the median $q_{0.5}$. *Roughly*, because by that rule $q_{0.5}$ of our ten is 2 and not 2.5. Most programs interpolate, and numpy alone offers more than a dozen ways:

# %% proves="DME-u04"
by_rank = ten[int(np.ceil(10 * 0.5)) - 1]
print(f"ranked {by_rank:.0f}, interpolated {np.quantile(ten, 0.5)}")
agree(by_rank, np.quantile(ten, 0.5, method="inverted_cdf"), 2.0, "the rule is one of numpy's")
agree(np.quantile(ten, [0, 0.5, 1]), [0, 2.5, 9], "minimum, median and maximum are quantiles")

# %% [markdown] teaches="DME-1.2"
# Behind a sample we imagine the distribution it came from. The mean estimates its **expected value** $\mathbb E[x]=\int\xi\,p(\xi)\,d\xi$, where the density $p$ says how often values near ξ occur. For the numbers $e^z$, with $z$ standard **Gaussian** (the bell curve with mean 0 and standard deviation 1), the integral is $\sqrt e\approx1.649$:

# %% proves="DME-1.2"
log_normal = stats.lognorm(1)  # the distribution of exp(z)
draws = np.exp(np.random.default_rng(0).normal(size=100_000))
print(f"integral {log_normal.expect():.3f}, mean of 100 000 draws {draws.mean():.2f}")
agree(log_normal.expect(), np.sqrt(np.e), "the integral is √e", tol=1e-6)
agree(abs(draws.mean() - np.sqrt(np.e)) < 0.03, "and the mean comes close to it")

# %% [markdown] teaches="DME-1.3"
# For points with several coordinates, the mean is taken coordinate by coordinate:

# %% proves="DME-1.3"
corners = np.array([[0, 0], [4, 0], [0, 2]])
print(corners.mean(axis=0).round(2))
agree(corners.mean(axis=0), sum(corners) / 3, [4 / 3, 2 / 3], "the sum of the points, over n")

# %% [markdown]
# > **In short.** Each middle answers its own question: an equal share, a vote, a compromise, a favourite.

# %% [markdown] needs="0.3" why="Enter if you ask how many bad entries a number survives, or why some divide by n − 1." teaches="DME-1.12 DME-u08"
# ### 0c. How much dirt?
#
# All scales for the ten labels, and one more: the plain **range** $x_{(n)}-x_{(1)}$, as fragile as can be. The sum of squares is 154, so the variance is $15.4-9=6.4$:

# %% proves="DME-1.12 DME-u08"
ten = demos.TEN
mad_ten = np.median(np.abs(ten - np.median(ten)))
low_q, _, high_q = describe.quartiles(ten)
print(f"std {ten.std():.2f}, MAD {mad_ten}, IQR {high_q - low_q:.0f}, range {np.ptp(ten):.0f}")
agree(ten.std(), np.sqrt(15.4 - 9), "the standard deviation is √6.4")
agree([mad_ten, high_q - low_q], [1.5, 4 - 1], "MAD 1.5, IQR 3")
agree(np.ptp(ten), ten.max() - ten.min(), 9.0, "range 9")

# %% [markdown]
# They measure different things, so put them on one ruler before you compare. For a Gaussian with standard deviation σ half of all numbers lie within 0.674 σ of the middle: that is its MAD, and the IQR is twice as long. Hence the factor 1.4826 that you meet in programs:

# %%
quarter = stats.norm.ppf(0.75)  # half of a Gaussian lies within ± this
print(f"MAD {quarter:.4f} σ, IQR {2 * quarter:.4f} σ, factor {1 / quarter:.4f}")
wide = 5 + 2 * np.random.default_rng(0).normal(size=100_000)
scaled_mad = stats.median_abs_deviation(wide, scale="normal")
print(f"100 000 Gaussian numbers: scaled MAD {scaled_mad:.1f}, standard deviation {wide.std():.1f}")
agree(np.abs([scaled_mad - 2, wide.std() - 2]) < 0.03, "with the factor, both find σ = 2")

# %% [markdown] teaches="DME-1.9"
# **Divide by $n$ or by $n-1$?** The sample's variance estimates that of the distribution, its second central moment $\operatorname{Var}[x]=\mathbb E\bigl[(x-\mathbb E[x])^2\bigr]=\mathbb E[x^2]-\mathbb E[x]^2$. For a coin, with 0 for tails and 1 for heads, that is $\frac12-\frac14=\frac14$. Throw it twice. There are only four samples of two throws, so we can look at all of them:

# %% proves="DME-u06"
throws = np.array([(0, 0), (0, 1), (1, 0), (1, 1)])
for name, ddof in (("n", 0), ("n − 1", 1)):
    variances = throws.var(axis=1, ddof=ddof)
    print(f"divided by {name:5}: {variances}, average {variances.mean()}")
agree(throws.var(axis=1).mean(), 1 / 8, "divided by n, the average is half of 1/4")
agree(throws.var(axis=1, ddof=1).mean(), 1 / 4, "divided by n − 1, it is right")

# %% [markdown] teaches="DME-u06"
# Dividing by $n$ gives half the truth on average, for the numbers lie closer to their own mean than to the true one: the sample mean is where it is *because* of them. In general the average is $\frac{n-1}n\operatorname{Var}[x]$, and **Bessel's correction**, dividing by $n-1$, undoes it. For large $n$ it hardly matters. We divide by $n$, because the formulas of later chapters come out clean; pandas divides by $n-1$, numpy by $n$ unless told otherwise. Say which one you used.
#
# **How many bad entries?** Of the ten labels, how many must be spoilt before a summary goes wherever the spoiler wants?

# %%
for name in ("mean", "standard deviation", "trimmed mean, k = 2", "IQR", "MAD", "median"):
    spoilt = (demos.summaries(demos.corrupt(1e6, m))[name] for m in range(1, 6))
    print(f"{name:20} breaks with {[value > 1000 for value in spoilt].index(True) + 1} of ten")

# %% [markdown]
# As a share of $n$ this count is called the **breakdown point**: 50 % for the median. One number is enough for the mean; no summary that moves along with the data survives when half of them are bad, for who is to say which half?
#
# > **In short.** Robust means: a few bad numbers cannot do harm. Ask how few.

# %% [markdown] needs="0.3" why="Enter if your columns have long tails." teaches="DME-1.13"
# ### 0d. Shape: lopsided, heavy-tailed
#
# Standard scores have lost location and scale. What is left is shape. The mean *cubed* score is the **skewness**:
#
# $$\operatorname{skew}(x)=\frac1n\sum_i\Bigl(\frac{x_i-\bar x}{\operatorname{std}(x)}\Bigr)^3$$
#
# Cubes keep the sign, so a long tail to the right makes it positive, a long tail to the left negative. The ten labels, with their nine far out on the right:

# %% proves="DME-1.13"
ten = demos.TEN
ten_scores = (ten - ten.mean()) / ten.std()
print(f"skewness of the ten labels {(ten_scores**3).mean():.2f}")
agree((ten_scores**3).mean(), 17.4 / 6.4**1.5, stats.skew(ten), "by formula, by hand, by scipy")

# %% [markdown]
# > **Predict.** Symmetric data have skewness zero. If the skewness is zero, are the data symmetric?
#
# Seven numbers that answer it:

# %% proves="DME-u09"
seven = np.array([-7, -5, -3, -1, 4, 6, 6])
print("numbers", seven, "cubes", seven**3)
agree(seven.sum(), (seven**3).sum(), 0, "numbers and cubes add up to zero, so the skewness is zero")
agree(sorted(-seven) != sorted(seven), "and yet the seven are not symmetric")

# %% [markdown] teaches="DME-u09 DME-1.14"
# No. A thin, far tail on one side can balance a thick, near one on the other: zero skewness is a sum that happens to vanish, not a mirror. (So "positive means the longer tail is on the right" is a rule of thumb.) A robust cousin compares the two quarters on either side of the median, **Galton's skewness**:
#
# $$\frac{(Q_3-Q_2)-(Q_2-Q_1)}{Q_3-Q_1}$$
#
# The two can disagree. For the ten labels Galton sees nothing at all, because the nine, which makes the skewness, lies outside the quartiles:

# %% proves="DME-1.14"
galton = [describe.galton_skewness(each) for each in (ten, demos.corrupt(9000))]
print(f"skewness {stats.skew(ten):.2f}, Galton {galton[0]:.2f}, with 9000 for 9 {galton[1]:.2f}")
agree(galton, ((4 - 2.5) - (2.5 - 1)) / (4 - 1), "Galton's skewness is zero, for 9 and for 9000")

# %% [markdown] teaches="DME-F1.1"
# A distribution on which both agree is the log-normal, the law of $e^z$ for Gaussian $z$ (incomes look a bit like it). Everything about it can be had exactly:

# %% proves="DME-F1.1"
skewed = stats.lognorm(1)
s1, s2, s3 = skewed.ppf([0.25, 0.5, 0.75])
steepness = float(skewed.stats(moments="s"))
print(f"skewness {steepness:.2f}, IQR {s3 - s1:.2f}: upper {s3 - s2:.2f}, lower {s2 - s1:.2f}")
print(f"Galton's skewness {((s3 - s2) - (s2 - s1)) / (s3 - s1):.3f}")
agree(steepness, (np.e + 2) * np.sqrt(np.e - 1), "the skewness in closed form")
exact = np.round([steepness, s3 - s1, s3 - s2, s2 - s1], 2)
agree(exact, [6.18, 1.45, 0.96, 0.49], "these are the numbers that the notes print")

# %% tags=["drawing"] shows="DME-F1.1"
along = np.linspace(0, 5, 300)
ax = plots.curves(along, {"density": skewed.pdf(along)}, xlabel="x")
for place, name in ((s1, "Q₁"), (s2, "Q₂"), (s3, "Q₃")):
    ax.axvline(place, color=plots.ORANGE, linewidth=1.2)
    ax.text(place + 0.04, 0.72, name, color=plots.ORANGE)
ax.axvline(np.sqrt(np.e), color="black", linestyle="--", label="mean")
ax.set(ylim=(0, 0.78), title="A long right tail pulls the mean past the median")
ax.legend(loc="center right")
plots.show(
    ax,
    alt="""Density that rises steeply near zero and falls slowly to the right. Quartiles at 0.51, 1
    and 1.96: the upper quarter beside the median is twice as long as the lower one. The mean,
    1.65, lies well to the right of the median.""",
)

# %% [markdown] teaches="DME-1.15 DME-F1.2"
# With the *fourth* power one gets the **kurtosis**, the mean of $\hat x_i^4$. The curve of $u^4$ says what it looks at: next to nothing comes from within one standard deviation (4 % for a Gaussian), and more than half from the one number in twenty beyond two.

# %% tags=["drawing"] shows="DME-F1.2"
u = np.linspace(-2.5, 2.5, 201)
ax = plots.curves(u, {"u⁴": u**4}, xlabel="standard score u")
ax.axvspan(-1, 1, color=plots.GREEN, alpha=0.15, label="within one standard deviation")
ax.set_title("Kurtosis hears the tails, not the middle")
ax.legend(loc="upper center")
plots.show(
    ax,
    alt="""The curve u to the fourth: flat and below one between minus one and one, rising to 39 at
    two and a half on either side.""",
)

# %% [markdown] teaches="DME-1.16"
# Its robust cousin is made of **octiles** (they cut the list into eighths): the length of the outer stretches, divided by the IQR,
#
# $$\frac{(q_{7/8}-q_{5/8})+(q_{3/8}-q_{1/8})}{Q_3-Q_1}$$
#
# None of these numbers means much without something to compare with. So here are the exact values for five well-known shapes:

# %% proves="DME-1.15"
shapes = {"uniform": stats.uniform, "Gaussian": stats.norm, "Laplace": stats.laplace}
shapes |= {"exponential": stats.expon, "log-normal": skewed}
for name, shape in shapes.items():
    third, excess = shape.stats(moments="sk")
    o = shape.ppf(np.arange(1, 8) / 8)  # the seven octiles
    outer = (o[6] - o[4] + o[2] - o[0]) / (o[5] - o[1])
    print(f"{name:12} skew {third:4.1f}, kurtosis {excess + 3:6.1f}, robust {outer:.3f}")
    assert excess + 3 >= 1 + third**2
near = stats.norm.expect(lambda u: u**4, lb=-1, ub=1) / 3
beyond = 1 - stats.norm.expect(lambda u: u**4, lb=-2, ub=2) / 3
agree(near < 0.04 and beyond > 0.5, "Gaussian: 4 % of the kurtosis from |u| < 1, half from |u| > 2")

# %% [markdown]
# Many programs subtract the Gaussian's 3 without being asked. Now take hold of the nine yourself. (The green band ends at Tukey's fences, 1.5 IQR beyond the quartiles: what lies outside is suspicious.) Choose your prediction, then press play:

# %%
demos.drag_the_nine()

# %% [markdown]
# Two warnings. Kurtosis has no sign, and so is said to be indifferent to symmetry. It is not: always $\operatorname{kurt}\ge1+\operatorname{skew}^2$, so a strong skew forces a large kurtosis (the table of shapes has checked it). And with $n$ numbers there is a ceiling: for ten it is 8/3 for the skewness and 73/9 for the kurtosis. One wild value among ten reaches both, and then they say no more than that there is one:

# %% proves="DME-1.15"
wild_ten = demos.corrupt(9000)
print(f"9000: skewness {stats.skew(wild_ten):.3f}, ceiling {8 / 3:.3f}")
print(f"9000: kurtosis {stats.kurtosis(wild_ten, fisher=False):.3f}, ceiling {73 / 9:.3f}")
cauchy = [np.random.default_rng(seed).standard_cauchy(10) for seed in range(50)]  # wild numbers
skews, kurts = stats.skew(cauchy, axis=1), stats.kurtosis(cauchy, axis=1, fisher=False)
agree(kurts >= 1 + skews**2, "kurtosis ≥ 1 + skewness², 50 times")
agree(np.abs(skews) <= 8 / 3, kurts <= 73 / 9, "and none of them breaks through its ceiling")

# %% [markdown]
# > **In short.** Shape is read against a reference; without one, a kurtosis is just a number.

# %% [markdown] needs="0.4" why="Enter if your data are curved, or only their order can be trusted." teaches="DME-1.42 DME-F1.4"
# ### 0e. Beyond straight lines
#
# > **Predict.** In the cross of the gallery, $y$ is either $x$ or $-x$. Which simple change to both columns would let ρ see the relation?
# >
# > <details><summary>Answer</summary>
# >
# > Drop the signs: $|y|=|x|$, and $\rho(|x|,|y|)=1$.
# > </details>
#
# That is a general trick: bend the columns first, then correlate. With $g(x)=|x|$ the number $\rho\bigl(g(x),g(y)\bigr)$ finds relations in *size*. Two more examples, a noisy V and a fan:

# %% tags=["drawing"] proves="DME-1.42" shows="DME-1.42 DME-F1.4"
dice_e = np.random.default_rng(0)
along_e = dice_e.normal(size=400)
bent_pairs = {"V": (along_e, np.abs(along_e) + 0.15 * dice_e.normal(size=400))}
bent_pairs["fan"] = along_e, along_e * dice_e.normal(size=400)
row = plots.axes(2, width=8, height=2.8)
for ax, (name, (a, b)) in zip(row, bent_pairs.items(), strict=True):
    plain, bent = np.corrcoef(a, b)[0, 1], np.corrcoef(abs(a), abs(b))[0, 1]
    ax.plot(a, b, "o", markersize=3)
    ax.set(xlabel="x", ylabel="y", title=f"{name}: ρ = {plain:.2f}, of sizes {bent:.2f}")
    assert abs(plain) < 0.15 and bent > 0.5
plots.show(
    row[0],
    alt="""Two clouds of 400 points. Left a noisy letter V, right a fan that is narrow in the middle
    and wide at both sides. Correlations are near zero, those of the absolute values are large.""",
)

# %% [markdown] teaches="DME-u12 DME-1.43 DME-F1.5"
# In the fan, $x$ says nothing about the *sign* of $y$ and a lot about its size: the spread depends on $x$. Finance lives on such relations. And bending columns before taking inner products is, by the way, what this whole course is about.
#
# The other trouble with ρ is the 5 that turns into 50. Here the remedy is to look at **order** only, as the median does. Take two points. If the one with the larger $x$ also has the larger $y$, the pair is **concordant**; if it has the smaller $y$, **discordant**; a tie is neither. **Kendall's τ** is the difference of their shares:
#
# $$\tau=\frac{n_c-n_d}{n(n-1)/2}$$
#
# Two small examples, each with all its pairs:

# %% tags=["drawing"] shows="DME-F1.5 DME-u12"
left, right = plots.axes(2, width=7, height=2.6)
for ax, heights in ((left, [2, 4, 1, 3]), (right, [1, 3, 2])):
    ranks, tops = np.arange(1.0, len(heights) + 1), np.array(heights, float)
    demos.draw_pairs(ax, ranks, tops)
    counted = describe.pair_counts(ranks, tops)
    ax.set(xticks=ranks, yticks=np.sort(tops), xlim=(0.8, 7.4), ylim=(0.7, 4.4))
    ax.set_title(f"τ = ({counted.concordant} − {counted.discordant})/{sum(counted)}")
    ax.legend(loc="center right", fontsize=8)
plots.show(
    left,
    alt="""Left four points joined by six lines, three rising and three falling, tau is zero. Right
    three points joined by two rising lines and a falling one, tau is a third.""",
)

# %% [markdown]
# > **By hand.** $x=1,\dots,5$ and $y=2,1,4,3,5$: ten pairs, and only (2, 1) and (4, 3) are in the wrong order. So $\tau=(8-2)/10=0.6$. With 50 for the last 5: the same, for it was the largest anyway.


# %% proves="DME-1.43"
def slow_tau(a, b):
    balance = 0
    for i in range(len(a)):
        for j in range(i):
            balance += np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])
    return balance / (len(a) * (len(a) - 1) / 2)


typo = np.array([2, 1, 4, 3, 50])
print(describe.pair_counts(x, y), f"τ = {slow_tau(x, y)}, with 50 for 5: {slow_tau(x, typo)}")
agree(slow_tau(x, y), stats.kendalltau(x, y).statistic, 0.6, "pair by pair = scipy = by hand")
agree(slow_tau(np.exp(x), y**3), slow_tau(x, typo), 0.6, "only order counts")
agree([slow_tau([1, 2, 3], [1, 2, 9]), slow_tau([1, 2, 3], [9, 2, 1])], [1, -1], "from 1 to −1")

# %% [markdown]
# Ten points, and one of them is yours to move:

# %%
demos.draw_your_own_correlation()

# %% [markdown]
# A word on ties, for they are where programs differ. The formula above, which statisticians call τ-a, divides by *all* pairs, so with ties it cannot reach one, not even between a column and itself. scipy's `kendalltau` computes τ-b, which takes the ties of each column out of the denominator:

# %% proves="DME-1.43 DME-u12"
tied = [1, 1, 2]
print(f"τ-a {slow_tau(tied, tied):.3f}, τ-b {stats.kendalltau(tied, tied).statistic:.0f}")
agree(describe.pair_counts(tied, tied), [2, 0, 1], "a tie is neither concordant nor discordant")
agree([slow_tau(tied, tied), stats.kendalltau(tied, tied).statistic], [2 / 3, 1], "τ-a is not τ-b")

# %% [markdown]
# > **In short.** ρ asks for a line, ρ of bent columns for a shape you had in mind, τ for order.

# %% [markdown] needs="0.5" why="Enter if something sticks out of your plot." teaches="DME-u13 DME-1.44 DME-1.45"
# ### 0f. Error or news?
#
# Which picture for which column? If the values can be counted off, like a nationality or a number of children, the attribute is **discrete**; if they fill an interval, like a time, it is **continuous**. Discrete values can be counted one by one. The notation is that of the histogram: the **indicator** $\mathbb 1_A(\xi)$ is 1 if ξ is in $A$ and 0 otherwise, and the count of value $v_j$ is $n_j=\sum_i\mathbb 1_{\{v_j\}}(x_i)$. All counts add up to $n$, and $f_j=n_j/n$ are the **relative frequencies**, the ones to use when samples of different size are compared. For the ten labels:

# %% proves="DME-1.44 DME-1.45"
ten = demos.TEN
n_j = np.array([(ten == v).sum() for v in range(10)])  # sums of indicators
print("counts", n_j, "sum", n_j.sum(), "· share of ones", n_j[1] / 10)
agree(n_j, [1, 3, 1, 1, 2, 1, 0, 0, 0, 1], np.bincount(ten.astype(int)), "as counted by hand")
agree(n_j.sum(), len(ten), "over all values the counts add up to n")

# %% [markdown] teaches="DME-u16 DME-u18"
# For two continuous columns there is the **scatter plot**: a symbol per point, and colour, size and shape of the symbol for further columns. It lies when there are too many points: ink on ink is just black.
#
# > **Predict.** Of 20 000 points every fifth sits in one tiny spot. Will you see it?
#
# Left as points. Right counted in little squares, a histogram in two dimensions: its bins are products of intervals, and colour stands for height:

# %% tags=["drawing"] shows="DME-u16 DME-u18"
dice_f = np.random.default_rng(0)
many = dice_f.normal(size=(20_000, 2))
many[::5] = [0.7, 0.4] + 0.05 * dice_f.normal(size=(4000, 2))
cells = np.linspace(-4, 4, 61)
crowd, _, _ = np.histogram2d(*many.T, bins=cells)
left, right = plots.axes(2, width=7.5, height=3.2)
left.plot(*many.T, "o", markersize=3)
left.set_title("Points cover points")
right.pcolormesh(cells, cells, np.log1p(crowd).T)
right.set_title("Counts per cell do not")
for ax in (left, right):
    ax.set(xlim=(-4, 4), ylim=(-4, 4), aspect="equal")
plots.show(
    left,
    alt="""Left, twenty thousand points form one solid blob. Right, the same points counted in small
    square cells and coloured by count: a small bright spot right of the middle stands out.""",
)

# %% proves="DME-u18"
print(f"densest cell {crowd.max():.0f} points, a typical one {np.median(crowd[crowd > 0]):.0f}")
in_cell = ((many >= cells[[30, 32]]) & (many < cells[[31, 33]])).all(axis=1)
agree(crowd[30, 32], float(in_cell.sum()), "a cell counts the points inside both intervals")

# %% [markdown] teaches="DME-1.68"
# Now what sticks out. The whiskers of a box plot may reach as far as **Tukey's fences**, most often with $c=1.5$; what lies beyond is drawn as a dot:
#
# $$[\,Q_1-c\,\mathrm{IQR},\ Q_3+c\,\mathrm{IQR}\,]$$
#
# > **Predict.** Data from a perfect Gaussian, nothing wrong with any of them. What share lies beyond the fences?
# >
# > <details><summary>Answer</summary>
# >
# > Of the law itself 0.7 %: seven of a thousand, for nothing. In heavy-tailed distributions it is far more, and in small samples too, as you will see.
# > </details>
#
# The ten labels have fences at −3.5 and 8.5, so even their nine is out. The exact shares for four shapes:

# %% proves="DME-1.68 DME-F1.6"
print("fences of the ten labels:", describe.tukey_fences(ten))
agree(describe.tukey_fences(ten), [1 - 1.5 * 3, 4 + 1.5 * 3], "1.5 IQR below Q₁ = 1, above Q₃ = 4")
laws = {"uniform": stats.uniform, "Gaussian": stats.norm, "exponential": stats.expon}
for name, law in (laws | {"log-normal": stats.lognorm(1)}).items():
    first, third = law.ppf([0.25, 0.75])
    low, high = first - 1.5 * (third - first), third + 1.5 * (third - first)
    beyond_both = law.cdf(low) + law.sf(high)
    print(f"{name:12} fences {low:6.3f} and {high:.3f}, outside {beyond_both:.2%}")
    assert name != "Gaussian" or (round(high, 3), round(beyond_both, 4)) == (2.698, 0.0070)

# %% [markdown] teaches="DME-F1.6"
# Box and bell side by side:

# %% tags=["drawing"] shows="DME-F1.6 DME-u15"
gaussian = stats.norm.ppf((np.arange(300) + 0.5) / 300)  # 300 numbers, as Gaussian as can be
bell = np.linspace(-4, 4, 300)
ax = plots.axes(width=6)
ax.plot(bell, stats.norm.pdf(bell))
look = {"positions": [0.5], "widths": 0.06, "orientation": "horizontal", "manage_ticks": False}
drawn = ax.boxplot(gaussian, **look, flierprops={"markersize": 4})
for fence in (-2.698, 2.698):
    ax.axvline(fence, color=plots.ORANGE, linestyle="--", linewidth=1)
ax.set(ylim=(0, 0.58), xlabel="x, in units of σ", ylabel="density")
ax.set_title("Fences at ±2.698 σ: 0.7 % of the law lies beyond")
plots.show(
    ax,
    alt="""A Gaussian density with a horizontal box plot of 300 numbers above it. The box spans two
    thirds of a standard deviation on either side; the whiskers end just inside two dashed lines
    at plus and minus 2.698, and one dot lies beyond each.""",
)

# %% [markdown]
# Look where the whiskers end: not *at* the fences but at the last observation *inside* them. A whisker always ends on a number that somebody measured.

# %% tags=["proof"] proves="DME-u15"
ends = sorted(line.get_xdata()[1] for line in drawn["whiskers"])
low, high = describe.tukey_fences(gaussian)
within_fences = gaussian[(gaussian > low) & (gaussian < high)]
whiskers = [within_fences.min(), within_fences.max()]
agree(ends, whiskers, "each whisker ends at the last number inside the fences")
box_ends = drawn["boxes"][0].get_xdata()
agree([box_ends.min(), box_ends.max()], np.quantile(gaussian, [0.25, 0.75]), "the box: Q₁ to Q₃")

# %% [markdown]
# In samples the quartiles wobble, and dots are more frequent than the law says. How often, for a perfect Gaussian?

# %%
for size in (10, 100, 1000):
    out = []
    for sample in dice_f.normal(size=(2000, size)):
        low, high = describe.tukey_fences(sample)
        out.append(((sample < low) | (sample > high)).sum())
    share, dotted = np.mean(out) / size, np.mean(np.array(out) > 0)
    print(f"n = {size:4}: {share:.1%} of the numbers are out, {dotted:.0%} of plots have a dot")

# %% [markdown] teaches="DME-u22"
# So a dot is nothing to be excited about. An outlier looks unusual, and there are two kinds. Some are *errors*: a dead sensor, a 9000 typed for a 9. Those may go. Others are *news*: they violate what you assumed, and the assumption should go. The first cases of a new disease are outliers, and so is the one insurance claim that ruins the company. The fence rings; it does not know which kind.
#
# Nor is it wise to fence again and again. Drop the outliers, and the quartiles move closer together and make new ones. On a sample from the exponential distribution, where not one number is wrong:

# %%
kept = dice_f.exponential(size=1000)
for again in range(1, 5):
    low, high = describe.tukey_fences(kept)
    survivors = kept[(kept >= low) & (kept <= high)]
    print(f"round {again}: {len(kept) - len(survivors)} dropped")
    kept = survivors

# %% [markdown]
# And the wine? Fence every column, once over all bottles and once within each grape:


# %%
def outside(column):
    low, high = describe.tukey_fences(column)
    return (column < low) | (column > high)


numbers = wine.drop(columns="grape")
overall = numbers.apply(outside)
within = numbers.groupby(wine["grape"]).transform(outside).astype(bool)
for name, flags in (("overall", overall), ("within grapes", within)):
    total, malic = int(flags.to_numpy().sum()), int(flags["malic_acid"].sum())
    print(f"entries outside, {name}: {total}, of which malic acid {malic}")

# %% [markdown]
# What counts as unusual depends on the company: a malic acid of 3 is ordinary for the table and odd for grape A, whose bottles keep close together. Which bottles are odd in more than one column?

# %%
for bottle, flags in overall[overall.sum(axis=1) > 1].iterrows():
    print(f"bottle {bottle:3}, grape {grape[bottle]}:", ", ".join(numbers.columns[flags]))
ash = wine["ash"].corr(wine["alcalinity"])
print(f"ash and alcalinity over the table: ρ = {ash:.2f}")

# %% tags=["proof"]
acids = wine["malic_acid"]
only_a = describe.tukey_fences(acids[grape == "A"])[1]
agree(only_a < 3 < describe.tukey_fences(acids)[1], "a malic acid of 3: odd for A, usual for all")

# %% [markdown]
# Errors or news? Ash and alcalinity strike together in two of the four bottles, and over the whole table the two go together as well; a typing error would hit one entry and spare the other. So we keep these two and remember their numbers. For the other two we have no such argument; without the laboratory we keep them too, and say so.
#
# > **In short.** A fence is a question, not a verdict.

# %% [markdown] needs="0.5" why="Enter if you want a picture that does not depend on where it starts." teaches="DME-F1.7"
# ### 0g. Smooth pictures
#
# The eighty numbers with two humps once more, in bins of width 2. Same numbers, same width, another start:

# %% tags=["drawing"] proves="DME-F1.7" shows="DME-F1.7"
row = plots.axes(2, width=8, height=2.6)
for ax, begin, peaks in zip(row, (-6, -5), (1, 2), strict=True):
    heights_g, edges_g = np.histogram(two_humps, np.arange(begin, 8, 2))
    ax.stairs(heights_g, edges_g, fill=True, alpha=0.5)
    ax.set(xlim=(-6, 6), ylim=(0, 32), title=f"First bin at −{-begin}: humps {peaks}")
    assert demos.humps(np.r_[0, heights_g, 0]) == peaks and heights_g.sum() == 80
plots.show(
    row[0],
    alt="""Two histograms of the same eighty numbers with bins of width two. With bins starting at
    minus six there is one hump around zero; with bins starting at minus five there are two humps
    and a dip between.""",
)

# %% [markdown] teaches="DME-1.47 DME-1.48 DME-1.49"
# The numbers have no start; only the bins have. So let the numbers carry the bins: put a little **window** $w_h$ on each number, and average the windows:
#
# $$p_h(t)=\frac1n\sum_i w_h(t-x_i), \qquad \int w_h(u)\,du=1$$
#
# (Most books call $w_h$ a *kernel*. In this course that word is taken, so we say window; only our function keeps its usual name, `kernel_density`.) The **boxcar** window has the height $1/h$ on $[-h/2,h/2]$, so it counts the neighbours. The **Gaussian** window $\exp(-u^2/2h^2)/\sqrt{2\pi h^2}$ lets them fade out. At one place, by formula and by library:

# %%
close = (np.abs(0.0 - two_humps) <= 0.5).sum()
by_boxcar = describe.kernel_density([0.0], two_humps, h=1.0, window="boxcar")[0]
print(f"{close} of 80 numbers within ± 1/2 of zero: {close / 80:.4f}, library {by_boxcar:.4f}")
hills = np.exp(-(two_humps**2) / (2 * 0.4**2)) / np.sqrt(2 * np.pi * 0.4**2)
by_hills = describe.kernel_density([0.0], two_humps, h=0.4)[0]
print(f"mean height of 80 Gaussian hills at zero: {hills.mean():.4f}, library {by_hills:.4f}")

# %% tags=["proof"] proves="DME-1.47 DME-1.48 DME-1.49"
places = np.linspace(-6, 6, 601)
boxcar = [(np.abs(t - two_humps) <= 0.5).mean() / 1.0 for t in places]
from_library = describe.kernel_density(places, two_humps, h=1.0, window="boxcar")
agree(boxcar, from_library, "boxcars at 601 places: formula = library")
gauss = [stats.norm.pdf(t, two_humps, 0.4).mean() for t in places]
agree(gauss, describe.kernel_density(places, two_humps, h=0.4), "Gaussian windows likewise")
agree(abs(np.sum(gauss) * 0.02 - 1) < 1e-3, "a density: the area is one")

# %% [markdown] teaches="DME-F1.8"
# There are more windows in use; any density around zero will do. The shape matters little, the width much. Here are five, all scaled to the same standard deviation:

# %% tags=["drawing"] shows="DME-F1.8"
u = np.linspace(-3.2, 3.2, 641)
forms = {"boxcar": np.ones_like, "triangle": lambda v: 1 - abs(v), "parabola": lambda v: 1 - v**2}
forms |= {"cosine": lambda v: np.cos(np.pi * v / 2)}
windows = {"Gaussian": stats.norm.pdf(u)}
for name, form in forms.items():
    v = np.linspace(-1, 1, 4001)
    size_v = np.sqrt((v**2 * form(v)).sum() / form(v).sum())  # its standard deviation
    window = np.where(np.abs(u * size_v) <= 1, form(u * size_v), 0)
    windows[name] = window / (window.sum() * 0.01)
    assert abs((u**2 * windows[name]).sum() * 0.01 - 1) < 0.03
ax = plots.curves(u, windows, xlabel="u, in standard deviations")
ax.set_title("Five windows, one width")
plots.show(
    ax,
    alt="""Five window functions with the same standard deviation: a Gaussian bell, a flat boxcar, a
    triangle, a parabola and a cosine arch. Apart from the boxcar they are hard to tell apart.""",
)

# %% [markdown] teaches="DME-F1.9"
# Three ways to draw the eighty: the histogram, rescaled by $1/nh$ so that its area is one, and the two windows. Dashed is the density they came from, which in real life you do not have. The titles show the squared difference to it, integrated:

# %% tags=["drawing"] shows="DME-F1.9"
chosen_h = dict(zip(demos.DRAWINGS, (1.0, 1.0, 0.4), strict=True))
off_by = {drawing: demos.squared_error(drawing, h_, 0.0) for drawing, h_ in chosen_h.items()}
row = plots.axes(3, width=9, height=2.6)
for ax, (drawing, h_) in zip(row, chosen_h.items(), strict=True):
    ax.plot(demos.LINE, demos.estimate(drawing, h_, 0.0), "-", linewidth=1.4)
    ax.plot(demos.LINE, demos.TRUTH, "--", color="black", linewidth=1.2)
    ax.set(xlim=(-5, 5), ylim=(0, 0.32), title=f"{drawing}: {off_by[drawing]:.4f}")
plots.show(
    row[0],
    alt="""Three estimates of a density with two humps, each beside the true density. The histogram
    is a staircase, the boxcar estimate a ragged line, the Gaussian one a smooth curve; the titles
    give integrated squared errors of 0.011, 0.006 and 0.005.""",
)

# %% [markdown]
# The width remains a choice: too narrow shows the accidents of the sample, too wide shows the window. (The demo of section 5 lets you switch from bins to windows.) And a density has a lie of its own: it leaks over edges. Waiting times are never negative, but the windows on the short ones do not know that:

# %%
waits = np.random.default_rng(0).exponential(size=500)
before_zero = np.linspace(-2, 0, 401)
leaked = describe.kernel_density(before_zero, waits, h=0.3).sum() * 0.005
print(f"{leaked:.0%} of the estimated waiting times are shorter than nothing")

# %% [markdown] teaches="DME-u19 DME-F1.10"
# Last, the **violin plot**: a density, mirrored, around the bones of a box plot. It combines what is robust with what is informative. The twins that no box plot could tell apart:

# %% tags=["drawing"] shows="DME-u19 DME-F1.10"
ax = plots.axes(width=6, height=2.8)
look = {"orientation": "horizontal", "showextrema": False, "bw_method": 0.3}
ax.violinplot([two_humps, even], **look)
bones = {"widths": 0.12, "tick_labels": ["first", "second"], "orientation": "horizontal"}
ax.boxplot([two_humps, even], **bones)
ax.set_title("Equal boxes, different violins")
plots.show(
    ax,
    alt="""Two violins with equal box plots inside. The first has a waist in the middle and two
    bellies, the second is widest in the middle.""",
)

# %% [markdown]
# Its lies are those of the density, width included, and one of its own: with five numbers it looks as confident as with five thousand. Write $n$ beside it. Seaborn draws violins from a table with names. Flavanoids, all bottles in one violin, and one for each grape:

# %% tags=["drawing"]
import seaborn as sns

left, right = plots.axes(2, width=8, height=3)
look = {"y": "flavanoids", "inner": "quart", "cut": 0, "linewidth": 1, "color": "lightsteelblue"}
sns.violinplot(wine, ax=left, **look)
sns.violinplot(wine, x="grape", order=list("ABC"), ax=right, **look)
left.set_title("Two bellies: more than one kind")
right.set_title("By grape: A and C do not meet")
plots.show(
    left,
    alt="""Violin plots of flavanoids. All bottles together: two bellies, at about 0.8 and 2.7. By
    grape: A around 3, B around 2 and spread widely, C around 0.7; the lowest of A is above the
    highest of C.""",
)

# %% tags=["proof"]
of_grape = wine.groupby("grape")["flavanoids"]
agree(of_grape.min()["A"] > of_grape.max()["C"], "the lowest of A lies above the highest of C")
first_off, second_off, third_off = off_by.values()
agree(
    first_off > 1.5 * second_off and second_off > third_off,
    "of the three drawings the histogram is farthest from the truth",
)

# %% [markdown]
# > **In short.** A histogram is data plus start plus width; a density drops the start and keeps the width.

# %% [markdown] needs="0.4 A.6" why="Enter if you know matrices and want every pair of columns at once." teaches="DME-1.18 ST-u54 DME-1.27 DME-1.28"
# ### 0h. All columns at once
#
# A table has $\frac12d(d-1)$ pairs of columns. Put all covariances into one matrix, $\Sigma_{jk}=\operatorname{cov}(\text{column }j,\text{column }k)$. It is symmetric, and the variances are its diagonal. For three made-up columns:

# %% proves="DME-1.27"
dice_h = np.random.default_rng(0)
made_up = dice_h.normal(size=(200, 3)) @ np.array([[2.0, 1, 0], [0, 1, 0.5], [0, 0, 1]])
Sigma = np.array([[cov(a, b) for b in made_up.T] for a in made_up.T])
print(Sigma.round(2))
agree(Sigma, Sigma.T, np.cov(made_up.T, ddof=0), "symmetric, and what numpy finds")
agree(np.diag(Sigma), made_up.var(axis=0), "with the variances on its diagonal")

# %% [markdown] teaches="DME-1.29"
# Each number estimates one of the distribution behind the table: a covariance estimates $\mathbb E[xy]-\mathbb E[x]\,\mathbb E[y]$ (for variables with mean zero just $\mathbb E[xy]$), the matrix estimates the expected outer product $\mathbb E\bigl[(x-\mathbb E[x])(x-\mathbb E[x])^\top\bigr]$.
#
# > **Predict.** Add up the three columns, with weights $w$, into one new column $Xw$. What is its variance?
# >
# > <details><summary>Answer</summary>
# >
# > $w^\top\Sigma w$. A variance is never negative, so $w^\top\Sigma w\ge0$ whatever $w$ is: $\Sigma$ is positive semi-definite.
# > </details>
#
# In one line: $w^\top\Sigma w=\frac1n\sum_i\bigl(w^\top(x_i-\bar x)\bigr)^2\ge0$. So the [eigenvalues](A_linear_algebra.ipynb#6.-Eigenvalues) are never negative.

# %% [markdown] teaches="DME-1.30..1.34"
# They add up to the **total variance**, the sum of the variances of all columns. With $\Sigma=U\Lambda U^\top$ a trace does not change when a factor moves from the left end of a product to the right, and $U^\top U=I$:

# %% proves="DME-1.29 DME-1.30..1.34"
weights = dice_h.normal(size=3)
by_matrix, directly = weights @ Sigma @ weights, (made_up @ weights).var()
print(f"variance of a mixture {directly:.4f}, by the matrix {by_matrix:.4f}")
eigenvalues = np.linalg.eigvalsh(Sigma)
print(f"eigenvalues {eigenvalues.round(2)}, sum {eigenvalues.sum():.2f}, trace {Sigma.trace():.2f}")
agree(by_matrix, directly, "w⊤Σw is the variance of the mixture")
agree(eigenvalues >= 0, "no eigenvalue is negative")
total_variance = made_up.var(axis=0).sum()
agree(eigenvalues.sum(), np.trace(Sigma), total_variance, "their sum is the total variance")

# %% [markdown] teaches="DME-1.35..1.40 DME-1.41"
# Change the units, mix the columns, shift them: if every point $x$ becomes $Ax+b$, then $b$ drops out and the matrix becomes $A\Sigma A^\top$. The special case $A=\operatorname{diag}(1/\operatorname{std})$ divides each column by its standard deviation and turns covariances into the **correlation matrix**, with ones on the diagonal:

# %% proves="DME-1.35..1.40 DME-1.41"
A, b = dice_h.normal(size=(2, 3)), np.array([10.0, -5.0])
agree(np.cov((made_up @ A.T + b).T, ddof=0), A @ Sigma @ A.T, "the covariance of Ax + b is AΣA⊤")
D = np.diag(1 / made_up.std(axis=0))
print((D @ Sigma @ D).round(2))
agree(D @ Sigma @ D, np.corrcoef(made_up.T), "the correlation matrix, as numpy has it")
agree(np.diag(D @ Sigma @ D), 1.0, "with ones on its diagonal")

# %% [markdown]
# And of the wine, with colours for numbers:

# %% tags=["drawing"]
import seaborn as sns

corr = wine.drop(columns="grape").corr()
look = {"cmap": "PuOr", "vmin": -1, "vmax": 1, "square": True, "cbar_kws": {"shrink": 0.8}}
ax = plots.axes(width=6.2, height=5)
sns.heatmap(corr, ax=ax, annot=corr.round(1) + 0.0, fmt="g", annot_kws={"size": 7}, **look)
ax.set_title("A block of phenols; colour goes against hue")
plots.show(
    ax,
    alt="""Heat map of the correlations of 13 wine measurements. Phenols, flavanoids,
    proanthocyanins and dilution form a block of strong positive correlations, the largest 0.9
    between phenols and flavanoids. Colour correlates negatively with hue.""",
)

# %% [markdown]
# The strongest pair, phenols and flavanoids, is no surprise: flavanoids *are* phenols.
#
# > **In short.** One matrix holds every variance and every covariance, of the columns and of all their mixtures.

# %% [markdown] needs="0.6 A.5" why="Enter if you know matrices, or if standardising is not what your table needs." teaches="DME-1.50..1.52 DME-1.53..1.54 DME-1.55..1.57 DME-1.58..1.61"
# ### 0i. Centre and scale
#
# Most methods of this course want the mean out of the way first. Subtract from each row the mean row: $\tilde x_i=x_i-\bar x$. As a matrix product this is $\tilde X=CX$, with the **centring matrix** $C=I-\frac1njj^\top$, where $j$ is a column of ones. (Who keeps points in *columns* writes $XC$. Transpose, and it is ours.)
#
# > **Predict.** What is $C\cdot C$?
# >
# > <details><summary>Answer</summary>
# >
# > $C$ again. Once the mean is out, taking it out once more changes nothing.
# > </details>
#
# Step by step: the mean is $\frac1nX^\top j$, the matrix that repeats it in each row is $\frac1njj^\top X$, and subtracting that is multiplying by $C$. For three points:

# %%
X = np.array([[1.0, 10], [2, 40], [6, 10]])
n, j = 3, np.ones(3)
C = np.eye(n) - np.outer(j, j) / n
print(X.T @ j / n, "is the mean; here are 3C and the centred table CX:")
print((3 * C).round(), (C @ X).round(2), sep="\n")

# %% tags=["proof"] proves="DME-1.50..1.52 DME-1.53..1.54 DME-1.55..1.57 DME-1.58..1.61"
repeated = np.outer(j, j) @ X / n
agree(X.T @ j / n, X.mean(axis=0), sum(X) / n, "the mean is a product")
agree(repeated, np.array([X.mean(axis=0)] * n), "so is the mean, repeated in each row")
agree(C @ X, X - repeated, np.array([point - X.mean(axis=0) for point in X]), "and so is centring")
agree(X.T @ C, (C @ X).T, "with points in columns it is XC")

# %% [markdown] teaches="DME-1.62 DME-u21 DME-1.63..1.66"
# On a single list of numbers, $Cv$ subtracts their mean. $C$ is idempotent and symmetric, and sends $j$ to zero: it is the [orthogonal projection](A_linear_algebra.ipynb#5.-Two-suns) onto everything at right angles to $j$, a space of dimension $n-1$. With it the covariance matrix is a short formula, $\Sigma=\frac1n\tilde X^\top\tilde X=\frac1nX^\top CX$.
#
# Nobody centres data this way: $CX$ costs $n^2d$ multiplications where subtracting the mean costs $nd$. But on paper $C$ is a gift, and later chapters will unwrap it.

# %% tags=["proof"] proves="DME-1.62 DME-u21 DME-1.63..1.66"
v = np.array([3.0, -1, 7])
agree(C @ v, v - v.mean(), "C takes the mean out of a list")
agree(C @ C, C, C.T, "C is idempotent and symmetric, a projection")
agree(np.abs(C @ j) < 1e-12, "it sends the ones to zero")
outer_mean = sum(np.outer(point, point) for point in X - X.mean(axis=0)) / n
ways = (C @ X).T @ (C @ X) / n, X.T @ C @ X / n, np.cov(X.T, ddof=0)
agree(outer_mean, *ways, "four ways to the covariance matrix")

# %% [markdown] teaches="DME-1.67"
# Divide the centred columns by their standard deviations, $\hat x_i=\operatorname{diag}(1/\operatorname{std})\,\tilde x_i$, and the table is standardised, with unit variances and the correlations of before. This map of points is often called linear. It is **affine**: a linear map sends zero to zero and sums to sums, and this one does neither:

# %% proves="DME-1.67"
scores_i, mean_i, sd_i = describe.standardise(X)


def scaled(new):
    return (new - mean_i) / sd_i


print("zero goes to", scaled(np.zeros(2)).round(2))
agree(scores_i, C @ X @ np.diag(1 / sd_i), scaled(X), "scores = CX divided by the deviations")
agree(scores_i.var(axis=0), 1.0, "unit variances")
agree(np.cov(scores_i.T, ddof=0), np.corrcoef(X.T), "the correlations remain")
sum_of_scores = scaled(X[0]) + scaled(X[1])
agree(not np.allclose(scaled(X[0] + X[1]), sum_of_scores), "sums do not go to sums")

# %% [markdown] teaches="DME-u20"
# **The menu.** Standardising is one item. Others: squeeze a column into $[0,1]$; take from each row its own mean (when only the profile counts); scale each row to length one (when only the mixture counts); take logarithms (when factors count, not differences). Which is right depends on what differences should count.
#
# > **Predict.** Squeeze the ten labels, with 9000 for 9, into the unit interval. Where do the other nine end up?

# %% proves="DME-u20"
spoilt_i = demos.corrupt(9000)
low_i, mid_i, high_i = describe.quartiles(spoilt_i)
squeezed = (spoilt_i - spoilt_i.min()) / np.ptp(spoilt_i)
menu = {"unit interval": squeezed, "mean and std": (spoilt_i - spoilt_i.mean()) / spoilt_i.std()}
menu["median and IQR"] = (spoilt_i - mid_i) / (high_i - low_i)
for name, each in menu.items():
    print(f"{name:14} nine labels spread over {np.ptp(each[:9]):.4f}")
agree([squeezed.min(), squeezed.max()], [0.0, 1.0], "from 0 to 1")
agree(squeezed[:9] < 0.001, "and nine of the ten below 0.001")

# %% [markdown]
# A scaling made of minimum and maximum is as fragile as they are, and the standard deviation fares little better; median and IQR keep the nine apart. The rest of the menu: rows with their own mean removed, rows of length one, and logarithms, which turn a lopsided log-normal into a Gaussian:

# %% proves="DME-u20"
lopsided = np.exp(np.random.default_rng(0).normal(size=100_000))
own_mean = X - X.mean(axis=1, keepdims=True)
unit_rows = X / np.linalg.norm(X, axis=1, keepdims=True)
print(f"skewness {stats.skew(lopsided):.1f} before the logarithm")
agree(np.abs(own_mean.sum(axis=1)) < 1e-12, "each row has mean zero")
agree((unit_rows**2).sum(axis=1), 1.0, "each row has length one")
agree(abs(stats.skew(np.log(lopsided))) < 0.03, "and no skewness after it")

# %% [markdown]
# > **In short.** Centring is a projection, standardising an affine map, and both are a choice of what counts.

# %% [markdown] needs="0.4" why="Enter if you like to catch textbooks out."
# ### 0j. Find the slip
#
# Five sentences as they stand in good textbooks, in our words. Each is nearly right. Look for the slip before you read on.
#
# 1. *If one observation is wrong, the median can move no farther than to the next observation.*
# 2. *Galton's skewness, $\frac{(Q_3-Q_2)-(Q_2-Q_1)}{Q_3-Q_1}$, has two positive differences in it, and is positive if the third quarter of the data is longer than the first.*
# 3. *The quartiles are the quantiles at 25 % and 75 %; to find them, take the medians of the two halves.*
# 4. *The standard deviation is the root of the mean of squares minus the squared mean*, as a program.
# 5. *A correlation is close to ±1 if, and only if, the points lie close to a straight line.*

# %% [markdown]
# **The median that can jump.** For even $n$ the median lies *between* two observations, and spoiling one of them may land it between two others, far away:

# %% proves="DME-u02"
before, after = [0, 0, 10, 1000], [0, 5000, 10, 1000]  # the second 0 is spoilt
print(f"median {np.median(before):.0f} between 0 and 10; after one slip {np.median(after):.0f}")
agree([np.median(before), np.median(after)], [5.0, 505.0], "it jumps past both of its neighbours")

# %% [markdown]
# **Repair.** For odd $n$ the sentence is right. For even $n$, with $k=n/2$, the new median lies between $\frac12(x_{(k-1)}+x_{(k)})$ and $\frac12(x_{(k+1)}+x_{(k+2)})$: one place to either side, in both of its halves. In a large sample that is next to nothing; in a small one it can be a long way.

# %% tags=["proof"] proves="DME-u02"
dice_j, stays = np.random.default_rng(0), []
for many_j in [7, 8] * 300:
    data = np.sort(dice_j.standard_cauchy(many_j))
    dirty = data.copy()
    dirty[dice_j.integers(many_j)] = 100 * dice_j.standard_cauchy()
    pair_j = (many_j - 1) // 2, many_j // 2  # the two in the middle; the same one for odd n
    low, high = (np.mean([data[i + step] for i in pair_j]) for step in (-1, 1))
    stays.append(low <= np.median(dirty) <= high)
agree(stays, "600 slips, and no median moved by more than a place")

# %% [markdown]
# **Galton's quarters.** $Q_2-Q_1$ is the length of the *second* quarter; the first ends at $Q_1$ and does not enter. And lengths can be zero, even both of them, when the middle half of the numbers coincide: then the formula is 0/0. The library says so in words:

# %%
try:
    describe.galton_skewness([1, 1, 1, 1, 5])
except ValueError as error:
    print(error)

# %% proves="DME-1.14"
long_first = [-100, 0, 1, 2, 3, 4, 5.5, 7, 8]  # a long first quarter, and Q₃ − Q₂ > Q₂ − Q₁
quarters = np.diff([-100, *describe.quartiles(long_first), 8])
print("lengths of the quarters", quarters, f"Galton {describe.galton_skewness(long_first):+.2f}")
agree(quarters[2] < quarters[0], "the third quarter is shorter than the first")
agree(describe.galton_skewness(long_first), (2.5 - 2) / 4.5, "and Galton is positive all the same")

# %% [markdown]
# **Repair:** *both differences are at least zero; if not both are zero, Galton is positive when the third quarter is longer than the second.*
#
# **Quartiles by halves.** Are they the same as quantiles? That depends on the rule for quantiles, and on $n$. For the numbers 1 to 10:

# %%
to_ten = np.arange(1, 11)
print("halves", describe.quartiles(to_ten)[::2])
for rule in ("linear", "weibull", "hazen", "median_unbiased"):
    print(f"{rule:16}", np.quantile(to_ten, [0.25, 0.75], method=rule).round(3))

# %% [markdown]
# `linear` is the default of numpy and pandas. It agrees with halves for odd $n$ and, unless neighbours coincide, for no even $n$. **Repair:** name the rule.

# %% tags=["proof"] proves="DME-u05"
alike = []
for count in range(3, 60):
    data = dice_j.normal(size=count)
    gaps = np.subtract(describe.quartiles(data)[::2], np.quantile(data, [0.25, 0.75]))
    alike.append((np.abs(gaps) < 1e-12).all())
agree(alike, np.arange(3, 60) % 2 == 1, "of the sizes 3 to 59 the rules agree for the odd ones")

# %% [markdown] teaches="ST-C5.5"
# **Variance by subtraction.** A well-known program for standardising takes $\frac1n\sum x^2-\bar x^2$, column by column. Section 3 had both forms, and on paper they are equal. Three readings near $10^8$, whose variance is 2/3:

# %% proves="ST-C5.5 DME-1.8"
for size in (1e3, 1e8, 1e9):
    readings = size + np.array([0.0, 1, 2])
    subtracted = (readings**2).mean() - readings.mean() ** 2
    print(f"{size:.0e}: by subtraction {subtracted:.3f}, deviations first {readings.var():.3f}")
    assert np.isclose(describe.standardise(readings[:, None]).sd ** 2, 2 / 3)
    assert np.isclose(subtracted, 2 / 3, atol=1e-6) == (size < 1e8)

# %% [markdown]
# Squares near $10^{16}$ are stored in steps of 2, so the difference of two of them cannot be 2/3; it may even be negative, and its root is not a number. **Repair:** take the mean out *before* you square, as `np.var` and our `standardise` do. [Chapter 3](03_fisher.ipynb) measures how fast the digits go.

# %% [markdown] teaches="ST-u58"
# **Close to a line.** There is an exact statement. Take the best line through the points, and let the residual be what it leaves over:
#
# $$1-\rho^2=\frac{\text{variance of the residual}}{\text{variance of }y}$$
#
# So $|\rho|$ near one says that a line leaves little over *compared with the spread of $y$*, and ρ = 0 that no line helps. Our five points have $1-0.8^2=0.36$. And now let $y$ be 5 plus a speck of dust: as close to a line as anything can be, and ρ is about zero.

# %% proves="ST-u58"
slope, offset = np.polyfit(x, y, 1)
residual = y - (slope * x + offset)
print(f"left over {residual.var():.2f} of {y.var():.2f}, share {residual.var() / y.var():.2f}")
agree(1 - 0.8**2, residual.var() / y.var(), "1 − ρ² is the share that the line leaves over")
specks = 5 + 1e-6 * dice_j.normal(size=1000)
unrelated = abs(np.corrcoef(dice_j.normal(size=1000), specks)[0, 1]) < 0.15
agree(unrelated and np.ptp(specks) < 1e-4, "dust around 5: nearly a line, and ρ about zero")

# %% [markdown]
# **Repair:** *close, compared with the spread of $y$.*
#
# > **In short.** Even and odd, first and second, rule and rule, paper and machine, close and close to what: slips sit where two things are nearly the same.

# %% [markdown] needs="0.7" why="Enter if two programs give you two numbers for the same thing."
# ### 0k. Why pandas disagrees
#
# Everything here is one call away, and each call has its own habits. The proline column, by pandas and by ours:

# %%
proline = wine["proline"].to_numpy()
by_pandas = wine["proline"].std(), wine["proline"].quantile(0.25)
print(f"pandas: std {by_pandas[0]:.2f}, Q1 {by_pandas[1]}")
print(f"ours:   std {proline.std():.2f}, Q1 {describe.quartiles(proline).q1}")
agree(by_pandas, [proline.std(ddof=1), np.quantile(proline, 0.25)], "pandas: n − 1, interpolated")
agree(np.cov(proline), proline.var() * 178 / 177, "numpy itself: np.cov has n − 1, np.var n")

# %% [markdown]
# scipy's kurtosis is *excess* kurtosis, 3 less than the mean fourth power of the scores; pandas has another correction on top:

# %% proves="DME-1.15"
proline_scores = (proline - proline.mean()) / proline.std()
by_scipy, pandas_too = stats.kurtosis(proline), wine["proline"].kurt()
print(f"kurtosis {(proline_scores**4).mean():.3f}, scipy {by_scipy:.3f}, pandas {pandas_too:.3f}")
agree((proline_scores**4).mean(), by_scipy + 3, "scipy's kurtosis is 3 less")

# %% [markdown]
# scipy's density estimate takes its width as a *factor* of the standard deviation (the one with $n-1$), `StandardScaler` divides by $n$, `RobustScaler` interpolates, and `kendalltau` is τ-b:

# %%
from sklearn.preprocessing import RobustScaler

theirs = stats.gaussian_kde(proline, bw_method=0.3)([500.0, 1000.0])
ours_kde = describe.kernel_density([500, 1000], proline, h=0.3 * proline.std(ddof=1))
agree(theirs, ours_kde, "scipy's width is a factor of the standard deviation")
agree(scaler.transform(measured), Z, "StandardScaler divides by n, as we do")
iqr = np.subtract(*np.quantile(proline, [0.75, 0.25]))
robust = RobustScaler().fit_transform(proline[:, None])[:, 0]
agree(robust, (proline - np.median(proline)) / iqr, "RobustScaler: median, interpolated IQR")
tau_b = wine["flavanoids"].corr(wine["colour"], method="kendall")
by_ranks = stats.kendalltau(wine["flavanoids"], wine["colour"]).statistic
agree(tau_b, by_ranks, "pandas and scipy have the same τ, which is τ-b")

# %% [markdown]
# | job | call | default to know | cost | take it when |
# |---|---|---|---|---|
# | first look | `df.describe()` | n − 1; interpolated quartiles | $n\log n$ per column | always |
# | variance | `np.var`, `np.cov`, `df.var` | n; n − 1; n − 1 | $n$ | say which |
# | robust location | `np.median`, `stats.trim_mean` | share cut per *side* | $n$ | entries may be wrong |
# | robust scale | `stats.median_abs_deviation` | unscaled; `scale="normal"` for × 1.4826 | $n$ | the same |
# | shape | `stats.skew`, `stats.kurtosis` | excess: Gaussian = 0 | $n$ | against a reference |
# | correlation | `df.corr(method=…)` | Pearson; Kendall is τ-b | $n$; $n\log n$ | τ when order is what counts |
# | density | `stats.gaussian_kde`, `sns.kdeplot` | width by Scott's rule | $n$ per place | after trying two other widths |
# | scaling | `StandardScaler`, `RobustScaler` | n; interpolated IQR | $n$ | fitted on training data only |
#
# > **In short.** Know the defaults, and say which you used.
