"""Built from exercises/sources/03_fisher/11_recalibrate.py by `make notebooks`: do not edit."""

import numpy as np


def recalibrate(w, b, shift, scale):
    w_new = w / scale
    return w_new, b + w_new @ shift


from featurespace.checks.check import Check, Misconception
from featurespace.checks.fisher.shared import close


def _rules(rng: np.random.Generator) -> list[tuple]:
    cases = []
    for d in (3, 1, 5):
        scale = rng.uniform(0.4, 3, d) * np.where(np.arange(d) == 1, -1, 1)
        cases.append((rng.normal(size=d) * 2, float(rng.normal(3, 1)), rng.normal(4, 2, d), scale))
    return cases


def _rule(
    weights=lambda w, a, c: w / c,
    cut=lambda w, b, a, c: b + (w / c) @ a,
):
    return lambda w, b, shift, scale: (weights(w, shift, scale), cut(w, b, shift, scale))


def _by_solving(w, b, shift, scale):
    """The values at d + 1 new readings determine the rule."""
    d = len(w)
    z = np.vstack([np.zeros(d), np.eye(d)])
    values = ((z - shift) / scale) @ w - b
    return values[1:] - values[0], -values[0]


def _seen(value, w, b, shift, scale):
    """What the new rule says of two patients whose old value is known."""
    w_new, b_new = np.asarray(value[0], dtype=float), float(value[1])
    if close(w_new, w / scale):
        return f"The weights are right, b is not. A test: a patient with all old readings 0 had the value −b = {-b:.4g}. The new readings are `shift`, and your rule gives {w_new @ shift - b_new:.4g}."
    i = int(np.argmax(np.abs(w_new * scale - w) > 1e-6 * np.abs(w).max()))
    fits = " (With these weights b would be right.)" if close(b_new, b + w_new @ shift) else ""
    return f"Weight {i} is not right. A test: if old reading {i} grows by 1, the value grows by w = {w[i]:.4g}. The new reading then grows by c = {scale[i]:.4g}, and your value by {w_new[i] * scale[i]:.4g}.{fits}"


CHECK = Check(
    answer=recalibrate,
    section="Where to cut, and how much ridge",
    difficulty=2,
    minutes=10,
    kind="transfer",
    example=(
        (np.array([9, 1]), 420.0, np.array([32, 0]), np.array([1.8, 1.0])),
        (np.array([5, 1]), 580),
    ),
    twin=_by_solving,
    inputs=_rules,
    explain=_seen,
    misconceptions=(
        Misconception(
            _rule(weights=lambda w, a, c: w * c, cut=lambda w, b, a, c: b + (w * c) @ a),
            "You multiplied the weights by the scale. If a reading becomes 1.8 times as large, its weight must become 1.8 times as small for the product to stay: divide.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w * c, cut=lambda w, b, a, c: b - w @ a),
            "That is the rule for the change back, from new readings to old ones: x = (z − a)/c if z is the new reading. Put that into ⟨w, x⟩ − b.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b),
            "The weights are right. The cut is the old one, but the shift adds the same amount to every projection: b must move along.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b - (w / c) @ a),
            "The weights are right, but b moves the wrong way: readings that grow by a shift make the projections grow, and b must follow.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + w @ a),
            "The weights are right. In b you used the old weights; the shift is in the new unit, so it meets the new ones.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w),
            "The cut is right, but the weights are the old ones. They must be divided by the scale.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w, cut=lambda w, b, a, c: b + w @ a),
            "The scale does not come in. A reading c times as large needs a weight c times as small.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w * c + a, cut=lambda w, b, a, c: b),
            "You treated w as if it were a patient. Weights are not readings: divide them by the scale, and let the shift move b.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: (w - a) / c),
            "You took the shift off the weights, as if w were a patient. A shift leaves w alone and moves only b; b is right.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: (w - a) / c, cut=lambda w, b, a, c: b),
            "You treated w as if it were a patient, and left b alone. The shift belongs into b: put x = (z − a)/c into ⟨w, x⟩ − b.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + a.sum()),
            "The weights are right. In b the shifts are added as they are; each comes in with the weight of its reading.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + (w / c) * a),
            "The weights are right. Your b is a list, one number per reading; add them up: `w_new @ shift`.",
        ),
        Misconception(
            _rule(
                weights=lambda w, a, c: w / np.abs(c),
                cut=lambda w, b, a, c: b + (w / np.abs(c)) @ a,
            ),
            "You divided by the size of the scale. Where the scale is negative the reading runs backwards, and its weight must turn its sign.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w / c / np.linalg.norm(w / c)),
            "The direction is right and so is b, but they no longer fit together: leave w at the length it has, so that all values stay the same.",
        ),
        Misconception(
            lambda w, b, shift, scale: tuple(
                part / np.linalg.norm(w / scale) for part in _rule()(w, b, shift, scale)
            ),
            "The decisions are the same, but the values are not: you gave w length one. Every patient should keep the value; leave the length as it comes out.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b - w @ a),
            "The weights are right. In b the shift has the wrong sign, and it meets the old weights; it should meet the new ones.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w * c, cut=lambda w, b, a, c: b),
            "You multiplied the weights by the scale and left b alone. A reading c times as large needs a weight c times as small, and the shift moves b.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w * c, cut=lambda w, b, a, c: b + w @ a),
            "You multiplied the weights by the scale; divide. The shift is right to move b, but it meets the new weights, not the old ones.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w / c + a, cut=lambda w, b, a, c: b),
            "Dividing the weights by the scale is right. The shift does not belong to them: it moves b.",
        ),
        Misconception(
            _rule(weights=lambda w, a, c: w, cut=lambda w, b, a, c: b),
            "Nothing has changed: that is the old rule. Put x = (z − a)/c into ⟨w, x⟩ − b, where z is the new reading.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + (w / c) @ (a / c)),
            "The weights are right. In b the scale comes in twice: the new weights hold it already.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b * c + a),
            "The weights are right. You changed b as if it were a reading; it is compared with ⟨w, x⟩, so the shifts come in with their weights, added up.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b / c),
            "The weights are right. You divided b by the scale as well, and got a list. One number is compared with the whole sum: b only moves, by `w_new @ shift`.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + w @ (a * c)),
            "The weights are right. In b you put the shift before the scale, as if the new reading were c(x + a), and multiplied where a division belongs. It is cx + a: the shift meets the new weights.",
        ),
        Misconception(
            lambda w, b, shift, scale: tuple(
                part * np.prod(scale) for part in _rule()(w, b, shift, scale)
            ),
            "Both are multiplied by the product of all scales. That keeps the border but not the values, and turns them round if the product is negative: leave the factor out.",
        ),
        Misconception(
            _rule(cut=lambda w, b, a, c: b + np.mean(w / c * a)),
            "The weights are right. In b you averaged over the readings; what the shifts add to ⟨w, x⟩ is a sum: `w_new @ shift`.",
        ),
    ),
    hints=(
        "Call the new readings z. What was x, in terms of z? Put it into ⟨w, x⟩ − b.",
        "With x = (z − a)/c every weight is divided by its scale. What does not depend on z joins b; mind the sign.",
        "With `w_new = w / scale` the cut is `b + w_new @ shift`.",
    ),
    praise="Weights change against the units, the cut moves with the shift, and no patient notices.",
)
