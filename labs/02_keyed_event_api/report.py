"""What the report shows of lab 02's measurements; read by tools/kev/measure/lab_report.py."""
from concurrent.futures import ThreadPoolExecutor

from kev.measure.experiments import COUNTED_EXACTLY, difference_per_turn, run_json
from kev.measure.figures import against, bars, between_extremes, figure, growth_ratios, note_the_noise, point, short
from kev.measure.numbers import times

TURNS = (100, 1100)
BUCKETS = (1, 64, 256, 4096)
PARKED = (0, 256, 1024, 4096)
PROCESSES = (1, 4, 16)
PARKED_HERE = 16


def pingpong(identifier, measurements, world):
    """Two threads wake each other in turn: a figure for each placement of the threads."""
    made = []
    for placement in dict.fromkeys(each.parts[2] if len(each.parts) > 2 else "" for each in measurements):
        mine = [each for each in measurements if placement == "" or placement in each.parts]
        where = f", on {placement.replace('_', ' ')}" if placement else ""
        each = bars(f"{identifier}{'-' if placement else ''}{placement}",
                    f"A round trip between two threads{where}", world, "ns", mine,
                    label=lambda each: each.parts[1], counters=["futex_calls", "switches"])
        text = against(each, ["keyed_event"], ["raw_futex", "WaitOnAddress"])
        each["sentence"] = f"{text}." if text else between_extremes(each, "")
        note_the_noise(each, "keyed_event")
        made.append(each)
    return made


def growth(identifier, measurements, world):
    """The time to match one wait and its release while other keys have waiters."""
    points = [point(bucket_name(each.argument("buckets")), each.times, x=each.argument("parked"),
                    buckets=each.argument("buckets")) for each in measurements]
    points.sort(key=lambda value: (value["buckets"], value["x"]))
    made = figure(identifier, "One match while other keys have waiters", world, "ns", "lines", points,
                  x_label="other keys with a waiter")
    made["notes"] = ["Each cell: the median in ns, and its quartiles."]
    made["sentence"] = growth_sentence(points)
    return made


def bucket_name(buckets):
    """'one list (XP)', '64 lists, as Windows has them', '256 lists'."""
    return {1: "one list (XP)", 64: "64 lists, as Windows has them"}.get(buckets, f"{buckets} lists")


def growth_sentence(points, what="the time"):
    """How much more each table takes from the fewest to the most waiters."""
    ratios = growth_ratios(points, what)
    most = max(value["x"] for value in points)
    return f"With {most} other waiters a match takes " + ratios + "." if ratios else ""


def match_instructions(path, bench):
    """Instructions to match one wait and its release while other keys have waiters, by callgrind."""
    if not bench.counts_instructions:
        return None
    cases = [(buckets, parked) for buckets in BUCKETS for parked in PARKED]
    counts = difference_per_turn(path, [[str(parked), None, str(buckets)] for buckets, parked in cases],
                                 TURNS, bench.timeout)
    points = [point(bucket_name(buckets), [count], x=parked, buckets=buckets)
              for (buckets, parked), count in zip(cases, counts) if count is not None]
    if not points:
        return []
    made = figure("lab02_match_instructions-linux", "Instructions of one match while other keys have waiters",
                  bench.world, "instructions", "lines", points, x_label="other keys with a waiter")
    made["sentence"] = growth_sentence(points, "the instructions")
    made["notes"] = [COUNTED_EXACTLY]
    return made


def private_event(path, bench):
    """Round trips in many processes at once: all through the null handle, or each through an event of its own."""
    points = []
    for processes, private in ((processes, private) for processes in PROCESSES for private in (False, True)):
        rates = [sum(rates_of(path, bench, processes, private)) for _ in range(bench.repetitions)]
        points.append(point("an event for each process" if private else "the null handle", rates, x=processes))
    made = figure(f"lab02_private_event-{short(bench.world)}", "Two threads wake each other, in so many processes at once",
                  bench.world, "round trips a second, all processes", "lines", points, x_label="processes")
    shared, private = (pick_last(points, label) for label in ("the null handle", "an event for each process"))
    made["sentence"] = (f"With {PROCESSES[-1]} processes an event for each process carries "
                        f"{times(private['median'] / shared['median'])} the round trips of the null handle.")
    made["notes"] = [f"In each process {PARKED_HERE} more threads sleep on other keys of the same event."]
    return made


def rates_of(path, bench, processes, private):
    """The round trips a second of each of so many processes that run at the same time."""
    arguments = ["--parked", str(PARKED_HERE), "--seconds", "0.5", "--json", *(["--private"] if private else [])]
    with ThreadPoolExecutor(processes) as pool:
        return list(pool.map(lambda _: run_json(path, arguments, bench.timeout)["per_second"], range(processes)))


def pick_last(points, label):
    """The point of this line with the greatest x."""
    return max((value for value in points if value["label"] == label), key=lambda value: value["x"])


# In the order in which the lab's figures are told: benchmarks by the family of their names, then the
# experiments by the program's name.
MAKERS = {"pingpong": pingpong, "growth": growth}
EXPERIMENTS = {"match_instructions": match_instructions, "private_event": private_event}
