"""What the checker says of the correct locks where the memory is weak: docs/weak.json.

Each run may have one stale load, one early store and one stale failure (docs/checker.md), and the kernel is not trusted
with the order of changes. A lock that fails so is asked once more with that trust. A search ends after some seconds of
processor time, so the result names the largest bound that it finished.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT
from kev.core.process import run
from kev.core.terminal import Progress
from kev.races import models, race_data, variants

FILE = ROOT / "docs" / "weak.json"
SECONDS = 10  # of processor time for a search, if nothing else is asked for
WEAK = ("--weak", "1")
TRUST = "--trust"


@dataclass(frozen=True)
class Answer:
    """What is said of a case, and whether that is as it should be."""
    text: str
    wrong: str = ""


def load() -> dict[str, Any]:
    """By lab: the digest of its code, the seconds, and the verdicts by id."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def verdicts() -> dict[str, str]:
    """By id: the verdict, as the table shows it."""
    return {name: text for lab in load().values() for name, text in lab["cases"].items()}


def limits() -> str:
    """The seconds of a search: the least and the most of all labs."""
    used = sorted({lab["seconds"] for lab in load().values()}) or [SECONDS]
    return str(used[0]) if len(used) == 1 else f"{used[0]} to {used[-1]}"


def old_labs() -> list[str]:
    """The labs whose code has changed since, or with a case that was not asked about."""
    stored = load()
    return [lab.number for lab in all_labs()
            if missing(cases_of(lab), stored.get(lab.number, {}), race_data.model_digest(lab), 0)]


def cases_of(lab: Lab) -> list[models.Case]:
    """The cases of a lab's correct locks that should be clean."""
    return [case for case in race_data.load_cases()
            if case.lab == lab.number and case.expected in models.CLEAN and not variants.broken(case.lab, case.variant)]


def missing(wanted: Iterable[models.Case], stored: Mapping[str, Any], digest: str, seconds: int) -> list[models.Case]:
    """The cases that have no verdict of this code, with at least so many seconds."""
    if stored.get("code") != digest or stored["seconds"] < seconds:
        return list(wanted)
    return [case for case in wanted if case.id not in stored["cases"]]


def ask(seconds: int) -> list[str]:
    """Asks about every case that has no verdict yet, and writes each verdict as it comes. Returns the findings."""
    wrong = []
    for lab in all_labs():
        digest = race_data.model_digest(lab)
        wanted = cases_of(lab)
        todo = missing(wanted, load().get(lab.number, {}), digest, seconds)
        if not todo:
            continue
        models.build(sorted({case.program for case in todo}), install=False)
        kept = {} if len(todo) == len(wanted) else load()[lab.number]["cases"]
        said = {case.id: kept[case.id] for case in wanted if case.id in kept}
        progress = Progress.begun(f"lab {lab.number}, weak memory")
        with ThreadPoolExecutor(cmake.jobs()) as pool:
            for case, answer in zip(todo, pool.map(lambda case: about(case, seconds), todo)):
                said[case.id] = answer.text
                wrong += [f"{case.id}: {answer.wrong}"] if answer.wrong else []
                store(lab, {"code": digest, "seconds": seconds, "cases": said})
                progress.update(f"{len(said)} of {len(wanted)}")
        progress.done(f"{len(todo)} cases")
    return wrong


def store(lab: Lab, record: Mapping[str, Any]) -> None:
    """Writes one lab's verdicts."""
    write_atomically(FILE, json.dumps({**load(), lab.number: record}, indent=1, sort_keys=True) + "\n")


def about(case: models.Case, seconds: int) -> Answer:
    """What the checker says of a case, without the trust, and with it if that makes a difference."""
    found = explore(case, seconds)
    if found["found"] in (*models.CLEAN, models.SAMPLED):
        return Answer(in_words(found, seconds), complaint(found))
    trusting = explore(case, seconds, TRUST)
    return Answer(f"{found['found']}; if the kernel orders changes: {in_words(trusting, seconds)}", complaint(trusting))


def explore(case: models.Case, seconds: int, *more: str) -> dict[str, Any]:
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
