"""The static site: prepare its pages before Sphinx runs, check them afterwards.

    python tools/website.py prepare   # notebooks, tables and pictures into _build/site
    python tools/website.py check     # links, anchors and addresses of the pages that Sphinx made

The notebooks are taken as committed. Pictures move from the text into files, the ids of statements
become links to the concordance, terms in bold go into the index, and every demo stands on its
stage, with frames from a pack. Below its title a page offers its notebook.
"""

import ast
import base64
import csv
import hashlib
import html
import json
import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import packs
from chapters import FOLDED
from exercises import MARKS

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build" / "site"
SOURCE, STATIC, PAGES = BUILD / "source", BUILD / "static", BUILD / "html"
NODE_MODULES = ROOT / "tools" / "npm" / "node_modules"
CHAPTERS = sorted((ROOT / "course").glob("*.ipynb"))
MODULES = [
    "kernels",
    "means",
    "orthogonal",
    "fisher",
    "normal",
    "pca",
    "neighbours",
    "embedding",
    "losses",
    "regression",
    "generalisation",
    "describe",
    "linalg",
    "evidence",
    "estimators",
    "datasets",
    "plots",
    "demos",
    "checks",
]
PICTURE = re.compile(r'src="data:image/png;base64,([^"]+)"')
TERM = re.compile(r"\*\*([a-z][^*.:?!`$]{2,40})\*\*")
EMPHASIS = {"discarded", "lottery", "modified", "not", "order", "twice", "two hold-outs"}
IDS = re.compile(r"<small>(\[.*?\]|Statements covered: .*?)</small>")
ID = re.compile(r"\b[A-Z]+-[\w.]*\w")
FRAMES = re.compile(r"(<details>.*?)(<figure.*</figure>)(?=</details>)", re.S)
NOTATION = "| symbol | code | meaning |\n|---|---|---|\n"
STUDENTS = ("docs/student", "docs/progress")  # pages for them; all others in docs are for class
RECIPES = sorted(ROOT.glob("deploy/*/README.md"))
FIRST_DEMO = "embedding.let_the_springs_go"  # on the start page: no word in it needs the course


def anchor(heading: str) -> str:
    """The anchor that JupyterLab gives a heading; the notebooks link to one another by it."""
    return heading.replace(" ", "-")


def read(name: str) -> str:
    """A text file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def write(name: str, text: str) -> None:
    """A page for Sphinx to read."""
    path = SOURCE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def rows() -> list[dict[str, str]]:
    """The concordance, one dictionary a statement."""
    lines = read("course/concordance.tsv").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def cells(path: Path) -> Iterator[tuple[str, dict]]:
    """Every cell of a notebook, each with the heading above it."""
    heading = ""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        found = re.match(r"#+ (.+)", "".join(cell["source"]))
        if cell["cell_type"] == "markdown" and found:
            heading = found[1]
        yield heading, cell


FIELDS = {"Parameters": "param", "Attributes": "ivar", "Returns": "returns"}


def as_fields(lines: list[str]) -> list[str]:
    """Turn the sections of a docstring into the fields that Sphinx knows.

    A section ends with a blank line, and an entry is ``name : shape and meaning`` with its further
    lines indented. (Numpydoc's reader would take the first line for a type, and all that follows
    the last section, examples too, for a part of it.)
    """
    made, rest = [], list(lines)
    while rest:
        line = rest.pop(0)
        if line not in FIELDS or not rest or rest[0] != "-" * len(line):
            made.append(line)
            continue
        end = rest.index("") if "" in rest else len(rest)
        section, rest = "\n".join(rest[1:end]), rest[end:]
        made += _results(section) if line == "Returns" else _entries(FIELDS[line], section)
    return made


def _entries(kind: str, section: str) -> Iterator[str]:
    """A field for each name; several may share an entry."""
    for entry in re.split(r"\n(?=\S)", section):
        names, _, text = entry.partition(" : ")
        for name in names.split(", "):
            escaped = re.sub(r"(\*|_$)", r"\\\1", name)
            yield f":{kind} {escaped}: {' '.join(text.split())}"


def _results(section: str) -> list[str]:
    """One field; results that have names are a list in it."""
    parts = [" ".join(part.split()) for part in re.split(r"\n(?=\w+ : )", section)]
    named = [re.sub(r"^(\w+) : ", r"**\1**: ", part) for part in parts]
    return (
        [f":returns: {named[0]}"]
        if len(named) == 1
        else [":returns:", *(f"    * {part}" for part in named)]
    )


def link_ids(text: str, known: set[str], concordance: str) -> str:
    """Let the ids in small print lead to the concordance."""

    def link(one: re.Match) -> str:
        return f'<a href="{concordance}#{one[0]}">{one[0]}</a>' if one[0] in known else one[0]

    return IDS.sub(lambda small: ID.sub(link, small[0]), text)


def index_term(term: re.Match) -> str:
    """Put a term in bold into the index, unless it is bold for emphasis only."""
    return term[0] if term[1] in EMPHASIS else f"**{{index}}`{term[1]}`**"


def store_picture(source: re.Match, static: str) -> str:
    """Write a picture to a file that the browser fetches once it is near."""
    picture = base64.b64decode(source[1])
    name = f"{hashlib.sha256(picture).hexdigest()[:16]}.png"
    (STATIC / "pictures" / name).write_bytes(picture)
    return f'loading="lazy" src="{static}/pictures/{name}"'


def store_pictures(output: str, static: str = "../_static") -> str:
    """An output with its pictures in files; ``static`` is where its page finds them."""
    return PICTURE.sub(partial(store_picture, static=static), output)


def demo(name: str, static: str = "../_static") -> str:
    """A demo that moves, and without JavaScript its stills: the later ones in a strip."""
    stage = FRAMES.sub(r'\1<div class="frames">\2</div>', packs.embed(name, f"{static}/packs"))
    return store_pictures(f'<div class="demo">{stage}</div>', static)


def lay_out(output: str) -> str:
    """An output as the page shows it: a demo on its stage, other pictures in files."""
    name = packs.still(output)
    return demo(name) if name else store_pictures(output)


def offer(path: Path) -> str:
    """The line below a title: the notebook itself, and how to run it."""
    kind, name = path.parent.name, path.name
    saved = name if kind == "course" else f"{kind}_{name}"
    return (
        f'<p class="offer"><a href="../_static/notebooks/{kind}/{name}" download="{saved}">'
        '<span aria-hidden="true">⤓ </span>Notebook</a> '
        '<a href="../index.html#how-to-run-it">How to run it</a></p>'
    )


def prepare_notebook(path: Path, known: set[str]) -> None:
    """Copy a notebook with links, index entries and pictures as the site needs them."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    copy = STATIC / "notebooks" / path.parent.name
    copy.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, copy)
    for number, cell in enumerate(notebook["cells"]):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            if number == 0:
                text = re.sub(r"(?m)\A# .*$", lambda title: f"{title[0]}\n\n{offer(path)}", text)
            text = text.replace(NOTATION, f"(notation-{path.stem})=\n\n{NOTATION}")
            text = link_ids(text, known, "../course/concordance.html")
            text += statements(cell["metadata"].get("teaches", "").split())
            if path.parent.name == "course":
                text = TERM.sub(index_term, text)
            elif path.parent.name == "solutions":
                text = re.sub(r"^# Exercises", "# Solutions", text)
            cell["source"] = text
        elif FOLDED & set(cell["metadata"].get("tags", [])):
            cell["metadata"]["tags"].append("hide-input")
        elif path.parent.name == "solutions":
            cell["source"] = MARKS.sub("", text).rstrip("\n")  # the marks are for the build
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop("image/png", None)  # the HTML has the same picture, with words
            if "text/html" in data:
                data["text/html"] = lay_out("".join(data["text/html"]))
    write(f"{path.parent.name}/{path.name}", json.dumps(notebook))


def statements(taught: list[str]) -> str:
    """Small links to what a text teaches, below it."""
    links = " ".join(f'<a href="../course/concordance.html#{one}">{one}</a>' for one in taught)
    return f'\n\n<p class="statements">{links}</p>' if taught else ""


def start_page() -> str:
    """The start page: a demo, how to run the course, and the README's chapters with pictures."""
    readme = read("README.md")
    run = re.search(r"^```sh\n.*?(?=^!\[)", readme, re.M | re.S)[0]
    text = readme.partition("## Chapters\n")[2].partition("## How to use it")[0]
    table, page = "[course/concordance.tsv](course/concordance.tsv)", "course/concordance.md"
    text = text.replace(table, f"[The concordance]({page})")
    rows = re.findall(r"^\| (\w) \| (.+) \| (!.+) \|$", text, re.M)
    block = '<div class="chapter">\n\n{}\\. {}\n\n{}\n\n</div>'
    chapters = "\n\n".join(block.format(*row) for row in rows)
    after = text[text.rindex("|\n") + 2 :]
    page = read("site/index.md").replace("{chapters}", f"## Chapters\n\n{chapters}\n{after}")
    page = page.replace("{students}", "\n".join(STUDENTS)).replace("{class}", in_class())
    return page.replace("{demo}", demo(FIRST_DEMO, "_static")).replace("{run}", run.strip())


def in_class() -> str:
    """The pages for instructors: the guide and its chapters, then the others."""
    paths = [*ROOT.glob("docs/teaching/*.md"), *ROOT.glob("docs/*.md")]
    guide, chapters, others = "docs/teaching", [], []
    for name in sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in paths):
        if name not in (guide, *STUDENTS):
            (chapters if name.startswith(f"{guide}/") else others).append(name)
    recipes = [path.relative_to(ROOT).with_suffix("").as_posix() for path in RECIPES]
    return "\n".join([guide, *chapters, *others, *recipes])


def notation() -> str:
    """The chapters' tables of symbols as one; a row that returns names all its chapters."""
    used: dict[str, list[str]] = {}
    for path in CHAPTERS:
        for _, cell in cells(path):
            table = "".join(cell["source"]).partition(NOTATION)[2]
            for row in (line for line in table.splitlines() if line.startswith("|")):
                chapter = path.name.split("_")[0].lstrip("0") or "0"
                used.setdefault(row, []).append(f"[{chapter}](#notation-{path.stem})")
    table = "".join(f"{row} {', '.join(where)} |\n" for row, where in used.items())
    head = "| symbol | code | meaning | chapter |\n|---|---|---|---|\n"
    paragraph = r"^\*\*Notation\.\*\* (.*?)(?: British spelling\.)?\n\n"
    conventions = re.search(paragraph, read("CONTRIBUTING.md"), re.M | re.S)
    page = read("site/notation.md").replace("{conventions}", conventions[1])
    return page.replace("{table}", head + table)


def uses(folder: str, kind: str) -> dict[str, str]:
    """Section in which each check or demo stands: ``means.centre`` → link target."""
    found = {}
    for path in sorted((ROOT / folder).glob("*.ipynb")):
        code = [(h, "".join(c["source"])) for h, c in cells(path) if c["cell_type"] == "code"]
        imported = re.search(rf"from featurespace\.{kind}s import (\w+) as (\w+)", str(code))
        for heading, source in code:
            for name in re.findall(rf"^{imported[2]}\.(\w+)\(", source, re.M) if imported else ():
                target = f"../{folder}/{path.name}#{anchor(heading)}"
                found.setdefault(f"{imported[1]}.{name}", target)
    return found


def plain(text: str) -> str:
    """Text of the table with nothing in it that Markdown would read as a sign."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def concordance_row(row: dict[str, str], demos: dict[str, str], exercises: dict[str, str]) -> str:
    """One statement as a row of the table on the page."""
    behind = [f"{{py:obj}}`~{symbol}`" for symbol in row["symbol"].split()]
    for kind, places in (("demo", demos), ("exercise", exercises)):
        for name in row[kind].split():
            words = plain(name.split(".")[1].replace("_", " "))
            behind.append(f"{kind} [{words}](<{places[name]}>)" if name in places else words)
    tests = [test.split("::test_")[1].replace("_", " ") for test in row["test"].split()]
    for kind, words in (("figure", "a figure there"), ("witness", "asserted there")):
        behind += [words] if row[kind] else []
    if tests:
        behind.append(f"tested: {'; '.join(tests)}")
    errata = (f"[erratum {e}](#erratum-{e})" for e in row["errata"].split(";") if e)
    verdict = [f"**{row['verdict']}** {plain(row['repair'])}", *errata]
    columns = (
        f'<a id="{row["id"]}"></a>{plain(row["id"])}',
        f"{plain(row['statement'])} <small>({row['kind']}, {plain(row['reference'])})</small>",
        f"[{plain(row['section'])}](<{row['notebook']}.ipynb#{anchor(row['section'])}>)",
        "<br>".join(behind),
        "<br>".join(verdict),
    )
    return f"| {' | '.join(columns)} |"


def concordance() -> str:
    """The concordance as a page: a table for each chapter."""
    table, demos, exercises = rows(), uses("course", "demo"), uses("exercises", "check")
    head = "| id | statement | taught in | behind it | verdict |\n|---|---|---|---|---|"
    parts = []
    for path in CHAPTERS:
        title = next(heading for heading, _ in cells(path))
        lines = [concordance_row(r, demos, exercises) for r in table if r["notebook"] == path.stem]
        parts.append(f"## {title}\n\n" + "\n".join([head, *lines]))
    sources = dict.fromkeys((r["id"].split("-")[0], r["source"]) for r in table)
    page = read("site/concordance.md").replace("{count}", str(len(table)))
    page = page.replace("{sources}", ", ".join(f"{words} (ids {id_}-…)" for id_, words in sources))
    return page.replace("{tables}", "\n\n".join(parts))


def errata(known: set[str]) -> str:
    """The errata, each item with an anchor."""
    text = link_ids(read("course/errata.md"), known, "concordance.html")
    return re.sub(r"^(?=\*\*(\d+)\. )", r"(erratum-\1)=\n\n", text, flags=re.M)


def library() -> Iterator[tuple[str, str]]:
    """Name and text of each page of the library; a module's first sentence says what it is for."""
    lines = []
    for module in MODULES:
        path = ROOT / "lib" / "featurespace" / module
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        words = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))).partition("\n")[0]
        lines.append(f"- [{module}]({module}.rst): {words}")
        yield f"{module}.rst", f"{module}\n{'=' * 20}\n\n.. automodule:: featurespace.{module}\n"
    page = read("site/library.md").replace("{modules}", "\n".join(lines))
    yield "index.md", page.replace("{pages}", "\n".join(MODULES))


def prepare() -> None:
    """Everything that Sphinx reads, made afresh."""
    shutil.rmtree(BUILD, ignore_errors=True)
    (STATIC / "pictures").mkdir(parents=True)
    shutil.copytree(ROOT / "docs", SOURCE / "docs")
    for path in RECIPES:
        write(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    mathjax = NODE_MODULES / "mathjax" / "es5"
    for part in ("input/tex/extensions", "a11y"):
        shutil.copytree(mathjax / part, STATIC / "mathjax" / part)
    shutil.copy(mathjax / "tex-svg.js", STATIC / "mathjax")
    packs.assets(STATIC)
    known = {row["id"] for row in rows()}
    for folder in ("course", "exercises", "solutions"):
        for path in sorted((ROOT / folder).glob("*.ipynb")):
            prepare_notebook(path, known)
    for folder in ("exercises", "solutions"):
        write(f"{folder}/index.md", read(f"site/{folder}.md"))
    write("index.md", link_ids(start_page(), known, "course/concordance.html"))
    write("course/notation.md", notation())
    write("course/concordance.md", concordance())
    write("course/errata.md", errata(known))
    for name, text in library():
        write(f"library/{name}", text)


class Page(HTMLParser):
    """What a page offers (ids), what it leads to, and what a browser fetches for it."""

    def __init__(self, path: Path):
        super().__init__()
        self.ids, self.links, self.fetched = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of one element."""
        named = dict(attrs)
        self.ids.add(named.get("id"))
        if named.get("href"):
            (self.links if tag == "a" else self.fetched).append(named["href"])
        if named.get("src"):
            self.fetched.append(named["src"])


def problems(pages: dict[Path, Page]) -> Iterator[str]:
    """Links that lead nowhere, and everything that would be fetched from elsewhere."""
    for path, page in pages.items():
        for address in (*page.links, *page.fetched):
            parts = urlsplit(html.unescape(address))
            if parts.scheme or parts.netloc:
                if address in page.fetched and parts.scheme != "data":
                    yield f"{path.name}: fetches {address}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            fragment = unquote(parts.fragment)
            if not target.is_file():
                yield f"{path.name}: no file for {address}"
            elif fragment and target in pages and fragment not in pages[target].ids:
                yield f"{path.name}: no anchor for {address}"
    for path in PAGES.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import\s)\W*(https?://[^)\s]+)", path.read_text()):
            yield f"{path.name}: fetches {address}"


def check() -> int:
    """Print what is wrong with the site, or that nothing is."""
    pages = {path: Page(path) for path in PAGES.rglob("*.html") if "_static" not in path.parts}
    found = sorted(set(problems(pages)))
    print(*found, f"{PAGES.relative_to(ROOT)}: {len(pages)} pages, {len(found)} problems", sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit({"prepare": prepare, "check": check}[sys.argv[1]]())
