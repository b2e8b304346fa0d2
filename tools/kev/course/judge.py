"""Judges one exercise: builds the programs, runs each test under limits, says what failed.

`check` and `grade` both call judge(); so they say the same. What a program prints is only shown: what it has found comes
from its main(), over a socket of the judge's (common/judged).
"""
import json
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Optional

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.core.terminal import WIDTH, Progress
from kev.course import cells, confine, overlay, schedule
from kev.course.exercises import MODEL_VERDICTS, SCHEDULE, Exercise
from kev.races import models, timeline

WATCHDOG = 100  # seconds without progress after which a native test names itself and aborts
MODEL_SECONDS = 60  # of searching a case, after which the checker stops by itself
MODEL_HANGS = 2  # times as long: a case that has not ended then is caught in a loop without a step of the model's
IDLE = 60  # seconds after which a checker that has done nothing is held up by something that is no step of the model's
BUSY = 10  # times as long as the processor's time may a search take, for other programs may run
LAST_LINES = 25
BESIDES = "the tests besides"
CLEAN = "no schedule of the model fails"
ENDS_BADLY = ("deadlock", "livelock")  # what the model has found; natively it would be a hang
NOT_RUN = "not run: it would hang"
EARLY = "the program ended before its tests did"
TOO_MANY = ("There are more schedules than can be tried: a loop goes round more often than it has to, or a scenario "
            "has more threads, rounds or preemptions than it needs.")
ADVICE = {"steps": "A run went on and on. A loop that waits for another thread has to sleep, or to say that it only "
                   "waits: kev::yield() or kev::relax().",
          "runs": TOO_MANY, "seconds": TOO_MANY}
UNSEEN = {"did nothing": "A thread waits where the checker cannot see it, as in a std::mutex.",
          "processor time": "A loop goes round without a step that the checker sees: an atomic operation, a yield or a wait."}
NEVER = {"a waiter slept": "In no schedule does a waiter sleep. A thread that waits has to sleep until it is released, and "
         "not to look again and again, with or without naps.",
         "a releaser slept": "In no schedule does an unlocker wait in release() for a waiter that is on its way. An unlocker "
         "has to claim a waiter and then to release it, without a time limit: what comes too early or too late is lost.",
         "an alert woke a sleeper": "In no schedule is a sleeping thread woken. A thread that gives the lock up, or notifies, "
         "has to wake a thread that sleeps.",
         "a wait timed out": "In no schedule does a wait time out. A thread with a time limit has to sleep with that limit.",
         "it gave up": "In no schedule does a thread give up. When its time is over it has to return without what it waited "
         "for.",
         "the try fails": "In no schedule does try_lock() say no. It has to fail while another thread owns the lock.",
         "the try succeeds": "In no schedule does try_lock() take the lock. It has to take one that is free."}


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
    found: str = ""  # by the model
    asserted: bool = False  # an assertion of GoogleTest's has failed
    counts: dict[str, int] = field(default_factory=dict)  # what it has counted


def limit_of(asked: tuple[str, int]) -> str:
    """What a design must not exceed, in words: the name of a test."""
    return f"{asked[0]}: at most {asked[1]}"


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

    @property
    def counts(self) -> dict[str, int]:
        """What was counted of a design; of one that is wrong, nothing."""
        limits = self.exercise.limits
        if not all(test.passed for test in self.tests if test.name not in map(limit_of, limits.items())):
            return {}
        return {name: value for test in self.tests for name, value in test.counts.items() if name in limits}


@dataclass(frozen=True)
class Manner:
    """How strictly programs are run."""
    limits: confine.Limits = confine.Limits(seconds=300)
    cell: Optional[cells.Cell] = None  # of a submission; one's own work needs none
    everything: bool = False  # the tests of `also` too, whatever came before
    after_a_hang: bool = False  # goes on with tests that would hang, too
    search: int = MODEL_SECONDS  # seconds for each case of the model
    budget: float = 0  # seconds for all of it, after which no test is begun; 0 for no limit

    def run(self, path: Path, arguments: Sequence[str], limits: Optional[confine.Limits] = None,
            environment: Optional[dict[str, str]] = None) -> confine.Outcome:
        """Runs a program that is judged."""
        words, program = self.cell.running(path) if self.cell else (None, str(path))
        return confine.run([program, *arguments], limits or self.limits, shut_off=words, cwd=ROOT,
                           environment=environment, judged=True)


def judge(exercise: Exercise, source: Path, manner: Manner = Manner()) -> Verdict:
    """The verdict on the files below `source`. Blocks for as long as building and testing takes."""
    try:
        overlay.place(exercise, source)
    except overlay.Rejected as error:
        return rejected(exercise, str(error))
    return judge_placed(exercise, manner)


def judge_placed(exercise: Exercise, manner: Manner = Manner()) -> Verdict:
    """The same for the files that are in place already."""
    try:
        return _judge_written(exercise, manner) if exercise.is_lock else _judge_killer(exercise, manner)
    except overlay.Rejected as error:  # which shows only when it is compiled
        return rejected(exercise, str(error))


def rejected(exercise: Exercise, why: str) -> Verdict:
    """The verdict on what cannot even be built: every test has failed."""
    if not exercise.is_lock:
        names = [("", _what(exercise))]
    else:
        names = [*_all_cases(exercise.tests), *([("", BESIDES)] if exercise.also else [])]
    return Verdict(exercise, [Test(name, source, False, of=exercise.points / len(names), message=why)
                              for source, name in names], note=why)


def _what(exercise: Exercise) -> str:
    return "finds the flaw" if exercise.kind == "attack" else f"kills {exercise.mutant}"


def _all_cases(listed: dict[str, list[str]]) -> list[tuple[str, str]]:
    """(source, case) of all, the model's first: they end by themselves, and say more."""
    return sorted(((source, case) for source, cases in listed.items() for case in cases),
                  key=lambda each: not each[0].startswith("model/"))


def _judge_written(exercise: Exercise, manner: Manner) -> Verdict:
    sources = list(exercise.tests)
    failed = overlay.compile_programs(exercise, [exercise.program(source) for source in sources], manner.cell)
    cases = _all_cases(exercise.tests)
    verdict = Verdict(exercise)
    verdict.tests = _run_cases(exercise, cases, failed, manner)
    half = exercise.points / 2 if any(test.source.startswith("model/") for test in verdict.tests) else 0
    share = (exercise.points - half) / (len(cases) + bool(exercise.also) + len(exercise.limits))
    for test in verdict.tests:
        test.of, test.points = share, share if test.passed else 0.0
    if exercise.also and (verdict.passed or manner.everything):
        verdict.tests += _judge_besides(exercise, share, manner)
    elif exercise.also:
        verdict.tests.append(Test(BESIDES, "", False, of=share,
                                  message="which are run when all of these pass"))
    if half:
        clean = all(test.passed for test in verdict.tests if test.source.startswith("model/"))
        verdict.tests.append(Test(CLEAN, "", clean, half if clean else 0, half, "" if clean else "which is half of all"))
    verdict.tests += [_within(name, limit, share, verdict) for name, limit in exercise.limits.items()]
    return verdict


def _within(name: str, limit: int, share: float, verdict: Verdict) -> Test:
    """Whether a design stays within a limit. What cannot be counted on this machine is no failure."""
    test = Test(limit_of((name, limit)), "", verdict.passed, of=share)
    if not verdict.passed:
        test.message = "counted when all of the tests pass"
    elif name in verdict.counts:
        test.passed = verdict.counts[name] <= limit
        test.message = "" if test.passed else f"{name}: {verdict.counts[name]} were counted, and {limit} are the most"
    else:
        test.message = "not counted: this machine cannot"
    test.points = share if test.passed else 0.0
    return test


def counted(counts: dict[str, int]) -> str:
    """Counts in words: 'instructions 11, sleeps 90'."""
    return ", ".join(f"{name} {value}" for name, value in counts.items())


def _judge_besides(exercise: Exercise, share: float, manner: Manner) -> list[Test]:
    """The tests of `also`: together they give the points of one test."""
    failed = overlay.compile_programs(exercise, [exercise.program(source) for source in exercise.also], manner.cell)
    tests = _run_cases(exercise, _all_cases(exercise.also), failed, manner)
    tests[-1].of, tests[-1].points = share, share if all(test.passed for test in tests) else 0.0
    return tests


def _run_cases(exercise: Exercise, cases: list[tuple[str, str]], not_built: dict[str, str],
               manner: Manner) -> list[Test]:
    """One after the other, with a line that says which: some take a minute. What would hang after another has done so
    is not run."""
    progress = Progress(f"testing {exercise.name}")
    tests: list[Test] = []
    spent = 0.0
    for number, (source, case) in enumerate(cases, 1):
        progress.update(f"{number} of {len(cases)}: {case}")
        if manner.budget and spent >= manner.budget:
            tests.append(Test(case, source, False, message=f"not run: {manner.budget:g} s were spent on those before"))
        elif not manner.after_a_hang and _would_hang(source, tests):
            tests.append(Test(case, source, False, message=NOT_RUN))
        else:
            tests.append(_run_case(exercise, source, case, not_built, manner))
        spent += tests[-1].seconds
    progress.clear()
    return tests


def _would_hang(source: str, before: list[Test]) -> bool:
    """Whether a test is likely to hang: one of the same kind has, or the model has found what is a hang outside it."""
    native = not source.startswith("model/")
    return any(test.hangs or native and test.found in ENDS_BADLY for test in before)


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
    outcome = manner.run(path, [f"--gtest_filter={pattern}", "--gtest_color=no"],
                         environment={"KEV_WATCHDOG_SECONDS": str(WATCHDOG)})
    # A line for each test: how it ended, in which file, its name. And one for each count.
    lines = [line.split(" ", 2) for line in overlay.own_paths(outcome.results).splitlines() if " " in line]
    ended = [words[:2] for words in lines if words[0] != "counted"]
    test = Test(case, source, False, seconds=outcome.seconds)
    test.counts = {words[1]: int(words[2]) for words in lines
                   if words[0] == "counted" and words[2].isdigit()}
    test.asserted = any(how == "failed" for how, _ in ended)
    # A test of ours may say that this machine cannot run it, whatever the lock is like.
    test.passed = outcome.ok and bool(ended) and all(
        how == "passed" or how == "skipped" and file.startswith(("labs/", "common/")) for how, file in ended)
    if test.passed and all(how == "skipped" for how, _ in ended):
        test.message = "skipped: it cannot be run on this machine"
    elif not test.passed:
        test.hangs = "hangs" in outcome.trouble or "made no progress for" in outcome.output
        test.message = _native_message(outcome)
    return test


def _native_message(outcome: confine.Outcome) -> str:
    if outcome.ok:
        return "the program ran no test" if outcome.results else EARLY
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
                seconds=seconds, found=result["found"], counts=_most_reached(result))


def _most_reached(result: dict) -> dict[str, int]:
    """The greatest number of each state that was reached and has one: 'overtaken: 3'."""
    counts: dict[str, int] = {}
    for state in result.get("reached", {}):
        if found := re.fullmatch(r"(\w+): (\d+)", state):
            counts[found[1]] = max(counts.get(found[1], 0), int(found[2]))
    return counts


def explore(path: Path, case: str, manner: Manner, *more: str) -> tuple[Any, str, float]:
    """One case, or 'all': (result or list of results, trouble in words, seconds)."""
    limits = replace(manner.limits, seconds=manner.limits.seconds * BUSY, idle=IDLE,
                     processor=int(min(manner.limits.seconds, MODEL_HANGS * manner.search) if case != "all"
                                   else manner.limits.seconds))
    outcome = manner.run(path, ["--json", "--seconds", str(manner.search), *more, case], limits)
    if not outcome.results or outcome.trouble:
        said = "\n".join(outcome.output.splitlines()[-LAST_LINES:])
        what = f"the checker {outcome.trouble}" if outcome.trouble else EARLY if outcome.ok or not said else ""
        advice = next((text for words, text in UNSEEN.items() if words in what), "")
        return None, "\n".join(filter(None, (what, advice, said))), outcome.seconds
    results = json.loads(overlay.own_paths(outcome.results))
    return (results if case == "all" else results[0]), "", outcome.seconds


def model_message(result: dict) -> str:
    """The finding of the checker, with the schedule as a timeline where there is one."""
    lines = [f"found: {timeline.summary(result)}"]
    if missed := [word for words, word in NEVER.items() if f"never reached: {words}" in result.get("why", "")]:
        lines.insert(0, missed[0])
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
    test = Test(_what(exercise), exercise.files()[0].name, False, of=float(exercise.points))
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
    wanted = MODEL_VERDICTS if exercise.kind == "attack" else (exercise.verdict,)
    kills = [result for result in results if result["found"] in wanted]
    test.passed = bool(kills)
    if kills:
        test.message = model_message(kills[0])
        if exercise.steps:
            _require_smallest(exercise, test, reference, manner)
    else:
        found = ", ".join(dict.fromkeys(result["found"] for result in results))
        test.message = f"the mutant survives: {' or '.join(wanted)} is to be found; found: {found}"


def _require_smallest(exercise: Exercise, test: Test, reference: Path, manner: Manner) -> None:
    """A scenario's size is the number of its steps where no thread is preempted: its search may have any bound."""
    results, trouble, _ = explore(reference, "all", manner, "--bound", "0")
    longest = 0 if trouble else max(result["longest"] for result in results)
    if trouble or longest > exercise.steps:
        test.passed = False
        test.message = trouble or ("it kills the mutant, and is not the smallest: its threads make "
                                   f"{longest} atomic steps where none is preempted, and {exercise.steps} are enough. "
                                   "Can it do with fewer threads, or fewer rounds?")


def _kill_by_schedule(exercise: Exercise, test: Test, reference: Path, mutant: Path, manner: Manner) -> None:
    """The order of turns must make the mutant fail, and the reference must survive it."""
    try:
        turns = schedule.read((overlay.folder(exercise) / SCHEDULE).read_text(encoding="utf-8", errors="replace"))
    except schedule.Unreadable as error:
        test.message = str(error)
        return
    _follow_both(exercise, test, reference, mutant, turns, manner)
    if test.passed or test.hangs:
        return
    rows = schedule.turns_of_rows(turns, lambda some: _follow(mutant, some, exercise.race, manner)[0])
    if rows != turns:
        message = test.message
        _follow_both(exercise, test, reference, mutant, rows, manner)
        test.message = test.message if test.passed else message


def _follow_both(exercise: Exercise, test: Test, reference: Path, mutant: Path, turns: str, manner: Manner) -> None:
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
    outcome = manner.run(path, ["--follow", turns, case])
    if not outcome.ok or not outcome.results:
        missed = [{"missed": ""} for _ in turns.split()]
        return {"turns": missed}, f"the checker cannot follow these turns{f': it {outcome.trouble}' if outcome.trouble else ''}"
    return json.loads(outcome.results), ""


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
