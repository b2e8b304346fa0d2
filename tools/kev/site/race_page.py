"""The page of a race: its steps in words, the code that they ran, and how it differs from the reference."""
import bisect
import difflib
import functools
import html
import json
import re
import textwrap
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer

from kev.core import cpp_source
from kev.core.paths import ROOT
from kev.races import race_data, timeline, variants
from kev.site import narration, word_fields

REASONS = {"deadlock": "some thread can never run again", "livelock": "it goes on forever and gets nowhere",
           "data race": "two threads use plain data, one of them writes, and nothing orders them",
           "assertion": "what must hold does not", "reachable": "no bug: a surprise that the test proves possible"}


@functools.cache
def extent(name, line):
    """The function around a line of a file: (file, first, last)."""
    return (name, *cpp_source.around(variants.text_of(name), line))


class Code:
    """The functions that steps ran, each once, in the order in which they were come to."""

    def __init__(self, steps):
        self.functions = {}
        for step in steps:
            if step["line"]:
                self.functions.setdefault(extent(step["file"], step["line"]), len(self.functions))

    def number(self, step):
        """The number of the function that a step is in; None for a call of the kernel."""
        return self.functions[extent(step["file"], step["line"])] if step["line"] else None

    def files(self):
        """The files that they are from, each once."""
        return list(dict.fromkeys(name for name, _, _ in self.functions))

    def as_html(self, link, differing):
        """All functions. `link` makes of a file's name the address of its page; `differing` are those differences()."""
        return "\n".join(_function(number, name, first, last, link(name), differing.get(name, {}))
                         for (name, first, last), number in self.functions.items())


def differences(race):
    """The lines in which the broken headers and the correct ones differ: {file: {line: the class of its mark}}. A line
    before which only the other file has lines is marked, too."""
    found = {}
    for name in headers(race):
        reference = reference_of(name)
        if reference:
            texts = [variants.text_of(each).split("\n") for each in (name, reference)]
            for kind, *bounds in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
                for file, first, last in (name, *bounds[:2]), (reference, *bounds[2:]):
                    found.setdefault(file, {}).update(marks(first, last) if kind != "equal" else {})
    return found


def marks(first, last):
    """The marks of the lines from index `first` to before `last`, or of the line that follows nothing."""
    return {line + 1: "race-differs" for line in range(first, last)} or {first + 1: "race-lacks"}


def _function(number, name, first, last, address, differing):
    text = _text(name, first, last)
    place = f"line {first}" if first == last else f"lines {first} to {last}"
    file = html.escape(Path(name).name)
    return (f'<figure class="race-code highlight" id="code-{number}" data-name="{file}">'
            f'<figcaption><a href="{address}">{html.escape(name)}</a>, {place}</figcaption>'
            f'<pre><code>{rows(text, first, differing)}</code></pre></figure>')


def _text(name, first, last):
    """Lines of a file, without the indent that they share."""
    return textwrap.dedent("\n".join(variants.text_of(name).split("\n")[first - 1:last]))


def rows(text, first, classes):
    """Lines of C++ with their numbers, from `first` on. `classes`: those of some lines, for a mark."""
    return "".join(f'<span class="{" ".join(["race-line", *classes.get(line, "").split()])}" data-line="{line}"'
                   f'{indent_style(plain)}>'
                   f'<span class="race-number">{line}</span>{coloured}\n</span>'
                   for line, (coloured, plain) in enumerate(zip(_coloured(text), text.split("\n")), first))


def indent_style(line):
    """The attribute with which a long line of code goes on below its own beginning; '' for a line without an indent."""
    indent = len(line) - len(line.lstrip())
    return f' style="--i:{indent}"' if indent and line.strip() else ""


def _coloured(text):
    """The lines of C++ as HTML."""
    return highlight(text, CppLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")


def in_words(threads, step):
    """A step as a sentence, for readers who listen: no arrows, no short forms."""
    place = "" if step["function"] == step["operation"] else f" in {step['function']}()"
    parts = [f"{threads[step['thread'] - 1]}{place}: {step['operation']}"
             + (f", {step['order']}" if "order" in step else "")]
    note = f" ({step['note']})" if "note" in step else ""
    if "before" in step:
        before, after = values(step)
        change = f"is {before}" if step["before"] == step["after"] else f"was {before} and becomes {after}"
        parts.append(f"{step['object']} {change}{note}")
    elif "object" in step or note:
        parts.append(": ".join(part for part in (step.get("object", ""), step.get("note", "")) if part))
    if step.get("preempts"):
        parts.append("A preemption: the thread before could have gone on")
    return ". ".join(parts) + "."


def values(step):
    """An object's value before and after a step, in words."""
    return tuple(str(step.get(f"{key}_text", step[key])) for key in ("before", "after"))


def event_data(threads, step, code):
    """The parts of a step that the scripts of the page need, wherever it stands."""
    data = {"thread": step["thread"], "action": timeline.action(step), "effect": timeline.effect(step),
            "words": in_words(threads, step), "code": code.number(step), "line": step["line"],
            "function": step["function"], "operation": step["operation"], "note": step.get("note", ""),
            "object": step.get("object", "")}
    if "before" in step:
        data["before"], data["after"] = values(step)
        data["stale"] = "reads an old value" in step.get("note", "")
    return data


def numbered(threads, step, number, code):
    """A step of a schedule, with the fields of the state word that it is about."""
    data = {**event_data(threads, step, code), **fields_of(step)}
    return {**data, "step": number, "words": f"Step {number}: {data['words']}"}


def fields_of(step):
    """The fields of the state word that a step is about, before and after it; {} of another object."""
    if "after_text" not in step or "before_text" not in step:
        return {}
    return {"fields": [word_fields.of_value(step[key], step[f"{key}_text"]) for key in ("before", "after")]}


def with_causes(threads, steps):
    """Steps for the page, each that wakes a thread with that thread's name and the step at which it fell asleep."""
    asleep = {}
    for step in steps:
        note = step["note"]
        name = next((note[len(word):] for word in ("meets ", "wakes ") if note.startswith(word)), "")
        sleeper = asleep.pop((name, step["object"]), 0)
        if sleeper:
            step["wakes"] = {"name": name, "step": sleeper}
            step["words"] += f" It wakes {name}, asleep since step {sleeper}."
        if note.startswith("sleeps"):
            asleep[threads[step["thread"] - 1], step["object"]] = step["step"]
    return steps


def broken_steps(race, code):
    """The steps of the schedule, with their turns."""
    schedule = race["schedule"]
    loop = schedule.get("loop", {"first": 0, "last": -1})
    firsts = schedule["turns"]["first"]
    lost, told, wrong = last_chance(race), narration.by_step(race["id"]), narration.wrong_step(race["id"])
    return with_causes(schedule["threads"], word_fields.in_one_layout([
        {**numbered(schedule["threads"], step, step["step"], code), "lost": step["step"] == lost,
         "wrong": step["step"] == wrong, "lesson": told.get(step["step"], ""),
         "preempts": bool(step.get("preempts")), "repeats": loop["first"] <= step["step"] <= loop["last"],
         "turn": max(0, bisect.bisect_right(firsts, step["step"]) - 1)}
        for step in timeline.shown_steps(schedule)]))


def last_chance(race):
    """The first step after which no choice avoids the bug; 0 if it is not known."""
    if race["found"] not in timeline.LOST:
        return 0
    return race["lost"]


def corrected_data(race, code):
    """The run of the correct lock under the same schedule, or None."""
    found = race.get("corrected")
    if not found:
        return None
    threads = race["schedule"]["threads"]
    turns = [(number, step) for number, turn in enumerate(found["turns"]) for step in turn["steps"]]
    steps = [(turn, step) for turn, step in [*((0, step) for step in found["before"]), *turns] if is_shown(step)]
    return {"name": found["variant"], "asked": found["asked"], "bug": bool(found["found"]),
            "ending": corrected_ending(found),
            "turns": [{"thread": turn["thread"], "name": threads[turn["thread"] - 1], "missed": turn.get("missed", "")}
                      for turn in found["turns"]],
            "steps": with_causes(threads, word_fields.in_one_layout(
                [{**numbered(threads, step, number, code), "turn": turn} for number, (turn, step) in enumerate(steps, 1)]))}


def corrected_ending(found):
    """How the run of the correct lock ended."""
    if found["found"]:
        return [line[:1].upper() + line[1:] + "." for line in found["ending"]]
    return ["All threads have come to their end, and every promise was kept."]


def is_shown(step):
    """Whether a step is worth a line."""
    return step in timeline.shown_steps({"steps": [step]})


def corrected_steps(race):
    """All steps of the correct lock."""
    found = race.get("corrected")
    return [*found["before"], *(step for turn in found["turns"] for step in turn["steps"])] if found else []


def player_data(race, code):
    """The data that the player's script reads, as the text of a script element."""
    return script_json({"threads": race["schedule"]["threads"], "name": race["variant"],
                        "ending": timeline.ending(race), "bug": race["found"] in timeline.LOST, "found": race["found"],
                        "steps": broken_steps(race, code), "corrected": corrected_data(race, code)})


def script_json(data):
    """JSON that may stand in a script element, and in a script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"[<>&\u2028\u2029]", lambda found: f"\\u{ord(found.group()):04x}", text)


def steps_script(race):
    """The script that hands the schedule to a lesson, with the code of each step."""
    code = Code(timeline.shown_steps(race["schedule"]))
    differing = differences(race)
    functions = [{"name": Path(name).name, "rows": rows(_text(name, first, last), first, differing.get(name, {}))}
                 for name, first, last in code.functions]
    data = {"threads": race["schedule"]["threads"], "ending": timeline.ending(race), "bug": race["found"] in timeline.LOST,
            "steps": broken_steps(race, code), "code": functions}
    return f"kevRace.stepsArrived({script_json(race['id'])}, {script_json(data)});\n"


def graphs_of(race):
    """The graphs to walk through: {"broken": ..., "correct": ...}, either of which may be missing."""
    names = {"broken": race["id"], "correct": race.get("corrected", {}).get("id")}
    found = {kind: race_data.load_graph(name) for kind, name in names.items() if name}
    return {kind: graph for kind, graph in found.items() if graph} if found["broken"] else {}


def graph_steps(race):
    """All steps of its graphs."""
    return [event for graph in graphs_of(race).values() for event in graph["events"]]


def graph_script(race, code):
    """The script that hands the graphs to the page. It is a script because a page from the disk may load one."""
    graphs = {kind: graph_data(race, graph, code) for kind, graph in graphs_of(race).items()}
    return f"kevRace.graphsArrived({script_json(graphs)});\n"


def graph_data(race, graph, code):
    """A graph for the page: its events in words, and without those that are not worth a line."""
    threads = race["schedule"]["threads"]
    shown = {old: new for new, old in enumerate(n for n, event in enumerate(graph["events"]) if is_shown(event))}

    def kept(numbers):
        return [shown[number] for number in numbers if number in shown]
    return {"variant": graph["variant"], "threads": threads, "before": kept(graph["before"]),
            "events": word_fields.in_one_layout(
                [{**event_data(threads, graph["events"][old], code), **fields_of(graph["events"][old]),
                  "short": short(graph["events"][old])} for old in shown]),
            "moves": [{**move, "events": kept(move["events"])} for move in graph["moves"]],
            "standings": graph["standings"], "ends": [end_data(race, end) for end in graph["ends"]],
            "nodes": graph["nodes"]}


def short(step):
    """The next step of a thread: 'lock: fetch_or m.word'. The reader is to see its effect."""
    return " ".join(part for part in (timeline.action(step), step.get("object", "")) if part)


def end_data(race, end):
    """An end: the word for it, a name in a list of outcomes, and what is told of it."""
    bug = end["found"] in timeline.LOST
    lines = [line[:1].upper() + line[1:] + "." for line in end["ending"]]
    if bug:
        lines.append(f"Broken promise: {race['promise']}.")
    name = f"{end['found']}: {'; '.join(end['ending'])}" if end["found"] else "all threads end, every promise kept"
    return {"found": end["found"], "bug": bug, "lines": lines, "name": name}


def headers(race):
    """The names of the headers that the race is about: those of the variant, whole, or the reference of that name."""
    return variants.headers(race["lab"], race["variant"])


def variant_of(race):
    """The broken variant, or None."""
    return variants.broken(race["lab"], race["variant"])


def reference_of(name):
    """The name of the correct header beside a broken one; None if the header is no broken one."""
    found = variants.of_whole(name)
    return (found[0].lab / found[1]).relative_to(ROOT).as_posix() if found else None
