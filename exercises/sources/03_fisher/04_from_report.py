# %% [markdown]
# ## Fisher from a printed table
#
# A paper compares two groups of patients and prints no data: only, for each group, the number of patients, the mean of the $d$ measurements and their covariance matrix, divided by $n_\pm-1$ as statistics programs do. You want Fisher's rule all the same.
#
# Return `(w, b)`: the direction `w` (d,) that maximises Fisher's quotient (5.10), whose variances are divided by $n_\pm$, and the cut `b` halfway between the projected means, so that $\langle w,x\rangle>b$ speaks for the first group. You get `n` (2,), `means` (2, d) and `covs` (2, d, d), the first group, +1, first. A positive factor common to `w` and `b` is free.
#
# The four points, seen as such a report, are `n = (2, 2)`, means (2, 0) and (0, 0), covariances $\begin{pmatrix}8&4\\4&2\end{pmatrix}$ and $\begin{pmatrix}2&2\\2&2\end{pmatrix}$; the rule is $w=(2,-3)$, $b=2$, or $(4,-6)$ and 4.

# %%
import numpy as np


def from_report(n, means, covs):
    ### BEGIN SOLUTION
    S = covs[0] * (n[0] - 1) / n[0] + covs[1] * (n[1] - 1) / n[1]
    w = np.linalg.solve(S, means[0] - means[1])
    return w, w @ (means[0] + means[1]) / 2
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Fisher asks of the data nothing but means and covariances: $w=S^{-1}m$ with $S=S_++S_-$. To get variances divided by $n_\pm$ from those divided by $n_\pm-1$, multiply by $(n_\pm-1)/n_\pm$; with groups of unequal sizes this turns the direction a little. Half the sum of the *projected* means is the projection of half the sum. The table and the data give the same rule:

# %% tags=["solution"]
rng = np.random.default_rng(3)
patients = rng.normal(size=(12, 2)) @ [[2, 1], [0, 0.5]] + 5
groups = patients[:3] + [0, 1], patients[3:]
report = [len(g) for g in groups], [g.mean(axis=0) for g in groups], [np.cov(g.T) for g in groups]
w, b = from_report(*map(np.array, report))
within = sum(np.cov(g.T, bias=True) for g in groups)
assert np.allclose(within @ w, groups[0].mean(axis=0) - groups[1].mean(axis=0))
assert np.isclose((groups[0] @ w).mean() - b, b - (groups[1] @ w).mean())

# %% tags=["check"]
from numpy.linalg import solve

from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import close, labelled, same_rule, shown


def _reports(rng: np.random.Generator) -> list[tuple]:
    reports = []
    for p, m, d in ((4, 7, 2), (12, 3, 3), (5, 20, 4)):
        X, y = labelled(rng, p, m, d)
        groups = X[y > 0], X[y < 0]
        reports.append(
            (
                np.array([p, m]),
                np.array([g.mean(axis=0) for g in groups]),
                np.array([np.cov(g.T) for g in groups]),
            )
        )
    return reports


def _spread(n, covs):
    return np.tensordot((n - 1) / n, covs, axes=1)


def _report(
    spread=_spread,
    direction=solve,
    target=lambda n, means: means[0] - means[1],
    cut=lambda w, n, means: w @ means.mean(axis=0),
):
    def rule(n, means, covs):
        w = direction(spread(n, covs), target(n, means))
        return w, cut(w, n, means)

    return rule


def _by_whitening(n, means, covs):
    """Make the spread round, join the means there, and come back."""
    values, vectors = np.linalg.eigh(_spread(n, covs))
    white = vectors / np.sqrt(values)
    w = white @ (white.T @ (means[0] - means[1]))
    return w, (means @ w).sum() / 2


def _seen(value, n, means, covs):
    """Whether the direction is right, and a test for what is not."""
    if not np.any(value[0]):
        return "Your w is zero, which is no direction. Did you divide whole numbers with `//`? Then (n − 1)/n is cut to 0."
    (w, b), (right, _) = same_rule(value), same_rule(from_report(n, means, covs))
    if close(w, right):
        p, m = means @ w
        return f"The direction is right. With w of length one the projected means are {p:.4g} and {m:.4g}, and your b is {float(b):.4g}; it should lie halfway."
    S, gap = _spread(n, covs), means[0] - means[1]
    return f"Your w is not the best. A test: with S the sum of the two covariances over n₊ and n₋ (not over n₊ − 1 and n₋ − 1), `S @ w` should be a positive multiple of m, the difference of the means. Yours is {shown(S @ w)}, and m is {shown(gap)}."


CHECK = Check(
    answer=from_report,
    section="The best direction",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=(
        (
            np.array([2, 2]),
            np.array([[2, 0], [0, 0]]),
            np.array([[[8, 4], [4, 2]], [[2, 2], [2, 2]]]),
        ),
        (np.array([2, -3]), 2),
    ),
    twin=_by_whitening,
    inputs=_reports,
    explain=_seen,
    alike=same_rule,
    advice={
        "Singular matrix": "One covariance alone may be singular; does the spread of both groups come into your matrix? Add first, then solve."
    },
    freedom="(Both are compared after division by the length of `w`, since a common factor is free.)",
    misconceptions=(
        Misconception(
            _report(spread=lambda n, covs: covs[0] + covs[1]),
            "You added the covariances as they are printed. They are divided by n₊ − 1 and n₋ − 1; (5.10) has variances divided by n₊ and n₋, so rescale each one first.",
        ),
        Misconception(
            _report(spread=lambda n, covs: np.tensordot(n / (n - 1), covs, axes=1)),
            "The covariances are rescaled the wrong way (or each with the size of the other group): they were divided by n − 1, a smaller number than n, so multiply each one by its own (n − 1)/n.",
        ),
        Misconception(
            _report(spread=lambda n, covs: np.tensordot(n - 1, covs, axes=1)),
            "You pooled the covariances, so the larger group counts more (linear discriminant analysis does that). (5.10) adds the two variances as equals, however many patients a group has.",
        ),
        Misconception(
            _report(spread=lambda n, covs: np.tensordot(n, covs, axes=1)),
            "You weighted the covariances with the sizes of the groups. (5.10) adds the two variances as equals; each needs only (n − 1)/n to undo its own division.",
        ),
        Misconception(
            _report(direction=lambda S, m: -solve(S, m)),
            "Right line, wrong way: w should point from the second group to the first, so that values above b speak for the first.",
        ),
        Misconception(
            _report(direction=lambda S, m: m),
            "Your w joins the two means and looks at no spread. Divide it out: solve a system with the sum of the covariances.",
        ),
        Misconception(
            _report(direction=lambda S, m: S @ m),
            "You multiplied the difference of the means by the matrix; then wide directions count more instead of less. Solve the system instead.",
        ),
        Misconception(
            _report(spread=lambda n, covs: _spread(n, covs) * np.eye(len(covs[0]))),
            "You kept only the variances of the single measurements. The covariances between them turn the direction: use the whole matrix.",
        ),
        Misconception(
            _report(target=lambda n, means: means[0] + means[1]),
            "You solved for the sum of the means. Fisher's gap is their difference.",
        ),
        Misconception(
            _report(target=lambda n, means: n[0] * means[0] - n[1] * means[1]),
            "On the right of your system stands the difference of the sums, n₊m₊ − n₋m₋. Take the difference of the means.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: means.mean(axis=0)),
            "The direction is right. Your cut is a point of the space of measurements; project it on w to get one number.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: w @ (n @ means) / n.sum()),
            "The direction is right. Your cut is the mean of all patients, nearer to the larger group; halfway between the two means, sizes do not count.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: w @ (means[0] - means[1]) / 2),
            "The direction is right. Your cut is half the gap; halfway between two places is half their sum.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: 2 * w @ means.mean(axis=0)),
            "The direction is right. Your cut is the sum of the projected means; halfway between them is half of it.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: -w @ means.mean(axis=0)),
            "The direction is right, the sign of b is not: the rule subtracts b.",
        ),
        Misconception(
            lambda n, means, covs: (
                _report()(n, means, covs)[0] / np.linalg.norm(_report()(n, means, covs)[0]),
                _report()(n, means, covs)[1],
            ),
            "The direction is right. But w was made shorter or longer after b was computed: divide b by the same number.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: w @ means[0]),
            "The direction is right. Your cut goes through the first group's mean; it should lie halfway between the two projected means.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: w @ means[1]),
            "The direction is right. Your cut goes through the second group's mean; it should lie halfway between the two projected means.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: 0.0),
            "The direction is right. With b = 0 the border goes through the origin, wherever the groups are; put it halfway between the projected means.",
        ),
        Misconception(
            _report(spread=lambda n, covs: np.tensordot(1 / n, covs, axes=1)),
            "You divided each covariance by the size of its group, which gives the spread of the means. Fisher's quotient has the spread of the patients: undo only the division by n − 1.",
        ),
        Misconception(
            _report(spread=lambda n, covs: np.tensordot(1 / (n - 1), covs, axes=1)),
            "You divided by n − 1 once more. The printed covariances are divided by it already; multiply by n − 1 and divide by n.",
        ),
        Misconception(
            lambda n, means, covs: _report()(n, means, covs)[::-1],
            "Right values, wrong order: return `w` first, then `b`.",
        ),
        Misconception(
            lambda n, means, covs: _report()(n, means, covs)[0],
            "The direction is right, and it is all that you return. The cut b is asked for as well: `return w, b`.",
        ),
        Misconception(
            _report(direction=lambda S, m: (1 / S) @ m),
            "You inverted entry by entry: `1 / S` is not the inverse of a matrix. Solve the system: `np.linalg.solve(S, m)`.",
        ),
        Misconception(
            _report(direction=lambda S, m: solve(S @ S, m)),
            "You divided the spread out twice. One system with S is enough: S w = m.",
        ),
        Misconception(
            _report(spread=lambda n, covs: _spread(n, covs * np.array([1, -1])[:, None, None])),
            "You subtracted the second covariance from the first. Fisher's quotient has the sum of the two variances.",
        ),
        Misconception(
            _report(
                spread=lambda n, covs: covs[0] + covs[1],
                cut=lambda w, n, means: w @ (n @ means) / n.sum(),
            ),
            "Two slips: the covariances are added as they are printed, over n − 1 and not over n; and the cut is the mean of all patients, not halfway between the two means.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: w.sum() * means.mean()),
            "The direction is right. `means.mean()` averages all numbers of the table; halfway between the groups is a row, `means.mean(axis=0)`, to be projected on w.",
        ),
        Misconception(
            _report(cut=lambda w, n, means: (means[0] @ means[0] - means[1] @ means[1]) / 2),
            "The direction is right. Your cut is that of Parzen's rule, half the difference of ‖m₊‖² and ‖m₋‖²; it belongs to w = m. Here project the means on your w.",
        ),
    ),
    hints=(
        "Which two things does Fisher's direction need, and which of them is in the table with another divisor?",
        "The direction solves S w = m, with m the difference of the means and S the sum of the covariances over n₊ and n₋. From one divided by n − 1 you get there by (n − 1)/n.",
        "With `S = covs[0] * (n[0] - 1) / n[0] + covs[1] * (n[1] - 1) / n[1]` take `w = np.linalg.solve(S, means[0] - means[1])`; b is `w @ (means[0] + means[1]) / 2`.",
    ),
    praise="A classifier from a printed table. Fisher never needed the patients, only their means and covariances.",
)
