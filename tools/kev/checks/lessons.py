"""The check `lessons`: a lesson has the shape that a student can follow, as far as a machine can see it.

  length      a lesson's prose has at most 2,500 words; some may have more
  code first  code stands on the page before the first schedule
  figures     there are two figures or more
  walk        a paragraph beside a schedule speaks of its steps by number
  steps       each step that the paragraph below a schedule names has a row; also in the pages beside a lesson
  lanes       the lanes of a schedule have names, and are not "thread 1"
  folded      a schedule of more than 15 rows is folded
  diff        what a broken variant changes stands on the page before its schedule
  words       no sentence hides its actor; also in every other page that a person has written
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kev.checks import wording
from kev.checks.registry import Check, is_everything
from kev.core import blocks
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files
from kev.races import stored, variants
from kev.site import narration

MOST_WORDS = 2_500
LONGER: Mapping[str, int] = {"06": 3_500, "07": 3_500, "08": 4_000}
LEAST_FIGURES = 2
MOST_ROWS = 15
# Pages whose sentences a program writes: their words are in that program.
WRITTEN_BY_PROGRAMS = {"docs/agreement.md", "docs/orders.md"}
# A race whose schedule needs no diff, and why.
WITHOUT_DIFF: Mapping[str, str] = {
    "M1": "the lesson has the article's own code before it; the patch splits the word, which C++ cannot read by parts"}

FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2[^\n]*$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
TAG = re.compile(r"</?[a-z][^>]*>")
EXERCISES = re.compile(r"^## Exercises$.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^[> ]*\|.*$", re.MULTILINE)
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
STEPS = re.compile(r"\bsteps? (\d+(?:,? (?:to|and|or) \d+|, \d+)*)", re.IGNORECASE)
ROW = re.compile(r"^[| ] *(\d+)[* ] ", re.MULTILINE)
LANES = re.compile(r"^step  .*$", re.MULTILINE)
BOLD_TITLE = re.compile(r"\n\s*\n[-\d. ]*\*\*[^*]+\*\*")
Place = tuple[int, str]  # where in the text, and what is wrong there


def blank(match: re.Match[str]) -> str:
    """As many lines of nothing."""
    return re.sub(r"[^\n]", " ", match.group())


def prose(text: str) -> str:
    """The text with all that is no prose blank, each line where it was."""
    for pattern in (FENCE, COMMENT, PICTURE, TABLE):
        text = pattern.sub(blank, text)
    return TAG.sub(blank, text)


def count_words(text: str) -> int:
    """The words of a lesson's prose; the list of the exercises is none."""
    return sum(bool(re.search(r"\w", word)) for word in LINK.sub(r"\1", EXERCISES.sub("", prose(text))).split())


def check_length(text: str, most: int) -> Iterator[Place]:
    """Not too long."""
    words = count_words(text)
    if words > most:
        yield 0, f"{words} words of prose; {most} are allowed: what does not carry the lesson belongs into notes.md"


def check_order(text: str) -> Iterator[Place]:
    """Code first, and figures."""
    found = [block.name for _, block in blocks.blocks_of(text, {"code": 0, "timeline": 0})]
    if "code" not in found[:found.index("timeline") if "timeline" in found else None]:
        yield 0, "no code stands on the page before the first schedule (<!-- code: ... -->)"
    figures = len(PICTURE.findall(COMMENT.sub(blank, FENCE.sub(blank, text))))
    if figures < LEAST_FIGURES:
        yield 0, f"there are {figures} figures; {LEAST_FIGURES} are needed"


def check_schedules(text: str) -> Iterator[Place]:
    """Each schedule is introduced, can be read, and is walked through."""
    seen: set[str] = set()
    for match, block in blocks.blocks_of(text, {"diff": 0, "timeline": 0}):
        if block.name == "diff":
            seen.add(Path(block.argument.split()[0]).stem)
            continue
        faults = [lanes_without_names(block.body), unfolded(text[:match.start()], block.body),
                  without_walk(text, match.start(), match.end()), without_diff(block.argument, seen)]
        yield from ((match.start(), f"{block.argument}: {fault}") for fault in faults if fault)


def lanes_without_names(body: str) -> str:
    """A fault of the lanes of a schedule, or ''."""
    found = re.findall(r"\bthread \d+\b", " ".join(LANES.findall(body)))
    return f"the lane '{found[0]}' has no name of its own: text.lanes in the scenario gives it one" if found else ""


def unfolded(before: str, body: str) -> str:
    """Whether a long schedule stands open."""
    rows = len(ROW.findall(body))
    is_open = before.count("<details") == before.count("</details>")
    return f"{rows} rows stand open; more than {MOST_ROWS} are to be in <details>" if is_open and rows > MOST_ROWS else ""


def without_walk(text: str, start: int, end: int) -> str:
    """Whether no paragraph beside a schedule speaks of its steps."""
    before = re.split(r"^#.*$|^<!-- /timeline -->$", text[:start], flags=re.MULTILINE)[-1]
    after = re.split(r"^#.*$|^<!-- timeline", text[end:], flags=re.MULTILINE)[0]
    near = [*paragraphs(before)[-2:], *paragraphs(after)[:2]]
    return "" if any(map(STEPS.search, near)) else "no paragraph beside it speaks of a step by its number"


def check_steps(text: str) -> Iterator[Place]:
    """The paragraph below a schedule names no step for which the schedule has no row."""
    for match in narration.BELOW.finditer(text):
        rows = ROW.findall(text[match.start():match.start("told")])
        named = [number for steps in STEPS.findall(" ".join(match["told"].split())) for number in re.findall(r"\d+", steps)]
        yield from ((match.start(), f"{match['race']}: the paragraph names step {number}, which has no row in the schedule")
                    for number in named if number not in rows)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text."""
    return [part.strip() for part in re.split(r"\n\s*\n", prose(text)) if part.strip()]


def without_diff(name: str, seen: set[str]) -> str:
    """Whether the patch of a race was not quoted before. A race of a correct lock has none."""
    race = stored.race(name)
    if name in WITHOUT_DIFF or not race or not variants.broken(race["lab"], race["variant"]):
        return ""
    return "" if race["variant"] in seen else (f"its change does not stand before it: <!-- diff: broken/{race['variant']}"
                                               ".patch -->")


def check_words(text: str) -> Iterator[Place]:
    """No sentence hides its actor. A title in bold is no sentence."""
    plain = BOLD_TITLE.sub(blank, HEADING.sub(blank, re.sub(r"`[^`\n]*`", blank, prose(text))))
    for part in re.finditer(r"(?:[^\n]+(?:\n(?![ >]*(?:[-*|]|\d+\.) |[ >]*\n)|$)?)+", plain):
        lines = re.sub(r"[>*]", " ", part.group())
        begin = len(lines) - len(re.sub(r"^(?:\s|-|\d+\.)+", "", lines))
        sentences = re.sub(r"\s", " ", lines[begin:])
        yield from ((part.start() + begin + place, fault) for place, fault in wording.habits(sentences))


def findings(page: Path, rules: Sequence[Iterator[Place]], text: str) -> list[str]:
    """The findings of some rules, with their lines."""
    return [f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, place) + 1}: {fault}"
            for place, fault in sorted(found for rule in rules for found in rule)]


def pages(labs: Sequence[Lab]) -> list[Path]:
    """The pages of these labs; if these are all labs, every page that a person has written."""
    if not is_everything(labs):
        return [page for lab in labs for page in sorted(lab.directory.rglob("*.md"))]
    return [path for path in tracked_files(ROOT)
            if path.suffix == ".md" and path.relative_to(ROOT).as_posix() not in WRITTEN_BY_PROGRAMS]


def is_lesson(page: Path) -> bool:
    """Whether it is the lesson of a lab."""
    return page.name == "README.md" and page.parent.parent == ROOT / "labs"


def run(labs: Sequence[Lab]) -> list[str]:
    """The findings in the lessons of these labs and in other pages."""
    found = []
    for page in pages(labs):
        text = page.read_text(encoding="utf-8")
        rules = [check_words(text), check_steps(text)]
        if is_lesson(page):
            most = LONGER.get(page.parent.name[:2], MOST_WORDS)
            rules += [check_length(text, most), check_order(text), check_schedules(text)]
        found += findings(page, rules, text)
    return found


CHECK = Check("lessons", "lessons are short, show code and figures, and walk through their schedules; no page hides its actors",
              run, concerns=("*.md", "docs/races/*"))
