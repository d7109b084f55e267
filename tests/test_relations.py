"""Relations: each is recognised wherever it holds, and none is seen where it does not."""

import inspect

import numpy as np
import pytest

from featurespace.checks import all_checks
from featurespace.checks.compare import Problem
from featurespace.checks.relations import CHANGED, FACTORS, SIZES, UNDONE, recognise
from featurespace.checks.run import Unfinished

CHECKS = all_checks()
PLAIN = {  # one table or number, and one right value
    name: check
    for name, check in CHECKS.items()
    if not check.verify
    and not check.may_refuse
    and inspect.signature(check.answer).parameters
    and not isinstance(check.answer(*check.cases()[0]), (tuple, list, str))
}


def named(check, wrong, seed=2025):
    """The relation that is seen in a wrong answer; None if there is no value, or it is right."""
    cases = check.cases(seed)
    try:
        values = [check._run(wrong, case) for case in cases]
    except (Problem, Unfinished):
        return None
    if not any(check._problem(*pair) for pair in zip(values, cases, strict=True)):
        return None
    return recognise(check, values, cases)


def seen(change, expected, enough=5):
    """Exercises in which a change of the right value is recognised; as many as are asked for."""
    found = []
    for name, check in PLAIN.items():
        if len(found) == enough:
            break
        relation = named(check, lambda *a, check=check: change(np.asarray(check.answer(*a), float)))
        if relation and relation.name == expected:
            found.append(name)
    return found


@pytest.mark.parametrize("factor", FACTORS)
def test_factors_are_recognised(factor):
    assert len(seen(lambda r: factor * r, f"factor {factor:.4g}")) >= 5


@pytest.mark.parametrize("form", SIZES)
def test_factors_that_are_sizes_are_recognised(form):
    found = []
    for name, check in PLAIN.items():
        rule = SIZES[form][0]

        def wrong(*arguments, check=check, rule=rule):
            first = next(a for a in arguments if np.ndim(a))
            return rule(len(first)) * np.asarray(check.answer(*arguments), dtype=float)

        if any(np.ndim(a) for a in check.cases()[0]):
            relation = named(check, wrong)
            found += [name] * bool(relation and relation.name == f"factor {form}")
    assert len(found) >= 5


@pytest.mark.parametrize("name", CHANGED)
def test_changes_are_recognised(name):
    assert len(seen(CHANGED[name][0], name)) >= 5


# what would leave these last steps to be done
STEPS = {
    "sum missing": lambda r: np.stack([r * 0.25, r * 0.75]),
    "mean missing": lambda r: np.stack([r * 0.5, r * 1.5]),
    "row sums missing": lambda r: np.stack([r * 0.25, r * 0.75], axis=1),
    "column sums missing": lambda r: np.stack([r * 0.25, r * 0.75]),
    "row means missing": lambda r: np.stack([r * 0.5, r * 1.5], axis=1),
    "column means missing": lambda r: np.stack([r * 0.5, r * 1.5]),
    "largest missing": lambda r: np.array([r - 1, r, r - 2.5]),
    "smallest missing": lambda r: np.array([r + 1, r, r + 2.5]),
    "one too many at the end": lambda r: np.concatenate([r, r[-1:] + 1]),
    "one too many at the start": lambda r: np.concatenate([r[:1] + 1, r]),
    "length missing": lambda r: np.array([0.6 * r, -0.8 * r]),
    "length one missing": lambda r: r * (1 + np.abs(r).sum()),
    "rows": lambda r: np.stack([r, 2 * r + 1]),
    "centring missing": lambda r: r + np.arange(1.0, 1 + r.shape[-1]),
}


RARE = {"centring missing", "length one missing"}  # few exercises ask for centred or unit vectors


def test_every_missing_step_has_an_example():
    assert set(STEPS) == set(UNDONE)


@pytest.mark.parametrize("name", UNDONE)
def test_missing_last_steps_are_recognised(name):
    assert len(seen(STEPS[name], name)) >= (1 if name in RARE else 5)


def test_columns_too_many_or_of_another_length_are_recognised():
    def wider(r):
        return np.hstack([r, np.cos(r), np.sin(r)])

    assert len(seen(wider, "number of columns")) >= 5
    stretched = seen(lambda r: r * np.arange(1.0, 1 + r.shape[1]) ** 2, "column factor")
    assert len(stretched) >= 3


def test_offsets_rounding_constants_and_unchanged_arguments_are_recognised():
    assert len(seen(lambda r: r + 0.37, "offset")) >= 5
    assert len(seen(lambda r: np.round(r, 2), "rounded")) >= 5
    assert len([n for n, c in PLAIN.items() if _name(c, lambda *a: a[0]) == "unchanged"]) >= 5
    constant = [
        n
        for n, c in PLAIN.items()
        if _name(c, lambda *a, c=c: c.answer(*c.cases()[0])) == "constant"
    ]
    assert len(constant) >= 5


def _name(check, wrong):
    relation = named(check, wrong)
    return relation and relation.name


def test_an_argument_taken_wrongly_is_recognised():
    found = []
    for name, check in PLAIN.items():
        relation = named(check, lambda *a, check=check: check.answer(*squared_first(a)))
        found += [name] * bool(relation and relation.name == "argument")
    assert len(found) >= 5


def squared_first(arguments):
    j = next((j for j, a in enumerate(arguments) if np.asarray(a).dtype == float), 0)
    return (*arguments[:j], np.square(arguments[j]), *arguments[j + 1 :])


def test_a_wrong_diagonal_and_a_right_one_are_recognised():
    """In every exercise that asks for square tables; there are fewer than five."""
    square = {
        name
        for name, check in PLAIN.items()
        if all(_is_square(check.answer(*case)) for case in check.cases())
    }
    assert len(square) >= 3
    assert square <= set(
        seen(lambda r: r + np.diag(0.3 + np.arange(len(r)) ** 2), "on the diagonal", 99)
    )
    assert square <= set(
        seen(lambda r: r + _uneven(len(r)) * (1 - np.eye(len(r))), "off the diagonal", 99)
    )


def _is_square(value):
    return np.ndim(value) == 2 and np.shape(value)[0] == np.shape(value)[1] > 1


def _uneven(n):
    return 0.3 + np.add.outer(np.arange(n), 2 * np.arange(n) ** 2)


def test_two_mistakes_at_once_are_recognised():
    both = "two: root, factor 2"
    assert len(seen(lambda r: np.sqrt(2 * np.abs(r)), both)) >= 5


def test_terms_are_those_of_the_answer():
    having = {name: check for name, check in CHECKS.items() if check.terms}
    assert len(having) >= 5
    for name, check in having.items():
        for case in check.cases():
            total = sum(np.asarray(t, dtype=float) for t in check.terms(*case).values())
            assert np.allclose(total, check.answer(*case), rtol=1e-9), name


def test_a_missing_term_is_named():
    found = []
    for name, check in CHECKS.items():
        for term in check.terms(*check.cases()[0]) if check.terms else ():
            relation = named(check, lambda *a, c=check, t=term: c.answer(*a) - c.terms(*a)[t])
            if relation and relation.name == "term" and term.lower() in relation.sentence.lower():
                found.append(name)
    assert len(set(found)) >= 5


@pytest.mark.parametrize("name", CHECKS)
def test_no_false_alarm(name):
    """What is seen in a mistake is there on other data too: chance would not match twice."""
    check = CHECKS[name]
    for i, mistake in enumerate(check.misconceptions):
        first = named(check, mistake.wrong)
        if first:
            again = named(check, mistake.wrong, seed=7)
            assert again is not None, (i, first)
            assert again.name == first.name, (i, first, again)


def test_an_argument_in_place_of_another_is_recognised():
    check = CHECKS["describe.kendall_tau"]
    for wrong, names in (
        (lambda x, y: check.answer(x, x), "xy"),
        (lambda x, y: check.answer(y, y), "yx"),
    ):
        relation = named(check, wrong)
        assert relation.name == "argument twice"
        assert f"with `{names[0]}` in place of `{names[1]}`" in relation.sentence
