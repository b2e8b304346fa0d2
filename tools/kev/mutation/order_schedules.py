"""The schedules of the changes that the checker notices, for the site; they are kept in the folder of the build.

A record has the turns of its schedule. Here the checker follows these turns once more, in the program that has all
changes in it, and each step is kept as a line of text. A schedule is kept only if it ends in what the record says. It is
kept together with its case and its turns: if the record gets others, the site does not show the schedule.
"""
from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import build_root
from kev.core.process import run
from kev.mutation import order_records as records
from kev.mutation.mutants import Mutant
from kev.races import timeline

TAB = "\t"
PLACE = re.compile(r"\((?:[^()\s]*/)?([^()\s/]+):\d+\)")  # a file with its line, which does not stay true
ADDRESSES = range(2 ** 40, 2 ** 47)  # of a 64-bit program; a count that went below zero is beyond them


def path_of(number: str) -> Path:
    """The file of a lab."""
    return build_root() / "orders" / f"{number}.json"


def follow(program: Path, number: int, record: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the checker says when it follows a record's turns; None if the finding is not the record's."""
    answer = run([program, "--follow", record["turns"], record["case"]], timeout=60,
                 environment={"KEV_CHANGE": str(number)})
    try:
        found = json.loads(answer.output)
    except ValueError:
        return None
    return found if found.get("found") == record["found"] else None


def of_lab(lab: Lab, changes: Sequence[Mutant], programs: Mapping[str, Path]) -> dict[str, Any]:
    """The schedules of a lab. `programs`: the model with all changes in it, by the way to sleep ('' if there is one)."""
    numbers = {one.name: number for number, one in enumerate(changes)}
    lines: dict[str, int] = {}
    kept = {}
    for record in records.load(lab.number)["records"]:
        number = numbers.get(record["change"])
        if "turns" not in record or number is None:
            continue
        found = follow(programs[record.get("way", "")], number, record)
        if found:
            kept[record["change"]] = schedule(found, record, lines)
    return {"lab": lab.number, "lines": list(lines), "schedules": kept}


def schedule(found: Mapping[str, Any], record: Mapping[str, Any], lines: dict[str, int]) -> dict[str, Any]:
    """One schedule; the text of each step goes into `lines`, where equal steps share a line."""
    steps = [*found["before"], *(step for turn in found["turns"] for step in turn["steps"])]
    steps = without_addresses(steps)
    texts = [line_of(step) for step in timeline.shown_steps({"steps": steps})]
    return {"case": record["case"], "turns": record["turns"], "threads": found["threads"],
            "promise": found["promise"], "ending": [PLACE.sub(r"(\1)", line) for line in found["ending"]],
            "steps": [lines.setdefault(text, len(lines)) for text in texts]}


def without_addresses(steps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The steps, with a name for each value that is an address of this run: 'address 1'."""
    names: dict[int, str] = {}
    return [{key: names.setdefault(value, f"address {len(names) + 1}") if _is_address(key, value) else value
             for key, value in step.items()} for step in steps]


def _is_address(key: str, value: Any) -> bool:
    return key in ("before", "after") and isinstance(value, int) and value in ADDRESSES


def line_of(step: Mapping[str, Any]) -> str:
    """A step: its thread, a star if it preempts another thread, what it does, what comes of it."""
    return TAB.join((str(step["thread"]), "*" if step.get("preempts") else "", timeline.action(step),
                     timeline.effect(step)))


def as_text(found: Mapping[str, Any]) -> str:
    """The file: a schedule a line."""
    rows = [f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(one, ensure_ascii=False, separators=(',', ':'))}"
            for name, one in found["schedules"].items()]
    return (f'{{"lab": "{found["lab"]}",\n "lines": {json.dumps(found["lines"], ensure_ascii=False, indent=1)},\n'
            ' "schedules": {\n ' + ",\n ".join(rows) + "\n}}\n")


def write(found: Mapping[str, Any]) -> Path:
    """Writes the file of a lab."""
    path = path_of(found["lab"])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, as_text(found))
    return path


def load(number: str) -> dict[str, Any]:
    """The stored schedules of a lab; none if there is no file."""
    path = path_of(number)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"lines": [], "schedules": {}}


def is_of(stored: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """Whether a stored schedule is the record's."""
    return all(stored[key] == record.get(key) for key in ("case", "turns"))


def shown_steps(found: Mapping[str, Any], name: str) -> list[list[Any]]:
    """The steps of a change's schedule: [thread, star, what it does, what comes of it]."""
    rows = [found["lines"][place].split(TAB) for place in found["schedules"][name]["steps"]]
    return [[int(thread), *rest] for thread, *rest in rows]
