# %% [markdown]
# ## Which comes first?
#
# To *normalise* a kernel matrix is to divide each image by its length, which makes $K_{ij}/\sqrt{K_{ii}K_{jj}}$ of $K_{ij}$. Some pipelines normalise and then centre, others centre and then normalise. Return **two** kernel matrices, each of two points or more: first one for which the two orders give different results, then one for which they agree. (No image may have length zero, before or after centring: it could not be normalised.)

# %%
import numpy as np


def orders():
    ### BEGIN SOLUTION
    different = np.array([[1.0, 0.0], [0.0, 4.0]])
    same = np.array([[1.0, -1.0], [-1.0, 1.0]])
    return different, same
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# After centring *and then* normalising, all images have length one. After normalising and then centring they have it only if centring moved nothing, that is if the unit vectors already average to zero. Two opposite points do. Almost any other matrix serves as the first.

# %% tags=["check"]
from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind, tolerance_of

SWAPPED = "Right matrices, wrong order: first the one where the two orders differ."
COINCIDE = "All-ones means that all images coincide; after centring nothing is left to normalise."


def _centred(K: np.ndarray) -> np.ndarray:
    return K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()


def _normalised(K: np.ndarray) -> np.ndarray:
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def _kernel_matrix(given, name: str) -> np.ndarray:
    """The matrix as numbers, or a Problem that says why it is no kernel matrix."""
    K = np.asarray(given)
    if K.dtype.kind not in "biuf":
        raise Problem(f"The {name} matrix should hold numbers; it is {kind(given)}.")
    if K.ndim != 2 or K.shape[0] != K.shape[1] or len(K) < 2:
        raise Problem(
            f"The {name} matrix has shape {K.shape}; a kernel matrix of two points or more is asked for."
        )
    K = K.astype(float)
    small = tolerance_of(given, 1e-9) * np.abs(K).max()
    if not np.isfinite(K).all() or np.abs(K - K.T).max() > small:
        raise Problem(
            f"The {name} matrix is not symmetric and finite, so it holds no inner products."
        )
    if np.linalg.eigvalsh(K)[0] < -small:
        raise Problem(
            f"The {name} matrix has a negative eigenvalue, so no points have these inner products."
        )
    for K_now, when in ((K, "as it stands"), (_centred(K), "after centring")):
        if np.diag(K_now).min() <= small:
            zero = int(np.diag(K_now).argmin())
            raise Problem(
                f"In the {name} matrix image {zero} has length zero {when} and cannot be normalised."
            )
    return K


def _is_one_matrix(answer) -> bool:
    try:
        return np.asarray(answer).ndim == 2
    except ValueError:  # two matrices of different sizes
        return False


def _verify_orders(answer) -> None:
    if _is_one_matrix(answer):
        raise Problem(
            "That is one matrix. Return two: first one where the orders differ, then one where they agree."
        )
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != 2:
        raise Problem(
            "Return two matrices: first one where the orders differ, then one where they agree."
        )
    first, second = map(_kernel_matrix, answer, ("first", "second"))
    limit = 10 * tolerance_of(list(answer), 1e-9)
    apart, same = (
        np.abs(_centred(_normalised(K)) - _normalised(_centred(K))).max() for K in (first, second)
    )
    if apart <= limit < same:
        raise Problem(SWAPPED)
    if apart <= limit:
        raise Problem(
            f"For the first matrix both orders agree (largest difference {apart:.1g}): normalised, its images average to zero. Nearly every other matrix will do, for example one of images at right angles."
        )
    if same > limit:
        mean = np.sqrt(max(_normalised(second).mean(), 0))
        why = f"Normalised, its images have a mean of length {mean:.2g}, so centring moves them and changes their lengths."
        if mean**2 <= limit:
            why = "Normalised, its images average to zero; but before that they do not, so centring first moves them."
        raise Problem(f"For the second matrix the orders differ by {same:.2g}. {why}")


CHECK = Check(
    answer=orders,
    section="Moving the origin",
    difficulty=2,
    minutes=10,
    kind="transfer",
    inputs=lambda rng: [()],
    verify=_verify_orders,
    misconceptions=(
        Misconception(
            lambda: (np.diag([1.0, 4.0]), np.eye(2)),
            "The identity is normalised, but its points are not centred: centring shortens them, and normalising then stretches them again. You need images of length one whose mean is zero.",
        ),
        Misconception(
            lambda: (np.array([[1.0, -1.0], [-1.0, 1.0]]), np.diag([1.0, 4.0])),
            SWAPPED,
        ),
        Misconception(
            lambda: (np.diag([1.0, 4.0]), np.ones((2, 2))),
            COINCIDE,
        ),
    ),
    hints=(
        "When does centring leave lengths alone, and normalising leave the mean alone?",
        "Nearly every K serves as the first. For the second, look for example at points that are centred and of length one already.",
        "Two opposite points, +1 and −1 on a line, have `K = [[1, -1], [-1, 1]]`: that is a second matrix.",
    ),
    praise="The two steps do not commute; a pipeline must say which comes first.",
)
