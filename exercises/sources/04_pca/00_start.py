# %% [markdown]
# # Exercises 4: principal components
#
# {Count} exercises on [chapter 4](../course/04_pca.ipynb), each with a question, a function to complete and a check. The check tries your function on fresh data, the question's own example among it, and answers in words; run it as often as you like. The arrays that your function gets are read-only copies: do not change them in place, work on a copy (`X.copy()`) or make a new array. If you are stuck, ask for a hint, for example `check.squeeze.hint()`, then `check.squeeze.hint(2)`; the last one all but gives the answer away. Every exercise stands alone, so begin where you like. Those marked *a step of your own* ask for something that the chapter does not do.
#
# Rows of `X` are points, directions are rows too, covariances divide by $n$, and eigenvalues go from large to small. An eigenvector has no sign of its own: either sign is right, as long as scores and directions belong together. The checks write A' for the transpose $A^\top$.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import pca as check

# %% [markdown]
# ## A worked example: the share explained
#
# *Given the eigenvalues of a covariance, from large to small, return the share of the variance in the first $k$ components, for every $k$.* Component $i$ carries the variance $\lambda_i$, and different components are uncorrelated, so variances simply add up: running sums, divided by the total.


# %%
def explained_fraction(eigenvalues):
    return np.cumsum(eigenvalues) / np.sum(eigenvalues)


assert np.allclose(explained_fraction([6, 3, 1]), [0.6, 0.9, 1])
