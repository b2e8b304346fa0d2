"""Races that no schedule shows, because nothing is wrong but the time: they are measured.

A lab's report.py names them in RACES (lab_report.py).
"""
import time
from dataclasses import dataclass

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import all_labs
from kev.measure import lab_report
from kev.measure.experiments import run_json
from kev.races import models

TIMEOUT = 300


@dataclass(frozen=True)
class Row:
    """A measured race and its lab."""
    lab: str
    race: lab_report.MeasuredRace

    def __getattr__(self, name):
        return getattr(self.race, name)


def all_races():
    """The measured races of all labs."""
    return [Row(lab.number, race) for lab in all_labs() for race in lab_report.races(lab)]


def programs():
    """The programs that measure them."""
    return [program(row) for row in all_races()]


def explore(row):
    """Runs the program; the result has the keys of a model's, and `figures`."""
    path = cmake.executable(models.PRESET, program(row))
    if not path:
        raise KevError(f"{row.id}: {program(row)} is not built")
    started = time.monotonic()
    figures, shows = row.judge(run_json(path, ["--json"], TIMEOUT))
    return {"id": row.id, "lab": row.lab, "variant": row.variant, "title": row.title, "promise": row.promise,
            "expected": row.expected, "found": "measured" if shows else "not seen", "as_expected": shows,
            "why": "" if shows else f"{row.id}: this run of {program(row)} does not show it; is the machine busy?",
            "bound": None, "runs": 1, "seconds": time.monotonic() - started, "figures": figures}


def program(row):
    """The program that measures a race."""
    return f"lab{row.lab}_{row.program}"
