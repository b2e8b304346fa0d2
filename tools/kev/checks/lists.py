"""The check `lists`: the lists that stand in a page between two marks are right: the races, the labs, the decisions,
the exercises in numbers, and what the pages say of Windows. They are stored, so that a code host shows them, too."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kev.checks import quotes, reports
from kev.checks.links import anchor, headings
from kev.checks.registry import Check, Refresh
from kev.core import blocks, labs
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.course import exercises
from kev.races import measured_races, race_data
from kev.site import lab_graph

DECISIONS = ROOT / "docs" / "adr"
STATUS = re.compile(r"^\*\*(\w[^*]*)\*\*, (\d{4}-\d\d-\d\d)\.?", re.MULTILINE)
QUESTION = re.compile(r"^\| \[(\d\d) (\w+)\]\((labs/\w+)\) \| (.+) \|$", re.MULTILINE)


def races(page: Path, argument: str = "") -> str:
    """The catalogue for docs/races.md: each race links to the section of the lesson that has its schedule."""
    rows = [(race["lab"], race["id"], race["variant"], race["promise"], race["found"]) for race in race_data.load()]
    rows += [(row.lab, row.id, row.variant, row.promise, f"measured: `./kev race {row.id}`")
             for row in measured_races.all_races()]
    return table(("race", "lab", "variant", "promise, or question", "verdict"),
                 [(f'<a id="{race_data.stem_of(race)}"></a>[{race}]({_section(lab, race)})', lab,
                   _variant(lab, variant), promise, verdict) for lab, race, variant, promise, verdict in sorted(rows)])


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
    """The README's table, lab by lab: its name, its folder, the question that it answers."""
    rows = QUESTION.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    found = {number: (name, folder, question) for number, name, folder, question in rows}
    for lab in labs.all_labs():
        if lab.number not in found:
            raise KevError(f"README.md lacks the question of lab {lab.number}")
    return found


def lab_table(page: Path, argument: str = "") -> str:
    """The labs for docs/labs/index.md: question, and what each stands on."""
    asked = questions()
    rows = []
    for lab in labs.all_labs():
        name, folder, question = asked[lab.number]
        rows.append((f"[{lab.number} {name}](../../{folder}/README.md)", question,
                     ", ".join(labs.library_of(lab)) or "no other lab"))
    return table(("lab", "question", "its code stands on"), rows)


def decisions(page: Path, argument: str = "") -> str:
    """The decisions for docs/adr/index.md, with their status and their date."""
    rows = []
    for path in sorted(DECISIONS.glob("[0-9]*.md")):
        text = path.read_text(encoding="utf-8")
        status = STATUS.search(text)
        if not status:
            raise KevError(f"docs/adr/{path.name} has no line such as '**Accepted**, 2026-11-21.'")
        rows.append((f"[{headings(text)[0]}]({path.name})", status.group(1).lower(), status.group(2)))
    return table(("decision", "status", "date"), rows)


def exercise_table(page: Path, argument: str = "") -> str:
    """The exercises in numbers for docs/instructor/index.md: of each lab, and of all."""
    rows = [_in_numbers(f"[{lab.number}](../../{lab.directory.relative_to(ROOT).as_posix()}/README.md)",
                        exercises.of_lab(lab)) for lab in labs.all_labs()]
    return table(("lab", "write it", "break it", "hours", "points"),
                 [*rows, _in_numbers("all", exercises.everything())])


def _in_numbers(name: str, some: Sequence[exercises.Exercise]) -> tuple[object, ...]:
    """A row of that table."""
    write = sum(each.is_lock for each in some)
    return (name, write, len(some) - write, f"{sum(each.minutes for each in some) / 60:.1f}",
            sum(each.points for each in some))


# The name of a block, and what fills it.
MAKERS: Mapping[str, blocks.Maker] = {"races": races, "labs": lab_table, "decisions": decisions,
                                      "hours": exercise_table}
PAGES = {"races": ROOT / "docs" / "races.md", "labs": ROOT / "docs" / "labs" / "index.md",
         "decisions": DECISIONS / "index.md", "hours": ROOT / "docs" / "instructor" / "index.md"}


def run(_labs: Sequence[labs.Lab]) -> list[str]:
    """The stale lists, and the graph of the labs if it is not that of the build."""
    for name, page in PAGES.items():
        blocks.require(page, page.read_text(encoding="utf-8"), {name: None})
    found = quotes.stale(list(PAGES.values()), MAKERS, "./kev refresh lists")
    found += quotes.stale(reports.pages(), reports.MAKERS, "./kev refresh lists")
    if lab_graph.svg() != lab_graph.PICTURE.read_text(encoding="utf-8"):
        found.append(f"{lab_graph.PICTURE.relative_to(ROOT)}:1: not that of the build (./kev refresh lists)")
    return found


def refresh() -> list[str]:
    """Writes them anew."""
    write_atomically(lab_graph.PICTURE, lab_graph.svg())
    return quotes.rewrite(reports.pages(), reports.MAKERS) + quotes.rewrite(list(PAGES.values()), MAKERS)


CHECK = Check("lists", "the lists of labs, decisions, races and runs in docs/, and the graph of the labs, are right",
              run)
REFRESH = Refresh("lists", "the lists in docs/, and the graph of the labs", refresh)
