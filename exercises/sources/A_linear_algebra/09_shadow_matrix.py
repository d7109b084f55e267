# %% [markdown]
# ## Shadows on the ground
#
# A game draws the shadow of every point of a figure. The sun is far away, its light travels along `light` (d,); the ground is flat, passes through the origin and has the normal `normal` (d,). Neither vector has length 1, and the light is not parallel to the ground. Return the matrix (d, d) that takes each point to its shadow: where the line through the point along `light` meets the ground.
#
# In the plane, with `light` (2, 1) and the ground along the first axis, `normal` (0, 3), it is [[1, −2], [0, 0]]: the point (5, 1) has its shadow at (3, 0).

# %%
import numpy as np


def shadow_matrix(light, normal):
    ### BEGIN SOLUTION
    return np.eye(len(light)) - np.outer(light, normal) / (normal @ light)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The shadow of $x$ is $x-tl$ with the $t$ for which it lies on the ground: $n^\top(x-tl)=0$, so $t=n^\top x/n^\top l$. Move the brackets: $x-l\,(n^\top x)/(n^\top l)$ is the matrix $I-ln^\top/n^\top l$ times $x$. It leaves the ground alone and sends the light to zero; that is all a projection has to do. Lengths of $l$ and $n$ cancel, and if the light comes along the normal the matrix is symmetric: noon.

# %% tags=["solution"]
P = shadow_matrix(np.array([2, 1]), np.array([0, 3]))
print(P @ [5, 1], np.allclose(P @ P, P), np.trace(P))

# %% tags=["check"]
import numpy as np
from numpy.linalg import norm
from scipy.linalg import null_space

from featurespace.checks.check import Check, Misconception


def _suns(rng: np.random.Generator) -> list[tuple]:
    cases = [(rng.normal(size=d) * 2, rng.normal(size=d) * 0.7 + 1) for d in (3, 2, 4)]
    return [*cases, (np.array([1, 2, -2]), np.array([0, 0, 3]))]


def _by_bases(light, normal):
    """The ground stays, the light goes to zero."""
    ground = null_space(normal[None, :].astype(float))
    frame = np.column_stack([ground, light])
    return frame @ np.diag([1.0] * (len(light) - 1) + [0.0]) @ np.linalg.inv(frame)


def _taken(rule):
    """The identity minus something."""
    return lambda light, normal: np.eye(len(light)) - rule(light, normal)


def _onto(a):
    """The orthogonal projection across a."""
    return np.eye(len(a)) - np.outer(a, a) / (a @ a)


def _looked_into(seen, light, normal):
    """What a shadow matrix does to the light and to the ground."""
    if np.abs(normal @ seen).max() > 1e-8 * norm(normal) * max(1.0, norm(seen)):
        return (
            "the shadows do not lie on the ground: `normal @ P` should be zero for your matrix P."
        )
    if np.abs(seen @ light).max() > 1e-8 * norm(light) * max(1.0, norm(seen)):
        return "the shadows lie on the ground, but the points did not move along the light: `P @ light` should be zero, for a point on the ray through the origin has its shadow there."
    return "a point of the ground should be its own shadow, and with your matrix it is not: P @ P should be P."


CHECK = Check(
    answer=shadow_matrix,
    section="Slanted light",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=((np.array([2, 1]), np.array([0, 3])), np.array([[1, -2], [0, 0]])),
    twin=_by_bases,
    terms=lambda light, normal: {
        "the identity": np.eye(len(light)),
        "what the light takes away, the outer product over the inner one,": -np.outer(light, normal)
        / (normal @ light),
    },
    inputs=_suns,
    advice={
        "operands could not be broadcast": "The number of dimensions differs from case to case: it is `len(light)`.",
    },
    explain=_looked_into,
    misconceptions=(
        Misconception(
            _taken(lambda l, n: np.outer(n, n) / (n @ n)),
            "You let the light fall along the normal: that is the shadow at noon, the orthogonal projection. Move along `light` until the ground is reached.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, l) / (l @ l)),
            "You project along the light onto the plane at right angles to the light. The ground has a normal of its own: the shadow x − t·light must satisfy normal · shadow = 0.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(n, l) / (n @ l)),
            "`light` and `normal` are swapped in the outer product: every point is moved along the normal. A shadow is x minus a multiple of `light`, and the multiple is measured with `normal`.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n)),
            "The division by the inner product of `normal` and `light` is missing: your matrix leaves the shadows off the ground, and P @ P differs from P.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / (norm(l) * norm(n))),
            "You made both vectors unit vectors. Their inner product is still not 1: divide by `normal @ light`, or the shadows miss the ground.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / norm(n)),
            "You made the normal a unit vector, but the light is still to be measured with it: divide by `normal @ light`.",
        ),
        Misconception(
            _taken(lambda l, n: np.full((len(l), len(l)), l @ n)),
            "You subtract a number from every entry: `np.inner` and `np.dot` of two vectors give one number. The matrix that takes x to light times (normal · x) is `np.outer(light, normal)`.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / (n @ n)),
            "You divide by the squared length of the normal. For which t does x − t·light lie on the ground? Its denominator is `normal @ light`.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / (l @ l)),
            "You divide by the squared length of the light. For which t does x − t·light lie on the ground? Its denominator is `normal @ light`.",
        ),
        Misconception(
            _taken(lambda l, n: -np.outer(l, n) / (n @ l)),
            "You walk the wrong way along the light: the height of every point above the ground is doubled, not removed. Subtract.",
        ),
        Misconception(
            lambda light, normal: np.outer(light, normal) / (normal @ light),
            "That is the part that is taken away: it projects onto the line of the light. The shadow is what is left, the identity minus that.",
        ),
        Misconception(
            _taken(lambda l, n: 2 * np.outer(l, n) / (n @ l)),
            "You take the way to the ground twice: that is a mirror image on the other side. Once is enough.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / abs(n @ l)),
            "You divide by the absolute value of `normal @ light`. Where that product is negative, its minus matters: without it the points move the wrong way along the light.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, np.eye(len(l))[-1]) / l[-1]),
            "You take the last axis for the normal, as in the example. The ground may be tilted: measure the height with `normal`.",
        ),
        Misconception(
            lambda light, normal: 1 - np.outer(light, normal) / (normal @ light),
            "You subtract from 1, and so from a matrix full of ones. The identity has ones on its diagonal only: `np.eye(len(light))`.",
        ),
        Misconception(
            _taken(lambda l, n: l * n / (n @ l)),
            "A product `light * normal` multiplies entry by entry and gives a vector. The matrix that takes x to light times (normal · x) is `np.outer(light, normal)`.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) * (n @ l) / (l @ l * (n @ n))),
            "You multiply by `normal @ light` and divide by the squared lengths. For which t does x − t·light lie on the ground? `normal @ light` is its denominator, and nothing else.",
        ),
        Misconception(
            lambda light, normal: _onto(normal) @ _onto(light),
            "You project twice at right angles, once across the light and once onto the ground. A shadow moves along `light` in one step, until it reaches the ground.",
        ),
        Misconception(
            lambda light, normal: _onto(light) @ _onto(normal),
            "You project twice at right angles, first onto the ground and then across the light. A shadow moves along `light` in one step, until it reaches the ground.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) // (n @ l)),
            "The division `//` cuts to whole numbers; `/` keeps the decimals.",
        ),
        Misconception(
            lambda light, normal: _onto(normal) @ light,
            "You return one vector, the light's own shadow at noon. Asked is a matrix (d, d), which takes any point to its shadow.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / (n @ l) ** 2),
            "You divide by the square of `normal @ light`. Once is enough: t = normal · x / normal · light.",
        ),
        Misconception(
            lambda light, normal: np.outer(light, light) / (light @ light),
            "You project onto the line of the light. The shadow lies on the ground: from each point a multiple of `light` is taken away until normal · shadow = 0.",
        ),
        Misconception(
            lambda light, normal: np.diag([1.0] * (len(light) - 1) + [0.0]),
            "You set the last coordinate to zero. That is right if the ground is level and the sun overhead; here `light` and `normal` say how both lie.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(l, n) / norm(n) / (n @ l)),
            "You made the normal a unit vector in the outer product, but not below. Its length drops out only if it is the same in both: `np.outer(light, normal) / (normal @ light)`.",
        ),
        Misconception(
            _taken(lambda l, n: np.outer(n, l) / (l @ l)),
            "The outer product is turned, and you divide by the squared length of the light. For which t does x − t·light lie on the ground? Its denominator is `normal @ light`.",
        ),
    ),
    hints=(
        "The shadow of x is x − t·light for some number t. Which condition does the ground put on it?",
        "The shadow satisfies normal · (x − t·light) = 0, so t = normal · x / normal · light. Write x − t·light as a matrix times x: which outer product comes in?",
        "`np.eye(len(light)) - np.outer(light, normal) / (normal @ light)`.",
    ),
    praise="The ground stays, the light goes to zero: these two wishes determine the matrix. It is symmetric only at noon.",
)
