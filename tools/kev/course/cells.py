"""Shuts a submission off from the rest of the machine with bubblewrap, Debian's package of that name.

A submission is compiled and run in a cell, without network, and its processes end with it. Its compiler sees the
system's programs and libraries, the build folder of the exercises, and the sources of this repository without the answers:
an empty file lies over each file that would be one. Its programs see the system's libraries and themselves, under a name
that says nothing.
"""
import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from kev.core.errors import KevError
from kev.course import release

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
# A user whom no machine has (systemd gives away 61184 to 65519). Linux does not count the processes of root, so a
# grader who is root has submissions run as this user.
STRANGER = 60_600
PATIENCE = 20  # seconds for a program that ends at once


PROGRAM = "/judged"  # how a program that is judged is called in its cell


@dataclass(frozen=True)
class Cell:
    """Where the submissions that are built in a folder are compiled and run; without a folder nothing is shut off."""
    build: Optional[Path] = None

    def compiling(self, hidden: Iterable[Path] = ()) -> tuple[str, ...]:
        """The words before the command of a compiler, which finds the hidden files empty."""
        if not self.build:
            return ()
        words = _bubblewrap()
        sources = release.sources()
        for folder in (sources / "CMakeLists.txt", sources / "common", sources / "labs", sources / "tools"):
            words += ["--ro-bind", str(folder), str(folder)]
        for folder in sorted(sources.glob("labs/*/answers")):
            words += ["--tmpfs", str(folder)]
        empty = self.build / "empty"
        for path in hidden:
            empty.touch()
            words += ["--ro-bind", str(empty), str(path)]
        return (*words, "--bind", str(self.build), str(self.build), "--chdir", str(sources))

    def running(self, program: Path) -> tuple[tuple[str, ...], str]:
        """The words before the command of a program that was compiled, and its path there."""
        if not self.build:
            return (), str(program)
        return (*_as_stranger(), *_bubblewrap(), "--ro-bind", str(program), PROGRAM, "--chdir", "/"), PROGRAM


UNCONFINED = Cell()


def of(build: Path) -> Cell:
    """The cell in which submissions are compiled into the folder `build`, and run from there. A machine on which that
    does not work is an error."""
    cell = Cell(build)
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


def _bubblewrap() -> list[str]:
    words = ["bwrap", "--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--die-with-parent", "--new-session",
             "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp"]
    for name in SYSTEM:
        words += ["--ro-bind-try", name, name]
    return words


def _why_not(cell: Cell, build: Path) -> str:
    """The reason why the cell cannot be used, in the words of the program that failed, or ''."""
    if not shutil.which("bwrap"):
        return "there is no bwrap"
    run, program = cell.running(build / "CMakeCache.txt")
    tests = ((cell.compiling(), ["test", "-w", str(build)]), (cell.compiling(), ["c++", "--version"]),
             (run, ["test", "-r", program]))
    return next(filter(None, (_complaint([*words, *command]) for words, command in tests)), "")


def _complaint(command: list[str]) -> str:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return ""
    return (done.stderr.strip().splitlines() or [f"'{command[-2]} {command[-1]}' fails in it"])[-1]
