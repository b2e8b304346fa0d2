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
OF_LAB = re.compile(r"kev/lab(\d\d)/")
INCLUDED = re.compile(r"labs/[^/]+/(?:include|broken/[^/]+)/(kev/lab\d\d/.+)")
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
    if variant and f"include/{stored}" in dict(variant.changes):
        return variant.whole(f"include/{stored}")
    found = list(ROOT.glob(f"labs/{match.group(1)}_*/include/{stored}"))
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
    name, what, number = _parts(place)
    source = scanned(file)
    function = source.functions.get(name)
    lines: List[int] = []
    if function or not name:
        first, last = (function.first, function.last) if function else (1, len(source.code))
        lines = source.lines(first, last, what)
    if len(lines) < number:
        raise KevError(f"a schedule goes through '{place}', which is no longer there: ./kev refresh makes it anew")
    return lines[number - 1]


def _parts(place: str) -> Tuple[str, str, int]:
    """The function, the operation, and which of them."""
    match = PLACE.fullmatch(place)
    if not match:
        raise KevError(f"'{place}' is no place of a step: ./kev refresh makes the schedules anew")
    return match["function"], match["what"], int(match["number"])


def function_of(place: str) -> str:
    """The name of the function, without the number of a second one."""
    return _parts(place)[0].split(" ")[0]


class Table:
    """The parts that the steps of one file share, once: places, and the words for values of objects."""

    def __init__(self, places: Optional[List[str]] = None, words: Optional[Dict[str, Dict[str, str]]] = None):
        self.places = places if places is not None else []
        self.words = words if words is not None else {}
        self._numbers: Dict[str, int] = {}

    def packed(self, step: Dict) -> Dict:
        """A step with the number of its place, and without the words that the table has."""
        kept = {key: value for key, value in step.items() if key not in ("function", "file", "line")}
        function = step["operation"]
        if step["line"]:
            place = place_of(step["file"], step["line"], step["operation"])
            kept["at"] = self._numbers.setdefault(place, len(self.places))
            self.places += [place] if kept["at"] == len(self.places) else []
            function = function_of(place)
        if step["function"] != function:
            kept["function"] = step["function"]
        for key in ("before", "after"):
            text = kept.get(f"{key}_text")
            if text is not None and self._words(step).setdefault(str(step[key]), text) == text:
                del kept[f"{key}_text"]
        return kept

    def _words(self, step: Dict) -> Dict[str, str]:
        return self.words.setdefault(step.get("object", ""), {})

    def unpacked(self, step: Dict, variant: Optional[variants.Variant]) -> Dict:
        """The step as the checker wrote it; its line is 0 if the sources have changed and no longer have its place."""
        made = {key: value for key, value in step.items() if key != "at"}
        made["function"], made["file"], made["line"] = step.get("function", step["operation"]), "", 0
        if "at" in step:
            place = self.places[step["at"]]
            made["file"] = place.partition(": ")[0]
            with contextlib.suppress(KevError):
                made["file"] = real_file(made["file"], variant)
                made["line"] = line_of(place, made["file"])
            made["function"] = step.get("function", function_of(place))
        for key in ("before", "after"):
            text = self.words.get(step.get("object", ""), {}).get(str(step.get(key)))
            if text is not None:
                made.setdefault(f"{key}_text", text)
        return made
