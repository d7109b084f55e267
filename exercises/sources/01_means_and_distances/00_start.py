# %% [markdown]
# # Exercises 1: means and distances
#
# {Count} exercises on [chapter 1](../course/01_means_and_distances.ipynb), in the order of its sections; the dots say how hard each one is. Each has a question, a function to complete and a check. No exercise needs another one: do them in any order, skip what you like.
#
# The check calls your function on fresh data and answers in words; run it as often as you like. The arrays it hands to your function are read-only copies: make new arrays, or work on a copy (`K.copy()`). If you are stuck, ask for a hint, for example `check.centre.hint()`, then `check.centre.hint(2)`; the last hint all but gives the answer away.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import means as check
from featurespace.kernels import quadratic_features

# %% [markdown]
# ## A worked example: lengths
#
# *Given a kernel matrix `K`, return the length of every image.* A length is the root of the inner product of an image with itself, and that product stands on the diagonal. We test the answer where we can look: `Polynomial(2)` has six features in the plane, and `quadratic_features` lists them.


# %%
def norms(K):
    return np.sqrt(np.diag(K))


Phi = quadratic_features([[1, 2], [3, -1]])
assert np.allclose(norms(Phi @ Phi.T), np.linalg.norm(Phi, axis=1))
