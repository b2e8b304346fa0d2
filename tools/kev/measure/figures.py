"""Turns measurements into figures: plain dictionaries, which are what report.json holds.

A figure has: id, title, world (where it was measured), unit, kind of plot ('bars', 'lines', 'curves', or
'lanes', which is lanes.py's), points (what is plotted, and the quartiles of what was counted beside it), columns and
rows (the table), sentence (what to see), notes. The report and the terminal show nothing else, so whatever they show is
in the JSON.

What is said about a lab's benchmarks is in that lab's report.py (lab_report.py); a benchmark of which nothing is
said is shown by `plain_bars`.
"""
from kev.measure.google_benchmark import spread
from kev.measure.numbers import rounded, shown, times

LINUX = "emulation on Linux"
WINE = "Wine"


def point(label, samples, **more):
    """One plotted value: the median with its quartiles."""
    data = spread(samples)
    return {"label": label, **_rounded_alike(data, "median", "low", "high", "least", "most"), "samples": data.samples,
            **more}


def _rounded_alike(data, *keys):
    """Some values of a spread. A whole median that kept its last digits could lie outside of quartiles that have lost
    theirs; so either all are whole, or all are rounded."""
    values = {key: getattr(data, key) for key in keys}
    if all(isinstance(value, int) for value in values.values()):
        return values
    return {key: rounded(float(value)) for key, value in values.items()}


def figure(identifier, title, world, unit, kind, points, **more):
    """A figure with its standard fields."""
    return {"id": identifier, "title": title, "world": world, "unit": unit, "kind": kind,
            "points": points, "columns": [], "rows": [], "sentence": "", "notes": [], **more}


def from_measurements(program, measurements, world, makers):
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


def as_list(made):
    """A maker may return one figure or several."""
    return made if isinstance(made, list) else [made]


def short(world):
    """A world's name in the id of a figure."""
    return "wine" if world == WINE else "linux"


def label_of(*parts):
    """Parts of a benchmark's name as a label: 'limit:two_rmws' is no class, so it is written in words."""
    text = "/".join(parts)
    return text.replace(":", ": ").replace("_", " ") if text.startswith("limit:") else text


def spread_table(unit):
    """The columns that every table of times has."""
    return [f"median, {unit}", "quartiles", "least", "most", "samples"]


def spread_cells(value):
    """The cells under those columns."""
    return [value["median"], f"{shown(value['low'])} to {shown(value['high'])}", value["least"],
            value["most"], value["samples"]]


def counter_names(measurements, preferred):
    """The counters that these measurements have, the preferred ones first."""
    present = {key for each in measurements for key in each.counters}
    return [key for key in preferred if key in present] + sorted(present - set(preferred))


def in_words(name):
    """The name of a counter as a table has it: 'futex calls'."""
    return name.replace("_", " ")


def counted(measurement, names):
    """The field of a point for the counters that a measurement has: median and quartiles of each."""
    spreads = {in_words(name): spread(measurement.counters[name]) for name in names if measurement.counters.get(name)}
    found = {name: _rounded_alike(data, "median", "low", "high") for name, data in spreads.items()}
    return {"counters": found} if found else {}


def counter_cell(measurement, key):
    """The median of a counter, or a dash."""
    values = measurement.counters.get(key)
    return rounded(spread(values).median) if values else "-"


def bars(identifier, title, world, unit, measurements, *, label, samples=None, counters=()):
    """A figure with one bar a measurement, shortest first, and its counters in the table. The quartiles of the counters
    are in the points, under the names of the table's columns."""
    samples = samples or (lambda each: each.times)
    names = counter_names(measurements, counters)
    pairs = sorted(((point(label(each), samples(each), **counted(each, names)), each) for each in measurements),
                   key=lambda pair: pair[0]["median"])
    made = figure(identifier, title, world, unit, "bars", [value for value, _ in pairs])
    made["columns"] = ["", *spread_table(unit), *map(in_words, names)]
    made["rows"] = [[value["label"], *spread_cells(value), *(counter_cell(each, key) for key in names)]
                    for value, each in pairs]
    return made


def plain_bars(identifier, measurements, world):
    """Any benchmark: the name after its family, the time."""
    family = measurements[0].parts[0]
    made = bars(identifier, family.replace("_", " "), world, "ns", measurements,
                label=lambda each: label_of(*each.parts[1:]) or each.name)
    made["sentence"] = between_extremes(made, "")
    return made


def between_extremes(made, what):
    """'A is the fastest: 12 ns; B takes 3.1 times that.'"""
    first, last = made["points"][0], made["points"][-1]
    text = f"{first['label']} is the fastest{what} with {shown(first['median'])} {made['unit']}"
    if len(made["points"]) > 1 and first["median"]:
        text += f"; {last['label']}, the slowest, takes {times(last['median'] / first['median'])} that"
    return text + "."


def by_label(made, *words):
    """The point whose label is the first of these words that occurs, or None."""
    labels = {value["label"]: value for value in made["points"]}
    return next((labels[word] for word in words if word in labels), None)


def against(made, ours, others):
    """'ours takes 1.1 times other's ...', or '' where one of them is missing."""
    mine, other = by_label(made, *ours), by_label(made, *others)
    if not mine or not other or mine is other or not other["median"]:
        return ""
    return (f"{mine['label']} takes {shown(mine['median'])} {made['unit']}, "
            f"{times(mine['median'] / other['median'])} the {shown(other['median'])} "
            f"{made['unit']} of {other['label']}")


def table_by_x(made, x_name, cell):
    """A table of a figure of lines: a row for each x, a column for each line."""
    lines = list(dict.fromkeys(value["label"] for value in made["points"]))
    cells = {(value["x"], value["label"]): cell(value) for value in made["points"]}
    made["columns"] = [x_name, *lines]
    made["rows"] = [[x, *(cells.get((x, line), "-") for line in lines)]
                    for x in sorted({value["x"] for value in made["points"]})]


def column(made, name):
    """The cells of a column of the table."""
    if name not in made["columns"]:
        return []
    place = made["columns"].index(name)
    return [row[place] for row in made["rows"]]


def drop_column(made, name):
    """Takes a column out of the table, and its counter out of the points."""
    if name in made["columns"]:
        place = made["columns"].index(name)
        for row in [made["columns"], *made["rows"]]:
            del row[place]
        for value in made["points"]:
            value.get("counters", {}).pop(name, None)


def growth_ratios(points, what):
    """For each line of a figure: how much more it takes at its last x than at its first, in words."""
    texts = []
    for label in dict.fromkeys(value["label"] for value in points):
        own = [value for value in points if value["label"] == label]
        if len(own) > 1 and own[0]["median"]:
            texts.append(f"{times(own[-1]['median'] / own[0]['median'])} {what} with {label}")
    return ", ".join(texts)
