"""docs/orders.md: the records of all labs in tables."""
from __future__ import annotations

import re
from collections.abc import Sequence

from kev.core.labs import Lab, all_labs
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.mutation import mutate
from kev.mutation import order_records as records
from kev.mutation.mutants import Mutant

PAGE = ROOT / "docs" / "orders.md"
OPERATION = re.compile(r"(\w+)\((?!.*\w\()[^\[]*$")
CHANGE = re.compile(r"\[(?P<before>.*) -> (?P<after>.*)\]")
LABEL = re.compile(r"(?:relaxed|acquire|release|acq_rel|seq_cst): ([A-Z]{1,2}\d)\b")
BEHIND = re.compile(r"// ([A-Z]{1,2}\d)$")
WIDEST = 76
WAYS = {"": "", "keyed": ", by key", "address": ", by address"}
SUMMARY = {records.CHECKER: "the checker notices", records.WEAK: "with a weak memory it notices",
           records.TESTS: "the native tests notice", records.NOBODY: "no test notices",
           records.UNREACHED: "no case comes by"}
HEAD = """\
---
hide: [toc]
---

# What each order is for

Is each memory order needed? Is each second look? A machine asked. `./kev orders NN` changes the headers of a lab, one change at
a time, and asks three worlds one after the other:

1. the [checker](checker.md), with the lab's cases, each up to its own bound;
2. the checker with a memory that does more of what C++20 allows: one stale load, one early store and one stale failure in
   each run, two preemptions, and no trust in the kernel. It is asked about orders and old values;
3. the native tests, about looks, steps and swaps. An x86-64 processor keeps most orders unasked, so these tests are not asked
   about orders.

The tables name the first world that noticed, the case, what it found, and the number of runs until then. *Weaker* means that
an order was made weaker. *Left out* means that a condition was not looked at: the thread goes on as if the answer were "no".
*Old value* means that a `read_newest()` became a plain load. *Dropped* means that a call was not made. *Swapped* means that
two statements changed places. *Hangs* means that the case used up its time without a step. *Ends* means that the case ended
the program.

Where no test notices the change, the table says why. `labs/NN_*/tests/mutations.md` keeps those reasons. Where no case comes
by a place, the checker can say nothing of it: only the native tests use it, and `./kev mutate` asks them.

Not every pair of statements is swapped. The two are neighbours in one block, and neither is a jump or has braces. Each makes
a call, and one of the calls is more than a `read()` or `write()` of guarded data. The swapped code compiles.

On the site you can [choose a change in the code](explorer.md) and step through its schedule.

The records with the turns of each schedule are in `docs/orders`. To see a schedule again, change the line and play the
turns: `labNN_model --follow "TURNS" CASE`.
"""


def text() -> str:
    """The page."""
    parts = [HEAD]
    for lab in all_labs():
        stored = records.load(lab.number)
        if stored["records"]:
            parts.append(_of_lab(lab, stored["records"], stored["outside"]))
    return "\n".join(parts)


def _of_lab(lab: Lab, stored: Sequence[records.Record], outside: Sequence[str]) -> str:
    changes = {one.name: one for one in records.changes_of(lab)}
    reasons = mutate.explanations(lab)
    rows = [_row(one, changes[one["change"]], reasons) for one in stored if one["change"] in changes]
    counts = {world: sum(one["world"] == world for one in stored) for world in records.WORLDS}
    told = ", ".join(f"{SUMMARY[world]} {count}" for world, count in counts.items() if count)
    beside = "".join(f"`{name}`, " for name in sorted(outside)).rstrip(", ")
    if beside:
        beside = f" No case of the model comes by {beside}: `./kev mutate {lab.number}` asks the native tests."
    return (f"## Lab {lab.number}: {lab.name}\n\n{len(stored)} changes: {told}.{beside}\n\n"
            + table(("place", "change", "noticed by", "case", "found", "runs"), rows) + "\n")


def _row(record: records.Record, change: Mutant, reasons: dict[str, str]) -> tuple[str, ...]:
    header, function, _ = (record["change"].split(": ", 2) + [""])[:3]
    place = f"`{header.removesuffix('.hpp')}`, `{function}`"
    if record["world"] in records.SILENT:
        world = "no test" if record["world"] == records.NOBODY else record["world"]
        return place, _change(record, change), world, _reason(record, reasons), "", ""
    found = record["found"] if "why" not in record else record["why"]
    case = f"`{record['case']}`" + WAYS[record.get("way", "")]
    return (place, _change(record, change), record["world"], case, found,
            f"{record['runs']:,}" if "runs" in record else "")


def _reason(record: records.Record, reasons: dict[str, str]) -> str:
    return reasons.get(record["change"], "open" if record["world"] == records.NOBODY else "")


def _change(record: records.Record, change: Mutant) -> str:
    """The change in a few words."""
    if change.kind == "swap":
        return "swapped: " + " and ".join(_code(one) for one in change.statements)
    match = CHANGE.search(record["change"])
    assert match
    before, after = match["before"], match["after"]
    if record["kind"] == "order":
        called = OPERATION.search(record["change"][:match.start()])
        operation = f"`{called.group(1)}` " if called else ""
        return f"{label_of(change)}{operation}weaker: {before}, now {after}"
    words = "dropped" if record["kind"] == "statement" else "left out" if after == "false" else "old value"
    return f"{words}: {_code(before)}"


def _code(code: str) -> str:
    short = code if len(code) <= WIDEST else code[:WIDEST - 4].rsplit(" ", 1)[0] + " ..."
    return "`" + short.replace("|", "\\|") + "`"


def label_of(change: Mutant) -> str:
    """The name that the comment at an operation gives it, with a blank; '' if it has none."""
    lines = (ROOT / change.file).read_text(encoding="utf-8").splitlines()
    behind = BEHIND.search(lines[change.line - 1])
    if behind:
        return f"{behind.group(1)} "
    above = change.line - 2
    while above >= 0 and not lines[above].strip().startswith("//") and not lines[above].rstrip().endswith((";", "{", "}")):
        above -= 1  # the first line of the statement
    comment: list[str] = []
    while above >= 0 and lines[above].strip().startswith("//"):
        comment.insert(0, lines[above].strip()[2:].strip())
        above -= 1
    found = LABEL.search(" ".join(comment))
    return f"{found.group(1)} " if found else ""
