"""The changes of a patch as a lesson quotes them: the block `diff` of the check `quotes`.

The argument is the patch's path as seen from the page's folder. More words may follow it, in any order:

  fast_mutex.hpp   only the changes of this file
  code             without the lines that hold only a comment
  2                only the second change, or several such numbers; a change is what stands between two "..."

A quote has no headers and no line numbers. Of the unchanged lines around a change it keeps at most two on each side,
and none that says nothing there: a blank line, a part of a comment, a bracket above the change. Where several files are
quoted, each begins with its name.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kev.core.errors import KevError
from kev.races import variants

CONTEXT = 2
COMMENT = re.compile(r"\s*(?://|\*|/\*)")
SAYS_NOTHING_ABOVE = re.compile(r"\s*(?:$|//|\}|\);?$)")
SAYS_NOTHING_BELOW = re.compile(r"\s*(?:$|//)")

Change = tuple[str, list[str]]  # the file's name as seen from the lab's folder; the lines, each with its sign


def quoted_diff(page: Path, argument: str) -> str:
    """The block for one patch."""
    name, *words = argument.split()
    path = page.parent / name
    if not path.is_file():
        raise KevError(f"there is no {name}")
    hunks = list(hunks_of(path.read_text(encoding="utf-8")))
    files = [word for word in words if word != "code" and not word.isdecimal()]
    if "code" in words:
        hunks = [(file, without_comments(lines)) for file, lines in hunks]
    changes = [(file, change) for file, lines in hunks for change in changes_of(lines)
               if all(f"/{file}".endswith(f"/{word}") for word in files)]
    if not changes:
        raise KevError(f"{name} changes nothing {'but comments ' if 'code' in words else ''}in {' '.join(files) or 'it'}")
    return "```diff\n" + "\n".join(joined(chosen(changes, words, name))) + "\n```"


def hunks_of(text: str) -> Iterator[Change]:
    """The hunks of a patch, in its order."""
    file, inside = "", False
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("--- a/") or line.startswith("+++ ") or variants.HUNK.match(line):
            if lines:
                yield file, lines
            inside, lines = line[0] == "@", []
            if line[0] == "+":
                file = re.sub(r"^b/", "", line[4:].split("\t")[0])
        elif inside:
            lines.append(line or " ")
    if lines:
        yield file, lines


def without_comments(lines: Sequence[str]) -> list[str]:
    """The lines, less those that hold only a comment."""
    return [line for line in lines if not COMMENT.match(line[1:])]


def changes_of(hunk: Sequence[str]) -> Iterator[list[str]]:
    """The changes of a hunk, each with the context that is kept. A blank unchanged line parts two of them."""
    parts: list[list[str]] = [[]]
    for line in hunk:
        if line.strip():
            parts[-1].append(line)
        else:
            parts.append([])
    for part in parts:
        for lines in parted(part):
            if any(map(is_change, lines)):
                yield with_little_context(lines)


def parted(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines, in pieces where more unchanged lines stand between two changes than both would keep."""
    piece: list[str] = []
    unchanged = 0
    for line in lines:
        unchanged = 0 if is_change(line) else unchanged + 1
        if unchanged > 2 * CONTEXT and any(map(is_change, piece)):
            yield piece
            piece = piece[-CONTEXT:]
        piece.append(line)
    yield piece


def is_change(line: str) -> bool:
    """Whether a line is added or removed, and not blank."""
    return line[0] in "+-" and bool(line[1:].strip())


def with_little_context(lines: Sequence[str]) -> list[str]:
    """The changes, with the unchanged lines between them and a few around them."""
    places = [number for number, line in enumerate(lines) if is_change(line)]
    first, last = places[0], places[-1]
    above = nearest(list(reversed(lines[:first])), SAYS_NOTHING_ABOVE.match)
    below = nearest(lines[last + 1:], SAYS_NOTHING_BELOW.match)
    return [*reversed(above), *lines[first:last + 1], *below]


def nearest(context: Sequence[str], says_nothing: Callable[[str], object]) -> list[str]:
    """The lines of a context that are kept, the nearest to the change first."""
    kept = list(context[:CONTEXT])
    while kept and says_nothing(kept[-1][1:]):
        kept.pop()
    return kept


def chosen(changes: Sequence[Change], words: Sequence[str], patch: str) -> list[Change]:
    """The changes with these numbers, or all."""
    numbers = {int(word) for word in words if word.isdecimal()}
    if unknown := numbers - set(range(1, len(changes) + 1)):
        raise KevError(f"{patch}: there is no change {min(unknown)}; there are {len(changes)}")
    return [change for number, change in enumerate(changes, 1) if not numbers or number in numbers]


def joined(changes: Sequence[Change]) -> Iterator[str]:
    """All lines, without the indentation that they share."""
    texts = [line[1:] for _, lines in changes for line in lines if line[1:].strip()]
    indent = min(len(text) - len(text.lstrip()) for text in texts)
    several = len({file for file, _ in changes}) > 1
    before = None
    for file, lines in changes:
        if several and file != before:
            yield f"@@ {Path(file).name} @@"
        elif before is not None:
            yield "..."
        before = file
        yield from ((line[0] + line[1 + indent:]).rstrip() for line in lines)
