"""A lab's words about its own measurements: `report.py` in its folder, if it has one.

It may define MAKERS, from the family of a benchmark's name (the part before the first slash) to a function
(identifier, measurements, world) that returns a figure or several; EXPERIMENTS, from the name of a program
without its lab's number to a function (path, bench) that returns a figure, several, or None where this machine
cannot measure it; RACES, the races that are measured, a list of MeasuredRace; and STANDING, the scenarios in
which its locks are compared with their peers (standing.py). The first two are in the order in which the figures
are told. kev.measure.figures and kev.measure.experiments have what such functions are made of. A benchmark without
a maker is shown as plain bars.
"""
import functools
import importlib.util
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class MeasuredRace:
    """One row of the catalogue. `judge` makes of what the program printed: the figures that show it (a dictionary
    from what was counted to the number), and whether they do show it."""
    id: str
    variant: str
    title: str
    promise: str
    program: str  # without the lab's number
    judge: Callable

    expected = "measured"
    bound = None


@functools.cache
def _module(lab):
    path = lab.directory / "report.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"kev_lab{lab.number}_report", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def makers(lab):
    """The lab's functions that make figures of benchmarks, by family."""
    return getattr(_module(lab), "MAKERS", {})


def experiments(lab):
    """The lab's functions that run an experiment and make figures of it, by program."""
    return getattr(_module(lab), "EXPERIMENTS", {})


def races(lab):
    """The races of the lab that are measured."""
    return getattr(_module(lab), "RACES", [])


def standing(lab):
    """The scenarios in which the lab's locks are compared with their peers (standing.py)."""
    return getattr(_module(lab), "STANDING", [])
