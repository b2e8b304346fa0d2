"""The machine of a state word: which value follows which, and by what step of a thread.

The checker explores every schedule of a small case. Its graph has the whole situation in each node; here only the word
is looked at, or a little more, as a tracker says. Equal edges become one.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kev.races import places, timeline

State = Any  # what a tracker makes of it; can be hashed
Graph = Mapping[str, list]  # as the model programs print it


@dataclass(frozen=True)
class Tracker:
    """The part of a situation that is looked at: its first state, the state after an event, and the text of a state."""
    start: State
    after: Callable[[State, dict], State]
    text: Callable[[State], str] = str


@dataclass(frozen=True, order=True)
class Edge:
    """A step from one state to another, with all that does it, 'lock: fetch_or', and the places in the code (decision 9)."""
    source: str
    target: str
    steps: tuple[str, ...]
    places: tuple[str, ...] = ()


def word(name: str, start: str, *rewritten: tuple[str, str]) -> Tracker:
    """The tracker of an object's value as the lab decodes it. Each pair of a pattern and a text rewrites the value."""
    def value(state: State, event: dict) -> State:
        if event.get("object") != name or "after" not in event:
            return state
        text = str(event.get("after_text", event["after"]))
        for pattern, replacement in rewritten:
            text = re.sub(pattern, replacement, text)
        return text
    return Tracker(start, value)


def edges(graphs: Sequence[Graph], tracker: Tracker, calls: Mapping[str, str] | None = None) -> list[Edge]:
    """The machine: every edge once, in the order of its states. `calls`: the place of each call into the kernel."""
    steps: dict[tuple[str, str], set[str]] = {}
    found: dict[tuple[str, str], set[str]] = {}
    for graph in graphs:
        for before, after, event in changes(graph, tracker):
            source, target = tracker.text(before), tracker.text(after)
            if source != target:
                steps.setdefault((source, target), set()).add(label(event))
                found.setdefault((source, target), set()).update(place(event, calls or {}))
    return sorted(Edge(*ends, tuple(sorted(words)), tuple(sorted(found[ends]))) for ends, words in steps.items())


def place(event: dict, calls: Mapping[str, str]) -> list[str]:
    """The place of an event in the code; none for a call into the kernel of which no place is told."""
    if event.get("line"):
        return [places.place_of(event["file"], event["line"], event["operation"])]
    return [calls[event["operation"]]] if event["operation"] in calls else []


def changes(graph: Graph, tracker: Tracker) -> Iterator[tuple[State, State, dict]]:
    """(state, next state, event) of every event that changes the state, on every way through the graph."""
    reached: list[set[State]] = [set() for _ in graph["nodes"]]
    found = {}
    state = tracker.start
    for number in graph["before"]:
        state = tracker.after(state, graph["events"][number])
    reached[0].add(state)
    for node in beginnings_first(graph):
        for move, target in moves(graph, node):
            for state in reached[node]:
                for number in graph["moves"][move]["events"]:
                    event = graph["events"][number]
                    before, state = state, tracker.after(state, event)
                    if before != state:
                        found[before, state, number] = event
                reached[target].add(state)
    for (before, after, _), event in found.items():
        yield before, after, event


def moves(graph: Graph, node: int) -> Iterator[tuple[int, int]]:
    """(move, node that it leads to)"""
    line = graph["nodes"][node]
    return zip(line[2::2], line[3::2])


def beginnings_first(graph: Graph) -> list[int]:
    """All nodes, each before those to which its moves lead; the graph has no circle."""
    order: list[int] = []
    seen = {0}
    open_nodes = [(0, moves(graph, 0))]
    while open_nodes:
        node, rest = open_nodes[-1]
        target = next((target for _, target in rest if target not in seen), None)
        if target is None:
            order.append(node)
            open_nodes.pop()
        else:
            seen.add(target)
            open_nodes.append((target, moves(graph, target)))
    return order[::-1]


def label(event: dict) -> str:
    """The step of a thread: 'lock: fetch_or', 'wait: sleeps', 'wait: meets'."""
    note = str(event.get("note", "")).split(" ")[0] if "before" not in event else ""
    return timeline.action(event) + (f": {note}" if note else "")
