"""The stages of `kev test`: each one does its part and returns how it ended. What belongs to a part of a build, the build
says: targets and labels of the same names (common/cmake/kev_parts.cmake)."""
from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from kev.build import cmake, packages
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import run, run_logged
from kev.core.terminal import Progress, say
from kev.testing import ctest

WINDOWS_PRESET = "nt-mingw"
# Those of a whole run; the first two find most.
USUAL_PRESETS = ["linux", WINDOWS_PRESET, "linux-tsan", "linux-portable", "linux-asan"]
# Other compilers and another processor, and what they need: only when asked for by name.
MORE_PRESETS = {"linux-clang": ["clang"], "linux-clang-libcxx": ["clang", "libcxx"], "linux-arm64": ["arm64"],
                "nt-clang": ["clang", "wine"], "linux-m32": ["m32"], "nt-mingw32": ["wine32"]}
ALL_PRESETS = [*USUAL_PRESETS, *MORE_PRESETS]
OF_32_BITS = ["linux-m32", "nt-mingw32"]  # a whole run has their quick part, where their tools are


@dataclass(frozen=True)
class Part:
    """The part of a preset that is built and tested."""
    targets: tuple[str, ...]
    chosen: tuple[str, ...] = ()  # CTest's options


HEADERS = "all_verify_interface_header_sets"  # CMake's own
WHOLE = Part(("all", "relacy", "measure", HEADERS), ("-LE", "^long$"))
USUAL = Part(("all",), ("-LE", "^(relacy|long)$"))
QUICK = Part(("quick",), ("-L", "^quick$"))
DEFAULT_PARTS = {"linux": USUAL, "linux-tsan": QUICK, WINDOWS_PRESET: QUICK}
LEFT_OUT = """\
  in the preset linux: Relacy's programs, and that benchmarks, experiments and each header alone compile
  in nt-mingw and linux-tsan: all but the target `quick`
  the presets linux-portable and linux-asan; `quick` of linux-m32 and nt-mingw32, where their tools are installed
  checks of what is built: exercises, site, browser; headers in Visual C++'s dialect
  the proof of an exercise of each kind; each lab configured by itself"""


def part_of_lab(lab: Lab) -> Part:
    """What a change of a lab concerns: the lab, and of those that stand on it tests and correct models."""
    return Part((f"lab{lab.number}", f"on{lab.number}"), ("-L", f"^(lab|on){lab.number}$", "-LE", "^(relacy|long)$"))


def needs(name: str) -> list[str]:
    """The features that a preset needs, beyond what every build does."""
    return ["wine"] if name == WINDOWS_PRESET else MORE_PRESETS.get(name, [])


@dataclass
class Outcome:
    """How a stage ended. `blocking`: it was skipped although it belongs to a full run."""
    stage: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""
    blocking: bool = False
    seconds: float = 0
    failures: list[tuple[str, str]] = field(default_factory=list)


def skipped(stage: str, note: str, blocking: bool = False) -> Outcome:
    """A stage that could not run, and how to get what it misses."""
    say(f"  {stage}: skipped: {note}")
    return Outcome(stage, skipped=1, note=note, blocking=blocking)


def checks(names: Sequence[str], lab: Lab | None, install: bool = True) -> Outcome:
    """`kev check` as a program of its own; it prints its findings itself."""
    words = [*names, *(["--lab", lab.number] if lab else []), *([] if install else ["--no-install"])]
    lines: list[str] = []

    def on_line(line: str) -> None:
        lines.append(line)
        if line.strip() and not line.endswith(": ..."):
            say(line)
    status = run_logged([sys.executable, ROOT / "tools" / "kev", "check", *words], build_root() / "check.log", on_line=on_line,
                        cwd=ROOT)
    outcome = count_checks(lines, status)
    return outcome


def count_checks(lines: Sequence[str], status: int) -> Outcome:
    """The counts of its last line: '7 passed, 1 failed, 1 skipped'."""
    count = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped)", lines[-1] if lines else "")}
    failed = count.get("failed", 0) or int(status != 0)
    return Outcome("checks", count.get("passed", 0), failed, count.get("skipped", 0),
                   failures=[("kev check", "see above")] if failed else [])


def tools() -> Outcome:
    """The tests of the tools themselves (unittest), as many modules at a time as there are cores."""
    progress = Progress("tests of the tools")
    longest = "test_playground"  # takes as long as all others together, so it begins first
    modules = sorted((ROOT / "tools").glob("**/tests/test_*.py"), key=lambda module: (module.stem != longest, module))
    with ThreadPoolExecutor(cmake.jobs()) as pool:
        made = list(pool.map(unit_tests, modules))
    outcome = Outcome("tools", sum(each.passed for each in made), sum(each.failed for each in made),
                      sum(each.skipped for each in made), failures=[pair for each in made for pair in each.failures])
    progress.done(f"{outcome.passed} passed, {outcome.failed} failed")
    return outcome


def unit_tests(module: Path) -> Outcome:
    """The tests of one module."""
    result = run([sys.executable, "-m", "unittest", module.stem], cwd=ROOT,
                 environment={"PYTHONPATH": f"{ROOT / 'tools'}:{module.parent}", "NO_COLOR": "1"})
    return count_unittest(module.relative_to(ROOT).as_posix(), result.errors, result.ok)


def count_unittest(stage: str, text: str, succeeded: bool) -> Outcome:
    """Counts from what unittest prints last: 'Ran 12 tests', 'FAILED (failures=1, skipped=2)'."""
    total = int((re.findall(r"^Ran (\d+) test", text, re.MULTILINE) or ["0"])[-1])
    count = {key: int(number) for key, number in
             re.findall(r"(failures|errors|skipped)=(\d+)", text.rsplit("\n\n", 1)[-1])}
    failed = count.get("failures", 0) + count.get("errors", 0)
    left_out = count.get("skipped", 0)
    if (not total and not left_out) or (not succeeded and not failed):
        failed += 1
    passed = max(0, total - failed - left_out)
    failures = [(stage, text)] if failed else []
    return Outcome(stage, passed, failed, left_out, failures=failures)


def proof() -> Outcome:
    """The first exercise of each kind, proven in full. The whole proof is `kev exercise --prove`."""
    from kev.course import exercises, prove
    first = {each.kind: each for each in reversed(list(exercises.everything()))}
    found = prove.prove(first.values())
    failures = [("proof of exercises", "\n".join(found))] if found else []
    return Outcome("proof of exercises", passed=int(not found), failed=len(failures), failures=failures)


def cannot_build(name: str) -> str:
    """Why a preset cannot be built here, or ''."""
    return next((packages.supported(feature) or f"get it by: {packages.how_to_get([feature])}"
                 for feature in needs(name) if not packages.available(feature)), "")


def preset(name: str, part: Part = WHOLE, needed: bool = True) -> Outcome:
    """Configures, builds and tests a preset, or a part of it. If it is not needed, a run without it is a full run. All
    Windows executables run under one server of Wine."""
    reason = cannot_build(name)
    if reason:
        return skipped(name, reason, blocking=needed)
    if not name.startswith("nt-"):
        return made(name, part)
    from kev.build import wine
    kind = wine.OF_32_BITS if "wine32" in needs(name) else wine.OF_64_BITS
    with wine.server(kind) as started:
        if not started:
            return Outcome(name, failed=1, note="Wine did not start",
                           failures=[(name, f"common/cmake/{kind.runner.name} cmd.exe /c exit failed; try it by hand")])
        return made(name, part)


def made(name: str, part: Part) -> Outcome:
    """The same, where all that it needs is there."""
    cmake.configure(name)
    cmake.build(name, part.targets)
    counts = ctest.run_tests(name, part.chosen)
    return Outcome(name, counts.passed, counts.failed, counts.skipped, failures=counts.failures)


def dialect() -> Outcome:
    """The libraries, and each header alone, as Visual C++ would read them, as far as clang can."""
    if reason := cannot_build("nt-clang"):
        return skipped("msvc-dialect", reason, blocking=True)
    cmake.configure("msvc-dialect")
    cmake.build("msvc-dialect", [HEADERS, "kev_msvc_sources"])
    return Outcome("msvc-dialect", passed=1)


def alone(lab: Lab) -> Outcome:
    """One lab configured by itself, as a reader would, and built: a program of each world. The others have the same
    libraries, and the preset has compiled them."""
    name = cmake.configure_alone(lab)
    cmake.build(name, [target for target in cmake.targets_of(name, lab) if target.endswith(("_demo", "_model"))])
    return Outcome(name, passed=1)
