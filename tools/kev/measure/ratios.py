"""A value of a figure, or the ratio of two, with the spread that its quartiles give.

Instructions are compared when they are rounded to one decimal: a count is the difference of two runs, divided by their
turns, and what differs between the starts of two runs leaves some hundredths.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional

Spread = Optional[tuple[float, float, float]]  # median, low, high


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
