"""Runs CTest and counts from its JUnit file."""
from __future__ import annotations

import os
import platform
import shutil
import xml.etree.ElementTree as xml
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kev.build import cmake
from kev.core.process import run, run_logged
from kev.core.terminal import Progress

MAX_OUTPUT_LINES = 30


@dataclass
class Counts:
    """How a run ended: numbers, and what failed with its output."""
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)


def run_tests(name: str, chosen: Sequence[str] = ()) -> Counts:
    """Runs the tests of a build folder, or those that CTest's options choose. Twice as many at a time as there are cores: many
    of them sleep."""
    folder = cmake.directory(name)
    report = folder / "ctest.xml"
    report.unlink(missing_ok=True)
    command = ["ctest", "--test-dir", folder, "--output-junit", report, "--output-on-failure", "-j", str(2 * cmake.jobs()),
               *chosen]
    progress = Progress.begun(f"{name}: test")

    def on_line(line: str) -> None:
        words = line.split()
        if len(words) > 3 and "/" in words[0] and words[1] == "Test":
            progress.update(f"{words[0].replace('/', ' of ')}")

    status = run_logged(_fixed_addresses(name) + command, folder / "kev.log", on_line=on_line,
                        environment=_sanitizer_options())
    counts = read_junit(report)
    if status and not counts.failed:
        counts.failed += 1
        counts.failures.append(("ctest", f"ctest ended with status {status}"))
    if not counts.passed and not counts.failed:
        counts.failed += 1
        counts.failures.append(("ctest", "no test was found"))
    progress.done(f"{counts.passed} passed, {counts.failed} failed, {counts.skipped} skipped")
    return counts


def read_junit(path: Path) -> Counts:
    """The counts of a JUnit file. A test that could not be started has failed, not been skipped."""
    counts = Counts()
    if not path.exists():
        return counts
    for case in xml.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        message = skipped.get("message", "") if skipped is not None else ""
        if case.get("status") == "disabled" or message.startswith("SKIP_"):
            counts.skipped += 1
        elif case.get("status") == "run" and case.find("failure") is None:
            counts.passed += 1
        else:
            counts.failed += 1
            output = (case.findtext("system-out") or message).strip().splitlines()
            counts.failures.append((case.get("name", ""), "\n".join(output[-MAX_OUTPUT_LINES:])))
    return counts


def _fixed_addresses(name: str) -> list[str]:
    """ThreadSanitizer of GCC 12 cannot start where the kernel spreads addresses widely."""
    wrapper = ["setarch", platform.machine(), "-R"]
    if name == "linux-tsan" and shutil.which("setarch") and run([*wrapper, "true"]).ok:
        return wrapper
    return []


def _sanitizer_options() -> dict[str, str]:
    """Stops at the first finding, with both stacks."""
    given = os.environ.get("TSAN_OPTIONS", "")
    return {"TSAN_OPTIONS": f"halt_on_error=1:second_deadlock_stack=1:{given}".rstrip(":"),
            "UBSAN_OPTIONS": os.environ.get("UBSAN_OPTIONS", "print_stacktrace=1")}
