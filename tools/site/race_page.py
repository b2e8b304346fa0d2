"""What a page of a race shows: its steps in words, the code that they ran, and how it differs from the reference."""
import difflib
import html
import json
import re
import textwrap
from pathlib import Path

import cpp_functions
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer

from kev import timeline
from kev.paths import ROOT

REASONS = {"deadlock": "some thread can never run again", "livelock": "it goes on for ever and gets nowhere",
           "data race": "two threads use plain data, one of them writes, and nothing orders them",
           "assertion": "what must hold does not", "reachable": "no bug: a surprise that the test proves possible"}


class Code:
    """The functions that the steps of one race ran, each once, in the order in which they were come to."""

    def __init__(self, steps):
        self.functions = {}
        for step in steps:
            if step["line"]:
                self.functions.setdefault(self._extent(step), len(self.functions))

    @staticmethod
    def _extent(step):
        text = (ROOT / step["file"]).read_text(encoding="utf-8")
        return (step["file"], *cpp_functions.around(text, step["line"]))

    def number(self, step):
        """The number of the function that a step is in; None for a call of the kernel."""
        return self.functions[self._extent(step)] if step["line"] else None

    def files(self):
        """The files that they are from, each once."""
        return list(dict.fromkeys(name for name, _, _ in self.functions))

    def as_html(self, link):
        """All functions. `link` makes of a file's name the address of its page."""
        return "\n".join(_function(number, name, first, last, link(name))
                         for (name, first, last), number in self.functions.items())


def _function(number, name, first, last, address):
    text = (ROOT / name).read_text(encoding="utf-8").split("\n")[first - 1:last]
    lines = _coloured(textwrap.dedent("\n".join(text)))
    rows = "".join(f'<span class="race-line" data-line="{line}"><span class="race-number">{line}</span>{text}\n</span>'
                   for line, text in enumerate(lines, first))
    place = f"line {first}" if first == last else f"lines {first} to {last}"
    file = html.escape(Path(name).name)
    return (f'<figure class="race-code highlight" id="code-{number}" data-name="{file}">'
            f'<figcaption><a href="{address}">{html.escape(name)}</a>, {place}</figcaption>'
            f'<pre tabindex="0" role="region" aria-label="{file}, {place}"><code>{rows}</code></pre></figure>')


def _coloured(text):
    """The lines of C++ as HTML."""
    return highlight(text, CppLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")


def lane(race, step):
    """The name of the thread that made a step."""
    return race["schedule"]["threads"][step["thread"] - 1]


def in_words(race, step):
    """A step as a sentence, for those who listen: no arrows, no short forms."""
    place = "" if step["function"] == step["operation"] else f" in {step['function']}()"
    parts = [f"Step {step['step']}: {lane(race, step)}{place}: {step['operation']}"
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


def step_data(race, step, code):
    """What the player needs of a step."""
    loop = race["schedule"].get("loop", {"first": 0, "last": -1})
    data = {"step": step["step"], "thread": step["thread"], "action": timeline.action(step),
            "effect": timeline.effect(step), "words": in_words(race, step), "code": code.number(step),
            "line": step["line"], "function": step["function"], "operation": step["operation"],
            "note": step.get("note", ""), "object": step.get("object", ""),
            "preempts": bool(step.get("preempts")), "repeats": loop["first"] <= step["step"] <= loop["last"]}
    if "before" in step:
        data["before"], data["after"] = values(step)
        data["stale"] = "reads an old value" in step.get("note", "")
    return data


def player_data(race, code):
    """What the page's script reads, as the text of a script element."""
    data = {"threads": race["schedule"]["threads"], "ending": timeline.ending(race),
            "bug": race["found"] in timeline.LOST,
            "steps": [step_data(race, step, code) for step in timeline.shown_steps(race["schedule"])]}
    text = json.dumps(data, ensure_ascii=False)
    return re.sub(r"[<>&]", lambda found: f"\\u{ord(found.group()):04x}", text)


def headers(race):
    """The headers of the variant: those below broken/ that the race is about, or the reference of that name."""
    lab = next((ROOT / "labs").glob(f"{race['lab']}_*"))
    folder = lab / "broken" / race["variant"]
    if folder.is_dir():
        return sorted(folder.rglob("*.hpp"))
    return sorted((lab / "include").rglob(f"{race['variant']}.hpp"))


def is_broken(path):
    """Whether a header is one of a broken variant."""
    return "broken" in path.relative_to(ROOT).parts


def reference_of(path):
    """The correct header beside a broken one: the same name below the lab's include/."""
    parts = path.relative_to(ROOT).parts
    return ROOT.joinpath(*parts[:2], "include", *parts[4:])


def difference(path):
    """The lines in which a broken header differs from the correct one, as a unified diff without its heading."""
    right, wrong = (file.read_text(encoding="utf-8").splitlines() for file in (reference_of(path), path))
    return "\n".join(line for line in list(difflib.unified_diff(right, wrong, n=2, lineterm=""))[2:])
