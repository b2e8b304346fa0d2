"""What is stored of the model's cases: docs/races/schedules.tsv and docs/races/cases.tsv, text with a tab between two cells.

schedules.tsv has each race that has a page. Its first line has the race's data as JSON. Then comes one line a step:

    race  step  thread  operation  object  before  after  order  place  note  function

A star after the step's number says that the thread before could have gone on. A value may have words: 512=free, 1 waiting.
A place is a function and one of its operations (places.py), so a line of code that moves changes nothing here. Steps with a
'c' before the number are what the correct lock did under the same schedule, without those that the two have in common.

cases.tsv has one line for each case of the checker: what its test demands, and the verdict of each checker that was asked.
This module needs no compiler and reads no source: `./kev race` lives on it.
"""
from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from kev.core.errors import KevError
from kev.core.paths import ROOT

FOLDER = ROOT / "docs" / "races"
SCHEDULES, CASES = FOLDER / "schedules.tsv", FOLDER / "cases.tsv"
STEP = ("thread", "operation", "object", "before", "after", "order", "place", "note", "function")
SCHEDULE = ("threads", "preemptions", "ending", "loop", "turns")
BUDGETS = ("weak_failures", "stale_loads", "early_stores", "stale_failures", "timeouts", "late_timeouts", "late_meetings",
           "spurious_wakes", "clock_steps")
Step = dict[str, Any]
Race = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A case: what its test demands, and what each checker said of it; '' if it was not asked."""
    lab: str
    id: str
    variant: str
    expected: str
    bound: int | None  # None: it is measured, and not explored
    title: str
    ours: str = ""
    left_out: str = ""
    relacy: str = ""
    remark: str = ""
    genmc: str = ""
    weak: str = ""
    playground: str = ""

    @property
    def program(self) -> str:
        """The model program that has it: a broken variant has its own."""
        broken = any((ROOT / "labs").glob(f"{self.lab}_*/broken/{self.variant}.patch"))
        return f"lab{self.lab}_model" + (f"_{self.variant}" if broken else "")


VERDICTS = ("ours", "left_out", "relacy", "remark", "genmc", "weak", "playground")
COLUMNS = [field.name for field in fields(Row)]


def order(lab: str, name: str) -> tuple[str, bool, str]:
    """Where a case stands among the others: races come first."""
    return lab, not name[:1].isupper(), name


# Cases.

def rows() -> list[Row]:
    """All cases."""
    return parse_rows(_text(CASES))[0]


def code_of_cases() -> dict[str, str]:
    """By lab: the digest of the code that the cases and schedules are of."""
    return parse_rows(_text(CASES))[1]


@functools.cache
def parse_rows(text: str) -> tuple[list[Row], dict[str, str]]:
    """The rows of a text, and the digests in its first line."""
    first, *lines = text.splitlines()
    if not first.startswith("# code: ") or lines[:1] != ["\t".join(COLUMNS)]:
        raise KevError(f"{CASES.name} does not begin as it should: ./kev refresh races makes it")
    found = []
    for line in lines[1:]:
        cells = dict(zip(COLUMNS, line.split("\t")))
        found.append(Row(**{**cells, "bound": int(cells["bound"]) if cells["bound"] else None}))  # type: ignore[arg-type]
    return found, dict(part.split(" ", 1) for part in first[len("# code: "):].split(", "))


def rows_as_text(some: Iterable[Row], code: Mapping[str, str]) -> str:
    """The text of the file."""
    lines = ["# code: " + ", ".join(f"{lab} {digest}" for lab, digest in sorted(code.items())), "\t".join(COLUMNS)]
    lines += ["\t".join("" if value is None else str(value) for value in asdict(row).values()) for row in
              sorted(some, key=lambda row: (*order(row.lab, row.id), row.variant))]
    return "\n".join(lines) + "\n"


# Schedules.

def _text(path: Any) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise KevError(f"docs/races/{path.name} is not there: ./kev refresh races makes it") from error


def blocks(text: str) -> dict[str, list[str]]:
    """The lines of each race, by its id."""
    found: dict[str, list[str]] = {}
    for line in filter(None, text.splitlines()):
        found.setdefault(line.partition("\t")[0], []).append(line)
    return found


@functools.cache
def stored_blocks() -> dict[str, list[str]]:
    """Those of the file; none if it is not there yet."""
    return blocks(_text(SCHEDULES)) if SCHEDULES.exists() else {}


def names() -> list[str]:
    """The ids of the races that have a schedule."""
    return list(stored_blocks())


def race(name: str) -> Race | None:
    """One race, or None; a step's place is its name."""
    lines = stored_blocks().get(name)
    return unpacked(lines) if lines else None


def races() -> list[Race]:
    """All of them, in the order of the file."""
    return [unpacked(lines) for lines in stored_blocks().values()]


def packed(found: Race) -> list[str]:
    """The lines of a race, whose steps have places in place of files and lines."""
    schedule, right = found["schedule"], found.get("corrected")
    head = {**{key: value for key, value in found.items() if key not in ("id", "schedule", "corrected")},
            "budgets": {key: value for key, value in found["budgets"].items() if value},
            **{key: value for key, value in schedule.items() if key != "steps"}}
    lines = [_line(found["id"], f"{step['step']}{'*' if step.get('preempts') else ''}", step) for step in schedule["steps"]]
    if right:
        steps = [*right["before"], *(step for turn in right["turns"] for step in turn["steps"])]
        same = next((number for number, (one, other) in enumerate(zip(steps, schedule["steps"])) if not _alike(one, other)),
                    min(len(steps), len(schedule["steps"])))
        turns = [[turn["thread"], len(turn["steps"]), *([turn["missed"]] if "missed" in turn else [])]
                 for turn in right["turns"]]
        head["corrected"] = {**right, "before": len(right["before"]), "turns": turns, "same": same}
        lines += [_line(found["id"], f"c{number}", step) for number, step in enumerate(steps, 1) if number > same]
    return [f"{found['id']}\trace\t{json.dumps(head, ensure_ascii=False)}", *lines]


def _alike(one: Step, other: Step) -> bool:
    return {**one, "step": 0, "preempts": 0} == {**other, "step": 0, "preempts": 0}


def _line(name: str, number: str, step: Step) -> str:
    shown = {**step, "function": "" if step["function"] == function_of(step) else step["function"]}
    cells = [str(shown.get(key, "")) if key not in ("before", "after") else _value(step, key) for key in STEP]
    return "\t".join([name, number, *cells]).rstrip("\t")


def _value(step: Step, key: str) -> str:
    if key not in step:
        return ""
    words = step.get(f"{key}_text")
    return str(step[key]) if words is None else f"{step[key]}={words}"


def unpacked(lines: list[str]) -> Race:
    """The race that these lines are of."""
    name, _, text = lines[0].split("\t")
    head = json.loads(text)
    steps, right = [], []
    for line in lines[1:]:
        _, number, *cells = line.split("\t")
        step = _step(dict(zip(STEP, cells)))
        if number.startswith("c"):
            right.append(step)
        else:
            steps.append({"step": int(number.rstrip("*")), **step, **({"preempts": True} if number.endswith("*") else {})})
    keys = ("id", "lab", "variant", "title", "promise", "expected", "found", "bound", "runs", "budgets")
    of_schedule = {key: head.pop(key) for key in list(head) if key in SCHEDULE}
    corrected = head.pop("corrected", None)
    about: Race = {"id": name, **head}
    made = {**{key: about[key] for key in keys},
            "schedule": {"threads": of_schedule.pop("threads"), "preemptions": of_schedule.pop("preemptions"),
                         "steps": steps, **of_schedule}}
    made["budgets"] = {key: head["budgets"].get(key, 0) for key in BUDGETS}
    if corrected:
        same = corrected.pop("same")
        steps = [{key: value for key, value in step.items() if key not in ("step", "preempts")} for step in steps[:same]]
        made["corrected"] = _corrected(corrected, iter([*steps, *right]))
    return {**made, **{key: value for key, value in head.items() if key not in made}}


def _step(cells: dict[str, str]) -> Step:
    step: Step = {"thread": int(cells.pop("thread"))}
    for key, text in cells.items():
        if text and key in ("before", "after"):
            value, words, text = text.partition("=")
            step[key] = int(value) if value.lstrip("-").isdecimal() else value
            step.update({f"{key}_text": text} if words else {})
        elif text:
            step[key] = text
    step.setdefault("function", function_of(step))
    return step


def function_of(step: Step) -> str:
    """The function that a step's place names; a call of the kernel stands for itself."""
    place = step.get("place", "")
    return place.partition(": ")[2].partition(",")[0].split(" ")[0] if place else step["operation"]


def _corrected(found: Race, steps: Iterator[Step]) -> Race:
    """What the correct lock did, its steps divided among its turns."""
    made: Race = {**found, "before": [next(steps) for _ in range(found["before"])], "turns": []}
    for thread, count, *missed in found["turns"]:
        made["turns"].append({"thread": thread, "steps": [next(steps) for _ in range(count)],
                              **({"missed": missed[0]} if missed else {})})
    return made
