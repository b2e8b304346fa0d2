"""Is a lock dominated: is some peer faster in the same figure, and at least as fair?

A loop without a pause rewards the lock that lets one thread run on, so time alone ranks locks by their unfairness. The
front of Pareto does not: a lock is on it if each faster lock is less fair. Fairness is Jain's index and, where a figure
has it, the longest wait of a sample.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kev.measure.compare import AGAIN
from kev.measure.figures import Figure, Median, Point, figure
from kev.measure.numbers import shown

JAIN, LONGEST = "jain", "worst wait us"


def dominates(peer: Point, ours: Point) -> bool:
    """Whether the peer is faster by more than the quartiles overlap, and no less fair by any measure that both have."""
    as_fair = [_at_least_as_fair(name, peer["counters"][name], ours["counters"][name])
               for name in fairness_of(ours) if name in fairness_of(peer)]
    return peer["high"] < ours["low"] and bool(as_fair) and all(as_fair)


def fairness_of(lock: Point) -> list[str]:
    """The measures of fairness that a lock has in its figure."""
    return [name for name in (JAIN, LONGEST) if name in lock.get("counters", {})]


def _at_least_as_fair(name: str, peer: Median, ours: Median) -> bool:
    return peer["median"] >= ours["median"] if name == JAIN else peer["median"] <= ours["median"]


def dominators(points: Sequence[Point], ours: str, own: Collection[str]) -> list[str]:
    """The peers that dominate `ours`, in both of its rows if it stands there twice: between them lies the noise of the run.

    `own` are the locks of this repository, which are no peers.
    """
    rows = [each for each in points if each["label"] in (ours, ours + AGAIN)]
    return [each["label"] for each in points
            if each["label"] not in own and rows and all(dominates(each, row) for row in rows)]


def verdict(points: Sequence[Point], ours: str, own: Collection[str]) -> str:
    """The sentence under a figure."""
    found = dominators(points, ours, own)
    if not found:
        return f"No peer is faster than {ours} and at least as fair."
    return f"{' and '.join(found)}: faster than {ours} and at least as fair."


def verdict_by_x(points: Sequence[Point], ours: str, own: Collection[str], x_label: str) -> str:
    """The sentence under a figure of lines."""
    places = sorted({each["x"] for each in points})
    found = {x: names for x in places if (names := dominators([each for each in points if each["x"] == x], ours, own))}
    if not found:
        return f"In no row is a peer faster than {ours} and at least as fair."
    return (f"Faster than {ours} and at least as fair: " +
            "; ".join(f"{' and '.join(names)} with {x} {x_label}" for x, names in found.items()) + ".")


def picture(made: Figure, names: Mapping[str, str]) -> Figure:
    """The front as a figure: time of an acquisition against longest wait, a point for each lock."""
    points = [each for each in made["points"] if LONGEST in each.get("counters", {}) and each["label"] in names]
    drawn = [_placed(each, names[each["label"]]) for each in points]
    front = figure(f"{made['id']}-front", f"{made['title']}: time and longest wait", made["world"],
                   "longest wait of a sample, us", "scatter", drawn, x_label="ns an acquisition")
    front["columns"] = ["", "ns an acquisition", "longest wait, us"]
    front["rows"] = [[each["label"], each["x"], each["median"]] for each in drawn]
    best = min(drawn, key=lambda each: each["median"], default=None)
    front["sentence"] = ("Down and to the left is better." +
                         (f" {best['label']} has the shortest longest wait, {shown(best['median'])} us." if best else ""))
    return front


def _placed(lock: Point, name: str) -> Point:
    """The lock's point: its time is the place on the axis, its longest wait the value."""
    longest = lock["counters"][LONGEST]
    return {"label": name, "x": lock["median"], "median": longest["median"], "low": longest["low"], "high": longest["high"],
            "least": longest["low"], "most": longest["high"], "samples": lock["samples"]}
