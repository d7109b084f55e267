# %% [markdown]
# ## Leak detective
#
# Fifty patients, a thousand measurements each, and a label that has **nothing to do with them**. Nothing can be learnt. A pipeline that many a paper has used finds the $m$ best features, standardises them and cross-validates. Here it is, with two innocent tools:

# %%
import numpy as np


def strongest(X, y, m):
    """Columns of the m features that correlate most with the labels."""
    correlation = (X - X.mean(axis=0)).T @ (y - y.mean()) / X.std(axis=0)
    return np.argsort(-np.abs(correlation))[:m]


def nearest_centre(X, y, Z):
    """The class whose mean is nearer, for each row of Z."""
    minus, plus = (np.sum((Z - X[y == c].mean(axis=0)) ** 2, axis=1) for c in (-1, 1))
    return np.where(plus < minus, 1, -1)


def leaky_error(X, y, folds, m):
    X = X[:, strongest(X, y, m)]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    errors = []
    for fold in folds:
        rest = np.setdiff1d(np.arange(len(y)), fold)
        guess = nearest_centre(X[rest], y[rest], X[fold])
        errors.append(np.mean(guess != y[fold]))
    return np.mean(errors)


# %%
X, y = np.random.default_rng(5).normal(size=(50, 1000)), np.tile([1, -1], 25)
folds = np.arange(50).reshape(5, 10)  # each with five points of either class
print(f"cross-validated error on pure noise: {leaky_error(X, y, folds, 10):.0%}")

# %% [markdown]
# A miracle. Write the honest version of the same pipeline: with the same tools, the same folds and the same classifier, but so that no rule is judged on points it has seen in any way. Return the mean error over the folds: a share, between 0 and 1. (`folds` is an array, and each row holds the numbers of the points to hold out.) How large should it be here, about?


# %%
def honest_error(X, y, folds, m):
    ### BEGIN SOLUTION
    wrong = []
    for out in folds:
        held_out = np.isin(np.arange(len(y)), out)
        best = strongest(X[~held_out], y[~held_out], m)
        train, test = X[~held_out][:, best], X[held_out][:, best]
        mean, sd = train.mean(axis=0), train.std(axis=0)
        named = nearest_centre((train - mean) / sd, y[~held_out], (test - mean) / sd)
        wrong.append(np.mean(named != y[held_out]))
    return np.mean(wrong)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The test of an honest procedure is a world where the answer is known. On pure noise it must report one half on average, whatever it is allowed to try. A hundred such worlds:

# %% tags=["solution"]
worlds = [np.random.default_rng(seed).normal(size=(50, 1000)) for seed in range(100)]
for rule in (leaky_error, honest_error):
    found = [rule(X, y, folds, 10) for X in worlds]
    print(f"{rule.__name__}: {np.mean(found):.0%} on average")

# %% [markdown] tags=["solution"]
# Among a thousand features of noise, ten agree well with fifty labels by chance, and with the labels of the held-out points too, since those took part in the choice. Scaling with all points leaks far less, for it never sees a label; but it costs nothing to do it right. In scikit-learn, `make_pipeline(SelectKBest(k=10), StandardScaler(), NearestCentroid())` handed to `cross_val_score` refits every step on every fold.

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.generalisation import kfold


def _pipelines(rng: np.random.Generator) -> list[tuple]:
    """Pure noise, tame and wild, and classes that differ; unequal classes too."""
    cases = []
    for n, d, k, m, gap in (
        (40, 300, 5, 10, 0.0),
        (24, 60, 4, 6, 0.0),
        (30, 80, 3, 5, 1.2),
        (90, 40, 6, 7, 0.3),
        (66, 90, 3, 4, 0.4),
        (70, 50, 7, 6, 0.5),
    ):
        y = np.where(np.arange(n) % (3 if n == 66 else 2), 1.0, -1.0)
        X = rng.standard_t(2, size=(n, d)) if n in (24, 90) else rng.normal(size=(n, d))
        X[:, :5] += gap * y[:, None]
        cases.append((X * rng.uniform(0.1, 10, size=d), y, np.array(kfold(n, k, rng, y)), m))
    return cases


def _split(fold, y):
    return np.setdiff1d(np.arange(len(y)), fold), fold


def _pipeline(
    see=lambda rest, fold: rest,  # who chooses the features
    scale=lambda rest, fold: rest,  # who sets mean and sd
    parts=lambda rest, fold: (rest, fold),  # who trains, who is judged
    score=lambda guess, y: np.mean(guess != y),
    scaled=lambda Z, by: (Z - by.mean(axis=0)) / by.std(axis=0),
    centres=lambda rest, fold: rest,  # whose class means count
    test_scaled=True,
    best=strongest,
    end=np.mean,
):
    def error(X, y, folds, m):
        scores = []
        for fold in folds:
            rest, fold = parts(*_split(fold, y))
            chosen = see(rest, fold) if see else _split(folds[0], y)[0]
            raw = X[:, best(X[chosen], y[chosen], m)]
            Z, means = scaled(raw, raw[scale(rest, fold)]), centres(rest, fold)
            test = (Z if test_scaled else raw)[fold]
            scores.append(score(nearest_centre(Z[means], y[means], test), y[fold]))
        return end(scores)

    return error


def _everybody(rest, fold):
    return np.union1d(rest, fold)


def _scaled_apart(X, y, folds, m):
    errors = []
    for fold in folds:
        rest, fold = _split(fold, y)
        best = strongest(X[rest], y[rest], m)
        Z, T = ((A - A.mean(axis=0)) / A.std(axis=0) for A in (X[rest][:, best], X[fold][:, best]))
        errors.append(np.mean(nearest_centre(Z, y[rest], T) != y[fold]))
    return np.mean(errors)


def _seen(value, X, y, folds, m):
    """The errors fold by fold, to be compared."""
    told = ", ".join(f"{v:.4g}" for v in _pipeline(end=np.array)(X, y, folds, m))
    return f"your result is {float(np.ravel(value)[0]):.4g}. Chosen, scaled and trained on the other points, the rule errs on the {len(folds)} folds by {told}; the mean of these is asked for. Compare them with yours, fold by fold."


CHECK = Check(
    answer=honest_error,
    section="Choose, then judge",
    difficulty=3,
    minutes=15,
    kind="practice",
    twin=_pipeline(),
    inputs=_pipelines,
    explain=_seen,
    misconceptions=(
        Misconception(
            _pipeline(see=_everybody, scale=_everybody),
            "That is still the leaky pipeline: both steps see the points on which you judge. Everything that learns from data belongs inside the loop, fitted on the training part.",
        ),
        Misconception(
            _pipeline(see=_everybody),
            "The scaling is honest now, but the features are still chosen with the labels of the held-out points. That is the larger of the two leaks: choose them on the training part.",
        ),
        Misconception(
            _pipeline(scale=_everybody),
            "The choice of features is honest now. Mean and standard deviation still come from all points: a small leak, as no labels pass through it, but a leak. Take them from the training part.",
        ),
        Misconception(
            _scaled_apart,
            "The held-out points are scaled by their own mean and standard deviation. A new point comes alone and has neither: use those of the training part.",
        ),
        Misconception(
            _pipeline(see=lambda rest, fold: fold),
            "The features are chosen on the held-out fold itself, the one place that must not be looked at. Choose them on the training part.",
        ),
        Misconception(
            _pipeline(scaled=lambda Z, by: Z),
            "The leak is closed, but the columns count as if none had been scaled. Standardise each column (`axis=0`) inside the loop, with the mean and standard deviation of the training part.",
        ),
        Misconception(
            _pipeline(parts=lambda rest, fold: (rest, rest)),
            "You judge on the points you trained on. That is the training error; predict the fold that was left out.",
        ),
        Misconception(
            _pipeline(scale=lambda rest, fold: fold),
            "All points are scaled by mean and standard deviation of the held-out fold. The rule must be finished before that fold is looked at: take those of the training part.",
        ),
        Misconception(
            _pipeline(parts=lambda rest, fold: (fold, rest)),
            "Training and judging are swapped: you train on the fold and judge on all the others. A fold is what is held out.",
        ),
        Misconception(
            _pipeline(score=lambda guess, y: np.sum(guess != y)),
            "That is the mean *number* of errors in a fold; asked is their share, so divide by the size of the fold.",
        ),
        Misconception(
            _pipeline(score=lambda guess, y: np.mean(guess == y)),
            "That is the share of right answers; the error is the share of wrong ones.",
        ),
        Misconception(
            _pipeline(score=lambda guess, y: np.sum(guess != y), end=np.sum),
            "That is the number of all errors; asked is their share, so divide by the number of points.",
        ),
        Misconception(
            _pipeline(see=None),
            "All folds use the features chosen in the first round (does the loop overwrite `X`?), and the other folds took part in that choice. Choose anew in every round, on its training part, from all columns.",
        ),
        Misconception(
            _pipeline(best=lambda X, y, m: np.arange(X.shape[1])),
            "No features are chosen: all of them count. The pipeline keeps the m strongest: choose them inside the loop, on the training part.",
        ),
        Misconception(
            _pipeline(best=lambda X, y, m: strongest(X, y, 10)),
            "You keep ten features, whatever `m` is. Keep `m` of them.",
        ),
        Misconception(
            _pipeline(scaled=lambda Z, by: (Z - by.mean(axis=0)) / by.var(axis=0)),
            "You divide by the variance. To standardise is to divide by the standard deviation, its root.",
        ),
        Misconception(
            _pipeline(test_scaled=False),
            "The training part is scaled, the held-out points are not, and so the two cannot be compared. Scale those too, with mean and standard deviation of the training part.",
        ),
        Misconception(
            _pipeline(centres=_everybody),
            "Choice and scaling are honest now, but the class means are taken from all points, the held-out ones among them. Hand `nearest_centre` the training part only.",
        ),
        Misconception(
            _pipeline(end=lambda errors: errors[-1]),
            "That is the error on the last fold alone. Collect the errors of all folds and return their mean.",
        ),
        Misconception(
            _pipeline(end=lambda errors: errors[0]),
            "That is the error on the first fold alone: does the `return` stand inside the loop? Collect the errors of all folds and return their mean.",
        ),
        Misconception(
            _pipeline(end=np.median),
            "That is the median of the errors over the folds; their mean is asked for.",
        ),
        Misconception(
            _pipeline(end=min),
            "That is the error on the best fold. Which fold turns out well is luck: return the mean over all.",
        ),
        Misconception(
            _pipeline(end=max),
            "That is the error on the worst fold. Return the mean over all folds.",
        ),
        Misconception(
            _pipeline(parts=lambda rest, fold: (fold, rest), scaled=lambda Z, by: Z),
            "You train on the fold and judge on the rest, and nothing is scaled. A fold holds the points to hold out: choose, scale and train on all the others.",
        ),
    ),
    hints=(
        "Imagine that the held-out fold does not exist until the rule is finished. Which lines of the leaky function could then still run?",
        "Move both the choice of features and the scaling into the loop. There, `strongest`, the means and the standard deviations see the rows `rest` only; the held-out rows are then cut and scaled with the results.",
        "In the loop: `best = strongest(X[rest], y[rest], m)` and `train = X[rest][:, best]`; mean and standard deviation of `train` scale both `train` and `X[fold][:, best]`; then `nearest_centre`.",
    ),
    praise="On pure noise the estimate is about one half, as it should be. Cross-validation must hold the whole recipe, from the first look at the labels on.",
)
