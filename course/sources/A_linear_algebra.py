# %% [markdown]
# # A. Linear algebra and projections
#
# Every chapter of this course leans on two dozen facts about vectors and matrices; here they are, each with a picture or a number to hold on to. The thread is the shadow: what a projection keeps, what it loses, and why light at right angles loses least. It ends with the one question that every kernel matrix must answer: are you positive semi-definite, and if not, what is the nearest matrix that is?
#
# **After this chapter you can**
#
# - read a matrix product by entries, by columns and by layers, and pick the reading that makes a formula obvious;
# - build the projector onto any subspace, and tell an orthogonal one from an oblique one;
# - take a matrix apart by singular values or eigenvalues, keep the best $k$ layers, and say how much is lost and in which norm;
# - recognise a positive semi-definite matrix, and repair one that ought to be;
# - name the numpy or scipy call for each of these, and what it costs.
#
# **Needs** vectors and their lengths, as at school. **Takes** about two hours to read, exercises apart; a minute to look something up. (Cells build on earlier ones: if you jump in, choose *Run All Above* first.) **Sources** slides on projection operators (ids H-…, *the slides*) and the appendices of lecture notes on data mining (ids DME-…, *the notes*). The ids stand in small print where a statement is made.

# %% [markdown]
# | you are looking for | go to |
# |---|---|
# | matrix times vector, matrix times matrix, columns | [1. Vectors and matrices](#1.-Vectors-and-matrices) |
# | $AB^\top=\sum_k a_kb_k^\top$; the inverse of a matrix in blocks, Schur complement | [2. Outer products and blocks](#2.-Outer-products-and-blocks) |
# | span, independence, rank, dimension, sums and direct sums of subspaces | [3. Subspaces and bases](#3.-Subspaces-and-bases) |
# | coordinates, $V^\perp$, $P=UU^\top$, Pythagoras | [4. Orthogonal projections](#4.-Orthogonal-projections) |
# | least squares; planes that miss the origin | [5. The closest point](#5.-The-closest-point) |
# | $P^2=P\ne P^\top$, idempotent, range, null space, $I-P$ | [6. Oblique projections](#6.-Oblique-projections) |
# | $\operatorname{tr}(AB)=\operatorname{tr}(BA)$; trace as dimension | [7. Trace and dimension](#7.-Trace-and-dimension) |
# | $A=USV^\top$ | [8. Singular values](#8.-Singular-values) |
# | $A=U\Lambda U^\top$, positive semi-definite, $MM^\top$ and $M^\top M$, total variance | [9. Eigenvalues and definiteness](#9.-Eigenvalues-and-definiteness) |
# | Frobenius norm, Eckart–Young | [10. Best low rank](#10.-Best-low-rank) |
# | clipping negative eigenvalues | [11. Nearest positive semi-definite matrix](#11.-Nearest-positive-semi-definite-matrix) |
# | why greedy PCA is optimal; variance against error | [12. Two proofs about PCA](#12.-Two-proofs-about-PCA) |
# | spectral norm; pitfalls in the sources | [13. Find the slip](#13.-Find-the-slip) |
# | which call, at what cost | [14. In practice](#14.-In-practice) |

# %% [markdown]
# **Three questions to warm up**, from school. Answer before you unfold.
#
# <details><summary>How long is the arrow (3, 4), and which angle do (1, 2) and (2, −1) form?</summary>
#
# 5, by Pythagoras. A right angle, since $1\cdot2+2\cdot(-1)=0$.
# </details>
#
# <details><summary>Which point of the line through the origin and (3, 4) is closest to (5, 0)?</summary>
#
# Drop a perpendicular. It meets the line at $\frac{15}{25}(3,4)=(1.8,\ 2.4)$, since $(5,0)-(1.8,2.4)=(3.2,-2.4)$ is at right angles to $(3,4)$.
# </details>
#
# <details><summary>Can (1, 0) be reached by adding multiples of (1, 2) and (3, 6)?</summary>
#
# No. Both point the same way, so you never leave their common line.
# </details>

# %% [markdown]
# | symbol | code | meaning |
# |---|---|---|
# | $x,u,v$ | `x` (n,) | vectors; on paper they are columns |
# | $A=(a_1,\dots,a_n)$ | `A` (m, n) | a matrix and its columns |
# | $A^\top$ | `A.T` | transpose |
# | $I,\ A^{-1}$ | `np.eye(n)`, `inv(A)` | identity, inverse |
# | $V,\ V^\perp$ | | a subspace, all that is orthogonal to it |
# | $B,\ U_k$ | `B`, `U` | vectors that span a subspace as columns; orthonormal ones |
# | $P$ | `P` | a projection |
# | $s_i,\ \lambda_i$ | `s`, `values` | singular values, eigenvalues, largest first |
# | $\lVert A\rVert_F,\ \lVert A\rVert_2$ | `norm(A)`, `norm(A, 2)` | Frobenius norm, spectral norm |
#
# Elsewhere in the course points are the *rows* of `X`. Here vectors stand as columns, as the sources have it. And the slides call $\{x: Ax=0\}$ the kernel of $A$; we say **null space**, because a kernel is something else here.

# %%
import numpy as np
from scipy.linalg import null_space

from featurespace import datasets, linalg, plots
from featurespace.demos import linalg as demos

np.set_printoptions(suppress=True)  # 0.01 rather than 1.000e-02
rng = np.random.default_rng(0)

# %% [markdown]
# ## 1. Vectors and matrices
#
# **Predict.** A matrix $A$ has three columns. Which vector $u$ makes $Au$ the second column?
#
# <details><summary>Answer</summary>
#
# $u=(0,1,0)$. A matrix times a vector is a mixture of its columns, and $u$ is the recipe.
# </details>
#
# Real numbers, also called **scalars**, fill $\mathbb R$ <small>[H-p02, H-p05]</small>. A **Cartesian product** collects all columns whose $k$-th entry comes from the $k$-th set <small>[H-p01]</small>; with $\mathbb R$ in every place it is $\mathbb R^N$, Euclidean space of dimension $N$ <small>[H-p03, H-p04]</small>. A matrix is a table with $m$ rows and $n$ columns. Tables of one size are added and scaled entry by entry, the transpose mirrors at the diagonal, and a symmetric matrix is its own mirror image <small>[DME-A.1..A.4]</small>:

# %%
A = np.array([[1, 2, 0], [3, 1, 1]])
B = np.array([[0, 5, 4], [1, 0, 2]])
print(2 * A + B, A.T, sep="\n\n")

# %% [markdown]
# A row times a column is a number, the **inner product** $u^\top v=\sum_iu_iv_i=v^\top u$ <small>[DME-A.9..A.12, H-p16]</small>. A product of matrices holds all such numbers, row $i$ of the first with column $j$ of the second <small>[DME-A.5]</small>, and a matrix times a vector is the case of one column <small>[DME-A.14]</small>:
#
# $$c_{ij}=\sum_ka_{ik}b_{kj} \tag{A.5}$$

# %%
def product(A, B):
    """Entry (i, j) is row i of A times column j of B."""
    return np.array([[sum(row * column) for column in B.T] for row in A])


assert (product(A, B.T) == A @ B.T).all() and A[0] @ B[0] == B[0] @ A[0] == 10

# %% [markdown]
# That is how to compute it. How to *think* it is by columns <small>[DME-A.15..A.16, DME-A.17..A.19]</small>:
#
# $$Au=\sum_ja_ju_j, \qquad AB=(Ab_1,\dots,Ab_p)$$

# %%
u = np.array([2, -1, 3])
assert (A @ u == 2 * A[:, 0] - 1 * A[:, 1] + 3 * A[:, 2]).all()
assert (A @ [0, 1, 0] == A[:, 1]).all()  # a unit vector picks a column
assert ((A @ B.T)[:, 1] == A @ B.T[:, 1]).all()

# %% [markdown]
# A diagonal matrix from the right then weighs the columns, and a zero on its diagonal deletes one <small>[DME-A.20..A.21]</small>. The **identity** $I$, ones on the diagonal, changes nothing; the **inverse** $A^{-1}$ undoes a square $A$, $A^{-1}A=I$, if anything can:

# %%
print(A @ np.diag([10, 1, 0]))
undo = np.linalg.inv([[2.0, 1.0], [1.0, 1.0]])
assert (A @ np.eye(3) == A).all() and np.allclose(undo @ [[2, 1], [1, 1]], np.eye(2))

# %% [markdown]
# *$Au$ mixes the columns of $A$; the entries of $u$ are the recipe.*

# %% [markdown]
# ## 2. Outer products and blocks
#
# **Predict.** The multiplication table up to nine times nine has 81 entries. How many of its rows do you need to know all others?
#
# <details><summary>Answer</summary>
#
# One. Each row is a multiple of $(1,2,\dots,9)$. Such a table has **rank** one: two lists of nine numbers hold it all.
# </details>
#
# A column times a row is a table, the **outer product** $uv^\top$ with entries $u_iv_j$ <small>[DME-A.13]</small>:

# %%
nine = np.arange(1, 10)
table = np.outer(nine, nine)
assert table[6, 7] == 56 and np.linalg.matrix_rank(table) == 1

# %% [markdown]
# Any product is a sum of such tables. Write $a_k$ and $b_k$ for the columns of $A$ and $B$; then <small>[DME-A.26]</small>
#
# $$AB^\top = \sum_ka_kb_k^\top \tag{A.26}$$
#
# Entry $(i,j)$ of layer $k$ is $a_{ik}b_{jk}$, and summed over $k$ that is row $i$ of $A$ times row $j$ of $B$ <small>[DME-A.24..A.25, DME-A.27..A.29]</small>. A helper draws a matrix with its entries; then the layers of a product:


# %%
def draw(M, ax, title, reach):
    """A matrix as colours with numbers, purple for positive and orange for negative."""
    ax.imshow(M, cmap="PuOr", vmin=-reach, vmax=reach)
    for (i, j), value in np.ndenumerate(M):
        dark = abs(value) > 0.55 * reach
        ax.text(j, i, f"{value:.3g}", ha="center", va="center", color="white" if dark else "black")
    ax.set(title=title, xticks=[], yticks=[])
    ax.grid(visible=False)


# %%
row = plots.axes(4, width=9, height=2.1)
layers = [np.outer(A[:, k], B[:, k]) for k in range(3)]
titles = ["AB⊤ is the sum of", "a₁b₁⊤,", "a₂b₂⊤", "and a₃b₃⊤"]
for ax, M, title in zip(row, [A @ B.T, *layers], titles, strict=True):
    draw(M, ax, title, reach=15)
assert (sum(layers) == A @ B.T).all()
plots.show(row[0], alt="""Four tables of two by two numbers: the product A B transposed, with
    entries 10, 1, 9, 5, and the three rank-one layers that add up to it.""")

# %% [markdown]
# A matrix can also be cut into **blocks**, and blocks multiply as if they were numbers. Suppose you hold the answer to $Dy=g$ for every $g$, and the system grows:
#
# $$\begin{pmatrix}A&B\\C&D\end{pmatrix}\begin{pmatrix}x\\y\end{pmatrix}=\begin{pmatrix}f\\g\end{pmatrix}$$
#
# The second row gives $y=D^{-1}(g-Cx)$. Put it into the first: $(A-BD^{-1}C)\,x=f-BD^{-1}g$. What stands in front of $x$ is the **Schur complement** of $D$, and with $M$ for its inverse you can read off the whole inverse <small>[DME-A.22..A.23]</small>:
#
# $$\begin{pmatrix}A&B\\C&D\end{pmatrix}^{-1}=\begin{pmatrix}M&-MBD^{-1}\\-D^{-1}CM&D^{-1}+D^{-1}CMBD^{-1}\end{pmatrix},\qquad M=(A-BD^{-1}C)^{-1} \tag{A.22}$$

# %%
S = rng.normal(size=(5, 5))
blocks = S[:2, :2], S[:2, 2:], S[2:, :2], S[2:, 2:]
assert np.allclose(linalg.block_inverse(*blocks) @ S, np.eye(5))

# %% [markdown]
# The notes say "holds" and leave it at that. Two inverses must exist: that of $D$ and that of the Schur complement. Here is a matrix that has an inverse although its $D$ has none; the library says what to do:

# %%
swap = np.array([[1.0, 1.0], [1.0, 0.0]])
assert (swap @ [[0, 1], [1, -1]] == np.eye(2)).all()  # its inverse
try:
    linalg.block_inverse(swap[:1, :1], swap[:1, 1:], swap[1:, :1], swap[1:, 1:])
except ValueError as refusal:
    print(refusal)

# %% [markdown]
# Block inverses are behind every "given that": the conditional of a Gaussian, the posterior in [chapter 4](04_pca.ipynb).
#
# *A product is a sum of layers of rank one; a big inverse can be built from two small ones.*

# %% [markdown]
# ## 3. Subspaces and bases
#
# **Predict.** Which of these do you get by adding multiples of $(1,2,3)$ and $(3,6,9)$: a point, a line, a plane, all of space?
#
# <details><summary>Answer</summary>
#
# A line: the second is three times the first and adds nothing.
# </details>
#
# A sum $\sum_k\alpha_kx_k$ is a **linear combination** of $x_1,\dots,x_K$ <small>[H-p08, H-1]</small>. A **linear space** contains every combination $\alpha x+\beta y$ of its members <small>[H-p06]</small>; a **subspace** is a part of it that does so on its own <small>[H-p07]</small>. It must have at least one member, and then it contains $0\cdot x=0$: a line that misses the origin is no subspace.
#
# The **span** of some vectors is the set of all their combinations <small>[H-p12, DME-A.36..A.37]</small>. It is a subspace, because a combination of combinations is one: the weights just add up <small>[DME-A.38..A.39]</small>. In the plane the subspaces are the origin, the lines through it, and the whole plane <small>[H-F01]</small>; in space there are four kinds, since planes come in between <small>[H-e01]</small>. To draw space on paper we need a point of view, and an arrow:

# %%
VIEW = np.array([[-0.62, -0.32], [0.88, -0.2], [0.0, 0.95]])  # where the three axes go on paper


def arrow(ax, tip, name, colour=plots.BLUE, start=(0, 0), aside=(0.08, 0.08)):
    """An arrow with its name beside the tip."""
    look = {"arrowstyle": "-|>", "color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, start, arrowprops=look)
    ax.text(*np.add(tip, aside), name, color=colour)


# %%
a, b = np.array([1, 1, 0]), np.array([0, 1, 1])


def draw_plane(ax, title):
    """The plane spanned by a and b, seen from VIEW, with the three axes."""
    for axis, name in zip(1.6 * VIEW, ("x₁", "x₂", "x₃"), strict=True):
        ax.plot(*np.transpose([[0, 0], axis]), "-", color=plots.GREY, linewidth=1)
        ax.text(*(1.07 * axis), name, color=plots.GREY, ha="center", va="center")
    patch = [p * a + q * b for p, q in ((-0.6, -0.5), (1.5, -0.5), (1.5, 1.4), (-0.6, 1.4))]
    ax.fill(*(np.array(patch) @ VIEW).T, color=plots.GREEN, alpha=0.18)
    ax.set(title=title, xlim=(-1.3, 1.8), ylim=(-1.25, 1.7), aspect="equal")
    ax.set_axis_off()


# %%
left, right = plots.axes(2, width=8.6, height=3.4)
for angle, look in ((20, "-"), (75, "-"), (140, "-")):
    left.axline((0, 0), slope=np.tan(np.radians(angle)), color=plots.BLUE, linestyle=look)
left.axline((0, 1), slope=-0.35, color=plots.ORANGE, linestyle="--")
left.plot(0, 0, "ko")
left.set(xlim=(-2, 2), ylim=(-1.6, 1.6), aspect="equal", xticks=[0], yticks=[0])
left.set_title("Three subspaces; the dashed line is none")
draw_plane(right, "a = (1, 1, 0) and b = (0, 1, 1) span a plane")
arrow(right, a @ VIEW, "a", aside=(0.05, -0.17))
arrow(right, b @ VIEW, "b", plots.ORANGE)
plots.show(left, alt="""Left, a plane with three solid lines through the origin, which are
    subspaces, and a dashed line that misses it. Right, in space, two arrows a and b and the
    tilted plane that they span.""")

# %% [markdown]
# Vectors are **independent** if only the trivial combination gives zero <small>[H-p09]</small>, otherwise **dependent** <small>[H-p10]</small>: some weights, not all zero, combine them to zero <small>[H-p11]</small>. For $(1,2,3)$ and $(3,6,9)$ the weights are $3$ and $-1$ <small>[H-e03]</small>; $(1,2,3)$ and $(0,0,1)$ are independent <small>[H-e02]</small>. Independent vectors are a **basis** of their span <small>[H-p13]</small>, as $a$ and $b$ are <small>[H-e04]</small>. The rank of a matrix counts the independent columns:

# %%
print(3 * np.array([1, 2, 3]) - 1 * np.array([3, 6, 9]))
for pair in ([[1, 2, 3], [3, 6, 9]], [[1, 2, 3], [0, 0, 1]], [a, b]):
    print(np.linalg.matrix_rank(np.transpose(pair)), end=" ")

# %% [markdown]
# The **dimension** of a subspace is the least number of vectors that span it <small>[H-p14]</small>, and also the largest number of independent ones inside <small>[H-p15]</small>. One vector does not span our plane, two do, and of three or more in it some are always superfluous:

# %%
V = np.column_stack([a, b])
many = V @ rng.normal(size=(2, 6))  # six vectors of the plane
assert [np.linalg.matrix_rank(many[:, :k]) for k in (1, 2, 3, 6)] == [1, 2, 2, 2]

# %% [markdown]
# Subspaces can be added: $V+W$ holds all sums $v+w$, which makes sense for any two sets (the **Minkowski sum**) <small>[H-p40]</small>. The slides call it **direct sum** without a condition <small>[H-p18]</small>. The name is reserved for $V\cap W=\{0\}$, because only then is the split $x=v+w$ unique and only then do dimensions add up. In general
#
# $$\dim(V+W)=\dim V+\dim W-\dim(V\cap W)$$
#
# Two planes in space: $2+2=4$ is more than there is, so they share a line:

# %%
W = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])  # the floor
total = np.linalg.matrix_rank(np.hstack([V, W]))
shared = null_space(np.hstack([V, -W])).shape[1]  # solutions of Vp = Wq
print(f"dim(V + W) = {total} = 2 + 2 − {shared}")

# %% [markdown]
# *A basis is a shortest list that reaches everything; its length is the dimension.*

# %% [markdown]
# ## 4. Orthogonal projections
#
# **Predict.** $u_1=(3,4)/5$ and $u_2=(-4,3)/5$ have length one and form a right angle. Which multiples of them add up to $x=(5,0)$? (No equations, please.)
#
# <details><summary>Answer</summary>
#
# $u_1^\top x=3$ and $u_2^\top x=-4$. In a basis at right angles, coordinates are inner products.
# </details>
#
# Vectors are **orthogonal** if their inner product is zero, subspaces if all their vectors are <small>[H-p17]</small>; **orthonormal** vectors also have length one <small>[DME-A.30]</small>. A basis of mutually orthogonal vectors is an orthogonal basis <small>[H-p22]</small>. Then each coordinate can be had alone <small>[DME-A.31..A.32]</small>:
#
# $$x=\sum_ic_iu_i,\qquad c_i=u_i^\top x$$
#
# Put $N$ orthonormal vectors side by side and you have an **orthogonal matrix** <small>[H-p50]</small>. $U^\top U=I$ says just that, so the transpose is the inverse <small>[H-p51]</small>; hence $c=U^\top x$, $x=Uc$, and $UU^\top=I$ too <small>[DME-A.33..A.35]</small>:

# %%
U = np.array([[3, -4], [4, 3]]) / 5
c = U.T @ [5, 0]
assert np.allclose(c, [3, -4]) and np.allclose(U @ c, [5, 0])
assert np.allclose(U.T @ U, np.eye(2)) and np.allclose(U @ U.T, np.eye(2))

# %% [markdown]
# Now take only the first $k$ of them, and call their span $V$. The sum for $x$ falls into two parts <small>[DME-A.40..A.41]</small>:
#
# $$x=\underbrace{\sum_{i\le k}c_iu_i}_{x_\parallel}+\underbrace{\sum_{i>k}c_iu_i}_{x_\perp}$$
#
# The second is orthogonal to all of $V$. All such vectors form the **orthogonal complement** $V^\perp$ <small>[H-p19, H-p20]</small>; $V$ and $V^\perp$ are orthogonal and together fill the space <small>[H-p21]</small>. The first is the **orthogonal projection** of $x$ onto $V$ <small>[H-p23]</small>. Nobody else can have another one: if $v_1+w_1=v_2+w_2$, then $v_1-v_2=w_2-w_1$ lies in $V$ and in $V^\perp$, is orthogonal to itself, and so is zero <small>[H-p24]</small>. And since the mixed terms vanish, Pythagoras holds <small>[H-p25]</small>: $\|x\|^2=\|x_\parallel\|^2+\|x_\perp\|^2$. With the frame above, $k=1$, and $x=(5,0)$:

# %%
parallel, perpendicular = c[0] * U[:, 0], c[1] * U[:, 1]
print(parallel.round(2), perpendicular.round(2))
assert np.isclose(parallel @ perpendicular, 0) and np.allclose(parallel + perpendicular, [5, 0])
assert np.isclose(parallel @ parallel + perpendicular @ perpendicular, 5**2)  # 3² + 4²

# %% [markdown]
# One matrix does it. Let $U_k=(u_1,\dots,u_k)$. Then $U_k^\top U_k=I$, but $U_kU_k^\top$ is not the identity <small>[DME-A.42]</small>; it is a sum of $k$ layers <small>[DME-A.43, H-p28, H-p31]</small>
#
# $$P=U_kU_k^\top=\sum_{i\le k}u_iu_i^\top$$
#
# and $Px=\sum_{i\le k}u_i(u_i^\top x)=x_\parallel$, while $(I-P)x=x_\perp$ <small>[DME-A.44..A.48]</small>. For a line there is one layer, as with $(3,4)/5$ <small>[H-e06]</small>:

# %%
u1 = U[:, 0]
P = np.outer(u1, u1)
assert np.allclose(25 * P, [[9, 12], [12, 16]])
assert np.allclose(P @ [5, 0], [1.8, 2.4])  # the second warm-up question

# %% [markdown]
# For a plane we need an orthonormal basis first. Gram–Schmidt makes one ([chapter 2](02_gram_schmidt_and_cholesky.ipynb)): keep $a/\sqrt2$, strip $b$ of its shadow on it, and make the rest one long:

# %%
q1 = a / np.sqrt(2)
rest = b - (q1 @ b) * q1
q2 = rest / np.linalg.norm(rest)
print(f"lengths {np.sqrt(2):.4f}, {np.linalg.norm(rest):.4f}; shadow of b on a {q1 @ b:.4f}")
P = np.outer(q1, q1) + np.outer(q2, q2)
print((3 * P).round(2))

# %% [markdown]
# The lengths are $\sqrt2$ and $\sqrt{3/2}$, and their squares multiply to 3, the determinant of the inner products of $a$ and $b$ ([chapter 2](02_gram_schmidt_and_cholesky.ipynb#5.-R-needs-no-images) says what a determinant measures, and why). The library takes any vectors that span the plane, orthonormal or not, independent or not. Six of them give the same $P$, as they must: there is only one orthogonal projector onto a subspace. (If $P$ and $Q$ are two, each leaves the other's columns alone, $PQ=Q$ and $QP=P$, so $Q=Q^\top=(PQ)^\top=QP=P$ <small>[H-p30]</small>.)

# %%
assert np.allclose(P, linalg.projection_matrix(V)) and np.allclose(3 * P[0], [2, 1, -1])
assert np.allclose(P, linalg.projection_matrix(many))
assert np.isclose(np.linalg.det(V.T @ V), 2 * (rest @ rest)) and np.isclose(rest @ rest, 1.5)

# %% [markdown]
# Two properties follow from $U_k^\top U_k=I$ alone <small>[H-p29]</small>: $P^2=U_k(U_k^\top U_k)U_k^\top=P$, and $P^\top=P$. And $Px$, a mixture of the columns of $U_k$, lies in $V$. All of it, on one vector:

# %%
x = np.array([0.7, 0.9, 1.7])
v, w = P @ x, x - P @ x
assert linalg.is_orthogonal_projection(P) and np.linalg.matrix_rank(np.column_stack([V, v])) == 2
assert np.allclose(w @ V, 0) and np.isclose(x @ x, v @ v + w @ w)

# %%
ax = plots.axes(width=5.6, height=3.8)
draw_plane(ax, "x = Px + (I − P)x, at a right angle")
arrow(ax, v @ VIEW, "Px", plots.GREEN, aside=(0.08, -0.1))
arrow(ax, x @ VIEW, "x", aside=(-0.12, 0.04))
arrow(ax, x @ VIEW, "(I − P)x", plots.ORANGE, start=v @ VIEW, aside=(0.42, -0.1))
plots.show(ax, alt="""A tilted plane in space and an arrow x that sticks out of it. A second arrow,
    Px, lies in the plane; a third leads from its tip to the tip of x, at a right angle to the
    plane.""")

# %% [markdown]
# *With orthonormal columns, $U^\top x$ are the coordinates and $UU^\top x$ is the shadow.*

# %% [markdown]
# ## 5. The closest point
#
# Why does everyone project at right angles? Because nothing else comes as close.
#
# **Predict.** From the foot of the perpendicular you walk 3 steps within $V$. The foot was 4 from $x$. How far are you now?
#
# <details><summary>Answer</summary>
#
# 5. Every step away from the foot costs its full squared length: $3^2+4^2=5^2$.
# </details>
#
# Let $x=v+w$ be the orthogonal split and $f$ any point of $V$. Then $x-f=(v-f)+w$, where $v-f$ lies in $V$ and $w$ in $V^\perp$ <small>[H-p32]</small>:
#
# $$\|x-f\|^2=\|v-f\|^2+\|w\|^2\ \ge\ \|w\|^2$$
#
# What holds for each point holds for the sum over many <small>[H-p33]</small>. (In the slides' proof one sign is wrong, $-v^\top f+f^\top v$, which would cancel; both are minus.) A thousand other points of the plane, and the exact price of each:

# %%
f = rng.normal(size=(1000, 2)) @ V.T
cost = ((x - f) ** 2).sum(axis=1)
assert np.allclose(cost, ((v - f) ** 2).sum(axis=1) + w @ w) and cost.min() > w @ w

# %% [markdown]
# So **least squares** is a projection: the best coefficients for $Bc\approx x$ satisfy $B^\top(x-Bc)=0$, the leftover is orthogonal to every column. Solve that, and $P=B(B^\top B)^{-1}B^\top$ whenever the columns are independent:

# %%
c, *_ = np.linalg.lstsq(V, x)
assert np.allclose(V @ c, P @ x)
assert np.allclose(P, V @ np.linalg.solve(V.T @ V, V.T))

# %% [markdown]
# One thing to watch. Subspaces pass through the origin, and data seldom do. A cloud far from home must be projected onto a plane through its *mean* $\mu$: not $Px$ but $\mu+P(x-\mu)$. The slides forget it where they introduce relative coordinates. Points along a line, first as they are:

# %%
u = np.array([2.0, 1.0]) / np.sqrt(5)
line = linalg.projection_matrix(u[:, None])
cloud = [1, 5] + np.outer(rng.normal(size=60), 1.5 * u) + 0.2 * rng.normal(size=(60, 2))
mu = cloud.mean(axis=0)
shadows = {"Px": cloud @ line, "μ + P(x − μ)": mu + (cloud - mu) @ line}

# %%
pair = plots.axes(2, width=8.6, height=3.4)
for ax, (name, feet) in zip(pair, shadows.items(), strict=True):
    ax.plot(*np.stack([cloud, feet]).transpose(2, 0, 1), "-", color=plots.ORANGE, linewidth=0.7)
    plots.scatter(cloud, ax=ax, size=14)
    ax.axline(feet[0], slope=0.5, color="black", linewidth=1)
    rms = np.sqrt(((cloud - feet) ** 2).sum(axis=1).mean())
    ax.set(xlim=(-4, 6), ylim=(-2, 8), title=f"{name} is off by {rms:.2f}")
    print(f"{name:12} root mean squared error {rms:.2f}")
plots.show(pair[0], alt="""Two panels with the same cloud of sixty points along a slope. Left, long
    residuals lead to a parallel line through the origin. Right, the line goes through the mean
    of the cloud and the residuals are hardly visible.""")

# %% [markdown]
# *The orthogonal projection is the closest point, and each step beside it costs its square. Centre first.*

# %% [markdown]
# ## 6. Oblique projections
#
# The sun at noon throws shadows at right angles to the floor. At any other hour it throws shadows too. Both send $x$ to a $Px$ on the floor $V$, the **range** of $P$ (range: all $Px$). At noon $P$ is the matrix of section 4. What becomes of its properties in the evening? Choose your prediction, then let the sun sink:

# %%
demos.two_suns()

# %% [markdown]
# A **projection** is a square matrix with $P^2=P$, which is called **idempotent** <small>[H-p27]</small>; an **orthogonal** projection is one with $P=P^\top$ as well <small>[H-p26]</small>.
#
# **Predict.** Can a shadow be longer than what casts it?
#
# <details><summary>Answer</summary>
#
# In the evening it can, as everybody knows who has looked. At noon it cannot: by Pythagoras $\|Px\|^2=\|x\|^2-\|x-Px\|^2$.
# </details>
#
# The slides give four examples <small>[H-e05]</small>; the fourth is $(3,4)/5$ again:

# %%
examples = {"[.3 .7; .3 .7]": [[0.3, 0.7], [0.3, 0.7]], "[1 −1; 0 0]": [[1.0, -1.0], [0.0, 0.0]]}
examples["[.2 .4; .4 .8]"] = [[0.2, 0.4], [0.4, 0.8]]
examples["[9 12; 12 16]/25"] = np.outer(u1, u1)
for name, M in examples.items():
    orthogonal, norm = linalg.is_orthogonal_projection(M), np.linalg.norm(M, 2)
    print(f"{name:16} orthogonal: {orthogonal!s:5}  longest shadow of a unit vector: {norm:.4f}")
    assert linalg.is_projection(M) and np.isclose(np.trace(M), 1)

# %% [markdown]
# The last column tells them apart: an orthogonal shadow is never longer than what casts it, and each of the two oblique ones sometimes is.
#
# Two subspaces belong to every matrix: its **range**, all $Ax$, and its **null space**, all $x$ with $Ax=0$ <small>[H-p37]</small>. The range is the span of the columns, the **column space** <small>[H-p38]</small>, since $Ax$ mixes columns <small>[H-p39]</small>. For a projection they split the whole space: $x=Px+(I-P)x$, the first part in the range, the second in the null space because $P(I-P)x=Px-P^2x=0$ <small>[H-p41]</small>. If $P$ is symmetric they are orthogonal: $(Pu)^\top y=u^\top Py=0$ for $y$ in the null space <small>[H-p42]</small>, and then $I-P$ is the orthogonal projector onto $V^\perp$ <small>[H-p44]</small>.
#
# To build an oblique one, say where the shadows fall (the columns of $B$) and which directions measure them (the columns of $C$; light travels in the null space of $C^\top$): $P=B(C^\top B)^{-1}C^\top$. With $C=B$ it is the projector of section 5:

# %%
slanted = np.array([[1.0, -1.0], [0.0, 0.0]])
B, C = np.array([[1.0], [0.0]]), np.array([[1.0], [-1.0]])
assert np.allclose(slanted, B @ np.linalg.solve(C.T @ B, C.T))
light = null_space(slanted)[:, 0]
print("light travels along", (light / light[0]).round(2))

# %%
pair = plots.axes(2, width=8.6, height=3.2)
dots = rng.uniform([-1.6, -1.1], [1.6, 1.1], size=(12, 2))
upright = linalg.projection_matrix(B)
for ax, M, (p, q) in zip(pair, (upright, slanted), ((0, 1), (1, 1)), strict=True):
    ax.plot(*np.stack([dots, dots @ M.T]).transpose(2, 0, 1), "-", color=plots.ORANGE, linewidth=1)
    ax.axline((0, 0), (1, 0), color="black", label="range of P")
    ax.axline((0, 0), (p, q), color=plots.PINK, linestyle="--", label="null space of P")
    plots.scatter(dots, ax=ax, size=22)
    plots.scatter(dots @ M.T, ax=ax, colour=plots.GREEN, marker="D", size=16)
    ax.set(xlim=(-2.8, 2.8), ylim=(-1.5, 1.5), xlabel="", ylabel="")
pair[0].set_title("P = P⊤: null space at a right angle")
pair[1].set_title("P = [1 −1; 0 0]: null space along (1, 1)")
pair[0].legend(loc="lower left")
plots.show(pair[0], alt="""Twelve points and their shadows on the horizontal axis, twice. Left, the
    rays fall at right angles and the null space is the vertical axis. Right, the rays and the
    null space are slanted along the diagonal.""")

# %% [markdown]
# On the left, with $P=b_1b_1^\top$ and $b_2$ at a right angle to $b_1$: multiples of $b_1$ stay, multiples of $b_2$ vanish <small>[H-F02, H-u01]</small>. On the right $P^2=P$ all the same, but every shadow is farther from its point, unless the point lies on the axis:

# %%
b1, b2 = np.eye(2)
assert (upright @ (3 * b1) == 3 * b1).all() and (upright @ (3 * b2) == 0).all()
miss = [np.linalg.norm(dots - dots @ M.T, axis=1) for M in (upright, slanted)]
assert (miss[1] > miss[0]).all()

# %% [markdown]
# All this speaks of *matrices*. [Chapter 2](02_gram_schmidt_and_cholesky.ipynb) has a mapping with $P(P(x))=P(x)$ and $P(x)\perp x-P(x)$ that is no projection, because it is not linear: $P(x)=\max(x,0)$. For a linear $P$ the two conditions do imply $P=P^\top$ (exercise 11).
#
# *$P^2=P$ makes a shadow; $P=P^\top$ puts the sun overhead.*

# %% [markdown]
# ## 7. Trace and dimension
#
# **Predict.** A $100\times100$ matrix is a projection, and its diagonal sums to 7. Onto how many dimensions does it project?
#
# <details><summary>Answer</summary>
#
# Seven. The trace of a projection counts dimensions.
# </details>
#
# The **trace** is the sum of the diagonal <small>[H-p34, DME-A.6]</small>. It is linear, and a product may be turned round <small>[H-p35, DME-A.7..A.8]</small>:
#
# $$\operatorname{tr}(AB)=\sum_{i,j}a_{ij}b_{ji}=\operatorname{tr}(BA) \tag{A.8}$$
#
# The factors need not be square (the slides ask for that, and two lines later use it for $b\,b^\top$). Longer products may be rotated, $\operatorname{tr}(ABC)=\operatorname{tr}(CAB)$, but not shuffled:

# %%
A, B = rng.normal(size=(2, 5)), rng.normal(size=(5, 2))
assert np.isclose(np.trace(A @ B), np.trace(B @ A))
F, G, H = rng.normal(size=(3, 4, 4))
assert np.isclose(np.trace(F @ G @ H), np.trace(H @ F @ G))
assert not np.isclose(np.trace(F @ G @ H), np.trace(F @ H @ G))

# %% [markdown]
# Hence the answer above. If $P=\sum_iu_iu_i^\top$, then $\operatorname{tr}P=\sum_iu_i^\top u_i$, a one for each basis vector <small>[H-p36]</small>. An oblique one is $P=B(C^\top B)^{-1}C^\top$, and going round, $\operatorname{tr}P=\operatorname{tr}((C^\top B)^{-1}C^\top B)=\operatorname{tr}I_k=k$. The $B$ above has two columns, and $A$ will do for $C^\top$:

# %%
oblique = B @ np.linalg.solve(A @ B, A)  # 5 × 5
assert linalg.is_projection(oblique) and not linalg.is_orthogonal_projection(oblique)
print(f"trace {np.trace(oblique):.0f}, rank {np.linalg.matrix_rank(oblique)}")

# %% [markdown]
# The plainest projector keeps the first two coordinates, $D=\operatorname{diag}(1,1,0,\dots,0)$ <small>[H-e07]</small>. Turn it with an orthogonal $Q$: $QDQ^\top$ is again idempotent and symmetric <small>[H-p52]</small>, and $\operatorname{tr}(QDQ^\top)=\operatorname{tr}(DQ^\top Q)=\operatorname{tr}D$, so it has the same dimension <small>[H-p53]</small>. Every orthogonal projector is of this form: complete a basis of $V$ by one of $V^\perp$, and let $D$ delete the latter <small>[H-p54]</small>:

# %%
P = linalg.projection_matrix(V)  # the plane of section 4
Q = np.column_stack([q1, q2, null_space(V.T)])  # V, then its complement
D = np.diag([1.0, 1.0, 0.0])
assert linalg.is_orthogonal_projection(D) and np.allclose(Q.T @ Q, np.eye(3))
assert np.allclose(Q @ D @ Q.T, P)
print(f"trace of P {np.trace(P):.0f}, of I − P {np.trace(np.eye(3) - P):.0f}")

# %% [markdown]
# A projector that you know well: $C=I-\frac1njj^\top$ with $j$ the vector of $n$ ones, which centres a kernel matrix ([chapter 1](01_means_and_distances.ipynb)). It removes one direction, that of the constants, and so has trace $n-1$. And in the plane: turn $D=\operatorname{diag}(1,0)$ with the $U$ of section 4, and out comes the projector onto $(3,4)/5$:

# %%
centring = np.eye(6) - 1 / 6
assert linalg.is_orthogonal_projection(centring) and np.isclose(np.trace(centring), 5)
assert np.allclose(U @ np.diag([1, 0]) @ U.T, np.outer(u1, u1))  # (3, 4)/5 once more

# %% [markdown]
# *Products under a trace may go round in a circle, and the trace of a projection is its dimension.*

# %% [markdown]
# ## 8. Singular values
#
# **Predict.** A matrix sends every point of the unit circle somewhere. What shape do the images form, and how many numbers describe it up to rotation?
#
# <details><summary>Answer</summary>
#
# An ellipse, and two numbers: its half-axes. They are the singular values.
# </details>
#
# Every matrix, of whatever shape, is a rotation (or reflection), a stretching along the axes, and another rotation. That is the **singular value decomposition** <small>[DME-A.49..A.51]</small>:
#
# $$A=USV^\top,\qquad s_1\ge s_2\ge\dots\ge s_r>0 \tag{A.49}$$
#
# $U$ and $V$ are orthogonal, $S$ is zero except for the $s_i$ on its diagonal, and their number $r$ is the rank. Read it as $Av_i=s_iu_i$: the $v_i$ are directions at right angles that *stay* at right angles:

# %%
A = np.array([[1.5, 1.0], [0.2, 1.2]])
U, s, Vt = np.linalg.svd(A)
assert np.allclose(A @ Vt.T, U * s) and np.allclose(U.T @ U, np.eye(2))
print("half-axes", s.round(3))

# %%
turn = np.linspace(0, 2 * np.pi, 121)
circle = np.array([np.cos(turn), np.sin(turn)])
left, right = plots.axes(2, width=8.6, height=3.6)
left.plot(*circle, color=plots.GREY)
right.plot(*(A @ circle), color=plots.GREY)
for i, n, colour, aside in ((0, "₁", plots.BLUE, (0.1, 0.1)), (1, "₂", plots.ORANGE, (-0.45, 0.1))):
    sign = np.sign(Vt[i, 1])
    arrow(left, sign * Vt[i], f"v{n}", colour, aside=aside)
    arrow(right, sign * s[i] * U[:, i], f"s{n}u{n}", colour, aside=aside)
for ax, title in ((left, "Two directions at right angles"), (right, "A keeps the right angle")):
    ax.set(xlim=(-2.4, 2.4), ylim=(-1.6, 1.6), aspect="equal", title=title)
plots.show(left, alt="""Left the unit circle with two perpendicular arrows v1 and v2. Right its
    image under A, a slanted ellipse; the images of the arrows are its long and its short half
    axis, again perpendicular.""")

# %% [markdown]
# A zero in $S$ deletes a column of $U$, so only the first $r$ columns matter, and the product is a sum of layers, $A=\sum_{i\le r}s_iu_iv_i^\top=U_rS_rV_r^\top$ <small>[DME-A.52..A.55]</small>. That is the **compact** form; a tall matrix of rank two shows the difference:

# %%
tall = rng.normal(size=(50, 2)) @ rng.normal(size=(2, 4))
U, s, Vt = np.linalg.svd(tall)  # full: U is (50, 50)
r = np.linalg.matrix_rank(tall)
assert U.shape == (50, 50) and r == 2
assert np.allclose(tall, sum(s[i] * np.outer(U[:, i], Vt[i]) for i in range(r)))

# %% [markdown]
# The first $r$ columns of $U$ are an orthonormal basis of the range, the rows of $V^\top$ after the first $r$ one of the null space. That is how the library finds projectors, and `scipy.linalg.null_space` null spaces:

# %%
assert np.allclose(U[:, :r] @ U[:, :r].T, linalg.projection_matrix(tall))
assert np.allclose(tall @ Vt[r:].T, 0) and null_space(tall).shape == (4, 2)

# %% [markdown]
# *Every matrix maps some right-angled frame to another; the stretches are its singular values.*

# %% [markdown]
# ## 9. Eigenvalues and definiteness
#
# **Predict.** Can a symmetric matrix, all of whose entries are positive, make some vector turn round and point backwards?
#
# <details><summary>Answer</summary>
#
# Yes. $\begin{pmatrix}1&2\\2&1\end{pmatrix}$ sends $(1,-1)$ to $(-1,1)$. The signs of the entries do not rule it out.
# </details>
#
# If $Au=\lambda u$ with $u\ne0$, then $u$ is an **eigenvector** and $\lambda$ its **eigenvalue**: $A$ only scales $u$ <small>[DME-A.59]</small>. In the answer above $\lambda=-1$. For a *symmetric* matrix one frame of eigenvectors will do for both sides, and all $\lambda_i$ are real, of either sign <small>[DME-A.56..A.58]</small>:
#
# $$A=U\Lambda U^\top=\sum_i\lambda_iu_iu_i^\top,\qquad Au_k=\lambda_ku_k \tag{A.56}$$
#
# Section 8 had half-axes, this section has eigenvalues. When are they the same numbers? Predict, then move the entries:

# %%
demos.circle_to_ellipse()

# %% [markdown]
# The singular values are the *absolute* eigenvalues, of a symmetric matrix. Of a matrix that is not symmetric, eigenvalues may say little about lengths. The matrix of the Predict, then that of section 8:

# %%
lean, A = A, np.array([[1.0, 2.0], [2.0, 1.0]])
for M in (A, lean):
    found = np.sort(np.linalg.eigvals(M).real)[::-1]  # real here, though some versions say + 0j
    print("eigenvalues", found.round(2), " singular values", np.linalg.svd(M)[1].round(2))

# %% [markdown]
# For symmetric matrices there is a call of its own, and it returns the frame too:

# %%
values, U = np.linalg.eigh(A)  # smallest first
assert np.allclose(A @ U, U * values) and np.allclose(A, (U * values) @ U.T)
assert np.allclose(values, [-1, 3]) and np.allclose(U.T @ U, np.eye(2))

# %% [markdown]
# A symmetric matrix is **positive semi-definite** (PSD) if no eigenvalue is negative, and **positive definite** if all are positive; then it has full rank <small>[DME-u50]</small>. An equivalent test needs no eigenvalues: $x^\top Ax=\sum_i\lambda_i(u_i^\top x)^2\ge0$ for all $x$. This is why kernel matrices are PSD: $\alpha^\top K\alpha$ is the squared length of a combination of images.
#
# A sure source of PSD matrices is $M^\top M$. Put the SVD in, and the inner orthogonal factors cancel <small>[DME-A.60..A.61]</small>:
#
# $$MM^\top=U_rS_r^2U_r^\top,\qquad M^\top M=V_rS_r^2V_r^\top$$
#
# So both have the same non-zero eigenvalues $s_i^2$; the larger one has zeros besides. With 200 points in 5 dimensions, the $200\times200$ matrix of inner products and the $5\times5$ matrix of products of columns know the same five numbers. Every dual formula of this course rests on it:

# %%
X = rng.normal(size=(200, 5)) * [3, 2, 1, 1, 0.5]
small, large = np.linalg.eigvalsh(X.T @ X), np.linalg.eigvalsh(X @ X.T)
assert np.allclose(small, large[-5:]) and np.allclose(large[:-5], 0)
assert np.allclose(small[::-1], np.linalg.svd(X)[1] ** 2)

# %% [markdown]
# The trace goes round: $\operatorname{tr}A=\operatorname{tr}(U\Lambda U^\top)=\operatorname{tr}(\Lambda U^\top U)=\sum_i\lambda_i$. For a covariance matrix it says that the **total variance**, the mean squared distance from the mean, is the sum of the eigenvalues ([chapter 4](04_pca.ipynb) starts from here):

# %%
arrows = X - X.mean(axis=0)
Sigma = arrows.T @ arrows / len(X)
total = (arrows**2).sum(axis=1).mean()
assert np.isclose(np.trace(Sigma), total) and np.isclose(np.linalg.eigvalsh(Sigma).sum(), total)

# %% [markdown]
# *Symmetric: one frame, real eigenvalues. PSD: no vector is turned against itself.*

# %% [markdown]
# ## 10. Best low rank
#
# **Predict.** You may keep one layer $s\,uv^\top$ of a photograph. Which one, and what is lost?
#
# <details><summary>Answer</summary>
#
# The one with the largest singular value. Lost are the squares of all others, added up.
# </details>
#
# How far apart are two matrices? Take them as long vectors of entries <small>[DME-A.64]</small>:
#
# $$\|A-\tilde A\|_F=\sqrt{\sum_{ij}(a_{ij}-\tilde a_{ij})^2}$$
#
# This is the **Frobenius norm**. (The notes print it without the root; see section 13.) Rotations leave it alone, so with the SVD $\|A\|_F^2=\sum_is_i^2$. Truncating the sum of layers leaves the rest, and no matrix of rank $k$ or less does better. That is the theorem of Eckart, Young and Mirsky <small>[DME-A.62..A.63, DME-A.65]</small>:
#
# $$\hat A=\sum_{i\le k}s_iu_iv_i^\top,\qquad\|A-\hat A\|_F^2=\sum_{i>k}s_i^2 \tag{A.65}$$
#
# For $k\le r$ the best $\hat A$ is unique in the Frobenius norm exactly if $s_k>s_{k+1}$ (beyond $r$ it is $A$ itself). A handwritten eight as a matrix, and how it grows:

# %%
digits, label = datasets.digits(3, 8)
eight = digits[label < 0][36].reshape(8, 8)
s = np.linalg.svd(eight)[1]
for k in range(1, 8):
    lost = np.linalg.norm(eight - linalg.best_rank_k(eight, k)) ** 2
    assert np.isclose(lost, (s[k:] ** 2).sum())

# %%
row = plots.axes(5, width=9, height=2.2)
for ax, k in zip(row, (1, 2, 3, 4, 8), strict=True):
    share = (s[k:] ** 2).sum() / (s**2).sum()
    ax.imshow(linalg.best_rank_k(eight, k), cmap="gray_r", vmin=0, vmax=16)
    ax.set(xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.set_title(f"k = {k} lacks {share:.1%}" if k < 8 else "the digit", fontsize=10)
plots.show(row[0], alt="""A handwritten eight of eight by eight pixels, rebuilt from its first one,
    two, three and four layers, with the share of squares still missing in the titles, and the
    digit itself. With three layers it is easily read.""")

# %% [markdown]
# **Why.** Let $\tilde A$ have rank at most $k$, and let the $k$ orthonormal columns of $W$ span a space that contains its columns. By section 5, column by column,
#
# $$\|A-\tilde A\|_F^2\ \ge\ \|A-WW^\top A\|_F^2=\|A\|_F^2-\operatorname{tr}(W^\top AA^\top W)$$
#
# The matrix $AA^\top$ has the eigenvalues $s_i^2$ (and perhaps zeros), and section 12 shows that this trace is at most $s_1^2+\dots+s_k^2$. So at least $\sum_{i>k}s_i^2$ is lost, and $\hat A$ loses no more. Each link, for $k=3$, on random $W$ with random $\tilde A$ in their span:

# %%
squares = eight @ eight.T
assert np.allclose(np.linalg.eigvalsh(squares)[::-1], s**2)
for W in np.linalg.qr(rng.normal(size=(200, 8, 3)))[0]:
    rival = W @ (W.T @ eight + rng.normal(size=(3, 8)))
    error, held = np.linalg.norm(eight - W @ W.T @ eight) ** 2, np.trace(W.T @ squares @ W)
    assert np.linalg.norm(eight - rival) ** 2 > error and held < (s[:3] ** 2).sum()
    assert np.isclose(error, np.linalg.norm(eight) ** 2 - held)

# %% [markdown]
# Does anybody come near? Two thousand tries: random column spaces of dimension three, each with its own best fit:

# %%
tries = rng.normal(size=(2000, 8, 3))
errors = [np.linalg.norm(eight - linalg.projection_matrix(T) @ eight) for T in tries]
best = np.linalg.norm(eight - linalg.best_rank_k(eight, 3))
print(f"best rank 3 misses by {best:.1f}, the luckiest of 2000 random ones by {min(errors):.1f}")
assert best < min(errors)

# %% [markdown]
# For a PSD matrix the singular values are the eigenvalues, so the best matrix of rank $k$ keeps the top $k$ eigenpairs, the squared error is $\sum_{i>k}\lambda_i^2$, and the result is PSD again <small>[DME-A.66..A.67]</small>:

# %%
values, U = np.linalg.eigh(Sigma)
kept = (U[:, -2:] * values[-2:]) @ U[:, -2:].T
assert np.allclose(kept, linalg.best_rank_k(Sigma, 2))
assert np.isclose(np.linalg.norm(Sigma - kept) ** 2, (values[:-2] ** 2).sum())

# %% [markdown]
# Rank looks like a yes-or-no matter: a matrix has rank two or it has not. Predict, then set the noise to 0.05 and press play:

# %%
demos.build_a_matrix_from_layers()

# %% [markdown]
# Two layers of the noisy tartan are nearer to the clean one than the noisy picture itself:

# %%
clean = demos.picture("tartan")
noisy = clean + 0.05 * np.random.default_rng(7).normal(size=clean.shape)
for name, M in (("noisy", noisy), ("two layers of it", linalg.best_rank_k(noisy, 2))):
    print(f"{name:16} off by {np.linalg.norm(M - clean) / np.linalg.norm(clean):.1%}")

# %% [markdown]
# *Keep the largest layers; what is lost is the sum of the other squares.*

# %% [markdown]
# ## 11. Nearest positive semi-definite matrix
#
# Distances measured on a graph, similarities judged by people, correlations with gaps filled in: all make symmetric matrices that *ought* to be PSD and are not.
#
# **Predict.** The eigenvalues are $2,2,0,-1$. What would you do with the $-1$, and how far away is the result?
#
# <details><summary>Answer</summary>
#
# Set it to zero; the result is 1 away. That it is the nearest PSD matrix needs a proof.
# </details>
#
# These eigenvalues are not invented. Walk round a square table with four seats: neighbours are 1 apart, opposite seats 2. Square the distances, centre, and take minus one half ([chapter 5](05_dimensionality_reduction.ipynb) says why): the result should be a matrix of inner products. It is not, because no four points of a Euclidean space, of whatever dimension, have these distances:

# %%
walk = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
C = np.eye(4) - 1 / 4
G = -0.5 * C @ walk**2 @ C
values, U = np.linalg.eigh(G)
print(values.round(2)[::-1] + 0.0)

# %% [markdown]
# For a symmetric $A=\sum_i\lambda_iu_iu_i^\top$ with $p$ positive eigenvalues and some negative ones <small>[DME-A.68..A.69]</small>, clip the negative ones <small>[DME-A.70]</small>:
#
# $$\hat A=\sum_i\max(\lambda_i,0)\,u_iu_i^\top,\qquad\|A-\hat A\|_F^2=\sum_{\lambda_i<0}\lambda_i^2 \tag{A.70}$$

# %%
clipped = linalg.nearest_psd(G)
assert np.allclose(clipped, (U * values.clip(0)) @ U.T)
assert np.isclose(np.linalg.norm(G - clipped) ** 2, 1)  # (−1)²

# %%
left, middle, right = plots.axes(3, width=9, height=2.8)
draw(G, left, "G: inner products?", reach=1.3)
draw(clipped.round(6) + 0.0, middle, "The nearest that are", reach=1.3)
for shift, spectrum, colour in ((-0.2, G, plots.ORANGE), (0.2, clipped, plots.GREEN)):
    right.bar(np.arange(1, 5) + shift, np.linalg.eigvalsh(spectrum)[::-1], 0.38, color=colour)
right.axhline(0, color="black", linewidth=1)
right.set(title="Eigenvalues, clipped at 0", xticks=[1, 2, 3, 4])
right.legend(right.containers, ["of G", "clipped"], loc="upper right")
plots.show(left, alt="""Left, the matrix G of the walk round a square; middle, its nearest positive
    semi-definite matrix; right, bars of the eigenvalues 2, 2, 0 and minus 1 of G, and beside
    them the clipped ones 2, 2, 0, 0.""")

# %% [markdown]
# Why is nothing closer? Let $\tilde A$ be any PSD matrix, and look at both in the frame of the eigenvectors, where $A$ is $\Lambda$ and $\tilde A$ is $B=U^\top\tilde AU$. Rotations leave the norm alone, so <small>[DME-A.71..A.78]</small>
#
# $$\|A-\tilde A\|_F^2=\sum_i(\lambda_i-b_{ii})^2+\sum_{i\ne j}b_{ij}^2\ \ge\ \sum_{\lambda_i<0}(\lambda_i-b_{ii})^2\ \ge\ \sum_{\lambda_i<0}\lambda_i^2$$
#
# The last step holds because $b_{ii}=u_i^\top\tilde Au_i\ge0$: where $\lambda_i$ is negative, $b_{ii}$ only leads farther away. Every link of the chain, on five hundred random PSD matrices:

# %%
for _ in range(500):
    M = rng.normal(size=(4, rng.integers(1, 5)))
    near = clipped + 0.3 * M @ M.T if rng.random() < 0.5 else M @ M.T
    b = U.T @ near @ U
    error = np.linalg.norm(G - near) ** 2
    assert np.isclose(error, np.linalg.norm(np.diag(values) - b) ** 2)
    assert error >= (values[0] - b[0, 0]) ** 2 >= values[0] ** 2 - 1e-9 and b[0, 0] > -1e-9

# %% [markdown]
# With a limit on the rank as well, keep the top $k$ *positive* eigenpairs; all other squares are lost <small>[DME-A.79..A.81]</small>. The proof joins both ideas: on the directions with negative $\lambda_i$ the loss is at least $\lambda_i^2$ as above, and on the positive block, where $B$ has rank at most $k$, Eckart–Young says $\sum_{k<i\le p}\lambda_i^2$ <small>[DME-A.82..A.91]</small>. (The notes say "rank $k$" of that block; it can be less.)

# %%
one = linalg.nearest_psd(G, k=1)
assert np.linalg.matrix_rank(one) == 1
assert np.isclose(np.linalg.norm(G - one) ** 2, 2**2 + 0 + 1**2)

# %% [markdown]
# Absolute size is not what counts. Take eigenvalues $3,1,-2$ and $k=2$: the best matrix of rank two keeps $3$ and $-2$, the best *PSD* one keeps $3$ and $1$:

# %%
A = np.diag([3.0, 1.0, -2.0])
print(np.diag(linalg.best_rank_k(A, 2)), np.diag(linalg.nearest_psd(A, 2)))

# %% [markdown]
# *Clip what is negative, then keep the largest of what is left.*

# %% [markdown]
# ## 12. Two proofs about PCA
#
# [Chapter 4](04_pca.ipynb) rests on two proofs, kept here for looking up. Both concern a covariance matrix $\Sigma=U\Lambda U^\top$ with $\lambda_1\ge\dots\ge\lambda_d$, and $k$ orthonormal directions, the columns of $W$. (The first asks only that $\Sigma$ is symmetric, so section 10 could use it for $AA^\top$.)
#
# **Predict.** You choose two orthonormal directions, one after the other, each as good as possible. Could choosing both together have given more variance in sum?
#
# <details><summary>Answer</summary>
#
# In general greed does not pay. Here it does: no pair beats $\lambda_1+\lambda_2$.
# </details>
#
# **The first: greedy is optimal.** In the frame of the eigenvectors $w_j=Ua_j$, and the $a_j$ are orthonormal like the $w_j$, $a_i^\top a_j=0$ for $i\ne j$ <small>[DME-B.1..B.2]</small>. Let $b_i$ be the sum of squares in row $i$ of $(a_1,\dots,a_k)$. All $b_i$ together make $k$, as each $a_j$ has length one. And none exceeds 1, as the $a_j$ can be completed to an orthogonal matrix whose rows have length one too <small>[DME-B.3..B.5]</small>. The summed variance is a weighted sum of eigenvalues, since $w_j^\top\Sigma w_j=a_j^\top\Lambda a_j$ <small>[DME-B.6..B.10]</small>:
#
# $$\sum_jw_j^\top\Sigma w_j=\sum_{i=1}^db_i\lambda_i\ \le\ \sum_{i\le k}b_i(\lambda_i-\lambda_k)+k\lambda_k\ \le\ \sum_{i\le k}\lambda_i$$
#
# The first $\le$ credits the weight beyond $k$ with $\lambda_k$: $\sum_{i>k}b_i\lambda_i\le\lambda_k\sum_{i>k}b_i=\lambda_k(k-\sum_{i\le k}b_i)$ <small>[DME-B.11..B.15]</small>. The second raises the first $b_i$ to 1: $b_i\le1$, and $\lambda_i-\lambda_k\ge0$ for $i\le k$; what is left over is $\sum_{i\le k}(\lambda_i-\lambda_k)+k\lambda_k$ <small>[DME-B.16..B.19]</small>. With two random directions, the weights first:

# %%
values, U = np.linalg.eigh(Sigma)
lam, U = values[::-1], U[:, ::-1]  # largest first
W = np.linalg.qr(rng.normal(size=(5, 2)))[0]  # two random orthonormal directions
b = ((U.T @ W) ** 2).sum(axis=1)
assert np.isclose(b.sum(), 2) and b.min() >= 0 and b.max() <= 1

# %% [markdown]
# Then the chain, link by link:

# %%
objective = np.trace(W.T @ Sigma @ W)
assert np.isclose(objective, b @ lam)
assert b[2:] @ lam[2:] <= lam[1] * b[2:].sum() and np.isclose(b[2:].sum(), 2 - b[:2].sum())
between = b[:2] @ (lam[:2] - lam[1]) + 2 * lam[1]
print(f"{objective:.2f} ≤ {between:.2f} ≤ {lam[:2].sum():.2f}")
assert objective <= between <= lam[:2].sum()

# %% [markdown]
# The bound is met by $W=(u_1,\dots,u_k)$. But not by it alone: rotate the $u_i$ among themselves and the trace does not notice. The notes call the eigenvectors the unique solution; what is unique, if $\lambda_k>\lambda_{k+1}$, is the *subspace*:

# %%
turned = U[:, :2] @ np.array([[0.6, -0.8], [0.8, 0.6]])
assert np.isclose(np.trace(turned.T @ Sigma @ turned), lam[:2].sum())
assert np.allclose(turned @ turned.T, U[:, :2] @ U[:, :2].T)

# %% [markdown]
# **The second: most variance is least error.** For centred $x$, expand the squared residual, and use $W^\top W=I$ <small>[DME-B.20..B.22]</small>; write the last term by layers <small>[DME-B.23..B.25]</small>; then average <small>[DME-B.26..B.28]</small>:
#
# $$\|x-WW^\top x\|^2=x^\top x-x^\top WW^\top x=x^\top x-\sum_jw_j^\top xx^\top w_j,\qquad\text{on average } \operatorname{tr}\Sigma-\sum_jw_j^\top\Sigma w_j$$
#
# The first term does not depend on $W$. So whoever maximises captured variance minimises the error:

# %%
error = ((arrows - arrows @ W @ W.T) ** 2).sum(axis=1).mean()
print(f"captured {objective:.1f} + lost {error:.1f} = total variance {np.trace(Sigma):.1f}")
assert np.isclose(objective + error, np.trace(Sigma))

# %% [markdown]
# *PCA may be greedy, and may minimise or maximise: it is one subspace in the end.*

# %% [markdown]
# ## 13. Find the slip
#
# Four statements of the sources, in our words. You have met the first three in passing; what exactly is wrong, and what survives? The fourth is new.
#
# 1. *If $P$ projects onto $V$, orthogonally or not, then $I-P$ projects onto $V^\perp$.* (slides)
# 2. *The Frobenius norm is $\|A\|_F=\sum_{ij}a_{ij}^2$.* (notes)
# 3. *For $k\le r$ the best matrix of rank $k$ is unique exactly if $s_k>s_{k+1}$, in the Frobenius norm and also in others, such as the spectral norm.* (notes)
# 4. *With the compact $A=U_r\Lambda_rU_r^\top$: $\|A-\tilde A\|_F=\|U_r^\top AU_r-U_r^\top\tilde AU_r\|_F$, as rotations leave the norm alone.* (notes)

# %% [markdown]
# **The first** <small>[H-p43]</small>. $I-P$ is a projection; that much was shown in section 6. Whereto? The slides say $V^\perp$ is the null space of $P$, and that is the slip. Their own example:

# %%
rest = np.eye(2) - slanted
direction = rest[:, 1] / rest[1, 1]
print("range of P: (1, 0), range of I − P:", direction, ", inner product", direction @ [1, 0])
assert linalg.is_projection(rest) and direction @ [1, 0] != 0

# %% [markdown]
# **Repair:** $I-P$ projects onto the null space of $P$, along the range of $P$. It is $V^\perp$ if and only if $P=P^\top$. One half is section 6. For the other: if the null space is $V^\perp$, then $Px\perp(I-P)y$ for all $x$ and $y$, so $P^\top(I-P)=0$, which gives $P^\top=P^\top P$, and the right side is symmetric:

# %%
for M in (upright, slanted, np.array(examples["[.3 .7; .3 .7]"])):
    hits_complement = np.allclose(M.T @ (np.eye(2) - M), 0)
    assert hits_complement == linalg.is_orthogonal_projection(M)

# %% [markdown]
# **The second** <small>[DME-A.64]</small>. A norm of $2A$ must be twice the norm of $A$. The sum of squares is four times as large; it is the *squared* norm:

# %%
A = np.array([[1.0, 2.0], [2.0, 1.0]])
printed = [(M**2).sum() for M in (A, 2 * A)]
proper = [np.linalg.norm(M) for M in (A, 2 * A)]
print(f"ratio as printed {printed[1] / printed[0]:.0f}, with the root {proper[1] / proper[0]:.0f}")

# %% [markdown]
# **Repair:** take the root, or write $\|\cdot\|_F^2$ in (A.67), (A.70), (A.81) and (A.91). Whoever minimises one minimises the other, so no conclusion falls; but compare such an error with a length, and you will be off by a square.
#
# **The third** is true of the Frobenius norm only. The **spectral norm** is the largest singular value, and it looks at the worst direction alone. Take $A=\operatorname{diag}(3,2,1)$ and $k=1$, so $s_1>s_2$. Every $\operatorname{diag}(3+e,0,0)$ with $|e|\le2$ misses by the same 2:

# %%
A = np.diag([3.0, 2.0, 1.0])
for e in (-2, 0, 1, 2):
    miss = A - np.diag([3.0 + e, 0, 0])
    spectral, frobenius = np.linalg.norm(miss, 2), np.linalg.norm(miss)
    print(f"e = {e:2}: spectral {spectral:.2f}, Frobenius {frobenius:.2f}")

# %% [markdown]
# **Repair:** truncation is *a* best choice in either norm, with spectral error $s_{k+1}$. It is the only one in the Frobenius norm if $s_k>s_{k+1}$. If $s_k=s_{k+1}>0$, either layer may be the $k$-th; and for $k>r$ there is nothing to choose, though both are zero:

# %%
tied = np.diag([2.0, 1.0, 1.0])
errors = [np.linalg.norm(tied - np.diag(kept)) for kept in ((2, 1, 0), (2, 0, 1))]
assert errors[0] == errors[1] == 1
assert np.allclose(linalg.best_rank_k(np.diag([1.0, 0, 0]), 2), np.diag([1, 0, 0]))  # k > r = 1

# %% [markdown]
# **The fourth.** $U_r$ has orthonormal columns, but if $r<m$ it is not square and no rotation: multiplying by it from both sides cuts away what lies outside its range. Let $A=\operatorname{diag}(2,0)$ of rank one, and $\tilde A=\operatorname{diag}(0,1)$:

# %%
A, other = np.diag([2.0, 0.0]), np.diag([0.0, 1.0])
U_r = np.array([[1.0], [0.0]])
squared = [np.linalg.norm(M) ** 2 for M in (A - other, U_r.T @ (A - other) @ U_r)]
print(f"{squared[0]:.0f} against {squared[1]:.0f}")

# %% [markdown]
# **Repair:** use the full $U$, as section 11 did, or write $\ge$ for $=$ in (A.72) and (A.83). A lower bound is all that the proof needs, so it survives.
#
# Small fry, for those with the sources at hand. In the slides:
#
# - a linear combination of $K$ vectors is summed to $N$ (section 3), and of the four kinds of subspaces of space three are counted, without space itself;
# - a subspace must not be empty;
# - an orthogonal matrix is called orthonormal (section 4), and the proof that $BB^\top$ is idempotent invokes $B^{-1}$, which a tall $B$ has not got;
# - for the sum of the eigenvalues they print $\Lambda TT^\top$ where $\Lambda T^\top T$ is meant, $T$ being their matrix of eigenvectors (our $U$, section 9); it comes right only because $T$ is square;
# - the sign in the proof of the closest point (section 5).
#
# In the notes: $I_d$ after (A.48) is $I_n$; the first entry of $\Lambda_r$ in (A.58) is $\lambda_1$, not $\lambda_i$; "not positive definite" before (A.68) should be "not positive semi-definite"; and (B.2) prints $a_i^\top a_i=0$ for $a_i^\top a_j=0$ (section 12). The sign, in numbers:

# %%
f = V @ [1.0, -2.0]
as_printed = x @ x - v @ f + f @ v + f @ f
assert np.isclose(x @ x - 2 * v @ f + f @ f, (x - f) @ (x - f))
assert not np.isclose(as_printed, (x - f) @ (x - f))

# %% [markdown]
# ## 14. In practice
#
# Formulas are for reading; code has its own idioms. The first: **never invert.** `solve` is cheaper than `inv`, and its answer fits the equations to the last digit even where the matrix is so bad that nobody can find the true solution. The Hilbert matrix is notorious for that. How well do the two answers fit, relative to the right side $f$?

# %%
from scipy import linalg as sl

H = sl.hilbert(10)
f = H.sum(axis=1)  # so the solution is all ones
by_solve = np.linalg.norm(H @ np.linalg.solve(H, f) - f)
by_inverse = np.linalg.norm(H @ (np.linalg.inv(H) @ f) - f)
assert by_solve < 1e-13 * np.linalg.norm(f) and by_inverse > 1e6 * by_solve
assert 1e-7 < by_inverse / np.linalg.norm(f) < 1e-3

# %% [markdown]
# The answer of `solve` fits to round-off. That of `inv` goes wrong around the fifth digit: more than a million times worse.
#
# The second: **`eigh` for symmetric matrices.** `eig` does not know that they are symmetric: its eigenvectors need not be orthogonal where eigenvalues coincide, its order is arbitrary, and it does more work. Projectors are the worst case, all eigenvalues being 0 or 1:

# %%
P = linalg.projection_matrix(rng.normal(size=(30, 10)))
frames = {"eig": np.linalg.eig(P)[1], "eigh": np.linalg.eigh(P)[1]}
for name, frame in frames.items():
    off = np.abs(frame.conj().T @ frame - np.eye(30)).max()
    print(f"{name:4}: columns orthonormal? {'yes' if off < 1e-10 else 'no'}")

# %% [markdown]
# The third: **`full_matrices=False`.** For 10 000 points in 5 dimensions the full $U$ has a hundred million entries, and all but 50 000 meet a zero. The fourth: take bases from `orth` and `null_space`, least squares from `lstsq`. All agree with what we built:

# %%
U, s, Vt = np.linalg.svd(rng.normal(size=(10_000, 5)), full_matrices=False)
assert U.shape == (10_000, 5) and 10_000**2 == 10**8 and U.size == 50_000
basis, complement = sl.orth(many), sl.null_space(many.T)
assert np.allclose(basis @ basis.T, linalg.projection_matrix(many))
assert np.allclose(complement @ complement.T, np.eye(3) - basis @ basis.T)
rows = np.linalg.svd(tall, full_matrices=False)[2][2:]  # rank 2: the other two of four rows
assert np.allclose(rows.T @ rows, null_space(tall) @ null_space(tall).T)

# %%
from scipy.sparse.linalg import eigsh

mean = X.mean(axis=0)
for top, _ in (sl.eigh(Sigma, subset_by_index=[3, 4]), eigsh(Sigma, k=2)):  # two of five
    assert np.allclose(np.sort(top)[::-1], lam[:2])
c = sl.lstsq(many, x)[0]  # six dependent columns: the shortest of all solutions
assert np.allclose(many @ c, v)
assert np.allclose(sl.cho_solve(sl.cho_factor(Sigma), mean), np.linalg.solve(Sigma, mean))

# %% [markdown]
# | job | call | cost | take it when |
# |---|---|---|---|
# | $Ax=b$, square | `np.linalg.solve` | $\frac23n^3$ | always, instead of `inv` |
# | the same, positive definite | `scipy.linalg.cho_factor`, `cho_solve` | $\frac13n^3$ | always; it also tells you if $A$ is not |
# | least squares | `np.linalg.lstsq` | $mn^2$ times a few | columns may be dependent |
# | basis of the range | `scipy.linalg.orth` | $mn^2$ times a few | rank unknown (for full rank `qr` is cheaper) |
# | basis of the null space | `scipy.linalg.null_space` | $m^2n$ times a few; builds an $m\times m$ matrix | complements, constraints; not for tall matrices: there take the rows of $V^\top$ after the first $r$ from `svd(full_matrices=False)` |
# | eigenvalues, symmetric | `np.linalg.eigh` | $n^3$ times a few | always, instead of `eig` |
# | the top $k$ of them | `scipy.linalg.eigh(subset_by_index=…)` | $\frac43n^3$ | $k\ll n$, matrix fits in memory |
# | the top $k$, large or sparse | `scipy.sparse.linalg.eigsh`, `svds` | $k$ products with $A$, times a few | $n$ in the ten thousands |
# | SVD | `np.linalg.svd(full_matrices=False)` | $mn^2$ times a few | $m\ge n$; the safe way to ranks |
# | projection of $x$ | `U @ (U.T @ x)` | $4mk$ | always; the matrix $UU^\top$ costs $m^2$ to store |
#
# Costs are for an $m\times n$ matrix with $m\ge n$. Ranks are decided by a threshold on the singular values (`rcond`, `tol`); [chapter 2](02_gram_schmidt_and_cholesky.ipynb) shows what hangs on it.

# %% [markdown]
# ## Takeaways
#
# - $Au$ is a mixture of columns, $AB^\top$ a sum of layers, and the trace goes round in a circle. Most proofs here are one of the three.
# - With orthonormal columns $U$: coordinates $U^\top x$, shadow $UU^\top x$, leftover $(I-UU^\top)x$, and Pythagoras between them.
# - $P^2=P$ makes a projection, $P=P^\top$ an orthogonal one. Only that one is closest, and only then does $I-P$ hit $V^\perp$.
# - Singular values exist for every matrix and measure stretch. Eigenvalues are the same numbers exactly if the matrix is PSD.
# - Keep $k$ layers and lose $\sum_{i>k}s_i^2$, the *squared* Frobenius error. Clip negative eigenvalues for the nearest PSD matrix.
# - The sum of the eigenvalues of a covariance matrix is the total variance; what $k$ directions capture and what they lose add up to it.
#
# **Now you:** [exercises for this chapter](../exercises/A_linear_algebra.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** G. Strang, *Introduction to Linear Algebra*, for pictures. L. N. Trefethen and D. Bau, *Numerical Linear Algebra* (1997), for what computers do. N. J. Higham, *Computing a nearest symmetric positive semidefinite matrix* (1988).
#
# <small>Statements covered: H-p01 to H-p44, H-p50 to H-p54, H-1, H-e01 to H-e07, H-F01, H-F02, H-u01, DME-A.1 to DME-A.91, DME-u50; and, from chapter 4, DME-B.1 to DME-B.28.</small>
