"""The check `lessons`: what a machine can see of the shape of a lesson, and habits that make a sentence hard to read.

A lesson is labs/NN_*/README.md. A page of races beside it keeps the same rules for its schedules. Words are counted without
code, tables, comments and folded parts.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.races import race_data

MOST_WORDS = {"06": 3500, "07": 3500, "08": 4000}  # other labs: USUAL_WORDS
USUAL_WORDS = 2500
MOST_ROWS = 15  # of a schedule that is not folded
FEWEST_FIGURES = 2
TOLD = ("README.md", "races.md")  # pages whose schedules are told step by step

FENCE = re.compile(r"^ *(```+|~~~+).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
FOLDED = re.compile(r"^<details.*?^</details>", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^\|.*$", re.MULTILINE)
CODE = re.compile(r"<!-- (?:diff|code): |^```(?:diff|cpp)", re.MULTILINE)
TIMELINE = re.compile(r"<!-- timeline: (?P<race>[^\n]*?) -->(?P<body>.*?)<!-- /timeline -->", re.DOTALL)
CHAPTER = re.compile(r"^## ", re.MULTILINE)
SECTION = re.compile(r"^#{2,4} ", re.MULTILINE)
ROW = re.compile(r"^[| ] *\d+[* ]", re.MULTILINE)
LANE = re.compile(r"^step  .*\bthread \d", re.MULTILINE)
WALK = re.compile(r"\b[Ss]teps? \d+|\(\d+(?:, \d+)*\)|\*\*Step \d+")
FIGURE = re.compile(r"!\[[^\]]+\]\((?:figures|results)/[^)]+\.svg\)")

# Habits that are nearly always one: (pattern, what to write instead).
HABITS = (
    (re.compile(r"(?:^|(?<=[.:;] ))Who\b(?![^.?!]*\?)", re.MULTILINE), "name the thread"),
    (re.compile(r"\b(?:somebody|whoever)\b", re.IGNORECASE), "name the thread"),
    (re.compile(r"\b(?:those who|the one who)\b", re.IGNORECASE), "repeat the noun"),
    (re.compile(r"\bby another's\b|\bnobody's\b", re.IGNORECASE), "name the owner"),
)


def words_of(text: str) -> int:
    """The number of words of prose."""
    for pattern in (FENCE, COMMENT, FOLDED, TABLE):
        text = pattern.sub("\n", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return len(re.findall(r"[^\W_][\w'’/-]*", text))


def shape_of(number: str, text: str) -> Iterator[str]:
    """What a lesson lacks, or has too much of."""
    most = MOST_WORDS.get(number, USUAL_WORDS)
    if (words := words_of(text)) > most:
        yield f"{words} words of prose, and {most} are the most"
    if len(FIGURE.findall(text)) < FEWEST_FIGURES:
        yield f"fewer than {FEWEST_FIGURES} figures"
    if int(number) >= 3 and "figures/state_machine.svg" not in text:
        yield "the state machine is not shown"
    first = TIMELINE.search(text)
    if first and "<!-- code: " not in text[:first.start()]:
        yield "the first schedule comes before any code"


def has_patch(lab: Path, race: str) -> bool:
    """Whether a race is of a variant that is kept as a patch, and not of a lock that was used or is correct."""
    stored = race_data.load_one(race)
    return stored is not None and (lab / "broken" / f"{stored['variant']}.patch").exists()


def schedules_of(text: str, lab: Path) -> Iterator[tuple[int, str]]:
    """(line, finding) for each schedule that a reader cannot follow."""
    folded = [match.span() for match in FOLDED.finditer(text)]
    for match in TIMELINE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        race = match["race"]
        if LANE.search(match["body"]):
            yield line, f"{race}: the lanes have no names"
        inside = any(begin < match.start() < end for begin, end in folded)
        if not inside and len(ROW.findall(match["body"])) > MOST_ROWS:
            yield line, f"{race}: more than {MOST_ROWS} rows, and not folded"
        if has_patch(lab, race) and not CODE.search(around(text, match, CHAPTER)):
            yield line, f"{race}: no code and no difference in its chapter"
        if not WALK.search(COMMENT.sub("", FENCE.sub("", around(text, match, SECTION)))):
            yield line, f"{race}: no sentence of its section names a step by its number"


def around(text: str, match: re.Match[str], heading: re.Pattern[str]) -> str:
    """The part of a page, from one such heading to the next, in which something was found."""
    marks = [0, *(found.start() for found in heading.finditer(text)), len(text)]
    return text[max(mark for mark in marks if mark <= match.start()):min(mark for mark in marks if mark >= match.end())]


def habits_of(text: str) -> Iterator[tuple[int, str]]:
    """(line, finding) for each habit in a page's prose."""
    plain = FENCE.sub(_blank, COMMENT.sub(_blank, text))
    plain = re.sub(r"`[^`\n]*`|\]\([^)\n]*\)", " ", plain)
    for pattern, instead in HABITS:
        for match in pattern.finditer(plain):
            yield plain.count("\n", 0, match.start()) + 1, f"'{match.group()}': {instead}"


def _blank(match: re.Match[str]) -> str:
    return "\n" * match.group().count("\n")


def findings_of(page: Path) -> Iterator[str]:
    """The findings of one page."""
    text = page.read_text(encoding="utf-8")
    shown = page.relative_to(ROOT) if ROOT in page.parents else page.name
    if page.name == "README.md":
        yield from (f"{shown}: {finding}" for finding in shape_of(page.parent.name[:2], text))
    schedules = schedules_of(text, page.parent) if page.name in TOLD else ()
    for line, finding in sorted([*schedules, *habits_of(text)]):
        yield f"{shown}:{line}: {finding}"


def run(labs: Sequence[Lab]) -> list[str]:
    """The findings of these labs' pages."""
    return [finding for lab in labs for page in sorted(lab.directory.glob("*.md")) for finding in findings_of(page)]


CHECK = Check("lessons", "lessons have the shape of a lesson: length, code, figures, schedules that are told", run,
              concerns=("labs/*/*.md",))
