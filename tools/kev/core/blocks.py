"""Generated parts of Markdown pages, kept between two marks:

    <!-- name: argument -->
    what a maker writes
    <!-- /name -->

The argument may be absent. A block may stand inside a line, too. A mark without its closing one is a place that only
the site fills; `placed` does that, and nothing of it is stored.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kev.core.errors import KevError

# A maker gets the page and the argument, and returns the text between the marks. None: leave what is there.
Maker = Callable[[Path, str], "str | None"]
BLOCK = re.compile(r"<!-- (?P<name>[a-z][a-z-]*)(?:: (?P<argument>[^\n]*?))? -->"
                   r"(?P<body>(?:(?!<!-- (?P=name)[: ]).)*?)<!-- /(?P=name) -->", re.DOTALL)
PLACE = re.compile(r"<!-- (?P<name>[a-z][a-z-]*)(?:: (?P<argument>[^\n]*?))? -->")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block as it stands in a page."""
    name: str
    argument: str
    line: int
    body: str

    @property
    def title(self) -> str:
        """The text of its opening mark."""
        return f"{self.name}: {self.argument}" if self.argument else self.name


def blocks_of(text: str, names: Mapping[str, object] | None = None) -> Iterator[tuple[re.Match[str], Block]]:
    """The blocks of a page with one of these names, or all, and where they were found."""
    for match in BLOCK.finditer(text):
        if names is None or match["name"] in names:
            line = text.count("\n", 0, match.start()) + 1
            yield match, Block(match["name"], match["argument"] or "", line, match["body"])


def refreshed(page: Path, text: str, makers: Mapping[str, Maker]) -> tuple[str, list[Block]]:
    """The text of a page with fresh blocks, and those blocks that were stale."""
    pieces: list[str] = []
    stale: list[Block] = []
    last = 0
    for match, block in blocks_of(text, makers):
        made = makers[block.name](page, block.argument)
        if made is None:
            continue
        fresh = f"\n{made.rstrip()}\n" if block.body.startswith("\n") else made.strip()
        if fresh != block.body:
            stale.append(block)
            pieces += [text[last:match.start("body")], fresh]
            last = match.end("body")
    return "".join([*pieces, text[last:]]), stale


def unclosed(text: str, names: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    """(line, name) of every opening mark that has no closing one, outside of quoted code."""
    plain = FENCE.sub(_blank, BLOCK.sub(_blank, text))
    for match in PLACE.finditer(plain):
        if match["name"] in names:
            yield plain.count("\n", 0, match.start()) + 1, match["name"]


def _blank(match: re.Match[str]) -> str:
    return "\n" * match.group().count("\n")


def placed(text: str, makers: Mapping[str, Callable[[str], str]]) -> str:
    """A page in which each lone mark is replaced by what its maker writes for the argument."""
    def fill(match: re.Match[str]) -> str:
        maker = makers.get(match["name"])
        return maker(match["argument"] or "") if maker else match.group()
    return PLACE.sub(fill, text)


def require(page: Path, text: str, names: Mapping[str, object]) -> None:
    """An error if a page lacks a block that it must have."""
    found = {block.name for _, block in blocks_of(text)}
    for name in names:
        if name not in found:
            raise KevError(f"{page.name} has no place for {name}: it needs <!-- {name} --> and <!-- /{name} -->")
