"""The check `quotes`: what the lessons quote is what is quoted. Three kinds of block, in labs/*/*.md and docs/*.md:

  <!-- code: include/kev/lab03/fast_mutex.hpp unlock -->     the lines of a file, its path as seen from the page's
  <!-- /code -->                           folder, between "// [unlock]" and "// [/unlock]"

  <!-- diff: broken/no_claim.patch -->    the changes of a patch; patch_quotes has what else the mark may name
  <!-- /diff -->

  <!-- timeline: M3 -->                    the schedule that is stored in docs/races, whose code `schedules` compares
  <!-- /timeline -->

A timeline of a scenario that has no page, and so nothing stored, is refreshed by `./kev refresh races`.
"""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kev.checks.patch_quotes import quoted_diff
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.errors import KevError, explain_os_error
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT
from kev.races import stored, timeline

# What a lesson does not explain: hooks, tallies and attributes. A quote leaves them out.
HOOKS = re.compile(r"^[ +-]?[ \t]*count_call\([^()]*\);\n|\[\[clang::\w+(?:\(\w+\))?\]\] | \[\[(?:un)?likely\]\]", re.MULTILINE)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".py": "python", ".cmake": "cmake"}


def quoted_code(page: Path, argument: str) -> str:
    """The lines of a region of a file, without its markers and common indentation."""
    name, _, region = argument.partition(" ")
    source = page.parent / name
    if not source.is_file():
        raise KevError(f"there is no {name}")
    match = re.search(rf"^[ \t]*// \[{re.escape(region)}\]\n(.*?)^[ \t]*// \[/{re.escape(region)}\]$",
                      source.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not match:
        raise KevError(f"{name} has no region [{region}]")
    lines = HOOKS.sub("", match.group(1)).rstrip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return f"```{LANGUAGES.get(source.suffix, '')}\n" + "\n".join(line[indent:] for line in lines) + "\n```"


def plain_diff(page: Path, argument: str) -> str:
    """The changes of a patch, without hooks."""
    return HOOKS.sub("", quoted_diff(page, argument))


def stored_timeline(_page: Path, name: str) -> str | None:
    """The schedule of a race that has a page."""
    race = stored.race(name)
    return as_block(race) if race else None


def as_block(result: dict) -> str:
    """A finding as it stands in a lesson."""
    lines = [*timeline.timeline(result), "", f"Found: {timeline.summary(result)}."]
    return "```text\n" + "\n".join(lines) + "\n```"


MAKERS: Mapping[str, blocks.Maker] = {"code": quoted_code, "diff": plain_diff, "timeline": stored_timeline}


def pages(labs: Sequence[Lab]) -> list[Path]:
    """The pages that may quote."""
    return sorted([*ROOT.glob("docs/*.md"), *(path for lab in labs for path in lab.directory.glob("*.md"))])


def stale(some: Sequence[Path], makers: Mapping[str, blocks.Maker], how: str) -> list[str]:
    """A finding for each block that is not as its maker would write it."""
    found = []
    for page in some:
        text = page.read_text(encoding="utf-8")
        for match, block in blocks.blocks_of(text, makers):
            place = f"{page.relative_to(ROOT)}:{block.line}"
            try:
                fresh, old = blocks.refreshed(page, match.group(), makers)
                found += [f"{place}: stale: {each.title}{_difference(each, fresh)} ({how})" for each in old]
            except (KevError, OSError) as error:
                found.append(f"{place}: {block.title}: {explained(error)}")
        found += [f"{page.relative_to(ROOT)}:{line}: {name} has no closing mark <!-- /{name} -->"
                  for line, name in blocks.unclosed(text, makers)]
    return found


def explained(error: Exception) -> str:
    """One line: what is missing may be a file that a stored schedule runs through."""
    return explain_os_error(error) if isinstance(error, OSError) else str(error)


def _difference(block: blocks.Block, fresh: str) -> str:
    """The text of a block inside a line, and the text that it should have."""
    if "\n" in block.body:
        return ""
    return "".join(f": says {block.body}, not {now.body}" for _, now in blocks.blocks_of(fresh))


def rewrite(some: Sequence[Path], makers: Mapping[str, blocks.Maker]) -> list[str]:
    """Writes the blocks anew. Returns what could not be done."""
    problems = []
    for page in some:
        old = page.read_text(encoding="utf-8")
        try:
            new, _ = blocks.refreshed(page, old, makers)
        except (KevError, OSError) as error:
            problems.append(f"{page.relative_to(ROOT)}: {explained(error)}")
            continue
        if new != old:
            write_atomically(page, new)
    return problems


def run(labs: Sequence[Lab]) -> list[str]:
    """The stale quotes of these labs, and those of docs/."""
    return stale(pages(labs), MAKERS, "./kev refresh quotes")


CHECK = Check("quotes", "code, diffs and timelines in lessons are those of the sources, of the patches and of docs/races", run)
REFRESH = Refresh("quotes", "code, diffs and timelines in lessons", lambda: rewrite(pages(all_labs()), MAKERS))
