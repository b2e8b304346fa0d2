"""What GenMC says of some of the cases: a column of docs/races/cases.tsv. Only a machine that has GenMC can ask it again.

Which cases there are is in labs/NN_*/tests/genmc/cases.txt. The programs are those of the preset linux-genmc.
"""
from __future__ import annotations

import re
import shutil
from dataclasses import dataclass

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs
from kev.core.process import run

PRESET = "linux-genmc"
MEETINGS = ("nothing", "orders")  # what a meeting at a key orders: nothing, or the two that meet
FOUND = {"Liveness violation": "deadlock", "Non-atomic race": "data race", "Safety violation": "assertion"}
COUNT = re.compile(r"(complete executions explored|blocked executions seen): (\d+)")


@dataclass(frozen=True)
class Case:
    """A line of cases.txt."""
    lab: Lab
    id: str
    variant: str  # a dash for the correct lock
    entry: str

    def code(self, meeting: str) -> str:
        """The program, in the build folder."""
        variant = "reference" if self.variant == "-" else self.variant
        return f"common/worlds/genmc/{self.lab.number}/{variant}.{meeting}.bc"


def all_cases() -> list[Case]:
    """Those of all labs."""
    found = []
    for lab in all_labs():
        path = lab.directory / "tests" / "genmc" / "cases.txt"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        found += [Case(lab, *line.split()) for line in lines]
    return found


def ask() -> tuple[dict[str, str], list[str]]:
    """Asks GenMC about every case. Returns what it says by id, and what is not as it should be. Without GenMC it says
    nothing, and the old verdicts stay."""
    program = shutil.which("genmc")
    if program is None:
        return {}, []
    cmake.configure(PRESET)
    cmake.build(PRESET, ["kev_genmc"])
    cases, wrong = {}, []
    for case in all_cases():
        said = []
        for meeting in MEETINGS:
            answer = run([program, "--check-liveness", "--disable-estimation", f"--program-entry-function={case.entry}",
                          "--input-from-bitcode-file", "--", cmake.directory(PRESET) / case.code(meeting)], timeout=600)
            said.append(verdict_in(answer.output + answer.errors))
            if said[-1].startswith("clean") != (case.variant == "-"):
                wrong.append(f"{case.id}: GenMC says {said[-1]}")
        cases[case.id] = said[0] if said[0] == said[1] else f"{said[0]} (if meetings order: {said[1]})"
    return cases, wrong


def verdict_in(text: str) -> str:
    """What GenMC's output says, in our words."""
    counts = dict(COUNT.findall(text))
    seen = int(counts.get("complete executions explored", 0)) + int(counts.get("blocked executions seen", 0))
    for words, ours in FOUND.items():
        if f"Error: {words}" in text:
            return f"{ours}, execution {seen:,}"
    if "No errors were detected" in text:
        return f"clean, {seen:,} executions"
    raise KevError(f"cannot read what GenMC says:\n{text[-1000:]}")
