"""`kev grade`: judges submissions of exercises, and writes the scores for other programs to read."""
import argparse
import contextlib
import dataclasses
import io
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kev.build import cmake
from kev.build.setup import require
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.files import require_room, write_atomically
from kev.core.paths import build_root, shown
from kev.core.terminal import heading, say, table
from kev.course import (cells, confine, exercises, grade_files, judge, overlay, similarity, submissions,
                        workplace)
from kev.course.exercises import Exercise
from kev.course.judge import Manner, Verdict
from kev.course.scores import Scores, handed_in
from kev.course.submissions import Works
from kev.course.unpack import unpacked

ROOM_MEGABYTES = 5
Task = tuple[str, Works, Path, Manner]  # a submission's name, what it has, where it lies, and how it is judged
Graded = tuple[str, list[Verdict], float]

DESCRIPTION = """\
FOLDER is one submission, or a folder of several: that is what it is taken for, and said to be, if more
than one folder in it has work. A submission has the work of the exercises in it as `kev exercise`
leaves it: NN/NAME/..., anywhere below, each once. With --exercise it may also be just the files.

Only the files that an exercise's starter has are taken. Tests, scenarios, references, mutants are
those of this repository, whatever else a submission brings. Each program runs with limits on its time,
memory, processes, files and output, and in bubblewrap: without network, answers, or the sight of what
others have handed in. Everything is done offline.

Zips are unpacked. For each submission junit.xml and results.json (as Gradescope reads it) are written
into --out, in a folder of its name if there are several; for the class scores.csv, scores.json and, with
Debian's package similarity-tester, similar.txt. They grow with each submission. A second call goes on
where the first one was ended: what has not changed since is not graded again.
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
    parser.add_argument("--one", action="store_true",
                        help="FOLDER is one submission, even one with nothing in it, which scores 0")
    parser.add_argument("--out", metavar="DIR", type=Path, default=Path("grades"), help="default: grades/")
    parser.add_argument("--seconds", metavar="N", type=positive, default=300,
                        help="for each test; default: 300, as for check")
    parser.add_argument("--budget", metavar="N", type=positive, default=600,
                        help="seconds for the tests of one exercise, after which no more are begun; default: 600")
    parser.add_argument("--jobs", metavar="N", type=positive, default=1,
                        help="so many submissions at once, each in a build folder of its own; default: 1")
    parser.add_argument("--again", action="store_true", help="grade what has been graded, too")
    parser.add_argument("--unconfined", action="store_true",
                        help="without bubblewrap: submissions can then do whatever you can; for a container")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if not options.folder.is_dir():
        raise KevError(f"there is no folder {options.folder}")
    wanted = [exercises.named(text) for text in options.exercise]
    require_room(options.out, ROOM_MEGABYTES)
    with tempfile.TemporaryDirectory() as temporary:
        folder = unpacked(options.folder.resolve(), Path(temporary) / options.folder.resolve().name)
        if options.one:
            found, several = {folder.name: submissions.find_works(folder, wanted) or [(each, []) for each in wanted]}, False
        else:
            found, several = submissions.find(folder, wanted, options.each)
        for note in submissions.notes(found, several, folder):
            say(note)
        require(["exercises", *([] if options.unconfined else ["grade"])], install=not options.no_install)
        if options.unconfined:
            say("Submissions are compiled and run without bubblewrap: they can do whatever you can.")
        with overlay.only_one():
            scores = _grade_all(found, several, folder, options)
        similar = similarity.report(found)
    if similar:
        write_atomically(options.out / "similar.txt", similar)
    _summary(scores, options.out)
    return 0


def _grade_all(found: dict[str, Works], several: bool, folder: Path, options: argparse.Namespace) -> Scores:
    """The scores. They are written at once: a teacher who stops the grading of a hundred submissions keeps those that are
    graded, and need not wait for them again."""
    scores = Scores(options.out)
    manner = Manner(limits=confine.Limits(seconds=options.seconds), budget=options.budget)
    todo = {}
    for name, works in found.items():
        digest = handed_in(works)
        if options.again or not scores.has(name, digest):
            todo[name] = (works, digest)
    if len(found) > len(todo):
        say(f"{len(found) - len(todo)} have not changed since they were graded.")
    asked = {exercise.name: exercise for works, _ in todo.values() for exercise, _ in works}
    folders = _prepare(min(options.jobs, max(1, len(todo))), options.unconfined, list(asked.values()))
    tasks = [(name, works, folder, manner) for name, (works, _) in todo.items()]
    with _graders(folders, options.unconfined) as graded:
        for name, verdicts, seconds in graded(tasks):
            works, digest = todo[name]
            out = options.out / name if several else options.out
            write_atomically(out / "junit.xml", grade_files.junit(verdicts))
            write_atomically(out / "results.json", grade_files.gradescope(verdicts))
            scores.add(name, digest, verdicts, {each.name: _notes(places) for each, places in works})
            reached = ", ".join(f"{each.exercise.name} {each.points:g} of {each.exercise.points}" for each in verdicts)
            say(f"  {name}: {reached} ({seconds:.0f} s)")
    return scores


def _prepare(jobs: int, unconfined: bool, asked: list[Exercise]) -> list[str]:
    """A build folder for each of several processes that grade; one alone uses that of `kev exercise`. Says here what is
    wrong with bubblewrap, where an error can be seen. And builds the libraries here: with the compiler's cache, which no
    cell has, each is compiled once for all folders."""
    folders = [build_root()] if jobs == 1 else [build_root() / "grading" / str(number) for number in range(1, jobs + 1)]
    before = os.environ.get("KEV_BUILD_ROOT")
    for each in folders:
        os.environ["KEV_BUILD_ROOT"] = str(each)
        overlay.configure()
        overlay.forget(exercises.everything())  # an earlier call may have been ended
        if not unconfined:
            cells.of(cmake.directory(overlay.NAME))
        for exercise in asked:
            overlay.compile_programs(exercise, exercise.programs())
        overlay.forget(asked)
    if before is None:
        del os.environ["KEV_BUILD_ROOT"]
    else:
        os.environ["KEV_BUILD_ROOT"] = before
    return [str(each) for each in folders]


_cell = cells.UNCONFINED  # of a process that grades


@contextlib.contextmanager
def _graders(folders: list[str], unconfined: bool) -> Iterator[Callable[[list[Task]], Iterator[Graded]]]:
    """What grades submissions: for one folder this process itself, for several a process for each."""
    if len(folders) > 1:
        with multiprocessing.get_context("fork").Pool(len(folders), _begin, (folders, unconfined)) as pool:
            yield lambda tasks: pool.imap_unordered(_grade, tasks)
            pool.close()  # they end by themselves: SIGTERM, which is an exception here, may come just before they wait
            pool.join()
        return
    global _cell  # noqa: PLW0603  (as in a pool's worker)
    before, _cell = _cell, _cell_of(unconfined)
    try:
        yield lambda tasks: map(_grade_in_silence, tasks)
    finally:
        _cell = before


def _cell_of(unconfined: bool) -> cells.Cell:
    return cells.UNCONFINED if unconfined else cells.Cell(cmake.directory(overlay.NAME))


def _grade_in_silence(task: Task) -> Graded:
    with contextlib.redirect_stdout(io.StringIO()):
        return _grade(task)


def _begin(folders: list[str], unconfined: bool) -> None:
    """The beginning of a process that grades."""
    global _cell  # noqa: PLW0603  (a pool's workers have no other place)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the cell of a submission goes with this process
    number = multiprocessing.current_process()._identity[0]  # noqa: SLF001  (the only number that it has)
    os.environ["KEV_BUILD_ROOT"] = folders[(number - 1) % len(folders)]
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the process ends)
    _cell = _cell_of(unconfined)


def _grade(task: Task) -> Graded:
    """A submission's name, the verdicts on it, and the seconds that they took."""
    name, works, folder, manner = task
    started = time.monotonic()
    verdicts = []
    for exercise, places in works:
        if len(places) == 1:
            verdicts.append(judge.judge(exercise, places[0], dataclasses.replace(manner, cell=_cell)))
            overlay.forget([exercise])
        else:
            verdicts.append(judge.rejected(exercise, submissions.why_not(exercise, places, folder)))
    return name, verdicts, time.monotonic() - started


def _notes(places: list[Path]) -> dict[str, float]:
    """What `kev exercise` has noted beside the work: a student can change it, so it is no proof."""
    return workplace.notes(places[0] / workplace.STATE) if len(places) == 1 else {}


def _summary(scores: Scores, out: Path) -> None:
    heading("Scores")
    table(("submission", "points", "of", "first failure"), scores.summary())
    for exercise, (names, *rows) in scores.designs().items():
        heading(f"{exercise}: what was counted")
        table(names, rows)
    say(f"\nWritten: {shown(out)}")
