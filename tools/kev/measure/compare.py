"""Compares the results of one lab with those of another time: what changed by more than the noise.

The noise is known in two ways. Each value has the quartiles of its repetitions; and a figure may show one candidate
twice, under its name and as NAME_again: what differs between those two differs for no reason.

A busier machine makes everything slower, and the candidates of one figure share that: they ran interleaved. So times
are first divided by what the whole figure has changed by, its median ratio. A change counts where the quartiles of then
and now do not overlap after that, and where it is larger than the difference of a candidate from itself.
"""
import statistics

from kev.core.errors import KevError
from kev.core.terminal import heading, say, table
from kev.measure import results
from kev.measure.numbers import rounded, shown, times

AGAIN = "_again"
TIMES = ("ns", "us", "ms", "s")
ENOUGH = 3  # values of a figure, for a median that says something of the machine
SAME_MACHINE = ("Processor", "Cores", "Compiler", "Flags")


def read(path, lab, world):
    """The results in a file that `kev bench NN --csv FILE` wrote, for this lab and this world."""
    data = results.read(path)
    if (data["lab"], data["world"]) != (lab.number, world.name):
        raise KevError(f"{path} has results of lab {data['lab']}, {data['world']}; "
                       f"these are of lab {lab.number}, {world.name}")
    return data


def differences(then, now):
    """The differences between the machines, in words."""
    return [f"{key}: {then.get(key, 'unknown')} then, {now.get(key, 'unknown')} now" for key in SAME_MACHINE
            if then.get(key) != now.get(key)]


def by_place(figure):
    """The values of a figure, by label and x."""
    return {(value["label"], value.get("x")): value for value in figure["points"]
            if "median" in value}  # lanes have none


def noise(figure):
    """By how much one candidate differs from itself in this figure, as a ratio of at least 1."""
    values = by_place(figure)
    most = 1.0
    for (label, x), value in values.items():
        twin = values.get((label + AGAIN, x))
        if twin and twin["median"] and value["median"]:
            ratio = twin["median"] / value["median"]
            most = max(most, ratio, 1 / ratio)
    return most


def common_ratio(pairs, unit):
    """By how much a whole figure has changed; 1 where it shows no times, or too few."""
    ratios = [now["median"] / then["median"] for then, now in pairs if then["median"] and now["median"]]
    is_time = unit.split(" ")[0] in TIMES  # 'ns per acquisition', too
    return statistics.median(ratios) if is_time and len(ratios) >= ENOUGH else 1.0


def changes(then, now):
    """By how much the whole has changed, and for each value that both figures have a dictionary: label, x, then, now,
    ratio (of the value to the whole), and verdict."""
    own_noise = max(noise(then), noise(now))
    known = by_place(then)
    pairs = [(known[place], value) for place, value in by_place(now).items() if place in known]
    common = common_ratio(pairs, now["unit"])
    return common, [change(*pair, common, own_noise) for pair in pairs]


def change(then, now, common, own_noise):
    """One value, then and now."""
    ratio = now["median"] / common / then["median"] if then["median"] else None
    apart = now["low"] / common > then["high"] or now["high"] / common < then["low"]
    if not apart:
        verdict = "within the noise"
    elif ratio and max(ratio, 1 / ratio) <= own_noise:
        verdict = "within the noise of the same candidate twice"
    else:
        verdict = "higher" if now["median"] / common > then["median"] else "lower"
    return {"label": now["label"], "x": now.get("x"), "then": then["median"], "now": now["median"],
            "ratio": None if ratio is None else rounded(ratio), "verdict": verdict}


def compare(then, now):
    """(title, unit, common ratio, changes) for each figure that both results have with values in it."""
    known = {figure["id"]: figure for figure in then["figures"]}
    pairs = ((known[figure["id"]], figure) for figure in now["figures"] if figure["id"] in known)
    found = ((figure["title"], figure["unit"], *changes(before, figure)) for before, figure in pairs)
    return [each for each in found if each[3]]


def show(then, now, source):
    """Prints the comparison and its last line."""
    heading(f"Compared with {source}")
    for difference in differences(then.get("machine", {}), now["machine"]):
        say(f"  Not the same machine, so read no change into it. {difference}")
    compared = compare(then, now)
    for title, unit, common, rows in compared:
        say(f"\n{title}, {unit}")
        if common != 1:
            say(f"  All of it: {times(common)} as much as then. The ratios leave that out.")
        table(["", "then", "now", "ratio", ""],
              [[row["label"] if row["x"] is None else f"{row['label']}, {row['x']}", shown(row["then"]),
                shown(row["now"]), "-" if row["ratio"] is None else shown(row["ratio"]), row["verdict"]]
               for row in rows])
    say(f"\n{conclusion([row for _, _, _, rows in compared for row in rows])}")


def conclusion(rows):
    """The one sentence to remember."""
    outside = [row for row in rows if row["verdict"] in ("higher", "lower")]
    if not rows:
        return "The two have no value in common."
    if not outside:
        return f"None of the {len(rows)} values changed by more than the noise."
    higher = sum(row["verdict"] == "higher" for row in outside)
    return (f"{len(outside)} of {len(rows)} values changed by more than the noise: {higher} higher, "
            f"{len(outside) - higher} lower. Quartiles that are apart are no proof: run it once more.")
