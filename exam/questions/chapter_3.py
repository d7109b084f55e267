"""Fisher's discriminant."""

from bank import Draw, Question, matrix, show


def q_four_points(draw: Draw) -> Question:
    u, v = draw.of(((1, 2), (1, 1)), ((2, 1), (1, 0)), ((1, 1), (1, 2)), ((3, 1), (2, 1)))
    m = draw.of((2, 0), (0, 2), (2, 2), (2, -2))
    low = draw.of((1, 0), (0, 1), (-1, 1))
    high = (low[0] + m[0], low[1] + m[1])
    plus = [(high[0] + s * u[0], high[1] + s * u[1]) for s in (1, -1)]
    minus = [(low[0] + s * v[0], low[1] + s * v[1]) for s in (1, -1)]
    S = [[u[i] * u[j] + v[i] * v[j] for j in (0, 1)] for i in (0, 1)]
    w = (S[1][1] * m[0] - S[0][1] * m[1], S[0][0] * m[1] - S[0][1] * m[0])  # det S = 1
    best = w[0] * m[0] + w[1] * m[1]
    cut = (w[0] * (low[0] + high[0]) + w[1] * (low[1] + high[1])) / 2
    along = m[0] ** 2 + m[1] ** 2
    spread = m[0] ** 2 * S[0][0] + 2 * m[0] * m[1] * S[0][1] + m[1] ** 2 * S[1][1]
    return Question(
        "3.1, 3.2, 3.3, 3.7",
        "by hand",
        "Fisher for four points",
        f"""Positive: {show(plus[0])} and {show(plus[1])}. Negative: {show(minus[0])} and {show(minus[1])}.

a) Find $m$ and $S=S_++S_-$ (covariances divided by $n$). b) Find Fisher's direction $w=S^{{-1}}m$. c) Find $J$ along $w$ and
along $m$. d) Where is the cut, if it lies halfway between the projected means?""",
        f"""a) The class means are {show(high)} and {show(low)}, so $m={show(m)}$; the deviations are $\\pm{show(u)}$ and
$\\pm{show(v)}$, so $S={matrix(S)}$, with determinant 1. b) $S^{{-1}}={matrix([[S[1][1], -S[0][1]], [-S[0][1], S[0][0]]])}$ and
$w={show(w)}$. c) The best value is $m^\\top S^{{-1}}m={best}$. Along $m$: $\\frac{{{along}^2}}{{{spread}}}={show(along**2 / spread)}$.
d) Halfway: $b={show(cut)}$ (for this length of $w$).""",
        ((1, "m"), (2, "S"), (2, "w"), (2, "J twice"), (1, "cut")),
        {"plus": plus, "minus": minus},
        {"w": w, "best": best, "along": along**2 / spread, "cut": cut},
    )


def q_any_labels(draw: Draw) -> Question:
    return Question(
        "3.4",
        "explain",
        "Twelve patients, forty measurements",
        """A study has 12 patients and 40 measurements. Fisher without a ridge separates ill from healthy without a mistake and
with $J$ beyond all bounds. The authors shuffle the diagnoses and find: it still does. a) Why does it work for *any* diagnoses?
(Count dimensions.) b) What does a ridge λ pretend, and towards which simpler rule does it lead as it grows? c) The authors
report the largest $J$ among ten values of λ. What should they report?""",
        """a) The deviations of the patients from their class means span at most $12-2=10$ of the 40 dimensions. Along directions at right
angles to all of them each class has no spread at all, and a gap of the means along such a direction, however accidental, gives
$J=\\infty$: the denominator is zero. b) That every direction of length one has the variance λ more than was seen. As λ grows, the
spread that was seen fades and $w$ turns to $m$: nearer class mean. c) Nothing measured on the training points: the error on
patients that had no part in the fit nor in the choice of λ.""",
        (
            (2, "10 of 40 dimensions, no spread in the others"),
            (1, "extra variance"),
            (1, "nearer mean"),
            (1, "points kept out of fit and choice"),
        ),
        {"n": 12, "d": 40},
        {"rank": 10},
    )


def q_without_the_program(draw: Draw) -> Question:
    lam, low, high = draw.of((0.25, 0.6, 3.0), (0.5, 1.0, 4.0), (0.2, -1.0, 2.0))
    total = 1 / lam
    wrong = round(total * 0.8, 2)
    right = (low + high) / 2
    given = round(low + (high - low) * 0.75, 2)
    return Question(
        "3.6, 3.7",
        "find the mistake",
        "Marking without the program",
        f"""A student hands in the output of his kernel Fisher, λ = {lam}, with 9 positive and 3 negative points:

```
sum of alpha over the positive points   {show(total)}
sum of alpha over the negative points  -{show(wrong)}
mean of K alpha, positive points        {show(high)}
mean of K alpha, negative points       {show(low)}
b                                       {show(given)}
```

Without seeing the program: which two of the five lines cannot be right, and what should they be? Derive both tests. Which of the two mistakes
would remain hidden if the classes had equal sizes, supposing that he took $b$ to be the mean over all points?""",
        f"""Add up $(\\frac1hBK+\\lambda I)\\alpha=t$ over one class: its block of $B$ centres, so it drops out, and the entries of $t$ add up
to $\\pm1$. So the sums are $\\pm1/\\lambda=\\pm{show(total)}$: the second line should be $-{show(total)}$. The cut lies halfway between the
projected means: $b=\\frac12({show(high)}+{show(low)})={show(right)}$; the last line is wrong (it is the mean over all twelve points). With classes of equal size the mean over all
points *is* halfway, and the second mistake would be hidden.""",
        (
            (2, "sums are ±1/λ, derived"),
            (1, "second line"),
            (2, "b halfway"),
            (1, "equal sizes hide b"),
        ),
        {"lam": lam, "low": low, "high": high},
        {"total": total, "right": right},
    )


def q_table_of_ridges(draw: Draw) -> Question:
    shift = draw.of(0, 1, 2)
    lams = ["1e-6", "1e-4", "1e-2", "1", "100"]
    train = [0, 0, 3 + shift, 9 + shift, 22]
    later = [31, 24 + shift, 12 + shift, 15 + shift, 27]
    best = later.index(min(later))
    rows = "\n".join(f"{a:>6} {b:>15} {c:>12}" for a, b, c in zip(lams, train, later, strict=True))
    return Question(
        "3.4, 3.7, 3.8",
        "read",
        "A table of ridges",
        f"""Kernel Fisher, one σ, mistakes among 200 training points and 200 others:

```
lambda    training set   the others
{rows}
```

a) Which λ would you take? b) What is the rule of the last line close to, and why is it worse? c) The first two lines are perfect on
the training set. What has happened there? d) Is {show(later[best] / 2)} % the error you may promise? e) A colleague halves all kernel values
without telling. Which λ would you now start to search around, if everything else stays? (Look at $\\frac1hBK+\\lambda I$.)""",
        f"""a) λ = {lams[best]}, with {later[best]} mistakes. b) Close to Parzen's rule (nearer class mean): the spread within the classes is
ignored. c) Each class is squeezed into one value; a huge $w$ pays for it, and new points pay again: overfitting. d) No: those 200 points have
chosen λ, so the smallest of five numbers flatters. e) Half of it, {show(float(lams[best]) / 2)}: with $K/2$ and $\\lambda/2$ the whole matrix is
halved, α doubles, and $K\\alpha$ and the rule are the same.""",
        (
            (1, "the λ of the lowest error"),
            (1, "Parzen, ignores spread"),
            (2, "squeezed, huge w, overfitting"),
            (1, "the choice flatters"),
            (1, "half, with reason"),
        ),
        {"lams": lams, "later": later},
        {"lam": float(lams[best]), "percent": later[best] / 2, "half": float(lams[best]) / 2},
    )


def q_a_rule(draw: Draw) -> Question:
    return Question(
        "3.3, 3.4, 3.7",
        "code",
        "A direction and a cut",
        """Write `fisher(X, y, lam)` with numpy: `X` (n, d), labels `y` −1 and +1, ridge `lam`. It returns `w` and `b` of the
rule *positive if* $\\langle w,x\\rangle>b$, with covariances divided by $n_\\pm$ and the cut halfway. Do not invert a matrix.""",
        """```python
def fisher(X, y, lam):
    plus, minus = X[y > 0], X[y < 0]
    S = sum((A - A.mean(axis=0)).T @ (A - A.mean(axis=0)) / len(A) for A in (plus, minus))
    m = plus.mean(axis=0) - minus.mean(axis=0)
    w = np.linalg.solve(S + lam * np.eye(len(m)), m)
    return w, w @ (plus.mean(axis=0) + minus.mean(axis=0)) / 2
```""",
        (
            (2, "covariance of each class about its own mean, divided by its size"),
            (1, "ridge on the diagonal"),
            (1, "solve"),
            (1, "cut halfway"),
        ),
    )
