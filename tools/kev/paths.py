"""Where things are."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def build_root():
    """Where to build: $KEV_BUILD_ROOT, else build/ of the repository."""
    return Path(os.environ.get("KEV_BUILD_ROOT") or ROOT / "build").resolve()


def shown(path):
    """The path as the user would type it: relative to where they are, if it is below."""
    path = Path(path).resolve()
    for base, prefix in ((Path.cwd(), ""), (ROOT, "")):
        if base in path.parents:
            return prefix + str(path.relative_to(base))
    return str(path)
