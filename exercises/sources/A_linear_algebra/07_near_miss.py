# %% [markdown]
# ## Near miss
#
# Two aeroplanes fly along straight lines, one through the point `p` in the direction `u`, the other through `q` in the direction `v`. The lines need not meet, they may be parallel, and nobody said that space has three dimensions. Return the shortest distance between a point of one **line** and a point of the other (when the planes will be there is another question). The first line is given. For the line through (0, 0, 0) along (1, 0, 0) and the one through (7, 0, 5) along (1, 3, 4) it is 3.

# %%
import numpy as np


def near_miss(p, u, q, v):
    B = np.column_stack([u, v])
    ### BEGIN SOLUTION
    d = p - q
    c, *_ = np.linalg.lstsq(B, d)
    return np.linalg.norm(d - B @ c)
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# The difference of two points of the lines is $d+su-tv$ with $d=p-q$: that is $d$ plus any vector of the span of $u$ and $v$. Split $d$ into its shadow in that span and a leftover orthogonal to it. The two lines can cancel the shadow and nothing else, and by Pythagoras whatever they add makes it longer. `lstsq` finds the shadow even if $u$ and $v$ are parallel. A million other pairs of points come close:

# %% tags=["solution"]
p, u, q, v = np.array([[0, 0, 0], [1, 1, 0], [0, 0, 2], [1, -1, 1]])
steps = np.linspace(-5, 5, 1001)
gaps = [np.linalg.norm(p + s * u - q - np.outer(steps, v), axis=1).min() for s in steps]
print(f"by projection {near_miss(p, u, q, v):.6f}, the best of the pairs {min(gaps):.6f}")
assert 0 <= min(gaps) - near_miss(p, u, q, v) < 1e-4

# %% tags=["check"]
import numpy as np
from numpy.linalg import lstsq, norm
from scipy.optimize import nnls

from featurespace.checks.check import Check, Misconception
from featurespace.linalg import projection_matrix


def leftover(d, *vectors):
    """What remains of d when its shadow on the span of the vectors is taken away."""
    return d - projection_matrix(np.column_stack(vectors)) @ d


def _lines(rng: np.random.Generator) -> list[tuple]:
    cases = [tuple(rng.normal(size=(4, d)) * [[3], [2], [3], [0.5]]) for d in (3, 5, 4)]
    p, q = rng.normal(size=(2, 3))
    parallel = (p, np.array([1.0, 2.0, 2.0]), q, np.array([2.0, 4.0, 4.0]))  # to the last digit
    flat = tuple(np.array([[0, 0], [1, 2], [3, 1], [-2, -4]]))
    return [*cases, parallel, flat]


def _gap(rule):
    return lambda p, u, q, v: float(rule(p - q, u, v))


def _by_frames(p, u, q, v):
    """Pythagoras in an orthonormal frame of the two directions."""
    U, s, _ = np.linalg.svd(np.column_stack([u, v]), full_matrices=False)
    d = p - q
    frame = U[:, s > 1e-10 * s[0]]
    return np.sqrt(d @ d - np.sum((frame.T @ d) ** 2))


def _only_if_crossing(parallel):
    """Right, but for parallel lines."""

    def near_miss(p, u, q, v):
        if norm(leftover(v, u)) < 1e-9 * norm(v):
            return float(parallel(p - q))
        return float(norm(leftover(p - q, u, v)))

    return near_miss


def _at_one_time(p, u, q, v):
    d, e = q - p, v - u
    return float(norm(leftover(d, e)))


def _forward(p, u, q, v):
    return nnls(np.column_stack([u, -v]).astype(float), (q - p).astype(float))[1]


def _from_q(d, u, v):
    Q = np.linalg.qr(np.column_stack([u, v]))[0]
    return norm(d - Q @ (Q.T @ d))


def _on_segments(p, u, q, v):
    """As if the lines ended after one step along u and one along v."""
    B = np.column_stack([u, v])
    return norm(q - p - B @ np.clip(lstsq(B, q - p, rcond=None)[0], 0, 1))


def _compared(seen, p, u, q, v):
    """The distance of the two points, and of the lines."""
    apart = norm(p - q)
    if seen > apart * (1 + 1e-9):
        return f"the points p and q are {apart:.4g} apart, and they lie on the lines, so the shortest distance is no more than that. Yours is {float(seen):.4g}."
    return f"p − q is {apart:.4g} long. The shortest way between the lines is at right angles to both: what p − q leaves over when its shadow on the span of u and v is taken away. Yours is {float(seen):.4g} long."


CHECK = Check(
    answer=near_miss,
    section="The closest point",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=(tuple(np.array([[0, 0, 0], [1, 0, 0], [7, 0, 5], [1, 3, 4]])), 3.0),
    twin=_by_frames,
    inputs=_lines,
    tolerance=1e-8,
    advice={
        "is out of bounds": "If that is the second value of `lstsq`: where the lines are parallel it is empty. Take the first value, `c`, and measure `d - B @ c`.",
        "Singular matrix": "Parallel lines have dependent directions, and B'B then has no inverse. Take something that bears it, such as `np.linalg.lstsq` or `pinv`.",
        "must be 2 or 3": "The cross product lives in three dimensions (and is zero for parallel lines); project instead.",
        "cross product": "The cross product lives in three dimensions (and is zero for parallel lines); project instead.",
    },
    explain=_compared,
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
            lambda p, u, q, v: float(norm(leftover(p + q, u, v))),
            "You took the sum of the two points. From one line to the other leads the difference p − q.",
        ),
        Misconception(
            lambda p, u, q, v: float(norm(leftover(p + u - q - v, u))),
            "You moved one step along each line and then along the first only. Both may be walked along for any length: project on the span of both directions.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(leftover(d, u, v)) ** 2),
            "That is the squared distance; take the root.",
        ),
        Misconception(
            _only_if_crossing(norm),
            "Right, but for parallel lines: there you return the distance of p and q. The two points need not be opposite each other; take away what moving along can take away.",
        ),
        Misconception(
            _only_if_crossing(lambda d: 0),
            "Right, but for parallel lines: there you return 0. Parallel lines keep a distance, unless they are one line.",
        ),
        Misconception(
            lambda p, u, q, v: float(len(p) > 2 and norm(leftover(p - q, u, v))),
            "Right, but in the plane you always return 0. Two lines in the plane meet unless they are parallel, and they may be.",
        ),
        Misconception(
            _gap(_from_q),
            "Right, but for parallel lines: there `qr` makes a second direction out of round-off. `lstsq` and `pinv` notice that there is only one.",
        ),
        Misconception(
            _at_one_time,
            "That is how near the two aeroplanes come if both start at once and fly at the speeds |u| and |v|. Asked is the distance of the lines: each may be walked along by itself.",
        ),
        Misconception(
            _forward,
            "You let both walk forward only, by amounts that are not negative. A line goes both ways: any amount will do.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(d - np.outer(u, u) @ d - np.outer(v, v) @ d)),
            "BB' projects only if the columns of B are orthonormal; these are not. Take `lstsq`, or `B @ np.linalg.pinv(B)`.",
        ),
        Misconception(
            _gap(lambda d, u, v: norm(lstsq(np.column_stack([u, v]), d, rcond=None)[0])),
            "That is the length of the amounts, how far one walks along u and v. The distance is the length of what is left over, `d - B @ c`.",
        ),
        Misconception(
            _gap(lambda d, u, v: np.abs(leftover(d, u, v)).sum()),
            "You add up the absolute values of what is left over. Its length is the root of the sum of squares, `np.linalg.norm`.",
        ),
        Misconception(
            lambda p, u, q, v: norm(leftover(q, u, v)),
            "You project q alone. From one line to the other leads the difference of the two points: p comes in too.",
        ),
        Misconception(
            lambda p, u, q, v: norm(leftover(p, u, v)),
            "You project p alone. From one line to the other leads the difference of the two points: q comes in too.",
        ),
        Misconception(
            _gap(lambda d, u, v: np.abs(leftover(d, u, v)).max()),
            "You take the largest entry of what is left over. Its length is the root of the sum of squares, `np.linalg.norm`.",
        ),
        Misconception(
            _gap(lambda d, u, v: np.abs(leftover(d, u, v)).mean()),
            "You average the entries of what is left over. Its length is the root of the sum of their squares, `np.linalg.norm`.",
        ),
        Misconception(
            _on_segments,
            "You let the steps along u and v be between 0 and 1 only: the two pieces from p to p + u and from q to q + v. Lines have no ends: any amount will do.",
        ),
        Misconception(
            lambda p, u, q, v: lstsq(np.column_stack([u, v]), p - q, rcond=None)[1],
            "That is the second value of `lstsq`: a sum of squares, not a distance, and empty where the lines are parallel. Take the first, `c`, and measure `d - B @ c`.",
        ),
    ),
    hints=(
        "The difference (p + su) − (q + tv) is p − q plus any vector of the span of u and v. How short can it get?",
        "The shortest is what p − q leaves over when its shadow on the span of the columns of B is taken away. The columns may be dependent, so B'B may have no inverse.",
        "With `d = p - q` and `c = np.linalg.lstsq(B, d)[0]` the answer is the length of `d - B @ c`.",
    ),
    praise="Nobody had to look for the two nearest points: the leftover is as long as they are apart, parallel or not, in any dimension.",
)
