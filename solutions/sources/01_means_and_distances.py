# %% [markdown]
# # Exercises 1: means and distances
#
# Twelve exercises on [chapter 1](../course/01_means_and_distances.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.centre.hint()`, then `check.centre.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np

from featurespace.checks import means as check
from featurespace.kernels import Gaussian, quadratic_features

# %% [markdown]
# ## A worked example: lengths
#
# *Given a kernel matrix `K`, return the length of every image.* A length is the root of the inner product of an image with itself, and that product stands on the diagonal. We test the answer where we can look: `Polynomial(2)` has six features in the plane, and `quadratic_features` lists them.


# %%
def norms(K):
    return np.sqrt(np.diag(K))


Phi = quadratic_features([[1, 2], [3, -1]])
assert np.allclose(norms(Phi @ Phi.T), np.linalg.norm(Phi, axis=1))

# %% [markdown]
# ## 1. Distances
#
# Return the matrix of **squared** distances between all pairs of images. The first line is given; one line is missing.


# %%
def squared_distances(K):
    d = np.diag(K)
    ### BEGIN SOLUTION
    return d[:, None] + d[None, :] - 2 * K
    ### END SOLUTION


# %%
check.squared_distances(squared_distances)

# %% [markdown] tags=["solution"]
# $\|\phi(x)-\phi(z)\|^2$ multiplied out is $\kappa(x,x)-2\kappa(x,z)+\kappa(z,z)$. The two broadcasts put $\kappa(x_i,x_i)$ into every column and $\kappa(x_j,x_j)$ into every row.

# %% [markdown]
# ## 2. The length of the centre
#
# Return the squared norm of the centre of mass, $\|\phi_S\|^2$, from `K`. For the points (1, 0), (0, 1), (1, 1) and the linear kernel it is 8/9.


# %%
def squared_centre_norm(K):
    ### BEGIN SOLUTION
    return np.mean(K)
    ### END SOLUTION


# %%
check.squared_centre_norm(squared_centre_norm)

# %% [markdown] tags=["solution"]
# Both sides of $\langle\phi_S,\phi_S\rangle$ are averages over $n$ images, so the product is an average over $n^2$ entries: all of $K$.

# %% [markdown]
# ## 3. Centre a kernel matrix
#
# Return the kernel matrix after the origin has moved to the centre of mass. Do it with means, without forming the matrix $C$.


# %%
def centre(K):
    ### BEGIN SOLUTION
    row = K.mean(axis=1, keepdims=True)
    column = K.mean(axis=0, keepdims=True)
    return K - row - column + K.mean()
    ### END SOLUTION


# %%
check.centre(centre)

# %% [markdown] tags=["solution"]
# $\langle\phi(x)-\phi_S,\phi(z)-\phi_S\rangle$ has four terms. The two mixed ones each contain the grand mean once too often, so it is added back. `keepdims=True` keeps the row means a column; without it numpy would subtract them along the wrong axis without a word, which goes unnoticed here only because $K$ is symmetric.

# %% [markdown]
# ## 4. Which comes first?
#
# Some pipelines normalise and then centre, others centre and then normalise. Return **two** kernel matrices, each of two points or more: first one for which the two orders give different results, then one for which they agree.


# %%
def orders():
    ### BEGIN SOLUTION
    different = np.array([[1.0, 0.0], [0.0, 4.0]])
    same = np.array([[1.0, -1.0], [-1.0, 1.0]])
    return different, same
    ### END SOLUTION


# %%
check.orders(orders)

# %% [markdown] tags=["solution"]
# After centring *and then* normalising, all images have length one. After normalising and then centring they have it only if centring moved nothing, that is if the unit vectors already average to zero. Two opposite points do. Almost any other matrix serves as the first.

# %% [markdown]
# ## 5. The best place
#
# Any point $\mu=\sum_i\beta_i\phi(x_i)$ of feature space may serve as a "centre". Return its cost, the mean squared distance $\frac1n\sum_s\|\phi(x_s)-\mu\|^2$, from `K` and `beta` alone. (Then try `beta = np.full(n, 1/n)` against anything else.)


# %%
def cost(K, beta):
    ### BEGIN SOLUTION
    return np.diag(K).mean() - 2 * np.mean(K @ beta) + beta @ K @ beta
    ### END SOLUTION


# %%
check.cost(cost)

# %% [markdown] tags=["solution"]
# Three terms: the mean of $\kappa(x_s,x_s)$; twice the mean of $\langle\phi(x_s),\mu\rangle=(K\beta)_s$; and $\|\mu\|^2=\beta^\top K\beta$. In $\beta$ it is a parabola whose bottom is at $\beta=1/n$: Proposition 5.2 again.

# %% [markdown]
# ## 6. New points
#
# `K_new` (m, n) holds the inner products of $m$ new points (rows) with the $n$ training points (columns); `K` (n, n) those of the training points. Return `K_new` after the origin has moved to the centre of the **training** images.


# %%
def centre_new(K_new, K):
    ### BEGIN SOLUTION
    new_with_centre = K_new.mean(axis=1, keepdims=True)
    train_with_centre = K.mean(axis=0)
    return K_new - new_with_centre - train_with_centre + K.mean()
    ### END SOLUTION


# %%
check.centre_new(centre_new)

# %% [markdown] tags=["solution"]
# $\langle\phi(z),\phi_S\rangle$ is a row mean of `K_new`; $\langle\phi_S,\phi(x)\rangle$ and $\|\phi_S\|^2$ come from `K`. With `K_new = K` it gives back exercise 3.

# %% [markdown]
# ## 7. The Parzen classifier
#
# `y` holds labels −1 and +1, in unequal numbers. Return `(alpha, b)` such that the sign of `K_new @ alpha - b` names the class whose centre is nearer. Scale `alpha` so that $\sum_i\alpha_i\phi(x_i)$ is exactly the positive centre minus the negative one.


# %%
def parzen(K, y):
    ### BEGIN SOLUTION
    plus = (y > 0) / np.sum(y > 0)
    minus = (y < 0) / np.sum(y < 0)
    b = (plus @ K @ plus - minus @ K @ minus) / 2
    return plus - minus, b
    ### END SOLUTION


# %%
check.parzen(parzen)

# %% [markdown] tags=["solution"]
# "Negative centre farther than positive" reads $\|\phi(x)-\phi_-\|^2-\|\phi(x)-\phi_+\|^2>0$. The $\kappa(x,x)$ cancel, and half of what remains is $\langle\phi(x),\phi_+-\phi_-\rangle-\frac12(\|\phi_+\|^2-\|\phi_-\|^2)$.

# %% [markdown]
# ## 8. Two densities
#
# Put a Gaussian window of width `sigma` on every training point, scaled so that it integrates to one over $d$ dimensions. The average of the windows of a class estimates its density. Return the density of class +1 minus that of class −1 at the points `Z` (m, d).


# %%
def density_difference(X, y, Z, sigma):
    ### BEGIN SOLUTION
    windows = Gaussian(sigma)(Z, X) / (2 * np.pi * sigma**2) ** (X.shape[1] / 2)
    return windows[:, y > 0].mean(axis=1) - windows[:, y < 0].mean(axis=1)
    ### END SOLUTION


# %%
check.density_difference(density_difference)

# %% [markdown] tags=["solution"]
# Up to the factor $(2\pi\sigma^2)^{d/2}$ this is `K_new @ alpha` of exercise 7. The classifier of exercise 7 therefore compares densities, except that it asks for a lead of $b$ instead of a lead of zero.

# %% [markdown]
# ## 9. A ball is a plane
#
# With a normalised kernel ($\kappa(z,z)=1$) the alarm "$\|\phi(z)-\phi_S\|>\theta$" is the same as "$\langle\phi(z),\phi_S\rangle<c$". Return $c$ from `K` and `theta`.


# %%
def linear_threshold(K, theta):
    ### BEGIN SOLUTION
    return (1 + np.mean(K) - theta**2) / 2
    ### END SOLUTION


# %%
check.linear_threshold(linear_threshold)

# %% [markdown] tags=["solution"]
# $1-2\langle\phi(z),\phi_S\rangle+\|\phi_S\|^2>\theta^2$, solved for the inner product. Farther away means less similar, hence the turned inequality.

# %% [markdown]
# ## 10. Find the slip
#
# Proposition 5.5 claims that for nearly every training set the alarm rate is below $1/(n+1)$. Test it without the slack. Measured by their own distribution function, distances are uniform on [0, 1]; a training set whose largest distance is $u$ then has the alarm rate $1-u$. Draw `sets` training sets of `n` uniform distances from `rng`, and return the **fraction of sets** whose rate exceeds $1/(n+1)$.


# %%
def fraction_above(n, sets, rng):
    ### BEGIN SOLUTION
    largest = rng.random((sets, n)).max(axis=1)
    return np.mean(1 - largest > 1 / (n + 1))
    ### END SOLUTION


# %%
check.fraction_above(fraction_above)

# %% [markdown] tags=["solution"]
# A set breaks the claim if all its distances lie below $1-\frac1{n+1}$, which has probability $(1-\frac1{n+1})^n$. It falls with $n$, but only to $1/e\approx37\,\%$. The *average* of the rates is $1/(n+1)$: that much the book's argument does show.

# %% [markdown]
# ## 11. Keep the promise
#
# The centre was made from other points; these `m` calibration `distances` were not used for it. A new point's distance is drawn like them. Return the smallest threshold among the calibration distances that a new distance exceeds with probability at most `delta` (over the draw of all $m+1$ distances; $\delta\ge\frac1{m+1}$ is given).


# %%
def calibrated_threshold(distances, delta):
    ### BEGIN SOLUTION
    m = len(distances)
    rank = int(np.ceil((1 - delta) * (m + 1) - 1e-9))
    return np.sort(distances)[rank - 1]
    ### END SOLUTION


# %%
check.calibrated_threshold(calibrated_threshold)

# %% [markdown] tags=["solution"]
# Among $m+1$ exchangeable distances the new one has each rank with probability $1/(m+1)$. It exceeds the $r$-th smallest of the other $m$ with probability $(m+1-r)/(m+1)$, which is at most $\delta$ from $r=\lceil(1-\delta)(m+1)\rceil$ on. The tiny $10^{-9}$ guards against round-off such as $0.9\cdot20=18.000000000000004$.

# %% [markdown]
# ## 12. Novel, therefore the other class?
#
# An alarm trained on one class rings for it with probability `alarm`, and for the other class with probability `hit`. The other class makes up the share `prior` of all points. The alarm rings: return the probability that the point belongs to the other class.


# %%
def probability_other(prior, hit, alarm):
    ### BEGIN SOLUTION
    from_other = prior * hit
    from_own = (1 - prior) * alarm
    return from_other / (from_other + from_own)
    ### END SOLUTION


# %%
check.probability_other(probability_other)

# %% [markdown] tags=["solution"]
# Bayes' rule. With one point in a thousand from the other class, half of them caught and 1 % false alarms, an alarm means "the other class" with probability below 5 %:

# %% tags=["solution"]
print(f"{probability_other(prior=0.001, hit=0.5, alarm=0.01):.3f}")

# %% [markdown]
# ## An open challenge
#
# No check for this one. On the moons of the chapter, `ParzenClassifier` with σ = 0.5 misses 8 % of fresh points on average, many more than it needs to. Find a rule that chooses σ *from the 120 training points alone*, without looking at fresh points. Write your rule down before you try it; then draw 20 training sets and compare its error on 2000 fresh points with that of σ = 0.5, and with the best σ you could have picked with hindsight. How much of the gap does your rule close? (Chapter 6 is about doing this honestly.)

# %%
# Your experiment goes here.

# %% [markdown]
# [Back to chapter 1](../course/01_means_and_distances.ipynb)
