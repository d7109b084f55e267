"""Built from exercises/sources/01_means_and_distances/04_cost.py by `make notebooks`: do not edit."""

import numpy as np


def cost(K, beta):
    return np.diag(K).mean() - 2 * np.mean(K @ beta) + beta @ K @ beta


from featurespace import means
from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import TOY, gram_matrices


def _weights(rng: np.random.Generator) -> list[tuple]:
    return [(K, rng.normal(size=len(K))) for (K,) in gram_matrices(rng)]


def _each(K, beta):
    """The squared distance of each image to the place."""
    return np.diag(K) - 2 * K @ beta + beta @ K @ beta


def _pythagoras(K, beta):
    step = beta - 1 / len(K)
    return means.spread(K) + step @ K @ step


def _each_distance(seen, K, beta):
    """The squared distances of the points, one by one."""
    if len(K) > 6:
        return ""
    listed = ", ".join(f"{v:.4g}" for v in _each(K, beta))
    return f"the squared distances of the images to μ are {listed}, and their mean is asked for. Yours came out as {float(seen):.4g}: do all three terms of a square come in?"


CHECK = Check(
    answer=cost,
    section="Spread",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=((TOY, np.array([0, 0, 1])), 2 / 3),
    twin=_pythagoras,
    inputs=_weights,
    terms=lambda K, beta: {
        "the mean squared length of the images": np.diag(K).mean(),
        "the mixed term": -2 * (K @ beta).mean(),
        "the squared length of μ": beta @ K @ beta,
    },
    explain=_each_distance,
    misconceptions=(
        Misconception(
            lambda K, beta: np.diag(K).mean() - (K @ beta).mean() + beta @ K @ beta,
            "The mixed term comes twice when the square is multiplied out.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean(),
            "The last term, ‖μ‖², is missing: `beta @ K @ beta`.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + beta @ beta,
            "‖μ‖² is `beta @ K @ beta`, not `beta @ beta`: the images are not orthonormal.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).sum() - 2 * (K @ beta).sum() + len(K) * (beta @ K @ beta),
            "That is the sum over the points; their mean was asked for.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).sum() - 2 * (K @ beta).sum() + beta @ K @ beta,
            "You sum the first two terms over the points and take the last one once. Average all of them over s; ‖μ‖² is the same for each s.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + K.mean(),
            "You used ‖φ_S‖², the average of K, for the last term. It is ‖μ‖² = `beta @ K @ beta`; the two agree if every weight is 1/n.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - beta @ K @ beta,
            "That formula of the spread holds if every weight is 1/n. Elsewhere the middle term does not merge with the last: keep all three.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (beta @ np.diag(K)) / len(K) + beta @ K @ beta,
            "In the mixed term you used the diagonal. ⟨φ(x_s), μ⟩ is a sum over all i of βᵢ κ(x_s, x_i): the vector `K @ beta`.",
        ),
        Misconception(
            lambda K, beta: means.spread(K),
            "That is the cost at the centre; μ = Σ βᵢ φ(xᵢ) may lie elsewhere, so `beta` must come in.",
        ),
        Misconception(
            lambda K, beta: (beta - 1 / len(K)) @ K @ (beta - 1 / len(K)),
            "That is ‖μ − φ_S‖², what the place costs more than the centre does. The spread comes on top.",
        ),
        Misconception(
            lambda K, beta: means.spread(K) + means.combination_norm(K, beta - 1 / len(K)),
            "The spread is right. On top of it comes the squared distance from μ to the centre; you added the distance itself.",
        ),
        Misconception(
            lambda K, beta: np.trace(K) - 2 * (K @ beta).mean() + beta @ K @ beta,
            "The first term is a sum over the points, the others are means: average `np.diag(K)` too.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).sum() + beta @ K @ beta,
            "The mixed term is a sum over the points, the others are means: average `K @ beta` too.",
        ),
        Misconception(
            lambda K, beta: np.sqrt(np.diag(K)).mean() - 2 * (K @ beta).mean() + beta @ K @ beta,
            "The first term averages lengths; it should average squared lengths, the diagonal of K without a root.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + beta @ K @ beta / len(K),
            "You divide ‖μ‖² by n. It is the same for every point, so its mean over the points is ‖μ‖² itself.",
        ),
        Misconception(
            lambda K, beta: beta @ _each(K, beta),
            "You average the squared distances with the weights `beta`. These say where the place is; in the cost every point counts alike, with 1/n.",
        ),
        Misconception(
            lambda K, beta: np.sqrt(np.maximum(_each(K, beta), 0)).mean(),
            "You averaged the distances. The cost is the mean of their squares: leave the root out.",
        ),
        Misconception(
            lambda K, beta: _each(K, beta / beta.sum()).mean(),
            "You scaled `beta` to the sum one. The weights may be any numbers: take them as they are.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + beta**2 @ np.diag(K),
            "For ‖μ‖² you kept only the pairs with i = j. It is a double sum over all pairs, `beta @ K @ beta`.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K * beta).mean() + beta @ K @ beta,
            "In the mixed term you divide by n twice. ⟨φ(x_s), μ⟩ is a sum over i, `K @ beta`; only over s do you average.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * (K @ beta).mean() + np.sum((K @ beta) ** 2),
            "For ‖μ‖² you squared the entries of `K @ beta`. These are inner products of μ with the images; weigh them with `beta` once more: `beta @ K @ beta`.",
        ),
        Misconception(
            lambda K, beta: means.spread(K) + beta @ K @ beta,
            "The spread is right. On top of it comes the squared distance from μ to the centre; you added that from μ to the origin.",
        ),
        Misconception(
            lambda K, beta: beta @ np.diag(K) - beta @ K @ beta,
            "That is a mean with the weights `beta`, and it takes for granted that they sum to one. The weights say where μ is; the cost is the plain mean over all points, and three terms stay.",
        ),
        Misconception(
            lambda K, beta: np.diag(K).mean() - 2 * beta @ np.diag(K) + beta @ K @ beta,
            "In the mixed term stands the diagonal of K. The inner products of all images with μ are `K @ beta`; average those.",
        ),
        Misconception(
            lambda K, beta: _each(K, beta).max(),
            "That is the largest squared distance. The cost is their mean.",
        ),
        Misconception(
            lambda K, beta: np.median(_each(K, beta)),
            "That is the median of the squared distances. The cost is their mean.",
        ),
    ),
    hints=(
        "‖φ(x_s) − μ‖² has three terms; average each over s.",
        "⟨φ(x_s), μ⟩ for all s at once is the vector `K @ beta`, and ‖μ‖² is `beta @ K @ beta`.",
        "The mean of `np.diag(K)`, minus twice the mean of `K @ beta`, plus `beta @ K @ beta`.",
    ),
    praise="With all weights 1/n it is the spread, and anywhere else it is larger by ‖μ − φ_S‖².",
)
