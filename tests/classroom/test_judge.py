"""One submission judged: honest ones get what they earn, and no line of code forges a point."""

import ast
import json
import warnings
from dataclasses import replace

import numpy as np
import pytest

from featurespace.checks import all_checks
from featurespace.checks.check import Result
from featurespace.classroom import judge, material, session, submission, wire, worker
from featurespace.classroom.submission import chapter, chapter_of, given, parsed

CHAPTERS = material.chapters()
ONE = "01_means_and_distances"
SEED = 4711
HASTY = replace(judge.LIMITS, call=1.0, patience=60.0)
NAMES = [exercise.name for exercise in chapter(ONE)]


def solved(name=ONE):
    return json.loads((material.folder() / "solutions" / f"{name}.ipynb").read_text("utf-8"))


def cell_of(notebook, name, chapter_name=ONE):
    wanted = next(e.answer_id for e in chapter(chapter_name) if e.name == name)
    return next(c for c in notebook["cells"] if c["id"] == wanted)


def code(source, identity="added"):
    return {"cell_type": "code", "id": identity, "metadata": {}, "source": source, "outputs": []}


def graded(notebook, limits=judge.LIMITS, name=ONE):
    raw = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
    record = judge.grade_one("student", raw, name, SEED, limits)
    assert json.loads(json.dumps(record)) == record
    return record


def by_name(record):
    return {entry["name"]: entry for entry in record["exercises"]}


def with_answers(answers, limits=HASTY):
    """A perfect notebook with some answers replaced: their entries, and the record.

    All the others must have kept their points.
    """
    notebook = solved()
    for name, source in answers.items():
        cell_of(notebook, name)["source"] = source
    record = graded(notebook, limits)
    entries = by_name(record)
    kept = {name: entries[name]["status"] for name in NAMES if name not in answers}
    assert set(kept.values()) == {"Correct"}, kept
    return {name: entries[name] for name in answers}, record


# --- honest submissions --------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHAPTERS)
def test_perfect_and_blank_notebooks(name):
    for kind, status, share in (("solutions", "Correct", 1), ("exercises", "Not attempted", 0)):
        raw = (material.folder() / kind / f"{name}.ipynb").read_bytes()
        record = graded(raw, name=name)
        assert [e["status"] for e in record["exercises"]] == [status] * 14, record
        assert all(e["points"] == share * e["out_of"] for e in record["exercises"])
        assert (record["verdict"], record["notes"]) == ("", [])
        assert record["peak_mb"] > 10
        assert all(e["title"] and e["grade_id"] and e["code"] for e in record["exercises"])


def test_half_a_notebook_gets_half():
    notebook, blank = solved(), {c["id"]: c for c in given(ONE)["cells"]}
    for name in NAMES[::2]:
        cell = cell_of(notebook, name)
        cell["source"] = blank[cell["id"]]["source"]
    entries = by_name(graded(notebook))
    assert [entries[n]["status"] for n in NAMES] == ["Not attempted", "Correct"] * 7


WRONG = {  # as students write them
    "squared_distances": "def squared_distances(K_new, a, b):\n    return a[:, None] + b - K_new",
    "squared_centre_norm": "def squared_centre_norm(K, chosen):\n    return K.mean()",
    "shift_without": "def shift_without(K, i):\n    return 0.0",
    "cost": "def cost(K, beta):\n    return beta @ K @ beta",
    "centre": "def centre(K, w):\n    return K - K.mean(0) - K.mean(1, keepdims=True) + K.mean()",
    "centre_new": "def centre_new(*a):\n    return None",
    "orders": "def orders():\n    return np.diag([1.0, 4.0]), np.eye(2)",
    "parzen": "def parzen(*a):\n    return 1 / 0",
    "nearer": "def nearer(*a):\n    return 'left'",
    "fraction_above": "def fraction_above(*a)\n    return 1",
}


def test_ten_wrong_answers_lose_exactly_their_points():
    entries, record = with_answers(WRONG)
    assert {e["status"] for e in entries.values()} == {"Not yet"}
    lost = sum(e["out_of"] for e in entries.values())
    total = sum(e["out_of"] for e in record["exercises"])
    assert sum(e["points"] for e in record["exercises"]) == total - lost
    assert entries["centre"]["mistake"].startswith("That centres at the plain mean")
    assert "SyntaxError" in entries["fraction_above"]["message"]
    assert "ZeroDivisionError" in entries["parzen"]["message"]
    assert "returns nothing" in entries["centre_new"]["message"]
    assert not any("Traceback" in e["message"] for e in entries.values())


# --- the same verdict as in the notebook ---------------------------------------------------------


class Loopback:
    """The worker in this process: all the same but for the process."""

    def __init__(self, function, name):
        self.worker = worker.Worker.__new__(worker.Worker)
        self.worker.__dict__.update(np=np, wire=wire, tried=[], now={}, number=0, last={})
        self.worker.pipe = type("Pipe", (), {"limit": judge.LIMITS.value})
        self.worker.main = type("Main", (), {})()
        setattr(self.worker.main, name, function)

    def ask(self, act, seconds, answer, values, **words):
        whole = wire.frame({"act": act, "number": 0, **words}, 2**31, **values)
        text = wire.HEAD.unpack(whole[:8])[1]
        try:
            reply = self.worker.call(wire.message(whole[8:], text), whole[8 + text :])
        except BaseException as error:
            reply = self.worker.frame({"error": worker.told(error)})
        text = wire.HEAD.unpack(reply[:8])[1]
        return wire.message(reply[8:], text), reply[8 + text :]


def by_wire(check, function):
    """What a check says when arguments and values go by wire."""
    name = getattr(function, "__name__", "answer")
    here = session.Session([], [check], judge.LIMITS)
    here.box = Loopback(function, name)
    return check._judge(here.answer(check, name))


def stub(*arguments):
    raise NotImplementedError()


CHECKS = all_checks()


@pytest.mark.parametrize("name", CHECKS)
def test_the_verdict_by_wire_is_that_of_the_notebook(name):
    check = replace(CHECKS[name], forbidden={})  # that is the real worker's business
    assert by_wire(check, check.answer) == Result("Correct", check.praise)
    assert by_wire(check, stub).status == "Not attempted"
    for mistake in check.misconceptions[len(name) % 4 :: 4]:
        wanted = Result("Not yet", mistake.sentence, mistake.sentence)
        assert by_wire(check, mistake.wrong) == wanted


JUNK = {
    "a number": lambda *a: 3,
    "a string": lambda *a: "42",
    "a dict": lambda *a: {},
    "a function": lambda *a: print,
    "nothing": lambda *a: None,
    "an empty array": lambda *a: np.array([]),
    "a huge shape": lambda *a: np.zeros((3, 4, 5)),
    "NaN": lambda *a: np.nan,
    "complex": lambda *a: 1j,
    "a ragged list": lambda *a: [[1], [2, 3]],
    "objects": lambda *a: np.array([object()]),
    "an error": lambda *a: ValueError("no"),
    "raises": lambda *a: {}["<b>bold</b>"],
    "refuses": lambda *a: int("x"),
    "takes nothing": lambda: 1,
    "exits": lambda *a: exit(),
    "calls a stub": lambda *a: stub(),
    "writes": lambda *a: a[0].fill(0),
}


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_called_by_the_same_words(junk):
    for name in ("means.centre", "means.calibrated_threshold", "pca.pca_eigen", "linalg.slanted"):
        check = replace(CHECKS[name], forbidden={})
        wanted, got = check._judge(JUNK[junk]), by_wire(check, JUNK[junk])
        assert (got.status, got.mistake) == (wanted.status, wanted.mistake)
        assert got.message.partition("0x")[0] == wanted.message.partition("0x")[0]


def test_what_an_exercise_forbids_is_refused_under_any_name():
    name = "02_gram_schmidt_and_cholesky"
    notebook = solved(name)
    notebook["cells"].insert(3, code("from numpy.linalg import cholesky as friend, qr\nkeep=[qr]"))
    cell_of(notebook, "cholesky", name)["source"] = (
        "def cholesky(K, take=friend):\n    return take(K)"
    )
    cell_of(notebook, "gram_schmidt", name)["source"] = (
        "def gram_schmidt(*a):\n    return keep[0](a[0])"
    )
    record = graded(notebook, name=name)
    entries = by_name(record)
    for asked in ("cholesky", "gram_schmidt"):
        assert entries[asked]["points"] == 0
        words = next(iter(CHECKS[f"orthogonal.{asked}"].forbidden.values()))
        assert words in entries[asked]["message"]
    assert sum(e["points"] == e["out_of"] for e in record["exercises"]) == 12


def test_a_way_around_a_forbidden_function_is_pointed_out():
    name = "02_gram_schmidt_and_cholesky"
    notebook = solved(name)
    cell_of(notebook, "cholesky", name)["source"] = (
        "from scipy.linalg import lapack\n" + "".join(cell_of(notebook, "cholesky", name)["source"])
    ).replace("def cholesky(K):", "def cholesky(K):\n    lapack")
    notes = graded(notebook, name=name)["notes"]
    assert notes == ["Please look at `cholesky`: it mentions `lapack`."]


WAYS = {  # each takes the function out of the refusal that stands in its place
    "getattr": "    f = getattr(o, 'isotonic' + '_regression')\n"
    "    return getattr(getattr(f, '__clo' + 'sure__')[0], 'cell' + '_contents')(y).x",
    "vars": "    f = vars(o)['isotonic' + '_regression']\n"
    "    (c, *_) = vars(type(f))['__clo' + 'sure__'].__get__(f)\n"
    "    return vars(type(c))['cell' + '_contents'].__get__(c)(y).x",
    "f_locals": "    f = [v for n, v in o.__dict__.items() if n == 'isotonic' + '_regression'][0]\n"
    "    try: f(y)\n"
    "    except Exception as e: return e.__traceback__.tb_next.tb_frame.f_locals['function'](y).x",
    "eval": "    f = 'o.isotonic' + '_regression'\n"
    "    return eval(f + '.__clo' + 'sure__[0].cell' + '_contents(y).x')",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_name_put_together_is_pointed_out(way):
    name = "05_dimensionality_reduction"
    notebook = solved(name)
    answer = f"import scipy.optimize as o\ndef monotone_fit(y):\n{WAYS[way]}"
    cell_of(notebook, "monotone_fit", name)["source"] = answer
    record = graded(notebook, name=name)
    assert by_name(record)["monotone_fit"]["points"] == 2, "no way around: take it out of the list"
    (note,) = record["notes"]
    assert note.startswith("Please look at `monotone_fit`: it mentions ")
    assert f"`{way}`" in note


# --- attacks -------------------------------------------------------------------------------------

CHECK_FILE = str(material.LIBRARY / "checks" / "means" / "_{name}.py")
LOAD = (
    "    import importlib.util as u\n"
    f"    s = u.spec_from_file_location('x', {CHECK_FILE!r})\n"
    "    m = u.module_from_spec(s); s.loader.exec_module(m)\n    return m.CHECK.answer(*a)"
)
TEXT = "    scope = {{}}; exec({read}.split('CHECK =')[0], scope); return scope['{name}'](*a)"
ENDLESS = "    while True:\n        try:\n            while True: pass\n        except: pass"
LYING = (
    "    class Lie(np.ndarray):\n"
    "        def __eq__(s, o): return np.True_\n"
    "        def __array_ufunc__(s, *a, **k): return np.True_\n"
    "        def __array_function__(s, *a, **k): return np.True_\n"
    "    return np.zeros((2, 2)).view(Lie)"
)
ALIKE = (
    "    class Any:\n"
    "        shape = (); dtype = float; ndim = 0\n"
    "        def __eq__(s, o): return True\n"
    "        def __array__(s, *a, **k): return np.zeros(3)\n"
    "        def __float__(s): return 1.0\n"
    "    return Any()"
)
HUNT = (
    "    import gc, sys\n"
    "    for thing in gc.get_objects():\n"
    "        if type(thing).__name__ == 'Check': return thing.answer(*a)\n"
    "    return [m for m in sys.modules if 'checks' in m]"
)
# a body for each, and what the message or the notes say
ATTACKS = {
    "endless": ("    while True: pass", "still running"),
    "endless, catches all": (ENDLESS, "still running"),
    "endless in C": ("    return 3**10**8 % 7 * 0 + 3**10**8 % 7", "still running"),
    "endless regex": ("    import re; return re.match('(a+)+$', 'a' * 50 + 'b')", "still running"),
    "flood": ("    while True: print('x' * 1000)", "still running"),
    "memory": ("    return np.zeros(10**10)", "MemoryError"),
    "memory in lists": ("    return [np.empty(10**8) for i in range(10)]", "MemoryError"),
    "too much": ("    return np.zeros(10**7)", "too large"),
    "fork": ("    import os; os.fork(); return 1", "another process"),
    "threads": (
        "    import threading, time\n"
        "    for i in range(9): threading.Thread(target=lambda: time.sleep(99)).start()\n"
        "    return 1",
        "",
    ),
    "exit": ("    import sys; sys.exit(0)", "SystemExit"),
    "hard exit": ("    import os; os._exit(0)", "ended the process"),
    "kills itself": ("    import ctypes; ctypes.string_at(0)", "ctypes"),
    "kills the grader": ("    import os, signal; os.kill(os.getppid(), 9)", "signals another"),
    "starts a program": ("    import subprocess; return subprocess.run(['true'])", "program"),
    "network": ("    import socket; return socket.create_connection(('1.1.1.1', 53))", "network"),
    "lying array": (LYING, ""),
    "alike to all": (ALIKE, ""),
    "reference": ("    return check.{name}.reference(*a)", "when marks are given"),
    "answer": ("    return check.{name}.answer(*a)", "when marks are given"),
    "import": ("    import featurespace.checks.means._{name} as m; return m.{name}(*a)", "marks"),
    "open": (TEXT.replace("{read}", f"open({CHECK_FILE!r}).read()"), "file"),
    "pathlib": (
        TEXT.replace("{read}", f"__import__('pathlib').Path({CHECK_FILE!r}).read_text()"),
        "file",
    ),
    "linecache": (
        TEXT.replace("{read}", f"''.join(__import__('linecache').getlines({CHECK_FILE!r}))"),
        "",
    ),
    "spec": (LOAD, "file"),
    "fromfile": (
        TEXT.replace("{read}", f"np.fromfile({CHECK_FILE!r}, 'u1').tobytes().decode()"),
        "file",
    ),
    "memmap": (
        TEXT.replace("{read}", f"bytes(np.memmap({CHECK_FILE!r}, mode='r')).decode()"),
        "file",
    ),
    "get_data": (
        "    import pkgutil; return pkgutil.get_data('featurespace', 'checks/means/_{name}.py')",
        "No such file",
    ),
    "inspect": (
        "    import inspect, featurespace.checks.means as m; return inspect.getsource(m)",
        "",
    ),
    "memory of the grader": (
        "    import os; return open(f'/proc/{{os.getppid()}}/mem', 'rb').read(9)",
        "file",
    ),
    "own environment": ("    return open('/proc/self/environ').read()", "file"),
    "path": (
        f"    import sys; sys.path.insert(0, {str(material.LIBRARY.parent)!r})\n"
        "    for m in [m for m in sys.modules if 'featurespace' in m]: del sys.modules[m]\n"
        "    sys.meta_path[:] = [f for f in sys.meta_path if 'Absent' not in type(f).__name__]\n"
        "    from featurespace.checks import means\n    return means.{name}.answer(*a)",
        "",
    ),
    "hunt": (HUNT, ""),
    "forged message": (
        "    import os, struct, json\n"
        "    for n in range(3, 20):\n"
        "        for text in [json.dumps(dict(number=k, value=0.0)).encode() for k in range(99)]:\n"
        "            try: os.write(n, struct.pack('<II', len(text), len(text)) + text)\n"
        "            except OSError: break\n    return 0.0",
        "",
    ),
    "noise": (
        "    import os\n"
        "    for n in range(3, 20):\n"
        "        try: os.write(n, b'\\xff' * 1000)\n        except OSError: pass\n    return 0.0",
        "channel",
    ),
    "closed": ("    import os; os.closerange(3, 99); return 0.0", "ended the process"),
    "hostile error": (
        "    class KeyboardInterrupt(BaseException):\n"
        "        def __str__(s): raise SystemExit\n    raise KeyboardInterrupt",
        "stopped with",
    ),
    "interrupt": ("    raise KeyboardInterrupt", "stopped with KeyboardInterrupt"),
    "refusal by no reason": ("    raise ValueError", "ValueError"),
    "stack": ("    f = lambda g: g(g); return f(f)", "RecursionError"),
}
EACH = [NAMES.index(name) for name in NAMES if name != "orders"]  # which takes no arguments
GROUPS = [list(ATTACKS)[i : i + 7] for i in range(0, len(ATTACKS), 7)]


@pytest.mark.parametrize("group", GROUPS, ids=", ".join)
def test_an_attack_earns_no_point_and_costs_no_other(group, monkeypatch):
    monkeypatch.setenv("SECRET", "of the grader")
    victims = [NAMES[i] for i in EACH][: len(group)]
    answers = {
        name: f"def {name}(*a):\n"
        + ATTACKS[attack][0].replace("{name}", name).replace("{{", "{").replace("}}", "}")
        for name, attack in zip(victims, group, strict=True)
    }
    entries, _ = with_answers(answers)
    for name, attack in zip(victims, group, strict=True):
        entry, said = entries[name], ATTACKS[attack][1]
        assert entry["points"] == 0, (attack, entry)
        assert entry["status"] == "Not yet", (attack, entry)
        assert said in entry["message"], (attack, entry["message"])
        assert "Traceback" not in entry["message"]


CELLS = {
    "endless": "while True: pass",
    "exit": "import sys; sys.exit()",
    "hard exit": "import os; os._exit(3)",
    "environment": "import os; os.environ.clear(); os.environ['NBGRADER_EXECUTION'] = ''",
    "patched": "for n in ('isclose', 'asarray', 'array_equal', 'allclose', 'frombuffer'):\n"
    "    setattr(np, n, lambda *a, **k: True)\nnp.ndarray = list\nimport json; json.dumps = str",
    "reference": "orders = check.orders.reference",
    "memory": "hoard = bytearray(10**10)",
    "magic": "%matplotlib inline\n!ls\nx = 3",
    "threads": "import threading, time\n"
    "def work():\n    while True: time.sleep(0.01)\n"
    "threading.Thread(target=work, daemon=True).start()",
    "hook": "import sys, builtins\nbuiltins.open = None\nsys.stdout = None",
}


def test_a_bad_cell_costs_only_what_it_holds():
    notebook = solved()
    notebook["cells"] += [code(source, name) for name, source in CELLS.items()]
    own = cell_of(notebook, "cost")
    notebook["cells"].append({**own, "source": [*own["source"], "\n\nwhile True: pass"]})
    cell_of(notebook, "nearer")["source"] = "import os; os._exit(0)\ndef nearer(*a): pass"
    notebook["cells"].append(code("squared_distances = squared_distances", "last"))
    record = graded(notebook, replace(HASTY, cell=3.0))
    entries, notes = by_name(record), " ".join(record["notes"])
    wrong = {name for name, entry in entries.items() if entry["status"] != "Correct"}
    assert wrong == {"orders", "nearer", "cost"}, record
    assert "taken from the checks" in entries["orders"]["message"]
    assert "ended the process" in entries["nearer"]["message"]
    assert "was still running" in entries["cost"]["message"]
    assert notes.count("left out") >= 4


PATCHES = {
    "comparisons": CELLS["patched"],
    "everything": "for n in [n for n in dir(np) if callable(getattr(np, n)) and n[0] != '_']:\n"
    "    if n not in ('ndarray', 'errstate', 'asarray', 'dtype', 'generic', 'matrix', 'random'):\n"
    "        try: setattr(np, n, lambda *a, **k: True)\n        except Exception: pass",
    "environment": "import os\nfor n in ('NBGRADER_EXECUTION', 'NBGRADER_VALIDATING', 'CI'):\n"
    "    os.environ[n] = '1'",
    "checks": "class Yes:\n    correct = True; status = 'Correct'\n"
    "    def __call__(self, *a): return self\n    __getattr__ = lambda self, name: self\n"
    "check = Yes()\nimport sys; sys.modules['featurespace.checks'] = check",
    "builtins": "import builtins as b\nb.abs = lambda x: 0\nb.isinstance = lambda *a: True",
}


@pytest.mark.parametrize("patch", PATCHES)
def test_a_patch_turns_no_wrong_answer_into_a_right_one(patch):
    notebook = solved()
    wrong = {name: source for name, source in WRONG.items() if name != "orders"}
    for name, source in wrong.items():
        cell_of(notebook, name)["source"] = source
    notebook["cells"].insert(3, code(PATCHES[patch], "first"))
    entries = by_name(graded(notebook, HASTY))
    assert all(entries[name]["points"] == 0 for name in wrong), entries
    if patch in ("environment", "checks"):  # which break no right answer
        right = [entry for name, entry in entries.items() if name not in wrong]
        assert {entry["status"] for entry in right} == {"Correct"}


def test_what_magic_gives_a_name_to_costs_no_answer():
    lines = "files = !ls\na, b = !ls\nt = %timeit -o sum([1])\n%matplotlib inline\n"
    notebook = solved()
    own = cell_of(notebook, "cost")
    own["source"] = [lines, *own["source"], "\nif files:\n    one, = %who\n"]
    record = graded(notebook)
    assert {e["status"] for e in record["exercises"]} == {"Correct"}
    (note,) = record["notes"]
    assert note.endswith("what is no Python (%, ! or ?) was left out.")
    assert submission.without_magic("x = 3 != 4") == "x = 3 != 4"
    assert submission.without_magic("x = (\nif x != 3: y\nx %= 3") == "x = (\nif x != 3: y\nx %= 3"


def test_endless_code_is_not_even_parsed(monkeypatch):
    notebook = solved()
    cell_of(notebook, "cost")["outputs"] = ["1" * submission.LONGEST]
    assert len(submission.cells(notebook)[0]) > 20
    notebook["cells"].append(code("x = [" + "1," * (submission.LONGEST // 2) + "]"))
    parse = ast.parse

    def of_a_person(source, *rest):
        assert len(source) <= submission.LONGEST
        return parse(source, *rest)

    monkeypatch.setattr(ast, "parse", of_a_person)
    assert graded(notebook)["verdict"] == "Its code is longer than 500 kB: it was not read."


def test_odd_spelling_in_a_string_prints_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(submission.statements("label = '$\\mu$'")) == 1
        assert submission.without_magic("label = '$\\mu$'\n%pwd") == "label = '$\\mu$'\npass"


def test_an_answer_whose_name_becomes_a_value_still_counts():
    notebook = solved()
    place = 1 + max(n for n, c in enumerate(notebook["cells"]) if c["cell_type"] == "code")
    notebook["cells"][place:place] = [
        code("cost = 3.7\nassert cost > 3", "a"),
        code("nearer, b = nearer, 2\nshift_without = 'x'\ndel centre", "b"),
    ]
    cell_of(notebook, "parzen")["source"] = [
        *cell_of(notebook, "parzen")["source"],
        "\n\ndef squared_centre_norm(*a):\n    import os; os._exit(0)\n",
    ]
    record = graded(notebook)
    entries, notes = by_name(record), record["notes"]
    wrong = {name for name, entry in entries.items() if entry["status"] != "Correct"}
    assert wrong == {"squared_centre_norm"}
    for name in ("cost", "shift_without", "centre"):
        own = cell_of(notebook, name)
        number = 1 + notebook["cells"].index(own)
        assert f"`{name}` ends as a value: its function of cell {number} counts." in notes
        assert entries[name]["code"] == "".join(own["source"])
    assert not any("last one counts" in note for note in notes if "`cost`" in note)
    notebook = solved()
    cell_of(notebook, "cost")["source"] = "cost = 3.7"
    entry = by_name(graded(notebook))["cost"]
    assert entry["message"] == "`cost` should be a function; it ends as a value of type float."


def test_a_helper_written_again_after_the_last_answer_is_the_one_that_counts():
    notebook = solved()
    own, again = cell_of(notebook, "cost"), "def _help(f, *a):\n    return {}\n"
    whole = "".join(own["source"]).replace("def cost(", "def _cost(")
    calls = "\n\ndef cost(*a):\n    return _help(_cost, *a)"
    own["source"] = f"{again.format('0')}\n{whole}{calls}"
    notebook["cells"].append(code(again.format("f(*a)"), "end"))
    slow = "import os\nK = 3\nos._exit(0)"
    notebook["cells"].append(code(slow, "open challenge"))
    record = graded(notebook)
    assert {e["status"] for e in record["exercises"]} == {"Correct"}
    assert not any("left out" in note for note in record["notes"])


# --- what is not as it was handed out ------------------------------------------------------------


def test_moved_deleted_edited_and_duplicated_cells():
    notebook = solved()
    ids = {e.name: e for e in chapter(ONE)}
    gone, checked = ids["centre"].answer_id, ids["parzen"].check_id
    cell_of(notebook, "cost")["cell_type"] = "markdown"
    cell_of(notebook, "nearer")["metadata"] = {"nbgrader": "gone"}
    copy = {**cell_of(notebook, "shift_without")}
    copy["source"] = "def shift_without(K, i):\n    return -1.0"
    notebook["cells"] = [c for c in notebook["cells"] if c["id"] not in (gone, checked)]
    for cell in notebook["cells"]:
        if cell["id"] == ids["centre_new"].check_id:
            cell["source"] = "check = lambda f: 'Correct'; 100 / 0"
    notebook["cells"].append(copy)
    record = graded(notebook)
    entries, notes = by_name(record), " ".join(record["notes"])
    wrong = {name: e["status"] for name, e in entries.items() if e["status"] != "Correct"}
    assert wrong == {
        "centre": "Not attempted",
        "cost": "Not attempted",
        "shift_without": "Not yet",
    }
    assert "The cell of `centre` is gone." in notes
    assert "The cell of `cost` is text, not code" in notes
    assert "`shift_without` is defined more than once" in notes


def test_the_order_of_cells_and_their_ids_do_not_matter():
    notebook = solved()
    head, rest = notebook["cells"][:5], notebook["cells"][5:]
    notebook["cells"] = head + rest[::-1]
    for cell in notebook["cells"]:
        cell.pop("id")
        cell["metadata"] = {}
    record = graded(notebook)
    assert {e["status"] for e in record["exercises"]} == {"Correct"}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "cannot be read"),
        (b"{", "cannot be read"),
        (b"[" * 10**5, "cannot be read"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"[]", "no list of cells"),
        (b'{"cells": 3}', "no list of cells"),
        (b'{"cells": [3, {}, {"cell_type": 4}]}', "no exercise of the course"),
        (b'{"cells": []}', "no exercise of the course"),
        (b" " * (21 << 20), "larger than 20 MB"),
    ],
)
def test_what_is_no_notebook_gets_one_sentence(raw, said):
    record = graded(raw)
    assert said in record["verdict"]
    assert len(record["exercises"]) == 14
    assert all(e["points"] == 0 and e["status"] == "Cannot check" for e in record["exercises"])


def test_the_notebook_of_another_chapter_is_named():
    raw = (material.folder() / "exercises" / "04_pca.ipynb").read_bytes()
    assert "the notebook of 04_pca; that of 01_means" in graded(raw)["verdict"]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_recognised_by_its_cells(name):
    for kind in ("exercises", "solutions"):
        raw = (material.folder() / kind / f"{name}.ipynb").read_bytes()
        assert chapter_of(parsed(raw, 2**30)) == name


def test_time_for_a_whole_notebook_is_limited():
    answers = {name: f"def {name}(*a):\n    while True: pass" for name in NAMES if name != "orders"}
    notebook = solved()
    for name, source in answers.items():
        cell_of(notebook, name)["source"] = source
    record = graded(notebook, replace(HASTY, notebook=6.0))
    assert {e["status"] for e in record["exercises"]} >= {"Cannot check"}
    assert "The notebook used up its 6 s." in record["notes"]


# --- seeds ---------------------------------------------------------------------------------------


def test_a_good_seed_tells_right_from_wrong():
    seed = judge.good_seed(ONE, np.random.default_rng(1))
    assert seed == judge.good_seed(ONE, np.random.default_rng(1))
    for exercise in chapter(ONE):
        assert exercise.check._judge(exercise.check.answer, seed).correct
        wrong = [exercise.check._judge(m.wrong, seed) for m in exercise.check.misconceptions]
        assert not any(result.correct for result in wrong)
