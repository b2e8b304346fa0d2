"""The check `mutants`: the changes that a lab explains in tests/mutations.md can still be made to its headers."""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.mutation import mutate


def run(labs: Sequence[Lab]) -> list[str]:
    """The explained changes of these labs that nothing can make any more."""
    found = []
    for lab in labs:
        path = lab.directory / "tests" / "mutations.md"
        known = {mutant.name for mutant in mutate.all_mutants(lab)}
        gone = mutate.read_explained(lab) - known
        lines = path.read_text(encoding="utf-8").splitlines() if gone else []
        for name in sorted(gone):
            number = next((number for number, line in enumerate(lines, 1) if name in line), 1)
            found.append(f"{path.relative_to(ROOT)}:{number}: {name}: the headers have no such change any more "
                         f"(./kev mutate {lab.number} --list)")
    return found


CHECK = Check("mutants", "the changes that tests/mutations.md explains can still be made", run)
