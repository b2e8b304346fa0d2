"""The check `commits`: the subjects of new commits are short enough for a list of them."""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program

MOST = 72  # characters
BASES = ("origin/main", "main")  # what a branch adds to; on that itself, the newest commits are read
NEWEST = "-5"


def long_subjects(log: str) -> list[str]:
    """Findings of a log that has 'commit subject' in each line."""
    found = []
    for line in log.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > MOST:
            found.append(f"{commit}: the subject has {len(subject)} characters, and {MOST} are the most: {subject}")
    return found


def new_commits() -> str:
    """'commit subject' of each commit that is not in the base, or of the newest ones."""
    for base in BASES:
        answer = _log(f"{base}..HEAD")
        if answer:
            return answer
    newest = _log(NEWEST)
    if not newest:
        raise Skipped("there is no history of git here")
    return newest


def _log(which: str) -> str:
    answer = run_program(["git", "-C", ROOT, "log", "--no-merges", "--format=%h %s", which, "--"])
    return answer.output if answer.ok else ""


def run(_labs: Sequence[Lab]) -> list[str]:
    """The long subjects among the new commits."""
    return long_subjects(new_commits())


CHECK = Check("commits", f"the subjects of new commits have at most {MOST} characters", run, concerns=())
