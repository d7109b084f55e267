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

# %% [markdown] tags=["solution", "rubric"]
# **For whoever grades the drawing by hand** (8 points):
#
# - **2 points** for: all five numbers agree with those of the cloud to four decimals, shown by a computation on the final points and not on an earlier version; 1 point if they agree to two decimals, or if one of them does not.
# - **1 point** for: the drawing is still recognisable in a plot: an affine map moved, stretched and sheared it, nothing was replaced by noise.
# - **2 points** for: why it always works: centre and whiten the drawing, then apply a root of the cloud's covariance matrix and add its means. This needs an invertible covariance, so a straight line fails. 1 point for a recipe without the reason.
# - **1 point** for: the medians agree as well, with the other five numbers intact, and it is said which freedom was used (points added or moved in pairs, say).
# - **2 points** for: one further number that tells drawing from cloud (a third or fourth moment, a distance between quantiles, a measure of clumps, say), and an honest report of the attempt to fool it; a failed attempt with a reason earns both points.
