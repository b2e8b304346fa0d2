"""The check `commits`: the subjects of new commits are short enough for a list of them."""
from __future__ import annotations

import shutil
from collections.abc import Sequence

from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program

MOST = 72  # characters
RULE_BEGAN = "2026-11-24T00:15:50Z"
# It was merged while the check read no more than the newest five commits of the main branch. A history is not rewritten.
KNOWN = ("Site: the browser check chooses changes and compares them with the records",)


def long_subjects(log: str) -> list[str]:
    """Findings of a log that has 'commit subject' in each line."""
    found = []
    for line in log.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > MOST and subject not in KNOWN:
            found.append(f"{commit}: the subject has {len(subject)} characters, and {MOST} are the most: {subject}")
    return found


def new_commits() -> str:
    """'commit subject' of each commit since there is the rule, those of merged branches included."""
    if not shutil.which("git"):
        raise Skipped("there is no git here")
    answer = run_program(["git", "-C", ROOT, "log", "--no-merges", f"--since={RULE_BEGAN}", "--format=%h %s", "--"])
    if not answer.ok:
        raise Skipped("there is no history of git here")
    return answer.output


def run(_labs: Sequence[Lab]) -> list[str]:
    """The long subjects among the new commits."""
    return long_subjects(new_commits())


CHECK = Check("commits", f"the subjects of new commits have at most {MOST} characters", run, concerns=())
