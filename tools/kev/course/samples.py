"""Submissions with the verdict that each deserves: tools/kev/tests/submissions, which proves that marks mean something.

A lab's submissions are one file, each below a line '==== name'. A submission begins with the exercise and whether it passes;
if it fails, with words of the message that its author has to read. The second line says what it is. What follows is the whole
file that is handed in. After a line 'In the starter:' come functions instead, which take the place of the starter's of the same
names, or are added. What then stands before that line comes behind the starter's includes.
"""
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kev.core import cpp_source
from kev.core.labs import find_lab
from kev.core.paths import ROOT
from kev.course import exercises
from kev.course.exercises import Exercise

FOLDER = ROOT / "tools" / "kev" / "tests" / "submissions"
MARK = re.compile(r"^==== (\S+)\n", re.MULTILINE)
HEAD = re.compile(r"(?://|#) (\d\d)/(\S+) (?:passes|fails: (.+))\n(?://|#) (.+)\n")
IN_THE_STARTER = "// In the starter:\n"


@dataclass(frozen=True)
class Sample:
    """One of them."""
    name: str
    exercise: Exercise
    words: str  # of the message about the first test that fails; "" of one that passes
    text: str

    def write(self, folder: Path) -> Path:
        """Hands it in: the folder with its file, below `folder`."""
        place = folder / self.name / self.exercise.lab.number / self.exercise.id
        path = place / self.exercise.files()[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")
        return place


def of_lab(number: str) -> Iterator[Sample]:
    """Those for exercises of a lab."""
    path = FOLDER / f"{number}.txt"
    _, *parts = MARK.split(path.read_text(encoding="utf-8") if path.exists() else "")
    for name, text in zip(parts[::2], parts[1::2]):
        yield _read(name, text)


def named(number: str, name: str) -> Sample:
    """The one of this name."""
    return next(each for each in of_lab(number) if each.name == name)


def _read(name: str, text: str) -> Sample:
    head = HEAD.match(text)
    assert head, name
    number, exercise_id, words, _ = head.groups()
    exercise = exercises.find(find_lab(number), exercise_id)
    return Sample(name, exercise, words or "", _whole(exercise, text[head.end():]))


def _whole(exercise: Exercise, text: str) -> str:
    before, mark, functions = text.partition(IN_THE_STARTER)
    if not mark:
        return text
    starter = exercises.starter_text(exercise, exercise.files()[0])
    place = re.search(r"^namespace ", starter, re.MULTILINE)
    assert place
    starter = starter[:place.start()] + before + starter[place.start():]
    for function in cpp_source.functions(functions):
        body = "\n".join(functions.splitlines()[function.first - 1:function.last])
        there = cpp_source.names(starter).get(function.name)
        lines = starter.splitlines()
        if there:
            lines[there.first - 1:there.last] = [body]
        else:
            public = next(number for number, line in enumerate(lines) if line.strip() == "public:")
            lines.insert(public + 1, body)
        starter = "\n".join(lines) + "\n"
    return starter
