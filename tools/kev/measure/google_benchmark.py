"""Runs a Google Benchmark program and reads what it measured."""
import json
import math
import re
import statistics
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from kev.build import wine
from kev.core.errors import KevError
from kev.core.process import run

NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
# The part of a name that Google Benchmark itself adds.
ADDED = re.compile(r"/(?:iterations:\d+|repeats:\d+|min_time:[\d.]+|min_warmup_time:[\d.]+|"
                   r"manual_time|real_time|process_time)(?=/|$)")
# The fields of a result that are no counter of ours.
OWN_FIELDS = {"family_index", "per_family_instance_index", "repetitions", "repetition_index",
              "threads", "iterations", "real_time", "cpu_time", "items_per_second",
              "bytes_per_second"}


@dataclass
class Measurement:
    """One benchmark: its name in parts, its times in ns, and its counters, one value a repetition."""
    name: str
    times: list = field(default_factory=list)
    counters: dict = field(default_factory=dict)
    error: str = ""

    @property
    def parts(self):
        """The name split at its slashes: ['growth', 'buckets:256', 'parked:0']."""
        return self.name.split("/")

    def argument(self, key):
        """The number that follows 'key:' in the name, or None."""
        for part in self.parts:
            if part.startswith(f"{key}:"):
                return int(part.split(":", 1)[1])
        return None


@dataclass(frozen=True)
class Spread:
    """Median, quartiles and extremes of some samples."""
    median: float
    low: float
    high: float
    least: float
    most: float
    samples: int


def spread(samples):
    """The spread of at least one sample."""
    values = sorted(samples)
    if len(values) > 1:
        low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    else:
        low = high = values[0]
    return Spread(statistics.median(values), low, high, values[0], values[-1], len(values))


def read_results(text):
    """The measurements in a file of Google Benchmark, in the order of their first appearance."""
    found = {}
    for entry in json.loads(text).get("benchmarks", []):
        if entry.get("run_type", "iteration") != "iteration":
            continue
        name = ADDED.sub("", entry.get("run_name", entry["name"]))
        measurement = found.setdefault(name, Measurement(name))
        if entry.get("error_occurred") or "skipped" in entry and entry["skipped"]:
            measurement.error = entry.get("error_message") or entry.get("skip_message") or "failed"
            continue
        measurement.times.append(entry["real_time"] * NANOSECONDS[entry.get("time_unit", "ns")])
        for key, value in entry.items():
            if key not in OWN_FIELDS and isinstance(value, (int, float)) and not isinstance(value, bool):
                measurement.counters.setdefault(key, []).append(float(value))
    for measurement in found.values():
        _leave_out_without_end(measurement)
    return list(found.values())


def _leave_out_without_end(measurement):
    """Drops what was measured if a value has no end: on a busy machine a sample may be over before any thread had a turn,
    and then the time of one turn is infinite."""
    if not all(map(math.isfinite, [*measurement.times, *(value for each in measurement.counters.values() for value in each)])):
        measurement.times, measurement.counters = [], {}
        measurement.error = "a repetition counted nothing in its time"


def run_benchmark(path, *, repetitions, min_time, timeout=None, extra=()):
    """Runs a benchmark program, its repetitions in random order; returns the measurements."""
    with tempfile.TemporaryDirectory(prefix="kev-") as folder:
        file = Path(folder) / "results.json"
        command = [*runner(path), f"--benchmark_out={file}", "--benchmark_out_format=json",
                   f"--benchmark_repetitions={repetitions}", f"--benchmark_min_time={min_time}",
                   "--benchmark_enable_random_interleaving=true", *extra]
        result = run(command, timeout=timeout)
        if result.timed_out:
            raise KevError(f"{path.stem}: it did not end in time ({timeout:g} s) and was stopped; "
                           "what it measured is lost")
        if not result.ok:
            raise KevError(f"{path.stem}: {without_warnings(result).complaint(3)}")
        try:
            return read_results(file.read_text(encoding="utf-8", errors="replace"))
        except (OSError, ValueError) as error:
            raise KevError(f"{path.stem} wrote no usable results: {error}") from error


def without_warnings(result):
    """The output of a benchmark program, without Google Benchmark's warnings of how it was built and of the processor."""
    lines = [line for line in result.errors.splitlines() if not line.startswith("***WARNING***")]
    return replace(result, errors="\n".join(lines))


def runner(path):
    """The command that starts a program of ours: a Windows executable needs Wine."""
    return [wine.RUNNER, path] if path.suffix == ".exe" else [path]
