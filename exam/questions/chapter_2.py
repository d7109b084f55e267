"""Gram–Schmidt and Cholesky."""

from bank import Draw, Question, matrix, show


def q_fill_r(draw: Draw) -> Question:
    p, q, r = draw.of((2, 3, 1), (3, 1, 2), (2, 2, 3))
    a, b, c = draw.of((1, 4, 1), (2, 1, -1), (-1, 3, 2))
    new, news = draw.of(((2, 1, 1), 3), ((1, 2, 1), 2), ((1, -1, 2), 4))
    R = [[p, a, b], [0, q, c], [0, 0, r]]
    K = [[sum(R[t][i] * R[t][j] for t in range(3)) for j in range(3)] for i in range(3)]
    k = [sum(R[t][j] * new[t] for t in range(3)) for j in range(3)]
    own = sum(c * c for c in new) + news
    return Question(
        "2.3, 2.4, 2.5",
        "by hand",
        "Fill the triangle",
        f"""$$K={matrix(K)}$$

a) Find the upper triangle $R$ with $K=R^\\top R$ and positive diagonal, row by row, and write down the
accounts $d$ at the start and after each row. b) Which of the three points brings least news to those
before it? c) A new point has the kernel values {show(k)} with the three and squared length {own}. Find its
coordinates, and how much of it (squared) the three do not explain.""",
        f"""a) $$R={matrix(R)}$$ Accounts: {show([K[i][i] for i in range(3)])}, then
{show([0, q * q, c * c + r * r])}, then {show([0, 0, r * r])}, then {show([0, 0, 0])}. b) The diagonal of $R$ is
{show((p, q, r))}: point {1 + min(range(3), key=(p, q, r).__getitem__)}. c) $R^\\top c=k$ from the top:
$c={show(new)}$. Its squared length is {own - news}, so the news is ${own}-{own - news}={news}$.""",
        (
            (3, "R, one for each row"),
            (1, "accounts"),
            (1, "smallest diagonal entry"),
            (2, "coordinates"),
            (1, "news by Pythagoras"),
        ),
        {"K": K, "k": k, "own": own},
        {"R": R, "new": new, "news": news},
    )


def q_full_rank(draw: Draw) -> Question:
    return Question(
        "2.6",
        "explain",
        "Not positive definite?",
        """Two hundred different points in the plane, a Gaussian kernel with a wide σ. The call
`np.linalg.cholesky(K)` stops with *matrix is not positive definite*. A student concludes: *so the Gaussian
is no kernel, or two of my points are equal.* Explain what is true, what has happened, what the rank of
$K$ is supposed to mean now, and what you would do instead of that call.""",
        r"""For different points the images under a Gaussian kernel are independent, so $K$ is positive definite,
and the Gaussian is a kernel. But a wide kernel makes the points nearly alike, and most of the 200 eigenvalues lie below
the round-off of the largest (about $10^{-16}$ of it). What is left of a point by the time its turn comes
is a difference of nearly equal numbers; it comes out negative, and has no root. On a machine rank means: so many directions above
so much noise, and somebody has to name the noise. So take the largest account first and stop when it is
below a cut-off η: few pivots, and no entry of $K$ is off by more than η.""",
        (
            (1, "theorem is right"),
            (1, "eigenvalues below round-off"),
            (1, "negative account by cancellation"),
            (1, "rank above a tolerance"),
            (1, "pivot and stop"),
        ),
        {"n": 200, "sigma": 5.0},
        {"definite": "False"},
    )


def q_three_promises(draw: Draw) -> Question:
    n = draw.of(10, 20, 50)
    return Question(
        "2.7",
        "find the mistake",
        "Three promises",
        f"""Incomplete Cholesky with largest-first was stopped at η: all accounts are at most η. From
$\\hat K=R^\\top R$ somebody now reads off, for {n} images: (i) the squared length of each image, (ii) the squared
length of their *mean*, (iii) the squared length of their *sum*, and promises for each of the three *too small
by at most* {n}η. Which promises hold, which could be sharper, and which is broken? Give the best bound for
each, and two images with η = 1 for which (iii) with 2η would fail.""",
        f"""What is lost is $\\alpha^\\top(K-\\hat K)\\alpha$, the squared length of the same combination of what is left
of the images, so never negative. (i) One entry of the diagonal: at most η. (ii) The average of all
entries, each at most η: at most η. Both promises hold and could be sharper. (iii) The sum of ${n}\\cdot{n}$ entries: up to
{n * n}η, if all that is left points the same way. The promise is broken. Two images with the same rest of
length 1: $K-\\hat K={matrix([[1, 1], [1, 1]])}$, and the sum loses 4, not 2.""",
        (
            (1, "(i) at most η"),
            (2, "(ii) at most η, as an average"),
            (1, "(iii) n²η"),
            (2, "example with equal rests"),
        ),
        {"n": n, "rest": [[1, 1], [1, 1]]},
        {"mean": 1, "sum": n * n, "example": 4},
    )


def q_pivot_table(draw: Draw) -> Question:
    n = draw.of(50_000, 20_000, 100_000)
    table = [
        (0, 1.0, 1.0),
        (10, 0.62, 0.31),
        (20, 0.2, 0.09),
        (40, 0.03, 0.008),
        (80, 0.004, 0.0006),
    ]
    lines = "\n".join(f"{t:6} {d:14} {s:15}" for t, d, s in table)
    kept, whole = show(n * 40 * 8 / 10**6), show(n * n * 8 / 10**9)
    return Question(
        "2.7, 2.8",
        "read",
        "A log of pivots",
        f"""{n:,} points, Gaussian kernel, largest account first. The program prints now and then:

```
pivots largest account   mean account
{lines}
```

a) The cut-off is η = 0.05. Between which two numbers of pivots does it stop? b) After 40 pivots: by how much can an entry of
$K$ be off at most? And how far (as a length) is the image of a typical point from the span of the pivots? c) How many
megabytes does $R$ take for 40 pivots at 8 bytes a number, how many gigabytes would $K$ take? d) One lonely point, far from
all others, is added to the data. When is it picked, and what does it change in the log?""",
        f"""a) After more than 20 and at most 40: at 20 the largest account is 0.2, at 40 it is 0.03. b) By 0.03. The mean
account is a squared length: $\\sqrt{{0.008}}\\approx0.09$, where an image is 1 long. c) ${n:,}\\cdot40\\cdot8$ bytes are
{kept} MB; ${n:,}^2\\cdot8$ bytes are {whole} GB. d) Its account stays 1 while the others fall:
it is the second pick at the latest. From then on everything is as before, with one pivot more.""",
        (
            (1, "between 20 and 40"),
            (1, "0.03"),
            (1, "root of the mean account"),
            (2, "both sizes"),
            (1, "picked at once, one pivot more"),
        ),
        {"n": n, "pivots": 40, "mean": 0.008},
        {"kept": n * 40 * 8 / 10**6, "whole": n * n * 8 / 10**9, "length": "0.09"},
    )


def q_news(draw: Draw) -> Question:
    return Question(
        "2.5",
        "code",
        "News without R",
        """Write `news(K, k, own)` with numpy, without a loop and without a Cholesky factor. `K` (n, n) is the
kernel matrix of independent training images, `k` (n,) holds the kernel values of one new point with them, `own` is its
squared length $\\kappa(z,z)$. Return the squared length of what the training images do not explain. Derive your
formula in two lines. Which value must come out for a training point?""",
        r"""```python
def news(K, k, own):
    return own - k @ np.linalg.solve(K, k)
```

The best combination $\sum_i\alpha_i\phi(x_i)$ leaves a rest at right angles to every training image:
$k-K\alpha=0$, so $\alpha=K^{-1}k$. Its squared length is $\alpha^\top K\alpha=k^\top K^{-1}k$, and Pythagoras leaves
$\kappa(z,z)-k^\top K^{-1}k$. For a training point: zero.""",
        ((2, "right angle gives Kα = k"), (2, "code, by solve"), (1, "zero")),
    )
