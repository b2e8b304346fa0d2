"""The check `figures`: the tables of docs/performance.md and the numbers that pages quote are those of the results in
the repository. The check `results`: what was measured has not changed since.

The results are made by `./kev bench NN --json labs/NN_name/results/linux-intel.json`, or linux-amd.json by the
processor, and with `--wine` for wine-intel.json.
"""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kev.checks import quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.labs import Lab, all_labs
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.measure import lab_report, measured_code, published, quoted, standing
from kev.measure.numbers import shown
from kev.measure.results import figures, files
from kev.measure.results import published as results

PAGE = ROOT / "docs" / "performance.md"
HOW = "./kev refresh figures"


def standing_table() -> str:
    """Each scenario: our lock against the best peer on both vendors' processors, and who dominates it."""
    known = {figure["id"]: figure for figure in figures()}
    scenarios = [each for lab in all_labs() for each in lab_report.standing(lab)]
    return table(standing.COLUMNS, standing.rows(scenarios, known))


def published_tables() -> str:
    """The published tables, with the columns that the results in the repository give."""
    parts = []
    for each in published.tables(list(figures())):
        parts.append(f"### {each['title']}\n\n{each['sentence']} In {each['unit']}.\n\n"
                     f"{table(headings(each), [[shown(cell) for cell in row] for row in each['rows']])}\n\n"
                     f"{' '.join(each['notes'])}\n")
    return "\n".join(parts)


def headings(made: dict) -> list[str]:
    """The columns of a table that has names above them, in one line: Markdown knows no second."""
    above = [name.split(":")[0] if name.startswith("published") else name for name, count in made["groups"]
             for _ in range(count)] or [""] * len(made["columns"])
    return [f"{group}, {column}" if group else column for group, column in zip(above, made["columns"])]


def machine_table() -> str:
    """The machine on which each file of results was measured."""
    keys = ("Processor", "Cores", "Compiler", "Commit", "Other load", "Date")
    return table(["lab", "world", *(key.lower() for key in keys)],
                 [[lab.number, data["world"], *(data["machine"].get(key, "") for key in keys)]
                  for lab, data in results()])


def changed_table() -> str:
    """Which files of results were measured on code that has changed since. `./kev check results` names every file."""
    rows = [[lab.number, world, len(changed), ", ".join(f"`{path.rsplit('/', 1)[1]}`" for path in own_first(lab, changed)[:4])]
            for lab, world, changed in measured_code.stale()]
    if not rows:
        return "No measured file has changed since."
    return table(["lab", "world", "measured files that have changed since", "for example"], rows)


def own_first(lab: Lab, paths: Sequence[str]) -> list[str]:
    """The paths, those of the lab itself before all others."""
    return sorted(paths, key=lambda path: not path.startswith(f"labs/{lab.number}_"))


MAKERS: Mapping[str, blocks.Maker] = {"standing": lambda *_: standing_table(),
                                      "published": lambda *_: published_tables(),
                                      "machines": lambda *_: machine_table(), "changed": lambda *_: changed_table()}


def run(_labs: Sequence[Lab]) -> list[str]:
    """The stale tables, and the stale numbers of all pages."""
    blocks.require(PAGE, PAGE.read_text(encoding="utf-8"), MAKERS)
    return [*quotes.stale([PAGE], MAKERS, HOW), *quotes.stale(quoted.pages(), quoted.MAKERS, HOW), *quoted.misplaced()]


def refresh() -> list[str]:
    """Writes them anew."""
    return quotes.rewrite([PAGE], MAKERS) + quotes.rewrite(quoted.pages(), quoted.MAKERS)


def run_results(labs: Sequence[Lab]) -> list[str]:
    """The files of results that were measured on code that has changed since."""
    return [f"{path.relative_to(ROOT)}:1: measured before these changed: {', '.join(changed)}"
            for lab, path, changed in stale_files() if lab in labs]


def stale_files() -> Iterator[tuple[Lab, Path, list[str]]]:
    """(lab, file, changed sources) of each."""
    for lab, path in files():
        changed = measured_code.changed_since(json.loads(path.read_text(encoding="utf-8"))["sources"])
        if changed:
            yield lab, path, changed


CHECK = Check("figures", "tables and numbers that pages quote are those of the results", run)
CHECK_RESULTS = Check("results", "nothing that was measured has changed since; ./kev bench NN --json measures anew",
                      run_results, usual=False)
REFRESH = Refresh("figures", "the tables of docs/performance.md, and the numbers that pages quote", refresh,
                  writes=("*.md",))
