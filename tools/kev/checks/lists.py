"""The check `lists`: the pages that list something list what there is.

On a code host these pages are read as they are stored; so the lists are stored, and refreshed like what lessons quote.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kev.checks import quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs, plain
from kev.core.paths import ROOT
from kev.measure import measured_races
from kev.races import race_data

DOCS = ROOT / "docs"
VERIFIED = "What has been verified where"  # a section of the README, and the first part of docs/verified.md


def title(path: Path) -> str:
    """The first heading of a page."""
    match = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return plain(match.group(1)) if match else path.stem


def labs_list(_page: Path, _argument: str) -> str:
    """The lessons, and the question of each."""
    return "\n".join(f"- [{title(lab.lesson)}](../../{lab.lesson.relative_to(ROOT).as_posix()}): {lab.question()}"
                     for lab in all_labs() if lab.lesson)


def decisions_list(page: Path, _argument: str) -> str:
    """The pages beside the index."""
    return "\n".join(f"- [{title(path)}]({path.name})" for path in sorted(page.parent.glob("*.md")) if path != page)


def races_table(_page: Path, _argument: str) -> str:
    """Every race, with a schedule or measured."""
    rows = [((race["lab"], race["id"]), f"[{race['id']}](races/{race_data.file_of(race['id']).name})",
             variant_link(race["lab"], race["variant"]), race["promise"], race["found"]) for race in race_data.load()]
    rows += [((row.lab, row.id), row.id, f"`{row.variant}`", row.promise, f"measured: `./kev race {row.id}`")
             for row in measured_races.all_races()]
    lines = ["| race | lab | variant | promise, or question | verdict |", "|---|---|---|---|---|"]
    for (lab, _), *cells in sorted(rows):
        lesson = next((ROOT / "labs").glob(f"{lab}_*/README.md")).relative_to(ROOT).as_posix()
        lines.append(f"| {cells[0]} | [{lab}](../{lesson}) | {' | '.join(cells[1:])} |")
    return "\n".join(lines)


def variant_link(lab: str, variant: str) -> str:
    """A link to what is changed in a broken variant, as seen from docs/; the name alone of a correct lock."""
    for path in ROOT.glob(f"labs/{lab}_*/broken/{variant}*"):
        if path.stem == variant:
            return f"[{variant}](../{path.relative_to(ROOT).as_posix()})"
    return f"`{variant}`"


def verified_section(_page: Path, _argument: str) -> str:
    """The README's section; its links as seen from docs/."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(rf"^## {re.escape(VERIFIED)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not match:
        raise KevError(f"README.md has no section '{VERIFIED}'")
    return re.sub(r"(\]\()(?![a-z]+:|/|#)", r"\1../", match.group(1).strip())


MAKERS: Mapping[str, blocks.Maker] = {"labs": labs_list, "decisions": decisions_list, "races": races_table,
                                      "verified": verified_section}
PAGES = {"labs": DOCS / "labs" / "index.md", "decisions": DOCS / "adr" / "index.md", "races": DOCS / "races.md",
         "verified": DOCS / "verified.md"}


def run(_labs: Sequence[Lab]) -> list[str]:
    """The stale lists."""
    for name, path in PAGES.items():
        blocks.require(path, path.read_text(encoding="utf-8"), {name: None})
    return quotes.stale(list(PAGES.values()), MAKERS, "./kev refresh lists")


CHECK = Check("lists", "the lists of labs, decisions, races and runs in docs/ have what there is", run,
              concerns=("labs/*/README.md", "labs/*/broken/*", "docs/*", "README.md"))
REFRESH = Refresh("lists", "the lists in docs/", lambda: quotes.rewrite(list(PAGES.values()), MAKERS),
                  writes=tuple(path.relative_to(ROOT).as_posix() for path in PAGES.values()))
