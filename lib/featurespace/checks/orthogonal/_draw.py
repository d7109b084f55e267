"""Built from exercises/sources/02_gram_schmidt_and_cholesky/08_draw.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace import orthogonal


def draw(s, C, Z):
    K = np.outer(s, s) * C  # covariances, in °C²
    return Z @ orthogonal.cholesky(K)


import numpy as np

from featurespace.checks.check import Check, Misconception


def _stations(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, m in ((3, 5), (5, 2), (4, 1)):
        X = rng.normal(0.5, 1, (n, n + 1))
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        cases.append((rng.uniform(0.5, 4, n), X @ X.T, rng.normal(size=(m, n))))
    twins = np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    return [
        *cases,
        (np.array([3.0, 1.0, 2.0]), twins, rng.normal(size=(4, 3))),
        (np.array([3.0]), np.array([[1.0]]), rng.normal(size=(1, 1))),
    ]


def _one_by_one(s, C, Z):
    """Each error by regression on the earlier ones, and what is its own."""
    K, E = np.outer(s, s) * C, np.zeros(Z.shape)
    for i in range(len(s)):
        weights = np.linalg.pinv(K[:i, :i], 1e-10, hermitian=True) @ K[:i, i]
        own = K[i, i] - K[:i, i] @ weights
        E[:, i] = E[:, :i] @ weights + np.sqrt(own if own > 1e-10 * K[i, i] else 0.0) * Z[:, i]
    return E


def _symmetric_root(K):
    return _eigen_root(K) @ np.linalg.eigh(K)[1].T


def _from_one(earlier):
    """As if there were two stations only: each with one earlier one."""

    def answer(s, C, Z):
        E = Z.astype(float)
        for i in range(1, len(s)):
            c, before = C[earlier(i), i], E[:, earlier(i)]
            E[:, i] = c * before + np.sqrt(max(1 - c**2, 0)) * Z[:, i]
        return E * s

    return answer


def _eigen_root(K):
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(values.clip(0))


def _jittered(seen, s, C, Z):
    """A root of a table that is not quite the one given."""
    right = _one_by_one(s, C, Z)
    if np.abs(seen - right).max() < 1e-2 * np.abs(right).max():
        return "near, but not the same. Did you add a small number to the diagonal, so that numpy's Cholesky runs? It becomes an error of its own; `orthogonal.cholesky` takes a singular table as it is."
    off = np.abs(seen - right).max(axis=0) > 1e-4 * np.abs(right).max()
    i = int(off.argmax())
    if i == 0:
        return "station 0 has no earlier one: its errors are s₀ times column 0 of Z, and yours are not."
    return f"before station {i} all is right. Its errors need the right covariance with all of the earlier ones, and a part of their own, with a weight that is not negative, that makes the deviation {float(s[i]):.4g} °C."


CHECK = Check(
    answer=draw,
    section="Cholesky, step by step",
    difficulty=2,
    minutes=12,
    kind="transfer",
    inputs=_stations,
    example=(
        (np.array([2, 5]), np.array([[1, 0.6], [0.6, 1]]), np.array([[1, 1]])),
        np.array([[2, 7]]),
    ),
    twin=_one_by_one,
    tolerance=1e-4,
    advice={
        "must be symmetric": "In the table of covariances entry (i, j) has sᵢ and sⱼ: `np.outer(s, s) * C`.",
        "not positive definite": "Two stations may be correlated perfectly, and then their table is singular: numpy's Cholesky gives up, `orthogonal.cholesky` leaves a row of zeros and goes on.",
    },
    explain=_jittered,
    misconceptions=(
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(np.outer(s, s) * C).T,
            "The factor is on its side: rows of ZR' have the covariance RR', which is not K. You want R'R = K: Z @ R with the upper triangle, or with L' if you hold the lower one.",
        ),
        Misconception(
            lambda s, C, Z: Z @ (np.outer(s, s) * C),
            "Mixed by K itself, the errors have the covariance KK, not K. The mixer has to be a root: R with R'R = K.",
        ),
        Misconception(
            lambda s, C, Z: Z @ C,
            "Mixed by the correlations, the errors have the covariance CC. The mixer has to be a root, and of the covariances, which know the standard deviations: R with R'R = K.",
        ),
        Misconception(
            lambda s, C, Z: Z @ np.sqrt(np.abs(np.outer(s, s) * C)),
            "You took the root of every entry. Needed is a matrix R with R'R = K, and that is not made entry by entry.",
        ),
        Misconception(
            lambda s, C, Z: Z * s,
            "The deviations are right, but each station still has errors of its own: the correlations have not come in. Mix the columns of Z.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(C),
            "The correlations are right, but every station has a standard deviation of 1 °C: bring in `s`.",
        ),
        Misconception(
            lambda s, C, Z: (Z * s) @ orthogonal.cholesky(C),
            "You scaled before you mixed: then a station gets the deviations of its neighbours. Mix first, then scale the columns by `s`; or mix by the root of the covariances.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(np.outer(s, s) * C) * s,
            "The standard deviations have come in twice: as squares, or once in the covariances and once more at the end. Errors in °C scale with `s`.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(C) * np.sqrt(s),
            "`s` holds standard deviations, not variances: no root.",
        ),
        Misconception(
            lambda s, C, Z: Z @ _eigen_root(np.outer(s, s) * C).T,
            "The covariance is right, but with eigenvectors even the first station needs all columns of Z. Take the triangular root: station i then uses columns 0 to i.",
        ),
        Misconception(
            lambda s, C, Z: Z @ _symmetric_root(np.outer(s, s) * C),
            "The covariance is right, but with the symmetric root even the first station needs all columns of Z. Take the triangular root: station i then uses columns 0 to i.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky((np.outer(s, s) * C)[::-1, ::-1])[::-1, ::-1],
            "The covariance is right, but the order is turned: the last station uses its own column only, the first one all of them. Begin with station 0.",
        ),
        Misconception(
            lambda s, C, Z: orthogonal.cholesky(np.outer(s, s) * C) @ Z.T,
            "Your result has one row for each station, and the factor is on its side. With rehearsals as rows of Z, Z @ R has one row for each rehearsal.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(C).T * s,
            "The factor of the correlations is on its side: rows of ZR' have the covariance RR', which is not C. You want R'R = C: `Z @ R` with the upper triangle, or with L' if you hold the lower one.",
        ),
        Misconception(
            lambda s, C, Z: Z @ C * s,
            "Mixed by C itself, the columns have the covariance CC, not C, before they are scaled. The mixer has to be a root: R with R'R = C.",
        ),
        Misconception(
            lambda s, C, Z: Z @ _symmetric_root(C) * s,
            "Deviations and correlations are right, but with the symmetric root of C even the first station needs all columns of Z. Take the triangular root: station i then uses columns 0 to i.",
        ),
        Misconception(
            lambda s, C, Z: Z @ _eigen_root(C).T * s,
            "Deviations and correlations are right, but with the eigenvectors of C even the first station needs all columns of Z. Take the triangular root: station i then uses columns 0 to i.",
        ),
        Misconception(
            _from_one(lambda i: i - 1),
            "Each of your errors looks at the station before it only. Correlations with stations further back have to be right too: use all earlier columns, as the triangular root of the table does.",
        ),
        Misconception(
            _from_one(lambda i: 0),
            "Each of your errors looks at station 0 only. Correlations with the stations between have to be right too: use all earlier columns, as the triangular root of the table does.",
        ),
        Misconception(
            lambda s, C, Z: Z @ np.triu(C) * s,
            "You mixed by the correlations themselves, cut to a triangle. A station then varies too much: with 0.6 of another its own part is 0.8, as 0.6² + 0.8² = 1. Needed is R with R'R = C.",
        ),
        Misconception(
            lambda s, C, Z: Z @ np.triu(np.outer(s, s) * C),
            "You mixed by the covariances themselves, cut to a triangle. Needed is a triangular root of their table: R with R'R = K.",
        ),
        Misconception(
            lambda s, C, Z: Z @ orthogonal.cholesky(C) / s,
            "You divided by the standard deviations. Numbers with deviation 1 become errors in °C by multiplying with `s`.",
        ),
        Misconception(
            lambda s, C, Z: Z @ np.linalg.pinv(orthogonal.cholesky(C)) * s,
            "You mix by the inverse of the root: that takes correlations out of numbers that have them. Yours have none yet; mix by R itself, with R'R = C.",
        ),
        Misconception(
            lambda s, C, Z: Z @ np.abs(orthogonal.cholesky(C)) * s,
            "The minus signs in the root are gone, and with them the negative correlations. Only a station's own weight may not be negative: leave the others as they are.",
        ),
    ),
    hints=(
        "Independent numbers have the identity as their covariance. If every row z becomes R'z, what is the covariance then? Which R do you know for which that is K?",
        "The covariances are K = sᵢ sⱼ C_ij, and the covariance of the rows of ZR is R'R. A triangular R lets station i use columns 0 to i only.",
        "`Z @ R` with R from `orthogonal.cholesky(np.outer(s, s) * C)`, which also takes a singular K.",
    ),
    praise="Gram–Schmidt takes correlations apart; read backwards, R puts them in.",
)
