"""Accounts for a class, as root: one Unix account for each student, closed to the others.

    python users.py add class.csv passwords.csv     # a column "name"; passwords are made here
    python users.py add --teacher staff.csv passwords.csv
    python users.py remove ada                      # files go to ada.tar.gz first

Accounts that exist are left as they are, so a longer list can be added again.
"""

import argparse
import csv
import grp
import os
import pwd
import re
import secrets
import subprocess
import sys
from pathlib import Path

STUDENTS, TEACHERS = "featurespace", "featurespace-teachers"
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another one
PRIVATE = {"mode": 0o600, "flags": os.O_WRONLY | os.O_CREAT | os.O_EXCL}


def run(*command: str, words: str | None = None) -> None:
    """Run a command of the system; what it complains about ends the program."""
    done = subprocess.run(command, input=words, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{command[0]} says: {done.stderr.strip() or done.returncode}")


def names(path: Path) -> list[str]:
    """The column "name" of a CSV file."""
    if not path.is_file():
        sys.exit(f"There is no file {path}; write one name a line below the heading name.")
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    found = [(row.get("name") or "").strip() for row in rows]
    wrong = [name for name in found if not NAME.fullmatch(name)]
    if wrong or not found:
        sys.exit(
            f"{path} needs a column name with names of small letters, digits and hyphens, "
            f"up to 31 and a letter first; not {', '.join(map(repr, wrong)) or 'an empty list'}."
        )
    return found


def exists(name: str) -> bool:
    """Whether the system has an account of that name."""
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


def password() -> str:
    """Twelve letters in threes: 59 bits, and easy to type."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(3)) for _ in range(4))


def private(path: Path):
    """A new file that only its owner may read; an old one is not overwritten."""
    try:
        return os.fdopen(os.open(path, PRIVATE["flags"], PRIVATE["mode"]), "w", encoding="utf-8")
    except FileExistsError:
        sys.exit(f"{path} is there already; name another file for the passwords.")


def add(listed: Path, passwords: Path, group: str) -> None:
    """Make an account for each name, with a home that only its owner can enter."""
    found = names(listed)
    new = [name for name in dict.fromkeys(found) if not exists(name)]
    for one in (STUDENTS, TEACHERS):  # the hub asks for both
        run("groupadd", "--force", one)
    with private(passwords) as file:
        file.write("name,password\n")
        for name in new:
            secret = password()
            closed = ("--key", "HOME_MODE=0700", "--key", "UMASK=077")
            run("useradd", "--create-home", *closed, "--shell", "/bin/bash", "-G", group, name)
            run("chpasswd", words=f"{name}:{secret}\n")
            file.write(f"{name},{secret}\n")
            file.flush()
    print(f"{len(new)} accounts made, {len(found) - len(new)} were there. Passwords: {passwords}")


def remove(name: str) -> None:
    """Keep the files of an account in an archive, then delete it; only accounts made here."""
    groups = [one.gr_name for one in grp.getgrall() if name in one.gr_mem]
    if not {STUDENTS, TEACHERS} & set(groups):
        sys.exit(f"{name} is no account of this course; nothing was removed.")
    home, kept = Path(pwd.getpwnam(name).pw_dir), Path(f"{name}.tar.gz")
    private(kept).close()
    if home.is_dir():
        run("tar", "--create", "--gzip", f"--file={kept}", f"--directory={home.parent}", home.name)
    run("userdel", "--remove", name)
    print(f"{name} is removed; the files are in {kept}.")


def main() -> None:
    """Read the command."""
    parser = argparse.ArgumentParser(description="Accounts for a class.")
    commands = parser.add_subparsers(dest="command", required=True)
    adding = commands.add_parser("add", help="make an account for each name of a CSV file")
    adding.add_argument("--teacher", action="store_true", help="who may start and stop servers")
    adding.add_argument("names", type=Path)
    adding.add_argument("passwords", type=Path, help="a new file")
    commands.add_parser("remove", help="archive and delete an account").add_argument("name")
    options = parser.parse_args()
    if os.geteuid():
        sys.exit("Accounts are made by root: put sudo before the command.")
    if options.command == "remove":
        remove(options.name)
    else:
        add(options.names, options.passwords, TEACHERS if options.teacher else STUDENTS)


if __name__ == "__main__":
    main()
