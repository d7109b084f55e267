"""Built from exercises/sources/06_generalisation/11_margin_losses.py by `make notebooks`: do not edit."""

import numpy as np
from featurespace import losses


def margin_losses(m, turn):
    square = (1 - m) ** 2
    hinge = np.maximum(0, 1 - m)
    squared_hinge = hinge**2
    line = (1 - turn) ** 2 - 2 * (1 - turn) * (m - turn)
    huberised = np.where(m < turn, line, squared_hinge)
    return square, hinge, squared_hinge, huberised


import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match, tolerance_of


def _margins(rng: np.random.Generator) -> list[tuple]:
    return [
        (rng.uniform(-6, 3, size=n), turn)
        for n, turn in ((9, -1.0), (14, 0.4), (12, -2.5), (7, -0.6))
    ] + [(np.arange(-4, 3), -0.75)]  # whole margins, and prices that are not whole


def _tangent(m, turn):
    return (1 - turn) ** 2 - 2 * (1 - turn) * (m - turn)


def _squared(m):
    return np.maximum(0, 1 - m) ** 2


def _four(below=_tangent, turns=lambda m, turn: m < turn, squared=_squared, above=None):
    """The four losses, with one's own idea of the last two."""

    def prices(m, turn):
        third = squared(m)
        last = np.where(turns(m, turn), below(m, turn), third if above is None else above(m))
        return (1 - m) ** 2, np.maximum(0, 1 - m), third, last

    return prices


def _free_from_zero(m):
    return np.where(m > 0, 0, (1 - m) ** 2)


def _as_whole_as_the_margins(m, turn):
    square, hinge, squared, last = _four()(m, turn)
    return square, hinge, squared.astype(m.dtype), last.astype(m.dtype)


def _verify(value, m, turn) -> None:
    """The four losses must be right; if the last has a line of its own, that is spoken of."""
    right, tolerance = _four()(m, turn), tolerance_of(value, 1e-9)
    try:
        match(value, right, tolerance)
    except Problem as problem:
        below = np.flatnonzero(m < turn)
        if "Value 4" not in str(problem) or len(below) < 3:
            raise
        got = np.asarray(value[3], dtype=float)
        if got.shape != m.shape or np.abs(got - right[3])[m >= turn].max(initial=0) > 1e-6:
            raise
        slope, height = np.polyfit(m[below] - turn, got[below], 1)
        if np.abs(height + slope * (m[below] - turn) - got[below]).max() > 1e-6:
            raise
        raise Problem(
            f"At `turn` = {turn:g} your line has the height {height + 0.0:.3g} and the slope {slope + 0.0:.3g}; the parabola has {(1 - turn) ** 2:.3g} and {-2 * (1 - turn):.3g} there."
        ) from None


CHECK = Check(
    answer=margin_losses,
    section="Other losses",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=(
        (np.array([-2, -1, 0, 1, 2]), 0),
        (
            np.array([9, 4, 1, 0, 1]),
            np.array([3, 2, 1, 0, 0]),
            np.array([9, 4, 1, 0, 0]),
            np.array([5, 3, 1, 0, 0]),
        ),
    ),
    twin=_four(lambda m, turn: (1 - turn) * (1 + turn - 2 * m)),
    verify=_verify,
    inputs=_margins,
    misconceptions=(
        Misconception(
            _four(squared=lambda m: (1 - m) ** 2),
            "Your squared hinge is the square loss: it rises again beyond margin 1. Being right with room to spare costs nothing, so square the hinge, not 1 − m.",
        ),
        Misconception(
            _four(lambda m, turn: -4 * m),
            "The line −4m fits the parabola at −1 and nowhere else. At `turn` the parabola has another height and another slope: write its tangent there.",
        ),
        Misconception(
            _four(lambda m, turn: -4 * m, lambda m, turn: m < -1),
            "That is the loss of the chapter, with its turn at −1; your function does not look at `turn`.",
        ),
        Misconception(
            _four(lambda m, turn: 1 - m),
            "Below `turn` you go on with the hinge itself. At `turn` = −1 that jumps from 4 to 2; the line must start where the parabola stops.",
        ),
        Misconception(
            _four(lambda m, turn: np.full(np.shape(m), (1 - turn) ** 2)),
            "Below `turn` your price stays where it is. Then a point far on the wrong side has no reason to move; the line goes on with the slope that the parabola has there.",
        ),
        Misconception(
            _four(lambda m, turn: -2 * (1 - turn) * m),
            "The slope is right, the height is not: a line through the origin meets the parabola at `turn` only if `turn` is −1. Begin at the height of the parabola there.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 - 2 * (1 - turn) * m),
            "The slope is right, but the height belongs to m = `turn`, not to m = 0: count the way from `turn`, m − `turn`.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 + 2 * (1 - turn) * (m - turn)),
            "Your line falls where it should rise: the slope at `turn` is −2(1 − turn), and being more wrong costs more.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 - (1 - turn) * (m - turn)),
            "Your line starts at the right height with half the slope, a kink. The derivative of (1 − m)² is −2(1 − m).",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 - (m - turn)),
            "Your line starts at the right height but has the slope −1 of the hinge. Without a kink it has that of the parabola at `turn`.",
        ),
        Misconception(
            _four(turns=lambda m, turn: m < 0),
            "The line is right, but it takes over at `turn`, where it touches the parabola. You change over at 0.",
        ),
        Misconception(
            _four(turns=lambda m, turn: m < -1),
            "The line is right, but it takes over at `turn`, where it touches the parabola. You change over at −1 whatever `turn` is.",
        ),
        Misconception(
            _four(turns=lambda m, turn: m >= turn),
            "The two pieces are swapped: the line is for margins below `turn`, the squared hinge for the others.",
        ),
        Misconception(
            _four(turns=lambda m, turn: np.abs(m) > abs(turn)),
            "You change over on both sides, by the size of the margin. A large margin is right with room to spare and costs nothing; the line is for margins below `turn`.",
        ),
        Misconception(
            _four(squared=lambda m: (1 - m) ** 2, above=_squared),
            "Your squared hinge is the square loss (the last loss is right). Being right with room to spare costs nothing: `hinge**2`.",
        ),
        Misconception(
            _four(above=lambda m: (1 - m) ** 2),
            "Your last loss rises again beyond margin 1. Above `turn` it is the squared hinge, which is 0 there, and not (1 − m)².",
        ),
        Misconception(
            _four(squared=_free_from_zero, above=_squared),
            "Your squared hinge is 0 from margin 0 on. The hinge is 0 only from margin 1 on: between 0 and 1 a point is right, but not by enough.",
        ),
        Misconception(
            _four(squared=_free_from_zero),
            "Your last two losses are 0 from margin 0 on. The hinge is 0 only from margin 1 on: between 0 and 1 a point is right, but not by enough.",
        ),
        Misconception(
            _four(lambda m, turn: -2 * (1 - turn) * (m - turn)),
            "The slope is right, but your line starts at height 0: a jump. Begin at the height of the parabola at `turn`, (1 − turn)².",
        ),
        Misconception(
            _four(lambda m, turn: 2 * (1 - turn) * (1 - m)),
            "The slope is right, but your line meets the axis at m = 1, as the hinge does. The tangent starts at `turn`, at the height of the parabola there.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 + 2 * turn * (m - turn)),
            "Your line starts at the right height, but its slope 2 `turn` is that of m². The parabola here is (1 − m)²: differentiate that.",
        ),
        Misconception(
            _four(lambda m, turn: np.maximum(0, _tangent(m, turn)), lambda m, turn: m > turn),
            "Your line stands above `turn` and the parabola below it. It is the other way round: the line is for the badly wrong points.",
        ),
        Misconception(
            lambda m, turn: _four()(m, -abs(turn)),
            "That is right where `turn` is negative. It may be positive too, any number below 1: use it with its sign.",
        ),
        Misconception(
            _as_whole_as_the_margins,
            "Where m holds whole numbers, your prices are cut to whole numbers as well: an array made like m (`np.zeros_like(m)`, `m.copy()`) takes over its type. Ask for `dtype=float`, or use `np.where`.",
        ),
        Misconception(
            _four(squared=lambda m: np.maximum(0, 1 - m**2), above=_squared),
            "In your squared hinge the margin is squared inside, 1 − m². Take the hinge first, then square it: `hinge**2`.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 - 4 * (m - turn)),
            "Your line starts at the right height, with the slope −4 of the parabola at −1. At `turn` the parabola has the slope −2(1 − turn).",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 - 2 * (m - turn)),
            "Your line starts at the right height, with the slope −2 of the parabola at 0. At `turn` the parabola has the slope −2(1 − turn).",
        ),
        Misconception(
            _four(above=lambda m: np.maximum(0, 1 - m)),
            "Above `turn` your last loss is the hinge; there it should be the squared hinge. (The line below is right.)",
        ),
        Misconception(
            _four(squared=lambda m: np.minimum(0, 1 - m) ** 2, above=_squared),
            "Your squared hinge charges the margins above 1, and no others: `np.minimum` where `np.maximum` is meant. It is `hinge**2`.",
        ),
        Misconception(
            lambda m, turn: _four()(m, -turn),
            "The sign of `turn` is lost on the way: your line begins at −`turn`.",
        ),
        Misconception(
            _four(turns=lambda m, turn: m < -np.inf),
            "Your last loss is the squared hinge everywhere. Below `turn` it should go on as a straight line, the tangent of the parabola there.",
        ),
        Misconception(
            lambda m, turn: (*_four()(m, turn)[:2], _four()(m, turn)[3], _four()(m, turn)[3]),
            "Your squared hinge has the line in it as well. That belongs to the last loss only; the squared hinge is `hinge**2` everywhere.",
        ),
        Misconception(
            _four(lambda m, turn: (1 - turn) ** 2 + 2 * (1 - turn) * (m - turn) ** 2),
            "Below `turn` you have a parabola again. It should be a straight line: the way from `turn` comes in once, not squared.",
        ),
    ),
    hints=(
        "The squared hinge is the hinge, squared. For the last one: how high is the parabola (1 − m)² at m = `turn`, and how steep?",
        "At `turn` the parabola is (1 − turn)² high and has the slope −2(1 − turn). Write the line through that point with that slope, and join the two pieces with `np.where`.",
        "`squared_hinge = hinge**2`, and below `turn` the line `(1 - turn)**2 - 2 * (1 - turn) * (m - turn)`.",
    ),
    praise="A tangent in place of the parabola, smooth at the seam wherever that is. With the turn at −1 a mislabelled point at −10 costs 40 instead of 121.",
)
