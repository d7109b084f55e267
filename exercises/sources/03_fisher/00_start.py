# %% [markdown]
# # Exercises 3: Fisher
#
# {Count} exercises on [chapter 3](../course/03_fisher.ipynb), from warm to open. Each has a question, a function to complete and a check. The check runs your function on fresh data, compares, and answers in words: if it knows the mistake it names it, otherwise it shows what came out and what was expected. Run it as often as you like. If you are stuck, ask for a hint, for example `check.unseen.hint()`, then `check.unseen.hint(2)`; the last hint all but gives the answer away.
#
# The arrays that your function gets are read-only copies: work on a copy of your own, `X = X.copy()`, if you want to change one. Each exercise stands alone: none needs the answer to another, and you may take them in any order.
#
# Throughout, `y` holds labels −1 and +1 in any order, $n_+$ and $n_-$ are the sizes of the two classes and $n$ is their sum. A direction of feature space is $w=\sum_i\alpha_i\phi(x_i)$; the **projection** of a point on it is $\langle w,\phi(x)\rangle$. The projections of a class have mean $\mu_\pm$ and variance $\sigma_\pm^2$ (divided by $n_\pm$, not by $n_\pm-1$). Several examples use the same **four points**: (4, 1) and (0, −1) of class +1, (1, 1) and (−1, −1) of class −1.

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import fisher as check

# %% [markdown]
# ## A worked example: class means
#
# *Given `K`, the labels `y` and the weights `alpha`, return $\mu_+$ and $\mu_-$.* The projection of training point $j$ is $\sum_i\alpha_i\kappa(x_i,x_j)$, which is entry $j$ of `K @ alpha`. The rest is two averages. We test the answer where we can look: with the linear kernel, $w$ is a vector of the plane.


# %%
def class_means(K, y, alpha):
    f = K @ alpha
    return f[y > 0].mean(), f[y < 0].mean()


points = np.array([[4, 1], [0, -1], [1, 1], [-1, -1]])
signs, weights = np.array([1, 1, -1, -1]), np.array([0, 5, 2, 0])
w = points.T @ weights
print(f"w = {w}, projections {points @ w}")
assert class_means(points @ points.T, signs, weights) == (4, 0)
