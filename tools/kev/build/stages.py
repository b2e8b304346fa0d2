"""The stages of `kev test`: each one does its part and returns how it ended."""
from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from kev.build import cmake, ctest, packages, wine
from kev.build.benchmark_source import benchmark_source
from kev.build.ctest import Part
from kev.checks import check as checking
from kev.checks.registry import Check
from kev.core import labs
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run
from kev.core.terminal import Progress, say
from kev.course import exercises, prove

PROVEN = ("02", 2)  # the lab whose first exercises a whole test proves, and how many: one of each kind
WINDOWS_PRESET = "nt-mingw"
# Those of a whole run; the first two find most.
USUAL_PRESETS = ["linux", WINDOWS_PRESET, "linux-tsan", "linux-portable", "linux-asan"]
# Other compilers and another processor, and what they need: only when asked for by name.
MORE_PRESETS = {"linux-clang": ["clang"], "linux-clang-libcxx": ["clang", "libcxx"], "linux-arm64": ["arm64"],
                "nt-clang": ["clang", "wine"], "linux-m32": ["m32"], "nt-mingw32": ["wine32"]}
ALL_PRESETS = [*USUAL_PRESETS, *MORE_PRESETS]

# The default run: the parts that find most in a minute. On Linux that is all but what compiles
# long and finds little: benchmarks, experiments, Relacy's second opinion.
ANY_LAB = r"lab\d\d"
TESTS = r"{0}_(?:\w+_test|model(?:_(?!relacy)\w+)?|\w*instructions|demo)"
OF_COMMON = r"kev_(?!bench|peers|relacy|precompiled|variant|lab\d\d_relacy)\w+|(?:checker|worlds|trace)_test"
DEFAULT_PARTS = {
    "linux": Part(f"{TESTS.format(ANY_LAB)}|{OF_COMMON}", labels=r"\w+"),
    # A race that a sanitizer finds is one that many threads come upon; the calls that only Windows has are lab 02's.
    "linux-tsan": Part(r"lab\d\d_storm_test|lab03_conformance_test|lab08_mutex_test"),
    WINDOWS_PRESET: Part(r"lab02_\w+_test|lab03_conformance_test"),
}
# A whole run has this of 32 bits, where the tools for it are there: the tests of words that are as wide as a pointer, of
# smaller counts that are full, and of layouts and names of the linker that differ.
PARTS_OF_32_BITS = {
    "linux-m32": Part(r"lab03_state_word_test|lab05_storm_test|lab06_alert_flags_test|lab07_promises_test"
                      r"|lab08_(?:mutex|mutex_word|set)_test|lab0[3568]_conformance_test"),
    "nt-mingw32": Part(r"lab07_(?:promises|tracing)_test|lab08_mutex_word_test|lab08_core|lab0[38]_conformance_test"),
}
LEFT_OUT = {"linux": "benchmarks, experiments, Relacy's programs", "linux-tsan": "all but the storms",
            WINDOWS_PRESET: "all but lab 02 and the mutexes of lab 03"}


def part_of_lab(lab: Lab) -> Part:
    """The part of Linux that a change of a lab concerns: the lab, and of those that stand on it tests and correct locks."""
    of_others = "|".join(rf"lab{other.number}_(?:\w+_test|model)" for other in labs.dependents(lab))
    own = rf"lab{lab.number}_(?!model_relacy|\w+_bench)\w+|kev_lab{lab.number}_(?!relacy)\w+"
    return Part(f"{own}|{of_others}" if of_others else own, labels=f"lab{lab.number}")


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


def checks(chosen: Sequence[Check], some: Sequence[Lab]) -> list[Outcome]:
    """Some checks, as `kev check` makes them."""
    outcomes = []
    for each in chosen:
        result = checking.make(each, some)
        failures = [(each.name, "\n".join(result.findings))] if result.findings else []
        outcomes.append(Outcome(each.name, failed=len(failures), skipped=int(bool(result.skipped)), note=result.skipped,
                                passed=int(not failures and not result.skipped), seconds=result.seconds,
                                failures=failures))
    return outcomes


def tools() -> Outcome:
    """The tests of the tools themselves (unittest), as many modules at a time as there are cores."""
    progress = Progress("tests of the tools")
    modules = sorted((ROOT / "tools").glob("**/tests/test_*.py"))
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
    """One exercise of each kind, proven in full. The whole proof is `kev exercise --prove`."""
    found = prove.prove(exercises.of_lab(labs.find_lab(PROVEN[0]))[:PROVEN[1]])
    failures = [("proof of exercises", "\n".join(found))] if found else []
    return Outcome("proof of exercises", passed=int(not found), failed=len(failures), failures=failures)


def cannot_build(name: str) -> str:
    """Why a preset cannot be built here, or ''."""
    return next((packages.supported(feature) or f"get it by: {packages.how_to_get([feature])}"
                 for feature in needs(name) if not packages.available(feature)), "")


def preset(name: str, part: Part | None = None, needed: bool = True) -> Outcome:
    """Configures, builds and tests a preset, or a part of it. If it is not needed, a run without it is a full run."""
    reason = cannot_build(name)
    if reason:
        return skipped(name, reason, blocking=needed)
    cmake.configure(name)
    programs = cmake.targets_matching(name, part.programs) if part else []
    cmake.build(name, programs)
    counts = ctest.run_tests(name, part, programs)
    return Outcome(name, counts.passed, counts.failed, counts.skipped, failures=counts.failures)


def windows(name: str = WINDOWS_PRESET, part: Part | None = None, needed: bool = True) -> Outcome:
    """The Windows executables under Wine, all with one server."""
    reason = cannot_build(name)
    if reason:
        return skipped(name, reason, blocking=needed)
    kind = wine.OF_32_BITS if "wine32" in needs(name) else wine.OF_64_BITS
    with wine.server(kind) as started:
        if not started:
            return Outcome(name, failed=1, note="Wine did not start",
                           failures=[(name, f"common/cmake/{kind.runner.name} cmd.exe /c exit failed; try it by hand")])
        outcome = preset(name, part)
    if not part and not benchmark_source():
        outcome.note = "without benchmarks: no source of Google Benchmark"
    return outcome


def alone(lab: Lab) -> Outcome:
    """One lab configured by itself, as a reader would, and built: a program of each world. The others have the same
    libraries, and the preset has compiled them."""
    name = cmake.configure_alone(lab)
    cmake.build(name, [target for target in cmake.targets_of(name, lab) if target.endswith(("_demo", "_model"))])
    return Outcome(name, passed=1)
