"""What the report shows of lab 07: the simulated convoy and the measured one; read by tools/kev/measure/lab_report.py."""
import statistics
import tempfile
from pathlib import Path

from kev.core.errors import KevError
from kev.core.process import run
from kev.measure import lanes
from kev.measure.experiments import low_priority, pairs, run_json
from kev.measure.figures import LINUX, bars, between_extremes, by_label, exactly, figure, point, short
from kev.measure.lab_report import MeasuredRace
from kev.measure.numbers import rounded, shown, times

THREE = ("handoff_mutex", "unfair_mutex", "bounded_mutex")
COUNTED = (*THREE, "ticket_mutex", "mcs_mutex", "lockcount_critical_section", "srw_lock", "std::mutex")
HOLDS = (0, 1000, 4000, 16000, 64000)
THREADS = (1, 2, 4, 8, 16, 32)
CORES = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
FAIRNESS = {"per_second": "acquisitions a second", "jain": "Jain's index", "most_passed": "turns of others in one wait"}
HOLD, SWITCH, GAP = 1000, 4000, 200_000
ARTICLE = "The article's numbers: 1,000 cycles under the lock, 4,000 for a context switch."
SIMULATED = "simulated"
POLICIES = {  # what each is called in the figures
    "hand-off": ["--lock", "hand-off"],
    "unfair, one wake at a time": ["--lock", "unfair"],
    "unfair, a wake at each release": ["--lock", "unfair", "--wake-every-time"],
    "unfair, spins for 1 hold": ["--lock", "unfair", "--spin", HOLD],
    "unfair, spins for 2 holds": ["--lock", "unfair", "--spin", 2 * HOLD],
    "unfair, spins for 5 holds": ["--lock", "unfair", "--spin", 5 * HOLD],
    "hand-off, only spins": ["--lock", "hand-off", "--spin-for-ever"],
}


# The benchmarks.

def pair(identifier, measurements, world):
    """Lock and unlock, uncontended; a reader/writer lock is also taken as a reader."""
    family = measurements[0].parts[0]
    title = "Lock and unlock, uncontended" + (", shared" if family == "shared_pair" else "")
    made = bars(identifier, title, world, "ns", measurements, label=lambda each: each.parts[1])
    made["sentence"] = between_extremes(made, "")
    return made


def contended(identifier, measurements, world):
    """Threads that fight for one lock: time beside fairness."""
    family = measurements[0].parts[0]
    threads = measurements[0].argument("threads")
    title = {"article": f"The article's benchmark: {threads} threads, empty section",
             "convoy": f"A convoy: {threads} threads that only lock and unlock",
             "crowd": f"A crowd: {threads} threads, a short section, and work of their own"}[family]
    made = bars(identifier, title, world, "ns", measurements, label=lambda each: each.parts[1],
                samples=lambda each: each.counters.get("ns_per_acquisition") or each.times,
                counters=["million_per_s", "jain", "worst_wait_us", "sleeps", "switches"],
                without=["ns_per_acquisition"])
    made["sentence"] = fair_and_unfair(made, family)
    return made


def fair_and_unfair(made, family):
    """What the lab is about, in one sentence."""
    fair, unfair, bounded = (by_label(made, lock) for lock in THREE)
    if family == "article" or not (fair and unfair and bounded):
        return between_extremes(made, "")
    return (f"An acquisition takes {shown(fair['median'])} ns with hand-off: "
            f"{times(fair['median'] / unfair['median'])} what it takes with unfair_mutex, "
            f"{times(fair['median'] / bounded['median'])} what it takes with bounded_mutex.")


def instructions(path, bench):
    """Instructions of an uncontended pair, by callgrind."""
    return pairs("lab07_instructions-linux", path, bench, COUNTED)


# The simulation.

def simulate(path, bench):
    """All that is simulated. It needs no locks, so it is run where the report is made and nowhere else."""
    if bench.world != LINUX:
        return None
    return [queue_over_time(path, bench), capacity(path, bench), many_cores(path, bench)]


def run_simulation(path, bench, *options):
    """What one run prints."""
    return run_json(path, ["--output", "json", *map(str, options)], bench.timeout)


def queue_over_time(path, bench):
    """The article's load: how many wait, as time goes by."""
    points, ends, events, seconds = [], {}, 0, 0
    for label in ("hand-off", "unfair, one wake at a time", "unfair, a wake at each release",
                  "unfair, spins for 2 holds"):
        found = run_simulation(path, bench, *POLICIES[label], "--arrivals", "random", "--first", "0,500", "--until",
                               10_000_000, "--points", 100)
        points += [point(label, [each["waiting"]], x=each["time"] / 1e6) for each in found["points"]]
        ends[label] = found["totals"]
        events, seconds = events + found["totals"]["events"], seconds + found["seconds"]
    made = figure("lab07_queue-simulated", "The article's load: the threads that wait, as time goes by", SIMULATED,
                  "threads that wait", "curves", points, x_label="millions of cycles", log_y=True)
    made["columns"] = ["", "waiting after 10 million cycles", "% of the time held", "% handed off and not yet running",
                       "longest wait, cycles", "most overtaken", "switches per acquisition"]
    made["rows"] = [[label, got["waiting_at_the_end"], rounded(100 * got["share_held"]),
                     rounded(100 * got["share_handed_off"]), got["longest_wait"], got["most_overtaken"],
                     rounded(got["switches"] / got["acquisitions"])] for label, got in ends.items()]
    made["sentence"] = (f"A thread comes every 2,000 cycles on average. After ten million cycles "
                        f"{ends['hand-off']['waiting_at_the_end']} wait for the fair lock, and "
                        f"{ends['unfair, spins for 2 holds']['waiting_at_the_end']} for an unfair one whose waiters "
                        "look for two hold times before they sleep.")
    made["notes"] = [ARTICLE, f"The simulation did {shown(rounded(events / seconds / 1e6))} million events a second."]
    return made


def capacity(path, bench):
    """The shortest mean interval between arrivals that each policy bears."""
    points = []
    for label, options in POLICIES.items():
        low, high = 900, 8000
        while high - low > 10:
            middle = (low + high) // 2
            low, high = (low, middle) if bears(path, bench, options, middle) else (middle, high)
        points.append(point(label, [1e6 / high], **exactly({
            "shortest interval, cycles": high, "reserve over the article's load": rounded(2000 / high)})))
    points.sort(key=lambda value: -value["median"])
    made = figure("lab07_capacity-simulated", "What each lock bears", SIMULATED, "arrivals in a million cycles", "bars",
                  points)
    intervals = {value["label"]: value["counters"]["shortest interval, cycles"]["median"] for value in points}
    best = points[0]
    made["sentence"] = (f"The article's load is one arrival in 2,000 cycles, and one in 1,000 would fill the lock: a "
                        f"reserve of two. “{best['label']}” has {shown(rounded(2000 / intervals[best['label']]))} of it; "
                        f"hand-off bears one in {intervals['hand-off']}, {shown(rounded(2000 / intervals['hand-off']))} of the "
                        "load.")
    made["notes"] = [ARTICLE, "Random arrivals, cores without limit, 200 million cycles a run; a load is borne if "
                              "fewer than 0.4 % of all threads that came wait in the end."]
    return made


def bears(path, bench, options, interval):
    """Whether the queue stays short at this load."""
    cycles = 200_000_000
    found = run_simulation(path, bench, *options, "--arrivals", "random", "--interval", interval, "--until", cycles,
                           "--points", 1)
    return found["totals"]["waiting_at_the_end"] < 0.004 * cycles / interval


def many_cores(path, bench):
    """A thread on each core: where the convoy starts, and what is left then."""
    labels = ("hand-off", "unfair, one wake at a time", "unfair, spins for 2 holds", "hand-off, only spins")
    points, convoys = [], {}
    for label in labels:
        for cores in CORES:
            found = run_simulation(path, bench, *POLICIES[label], "--arrivals", "random", "--interval", GAP, "--cores",
                                   cores, "--threads", cores, "--until", 40_000_000, "--points", 1)["totals"]
            points.append(point(label, [found["acquisitions"] / 40], x=cores))
            if found["mean_waiting"] > 0.2 * cores:
                convoys.setdefault(label, cores)
    made = figure("lab07_cores-simulated", "One thread a core, 200,000 cycles of work between two turns", SIMULATED,
                  "acquisitions in a million cycles", "lines", points, x_label="cores")
    most = {label: max(value["median"] for value in points if value["label"] == label) for label in labels}
    began = ", ".join(f"{label}: {cores}" for label, cores in convoys.items())
    made["sentence"] = (f"With hand-off the lock never gives more than {shown(most['hand-off'])} turns in a million "
                        f"cycles, with a spin before the sleep {shown(most['unfair, spins for 2 holds'])}. From so "
                        f"many cores on a fifth of all threads and more wait at any time: {began}.")
    made["notes"] = [ARTICLE]
    return made


# The measurements.

def ask(path, bench, *options):
    """What a program prints, by lock."""
    found = run_json(path, [*map(str, options), "--json"], bench.timeout)
    return {each["name"]: each for each in found["locks"]}


def contest(path, bench):
    """Hand-off, unfair and bounded under many loads."""
    rounds = ["--rounds", 2 * bench.repetitions + 1, "--locks", ",".join(THREE)]
    by_hold = {hold: ask(path, bench, *rounds, "--hold", hold, "--gap", 3 * hold) for hold in HOLDS}
    by_threads = {threads: ask(path, bench, *rounds, "--threads", threads, "--hold", 2000, "--gap", 6000)
                  for threads in THREADS}
    made = [by_x(bench, "hold", "8 threads, by the time under the lock", by_hold, "per_second",
                 "acquisitions a second", "ns under the lock; three times as long between two turns"),
            by_x(bench, "switches", "Context switches, by the time under the lock", by_hold, "switches",
                 "context switches an acquisition", "ns under the lock; three times as long between two turns"),
            by_x(bench, "threads", "2,000 ns under the lock, 6,000 between, by the number of threads", by_threads,
                 "per_second", "acquisitions a second", "threads")]
    fastest = {hold: median(seen, "unfair_mutex") / median(seen, "handoff_mutex") for hold, seen in by_hold.items()}
    made[0]["sentence"] = (f"With an empty section the unfair lock is taken {times(fastest[0])} as often as the lock "
                           f"that is handed over; with {HOLDS[-1]} ns, {times(fastest[HOLDS[-1]])} as often.")
    made[1]["sentence"] = switches_in_words(by_hold[0])
    made[2]["sentence"] = (f"With {THREADS[-1]} threads: " + ", ".join(
        f"{lock} {shown(rounded(median(by_threads[THREADS[-1]], lock)))}" for lock in THREE) + " a second.")
    return [*made, fairness(path, bench, 2, "Each thread has a processor if nothing else runs, so all waits are for "
                                            "the lock."),
            fairness(path, bench, 16, "There are more threads than processors. A thread that computes also waits for a "
                                      "processor, for as long as the others' time slices last. With hand-off all threads "
                                      "sleep.")]


def median(seen, lock, what="per_second"):
    """The median of what was counted for a lock."""
    return statistics.median(seen[lock][what])


def by_x(bench, name, title, seen, what, unit, x_label):
    """A line for each lock over what was varied."""
    points = [point(lock, found[lock][what], x=x) for lock in THREE for x, found in seen.items()
              if what in found[lock]]
    made = figure(f"lab07_{name}-{short(bench.world)}", title, bench.world, unit, "lines", points, x_label=x_label,
                  legend={"hold": "upper right", "switches": "center right", "threads": "lower left"}[name])
    return made


def switches_in_words(seen):
    """What an acquisition costs with an empty section."""
    if "switches" not in seen[THREE[0]]:
        return ""
    return "With nothing to do under the lock an acquisition takes " + ", ".join(
        f"{shown(rounded(median(seen, lock, 'switches')))} switches with {lock}" for lock in THREE) + "."


def fairness(path, bench, threads, note):
    """What unfairness costs, waits measured."""
    seen = ask(path, bench, "--threads", threads, "--hold", 1000, "--timed", "--milliseconds", 150, "--rounds",
               bench.repetitions)
    counts = {lock: {words: rounded(median(seen, lock, what)) for what, words in FAIRNESS.items()} for lock in seen}
    points = sorted((point(lock, [wait / 1000 for wait in found["longest_wait"]], **exactly(counts[lock]))
                     for lock, found in seen.items()), key=lambda value: value["median"])
    made = figure(f"lab07_fairness_{threads}-{short(bench.world)}", f"The longest wait of {threads} threads",
                  bench.world, "ms", "bars", points)
    made["sentence"] = "; ".join(f"{lock}: a thread waited {shown(rounded(median(seen, lock, 'longest_wait') / 1000))} ms, "
                                 f"in which others had {shown(rounded(median(seen, lock, 'most_passed')))} turns"
                                 for lock in THREE) + "."
    made["notes"] = ["1,000 ns under the lock, and back at once. A wait near the run's 150 ms is a lower bound, because "
                     "nothing longer can be seen.", note]
    return made


def recovery(path, bench):
    """Acquisitions by the millisecond, with one long hold in the middle."""
    rounds = 2 * bench.repetitions + 1
    seen = ask(path, bench, "--rounds", rounds)
    series = {lock: by_millisecond(found["turns"], rounds) for lock, found in seen.items()}
    points = [point(lock, values, x=moment) for lock, moments in series.items()
              for moment, values in enumerate(moments)]
    made = figure(f"lab07_recovery-{short(bench.world)}", "One owner sleeps for 10 ms with the lock in its hands",
                  bench.world, "acquisitions in a millisecond", "curves", points,
                  x_label="milliseconds since the start")
    made["columns"] = ["", "before, median", "after, median", "ms until it is back at 90 % of before"]
    for lock, moments in series.items():
        medians = [statistics.median(values) for values in moments]
        before, after = statistics.median(medians[20:58]), statistics.median(medians[90:138])
        made["rows"].append([lock, rounded(before), rounded(after), back_after(medians, 0.9 * before)])
    made["sentence"] = "; ".join(f"{row[0]}: {shown(row[1])} before, {shown(row[2])} after, back after {row[3]} ms"
                                 for row in made["rows"]) + "."
    made["notes"] = ["8 threads, 1,000 ns under the lock, 5,000 between; the long hold begins at 60 ms. Each value is "
                     f"the median of {rounds} rounds."]
    return made


def by_millisecond(turns, rounds):
    """The program's one list as a list for each millisecond."""
    length = len(turns) // rounds
    return [turns[moment::length] for moment in range(length)]


def back_after(medians, enough):
    """Milliseconds from the end of the long hold until it is as good as before; '-' if it never is."""
    for moment in range(70, len(medians) - 2):
        if min(medians[moment:moment + 2]) >= enough:
            return moment - 70
    return "-"


def convoy(path, bench):
    """What the threads did: a lane for each, the three locks one under the other."""
    if bench.world != LINUX:
        return None
    traces = {}
    with tempfile.TemporaryDirectory(prefix="kev-") as folder:
        for lock in THREE:
            file = Path(folder) / "trace.json"
            result = run([path, "--lock", lock, "--milliseconds", "600", "--trace", file, "--window", "20"],
                         timeout=bench.timeout)
            if not result.ok:
                raise KevError(f"{path.stem}: {result.complaint(3)}")
            _, threads, stretches = lanes.read(file.read_text(encoding="utf-8"))
            traces[lock] = (threads, stretches)
    made = lanes.lanes("lab07_lanes-linux", "What eight threads do: 2,000 ns under the lock, 6,000 between", bench.world,
                       traces, 400)
    made["notes"] = ["Between “woken” and “owns the lock” a thread has been woken and does not run. With hand-off it owns "
                     "the lock all that time, and no thread can use it. With the other locks the lock is free meanwhile."]
    return made


def trace_cost(path, bench):
    """What the tracer costs."""
    runs = bench.repeat(path, "--json")
    points = [point(label, [one[key] for one in runs]) for label, key in
              (("an entry, while nothing is recorded", "not_recording"), ("an entry, while recording", "recording"))]
    made = figure(f"lab07_trace_cost-{short(bench.world)}", "What the tracer costs", bench.world, "ns", "bars", points)
    made["sentence"] = (f"An entry takes {shown(points[1]['median'])} ns and {runs[0]['bytes']} bytes; an acquisition "
                        "has three, and three more if it sleeps and is woken.")
    return made


def yield_victim(path, bench):
    """Lab 03's experiment with the locks of this lab."""
    return low_priority("lab07_yield_victim", path, bench)


def apc_order(path, bench):
    """In which order an event and a keyed event serve their waiters, one of which is sent an APC."""
    rows = run_json(path, ["--json"], bench.timeout)["rows"]
    made = figure(f"lab07_apc_order-{short(bench.world)}", "The order in which four waiters are served", bench.world,
                  "rounds", "bars", [point(f"{row['name']}: {row['order']}", [row["rounds"]]) for row in rows])
    made["columns"] = ["", "served in the order", "rounds"]
    made["rows"] = [[row["name"], row["order"], row["rounds"]] for row in rows]
    made["sentence"] = "Threads 1 to 4 wait in this order; then one thread is woken at a time."
    return made


def judge_convoy(printed):
    """P1: each acquisition takes a context switch, and the lock is idle meanwhile."""
    seen = {each["name"]: each for each in printed["locks"]}
    found = {f"{words}, {lock}": rounded(median(seen, lock, what))
             for what, words in (("per_second", "acquisitions a second"), ("switches", "switches an acquisition"))
             for lock in THREE if what in seen[lock]}
    slow = median(seen, "unfair_mutex") > 50 * median(seen, "handoff_mutex")
    return found, slow and median(seen, "handoff_mutex", "sleeps") > 0.5


MAKERS = {"convoy": contended, "crowd": contended, "article": contended, "pair": pair, "shared_pair": pair}
EXPERIMENTS = {"instructions": instructions, "simulate": simulate, "convoy": convoy, "contest": contest, "recovery": recovery,
               "yield_victim": yield_victim, "trace_cost": trace_cost, "apc_order": apc_order}
RACES = [MeasuredRace(
    "P1", "handoff_mutex", "8 threads lock and unlock, and do nothing else", "a lock that threads wait for is in use",
    "contest", judge_convoy)]

CONVOY, CROWD = "lab07_contended_bench-linux-convoy", "lab07_contended_bench-linux-crowd"
