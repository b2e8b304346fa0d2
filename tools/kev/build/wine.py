"""Wine: one server for all the programs of a command, in a prefix of the build's own."""
import contextlib
import fcntl
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from kev.build.packages import WINE_FOLDER
from kev.core.errors import KevError
from kev.core.paths import ROOT, build_root
from kev.core.terminal import Progress

RUNNER = ROOT / "common" / "cmake" / "wine-run"
PATIENCE = 300  # seconds for the first program: the prefix is made with it


@dataclass(frozen=True)
class Kind:
    """A Wine: what runs its programs, what names its prefix, and its server."""
    runner: Path
    variable: str
    folder: str
    server: str


OF_64_BITS = Kind(RUNNER, "KEV_WINEPREFIX", "wine-prefix", "wineserver64")
OF_32_BITS = Kind(RUNNER.with_name("wine32-run"), "KEV_WINEPREFIX_32", "wine-prefix-32", "wineserver32")


def prefix(kind=OF_64_BITS):
    """The prefix that common/cmake/wine-run uses."""
    return os.environ.get(kind.variable) or str(build_root() / kind.folder)


@contextlib.contextmanager
def server(kind=OF_64_BITS):
    """Starts the server, makes the prefix if there is none yet, and ends this server at the end, unless another command
    uses it, too."""
    os.environ[kind.variable] = prefix(kind)
    progress = Progress.begun("wine: start")
    Path(prefix(kind)).parent.mkdir(parents=True, exist_ok=True)
    with open(f"{prefix(kind)}.users", "w", encoding="ascii") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            trouble = _start(kind)
            progress.done(f"FAILED: {trouble}" if trouble else "done")
            yield not trouble
        finally:
            if _is_last(users):
                stop(kind)


def _is_last(users):
    """Whether no other process has the prefix in use."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _start(kind):
    """Runs a first program, and with it the server; what went wrong, or ''."""
    try:  # Not through a pipe: Wine's helpers live on and would keep it open.
        status = subprocess.run([kind.runner, "cmd.exe", "/c", "exit"], check=False, timeout=PATIENCE,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return f"nothing came of it in {PATIENCE} s"
    return f"status {status}" if status else ""


@contextlib.contextmanager
def wanted(asked=True):
    """The server for a command that can do nothing without it; nothing at all where it was not asked for."""
    with server() if asked else contextlib.nullcontext(True) as started:
        if not started:
            raise KevError("Wine did not start; common/cmake/wine-run cmd.exe /c exit says why")
        yield


def stop(kind=OF_64_BITS):
    """Ends the server of our prefix, and no other."""
    program = shutil.which(kind.server) or shutil.which("wineserver") or str(WINE_FOLDER / kind.server)
    if os.path.exists(program):
        subprocess.run([program, "-k"], check=False, env={**os.environ, "WINEPREFIX": prefix(kind)},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (Path(prefix(kind)) / ".kev-server-pid").unlink(missing_ok=True)


def version():
    """The name and version that Wine prints, or ''."""
    for program in (shutil.which("wine64"), shutil.which("wine"), str(WINE_FOLDER / "wine64")):
        if program and os.path.exists(program):
            answer = subprocess.run([program, "--version"], check=False, capture_output=True,
                                    text=True)
            if answer.returncode == 0:
                return answer.stdout.strip()
    return ""
