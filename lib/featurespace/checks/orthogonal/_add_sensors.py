"""Built from exercises/sources/02_gram_schmidt_and_cholesky/13_add_sensors.py by `make notebooks`: do not edit."""

import numpy as np


def add_sensors(K, installed, tol):
    def with_sensor(left, i):
        near_another = left[i, i] <= 1e-9 * K[i, i]  # then it tells nothing new
        row = np.zeros(len(K)) if near_another else left[i] / np.sqrt(left[i, i])
        left = left - np.outer(row, row)
        left[i] = left[:, i] = 0  # not even round-off
        return left

    left, added = K, []
    for i in installed:
        left = with_sensor(left, i)
    while np.diag(left).max() > tol**2:
        added.append(np.diag(left).argmax())
        left = with_sensor(left, added[-1])
    return added


from collections.abc import Callable

from featurespace.checks.check import Check, Misconception
from featurespace.checks.orthogonal.shared import TABLE
from featurespace.kernels import Gaussian


def _vineyards(rng: np.random.Generator) -> list[tuple]:
    cases = []
    plans = (
        (9, [4, 2], 0.3),
        (16, [], 0.4),
        (7, [6], 1.8),
        (14, [0, 7, 3], 0.25),
        (11, [10, 5], 0.7),
    )
    for n, installed, tol in plans:
        deviations = rng.uniform(1.0, 3.0, n)
        K = np.outer(deviations, deviations) * Gaussian(1.5)(rng.uniform(0, 4, (n, 2)))
        cases.append((K, installed, tol))
    R = np.array([[2, 2, 1, 3], [0, 0, 3, 1], [0, 0, 0, 2]])
    return [*cases, (TABLE, [0, 1], 1.1), (TABLE, [], 3.0), (R.T @ R, [0, 1], 1.5)]


def _sites(
    start: Callable = list,
    table: Callable = lambda K: K,
    enough: Callable = lambda d, tol: d.max() <= tol**2,
    pick: Callable = lambda d, left, K: d.argmax(),
    shown: Callable = lambda installed, added: added,
):
    """The answer with a slip in the start, the table, the end, the choice or the list."""

    def answer(K, installed, tol):
        K = table(np.asarray(K, dtype=float))
        left, new, added = K, start(installed), []
        while len(added) <= len(K):
            for i in new:
                if left[i, i] > 1e-9 * K[i, i]:
                    left = left - np.outer(left[i], left[i]) / left[i, i]
            d = np.diag(left)
            if enough(d, tol):
                break
            new = [int(pick(d, left, K))]
            added = added + new
        return shown(list(installed), added)

    return answer


def _correlations(K):
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def _sorted_once(K, installed, tol):
    d = np.diag(K) - np.sum(
        K[installed]
        * (np.linalg.pinv(K[np.ix_(installed, installed)], hermitian=True) @ K[installed]),
        axis=0,
    )
    return [int(i) for i in np.argsort(-d, kind="stable") if d[i] > tol**2]


def _each_alone(together: Callable):
    """Every thermometer explains on its own, out of the whole K."""

    def answer(K, installed, tol):
        J = list(installed)
        while len(J) <= 2 * len(K):
            told = K[:, J] ** 2.0 / np.diag(K)[J]
            d = np.diag(K) - (together(told, axis=1) if J else 0.0)
            if d.max() <= tol**2:
                break
            J.append(int(d.argmax()))
        return J[len(installed) :]

    return answer


def _by_projection(K, installed, tol):
    """Without deflation: the residuals of all sites from those with a thermometer, anew each time."""
    J = list(installed)
    while True:
        rows = K[J].astype(float)
        inner = np.linalg.pinv(rows[:, J], 1e-10, hermitian=True)
        d = np.diag(K) - np.sum(rows * (inner @ rows), axis=0)
        if d.max() <= tol**2:
            return J[len(installed) :]
        J.append(int(d.argmax()))


def _crossed_out(K, installed, tol):
    others = [i for i in range(len(K)) if i not in installed]
    return [others[i] for i in _sites()(K[np.ix_(others, others)], [], tol)]


def _divides(K, installed, tol):
    left, added = K, []
    for i in installed:
        left = left - np.outer(left[i], left[i]) / left[i, i]
    while np.diag(left).max() > tol**2:
        added.append(int(np.diag(left).argmax()))
        left = left - np.outer(left[added[-1]], left[added[-1]]) / left[added[-1], added[-1]]
    return added


def _most_for_all(d, left, K):
    return ((left**2).sum(axis=0) / np.where(d > 1e-9 * np.diag(K), d, np.inf)).argmax()


CHECK = Check(
    answer=add_sensors,
    section="Largest first",
    difficulty=3,
    minutes=20,
    kind="transfer",
    inputs=_vineyards,
    example=((TABLE, [0], 1.2), [1]),
    twin=_by_projection,
    telling=7,
    advice={
        "arrays used as indices": "`installed` may be empty, and an empty array holds decimals: give it `dtype=int`, or start from K as it is.",
        "Singular matrix": "Two thermometers may stand side by side: the second adds nothing, and its residual is 0. Pass it by, or use `np.linalg.pinv`.",
        "cannot convert float NaN": "Two thermometers may stand side by side: the second adds nothing, and dividing by its residual 0 gives NaN. Pass it by.",
    },
    misconceptions=(
        Misconception(
            _sites(enough=lambda d, tol: d.max() <= tol),
            "You compared squared degrees with degrees: residuals made from K are in (°C)², the tolerance is in °C. Square it.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: d.max() <= tol**4),
            "You squared the tolerance and left the error in degrees, or squared twice: compare residuals in (°C)² with the square of `tol`.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: d.max() <= np.sqrt(tol)),
            "Units the wrong way round: residuals made from K are in (°C)², so it is the square of `tol` that they are compared with, not its root.",
        ),
        Misconception(
            _sites(start=lambda installed: []),
            "You start from scratch. The thermometers that stand already explain a good deal: take what they tell out of K before the first choice.",
        ),
        Misconception(
            _sites(
                start=lambda installed: [], shown=lambda old, new: [i for i in new if i not in old]
            ),
            "You start from scratch, and leave the installed sites out of the list only afterwards. Take what they tell out of K before the first choice.",
        ),
        Misconception(
            _sites(start=lambda installed: installed[:1]),
            "Only the first of the installed thermometers has been taken into account; all of them are there before the first choice.",
        ),
        Misconception(
            _sites(table=_correlations),
            "You made correlations of K. Then every site has a deviation of 1 and `tol` is no longer in °C: leave the covariances as they are.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: d.mean() <= tol**2),
            "On average the error is small enough, but no site may have a larger one: stop by the worst site.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: d.sum() <= tol**2),
            "You went on until all squared errors together were small. Each single site is to be within `tol`: stop by the worst site.",
        ),
        Misconception(
            _sites(pick=_most_for_all),
            "You chose the site that helps all others most. A good rule, but not the one asked for: the next thermometer goes where the error is largest.",
        ),
        Misconception(
            _sites(
                pick=lambda d, left, K: np.where(d > 1e-9 * np.diag(K), np.diag(K), -1).argmax()
            ),
            "You chose the site with the largest variance at the outset. What matters is the error that is left by then: update it after every thermometer.",
        ),
        Misconception(
            _sorted_once,
            "You judged all sites once and took those above the tolerance. Every new thermometer also tells about its neighbours: after each one update the errors.",
        ),
        Misconception(
            _sites(shown=lambda old, new: old + new),
            "Right sites, but the installed ones are in the list too; return those added only.",
        ),
        Misconception(
            _sites(shown=lambda old, new: sorted(new)),
            "Right sites, but sorted; return them in the order in which they were added.",
        ),
        Misconception(
            _sites(shown=lambda old, new: len(new)),
            "That is how many are added; return the list of the sites.",
        ),
        Misconception(
            _crossed_out,
            "You crossed the installed sites out of K. What they tell about the others is still in the rest of the table: deflate by them.",
        ),
        Misconception(
            lambda K, installed, tol: [i for i in range(len(K)) if i not in installed],
            "You put a thermometer at every site. Stop as soon as no error is above `tol`.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: d.max() < tol**2),
            "You went on at a site whose error equals `tol`. Only an error above it calls for a thermometer.",
        ),
        Misconception(
            _sites(enough=lambda d, tol: np.sqrt(d.clip(0)).mean() <= tol),
            "The mean of the errors is within `tol`, but no single site may be above it: stop by the worst site.",
        ),
        Misconception(
            _sites(shown=lambda old, new: new[:1]),
            "The first site is right, but then you stop. Go on, with the errors that are left, until none is above `tol`.",
        ),
        Misconception(
            _each_alone(np.max),
            "You estimated each site from one thermometer, the best for it. Several together tell more: residuals are those of the span of all of them.",
        ),
        Misconception(
            _each_alone(np.sum),
            "You added up what each thermometer explains on its own. What two of them share is counted twice then: take the second out of what the first has left.",
        ),
        Misconception(
            _sites(pick=lambda d, left, K: np.where(d > 1e-9 * np.diag(K), d, np.inf).argmin()),
            "You chose the site with the smallest error that was left. The next thermometer goes where the error is largest.",
        ),
        Misconception(
            _divides,
            "Right, but not where two thermometers stand side by side: the second adds nothing, its residual is 0, and dividing by it gives NaN. Pass it by.",
        ),
        Misconception(
            lambda K, installed, tol: [
                int(i)
                for i in np.argsort(-np.diag(K), kind="stable")
                if K[i, i] > tol**2 and i not in installed
            ],
            "You go by the variances of the sites as they are. What thermometers tell about other sites has not come in: take it out of K, after the installed ones and after each new one.",
        ),
    ),
    hints=(
        "Read covariances as inner products: then the errors are residuals, in squared degrees, and a thermometer takes its direction out of all sites. What is given instead of chosen at the start?",
        "Deflate K by each installed site, passing by those with nothing left. Then, while the largest entry of the diagonal is above `tol**2`, note its site and deflate by it.",
        "One thermometer at site i: `left = left - np.outer(left[i], left[i]) / left[i, i]`, if `left[i, i]` is above round-off. The next site is `np.diag(left).argmax()`; stop when `np.diag(left).max() <= tol**2`.",
    ),
    praise="Pivoted Cholesky with a head start and with units. You chose where to measure before anything was measured.",
)
