"""Links and pictures in Markdown: what they lead to is there.

The same for a cell of a notebook and for a page of the project. Addresses of other machines are
only read, for nothing here may need a network: a dead one is not noticed, a mistyped one is.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import nbformat

HEADING = re.compile(r"^(#{1,6}) +(.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
FORMULA = re.compile(r"\$\$.+?\$\$|\$(?:(?!\]\()[^$\n])+\$", re.DOTALL)
LINK = re.compile(r"(!\[[^][]*)?\]\(((?:[^()]|\([^()]*\))*)\)")
TARGET = re.compile(r"""\s*(?:<([^<>\n]*)>|(\S+))(?:\s+(?:"[^"]*"|'[^']*'))?\s*""")
TAG = re.compile(r"""<(a|img)\b[^>]*?\s(?:href|src)=["']?([^"'>]*)""", re.IGNORECASE)
REFERENCE = re.compile(r"\[([^][]+)\]\[([^][]*)\]")
DEFINITION = re.compile(r"^ {0,3}\[([^][]+)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))", re.MULTILINE)
ADDRESS = re.compile(r"https?://[^\s)>\]\"'`]*")
WELL_FORMED = re.compile(r"https?://([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?", re.IGNORECASE)
NAMED = re.compile(r"""<\w+\b[^>]*?\s(?:id|name)=["']([^"']+)["']""")


def slug(heading: str) -> str:
    """Anchor that JupyterLab makes of a heading."""
    return re.sub(r"[*`$]", "", heading).strip().replace(" ", "-")


def github(heading: str) -> str:
    """Anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Where one can jump to in a text: its headings, as JupyterLab calls them, and named tags."""
    text = FENCE.sub("", text)
    return {slug(m[2]) for m in HEADING.finditer(text)} | set(NAMED.findall(text))


@cache
def anchors_of(file: Path, changed: int) -> set[str]:
    """Where one can jump to in a notebook or a page; GitHub has names of its own for pages.

    When it was last changed is asked for so that nothing old is remembered.
    """
    if file.suffix == ".ipynb":
        cells = nbformat.read(file, as_version=4).cells
        return set().union(*(anchors(c.source) for c in cells if c.cell_type == "markdown"))
    text = file.read_text(encoding="utf-8")
    return anchors(text) | {github(m[2]) for m in HEADING.finditer(FENCE.sub("", text))}


def targets(text: str) -> Iterator[tuple[str, bool]]:
    """Each target of a link or a picture in a text, and whether it is a picture's.

    What is written in none of the forms that are known comes as it stands, and will not be found.
    """
    for mark, written in LINK.findall(text):
        found = TARGET.fullmatch(written)
        yield (found[1] or found[2] or "") if found else written, bool(mark)
    for kind, written in TAG.findall(text):
        yield written, kind.lower() == "img"
    for _, *written in DEFINITION.findall(text):
        yield "".join(written), False


def undefined(text: str) -> Iterator[str]:
    """References of a text that it does not define; those of another cell do not count."""
    defined = {name.casefold() for name, *_ in DEFINITION.findall(text)}
    for words, name in REFERENCE.findall(text):
        if (name or words).casefold() not in defined:
            yield name or words


def complaints(text: str, path: Path) -> Iterator[str]:
    """What is wrong with the links of a text in a file."""
    plain = FORMULA.sub("", CODE.sub("code", FENCE.sub("", text)))
    for name in undefined(plain):
        yield f"link to [{name}], which is not defined"
    for address in ADDRESS.findall(plain):
        if not WELL_FORMED.fullmatch(address.rstrip(".,;:")):
            yield f"{address} is no address"
    for target, picture in dict.fromkeys(targets(plain)):
        if re.match(r"https?:", target):
            if picture:
                yield f"picture {target}: loads something from the network"
        elif re.match(r"mailto:|data:image/", target):
            continue
        elif complaint := dead(target, path):
            yield complaint


def dead(target: str, path: Path) -> str:
    """Why a target inside the project does not exist; nothing if it does."""
    name, _, anchor = target.partition("#")
    file = path.parent / unquote(name) if name else path
    if not target or not file.exists():
        return f"link to {target}, which does not exist"
    if not anchor or file.suffix not in (".ipynb", ".md"):
        return ""
    known = anchors_of(file, file.stat().st_mtime_ns)
    return "" if unquote(anchor) in known else f"link to {target}: no such heading"
