"""What GenMC says of some of the cases: docs/genmc.json. Only a machine that has GenMC can ask it again.

Which cases there are is in labs/NN_*/tests/genmc/cases.txt. The programs are those of the preset linux-genmc.
"""
from __future__ import annotations

import hashlib
import json
import re
import shutil
from dataclasses import dataclass

from kev.build import cmake
from kev.core import cpp_source
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT
from kev.core.process import run

FILE = ROOT / "docs" / "genmc.json"
PRESET = "linux-genmc"
MEETINGS = ("nothing", "orders")  # what a meeting at a key orders: nothing, or the two that meet
FOUND = {"Liveness violation": "deadlock", "Non-atomic race": "data race", "Safety violation": "assertion"}
COUNT = re.compile(r"(complete executions explored|blocked executions seen): (\d+)")
VERSION = re.compile(r"GenMC v(\S+) \((LLVM \S+)\)")


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


def load() -> dict[str, str]:
    """By id: the verdict, as the table shows it."""
    return json.loads(FILE.read_text(encoding="utf-8"))["cases"] if FILE.exists() else {}


def is_old() -> bool:
    """Whether the code has changed since GenMC was asked."""
    return FILE.exists() and json.loads(FILE.read_text(encoding="utf-8"))["code"] != digest()


def digest() -> str:
    """Of the code that GenMC reads: the world, the meeting place, the shared scenarios, the cases, and the labs' headers."""
    labs = {case.lab.directory for case in all_cases()}
    paths = [*(ROOT / "common" / "worlds" / "genmc").rglob("*.?pp"), *(ROOT / "common" / "scenarios").rglob("*.hpp"),
             *(path for lab in labs for part in ("include", "tests/genmc") for path in (lab / part).rglob("*.?pp"))]
    shapes = [cpp_source.code_shape(path.read_text(encoding="utf-8")) for path in sorted(paths)]
    return hashlib.sha256("\0".join(shapes).encode()).hexdigest()[:12]


def ask() -> list[str]:
    """Asks GenMC about every case, and writes what it says. Returns what is not as it should be. Without GenMC the old
    verdicts stay, and the page says so."""
    program = shutil.which("genmc")
    if program is None:
        return []
    cmake.configure(PRESET)
    cmake.build(PRESET, ["kev_genmc"])
    cases, version, wrong = {}, "", []
    for case in all_cases():
        said = []
        for meeting in MEETINGS:
            answer = run([program, "--check-liveness", "--disable-estimation", f"--program-entry-function={case.entry}",
                          "--input-from-bitcode-file", "--", cmake.directory(PRESET) / case.code(meeting)], timeout=600)
            text = answer.output + answer.errors
            found = VERSION.search(text)
            version = " with ".join(found.groups()) if found else version
            said.append(verdict_in(text))
            if said[-1].startswith("clean") != (case.variant == "-"):
                wrong.append(f"{case.id}: GenMC says {said[-1]}")
        cases[case.id] = said[0] if said[0] == said[1] else f"{said[0]} (if meetings order: {said[1]})"
    text = json.dumps({"version": version, "code": digest(), "cases": cases}, indent=1)
    write_atomically(FILE, text + "\n")
    return wrong


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
