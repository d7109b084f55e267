"""Chapter 4: what is asked, and the usual ways to get it wrong.

Eigenvectors have no sign of their own, and where eigenvalues tie not even a direction: right answers
are known by what they do, and mistakes by the size of their entries.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2, multivariate_normal

from .. import means
from .. import pca as library
from .check import Check, Misconception, Problem, as_numbers, kind, match, run

ANY = 1e100  # a tolerance that leaves only type, shape and finiteness to be compared
CLOSE = 1e-6  # what an iteration may leave, as a share of the largest number


@dataclass(frozen=True, repr=False)
class SignFree(Check):
    """A check that knows a mistake whatever signs its eigenvectors came with.

    ``plain`` is how many inputs, counted from the first, have no tied eigenvalues: mistakes are
    looked for on these only.
    """

    plain: int | None = None

    def _diagnose(self, values: list, cases: list[tuple]) -> str | None:
        pairs = list(zip(values, cases, strict=True))[: self.plain]
        for mistake in self.misconceptions:
            try:
                for value, arguments in pairs:
                    wrong = run(mistake.wrong, arguments)
                    match(_unsigned(value), _unsigned(wrong), self.tolerance, nan=True)
            except Problem:
                continue
            return mistake.sentence
        return None


def _unsigned(value):
    """The answer with all signs in its arrays taken away."""
    if isinstance(value, (tuple, list)):
        return tuple(_unsigned(part) for part in value)
    return np.abs(value) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value


def _cloud(rng: np.random.Generator, n: int, spectrum: list[float], d: int) -> np.ndarray:
    """Points (n, d) away from the origin whose covariance has exactly these eigenvalues."""
    A = rng.standard_normal((n, len(spectrum)))
    scores = np.linalg.qr(A - A.mean(axis=0))[0] * np.sqrt(n)
    directions = np.linalg.qr(rng.standard_normal((d, len(spectrum))))[0]
    return scores * np.sqrt(spectrum) @ directions.T + rng.normal(3, 1, d)


def _rotated(rng: np.random.Generator, spectrum: list[float]) -> np.ndarray:
    """A covariance matrix with these eigenvalues, in a random position."""
    Q = np.linalg.qr(rng.standard_normal((len(spectrum), len(spectrum))))[0]
    return (Q * spectrum) @ Q.T


def _centred(X: np.ndarray) -> np.ndarray:
    return X - X.mean(axis=0)


def _covariance(X: np.ndarray) -> np.ndarray:
    return _centred(X).T @ _centred(X) / len(X)


def _eigen(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues from large to small, and their eigenvectors as columns."""
    values, vectors = np.linalg.eigh(S)
    return values[::-1], vectors[:, ::-1]


def _check_values(values: np.ndarray, wanted: np.ndarray) -> None:
    try:
        match(values, wanted, CLOSE)
    except Problem as problem:
        if np.allclose(np.sort(values), np.sort(wanted), rtol=0, atol=CLOSE * wanted.max()):
            raise Problem(
                "The eigenvalues are right, their order is not: from large to small."
            ) from None
        raise Problem(f"The eigenvalues are off. {problem}") from None


def _check_directions(W: np.ndarray, S: np.ndarray) -> None:
    """Rows must be orthonormal eigenvectors of the largest eigenvalues: any sign, any tied basis."""
    _check_orthonormal(W)
    values = _eigen(S)[0]
    caught = np.einsum("ia,ab,ib->i", W, S, W)
    for i, w in enumerate(W):
        if np.linalg.norm(S @ w - caught[i] * w) > 1e-4 * values[0]:
            raise Problem(
                f"Row {i} of the directions is no eigenvector of the covariance: S w points another way than w."
            )
        if abs(caught[i] - values[i]) > CLOSE * values[0]:
            raise Problem(
                f"Row {i} of the directions catches the variance {caught[i]:.5g}; the best one possible there catches {values[i]:.5g}."
            )


def _check_orthonormal(W: np.ndarray, tolerance: float = CLOSE) -> None:
    lengths = np.linalg.norm(W, axis=1)
    if np.abs(lengths - 1).max() > tolerance:
        i = int(np.abs(lengths - 1).argmax())
        raise Problem(f"Row {i} of the directions has length {lengths[i]:.4g}; it should be 1.")
    angles = np.abs(np.triu(W @ W.T, 1))
    if angles.max() > tolerance:
        i, j = np.unravel_index(angles.argmax(), angles.shape)
        raise Problem(
            f"Rows {i} and {j} of the directions are not orthogonal: their inner product is {W[i] @ W[j]:.4g}."
        )


def _check_scores(scores: np.ndarray, wanted: np.ndarray) -> None:
    scale = np.abs(wanted).max()
    if np.abs(scores - wanted).max() <= CLOSE * scale:
        return
    if np.abs(np.abs(scores) - np.abs(wanted)).max() <= CLOSE * scale:
        raise Problem(
            "The scores are right up to their signs. Either sign of a direction will do, but the scores must belong to the directions that you return."
        )
    offset = scores.mean(axis=0)
    if np.abs(scores - offset - wanted).max() <= CLOSE * scale:
        raise Problem(
            f"The scores are off by a constant: those of component 0 average to {offset[0]:.4g}. Measured from the mean they average to 0."
        )
    raise Problem(
        "Directions and eigenvalues are right. The scores are not: score j of a point is the inner product of the centred point with direction j."
    )


def _arrays(answer, expected: tuple) -> tuple[np.ndarray, ...]:
    """The parts of an answer as numbers, once they have the right types and shapes."""
    if isinstance(answer, (tuple, list)) and any(map(np.iscomplexobj, answer)):
        raise Problem(
            "Your result is complex. np.linalg.eig does not know that the matrix is symmetric, and round-off leads it astray; np.linalg.eigh does know."
        )
    match(answer, expected, ANY)
    return tuple(np.asarray(part, dtype=float) for part in answer)


# --- how many ------------------------------------------------------------------------------------


def _shares(eigenvalues):
    return np.cumsum(eigenvalues) / np.sum(eigenvalues)


components_needed = Check(
    reference=lambda e, threshold: int((_shares(e) <= threshold + 1e-12).sum()) + 1,
    inputs=lambda rng: [
        (np.array(eigenvalues), threshold)
        for eigenvalues, threshold in (
            ([9.0, 1.0], 0.85),
            ([17.0, 3.0], 0.85),
            ([5.0, 2.0, 1.5, 1.0, 0.5], 0.85),
            ([86.0, 4.0, 4.0, 3.0, 3.0], 0.95),
            ([0.1] * 10, 0.3),
            ([3.0, 1.0, 0.0, 0.0], 0.999),
        )
    ],
    misconceptions=(
        Misconception(
            lambda e, threshold: int((_shares(e) < threshold - 1e-12).sum()) + 1,
            "You stop where the share reaches the threshold. It has to exceed it: with eigenvalues 17 and 3 the first has exactly 0.85, so both are needed.",
        ),
        Misconception(
            lambda e, threshold: int(np.argmax(_shares(e) > threshold)) + 1,
            "The rule is right, but round-off deceives it: in the computer 0.1 + 0.1 + 0.1 is more than 0.3. Count a share as larger only if it exceeds the threshold by 10⁻¹².",
        ),
        Misconception(
            lambda e, threshold: int(np.argmax(_shares(e) > threshold)),
            "That is an index, and Python counts from 0: share[0] belongs to one component. Add 1.",
        ),
        Misconception(
            lambda e, threshold: int(np.argmax(_shares(e) > threshold + 1e-12)),
            "You return the index of the first share that is large enough. Index 0 stands for one component: add 1.",
        ),
        Misconception(
            lambda e, threshold: int(np.searchsorted(_shares(e), threshold)),
            "One too few: you count the shares below the threshold, and the component that lifts the share above it is needed too.",
        ),
        Misconception(
            lambda e, threshold: int((_shares(e) > threshold).sum()),
            "You count the shares that are large enough already. Needed is the place of the first one.",
        ),
        Misconception(
            lambda e, threshold: int((e / e.sum() > threshold).sum()),
            "You compare each component's own share with the threshold. It is the sum of the first k that has to exceed it.",
        ),
        Misconception(
            lambda e, threshold: int((e > e.mean()).sum()),
            "That counts the eigenvalues above the average: another rule of thumb, which never looks at the threshold.",
        ),
        Misconception(
            lambda e, threshold: int(np.ceil(threshold * len(e))),
            "That is a share of the number of components. A share of their variance is asked for.",
        ),
        Misconception(
            lambda e, threshold: _shares(e)[_shares(e) > threshold + 1e-12][0],
            "That is the share that is reached; asked for is the number of components that reach it.",
        ),
    ),
    hints=(
        "count the shares that are not yet large enough, and add the one component that makes the difference. What if a share equals the threshold?",
        "share > threshold is an array of true and false; np.sum counts the true ones. A share counts as larger only from threshold + 1e-12 on.",
        "np.sum(share <= threshold + 1e-12) + 1.",
    ),
    praise="Strictly more than the threshold, and round-off has no vote.",
)

# --- PCA by three routes -------------------------------------------------------------------------


def _points(rng: np.random.Generator) -> list[tuple]:
    return [
        (_cloud(rng, 12, [6.0, 3.0, 1.0, 0.4], 4), 2),
        (_cloud(rng, 9, [5.0, 2.0, 0.7, 0.2, 0.1], 5), 3),
        (_cloud(rng, 5, [4.0, 1.5, 0.5], 7), 2),
    ]


def _pca(X, k):
    values, U = _eigen(_covariance(X))
    return X.mean(axis=0), U[:, :k].T, values[:k], _centred(X) @ U[:, :k]


def _pca_with(change: Callable):
    """PCA with a slip in what is returned."""
    return lambda X, k: change(X, k, *_pca(X, k))


def _pca_of(S: Callable, points: Callable = _centred):
    """PCA with a slip in the matrix that is decomposed or the points that are projected."""

    def answer(X, k):
        values, U = _eigen(S(X))
        return X.mean(axis=0), U[:, :k].T, values[:k], points(X) @ U[:, :k]

    return answer


def _pca_along(pick: Callable):
    """PCA with a slip in picking from the eigenvectors: ``pick(values, vectors, k)``."""

    def answer(X, k):
        values, W = pick(*np.linalg.eigh(_covariance(X)), k)
        return X.mean(axis=0), W, values, _centred(X) @ W.T

    return answer


def _verify_pca(answer, X, k) -> None:
    wanted = _pca(X, k)
    mean, W, values, scores = _arrays(answer, wanted)
    try:
        match(mean, wanted[0], CLOSE)
    except Problem as problem:
        raise Problem(f"The mean is off. {problem}") from None
    _check_values(values, wanted[2])
    _check_directions(W, _covariance(X))
    _check_scores(scores, _centred(X) @ W.T)


pca_eigen = SignFree(
    reference=_pca,
    inputs=_points,
    verify=_verify_pca,
    misconceptions=(
        Misconception(
            _pca_of(lambda X: X.T @ X / len(X), lambda X: X),
            "Nothing was centred. X'X/n is the covariance only if the mean is 0; otherwise its first direction mostly points from the origin to the mean.",
        ),
        Misconception(
            _pca_of(lambda X: X.T @ X / len(X)),
            "The scores are measured from the mean, but the directions come from the raw X'X/n. Centre before you form the covariance.",
        ),
        Misconception(
            _pca_of(_covariance, lambda X: X),
            "Mean, directions and eigenvalues are right. The scores are measured from the origin: subtract the mean from the points before you project them.",
        ),
        Misconception(
            _pca_of(lambda X: np.cov(X, rowvar=False)),
            "All right but for the eigenvalues, which are n/(n − 1) times too large. np.cov and scikit-learn divide by n − 1; here covariances divide by n.",
        ),
        Misconception(
            _pca_of(lambda X: len(X) * _covariance(X)),
            "All right but for the eigenvalues, which are n times too large: a covariance is a mean of products, so divide by n.",
        ),
        Misconception(
            _pca_of(lambda X: np.corrcoef(X, rowvar=False), lambda X: _centred(X) / X.std(axis=0)),
            "You divided each coordinate by its standard deviation: that is PCA of the correlations. Useful with mixed units, but not asked here.",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[:k], V[:, :k].T)),
            "Those are the directions of least variance. eigh sorts from small to large, so the ones you want come last.",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[-k:], V[:, -k:].T)),
            "The right k components, in the wrong order: eigh sorts from small to large; the largest must come first.",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[::-1][:k], V[:, :k].T)),
            "You turned the eigenvalues round but not the eigenvectors, so each variance stands beside a foreign direction. Turn the columns as well: vectors[:, ::-1].",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[::-1][:k], V[:, ::-1][:k])),
            "You took rows of the matrix of eigenvectors. They are its columns: cut with [:, :k], then transpose.",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[::-1][:k], V[::-1][:k])),
            "You turned and cut the rows of the matrix of eigenvectors. They are its columns: vectors[:, ::-1][:, :k], then transpose.",
        ),
        Misconception(
            _pca_along(lambda values, V, k: (values[::-1][:k], V[:k])),
            "You took the first rows of the matrix of eigenvectors. They are its columns, and the largest eigenvalue comes last.",
        ),
        Misconception(
            _pca_with(lambda X, k, mean, W, values, scores: (mean, W.T, values, scores)),
            "All right, but your directions stand in columns. Return them as rows, shape (k, d), so that mean + scores @ directions gives the points back.",
        ),
        Misconception(
            _pca_with(lambda X, k, mean, W, values, scores: (mean, W, values, scores.T)),
            "All right, but the scores stand on their side: a row for each point, shape (n, k).",
        ),
        Misconception(
            _pca_with(lambda X, k, mean, W, values, scores: (mean, values, W, scores)),
            "Right values, wrong order: mean, directions, eigenvalues, scores.",
        ),
        Misconception(
            _pca_with(
                lambda X, k, mean, W, values, scores: (mean, W, values, scores / np.sqrt(values))
            ),
            "Your scores all have variance one (they are whitened). Plain scores keep the variance λ: do not divide by its root.",
        ),
        Misconception(
            _pca_with(lambda X, k, mean, W, values, scores: (mean, W, np.sqrt(values), scores)),
            "You returned the roots of the eigenvalues, which are standard deviations. The eigenvalues are the variances themselves.",
        ),
        Misconception(
            _pca_with(
                lambda X, k, mean, W, values, scores: (
                    mean,
                    W,
                    values / np.trace(_covariance(X)),
                    scores,
                )
            ),
            "You returned shares of the variance. Asked for are the eigenvalues themselves, not divided by their sum.",
        ),
        Misconception(
            _pca_with(lambda X, k, mean, W, values, scores: (mean, W, values, scores @ W)),
            "Those are the projected points, with d coordinates. Scores are the k coordinates within the subspace: stop before you multiply by the directions again.",
        ),
    ),
    hints=(
        "centre, form the covariance (divide by n), decompose it with np.linalg.eigh, and look in which order the eigenvalues come.",
        "eigh sorts from small to large and puts eigenvectors into columns: vectors[:, ::-1][:, :k] are the k you want. Scores are the centred points times these columns.",
        "values, V = np.linalg.eigh(C.T @ C / len(X)) with C = X - mean; U = V[:, ::-1][:, :k]; return mean, U.T, values[::-1][:k], C @ U.",
    ),
    praise="Each score column has mean 0 and its eigenvalue as variance, and no two are correlated. Any signs would have done.",
)


def _tall(rng: np.random.Generator) -> list[tuple]:
    return [
        (_cloud(rng, 10, [7.0, 2.0, 0.5], 3),),
        (_cloud(rng, 8, [4.0, 3.0, 1.0, 0.3], 4),),
    ]


def _svd(X):
    U, s, Vt = np.linalg.svd(_centred(X), full_matrices=False)
    return U, s, Vt


def _svd_route(directions: Callable, eigenvalues: Callable, scores: Callable):
    def answer(X):
        parts = _svd(X)
        return directions(*parts), eigenvalues(*parts), scores(*parts)

    return answer


def _vt(U, s, Vt):
    return Vt


def _lam(U, s, Vt):
    return s**2 / len(U)


def _us(U, s, Vt):
    return U * s


def _verify_svd(answer, X) -> None:
    wanted = svd_route.reference(X)
    W, values, scores = _arrays(answer, wanted)
    _check_values(values, wanted[1])
    _check_directions(W, _covariance(X))
    _check_scores(scores, _centred(X) @ W.T)


svd_route = SignFree(
    reference=_svd_route(_vt, _lam, _us),
    inputs=_tall,
    verify=_verify_svd,
    misconceptions=(
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s**2, _us),
            "Directions and scores are right. s² belongs to X'X; the covariance is X'X divided by n.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s, _us),
            "Directions and scores are right. Singular values are no variances: square them and divide by n.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s / len(U), _us),
            "Directions and scores are right. In X'X each singular value comes twice, so it is s², divided by n.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s**2 / (len(U) - 1), _us),
            "Directions and scores are right. You divided by n − 1; here covariances divide by n.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s**2 / len(s), _us),
            "Directions and scores are right. You divided by the number of singular values; n is the number of points.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s / np.sqrt(len(U)), _us),
            "Directions and scores are right. s/√n is the standard deviation of a score; its variance was asked for.",
        ),
        Misconception(
            _svd_route(_vt, lambda U, s, Vt: s**2 / np.sum(s**2), _us),
            "Directions and scores are right. You returned shares of the variance, not the eigenvalues themselves.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U),
            "Directions and eigenvalues are right. The columns of U have length one; a score keeps its size: multiply each column by its singular value.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U * np.sqrt(len(U))),
            "Directions and eigenvalues are right. Your scores all have variance one; multiply the columns of U by their singular values instead.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U * s / np.sqrt(len(U))),
            "Directions and eigenvalues are right. The 1/n belongs to the variance of the scores, not to the scores: they are U times s.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U * (s**2 / len(U))),
            "Directions and eigenvalues are right. You multiplied U by the eigenvalues; the scores are U times the singular values.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U * s @ Vt),
            "Directions and eigenvalues are right. U s V' are the centred points themselves; the scores are the part before V'.",
        ),
        Misconception(
            _svd_route(_vt, _lam, lambda U, s, Vt: U * s @ Vt @ Vt),
            "Directions and eigenvalues are right. You multiplied the points by Vt; directions are the rows of Vt, so project with Vt.T.",
        ),
        Misconception(
            _svd_route(lambda U, s, Vt: Vt.T, _lam, _us),
            "Eigenvalues and scores are right. svd returns V already transposed: the directions are the rows of Vt as it is.",
        ),
        Misconception(
            _svd_route(lambda U, s, Vt: Vt.T, _lam, lambda U, s, Vt: U * s @ Vt @ Vt),
            "svd returns V already transposed, and you transposed it once more: the directions are the rows of Vt as it is, and the scores U times s.",
        ),
        Misconception(
            lambda X: (lambda U, s, Vt: (Vt, s**2 / len(X), U * s))(
                *np.linalg.svd(X, full_matrices=False)
            ),
            "You decomposed the raw points. Without centring the first direction mostly points at the mean: decompose `centred`.",
        ),
        Misconception(
            _svd_route(_us, _lam, _vt),
            "Right parts, wrong order: directions, eigenvalues, scores.",
        ),
        Misconception(
            _svd_route(_vt, _us, _lam),
            "Right parts, but the last two have changed places: directions, eigenvalues, scores.",
        ),
    ),
    hints=(
        "put C = U S V' into the covariance C'C/n, and into the scores C V; most factors cancel.",
        "C'C/n = V (S²/n) V', so the directions are the rows of Vt and the eigenvalues s²/n. And C V = U S.",
        "return Vt, s**2 / len(X), U * s.",
    ),
    praise="No covariance matrix was formed. Its condition number would have been the square of that of the data.",
)


def _raw_gram(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for n, spectrum, d, k in (
        (8, [6.0, 2.0, 0.5], 3, 2),
        (5, [5.0, 3.0, 1.0], 9, 3),
        (12, [4.0, 1.0, 0.3, 0.1], 4, 1),
    ):
        X = _cloud(rng, n, spectrum, d)
        cases.append((X @ X.T, k))
    return cases


def _gram_route(
    centre: Callable = means.centre,
    eigenvalues: Callable = lambda mu, n: mu / n,
    length: Callable = lambda mu, n: np.sqrt(mu),
    order: slice = slice(None),
):
    def answer(G, k):
        mu, V = _eigen(centre(G))
        mu, V = mu[order][:k], V[:, order][:, :k]
        return eigenvalues(mu, len(G)), V * length(np.maximum(mu, 0), len(G))

    return answer


def _verify_gram(answer, G, k) -> None:
    wanted = gram_route.reference(G, k)
    values, scores = _arrays(answer, wanted)
    _check_values(values, wanted[0])
    scale = np.abs(wanted[1]).max()
    if np.abs(np.abs(scores) - np.abs(wanted[1])).max() > CLOSE * scale:
        j = int(np.abs(np.abs(scores) - np.abs(wanted[1])).max(axis=0).argmax())
        raise Problem(
            f"The eigenvalues are right. The scores are not: those of component {j} have the variance {scores[:, j].var():.4g}, and λ_{j} = {wanted[0][j]:.4g} was expected."
        )
    if np.abs(scores.T @ scores - wanted[1].T @ wanted[1]).max() > CLOSE * scale**2:
        raise Problem(
            "The sizes of the scores are right, but not their signs within a column. Only a whole column may change its sign."
        )


gram_route = SignFree(
    reference=_gram_route(),
    inputs=_raw_gram,
    verify=_verify_gram,
    misconceptions=(
        Misconception(
            _gram_route(centre=lambda G: G),
            "You decomposed the raw inner products. They are measured from the origin; the points may lie far from it. Centre G first, as in chapter 1.",
        ),
        Misconception(
            _gram_route(centre=lambda G: G - G.mean()),
            "Subtracting one number does not centre G: subtract row means and column means, and add the grand mean back.",
        ),
        Misconception(
            _gram_route(centre=lambda G: G - G.mean(axis=0)),
            "Only one side of G is centred, so it is not symmetric any more. Subtract row means as well, and add the grand mean back.",
        ),
        Misconception(
            _gram_route(centre=lambda G: G - G.mean(axis=0) - G.mean(axis=1) + G.mean()),
            "The idea of your centring is right, the axis is not: numpy lines G.mean(axis=1) up with the columns. Keep it a column with keepdims=True.",
        ),
        Misconception(
            _gram_route(eigenvalues=lambda mu, n: mu),
            "The scores are right. The eigenvalues are those of G, sums of squares over the points; a variance is a mean: divide by n.",
        ),
        Misconception(
            _gram_route(eigenvalues=lambda mu, n: mu / (n - 1)),
            "The scores are right. You divided by n − 1; here variances divide by n.",
        ),
        Misconception(
            _gram_route(eigenvalues=lambda mu, n: np.sqrt(mu)),
            "The scores are right. The roots of G's eigenvalues are singular values; the variances are its eigenvalues divided by n.",
        ),
        Misconception(
            _gram_route(length=lambda mu, n: 1.0),
            "The eigenvalues are right. Your scores are bare eigenvectors of length one: stretch each column by the root of its eigenvalue of G.",
        ),
        Misconception(
            _gram_route(length=lambda mu, n: np.sqrt(mu / n)),
            "The eigenvalues are right. The scores are √n too small: stretch each column by the root of G's own eigenvalue, before it is divided by n.",
        ),
        Misconception(
            _gram_route(length=lambda mu, n: mu),
            "The eigenvalues are right. You stretched the columns by the eigenvalues of G; ZZ' = G asks for their roots.",
        ),
        Misconception(
            _gram_route(length=lambda mu, n: mu / n),
            "The eigenvalues are right. You stretched the columns by the variances; it takes the roots of G's own eigenvalues.",
        ),
        Misconception(
            _gram_route(length=lambda mu, n: np.sqrt(n)),
            "The eigenvalues are right. Your scores all have variance one; each column should have its own eigenvalue as variance.",
        ),
        Misconception(
            _gram_route(order=slice(None, None, -1)),
            "Those are the smallest eigenvalues, most of them 0: eigh sorts from small to large. Take the last ones, largest first.",
        ),
        Misconception(
            lambda G, k: tuple(part[..., ::-1] for part in _gram_route()(G, k)),
            "The right components, but from small to large: turn them round.",
        ),
        Misconception(
            lambda G, k: _gram_route()(G, k)[::-1],
            "Right values, wrong order: first the eigenvalues, then the scores.",
        ),
        Misconception(
            lambda G, k: (_gram_route()(G, k)[0], _gram_route()(G, k)[1].T),
            "All right, but the scores stand on their side: a row for each point, shape (n, k).",
        ),
    ),
    hints=(
        "move the origin to the mean first (row means, column means, grand mean). Then find Z with ZZ' equal to the centred G.",
        "If the centred G = V M V', then Z = V √M serves; keep the k largest. The variance of column j of Z is M_jj/n.",
        "G = G - G.mean(axis=0) - G.mean(axis=1, keepdims=True) + G.mean(); mu, V = np.linalg.eigh(G), turned round and cut to k; return mu / n, V * np.sqrt(mu).",
    ),
    praise="You found the scores of points that you never saw. Put a kernel in place of the inner product, and this is kernel PCA.",
)

# --- approximation -------------------------------------------------------------------------------


def _new_points(rng: np.random.Generator) -> list[tuple]:
    return [
        (X, rng.normal(2, 2, (m, X.shape[1])), k)
        for m, (X, k) in zip((9, 8, 10), _points(rng), strict=True)
    ]


def _squeeze(
    fit: Callable = lambda X, Z: X,
    away: Callable = lambda X, Z: X.mean(axis=0),
    back: Callable = lambda X, Z: X.mean(axis=0),
    S: Callable = _covariance,
    pick: Callable = lambda U, k: U[:, :k],
):
    def answer(X, Z, k):
        U = pick(_eigen(S(fit(X, Z)))[1], k)
        return (Z - away(X, Z)) @ U @ U.T + back(X, Z)

    return answer


def _zero(X, Z):
    return 0.0


def _own(X, Z):
    return Z.mean(axis=0)


def _within(X, Z, k):
    return (Z - X.mean(axis=0)) @ _pca(X, k)[1].T


squeeze = Check(
    reference=_squeeze(),
    inputs=_new_points,
    misconceptions=(
        Misconception(
            _squeeze(back=_zero),
            "The projection is right, but the points lie around the origin now: add the mean back.",
        ),
        Misconception(
            _squeeze(away=_zero, back=_zero),
            "You projected the raw points on a plane through the origin. The best plane passes through the mean: subtract it before, add it back afterwards.",
        ),
        Misconception(
            _squeeze(away=_zero),
            "You added the mean but never subtracted it. Measure the new points from the mean before you project them.",
        ),
        Misconception(
            _squeeze(away=_own, back=_own),
            "You measured the new points from their own mean. The plane was fitted to X and passes through the mean of X; a single new point would be its own mean.",
        ),
        Misconception(
            _squeeze(away=_own),
            "You subtracted the mean of the new points and added that of X. Both must be the mean of X, through which the plane passes.",
        ),
        Misconception(
            _squeeze(fit=lambda X, Z: Z, away=_own, back=_own),
            "You fitted the plane to the new points. It belongs to X; Z is only projected.",
        ),
        Misconception(
            _squeeze(
                fit=lambda X, Z: np.vstack([X, Z]),
                away=lambda X, Z: _own(X, np.vstack([X, Z])),
                back=lambda X, Z: _own(X, np.vstack([X, Z])),
            ),
            "You fitted the plane to old and new points together. It belongs to X alone: new points must not move it.",
        ),
        Misconception(
            _squeeze(S=lambda X: X.T @ X),
            "The directions come from raw points: centre X before you decompose.",
        ),
        Misconception(
            _squeeze(S=lambda X: X.T @ X, away=_zero, back=_zero),
            "Nothing was centred: neither for the directions nor for the projection. The best plane passes through the mean of X.",
        ),
        Misconception(
            _squeeze(pick=lambda U, k: U[:, ::-1][:, :k]),
            "You kept the directions of least variance: eigh sorts from small to large.",
        ),
        Misconception(
            _squeeze(pick=lambda U, k: U[:, k:]),
            "You kept what should go: project on the first k directions, not on the others.",
        ),
        Misconception(
            _within,
            "Those are the scores, k numbers for each point. The places in the plane have d coordinates: multiply by the directions, add the mean.",
        ),
        Misconception(
            lambda X, Z, k: Z - _squeeze()(X, Z, k),
            "That is what is left over: the way from the plane to each point. The places in the plane were asked for.",
        ),
        Misconception(
            lambda X, Z, k: _squeeze()(X, X, k),
            "You squeezed the training points; Z was to be squeezed on the plane of X.",
        ),
    ),
    hints=(
        "the plane passes through the mean of X. Which point of it is nearest to z? Take steps from the mean.",
        "Scores first: (Z - mean) @ directions.T. Then back into d dimensions: scores @ directions + mean.",
        "mean, W = the first two parts of library.pca(X, k); return mean + (Z - mean) @ W.T @ W.",
    ),
    praise="Subtract the mean, project, add the mean: the same mean all along, that of the training points.",
)


def _clouds(rng: np.random.Generator) -> list[tuple]:
    return [(X,) for X, _ in _points(rng)]


def _errors(X):
    return np.append(_eigen(_covariance(X))[0][::-1].cumsum()[::-1], 0.0)


def _kept(X):
    """Eigenvalues as the library returns them: those above round-off."""
    return library.pca(X).eigenvalues


errors = Check(
    reference=_errors,
    inputs=_clouds,
    tolerance=1e-8,
    misconceptions=(
        Misconception(
            lambda X: np.append(0.0, _eigen(_covariance(X))[0].cumsum()),
            "That is the variance that is kept. The error is what is lost: the eigenvalues from k on.",
        ),
        Misconception(
            lambda X: 1 - np.append(0.0, _eigen(_covariance(X))[0].cumsum()) / _errors(X)[0],
            "Those are relative errors, 1 minus the explained fraction. Leave out the division by the total variance.",
        ),
        Misconception(
            lambda X: np.append(_kept(X)[::-1].cumsum()[::-1], 0.0),
            "With few points some eigenvalues are 0, and the library's pca leaves them out. They cost nothing, but k still runs to d: the last errors are all 0.",
        ),
        Misconception(
            lambda X: _errors(X)[1:],
            "You began with k = 1. Entry 0 belongs to k = 0: all points replaced by the mean.",
        ),
        Misconception(
            lambda X: np.append(_svd_route(_vt, _lam, _us)(X)[1][::-1].cumsum()[::-1], 0.0),
            "With fewer points than dimensions the svd returns n singular values only, so entries are missing. Up to k = d there are d + 1 errors, the last ones 0.",
        ),
        Misconception(
            lambda X: _errors(X)[:-1],
            "You stopped at k = d − 1. Entry d belongs to k = d, where nothing is lost.",
        ),
        Misconception(
            lambda X: np.append(_eigen(_covariance(X))[0], 0.0),
            "Those are the single eigenvalues. With k components all eigenvalues from number k on are lost: add them up.",
        ),
        Misconception(
            lambda X: np.append(0.0, _eigen(_covariance(X))[0][::-1].cumsum()),
            "The right sums, but turned round: entry 0 (no component) has the largest error, entry d none.",
        ),
        Misconception(
            lambda X: _errors(X) * len(X),
            "That is the sum over the points; their mean was asked for.",
        ),
        Misconception(
            lambda X: _errors(X) / X.shape[1],
            "You averaged over the coordinates too (np.mean of the whole table does that). The squared distance of a point is a sum over its coordinates; average over the points only.",
        ),
        Misconception(
            lambda X: np.sqrt(_errors(X)),
            "You took the root; the mean of the squared distances was asked for.",
        ),
        Misconception(
            lambda X: _errors(X) * len(X) / (len(X) - 1),
            "You divided by n − 1; the mean over n points was asked for.",
        ),
        Misconception(
            lambda X: np.append(np.linalg.eigvalsh(X.T @ X / len(X)).cumsum()[::-1], 0.0),
            "Those are the errors of planes through the origin. Planes through the mean lie nearer to the points: centre first.",
        ),
    ),
    hints=(
        "what a point loses lies along the directions that are left out, and the mean square along direction i is λᵢ.",
        "The error with k components is the sum of the eigenvalues after the first k: for k = 0 all of them, for k = d none.",
        "values from np.linalg.eigvalsh (small to large): running sums, turned round, and a 0 at the end.",
    ),
    praise="The eigenvalues tell the price of every k before you choose one. Divided by entry 0 it is 1 minus the explained fraction.",
)


def _tables(rng: np.random.Generator) -> list[tuple]:
    return [(rng.normal(1, 1, shape), k) for shape, k in (((5, 4), 2), ((3, 6), 1), ((7, 5), 3))]


def _rank(change: Callable):
    return lambda A, k: change(*np.linalg.svd(A, full_matrices=False), k)


def _best(A, k):
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return U[:, :k] * s[:k] @ Vt[:k]


best_rank_k = Check(
    reference=_best,
    inputs=_tables,
    misconceptions=(
        Misconception(
            lambda A, k: _best(_centred(A), k),
            "You centred first. That is PCA; here A is any matrix, and it is the entries of A itself that must be met.",
        ),
        Misconception(
            lambda A, k: _best(_centred(A), k) + A.mean(axis=0),
            "You centred, cut, and added the mean back. That is how PCA draws a plane, but the mean row raises the rank to k + 1: cut A as it is.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, :k] @ Vt[:k]),
            "The singular values are missing: each term is s u v'.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, -k:] * s[-k:] @ Vt[-k:]),
            "You kept the smallest singular values. svd sorts from large to small, unlike eigh: the first k are the ones.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, k:] * s[k:] @ Vt[k:]),
            "That is what is lost, A minus its best approximation. Keep the first k terms instead.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: s[k - 1] * np.outer(U[:, k - 1], Vt[k - 1])),
            "That is the k-th term alone. Add up all terms from the first to the k-th.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, : k + 1] * s[: k + 1] @ Vt[: k + 1]),
            "One term too many: the slice :k+1 keeps k + 1 of them, so the rank is k + 1.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, :k] * s[:k] ** 2 @ Vt[:k]),
            "You squared the singular values. Squares belong to A'A; in A each comes once.",
        ),
        Misconception(
            _rank(lambda U, s, Vt, k: U[:, :k] * s[:k]),
            "Those are k coordinates for each row of A. Multiply by Vt[:k] to come back to a matrix like A.",
        ),
        Misconception(
            lambda A, k: np.where(np.arange(A.shape[1]) < k, A, 0.0),
            "You kept the first k columns of A. The rank is right, but the best k directions need not be coordinate axes.",
        ),
        Misconception(
            lambda A, k: A @ _eigen(_covariance(A))[1][:, :k] @ _eigen(_covariance(A))[1][:, :k].T,
            "The directions come from the centred matrix. Take those of A itself: its own svd.",
        ),
        Misconception(
            lambda A, k: A.copy(),
            "That is A itself, which has no error, but its rank is more than k.",
        ),
    ),
    hints=(
        "write A as a sum of rank-one matrices s u v', from np.linalg.svd, and decide which terms to keep. Do not centre.",
        "np.linalg.svd(A, full_matrices=False) gives U, s, Vt with s from large to small; term i is s[i] times np.outer(U[:, i], Vt[i]).",
        "(U[:, :k] * s[:k]) @ Vt[:k].",
    ),
    praise="No matrix of rank k comes nearer. The squared error is the sum of the squared singular values that you dropped.",
)

# --- power iteration -----------------------------------------------------------------------------


def _covariances(rng: np.random.Generator) -> list[tuple]:
    """Two traps for fixed starts and a plain one; then ties, within the first k and across."""
    return [
        (_rotated(rng, [8.0, 4.0, 2.0, 1.0, 0.3]), 3, np.random.default_rng(1)),
        (np.array([[2.0, -1.0], [-1.0, 2.0]]), 1, np.random.default_rng(2)),
        (
            np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 5.0]]),
            1,
            np.random.default_rng(3),
        ),
        (_rotated(rng, [6.0, 3.0, 3.0, 1.0]), 3, np.random.default_rng(4)),
        (_rotated(rng, [3.0, 3.0, 3.0, 1.0, 0.0]), 2, np.random.default_rng(5)),
    ]


def _power(
    start: Callable = lambda S, rng: rng.standard_normal(len(S)),
    deflate: Callable = lambda S, value, w: S - value * np.outer(w, w),
    value: Callable = lambda S, w: w @ S @ w,
    steps: int = 300,
):
    def answer(S, k, rng):
        values, W = np.zeros(k), np.zeros((k, len(S)))
        for j in range(k):
            w = start(S, rng)
            for _ in range(steps):
                w = S @ w
                w = w / np.linalg.norm(w)
            values[j], W[j] = value(S, w), w
            S = deflate(S, w @ S @ w, w)
        return values, W

    return answer


def _finite(part) -> bool:
    part = np.asarray(part)
    return part.dtype.kind != "f" or bool(np.isfinite(part).all())


def _verify_power(answer, S, k, rng) -> None:
    wanted = _eigen(S)[0][:k]
    if isinstance(answer, (tuple, list)) and not all(_finite(part) for part in answer):
        raise Problem(
            "Your numbers ran away to infinity or NaN. Multiplied by S again and again a vector grows without end: give it length one after every step."
        )
    values, W = _arrays(answer, (wanted, np.zeros((k, len(S)))))
    lengths = np.linalg.norm(W, axis=1)
    caught, largest = np.einsum("ia,ab,ib->i", W, S, W), wanted[0]
    rest = np.linalg.norm(W @ S - caught[:, None] * W, axis=1) / largest
    if np.abs(lengths - 1).max() < 1e-4 < rest.max():
        raise Problem(
            f"Row {rest.argmax()} is not yet an eigenvector: S w and w differ in direction. Did the iteration run long enough (some hundred steps), and on the deflated matrix?"
        )
    _check_orthonormal(W, 1e-4)
    if np.abs(caught - wanted).max() > 1e-4 * largest:
        j = int((np.abs(caught - wanted) > 1e-4 * largest).argmax())
        advice = (
            "Was the start drawn at random? One that is orthogonal to a direction never finds it."
        )
        if np.allclose(np.sort(caught), np.sort(wanted)):
            advice = "The right directions, in the wrong order: the largest comes first."
        raise Problem(
            f"Row {j} is an eigenvector, but with the eigenvalue {caught[j]:.4g} where {wanted[j]:.4g} was expected. {advice}"
        )
    try:
        match(values, wanted, 1e-5)
    except Problem as problem:
        raise Problem(f"The directions are right, the eigenvalues are not. {problem}") from None


power_pca = SignFree(
    reference=_power(),
    inputs=_covariances,
    plain=3,
    tolerance=1e-7,
    verify=_verify_power,
    misconceptions=(
        Misconception(
            _power(deflate=lambda S, value, w: S),
            "Without deflation the top direction wins every time. After each one take it out of S: S − λ w w'.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - np.outer(w, w)),
            "You took out w w' without its eigenvalue, so λ − 1 is left over along w. Subtract λ w w'.",
        ),
        Misconception(
            _power(deflate=lambda S, value, w: S - value),
            "You subtracted the number λ from every entry. Take out a matrix, λ w w' (np.outer), so that only the direction w is touched.",
        ),
        Misconception(
            _power(start=lambda S, rng: np.ones(len(S))),
            "You start from all ones. If the top direction is orthogonal to that, as for [[2, −1], [−1, 2]], it is never found: draw the start at random.",
        ),
        Misconception(
            _power(start=lambda S, rng: np.eye(len(S))[0]),
            "You start from the first axis, or from a row of S. If the top direction is orthogonal to that, it is never found: draw the start at random.",
        ),
        Misconception(
            _power(value=lambda S, w: (S @ w)[0] / w[0] if abs(w[0]) > 1e-9 else 0.0),
            "The directions are right. Dividing one entry of S w by that of w fails where the entry is 0; w' S w uses all of them and never divides by 0.",
        ),
        Misconception(
            _power(value=lambda S, w: np.linalg.norm(S @ w) ** 2),
            "The directions are right. ‖S w‖² is λ²; the eigenvalue is w' S w, or ‖S w‖ without the square.",
        ),
        Misconception(
            _power(value=lambda S, w: w @ w),
            "The directions are right. w'w is 1, the squared length; the eigenvalue is w' S w.",
        ),
        Misconception(
            lambda S, k, rng: (_power()(S, k, rng)[0], _power()(S, k, rng)[1].T),
            "All right, but the directions stand in columns. Return them as rows, shape (k, d).",
        ),
        Misconception(
            lambda S, k, rng: _power()(S, k, rng)[::-1],
            "Right values, wrong order: first the eigenvalues, then the directions.",
        ),
    ),
    hints=(
        "multiply a random vector by S again and again, and give it length one after each step; when it has settled, take its direction out of S and start anew.",
        "The eigenvalue of a unit vector w is w @ S @ w; deflated, S becomes S − λ np.outer(w, w). Some hundred steps for each direction.",
        "For each j: w = rng.standard_normal(len(S)); 300 times w = S @ w, w = w/np.linalg.norm(w); values[j] = w @ S @ w; directions[j] = w; S = S - values[j] * np.outer(w, w).",
    ),
    praise="Multiplication and patience, nothing else. Where eigenvalues tie, chance picked your basis, and that is as good as any.",
)

# --- find the slip: unique up to what? -----------------------------------------------------------


def _spectra(rng: np.random.Generator) -> list[tuple]:
    return [
        (_rotated(rng, [5.0, 4.0, 1.0]), 2),
        (_rotated(rng, [9.0, 6.0, 4.0, 2.0, 1.0]), 3),
        (np.diag([7.0, 1.0, 3.0, 2.0]), 2),
    ]


def _top(S, k):
    return _eigen(S)[1][:, :k].T


def _turn(k: int, angle: float = np.pi / 4) -> np.ndarray:
    """A rotation of the first two of k axes."""
    R, c, s = np.eye(k), np.cos(angle), np.sin(angle)
    R[:2, :2] = [[c, -s], [s, c]]
    return R


def _verify_optimum(answer, S, k) -> None:
    match(answer, np.zeros((k, len(S))), ANY)
    W = np.asarray(answer, dtype=float)
    _check_orthonormal(W)
    caught, best = np.trace(W @ S @ W.T), _eigen(S)[0][:k].sum()
    if caught < best - CLOSE * best:
        raise Problem(
            f"Your rows are orthonormal, but they catch the variance {caught:.5g} together; the eigenvectors catch {best:.5g}."
        )
    first, second = (w @ S @ w for w in W[:2])
    if abs(first - second) > CLOSE * best:
        raise Problem(
            f"Optimal, but the first two directions have the variances {first:.5g} and {second:.5g}. Mix them so that both have the same."
        )


another_optimum = SignFree(
    reference=lambda S, k: _turn(k) @ _top(S, k),
    inputs=_spectra,
    verify=_verify_optimum,
    misconceptions=(
        Misconception(
            _top,
            "Those are the eigenvectors themselves, or minus them: their variances differ. Mix the first two.",
        ),
        Misconception(
            lambda S, k: _top(S, k)[::-1],
            "Those are the same eigenvectors in another order: their variances differ. Mix the first two.",
        ),
        Misconception(
            lambda S, k: _turn(k, np.pi / 6) @ _top(S, k),
            "Optimal, and no eigenvectors, but the first two variances differ. Mix u₁ and u₂ in equal parts.",
        ),
        Misconception(
            lambda S, k: _top(S, k + 1)[1:],
            "Without the first eigenvector you catch less. Stay in the span of the first k, but choose other directions in it.",
        ),
        Misconception(
            lambda S, k: _eigen(S)[1][:, -k:].T,
            "Those are the eigenvectors of the smallest eigenvalues (eigh sorts from small to large): they catch the least of all.",
        ),
        Misconception(
            lambda S, k: np.eye(len(S))[:k],
            "The coordinate axes are orthonormal, but they do not span the best subspace. Mix the first k eigenvectors among each other.",
        ),
        Misconception(
            lambda S, k: _top(S, k) @ _turn(len(S)),
            "You turned the whole space, and the subspace with it. Mix the eigenvectors among each other: multiply the matrix of rows from the left by a k × k rotation.",
        ),
        Misconception(
            lambda S, k: np.cumsum(_top(S, k), axis=0) / np.sqrt(np.arange(1, k + 1))[:, None],
            "Sums of eigenvectors stay in the right subspace and have length one, but u₁ and u₁ + u₂ are not orthogonal. Take u₁ + u₂ and u₁ − u₂, for example.",
        ),
        Misconception(
            lambda S, k: np.vstack(
                [_top(S, k)[0] + _top(S, k)[1], _top(S, k)[0] - _top(S, k)[1], _top(S, k)[2:]]
            ),
            "The right mixture, but u₁ ± u₂ have length √2. Divide by it.",
        ),
    ),
    hints=(
        "the objective is the variance within the span of the rows. What can you do to the rows without leaving their span?",
        "Two orthonormal vectors u₁, u₂ can be turned in their plane: cos t u₁ + sin t u₂ and -sin t u₁ + cos t u₂ are orthonormal too. Their variances are weighted means of λ₁ and λ₂.",
        "Replace the first two eigenvectors by (u₁ + u₂)/√2 and (u₁ − u₂)/√2, and leave the others alone.",
    ),
    praise="Only the subspace is unique, not its basis. It is the freedom of the rotation R in probabilistic PCA.",
)

# --- probabilistic PCA ---------------------------------------------------------------------------


def _ppca_with(
    noise: Callable = lambda values, k, n: values[k:].mean(),
    stretch: Callable = lambda kept, sigma2: np.sqrt(np.maximum(kept - sigma2, 0)),
    S: Callable = _covariance,
):
    def answer(X, k):
        values, U = _eigen(S(X))
        sigma2 = noise(values, k, len(X))
        return X.mean(axis=0), U[:, :k] * stretch(values[:k], sigma2), sigma2

    return answer


def _ppca(X, k):
    return _ppca_with()(X, k)


def _upside_down(X, k):
    """The eigenvalues as eigh returns them: the smallest are kept."""
    values, U = np.linalg.eigh(_covariance(X))
    sigma2 = values[k:].mean()
    return X.mean(axis=0), U[:, :k] * np.sqrt(values[:k] - sigma2), sigma2


def _verify_ppca(answer, X, k) -> None:
    wanted = _ppca(X, k)
    mean, W, sigma2 = _arrays(answer, wanted)
    for part, name, right in ((mean, "mean", wanted[0]), (sigma2, "σ²", wanted[2])):
        try:
            match(part, right, CLOSE)
        except Problem as problem:
            raise Problem(f"The {name} is off. {problem}") from None
    wrong, right = W @ W.T, wanted[1] @ wanted[1].T
    if np.abs(wrong - right).max() > CLOSE * np.abs(right).max():
        raise Problem(
            f"Mean and σ² are right, W is not: the variances of the model, the diagonal of WW' + σ²I, sum to {np.trace(wrong) + len(W) * wanted[2]:.5g}, and those of the data to {np.trace(_covariance(X)):.5g}."
            if abs(np.trace(wrong - right)) > CLOSE * np.trace(right)
            else "Mean and σ² are right, and W has the right size, but WW' is not what it should be: look at the directions."
        )


ppca = SignFree(
    reference=_ppca,
    inputs=lambda rng: [
        (_cloud(rng, 14, [6.0, 3.0, 1.0, 0.5, 0.2], 5), 2),
        (_cloud(rng, 10, [5.0, 1.0, 0.6, 0.3], 4), 1),
        (_cloud(rng, 5, [8.0, 4.0, 2.0], 8), 2),
    ],
    verify=_verify_ppca,
    misconceptions=(
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[k:].sum()),
            "σ² is the variance in each of the d − k discarded directions: the mean of the discarded eigenvalues, not their sum.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[k:].sum() / len(values)),
            "You divided the discarded variance by d. It sits in d − k directions only: divide by d − k.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[k]),
            "You took the largest discarded eigenvalue for σ². The noise is the same in all discarded directions, so it is the mean of all d − k.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[-1]),
            "You took the smallest eigenvalue for σ². It is the mean of all d − k discarded ones.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[:k].mean()),
            "You averaged the eigenvalues that are kept. The noise is what is left: average the d − k others.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[k : min(n, len(values))].mean()),
            "With fewer points than dimensions the svd returns n singular values, but there are d eigenvalues: the missing ones are 0 and count. Divide by d − k.",
        ),
        Misconception(
            _ppca_with(noise=lambda values, k, n: values[k:][values[k:] > 1e-9].mean()),
            "You left the eigenvalues that are 0 out of the mean. Those directions belong to the noise as well: divide by d − k.",
        ),
        Misconception(
            _ppca_with(stretch=lambda kept, sigma2: np.sqrt(kept)),
            "σ² is right. W is too long: the noise adds σ² in every direction, also along W, so the signal needs only λ − σ² there.",
        ),
        Misconception(
            _ppca_with(stretch=lambda kept, sigma2: kept - sigma2),
            "σ² is right. In W the root is missing: WW' holds variances, so W holds their roots.",
        ),
        Misconception(
            _ppca_with(stretch=lambda kept, sigma2: 1.0),
            "σ² is right. W holds unit directions only: stretch column i by √(λᵢ − σ²).",
        ),
        Misconception(
            _ppca_with(stretch=lambda kept, sigma2: np.sqrt(kept) - np.sqrt(sigma2)),
            "σ² is right. Variances are subtracted before the root is taken: √(λ − σ²), not √λ − σ.",
        ),
        Misconception(
            _ppca_with(stretch=lambda kept, sigma2: np.sqrt(kept + sigma2)),
            "σ² is right. The sign in W is not: the signal is what λ has beyond the noise, λ − σ².",
        ),
        Misconception(
            _upside_down,
            "eigh sorts from small to large, so you kept the smallest eigenvalues, and λ − σ² became negative under the root. Turn eigenvalues and eigenvectors round.",
        ),
        Misconception(
            _ppca_with(S=lambda X: np.cov(X, rowvar=False)),
            "All variances are n/(n − 1) times too large: np.cov and scikit-learn divide by n − 1. Maximum likelihood divides by n.",
        ),
        Misconception(
            _ppca_with(
                noise=lambda values, k, n: values[k : min(n, len(values))].mean(),
                S=lambda X: np.cov(X, rowvar=False),
            ),
            "That is scikit-learn's answer: it divides by n − 1, and averages over min(n, d) − k eigenvalues. Maximum likelihood divides by n and by d − k.",
        ),
        Misconception(
            _ppca_with(S=lambda X: X.T @ X / len(X)),
            "The covariance was not centred: subtract the mean first.",
        ),
        Misconception(
            lambda X, k: (_ppca(X, k)[0], _ppca(X, k)[1], np.sqrt(_ppca(X, k)[2])),
            "You returned σ; the variance σ² was asked for.",
        ),
        Misconception(
            lambda X, k: (_ppca(X, k)[0], _ppca(X, k)[1].T, _ppca(X, k)[2]),
            "All right, but W stands on its side: x = W z + mean needs shape (d, k).",
        ),
        Misconception(
            lambda X, k: (_ppca(X, k)[0], _ppca(X, k)[2], _ppca(X, k)[1]),
            "Right values, wrong order: mean, W, σ².",
        ),
        Misconception(
            lambda X, k: (_ppca(X, k)[1], _ppca(X, k)[2], _ppca(X, k)[0]),
            "Right values, wrong order: the mean comes first, then W, then σ².",
        ),
    ),
    hints=(
        "decompose the covariance. The d − k smallest eigenvalues must share one σ²; what the k largest have beyond it is signal.",
        "σ² is the mean of the d − k discarded eigenvalues (those that are 0 count too). Column i of W is uᵢ, stretched so that its variance and σ² add up to λᵢ.",
        "sigma2 = values[k:].mean(); W = U[:, :k] * np.sqrt(values[:k] - sigma2), eigenvalues from large to small.",
    ),
    praise="Along each kept direction the model has variance λ, along the others their mean. Any W R with a rotation R would have done.",
)


def _models(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.normal(1, 1, (n, d)), rng.normal(1, 1, d), rng.normal(size=(d, k)), sigma2)
        for n, d, k, sigma2 in ((5, 3, 1, 0.5), (1, 2, 1, 2.0), (7, 4, 2, 0.3))
    ]


def _sigma(X, mean, W, sigma2):
    return W @ W.T + sigma2 * np.eye(len(W))


def _likelihood(
    S: Callable = _sigma,
    centred: Callable = lambda X, mean: X - mean,
    size: float = 1.0,
    misfit: float = 1.0,
    constant: float = 1.0,
):
    def answer(X, mean, W, sigma2):
        Sigma, C = S(X, mean, W, sigma2), centred(X, mean)
        distances = (C * np.linalg.solve(Sigma, C.T).T).sum()
        n, d = X.shape
        log_det = np.linalg.slogdet(Sigma)[1]
        parts = n * constant * d * np.log(2 * np.pi), n * size * log_det, misfit * distances
        return -sum(parts) / 2

    return answer


log_likelihood = Check(
    reference=_likelihood(),
    inputs=_models,
    misconceptions=(
        Misconception(
            _likelihood(S=lambda X, mean, W, sigma2: W @ W.T + np.sqrt(sigma2) * np.eye(len(W))),
            "sigma2 is the variance already: the covariance is WW' + σ²I, without a root.",
        ),
        Misconception(
            _likelihood(S=lambda X, mean, W, sigma2: W @ W.T + sigma2**2 * np.eye(len(W))),
            "sigma2 is squared already: the covariance is WW' + σ²I.",
        ),
        Misconception(
            _likelihood(S=lambda X, mean, W, sigma2: W @ W.T + sigma2),
            "W @ W.T + sigma2 adds σ² to every entry. The noise is independent in each coordinate: add sigma2 * np.eye(d).",
        ),
        Misconception(
            _likelihood(S=lambda X, mean, W, sigma2: sigma2 * np.eye(len(W))),
            "You left the signal out of the covariance: it is WW' + σ²I.",
        ),
        Misconception(
            _likelihood(centred=lambda X, mean: X),
            "The mean was never subtracted: distances are measured from the model's mean.",
        ),
        Misconception(
            _likelihood(centred=lambda X, mean: X - X.mean(axis=0)),
            "You subtracted the mean of the data. The model has its own mean, given as an argument, and it may be another one.",
        ),
        Misconception(
            _likelihood(constant=0.0),
            "The constant n d ln(2π)/2 is missing. It does not move the maximum, but without it the value is no density.",
        ),
        Misconception(
            _likelihood(constant=1.0, size=0.0),
            "The term with ln|Σ| is missing. Without it a huge covariance would fit everything.",
        ),
        Misconception(
            _likelihood(size=-1.0),
            "The sign of ln|Σ| is wrong: a wide Gaussian is a low one, so a large determinant lowers the likelihood.",
        ),
        Misconception(
            _likelihood(misfit=0.0),
            "The term with the points is missing: a Gaussian falls off with the squared distance x'Σ⁻¹x.",
        ),
        Misconception(
            _likelihood(constant=2.0, size=2.0, misfit=2.0),
            "The factor ½ is missing.",
        ),
        Misconception(
            lambda X, *model: -_likelihood()(X, *model),
            "The sign is wrong: that is the negative log-likelihood, which one minimises. The log-likelihood itself was asked for.",
        ),
        Misconception(
            lambda X, *model: _likelihood()(X, *model) / len(X),
            "That is the average over the points; the log-likelihood of all of them is the sum.",
        ),
        Misconception(
            lambda X, *model: np.exp(_likelihood()(X, *model)),
            "That is the likelihood; its logarithm was asked for. With more points the likelihood itself would underflow.",
        ),
        Misconception(
            lambda X, mean, W, sigma2: (
                _each(X, mean, W, sigma2) if len(X) > 1 else _likelihood()(X, mean, W, sigma2)
            ),
            "Those are the log-densities of the single points. They are independent, so add them up.",
        ),
        Misconception(
            lambda X, *model: (
                _likelihood(size=0.0)(X, *model) - np.linalg.slogdet(_sigma(X, *model))[1] / 2
            ),
            "ln|Σ| is counted once, but every point has it: multiply it by n.",
        ),
        Misconception(
            lambda X, *model: (
                _likelihood(constant=0.0)(X, *model) - X.shape[1] * np.log(2 * np.pi) / 2
            ),
            "d ln(2π) is counted once, but every point has it: multiply it by n.",
        ),
        Misconception(
            lambda X, *model: _likelihood(constant=0.0)(X, *model) - len(X) * np.log(2 * np.pi) / 2,
            "In d dimensions the constant comes d times: d ln(2π), not ln(2π).",
        ),
    ),
    hints=(
        "a point of the model is Gaussian with mean `mean` and covariance WW' + σ²I. Take the logarithm of its density, and add up over the points.",
        "ln N(x) = −½ (d ln 2π + ln|Σ| + (x − μ)'Σ⁻¹(x − μ)); np.linalg.slogdet gives ln|Σ|, np.linalg.solve spares the inverse.",
        "C = X - mean; −½ (n d ln 2π + n ln|Σ| + sum of C * np.linalg.solve(Σ, C.T).T), with Σ = W @ W.T + sigma2 * np.eye(d).",
    ),
    praise="A number by which models with different k can be compared on fresh data: PCA alone has no such number.",
)


def _each(X, mean, W, sigma2):
    return np.atleast_1d(multivariate_normal.logpdf(X, mean, _sigma(X, mean, W, sigma2)))


def _noise(eigenvalues, k):
    return eigenvalues[k:].mean()


shrinkage = Check(
    reference=lambda e, k: (e[:k] - _noise(e, k)) / e[:k],
    inputs=lambda rng: [
        (np.array([5.0, 3.0, 1.0, 0.5, 0.3]), 2),
        (np.array([2.0, 1.5, 1.2, 1.1]), 1),
        (np.array([9.0, 4.0, 2.5, 1.0, 0.5]), 3),
    ],
    misconceptions=(
        Misconception(
            lambda e, k: np.ones(k),
            "1 would be a plain projection, as PCA does it. The model knows that part of each score is noise: M = W'W + σ²I is larger than W'W.",
        ),
        Misconception(
            lambda e, k: _noise(e, k) / e[:k],
            "That is the share of the noise in the variance λ. What the reconstruction keeps is the rest of it.",
        ),
        Misconception(
            lambda e, k: e[:k] / (e[:k] + _noise(e, k)),
            "λ/(λ + σ²) would hold if W'W were Λ. It is Λ − σ²I: the noise is inside λ already.",
        ),
        Misconception(
            lambda e, k: np.sqrt((e[:k] - _noise(e, k)) / e[:k]),
            "The root of it. W comes twice in W M⁻¹ W', each time with √(λ − σ²), so the root disappears.",
        ),
        Misconception(
            lambda e, k: np.sqrt(e[:k] - _noise(e, k)) / e[:k],
            "That is the factor of M⁻¹W', which gives the latent z. One more W leads back to the points: multiply by √(λ − σ²) again.",
        ),
        Misconception(
            lambda e, k: e[:k] - _noise(e, k),
            "That is W'W, the signal's variance. Divide by M, which is λ.",
        ),
        Misconception(
            lambda e, k: (e[:k] - _noise(e, k)) / (e[:k] + _noise(e, k)),
            "The noise is in M only once: W'W + σ²I = (λ − σ²) + σ². What is that?",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k:].sum()) / e[:k],
            "σ² is the mean of the discarded eigenvalues, not their sum.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k]) / e[:k],
            "You took the first discarded eigenvalue for σ². It is the mean of all discarded ones.",
        ),
        Misconception(
            lambda e, k: (e[:k] - e[k:].sum() / len(e)) / e[:k],
            "You divided the discarded variance by d. σ² is the mean of the d − k discarded eigenvalues.",
        ),
        Misconception(
            lambda e, k: e[:k] / (e[:k] - _noise(e, k)),
            "Upside down: that is larger than 1, but the reconstruction moves points towards the mean.",
        ),
        Misconception(
            lambda e, k: e[:k] / e.sum(),
            "That is the share of the variance. Asked for is by how much the reconstruction shortens each score.",
        ),
        Misconception(
            lambda e, k: np.diag((e[:k] - _noise(e, k)) / e[:k]),
            "The right numbers, but as a diagonal matrix; return the k numbers themselves.",
        ),
    ),
    hints=(
        "put W = U (Λ − σ²I)^½ into M = W'W + σ²I; it becomes something very simple. Then into W M⁻¹ W'.",
        "M = Λ. So W M⁻¹ W' = U (Λ − σ²I)^½ Λ⁻¹ (Λ − σ²I)^½ U'; all three in the middle are diagonal.",
        "(λᵢ − σ²)/λᵢ for the first k, with σ² the mean of the other eigenvalues.",
    ),
    praise="Strong components are hardly touched, weak ones pulled towards the mean: the same medicine as a ridge.",
)

# --- a classifier that may say no ----------------------------------------------------------------


def _slide_rate(p, n, alpha):
    return chi2.sf(chi2.isf(alpha, p - 1) / (1 + 1 / n), p)


def _verify_rate(answer, p, n, alpha, rng) -> None:
    got = as_numbers(answer, np.zeros(()))
    if got.shape != () or not np.isfinite(got):
        raise Problem(f"Expected a rate between 0 and 1; your function returned {kind(answer)}.")
    if not 0 <= got <= 1:
        raise Problem(f"A rate lies between 0 and 1; got {got:.4g}.")
    exact = _slide_rate(p, n, alpha)
    if abs(got - exact) > 0.08 * exact:
        near = bool(abs(got - exact) < 0.5 * exact)
        chance = " If you simulate: 20 000 trials or more, each with a mean of its own." * near
        raise Problem(
            f"For p = {p}, n = {n} and α = {alpha:g} your function gives {got:.4f}; {exact:.4f} was expected, give or take 8 % of it.{chance}"
        )


slide_rate = Check(
    reference=lambda p, n, alpha, rng: _slide_rate(p, n, alpha),
    inputs=lambda rng: [
        (4, 6, 0.1, np.random.default_rng(1)),
        (3, 12, 0.1, np.random.default_rng(2)),
        (6, 4, 0.2, np.random.default_rng(3)),
    ],
    verify=_verify_rate,
    tolerance=0.05,
    misconceptions=(
        Misconception(
            lambda p, n, alpha, rng: alpha,
            "α is what the slides promise. How often does it really happen? Draw n points, their mean, and a new point; measure, compare, count.",
        ),
        Misconception(
            lambda p, n, alpha, rng: 1 - alpha,
            "1 − α is the share that the slides promise to let in. How many does the rule really turn away? Draw n points, their mean, and a new point; measure, compare, count.",
        ),
        Misconception(
            lambda p, n, alpha, rng: 1 - _slide_rate(p, n, alpha),
            "You counted the points that are let in; count those that are turned away.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(alpha, p - 1) / (1 - 1 / n), p),
            "You measured one of the points that made the mean. They pull the mean towards themselves, a new point does not: draw it separately.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(alpha, p - 1), p),
            "You measured from the true mean. The slides' rule measures from the mean of n points, which has an error of its own.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(alpha, p) / (1 + 1 / n), p),
            "Your cut-off has p degrees of freedom. That is nearer to the truth, but the slides take p − 1, and their rule is on trial.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(1 - alpha, p - 1) / (1 + 1 / n), p),
            "Your cut-off is at the wrong end: chi2.ppf(alpha, …) has α below it. The rule rejects the α farthest: chi2.ppf(1 - alpha, …).",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(alpha, p - 1) / (1 + 1 / np.sqrt(n)), p),
            "The mean of n points has the variance 1/n; 1/√n is its standard deviation. Variances add: 1 + 1/n.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(np.sqrt(chi2.isf(alpha, p - 1) / (1 + 1 / n)), p),
            "Squares are mixed up: the squared distance is compared with the χ² cut-off itself.",
        ),
        Misconception(
            lambda p, n, alpha, rng: chi2.sf(chi2.isf(alpha, p - 1) / (1 + 1 / n) ** 2, p),
            "1 + 1/n is a factor of the variance, and the squared distance has the same factor: do not square it once more.",
        ),
    ),
    hints=(
        "draw it: n points and one more from N(0, I) in p dimensions, the squared distance of the one more to the mean of the n, many times. How often is it beyond chi2.ppf(1 - alpha, p - 1)?",
        "rng.normal(size=(trials, n, p)).mean(axis=1) are the means. Or think: the new point minus the mean has the covariance (1 + 1/n) I.",
        "chi2.sf(chi2.ppf(1 - alpha, p - 1) / (1 + 1/n), p), with chi2 from scipy.stats.",
    ),
    praise="The promise is broken, on these inputs by a factor of two and more. Estimating the mean takes no degree of freedom from a new point; it adds 1/n to the variance.",
)

REJECTED = -1


def _class_cases(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for counts, d, k, alpha in (((3, 8), 4, 2, 0.1), ((4, 3, 6), 5, 3, 0.05)):
        S = _rotated(rng, np.linspace(0.3, 3, d))
        centres = rng.normal(0, 2, (len(counts), d))
        y = rng.permutation(np.repeat(np.arange(len(counts)), counts))
        X = centres[y] + rng.multivariate_normal(np.zeros(d), S, len(y))
        U = np.linalg.qr(rng.standard_normal((d, k)))[0].T
        Z, spread = (
            np.repeat(centres, 150, axis=0),
            rng.choice([1.5, 12.0], 150 * len(counts), p=[0.8, 0.2]),
        )
        Z = Z + spread[:, None] * rng.multivariate_normal(np.zeros(d), S, len(Z))
        cases.append((Z[_undisputed(Z, X, y, U, S, alpha)], X, y, U, S, alpha))
    return cases


def _distances(Z, X, y, U, precision):
    """Squared distances (m, classes) in the subspace, and the class sizes."""
    gaps = [(Z - X[y == c].mean(axis=0)) @ U.T for c in range(y.max() + 1)]
    return np.column_stack([(g @ precision * g).sum(axis=1) for g in gaps]), np.bincount(y)


def _undisputed(Z, X, y, U, S, alpha):
    """Points on which 'nearest' and 'most typical' agree, away from every edge."""
    d2, counts = _distances(Z, X, y, U, np.linalg.inv(U @ S @ U.T))
    scaled = d2 / (1 + 1 / counts)
    edge = np.abs(scaled.min(axis=1) / chi2.isf(alpha, len(U)) - 1)
    return (d2.argmin(axis=1) == scaled.argmin(axis=1)) & (edge > 1e-6)


def _classify(
    precision: Callable = lambda U, S: np.linalg.inv(U @ S @ U.T),
    law: Callable = lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, k),
    measure: Callable = lambda d2: d2,
    inside: Callable = lambda d2, cut: d2.min(axis=1) <= cut[d2.argmin(axis=1)],
):
    def answer(Z, X, y, U, S, alpha):
        d2, counts = _distances(Z, X, y, U, precision(U, S))
        cut = np.broadcast_to(law(counts, len(U), alpha, y), counts.shape)
        return np.where(inside(measure(d2), cut), d2.argmin(axis=1), REJECTED)

    return answer


def _everywhere(Z, X, y, U, S, alpha):
    """All d coordinates instead of the subspace."""
    return _classify()(Z, X, y, np.eye(len(S)), S, alpha)


def _verify_classes(answer, Z, X, y, U, S, alpha) -> None:
    wanted = _classify()(Z, X, y, U, S, alpha)
    try:
        got = as_numbers(answer, wanted)
    except Problem:
        raise Problem(
            f"Return a whole number for each of the {len(Z)} new points: its class, or −1 if it is rejected. Your function returned {kind(answer)}."
        ) from None
    if got.shape != wanted.shape:
        raise Problem(
            f"Expected one class for each of the {len(Z)} new points; your function returned {kind(got)}."
        )
    if not np.isin(got, np.arange(-1, y.max() + 1)).all():
        odd = got[~np.isin(got, np.arange(-1, y.max() + 1))][0]
        raise Problem(f"Classes are 0 … {y.max()}, and −1 for rejected points; got {odd:.4g}.")
    if np.array_equal(got, wanted):
        return
    if (got < 0).all():
        raise Problem("You reject every point, even those close to the mean of a class.")
    both = (got >= 0) & (wanted >= 0)
    if (got[both] != wanted[both]).any():
        raise Problem(
            f"{np.mean(got[both] != wanted[both]):.0%} of the points let in got another class than the nearest one by the squared Mahalanobis distance in the subspace."
        )
    few, right = np.mean(got < 0), np.mean(wanted < 0)
    raise Problem(
        f"The classes are right where both let a point in, but you reject {few:.1%} of the new points where {right:.1%} were expected. Look at the cut-off."
    )


classify = Check(
    reference=_classify(),
    inputs=_class_cases,
    verify=_verify_classes,
    misconceptions=(
        Misconception(
            _classify(law=lambda n, k, alpha, y: np.inf),
            "Classes are right, but nobody is ever rejected: every point is nearest to something. Compare the smallest squared distance with the cut-off of that class.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: chi2.isf(alpha, k)),
            "Your cut-off is χ² with k degrees of freedom: right if the class means were known. They are estimated, which adds 1/n to the variance: multiply by 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: chi2.isf(alpha, k - 1)),
            "That is the slides' cut-off with k − 1 degrees of freedom. It turns away far more than α of a class's own points: take (1 + 1/n) times χ² with k degrees.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(alpha, k - 1)),
            "1 + 1/n is right, the degrees of freedom are not: there are k coordinates, and a new point loses none of them.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 - 1 / n) * chi2.isf(alpha, k)),
            "1 − 1/n is the law of the points that made the mean. New points have 1 + 1/n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / len(y)) * chi2.isf(alpha, k)),
            "You took n for all training points. Each class mean was made from the points of that class only: its own n.",
        ),
        Misconception(
            _classify(law=lambda n, k, alpha, y: (1 + 1 / n) * chi2.isf(1 - alpha, k)),
            "The cut-off is at the wrong end: chi2.ppf(alpha, k) has only α of the points inside. Take chi2.ppf(1 - alpha, k).",
        ),
        Misconception(
            _classify(measure=np.sqrt),
            "You compared distances with a cut-off for squared distances. Leave the root out.",
        ),
        Misconception(
            _classify(inside=lambda d2, cut: (d2 <= cut).all(axis=1)),
            "You reject a point that is far from any class. It need only be near its own, the nearest one.",
        ),
        Misconception(
            _classify(inside=lambda d2, cut: d2.min(axis=1) > cut[d2.argmin(axis=1)]),
            "The wrong way round: points beyond the cut-off are rejected, those within get their class.",
        ),
        Misconception(
            _classify(precision=lambda U, S: np.eye(len(U))),
            "You used plain distances between scores. The noise differs from direction to direction: weigh with the inverse covariance of the scores.",
        ),
        Misconception(
            _classify(precision=lambda U, S: U @ np.linalg.inv(S) @ U.T),
            "You cut the inverse of S down to the subspace. First cut, then invert: the covariance of the scores is U S U', and its inverse counts.",
        ),
        Misconception(
            _classify(precision=lambda U, S: U @ S @ U.T),
            "You multiplied by the covariance. Noisy directions should count less: use its inverse, or np.linalg.solve.",
        ),
        Misconception(
            _everywhere,
            "You measured in all d coordinates. Go down to the k scores first: Z @ U.T, and the covariance U S U'.",
        ),
    ),
    hints=(
        "go down to the scores first: points Z @ U.T, class means of X @ U.T, covariance U S U'. Then squared Mahalanobis distances to each class mean; the smallest wins, if it is small enough.",
        "The covariance of a score vector is U @ S @ U.T. A new point minus the mean of n points has (1 + 1/n) times that, so the cut-off is (1 + 1/n) · chi2.ppf(1 - alpha, k), with each class's own n.",
        "For each class: gap = Z @ U.T - mean; d2 = np.sum(gap * np.linalg.solve(U @ S @ U.T, gap.T).T, axis=1). Take the class of the smallest d2; −1 where it exceeds (1 + 1/n) · chi2.ppf(1 - alpha, k).",
    ),
    praise="It answers where it knows, and says so where it does not; of its own class it turns away α, as promised.",
)
