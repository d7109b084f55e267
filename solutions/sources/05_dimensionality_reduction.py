# %% [markdown]
# # Exercises 5: dimensionality reduction
#
# Twelve exercises on [chapter 5](../course/05_dimensionality_reduction.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.project.hint()`, then `check.project.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one. Eigenvectors may point either way, so the sign of a whole column never counts.

# %% [markdown] tags=["solution"]
# These are the worked answers. Each exercise has many right answers; after each of ours stands the reason for it.

# %%
import numpy as np
from scipy.sparse.csgraph import shortest_path

from featurespace import datasets, embedding, pca
from featurespace.checks import embedding as check
from featurespace.kernels import Polynomial, quadratic_features
from featurespace.means import centre

# %% [markdown]
# ## A worked example: from inner products to distances
#
# *Given inner products `G`, return the squared distances `D2` between all pairs.* Multiplying out gives $\|x_i-x_j\|^2=g_{ii}-2g_{ij}+g_{jj}$, and the squared lengths stand on the diagonal. We test it on four points in the plane whose distances we can also measure directly. Note what happens when the points move: `G` changes, the distances do not.


# %%
def distances_from_gram(G):
    length2 = np.diag(G)
    return length2[:, None] - 2 * G + length2


X = np.array([[0, 0], [3, 0], [0, 4], [3, 4]])
D2 = distances_from_gram(X @ X.T)
assert D2[0, 3] == 3**2 + 4**2
assert np.array_equal(D2, distances_from_gram((X + 7) @ (X + 7).T))

# %% [markdown]
# ## 1. And back
#
# Now the way back. `D2` holds squared distances. Return the inner products between the points, measured from their mean. The first line makes the centring matrix $C=I-\frac1n\mathbf 1\mathbf 1^\top$; one line is missing.


# %%
def gram_from_distances(D2):
    C = np.eye(len(D2)) - 1 / len(D2)
    ### BEGIN SOLUTION
    return -0.5 * C @ D2 @ C
    ### END SOLUTION


# %%
check.gram_from_distances(gram_from_distances)

# %% [markdown] tags=["solution"]
# In $\delta_{ij}^2=\|x_i\|^2-2\langle x_i,x_j\rangle+\|x_j\|^2$ the first term is constant along rows and dies under $C$ from the right; the last is constant down columns and dies under $C$ from the left. What survives is $-2$ times the inner products, centred. In production one subtracts row and column means instead of multiplying by $C$: the same numbers in $O(n^2)$.

# %% [markdown]
# ## 2. Classical scaling
#
# Return a map: an array (n, k) with one row per point, made from the $k$ largest eigenvalues of $G$ so that $ZZ^\top$ comes as close to $G$ as $k$ columns allow. The largest eigenvalue belongs to the first column. Not every table here is Euclidean: some $G$ have negative eigenvalues, though at least $k$ are positive. Two lines are given.


# %%
def classical_mds(D2, k):
    G = centre(-0.5 * D2)
    values, V = np.linalg.eigh(G)
    ### BEGIN SOLUTION
    largest = np.argsort(values)[::-1][:k]
    return V[:, largest] * np.sqrt(values[largest])
    ### END SOLUTION


# %%
check.classical_mds(classical_mds)

# %% [markdown] tags=["solution"]
# `eigh` sorts from small to large, so the order is turned round. Sorting by *value*, not by size, matters as soon as a table is not Euclidean: on a four-cycle with sides 1 and diagonals 2 the eigenvalues are 2, 2, 0 and −1. Because each column is found without regard to $k$, the solutions are nested:

# %% tags=["solution"]
hops = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
values = np.linalg.eigvalsh(embedding.gram_from_distances(hops))
assert np.allclose(values, [-1, 0, 2, 2])
assert np.allclose(classical_mds(D2, 2)[:, :1], classical_mds(D2, 1))

# %% [markdown]
# ## 3. Two routes, one map
#
# Kernel PCA claims to be PCA of the images. Hold it to that. For the kernel $\kappa(x,z)=(1+\langle x,z\rangle)^2$, which is `Polynomial(2)`, the images are the rows of `quadratic_features(X)`. Return **two** arrays (n, k) of scores: the first from the kernel matrix alone, the second by plain PCA of the features. They should agree up to the signs of columns.


# %%
def two_routes(X, k):
    K = Polynomial(2)(X)
    F = quadratic_features(X)
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(centre(K))
    from_kernel = V[:, ::-1][:, :k] * np.sqrt(values[::-1][:k])
    U, s, _ = np.linalg.svd(F - F.mean(axis=0), full_matrices=False)
    from_features = U[:, :k] * s[:k]
    return from_kernel, from_features
    ### END SOLUTION


# %%
check.two_routes(two_routes)

# %% [markdown] tags=["solution"]
# If $F-\bar F=USV^\top$, then the centred kernel matrix is $US^2U^\top$: the same $U$, and eigenvalues that are squares of singular values. Centring $X$ instead of $K$ will not do: the square of a centred number has a positive mean. With the linear kernel the features are $X$ itself, and kernel PCA is PCA:

# %% tags=["solution"]
from_kernel, from_points = embedding.kernel_pca(X @ X.T, k=2).scores, pca.pca(X, k=2).scores
assert np.allclose(np.abs(from_kernel), np.abs(from_points))

# %% [markdown]
# ## 4. Directions of length one
#
# A component of kernel PCA is a direction $w=\sum_i\alpha_i\phi(x_i)$. The slides leave its length open. Settle it: `K` is a centred kernel matrix; return `alpha` (n, k), one column per component, such that each $w$ has **length one in feature space**, and `lam` (k,), the variances (dividing by $n$) of the training points along these directions. Largest first.


# %%
def dual_weights(K, k):
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(K)
    values, V = values[::-1][:k], V[:, ::-1][:, :k]
    return V / np.sqrt(values), values / len(K)
    ### END SOLUTION


# %%
check.dual_weights(dual_weights)

# %% [markdown] tags=["solution"]
# $\|w\|^2=\alpha^\top K\alpha$, which for a unit eigenvector $v$ with eigenvalue $n\lambda$ is $n\lambda$. So $\alpha=v/\sqrt{n\lambda}$. The scores are $K\alpha=\sqrt{n\lambda}\,v$; their mean square is $n\lambda/n=\lambda$. A unit $\alpha$ instead would give every score the wrong scale, a different one in each column.

# %% [markdown]
# ## 5. New points on the old map
#
# `K` (n, n) holds the kernel of the training points with each other, `K_new` (m, n) that of $m$ new points with the training points; neither is centred. Fit kernel PCA to the training points and return the scores (m, k) of the new ones. Test of honesty: with `K_new = K` the training points must get back their own scores. (`centre(K)` centres a kernel matrix. Look up its second argument.)


# %%
def project(K_new, K, k):
    ### BEGIN SOLUTION
    values, V = np.linalg.eigh(centre(K))
    alpha = V[:, ::-1][:, :k] / np.sqrt(values[::-1][:k])
    return centre(K_new, K) @ alpha
    ### END SOLUTION


# %%
check.project(project)

# %% [markdown] tags=["solution"]
# The score is $\langle w,\phi(z)-\phi_S\rangle$, and $\phi_S$ is the mean of the *training* images, whatever new points come. A surprise: since the entries of each $\alpha$ sum to zero, all terms that are constant along a row drop out, and `(K_new - K.mean(axis=0)) @ alpha` gives the same. What may never be left out are the column means of `K`. Both claims, for one new point:

# %% tags=["solution"]
K, K_new = Polynomial(2)(X), Polynomial(2)([[1.0, 5.0]], X)
alpha = embedding.kernel_pca(K, k=2).alpha
short = (K_new - K.mean(axis=0)) @ alpha
assert np.allclose(np.abs(short), np.abs(project(K_new, K, 2)))
assert np.allclose(np.abs(project(K, K, 2)), np.abs(embedding.kernel_pca(K, k=2).scores))

# %% [markdown]
# ## 6. Springs
#
# Metric scaling minimises the stress $\sum_{i<j}w_{ij}(\|z_i-z_j\|-\delta_{ij})^2$. Return its gradient with respect to `Z` (n, k), as an array of the same shape. `D` holds the $\delta_{ij}$; `W` the weights (Sammon: $1/\delta_{ij}$), symmetric with a zero diagonal. The first two lines are given: `gap[i, j]` is $z_i-z_j$. No two points of the map coincide.


# %%
def stress_gradient(Z, D, W):
    gap = Z[:, None] - Z[None, :]
    d = np.linalg.norm(gap, axis=-1)
    ### BEGIN SOLUTION
    pull = 2 * W * (d - D) / (d + np.eye(len(Z)))
    return np.sum(pull[:, :, None] * gap, axis=1)
    ### END SOLUTION


# %%
check.stress_gradient(stress_gradient)

# %% [markdown] tags=["solution"]
# The chain rule: the derivative of $(d-\delta)^2$ is $2(d-\delta)$, that of $\|z_i-z_j\|$ with respect to $z_i$ is the unit vector $(z_i-z_j)/d$. The ones on the diagonal avoid 0/0; the gap there is zero. A gradient deserves a test by finite differences:

# %% tags=["solution"]
rng = np.random.default_rng(5)
Z, D = rng.normal(size=(6, 2)), np.sqrt(distances_from_gram(np.eye(6))) + 1 - np.eye(6)
W = 1 / (D + np.eye(6)) - np.eye(6)


def half_sum(Z):
    return np.sum(W * (np.sqrt(np.maximum(distances_from_gram(Z @ Z.T), 0)) - D) ** 2) / 2


E = np.zeros_like(Z)
E[2, 1] = 1e-6
slope = (half_sum(Z + E) - half_sum(Z - E)) / 2e-6
assert np.isclose(slope, stress_gradient(Z, D, W)[2, 1], rtol=1e-5)

# %% [markdown]
# ## 7. A step that never goes up
#
# Gradient descent needs a step size. Here is a way without one, for weights all equal to one. Every point $j$ looks at point $i$ and *wishes* it to stand in the direction where it is now, but at the right distance: at $z_j+\delta_{ij}\,(z_i-z_j)/\|z_i-z_j\|$. Point $i$ itself wishes to stay at $z_i$. Move every point to the **mean of all $n$ wishes** for it, all points at once, and return the new map (n, k).


# %%
def smacof_step(Z, D):
    ### BEGIN SOLUTION
    gap = Z[:, None] - Z
    ratio = D / (np.linalg.norm(gap, axis=-1) + np.eye(len(Z)))
    wishes = Z + ratio[:, :, None] * gap
    return wishes.mean(axis=1)
    ### END SOLUTION


# %%
check.smacof_step(smacof_step)

# %% [markdown] tags=["solution"]
# This is SMACOF. The stress as a function of $Z$ lies below a parabola that touches it at the present map (Cauchy–Schwarz makes it so); the mean of the wishes is the bottom of that parabola, so the stress there cannot be higher. It also is a gradient step of length $1/(2n)$. Both claims, from a random start:

# %% tags=["solution"]
ones = 1 - np.eye(6)
assert np.allclose(smacof_step(Z, D), Z - stress_gradient(Z, D, ones) / 12)
history = []
for _ in range(40):
    history.append(embedding.stress(Z, D))
    Z = smacof_step(Z, D)
assert np.all(np.diff(history) <= 1e-15)
print(f"stress {history[0]:.3f} at first, {history[-1]:.3f} after 40 steps, never up")

# %% [markdown]
# ## 8. Pool adjacent violators
#
# Nonmetric scaling trusts only the order of the dissimilarities. In each step it needs the sequence that **never falls** and is nearest to a given one. Return that sequence: the minimiser of $\sum_i(f_i-y_i)^2$ subject to $f_1\le f_2\le\dots\le f_n$. For `y = [1, 3, 2]` it is `[1, 2.5, 2.5]`; for `y = [3, 4, 0]` it is constant. Build it yourself, without `isotonic_regression`: this is the step that `scipy` did in the chapter.


# %%
def monotone_fit(y):
    ### BEGIN SOLUTION
    pools = []
    for value in y:
        total, size = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before, count = pools.pop()
            total, size = total + before, size + count
        pools.append((total, size))
    return np.concatenate([np.full(size, total / size) for total, size in pools])
    ### END SOLUTION


# %%
check.monotone_fit(monotone_fit)

# %% [markdown] tags=["solution"]
# Two neighbours in the wrong order must share a value in the optimum, and the best shared value is their mean. From then on they are one pool. Its mean may break the order with the pool before: hence the `while`. Each value enters a pool once and each merger removes a pool, so the whole takes $O(n)$. The fit sees the dissimilarities only through their order, so cubing them all changes nothing: from the same start nonmetric scaling makes the same map, up to its size.

# %% tags=["solution"]
D = np.sqrt(distances_from_gram(np.diag(np.arange(1.0, 9.0))))
plain, cubed = (
    embedding.nonmetric_mds(D**power, k=2, rng=np.random.default_rng(3)).stress
    for power in (1, 3)
)
assert np.isclose(plain, cubed, rtol=1e-6) and plain > 0.001
assert np.allclose(monotone_fit([3, 4, 0]), 7 / 3)

# %% [markdown]
# ## 9. Unroll an arc
#
# Isomap with one dimension. `graph` links every point with its `m` nearest neighbours, each edge as long as the distance. Return one coordinate per point, (n,): classical scaling of the distances *along the graph*. On points from an arc its range should be the length of the arc. `shortest_path(graph)` gives all path lengths, infinite where there is no path. If that happens, **raise a `ValueError`** whose words help the reader.


# %%
def isomap_coordinate(X, m):
    graph = embedding.neighbour_graph(X, m)
    ### BEGIN SOLUTION
    D = shortest_path(graph)
    if np.isinf(D).any():
        raise ValueError(f"the graph with {m} neighbours falls apart; use a larger m")
    values, V = np.linalg.eigh(centre(-0.5 * D**2))
    return V[:, -1] * np.sqrt(values[-1])
    ### END SOLUTION


# %%
check.isomap_coordinate(isomap_coordinate)

# %% [markdown] tags=["solution"]
# Without the square the table would go through classical scaling as if it held squared distances: a picture comes out, and its range is wrong. Without the refusal, infinities become NaN, or worse, somebody replaces them. Three quarters of a circle of radius one:

# %% tags=["solution"]
t = np.linspace(0, 1.5 * np.pi, 80)
arc = np.column_stack([np.cos(t), np.sin(t)])
length = np.ptp(isomap_coordinate(arc, 4))
assert abs(length - 1.5 * np.pi) < 0.02 * 1.5 * np.pi
print(f"range {length:.3f}, length of the arc {1.5 * np.pi:.3f}")

# %% [markdown]
# ## 10. Eigenfunctions
#
# Mercer's theorem is about $\int\kappa(s,t)\,\psi(t)\,dt=\lambda\,\psi(s)$. On a grid $t_1,\dots,t_n$ the integral becomes a sum with quadrature weights, $\sum_j\kappa(t_i,t_j)\,w_j\,\psi(t_j)$. Given `K` on the grid and the weights `w` (positive, **not always equal**), return `lam` (terms,), the largest eigenvalues, largest first, and `psi` (n, terms), the eigenfunctions on the grid as columns, orthonormal under the integral: $\sum_iw_i\,\psi_a(t_i)\,\psi_b(t_i)$ is 1 for $a=b$ and 0 otherwise.


# %%
def eigenfunctions(K, w, terms):
    ### BEGIN SOLUTION
    root = np.sqrt(w)
    values, U = np.linalg.eigh(root[:, None] * K * root)
    return values[::-1][:terms], U[:, ::-1][:, :terms] / root[:, None]
    ### END SOLUTION


# %%
check.eigenfunctions(eigenfunctions)

# %% [markdown] tags=["solution"]
# $K\,\mathrm{diag}(w)$ is not symmetric, but $\sqrt{w_i}\,K_{ij}\sqrt{w_j}$ is, and its eigenvectors are $u=\sqrt w\,\psi$. They have length one in the ordinary sense, which is just what $\sum_iw_i\psi(t_i)^2=1$ asks for. For $\kappa(s,t)=\min(s,t)$ on [0, 1] the answer is known: $\lambda_i=1/((i-\frac12)^2\pi^2)$ and $\psi_i(t)=\sqrt2\sin((i-\frac12)\pi t)$. The first function alone carries 81 % of the sum of all eigenvalues, and all together rebuild the kernel:

# %% tags=["solution"]
t = (np.arange(300) + 0.5) / 300
K, w = np.minimum(t[:, None], t), np.full(300, 1 / 300)
lam, psi = eigenfunctions(K, w, 300)
frequency = (np.arange(3) + 0.5) * np.pi
assert np.allclose(lam[:3], 1 / frequency**2, rtol=1e-3)
sine = np.sqrt(2) * np.sin(t[:, None] * frequency)
assert np.allclose(np.abs(psi[:, :3]), np.abs(sine), atol=1e-3)
assert np.allclose((psi * lam) @ psi.T, K)
print(f"eigenvalues {lam[:3].round(4)}, share of the first {lam[0] / lam.sum():.2f}")

# %% [markdown]
# ## 11. Find the slip
#
# The lecture notes warn that the table $\Delta$ of squared distances is "not necessarily" positive semi-definite, because the dissimilarities may not be Euclidean. That puts the blame in the wrong place: unless it is zero, $\Delta$ is *never* positive semi-definite, however Euclidean the points. Prove it by machine. Return a vector $v$ (n,) with $v^\top\Delta v<0$. Your function must succeed for **every** table that is symmetric, has a zero diagonal and no negative entry, and is not zero altogether. Some points may coincide, and nobody promised you the triangle inequality.


# %%
def witness(D2):
    ### BEGIN SOLUTION
    i, j = np.unravel_index(D2.argmax(), D2.shape)
    v = np.zeros(len(D2))
    v[i], v[j] = 1, -1
    return v
    ### END SOLUTION


# %%
check.witness(witness)

# %% [markdown] tags=["solution"]
# For $v=e_i-e_j$ the form is $\delta_{ii}^2+\delta_{jj}^2-2\delta_{ij}^2=-2\delta_{ij}^2$, negative for any pair of points that do not coincide. The eigenvector of the smallest eigenvalue of $\Delta$ serves too: the trace is zero, so if not all eigenvalues vanish, one is negative. And for Euclidean points any $v$ with sum zero that moves the points at all will do, since then $v^\top\Delta v=-2\,v^\top Gv$: the statement belongs to $G=-\frac12C\Delta C$.

# %% [markdown]
# ## 12. Repair it
#
# Say it rightly, and use it. Given a table `D2` of squared distances, return the **smallest number of dimensions** in which there are $n$ points with exactly these distances, up to round-off; and −1 if there are no such points in any number of dimensions. All points in one place need 0 dimensions. Beware: tables come in all units, from millionths to millions.


# %%
def dimension(D2):
    ### BEGIN SOLUTION
    values = np.linalg.eigvalsh(centre(-0.5 * D2))
    noise = 1e-9 * np.abs(values).max()
    if values.min() < -noise:
        return -1
    return np.sum(values > noise)
    ### END SOLUTION


# %%
check.dimension(dimension)

# %% [markdown] tags=["solution"]
# Schoenberg's theorem: such points exist exactly if $G=-\frac12C\Delta C$ has no negative eigenvalue, and the rank of $G$ is the dimension. The triangle inequality is necessary but not enough. A hub with three leaves, path lengths 1 and 2, satisfies it everywhere. But leaves A and B, two apart, need the hub exactly midway between them; so do A and C; and then B and C must coincide:

# %% tags=["solution"]
star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])
print(np.linalg.eigvalsh(embedding.gram_from_distances(star)).round(3) + 0.0, dimension(star**2))

# %% [markdown]
# ## An open challenge
#
# No check for this one. Sammon's map of the horseshoe from two dimensions to one has many local minima. Run `embedding.sammon(D, k=1, rng=...)` from fifty random starts. How far apart are the values of the stress, and how often does the best one turn up? Plot the best map and a bad one against the position `t` along the horseshoe: which of them follows the arms, and is the map with the least stress the one you would want? Then devise a start that matches the best of the fifty in a single run, and try it on five fresh horseshoes. Does the start from classical scaling (no `rng`) do it? Does one from Isomap (with a loop of your own; a gradient is all you need)? Write down your guesses before you run anything.

# %%
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
