"""The exercises of a lab as Markdown, from its manifest: what a lesson's `<!-- exercises -->` becomes on the site."""
import json
import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.markdown import table  # noqa: E402
from kev.course import exercises  # noqa: E402
from kev.races import race_data  # noqa: E402
from kev.site.playground_locks import LABS  # noqa: E402

LIST = re.compile(r"(?<=^<!-- exercises -->\n)\n(?:- [^\n]*\]\(exercises/[^\n]*\n)+", re.MULTILINE)


def expand(text, source):
    """The text of a page; where its lab's exercises belong, they stand, in place of the list for a code host. Links stay
    relative to `source`."""
    return blocks.placed(LIST.sub("", text), {"exercises": lambda _: section(source.parent)})


def section(lab):
    """All exercises of the lab in this folder: a table, and each with its goal and its hints."""
    listed = json.loads((Path(lab) / "exercises" / "exercises.json").read_text(encoding="utf-8"))
    number = Path(lab).name[:2]
    all_of_them = table(("", "exercise", "kind", "level", "points", "minutes", "lines"),
                        [(index, f"[{each['title']}](#{each['id']})", exercises.KINDS[each["kind"]], each["level"],
                          each["points"], each["minutes"], each["lines"]) for index, each in enumerate(listed, 1)])
    return "\n\n".join([*weaken(number), all_of_them, *(_one(each, index, number) for index, each in enumerate(listed, 1))])


def weaken(number):
    """A line with links to the page on which the reader can weaken an order of the lab's locks; none in a lab without."""
    links = " · ".join(f'<a href="../playground.html#lock={lock["id"]}&mode=weaken">{lock["title"]}</a>'
                       for lock in LABS.get(number, {}).get("locks", []) if "patch" not in lock)
    return [f"Weaken an order and see which schedule notices: {links}."] if links else []


def hand_in(race_id):
    """The exercise whose answer is a schedule of this race, for the race's page: {} or its name and the command."""
    for each in exercises.everything():
        if each.scenario and each.race == race_id:
            return {"exercise": each.name, "command": f"./kev exercise {each.lab.number} check {each.number}"}
    return {}


def _one(exercise, index, number):
    parts = [f"### {index}. {exercise['title']} {{: #{exercise['id']} }}", exercise["goal"],
             "Read first: " + "; ".join(exercise["read"]) + ".", _to_find(exercise, number),
             *in_browser(number, exercise["id"]), f"```sh\n./kev exercise {number} start {index}\n```"]
    for step, hint in enumerate(exercise["hints"], 1):
        summary = f"<summary>Hint {step} of {len(exercise['hints'])}</summary>"
        parts.append(f'<details markdown="1">\n{summary}\n\n{hint}\n\n</details>')
    return "\n\n".join(part for part in parts if part)


def in_browser(number, name):
    """The link to the page on which an exercise can be solved without a tool chain; none if the engine cannot express it."""
    known = LABS.get(number, {}).get("exercises", {})
    return [f'<a href="../playground.html#exercise={number}/{name}">Solve it in the browser</a>'] if name in known else []


def _to_find(exercise, number):
    """The mutant of a `break it`, and how to find its schedule."""
    if exercise["kind"] != "break":
        return ""
    text = f"The mutant: [{exercise['mutant']}]({exercise['mutant']}). To be found: {exercise['verdict']}."
    if exercise.get("scenario"):
        name = exercise["race"]
        page = f"[the page of {name}](../races/{name.replace('/', '-')}.md)"
        return f"{text} Find it under *Try it yourself* on {page}, which prints the line for `schedule.txt`."
    if exercise.get("race"):
        name = exercise["race"]
        page = f"[the page of {name}](../races/{name.replace('/', '-')}.md)"
        text += (f" Find the schedule by hand first, under *Try it yourself* on {page}." if race_data.has_graph(name) else
                 f" Find the schedule on paper first; {page} shows it.")
    return text
