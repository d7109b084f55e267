# %% [markdown]
# ## An open challenge
#
# No check for this one. On the moons of the chapter, `ParzenClassifier` with σ = 0.5 misses 8 % of fresh points on average, many more than it needs to. Find a rule that chooses σ *from the 120 training points alone*, without looking at fresh points. Write your rule down before you try it; then draw 20 training sets and compare its error on 2000 fresh points with that of σ = 0.5, and with the best σ you could have picked with hindsight. How much of the gap does your rule close? (Chapter 6 is about doing this honestly.)

# %%
# Your experiment goes here.

# %% [markdown]
# [Back to chapter 1](../course/01_means_and_distances.ipynb)

# %% [markdown] tags=["solution", "rubric"]
# **For whoever grades the rule for σ by hand** (8 points):
#
# - **2 points** for: a rule stated as a procedure that another person could carry out, before its results appear; it uses nothing but the 120 training points (leave-one-out error, folds of the training set, a statistic of the distances). A rule that looks at fresh points, even once, earns nothing here.
# - **2 points** for: 20 training sets, drawn anew, with 2000 fresh points each, and on every set the same comparison: the rule, σ = 0.5, the best σ with hindsight. 1 point if the sets or the candidates differ between the three.
# - **1 point** for: the gap that is closed, as a number: (error at 0.5 − error of the rule) / (error at 0.5 − error with hindsight).
# - **2 points** for: the scatter over the 20 sets is shown or stated, and the conclusion claims no more than it allows.
# - **1 point** for: why hindsight is not a fair rival, or when the rule fails, in a sentence or two that refer to what was seen.
