# %% [markdown]
# ## Read before you believe
#
# A referee gets reports like "97 % right on the test rows" with the list of steps that led there. Each step is one word:
#
# | step | what is done |
# |---|---|
# | `"log"` | every entry is replaced by its logarithm |
# | `"drop"` | rows with a missing entry are deleted |
# | `"fill"` | a missing entry is replaced by the median of its column |
# | `"scale"` | columns are centred and divided by their standard deviation |
# | `"select"` | the ten columns that go best with the label are kept |
# | `"copy"` | rows of the rarer class are entered again until both classes are equally large |
# | `"split"` | a fifth of the rows, drawn at random, is put away: the test rows |
# | `"tune"` | nine settings are compared by cross-validation, the best is kept |
# | `"choose"` | nine settings are compared by their errors on the test rows, the best is kept |
# | `"fit"` | the classifier is trained |
# | `"refit"` | the classifier is trained on all rows, test rows included |
# | `"score"` | the share of right answers on the test rows is reported |
#
# Up to `"split"` a step sees all rows; after it only those not put away, except where the table says otherwise. (What a later step needs from the test rows, such as their scaling, is done with the numbers learnt from the others.) In each list `"split"`, `"fit"` and `"score"` stand once, in this order; `"choose"` comes after the `"split"`, `"refit"` after the `"fit"`; other steps may stand anywhere, also twice. Return the number (from 0) of the **first step through which the reported number has become too good to be trusted**, or −1 if there is none. So `["scale", "split", "fit", "score"]` gives 0, and `["split", "scale", "fit", "score"]` gives −1.

# %%
import numpy as np


def first_leak(steps):
    ### BEGIN SOLUTION
    split, score = steps.index("split"), steps.index("score")
    for i, step in enumerate(steps[:score]):
        learns = step in ("fill", "scale", "select", "copy", "tune")
        if (i < split and learns) or step in ("choose", "refit"):
            return i
    return -1
    ### END SOLUTION


# %% [markdown] tags=["solution"]
# Three questions to each step. *Does it learn anything from several rows at once?* A logarithm and the deletion of a row do not; they may stand anywhere. Medians, means, correlations with the label do: before the split they carry something of the test rows into the training. Scaling leaks little, tuning more (its cross-validation has used the labels of rows that will be test rows), selection a lot, and copies are the worst of all: one twin is trained on, the other judged. *Does it look at the test rows on purpose?* Then what chose cannot judge. *Has the number been reported already?* After that nothing can spoil it, and to refit on all rows for use is what one should do.

# %% tags=["solution"]
reports = (
    ["log", "drop", "split", "scale", "select", "tune", "fit", "score", "refit"],
    ["log", "select", "split", "scale", "fit", "score"],
    ["split", "scale", "choose", "fit", "score"],
)
for steps in reports:
    leak = first_leak(steps)
    print(" → ".join(steps), "| leak:", steps[leak] if leak >= 0 else "none")

# %% tags=["check"]
import numpy as np

from featurespace.checks.check import Check, Misconception
from featurespace.checks.compare import Problem, match

_REPORTS = (
    "fill split fit score",
    "split scale fit score",
    "tune split scale fit score",
    "log drop scale split scale fit score",
    "split fill fit choose score",
    "drop split log fit score refit choose",
    "split fit score choose",
    "split select fit refit score",
    "copy select split fit score",
    "split scale copy fit score choose refit",
    "drop tune select split select tune fit score",
    "split fit choose refit score refit",
    "log drop split fill select tune fit score refit",
    "log select split scale fit score",
    "drop log fill split fit score",
    "split scale select choose fit score",
    "drop log copy split scale fit score",
    "split copy scale tune fit refit score",
    "split log scale select tune fit score refit",
    "log drop split copy fit score refit",
    "log split fill tune select fit choose score",
    "drop split tune fit score choose",
    "log drop split scale fit score",
    "select fill scale copy split tune fit score",
    "log drop log drop split copy scale fit refit choose score refit",
)

_LEARNING = ("fill", "scale", "select", "copy", "tune")


def _reading(
    before=_LEARNING,
    between=("choose", "refit"),
    after=(),
    last=False,
):
    """The number of the first step that is blamed, by where it stands."""

    def first_leak(steps):
        split, score = steps.index("split"), steps.index("score")
        blamed = [
            i
            for i, step in enumerate(steps)
            if (i < split and step in before)
            or (split < i < score and step in between)
            or (i > score and step in after)
        ]
        return (blamed[-1] if last else blamed[0]) if blamed else -1

    return first_leak


def _without(*steps):
    return tuple(step for step in _LEARNING if step not in steps)


def _by_suspects(steps):
    """The suspects one after another, in the order of the table."""
    split, score = steps.index("split"), steps.index("score")
    for step, end in (*((s, split) for s in _LEARNING), ("choose", score), ("refit", score)):
        if step in steps[:end]:
            return steps.index(step)
    return -1


def _last_place(steps):
    """Each word where it stands last."""
    place = {step: i for i, step in enumerate(steps)}
    blamed = [place[s] for s in _LEARNING if place.get(s, 99) < place["split"]]
    blamed += [place[s] for s in ("choose", "refit") if place.get(s, 99) < place["score"]]
    return min(blamed, default=-1)


_LEAKS = {
    "fill": "its medians come from all rows, those of the test among them",
    "scale": "its means and standard deviations come from all rows, those of the test among them",
    "select": "it looks at the labels of all rows, those of the test among them",
    "copy": "of two twins one may be trained on and the other judged",
    "tune": "it has used the labels of rows that become test rows",
    "choose": "it looks at the test rows before they are reported on",
    "refit": "it trains on the test rows before they are reported on",
}


def _verify(value, steps) -> None:
    """The number must be right; if not, the step that was missed, or blamed, is spoken of."""
    if isinstance(value, (bool, np.bool_)):
        raise Problem("Return the number of a step, or −1: not True or False.")
    right, split, score = _reading()(steps), steps.index("split"), steps.index("score")
    try:
        match(value, right, 1e-9)
    except Problem:
        told = np.ravel(value)
        if told.size != 1 or told[0] not in range(-1, len(steps)):
            raise
        said = int(told[0])
        if right >= 0 and not 0 <= said < right:
            raise Problem(
                f'step {right}, "{steps[right]}", passes your control, but {_LEAKS[steps[right]]}.'
            ) from None
        why = "it learns nothing from a test row"
        if said > score:
            why = "the number has been reported by then"
        elif said > split and steps[said] in ("tune", *_LEARNING):
            why = "after the split it learns from the training rows alone"
        elif steps[said] in ("log", "drop"):
            why = "it takes one row at a time and learns nothing from the others"
        raise Problem(f'you blame step {said}, "{steps[said]}", but {why}.') from None


_LATE = {
    name: f'You blame `"{name}"` after the split. There it learns from the training rows alone: that is what they are for.'
    for name in ("fill", "scale", "select")
}

CHECK = Check(
    answer=first_leak,
    section="Choose, then judge",
    difficulty=2,
    minutes=12,
    kind="transfer",
    example=((["scale", "split", "fit", "score"],), 0),
    twin=_reading(),
    verify=_verify,
    inputs=lambda rng: [(report.split(),) for report in _REPORTS],
    misconceptions=(
        Misconception(
            _reading(before=_without("scale")),
            "Scaling before the split passes your control. Means and standard deviations of all rows carry something of the test rows: a small leak, since no label passes through it, but a leak.",
        ),
        Misconception(
            _reading(before=_without("scale", "fill")),
            "Scaling and filling before the split pass your control. They look at no label, but they learn numbers from the test rows: means, standard deviations, medians.",
        ),
        Misconception(
            _reading(before=_without("select")),
            "Selecting columns before the split passes your control. The choice looks at the labels of the test rows; no cross-validation later on can mend that.",
        ),
        Misconception(
            _reading(before=_without("copy")),
            "Copies before the split pass your control. Then one of two twins is trained on and the other judged: the classifier meets rows that it knows by heart.",
        ),
        Misconception(
            _reading(before=("log", "drop", *_LEARNING)),
            "You blame every step before the split. A logarithm, or a deleted row, takes one row at a time and learns nothing from the others: it may stand anywhere.",
        ),
        Misconception(
            _reading(before=("log", *_LEARNING)),
            "You blame the logarithm before the split. It takes one entry at a time and learns nothing from other rows: it may stand anywhere.",
        ),
        Misconception(
            _reading(before=("drop", *_LEARNING)),
            "You blame deleting rows before the split. Whether a row is complete is seen from that row alone: the step learns nothing from others.",
        ),
        Misconception(
            _reading(after=("refit",)),
            "You blame the training on all rows after the report. The number has been written down by then; to use all rows in the end is what one should do.",
        ),
        Misconception(
            _reading(after=("refit", "choose")),
            "You blame steps that come after the report. Whatever happens then, the number has been written down.",
        ),
        Misconception(
            _reading(after=("choose",)),
            "You blame a choice by the test rows that comes after the report. The reported number does not feel it; a second report would.",
        ),
        Misconception(
            _reading(between=("refit",)),
            "A choice by the errors on the test rows passes your control. The best of nine scores on them is good by luck too: what chose cannot judge.",
        ),
        Misconception(
            _reading(between=("choose",)),
            "Training on all rows before the report passes your control. Then the test rows have been learnt by heart when they are asked.",
        ),
        Misconception(
            _reading(between=()),
            "You look at the steps before the split only. After it, too, a step may use the test rows before they are reported on: the table names two.",
        ),
        Misconception(
            _reading(between=("choose", "refit", "tune")),
            "You blame the tuning. It cross-validates on the rows that were not put away, and the test rows know nothing of it.",
        ),
        Misconception(
            _reading(between=("choose", "refit", "copy")),
            "You blame copies after the split. They are made of training rows and stay among them; no test row has a twin.",
        ),
        Misconception(
            _reading(between=("choose", "refit", *_LEARNING)),
            "You blame steps that learn from the training rows alone. After the split, that is what training rows are for.",
        ),
        Misconception(
            _reading(between=("choose", "refit", *_LEARNING), after=("refit", "choose")),
            "You blame a step by its name, wherever it stands. After the split it learns from training rows alone, and after the report nothing can spoil the number any more.",
        ),
        Misconception(
            lambda steps: _reading()(steps) + 1 if _reading()(steps) >= 0 else -1,
            "You count the steps from 1. Python counts from 0.",
        ),
        Misconception(
            _reading(last=True),
            "You name the last step that leaks. Asked is the first.",
        ),
        Misconception(
            _reading(before=_without("fill")),
            "Filling gaps before the split passes your control. The medians come from all rows, so something of the test rows is in the training rows: a small leak, but a leak.",
        ),
        Misconception(
            _reading(before=_without("tune")),
            "Tuning before the split passes your control. Its cross-validation is fair to the settings, but it has used the labels of rows that become test rows: they took part in the choice.",
        ),
        *(
            Misconception(_reading(between=("choose", "refit", name)), sentence)
            for name, sentence in _LATE.items()
        ),
        Misconception(
            _by_suspects,
            "You go through the suspects and name the first that is guilty. Asked is the first in the order of the steps: go through `steps`.",
        ),
        Misconception(
            _last_place,
            "Where a word stands twice, you look at its last place only. A step that did no harm the second time may have done it the first time: go through `steps` one by one.",
        ),
        Misconception(
            lambda steps: -1 if steps[0] == "split" else 0,
            "You name step 0 wherever the split does not come first. That step may be harmless, and the leak come later: ask every step up to the report.",
        ),
        Misconception(
            _reading(before=("select",)),
            "Only the selection is caught before the split. Whatever learns from several rows at once leaks there: filling, scaling, copying and tuning do so as well.",
        ),
        Misconception(
            lambda steps: max(_reading()(steps), 0),
            "Where no step is to blame you return 0, the number of the first step. Return −1 there.",
        ),
    ),
    hints=(
        "Ask each step: does it learn something from several rows at once, and are the test rows among them? Has the number been reported already?",
        "Before the split, five steps learn from rows that will be test rows: which? After it and before the report, two steps use the test rows. After the report nothing matters.",
        'Return the first i before `steps.index("score")` with a step in `("choose", "refit")`, or with i before `steps.index("split")` and a step in `("fill", "scale", "select", "copy", "tune")`; otherwise −1.',
    ),
    praise="What learns from test rows leaks, however little; what takes one row at a time does not; and after the report everything is allowed.",
)
