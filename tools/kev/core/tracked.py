"""Which files belong to the repository."""
from __future__ import annotations

import subprocess
from pathlib import Path


def tracked_files(root: Path) -> list[Path]:
    """The files that belong to the repository. Where git cannot tell, in an archive without its folder or in one that
    another user owns, those that are not below a folder that .gitignore names."""
    try:
        answer = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], check=False, capture_output=True, text=True)
        names = answer.stdout.split("\0") if answer.returncode == 0 else untracked_names(root)
    except FileNotFoundError:  # there is no git
        names = untracked_names(root)
    return [root / name for name in names if name and (root / name).is_file()]


def untracked_names(root: Path) -> list[str]:
    """The names of all files but git's own and those below ignored folders: "/build/" at the top, "__pycache__/"
    anywhere."""
    ignored = root / ".gitignore"
    lines = ignored.read_text(encoding="utf-8").split() if ignored.exists() else []
    folders = [line for line in lines if line.endswith("/")] + ["/.git/"]
    at_the_top = tuple(folder for folder in folders if folder.startswith("/"))
    anywhere = [f"/{folder}" for folder in folders if not folder.startswith("/")]
    names = (path.relative_to(root).as_posix() for path in root.rglob("*"))
    return [name for name in names
            if not f"/{name}".startswith(at_the_top) and not any(folder in f"/{name}" for folder in anywhere)]
