# %% [markdown]
# # 0. Exploring data
#
# A table of numbers arrives, and before any method touches it, you look. Where do the numbers lie, how far do they scatter, what shape do they have, which columns go together, which entries are strange? Each question has a number and a picture that answer it, and you will see each of them at its best and in the act of misleading.
#
# **After this chapter you can**
#
# - describe a column by location, scale and shape, and say how many bad entries each summary survives;
# - say what a correlation of one, and of zero, promises and what not;
# - draw bars, boxes, clouds, histograms, densities and violins, and name the lie that each can tell;
# - centre and standardise a table, and treat an outlier without throwing away news;
# - take a real table from the first look to a question worth a method.
#
# **Needs** school mathematics and a little numpy; sections 10 and 11 and one exercise also matrices ([appendix A](A_linear_algebra.ipynb)). Without them, read the first paragraph of section 10 and, in 11, what *standardised* means: section 12 needs no more. **Takes** two to three hours, exercises apart. **Sources** the preface and first chapter of lecture notes on data mining (called *the notes* here) and part of section 5.3 of a kernel-methods book (*the book*).

# %% [markdown]
# **Three questions to warm up.** Answer before you unfold.
#
# <details><summary>Ten people in a bar have 30 000 a year each. An eleventh walks in, with a billion a year. What are now the mean and the median income?</summary>
#
# The mean is 91 million, and nobody in the bar has anything like it. The median is still 30 000. Section 2 makes a rule of this.
# </details>
#
# <details><summary>Can nearly everybody have more legs than the average person?</summary>
#
# Yes, and nearly everybody does: a few people have one leg or none, nobody has three, so the average lies a little below two. A mean need not be typical.
# </details>
#
# <details><summary>On days when more ice cream is sold, more people drown. Does ice cream drown people?</summary>
#
# No: on hot days people do both, eat and swim. That two columns of a table rise together says nothing about why. Section 12 has a table with a nastier surprise of this kind.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $x_1,\dots,x_n$ | `x` (n,) | one column: $n$ numbers |
# | $x_{(1)}\le\dots\le x_{(n)}$ | `np.sort(x)` | the same, sorted |
# | $\bar x$ | `x.mean()` | their mean |
# | $q_\alpha$; $Q_1,Q_2,Q_3$ | `describe.quartiles(x)` | quantiles; quartiles |
# | $\operatorname{var}$, $\operatorname{std}$ | `x.var()`, `x.std()` | variance, standard deviation; we divide by $n$ |
# | $\rho$, $\tau$ | | correlation; rank correlation |
# | $X$ | `X` (n, d) | a table: one point per row, one attribute per column |
# | $S$ | `S` (d, d) | covariance matrix |
# | $C$ | `C` (n, n) | centring matrix |
# | $\mathbb E[x]$, $\operatorname{Var}[x]$ | | what $\bar x$ and $\operatorname{var}$ estimate |

# %%
import numpy as np
from scipy import stats

from featurespace import describe, plots
from featurespace.demos import describe as demos
from featurespace.evidence import agree

# %% [markdown]
# One word on the code. A line that begins with ✓ says what a cell has just proved: `agree` prints it, and stops with an error if it is not so. (`assert` does the same without a word.) Code that only proves or only draws is folded away; unfold it if you are curious.

# %% [markdown] teaches="DME-F1"
# ## 1. Before the first number
#
# In every minute of 2020, people uploaded more than 500 hours of video to one site and watched more than 400 000 hours from another. A particle collider makes 600 terabytes of raw data a second, a car on the net some 25 gigabytes an hour. (The notes quote these from a poster, a statistics site and the collider's own pages.) Two of them in units one can picture:

# %% tags=["drawing"] shows="DME-F1"
print(f"uploaded in one minute: enough for {500 / 24:.0f} days without sleep")
print(f"watched in one minute: {400_000 / 24 / 365:.0f} years")
hours = {"video uploaded": 500, "a job of 40 years": 70_000, "video watched": 400_000}
ax = plots.axes(width=6, height=1.8)
ax.semilogx(list(hours.values()), list(hours), "o")
ax.set(xlim=(100, 1e6), ylim=(-0.5, 2.5), xlabel="hours")
ax.set_title("One minute of 2020, beside a working life")
plots.show(ax, alt="""Three dots on an axis of hours in powers of ten. Video uploaded in one minute:
    500 hours. Work in a job of forty years: 70 000 hours. Video watched in one minute: 400 000.""")

# %% [markdown]
# Nobody looks at all that, so everything depends on what is looked at. And what is looked at decides what is collected next.
#
# **Predict.** Two songs are equally good: half of those who hear one like it. A player always offers the song with more likes so far (a tie is settled by lot). How are a thousand plays shared?
#
# <details><summary>Answer</summary>
#
# All but the first few go to one song: the one that happened to get the first like. The other is never offered again.
# </details>
#
# Eight lines of a recommender:


# %%
def play(rng, rounds=1000):
    """Plays and likes of two songs, when the leader is always offered."""
    plays, likes = np.zeros(2, int), np.zeros(2, int)
    for _ in range(rounds):
        song = rng.choice(np.flatnonzero(likes == likes.max()))
        plays[song] += 1
        likes[song] += rng.random() < 0.5
    return plays, likes


# %% proves="DME-u01"
rng = np.random.default_rng(1)
for _ in range(4):
    plays, likes = play(rng)
    print(f"plays {plays[0]:4} and {plays[1]:4}, likes {likes[0]:3} and {likes[1]:3}")
    assert plays.min() < 10 and abs(likes.max() / plays.max() - 0.5) < 0.05

# %% [markdown] teaches="DME-u01 DME-F2"
# The table of likes shows a hit and a flop where there are two songs of equal merit. That somebody did not choose a thing is no sign of dislike when the thing was not on offer. (The leader's share of likes among plays is honest, about one half. The other's is 0/1, or 0/0: it was offered too rarely to say anything, and no arithmetic on this table can repair that.) Feed such a table to the next recommender and you have a filter bubble.
#
# So the work is a cycle, not a line. Each step may send you back to an earlier one:

# %% tags=["drawing"]
steps = ["ask", "collect", "prepare", "explore", "model", "evaluate"]
turn = np.pi / 2 - np.arange(6) * np.pi / 3
place = np.column_stack([1.7 * np.cos(turn), np.sin(turn)])
back = {(3, 2): ("odd values", 1.35, -1.05), (4, 3): ("poor fit", -1.3, -1.05)}
back |= {(5, 1): ("wrong data", 0, 0.12)}

# %% tags=["drawing"] shows="DME-F2"
ax = plots.axes(width=5.6, height=3.4)
ax.set(xlim=(-2.4, 2.4), ylim=(-1.4, 1.3), title="Each step can send you back")
ax.axis("off")
for i, step in enumerate(steps):
    look = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": plots.BLUE}
    ax.text(*place[i], step, ha="center", va="center", bbox=look, zorder=3)
    arrow = {"arrowstyle": "->", "shrinkA": 30, "shrinkB": 30, "color": plots.BLUE}
    ax.annotate("", place[(i + 1) % 6], place[i], arrowprops=arrow)
for (i, j), (why, *where) in back.items():
    arrow = {"arrowstyle": "->", "shrinkA": 26, "shrinkB": 30, "color": plots.ORANGE, "ls": "--"}
    ax.annotate("", place[j], place[i], arrowprops=arrow | {"connectionstyle": "arc3,rad=0.35"})
    ax.text(*where, why, ha="center", fontsize=9)
plots.show(ax, alt="""Six boxes in a circle: ask, collect, prepare, explore, model, evaluate, then
    ask again. Dashed arrows lead back: from explore to prepare because of odd values, from model
    to explore because of a poor fit, from evaluate to collect because of wrong data.""")

# %% [markdown]
# This chapter is the two boxes *explore* and *prepare*; chapters 1 to 5 are *model*, chapter 6 is *evaluate*.
#
# *Ask how the table came about before you ask what it says.*

# %% [markdown] teaches="DME-1.5"
# ## 2. Location: where are the numbers?
#
# Here are the labels of the first ten digits of a famous collection, MNIST, sorted. They will stay with us for three sections:

# %%
x = demos.TEN
print(x.astype(int))

# %% [markdown] teaches="DME-1.1 DME-1.4 DME-1.6"
# **Predict.** By a slip of the hand the last one is typed as 9000. What happens to the mean, which is 3? And to the middle of the list, 2.5?
#
# <details><summary>Answer</summary>
#
# The mean jumps to 902.1, which is larger than nine of the ten numbers. The middle stays where it is: the ninth and tenth place do not matter for it.
# </details>
#
# The **mean** shares the total equally. The **median** is the middle of the sorted list, or halfway between the two in the middle if $n$ is even:
#
# $$\bar x = \frac1n\sum_i x_i, \qquad \operatorname{median}(x) = \begin{cases} x_{((n+1)/2)} & n \text{ odd}\\ \tfrac12\bigl(x_{(n/2)}+x_{(n/2+1)}\bigr) & n \text{ even}\end{cases}$$
#
# With ten numbers the middle is between the fifth and the sixth, 2 and 3. Now the slip of the hand:

# %% proves="DME-1.1 DME-1.4 DME-1.5 DME-1.6"
wrong = demos.corrupt(9000)  # the same ten, with 9000 for 9
for name, numbers, total in (("typed right", x, 30), ("typed wrong", wrong, 9021)):
    print(f"{name}: mean {numbers.mean():5.1f}, median {np.median(numbers)}")
    assert np.isclose(numbers.mean(), total / 10) and np.median(numbers) == (2 + 3) / 2

# %% [markdown] teaches="DME-u02"
# The mean listens to every number in proportion: add δ to one of $n$ and the mean moves by δ/n, without limit. The median only hears on which side a number lies, so one wild entry can at most shift the middle by a place or so. (The notes say precisely how far, and are wrong; look for it in section 13.) The rule, and the bar of the warm-up:

# %% proves="DME-u02"
agree(wrong.mean(), x.mean() + (9000 - 9) / 10, "the mean has moved by δ/n")
bar = np.array([30_000] * 10 + [1_000_000_000])
print(f"in the bar: mean {bar.mean() / 1e6:.0f} million, median {np.median(bar):.0f}")

# %% [markdown] teaches="DME-1.7"
# Between the two lies the **trimmed mean**: drop the $k$ smallest and the $k$ largest, average the rest. With $k=0$ it is the mean; with $k$ just below $n/2$ only the middle is left, and it is the median:

# %% proves="DME-1.7"
for k in range(5):
    both = [stats.trim_mean(numbers, k / 10) for numbers in (x, wrong)]
    print(f"k = {k}: {both[0]:.3f} right, {both[1]:7.3f} wrong")
    assert np.allclose(both, [x[k : 10 - k].mean(), wrong[k : 10 - k].mean()])
    assert k == 0 or both[0] == both[1]
agree(both, np.median(x), "with four dropped on either side only the middle is left")

# %% [markdown] teaches="DME-u03"
# Not everything can be averaged or sorted: nationality, colour, brand. What always works is the **mode**, the most frequent value, or values, for there may be several:

# %%
values, counts = np.unique(x, return_counts=True)
print("mode", values[counts == counts.max()], "occurs", counts.max(), "times")
colours, counts = np.unique(["red", "blue", "red", "green", "blue"], return_counts=True)
print("modes", colours[counts == counts.max()])

# %% [markdown] teaches="DME-u04"
# The median has brothers. The **quantile** $q_\alpha$ has a share α of the sorted numbers to its left, roughly $x_{(\lceil n\alpha\rceil)}$ (and $x_{(1)}$ for α = 0): the minimum is $q_0$, the maximum $q_1$, the median $q_{0.5}$. *Roughly*, because by that rule $q_{0.5}$ of our ten is 2 and not 2.5; most programs interpolate, and numpy alone offers more than a dozen ways:

# %% proves="DME-u04"
by_rank = x[int(np.ceil(10 * 0.5)) - 1]
print(f"ranked {by_rank:.0f}, interpolated {np.quantile(x, 0.5)}")
assert by_rank == np.quantile(x, 0.5, method="inverted_cdf") == 2
agree(np.quantile(x, [0, 0.5, 1]), [0, 2.5, 9], "minimum, median and maximum are quantiles")

# %% [markdown] teaches="DME-u05"
# The **quartiles** cut the list into quarters. We follow the notes: $Q_1$ and $Q_3$ are the medians of the lower and the upper half, and for odd $n$ both halves include the median:

# %% proves="DME-u05"
print(describe.quartiles(x))
agree(describe.quartiles([1, 2, 3, 4, 5]), [2, 3, 4], "halves 1 2 3 and 3 4 5 have middles 2 and 4")

# %% [markdown] teaches="DME-1.2"
# Behind a sample we imagine the distribution it came from, and each summary of the sample estimates one of the distribution. The mean estimates the **expected value** $\mathbb E[x]=\int\xi\,p(\xi)\,d\xi$, where the density $p$ says how often values near ξ occur. For the numbers $e^z$, with $z$ standard **Gaussian** (the bell curve with mean 0 and standard deviation 1), the integral is $\sqrt e\approx1.649$:

# %% proves="DME-1.2"
rng = np.random.default_rng(0)
lognormal = stats.lognorm(1)  # the distribution of exp(z)
draws = np.exp(rng.normal(size=100_000))
print(f"integral {lognormal.expect():.3f}, mean of 100 000 draws {draws.mean():.2f}")
assert np.isclose(lognormal.expect(), np.sqrt(np.e)) and abs(draws.mean() - np.sqrt(np.e)) < 0.03

# %% [markdown] teaches="DME-1.3"
# For points with several coordinates, the mean is taken coordinate by coordinate:

# %% proves="DME-1.3"
corners = np.array([[0, 0], [4, 0], [0, 2]])
print(corners.mean(axis=0).round(2))
agree(corners.mean(axis=0), sum(corners) / 3, [4 / 3, 2 / 3], "the sum of the points, over n")

# %% [markdown]
# *The mean listens to everybody, the median takes a vote.*

# %% [markdown] teaches="DME-1.8 DME-1.9 DME-u07"
# ## 3. Scale: how far do they scatter?
#
# **Predict.** For the ten labels the standard deviation is 2.53, and the median distance from the median is 1.5. Which of the two survives the 9000?
#
# <details><summary>Answer</summary>
#
# Only the second; the standard deviation becomes 2699. Squaring makes a far point count even more.
# </details>
#
# The **variance** is the mean squared deviation from the mean. Multiply out and it is also the mean of squares minus the square of the mean:
#
# $$\operatorname{var}(x) = \frac1n\sum_i(x_i-\bar x)^2 = \frac1n\sum_i x_i^2-\bar x^2$$
#
# It estimates $\operatorname{Var}[x]=\mathbb E\bigl[(x-\mathbb E[x])^2\bigr]=\mathbb E[x^2]-\mathbb E[x]^2$, the second central moment. Its unit is the square of the data's unit, so one takes the root: the **standard deviation**. For our ten the sum of squares is 154, so the variance is $15.4-9=6.4$:

# %% proves="DME-1.8 DME-u07 DME-1.12"
by_hand = ((x - x.mean()) ** 2).sum() / 10
print(f"variance {x.var():.1f}, standard deviation {x.std():.2f}")
agree(by_hand, (x**2).mean() - x.mean() ** 2, 6.4, x.var(), "both forms of the variance give 6.4")
agree(x.std(), np.sqrt(by_hand), "the standard deviation is its root")

# %% [markdown] teaches="DME-1.10 DME-1.11 DME-u08 DME-1.12"
# On paper the two sides are equal. In a computer the right one can lose every digit: section 13.
#
# Robust relatives use the middle instead of the mean. The **MAD** is the median absolute deviation from the median; the **interquartile range** is $\mathrm{IQR}=Q_3-Q_1$, the length of the middle half. The plain **range** $x_{(n)}-x_{(1)}$ is what its name says, and as fragile as can be. All of them for our ten:

# %% proves="DME-1.10 DME-1.11 DME-u08 DME-1.12"
mad = np.median(np.abs(x - np.median(x)))
q1, q2, q3 = describe.quartiles(x)
print(f"MAD {mad}, IQR {q3:.0f} − {q1:.0f} = {q3 - q1:.0f}, range {np.ptp(x):.0f}")
assert mad == stats.median_abs_deviation(x) == 1.5 and q3 - q1 == 3 and np.ptp(x) == 9

# %% [markdown]
# Three scales, three values: {= x.std():.2f}, {= mad} and {= q3 - q1:.0f}. They measure different things, so put them on one ruler before you compare. For a Gaussian with standard deviation σ the MAD is 0.674 σ and the IQR 1.349 σ. Hence the factor 1.4826 that you meet in programs; the notes leave it out. With it, MAD and standard deviation of Gaussian numbers agree:

# %%
quarter = stats.norm.ppf(0.75)  # half of a Gaussian lies within ± this
print(f"MAD {quarter:.4f} σ, IQR {2 * quarter:.4f} σ, factor {1 / quarter:.4f}")

# %%
wide = 5 + 2 * rng.normal(size=100_000)
estimate = stats.median_abs_deviation(wide, scale="normal")
print(f"scaled MAD {estimate:.1f}, standard deviation {wide.std():.1f}")
assert abs(estimate - 2) < 0.03 and abs(wide.std() - 2) < 0.03

# %% [markdown]
# One quarrel must be settled: divide by $n$ or by $n-1$? Throw a coin twice, with 0 for tails and 1 for heads. The variance of one throw is 1/4. There are only four samples of two throws, so we can look at all of them:

# %% proves="DME-u06"
samples = np.array([(0, 0), (0, 1), (1, 0), (1, 1)])
for name, ddof in (("n", 0), ("n − 1", 1)):
    variances = samples.var(axis=1, ddof=ddof)
    print(f"divided by {name:5}: {variances}, average {variances.mean()}")
agree(samples.var(axis=1).mean(), 1 / 8, "divided by n, the average is half of 1/4")
agree(samples.var(axis=1, ddof=1).mean(), 1 / 4, "divided by n − 1, it is right")

# %% [markdown] teaches="DME-u06"
# Dividing by $n$ gives half the truth on average, for the numbers lie closer to their own mean than to the true one: the sample mean is where it is *because* of them. In general the average is $\frac{n-1}n\operatorname{Var}[x]$, and **Bessel's correction**, dividing by $n-1$, undoes it. For large $n$ it hardly matters. We divide by $n$, as the notes do, because the formulas of later chapters come out clean; pandas divides by $n-1$, numpy by $n$ unless told otherwise. Say which one you used.

# %% [markdown]
# How many of the ten must be spoilt before a summary goes wherever the spoiler wants? Count:

# %%
for name in ("mean", "standard deviation", "trimmed mean, k = 2", "IQR", "MAD", "median"):
    spoilt = (demos.summaries(demos.corrupt(1e6, m))[name] for m in range(1, 6))
    print(f"{name:20} breaks with {[value > 1000 for value in spoilt].index(True) + 1} of ten")

# %% [markdown]
# As a share of $n$ this count is called the **breakdown point**: 50 % for the median. One number is enough for the mean; no summary that moves along with the data survives when half of them are bad, for who is to say which half?
#
# *Robust means: a few bad numbers cannot do harm. Ask how few.*

# %% [markdown] teaches="DME-1.13"
# ## 4. Shape: lopsided, heavy-tailed
#
# Subtract the mean, divide by the standard deviation, and location and scale are gone. What is left is shape. The mean *cubed* standard score is the **skewness**:
#
# $$\operatorname{skew}(x)=\frac1n\sum_i\Bigl(\frac{x_i-\bar x}{\operatorname{std}(x)}\Bigr)^3$$
#
# Cubes keep the sign, so a long tail to the right makes it positive, a long tail to the left negative.
#
# **Predict.** Symmetric data have skewness zero. If the skewness is zero, are the data symmetric?
#
# <details><summary>Answer</summary>
#
# No. A thin, far tail on one side can balance a thick, near one on the other. In the cell below are seven numbers that do. (The exercises ask you for six.)
# </details>

# %% proves="DME-1.13"
z = (x - x.mean()) / x.std()
print(f"skewness of the ten labels {(z**3).mean():.4f}")
agree((z**3).mean(), 17.4 / 6.4**1.5, stats.skew(x), "the skewness by formula, by hand, by scipy")

# %% proves="DME-u09"
seven = np.array([-7, -5, -3, -1, 4, 6, 6])
agree(seven.sum(), (seven**3).sum(), 0, "numbers and cubes add up to zero, so the skewness is zero")
agree(sorted(-seven) != sorted(seven), "and yet the seven are not symmetric")

# %% [markdown] teaches="DME-u09 DME-1.14"
# Zero skewness is a sum that happens to vanish, not a mirror. A robust cousin compares the two quarters on either side of the median. It is **Galton's skewness**:
#
# $$\frac{(Q_3-Q_2)-(Q_2-Q_1)}{Q_3-Q_1}$$
#
# The two can disagree. For the ten labels Galton sees nothing at all, because the nine, which makes the skewness, lies outside the quartiles:

# %% proves="DME-1.14"
print(f"skewness {stats.skew(x):.2f}, Galton {describe.galton_skewness(x):.2f}")
galton = [describe.galton_skewness(numbers) for numbers in (x, wrong)]
agree(galton, ((4 - 2.5) - (2.5 - 1)) / (4 - 1), "Galton's skewness is zero, for 9 and for 9000")

# %% [markdown] teaches="DME-F1.1"
# A distribution on which both agree is the log-normal of section 2. Everything about it can be had exactly. (The notes print 6.18, 1.45, 0.96 and 0.49 beside their figure; these are the values of just this distribution.)

# %% proves="DME-F1.1"
q1, q2, q3 = lognormal.ppf([0.25, 0.5, 0.75])
skewness = float(lognormal.stats(moments="s"))
print(f"skewness {skewness:.2f}, IQR {q3 - q1:.2f}: upper part {q3 - q2:.2f}, lower {q2 - q1:.2f}")
print(f"Galton's skewness {((q3 - q2) - (q2 - q1)) / (q3 - q1):.3f}")
agree(skewness, (np.e + 2) * np.sqrt(np.e - 1), "the skewness in closed form")
found = np.round([skewness, q3 - q1, q3 - q2, q2 - q1], 2)
agree(found, [6.18, 1.45, 0.96, 0.49], "the printed numbers are those of the log-normal")

# %% tags=["drawing"] shows="DME-F1.1"
t = np.linspace(0, 5, 300)
ax = plots.curves(t, {"density": lognormal.pdf(t)}, xlabel="x")
for place, name in ((q1, "Q₁"), (q2, "Q₂"), (q3, "Q₃")):
    ax.axvline(place, color=plots.ORANGE, linewidth=1.2)
    ax.text(place + 0.04, 0.72, name, color=plots.ORANGE)
ax.axvline(np.sqrt(np.e), color="black", linestyle="--", label="mean")
ax.set(ylim=(0, 0.78), title="A long right tail pulls the mean past the median")
ax.legend(loc="center right")
plots.show(ax, alt="""Density that rises steeply near zero and falls slowly to the right. Quartiles
    at 0.51, 1 and 1.96: the upper quarter beside the median is twice as long as the lower one. The
    mean, 1.65, lies well to the right of the median.""")

# %% [markdown] teaches="DME-1.15 DME-F1.2"
# With the *fourth* power one gets the **kurtosis**, the mean of $z^4$ over the standard scores $z$. The curve of $u^4$ says what it looks at: next to nothing comes from within one standard deviation (4 % for a Gaussian), and more than half from the one number in twenty beyond two.

# %% tags=["drawing"] shows="DME-F1.2"
u = np.linspace(-2.5, 2.5, 201)
ax = plots.curves(u, {"u⁴": u**4}, xlabel="standard score u")
ax.axvspan(-1, 1, color=plots.GREEN, alpha=0.15, label="within one standard deviation")
ax.set_title("Kurtosis hears the tails, not the middle")
ax.legend(loc="upper center")
plots.show(ax, alt="""The curve u to the fourth: flat and below one between minus one and one,
    rising to 39 at two and a half on either side.""")

# %% [markdown] teaches="DME-1.16"
# Its robust cousin is made of octiles: the length of the outer stretches, divided by the IQR,
#
# $$\frac{(q_{7/8}-q_{5/8})+(q_{3/8}-q_{1/8})}{Q_3-Q_1}$$
#
# None of these numbers means much without something to compare with. So here are the exact values for five well-known shapes:

# %% proves="DME-1.15"
shapes = {"uniform": stats.uniform, "Gaussian": stats.norm, "Laplace": stats.laplace}
shapes |= {"exponential": stats.expon, "log-normal": lognormal}
for name, shape in shapes.items():
    skewness, excess = shape.stats(moments="sk")
    o = shape.ppf(np.arange(1, 8) / 8)  # the seven octiles
    robust = (o[6] - o[4] + o[2] - o[0]) / (o[5] - o[1])
    print(f"{name:12} skew {skewness:4.1f}, kurtosis {excess + 3:6.1f}, robust {robust:.3f}")
    assert excess + 3 >= 1 + skewness**2
part = stats.norm.expect(lambda u: u**4, lb=-1, ub=1) / 3
beyond = 1 - stats.norm.expect(lambda u: u**4, lb=-2, ub=2) / 3
agree(part < 0.04 and beyond > 0.5, "Gaussian: 4 % of the kurtosis from |u| < 1, half from |u| > 2")

# %% [markdown]
# A Gaussian has kurtosis 3 and robust kurtosis 1.233. Many programs subtract the 3 without being asked (section 14).
#
# Now take hold of the nine yourself. (The green band shows the fences of section 8: what lies outside is suspicious.) Choose your prediction, then press play:

# %%
demos.drag_the_nine()

# %% [markdown]
# Two warnings. The notes call kurtosis insensitive to symmetry, because the fourth power has no sign. It is not: always $\operatorname{kurt}\ge1+\operatorname{skew}^2$, so a strong skew forces a large kurtosis; the cell above checks it. And with $n$ numbers there is a ceiling: for ten it is 8/3 for the skewness and 73/9 for the kurtosis (for other $n$: an exercise). One wild value among ten reaches both, and then they say no more than that there is one:

# %% proves="DME-1.15"
print(f"9000: skewness {stats.skew(wrong):.4f}, ceiling {8 / np.sqrt(9):.4f}")
print(f"9000: kurtosis {stats.kurtosis(wrong, fisher=False):.4f}, ceiling {8 + 1 / 9:.4f}")
for seed in range(50):
    y = np.random.default_rng(seed).standard_cauchy(10)  # wild numbers
    assert stats.kurtosis(y, fisher=False) >= 1 + stats.skew(y) ** 2
    assert abs(stats.skew(y)) <= 8 / 3

# %% [markdown]
# *Shape is read against a reference; without one, a kurtosis is just a number.*

# %% [markdown]
# ## 5. Two columns: covariance and correlation
#
# Six summer days: the temperature at noon, and ice creams sold:

# %%
celsius = np.array([14.0, 17, 20, 23, 26, 30])
sold = np.array([11.0, 16, 14, 24, 25, 32])

# %% [markdown] teaches="DME-1.17 DME-1.18 ST-u54"
# Do they go together? Multiply the deviations and average: days above average in both, or below in both, count plus; mixed days count minus. That is the **covariance**:
#
# $$\operatorname{cov}(x,y)=\frac1n\sum_i(x_i-\bar x)(y_i-\bar y)$$
#
# It estimates $\mathbb E[xy]-\mathbb E[x]\,\mathbb E[y]$; for variables with mean zero just $\mathbb E[xy]$.
#
# **Predict.** An American colleague has the temperatures in Fahrenheit, $\frac95x+32$. What becomes of the covariance?
#
# <details><summary>Answer</summary>
#
# It grows by the factor 9/5; the 32 drops out. The weather has not changed, only the unit.
# </details>


# %%
def cov(a, b):
    return ((a - a.mean()) * (b - b.mean())).mean()


fahrenheit = 9 / 5 * celsius + 32
print(f"covariance {cov(celsius, sold):.1f} in Celsius, {cov(fahrenheit, sold):.1f} in Fahrenheit")

# %% [markdown] teaches="DME-u10"
# The rules behind it: $\operatorname{cov}(x,x)=\operatorname{var}(x)$, the order does not matter, and $\operatorname{cov}(ax+b,y)=a\operatorname{cov}(x,y)$. Checked, and compared with numpy:

# %% tags=["proof"] proves="DME-1.17 DME-u10"
agree(cov(celsius, celsius), celsius.var(), "of a column with itself it is the variance")
agree(cov(celsius, sold), cov(sold, celsius), "the order does not matter")
agree(cov(fahrenheit, sold), 9 / 5 * cov(celsius, sold), "a factor comes out, a shift drops out")
agree(cov(celsius, sold), np.cov(celsius, sold, ddof=0)[0, 1], "numpy finds the same covariance")

# %% [markdown] teaches="DME-1.19 ST-u55 ST-u56"
# A number that depends on the unit cannot say how *strong* a relation is. Divide it by both standard deviations, and you have Pearson's **correlation**. The other way round gives the same: first turn each column into standard scores $\hat x=(x-\bar x)/\operatorname{std}(x)$, which have no unit, then take the covariance of those:
#
# $$\rho(x,y)=\frac{\operatorname{cov}(x,y)}{\operatorname{std}(x)\operatorname{std}(y)}=\frac1n\sum_i\hat x_i\hat y_i$$
#
# A sum of products divided by two lengths ($\hat x$ and $\hat y$ both have length $\sqrt n$) is a cosine: ρ is the cosine of the angle between the two lists of scores, so it cannot leave $[-1,1]$:

# %% proves="DME-1.19 ST-u55 ST-u56"
x_hat, y_hat = (celsius - celsius.mean()) / celsius.std(), (sold - sold.mean()) / sold.std()
rho = cov(celsius, sold) / (celsius.std() * sold.std())
cosine = x_hat @ y_hat / (np.linalg.norm(x_hat) * np.linalg.norm(y_hat))
print(f"ρ = {rho:.3f} in any unit, an angle of {np.degrees(np.arccos(rho)):.0f} degrees")
agree(x_hat, (fahrenheit - fahrenheit.mean()) / fahrenheit.std(), "scores have no unit")
agree(rho, (x_hat * y_hat).mean(), cosine, "ρ is the covariance of the scores, and their cosine")
agree(rho, np.corrcoef(fahrenheit, sold)[0, 1], "numpy finds the same, in Fahrenheit")

# %% [markdown] teaches="DME-1.20..1.22 DME-1.23..1.25 DME-1.26"
# When is ρ exactly 1? If $y=ax+b$, then $\operatorname{std}(y)=|a|\operatorname{std}(x)$ and $\operatorname{cov}(x,y)=a\operatorname{var}(x)$: the $b$ cancels with the mean both times, and $a$ comes out of the root as $|a|$. So $\rho=a/|a|$, the *sign* of the slope and nothing else of it:

# %% proves="DME-1.20..1.22 DME-1.23..1.25 DME-1.26"
for a, b in ((5, 1), (0.001, 1), (-0.2, 30)):
    y = a * celsius + b
    assert np.isclose(y.std(), abs(a) * celsius.std())
    assert np.isclose(cov(celsius, y), a * celsius.var())
    assert np.isclose(np.corrcoef(celsius, y)[0, 1], np.sign(a))
    print(f"slope {a:6}: ρ = {np.corrcoef(celsius, y)[0, 1]:+.0f}")

# %% [markdown] teaches="ST-u57 ST-u58"
# It works backwards as well: a cosine of 1 means the angle is zero, hence equal scores, $\hat x=\hat y$, hence a straight line with positive slope; −1 likewise with $\hat x=-\hat y$ and negative slope. (In numbers: the mean of $(\hat x_i-\hat y_i)^2$ is $2-2\rho$, which is zero just where ρ is one.) In between, there is an exact statement too: with the residual being what the best line leaves over,
#
# $$1-\rho^2=\frac{\text{variance of the residual}}{\text{variance of }y}$$
#
# So ρ measures how tightly the points hug a line, *compared with the spread of $y$*. (The book says that |ρ| is near one if and only if $y$ is nearly a line. If $y$ is 5 plus a speck of dust, it is nearly a line, and ρ is about zero. Chapter 3 takes this up.)

# %% proves="ST-u57 ST-u58"
agree(((x_hat - y_hat) ** 2).mean(), 2 - 2 * rho, "the scores differ by 2 − 2ρ")
agree(((x_hat + y_hat) ** 2).mean(), 2 + 2 * rho, "from the opposite scores by 2 + 2ρ")
slope, offset = np.polyfit(celsius, sold, 1)
residual = sold - (slope * celsius + offset)
agree(1 - rho**2, residual.var() / sold.var(), "1 − ρ² is the share that the line leaves over")
dust = 5 + 1e-6 * rng.normal(size=1000)
unrelated = abs(np.corrcoef(rng.normal(size=1000), dust)[0, 1]) < 0.1
agree(unrelated and np.ptp(dust) < 1e-5, "dust around 5: nearly a line, and ρ about zero")

# %% [markdown] teaches="DME-F1.3"
# A gallery to train the eye. First the tame ones. Guess each ρ:

# %% tags=["drawing"]
pair = rng.normal(size=(150, 2))
base, noise = np.sqrt(150) * np.linalg.qr(pair - pair.mean(axis=0))[0].T  # ρ of these is zero
clouds = [r * base + np.sqrt(1 - r**2) * noise for r in (0.95, 0.6, 0.0)]
clouds.append(0.1 * clouds[0])

# %% tags=["drawing"] proves="DME-F1.3" shows="DME-F1.3"
row = plots.axes(4, width=9, height=2.6)
for ax, y, name in zip(row, clouds, "ABCD", strict=True):
    ax.plot(base, y, "o", markersize=3)
    ax.set(xlim=(-3.5, 3.5), ylim=(-3.5, 3.5), title=name)
found = [np.corrcoef(base, y)[0, 1] for y in clouds]
assert np.allclose(found, [0.95, 0.6, 0, 0.95])
plots.show(row[0], alt="""Four clouds of 150 points: a tight rising one, a looser rising one, a
    round one, and one that is almost flat but tight.""")

# %% [markdown]
# <details><summary>The four correlations</summary>
#
# A 0.95, B 0.60, C 0.00, D 0.95. The first and the last have the same ρ: it is about tightness, not about slope.
# </details>
#
# Now the wild ones:

# %%
side, angle = np.linspace(-1, 1, 99), np.linspace(0, 2 * np.pi, 99)
wild = {"parabola": (side, side**2), "ring": (np.cos(angle), np.sin(angle))}
wild |= {"cross": (np.r_[side, side], np.r_[side, -side]), "waves": (side, np.cos(9 * side))}

# %% tags=["drawing"] proves="DME-F1.3 DME-u11" shows="DME-F1.3 DME-u11"
row = plots.axes(4, width=9, height=2.4)
for ax, (name, (a, b)) in zip(row, wild.items(), strict=True):
    ax.plot(a, b, "o", markersize=3, color=plots.ORANGE)
    ax.set(xlim=(-1.2, 1.2), ylim=(-1.3, 1.3), title=f"{name}: ρ = 0")
    assert abs(np.corrcoef(a, b)[0, 1]) < 1e-12
plots.show(row[0], alt="""Four clouds whose correlation is zero although y clearly depends on x: a
    parabola, a ring, a cross and a wave.""")

# %% [markdown] teaches="DME-u11"
# In all four $\frac1n\sum x_iy_i=\bar x\bar y$, so they are called uncorrelated, and in all four $x$ tells a great deal about $y$. *Uncorrelated* rules out a linear trend; *independent* says far more. (Three points are enough to show the difference: an exercise.)
#
# *Correlation is a cosine: it says how straight, not how steep, and zero does not mean unrelated.*

# %% [markdown] teaches="DME-1.42 DME-F1.4"
# ## 6. Beyond straight lines
#
# **Predict.** In the cross above, $y$ is either $x$ or $-x$. Which simple change to both columns would let ρ see the relation?
#
# <details><summary>Answer</summary>
#
# Drop the signs: $|y|=|x|$, and $\rho(|x|,|y|)=1$.
# </details>
#
# That is a general trick: bend the columns first, then correlate. With $g(x)=|x|$ the number $\rho\bigl(g(x),g(y)\bigr)$ finds relations in *size*. Two examples of our own, a noisy V and a fan:

# %%
a = rng.normal(size=400)
pairs = {"V": (a, np.abs(a) + 0.15 * rng.normal(size=400)), "fan": (a, a * rng.normal(size=400))}

# %% proves="DME-1.42" shows="DME-1.42 DME-F1.4"
row = plots.axes(2, width=8, height=2.8)
for ax, (name, (u, v)) in zip(row, pairs.items(), strict=True):
    plain, bent = np.corrcoef(u, v)[0, 1], np.corrcoef(abs(u), abs(v))[0, 1]
    ax.plot(u, v, "o", markersize=3)
    ax.set(xlabel="x", ylabel="y", title=f"{name}: ρ = {plain:.2f}, of sizes {bent:.2f}")
    assert abs(plain) < 0.1 and bent > 0.6
plots.show(row[0], alt="""Two clouds of 400 points. Left a noisy letter V, right a fan that is
    narrow in the middle and wide at both sides. Correlations are near zero; those of the absolute
    values are 0.98 and 0.64.""")

# %% [markdown] teaches="DME-u12 DME-1.43 DME-F1.5"
# In the fan, $x$ says nothing about the *sign* of $y$ and a lot about its size: the spread depends on $x$. Finance lives on such relations. And bending columns before taking inner products is, by the way, what this whole course is about.
#
# The other trouble with ρ is the nine that turns into 9000. Here the remedy is to look at **order** only, as the median does. Take two points. If the one with the larger $x$ also has the larger $y$, the pair is **concordant**, if it has the smaller $y$, **discordant**; a tie is neither. **Kendall's τ** is the difference of their shares:
#
# $$\tau=\frac{n_c-n_d}{n(n-1)/2}$$
#
# Two small examples, each with all its pairs:

# %% tags=["drawing"] shows="DME-F1.5 DME-u12"
left, right = plots.axes(2, width=7, height=2.6)
for ax, heights in ((left, [2, 4, 1, 3]), (right, [1, 3, 2])):
    x_, y_ = np.arange(1.0, len(heights) + 1), np.array(heights, float)
    demos.draw_pairs(ax, x_, y_)
    found = describe.pair_counts(x_, y_)
    ax.set(xticks=x_, yticks=np.sort(y_), xlim=(0.8, 7.4), ylim=(0.7, 4.4))
    ax.set_title(f"τ = ({found.concordant} − {found.discordant})/{sum(found)}")
    ax.legend(loc="center right", fontsize=8)
plots.show(left, alt="""Left four points joined by six lines, three rising and three falling, tau
    is zero. Right three points joined by two rising lines and a falling one, tau is a third.""")

# %% [markdown]
# Pair by pair in plain Python, then the library and scipy:


# %%
def slow_tau(x, y):
    score = 0
    for i in range(len(x)):
        for j in range(i):
            score += np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
    return score / (len(x) * (len(x) - 1) / 2)


# %% proves="DME-1.43"
counted = describe.pair_counts(celsius, sold)
print(counted, f"τ = {slow_tau(celsius, sold):.3f}")
tau = (counted.concordant - counted.discordant) / 15
agree(slow_tau(celsius, sold), tau, "our loop and the library count alike")
agree(tau, stats.kendalltau(celsius, sold).statistic, "so does scipy")
assert slow_tau([1, 2, 3], [1, 2, 9]) == 1 and slow_tau([1, 2, 3], [9, 2, 1]) == -1

# %% [markdown]
# Only order counts, so any increasing map of a column leaves τ alone, and one wild number changes at most the pairs it belongs to. Both at once, on the ice cream:

# %% proves="DME-1.43"
typo = np.where(sold == 32, 3200, sold)
assert slow_tau(np.exp(celsius), sold) == slow_tau(celsius, sold) == slow_tau(celsius, typo)
fallen = np.corrcoef(celsius, typo)[0, 1]
print(f"with 3200 for 32: τ stays, ρ falls from {rho:.2f} to {fallen:.2f}")

# %% [markdown]
# Ten points, and one of them is yours to move:

# %%
demos.draw_your_own_correlation()

# %%
challenge = demos.correlations(demos.PLACES, demos.drawn_points("line", 11, 0.0, 1.0))
print(f"last point pulled down by 11: ρ = {challenge.rho:.2f}, τ = {challenge.tau:.1f}")
assert abs(challenge.rho) < 0.01 and challenge.tau == 0.6

# %% [markdown]
# A word on ties, for they are where programs differ. The formula above, which statisticians call τ-a, divides by *all* pairs, so with ties it cannot reach one, not even between a column and itself. scipy's `kendalltau` computes τ-b, which takes the ties of each column out of the denominator:

# %% proves="DME-1.43 DME-u12"
tied = [1, 1, 2]
print(f"τ-a {slow_tau(tied, tied):.3f}, τ-b {stats.kendalltau(tied, tied).statistic:.0f}")
agree(describe.pair_counts(tied, tied), [2, 0, 1], "a tie is neither concordant nor discordant")
agree([slow_tau(tied, tied), stats.kendalltau(tied, tied).statistic], [2 / 3, 1], "τ-a is not τ-b")

# %% [markdown]
# *ρ asks for a line, ρ of bent columns for a shape you had in mind, τ for order.*

# %% [markdown] teaches="DME-u13 DME-1.44 DME-1.45"
# ## 7. Bars and clouds
#
# Now pictures. The first question is what values an attribute can take. If they can be counted off, like a nationality or a number of children, it is **discrete**; if they fill an interval, like a time, it is **continuous**. Discrete values can be counted one by one, and continuous ones cannot, for hardly any occurs twice.
#
# Counting has a notation. The **indicator** $\mathbb 1_A(\xi)$ is 1 if ξ is in $A$ and 0 otherwise, and a count is a sum of indicators, $n_j=\sum_i\mathbb 1_{\{v_j\}}(x_i)$. All counts add up to $n$, and $f_j=n_j/n$ are the **relative frequencies**, the ones to use when samples of different size are compared:

# %% proves="DME-1.44 DME-1.45"
n_j = np.array([(x == v).sum() for v in range(10)])  # sums of indicators
print("counts", n_j, "sum", n_j.sum())
agree(n_j, [1, 3, 1, 1, 2, 1, 0, 0, 0, 1], np.bincount(x.astype(int)), "as counted by hand")
agree(n_j.sum(), len(x), "over all values the counts add up to n")

# %% [markdown] teaches="DME-u14"
# A **bar plot** shows them, one bar per value, heights in proportion. It needs no order: bars for colours can be put in any sequence.
#
# **Predict.** Five parties have between 18 and 22 seats. How can you draw bars that make the largest look three times the smallest, without changing a number?
#
# <details><summary>Answer</summary>
#
# Start the axis at 16: the bars then stand 2 and 6 high. A bar speaks through its *length*, so its axis must start at zero.
# </details>

# %% tags=["drawing"] shows="DME-u14"
seats, party = np.array([18, 19, 20, 21, 22]), list("ABCDE")
left, right = plots.axes(2, width=7.5, height=2.6)
for ax, floor in ((left, 0), (right, 16)):
    ax.bar(party, seats, color=plots.BLUE)
    ratio = (seats.max() - floor) / (seats.min() - floor)
    ax.set(ylim=(floor, 24), ylabel="seats", title=f"E looks {ratio:.1f} times as large as A")
plots.show(left, alt="""Two bar plots of the same five counts, 18 to 22. With the axis from zero
    the bars are nearly equal; with the axis from 16 the last is three times as high as the
    first.""")

# %% [markdown] teaches="DME-u16"
# For two continuous columns there is the **scatter plot**: a symbol per point, and colour, size and shape of the symbol for further columns. You have seen a dozen already. It lies when there are too many points: ink on ink is just black. Here are 20 000, every fifth of which sits in one tiny spot. Can you see it on the left?

# %% proves="DME-u18"
many = rng.normal(size=(20_000, 2))
many[::5] = [0.7, 0.4] + 0.05 * rng.normal(size=(4000, 2))
edges = np.linspace(-4, 4, 61)
counts, _, _ = np.histogram2d(*many.T, bins=edges)
typical = np.median(counts[counts > 0])
print(f"densest cell {counts.max():.0f} points, a typical one {typical:.0f}")
inside = ((many >= edges[[30, 32]]) & (many < edges[[31, 33]])).all(axis=1)
agree(counts[30, 32], float(inside.sum()), "a bin counts the points inside both of its intervals")

# %% tags=["drawing"] shows="DME-u16 DME-u18"
left, right = plots.axes(2, width=7.5, height=3.2)
left.plot(*many.T, "o", markersize=3)
left.set_title("Points cover points")
right.pcolormesh(edges, edges, np.log1p(counts).T)
right.set_title("Counts per cell do not")
for ax in (left, right):
    ax.set(xlim=(-4, 4), ylim=(-4, 4), aspect="equal")
plots.show(left, alt="""Left, twenty thousand points form one solid blob. Right, the same points
    counted in small square cells and coloured by count: a small bright spot right of the middle
    stands out clearly.""")

# %% [markdown] teaches="DME-u18"
# The right panel counts points in little squares, a histogram in two dimensions: its bins are products of intervals, and colour stands for height.
#
# *Bars need their zero; points need room.*

# %% [markdown] teaches="DME-u15 DME-1.68"
# ## 8. Boxes, whiskers, outliers
#
# The **box plot** draws five numbers: a box from $Q_1$ to $Q_3$ with a line at the median, and **whiskers** on either side. Whatever lies beyond them is drawn as a dot. How far the whiskers may reach is set by **Tukey's fences**, most often with $c=1.5$:
#
# $$[\,Q_1-c\,\mathrm{IQR},\ Q_3+c\,\mathrm{IQR}\,]$$
#
# **Predict.** Data from a perfect Gaussian, nothing wrong with any of them. What share does the box plot mark as outliers?
#
# <details><summary>Answer</summary>
#
# 0.7 %: seven of a thousand, for nothing. The fences lie at ±2.698 σ. In a heavy-tailed distribution it is far more.
# </details>
#
# The ten labels first: their fences are −3.5 and 8.5, so even the nine is out. Then the exact shares for four shapes:

# %% proves="DME-1.68 DME-F1.6"
print("fences of the ten labels:", describe.tukey_fences(x))
for name in ("uniform", "Gaussian", "exponential", "log-normal"):
    q1, q3 = shapes[name].ppf([0.25, 0.75])
    low, high = q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)
    outside = shapes[name].cdf(low) + shapes[name].sf(high)
    print(f"{name:12} fences {low:6.3f} and {high:.3f}, outside {outside:.2%}")
    assert name != "Gaussian" or (round(high, 3), round(outside, 4)) == (2.698, 0.0070)
agree(describe.tukey_fences(x), [1 - 1.5 * 3, 4 + 1.5 * 3], "1.5 IQR below Q₁ = 1, above Q₃ = 4")

# %% [markdown] teaches="DME-F1.6"
# Box and bell side by side:

# %% tags=["drawing"] shows="DME-F1.6 DME-u15"
sample = stats.norm.ppf((np.arange(300) + 0.5) / 300)  # 300 numbers, as Gaussian as can be
t = np.linspace(-4, 4, 300)
ax = plots.axes(width=6)
ax.plot(t, stats.norm.pdf(t))
look = {"positions": [0.5], "widths": 0.06, "orientation": "horizontal", "manage_ticks": False}
parts = ax.boxplot(sample, **look, flierprops={"markersize": 4})
for fence in (-2.698, 2.698):
    ax.axvline(fence, color=plots.ORANGE, linestyle="--", linewidth=1)
ax.set(ylim=(0, 0.58), xlabel="x, in units of σ", ylabel="density")
ax.set_title("Fences at ±2.698 σ: 0.7 % of a Gaussian lies beyond")
plots.show(ax, alt="""A Gaussian density with a horizontal box plot of 300 numbers above it. The box
    spans two thirds of a standard deviation on either side; the whiskers end just inside two
    dashed lines at plus and minus 2.698, and one dot lies beyond each.""")

# %% [markdown]
# Look where the whiskers end: not *at* the fences, as the notes have it, but at the last observation *inside* them. A whisker always ends on a number that somebody measured:

# %% tags=["proof"] proves="DME-u15"
ends = sorted(line.get_xdata()[1] for line in parts["whiskers"])
low, high = describe.tukey_fences(sample)
inside = sample[(sample > low) & (sample < high)]
agree(ends, [inside.min(), inside.max()], "each whisker ends at the last number inside the fences")

# %% [markdown]
# What does a box plot hide? Everything between its five numbers. Here are eighty numbers with two humps, and eighty others, spread evenly between the same five numbers:

# %%
two_humps = demos.HUMPS
five = np.quantile(two_humps, [0, 0.25, 0.5, 0.75, 1])
even = np.interp(np.linspace(0, 1, 80), [0, 0.25, 0.5, 0.75, 1], five)
agree(np.abs(np.quantile(even, [0, 0.25, 0.5, 0.75, 1]) - five) < 0.02, "the same five numbers")

# %% tags=["drawing"]
left, right = plots.axes(2, width=8, height=2.6)
twins = {"tick_labels": ["first", "second"], "orientation": "horizontal"}
left.boxplot([two_humps, even], **twins)
left.set_title("Twins to a box plot")
right.hist([two_humps, even], bins=np.arange(-3.5, 3.6, 0.7), label=["first", "second"])
right.set_ylim(0, 21)
right.legend(loc="upper left", ncols=2, fontsize=8)
right.set_title("Their numbers, counted along the line")
plots.show(left, alt="""Left, two box plots that cannot be told apart. Right, the numbers counted
    in ten intervals: the first set crowds at two places with a dip between, the second is spread
    evenly.""")

# %% [markdown] teaches="DME-u22"
# And what to do with the dots? An **outlier** is a point that looks unusual, and there are two kinds. Some are *errors*: a dead sensor, a 9000 typed for a 9. Those may go. Others are *news*: they violate what you assumed, and the assumption should go. The first cases of a new disease are outliers, and so is the one insurance claim that ruins the company. The fence rings; it does not know which kind.
#
# Nor is it wise to fence again and again. Drop the outliers, and the quartiles move closer together and make new ones. On a sample from the exponential distribution, where not one number is wrong:

# %%
kept = rng.exponential(size=1000)
for round_ in range(1, 5):
    low, high = describe.tukey_fences(kept)
    survivors = kept[(kept >= low) & (kept <= high)]
    print(f"round {round_}: {len(kept) - len(survivors)} dropped")
    kept = survivors

# %% [markdown]
# *A box is five numbers; a fence is a question, not a verdict.*

# %% [markdown] teaches="DME-1.46 DME-u17"
# ## 9. Histograms and densities
#
# For a continuous column, cut the line into **bins** and count in each: $n_j=\sum_i\mathbb 1_{B_j}(x_i)$. With equal bins one has to choose a start $L$, a width $h$ and a number $k$ of bins: bin $j$ is $[L+(j-1)h,\ L+jh)$, its middle is $L+jh-h/2$, and only the last bin is closed on the right, so that the maximum has a place. Try it on the ten labels, $L=0$, $h=3$, $k=3$; the nine lies on the very edge:

# %% proves="DME-1.46 DME-u17"
in_bins = [((x >= low) & (x < low + 3)).sum() for low in (0, 3)]
in_bins += [((x >= 6) & (x <= 9)).sum()]  # the last bin is closed
print(*in_bins)
agree(in_bins, np.histogram(x, bins=[0, 3, 6, 9])[0], [5, 4, 1], "by rule, by numpy and by hand")

# %% [markdown] teaches="DME-F1.7"
# **Predict.** The eighty numbers of the last section come from a density with two equal humps. With bins of width 2, how many humps will a histogram show?
#
# <details><summary>Answer</summary>
#
# It depends on where the first bin starts: one or two.
# </details>
#
# Same numbers, same width, another start:

# %% tags=["drawing"] proves="DME-F1.7" shows="DME-F1.7"
row = plots.axes(2, width=8, height=2.6)
for ax, start, humps in zip(row, (-6, -5), (1, 2), strict=True):
    counts, edges = np.histogram(two_humps, np.arange(start, 8, 2))
    ax.stairs(counts, edges, fill=True, alpha=0.5)
    ax.set(xlim=(-6, 6), ylim=(0, 32), title=f"First bin at −{-start}: humps {humps}")
    assert demos.humps(np.r_[0, counts, 0]) == humps and counts.sum() == 80
plots.show(row[0], alt="""Two histograms of the same eighty numbers with bins of width two. With
    bins starting at minus six there is one hump around zero; with bins starting at minus five
    there are two humps and a dip between.""")

# %% [markdown] teaches="DME-1.47 DME-1.48 DME-1.49"
# A histogram is data plus two decisions. One of them, the start, can be got rid of: put a little **window** on each number instead, and average the windows:
#
# $$\hat p(t)=\frac1n\sum_i w_h(t-x_i), \qquad \int w_h(u)\,du=1$$
#
# (The notes, like most books, call $w_h$ a *kernel*. In this course that word is taken, so we say window; only our function keeps its usual name, `kernel_density`.) The **boxcar** window has the height $1/h$ on $[-h/2,h/2]$, so it counts the neighbours. The **Gaussian** window $\exp(-u^2/2h^2)/\sqrt{2\pi h^2}$ lets them fade out. Formula and library agree:

# %% proves="DME-1.47 DME-1.48 DME-1.49"
t = np.linspace(-6, 6, 601)
boxcar = [(np.abs(s - two_humps) <= 0.5).mean() / 1.0 for s in t]
agree(boxcar, describe.kernel_density(t, two_humps, h=1.0, window="boxcar"), "boxcars agree")
gauss = [stats.norm.pdf(s, two_humps, 0.4).mean() for s in t]
agree(gauss, describe.kernel_density(t, two_humps, h=0.4), "Gaussian windows agree")
agree(abs(np.sum(gauss) * 0.02 - 1) < 1e-3, "a density: the area is one")

# %% [markdown] teaches="DME-F1.8"
# There are more windows in use; any density around zero will do. What matters little is the shape, what matters much is the width. Here are five, all scaled to the same standard deviation:

# %% tags=["drawing"]
u = np.linspace(-3.2, 3.2, 641)
raw = {"boxcar": np.ones_like, "triangle": lambda v: 1 - abs(v), "parabola": lambda v: 1 - v**2}
raw |= {"cosine": lambda v: np.cos(np.pi * v / 2)}
windows = {"Gaussian": stats.norm.pdf(u)}
for name, shape in raw.items():
    v = np.linspace(-1, 1, 4001)
    spread = np.sqrt((v**2 * shape(v)).sum() / shape(v).sum())  # its standard deviation
    window = np.where(np.abs(u * spread) <= 1, shape(u * spread), 0)
    windows[name] = window / (window.sum() * 0.01)
    assert abs((u**2 * windows[name]).sum() * 0.01 - 1) < 0.03

# %% tags=["drawing"] shows="DME-F1.8"
ax = plots.curves(u, windows, xlabel="u, in standard deviations")
ax.set_title("Five windows, one width")
plots.show(ax, alt="""Five window functions with the same standard deviation: a Gaussian bell, a
    flat boxcar, a triangle, a parabola and a cosine arch. Apart from the boxcar they are hard to
    tell apart.""")

# %% [markdown] teaches="DME-F1.9"
# Three ways to draw the same eighty numbers: the histogram, rescaled by $1/nh$ so that its area is one, and the two windows. Dashed is the density they came from, which in real life you do not have:

# %% tags=["drawing"]
widths = dict(zip(demos.DRAWINGS, (1.0, 1.0, 0.4), strict=True))
errors = {drawing: demos.squared_error(drawing, h, 0.0) for drawing, h in widths.items()}
a, b, c = errors.values()
agree(a > 1.5 * b and b > c, "the histogram is farthest from the truth, the Gaussian nearest")

# %% tags=["drawing"] shows="DME-F1.9"
row = plots.axes(3, width=9, height=2.6)
for ax, (drawing, h) in zip(row, widths.items(), strict=True):
    ax.plot(demos.LINE, demos.estimate(drawing, h, 0.0), "-", linewidth=1.4)
    ax.plot(demos.LINE, demos.TRUTH, "--", color="black", linewidth=1.2)
    ax.set(xlim=(-5, 5), ylim=(0, 0.32), title=f"{drawing}: {errors[drawing]:.4f}")
plots.show(row[0], alt="""Three estimates of a density with two humps, each beside the true density.
    The histogram is a staircase, the boxcar estimate a ragged line, the Gaussian one a smooth
    curve; the titles give integrated squared errors of 0.011, 0.006 and 0.005.""")

# %% [markdown]
# The titles show the squared difference to the truth, integrated. Now turn the knobs:

# %%
demos.histogram_origin_and_bandwidth()

# %% [markdown]
# The width remains a choice: too narrow shows the accidents of the sample, too wide shows the window. And a density has a lie of its own: it leaks over edges. Waiting times are never negative, but the windows on the short ones do not know that:

# %%
waits = rng.exponential(size=500)
t = np.linspace(-2, 0, 401)
leaked = describe.kernel_density(t, waits, h=0.3).sum() * (t[1] - t[0])
print(f"{leaked:.0%} of the estimated waiting times are shorter than nothing")

# %% [markdown] teaches="DME-u19 DME-F1.10"
# Last, the **violin plot**: a density, mirrored, around the bones of a box plot. It combines what is robust with what is informative. Take the twins that no box plot could tell apart:

# %% tags=["drawing"] shows="DME-u19 DME-F1.10"
ax = plots.axes(width=6, height=2.8)
look = {"orientation": "horizontal", "showextrema": False, "bw_method": 0.3}
ax.violinplot([two_humps, even], **look)
ax.boxplot([two_humps, even], widths=0.12, **twins)
ax.set_title("Equal boxes, different violins")
plots.show(ax, alt="""Two violins with equal box plots inside. The first has a waist in the middle
    and two bellies, the second is widest in the middle.""")

# %% [markdown]
# Its lies are those of the density, width included, and one of its own: with five numbers it looks as confident as with five thousand. Write $n$ beside it.
#
# *A histogram is data plus start plus width; a density drops the start and keeps the width.*

# %% [markdown] teaches="DME-1.27 DME-1.28"
# ## 10. Many columns at once
#
# A table has $\frac12d(d-1)$ pairs of columns. Put all covariances into one matrix, $S_{jk}=\operatorname{cov}(\text{column }j,\text{column }k)$. It is symmetric, and the variances are its diagonal. It estimates the expected outer product $\mathbb E\bigl[(x-\mathbb E[x])(x-\mathbb E[x])^\top\bigr]$:

# %% proves="DME-1.27"
X = rng.normal(size=(200, 3)) @ np.array([[2.0, 1, 0], [0, 1, 0.5], [0, 0, 1]])
S = np.array([[cov(a, b) for b in X.T] for a in X.T])
print(S.round(2))
agree(S, S.T, np.cov(X.T, ddof=0), "symmetric, and what numpy finds")

# %% [markdown] teaches="DME-1.29"
# **Predict.** Add up the three columns, with weights $w$, into one new column $Xw$. What is its variance?
#
# <details><summary>Answer</summary>
#
# $w^\top Sw$. A variance is never negative, so $w^\top Sw\ge0$ whatever $w$ is: $S$ is positive semi-definite.
# </details>
#
# That is the argument of the notes, in one line: $w^\top Sw=\frac1n\sum_i\bigl(w^\top(x_i-\bar x)\bigr)^2\ge0$:

# %% tags=["proof"] proves="DME-1.29"
w = rng.normal(size=3)
agree(w @ S @ w, (X @ w).var(), "the variance of a mixture of columns, by the matrix and directly")

# %% [markdown] teaches="DME-1.30..1.34"
# So $S=U\Lambda U^\top$ with eigenvalues that are never negative. They add up to the **total variance**, the sum of the variances of all columns, because a trace does not change when a factor moves from the left end of a product to the right, and $U^\top U=I$:

# %% proves="DME-1.29 DME-1.30..1.34"
eigenvalues = np.linalg.eigvalsh(S)
print(f"eigenvalues {eigenvalues.round(2)}, sum {eigenvalues.sum():.2f}, total {np.trace(S):.2f}")
agree(eigenvalues >= 0, "no eigenvalue is negative")
agree(eigenvalues.sum(), np.trace(S), X.var(axis=0).sum(), "they add up to the total variance")

# %% [markdown] teaches="DME-1.35..1.40"
# Change the units, mix the columns, shift them: if every point $x$ becomes $Ax+b$, then $b$ drops out and the matrix becomes $ASA^\top$:

# %% tags=["proof"] proves="DME-1.35..1.40"
A, b = rng.normal(size=(2, 3)), np.array([10.0, -5.0])
agree(np.cov((X @ A.T + b).T, ddof=0), A @ S @ A.T, "the covariance of Ax + b is ASAᵀ")

# %% [markdown] teaches="DME-1.41"
# The special case $A=\operatorname{diag}(1/\operatorname{std})$ divides each column by its standard deviation and turns covariances into the **correlation matrix**, with ones on the diagonal:

# %% proves="DME-1.41"
D = np.diag(1 / X.std(axis=0))
print((D @ S @ D).round(2))
agree(D @ S @ D, np.corrcoef(X.T), "the correlation matrix, as numpy has it")
agree(np.diag(D @ S @ D), 1.0, "with ones on its diagonal")

# %% [markdown]
# *One matrix holds every variance and every covariance, of the columns and of all their mixtures.*

# %% [markdown] teaches="DME-1.50..1.52 DME-1.53..1.54 DME-1.55..1.57 DME-1.58..1.61"
# ## 11. Centre and standardise
#
# Most methods of this course want the mean out of the way first. Subtract from each row the mean row: $\tilde x_i=x_i-\bar x$. As a matrix product this is $\tilde X=CX$, with the **centring matrix** $C=I-\frac1n\mathbf 1\mathbf 1^\top$, where $\mathbf 1$ is a column of ones. (The notes keep points in *columns*, so their product reads $XC$. Transpose, and it is ours.)
#
# **Predict.** What is $C\cdot C$?
#
# <details><summary>Answer</summary>
#
# $C$ again. Once the mean is out, taking it out once more changes nothing.
# </details>
#
# The derivation in code: the mean is $\frac1nX^\top\mathbf 1$, the matrix that repeats it in each row is $\frac1n\mathbf 1\mathbf 1^\top X$, and subtracting that is multiplying by $C$:

# %% proves="DME-1.50..1.52 DME-1.53..1.54 DME-1.55..1.57 DME-1.58..1.61"
n, ones = len(X), np.ones(len(X))
C = np.eye(n) - np.outer(ones, ones) / n
repeated = np.outer(ones, ones) @ X / n
agree(X.T @ ones / n, X.mean(axis=0), sum(X) / n, "the mean is a product")
agree(repeated, np.array([X.mean(axis=0)] * n), "so is the mean, repeated in each row")
agree(C @ X, X - repeated, np.array([row - X.mean(axis=0) for row in X]), "and so is centring")
agree(X.T @ C, (C @ X).T, "with points in columns it is XC")

# %% [markdown] teaches="DME-1.62 DME-u21"
# On a single list of numbers, $Cv$ subtracts their mean. $C$ is idempotent and symmetric, and sends $\mathbf 1$ to zero: it is the orthogonal projection onto everything at right angles to $\mathbf 1$, a space of dimension $n-1$. (There is Bessel's $n-1$ again.)

# %% tags=["proof"] proves="DME-1.62 DME-u21"
v = rng.normal(size=n)
agree(C @ v, v - v.mean(), "C takes the mean out of a list")
agree(C @ C, C, C.T, "C is idempotent and symmetric, a projection")
agree(np.abs(C @ ones) < 1e-12, "it sends the ones to zero")

# %% [markdown] teaches="DME-1.63..1.66"
# The covariance matrix becomes a short formula, $S=\frac1n\tilde X^\top\tilde X=\frac1nX^\top CX$:

# %% tags=["proof"] proves="DME-1.63..1.66"
outer = sum(np.outer(row, row) for row in X - X.mean(axis=0)) / n
agree(S, outer, (C @ X).T @ (C @ X) / n, X.T @ C @ X / n, "four ways to the covariance matrix")

# %% [markdown] teaches="DME-1.67"
# Nobody centres data this way: $CX$ costs $n^2d$ multiplications where subtracting the mean costs $nd$. But on paper $C$ is a gift, and chapters 1, 3, 4 and 5 will unwrap it.
#
# Divide the centred columns by their standard deviations, $z_i=\operatorname{diag}(1/\operatorname{std})\,\tilde x_i$, and the data are **standardised**: every column has mean 0 and variance 1. The correlations remain:

# %% proves="DME-1.67 ST-u55"
Z, mean, sd = describe.standardise(X)
agree(Z, (X - X.mean(axis=0)) / X.std(axis=0), C @ X @ D, "three ways to standardise")
agree(np.abs([Z.mean(axis=0), Z.var(axis=0) - 1]) < 1e-12, "every mean is 0, every variance 1")
agree(np.cov(Z.T, ddof=0), np.corrcoef(X.T), "the correlations remain")

# %% [markdown] teaches="ST-A5.13 DME-u20"
# Three things to keep in mind.
#
# - Mean and standard deviation come from the *training* points, and new points are scaled with those. That is why `standardise` hands them back.
# - The notes call this map linear. It is **affine**: a linear map sends zero to zero and sums to sums.
# - Standardising is one item on a menu: squeeze a column into $[0,1]$, take from each row its own mean, scale each row to length one, take logarithms. Which is right depends on what differences should count.

# %% proves="ST-A5.13 DME-1.67"
def scaled(new):
    return (new - mean) / sd


agree(scaled(X), Z, "the constants of the training points give their scores")
agree(not np.allclose(scaled(np.zeros(3)), 0), "zero does not go to zero")
both = scaled(X[0]) + scaled(X[1])
agree(not np.allclose(scaled(X[0] + X[1]), both), "nor a sum to the sum: affine, not linear")

# %% [markdown]
# **Predict.** Squeeze the ten labels, with 9000 for 9, into the unit interval. Where do the other nine end up?
#
# <details><summary>Answer</summary>
#
# All below 0.001. A scaling made of minimum and maximum is as fragile as they are. The standard deviation fares little better; median and IQR would.
# </details>

# %% proves="DME-u20"
unit = (wrong - wrong.min()) / np.ptp(wrong)
score = (wrong - wrong.mean()) / wrong.std()
q1, q2, q3 = describe.quartiles(wrong)
robust = (wrong - q2) / (q3 - q1)
for name, s in (("unit interval", unit), ("mean and deviation", score), ("median and IQR", robust)):
    print(f"{name:18} nine labels spread over {np.ptp(s[:9]):.4f}")
assert unit.min() == 0 and unit.max() == 1 and unit[:9].max() < 0.001

# %% [markdown]
# The rest of the menu in a cell: rows with their own mean removed, rows of length one, and logarithms, which turn products into sums and the lopsided log-normal into a Gaussian:

# %% proves="DME-u20"
own_mean = X - X.mean(axis=1, keepdims=True)
unit_rows = X / np.linalg.norm(X, axis=1, keepdims=True)
agree(np.abs(own_mean.sum(axis=1)) < 1e-12, "each row has mean zero")
agree((unit_rows**2).sum(axis=1), 1.0, "each row has length one")
print(f"skewness {stats.skew(draws):.1f} before the logarithm")
agree(stats.skew(draws) > 4 and abs(stats.skew(np.log(draws))) < 0.03, "and none after it")

# %% [markdown]
# *Scaling decides which differences count; take its constants from the training data.*

# %% [markdown]
# ## 12. A table from start to finish
#
# Everything so far was a tool. Here is a job: 178 bottles of wine, all from one region of Italy, made from three kinds of grape, with 13 chemical measurements each. The table comes with scikit-learn. For tables with names one uses pandas, and seaborn draws them:

# %%
import seaborn as sns
from sklearn.datasets import load_wine

wine = load_wine(as_frame=True).frame
short = {"color_intensity": "colour", "od280/od315_of_diluted_wines": "dilution"}
short |= {"total_phenols": "phenols", "nonflavanoid_phenols": "nonflavanoids"}
wine = wine.rename(columns=short | {"alcalinity_of_ash": "alcalinity", "target": "grape"})
wine["grape"] = wine["grape"].map({0: "A", 1: "B", 2: "C"})

# %% [markdown]
# **First look.** Size, gaps, doubles, types; then a few lines to see what an entry looks like:

# %%
columns = wine.columns.drop("grape")
print(wine.shape, "missing", int(wine.isna().sum().sum()), "doubles", int(wine.duplicated().sum()))
print(wine["grape"].value_counts().sort_index().to_dict())
wine.iloc[[0, 60, 150]]

# %% [markdown]
# **Location and scale.** One row per column, ours to read slowly:

# %%
summary = wine[columns].agg(["mean", "median", "min", "max"]).T
summary["std"] = wine[columns].std(ddof=0)
summary["skew"], summary["kurtosis"] = stats.skew(wine[columns]), stats.kurtosis(wine[columns]) + 3
assert set(columns[summary["skew"] > 0.7]) == {"malic_acid", "magnesium", "colour", "proline"}
summary.round(2)

# %% [markdown]
# Three observations. Nothing impossible: no negative concentrations, no 9000. Four columns lean to the right, with a skewness above 0.7: malic acid, magnesium, colour and proline. And the scales are absurd: proline is counted in hundreds, most others in ones.
#
# **Predict.** What share of the total variance belongs to proline, one column of thirteen?
#
# <details><summary>Answer</summary>
#
# 99.8 %. Any method that adds up squared differences sees proline and nothing else.
# </details>

# %%
share = wine[columns].var(ddof=0) / wine[columns].var(ddof=0).sum()
print(share.sort_values(ascending=False).head(3).map("{:.2%}".format).to_dict())

# %% [markdown]
# Hold that thought. **Shape, by grape.** Flavanoids are among the substances that make red wine red and dry. One violin for all bottles, and one for each grape:

# %% tags=["drawing"]
left, right = plots.axes(2, width=8, height=3)
look = {"y": "flavanoids", "inner": "quart", "cut": 0, "linewidth": 1, "color": "lightsteelblue"}
sns.violinplot(wine, ax=left, **look)
sns.violinplot(wine, x="grape", order=list("ABC"), ax=right, **look)
left.set_title("Two bellies: more than one kind")
right.set_title("By grape: A and C do not meet")
plots.show(left, alt="""Violin plots of flavanoids. All bottles together: two bellies, at about 0.8
    and 2.7. By grape: A around 3, B around 2 and spread widely, C around 0.7; the lowest of A is
    above the highest of C.""")

# %% [markdown]
# Two humps in one column often mean two kinds of thing in one table. Here we know the kinds, and this one column tells A from C without fail:

# %%
of_grape = wine.groupby("grape")["flavanoids"]
print(f"lowest of A {of_grape.min()['A']}, highest of C {of_grape.max()['C']}")

# %% [markdown]
# **Outliers.** Fence every column, once over all bottles and once within each grape:


# %%
def outside(column):
    low, high = describe.tukey_fences(column)
    return (column < low) | (column > high)


overall = wine[columns].apply(outside)
within = wine.groupby("grape")[list(columns)].transform(outside).astype(bool)

# %%
for name, flags in (("overall", overall), ("within grapes", within)):
    malic = int(flags["malic_acid"].sum())
    print(f"entries outside, {name}: {int(flags.to_numpy().sum())}, of which malic acid {malic}")
acid = wine["malic_acid"]
highest = {"all": describe.tukey_fences(acid)[1]}
highest["grape A"] = describe.tukey_fences(acid[wine["grape"] == "A"])[1]
assert highest["grape A"] < 3 < highest["all"]

# %% [markdown]
# What counts as unusual depends on the company. A malic acid of 3 is ordinary for the table and odd for grape A, whose bottles keep close together. Which bottles are odd in more than one column?

# %%
odd = overall[overall.sum(axis=1) > 1]
for bottle, flags in odd.iterrows():
    print(f"bottle {bottle:3}, grape {wine.loc[bottle, 'grape']}:", ", ".join(columns[flags]))

# %%
ash = wine["ash"].corr(wine["alcalinity"])
print(f"ash and alcalinity over the table: ρ = {ash:.2f}")

# %% [markdown]
# Errors or news? Ash and alcalinity strike together in two of the four bottles, and over the whole table the two go together as well; a typing error would hit one entry and spare the other. So we keep these two and remember their numbers. For the other two we have no such argument; without the laboratory we keep them too, and say so. **Pairs.** All correlations at once, as colours:

# %% tags=["drawing"]
corr = wine[columns].corr()
look = {"cmap": "PuOr", "vmin": -1, "vmax": 1, "square": True, "cbar_kws": {"shrink": 0.8}}
ax = plots.axes(width=6.2, height=5)
sns.heatmap(corr, ax=ax, annot=corr.round(1) + 0.0, fmt="g", annot_kws={"size": 7}, **look)
ax.set_title("A block of phenols; colour goes against hue")
plots.show(ax, alt="""Heat map of the correlations of 13 wine measurements. Phenols, flavanoids,
    proanthocyanins and dilution form a block of strong positive correlations, the largest
    0.9 between phenols and flavanoids. Colour correlates negatively with hue.""")

# %%
upper = corr.where(np.triu(np.ones(corr.shape, bool), k=1)).stack()
print("strongest:", upper.abs().idxmax(), f"{upper[upper.abs().idxmax()]:.2f}")
print(f"flavanoids and colour: {corr.loc['flavanoids', 'colour']:.2f}")

# %% [markdown]
# Phenols and flavanoids: no surprise, flavanoids *are* phenols. The last line is the puzzle. Flavanoids give red wine its colour, and yet the correlation with colour is slightly *negative*. Draw it, a symbol for each grape:

# %% tags=["drawing"]
ax = plots.axes(width=6.5, height=3.6)
palette = dict(zip("ABC", plots.COLOURS, strict=False))
look = {"hue": "grape", "style": "grape", "hue_order": list("ABC"), "style_order": list("ABC")}
sns.scatterplot(wine, x="flavanoids", y="colour", ax=ax, palette=palette, **look)
ax.set_title("Falling overall, rising within each grape")
plots.show(ax, alt="""Scatter plot of colour against flavanoids. Each grape forms its own cloud:
    C at low flavanoids and strong colour, B in the middle and pale, A at high flavanoids and
    medium colour. Inside each cloud colour rises with flavanoids; over all it falls slightly.""")

# %%
rising = {g: part["flavanoids"].corr(part["colour"]) for g, part in wine.groupby("grape")}
print(", ".join(f"grape {g}: {r:.2f}" for g, r in rising.items()))
assert min(rising.values()) > 0.3 and corr.loc["flavanoids", "colour"] < -0.1

# %% [markdown]
# Within every grape more flavanoids mean more colour; over the whole table it is the other way round. Grape C is dark and poor in flavanoids, and one number for all bottles mixes the two stories: what differs between grapes, and what goes together within one. It has a name, **Simpson's paradox**, and only a picture (or the question *which kinds are in here?*) protects against it.
#
# **The question.** We have looked at one column and at two. A bottle has thirteen numbers. So take the plainest question one can ask of a whole row: *is the most similar bottle made from the same grape?* Similar means: smallest distance, the root of the sum of squared differences. Raw first, then standardised:


# %%
def same_grape(table):
    """How many bottles have a nearest neighbour of their own grape."""
    D2 = ((table[:, None] - table[None, :]) ** 2).sum(axis=-1)
    np.fill_diagonal(D2, np.inf)  # nobody is his own neighbour
    grape = wine["grape"].to_numpy()
    return int((grape[D2.argmin(axis=1)] == grape).sum())


# %%
table = wine[columns].to_numpy()
raw, standardised = same_grape(table), same_grape(describe.standardise(table).X)
print(f"nearest neighbour of the same grape: {raw} of 178 raw, {standardised} of 178 standardised")
assert raw < 140 < 165 < standardised

# %% [markdown]
# From {= raw} to {= standardised}, with the same bottles and the same rule, by changing what *near* means. Nobody told us to divide by standard deviations; it is one choice among many. Products of columns might matter, or only the order, or only large differences. So the question we leave with is:
#
# > **When are two bottles alike, and who decides?**
#
# In this course a *kernel* decides: a function that says how alike two points are, and is an inner product in some space of features. The six chapters ask what you can do once you have one.
#
# | chapter | its part of the answer |
# |---|---|
# | [1 Means and distances](01_means_and_distances.ipynb) | How far is a bottle from the typical bottle, and when is it strange? |
# | [2 Gram–Schmidt and Cholesky](02_gram_schmidt_and_cholesky.ipynb) | Which few bottles stand for all the others? |
# | [3 Fisher](03_fisher.ipynb) | In which direction do two grapes lie farthest apart? |
# | [4 PCA](04_pca.ipynb) | How many numbers does a bottle really need? |
# | [5 Dimensionality reduction](05_dimensionality_reduction.ipynb) | Can all bottles be drawn on one sheet, likes beside likes? |
# | [6 Generalisation](06_generalisation.ipynb) | Would any of this hold for the next bottle? |
#
# *Exploring ends when you have a question that the table can answer.*

# %% [markdown]
# ## 13. Find the slip
#
# Four statements from the sources, in our words. Each is nearly right. Look for the slip before you read on.
#
# 1. *If one observation is corrupted, the median moves at most to a neighbouring observation*.
# 2. *By the definition of quartiles, $Q_3-Q_2$ and $Q_2-Q_1$ are positive. Galton's skewness is positive if the third quarter of the data is longer than the first*.
# 3. *The quartiles are $q_{0.25}$ and $q_{0.75}$; to obtain them, take the medians of the two halves*.
# 4. *The standard deviation is the root of the mean of squares minus the squared mean*, as a program.

# %% [markdown]
# **The median that can jump.** For even $n$ the median lies *between* two observations, and corrupting one of them may land it between two others, far away:

# %% proves="DME-u02"
before, after = [0, 0, 10, 1000], [0, 5000, 10, 1000]  # the second 0 is corrupted
print(f"median {np.median(before)}, neighbours 0 and 10; after one corruption {np.median(after)}")
agree([np.median(before), np.median(after)], [5.0, 505.0], "it jumps past both of its neighbours")

# %% [markdown]
# **Repair.** For odd $n$ the statement is right. For even $n$, with $k=n/2$, the new median lies between $\frac12(x_{(k-1)}+x_{(k)})$ and $\frac12(x_{(k+1)}+x_{(k+2)})$: one place to either side, in both of its halves. In a large sample that is next to nothing; in a small one it can be a long way. Both, on random data:

# %% tags=["proof"] proves="DME-u02"
near = []
for n in [7, 8] * 300:
    data = np.sort(rng.standard_cauchy(n))
    spoilt = data.copy()
    spoilt[rng.integers(n)] = 100 * rng.standard_cauchy()
    middle = (n - 1) // 2, n // 2  # places of the two in the middle; the same one for odd n
    low, high = (np.mean([data[i + step] for i in middle]) for step in (-1, 1))
    near.append(low <= np.median(spoilt) <= high)
agree(near, "600 corruptions, and no median moved by more than a place")

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
assert quarters[2] < quarters[0] and describe.galton_skewness(long_first) > 0

# %% [markdown]
# The third quarter is shorter than the first, and Galton is positive all the same. **Repair:** *both differences are at least zero; if not both are zero, Galton is positive when the third quarter is longer than the second.*
#
# **Quartiles by halves.** Are they the same as quantiles? That depends on the rule for quantiles, and on $n$. For the numbers 1 to 10:

# %%
ten = np.arange(1, 11)
print("halves", describe.quartiles(ten)[::2])
for rule in ("linear", "weibull", "hazen", "median_unbiased"):
    print(f"{rule:16}", np.quantile(ten, [0.25, 0.75], method=rule).round(3))

# %% [markdown]
# `linear` is the default of numpy and pandas. It agrees with halves for odd $n$ and, unless neighbours coincide, for no even $n$. **Repair:** name the rule.

# %% tags=["proof"] proves="DME-u05"
alike = []
for n in range(3, 60):
    data = rng.normal(size=n)
    gaps = np.subtract(describe.quartiles(data)[::2], np.quantile(data, [0.25, 0.75]))
    alike.append((np.abs(gaps) < 1e-12).all())
agree(alike, np.arange(3, 60) % 2 == 1, "of the sizes 3 to 59 the rules agree for the odd ones")

# %% [markdown] teaches="ST-C5.5"
# **Variance by subtraction.** The book's program takes $\frac1n\sum x^2-\bar x^2$. Three readings near $10^8$, whose variance is 2/3:

# %% proves="ST-C5.5 DME-1.8"
for size in (1e3, 1e8, 1e9):
    readings = size + np.array([0.0, 1, 2])
    subtracted = (readings**2).mean() - readings.mean() ** 2
    print(f"{size:.0e}: by subtraction {subtracted:.3f}, deviations first {readings.var():.3f}")
    assert np.isclose(describe.standardise(readings[:, None]).sd ** 2, 2 / 3)
    assert np.isclose(subtracted, 2 / 3, atol=1e-6) == (size < 1e8)

# %% [markdown]
# Squares near $10^{16}$ are stored in steps of 2, so the difference of two of them cannot be 2/3; it may even be negative, and its root is not a number. **Repair:** take the mean out *before* you square, as `np.var` does, and `standardise` of section 11. Chapter 3 measures how fast the digits go.

# %% [markdown]
# ## 14. In practice
#
# All of this is one call away, and each call has its own defaults. The first habit of an honest analyst is to know them. pandas has the whole first look in one word:

# %%
wine[["alcohol", "flavanoids", "proline"]].describe().round(2)

# %% [markdown]
# Compare with ours. The standard deviation divides by $n-1$, the quartiles are interpolated:

# %%
proline = wine["proline"].to_numpy()
theirs = wine["proline"].std(), wine["proline"].quantile(0.25)
print(f"pandas: std {theirs[0]:.2f}, Q1 {theirs[1]}")
print(f"ours:   std {proline.std():.2f}, Q1 {describe.quartiles(proline).q1}")
agree(theirs, [proline.std(ddof=1), np.quantile(proline, 0.25)], "pandas: n − 1, interpolated")

# %% [markdown]
# numpy contradicts even itself: `np.var` divides by $n$, `np.cov` by $n-1$:

# %%
agree(np.cov(proline), proline.var(ddof=1), proline.var() * 178 / 177, "np.cov has n − 1, np.var n")

# %% [markdown]
# scipy's kurtosis is *excess* kurtosis, 3 less; pandas has another correction on top; `kendalltau` is τ-b:

# %% proves="DME-1.15"
z = (proline - proline.mean()) / proline.std()
scipy_says, pandas_says = stats.kurtosis(proline), wine["proline"].kurt()
print(f"kurtosis {(z**4).mean():.3f}, scipy {scipy_says:.3f}, pandas {pandas_says:.3f}")
agree((z**4).mean(), scipy_says + 3, "scipy's kurtosis is 3 less")

# %% [markdown]
# scipy's density estimate takes its width as a *factor* of the standard deviation (the one with $n-1$), and `StandardScaler` divides by $n$:

# %%
from sklearn.preprocessing import RobustScaler, StandardScaler

theirs = stats.gaussian_kde(proline, bw_method=0.3)([500.0, 1000.0])
ours = describe.kernel_density([500, 1000], proline, h=0.3 * proline.std(ddof=1))
agree(theirs, ours, "scipy's width is a factor of the standard deviation")
scaled = StandardScaler().fit_transform(wine[columns])
agree(scaled, describe.standardise(wine[columns]).X, "StandardScaler divides by n, as we do")

# %%
middle, spread = np.median(proline), np.subtract(*np.quantile(proline, [0.75, 0.25]))
robust = RobustScaler().fit_transform(proline[:, None])[:, 0]
agree(robust, (proline - middle) / spread, "RobustScaler: median and interpolated IQR")
tau_b = wine["flavanoids"].corr(wine["colour"], method="kendall")
theirs = stats.kendalltau(wine["flavanoids"], wine["colour"]).statistic
agree(tau_b, theirs, "pandas and scipy have the same τ")

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

# %% [markdown]
# ## Takeaways
#
# - Every summary answers one question. Mean and standard deviation listen to every number, median, IQR and MAD take a vote; know how many bad entries each survives.
# - Correlation is the cosine between standard scores: unit-free, blind to slope, and zero for many columns that depend on each other. Rank correlation hears order only.
# - Bars need a zero, boxes hide humps, clouds hide crowds, histograms have a start and a width, densities leak. Draw two kinds before you believe one.
# - The covariance matrix holds the variance of every mixture of columns, so it is positive semi-definite. Centring is a projection.
# - A fence rings without knowing whether it caught an error or a discovery.
# - Groups can turn a relation round. Ask which kinds are in the table.
# - What *near* means is a choice, and the choice decides. That is where kernels come in.
#
# **Now you:** [exercises for this chapter](../exercises/00_exploring_data.ipynb). Ten minutes on each will fix more than reading this page twice. Then [chapter 1](01_means_and_distances.ipynb).
#
# **Further reading.** J. W. Tukey, *Exploratory Data Analysis* (1977), where box plots and fences come from. M. Gutmann and A. Onken, *Data Mining and Exploration* (lecture notes, 2021), chapter 1. R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages* (1996), on nine rules for a quantile. T.-H. Kim and H. White, *On more robust estimation of skewness and kurtosis* (2004). J. Shawe-Taylor and N. Cristianini, *Kernel Methods for Pattern Analysis* (2004), section 5.3.
