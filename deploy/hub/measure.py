"""What each student's processes take on this server now, and what a class would need.

    sudo python measure.py          # one line a student, then the sums
    sudo python measure.py --json   # for programs

Counted is what a process has to itself (USS): the memory that comes back when it ends. Programs
and libraries lie in memory once for all and are not counted.
"""

import argparse
import grp
import json
import sys
from typing import NamedTuple

import psutil

GROUP = "featurespace"
CLASSES = (30, 100, 300)
SYSTEM = 1.5  # GB for the system, the hub and the proxy


class Memory(NamedTuple):
    """Megabytes of one student, and in how many kernels."""

    server: float
    kernels: float
    count: int

    @property
    def total(self) -> float:
        """All together."""
        return self.server + self.kernels


def students(group: str = GROUP) -> list[str]:
    """Who is in the group."""
    return sorted(grp.getgrnam(group).gr_mem)


def memory(name: str) -> Memory:
    """What the processes of one account have to themselves."""
    server, kernels, count = 0.0, 0.0, 0
    for process in psutil.process_iter(["username", "cmdline"]):
        if process.info["username"] != name:
            continue
        try:
            own = process.memory_full_info().uss / 1e6
        except psutil.NoSuchProcess:
            continue
        if "ipykernel_launcher" in " ".join(process.info["cmdline"] or []):
            kernels, count = kernels + own, count + 1
        else:
            server += own
    return Memory(server, kernels, count)


def needed(found: list[Memory]) -> str:
    """Gigabytes for classes of students like those who are working now."""
    here = [one.total for one in found if one.total]
    one = sum(here) / len(here) / 1000 if here else 0.0
    return ", ".join(f"{size}: {SYSTEM + size * one:.0f} GB" for size in CLASSES)


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description="Memory of the students' processes.")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        found = {name: memory(name) for name in students()}
    except (KeyError, psutil.AccessDenied):
        sys.exit(f"Run this as root on the hub's server, where there is a group {GROUP}.")
    if options.json:
        print(json.dumps({name: one._asdict() for name, one in found.items()}))
        return
    for name, one in found.items():
        print(f"{name:32}{one.server:7.0f} MB{one.kernels:7.0f} MB in {one.count} kernels")
    print(f"{'together':32}{sum(one.total for one in found.values()):7.0f} MB")
    print("A class of students like these needs, system and hub included:")
    print(needed([*found.values()]))


if __name__ == "__main__":
    main()
