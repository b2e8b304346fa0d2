"""The lists that stand in a page between two marks: the races, the labs, the decisions. A code host shows them, too."""
from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from kev.checks.links import anchor, headings
from kev.core import labs
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.measure import measured_races
from kev.races import race_data

DECISIONS = ROOT / "docs" / "adr"
STATUS = re.compile(r"^\*\*(\w[^*]*)\*\*, (\d{4}-\d\d-\d\d)\.?", re.MULTILINE)
QUESTION = re.compile(r"^\| \[(\d\d) (\w+)\]\((labs/\w+)\) \| (.+) \|$", re.MULTILINE)


def races(page: Path, argument: str = "") -> str:
    """The catalogue for docs/races.md: each race links to the section of the lesson that has its schedule."""
    rows = [(race["lab"], race["id"], race["variant"], race["promise"], race["found"]) for race in race_data.load()]
    rows += [(row.lab, row.id, row.variant, row.promise, f"measured: `./kev race {row.id}`")
             for row in measured_races.all_races()]
    lines = ["| race | lab | variant | promise, or question | verdict |", "|---|---|---|---|---|"]
    for lab, race, variant, promise, verdict in sorted(rows):
        lines.append(f'| <a id="{race_data.file_of(race).stem}"></a>[{race}]({_section(lab, race)}) | {lab} | {_variant(lab, variant)} '
                     f"| {promise} | {verdict} |")
    return "\n".join(lines)


def _section(lab: str, race: str) -> str:
    """The address, from docs/, of the heading above a race's schedule; else that of the lesson."""
    folder = labs.find_lab(lab).directory
    for path in sorted(folder.glob("*.md")):
        before, found, _ = path.read_text(encoding="utf-8").partition(f"<!-- timeline: {race} -->")
        if found:
            return f"../{path.relative_to(ROOT).as_posix()}#{anchor(headings(before)[-1])}"
    return f"../{folder.relative_to(ROOT).as_posix()}/README.md"


def _variant(lab: str, variant: str) -> str:
    """A variant's name, with a link to what is wrong in it, if it is a broken one."""
    broken = labs.find_lab(lab).directory / "broken"
    for path in (broken / f"{variant}.patch", broken / variant):
        if path.exists():
            return f"[{variant}](../{path.relative_to(ROOT).as_posix()})"
    return f"`{variant}`"


def questions() -> dict[str, tuple[str, str, str]]:
    """What the README's table says of each lab: its name, its folder, the question that it answers."""
    rows = QUESTION.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    found = {number: (name, folder, question) for number, name, folder, question in rows}
    for lab in labs.all_labs():
        if lab.number not in found:
            raise KevError(f"README.md lacks the question of lab {lab.number}")
    return found


def lab_table(page: Path, argument: str = "") -> str:
    """The labs for docs/labs/index.md: question, and what each stands on."""
    lines = ["| lab | question | its code stands on |", "|---|---|---|"]
    asked = questions()
    for lab in labs.all_labs():
        name, folder, question = asked[lab.number]
        lines.append(f"| [{lab.number} {name}](../../{folder}/README.md) | {question} "
                     f"| {', '.join(labs.library_of(lab)) or 'no other lab'} |")
    return "\n".join(lines)


def decisions(page: Path, argument: str = "") -> str:
    """The decisions for docs/adr/index.md, with their status and their date."""
    lines = ["| decision | status | date |", "|---|---|---|"]
    for path in sorted(DECISIONS.glob("[0-9]*.md")):
        text = path.read_text(encoding="utf-8")
        status = STATUS.search(text)
        if not status:
            raise KevError(f"docs/adr/{path.name} has no line such as '**Accepted**, 2026-11-21.'")
        lines.append(f"| [{headings(text)[0]}]({path.name}) | {status.group(1).lower()} | {status.group(2)} |")
    return "\n".join(lines)


# The name of a block, and what fills it.
MAKERS: dict[str, Callable[[Path, str], str]] = {"races": races, "labs": lab_table, "decisions": decisions}
PAGES = {"races": ROOT / "docs" / "races.md", "labs": ROOT / "docs" / "labs" / "index.md",
         "decisions": DECISIONS / "index.md"}


def refreshed(name: str) -> str:
    """The page of a list with the list as it should be."""
    page = PAGES[name]
    pattern = re.compile(rf"^(<!-- {name} -->\n).*?^(<!-- /{name} -->)$", re.MULTILINE | re.DOTALL)
    text, places = pattern.subn(lambda found: f"{found.group(1)}{MAKERS[name](page, '')}\n{found.group(2)}",
                                page.read_text(encoding="utf-8"))
    if places != 1:
        raise KevError(f"{page.relative_to(ROOT)} needs one block from <!-- {name} --> to <!-- /{name} -->")
    return text
