"""The check `single-header`: kev.hpp compiles without a warning, and a program of two files runs with nothing else of ours."""
from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from kev.build import packages, single_header, wine
from kev.checks.headers import MSVC, WARNINGS
from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import Result
from kev.core.process import run as run_program

PROGRAM = single_header.LAB / "product" / "single_header"
COMPILERS = ("g++", "clang++")
MINGW = "x86_64-w64-mingw32-g++-posix"


def base(compiler: str, header: Path) -> list[str]:
    """What each command line begins with."""
    return [compiler, "-std=c++20", *WARNINGS, f"-I{header.parent}"]


def files() -> list[str]:
    """The sources of the program."""
    return [str(path) for path in sorted(PROGRAM.glob("*.cpp"))]


def built(compiler: str, header: Path, links: Sequence[str]) -> tuple[Path, Result]:
    """The program that this compiler makes."""
    program = header.with_name(f"{compiler.replace('+', 'x')}.exe")
    return program, run_program([*base(compiler, header), *files(), *links, "-o", str(program)])


def finding(what: str, result: Result) -> list[str]:
    """A line if it went wrong."""
    return [] if result.ok else [f"{PROGRAM.relative_to(ROOT)}:1: {what}: {result.status}\n{result.errors.strip()}"]


def tried(compiler: str, header: Path, links: Sequence[str], emulator: Sequence[str] = ()) -> list[str]:
    """Builds the program and runs it."""
    program, result = built(compiler, header, links)
    if not result.ok:
        return finding(f"{compiler} cannot build it", result)
    return finding(f"the program of {compiler} fails", run_program([*emulator, str(program)], timeout=300))


def tried_under_wine(header: Path) -> list[str]:
    """The same with MinGW's compiler, if it is here; without Wine the program is only built."""
    if not shutil.which(MINGW):
        return []
    links = ["-static", "-lntdll"]
    if not packages.wine():
        return finding(f"{MINGW} cannot build it", built(MINGW, header, links)[1])
    with wine.server():
        return tried(MINGW, header, links, [str(wine.RUNNER)])


def in_dialect_of_msvc(header: Path) -> list[str]:
    """clang++ in Visual C++'s dialect, as in the check `headers-msvc`: it compiles, and links nothing."""
    return [each for file in files() for each in
            finding("clang++ in Visual C++'s dialect", run_program([*base("clang++", header), "-fsyntax-only", *MSVC, file]))]


def run(_labs: Sequence[Lab]) -> list[str]:
    """With each compiler that is here."""
    compilers = [each for each in COMPILERS if shutil.which(each)]
    if not compilers:
        raise Skipped("there is no compiler (apt-get install g++)")
    header = single_header.default_path()
    single_header.write(header)
    found = [each for compiler in compilers for each in tried(compiler, header, ["-pthread"])]
    if "clang++" in compilers:
        found += in_dialect_of_msvc(header)
    return found + tried_under_wine(header)


CHECK = Check("single-header", "kev.hpp, the locks in one file, compiles, and a program of two files runs with it", run,
              concerns=("labs/*.hpp", "labs/*.cpp", "common/*.hpp", "tools/kev/build/single_header.py"),
              features=("build",), builds=True)
