# %% [markdown]
# ## One standard error
#
# `scores` (G, F) holds the losses of $G$ models (rows, the simplest first) on $F$ folds (columns). The best model is the one with the smallest mean loss; among equals, the simplest. Return the number of the row that the **one-standard-error rule** picks: the simplest of *all* models whose mean loss is at most the best mean plus the standard error of that best mean. Estimate the standard error from the best model's own $F$ losses, as if they were independent (it is what `scipy.stats.sem` computes; do it by hand). A model exactly on the limit counts as within. For the losses [[5, 5], [3, 4], [1, 3]] the means are 5, 3.5 and 2, the best is row 2, its standard error 1, the limit 3: the answer is 2. With [3, 3] in row 1 it would be 1.

# %%
import numpy as np


def one_standard_error(scores):
    ### BEGIN SOLUTION
    means = scores.mean(axis=1)
    best = np.argmin(means)
    error = scores[best].std(ddof=1) / np.sqrt(scores.shape[1])
    return np.flatnonzero(means <= means[best] + error)[0]
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The standard error of a mean of $F$ values is their standard deviation (`ddof=1`) divided by $\sqrt F$. `argmin` returns the first of several smallest values, which is the simplest; `flatnonzero(...)[0]` the first row within the limit. The folds share most of their training points, so they are not independent, and the error bar is rough, usually too small. As a tie-break in favour of the simple model it serves well.

# %% tags=["check"]
import numpy as np

from featurespace import generalisation
from featurespace.checks.check import Check, Misconception


def _score_tables(rng: np.random.Generator) -> list[tuple]:
    """Models (simplest first) by folds; numbers that are exact, so that ties are ties."""
    tables = (
        [[5, 5], [3, 3], [1, 3]],  # small, and exactly on the limit
        [[4, 4, 4], [2.5, 3.5, 3], [1, 2, 3]],
        [[9, 9, 9, 9], [2, 2, 2, 2], [0, 0, 0, 4], [1, 2, 2, 1]],
        [[8, 8, 8, 8], [3, 2.5, 3, 2.5], [4, 4, 4, 4], [1, 3, 1, 4], [3, 3, 3, 2.5]],  # a gap
        [[5, 7, 6, 6], [6, 2, 2, 6], [0, 0, 6, 6], [3, 3, 3, 3], [3, 4, 4, 5]],  # two are best
        [[5, 5, 5, 5], [3.5, 4, 3.5, 4], [1, 3, 3, 5], [2, 5, 2, 5]],  # F − 1 or F
        [[6, 6, 7, 7, 6], [2.3, 2.3, 2.3, 2.3, 2.3], [2, 2.5, 2, 2.25, 2.25], [3, 3, 3, 3, 4]],
        [[2, 4, 2, 2], [2.25, 2.25, 2.25, 2.25], [2, 2, 2.25, 2.25], [1, 4, 4, 1]],  # a wide bar
        [[7, 8, 9], [6, 5, 6], [5, 5, 4], [4, 3.5, 3], [2, 4, 3], [3, 3, 3], [1, 2, 2.5]],
        [[3, 9], [4, 5], [4.25, 4.5], [4, 4]],
        [[1, 2, 3, 2, 1, 3], [1, 1, 1, 1, 1, 4]],
        [[9, 5, 1], [8, 4, 1]],  # folds that differ more than the models
        [[8, 9, 1, 2], [9, 7, 1, 2], [9, 8, 2, 2]],
        [[3, 3, 4, 3], [1, 2, 1, 2.5], [9, 8, 9, 8]],  # the worst is not the simplest
        [[2, 2, 2, 9], [3, 3, 3, 3], [4, 4, 1, 4]],  # mean and median disagree
        [[2.5, 2, 2.5, 2.5], [0, 4, 0, 4], [9, 9, 8, 9]],
        [[1.125] * 9, [0, 2, 0, 2, 0, 2, 0, 2, 1]],  # nine folds: s/9 is less, s/6 is more
    )
    drawn = [_clear_table(rng, models, folds) for models, folds in ((5, 4), (3, 6), (6, 5), (4, 9))]
    return [(np.array(table, dtype=float),) for table in (*tables, *drawn)]


def _clear_table(rng, models, folds):
    """Random losses, no mean of which lies near the limit; the worst model stands anywhere."""
    while True:
        table = rng.integers(4, 25, size=(models, folds)) / 4
        means = table.mean(axis=1)
        limit = means.min() + _error(table[means.argmin()])
        if np.abs(means - limit).min() > 0.02 and 0 < means.argmax():
            return table


def _error(row, ddof=1):
    return row.std(ddof=ddof) / np.sqrt(len(row))


def _within(limit=lambda s, best: s.mean(axis=1)[best] + _error(s[best]), pick=0, strict=False):
    def choice(scores):
        means = scores.mean(axis=1)
        below = np.less if strict else np.less_equal
        inside = np.flatnonzero(below(means, limit(scores, means.argmin())))
        return int(inside[pick]) if len(inside) else int(means.argmin())

    return choice


def _step_by_step(scores):
    means = scores.mean(axis=1)
    chosen = means.argmin()
    limit = means[chosen] + _error(scores[chosen])
    while chosen > 0 and means[chosen - 1] <= limit:
        chosen -= 1
    return int(chosen)


def _touching_bars(scores):
    means, errors = scores.mean(axis=1), np.array([_error(row) for row in scores])
    best = means.argmin()
    return int(np.flatnonzero(means - errors <= means[best] + errors[best])[0])


def _own_bars(scores):
    means, errors = scores.mean(axis=1), np.array([_error(row) for row in scores])
    return int(np.flatnonzero(means <= means.min() + errors)[0])


def _paired(scores):
    gaps = scores - scores[scores.mean(axis=1).argmin()]
    return int(np.flatnonzero([gap.mean() <= _error(gap) for gap in gaps])[0])


def _dearest(scores):
    means = scores.mean(axis=1)
    limit = means.min() + _error(scores[means.argmin()])
    return int(np.argmax(np.where(means <= limit, means, -np.inf)))


def _last_of_equals(scores):
    means = scores.mean(axis=1)
    best = np.flatnonzero(means == means.min())[-1]
    return int(np.flatnonzero(means <= means[best] + _error(scores[best]))[0])


def _medians(scores):
    middle = np.median(scores, axis=1)
    best = middle.argmin()
    return int(np.flatnonzero(middle <= middle[best] + _error(scores[best]))[0])


def _as_if_right_answers(scores):
    means = scores.mean(axis=1)
    best = means.argmax()
    return int(np.flatnonzero(means >= means[best] - _error(scores[best]))[0])


def _columns(scores):
    return _within()(scores.T)


def _nearest_to_limit(scores):
    means = scores.mean(axis=1)
    return int(np.abs(means - means.min() - _error(scores[means.argmin()])).argmin())


def _seen(value, scores):
    """The way to the right row, to be compared step by step."""
    means = scores.mean(axis=1)
    best = int(means.argmin())
    error = _error(scores[best])
    within = np.flatnonzero(means <= means[best] + error).tolist()
    told = ", ".join(f"{v:.4g}" for v in means)
    return f"you pick row {float(np.ravel(value)[0]):g}. The mean losses are {told}: row {best} is the best, the standard error of its mean is {error:.4g}, the limit {means[best] + error:.4g}. At most that have the rows {', '.join(map(str, within))}; the simplest is {within[0]}."


CHECK = Check(
    answer=one_standard_error,
    section="One standard error",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=((np.array([[5, 5], [3, 4], [1, 3]]),), 2),
    twin=generalisation.one_standard_error,
    inputs=_score_tables,
    explain=_seen,
    misconceptions=(
        Misconception(
            lambda scores: int(scores.mean(axis=1).argmin()),
            "That is the model with the best score. The rule asks for the simplest one that is not clearly worse.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1)),
            "You allow one standard deviation of the fold losses. Their mean is steadier: its standard error is that divided by √F.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].std()),
            "You allow one standard deviation (`std()`) of the fold losses. The standard error of their mean is `std(ddof=1)` divided by √F.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + _error(s[best], ddof=0)),
            "Your standard error divides by F inside the root, as the notes print it. The spread about a mean estimated from the same folds needs F − 1: `std(ddof=1)`.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].var(ddof=1) / s.shape[1]),
            "You add the squared standard error, a variance. Take its root.",
        ),
        Misconception(
            _within(
                lambda s, best: s.mean(axis=1)[best] + s.mean(axis=1).std(ddof=1) / np.sqrt(len(s))
            ),
            "Your spread is that of the mean losses of the models. Asked is the standard error of *one* mean, from the best model's own F losses.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1) / np.sqrt(len(s))),
            "You divide by the root of the number of models. The mean is one over folds: divide by √F, the root of the number of columns.",
        ),
        Misconception(
            _within(strict=True),
            "A model exactly on the limit is within one standard error: `<=`, not `<`.",
        ),
        Misconception(
            _within(pick=-1),
            "You take the last model within the limit, the most complex one. Rows start with the simplest: take the first.",
        ),
        Misconception(
            _touching_bars,
            "You compare error bars, each model's own. The limit is one number: the best mean plus the standard error of the best model. Compare means with it.",
        ),
        Misconception(
            _own_bars,
            "You give each model the standard error of its own losses. The limit is one number: the best mean plus the standard error of the best model.",
        ),
        Misconception(
            _step_by_step,
            "You walk from the best model to simpler ones and stop at the first that is outside. A still simpler one may be inside again: look at all rows.",
        ),
        Misconception(
            _within(
                lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1) / np.sqrt(s.shape[1] - 1)
            ),
            "F − 1 is used twice, in the standard deviation and under the root. With `std(ddof=1)` divide by √F; with `std()` by √(F − 1).",
        ),
        Misconception(
            _columns,
            "You take the columns for models. A row is a model, a column a fold: average along `axis=1`.",
        ),
        Misconception(
            lambda scores: int(scores.min(axis=1).argmin()),
            "You look for the smallest single loss. A model is judged by its mean over the folds.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s[best].std(ddof=1) / s.shape[1]),
            "You divide the standard deviation by F. The standard error of a mean is the standard deviation divided by √F.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + s.std(ddof=1) / np.sqrt(s.size)),
            "Your standard error comes from all losses of all models. It is that of one mean: take the best model's own F losses.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + np.mean([_error(row) for row in s])),
            "You average the standard errors of all models. The limit needs one of them: that of the best model.",
        ),
        Misconception(
            lambda scores: float(scores.mean(axis=1)[_within()(scores)]),
            "That is the mean loss of the model picked. Asked is the number of its row.",
        ),
        Misconception(
            lambda scores: float(
                scores.mean(axis=1).min() + _error(scores[scores.mean(axis=1).argmin()])
            ),
            "That is the limit, best mean plus standard error. Asked is the number of the first row whose mean is not above it.",
        ),
        Misconception(
            _last_of_equals,
            "Where two models share the smallest mean, you take the error bar of the later one. Among equals the best is the simplest, the first row.",
        ),
        Misconception(
            _dearest,
            "Of the models within the limit you take the one with the largest mean loss. Simple means an early row, whatever its loss: take the first.",
        ),
        Misconception(
            _medians,
            "You compare medians of the losses. The rule compares means, and its error bar is that of a mean.",
        ),
        Misconception(
            _paired,
            "You compare each model with the best fold by fold, with the standard error of the differences. That is a good idea, and another rule: here the error bar is that of the best mean itself.",
        ),
        Misconception(
            _as_if_right_answers,
            "You take the largest mean for the best. These are losses: the smallest is best.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + 2 * _error(s[best])),
            "You allow two standard errors. The rule allows one.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + _error(s[0])),
            "You take the standard error of the first row, the simplest model. The limit needs that of the best one.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + _error(s[best]) / s.shape[1]),
            "Your error bar is F times too short: do you compare sums of losses, and not means, with the standard error of a mean?",
        ),
        Misconception(
            _nearest_to_limit,
            "You take the model whose mean is nearest to the limit, on either side. The rule takes the first row whose mean is at most the limit.",
        ),
        Misconception(
            _within(lambda s, best: s.mean(axis=1)[best] + _error(s[best]) / 2),
            "You allow half a standard error. The rule allows one.",
        ),
    ),
    advice={"size 0": "No row met your condition; the best one itself should."},
    hints=(
        "Three steps: the mean of each row; the best row and the standard error of its mean; the first row whose mean is not above best plus error.",
        "The standard error of a mean of F values is their standard deviation (`ddof=1`) divided by √F. `np.flatnonzero` finds the rows that meet a condition.",
        "With `means = scores.mean(axis=1)` and `best = means.argmin()`: `np.flatnonzero(means <= means[best] + scores[best].std(ddof=1) / np.sqrt(scores.shape[1]))[0]`.",
    ),
    praise="Ties, gaps and models on the very limit included. The rule prefers a simple model unless the folds speak clearly against it.",
)
