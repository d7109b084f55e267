# %% [markdown]
# ## How much air between four drones
#
# Four drones hover in the fog. Their radios measure the six distances between them, in metres, and nobody knows where they are. How much air, in cubic metres, does the tetrahedron with the drones as corners hold? `D` (4, 4) holds the distances, with zeros on its diagonal; the four never hover in one plane. Four drones at 4 m from each other hold 7.54 m³.
#
# (A tetrahedron is a sixth of the box that its three edges from one corner span.)

# %%
import numpy as np


def tetra_volume(D):
    ### BEGIN SOLUTION
    S = D**2
    K = (S[0, 1:, None] + S[0, 1:] - S[1:, 1:]) / 2  # inner products of the edges from drone 0
    heights = np.diag(np.linalg.cholesky(K))
    return np.prod(heights) / 6
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Seen from drone 0, the others are three arrows $a_i$. Of these we know the lengths, and of their differences: $\|a_i-a_j\|^2=\|a_i\|^2+\|a_j\|^2-2\langle a_i,a_j\rangle$, solved for the inner product. That is a kernel matrix, and Gram–Schmidt needs no more: the $\nu_i$ are length, width and height of the box, $\prod\nu_i=\sqrt{\det K}$. Which drone is taken for the origin does not matter:

# %% tags=["solution"]
corners = np.array([[0, 0, 0], [3, 0, 0], [0, 4, 0], [1, 1, 5]])  # base 6 m², height 5 m
D = np.linalg.norm(corners[:, None] - corners, axis=2)
turned = D[::-1, ::-1]
print(f"{tetra_volume(D):.3f} m³, and from the last drone {tetra_volume(turned):.3f} m³")

# %% tags=["check"]
from collections.abc import Callable

from featurespace.checks.check import Check, Misconception


def _drones(rng: np.random.Generator) -> list[tuple]:
    places = [scale * rng.normal(size=(4, 3)) for scale in (1.0, 20.0, (3.0, 3.0, 2.0))]
    return [(np.linalg.norm(p[:, None] - p, axis=2),) for p in places]


def _cayley_menger(D):
    bordered = np.ones((5, 5))
    bordered[0, 0] = 0
    bordered[1:, 1:] = D**2.0
    return np.sqrt(np.linalg.det(bordered) / 288)


def _edges(D, half: float = 0.5, square: float = 2.0):
    S = np.asarray(D, dtype=float) ** square
    return half * (S[0, 1:, None] + S[0, 1:] - S[1:, 1:])


def _from_centre(D):
    J = np.eye(4) - 1 / 4
    return -J @ D**2.0 @ J / 2


def _of(volume: Callable, **slip: float):
    return lambda D: volume(np.linalg.det(_edges(D, **slip)))


def _flat(seen, D):
    """The determinant of four dependent arrows."""
    if abs(seen) < 1e-6 * _cayley_menger(D):
        return "no volume comes out. From their centre the four drones are four arrows in three dimensions: they depend on each other, and a 4 × 4 table of inner products has the determinant 0. Take three edges from one corner."
    return "look at the example of the question first. There the three edges from one corner have the inner products 16 with themselves and 8 with each other: have yours? The rest is the volume of a box, and a sixth of it."


CHECK = Check(
    answer=tetra_volume,
    section="Volumes",
    difficulty=2,
    minutes=15,
    kind="transfer",
    inputs=_drones,
    example=((4 - 4 * np.eye(4, dtype=int),), 7.542),
    twin=_cayley_menger,
    tolerance=1e-7,
    advice={
        "not positive definite": "Distances, squared or not, are no inner products: make those of the three edges from one corner first.",
    },
    explain=_flat,
    misconceptions=(
        Misconception(
            _of(lambda det: np.sqrt(det)),
            "That is the box spanned by the three edges; the tetrahedron is a sixth of it.",
        ),
        Misconception(
            _of(lambda det: det / 6),
            "The determinant of the inner products is the squared volume of the box: take its root before you divide by 6.",
        ),
        Misconception(
            _of(lambda det: det),
            "The determinant of the inner products is the squared volume of the box. Take its root, and a sixth of that.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det / 6)),
            "The sixth has come under the root: it is a sixth of the volume of the box, not of its square.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 3),
            "A third of base times height is right, but the base is a triangle, half of the box's base: together a sixth.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 2),
            "Half is right for a triangle in its parallelogram. A tetrahedron is a third of base times height, and its base is such a triangle: a sixth.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 6, half=1.0),
            "The half is missing in the inner products: ‖a − b‖² = ‖a‖² + ‖b‖² − 2⟨a, b⟩. (If you took the determinant of Cayley and Menger: it is 288 times the squared volume.)",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 6, square=1.0),
            "Inner products come from squared lengths: square the distances first.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 6, square=4.0),
            "You squared twice: `D` holds distances; square them once.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 6, half=-0.5),
            "The signs are turned: ⟨a, b⟩ is half of ‖a‖² + ‖b‖² − ‖a − b‖². Minus that makes a determinant below zero, which has no root.",
        ),
        Misconception(
            lambda D: np.sqrt(np.abs(np.linalg.det(D))) / 6,
            "You took the determinant of the distances. Volumes come from inner products: make those of the three edges from one corner first.",
        ),
        Misconception(
            lambda D: np.sqrt(np.abs(np.linalg.det(D**2.0))) / 6,
            "You took the determinant of the squared distances. Volumes come from inner products: make those of the three edges from one corner first.",
        ),
        Misconception(
            lambda D: np.prod(D[0, 1:]) / 6,
            "You multiplied three edges as if they stood at right angles. Each counts only with what is left of it after the ones before: with its ν.",
        ),
        Misconception(
            lambda D: np.prod(np.diag(_edges(D))) / 6,
            "You multiplied the squared edges. Each edge counts with the length of what is left of it after the ones before: with its ν.",
        ),
        Misconception(
            lambda D: D[0, 1] ** 3 / (6 * np.sqrt(2)),
            "That formula holds if all six edges are equal, as in the example. Here every edge has its own length.",
        ),
        Misconception(
            lambda D: np.mean(D[np.triu_indices(4, 1)]) ** 3 / (6 * np.sqrt(2)),
            "That formula holds if all six edges are equal, as in the example; their mean does not save it. Make the inner products of three edges from one corner.",
        ),
        Misconception(
            _of(lambda det: np.sqrt(det) / 24),
            "A sixth of the box is right: a third for the height, a half for the triangle at the base. You divided by 24.",
        ),
        Misconception(
            lambda D: (
                np.sqrt(np.abs(np.linalg.det(_edges(D) + np.diag(D[0, 1:] - D[0, 1:] ** 2.0)))) / 6
            ),
            "On the diagonal of the inner products stand distances. The inner product of an edge with itself is its squared length.",
        ),
        Misconception(
            lambda D: np.trace(_edges(D)) / 6,
            "You added up the diagonal of the inner products. Volume is a product: the root of the determinant, or the product of all ν.",
        ),
        Misconception(
            lambda D: np.sqrt(np.trace(_edges(D))) / 6,
            "You took the root of the trace. The squared volume of the box is the determinant of the inner products.",
        ),
        Misconception(
            lambda D: np.sqrt(np.prod(np.linalg.eigvalsh(_from_centre(D))[1:])) / 6,
            "You measured from the centre of the drones, and there are four arrows then, not the three edges of a box. Measure from one of the corners.",
        ),
        Misconception(
            lambda D: np.sqrt(np.abs(np.linalg.det(_edges(D) + D[1:, 1:] ** 2.0))) / 6,
            "The sign of ‖a − b‖² is wrong in the inner products: ⟨a, b⟩ is half of ‖a‖² + ‖b‖² − ‖a − b‖².",
        ),
        Misconception(
            lambda D: np.diag(np.linalg.cholesky(_edges(D))).sum() / 6,
            "You add up the ν's. The box grows by each of them as a factor: multiply.",
        ),
        Misconception(
            lambda D: np.sqrt(np.prod(np.linalg.eigvalsh(_edges(D))[1:])) / 6,
            "You multiply two of the eigenvalues. The edges from one corner have a 3 × 3 table, and its determinant is the product of all three.",
        ),
    ),
    hints=(
        "Take one drone as the origin; the others are three arrows. Their lengths are known, and so are the lengths of their differences. What does that say about their inner products?",
        "⟨a, b⟩ = (‖a‖² + ‖b‖² − ‖a − b‖²)/2 gives a 3 × 3 table K. The box that the arrows span has the squared volume det K, the product of all ν².",
        "`S = D**2`; `K = (S[0, 1:, None] + S[0, 1:] - S[1:, 1:]) / 2`; the volume is `np.sqrt(np.linalg.det(K)) / 6`.",
    ),
    praise="From six lengths to a volume, and no coordinate was ever needed: lengths make K, and K makes R.",
)
