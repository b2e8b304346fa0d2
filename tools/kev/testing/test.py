"""`kev test`: builds and tests: what finds most, one lab, or everything."""
from __future__ import annotations

import argparse
import contextlib
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kev.build.cmake import BuildError
from kev.build.setup import prepare, require
from kev.testing import stages
from kev.testing.stages import Outcome, Part
from kev.core import labs
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.terminal import bold, heading, say, table

DESCRIPTION = """\
Installs what is missing, then builds and tests what finds most: the checks that need nothing built, the tools' own
tests, the labs and the checker on Linux, and a part of them under ThreadSanitizer and as Windows executables under Wine.
--all has everything: five presets whole, a part of those of 32 bits if their tools are installed, every check, the site in
a browser, each lab by itself. NN has one lab and those that stand on it, with the checks that concern its files. Ends with
a table and the line 'N passed, N failed[, N skipped]'.
"""


class TimeIsUp(BaseException):
    """Raised in the middle of a stage; no stage takes it for a fault of its own. Programs that were started are ended."""


class Deadline:
    """So many minutes from now; None: there is no end."""

    def __init__(self, minutes: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.end = None if minutes is None else clock() + minutes * 60

    def is_over(self) -> bool:
        """Whether nothing more may begin."""
        return self.end is not None and self.clock() >= self.end

    @contextlib.contextmanager
    def enforced(self) -> Iterator[None]:
        """Raises TimeIsUp in what it is used around when the time is up."""
        if self.end is None:
            yield
            return

        def stop(_number: int, _frame: object) -> None:
            raise TimeIsUp
        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, max(0.001, self.end - self.clock()))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Stage:
    """A part of a run."""
    title: str
    run: Callable[[], Outcome]


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("test", help="build and test: what finds most, one lab, or everything",
                                   description=DESCRIPTION)
    parser.add_argument("lab", nargs="?", metavar="NN", help="only this lab and those that stand on it")
    parser.add_argument("--all", action="store_true", help="everything; with NN, in every preset")
    parser.add_argument("--preset", metavar="NAME", action="append", default=[], choices=stages.ALL_PRESETS,
                        help="only this preset, whole (may be given several times): " + ", ".join(stages.ALL_PRESETS)
                             + "; --all has the first five")
    parser.add_argument("--allow-skips", action="store_true",
                        help="end with success also where Wine or mingw-w64 cannot be had")
    parser.add_argument("--minutes", type=positive, metavar="N",
                        help="end after this many minutes: the stage that runs then is ended, and those after it are left "
                             "out")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def plan(lab: Lab | None, presets: Sequence[str], everything: bool) -> list[Stage]:
    """The stages of this run, in the order of their use."""
    part = stages.part_of_lab(lab) if lab else None
    if presets:
        return [of_preset(name, part or stages.WHOLE) for name in presets]
    first = Stage("checks", lambda: stages.checks([], lab))
    if lab and part:
        built = Stage("checks of what was built", lambda: stages.checks(["exercises"], lab))
        others = [*(of_preset(name, part) for name in stages.USUAL_PRESETS[1:]), of_lab_alone(lab)] if everything else []
        return [first, of_preset("linux", part), built, *others]
    first_two = [first, Stage("tools", stages.tools)]
    return first_two + (rest_of_everything() if everything else
                        [of_preset(name, some) for name, some in stages.DEFAULT_PARTS.items()])


def rest_of_everything() -> list[Stage]:
    """Everything that needs no other compiler, but for what the default run begins with."""
    linux, *others = [of_preset(name) for name in stages.USUAL_PRESETS]
    return [linux, Stage("checks of what was built", lambda: stages.checks(["--built"], None)), *others,
            *(of_preset(name, stages.QUICK, needed=False) for name in stages.OF_32_BITS),
            Stage("msvc-dialect", stages.dialect), Stage("proof of exercises", stages.proof),
            *map(of_lab_alone, labs.all_labs())]


def of_preset(name: str, part: Part = stages.WHOLE, needed: bool = True) -> Stage:
    """A preset, or a part of it; if it is not needed, a machine without its tools may leave it out."""
    return Stage(name, lambda: stages.preset(name, part, needed))


def of_lab_alone(lab: Lab) -> Stage:
    """A lab configured by itself."""
    return Stage(f"lab {lab.number} by itself", lambda: stages.alone(lab))


def features(lab: Lab | None, presets: Sequence[str], everything: bool) -> list[str]:
    """The packages that this run is better with. `kev check` asks for its own."""
    names = presets or (stages.USUAL_PRESETS if everything else ["linux"] if lab else list(stages.DEFAULT_PARTS))
    wanted = ["build", "valgrind", *(feature for name in names for feature in stages.needs(name))]
    return list(dict.fromkeys(wanted + (["plots", "browser", "clang"] if everything else [])))


def run_stage(stage: Stage) -> Outcome:
    """Runs a stage; a build that fails is a failed stage and does not stop the others."""
    heading(stage.title)
    started = time.monotonic()
    try:
        outcome = stage.run()
    except KevError as error:
        say(f"  {error}")
        outcome = Outcome(stage.title, failed=1, note="did not build" if isinstance(error, BuildError) else str(error))
    outcome.seconds = time.monotonic() - started
    for name, text in outcome.failures:
        say(f"\n{bold('FAILED')} {name}\n{text}")
    return outcome


def run_stages(steps: Sequence[Stage], deadline: Deadline) -> list[Outcome]:
    """Runs the stages for which there is time; ends the stage that runs when the time is up."""
    outcomes: list[Outcome] = []
    for stage in steps:
        if deadline.is_over():
            outcomes.append(stages.skipped(stage.title, "no time"))
            continue
        started = time.monotonic()
        try:
            with deadline.enforced():
                outcomes.append(run_stage(stage))
        except TimeIsUp:
            ended = stages.skipped(stage.title, "no time: ended before it was over")
            ended.seconds = time.monotonic() - started
            outcomes.append(ended)
    return outcomes


def summarize(outcomes: Sequence[Outcome]) -> tuple[int, int, int]:
    """Prints the table; returns the three sums."""
    heading("Summary")
    table(["stage", "passed", "failed", "skipped", "seconds", "note"],
          [[outcome.stage, outcome.passed, outcome.failed, outcome.skipped,
            f"{outcome.seconds:.0f}", outcome.note] for outcome in outcomes])
    failures = [f"{outcome.stage}: {name}" for outcome in outcomes for name, _ in outcome.failures]
    if failures:
        say("\nFailed:\n  " + "\n  ".join(failures))
    return (sum(outcome.passed for outcome in outcomes), sum(outcome.failed for outcome in outcomes),
            sum(outcome.skipped for outcome in outcomes))


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    deadline = Deadline(options.minutes)
    lab = labs.find_lab(options.lab) if options.lab else None
    steps = plan(lab, options.preset, options.all)
    heading("Packages")
    if prepare(features(lab, options.preset, options.all), install=not options.no_install):
        say("  everything that is required is there")
    require(["build"], install=False)
    outcomes = run_stages(steps, deadline)
    sums = summarize(outcomes)
    if not options.all and not options.preset:
        say(f"\n./kev test {f'{lab.number} ' if lab else ''}--all has also:")
        say(f"  the presets {', '.join(stages.USUAL_PRESETS[1:])}, the lab by itself" if lab else stages.LEFT_OUT)
    say()
    blocked = [outcome for outcome in outcomes if outcome.blocking]
    if blocked and not options.allow_skips:
        say("Not a full run: " + ", ".join(outcome.stage for outcome in blocked)
            + " was skipped (--allow-skips accepts that).")
    say(f"{sums[0]} passed, {sums[1]} failed" + (f", {sums[2]} skipped" if sums[2] else ""))
    return 1 if sums[1] or (blocked and not options.allow_skips) else 0
