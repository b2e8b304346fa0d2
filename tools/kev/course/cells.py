"""Shuts a submission off from the rest of the machine with bubblewrap, Debian's package of that name.

A submission is compiled and run in a cell. It sees the system's programs and libraries, the sources of this repository
without the answers, and the build folder of the exercises. It has no network, and its processes end with it.
"""
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kev.core.errors import KevError
from kev.core.paths import ROOT

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
# A user whom no machine has (systemd gives away 61184 to 65519). Linux does not count the processes of root, so a
# grader who is root has submissions run as this user.
STRANGER = 60_600
PATIENCE = 20  # seconds for a program that ends at once


@dataclass(frozen=True)
class Cell:
    """The words before the command of a compiler, and before that of a program that was compiled."""
    to_compile: tuple[str, ...] = ()
    to_run: tuple[str, ...] = ()


UNCONFINED = Cell()


def of(build: Path) -> Cell:
    """The cell in which submissions are compiled into the folder `build`, and run from there. A machine on which that
    does not work is an error."""
    cell = Cell(tuple(_bubblewrap(build, "--bind")), (*_as_stranger(), *_bubblewrap(build, "--ro-bind")))
    why = _why_not(cell, build)
    if why:
        raise KevError(f"submissions are compiled and run in bubblewrap, which does not work here ({why}). It needs "
                       "Debian's package bubblewrap, a system that lets users make namespaces, and, for root, a build "
                       "folder that every user may read. Otherwise grade in a container of its own, with --unconfined")
    return cell


def _as_stranger() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"]


def _bubblewrap(build: Path, how_to_bind_it: str) -> list[str]:
    words = ["bwrap", "--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--die-with-parent", "--new-session",
             "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp"]
    for name in SYSTEM:
        words += ["--ro-bind-try", name, name]
    for folder in (ROOT / "CMakeLists.txt", ROOT / "common", ROOT / "labs", ROOT / "tools"):
        words += ["--ro-bind", str(folder), str(folder)]
    for folder in sorted(ROOT.glob("labs/*/answers")):
        words += ["--tmpfs", str(folder)]
    return [*words, how_to_bind_it, str(build), str(build), "--chdir", str(ROOT)]


def _why_not(cell: Cell, build: Path) -> str:
    """The reason why the cell cannot be used, in the words of the program that failed, or ''."""
    if not shutil.which("bwrap"):
        return "there is no bwrap"
    tests = ((cell.to_compile, ["test", "-w", str(build)]), (cell.to_compile, ["c++", "--version"]),
             (cell.to_run, ["test", "-r", str(build / "CMakeCache.txt")]))
    return next(filter(None, (_complaint([*words, *command]) for words, command in tests)), "")


def _complaint(command: list[str]) -> str:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return ""
    return (done.stderr.strip().splitlines() or [f"'{command[-2]} {command[-1]}' fails in it"])[-1]
