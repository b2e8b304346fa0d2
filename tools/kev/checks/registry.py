"""The parts of a check. Each module beside this one describes its own; `every` has the list."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kev.core.labs import Lab, all_labs

# Gets the labs whose files are in question, all of them as a rule, and returns a finding a text: "file:line: text".
Run = Callable[[Sequence[Lab]], list[str]]


class Skipped(Exception):
    """The check cannot be made here; the text says why, and how to get what it misses."""


@dataclass(frozen=True)
class Check:
    """One check."""
    name: str
    asks: str  # one line
    run: Run
    features: tuple[str, ...] = ()  # packages that it is better with
    builds: bool = False  # it needs programs that have to be compiled and linked
    usual: bool = True  # False: only by name


@dataclass(frozen=True)
class Refresh:
    """One step of `kev refresh`."""
    name: str
    makes: str  # one line
    run: Callable[..., list[str]]  # returns what it could not do, and why
    features: tuple[str, ...] = ()
    seconds: int = 0  # run() takes a number of seconds, and this one if no other is asked for; 0: it takes none
    usual: bool = True  # False: only by name


def is_everything(labs: Sequence[Lab]) -> bool:
    """Whether these are all labs: then what belongs to none is in question, too."""
    return len(labs) >= len(all_labs())
