#!/usr/bin/env python3
"""Checks that each header compiles alone: it includes what it uses, whoever includes it first.

  tools/check_headers.py            the headers that `cmake --install` installs
  tools/check_headers.py --all      those of every lab and of common/, too
  tools/check_headers.py --compiler g++ --standard c++23 [-- -stdlib=libc++ ...]
  tools/check_headers.py --all --msvc       in Visual C++'s dialect, as far as clang++ and libstdc++ can speak it

Status 1 if one does not, or has a warning; the compiler's words are printed. Without --compiler it is clang++
(with its thread-safety analysis) where there is one, else g++ or c++.
"""
import argparse
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
INSTALLED = ("labs/08_mcf_style/include", "labs/08_mcf_style/product/c/include",
             "labs/08_mcf_style/product/dropin/include",
             "common/annotations", "common/worlds/native")
OTHERS = ("labs/*/include", "common/checker", "common/testing", "common/bench", "common/trace",
          "common/worlds/model")
# Of Windows alone, or meant to be included by one other header, which it completes.
NOT_HERE = ("/nt/", "windows_api.hpp")
# Headers of a library that may not be installed.
FOREIGN = {"absl_mutex.hpp": "absl/synchronization/mutex.h", "options.hpp": "benchmark/benchmark.h",
           "mcfgthread_mutex.hpp": "mcfgthread/mutex.h"}
# What GCC's spelling alone would be refused by. clang defines no macros of GCC's in this mode, and libstdc++ needs some.
# _MSC_VER stays undefined: with it the headers would ask for those of the Windows SDK.
LOCK_FREE = ("BOOL", "CHAR", "CHAR8_T", "CHAR16_T", "CHAR32_T", "WCHAR_T", "SHORT", "INT", "LONG", "LLONG", "POINTER")
MSVC = ["-fms-extensions", "-fms-compatibility", "-fms-compatibility-version=19.40", "-D__STRICT_ANSI__=1",
        "-D__GCC_ATOMIC_TEST_AND_SET_TRUEVAL=1", *(f"-D__GCC_ATOMIC_{kind}_LOCK_FREE=2" for kind in LOCK_FREE)]


def headers(patterns):
    """The headers below these folders."""
    found = []
    for pattern in patterns:
        for folder in sorted(ROOT.glob(pattern)):
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".hpp", ".h") and f"{folder}/kev/" in str(path) and path not in found:
                    found.append(path)
    return [path for path in found if not any(part in str(path) for part in NOT_HERE)]


def include_options(header):
    """The folders to look in: a header of the model's is of that world, the others are native."""
    world = "model" if "/model/" in str(header) else "native"
    folders = [ROOT / "common" / "worlds" / world, ROOT / "common" / "annotations",
               *sorted(ROOT.glob("labs/*/include")), *sorted(ROOT.glob("labs/*/product/*/include")),
               *(ROOT / "common" / part for part in ("checker", "testing", "bench", "trace"))]
    return [f"-I{folder}" for folder in folders]


def command(header, options):
    """The compiler's command line for a source that is nothing but this header."""
    line = [options.compiler, f"-std={options.standard}", "-fsyntax-only", *WARNINGS, *include_options(header)]
    if "clang" in Path(options.compiler).name and "/common/bench/" not in str(header): # those are odd on purpose
        line.append("-Wthread-safety")
    return [*line, *(MSVC if options.msvc else ()), *options.flags, "-x", "c++", "-"]


def findings(header, options):
    """What the compiler says; nothing if all is well."""
    name = str(header).split("/kev/")[-1]
    needed = FOREIGN.get(header.name)
    source = f"#include <kev/{name}>\n"
    if needed:
        source = f"#if __has_include(<{needed}>)\n{source}#endif\n"
    result = subprocess.run(command(header, options), input=source, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return ""
    return f"{header.relative_to(ROOT)} does not compile alone:\n{result.stderr.strip()}"


def parse():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="the headers that are not installed, too")
    parser.add_argument("--compiler", default=next(filter(shutil.which, ("clang++", "g++", "c++")), None))
    parser.add_argument("--standard", default="c++20")
    parser.add_argument("--msvc", action="store_true", help="in Visual C++'s dialect (needs clang++)")
    parser.add_argument("flags", nargs="*", metavar="FLAG", help="more for the compiler, after --")
    return parser.parse_args()


def main():
    """Runs the check."""
    options = parse()
    if not options.compiler or not shutil.which(options.compiler):
        print(f"check_headers: no compiler {options.compiler or 'clang++ or g++'} is here "
              "(apt-get install clang, or g++)", file=sys.stderr)
        return 2
    if options.msvc and "clang" not in Path(options.compiler).name:
        print("check_headers: --msvc needs clang++ (apt-get install clang)", file=sys.stderr)
        return 2
    chosen = headers(INSTALLED + (OTHERS if options.all else ()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda each: findings(each, options), chosen) if text]
    for text in found:
        print(text, file=sys.stderr)
    print(f"{len(chosen)} headers, {len(found)} with findings ({options.compiler}, {options.standard}"
          f"{', as Visual C++ spells' if options.msvc else ''})")
    return 1 if found or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
