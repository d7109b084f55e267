# %% [markdown]
# # Exercises 5: dimensionality reduction
#
# {Count} exercises on [chapter 5](../course/05_dimensionality_reduction.ipynb), in the order of its sections. Each has a question, a function to complete and a check. A check runs your function on fresh data, among them the example of the question, and answers in words; run it as often as you like. The arrays that your function gets are read-only copies: if you want to change one, work on a copy of your own. If you are stuck, ask for a hint, for example `check.project.hint()`, then `check.project.hint(2)`; the last hint all but gives the answer away. Every exercise stands alone: none needs the function of another one. Eigenvectors may point either way, so the sign of a whole column never counts.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import embedding as check

# %% [markdown]
# ## A worked example: from inner products to distances
#
# *Given inner products `G`, return the squared distances `D2` between all pairs.* Multiplying out gives $\|x_i-x_j\|^2=g_{ii}-2g_{ij}+g_{jj}$, and the squared lengths stand on the diagonal. We test it on four points in the plane whose distances we can also measure directly. Note what happens when the points move: `G` changes, the distances do not.


# %%
def distances_from_gram(G):
    length2 = np.diag(G)
    return length2[:, None] - 2 * G + length2


X = np.array([[0, 0], [3, 0], [0, 4], [3, 4]])
D2 = distances_from_gram(X @ X.T)
assert D2[0, 3] == 3**2 + 4**2
assert np.array_equal(D2, distances_from_gram((X + 7) @ (X + 7).T))
