"""Draw the concept map of the course: which idea returns in which chapter.

    python tools/concept_map.py

Columns are chapters, rows are ideas. A dot stands where a statement about the idea is made, looked
up in ``course/concordance.tsv``; arcs join chapters that link to one another. The picture is
``docs/concept_map.png``.
"""

import csv
import re
from pathlib import Path

import nbformat
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Arc

from featurespace import plots

ROOT = Path(__file__).resolve().parent.parent
IDEAS = {  # one idea, many names: statements that say the same in different chapters
    "centring is a projection": "DME-1.53..1.54 ST-u11 DME-3.10 DME-3.28 H-p26",
    "spread = total variance": "DME-1.30..1.34 ST-5.3..5.4 H-p46 DME-2.25",
    "distances = inner products": "ST-u05 DME-3.12..3.13 DME-3.22",
    "deflation": "ST-u34 DME-2.11 H-p44",
    "Gram–Schmidt = Cholesky": "ST-u42 ST-D5.10 DME-2.54",
    "variance along a direction": "ST-5.9 DME-2.1",
    "Parzen = two densities = Fisher's end": "DME-1.47 ST-u25 ST-A5.6 ST-K5.15",
    "two centring matrices": "DME-1.53..1.54 ST-u11 ST-5.12..5.15",
    "low rank plus round noise": "W-u14 DME-2.75 W-u20",
    "one set of scores, many routes": "DME-2.3 DME-2.56..2.57 DME-3.6..3.7 W-u25",
    "scaling of some distance": "DME-2.52 DME-3.4..3.5 DME-3.34 DME-3.29 DME-u34",
    "shrinkage = ridge": "ST-5.11 DME-2.93..2.94 DME-4.27",
}
COLUMNS = ("00", "01", "02", "03", "04", "05", "06", "A")
NAMES = (
    "0\nexploring",
    "1\nmeans",
    "2\nGram–Schmidt",
    "3\nFisher",
    "4\nPCA",
    "5\nreduction",
    "6\ngeneralisation",
    "A\nalgebra",
)


def chapters() -> dict[str, str]:
    """The chapter that makes each statement."""
    with (ROOT / "course" / "concordance.tsv").open(encoding="utf-8") as file:
        return {
            row["id"]: row["notebook"].split("_")[0] for row in csv.DictReader(file, delimiter="\t")
        }


def links() -> set[tuple[int, int]]:
    """Pairs of chapters of which one links to the other."""
    found = set()
    for path in (ROOT / "course").glob("*.ipynb"):
        prose = " ".join(
            c.source for c in nbformat.read(path, 4).cells if c.cell_type == "markdown"
        )
        for name in re.findall(r"\]\((?!\.)(\w+)\.ipynb", prose):
            ends = sorted(COLUMNS.index(stem.split("_")[0]) for stem in (path.stem, name))
            found.add(tuple(ends))
    return {pair for pair in found if pair[0] != pair[1]}


def draw() -> Figure:
    """The map, with words that say what it shows."""
    made_in, rows = chapters(), len(IDEAS)
    ax = plots.axes(width=9.0, height=6.2)
    for a, b in links():
        size = {"width": b - a, "height": 0.5 * (b - a)}
        ax.add_patch(Arc(((a + b) / 2, 0.9), **size, theta2=180, color=plots.GREY, alpha=0.6))
    lines = []
    for row, (idea, statements) in enumerate(IDEAS.items(), start=1):
        places = sorted({COLUMNS.index(made_in[s]) for s in statements.split()})
        ax.plot(places, np.full(len(places), -row), "o-", color=plots.BLUE, markersize=9)
        lines.append(f"{idea} in {', '.join(COLUMNS[p].lstrip('0') or '0' for p in places)}")
    ax.set(xlim=(-0.5, 7.5), ylim=(-rows - 0.6, 3.0))
    ax.set_yticks(range(-1, -rows - 1, -1), IDEAS)
    ax.set_xticks([])
    for x, name in enumerate(NAMES):
        ax.text(x, 0.1, name, ha="center", va="center", fontsize=9)
    ax.set_title("One idea, many names: where it returns (arcs: chapters that link to one another)")
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.tick_params(length=0)
    return plots.describe(
        ax.figure, "Ideas and the chapters they return in: " + "; ".join(lines) + "."
    )


if __name__ == "__main__":
    figure = draw()
    (ROOT / "docs" / "concept_map.png").write_bytes(plots.png(figure, 110))
    print(figure.get_label())
