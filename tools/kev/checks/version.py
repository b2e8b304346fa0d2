"""The check `version`: it is stated once, in the header that programs can read. CHANGELOG.md has a section for it, and the
port for vcpkg repeats it."""
from __future__ import annotations

import json
import re
from collections.abc import Sequence

from kev.checks.registry import Check
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import ROOT

HEADER = ROOT / "labs" / "08_mcf_style" / "include" / "kev" / "lab08" / "version.hpp"
PORT = ROOT / "labs" / "08_mcf_style" / "product" / "packages" / "vcpkg" / "kev" / "vcpkg.json"  # it has to have one
SECTION = re.compile(r"^## (\d+\.\d+\.\d+)(.*)$", re.MULTILINE)


def version(text: str) -> str:
    """The version in the header: '0.9.0'."""
    parts = dict(re.findall(r"\bversion_(major|minor|patch) = (\d+);", text))
    if len(parts) != 3:
        raise KevError(f"{HEADER.relative_to(ROOT)} lacks version_major, version_minor or version_patch")
    return f"{parts['major']}.{parts['minor']}.{parts['patch']}"


def wrong_versions() -> list[str]:
    """Files that state another version than the header, or its version once more."""
    stated = version(HEADER.read_text(encoding="utf-8"))
    found = contradicted_by((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), stated)
    if "version" in json.loads((ROOT / "vcpkg.json").read_text(encoding="utf-8")):
        found.append(f"vcpkg.json:1: states a version; only {HEADER.relative_to(ROOT)} does")
    port = json.loads(PORT.read_text(encoding="utf-8"))["version"]
    if port != stated:
        found.append(f"{PORT.relative_to(ROOT)}:1: is of version {port}; version.hpp says {stated}")
    return found


def contradicted_by(changes: str, stated: str) -> list[str]:
    """The mistakes in the newest section of CHANGELOG.md."""
    newest = SECTION.search(changes)
    if not newest:
        return ["CHANGELOG.md:1: has no section '## 1.2.3'"]
    if newest.group(1) != stated:
        line = changes.count("\n", 0, newest.start()) + 1
        return [f"CHANGELOG.md:{line}: the newest section is {newest.group(1)}; version.hpp says {stated}"]
    return []


def run(_labs: Sequence[Lab]) -> list[str]:
    """All findings."""
    return wrong_versions()


CHECK = Check("version", "the version is stated once, and the history begins with it", run,
              concerns=(HEADER.relative_to(ROOT).as_posix(), "CHANGELOG.md", "vcpkg.json",
                        PORT.relative_to(ROOT).as_posix()))
