"""The checks `format` and `lint`: what well-known programs say of the C++ and the Python of the repository."""
from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from kev.build.packages import python_module
from kev.checks.registry import Check, Skipped, is_everything
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import run as run_program

FINDING = re.compile(r"^[^:\n]+:\d+:.*$", re.MULTILINE)


def sources(labs: Sequence[Lab]) -> list[Path]:
    """The C++ files of these labs, and where these are all, of what belongs to none."""
    folders = [lab.directory for lab in labs] + ([ROOT / "common", ROOT / "tools"] if is_everything(labs) else [])
    return [path for folder in folders for path in sorted(folder.rglob("*.?pp"))]


def changes(text: str) -> list[str]:
    """The changes that clang-format would make, a finding a line. Its other messages stay as they are."""
    places = dict.fromkeys(re.findall(r"^(.+?:\d+):\d+: error", text, re.MULTILINE))
    found = []
    for place in places:
        name, line = place.rsplit(":", 1)
        path = Path(name).relative_to(ROOT)
        found.append(f"{path}:{line}: not as clang-format has it (clang-format-14 -i {path})")
    return found or [text]


def run_format(labs: Sequence[Lab]) -> list[str]:
    """clang-format, only the version whose output the code has: others differ in details."""
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = run_program([program, "--version"]).output if program else ""
    if not program or "version 14." not in version:
        raise Skipped("clang-format 14 is not here (apt-get install clang-format-14; Debian 13 has none)")
    result = run_program([program, "--dry-run", "-Werror", *sources(labs)])
    return [] if result.ok else changes(result.output + result.errors)


def findings(program: str, arguments: Sequence[object]) -> list[str]:
    """The findings of one of them; that it could not run is a finding, too."""
    result = run_program([sys.executable, "-m", program, *arguments], cwd=ROOT)
    found = [f"{line} ({program})" for line in FINDING.findall(result.output)]
    return found if found or result.ok else [f"setup.cfg:1: {program}: {result.complaint()}"]


def run_lint(_labs: Sequence[Lab]) -> list[str]:
    """All of it: a module is wrong because another has changed."""
    missing = [name for name in ("flake8", "mypy") if not python_module(name)()]
    if missing:
        raise Skipped(f"{' and '.join(missing)} not here (apt-get install flake8 mypy)")
    return [*findings("flake8", ["tools", *(path.relative_to(ROOT) for path in sorted(ROOT.glob("labs/*/*.py")))]),
            *findings("mypy", ["--cache-dir", build_root() / "mypy"])]


CHECK_FORMAT = Check("format", "clang-format 14 would change nothing", run_format, features=("format",))
CHECK_LINT = Check("lint", "flake8 and mypy find nothing in tools/ and labs/*/report.py", run_lint, features=("lint",))
