"""Numbers that a page quotes from the results: the marks around them, and what must stand between the marks.

One number, inside a sentence:

    takes <!-- figure: lab03_pair_bench-linux; fast_mutex; against std::mutex -->0.685<!-- /figure --> of the time

The mark names a figure of the results and a value of it by its label. The id of a figure measured on an AMD processor
ends in '@amd'; one without an ending is of an Intel processor. More may follow, each after a semicolon:
'x 16' (the value at this place of a line), 'column sleeps' (a count beside the times), 'against LABEL' (a ratio),
'against x 1', 'quartiles' (both quartiles in place of the median), 'digits 2' (3 where nothing is said).

A table, on lines of its own:

    <!-- table: lab07_hold-linux; ns under the lock | handoff_mutex = handed on; rows 0 | 1000; digits 2 -->
    <!-- /table -->

The columns of the figure's table and, after 'rows', the first cells of the rows to show; each may get another name
after '='. The column of labels has no name in most figures: '= lock' gives it one. Without columns, or without rows,
all are shown. The first column of a figure with a place on an axis is called 'x'. 'medians' leaves the quartiles out of
cells that have both; 'with the call' puts a count beside the median into brackets there. 'vendors' doubles each column
but the first: one for the Intel processor, one for the AMD processor. A row that AMD's results lack has an empty cell there.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional, cast

from kev.core import blocks
from kev.core.errors import KevError
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.measure import results
from kev.measure.figures import table_by_x
from kev.measure.numbers import shown

QUARTILES = re.compile(r" \([^()]* to [^()]*\)$")
Spread = Optional[tuple[float, float, float]]  # median, low, high
IDENTIFIER = re.compile(r"\w+(?:::\w+)+|\w*[a-z]_\w+")


def number_text(value: float, digits: int = 3) -> str:
    """A number as prose has it: '0.685', '29,500'."""
    short = float(f"{value:.{digits}g}")
    return f"{int(short):,}" if short == int(short) else shown(short)


def figure_text(page: Path, argument: str) -> str:
    """The text between the marks of one number."""
    identifier, label, *more = _fields(argument, 2)
    said: dict[str, Any] = {}
    digits = 3
    for field in more:
        word, _, rest = field.partition(" ")
        if field.startswith("against x "):
            said["other_x"] = _place(field[len("against x "):])
            said.setdefault("other", label)
        elif word == "against":
            said["other"] = rest
        elif word == "x":
            said["x"] = _place(rest)
        elif word == "column":
            said["column"] = rest
        elif word == "digits" and rest.isdecimal():
            digits = int(rest)
        elif field == "quartiles":
            said["quartiles"] = True
        else:
            raise KevError(f"'{field}' says nothing here")
    quartiles = said.pop("quartiles", False)
    found = Ratio(label, **said).of(_figure(identifier))
    if found is None:
        raise KevError(f"{identifier} has no such value: {argument}")
    return " to ".join(number_text(value, digits) for value in (found[1:] if quartiles else found[:1]))


def table_text(page: Path, argument: str) -> str:
    """The table that stands between its marks."""
    identifier, *more = _fields(argument, 1)
    columns, rows, digits, medians, vendors, beside = None, None, 3, False, False, ""
    for field in more:
        word, _, rest = field.partition(" ")
        if word == "rows":
            rows = _names(rest)
        elif word == "digits" and rest.isdecimal():
            digits = int(rest)
        elif field == "medians":
            medians = True
        elif word == "with":
            beside = rest
        elif field == "vendors":
            vendors = True
        else:
            columns = _names(field)
    lines = _lines(identifier, columns, rows, digits, medians, beside)
    if vendors:
        lines = _beside(lines, _of_amd(identifier, columns, rows, digits, medians))
    return table(lines[0], lines[1:])


def _lines(identifier: str, columns: dict[str, str] | None, rows: dict[str, str] | None, digits: int,
           medians: bool, beside: str = "") -> list[list[str]]:
    """The cells of a table, its head first."""
    figure = _with(_figure(identifier), beside) if beside else _figure(identifier)
    names = ["x", *figure["columns"][1:]] if "x_label" in figure and figure["columns"][0] else figure["columns"]
    columns = columns or dict(zip(names, figure["columns"]))
    places = [_index(names, name, identifier) for name in columns]
    firsts = [str(row[0]) for row in figure["rows"]]
    chosen = [figure["rows"][_index(firsts, name, identifier)] for name in rows] if rows else figure["rows"]
    shown_as = rows or {first: first for first in firsts}
    lines = [[_plain(name) for name in columns.values()]]
    for row in chosen:
        cells = [shown_as[str(row[0])], *row[1:]] if str(row[0]) != shown_as[str(row[0])] else row
        lines.append([_cell(_median(cell) if medians else cell, digits) for cell in (cells[place] for place in places)])
    return lines


def _with(figure: dict, count: str) -> dict:
    """The figure with medians and this count in its table."""
    made = cast(Any, {**figure})
    table_by_x(made, made["columns"][0], lambda value: f"{shown(value['median'])} ({count} "
                                                       f"{shown(value['counters'][count]['median'])})")
    return made


def _median(cell: object) -> object:
    """A cell without its quartiles."""
    if not isinstance(cell, str) or not QUARTILES.search(cell):
        return cell
    return results.number(QUARTILES.sub("", cell))


def _of_amd(identifier: str, columns: dict[str, str] | None, rows: dict[str, str] | None, digits: int,
            medians: bool) -> list[list[str]]:
    """The same cells of the AMD processor's results, without the rows that these lack."""
    there = {str(row[0]) for row in _figure(f"{identifier}@amd")["rows"]}
    rows = rows and {first: name for first, name in rows.items() if first in there}
    return _lines(f"{identifier}@amd", columns, rows, digits, medians)


def _beside(intel: list[list[str]], amd: list[list[str]]) -> list[list[str]]:
    """Two tables as one: each column but the first is there for Intel and for AMD."""
    head, *body = intel
    of_amd = {line[0]: line for line in amd[1:]}
    without = [""] * len(head)
    return [[head[0], *(f"{name}, {vendor}" for name in head[1:] for vendor in ("Intel", "AMD"))],
            *([line[0], *(cell for pair in zip(line[1:], of_amd.get(line[0], without)[1:]) for cell in pair)]
              for line in body)]


MAKERS: Mapping[str, blocks.Maker] = {"figure": figure_text, "table": table_text}


def misplaced(pages: Iterable[Path]) -> list[str]:
    """A line for each mark of a number that begins a line: Markdown takes the whole line for HTML then."""
    return [each for page in pages for each in misplaced_in(page, page.read_text(encoding="utf-8"))]


def misplaced_in(page: Path, text: str) -> list[str]:
    """Those of one page."""
    return [f"{page.relative_to(ROOT)}:{block.line}: a line may not begin with {block.title}: it would be HTML"
            for match, block in blocks.blocks_of(text, {"figure": None})
            if not text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()]


@lru_cache(maxsize=None)
def _figures() -> dict[str, dict]:
    return {figure["id"]: dict(figure) for figure in results.figures()}


def _figure(identifier: str) -> dict:
    if identifier not in _figures():
        raise KevError(f"the results have no figure '{identifier}'")
    return _figures()[identifier]


def _fields(argument: str, least: int) -> list[str]:
    fields = [field.strip() for field in argument.split(";")]
    if len(fields) < least:
        raise KevError(f"'{argument}' names no figure and value, with a semicolon between them")
    return fields


def _place(text: str) -> object:
    return int(text) if text.lstrip("-").isdecimal() else text


def _names(text: str) -> dict[str, str]:
    """'a | b = c' as {'a': 'a', 'b': 'c'}."""
    pairs = [part.partition("=") for part in text.split("|")]
    return {name.strip(): (other if equals else name).strip() for name, equals, other in pairs}


def _index(names: list[str], name: str, identifier: str) -> int:
    if name not in names:
        raise KevError(f"{identifier} has no '{name}' in its table; it has: {' | '.join(names)}")
    return names.index(name)


def _cell(value: object, digits: int) -> str:
    if isinstance(value, (int, float)):
        return number_text(value, digits)
    return _plain("" if value == "-" else str(value))


def _plain(text: str) -> str:
    """A cell of a table: a name of the code stands as code."""
    return f"`{text}`" if IDENTIFIER.fullmatch(text) else text.replace("|", "\\|")


@dataclass(frozen=True)
class Ratio:
    """`ours` is the label of a value, `other` that of the value it is divided by: at the same x, or at `other_x`. Without
    `other` it is the value itself. `column` takes both from a column of the figure's table: a count beside the times."""
    ours: str
    other: str = ""
    x: object = None
    other_x: object = None
    column: str = ""

    def of(self, figure: Mapping[str, Any]) -> Spread:
        """(median, low, high), or None if the figure lacks a value. The extremes are those of the quartiles: the one value
        at its best against the other at its worst."""
        ours = find(figure, self.ours, self.x, self.column)
        if ours is None or not self.other:
            return ours
        other = find(figure, self.other, self.x if self.other_x is None else self.other_x, self.column)
        if other is None or 0 in other:
            return None
        return ours[0] / other[0], ours[1] / other[2], ours[2] / other[1]


def find(figure: Mapping[str, Any], label: str, x: object, column: str) -> Spread:
    """A value of the figure."""
    if column:
        found = counter(figure, label, column)
    else:
        found = next(((value["median"], value["low"], value["high"]) for value in figure["points"]
                      if value["label"] == label and value.get("x") == x), None)
    # A count is the difference of two runs, divided by their turns: the starts of two runs differ by some hundredths.
    if found and figure["unit"].startswith("instructions"):
        return round(found[0], 1), round(found[1], 1), round(found[2], 1)
    return found


def counter(figure: Mapping[str, Any], label: str, column: str) -> Spread:
    """A count beside the times. A column that is no counter of a benchmark has one value."""
    for value in figure["points"]:
        if value["label"] == label and column in value.get("counters", {}):
            spread = value["counters"][column]
            return spread["median"], spread["low"], spread["high"]
    place = figure["columns"].index(column) if column in figure["columns"] else None
    cells = [row[place] for row in figure["rows"] if place is not None and row[0] == label]
    return (cells[0],) * 3 if cells and not isinstance(cells[0], str) else None
