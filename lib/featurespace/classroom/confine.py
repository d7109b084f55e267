"""What the kernel refuses to a process that runs student code: files, network, other processes.

Landlock and seccomp need no privileges and cannot be undone by any code, so they hold against
ctypes too. Where a kernel lacks one of them the worker says so, and the grader passes it on.
"""

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
FILES = ("/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/zero", "/dev/urandom")
SHARED = ("/usr/share/zoneinfo", "/usr/share/fonts", "/etc/fonts", "/sys/devices/system/cpu")
OURS = "featurespace"  # what belongs to the grader starts with this name

# Landlock, from linux/landlock.h
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE, REFER = 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 13
MADE = 0b1_0001_1011_0000  # remove, and make folders, files and links
ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2

# seccomp: what is refused, by its number on each machine
REFUSED = {
    "x86_64": (
        # socket, fork, vfork, execve, chmod, fchmod, chown, fchown, lchown, ptrace, utime, mknod
        *(41, 57, 58, 59, 90, 91, 92, 93, 94, 101, 132, 133),
        # shared memory and queues, users and groups, setpriority, chroot, mount, umount, mq_open
        *(29, 64, 68, 105, 106, 109, 112, 113, 114, 116, 117, 119, 141, 161, 165, 166, 240),
        # extended attributes, utimes, mknodat, fchownat, futimesat, fchmodat, utimensat
        *(188, 189, 190, 197, 198, 199, 235, 259, 260, 261, 268, 280),
        # scheduling and limits of others, keys, unshare, perf, handles, setns, foreign memory, bpf
        *(142, 144, 203, 248, 249, 250, 251, 272, 298, 303, 304, 308, 310, 311, 312, 321),
        # execveat, userfaultfd, memfd, reboot, swap, modules, kexec, signals with data
        *(322, 323, 319, 169, 167, 168, 175, 176, 313, 246, 129, 297),
    ),
    "aarch64": (
        *(198, 221, 52, 53, 54, 55, 117, 33, 194, 190, 186, 144, 146, 154, 157, 143, 145, 159),
        *(147, 149, 140, 51, 40, 39, 180, 5, 6, 7, 14, 15, 16, 88, 119, 118, 122, 217, 218, 219),
        *(30, 97, 241, 264, 265, 268, 270, 271, 272, 280, 281, 282, 279, 142, 224, 225, 105),
        *(106, 273, 104, 138, 240),
    ),
}
# the same everywhere: pidfd, io_uring, new mounts, process_madvise, fchmodat2
NEWER = (424, 425, 426, 427, 428, 429, 430, 432, 434, 438, 440, 442, 452, 463, 466)
MACHINE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
CLONE, CLONE3 = {"x86_64": 56, "aarch64": 220}, 435
ONESELF = {"x86_64": (62, 200, 234), "aarch64": (129, 130, 131)}  # kill, tkill, tgkill
LIMITS = {"x86_64": 302, "aarch64": 261}  # prlimit64
SIGNALLED = {  # fcntl and ioctl: whom a file signals, and how (F_SETOWN, F_SETSIG, FIOSETOWN ...)
    "x86_64": ((72, (8, 10, 15)), (16, (0x8901, 0x8902))),
    "aarch64": ((25, (8, 10, 15)), (29, (0x8901, 0x8902))),
}
THREAD = 0x00010000
ALLOW, REFUSE, END = 0x7FFF0000, 0x00050000, 0x80000000


def confine(readable: Iterable[Path], listed: Iterable[Path], scratch: Path) -> list[str]:
    """Refuse everything else from here on; the names of the protections that hold.

    Of the listed folders the names may be read, as imports do; only scratch may be written.
    """
    if not sys.platform.startswith("linux"):
        return []
    kernel = ctypes.CDLL(None, use_errno=True)
    kernel.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    drop_privileges(kernel)
    active = []
    work = READ_FILE | READ_DIR | WRITE_FILE | MADE | REFER | TRUNCATE
    rules = dict.fromkeys(listed, READ_DIR) | dict.fromkeys(readable, READ_FILE | READ_DIR)
    rules[scratch] = work
    rules[Path("/dev/null")] = READ_FILE | WRITE_FILE | TRUNCATE
    if version := landlock(kernel, rules):
        active.append(f"Landlock {version}")
    if seccomp(kernel):
        active.append("seccomp")
    return active


def drop_privileges(kernel: ctypes.CDLL) -> None:
    """Root without its capabilities is a user like others."""
    head = struct.pack("<Ii", 0x20080522, 0)
    kernel.capset(head, b"\0" * 24)


def allowed(prefixes: Iterable[str], sites: Iterable[str]) -> Iterator[Path]:
    """What may be read: the interpreter, its library and the installed packages but for ours.

    Not what links a checkout into an environment either: it would tell where the checkout is.
    """
    yield from map(Path, (*FILES, *SHARED))
    libraries = [*SYSTEM, *(f"{prefix}/lib" for prefix in prefixes)]
    for folder in map(Path, dict.fromkeys((*libraries, *sites))):
        yield from entries(folder)


def entries(folder: Path) -> Iterator[Path]:
    """The parts of a library folder that may be read; Python's own are looked into."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith("python") and path.is_dir():
            yield from entries(path)
        elif path.name not in ("site-packages", "dist-packages") and not hidden(path.name):
            yield path


def hidden(name: str) -> bool:
    """Whether a file among the packages belongs to the grader, or links to what does."""
    return name.lower().startswith((OURS, "__editable__")) or name.endswith((".pth", ".egg-link"))


def landlock(kernel: ctypes.CDLL, rules: dict[Path, int]) -> int:
    """Only these uses of files, no network, no signals to others; the kernel's version, or 0."""
    version = kernel.syscall(CREATE_RULESET, None, 0, 1)
    if version < 1:
        return 0
    access = ACCESS[max(v for v in ACCESS if v <= version)]
    network, scope = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = kernel.syscall(CREATE_RULESET, struct.pack("<QQQ", access, network, scope), size, 0)
    for path, use in rules.items():
        allow(kernel, ruleset, path, use & access)
    held = kernel.syscall(RESTRICT_SELF, ruleset, 0) == 0
    os.close(ruleset)
    return int(version) if held else 0


def allow(kernel: ctypes.CDLL, ruleset: int, path: Path, access: int) -> None:
    """Let a file, or a folder with all that is in it, be used."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # another system has it elsewhere, or not at all
        return
    if not path.is_dir():
        access &= READ_FILE | WRITE_FILE | TRUNCATE
    kernel.syscall(ADD_RULE, ruleset, 1, struct.pack("<Qi", access, place), 0)
    os.close(place)


def seccomp(kernel: ctypes.CDLL) -> bool:
    """Refuse sockets, processes, foreign signals and memory; whether it holds."""
    machine = platform.machine()
    if machine not in REFUSED or sys.maxsize < 2**32:
        return False
    code = b"".join(program(machine, os.getpid()))
    buffer = ctypes.create_string_buffer(code, len(code))
    filters = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    return kernel.prctl(SET_SECCOMP, FILTER, filters, 0, 0) == 0


def program(machine: str, own: int) -> Iterator[bytes]:
    """The filter, for the kernel's little machine: load, compare, jump, return."""
    load, equal, bits, beyond, back = 0x20, 0x15, 0x45, 0x35, 0x06

    def step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
        return struct.pack("<HBBI", code, yes, no, value)

    refuse = step(back, REFUSE | errno.EPERM)
    yield step(load, 4)
    yield step(equal, MACHINE[machine], 1, 0)
    yield step(back, END)
    yield step(load, 0)
    yield step(beyond, 0x40000000, 0, 1)  # the same calls under other numbers
    yield refuse
    for number in (*REFUSED[machine], *NEWER):
        yield step(equal, number, 0, 1)
        yield refuse
    yield step(equal, CLONE3, 0, 1)  # they go on with clone, which tells what it wants
    yield step(back, REFUSE | errno.ENOSYS)
    yield step(equal, CLONE[machine], 0, 4)
    yield step(load, 16)
    yield step(bits, THREAD, 1, 0)
    yield refuse
    yield step(back, ALLOW)
    for number in ONESELF[machine]:
        yield step(equal, number, 0, 4)
        yield step(load, 16)
        yield step(equal, own, 1, 0)
        yield refuse
        yield step(back, ALLOW)
    for number, uses in SIGNALLED[machine]:
        yield step(equal, number, 0, 2 + 2 * len(uses))
        yield step(load, 24)
        for use in uses:
            yield step(equal, use, 0, 1)
            yield refuse
        yield step(back, ALLOW)
    yield step(equal, LIMITS[machine], 0, 4)
    yield step(load, 16)
    yield step(equal, 0, 2, 0)
    yield step(equal, own, 1, 0)
    yield refuse
    yield step(back, ALLOW)
