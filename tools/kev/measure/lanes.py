"""Traces of locks: what each thread did when, read from trace-event JSON and drawn as lanes.

A stretch is (thread, what, from, to): threads count from 1, times are in microseconds. Three things can be
told apart without colours, too: waiting is a thin line, being on the way a hatched bar, owning a full one.
"""
import json

from kev.core.errors import KevError
from kev.measure.figures import figure
from kev.measure.numbers import rounded, shown

WAITING, ON_THE_WAY, OWNING = "waiting", "woken, not running yet", "owns the lock"
LETTERS = {WAITING: "w", ON_THE_WAY: "r", OWNING: "o"}  # of a packed trace
HEIGHTS = {WAITING: 0.16, ON_THE_WAY: 0.56, OWNING: 0.84}
MOST_STRETCHES = 1500  # a picture with more is a grey wall, and a large file


def read(text):
    """The head of a trace file, its threads, and its stretches in order of time."""
    try:
        found = json.loads(text)
        events = [event for event in found["traceEvents"] if event["ph"] == "X"]
        threads = sum(event["ph"] == "M" for event in found["traceEvents"])
        stretches = sorted(((event["tid"], event["name"], event["ts"], event["ts"] + event["dur"])
                            for event in events), key=lambda stretch: stretch[2])
        return found["otherData"], threads, stretches
    except (ValueError, KeyError, TypeError) as error:
        raise KevError(f"this is no trace of a lock: {error}") from error


def packed(text):
    """A trace with one line for each thread: the head, then each stretch as its letter, beginning and length."""
    facts, threads, stretches = read(text)
    lines = [json.dumps(facts)]
    for thread in range(1, threads + 1):
        own = [(LETTERS[what], begin, end - begin) for lane, what, begin, end in stretches if lane == thread]
        lines.append(" ".join(f"{letter}{begin:.3f}+{length:.3f}" for letter, begin, length in own))
    return "\n".join(lines) + "\n"


def unpacked(text):
    """The trace-event JSON of which packed() made the text, as an object."""
    facts, *lanes_ = text.splitlines()
    names = {letter: name for name, letter in LETTERS.items()}
    events = [{"ph": "M", "name": "thread_name", "pid": 1, "tid": thread, "args": {"name": f"thread {thread}"}}
              for thread in range(1, len(lanes_) + 1)]
    for thread, lane in enumerate(lanes_, 1):
        for stretch in lane.split():
            begin, length = map(float, stretch[1:].split("+"))
            events.append({"ph": "X", "name": names[stretch[0]], "cat": "lock", "pid": 1, "tid": thread, "ts": begin,
                           "dur": length})
    return {"displayTimeUnit": "ns", "otherData": json.loads(facts), "traceEvents": events}


def part(stretches, length):
    """The stretches from the middle on, for so many microseconds, cut at the ends; times from 0 on."""
    last = max((stretch[3] for stretch in stretches), default=0)
    start = max(0, (last - length) / 2)
    cut = [(thread, what, max(begin, start) - start, min(end, start + length) - start)
           for thread, what, begin, end in stretches if end > start and begin < start + length]
    return cut[:MOST_STRETCHES]


def shares(stretches):
    """Of the time that the stretches span: how long a thread owned the lock, how long none did while
    a thread was on the way to it, how many waited on average, and how often the lock was taken."""
    length = max((stretch[3] for stretch in stretches), default=0)
    marks = sorted((moment, change, what) for _, what, begin, end in stretches
                   for moment, change in ((begin, 1), (end, -1)))
    now, counts, times = 0, {WAITING: 0, ON_THE_WAY: 0, OWNING: 0}, {OWNING: 0, ON_THE_WAY: 0, WAITING: 0}
    for moment, change, what in marks:
        passed = moment - now
        times[WAITING] += passed * (counts[WAITING] + counts[ON_THE_WAY])
        if counts[OWNING]:
            times[OWNING] += passed
        elif counts[ON_THE_WAY]:
            times[ON_THE_WAY] += passed
        counts[what] += change
        now = moment
    taken = sum(what == OWNING for _, what, _, _ in stretches)
    return {"owned": times[OWNING] / length, "on the way": times[ON_THE_WAY] / length,
            "waiting": times[WAITING] / length, "taken": taken, "length": length} if length else None


def lanes(identifier, title, world, traces, length):
    """A figure of traces, {lock: (threads, stretches)}, one under the other: drawn so many microseconds long, and
    counted whole."""
    points = [{"label": lock, "threads": threads,
               "stretches": [[thread, what, rounded(begin, 6), rounded(end, 6)]
                             for thread, what, begin, end in part(stretches, length)]}
              for lock, (threads, stretches) in traces.items()]
    made = figure(identifier, title, world, "microseconds", "lanes", points)
    made["columns"] = ["", "µs", "taken", "% of the time owned", "% a woken thread, none inside",
                       "waiting on average"]
    for lock, (_, stretches) in traces.items():
        found = shares(stretches)
        if found:
            made["rows"].append([lock, rounded(found["length"]), found["taken"], rounded(100 * found["owned"]),
                                 rounded(100 * found["on the way"]), rounded(found["waiting"])])
    made["sentence"] = " ".join(f"{row[0]}: taken {shown(row[2])} times; for {shown(row[4])} % of the time a thread "
                                "was woken and none was inside." for row in made["rows"])
    return made


def draw(pyplot, made, *, width, series, ink, faint):
    """A panel for each lock, a lane for each thread; returns the plot."""
    panels = made["points"]
    heights = [panel["threads"] for panel in panels]
    plot, axes = pyplot.subplots(len(panels), 1, sharex=True, squeeze=False, layout="constrained",
                                 figsize=(width, 1.1 + 0.19 * sum(heights) + 0.45 * len(panels)),
                                 gridspec_kw={"height_ratios": heights})
    looks = {WAITING: {"facecolor": ink, "alpha": 0.45, "linewidth": 0},
             ON_THE_WAY: {"facecolor": "none", "edgecolor": series[1], "hatch": "//////", "linewidth": 0.8},
             OWNING: {"facecolor": series[0], "edgecolor": series[0], "linewidth": 0.4}}
    for panel, each in zip(panels, axes[:, 0]):
        for what, look in looks.items():
            for thread in range(1, panel["threads"] + 1):
                bars = [(begin, end - begin) for lane, name, begin, end in panel["stretches"]
                        if lane == thread and name == what]
                if bars:
                    each.broken_barh(bars, (thread - HEIGHTS[what] / 2, HEIGHTS[what]), **look)
        each.set_title(panel["label"], fontsize=10, loc="left")
        each.set_ylim(panel["threads"] + 0.6, 0.4)
        each.set_yticks(range(1, panel["threads"] + 1))
        each.tick_params(axis="y", length=0, labelsize=8)
        each.grid(axis="x", color=faint)
    axes[0, 0].set_ylabel("thread")
    axes[-1, 0].set_xlabel(f"microseconds · {made['world']}")
    samples = [pyplot.Rectangle((0, 0), 1, 1, **looks[what]) for what in looks]
    plot.legend(samples, list(looks), loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, frameon=False, fontsize=9)
    return plot
