"""What the report shows of lab 01's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure.experiments import pairs
from kev.measure.figures import against, bars, between_extremes, figure, point, short, table_by_x
from kev.measure.numbers import times


def enter_leave(identifier, measurements, world):
    """Enter and leave, uncontended."""
    made = bars(identifier, "Enter and leave, uncontended", world, "ns", measurements,
                label=lambda each: each.parts[1])
    made["sentence"] = against(made, ["Windows 2000 after C1"], ["Windows 2000"]) + "."
    made["notes"] = ["The generations share this path: what lies between them is noise."]
    return made


def contended(identifier, measurements, world):
    """Four threads that fight for one section."""
    made = bars(identifier, "Four threads, one section; the owner sometimes loses its processor", world, "ns",
                measurements, label=lambda each: each.parts[1],
                samples=lambda each: each.counters.get("ns_per_acquisition") or each.times,
                counters=["sleeps", "switches", "jain"], without=["ns_per_acquisition"])
    text = against(made, ["Windows XP"], ["std::mutex", "SRWLOCK"])
    made["sentence"] = f"{text}: it is handed over, and never free while a thread waits." if text \
        else between_extremes(made, "")
    made["notes"] = ["sleeps: counted by the simulated kernel, an acquisition; a dash for the system's locks, "
                     "which do not tell."]
    return made


def xp_list(identifier, measurements, world):
    """The walk through XP's list, by the number of threads that sleep in it."""
    points = sorted((point("one list (XP)", each.times, x=each.argument("sleeping")) for each in measurements),
                    key=lambda value: value["x"])
    made = figure(identifier, "One wait and its release in XP's list, behind so many sleeping threads", world, "ns",
                  "lines", points, x_label="threads that sleep on other keys")
    made["notes"] = ["Each cell: the median in ns, and its quartiles."]
    first, last = points[0], points[-1]
    if first["median"]:
        made["sentence"] = (f"Behind {last['x']} sleeping threads a meeting takes "
                            f"{times(last['median'] / first['median'])} as long as alone.")
    return made


def footprint(path, bench):
    """What sections take in each generation. Counted, not timed: every run prints the same."""
    printed = bench.repeat(path, "--json")[0]
    rows = printed["rows"]
    made = [_footprint(rows, bench.world, "handles", "handles", "Handles of a process with so many critical sections"),
            _footprint(rows, bench.world, "non_paged_bytes", "bytes of non-paged pool",
                       "Non-paged pool of so many critical sections")]
    most = max(row["sections"] for row in rows)
    counts = {row["generation"]: row["handles"] for row in rows if row["sections"] == most}
    made[0]["sentence"] = f"{most} sections take " + ", ".join(
        f"{count} {'handle' if count == 1 else 'handles'} ({name})" for name, count in counts.items()) + "."
    made[1]["sentence"] = (f"An event is counted with {printed['event_bytes']} bytes: a nominal figure; the shape is "
                           "what matters.")
    return made


def _footprint(rows, world, field, unit, title):
    points = [point(row["generation"], [row[field]], x=row["sections"]) for row in rows if row[field] > 0]
    made = figure(f"lab01_footprint_{field}-{short(world)}", title, world, unit, "lines", points,
                  x_label="critical sections")
    counted = {**made, "points": [point(row["generation"], [row[field]], x=row["sections"]) for row in rows]}
    table_by_x(counted, "sections", lambda value: value["median"])
    made["columns"], made["rows"] = counted["columns"], counted["rows"]  # with the zeros that no logarithm shows
    made["notes"] = ["Every hundredth section, and at least one, has been contended. Counted, so there is no spread."]
    return made


def instructions(path, bench):
    """Instructions of an enter and a leave, by callgrind."""
    return pairs("lab01_instructions-linux", path, bench, ("keyed events only", "before Windows 2000", "Windows XP"))


# In the order in which the lab's figures are told: benchmarks by the family of their names, then the
# experiments by the program's name.
MAKERS = {"enter_leave": enter_leave, "contended": contended, "xp_list": xp_list}
EXPERIMENTS = {"instructions": instructions, "footprint": footprint}
