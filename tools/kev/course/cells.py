"""Cells: how programs are shut off that nobody trusts, the best that this machine offers.

A cell takes away what no limit can: the network, processes that go on afterwards, the right to change a file of ours,
and the sight of what is nobody's business. What no cell can see is a program that lies about its own tests; that is for
the reader of the submission. Submissions are compiled in a cell, too: a source can name any file, and what the compiler
says of it is shown to its author.
"""
import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from kev.core.errors import KevError
from kev.course.sight import TEMPORARY, Sight, closed_to_others

SET_CHILD_SUBREAPER = 36  # of Linux's prctl()
# Users whom no machine has (systemd gives away 61184 to 65519): they own nothing, and have no other processes. What
# the one has compiled the other cannot change.
STRANGER = 60_600 + os.getpid() % 250
BUILDER = STRANGER + 250

READ, NETWORK, WRITE, OUTLIVE = (
    "read the answers and what others have handed in", "use the network", "write wherever you can",
    "leave processes behind that go on when they have ended")


class Cell:
    """How programs are shut off: a list of words to put before their command, and what they can do all the same."""

    def __init__(self, words=(), name="limits only", left_open=(READ, NETWORK, WRITE, OUTLIVE), builder=None):
        self.words = list(words)
        self.name = name
        self.left_open = tuple(left_open)
        self.builder = builder or self  # the cell to compile in

    def environment(self):
        """What the program's environment has besides: where there are namespaces it has its own /tmp only."""
        return {} if READ in self.left_open else {"TMPDIR": "/tmp"}

    def sweep(self):
        """Ends what may have left its process group, and takes away the files it has left: all that is the
        stranger's. (Where there are namespaces, both have ended with them.)"""
        if not self.words or self.words[0] != "setpriv":
            return
        subprocess.run([*self.words, "sh", "-c", "kill -9 -1"], check=False, capture_output=True)
        bury()
        if f"--reuid={STRANGER}" in self.words:  # what is the builder's is wanted
            places = filter(os.path.isdir, TEMPORARY)
            subprocess.run([*self.words, "find", *places, "-xdev", "-user", str(STRANGER), "-delete"], check=False,
                           capture_output=True)


def find(running=Sight(), building=None):
    """The best cell that this machine offers and in which what is needed can be used; at worst limits only."""
    building = building or running
    for run_in, build_in in zip(_candidates(running, STRANGER), _candidates(building, BUILDER)):
        if _works(run_in[0], running) and _works(build_in[0], building):
            return Cell(*run_in, builder=Cell(*build_in))
    _refuse_to_be_root((*running.needed, *building.needed))
    return Cell()


def _works(words, sight):
    try:
        return subprocess.run([*words, *sight.test()], check=False, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _refuse_to_be_root(needed):
    """Where root could make them another user's, but that one would not get at our files, programs are not run as
    root instead."""
    closed = next(filter(None, map(closed_to_others, needed)), None) if os.geteuid() == 0 else None
    if closed and shutil.which("setpriv"):
        what = "passed" if closed.is_dir() else "read"
        raise KevError(f"submissions are compiled and run as a user who owns nothing, and never as root; but {closed} can "
                       f"only be {what} by its owner. Move the repository (or KEV_BUILD_ROOT), or: chmod o+rX {closed}")


def _candidates(sight, user):
    """What may work here, the best first. The first process of a namespace does not die of its own abort(), so a
    shell is that."""
    shell = ["sh", "-c", '"$@"; exit $?', "sh"]
    alone = ["--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child=KILL"]
    stranger = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs"]
    if os.geteuid() == 0:
        yield (["unshare", *alone, *sight.script(), *stranger, *shell],
               "another user, without network, with processes and temporary files of its own", ())
        yield stranger, "another user", (READ, NETWORK)
        return
    if shutil.which("bwrap"):
        yield (["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *sight.options(), "--unshare-all",
                "--die-with-parent", "--new-session"], "bubblewrap: reads only, without network", ())
    # Without its capabilities, or it would take away what was mounted.
    harmless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    yield (["unshare", "--user", "--map-root-user", *alone, *sight.script(), *harmless, *shell],
           "without network, with processes and temporary files of its own", (WRITE,))


@contextlib.contextmanager
def lent(folder):
    """Gives a folder to the user who compiles, if we can, and for others to read; afterwards back to whose it was."""
    if os.geteuid() != 0:
        yield
        return
    owner = os.stat(Path(folder).parent)
    _give(folder, BUILDER, BUILDER)
    try:
        yield
    finally:
        _give(folder, owner.st_uid, owner.st_gid)


def _give(folder, user, group):
    for path in [Path(folder), *Path(folder).rglob("*")]:
        os.chown(path, user, group, follow_symlinks=False)
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o055 if mode & 0o100 else 0o044))


def warning(cell):
    """What a cell leaves open and what would help, in words; '' if it leaves nothing open."""
    if not cell.left_open:
        return ""
    *others, last = cell.left_open
    could = f"{', '.join(others)}, or {last}" if others else last
    if os.geteuid() == 0:
        remedy = "This system does not let root make namespaces; a container needs CAP_SYS_ADMIN for it."
    elif shutil.which("bwrap"):
        remedy = "bubblewrap is there and would prevent it, but this system does not let you make namespaces."
    else:
        remedy = "bubblewrap prevents that: apt-get install bubblewrap."
    return f"Without more than that they could {could}. {remedy}"


def adopt():
    """Makes orphans below this process its own children: the first process of a container may not care for them, and
    the dead whom nobody buries count as processes of their user. Only Linux has such containers."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def bury():
    """Takes note of the ends of all orphans. Called when this process has no other children."""
    patience = time.monotonic() + 2
    while time.monotonic() < patience:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        except ChildProcessError:
            return
