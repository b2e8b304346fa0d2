"""Judges one exercise: builds the programs, runs each test under limits, says what failed.

`check` and `grade` both call judge(); so they say the same.
"""
import json
import re
import textwrap
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Optional

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.core.terminal import WIDTH, Progress
from kev.course import cells, confine, overlay, schedule
from kev.course.exercises import SCHEDULE, Exercise
from kev.races import models, timeline

WATCHDOG = 100  # seconds without progress after which a native test names itself and aborts
MODEL_SECONDS = 60  # of searching a case, after which the checker stops by itself
MODEL_HANGS = 2 * MODEL_SECONDS  # a case that has not ended then is caught in a loop without a step of the model's
LAST_LINES = 25
ASSERTED = re.compile(r"^(?:.+:\d+|unknown file): Failure$", re.MULTILINE)  # GoogleTest's words for an assertion
SKIPPED = re.compile(r"^(?:labs|common)/.+:\d+: Skipped$", re.MULTILINE)  # by a test of ours, not by what it tests
BESIDES = "the tests besides"
TOO_MANY = ("There are more schedules than can be tried: a loop goes round more often than it has to, or a scenario "
            "has more threads, rounds or preemptions than it needs.")
ADVICE = {"steps": "A run went on and on. A loop that waits for another thread has to sleep, or to say that it only "
                   "waits: kev::yield() or kev::relax().",
          "runs": TOO_MANY, "seconds": TOO_MANY}


@dataclass
class Test:
    """One test and how it ended."""
    name: str
    source: str
    passed: bool
    points: float = 0.0
    of: float = 0.0
    message: str = ""
    seconds: float = 0.0
    hangs: bool = False
    asserted: bool = False  # an assertion of GoogleTest's has failed


@dataclass
class Verdict:
    """An exercise, judged."""
    exercise: Exercise
    tests: list[Test] = field(default_factory=list)
    note: str = ""

    @property
    def passed(self) -> bool:
        """Whether all of it is done."""
        return bool(self.tests) and all(test.passed for test in self.tests)

    @property
    def points(self) -> float:
        """The points so far."""
        return round(sum(test.points for test in self.tests), 2)


@dataclass(frozen=True)
class Manner:
    """How strictly programs are run."""
    limits: confine.Limits = confine.Limits(seconds=300)
    cell: Optional[cells.Cell] = None  # of a submission; one's own work needs none
    everything: bool = False  # the tests of `also` too, whatever came before

    @property
    def words(self) -> Optional[tuple[str, ...]]:
        """The words before a program's command."""
        return self.cell.to_run if self.cell else None


def judge(exercise: Exercise, source: Path, manner: Manner = Manner()) -> Verdict:
    """The verdict on the files below `source`. Blocks for as long as building and testing takes."""
    try:
        overlay.place(exercise, source)
    except overlay.Rejected as error:
        return rejected(exercise, str(error))
    try:
        return judge_placed(exercise, manner)
    # The student's program runs before ours in its process, and may print what it likes.
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return rejected(exercise, "the program printed what is no result of the checker")


def judge_placed(exercise: Exercise, manner: Manner = Manner()) -> Verdict:
    """The same for the files that are in place already."""
    if exercise.kind == "break":
        return _judge_killer(exercise, manner)
    return _judge_written(exercise, manner)


def rejected(exercise: Exercise, why: str) -> Verdict:
    """The verdict on what cannot even be built: every test has failed."""
    if exercise.kind == "break":
        names = [("", f"kills {exercise.mutant}")]
    else:
        names = [*_all_cases(exercise.tests), *([("", BESIDES)] if exercise.also else [])]
    return Verdict(exercise, [Test(name, source, False, of=exercise.points / len(names), message=why)
                              for source, name in names], note=why)


def _all_cases(listed: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(source, case) for source, cases in listed.items() for case in cases]


def _judge_written(exercise: Exercise, manner: Manner) -> Verdict:
    sources = list(exercise.tests)
    failed = overlay.compile_programs(exercise, [exercise.program(source) for source in sources], manner.cell)
    cases = _all_cases(exercise.tests)
    share = exercise.points / (len(cases) + bool(exercise.also))
    verdict = Verdict(exercise)
    verdict.tests = _run_cases(exercise, cases, failed, manner)
    for test in verdict.tests:
        test.of, test.points = share, share if test.passed else 0.0
    if exercise.also and (verdict.passed or manner.everything):
        verdict.tests += _judge_besides(exercise, share, manner)
    elif exercise.also:
        verdict.tests.append(Test(BESIDES, "", False, of=share,
                                  message="which are run when all of these pass"))
    return verdict


def _judge_besides(exercise: Exercise, share: float, manner: Manner) -> list[Test]:
    """The tests of `also`: together they give the points of one test."""
    failed = overlay.compile_programs(exercise, [exercise.program(source) for source in exercise.also], manner.cell)
    tests = _run_cases(exercise, _all_cases(exercise.also), failed, manner)
    tests[-1].of, tests[-1].points = share, share if all(test.passed for test in tests) else 0.0
    return tests


def _run_cases(exercise: Exercise, cases: list[tuple[str, str]], not_built: dict[str, str],
               manner: Manner) -> list[Test]:
    """One after the other, with a line that says which: some take a minute."""
    progress = Progress(f"testing {exercise.name}")
    tests = []
    for number, (source, case) in enumerate(cases, 1):
        progress.update(f"{number} of {len(cases)}: {case}")
        tests.append(_run_case(exercise, source, case, not_built, manner))
    progress.clear()
    return tests


def _run_case(exercise: Exercise, source: str, case: str, not_built: dict[str, str], manner: Manner) -> Test:
    program = exercise.program(source)
    if program in not_built:
        return Test(case, source, False, message=f"does not compile:\n{not_built[program]}")
    path = cmake.executable(overlay.NAME, program)
    if source.startswith("model/"):
        return _run_model(path, source, case, manner)
    return _run_native(path, source, case, exercise, manner)


def _run_native(path: Path, source: str, case: str, exercise: Exercise, manner: Manner) -> Test:
    known = exercise.tests.get(source, []) if "*" in case else []
    pattern = case + ("-" + ":".join(known) if known else "")
    outcome = confine.run([path, f"--gtest_filter={pattern}", "--gtest_color=no"], manner.limits, shut_off=manner.words,
                          cwd=ROOT, environment={"KEV_WATCHDOG_SECONDS": str(WATCHDOG)})
    test = Test(case, source, outcome.ok and _ran_a_test(outcome.output), seconds=outcome.seconds)
    test.asserted = bool(ASSERTED.search(outcome.output))
    if not test.passed and _was_skipped(outcome):
        test.passed, test.message = True, "skipped: it cannot be run on this machine"
    elif not test.passed:
        test.hangs = "hangs" in outcome.trouble or "made no progress for" in outcome.output
        test.message = _native_message(outcome)
    return test


def _ran_a_test(output: str) -> bool:
    """Whether GoogleTest came to its end and had run something: a program may also have ended before."""
    return "[  PASSED  ]" in output and not any(
        nothing in output for nothing in ("[  PASSED  ] 0 tests", "[==========] Running 0 tests"))


def _was_skipped(outcome: confine.Outcome) -> bool:
    """Whether all that was asked for is a test that this machine cannot run, whatever the lock is like."""
    return (outcome.ok and "[  PASSED  ] 0 tests" in outcome.output
            and bool(SKIPPED.search(overlay.own_paths(outcome.output))))


def _native_message(outcome: confine.Outcome) -> str:
    if outcome.ok:
        return "the program ended before its tests did" if outcome.output else "the program ran no test"
    noise = ("[ RUN", "[---", "[===", "Note: Google", "[       OK", "Running main", "[  FAILED", "[  PASSED",
             " 1 FAILED")
    lines = [line for line in overlay.own_paths(outcome.output).splitlines()
             if line.strip() and not line.startswith(noise)]
    shown = "\n".join(lines[:LAST_LINES])
    return "\n".join(part for part in (f"it {outcome.trouble}" if outcome.trouble else "", shown) if part)


def _run_model(path: Path, source: str, case: str, manner: Manner) -> Test:
    result, trouble, seconds = explore(path, case, manner)
    if trouble:
        return Test(case, source, False, message=trouble, seconds=seconds, hangs="hangs" in trouble)
    return Test(case, source, result["as_expected"], message="" if result["as_expected"] else model_message(result),
                seconds=seconds)


def explore(path: Path, case: str, manner: Manner) -> tuple[Any, str, float]:
    """One case, or 'all': (result or list of results, trouble in words, seconds)."""
    limits = manner.limits
    if case != "all":
        limits = replace(limits, seconds=min(limits.seconds, MODEL_HANGS))
    outcome = confine.run([path, "--json", "--seconds", str(MODEL_SECONDS), case], limits, shut_off=manner.words,
                          cwd=ROOT)
    try:
        results = json.loads(overlay.own_paths(outcome.output))
    except (ValueError, RecursionError):
        what = outcome.trouble or f"ended with status {outcome.status}"
        tail = "\n".join(outcome.output.splitlines()[-LAST_LINES:])
        return None, f"the checker {what}\n{tail}".strip(), outcome.seconds
    return (results if case == "all" else results[0]), "", outcome.seconds


def model_message(result: dict) -> str:
    """The finding of the checker, with the schedule as a timeline where there is one."""
    lines = [f"found: {timeline.summary(result)}"]
    if "schedule" in result:
        lines += ["", *timeline.timeline(result)]
    elif result.get("why"):
        lines.append(result["why"])
        lines += [line for budget, advice in ADVICE.items()
                  if f"(the budget of {budget} was used up)" in result["why"] for line in textwrap.wrap(advice, WIDTH)]
    return "\n".join(lines)


def _judge_killer(exercise: Exercise, manner: Manner) -> Verdict:
    """A `break it`: the file must kill the mutant and spare the reference."""
    programs = exercise.programs()
    failed = overlay.compile_programs(exercise, programs, manner.cell)
    test = Test(f"kills {exercise.mutant}", exercise.files()[0].name, False, of=float(exercise.points))
    if failed:
        # The mutant has the reference's names, so what compiles with one and not with the other is the file's fault.
        test.message = "does not compile:\n" + next(iter(failed.values()))
        return Verdict(exercise, [test])
    reference, mutant = (cmake.executable(overlay.NAME, program) for program in programs)
    if not reference or not mutant:
        raise KevError(f"{exercise.name}: a program is missing after the build")
    progress = Progress(f"testing {exercise.name}")
    progress.update("with the reference, then with the mutant")
    examine = {"scenario.cpp": _kill_in_model, SCHEDULE: _kill_by_schedule}.get(exercise.files()[0].name, _kill_in_test)
    examine(exercise, test, reference, mutant, manner)
    progress.clear()
    test.points = test.of if test.passed else 0.0
    return Verdict(exercise, [test])


def _kill_in_model(exercise: Exercise, test: Test, reference: Path, mutant: Path, manner: Manner) -> None:
    results, trouble, seconds = explore(reference, "all", manner)
    test.seconds = seconds
    if trouble or not results:
        test.message, test.hangs = trouble or "the file registers no case", "hangs" in trouble
        return
    for result in results:
        if result["found"] not in models.CLEAN or not result["as_expected"]:
            test.message = "it must spare the reference, but with the reference " + model_message(result)
            return
    results, trouble, seconds = explore(mutant, "all", manner)
    test.seconds += seconds
    if trouble:
        test.message, test.hangs = f"with the mutant {trouble}", "hangs" in trouble
        return
    kills = [result for result in results if result["found"] == exercise.verdict]
    test.passed = bool(kills)
    if kills:
        test.message = model_message(kills[0])
    else:
        found = ", ".join(dict.fromkeys(result["found"] for result in results))
        test.message = f"the mutant survives: {exercise.verdict} is to be found; found: {found}"


def _kill_by_schedule(exercise: Exercise, test: Test, reference: Path, mutant: Path, manner: Manner) -> None:
    """The order of turns must make the mutant fail, and the reference must survive it."""
    try:
        turns = schedule.read((overlay.folder(exercise) / SCHEDULE).read_text(encoding="utf-8", errors="replace"))
    except schedule.Unreadable as error:
        test.message = str(error)
        return
    spared, trouble = _follow(reference, turns, exercise.race, manner)
    run, more = ({}, "") if trouble else _follow(mutant, turns, exercise.race, manner)
    if trouble or more:
        test.message, test.hangs = trouble or more, "hangs" in (trouble or more)
    elif spared["found"]:
        test.message = f"it must spare the reference, but there {schedule.told(spared)}"
    elif why := schedule.why_not(run, exercise.verdict):
        test.message = f"the mutant survives: {exercise.verdict} is to be found; {why}"
    else:
        test.passed, test.message = True, schedule.told(run)


def _follow(path: Path, turns: str, case: str, manner: Manner) -> tuple[Any, str]:
    """One program's case by these turns: (the run, trouble in words)."""
    outcome = confine.run([path, "--follow", turns, case], manner.limits, shut_off=manner.words, cwd=ROOT)
    if not outcome.ok:
        return {}, f"the checker cannot follow these turns{f': it {outcome.trouble}' if outcome.trouble else ''}"
    return json.loads(outcome.output), ""


def _kill_in_test(exercise: Exercise, test: Test, reference: Path, mutant: Path, manner: Manner) -> None:
    first = _run_native(reference, "", "*", exercise, manner)
    test.seconds = first.seconds
    if not first.passed:
        test.message, test.hangs = f"it must pass with the reference, but there\n{first.message}", first.hangs
        return
    second = _run_native(mutant, "", "*", exercise, manner)
    test.seconds += second.seconds
    test.hangs = second.hangs
    test.passed = second.asserted and not second.hangs
    if second.passed:
        test.message = "the mutant survives: every test passes with it, too"
    elif not test.passed:
        test.message = f"with the mutant it must fail by an assertion, but there\n{second.message}"
    else:
        test.message = second.message
