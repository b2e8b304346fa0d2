"""What each memory order, look, step and sequence of a lab is for: docs/orders/NN.json.

A record has the name of the change, as `kev mutate` names it: the header, the function, and the line with the change in
it. Comments are no part of that, nor are line numbers. The reason why no test notices a change is not kept here: it is in
labs/NN_*/tests/mutations.md, so writing the records anew loses none.
"""
from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from kev.core import cpp_source
from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.mutation import mutate
from kev.mutation.mutants import Mutant
from kev.mutation.switches import can_switch

FOLDER = ROOT / "docs" / "orders"
CHECKER, WEAK, TESTS, NOBODY = "checker", "checker, weak memory", "native tests", "nobody"
UNREACHED = "no case comes by"
WORLDS = (CHECKER, WEAK, TESTS, NOBODY, UNREACHED)
SILENT = (NOBODY, UNREACHED)
OUTSIDE = "outside the model"
KINDS = ("order", "look", "statement", "swap")
CALL = re.compile(r"\w\(")  # a step is a call
WORDS = re.compile(r"_text\.hpp$|/nt_\w+\.hpp$")
Record = dict[str, Any]


def changes_of(lab: Lab) -> list[Mutant]:
    """Those that are recorded: what declares a name or returns a value is neither left out nor dropped."""
    sources: dict[str, str] = {}
    found = []
    for one in mutate.all_mutants(lab):
        source = sources.setdefault(one.file, (ROOT / one.file).read_text(encoding="utf-8"))
        is_step = one.kind != "statement" or CALL.search(source, one.start, one.end)
        if one.kind in KINDS and is_step and not WORDS.search(one.file) and can_switch(one, source):
            found.append(one)
    return found


def header_digest(file: str) -> str:
    """Of a header's code, without comments and without the names of locals."""
    shape = cpp_source.code_shape((ROOT / file).read_text(encoding="utf-8"))
    return hashlib.sha256(shape.encode()).hexdigest()[:8]


class Book:
    """The records of one lab. Those of a header whose code has changed are forgotten."""

    def __init__(self, lab: Lab) -> None:
        self.lab, self.path = lab, FOLDER / f"{lab.number}.json"
        self.reasons = mutate.explanations(lab)
        stored = load(lab.number)
        folders = (lab.directory / "include" / "kev" / f"lab{lab.number}", lab.directory / "library" / "include" / "kev")
        self.headers = {path.relative_to(folder).as_posix(): header_digest(path.relative_to(ROOT).as_posix())
                        for folder in reversed(folders) for path in sorted(folder.rglob("*.hpp"))}  # the lesson's, of two
        good = {name for name, digest in stored["headers"].items() if self.headers.get(name) == digest}
        self.outside = {name for name, digest in stored["outside"].items() if self.headers.get(name) == digest}
        self.records: dict[str, Record] = {one["change"]: one for one in stored["records"]
                                           if header_of(one["change"]) in good}

    def forget(self, which: Callable[[Record], bool]) -> None:
        """Drops those records, so that they are asked for again."""
        self.records = {name: one for name, one in self.records.items() if not which(one)}

    def leave_out(self) -> None:
        """Drops the records of those headers that no case comes by: they are of the native world alone."""
        reached = {header_of(name) for name, one in self.records.items() if one["world"] != UNREACHED}
        self.outside |= {header_of(name) for name in self.records} - reached
        self.forget(lambda record: header_of(record["change"]) in self.outside)
        self._write()

    def world_of(self, mutant: Mutant) -> str | None:
        """Which world notices it, if that is known."""
        if header_of(mutant.name) in self.outside:
            return OUTSIDE
        record = self.records.get(mutant.name)
        return record["world"] if record else None

    def reason(self, name: str) -> str:
        """Why no test notices it."""
        return self.reasons.get(name, "")

    def keep(self, mutant: Mutant, found: Mapping[str, object]) -> None:
        """Writes a record at once: a run may be stopped at any time."""
        self.records[mutant.name] = {"change": mutant.name, "kind": mutant.kind, **found}
        self._write()

    def _write(self) -> None:
        write_atomically(self.path, as_text(self.lab.number, self.headers, self.outside, list(self.records.values())))


def as_text(number: str, headers: Mapping[str, str], outside: set[str], found: list[Record]) -> str:
    """The file: a record a line, in the order of the names."""
    used = {header_of(one["change"]) for one in found}
    digests = {name: digest for name, digest in headers.items() if name in used}
    others = {name: digest for name, digest in headers.items() if name in outside}
    rows = [json.dumps(one, ensure_ascii=False) for one in sorted(found, key=lambda one: one["change"])]
    return (f'{{"lab": "{number}",\n "headers": {json.dumps(digests, indent=2)},\n '
            f'"outside": {json.dumps(others, indent=2)},\n "records": [\n '
            + ",\n ".join(rows) + "\n]}\n")


def load(number: str) -> dict[str, Any]:
    """The stored file of a lab; an empty one if there is none."""
    path = FOLDER / f"{number}.json"
    if not path.exists():
        return {"lab": number, "headers": {}, "outside": {}, "records": []}
    return {"outside": {}, **json.loads(path.read_text(encoding="utf-8"))}


def header_of(name: str) -> str:
    """The header in the name of a change."""
    return name.split(": ", 1)[0]
