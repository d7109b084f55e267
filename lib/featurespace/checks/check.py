"""How an answer is checked: run it on fresh inputs, compare, and say something useful.

Whatever the answer does, the reader sees one card and never a traceback. What a card says is what
was seen: the mistake by name if it is known (a misconception of the exercise, or a relation to the
right value), else a small input with what came out and what was expected. When nbgrader runs the
notebook (to grade or validate it) a wrong answer raises, so that it scores 0.
"""

import html
import inspect
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._progress import full_name, note
from .compare import Problem, Refusal, comparable, match, numbers, parts, tolerance_of
from .relations import recognise
from .run import (
    Case,
    Function,
    Stopped,
    TooSlow,
    Unfinished,
    describe,
    limited_output,
    quiet,
    refusing,
    run,
    within_limits,
)

LOOKS = {
    "Correct": ("✓", "#00664b"),
    "Not yet": ("✗", "#a04000"),
    "Not attempted": ("○", "#555555"),
    "Cannot check": ("?", "#555555"),
    "Hint": ("→", "#00517d"),
}
SEED = 2025  # of the inputs that a notebook checks with; a grader takes another
KINDS = ("practice", "transfer", "slip", "open")
LUCK = "Right this time, but asked twice your function gives two results: luck, not reason."
DEAF = "Right, but the same comes out whatever the generator is: let chance come from the argument."
INCOMPARABLE = "Your numbers cannot be checked: some are too large, or are no numbers (NaN). Choose smaller ones."
Inputs = Callable[[np.random.Generator], list[Case]]


@dataclass(frozen=True)
class Result:
    """What the reader sees: a status and a sentence or three."""

    status: str
    message: str
    mistake: str = ""  # the mistake's own sentence, if it is known by name

    @property
    def correct(self) -> bool:
        """Whether the answer passed."""
        return self.status == "Correct"

    def __repr__(self) -> str:
        return f"{self.status}: {self.message}"

    def _repr_html_(self) -> str:
        symbol, colour = LOOKS[self.status]
        words = re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(self.message))
        return (
            f'<div role="status" style="border-left:6px solid {colour};padding:.5em 1em;'
            f'background:#f6f6f6;color:#1a1a1a"><strong style="color:{colour}">{symbol} '
            f"{self.status}.</strong> {words}</div>"
        )


@dataclass(frozen=True)
class Misconception:
    """A known mistake: the wrong answer as code, and the sentence that names it."""

    wrong: Function
    sentence: str


def compare_refusals(value: Any, right: Any, least: int = 0) -> str:
    """Why an answer should, or should not, have raised a ValueError; nothing if it is right."""
    if isinstance(value, Refusal):
        if not isinstance(right, Refusal):
            return f"{value.words} Here there is a right value."
        if len(value.said.split()) >= least:
            return ""
        said = f"says only “{value.said}”" if value.said.strip() else "says nothing"
        return f"you refuse, which is right, but your ValueError {said}: tell the reader what is wrong and what to do about it."
    if isinstance(value, Exception) or (isinstance(value, type) and issubclass(value, Exception)):
        return "you return an error as a value; write `raise` in place of `return`."
    return "there is no right value here: raise a ValueError that says why."


@dataclass(frozen=True, repr=False)  # a repr would show the answer
class Check:
    """Everything that is known about one exercise.

    Parameters
    ----------
    answer : the worked answer, with which others are compared
    inputs : ``inputs(rng)`` gives a list of argument tuples that the notebook does not show
    misconceptions : at least three
    hints : from a nudge to nearly the answer
    praise : what the reader has shown by a right answer
    section : heading of the chapter's section that it belongs to, without its number
    difficulty, minutes : from 1 to 3, and how long it takes
    kind : practice, transfer (nothing of the chapter, pasted, will do), slip or open
    example : arguments and value that the question states; an input like the others
    twin : another route to the same value, with which a test compares the answer
    verify : for exercises with many right answers: ``verify(value, *arguments)`` raises
        :class:`Problem` if this one is wrong; otherwise values are compared with the answer's
    follow : ``follow(value, *arguments)`` gives further arguments that may defeat an answer which
        does not look at them, or None; the answer is asked again with those
    alike : makes one value of all that are equally right; see :mod:`.compare`
    freedom : what ``alike`` leaves free, in words
    terms : ``terms(*arguments)`` gives, by name, the terms whose sum the right value is
    forbidden : functions that refuse while the answer runs, and the words they do it with
    advice : what Python may say when an answer stops, and what to do about it here
    may_refuse : whether a ValueError is a right answer wherever ours raises one
    least_words : how many words a right ValueError says at least
    telling : how many inputs, from the first, a misconception must match; all, if left out
    tolerance : largest difference, as a share of the largest number expected
    """

    answer: Function
    inputs: Inputs
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, ...]
    praise: str
    section: str = ""
    difficulty: int = 1
    minutes: int = 5
    kind: str = "practice"
    example: tuple[Case, Any] | None = None
    twin: Function | None = None
    verify: Callable[..., None] | None = None
    follow: Callable[..., Case | None] | None = None
    explain: Callable[..., str] | None = None
    alike: Callable[[Any], Any] = lambda value: value
    freedom: str = ""
    terms: Callable[..., dict[str, Any]] | None = None
    forbidden: Mapping[Function, Any] = field(default_factory=dict)
    advice: Mapping[str, str] = field(default_factory=dict)
    may_refuse: bool = False
    least_words: int = 0
    telling: int | None = None
    tolerance: float = 1e-9

    def __call__(self, answer: Function | None = None) -> Result:
        """Check an answer: pass the function itself, not its value."""
        result = self._judge(answer)
        note(full_name(self.answer), result.status, mistake=result.mistake)
        if os.environ.get("NBGRADER_EXECUTION") and not result.correct:
            raise AssertionError(repr(result))
        return result

    def __repr__(self) -> str:
        return "A check: call it with your function, or ask it for a .hint()"

    def hint(self, level: int = 1) -> Result:
        """The first hint, or a later one that says more; the last one is nearly the answer."""
        level = min(max(level, 1), len(self.hints)) if isinstance(level, int) else 1
        note(full_name(self.answer), "Hint", level=level)
        more = f" (Hint {level} of {len(self.hints)}; .hint({level + 1}) says more.)"
        last = f" (Hint {level} of {len(self.hints)}, the last.)"
        return Result("Hint", self.hints[level - 1] + (more if level < len(self.hints) else last))

    def cases(self, seed: int = SEED) -> list[Case]:
        """The inputs, the question's own example among them."""
        fresh = self.inputs(np.random.default_rng(seed))
        return [*fresh, self.example[0]] if self.example else fresh

    @quiet()
    def _judge(self, answer: Function | None, seed: int = SEED) -> Result:
        if not callable(answer):
            got = type(answer).__name__
            words = f"Pass the function itself, without calling it; got a value of type {got}."
            return Result("Cannot check", words)
        values: list[Any] = []
        cases = self.cases(seed)
        try:
            with limited_output():
                for arguments in cases:
                    values.append(self._run(answer, arguments))
                for arguments in self._further(values, cases):
                    cases.append(arguments)
                    values.append(self._run(answer, arguments))
                problems = [self._problem(*pair) for pair in zip(values, cases, strict=True)]
                again = self.alike(self._run(answer, cases[0]))
                deaf = not any(problems) and self._deaf(answer, values, cases)
        except Unfinished:
            words = (
                "Replace the two lines of the stub by your answer, run that cell, then this one."
            )
            return Result("Not attempted", words)
        except Stopped as problem:
            return Result("Not yet", self._where_stopped(str(problem), values, cases))
        if any(problems):
            message, known = self._diagnose(values, cases, problems)
            return Result("Not yet", message, message if known else "")
        lucky = repr(again) != repr(self.alike(values[0]))
        if lucky or deaf:
            return Result("Not yet", LUCK if lucky else DEAF)
        return Result("Correct", self.praise)

    def _further(self, values: list[Any], cases: list[Case]) -> list[Case]:
        """Inputs made from the answer's own values."""
        if self.follow is None:
            return []
        pairs = zip(values, cases, strict=True)
        return [more for value, case in pairs if (more := self.follow(value, *case))]

    def _run(self, answer: Function, arguments: Case) -> Any:
        try:
            with refusing(self.forbidden, answer):
                return run(answer, arguments, self.advice)
        except Stopped as problem:
            wrote = "changes its input" in str(problem)  # numpy's ValueError, not the reader's
            if self.may_refuse and isinstance(problem.error, ValueError) and not wrote:
                return Refusal(str(problem), str(problem.error))
            raise

    def _problem(self, value: Any, arguments: Case) -> str:
        """Why a value is not right, or nothing."""
        if self.may_refuse:
            right = self._run(self.answer, arguments)
            if isinstance(value, Refusal) or isinstance(right, Refusal):
                return compare_refusals(value, right, self.least_words)
        try:
            if self.verify is None:
                right = run(self.answer, arguments)
                tolerance = tolerance_of(value, self.tolerance)  # of the value as it came
                match(self.alike(value), self.alike(right), tolerance)
            else:
                within_limits(lambda: self._verified(value, arguments))
        except (Problem, TooSlow) as problem:
            return str(problem)
        except Exception as error:  # whatever the reader returned, it could not be read
            return f"Your answer could not be read ({describe(error)})."
        return ""

    def _verified(self, value: Any, arguments: Case) -> None:
        """Ask ``verify``, which must not be passed by numbers that its arithmetic does not bear."""
        assert self.verify is not None
        try:
            with np.errstate(over="raise", invalid="raise"):
                self.verify(value, *arguments)
        except FloatingPointError:
            raise Problem(INCOMPARABLE) from None
        if not comparable(value):
            raise Problem(INCOMPARABLE)

    def _deaf(self, answer: Function, values: list[Any], cases: list[Case]) -> bool:
        """Whether another generator changes nothing in the answer, though it does in ours."""
        drawn = [isinstance(argument, np.random.Generator) for argument in cases[0]]
        if not any(drawn):
            return False
        other = tuple(
            np.random.default_rng(20_251) if d else a for d, a in zip(drawn, cases[0], strict=True)
        )

        def stays(function: Function, value: Any) -> bool:
            return repr(self.alike(self._run(function, other))) == repr(self.alike(value))

        return stays(answer, values[0]) and not stays(self.answer, run(self.answer, cases[0]))

    def _where_stopped(self, problem: str, values: list[Any], cases: list[Case]) -> str:
        if len(values) == len(cases):  # it stopped when it was asked once more
            return f"Asked once more, {problem[0].lower()}{problem[1:]}"
        ended = problem.startswith(("Your function stopped", "Your function returns nothing"))
        refused = self.may_refuse and isinstance(
            self._run(self.answer, cases[len(values)]), Refusal
        )
        if ended and refused:
            problem += " There is no right value here: raise a ValueError that says why."
        right = all(not self._problem(*pair) for pair in zip(values, cases, strict=False))
        if not (values and right and (shown := self._shown(cases[len(values)]))):
            return problem
        return f"Right on other inputs, but not on {shown}: {problem[0].lower()}{problem[1:]}"

    def _diagnose(
        self, values: list[Any], cases: list[Case], problems: list[str]
    ) -> tuple[str, bool]:
        """The mistake, and whether it is known by name; if not, what was seen on the smallest input."""
        for mistake in self.misconceptions:
            if self._behaves_like(mistake.wrong, values, cases):
                return mistake.sentence, True
        if relation := recognise(self, values, cases):
            return relation.sentence, True
        wrong = [i for i, problem in enumerate(problems) if problem]
        wrong.sort(key=lambda i: sum(map(np.size, cases[i])))
        reasons = ((i, self._explained(values[i], cases[i])) for i in wrong)
        i, reason = next(filter(lambda pair: pair[1], reasons), (wrong[0], ""))
        problem = reason or problems[i]
        free = f" {self.freedom}" if self.freedom and "was expected" in problem else ""
        shown = self._shown(cases[i])
        message = f"On {shown}: {problem}" if shown else f"{problem[0].upper()}{problem[1:]}"
        fine = len(cases) - len(wrong)
        some = f" (Right on {fine} of {len(cases)} inputs.)" if fine else ""
        more = f" A first step: `check.{self.answer.__name__}.hint()`."
        return f"{message}{free}{some}{more}", False

    def _explained(self, value: Any, arguments: Case) -> str:
        """What the exercise sees in wrong numbers of the right shape, or nothing."""
        explain = self.explain
        if explain is None or isinstance(value, Refusal):
            return ""
        try:
            right = run(self.answer, arguments)
            several = isinstance(right, tuple)
            pairs = zip(parts(value, right), right, strict=True) if several else [(value, right)]
            got = [numbers(part, np.asarray(wanted, dtype=float)) for part, wanted in pairs]
            shapes = [np.shape(wanted) for wanted in (right if several else (right,))]
            if [g.shape for g in got] != shapes or not any(np.isfinite(g).any() for g in got):
                return ""
            seen = tuple(got) if several else got[0]
            with np.errstate(all="ignore"):
                return within_limits(lambda: explain(seen, *arguments)) or ""
        except (Exception, TooSlow):  # of a form that it cannot look into
            return ""

    def _behaves_like(self, wrong: Function, values: list[Any], cases: list[Case]) -> bool:
        try:
            for value, arguments in list(zip(values, cases, strict=True))[: self.telling]:
                expected = self._run(wrong, arguments)
                refusals = isinstance(expected, Refusal), isinstance(value, Refusal)
                if any(refusals):
                    if all(refusals):
                        continue
                    return False
                tolerance = tolerance_of(value, self.tolerance)
                match(self.alike(value), self.alike(expected), tolerance, nan=True)
        except (Problem, Unfinished):
            return False
        return True

    def _shown(self, arguments: Case) -> str:
        """A small input as it would be typed; nothing if it is not small."""
        names = inspect.signature(self.answer).parameters
        words = []
        for name, argument in zip(names, arguments, strict=False):
            if isinstance(argument, np.random.Generator) or np.size(argument) > 9:
                return ""
            value = np.round(argument, 4) if np.asarray(argument).dtype.kind == "f" else argument
            words.append(f"{name} = {np.asarray(value).tolist()}")
        return f"`{', '.join(words)}`" if words and sum(map(len, words)) <= 100 else ""
