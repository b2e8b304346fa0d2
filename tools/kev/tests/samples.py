"""Results such as the benchmark programs write, made up for the tests."""
import json
import random


def result(name, median, counters=None, *, repetitions=9, unit="ns", scatter=0.08):
    """The entries of one benchmark: its repetitions and one aggregate."""
    random.seed(name)
    entries = []
    for index in range(repetitions):
        value = median * random.uniform(1 - scatter, 1 + scatter)
        entries.append({"name": name, "run_name": name, "run_type": "iteration", "repetitions": repetitions,
                        "repetition_index": index, "threads": 1, "iterations": 1000, "real_time": value,
                        "cpu_time": value / 2, "time_unit": unit, **(counters or {})})
    entries.append({"name": f"{name}_mean", "run_name": name, "run_type": "aggregate",
                    "aggregate_name": "mean", "real_time": median, "cpu_time": 1.0, "time_unit": unit})
    return entries


def failed(name, message):
    """A benchmark that could not run."""
    return [{"name": name, "run_name": name, "run_type": "iteration", "error_occurred": True,
             "error_message": message, "real_time": 0, "time_unit": "ns"}]


def file(*groups):
    """A results file."""
    return json.dumps({"context": {"num_cpus": 2}, "benchmarks": sum(groups, [])})


PINGPONG = file(
    result("pingpong/raw_futex/two_processors/real_time", 8200, {"futex_calls": 4.0, "switches": 2.01}),
    result("pingpong/keyed_event/two_processors/real_time", 9400, {"futex_calls": 4.0, "switches": 2.02}),
    result("pingpong/keyed_event/one_processor/real_time", 3200, {"futex_calls": 4.0, "switches": 3.5}),
    result("pingpong/condition_variable/two_processors/real_time", 13000, {"futex_calls": 6.0, "switches": 2.6}),
    result("pingpong/atomic_wait/two_processors/real_time", 9.9, {"futex_calls": 4.1, "switches": 2.0}, unit="us"))
GROWTH = file(*(result(f"growth/buckets:{buckets}/parked:{parked}", time)
                for buckets, times in ((1, (37, 412, 1670, 7646)), (256, (35, 34, 37, 49)),
                                       (4096, (34, 34, 35, 35)))
                for parked, time in zip((0, 256, 1024, 4096), times)))
PAIR = file(*(result(f"pair/{lock}", time, scatter=0.02) for lock, time in (
    ("limit:two_rmws", 11.5), ("fast_mutex", 11.6), ("article_mutex", 12.9), ("asymmetric_mutex", 8.7), ("std::mutex", 16.1),
    ("pthread_adaptive", 15.2), ("no_wake_bit_mutex", 11.6))),
    failed("pair/fancy", "membarrier is not offered by this kernel"))
ARTICLE = file(*(result(f"article/{lock}/iterations:1/manual_time/threads:4", 1e8,
                        {"ns_per_acquisition": time, "sleeps": 0.001, "switches": 0.00001, "jain": jain})
                 for lock, time, jain in (("fast_mutex", 25.2, 0.91), ("fast_mutex_again", 25.9, 0.9),
                                          ("article_mutex", 27.1, 0.78),
                                          ("no_wake_bit", 76.0, 0.95), ("std::mutex", 85.3, 0.98))))
LITMUS = [{"variants": [{"name": "byte store, then read", "delivered": 2_000_000, "lost": 13 + i},
                        {"name": "read-modify-write", "delivered": 2_100_000, "lost": 0}]}
          for i in range(3)]


def figure(identifier="lab03_pair_bench-linux", points=(("a", 10, 12), ("b", 20, 22)), unit="ns"):
    """A figure as figures.py makes them: a label, the low quartile and the high one for each value."""
    made = [{"label": label, "median": (low + high) / 2, "low": low, "high": high, "least": low, "most": high,
             "samples": 9} for label, low, high in points]
    return {"id": identifier, "title": "Lock and unlock", "world": "emulation on Linux", "unit": unit, "kind": "bars",
            "points": made, "columns": ["", "median"], "rows": [[each["label"], each["median"]] for each in made],
            "sentence": "", "notes": []}
