# %% [markdown]
# ## An open challenge
#
# No check for this one. Sammon's map of the horseshoe from two dimensions to one has many local minima. Run `embedding.sammon(D, k=1, rng=...)` from fifty random starts. How far apart are the values of the stress, and how often does the best one turn up? Plot the best map and a bad one against the position `t` along the horseshoe: which of them follows the arms, and is the map with the least stress the one you would want? Then devise a start that matches the best of the fifty in a single run, and try it on five fresh horseshoes. Does the start from classical scaling (no `rng`) do it? Does one from Isomap (with a loop of your own; a gradient is all you need)? Write down your guesses before you run anything.

# %%
import numpy as np

from featurespace import datasets, embedding

X, t = datasets.horseshoe(60, np.random.default_rng(1))
# Your experiment goes here.

# %% [markdown] tags=["solution"]
# What fifty starts gave us: dozens of different final values of the stress. The best was found only once or twice, and it is a *folded* map, which does not follow the arms: least stress is not what we wanted. The classical map of the same distances, taken as the start, comes within a per cent of the best in a single run; so will most starts that already have the large distances right. To follow the arms, start from Isomap, and accept the dearer minimum. The claims, executed:

# %% tags=["solution"]
from scipy.spatial.distance import cdist
from scipy.stats import spearmanr

runs = [embedding.sammon(cdist(X, X), 1, np.random.default_rng(seed)) for seed in range(50)]
stress = np.array([run.stress for run in runs])
best = runs[stress.argmin()]
classical_start = embedding.sammon(cdist(X, X), 1)  # without rng
print(f"stress: best {stress.min():.2f}, worst {stress.max():.2f}")
assert len(set(stress.round(4))) > 20 and abs(spearmanr(best.Z[:, 0], t)[0]) < 0.5
assert classical_start.stress < 1.02 * stress.min()

# %% [markdown]
# [Back to chapter 5](../course/05_dimensionality_reduction.ipynb)

# %% [markdown] tags=["solution", "rubric"]
# **For whoever grades the fifty maps by hand** (8 points):
#
# - **1 point** for: guesses written down before the runs, and held against the results afterwards; wrong guesses cost nothing.
# - **2 points** for: fifty random starts: the spread of the stress, the number of different end values, and how often the best one turns up. 1 point if one of the three is missing.
# - **2 points** for: best and bad map against `t`, and what they show: the map of least stress may be folded and need not follow the arms, so the least stress is not what one wanted.
# - **2 points** for: a start that comes near the best of the fifty in a single run, tried on five fresh horseshoes, all five reported. 1 point if tried on the first horseshoe only.
# - **1 point** for: the starts from classical scaling and from Isomap compared, and the difference explained by what each gets right: the large distances, or the way along the arms.
