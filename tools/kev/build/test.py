"""`kev test`: builds and tests: what finds most, one lab, or everything."""
from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kev.build import stages
from kev.build.cmake import BuildError
from kev.build.deadline import Deadline, TimeIsUp
from kev.build.setup import prepare, require
from kev.build.stages import Outcome
from kev.checks import every
from kev.checks.check import features_of, last_line
from kev.checks.registry import Check
from kev.core import labs
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.terminal import bold, heading, say, table

ORDER = 20

DESCRIPTION = """\
Installs what is missing, then builds and tests what finds most: the checks that need nothing built, the tools' own
tests, the labs and the checker on Linux, and a part of them under ThreadSanitizer and as Windows executables under Wine.
--all has everything: five presets whole, a part of those of 32 bits if their tools are installed, every check, the site in
a browser, each lab by itself. NN has one lab and those that stand on it, with the checks that concern its files. Ends with
a table and the line 'N passed, N failed[, N skipped]'.
"""


@dataclass(frozen=True)
class Stage:
    """A part of a run."""
    title: str
    run: Callable[[], "Outcome | list[Outcome]"]


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
    if presets:
        return [of_preset(name, stages.part_of_lab(lab) if lab else None) for name in presets]
    if lab:
        return plan_of_lab(lab, everything)
    if everything:
        return whole_plan()
    return [of_checks(every.usual()), Stage("tools", stages.tools),
            *(of_preset(name, part) for name, part in stages.DEFAULT_PARTS.items())]


def plan_of_lab(lab: Lab, everything: bool) -> list[Stage]:
    """One lab and those that stand on it."""
    chosen = every.concerning(lab)
    quick = [check for check in chosen if not check.builds or (check.quick_for_a_lab and not everything)]
    first = [of_checks(quick, [lab]), of_preset("linux", stages.part_of_lab(lab))]
    if not everything:
        return first
    rest = [check for check in chosen if check not in quick]
    others = [of_preset(name, stages.part_of_lab(lab)) for name in stages.USUAL_PRESETS[1:]]
    return [*first, *others, of_checks(rest, [lab], "checks of what was built"), of_lab_alone(lab)]


def whole_plan() -> list[Stage]:
    """Everything that needs no other compiler."""
    first, second, *others = [of_preset(name) for name in stages.USUAL_PRESETS]
    built = [check for check in every.whole() if check.builds]
    return [of_checks(every.usual()), Stage("tools", stages.tools), first, of_checks(built, None, "checks of what was built"),
            second, *others, *(of_preset(name, part, needed=False) for name, part in stages.PARTS_OF_32_BITS.items()),
            Stage("proof of exercises", stages.proof),
            *map(of_lab_alone, labs.all_labs())]


def of_checks(checks: Sequence[Check], some: Sequence[Lab] | None = None, title: str = "checks") -> Stage:
    """Some checks."""
    return Stage(title, lambda: stages.checks(checks, labs.all_labs() if some is None else some))


def of_preset(name: str, part: "stages.Part | None" = None, needed: bool = True) -> Stage:
    """A preset, or a part of it; if it is not needed, a machine without its tools may leave it out."""
    if name.startswith("nt-"):
        return Stage(name, lambda: stages.windows(name, part, needed))
    return Stage(name, lambda: stages.preset(name, part, needed))


def of_lab_alone(lab: Lab) -> Stage:
    """A lab configured by itself."""
    return Stage(f"lab {lab.number} by itself", lambda: stages.alone(lab))


def left_out(lab: Lab | None) -> list[str]:
    """The stages that only --all has, a line each."""
    checks = every.concerning(lab) if lab else every.whole()
    made = [check for check in checks if not check.builds or (lab and check.quick_for_a_lab)]
    lines = ["checks of what is built: " + ", ".join(check.name for check in checks if check not in made)]
    if lab:
        return [*lines, "the presets " + ", ".join(stages.USUAL_PRESETS[1:]), "the lab configured by itself"]
    lines += [f"{name}: {what}" for name, what in stages.LEFT_OUT.items()]
    lines.append("the presets " + ", ".join(name for name in stages.USUAL_PRESETS if name not in stages.DEFAULT_PARTS))
    lines.append("a part of " + " and ".join(stages.PARTS_OF_32_BITS) + ", where their tools are installed")
    return [*lines, "the proof of two exercises", "each lab configured by itself"]


def features(lab: Lab | None, presets: Sequence[str], everything: bool) -> list[str]:
    """The packages that this run is better with."""
    names = presets or (stages.USUAL_PRESETS if everything else ["linux"] if lab else list(stages.DEFAULT_PARTS))
    checks = [] if presets else every.concerning(lab) if lab else every.whole() if everything else every.usual()
    wanted = ["build", "valgrind", *(feature for name in names for feature in stages.needs(name)), *features_of(checks)]
    return list(dict.fromkeys(wanted + (["plots", "browser"] if everything else [])))


def run_stage(stage: Stage) -> list[Outcome]:
    """Runs a stage; a build that fails is a failed stage and does not stop the others."""
    heading(stage.title)
    started = time.monotonic()
    try:
        made = stage.run()
    except KevError as error:
        say(f"  {error}")
        made = Outcome(stage.title, failed=1, note="did not build" if isinstance(error, BuildError) else str(error))
    outcomes = made if isinstance(made, list) else [made]
    for outcome in outcomes:
        outcome.seconds = outcome.seconds or (time.monotonic() - started) / len(outcomes)
        if not isinstance(made, list):  # a check has shown its findings
            for name, text in outcome.failures:
                say(f"\n{bold('FAILED')} {name}\n{text}")
    return outcomes


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
                outcomes += run_stage(stage)
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
        say("\n".join(f"  {line}" for line in left_out(lab)))
    say()
    blocked = [outcome for outcome in outcomes if outcome.blocking]
    if blocked and not options.allow_skips:
        say("Not a full run: " + ", ".join(outcome.stage for outcome in blocked)
            + " was skipped (--allow-skips accepts that).")
    say(last_line(*sums))
    return 1 if sums[1] or (blocked and not options.allow_skips) else 0
