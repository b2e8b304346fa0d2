"""What one run of `./kev real` has measured, as it is stored in docs/real_programs.json, and what is made of it."""
import json

from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.measure import machine, real_table
from kev.measure.numbers import rounded

FILE = ROOT / "docs" / "real_programs.json"
COUNTS = ("acquisitions", "contended", "longest_wait_us")
CONVOY = "Apache"  # the program of lab 07's figure
CONVOY_LOCKS = ("libc", "handoff", "unfair", "bounded")


def described(load):
    """The machine of these results. `load`: what machine.load() said before."""
    facts = machine.describe("linux", load)
    return {key: facts[key] for key in ("Processor", "Cores", "System", "Commit", "Other load", "Date") if key in facts}


def kept(about, locks, measured, reports):
    """All of it, as it is stored. `measured`: name -> a list of lock -> speed; `reports`: name -> lock -> numbers."""
    return {"machine": about, "locks": list(locks),
            "speeds": {name: [{lock: rounded(float(speed), 4) for lock, speed in of_round.items()} for of_round in runs]
                       for name, runs in measured.items() if runs},
            "counts": {name: {lock: {key: numbers[key] for key in COUNTS if key in numbers}
                              for lock, numbers in by_lock.items()} for name, by_lock in reports.items()}}


def write(data, path):
    """Stores it with a line for each round of a program: so a change of one shows as one."""
    lines = []
    for part in ("machine", "locks"):
        lines.append(f' "{part}": {json.dumps(data[part])}')
    for part in ("speeds", "counts"):
        rows = [f'  {json.dumps(name)}: {json.dumps(value)}' for name, value in data[part].items()]
        lines.append(f' "{part}": {{\n' + ",\n".join(rows) + "\n }")
    write_atomically(path, "{\n" + ",\n".join(lines) + "\n}\n")


def load(path=FILE):
    """What is stored."""
    return json.loads(path.read_text(encoding="utf-8"))


def rounds(data):
    """How many rounds there were."""
    return max((len(runs) for runs in data["speeds"].values()), default=0)


def others(data):
    """Every lock but libc's."""
    return [lock for lock in data["locks"] if lock != real_table.BASE]


def speeds(data):
    """(columns, rows) of the table of speeds."""
    return ["program", *others(data), "libc's spread"], real_table.speed_rows(data["locks"], data["speeds"])


def waits(data):
    """(columns, rows) of the table of waits."""
    return ["program", "contended of 1000", *others(data)], real_table.count_rows(data["locks"], data["counts"])


def all_ratios(data):
    """(ratio, name of the program, lock) of every median."""
    return [(by_lock[lock][0], name, lock) for name, runs in data["speeds"].items()
            for by_lock in [real_table.ratios(runs)] for lock in others(data) if lock in by_lock]


def contended(data, name, lock):
    """How many of a thousand acquisitions found the mutex owned; None if the program has counted nothing."""
    numbers = data["counts"].get(name, {}).get(lock, {})
    return 1000 * numbers["contended"] / numbers["acquisitions"] if numbers.get("acquisitions") else None


def mean_figure(data):
    """The picture of all programs: their mean by lock, with the slowest and the fastest program."""
    by_program = {name: real_table.ratios(runs) for name, runs in data["speeds"].items()}
    found = [(lock, real_table.mean_over_programs(by_program, lock)) for lock in data["locks"]]
    points = [{"label": lock, "median": mean[0], "low": mean[1], "high": mean[2]} for lock, mean in found if mean]
    for point in points:
        point.update({key: rounded(point[key]) for key in ("median", "low", "high")})
    return {"id": "real-speed", "title": "Real programs by lock", "sentence": "", "kind": "bars",
            "unit": "speed over libc's: mean, worst and best program", "world": "Linux", "points": points}


def convoy_figure(data):
    """Lab 07's picture: how often a thread of a real program finds the mutex owned, by lock."""
    found = [(lock, contended(data, CONVOY, lock)) for lock in CONVOY_LOCKS]
    points = [{"label": lock, "median": value, "low": value, "high": value}
              for lock, exact in found if exact is not None for value in [rounded(exact, 2)]]
    return {"id": "real-convoy", "title": f"{CONVOY}: acquisitions of a thousand that found the mutex owned", "sentence": "",
            "kind": "bars", "unit": "contended of 1000 acquisitions", "world": CONVOY, "points": points}
