"""How the site is made: MkDocs for the pages, Doxygen for the API reference below api/."""
import os
import re
import shutil
from pathlib import Path

from kev.core.errors import KevError
from kev.core.files import require_room
from kev.core.paths import ROOT, build_root
from kev.core.process import run

OLDEST_MKDOCS = (1, 4)  # the first with hooks
DOXYGEN_THEME = Path("/usr/share/doxygen-awesome-css/doxygen-awesome.css")
ROOM_MEGABYTES = 120


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
