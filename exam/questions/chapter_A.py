"""Linear algebra and projections."""

from bank import Draw, Question, matrix, show


def q_shadow(draw: Draw) -> Question:
    b = draw.of((1, 2, 2), (2, 1, 2), (2, 2, 1), (2, -2, 1))
    along, rest = draw.of((2, (2, 1, -2)), (1, (2, -2, 1)), (3, (0, 3, -3)))
    if sum(u * v for u, v in zip(b, rest, strict=True)):
        rest = {
            (1, 2, 2): (2, 1, -2),
            (2, 1, 2): (1, 2, -2),
            (2, 2, 1): (1, -2, 2),
            (2, -2, 1): (2, 1, -2),
        }[b]
    x = tuple(along * u + v for u, v in zip(b, rest, strict=True))
    step = draw.of(1, 2)
    shadow, left = tuple(along * u for u in b), sum(v * v for v in rest)
    return Question(
        "A.3, A.4, A.5",
        "by hand",
        "A shadow in space",
        f"""The line through the origin and $b={show(b)}$, and the point $x={show(x)}$.

a) Find the shadow of $x$ on the line, the rest, and check the right angle. b) Check Pythagoras. c) From the foot you walk {step} times $b$ along the line. How far (squared) are you from $x$ now?
Answer without finding the place. d) Write down the matrix $P$ of this shadow and its trace. Which numbers are its eigenvalues, and how often?""",
        f"""a) $b^\\top x={9 * along}$, $b^\\top b=9$: shadow ${along}b={show(shadow)}$, rest {show(rest)}; their inner product is 0. b) ${sum(v * v for v in x)}={9 * along**2}+{left}$. c) The step has the squared length
${step}^2\\cdot9={9 * step**2}$, so ${left}+{9 * step**2}={left + 9 * step**2}$. d) $P=\\frac19{matrix([[u * v for v in b] for u in b])}$, trace 1: the eigenvalue 1 once, 0 twice.""",
        (
            (2, "shadow and rest"),
            (1, "Pythagoras"),
            (2, "distance by the step"),
            (1, "P"),
            (2, "trace and eigenvalues"),
        ),
        {"b": b, "x": x, "step": step},
        {"shadow": shadow, "rest": rest, "away": left + 9 * step**2, "trace": 1},
    )


def q_two_squares(draw: Draw) -> Question:
    n, d = draw.of((10_000, 3), (5000, 4), (20_000, 6))
    return Question(
        "A.6",
        "explain",
        "Two squares of one table",
        f"""$M$ is a table of {n:,} points with {d} columns. a) Why has neither $MM^\\top$ nor $M^\\top M$ a negative eigenvalue? b) Why do both have the same eigenvalues apart from zeros? c) How many zeros does $MM^\\top$ have
at least? d) You need the eigenvalues of $MM^\\top+2I$. What do you do?""",
        f"""a) $x^\\top MM^\\top x=\\|M^\\top x\\|^2\\ge0$, and likewise for the other. b) From $MM^\\top u=\\lambda u$ with $\\lambda\\ne0$ follows $M^\\top M(M^\\top u)=\\lambda(M^\\top u)$, and $M^\\top u\\ne0$, since otherwise
$\\lambda u=0$; the same the other way round. c) {n - d:,}: its rank is at most {d}. d) Take the {d} eigenvalues of the {d} × {d} matrix $M^\\top M$ and add 2 to each; all the other {n - d:,} are 2.""",
        (
            (1, "squared length"),
            (2, "multiply by the transpose, not zero"),
            (1, "number of zeros"),
            (1, "small square, add 2 to all"),
        ),
        {"n": n, "d": d},
        {"zeros": f"{n - d:,}"},
    )


def q_afternoon(draw: Draw) -> Question:
    c = draw.of(2, 3, -2)
    return Question(
        "A.4, A.5",
        "find the mistake",
        "An afternoon proof",
        f"""*Let $P^2=P$. (1) $P$ casts each point onto its range $V$, and points of $V$ stay. (2) So $I-P$ is a projection as well, $(I-P)^2=I-P$. (3) It casts onto what is orthogonal to $V$. (4) Hence $Px$ is the point of $V$ closest
to $x$, and (5) no shadow is longer than what casts it.*

a) Which is the first false step? b) Show with $P={matrix([[1, c], [0, 0]])}$ and $x=(0,1)$ that (4) and (5) fail: find $Px$, its length, its distance to $x$, and the closest point of $V$. c) In which
direction does the light fall? d) Which condition on the matrix mends the proof?""",
        f"""a) (3): $(I-P)x$ lies along the light, which need not be at right angles to $V$. b) $Px={show((c, 0))}$, of length {abs(c)}, longer than $x$, which is 1 long; squared distance to $x$ is ${c * c}+1={c * c + 1}$,
where the origin, also in $V$, is at distance 1. c) Along what $P$ sends to zero: $P(a,1)^\\top=0$ for $a={-c}$, so along {show((-c, 1))}. d) $P=P^\\top$.""",
        (
            (1, "step 3"),
            (3, "Px, both lengths, closest point"),
            (1, "direction of the light"),
            (1, "symmetric"),
        ),
        {"c": c},
        {"shadow": (c, 0), "length": abs(c), "squared": c * c + 1, "light": (-c, 1)},
    )


def q_singular_values(draw: Draw) -> Question:
    s = draw.of([20, 10, 4, 2], [30, 10, 5, 1], [12, 6, 4, 2])
    rows, columns = draw.of((30, 50), (40, 60), (20, 80))
    lost, total = sum(v * v for v in s[2:]), sum(v * v for v in s)
    layers = (rows * columns - 1) // (rows + columns)
    return Question(
        "A.1, A.7",
        "read",
        "Four singular values",
        f"""A table with {rows} rows and {columns} columns has the singular values {", ".join(map(str, s))}; all others are zero.

a) What is its rank? b) You keep two layers. Find the squared error (sum over all entries) and its share of the sum of all squares. c) How many numbers do you store then, and up to how many layers does
it pay in general for a table of this size? d) What are the eigenvalues of $A^\\top A$ that are not zero? e) A clerk adds noise to every entry. Rank now? How many layers would you keep, and why?""",
        f"""a) 4. b) ${s[2]}^2+{s[3]}^2={lost}$ of {total}: {show(lost / total)}. c) $2\\cdot({rows}+{columns})={2 * (rows + columns)}$ in place of {rows * columns}; it pays up to {layers} layers. d) {", ".join(str(v * v) for v in s)}. e) Probably
{min(rows, columns)}, all there can be. Still about four, or fewer: those that stand out from the noise; the others hold noise and cost numbers.""",
        (
            (1, "rank"),
            (2, "error and share"),
            (1, "numbers and layers"),
            (1, "squares"),
            (1, "full rank, keep few"),
        ),
        {"s": s, "shape": (rows, columns)},
        {"lost": lost, "share": lost / total, "stored": 2 * (rows + columns), "layers": layers},
    )


def q_reachable(draw: Draw) -> Question:
    return Question(
        "A.2, A.4",
        "code",
        "Can it be reached?",
        """Write `reachable(B, x)` with numpy: does `x` (m,) lie in the span of the columns of `B` (m, k)? The columns may depend on each other. The answer shall be the same in millimetres and in miles. Why is comparing two ranks a worse test on
a machine, and why is $B(B^\\top B)^{-1}B^\\top x$ no way here?""",
        """```python
def reachable(B, x):
    recipe = np.linalg.lstsq(B, x, rcond=None)[0]
    return np.linalg.norm(B @ recipe - x) <= 1e-9 * np.linalg.norm(x)
```

A rank says yes or no to each direction by a tolerance of its own; how far `x` is from the span it does not say, and a tiny part of `x` outside may be lost beside large columns. With dependent columns
$B^\\top B$ has no inverse.""",
        (
            (2, "least squares and the rest"),
            (1, "tolerance relative to x"),
            (1, "rank hides how far"),
            (1, "no inverse"),
        ),
    )
