"""How the site is made: MkDocs for the pages, Doxygen for the API reference below api/."""
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Optional

from kev.core.errors import KevError
from kev.core.files import require_room
from kev.core.paths import ROOT, build_root
from kev.core.process import run

OLDEST_MKDOCS = (1, 4)  # the first with hooks
DOXYGEN_THEME = Path("/usr/share/doxygen-awesome-css/doxygen-awesome.css")
ROOM_MEGABYTES = 120
NPM_PATIENCE = 120  # seconds; npm tries for long where there is no network


def folder() -> Path:
    """Where `kev docs` builds it: site/, or where else to build if that was said."""
    return (build_root() if os.environ.get("KEV_BUILD_ROOT") else ROOT) / "site"


def require_folder() -> None:
    """Says at once if the site cannot be written there."""
    try:
        require_room(folder(), ROOM_MEGABYTES)
    except KevError as error:
        raise KevError(f"{error}; KEV_BUILD_ROOT names another folder") from error


def cannot_build() -> str:
    """Why the site cannot be built here, or ''."""
    if not shutil.which("mkdocs"):
        return "mkdocs is not here (apt-get install mkdocs mkdocs-material python3-pymdownx)"
    match = re.search(r"version (\d+)\.(\d+)", run(["mkdocs", "--version"]).output)
    if match and tuple(map(int, match.groups())) < OLDEST_MKDOCS:
        return f"mkdocs {match.group(1)}.{match.group(2)} is too old; 1.4 is needed"
    return ""


def mkdocs_command(folder: Path) -> list:
    """Builds the pages into `folder`; a warning is an error."""
    return ["mkdocs", "build", "--strict", "--clean",
            "--config-file", ROOT / "mkdocs.yml", "--site-dir", folder]


def doxygen_command(folder: Path) -> list:
    """Builds the API reference into `folder`/api; a warning is an error. In the looks of doxygen-awesome, if Debian's
    package of it is here: it knows a dark scheme and small screens."""
    settings = [f'OUTPUT_DIRECTORY = "{folder}"']
    if DOXYGEN_THEME.exists():
        settings += [f"HTML_EXTRA_STYLESHEET = {DOXYGEN_THEME}", "GENERATE_TREEVIEW = YES"]
    return ["sh", "-c", 'printf "%s\\n" "$@" | cat docs/Doxyfile - | doxygen -', "doxygen", *settings]


def cannot_look() -> str:
    """Why no browser can look at the site here, or ''."""
    from kev.browser import chromium  # noqa: PLC0415  (selenium takes its time, and most commands need none)
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
