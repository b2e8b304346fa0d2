"""Where a lab's locks stand beside their peers: a row for each scenario, from the results of each vendor's processor."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from kev.measure import front
from kev.measure.figures import Figure, Point
from kev.measure.numbers import rounded, shown

COLUMNS = ["scenario", "Intel: time against the best peer's", "AMD: time against the best peer's",
           "a peer that is faster and at least as fair"]
NOT_MEASURED, NOT_KNOWN, NONE = "not measured", "not asked: fairness was not measured", "none"
ENDINGS = {"Intel": "", "AMD": "@amd"}


@dataclass(frozen=True)
class Scenario:
    """A row: a figure of the results, our lock in it, and at which x, or in which operation."""
    text: str
    figure: str
    ours: str
    own: Collection[str] = ()  # locks of this repository, and bounds that are no lock
    x: object = None
    operation: str = ""  # labels are 'operation: lock' then


def rows(scenarios: Sequence[Scenario], known: Mapping[str, Figure]) -> list[list[str]]:
    """The cells of the table; `known` has the figures of results.figures() by id."""
    return [row(each, known) for each in scenarios]


def row(scenario: Scenario, known: Mapping[str, Figure]) -> list[str]:
    """The cells of one row."""
    found = {vendor: points_of(scenario, known[scenario.figure + ending])
             for vendor, ending in ENDINGS.items() if scenario.figure + ending in known}
    return [scenario.text, *(ratio_cell(scenario, found.get(vendor, [])) for vendor in ENDINGS),
            dominators_cell(scenario, found)]


def points_of(scenario: Scenario, figure: Figure) -> list[Point]:
    """The values that the scenario compares, each under its lock's name."""
    at_x = [each for each in figure["points"] if scenario.x is None or each.get("x") == scenario.x]
    if not scenario.operation:
        return at_x
    start = f"{scenario.operation}: "
    return [cast(Point, {**each, "label": each["label"][len(start):]}) for each in at_x if each["label"].startswith(start)]


def ratio_cell(scenario: Scenario, points: Sequence[Point]) -> str:
    """Our median divided by the best peer's, and that peer's name."""
    mine = next((each for each in points if each["label"] == scenario.ours), None)
    peers = [each for each in points if each["label"] != scenario.ours and each["label"] not in scenario.own]
    if mine is None or not peers:
        return NOT_MEASURED
    best = min(peers, key=lambda each: each["median"])
    return f"{shown(rounded(mine['median'] / best['median']))} ({best['label']})"


def dominators_cell(scenario: Scenario, found: Mapping[str, Sequence[Point]]) -> str:
    """The peers that dominate ours, with the processor on which they do."""
    judged = {vendor: points for vendor, points in found.items()
              if any(front.fairness_of(each) for each in points if each["label"] == scenario.ours)}
    if not judged:
        return NOT_KNOWN
    own = {*scenario.own, scenario.ours}
    named = [f"{name} ({vendor})" for vendor, points in judged.items()
             for name in front.dominators(points, scenario.ours, own)]
    return ", ".join(named) or f"{NONE} ({', '.join(judged)})"
