"""What the report shows of lab 05's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure.experiments import pairs
from kev.measure.figures import against, bars, between_extremes, figure, point
from kev.measure.numbers import shown

PERCENTILES = (1, 10, 25, 50, 75, 90, 99)


def timed_pair(identifier, measurements, world):
    """Lock and unlock, uncontended, by lock() and with an hour's limit."""
    made = bars(identifier, "A limit that never ends an attempt: lock and unlock, uncontended",
                world, "ns", measurements, label=lambda each: " ".join(each.parts[1:]))
    text = against(made, ["timed_mutex try_lock_for"], ["timed_mutex lock"])
    made["sentence"] = f"{text}." if text else between_extremes(made, "")
    return made


def lateness(identifier, measurements, world):
    """How long after its time an attempt ends: a figure for each interval."""
    return [lateness_of(identifier, interval,
                        [each for each in measurements if each.argument("us") == interval], world)
            for interval in dict.fromkeys(each.argument("us") for each in measurements)]


def lateness_of(identifier, interval, measurements, world):
    """The distribution for one interval: a line for each lock over the percentiles."""
    points = [point(each.parts[1], each.counters[f"p{percent}"], x=percent)
              for each in measurements for percent in PERCENTILES if f"p{percent}" in each.counters]
    made = figure(f"{identifier}-{interval}", f"How late an attempt of {interval} us ends", world, "us late",
                  "lines", points, x_label="percent of the attempts end at most so late")
    made["sentence"] = "; ".join(f"{value['label']}: half of the attempts are at most "
                                 f"{shown(value['median'])} us late"
                                 for value in points if value["x"] == 50) + "."
    made["notes"] = ["Each cell: the median of the repetitions in us, and its quartiles."]
    return made


def timeouts(identifier, measurements, world):
    """Four threads, of whose attempts a tenth runs out of time."""
    def attempt_time(each):
        return [1e6 / rate for rate in each.counters["attempts_a_ms"]]

    made = bars(identifier, "A tenth of the attempts run out of time: time for each attempt", world, "ns",
                measurements, label=lambda each: each.parts[1], samples=attempt_time,
                counters=["timed_out", "jain"], without=["attempts_a_ms"])
    made["sentence"] = between_extremes(made, "")
    made["notes"] = ["The owner works for 5 us with the lock, which is the greater part of each figure. "
                     "timed out: the share of all attempts that did."]
    return made


def instructions(path, bench):
    """Instructions of an uncontended pair, by callgrind."""
    return pairs("lab05_instructions-linux", path, bench, ("timed_mutex", "std::timed_mutex", "pthread_mutex_timedlock"))


MAKERS = {"timed_pair": timed_pair, "lateness": lateness, "timeouts": timeouts}
EXPERIMENTS = {"instructions": instructions}
