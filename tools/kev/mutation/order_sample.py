"""Records drawn at random, compared with a fresh run of the checker: `kev orders --sample 20`.

The draw is over all labs, and depends on the seed alone. What only the native tests notice is not drawn: their answer
depends on the machine. Each lab's program has all changes in it, as when the records were made: what a broken program does
may depend on where its data lies. Only the drawn changes are asked about.
"""
from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence

from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.terminal import say
from kev.mutation import order_records as records
from kev.mutation.mutants import Mutant
from kev.mutation.worlds import Worlds

NOT_COMPARED = ("change", "kind")
Drawn = list[tuple[Mutant, records.Record]]


def check(labs: Sequence[Lab], options: argparse.Namespace) -> int:
    """Asks again, and prints each difference. Returns 1 if there is one."""
    seed = random.SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    drawn = draw(labs, options.sample, seed)
    again = " ".join(["tools/dev/orders", *([options.lab] if options.lab else []), f"--sample {options.sample} --seed {seed}"])
    say(f"  seed {seed}: {sum(map(len, drawn.values()))} records (again: {again})")
    wrong = 0
    for lab, ones in drawn.items():
        every = records.changes_of(lab)
        worlds = Worlds(lab, every, options)
        for change, record in ones:
            found = differences(record, worlds.ask(every.index(change)))
            wrong += bool(found)
            say(f"  {'differs' if found else 'equal'}: lab {lab.number}: {change.name}")
            for line in found:
                say(f"    {line}")
    say(f"  {wrong} differ" if wrong else "  all are equal")
    return 1 if wrong else 0


def draw(labs: Sequence[Lab], count: int, seed: int) -> dict[Lab, Drawn]:
    """So many records of these labs, by lab, in the order of the source."""
    every = [(lab, change, record) for lab in labs for change, record in _of_lab(lab)]
    if not every:
        raise KevError("there are no records to draw from")
    places = sorted(random.Random(seed).sample(range(len(every)), min(count, len(every))))
    found: dict[Lab, Drawn] = {}
    for lab, change, record in (every[place] for place in places):
        found.setdefault(lab, []).append((change, record))
    return found


def _of_lab(lab: Lab) -> Drawn:
    book = records.Book(lab)
    pairs = [(change, book.records.get(change.name)) for change in records.changes_of(lab)]
    return [(change, record) for change, record in pairs if record and record["world"] != records.TESTS]


def differences(record: Mapping[str, object], fresh: Mapping[str, object]) -> list[str]:
    """What the record says otherwise than a fresh run."""
    keys = [key for key in dict.fromkeys([*record, *fresh]) if key not in NOT_COMPARED]
    return [f"{key}: recorded {record.get(key, 'nothing')}, now {fresh.get(key, 'nothing')}" for key in keys
            if record.get(key) != fresh.get(key)]
