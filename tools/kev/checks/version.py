"""The check `version`: it is stated once, in the header that programs can read; the history's newest heading is its."""
from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files

HEADER = Path("labs/08_mcf_style/include/kev/lab08/version.hpp")
HISTORY = "CHANGELOG.md"
SUFFIXES = {".json", ".cmake", ".txt", ".md", ".yml", ".py", ".hpp", ".h", ".cfg", ""}


def stated(text: str) -> str:
    """The version that the header states: 0.9.0."""
    parts = [re.search(rf"version_{part} = (\d+)", text) for part in ("major", "minor", "patch")]
    return ".".join(part.group(1) for part in parts if part)


def copies(version: str, files: Sequence[Path]) -> list[str]:
    """Each line of these files that states it again."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w.]|-\d)")
    found = []
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: states the version again, which is that of {HEADER}")
    return found


def history(version: str, text: str) -> list[str]:
    """What is wrong with the newest heading of the history."""
    match = re.search(r"^## (\d+\.\d+\.\d+)", text, re.MULTILINE)
    if match and match.group(1) == version:
        return []
    line = text.count("\n", 0, match.start()) + 1 if match else 1
    return [f"{HISTORY}:{line}: the newest heading is not that of version {version}"]


def run(_labs: Sequence[Lab]) -> list[str]:
    """All findings."""
    version = stated((ROOT / HEADER).read_text(encoding="utf-8"))
    if version.count(".") != 2:
        return [f"{HEADER}:1: states no version"]
    files = [path for path in tracked_files(ROOT) if path.suffix in SUFFIXES and path.name != HISTORY
             and "results" not in path.parts and "tests" not in path.parts]
    return copies(version, files) + history(version, (ROOT / HISTORY).read_text(encoding="utf-8"))


CHECK = Check("version", "the version is stated once, and the history begins with it", run,
              concerns=(HEADER.as_posix(), HISTORY, "*.json", "*.cmake", "*CMakeLists.txt"))
