"""The dependency graph of the labs, docs/assets/labs.svg, drawn from the build's own kev_lab lines."""
from __future__ import annotations

import re
from collections.abc import Callable

from kev.core import labs
from kev.core.paths import ROOT

PICTURE = ROOT / "docs" / "assets" / "labs.svg"
WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 156, 36, 174, 66, 6  # of a box, and from one box to the next
# The colours are readable on a light page and on a dark one.
STYLE = ("rect{fill:#3949ab;stroke:#9fa8da}text{fill:#fff;font:14.5px system-ui,sans-serif;text-anchor:middle}"
         "path{fill:none;stroke:#7f8793;stroke-width:2}marker path{fill:#7f8793;stroke:none}")

Needs = dict[str, list[str]]
Place = tuple[int, int]  # column, row


def needs() -> Needs:
    """Which labs each lab's library stands on."""
    return {lab.number: labs.library_of(lab) for lab in labs.all_labs()}


def arrows(needed: Needs) -> list[tuple[str, str]]:
    """(lab, lab that stands on it), without those to which a longer way leads, too."""
    def behind(lab: str) -> set[str]:
        return set(needed[lab]).union(*map(behind, needed[lab]))

    return [(below, lab) for lab in needed for below in needed[lab]
            if not any(below in behind(other) for other in needed[lab])]


def places(needed: Needs) -> dict[str, Place]:
    """A column and a row for each lab: below all that it stands on, and the longest line of labs straight down. Labs
    that have no arrow come first."""
    edges = arrows(needed)

    def row(lab: str) -> int:
        return 1 + max(map(row, needed[lab])) if needed[lab] else 0

    def depth(lab: str) -> int:
        return max([row(lab), *(depth(above) for below, above in edges if below == lab)])

    found: dict[str, Place] = {}
    touched = {lab for edge in edges for lab in edge}
    order = sorted(needed, key=lambda lab: (lab in touched, row(lab), -depth(lab), lab))
    first = len(needed) - len(touched)  # a column for each lab that stands alone
    for lab in order:
        start = max([found[below][0] for below, above in edges if above == lab], default=first if lab in touched else 0)
        column = next(column for column in range(start, len(needed) + 1) if (column, row(lab)) not in found.values())
        found[lab] = (column, row(lab))
    return found


def clickable(address: Callable[[str], str]) -> str:
    """The picture inside a page: each lab is a link, to the address of its folder. The style is for this picture alone."""
    picture = re.sub(r"(?<=<style>)rect|(?<=})(?=[a-z])", lambda match: f".kev-map {match[0]}", svg())
    names = {lab.directory.name.replace("_", " ", 1): lab.directory.name for lab in labs.all_labs()}
    return re.sub(r'<rect [^>]*/><text [^>]*>([^<]*)</text>',
                  lambda match: f'<a href="{address(names[match[1]])}">{match[0]}</a>', picture).replace(
                      '" role="img">', '" class="kev-map">', 1)


def svg() -> str:
    """The picture."""
    needed = needs()
    at = places(needed)
    width = max(column for column, _ in at.values()) * ACROSS + WIDTH + 2 * MARGIN
    height = max(row for _, row in at.values()) * DOWN + HEIGHT + 2 * MARGIN
    names = {lab.number: lab.directory.name.replace("_", " ", 1) for lab in labs.all_labs()}
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
             f"<title>{description(needed)}</title>", f"<style>{STYLE}</style>",
             '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" markerHeight="9" '
             'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>']
    lines += [line(at[below], at[above]) for below, above in arrows(needed)]
    lines += [box(place, names[lab]) for lab, place in at.items()]
    return "\n".join([*lines, "</svg>", ""])


def description(needed: Needs) -> str:
    """The same in words."""
    return "; ".join(f"lab {lab} stands on {', '.join(below)}" if below else f"lab {lab} stands on no other lab"
                     for lab, below in needed.items())


def box(place: Place, name: str) -> str:
    """A lab."""
    x, y = MARGIN + place[0] * ACROSS, MARGIN + place[1] * DOWN
    return (f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
            f'<text x="{x + WIDTH // 2}" y="{y + 23}">{name}</text>')


def line(below: Place, above: Place) -> str:
    """An arrow down, or aside half-way between two rows and then down."""
    x, y = MARGIN + below[0] * ACROSS + WIDTH // 2, MARGIN + below[1] * DOWN + HEIGHT
    to_x, to_y = MARGIN + above[0] * ACROSS + WIDTH // 2, MARGIN + above[1] * DOWN
    middle = to_y - (DOWN - HEIGHT) // 2 - 2
    aside = f"V{middle}H{to_x}" if to_x != x else ""
    return f'<path d="M{x} {y}{aside}V{to_y}" marker-end="url(#tip)"/>'
