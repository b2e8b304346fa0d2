"""Wine: one server for all the programs of a command, in a prefix of the build's own."""
import contextlib
import os
import shutil
import subprocess

from kev.packages import WINE_FOLDER
from kev.paths import ROOT, build_root
from kev.terminal import Progress

RUNNER = ROOT / "tools" / "wine-run"


def prefix():
    """The prefix that tools/wine-run uses."""
    return os.environ.get("KEV_WINEPREFIX") or str(build_root() / "wine-prefix")


@contextlib.contextmanager
def server():
    """Starts the server, makes the prefix if there is none yet, and ends this server at the end."""
    os.environ["KEV_WINEPREFIX"] = prefix()
    progress = Progress("wine: start")
    # Not through a pipe: Wine's helpers live on and would keep it open.
    started = subprocess.run([RUNNER, "cmd.exe", "/c", "exit"], check=False, timeout=300,
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL).returncode
    progress.done("done" if started == 0 else f"FAILED with status {started}")
    try:
        yield started == 0
    finally:
        stop()


def stop():
    """Ends the server of our prefix, and no other."""
    program = shutil.which("wineserver") or str(WINE_FOLDER / "wineserver64")
    if os.path.exists(program):
        subprocess.run([program, "-k"], check=False, env={**os.environ, "WINEPREFIX": prefix()},
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def version():
    """What Wine calls itself, or ''."""
    for program in (shutil.which("wine64"), shutil.which("wine"), str(WINE_FOLDER / "wine64")):
        if program and os.path.exists(program):
            answer = subprocess.run([program, "--version"], check=False, capture_output=True,
                                    text=True)
            if answer.returncode == 0:
                return answer.stdout.strip()
    return ""
