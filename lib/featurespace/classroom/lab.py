"""How the course opens in JupyterLab: at its start page, without asking the network for news.

``options()`` are words for ``jupyter lab``, for whoever starts one: ``featurespace start``, a hub,
a test. Kernels inherit the server's environment: one BLAS thread each, unless the reader has set
otherwise (``featurespace._threads``).
"""

import importlib.util
import os
import socket
from collections.abc import Sequence
from pathlib import Path

from .._threads import one_thread
from .cli import CannotDo

PAGE = "course/README.md"
SETTINGS = Path(__file__).resolve().parent / "settings"
PORT, PORTS = 8888, 50  # where JupyterLab is expected, and how many more are tried


def options() -> list[str]:
    """What every JupyterLab of the course is told."""
    return [
        f"--LabApp.default_url=/lab/tree/{PAGE}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        f"--ServerApp.kernel_websocket_connection_class={__package__}.prompt.Prompt",
    ]


def is_free(port: int) -> bool:
    """Whether a server of ours may listen there."""
    with socket.socket() as trial:
        if os.name == "posix":  # as a server does: a port that has just been left is free
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
        return True


def free_port(wanted: int) -> int:
    """The port that is wanted, or the next one that is free; says so."""
    if not 0 < wanted < 65536:
        raise CannotDo(f"{wanted} is no port; take a number from 1024 to 65535.")
    candidates = range(wanted, min(wanted + PORTS, 65536))
    port = next((one for one in candidates if is_free(one)), None)
    if port is None:
        raise CannotDo(f"port {wanted} and those after it are taken; name another with --port.")
    if port != wanted:
        print(f"Port {wanted} is taken by another program; using {port}.", flush=True)
    return port


def open_lab(place: Path, port: int, browser: bool, more: Sequence[str] = ()) -> None:
    """Run JupyterLab in a folder until it is stopped."""
    if not importlib.util.find_spec("jupyterlab"):
        raise CannotDo(
            f"JupyterLab is not installed here; your course is in {place}. "
            'Install it: pip install "featurespace[course]"'
        )
    words = [*options(), f"--ServerApp.root_dir={place}", f"--ServerApp.port={free_port(port)}"]
    words += ["--log-level=ERROR", *([] if browser else ["--no-browser"]), *more]
    print("Opening JupyterLab; Ctrl+C ends it. A first start may take a minute ...", flush=True)
    os.environ.update(one_thread())
    os.chdir(place)
    from jupyterlab.labapp import main

    main(words)
