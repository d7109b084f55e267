"""The server of one student: limits, the course folder, then JupyterLab with the course's settings.

JupyterHub starts this under the student's own account; so the folder is made with their rights, and
no limit can be taken off again. ``MEM_LIMIT`` comes from the hub: no single process may have more,
so that an array too large ends in a MemoryError and leaves the notebook alive.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

from featurespace._threads import one_thread
from featurespace.classroom import lab

FOLDER = Path.home() / "featurespace"
PROCESSES = 400  # and threads; a server with five notebooks has about a hundred


def limit() -> None:
    """Bound memory and number of processes, for this one and all that come from it."""
    memory = int(os.environ["MEM_LIMIT"])
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def course() -> None:
    """Copy the course when the student comes for the first time; what is there stays."""
    start = [sys.executable, "-m", "featurespace", "start", "--no-open", str(FOLDER)]
    if subprocess.run(start).returncode and not FOLDER.is_dir():
        sys.exit("The course could not be copied; the lines above say why.")


if __name__ == "__main__":
    os.umask(0o077)
    limit()
    course()
    os.environ.update(one_thread())
    server = [sys.executable, "-m", "jupyterhub.singleuser", *lab.options(), *sys.argv[1:]]
    os.execv(sys.executable, server)
