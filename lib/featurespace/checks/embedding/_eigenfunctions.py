"""Built from exercises/sources/05_dimensionality_reduction/05_eigenfunctions.py by `make notebooks`: do not edit."""

import numpy as np


def eigenfunctions(K, w, terms):
    root = np.sqrt(w)
    values, U = np.linalg.eigh(root[:, None] * K * root)
    return values[::-1][:terms], U[:, ::-1][:, :terms] / root[:, None]


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import up_to_sign
from featurespace.checks.embedding.shared import top
from featurespace.means import centre


def _brownian(t):
    return np.minimum(t[:, None], t)


def _grids(rng: np.random.Generator) -> list[tuple]:
    middle = (np.arange(120) + 0.5) / 120
    x, w = np.polynomial.legendre.leggauss(60)
    gauss = (x + 1) / 2
    bridge = _brownian(gauss) - np.outer(gauss, gauss)
    return [
        (_brownian(middle), np.full(120, 1 / 120), 3),
        (_brownian(gauss), w / 2, 3),
        (bridge, w / 2, 2),
        (np.exp(-2 * np.subtract.outer(x, x) ** 2), w, 4),
    ]


def _functions(A, back, rescale=lambda values, w: values):
    """An answer: eigenvectors of A(K, w), turned into functions by back(w)."""

    def pairs(K, w, terms):
        values, V = top(A(K, w), terms)
        return rescale(values, w), V * back(w)

    return pairs


def _rescaled(change):
    """The right eigenvalues, and functions of another length."""

    def pairs(K, w, terms):
        lam, psi = eigenfunctions(K, w, terms)
        return lam, change(lam, psi)

    return pairs


def _root(w):
    return np.sqrt(w)[:, None]


def _weighted(K, w):
    return _root(w) * K * np.sqrt(w)


def _back(w):
    return 1 / _root(w)


WRONG_VALUES = {  # whatever was made of the functions
    "are those of K: the weights are missing": lambda K, w: K,
    "come from `eigh` of a matrix that is not symmetric, K times w; it looks at one triangle only": lambda K, w: (
        K * w
    ),
    "come from `eigh` of a matrix that is not symmetric, w times K; it looks at one triangle only": lambda K, w: (
        w[:, None] * K
    ),
    "come from `eigh` of a matrix that is not symmetric: √w belongs on *both* sides of K": lambda K, w: (
        K * np.sqrt(w)
    ),
    "are those of w K w: the weights come in twice, as if √w were w": lambda K, w: (
        w[:, None] * K * w
    ),
    "are those for equal weights, the mean of w": lambda K, w: K * w.mean(),
    "are those for equal weights 1/n": lambda K, w: K / len(w),
    "are those of K centred; Mercer's theorem is about the kernel as it is": lambda K, w: _weighted(
        centre(K), w
    ),
    "are those of K divided by the weights; they multiply": lambda K, w: K / _root(w) / np.sqrt(w),
    "are those for weights that sum to one; the integral takes w as it is": lambda K, w: _weighted(
        K, w / w.sum()
    ),
}


def _explain(value, K, w, terms):
    lam, psi = value
    right, functions = eigenfunctions(K, w, terms)
    if not np.allclose(lam, right, atol=1e-6 * right[0]):
        for reason, matrix in WRONG_VALUES.items():
            if np.allclose(lam, top(matrix(K, w), terms)[0], atol=1e-6 * right[0]):
                return f"your eigenvalues {reason}. Asked are those of Σⱼ Kᵢⱼ wⱼ ψⱼ = λ ψᵢ."
        if np.allclose(lam, np.linalg.eigvalsh(_weighted(K, w))[:terms], atol=1e-6 * right[0]):
            return "these are the smallest eigenvalues: `eigh` lists them from small to large, so turn values and columns round before you cut."
        return ""
    length = (w[:, None] * psi**2).sum(axis=0)
    if np.allclose(up_to_sign(psi / np.sqrt(length)), up_to_sign(functions), atol=1e-6):
        return f"the eigenvalues are right, and the functions but for their length: Σ w ψ² is {length[0]:.4g} for the first one, and it must be 1."
    off = np.abs(K @ (w[:, None] * psi) - lam * psi).max(axis=0)
    column = int(np.argmax(off > 1e-6 * right[0] * np.abs(psi).max(axis=0)))
    return f"the eigenvalues are right, but column {column} of psi is no eigenfunction: Σⱼ Kᵢⱼ wⱼ ψⱼ is not λ ψᵢ. How do you come back from the eigenvectors u = √w ψ, with one √w for each *row*?"


CHECK = Check(
    answer=eigenfunctions,
    section="Inside a kernel",
    difficulty=3,
    minutes=15,
    kind="practice",
    example=(
        (np.array([[6, 1], [1, 0.75]]), np.array([1, 4]), 1),
        (np.array([7.0]), np.array([[0.89443], [0.22361]])),
    ),
    twin=_functions(_weighted, _back),
    inputs=_grids,
    tolerance=1e-7,
    explain=_explain,
    misconceptions=(
        Misconception(
            _functions(lambda K, w: K, lambda w: 1.0),
            "These are eigenpairs of the matrix K. The integral is a weighted sum, so the weights w must come in: with a finer grid your eigenvalues would grow without end.",
        ),
        Misconception(
            _functions(lambda K, w: K, lambda w: 1.0, lambda values, w: values / len(w)),
            "Dividing eigenvalues by n is right for equal weights 1/n only, and your functions get smaller as the grid gets finer. Use w: both for the matrix and for the length of ψ.",
        ),
        Misconception(
            _functions(
                lambda K, w: K, lambda w: np.sqrt(len(w)), lambda values, w: values / len(w)
            ),
            "Right for equal weights 1/n. Some grids here have unequal weights (Gauss' rule): let K with √w multiplied from both sides take the place of K/n.",
        ),
        Misconception(
            _functions(_weighted, lambda w: 1.0),
            "The eigenvalues are right. The eigenvectors u of √w K √w are not yet the functions: u = √w ψ, so divide by √w.",
        ),
        Misconception(
            _rescaled(lambda lam, psi: psi / np.linalg.norm(psi, axis=0)),
            "The eigenvalues are right. Your functions have length one as vectors of numbers; under the integral it is Σ w ψ² that must be one.",
        ),
        Misconception(
            _rescaled(lambda lam, psi: psi * np.sqrt(lam)),
            "The eigenvalues are right. You multiplied by √λ: these are the features of the kernel. The functions themselves have length one.",
        ),
        Misconception(
            _functions(_weighted, _root),
            "The eigenvalues are right. You multiplied by √w on the way back; u = √w ψ, so divide.",
        ),
        Misconception(
            _functions(_weighted, lambda w: 1 / w[:, None]),
            "The eigenvalues are right. You divided by w; u = √w ψ, so divide by its root.",
        ),
        Misconception(
            _functions(lambda K, w: K * w, lambda w: 1.0),
            "`K * w` is not symmetric, and `eigh` looks at one triangle only. Multiply by √w from both sides instead, and then divide the eigenvectors by √w.",
        ),
        Misconception(
            _functions(lambda K, w: w[:, None] * K, lambda w: 1.0),
            "`w[:, None] * K` is not symmetric, and `eigh` looks at one triangle only. Multiply by √w from both sides instead, and then divide the eigenvectors by √w.",
        ),
        Misconception(
            _functions(lambda K, w: w[:, None] * K * w, lambda w: 1 / w[:, None]),
            "You put w on both sides, which counts the weights twice. Share them out: √w on each side.",
        ),
        Misconception(
            lambda K, w, terms: tuple(reversed(_functions(_weighted, _back)(K, w, terms))),
            "Right values, wrong order: eigenvalues first, then functions.",
        ),
        Misconception(
            lambda K, w, terms: (lambda lam, psi: (lam, psi.T))(
                *_functions(_weighted, _back)(K, w, terms)
            ),
            "One column per function is asked for; you have one row per function. Transpose.",
        ),
        Misconception(
            lambda K, w, terms: (lambda lam, psi: (lam[::-1], psi[:, ::-1]))(
                *_functions(_weighted, _back)(K, w, terms)
            ),
            "Right pairs, but the smallest of them first, as `eigh` lists them. Largest first.",
        ),
    ),
    hints=(
        "Write the integral as a sum over the grid: Σⱼ Kᵢⱼ wⱼ ψⱼ = λ ψᵢ. That matrix, K times the weights, is not symmetric; which multiple of ψ makes it so?",
        "Multiply equation i by √wᵢ and put u = √w ψ: then Su = λu with Sᵢⱼ = √wᵢ Kᵢⱼ √wⱼ, and S is symmetric.",
        "`r = np.sqrt(w)`, then `values, U = np.linalg.eigh(r[:, None] * K * r)`. Return `values[::-1][:terms], U[:, ::-1][:, :terms] / r[:, None]`.",
    ),
    praise="Functions of length one under the integral, on any grid: Mercer's theorem, computed.",
    alike=up_to_sign,
    freedom="(Signs of whole functions do not count.)",
)
