"""What the report shows of lab 08's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure import front
from kev.measure.experiments import COUNTED_EXACTLY, difference_per_turn, run_json
from kev.measure.figures import (against, bars, between_extremes, by_label, counted, figure, label_of, note_the_noise, point,
                                 short, tabled)
from kev.measure.numbers import rounded, shown, times
from kev.measure.standing import Scenario

OURS, AGAIN = "mutex", "mutex_again"
# Locks that are no peers: they are this repository's own.
OWN = (OURS, AGAIN, "primitive_mutex", "fast_mutex", "yielding_mutex", "bounded_mutex")
# The locks on the picture of the front, by the names that they have there.
ON_THE_FRONT = {each: each for each in (OURS, "fast_mutex", "bounded_mutex", "std::mutex", "pthread_adaptive", "absl::Mutex",
                                        "parking_lot", "SRWLOCK", "CRITICAL_SECTION", "winpthreads", "mcfgthread")}
# The set around the mutex; its peers are all others.
SET = ("shared_mutex", "counting_semaphore", "recursive_mutex", "timed_mutex", "event", "condition_variable")
OWN_SET = (*SET, *(f"{name}_again" for name in SET))
FAIRNESS = ["jain", "worst_wait_us"]
TURNS = (1000, 101000)
COUNTED = ("mutex", "primitive_mutex", "fast_mutex", "std::mutex", "absl::Mutex", "parking_lot", "call_once",
           "std::call_once")  # a peer that is not installed is left out


def pair(identifier, measurements, world):
    """Lock and unlock, uncontended."""
    made = bars(identifier, "Lock and unlock, uncontended", world, "ns", measurements,
                label=lambda each: label_of(*each.parts[1:]))
    text = against(made, [OURS], ["limit: two rmws"])
    made["sentence"] = f"{text}." if text else between_extremes(made, "")
    note_the_noise(made, OURS)
    return made


def done(identifier, measurements, world):
    """Asking a once flag that is done."""
    made = bars(identifier, "A once flag that is done: one more call_once", world, "ns", measurements,
                label=lambda each: label_of(*each.parts[1:]))
    text = against(made, ["call_once"], ["std::call_once"])
    made["sentence"] = f"{text}." if text else between_extremes(made, "")
    return made


def crowd(identifier, measurements, world):
    """Lab 07's convoy and crowd: what a lock carries, and how long the least lucky thread waits."""
    family = measurements[0].parts[0]
    threads = measurements[0].argument("threads")
    title = {"convoy": f"Lab 07's convoy: {threads} threads that do nothing but take the lock",
             "crowd": f"Lab 07's crowd: {threads} threads, a short section, and work of their own"}[family]
    made = bars(identifier, title, world, "ns", measurements, label=lambda each: each.parts[1],
                samples=lambda each: each.counters.get("ns_per_acquisition") or each.times,
                counters=["million_per_s", "jain", "worst_wait_us", "sleeps", "switches"],
                without=["ns_per_acquisition"])
    made["sentence"] = f"{between_extremes(made, '')} {front.verdict(made['points'], OURS, OWN)}"
    note_the_noise(made, OURS)
    return [made, front.picture(made, ON_THE_FRONT)] if family == "crowd" else made


def tight(identifier, measurements, world):
    """The published table without its yield."""
    return table(identifier, "The published table, tight: no pause between two acquisitions", measurements,
                 world)


def yielding(identifier, measurements, world):
    """The published table as it was."""
    made = table(identifier, "The published table: two acquisitions, then a yield", measurements, world)
    made["notes"].append("The yield is most of each figure.")
    return made


def table(identifier, title, measurements, world):
    """A line a lock over the number of threads; in the sentence, ours against the best peer of each row."""
    points = [point(each.parts[1], each.counters["ns_per_acquisition"], x=each.argument("threads"),
                    **counted(each, ["jain"])) for each in measurements]
    points.sort(key=lambda value: (value["label"], value["x"]))
    made = figure(identifier, title, world, "ns per acquisition", "lines", points, x_label="threads")
    ratios = {threads: ratio for threads in sorted({value["x"] for value in points})
              if (ratio := against_best_peer(points, threads))}
    if ratios:
        made["sentence"] = ("mutex against the best peer of each row: " +
                            ", ".join(f"{shown(rounded(ratio))} with {threads}" for threads, ratio in ratios.items()) + ". " +
                            front.verdict_by_x(points, OURS, OWN, "threads"))
    made["notes"] = ["Each cell: the median in ns, and its quartiles. A tight loop rewards a lock that lets one thread "
                     "run on: the counters sleeps, switches and jain are in the data."]
    return made


def against_best_peer(points, threads):
    """Our time divided by that of the best lock which is not of this repository."""
    row = {value["label"]: value["median"] for value in points if value["x"] == threads}
    peers = [median for label, median in row.items() if label not in OWN]
    return row[OURS] / min(peers) if peers and OURS in row else None


def by_argument(measurements, key):
    """The measurements of each value of an argument."""
    return {value: [each for each in measurements if each.argument(key) == value]
            for value in sorted({each.argument(key) for each in measurements})}


def many_locks(identifier, measurements, world):
    """Many threads and many locks: a figure for each number of locks."""
    return [compared(f"{identifier}-{locks}", f"32 threads, each turn takes one of {locks} locks at random", world, mine,
                     OURS, OWN) for locks, mine in by_argument(measurements, "locks").items()]


def items(identifier, measurements, world):
    """A bounded queue: a figure for each number of places."""
    return [compared(f"{identifier}-{capacity}", f"An item through a queue with room for {capacity}: two producers, two "
                     "consumers", world, mine, "condition_variable", OWN_SET)
            for capacity, mine in by_argument(measurements, "capacity").items()]


def broadcast(identifier, measurements, world):
    """Broadcasts with the mutex owned."""
    return broadcasts(identifier, measurements, world, "owned")


def broadcast_free(identifier, measurements, world):
    """Broadcasts with the mutex free."""
    return broadcasts(identifier, measurements, world, "free")


def broadcasts(identifier, measurements, world, how):
    """A figure for each number of waiters: the time until all waiters have had the mutex."""
    return [compared(f"{identifier}-{waiters}", f"A broadcast to {waiters}, the mutex {how}: until all have had the mutex",
                     world, mine, "condition_variable", OWN_SET)
            for waiters, mine in by_argument(measurements, "waiters").items()]


def compared(identifier, title, world, measurements, ours, own):
    """Bars with the measures of fairness, and whether a peer dominates ours."""
    made = bars(identifier, title, world, "ns", measurements, label=lambda each: each.parts[1], samples=of_a_turn,
                counters=[*FAIRNESS, "sleeps", "switches"], without=["ns_per_item", "million_per_s"])
    made["sentence"] = f"{between_extremes(made, '')} {front.verdict(made['points'], ours, own)}"
    note_the_noise(made, ours)
    return made


def of_a_turn(measurement):
    """The samples of one turn, in ns. In a benchmark that runs for a given time they are Google Benchmark's own times."""
    return next((measurement.counters[name] for name in ("ns_per_item", "ns_per_turn", "ns_per_acquisition")
                 if name in measurement.counters), measurement.times)


def held(identifier, measurements, world):
    """Does it pay to spin: a figure for each hold time."""
    return [held_for(identifier, pauses, mine, world) for pauses, mine in by_argument(measurements, "pauses").items()]


def held_for(identifier, pauses, measurements, world):
    """One hold time."""
    made = bars(f"{identifier}-{pauses}", f"Four threads, the lock is held for {pauses} pauses of the processor", world,
                "ns per acquisition", measurements, label=lambda each: each.parts[1],
                samples=lambda each: each.counters["ns_per_acquisition"], counters=["sleeps", "switches", "jain"],
                without=["ns_per_acquisition"])
    never, alone, ours = (by_label(made, name) for name in ("fast_mutex", "yielding_mutex", OURS))
    if never and alone and ours:
        made["sentence"] = (f"Spinning as the counter says takes {times(ours['median'] / never['median'])} the time of "
                            f"never spinning, and {times(ours['median'] / alone['median'])} that of spinning only while "
                            "no thread sleeps. ")
    made["sentence"] += front.verdict(made["points"], OURS, OWN)
    note_the_noise(made, OURS)
    return made


def alone(identifier, measurements, world):
    """The set around the mutex, uncontended."""
    return the_set(identifier, "The set around the mutex, uncontended", measurements, world,
                   lambda each: each.times)


def together(identifier, measurements, world):
    """The set around the mutex when threads meet."""
    made = the_set(identifier, "The set around the mutex when threads meet, ns for a turn", measurements, world,
                   of_a_turn, counters=[*FAIRNESS, "refused", "sleeps", "switches"])
    made["sentence"] += f" {set_verdict(made['points'])}"
    made["notes"] = ["Four threads, in the relay two. Between a turn's beginning and its end stand ten pauses of the "
                     "processor; the relay has none, its turn is half a round trip. Where limits pass, a turn is longer. "
                     "'Refused' is the share of the attempts that came to their limit."]
    return made


def set_verdict(points):
    """Which peers are faster than ours and at least as fair, in which operations."""
    found = []
    for operation in dict.fromkeys(each["label"].partition(": ")[0] for each in points):
        rows = [{**each, "label": each["label"].partition(": ")[2]} for each in points
                if each["label"].startswith(f"{operation}: ")]
        found += [f"{', '.join(names)} ({operation}, against {ours})" for ours in SET
                  if (names := front.dominators(rows, ours, OWN_SET))]
    return (f"Faster than ours and at least as fair: {'; '.join(found)}." if found
            else "No peer is faster than ours and at least as fair.")


def the_set(identifier, title, measurements, world, samples, counters=()):
    """Bars by operation, ours first; in the table ours against the best peer of each."""
    measurements = sorted(measurements, key=lambda each: (operation_of(each), not is_ours(each), each.parts[2]))
    points = [point(f"{operation_of(each)}: {each.parts[2]}", samples(each), **counted(each, counters))
              for each in measurements]
    made = figure(identifier, title, world, "ns", "bars", points)
    best = {operation: min(values) for operation in map(operation_of, measurements)
            if (values := [value["median"] for value, each in zip(points, measurements)
                           if operation_of(each) == operation and not is_ours(each)])}
    tabled(made)
    made["columns"].append("to the best peer")
    for row, value, each in zip(made["rows"], points, measurements):
        row.append(rounded(value["median"] / best[operation_of(each)]) if operation_of(each) in best else "-")
    ours = [row for row, each in zip(made["rows"], measurements) if each.parts[2] in SET]  # once, and not again
    made["sentence"] = "Ours against the best peer: " + "; ".join(f"{row[0]} {shown(row[-1])}" for row in ours) + "."
    return made


def is_ours(measurement):
    """Whether it is one of this lab's types; one of each operation stands there twice."""
    return measurement.parts[2].removesuffix("_again") in SET


def operation_of(measurement):
    """What is done, in words."""
    return measurement.parts[1].replace("_", " ")


def instructions(path, bench):
    """Instructions of one turn, by callgrind, those of the loop taken off."""
    if not bench.counts_instructions:
        return None
    counts = difference_per_turn(path, [[name, None] for name in ("loop", *COUNTED)], TURNS, bench.timeout)
    if counts[0] is None:
        return []
    points = [point(name, [count - counts[0]]) for name, count in zip(COUNTED, counts[1:]) if count is not None]
    points.sort(key=lambda value: value["median"])
    made = figure(f"lab08_instructions-{short(bench.world)}", "Instructions, uncontended", bench.world,
                  "instructions", "bars", points)
    ours, flag = by_label(made, OURS), by_label(made, "call_once")
    if ours and flag:
        made["sentence"] = (f"Lock and unlock of mutex are {shown(ours['median'])} instructions, call_once of a flag that "
                            f"is done {shown(flag['median'])}.")
    made["notes"] = [COUNTED_EXACTLY]
    return made


def simulation(path, bench):
    """When it pays to spin, on machines that are not here."""
    runs = 4 if bench.repetitions > 1 else 1  # equal seeds: always the same four, of which a short tour of the labs takes one
    rows = run_json(path, ["--output", "json", "--runs", str(runs)], bench.timeout)["rows"]
    return [simulated(patience, [row for row in rows if row["patience_us"] == patience], bench.world)
            for patience in dict.fromkeys(row["patience_us"] for row in rows)]


def simulated(patience, rows, world):
    """One patience: what spinning brings against never spinning, by processors, for the loads that differ."""
    points = [point(f"{kind}, {'as many' if row['threads'] == row['processors'] else 'four times as many'} threads, "
                    f"held {shown(row['hold_us'])} us", [row[kind] / row["never"]], x=row["processors"])
              for row in rows for kind in ("always", "counter")]
    made = figure(f"lab08_spin_simulation-{short(world)}-{shown(patience)}",
                  f"Simulated: acquisitions with spins of up to {shown(patience)} us, against never spinning", world,
                  "times as many as without spinning", "lines", points, x_label="processors")
    made["columns"] = ["processors", "threads", "held, us", "never, a ms", "always, a ms", "counter, a ms",
                       "spun away, always, %", "spun away, counter, %"]
    made["rows"] = [[row[key] for key in ("processors", "threads", "hold_us", "never", "always", "counter",
                                          "always_spun", "counter_spun")] for row in rows]
    best = max(rows, key=lambda row: row["counter"] / row["never"])
    worst = min(rows, key=lambda row: row["always"] / row["never"])
    made["sentence"] = (f"Spinning as the counter says brings most with {best['processors']} processors, "
                        f"{best['threads']} threads and {shown(best['hold_us'])} us: {times(best['counter'] / best['never'])} "
                        f"the acquisitions. Always spinning costs most with {worst['processors']}, {worst['threads']} and "
                        f"{shown(worst['hold_us'])} us: {times(worst['always'] / worst['never'])}; the counter has "
                        f"{times(worst['counter'] / worst['never'])} there.")
    made["notes"] = ["A simulation: no clock of this machine is in it, and no cache."]
    return made


MAKERS = {"tight": tight, "yielding": yielding, "pair": pair, "done": done, "held": held, "alone": alone,
          "together": together, "convoy": crowd, "crowd": crowd, "many_locks": many_locks, "items": items,
          "broadcast": broadcast, "broadcast_free": broadcast_free}
EXPERIMENTS = {"instructions": instructions, "spin_simulation": simulation}

TIGHT = "lab08_table_bench-linux-tight"
NO_PEERS = (*OWN, "limit: two rmws")
WRITES = ("no turn writes", "one in 100 writes", "one in 16 writes", "one in two writes")
STANDING = [
    Scenario("lock and unlock, uncontended", "lab08_pair_bench-linux-pair", OURS, NO_PEERS),
    *(Scenario(f"the published table, tight, {threads} threads", TIGHT, OURS, OWN, x=threads)
      for threads in (2, 4, 6, 10, 20, 60, 200)),
    *(Scenario(f"four threads, held for {pauses} pauses", f"lab08_held_bench-linux-{pauses}", OURS, OWN)
      for pauses in (10, 100, 1000)),
    Scenario("lab 07's convoy, 8 threads", "lab08_crowd_bench-linux-convoy", OURS, OWN),
    Scenario("lab 07's crowd, 16 threads", "lab08_crowd_bench-linux-crowd", OURS, OWN),
    *(Scenario(f"32 threads, {locks} locks", f"lab08_crowd_bench-linux-many_locks-{locks}", OURS, OWN)
      for locks in (2, 64, 1000)),
    *(Scenario(f"four threads, {operation}", "lab08_library_types_together_bench-linux", ours, (f"{ours}_again",),
               operation=operation)
      for operation, ours in (*((writes, "shared_mutex") for writes in WRITES), ("lock recursive", "recursive_mutex"),
                              ("try lock for", "timed_mutex"), ("one limit in ten passes", "timed_mutex"),
                              ("two permits", "counting_semaphore"))),
    Scenario("relay of two", "lab08_library_types_together_bench-linux", "condition_variable",
             ("condition_variable_again", "event", "event_again"), operation="relay of two"),
    *(Scenario(f"a queue with room for {room}", f"lab08_library_condvar_bench-linux-items-{room}", "condition_variable",
               OWN_SET)
      for room in (1, 64)),
    *(Scenario(f"a broadcast to {waiters}, the mutex {how}", f"lab08_library_condvar_bench-linux-{family}-{waiters}",
               "condition_variable", OWN_SET)
      for family, how in (("broadcast", "owned"), ("broadcast_free", "free")) for waiters in (4, 16, 64)),
]
