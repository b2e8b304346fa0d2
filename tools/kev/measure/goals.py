"""The goals for performance: each compares two values that were measured in one run, or bounds a count.

Only what is counted by callgrind or comes out of a simulation is exact. A counter that a benchmark has beside its
times, calls of the kernel or switches, is the median of its samples, and has their quartiles. Instructions are
compared when they are rounded to one decimal: a count is the difference of two runs, divided by their turns, and what
differs between the starts of two runs leaves some hundredths.

A lab's report.py names its goals in GOALS. The report of `kev run` says what became of them; docs/performance.md says
it of the results in the repository (`./kev refresh figures`).
"""
from __future__ import annotations

from dataclasses import dataclass, replace

from kev.measure import lab_report
from kev.measure.numbers import rounded, shown

AT_MOST, AT_LEAST = "at most", "at least"
EVERY = "every x of the figure"


@dataclass(frozen=True)
class Goal:
    """`ours` is the label of a value in the figure `figure`, `other` that of the value it is divided by: in the same
    figure, at the same x; or at `other_x`. A tuple of labels stands for the least of them. Without `other` the value
    itself is bounded. `x` may be EVERY: then all are, and the worst is shown. `column` takes both from a column of the
    figure's table: a count beside the times."""
    text: str
    figure: str
    ours: str
    sense: str
    bound: float
    other: str | tuple = ""
    x: object = None
    other_x: object = None
    column: str = ""
    why: str = ""  # what limits it, where it is not met


@dataclass(frozen=True)
class Outcome:
    """A goal and what was measured."""
    lab: str
    goal: Goal
    value: float
    low: float
    high: float
    exact: bool = False  # counted or simulated: every run gives the same

    @property
    def met(self):
        """Whether the median meets it."""
        return self._meets(self.value)

    @property
    def verdict(self):
        """'met' or 'not met', each with 'but within the noise' if the other verdict lies inside the spread."""
        said = "met" if self.met else "not met"
        beyond = [self._meets(extreme) for extreme in (self.low, self.high)]
        return said if all(each == self.met for each in beyond) else f"{said}, but within the noise"

    @property
    def why(self):
        """The limit, if the goal is not met and the reason is known."""
        return "" if self.met else self.goal.why

    def _meets(self, value):
        return value <= self.goal.bound if self.goal.sense == AT_MOST else value >= self.goal.bound


def evaluate(lab, figures):
    """The outcomes of a lab's goals, of those whose values are among these figures."""
    known = {figure["id"]: figure for figure in figures}
    outcomes = []
    for goal in lab_report.goals(lab):
        figure = known.get(goal.figure)
        measured = figure and ratio(figure, goal)
        if measured:
            outcomes.append(Outcome(lab.number, goal, *(rounded(value) for value in measured), is_exact(figure)))
    return outcomes


def ratio(figure, goal):
    """(median, low, high) of what the goal bounds, or None. The extremes are those of the quartiles: the one value at
    its best against the other at its worst."""
    if goal.x is EVERY:
        places = sorted({value["x"] for value in figure["points"]} - {goal.other_x})
        found = [each for x in places if (each := ratio(figure, replace(goal, x=x)))]
        return (max if goal.sense == AT_MOST else min)(found, default=None)
    ours = find(figure, goal.ours, goal.x, goal.column)
    if ours is None or not goal.other:
        return ours
    labels = goal.other if isinstance(goal.other, tuple) else (goal.other,)
    found = [find(figure, label, goal.x if goal.other_x is None else goal.other_x, goal.column) for label in labels]
    other = min((value for value in found if value is not None), default=None)
    if other is None or 0 in other:
        return None
    return ours[0] / other[0], ours[1] / other[2], ours[2] / other[1]


def find(figure, label, x, column):
    """(median, low, high) of a value of the figure, or None."""
    if column:
        found = counter(figure, label, column)
    else:
        found = next(((value["median"], value["low"], value["high"]) for value in figure["points"]
                      if value["label"] == label and value.get("x") == x), None)
    return tuple(round(value, 1) for value in found) if found and counts_instructions(figure) else found


def counter(figure, label, column):
    """The same of a count beside the times. A column that is no counter of a benchmark has one value."""
    for value in figure["points"]:
        if value["label"] == label and column in value.get("counters", {}):
            return tuple(value["counters"][column][key] for key in ("median", "low", "high"))
    place = figure["columns"].index(column) if column in figure["columns"] else None
    cells = [row[place] for row in figure["rows"] if place is not None and row[0] == label]
    return (cells[0],) * 3 if cells and not isinstance(cells[0], str) else None


def counts_instructions(figure):
    """Whether the figure's values were counted by callgrind."""
    return figure["unit"].startswith("instructions")


def is_exact(figure):
    """Whether every run gives these values."""
    return counts_instructions(figure) or figure["world"] == "simulated"


def spread(outcome):
    """The quartiles in words."""
    if outcome.exact:
        return "exact"
    if outcome.low == outcome.high:
        return "none seen"
    return f"{shown(outcome.low)} to {shown(outcome.high)}"


def row(outcome):
    """The cells of a table: lab, goal, what was measured, its spread, verdict."""
    goal = outcome.goal
    verdict = f"{outcome.verdict}: {outcome.why}" if outcome.why else outcome.verdict
    return [outcome.lab, f"{goal.text}: {goal.sense} {shown(goal.bound)}", shown(outcome.value), spread(outcome),
            verdict]


def rows(measured):
    """The rows of all (lab, figures)."""
    return [row(outcome) for lab, figures in measured for outcome in evaluate(lab, figures)]


COLUMNS = ["lab", "goal", "measured", "spread", "verdict"]
