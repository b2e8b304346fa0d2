"""The checks `manifests` and `exercises`: what the exercises say of themselves is so. That each can be solved and that no
starter passes is what `kev exercise --prove` shows."""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.course import exercise_cases, exercises, prove, syntax


def run_manifests(labs: Sequence[Lab]) -> list[str]:
    """The mistakes that the manifests and the folders show."""
    return prove.problems(list(labs))


def run_exercises(labs: Sequence[Lab]) -> list[str]:
    """The compiler's complaints about the starters, and the cases that the programs of the labs do not have."""
    some = [each for lab in labs for each in exercises.of_lab(lab)]
    return prove.problems(list(labs)) or [*exercise_cases.problems(some, "linux"), *syntax.check(some)]


CHECK_MANIFESTS = Check("manifests", "the exercises' manifests agree with their folders", run_manifests)
CHECK_EXERCISES = Check("exercises", "starters compile, and the cases that manifests name exist", run_exercises,
                        features=("build",), builds=True)
