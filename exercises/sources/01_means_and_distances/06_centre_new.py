# %% [markdown]
# ## New points
#
# `K_new` (m, n) holds the inner products of $m$ new points (rows) with the $n$ training points (columns); `K` (n, n) those of the training points. Return `K_new` after the origin has moved to the centre of the **training** images.
#
# For the training points 0, 2, 4 on a line and the new point 5, `K_new = [[0, 10, 20]]`. The training centre is 2; measured from it the new point is 3, the others are −2, 0, 2, and the answer is `[[-6, 0, 6]]`.


# %%
def centre_new(K_new, K):
    ### BEGIN SOLUTION
    new_with_centre = K_new.mean(axis=1, keepdims=True)
    train_with_centre = K.mean(axis=0)
    return K_new - new_with_centre - train_with_centre + K.mean()
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $\langle\phi(z),\phi_S\rangle$ is a row mean of `K_new`; $\langle\phi_S,\phi(x)\rangle$ and $\|\phi_S\|^2$ come from `K`. With `K_new = K` it is the centring of `K` itself.

# %% tags=["check"]
import numpy as np

from featurespace import means
from featurespace.checks.check import Check, Misconception
from featurespace.checks.means.shared import on_a_line
from featurespace.kernels import Gaussian, Linear, Polynomial


def _new_points(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m, kernel in ((5, 3, Linear()), (4, 6, Polynomial(2)), (6, 2, Gaussian())):
        X, Z = rng.normal(1, 1, (n, 3)), rng.normal(1, 1, (m, 3))
        cases.append((kernel(Z, X), kernel(X)))
    return cases


def _pooled(K_new, K):
    both = np.vstack([K, K_new])
    return both - both.mean(axis=0) - both.mean(axis=1, keepdims=True) + both.mean()


CHECK = Check(
    answer=centre_new,
    section="Moving the origin",
    difficulty=2,
    minutes=8,
    kind="practice",
    example=((on_a_line([5], [0, 2, 4]), on_a_line([0, 2, 4])), [[-6, 0, 6]]),
    twin=lambda K_new, K: means.centre(K_new, K),
    inputs=_new_points,
    terms=lambda K_new, K: {
        "`K_new` itself": K_new,
        "the term ⟨φ(z), φ_S⟩": -K_new.mean(axis=1)[:, None] + 0.0 * K_new,
        "the term ⟨φ_S, φ(x)⟩": -K.mean(axis=0) + 0.0 * K_new,
        "the term ‖φ_S‖²": K.mean() + 0.0 * K_new,
    },
    advice={
        "could not be broadcast": "The row means of `K_new` must be a column: `K_new.mean(axis=1, keepdims=True)`."
    },
    misconceptions=(
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K_new.mean()
            ),
            "Nearly: the last term is ‖φ_S‖², which belongs to the training points alone. It is `K.mean()`, not `K_new.mean()`.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()
            ),
            "You centred the new points by their own mean. The origin must stay at the training points' centre, or training and new points no longer share one space.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K.mean()
            ),
            "The column means must be those of `K`: ⟨φ_S, φ(x)⟩ is about training points alone. The column means of `K_new` average over the new points.",
        ),
        Misconception(
            lambda K_new, K: K_new - K.mean(axis=0),
            "Only the new images are moved: that is ⟨φ(z) − φ_S, φ(x)⟩. The training images must move by φ_S too.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean(axis=1, keepdims=True),
            "Only the training images are moved: that is ⟨φ(z), φ(x) − φ_S⟩. The new images must move by φ_S too.",
        ),
        Misconception(
            lambda K_new, K: K_new - K.mean(axis=0) - K_new.mean(axis=1, keepdims=True),
            "The squared norm of φ_S was taken away twice; add `K.mean()` back once.",
        ),
        Misconception(
            lambda K_new, K: K_new - K.mean(),
            "You subtracted one number everywhere. Each point has its own inner product with the centre.",
        ),
        Misconception(
            lambda K_new, K: K_new - 2 * K.mean(axis=0) + K.mean(),
            "You took the training points' means for both sides. The new points have their own inner products with the centre: row means of `K_new`.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean(),
            "You subtracted one number everywhere, the mean of `K_new`. Each point has its own inner product with the centre, and the centre is that of the training points.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean(axis=0),
            "You subtracted the mean over the new points. The origin moves to the centre of the training points: their means stand in the rows of `K_new` and in `K`.",
        ),
        Misconception(
            lambda K_new, K: means.centre(K),
            "That is the centred matrix of the training points. Asked is that of the new points with them: start from `K_new`.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean() - K.mean(axis=0) + K.mean(),
            "You took one mean of all of `K_new`. Each new point has its own inner product with the centre: `K_new.mean(axis=1, keepdims=True)`, a mean for each row.",
        ),
        Misconception(
            lambda K_new, K: _pooled(K_new, K)[len(K) :],
            "You averaged over training and new points together. The centre belongs to the training points alone, or it would move with every new point.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.sum() / len(K)
            ),
            "The sum of K is divided once by n. The squared norm of the centre is an average over all pairs: `K.mean()`.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.sum(axis=1, keepdims=True) - K.sum(axis=0) + K.sum(),
            "You used sums. The centre is a mean: inner products with it are means of rows and columns.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + np.diag(K).mean()
            ),
            "Three terms are right. The last one, ‖φ_S‖², is the average of all entries of K; you averaged its diagonal.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new
                - K_new.mean(axis=1, keepdims=True)
                - np.vstack([K, K_new]).mean(axis=0)
                + K.mean()
            ),
            "The column means run over old and new points together. ⟨φ_S, φ(x)⟩ is about training points alone: the column means of `K`.",
        ),
        Misconception(
            lambda K_new, K: K_new - K_new.mean(axis=1, keepdims=True) - np.diag(K) + K.mean(),
            "In place of the column means of `K` stands its diagonal. ⟨φ_S, φ(x)⟩ is the mean inner product of a training image with all of them: `K.mean(axis=0)`.",
        ),
        Misconception(
            lambda K_new, K: (
                K_new - K_new.mean(axis=1, keepdims=True) - K.sum(axis=0) / len(K_new) + K.mean()
            ),
            "The column sums of `K` are divided by the number of new points. They are sums over the training points: `K.mean(axis=0)`.",
        ),
    ),
    hints=(
        "The centre φ_S belongs to the training points, whatever new points come. Multiply out ⟨φ(z) − φ_S, φ(x) − φ_S⟩.",
        "⟨φ(z), φ_S⟩ is a row mean of `K_new`; ⟨φ_S, φ(x)⟩ is a column mean of `K`.",
        "The answer is `K_new - K_new.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()`.",
    ),
    praise="New points are measured from the same origin as the training points.",
)
