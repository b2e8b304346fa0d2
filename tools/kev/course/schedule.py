"""A schedule as a student hands it in, and what the checker finds when it follows it.

The file has the turns as the race's page prints them: the number of a thread for each move, 't' behind it where its time
limit runs out, and ':1' and so on where a compare-exchange that may fail without a reason does so. Lines that begin with
'#' are comments.
"""
from __future__ import annotations

import re
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


def why_not(run: dict[str, Any], verdict: str) -> str:
    """Why a run that followed the schedule does not count as the finding; '' if it does."""
    missed = [(number, turn) for number, turn in enumerate(run["turns"], 1) if "missed" in turn]
    if missed:
        number, turn = missed[0]
        return f"turn {number} cannot be made: thread {turn['thread']} {turn['missed']}"
    return "" if run["found"] == verdict else f"found with these turns: {run['found'] or 'no bug'}"


def told(run: dict[str, Any]) -> str:
    """The end of a run, in words."""
    return f"found: {run['found']}: {'; '.join(run['ending'])}"
