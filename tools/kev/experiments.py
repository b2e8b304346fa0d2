"""Runs the experiments, programs that are no benchmarks, and makes figures of what they print."""
import json
import time
from concurrent.futures import ThreadPoolExecutor

from kev.build import jobs
from kev.figures import bucket_name, figure, growth_sentence, point, short, spread_cells, spread_table, table_by_x
from kev.files import KevError
from kev.measure import runner
from kev.numbers import shown
from kev.process import run

INSTRUCTION_PAIRS = (1000, 101000)
INSTRUCTION_MATCHES = (100, 1100)
MATCH_BUCKETS = (1, 256, 4096)
MATCH_PARKED = (0, 256, 1024, 4096)
COUNTED_EXACTLY = "Counted by Valgrind's callgrind: exact, so there is no spread."


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
    """Runs it so many times; fewer if it takes long, or where a later run fails."""
    started = time.monotonic()
    results = [run_json(path, arguments, timeout)]
    lasted = time.monotonic() - started
    for _ in range(times - 1 if lasted < timeout / times else 0):
        results.append(run_json(path, arguments, timeout))
    return results


def litmus(path, world, *, seconds, repetitions, timeout):
    """The wake-ups that each way to unlock loses."""
    runs = repeat(path, ["--seconds", str(seconds), "--json"], timeout, repetitions)
    names = list(dict.fromkeys(each["name"] for one in runs for each in one["variants"]))
    points, rows = [], []
    for name in names:
        mine = [each for one in runs for each in one["variants"] if each["name"] == name]
        rates = [1e6 * each["lost"] / max(1, each["delivered"] + each["lost"]) for each in mine]
        value = point(name, rates)
        points.append(value)
        rows.append([name, sum(each["delivered"] for each in mine), sum(each["lost"] for each in mine),
                     *spread_cells(value)])
    made = figure(f"lab03_byte_store_litmus-{short(world)}", "Wake-ups lost by the way to unlock", world,
                  "lost per million", "bars", points)
    made["columns"] = ["", "delivered", "lost", *spread_table("lost per million")]
    made["rows"] = rows
    losers = [f"“{row[0]}” lost {row[2]} of {row[1] + row[2]}" for row in rows if row[2]]
    clean = [f"“{row[0]}”" for row in rows if not row[2]]
    made["sentence"] = ("; ".join(losers) + (f"; {' and '.join(clean)} lost none." if clean else ".")
                        if losers else "This machine lost no wake-up in the time it had: that does not "
                                       "make the byte store right, here or elsewhere.")
    return made


def starvation(path, world, *, repetitions, timeout):
    """What a background thread of low priority still gets while others wait for a lock."""
    runs = repeat(path, ["--json"], timeout, repetitions)
    names = list(dict.fromkeys(row["name"] for one in runs for row in one["rows"]))
    points = [point(name, [row["background_share"] for one in runs for row in one["rows"]
                           if row["name"] == name]) for name in names]
    unit = "share of what it gets alone"
    made = figure(f"lab03_yield_starvation-{short(world)}",
                  "What waiting leaves to a thread of low priority", world, unit, "bars", points)
    made["columns"] = ["", *spread_table(unit)]
    made["rows"] = [[value["label"], *spread_cells(value)] for value in points]
    others = [value for value in points if (value["least"], value["most"]) != (1, 1)] or points
    worst = min(others, key=lambda value: value["median"])
    made["sentence"] = (f"The thread of low priority gets least beside “{worst['label']}”: "
                        f"{shown(worst['median'])} of what it gets alone.")
    return made


def instructions(path, locks, world, *, timeout):
    """Instructions an uncontended pair, by callgrind."""
    counts = difference_per_turn(path, [[lock, None] for lock in locks], INSTRUCTION_PAIRS, timeout)
    points = [point(lock, [count]) for lock, count in zip(locks, counts) if count is not None]
    if not points:
        return None
    points.sort(key=lambda value: value["median"])
    made = figure("lab03_instructions-linux", "Instructions for lock and unlock, nobody else there",
                  world, "instructions a pair", "bars", points)
    made["columns"] = ["", "instructions a pair"]
    made["rows"] = [[value["label"], value["median"]] for value in points]
    made["sentence"] = (f"{points[0]['label']} needs {shown(points[0]['median'])} instructions, "
                        f"{points[-1]['label']} {shown(points[-1]['median'])}, the test loop included.")
    made["notes"] = [COUNTED_EXACTLY]
    return made


def match_instructions(path, world, *, timeout):
    """Instructions to match one wait and its release while other keys have waiters, by callgrind."""
    cases = [(buckets, parked) for buckets in MATCH_BUCKETS for parked in MATCH_PARKED]
    counts = difference_per_turn(path, [[str(parked), None, str(buckets)] for buckets, parked in cases],
                                 INSTRUCTION_MATCHES, timeout)
    points = [point(bucket_name(buckets), [count], x=parked, buckets=buckets)
              for (buckets, parked), count in zip(cases, counts) if count is not None]
    if not points:
        return None
    made = figure("lab02_match_instructions-linux", "Instructions of one match while other keys have waiters",
                  world, "instructions", "lines", points, x_label="other keys with a waiter")
    table_by_x(made, "other waiters", lambda value: value["median"])
    made["sentence"] = growth_sentence(points, "the instructions")
    made["notes"] = [COUNTED_EXACTLY]
    return made


def difference_per_turn(path, cases, turns, timeout):
    """For each list of arguments, in which None stands for the number of turns: the instructions of
    one turn. The difference of two runs of different length leaves the program's start out."""
    lines = [[str(number) if part is None else part for part in case]
             for case in cases for number in turns]
    with ThreadPoolExecutor(max_workers=jobs()) as pool:
        counts = list(pool.map(lambda line: collected(path, line, timeout), lines))
    pairs = zip(counts[0::2], counts[1::2])
    return [None if None in pair else (pair[1] - pair[0]) / (turns[1] - turns[0]) for pair in pairs]


def collected(path, arguments, timeout):
    """The instructions of one run, or None."""
    result = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", path, *arguments],
                 timeout=timeout)
    for line in result.errors.splitlines():
        if "Collected" in line and result.ok:
            return int(line.rsplit(":", 1)[1])
    return None
