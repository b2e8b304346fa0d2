"""The check `schedules`: the stored schedules are of the code that is there. It builds nothing: each has a digest of the code
that it ran. `./kev refresh races` has the model programs find them again, of the labs whose code has changed."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kev.checks import machines, quotes
from kev.checks.registry import Check, Refresh, is_everything
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs
from kev.core.paths import shown
from kev.races import measured_races, models, race_data, stored

HOW = "./kev refresh races"


class Findings:
    """The findings of the model programs of some labs; they are built once, and each case is explored once."""

    def __init__(self, labs: Sequence[Lab]) -> None:
        self.cases = {case.id: case for case in models.all_cases(models.build_all(install=False, labs=labs))}
        self.results = {result["id"]: result for result in models.explore(
            [case for case in self.cases.values() if race_data.is_shown(case)])}

    def records(self) -> list[dict]:
        """The races that have a page, as they are stored."""
        found = [result for result in self.results.values() if "schedule" in result]
        followed = {result["id"]: models.follow(self.cases[result["id"]], result["schedule"]["turns"]["text"])
                    for result in found}
        corrected = {name: other for name, other in followed.items() if other}
        graphs = models.graphs(race_data.graphs_wanted([self.cases[result["id"]] for result in found], corrected))
        return [race_data.record(result, corrected.get(result["id"]), graphs) for result in found]

    def timeline(self, _page: Path, name: str) -> str | None:
        """The block for one race. None: it is of a lab that was not explored, and stays."""
        if name not in self.cases:
            if any(case.id == name for case in stored.rows()):
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
    found = [f"{shown(stored.CASES)}:1: the code of lab {lab.number} has changed since ({HOW})"
             for lab in race_data.labs_of_other_code() if lab.number in numbers]
    for name, lines in stored.stored_blocks().items():
        text = "\n".join(lines)
        if (is_everything(labs) or any(f'"lab": "{number}"' in text or f"labs/{number}" in text or f"lab{number}/" in text
                                       for number in numbers)) and (why := not_current(name)):
            found.append(f"{shown(stored.SCHEDULES)}: {why} ({HOW})")
    found += [f"{shown(stored.CASES)}:1: {case.id} has no stored schedule ({HOW})"
              for case in race_data.races_without_schedule() if case.lab in numbers]
    return found


def not_current(name: str) -> str:
    """Why a stored schedule is not of the code that is there, or ''."""
    try:
        race = race_data.load_one(name)
        return "" if race and race_data.is_of_these_sources(race) else f"the code that {name} ran has changed since"
    except (KevError, OSError) as error:
        return quotes.explained(error)


def refresh() -> list[str]:
    """Writes anew what is of other code than is there: of the labs whose code has changed, and of no other. If none has,
    nothing is built."""
    labs = race_data.changed_labs()
    if not labs:
        return []
    findings = Findings(labs)
    numbers = [lab.number for lab in labs]
    cases = [*findings.cases.values(), *(row for row in measured_races.all_races() if row.lab in numbers)]
    race_data.write(cases, findings.records(), numbers)
    return [*quotes.rewrite(quotes.pages(all_labs()), {"timeline": findings.timeline}), *machines.refresh(numbers)]


CHECK_SCHEDULES = Check("schedules", "stored schedules are of the code that is there", run_schedules)
REFRESH = Refresh("races", "the schedules and cases in docs/races, the timelines and state machines of lessons", refresh,
                  features=("build",))
