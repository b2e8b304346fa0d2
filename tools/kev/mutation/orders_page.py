"""The records of all labs in tables, for docs/orders.md."""
from __future__ import annotations

import re
from collections.abc import Sequence

from kev.core.labs import Lab, all_labs
from kev.core.markdown import folded, table
from kev.core.paths import ROOT
from kev.mutation import mutate
from kev.mutation import order_records as records
from kev.mutation.mutants import Mutant

OPERATION = re.compile(r"(\w+)\((?!.*\w\()[^\[]*$")
CHANGE = re.compile(r"\[(?P<before>.*) -> (?P<after>.*)\]")
LABEL = re.compile(r"(?:relaxed|acquire|release|acq_rel|seq_cst): ([A-Z]{1,2}\d)\b")
BEHIND = re.compile(r"// ([A-Z]{1,2}\d)$")
WIDEST = 76
WAYS = {"": "", "keyed": ", by key", "address": ", by address"}
SUMMARY = {records.CHECKER: "the checker notices", records.WEAK: "with a weak memory it notices",
           records.TESTS: "the native tests notice", records.NOBODY: "no test notices",
           records.UNREACHED: "no case comes by"}


def text() -> str:
    """The part of the page that the site adds: a summary, then each lab, its headers folded."""
    stored = [(lab, found) for lab in all_labs() for found in [records.load(lab.number)] if found["records"]]
    head = [(f"[{lab.number} {lab.name}](#lab-{lab.number})", len(found["records"]),
             *(sum(one["world"] == world for one in found["records"]) for world in records.WORLDS)) for lab, found in stored]
    parts = [_of_lab(lab, found["records"], found["outside"]) for lab, found in stored]
    return "\n".join([table(("lab", "changes", *(SUMMARY[world] for world in records.WORLDS)), head), "", *parts])


def _of_lab(lab: Lab, stored: Sequence[records.Record], outside: Sequence[str]) -> str:
    changes = {one.name: one for one in records.changes_of(lab)}
    reasons = mutate.explanations(lab)
    headers: dict[str, list[tuple[str, ...]]] = {}
    for one in stored:
        if one["change"] in changes:
            headers.setdefault(records.header_of(one["change"]), []).append(_row(one, changes[one["change"]], reasons))
    tables = [folded(f"{header}: {len(rows)} changes", ("place", "change", "noticed by", "case", "found", "runs"), rows)
              for header, rows in headers.items()]
    counts = {world: sum(one["world"] == world for one in stored) for world in records.WORLDS}
    told = ", ".join(f"{SUMMARY[world]} {count}" for world, count in counts.items() if count)
    beside = "".join(f"`{name}`, " for name in sorted(outside)).rstrip(", ")
    if beside:
        beside = f" No case of the model comes by {beside}: `tools/dev/mutate {lab.number}` asks the native tests."
    return "\n".join([f"## Lab {lab.number}: {lab.name} {{: #lab-{lab.number} }}\n\n{len(stored)} changes: {told}.{beside}\n",
                      *tables])


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
