"""`kev mutate`: changes a lab's headers a little, one change at a time, and says which world notices it first."""
from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from kev.build import cmake
from kev.build.setup import require
from kev.core import cpp_source
from kev.core.arguments import positive, seconds, whole
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, find_lab
from kev.core.paths import ROOT, build_root, shown
from kev.core.terminal import Progress, heading, say, table
from kev.mutation.alone import CHECKER, NOBODY, TESTS, UNBUILT, UNREACHED, WEAK, Alone
from kev.mutation.mutants import KINDS, Mutant, mutants_of
from kev.mutation.mutation_bench import PRESET, PROGRAM, digest

EXPLAINED = "## Changes that no test can tell"
Record = dict[str, Any]

DESCRIPTION = """\
Makes small changes to a lab's headers, one at a time: a memory order weakened, a look left out, a statement dropped, two
neighbors exchanged, an operator swapped, a constant off by one, a condition negated. Says which world notices it first: the
checker with the lab's cases, the checker with a weak memory, or the native tests. A change that none of them notices calls
for a test, or for a line in labs/NN_*/tests/mutations.md that explains it. Answers are kept in build/mutate/NN.json, and are
not asked for again while the code stays.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("mutate", help="change a lab's headers a little and see which tests notice",
                                   description=DESCRIPTION)
    parser.add_argument("lab", metavar="NN", help="the lab")
    parser.add_argument("--kind", choices=KINDS, nargs="+", default=KINDS, help="only changes of these kinds")
    parser.add_argument("--only", metavar="TEXT", default="", help="only changes whose name, as --list shows it, has this: "
                        "a header, a function, a line")
    parser.add_argument("--limit", type=positive, metavar="N", help="a random sample of N changes")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="of the sample (default: 1)")
    parser.add_argument("--models", action="store_true", help="ask the checker alone, and no native test")
    parser.add_argument("--seconds", type=seconds, metavar="N",
                        help="stop after this time; the next call goes on where this one stopped")
    parser.add_argument("--again", action="store_true", help="forget what earlier calls found of these changes")
    parser.add_argument("--list", action="store_true", help="only list the changes")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    lab = find_lab(options.lab)
    every = all_mutants(lab)
    wanted = choose(every, options)
    if options.list:
        for one in wanted:
            say(_shown(one))
        say(f"{len(wanted)} of {len(every)} changes")
        return 0
    known = read(lab, every)
    for one in wanted if options.again else ():
        known.pop(one.name, None)
    finished = _try_all(lab, wanted, known, options)
    explained = read_explained(lab)
    open_ones = _report(lab, wanted, known, explained)
    stale = sorted(explained - {one.name for one in every})
    for name in stale:
        say(f"  {name}: explained, but no such change exists any more")
    return 1 if open_ones or stale or not finished else 0


def all_mutants(lab: Lab) -> list[Mutant]:
    """Every change of every header of a lab."""
    folders = (lab.directory / "include", lab.directory / "library" / "include")
    return [one for path in sorted(path for folder in folders for path in folder.glob("kev/**/*.hpp"))
            for one in mutants_of(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))]


def choose(every: Sequence[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """Those that the user asked for, in their order."""
    wanted = [one for one in every if one.kind in options.kind and options.only in one.name]
    if not wanted:
        raise KevError(f"no change has '{options.only}' in its name; --list shows them")
    if options.limit and options.limit < len(wanted):
        shuffled = random.Random(options.seed).sample(range(len(wanted)), len(wanted))
        sample = set(shuffled[:options.limit])  # so that a larger sample has the smaller one in it
        wanted = [one for place, one in enumerate(wanted) if place in sample]
    return wanted


def read_explained(lab: Lab) -> set[str]:
    """The names of the changes of which mutations.md explains why no test can tell them."""
    path = lab.directory / "tests" / "mutations.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    part = text.split(EXPLAINED, 1)[1].split("\n## ", 1)[0] if EXPLAINED in text else ""
    rows = [re.split(r"(?<!\\)\|", line) for line in part.splitlines() if line.startswith("|")]
    return {name.replace("\\|", "|") for row in rows for name in re.findall(r"`([^`]+)`", row[1])}


def path_of(lab: Lab) -> Path:
    """Where the answers of a lab are kept."""
    return build_root() / "mutate" / f"{lab.number}.json"


def read(lab: Lab, every: Iterable[Mutant]) -> dict[str, Record]:
    """The answers, by the name of the change. They hold while the code of the header stays; those by which nothing has
    noticed a change hold only while the tests stay, too."""
    try:
        kept = json.loads(path_of(lab).read_text(encoding="utf-8"))["records"]
    except (OSError, ValueError, KeyError):
        return {}
    files = {one.name: one.file for one in every}
    tests = digest(lab.directory / "tests")
    return {one["change"]: one for one in kept
            if one["change"] in files and one["code"] == code_of(files[one["change"]])
            and (one["world"] not in (NOBODY, UNREACHED) or one["tests"] == tests)}


def code_of(file: str) -> str:
    """A digest of a header's code, without comments and without the names of locals."""
    shape = cpp_source.code_shape((ROOT / file).read_text(encoding="utf-8"))
    return hashlib.sha256(shape.encode()).hexdigest()[:8]


def keep(lab: Lab, known: Mapping[str, Record]) -> None:
    """Writes all answers: a run may be stopped at any time."""
    write_atomically(path_of(lab), json.dumps({"lab": lab.number, "records": list(known.values())}, indent=0))


def _try_all(lab: Lab, wanted: Sequence[Mutant], known: dict[str, Record], options: argparse.Namespace) -> bool:
    """Asks about what is not known. Returns whether it came through all."""
    missing = [one for one in wanted if one.name not in known]
    if not missing:
        return True
    require(["build"], install=not options.no_install)
    cmake.configure(PRESET)  # a new test is a program that the old list of targets does not have
    cmake.build(PRESET, filter(PROGRAM.match, cmake.targets_of(PRESET, lab)))
    alone = Alone(lab, not options.models)
    tests, until = digest(lab.directory / "tests"), time.monotonic() + (options.seconds or float("inf"))
    progress = Progress.begun("mutate")

    def ask(one: Mutant) -> tuple[Mutant, Record | None]:
        return one, None if time.monotonic() > until else alone.ask(one)

    with ThreadPoolExecutor(cmake.jobs(), thread_name_prefix="desk") as pool:
        asked = [pool.submit(ask, one) for one in missing]
        try:
            for count, each in enumerate(as_completed(asked), 1):
                one, found = each.result()
                if found is not None:
                    known[one.name] = {"change": one.name, "kind": one.kind, "code": code_of(one.file), "tests": tests, **found}
                    keep(lab, known)
                    progress.update(f"{count} of {len(missing)}: {one.file}:{one.line}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    finished = all(one.name in known for one in wanted)
    progress.done("done" if finished else "stopped: the time is over")
    return finished


def _report(lab: Lab, wanted: Sequence[Mutant], known: Mapping[str, Record], explained: set[str]) -> list[Mutant]:
    """Prints a table, and the changes that nothing has noticed and nothing explains; returns these."""
    found = {one: known[one.name]["world"] for one in wanted if one.name in known}
    heading("Changes by header")
    files = {file: {one: world for one, world in found.items() if one.file == file} for file in
             dict.fromkeys(one.file for one in found)}
    table(("header", "tried", "checker", "weak memory", "tests", "explained", "survive", "%"),
          [_count(file.split("/include/kev/", 1)[1], some, explained) for file, some in files.items()]
          + [_count("all", found, explained)])
    open_ones = [one for one, world in found.items() if world == NOBODY and one.name not in explained]
    for one in open_ones:
        say(f"\n{_shown(one)}")
    if len(found) < len(wanted):
        say(f"  {len(wanted) - len(found)} of {len(wanted)} not tried yet: call it again")
    say(f"  {shown(path_of(lab))}")
    return open_ones


def _count(title: str, found: Mapping[Mutant, str], explained: set[str]) -> tuple[object, ...]:
    """A line of the table. What does not compile, and what nothing here comes by, is not counted."""
    kinds = Counter("explained" if world == NOBODY and one.name in explained else world for one, world in found.items()
                    if world not in (UNBUILT, UNREACHED))
    tried = sum(kinds.values())
    good = f"{100 * (tried - kinds[NOBODY]) / tried:.1f}" if tried else "-"
    return title, tried, kinds[CHECKER], kinds[WEAK], kinds[TESTS], kinds["explained"], kinds[NOBODY], good


def _shown(one: Mutant) -> str:
    return f"  {one.name}\n      {one.file}:{one.line}  ({one.kind})"
