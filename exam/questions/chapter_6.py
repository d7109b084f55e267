"""Generalisation."""

from bank import Draw, Question, show


def q_leave_one_out(draw: Draw) -> Question:
    s, t = draw.of((3, 3), (6, 3), (3, 6), (6, 6))
    mean = draw.of(6, 10, 20)
    y = [mean - t - s, mean - t + s, mean + t - s, mean + t + s]
    away = [-(t + s), s - t, t - s, t + s]
    left = [e * 4 // 3 for e in away]
    constant, line = (s * s + t * t, sum(e * e for e in left) // 4), (s * s, 4 * s * s)
    better = "line" if line[1] < constant[1] else "constant"
    reason = {
        "constant": "The second parameter swallows more noise than it explains.",
        "line": "The step between the sides is large enough to pay for the second parameter.",
    }[better]
    return Question(
        "6.1, 6.2, 6.4",
        "by hand",
        "One parameter or two",
        f"""Four points: $x=-1,-1,1,1$ with $y={", ".join(map(str, y))}$.

a) Fit the best constant and the best line, and find both training losses (mean squared error). b) The leverages of the line are all $\\frac12$. Why? What are
those of the constant, and what do they add up to? c) Find the leave-one-out losses without refitting. d) Which of the two do you take? Why could the training losses not
tell?""",
        f"""a) Constant {mean}, mistakes {show(away)}: loss {constant[0]}. The line passes through the means of the two sides, {mean - t} and {mean + t} (so ${mean}+{t}x$), with mistakes
$\\pm{s}$: loss {line[0]}. b) On each side the line draws the mean of two values, so each counts one half; sum 2. Constant: $\\frac14$ each, sum 1. c) Divide by $1-h_{{ii}}$. Constant:
{show(left)}, loss {constant[1]}. Line: $\\pm{2 * s}$, loss {line[1]}. d) The {better}. {reason} The line contains the constant, so it can never have the larger training
loss{f" ({line[0]} against {constant[0]})"}.""",
        (
            (2, "both fits and losses"),
            (2, "leverages and their sums"),
            (3, "leave-one-out by e/(1 − h)"),
            (1, "choice with reason"),
        ),
        {"y": y},
        {"constant": constant, "line": line},
    )


def q_two_judges(draw: Draw) -> Question:
    return Question(
        "6.3, 6.4, 6.6",
        "explain",
        "What was judged?",
        """For each number say what it estimates (the error of *which* rule, or of which method), and whether it tends to be too small, too large or neither: (i) the error on the points that were fitted; (ii) the error of
one fitted rule on points locked away until then; (iii) five-fold cross-validation of one method named in advance; (iv) the smallest of 50 cross-validation scores; (v) nested cross-validation of the search
that led to (iv).""",
        """(i) Nothing about new points: each parameter has swallowed its share of the noise; too small. (ii) The prediction loss of that very rule; neither. (iii) The method, on four fifths of the points; a little too large. (iv) It
pretends to be the error of the winner: too small, since it was picked for being small. (v) The whole machine, search included, on four fifths of the points: a little too large.""",
        (
            (1, "(i) says nothing of new points, too small"),
            (1, "(ii) that very rule, neither"),
            (1, "(iii) the method on four fifths, a little too large"),
            (1, "(iv) the winner's curse, too small"),
            (1, "(v) the search as part of the method"),
        ),
    )


def q_singing_birds(draw: Draw) -> Question:
    birds, songs, tried = draw.of((20, 30, 12), (15, 40, 24), (25, 20, 40))
    return Question(
        "6.6, 6.8",
        "find the mistake",
        "Singing birds",
        f"""*We recorded {songs} songs of each of {birds} birds and wished to tell the species of a bird from a song. (1) Of 500 features of a song we kept the 15 that differ most between the species. (2) We took logarithms
of the features. (3) We dealt the {birds * songs} songs into ten random folds. (4) We tried {tried} settings by cross-validation. (5) The best was wrong on 2 % of the songs, and that is what we report.*

a) Which steps leak, and what exactly? Which is harmless? b) Which leak would still be there if all features were pure noise apart from a voice of its own for each bird, and what would it produce? c) Rewrite the
procedure in at most six lines.""",
        f"""a) (1) The choice of features has seen the species of the held-out songs. (3) Songs of one bird lie on both sides: the classifier may recognise the bird. (5) The smallest of {tried} scores was picked for being small. (2) is
harmless: a logarithm looks at one song at a time. (4) by itself is no sin. b) (3): whoever knows the voices names the species of a known bird, so nearly no mistakes; for new birds it is useless. c) Lock away some
*birds*. On the others: folds by bird; inside each fold choose features and fit; score all {tried} settings; refit the best on all of these birds. Open the vault once and report, with an interval that counts
birds, not songs.""",
        (
            (1, "(1)"),
            (1, "(3) by bird"),
            (1, "(5)"),
            (1, "logarithm harmless"),
            (1, "the voices"),
            (1, "procedure with a vault of birds and selection inside the fold"),
        ),
    )


def q_screening(draw: Draw) -> Question:
    tp, fn, fp, tn = draw.of((36, 4, 16, 144), (27, 3, 14, 56), (45, 5, 10, 40))
    price = draw.of(20, 30, 15)
    fnr, fpr = fn / (tp + fn), fp / (fp + tn)
    cost = price * 10 * fnr + 990 * fpr
    nobody, flagged = 10 * price, 10 * (1 - fnr) + 990 * fpr
    use = "The test is cheaper." if cost < nobody else "Calling everybody healthy is cheaper."
    return Question(
        "6.7",
        "read",
        "From the clinic to the street",
        f"""| | truly ill | truly healthy |
|---|---|---|
| called ill | {tp} | {fp} |
| called healthy | {fn} | {tn} |

a) Find the four rates and the error rate in this clinic. b) The same test is used in the street, where one person in a hundred is ill. How many of 1000 people are called ill, and how many of these *are* ill? c) A missed patient costs {price}, a false alarm 1. Find
the cost per 1000 people in the street of using the test, and of calling everybody healthy. d) Given the probability π of being ill, from which π on should one be called ill?""",
        f"""a) True positive {show(1 - fnr)}, false negative {show(fnr)}, false positive {show(fpr)}, true negative {show(1 - fpr)}; error rate {fn + fp}/{tp + fn + fp + tn} = {show((fn + fp) / (tp + fn + fp + tn))}. b) Of
10 ill ones {show(10 * (1 - fnr))}, of 990 healthy ones {show(990 * fpr)}: together {show(flagged)}, and {show(10 * (1 - fnr))} of these are ill. c) ${price}\\cdot{show(10 * fnr)}+{show(990 * fpr)}={show(cost)}$; with nobody called ill
$10\\cdot{price}={nobody}$. {use} d) From $\\pi>1/(1+{price})$, that is 1/{price + 1}.""",
        (
            (2, "rates given the truth, error rate"),
            (2, "street, with its own shares"),
            (1, "both costs"),
            (1, "threshold"),
        ),
        {"counts": (tp, fn, fp, tn), "price": price},
        {"flagged": flagged, "cost": cost, "nobody": nobody, "threshold": f"1/{price + 1}"},
    )


def q_inside_the_fold(draw: Draw) -> Question:
    return Question(
        "6.4, 6.6",
        "code",
        "Inside the fold",
        """Write `cv(fit, X, y, folds)` with numpy. `folds` is a list of arrays of row numbers; `fit(X, y)` returns a function that predicts labels for rows. Each column is to be standardised. Return the share of wrong predictions, averaged over the
folds. Mark the line at which a careless author leaks, and say why the leak is small here.""",
        """```python
def cv(fit, X, y, folds):
    shares = []
    for held in folds:
        rest = np.setdiff1d(np.arange(len(y)), held)
        mean, std = X[rest].mean(axis=0), X[rest].std(axis=0)  # a leak, if taken from all of X
        predict = fit((X[rest] - mean) / std, y[rest])
        shares.append(np.mean(predict((X[held] - mean) / std) != y[held]))
    return np.mean(shares)
```

Means and deviations of all rows carry something of the held-out rows, but nothing of their labels.""",
        (
            (1, "held-out and the rest"),
            (2, "constants of the rest, used for both"),
            (1, "shares of mistakes, averaged"),
            (1, "no labels pass"),
        ),
    )
