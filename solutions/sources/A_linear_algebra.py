# %% [markdown]
# # Exercises A: linear algebra and projections
#
# Eleven exercises on the [appendix](../course/A_linear_algebra.ipynb), from warm to open. Each has a question, a function to complete and a check. A check tries your function on fresh data and answers in words; run it as often as you like. If you are stuck, ask for a hint, for example `check.projector.hint()`, then `check.projector.hint(2)`; the last hint all but gives the answer away. No exercise depends on another one.
#
# Vectors are columns here. $A^\top$ is the transpose of $A$ (the checks write A'), the **span** of some vectors is the set of all their combinations, and $V^\perp$ holds all vectors orthogonal to every vector of $V$. The **range** of a matrix is the span of its columns, its **null space** all $x$ with $Ax=0$. Matrices need not be symmetric unless it is said.

# %% [markdown] tags=["solution"]
# These are the worked answers. Most exercises have many right answers; after each of ours stands the reason for it.

# %%
import numpy as np
from scipy.linalg import null_space

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

# %% [markdown]
# ## 1. What kind of matrix?
#
# Return two truth values about the square matrix `A`: is it a projection, and is it an **orthogonal** projection? (A projection leaves its own shadows alone; an orthogonal one casts them at right angles to its range.) Some of the matrices come out of a computation, so allow for round-off. The last line is given.


# %%
def classify(A):
    ### BEGIN SOLUTION
    projection = np.allclose(A @ A, A)
    orthogonal = projection and np.allclose(A, A.T)
    ### END SOLUTION
    return projection, orthogonal


# %%
check.classify(classify)

# %% [markdown] tags=["solution"]
# The shadow of a shadow is the shadow: $A^2=A$. The light comes in at right angles if besides $A=A^\top$. Beware of the name: an *orthogonal matrix* has $A^\top A=I$ and loses nothing, an *orthogonal projection* loses all that is orthogonal to its range. Only the identity is both. The matrices of the slides, a reflection, and a matrix whose eigenvalues are 1 and 1:

# %% tags=["solution"]
seen = {
    "[.3 .7; .3 .7]": [[0.3, 0.7], [0.3, 0.7]],
    "[1 −1; 0 0]": [[1, -1], [0, 0]],
    "[.2 .4; .4 .8]": [[0.2, 0.4], [0.4, 0.8]],
    "[9 12; 12 16]/25": np.array([[9, 12], [12, 16]]) / 25,
    "diag(1, 1, 0)": np.diag([1, 1, 0]),
    "[0 1; 1 0]": [[0, 1], [1, 0]],
    "[1 1; 0 1]": [[1, 1], [0, 1]],
}
for name, A in seen.items():
    projection, orthogonal = classify(np.array(A))
    print(f"{name:16} projection: {projection!s:5}  orthogonal: {orthogonal}")

# %% [markdown]
# ## 2. One product, three wishes
#
# `A` has $n\ge2$ columns. Return a matrix `R` (n, 3) such that the three columns of `A @ R` are the **last** column of `A`, the **mean** of all its columns, and the **first minus the last** column. `R` may know $n$, but not `A`. The first and the last line are given. For example, with $n=3$,
#
# $$\begin{pmatrix}1&2&6\\0&3&3\end{pmatrix}R=\begin{pmatrix}6&3&-5\\3&2&-3\end{pmatrix}$$


# %%
def recipe(n):
    R = np.zeros((n, 3))
    ### BEGIN SOLUTION
    R[-1, 0] = 1
    R[:, 1] = 1 / n
    R[0, 2], R[-1, 2] = 1, -1
    ### END SOLUTION
    return R


# %%
check.recipe(recipe)

# %% [markdown] tags=["solution"]
# $AR$ is $(Ar_1,Ar_2,Ar_3)$, and each $Ar$ mixes the columns of $A$ with the entries of $r$ as amounts. A unit vector picks a column, equal amounts $1/n$ give the mean. From the left the same numbers would mix *rows*:

# %% tags=["solution"]
A = np.array([[1, 2, 6], [0, 3, 3]])
print(A @ recipe(3), recipe(2).T @ A, sep="\n\n")

# %% [markdown]
# ## 3. Half a dimension
#
# If the $d$ columns of `X` (n, d) are independent, $X(X^\top X)^{-1}X^\top$ projects onto their span, and its trace is the dimension, $d$. A ridge turns it into
#
# $$H=X(X^\top X+\lambda I)^{-1}X^\top,$$
#
# which is no projection any more: it takes a little off every direction, and its trace, a number between 0 and $d$, counts dimensions softly. Return that trace. But $n$ may be a million, and $H$ is $n\times n$: form no $n\times n$ matrix (the check watches). The first line is given.


# %%
def dimension(X, lam):
    G = X.T @ X
    ### BEGIN SOLUTION
    return np.trace(np.linalg.solve(G + lam * np.eye(len(G)), G))
    ### END SOLUTION


# %%
check.dimension(dimension)

# %% [markdown] tags=["solution"]
# $\operatorname{tr}(AB)=\operatorname{tr}(BA)$ holds for rectangular factors too. With $A=X$ and $B=(X^\top X+\lambda I)^{-1}X^\top$ the trace moves from an $n\times n$ to a $d\times d$ matrix. With the singular values $s_i$ of $X$ it is $\sum_is_i^2/(s_i^2+\lambda)$: a direction counts fully if $s_i^2\gg\lambda$, hardly if $s_i^2\ll\lambda$, and half if they are equal. It is called the degrees of freedom of ridge regression:

# %% tags=["solution"]
rng = np.random.default_rng(0)
X = rng.normal(size=(1000, 4)) * [3, 1, 0.3, 0.1]
s = np.linalg.svd(X, compute_uv=False)
for lam in (0, 1, 100, 10_000):
    assert np.isclose(dimension(X, lam), np.sum(s**2 / (s**2 + lam)))
    print(f"λ = {lam:6}: {dimension(X, lam):.2f} of 4 dimensions")

# %% [markdown]
# ## 4. Any vectors will do
#
# Return the matrix (m, m) that projects orthogonally onto the span of the columns of `B` (m, n). The columns have different lengths, are not at right angles, and **may depend on each other**; there may be more of them than dimensions. (Anything in numpy and scipy is allowed; `featurespace.linalg` would spoil the fun.)


# %%
def projector(B):
    ### BEGIN SOLUTION
    U, s, _ = np.linalg.svd(B, full_matrices=False)
    basis = U[:, s > 1e-10 * s[0]]
    return basis @ basis.T
    ### END SOLUTION


# %%
check.projector(projector)

# %% [markdown] tags=["solution"]
# $B=\sum_is_iu_iv_i^\top$, so the $u_i$ with $s_i>0$ are an orthonormal basis of the span, and $UU^\top$ is the projector. Round-off makes small numbers out of zeros, hence a threshold *relative to* $s_1$. `B @ np.linalg.pinv(B)` does the same in one line. Two bases of one plane, and six vectors in it, give one matrix: the projector knows the subspace, not how it was described.

# %% tags=["solution"]
plane = np.array([[1, 1, 0], [0, 1, 1]]).T
print((3 * projector(plane)).round(2))
for mixed in (plane @ [[2, 1], [7, 3]], plane @ rng.normal(size=(2, 6))):
    assert np.allclose(projector(mixed), projector(plane))

# %% [markdown]
# ## 5. Near miss
#
# Two aeroplanes fly along straight lines, one through the point `p` in the direction `u`, the other through `q` in the direction `v`. The lines need not meet, they may be parallel, and nobody said that space has three dimensions. Return the shortest distance between a point of one **line** and a point of the other (when the planes will be there is another question). The first line is given.


# %%
def near_miss(p, u, q, v):
    B = np.column_stack([u, v])
    ### BEGIN SOLUTION
    d = p - q
    c, *_ = np.linalg.lstsq(B, d)
    return np.linalg.norm(d - B @ c)
    ### END SOLUTION


# %%
check.near_miss(near_miss)

# %% [markdown] tags=["solution"]
# The difference of two points of the lines is $d+su-tv$ with $d=p-q$: that is $d$ plus any vector of the span of $u$ and $v$. Split $d$ into its shadow in that span and a leftover orthogonal to it. The two lines can cancel the shadow and nothing else, and by Pythagoras whatever they add makes it longer. `lstsq` finds the shadow even if $u$ and $v$ are parallel. A million other pairs of points come close:

# %% tags=["solution"]
p, u, q, v = np.array([[0, 0, 0], [1, 1, 0], [0, 0, 2], [1, -1, 1]])
steps = np.linspace(-5, 5, 1001)
gaps = [np.linalg.norm(p + s * u - q - np.outer(steps, v), axis=1).min() for s in steps]
print(f"by projection {near_miss(p, u, q, v):.6f}, the best of the pairs {min(gaps):.6f}")
assert 0 <= min(gaps) - near_miss(p, u, q, v) < 1e-4

# %% [markdown]
# ## 6. The other corner
#
# A matrix in four blocks can be inverted through its bottom right corner: the textbook formula uses $D^{-1}$ and the inverse of $A-BD^{-1}C$. Here $D$ **may have no inverse**, while $A$ has one. Return the inverse of
#
# $$\begin{pmatrix}A&B\\C&D\end{pmatrix}$$
#
# as one matrix, inverting nothing but `A` and one matrix of the size of `D` (the check notices the usual short cuts). The whole is sure to have an inverse. (To derive it, write the matrix as two equations, $Ax+By=f$ and $Cx+Dy=g$.) The first line is given, and `np.block` glues blocks together. House rules say "never `inv`", but here the inverse itself is wanted.


# %%
def block_inverse(A, B, C, D):
    Ai = np.linalg.inv(A)
    ### BEGIN SOLUTION
    S = np.linalg.inv(D - C @ Ai @ B)
    right = Ai @ B @ S
    return np.block([[Ai + right @ C @ Ai, -right], [-S @ C @ Ai, S]])
    ### END SOLUTION


# %%
check.block_inverse(block_inverse)

# %% [markdown] tags=["solution"]
# The first equation gives $x=A^{-1}(f-By)$. In the second, $(D-CA^{-1}B)\,y=g-CA^{-1}f$; what stands in front of $y$ is the Schur complement of $A$. With $S$ for its inverse, $y=-SCA^{-1}f+Sg$, and put back, $x=(A^{-1}+A^{-1}BSCA^{-1})f-A^{-1}BSg$. The four factors of $f$ and $g$ are the blocks. A zero corner is no oddity: every minimisation under linear constraints leads to one.

# %% tags=["solution"]
A, B = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([[1.0], [1.0]])
whole = np.block([[A, B], [B.T, np.zeros((1, 1))]])
assert np.allclose(block_inverse(A, B, B.T, np.zeros((1, 1))) @ whole, np.eye(3))

# %% [markdown]
# ## 7. An inverse without inverting
#
# In probabilistic PCA a hidden $z$ of $k$ numbers and an observed $x$ of $d$ numbers, $x=Wz+$ noise, have the joint covariance
#
# $$\begin{pmatrix}I_k&W^\top\\W&WW^\top+\sigma^2I_d\end{pmatrix}$$
#
# Return its inverse from `W` (d, k) and `sigma2`, which is $\sigma^2$, without calling `inv` or `solve`. Take it as the matrix of two equations, and start with the corner that needs no inverting. The result can be written down, and must be: in one of the fresh inputs $\sigma^2$ is $10^{-10}$, and there a numerical inverse loses most of its digits.


# %%
def precision(W, sigma2):
    ### BEGIN SOLUTION
    d, k = W.shape
    corner = np.eye(k) + W.T @ W / sigma2
    return np.block([[corner, -W.T / sigma2], [-W / sigma2, np.eye(d) / sigma2]])
    ### END SOLUTION


# %%
check.precision(precision)

# %% [markdown] tags=["solution"]
# The equations are $a+W^\top b=f$ and $Wa+(WW^\top+\sigma^2I)\,b=g$. The first gives $a=f-W^\top b$. Put it into the second: $WW^\top$ cancels, $\sigma^2b=g-Wf$ is left, and so $b=(g-Wf)/\sigma^2$ and $a=(I+W^\top W/\sigma^2)f-W^\top g/\sigma^2$. The factors of $f$ and $g$ are the four blocks. In other words, the Schur complement of the top left corner is $\sigma^2I$. On paper $WW^\top$ cancels exactly; in a computer $\sigma^2=10^{-10}$ has lost its last digits by the time it is added to $WW^\top$, and no method can bring them back:

# %% tags=["solution"]
W = rng.normal(size=(5, 2))
joint = np.block([[np.eye(2), W.T], [W, W @ W.T + 1e-10 * np.eye(5)]])
exact = precision(W, 1e-10)
off = np.linalg.norm(np.linalg.inv(joint) - exact) / np.linalg.norm(exact)
print("inv keeps ten digits" if off < 1e-10 else "inv does not keep ten digits")

# %% [markdown]
# ## 8. All eigenvalues from a few
#
# Return all $m$ eigenvalues of the $m\times m$ matrix $MM^\top+\lambda I$, the largest first, for `M` (m, n) and `lam`. One side of `M` may be huge, and it may be either: the cost must be that of the *smaller* one, so form no square matrix of the larger side (the check watches).


# %%
def spectrum(M, lam):
    ### BEGIN SOLUTION
    s = np.linalg.svd(M, compute_uv=False)
    values = np.zeros(len(M))
    values[: len(s)] = s**2
    return values + lam
    ### END SOLUTION


# %%
check.spectrum(spectrum)

# %% [markdown] tags=["solution"]
# $MM^\top=US^2U^\top$ and $M^\top M=VS^2V^\top$ share the non-zero eigenvalues $s_i^2$; $MM^\top$ has zeros for the rest of its $m$ directions. Adding $\lambda I$ changes no eigenvector and shifts *every* eigenvalue by $\lambda$, the zeros as well. Both shapes, against the long way round:

# %% tags=["solution"]
for shape in ((40, 3), (3, 40)):
    M = rng.normal(size=shape)
    long_way = np.linalg.eigvalsh(M @ M.T + 0.5 * np.eye(len(M)))[::-1]
    assert np.allclose(spectrum(M, 0.5), long_way)

# %% [markdown]
# ## 9. Find the slip
#
# The slides state: *let $P$ be a projection onto $V$, not necessarily an orthogonal one; then $I-P$ projects onto $V^\perp$.* One example would be enough to refute it, but perhaps $V$ was unlucky. So refute it for **every** $V$: return a projection `P` whose range is $V$, the span of the columns of `B`, but for which the range of $I-P$ is not $V^\perp$. The columns of `B` (d, k) are independent, and $1\le k<d$. Then mend the statement, in a sentence of your own. (`null_space` has been imported.)


# %%
def slanted(B):
    ### BEGIN SOLUTION
    v, w = B[:, 0], null_space(B.T)[:, 0]
    return B @ np.linalg.pinv(B) + np.outer(v, w)
    ### END SOLUTION


# %%
check.slanted(slanted)

# %% [markdown] tags=["solution"]
# To the orthogonal $P_0$ we add $vw^\top$ with $v$ in $V$ and $w$ in $V^\perp$. Then $P_0v=v$, $w^\top P_0=0$ and $w^\top v=0$, so $(P_0+vw^\top)^2=P_0+vw^\top$. Vectors of $V$ stay where they are, and all shadows fall into $V$. But $w$ itself, which should be left over whole, casts the shadow $v$ times $w^\top w$.
#
# The slides' proof says that $V^\perp$ is the null space of $P$. **Mended:** $I-P$ projects onto the null space of $P$, and that is $V^\perp$ if and only if $P=P^\top$.

# %% tags=["solution"]
P = slanted(plane)
rest = np.eye(3) - P
assert np.allclose(P @ rest, 0) and np.allclose(rest @ rest, rest)  # onto the null space
print(f"largest inner product with the plane: {np.abs(plane.T @ rest).max():.2f}")

# %% [markdown]
# ## 10. The nearest kernel matrix
#
# People were asked how similar things are. An ellipse is more like a circle than a circle is like an ellipse, they say: the table `A` is square, but **not symmetric**. Find the nearest table that could be a kernel matrix. Return the symmetric, positive semi-definite matrix of rank **at most** `k` with the smallest sum of squared differences from `A`.


# %%
def nearest_kernel(A, k):
    ### BEGIN SOLUTION
    values, U = np.linalg.eigh((A + A.T) / 2)
    kept = np.maximum(values[-k:], 0)
    return (U[:, -k:] * kept) @ U[:, -k:].T
    ### END SOLUTION


# %%
check.nearest_kernel(nearest_kernel)

# %% [markdown] tags=["solution"]
# $A=\frac12(A+A^\top)+\frac12(A-A^\top)$, a symmetric and a skew part. As long vectors of entries they are orthogonal: each pair $(i,j)$ contributes $s\cdot t+s\cdot(-t)=0$. So $A\mapsto\frac12(A+A^\top)$ is the orthogonal projection onto the symmetric matrices, and the distance to any of them is, by Pythagoras, that of the symmetric part plus what is lost anyway. For the symmetric part, keep the $k$ largest eigenvalues and clip what is negative. All losses add up, and a thousand rivals in the neighbourhood do no better:

# %% tags=["solution"]
A, k = rng.normal(size=(5, 5)), 2
values = np.linalg.eigvalsh((A + A.T) / 2)
ours = np.sum((A - nearest_kernel(A, k)) ** 2)
skew, dropped = np.sum(((A - A.T) / 2) ** 2), np.sum(values[:-k] ** 2)
assert values[-k] > 0 and np.isclose(ours, skew + dropped)
U, s, _ = np.linalg.svd(nearest_kernel(A, k))
factors = U[:, :k] * np.sqrt(s[:k]) + 0.05 * rng.normal(size=(1000, 5, k))
rivals = [np.sum((A - F @ F.T) ** 2) for F in factors]
print(f"squared distance {ours:.3f} = {skew:.3f} (skew) + {dropped:.3f} (eigenvalues dropped)")
assert ours < min(rivals)

# %% [markdown]
# ## 11. A witness
#
# Claim: if a *linear* $P$ is idempotent, $P^2=P$, and $\langle Px,\,x-Px\rangle=0$ for all $x$, then $P$ is symmetric. Prove it by machine, the other way round. You are handed an idempotent matrix `P` that is **not** symmetric. Return a vector `x` with $\langle Px,\,x-Px\rangle\ne0$. Your function must succeed for every such `P`, and by reason, not by luck: no random numbers (the check asks twice and compares).


# %%
def witness(P):
    ### BEGIN SOLUTION
    rest = np.eye(len(P)) - P
    products = P.T @ rest
    i, j = np.unravel_index(np.abs(products).argmax(), P.shape)
    return P[:, i] + rest[:, j]
    ### END SOLUTION


# %%
check.witness(witness)

# %% [markdown] tags=["solution"]
# For $x=v+w$ with $v$ in the range and $w$ in the null space, $Px=v$ and $x-Px=w$. So we need two such vectors that are not orthogonal. $P^\top(I-P)$ holds the inner products of all columns of $P$ with all columns of $I-P$. If all were zero, $P^\top=P^\top P$, and the right side is symmetric: then so is $P$. As it is not, some entry is not zero, and it names the two columns.
#
# There is a second proof, by trace. Over the unit vectors, $\langle Pe_i,e_i-Pe_i\rangle$ adds up to $\operatorname{tr}P-\operatorname{tr}(P^\top P)=\sum_i(1-s_i^2)$ over the non-zero singular values of $P$. None of these is below 1, since $P$ leaves its range alone, and all are 1 only if $P=P^\top$. So some *unit vector* is a witness already:

# %% tags=["solution"]
for _ in range(100):
    P = slanted(rng.normal(size=(4, 2)))
    form = np.diag(P.T - P.T @ P)  # <P e_i, e_i − P e_i> for all i
    assert np.isclose(form.sum(), np.sum(1 - np.linalg.svd(P, compute_uv=False)[:2] ** 2))
    assert form.sum() < 0
    assert abs(witness(P) @ P.T @ (witness(P) - P @ witness(P))) > 1e-6

# %% [markdown]
# ## An open challenge: correlations that cannot be
#
# No check for this one. The table below was put together from several surveys; each number is right, but no five variables have all these correlations at once, for one eigenvalue is negative. Clipping mends that and spoils the diagonal, which must be 1; dividing by the roots of the diagonal mends the diagonal. The result is a correlation matrix. Is it the **nearest** one? Find a nearer, and then the nearest you can. How would you convince a sceptic that nothing is nearer still?

# %%
from featurespace.linalg import nearest_psd

near, far = np.full((2, 2), 0.9), np.zeros((2, 1))
R = np.block([[near, near, far], [near, near, far + 0.9], [far.T, far.T + 0.9, 1.0]])
np.fill_diagonal(R, 1)
clipped = nearest_psd(R)
root = np.sqrt(np.diag(clipped))
rescaled = clipped / np.outer(root, root)
print(R, f"smallest eigenvalue {np.linalg.eigvalsh(R)[0]:.2f}", sep="\n")
print(f"clipped and rescaled: distance {np.linalg.norm(R - rescaled):.4f}")

# %%
# Your experiment goes here.

# %% [markdown] tags=["solution"]
# Both demands are easy alone: clip the eigenvalues, or put ones on the diagonal. Each is a projection onto a convex set, so take turns. Taking turns ends at *some* matrix that satisfies both, not at the nearest: each clipping forgets the ones before. Dykstra's remedy (Higham, 2002, for correlations) is to give back, before each clipping, what the last one took away:

# %% tags=["solution"]
def ones_on_diagonal(X):
    return X - np.diag(np.diag(X)) + np.eye(len(X))


turns, dykstra, taken = R, R, 0
for _ in range(300):
    turns = ones_on_diagonal(nearest_psd(turns))
    given_back = dykstra - taken
    step = nearest_psd(given_back)
    taken, dykstra = step - given_back, ones_on_diagonal(step)
for name, S in {"taking turns": turns, "with memory": dykstra}.items():
    assert np.linalg.eigvalsh(S)[0] > -1e-9
    print(f"{name}: distance {np.linalg.norm(R - S):.4f}")

# %% [markdown] tags=["solution"]
# For the sceptic: the set of correlation matrices is convex, so $S$ is the nearest exactly if no correlation matrix $T$ makes an acute angle at $S$, $\langle R-S,\,T-S\rangle\le0$. Write $R-S=\Delta-N$ with $\Delta$ diagonal and $N$ positive semi-definite, $NS=0$ (that is what `taken` ends up as). The diagonal of $T-S$ is zero, so $\langle\Delta,T-S\rangle=0$, and $-\langle N,T-S\rangle=-\operatorname{tr}(NT)\le0$. All conditions can be tested:

# %% tags=["solution"]
N, Delta = taken, R - dykstra + taken
assert np.linalg.eigvalsh(N)[0] > -1e-9 and np.abs(N @ dykstra).max() < 1e-6
assert np.abs(Delta - np.diag(np.diag(Delta))).max() < 1e-6
print("a proof that nothing is nearer, up to round-off")

# %% [markdown]
# [Back to the appendix](../course/A_linear_algebra.ipynb)
