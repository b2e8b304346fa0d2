"""What the runs of real programs say: the report of the library, and the tables made of many runs."""
import re
import statistics

from kev.measure.numbers import rounded, shown

BASE = "libc"
REPORT = re.compile(r"^kev: pid \d+ lock=(\S+) (.*)$", re.MULTILINE)


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
