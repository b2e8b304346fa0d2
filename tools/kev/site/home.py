"""A hook of MkDocs: what moves on the first page, a race that plays by itself and two queues that grow.

The race is M4 as the checker found it (docs/races/schedules.tsv), and the corrected lock under the same schedule. Only the
steps at the word and the calls of the kernel are played, from the moment at which the waiter looks at the word. The
sentences are written here, one for each step; the build stops if the schedule has other steps.
"""
import html
import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.races import race_data, variants  # noqa: E402
from kev.site import race_page, word_fields  # noqa: E402

RACE = "M4"
START = 5  # the waiter has tried to lock and has failed; now it looks at the word
BEFORE = "The owner holds the lock. The waiter has tried to lock, and has failed."
# (thread, operation, the sentence)
BROKEN = (
    ("waiter", "load", "The waiter looks at the word: the lock is owned."),
    ("owner", "fetch_sub", "The owner unlocks. It sees no waiter in the word, so it wakes no thread."),
    ("waiter", "fetch_add", "The waiter counts itself in. It does not look again, so it misses that the lock is free."),
    ("waiter", "NtWaitForKeyedEvent", "The waiter sleeps. No thread will ever wake it."))
CORRECTED = (
    *BROKEN[:2],
    ("waiter", "compare_exchange_weak",
     "The waiter counts itself in only if the word is still as it was. It is not, so nothing is counted."),
    ("waiter", "load", "The waiter looks again: the lock is free."),
    ("waiter", "fetch_or", "The waiter takes the lock."),
    ("waiter", "fetch_sub", "The waiter unlocks. Both threads have come to their end."))
SCRIPTS = ("lanes/elements.js", "race/graph.js", "home/race.js", "convoy/simulation.js", "home/convoy.js")


def race():
    """The race as docs/races has it."""
    return next(race for race in race_data.load() if race["id"] == RACE)


def played(threads, steps, told):
    """The steps that are played, with their sentences; an error if the schedule has others."""
    steps = [step for step in steps if step["operation"] not in ("read", "write")]
    found = [(threads[step["thread"] - 1], step["operation"]) for step in steps]
    if found != [line[:2] for line in told]:
        raise SystemExit(f"the first page tells other steps of {RACE} than the schedule has: {found}")
    return [data_of(step, line[0], line[2]) for step, line in zip(steps, told)]


def data_of(step, thread, sentence):
    """One step: the sentence, the line of code, and the word that it leaves."""
    data = {"thread": thread, "words": sentence, "code": code_of(step)}
    if "after" in step:
        data["fields"] = word_fields.of_value(step["after"], step["after_text"])
    return data


def code_of(step):
    """The statement that a step is at, on one line; a call of the kernel stands for itself."""
    if not step["line"]:
        return f"{step['operation']}(...);"
    lines = variants.text_of(step["file"]).split("\n")[step["line"] - 1:]
    text = lines[0].strip()
    before = variants.text_of(step["file"]).split("\n")[step["line"] - 2].strip()
    if before.endswith("="):  # the statement begins on the line above
        text = f"{before} {text}"
    while text.count("(") > text.count(")"):
        lines = lines[1:]
        text = f"{text} {lines[0].strip()}"
    text = re.sub(r"std::memory_order_", "", text.partition(" // ")[0])
    return f"{text} // in {step['function']}()"


def side(threads, steps, told, end, bad):
    """One lock: its steps, the lines of code that they run, each once, and how it ends."""
    made = played(threads, steps, told)
    lines = list(dict.fromkeys(step["code"] for step in made if not step["code"].startswith("Nt")))
    for step in made:
        step["line"] = lines.index(step["code"]) if step["code"] in lines else -1
        del step["code"]
    return {"lines": lines, "steps": made, "end": end, "bad": bad}


def data():
    """What the script plays."""
    found = race()
    threads, steps = found["schedule"]["threads"], found["schedule"]["steps"]
    right = [step for turn in found["corrected"]["turns"] for step in turn["steps"]]
    first = steps[START - 1]
    # Without a graph, which the build makes, the reader walks in the page on which a lock is written.
    graph = f"races/{RACE}.graph.js" if race_page.graphs_of(found) else ""
    return {"graph": graph, "before": BEFORE, "threads": threads,
            "fields": word_fields.of_value(first["before"], first["before_text"]),
            "broken": side(threads, steps[START - 1:], BROKEN, "This is a deadlock.", True),
            "corrected": side(threads, right[START - 1:], CORRECTED, "No wake-up is lost.", False)}


def still(found):
    """The race without a script: its sentences."""
    items = "".join(f"<li><b>{html.escape(step['thread'])}</b>: {html.escape(step['words'])}</li>"
                    for step in found["broken"]["steps"])
    return f"<p>{html.escape(found['before'])}</p><ol>{items}</ol>"


def moving_race(_argument):
    """The race."""
    found = data()
    return (f'<link rel="stylesheet" href="assets/home/home.css">\n'
            f'<div class="home-race" id="home-race">{still(found)}</div>\n'
            f'<script type="application/json" id="home-race-data">{race_page.script_json(found)}</script>\n')


def moving_convoy(_argument):
    """The two queues, and the scripts of the page."""
    scripts = "".join(f'<script src="assets/{name}" defer></script>\n' for name in SCRIPTS)
    return ('<div class="home-convoy" id="home-convoy"><noscript><p>To move, this needs JavaScript. '
            '<a href="convoy.html">The convoy page</a> has pictures.</p></noscript></div>\n' + scripts)


def on_page_content(content, page, config, files):
    """Puts both in their places."""
    if page.file.src_path != "index.md":
        return content
    return blocks.placed(content, {"home-race": moving_race, "home-convoy": moving_convoy})
