"""Every check of the course is tested by its own data, and the framework by junk."""

import inspect
import math
import re
import signal
import time
import warnings

import numpy as np
import pytest

from featurespace.checks import Check, Misconception, all_checks
from featurespace.checks import check as framework
from featurespace.checks.check import Problem, Result

CHECKS = all_checks()
MISTAKES = [
    pytest.param(check, mistake, id=f"{name}-{i}")
    for name, check in CHECKS.items()
    for i, mistake in enumerate(check.misconceptions)
]


def endless(*arguments):
    while True:
        pass


def stub(*arguments):
    raise NotImplementedError()


def changes_its_input(K, *rest):
    K[:] = 0


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


def test_there_are_checks():
    assert len(CHECKS) >= 12


@pytest.mark.parametrize("name", CHECKS)
def test_reference_is_correct(name):
    result = CHECKS[name](CHECKS[name].reference)
    assert result.correct, result
    assert repr(result) == f"Correct: {CHECKS[name].praise}"


@pytest.mark.parametrize("name", CHECKS)
def test_stub_is_not_attempted(name):
    result = CHECKS[name](stub)
    assert result.status == "Not attempted"


@pytest.mark.parametrize(("check", "mistake"), MISTAKES)
def test_misconception_is_rejected_by_name(check, mistake):
    assert check(mistake.wrong) == Result("Not yet", mistake.sentence)


@pytest.mark.parametrize("name", CHECKS)
def test_junk_gets_one_kind_sentence(name):
    for junk in JUNK:
        result = CHECKS[name](JUNK[junk])
        assert result.status in ("Not yet", "Cannot check"), junk
        assert len(result.message.split()) >= 6, junk
        assert "Traceback" not in result.message, junk
        assert "\n" not in result.message, junk
        assert not re.search("<(?!/?(div|strong))", result._repr_html_()), junk


# one check of each kind: the limit belongs to the framework
KINDS = {(type(check), bool(check.verify)): name for name, check in CHECKS.items()}


@pytest.mark.parametrize("name", KINDS.values())
def test_endless_loop_is_stopped(name, monkeypatch):
    monkeypatch.setattr(framework, "SECONDS", 0.2)
    result = CHECKS[name](endless)
    assert result.status == "Not yet"
    assert "still running after 0.2 s of work; does a loop" in result.message


def test_an_endless_loop_is_stopped_where_interrupts_are_ignored(monkeypatch):
    """As in a process that a shell has started in the background."""
    monkeypatch.setattr(framework, "SECONDS", 0.2)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert "still running" in TINY(endless).message
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_answer_that_waits_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(framework, "PATIENCE", 0.1)
    result = TINY(lambda x: time.sleep(3600))
    assert result == Result(
        "Not yet", "Your function gave no answer for 0.1 s; does it wait for something?"
    )


def test_an_answer_that_waits_for_a_busy_machine_is_not_called_endless(monkeypatch):
    """While others have the processor the clock goes on, and the answer's own work does not."""
    monkeypatch.setattr(framework, "SECONDS", 0.2)

    def kept_waiting(x):
        time.sleep(0.6)
        return 2 * x

    assert TINY(kept_waiting).correct


def test_the_limit_never_strikes_after_the_answer(monkeypatch):
    """Answers that end just when the limit rings: a card each time, and filters as they were."""
    monkeypatch.setattr(framework, "PATIENCE", 0.02)
    filters = list(warnings.filters)
    for moment in np.linspace(0.015, 0.045, 20):
        result = TINY(lambda x, moment=moment: time.sleep(moment) or 2 * x)
        assert result.correct or "gave no answer" in result.message
    assert warnings.filters == filters


@pytest.mark.parametrize("name", CHECKS)
def test_check_is_complete(name):
    check = CHECKS[name]
    sentences = [m.sentence for m in check.misconceptions]
    assert len(set(sentences)) == len(sentences) >= 3
    assert len(check.hints) >= 2
    assert all(s[-1] in ".?" and len(s) < 300 for s in (*sentences, *check.hints, check.praise))


def shown(cases):
    """Inputs as text, a generator by its state."""

    def one(argument):
        drawn = isinstance(argument, np.random.Generator)
        return argument.bit_generator.state if drawn else argument

    with np.printoptions(threshold=10**9):
        return repr([list(map(one, case)) for case in cases])


BY_HAND = {  # inputs that were chosen, not drawn
    *("describe.updated_mean", "describe.lopsided", "describe.average_variances"),
    *("describe.jump", "describe.most_skewed", "embedding.eigenfunctions", "fisher.constant"),
    *("fisher.reversal", "generalisation.mean_training_loss", "generalisation.one_standard_error"),
    *("linalg.recipe", "means.orders", "means.fraction_above", "means.probability_other"),
    *("orthogonal.cutoff", "orthogonal.counterexample", "pca.components_needed", "pca.shrinkage"),
    "pca.slide_rate",
}


@pytest.mark.parametrize("name", CHECKS)
def test_inputs_are_drawn_from_the_generator_and_enough(name):
    check = CHECKS[name]
    first, again, other = (check.inputs(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert len(first) == len(again) == len(other) >= 1
    assert shown(first) == shown(again)
    assert (shown(first) == shown(other)) == (name in BY_HAND)
    parameters = inspect.signature(check.reference).parameters
    assert check.verify or all(0 < len(case) <= len(parameters) for case in first)


def double(x):
    return 2 * x


TINY = Check(
    reference=double,
    inputs=lambda rng: [(rng.normal(size=3),), (rng.normal(size=5),)],
    misconceptions=(Misconception(lambda x: x**2, "You squared."),),
    hints=("add x to itself.", "x + x."),
    praise="Twice.",
)


def test_right_answer_by_another_road():
    assert TINY(lambda x: [a + a for a in x]).correct


def test_message_says_what_was_seen_and_expected():
    message = TINY(lambda x: 2 * x + (np.arange(len(x)) == 1)).message
    assert re.match(r"On a fresh input entry \[1\] came out as .*; .* was expected\. Next", message)
    assert message.endswith("Next step: add x to itself.")


def test_shape_and_type_are_named():
    assert "Expected an array of shape (3,) on a fresh input" in TINY(lambda x: x[:2]).message
    assert "returned a dict" in TINY(lambda x: {}).message
    assert "of complex128" in TINY(lambda x: x * 1j).message
    assert "NaN or infinity" in TINY(lambda x: x * np.nan).message


def test_nearly_right_is_said_so():
    assert "do you round on the way" in TINY(lambda x: np.round(2 * x, 4)).message
    assert "do you round" not in TINY(lambda x: 3 * x).message


def test_tuples_and_complex_numbers_are_called_by_name():
    assert "returned a tuple of 1 value." in TINY(lambda x: (2 * x,)).message
    assert "returned a complex number" in TINY(lambda x: 1j).message


def into_a_block(x):
    block = np.zeros((9, 9))
    block[[0, 1], [0, 1]] = np.ones((3, 2))
    return block


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        (lambda x: x + np.ones(99), "look at axis and keepdims"),
        (into_a_block, "np.ix_"),
        (lambda x: 1 if x > 0 else 2, "use np.where"),
        (lambda x: math.exp(1000), "use those of numpy"),
        (lambda x: np.ones((3, 2)) @ np.ones((3, 2)), "transpose one"),
        (lambda x: x[np.ones(99, dtype=bool)], "The mask is not as long"),
        (lambda x: x[99], "counts from 0"),
        (lambda x: np.linalg.solve(np.zeros((2, 2)), np.ones(2)), "is a ridge missing"),
    ],
)
def test_errors_of_numpy_get_advice(answer, advice):
    assert advice in TINY(answer).message


def test_the_rows_of_an_array_will_do_for_several_values():
    pair = Check(
        reference=lambda x: (x, 2 * x),
        inputs=lambda rng: [(rng.normal(size=3),)],
        misconceptions=(),
        hints=("", ""),
        praise="Yes.",
    )
    assert pair(lambda x: np.array([x, 2 * x])).correct
    assert not pair(lambda x: np.array([x, x])).correct


def test_a_check_does_not_give_itself_away():
    assert repr(TINY) == "A check: call it with your function, or ask it for a .hint()"
    assert TINY().status == "Cannot check"


def test_a_mistake_on_one_input_only_is_no_misconception():
    def sometimes(x):
        return x**2 if len(x) == 3 else 2 * x

    assert "You squared." not in TINY(sometimes).message


def test_changing_the_input_is_noticed():
    assert "changes its input" in TINY(changes_its_input).message


def test_value_instead_of_function_cannot_be_checked():
    assert TINY(double(3)).status == "Cannot check"


def test_tuples_are_compared_part_by_part():
    pair = Check(lambda: (1.0, np.ones(2)), lambda rng: [()], (), ("two parts.",), "Yes.")
    assert pair(lambda: (1, [1, 1])).correct
    assert "should return 2 values; it returned a number" in pair(lambda: 1).message
    assert "Value 2 of 2: Expected an array of shape (2,)" in pair(lambda: (1, 1)).message


def test_verify_that_cannot_read_the_answer_says_so():
    def verify(answer):
        raise Problem("No.") if answer else KeyError("x")

    odd = Check(lambda: 1, lambda rng: [()], (), ("look.",), "Yes.", verify=verify)
    assert odd(lambda: 1).message == "No. Next step: look."
    assert odd(lambda: 0).message.startswith("Your answer could not be read (KeyError")


def test_a_reader_who_interrupts_is_obeyed():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TINY(interrupted)


def test_prints_and_warnings_of_an_answer_do_not_break_the_card(recwarn):
    assert "NaN" in TINY(lambda x: np.log(-np.abs(x))).message
    assert len(recwarn) == 0


def test_generators_start_anew_for_every_run():
    def draw(n, rng):
        return rng.random(n)

    check = Check(draw, lambda rng: [(3, np.random.default_rng(5))], (), ("draw.",), "Yes.")
    assert check(draw).correct


def test_hints_grow():
    assert TINY.hint().message == "add x to itself. (Hint 1 of 2; .hint(2) says more.)"
    assert TINY.hint(2).message == "x + x. (Hint 2 of 2, the last.)"
    assert TINY.hint(99) == TINY.hint(2)
    assert TINY.hint("x") == TINY.hint(1)


def test_card_has_words_beside_the_colour():
    card = TINY(double)._repr_html_()
    assert 'role="status"' in card
    assert "✓ Correct." in card


@pytest.mark.parametrize("job", ["autograde", "validate"])
def test_nbgrader_gets_an_exception(monkeypatch, job):
    monkeypatch.setenv("NBGRADER_EXECUTION", job)
    assert TINY(double).correct
    with pytest.raises(AssertionError, match="Not yet: You squared"):
        TINY(lambda x: x**2)
