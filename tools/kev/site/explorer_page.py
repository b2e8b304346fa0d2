"""The page of a header on which the reader weakens an order: its code with a button at each change, and what was found."""
from __future__ import annotations

import html
import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer

from kev.core import cpp_source
from kev.core.labs import Lab
from kev.core.markdown import table
from kev.core.paths import ROOT
from kev.mutation import mutate, order_schedules, orders_page
from kev.mutation import order_records as records
from kev.mutation.mutants import Mutant, function_at, without_comments
from kev.races import stored
from kev.site import race_page
from kev.site.race_page import script_json

FIRST = "fast_mutex.hpp"
MOST_STEPS = 40  # of a schedule on the page: one that goes round for ever has hundreds
PIECE = re.compile(r"<[^>]+>|&[^;\s]+;|.", re.DOTALL)
NOTICED = (records.CHECKER, records.WEAK, records.TESTS)
WEAK_RUNS = ("the runs with a weak memory (one stale load, one early store and one stale failure in each run, up to two "
             "preemptions)")


@dataclass(frozen=True)
class Header:
    """A header with its changes: (record, change), in the order of the source."""
    lab: Lab
    name: str
    file: str
    changes: list[tuple[records.Record, Mutant]]

    @property
    def page(self) -> str:
        """The page's name, as MkDocs calls it."""
        return f"explorer/{self.lab.number}/{self.name.removesuffix('.hpp').replace('/', '-')}.md"

    @property
    def source(self) -> str:
        """The header's text."""
        return (ROOT / self.file).read_text(encoding="utf-8")

    def noticed(self) -> int:
        """How many of the changes some world notices."""
        return sum(record["world"] in NOTICED for record, _ in self.changes)


def headers_of(lab: Lab) -> list[Header]:
    """The headers of a lab that have records, in the order of their names. What is not there any more is left out: the
    site is built all the same."""
    kept = {record["change"]: record for record in records.load(lab.number)["records"]}
    found: dict[str, list[tuple[records.Record, Mutant]]] = {}
    for change in records.changes_of(lab):
        if change.name in kept:
            found.setdefault(change.file, []).append((kept[change.name], change))
    return [Header(lab, records.header_of(changes[0][1].name), file, changes) for file, changes in found.items()]


def ids(changes: Sequence[tuple[records.Record, Mutant]], source: str) -> list[str]:
    """What the address of the page has after its #, for each change: 'unlock-release-relaxed', 'lock-drop-2'."""
    counts: Counter[str] = Counter()
    names = []
    for _, change in changes:
        text = re.sub(r"\W+", "-", f"{function_at(source, change.line)} {verb(change, source)}").strip("-")
        counts[text] += 1
        names.append(text if counts[text] == 1 else f"{text}-{counts[text]}")
    return names


def verb(change: Mutant, source: str) -> str:
    """What the button of a change does, in a word or two."""
    if change.kind == "order":
        return f"{source[change.start:change.end]} {change.text}"
    if change.kind == "statement":
        return "drop"
    if change.kind == "swap":
        return "swap"
    return "skip" if change.text.strip() == "false" else "old value"


def difference(change: Mutant, source: str) -> tuple[list[str], list[str]]:
    """The lines before and after a change. Of a step that is dropped no empty statement is left to see."""
    if change.swap:
        return _exchanged(change, source)
    first = source.rfind("\n", 0, change.start) + 1
    last = source.find("\n", change.end)
    before = source[first:last]
    after = source[first:change.start] + change.text + source[change.end:last]
    kept = [] if change.kind == "statement" and after.split("//")[0].strip() == ";" else after.split("\n")
    lines = textwrap.dedent("\n".join([*before.split("\n"), *kept])).split("\n")
    length = before.count("\n") + 1
    return lines[:length], lines[length:]


def _exchanged(change: Mutant, source: str) -> tuple[list[str], list[str]]:
    """The two statements, and the two in the other order, without the comments."""
    assert change.swap
    plain = without_comments(source)
    first, second = (textwrap.dedent(plain[plain.rfind("\n", 0, one.start) + 1:one.end]).split("\n") for one in change.swap)
    return [*first, *second], [*second, *first]


def lines_of(change: Mutant, source: str) -> list[int]:
    """The lines at which the panel says that the change is."""
    return [source.count("\n", 0, one.start) + 1 for one in change.swap] if change.swap else [change.line]


def comment_beside(lines: Sequence[str], line: int) -> str:
    """The comment at a line: the one above its statement, and the one behind it."""
    behind = lines[line - 1].partition(" // ")[2]
    above = line - 2
    while above >= 0 and not lines[above].strip().startswith("//") and not _ends(lines[above]):
        above -= 1
    found: list[str] = []
    while above >= 0 and re.match(r"//(?! ?\[)", lines[above].strip()):
        found.insert(0, lines[above].strip().lstrip("/").strip())
        above -= 1
    is_label = found and re.fullmatch(r"[A-Z]{1,2}\d", behind)
    return " ".join(filter(None, [*found, "" if is_label else behind]))


def _ends(line: str) -> bool:
    return line.split(" // ")[0].rstrip().endswith((";", "{", "}", ":")) or not line.strip()


def verdict(record: records.Record) -> tuple[str, str]:
    """(state, sentence) of a change. The state is 'broken' (a promise does not hold), 'noticed' (a check says that a case
    no longer does what it did, but nothing is broken), 'clean' or 'unreached'."""
    world = record["world"]
    if world == records.UNREACHED:
        return "unreached", "No case of the checker comes by this line. The checker can say nothing of the change."
    if world == records.NOBODY:
        weak = f", and so did {WEAK_RUNS}" if record["kind"] == "order" else ""
        return "clean", ("Nothing was found. Each case of the checker that comes by this line ended as it should, up to "
                         f"the case's own bound{weak}.")
    if world == records.TESTS:
        return "broken", f"The native tests notice it: {record['case']} {record['found']}. The checker does not."
    who = "The checker notices it" if world == records.CHECKER else f"Only {WEAK_RUNS} notice it"
    case = f"the case {record['case']}{orders_page.WAYS[record.get('way', '')]}"
    runs = record.get("runs")
    after = f" in execution {runs:,}" if runs else ""
    if "why" in record:  # nothing is broken, but the case did not do what it should
        return "noticed", f"{who} in {case}{after}. The checker says: {record['why']}."
    return "broken", f"{who}: {_what(record['found'])} in {case}{after}."


def _what(found: str) -> str:
    others = {"hangs": "the search used up its time without a step", "ends": "the program ended"}
    return others.get(found, f"{'an' if found[0] in 'aeiou' else 'a'} {found}")


def change_data(header: Header, reasons: Mapping[str, str], schedules: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the script of the page knows of each change."""
    source = header.source
    lines = source.splitlines()
    found = []
    for name, (record, change) in zip(ids(header.changes, source), header.changes):
        before, after = difference(change, source)
        state, sentence = verdict(record)
        places = lines_of(change, source)
        found.append({"id": name, "lines": places, "verb": verb(change, source), "before": before, "after": after,
                      "state": state, "world": record["world"], "found": record.get("found", ""), "verdict": sentence,
                      "reason": as_sentence(reasons.get(record["change"], "")),
                      "comment": " ".join(filter(None, (comment_beside(lines, line) for line in places))),
                      "command": command(header, record), **schedule_data(record, schedules)})
    return found


def as_sentence(text: str) -> str:
    """The text of a table's cell with a capital letter and a full stop."""
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""


def command(header: Header, record: records.Record) -> str:
    """How to ask again on one's own machine."""
    name = record["change"].replace("'", "'\\''")
    return f"tools/dev/orders {header.lab.number} --only '{name}'"


def schedule_data(record: records.Record, schedules: Mapping[str, Any]) -> dict[str, Any]:
    """The schedule of a change, if there is one of its turns."""
    kept = schedules["schedules"].get(record["change"])
    if not kept or not order_schedules.is_of(kept, record):
        return {}
    steps = order_schedules.shown_steps(schedules, record["change"])
    return {"threads": kept["threads"], "steps": steps[:MOST_STEPS], "more": max(0, len(steps) - MOST_STEPS),
            "ending": [as_sentence(line) for line in kept["ending"]], "promise": kept["promise"]}


def insert(line: str, places: Mapping[int, str]) -> str:
    """A line of HTML with texts put in, each behind so many letters of what the reader sees."""
    made, count = [], 0
    for piece in PIECE.findall(line):
        made.append(piece)
        if not piece.startswith("<"):
            count += 1
            made.append(places.get(count, ""))
    return places.get(0, "") + "".join(made)


def code(header: Header) -> str:
    """The whole header, each change with its button: an order's stands behind the word, a swap's between its two lines, the
    others before the line."""
    source = header.source
    coloured = highlight(source, CppLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")
    named = [(name, change) for name, (_, change) in zip(ids(header.changes, source), header.changes)]
    places, between = _places(named, source), _between(named, source)
    lines = source.split("\n")
    rows = [f'<span class="explorer-line" data-line="{line}"{race_page.indent_style(lines[line - 1])}>'
            f'<span class="race-number">{line}</span>{insert(text, places.get(line, {}))}\n</span>{between.get(line, "")}'
            for line, text in enumerate(coloured, 1)]
    begins = first_function(header) - 1
    folded = (f"<details><summary>Lines 1 to {begins}: what stands before the first function that can be changed</summary>"
              f"<pre><code>{''.join(rows[:begins])}</code></pre></details>" if begins > 1 else "")
    rest = "".join(rows[begins if folded else 0:])
    return f"{folded}<pre><code>{rest}</code></pre>"


def first_function(header: Header) -> int:
    """The line at which the function of the first change begins."""
    source = header.source
    line = min(line for _, change in header.changes for line in lines_of(change, source))
    return cpp_source.around(source, line)[0]


def _places(named: Sequence[tuple[str, Mutant]], source: str) -> dict[int, dict[int, str]]:
    """By line and column: the buttons in the line."""
    places: dict[int, dict[int, str]] = {}
    for name, change in named:
        if change.swap:
            continue
        start = source.rfind("\n", 0, change.start) + 1
        column = change.end - start if change.kind == "order" else _indent(source[start:change.end])
        row = places.setdefault(change.line, {})
        row[column] = row.get(column, "") + button(name, change, source)
    return places


def _between(named: Sequence[tuple[str, Mutant]], source: str) -> dict[int, str]:
    """By the line of a first statement's end: the button that swaps it with the next."""
    found = {}
    for name, change in named:
        if change.swap:
            indent = _indent(source[source.rfind("\n", 0, change.start) + 1:change.end])
            found[source.count("\n", 0, change.swap.first.end) + 1] = (
                f'<span class="explorer-line explorer-between" style="--indent: {indent}">'
                f"{button(name, change, source)}</span>")
    return found


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def button(name: str, change: Mutant, source: str) -> str:
    """The control of a change."""
    what = verb(change, source)
    if change.kind == "order":
        label, sign = f"line {change.line}: {what.replace(' ', ', now ')}", f"→{change.text}"
    elif change.swap:
        label, sign = "lines {} and {}: swap".format(*lines_of(change, source)), "⇅ swap"
    else:
        label, sign = f"line {change.line}: {what}", what
    return (f'<button type="button" class="explorer-change" id="at-{name}" data-change="{name}" aria-pressed="false" '
            f'aria-label="{html.escape(label)}">{sign}</button>')


def markdown(header: Header) -> str:
    """The page, with a place for what is no Markdown."""
    noticed = header.noticed()
    return (f'---\ntitle: "Weaken an order: {header.name}"\nhide: [navigation, toc]\n---\n\n'
            f"# Weaken an order: `{header.name}`\n\n"
            f"Lab {header.lab.number}. Each button in the code is one change. Choose one and see what was found: "
            f"{noticed} of {len(header.changes)} changes are noticed. "
            "[How to use this page](../../explorer.md).\n\n<!-- explorer header -->\n")


def body(header: Header, up: str) -> str:
    """The code, the panel, the data and the scripts."""
    reasons = mutate.explanations(header.lab)
    data = {"changes": change_data(header, reasons, order_schedules.load(header.lab.number)), "cases": cases(header)}
    scripts = "\n".join(f'<script src="{up}assets/{name}.js" defer></script>'
                        for name in ("race/model", "race/view", "explorer/explorer"))
    return ('<div class="explorer" id="explorer"><p class="explorer-mode"><label><input type="checkbox" id="guess"> '
            "Guess first</label> <output id=\"score\"></output></p>"
            f'<div class="explorer-sides"><div class="explorer-code highlight">{code(header)}</div>'
            '<section class="explorer-panel race-player" id="panel" aria-live="polite" aria-label="what was found" '
            'tabindex="-1"><p>Choose a change in the code.</p>'
            "<noscript><p>This needs JavaScript. The table of all changes needs none.</p></noscript></section></div></div>\n"
            f'<script type="application/json" id="explorer-data">{script_json(data)}</script>\n{scripts}')


def cases(header: Header) -> list[str]:
    """The cases of the unchanged header: what the checker, and GenMC if it was asked, says of them."""
    stem = header.name.removesuffix(".hpp")
    return [f"{case.id}: {case.expected}, up to {case.bound} preemptions"
            + (f"; GenMC: {case.genmc}" if case.genmc else "")
            for case in stored.rows() if case.lab == header.lab.number and case.variant == stem]


def index(headers: Sequence[Header]) -> str:
    """The headers of each lab in a table, and the one to begin with."""
    first = next((one for one in headers if one.name == FIRST), None)
    parts = [f"**Start here**: [`{first.name}`]({first.page}), the mutex of lab 03."] if first else []
    for number in dict.fromkeys(one.lab.number for one in headers):
        of_lab = [one for one in headers if one.lab.number == number]
        parts += [f"### Lab {number}", table(
            ("header", "changes", "noticed", "no test notices", "no case comes by"),
            [(f"[`{one.name}`]({one.page})", len(one.changes), one.noticed(),
              sum(record["world"] == records.NOBODY for record, _ in one.changes),
              sum(record["world"] == records.UNREACHED for record, _ in one.changes)) for one in of_lab])]
    return "\n\n".join(parts)
