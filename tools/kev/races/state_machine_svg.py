"""The picture of a state word's machine: a box for each state, an arrow for each edge, and on the arrow the number of
what a thread does there. The list below the boxes says what the numbers mean.

Where the boxes stand is told; the arrows follow from it, and are bent where a straight one would hide another.
"""
from __future__ import annotations

import html
import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kev.core.errors import KevError
from kev.races.state_machine import Edge

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]  # a quadratic Bezier curve: its ends, and in the middle what draws it aside

ACTORS = {"owner": "a", "unlocker": "b", "waiter": "d"}  # the class of the style that has the actor's colour
BOX, ONE_LINE, TWO_LINES = 148, 36, 52  # a box: its width, and its heights
BADGE = 11  # the radius of a number's circle
LETTER = 7.5  # the width of a letter, about
LINE = 24  # of the list
KERNEL = ("sleeps", "meets")  # what comes of a call into the kernel
PAIR = 13  # how far an arrow is bent aside that has another beside it, in the opposite direction
STORED = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)
STYLE = """\
.machine text{font:14.5px system-ui,sans-serif;fill:#7f8793}.machine .m{text-anchor:middle}.machine .h{font-weight:600}
.machine .on{fill:#fff;text-anchor:middle;font-weight:600}
.machine rect{fill:#7f8793;fill-opacity:0;stroke:#7f8793;stroke-width:1.5}.machine .full{fill-opacity:.2}
.machine path{fill:none;stroke:#7f8793;stroke-width:1.8}.machine marker path{fill:#7f8793;stroke:none}
.machine .a{fill:#2a6fb0}.machine .b{fill:#b0562a}.machine .d{fill:#2b7338}"""
TIP = ('<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" markerHeight="9" '
       'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>')


@dataclass(frozen=True)
class Kind:
    """A way in which a thread changes the word: its actor, words for it, the steps of the code. Where the same step does
    different things, `where` is a pattern of 'source → target'."""
    actor: str
    words: str
    steps: tuple[str, ...]
    where: str = ""

    def is_on(self, edge: Edge, step: str) -> bool:
        """Whether this is what the step does on the edge."""
        return step in self.steps and bool(re.search(self.where, f"{edge.source} → {edge.target}"))


@dataclass(frozen=True)
class Drawing:
    """How a machine is drawn. A bend is how far an arrow is drawn aside, to its left if positive."""
    title: str  # a sentence
    kinds: tuple[Kind, ...]
    places: Mapping[str, Point]  # of each box, its middle
    filled: str = "(?!)"  # a pattern of the states whose boxes are filled
    filled_means: str = ""
    bends: Mapping[tuple[str, str], float] = field(default_factory=dict)
    width: int = 500


def svg(drawing: Drawing, machine: Sequence[Edge]) -> str:
    """The text of the file. An error says what the drawing has no place or no words for."""
    require_complete(drawing, machine)
    below = max(y for _, y in drawing.places.values()) + TWO_LINES / 2 + 18
    lines = list(legend(drawing, below))
    height = below + LINE * len(lines) + 4
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {height:.0f}" '
        f'width="{drawing.width}" height="{height:.0f}" role="img" class="machine">',
        f"<title>{html.escape(drawing.title, quote=False)}</title>",
        f"<metadata>{html.escape(stored(machine), quote=False)}</metadata>",
        f"<style>\n{STYLE}\n</style>", TIP,
        *(box(drawing, state) for state in drawing.places),
        *(group(drawing, curve, edge) for curve, edge in arrows(drawing, machine)),
        *lines, "</svg>"]) + "\n"


def group(drawing: Drawing, curve: Curve, edge: Edge) -> str:
    """An edge with its numbers, its words, and the places of the code that takes it: the site shows those."""
    words = "; ".join(f"{kind.words} ({in_code(steps)})" for kind, steps in kinds_of(drawing, edge).items())
    return "\n".join([f'<g class="edge" data-places="{html.escape("; ".join(edge.places))}">',
                      f"<title>{html.escape(f'{edge.source} → {edge.target}: {words}', quote=False)}</title>",
                      arrow(curve), *(badge(*each) for each in badges_on(drawing, curve, edge)), "</g>"])


def kinds_of(drawing: Drawing, edge: Edge) -> dict[Kind, list[str]]:
    """The kinds of an edge in the order of their numbers, with the steps of each."""
    found: dict[Kind, list[str]] = {}
    for step in edge.steps:
        found.setdefault(kind_of(drawing, edge, step), []).append(step)
    return {kind: found[kind] for kind in drawing.kinds if kind in found}


def stored(machine: Sequence[Edge]) -> str:
    """The machine as it stands in the file."""
    rows = (json.dumps([edge.source, edge.target, edge.steps, edge.places]) for edge in machine)
    return "[\n" + ",\n".join(rows) + "\n]"


def read(text: str) -> list[Edge]:
    """The machine that a file was drawn from."""
    found = STORED.search(text)
    if not found:
        raise KevError("it holds no machine")
    return [Edge(source, target, tuple(steps), tuple(places))
            for source, target, steps, places in json.loads(html.unescape(found.group(1)))]


def require_complete(drawing: Drawing, machine: Sequence[Edge]) -> None:
    """Every state has a place and every step has words, and nothing has them in vain."""
    states = {state for edge in machine for state in (edge.source, edge.target)}
    used: set[Kind] = set()
    for edge in machine:
        for step in edge.steps:
            used.add(kind_of(drawing, edge, step))
    for missing in sorted(states - set(drawing.places)):
        raise KevError(f"the drawing has no place for '{missing}'")
    left_over = [*sorted(set(drawing.places) - states), *(kind.words for kind in drawing.kinds if kind not in used),
                 *sorted(set(drawing.bends) - {(edge.source, edge.target) for edge in machine})]
    if left_over:
        raise KevError(f"the drawing speaks of '{left_over[0]}', which does not occur")


def kind_of(drawing: Drawing, edge: Edge, step: str) -> Kind:
    """The kind of a step of an edge."""
    for kind in drawing.kinds:
        if kind.is_on(edge, step):
            return kind
    raise KevError(f"the drawing has no words for '{step}' from '{edge.source}' to '{edge.target}'")


def lines_of(state: str) -> list[str]:
    """The text of a box, in one line or two: 'owned', '1 waiting, waking'."""
    return state.split(", ", 1)


def size(state: str) -> Point:
    """Width and height of a box."""
    return BOX, ONE_LINE if len(lines_of(state)) == 1 else TWO_LINES


def box(drawing: Drawing, state: str) -> str:
    """A state."""
    (x, y), (width, height) = drawing.places[state], size(state)
    full = ' class="full"' if re.match(drawing.filled, state) else ""
    texts = lines_of(state)
    first = y + 5 - (len(texts) - 1) * 9.5
    return (f'<rect{full} x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}" rx="6"/>'
            + "".join(f'<text class="m{"" if number else " h"}" x="{x:g}" y="{first + 19 * number:g}">{text}</text>'
                      for number, text in enumerate(texts)))


def arrows(drawing: Drawing, machine: Sequence[Edge]) -> Iterator[tuple[Curve, Edge]]:
    """Every edge as the curve between its two boxes."""
    there = {(edge.source, edge.target) for edge in machine}
    for edge in machine:
        bend = drawing.bends.get((edge.source, edge.target), PAIR if (edge.target, edge.source) in there else 0)
        start, end = drawing.places[edge.source], drawing.places[edge.target]
        yield between_boxes(bent(start, end, bend), edge, drawing), edge


def bent(start: Point, end: Point, aside: float) -> Curve:
    """The curve whose middle is so far to the left of the straight line, as one looks along it."""
    length = math.dist(start, end)
    normal = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
    middle = tuple((a + b) / 2 + 2 * aside * c for a, b, c in zip(start, end, normal))
    return start, (middle[0], middle[1]), end


def point(curve: Curve, part: float) -> Point:
    """The point of a curve, from 0 to 1."""
    weights = ((1 - part) ** 2, 2 * part * (1 - part), part ** 2)
    x, y = (sum(weight * each[axis] for weight, each in zip(weights, curve)) for axis in (0, 1))
    return x, y


def between_boxes(curve: Curve, edge: Edge, drawing: Drawing) -> Curve:
    """The part of a curve that is outside of its two boxes, with a little room before the tip."""
    parts = [number / 400 for number in range(401)]
    outside = [part for part in parts if not inside(point(curve, part), drawing.places[edge.source], size(edge.source), 0)
               and not inside(point(curve, part), drawing.places[edge.target], size(edge.target), 2)]
    if not outside:
        raise KevError(f"there is no room for an arrow from '{edge.source}' to '{edge.target}'")
    first, last = outside[0], outside[-1]
    start, control, end = curve
    middle = tuple((1 - first) * ((1 - last) * a + last * b) + first * ((1 - last) * b + last * c)
                   for a, b, c in zip(start, control, end))
    return point(curve, first), (middle[0], middle[1]), point(curve, last)


def inside(place: Point, middle: Point, extent: Point, margin: float) -> bool:
    """Whether a point is in a box, or nearer to it than the margin."""
    return all(abs(a - b) <= c / 2 + margin for a, b, c in zip(place, middle, extent))


def arrow(curve: Curve) -> str:
    """An edge."""
    start, control, end = (f"{x:.0f} {y:.0f}" for x, y in curve)
    return f'<path d="M{start}Q{control} {end}" marker-end="url(#tip)"/>'


def badges_on(drawing: Drawing, curve: Curve, edge: Edge) -> Iterator[tuple[Kind, int, Point]]:
    """(kind, its number, where) of every number on one arrow; several stand side by side along it."""
    kinds = kinds_of(drawing, edge)
    length = math.dist(curve[0], curve[2])
    for place, kind in enumerate(kinds):
        aside = (place - (len(kinds) - 1) / 2) * 2 * BADGE / length
        yield kind, drawing.kinds.index(kind) + 1, point(curve, 0.5 + aside)


def badge(kind: Kind, number: int, place: Point) -> str:
    """A number on an arrow, or in the list."""
    x, y = place
    return (f'<circle class="{ACTORS[kind.actor]}" cx="{x:.0f}" cy="{y:.0f}" r="{BADGE}"/>'
            f'<text class="on" x="{x:.0f}" y="{y + 5:.0f}">{number}</text>')


def legend(drawing: Drawing, top: float) -> Iterator[str]:
    """The lines of the list below the boxes."""
    y = top + LINE / 2
    for number, kind in enumerate(drawing.kinds, 1):
        for row, text in enumerate(wrapped(f"{kind.words} ({in_code(kind.steps)})", drawing.width - 44)):
            mark = "" if row else badge(kind, number, (BADGE + 4, y))
            yield f'{mark}<text x="34" y="{y + 5:g}">{text}</text>'
            y += LINE
    if drawing.filled_means:
        yield (f'<rect class="full" x="4" y="{y - BADGE:g}" width="22" height="22" rx="4"/>'
               f'<text x="34" y="{y + 5:g}">{drawing.filled_means}</text>')


def in_code(steps: Sequence[str]) -> str:
    """Where the steps are found: 'fetch_or in lock, lock_slow'; of a call into the kernel only its name. A lambda has none."""
    parted = [step.rpartition(": ")[::2] for step in steps]
    groups = itertools.groupby(parted, key=lambda pair: pair[1])
    found = []
    for operation, group in groups:
        names = ", ".join(name or "a lambda" for name, _ in group)
        found.append(names if operation in KERNEL else f"{operation} in {names}")
    return "; ".join(found)


def wrapped(text: str, width: float) -> list[str]:
    """The text in lines that fit, about."""
    lines = [""]
    for each in text.split(" "):
        if lines[-1] and (len(lines[-1]) + 1 + len(each)) * LETTER > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {each}".strip()
    return lines
