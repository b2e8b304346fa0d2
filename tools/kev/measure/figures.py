"""Turns measurements into figures: plain dictionaries, which are what report.json holds.

The report and the terminal show nothing but what is in a Figure, so whatever they show is in the JSON.

The words about a lab's benchmarks are in that lab's report.py (lab_report.py); a benchmark of which nothing is
said is shown by `plain_bars`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypedDict, Union, cast

from kev.measure.google_benchmark import Measurement, Spread, spread
from kev.measure.numbers import rounded, shown, times

LINUX = "emulation on Linux"
WINE = "Wine"
Number = Union[int, float]
Cell = Union[int, float, str]


class Median(TypedDict):
    """A median with its quartiles."""
    median: Number
    low: Number
    high: Number


class Value(Median):
    """The fields that each plotted value has: its name, and all that its samples say."""
    label: str
    least: Number
    most: Number
    samples: int


class Point(Value, total=False):
    """A plotted value. A lab may add fields for its own table."""
    x: Number                    # of lines and curves: the place on the axis
    counters: dict[str, Median]  # what was counted beside the times, by the name of the table's column


class Shown(TypedDict):
    """The fields that each figure has."""
    id: str
    title: str
    world: str  # where it was measured: LINUX, WINE or 'simulated'
    unit: str
    kind: str   # of plot: 'bars', 'lines', 'curves', 'scatter', or 'lanes', whose points are those of lanes.py
    points: list[Point]
    columns: list[str]
    rows: list[list[Cell]]  # the table: the first cell of each row is its name
    sentence: str           # what to see
    notes: list[str]


class Figure(Shown, total=False):
    """A figure of the report: a plot, its table, and what to see in them."""
    x_label: str
    legend: str  # where it stands in the plot, as matplotlib calls it
    log_x: bool
    log_y: bool
    source: str  # of a picture of the opening: the id of the figure that it is a part of


Maker = Callable[[str, "list[Measurement]", str], Union[Figure, "list[Figure]"]]


def point(label: str, samples: Sequence[Number], **more: Any) -> Point:
    """One plotted value: the median with its quartiles."""
    data = spread(samples)
    return cast(Point, {"label": label, **_rounded_alike(data, "median", "low", "high", "least", "most"),
                        "samples": data.samples, **more})


def _rounded_alike(data: Spread, *keys: str) -> dict[str, Number]:
    """Some values of a spread. A whole median that kept its last digits could lie outside of quartiles that have lost
    theirs; so either all are whole, or all are rounded."""
    values = {key: getattr(data, key) for key in keys}
    if all(isinstance(value, int) for value in values.values()):
        return values
    return {key: rounded(float(value)) for key, value in values.items()}


def figure(identifier: str, title: str, world: str, unit: str, kind: str, points: list[Point], **more: Any) -> Figure:
    """A figure with its standard fields."""
    return cast(Figure, {"id": identifier, "title": title, "world": world, "unit": unit, "kind": kind,
                         "points": points, "columns": [], "rows": [], "sentence": "", "notes": [], **more})


def from_measurements(program: str, measurements: list[Measurement], world: str,
                      makers: Mapping[str, Maker]) -> list[Figure]:
    """The figures of one benchmark program: one for each family of names in it, or more. `makers` has the
    functions for the families that are shown in a way of their own."""
    good = [each for each in measurements if each.times]
    families = list(dict.fromkeys(each.parts[0] for each in good))
    made = []
    for family in families:
        mine = [each for each in good if each.parts[0] == family]
        maker = makers.get(family, plain_bars)
        identifier = f"{program}-{short(world)}" + (f"-{family}" if len(families) > 1 else "")
        made += as_list(maker(identifier, mine, world))
    if made:
        made[-1]["notes"] += [f"{'/'.join(each.parts[1:])}: not measured: {each.error}"
                              for each in measurements if each.error]
    return made


def as_list(made: Figure | list[Figure]) -> list[Figure]:
    """A maker may return one figure or several. One that has no table gets that of its points."""
    found = made if isinstance(made, list) else [made]
    for each in found:
        if not each["columns"]:
            tabled(each)
    return found


def short(world: str) -> str:
    """A world's name in the id of a figure."""
    return "wine" if world == WINE else "linux"


def label_of(*parts: str) -> str:
    """Parts of a benchmark's name as a label: 'limit:two_rmws' is no class, so it is written in words."""
    text = "/".join(parts)
    return text.replace(":", ": ").replace("_", " ") if text.startswith("limit:") else text


def tabled(made: Figure) -> None:
    """Gives a figure the table that its points make: a row for each bar with its counters, or for each x a row with a
    column for each line. Values without a spread stand alone."""
    alone = all(value["samples"] == 1 for value in made["points"])
    if any("x" in value for value in made["points"]) and made["kind"] != "scatter":
        table_by_x(made, made.get("x_label", "x"), lambda value: value["median"] if value["samples"] == 1 else
                   f"{shown(value['median'])} ({shown(value['low'])} to {shown(value['high'])})")
        return
    names = list(dict.fromkeys(name for value in made["points"] for name in value.get("counters", {})))
    made["columns"] = ["", *([made["unit"]] if alone else spread_columns(made["unit"])), *names]
    made["rows"] = [_row(value, alone, names) for value in made["points"]]


def _row(value: Point, alone: bool, names: Sequence[str]) -> list[Cell]:
    cells: list[Cell] = [value["label"], value["median"]]
    cells += [] if alone else [quartiles(value), value["samples"]]
    counters = value.get("counters", {})
    return cells + [counters[name]["median"] if name in counters else "-" for name in names]


def spread_columns(unit: str) -> list[str]:
    """The columns of a table of times that was read from a file."""
    return [f"median, {unit}", "quartiles", "samples"]


def quartiles(value: Point) -> str:
    """Both of a value, in one cell."""
    return f"{shown(value['low'])} to {shown(value['high'])}"


def exactly(counts: Mapping[str, Number]) -> dict[str, Any]:
    """The field of a point for numbers that have no spread, by the name of the table's column."""
    return {"counters": {name: {"median": value, "low": value, "high": value} for name, value in counts.items()}}


def counter_names(measurements: Iterable[Measurement], preferred: Sequence[str]) -> list[str]:
    """The counters that these measurements have, the preferred ones first."""
    present = {key for each in measurements for key in each.counters}
    return [key for key in preferred if key in present] + sorted(present - set(preferred))


def in_words(name: str) -> str:
    """The name of a counter as a table has it: 'futex calls'."""
    return name.replace("_", " ")


def counted(measurement: Measurement, names: Iterable[str]) -> dict[str, Any]:
    """The field of a point for the counters that a measurement has: median and quartiles of each."""
    spreads = {in_words(name): spread(measurement.counters[name]) for name in names if measurement.counters.get(name)}
    found = {name: _rounded_alike(data, "median", "low", "high") for name, data in spreads.items()}
    return {"counters": found} if found else {}


def bars(identifier: str, title: str, world: str, unit: str, measurements: list[Measurement], *,
         label: Callable[[Measurement], str], samples: Callable[[Measurement], Sequence[Number]] | None = None,
         counters: Sequence[str] = (), without: Sequence[str] = ()) -> Figure:
    """A figure with one bar a measurement, shortest first, and its counters but those that it is to be without. The quartiles
    of the counters are in the points, under the names of the table's columns."""
    samples = samples or (lambda each: each.times)
    names = [name for name in counter_names(measurements, counters) if name not in without]
    points = sorted((point(label(each), samples(each), **counted(each, names)) for each in measurements),
                    key=lambda value: value["median"])
    return figure(identifier, title, world, unit, "bars", points)


def plain_bars(identifier: str, measurements: list[Measurement], world: str) -> Figure:
    """Any benchmark: the name after its family, the time."""
    family = measurements[0].parts[0]
    made = bars(identifier, family.replace("_", " "), world, "ns", measurements,
                label=lambda each: label_of(*each.parts[1:]) or each.name)
    made["sentence"] = between_extremes(made, "")
    return made


def contended_bars(identifier: str, title: str, world: str, measurements: list[Measurement]) -> Figure:
    """Threads that fight for one lock: the time of an acquisition, with a note on how fair the locks were."""
    made = bars(identifier, title, world, "ns", measurements, label=lambda each: each.parts[1],
                samples=lambda each: each.counters.get("ns_per_acquisition") or each.times,
                counters=["sleeps", "switches", "jain"], without=["ns_per_acquisition"])
    fair = [value["counters"]["jain"]["median"] for value in made["points"] if "jain" in value.get("counters", {})]
    if fair:
        made["notes"].append(f"Read the times beside the fairness: Jain's index, 1 if all threads advance alike, "
                             f"lies between {shown(min(fair))} and {shown(max(fair))} here.")
    return made


def note_the_noise(made: Figure, label: str) -> None:
    """Notes how far the two rows of one candidate are apart: LABEL and LABEL_again."""
    twice = [by_label(made, name) for name in (label, f"{label}_again")]
    medians = [shown(value["median"]) for value in twice if value]
    if len(medians) == len(twice):
        made["notes"].append(f"{label} stands there twice: {' and '.join(medians)} {made['unit']} show how much is noise.")


def noise(made: Figure) -> float:
    """The ratio of the two rows of one candidate, LABEL and LABEL_again, where it is greatest. 1 if none is there twice."""
    medians = {value["label"]: value["median"] for value in made["points"]}
    pairs = [sorted((medians[label], medians[f"{label}_again"])) for label in medians if f"{label}_again" in medians]
    return max((high / low for low, high in pairs if low), default=1.0)


def between_extremes(made: Figure, what: str) -> str:
    """'A is the fastest: 12 ns; B takes 3.1 times that.'"""
    first, last = made["points"][0], made["points"][-1]
    text = f"{first['label']} is the fastest{what} with {shown(first['median'])} {made['unit']}"
    if len(made["points"]) > 1 and first["median"] and last["median"] / first["median"] > noise(made):
        text += f"; {last['label']}, the slowest, takes {times(last['median'] / first['median'])} that"
    return text + "."


def by_label(made: Figure, *words: str) -> Point | None:
    """The point whose label is the first of these words that occurs, or None."""
    labels = {value["label"]: value for value in made["points"]}
    return next((labels[word] for word in words if word in labels), None)


def against(made: Figure, ours: Iterable[str], others: Iterable[str]) -> str:
    """'ours takes 1.1 times other's ...', or '' where one of them is missing."""
    mine, other = by_label(made, *ours), by_label(made, *others)
    if not mine or not other or mine is other or not other["median"]:
        return ""
    ratio = mine["median"] / other["median"]
    if max(ratio, 1 / ratio if ratio else 1) <= noise(made):
        return (f"This run does not tell {mine['label']} from {other['label']}: "
                f"they take {shown(mine['median'])} and {shown(other['median'])} {made['unit']}, "
                "and two rows of one lock are no nearer to each other")
    return (f"{mine['label']} takes {shown(mine['median'])} {made['unit']}, "
            f"{times(mine['median'] / other['median'])} the {shown(other['median'])} "
            f"{made['unit']} of {other['label']}")


def table_by_x(made: Figure, x_name: str, cell: Callable[[Point], Cell]) -> None:
    """A table of a figure of lines: a row for each x, a column for each line."""
    lines = list(dict.fromkeys(value["label"] for value in made["points"]))
    cells = {(value["x"], value["label"]): cell(value) for value in made["points"]}
    made["columns"] = [x_name, *lines]
    made["rows"] = [[x, *(cells.get((x, line), "-") for line in lines)]
                    for x in sorted({value["x"] for value in made["points"]})]


def growth_ratios(points: Sequence[Point], what: str) -> str:
    """For each line of a figure: how much more it takes at its last x than at its first, in words."""
    texts = []
    for label in dict.fromkeys(value["label"] for value in points):
        own = [value for value in points if value["label"] == label]
        if len(own) > 1 and own[0]["median"]:
            texts.append(f"{times(own[-1]['median'] / own[0]['median'])} {what} with {label}")
    return ", ".join(texts)
