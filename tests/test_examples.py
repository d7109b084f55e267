"""The example that a question states is the one that its check tries: the same numbers."""

import inspect
import re
from collections.abc import Iterator
from math import sqrt

import numpy as np
import pytest

import exercises
from featurespace.checks import all_checks

CHECKS = all_checks()
QUESTIONS = {
    f"{exercises.room(folder)}.{exercise.name}": exercise
    for folder in exercises.chapters()
    for exercise in exercises.exercises(folder)
    if exercise.name
}
STATED = [name for name in QUESTIONS if CHECKS[name].example is not None]
WORDS = {word: number for number, word in enumerate(exercises.COUNTS)} | {"half": 0.5}
FEW = 8  # numbers; longer lists are not spelt out
STATED_OTHERWISE = {"linalg.recipe"}  # the matrix itself would give the answer away
LABELS = {-1.0, 0.0, 1.0}
TOLD = {  # some row in words, by a formula, point by point or on the page before: numbers only
    *("means.density_difference", "orthogonal.complement", "orthogonal.gram_schmidt"),
    *("orthogonal.tetra_volume", "orthogonal.draw", "fisher.blind", "fisher.kernel_fisher"),
    *("fisher.two_rows", "pca.pca_eigen", "pca.power_pca", "pca.svd_route", "pca.classify"),
    *("embedding.classical_mds", "embedding.culprit", "embedding.dual_weights"),
    *("embedding.stress_gradient", "generalisation.ridge_line", "generalisation.margin_losses"),
    *("generalisation.cheapest_cut", "linalg.recipe", "linalg.projector", "linalg.weigh"),
}
TRIVIAL = {0.0, 1.0}  # they stand in every text
DIGITS = r"\d+(?:\.\d+)?"
ROOT = rf"(?:√|\\sqrt) *\{{?({DIGITS})(?:/({DIGITS}))?\}}?"


def question(exercise: exercises.Exercise) -> str:
    """Everything that a reader sees of an exercise before the answer, code too."""
    shown = []
    for cell in exercise.cells:
        if '"solution"' not in cell.options:
            shown.append(re.split("### BEGIN SOLUTION", cell.text)[0])
        if "### BEGIN SOLUTION" in cell.text:
            break
    return "\n".join(shown)


def plain(text: str) -> str:
    """A text with its fractions and signs written in one way."""
    text = re.sub(r"^# ?", "", text, flags=re.MULTILINE)
    text = text.replace("½", "1/2").replace("\\cdot", "*").replace("\\,", "")
    text = re.sub(r"([-−]?)\\[td]?frac *(\d)(\d)", r" \1\2/\3 ", text)
    long = rf"([-−]?)\\[td]?frac *\{{?({DIGITS})\}}? *\{{({DIGITS})\}}"
    text = re.sub(long, r" \1\2/\3 ", text)
    return re.sub(r"\\(?!sqrt)[a-z]+", " ", text)


def stated(text: str) -> tuple[set[tuple[float, float]], set[float]]:
    """The numbers in a text, without signs, each with its rounding; and those that scale others."""
    text = plain(text)
    numbers, scales = set(), set()
    for found in re.finditer(rf"(?<![\w.])({DIGITS})(?: ?(%))?", text):
        places = len(found[1].partition(".")[2])
        share = 100 if found[2] else 1
        numbers.add((float(found[1]) / share, 0.5001 * 10**-places / share if places else 0.0))
    for a, b in re.findall(rf"({DIGITS})/({DIGITS})", text):
        if float(b):
            scales.add(float(a) / float(b))
    for a, b in re.findall(ROOT, text):
        scales |= {sqrt(float(a) / float(b or 1)), 1 / sqrt(float(a) / float(b or 1))}
    numbers |= {(float(WORDS[w]), 0.0) for w in re.findall(r"[a-z]+", text.lower()) if w in WORDS}
    for a, b in re.findall(r"(\d+) to (\d+)", text):
        numbers |= {(float(number), 0.0) for number in range(int(a), int(b))}
    scales |= {1 / 3} if "one third of" in text else set()
    return numbers | {(scale, 0.0) for scale in scales}, scales


def stands_in(value: float, text: str) -> bool:
    """Whether a text states a number: itself, rounded, or as a multiple that is written out."""
    numbers, scales = stated(text)
    return any(
        abs(one * scale - abs(value)) <= max(rounding, 1e-4 * abs(value))
        for one, rounding in numbers
        for scale in ({1.0} if one % 1 else {1.0, *scales})
    )


def flat(thing: object) -> Iterator[float]:
    """All numbers in arguments or a result."""
    if isinstance(thing, (list, tuple)):
        for part in thing:
            yield from flat(part)
    elif isinstance(thing, np.ndarray):
        yield from flat(thing.tolist())
    elif isinstance(thing, (int, float)) and not isinstance(thing, bool):
        yield float(thing)


def few(thing: object) -> list[float]:
    """The different numbers of a thing, if they are few."""
    found = sorted({abs(number) for number in flat(thing)} - TRIVIAL)
    return found if len(found) <= FEW else []


def given(check, text: str) -> list:
    """The arguments of the example that the question must spell out.

    Inner products and squared distances may be stated through the points behind them; where they
    are written, they count.
    """
    arguments, _ = check.example
    names = list(inspect.signature(check.answer).parameters)[: len(arguments)]
    return [
        argument
        for name, argument in zip(names, arguments, strict=True)
        if not re.match("K|diag|[Dd]2", name) or re.search(rf"\b{name} *= *(\[|\\begin)", text)
    ]


def missing(name: str, text: str) -> list[float]:
    """The numbers of an exercise's example that a text does not state."""
    check = CHECKS[name]
    things = [*given(check, text), check.example[1]]
    return [number for thing in things for number in few(thing) if not stands_in(number, text)]


@pytest.mark.parametrize("name", STATED)
def test_the_question_states_the_numbers_of_its_example(name):
    if name in STATED_OTHERWISE:
        pytest.skip("the question states the example through what it does")
    assert missing(name, question(QUESTIONS[name])) == []


def in_order(text: str) -> list[float]:
    """The numbers in a text, one after the other, fractions as one."""
    found = re.finditer(rf"(?<![\w.])([-−]?)({DIGITS})(?:/({DIGITS}))?", plain(text))
    return [float(f"{'-' * bool(m[1])}{m[2]}") / (float(m[3] or 1) or 1) for m in found]


def runs(row: np.ndarray, numbers: list[float]) -> bool:
    """Whether a row stands among numbers without a gap; its sign may be the other one."""
    places = range(len(numbers) - len(row) + 1)
    pieces = [np.array(numbers[i : i + len(row)]) for i in places]
    return any(np.allclose(piece, sign * row, rtol=5e-3) for piece in pieces for sign in (1, -1))


def rows_of(thing: object) -> Iterator[list[np.ndarray]]:
    """For each array in arguments or a result, its rows; for one column, that column."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from rows_of(part)
    elif isinstance(thing, (list, np.ndarray)) and np.asarray(thing).dtype.kind in "if":
        array = np.asarray(thing, float)
        flat_enough = array.ndim == 1 or array.shape[-1] == 1
        rows = [array.ravel()] if flat_enough else list(array.reshape(-1, array.shape[-1]))
        yield [row for row in rows if len(row) > 1]


def out_of_order(name: str, text: str) -> list[list[float]]:
    """Rows (or columns) of an exercise's example that a text does not state one after the other."""
    check, numbers = CHECKS[name], in_order(text)
    lost = []
    for thing in [*given(check, text), check.example[1]]:
        for rows in rows_of(thing):
            by_row = [row for row in rows if not runs(row, numbers)]
            by_column = [column for column in np.transpose(rows) if not runs(column, numbers)]
            if by_row and (len(rows) == 1 or by_column):
                lost += [row.tolist() for row in by_row]
    return [row for row in lost if not set(row) <= LABELS]


@pytest.mark.parametrize("name", STATED)
def test_the_question_states_the_rows_of_its_example(name):
    lost = out_of_order(name, question(QUESTIONS[name]))
    assert bool(lost) == (name in TOLD), lost


@pytest.mark.parametrize(
    ("name", "old", "new", "lost"),
    [
        ("means.squared_distances", "[[25, 9, 1]]", "[[25, 8, 1]]", 9),
        ("means.shift_without", "[0, 14, 49]", "[0, 14, 48]", 49),
        ("describe.stable_variance", "2/3", "3/2", 2 / 3),
        ("orthogonal.gram_schmidt", r"\sqrt{3/2}", r"\sqrt{5/2}", sqrt(3 / 2)),
        ("linalg.block_inverse", r"\frac14", r"\frac13", 1 / 4),
        ("fisher.kernel_fisher", r"\frac16(1,5", r"\frac17(1,5", 1 / 6),
        ("pca.unit_that_rules", "5.1203", "5.2103", 5.1203),
    ],
)
def test_another_number_in_the_question_is_noticed(name, old, new, lost):
    text = question(QUESTIONS[name])
    assert old in text
    assert pytest.approx(lost) in missing(name, text.replace(old, new))


@pytest.mark.parametrize(
    ("name", "old", "new", "lost"),
    [
        ("pca.repair", "The answer is (4, 6)", "The answer is (4, 5)", [4, 6]),
        ("embedding.gram_from_distances", "[[4, 2, -6]", "[[4, 2, 6]", [4, 2, -6]),
        ("embedding.torn", "`[0, 0, 1, 2]`", "`[0, 1, 0, 2]`", [0, 0, 1, 2]),
    ],
)
def test_another_order_or_sign_in_the_question_is_noticed(name, old, new, lost):
    text = question(QUESTIONS[name])
    assert old in text
    assert lost in out_of_order(name, text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("it is (2, −3)", -3, True),
        ("it is 0.33", 1 / 3, True),
        ("it is 0.34", 1 / 3, False),
        ("it is 1/3", 1 / 3, True),
        (r"it is $\tfrac13$", 1 / 3, True),
        (r"it is $\frac{13}{4}$", 3.25, True),
        ("it is √2", 1.41421, True),
        (r"it is $2\sqrt5$", 4.4721, True),
        (r"it is $(2,1)/\sqrt5$", 0.89443, True),
        ("it is 50 %", 0.5, True),
        ("it is 50", 0.5, False),
        ("it is ten", 10, True),
        ("from 1 to 6", 4, True),
        (r"$c\approx4.47$", 4.472, True),
        ("`x2` is 7", 2, False),
    ],
)
def test_numbers_are_read_as_a_reader_does(text, value, found):
    assert stands_in(value, text) == found


# --- squared or not ------------------------------------------------------------------------------


def mistaken(check, twist) -> bool:
    """Whether the check knows a mistake that is this function of the right value."""
    cases = check.cases(2025)
    try:
        twisted = [twist(np.asarray(check.answer(*case))) for case in cases]
    except (TypeError, ValueError):  # no numbers, or none everywhere
        return False

    def agrees(mistake) -> bool:
        try:
            pairs = zip(twisted, cases, strict=True)
            return all(np.allclose(value, mistake.wrong(*case)) for value, case in pairs)
        except (TypeError, ValueError, np.linalg.LinAlgError):
            return False

    return any(map(agrees, check.misconceptions))


def wrongly_squared(check, text: str) -> list[str]:
    """Distances and norms in a text that are called squared, or not, against what is asked for."""
    lines = [line for line in text.splitlines() if line.startswith("#")]  # the others are code
    words = re.sub(r"[*`]", "", "\n".join(lines))
    if mistaken(check, np.sqrt):
        return re.findall(r"\b(?<!squared )(?:distance|norm)s?\b", words)
    return (
        re.findall(r"\bsquared (?:distance|norm)s?\b", words) if mistaken(check, np.square) else []
    )


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_squared_is_said_where_a_root_would_be_a_mistake_and_only_there(name):
    assert wrongly_squared(CHECKS[name], question(QUESTIONS[name])) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("means.squared_distances", "**squared** distances", "distances"),
        ("means.squared_centre_norm", "**squared** norm", "norm"),
        ("means.shift_without", "the distance, **not** squared,", "the squared distance"),
    ],
)
def test_the_other_power_in_the_question_is_noticed(name, old, new):
    text = question(QUESTIONS[name])
    assert old in text
    assert wrongly_squared(CHECKS[name], text.replace(old, new))
