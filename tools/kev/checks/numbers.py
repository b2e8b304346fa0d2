"""The check `numbers`: tables and numbers that pages quote are those of the results in the repository.

The results are labs/NN_name/results/*.csv (`./kev bench NN --csv FILE`); measure/quoted.py describes the marks. Those of
docs/performance.md are <!-- standing --> and <!-- published -->.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from kev.checks import quotes
from kev.checks.registry import Check, Refresh
from kev.core import blocks
from kev.core.labs import Lab, all_labs
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.measure import lab_report, pictures, published, quoted, standing
from kev.measure.numbers import shown
from kev.measure.results import figures

HOW = "./kev refresh numbers"


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


def makers() -> Mapping[str, blocks.Maker]:
    """What stands between each pair of marks."""
    return {**quoted.MAKERS, "standing": lambda *_: standing_table(), "published": lambda *_: published_tables()}


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
