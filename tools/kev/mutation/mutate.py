"""`kev mutate`: changes a lab's headers a little, and asks whether its tests notice."""
import hashlib
import itertools
import json
import random
import re
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

from kev.build import cmake
from kev.build.setup import require
from kev.core.arguments import positive, seconds, whole
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import find_lab
from kev.core.paths import ROOT, build_root
from kev.core.terminal import Progress, heading, say, table
from kev.mutation.mutants import mutants_of
from kev.mutation.mutation_bench import PRESET, PROGRAM, Bench, digest

EXPLAINED = "## Changes that no test can tell"
UNBUILT = "does not compile"
UNREACHED = "no program here includes it"
SURVIVED = "survived"
PENDING = "not noticed by the model"


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "mutate", help="change a lab's headers a little and see whether its tests notice",
        description="Makes small changes, one at a time: a memory order weakened, an operator swapped, a "
                    "constant off by one, a statement dropped, a condition negated. Builds the lab's "
                    "model cases and then its native tests against each, and lists the changes that "
                    "none of them notices. A survivor calls for a test, or for a line in "
                    "labs/NN_*/tests/mutations.md that explains it. Results are remembered.")
    parser.add_argument("lab", metavar="NN", help="the lab")
    parser.add_argument("--limit", type=positive, metavar="N", help="a random sample of N changes")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="of the sample (default: 1)")
    parser.add_argument("--only", metavar="FILE",
                        help="only this header, or the change with this name, as --list shows it")
    parser.add_argument("--seconds", type=seconds, metavar="N",
                        help="stop after this time; the next call goes on where this one stopped")
    parser.add_argument("--again", action="store_true", help="forget what earlier calls found")
    parser.add_argument("--list", action="store_true", help="only list the changes")
    parser.add_argument("-j", type=positive, metavar="N", dest="jobs", default=cmake.jobs(),
                        help="try so many changes at once (default: one a core)")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    lab = find_lab(options.lab)
    every = all_mutants(lab)
    explained = read_explained(lab)
    wanted = choose(every, options)
    if options.list:
        for one in wanted:
            say(_shown(one))
        say(f"{len(wanted)} of {len(every)} changes")
        return 0
    bench = _prepare(lab, options)
    memory = Memory(lab, options.again)
    finished = _try_all(bench, memory, wanted, options)
    return _report(wanted, memory, explained, finished, known={one.name for one in every})


def all_mutants(lab):
    """Every change of every header of a lab."""
    found = []
    folders = (lab.directory / "include", lab.directory / "library" / "include")
    for path in sorted(path for folder in folders for path in folder.glob("kev/**/*.hpp")):
        found += mutants_of(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    return found


def choose(every, options):
    """Those that the user asked for, in their order."""
    wanted = every
    if options.only:
        wanted = [one for one in every
                  if options.only == one.name or one.file.endswith("/" + options.only.lstrip("./"))]
        if not wanted:
            raise KevError(f"'{options.only}' is neither a header with changes nor the name of one; "
                           "--list shows them")
    if options.limit and options.limit < len(wanted):
        shuffled = random.Random(options.seed).sample(range(len(wanted)), len(wanted))
        sample = set(shuffled[:options.limit])  # so that a larger sample has the smaller one in it
        wanted = [one for place, one in enumerate(wanted) if place in sample]
    return wanted


def read_explained(lab):
    """The names of the changes that mutations.md explains."""
    return set(explanations(lab))


def explanations(lab):
    """By the name of each change that mutations.md explains: why no test can tell it."""
    path = lab.directory / "tests" / "mutations.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    part = text.split(EXPLAINED, 1)[1].split("\n## ", 1)[0] if EXPLAINED in text else ""
    rows = [re.split(r"(?<!\\)\|", line) for line in part.splitlines() if line.startswith("|")]
    return {name.replace("\\|", "|"): row[3].strip() for row in rows for name in re.findall(r"`([^`]+)`", row[1])}


class Memory:
    """What was found before. It holds as long as the sources do; a survivor's result holds only for the tests as they
    were, too, and a killed one's for good (--again forgets it)."""

    def __init__(self, lab, forget):
        self.path = build_root() / "mutate" / f"{lab.number}.json"
        self.sources = digest(ROOT / "common", *sorted((ROOT / "labs").glob("*/src")))
        self.tests = digest(lab.directory / "tests")
        try:
            self.known = {} if forget else json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.known = {}
        self.lock = threading.Lock()

    def find(self, mutant, source):
        """The result, or None."""
        found = self.known.get(mutant.name, {})
        good = found.get("key") == self._key(mutant, source)
        if good and found["result"] in (SURVIVED, PENDING, UNREACHED) and found.get("tests") != self.tests:
            return None
        return found["result"] if good else None

    def keep(self, mutant, source, result):
        """Remembers a result at once: a run may be stopped at any time."""
        with self.lock:
            self.known[mutant.name] = {"key": self._key(mutant, source), "tests": self.tests,
                                       "result": result}
            write_atomically(self.path, json.dumps(self.known, indent=0, sort_keys=True))

    def _key(self, mutant, source):
        return hashlib.sha256((self.sources + mutant.applied(source)).encode()).hexdigest()[:16]


def _prepare(lab, options):
    require(["build"], install=not options.no_install)
    cmake.configure(PRESET)  # a new test is a program that the old list of targets does not have
    cmake.build(PRESET, filter(PROGRAM.match, cmake.targets_of(PRESET, lab)))
    return Bench(lab, build_root() / "mutate" / lab.number)


def _try_all(bench, memory, wanted, options):
    """Tries what is not known: the model's cases first, for all, because the native tests take their time.
    Returns whether it came through all."""
    begun, references = time.monotonic(), References(bench)
    for title, done_with, model in (("mutate: model", (), True), ("mutate: tests", (PENDING,), False)):
        progress, late, done = Progress(title), threading.Event(), itertools.count(1)

        def work(mutant):
            source = (ROOT / mutant.file).read_text(encoding="utf-8")
            if memory.find(mutant, source) in (None, *done_with):
                if options.seconds and time.monotonic() - begun > options.seconds:
                    late.set()
                    return
                memory.keep(mutant, source, attempt(bench, references, mutant, source, model))
            progress.update(f"{next(done)} of {len(wanted)}: {mutant.file}:{mutant.line}")

        with ThreadPoolExecutor(options.jobs, thread_name_prefix="desk") as pool:
            try:
                list(pool.map(work, wanted))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        if late.is_set():
            progress.done("stopped: the time is over")
            return False
        progress.done("done")
    return True


def attempt(bench, references, mutant, source, model):
    """What becomes of a mutant: the name of the test that fails, or that no test notices it."""
    desk = threading.current_thread().name
    units = [unit for unit in bench.units_of(mutant.file) if unit.model == model]
    for unit in units:
        failed = bench.attempt(desk, unit, mutant.file, mutant.applied(source), references.of(unit))
        if failed == "":
            return UNBUILT
        if failed:
            return failed
    if model:
        return PENDING
    return SURVIVED if bench.units_of(mutant.file) else UNREACHED


class References:
    """What each unit takes without any change, which it must pass."""

    def __init__(self, bench):
        self.bench, self.known, self.locks = bench, {}, defaultdict(threading.Lock)
        self.path = bench.folder / "references.json"
        try:
            self.known = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            pass

    def of(self, unit):
        """Seconds by case. Only one desk measures them."""
        text = "".join((ROOT / self.bench.commands[one][0]).read_text(encoding="utf-8") for one in unit.own)
        key = hashlib.sha256((unit.name + self.bench.common + text).encode()).hexdigest()[:16]
        with self.locks[key]:
            if key not in self.known:
                taken = self.bench.reference(threading.current_thread().name, unit)
                self.known[key] = taken
                write_atomically(self.path, json.dumps(dict(self.known)))
        return self.known[key]


def _shown(one):
    return f"  {one.name}\n      {one.file}:{one.line}  ({one.kind})"


def _report(wanted, memory, explained, finished, known):
    results = {}
    for one in wanted:
        found = memory.find(one, (ROOT / one.file).read_text(encoding="utf-8"))
        if found not in (None, PENDING):
            results[one] = found
    survivors = [one for one, found in results.items() if found == SURVIVED]
    heading("Changes by header")
    files = dict.fromkeys(one.file for one in results)
    rows = [_count(file.split("/include/kev/", 1)[1],
                   {one: found for one, found in results.items() if one.file == file}, explained)
            for file in files]
    table(("header", "tried", "model", "tests", "explained", "survive", "%"),
          [*rows, _count("all", results, explained)])
    open_ones = [one for one in survivors if one.name not in explained]
    for one in open_ones:
        say(f"\n{_shown(one)}")
    stale = sorted(explained - known)
    for name in stale:
        say(f"  {name}: explained, but no such change exists any more")
    if len(results) < len(wanted):
        say(f"  {len(wanted) - len(results)} of {len(wanted)} not tried yet: call it again")
    return 1 if open_ones or stale or not finished else 0


def _count(title, results, explained):
    """A line of the table. What does not compile, and what no program here includes, is not counted."""
    kinds = Counter()
    for one, found in results.items():
        if found == SURVIVED:
            kinds["explained" if one.name in explained else "survive"] += 1
        elif found not in (UNBUILT, UNREACHED):
            kinds["tests" if "_test" in found else "model"] += 1
    tried = sum(kinds.values())
    good = tried - kinds["survive"]
    return (title, tried, kinds["model"], kinds["tests"], kinds["explained"], kinds["survive"],
            f"{100 * good / tried:.1f}" if tried else "-")
