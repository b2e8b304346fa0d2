"""The check `variants`: the patches of broken variants, of mutants and of starters fit. The first lines of those of
variants say what is wrong."""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check, Refresh
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.races import stored, variants


def cases() -> dict[tuple[str, str], list[str]]:
    """The cases of each broken variant, by lab and flaw."""
    found: dict[tuple[str, str], list[str]] = {}
    for case in stored.rows():
        found.setdefault((case.lab, case.variant), []).append(case.id)
    return found


def run(_labs: Sequence[Lab]) -> list[str]:
    """The patches that do not fit, or say nothing."""
    try:
        found = [f"{name}:1: not made against the present reference (./kev refresh variants)"
                 for name in variants.carry_over(True)]
    except KevError as error:
        found = str(error).splitlines()
    return found + list(variants.complaints(cases()))


def refresh() -> list[str]:
    """Carries them over."""
    variants.carry_over(False)
    return []


CHECK = Check("variants", "the patches of variants and starters fit, and variants say first what is wrong", run)
REFRESH = Refresh("variants", "the patches of variants and starters, carried over to a reference that has changed",
                  refresh)
