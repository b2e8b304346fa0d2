"""What the lesson tells of a race's steps: the paragraph below its timeline names steps by number, and the wrong one."""
import functools
import re

from kev.core.paths import ROOT

BELOW = re.compile(r"<!-- timeline: (?P<race>\S+) -->.*?<!-- /timeline -->(?:\s*</details>)?\s*(?P<told>\S.*?)(?:\n\s*\n|\Z)",
                   re.DOTALL)
FATAL = re.compile(r"\*\*[Ss]tep (\d+) is the wrong step\*\*")
NUMBER = re.compile(r"\b[Ss]teps? (\d+)")
SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z*`])")


@functools.cache
def paragraphs():
    """The paragraph of each race that has one."""
    found = {}
    for path in sorted(ROOT.glob("labs/*/*.md"), key=lambda path: (path.name == "README.md", path)):
        for match in BELOW.finditer(path.read_text(encoding="utf-8")):
            if not match["told"].startswith(("#", "```", "<", "|")):
                found[match["race"]] = " ".join(match["told"].split())  # the lesson's own comes last, and stays
    return found


def wrong_step(race_id):
    """The number of the step that the lesson calls the wrong step; 0 if it calls none so."""
    match = FATAL.search(paragraphs().get(race_id, ""))
    return int(match.group(1)) if match else 0


def by_step(race_id):
    """The sentences of the lesson by the number of the step that they name; one without a number goes with the last."""
    told, number = {}, 0
    for sentence in SENTENCE.split(paragraphs().get(race_id, "")):
        match = NUMBER.search(sentence)
        number = int(match.group(1)) if match else number
        if number:
            told.setdefault(number, []).append(plain(sentence))
    return {number: " ".join(sentences) for number, sentences in told.items()}


def plain(text):
    """Markdown without its marks."""
    return re.sub(r"\*+|`", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
