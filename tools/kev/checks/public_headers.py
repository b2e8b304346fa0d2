"""The check `public-headers`: what the product's headers, <kev/mutex.hpp> and its like, bring into a program.

The preprocessor says which file each line comes from. Only lines of our own files count: a macro whose name does not begin
with KEV_, an include that costs every program much, and a pragma that still holds behind the last line.
"""
from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from kev.checks.headers import WARNINGS, include_options
from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program

FOLDER = ROOT / "labs" / "08_mcf_style" / "product" / "public" / "include" / "kev"
COMPILERS = ("g++", "clang++", "x86_64-w64-mingw32-g++-posix")
UNWANTED = ("string", "thread", "iostream", "windows.h")
MARKER = re.compile(r'^# \d+ "([^"]*)"')
LINE = re.compile(r"^#\s*(define|include|pragma)\s+(.*)$")


def lines_of_ours(preprocessed: str) -> Iterator[tuple[str, str, str]]:
    """(file, directive, the rest of the line) of each directive in our files, in order."""
    file = ""
    for line in preprocessed.splitlines():
        marker = MARKER.match(line)
        if marker:
            file = marker.group(1)
        elif file.startswith(f"{ROOT}/"):
            directive = LINE.match(line)
            if directive:
                yield file[len(f"{ROOT}/"):], directive.group(1), directive.group(2).strip()


def leaks(preprocessed: str) -> list[str]:
    """What our files let through, of the output of `-E -dD -dI`."""
    found = []
    open_pushes = 0
    for file, directive, rest in lines_of_ours(preprocessed):
        if directive == "define" and not rest.startswith("KEV_"):
            found.append(f"{file}:1: defines the macro {rest.split('(')[0].split()[0]}")
        elif directive == "include" and rest.split()[0] in [f"<{name}>" for name in UNWANTED]:
            found.append(f"{file}:1: includes {rest.split()[0]}")
        elif directive == "pragma" and rest.endswith("push"):
            open_pushes += 1
        elif directive == "pragma" and rest.endswith("pop"):
            open_pushes -= 1
        elif directive == "pragma" and (open_pushes <= 0 or "ignored_attributes" in rest):  # no pop takes this one back
            found.append(f"{file}:1: leaks the pragma {rest}")
    return [*found, *(["an open push"] if open_pushes != 0 else [])]


def output_of(header: Path, compiler: str, flags: Sequence[str]) -> tuple[str, str]:
    """(standard output, what is wrong) of a compiler for a source that is nothing but this header."""
    result = run_program([compiler, "-std=c++20", *flags, *include_options(header), "-x", "c++", "-"],
                         given=f"#include <kev/{header.name}>\n")
    return result.output, "" if result.ok else f"{header.relative_to(ROOT)}:1: {compiler}:\n{result.errors.strip()}"


def findings(header: Path, compiler: str) -> list[str]:
    """Of one header, as one compiler sees it."""
    _, warned = output_of(header, compiler, ["-fsyntax-only", *WARNINGS])
    text, failed = output_of(header, compiler, ["-E", "-dD", "-dI"])
    if warned or failed:
        return [warned or failed]
    return [f"{each} (by {header.relative_to(ROOT)}, {compiler})" for each in leaks(text)]


def run(_labs: Sequence[Lab]) -> list[str]:
    """With each compiler that is here."""
    compilers = [each for each in COMPILERS if shutil.which(each)]
    if not compilers:
        raise Skipped("there is no compiler (apt-get install g++)")
    headers = sorted(FOLDER.glob("*.hpp"))
    if not headers:
        return [f"{FOLDER.relative_to(ROOT)}:1: has no header"]
    return [each for compiler in compilers for header in headers for each in findings(header, compiler)]


CHECK = Check("public-headers", "the product's headers bring no macro, pragma or heavy include into a program", run,
              concerns=("labs/*.hpp", "common/*.hpp"), features=("build",), builds=True)
