# %% [markdown]
# ## Find the slip
#
# The book's weights solve $(BK+\lambda I)\,\alpha=y$, so the decision function is $\alpha^\top k-b$, where $k$ holds the inner products of a new point with the training points. Proposition 5.17 prints it without $\alpha$:
#
# $$f(x)=y^\top(BK+\lambda I)^{-1}k-b$$
#
# Return **two** vectors of $n$ numbers: the row $y^\top(BK+\lambda I)^{-1}$ as it is printed, and the row that ought to stand there, so that its product with every $k$ is $\alpha^\top k$. Look at the first one for several `K`, `y` and `lam`. It is simpler than it has any right to be. Why? (What is $By$, if $B$ centres each class by itself?) For the four points, the linear kernel and `lam = 2` the second row is $\frac16(1,5,-3,-3)$.

# %%
import numpy as np


def two_rows(K, y, B, lam):
    ### BEGIN SOLUTION
    printed = y / lam
    mended = np.linalg.solve((K @ B + lam * np.eye(len(y))).T, y)
    return printed, mended
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Since $y^\top B=0$, we have $y^\top(BK+\lambda I)=\lambda y^\top$, and so $y^\top(BK+\lambda I)^{-1}=y^\top/\lambda$ exactly: of $K$ and $B$ nothing is left. The printed function weighs every training point by its label and knows no spread at all. Transposing turns products round, $(BK)^\top=KB$, so the right row is
#
# $$\alpha^\top=y^\top(KB+\lambda I)^{-1}\qquad\text{and}\qquad f(x)=y^\top(KB+\lambda I)^{-1}k-b.$$
#
# The printed formula would be right if $BK=KB$. Nothing makes it so:

# %% tags=["solution"]
from featurespace.fisher import within_class_matrix

rng = np.random.default_rng(3)
labels = np.repeat([1, -1], [30, 10])
cloud = rng.normal(size=(40, 2)) @ [[2, 1], [0, 0.5]] + np.outer(labels, [0.5, 1]) + [5, 0]
B, K = within_class_matrix(labels), cloud @ cloud.T
row = labels @ np.linalg.inv(B @ K + 0.1 * np.eye(len(K)))
printed, mended = two_rows(K, labels, B, 0.1)
cosine = (cloud.T @ printed) @ (cloud.T @ mended)
cosine /= np.linalg.norm(cloud.T @ printed) * np.linalg.norm(cloud.T @ mended)
print(f"cosine between the printed direction and the one meant: {cosine:.2f}")
assert np.allclose(row, printed)
assert np.allclose(mended, np.linalg.solve(B @ K + 0.1 * np.eye(len(K)), labels))

# %% tags=["check"]
from numpy.linalg import solve

from featurespace import fisher
from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import (
    FOUR,
    RIDGE,
    SIDES,
    as_rows,
    book_alpha,
    close,
    harmonic,
    ridged,
    shown,
    signed,
    sizes,
    systems,
)

_K_TIMES = "You multiplied with K as well. Asked are the two rows, before they meet any k."


def _rows(
    printed=lambda K, y, B, lam: y / lam,
    mended=book_alpha,
):
    return lambda K, y, B, lam: (printed(K, y, B, lam), mended(K, y, B, lam))


def _by_inverse(K, y, B, lam):
    inverse = np.linalg.inv(B @ K + lam * np.eye(len(y)))
    return y @ inverse, (inverse @ y)[None]


def _seen(value, K, y, B, lam):
    """Put the rows to the test that each should pass."""
    A = ridged(B @ K, lam)
    first, second = (np.asarray(row, dtype=float) for row in as_rows(value))
    if close(first @ A, y):
        return f"The first is right. A test of the second: (BK + λI)α should give y = {shown(y)}; yours gives {shown(A @ second)}."
    rest = "The second is right. " if close(A @ second, y) else ""
    return f"{rest}A test of the first, r: it should be the row y'(BK + λI)⁻¹, so r'(BK + λI) should give y' = {shown(y)}; yours gives {shown(first @ A)}."


CHECK = Check(
    answer=two_rows,
    section="Find the slip",
    difficulty=3,
    minutes=15,
    kind="slip",
    example=(
        (FOUR @ FOUR.T, SIDES, fisher.within_class_matrix(SIDES), 2.0),
        (SIDES / 2, np.array([1, 5, -3, -3]) / 6),
    ),
    twin=_by_inverse,
    inputs=systems,
    explain=_seen,
    alike=as_rows,
    advice={"Singular matrix": RIDGE},
    misconceptions=(
        Misconception(
            _rows(printed=book_alpha),
            "Both are α. Then the printed formula would be right; take it at its word, with y' to the left of the inverse: r' = y'A⁻¹ means A'r = y.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: y / lam),
            "Both are the printed row. The mended one must be α', with α from (BK + λI)α = y: transpose it and watch the order of B and K.",
        ),
        Misconception(
            lambda K, y, B, lam: _rows()(K, y, B, lam)[::-1],
            "Right vectors, wrong order: first the printed row, then the mended one. For a matrix A that is not symmetric, y'A⁻¹ is `np.linalg.solve(A.T, y)`.",
        ),
        Misconception(lambda K, y, B, lam: tuple(K @ r for r in _rows()(K, y, B, lam)), _K_TIMES),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(ridged((B @ K + K @ B) / 2, lam), y)),
            "The first is right. Making the matrix symmetric gives a third vector, equal to neither. The transpose of BK + λI is KB + λI.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(ridged(K, lam), y)),
            "The first is right. In the second B has got lost; the transpose of BK is KB.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: fisher.kernel_fisher(K, y, lam).alpha),
            "The first is right. The second is the exact discriminant, with t and λ'; here α is that of the book's system, (BK + λI)α = y, with y and λ as they are.",
        ),
        Misconception(
            _rows(printed=lambda K, y, B, lam: y.copy()),
            "The second is right. The first points the right way: By = 0 leaves only the ridge. But the ridge is λ, and it is inverted.",
        ),
        Misconception(
            _rows(
                printed=lambda K, y, B, lam: y @ ridged(B @ K, lam),
                mended=lambda K, y, B, lam: y @ ridged(K @ B, lam),
            ),
            "Nothing is inverted in either row. For y'A⁻¹ solve a system: `np.linalg.solve(A.T, y)`.",
        ),
        Misconception(
            _rows(printed=lambda K, y, B, lam: lam * y),
            "The second is right. y'(BK + λI) is λy', but the formula has the inverse of that matrix.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(ridged(B @ K, lam), signed(y))),
            "The first is right. In the second you put t on the right; here α is that of the book's system, with y.",
        ),
        Misconception(
            _rows(printed=lambda K, y, B, lam: signed(y) / lam),
            "The second is right. The first should be the row as it is printed, with y and not with t.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: solve(ridged(B * K, lam), y)),
            "The first is right. In the second, `B * K` multiplies entry by entry; the matrix product is `B @ K`.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: K @ book_alpha(K, y, B, lam)),
            "The first is right. The second is Kα, the values at the training points; asked is the row itself, before it meets any k.",
        ),
        Misconception(
            _rows(mended=lambda K, y, B, lam: book_alpha(K, y, B, harmonic(lam, *sizes(y)))),
            "The first is right. In the second you have the exact ridge λ' = 2n₊n₋λ/n; here α is that of the book's system, with λ as it is.",
        ),
        Misconception(
            lambda K, y, B, lam: np.column_stack(_rows()(K, y, B, lam)),
            "Both vectors are right, but they are the columns of one array. Return them one after the other: `return printed, mended`.",
        ),
    ),
    hints=(
        "A = BK + λI is not symmetric, so y'A⁻¹ and (A⁻¹y)' differ. Compute both, for several K, and look at the first.",
        "The row y'A⁻¹ is `np.linalg.solve(A.T, y)`, and α is `np.linalg.solve(A, y)`. For the first, multiply y'(BK + λI) out, with By = 0.",
        "Since y'(BK + λI) = λy', the printed row is `y / lam`. The mended row is y'(KB + λI)⁻¹, which is α': `np.linalg.solve(B @ K + lam * np.eye(len(y)), y)`.",
    ),
    praise="The printed row is y/λ: of K and B nothing is left, only a sum of the points with their labels. The mended formula is f(x) = y'(KB + λI)⁻¹k − b.",
)
