"""Proves that the exercises are what they say: no starter passes a test of its own or hangs, every reference passes,
every answer kills its mutant with the verdict that is declared, and spares the reference."""
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence

from pathlib import Path

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import ROOT, shown
from kev.core.terminal import heading, say
from kev.course import attack, cells, confine, exercises, judge, overlay, samples
from kev.course.exercises import Exercise

HANGS = 20  # seconds, for a submission of the proof that is to fail


def main(labs: list[Lab]) -> int:
    """Proves the exercises of some labs; the exit status."""
    findings = problems(labs)
    heading("Proof of the exercises")
    if not findings:
        findings = prove([each for lab in labs for each in exercises.of_lab(lab)])
        findings += grades([sample for lab in labs for sample in samples.of_lab(lab.number)])
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
    verdict = judge.judge_placed(exercise, judge.Manner(after_a_hang=True))
    for test in verdict.tests:
        if test.name in (judge.BESIDES, judge.CLEAN):
            continue
        if test.passed:
            yield f"the starter passes {test.name}"
        if test.hangs:
            yield f"the starter hangs in {test.name}"
        if "does not compile" in test.message or verdict.note:
            yield f"the starter does not compile: {test.message}"
            return
        if not exercise.is_lock and "survives" not in test.message:
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
    with tempfile.TemporaryDirectory() as folder:
        for place in _answers(exercise, Path(folder)):
            verdict = judge.judge(exercise, place)
            if verdict.counts:
                say(f"  {exercise.name}: {judge.counted(verdict.counts)}")
            for test in verdict.tests:
                if not test.passed:
                    yield f"the answer does not hold: {test.message}"


def _answers(exercise: Exercise, folder: Path) -> Iterator[Path]:
    """The answer as it is handed in; of an `attack` with each lock that may be handed out."""
    if exercise.kind != "attack":
        yield exercise.answer
        return
    for number, lock in enumerate(attack.locks(exercise)):
        place = folder / str(number)
        shutil.copytree(exercise.answer, place)
        (place / attack.LOCK).write_text(lock, encoding="utf-8")
        yield place


def grades(some: Sequence[samples.Sample]) -> list[str]:
    """The mistakes in the grading of submissions, many of which do harm: each is built and run for real."""
    if not some:
        return []
    with overlay.only_one(), tempfile.TemporaryDirectory() as folder:
        overlay.configure()
        try:
            cell = cells.of(cmake.directory(overlay.NAME))
        except KevError as error:
            say(f"  The submissions are not graded: {error}")
            return []
        found = [text for sample in some for text in _wrong_grade(sample, cell, Path(folder))]
    left = [path for path in sorted(ROOT.rglob("*was_here*")) if path.is_file()]
    return found + [f"a submission could write {shown(path)}" for path in left]


def _wrong_grade(sample: samples.Sample, cell: cells.Cell, folder: Path) -> Iterator[str]:
    started = time.monotonic()
    passes = not sample.words
    manner = judge.Manner(cell=cell) if passes else judge.Manner(confine.Limits(seconds=HANGS), cell)
    verdict = judge.judge(sample.exercise, sample.write(folder), manner)
    overlay.forget([sample.exercise])
    failed = next((test.message for test in verdict.tests if not test.passed), "")
    told = f"{sample.exercise.name} {sample.name}: {verdict.points:g} of {sample.exercise.points}"
    say(f"  {told} ({time.monotonic() - started:.0f} s) {failed.partition(chr(10))[0]}")
    if verdict.passed != passes or (verdict.points == sample.exercise.points) != passes:
        yield f"{told}: it should {'pass' if passes else 'fail'}; {failed}"
    elif sample.words not in failed:
        yield f"{told}: the message does not say '{sample.words}': {failed}"
