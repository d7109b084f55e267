"""Built from exercises/sources/06_generalisation/05_left_out_residuals.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace import generalisation, kernels
from featurespace.datasets import cubic_world


def left_out_residuals(K, y, lam, family):
    H = np.linalg.solve(K + lam * np.eye(len(y)), K)
    e, left_out = y - H @ y, np.zeros(len(y))
    for name in np.unique(family):
        who = np.flatnonzero(family == name)
        left_out[who] = np.linalg.solve(np.eye(len(who)) - H[np.ix_(who, who)], e[who])
    return left_out


import numpy as np
from numpy.linalg import solve

from featurespace.checks.check import Check, Misconception
from featurespace.kernels import Gaussian, Linear, Polynomial


def _regressions(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for sizes, lam, kernel in (
        ((1, 2, 3), 0.5, Linear()),
        ((4, 1, 2, 2), 1.5, Polynomial(2)),
        ((2, 3, 3), 0.1, Gaussian(1.5)),
        ((1, 1, 1, 1, 1), 0.7, Gaussian(1.0)),
    ):
        family = rng.permutation(np.repeat(20 + np.arange(len(sizes))[::-1], sizes))
        X = rng.normal(size=(len(family), 2))
        cases.append((kernel(X), rng.normal(2, 1, size=len(family)), lam, family))
    return cases


def _refitting(who=np.not_equal, price=lambda lam, rest, n: lam):
    """One fit for each person, to those that `who` lets in."""

    def residuals(K, y, lam, family):
        left = np.zeros(len(y))
        for i in range(len(y)):
            rest = who(family, family[i])
            A = K[np.ix_(rest, rest)] + price(lam, rest.sum(), len(y)) * np.eye(rest.sum())
            left[i] = y[i] - K[i, rest] @ np.linalg.pinv(A, hermitian=True) @ y[rest]
        return left

    return residuals


_by_refitting = _refitting()


def _hat(rule):
    """A rule for the single points."""

    def residuals(K, y, lam, family):
        H = solve(K + lam * np.eye(len(y)), K)
        return rule(y - H @ y, np.diag(H), y)

    return residuals


def _mean_of_singles(K, y, lam, family):
    alone = _hat(lambda e, h, y: e / (1 - h))(K, y, lam, family)
    return np.array([alone[family == name].mean() for name in family])


def _block(rule):
    """A rule for each family's block of H, residuals and values."""

    def residuals(K, y, lam, family):
        H, out = solve(K + lam * np.eye(len(y)), K), np.zeros(len(y))
        for name in np.unique(family):
            who = np.flatnonzero(family == name)
            block = H[np.ix_(who, who)]
            out[who] = rule(block, (y - H @ y)[who], y[who], np.eye(len(who)))
        return out

    return residuals


def _seen(value, K, y, lam, family):
    """What a fit without the first wrong family says, to be compared step by step."""
    left, right = np.asarray(value, dtype=float), left_out_residuals(K, y, lam, family)
    name = family[int(np.argmax(~np.isclose(left, right)))]
    H, own = solve(K + lam * np.eye(len(y)), K), family == name
    rows = (y[own], (y - right)[own], left[own], (y - H @ y)[own])
    truth, told, got, plain = (", ".join(f"{v + 0.0:.4g}" for v in row) for row in rows)
    return f"take family {name}, with the values {truth}. A fit to the others alone predicts {told} for it; what is missing to the values is asked for, and yours is {got}. (The residuals of the fit to all are {plain}.) What leads from those to these is the family's block of H."


CHECK = Check(
    answer=left_out_residuals,
    section="Leave-one-out for kernels",
    difficulty=3,
    minutes=20,
    kind="transfer",
    example=(
        (
            np.array([[1, 1, 2], [1, 1, 2], [2, 2, 4]]),
            np.array([2, 4, 3]),
            1.0,
            np.array([7, 7, 5]),
        ),
        np.array([0.8, 2.8, -1.0]),
    ),
    twin=_by_refitting,
    inputs=_regressions,
    explain=_seen,
    misconceptions=(
        Misconception(
            _hat(lambda e, h, y: e / (1 - h)),
            "That leaves out one person at a time, as the chapter does; brothers and sisters stay and give the value away. Leave all of a family out at once: then a block of H takes the place of hᵢᵢ.",
        ),
        Misconception(
            _hat(lambda e, h, y: e),
            "Those are the ordinary residuals: each family has pulled the curve towards itself. Undo the pull, which is the family's block of H.",
        ),
        Misconception(
            _block(lambda B, e, y, one: (one - B) @ e),
            "You multiply by I minus the family's block of H, and the residuals shrink. Whoever is left out is missed by more, not by less: solve with that matrix.",
        ),
        Misconception(
            _block(lambda B, e, y, one: e / (1 - np.trace(B))),
            "You divide by one minus the sum of the family's hᵢᵢ. The members pull each other too, each by a different amount: use the whole block of H, and solve.",
        ),
        Misconception(
            _block(lambda B, e, y, one: e / (1 - B.sum(axis=1))),
            "You divide by one minus the row sums of the family's block. That would be right if all its residuals were equal; they are not, so solve the small system.",
        ),
        Misconception(
            _block(lambda B, e, y, one: e + B @ y),
            "You set the family's values to 0 and left its places in: there the curve is pulled towards 0. Put in what the others predict, and solve for it.",
        ),
        Misconception(
            _block(lambda B, e, y, one: y - solve(one - B, e)),
            "Those are the predictions for the people left out. Asked are the residuals, y minus that.",
        ),
        Misconception(
            _block(lambda B, e, y, one: solve(one + B, e)),
            "The sign of the block is turned: I plus it would make the residuals smaller. From p = (Hy) − H y + H p (all within the family) follows I minus the block.",
        ),
        Misconception(
            lambda K, y, lam, family: np.concatenate(
                [_by_refitting(K, y, lam, family)[family == name] for name in np.unique(family)]
            ),
            "Right numbers, but family after family. Put each residual back in its person's place: `residuals[family == name] = ...`.",
        ),
        Misconception(
            lambda K, y, lam, family: np.zeros(len(y)),
            "Every residual is 0: has your loop met any family? `family` holds names, such as 7 and 5; go through `np.unique(family)`.",
        ),
        Misconception(
            _refitting(price=lambda lam, rest, n: lam * rest / n),
            "You change λ with the number of people left. The question keeps it: the same λ in every fit.",
        ),
        Misconception(
            _refitting(who=np.equal),
            "You fit each family to itself and predict it. Train on the others: `family != name`.",
        ),
        Misconception(
            _refitting(price=lambda lam, rest, n: 0.0),
            "The fits to the others have no λ. It stays: `K + lam * np.eye(len(K))`, cut to the people outside the family.",
        ),
        Misconception(
            _block(lambda B, e, y, one: y - solve(one - B, y - e)),
            "You solve for the fitted values of all. They have the family's own values in them: take those off first, (Hy) − B y within the family, or solve for the residuals.",
        ),
        Misconception(
            _mean_of_singles,
            "You leave out one person at a time and average within the family. While one is left out, relatives stay and give the value away: leave all of a family out at once.",
        ),
        Misconception(
            lambda K, y, lam, family: _by_refitting(K, y, lam, family) ** 2,
            "Those are the squares of the residuals. Asked are the residuals themselves, with their signs.",
        ),
        Misconception(
            _block(lambda B, e, y, one: solve(one - B, y)),
            "The matrix is right, the right-hand side is not: you solve for y itself. Put the family's residuals `y - H @ y` there.",
        ),
        Misconception(
            _block(lambda B, e, y, one: e / (1 - np.diag(B).mean())),
            "You divide by one minus the mean of the family's hᵢᵢ. The members pull each other too, each by a different amount: use the whole block of H, and solve.",
        ),
        Misconception(
            _block(lambda B, e, y, one: np.full(len(e), solve(one - B, e).mean())),
            "Each person gets the mean residual of the family. Asked is one number for each person: leave the mean out.",
        ),
    ),
    advice={
        "Singular matrix": "Which matrix do you solve with? K, or a block of H, may be singular; K + λI and I minus a block of H are not.",
    },
    hints=(
        "For which values of the family would it make no difference whether the family is there or not?",
        "For the values p that the others predict: they lie on the curve already. With them in place of the family's own, the fitted values are p again, so p = (Hy) − B y + B p, where B is the family's block of H, all within the family. Solve for y − p.",
        "With `e = y - H @ y` and `who = np.flatnonzero(family == name)` the residuals of one family are `np.linalg.solve(np.eye(len(who)) - H[np.ix_(who, who)], e[who])`.",
    ),
    praise="One fit, and a small system for each family: this is why leaving out is cheap for everything that is linear in y. With families of one it is the residual over 1 − hᵢᵢ.",
)
