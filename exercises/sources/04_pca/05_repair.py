# %% [markdown]
# ## A scan with dead pixels
#
# A scanner has broken sensors. From thousands of sound scans one knows the `mean` (d,) and the `k` principal `directions` (k, d), orthonormal rows. Now comes one scan `x` (d,); where `dead` (d,) is true, its value means nothing. Find the point `mean + z @ directions` of the plane that agrees best, in summed squares, with the pixels that **work**, and return the scan with the dead pixels taken from that point. Leave the working pixels as they are; there are at least $k$ of them, enough to find $z$.
#
# Example: mean (1, 2), one direction (0.6, 0.8), and the scan (4, 0) whose second pixel is dead. The first pixel asks for $1+0.6\,z=4$, so $z=5$, and the second becomes $2+0.8\cdot5=6$. The answer is (4, 6).

# %%
import numpy as np


def repair(x, dead, mean, directions):
    ### BEGIN SOLUTION
    works = ~dead
    z = np.linalg.lstsq(directions[:, works].T, (x - mean)[works])[0]
    return np.where(dead, mean + z @ directions, x)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# For a whole scan the best $z$ is `directions @ (x - mean)`, because the directions are orthonormal. Cut down to the working pixels they are shorter and no longer orthogonal, so the projection has to be *solved* for: least squares with the cut directions as columns. Filling the holes with the mean and projecting is one step on the way there. Repeated, it creeps to the same answer:

# %% tags=["solution"]
rng = np.random.default_rng(3)
Vt = np.linalg.qr(rng.normal(size=(8, 2)))[0].T
x, dead = rng.normal(size=2) * 5 @ Vt, np.arange(8) < 3
guess, steps = np.where(dead, 0, x), []
for _ in range(20):
    guess = np.where(dead, guess @ Vt.T @ Vt, x)
    steps.append(np.abs(guess - repair(x, dead, np.zeros(8), Vt)).max())
print("off after 1, 5 and 20 rounds:", [float(f"{steps[i]:.1g}") for i in (0, 4, 19)])

# %% tags=["check"]
from collections.abc import Callable

from featurespace.checks.check import Check, Misconception


def _scans(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for d, k, holes in ((7, 2, 3), (9, 3, 4), (5, 1, 2), (6, 2, 0), (10, 2, 5)):
        mean = rng.uniform(3, 9, d)
        directions = np.linalg.qr(rng.standard_normal((d, k)))[0].T
        x = mean + rng.normal(0, 4, k) @ directions + rng.normal(0, 0.5, d)
        dead = np.isin(np.arange(d), rng.permutation(d)[:holes])
        cases.append((np.where(dead, rng.choice([0.0, 16.0], d), x), dead, mean, directions))
    return cases


def _fitted(A, b):
    return np.linalg.lstsq(A, b, rcond=None)[0]


def _repair(
    z: Callable = lambda x, works, mean, Vt: _fitted(Vt[:, works].T, (x - mean)[works]),
    fill: Callable = lambda z, mean, Vt: mean + z @ Vt,
):
    def answer(x, dead, mean, directions):
        return np.where(dead, fill(z(x, ~dead, mean, directions), mean, directions), x)

    return answer


def _seen(value, x, dead, mean, directions):
    """What the filled pixels are, compared with the mean and with the right ones."""
    got, right = np.asarray(value, dtype=float), repair(x, dead, mean, directions)
    if np.abs(got - x)[~dead].max() > 1e-6:
        i = int(np.argmax((np.abs(got - x) > 1e-6) & ~dead))
        return f"pixel {i} works, with the value {x[i]:.4g}, and should stay so; yours is {got[i]:.4g}."
    i = int(np.argmax(np.where(dead, np.abs(got - right), 0)))
    words = f"the working pixels are as they came. The dead pixel {i} came out as {got[i]:.5g}; {right[i]:.5g} was expected."
    if np.linalg.norm(got - right) < np.linalg.norm((mean - right)[dead]):
        return f"{words} Yours lie on the way from the mean to the right ones, but stop short. Are all k directions in the fit, and in what you fill in? (Filling and projecting by turns stops short as well, and so does a ridge: solve for z once, by `np.linalg.lstsq`.)"
    return f"{words} A test of your z: what the point `mean + z @ directions` misses at the working pixels must be orthogonal to every row of `directions[:, ~dead]`."


CHECK = Check(
    answer=repair,
    section="Lose little",
    difficulty=3,
    minutes=15,
    kind="transfer",
    example=(
        (
            np.array([4.0, 0.0]),
            np.array([False, True]),
            np.array([1.0, 2.0]),
            np.array([[0.6, 0.8]]),
        ),
        np.array([4.0, 6.0]),
    ),
    twin=lambda x, dead, mean, Vt: np.where(
        dead,
        mean
        + np.linalg.solve(Vt[:, ~dead] @ Vt[:, ~dead].T, Vt[:, ~dead] @ (x - mean)[~dead]) @ Vt,
        x,
    ),
    inputs=_scans,
    explain=_seen,
    tolerance=1e-6,
    misconceptions=(
        Misconception(
            _repair(z=lambda x, works, mean, Vt: Vt @ (x - mean)),
            "You projected the scan with the meaningless values in it. Dead pixels must have no say: fit z to the working ones alone.",
        ),
        Misconception(
            _repair(z=lambda x, works, mean, Vt: Vt @ (np.where(works, x, 0) - mean)),
            "You set the dead pixels to 0 and projected. A 0 is a reading too, and a wrong one: fit z to the working pixels alone.",
        ),
        Misconception(
            _repair(z=lambda x, works, mean, Vt: Vt[:, works] @ (x - mean)[works]),
            "You took inner products with the cut directions (or put the mean into the holes and projected). Cut down, they are shorter and not orthogonal any more: solve a least-squares problem, `np.linalg.lstsq`.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: (
                    Vt[:, works] @ (x - mean)[works] / (Vt[:, works] ** 2).sum(axis=1)
                )
            ),
            "You allowed for the cut directions being shorter, one by one. They are not orthogonal any more either: find all of z at once, by `np.linalg.lstsq`.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(dead, mean, x),
            "You put the mean into the holes. The working pixels tell in which way this scan differs from the mean: fit z to them first.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(dead, 0.0, x),
            "You put 0 into the holes. The working pixels and the directions tell what belongs there.",
        ),
        Misconception(
            _repair(fill=lambda z, mean, Vt: z @ Vt),
            "The fit is right, but the mean is missing from the values you fill in: add `mean` to `z @ directions`.",
        ),
        Misconception(
            _repair(z=lambda x, works, mean, Vt: _fitted(Vt[:, works].T, x[works])),
            "You add the mean but fitted z to the raw scan. The plane passes through the mean: subtract it before you fit.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: _fitted(Vt[:, works].T, x[works]),
                fill=lambda z, mean, Vt: z @ Vt,
            ),
            "The mean comes in nowhere, so your plane passes through the origin. Subtract the mean before you fit, and add it to what you fill in.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: _fitted(
                    Vt[:, works].T, x[works] - x[works].mean() * np.ones(works.sum())
                )
            ),
            "You subtracted the average of this scan's pixels. The plane passes through the mean of all scans, `mean`, a number for each pixel.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: mean + _fitted(Vt[:, ~dead].T, (x - mean)[~dead]) @ Vt,
            "The holes are filled as they should be, but you replaced the working pixels too. Leave those as they are: `np.where(dead, ..., x)`.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: (mean + _fitted(Vt[:, ~dead].T, (x - mean)[~dead]) @ Vt)[
                dead
            ],
            "Those are the right values for the holes; return the whole scan with these values in it.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(
                dead, x, mean + _fitted(Vt[:, dead].T, (x - mean)[dead]) @ Vt
            ),
            "Dead and working pixels are swapped: `dead` is true where the value means nothing. Fit where it is false.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: _fitted(
                    Vt.T, np.where(works, x, x[works].mean()) - mean
                )
            ),
            "You filled the holes with the average of the working pixels before fitting. A hole must have no say in the fit: leave its row out.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: _fitted(Vt[:, ~dead].T, (x - mean)[~dead]),
            "That is z, the k coordinates within the plane. Return the scan: d pixels, the dead ones taken from `mean + z @ directions`.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: Vt[:, works] @ (x - mean)[works] * len(x) / works.sum()
            ),
            "You made up for the missing pixels by their number. They carry more or less weight, and the cut directions are not orthogonal: solve a least-squares problem, `np.linalg.lstsq`.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: (
                    Vt[:, works] @ (x - mean)[works] / np.linalg.norm(Vt[:, works], axis=1)
                )
            ),
            "You gave the cut directions length one. They are not orthogonal any more either: find all of z at once, by `np.linalg.lstsq`.",
        ),
        Misconception(
            _repair(fill=lambda z, mean, Vt: 2 * mean + z @ Vt),
            "The mean is added twice to what you fill in; once will do.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(dead, x[~dead].mean(), x),
            "You put the average of the working pixels into the holes. What belongs there is found by fitting z to the working pixels.",
        ),
        Misconception(
            _repair(z=lambda x, works, mean, Vt: _fitted(Vt[:, ~works].T, (x - mean)[~works])),
            "You fitted z to the dead pixels, whose values mean nothing. Fit it where `dead` is false: `~dead`.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(
                dead, x, mean + _fitted(Vt[:, ~dead].T, (x - mean)[~dead]) @ Vt
            ),
            "The fit is right, but you replaced the working pixels and kept the dead ones. The other way round: `np.where(dead, ..., x)`.",
        ),
        Misconception(
            _repair(
                z=lambda x, works, mean, Vt: np.linalg.solve(
                    Vt[:, np.flatnonzero(works)[: len(Vt)]].T,
                    (x - mean)[np.flatnonzero(works)[: len(Vt)]],
                )
            ),
            "You used the first k working pixels only, as many equations as unknowns. All working pixels have a say: least squares, `np.linalg.lstsq`.",
        ),
        Misconception(
            _repair(fill=lambda z, mean, Vt: mean - z @ Vt),
            "The fit is right, but you subtract it from the mean: the point of the plane is `mean + z @ directions`.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: _repair()(x, dead, mean, Vt[:1]),
            "You used the first direction only. The plane has k of them: fit all of z.",
        ),
        Misconception(
            lambda x, dead, mean, Vt: np.where(dead, np.nan, x),
            "You marked the holes with NaN. Fill them: fit z to the working pixels, and take the dead ones from `mean + z @ directions`.",
        ),
    ),
    hints=(
        "Write down what each working pixel asks of z: one equation per pixel, k unknowns. What do the dead pixels ask?",
        "The equations are (x − mean)ᵢ = Σⱼ zⱼ directions[j, i], for working pixels i only. More equations than unknowns: `np.linalg.lstsq` finds the best z.",
        "With `z = np.linalg.lstsq(directions[:, ~dead].T, (x - mean)[~dead])[0]` return `np.where(dead, mean + z @ directions, x)`.",
    ),
    praise="A projection is a least-squares fit, and a fit may leave out what it cannot trust. This is how PCA fills holes in tables.",
)
