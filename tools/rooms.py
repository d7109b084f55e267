"""Draw which room of the library uses which, into CONTRIBUTING.md.

    python tools/rooms.py

The rooms stand in one order, and each may use only those above it. What is drawn is read off the
import statements, so the tests notice when it is out of date, or an arrow points up.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "lib" / "featurespace"
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- made by tools/rooms.py -->\n```text\n", "```\n<!-- end of what it made -->\n"
ORDER = (
    *("_threads", "_slabs", "_validate", "_spectral", "_rooms", "_progress"),
    *("kernels", "means", "orthogonal", "fisher", "normal", "pca", "neighbours", "embedding"),
    *("regression", "generalisation", "losses", "describe", "linalg"),
    *("evidence", "estimators", "datasets", "plots", "demos", "checks"),
    *("classroom", "__main__"),
)


def modules(library: Path = LIBRARY) -> dict[str, Path]:
    """Every module of the library by its dotted name within; a package goes by its folder's."""
    found = {path.relative_to(library).with_suffix(""): path for path in library.rglob("*.py")}
    return {
        ".".join(name.parts).removesuffix("__init__").rstrip("."): path
        for name, path in sorted(found.items())
    }


def imports(name: str, path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the library that this one imports, wherever in it the statement stands."""
    package = name.split(".") if path.stem == "__init__" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1] + (node.module or "").split(".")
            base = [part for part in base if part]
            for alias in node.names:
                inner = ".".join([*base, alias.name])
                yield inner if inner in known else ".".join(base)


def graph(library: Path = LIBRARY) -> dict[str, set[str]]:
    """For each module, those that it imports."""
    known = modules(library)
    return {name: set(imports(name, path, known)) - {name} for name, path in known.items()}


def rooms(library: Path = LIBRARY) -> dict[str, set[str]]:
    """For each room, a module or a folder of them, the other rooms that it uses."""
    used: dict[str, set[str]] = {}
    for module, others in graph(library).items():
        room = module.split(".")[0]
        used.setdefault(room, set()).update(other.split(".")[0] for other in others)
    return {room: others - {room, ""} for room, others in used.items() if room}


def upward(used: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Arrows that point up: a room, and one it uses although that does not stand above it."""
    place = {room: i for i, room in enumerate(ORDER)}
    return [(a, b) for a in used for b in sorted(used[a]) if not place[b] < place[a]]


def circle(links: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle, or that lead to one; none, if all is well."""
    left = dict(links)
    while free := [name for name, others in left.items() if not others & set(left)]:
        for name in free:
            del left[name]
    return sorted(left)


def drawn(used: dict[str, set[str]]) -> str:
    """A line for each room: its name, and the rooms above that it uses."""
    lines = (f"{room:16}{' '.join(sorted(used[room], key=ORDER.index))}" for room in ORDER)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def renewed(page: str, library: Path = LIBRARY) -> str:
    """The page with the drawing as it should be."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + drawn(rooms(library)) + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(drawn(rooms()), end="")
