"""Runs the experiments: programs that are no benchmarks. Their output becomes a figure in the lab's report.py."""
import json
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from kev.build.cmake import jobs
from kev.core.errors import KevError
from kev.core.process import run
from kev.measure import figures
from kev.measure.google_benchmark import runner
from kev.measure.numbers import shown

PAIRS = (1000, 101000)
COUNTED_EXACTLY = "Counted by Valgrind's callgrind: exact, so there is no spread."


@dataclass(frozen=True)
class Bench:
    """With what an experiment is run."""
    world: str  # what its results are called
    repetitions: int = 3
    seconds: float = 2  # for each part of an experiment that runs for a time and not to an end
    timeout: int = 90
    counts_instructions: bool = False  # whether Valgrind is here and can run these programs
    figures: list = field(default_factory=list)  # what this lab has shown so far

    def repeat(self, path, *arguments):
        """The JSON objects that so many runs of a program print."""
        return repeat(path, arguments, self.timeout, self.repetitions)


def run_json(path, arguments, timeout):
    """Runs a program that prints one JSON object, maybe after other text."""
    result = run([*runner(path), *arguments], timeout=timeout)
    start = result.output.find("{")
    if not result.ok or start < 0:
        raise KevError(f"{path.stem}: {result.complaint(3)}")
    try:
        return json.loads(result.output[start:])
    except ValueError as error:
        raise KevError(f"{path.stem} printed no JSON object: {error}") from error


def repeat(path, arguments, timeout, times):
    """Runs it so many times; once if it takes long. A run that fails is an error, whichever it is."""
    started = time.monotonic()
    results = [run_json(path, arguments, timeout)]
    lasted = time.monotonic() - started
    for _ in range(times - 1 if lasted < timeout / times else 0):
        results.append(run_json(path, arguments, timeout))
    return results


def difference_per_turn(path, cases, turns, timeout):
    """For each list of arguments, in which None stands for the number of turns: the instructions of
    one turn. The difference of two runs of different length leaves the program's start out."""
    lines = [[str(number) if part is None else part for part in case]
             for case in cases for number in turns]
    with ThreadPoolExecutor(max_workers=jobs()) as pool:
        counts = list(pool.map(lambda line: collected(path, line, timeout), lines))
    pairs = zip(counts[0::2], counts[1::2])
    return [None if None in pair else (pair[1] - pair[0]) / (turns[1] - turns[0]) for pair in pairs]


def pairs(identifier, path, bench, locks):
    """The figure of a lab's program `instructions`: an uncontended pair of each of these locks. None where nothing can
    be counted; [] if nothing was."""
    if not bench.counts_instructions:
        return None
    counts = difference_per_turn(path, [[lock, None] for lock in locks], PAIRS, bench.timeout)
    points = sorted((figures.point(lock, [count]) for lock, count in zip(locks, counts) if count is not None),
                    key=lambda value: value["median"])
    if not points:
        return []
    made = figures.figure(identifier, "Instructions for lock and unlock, uncontended", bench.world,
                          "instructions a pair", "bars", points)
    made["sentence"] = (f"{points[0]['label']} needs {shown(points[0]['median'])} instructions, "
                        f"{points[-1]['label']} {shown(points[-1]['median'])}, the test loop included.")
    made["notes"] = [COUNTED_EXACTLY]
    return made


def low_priority(identifier, path, bench):
    """The two figures of a program made of low_priority.hpp: what waiters leave to a computation of low priority, and
    what a thread keeps that takes the lock beside one. None where nothing can be measured."""
    runs = bench.repeat(path, "--seconds", str(bench.seconds), "--json")
    seen = {}
    for one in (each for run_ in runs for each in run_["locks"]):
        lists = seen.setdefault(one["name"], {})
        for name, values in one.items():
            if name != "name":
                lists.setdefault(name, []).extend(values)
    if not seen:
        return None
    alone = statistics.median(seen.pop("nobody waits")["left"])
    if alone <= 0:
        raise KevError(f"{path.stem}: the computation of low priority got no processor at all; is the machine busy?")
    left = {name: [steps / alone for steps in lists["left"]] for name, lists in seen.items()}
    return [_shares(f"{identifier}-{figures.short(bench.world)}", "What waiters leave to a thread of low priority",
                    bench.world, "share of what it gets alone", left),
            _shares(f"{identifier}-kept-{figures.short(bench.world)}",
                    "What a thread keeps of its acquisitions beside a computation of low priority",
                    bench.world, "share of what it takes alone", _kept(seen))]


def _kept(seen):
    """For each lock and kind of computation: the acquisitions beside it, as shares of those without one."""
    kinds = {"nice": "nice 19", "idle": "SCHED_IDLE", "strict": "both SCHED_FIFO"}
    kept = {}
    for name, lists in seen.items():
        alone = statistics.median(lists["alone"])
        for kind, words in kinds.items():
            if alone > 0 and any(lists.get(kind, [])):
                kept[f"{name}, {words}"] = [speed / alone for speed in lists[kind]]
    return kept


def _shares(identifier, title, world, unit, shares):
    """A figure with one bar for each list of shares."""
    points = [figures.point(name, values) for name, values in shares.items()]
    made = figures.figure(identifier, title, world, unit, "bars", points)
    worst = min(points, key=lambda value: value["median"])
    made["sentence"] = f"The least is {shown(worst['median'])}, of “{worst['label']}”."
    made["notes"] = ["A share above 1 is noise: other programs ran, and they take part in the contest, too."]
    return made


def collected(path, arguments, timeout):
    """The instructions of one run, or None."""
    result = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path, *arguments],
                 timeout=timeout)
    for line in result.errors.splitlines():
        if "Collected" in line and result.ok:
            return int(line.rsplit(":", 1)[1])
    return None
