"""The check `orders`: docs/orders says of each order, look and step of today's headers who notices that it is missing.

The records come from `./kev orders NN`, which takes minutes. The check builds nothing: a record has a digest of its
header's code, without the comments. A change that no test notices needs a reason in labs/NN_*/tests/mutations.md.
"""
from __future__ import annotations

from collections.abc import Sequence

from kev.checks.registry import Check, Refresh
from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.mutation import order_records as records
from kev.mutation import orders_page
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
    missing = [one for one in records.changes_of(lab) if book.world_of(one) is None]
    cases = {case.id for case in race_data.load_cases() if case.lab == lab.number}
    kept = sorted(book.records.values(), key=lambda one: one["change"])
    found = [f"{name}: not asked since the header has changed: {one.name} (./kev orders {lab.number})" for one in missing]
    found += [f"{name}: there is no case {one['case']}: {one['change']} (./kev orders {lab.number})" for one in kept
              if one["world"] in (records.CHECKER, records.WEAK) and one["case"] not in cases]
    found += [f"{name}: nobody notices, and {lab.directory.name}/tests/mutations.md does not say why: {one['change']}"
              for one in kept if one["world"] == records.NOBODY and not book.reason(one["change"])]
    return found


def refresh() -> list[str]:
    """Writes the page from the records."""
    write_atomically(orders_page.PAGE, orders_page.text())
    return []


CHECK = Check("orders", "docs/orders has who notices each weaker order, and the reason where nobody does", run,
              concerns=("labs/*/include/*", "labs/*/tests/mutations.md", "docs/orders/*", "docs/orders.md",
                        "docs/races/cases.json"))
REFRESH = Refresh("orders", "docs/orders.md from the records in docs/orders", refresh, writes=("docs/orders.md",))
