"""The command ``featurespace``: one door to start, update, follow, hand out and grade the course.

Each command is a module with ``arguments(parser)`` and ``run(options)``; what it cannot do it says
in one sentence, by raising :class:`CannotDo`.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__

COMMANDS = {
    "start": "copy the course into a folder of your own and open it",
    "update": "bring a newer release into your folder; your answers stay",
    "progress": "what you have solved, tried and not yet opened",
    "assign": "make an assignment of one chapter, ready for nbgrader",
    "grade": "grade a folder of submissions",
}


class CannotDo(Exception):
    """What stops a command: one sentence for whoever called it, with what to do next."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    given = list(sys.argv[1:] if words is None else words)
    parser = argparse.ArgumentParser(prog="featurespace", description="A course that runs.")
    parser.add_argument("--version", action="version", version=f"Feature Space {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        if given[:1] == [name]:  # the others need not load
            import_module(f".{name}", __package__).arguments(command)
    options = parser.parse_args(given)
    try:
        return import_module(f".{options.command}", __package__).run(options) or 0
    except CannotDo as reason:
        print(f"featurespace {options.command}: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
