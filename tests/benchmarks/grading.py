"""300 submissions of one chapter in one go: time and memory, with one process and with two.

    make bench-grading                        # both, a few minutes; writes GRADING.md beside this
    make bench-grading ARGS="--count 60 2"    # 60 submissions, with two processes only

The class is made by a seed: perfect, blank, half and mixed answers with known mistakes, and one in
twenty that wants to harm. What a submission must get is known, and compared.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()
RESULTS = HERE.with_name("GRADING.md")
COUNT, WORKERS = 300, [1, 2]
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parents[2] / "tools"), str(HERE.parent)]

import handing  # noqa: E402
from bench import processor  # noqa: E402

from featurespace.classroom.submission import chapter as exercises_of  # noqa: E402

WRONG = (  # what becomes of a right function f
    "def {name}(*a, f={name}):\n    return -1 * f(*a)",
    "def {name}(*a, f={name}):\n    return 2 * f(*a)",
    "def {name}(*a, f={name}):\n    return f(*a)[1:]",
    "def {name}(*a):\n    return 1",
    "def {name}(*a):\n    return undefined",
    "def {name}(*a):\n    print(a)",
)
HOSTILE = (
    "while True:\n        pass",
    "return bytearray(10 * 1024**3)",
    "while True:\n        print('flood' * 1000)",
    "import sys; sys.exit(0)",
    "import os\n    while True:\n        os.fork()",
    "import os; os.environ.clear(); os.kill(os.getppid(), 9)",
    "import numpy; numpy.isclose = numpy.allclose = lambda *a, **k: True",
    "import socket; socket.create_connection(('127.0.0.1', 80))",
)
SETTINGS = ("perfect", "half", "mixed", "mixed", "mixed", "blank")


def student(number: int, right: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """The answers of one student, and which of them are right."""
    rng = random.Random(number)
    kind = SETTINGS[number % len(SETTINGS)]
    names = [] if kind == "blank" else list(right)[: 7 if kind == "half" else None]
    answers = {name: right[name] for name in names}
    wrong = {name for name in names if kind == "mixed" and rng.random() < 0.35}
    for name in sorted(wrong):
        answers[name] += "\n\n\n" + rng.choice(WRONG).format(name=name)
    if number % 20 == 19:
        name = rng.choice(list(right))
        wrong.add(name)
        answers[name] = f"def {name}(*a):\n    {HOSTILE[number // 20 % len(HOSTILE)]}"
    return answers, set(answers) - wrong


def memory(root: int) -> float:
    """MB that a process and all below it hold."""
    parent, held = {}, {}
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in path.read_text().splitlines())
        except (OSError, ValueError):
            continue
        parent[int(path.parent.name)] = int(lines["PPid"])
        held[int(path.parent.name)] = float(lines.get("VmRSS", "0 kB").split()[0]) / 1024
    ours = {root}
    while more := {one for one, above in parent.items() if above in ours} - ours:
        ours |= more
    return sum(held.get(one, 0.0) for one in ours)


def measured(call: list[str]) -> tuple[float, float, float]:
    """Seconds by the clock and of processors, and the most memory held at one time."""
    before, start, most = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), 0.0
    process = subprocess.Popen(call, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(1)
    assert process.returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, worked, most


def differences(folder: Path, expected: dict[str, set[str]]) -> list[str]:
    """The marks that are not as they must be."""
    found = []
    for path in sorted((folder / "records").glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        got = {e["name"] for e in record["exercises"] if e["points"]}
        if got != expected[record["student"]]:
            found.append(f"{record['student']}: {sorted(got ^ expected[record['student']])}")
    return found


def head(count: int) -> list[str]:
    """What is measured, where, and the head of the table."""
    hostile = sum(number % 20 == 19 for number in range(count))
    return [
        "# Grading",
        "",
        f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before.",
        f"{count} submissions of `{handing.CHAPTER}`, {hostile} of them hostile.",
        "",
        "| processes | by the clock | of processors | memory at most | marks |",
        "|---|---|---|---|---|",
    ]


def main() -> None:
    """Make the class, grade it, say what it took."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("workers", type=int, nargs="*", default=WORKERS)
    options = parser.parse_args()
    right = {
        name: handing.right()[name] for name in (e.name for e in exercises_of(handing.CHAPTER))
    }
    expected = {}
    with tempfile.TemporaryDirectory() as place:
        for number in range(options.count):
            answers, worth = student(number, right)
            name = f"student{number:03d}"
            handing.written(Path(place) / "in" / f"{name}.ipynb", handing.submission(answers))
            expected[name] = worth
        lines = head(options.count)
        print("\n".join(lines), flush=True)
        for workers in options.workers:
            output = Path(place) / f"out{workers}"
            call = [sys.executable, "-m", "featurespace", "grade", f"{place}/in"]
            call += ["-o", str(output), "--seed", "7", "--workers", str(workers)]
            wall, worked, most = measured(call)
            wrong = differences(output, expected)
            cells = (workers, f"{wall:.0f} s", f"{worked:.0f} s", f"{most:.0f} MB")
            marks = f"{len(wrong)} differ" if wrong else "as they must be"
            lines.append(f"| {' | '.join(map(str, cells))} | {marks} |")
            print("\n".join([lines[-1], *wrong]), flush=True)
    if (options.count, options.workers) == (COUNT, WORKERS):
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
