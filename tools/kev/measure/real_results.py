"""What one run of `tools/dev/real` has measured, as it is stored in docs/real_programs.json, and what is made of it."""
import json
import re
import statistics

from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.measure import machine
from kev.measure.numbers import rounded, shown

BASE = "libc"
REPORT = re.compile(r"^kev: pid \d+ lock=(\S+) (.*)$", re.MULTILINE)
FILE = ROOT / "docs" / "real_programs.json"
COUNTS = ("acquisitions", "contended", "longest_wait_us")
CONVOY = "Apache"  # the program of lab 07's figure
CONVOY_LOCKS = ("libc", "handoff", "unfair", "bounded")
SERIES_RUNS = 5  # one run in a few differs by a factor of three


def described(load):
    """The machine of these results. `load`: what machine.load() said before."""
    facts = machine.describe("linux", load)
    told = ("Processor", "Model", "Cores", "System", "Commit", "Other load", "Date")
    return {key: facts[key] for key in told if key in facts}


def kept(about, locks, measured, reports, convoy, limits):
    """All of it, as it is stored. `measured`: name -> a list of lock -> speed; `reports`: name -> lock -> numbers; `convoy`:
    lock -> the contended acquisitions in a thousand of each run of CONVOY; `limits`: lock -> the waits in a thousand that ended
    by their time limit, of each run of the program of lab 05's figure."""
    return {"machine": about, "locks": list(locks),
            "speeds": {name: [{lock: rounded(float(speed), 4) for lock, speed in of_round.items()} for of_round in runs]
                       for name, runs in measured.items() if runs},
            "counts": {name: {lock: {key: numbers[key] for key in COUNTS if key in numbers}
                              for lock, numbers in by_lock.items()} for name, by_lock in reports.items()},
            "convoy": in_three_digits(convoy), "limits": in_three_digits(limits)}


def in_three_digits(series):
    """The same, as it is stored."""
    return {lock: [rounded(float(value), 3) for value in values] for lock, values in series.items()}


def write(data, path):
    """Stores it with a line for each round of a program: so a change of one shows as one."""
    lines = []
    for part in ("machine", "locks"):
        lines.append(f' "{part}": {json.dumps(data[part])}')
    for part in ("speeds", "counts", "convoy", "limits"):
        rows = [f'  {json.dumps(name)}: {json.dumps(value)}' for name, value in data[part].items()]
        lines.append(f' "{part}": {{\n' + ",\n".join(rows) + "\n }")
    write_atomically(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load(path=FILE):
    """What is stored."""
    return {"convoy": {}, "limits": {}, **json.loads(path.read_text(encoding="utf-8"))}


def rounds(data):
    """How many rounds there were."""
    return max((len(runs) for runs in data["speeds"].values()), default=0)


def others(data):
    """Every lock but libc's."""
    return [lock for lock in data["locks"] if lock != BASE]


def speeds(data):
    """(columns, rows) of the table of speeds."""
    return ["program", *others(data), "libc's spread"], speed_rows(data["locks"], data["speeds"])


def waits(data):
    """(columns, rows) of the table of waits."""
    return ["program", "contended of 1000", *others(data)], count_rows(data["locks"], data["counts"])


def all_ratios(data):
    """(ratio, name of the program, lock) of every median."""
    return [(by_lock[lock][0], name, lock) for name, runs in data["speeds"].items()
            for by_lock in [ratios(runs)] for lock in others(data) if lock in by_lock]


def of_thousand(numbers):
    """How many of a thousand acquisitions found the mutex owned, by a report; None if it has counted nothing."""
    return 1000 * numbers["contended"] / numbers["acquisitions"] if numbers.get("acquisitions") else None


def limits_of_thousand(numbers):
    """How many of a thousand waits with a time limit ended by it, by a report; None if there was none."""
    return 1000 * numbers["timed_out"] / numbers["timed_waits"] if numbers.get("timed_waits") else None


def contended(data, name, lock):
    """The same of one program: the median, where there are several runs."""
    runs = data["convoy"].get(lock) if name == CONVOY else None
    return statistics.median(runs) if runs else of_thousand(data["counts"].get(name, {}).get(lock, {}))


def timed_out(data, lock):
    """How many of a thousand waits of lab 05's program ended by their time limit: the median; None without runs."""
    return statistics.median(data["limits"][lock]) if data["limits"].get(lock) else None


def mean_figure(data):
    """The picture of all programs: their mean by lock, with the slowest and the fastest program."""
    by_program = {name: ratios(runs) for name, runs in data["speeds"].items()}
    found = [(lock, mean_over_programs(by_program, lock)) for lock in data["locks"]]
    points = [{"label": lock, "median": mean[0], "low": mean[1], "high": mean[2]} for lock, mean in found if mean]
    for point in points:
        point.update({key: rounded(point[key]) for key in ("median", "low", "high")})
    return {"id": "real-speed", "title": "Real programs by lock", "sentence": "", "kind": "bars",
            "unit": "speed over libc's: mean, worst and best program", "world": "Linux", "points": points}


def points_of(series, locks):
    """The points of a figure: the median of each lock's runs, with the least and the most."""
    return [{"label": lock, **{key: rounded(float(of(series[lock])), 2)
                               for key, of in (("median", statistics.median), ("low", min), ("high", max))}}
            for lock in locks if series.get(lock)]


def limits_figure(data):
    """Lab 05's picture: how many waits of a real program end by their time limit, by lock."""
    return {"id": "real-limits", "title": "Python threads that compute: waits of a thousand that ended by their limit",
            "sentence": "", "kind": "bars", "unit": "ended by the limit of 1000 waits", "world": "CPython 3.11",
            "points": points_of(data["limits"], data["locks"])}


def convoy_figure(data):
    """Lab 07's picture: how often a thread of a real program finds the mutex owned, by lock, with the least and the most of
    all runs."""
    return {"id": "real-convoy", "title": f"{CONVOY}: acquisitions of a thousand that found the mutex owned", "sentence": "",
            "kind": "bars", "unit": "contended of 1000 acquisitions", "world": CONVOY,
            "points": points_of(data["convoy"], CONVOY_LOCKS)}


def reported(text):
    """The numbers of the library's report, of all processes of a run: sums, and the longest wait of all."""
    total = {}
    for line in REPORT.finditer(text):
        for name, value in re.findall(r"(\w+)=(\d+)", line.group(2)):
            join = max if name == "longest_wait_us" else int.__add__
            total[name] = join(total.get(name, 0), int(value))
    return total


def ratios(runs):
    """lock -> (median, lowest, highest) of speed over libc's speed in the same round. `runs`: round -> lock -> speed."""
    found = {}
    for of_round in runs:
        base = of_round.get(BASE)
        for lock, speed in of_round.items():
            if base and speed:
                found.setdefault(lock, []).append(speed / base)
    return {lock: (statistics.median(each), min(each), max(each)) for lock, each in found.items()}


def spread(runs):
    """The highest over the lowest speed of libc: what chance alone did. None with fewer than two rounds."""
    speeds = [of_round[BASE] for of_round in runs if of_round.get(BASE)]
    return max(speeds) / min(speeds) if len(speeds) > 1 else None


def mean_over_programs(by_program, lock):
    """The geometric mean of the medians of all programs that ran on this lock, with the lowest and the highest."""
    values = [each[lock][0] for each in by_program.values() if lock in each]
    return (statistics.geometric_mean(values), min(values), max(values)) if values else None


def two_digits(value):
    """The first two digits, and never an exponent: 560, 0.078."""
    return shown(rounded(float(value), 2))


def speed_rows(locks, measured):
    """A row for each program: the ratio to libc on each lock, and libc's own spread. `measured`: name -> runs."""
    rows = []
    for name, runs in measured.items():
        if not runs:
            continue  # the command was interrupted before
        by_lock = ratios(runs)
        cells = [f"{by_lock[lock][0]:.2f}" if lock in by_lock else "failed" for lock in locks if lock != BASE]
        wide = spread(runs)
        rows.append([name, *cells, f"{wide:.2f}" if wide else "-"])
    return rows


def count_rows(locks, reports):
    """A row for each program: contended acquisitions in a thousand on libc, and the longest wait on each lock over libc's.
    `reports`: name -> lock -> numbers of reported()."""
    rows = []
    for name, by_lock in reports.items():
        base = by_lock.get(BASE, {})
        acquisitions = base.get("acquisitions", 0)
        contended = two_digits(1000 * base["contended"] / acquisitions) if acquisitions else "-"
        longest = base.get("longest_wait_us", 0)
        cells = [two_digits(by_lock[lock].get("longest_wait_us", 0) / longest) if longest and lock in by_lock else "-"
                 for lock in locks if lock != BASE]
        rows.append([name, contended, *cells])
    return rows
