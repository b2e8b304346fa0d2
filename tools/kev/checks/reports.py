"""What was run on Windows: reports of windows-check.zip, in docs/reports, and what the pages say of them.

A page marks a phrase; without a report it says that nothing has run there:

  <!-- on-windows: lab05 -->...<!-- /on-windows -->      the tests of a lab; `all` has those of all labs
  <!-- on-windows: cell -->...                           the same, for a cell of a table
  <!-- on-windows: times -->...                          whether anything was measured
  <!-- on-windows: probe apc -->...                      the answers of a probe
  <!-- on-windows: reports -->...                        all reports, in full
"""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kev.core import blocks
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.markdown import folded, table
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files
from kev.measure import published

Report = Mapping[str, Any]
FOLDER = ROOT / "docs" / "reports"
PAGE = ROOT / "docs" / "verified.md"
COUNTED = ("passed", "failed", "skipped")
TOO_LATE = "the time for all was over"  # what the runner says of a program that it did not start


def load(folder: Path | None = None) -> list[Report]:
    """All reports, the newest system first."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((folder or FOLDER).glob("*.json"))]
    return sorted(found, key=lambda report: [int(part) for part in report["build"].split(".")], reverse=True)


def take(path: Path, folder: Path | None = None) -> Path:
    """Takes a report.json over. Returns the stored file."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        missing = [key for key in ("commit", "system", "build", "wine", "machine", "processor", "programs", "answers", "times")
                   if key not in report]
    except (OSError, ValueError) as error:
        raise KevError(f"{path} is no report.json of windows-check.zip: {error}") from error
    if report.get("format") != 1 or missing:
        raise KevError(f"{path} is no report.json that this version knows; it lacks {', '.join(missing) or 'its format'}")
    if report["wine"]:
        raise KevError(f"{path} is from {report['system']}, and these pages are about Windows itself")
    words = f"{report['build']}-{report['machine']}-{report['commit']}".lower()
    stored = (folder or FOLDER) / ("".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in words) + ".json")
    write_atomically(stored, json.dumps(report, indent=1, sort_keys=True) + "\n")
    return stored


def said(page: Path, argument: str = "all") -> str:
    """What a page says at a mark."""
    known = load()
    what, _, rest = argument.partition(" ")
    makers: Mapping[str, Callable[[], str]] = {
        "all": lambda: _tests(page, known, "", "Nothing here has been run on Windows itself so far."),
        "cell": lambda: _tests(page, known, "", "**no: not so far**"), "times": lambda: _times(page, known),
        "probe": lambda: _answers(known, rest), "reports": lambda: _in_full(known)}
    if what.startswith("lab"):
        return _tests(page, known, what, "Not run on Windows.")
    if what not in makers:
        raise KevError(f"on-windows: {argument}: there are {', '.join(makers)} and labNN")
    return makers[what]()


def _name(report: Report) -> str:
    return f"{report['system']}, build {report['build']}, {report['machine']}"


def _counts(report: Report, prefix: str = "") -> str:
    programs = [each for each in report["programs"] if each["name"].startswith(prefix)]
    text = ", ".join(f"{sum(each[key] for each in programs):,} {key}" for key in COUNTED)
    left_out = sum(each["state"] == "not run" for each in programs)
    return text + (f", {left_out} programs not run" if left_out else "")


def _tests(page: Path, known: Sequence[Report], prefix: str, nothing: str) -> str:
    if not known:
        return nothing
    more = f", and {len(known) - 1} more" if len(known) > 1 else ""
    return f"On {_name(known[0])}: {_counts(known[0], prefix)} ([reports]({_address(page)}){more})."


def _times(page: Path, known: Sequence[Report]) -> str:
    measured = next((report for report in known if report["times"]), None)
    if measured is None:
        return "Nothing here was measured on real Windows."
    return f"A few times were measured on {_name(measured)} ([reports]({_address(page)}))."


def _address(page: Path) -> str:
    return f"{'' if page == PAGE else os.path.relpath(PAGE, page.parent)}#on-windows-itself"


def _answers(known: Sequence[Report], probe: str) -> str:
    found = [f"{each['answer']} ({_name(report)})" for report in known for each in report["answers"] if each["probe"] == probe]
    return "; ".join(map(_plain, found)) or "no answer yet"


def _in_full(known: Sequence[Report]) -> str:
    if not known:
        return "No report so far."
    return "\n\n".join(f"**{_name(report)}**, {report['processor']}: {_counts(report)}. Commit {report['commit']}, "
                       f"{report['compiler']}.\n\n{_failures(report)}{_answer_table(report)}{_time_table(report)}".rstrip()
                       for report in known)


def _failures(report: Report) -> str:
    rows = [(each["name"], each["bits"], each["state"], _plain(each["said"])) for each in report["programs"]
            if each["state"] != "passed" and each["said"] != TOO_LATE]
    return table(("program", "bits", "how it ended", "what it said"), rows) + "\n\n" if rows else ""


def _answer_table(report: Report) -> str:
    rows = [(each["question"], _plain(each["answer"])) for each in report["answers"]]
    return folded("Answers that only Windows has", ("question", "answer"), rows) + "\n"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _time_table(report: Report) -> str:
    """The two published tables and this report's columns; an iteration of the second has two acquisitions."""
    locks = list(dict.fromkeys(each["lock"] for each in report["times"]))
    seen = {(each["table"], each["threads"], each["lock"]): each["ns"] for each in report["times"]}
    rows: list[Sequence[object]] = []
    for threads in sorted({key[1] for key in seen if key[0] == "article"}):
        rows.append((f"{threads}, no yield", "-", "-", "-", *(seen.get(("article", threads, lock), "-") for lock in locks)))
    for threads, turns, milliseconds in published.MCF:
        here = [seen.get(("mcfgthread", threads, lock)) for lock in locks]
        there = [f"{each * 1e6 / threads / turns / 2:.3g}" for each in (*milliseconds[:2], milliseconds[3])]
        if any(here):
            rows.append((threads, *there, *("-" if each is None else each for each in here)))
    columns = ("threads", *(f"published, {name}" for name in ("SRWLOCK", "CRITICAL_SECTION", "MCFGTHREAD")), *locks)
    return folded("Times, in ns an acquisition", columns, rows) if rows else ""


MAKERS: Mapping[str, blocks.Maker] = {"on-windows": said}


def pages() -> list[Path]:
    """Those with such a mark."""
    return [path for path in tracked_files(ROOT)
            if path.suffix == ".md" and "<!-- on-windows" in path.read_text(encoding="utf-8")]
