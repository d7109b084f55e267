"""Results in prose: in a source they are expressions, in a notebook the numbers that come out.

    The best of them is wrong in {= error:.1%} of cases.

The build asks the running kernel for them, after the cells above the text; the gate asks again
wherever a notebook is tested. What stands between the braces goes into an f-string.
"""

import json
import re

import nbformat

ASKED = re.compile(r"\{= *([^{}]+?) *\}")
TAG = "asks for results"


def question(texts: list[str]) -> str:
    """Code that prints the results which these texts ask for, text by text."""
    values = [[f'f"""{{{asked}}}"""' for asked in ASKED.findall(text)] for text in texts]
    lists = ", ".join(f"[{', '.join(those)}]" for those in values)
    return f"print(__import__('json').dumps([{lists}]))"


def filled(text: str, values: list[str]) -> str:
    """A text with its results."""
    left = iter(values)
    return ASKED.sub(lambda _: next(left), text)


def could_be(text: str, source: str) -> bool:
    """Whether a text is that source with some results filled in."""
    pieces = map(re.escape, ASKED.split(source)[::2])
    return re.fullmatch(r"[^\n]+?".join(pieces), text) is not None


def after(cells: list) -> dict[str, list]:
    """For each code cell that has some, the texts below it, up to the next one, that ask."""
    found: dict[str, list] = {}
    last = ""
    for cell in cells:
        if cell.cell_type == "code":
            last = cell.id
        elif ASKED.search(cell.source):
            found.setdefault(last, []).append(cell)
    return found


def ask(notebook: nbformat.NotebookNode) -> None:
    """Put a cell with the question before each text that asks for results."""
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and ASKED.search(cell.source):
            cells.append(nbformat.v4.new_code_cell(question([cell.source])))
            cells[-1].id, cells[-1].metadata["tags"] = f"{cell.id}-asks", [TAG]
        cells.append(cell)
    notebook.cells = cells


def take(notebook: nbformat.NotebookNode) -> None:
    """Fill in what the kernel has answered, and take the questions out again."""
    cells, values, count = [], [], 0
    for cell in notebook.cells:
        if TAG in cell.metadata.get("tags", []):
            (values,) = json.loads(cell.outputs[0].text)
            continue
        if cell.cell_type == "code":
            count += 1
            for counted in (cell, *cell.outputs):
                if "execution_count" in counted:
                    counted.execution_count = count
        elif ASKED.search(cell.source):
            cell.source = filled(cell.source, values)
        cells.append(cell)
    notebook.cells = cells
