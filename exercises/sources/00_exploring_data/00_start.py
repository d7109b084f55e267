# %% [markdown]
# # Exercises 0: exploring data
#
# {Count} exercises on the [prelude](../course/00_exploring_data.ipynb), section by section, slips last. They are the first of the course, so here is how all of them work.
#
# Each has a question, a function to complete and a **check**. Put your answer in place of the two lines `# YOUR CODE HERE` and `raise NotImplementedError()`, run that cell, then run the cell below it. The check tries your function on fresh data and on the example of the text, and answers in words:
#
# * **Correct**: and what you have shown by it.
# * **Not yet**: what came out, and a next step. If the mistake is a well-known one, the check knows its name.
# * **Not attempted**: the stub is still there.
# * **Cannot check**: the check wants the function itself, `check.quartiles(quartiles)`, not a value of it.
#
# Run a check as often as you like. What it says is noted in your own folder, for `featurespace progress`; only you see it. The arrays that your function gets are copies that can be read but not changed: if you want to change one, work on `x.copy()`. Lists, single precision and a table of one number are as good as anything else.
#
# If you are stuck, open a new cell and ask for a hint, for example `check.quartiles.hint()`, then `check.quartiles.hint(2)`; the last hint all but gives the answer away. The exercises stand alone: none needs the function of another, so skip what you like. The line under each title says where in the prelude it belongs, how hard it is and how long it takes; *a step of your own* means that nothing on that page, copied, will do.

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import describe as check

# %% [markdown]
# ## A worked example: the median
#
# *Return the median of the numbers `x`, an array in any order.* It is the number in the middle or, if `n` is even, the mean of the two in the middle. Python counts from 0, so the middle of five numbers is `x[2]`. Here is a first attempt, and what the check has to say about it:


# %%
def median(x):
    n = len(x)
    if n % 2 == 1:
        return x[n // 2]
    return (x[n // 2 - 1] + x[n // 2]) / 2


verdict = check.median(median)
verdict

# %% [markdown]
# Fair enough: the middle of *what*? The first exercise is to mend it.
