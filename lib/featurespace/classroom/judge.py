"""Judging one submission so that no line of code forges a mark.

Student code runs elsewhere (:mod:`.sandbox`); here its values for hidden inputs are compared by the
same checks as in the notebook, which know the right answers and the mistakes by name.
"""

import ast
import contextlib
import io
import threading
import time
from typing import Any

import numpy as np

from ..checks.check import Check, Result
from ..checks.run import describe, quiet
from .records import NO_ANSWER
from .sandbox import LIMITS, Ended, Limits
from .session import GraderTrouble, OutOfTime, Session
from .submission import (
    Cell,
    Exercise,
    Unreadable,
    cells,
    chapter,
    chapter_of,
    identities,
    made_before,
    made_by,
    parsed,
    statements,
    taken_by,
    worth_running,
)

__all__ = ["LIMITS", "Limits", "chapter_of", "good_seed", "grade_one"]
ONE_AT_A_TIME = threading.RLock()  # checks change signals, warnings and numpy while they look
LONGEST = 20_000  # characters of an answer that a record keeps
BACK_DOORS = {"_linalg", "_umath_linalg", "lapack", "_flapack", "get_lapack_funcs", "reload"} | {
    *("__closure__", "__wrapped__", "cell_contents", "gc", "_getframe", "get_referents", "ctypes"),
    *("currentframe", "f_back", "f_locals", "f_globals", "tb_frame", "getclosurevars", "modules"),
    *(
        "getattr",
        "vars",
        "locals",
        "globals",
        "__dict__",
        "__globals__",
        "__builtins__",
        "__getattribute__",
    ),
    *("eval", "exec", "__import__", "import_module", "importlib", "attrgetter", "pickle"),
}


def grade_one(
    student: str, notebook: bytes, chapter: str, seed: int, limits: Limits = LIMITS
) -> dict[str, Any]:
    """One submission judged; a record of plain data.

    Parameters
    ----------
    student : whose it is; only passed on
    notebook : the file as it was handed in
    chapter : the chapter handed out, e.g. ``01_means_and_distances``
    seed : of the hidden inputs; see :func:`good_seed`
    limits : how much the submission may use

    Raises :class:`.session.GraderTrouble` where this machine fails, which is no verdict.
    """
    start = time.monotonic()
    record = {"student": student, "chapter": chapter, "seed": seed, "verdict": "", "notes": []}
    with ONE_AT_A_TIME, contextlib.redirect_stdout(io.StringIO()), quiet():
        try:
            record |= _judged(_opened(notebook, chapter, limits), chapter, seed, limits)
        except Unreadable as reason:
            record["verdict"] = str(reason)
            record |= {"exercises": _nothing(chapter, str(reason)), "peak_mb": 0.0}
    return record | {"seconds": round(time.monotonic() - start, 3)}


def good_seed(chapter_name: str, rng: np.random.Generator) -> int:
    """A seed whose inputs tell the right answers of a chapter from every known wrong one."""
    while True:
        seed = int(rng.integers(2**53))
        if all(_tells(exercise.check, seed) for exercise in chapter(chapter_name)):
            return seed


def _tells(check: Check, seed: int) -> bool:
    with ONE_AT_A_TIME, contextlib.redirect_stdout(io.StringIO()):
        right = check._judge(check.answer, seed).correct
        return right and not any(check._judge(m.wrong, seed).correct for m in check.misconceptions)


def _opened(raw: bytes, name: str, limits: Limits) -> dict[str, Any]:
    """The notebook, if it is one of this chapter."""
    notebook = parsed(raw, limits.size)
    found = chapter_of(notebook)
    if found is None:
        raise Unreadable("This notebook holds no exercise of the course.")
    if found != name:
        raise Unreadable(f"This is the notebook of {found}; that of {name} was asked for.")
    return notebook


def _nothing(name: str, words: str) -> list[dict[str, Any]]:
    return [_entry(e, Result("Cannot check", words), "", 0.0) for e in chapter(name)]


def _entry(exercise: Exercise, result: Result, code: str, seconds: float) -> dict[str, Any]:
    out_of = exercise.check.difficulty
    return {
        "name": exercise.name,
        "grade_id": exercise.check_id,
        "title": exercise.title,
        "points": out_of if result.correct else 0,
        "out_of": out_of,
        "status": result.status,
        "message": result.message,
        "mistake": result.mistake,
        "code": code[:LONGEST],
        "seconds": round(seconds, 3),
    }


def _judged(notebook: dict[str, Any], name: str, seed: int, limits: Limits) -> dict[str, Any]:
    code, notes = cells(notebook)
    kinds, made, entries = identities(notebook), [cell.makes() for cell in code], []
    files = chapter(name)
    run = worth_running(code, {exercise.name for exercise in files})
    with Session(run, [exercise.check for exercise in files], limits) as session:
        for exercise in files:
            start = time.monotonic()
            own = [c for c, names in zip(code, made, strict=True) if exercise.name in names]
            usual = max(made_before(name)[exercise.name], 1)
            unusual = _anomalies(exercise, own, usual, kinds)
            cell = own[-1] if own else _by_id(exercise, code)
            result = _result(session, exercise, cell, seed)
            if session.trouble:
                raise GraderTrouble(session.trouble)
            if number := session.restored.get(exercise.name):
                cell = next(c for c in code if c.number == number)
                unusual = [
                    f"`{exercise.name}` ends as a value: its function of cell {number} counts."
                ]
            notes += unusual
            if result.correct and cell is not None:
                notes += _by_the_back_door(exercise, code)
            seconds = time.monotonic() - start
            entries.append(_entry(exercise, result, cell.code if cell else "", seconds))
    notes += [f"Cell {n} {why}; it was left out." for n, why in sorted(session.lost.items())]
    notes += session.notes
    return {"exercises": entries, "notes": notes, "peak_mb": round(session.peak, 1)}


def _by_id(exercise: Exercise, code: list[Cell]) -> Cell | None:
    return next((cell for cell in code if cell.grade_id == exercise.answer_id), None)


def _anomalies(exercise: Exercise, own: list[Cell], usual: int, kinds: dict[str, str]) -> list[str]:
    """What is unusual about the cells of an exercise, in sentences."""
    name, kind = exercise.name, kinds.get(exercise.answer_id)
    if len(own) > usual:
        places = ", ".join(str(cell.number) for cell in own)
        return [f"`{name}` is defined more than once (cells {places}): the last one counts."]
    if kind is None and not own:
        return [f"The cell of `{name}` is gone."]
    if kind not in (None, "code"):
        return [f"The cell of `{name}` is text, not code: it does not run."]
    return []


def _result(session: Session, exercise: Exercise, cell: Cell | None, seed: int) -> Result:
    """What the check says, or why it could not be asked."""
    name = exercise.name
    try:
        found = session.look(name)
        if cell is not None and cell.number in session.lost:
            return Result("Not yet", f"The cell of your answer {session.lost[cell.number]}.")
        if not found.get("found"):
            return _missing(session, exercise, cell)
        if found.get("absent"):
            words = "the checks, which are not there when marks are given: write it yourself."
            return Result("Not yet", f"`{name}` is taken from {words}")
        if not found.get("callable"):
            kind = str(found.get("type"))[:80]
            words = f"`{name}` should be a function; it ends as a value of type {kind}."
            return Result("Cannot check", words)
        result = exercise.check._judge(session.answer(exercise.check, name), seed)
        stub = result.status == "Not attempted"  # what to do then helps only in the notebook
        return Result(result.status, NO_ANSWER) if stub else result
    except OutOfTime:
        words = f"Not looked at: the notebook used up its {session.limits.notebook:g} s."
        session.notes[f"The notebook used up its {session.limits.notebook:g} s."] = None
        return Result("Cannot check", words)
    except Ended as reason:
        session.close()
        return Result("Cannot check", f"The notebook could not be run: {reason}.")
    except Exception as error:  # what came back may defeat a check in any way
        return Result("Not yet", f"Your answer could not be read ({describe(error)}).")


def _missing(session: Session, exercise: Exercise, cell: Cell | None) -> Result:
    """There is no such function: the cell stopped, or is not there."""
    if cell is None or cell.number not in session.errors:
        return Result("Not attempted", f"There is no function `{exercise.name}`.")
    error = session.errors[cell.number]
    kind, words = str(error.get("type"))[:80], (str(error.get("words")).splitlines() or [""])[0]
    said = f"{kind}: {words[:160]}" if words else kind
    return Result("Not yet", f"The cell of your answer stopped with {said.rstrip('.')}.")


def _by_the_back_door(exercise: Exercise, code: list[Cell]) -> list[str]:
    """Whether a right answer may have reached what its exercise forbids; a person should look."""
    forbidden = exercise.check.forbidden
    if not forbidden:
        return []
    plain = {getattr(f, "__name__", "") for f, words in forbidden.items() if not callable(words)}
    seen = sorted(_names(exercise.name, code) & (plain | BACK_DOORS))
    words = ", ".join(f"`{name}`" for name in seen)
    return [f"Please look at `{exercise.name}`: it mentions {words}."] if seen else []


def _names(name: str, code: list[Cell]) -> set[str]:
    """Every name that an answer, or what it uses of other cells, mentions."""
    bodies: dict[str, list[ast.stmt]] = {}
    for node in (node for cell in code for node in statements(cell.plain)):
        for made in made_by(node):
            bodies[made] = [*bodies.get(made, []), node]
    found, todo = set[str](), [name]
    while todo:
        for part in bodies.pop(todo.pop(), []):
            todo += taken_by(part)
            found |= {word for node in ast.walk(part) for word in _words(node)}
    return found - {name}


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.alias):
        return node.name.split(".")
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value.isidentifier() else []
    return []
