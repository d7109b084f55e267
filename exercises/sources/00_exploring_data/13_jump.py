# %% [markdown]
# ## Find the slip
#
# A textbook praises the median: if a single number is recorded wrongly, *the median moves no farther than to the next number in order*. For odd $n$ that is true. For even $n$ the median lies halfway between two numbers, so one expects it to stay in their neighbourhood. Does it?
#
# Return two lists of **four** numbers each, `x` and `y`. They differ in one number only; the two middle numbers of `x` (in order) are at most 1 apart; and yet the medians of `x` and `y` differ by more than `size`, a positive number.

# %%
import numpy as np


def jump(size):
    ### BEGIN SOLUTION
    far = 4 * size + 4
    x = [0, 0, 1, far]
    y = [far, 0, 1, far]
    return x, y
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# In order, $x$ is 0, 0, 1, far, with median 1/2. When a 0 becomes far, everything in the middle moves up by one place: 0, 1, far, far. Now the median is halfway between 1 and far. So the sentence needs a repair: for odd $n$ the median moves at most *to* the next number in order, for even $n$ at most to the middle *between* two numbers, one of which may be far off (or, if $n=2$, the corrupted one itself).

# %% tags=["solution"]
x, y = jump(100)
print(f"x {x}, median {np.median(x)};  y {y}, median {np.median(y)}")

# %% tags=["check"]
from collections import Counter

import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, kind
from featurespace.checks.describe.shared import several

_TWO_PLACES = "Your lists differ in more than one number. The claim is about one changed number; change no other."


_SAME_LISTS = "Your two lists hold the same numbers. Change one of them. (After `y = x` both names mean one list; `y = x.copy()` makes a second.)"


_GAP = "The two middle numbers of your x are more than 1 apart. Then a jump is no surprise; bring them together and let the numbers outside be far away."


_OUTER = "The median did not move: a number changed on its own side of the middle leaves the middle two where they are. Move a number across the middle."


_NEAR = "The median moves too little: it comes to lie between the old middle and the next number in order. How far away may that one be?"


def _verify_jump(answer, size) -> None:
    if not isinstance(answer, (tuple, list, np.ndarray)) or len(answer) != 2:
        raise Problem(f"Return two lists of four numbers, x and y; you returned {kind(answer)}.")
    x, y = (np.sort(several(part, 4)) for part in answer)
    changed = sum((Counter(x.tolist()) - Counter(y.tolist())).values())
    if changed != 1:
        raise Problem(_TWO_PLACES if changed else _SAME_LISTS)
    if x[2] - x[1] > 1:
        raise Problem(_GAP)
    moved = abs(np.median(y) - np.median(x))
    if moved == 0:
        raise Problem(_OUTER)
    if moved <= size:
        raise Problem(f"{_NEAR} (It moved by {moved:.4g}; more than size = {size:g} is asked for.)")


CHECK = Check(
    answer=jump,
    section="Find the slip",
    difficulty=2,
    minutes=15,
    kind="slip",
    inputs=lambda rng: [(100.0,), (3e5,), (2.5,), (7,), (0.3,)],
    verify=_verify_jump,
    misconceptions=(
        Misconception(lambda size: ((0, 0, 1, 2), (0, 0, 1, 9 * size)), _OUTER),
        Misconception(lambda size: ((0, 0, 9 * size, 9 * size), (9 * size,) * 3 + (0,)), _GAP),
        Misconception(lambda size: ((0, 0, 1, 2), (9 * size, 0, 1, 2)), _NEAR),
        Misconception(lambda size: ((0, 0, 1, 2), (0, 0, 9 * size, 9 * size)), _TWO_PLACES),
        Misconception(lambda size: ((0, 0, 1, 4 * size),) * 2, _SAME_LISTS),
    ),
    hints=(
        "Take a small number out and put a large one in: everything in the middle moves up by one place. Which number comes into the middle?",
        "Sorted, x is a ≤ b ≤ c ≤ d with median (b + c)/2. Replace a by something huge: now the median is (c + d)/2. Only b and c must be close together.",
        "With `x = [0, 0, 1, d]` and `y = [d, 0, 1, d]` the median goes from 1/2 to `(1 + d) / 2`. Choose `d` from `size`.",
    ),
    praise="Two numbers share the middle of an even list; one step brings in the number beyond them, however far away it is.",
)
