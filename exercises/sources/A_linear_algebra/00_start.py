# %% [markdown]
# # Exercises A: linear algebra and projections
#
# {Count} exercises on the [appendix](../course/A_linear_algebra.ipynb), in the order of its sections. Each has a question, a function to complete and a check. A check runs your function on fresh inputs and answers in words: *Correct*, or what it saw and what to try next. Run it as often as you like. If you are stuck, ask for a hint, for example `check.projector.hint()`, then `check.projector.hint(2)`; the last hint all but gives the answer away. The arrays that your function gets are read-only copies: where you want to change one, work on a copy of your own. Every exercise stands alone; none needs the answer to another. Those marked *a step of your own* are answered by no line of the chapter: there, think first and type later.
#
# Vectors are columns here. $A^\top$ is the transpose of $A$ (the checks write A'), the **span** of some vectors is the set of all their combinations, and $V^\perp$ holds all vectors orthogonal to every vector of $V$. The **range** of a matrix is the span of its columns, its **null space** all $x$ with $Ax=0$. Matrices need not be symmetric unless it is said.

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import linalg as check

# %% [markdown]
# ## A worked example: the shadow on a line
#
# *Given a vector `b`, of any length but zero, return the matrix that projects orthogonally onto its line.* The unit vector is $b/\|b\|$, the coordinate of $x$ along it $b^\top x/\|b\|$, so the shadow is $b\,(b^\top x)/(b^\top b)$. Move the brackets: it is the matrix $bb^\top/b^\top b$ times $x$. Three tests: a shadow is its own shadow, what is left over is orthogonal to the line, and a line is one-dimensional.


# %%
def onto_line(b):
    return np.outer(b, b) / (b @ b)


b, x = np.array([1, -2, 2]), np.array([3, 0, 1])
P = onto_line(b)
assert np.allclose(P @ P, P) and np.isclose(b @ (x - P @ x), 0) and np.isclose(np.trace(P), 1)
