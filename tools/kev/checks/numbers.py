"""The check `numbers`: tables and numbers that pages quote are those of the results in the repository.

The results of locks are labs/NN_name/results/*.csv (`./kev bench NN --csv FILE`); measure/quoted.py describes the marks.
Those of real programs are docs/real_programs.json, which `tools/dev/real --json docs/real_programs.json` writes. Marks:

  <!-- standing --> <!-- published -->        the tables of docs/performance.md
  <!-- real-machine -->                       where and when it was measured
  <!-- real-speeds --> <!-- real-waits -->    the tables
  <!-- real-findings -->                      what the tables have in common
  <!-- real: Apache; contended; handoff; against bounded -->    a number; 'speed' in place of 'contended' is over libc's
  <!-- real: Python loops; timed out; mutex -->    the waits of a thousand that ended by their time limit
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from kev.checks import quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.measure import lab_report, pictures, published, quoted, real_results, standing
from kev.measure.numbers import shown
from kev.measure.results import figures

HOW = "./kev refresh numbers"
FEW = 20


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


def machine_text(data: dict) -> str:
    """Where and when, in two sentences."""
    of = data["machine"]
    rounds = real_results.rounds(data)
    return (f"Measured in {'one round' if rounds == 1 else f'{rounds} rounds'} on {of['Date'][:10]}: {of['Processor']} "
            f"({of['Model']}), {of['Cores']} processors, {of['System']}. Other load: {of['Other load']}.")


def findings_text(data: dict) -> str:
    """What the tables have in common, as a list."""
    low, high = (pick(real_results.all_ratios(data)) for pick in (min, max))
    spreads = [(real_results.spread(runs), name) for name, runs in data["speeds"].items()]
    known = [(wide, name) for wide, name in spreads if wide]
    counted = [value for name in data["counts"] for value in [real_results.contended(data, name, real_results.BASE)]
               if value is not None]
    lines = [f"- The slowest pair is `{low[2]}` under {low[1]}: {low[0]:.2f}. The fastest is `{high[2]}` under {high[1]}: "
             f"{high[0]:.2f}."]
    if known:
        lines.append(f"- libc's mutex differed from itself, too: by {max(known)[0]:.2f} under {max(known)[1]}.")
    lines.append(f"- {sum(value < FEW for value in counted)} of the {len(counted)} programs that report had fewer than {FEW} "
                 "contended acquisitions in a thousand.")
    return "\n".join(lines)


def number_text(data: dict, argument: str) -> str:
    """One number of one program."""
    name, what, lock, *more = (field.strip() for field in argument.split(";"))
    values = {"contended": lambda of: real_results.contended(data, name, of),
              "timed out": lambda of: real_results.timed_out(data, of),
              "speed": lambda of: real_results.ratios(data["speeds"].get(name, [])).get(of, [None])[0]}
    if what not in values:
        raise KevError(f"'{what}' is neither of {', '.join(values)}")
    value = values[what](lock)
    other = values[what](more[0].removeprefix("against ")) if more else 1
    if not value or not other:
        raise KevError(f"the results have no such value: {argument}")
    return real_results.two_digits(value / other)


def makers() -> Mapping[str, blocks.Maker]:
    """What stands between each pair of marks."""
    data = real_results.load()
    return {**quoted.MAKERS, "standing": lambda *_: standing_table(), "published": lambda *_: published_tables(),
            "real-machine": lambda *_: machine_text(data), "real-findings": lambda *_: findings_text(data),
            "real-speeds": lambda *_: table(*real_results.speeds(data)),
            "real-waits": lambda *_: table(*real_results.waits(data)),
            "real": lambda _, argument: number_text(data, argument)}


def pages() -> list[Path]:
    """The pages that may quote numbers."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("labs/*/*.md")])


def run(_labs: Sequence[Lab]) -> list[str]:
    """The stale tables and numbers of all pages, and the marks that no page may have where they stand."""
    return [*quotes.stale(pages(), makers(), HOW), *quoted.misplaced(pages())]


def refresh() -> list[str]:
    """Writes them anew, and draws the pictures that are files."""
    return [*quotes.rewrite(pages(), makers()), *pictures.refresh()]


CHECK = Check("numbers", "tables and numbers that pages quote are those of the results", run)
REFRESH = Refresh("numbers", "tables and numbers that pages quote from the results, and the pictures that are files", refresh,
                  features=("plots",))
