"""What the checker says of the correct locks where the memory is weak: a column of docs/races/cases.tsv.

Each run may have one stale load, one early store and one stale failure (docs/checker.md), and the kernel is not trusted
with the order of changes. A lock that fails so is asked once more with that trust. A search ends after some seconds of
processor time, so the result names the largest bound that it finished.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs
from kev.core.process import run
from kev.core.terminal import Progress
from kev.races import agreement, models, stored, variants

SECONDS = 10  # of processor time for a search, if nothing else is asked for
WEAK = ("--weak", "1")
TRUST = "--trust"


@dataclass(frozen=True)
class Answer:
    """What is said of a case, and whether that is as it should be."""
    text: str
    wrong: str = ""


def cases_of(lab: Lab) -> list[stored.Row]:
    """The cases of a lab's correct locks that should be clean."""
    return [case for case in stored.rows()
            if case.lab == lab.number and case.expected in models.CLEAN and not variants.broken(case.lab, case.variant)]


def ask(seconds: int) -> list[str]:
    """Asks about every case, and writes the verdicts lab by lab. Returns the findings."""
    wrong = []
    for lab in all_labs():
        wanted = cases_of(lab)
        models.build(sorted({case.program for case in wanted}), install=False)
        said: dict[str, Answer] = {}
        progress = Progress.begun(f"lab {lab.number}, weak memory")
        with ThreadPoolExecutor(cmake.jobs()) as pool:
            for case, answer in zip(wanted, pool.map(lambda case: about(case, seconds), wanted)):
                said[case.id] = answer
                wrong += [f"{case.id}: {answer.wrong}"] if answer.wrong else []
                progress.update(f"{len(said)} of {len(wanted)}")
        agreement.write(lambda row: {"weak": said[row.id].text} if row.lab == lab.number and row.id in said else {})
        progress.done(f"{len(said)} cases")
    return wrong


def about(case: stored.Row, seconds: int) -> Answer:
    """What the checker says of a case, without the trust, and with it if that makes a difference."""
    found = explore(case, seconds)
    if found["found"] in (*models.CLEAN, models.SAMPLED):
        return Answer(in_words(found, seconds), complaint(found))
    trusting = explore(case, seconds, TRUST)
    return Answer(f"{found['found']}; if the kernel orders changes: {in_words(trusting, seconds)}", complaint(trusting))


def explore(case: stored.Row, seconds: int, *more: str) -> dict[str, Any]:
    """The result of a case with a weak memory."""
    answer = run([cmake.executable(models.PRESET, case.program), "--json", *WEAK, *more, "--seconds", str(seconds), case.id])
    try:
        return json.loads(answer.output)[0]
    except json.JSONDecodeError as error:
        raise KevError(f"{case.id}: {answer.complaint()}") from error


def in_words(found: Mapping[str, Any], seconds: int) -> str:
    """A result, as the table shows it."""
    name, bound = found["found"], found["bound"]
    if name == models.SAMPLED and bound < 0:
        return f"not finished at bound 0 in {seconds} s"
    if name == models.SAMPLED or (name == models.CLEAN[0] and bound is not None):
        return f"clean, bound {bound}"
    return "clean, no bound" if name == models.CLEAN[0] else name


def complaint(found: Mapping[str, Any]) -> str:
    """What is wrong with a result: a finding, or that a search that ended never came to what the case is about."""
    if found["found"] == models.SAMPLED or found["as_expected"]:
        return ""
    return f"with a weak memory: {found['why']}"
