"""The check `real`: tables, numbers and pictures about real programs are those of docs/real_programs.json, which
`./kev real --json docs/real_programs.json` writes. Marks in pages:

  <!-- real-machine -->                       where and when it was measured
  <!-- real-speeds --> <!-- real-waits -->    the tables
  <!-- real-findings -->                      what the tables have in common
  <!-- real: Apache; contended; handoff; against bounded -->    a number; 'speed' in place of 'contended' is over libc's
  <!-- real: Python loops; timed out; mutex -->    the waits of a thousand that ended by their time limit
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kev.checks import pictures, quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.measure import plots, real_results, real_table

PAGE = ROOT / "docs" / "real_programs.md"
LESSONS = [ROOT / "labs" / lab / "README.md" for lab in ("05_timed_lock", "07_anti_convoy")]
LESSONS_NAMED = tuple(path.relative_to(ROOT).as_posix() for path in LESSONS)
ASSETS = ROOT / "docs" / "assets"
HOW = "./kev refresh real"
FEW = 20
FIGURES: Mapping[Path, Callable[[dict], dict]] = {ASSETS / "real_programs.svg": real_results.mean_figure,
                                                  ASSETS / "real_convoy.svg": real_results.convoy_figure,
                                                  ASSETS / "real_limits.svg": real_results.limits_figure}


def machine_text(data: dict) -> str:
    """Where and when, in two sentences."""
    of = data["machine"]
    rounds = real_results.rounds(data)
    return (f"Measured in {'one round' if rounds == 1 else f'{rounds} rounds'} on {of['Date'][:10]}: {of['Processor']}, "
            f"{of['Cores']} processors, {of['System']}. Other load: {of['Other load']}.")


def findings_text(data: dict) -> str:
    """What the tables have in common, as a list."""
    low, high = (pick(real_results.all_ratios(data)) for pick in (min, max))
    spreads = [(real_table.spread(runs), name) for name, runs in data["speeds"].items()]
    known = [(wide, name) for wide, name in spreads if wide]
    counted = [value for name in data["counts"] for value in [real_results.contended(data, name, real_table.BASE)]
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
              "speed": lambda of: real_table.ratios(data["speeds"].get(name, [])).get(of, [None])[0]}
    if what not in values:
        raise KevError(f"'{what}' is neither of {', '.join(values)}")
    value = values[what](lock)
    other = values[what](more[0].removeprefix("against ")) if more else 1
    if not value or not other:
        raise KevError(f"the results have no such value: {argument}")
    return real_table.two_digits(value / other)


def makers(data: dict) -> Mapping[str, blocks.Maker]:
    """What stands between each pair of marks."""
    return {"real-machine": lambda *_: machine_text(data), "real-findings": lambda *_: findings_text(data),
            "real-speeds": lambda *_: table(*real_results.speeds(data)),
            "real-waits": lambda *_: table(*real_results.waits(data)),
            "real": lambda _, argument: number_text(data, argument)}


def run(_labs: Sequence[Lab]) -> list[str]:
    """What is not of the results."""
    data = real_results.load()
    return [*quotes.stale([PAGE, *LESSONS], makers(data), HOW),
            *(f"{path.relative_to(ROOT)}:1: not of these results ({HOW})" for path, made in _figures(data)
              if pictures.stale(path, made))]


def refresh() -> list[str]:
    """Writes pages and pictures anew."""
    data = real_results.load()
    if not plots.available():
        raise KevError("it draws with matplotlib, which is not here (apt-get install python3-matplotlib)")
    for path, made in _figures(data):
        if pictures.stale(path, made):
            write_atomically(path, pictures.drawn(made))
    return quotes.rewrite([PAGE, *LESSONS], makers(data))


def _figures(data: dict[str, Any]) -> list[tuple[Path, dict]]:
    return [(path, make(data)) for path, make in FIGURES.items()]


CHECK = Check("real", "tables, numbers and pictures about real programs are those of docs/real_programs.json", run)
REFRESH = Refresh("real", "tables, numbers and pictures about real programs", refresh,
                  writes=("docs/real_programs.md", "docs/assets/real_*.svg", *LESSONS_NAMED),
                  features=("plots",))
