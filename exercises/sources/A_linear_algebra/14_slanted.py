# %% [markdown]
# ## Find the slip
#
# The slides state: *let $P$ be a projection onto $V$, not necessarily an orthogonal one; then $I-P$ projects onto $V^\perp$.* One example would be enough to refute it, but perhaps $V$ was unlucky. So refute it for **every** $V$: return a projection `P` whose range is $V$, the span of the columns of `B`, but for which the range of $I-P$ is not $V^\perp$. The columns of `B` (d, k) are independent, and $1\le k<d$. Then mend the statement, in a sentence of your own. (`null_space` has been imported.)

# %%
import numpy as np
from scipy.linalg import null_space


def slanted(B):
    ### BEGIN SOLUTION
    v, w = B[:, 0], null_space(B.T)[:, 0]
    return B @ np.linalg.pinv(B) + np.outer(v, w)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# To the orthogonal $P_0$ we add $vw^\top$ with $v$ in $V$ and $w$ in $V^\perp$. Then $P_0v=v$, $w^\top P_0=0$ and $w^\top v=0$, so $(P_0+vw^\top)^2=P_0+vw^\top$. Vectors of $V$ stay where they are, and all shadows fall into $V$. But $w$ itself, which should be left over whole, casts the shadow $v$ times $w^\top w$.
#
# The slides' proof says that $V^\perp$ is the null space of $P$. **Mended:** $I-P$ projects onto the null space of $P$, and that is $V^\perp$ if and only if $P=P^\top$.

# %% tags=["solution"]
plane = np.array([[1, 0], [1, 1], [0, 1]])
P = slanted(plane)
rest = np.eye(3) - P
assert np.allclose(P @ rest, 0) and np.allclose(rest @ rest, rest)  # onto the null space
print(f"largest inner product with the plane: {np.abs(plane.T @ rest).max():.2f}")

# %% tags=["check"]
import numpy as np
from numpy.linalg import norm

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, tolerance_of
from featurespace.checks.linalg.shared import SMALL, as_matrix
from featurespace.linalg import projection_matrix


def _planes(rng: np.random.Generator) -> list[tuple]:
    upper = np.vstack([np.zeros((1, 1)), rng.normal(size=(2, 1))])  # the first coordinate is zero
    axes, others = (np.eye(4)[:, two] @ [[2.0, 1.0], [0.0, 3.0]] for two in ([0, 2], [1, 3]))
    fresh = rng.normal(size=(3, 2)), rng.normal(size=(5, 2)) * [10, 1]
    equal = np.full((3, 1), 2.0)  # equal entries, or with the other column such a sum
    ones = np.array([[1.0, 0.0], [2.0, -1.0], [0.0, 1.0], [-1.0, 2.0]])
    return [(B,) for B in (fresh[0], upper, fresh[1], axes, others, equal, ones)]


def _in_the_dark(P, B):
    """Another B, along the light of this P: an answer that has one light for all V fails there."""
    try:
        P = np.asarray(P, dtype=float)
    except (TypeError, ValueError):
        return None
    if P.shape != (len(B), len(B)) or not np.isfinite(P).all() or norm(P) > 1e5:
        return None
    light = null_space(P, rcond=1e-9)
    return (light[:, : B.shape[1]],) if light.shape[1] >= B.shape[1] else None


_TRUE_THERE = "This P is symmetric (up to round-off), and for orthogonal projections the statement is true. Tilt the light: P must not be symmetric."


_TURNED = "The null space of your P is V⊥: the light is at right angles to V, but the shadows fall elsewhere. Transpose it: then they fall on V and the light is slanted."


def _verify_slanted(answer, B) -> None:
    d, k = B.shape
    small = tolerance_of(answer, SMALL)
    P = as_matrix(answer, (d, d))
    fresh = f" (B is {d} × {k} here.)"
    size = max(1.0, norm(P, 2))
    if size > 1e5:
        raise Problem(
            f"The entries of your P are so large that round-off blurs everything: is a matrix inverted that has no inverse for this V? Choose the light with B in mind.{fresh}"
        )
    if norm(P @ P - P) > small * size**2:
        raise Problem(f"Your matrix is no projection: P @ P differs from P.{fresh}")
    if norm(P @ B - B) > small * size * norm(B):
        if np.trace(P) > 0.5 and norm(P @ null_space(B.T)) <= small * size:
            raise Problem(_TURNED)
        raise Problem(
            f"P @ P = P, but P @ B is not B: every vector of V must be its own shadow.{fresh}"
        )
    if (got := round(np.trace(P))) != k:
        raise Problem(
            f"P @ P = P, but your P projects onto {got} dimensions (its trace), and V has {k}.{fresh}"
        )
    if norm(B.T @ (np.eye(d) - P)) <= max(1e-6, small) * norm(B):
        raise Problem(_TRUE_THERE)


def _slanted(B):
    return projection_matrix(B) + np.outer(B[:, 0], null_space(B.T)[:, 0])


CHECK = Check(
    answer=slanted,
    section="Find the slip",
    difficulty=3,
    minutes=15,
    kind="slip",
    inputs=_planes,
    verify=_verify_slanted,
    follow=_in_the_dark,
    advice={
        "Singular matrix": "For one of the fresh B that matrix has no inverse. If you use P = B(C'B)⁻¹C', choose C with B in mind, so that C'B has an inverse for every B.",
        "mismatch in its core dimension": "The inner sizes of a product must agree. If one of the two is `null_space(B)`: it is empty, for the columns of B are independent. The vectors orthogonal to V are those of `null_space(B.T)`.",
    },
    misconceptions=(
        Misconception(projection_matrix, _TRUE_THERE),
        Misconception(
            lambda B: np.eye(len(B)) - projection_matrix(B),
            "That is I − P of the orthogonal P: a projection onto V⊥ and not onto V.",
        ),
        Misconception(
            lambda B: np.eye(len(B)),
            "The identity projects onto the whole space, not onto V; and nothing is left over.",
        ),
        Misconception(lambda B: _slanted(B).T, _TURNED),
        Misconception(
            lambda B: B @ B.T,
            "BB' is no projection unless the columns of B are orthonormal: P @ P differs from P. And it is symmetric, while you need a P that is not.",
        ),
    ),
    hints=(
        "Keep the shadows in V but let the light fall at a slant. What may you add to an orthogonal P without moving any vector of V and without leaving V?",
        "Add an outer product vw' to the orthogonal P. P @ B = B asks for w ⊥ V, and shadows in V ask for v in V. Then (P + vw')² = P + vw': multiply out.",
        "The vector `null_space(B.T)[:, 0]` is orthogonal to V, `B[:, 0]` lies in V: the orthogonal projector plus `np.outer` of the second with the first.",
    ),
    praise="For every V there are such P, and only one that is orthogonal. I − P projects onto the null space of P, and that is V⊥ only if P = P'.",
)
