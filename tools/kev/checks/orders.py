"""The check `orders`: docs/orders says of each order, look, step and swap of today's headers which world notices the change.

The records come from `./kev orders NN`, which takes minutes. The check builds nothing: a record has a digest of its
header's code, without the comments. A change that no test notices needs a reason in labs/NN_*/tests/mutations.md. A record
whose change is not in the code any more is a mistake. So is a schedule that is not of its record: the site would show it.
"""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check, Refresh
from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.mutation import order_records as records
from kev.mutation import order_schedules, orders_page
from kev.races import race_data


def run(labs: Sequence[Lab]) -> list[str]:
    """The mistakes in the records of these labs, and in the page if it does not say what they say."""
    found = [text for lab in labs if (records.FOLDER / f"{lab.number}.json").exists() for text in _of_lab(lab)]
    page = orders_page.PAGE
    if not page.exists() or page.read_text(encoding="utf-8") != orders_page.text():
        found.append(f"{page.relative_to(ROOT)}:1: does not say what the records say (./kev refresh orders)")
    return found


def _of_lab(lab: Lab) -> list[str]:
    book, name = records.Book(lab), f"docs/orders/{lab.number}.json:1"
    changes = records.changes_of(lab)
    missing = [one for one in changes if book.world_of(one) is None]
    gone = {one["change"] for one in records.load(lab.number)["records"]} - {one.name for one in changes}
    cases = {case.id for case in race_data.load_cases() if case.lab == lab.number}
    kept = sorted(book.records.values(), key=lambda one: one["change"])
    found = [f"{name}: not asked since the header has changed: {one.name} (./kev orders {lab.number})" for one in missing]
    found += [f"{name}: there is no such change in the code: {one} (./kev orders {lab.number})" for one in sorted(gone)]
    found += [f"docs/orders/schedules/{lab.number}.json:1: its schedule is of an older record: {one} "
              f"(./kev orders {lab.number} --schedules)" for one in _old_schedules(lab)]
    found += [f"{name}: there is no case {one['case']}: {one['change']} (./kev orders {lab.number})" for one in kept
              if one["world"] in (records.CHECKER, records.WEAK) and one["case"] not in cases]
    found += [f"{name}: no test notices, and {lab.directory.name}/tests/mutations.md does not say why: {one['change']}"
              for one in kept if one["world"] == records.NOBODY and not book.reason(one["change"])]
    return found


def _old_schedules(lab: Lab) -> list[str]:
    """The changes whose stored schedule is not of the record that is there now."""
    kept = {one["change"]: one for one in records.load(lab.number)["records"]}
    stored = order_schedules.load(lab.number)["schedules"]
    return [name for name, one in stored.items() if name not in kept or not order_schedules.is_of(one, kept[name])]


def refresh() -> list[str]:
    """Writes the page from the records."""
    write_atomically(orders_page.PAGE, orders_page.text())
    return []


CHECK = Check("orders", "docs/orders has which world notices each weaker order, and the reason where none does", run)
REFRESH = Refresh("orders", "docs/orders.md from the records in docs/orders", refresh, writes=("docs/orders.md",))
