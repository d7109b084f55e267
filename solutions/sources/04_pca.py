# %% [markdown]
# # Exercises 4: principal components
#
# Fourteen exercises on [chapter 4](../course/04_pca.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.squeeze.hint()`, then `check.squeeze.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.
#
# Rows of `X` are points, directions are rows too, covariances divide by $n$, and eigenvalues go from large to small. An eigenvector has no sign of its own: either sign is right, as long as scores and directions belong together.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np
from scipy.stats import chi2

from featurespace import pca as library
from featurespace.checks import pca as check

# %% [markdown]
# ## A worked example: the share explained
#
# *Given the eigenvalues of a covariance, from large to small, return the share of the variance in the first $k$ components, for every $k$.* Component $i$ carries the variance $\lambda_i$, and different components are uncorrelated, so variances simply add up: running sums, divided by the total.


# %%
def explained_fraction(eigenvalues):
    return np.cumsum(eigenvalues) / np.sum(eigenvalues)


assert np.allclose(explained_fraction([6, 3, 1]), [0.6, 0.9, 1])

# %% [markdown]
# ## 1. How many are enough?
#
# Return the **smallest** number of components whose share **exceeds** `threshold`. A share that is equal to the threshold does not exceed it: with eigenvalues 17 and 3, and the threshold 0.85 of the slides, both are needed. Let round-off not decide: only a share of more than `threshold + 1e-12` counts as larger. The first line is given; one line is missing.


# %%
def components_needed(eigenvalues, threshold):
    share = np.cumsum(eigenvalues) / np.sum(eigenvalues)
    ### BEGIN SOLUTION
    return np.sum(share <= threshold + 1e-12) + 1
    ### END SOLUTION


# %%
check.components_needed(components_needed)

# %% [markdown] tags=["solution"]
# The shares rise, so those that are not yet large enough come first; one more component makes the difference. Counting them needs no special case. The $10^{-12}$ matters for ten equal eigenvalues of 0.1 and the threshold 0.3, because in the computer

# %% tags=["solution"]
print("0.1 + 0.1 + 0.1 =", 0.1 + 0.1 + 0.1)

# %% [markdown]
# ## 2. PCA, straight from the definition
#
# Decompose the covariance matrix of `X` (n, d) with `np.linalg.eigh`. Return four things: the mean (d,), the `k` directions of largest variance as **rows** (k, d), their eigenvalues (k,), and the scores (n, k) of all points, so that `mean + scores @ directions` is near `X`. Two lines are given.


# %%
def pca_eigen(X, k):
    mean = X.mean(axis=0)
    centred = X - mean
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(centred.T @ centred / len(X))
    directions = vectors[:, ::-1][:, :k].T
    return mean, directions, values[::-1][:k], centred @ directions.T
    ### END SOLUTION


# %%
check.pca_eigen(pca_eigen)

# %% [markdown] tags=["solution"]
# `eigh` sorts from small to large and puts eigenvectors into columns, so we turn the columns round, keep $k$ of them and transpose. The covariance of the scores is $U^\top\Sigma U$, which is diagonal: uncorrelated, with the eigenvalues as variances. Without centring, $X^\top X/n$ is no covariance, and the first direction runs after the mean:

# %% tags=["solution"]
X = np.random.default_rng(1).normal(size=(200, 2)) * [3, 0.3] + [0, 20]
raw = np.linalg.eigh(X.T @ X / len(X))[1][:, -1]
print("centred:", np.abs(pca_eigen(X, 1)[1][0]).round(2), " raw:", np.abs(raw).round(2))

# %% [markdown]
# ## 3. The same from singular values
#
# No covariance this time. The singular value decomposition of the centred points is given; `X` has more points than dimensions. Return three things: **all** directions as rows (d, d), their eigenvalues (d,), and the scores (n, d). Each is one short expression.


# %%
def svd_route(X):
    centred = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(centred, full_matrices=False)
    ### BEGIN SOLUTION
    return Vt, s**2 / len(X), U * s
    ### END SOLUTION


# %%
check.svd_route(svd_route)

# %% [markdown] tags=["solution"]
# With $C=USV^\top$ the covariance is $C^\top C/n=V(S^2/n)V^\top$: eigenvectors $V$, eigenvalues $s^2/n$. And the scores are $CV=US$. Forming $C^\top C$ squares the singular values, and with them the ratio of the largest to the smallest; the SVD of $C$ itself still sees what the covariance has lost in round-off:

# %% tags=["solution"]
X = np.array([[1, 1], [-1, -1], [1e-10, -1e-10], [-1e-10, 1e-10]])  # eigenvalues 1 and 1e-20
assert not np.isclose(pca_eigen(X, 2)[2][1], 1e-20, rtol=0.5, atol=0)
print(f"smaller eigenvalue by svd: {svd_route(X)[1][1]:.1e}")

# %% [markdown]
# ## 4. The same from inner products alone
#
# Now the points are hidden. You get the matrix `G` (n, n) of their inner products, `G == X @ X.T`, measured from wherever the origin was, **not** from the mean. Return the `k` largest eigenvalues of the **covariance** of the points, and their scores (n, k).


# %%
def gram_route(G, k):
    ### BEGIN SOLUTION
    n = len(G)
    row = G.mean(axis=1, keepdims=True)
    centred = G - row - G.mean(axis=0) + G.mean()
    values, vectors = np.linalg.eigh(centred)
    values, vectors = values[::-1][:k], vectors[:, ::-1][:, :k]
    return values / n, vectors * np.sqrt(values)
    ### END SOLUTION


# %%
check.gram_route(gram_route)

# %% [markdown] tags=["solution"]
# Centring works on inner products as in chapter 1. The centred matrix is $CC^\top=US^2U^\top$, so its eigenvectors are the $U$ of the SVD, its eigenvalues are $s^2=n\lambda$, and the scores $US$ are eigenvectors times roots of eigenvalues. Three routes, one answer, up to signs:

# %% tags=["solution"]
X = np.random.default_rng(2).normal(size=(30, 4)) * [4, 3, 2, 1] + 5
_, _, by_eigen, scores = pca_eigen(X, 2)
by_gram, scores_gram = gram_route(X @ X.T, 2)
assert np.allclose(by_eigen, by_gram) and np.allclose(by_eigen, svd_route(X)[1][:2])
assert np.allclose(np.abs(scores), np.abs(scores_gram))
assert np.allclose(np.abs(scores), np.abs(svd_route(X)[2][:, :2]))

# %% [markdown]
# ## 5. Squeeze new points
#
# Fit the best `k`-dimensional plane to the training points `X`, and move each **new** point of `Z` (m, d) to the nearest place in that plane. Return these places, shape (m, d). The library may be used: `mean, directions, eigenvalues, scores = library.pca(X, k)`.


# %%
def squeeze(X, Z, k):
    ### BEGIN SOLUTION
    mean, directions, _, _ = library.pca(X, k)
    scores = (Z - mean) @ directions.T
    return mean + scores @ directions
    ### END SOLUTION


# %%
check.squeeze(squeeze)

# %% [markdown] tags=["solution"]
# The plane passes through the mean of the *training* points, so both steps, away and back, use that mean. Down to $k$ scores, up again to $d$ coordinates: the same two matrix products are the encoder and the decoder of every linear compression.

# %% [markdown]
# ## 6. The price of every k
#
# For $k=0,1,\dots,d$ replace each point of `X` by the nearest place in the best $k$-dimensional plane (for $k=0$ that is the mean). Return the $d+1$ **mean squared distances** between the points and their replacements. Do it without replacing a single point.


# %%
def errors(X):
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(np.cov(X, rowvar=False, bias=True))
    return np.append(np.cumsum(values)[::-1], 0)
    ### END SOLUTION


# %%
check.errors(errors)

# %% [markdown] tags=["solution"]
# What a point loses is its components along the directions left out, and the mean square of component $i$ is $\lambda_i$. So the error is $\sum_{i>k}\lambda_i$; `eigvalsh` sorts from small to large, so these are running sums, turned round. Divided by entry 0, the total variance, it is 1 minus the explained fraction. And it is what exercise 5 loses:

# %% tags=["solution"]
for k in (1, 2, 3):
    lost = np.mean(np.sum((X - squeeze(X, X, k)) ** 2, axis=1))
    assert np.isclose(lost, errors(X)[k])
print("errors:", errors(X).round(2), " relative:", (errors(X) / errors(X)[0]).round(2))

# %% [markdown]
# ## 7. The best of rank k
#
# `A` is any matrix, not a cloud of points: nothing is to be centred. Return the matrix of rank `k` with the smallest sum of squared differences from `A`.


# %%
def best_rank_k(A, k):
    ### BEGIN SOLUTION
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return (U[:, :k] * s[:k]) @ Vt[:k]
    ### END SOLUTION


# %%
check.best_rank_k(best_rank_k)

# %% [markdown] tags=["solution"]
# $A$ is the sum of its terms $s_iu_iv_i^\top$; we keep the $k$ largest. Let 200 random subspaces compete, each with the best matrix whose rows lie in it. None comes as near, and our squared error is the sum of the squared singular values dropped:

# %% tags=["solution"]
rng = np.random.default_rng(3)
A = rng.normal(size=(8, 6))
ours = np.sum((A - best_rank_k(A, 2)) ** 2)
bases = [np.linalg.qr(rng.normal(size=(6, 2)))[0] for _ in range(200)]
rivals = [np.sum((A - A @ Q @ Q.T) ** 2) for Q in bases]
assert np.isclose(ours, np.sum(np.linalg.svd(A, compute_uv=False)[2:] ** 2))
print(f"ours {ours:.2f}, the best of 200 random ones {min(rivals):.2f}")

# %% [markdown]
# ## 8. Multiply, and be patient
#
# Find the `k` largest eigenvalues of the covariance matrix `S` and their directions without `eigh`, `eig` or `svd`: a vector that is multiplied by `S` again and again turns towards the top direction. Start from a **random** vector (`rng.standard_normal`), multiply some 300 times, then take the direction found out of `S` and look for the next. Eigenvalues may tie; then any orthonormal directions that belong to them are right.


# %%
def power_pca(S, k, rng):
    values, directions = np.zeros(k), np.zeros((k, len(S)))
    for j in range(k):
        ### BEGIN SOLUTION
        w = rng.standard_normal(len(S))
        for _ in range(300):
            w = S @ w
            w = w / np.linalg.norm(w)
        values[j], directions[j] = w @ S @ w, w
        S = S - values[j] * np.outer(w, w)
        ### END SOLUTION
    return values, directions


# %%
check.power_pca(power_pca)

# %% [markdown] tags=["solution"]
# Each step multiplies the component along $u_i$ by $\lambda_i$, so after $t$ steps $u_1$ leads $u_2$ by the factor $(\lambda_1/\lambda_2)^t$. Dividing by the length keeps the numbers from overflowing. Subtracting $\lambda ww^\top$ sets that eigenvalue to 0 and leaves all others alone. Of tied eigenvalues chance picks the basis; the subspace is the same each time:

# %% tags=["solution"]
S = np.array([[3, 1, 1], [1, 3, -1], [1, -1, 3]])  # eigenvalues 4, 4, 1
(a, one), (b, two) = (power_pca(S, 2, np.random.default_rng(seed)) for seed in (1, 2))
assert np.allclose(a, 4) and np.allclose(b, 4) and np.allclose(one.T @ one, two.T @ two)
print("the same first direction?", np.allclose(np.abs(one[0]), np.abs(two[0])))

# %% [markdown]
# ## 9. Find the slip
#
# Look for $k$ orthonormal directions $w_1,\dots,w_k$ at once, with the largest sum $\sum_iw_i^\top Sw_i$. The notes prove that the first $k$ eigenvectors reach the maximum, and then call them *the unique solution*. Refute that. Return another optimal set, as rows (k, d), whose first two directions have the **same** variance. (All eigenvalues of `S` are different, so these two cannot be eigenvectors, and $k\ge2$.)


# %%
def another_optimum(S, k):
    ### BEGIN SOLUTION
    W = np.linalg.eigh(S)[1][:, ::-1][:, :k].T
    W[:2] = (W[0] + W[1]) / np.sqrt(2), (W[0] - W[1]) / np.sqrt(2)
    return W
    ### END SOLUTION


# %%
check.another_optimum(another_optimum)

# %% [markdown] tags=["solution"]
# For rows $W$ and any rotation $R$ of $k$ dimensions, $\operatorname{tr}(RWSW^\top R^\top)=\operatorname{tr}(WSW^\top)$. So the objective sees the subspace only. *That* is unique if $\lambda_k>\lambda_{k+1}$; the directions in it are not. Choosing them one after another, each with the largest variance that is left, fixes them up to sign. With $S=\operatorname{diag}(5,4,1)$:

# %% tags=["solution"]
S = np.diag([5, 4, 1])
W = another_optimum(S, 2)
print("sum:", np.trace(W @ S @ W.T).round(9), " single variances:", np.diag(W @ S @ W.T).round(9))

# %% [markdown]
# ## 10. A model with noise
#
# Fit probabilistic PCA, $x=Wz+\mu+\varepsilon$ with $z\sim N(0,I_k)$ and $\varepsilon\sim N(0,\sigma^2I_d)$, by maximum likelihood. Return the mean (d,), `W` (d, k), and the **variance** $\sigma^2$. There may be fewer points than dimensions. (Any rotation of the latent space fits equally well; the check accepts them all.)


# %%
def ppca(X, k):
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(np.cov(X, rowvar=False, bias=True))
    values, U = values[::-1], vectors[:, ::-1][:, :k]
    sigma2 = values[k:].mean()
    return X.mean(axis=0), U * np.sqrt(values[:k] - sigma2), sigma2
    ### END SOLUTION


# %%
check.ppca(ppca)

# %% [markdown] tags=["solution"]
# The model's covariance $WW^\top+\sigma^2I$ can have $k$ free eigenvalues; the other $d-k$ must all be $\sigma^2$. The best fit gives the first $k$ their own value, which leaves $\lambda_i-\sigma^2$ for $W$, and the others their mean. All $d-k$ of them count, also those that are 0 because there are few points; an SVD that returns only $n$ values hides some.

# %% [markdown]
# ## 11. How well does it fit?
#
# Return the log-likelihood of all points of `X` under the model with the given `mean`, `W` and variance `sigma2`. (`scipy.stats.multivariate_normal` would pass the check and teach you little.)


# %%
def log_likelihood(X, mean, W, sigma2):
    ### BEGIN SOLUTION
    n, d = X.shape
    C = X - mean
    Sigma = W @ W.T + sigma2 * np.eye(d)
    log_det = np.linalg.slogdet(Sigma)[1]
    misfit = np.sum(C * np.linalg.solve(Sigma, C.T).T)
    return -(n * d * np.log(2 * np.pi) + n * log_det + misfit) / 2
    ### END SOLUTION


# %%
check.log_likelihood(log_likelihood)

# %% [markdown] tags=["solution"]
# The sum of the Gaussian log-densities. `slogdet` does not overflow where `det` does, and `solve` spares the inverse. At the fit of exercise 10 the misfit is exactly $nd$, every nudge lowers the likelihood, and a rotation of the latent space changes nothing:

# %% tags=["solution"]
X = np.random.default_rng(4).normal(size=(50, 4)) * [3, 2, 1, 1]
mean, W, sigma2 = ppca(X, 2)
best = log_likelihood(X, mean, W, sigma2)
Sigma, S = W @ W.T + sigma2 * np.eye(4), np.cov(X, rowvar=False, bias=True)
assert np.isclose(np.trace(np.linalg.solve(Sigma, S)), 4)
for nudge in np.random.default_rng(5).normal(0, 0.05, (100, 4, 2)):
    assert log_likelihood(X, mean, W + nudge, sigma2) < best
R = np.array([[0.6, -0.8], [0.8, 0.6]])
assert np.isclose(log_likelihood(X, mean, W @ R, sigma2), best)
assert np.isclose(library.ppca_log_likelihood(X, mean, W, sigma2), best)

# %% [markdown]
# ## 12. A projection that shrinks
#
# The model rebuilds a centred point $x$ as $WM^{-1}W^\top x$ with $M=W^\top W+\sigma^2I$. It looks like a projection, and it is none: along direction $u_i$ it multiplies the score by a factor below one. Pen and paper: for $W$ and $\sigma^2$ of largest likelihood, return these `k` factors, given all $d$ eigenvalues of the covariance from large to small.


# %%
def shrinkage(eigenvalues, k):
    ### BEGIN SOLUTION
    sigma2 = np.mean(eigenvalues[k:])
    return 1 - sigma2 / eigenvalues[:k]
    ### END SOLUTION


# %%
check.shrinkage(shrinkage)

# %% [markdown] tags=["solution"]
# Put $W=U(\Lambda-\sigma^2I)^{1/2}$ into $M$: the noise cancels, $M=\Lambda$. Then $WM^{-1}W^\top=U(\Lambda-\sigma^2I)\Lambda^{-1}U^\top$, with $(\lambda_i-\sigma^2)/\lambda_i$ on the diagonal: the share of the signal in what was seen along $u_i$.

# %% tags=["solution"]
values = np.linalg.eigvalsh(S)[::-1]
rebuild = W @ np.linalg.solve(W.T @ W + sigma2 * np.eye(2), W.T)
assert np.allclose(np.linalg.eigvalsh(rebuild)[:1:-1], shrinkage(values, 2))
print("factors:", shrinkage(values, 2).round(3))

# %% [markdown]
# ## 13. Find the slip, and count the victims
#
# A class has a known covariance, but its mean is estimated from $n$ points. The slides say: the squared Mahalanobis distance of a point from that mean has a $\chi^2$ distribution with $p-1$ degrees of freedom, $p$ being the dimension. So a rule that rejects beyond `chi2.ppf(1 - alpha, p - 1)` should turn away the share `alpha` of the class's own **new** points. Return the share that it really turns away. By simulation (20 000 trials or more; the check allows for chance) or by thought. You may take the covariance to be $I$ and the true mean to be 0.


# %%
def slide_rate(p, n, alpha, rng):
    cutoff = chi2.ppf(1 - alpha, p - 1)
    ### BEGIN SOLUTION
    means = rng.normal(size=(20_000, n, p)).mean(axis=1)
    new = rng.normal(size=(20_000, p))
    return np.mean(np.sum((new - means) ** 2, axis=1) > cutoff)
    ### END SOLUTION


# %%
check.slide_rate(slide_rate)

# %% [markdown] tags=["solution"]
# By thought: a new point and the mean of $n$ others are independent, so their difference has the covariance $(1+\frac1n)\Sigma$, and the squared distance is $(1+\frac1n)\chi^2_p$. No degree of freedom is lost. (For $p=1$ the slides would promise $\chi^2_0$: a point that is always at distance 0.) Simulated, and exactly, for five dimensions and ten points:

# %% tags=["solution"]
simulated = slide_rate(5, 10, 0.05, np.random.default_rng(6))
exact = chi2.sf(chi2.ppf(0.95, 4) / (1 + 1 / 10), 5)
print(f"promised 5 %, simulated {simulated:.0%}, exact {exact:.1%}")

# %% [markdown]
# ## 14. A classifier that may say no
#
# All together now. The subspace is given: the rows of `U` (k, d) are orthonormal. Training points `X` have classes `y` (0, 1, 2, …); within every class the noise has the known covariance `S` (d, d). For each new point of `Z`: go down to its $k$ scores, find the class whose mean score is nearest in **squared Mahalanobis distance**, and return that class, or −1 if the distance is beyond a cut-off. Choose the cut-off so that a **new** point of a class is beyond it with probability `alpha`; the class mean was estimated from the $n_c$ points of that class, and the classes are not equally large. (The slides' cut-off will not do.)


# %%
def classify(Z, X, y, U, S, alpha):
    ### BEGIN SOLUTION
    covariance = U @ S @ U.T
    squared, cutoff = [], []
    for c in range(y.max() + 1):
        gap = (Z - X[y == c].mean(axis=0)) @ U.T
        squared.append(np.sum(gap * np.linalg.solve(covariance, gap.T).T, axis=1))
        cutoff.append((1 + 1 / np.sum(y == c)) * chi2.ppf(1 - alpha, len(U)))
    nearest = np.argmin(squared, axis=0)
    return np.where(np.min(squared, axis=0) > np.array(cutoff)[nearest], -1, nearest)
    ### END SOLUTION


# %%
check.classify(classify)

# %% [markdown] tags=["solution"]
# Scores are linear in the points, so their covariance is $USU^\top$ and their class mean is the score of the class mean. Cut first, then invert: $(USU^\top)^{-1}$ is not $US^{-1}U^\top$. Is the promise kept? Two classes far apart, ten training points in each, five scores out of eight dimensions, and only points of the classes themselves; whoever is rejected is rejected wrongly. The slides' rule beside ours:

# %% tags=["solution"]
rng = np.random.default_rng(7)
U, centres, y = np.eye(8)[:5], np.eye(8)[:2] * 40, np.arange(20) % 2
ours, slides = [], []
for _ in range(400):
    X, Z = (centres[labels] + rng.normal(size=(len(labels), 8)) for labels in (y, np.tile(y, 5)))
    ours.append(np.mean(classify(Z, X, y, U, np.eye(8), alpha=0.05) < 0))
    gap = (Z - np.array([X[y == c].mean(axis=0) for c in np.tile(y, 5)])) @ U.T
    slides.append(np.mean(np.sum(gap**2, axis=1) > chi2.ppf(0.95, 4)))
print(f"asked for 5 %: ours rejects {np.mean(ours):.1%}, the slides' rule {np.mean(slides):.1%}")

# %% [markdown]
# ## An open challenge: how many are real?
#
# No check for this one. Below is a world with exactly **three** real directions; everything else is noise. The rule "85 % of the variance" sees ten or more, because noise has principal components too. Find a rule that says 3, *from the 60 points alone*. Write it down before you try it, and then give it 20 data sets. Two ideas to start from: what would the eigenvalues be if each column were shuffled by itself? And which $k$ makes points likely that the fit has not seen (`library.ppca`, `library.ppca_log_likelihood`)?


# %%
def draw(rng, strengths=(6, 4, 3)):
    directions = np.linalg.qr(rng.normal(size=(20, 3)))[0].T
    signal = rng.normal(size=(60, 3)) * np.sqrt(strengths)
    return signal @ directions + rng.normal(size=(60, 20))


worlds = [draw(np.random.default_rng(seed)) for seed in range(20)]
counts = [library.components_needed(library.pca(X).eigenvalues, 0.85) for X in worlds]
assert min(counts) >= 10
print("85 % rule:", counts)

# %%
# Your rule goes here.

# %% [markdown] tags=["solution"]
# One rule among many: fit probabilistic PCA to four fifths of the points, ask how likely the last fifth is under the fit, and let each fifth have its turn. The $k$ with the largest sum wins. Noise that a fit has learnt by heart does not come back in fresh points. (Chapter 6 is about doing this honestly.)


# %% tags=["solution"]
def held_out(X, k):
    fold = np.arange(len(X)) % 5
    fits = [ppca(X[fold != f], k) for f in range(5)]
    return sum(log_likelihood(X[fold == f], *fits[f]) for f in range(5))


print("held out: ", [max(range(1, 9), key=lambda k: held_out(X, k)) for X in worlds])

# %% [markdown] tags=["solution"]
# Do not trust it further than you tried it. These signals are strong; with weaker ones, barely above the noise, the same rule misses directions that are there:

# %% tags=["solution"]
weak = [draw(np.random.default_rng(seed), (4, 2.5, 1.5)) for seed in range(20)]
print("weak:     ", [max(range(1, 9), key=lambda k: held_out(X, k)) for X in weak])

# %% [markdown]
# [Back to chapter 4](../course/04_pca.ipynb)
