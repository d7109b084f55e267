"""Means and distances."""

from bank import Draw, Question, matrix, show


def q_three_images(draw: Draw) -> Question:
    a, b = draw.of((3, 6), (3, 3), (6, 3), (6, 6))
    K = [[a * a, 0, a * a], [0, b * b, b * b], [a * a, b * b, a * a + b * b]]
    whole = a * a + b * b
    centre, spread = 4 * whole // 9, 2 * whole // 9
    row = [a * a - 4 * a * a // 3 + centre, -2 * (a * a + b * b) // 3 + centre]
    row.append(-sum(row))
    return Question(
        "1.2, 1.3, 1.5, 1.6",
        "by hand",
        "Three images, one table",
        f"""Of three images only the table of inner products is known:

$$K={matrix(K)}$$

a) How far is image 1 from image 2 (squared distance)? b) How long is the centre of mass (squared)?
c) Find the spread. d) Find the first row of the centred table. e) A new image has length zero. What is
its squared distance to the centre?""",
        f"""a) ${a * a}-0+{b * b}={whole}$. b) The average of all nine entries, ${9 * centre}/9={centre}$. c) The mean of the
diagonal is {show(2 * whole / 3)}; minus {centre} that is {spread}. d) The row means are
{show(2 * a * a / 3)}, {show(2 * b * b / 3)}, {show(2 * whole / 3)}. Subtract the mean of the row and that of the
column, add {centre}: {show(tuple(row))}. It adds up to zero. e) It is the origin, with inner product 0 with
everything: $0-0+{centre}={centre}$.""",
        (
            (1, "distance"),
            (2, "centre: mean of all entries"),
            (1, "spread"),
            (3, "row: means, signs, grand mean"),
            (1, "origin"),
        ),
        {"K": K},
        {"distance": whole, "centre": centre, "spread": spread, "row": row, "origin": centre},
    )


def q_nobody(draw: Draw) -> Question:
    return Question(
        "1.2, 1.3",
        "explain",
        "The centre is nobody",
        """Under a Gaussian kernel somebody looks for the point of the plane whose image is the centre of mass
of a hundred different images. a) Why will he not find one? b) Name two quantities that involve the centre
and can be computed all the same, with the formula in kernel values. c) The width σ is made ever smaller.
What does the squared length of the centre approach?""",
        r"""a) All images have length $\sqrt{\kappa(x,x)}=1$. The squared length of the centre is the average
entry of $K$; the entries off the diagonal are below 1, so the average is too, and the centre lies inside
the sphere on which all images lie. b) For instance its squared length $\frac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$
and the squared distance of an image to it,
$\kappa(z,z)-\frac2n\sum_i\kappa(z,x_i)+\frac1{n^2}\sum_{i,j}\kappa(x_i,x_j)$ (or spread, or centred
products). c) Off the diagonal all becomes zero: $n/n^2=1/100$.""",
        (
            (1, "all images have length 1"),
            (1, "the centre is shorter, with reason"),
            (2, "two formulas"),
            (1, "1/100"),
        ),
        {"n": 100},
        {"limit": "1/100"},
    )


def q_unequal_classes(draw: Draw) -> Question:
    plus, minus, near, far = draw.of((8, 2, 2, 5), (9, 3, 1, 2), (12, 4, 3, 6), (10, 2, 1, 3))
    his = plus * near - minus * far
    right = near - far
    return Question(
        "1.4",
        "find the mistake",
        "A rule that likes the larger class",
        f"""There are {plus} positive and {minus} negative training points, and both centres have the same length.
A program calls $z$ positive if $\\sum_iy_i\\,\\kappa(z,x_i)>0$. For some $z$ every positive point has
similarity {near}, every negative one {far}.

a) What does the program say, and what would *nearer centre* say? b) Where is the mistake? Write the
correct rule for any class sizes. c) When do the two rules always agree?""",
        f"""a) The program: ${plus}\\cdot{near}-{minus}\\cdot{far}={his}>0$, positive. Nearer centre compares averages:
${near}-{far}={right}<0$, negative. b) It adds similarities where each class has a mean of its own:
$\\frac1{{n_+}}\\sum_+\\kappa(z,x_i)-\\frac1{{n_-}}\\sum_-\\kappa(z,x_i)-b>0$ with
$b=\\frac12(\\|\\phi_+\\|^2-\\|\\phi_-\\|^2)$, here zero. c) For classes of equal size whose centres are equally
long.""",
        (
            (1, "the program's verdict"),
            (1, "the right verdict"),
            (2, "mean of each class in place of sums"),
            (1, "offset b"),
            (1, "equal sizes and b = 0"),
        ),
        {"plus": plus, "minus": minus, "near": near, "far": far},
        {"his": his, "right": right},
    )


def q_alarm(draw: Draw) -> Question:
    delta, m = draw.of((10, 19), (20, 19), (20, 9), (5, 19))
    steps = draw.order([1, 2, 1, 3, 1, 1, 2, 1, 2, 1, 1, 3, 1, 2, 1, 1, 4, 2, 5])[:m]
    distances = [10 + sum(steps[: i + 1]) for i in range(m)]
    rank = -(-(100 - delta) * (m + 1) // 100)
    threshold, visitor = distances[rank - 1], distances[-1] - 1
    rings = visitor > threshold
    return Question(
        "1.7",
        "read",
        "An alarm from a list",
        f"""Of {2 * m} recordings of a healthy machine one half made the centre; these are the sorted distances of
the other {m}:

```
{" ".join(map(str, distances))}
```

a) Where do you put the threshold for a false-alarm rate of at most {delta} %? b) Does a new recording at
distance {visitor} ring? c) What is the smallest rate that these {m} can promise? d) How many distances are
needed to promise 1 %? e) Somebody wants to use all {2 * m} recordings for the centre *and* for the list.
What is lost?""",
        f"""a) $r=\\lceil{show((100 - delta) / 100)}\\cdot{m + 1}\\rceil={rank}$: the {rank}th smallest, {threshold}. b) {visitor} is
{"above: it rings" if rings else "not above: it is silent"}. c) With the largest distance as threshold,
$1/{m + 1}$, that is {show(100 / (m + 1))} %. d) $1/(m+1)\\le0.01$: 99. e) The recordings of the list would have pulled the centre towards
themselves, the newcomer not: the ranks are no longer equally likely, and the promise is gone.""",
        (
            (2, "rank among m + 1, and threshold"),
            (1, "rings or not"),
            (1, "smallest rate"),
            (1, "99"),
            (1, "not exchangeable any more"),
        ),
        {"distances": distances, "delta": delta, "visitor": visitor},
        {"threshold": threshold, "rings": rings, "least": 100 / (m + 1), "needed": 99},
    )


def q_between_centres(draw: Draw) -> Question:
    return Question(
        "1.3, 1.4",
        "code",
        "How far apart are two classes?",
        """Write `between(K, y)` with numpy: `K` (n, n) is a kernel matrix, `y` (n,) has labels −1 and +1. It
returns the distance (not squared) between the centres of mass of the two classes in feature space. Say why
round-off may hurt if the two classes are the same points, and what you do about it.""",
        """```python
def between(K, y):
    plus, minus = y > 0, y < 0
    squared = (
        K[np.ix_(plus, plus)].mean()
        + K[np.ix_(minus, minus)].mean()
        - 2 * K[np.ix_(plus, minus)].mean()
    )
    return np.sqrt(max(squared, 0.0))
```

The squared distance is zero then, and may come out a little below: its root is not a number. So cut off
at zero.""",
        (
            (2, "means of the two blocks"),
            (1, "mixed block, with minus twice"),
            (1, "root"),
            (1, "cut off at zero"),
        ),
    )
