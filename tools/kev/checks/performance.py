#!/usr/bin/env python3
"""Fills the tables of docs/performance.md, and the numbers that pages quote, from the results in the repository; says
which of the results are stale.

    python3 tools/performance.py          writes them anew
    python3 tools/performance.py --check  says whether they are those of the results as they are; 1 if not

The results are made by `./kev bench NN --json labs/NN_name/results/linux-2-cores.json`, and with `--wine` for
wine-2-cores.json.
"""
import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from kev.core.files import write_atomically  # noqa: E402  (the path comes first)
from kev.measure import goals, measured_code, published, quoted  # noqa: E402
from kev.measure.numbers import shown  # noqa: E402
from kev.measure.results import published as results  # noqa: E402

PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- {} -->\n", "<!-- /{} -->"


def table(columns, rows):
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def goal_table():
    """Every goal and what became of it; then, once for all goals that share it, why a goal is not met."""
    outcomes = [outcome for lab, data in results() for outcome in goals.evaluate(lab, data["figures"])]
    reasons = list(dict.fromkeys(outcome.why for outcome in outcomes if outcome.why))
    rows = [[*goals.row(outcome)[:-1],
             outcome.verdict + (f" (reason {reasons.index(outcome.why) + 1})" if outcome.why else "")] for outcome in outcomes]
    listed = "".join(f"{number}. {reason[0].upper()}{reason[1:]}.\n" for number, reason in enumerate(reasons, 1))
    return f"{table(goals.COLUMNS, rows)}\nThe reasons why a goal is not met:\n\n{listed}" if reasons else table(goals.COLUMNS, rows)


def published_tables():
    """The published tables, with the columns that the results in the repository give."""
    parts = []
    for each in published.tables([figure for _, data in results() for figure in data["figures"]]):
        parts.append(f"### {each['title']}\n\n{each['sentence']} In {each['unit']}.\n\n"
                     f"{table(headings(each), [[shown(cell) for cell in row] for row in each['rows']])}\n"
                     f"{' '.join(each['notes'])}\n")
    return "\n".join(parts)


def headings(made):
    """The columns of a table that has names above them, in one line: Markdown knows no second."""
    above = [name.split(":")[0] if name.startswith("published") else name for name, count in made["groups"]
             for _ in range(count)] or [""] * len(made["columns"])
    return [f"{group}, {column}" if group else column for group, column in zip(above, made["columns"])]


def machine_table():
    """What each file of results was measured on."""
    keys = ("Processor", "Cores", "Compiler", "Commit", "Other load", "Date")
    return table(["lab", "world", *(key.lower() for key in keys)],
                 [[lab.number, data["world"], *(data["machine"].get(key, "") for key in keys)] for lab, data in results()])


def changed_table():
    """Which files of results were measured on code that has changed since."""
    rows = [[lab.number, world, ", ".join(f"`{path}`" for path in changed)] for lab, world, changed in measured_code.stale()]
    if not rows:
        return "No measured file has changed since.\n"
    return table(["lab", "world", "measured before these files changed"], rows)


def filled(text, name, content):
    """The page with what stands between two marks replaced."""
    begin, end = BEGIN.format(name), END.format(name)
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{PAGE.name} has no place for {name}: it needs {begin.strip()} and {end}")
    return before + begin + content + end + after


def refreshed(text):
    """The page with all its tables as the results and the code are."""
    for name, content in (("goals", goal_table()), ("published", published_tables()), ("machines", machine_table()),
                          ("changed", changed_table())):
        text = filled(text, name, content)
    return text


def main():
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    old = PAGE.read_text(encoding="utf-8")
    new = refreshed(old)
    if options.check:
        complaints = quoted.stale_numbers()
        if new != old:
            complaints.append(f"{PAGE.relative_to(ROOT)} is not that of the results and the code: run tools/performance.py")
        print("".join(f"{each}\n" for each in complaints), end="")
        return 1 if complaints else 0
    write_atomically(PAGE, new)
    print("".join(f"{page}: numbers of the results\n" for page in quoted.refresh()), end="")
    print("\n".join(measured_code.stale_results()) or "No measured file has changed since.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
