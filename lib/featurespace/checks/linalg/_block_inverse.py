"""Built from exercises/sources/A_linear_algebra/02_block_inverse.py by `make notebooks`: do not edit."""

import numpy as np


def block_inverse(A, B, C, D):
    Ai = np.linalg.inv(A)
    S = np.linalg.inv(D - C @ Ai @ B)
    right = Ai @ B @ S
    return Ai + right @ C @ Ai, -right, -S @ C @ Ai, S


import numpy as np
import scipy.linalg

from featurespace.checks.check import Check, Misconception

LARGEST = 3  # the largest block of the inputs


def _blocks(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for p, q, rank in ((3, 2, 0), (2, 3, 2), (2, 2, 1), (2, 1, 1)):
        A = np.eye(p) + 0.3 * rng.normal(size=(p, p))
        D = rng.normal(size=(q, rank)) @ rng.normal(size=(rank, q))
        cases.append((A, rng.normal(size=(p, q)) + 1, rng.normal(size=(q, p)) + 1, D))
    return cases


def _inverse(M):
    return np.linalg.solve(M, np.eye(len(M)))


def _whole(A, B, C, D):
    U, s, Vt = np.linalg.svd(np.block([[A, B], [C, D]]))
    W, p = np.round((Vt.T / s) @ U.T, 13), len(A)
    return W[:p, :p], W[:p, p:], W[p:, :p], W[p:, p:]


def _by_schur(schur=1, corner=1, mixed=(-1, -1), last=_inverse, left=1, right=1, inner=1):
    """The inverse by the Schur complement of A, with every sign and factor open to slips."""

    def inverse(A, B, C, D):
        Ai, I = _inverse(A), np.eye(len(A))
        S = last(D - schur * C @ (Ai if inner else I) @ B)
        return (
            Ai + corner * (Ai if left else I) @ B @ S @ C @ (Ai if right else I),
            mixed[0] * Ai @ B @ S,
            mixed[1] * S @ C @ Ai,
            S,
        )

    return inverse


def _mixed_turned(A, B, C, D):
    one, two, three, four = _by_schur()(A, B, C, D)
    return one, three.T, two.T, four


def _glued(blocks):
    return np.block([list(blocks[:2]), list(blocks[2:])])


def _by_pseudo(A, B, C, D):
    U, s, Vt = np.linalg.svd(D)
    Di = Vt.T @ (np.where(s > 1e-9, 1 / np.where(s > 1e-9, s, 1), 0)[:, None] * U.T)
    M = _inverse(A - B @ Di @ C)
    return M, -M @ B @ Di, -Di @ C @ M, Di + Di @ C @ M @ B @ Di


def _too_large(M, *others, **options):
    """What to say to one who inverts the whole, or a matrix that has no inverse."""
    M = np.asarray(M)
    if M.ndim == 2 and len(M) > LARGEST:
        return f"Your function inverts the whole, a {len(M)} × {len(M)} matrix; invert nothing but A and one matrix of the size of D."
    if M.ndim == 2 and len(M) == M.shape[1] and np.linalg.matrix_rank(M) < len(M):
        return "Your function inverts a matrix that has no inverse. If it is D: the formula with D⁻¹ cannot start here. Begin with A: solve the first row for x and put it into the second."
    if M.ndim == 2 and len(M) == M.shape[1] and np.linalg.cond(M) > 1e6:
        return "Your function inverts a matrix that all but lacks an inverse: is it D with a little added? Whatever is added changes the result. Begin with A, which has an inverse."
    return ""


_BLOCKS = "top left", "top right", "bottom left", "bottom right"


def _replaced(i, rule):
    """The right blocks but for one."""

    def inverse(A, B, C, D):
        blocks = list(_by_schur()(A, B, C, D))
        blocks[i] = rule(A, B, C, D, _inverse(A), blocks[3])
        return tuple(blocks)

    return inverse


def _which(seen, A, B, C, D):
    """The blocks that are wrong, if some are right."""
    pairs = zip(seen, _by_schur()(A, B, C, D), strict=True)
    fine = [np.allclose(got, right, atol=1e-7) for got, right in pairs]
    if not 2 <= sum(fine) <= 3:
        return ""
    wrong = " and ".join(f"the {_BLOCKS[i]} block" for i in range(4) if not fine[i])
    return f"look again at {wrong}; the rest is right. Put y = S(g − CA⁻¹f) into x = A⁻¹(f − By) and read off the factors of f and g."


CHECK = Check(
    answer=block_inverse,
    section="Blocks",
    difficulty=2,
    minutes=15,
    kind="practice",
    example=(
        (np.array([[2]]), np.array([[4]]), np.array([[1]]), np.array([[0]])),
        (np.array([[0.0]]), np.array([[1.0]]), np.array([[0.25]]), np.array([[-0.5]])),
    ),
    twin=_whole,
    inputs=_blocks,
    forbidden={
        function: _too_large
        for module in (np.linalg, scipy.linalg)
        for function in (module.inv, module.solve, module.pinv, module.lstsq)
    },
    tolerance=1e-8,
    advice={
        "mismatch in its core dimension": "B has the rows of A, C has its columns. Which product of A⁻¹ with the two has the size of D?",
        "operands could not be broadcast": "Is there a `*` where the matrix product `@` belongs? Then look at the sizes: B has the rows of A, C its columns.",
    },
    explain=_which,
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
            _by_schur(mixed=(1, 1)),
            "The two mixed blocks need a minus sign: y = (D − CA⁻¹B)⁻¹(g − CA⁻¹f).",
        ),
        Misconception(
            _by_schur(last=lambda S: S),
            "You used the Schur complement itself; it must be inverted before it goes into the blocks.",
        ),
        Misconception(
            lambda A, B, C, D: (
                _by_schur()(A, B, C, D)[0],
                -_inverse(A) @ B,
                -C @ _inverse(A),
                _by_schur()(A, B, C, D)[3],
            ),
            "In the two mixed blocks the inverse of the Schur complement is missing: y carries it, and x = A⁻¹(f − By) takes it over.",
        ),
        Misconception(
            _by_pseudo,
            "You put the pseudo-inverse of D into the formula. It needs a true inverse: D⁻¹D must be I, and for a singular D it is only a projection. Start from A instead.",
        ),
        Misconception(
            lambda A, B, C, D: _by_schur()(A, B, C, D)[::-1],
            "The blocks are right, but in the opposite order. In the equations x comes first, and so does the block in the place of A.",
        ),
        Misconception(
            lambda A, B, C, D: _by_schur()(A, B, B.T, D),
            "You put B' in the place of C. That is right only if the whole is symmetric; here C is a matrix of its own.",
        ),
        Misconception(
            lambda A, B, C, D: (
                *_by_schur()(A, B, C, D)[:2],
                _by_schur()(A, B, C, D)[1].T,
                _by_schur()(A, B, C, D)[3],
            ),
            "Your bottom left block is the top right one transposed. So it would be if the whole were symmetric; here it comes from C: it is the factor of f in y.",
        ),
        Misconception(
            lambda A, B, C, D: (
                *_by_schur()(A, B, C, D)[:1],
                _by_schur()(A, B, C, D)[2].T,
                *_by_schur()(A, B, C, D)[2:],
            ),
            "Your top right block is the bottom left one transposed. So it would be if the whole were symmetric; here it comes from B: it is the factor of g in x.",
        ),
        Misconception(
            lambda A, B, C, D: _glued(_by_schur()(A, B, C, D)),
            "The inverse is right, but glued together to one matrix. Return the four blocks one by one, separated by commas.",
        ),
        Misconception(
            _by_schur(inner=0),
            "In the Schur complement A⁻¹ is missing: putting x = A⁻¹(f − By) into Cx + Dy = g leaves (D − CA⁻¹B) y.",
        ),
        Misconception(
            _by_schur(right=0),
            "The correction in the top left block ends with C. The y that goes back into x has CA⁻¹f in it: a factor A⁻¹ is missing on the right.",
        ),
        Misconception(
            _by_schur(left=0),
            "The correction in the top left block begins with B. In x = A⁻¹(f − By) there is A⁻¹ before it.",
        ),
        Misconception(
            lambda A, B, C, D: (
                _by_schur()(A, B, C, D)[0],
                -B @ _by_schur()(A, B, C, D)[3],
                -_by_schur()(A, B, C, D)[3] @ C,
                _by_schur()(A, B, C, D)[3],
            ),
            "In the two mixed blocks A⁻¹ is missing: x = A⁻¹(f − By), and y is the inverse of D − CA⁻¹B times g − CA⁻¹f.",
        ),
        Misconception(
            lambda A, B, C, D: (
                _inverse(A),
                -_inverse(A) @ B,
                -C @ _inverse(A),
                _by_schur()(A, B, C, D)[3],
            ),
            "Only the bottom right block is right: y = S(g − CA⁻¹f), with S for the inverse of D − CA⁻¹B, carries S into the other three. Put it back into x = A⁻¹(f − By) and read off the factors of f and g.",
        ),
        Misconception(
            lambda A, B, C, D: tuple(_by_schur()(A, B, C, D)[i].T for i in (0, 2, 1, 3)),
            "Those are the blocks of the inverse of the transposed matrix. B stands top right: it belongs to the first equation, Ax + By = f.",
        ),
        Misconception(
            _mixed_turned,
            "The two mixed blocks are swapped and transposed. So they may be if the whole is symmetric; here the top right one is the factor of g in x, and the bottom left one the factor of f in y.",
        ),
        Misconception(
            _replaced(1, lambda A, B, C, D, Ai, S: -B @ S),
            "The top right block lacks a factor A⁻¹ on the left: x = A⁻¹(f − By), and y holds Sg.",
        ),
        Misconception(
            _replaced(1, lambda A, B, C, D, Ai, S: -Ai @ B),
            "The top right block lacks the factor S on the right, the inverse of D − CA⁻¹B: y = S(g − CA⁻¹f) goes into x = A⁻¹(f − By).",
        ),
        Misconception(
            _replaced(2, lambda A, B, C, D, Ai, S: -C @ Ai),
            "The bottom left block lacks the factor S on the left, the inverse of D − CA⁻¹B: y = S(g − CA⁻¹f).",
        ),
        Misconception(
            _replaced(2, lambda A, B, C, D, Ai, S: -S @ C),
            "The bottom left block lacks a factor A⁻¹ on the right: y = S(g − CA⁻¹f).",
        ),
    ),
    hints=(
        "Write the matrix as two equations, Ax + By = f and Cx + Dy = g. Solve the first for x, put it into the second, and read off y.",
        "(D − CA⁻¹B) y = g − CA⁻¹f. With S for the inverse of that bracket, y = S(g − CA⁻¹f), and then x = A⁻¹(f − By). The factors of f and g are the four blocks.",
        "With `S = np.linalg.inv(D - C @ Ai @ B)` the blocks are `Ai + Ai @ B @ S @ C @ Ai`, `-Ai @ B @ S`, `-S @ C @ Ai` and `S`.",
    ),
    praise="No inverse of D was needed. A matrix may have an inverse although one of its corners has none.",
)
