"""The checks `headers` and `headers-msvc`: each header compiles alone, because it includes what it uses."""
from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kev.build.cmake import jobs
from kev.checks.registry import Check, Skipped, is_everything
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
FOLDERS = ("labs/*/include", "labs/08_*/*/include", "labs/08_*/product/*/include", "common/annotations",
           "common/worlds/native", "common/worlds/model", "common/checker", "common/scenarios", "common/testing",
           "common/bench", "common/trace")
# Of Windows alone, or meant to be included by one other header, which it completes.
NOT_HERE = ("/nt/", "windows_api.hpp")
# Headers of a library that may not be installed.
FOREIGN = {"absl_mutex.hpp": "absl/synchronization/mutex.h", "options.hpp": "benchmark/benchmark.h",
           "mcfgthread_mutex.hpp": "mcfgthread/mutex.h"}
# In this mode clang defines no macros of GCC's, and libstdc++ needs some of them.
# _MSC_VER stays undefined: with it the headers would ask for those of the Windows SDK.
LOCK_FREE = ("BOOL", "CHAR", "CHAR8_T", "CHAR16_T", "CHAR32_T", "WCHAR_T", "SHORT", "INT", "LONG", "LLONG", "POINTER")
MSVC = ["-fms-extensions", "-fms-compatibility", "-fms-compatibility-version=19.40", "-D__STRICT_ANSI__=1",
        "-D__GCC_ATOMIC_TEST_AND_SET_TRUEVAL=1", *(f"-D__GCC_ATOMIC_{kind}_LOCK_FREE=2" for kind in LOCK_FREE)]


def headers(patterns: Iterable[str]) -> list[Path]:
    """The headers below these folders."""
    found: dict[Path, None] = {}
    for pattern in patterns:
        for folder in sorted(ROOT.glob(pattern)):
            found.update((path, None) for path in sorted(folder.rglob("*"))
                         if path.suffix in (".hpp", ".h") and f"{folder}/kev/" in str(path))
    return [path for path in found if not any(part in str(path) for part in NOT_HERE)]


def of_labs(labs: Sequence[Lab]) -> list[Path]:
    """Those of these labs, and where these are all, those that belong to none."""
    found = headers(FOLDERS)
    folders = tuple(f"{lab.directory}/" for lab in labs)
    return found if is_everything(labs) else [path for path in found if str(path).startswith(folders)]


def include_options(header: Path) -> list[str]:
    """The folders to look in: scenarios and the model's own headers are of its world, the others are native."""
    world = "model" if "/model/" in str(header) or "/scenarios/" in str(header) else "native"
    folders = [ROOT / "common" / "worlds" / world, ROOT / "common" / "annotations",
               *sorted(ROOT.glob("labs/*/include")), *sorted(ROOT.glob("labs/08_*/*/include")),
               *sorted(ROOT.glob("labs/08_*/product/*/include")),
               *sorted(ROOT.glob("labs/08_*/ways/address")), *sorted(ROOT.glob("labs/08_*/checks/off")),
               *sorted(ROOT.glob(f"labs/08_*/hooks/{'on' if world == 'native' else 'off'}")),
               *(ROOT / "common" / part for part in ("checker", "scenarios", "testing", "bench", "trace"))]
    return [f"-I{folder}" for folder in dict.fromkeys(folders)]


def command(header: Path, compiler: str, flags: Iterable[str]) -> list[str]:
    """The compiler's command line for a source that is nothing but this header."""
    line = [compiler, "-std=c++20", "-fsyntax-only", *WARNINGS, *include_options(header)]
    if "clang" in Path(compiler).name and "/common/bench/" not in str(header):  # those are odd on purpose
        line.append("-Wthread-safety")
    return [*line, *flags, "-x", "c++", "-"]


def finding(header: Path, compiler: str, flags: Iterable[str]) -> str:
    """The compiler's complaints; nothing if all is well."""
    name = str(header).split("/kev/")[-1]
    needed = FOREIGN.get(header.name)
    source = f"#include <kev/{name}>\n"
    if needed:
        source = f"#if __has_include(<{needed}>)\n{source}#endif\n"
    result = run_program(command(header, compiler, flags), given=source)
    return "" if result.ok else f"{header.relative_to(ROOT)}:1: does not compile alone:\n{result.errors.strip()}"


def compile_all(labs: Sequence[Lab], compiler: str, flags: Sequence[str] = ()) -> list[str]:
    """The findings in the headers of some labs."""
    with ThreadPoolExecutor(jobs()) as pool:
        return [text for text in pool.map(lambda each: finding(each, compiler, flags), of_labs(labs)) if text]


def run(labs: Sequence[Lab]) -> list[str]:
    """With clang++ (and its thread-safety analysis) where there is one, else with g++."""
    compiler = next(filter(shutil.which, ("clang++", "g++", "c++")), None)
    if not compiler:
        raise Skipped("there is no compiler (apt-get install g++)")
    return compile_all(labs, compiler)


def run_msvc(labs: Sequence[Lab]) -> list[str]:
    """In Visual C++'s dialect, as far as clang++ and libstdc++ can speak it."""
    if not shutil.which("clang++"):
        raise Skipped("clang++ is not here (apt-get install clang)")
    return compile_all(labs, "clang++", MSVC)


CHECK = Check("headers", "each header compiles alone, without a warning", run, concerns=("labs/*.hpp", "common/*.hpp",
              "labs/*.h"), features=("build",), builds=True, quick_for_a_lab=True)
CHECK_MSVC = Check("headers-msvc", "each header compiles in Visual C++'s dialect", run_msvc, concerns=CHECK.concerns,
                   features=("clang",), builds=True)
