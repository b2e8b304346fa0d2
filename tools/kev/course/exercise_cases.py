"""Whether the cases that a manifest names exist in the lab's own programs, and are about the student's file.

A list of types in a test has numbers for names: `Lockable/0`. A type that is put in front moves all others, and an
exercise would go on with the tests of another lock. GoogleTest's list of tests says which type has which number.
"""
import fnmatch
import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kev.build import cmake
from kev.core.process import run
from kev.course.exercises import Exercise

SUITE = re.compile(r"^(\S+)\.(?:\s+# TypeParam = (.*))?$")


def problems(some: Iterable[Exercise], preset: str) -> list[str]:
    """The mistakes in the cases of some exercises, a sentence each, as far as the programs of `preset` are built."""
    found = [f"{exercise.name}: {text}" for exercise in some
             if exercise.kind == "write" for source, cases in [*exercise.tests.items(), *exercise.also.items()]
             for text in _of_source(exercise, source, cases, preset)]
    return found + [f"{exercise.name}: {text}" for exercise in some if exercise.bench
                    for text in _of_benchmark(exercise, preset)]


def _of_benchmark(exercise: Exercise, preset: str) -> Iterator[str]:
    name = f"lab{exercise.lab.number}_{Path(exercise.bench['source']).name}"
    program = cmake.executable(preset, name)
    if program:
        listed = run([program, "--benchmark_list_tests", f"--benchmark_filter={exercise.bench['filter']}"], timeout=60)
        if not listed.ok or not listed.output.strip() or "Failed to match" in listed.output:
            yield f"{name} has no benchmark that matches {exercise.bench['filter']}"


def _of_source(exercise: Exercise, source: str, cases: list[str], preset: str) -> list[str]:
    model = source.startswith("model/")
    name = f"lab{exercise.lab.number}_" + ("model" if model else Path(source).name)
    program = cmake.executable(preset, name)
    if program is None:
        return []
    listed = _listed(program, "--list" if model else "--gtest_list_tests")
    if model:
        known = set(re.findall(r"^\S+", listed, re.MULTILINE))
        return [f"{name} has no case {case}" for case in cases if case not in known]
    return list(of_tests(name, listed, cases, [path.stem for path in exercise.files()]))


@functools.cache
def _listed(program: Path, option: str) -> str:
    """The answer of a program; several exercises ask one program."""
    return run([program, option], timeout=60).output


def of_tests(name: str, listed: str, cases: list[str], stems: list[str]) -> Iterator[str]:
    """The same for GoogleTest's list. `stems`: what the starter's headers are called, as their classes are."""
    tests, types = parse(listed)
    for case in cases:
        if not fnmatch.filter(tests, case):
            yield f"{name} has no test {case}"
        suite = case.partition(".")[0]
        group = suite.rpartition("/")[0]
        for stem in stems:
            others = [each for each, text in types.items() if each.rpartition("/")[0] == group and stem in text]
            if suite in types and others and suite not in others:
                yield f"{case} of {name} is about {types[suite]}; {stem} is in {', '.join(others)}"


def parse(listed: str) -> tuple[list[str], dict[str, str]]:
    """From what --gtest_list_tests prints: the full names, and {suite: the type it is about}."""
    tests, types, suite = [], {}, ""
    for line in listed.splitlines():
        if line.startswith("  "):
            tests.append(f"{suite}.{line.split()[0]}")
        elif found := SUITE.match(line):
            suite = found.group(1)
            if found.group(2):
                types[suite] = found.group(2)
    return tests, types
