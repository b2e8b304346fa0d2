"""`kev grade`: judges submissions of exercises, and writes the scores for other programs to read."""
import argparse
from pathlib import Path

from kev.build import cmake
from kev.build.setup import require
from kev.core import labs
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.files import require_room, write_atomically
from kev.core.paths import shown
from kev.core.terminal import heading, say, table
from kev.course import cells, confine, exercises, grade_files, judge, overlay, submissions
from kev.course.exercises import Exercise
from kev.course.judge import Manner, Verdict
from kev.course.submissions import Works

ROOM_MEGABYTES = 5

DESCRIPTION = """\
FOLDER is one submission, or a folder of several: that is what it is taken for, and said to be, if more
than one folder in it has work. A submission has the work of the exercises in it as `kev exercise`
leaves it: NN/NAME/..., anywhere below, each once. With --exercise it may also be just the files.

Only the files that an exercise's starter has are taken. Tests, scenarios, references, mutants are
those of this repository, whatever else a submission brings. Each program runs with limits on its time,
memory, processes, files and output, and in bubblewrap: without network, answers, or the sight of what
others have handed in. Everything is done offline.

For each submission junit.xml and results.json (as Gradescope reads it) are written into --out, in a
folder of its name if there are several.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("grade", help="judge submissions of exercises; JUnit XML and results.json",
                                   description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--exercise", metavar="NN/NAME", action="append", default=[],
                        help="only this exercise (may be given several times); one that was not handed in scores 0")
    parser.add_argument("--each", action="store_true",
                        help="FOLDER is of several submissions: each of its folders is one, whatever is in it")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("grades"), help="default: grades/")
    parser.add_argument("--seconds", metavar="N", type=positive, default=300,
                        help="for each test; default: 300, as for check")
    parser.add_argument("--unconfined", action="store_true",
                        help="without bubblewrap: submissions can then do whatever you can; for a container")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if not options.folder.is_dir():
        raise KevError(f"there is no folder {options.folder}")
    wanted = [_exercise(text) for text in options.exercise]
    found, several = submissions.find(options.folder.resolve(), wanted, options.each)
    for note in submissions.notes(found, several, options.folder.resolve()):
        say(note)
    require_room(options.out, ROOM_MEGABYTES)
    require(["build", *([] if options.unconfined else ["grade"])], install=not options.no_install)
    with overlay.only_one():
        overlay.configure()
        overlay.forget(exercises.everything())  # an earlier call may have been ended
        cell = cells.UNCONFINED if options.unconfined else cells.of(cmake.directory(overlay.NAME))
        if options.unconfined:
            say("Submissions are compiled and run without bubblewrap: they can do whatever you can.")
        grades = _grade_all(found, several, options, cell)
    _summary(grades, options.out)
    return 0


def _grade_all(found: dict[str, Works], several: bool, options: argparse.Namespace,
               cell: cells.Cell) -> dict[str, list[Verdict]]:
    """The verdicts on each submission. They are written at once: a teacher who stops the grading of a hundred submissions
    keeps the scores of those that are graded."""
    manner = judge.Manner(limits=confine.Limits(seconds=options.seconds), cell=cell)
    grades = {}
    for name, works in found.items():
        grades[name] = _grade(name, works, options.folder.resolve(), manner)
        _write(options.out / name if several else options.out, grades[name])
    return grades


def _write(out: Path, verdicts: list[Verdict]) -> None:
    write_atomically(out / "junit.xml", grade_files.junit(verdicts))
    write_atomically(out / "results.json", grade_files.gradescope(verdicts))


def _exercise(text: str) -> Exercise:
    lab, separator, name = text.partition("/")
    if not separator:
        raise KevError(f"'{text}' names no exercise; write NN/NAME, such as 03/plain-data")
    return exercises.find(labs.find_lab(lab), name)


def _grade(name: str, works: Works, folder: Path, manner: Manner) -> list[Verdict]:
    """The verdicts on one submission."""
    heading(name)
    verdicts = []
    for exercise, places in works:
        if len(places) == 1:
            verdicts.append(judge.judge(exercise, places[0], manner))
            overlay.forget([exercise])
        else:
            verdicts.append(judge.rejected(exercise, submissions.why_not(places, folder)))
        say(f"  {exercise.name}: {verdicts[-1].points:g} of {exercise.points}")
    return verdicts


def _summary(grades: dict[str, list[Verdict]], out: Path) -> None:
    heading("Scores")
    table(("submission", "points", "of", "tests passed"), [_row(*each) for each in grades.items()])
    say(f"\nWritten: {shown(out)}")


def _row(name: str, verdicts: list[Verdict]) -> tuple[str, str, int, str]:
    tests = [test for verdict in verdicts for test in verdict.tests]
    return (name, f"{sum(verdict.points for verdict in verdicts):g}",
            sum(verdict.exercise.points for verdict in verdicts),
            f"{sum(test.passed for test in tests)} of {len(tests)}")
