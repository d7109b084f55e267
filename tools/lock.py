"""Pin every version again, from what pyproject.toml and two package.json ask for.

    python tools/lock.py            # keep the versions that still fit
    python tools/lock.py --upgrade  # take the newest that fit

One resolution serves the course, the tests, the presenting tools, the oracles and the site, on
every system and every Python that pyproject.toml allows. The files name versions, and no place.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "constraints.txt"
HOOKS = ROOT / ".pre-commit-config.yaml"
NPM = (ROOT / "tools" / "npm", ROOT / "deploy" / "hub")


def lock_python(*options: str) -> None:
    """Write constraints.txt."""
    uv = Path(sys.executable).with_name("uv")
    command = [uv, "pip", "compile", "pyproject.toml", "--all-extras", "--universal", "--quiet"]
    command += ["--fork-strategy", "fewest", "--no-annotate", "--output-file", PINS, *options]
    remembered = {**os.environ, "UV_CUSTOM_COMPILE_COMMAND": "make lock"}
    subprocess.run(command, cwd=ROOT, env=remembered, check=True)


def pinned(text: str) -> dict[str, str]:
    """Versions by package, of those that have one for every system."""
    return dict(re.findall(r"^([\w.-]+)==([\w.+!]+)$", text, re.MULTILINE))


def lock_hooks() -> None:
    """Let pre-commit use the versions of constraints.txt."""
    pins = pinned(PINS.read_text(encoding="utf-8"))
    hooks = HOOKS.read_text(encoding="utf-8")
    hooks = re.sub(r"([\w-]+)==[\w.]+", lambda m: f"{m[1]}=={pins[m[1]]}", hooks)
    HOOKS.write_text(hooks, encoding="utf-8")


def lock_npm() -> None:
    """Write each package-lock.json, without the addresses of who would like a donation."""
    if not shutil.which("npm"):
        sys.exit("npm was not found: each package-lock.json stays as it is.")
    command = ["npm", "install", "--package-lock-only", "--omit-lockfile-registry-resolved"]
    for folder in NPM:
        subprocess.run([*command, "--silent"], cwd=folder, check=True)
        path = folder / "package-lock.json"
        locked = json.loads(path.read_text(encoding="utf-8"))
        for package in locked["packages"].values():
            package.pop("funding", None)
        path.write_text(json.dumps(locked, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    lock_python(*sys.argv[1:])
    lock_hooks()
    lock_npm()
