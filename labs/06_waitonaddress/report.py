"""What the report shows of lab 06's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure.experiments import COUNTED_EXACTLY, difference_per_turn, pairs
from kev.measure.figures import (LINUX, against, bars, between_extremes, contended_bars, exactly, figure,
                                 growth_ratios, note_the_noise, point, short, table_by_x)
from kev.measure.numbers import shown, times

TURNS = (100, 1100)
BUCKETS = (1, 256, 4096)
PARKED = (0, 256, 1024, 4096)
# What the program counts, and what the table calls it.
SPURIOUS = {"waits": "waits", "reasonless": "ended for no reason", "rounds": "rounds",
            "inversions": "out of order, undisturbed",
            "disturbed_inversions": "out of order, after an unrelated wake", "timeouts": "time-outs beside a wake",
            "lost_wakes": "wakes lost"}
LOCKS = ("fast_mutex (lab 03)", "address_mutex", "address_timed_mutex")


def pair(identifier, measurements, world):
    """Lock and unlock, uncontended."""
    made = bars(identifier, "Lock and unlock, uncontended", world, "ns", measurements,
                label=lambda each: each.parts[1])
    made["sentence"] = against_keyed_events(made)
    return made


def against_keyed_events(made):
    """The three-state mutex against lab 03's."""
    text = against(made, ["address_mutex"], ["fast_mutex (lab 03)"])
    return f"{text}." if text else between_extremes(made, "")


def article(identifier, measurements, world):
    """Four threads that do nothing but take the lock."""
    made = contended_bars(identifier, "The article's benchmark: 4 threads, empty section", world, measurements)
    made["sentence"] = against_keyed_events(made)
    note_the_noise(made, "address_mutex")
    return made


def pingpong(identifier, measurements, world):
    """Two threads wake each other in turn: a figure for each placement of the threads."""
    made = []
    counters = ["futex_calls", "switches"] if world == LINUX else []  # elsewhere no counter is there
    for placement in dict.fromkeys(each.parts[2] for each in measurements):
        mine = [each for each in measurements if placement in each.parts]
        each = bars(f"{identifier}-{placement}", f"A round trip between two threads, on {placement.replace('_', ' ')}",
                    world, "ns", mine, label=lambda each: each.parts[1], counters=counters)
        text = against(each, ["wait_on_address"], ["raw_futex", "WaitOnAddress"])
        each["sentence"] = f"{text}." if text else between_extremes(each, "")
        made.append(each)
    return made


def broadcast(identifier, measurements, world):
    """One thread wakes many: until the last is through."""
    points = [point(each.parts[1], [value / 1000 for value in each.times], x=each.argument("waiters"),
                    **exactly({"the call": point("", each.counters["call_us"])["median"]})) for each in measurements]
    made = figure(identifier, "One wakes many: until the last is through", world, "us", "lines", points,
                  x_label="waiters")
    table_by_x(made, "waiters", lambda value: f"{shown(value['median'])} (the call "
                                              f"{shown(value['counters']['the call']['median'])})")
    made["notes"] = ["Each cell: the median in us until all are through, and of the waking call alone."]
    made["sentence"] = broadcast_sentence(points)
    return made


def broadcast_sentence(points):
    """Ours against keyed events, with the most waiters."""
    most = max(value["x"] for value in points)
    last = {value["label"]: value["median"] for value in points if value["x"] == most}
    ours, keyed = last.get("wait_on_address"), last.get("keyed_event")
    if not ours or not keyed:
        return ""
    return f"To get {most} waiters through takes {times(ours / keyed)} as long with one wake for all as with {most} releases."


def growth(identifier, measurements, world):
    """One join and the wake that finds it, while others wait."""
    points = [point(bucket_name(each.argument("buckets")), each.times, x=each.argument("parked"),
                    buckets=each.argument("buckets")) for each in measurements]
    points.sort(key=lambda value: (value["buckets"], value["x"]))
    made = figure(identifier, "One join and its wake while other addresses have waiters", world, "ns", "lines", points,
                  x_label="other addresses with a waiter")
    made["sentence"] = growth_sentence(points)
    return made


def wake(identifier, measurements, world):
    """A wake when no thread waits."""
    made = bars(identifier, "A wake that finds an empty bucket", world, "ns", measurements,
                label=lambda each: "wait_bucket::wake")
    made["sentence"] = f"It looks into the table and leaves: {shown(made['points'][0]['median'])} ns."
    return made


def bucket_name(buckets):
    """'one bucket', '256 buckets'."""
    return "one bucket (all collide)" if buckets == 1 else f"{buckets} buckets"


def growth_sentence(points):
    """How much more each table takes from the fewest to the most waiters."""
    ratios = growth_ratios(points, "as much")
    most = max(value["x"] for value in points)
    return f"With {most} other waiters a join and its wake take " + ratios + "." if ratios else ""


def wake_instructions(path, bench):
    """Instructions of one join and its wake, by callgrind."""
    if not bench.counts_instructions:
        return None
    cases = [(buckets, parked) for buckets in BUCKETS for parked in PARKED]
    counts = difference_per_turn(path, [[str(parked), None, str(buckets)] for buckets, parked in cases], TURNS,
                                 bench.timeout)
    points = [point(bucket_name(buckets), [count], x=parked, buckets=buckets)
              for (buckets, parked), count in zip(cases, counts) if count is not None]
    if not points:
        return []
    made = figure("lab06_wake_instructions-linux", "Instructions of one join and its wake", bench.world, "instructions",
                  "lines", points, x_label="other addresses with a waiter")
    made["sentence"] = growth_sentence(points)
    made["notes"] = [COUNTED_EXACTLY]
    return made


def instructions(path, bench):
    """Instructions of an uncontended pair, by callgrind."""
    return pairs("lab06_instructions-linux", path, bench, LOCKS)


def spurious(path, bench):
    """Waits that end for no reason, waiters out of order, wakes lost."""
    runs = bench.repeat(path, "--json")
    names = list(dict.fromkeys(each["name"] for one in runs for each in one["variants"]))
    points, told = [], []
    for name in names:
        mine = [each for one in runs for each in one["variants"] if each["name"] == name]
        total = {key: sum(each.get(key, 0) for each in mine) for each in mine for key in each if key != "name"}
        counts = {words: total[key] for key, words in SPURIOUS.items() if key in total}
        points.append(point(name, [100 * each["disturbed_inversions"] / each["rounds"] for each in mine], **exactly(counts)))
        told.append(f"{name}: {total['disturbed_inversions']} of {total['rounds']} rounds out of order after an unrelated "
                    f"wake, {total.get('inversions', '-')} without one")
    made = figure(f"lab06_spurious-{short(bench.world)}", "How often the second waiter is served first, after an "
                  "unrelated wake", bench.world, "% of the rounds", "bars", points)
    made["sentence"] = "; ".join(told) + "."
    return made


# In the order in which the lab's figures are told.
MAKERS = {"pair": pair, "article": article, "pingpong": pingpong, "broadcast": broadcast, "growth": growth, "wake": wake}
EXPERIMENTS = {"spurious": spurious, "wake_instructions": wake_instructions, "instructions": instructions}
