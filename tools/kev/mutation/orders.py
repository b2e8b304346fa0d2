"""`kev orders`: which world notices that an order is weaker, a look is left out, a step is dropped, or two are swapped."""
from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from kev.build import cmake
from kev.core.arguments import positive, seconds, whole
from kev.core.errors import KevError
from kev.core.labs import Lab, all_labs, find_lab
from kev.core.paths import shown
from kev.core.terminal import Progress, say
from kev.mutation import order_records as records
from kev.mutation import order_sample, order_schedules
from kev.mutation.mutants import Mutant
from kev.mutation.worlds import Worlds, models_with

DESCRIPTION = """\
Changes a lab's headers a little, one change at a time: an order is weakened, a look is left out, a step is dropped, two
neighbouring statements are swapped. Says which world notices it first: the checker with the lab's cases, the checker with
a weak memory, or the native tests. Keeps the answers in docs/orders/NN.json, with the turns that show the harm. What is
known of the code that is there is not tried again.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("orders", help="find out what each memory order, look, step and sequence is for",
                                   description=DESCRIPTION)
    parser.add_argument("lab", metavar="NN", nargs="?", help="the lab")
    parser.add_argument("--seconds", type=seconds, metavar="N",
                        help="stop after this time; the next call goes on where this one stopped")
    parser.add_argument("--only", metavar="NAME", help="only the changes whose name has this text, and try them again")
    parser.add_argument("--kind", choices=records.KINDS, help="only the changes of this kind")
    parser.add_argument("--tests", action="store_true",
                        help="let the native tests try what no other world has noticed")
    parser.add_argument("--again", action="store_true", help="forget what no test noticed, and try it again")
    parser.add_argument("--schedules", action="store_true",
                        help="search for nothing: follow the turns of each record, and keep the steps for the site")
    parser.add_argument("--sample", type=positive, metavar="N",
                        help="keep nothing: ask again about N records drawn at random, of the lab or of all labs, and "
                             "print what differs")
    parser.add_argument("--seed", type=whole, metavar="N", help="of the sample (default: another one each time)")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if options.sample:
        return order_sample.check([find_lab(options.lab)] if options.lab else all_labs(), options)
    if not options.lab:
        raise KevError("name a lab, or ask for a sample of all labs (--sample 20)")
    lab = find_lab(options.lab)
    changes = records.changes_of(lab)
    wanted = [one for one in changes if (options.only or "") in one.name and options.kind in (None, one.kind)]
    if not wanted:
        raise KevError(f"lab {lab.number} has no such change (tools/dev/mutate {lab.number} --list)")
    if options.schedules:
        return _write_schedules(lab, options)
    book = records.Book(lab)
    names = {one.name for one in wanted}
    book.forget(lambda record: record["change"] in names
                and bool(options.only or options.again and record["world"] in records.SILENT))
    worlds = Worlds(lab, wanted, options)
    begun = time.monotonic()
    finished = _try_all(wanted, book, worlds, options.seconds and begun + options.seconds)
    if all(book.world_of(one) for one in changes):
        book.leave_out()
    _report(book, wanted)
    return 0 if finished else 1


def _write_schedules(lab: Lab, options: argparse.Namespace) -> int:
    changes = records.changes_of(lab)
    found = order_schedules.of_lab(lab, changes, models_with(lab, changes, options))
    say(f"  {len(found['schedules']):5} schedules\n  {shown(order_schedules.write(found))}")
    return 0


def make_schedules() -> None:
    """Makes the schedules that the site shows, of the labs that have none of their records. Builds a program for each."""
    for lab in all_labs():
        asked = {one["change"]: one for one in records.load(lab.number)["records"] if "turns" in one}
        kept = order_schedules.load(lab.number)["schedules"]
        if asked and (not kept or any(name in asked and not order_schedules.is_of(one, asked[name])
                                      for name, one in kept.items())):
            _write_schedules(lab, argparse.Namespace(no_install=True))


def _try_all(wanted: Sequence[Mutant], book: records.Book, worlds: Worlds, until: float | None) -> bool:
    """Asks about what is not in the book. Returns whether it came through all."""
    progress = Progress.begun("orders")
    missing = [number for number, mutant in enumerate(wanted) if book.world_of(mutant) is None]

    def ask(number: int) -> tuple[int, dict[str, Any] | None]:
        late = until and time.monotonic() > until
        return number, None if late else worlds.ask(number)

    with ThreadPoolExecutor(cmake.jobs()) as pool:
        answers = as_completed([pool.submit(ask, number) for number in missing])
        for count, (number, found) in enumerate(each.result() for each in answers):
            if found is None:
                continue
            book.keep(wanted[number], found)
            progress.update(f"{count + 1} of {len(missing)}: {wanted[number].file}:{wanted[number].line}")
    finished = all(book.world_of(mutant) is not None for mutant in wanted)
    progress.done("done" if finished else "stopped: the time is over")
    return finished


def _report(book: records.Book, wanted: Sequence[Mutant]) -> None:
    counts: dict[str, int] = {}
    for mutant in wanted:
        world = book.world_of(mutant) or "not tried yet"
        counts[world] = counts.get(world, 0) + 1
    for world, count in sorted(counts.items()):
        say(f"  {count:5} {world}")
    for mutant in wanted:
        if book.world_of(mutant) == records.NOBODY and not book.reason(mutant.name):
            say(f"  without a reason: {mutant.name}")
    say(f"  {shown(book.path)}")
