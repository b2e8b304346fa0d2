"""The point of no return in a schedule: the first step after which no choice avoids the finding any more.

It is found in the graph of all situations, so only a race whose graph is kept has one. The schedule is walked in the
graph; a situation is lost if no end without a finding can be reached from it.
"""
from __future__ import annotations

from typing import Any, Optional

SAME = ("thread", "operation", "object", "function", "note", "before", "after")


def alike(step: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether a step of the schedule and an event of the graph are the same. Addresses have numbers of their own in each."""
    return all(step.get(key) == event.get(key)
               or isinstance(step.get(key), str) and isinstance(event.get(key), str) and key in ("before", "after")
               for key in SAME)


def moves(graph: dict[str, Any], node: int) -> list[tuple[list[int], int]]:
    """The moves from a situation: their events, and where they lead."""
    line = graph["nodes"][node]
    return [(graph["moves"][line[place]]["events"], line[place + 1]) for place in range(2, len(line), 2)]


def lost(graph: dict[str, Any]) -> set[int]:
    """The situations from which every way leads to a finding."""
    into: dict[int, list[int]] = {}
    for node in range(len(graph["nodes"])):
        for _, target in moves(graph, node):
            into.setdefault(target, []).append(node)
    good = [node for node, line in enumerate(graph["nodes"]) if line[1] >= 0 and not graph["ends"][line[1]]["found"]]
    saved = set(good)
    while good:
        for node in into.get(good.pop(), ()):
            if node not in saved:
                saved.add(node)
                good.append(node)
    return set(range(len(graph["nodes"]))) - saved


def walk(graph: dict[str, Any], steps: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """(steps made, situation) along the schedule; empty if the graph has no such way."""
    events = graph["events"]
    made = len(graph["before"])
    if not all(alike(step, events[number]) for step, number in zip(steps, graph["before"])):
        return []
    ways = [[(made, 0)]]
    tried = {(made, 0)}
    while ways:
        way = ways.pop()
        made, node = way[-1]
        end = graph["nodes"][node][1]
        if made == len(steps) and end >= 0 and graph["ends"][end]["found"]:
            return way
        for numbers, target in moves(graph, node):
            place = (made + len(numbers), target)
            part = steps[made:made + len(numbers)]
            if place not in tried and len(part) == len(numbers) and all(
                    alike(step, events[number]) for step, number in zip(part, numbers)):
                tried.add(place)
                ways.append([*way, place])
    return []


def step_of(graph: Optional[dict[str, Any]], steps: list[dict[str, Any]]) -> int:
    """The number of that step; 0 if it is not known, or if nothing was lost by a step."""
    way = walk(graph, steps) if graph else []
    if not graph or not way:
        return 0
    without_escape = lost(graph)
    made, node = way[0]
    if node in without_escape:
        return steps[made - 1]["step"] if made else 0
    for (made, _), (_, node) in zip(way, way[1:]):
        if node in without_escape:
            # The rest of the move is what only this thread can see. The last one may be nothing but the finding.
            return steps[min(made, len(steps) - 1)]["step"]
    return 0
