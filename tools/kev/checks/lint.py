"""The check `lint`: flake8 and mypy over the Python of the repository; setup.cfg says what they look at."""
from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from kev.build.packages import python_module
from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import run as run_program

FINDING = re.compile(r"^[^:\n]+:\d+:.*$", re.MULTILINE)


def findings(program: str, arguments: Sequence[object]) -> list[str]:
    """The findings of one of them; that it could not run is a finding, too."""
    result = run_program([sys.executable, "-m", program, *arguments], cwd=ROOT)
    found = [f"{line} ({program})" for line in FINDING.findall(result.output)]
    return found if found or result.ok else [f"setup.cfg:1: {program}: {result.complaint()}"]


def run(_labs: Sequence[Lab]) -> list[str]:
    """All of it: a module is wrong because another has changed."""
    missing = [name for name in ("flake8", "mypy") if not python_module(name)()]
    if missing:
        raise Skipped(f"{' and '.join(missing)} not here (apt-get install flake8 mypy)")
    return [*findings("flake8", ["tools", *(path.relative_to(ROOT) for path in sorted(ROOT.glob("labs/*/*.py")))]),
            *findings("mypy", ["--cache-dir", build_root() / "mypy"])]


CHECK = Check("lint", "flake8 and mypy find nothing in tools/ and labs/*/report.py", run, features=("lint",))
