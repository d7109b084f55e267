# %% [markdown]
# ## An open challenge
#
# No check for this one. On the moons of the chapter, `ParzenClassifier` with σ = 0.5 misses 8 % of fresh points on average, many more than it needs to. Find a rule that chooses σ *from the 120 training points alone*, without looking at fresh points. Write your rule down before you try it; then draw 20 training sets and compare its error on 2000 fresh points with that of σ = 0.5, and with the best σ you could have picked with hindsight. How much of the gap does your rule close? (Chapter 6 is about doing this honestly.)

# %%
# Your experiment goes here.

# %% [markdown]
# [Back to chapter 1](../course/01_means_and_distances.ipynb)
