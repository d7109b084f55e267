# %% [markdown]
# ## All eigenvalues from a few
#
# Return all $m$ eigenvalues of the $m\times m$ matrix $MM^\top+\lambda I$, the largest first, for `M` (m, n) and `lam`. One side of `M` may be huge, and it may be either: the cost must be that of the *smaller* one, so form no square matrix of the larger side (while the check runs, the functions of `np.linalg` refuse one). For `M` = [[3], [4]] and λ = 1 the answer is (26, 1).

# %%
import numpy as np


def spectrum(M, lam):
    ### BEGIN SOLUTION
    s = np.linalg.svd(M, compute_uv=False)
    values = np.zeros(len(M))
    values[: len(s)] = s**2
    return values + lam
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# $MM^\top=US^2U^\top$ and $M^\top M=VS^2V^\top$ share the non-zero eigenvalues $s_i^2$; $MM^\top$ has zeros for the rest of its $m$ directions. Adding $\lambda I$ changes no eigenvector and shifts *every* eigenvalue by $\lambda$, the zeros as well. Both shapes, against the long way round:

# %% tags=["solution"]
for shape in ((40, 3), (3, 40)):
    M = np.random.default_rng(0).normal(size=shape)
    long_way = np.linalg.eigvalsh(M @ M.T + 0.5 * np.eye(len(M)))[::-1]
    assert np.allclose(spectrum(M, 0.5), long_way)
    print(f"{shape}: {spectrum(M, 0.5)[:4].round(2)} …")

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.linalg.shared import _singular_values, refusing_large


def _shapes(rng: np.random.Generator) -> list[tuple]:
    return [
        ((rng.normal(size=(m, n)) * 2), lam)
        for m, n, lam in ((6, 2, 0.3), (3, 5, 1.5), (4, 3, 0.8), (4, 1, 2.0))
    ]


def _shifted(values=lambda M: _singular_values(M) ** 2, pad=lambda lam: lam, add=lambda lam: lam):
    """The spectrum from the singular values, with the rest of the m places filled."""

    def spectrum(M, lam):
        large = values(M) + add(lam)
        return np.r_[large, np.full(len(M) - len(large), pad(lam))]

    return spectrum


def _by_pencil(M, lam):
    """From the characteristic polynomial of the smaller square."""
    S = M.T @ M if M.shape[1] < len(M) else M @ M.T
    values = np.sort(np.roots(np.poly(S.astype(float))).real)[::-1]
    return np.r_[values, np.zeros(len(M) - len(values))] + lam


def _unsorted(seen, M, lam):
    """The right numbers in another order."""
    if np.allclose(np.sort(seen), np.sort(_shifted()(M, lam))):
        return "the right numbers, but not in order: the largest should come first. (`np.linalg.eig` does not sort them.)"
    if not np.isclose(np.sum(seen), (M**2).sum() + lam * len(M)):
        return f"eigenvalues add up to the trace, and that of MM' + λI is {(M**2).sum() + lam * len(M):.5g}. Yours add up to {np.sum(seen):.5g}."
    return ""


CHECK = Check(
    answer=spectrum,
    section="Eigenvalues",
    difficulty=2,
    minutes=10,
    kind="practice",
    example=((np.array([[3], [4]]), 1.0), np.array([26, 1])),
    twin=_by_pencil,
    forbidden=refusing_large(3),
    inputs=_shapes,
    explain=_unsorted,
    misconceptions=(
        Misconception(
            _shifted(pad=lambda lam: 0.0),
            "You filled up with zeros. Those are eigenvalues of MM'; adding λI moves all of them, the zeros too.",
        ),
        Misconception(
            _shifted(pad=lambda lam: 0.0, add=lambda lam: 0.0),
            "Those are the eigenvalues of MM'. λI is still to be added: an eigenvector of MM' with the value μ has the value μ + λ then.",
        ),
        Misconception(
            _shifted(values=_singular_values),
            "Those are singular values of M plus λ. The eigenvalues of MM' are the squares of singular values.",
        ),
        Misconception(
            lambda M, lam: np.sort(_shifted()(M, lam)),
            "The right numbers, from smallest to largest; the largest should come first.",
        ),
        Misconception(
            lambda M, lam: _shifted()(M.T, lam),
            "Those are the n eigenvalues of M'M + λI. MM' + λI has m of them, and only the non-zero ones of MM' are shared: fill up, or cut off.",
        ),
        Misconception(
            lambda M, lam: _shifted()(M, lam)[: min(M.shape)],
            "Those are the eigenvalues that M and its transpose share. MM' + λI has m; the missing ones belong to directions in which MM' is zero.",
        ),
        Misconception(
            _shifted(add=lambda lam: 0.0),
            "You add λ only where you filled up. λI shifts every eigenvalue, the large ones too.",
        ),
        Misconception(
            _shifted(pad=lambda lam: 2 * lam),
            "Where you filled up λ is added twice. The missing eigenvalues of MM' are zero; then λ comes to all of them once.",
        ),
        Misconception(
            lambda M, lam: (_shifted(_singular_values, lambda lam: lam)(M, lam)) ** 2,
            "You square after adding λ. The eigenvalues of MM' are the squares; λ is added to these.",
        ),
        Misconception(
            lambda M, lam: np.r_[
                np.full(len(M) - min(M.shape), lam), _singular_values(M) ** 2 + lam
            ],
            "You filled up in front. The added ones are the smallest: they belong at the end.",
        ),
        Misconception(
            _shifted(values=lambda M: _singular_values(M)[::-1] ** 2),
            "The shared eigenvalues go from smallest to largest: `eigvalsh` sorts upwards. Turn them round, `values[::-1]`, before you fill up.",
        ),
        Misconception(
            _shifted(values=lambda M: _singular_values(M) ** 2 / M.shape[1]),
            "You divide by n, as for a covariance. Here it is MM' itself.",
        ),
        Misconception(
            _shifted(values=lambda M: _singular_values(M) ** 2 / len(M)),
            "You divide by m, as for a covariance. Here it is MM' itself.",
        ),
        Misconception(
            lambda M, lam: np.sort((M**2).sum(axis=1))[::-1] + lam,
            "Those are the entries on the diagonal of MM' + λI, sorted. They have the same sum as the eigenvalues, but are not the same.",
        ),
        Misconception(
            lambda M, lam: _shifted(add=lambda _: 0.0, pad=lambda _: 0.0)(
                M + lam * np.eye(*M.shape), lam
            ),
            "You add λ to M before squaring. λI is added to MM', and there it shifts every eigenvalue by λ.",
        ),
        Misconception(
            lambda M, lam: _shifted(pad=lambda _: 0.0, add=lambda _: 0.0)(M, lam) * lam,
            "You multiply by λ. λI is added, and so λ is added to every eigenvalue.",
        ),
        Misconception(
            _shifted(pad=lambda lam: 1 + lam),
            "You filled up with ones. The missing eigenvalues of MM' are zero; then λ comes to all of them.",
        ),
        Misconception(
            lambda M, lam: np.r_[_shifted()(M, lam), np.full(max(M.shape) - len(M), lam)],
            "Where M is wide you return n eigenvalues. MM' + λI is m × m and has m of them: fill up only where M is tall.",
        ),
        Misconception(
            lambda M, lam: np.r_[(M**2).sum() + lam, np.full(len(M) - 1, lam)],
            "Right if M has one column. In general the sum of all squares is spread over several eigenvalues: take those of the smaller square, or the squared singular values.",
        ),
        Misconception(
            lambda M, lam: np.pad(np.sort((M**2).sum(axis=0))[::-1], (0, len(M)))[: len(M)] + lam,
            "Those are the squared lengths of the columns of M. They are eigenvalues only if the columns are at right angles: take the squared singular values.",
        ),
        Misconception(
            lambda M, lam: np.roll(_shifted()(M, lam), 1),
            "The right numbers, but not in order: the largest should come first. (`np.linalg.eig` does not sort; `eigvalsh` sorts upwards.)",
        ),
    ),
    hints=(
        "MM' and M'M have the same non-zero eigenvalues. How many others has MM', and what does λI do to each of the m?",
        "Take the eigenvalues of the smaller of MM' and M'M (or the squared singular values), largest first, add zeros until there are m, and add λ to all.",
        "With `s = np.linalg.svd(M, compute_uv=False)` and `values = np.zeros(len(M))`: `values[: len(s)] = s**2`, and return `values + lam`.",
    ),
    praise="All m eigenvalues for the price of the smaller side. With W for M and σ² for λ it is the spectrum of probabilistic PCA.",
)
