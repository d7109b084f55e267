# %% [markdown]
# ## A likelihood is a loss
#
# A logistic model with the score $h$ gives the label $y$ the probability
#
# $$P(y)=\frac1{1+e^{-yh}}\,.$$
#
# Return the log-likelihood of independent labels `y` (n,), given their scores `h` (n,): one number. The scores may be large: a model that is certain and wrong must cost a lot, but not infinitely much. For `y` = (1, −1) and `h` = (0, 1) the answer is −2.0064.

# %%
import numpy as np


def log_likelihood(y, h):
    ### BEGIN SOLUTION
    return -np.sum(np.logaddexp(0, -y * h))
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $\log P(y)=-\log(1+e^{-yh})$, which is minus the log loss of the margin: to maximise the likelihood is to minimise the summed log loss. `np.logaddexp(a, b)` is $\log(e^a+e^b)$, computed with the larger exponent taken out first. At margin −900 the plain formula stops at infinity; the price is 900:

# %% tags=["solution"]
print(f"{log_likelihood(np.array([1, 1]), np.array([0, -900])):.4f}  (two points: −ln 2 and −900)")

# %% tags=["check"]
import numpy as np
from scipy.special import log_expit

from featurespace.checks.check import Check, Misconception


def _bets(rng: np.random.Generator) -> list[tuple]:
    cases = [(rng.choice([-1.0, 1.0], size=n), rng.normal(0, 2, size=n)) for n in (7, 12, 3)]
    sure = np.array([1.0, -1.0, 1.0, -1.0]), np.array([850.0, 3.0, -900.0, -800.0])
    return [*cases, sure]


def _log_one(z):
    return np.logaddexp(0.0, z)


def _seen(value, y, h):
    """The single probabilities, if they are few."""
    if len(y) > 4:
        return ""
    told = ", ".join(f"{v:.4g}" for v in -_log_one(-y * h))
    return f"your result is {float(np.ravel(value)[0]):.5g}. The labels' own probabilities, 1/(1 + exp(−y h)), have the logarithms {told}; their sum is asked for."


CHECK = Check(
    answer=log_likelihood,
    section="Other losses",
    difficulty=1,
    minutes=8,
    kind="practice",
    example=((np.array([1, -1]), np.array([0, 1])), -2.0064088),
    twin=lambda y, h: log_expit(y * h).sum(),
    inputs=_bets,
    explain=_seen,
    telling=3,  # what extreme scores do to a mistake says nothing about it
    misconceptions=(
        Misconception(
            lambda y, h: _log_one(-y * h).sum(),
            "That is the summed log loss. The log-likelihood is minus that: logarithms of probabilities are never positive.",
        ),
        Misconception(
            lambda y, h: -_log_one(-y * h).mean(),
            "That is the mean. The points are independent, so their probabilities multiply and the logarithms add up.",
        ),
        Misconception(
            lambda y, h: _log_one(-y * h).mean(),
            "That is the mean log loss. The log-likelihood is a sum over the points, and minus the loss: logarithms of probabilities are never positive.",
        ),
        Misconception(
            lambda y, h: -_log_one(-y * h),
            "Those are the logarithms of the single probabilities. The points are independent, so add them up.",
        ),
        Misconception(
            lambda y, h: -_log_one(y * h).sum(),
            "The sign of the margin is wrong: you reward points on the wrong side. The probability of the label is 1/(1 + exp(−y h)).",
        ),
        Misconception(
            lambda y, h: -_log_one(-h).sum(),
            "You took the probability of +1 for every point. The point's own label must come in: `y * h` in place of `h`.",
        ),
        Misconception(
            lambda y, h: -(y * _log_one(-h) + (1 - y) * _log_one(h)).sum(),
            "That is the formula for labels 0 and 1, fed with −1 and +1. For labels ±1 both cases are one: 1/(1 + exp(−y h)).",
        ),
        Misconception(
            lambda y, h: (1 / (1 + np.exp(-y * h))).sum(),
            "You add up the probabilities. Of independent labels they multiply; what adds up are their logarithms.",
        ),
        Misconception(
            lambda y, h: np.log((1 / (1 + np.exp(-y * h))).mean()),
            "That is the logarithm of the mean probability. Take the logarithm of each probability, then add up.",
        ),
        Misconception(
            lambda y, h: np.exp(-_log_one(-y * h).sum()),
            "That is the likelihood itself, a product that soon rounds to 0. Its logarithm was asked for: a sum.",
        ),
        Misconception(
            lambda y, h: -np.log2(1 + np.exp(-y * h)).sum(),
            "You take logarithms to base 2; `np.log` is the natural one (and mind scores such as 900, where `np.exp` is infinite).",
        ),
        Misconception(
            lambda y, h: -np.log10(1 + np.exp(-y * h)).sum(),
            "You take logarithms to base 10; `np.log` is the natural one (and mind scores such as 900, where `np.exp` is infinite).",
        ),
        Misconception(
            lambda y, h: -np.log(1 + np.exp(-y * h)).sum(),
            "Ordinary scores come out right, but at y h = −900 the answer must be −900. There exp(900) is infinite, and a probability rounds to 0 (or to what it was clipped to). `np.logaddexp(0, z)` is log(1 + exp(z)) without that.",
        ),
        Misconception(
            lambda y, h: np.minimum(y * h, 0).sum(),
            "That is what is left of it for very large scores: 0 if right, y h if wrong. Near 0 that is too rough: each point costs log(1 + exp(−y h)), log 2 at h = 0.",
        ),
        Misconception(
            lambda y, h: -np.log1p(np.exp(-np.abs(y * h))).sum(),
            "Safe, but a point on the wrong side pays as if it were on the right one. For y h < 0 the logarithm is y h − log(1 + exp(y h)): the y h is missing.",
        ),
        Misconception(
            lambda y, h: -np.maximum(0, 1 - y * h).sum(),
            "That is minus the hinge loss. The logarithm of P(y) is −log(1 + exp(−y h)): smooth, and never quite 0.",
        ),
        Misconception(
            lambda y, h: -_log_one(-h[y > 0]).sum(),
            "Only the points with y = +1 are counted. The others have their probability as well: 1/(1 + exp(−y h)) with their own y.",
        ),
        Misconception(
            lambda y, h: -_log_one(-np.sum(y * h)),
            "You added up the margins y h first. Each point has a probability of its own: take the logarithm for each, then add up.",
        ),
    ),
    advice={
        "math range error": "That is the overflow at y h = −900; `np.logaddexp(0, z)` is log(1 + exp(z)) without it.",
    },
    hints=(
        "Write the logarithm of 1/(1 + exp(−y h)) without a fraction, and add up over the points.",
        "Each point contributes −log(1 + exp(−y h)). For y h = −900 the exponential overflows; numpy has a function that computes log(exp(a) + exp(b)) safely.",
        "`-np.logaddexp(0, -y * h).sum()`.",
    ),
    praise="The largest likelihood and the smallest log loss are one and the same fit, and yours survives a point at margin −900.",
)
