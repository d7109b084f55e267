"""Built from exercises/sources/A_linear_algebra/11_dimension.py by `make notebooks`: do not edit."""

import numpy as np


def dimension(X, lam):
    G = X.T @ X
    return np.trace(np.linalg.solve(G + lam * np.eye(len(G)), G))


import numpy as np
from numpy.linalg import inv, solve

from featurespace.checks.check import Check, Misconception
from featurespace.checks.linalg.shared import _singular_values, refusing_large


def _tables(rng: np.random.Generator) -> list[tuple]:
    return [
        ((rng.normal(size=(n, d)) * rng.uniform(0.5, 3, d)), lam)
        for n, d, lam in ((9, 3, 20.0), (7, 2, 0.0), (30, 4, 200.0), (6, 1, 9.0))
    ]


def _soft(count):
    """A count made of G = X'X and its ridged twin."""

    def dimension(X, lam):
        G = X.T @ X
        return count(G, G + lam * np.eye(len(G)), lam)

    return dimension


def _each_direction(seen, X, lam):
    """What each direction counts."""
    values = _singular_values(X) ** 2
    listed = ", ".join(f"{v:.4g}" for v in values)
    return f"the eigenvalues of X'X are {listed}, and λ is {lam:g}. Each direction counts by how much the ridge leaves of it, a number between 0 and 1; add them up. Yours came out as {float(seen):.4g}."


CHECK = Check(
    answer=dimension,
    section="Two suns",
    difficulty=2,
    minutes=8,
    kind="transfer",
    example=((np.array([[1, 0], [0, 2], [0, 0]]), 4.0), 0.7),
    twin=lambda X, lam: (_singular_values(X) ** 2 / (_singular_values(X) ** 2 + lam)).sum(),
    forbidden=refusing_large(4),
    inputs=_tables,
    explain=_each_direction,
    misconceptions=(
        Misconception(
            lambda X, lam: float(X.shape[1]),
            "That is d, the answer for λ = 0 only. With a ridge every direction counts less than one.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(inv(ridged)) * np.trace(G)),
            "You multiplied two traces. The trace of a product is not the product of the traces: multiply the matrices first.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(solve(G + lam, G))),
            "`G + lam` adds λ to every entry. The ridge λI belongs on the diagonal only: `lam * np.eye(len(G))`.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(G) / (np.trace(G) + lam)),
            "You put the trace into the formula for one direction. Each direction counts by its own s²/(s² + λ); add those up.",
        ),
        Misconception(
            lambda X, lam: np.trace(solve(X.T @ X + lam * len(X) * np.eye(X.shape[1]), X.T @ X)),
            "Your λ counts n times too much: here it stands beside X'X as it is, not divided by n.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: solve(ridged, G).sum()),
            "You added up all entries of the product. The trace is the sum of its diagonal.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(inv(ridged))),
            "That is the trace of (X'X + λI)⁻¹ alone. Turning X(…)⁻¹X' round does not make X and X' vanish: they meet as X'X.",
        ),
        Misconception(
            lambda X, lam: (_singular_values(X) ** 2 / (_singular_values(X) ** 2 + lam)).max(),
            "That is the largest of the eigenvalues only. The trace adds them all up.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: lam * np.trace(inv(ridged))),
            "That is what the ridge takes away, the sum of λ/(s² + λ). What it leaves is d minus that.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(solve(ridged, G) @ solve(ridged, G))),
            "That is the trace of H squared. For a projection the two would be equal; with a ridge H is none, so take H itself.",
        ),
        Misconception(
            lambda X, lam: (_singular_values(X) / (_singular_values(X) + lam)).sum(),
            "You used the singular values of X. The eigenvalues of X'X are their squares: each direction counts s²/(s² + λ).",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(G / ridged)),
            "You divide the diagonal entries of G by those of G + λI, as a division of matrices does, entry by entry. That is right only if the columns of X are orthogonal. The inverse of a matrix M times G is `np.linalg.solve(M, G)`.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: len(G) - np.trace(inv(ridged))),
            "You subtract the trace of (X'X + λI)⁻¹ from d. What the ridge takes away is λ times that trace.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(G) / np.trace(ridged)),
            "You divide the trace of X'X by the trace of X'X + λI. Each direction counts by its own s²/(s² + λ): multiply by the inverse first, then take the trace.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: solve(ridged, G)),
            "Your matrix is the right one, d × d. Its trace is asked for, one number: `np.trace`.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.diag(solve(ridged, G))),
            "Those are the entries of the diagonal. The trace is their sum.",
        ),
        Misconception(
            lambda X, lam: _singular_values(X) ** 2 / (_singular_values(X) ** 2 + lam),
            "Those are the eigenvalues of H, how much each direction counts. The trace is their sum.",
        ),
        Misconception(
            lambda X, lam: (_singular_values(X) ** 2 / (_singular_values(X) ** 2 - lam)).sum(),
            "You subtract the ridge. λI is added to X'X: each direction counts s²/(s² + λ), less than one.",
        ),
        Misconception(
            lambda X, lam: (X**2).sum(),
            "That is the trace of X'X, the sum of all s². Each direction counts s²/(s² + λ), at most one.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(ridged)),
            "That is the trace of X'X + λI. It has to be inverted, and multiplied by X'X, before the trace is taken.",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.round(np.trace(solve(ridged, G)))),
            "You round to a whole number. The ridge counts dimensions softly: return the trace as it is.",
        ),
    ),
    hints=(
        "H is X times something times X'. Which other product of the same three has the same trace, and is only d by d?",
        "The traces of XN and NX are equal for N = (X'X + λI)⁻¹X', although one is n by n and the other d by d.",
        "`np.trace(np.linalg.solve(G + lam * np.eye(len(G)), G))`.",
    ),
    praise="The same number from a matrix of d × d entries instead of n × n. At λ = 0 it is the dimension; with a ridge it is the degrees of freedom.",
)
