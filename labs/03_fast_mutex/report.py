"""What the report shows of lab 03's measurements; read by tools/kev/measure/lab_report.py."""
import statistics

from kev.measure.experiments import low_priority, pairs
from kev.measure.figures import (against, bars, between_extremes, contended_bars, exactly, figure, label_of, note_the_noise,
                                 point, short)
from kev.measure.lab_report import MeasuredRace
from kev.measure.numbers import rounded


def pair(identifier, measurements, world):
    """Lock and unlock, uncontended."""
    made = bars(identifier, "Lock and unlock, uncontended", world, "ns", measurements,
                label=lambda each: label_of(*each.parts[1:]))
    made["sentence"] = against_the_system(made)
    return made


def against_the_system(made):
    """The lab's mutex against the system's usual lock."""
    text = against(made, ["fast_mutex"], ["std::mutex", "SRWLOCK"])
    return f"{text}." if text else between_extremes(made, "")


def article(identifier, measurements, world):
    """The article's own benchmark: threads that do nothing but take the lock."""
    threads = measurements[0].argument("threads")
    title = "The article's benchmark" + (f": {threads} threads, empty section" if threads else "")
    made = contended_bars(identifier, title, world, measurements)
    made["sentence"] = against_the_system(made)
    note_the_noise(made, "fast_mutex")
    return made


def litmus(path, bench):
    """The wake-ups that each way to unlock loses."""
    runs = bench.repeat(path, "--seconds", str(bench.seconds), "--json")
    names = list(dict.fromkeys(each["name"] for one in runs for each in one["variants"]))
    points, lost = [], {}
    for name in names:
        mine = [each for one in runs for each in one["variants"] if each["name"] == name]
        rates = [1e6 * each["lost"] / max(1, each["delivered"] + each["lost"]) for each in mine]
        counts = {what: sum(each[what] for each in mine) for what in ("delivered", "lost")}
        points.append(point(name, rates, **exactly(counts)))
        lost[name] = (counts["lost"], sum(counts.values()))
    made = figure(f"lab03_byte_store_litmus-{short(bench.world)}", "Wake-ups lost by the way to unlock", bench.world,
                  "lost per million", "bars", points)
    losers = [f"“{name}” lost {some} of {all_of_them}" for name, (some, all_of_them) in lost.items() if some]
    clean = [f"“{name}”" for name, (some, _) in lost.items() if not some]
    made["sentence"] = ("; ".join(losers) + (f"; {' and '.join(clean)} lost none." if clean else ".")
                        if losers else "This machine lost no wake-up in the time it had: that does not "
                                       "make the byte store right, here or elsewhere.")
    return made


def starvation(path, bench):
    """What waiting costs beside a thread of low priority, and what it leaves to that thread."""
    return low_priority("lab03_yield_starvation", path, bench)


def instructions(path, bench):
    """Instructions an uncontended pair, by callgrind."""
    return pairs("lab03_instructions-linux", path, bench, locks_of(bench.figures))


def wake_bit(path, bench):
    """What the wake bit saves."""
    runs = bench.repeat(path, "--json")
    points = [point(name, [value for one in runs for value in counts_of(one, "sleeps")[name]])
              for name in counts_of(runs[0], "sleeps")]
    made = figure(f"lab03_wake_bit-{short(bench.world)}", "Sixteen threads, with the wake bit and without it",
                  bench.world, "sleeps in 1000 acquisitions", "bars", points)
    made["sentence"] = against(made, ["no_wake_bit_mutex"], ["fast_mutex"]) + "."
    return made


def counts_of(printed, what):
    """The lists of one count that wake_bit printed, by variant."""
    return {each["name"]: each[what] for each in printed["variants"]}


def judge_wake_bit(printed):
    """M5: without the bit, more threads are woken for nothing."""
    figures = {f"{what} in 1000 acquisitions, {name}": rounded(statistics.median(values))
               for what in ("sleeps", "switches") for name, values in counts_of(printed, what).items()}
    sleeps = {name: statistics.median(values) for name, values in counts_of(printed, "sleeps").items()}
    return figures, sleeps["no_wake_bit_mutex"] > 1.5 * sleeps["fast_mutex"]


def locks_of(figures):
    """The locks that the pair benchmark had."""
    return [value["label"] for made in figures if made["id"].startswith("lab03_pair_bench") for value in made["points"]
            if not value["label"].startswith("limit") and not value["label"].endswith("_again")]


# In the order in which the lab's figures are told: benchmarks by the family of their names, then the
# experiments by the program's name.
MAKERS = {"pair": pair, "article": article}
EXPERIMENTS = {"byte_store_litmus": litmus, "wake_bit": wake_bit, "yield_starvation": starvation, "instructions": instructions}
RACES = [MeasuredRace(
    "M5", "no_wake_bit_mutex", "16 threads lock, hold for some hundred ns, and unlock", "an unlock wakes no thread "
    "while a woken thread has not run yet", "wake_bit", judge_wake_bit)]
