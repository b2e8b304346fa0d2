"""Proves that the exercises are what they say: no starter passes a test of its own or hangs, every reference passes,
every answer kills its mutant with the verdict that is declared, and spares the reference."""
import time
from collections.abc import Iterable, Iterator, Sequence

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import find_lab, Lab
from kev.core.paths import ROOT, shown
from kev.core.terminal import heading, say
from kev.course import cells, confine, exercises, judge, overlay
from kev.course.exercises import Exercise

# The points of the submissions of tools/kev/tests/submissions, all of exercise 03/plain-data.
SUBMISSIONS = {"good": 5, "edits_tests": 5, "does_not_compile": 0, "hangs": 0, "forks": 0, "prints": 0,
               "eats_memory": 0, "leaves_early": 0, "includes_the_answer": 0}


def main(labs: list[Lab]) -> int:
    """Proves the exercises of some labs; the exit status."""
    findings = problems(labs)
    heading("Proof of the exercises")
    if not findings:
        findings = prove([each for lab in labs for each in exercises.of_lab(lab)])
        findings += (grades() if "03" in [lab.number for lab in labs] else [])
    for text in findings:
        say(f"  {text}")
    count = sum(len(exercises.of_lab(lab)) for lab in labs)
    say(f"\n{count} exercises of {len(labs)} labs: " + (f"{len(findings)} findings" if findings else "all proven"))
    return 1 if findings else 0


def problems(labs: Sequence[Lab]) -> list[str]:
    """The mistakes that the manifests and folders show without building anything."""
    return [text for lab in labs for text in exercises.problems(lab)]


def prove(some: Iterable[Exercise]) -> list[str]:
    """The mistakes in some exercises, a sentence each."""
    found: list[str] = []
    with overlay.only_one():
        overlay.configure()
        for exercise in some:
            started = time.monotonic()
            before = len(found)
            found += [f"{exercise.name}: {text}" for text in _prove(exercise)]
            overlay.place_starter(exercise)  # what is left behind is what a student begins with
            word = "proven" if len(found) == before else "NOT PROVEN"
            say(f"  {exercise.name}: {word} ({time.monotonic() - started:.0f} s)")
    return found


def _prove(exercise: Exercise) -> Iterator[str]:
    yield from _starter_fails(exercise)
    if exercise.kind == "write":
        yield from _reference_passes(exercise)
    yield from _answer_holds(exercise)


def _starter_fails(exercise: Exercise) -> Iterator[str]:
    overlay.place_starter(exercise)
    verdict = judge.judge_placed(exercise)
    for test in verdict.tests:
        if test.name == judge.BESIDES:
            continue
        if test.passed:
            yield f"the starter passes {test.name}"
        if test.hangs:
            yield f"the starter hangs in {test.name}"
        if "does not compile" in test.message or verdict.note:
            yield f"the starter does not compile: {test.message}"
            return
        if exercise.kind == "break" and "survives" not in test.message:
            yield f"the starter must pass with reference and mutant, but: {test.message}"


def _reference_passes(exercise: Exercise) -> Iterator[str]:
    overlay.place_reference(exercise)
    for test in judge.judge_placed(exercise, judge.Manner(everything=True)).tests:
        if not test.passed:
            yield f"the reference fails {test.source} {test.name}: {test.message}"


def _answer_holds(exercise: Exercise) -> Iterator[str]:
    if not exercise.answer.exists():
        if exercise.answer.parent.exists():
            yield f"there is no answer in {shown(exercise.answer)}"
        return  # a lecturer has left the answers out
    if exercise.kind == "write":
        if not (exercise.answer / "answer.md").exists():
            yield f"there is no answer.md in {shown(exercise.answer)}"
        return
    for test in judge.judge(exercise, exercise.answer).tests:
        if not test.passed:
            yield f"the answer does not hold: {test.message}"


def grades() -> list[str]:
    """The mistakes in the grading of submissions that do harm: each is built and run for real."""
    exercise = exercises.find(find_lab("03"), "plain-data")
    mark = exercise.lab.directory / "tests" / "written_by_a_submission"
    with overlay.only_one():
        overlay.configure()
        try:
            cell = cells.of(cmake.directory(overlay.NAME))
        except KevError as error:
            say(f"  The submissions that do harm are not graded: {error}")
            return []
        found = [*_wrong_grades(exercise, cell)]
        overlay.forget([exercise])
    if mark.exists():
        mark.unlink()
        found.append(f"a submission could write {shown(mark)}")
    return found


def _wrong_grades(exercise: Exercise, cell: cells.Cell) -> Iterator[str]:
    manner = judge.Manner(limits=confine.Limits(seconds=10), cell=cell)
    for name, points in SUBMISSIONS.items():
        place = ROOT / "tools" / "kev" / "tests" / "submissions" / name / exercise.lab.number / exercise.id
        verdict = judge.judge(exercise, place, manner)
        say(f"  submission {name}: {verdict.points:g} points; {verdict.tests[0].message.partition(chr(10))[0]}")
        if verdict.points != points:
            yield (f"the submission {name} has {verdict.points:g} points, not {points}: "
                   f"{verdict.tests[0].message}")
