"""Where things are."""
import os
from pathlib import Path

from kev.core.errors import KevError
from kev.core.files import require_room

ROOT = Path(__file__).resolve().parents[3]


def build_root():
    """Where to build: $KEV_BUILD_ROOT, else build/ of the repository."""
    return Path(os.environ.get("KEV_BUILD_ROOT") or ROOT / "build").resolve()


def require_build_root():
    """Makes the folder that $KEV_BUILD_ROOT names, or says at once that nothing can be built there."""
    if not os.environ.get("KEV_BUILD_ROOT"):
        return
    try:
        require_room(build_root(), 0)
    except KevError as error:
        raise KevError(f"the folder of KEV_BUILD_ROOT: {error}") from error


def shown(path):
    """The path as the user would type it: relative to where they are, if it is below."""
    path, here = Path(path).resolve(), Path.cwd()
    return str(path.relative_to(here)) if here in path.parents else str(path)
