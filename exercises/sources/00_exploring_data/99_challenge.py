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
