# %% [markdown]
# ## Springs
#
# Metric scaling minimises the stress $\sum_{i<j}w_{ij}(\|z_i-z_j\|-\delta_{ij})^2$. Return its gradient with respect to `Z` (n, k), as an array of the same shape. `D` holds the $\delta_{ij}$; `W` the weights (Sammon: $1/\delta_{ij}$), symmetric with a zero diagonal. The first two lines are given: `gap[i, j]` is $z_i-z_j$. No two points of the map coincide. Two points at (0, 0) and (3, 4) are 5 apart; if they should be 4 apart, with weight 1, the gradient is `[[-1.2, -1.6], [1.2, 1.6]]`.

# %%
import numpy as np


def stress_gradient(Z, D, W):
    gap = Z[:, None] - Z[None, :]
    d = np.linalg.norm(gap, axis=-1)
    ### BEGIN SOLUTION
    pull = 2 * W * (d - D) / (d + np.eye(len(Z)))
    return np.sum(pull[:, :, None] * gap, axis=1)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The chain rule: the derivative of $(d-\delta)^2$ is $2(d-\delta)$, that of $\|z_i-z_j\|$ with respect to $z_i$ is the unit vector $(z_i-z_j)/d$. The ones on the diagonal avoid 0/0; the gap there is zero. A gradient deserves a test by finite differences. And for weights all equal to one, the chapter's SMACOF step is a gradient step of length $1/(2n)$, chosen by no one:

# %% tags=["solution"]
rng = np.random.default_rng(5)
Z, D = rng.normal(size=(6, 2)), np.sqrt(distances_from_gram(np.eye(6))) + 1 - np.eye(6)
W = 1 / (D + np.eye(6)) - np.eye(6)


def half_sum(Z):
    d = np.sqrt(np.maximum(distances_from_gram(Z @ Z.T), 0))
    return np.sum(W * (d - D) ** 2) / 2


E = np.zeros_like(Z)
E[2, 1] = 1e-6
slope = (half_sum(Z + E) - half_sum(Z - E)) / 2e-6
assert np.isclose(slope, stress_gradient(Z, D, W)[2, 1], rtol=1e-5)

Z = Z - Z.mean(axis=0)
step = Z - stress_gradient(Z, D, 1 - np.eye(6)) / (2 * 6)
d = np.sqrt(np.maximum(distances_from_gram(Z @ Z.T), 0)) + np.eye(6)
wishes = (D / d)[:, :, None] * (Z[:, None] - Z)  # of every point j for every point i
assert np.allclose(step, wishes.mean(axis=1))

# %% tags=["check"]
import numpy as np
from scipy.spatial.distance import cdist

from featurespace.checks.check import Check, Misconception
from featurespace.checks.embedding.shared import uneven


def _configurations(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, k in ((4, 2), (6, 1), (5, 3)):
        D = cdist(X := uneven(rng, n, 3), X)
        loose = rng.uniform(0.2, 2, (n, n))
        W = [1 / (D + np.eye(n)), loose + loose.T, np.ones((n, n))][len(cases)]
        cases.append((rng.normal(size=(n, k)) * 2, D, W - np.diag(W.diagonal())))
    return cases


def _gradient(force, factor=2.0, keep=lambda d: d > 0):
    """An answer: ``force`` (d, D, W) along each gap, summed over pairs."""

    def gradient(Z, D, W):
        gap = Z[:, None] - Z[None]
        d = np.linalg.norm(gap, axis=-1)
        pull = force(d + np.eye(len(Z)), D, W) * keep(d)
        return factor * (pull[:, :, None] * gap).sum(axis=1)

    return gradient


def _right_force(d, D, W):
    return W * (d - D) / d


def _terms(Z, D, W):
    return {
        "the pull (the term with d)": _gradient(lambda d, D, W: W)(Z, D, W),
        "the push (the term with D)": _gradient(lambda d, D, W: -W * D / d)(Z, D, W),
    }


def _one_by_one(Z, D, W):
    """The gradient by loops over coordinates."""
    slope = np.zeros(Z.shape)
    for i in range(len(Z)):
        for j in range(len(Z)):
            if i != j:
                d = np.linalg.norm(Z[i] - Z[j])
                slope[i] += 2 * W[i, j] * (d - D[i, j]) * (Z[i] - Z[j]) / d
    return slope


def _one_end(half):
    """Pairs visited once, but only one of the two points is pulled."""
    return _gradient(lambda d, D, W: half(_right_force(d, D, W)))


def _normalised(Z, D, W):
    return 2 * _gradient(_right_force)(Z, D, W) / (W * D**2).sum()


def _nan_gradient(Z, D, W):
    return np.full(Z.shape, np.nan)


def _other_axis(Z, D, W):
    return -_gradient(_right_force)(Z, D, W)


def _seen(value, Z, D, W):
    """A test by a small step, for the first wrong coordinate."""
    got, right = np.asarray(value, dtype=float), stress_gradient(Z, D, W)
    i, j = np.argwhere(~np.isclose(got, right, atol=1e-9 * np.abs(right).max()))[0].tolist()
    return f"a test: move point {i} a little, by h, along axis {j}. The stress then grows by {right[i, j]:.4g} h; your gradient says {got[i, j]:.4g} h. Only the pairs of point {i} change, each by 2 w (d − δ) times the growth of its d."


CHECK = Check(
    answer=stress_gradient,
    section="Springs",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=(
        (np.array([[0, 0], [3, 4]]), np.array([[0, 4], [4, 0]]), np.array([[0, 1], [1, 0]])),
        np.array([[-1.2, -1.6], [1.2, 1.6]]),
    ),
    twin=_one_by_one,
    terms=_terms,
    inputs=_configurations,
    explain=_seen,
    misconceptions=(
        Misconception(
            _nan_gradient,
            "Everything is NaN: the pairs i = j give 0/0. A point does not pull at itself; set d to 1 on the diagonal, `d + np.eye(len(d))`; the gap there is zero anyway.",
        ),
        Misconception(
            _gradient(_right_force, 4.0),
            "Twice too large: the sum runs over pairs i < j, so each pair counts once. Point i meets each j once, with the factor 2 of the square.",
        ),
        Misconception(
            _gradient(_right_force, 1.0),
            "Half of it: the derivative of a square brings a factor 2.",
        ),
        Misconception(
            _other_axis,
            "The sign is wrong: this points downhill, and a gradient points uphill. Did you sum over the wrong axis, or subtract d from D? A pair too far apart (d > D) adds a positive multiple of zᵢ − zⱼ.",
        ),
        Misconception(
            _gradient(_right_force, -1.0),
            "This is minus half of the gradient: it points downhill, and the 2 from the square is missing.",
        ),
        Misconception(
            _one_end(np.tril),
            "For point i you visit only the j before it. The stress counts each pair once, but a pair pulls at both its ends: point i feels every j, before and after.",
        ),
        Misconception(
            _one_end(np.triu),
            "For point i you visit only the j after it. The stress counts each pair once, but a pair pulls at both its ends: point i feels every j, before and after.",
        ),
        Misconception(
            _normalised,
            "This is the gradient of the normalised stress, as `embedding.stress` has it. Here nothing is divided by the sum of w δ².",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D)),
            "The derivative of ‖zᵢ − zⱼ‖ is the unit vector (zᵢ − zⱼ)/dᵢⱼ. The division by d is missing.",
        ),
        Misconception(
            _gradient(lambda d, D, W: (d - D) / d),
            "The weights W are missing; in Sammon's map they are what makes small distances count.",
        ),
        Misconception(
            _gradient(lambda d, D, W: (d - D) / d / np.where(W > 0, W, 1)),
            "You divided by the weights; they multiply. Sammon's division by D is already in W.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d**2 - D**2) / d),
            "You compare squared distances. The stress compares distances: (d − D), not (d² − D²).",
        ),
        Misconception(
            _gradient(lambda d, D, W: 2 * W * (d**2 - D**2)),
            "That is the gradient of another cost, Σ w (d² − D²)². The stress compares distances, not their squares.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D) / np.where(D > 0, D, 1)),
            "You divided by the given distance D; the unit vector along the gap needs the distance in the map, d.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D) / d**2),
            "You divided the gap twice by its length: the unit vector along it is the gap divided by d once.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W**2 * (d - D) / d),
            "The weights come in twice: the stress has w once, outside the square.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (d - D) ** 2 / d),
            "The misfit still stands squared: the derivative of (d − D)² is 2 (d − D), times the derivative of d.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * np.sign(d - D) / d),
            "You keep only the sign of the misfit: that would be the slope of Σ w |d − D|. The stress squares, so a pair twice as wrong pulls twice as hard.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W / d),
            "The misfit (d − D) is missing: a pair at the right distance must not pull at all.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * np.abs(d - D) / d),
            "You took the size of the misfit. Its sign decides whether a pair pulls together or pushes apart.",
        ),
        Misconception(
            _gradient(lambda d, D, W: (d - D) / d / np.where(D > 0, D, 1)),
            "You took Sammon's weights, 1/D, whatever the weights are. Multiply by W as it comes.",
        ),
        Misconception(
            lambda Z, D, W: (W * (cdist(Z, Z) - D) ** 2).sum() / 2,
            "That is the stress itself, one number. Its slope in every coordinate of every point is asked for.",
        ),
        Misconception(
            lambda Z, D, W: (W * (cdist(Z, Z) - D) ** 2).sum(),
            "That is the stress itself, and each pair is counted twice in it. Its slope in every coordinate of every point is asked for.",
        ),
        Misconception(
            lambda Z, D, W: (
                2 * _right_force(cdist(Z, Z) + np.eye(len(Z)), D, W) * (Z[:, None] - Z).sum(axis=-1)
            ),
            "You summed over the coordinates; what is left are the pairs. Sum over the partners j, that is `axis=1`, and keep the coordinates.",
        ),
        Misconception(
            lambda Z, D, W: 2 * _right_force(cdist(Z, Z) + np.eye(len(Z)), D, W) @ Z,
            "You multiplied the forces by the places zⱼ. A pair pulls along the gap: `pull[:, :, None] * gap`, summed over `axis=1`.",
        ),
        Misconception(
            lambda Z, D, W: _one_by_one(Z, D, W) / np.triu(W).sum(),
            "You divided by the sum of the weights. The stress here is a plain sum; nothing is divided.",
        ),
        Misconception(
            lambda Z, D, W: _one_by_one(Z, D, W) / np.triu(D).sum(),
            "You divided by the sum of the distances, as Sammon's own formula does. The stress here is a plain sum; nothing is divided.",
        ),
        Misconception(
            _gradient(lambda d, D, W: W * (1 - d / np.where(D > 0, D, 1))),
            "In 1 − d/D numerator and denominator are swapped: the derivative of d gives the gap divided by d, so (d − D)/d = 1 − D/d.",
        ),
    ),
    hints=(
        "Differentiate w (d − D)² by the chain rule: the derivative of the square, times the derivative of d by zᵢ.",
        "The derivative of ‖zᵢ − zⱼ‖ by zᵢ is the unit vector `gap[i, j] / d[i, j]`. Give the diagonal of d some other value than 0 before you divide.",
        "`pull = 2 * W * (d - D) / (d + np.eye(len(d)))`, then `(pull[:, :, None] * gap).sum(axis=1)`.",
    ),
    praise="Every pair is a spring of length D: too long it pulls, too short it pushes.",
)
