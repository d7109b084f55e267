"""The appendix: what is asked, and the usual ways to get it wrong."""

from dataclasses import dataclass, field

import numpy as np
from numpy.linalg import eigh, eigvalsh, inv, norm, pinv, qr, solve
from scipy.linalg import block_diag, null_space

from ..linalg import (
    best_rank_k,
    is_orthogonal_projection,
    is_projection,
    nearest_psd,
    projection_matrix,
)
from .check import ADVICE, Check, Misconception, Problem, Result, as_numbers, match, run

ANY = 1e100  # a tolerance that leaves only type, shape and finiteness to be compared
SMALL = 1e-8  # what is below this is round-off


class Forbidden(ValueError):
    """What the exercise rules out; the message is for the reader."""


STOPPED = "Your function stopped with"


@dataclass(frozen=True, repr=False)
class Advised(Check):
    """A check with words of its own for what stops an answer."""

    advice: dict[str, str] = field(default_factory=dict)  # what numpy says, and what to do then

    def _judge(self, answer) -> Result:
        result = super()._judge(answer)
        message = result.message.removeprefix(f"{STOPPED} {Forbidden.__name__}: ")
        for words, text in self.advice.items():
            if message.startswith(STOPPED) and words in message:
                message = f"{message.replace(ADVICE.get(words, ''), '').rstrip()} {text}"
        return Result(result.status, message)


class Slim(np.ndarray):
    """An array that objects when a matrix larger than its smaller side is made from it."""

    def __array_finalize__(self, parent):
        self.side = getattr(parent, "side", min(self.shape, default=0))
        if self.ndim == 2 and (large := min(self.shape)) > self.side:
            raise Forbidden(
                f"Your function forms a {large} × {large} matrix; the smaller side, here {self.side}, must do. A full svd forms one too; full_matrices=False does not."
            )


class Corner(np.ndarray):
    """A block that objects when a matrix larger than the largest block is inverted."""

    largest = 3

    def __array_function__(self, function, types, args, kwargs):
        first, *_ = *args, *kwargs.values()
        if function in (inv, pinv, solve) and (size := len(first)) > self.largest:
            raise Forbidden(
                f"Your function inverts the whole, a {size} × {size} matrix; invert nothing but A and one matrix of the size of D."
            )
        result = super().__array_function__(function, types, args, kwargs)
        return result.view(Corner) if isinstance(result, np.ndarray) else result  # block forgets


def as_matrix(answer, shape: tuple[int, ...]) -> np.ndarray:
    """The answer as an array of finite numbers of this shape, or a Problem in words."""
    match(answer, np.zeros(shape), ANY)
    return as_numbers(answer, np.zeros(shape))


def written(A: np.ndarray) -> str:
    """A small matrix as it would be typed."""
    return str((np.round(A, 2) + 0.0).tolist())


PLACES = np.array([["top left", "top right"], ["bottom left", "bottom right"]])


def compare_blocks(got: np.ndarray, wanted: np.ndarray, size: int) -> None:
    """Raise a Problem that names the wrong ones of four blocks, the first of this size."""
    off = (np.abs(got - wanted) > 1e-9 * np.abs(wanted).max()).astype(int)
    cuts = [0, size]
    wrong = PLACES[np.add.reduceat(np.add.reduceat(off, cuts, axis=0), cuts, axis=1) > 0]
    if len(wrong):
        rest = "none is right yet" if len(wrong) == 4 else "the rest is right"
        raise Problem(f"Wrong on a fresh input: {', '.join(wrong)}; {rest}.")


def oblique(B: np.ndarray, C: np.ndarray) -> np.ndarray:
    """The projection onto the columns of B whose light travels at right angles to those of C."""
    return B @ solve(C.T @ B, C.T)


def leftover(d, *vectors):
    """What remains of d when its shadow on the span of the vectors is taken away."""
    return d - projection_matrix(np.column_stack(vectors)) @ d


# 1. What kind of matrix


def _kinds(rng: np.random.Generator) -> list[tuple]:
    matrices = (
        [[0.5, 1.0], [0.25, 0.5]],  # oblique
        [[0.5, 0.5], [0.5, 0.5]],
        [[1.0, 1.0], [1.0, 1.0]],  # every entry is its own square
        [[0.0, 1.0], [1.0, 0.0]],  # symmetric and an orthogonal matrix
        [[0.6, -0.8], [0.8, 0.6]],
        [[1.0, 1.0], [0.0, 1.0]],  # eigenvalues 1 and 1
        [[0.0, 1.0], [0.0, 0.0]],
        [[1.0, 2.0], [2.0, 4.0]],
        np.eye(2),
        np.zeros((2, 2)),
        projection_matrix(rng.normal(size=(4, 2))),  # with round-off
        oblique(*rng.normal(size=(2, 3, 1))),
    )
    return [(np.array(A),) for A in matrices]


_TRUTHS = {
    (False, False): "it is no projection, since A @ A differs from A",
    (True, False): "A @ A = A up to round-off but A ≠ A', so it is an oblique projection",
    (True, True): "A @ A = A = A' up to round-off, so it is an orthogonal projection",
}


def _verify_kind(answer, A) -> None:
    match(answer, (0.0, 0.0), ANY)
    said = tuple(float(part) for part in answer)
    if not {*said} <= {0.0, 1.0}:
        raise Problem("Both values should be True or False.")
    truth = is_projection(A), is_orthogonal_projection(A)
    if said != truth:
        yes = ["yes" if part else "no" for part in said]
        raise Problem(
            f"You say projection: {yes[0]}, orthogonal: {yes[1]} for A = {written(A)}; {_TRUTHS[truth]}."
        )


def _says(projection=is_projection, orthogonal=lambda A, p: p and is_orthogonal_projection(A)):
    def classify(A):
        p = bool(projection(A))
        return p, bool(orthogonal(A, p))

    return classify


def _symmetric(A):
    return np.allclose(A, A.T)


def _eigenvalues_0_or_1(A):
    values = np.linalg.eigvals(A)
    return np.allclose(values * (values - 1), 0)


classify = Check(
    reference=_says(),
    inputs=_kinds,
    verify=_verify_kind,
    misconceptions=(
        Misconception(
            _says(
                lambda A: np.allclose(A * A, A),
                lambda A, p: np.allclose(A * A, A) and _symmetric(A),
            ),
            "A * A and A**2 square every entry by itself. Casting the shadow twice is the matrix product A @ A.",
        ),
        Misconception(
            _says(
                lambda A: (A @ A == A).all(), lambda A, p: (A @ A == A).all() and (A == A.T).all()
            ),
            "You ask for exact equality. One of the matrices comes with round-off in its last digit; compare with np.allclose.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: np.allclose(A.T @ A, np.eye(len(A)))),
            "A'A = I makes an orthogonal matrix, such as a rotation, which loses nothing. An orthogonal projection is something else: it loses what is at right angles to its range. The test is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: p and np.allclose(A.T @ A, np.eye(len(A)))),
            "A projection with A'A = I has an inverse, and then A @ A = A leaves only the identity. It is not the columns that must be orthonormal: the test for an orthogonal projection is A = A'.",
        ),
        Misconception(
            _says(orthogonal=lambda A, p: _symmetric(A)),
            "Symmetric alone is not enough: [[1, 2], [2, 4]] is symmetric and no projection of any kind. Ask for both.",
        ),
        Misconception(
            _says(is_orthogonal_projection),
            "You ask for symmetry in the first answer too. A @ A = A alone makes a projection, if perhaps an oblique one.",
        ),
        Misconception(
            _says(_eigenvalues_0_or_1, lambda A, p: p and _symmetric(A)),
            "A projection has no eigenvalues but 0 and 1, but so does [[1, 1], [0, 1]], whose square is [[1, 2], [0, 1]]. Compare A @ A with A.",
        ),
        Misconception(
            lambda A: _says()(A)[::-1],
            "Right answers, wrong order: first whether A is a projection, then whether it is an orthogonal one.",
        ),
    ),
    hints=(
        "a shadow is its own shadow: what does that say about A applied twice? And which property puts the sun overhead?",
        "A projection satisfies A @ A = A; an orthogonal one is symmetric besides. Mind the round-off.",
        "projection = np.allclose(A @ A, A), and orthogonal needs np.allclose(A, A.T) as well.",
    ),
    praise="Two tests, and they are independent: of the four combinations only “symmetric and idempotent” is an orthogonal projection.",
)


# 2. One product, three wishes


def _recipe(last=lambda e: e[-1], mean=lambda n: 1 / n, difference=lambda e: e[0] - e[-1]):
    def recipe(n):
        e = np.eye(n)
        return np.column_stack([last(e), np.full(n, mean(n)), difference(e)])

    return recipe


recipe = Check(
    reference=_recipe(),
    inputs=lambda rng: [(4,), (2,), (7,)],
    misconceptions=(
        Misconception(
            lambda n: _recipe()(n).T,
            "Your recipes stand in the rows of R. A product from the right mixes columns of A, and each column of R is one recipe: transpose.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1.0),
            "Your second recipe adds all columns of A. For their mean each of them counts 1/n.",
        ),
        Misconception(
            _recipe(mean=lambda n: 1 / 3),
            "Your second recipe takes a third of every column. A has n columns, so each counts 1/n; the three is the number of wishes.",
        ),
        Misconception(
            _recipe(difference=lambda e: e[-1] - e[0]),
            "Your third recipe gives the last column minus the first; change both signs.",
        ),
        Misconception(
            _recipe(last=lambda e: e[0]),
            "Your first recipe picks the first column of A. For the last one, the 1 stands at the end.",
        ),
    ),
    hints=(
        "A @ R has three columns, and each is A times one column of R. How must u be filled so that Au is the last column of A?",
        "Au = u₁a₁ + … + uₙaₙ. The last column alone needs u = (0, …, 0, 1). What do the mean, and first minus last, need?",
        "R[-1, 0] = 1; R[:, 1] = 1 / n; R[0, 2] = 1 and R[-1, 2] = -1.",
    ),
    praise="From the right a matrix mixes columns, and the recipe never looks at A. From the left it would mix rows.",
)


# 3. Half a dimension


def _tables(rng: np.random.Generator) -> list[tuple]:
    return [
        ((rng.normal(size=(n, d)) * rng.uniform(0.5, 3, d)).view(Slim), lam)
        for n, d, lam in ((9, 3, 2.0), (6, 2, 0.0), (30, 4, 11.0))
    ]


def _soft(count):
    """A count made of G = X'X and its ridged twin."""

    def dimension(X, lam):
        G = X.T @ X
        return count(G, G + lam * np.eye(len(G)), lam)

    return dimension


def _singular_values(X):
    return np.linalg.svd(X, compute_uv=False)


dimension = Advised(
    reference=_soft(lambda G, ridged, lam: np.trace(solve(ridged, G))),
    inputs=_tables,
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
            "G + lam adds λ to every entry. The ridge λI belongs on the diagonal only: lam * np.eye(len(G)).",
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
            lambda X, lam: (_singular_values(X) / (_singular_values(X) + lam)).sum(),
            "You used the singular values of X. The eigenvalues of X'X are their squares: each direction counts s²/(s² + λ).",
        ),
        Misconception(
            _soft(lambda G, ridged, lam: np.trace(G / ridged)),
            "G / (…) divides entry by entry. The inverse of a matrix times G is np.linalg.solve(…, G).",
        ),
    ),
    hints=(
        "H is X times something times X'. Which other product of the same three has the same trace, and is only d by d?",
        "tr(X · N) = tr(N · X) for N = (X'X + λI)⁻¹X', although one is n by n and the other d by d.",
        "np.trace(np.linalg.solve(G + lam * np.eye(len(G)), G)).",
    ),
    praise="The same number from a matrix of d × d entries instead of n × n. At λ = 0 it is the dimension; with a ridge it is the degrees of freedom.",
)


# 4. Any vectors will do


def _spans(rng: np.random.Generator) -> list[tuple]:
    short = [(5, 2, 2), (5, 4, 2), (3, 5, 2), (6, 3, 1)]  # dimensions, columns, rank
    cases = [rng.normal(size=(m, r)) @ rng.uniform(0.5, 2, (r, n)) for m, n, r in short]
    lengths, twice = rng.normal(size=(4, 3)) * [30, 1, 0.1], rng.normal(size=(4, 2))[:, [0, 0, 1]]
    return [(B,) for B in (*cases, lengths, twice)]


def _verify_projector(answer, B) -> None:
    P, wanted = as_matrix(answer, (len(B), len(B))), projection_matrix(B)
    if np.abs(P - wanted).max() <= SMALL:
        return
    r = round(np.trace(wanted))
    fresh = f"a fresh B whose {B.shape[1]} columns span {r} dimension{'s' * (r != 1)}"
    off, scale = np.abs(P @ P - P).max(), max(1.0, np.abs(P).max())
    if np.abs(P - P.T).max() > SMALL * scale:
        raise Problem(
            f"For {fresh} your matrix is not symmetric, so it projects at a slant if at all."
        )
    if off > SMALL * scale**2:
        ridge = " Nearly, though: is it a small ridge that takes a little off?" * bool(off < 1e-3)
        raise Problem(
            f"For {fresh} your matrix P differs from P @ P; a second shadow should change nothing.{ridge}"
        )
    if (got := round(np.trace(P))) != r:
        raise Problem(
            f"For {fresh} your matrix is an orthogonal projection, but onto {got} dimensions (its trace)."
        )
    raise Problem(
        f"For {fresh} your matrix is an orthogonal projection onto another subspace: P @ B is not B."
    )


def _from_columns(B):
    Q = qr(B)[0]
    return Q @ Q.T


def _unit_columns(B):
    U = B / norm(B, axis=0)
    return U @ U.T


projector = Advised(
    reference=projection_matrix,
    inputs=_spans,
    verify=_verify_projector,
    advice={
        "Singular matrix": "If the columns depend on each other, B'B has no inverse; the span does not mind, so find a way that does not either."
    },
    misconceptions=(
        Misconception(
            lambda B: B @ B.T,
            "BB' is the projector if the columns of B are orthonormal. These are not: make an orthonormal basis of their span first.",
        ),
        Misconception(
            _unit_columns,
            "You gave the columns length one, but they are not at right angles; what they share is counted more than once. Make an orthonormal basis of their span.",
        ),
        Misconception(
            _from_columns,
            "qr makes an orthonormal column out of every column of B, also out of those that depend on the others: there round-off chooses a direction. Find out how many directions are real.",
        ),
        Misconception(
            lambda B: np.eye(len(B)) - projection_matrix(B),
            "That is I − P: it keeps what is orthogonal to the columns and removes the columns.",
        ),
        Misconception(
            lambda B: pinv(B) @ B,
            "pinv(B) @ B works on the coefficients: it is n × n, the projector onto the span of the rows. The other order is asked for.",
        ),
        Misconception(
            lambda B: pinv(B).T,
            "That is B(B'B)⁻¹: a last factor B' is missing. First measure x with the columns, then mix the columns.",
        ),
    ),
    hints=(
        "if the columns were orthonormal, BB' would do. Which decomposition gives an orthonormal basis and tells how many directions are real?",
        "In B = USV' the columns of U with a singular value above round-off are an orthonormal basis of the span. Round-off is small, not zero: compare s with s[0].",
        "U, s, _ = np.linalg.svd(B, full_matrices=False), keep U[:, s > 1e-10 * s[0]], and multiply by its transpose. Or B @ np.linalg.pinv(B).",
    ),
    praise="Only the span matters: however many vectors describe it and however badly, there is one orthogonal projector onto it.",
)


# 5. Near miss


def _lines(rng: np.random.Generator) -> list[tuple]:
    cases = [tuple(rng.normal(size=(4, d)) * [[3], [2], [3], [0.5]]) for d in (3, 5)]
    p, u, q, v = rng.normal(size=(4, 3))
    parallel = (p, np.array([1.0, 2.0, 2.0]), q, np.array([2.0, 4.0, 4.0]))  # to the last digit
    meeting = (p, u, p + 2 * u - 3 * v, v)
    return [*cases, parallel, meeting]


def _verify_gap(answer, p, u, q, v) -> None:
    got, wanted = float(as_matrix(answer, ())), norm(leftover(p - q, u, v))
    if abs(got - wanted) <= 1e-6 * norm(p - q):
        return
    rank = np.linalg.matrix_rank(np.column_stack([u, v]))
    what = f"two lines in {len(p)} dimensions"
    what = "two parallel lines" if rank == 1 else what
    what = "two lines that meet" if wanted < SMALL else what
    nearer = " No two of their points are so near." * bool(got < wanted)
    expected = wanted if wanted > SMALL else 0
    raise Problem(f"For {what} you get {got:.4g}; {expected:.4g} was expected.{nearer}")


def _gap(rule):
    """A distance by this rule; round-off is rounded away, so that 0 is 0 by any road."""
    return lambda p, u, q, v: round(float(rule(p - q, u, v)), 12)


near_miss = Advised(
    reference=_gap(lambda d, u, v: norm(leftover(d, u, v))),
    inputs=_lines,
    verify=_verify_gap,
    advice={
        "Singular matrix": "Parallel lines have dependent directions, and B'B then has no inverse. Take something that bears it, such as np.linalg.lstsq or pinv.",
        "cross product": "The cross product lives in three dimensions (and is zero for parallel lines); project instead.",
    },
    misconceptions=(
        Misconception(
            _gap(lambda d, u, v: norm(d)),
            "That is the distance between the two given points. Other points of the lines may be nearer: take away what moving along them can take away.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(d - leftover(d, u, v))),
            "That is the length of the shadow on the span of the directions, the part that moving along the lines can remove. What is left is the distance.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(d, u))),
            "That is the distance of the point q from the first line. You may move along the second line too.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(d, v))),
            "That is the distance of the point p from the second line. You may move along the first line too.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(leftover(d, u), v))),
            "You took away the shadow on u and then the one on v. As u and v are not at right angles, the second step brings back some of the first. Project on their span at once.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(leftover(d, v), u))),
            "You took away the shadow on v and then the one on u. As they are not at right angles, the second step brings back some of the first. Project on their span at once.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(d, u) + leftover(d, v) - d)),
            "You subtracted the shadow on u and the shadow on v. As they are not at right angles, what they share goes twice. Project on their span at once.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(d, u, v)) ** 2),
            "That is the squared distance; take the root.",
        ),
    ),
    hints=(
        "(p + su) − (q + tv) is p − q plus any vector of the span of u and v. How short can it get?",
        "The shortest is what p − q leaves over when its shadow on the span of the columns of B is taken away. The columns may be dependent, so B'B may have no inverse.",
        "d = p − q; c = np.linalg.lstsq(B, d)[0]; the answer is the length of d − B @ c.",
    ),
    praise="Nobody had to look for the two nearest points: the leftover is as long as they are apart, parallel or not, in any dimension.",
)


# 6. The other corner


def _blocks(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, q, rank in ((3, 2, 0), (2, 3, 2), (1, 1, 0)):
        A = np.eye(p) + 0.3 * rng.normal(size=(p, p))
        D = rng.normal(size=(q, rank)) @ rng.normal(size=(rank, q))
        case = A, rng.normal(size=(p, q)) + 1, rng.normal(size=(q, p)) + 1, D
        cases.append(tuple(block.view(Corner) for block in case))
    return cases


def _by_schur(schur=1, corner=1, mixed=-1, last=inv):
    """The inverse by the Schur complement of A, with every sign and factor open to slips."""

    def inverse(A, B, C, D):
        Ai = inv(A)
        S = last(D - schur * C @ Ai @ B)
        top = Ai + corner * Ai @ B @ S @ C @ Ai
        return np.block([[top, mixed * Ai @ B @ S], [mixed * S @ C @ Ai, S]])

    return inverse


def _by_pseudo(A, B, C, D):
    Di = pinv(D)
    M = inv(A - B @ Di @ C)
    return np.block([[M, -M @ B @ Di], [-Di @ C @ M, Di + Di @ C @ M @ B @ Di]])


def _verify_blocks(answer, A, B, C, D) -> None:
    wanted = _by_schur()(A, B, C, D)
    compare_blocks(as_matrix(answer, wanted.shape), wanted, len(A))


block_inverse = Advised(
    reference=_by_schur(),
    inputs=_blocks,
    verify=_verify_blocks,
    advice={
        "Singular matrix": "Here D has no inverse, so the formula with D⁻¹ cannot start. Begin with A: solve the first row for x and put it into the second."
    },
    misconceptions=(
        Misconception(
            _by_schur(schur=-1),
            "The Schur complement has the wrong sign: putting x = A⁻¹(f − By) into Cx + Dy = g leaves (D − CA⁻¹B) y.",
        ),
        Misconception(
            _by_schur(corner=0),
            "The top left block is A⁻¹ alone. That is right only if B or C is zero: x also depends on f through y. Put y back into x = A⁻¹(f − By).",
        ),
        Misconception(
            _by_schur(corner=-1),
            "The correction in the top left block has the wrong sign: two minus signs meet when y goes back into x = A⁻¹(f − By).",
        ),
        Misconception(
            _by_schur(mixed=1),
            "The two mixed blocks need a minus sign: y = (D − CA⁻¹B)⁻¹(g − CA⁻¹f).",
        ),
        Misconception(
            _by_schur(last=lambda S: S),
            "You used the Schur complement itself; it must be inverted before it goes into the blocks.",
        ),
        Misconception(
            _by_pseudo,
            "You put the pseudo-inverse of D into the formula. It needs a true inverse: D⁻¹D must be I, and for a singular D it is only a projection. Start from A instead.",
        ),
        Misconception(
            lambda A, B, C, D: np.roll(_by_schur()(A, B, C, D), len(D), axis=(0, 1)),
            "The blocks are right, but y stands before x. In the equations x comes first, and so does the block in the place of A.",
        ),
    ),
    hints=(
        "write the matrix as two equations, Ax + By = f and Cx + Dy = g. Solve the first for x, put it into the second, and read off y.",
        "(D − CA⁻¹B) y = g − CA⁻¹f. With S for the inverse of that bracket, y = S(g − CA⁻¹f), and then x = A⁻¹(f − By). The factors of f and g are the four blocks.",
        "With S = inv(D − C @ Ai @ B): np.block([[Ai + Ai @ B @ S @ C @ Ai, −Ai @ B @ S], [−S @ C @ Ai, S]]).",
    ),
    praise="No inverse of D was needed. A matrix may have an inverse although one of its corners has none.",
)


# 7. An inverse without inverting


def _loadings(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.normal(size=(d, k)), sigma2)
        for d, k, sigma2 in ((4, 2, 0.5), (2, 3, 4.0), (5, 2, 1e-10))
    ]


def _joint(W, sigma2):
    d, k = W.shape
    return np.block([[np.eye(k), W.T], [W, W @ W.T + sigma2 * np.eye(d)]])


def _precision(
    first=lambda W, s: np.eye(W.shape[1]) + W.T @ W / s,
    mixed=-1,
    last=lambda W, s: np.eye(len(W)) / s,
    noise=lambda s: s,
):
    def precision(W, sigma2):
        s = noise(sigma2)
        return np.block([[first(W, s), mixed * W.T / s], [mixed * W / s, last(W, s)]])

    return precision


_LOST = "Right in principle, but for σ² = 10⁻¹⁰ most digits are lost: in WW' + σ²I the σ² is rounded away. Work out on paper what is left when WW' goes, and no digit is at risk."


def _verify_precision(answer, W, sigma2) -> None:
    wanted = _precision()(W, sigma2)
    got = as_matrix(answer, wanted.shape)
    if sigma2 < SMALL and 1e-9 < norm(got - wanted) / norm(wanted) < 1e-2:
        raise Problem(_LOST)
    compare_blocks(got, wanted, W.shape[1])


precision = Check(
    reference=_precision(),
    inputs=_loadings,
    verify=_verify_precision,
    misconceptions=(
        Misconception(lambda W, sigma2: inv(_joint(W, sigma2)), _LOST),
        Misconception(
            _precision(mixed=1),
            "The mixed blocks lack their minus sign. Multiply by the joint covariance: the top right corner must come out as zero.",
        ),
        Misconception(
            _precision(first=lambda W, s: np.eye(W.shape[1])),
            "The top left block is I, as in the covariance. Its inverse also gets W'W/σ²: the more of W, the better x tells what z is.",
        ),
        Misconception(
            _precision(noise=np.sqrt),
            "You divided by σ. The argument is σ², the variance, and it is the variance that is inverted.",
        ),
        Misconception(
            _precision(noise=lambda s: 1 / s),
            "You multiplied by σ² where it should divide: an inverse covariance grows when the noise shrinks.",
        ),
        Misconception(
            _precision(last=lambda W, s: inv(W @ W.T + s * np.eye(len(W)))),
            "The bottom right block is the inverse of the bottom right block. The block of the inverse is another matrix: it is the inverse of the Schur complement.",
        ),
        Misconception(
            lambda W, sigma2: np.roll(_precision()(W, sigma2), len(W), axis=(0, 1)),
            "The blocks are right, but x stands before z. In the joint covariance z comes first.",
        ),
    ),
    hints=(
        "the top left block I is the easiest to invert. What is the Schur complement of it, (bottom right) − W I⁻¹ W'?",
        "WW' + σ²I − WW' = σ²I. So the bottom right block of the inverse is I/σ². Build the other three from it.",
        "np.block([[I + W'W/σ², −W'/σ²], [−W/σ², I/σ²]]), with identities of sizes k and d.",
    ),
    praise="A matrix of size k + d inverted on paper, with all its digits. The top left block, inverted once more, is the covariance of z given x.",
)


# 8. All eigenvalues from a few


def _shapes(rng: np.random.Generator) -> list[tuple]:
    return [
        ((rng.normal(size=(m, n)) * 2).view(Slim), lam)
        for m, n, lam in ((6, 2, 0.3), (3, 5, 1.5), (4, 3, 0.8))
    ]


def _shifted(values=lambda M: _singular_values(M) ** 2, pad=lambda lam: lam, add=lambda lam: lam):
    """The spectrum from the singular values, with the rest of the m places filled."""

    def spectrum(M, lam):
        large = values(M) + add(lam)
        return np.r_[large, np.full(len(M) - len(large), pad(lam))]

    return spectrum


spectrum = Advised(
    reference=_shifted(),
    inputs=_shapes,
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
    ),
    hints=(
        "MM' and M'M have the same non-zero eigenvalues. How many others has MM', and what does λI do to each of the m?",
        "Take the eigenvalues of the smaller of MM' and M'M (or the squared singular values), largest first, add zeros until there are m, and add λ to all.",
        "s = np.linalg.svd(M, compute_uv=False); values = np.zeros(m); values[:len(s)] = s**2; return values + lam.",
    ),
    praise="m eigenvalues for the price of the smaller side. With W for M and σ² for λ it is the spectrum of probabilistic PCA.",
)


# 9. Find the slip


def _planes(rng: np.random.Generator) -> list[tuple]:
    upper = np.vstack([np.zeros((1, 1)), rng.normal(size=(2, 1))])  # the first coordinate is zero
    return [(B,) for B in (rng.normal(size=(3, 2)), upper, rng.normal(size=(5, 2)) * [10, 1])]


_TRUE_THERE = "This P is symmetric (up to round-off), and for orthogonal projections the statement is true. Tilt the light: P must not be symmetric."
_TURNED = "The null space of your P is V⊥: the light is at right angles to V, but the shadows fall elsewhere. Transpose it: then they fall on V and the light is slanted."


def _verify_slanted(answer, B) -> None:
    d, k = B.shape
    P = as_matrix(answer, (d, d))
    fresh = f" (B is {d} × {k} here.)"
    size = max(1.0, norm(P, 2))
    if size > 1e5:
        raise Problem(f"The entries of your P are so large that round-off blurs everything.{fresh}")
    if norm(P @ P - P) > SMALL * size**2:
        raise Problem(f"Your matrix is no projection: P @ P differs from P.{fresh}")
    if norm(P @ B - B) > SMALL * size * norm(B):
        if np.trace(P) > 0.5 and norm(P @ null_space(B.T)) <= SMALL * size:
            raise Problem(_TURNED)
        raise Problem(
            f"P @ P = P, but P @ B is not B: every vector of V must be its own shadow.{fresh}"
        )
    if (got := round(np.trace(P))) != k:
        raise Problem(
            f"P @ P = P, but your P projects onto {got} dimensions (its trace), and V has {k}.{fresh}"
        )
    if norm(B.T @ (np.eye(d) - P)) <= 1e-6 * norm(B):
        raise Problem(_TRUE_THERE)


def _slanted(B):
    return projection_matrix(B) + np.outer(B[:, 0], null_space(B.T)[:, 0])


slanted = Advised(
    reference=_slanted,
    inputs=_planes,
    verify=_verify_slanted,
    advice={
        "Singular matrix": "For one of the fresh B that matrix has no inverse. If you use P = B(C'B)⁻¹C', choose C with B in mind, so that C'B has an inverse for every B."
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
        "keep the shadows in V but let the light fall at a slant. What may you add to an orthogonal P without moving any vector of V and without leaving V?",
        "Add an outer product vw' to the orthogonal P. P @ B = B asks for w ⊥ V, and shadows in V ask for v in V. Then (P + vw')² = P + vw': multiply out.",
        "scipy.linalg.null_space(B.T)[:, 0] is orthogonal to V, B[:, 0] lies in V: the orthogonal projector plus np.outer of the second with the first.",
    ),
    praise="For every V there are such P, and only one that is orthogonal. I − P projects onto the null space of P, and that is V⊥ only if P = P'.",
)


# 10. The nearest kernel matrix


def _judgements(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for values, k in (([4, 2.5, 1, 0.6, -3], 2), ([3, 1.5, -0.5, -2, -4], 4), ([2.0, 1, -0.4], 1)):
        Q = qr(rng.normal(size=(len(values), len(values))))[0]
        skew = np.triu(rng.normal(size=Q.shape), 1)
        cases.append(((Q * values) @ Q.T + skew - skew.T, k))
    return cases


def _half(A):
    return (A + A.T) / 2


def _kept(
    start=_half,
    change=lambda values: np.maximum(values, 0),
    choose=lambda values: np.argsort(-values),
):
    """Some k eigenpairs of a symmetric matrix, with changed values."""

    def nearest(A, k):
        values, U = eigh(start(A))
        best = choose(values)[:k]
        return (U[:, best] * change(values[best])) @ U[:, best].T

    return nearest


def _verify_nearest(answer, A, k) -> None:
    got, wanted = as_matrix(answer, A.shape), nearest_psd(_half(A), k)
    scale = max(1.0, np.abs(got).max())
    if np.abs(got - got.T).max() > SMALL * scale:
        raise Problem("Your matrix is not symmetric.")
    values = eigvalsh(got)
    if values[0] < -SMALL * scale:
        raise Problem(
            f"Your matrix is not positive semi-definite: an eigenvalue is {values[0]:.3g}."
        )
    if (rank := np.sum(values > SMALL * scale)) > k:
        raise Problem(f"Your matrix is positive semi-definite, but of rank {rank}; k is {k}.")
    if np.abs(got - wanted).max() > SMALL * scale:
        far, near = (np.sum((A - B) ** 2) for B in (got, wanted))
        raise Problem(
            f"Your matrix is admissible, but not the nearest: its sum of squared differences is {far:.4g}, and {near:.4g} is possible."
        )


nearest_kernel = Check(
    reference=lambda A, k: nearest_psd(_half(A), k),
    inputs=_judgements,
    verify=_verify_nearest,
    misconceptions=(
        Misconception(
            _kept(start=lambda A: np.tril(A) + np.tril(A, -1).T),
            "np.linalg.eigh looks at the lower triangle only and took it for the whole; half of what was said in A is ignored. Make A symmetric first. How, so that nothing is lost needlessly?",
        ),
        Misconception(
            _kept(choose=lambda values: np.argsort(-np.abs(values))),
            "You kept the k eigenvalues of largest absolute value, and clipped after that. A negative one has nothing to offer: choose the k largest.",
        ),
        Misconception(
            _kept(change=np.abs, choose=lambda values: np.argsort(-np.abs(values))),
            "You turned negative eigenvalues positive. That moves −3 by 6, and zero would do with 3: clip them.",
        ),
        Misconception(
            _kept(change=lambda values: values),
            "If fewer than k eigenvalues are positive, you keep negative ones. The rank may be smaller than k; the eigenvalues may not be negative.",
        ),
        Misconception(
            _kept(choose=np.argsort),
            "eigh puts the smallest eigenvalue first, and you kept those. Take the k at the other end.",
        ),
        Misconception(
            lambda A, k: nearest_psd(_half(A)),
            "Symmetric, and no eigenvalue is negative; but k is ignored. Keep at most k of them.",
        ),
        Misconception(
            lambda A, k: nearest_psd(A + A.T, k),
            "Everything is twice too large: A + A' is twice the symmetric part. Halve it.",
        ),
        Misconception(
            best_rank_k,
            "That is the best matrix of rank k without any other condition. It is neither symmetric nor positive semi-definite: no kernel matrix.",
        ),
    ),
    hints=(
        "A is a symmetric matrix plus a skew one, and as long vectors of entries the two are at right angles. What does Pythagoras say about the distance to any symmetric matrix?",
        "Only the symmetric part (A + A')/2 matters. Of its eigenvalues, keep the k largest and clip those that are negative.",
        "values, U = np.linalg.eigh((A + A.T) / 2); the last k columns of U, with np.maximum(values[-k:], 0).",
    ),
    praise="Two projections in a row: onto the symmetric matrices, then onto the positive semi-definite ones of rank k. The skew part is lost whatever you do.",
)


# 11. A witness


def _oblique_ones(rng: np.random.Generator) -> list[tuple]:
    plus, minus = np.array([[[1.0, 1.0], [0.0, 0.0]], [[1.0, -1.0], [0.0, 0.0]]])
    fresh = [oblique(*rng.normal(size=(2, d, k))) for d, k in ((4, 2), (5, 4))]
    mostly = [block_diag(*blocks) for blocks in ((0, plus, 1), (1, minus, 0))]  # upright otherwise
    return [(P,) for P in (plus, minus, plus[::-1, ::-1], plus.T, *fresh, *mostly)]


def _verify_witness(answer, P) -> None:
    x = as_matrix(answer, (len(P),))
    which = f"P = {written(P)}" if len(P) == 2 else f"a fresh P of {len(P)} dimensions"
    if not x.any():
        raise Problem(f"For {which} your x is the zero vector, and that proves nothing.")
    x = x / norm(x)
    shadow, rest = P @ x, x - P @ x
    if abs(shadow @ rest) > SMALL:
        return
    why = "the two happen to be orthogonal"
    if norm(rest) < SMALL:
        why = "x lies in the range of P, so Px = x and nothing is left over"
    if norm(shadow) < SMALL:
        why = "x lies in the null space of P, so it has no shadow"
    raise Problem(f"For {which} the product of Px and x − Px is zero: {why}.")


class Repeatable(Check):
    """A check that asks twice: an answer by reason says the same again."""

    def _judge(self, answer) -> Result:
        result = super()._judge(answer)
        return Result("Not yet", _LUCK) if result.correct and self._wavers(answer) else result

    def _wavers(self, answer) -> bool:
        try:
            cases = self.inputs(np.random.default_rng(2025))
            pairs = [(run(answer, case), run(answer, case)) for case in cases]
        except Problem:  # it worked a moment ago
            return True
        return not all(np.array_equal(*pair) for pair in pairs)


_LUCK = "Every x of yours is a witness, but asked twice for the same P your function names two different ones: luck, not reason. Find x from P alone."


def _worst_pair(sign):
    """Unit vectors added where P and its transpose differ most."""

    def witness(P):
        i, j = np.unravel_index(np.abs(P - P.T).argmax(), P.shape)
        return np.eye(len(P))[i] + sign * np.eye(len(P))[j]

    return witness


def _witness(P):
    rest = np.eye(len(P)) - P
    products = P.T @ rest  # a column of P with a column of I − P, all pairs
    i, j = np.unravel_index(np.abs(products).argmax(), P.shape)
    return P[:, i] + rest[:, j]


witness = Repeatable(
    reference=_witness,
    inputs=_oblique_ones,
    verify=_verify_witness,
    misconceptions=(
        Misconception(
            lambda P: P[:, 0],
            "A column of P lies in the range: P leaves it alone, Px = x, and x − Px is zero. (So it is for every eigenvector with eigenvalue 1.) Your x needs a part outside.",
        ),
        Misconception(
            lambda P: np.eye(len(P))[:, 0] - P[:, 0],
            "A column of I − P lies in the null space: Px is zero. (So it is for every eigenvector with eigenvalue 0.) Your x needs a part in the range too.",
        ),
        Misconception(
            lambda P: np.eye(len(P))[0],
            "The first unit vector serves for some P only: it may lie in the range or in the null space. Choose x with P in mind.",
        ),
        Misconception(
            lambda P: np.ones(len(P)),
            "A fixed x serves for some P only; for [[1, −1], [0, 0]] your x lies in the null space. Choose x with P in mind.",
        ),
        Misconception(
            _worst_pair(-1),
            "You look where P and P' differ most, a good idea; but eᵢ − eⱼ does not always profit from it. For [[1, 1], [0, 0]] it lies in the null space.",
        ),
        Misconception(
            _worst_pair(+1),
            "You look where P and P' differ most, a good idea; but eᵢ + eⱼ does not always profit from it. For [[1, −1], [0, 0]] it lies in the null space.",
        ),
    ),
    hints=(
        "every x is v + w with v in the range and w in the null space. What are Px and x − Px then, and when is their product not zero?",
        "Px = v and x − Px = w. So you need v in the range and w in the null space that are not orthogonal. The columns of P span the one, those of I − P the other, and P'(I − P) holds all their inner products.",
        "Find the largest entry of |P'(I − P)|, at (i, j), and return column i of P plus column j of I − P.",
    ),
    praise="If a linear P is idempotent and not symmetric, some shadow is not at right angles to what it leaves, and you can name one. So the two conditions together force P = P'.",
)
