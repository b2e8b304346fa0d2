"""The check `agreement`: docs/agreement.md has every model case with the verdicts of both checkers.

Both checkers run the same scenarios (docs/checker.md). The verdicts are those of a run of all programs, which takes
minutes; the check compares the page with the list of all cases, docs/races/cases.json, and builds nothing. The page's
last line is a digest of the code of each lab's programs, so that a refresh runs those that have changed.
"""
from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kev.build import cmake
from kev.checks.registry import Check, Refresh
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.core.process import run as run_program
from kev.races import genmc, models, race_data, weak

PAGE = ROOT / "docs" / "agreement.md"
PRESET = models.PRESET
LINE = re.compile(r"(?P<id>\S+)\s+(?:skipped: (?P<why>.*)|(?P<found>\D*?) in run (?P<runs>\d+)"
                  r"(?P<no>\s+DISAGREES)?)$")
DIGESTS = re.compile(r"^<!-- of the code: (?P<all>.*) -->$", re.MULTILINE)
Row = tuple[str, ...]  # lab, case, variant, our verdict, what it leaves out, Relacy's, remark
RELACY, REMARK = 5, 6
CLEAN = "exhausted clean"
COLUMNS = ("lab", "case", "broken variant", "our checker", "left out", "Relacy", "remark", "GenMC", "weak memory")
HEAD = """\
---
hide: [toc]
---

# Two checkers, one verdict

Every scenario of the labs is explored twice, and some three times: by [our checker](checker.md), exhaustively, most of
them up to a bound, and by Relacy, at random. They share neither the search nor the memory model: ours reads the newest
value unless a case gives it a budget of old ones, Relacy's is always weak (but for
[its fences](checker.md#a-second-opinion)). So where both say the same it is hardly because of a mistake in one of them.
What they do share is the scenarios, and in lab 01 the simulated kernel's tables: a mistake there would be in both. The
tests demand it of each case in the table; `./kev refresh agreement` makes this page from a run.

*Every schedule* means that the search has left nothing out: neither a run with more preemptions nor one in which a
budget would have had to be larger. Where it has left something out, the table names what: *preemptions* beyond the
bound, *weak failures* of a compare-exchange, *time-outs* while other threads can run, *stale loads*, *clock steps* (time
that passes while threads run). *No bound* means that only budgets are left out. Of a finding the table says nothing
there: a search that has found something ends.

GenMC is a third program, asked about a few cases (`cmake --preset linux-genmc`; [how](checker.md#a-third-opinion)). It
explores every execution that RC11 allows, so "clean, 8 executions" means all that there are. It counts those that end in
a thread that waits for ever, or looks at an old value for ever. Meetings at a key order nothing there; where it says
something else if the two that meet are ordered, the table has both.

*Weak memory* is our checker once more, where each run may have [one stale load, one early store and one stale
failure](checker.md#memory). Only the correct locks are asked. The kernel is [not trusted with the order of
changes](checker_details.md#what-the-locks-trust-the-kernel-with). If a lock fails so, the table says what it does with
that trust, too. A search ends after some seconds of processor time, and the table has the largest bound that it
finished. *No bound* and *every schedule* mean the same as above. WEAK_SECONDS `./kev refresh weak --seconds
60` gives each search a minute. It keeps what it has found if it is stopped, and goes on from there.

A dash is a case that Relacy cannot speak on, or that the column's program was not asked about. The remarks are:

- *no late time-outs*: the kernel of Windows XP, which swallows a release, is a model of ours only;
- *time passes in time-outs only*: the same for a wait that succeeds at the last moment;
- *counts no states*: that something is reachable is no failure to Relacy;
- *a random schedule does not go round for ever*: it finds a livelock only as a run that is too long;
- *full fences*: both halves of the asymmetric pair are sequentially consistent fences to Relacy, so that a lock which
  asks too much of the light half would be clean to it;
- *clean only under sequential consistency*: there the two must disagree, and the case says so. It is about a broken
  lock that only a weak memory breaks, and the same lock is found broken under its own name.

"""


def variant_of(program: str) -> tuple[str, str]:
    """(lab, variant) of a model program: lab03_model_no_claim."""
    lab, _, variant = program.partition("_model")
    return lab[len("lab"):], variant.strip("_") or "-"


def second(program: str) -> str:
    """Relacy's program for the same sources."""
    return program.replace("_model", "_model_relacy", 1)


def output(program: str, *arguments: str) -> str:
    """The output of a program; it may say by its status that something is not as expected."""
    result = run_program([cmake.executable(PRESET, program) or program, *arguments])
    if result.status not in (0, 1):
        raise KevError(f"{program}: {result.complaint()}")
    return result.output


def row_of(case: models.Case) -> Row:
    """The first four cells of a case's row, as its tests demand them."""
    lab, variant = variant_of(case.program)
    return lab, case.id, variant, f"{case.expected}, bound {case.bound}"


def verdict_of(result: dict[str, Any]) -> str:
    """Our checker's verdict, with the bound."""
    if result["found"] == "every schedule":
        return "every schedule"
    bound = result["bound"]
    return f"{result['found']}, " + ("no bound" if bound is None else f"bound {bound}")


def left_out_of(result: dict[str, Any]) -> str:
    """The parts that the search has left out, of a case that it found clean."""
    if "clean" not in result["found"]:
        return "-"
    words = {"timeouts": "time-outs"}
    return ", ".join(words.get(name, name.replace("_", " ")) for name in result["left_out"]) or "-"


def demanded(row: Row) -> Row:
    """The first four cells, without the bound of a clean case: a search may have gone further than the case demands."""
    lab, name, variant, verdict = row[:4]
    clean = verdict == "every schedule" or verdict.startswith(CLEAN)
    return lab, name, variant, CLEAN if clean else verdict


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


def rows_of(program: str) -> list[Row]:
    """The rows of one program, from a run of both checkers."""
    lab, variant = variant_of(program)
    answers = read_relacy(output(second(program), "all"))
    made: list[Row] = []
    for case in json.loads(output(program, "--json", "all")):
        found, remark = answers.pop(case["id"])
        if found and "asymmetric" in case["id"]:
            remark += "; full fences"
        made.append((lab, case["id"], variant, verdict_of(case), left_out_of(case), found or "-", remark))
    if answers:
        raise KevError(f"{program}: only Relacy knows {', '.join(answers)}")
    return made


def summary(made: Sequence[Row]) -> str:
    """How many cases, and what came of them."""
    silent = sum(row[RELACY] == "-" for row in made)
    against = sum("disagrees" in row[REMARK] for row in made)
    clean = [row[3] for row in made if row[3] == "every schedule" or row[3].startswith(CLEAN)]
    return (f"{len(made)} cases: the checkers agree on {len(made) - silent - against}, disagree on {against}, "
            f"and Relacy cannot speak on {silent}. Of the {len(clean)} cases that are clean, our checker has explored "
            f"{clean.count('every schedule')} in every schedule, and {clean.count(CLEAN + ', no bound')} more with no "
            f"bound on preemptions.")


def digests() -> dict[str, str]:
    """Of the code of both checkers' programs, by lab."""
    return {lab.number: race_data.model_digest(lab, (*race_data.COMMON, "worlds/relacy")) for lab in all_labs()}


def digests_on(text: str) -> dict[str, str]:
    """Those of a page: of the code whose verdicts it has."""
    found = DIGESTS.search(text)
    return dict(pair.split(" ") for pair in found["all"].split(", ")) if found else {}


def page(made: Sequence[Row], code: dict[str, str]) -> str:
    """The page's text."""
    third, weaker = genmc.load(), weak.verdicts()
    rows = [(*row, third.get(row[1], "-"), weaker.get(row[1], "-")) for row in sorted(made)]
    head = HEAD.replace("WEAK_SECONDS", f"Here a search had {weak.limits()} s.")
    return (f"{head}{summary(made)}{ages()}\n\n"
            f"{table(COLUMNS, rows)}\n\n"
            f"<!-- of the code: {', '.join(f'{lab} {digest}' for lab, digest in sorted(code.items()))} -->\n")


def ages() -> str:
    """Which of the other columns are of older code than the first verdicts."""
    said = ["GenMC's verdicts are of older code than the others."] if genmc.is_old() else []
    if labs := weak.old_labs():
        said.append(f"The verdicts with a weak memory are of older code, or not complete: lab {', '.join(labs)}.")
    return "".join(f"\n\n{sentence}" for sentence in said)


def rows_on(text: str) -> list[Row]:
    """The rows of a page, without the last two columns."""
    return [tuple(cell.strip() for cell in line.split("|")[1:-1])[:REMARK + 1]
            for line in text.splitlines() if re.match(r"\| \d\d \|", line)]


def text_findings(text: str) -> list[str]:
    """Whether the page says what its rows say: a merge may have mixed two pages."""
    if text == page(rows_on(text), digests_on(text)):
        return []
    return [f"{PAGE.relative_to(ROOT)}:1: does not say what its rows say (./kev refresh agreement)"]


def differences(stated: Sequence[Row], known: Sequence[Row]) -> list[str]:
    """The cases that only one side has, of the labs that are in question."""
    labs = {row[0] for row in known}
    ours = {demanded(row): row[:4] for row in stated if row[0] in labs}
    theirs = {demanded(row): row for row in known}
    name = PAGE.relative_to(ROOT)
    return [*(f"{name}:1: not on the page: {' | '.join(theirs[row])}" for row in sorted(set(theirs) - set(ours))),
            *(f"{name}:1: only on the page: {' | '.join(ours[row])}" for row in sorted(set(ours) - set(theirs)))]


def run(labs: Sequence[Lab]) -> list[str]:
    """Compares the page with the cases of these labs."""
    text = PAGE.read_text(encoding="utf-8")
    numbers = {lab.number for lab in labs}
    known = [row_of(case) for case in race_data.load_cases() if case.lab in numbers]
    code, stored = digests(), digests_on(text)
    changed = [f"{PAGE.relative_to(ROOT)}:1: the code of lab {lab.number} has changed since (./kev refresh agreement)"
               for lab in labs if stored.get(lab.number) != code[lab.number]]
    return text_findings(text) + changed + differences(rows_on(text), known)


def refresh() -> list[str]:
    """Asks both checkers again, the programs of the labs whose code has changed."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    code, stored = digests(), digests_on(text)
    labs = [lab for lab in all_labs() if stored.get(lab.number) != code[lab.number]]
    wrong = genmc.ask() if genmc.is_old() or not genmc.FILE.exists() else []
    if not labs:
        write_atomically(PAGE, page(rows_on(text), code))
        return wrong
    names = models.build_all(install=False, labs=labs)
    cmake.build(PRESET, [second(name) for name in names])
    with ThreadPoolExecutor(cmake.jobs()) as pool:
        made = [row for rows in pool.map(rows_of, names) for row in rows]
    numbers = {lab.number for lab in labs}
    kept = [row for row in rows_on(text) if row[0] not in numbers]
    write_atomically(PAGE, page([*kept, *made], code))
    return wrong + [f"{row[1]}: the checkers disagree" for row in made if "disagrees" in row[REMARK]]


CHECK = Check("agreement", "docs/agreement.md has every case of docs/races/cases.json, and counts them right", run)
REFRESH = Refresh("agreement", "docs/agreement.md: both checkers' verdicts", refresh,
                  writes=("docs/agreement.md", "docs/genmc.json"), features=("build",))
REFRESH_WEAK = Refresh("weak", "docs/weak.json: the correct locks with a weak memory (only by name)", weak.ask,
                       writes=("docs/weak.json",), features=("build",), seconds=weak.SECONDS, usual=False)
