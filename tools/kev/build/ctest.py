"""Runs CTest and counts from its JUnit file."""
from __future__ import annotations

import json
import os
import platform
import re
import shutil
import xml.etree.ElementTree as xml
from collections.abc import Collection
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


@dataclass(frozen=True)
class Part:
    """The part of a preset that is built and tested. The programs are those whose names match; a test runs if it calls one of
    these, or calls no program of the build and has one of the labels."""
    programs: str  # a regular expression, of a whole name
    labels: str = ""  # likewise


def run_tests(name: str, part: Part | None = None, built: Collection[str] = ()) -> Counts:
    """Runs the tests of a build folder, or a part of them, as many at a time as there are cores."""
    folder = cmake.directory(name)
    report = folder / "ctest.xml"
    report.unlink(missing_ok=True)
    command = ["ctest", "--test-dir", folder, "--output-junit", report, "--output-on-failure", "-j", str(cmake.jobs())]
    progress = Progress.begun(f"{name}: test")
    if part:
        chosen = numbers(_listed(name, folder), folder, part, built)
        command += ["-I", ",".join(map(str, [chosen[0], chosen[0], 1, *chosen[1:]]))] if chosen else ["-R", "^$"]

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


def _listed(name: str, folder: Path) -> list[dict]:
    """CTest's tests, in its order."""
    result = run([*_fixed_addresses(name), "ctest", "--test-dir", folder, "--show-only=json-v1"],
                 environment=_sanitizer_options())
    try:
        return json.loads(result.output[result.output.index("{"):])["tests"]
    except (ValueError, KeyError) as error:
        raise cmake.BuildError(f"{name}: ctest cannot list its tests: {result.complaint()}") from error


def numbers(tests: list[dict], folder: Path, part: Part, built: Collection[str]) -> list[int]:
    """The numbers of the tests that belong to a part of which these programs were built."""
    found = []
    for number, test in enumerate(tests, 1):
        words = " ".join(test.get("command", []))
        called = set(re.findall(rf"{re.escape(str(folder))}/bin/([\w.]+?)(?:\.exe)?(?=[\s;]|$)", words))
        labels: list[str] = next((each["value"] for each in test.get("properties", []) if each["name"] == "LABELS"), [])
        if called & set(built) if called else words and any(re.fullmatch(part.labels, label) for label in labels):
            found.append(number)
    return found


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
