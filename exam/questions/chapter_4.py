"""Principal components."""

from bank import Draw, Question, matrix, show


def q_one_matrix(draw: Draw) -> Question:
    first, second = draw.of((50, 25), (75, 25), (100, 25), (100, 50))
    p, q = draw.of((2, -1), (1, 2), (3, 1), (2, 2))
    large, small = [[9, 12], [12, 16]], [[16, -12], [-12, 9]]
    S = [[(first * large[i][j] + second * small[i][j]) // 25 for j in (0, 1)] for i in (0, 1)]
    x = (3 * p - 4 * q, 4 * p + 3 * q)
    return Question(
        "4.1, 4.2, 4.3, 4.4",
        "by hand",
        "One matrix, one point",
        f"""A cloud with mean $(0,0)$ has the covariance matrix $\\Sigma={matrix(S)}$.

a) Find the total variance, and the variance along $(1,0)$ and along $(3,4)/5$. b) Show that $(3,4)$ is an eigenvector; which is the other, and
what are the eigenvalues? c) Which share does the first component explain? d) The point {show(x)} is sent by its first score only. Find the
score, the point that the receiver draws, and the squared error; check by Pythagoras.""",
        f"""a) {S[0][0]} + {S[1][1]} = {first + second}; along $(1,0)$ {S[0][0]}, along $(3,4)/5$ {first}. b) $\\Sigma(3,4)^\\top={first}\\,(3,4)^\\top$; at right angles
lies $(-4,3)$ with {second}. c) {first}/{first + second} = {show(first / (first + second))}. d) Score $(3\\cdot{x[0]}+4\\cdot{x[1]})/5={5 * p}$, so
the receiver draws {show((3 * p, 4 * p))}. Lost: {show((-4 * q, 3 * q))}, squared {25 * q * q}; and ${x[0] ** 2 + x[1] ** 2}={25 * p * p}+{25 * q * q}$. (A score may
have the other sign if the direction is turned round.)""",
        (
            (2, "three variances"),
            (2, "both eigenpairs"),
            (1, "share"),
            (2, "score and point"),
            (1, "error and check"),
        ),
        {"S": S, "x": x},
        {
            "total": first + second,
            "along": S[0][0],
            "first": first,
            "second": second,
            "share": first / (first + second),
            "score": 5 * p,
            "drawn": (3 * p, 4 * p),
            "lost": 25 * q * q,
        },
    )


def q_two_wishes(draw: Draw) -> Question:
    return Question(
        "4.2, 4.4, 4.8",
        "explain",
        "Two wishes, and a third",
        """Ada wants the line on which the shadows of the points spread most, Ben the line from which the points are least far away (mean squared). a) Why do
they choose the same line? Use one triangle. b) Cleo wants the line on which healthy and ill patients are told apart best. Draw a cloud for which
hers is at right angles to theirs. c) Does scaling one column by ten change, in general, Ada's line, Ben's line, and total variance along all axes together?""",
        """a) For each point mean, point and foot form a right triangle: squared arrow = squared shadow + squared distance. The arrows do not depend on the line, so
averaged over the points *captured + lost = total*, and most captured is least lost. b) Two long parallel stripes, one for each class, close to each other: the
widest direction runs along the stripes, the classes differ across them. c) All three change: PCA obeys units; total variance grows, and both lines (which stay the
same as each other) turn towards the column that was scaled.""",
        (
            (2, "Pythagoras for each point, and the average"),
            (2, "a correct picture"),
            (1, "all three change"),
        ),
    )


def q_splendid_share(draw: Draw) -> Question:
    rho = draw.of(0.04, 0.06, 0.02)
    share = (1 + rho) / 2 * 100
    return Question(
        "4.1, 4.6, 4.7",
        "find the mistake",
        "A splendid share",
        f"""A report on 400 people has two columns, height in metres and income in euro. *The first principal component explains 99.99 % of the
variance: one number describes a person. After standardising it still explains {show(share)} %, more than half: a common factor of size and wealth.*

a) What does the first sentence show? b) Find the correlation of the two columns from the second number. c) What would the share be for two columns that have nothing to do with each
other, and what would it at least be for *any* two standardised columns? d) How would you find out whether {show(share)} % is more than chance?""",
        f"""a) The unit: income in euro has a huge variance, height in metres a tiny one. The component is the income. b) The standardised columns have
$\\Sigma=\\begin{{pmatrix}}1&\\rho\\\\\\rho&1\\end{{pmatrix}}$ with eigenvalues $1\\pm\\rho$ along the diagonals; the share is $(1+|\\rho|)/2$, so $|\\rho|={show(rho)}$. c) With $\\rho=0$
exactly one half; less is impossible, since the larger of two eigenvalues with sum 2 is at least 1. In a sample it is always a little more. d) Shuffle
one column many times and compare: with 400 people correlations of about $1/\\sqrt{{400}}=0.05$ come up by chance.""",
        (
            (1, "units"),
            (2, "eigenvalues 1 ± ρ and the value"),
            (1, "a half is the least"),
            (2, "shuffle and compare"),
        ),
        {"share": share, "n": 400},
        {"rho": rho, "chance": 0.05},
    )


def q_scree(draw: Draw) -> Question:
    data, noise = draw.of(
        ([40, 25, 12, 8, 6, 5, 4], [20, 17, 15, 14, 13, 11, 10]),
        ([50, 18, 16, 6, 4, 4, 2], [21, 17, 14, 13, 13, 12, 10]),
        ([35, 30, 14, 9, 6, 4, 2], [20, 18, 15, 13, 12, 12, 10]),
    )
    beats = next(i for i, (a, b) in enumerate(zip(data, noise, strict=True)) if a <= b)
    share = next(k for k in range(1, 8) if sum(data[:k]) > 80)
    return Question(
        "4.4, 4.6, 4.7",
        "read",
        "Two screes",
        f"""Eigenvalues of the covariance of seven standardised columns, in per cent of the total, and below them the means of the same after every column was
shuffled on its own:

```
data     {"  ".join(f"{a:2}" for a in data)}
shuffled {"  ".join(f"{a:2}" for a in noise)}
```

a) How many components are needed for a share that exceeds 80 %? b) How many does parallel analysis keep? Why may the answers differ? c) You keep two. What is the relative
error? d) Which part of the error that two components leave does the third remove? e) Why does the second line fall although nothing is left to find?""",
        f"""a) {share}: the sums are {", ".join(str(sum(data[:k])) for k in range(1, share + 1))}. b) {beats}. The first asks how many rebuild the table, the second how many stand out from
chance. c) {100 - data[0] - data[1]} %. d) {data[2]} of {100 - data[0] - data[1]}, that is {show(data[2] / (100 - data[0] - data[1]))}. e) In a finite sample some direction always happens
to be wide, and PCA looks for it among all directions.""",
        (
            (1, "share"),
            (2, "parallel analysis, two questions"),
            (1, "error"),
            (1, "part of what is left"),
            (1, "search among all directions"),
        ),
        {"data": data, "noise": noise},
        {
            "share": share,
            "beats": beats,
            "error": 100 - data[0] - data[1],
            "part": data[2] / (100 - data[0] - data[1]),
        },
    )


def q_price_for_new_points(draw: Draw) -> Question:
    return Question(
        "4.4, 4.5",
        "code",
        "What the receiver loses",
        """Write `loss(X, Z, k)` with numpy: directions are found from the rows of `X`, then the rows of `Z` are sent by `k` scores each. Return the mean squared
distance between a row of `Z` and what the receiver draws. Say why the result for `Z = X` can be had from the singular values alone, and for
another `Z` cannot.""",
        r"""```python
def loss(X, Z, k):
    mean = X.mean(axis=0)
    V = np.linalg.svd(X - mean, full_matrices=False)[2][:k]
    arrows = Z - mean
    return ((arrows - arrows @ V.T @ V) ** 2).sum(axis=1).mean()
```

For $Z=X$ it is $\frac1n\sum_{i>k}s_i^2$, the discarded eigenvalues. The singular values measure the spread of `X` along the directions; `Z` may spread otherwise.""",
        (
            (1, "mean of X, also for Z"),
            (1, "directions"),
            (2, "project and compare, sum over columns"),
            (1, "discarded eigenvalues, of X only"),
        ),
    )
