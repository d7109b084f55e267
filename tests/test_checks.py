"""The framework of the checks: what it says to right, wrong, endless and absurd answers."""

import math
import re
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

from featurespace.checks import Check, Misconception
from featurespace.checks import run as framework
from featurespace.checks.check import Result
from featurespace.checks.compare import Problem, match, up_to_sign


def endless(*arguments):
    while True:
        pass


def stub(*arguments):
    raise NotImplementedError()


def changes_its_input(K, *rest):
    K[:] = 0


def double(x):
    return 2 * x


TINY = Check(
    answer=double,
    inputs=lambda rng: [(rng.normal(size=3),), (rng.normal(size=5),)],
    misconceptions=(Misconception(lambda x: x**2, "You squared."),),
    hints=("add x to itself.", "x + x."),
    praise="Twice.",
)


def test_right_answer_by_another_road():
    assert TINY(lambda x: [a + a for a in x]).correct


def test_message_says_what_was_seen_and_expected():
    message = TINY(lambda x: 2 * x + (np.arange(len(x)) == 1)).message
    assert re.match(r"On `x = \[.*\]`: entry \[1\] came out as .*; .* was expected\. A", message)
    assert message.endswith("A first step: `check.double.hint()`.")


def test_shape_and_type_are_named():
    assert "Expected an array of shape (3,)" in TINY(lambda x: x[:2]).message
    assert "returned a dict" in TINY(lambda x: {}).message
    assert "of complex128" in TINY(lambda x: x * 1j).message
    assert "NaN or infinity" in TINY(lambda x: x * np.nan).message


def test_nearly_right_is_said_so():
    message = TINY(lambda x: 2 * x + 1e-4 * np.sin(9 * x)).message
    assert "That is close: do you round on the way" in message
    assert "That is close" not in TINY(lambda x: 3 * x).message


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
        (lambda x: 1 if x > 0 else 2, "use `np.where`"),
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
        answer=lambda x: (x, 2 * x),
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


def test_a_list_that_the_answer_changes_is_spoken_of():
    count = Check(lambda a: len(a) + 1, lambda rng: [([1, 2],)], (), ("Count.",), "Yes.")
    assert count(lambda a: len([*a, 0])).correct
    assert "changes the list" in count(lambda a: a.append(0) or len(a)).message


def test_an_answer_that_stops_when_asked_once_more():
    left = [1, 2]

    def uses_up(x):
        left.pop()
        return 2 * x

    assert TINY(uses_up).message.startswith(
        "Asked once more, your function stopped with IndexError"
    )


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

    def one():
        return 1

    odd = Check(one, lambda rng: [()], (), ("Look.",), "Yes.", verify=verify)
    assert odd(lambda: 1).message == "No. A first step: `check.one.hint()`."
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


# --- limits


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


def test_a_bare_except_in_a_loop_is_stopped(monkeypatch):
    monkeypatch.setattr(framework, "SECONDS", 0.2)

    def stubborn(x):
        while True:
            try:  # noqa: SIM105
                sum(range(1000))
            except:  # noqa: E722
                pass

    assert "still running" in TINY(stubborn).message


def test_an_answer_that_catches_exceptions_is_stopped(monkeypatch):
    monkeypatch.setattr(framework, "SECONDS", 0.2)

    def careful(x):
        while True:
            try:  # noqa: SIM105
                sum(range(1000))
            except Exception:
                pass

    assert "still running" in TINY(careful).message


def test_the_alarm_is_off_and_the_old_one_back_after_every_check():
    before = signal.getsignal(signal.SIGALRM)
    for answer in (double, endless_recursion, lambda x: 1 / 0):
        TINY(answer)
        assert signal.getsignal(signal.SIGALRM) == before
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def endless_recursion(x):
    return endless_recursion(x)


def test_verify_has_the_same_limit(monkeypatch):
    monkeypatch.setattr(framework, "SECONDS", 0.2)
    odd = Check(double, lambda rng: [(1.0,)], (), ("Look.",), "Yes.", verify=endless)
    assert "still running" in odd(double).message


STUCK = """
import hashlib
from featurespace.checks import Check, run
run.SECONDS = 0.1
run.GRACE = 0.1
check = Check(lambda n: 1, lambda rng: [(1,)], (), ("Look.",), "Yes.")
check(lambda n: hashlib.pbkdf2_hmac("sha256", b"", b"", 2_000_000))  # one call, about a second
"""


def test_what_cannot_be_stopped_is_spoken_of():
    """One long call of compiled code hears no alarm; a line says how to end it."""
    told = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, text=True, check=True)
    assert "Interrupt the kernel" in told.stdout
    assert "Restart" in told.stdout


def test_a_flood_of_output_is_cut(capsys):
    def talkative(x):
        for _ in range(30_000):
            print("here I am")
        return 2 * x

    assert TINY(talkative).correct
    printed = capsys.readouterr().out
    assert len(printed) < 2 * framework.ROOM
    assert "left out" in printed


def test_what_a_function_prints_is_shown(capsys):
    assert TINY(lambda x: print("n =", len(x)) or 2 * x).correct
    assert capsys.readouterr().out.startswith("n = 3\nn = 5\n")


class Spiteful:
    def __array__(self, *_, **__):
        raise RuntimeError("no array from me")

    def __float__(self):
        raise RuntimeError("no number from me")


class Speechless(Exception):
    def __str__(self):
        raise RuntimeError("no words from me")


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def speechless(x):
    raise Speechless


@pytest.mark.parametrize("answer", [lambda x: Spiteful(), speechless, lambda x: nested(5000)])
def test_results_and_errors_that_misbehave_get_a_card(answer):
    result = TINY(answer)
    assert result.status == "Not yet"
    assert "Traceback" not in result._repr_html_()


def test_an_unfinished_helper_is_named():
    def helper(x):
        raise NotImplementedError()

    def answer(x):
        return helper(x)

    assert "`helper`, which is not finished yet" in TINY(answer).message
    assert TINY(stub).status == "Not attempted"


def test_a_name_that_is_not_there_leads_to_the_imports():
    assert "was the cell with the imports" in TINY(lambda x: nmupy.sum(x)).message  # noqa: F821


def test_an_exercise_may_say_what_it_sees_in_wrong_numbers():
    def explain(value, x):
        if value.max() > 100:
            raise ValueError
        return f"The first is {value[0] - 2 * x[0]:.0f} too large." if value[0] > 0 else ""

    seeing = Check(
        double, lambda rng: [(np.array([1.0, 4.0]),)], (), ("Look.",), "Yes.", explain=explain
    )
    assert "The first is 3 too large." in seeing(lambda x: np.array([5.0, 2.0])).message
    for silent in ([-5.0, 2.0], [500.0, 2.0]):  # nothing to say, or it cannot
        assert "was expected" in seeing(lambda x, silent=silent: np.array(silent)).message
    assert "Expected an array" in seeing(lambda x: 3.0).message


def test_luck_is_no_reason():
    rng = np.random.default_rng(0)
    either = Check(
        double, lambda rng: [(1.0,), (2.0,)], (), ("Look.",), "Yes.", verify=lambda v, x: None
    )
    assert "luck, not reason" in either(lambda x: rng.normal()).message


def test_single_precision_and_tables_of_one_number():
    assert TINY(lambda x: (2 * x).astype(np.float32)).correct
    assert not TINY(lambda x: (2.01 * x).astype(np.float32)).correct
    assert TINY(lambda x: (2 * x).astype(np.float32).tolist()).correct
    assert not TINY(lambda x: (2 * x + 1e-6).tolist()).correct
    assert not TINY(lambda x: (2.01 * x).astype(np.float32).tolist()).correct
    one = Check(lambda x: x.sum(), TINY.inputs, (), ("Add.",), "Yes.")
    assert one(lambda x: np.array([[x.sum()]])).correct
    assert not one(lambda x: np.array([x.sum(), x.sum()])).correct


def test_the_example_is_an_input_and_shown():
    shown = Check(
        double, TINY.inputs, (), ("Look.",), "Yes.", example=((np.array([3, 0]),), [6, 0])
    )
    assert "On `x = [3, 0]`" in shown(lambda x: 2 * x + np.sign(x)).message


def test_a_refusal_may_be_right():
    def root(x):
        if x < 0:
            raise ValueError("no root")
        return x**0.5

    check = Check(root, lambda rng: [(4.0,), (-1.0,)], (), ("Look.",), "Yes.", may_refuse=True)
    assert check(root).correct
    assert "raise a ValueError" in check(lambda x: abs(x) ** 0.5).message
    assert "ValueError: never. Here there is a right value" in check(raises_value_error).message
    assert (
        "`raise` in place of `return`"
        in check(lambda x: x**0.5 if x > 0 else ValueError("no root")).message
    )
    assert "raise a ValueError" in check(lambda x: x**0.5 if x > 0 else None).message
    assert "raise a ValueError" in check(lambda x: x**0.5 if x > 0 else 1 / 0).message


def test_a_write_to_an_input_is_no_refusal():
    def least(x):
        if x.min() < 0:
            raise ValueError("negative")
        return x.min()

    def sorts(x):
        x.sort()
        return least(x)

    inputs = [(np.array([-1.0, 2.0]),), (np.array([3.0, 2.0]),)]
    check = Check(least, lambda rng: inputs, (), ("Look.",), "Yes.", may_refuse=True)
    assert check(sorts).message.startswith("Your function changes its input in place")


def test_an_answer_that_stops_only_when_asked_twice_gets_a_card():
    left = [4.0, 9.0]
    check = Check(lambda x: x, lambda rng: [(4.0,), (9.0,)], (), ("Look.",), "Yes.")
    assert "IndexError" in check(lambda x: left.pop(0)).message


def test_a_refusal_may_have_to_say_something():
    def root(x, words=("no real root",)):
        if x < 0:
            raise ValueError(*words)
        return x**0.5

    cases = [(4.0,), (-1.0,)]
    check = Check(root, lambda rng: cases, (), ("Look.",), "Yes.", may_refuse=True, least_words=2)
    assert check(root).correct
    assert "says only “no”" in check(lambda x: root(x, ["no"])).message
    assert "says nothing" in check(lambda x: root(x, [])).message


def test_an_exercise_may_explain_a_wrong_value():
    def explain(value, x):
        return f"{value.sum():g} in all" if value.any() else ""

    check = Check(double, TINY.inputs, (), ("Look.",), "Yes.", explain=explain)
    assert "in all" in check(lambda x: np.cos(x)).message
    for nothing in (lambda x: 0 * x, lambda x: np.cos(x[1:]), lambda x: "words"):
        assert "in all" not in check(nothing).message
    clumsy = Check(double, TINY.inputs, (), ("Look.",), "Yes.", explain=lambda value, x: 1 / 0)
    assert "was expected" in clumsy(lambda x: np.cos(x)).message


def raises_value_error(x):
    raise ValueError("never")


# --- what is free ---------------------------------------------------------------------------------

TABLE = np.array([[3.0, 1.0], [-1.0, 2.0], [0.5, -4.0]])


@pytest.mark.parametrize("tuples", [tuple, list, np.array])
def test_the_sign_of_a_vector_is_free_and_nothing_else(tuples):
    turned, other = TABLE * [1, -1], -np.abs(TABLE)
    match(up_to_sign(turned), up_to_sign(TABLE), 1e-9)
    match(up_to_sign(-TABLE[0]), up_to_sign(TABLE[0]), 1e-9)
    match(up_to_sign(tuples([turned, TABLE])), up_to_sign((TABLE, TABLE)), 1e-9)
    match(up_to_sign((1.0, turned)), up_to_sign((1.0, TABLE)), 1e-9)
    for wrong, right in ((other, TABLE), ((-1.0, TABLE), (1.0, TABLE))):
        with pytest.raises(Problem):
            match(up_to_sign(wrong), up_to_sign(right), 1e-9)


# --- what is forbidden ---------------------------------------------------------------------------

from numpy.linalg import inv  # noqa: E402  # as an answer may import it

NO_INVERSE = Check(
    lambda A: np.linalg.solve(A, np.eye(len(A))),
    lambda rng: [(rng.normal(size=(n, n)),) for n in (2, 3, 4)],
    (),
    ("Look.",),
    "Yes.",
    forbidden={np.linalg.inv: lambda A: "Not so large." if len(A) > 3 else ""},
)


def test_a_forbidden_call_refuses_in_words_and_only_then():
    assert NO_INVERSE(lambda A: np.linalg.inv(A)).message == "Not so large."
    assert NO_INVERSE(lambda A: inv(A)).message == "Not so large."
    assert NO_INVERSE(NO_INVERSE.answer).correct
    assert np.linalg.inv is inv
    assert np.allclose(inv(2 * np.eye(9)), np.eye(9) / 2)
