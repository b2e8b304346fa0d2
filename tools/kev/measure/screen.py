"""One lab on one screen of the terminal: what the tour prints of a lab, while the next lab is built.

Nothing is wider or higher than a small terminal. What does not fit is in the report.
"""
from __future__ import annotations

import textwrap

from kev.measure import figures

ROWS, COLUMNS = 24, 80
PROGRESS = 2  # rows that stay free: the next build's line and the cursor's
QUESTION, SENTENCE = 3, 3  # rows at most
DEMONSTRATION = 7  # rows at most, where there are figures, too


def lines(section, world, missing, more):
    """The lines for a lab's section in one world. `missing`: what that world could not show; `more`: the last line, which
    says where all of it is."""
    name = section["title"] + (f" ({world})" if world == figures.WINE else "")
    head = ["", _cut(name), "─" * min(len(name), COLUMNS),
            *(_wrapped(section["question"], "", QUESTION) if world != figures.WINE else [])]
    tail = [_cut(_counted(missing))] if missing else []
    tail.append(_cut(more))
    mine = [each for each in section["figures"] if (each["world"] == figures.WINE) == (world == figures.WINE)]
    room = ROWS - PROGRESS - len(head) - len(tail)
    shown = _demonstration(section, world, DEMONSTRATION if mine else room)
    return [*head, *shown, *_figures(mine, room - len(shown)), *tail]


def _demonstration(section, world, room):
    """The beginning of what the demonstration printed."""
    output = next((each["output"] for each in section["demonstrations"] if each["world"] == world), "")
    text = [line.rstrip() for line in output.splitlines() if line.strip()]
    if not text:
        return []
    fits = text if len(text) <= room - 1 else text[:room - 2]
    left = len(text) - len(fits)
    return ["", *(_cut(f"  │ {line}") for line in fits[:room - 1]),
            *([f"  │ … {left} more line{'s' if left > 1 else ''}"] if left else [])]


def _figures(made, room):
    """What the figures say, one after the other, as far as there is room for whole sentences."""
    told = [_wrapped(f"{each['title']}: {each['sentence']}", "  • ", SENTENCE) for each in made if each["sentence"]]
    found = [""] if told else []
    for number, text in enumerate(told):
        left = len(told) - number
        if len(found) + len(text) + (left > 1) > room:
            return [*found, f"  … {left} more figure{'s' if left > 1 else ''}"][:room]
        found += text
    return found


def _counted(missing):
    """A line on what is not there."""
    return f"  Not here: {missing[0]}" if len(missing) == 1 else f"  {len(missing)} things are not here; the report says why."


def _wrapped(text, bullet, rows):
    """The text in so many rows at most, under a bullet."""
    return textwrap.wrap(text, COLUMNS, initial_indent=bullet, subsequent_indent=" " * len(bullet), max_lines=rows,
                         placeholder=" …")


def _cut(line):
    """The line, or as much of it as fits."""
    line = line.replace("\n", " ")
    return line if len(line) <= COLUMNS else line[:COLUMNS - 1] + "…"
