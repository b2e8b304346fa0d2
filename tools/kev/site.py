"""How the site is made: MkDocs for the pages, Doxygen for the API reference below api/."""
import re
import shutil

from kev.paths import ROOT
from kev.process import run

OLDEST_MKDOCS = (1, 4)  # the first with hooks


def cannot_build():
    """Why the site cannot be built here, or ''."""
    if not shutil.which("mkdocs"):
        return "mkdocs is not here (apt-get install mkdocs mkdocs-material python3-pymdownx)"
    match = re.search(r"version (\d+)\.(\d+)", run(["mkdocs", "--version"]).output)
    if match and tuple(map(int, match.groups())) < OLDEST_MKDOCS:
        return f"mkdocs {match.group(1)}.{match.group(2)} is too old; 1.4 is needed"
    return ""


def mkdocs_command(folder):
    """Builds the pages into `folder`; a warning is an error."""
    return ["mkdocs", "build", "--strict", "--clean",
            "--config-file", ROOT / "mkdocs.yml", "--site-dir", folder]


def doxygen_command(folder):
    """Builds the API reference into `folder`/api; a warning is an error."""
    script = '{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = \\"$1\\""; } | doxygen -'
    return ["sh", "-c", script, "doxygen", folder]
