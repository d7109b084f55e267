"""How the course opens in JupyterLab: at its start page, without asking the network for news.

``options()`` are words for ``jupyter lab``, for whoever starts one: ``featurespace start``, a hub,
a test. Kernels inherit the server's environment: one BLAS thread each, unless the reader has set
otherwise (``featurespace._threads``).
"""

import importlib.util
import os
import socket
import webbrowser
from collections.abc import Iterator, Sequence
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


def quiet() -> list[str]:
    """Errors only; a kernel whose line is secret does not warn that it is not."""
    secret = ["--MappingKernelManager.transport_encryption=auto"] if has_ciphers() else []
    return ["--log-level=ERROR", "--LabApp.log_level=ERROR", *secret]


def has_ciphers() -> bool:
    """Whether this Jupyter can keep what server and kernels say to one another secret."""
    from jupyter_server.services.kernels.kernelmanager import MappingKernelManager as Kernels
    from jupyter_server.services.kernels.kernelmanager import ServerKernelManager as Kernel

    if "transport_encryption" not in Kernels.class_trait_names():
        return False
    try:
        return bool(Kernel(transport_encryption="auto"))
    except Exception:  # the library that carries the messages was built without
        return False


def trouble(port: int) -> str:
    """Why no server of ours can listen there; nothing if one can."""
    with socket.socket() as trial:
        if os.name == "posix":  # as a server does: a port that has just been left is free
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except PermissionError:
            return "may not be used"
        except OSError:
            return "is taken by another program"
        return ""


def free_port(wanted: int) -> int:
    """The port that is wanted, or the next one that is free; says so."""
    if not 0 < wanted < 65536:
        raise CannotDo(f"{wanted} is no port; take a number from 1024 to 65535.")
    candidates = range(wanted, min(wanted + PORTS, 65536))
    port = next((one for one in candidates if not trouble(one)), None)
    if port is None:
        raise CannotDo(
            f"port {wanted} {trouble(wanted)}, and none of those after it is free; name another "
            "with --port, for instance --port 9000."
        )
    if port != wanted:
        print(f"Port {wanted} {trouble(wanted)}; using {port}.", flush=True)
    return port


def has_browser() -> bool:
    """Whether there is a browser to open a page in."""
    try:
        return bool(webbrowser.get())
    except webbrowser.Error:
        return False


def opening(browser: bool, more: Sequence[str]) -> Iterator[str]:
    """What to say before JupyterLab has its word, which is the address."""
    if getattr(os, "geteuid", lambda: 1)() == 0 and not any("allow" in word for word in more):
        yield "You are root. JupyterLab may refuse that, unless you add: --jupyter=--allow-root"
    yield "Opening JupyterLab; Ctrl+C ends it. A first start may take a minute ..."
    if browser:
        none = not any("browser" in word for word in more) and not has_browser()
        found = "No browser was found" if none else "If no page opens in your browser"
        yield f"{found}: open one of the addresses below yourself, the one with 127.0.0.1."


def open_lab(place: Path, port: int, browser: bool, more: Sequence[str] = ()) -> None:
    """Run JupyterLab in a folder until it is stopped."""
    if not importlib.util.find_spec("jupyterlab"):
        raise CannotDo(
            f"JupyterLab is not installed here; your course is in {place}. "
            'Install it: pip install "featurespace[course]", or the wheel that you were given, '
            "with [course] after its name."
        )
    port = free_port(port)
    print(*opening(browser, more), sep="\n", flush=True)
    words = [*options(), f"--ServerApp.root_dir={place}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.answer_yes=True"]  # one Ctrl+C is enough
    words += [*quiet(), *([] if browser else ["--no-browser"])]
    theirs = {word.split("=")[0] for word in more}  # said twice, JupyterLab would not start
    words = [*(word for word in words if word.split("=")[0] not in theirs), *more]
    os.environ.update(one_thread())
    os.chdir(place)
    from jupyterlab.labapp import main

    try:
        main(words)
    except OSError as error:
        reason = ": ".join(filter(None, [error.strerror or str(error), error.filename]))
        raise CannotDo(
            f"JupyterLab did not start ({reason}); if you gave it options with --jupyter, leave "
            "them out."
        ) from error
