"""Exploring data."""

from bank import Draw, Question, show


def q_five_numbers(draw: Draw) -> Question:
    start, step, times = draw.of(4, 10, 20), draw.of(1, 2, 3), draw.of(4, 2, 6)
    sorted_x = [start + step * d for d in (0, 1, 3, 4, 7)]
    x = draw.order([sorted_x[i] for i in (3, 0, 4, 2, 1)])
    wrong = sorted_x[-1] + 5 * step * times
    mean, median, var, mad = start + 3 * step, start + 3 * step, 6 * step**2, 2 * step
    q1, q3, moved = start + step, start + 4 * step, mean + step * times
    return Question(
        "0.2, 0.3",
        "by hand",
        "Five numbers and a slip",
        f"""Five waiting times in minutes: {", ".join(map(show, x))}.

a) Find mean, median, variance (divided by $n$), MAD and the quartiles $Q_1$, $Q_3$ (each half of the
sorted list keeps the median).

b) The largest number was typed as {wrong}. Find the new mean without adding up again, and say which of
median, MAD and IQR change.""",
        f"""a) Sorted: {", ".join(map(show, sorted_x))}. Mean {mean}, median {median}; squared deviations
add up to {5 * var}, so the variance is {var}; distances to the median have the median {mad}: the MAD.
$Q_1={q1}$, $Q_3={q3}$.

b) The sum grows by {wrong - sorted_x[-1]}, the mean by a fifth of it, to {moved}. None of the three
changes: the number has moved on its own side of the middle, and no half has another middle. (The third
distance to the median stays the third as well.)""",
        (
            (1, "mean and median"),
            (2, "variance"),
            (1, "MAD"),
            (1, "both quartiles"),
            (2, "new mean by the change divided by n"),
            (1, "none changes, with a reason"),
        ),
        {"x": x, "wrong": wrong},
        {
            "mean": mean,
            "median": median,
            "var": var,
            "mad": mad,
            "q1": q1,
            "q3": q3,
            "moved": moved,
        },
    )


def q_two_sentences(draw: Draw) -> Question:
    return Question(
        "0.4",
        "explain",
        "Two sentences about a correlation",
        """A newspaper writes: (i) *The correlation of 0.98 shows that an hour more of training brings
almost one point more.* (ii) *Between age and score the correlation is zero: age does not matter.*

Say for each what is wrong, and give three pairs of numbers $(x,y)$ for which the conclusion fails
although the correlation is 1, or 0.""",
        r"""(i) A correlation is a cosine, without units: it says how straight the cloud is, not how steep.
For $(0,0),(1,10),(2,20)$ it is 1, and a step in $x$ brings ten points, not one. (Nor does it say that
training is the cause.)

(ii) Zero rules out a straight trend, nothing else. For $(-1,1),(0,0),(1,1)$ the deviations of $x$ are
$-1,0,1$, those of $y$ are $\frac13,-\frac23,\frac13$: the products add up to zero, and yet $x$ determines
$y$.""",
        (
            (1, "straight, not steep"),
            (1, "example with slope other than 1"),
            (1, "zero rules out a straight trend only"),
            (2, "example with zero shown by calculation"),
        ),
        {"steep": ([0, 1, 2], [0, 10, 20]), "bent": ([-1, 0, 1], [1, 0, 1])},
        {"steep": 1, "bent": 0},
    )


def q_two_hospitals(draw: Draw) -> Question:
    easy_a, hard_a, easy_b, hard_b = draw.of((90, 50, 80, 40), (80, 30, 70, 20), (90, 40, 80, 30))
    a, b = (easy_a + 9 * hard_a) // 10, (9 * easy_b + hard_b) // 10
    return Question(
        "0.1, 0.7",
        "find the mistake",
        "Two hospitals",
        f"""| patients healed | light cases | severe cases |
|---|---|---|
| hospital A | {easy_a // 10} of 10 | {9 * hard_a // 10} of 90 |
| hospital B | {9 * easy_b // 10} of 90 | {hard_b // 10} of 10 |

*Of 100 patients A healed {a}, B healed {b}: go to B.* Where is the mistake? Use the numbers, name the
effect, and say which question about the table would have warned you. What would you advise somebody who
does not know how severe the case is, but was drawn at random from A's patients?""",
        f"""A heals the larger share in both rows: {easy_a} % against {easy_b} % of the light cases and {hard_a} %
against {hard_b} % of the severe ones. B looks better because nine of ten of its patients are light cases:
the total mixes how well a hospital heals with whom it treats. That is Simpson's paradox; the question is
*who is in this table?* A patient drawn from A's is severe with probability 0.9; in either case A is
better for him, so go to A.""",
        (
            (2, "shares within both groups compared"),
            (1, "different mixture named as the reason"),
            (1, "Simpson's paradox"),
            (1, "who is in the table"),
            (1, "advice A, with reason"),
        ),
        {"counts": (easy_a // 10, 9 * hard_a // 10, 9 * easy_b // 10, hard_b // 10)},
        {"a": a, "b": b, "shares": (easy_a, hard_a, easy_b, hard_b)},
    )


def q_printout(draw: Draw) -> Question:
    height = draw.of(180, 160, 170)
    right = draw.of(172, 171, 174)
    typed = round(right + 9 * height / 100, 1)
    return Question(
        "0.2, 0.3, 0.5",
        "read",
        "A column in a printout",
        f"""A table of 100 adults. The computer prints of the heights in cm:

```
count 100   mean {typed}   median {right}   IQR 9.0   min 151   max {10 * height}
```

a) What has happened, most probably? b) Repair the mean by hand. c) The standard deviation was not
printed: is it near 7, near 20, or above 100? Give a reason. d) Can you tell from this line whether the
heights have one hump or two? What would you draw?""",
        f"""a) One height of {height} was typed as {10 * height}: the maximum is impossible and the mean lies far
above the median. b) The sum is too large by $9\\cdot{height}={9 * height}$, so the mean by {show(9 * height / 100)}:
it should be {right}. c) Above 100: the one deviation of about {10 * height - round(typed)} alone gives a variance
of about {10 * height - round(typed)}²/100, a deviation above 140. d) No, neither quartiles nor
mean see inside the middle half; draw a histogram with two widths or two starts.""",
        (
            (1, "a factor of ten in one entry"),
            (2, "mean repaired"),
            (2, "above 100, by one square over n"),
            (1, "no; a histogram"),
        ),
        {"typed": typed, "height": height, "n": 100},
        {"right": right, "above": 100},
    )


def q_scale_like_training(draw: Draw) -> Question:
    return Question(
        "0.6",
        "code",
        "On the ruler of the training data",
        """Write `scaled(X, Z)` with numpy. `X` (n, d) are training points, `Z` (m, d) new ones, one per row.
It returns both tables on the ruler of the *training* data, each column with mean 0 and standard deviation
1 where that is possible. A column that is constant in `X` shall come out as differences to that constant.
Say in one sentence what goes wrong if `Z` is scaled by itself and has one row.""",
        """```python
def scaled(X, Z):
    mean, std = X.mean(axis=0), X.std(axis=0)
    std = np.where(std > 0, std, 1.0)
    return (X - mean) / std, (Z - mean) / std
```

A single row is its own mean: it always comes out as zero, however strange it is.""",
        (
            (2, "mean and deviation of X, by columns"),
            (1, "the same constants for Z"),
            (1, "constant columns do not divide by zero"),
            (1, "a single row becomes zero"),
        ),
    )
