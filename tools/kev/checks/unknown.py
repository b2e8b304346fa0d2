"""The check `unknown`: docs/unknown.md lists every place where a page or a header says that something is not known.

A row of its tables has the question, the words that the place uses (one or more, each in backticks), the date of the
last search for an answer, and what was searched. The words are compared without line breaks and without the marks of a
comment.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files

LIST = "docs/unknown.md"
PHRASE = re.compile(r"\b(?:not known|we do not know|nobody (?:has proved|promises|says|knows (?:how|whether|why))"
                    r"|no documentation (?:promises|says)|nothing is proven|not settled|unproven|uncertain"
                    r"|remains? unknown)\b", re.IGNORECASE)
# A page of a lab or of docs/, or a header that a reader of a lab reads.
READ = re.compile(r"README\.md|docs/.+\.md|labs/[^/]+/[^/]+\.md|labs/[^/]+/include/.+\.hpp|common/.+\.hpp")
LINE_BREAK = re.compile(r"\s*\n[ \t]*(?:///?<?|>)?[ \t]*")
ROW = re.compile(r"^\|(?!-)(.+)\|$(?!\n\|-)", re.MULTILINE)  # neither the rule below a table's head nor the head
DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Entry:
    """A row of the list."""
    line: int
    words: tuple[str, ...]
    date: str
    searched: str


def entries(text: str) -> Iterator[Entry]:
    """The rows of the list's tables, without their heads."""
    rows = [(text.count("\n", 0, row.start()) + 1, [cell.strip() for cell in row.group(1).split(" | ")])
            for row in ROW.finditer(text)]
    for line, cells in rows:
        _, words, date, searched = (*cells, "", "", "", "")[:4]
        yield Entry(line, tuple(re.findall(r"`([^`]+)`", words)), date, searched)


def faults(entry: Entry, texts: Sequence[str]) -> Iterator[str]:
    """The mistakes in a row by itself."""
    if not entry.words:
        yield "the row has no words in backticks"
    if not DATE.fullmatch(entry.date) or not entry.searched:
        yield "the row needs a date such as 2026-11-24, and what was searched"
    for words in entry.words:
        if not PHRASE.search(words):
            yield f"'{words}' does not say that something is not known"
        elif not any(words in text for text in texts):
            yield f"no page or header says '{words}' any more"


def unlisted(text: str, listed: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The line of each phrase that is in no listed words, and the words around it."""
    flat, lines = flattened(text)
    covered = [match.span() for words in listed for match in re.finditer(re.escape(words), flat)]
    for match in PHRASE.finditer(flat):
        if not any(first <= match.start() and match.end() <= last for first, last in covered):
            yield lines[match.start()], flat[max(0, match.start() - 40):match.end() + 20].strip()


def flattened(text: str) -> tuple[str, list[int]]:
    """The text in one line, and for each character its line in the text."""
    pieces: list[str] = []
    lines: list[int] = []
    begin, line = 0, 1
    for gap in [*LINE_BREAK.finditer(text), None]:
        piece = text[begin:gap.start() if gap else len(text)] + (" " if gap else "")
        pieces.append(piece)
        lines += [line] * len(piece)
        if gap:
            begin, line = gap.end(), line + gap.group().count("\n")
    return "".join(pieces), lines


def findings(texts: Mapping[str, str], listed: str) -> list[str]:
    """The findings, for the texts by their names and the list."""
    rows = list(entries(listed))
    flat = [flattened(text)[0] for text in texts.values()]
    found = [f"{LIST}:{row.line}: {fault}" for row in rows for fault in faults(row, flat)]
    words = [each for row in rows for each in row.words]
    found += [f"{name}:{line}: '...{around}...' is not in {LIST}"
              for name, text in sorted(texts.items()) for line, around in unlisted(text, words)]
    return found


def run(_labs: Sequence[Lab]) -> list[str]:
    """Each place that is not listed, and each row of the list that is wrong."""
    names = (path.relative_to(ROOT).as_posix() for path in tracked_files(ROOT))
    texts = {name: (ROOT / name).read_text(encoding="utf-8")
             for name in names if READ.fullmatch(name) and name != LIST}
    return findings(texts, (ROOT / LIST).read_text(encoding="utf-8"))


CHECK = Check("unknown", "each 'not known' of the pages and headers is in docs/unknown.md, with the last search", run,
              concerns=("README.md", "docs/*.md", "labs/*.md", "labs/*/include/*", "common/*.hpp"))
