"""Settings for all tests: one BLAS thread per process, the notebook gate, and the summary."""

import os
import statistics
import sys
from pathlib import Path

from featurespace._threads import one_thread

os.environ.update(one_thread())  # before numpy loads: workers and kernels share two cores
sys.path.insert(0, str(Path(__file__).parent / "tools"))

collect_ignore_glob = ["*/conftest.py"]  # no doctests in them, and as modules they share a name

from gate import pytest_collect_file, pytest_runtest_call  # noqa: E402, F401


def pytest_terminal_summary(terminalreporter):
    """Report how long demo frames took to draw, a figure to look at; and why tests were skipped."""
    times: dict[str, list[float]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, milliseconds in report.user_properties:
            if name.startswith("demo "):
                times.setdefault(name, []).append(milliseconds)
    if times:
        terminalreporter.section("demo frames, milliseconds (goal: median 60)")
        for name, values in sorted(times.items()):
            terminalreporter.line(
                f"{name:45} median {statistics.median(values):4.0f}  max {max(values):4.0f}"
            )
    skipped = [report.longrepr for report in terminalreporter.getreports("skipped")]
    for reason in sorted({words[-1] for words in skipped if isinstance(words, tuple)}):
        terminalreporter.line(reason)
