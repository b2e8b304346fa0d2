"""A change that cannot be turned on in a run is compiled by itself, into each program that includes its header."""
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
from kev.mutation.mutation_bench import Bench, Unit
from kev.mutation.worlds import CHECKER, NOBODY, TESTS, UNBUILT, UNREACHED


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
        units = [unit for unit in self.bench.units_of(one.file) if unit.model or self.with_tests]
        for unit in units:
            failed = self.bench.attempt(threading.current_thread().name, unit, one.file, text, self.usual(unit))
            if failed == "":
                return {"world": UNBUILT}
            if failed:
                return {"world": CHECKER if unit.model else TESTS, "program": unit.program, "case": failed}
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
