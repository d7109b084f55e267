"""Built from exercises/sources/A_linear_algebra/03_precision.py by `make notebooks`: do not edit."""

import numpy as np


def precision(W, sigma2):
    d, k = W.shape
    corner = np.eye(k) + W.T @ W / sigma2
    return corner, -W.T / sigma2, -W / sigma2, np.eye(d) / sigma2


import numpy as np
import scipy.linalg

from featurespace.checks.check import Check, Misconception


def _loadings(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.normal(size=(d, k)), sigma2)
        for d, k, sigma2 in ((4, 2, 0.5), (2, 3, 4.0), (3, 1, 0.3), (5, 2, 1e-13))
    ]


def _inverse(M):
    """An inverse that needs no function of that name."""
    U, s, Vt = np.linalg.svd(M)
    return (Vt.T / s) @ U.T


def _numerical(W, sigma2):
    d, k = W.shape
    N = _inverse(np.block([[np.eye(k), W.T], [W, W @ W.T + sigma2 * np.eye(d)]]))
    return N[:k, :k], N[:k, k:], N[k:, :k], N[k:, k:]


def _precision(
    first=lambda W, s: np.eye(W.shape[1]) + W.T @ W / s,
    mixed=-1,
    last=lambda W, s: np.eye(len(W)) / s,
    noise=lambda s: s,
):
    def precision(W, sigma2):
        s = noise(sigma2)
        return first(W, s), mixed * W.T / s, mixed * W / s, last(W, s)

    return precision


def _by_schur(W, sigma2):
    """With the Schur complement of the first block put in as it is known."""
    k, S = W.shape[1], np.diag(np.full(len(W), 1 / sigma2))
    return np.eye(k) + W.T @ S @ W, -W.T @ S, -S @ W, S


_FORBIDDEN = "Nothing needs to be inverted here: start with the corner I, and work out on paper what is left of WW' + σ²I when WW' goes."

_BLOCKS = "top left", "top right", "bottom left", "bottom right"


def _which(seen, W, sigma2):
    """The blocks that are wrong, if some are right."""
    pairs = zip(seen, _precision()(W, sigma2), strict=True)
    fine = [np.allclose(got, right, rtol=1e-6) for got, right in pairs]
    if not 2 <= sum(fine) <= 3:
        return ""
    wrong = " and ".join(f"the {_BLOCKS[i]} block" for i in range(4) if not fine[i])
    return f"look again at {wrong}; the rest is right. In a = f − W'b and b = (g − Wf)/σ² read off the factors of f and g."


CHECK = Check(
    answer=precision,
    section="Blocks",
    difficulty=2,
    minutes=12,
    kind="practice",
    example=(
        (np.array([[2]]), 0.5),
        (np.array([[9]]), np.array([[-4]]), np.array([[-4]]), np.array([[2]])),
    ),
    twin=_by_schur,
    inputs=_loadings,
    advice={
        "operands could not be broadcast": "With `d, k = W.shape`, W'W is k × k and goes with the identity of size k; the bottom right block is d × d.",
    },
    telling=3,  # ordinary noise: what digits are lost below it says nothing about a mistake
    forbidden={
        function: _FORBIDDEN
        for module in (np.linalg, scipy.linalg)
        for function in (module.inv, module.solve, module.pinv, module.lstsq)
    },
    explain=_which,
    misconceptions=(
        Misconception(
            _precision(mixed=1),
            "The mixed blocks lack their minus sign. Multiply by the joint covariance: the top right corner must come out as zero.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(W.shape[1])),
            "The top left block is I, as in the covariance. Its inverse also gets W'W/σ²: the more of W, the better x tells what z is.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(W.shape[1]) - W.T @ W / s),
            "The sign of W'W/σ² in the top left block is wrong: two minus signs meet when b goes back into the first equation.",
        ),
        Misconception(
            _precision(first=lambda W, s: W.T @ W / s),
            "In the top left block the identity is missing: a = f − W'b keeps f itself besides what comes back through b.",
        ),
        Misconception(
            lambda W, s: (np.eye(W.shape[1]) + W.T @ W / s, -W.T, -W, np.eye(len(W)) / s),
            "The mixed blocks are not divided by σ²: b = (g − Wf)/σ², and both of its parts go through that division.",
        ),
        Misconception(
            _precision(last=lambda W, s: W @ W.T + s * np.eye(len(W))),
            "The bottom right block is that of the covariance. In the inverse it is the inverse of the Schur complement, which is σ²I.",
        ),
        Misconception(
            _precision(noise=np.sqrt),
            "You divided by σ. The argument is σ², the variance, and it is the variance that is inverted.",
        ),
        Misconception(
            _precision(noise=np.square),
            "You divided by the square of `sigma2`. The argument is σ² already.",
        ),
        Misconception(
            _precision(noise=lambda s: 1 / s),
            "You multiplied by σ² where it should divide: an inverse covariance grows when the noise shrinks.",
        ),
        Misconception(
            _precision(last=lambda W, s: _inverse(W @ W.T + s * np.eye(len(W)))),
            "The bottom right block is the inverse of the bottom right block. The block of the inverse is another matrix: it is the inverse of the Schur complement.",
        ),
        Misconception(
            lambda W, sigma2: _precision()(W, sigma2)[::-1],
            "The blocks are right, but x stands before z. In the joint covariance z comes first.",
        ),
        Misconception(
            _numerical,
            "Right for ordinary noise, but for σ² = 10⁻¹³ digits are lost: in WW' + σ²I the σ² is rounded away. Work out on paper what is left when WW' goes, and no digit is at risk.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(len(W)) + W @ W.T / s),
            "Your top left block is d × d: WW' instead of W'W. It belongs to z, which has k numbers.",
        ),
        Misconception(
            _precision(last=lambda W, s: s * np.eye(len(W))),
            "Your bottom right block is σ²I, the Schur complement itself. In the inverse stands its inverse.",
        ),
        Misconception(
            _precision(first=lambda W, s: (np.eye(W.shape[1]) + W.T @ W) / s),
            "In the top left block the identity is divided by σ² too. In a = f − W'b only b carries the division.",
        ),
        Misconception(
            _precision(last=lambda W, s: (np.eye(len(W)) + W @ W.T) / s),
            "In the bottom right block WW' is too much: it cancels when a = f − W'b is put into the second equation, and σ²b = g − Wf is left.",
        ),
        Misconception(
            _precision(last=lambda W, s: np.eye(len(W)) + W @ W.T / s),
            "In the bottom right block WW' is too much: it cancels when a = f − W'b is put into the second equation. What is left there is σ²I, and its inverse is wanted.",
        ),
        Misconception(
            _precision(first=lambda W, s: 1 + W.T @ W / s),
            "In the top left block you add 1 to every entry. The identity belongs on the diagonal only: `np.eye(k)`.",
        ),
        Misconception(
            _precision(last=lambda W, s: 1 / s),
            "Your bottom right block is a number. The matrix asked for is d × d, that number times the identity.",
        ),
        Misconception(
            _precision(last=lambda W, s: np.full((len(W), len(W)), 1 / s)),
            "Your bottom right block has 1/σ² everywhere. It belongs on the diagonal only: `np.eye(d) / sigma2`.",
        ),
        Misconception(
            lambda W, s: (np.eye(W.shape[1]), W.T, W, W @ W.T + s * np.eye(len(W))),
            "Those are the blocks of the covariance, as they stand in the question. Asked are the blocks of its inverse.",
        ),
        Misconception(
            lambda W, s: (np.eye(W.shape[1]), 1 / W.T, 1 / W, 1 / (W @ W.T + s * np.eye(len(W)))),
            "One divided by an array inverts every entry by itself. The inverse of a matrix is another thing, and its blocks are not the inverses of the blocks.",
        ),
        Misconception(
            _precision(first=lambda W, s: W.T @ W / s - np.eye(W.shape[1])),
            "In the top left block the identity has the wrong sign: a = f − W'b keeps f itself, with a plus.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(W.shape[1]) + W.T @ W),
            "In the top left block W'W is not divided by σ²: it comes back through b = (g − Wf)/σ², and b carries the division.",
        ),
        Misconception(
            lambda W, s: (np.eye(W.shape[1]) + W.T @ W / s, -W.T, -W / s, np.eye(len(W)) / s),
            "The top right block is not divided by σ²: in a = f − W'b the b is (g − Wf)/σ².",
        ),
        Misconception(
            lambda W, s: (np.eye(W.shape[1]) + W.T @ W / s, -W.T / s, -W, np.eye(len(W)) / s),
            "The bottom left block is not divided by σ²: it is the factor of f in b = (g − Wf)/σ².",
        ),
        Misconception(
            _precision(last=lambda W, s: np.eye(len(W))),
            "The bottom right block is not divided by σ²: in b = (g − Wf)/σ² the factor of g is I/σ².",
        ),
        Misconception(
            _precision(last=lambda W, s: (np.eye(len(W)) - W @ W.T) / s),
            "The bottom right block has no WW' in it: what is left of WW' + σ²I when WW' goes is σ²I, and that is inverted.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(W.shape[1]) + np.diag((W**2).sum(axis=0)) / s),
            "In the top left block only the diagonal of W'W has come in. The columns of W have inner products with each other, too: `W.T @ W`.",
        ),
    ),
    hints=(
        "The top left block I is the easiest to invert. What is the Schur complement of it, (bottom right) − W I⁻¹ W'?",
        "WW' + σ²I − WW' = σ²I. So the bottom right block of the inverse is I/σ². Build the other three from it.",
        "The blocks are I + W'W/σ², −W'/σ², −W/σ² and I/σ²: `np.eye(k) + W.T @ W / sigma2`, `-W.T / sigma2`, `-W / sigma2` and `np.eye(d) / sigma2`, with `d, k = W.shape`.",
    ),
    praise="A matrix of size k + d inverted on paper, with all its digits. The top left block, inverted once more, is the covariance of z given x.",
)
