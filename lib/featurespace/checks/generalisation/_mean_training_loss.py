"""Built from exercises/sources/06_generalisation/02_mean_training_loss.py by `make notebooks`: do not edit."""

import numpy as np


def mean_training_loss(x, degree, sd):
    A = np.vander(x, degree + 1)
    H = A @ np.linalg.pinv(A)
    return np.mean(sd**2 * (1 - np.diag(H)))


import numpy as np

from featurespace.checks.check import Check, Misconception


def _laboratories(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.normal(0, 1.5, size=n), degree, rng.uniform(0.3, 3, size=n))
        for n, degree in ((7, 3), (12, 2), (5, 1), (9, 4), (4, 0))
    ]


def _leverages(x, degree, low=0):
    powers = np.arange(low, degree + 1)
    Q = np.linalg.qr(x[:, None] ** powers)[0]
    return (Q**2).sum(axis=1)


def _law(rule):
    return lambda x, degree, sd: rule(_leverages(x, degree), sd, degree + 1)


def _own_noise_only(h, sd, size):
    return np.mean(sd**2 * (1 - h) ** 2)


def _weighted(x, degree, sd):
    A = np.vander(x, degree + 1)
    H = A @ np.linalg.pinv(A / sd[:, None]) / sd
    return np.sum((np.eye(len(x)) - H) ** 2 * sd**2) / len(x)


_DRAWN = "Nothing is to be drawn: a mean over random noise is close, never exact. Which part of the noise do the residuals hold, and what is the mean of its square?"


def _seen(value, x, degree, sd):
    """What each point leaves, to be compared."""
    stays = sd**2 * (1 - _leverages(x, degree))
    told = ", ".join(f"{v:.4g}" for v in stays)
    return f"your result is {float(np.ravel(value)[0]):.5g}. Of the variances `sd**2` the residuals keep {told}, point by point: more of a point amid others, less of one far out, which the curve follows. Their mean is {stays.mean():.5g}."


CHECK = Check(
    answer=mean_training_loss,
    section="Leverage",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=((np.array([-1, 0, 0, 1]), 1, np.array([2, 1, 1, 1])), 0.6875),
    twin=_law(lambda h, sd, size: np.mean(sd**2 * (1 - h))),
    terms=lambda x, degree, sd: {
        "the noise itself, the mean of the `sd**2`,": np.mean(sd**2),
        "what the fit swallows, the mean of `sd**2` times the leverages,": -np.mean(
            sd**2 * _leverages(x, degree)
        ),
    },
    inputs=_laboratories,
    explain=_seen,
    telling=4,  # what becomes of a mistake at degree 0 says nothing about it
    misconceptions=(
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2) * (1 - size / len(sd))),
            "You take the same share of every point's noise, 1 − (degree + 1)/n. That holds on average over the points, but a point far out is followed more closely: weigh each `sd[i]**2` with its own leverage.",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2) * (1 - (size - 1) / len(sd))),
            "You take the share 1 − degree/n of all noise. A polynomial has degree + 1 coefficients, and a point far out is followed more closely than others: weigh each `sd[i]**2` with its own leverage.",
        ),
        Misconception(
            _law(lambda h, sd, size: 1 - size / len(sd)),
            "1 − (degree + 1)/n is right if all noise has variance 1; your result does not look at `sd`. How much of the noise of point i stays in the residuals?",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2)),
            "That is the loss of the true curve. The fit bends towards the noise and hides part of it: what does the projector leave?",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2 * h)),
            "That is the part of the noise that the fit swallows. The training loss is the part that it leaves.",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2 * (1 + h))),
            "That is the loss on new measurements at the same places, where the swallowed noise comes on top. On the training points it is taken off.",
        ),
        Misconception(
            _law(_own_noise_only),
            "You count only what each point's own noise does to its own residual, (1 − h) squared. Its noise moves the other residuals as well; all of them together keep the share 1 − h.",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd * (1 - h))),
            "Noise comes in by its variance: square the standard deviations `sd`.",
        ),
        Misconception(
            lambda x, degree, sd: np.mean(sd**2 * (1 - _leverages(x, degree - 1))),
            "Your polynomial has one coefficient too few: of this degree it has degree + 1, the constant included.",
        ),
        Misconception(
            lambda x, degree, sd: np.mean(sd**2 * (1 - _leverages(x, degree, low=1))),
            "The constant is missing among your columns: a polynomial begins with the power 0.",
        ),
        Misconception(
            _law(lambda h, sd, size: np.sum(sd**2 * (1 - h)) / (len(sd) - size)),
            "You divide by n − (degree + 1), as one does to estimate the noise without bias. Asked is the training loss itself, the plain mean over n points.",
        ),
        Misconception(
            _weighted,
            "You weigh the points by their noise, as one who knows `sd` would. The laboratory fits by ordinary least squares, where all points count alike: the projector has no `sd` in it.",
        ),
        Misconception(
            lambda x, degree, sd: np.mean(sd**2 * (1 - _leverages(x, 1))),
            "You fit a line whatever `degree` is. Take the powers of x up to `degree`.",
        ),
        Misconception(
            lambda x, degree, sd: np.mean((sd - np.polyval(np.polyfit(x, sd, degree), x)) ** 2),
            "You fit the standard deviations, as if they had been measured. They say how far the noise scatters; no measured values are given, and none are needed: which part of the noise stays in the residuals?",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd) ** 2 * (1 - size / len(sd))),
            "You average the standard deviations and square. Square each of them first; and a point far out is followed more closely than others, so weigh each `sd[i]**2` with its own leverage.",
        ),
        Misconception(
            _law(lambda h, sd, size: np.mean(sd**2) * np.mean(1 - h) ** 2),
            "You square the share that stays. The projector I − H is its own square, so the share of the variance that stays is 1 − h, not (1 − h)²; and each point has its own.",
        ),
        Misconception(
            lambda x, degree, sd: 0.0,
            "Your result is 0 everywhere. Did you apply I − H to the `sd**2`, or add up all its entries? A fit with a constant leaves residuals that sum to 0. What stays of the noise of point i stands on the diagonal: 1 − hᵢᵢ.",
        ),
    ),
    forbidden=dict.fromkeys(
        (np.random.default_rng, np.random.normal, np.random.randn, np.random.standard_normal),
        _DRAWN,
    ),
    advice={
        "need at least one array": "At degree 0 the constant is the only column: do your powers begin with 0?",
    },
    hints=(
        "The fitted values are H y, with a projector H that leaves the true curve alone. So what are the residuals made of?",
        "The residuals are (I − H) times the noise. Their sum of squares is a double sum over products of two points' noise; on average only the squares stay, and they meet the diagonal of I − H.",
        "With `A = np.vander(x, degree + 1)` and `H = A @ np.linalg.pinv(A)`: the mean of `sd**2 * (1 - np.diag(H))`.",
    ),
    praise="Each point's noise is hidden by its own leverage; with equal noise the leverages add up, and 1 − (degree + 1)/n is left. The better a fit looks, the more noise it has learnt.",
)
