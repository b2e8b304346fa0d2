"""The task of an exercise, and where to read about it."""
import argparse
import re
import textwrap
from pathlib import Path

from kev.core.labs import plain
from kev.core.paths import shown
from kev.core.terminal import WIDTH, heading, say
from kev.course import attack, exercises
from kev.course.exercises import Exercise
from kev.races import race_data, stored
from kev.races.timeline import counted


def show(exercise: Exercise, _options: argparse.Namespace) -> int:
    """Prints the goal of an exercise, what to read first, and for a `break it` the mutant."""
    heading(f"{exercise.name}  {exercise.title}")
    say(f"{exercises.KINDS[exercise.kind]}, {exercise.level}, {exercise.points} points, about {exercise.minutes} minutes and "
        f"{counted(exercise.lines, 'line')}\n\n"
        f"{textwrap.fill(plain(exercise.goal), WIDTH)}\n\nRead first:")
    for line in exercise.read:
        say(textwrap.fill(plain(line), WIDTH, initial_indent="  ", subsequent_indent="  "))
        for path in places(exercise, line):
            say(f"      {path}")
    if exercise.kind == "attack":
        say("\nThe lock is lock.hpp, beside your scenario: it has one flaw, and its reference has none.")
    if exercise.kind == "break":
        say(f"\nThe mutant: {shown(exercise.lab.directory / exercise.mutant)}; to be found: {exercise.verdict}")
        if exercise.race:
            by_hand = ("by hand first, under 'Try it yourself' on its page of the site (./kev docs)"
                       if race_data.has_graph(exercise.race) else "on paper first")
            walk = f"; ./kev race {exercise.race} --step walks through it" if exercise.race in stored.names() else ""
            say(f"Find the schedule {by_hand}{walk}.")
    return 0


def places(exercise: Exercise, markdown: str) -> list[str]:
    """The files that the links of a line lead to, each once."""
    targets = re.findall(r"\]\(([^)\s#]+)", markdown)
    return list(dict.fromkeys(shown(exercise.lab.directory / target) for target in targets
                              if not re.match(r"[a-z]+:", target)))


def not_looked_at(exercise: Exercise, place: Path) -> list[str]:
    """The files in a student's folder that are not the starter's, but could be meant to be compiled."""
    taken = {*map(str, exercise.files()), *([attack.LOCK] if exercise.kind == "attack" else [])}
    found = sorted(str(path.relative_to(place)) for path in place.rglob("*") if path.is_file())
    return [path for path in found if path not in taken and path.endswith((".hpp", ".cpp", ".h"))]
