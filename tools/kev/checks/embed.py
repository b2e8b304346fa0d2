#!/usr/bin/env python3
"""Refreshes what the lessons quote, in place, between markers.

  tools/embed             rewrites the blocks that are stale
  tools/embed --check     changes nothing; names stale blocks; status 1 if there is one

Two kinds of block, in labs/*/README.md and docs/*.md:

  <!-- timeline: M3 -->                    the schedule that ./kev race M3 finds
  <!-- /timeline -->

  <!-- code: include/kev/lab03/fast_mutex.hpp unlock -->     the lines of a file, its path as seen from
  <!-- /code -->                           the lesson's folder, between "// [unlock]" and "// [/unlock]"

The data of the site's pages about races, docs/races/ID.json and docs/races/graphs, are refreshed, too, from the same
runs.

Code blocks need nothing built. The rest builds the model programs (./kev race); with --no-timelines
it is left as it is.
"""
import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kev.core.errors import KevError  # noqa: E402  (the path comes first)
from kev.core.files import write_atomically  # noqa: E402
from kev.core.paths import ROOT, shown  # noqa: E402
from kev.races import models, race_data, timeline  # noqa: E402

BLOCK = re.compile(r"^<!-- (?P<kind>timeline|code): (?P<what>[^\n]*?) -->\n(?P<body>.*?)"
                   r"^<!-- /(?P=kind) -->$", re.MULTILINE | re.DOTALL)
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".cmake": "cmake"}


def quoted_code(page, what):
    """The lines of a region of a file, without its markers and common indentation."""
    name, region = what.split()
    text = (page.parent / name).read_text(encoding="utf-8")
    match = re.search(rf"^[ \t]*// \[{re.escape(region)}\]\n(.*?)^[ \t]*// \[/{re.escape(region)}\]$",
                      text, re.MULTILINE | re.DOTALL)
    if not match:
        raise KevError(f"{shown(page)}: {name} has no region [{region}]")
    lines = match.group(1).rstrip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    language = LANGUAGES.get(Path(name).suffix, "")
    return f"```{language}\n" + "\n".join(line[indent:] for line in lines) + "\n```\n"


class Findings:
    """What the model programs find; they are built once, and each case is explored once."""

    def __init__(self):
        found = models.all_cases(models.build_all(install=False))
        self.cases = {case.id: case for case in found}
        shown_ones = [case for case in found if race_data.is_shown(case)]
        self.results = {result["id"]: result for result in models.explore(shown_ones)}

    def race_files(self, check):
        """The files of all races that have a page."""
        races = [self.cases[name] for name in self.results]
        followed = {case.id: models.follow(case, self.results[case.id]["schedule"]["turns"]["text"])
                    for case in races if "schedule" in self.results[case.id]}
        corrected = {name: found for name, found in followed.items() if found}
        graphs = models.graphs(race_data.graphs_wanted(races, corrected, check))
        return race_data.wanted_files(list(self.cases.values()), list(self.results.values()), corrected, graphs)

    def timeline(self, name):
        """The block for one race."""
        if name not in self.cases:
            raise KevError(f"there is no race '{name}'; known: {' '.join(self.cases)}")
        if name not in self.results:
            self.results[name] = models.explore([self.cases[name]])[0]
        result = self.results[name]
        if "schedule" not in result:
            raise KevError(f"{name} was found clean: there is no schedule to show")
        result = race_data.of_result(result)
        lines = [*timeline.timeline(result), "", f"Found: {timeline.summary(result)}."]
        return "```text\n" + "\n".join(lines) + "\n```\n"


def refresh(page, findings):
    """The page with fresh blocks, and the names of those that were stale."""
    stale = []

    def replace(match):
        kind, what = match.group("kind"), match.group("what")
        if kind == "timeline" and findings is None:
            return match.group(0)
        fresh = quoted_code(page, what) if kind == "code" else findings.timeline(what)
        if fresh != match.group("body"):
            stale.append(f"{kind}: {what}")
        return f"<!-- {kind}: {what} -->\n{fresh}<!-- /{kind} -->"

    return BLOCK.sub(replace, page.read_text(encoding="utf-8")), stale


def main():
    """Runs the tool."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--no-timelines", action="store_true")
    options = parser.parse_args()
    findings = None if options.no_timelines else Findings()
    all_stale = race_data.refresh(findings.race_files(options.check), options.check) if findings else []
    for page in sorted([*ROOT.glob("labs/*/README.md"), *ROOT.glob("docs/*.md")]):
        text, stale = refresh(page, findings)
        all_stale += [f"{shown(page)}: {name}" for name in stale]
        if stale and not options.check:
            write_atomically(page, text)
    for name in all_stale:
        print(f"{'stale' if options.check else 'refreshed'}: {name}")
    return 1 if options.check and all_stale else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KevError as error:
        print(f"embed: {error}", file=sys.stderr)
        sys.exit(1)
