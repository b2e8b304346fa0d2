"""The locks of exercises to attack: a reference with a flaw that nobody is told of, out of those that the tests know.

A flaw is named by words of its mutant's name (kev.mutation.mutants). The lock is handed out without comments, in one file.
In a handout this file is all there is: neither the reference nor the list of flaws.
"""
from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from kev.core.cpp_source import code_alone
from kev.core.errors import KevError
from kev.core.paths import ROOT

if TYPE_CHECKING:
    from kev.course.exercises import Exercise

LOCK = "lock.hpp"  # how it is called beside the student's scenario


def locks(exercise: Exercise) -> list[str]:
    """All that the exercise may hand out."""
    handed_out = exercise.start / LOCK
    if handed_out.exists():
        return [handed_out.read_text(encoding="utf-8")]
    return [_flawed(exercise.reference(Path(exercise.header)), words) for words in exercise.flaws]


@functools.cache
def _flawed(path: Path, words: str) -> str:
    from kev.mutation.mutants import mutants_of  # not for every command
    source = path.read_text(encoding="utf-8")
    found = [each for each in mutants_of(path.relative_to(ROOT).as_posix(), source) if words in each.name]
    if len(found) != 1:
        raise KevError(f"{path.name} has {len(found)} mutants with '{words}' in their name, and not one")
    return without_comments(found[0].applied(source))


def without_comments(source: str) -> str:
    """As it would be read: the code of each line at its place. What is left of a statement that was taken out goes, too."""
    kept: list[str] = []
    for line in source.splitlines():
        code = code_alone(line)
        if line.lstrip().startswith("//") or code == ";" and kept and kept[-1].endswith((";", "{", "}")):
            continue
        kept.append(line[:len(line) - len(line.lstrip())] + code if code else "")
    text = "\n".join(kept)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.strip() + "\n"


def is_told_by_its_form(lock: str) -> bool:
    """Whether a reader sees which line was changed without knowing what it does."""
    return bool(re.search(r"^ *;$|\b(?:if|while) \((?:false|!\()|\) ;", lock, re.MULTILINE))


def chosen(exercise: Exercise, seed: str) -> str:
    """One of them; always the same for a seed."""
    some = locks(exercise)
    return some[int.from_bytes(hashlib.sha256(f"{exercise.name} {seed}".encode()).digest()[:4], "big") % len(some)]
