"""`kev exercise`: lists the exercises, and takes a student through them."""
import argparse
import textwrap
from pathlib import Path
from typing import Any, Optional

from kev.build.setup import require
from kev.core import labs
from kev.core.errors import KevError
from kev.core.labs import Lab, plain
from kev.core.paths import shown
from kev.core.terminal import WIDTH, bold, heading, say, table
from kev.course import exercises, judge, overlay, prove, workplace
from kev.course.exercise_compare import compare
from kev.course.exercise_progress import progress
from kev.course.exercise_show import not_looked_at, show
from kev.course.exercise_watch import watch
from kev.course.exercises import Exercise
from kev.course.judge import Test, Verdict
from kev.site.playground_locks import LABS

ANEW = "`start --backup` begins anew, and moves your work aside."
ACTIONS = ("list", "show", "start", "check", "hint", "compare", "watch")

DESCRIPTION = """\
  kev exercise 03             the exercises of a lab
  kev exercise 03 show 1      the goal, and what to read first
  kev exercise 03 start 1     copies its starter to work/03/..., and never over what is there
  kev exercise 03 check 1     builds it, runs the lab's own tests and scenarios on it
  kev exercise 03 hint 1      the next hint
  kev exercise 03 compare 1   its benchmark beside the reference's
  kev exercise 03 watch 1     checks again whenever a file is saved
  kev exercise progress       all labs
The exercise is given by its number or its name; without one, it is the one that was begun last.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("exercise", help="the exercises: list, start, check, hint",
                                   description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lab", nargs="?", metavar="NN", help="the lab's number, such as 03; or 'progress'")
    parser.add_argument("action", nargs="?", default="list", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("exercise", nargs="?", metavar="N", help="the exercise's number or name")
    parser.add_argument("--into", metavar="DIR", help="work there instead of in work/")
    parser.add_argument("--backup", action="store_true", help="start: move what is there aside first")
    parser.add_argument("--prove", action="store_true",
                        help="prove the exercises themselves, of lab NN or of all: starters fail, references pass, "
                             "answers kill their mutants")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if options.prove:
        chosen = [labs.find_lab(options.lab)] if options.lab else labs.all_labs()
        require(["build"], install=not options.no_install)
        return prove.main(chosen)
    if options.lab in (None, "progress"):
        return progress(options.into)
    lab = labs.find_lab(options.lab)
    if options.action == "list":
        return _list(lab, options.into)
    exercise = _chosen(lab, options)
    if options.action in ("check", "compare", "watch"):
        workplace.require(exercise, options.into)
        require(["build" if options.action == "compare" else "exercises"], install=not options.no_install)
    return {"show": show, "start": _start, "check": _check, "hint": _hint, "compare": compare,
            "watch": lambda exercise, options: watch(exercise, options, _check)}[options.action](exercise, options)


def _chosen(lab: Lab, options: argparse.Namespace) -> Exercise:
    if options.exercise:
        return exercises.find(lab, options.exercise)
    latest = workplace.latest(lab, options.into)
    if options.action == "start" or latest is None and options.action == "show":
        raise KevError(f"which exercise? Give its number; {workplace.typed(lab.number, options.into)} "
                       "lists them")
    if latest is None:
        raise KevError(f"no exercise of lab {lab.number} is begun; begin with: "
                       + workplace.typed(f"{lab.number} start 1", options.into))
    return latest


def _list(lab: Lab, into: Optional[Path]) -> int:
    found = exercises.of_lab(lab)
    heading(f"{lab.number}  Exercises: {lab.title()}")
    if not found:
        say("None yet.")
        return 0
    table(("exercise", "name", "kind", "level", "points", "minutes", "browser", "so far"),
          [(f"{each.number}  {each.title}", each.id, exercises.KINDS[each.kind], each.level, each.points, each.minutes,
            "yes" if in_browser(each) else "", so_far(each, into)) for each in found])
    for each in found:
        if workplace.begun(each, into) and workplace.starter_has_changed(each, into):
            say(f"The starter of {each.id} has changed since you began. {ANEW}")
    say(f"\n{_what_next(lab, found, into)}")
    return 0


def _what_next(lab: Lab, found: list[Exercise], into: Optional[Path]) -> str:
    latest = workplace.latest(lab, into)
    if latest and so_far(latest, into) != "done":
        return "Go on with: " + workplace.typed(f"{lab.number} check {latest.number}", into)
    for each in found:
        if not workplace.begun(each, into):
            return "Begin with: " + workplace.typed(f"{lab.number} start {each.number}", into)
    return "All are begun. How far you are: " + workplace.typed("progress", into)


def so_far(exercise: Exercise, into: Optional[Path] = None) -> str:
    """How the work stands, in a word."""
    if not workplace.begun(exercise, into):
        return "-"
    best = workplace.state(exercise, into).get("best")
    if best is None:
        return "begun"
    return "done" if best >= exercise.points else f"{best:g} of {exercise.points}"


def _start(exercise: Exercise, options: argparse.Namespace) -> int:
    moved = workplace.start(exercise, options.into, options.backup)
    place = workplace.folder(exercise, options.into)
    if moved:
        say(f"What was there is now in {shown(moved)}.")
    show(exercise, options)
    say(f"\nYours to change, in {bold(shown(place))}:")
    for path in exercise.files():
        say(f"  {path}")
    say("Then: " + workplace.typed(f"{exercise.lab.number} check {exercise.number}", options.into))
    return 0


def in_browser(exercise: Exercise) -> bool:
    """Whether the site's pages can judge it, with nothing but a browser."""
    known: Any = LABS.get(exercise.lab.number, {})
    return bool(exercise.scenario) or exercise.id in known.get("exercises", {})


def _check(exercise: Exercise, options: argparse.Namespace) -> int:
    place = workplace.require(exercise, options.into)
    heading(f"{exercise.name}  {exercise.title}")
    with overlay.only_one():
        overlay.configure(unless_done=True)
        verdict = judge.judge(exercise, place)
    _say(verdict, options.into)
    if workplace.starter_has_changed(exercise, options.into):
        say(f"The starter has changed since you began. {ANEW}")
    for path in not_looked_at(exercise, place):
        say(f"Not looked at: {path}. Only the files that the starter has are taken, here and when it is graded.")
    best = max(verdict.points, workplace.state(exercise, options.into).get("best") or 0)
    workplace.write_state(exercise, {"best": best}, options.into)
    return 0 if verdict.passed else 1


def _say(verdict: Verdict, into: Optional[Path]) -> None:
    """Prints what passed, and the first failure in full: the others often have the same cause."""
    first = True
    for test in verdict.tests:
        mark = "passed" if test.passed else "later " if test.name == judge.BESIDES else "FAILED"
        say(f"  {mark}  {_name(test)}{f', {test.message}' if test.name == judge.BESIDES and not verdict.note else ''}")
        is_told = first and not test.passed or not verdict.exercise.is_lock
        if test.message and test.name != judge.BESIDES and is_told:
            say("\n".join(f"      {line}" for line in test.message.splitlines()))
        first = first and test.passed
    exercise = verdict.exercise
    if verdict.counts:
        say(f"\nCounted: {judge.counted(verdict.counts)}")
    if verdict.passed:
        say(bold(f"\nDone: {verdict.points:g} of {exercise.points} points."))
        if exercise.answer.exists():
            say(f"To compare with: {shown(exercise.answer)}")
    else:
        say(f"\n{verdict.points:g} of {exercise.points} points. "
            "A hint: " + workplace.typed(f"{exercise.lab.number} hint {exercise.number}", into))


def _name(test: Test) -> str:
    name = "all of it" if test.name == "*" else test.name
    return f"{test.source}: {name}" if test.source else name


def _hint(exercise: Exercise, options: argparse.Namespace) -> int:
    workplace.require(exercise, options.into)
    given = workplace.state(exercise, options.into).get("hints", 0)
    given = given if isinstance(given, int) and 0 <= given <= len(exercise.hints) else 0
    shown_now = min(given + 1, len(exercise.hints))
    for number, hint in enumerate(exercise.hints[:shown_now], 1):
        say(textwrap.fill(f"{number}. {plain(hint)}", WIDTH, subsequent_indent="   "))
    if given == len(exercise.hints):
        say("These were all." + (f" The answer: {shown(exercise.answer)}" if exercise.answer.exists() else ""))
    workplace.write_state(exercise, {"hints": shown_now}, options.into)
    return 0
