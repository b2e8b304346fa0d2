"""Each change is compiled by itself, into one program after the other that includes its header."""
from __future__ import annotations

import hashlib
import json
import threading
from collections import defaultdict
from typing import Any

from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.mutation.mutants import Mutant
from kev.mutation.mutation_bench import IN_WEAK_MEMORY, Bench, Unit

CHECKER, WEAK, TESTS, NOBODY = "checker", "checker, weak memory", "native tests", "nobody"
UNREACHED, UNBUILT = "in no program", "does not compile"


class Alone:
    """The programs of one lab, each of which is built once for every change."""

    def __init__(self, lab: Lab, with_tests: bool) -> None:
        self.bench, self.with_tests = Bench(lab, build_root() / "mutate" / lab.number), with_tests
        self.references: dict[str, dict[str, float]] = {}
        self.locks: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self.path = self.bench.folder / "references.json"
        try:
            self.references = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            pass

    def ask(self, one: Mutant) -> dict[str, Any]:
        """Which program notices a change first."""
        text = one.applied((ROOT / one.file).read_text(encoding="utf-8"))
        with_tests = self.with_tests and one.kind != "order"  # most orders an x86-64 processor keeps unasked
        units = [unit for unit in self.bench.units_of(one.file) if unit.model or with_tests]
        for unit in units:
            failed = self.bench.attempt(threading.current_thread().name, unit, one.file, text, self.usual(unit),
                                        one.is_about_memory)
            if failed == "":
                return {"world": UNBUILT}
            if failed:
                world = TESTS if not unit.model else WEAK if failed.endswith(IN_WEAK_MEMORY) else CHECKER
                return {"world": world, "program": unit.program, "case": failed}
        return {"world": NOBODY if units else UNREACHED}

    def usual(self, unit: Unit) -> dict[str, float]:
        """What the unit takes without any change, which it must pass: seconds by case. Only one thread measures them."""
        text = "".join((ROOT / self.bench.commands[one][0]).read_text(encoding="utf-8") for one in unit.own)
        key = hashlib.sha256((unit.name + self.bench.common + text).encode()).hexdigest()[:16]
        with self.locks[key]:
            if key not in self.references:
                self.references[key] = self.bench.reference(threading.current_thread().name, unit)
                write_atomically(self.path, json.dumps(dict(self.references)))
        return self.references[key]
