"""The check `figures`: the tables of docs/performance.md are those of the results in the repository.

The results are made by `./kev bench NN --json labs/NN_name/results/linux-2-cores.json`, and with `--wine` for
wine-2-cores.json.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kev.checks import quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT
from kev.measure import goals, published
from kev.measure.numbers import shown

PAGE = ROOT / "docs" / "performance.md"
RESULTS = ("linux-2-cores.json", "wine-2-cores.json")


def results() -> Iterator[tuple[Lab, dict]]:
    """(lab, results) for every file of results."""
    for lab in all_labs():
        for name in RESULTS:
            file = lab.directory / "results" / name
            if file.exists():
                yield lab, json.loads(file.read_text(encoding="utf-8"))


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines: list[Sequence[object]] = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def goal_table() -> str:
    """Every goal and what became of it."""
    return table(goals.COLUMNS, goals.rows((lab, data["figures"]) for lab, data in results()))


def published_tables() -> str:
    """The published tables, with the columns that the results in the repository give."""
    parts = []
    for each in published.tables([figure for _, data in results() for figure in data["figures"]]):
        parts.append(f"### {each['title']}\n\n{each['sentence']} In {each['unit']}.\n\n"
                     f"{table(headings(each), [[shown(cell) for cell in row] for row in each['rows']])}\n"
                     f"{' '.join(each['notes'])}\n")
    return "\n".join(parts)


def headings(made: dict) -> list[str]:
    """The columns of a table that has names above them, in one line: Markdown knows no second."""
    above = [name.split(":")[0] if name.startswith("published") else name for name, count in made["groups"]
             for _ in range(count)] or [""] * len(made["columns"])
    return [f"{group}, {column}" if group else column for group, column in zip(above, made["columns"])]


def machine_table() -> str:
    """What each file of results was measured on."""
    keys = ("Processor", "Cores", "Compiler", "Commit", "Other load", "Date")
    return table(["lab", "world", *(key.lower() for key in keys)],
                 [[lab.number, data["world"], *(data["machine"].get(key, "") for key in keys)]
                  for lab, data in results()])


MAKERS: Mapping[str, blocks.Maker] = {"goals": lambda *_: goal_table(), "published": lambda *_: published_tables(),
                                       "machines": lambda *_: machine_table()}


def run(_labs: Sequence[Lab]) -> list[str]:
    """The stale tables."""
    blocks.require(PAGE, PAGE.read_text(encoding="utf-8"), MAKERS)
    return quotes.stale([PAGE], MAKERS, "./kev refresh figures")


CHECK = Check("figures", "the tables of docs/performance.md are those of the results", run,
              concerns=("labs/*/results/*", "labs/*/report.py", "docs/performance.md"))
REFRESH = Refresh("figures", "the tables of docs/performance.md", lambda: quotes.rewrite([PAGE], MAKERS),
                  writes=("docs/performance.md",))
