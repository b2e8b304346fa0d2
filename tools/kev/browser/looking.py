"""How the check `browser` is run: what it needs, and its command."""
import shutil
import sys
from pathlib import Path
from typing import Optional

from kev.browser import chromium
from kev.core.errors import KevError
from kev.core.paths import ROOT, build_root
from kev.core.process import run

NPM_PATIENCE = 120  # seconds; npm tries for long where there is no network


def cannot_look() -> str:
    """Why no browser can look at the site here, or ''."""
    return chromium.missing()


def axe() -> tuple[Optional[Path], str]:
    """The script of axe-core, which finds faults of accessibility, and why it cannot be had, or ''. npm loads the
    version that tools/kev/browser names, once."""
    folder = build_root() / "browser"
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    wanted = ROOT / "tools" / "kev" / "browser" / "package-lock.json"
    lock = folder / wanted.name
    if script.exists() and lock.exists() and lock.read_bytes() == wanted.read_bytes():
        return script, ""
    if not shutil.which("npm"):
        return None, "npm is not here (apt-get install npm)"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", wanted.name):
        shutil.copy(wanted.with_name(name), folder)
    try:
        loaded = run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, timeout=NPM_PATIENCE)
    except KevError as error:
        return None, str(error)
    return (script, "") if loaded.ok and script.exists() else (None, "npm cannot load axe-core: is there a network?")


def simulators() -> list:
    """The options for the simulations as programs, to compare the convoy page with; none of those that are not built."""
    programs = {"--simulate": "lab07_simulate", "--spin": "lab08_spin_simulation"}
    folder = build_root() / "linux" / "bin"
    return [part for option, name in programs.items() if (folder / name).exists() for part in (option, folder / name)]


def browser_command(folder: Path, script: Optional[Path]) -> list:
    """Looks at every page of the built site in a browser; with axe-core's script at their accessibility, too, and with
    the simulations at what the convoy page counts."""
    return [sys.executable, ROOT / "tools" / "kev" / "browser" / "check_pages.py", folder,
            *(["--axe", script] if script else []), *simulators()]
