"""A schedule as a student hands it in, and what the checker finds when it follows it.

The file has the turns as the race's page prints them: the number of a thread for each move, 't' behind it where its time
limit runs out, and ':1' and so on where a compare-exchange that may fail without a reason does so. Lines that begin with
'#' are comments.

The rows of a lesson's schedule count, too. A row is no turn where it reads or writes plain data: that is no choice, and
belongs to the turn before it.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kev.core.errors import KevError

TURN = re.compile(r"\d{1,2}t?s?(:\d{1,2})*")
MOST = 1000  # turns; the longest schedule of the catalogue has a tenth of it


class Unreadable(KevError):
    """The file has something else than turns in it."""


def read(text: str) -> str:
    """The turns of a file, with single spaces between them."""
    turns = " ".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).split()
    wrong = next((turn for turn in turns if not TURN.fullmatch(turn)), None)
    if wrong is not None:
        raise Unreadable(f"'{wrong[:40]}' is no turn; write the number of a thread for each move, such as 1 2 2 1")
    if len(turns) > MOST:
        raise Unreadable(f"there are more than {MOST} turns")
    return " ".join(turns)


def turns_of_rows(rows: str, follow: Callable[[str], dict[str, Any]]) -> str:
    """The turns that a schedule has whose rows are given. `follow` makes a run by turns."""
    turns: list[str] = []
    spent: dict[str, int] = {}  # by thread: rows that belong to its turns so far
    for row in rows.split():
        if spent.get(row, 0) > 0:
            spent[row] -= 1
            continue
        turns.append(row)
        last = follow(" ".join(turns))["turns"][len(turns) - 1]  # the run goes on after those that were asked for
        if "missed" in last:
            break
        thread = str(last["thread"])
        spent[thread] = spent.get(thread, 0) + len(last["steps"]) - 1
    return " ".join(turns)


def why_not(run: dict[str, Any], verdict: str) -> str:
    """Why a run that followed the schedule does not count as the finding; '' if it does."""
    missed = [(number, turn) for number, turn in enumerate(run["turns"], 1) if "missed" in turn]
    if missed:
        number, turn = missed[0]
        return (f"turn {number} cannot be made: thread {turn['thread']} {turn['missed']}. "
                f"The turns before it:\n{_made(run['turns'][:number - 1])}")
    return "" if run["found"] == verdict else f"found with these turns: {run['found'] or 'no bug'}"


def _made(turns: list[dict[str, Any]]) -> str:
    """A line for each turn: what its thread did."""
    lines = []
    for number, turn in enumerate(turns, 1):
        steps = ", ".join(f"{step['function']}: {step['operation']}" for step in turn["steps"])
        lines.append(f"  {number}. thread {turn['thread']}: {steps}")
    return "\n".join(lines)


def told(run: dict[str, Any]) -> str:
    """The end of a run, in words."""
    return f"found: {run['found']}: {'; '.join(run['ending'])}"
