# %% [markdown]
# ## An open challenge: beat cross-validation
#
# No check for this one. Choose the degree of a polynomial, 0 to 6, from **20 points** of the cubic world. Cross-validation with five folds is the obvious rule. Since the exact prediction loss is known here, we can say how far it stays behind a rule that knows the truth and always takes degree 3. The losses differ by powers of ten, so we average their logarithms:

# %%
import numpy as np
from numpy.polynomial.polynomial import polyval

from featurespace import generalisation
from featurespace.datasets import cubic_world
from featurespace.generalisation import polynomial_regression


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

# %% [markdown] tags=["solution", "rubric"]
# **For whoever grades the rule for the degree by hand** (8 points):
#
# - **2 points** for: a rule stated before it is tried that does not use the degree 3, nor the exact loss; repeated folds, one standard error and a penalty all count. 1 point if it is tuned on the sixty sets and that is said.
# - **2 points** for: judged by the function given, beside five folds and beside degree 3, and the improvement (or its absence) stated as a number.
# - **2 points** for: judged again on other seeds than those it was found with. A rule that keeps little of its gain, honestly reported, earns both points.
# - **1 point** for: what the sets look like on which five folds fail: a few points far out, all in one fold.
# - **1 point** for: why no rule can reach the one that knows the truth from 20 points.
