"""What the report shows of lab 04's measurements; read by tools/kev/measure/lab_report.py."""
from kev.measure.figures import against, bars, between_extremes, exactly, figure, point, short
from kev.measure.numbers import shown, times

OURS, AGAIN, ARTICLE = "queue_condvar", "queue_condvar_again", "locked_condvar"
COUNTING = ("lock_free_condvar", "counting_condvar")  # these two may pass a waiter over
PEERS = ("std::condition_variable", "absl::CondVar", "parking_lot", "CONDITION_VARIABLE", "winpthreads")


def broadcast(identifier, measurements, world):
    """Broadcasts with the mutex owned."""
    return _broadcasts(identifier, measurements, world, "with the mutex owned")


def broadcast_free(identifier, measurements, world):
    """Broadcasts with the mutex free."""
    return _broadcasts(identifier, measurements, world, "with the mutex free")


def _broadcasts(identifier, measurements, world, how):
    """Three figures: the call, the time until all are through, and the context switches of a waiter."""
    call = _by_crowd(f"{identifier}-call", f"A broadcast {how}: the call", world, "ns", measurements,
                     lambda each: each.counters["call_ns"])
    call["sentence"] = _compared(call, [ARTICLE], OURS, "the call of the article's takes {theirs} ns, {ratio} the {ours} "
                                                        "ns of queue_condvar, which moves its waiters")
    through = _by_crowd(f"{identifier}-through", f"A broadcast {how}: until all have had the mutex", world, "ns",
                        measurements, lambda each: each.times)
    through["sentence"] = _compared(through, PEERS, OURS, "{name}, the best of the others, takes {theirs} ns until all "
                                                          "are through, {ratio} the {ours} ns of queue_condvar")
    through["notes"].append(_compared(through, [AGAIN], OURS, "queue_condvar stands there twice: {theirs} and {ours} ns "
                                                              "show how much is noise"))
    made = [call, through]
    if all("switches" in each.counters for each in measurements):
        switches = _by_crowd(f"{identifier}-switches", f"A broadcast {how}: context switches of a waiter", world,
                             "switches", measurements, lambda each: each.counters["switches"])
        switches["sentence"] = _compared(switches, [ARTICLE], OURS, "a waiter of the article's changes places on a "
                                         "processor {theirs} times, a waiter of queue_condvar {ours} times")
        made.append(switches)
    return made


def _by_crowd(identifier, title, world, unit, measurements, samples):
    points = [point(each.parts[1], samples(each), x=each.argument("waiters")) for each in measurements]
    points.sort(key=lambda value: (value["label"], value["x"]))
    made = figure(identifier, title, world, unit, "lines", points, x_label="waiters")
    made["notes"] = [f"Each cell: the median in {unit}, and its quartiles."]
    return made


def _compared(made, others, ours, text):
    """A sentence on the largest crowd: ours against the best of the others."""
    most = max(value["x"] for value in made["points"])
    at_most = {value["label"]: value["median"] for value in made["points"] if value["x"] == most}
    there = [name for name in others if name in at_most]
    if not there or not at_most.get(ours):
        return ""
    best = min(there, key=at_most.get)
    filled = text.format(name=best, theirs=shown(at_most[best]), ours=shown(at_most[ours]),
                         ratio=times(at_most[best] / at_most[ours]))
    return f"With {most} waiters {filled}."


def items(identifier, measurements, world):
    """A queue between producers and consumers: a figure for each size of the queue."""
    made = []
    for capacity in sorted({each.argument("capacity") for each in measurements}):
        mine = [each for each in measurements if each.argument("capacity") == capacity]
        places = "one place" if capacity == 1 else f"{capacity} places"
        each_size = bars(f"{identifier}-{capacity}", f"An item through a queue of {places}: two producers, two "
                         "consumers", world, "ns", mine, label=lambda each: each.parts[1],
                         samples=lambda each: each.counters["ns_per_item"], counters=["switches", "sleeps"],
                         without=["ns_per_item"])
        each_size["sentence"] = between_extremes(each_size, "")
        made.append(each_size)
    return made


def pingpong(identifier, measurements, world):
    """Two threads notify each other in turn: a figure for each placement of the threads."""
    made = []
    for placement in dict.fromkeys(each.parts[2] for each in measurements):
        mine = [each for each in measurements if each.parts[2] == placement]
        where = bars(f"{identifier}-{placement}", f"A round trip between two threads, on "
                     f"{placement.replace('_', ' ')}", world, "ns", mine, label=lambda each: each.parts[1],
                     counters=["switches"])
        text = against(where, [OURS], PEERS)
        where["sentence"] = f"{text}." if text else between_extremes(where, "")
        made.append(where)
    return made


def passed_over(path, bench):
    """Broadcasts that passed over a waiter (race V4)."""
    runs = bench.repeat(path, "--seconds", str(bench.seconds), "--json")
    names = list(dict.fromkeys(each["name"] for one in runs for each in one["variants"]))
    points, passed = [], {}
    for name in names:
        mine = [each for one in runs for each in one["variants"] if each["name"] == name]
        counts = {words: sum(each[what] for each in mine)
                  for what, words in (("rounds", "broadcasts"), ("passed_over", "passed over"))}
        points.append(point(name, [1e6 * each["passed_over"] / max(1, each["rounds"]) for each in mine], **exactly(counts)))
        if counts["passed over"]:
            passed[name] = f"{name} passed over {counts['passed over']} in {counts['broadcasts']} broadcasts"
    made = figure(f"lab04_passed_over-{short(bench.world)}", "Waiters that a broadcast passed over", bench.world,
                  "per million broadcasts", "bars", points)
    if passed.keys() - set(COUNTING):
        made["sentence"] = ("The machine was too busy: even condition variables that cannot pass a waiter over were "
                            "counted, so the run says nothing.")
    elif passed:
        made["sentence"] = "; ".join(passed.values()) + "."
    else:
        made["sentence"] = ("No waiter was passed over in this time. That does not make it impossible, as "
                            "./kev race V4/relay shows.")
    return made


# In the order in which the lab's figures are told.
MAKERS = {"broadcast": broadcast, "broadcast_free": broadcast_free, "items": items, "pingpong": pingpong}
EXPERIMENTS = {"passed_over": passed_over}
