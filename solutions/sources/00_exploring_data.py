# %% [markdown]
# # Exercises 0: exploring data
#
# Eleven exercises on the [prelude](../course/00_exploring_data.ipynb), from warm to open. They are the first of the course, so here is how all of them work.
#
# Each has a question, a function to complete and a **check**. Put your answer in place of the two lines `# YOUR CODE HERE` and `raise NotImplementedError()`, run that cell, then run the cell below it. The check tries your function on fresh data, not on the examples of the text, and answers in words:
#
# * **Correct**: and what you have shown by it.
# * **Not yet**: what came out, and a next step. If the mistake is a well-known one, the check knows its name.
# * **Not attempted**: the stub is still there.
# * **Cannot check**: the check wants the function itself, `check.quartiles(quartiles)`, not a value of it.
#
# Run a check as often as you like; nobody counts. If you are stuck, open a new cell and ask for a hint, for example `check.quartiles.hint()`, then `check.quartiles.hint(2)`; the last hint all but gives the answer away. There are always several right answers, and no exercise depends on another one.

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
from itertools import combinations, product

import numpy as np

from featurespace.checks import describe as check

# %% [markdown]
# ## A worked example: the median
#
# *Return the median of the numbers `x`, an array in any order.* It is the number in the middle or, if `n` is even, the mean of the two in the middle. Python counts from 0, so the middle of five numbers is `x[2]`. Here is a first attempt, and what the check has to say about it:


# %%
def median(x):
    n = len(x)
    if n % 2 == 1:
        return x[n // 2]
    return (x[n // 2 - 1] + x[n // 2]) / 2


verdict = check.median(median)
verdict

# %% [markdown]
# Fair enough: the middle of *what*? One more line, the rest as before. `np.sort` gives a sorted copy. (`x.sort()` would change the caller's own numbers; the checks notice that, and object.)


# %%
def median(x):
    x = np.sort(x)
    n = len(x)
    if n % 2 == 1:
        return x[n // 2]
    return (x[n // 2 - 1] + x[n // 2]) / 2


verdict = check.median(median)
verdict

# %% [markdown]
# ## 1. Quartiles
#
# Now it is your turn. Return the three quartiles $Q_1,Q_2,Q_3$ of the numbers `x`: the medians of the lower half, of all numbers, and of the upper half. If `n` is odd, **both** halves contain the number in the middle. For (5, 1, 4, 2, 3) the halves are (1, 2, 3) and (3, 4, 5), and the quartiles are 2, 3, 4. The first two lines are given: `half` is how many numbers a half has. One line is missing; `np.median` may help.


# %%
def quartiles(x):
    x = np.sort(x)
    half = (len(x) + 1) // 2
    ### BEGIN SOLUTION
    return np.median(x[:half]), np.median(x), np.median(x[-half:])
    ### END SOLUTION


# %%
check.quartiles(quartiles)

# %% [markdown] tags=["solution"]
# `x[:half]` are the first `half` numbers, `x[-half:]` the last. Counting one half from each end gets odd and even right without asking which it is. numpy's own `np.quantile` interpolates by another rule and disagrees for even n:

# %% tags=["solution"]
six = np.array([1, 2, 4, 8, 16, 32])
print("halves:", *(f"{q:g}" for q in quartiles(six)))
print("numpy: ", *(f"{q:g}" for q in np.quantile(six, (0.25, 0.5, 0.75))))

# %% [markdown]
# ## 2. One wrong number
#
# Ten labels had the mean 3.0. Then one of them, a 9, was overwritten with 9000, and the list itself is lost. Return the new mean from the old `mean`, the number of values `n`, and the `old` and the `new` value. (For the labels it is 902.1.)


# %%
def updated_mean(mean, n, old, new):
    ### BEGIN SOLUTION
    return mean + (new - old) / n
    ### END SOLUTION


# %%
check.updated_mean(updated_mean)

# %% [markdown] tags=["solution"]
# The sum changes by $\delta=$ `new - old`, the mean by $\delta/n$. There is no limit to that: one number can carry the mean anywhere. With $n$ and the mean alone the sum is known, so nothing else of the list is needed.

# %% tags=["solution"]
print(f"{updated_mean(3.0, 10, 9, 9000):.1f}")

# %% [markdown]
# ## 3. A histogram by hand
#
# There are `k` bins of width `h`, and the first begins at `L`. A bin contains its left edge but not its right one; **only the last bin contains both**. Numbers outside all bins are not counted. Return the `k` counts. With `L = 0`, `h = 2` and `k = 2` the numbers 0, 1, 2, 3, 4, 5 have the counts 2 and 3: the 2 belongs to the second bin, the 4 as well, the 5 to none.


# %%
def histogram(x, L, h, k):
    edges = L + h * np.arange(k + 1)
    ### BEGIN SOLUTION
    counts = [np.sum((edges[j] <= x) & (x < edges[j + 1])) for j in range(k)]
    counts[-1] += np.sum(x == edges[-1])
    return np.array(counts)
    ### END SOLUTION


# %%
check.histogram(histogram)

# %% [markdown] tags=["solution"]
# `np.histogram(x, bins=edges)[0]` follows the same rule. Why close the last bin? Because people like to put the last edge on the largest number, and it should not drop out. Beware of edges that the machine cannot hold exactly: the fourth edge below is not 0.3 but a little more, so 0.3 falls into the bin from 0.2 to 0.3.

# %% tags=["solution"]
print(histogram(np.array([0, 1, 2, 3, 4, 5]), L=0, h=2, k=2))
print(histogram(np.array([0.3]), L=0, h=0.1, k=5))

# %% [markdown]
# ## 4. Uncorrelated, but not unrelated
#
# If $x$ is $-1,0,1$ and $y=x^2$, then $x$ determines $y$, and yet their correlation is zero. That was lucky, or so it seems: for $x=0,1,5$ the square is correlated with $x$, and so is $(x-\bar x)^2$. Show that it takes no luck. `x` holds **any** three different numbers; return three numbers `y`, not all equal, whose correlation with `x` is zero.


# %%
def uncorrelated(x):
    ### BEGIN SOLUTION
    return np.array([x[1] - x[2], x[2] - x[0], x[0] - x[1]])
    ### END SOLUTION


# %%
check.uncorrelated(uncorrelated)

# %% [markdown] tags=["solution"]
# Only the numerator of the correlation matters, $\sum_i(x_i-\bar x)\,y_i$. It is one linear equation for three unknowns: $y$ must be orthogonal to the vector $x-\bar x$. The answer above is the cross product of $x$ and $(1,1,1)$, orthogonal to both. Any multiple of it will do, and any constant may be added; there are no other answers. For $-1,0,1$ it is the old one, up to scale and shift:

# %% tags=["solution"]
old, harder = np.array([-1, 0, 1]), np.array([0, 1, 5])
print(uncorrelated(old), "=", 2 - 3 * old**2, "= 2 − 3x²")
print(uncorrelated(harder), "has covariance", np.sum((harder - 2) * uncorrelated(harder)), end="; ")
print(f"the centred square has correlation {np.corrcoef(harder, (harder - 2) ** 2)[0, 1]:.2f}")

# %% [markdown]
# ## 5. Not symmetric, yet not skewed
#
# Skewness is the mean cubed standard score, $\frac1n\sum_i\bigl(\frac{x_i-\bar x}s\bigr)^3$, with $s$ the standard deviation. Symmetric numbers have skewness zero. Do numbers with skewness zero have to be symmetric? Return six **different** integers, with skewness exactly zero, that are not symmetric about their mean. Thinking will do it, and so will a search by program (`combinations` from `itertools` is imported).


# %%
def lopsided():
    ### BEGIN SOLUTION
    for x in combinations(range(-9, 10), 6):
        balanced = sum(x) == 0 and sum(v**3 for v in x) == 0
        symmetric = sorted(-v for v in x) == list(x)
        if balanced and not symmetric:
            return x
    ### END SOLUTION


# %%
check.lopsided(lopsided)

# %% [markdown] tags=["solution"]
# With mean 0 only the cubes count. Work with integers and no round-off can blur "exactly zero". The search finds the list below. Smaller numbers will not do: between −6 and 6 there is no such list at all, whatever its mean, as a second search shows. (If a number may come twice, −5, −1, −1, −1, 4, 4 is smaller.)

# %% tags=["solution"]
print(lopsided())
for x in combinations(range(-6, 7), 6):
    d = [6 * v - sum(x) for v in x]  # six times the deviations: integers, with mean 0
    assert sum(v**3 for v in d) != 0 or sorted(-v for v in d) == d

# %% [markdown]
# ## 6. Kendall's tau
#
# Two points $i$ and $j$ are **concordant** if $x$ and $y$ put them in the same order, **discordant** if in opposite orders; if they are tied in $x$ or in $y$, they are neither. Return
#
# $$\tau=\frac{\text{concordant pairs}-\text{discordant pairs}}{n(n-1)/2}.$$
#
# For `x` = (1, 2, 3) and `y` = (1, 3, 2) it is 1/3. Try it without a loop: `x[:, None] - x` is a table of all differences.


# %%
def kendall_tau(x, y):
    ### BEGIN SOLUTION
    n = len(x)
    agreement = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return agreement.sum() / (n * (n - 1))
    ### END SOLUTION


# %%
check.kendall_tau(kendall_tau)

# %% [markdown] tags=["solution"]
# The product of the signs is $+1$, $-1$ or $0$, just as the definition wants. The table holds every pair twice and zeros on its diagonal, so the 2 cancels. Only signs of differences come in, and a rising function keeps them: bend the axes as you like, the number stays. The correlation does not.

# %% tags=["solution"]
x, y = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([1.0, 3.0, 2.0, 4.0, 4.0])
for name, u, v in (("straight", x, y), ("bent    ", np.exp(x), y**3)):
    print(f"{name}  tau {kendall_tau(u, v):.3f}  correlation {np.corrcoef(u, v)[0, 1]:.3f}")

# %% [markdown]
# ## 7. Centring is a projection
#
# The rows of `X` (n, d) are points. There is one matrix $C$ (n, n) for which `C @ X` is `X` with the mean of every column taken out, whatever `X` is. Return **three** things: the matrix `C`; its rank, that is how many dimensions it leaves; and the covariance matrix `S` (d, d) of the columns of `X`, written with a **single** `C`. (Covariances divide by $n$.) Before you run the check, test your `C` yourself: what should `C @ C` be?


# %%
def centring(X):
    n = len(X)
    ### BEGIN SOLUTION
    C = np.eye(n) - np.ones((n, n)) / n
    return C, n - 1, X.T @ C @ X / n
    ### END SOLUTION


# %%
check.centring(centring)

# %% [markdown] tags=["solution"]
# `np.ones((n, n)) / n` replaces every row by the mean row, and $C$ keeps what is left. Who centres twice centres once: $C^2=C$. It is symmetric too, so it projects at a right angle. It loses the one dimension spanned by $(1,\dots,1)$: a column of equal numbers has no deviations. The covariance is $\frac1n(CX)^\top(CX)=\frac1nX^\top C^\top CX$, and $C^\top C=C^2=C$: one is enough.

# %% tags=["solution"]
X = np.array([[1.0, 5.0], [2.0, 3.0], [6.0, 1.0], [3.0, 7.0]])
C, rank, S = centring(X)
assert np.allclose(C @ C, C) and np.allclose(C, C.T) and np.allclose(C @ np.ones(4), 0)
assert np.allclose(C @ X, X - X.mean(axis=0)) and np.allclose(S, np.cov(X.T, bias=True))
print(f"rank {np.linalg.matrix_rank(C)}, trace {np.trace(C):.0f}: equal, as for every projection")

# %% [markdown]
# ## 8. Why some divide by n − 1
#
# A population has the members 1, 2, 3, and variance 2/3. Draw a sample of two: each draw is from the whole population, so there are nine equally likely samples, (1, 1), (1, 2), (2, 1) and so on. Each sample has a variance about its own mean, divided by $n$ or, as others do it, by $n-1$. What are they *on average*? No need to simulate: list all samples.
#
# `population` is a tuple of integers, `n` the size of a sample. Return **two** numbers: the average over all samples of the variance with $n$, and of that with $n-1$. (`product` from `itertools` is imported; `np.var` takes `axis` and `ddof`.)


# %%
def average_variances(population, n):
    ### BEGIN SOLUTION
    samples = np.array(list(product(population, repeat=n)))
    with_n = np.var(samples, axis=1)
    with_n_minus_1 = np.var(samples, axis=1, ddof=1)
    return with_n.mean(), with_n_minus_1.mean()
    ### END SOLUTION


# %%
check.average_variances(average_variances)

# %% [markdown] tags=["solution"]
# A sample lies closer to its own mean than to that of the population, so its variance is too small on average, by the factor $\frac{n-1}n$. Dividing by $n-1$ mends that exactly (Bessel's correction). In fractions, to leave no doubt:

# %% tags=["solution"]
from fractions import Fraction
from statistics import pvariance, variance

samples = [[Fraction(v) for v in sample] for sample in product((1, 2, 3), repeat=2)]
print("with n:    ", sum(map(pvariance, samples)) / len(samples))
print("with n − 1:", sum(map(variance, samples)) / len(samples))

# %% [markdown] tags=["solution"]
# It mends the variance, and the variance only. The root of an average is not the average of the roots: the standard deviation stays too small, even with $n-1$:

# %% tags=["solution"]
roots = [float(variance(sample)) ** 0.5 for sample in samples]
print(f"average of the standard deviations {np.mean(roots):.3f}", end=", ")
print(f"standard deviation of the population {np.std([1, 2, 3]):.3f}")

# %% [markdown]
# ## 9. Find the slip
#
# The lecture notes praise the median: if a single number is recorded wrongly, the median changes *at most to a neighbouring observation*. For odd $n$ that is true. For even $n$ the median lies halfway between two numbers, so one expects it to stay in their neighbourhood. Does it?
#
# Return two lists of **four** numbers each, `x` and `y`. They differ in one number only; the two middle numbers of `x` (in order) are at most 1 apart; and yet the medians of `x` and `y` differ by more than `size`.


# %%
def jump(size):
    ### BEGIN SOLUTION
    far = 4 * size
    x = [0, 0, 1, far]
    y = [far, 0, 1, far]
    return x, y
    ### END SOLUTION


# %%
check.jump(jump)

# %% [markdown] tags=["solution"]
# In order, $x$ is 0, 0, 1, far, with median 1/2. When a 0 becomes far, everything in the middle moves up by one place: 0, 1, far, far. Now the median is halfway between 1 and far. So the sentence needs a repair: for odd $n$ the median moves at most *to* the next number in order, for even $n$ at most to the middle *between* two numbers, one of which may be far off (or, if $n=2$, the corrupted one itself).

# %% tags=["solution"]
x, y = jump(100)
print(f"x {x}, median {np.median(x)};  y {y}, median {np.median(y)}")

# %% [markdown]
# ## 10. A variance that survives
#
# On paper, the mean squared deviation equals the mean of the squares minus the square of the mean. The book's program uses the second form, which reads the data only once. Here it is, on three numbers whose variance is 2/3 wherever they are:


# %%
def one_pass_variance(x):
    return np.mean(x**2) - np.mean(x) ** 2


for origin in (0.0, 1e6, 1e8, 1e9):
    print(f"around {origin:13,.0f}: {one_pass_variance(origin + np.array([0.0, 1.0, 2.0])):.2f}")

# %% [markdown]
# Return the variance of `x` (divided by $n$) such that it is right to five digits around $10^9$, and around $10^{12}$ as well. `np.var` can do it, so the pleasure is in writing it yourself.


# %%
def stable_variance(x):
    ### BEGIN SOLUTION
    deviations = x - np.mean(x)
    return np.mean(deviations**2)
    ### END SOLUTION


# %%
check.stable_variance(stable_variance)

# %% [markdown] tags=["solution"]
# Around $10^9$ the squares are about $10^{18}$, and floats of that size are 128 apart. The variance, 2/3, is far below the last digit that is kept. Subtract first, and only small numbers are squared.
#
# That reads the data twice. If they come as a stream and are gone afterwards, keep a running mean and correct it with every number; this method is Welford's:


# %% tags=["solution"]
def welford(stream):
    n, mean, total = 0, 0.0, 0.0
    for value in stream:
        n += 1
        step = value - mean
        mean += step / n
        total += step * (value - mean)
    return total / n


x = 1e12 + np.array([0.0, 1.0, 2.0])
print(f"two passes {stable_variance(x):.6f}, one careful pass {welford(x):.6f}")
print(f"floats around 1e18 are {np.spacing(1e18):.0f} apart")

# %% [markdown]
# ## 11. How skewed can it get?
#
# Skewness is the mean cubed standard score; everything in it divides by $n$. Below are ten labels, and the same ten with the last one wildly wrong, then more so, then absurdly so:


# %%
def skewness(x):
    z = (x - np.mean(x)) / np.std(x)
    return np.mean(z**3)


for last in (9, 90, 9000, 9_000_000):
    print(f"{last:>7}: skewness {skewness(np.array([0, 1, 1, 1, 2, 3, 4, 4, 5, last])):.3f}")

# %% [markdown]
# There is a ceiling. Find it: return two things, `n` numbers whose skewness is as large as it can be for `n` numbers ($n\ge3$), **and** that largest skewness, for any `n`.


# %%
def most_skewed(n):
    ### BEGIN SOLUTION
    x = np.zeros(n)
    x[-1] = 1
    return x, (n - 2) / np.sqrt(n - 1)
    ### END SOLUTION


# %%
check.most_skewed(most_skewed)

# %% [markdown] tags=["solution"]
# *The value.* Scale does not matter, so put $n-1$ numbers at $-1$ and one at $n-1$. The mean is 0, the variance $\frac{(n-1)+(n-1)^2}n=n-1$, the mean cube $\frac{(n-1)^3-(n-1)}n=(n-1)(n-2)$. Divide by $(n-1)^{3/2}$.
#
# *Why nothing does better.* Maximise $\sum z_i^3$ over scores with $\sum z_i=0$ and $\sum z_i^2=n$. Where it is largest, Lagrange says $3z_i^2=\lambda+2\mu z_i$ for every $i$: a quadratic equation, so the $z_i$ take only two values. If $k$ of them take the upper one, and $p=k/n$, the skewness is $(1-2p)/\sqrt{p(1-p)}$, which falls as $p$ grows. So $k=1$. Twenty thousand random lists of five agree:

# %% tags=["solution"]
rng = np.random.default_rng(0)
best = max(skewness(x) for x in rng.exponential(size=(20_000, 5)))
print(f"n = 5: ceiling {most_skewed(5)[1]:.3f}, best of twenty thousand {best:.3f}")
print(f"n = 10: ceiling {most_skewed(10)[1]:.3f}")
assert best <= most_skewed(5)[1]

# %% [markdown]
# ## An open challenge
#
# No check for this one. Below are 200 points: a plain cloud, with its means, standard deviations and correlation. Draw something else with 100 points or more: your initial, a fish, a star. Then move, stretch and shear your drawing until all five numbers agree with those of the cloud to four decimals, without destroying what it shows. Can you say why that always works, whatever you draw (a straight line apart)? Next, let the medians of both columns agree as well. And last: which single further number would tell your drawing from the cloud, and can you fool that one too?

# %%
rng = np.random.default_rng(0)
cloud = rng.normal(size=(200, 2)) @ [[20, 10], [0, 15]] + [50, 40]
print("means", cloud.mean(axis=0).round(4), "standard deviations", cloud.std(axis=0).round(4))
print("correlation", np.corrcoef(cloud.T)[0, 1].round(4))

# Your drawing goes here.

# %% [markdown]
# [Back to the prelude](../course/00_exploring_data.ipynb)
