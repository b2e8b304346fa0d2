"""The check `format`: clang-format would change nothing."""
from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from kev.checks.registry import Check, Skipped, is_everything
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program


def sources(labs: Sequence[Lab]) -> list[Path]:
    """The C++ files of these labs, and where these are all, of what belongs to none."""
    folders = [lab.directory for lab in labs] + ([ROOT / "common", ROOT / "tools"] if is_everything(labs) else [])
    return [path for folder in folders for path in sorted(folder.rglob("*.?pp"))]


def findings(text: str) -> list[str]:
    """The changes that clang-format would make, a finding a line. Its other messages stay as they are."""
    places = dict.fromkeys(re.findall(r"^(.+?:\d+):\d+: error", text, re.MULTILINE))
    found = []
    for place in places:
        name, line = place.rsplit(":", 1)
        path = Path(name).relative_to(ROOT)
        found.append(f"{path}:{line}: not as clang-format has it (clang-format-14 -i {path})")
    return found or [text]


def run(labs: Sequence[Lab]) -> list[str]:
    """clang-format, only the version whose output the code has: others differ in details."""
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = run_program([program, "--version"]).output if program else ""
    if not program or "version 14." not in version:
        raise Skipped("clang-format 14 is not here (apt-get install clang-format-14; Debian 13 has none)")
    result = run_program([program, "--dry-run", "-Werror", *sources(labs)])
    return [] if result.ok else findings(result.output + result.errors)


CHECK = Check("format", "clang-format 14 would change nothing", run,
              features=("format",))
