"""The worlds that may notice a change: the checker, the checker with a weak memory, the native tests.

Each program is built once, with all changes in it (switches.py), and is run first with none of them, to see which places
each of its cases comes by. So a change is tried only with the cases that can notice it.
"""
from __future__ import annotations

import json
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import Result, run
from kev.core.terminal import Progress
from kev.mutation import switches
from kev.mutation.mutants import Mutant
from kev.mutation.mutation_bench import MODEL, PRESET, PROGRAM, Bench, hangs
from kev.races import models

CHECKER, WEAK, TESTS, NOBODY = "checker", "checker, weak memory", "native tests", "nobody"
UNREACHED, UNBUILT = "no case comes by", "does not compile"
WEAKLY = ("--weak", "1", "--bound", "2", "--seconds", "5")
CLEAN = (*models.CLEAN, models.SAMPLED)


class Worlds:
    """Those of one lab, with all of these changes in them; a change is called by its place in the list."""

    def __init__(self, lab: Lab, changes: Sequence[Mutant], with_tests: bool) -> None:
        self.changes = changes
        programs = programs_with(lab, changes, PROGRAM if with_tests else MODEL) if changes else {}
        models = sorted(filter(MODEL.match, programs), key=len)
        self.models = [Model(programs[name]) for name in models]
        self.tests = [Test(path) for name, path in programs.items() if not MODEL.match(name)]

    def ask(self, number: int) -> dict[str, Any]:
        """Which world notices a change first."""
        change = self.changes[number]
        for model in self.models:
            if found := model.notices(number):
                return {"world": CHECKER, "program": model.program.name, **found}
        for model in self.models if change.is_about_memory else ():
            if found := model.notices_if_weak(number):
                return {"world": WEAK, "program": model.program.name, **found}
        for test in self.tests if change.kind != "order" else ():
            if found := test.notices(number):
                return {"world": TESTS, **found}
        is_reached = any(model.comes_by(number) for model in self.models)
        return {"world": NOBODY if is_reached else UNREACHED}


def built(bench: Bench, program: str, changes: Sequence[Mutant], sources: Mapping[str, str]) -> Path:
    """A program with all of these changes in it; a change is called by its place in the list."""
    progress = Progress.begun(f"{program}, all changes in it")
    headers = {switches.HEADER: switches.TEXT}
    for file, source in sources.items():
        numbers = {number: one for number, one in enumerate(changes) if one.file == file}
        headers[file.split("/include/", 1)[1]] = switches.switched(source, numbers)
    made = bench.program_of("desk", program, headers)
    progress.done("built")
    return made


def programs_with(lab: Lab, changes: Sequence[Mutant], pattern: re.Pattern[str]) -> dict[str, Path]:
    """The lab's programs of these names with all of these changes in them, by name."""
    bench = Bench(lab, build_root() / "mutate" / f"{lab.number}-switches", ("-O1",))
    sources = {one.file: (ROOT / one.file).read_text(encoding="utf-8") for one in changes}
    return {name: built(bench, name, changes, sources)
            for name in sorted(filter(pattern.match, cmake.targets_of(PRESET, lab)))}


class Model:
    """The checker's program of a lab."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.cases: list[Case] = []
        progress = Progress.begun(f"{program.name}, none of them made")
        listed = run([program, "--list"], timeout=60).output.splitlines()
        for line in listed:
            name, _, _, expected, bound, _ = line.split("\t")
            answer, reached = run_with_reached(program, ["--bound", bound, "--json", name])
            found = cases_in(answer)
            if not answer.ok or not found:
                raise KevError(f"{name} is not as expected without any change")
            self.cases.append(Case(name, expected, bound, reached, found[0]["steps"], found[0]["seconds"]))
            progress.update(f"{len(self.cases)} of {len(listed)}")
        # Those that should be clean come first: they say what the harm is. Of them those with few steps.
        self.cases.sort(key=lambda case: (case.expected not in CLEAN, case.steps, case.name))
        progress.done("done")

    def comes_by(self, number: int) -> bool:
        """Whether some case comes by the place."""
        return any(number in case.reached for case in self.cases)

    def notices(self, number: int) -> dict[str, Any] | None:
        """The first case that is not as expected."""
        for case in self.cases:
            if number in case.reached:
                answer = self._run(case, number, "--bound", case.bound, "--json", case.name)
                if not answer.ok:
                    return self._finding(case, answer)
        return None

    def notices_if_weak(self, number: int) -> dict[str, Any] | None:
        """The first case that is clean as a rule, and not with a weak memory."""
        for case in self.cases:
            if number in case.reached and case.expected in CLEAN:
                found = cases_in(self._run(case, number, *WEAKLY, "--json", case.name))
                if found and found[0]["found"] not in CLEAN:
                    return of_case(found[0])
        return None

    def _run(self, case: Case, number: int, *arguments: str) -> Result:
        limit = int(5 + 15 * case.seconds)
        return run(["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", self.program, *arguments], timeout=1800,
                   environment={"KEV_CHANGE": str(number)})

    @staticmethod
    def _finding(case: Case, answer: Result) -> dict[str, Any]:
        found = cases_in(answer)
        return of_case(found[0]) if found else {"case": case.name, "found": "hangs" if is_stopped(answer) else "ends"}


@dataclass(frozen=True)
class Case:
    """One case of the unchanged program."""
    name: str
    expected: str
    bound: str  # its own: a search beyond it would take most of the time, and find nothing more as a rule
    reached: set[int]
    steps: int
    seconds: float


class Test:
    """A native test program."""

    def __init__(self, program: Path) -> None:
        self.program = program
        answer, self.reached = run_with_reached(program, [])
        if not answer.ok:
            raise KevError(f"{program.name} fails without any change:\n{answer.complaint()}")

    def notices(self, number: int) -> dict[str, Any] | None:
        """The first test that fails."""
        if number not in self.reached:
            return None
        answer = run(["sh", "-c", 'ulimit -t 120; exec "$@"', "sh", self.program, "--gtest_fail_fast"], timeout=1800,
                     environment={"KEV_CHANGE": str(number), "KEV_WATCHDOG_SECONDS": "60"})
        if answer.ok:
            return None
        failed = [line.split("]", 1)[1].split(" (")[0].split(",")[0].strip()
                  for line in answer.output.splitlines() if line.startswith("[  FAILED  ] ")]
        return {"case": f"{self.program.name}: {failed[0]}" if failed else self.program.name,
                "found": "hangs" if hangs(answer) or is_stopped(answer) else "fails"}


def run_with_reached(program: Path, arguments: Sequence[str]) -> tuple[Result, set[int]]:
    """Runs a program with no change made. Returns the numbers of those whose places it came by, too."""
    file = program.with_suffix(".reached")
    file.unlink(missing_ok=True)
    answer = run([program, *arguments], timeout=3600, environment={"KEV_REACHED": str(file)})
    return answer, {int(line) for line in file.read_text(encoding="utf-8").split()} if file.exists() else set()


def is_stopped(answer: Result) -> bool:
    """Whether a program used up its time: the shell that sets the limit becomes the program."""
    return answer.timed_out or answer.status in (-signal.SIGXCPU, -signal.SIGKILL)


def cases_in(answer: Result) -> list[dict[str, Any]]:
    """The results in what a model program prints; none if it did not come to its end."""
    try:
        return json.loads(answer.output)
    except ValueError:
        return []


def of_case(case: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a result."""
    kept = {"case": case["id"], "found": case["found"], "runs": case["runs"]}
    if case["found"] in CLEAN:
        return {**kept, "why": case["why"]}
    return {**kept, "turns": case["schedule"]["turns"]["text"]} if "schedule" in case else kept
