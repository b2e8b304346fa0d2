"""The checks `schedules` and `races`: the schedules, graphs and timelines that are stored are those that the checker finds.

The first builds nothing: a stored schedule has a digest of the code that it ran.
"""
from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from kev.checks import quotes
from kev.checks.registry import Check, Refresh, is_everything
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT, shown
from kev.races import models, race_data

HOW = "./kev refresh races"


class Findings:
    """The findings of the model programs of some labs; they are built once, and each case is explored once. Of the cases of
    the other labs what is stored is taken."""

    def __init__(self, labs: Sequence[Lab]) -> None:
        found = models.all_cases(models.build_all(install=False, labs=labs))
        self.all_cases = found
        if not is_everything(labs):
            numbers = {lab.number for lab in labs}
            others = [case for case in race_data.load_cases() if case.lab not in numbers]
            self.all_cases = sorted([*others, *found], key=lambda case: models.order(case.lab, case.id))
        self.cases = {case.id: case for case in found}
        shown = [case for case in found if race_data.is_shown(case)]
        self.results = {result["id"]: result for result in models.explore(shown)}

    def race_files(self, check: bool) -> dict[Path, str]:
        """The files of all races that have a page."""
        races = [self.cases[name] for name in self.results]
        followed = {case.id: models.follow(case, self.results[case.id]["schedule"]["turns"]["text"])
                    for case in races if "schedule" in self.results[case.id]}
        corrected = {name: found for name, found in followed.items() if found}
        graphs = models.graphs(race_data.graphs_wanted(races, corrected, check))
        return race_data.wanted_files(self.all_cases, list(self.results.values()), corrected, graphs)

    def timeline(self, _page: Path, name: str) -> str | None:
        """The block for one race. None: it is of a lab that was not explored, and stays."""
        if name not in self.cases:
            if any(case.id == name for case in self.all_cases):
                return None
            raise KevError(f"there is no race '{name}'; known: {' '.join(self.cases)}")
        if name not in self.results:
            self.results[name] = models.explore([self.cases[name]])[0]
        if "schedule" not in self.results[name]:
            raise KevError(f"{name} was found clean: there is no schedule to show")
        return quotes.as_block(race_data.of_result(self.results[name]))


def run_schedules(labs: Sequence[Lab]) -> list[str]:
    """The schedules of other code than is there, of these labs and those that run through their code; the races of these
    labs that have none; and the labs whose cases are listed for other code."""
    numbers = {lab.number for lab in labs}
    found = [f"{shown(race_data.CASES)}:1: the code of lab {lab.number} has changed since ({HOW})"
             for lab in race_data.labs_of_other_code() if lab.number in numbers]
    for path in sorted(race_data.FOLDER.glob("*.json")):
        if path == race_data.CASES:
            continue
        stored = json.loads(path.read_text(encoding="utf-8"))
        why = not_current(stored["id"])
        if why and (is_everything(labs) or any(f"labs/{lab.number}" in str(stored) or f"lab{lab.number}/" in str(stored)
                                               or stored["lab"] == lab.number for lab in labs)):
            found.append(f"{path.relative_to(ROOT)}:1: {why} ({HOW})")
    found += [f"{shown(race_data.CASES)}:1: {case.id} has no stored schedule ({HOW})"
              for case in race_data.races_without_schedule() if case.lab in numbers]
    return found


def not_current(name: str) -> str:
    """Why a stored schedule is not of the code that is there, or ''."""
    try:
        race = race_data.load_one(name)
        return "" if race and race_data.is_of_these_sources(race) else f"the code that {name} ran has changed since"
    except (KevError, OSError) as error:
        return quotes.explained(error)


def run(labs: Sequence[Lab]) -> list[str]:
    """The files and timelines that are not as a run says."""
    findings = Findings(all_labs())
    found = [f"{name}:1: stale ({HOW})" for name in race_data.refresh(findings.race_files(True), True)]
    return found + quotes.stale(quotes.pages(labs), {"timeline": findings.timeline}, HOW)


def refresh() -> list[str]:
    """Writes anew what is of other code than is there: of the labs whose code has changed, and of no other."""
    labs = race_data.changed_labs()
    if not labs:
        return []
    findings = Findings(labs)
    race_data.refresh(findings.race_files(False), False, None if is_everything(labs) else labs)
    race_data.load.cache_clear()
    race_data.load_graph.cache_clear()
    return quotes.rewrite(quotes.pages(all_labs()), {"timeline": findings.timeline})


CHECK_SCHEDULES = Check("schedules", "stored schedules are of the code that is there", run_schedules)
CHECK = Check("races", "stored schedules, graphs and timelines are those that the checker finds", run,
              features=("build",), builds=True)
REFRESH = Refresh("races", "the schedules and graphs in docs/races, and the timelines of lessons", refresh,
                  writes=("docs/races/*", "labs/*/*.md", "docs/*.md"), features=("build",))
