# %% [markdown]
# # Exercises 2: Gram–Schmidt and Cholesky
#
# {Count} exercises on [chapter 2](../course/02_gram_schmidt_and_cholesky.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on the example of the question and on fresh data, and answers in words; run it as often as you like. The arrays that your function gets are read-only copies: to change one, work on a copy of your own, for example `K = K.copy()`. If you are stuck, ask for a hint, for example `check.cholesky.hint()`, then `check.cholesky.hint(2)`; the last hint all but gives the answer away. Exercises stand alone: take them in any order, none needs another one's function.
#
# Rows of `X` are points, `K` is their kernel matrix, and `alpha` stands for the direction $w=\sum_i\alpha_i\phi(x_i)$. Python counts from 0, and so do we. The checks write α' for the transpose of α.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import orthogonal as check
from featurespace.kernels import quadratic_features

# %% [markdown]
# ## A worked example: length one
#
# *Rescale the dual weights `alpha` so that $w=\sum_i\alpha_i\phi(x_i)$ has length one.* Multiplied out, $\|w\|^2=\alpha^\top K\alpha$, and $w$ scales as its weights do. So we divide the weights by that length. We test the answer where we can look: with six explicit features, $w$ can be written down.


# %%
def unit_weights(K, alpha):
    return alpha / np.sqrt(alpha @ K @ alpha)


Phi = quadratic_features([[1, 2], [3, -1], [0, 1]])
w = Phi.T @ unit_weights(Phi @ Phi.T, np.array([1, -2, 5]))
assert np.isclose(np.linalg.norm(w), 1)
