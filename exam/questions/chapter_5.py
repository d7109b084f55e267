"""Dimensionality reduction."""

from bank import Draw, Question, show


def q_rhombus(draw: Draw) -> Question:
    p, q, side = draw.of((3, 4, 5), (4, 3, 5), (6, 8, 10), (12, 5, 13))
    row = (p * p, 0, -p * p, 0)
    longer = 2 * max(p, q)
    form = 4 * side**2 - 2 * longer**2
    return Question(
        "5.1, 5.3",
        "by hand",
        "Four posts",
        f"""Four posts A, B, C, D in a ring: neighbours are {side} apart, A and C {2 * p}, B and D {2 * q}.

a) Find the squared distances from A and from B to all four, and from them the row of A in $G=-\\frac12C\\Delta C$. b) The patterns $(1,0,-1,0)$ and
$(0,1,0,-1)$ are eigenvectors of $G$. Find their eigenvalues and the map. c) Somebody measures *both* diagonals as {longer}, the sides still as {side}. With
$v=(1,-1,1,-1)$ find $v^\\top Gv=-\\frac12v^\\top\\Delta v$. What does it prove?""",
        f"""a) From A: 0, {side**2}, {4 * p * p}, {side**2}, mean {show((2 * side**2 + 4 * p * p) / 4)}; from B: {side**2}, 0, {side**2}, {4 * q * q}, mean
{show((2 * side**2 + 4 * q * q) / 4)}; C is like A, D like B, and the grand mean is {side**2}. Subtract the means of row and column, add the grand mean, times
$-\\frac12$: {show(row)}. b) $G$ times the first pattern is ${p * p}+{p * p}={2 * p * p}$ times it, the second likewise {2 * q * q}. Unit vectors have entries
$1/\\sqrt2$, times $\\sqrt{{{2 * p * p}}}$: the map is A, C at $(\\pm{p},0)$ and B, D at $(0,\\pm{q})$. c) $v^\\top\\Delta v$ has 8 terms $-{side}^2$ and
4 terms $+{longer}^2$: $v^\\top Gv={4 * side**2}-{2 * longer**2}={form}$. It is negative, and for a map it would be a squared length: no points, in the plane or in space, have these
distances (although every triangle closes).""",
        (
            (1, "squared distances"),
            (2, "row of G: means, signs, half"),
            (2, "eigenvalues and map"),
            (2, "quadratic form"),
            (1, "no map"),
        ),
        {"p": p, "q": q, "side": side, "longer": longer},
        {"row": row, "values": (2 * p * p, 2 * q * q), "form": form},
    )


def q_islands(draw: Draw) -> Question:
    return Question(
        "5.7, 5.8",
        "explain",
        "Four sentences about islands",
        """A t-SNE map of 5000 cells shows five islands. The authors write: (i) *cells on one island are alike*; (ii) *island 3 is the most uniform, for it is
the smallest*; (iii) *islands 1 and 2 are related, for they lie side by side*; (iv) *there are five kinds of cells*. Judge each sentence in one line, and name two things
that you would look at before you believe (iii).""",
        """(i) Mostly supported: neighbours are what the method keeps. (ii) Not supported: every point has a ruler of its own, so dense and wide clouds are drawn
alike. (iii) Not supported: strangers only push, and nothing says how far; the arrangement may change with the seed. (iv) Not supported: a continuum may tear, and a kind may
be split or hidden; islands are not to be counted. For (iii): other seeds and perplexities, the distances in the data themselves, a map that keeps large distances (PCA).""",
        (
            (1, "(i) neighbours are kept"),
            (1, "(ii) own rulers"),
            (1, "(iii) far is just far"),
            (1, "(iv) no counting"),
            (1, "two sensible checks"),
        ),
    )


def q_three_slips(draw: Draw) -> Question:
    return Question(
        "5.5",
        "find the mistake",
        "Kernel PCA in five lines",
        """```python
K = kernel(X)
values, V = np.linalg.eigh(centre(K))
Z = V[:, :2] * np.sqrt(values[:2])  # map of the training points
K_new = kernel(Z_new, X)  # new points against training points
Z_of_new = K_new @ V[:, :2]  # their places on the same map
```

`centre` is correct. Find three mistakes, mend them, and give a test that finds all three without looking at a picture.""",
        """(1) `eigh` sorts from small to large: take the last two columns, largest first. (2) `K_new` is not centred: subtract its row means and the column means of `K`, add the mean of `K`. (3) The
weights have length one, the directions not: divide by the root of the eigenvalue.

```python
values, V = values[::-1][:2], V[:, ::-1][:, :2]
Z = V * np.sqrt(values)
K_new = K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
Z_of_new = K_new @ V / np.sqrt(values)
```

A test: send the training points themselves as new ones; both maps must agree. (For the first mistake also: the columns must be sorted by their squared lengths, and these are the largest eigenvalues.)""",
        (
            (1, "order"),
            (2, "training means"),
            (1, "root of the eigenvalue"),
            (1, "mended"),
            (1, "a test such as X as new points"),
        ),
    )


def q_spectrum(draw: Draw) -> Question:
    up, down = draw.of(([48, 28, 4], [1, 3]), ([60, 30, 10], [2, 3]), ([100, 50, 10], [4, 12]))
    share = sum(down) / sum(up)
    values = ", ".join(map(str, [*up, 0, *(-d for d in down)]))
    return Question(
        "5.2, 5.3",
        "read",
        "Six eigenvalues",
        f"""Travel times between six stations, squared, centred and halved with a minus, have the eigenvalues

```
{values}
```

a) Is there a map, in any number of dimensions? b) Find the weight of the negative eigenvalues as a share of the positive ones. c) You draw a map in the plane. What is the sum of the
squared first coordinates, and of the second? Which share of the positive weight is drawn? d) One eigenvalue must be zero whatever the times are. Why? e) How do you get the best map on a *line* from
the one in the plane?""",
        f"""a) No: two eigenvalues are negative, and for points $a^\\top Ga$ is a squared length. b) {sum(down)}/{sum(up)} = {show(share)}. c) {up[0]} and {up[1]}: the columns are unit
vectors times roots of eigenvalues. Drawn: {up[0] + up[1]}/{sum(up)} = {show((up[0] + up[1]) / sum(up))}. d) $G$ is centred: its rows add up to zero, so $(1,\\dots,1)$ is an
eigenvector with the value 0. e) Keep its first column: the maps are nested.""",
        (
            (1, "no map, with reason"),
            (1, "share"),
            (2, "sums and share drawn"),
            (1, "centring"),
            (1, "nested"),
        ),
        {"up": up, "down": down},
        {"share": share, "first": up[0], "second": up[1], "drawn": (up[0] + up[1]) / sum(up)},
    )


def q_from_a_table(draw: Draw) -> Question:
    return Question(
        "5.1, 5.3, 5.6",
        "code",
        "A map, or a warning",
        """Write `map_of(D, k)` with numpy: `D` (n, n) are distances. It returns the map in `k` dimensions by classical scaling, largest eigenvalue first, and raises a `ValueError` with
a sentence of your own if the `k` eigenvalues are not all positive beyond round-off. What happens in Isomap if the graph is in two pieces, and does your function notice?""",
        """```python
def map_of(D, k):
    C = np.eye(len(D)) - 1 / len(D)
    values, V = np.linalg.eigh(-C @ D**2 @ C / 2)
    values, V = values[::-1][:k], V[:, ::-1][:, :k]
    if not values[-1] > 1e-12 * values[0]:
        raise ValueError(f"these distances have no map in {k} dimensions: choose fewer")
    return V * np.sqrt(values)
```

Between the pieces no path exists, and distances are infinite: $C\\Delta C$ is not a number. numpy stops with
an error about eigenvalues that tells nobody what is wrong; ask first whether all distances are finite.""",
        (
            (1, "squares and centring"),
            (1, "order"),
            (1, "root of the eigenvalues"),
            (1, "refuses"),
            (1, "infinite distances"),
        ),
    )
