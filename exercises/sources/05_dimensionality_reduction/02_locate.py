# %% [markdown]
# ## The drone over the field
#
# A drone hovers over a flat field. On the ground lie $n$ beacons at known places, the rows of `Z` (n, 2), in metres east and north of the gate; not all of them lie on one line. Each beacon measures how far the drone is, through the air: `d` (n,), in metres, exact. Return where it is: an array of three numbers, metres east, metres north, and its height above the field, which is positive. With beacons at (0, 0), (8, 0) and (0, 6) and distances 7, 9 and 7 it hovers at `[2, 3, 6]`. The beacons are not centred, and no map needs to be made anew.

# %%
import numpy as np


def locate(Z, d):
    ### BEGIN SOLUTION
    mean = Z.mean(axis=0)
    ground = Z - mean
    length2 = (ground**2).sum(axis=1)
    place = np.linalg.solve(ground.T @ ground, ground.T @ (length2 - d**2)) / 2
    height2 = np.mean(d**2) - length2.mean() - place @ place
    return np.append(mean + place, np.sqrt(height2))
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Measured from the beacons' mean, with $p$ for the place on the ground and $h$ for the height: $d_i^2=\|z_i\|^2-2\langle z_i,p\rangle+\|p\|^2+h^2$. The last two terms are the same for every beacon. Section 1 removes such a constant by centring; here $Z^\top$ does it, for the columns of a centred $Z$ sum to zero. So $Z^\top(\|z_i\|^2-d_i^2)=2\,Z^\top Z\,p$, and that is solved for $p$. The mean of all $n$ equations, in which $\langle z_i,p\rangle$ drops out, gives $h^2$. Distances to a flat map tell how far off the map you are: the same sum tells how far a new image lies from a plane of kernel PCA.

# %% tags=["check"]
from scipy.spatial.distance import cdist

from featurespace import embedding
from featurespace.checks.check import Check, Misconception


def _flights(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n in (5, 4, 7):
        Z = rng.uniform(10, 90, (n, 2)).round(1)
        drone = np.append(rng.uniform(20, 80, 2), rng.uniform(10, 40))
        cases.append((Z, np.linalg.norm(np.column_stack([Z, np.zeros(n)]) - drone, axis=1)))
    on_a_line = np.array([[10, 20], [20, 30], [40, 50], [60, 20]])  # the first three are
    far = np.column_stack([on_a_line, np.zeros(4)]) - [35, 30, rng.integers(8, 20)]
    return [*cases, (on_a_line, np.linalg.norm(far, axis=1))]


def _by_differences(Z, d, factor=2, sign=1):
    """Subtract the first equation from the others, and solve what is linear."""
    right = (Z**2).sum(axis=1) - sign * d**2
    place = np.linalg.lstsq(factor * (Z[1:] - Z[0]), right[1:] - right[0])[0]
    return np.append(place, np.sqrt(d[0] ** 2 - ((place - Z[0]) ** 2).sum()))


def _place(Z, d, power=2, half=0.5):
    """The place on the ground, measured from the origin of Z: right if Z is centred."""
    return half * np.linalg.lstsq(Z, (Z**2).sum(axis=1) - d**power)[0]


def _found(place, height2, root=np.sqrt):
    """An answer made of its parts: both get the centred beacons."""

    def answer(Z, d):
        mean = Z.mean(axis=0)
        p = place(Z - mean, d)
        return np.append(p + mean, root(height2(Z - mean, d, p)))

    return answer


def _height2(Z, d, p):
    return np.mean(d**2) - (Z**2).sum(axis=1).mean() - p @ p


def _from_first(Z, d, p):
    return d[0] ** 2 - ((Z[0] - p) ** 2).sum()


def _uncentred(Z, d):
    p = _place(Z, d)
    return np.append(p, np.sqrt(d[0] ** 2 - ((Z[0] - p) ** 2).sum()))


def _anew(Z, d):
    D = np.pad(cdist(Z, Z), (0, 1))
    D[-1, :-1] = D[:-1, -1] = d
    return embedding.classical_mds(D, 3)[-1]


def _weighted_mean(Z, d):
    p = (Z / d[:, None]).sum(axis=0) / (1 / d).sum()
    return np.append(p, np.sqrt(np.mean(d**2 - ((Z - p) ** 2).sum(axis=1))))


WRONG_PLACES = {  # whatever was made of the height
    "the 2 of −2⟨z, p⟩ is lost: divide by 2": lambda Z, d: _by_differences(Z, d, 1)[:2],
    "the squared distances have the wrong sign": lambda Z, d: _by_differences(Z, d, sign=-1)[:2],
    "the equations are about d², and you used d": lambda Z, d: _linear(Z, (Z**2).sum(axis=1) - d),
    "the beacons are not centred, so what all equations share is still in there": _place,
    "‖z‖², which differs from beacon to beacon, is missing": lambda Z, d: _linear(Z, -(d**2)),
    "‖z‖², measured from the beacons' mean, is missing": lambda Z, d: (
        _linear(Z, -(d**2)) + Z.mean(axis=0)
    ),
    "‖z‖² of the first beacon is missing, as if it lay at the gate": lambda Z, d: _linear(
        Z, (Z**2).sum(axis=1) * (np.arange(len(Z)) > 0) - d**2
    ),
    "the first beacon is taken for the gate": lambda Z, d: np.linalg.lstsq(
        2 * Z[1:], (Z[1:] ** 2).sum(axis=1) - d[1:] ** 2 + d[0] ** 2
    )[0],
    "they are half of what they should be, as if a 2 were divided by twice": lambda Z, d: (
        _by_differences(Z, d)[:2] / 2
    ),
    "that is the mean of the beacons, wherever the drone is": lambda Z, d: Z.mean(axis=0),
    "that is a mean of the beacons, which is always among them": lambda Z, d: _weighted_mean(Z, d)[
        :2
    ],
}


def _linear(Z, right):
    """The place, from differences of the equations 2⟨z, p⟩ = right + what all share."""
    return np.linalg.lstsq(2 * (Z[1:] - Z[0]), right[1:] - right[0])[0]


def _explain(value, Z, d):
    right = locate(Z, d)
    if np.allclose(value[:2], right[:2], rtol=1e-6):
        if np.isnan(value[2]):
            return "east and north are right. The height is the root of a negative number: from d² of a beacon subtract the squared way along the ground from *that beacon* to the place."
        return f"east and north are right; the height came out as {value[2]:.4g}, {right[2]:.4g} was expected. It is what is left of d² of a beacon once the squared way along the ground, ‖z − p‖², is taken off."
    for reason, place in WRONG_PLACES.items():
        if np.allclose(value[:2], place(Z, d), rtol=1e-6):
            return (
                f"east and north are wrong: {reason}. Start from d² = ‖z‖² − 2⟨z, p⟩ + ‖p‖² + h²."
            )
    got = ", ".join(f"{v:.4g}" for v in value[:2])
    return f"east and north came out as {got}; {right[0]:.4g}, {right[1]:.4g} was expected. Settle them first: the difference of two equations d² = ‖z − p‖² + h² has neither h nor a square of p in it."


CHECK = Check(
    answer=locate,
    section="A map from distances",
    difficulty=2,
    minutes=15,
    kind="transfer",
    example=((np.array([[0, 0], [8, 0], [0, 6]]), np.array([7, 9, 7])), np.array([2, 3, 6])),
    twin=_by_differences,
    inputs=_flights,
    tolerance=1e-6,
    explain=_explain,
    advice={
        "must be square": "`np.linalg.solve` wants as many equations as unknowns. With more beacons: `np.linalg.lstsq`, or multiply both sides by the transpose of the matrix.",
        "Singular matrix": "Three beacons may lie on one line, and then they do not fix the place; use all of them.",
    },
    misconceptions=(
        Misconception(
            _uncentred,
            "The beacons are not centred: without that the terms that all equations share, ‖p‖² + h², do not drop out. Subtract the beacons' mean first, and add it again at the end.",
        ),
        Misconception(
            lambda Z, d: locate(Z, d) - np.append(Z.mean(axis=0), 0),
            "The height is right. East and north are measured from the beacons' mean; add it, since the gate is the origin.",
        ),
        Misconception(
            _found(lambda Z, d: _place(Z, d, half=1.0), _from_first),
            "Twice too far from the beacons' mean: in ‖z − p‖² the inner product comes with −2, so divide by 2.",
        ),
        Misconception(
            _found(lambda Z, d: _place(Z, d, half=1.0), _height2),
            "Twice too far from the beacons' mean: in ‖z − p‖² the inner product comes with −2. Divide by 2, and the height comes out too.",
        ),
        Misconception(
            _found(lambda Z, d: -_place(Z, d), _height2),
            "East and north lie on the wrong side of the beacons' mean: the far beacons attract. A large d² means a small inner product, so it comes with a minus.",
        ),
        Misconception(
            _found(lambda Z, d: _place(Z, d, power=1), _height2),
            "The equation is about squared distances: d² = ‖z − p‖² + h². For the place on the ground you used d as it came.",
        ),
        Misconception(
            _found(_place, _height2, root=lambda h2: h2),
            "The place on the ground is right; the last number is the square of the height. Take the root.",
        ),
        Misconception(
            _found(_place, lambda Z, d, p: np.mean(d**2) - (Z**2).sum(axis=1).mean()),
            "The place on the ground is right. The last number is the distance from the beacons' mean to the drone, through the air: subtract ‖p‖² before the root.",
        ),
        Misconception(
            _found(_place, lambda Z, d, p: np.mean(d**2) - p @ p),
            "The place on the ground is right. In the mean of d² there is still the beacons' own spread, the mean of ‖z‖²: subtract it before the root.",
        ),
        Misconception(
            _found(_place, lambda Z, d, p: 0.0),
            "The place on the ground is right; the height is not zero. Put the place back into one of the equations, d² = ‖z − p‖² + h².",
        ),
        Misconception(
            _found(_place, lambda Z, d, p: np.mean(d) ** 2),
            "The place on the ground is right. The last number is the mean of the distances; the height is what is left of a d² once ‖z − p‖² is taken off.",
        ),
        Misconception(
            lambda Z, d: np.roll(locate(Z, d), 1),
            "Right numbers, wrong order: east, north, and the height last.",
        ),
        Misconception(
            lambda Z, d: locate(Z, d)[[1, 0, 2]],
            "East and north have changed places: the columns of Z are east first, then north.",
        ),
        Misconception(
            lambda Z, d: locate(Z, d) * [1, 1, -1],
            "The equations allow a drone below the field as well; this one is above. Take the positive root.",
        ),
        Misconception(
            lambda Z, d: _by_differences(Z, d, factor=1),
            "You subtract two equations, which is a good way; but what is left of ‖z − p‖² is −2⟨z, p⟩, and the 2 is lost.",
        ),
        Misconception(
            lambda Z, d: _by_differences(Z, d, sign=-1),
            "You subtract two equations, which is a good way; but the squared distances have the wrong sign: ‖z‖² − d² is 2⟨z, p⟩ and what all share.",
        ),
        Misconception(
            _anew,
            "You made a new map of beacons and drone together. It has an origin and axes of its own, and nobody knows how it is turned against the field; the beacons' places are given, so keep them.",
        ),
        Misconception(
            _weighted_mean,
            "You averaged the beacons, near ones with more weight. That never leaves the field between them; write down d² = ‖z − p‖² + h² for each beacon and solve.",
        ),
        Misconception(
            lambda Z, d: _by_differences(Z, d) - [*Z[0], 0],
            "The height is right. East and north are measured from the first beacon; add its place, since the gate is the origin.",
        ),
    ),
    hints=(
        "Multiply out d² = ‖z − p‖² + h² for one beacon z. Which terms are the same for all beacons, and how does section 1 get rid of such terms?",
        "Measure from the beacons' mean, so that the columns of Z sum to zero. Multiply all equations by the transpose of Z: `Z.T @ (length2 - d**2)` is then twice `Z.T @ Z` times the place.",
        "`ground = Z - Z.mean(axis=0)`; `place = np.linalg.solve(ground.T @ ground, ground.T @ (length2 - d**2)) / 2` with `length2 = (ground**2).sum(axis=1)`. Then h² is the mean of d² − ‖z − p‖².",
    ),
    praise="Centring takes off what all distances share. A newcomer finds its place on a fixed map, and how far above the map it floats.",
)
