"""What a student gets back: one page with a card for each exercise, as in the notebook."""

from typing import Any

from .page import LOOKS, page, prose, text
from .records import NO_ANSWER, Record, headed, total

FOOT = "Checked on other inputs than those of the notebook, and in the same way for everyone."
OURS = "Please look at"  # a remark for the instructor, not for the student
LONGEST = 20_000  # letters of an answer that are shown


def feedback(record: Record) -> str:
    """The page of one submission."""
    exercises = record["exercises"]
    out_of = sum(exercise["out_of"] for exercise in exercises)
    body = [
        f"<h1>{text(record['student'])}</h1>",
        f"<p>{text(headed(record['chapter']))}</p>",
        f'<p class="total">{total(record)} of {out_of} points</p>',
    ]
    if not record["verdict"]:
        body.append(f"<p>{summary(exercises)}</p>")
    if record["verdict"]:
        body.append(
            f'<div class="card odd"><strong>? Note.</strong> {prose(record["verdict"])}</div>'
        )
    else:
        remarks = [str(remark) for remark in record["notes"]]
        body += [f"<p>{prose(words)}</p>" for words in remarks if not words.startswith(OURS)]
        body += [section(n, exercise) for n, exercise in enumerate(exercises, 1)]
        body.append(f"<footer>{FOOT}</footer>")
    return page(f"{record['student']}: {headed(record['chapter'])}", "\n".join(body))


def summary(exercises: list[dict[str, Any]]) -> str:
    """How many of each kind, in a line."""
    counts = {status: sum(e["status"] == status for e in exercises) for status in LOOKS}
    return " · ".join(f"{LOOKS[s][0]} {text(s)}: {n}" for s, n in counts.items() if n)


def section(number: int, exercise: dict[str, Any]) -> str:
    """Heading, card and the student's code, unless it is the stub."""
    worth = f"{exercise['points']} of {exercise['out_of']}"
    parts = [
        "<section>",
        f'<h2>{number}. {prose(exercise["title"])} <span class="points">({worth})</span></h2>',
        card(exercise["status"], exercise["message"]),
    ]
    code = exercise["code"].strip()
    if code and exercise["message"] != NO_ANSWER:
        cut = "\n…" if len(code) > LONGEST else ""
        shown = text(code[:LONGEST] + cut)
        parts.append(f"<details><summary>Your answer</summary><pre>{shown}</pre></details>")
    return "\n".join([*parts, "</section>"])


def card(status: str, message: str) -> str:
    """A status and what was seen, as the notebook's own card."""
    symbol, look = LOOKS.get(status, LOOKS["Cannot check"])
    words = f"<strong>{symbol} {text(status)}.</strong> {prose(message)}"
    return f'<div class="card {look}">{words}</div>'
