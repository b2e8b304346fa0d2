"""What the report shows of lab 02's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure.experiments import COUNTED_EXACTLY, difference_per_turn
from kev.measure.figures import against, bars, between_extremes, by_label, figure, growth_ratios, point, table_by_x
from kev.measure.goals import AT_MOST, Goal
from kev.measure.numbers import shown

TURNS = (100, 1100)
BUCKETS = (1, 256, 4096)
PARKED = (0, 256, 1024, 4096)


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
        twice = by_label(each, "keyed_event"), by_label(each, "keyed_event_again")
        if all(twice):
            each["notes"].append("keyed_event stands there twice: " + " and ".join(shown(value["median"]) for value in twice)
                                 + " ns show how much is noise.")
        made.append(each)
    return made


def growth(identifier, measurements, world):
    """The time to match one wait and its release while other keys have waiters."""
    points = [point(bucket_name(each.argument("buckets")), each.times, x=each.argument("parked"),
                    buckets=each.argument("buckets")) for each in measurements]
    points.sort(key=lambda value: (value["buckets"], value["x"]))
    made = figure(identifier, "One match while other keys have waiters", world, "ns", "lines", points,
                  x_label="other keys with a waiter")
    table_by_x(made, "other waiters", lambda value: f"{shown(value['median'])} ({shown(value['low'])} to "
                                                    f"{shown(value['high'])})")
    made["notes"] = ["Each cell: the median in ns, and its quartiles."]
    made["sentence"] = growth_sentence(points)
    return made


def bucket_name(buckets):
    """'one list (XP)', '256 lists'."""
    return "one list (XP)" if buckets == 1 else f"{buckets} lists"


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
    table_by_x(made, "other waiters", lambda value: value["median"])
    made["sentence"] = growth_sentence(points, "the instructions")
    made["notes"] = [COUNTED_EXACTLY]
    return made


# In the order in which the lab's figures are told: benchmarks by the family of their names, then the
# experiments by the program's name.
MAKERS = {"pingpong": pingpong, "growth": growth}
EXPERIMENTS = {"match_instructions": match_instructions}

GOALS = [
    Goal("calls of the kernel for a round trip of keyed events", "lab02_pingpong_bench-linux-two_processors", "keyed_event",
         AT_MOST, 4.05, column="futex calls"),
    Goal("the round trip against that of bare futexes", "lab02_pingpong_bench-linux-two_processors", "keyed_event",
         AT_MOST, 1.1, other="raw_futex",
         why="both make four calls at most; what is left is whose wake-up finds its processor idle"),
    Goal("instructions of a match with 4096 parked keys against none", "lab02_match_instructions-linux", "4096 lists",
         AT_MOST, 1.05, other="4096 lists", x=4096, other_x=0),
]
