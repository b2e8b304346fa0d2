"""Wine: one server for all the programs of a command, in a prefix of the build's own."""
import contextlib
import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from kev.build.packages import WINE_FOLDER
from kev.core.errors import KevError
from kev.core.paths import ROOT, build_root
from kev.core.terminal import Progress

RUNNER = ROOT / "common" / "cmake" / "wine-run"
PATIENCE = 300  # seconds for the first program: the prefix is made with it


def prefix():
    """The prefix that common/cmake/wine-run uses."""
    return os.environ.get("KEV_WINEPREFIX") or str(build_root() / "wine-prefix")


@contextlib.contextmanager
def server():
    """Starts the server, makes the prefix if there is none yet, and ends this server at the end, unless another command
    uses it, too."""
    os.environ["KEV_WINEPREFIX"] = prefix()
    progress = Progress("wine: start")
    Path(prefix()).parent.mkdir(parents=True, exist_ok=True)
    with open(f"{prefix()}.users", "w", encoding="ascii") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            trouble = _start()
            progress.done(f"FAILED: {trouble}" if trouble else "done")
            yield not trouble
        finally:
            if _is_last(users):
                stop()


def _is_last(users):
    """Whether nobody else has the prefix in use."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _start():
    """Runs a first program, and with it the server; what went wrong, or ''."""
    try:  # Not through a pipe: Wine's helpers live on and would keep it open.
        status = subprocess.run([RUNNER, "cmd.exe", "/c", "exit"], check=False, timeout=PATIENCE,
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


def stop():
    """Ends the server of our prefix, and no other."""
    program = shutil.which("wineserver") or str(WINE_FOLDER / "wineserver64")
    if os.path.exists(program):
        subprocess.run([program, "-k"], check=False, env={**os.environ, "WINEPREFIX": prefix()},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (Path(prefix()) / ".kev-server-pid").unlink(missing_ok=True)


def version():
    """The name and version that Wine prints, or ''."""
    for program in (shutil.which("wine64"), shutil.which("wine"), str(WINE_FOLDER / "wine64")):
        if program and os.path.exists(program):
            answer = subprocess.run([program, "--version"], check=False, capture_output=True,
                                    text=True)
            if answer.returncode == 0:
                return answer.stdout.strip()
    return ""
