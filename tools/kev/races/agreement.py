"""The verdicts of all checkers on every case: columns of docs/races/cases.tsv, and the table of docs/agreement.md.

Both checkers run the same scenarios (docs/checker.md). `./kev refresh agreement` asks them, which takes minutes, and GenMC
and the playground's engine (needs Node) if they are here; `./kev refresh weak` asks ours once more with a weak memory.
"""
from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.markdown import folded
from kev.core.paths import ROOT, build_root
from kev.core.process import run as run_program
from kev.races import genmc, models, stored, variants
from kev.races.stored import Row

PRESET = models.PRESET
LINE = re.compile(r"(?P<id>\S+)\s+(?:skipped: (?P<why>.*)|(?P<found>\D*?) in run (?P<runs>\d+)"
                  r"(?P<no>\s+DISAGREES)?)$")
CLEAN = "exhausted clean"
COLUMNS = ("lab", "case", "broken variant", "our checker", "left out", "Relacy", "remark", "GenMC", "weak memory", "playground")
PLAYGROUND, STATES = ROOT / "tools" / "playground", 300_000  # the playground's engine ends a search for a clean case there


def second(program: str) -> str:
    """Relacy's program for the same sources."""
    return program.replace("_model", "_model_relacy", 1)


def output(program: str, *arguments: str) -> str:
    """The output of a program; it may say by its status that something is not as expected."""
    result = run_program([cmake.executable(PRESET, program) or program, *arguments])
    if result.status not in (0, 1):
        raise KevError(f"{program}: {result.complaint()}")
    return result.output


def verdict_of(result: dict[str, Any]) -> str:
    """Our checker's verdict, with the bound."""
    if result["found"] == "every schedule":
        return "every schedule"
    bound = result["bound"]
    return f"{result['found']}, " + ("no bound" if bound is None else f"bound {bound}")


def left_out_of(result: dict[str, Any]) -> str:
    """The parts that the search has left out, of a case that it found clean."""
    if "clean" not in result["found"]:
        return ""
    words = {"timeouts": "time-outs"}
    return ", ".join(words.get(name, name.replace("_", " ")) for name in result["left_out"])


def read_relacy(text: str) -> dict[str, tuple[str | None, str]]:
    """By id: (verdict or None, what is to be said of it)."""
    answers: dict[str, tuple[str | None, str]] = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if not match:
            raise KevError(f"cannot read what Relacy says: {line}")
        if match["why"]:
            answers[match["id"]] = (None, match["why"])
        else:
            said = f"in run {int(match['runs']):,}" if match["found"] != "clean" else f"{int(match['runs']):,} runs"
            answers[match["id"]] = (match["found"], said + (" **disagrees**" if match["no"] else ""))
    return answers


def ask_about(program: str) -> dict[str, dict[str, str]]:
    """What both checkers say of the cases of one program, by id: cells of their rows."""
    answers = read_relacy(output(second(program), "all"))
    made = {}
    for case in json.loads(output(program, "--json", "all")):
        found, remark = answers.pop(case["id"])
        if found and "asymmetric" in case["id"]:
            remark += "; full fences"
        made[case["id"]] = {"ours": verdict_of(case), "left_out": left_out_of(case), "relacy": found or "", "remark": remark}
    if answers:
        raise KevError(f"{program}: only Relacy knows {', '.join(answers)}")
    return made


def ask_playground() -> dict[tuple[str, str], str]:
    """What the playground's engine says, by lab and id: cells. Without Node none. The programs have to be built."""
    node = shutil.which("node")
    if not node:
        return {}
    lines = ""
    for command in ([sys.executable, PLAYGROUND / "list_cases.py", build_root() / PRESET],
                    [node, PLAYGROUND / "labs.js", ".", str(STATES), "--tsv"]):
        result = run_program(command)
        if not result.ok:
            raise KevError(f"{command[1].name}: {result.complaint()}")
        lines = result.output
    return {(lab, name): cell for lab, name, cell in (line.split("\t") for line in lines.splitlines())}


def ask() -> list[str]:
    """Asks both checkers about every case, GenMC, and the playground. Returns what is not as it should be."""
    names = models.build_all(install=False)
    cmake.build(PRESET, [second(name) for name in names])
    with ThreadPoolExecutor(cmake.jobs()) as pool:
        said = dict(zip(names, pool.map(ask_about, names)))
    third, wrong = genmc.ask()
    fourth = ask_playground()
    write(lambda row: {} if row.expected == "measured" else  # no checker knows it
          {**said[row.program][row.id], "genmc": third.get(row.id, row.genmc),
           "playground": fourth.get((row.lab, row.id), "") if fourth else row.playground})
    return wrong + [f"{row.id}: the checkers disagree" for row in stored.rows() if "disagrees" in row.remark]


def write(cells: Callable[[Row], dict[str, str]]) -> None:
    """Changes some cells of every row: `cells` gets a row and returns them by name."""
    rows = [replace(row, **cells(row)) for row in stored.rows()]
    write_atomically(stored.CASES, stored.rows_as_text(rows, stored.code_of_cases()))


def broken_variant(row: Row) -> str:
    """The variant, if it is a broken one."""
    return row.variant if variants.broken(row.lab, row.variant) else "-"


def summary(rows: Sequence[Row]) -> str:
    """How many cases, and what came of them."""
    silent = sum(not row.relacy for row in rows)
    against = sum("disagrees" in row.remark for row in rows)
    clean = [row.ours for row in rows if _is_clean(row)]
    third = [row.playground for row in rows if _is_clean(row)]
    return (f"{len(rows)} cases: the checkers agree on {len(rows) - silent - against}, disagree on {against}, "
            f"and Relacy cannot speak on {silent}. Of the {len(clean)} cases that are clean, our checker has explored "
            f"{clean.count('every schedule')} in every schedule, and {clean.count(CLEAN + ', no bound')} more with no "
            f"bound on preemptions. The playground decides {third.count('every schedule')} of the {len(clean)} with every "
            f"schedule, does not end its search for {sum(cell.startswith('not every') for cell in third)}, and cannot "
            f"speak on {third.count('')}.")


def _is_clean(row: Row) -> bool:
    return row.ours == "every schedule" or row.ours.startswith(CLEAN)


def page(rows: Sequence[Row]) -> str:
    """The part of docs/agreement.md that the site adds: the sentence, and each lab's table, folded."""
    asked = [row for row in rows if row.ours]
    cells = [(row.lab, row.id, broken_variant(row), row.ours, *(text or "-" for text in (
        row.left_out, row.relacy, row.remark, row.genmc, row.weak, row.playground))) for row in asked]
    tables = [folded(f"Lab {lab}: {len(rows)} cases, {clean} of them clean", COLUMNS, rows)
              for lab in sorted({row.lab for row in asked})
              for rows, clean in [(sorted(each for each in cells if each[0] == lab),
                                   sum(row.lab == lab and _is_clean(row) for row in asked))]]
    return "\n".join([f"{summary(asked)}\n", *tables])
