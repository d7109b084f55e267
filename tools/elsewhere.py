"""The cell that lets a notebook run on Google Colab, where the course is not installed.

The build puts it below the title of chapters and exercises; everywhere else it does nothing. Its id
is its own, so that no other cell's changes.
"""

import nbformat

COLAB = """\
import sys

if "google.colab" in sys.modules:  # everywhere else this cell does nothing
    import subprocess

    course = "featurespace[course]"
    if subprocess.run([sys.executable, "-m", "pip", "install", "-q", course]).returncode:
        print(
            "The course could not be installed: upload its wheel with the button Files on the "
            'left, and run %pip install "./NAME_OF_THE_WHEEL.whl[course]" in a cell of its own.'
        )"""
CELL_ID = "colab-0"


def for_colab(notebook: nbformat.NotebookNode) -> None:
    """Put the cell below the title, folded away and never projected."""
    hidden = {"jupyter": {"source_hidden": True}, "tags": ["setup"]}
    cell = nbformat.v4.new_code_cell(COLAB, id=CELL_ID, metadata=hidden)
    notebook.cells.insert(1, cell)
