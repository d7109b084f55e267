"""Print an exam: questions with numbers of their own, then model answers and points.

python exam/make.py                        # the bank as it was written: exam/bank.md
python exam/make.py --seed 7 --chapters 1 2
python exam/make.py --seed 7 --chapters 3 --sheet questions > exam3.md
"""

import argparse
import sys

from bank import CHAPTERS, Question, question, recipes


def chosen(chapters: list[str], seed: int) -> list[tuple[str, Question]]:
    """The questions of some chapters, each with its number."""
    found = []
    for chapter in chapters:
        for place, name in enumerate(recipes(chapter), 1):
            found.append((f"{chapter}-{place}", question(chapter, name, seed)))
    return found


def asked(number: str, one: Question) -> str:
    """A question as the students see it."""
    return f"### {number} {one.title}\n\n*{one.points} points*\n\n{one.text.strip()}\n"


def answered(number: str, one: Question) -> str:
    """A model answer and what earns points; for which sections, and of which kind."""
    points = "\n".join(f"- {points}: {words}" for points, words in one.rubric)
    about = f"*{one.kind} · section {one.sections} · {one.points} points*"
    return f"### {number} {one.title}: answer\n\n{about}\n\n{one.answer.strip()}\n\n{points}\n"


def exam(chapters: list[str], seed: int, sheet: str = "both") -> str:
    """The sheets in Markdown."""
    questions = chosen(chapters, seed)
    total = sum(one.points for _, one in questions)
    pages = [f"# Exam, chapters {' '.join(chapters)}, seed {seed}\n\n{total} points together.\n"]
    if sheet != "answers":
        pages += ["## Questions\n", *(asked(*one) for one in questions)]
    if sheet != "questions":
        pages += ["## Answers\n", *(answered(*one) for one in questions)]
    return "\n".join(pages)


def main() -> None:
    """Read the options and print."""
    parser = argparse.ArgumentParser(description="Print an exam with answers and points.")
    parser.add_argument("--seed", type=int, default=0, help="0: as written; else other numbers")
    parser.add_argument("--chapters", nargs="+", choices=CHAPTERS, default=[*CHAPTERS])
    parser.add_argument("--sheet", choices=("both", "questions", "answers"), default="both")
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # formulas and dashes, wherever it goes
    print(exam(options.chapters, options.seed, options.sheet), end="")


if __name__ == "__main__":
    main()
