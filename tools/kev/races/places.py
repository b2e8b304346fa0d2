"""Where a step happens, said so that it stays true when lines move: the header as it is included, the function, and
which of its operations of that kind it is.

  kev/lab03/fast_mutex.hpp: lock_slow, fetch_or 1     the first line of lock_slow() with a fetch_or
  kev/scenarios/lockers.hpp: thread, line 3   the third line of code of thread(): plain data has no operation

A second function of the same name is "wait 2". The lines of code of a function do not count those that are blank or a
comment. A header of a lab is that of the variant where the variant changes it; other files have their paths in the
repository.
"""
import contextlib
import re
from functools import lru_cache
from typing import Dict, List, Optional, Tuple

from kev.core import cpp_source
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.races import variants

PLACE = re.compile(r"(?P<file>[^:]+): (?P<function>[^,]*), (?P<what>\S+) (?P<number>\d+)")
OF_LAB = re.compile(r"kev/(?:lab(\d\d)/|(?:detail/)?\w+\.hpp)")  # without a number: lab 08's library
INCLUDED = re.compile(r"labs/[^/]+/(?:include|library/include|broken/[^/]+)/(kev/.+)")
LINE = "line"


def stored_file(path: str) -> str:
    """How a schedule names a file: a header of a lab as it is included, by whichever variant."""
    match = INCLUDED.fullmatch(path)
    return match.group(1) if match else path


def real_file(stored: str, variant: Optional[variants.Variant]) -> str:
    """The file that a schedule of a variant names; the whole file of a variant has a name of its own."""
    match = OF_LAB.match(stored)
    if not match:
        return stored
    for file in (f"include/{stored}", f"library/include/{stored}"):
        if variant and file in dict(variant.changes):
            return variant.whole(file)
    found = list(ROOT.glob(f"labs/{match.group(1) or '*'}_*/**/include/{stored}"))
    if not found:
        raise KevError(f"there is no {stored}: ./kev refresh makes the schedules anew")
    return found[0].relative_to(ROOT).as_posix()


class Scanned:
    """A file: its functions by name, and its lines of code."""

    def __init__(self, text: str):
        self.code = cpp_source.split_comments(text)[0]
        self.functions = cpp_source.names(text)

    def around(self, line: int) -> Tuple[str, int, int]:
        """The function that a line is in, and its first and last line; the whole file if it is in none."""
        for name, function in self.functions.items():
            if function.first <= line <= function.last:
                return name, function.first, function.last
        return "", 1, len(self.code)

    def lines(self, first: int, last: int, operation: str) -> List[int]:
        """The lines that name an operation; of LINE, those with code."""
        word = re.compile(r"\S" if operation == LINE else rf"\b{re.escape(operation)}\b")
        return [line for line in range(first, last + 1) if word.search(self.code[line - 1])]


@lru_cache(maxsize=None)
def scanned(name: str) -> Scanned:
    """A file of the repository, or a whole file of a variant."""
    return Scanned(variants.text_of(name))


def place_of(file: str, line: int, operation: str) -> str:
    """The place of a line. `file` is a real one."""
    source = scanned(file)
    function, first, last = source.around(line)
    lines = source.lines(first, last, operation)
    if line not in lines:
        operation, lines = LINE, source.lines(first, last, LINE)
    if line not in lines:
        raise KevError(f"{file}:{line} has no code: were the programs built of other sources?")
    return f"{stored_file(file)}: {function}, {operation} {lines.index(line) + 1}"


def parsed(place: str) -> "re.Match[str]":
    """The parts of a place."""
    match = PLACE.fullmatch(place)
    if not match:
        raise KevError(f"'{place}' is no place that a schedule can go through: ./kev refresh makes it anew")
    return match


@lru_cache(maxsize=None)
def line_of(place: str, file: str) -> int:
    """The line of a place in a real file."""
    name, what, number = parsed(place).group("function", "what", "number")
    source = scanned(file)
    function = source.functions.get(name)
    lines: List[int] = []
    if function or not name:
        first, last = (function.first, function.last) if function else (1, len(source.code))
        lines = source.lines(first, last, what)
    if len(lines) < int(number):
        raise KevError(f"a schedule goes through '{place}', which is no longer there: ./kev refresh makes it anew")
    return lines[int(number) - 1]


def function_of(place: str) -> str:
    """The name of the function, without the number of a second one."""
    return parsed(place)["function"].split(" ")[0]


def placed(step: Dict) -> Dict:
    """A step of a run as it is stored: with the name of its place, and without file and line."""
    kept = {key: value for key, value in step.items() if key not in ("file", "line")}
    return {**kept, "place": place_of(step["file"], step["line"], step["operation"])} if step["line"] else kept


def located(step: Dict, variant: Optional[variants.Variant]) -> Dict:
    """A stored step as the checker wrote it; its line is 0 if the sources have changed and no longer have its place."""
    made = {key: value for key, value in step.items() if key != "place"}
    made["file"], made["line"] = "", 0
    if "place" in step:
        made["file"] = step["place"].partition(": ")[0]
        with contextlib.suppress(KevError):
            made["file"] = real_file(made["file"], variant)
            made["line"] = line_of(step["place"], made["file"])
    return made
