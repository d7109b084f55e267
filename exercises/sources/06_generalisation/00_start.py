# %% [markdown]
# # Exercises 6: generalisation
#
# {Count} exercises on [chapter 6](../course/06_generalisation.ipynb), its core and its side rooms. Each has a question, a function to complete and a check. A check runs your function on fresh inputs and answers in words: *Correct*, or what it saw and what to try next. Run it as often as you like. If you are stuck, ask for a hint, for example `check.ridge_line.hint()`, then `check.ridge_line.hint(2)`; the last hint all but gives the answer away. The arrays that your function gets are read-only copies: where you want to change one, work on a copy of your own. Every exercise stands alone; none needs the answer to another. Those marked *a step of your own* are answered by no line of the chapter: there, think first and type later.
#
# Labels `y` are −1 and +1. The **margin** of a prediction $h$ is $m=yh$: positive means right. The **cubic world** draws $x\sim N(0,1)$ and $y=g(x)+\varepsilon$ with $g(x)=\frac14x+\frac34x^2+x^3$ and noise $\varepsilon\sim N(0,1)$; its loss is the squared error, without a factor ½.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import generalisation as check

# %% [markdown]
# ## A worked example: the error rate
#
# *Given the labels `y` and the predictions `h`, real numbers of which the sign names the class, return the share of errors.* A point is right if its margin is positive. If $h=0$, no class has been named, and that counts as an error; the notes print $m<0$ as the condition, and so the rule "$h=0$ always" would never be wrong. Four points, one of them a tie:


# %%
def error_rate(y, h):
    return np.mean(y * h <= 0)


assert error_rate(np.array([1, -1, 1, -1]), np.array([0.3, -2.0, 0.0, 5.0])) == 2 / 4
