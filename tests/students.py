"""Simulated students and releases: a small notebook, what its authors do to it, and its owner."""

import copy
import json
import random

Book = dict


class Authors:
    """Write releases of one notebook; every line they write is unlike all others."""

    def __init__(self, rng: random.Random, exercises: int = 4):
        self.rng, self.count = rng, 0
        self.setup = [self.line("import numpy as np  #"), self.line("scale =")]
        self.parts = [self.exercise() for _ in range(exercises)]

    def line(self, words: str) -> str:
        """A line that nobody has written before."""
        self.count += 1
        return f"{words} {self.count}00"

    def exercise(self) -> dict:
        """A question, a stub, a check, and a text after it."""
        self.count += 1
        return {
            **{"name": f"task_{self.count}", "heading": f"Heading {self.count}", "points": 1},
            "key": f"exercise {self.count}",
            "question": [self.line("Given"), "", self.line("Return"), "", self.line("For example")],
            **{"arguments": "K", "comment": self.line("check number")},
            "remark": [self.line("By the way,")] if self.rng.random() < 0.5 else [],
        }

    def publish(self) -> Book:
        """The notebook as it is now."""
        cells = [text("title", "# Exercises\n\nDo them in any order."), code("setup", self.setup)]
        for cell in cells:
            cell["metadata"]["who"] = cell["id"]
        for part in self.parts:
            key = part["heading"].lower().replace(" ", "-")
            stub = [f"def {part['name']}({part['arguments']}):", *STUB]
            check = [f"# {part['comment']}", f"check.{part['name']}({part['name']})"]
            points = part["points"]
            four = [
                text(f"{key}-0", "\n".join([f"## {part['heading']}", "", *part["question"]])),
                code(f"{key}-1", stub, solution=True, grade=False),
                code(f"{key}-2", check, solution=False, grade=True, points=points),
                text(f"{key}-3", "\n".join(part["remark"])),
            ]
            for number, cell in enumerate(four):
                cell["metadata"]["who"] = f"{part['key']} {number}"
            cells += four if part["remark"] else four[:3]
        return notebook(cells)

    def work(self, steps: int, never: str = "") -> None:
        """Change this and that."""
        for _ in range(steps):
            getattr(self, self.rng.choice([work for work in AUTHORS if work != never]))()

    def any(self) -> dict:
        """One of the exercises."""
        return self.rng.choice(self.parts)

    def reword(self):
        question = self.any()["question"]
        question[self.rng.choice([0, 2, 4])] = self.line("Now given")

    def lengthen(self):
        self.any()["question"] += ["", self.line("Mind that")]

    def correct_setup(self):
        self.setup[self.rng.randrange(2)] = self.line("scale =")

    def new_signature(self):
        part = self.any()
        part["arguments"] = f"K, option_{self.count}"
        self.count += 1

    def new_check(self):
        self.any()["comment"] = self.line("check number")

    def new_points(self):
        self.any()["points"] += 1

    def rename(self):
        """Another heading: all cells have other ids."""
        self.count += 1
        self.any()["heading"] = f"Heading {self.count}"

    def rename_function(self):
        self.count += 1
        self.any()["name"] = f"task_{self.count}"

    def insert(self):
        self.parts.insert(self.rng.randint(0, len(self.parts)), self.exercise())

    def remark(self):
        self.any()["remark"] = [self.line("By the way,")]

    def remove(self):
        if len(self.parts) > 2:
            self.parts.remove(self.any())

    def reorder(self):
        self.parts.append(self.parts.pop(self.rng.randrange(len(self.parts))))


STUB = ["    # YOUR CODE HERE", "    raise NotImplementedError()"]
AUTHORS = (
    *("reword", "lengthen", "correct_setup", "new_signature", "new_check", "new_points", "rename"),
    *("rename_function", "insert", "remark", "remove", "reorder"),
)


def text(name: str, words: str) -> dict:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": words}


def code(name: str, lines: list[str], **grading) -> dict:
    known = {"grade_id": name, "schema_version": 3, "locked": grading.get("grade"), **grading}
    return {
        **{"cell_type": "code", "id": name, "metadata": {"nbgrader": known} if grading else {}},
        **{"source": "\n".join(lines), "outputs": [], "execution_count": None},
    }


def notebook(cells: list[dict]) -> Book:
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return {"cells": copy.deepcopy(cells), "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def source(cell: dict) -> str:
    return "".join(cell["source"])


class Student:
    """Works in a notebook; every line of theirs is unlike all others and begins with a tilde."""

    def __init__(self, rng: random.Random, start: int = 0):
        self.rng, self.count = rng, start
        self.touched: set[str] = set()  # cells of ours that were changed or taken away

    def line(self, words: str = "x") -> str:
        self.count += 1
        return f"{words} = 'mine {self.count}'"

    def work(self, book: Book, steps: int) -> None:
        for _ in range(steps):
            if book["cells"]:
                getattr(self, self.rng.choice(STUDENT))(book)

    def some(self, book: Book, answers: bool = False) -> dict:
        """A cell, or one to answer if there is one left."""
        asked = [cell for cell in book["cells"] if answers and is_stub(cell)]
        return self.rng.choice(asked or book["cells"])

    def change(self, cell: dict, words: str) -> None:
        self.touched.add(who(cell))
        cell["source"] = words

    def answer(self, book):
        cell = self.some(book, answers=True)
        first = source(cell).split("\n")[0]
        self.change(cell, f"{first}\n    {self.line()}\n    return {self.line()!r}")

    def half(self, book):
        cell = self.some(book, answers=True)
        self.change(cell, source(cell).replace("    raise", f"    {self.line()}\n    raise"))

    def scribble(self, book):
        """A line of one's own at the end of any cell."""
        cell = self.some(book)
        self.change(cell, f"{source(cell)}\n\n{self.line()}")

    def edit(self, book):
        """A line of one's own for one of ours."""
        cell = self.some(book)
        lines = source(cell).split("\n")
        lines[self.rng.randrange(len(lines))] = self.line()
        self.change(cell, "\n".join(lines))

    def add_note(self, book):
        self.put(book, text(f"own{self.count}", self.line("note")))

    def add_code(self, book):
        self.put(book, code(f"own{self.count}", [self.line()]))

    def put(self, book, cell):
        book["cells"].insert(self.rng.randint(0, len(book["cells"])), cell)

    def delete(self, book):
        cell = self.some(book)
        self.touched.add(who(cell))
        book["cells"].remove(cell)

    def move(self, book):
        cell = self.some(book)
        book["cells"].remove(cell)
        self.put(book, cell)

    def copy_with_id(self, book):
        self.put(book, copy.deepcopy(self.some(book)))

    def copy_by_menu(self, book):
        self.put(book, {**copy.deepcopy(self.some(book)), "id": f"copy{self.count}"})
        self.count += 1

    def lose_ids(self, book):
        """As editors of old formats do."""
        for number, cell in enumerate(book["cells"]):
            cell["id"] = f"lost-{self.count}-{number}"

    def lose_grading(self, book):
        for cell in book["cells"]:
            cell["metadata"].pop("nbgrader", None)

    def run_all(self, book):
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                words = f"printed by {source(cell)[:20]}"
                cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": words}]

    def forget_origin(self, book):
        book["metadata"].pop("featurespace", None)


STUDENT = (
    *("answer", "answer", "half", "scribble", "edit", "add_note", "add_code", "delete", "move"),
    *("copy_with_id", "copy_by_menu", "lose_ids", "lose_grading", "run_all", "forget_origin"),
)


def who(cell: dict) -> str:
    """Which cell of the authors' this is, whatever its id; theirs have it from the beginning."""
    return cell["metadata"].get("who", cell["id"])


def is_stub(cell: dict) -> bool:
    return STUB[1] in source(cell) and "mine" not in source(cell)


def at_once(place, release, gate, answers) -> None:
    """An update in a process of its own, at the same time as another."""
    from featurespace.classroom.home import Home
    from featurespace.classroom.update import CannotDo, bring

    gate.wait()
    try:
        bring(Home(place), release)
        answers.put("done")
    except CannotDo as reason:
        answers.put(str(reason))


def dumped(book: Book, rng: random.Random) -> bytes:
    """The same notebook, laid out by one editor or another."""
    layout = rng.choice([{"indent": 1}, {"indent": 4}, {}, {"indent": 1, "ensure_ascii": False}])
    return json.dumps(book, sort_keys=rng.random() < 0.5, **layout).encode()
