#!/usr/bin/env python3
"""Makes windows-check.zip: builds the target windows_check of some presets, and packs what it made.

    tools/windows_check/make_zip.py                             nt-mingw and nt-mingw32, into build/windows-check.zip
    tools/windows_check/make_zip.py --only arm64=build/nt-msvc  what is built there already, as the folder arm64

README.txt, which goes into the archive, says what a person does with it.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OWN = ("check.exe", "probes.exe", "probe_module.dll", "times.exe")
PRESETS = {"64": "nt-mingw", "32": "nt-mingw32"}
GTEST = re.compile(r'include\("[^"]*/([^"/]+)\[1\]_include\.cmake"\)')
PLAIN = re.compile(r'^add_test\(\[=\[(.+?)\]=\] (.+)\)$', re.MULTILINE)
WHOLE = re.compile(r'^set_tests_properties\(\[=\[(.+?)\]=\] PROPERTIES .*?LABELS "[^"]*\bgoogletest\b', re.MULTILINE)
NOT_OURS = re.compile(r"_model|^ex\d|^kev_|^checker|^trace_test")  # the checker's own, which asks nothing of a system


def tests_of(build):
    """(kind, name, command) of the test programs that CTest calls in a build folder and that are built."""
    found = {}
    for path in sorted(Path(build).rglob("CTestTestfile.cmake")):
        text = path.read_text(encoding="utf-8")
        for program in GTEST.findall(text):
            found.setdefault(program, ("gtest", program, f"{program}.exe"))
        whole = WHOLE.findall(text)  # under an emulator a program of GoogleTest is one entry
        for name, words in PLAIN.findall(text):
            command = command_in(re.findall(r'"((?:[^"\\]|\\.)*)"', words), Path(build) / "bin")
            if command and name in whole:
                found.setdefault(Path(command).stem, ("gtest", Path(command).stem, command))
            elif command:
                found.setdefault(name, ("plain", name, command))
    return [each for each in found.values()
            if not NOT_OURS.search(each[1]) and (Path(build) / "bin" / each[2].split()[0]).exists()]


def command_in(words, programs):
    """What a test's command runs on Windows: a program of ours, by itself or through repeat.cmake. None: something else."""
    at = next((i for i, word in enumerate(words) if Path(word.replace("-DPROGRAM=", "")).parent == programs), None)
    if at is None or any("python" in word.lower() for word in words):
        return None
    program = Path(words[at].replace("-DPROGRAM=", "")).name
    return program if words[at].startswith("-D") else " ".join([program, *words[at + 1:]])


def compiler_of(build):
    """As a report names it."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in Path(build).glob("CMakeFiles/*/CMakeCXXCompiler.cmake"))
    name, version = (re.search(rf'set\(CMAKE_CXX_COMPILER_{key} "(.*?)"\)', text) for key in ("ID", "VERSION"))
    return f"{name[1]} {version[1]}" if name and version else "unknown"


def strip_of(build):
    """The program that takes names and lines out of an executable; None where the compiler keeps them elsewhere."""
    text = (Path(build) / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(r"^CMAKE_STRIP:FILEPATH=(.+)$", text, re.MULTILINE)
    return found[1] if found and not found[1].endswith("NOTFOUND") else None


def commit():
    """Of this repository."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], check=False, capture_output=True, text=True).stdout.strip()
    return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "-uno") else "")


def form():
    """Where a person sends the report: the issue form, by its address if a workflow of GitHub makes the archive."""
    repository = os.environ.get("GITHUB_REPOSITORY")
    return (f"https://github.com/{repository}/issues/new?template=i_ran_it_on.yml" if repository else
            'the repository\'s page: Issues, New issue, "I ran it on ..."')


def pack_build(build, folder, tests):
    """Fills the folder of one kind of programs."""
    folder.mkdir()
    own, programs = Path(build) / "windows_check", Path(build) / "bin"
    names = sorted({command.split()[0] for _, _, command in tests})
    files = [*(place / name for name in [*names, *OWN] for place in (own, programs)), *programs.glob("*.dll")]
    strip = strip_of(build)
    for path in filter(Path.exists, files):
        if strip:
            subprocess.run([strip, "-s", "-o", folder / path.name, path], check=True)
        else:
            shutil.copy2(path, folder)
    lines = [("commit", commit()), ("compiler", compiler_of(build)), *tests]
    (folder / "programs.txt").write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
    print(f"  {folder.name}: {len(tests)} tests of {build}")


def make(builds, archive, tests=tests_of):
    """Packs {folder: build} into an archive, of each build the tests that `tests` finds there."""
    with tempfile.TemporaryDirectory(prefix="windows-check-") as room:
        for name in ("check.cmd", "README.txt"):
            text = (HERE / name).read_text(encoding="utf-8")
            (Path(room) / name).write_bytes(text.replace("@FORM@", form()).replace("\n", "\r\n").encode())
        for folder, build in builds.items():
            pack_build(build, Path(room) / folder, tests(build))
        archive.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
            for path in sorted(Path(room).rglob("*")):
                if path.is_file():
                    made.write(path, path.relative_to(room).as_posix())
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB")


def main(arguments=None):
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="FOLDER=BUILD", action="append", help="pack this, and build nothing")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "windows-check.zip")
    parser.add_argument("--jobs", default="2")
    options = parser.parse_args(arguments)
    if options.only:
        builds = dict(each.split("=", 1) for each in options.only)
    else:
        builds = {folder: ROOT / "build" / preset for folder, preset in PRESETS.items()}
        for preset in PRESETS.values():
            subprocess.run(["cmake", "--preset", preset, "-DKEV_BUILD_BENCHMARKS=OFF"], cwd=ROOT, check=True)
            subprocess.run(["cmake", "--build", f"build/{preset}", "-j", options.jobs, "--target", "windows_check"],
                           cwd=ROOT, check=True)
    make(builds, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
