"""`kev orders`: which world notices that an order is weaker, a look is left out, a step is dropped, or two are swapped."""
from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from kev.build import cmake
from kev.core import cpp_source
from kev.core.arguments import seconds
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, find_lab
from kev.core.paths import ROOT, build_root, shown
from kev.core.terminal import Progress, say
from kev.mutation import mutate
from kev.mutation.mutants import Mutant
from kev.mutation.switches import can_switch
from kev.mutation.worlds import NOBODY, UNREACHED, Worlds

KINDS = ("order", "look", "statement", "swap")
CALL = re.compile(r"\w\(")  # a step is a call
WORDS = re.compile(r"_text\.hpp$|/nt_\w+\.hpp$")
Record = dict[str, Any]

DESCRIPTION = """\
Changes a lab's headers a little, one change at a time: an order is weakened, a look is left out, a step is dropped, two
neighbouring statements are swapped. Says which world notices it first: the checker with the lab's cases, the checker with
a weak memory, or the native tests. Keeps the answers in build/orders/NN.json, with the turns that show the harm. What is
known of the code that is there is not tried again.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("orders", help="find out what each memory order, look, step and sequence is for",
                                   description=DESCRIPTION)
    parser.add_argument("lab", metavar="NN", help="the lab")
    parser.add_argument("--seconds", type=seconds, metavar="N",
                        help="stop after this time; the next call goes on where this one stopped")
    parser.add_argument("--only", metavar="NAME", help="only the changes whose name has this text, and try them again")
    parser.add_argument("--kind", choices=KINDS, help="only the changes of this kind")
    parser.add_argument("--tests", action="store_true",
                        help="let the native tests try what no other world has noticed")
    parser.add_argument("--again", action="store_true", help="forget what no test noticed, and try it again")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    lab = find_lab(options.lab)
    wanted = [one for one in changes_of(lab) if (options.only or "") in one.name and options.kind in (None, one.kind)]
    if not wanted:
        raise KevError(f"lab {lab.number} has no such change (tools/dev/mutate {lab.number} --list)")
    known = read(lab)
    for one in wanted:
        if options.only or options.again and known.get(one.name, {}).get("world") in (NOBODY, UNREACHED):
            known.pop(one.name, None)
    finished = _try_all(lab, wanted, known, options)
    _report(lab, wanted, known)
    return 0 if finished else 1


def changes_of(lab: Lab) -> list[Mutant]:
    """Those that are tried: what declares a name or returns a value is neither left out nor dropped."""
    sources: dict[str, str] = {}
    found = []
    for one in mutate.all_mutants(lab):
        source = sources.setdefault(one.file, (ROOT / one.file).read_text(encoding="utf-8"))
        is_step = one.kind != "statement" or CALL.search(source, one.start, one.end)
        if one.kind in KINDS and is_step and not WORDS.search(one.file) and can_switch(one, source):
            found.append(one)
    return found


def path_of(lab: Lab) -> Any:
    """Where the answers of a lab are kept."""
    return build_root() / "orders" / f"{lab.number}.json"


def read(lab: Lab) -> dict[str, Record]:
    """The answers, by the name of the change; those about a header that has changed since are left out."""
    try:
        kept = json.loads(path_of(lab).read_text(encoding="utf-8"))["records"]
    except (OSError, ValueError, KeyError):
        return {}
    files = {one.name: one.file for one in changes_of(lab)}
    return {one["change"]: one for one in kept
            if one["change"] in files and one["code"] == digest(files[one["change"]])}


def digest(file: str) -> str:
    """Of a header's code, without comments and without the names of locals."""
    shape = cpp_source.code_shape((ROOT / file).read_text(encoding="utf-8"))
    return hashlib.sha256(shape.encode()).hexdigest()[:8]


def keep(lab: Lab, known: Mapping[str, Record]) -> None:
    """Writes all answers: a run may be stopped at any time."""
    path_of(lab).parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path_of(lab), json.dumps({"lab": lab.number, "records": list(known.values())}, indent=0))


def _try_all(lab: Lab, wanted: Sequence[Mutant], known: dict[str, Record], options: argparse.Namespace) -> bool:
    """Asks about what is not known. Returns whether it came through all."""
    missing = [number for number, one in enumerate(wanted) if one.name not in known]
    if not missing:
        return True
    worlds = Worlds(lab, wanted, options)
    progress, until = Progress.begun("orders"), time.monotonic() + (options.seconds or float("inf"))

    def ask(number: int) -> tuple[Mutant, dict[str, Any] | None]:
        return wanted[number], None if time.monotonic() > until else worlds.ask(number)

    with ThreadPoolExecutor(cmake.jobs()) as pool:
        for count, each in enumerate(as_completed([pool.submit(ask, number) for number in missing]), 1):
            one, found = each.result()
            if found is not None:
                known[one.name] = {"change": one.name, "kind": one.kind, "code": digest(one.file), **found}
                keep(lab, known)
                progress.update(f"{count} of {len(missing)}: {one.file}:{one.line}")
    finished = all(one.name in known for one in wanted)
    progress.done("done" if finished else "stopped: the time is over")
    return finished


def _report(lab: Lab, wanted: Sequence[Mutant], known: Mapping[str, Record]) -> None:
    reasons = mutate.read_explained(lab)
    counts = Counter(known.get(one.name, {"world": "not tried yet"})["world"] for one in wanted)
    for world, count in sorted(counts.items()):
        say(f"  {count:5} {world}")
    for one in wanted:
        if known.get(one.name, {}).get("world") == NOBODY and one.name not in reasons:
            say(f"  without a reason: {one.name}")
    say(f"  {shown(path_of(lab))}")
