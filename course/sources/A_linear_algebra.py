# %% [markdown]
# # A. Linear algebra and projections
#
# A handwritten eight: 8 × 8 grey levels, from 0 for white to 16 for black. You want to dictate it over the telephone, and your friend has patience for half of its 64 numbers. The obvious way is to take the pixels in pairs, side by side, and to read out the mean of each pair.

# %%
import numpy as np
from scipy.linalg import null_space

from featurespace import datasets, linalg, plots
from featurespace.demos import linalg as demos
from featurespace.evidence import agree  # prints ✓ if all values agree (or are true), else stops

np.set_printoptions(suppress=True)  # 0.01 rather than 1.000e-02

# %%
digits, label = datasets.digits(3, 8)  # +1 for a three, -1 for an eight
eight = digits[label < 0][36].reshape(8, 8)
halves = np.repeat((eight[:, ::2] + eight[:, 1::2]) / 2, 2, axis=1)  # 32 numbers, each used twice


def off(copy, original=eight):
    """By how much a pixel is off: the root of the mean squared difference."""
    return np.sqrt(((copy - original) ** 2).mean())


print(f"32 numbers, pair by pair: off by {off(halves):.1f} of 16 grey levels")


# %% tags=["drawing"]
def picture(ax, pixels, title):
    """Grey levels as greys."""
    ax.imshow(pixels, cmap="gray_r", vmin=0, vmax=16)
    ax.set(xticks=[], yticks=[])
    ax.grid(visible=False)
    ax.set_title(title, fontsize=10)


row = plots.axes(2, width=5.2, height=2.5)
picture(row[0], eight, "the eight, 64 numbers")
picture(row[1], halves, f"32 means: off by {off(halves):.1f}")
plots.show(
    row[0],
    alt="""Left a handwritten eight of eight by eight pixels. Right the same with pairs of
    neighbouring pixels averaged: broad grey blocks in which the eight is hard to make out.""",
)

# %% [markdown]
# A smudge. At the end of this chapter 32 *other* numbers will do it: off by {= off(linalg.best_rank_k(eight, 2)):.1f}, and the two loops can be told. The trick is to see a picture as a sum of **layers**. A layer is a multiplication table: a list of numbers down the side, a list along the top, and each entry is the product of the two. Watch a tartan grow out of layers, and make a prediction before you add noise:

# %%
demos.build_a_matrix_from_layers()

# %% [markdown]
# **After this chapter you can** read a matrix product as a mixture of columns or a sum of layers; cast the shadow of a point on any line or plane, and say why nothing on it is closer; tell a shadow at noon from one in the evening by looking at its matrix; take a matrix apart by eigenvalues or singular values, keep the best few layers, and say how much is lost.
#
# **Needs** vectors and their lengths, as at school. **Sources** slides on projection operators and the appendices of lecture notes on data mining.
#
# {map}

# %% [markdown]
# <details><summary>One question to warm up: which angle do the arrows (2, 1) and (1, −2) form, and how long are they?</summary>
#
# A right angle, since $2\cdot1+1\cdot(-2)=0$; both have length $\sqrt{4+1}=\sqrt5$. These two arrows will accompany us to the end.
# </details>
#
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
# A single vector is a column. A table of data holds one point per *row*, here as everywhere in the course.

# %% [markdown] teaches="DME-A.1..A.4 DME-A.9..A.12 H-p16 DME-A.5 DME-A.14"
# ## 1. Mixtures and layers
#
# A matrix is a table of numbers. Tables of one size are added and scaled entry by entry; the **transpose** $A^\top$ has rows for columns; a table that equals its transpose is **symmetric**. Two lists of numbers have an **inner product**, $u^\top v=\sum_iu_iv_i$, and a product of matrices holds the inner products of all rows of the first with all columns of the second (a vector being a matrix of one column):
#
# $$(AB)_{ij}=\sum_ka_{ik}b_{kj} \tag{A.5}$$


# %%
def product(A, B):
    """Entry (i, j) is row i of A times column j of B."""
    return np.array([[sum(row * column) for column in B.T] for row in A])


M = np.array([[4, 1], [2, -2]])
print(product(M, M.T), M @ M.T, sep="\n\n")

# %% [markdown] teaches="DME-A.15..A.16 DME-A.17..A.19"
# That is how one computes it. It is not how one should *think* it.
#
# > **Predict.** A matrix $A$ has three columns. Which vector $u$ makes $Au$ the second of them?
# >
# > <details><summary>Answer</summary>
# >
# > $u=(0,1,0)$. If the rule of rows and columns did not show you, the next formula will.
# > </details>
#
# Sort the sum by columns instead of rows: $Au$ takes $u_1$ times the first column, $u_2$ times the second, and so on. It is a *mixture of the columns*, and $u$ is the recipe. A product $AB$ is then one mixture for each column of $B$:
#
# $$Au=\sum_ja_ju_j, \qquad AB=(Ab_1,\dots,Ab_p)$$

# %%
for recipe in ([1, 0], [0, 1], [1, 1], [2, -1]):
    print(recipe, "makes", M @ recipe)

# %% tags=["proof"] proves="DME-A.1..A.4 DME-A.5 DME-A.9..A.12 DME-A.14 H-p16 DME-A.15..A.16 DME-A.17..A.19"
F, G = np.array([[1, 2, 0], [3, 1, 1]]), np.array([[0, 5, 4], [1, 0, 2]])
agree(2 * F + G, [[2, 9, 4], [7, 2, 4]], "twice F plus G is taken entry by entry")
agree(F.T, [[1, 3], [2, 1], [0, 1]], "rows have become columns")
agree(product(F, G.T), F @ G.T, "row times column is what @ computes")
agree(product(F, np.array([[2], [-1], [3]])), [[0], [8]], "a vector is a matrix with one column")
agree(F[0] @ G[0], G[0] @ F[0], 1 * 0 + 2 * 5 + 0 * 4, "an inner product has no order")
agree(F @ [2, -1, 3], 2 * F[:, 0] - 1 * F[:, 1] + 3 * F[:, 2], "Fu mixes the columns of F")
agree(F @ [0, 1, 0], F[:, 1], "a unit vector picks a column")
agree(F @ G.T, np.column_stack([F @ g for g in G]), "FG⊤ is F times each column of G⊤")

# %% [markdown] teaches="DME-A.13"
# There is a third way to read a product, and it is the one for the telephone.
#
# > **Predict.** The multiplication table up to nine times nine has 81 entries. How many of its rows do you need to know all the others?
# >
# > <details><summary>Answer</summary>
# >
# > One. Each row is a multiple of $(1,2,\dots,9)$.
# > </details>
#
# A column times a row, $uv^\top$, has the entries $u_iv_j$. It is called an **outer product**; we call it a layer. Two short lists hold it all: one says that its **rank** is one. For our eight a layer takes $8+8=16$ numbers.

# %% [markdown] teaches="DME-A.26 DME-A.24..A.25 DME-A.27..A.29"
# Now (A.5) once more, for $AB^\top$: entry $(i,j)$ is $\sum_ka_{ik}b_{jk}$. For one $k$ that is an entry of a multiplication table, $a_k$ down the side and $b_k$ along the top. So *every product is a sum of layers*, one for each pair of columns:
#
# $$AB^\top = \sum_ka_kb_k^\top \tag{A.26}$$
#
# > **By hand.** $M$ above has the columns $(4,2)$ and $(1,-2)$. With the recipe $(1,1)$ they make $(5,0)$. The layers of $MM^\top$ are $\begin{pmatrix}16&8\\8&4\end{pmatrix}$ and $\begin{pmatrix}1&-2\\-2&4\end{pmatrix}$, and together they are $\begin{pmatrix}17&6\\6&8\end{pmatrix}$.

# %% tags=["drawing"] shows="DME-A.26"
def draw(table, ax, title, reach):
    """A matrix as colours with numbers, purple for positive and orange for negative."""
    ax.imshow(table, cmap="PuOr", vmin=-reach, vmax=reach)
    for (i, j), value in np.ndenumerate(table):
        dark = abs(value) > 0.55 * reach
        ax.text(j, i, f"{value:.3g}", ha="center", va="center", color="white" if dark else "black")
    ax.set(title=title, xticks=[], yticks=[])
    ax.grid(visible=False)


layers = [np.outer(column, column) for column in M.T]
row = plots.axes(3, width=7, height=2.2)
titles = ["MM⊤ is the sum of", "(4, 2)(4, 2)⊤", "and (1, −2)(1, −2)⊤"]
for ax, table, title in zip(row, [M @ M.T, *layers], titles, strict=True):
    draw(table, ax, title, reach=20)
plots.show(
    row[0],
    alt="""Three tables of two by two numbers: the product M M transposed, with entries 17,
    6, 6 and 8, and the two rank-one layers that add up to it.""",
)

# %% tags=["proof"] proves="DME-A.13 DME-A.26"
nine = np.arange(1, 10)
agree(np.outer(nine, nine), [[i * j for j in nine] for i in nine], "outer product = times table")
agree(np.linalg.matrix_rank(np.outer(nine, nine)), 1, "of rank one")
agree(sum(layers), M @ M.T, "the two layers add up to the product")
agree(sum(np.outer(F[:, k], G[:, k]) for k in range(3)), F @ G.T, "and three to another")

# %% [markdown]
# > **In short.** $Au$ mixes the columns of $A$ by the recipe $u$; $AB^\top$ is a sum of layers.

# %% [markdown] needs="A.1" teaches="H-p02 H-p03 H-p05 H-p08 H-1 H-p06 H-p07 H-p12 DME-A.36..A.37 DME-A.38..A.39 H-F01 H-e01"
# ## 2. Span and basis
#
# > **Predict.** You may add multiples of $(1,2,3)$ and $(3,6,9)$, as you like. What can you reach: a point, a line, a plane, all of space?
# >
# > <details><summary>Answer</summary>
# >
# > A line: the second is three times the first and leads nowhere new.
# > </details>
#
# Lists of $N$ real numbers fill the space $\mathbb R^N$; a single number is a **scalar**. What recipes reach, the set of all **combinations** $\sum_k\alpha_kx_k$, is the **span** of $x_1,\dots,x_K$. It can never be left from within: a combination of combinations is one again, the weights multiply and add up. A set with this property is a **linear space**, and a **subspace** if it is part of a larger one. It contains $0\cdot x=0$, so it passes through the origin. In the plane the subspaces are the origin, the lines through it, and the plane itself; space has four kinds, since planes come in between:

# %% tags=["drawing"]
VIEW = np.array([[-0.62, -0.32], [0.88, -0.2], [0.0, 0.95]])  # where the three axes go on paper
a, b = np.array([1, 1, 0]), np.array([0, 1, 1])


def arrow(ax, tip, name, colour=plots.BLUE, start=(0, 0), aside=(0.08, 0.08)):
    """An arrow with its name beside the tip."""
    look = {"arrowstyle": "-|>", "color": colour, "lw": 2.5, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, start, arrowprops=look)
    ax.text(*np.add(tip, aside), name, color=colour)


def draw_plane(ax, title):
    """The plane spanned by a and b, seen from VIEW, with the three axes."""
    for axis, name in zip(1.6 * VIEW, ("x₁", "x₂", "x₃"), strict=True):
        ax.plot(*np.transpose([[0, 0], axis]), "-", color=plots.GREY, linewidth=1)
        ax.text(*(1.07 * axis), name, color=plots.GREY, ha="center", va="center")
    patch = [p * a + q * b for p, q in ((-0.6, -0.5), (1.5, -0.5), (1.5, 1.4), (-0.6, 1.4))]
    ax.fill(*(np.array(patch) @ VIEW).T, color=plots.GREEN, alpha=0.18)
    ax.set(title=title, xlim=(-1.3, 1.8), ylim=(-1.25, 1.7), aspect="equal")
    ax.set_axis_off()


# %% tags=["drawing"] shows="H-F01 H-p07 H-p12 H-e04"
left, right = plots.axes(2, width=8.6, height=3.4)
for angle in (20, 75, 140):
    left.axline((0, 0), slope=np.tan(np.radians(angle)), color=plots.BLUE)
left.axline((0, 1), slope=-0.35, color=plots.ORANGE, linestyle="--")
left.plot(0, 0, "ko")
left.set(xlim=(-2, 2), ylim=(-1.6, 1.6), aspect="equal", xticks=[0], yticks=[0])
left.set_title("Three subspaces; the dashed line is none")
draw_plane(right, "a = (1, 1, 0) and b = (0, 1, 1) span a plane")
arrow(right, a @ VIEW, "a", aside=(0.05, -0.17))
arrow(right, b @ VIEW, "b", plots.ORANGE)
plots.show(
    left,
    alt="""Left, a plane with three solid lines through the origin, which are
    subspaces, and a dashed line that misses it. Right, in space, two arrows a and b and the
    tilted plane that they span.""",
)

# %% [markdown] teaches="H-p09 H-p10 H-p11 H-e03 H-e02 H-p13 H-e04"
# Which vectors of a list are superfluous? Those that the others reach already. Vectors are **dependent** if some weights, not all zero, combine them to zero; then one of them is a mixture of the rest. For $(1,2,3)$ and $(3,6,9)$ the weights are $3$ and $-1$. Otherwise they are **independent**, like $(1,2,3)$ and $(0,0,1)$, and then they are a **basis** of their span: no detours, and one recipe only for each point. The **rank** of a matrix is the largest number of its columns that are independent together (so a layer has rank one, and a matrix of rank $k$ is a sum of $k$ layers, and of no fewer):

# %% proves="H-p09 H-p10 H-p11 H-p13 H-e02 H-e03 H-e04"
for pair in ([[1, 2, 3], [3, 6, 9]], [[1, 2, 3], [0, 0, 1]], [[1, 1, 0], [0, 1, 1]]):
    print(*pair, "rank", np.linalg.matrix_rank(np.transpose(pair)))
agree(3 * np.array([1, 2, 3]) - np.array([3, 6, 9]), 0, "weights 3 and −1 give zero: dependent")

# %% [markdown] teaches="H-p14 H-p15 H-p04"
# The **dimension** of a subspace is the length of a basis: the least number of vectors that span it, and also the largest number of independent ones inside. $\mathbb R^N$ has dimension $N$. Our plane has dimension two, however many of its vectors you collect:

# %% proves="H-p14 H-p15"
plane = np.column_stack([a, b])
many = plane @ np.random.default_rng(0).normal(size=(2, 6))  # six vectors of the plane
ranks = [int(np.linalg.matrix_rank(many[:, :k])) for k in (1, 2, 3, 6)]
print("1, 2, 3 and 6 vectors of the plane have rank", ranks)
agree(ranks, [1, 2, 2, 2], "never more than two count")

# %% [markdown]
# > **By hand.** $(4,2)$ and $(2,1)$ are dependent: once the first minus twice the second is zero. $(4,2)$ and $(1,-2)$ are independent, so they are a basis of the plane, and *every* point has its recipe. That of $(5,0)$ was $(1,1)$.
#
# > **In short.** A basis is a shortest list that reaches everything; its length is the dimension.

# %% [markdown] needs="A.2" teaches="H-p17 DME-A.30 H-p22 DME-A.31..A.32"
# ## 3. The shadow
#
# To find a recipe one solves equations, as a rule. There is a kind of basis that spares you the trouble.
#
# > **Predict.** $u_1=(3,4)/5$ and $u_2=(-4,3)/5$ have length one and form a right angle. Which multiples of them add up to $x=(5,0)$? (No equations, please.)
# >
# > <details><summary>Answer</summary>
# >
# > $u_1^\top x=3$ and $u_2^\top x=-4$.
# > </details>
#
# Vectors are **orthogonal** if their inner product is zero, and **orthonormal** if they have length one besides. Suppose $x=c_1u_1+c_2u_2+\dots$ with orthonormal $u_i$. Take the inner product with $u_1$: all terms vanish but the first, and $u_1^\top u_1=1$. So each coordinate can be had alone:
#
# $$x=\sum_ic_iu_i,\qquad c_i=u_i^\top x$$

# %%
frame = np.array([[3, -4], [4, 3]]) / 5  # u₁ and u₂ as columns
c = frame.T @ [5, 0]
print("coordinates", c.round(2), "give", (frame @ c).round(2) + 0.0)

# %% [markdown] teaches="H-p50 H-p51 DME-A.33..A.35"
# $N$ orthonormal vectors side by side make an **orthogonal matrix** $U$. The entries of $U^\top U$ are all their inner products, so $U^\top U=I$, the **identity**, which has ones on the diagonal and changes nothing. The transpose undoes $U$: it is its **inverse**, $U^{-1}=U^\top$. Hence $c=U^\top x$, $x=Uc$, and $UU^\top=I$ too.

# %% tags=["proof"] proves="H-p17 H-p22 H-p50 H-p51 DME-A.30 DME-A.31..A.32 DME-A.33..A.35"
agree(frame @ c, frame @ [3, -4], [5, 0], "the coordinates are 3 and −4, and give x back")
agree(frame.T @ frame, frame @ frame.T, np.eye(2), "all inner products: the identity")
agree(np.linalg.inv(frame), frame.T, "the transpose is the inverse")

# %% [markdown] teaches="DME-A.40..A.41 H-p19 H-p20 H-p21 H-p23 H-p24 H-p25"
# Now the shadow. Take only the first $k$ of the $u_i$ and call their span $V$. The sum for $x$ falls into two parts:
#
# $$x=\underbrace{\sum_{i\le k}c_iu_i}_{\text{in }V}+\underbrace{\sum_{i>k}c_iu_i}_{\text{orthogonal to }V}$$
#
# The first part is the **orthogonal projection** of $x$ onto $V$: its shadow, with the sun overhead. The second is what sticks out. All vectors orthogonal to $V$ form a subspace of their own, the **orthogonal complement** $V^\perp$; the two are orthogonal and together fill the space. Nobody can split $x$ in another way: if $v_1+w_1=v_2+w_2$, then $v_1-v_2=w_2-w_1$ lies in $V$ and in $V^\perp$, is orthogonal to itself, and so is zero. And since the parts are at right angles, Pythagoras holds: the squared length of $x$ is that of its shadow plus that of the rest.
#
# > **By hand.** The shadow of $x=(5,0)$ on the line through $b=(2,1)$. With $u=b/\sqrt5$ it is $u(u^\top x)=b\,\frac{b^\top x}{b^\top b}=\frac{10}5(2,1)=(4,2)$. The rest is $(5,0)-(4,2)=(1,-2)$, at right angles to $b$. Pythagoras: $25=20+5$.

# %% [markdown] teaches="DME-A.42 DME-A.43 H-p28 H-p31 DME-A.44..A.48 H-p29"
# One matrix casts the shadow of every $x$. Put $u_1,\dots,u_k$ side by side as $U_k$. Then $U_k^\top x$ are the coordinates, $U_k$ mixes them together again, and
#
# $$P=U_kU_k^\top=\sum_{i\le k}u_iu_i^\top,\qquad Px=\text{shadow},\qquad(I-P)x=\text{rest}$$
#
# A sum of $k$ layers! (If columns are missing, $U_k^\top U_k=I$ still holds, but $U_kU_k^\top$ is the identity no longer.) Casting the shadow of a shadow changes nothing: $P^2=U_k(U_k^\top U_k)U_k^\top=P$. And $P^\top=P$. For $b=(2,1)$ it is $\frac15\begin{pmatrix}4&2\\2&1\end{pmatrix}$:

# %% proves="DME-A.40..A.41 H-p25 DME-A.44..A.48"
u = np.array([2, 1]) / np.sqrt(5)
P = np.outer(u, u)
shadow, rest = P @ [5, 0], [5, 0] - P @ [5, 0]
print("shadow", shadow.round(2), "rest", rest.round(2))
agree(5 * P, [[4, 2], [2, 1]], "the projector onto (2, 1)")
agree(shadow @ shadow + rest @ rest, 20 + 5, 25.0, "Pythagoras: 20 + 5 = 25")

# %% [markdown]
# For a plane we need an orthonormal basis first. Take the plane of section 2, with $a=(1,1,0)$ and $b=(0,1,1)$ (no longer the $(2,1)$ of the line). Keep the direction of $a$; strip $b$ of its shadow on it, and make the rest one long. ([Chapter 2](02_gram_schmidt_and_cholesky.ipynb) does so for any number of vectors.) The library takes any list that spans the plane:

# %%
a, b = np.array([1, 1, 0]), np.array([0, 1, 1])  # the two arrows of section 2
q1 = a / np.sqrt(2)
stripped = b - (q1 @ b) * q1
q2 = stripped / np.linalg.norm(stripped)
P_plane = np.outer(q1, q1) + np.outer(q2, q2)
print((3 * P_plane).round(2), (3 * linalg.projection_matrix(many)).round(2), sep="\n\n")

# %% tags=["drawing"] shows="H-p23"
x = np.array([0.7, 0.9, 1.7])
v, w = P_plane @ x, x - P_plane @ x
ax = plots.axes(width=5.6, height=3.6)
draw_plane(ax, "x = Px + (I − P)x, at a right angle")
arrow(ax, v @ VIEW, "Px", plots.GREEN, aside=(0.08, -0.1))
arrow(ax, x @ VIEW, "x", aside=(-0.12, 0.04))
arrow(ax, x @ VIEW, "(I − P)x", plots.ORANGE, start=v @ VIEW, aside=(0.42, -0.1))
plots.show(
    ax,
    alt="""A tilted plane in space and an arrow x that sticks out of it. A second arrow,
    Px, lies in the plane; a third leads from its tip to the tip of x, at a right angle to the
    plane.""",
)

# %% tags=["proof"] proves="H-p23 H-p25 H-p28 H-p29 H-p31 DME-A.43"
agree(P_plane, linalg.projection_matrix(plane), "two layers = the library's projector")
agree(3 * P_plane[0], [2, 1, -1], "three times its first row is 2, 1, −1")
agree(P_plane, P_plane @ P_plane, P_plane.T, "twice is once, and P is its own transpose")
agree(np.linalg.matrix_rank(np.column_stack([plane, v])), 2, "Px lies in the plane")
agree(np.allclose(w @ plane, 0), "the rest is at right angles to it")
agree(x @ x, v @ v + w @ w, "Pythagoras holds")

# %% [markdown]
# > **In short.** With orthonormal columns, $U^\top x$ are the coordinates and $UU^\top x$ is the shadow.

# %% [markdown] needs="A.3" teaches="H-p32 H-p33"
# ## 4. The closest point
#
# > **Predict.** You stand at the foot of the perpendicular from $x$ to $V$, 4 away from $x$. You walk 3 steps within $V$. How far are you from $x$ now?
# >
# > <details><summary>Answer</summary>
# >
# > 5, whichever way you went: $3^2+4^2=5^2$.
# > </details>
#
# Every step away from the foot costs its full squared length. In letters: let $x=v+w$ be the orthogonal split and $f$ any other point of $V$. Then $x-f=(v-f)+w$ has one part in $V$ and one in $V^\perp$, so
#
# $$\|x-f\|^2=\|v-f\|^2+\|w\|^2\ \ge\ \|w\|^2$$
#
# That is why everyone projects at right angles: nothing in $V$ is as close to $x$ as its shadow. No derivative was needed. And what is best for each point is best for the sum over many.

# %% tags=["proof"] proves="H-p32"
others = np.random.default_rng(1).normal(size=(1000, 2)) @ plane.T
cost = ((x - others) ** 2).sum(axis=1)
agree(cost, ((v - others) ** 2).sum(axis=1) + w @ w, "a step beside the foot costs its square")
agree(cost > w @ w, "none of a thousand points is as close as Px")

# %% [markdown]
# This is all there is to **least squares**. Given vectors as the columns of $B$, which mixture $Bc$ comes closest to $x$? The one whose leftover is orthogonal to every column, $B^\top(x-Bc)=0$:
#
# $$B^\top B\,c=B^\top x,\qquad P=B(B^\top B)^{-1}B^\top \quad\text{if the columns are independent}$$
#
# > **By hand.** $B$ has the one column $(2,1)$: $5c=10$, so $c=2$, and $2\cdot(2,1)=(4,2)$, the foot, $\sqrt5$ away from $(5,0)$. Walk on to $(6,3)$: a step of squared length 5. The distance squared should be $5+5=10$, and it is: $(5-6)^2+(0-3)^2=10$.

# %%
B = np.array([[2.0], [1.0]])
for weight in (1.0, 1.5, 2.0, 2.5, 3.0):
    gone = ((B[:, 0] * (weight - 2)) ** 2).sum()
    squared = (([5, 0] - B[:, 0] * weight) ** 2).sum()
    print(f"c = {weight}: squared distance {squared:5.2f} = 5 + {gone:.2f}")

# %%
best, *_ = np.linalg.lstsq(B, np.array([5.0, 0.0]))
print("lstsq finds c =", best.round(2))
by_formula = plane @ np.linalg.solve(plane.T @ plane, plane.T)
agree(by_formula, P_plane, "for our plane, the formula = the projector of section 3")

# %% [markdown]
# > **In short.** The shadow is the closest point, and each step beside it costs its square.

# %% [markdown] needs="A.3"
# ## 5. Two suns
#
# The sun at noon throws shadows at right angles to the floor. At any other hour it throws shadows too. All we know of $P$ by now is true at noon: $P^2=P$, $Px$ is the closest point, and $I-P$ projects onto $V^\perp$. What is left of it in the evening? Choose your prediction, then let the sun sink:

# %%
demos.two_suns()

# %% [markdown] teaches="H-p27 H-p26"
# A shadow on the floor is its own shadow, whatever the hour. So this is what *any* **projection** has: $P^2=P$ (the word is **idempotent**). An **orthogonal** one, noon, has $P=P^\top$ as well. Look at a matrix, and you know the time of day.
#
# > **Predict.** Can a shadow be longer than what casts it?
# >
# > <details><summary>Answer</summary>
# >
# > In the evening, as everybody knows who has looked. At noon never: by Pythagoras its square is that of $x$ minus something.
# > </details>
#
# > **By hand.** Let the floor be the first axis and the light fall along $(2,1)$. The matrix is $\begin{pmatrix}1&-2\\0&0\end{pmatrix}$: it leaves $(1,0)$ alone and sends $(2,1)$, the light, to zero. A stick from the origin up to $(0,1)$ throws a shadow to $(-2,0)$: twice its length.

# %% proves="H-p26 H-p27"
evening = np.array([[1.0, -2.0], [0.0, 0.0]])
for name, matrix in {"noon, onto (2, 1)": P, "evening": evening}.items():
    longest = np.linalg.norm(matrix, 2)
    same = np.allclose(matrix, matrix.T)
    print(f"{name:17} symmetric: {same!s:5}  longest shadow: {longest:.2f}")
agree([linalg.is_projection(matrix) for matrix in (P, evening)], "both are their own square")
agree([linalg.is_orthogonal_projection(one) for one in (P, evening)], [True, False], "one is noon")

# %% [markdown]
# (*Longest shadow* means: of all sticks of length one.) What do the two have in common, then, besides $P^2=P$?

# %% [markdown] teaches="H-p34 DME-A.6 H-p35 DME-A.7..A.8 H-p36"
# > **Predict.** A $100\times100$ matrix is a projection, and its diagonal sums to 7. Onto how many dimensions does it project?
# >
# > <details><summary>Answer</summary>
# >
# > Onto 7. Why, we shall see now.
# > </details>
#
# The sum of the diagonal is the **trace**. It is linear, and under it a product may be turned round, square or not:
#
# $$\operatorname{tr}(AB)=\sum_{i,j}a_{ij}b_{ji}=\operatorname{tr}(BA) \tag{A.8}$$
#
# Of three factors the last may come to the front, $\operatorname{tr}(ABC)=\operatorname{tr}(CAB)$, but two may not be swapped. In particular $\operatorname{tr}(uu^\top)=u^\top u$, and that is 1 for a unit vector. So for $P=\sum_{i\le k}u_iu_i^\top$ the trace is $1+1+\dots=k$: *the trace of a projection counts its dimensions*. That slanted light makes no difference is shown in [room Ac](#Ac.-Slanted-light).

# %% proves="H-p36"
for name, matrix in {"noon": P, "evening": evening, "plane in space": P_plane}.items():
    print(f"{name:14} trace {np.trace(matrix):.0f}, rank {np.linalg.matrix_rank(matrix)}")
agree(np.trace(P_plane), 3 - np.trace(np.eye(3) - P_plane), 2.0, "plane and complement: 2 + 1")

# %% tags=["proof"] proves="H-p34 H-p35 DME-A.6 DME-A.7..A.8"
wide, high = (np.random.default_rng(2).normal(size=shape) for shape in ((2, 5), (5, 2)))
small = wide @ high
agree(np.trace(small), small[0, 0] + small[1, 1], np.trace(high @ wide), "tr AB = tr BA")
R, S, T = np.random.default_rng(3).normal(size=(3, 4, 4))
agree(np.trace(2 * R - 3 * S), 2 * np.trace(R) - 3 * np.trace(S), "the trace is linear")
agree(np.trace(R @ S @ T), np.trace(T @ R @ S), "three factors may be rotated")
agree(not np.isclose(np.trace(R @ S @ T), np.trace(R @ T @ S)), "but not shuffled")

# %% [markdown]
# > **In short.** $P^2=P$ makes a shadow, $P=P^\top$ puts the sun overhead, and the trace counts dimensions.

# %% [markdown] needs="A.3" teaches="DME-A.59 DME-A.56..A.58"
# ## 6. Eigenvalues
#
# A projection does two things only: what lies in $V$ it keeps, times 1; what lies in the light it kills, times 0. Are there such directions for other matrices?
#
# > **Predict.** Can a symmetric matrix, all of whose entries are positive, make some vector turn round and point backwards?
# >
# > <details><summary>Answer</summary>
# >
# > Yes. $\begin{pmatrix}1&2\\2&1\end{pmatrix}$ sends $(1,-1)$ to $(-1,1)$.
# > </details>
#
# If $Au=\lambda u$ with $u\ne0$, then $u$ is an **eigenvector** and the number $\lambda$ its **eigenvalue**: $A$ only scales $u$.
#
# > **By hand.** $\begin{pmatrix}17&6\\6&8\end{pmatrix}$ sends $(2,1)$ to $(40,20)$ and $(1,-2)$ to $(5,-10)$: eigenvalues 20 and 5. $\begin{pmatrix}15&10\\10&0\end{pmatrix}$ sends them to $(40,20)$ and $(-5,10)$: eigenvalues 20 and $-5$.

# %%
upwards, backwards = np.array([[17, 6], [6, 8]]), np.array([[15, 10], [10, 0]])
for matrix in (upwards, backwards):
    print(matrix @ [2, 1], matrix @ [1, -2], "eigenvalues", np.linalg.eigvalsh(matrix).round(2))

# %% [markdown] teaches="DME-A.20..A.21"
# Both matrices have the same eigenvectors, and these form a right angle. That is no accident: a *symmetric* matrix always has a full set of orthonormal eigenvectors, with real eigenvalues of either sign (we take this on trust). Put them side by side as $U$, and the eigenvalues on the diagonal of a matrix $\Lambda$ that is zero elsewhere. A diagonal matrix from the right weighs columns, so $U\Lambda=(\lambda_1u_1,\lambda_2u_2,\dots)$, which is $AU$. Multiply by $U^\top$ from the right, and read it as layers:
#
# $$A=U\Lambda U^\top=\sum_i\lambda_iu_iu_i^\top \tag{A.56}$$
#
# Our matrix was the sum of the layers of $(4,2)$ and $(1,-2)$ in section 1. Now we know where they come from: $20\,u_1u_1^\top$ and $5\,u_2u_2^\top$.

# %%
values, U = np.linalg.eigh(upwards)  # for symmetric matrices; smallest first
for value, direction in zip(values[::-1], U.T[::-1], strict=True):
    print((value * np.outer(direction, direction)).round(2))

# %% tags=["proof"] proves="DME-A.56..A.58 DME-A.59 DME-A.20..A.21"
agree(upwards @ U, U * values, U @ np.diag(values), "eigenvectors are only scaled")
agree(upwards, (U * values) @ U.T, "the matrix is the sum of its layers")
agree(U.T @ U, np.eye(2), "the frame has right angles")
weighed = np.array([[1, 2, 0], [3, 1, 1]]) @ np.diag([10, 1, 0])
agree(weighed, [[10, 2, 0], [30, 1, 0]], "weights 10, 1 and 0 for three columns")
agree(np.linalg.inv([[2.0, 1.0], [1.0, 1.0]]) @ [[2, 1], [1, 1]], np.eye(2), "an inverse undoes")

# %% [markdown]
# See it as a movement: a matrix sends the unit circle to an ellipse. The half-axes of that ellipse are called **singular values**. When are they the same numbers as the eigenvalues? Predict, then move the entries:

# %%
demos.circle_to_ellipse()

# %% [markdown] teaches="DME-u50"
# A symmetric matrix without negative eigenvalues is called **positive semi-definite** (PSD), and **positive definite** if none is zero either; then it has full rank. It turns nothing against itself:
#
# $$x^\top Ax=\sum_i\lambda_i(u_i^\top x)^2\ge0\quad\text{for all }x$$
#
# (Put (A.56) between $x^\top$ and $x$.) Tables of inner products are all of that kind, and here is why; [chapter 1](01_means_and_distances.ipynb) calls them kernel matrices.

# %% [markdown] teaches="DME-A.60..A.61"
# Points stand in the rows of $M$; their inner products are $MM^\top$, and $x^\top MM^\top x=\|M^\top x\|^2$ is a squared length. So it is PSD. The other square, $M^\top M$, is PSD for the same reason, and it has *the same* eigenvalues, up to zeros: if $MM^\top u=\lambda u$, multiply by $M^\top$ and find $M^\top M(M^\top u)=\lambda(M^\top u)$ (and $M^\top u$ is not zero as long as λ is not). For our $M$ the other square is $\begin{pmatrix}20&0\\0&5\end{pmatrix}$. With 200 points in 5 dimensions, one is $200\times200$, the other $5\times5$:

# %% proves="DME-A.60..A.61"
X = np.random.default_rng(4).normal(size=(200, 5)) * [3, 2, 1, 1, 0.5]
few, lots = np.linalg.eigvalsh(X.T @ X), np.linalg.eigvalsh(X @ X.T)
print("5 × 5:    ", few[::-1].round(1))
print("200 × 200:", lots[::-1][:5].round(1), "and 195 zeros")
agree(few, lots[-5:], np.linalg.svd(X)[1][::-1] ** 2, "they are the squared singular values")
agree(np.allclose(lots[:-5], 0), "the other 195 eigenvalues are zero")

# %% [markdown]
# > **In short.** Symmetric: one frame of right angles, real eigenvalues. PSD: nothing is turned against itself.

# %% [markdown] needs="A.1 A.6" teaches="DME-A.62..A.63 DME-A.65"
# ## 7. The eight by telephone
#
# Back to the eight. A table of 64 numbers is a sum of layers in a thousand ways. Which are worth their 16 numbers?
#
# > **Predict.** You may keep one layer of $\begin{pmatrix}17&6\\6&8\end{pmatrix}$, and it may be any multiplication table. How small can the sum of the squared errors of its four entries be?
# >
# > <details><summary>Answer</summary>
# >
# > 25. Keep the layer of the eigenvalue 20. What is missing is $\begin{pmatrix}1&-2\\-2&4\end{pmatrix}$ with $1+4+4+16=5^2$.
# > </details>
#
# But the eight is not symmetric. What takes the place of eigenvectors? The circle and its ellipse:

# %% tags=["drawing"] shows="DME-A.49..A.51"
lean = np.array([[1.5, 1.0], [0.2, 1.2]])
turn = np.linspace(0, 2 * np.pi, 121)
circle = np.array([np.cos(turn), np.sin(turn)])
U_lean, s_lean, Vt_lean = np.linalg.svd(lean)
left, right = plots.axes(2, width=8.6, height=3.3)
left.plot(*circle, color=plots.GREY)
right.plot(*(lean @ circle), color=plots.GREY)
looks = (0, "₁", plots.BLUE, (0.1, 0.1)), (1, "₂", plots.ORANGE, (-0.45, 0.1))
for i, n, colour, aside in looks:
    sign = np.sign(Vt_lean[i, 1])
    arrow(left, sign * Vt_lean[i], f"v{n}", colour, aside=aside)
    arrow(right, sign * s_lean[i] * U_lean[:, i], f"s{n}u{n}", colour, aside=aside)
for ax, title in ((left, "Two directions at right angles"), (right, "A keeps the right angle")):
    ax.set(xlim=(-2.4, 2.4), ylim=(-1.6, 1.6), aspect="equal", title=title)
plots.show(
    left,
    alt="""Left the unit circle with two perpendicular arrows v1 and v2. Right its
    image under A, a slanted ellipse; the images of the arrows are its long and its short half
    axis, again perpendicular.""",
)

# %% [markdown] teaches="DME-A.49..A.51"
# *Every* matrix, of whatever shape, sends some frame of right angles to another: $Av_i=s_iu_i$, with orthonormal $v_i$, orthonormal $u_i$, and lengths $s_1\ge s_2\ge\dots\ge0$. The $v_i$ are the eigenvectors of $A^\top A$ (section 6), the $s_i^2$ its eigenvalues, and their images stay at right angles: $(Av_i)^\top Av_j=v_i^\top(A^\top Av_j)=s_j^2\,v_i^\top v_j=0$ for $i\ne j$. So $AV=US$ (here $V$ holds the $v_i$; it is no subspace). Times $V^\top$ from the right, and written with layers, this is the **singular value decomposition**:
#
# $$A=\sum_is_iu_iv_i^\top=USV^\top \tag{A.49}$$
#
# with $S$ diagonal, and the $v_i$ as the columns of the last matrix. The number of $s_i>0$ is the rank. And now the rule for the telephone, called the theorem of Eckart and Young: **keep the layers with the largest $s_i$**. No other $k$ layers come closer, and what is lost is the sum of the other squares:
#
# $$\sum_{ij}(a_{ij}-\hat a_{ij})^2=\|A-\hat A\|_F^2=\sum_{i>k}s_i^2 \tag{A.65}$$
#
# ($\|\cdot\|_F$, the **Frobenius norm**, is the length of a matrix taken as one long vector. [Room Ae](#Ae.-Why-nothing-is-closer) has the proof.)

# %%
U_8, s, Vt_8 = np.linalg.svd(eight)
for k in (1, 2, 3, 6):
    copy = (U_8[:, :k] * s[:k]) @ Vt_8[:k]  # svd returns V⊤; * s weighs the columns of U
    by_rule = np.sqrt((s[k:] ** 2).sum() / 64)
    print(f"k = {k}, {16 * k} numbers: off by {off(copy):.1f} grey levels; rule {by_rule:.1f}")

# %% [markdown]
# (A weight $s_i$ needs no number of its own: multiply it into one of the lists.) With six layers nothing is missing. The eight has rank {= np.linalg.matrix_rank(eight)}, : its first and its last column are empty, and the other six are independent. But six layers are 96 numbers, more than the 64 we began with: layers pay only if a few of them will do.

# %% tags=["drawing"] shows="DME-A.62..A.63 DME-A.65"
row = plots.axes(5, width=9, height=2.2)
picture(row[0], halves, f"32 means: {off(halves):.1f}")
for ax, k in zip(row[1:4], (1, 2, 3), strict=True):
    copy = linalg.best_rank_k(eight, k)
    picture(ax, copy, f"{16 * k} numbers: {off(copy):.1f}")
picture(row[4], eight, "the eight")
plots.show(
    row[0],
    alt="""A handwritten eight of eight by eight pixels, five times: by 32 means of pairs, a
    smudge; rebuilt from its first one, two and three layers; and as it is. With two layers
    the two loops can be told, with three it is easily read.""",
)

# %% [markdown]
# Half the numbers, and the error falls from {= off(halves):.1f} grey levels to {= off(linalg.best_rank_k(eight, 2)):.1f}. Was this eight a lucky one? All {= (label < 0).sum()} of them, by the library's function, by means of pairs, and by scikit-learn's call for the same thing:

# %%
from sklearn.decomposition import TruncatedSVD

eights = digits[label < 0].reshape(-1, 8, 8)
by_pairs = np.repeat((eights[:, :, ::2] + eights[:, :, 1::2]) / 2, 2, axis=2)
by_layers = np.array([linalg.best_rank_k(one, 2) for one in eights])
svd = TruncatedSVD(2, algorithm="arpack", random_state=0)
theirs = np.array([svd.fit_transform(one) @ svd.components_ for one in eights])
for name, copies in (("pairs", by_pairs), ("two layers", by_layers), ("TruncatedSVD", theirs)):
    print(f"{name:12} off by {off(copies, eights):.1f} grey levels")

# %% tags=["proof"] proves="DME-A.49..A.51 DME-A.65"
agree(lean, U_lean @ np.diag(s_lean) @ Vt_lean, "rotation, stretching, rotation")
agree(lean @ Vt_lean.T, U_lean * s_lean, "each v goes to s times its u")
agree(U_lean.T @ U_lean, Vt_lean @ Vt_lean.T, np.eye(2), "both frames have right angles")
lost = [((eight - linalg.best_rank_k(eight, k)) ** 2).sum() for k in range(1, 6)]
agree(lost, [(s[k:] ** 2).sum() for k in range(1, 6)], "k layers lose the other squares")
first_layer = [[16.0, 8.0], [8.0, 4.0]]
agree(linalg.best_rank_k(upwards, 1), first_layer, "by hand: the layer of the eigenvalue 20")
agree(by_layers, theirs, "best_rank_k = TruncatedSVD, for each eight")
per_eight = [((copies - eights) ** 2).sum(axis=(1, 2)) for copies in (by_layers, by_pairs)]
agree(per_eight[0] < per_eight[1], "two layers beat pairs for every eight")

# %% [markdown]
# **When not to use it.** Layers are good at what runs along rows and columns. A diagonal stroke needs nearly all of them: choose *stroke* in the demo at the top. Turn a picture by 45°, and its rank is another. Photographs are sent by other means (waves that are the same for all pictures, so only their amounts are spoken). And a layer need not mean anything: its entries have both signs, also where grey levels cannot be negative.
#
# > **In short.** Keep the largest layers; what is lost is the sum of the other squares.

# %% [markdown]
# ## Takeaways
#
# - $Au$ is a mixture of columns, $AB^\top$ a sum of layers, and under a trace products may be turned round. Most proofs in this course are one of the three.
# - With orthonormal columns $U$: coordinates $U^\top x$, shadow $UU^\top x$, rest $(I-UU^\top)x$, and Pythagoras between them.
# - $P^2=P$ makes a projection, $P=P^\top$ an orthogonal one. Only that one is closest.
# - Singular values exist for every matrix and measure stretch. Eigenvalues are the same numbers exactly if the matrix is PSD.
# - Keep $k$ layers and lose $\sum_{i>k}s_i^2$, the *squared* Frobenius error.
#
# | you are looking for | go to |
# |---|---|
# | the inverse of a matrix in blocks, Schur complement | [Aa](#Aa.-Blocks) |
# | sums of subspaces, direct sums | [Ab](#Ab.-Sums-of-subspaces) |
# | range, null space, $I-P$, oblique projections | [Ac](#Ac.-Slanted-light) |
# | $QDQ^\top$, uniqueness of $P$, centring as a projection | [Ad](#Ad.-All-projectors-are-alike) |
# | proof of Eckart–Young, compact SVD | [Ae](#Ae.-Why-nothing-is-closer) |
# | clipping negative eigenvalues | [Af](#Af.-Nearest-positive-semi-definite-matrix) |
# | total variance; why greedy PCA is optimal | [Ag](#Ag.-Two-proofs-about-PCA) |
# | spectral norm; pitfalls | [Ah](#Ah.-Find-the-slip) |
# | which call, at what cost | [Ai](#Ai.-Never-invert) |
# | planes that miss the origin | [Aj](#Aj.-Planes-off-the-origin) |
#
# **Now you:** [exercises for this chapter](../exercises/A_linear_algebra.ipynb). Ten minutes on each will fix more than reading this page twice.
#
# **Further reading.** G. Strang, *Introduction to Linear Algebra*, for pictures. L. N. Trefethen and D. Bau, *Numerical Linear Algebra* (1997), for what computers do. N. J. Higham, *Computing a nearest symmetric positive semidefinite matrix* (1988).

# %% [markdown]
# ## Side rooms
#
# Each room stands alone: it says what it needs, and no section needs it.

# %% [markdown] needs="A.1" why="Enter if you meet a formula for \"given that\", as room 4f does." teaches="DME-A.22..A.23"
# ### Aa. Blocks
#
# A matrix can be cut into **blocks**, and blocks multiply as if they were numbers. What is that good for?
#
# > **Predict.** You hold the solution of a thousand equations, $Dy=g$, for every right side $g$. Now two more unknowns and two more equations arrive. Must you start again?
# >
# > <details><summary>Answer</summary>
# >
# > No. What is new is a system of two equations, as you will see.
# > </details>
#
# With the two newcomers $x$ on top, the large system reads
#
# $$\begin{pmatrix}A&B\\C&D\end{pmatrix}\begin{pmatrix}x\\y\end{pmatrix}=\begin{pmatrix}f\\g\end{pmatrix}$$
#
# First suppose all four are plain numbers, $2x+4y=f$ and $x+3y=g$, say. School: the second gives $y=(g-x)/3$; put it into the first, and $(2-4\cdot\frac13\cdot1)\,x=f-\frac43g$. In blocks it is the same two lines. The second row gives $y=D^{-1}(g-Cx)$. Put it into the first:
#
# $$(A-BD^{-1}C)\,x=f-BD^{-1}g$$
#
# What stands in front of $x$ is the **Schur complement** of $D$. It has the size of $A$, two by two. Write $M$ for its inverse, and you can read off the whole inverse:
#
# $$\begin{pmatrix}A&B\\C&D\end{pmatrix}^{-1}=\begin{pmatrix}M&-MBD^{-1}\\-D^{-1}CM&D^{-1}+D^{-1}CMBD^{-1}\end{pmatrix},\qquad M=(A-BD^{-1}C)^{-1} \tag{A.22}$$

# %% proves="DME-A.22..A.23"
print("2 − 4·1/3 =", round(2 - 4 / 3, 4), "and its inverse is 1.5:")
print(np.linalg.inv([[2.0, 4.0], [1.0, 3.0]]))
whole = np.random.default_rng(10).normal(size=(5, 5))
blocks = whole[:2, :2], whole[:2, 2:], whole[2:, :2], whole[2:, 2:]
agree(linalg.block_inverse(*blocks) @ whole, np.eye(5), "the inverse in blocks is the inverse")

# %% [markdown]
# Two inverses must exist: that of $D$ and that of the Schur complement. Here is a matrix that has an inverse although its $D$ has none; the library says what to do:

# %% proves="DME-A.22..A.23"
swap = np.array([[1.0, 1.0], [1.0, 0.0]])
agree(swap @ [[0, 1], [1, -1]], np.eye(2), "there is an inverse")
try:
    linalg.block_inverse(swap[:1, :1], swap[:1, 1:], swap[1:, :1], swap[1:, 1:])
except ValueError as refusal:
    print(refusal)

# %% [markdown]
# Blocks are behind every "given that". If two groups of quantities vary together, the spread of one group, *given that* the other is known, is a Schur complement of their covariance matrix. [Chapter 4](04_pca.ipynb) uses it for what a model says about the hidden causes of a point.
#
# > **In short.** A big inverse can be built from two small ones.

# %% [markdown] needs="A.2" why="Enter if you wonder where two planes meet." teaches="H-p01 H-p40 H-p18"
# ### Ab. Sums of subspaces
#
# Sets can be combined in two ways. The **Cartesian product** collects all columns whose $k$-th entry comes from the $k$-th set; $\mathbb R^N$ is $N$ times the line. The **Minkowski sum** $V+W$ holds all sums $v+w$; it makes sense for any two sets of vectors, and of two subspaces it is a subspace.
#
# > **Predict.** Two planes through the origin of space, $V$ and $W$, not the same. What dimension has $V+W$, and what have they in common?
# >
# > <details><summary>Answer</summary>
# >
# > Three, all of space, and a line. $2+2=4$ is one too many, and the one is shared.
# > </details>
#
# What is shared is counted twice on the right side, so it has to be taken off once:
#
# $$\dim(V+W)=\dim V+\dim W-\dim(V\cap W)$$

# %% proves="H-p18"
floor = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
total = np.linalg.matrix_rank(np.hstack([plane, floor]))
shared = null_space(np.hstack([plane, -floor])).shape[1]  # solutions of Vp = Wq
print(f"dim(V + W) = {total} = 2 + 2 − {shared}")
agree(total, 2 + 2 - shared, "what is shared counts once")

# %% [markdown]
# One speaks of a **direct sum** only if $V\cap W=\{0\}$. Then dimensions add up, and the split $x=v+w$ is unique. Here it is not: the vector $(1,1,0)$ can be taken wholly from the one plane or wholly from the other. (Some texts call every sum direct; then the name says nothing.)

# %% tags=["proof"] proves="H-p18"
agree(plane @ [1, 0], floor @ [1, 1], "(1, 1, 0) comes from either plane")

# %% [markdown]
# > **In short.** Dimensions add up, less what is shared.

# %% [markdown] needs="A.5" why="Enter if you want to build a shadow for any light." teaches="H-e05 H-e06 H-p37 H-p38 H-p39 H-p41 H-p42 H-p44"
# ### Ac. Slanted light
#
# Four matrices, and each is its own square. Which are noon, which are evening?

# %% proves="H-e05 H-e06"
examples = {"[.3 .7; .3 .7]": [[0.3, 0.7], [0.3, 0.7]], "[1 −1; 0 0]": [[1.0, -1.0], [0.0, 0.0]]}
examples["[.2 .4; .4 .8]"] = [[0.2, 0.4], [0.4, 0.8]]
examples["[9 12; 12 16]/25"] = np.array([[9, 12], [12, 16]]) / 25
for name, matrix in examples.items():
    noon, longest = linalg.is_orthogonal_projection(matrix), np.linalg.norm(matrix, 2)
    print(f"{name:16} orthogonal: {noon!s:5}  longest shadow of a unit vector: {longest:.4f}")
four = np.array(list(examples.values()))
agree(four @ four, four, "each is its own square")
agree([linalg.is_projection(matrix) for matrix in four], "so the library calls each a projection")
agree(four[3], np.outer(frame[:, 0], frame[:, 0]), "the last projects onto (3, 4)/5")

# %% [markdown]
# The symmetric ones; the last column agrees. Two subspaces belong to every matrix: its **range**, all $Ax$, and its **null space**, all $x$ with $Ax=0$. (Mathematicians call the latter the kernel; in this course a kernel is something else.) As $Ax$ mixes columns, the range is the span of the columns, the **column space**.
#
# For a projection these two split the whole space: $x=Px+(I-P)x$, the first part in the range, the second in the null space because $P(I-P)x=Px-P^2x=0$. The range is the floor; the null space is the direction of the light. If $P$ is symmetric they are orthogonal: $(Pu)^\top y=u^\top Py=0$ for $y$ in the null space, and then $I-P$ is the orthogonal projector onto $V^\perp$.
#
# To build a projection, say where the shadows fall, the columns of $B$, and which planes of light there are, by their normals, the columns of $N$: light travels in the null space of $N^\top$. Then $P=B(N^\top B)^{-1}N^\top$. With $N=B$ it is the projector of section 4:

# %%
ground, normal = np.array([[1.0], [0.0]]), np.array([[1.0], [-1.0]])
slanted = ground @ np.linalg.solve(normal.T @ ground, normal.T)
upright = linalg.projection_matrix(ground)  # for comparison, noon
light = null_space(slanted)[:, 0]
print(slanted, "light travels along", (light / light[0]).round(2))

# %% tags=["drawing"] shows="H-F02 H-p37 H-p42"
pair = plots.axes(2, width=8.6, height=3.2)
dots = np.random.default_rng(11).uniform([-1.6, -1.1], [1.6, 1.1], size=(12, 2))
for ax, matrix, (p, q) in zip(pair, (upright, slanted), ((0, 1), (1, 1)), strict=True):
    feet = dots @ matrix.T
    ax.plot(*np.stack([dots, feet]).transpose(2, 0, 1), "-", color=plots.ORANGE, linewidth=1)
    ax.axline((0, 0), (1, 0), color="black", label="range of P")
    ax.axline((0, 0), (p, q), color=plots.PINK, linestyle="--", label="null space of P")
    plots.scatter(dots, ax=ax, size=22)
    plots.scatter(feet, ax=ax, colour=plots.GREEN, marker="D", size=16)
    ax.set(xlim=(-2.8, 2.8), ylim=(-1.5, 1.5), xlabel="", ylabel="")
pair[0].set_title("P = P⊤: null space at a right angle")
pair[1].set_title("P = [1 −1; 0 0]: null space along (1, 1)")
pair[0].legend(loc="lower left")
plots.show(
    pair[0],
    alt="""Twelve points and their shadows on the horizontal axis, twice. Left, the
    rays fall at right angles and the null space is the vertical axis. Right, the rays and the
    null space are slanted along the diagonal.""",
)

# %% [markdown] teaches="H-F02 H-u01"
# On the left, with $P=b_1b_1^\top$ and $b_2$ at a right angle to $b_1$: multiples of $b_1$ stay, multiples of $b_2$ vanish. On the right $P^2=P$ all the same, but every shadow is farther from its point, unless the point lies on the axis.
#
# The trace does not see the difference. Under it the product may be turned round, $\operatorname{tr}P=\operatorname{tr}((N^\top B)^{-1}N^\top B)=\operatorname{tr}I_k=k$. A slanted projection of five dimensions onto two:

# %%
oblique = high @ np.linalg.solve(wide @ high, wide)  # 5 × 5; wide does for N⊤
agree(linalg.is_projection(oblique), not linalg.is_orthogonal_projection(oblique), "it is slanted")
print(f"trace {np.trace(oblique):.0f}, rank {np.linalg.matrix_rank(oblique)}")

# %% tags=["proof"] proves="H-u01 H-p37 H-p39"
b1, b2 = np.eye(2)
agree(upright, np.outer(b1, b1), "on the left, P is a single layer")
agree(upright @ (3 * b1), 3 * b1, "what lies along b₁ stays")
agree(upright @ (3 * b2), [0, 0], "what lies along b₂ vanishes")
miss = [np.linalg.norm(dots - dots @ matrix.T, axis=1) for matrix in (upright, slanted)]
agree(miss[1] > miss[0], "each slanted shadow is farther from its point")
agree(slanted, examples["[1 −1; 0 0]"], "and it is the second of the four")
dark = null_space(oblique)
both_together = np.linalg.matrix_rank(np.column_stack([high, dark]))
agree(both_together, 5, "range and null space fill the space")
agree(np.allclose(oblique @ dark, 0), "the null space is sent to zero")
agree(oblique @ high, high, "the span of the columns stays, it is the range")

# %% [markdown]
# All this speaks of *matrices*. [Chapter 2](02_gram_schmidt_and_cholesky.ipynb) has a mapping with $P(P(x))=P(x)$ and $P(x)\perp x-P(x)$ that is no projection, because it is not linear: $P(x)=\max(x,0)$. For a linear $P$ the two conditions do imply $P=P^\top$ (there is an exercise on it).
#
# > **In short.** A projection is a floor and a light: its range and its null space.

# %% [markdown] needs="A.5" why="Enter if you want one picture of all projectors at once." teaches="H-p30 H-e07 H-p52 H-p53 H-p54"
# ### Ad. All projectors are alike
#
# The plainest projector keeps the first two coordinates, $D=\operatorname{diag}(1,1,0,\dots,0)$.
#
# > **Predict.** How many orthogonal projectors onto a given plane are there, and can each be had by turning $D$?
# >
# > <details><summary>Answer</summary>
# >
# > One, and it can.
# > </details>
#
# *One.* If $P$ and $Q$ are two orthogonal projectors onto the same subspace, each leaves the other's columns alone, $PQ=Q$ and $QP=P$. So $Q=Q^\top=(PQ)^\top=QP=P$. This is why six vectors that span our plane gave the same matrix as two.
#
# *Turned.* For an orthogonal matrix $Q$ the product $QDQ^\top$ is again idempotent and symmetric, and $\operatorname{tr}(QDQ^\top)=\operatorname{tr}(DQ^\top Q)=\operatorname{tr}D$, so it has the same dimension. Every orthogonal projector is of this form: complete a basis of $V$ by one of $V^\perp$, and let $D$ delete the latter:

# %% proves="H-e07 H-p30 H-p36 H-p52 H-p53 H-p54"
Q = np.column_stack([q1, q2, null_space(plane.T)])  # V, then its complement
D = np.diag([1.0, 1.0, 0.0])
turned = Q @ D @ Q.T
print((3 * turned).round(2))
agree(Q.T @ Q, np.eye(3), "Q is orthogonal")
agree([linalg.is_orthogonal_projection(one) for one in (D, turned)], "a projector, turned or not")
agree(turned, P_plane, linalg.projection_matrix(many), "turned, it projects onto the plane")
agree(np.trace(turned), np.trace(D), 2.0, "of the same dimension")

# %% [markdown]
# A projector that you know well: $C=I-\frac1njj^\top$ with $j$ the vector of $n$ ones, which centres a kernel matrix ([chapter 1](01_means_and_distances.ipynb#6.-Moving-the-origin)). It removes one direction, that of the constants, and so has trace $n-1$. And in the plane: turn $\operatorname{diag}(1,0)$ with the frame of section 3, and out comes the projector onto $(3,4)/5$.
#
# A last number. Stripping $b$ of its shadow in section 3 left the lengths $\sqrt2$ and $\sqrt{3/2}$. Their squares multiply to 3, the determinant of the inner products of $a$ and $b$; [chapter 2](02_gram_schmidt_and_cholesky.ipynb) says what a determinant measures, and why.

# %% tags=["proof"] proves="H-e06"
C = np.eye(6) - 1 / 6
agree(linalg.is_orthogonal_projection(C), "centring is an orthogonal projection")
agree(np.trace(C), 5.0, "centring six points leaves five dimensions")
nine_twelve = np.array([[9, 12], [12, 16]]) / 25
agree(frame @ np.diag([1, 0]) @ frame.T, nine_twelve, "diag(1, 0), turned, projects onto (3, 4)/5")
agree(np.linalg.det(plane.T @ plane), 2 * (stripped @ stripped), 3.0, "squares multiply to 3")

# %% [markdown]
# > **In short.** A projector is *keep the first k*, seen from another side.

# %% [markdown] needs="A.4 A.7" why="Enter if you want to know why no other layers are better." teaches="DME-A.52..A.55"
# ### Ae. Why nothing is closer
#
# First the shape of things. A zero in $S$ deletes a column of $U$, so only the first $r$ columns matter, and $A=\sum_{i\le r}s_iu_iv_i^\top=U_rS_rV_r^\top$. (In this room $V_r$ holds the $v_i$; no subspace is called $V$.) That is the **compact** form; a tall matrix of rank two shows the difference:

# %% proves="DME-A.49..A.51 DME-A.52..A.55"
draw_e = np.random.default_rng(12)
tall = draw_e.normal(size=(50, 2)) @ draw_e.normal(size=(2, 4))
U_e, s_e, Vt_e = np.linalg.svd(tall)
r = (s_e > 1e-9).sum()
print(f"full U: {U_e.shape}, of which {r} columns matter")
agree(r, np.linalg.matrix_rank(tall), 2, "two singular values are positive: the rank")
two_layers = sum(s_e[i] * np.outer(U_e[:, i], Vt_e[i]) for i in range(r))
agree(tall, two_layers, linalg.best_rank_k(tall, 2), "two layers are all")

# %% [markdown]
# The first $r$ columns of $U$ are an orthonormal basis of all mixtures of columns (the range), the rows of $V^\top$ after the first $r$ one of all $x$ with $Ax=0$ (the null space). That is how the library finds projectors.

# %% tags=["proof"] proves="H-p37 H-p39"
agree(U_e[:, :r] @ U_e[:, :r].T, linalg.projection_matrix(tall), "these columns span the range")
agree(np.allclose(tall @ Vt_e[r:].T, 0), "these rows are sent to zero")
dark_e = null_space(tall)
agree(Vt_e[r:].T @ Vt_e[r:], dark_e @ dark_e.T, "and span the null space")

# %% [markdown]
# > **Predict.** Choose three directions at random and project all columns of the eight onto their span. Two thousand tries: will the luckiest come near to the three largest layers?

# %% proves="DME-A.62..A.63"
tries = np.random.default_rng(13).normal(size=(2000, 8, 3))
errors = [off(linalg.projection_matrix(T) @ eight) for T in tries]
best_three = off(linalg.best_rank_k(eight, 3))
print(f"best {best_three:.1f} grey levels, luckiest rival {min(errors):.1f}")
agree(best_three < min(errors), "nobody comes as close")

# %% [markdown]
# **Why.** Let $\tilde A$ have rank at most $k$, and let the $k$ orthonormal columns of $W$ span a space that contains its columns. Nothing in that space is closer to a column of $A$ than its shadow (section 4). So, column by column,
#
# $$\|A-\tilde A\|_F^2\ \ge\ \|A-WW^\top A\|_F^2=\|A\|_F^2-\operatorname{tr}(W^\top AA^\top W)$$
#
# The equality is Pythagoras. The matrix $AA^\top$ has the eigenvalues $s_i^2$ (and perhaps zeros), and [room Ag](#Ag.-Two-proofs-about-PCA) shows that such a trace is at most the sum of the $k$ largest, $s_1^2+\dots+s_k^2$. All together $\|A\|_F^2=\sum_is_i^2$. So at least $\sum_{i>k}s_i^2$ is lost, and the $k$ largest layers lose no more. For $k\le r$ they are the only best choice exactly if $s_k>s_{k+1}$. Each link, for $k=3$, on random $W$ with random $\tilde A$ in their span:

# %% tags=["proof"] proves="DME-A.62..A.63"
squares, links = eight @ eight.T, []
noise_e = np.random.default_rng(14)
for W in np.linalg.qr(noise_e.normal(size=(200, 8, 3)))[0]:
    rival = W @ (W.T @ eight + noise_e.normal(size=(3, 8)))
    both = [np.linalg.norm(eight - one) ** 2 for one in (rival, W @ W.T @ eight)]
    links.append([*both, np.trace(W.T @ squares @ W)])
any_error, error, held = np.transpose(links)
agree(any_error > error, "projecting the columns is best in their space")
agree(error, np.linalg.norm(eight) ** 2 - held, "what is not held is lost")
agree(np.linalg.eigvalsh(squares)[::-1], s**2, "the eigenvalues of AA⊤ are squares")
agree(held < (s[:3] ** 2).sum(), "200 random spaces hold less than the three largest")

# %% [markdown] teaches="DME-A.66..A.67"
# For a PSD matrix the singular values are the eigenvalues, so the best matrix of rank $k$ keeps the top $k$ eigenpairs, the squared error is $\sum_{i>k}\lambda_i^2$, and the result is PSD again. By hand: of $\begin{pmatrix}17&6\\6&8\end{pmatrix}$ the layer $\begin{pmatrix}16&8\\8&4\end{pmatrix}$ is kept, and $5^2=25$ is lost.

# %% tags=["proof"] proves="DME-A.66..A.67"
inner = X.T @ X
values_e, frame_e = np.linalg.eigh(inner)
kept = (frame_e[:, -2:] * values_e[-2:]) @ frame_e[:, -2:].T
agree(kept, linalg.best_rank_k(inner, 2), "two eigenpairs make the best of rank two")
agree(np.linalg.norm(inner - kept) ** 2, (values_e[:-2] ** 2).sum(), "the other squares are lost")

# %% [markdown]
# And the tartan of the first page? Two layers of the noisy one are nearer to the clean one than the noisy picture itself. What they leave out is mostly noise:

# %%
clean = demos.picture("tartan")
noisy = clean + 0.05 * np.random.default_rng(7).normal(size=clean.shape)
for name, one in (("noisy", noisy), ("two layers of it", linalg.best_rank_k(noisy, 2))):
    print(f"{name:16} off by {np.linalg.norm(one - clean) / np.linalg.norm(clean):.1%}")

# %% [markdown]
# > **In short.** Project the columns; then the best space is that of the largest eigenvalues.

# %% [markdown] needs="A.6" why="Enter if your similarities come from people, maps or gaps filled in, as in room 5h."
# ### Af. Nearest positive semi-definite matrix
#
# Distances measured on a map, similarities judged by people, correlations with gaps filled in: all make symmetric matrices that *ought* to be PSD and are not.
#
# > **Predict.** $\begin{pmatrix}15&10\\10&0\end{pmatrix}$ has the eigenvalues 20 and $-5$. What would you do with the $-5$, and how far away is the result?
# >
# > <details><summary>Answer</summary>
# >
# > Set it to zero. What remains is $\begin{pmatrix}16&8\\8&4\end{pmatrix}$, and it is 5 away: $1+4+4+16=5^2$. That nothing PSD is nearer needs a proof.
# > </details>
#
# Here is such a matrix from life. Walk round a square table with four seats: neighbours are 1 apart, opposite seats 2. Square the distances, centre, and take minus one half ([chapter 5](05_dimensionality_reduction.ipynb) says why): the result should be a matrix of inner products. It is not, because no four points of a Euclidean space, of whatever dimension, have these distances:

# %%
walk = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])
centring = np.eye(4) - 1 / 4
seats = -0.5 * centring @ walk**2 @ centring
values_f, frame_f = np.linalg.eigh(seats)
print(values_f.round(2)[::-1] + 0.0)

# %% [markdown] teaches="DME-A.68..A.69 DME-A.70"
# For a symmetric $A=\sum_i\lambda_iu_iu_i^\top$ with $p$ positive eigenvalues and some negative ones, clip the negative ones:
#
# $$\hat A=\sum_i\max(\lambda_i,0)\,u_iu_i^\top,\qquad\|A-\hat A\|_F^2=\sum_{\lambda_i<0}\lambda_i^2 \tag{A.70}$$
#
# ($\|\cdot\|_F^2$ is the sum of all squared entries.)

# %% proves="DME-A.68..A.69 DME-A.70"
clipped = linalg.nearest_psd(seats)
print(clipped.round(2) + 0.0)
agree(clipped, (frame_f * values_f.clip(0)) @ frame_f.T, "the library clips the negative one")
agree(np.linalg.norm(seats - clipped) ** 2, (-1) ** 2, "the squared error is its square")
agree(linalg.nearest_psd(backwards), [[16.0, 8.0], [8.0, 4.0]], "and the matrix of the question")

# %% tags=["drawing"] shows="DME-A.68..A.69"
left, middle, right = plots.axes(3, width=9, height=2.8)
draw(seats, left, "Inner products?", reach=1.3)
draw(clipped.round(6) + 0.0, middle, "The nearest that are", reach=1.3)
for shift, spectrum, colour in ((-0.2, seats, plots.ORANGE), (0.2, clipped, plots.GREEN)):
    right.bar(np.arange(1, 5) + shift, np.linalg.eigvalsh(spectrum)[::-1], 0.38, color=colour)
right.axhline(0, color="black", linewidth=1)
right.set(title="Eigenvalues, clipped at 0", xticks=[1, 2, 3, 4])
right.legend(right.containers, ["of the seats", "clipped"], loc="upper right")
plots.show(
    left,
    alt="""Left, the matrix of the walk round a square; middle, its nearest positive
    semi-definite matrix; right, bars of the eigenvalues 2, 2, 0 and minus 1 of the first, and
    beside them the clipped ones 2, 2, 0, 0.""",
)

# %% [markdown] teaches="DME-A.71..A.78"
# Why is nothing closer? Let $\tilde A$ be any PSD matrix, and look at both in the frame of the eigenvectors, where $A$ is $\Lambda$ and $\tilde A$ is $B=U^\top\tilde AU$. Rotations leave the norm alone, so
#
# $$\|A-\tilde A\|_F^2=\sum_i(\lambda_i-b_{ii})^2+\sum_{i\ne j}b_{ij}^2\ \ge\ \sum_{\lambda_i<0}(\lambda_i-b_{ii})^2\ \ge\ \sum_{\lambda_i<0}\lambda_i^2$$
#
# The last step holds because $b_{ii}=u_i^\top\tilde Au_i\ge0$: where $\lambda_i$ is negative, $b_{ii}$ only leads farther away. Every link of the chain, on five hundred random PSD matrices:

# %% tags=["proof"] proves="DME-A.71..A.78"
links_f, draw_f = [], np.random.default_rng(15)
for _ in range(500):
    root = draw_f.normal(size=(4, draw_f.integers(1, 5)))
    near = clipped + 0.3 * root @ root.T if draw_f.random() < 0.5 else root @ root.T
    inside = frame_f.T @ near @ frame_f
    seen = [np.linalg.norm(one) ** 2 for one in (seats - near, np.diag(values_f) - inside)]
    links_f.append([*seen, inside[0, 0], inside.diagonal().min()])
error_f, turned_f, b00, least = np.transpose(links_f)
agree(error_f, turned_f, "in the frame of the eigenvectors the distance is the same")
agree(least > -1e-9, "no diagonal entry of B is negative")
agree(error_f > (values_f[0] - b00) ** 2 - 1e-9, "one term of the sum is less than all")
agree((values_f[0] - b00) ** 2 > values_f[0] ** 2 - 1e-9, "and b only leads farther away")

# %% [markdown] teaches="DME-A.79..A.81 DME-A.82..A.91"
# With a limit on the rank as well, keep the top $k$ *positive* eigenpairs; all other squares are lost. The proof joins two ideas: on the directions with negative $\lambda_i$ the loss is at least $\lambda_i^2$ as above, and on the positive block, where $B$ has rank at most $k$ (it can be less), the rule of section 7 says $\sum_{k<i\le p}\lambda_i^2$.
#
# Absolute size is not what counts. Take eigenvalues $3,1,-2$ and $k=2$: the best matrix of rank two keeps $3$ and $-2$, the best *PSD* one keeps $3$ and $1$:

# %% proves="DME-A.79..A.81"
mixed = np.diag([3.0, 1.0, -2.0])
print(np.diag(linalg.best_rank_k(mixed, 2)), np.diag(linalg.nearest_psd(mixed, 2)))
one_left = linalg.nearest_psd(seats, k=1)
agree(np.linalg.matrix_rank(one_left), 1, "the seats with rank one")
agree(np.linalg.norm(seats - one_left) ** 2, 2**2 + 0**2 + (-1) ** 2, "all other squares are lost")

# %% [markdown]
# > **In short.** Clip what is negative, then keep the largest of what is left.

# %% [markdown] needs="A.5 A.6" why="Enter if you want chapter 4's two theorems line by line."
# ### Ag. Two proofs about PCA
#
# [Chapter 4](04_pca.ipynb) looks for directions along which data vary most. Its matrix is the covariance $\Sigma$, the mean of the layers $xx^\top$ of all points $x$ measured from their mean; the variance along a unit vector $w$ is $w^\top\Sigma w$. First its trace. Products go round: $\operatorname{tr}\Sigma=\operatorname{tr}(U\Lambda U^\top)=\operatorname{tr}(\Lambda U^\top U)=\sum_i\lambda_i$. And $\operatorname{tr}(xx^\top)=x^\top x$. So the **total variance**, the mean squared distance from the mean, is the sum of the eigenvalues:

# %% proves="H-p46 H-p48"
arrows = X - X.mean(axis=0)
Sigma = arrows.T @ arrows / len(X)
total_variance = (arrows**2).sum(axis=1).mean()
ascending, frame_g = np.linalg.eigh(Sigma)
lam, frame_g = ascending[::-1], frame_g[:, ::-1]  # largest first
print("eigenvalues", lam.round(2), "sum", lam.sum().round(2))
agree(total_variance, np.trace(Sigma), lam.sum(), "spread, trace, sum of eigenvalues")

# %% [markdown]
# > **Predict.** You choose two orthonormal directions, one after the other, each as good as possible. Could choosing both together have given more variance in sum?
# >
# > <details><summary>Answer</summary>
# >
# > In general greed does not pay. Here it does: no pair beats $\lambda_1+\lambda_2$.
# > </details>
#
# **The first proof: greedy is optimal.** Let the $k$ orthonormal columns $w_j$ of $W$ be anybody's choice. In the frame of the eigenvectors $w_j=Ua_j$, and the $a_j$ are orthonormal like the $w_j$: $a_i^\top a_j=0$ for $i\ne j$. What counts is how much weight the choice puts on each eigenvector. So let $b_i$ be the sum of squares in row $i$ of $(a_1,\dots,a_k)$. All $b_i$ together make $k$, as each $a_j$ has length one. And none exceeds 1, as the $a_j$ can be completed to an orthogonal matrix whose rows have length one too:

# %% proves="DME-B.1..B.2 DME-B.3..B.5"
W_g = np.linalg.qr(np.random.default_rng(16).normal(size=(5, 2)))[0]  # anybody's two directions
a_g = frame_g.T @ W_g  # the same two in the frame of the eigenvectors
b_g = (a_g**2).sum(axis=1)
print("weights", b_g.round(2), "sum", b_g.sum().round(2))
agree(a_g.T @ a_g, np.eye(2), "they are orthonormal there, too")
agree(b_g.sum(), 2.0, "the weights make 2 in all")
agree((b_g >= 0) & (b_g <= 1), "and none exceeds 1")

# %% [markdown]
# The summed variance is a weighted sum of eigenvalues, since $w_j^\top\Sigma w_j=a_j^\top\Lambda a_j$. You have weight $k$ to spend, at most 1 on each eigenvalue: spend it on the largest. In formulas:
#
# $$\sum_jw_j^\top\Sigma w_j=\sum_{i=1}^db_i\lambda_i\ \le\ \sum_{i\le k}b_i(\lambda_i-\lambda_k)+k\lambda_k\ \le\ \sum_{i\le k}\lambda_i$$
#
# The first $\le$ credits the weight beyond $k$ with $\lambda_k$: $\sum_{i>k}b_i\lambda_i\le\lambda_k\sum_{i>k}b_i=\lambda_k(k-\sum_{i\le k}b_i)$. The second raises the first $b_i$ to 1, which only helps, as $\lambda_i-\lambda_k\ge0$ for $i\le k$. (All that was used is that $\Sigma$ is symmetric.)

# %% proves="DME-B.6..B.10 DME-B.11..B.15 DME-B.16..B.19"
objective = np.trace(W_g.T @ Sigma @ W_g)
between = b_g[:2] @ (lam[:2] - lam[1]) + 2 * lam[1]
print(f"{objective:.2f} ≤ {between:.2f} ≤ {lam[:2].sum():.2f}")
agree(objective, b_g @ lam, "the variance is a weighted sum of eigenvalues")
agree(b_g[2:] @ lam[2:] <= lam[1] * (2 - b_g[:2].sum()), "weight beyond 2 is credited with λ₂")
agree(objective <= between <= lam[:2].sum(), "no more than the two largest")

# %% [markdown]
# The bound is met by $W=(u_1,\dots,u_k)$. But not by it alone: rotate the $u_i$ among themselves and the trace does not notice. What is unique, if $\lambda_k>\lambda_{k+1}$, is not the eigenvectors but the *subspace*:

# %% proves="DME-B.16..B.19"
rotated = frame_g[:, :2] @ np.array([[0.6, -0.8], [0.8, 0.6]])
agree(np.trace(rotated.T @ Sigma @ rotated), lam[:2].sum(), "other directions, the same variance")
agree(rotated @ rotated.T, frame_g[:, :2] @ frame_g[:, :2].T, "in the same subspace")

# %% [markdown]
# **The second proof: most variance is least error.** For centred $x$, the squared rest is the squared length minus the squared shadow; write the shadow by layers; then average:
#
# $$\|x-WW^\top x\|^2=x^\top x-x^\top WW^\top x=x^\top x-\sum_jw_j^\top xx^\top w_j,\qquad\text{on average } \operatorname{tr}\Sigma-\sum_jw_j^\top\Sigma w_j$$
#
# The first term does not depend on $W$. So whoever maximises captured variance minimises the error:

# %% proves="DME-B.20..B.22 DME-B.23..B.25 DME-B.26..B.28"
residual = ((arrows - arrows @ W_g @ W_g.T) ** 2).sum(axis=1)
captured = ((arrows @ W_g) ** 2).sum(axis=1)
error_g = residual.mean()
print(f"captured {objective:.1f} + lost {error_g:.1f} = total variance {np.trace(Sigma):.1f}")
agree(residual, (arrows**2).sum(axis=1) - captured, "for each point: lost is all but the shadow")
agree(objective + error_g, np.trace(Sigma), "what is captured and what is lost make the whole")

# %% [markdown]
# > **In short.** PCA may be greedy, and may minimise or maximise: it is one subspace in the end.

# %% [markdown] needs="A.7 Ac" why="Enter if you like to catch a printed theorem out."
# ### Ah. Find the slip
#
# Four sentences that sound right, and have been printed. What exactly is wrong with each, and what survives? Look before you read on.
#
# 1. *If $P$ projects onto $V$, orthogonally or not, then $I-P$ projects onto $V^\perp$.*
# 2. *The Frobenius norm is $\|A\|_F=\sum_{ij}a_{ij}^2$.*
# 3. *For $k\le r$ the best matrix of rank $k$ is unique exactly if $s_k>s_{k+1}$, in the Frobenius norm and also in others, such as the spectral norm.* (The **spectral norm** is the largest singular value.)
# 4. *With the compact $A=U_r\Lambda_rU_r^\top$, where $\Lambda_r$ and $U_r$ hold the eigenvalues other than zero and their eigenvectors: $\|A-\tilde A\|_F=\|U_r^\top AU_r-U_r^\top\tilde AU_r\|_F$, as rotations leave the norm alone.*

# %% [markdown] teaches="H-p43"
# **The first.** $I-P$ is a projection; that much is true. Whereto? Take $P=\begin{pmatrix}1&-1\\0&0\end{pmatrix}$:

# %% proves="H-p43"
left_over = np.eye(2) - slanted
direction = left_over[:, 1] / left_over[1, 1]
print("range of P: (1, 0), range of I − P:", direction, ", inner product", direction @ [1, 0])
agree(linalg.is_projection(left_over) and direction @ [1, 0] != 0, "a projection, but not onto V⊥")

# %% [markdown]
# **Repair:** $I-P$ projects onto the null space of $P$, along the range of $P$: onto the light. It is $V^\perp$ if and only if $P=P^\top$. One half is in room Ac. For the other: if the null space is $V^\perp$, then $Px\perp(I-P)y$ for all $x$ and $y$, so $P^\top(I-P)=0$, which gives $P^\top=P^\top P$, and the right side is symmetric.

# %% tags=["proof"] proves="H-p43"
three = upright, slanted, np.array(examples["[.3 .7; .3 .7]"])
hits_complement = [np.allclose(one.T @ (np.eye(2) - one), 0) for one in three]
symmetric = [linalg.is_orthogonal_projection(one) for one in three]
agree(hits_complement, symmetric, [True, False, False], "I − P hits V⊥ exactly if P is symmetric")

# %% [markdown] teaches="DME-A.64"
# **The second.** A norm of $2A$ must be twice the norm of $A$. Try it:

# %% proves="DME-A.64"
doubt = np.array([[1.0, 2.0], [2.0, 1.0]])
print("sums of squares", (doubt**2).sum(), ((2 * doubt) ** 2).sum())
agree(((2 * doubt) ** 2).sum(), 4 * (doubt**2).sum(), "as printed, doubling multiplies by 4")
agree(np.linalg.norm(2 * doubt), 2 * np.linalg.norm(doubt), "with the root, by 2")

# %% [markdown]
# **Repair:** take the root, or write $\|\cdot\|_F^2$. Whoever minimises one minimises the other, so no conclusion falls; but compare such an error with a length, and you will be off by a square.
#
# **The third** is true of the Frobenius norm only. The spectral norm looks at the worst direction alone. Take $A=\operatorname{diag}(3,2,1)$ and $k=1$, so $s_1>s_2$. Every $\operatorname{diag}(3+e,0,0)$ with $|e|\le2$ misses by the same 2:

# %% proves="DME-A.62..A.63"
misses = [np.diag([3.0, 2.0, 1.0]) - np.diag([3.0 + e, 0, 0]) for e in (-2, -1, 0, 1, 2)]
print("e = −2, −1, 0, 1, 2")
print("Frobenius norm:", *[f"{np.linalg.norm(one):.2f}" for one in misses])
print("spectral norm: ", *[f"{np.linalg.norm(one, 2):.2f}" for one in misses])
agree([np.linalg.norm(one, 2) for one in misses], 2.0, "the spectral norm is 2 for each of them")

# %% [markdown]
# **Repair:** truncation is *a* best choice in either norm, with spectral error $s_{k+1}$. It is the only one in the Frobenius norm if $s_k>s_{k+1}$. If $s_k=s_{k+1}>0$, either layer may be the $k$-th; and for $k>r$ there is nothing to choose, though both are zero.

# %% tags=["proof"] proves="DME-A.62..A.63"
tied = np.diag([2.0, 1.0, 1.0])
either = [np.linalg.norm(tied - np.diag(stays)) for stays in ((2, 1, 0), (2, 0, 1))]
agree(either, [1, 1], "either of two equal layers may stay")
agree(linalg.best_rank_k(np.diag([1.0, 0, 0]), 2), np.diag([1.0, 0, 0]), "beyond the rank, all")

# %% [markdown]
# **The fourth.** $U_r$ has orthonormal columns, but if $r<m$ it is not square and no rotation: multiplying by it from both sides cuts away what lies outside its range. Let $A=\operatorname{diag}(2,0)$ of rank one, and $\tilde A=\operatorname{diag}(0,1)$:

# %% proves="DME-A.71..A.78 DME-A.82..A.91"
gap = np.diag([2.0, 0.0]) - np.diag([0.0, 1.0])
U_r = np.array([[1.0], [0.0]])
squared = [np.linalg.norm(one) ** 2 for one in (gap, U_r.T @ gap @ U_r)]
print(f"squared distances: {squared[0]:.0f} against {squared[1]:.0f}")
agree(squared, [5, 4], "5 against 4: the two sides are not equal")

# %% [markdown]
# **Repair:** use the full $U$, as room Af does, or write $\ge$ for $=$. A lower bound is all that the proof needs, so it survives.
#
# <details><summary>Small fry, for those with the sources at hand</summary>
#
# In the slides:
#
# - a linear combination of $K$ vectors is summed to $N$, and of the four kinds of subspaces of space three are counted, without space itself;
# - a subspace must not be empty;
# - an orthogonal matrix is called orthonormal, and the proof that $BB^\top$ is idempotent invokes $B^{-1}$, which a tall $B$ has not got;
# - $\operatorname{tr}(AB)=\operatorname{tr}(BA)$ is stated for square factors, and two lines later used for $b\,b^\top$;
# - a sum of subspaces is called direct without a condition (room Ab), and data are projected without their mean (room Aj);
# - for the sum of the eigenvalues they print $\Lambda TT^\top$ where $\Lambda T^\top T$ is meant, $T$ being their matrix of eigenvectors (our $U$); it comes right only because $T$ is square;
# - in the proof of the closest point one sign is wrong, $-v^\top f+f^\top v$, which would cancel; both are minus.
#
# In the notes: the squares are missing in (A.67), (A.70), (A.81) and (A.91), and (A.72) and (A.83) need $\ge$; the block inverse "holds", without its two conditions (room Aa); $I_d$ after (A.48) is $I_n$; the first entry of $\Lambda_r$ in (A.58) is $\lambda_1$, not $\lambda_i$; "not positive definite" before (A.68) should be "not positive semi-definite"; the block in the proof of (A.81) has rank *at most* $k$ (room Af); (B.2) prints $a_i^\top a_i=0$ for $a_i^\top a_j=0$; and the eigenvectors are called the unique solution where only their subspace is (room Ag).
# </details>

# %% tags=["proof"] proves="H-p32"
f = plane @ [1.0, -2.0]
as_printed = x @ x - v @ f + f @ v + f @ f
agree(x @ x - 2 * v @ f + f @ f, (x - f) @ (x - f), "two minus signs: the squared distance")
agree(not np.isclose(as_printed, (x - f) @ (x - f)), "one alone: something else")

# %% [markdown]
# > **In short.** Ask of every sentence: also if it is not symmetric, not square, not of full rank?

# %% [markdown] needs="A.4 A.7" why="Enter before you use any of this at work."
# ### Ai. Never invert
#
# Formulas are for reading; code has its own idioms. The first: **never invert.** `solve` is cheaper than `inv`, and its answer fits the equations to the last digit even where the matrix is so bad that nobody can find the true solution. The Hilbert matrix, with entries $1/(i+j-1)$, is notorious for that.
#
# > **Predict.** Ten equations, a right side $f$, and two answers, by `solve` and by `inv`. How many digits of $f$ does each answer reproduce?

# %%
from scipy import linalg as sl

hilbert = sl.hilbert(10)
target = hilbert.sum(axis=1)  # so the solution is all ones
answers = {"solve": np.linalg.solve(hilbert, target), "inv": np.linalg.inv(hilbert) @ target}
misfit = {name: sl.norm(hilbert @ y - target) / sl.norm(target) for name, y in answers.items()}
for name, limit in (("solve", 1e-13), ("inv", 1e-3)):
    print(f"{name:5} fits to {-np.log10(limit):.0f} digits: {misfit[name] < limit}")
print("inv fits to 8 digits:", misfit["inv"] < 1e-8)

# %% tags=["proof"]
agree(misfit["solve"] < 1e-13, "solve: right to thirteen digits")
agree(1e-7 < misfit["inv"] < 1e-3, "inv: wrong after three to seven")
agree(misfit["inv"] > 1e6 * misfit["solve"], "inv is more than a million times worse")

# %% [markdown]
# The answer of `solve` fits to round-off. That of `inv` goes wrong somewhere between the third and the seventh digit.
#
# The second: **`eigh` for symmetric matrices.** `eig` does not know that they are symmetric: its eigenvectors need not be orthogonal where eigenvalues coincide, its order is arbitrary, and it does more work. Projectors are the worst case, all eigenvalues being 0 or 1:

# %%
big = linalg.projection_matrix(np.random.default_rng(17).normal(size=(30, 10)))
frames = {"eig": np.linalg.eig(big)[1], "eigh": np.linalg.eigh(big)[1]}
for name, columns in frames.items():
    apart = np.abs(columns.conj().T @ columns - np.eye(30)).max()
    print(f"{name:4}: columns orthonormal? {'yes' if apart < 1e-10 else 'no'}")

# %% [markdown]
# And do not read lengths off eigenvalues of a matrix that is not symmetric. The leaning matrix of section 7, and a symmetric one:

# %%
for matrix in (np.array([[1.0, 2.0], [2.0, 1.0]]), lean):
    found = np.sort(np.linalg.eigvals(matrix).real)[::-1]  # some versions say + 0j
    print("eigenvalues", found.round(2), " singular values", np.linalg.svd(matrix)[1].round(2))

# %% [markdown]
# The third: **`full_matrices=False`.** For 10 000 points in 5 dimensions the full $U$ has a hundred million entries, and all but 50 000 meet a zero. The fourth: take bases from `orth` and `null_space`, least squares from `lstsq`. All agree with what we built:

# %%
thin = np.linalg.svd(np.random.default_rng(18).normal(size=(10_000, 5)), full_matrices=False)[0]
agree(thin.shape, (10_000, 5), "U is thin")
basis, complement = sl.orth(many), sl.null_space(many.T)
agree(basis @ basis.T, linalg.projection_matrix(many), "orth spans the range")
agree(complement @ complement.T, np.eye(3) - basis @ basis.T, "null_space spans the complement")
coefficients = sl.lstsq(many, x)[0]  # six dependent columns: the shortest of all solutions
agree(many @ coefficients, v, "lstsq copes with dependent columns")

# %% tags=["proof"]
from scipy.sparse.linalg import eigsh

long = X @ X[:2].T @ X[:2]  # 200 by 5, of rank two
last_rows = np.linalg.svd(long, full_matrices=False)[2][2:]
gone_i = null_space(long) @ null_space(long).T
agree(last_rows.T @ last_rows, gone_i, "the last rows of the thin SVD span the null space")
gram = X.T @ X
top = [found for found, _ in (sl.eigh(gram, subset_by_index=[3, 4]), eigsh(gram, k=2))]
agree(*np.sort(top), np.linalg.eigvalsh(gram)[-2:], "both calls find the two largest of five")
by_cholesky = sl.cho_solve(sl.cho_factor(gram), X[0])
agree(by_cholesky, np.linalg.solve(gram, X[0]), "Cholesky solves what solve solves")

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
#
# > **In short.** Solve, do not invert; say that a matrix is symmetric, if it is.

# %% [markdown] needs="A.4" why="Enter if your data do not sit at the origin. (They do not.)"
# ### Aj. Planes off the origin
#
# Subspaces pass through the origin, and data seldom do.
#
# > **Predict.** Sixty points lie along a line of slope one half, somewhere above the origin. You project them onto the direction of that line with $P$. How far from the points do their shadows lie?
#
# A cloud far from home must be projected onto a line through its *mean* $\mu$: not $Px$ but $\mu+P(x-\mu)$. Both, for sixty points:

# %%
draw_j, along = np.random.default_rng(19), np.array([2.0, 1.0]) / np.sqrt(5)
line = linalg.projection_matrix(along[:, None])
cloud = [1, 5] + np.outer(draw_j.normal(size=60), 1.5 * along) + 0.2 * draw_j.normal(size=(60, 2))
mu = cloud.mean(axis=0)
shadows = {"Px": cloud @ line, "μ + P(x − μ)": mu + (cloud - mu) @ line}
rms = {name: np.sqrt(((cloud - S_j) ** 2).sum(axis=1).mean()) for name, S_j in shadows.items()}
for name, size in rms.items():
    print(f"{name:12} root mean squared error {size:.2f}")

# %% tags=["drawing"]
pair = plots.axes(2, width=8.6, height=3.4)
for ax, (name, feet) in zip(pair, shadows.items(), strict=True):
    ax.plot(*np.stack([cloud, feet]).transpose(2, 0, 1), "-", color=plots.ORANGE, linewidth=0.7)
    plots.scatter(cloud, ax=ax, size=14)
    ax.axline(feet[0], slope=0.5, color="black", linewidth=1)
    ax.set(xlim=(-4, 6), ylim=(-2, 8), title=f"{name} is off by {rms[name]:.2f}")
plots.show(
    pair[0],
    alt="""Two panels with the same cloud of sixty points along a slope. Left, long
    residuals lead to a parallel line through the origin. Right, the line goes through the mean
    of the cloud and the residuals are hardly visible.""",
)

# %% [markdown]
# Why through the mean? [Chapter 1](01_means_and_distances.ipynb#5.-Spread) shows that of all places the mean has the least summed squared distance, in the direction across the line as in any other.
#
# > **In short.** Centre first, then project, then move back.
