"""All checks, and all steps of a refresh, in their order."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from kev.checks import exercises, links, lists, machines, numbers, patches, programs, quotes, races, records, site, style
from kev.checks.registry import Check, Refresh
from kev.core.errors import KevError

# The quick checks come first.
CHECKS = [style.CHECK, quotes.CHECK, patches.CHECK, races.CHECK_SCHEDULES, links.CHECK, lists.CHECK, numbers.CHECK,
          exercises.CHECK_MANIFESTS, programs.CHECK_FORMAT, programs.CHECK_LINT, exercises.CHECK_EXERCISES, site.CHECK,
          site.CHECK_BROWSER]
# A step reads what the steps before it have written.
REFRESHES = [patches.REFRESH, races.REFRESH, quotes.REFRESH, records.REFRESH_WEAK, records.REFRESH, numbers.REFRESH,
             machines.REFRESH, lists.REFRESH]


def whole() -> list[Check]:
    """Those of a whole run."""
    return [check for check in CHECKS if check.usual]


def named(names: Iterable[str]) -> list[Check]:
    """The checks with these names."""
    known = {check.name: check for check in CHECKS}
    return [known[name] for name in checked(names, known, "check")]


def refreshes(names: Sequence[str]) -> list[Refresh]:
    """The steps with these names, in their order; the usual ones, if there are none."""
    known = {step.name: step for step in REFRESHES}
    chosen = set(checked(names, known, "step of a refresh"))
    return [step for step in REFRESHES if step.name in chosen or (step.usual and not names)]


def checked(names: Iterable[str], known: Iterable[str], what: str) -> list[str]:
    """The names, each once; an error names the known ones."""
    wanted = list(dict.fromkeys(names))
    known = list(known)
    if unknown := [name for name in wanted if name not in known]:
        raise KevError(f"there is no {what} '{unknown[0]}'; known: {', '.join(known)}")
    return wanted
