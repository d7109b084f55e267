"""Every exercise is tested by its own data: its answer, its inputs, its mistakes, its words."""

import ast
import inspect
import re
import warnings
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import exercises
from featurespace.checks import all_checks
from featurespace.checks.check import KINDS, Refusal, Result
from featurespace.checks.compare import Problem, match
from featurespace.checks.run import Unfinished, run

CHECKS = all_checks()
FOLDERS = exercises.chapters()
ROOMS = {exercises.room(folder): folder for folder in FOLDERS}
SEEDS = (2025, 7)
MARGIN = 1e-4  # two answers that differ by less than this share are not told apart


def stub(*arguments):
    raise NotImplementedError()


JUNK = {
    "None": None,
    "a number": 3,
    "a string": "centre",
    "returns None": lambda *a: None,
    "returns a string": lambda *a: "42",
    "returns a dict": lambda *a: {},
    "returns a function": lambda *a: print,
    "returns an empty array": lambda *a: np.array([]),
    "returns a huge shape": lambda *a: np.zeros((3, 4, 5)),
    "returns NaN": lambda *a: np.nan,
    "returns infinity": lambda *a: -np.inf,
    "returns complex": lambda *a: 1j,
    "returns a ragged list": lambda *a: [[1], [2, 3]],
    "returns objects": lambda *a: np.array([object()]),
    "returns markup": lambda *a: "<script>alert(1)</script>",
    "raises": lambda *a: 1 / 0,
    "raises markup": lambda *a: {}["<b>bold</b>"],
    "takes nothing": lambda: 1,
    "takes too much": lambda a, b, c, d, e, f: 1,
    "exits": lambda *a: exit(),
    "recurses": lambda *a: JUNK["recurses"](*a),
}


@pytest.mark.parametrize("name", CHECKS)
def test_answer_is_correct(name):
    check = CHECKS[name]
    assert check(check.answer) == Result("Correct", check.praise)


@pytest.mark.parametrize("name", CHECKS)
def test_stub_is_not_attempted(name):
    assert CHECKS[name](stub).status == "Not attempted"


@pytest.mark.parametrize("name", CHECKS)
def test_each_misconception_is_named_by_its_own_sentence(name):
    check = CHECKS[name]
    for i, mistake in enumerate(check.misconceptions):
        assert check(mistake.wrong) == Result("Not yet", mistake.sentence, mistake.sentence), i


@pytest.mark.parametrize("name", CHECKS)
def test_junk_gets_one_kind_sentence(name):
    for junk in JUNK:
        result = CHECKS[name](JUNK[junk])
        assert result.status in ("Not yet", "Cannot check"), junk
        assert len(result.message.split()) >= 6, junk
        assert "Traceback" not in result.message, junk
        assert "\n" not in result.message, junk
        assert not re.search("<(?!/?(div|strong|code))", result._repr_html_()), junk


@pytest.mark.parametrize("name", CHECKS)
def test_an_independent_route_agrees(name):
    """The answer is what others are compared with: so it is compared with another route itself."""
    check = CHECKS[name]
    if check.twin is None:
        pytest.skip("the exercise has no second route to compare with")
    free = replace(check, forbidden={})  # the second route may use what the first must not
    for seed in SEEDS:
        for case in check.cases(seed):
            one, two = (free._run(f, case) for f in (check.answer, check.twin))
            refused = isinstance(one, Refusal)
            assert refused == isinstance(two, Refusal)
            if not refused:
                match(check.alike(one), check.alike(two), max(check.tolerance, 1e-9))


@pytest.mark.parametrize("name", CHECKS)
def test_the_example_of_the_question_is_true(name):
    check = CHECKS[name]
    if check.example is None:
        pytest.skip("the question gives no example")
    arguments, value = check.example
    match(check.alike(run(check.answer, arguments)), check.alike(value), 1e-3)


@pytest.mark.parametrize("name", CHECKS)
def test_single_precision_lists_and_tables_of_one_are_right_too(name):
    check = CHECKS[name]

    def single(*arguments):
        return as_single(check.answer(*arguments))

    assert check(single).correct, check(single)
    value = run(check.answer, check.cases()[0])
    if check.verify is None and not isinstance(value, (str, tuple)) and np.ndim(value) == 0:
        assert check(lambda *a: np.reshape(check.answer(*a), (1, 1))).correct


def as_single(value):
    if isinstance(value, tuple):
        return tuple(map(as_single, value))
    if isinstance(value, np.ndarray) and value.dtype == float:
        return value.astype(np.float32)
    return value


# --- inputs --------------------------------------------------------------------------------------


def values_of(check, function, cases):
    """What a function gives on each input; the kind of its error where it gives nothing."""
    values = []
    for case in cases:
        try:
            values.append(check.alike(check._run(function, case)))
        except (Problem, Unfinished) as problem:
            values.append(Refusal(str(problem)))
    return values


def differ(one, two) -> bool:
    """Whether two values differ by a clear margin."""
    if isinstance(one, Refusal) or isinstance(two, Refusal):
        return isinstance(one, Refusal) != isinstance(two, Refusal)
    try:
        match(one, two if not isinstance(two, list) else tuple(two), MARGIN, nan=True)
    except (Problem, TypeError, ValueError):
        return True
    return False


@pytest.mark.parametrize("name", CHECKS)
def test_inputs_tell_the_answer_and_all_mistakes_apart(name):
    check = CHECKS[name]
    for seed in SEEDS:
        cases = check.cases(seed)
        found = {"the answer": values_of(check, check.answer, cases)}
        for i, mistake in enumerate(check.misconceptions):
            found[f"mistake {i}"] = values_of(check, mistake.wrong, cases)
        for (a, one), (b, two) in combinations(found.items(), 2):
            assert any(map(differ, one, two)), f"{a} and {b} are not told apart (seed {seed})"


@pytest.mark.parametrize("name", CHECKS)
def test_no_input_sits_on_a_rounding_edge(name):
    """A right answer that rounds otherwise on its way must come to the same value."""
    check = CHECKS[name]
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for case in check.cases(seed):
            nudged = tuple(nudge(argument, rng) for argument in case)
            one, two = (check._run(check.answer, c) for c in (case, nudged))
            assert not differ(check.alike(one), check.alike(two))


def nudge(argument, rng):
    """The argument with other last digits."""
    if isinstance(argument, np.ndarray) and argument.dtype == float and (argument % 1).any():
        noise = 1 + 1e-14 * rng.standard_normal(argument.shape)
        square = argument.ndim == 2 and argument.shape[0] == argument.shape[1]
        symmetric = square and np.array_equal(argument, argument.T)
        return argument * ((noise + noise.T) / 2 if symmetric else noise)
    return argument


def shown(cases):
    """Inputs as text, a generator by its state."""

    def one(argument):
        drawn = isinstance(argument, np.random.Generator)
        return argument.bit_generator.state if drawn else argument

    with np.printoptions(threshold=10**9):
        return repr([list(map(one, case)) for case in cases])


@pytest.mark.parametrize("name", CHECKS)
def test_inputs_come_from_the_generator_and_differ_in_size(name):
    check = CHECKS[name]
    first, again = check.cases(1), check.cases(1)
    assert shown(first) == shown(again)
    parameters = inspect.signature(check.answer).parameters
    assert all(len(case) <= len(parameters) for case in first)
    if parameters:
        assert len(first) >= 3, "three inputs at least, the question's example among them"
        assert len({str(list(map(np.shape, case))) + shown([case]) for case in first}) >= 3


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHECKS)
def test_exercise_is_complete(name):
    check = CHECKS[name]
    sentences = [m.sentence for m in check.misconceptions]
    assert len(set(sentences)) == len(sentences) >= 3
    assert 2 <= len(check.hints) <= 4
    for words in (*sentences, *check.hints, check.praise):
        assert words[-1] in ".?!)`", words
        assert words[0].isupper() or not words[0].isalpha() or "`" in words[:2], words
        assert len(words) < 320, words
    assert check.difficulty in (1, 2, 3)
    assert 2 <= check.minutes <= 30
    assert check.kind in KINDS


@pytest.mark.parametrize("name", CHECKS)
def test_python_can_read_the_code_in_words(name):
    """What stands between backticks can be typed."""
    check = CHECKS[name]
    for words in (*check.hints, *(m.sentence for m in check.misconceptions)):
        assert words.count("`") % 2 == 0, words
        for code in re.findall("`([^`]+)`", words):
            try:
                ast.parse(code)
            except SyntaxError:
                assert re.fullmatch(r"(\.?\w+(\[.*\]|\(.*\))?|[-+*/@<>=!]+)", code), code


@pytest.mark.parametrize("room", ROOMS)
def test_a_third_of_each_chapter_is_transfer(room):
    kinds = [check.kind for name, check in CHECKS.items() if name.split(".")[0] == room]
    assert 3 * kinds.count("transfer") >= len(kinds), kinds
    slips = [i for i, kind in enumerate(kinds) if kind == "slip"]
    assert all(i >= len(kinds) / 2 for i in slips), "the right system first, slips last"


# --- pasting -------------------------------------------------------------------------------------


def chapter_functions(folder: Path) -> dict:
    """Every function that a chapter defines, and every one of its library modules."""
    source = (folder.parents[2] / "course" / "sources" / f"{folder.name}.py").read_text("utf-8")
    tree = ast.parse(source)
    kept = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom, ast.FunctionDef))]
    space: dict = {}
    for node in kept:
        with suppress(NameError):  # a default that stands in a cell between
            exec(compile(ast.Module([node], []), str(folder), "exec"), space)
    functions = {}
    for name, thing in list(space.items()):
        if inspect.ismodule(thing) and thing.__name__.startswith("featurespace"):
            if not re.search("checks|demos|plots|datasets", thing.__name__):
                inside = {f"{name}.{k}": v for k, v in vars(thing).items() if inspect.isfunction(v)}
                functions |= {k: v for k, v in inside.items() if "._" not in k}
        elif inspect.isfunction(thing):
            functions[name] = thing
    return functions


@pytest.mark.parametrize("room", ROOMS)
def test_what_the_chapter_has_cannot_be_pasted_into_a_transfer_exercise(room):
    functions = chapter_functions(ROOMS[room])
    assert len(functions) > 5
    for name, check in CHECKS.items():
        if name.split(".")[0] == room and check.kind == "transfer":
            passed = [f for f, function in functions.items() if check(function).correct]
            assert not passed, f"{name} is answered by {passed}"


# --- files ---------------------------------------------------------------------------------------


def test_check_modules_and_counts_are_those_of_the_files():
    assert exercises.outdated() == {}, "run: make notebooks"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_numbers_of_files_count_without_a_gap(folder):
    named = [e for e in exercises.exercises(folder) if e.name]
    assert [e.path.name for e in named] == [f"{e.number:02d}_{e.name}.py" for e in named]
    assert len({e.title for e in named}) == len(named)
    for e in named:
        assert exercises.linked(e).startswith("["), e.path


VERIFIED = [name for name, check in CHECKS.items() if check.verify is not None]
HUGE = {  # once right, because infinity and NaN are not larger than any tolerance
    "describe.uncorrelated": [1e200, 0, 0],
    "describe.jump": ([1e308] * 4, [0, 1e308, 1e308, 1e308]),
    "means.orders": (np.full((2, 2), 1e308), np.full((2, 2), 1e308)),
    "orthogonal.counterexample": (np.array([[1e308, 2, 0], [1, 1, 1], [2, 2, 0], [1, 1, 2.0]]), 1),
}


@pytest.mark.parametrize("name", HUGE)
def test_numbers_too_large_to_be_checked_are_not_right_but_named(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert CHECKS[name](lambda *a: HUGE[name]).status == "Not yet"
        words = CHECKS[name]._problem(HUGE[name], CHECKS[name].cases()[0])
    assert "cannot be checked: some are too large" in words


def drawn(value, pool, rng):
    """Numbers of a pool in the shape of a right value."""
    if isinstance(value, (tuple, list)):
        return type(value)(drawn(part, pool, rng) for part in value)
    return rng.choice(pool, size=np.shape(value))


def largest(value):
    """The largest size among the numbers of a value; infinite if one is NaN."""
    if isinstance(value, (tuple, list)):
        return max(map(largest, value), default=0)
    return np.nan_to_num(np.abs(value), nan=np.inf).max(initial=0)


@pytest.mark.parametrize("name", [n for n, check in CHECKS.items() if check.verify is not None])
def test_extreme_numbers_are_not_right_nor_is_any_constant_where_there_is_an_input(name):
    check, rng = replace(CHECKS[name], forbidden={}), np.random.default_rng(0)
    cases = check.cases()
    right = check.answer(*cases[0])
    for _ in range(150):
        rare = rng.choice([1e160, 1e308, -1e308, np.nan, np.inf], size=rng.integers(0, 3))
        pool = [*rng.choice([0.0, 1.0, -1.0, 1e-320], size=rng.integers(1, 4)), *rare]
        value = drawn(right, pool, rng)
        if largest(value) > 1 or cases[0]:
            wrong = any(check._problem(value, case) for case in cases)
            assert wrong or not check._judge(lambda *a, v=value: v).correct, value
